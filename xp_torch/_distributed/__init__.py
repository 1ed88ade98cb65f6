"""Arrays that are sharded over the processes of a `DeviceMesh`, and the rules by which functions compute them."""
