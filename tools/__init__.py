"""Scripts that write checked-in files."""
