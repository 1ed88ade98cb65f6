"""Programs written for NumPy, run with only their import changed."""
