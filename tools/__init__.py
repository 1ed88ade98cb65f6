"""Scripts that write checked-in files, and what all commands of the checkout share: reports, the table of calls."""
