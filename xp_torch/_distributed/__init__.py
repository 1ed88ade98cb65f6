"""Arrays that are cut over the processes of a `DeviceMesh`, and the rules by which functions compute them."""
