"""Scripts that write checked-in files, and what the commands of the checkout share: reports, clones, programs."""
