"""Programs written for NumPy by others, run with only their import changed."""
