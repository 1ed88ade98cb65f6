"""NumPy's own test files, as installed with NumPy, run on another module by import substitution."""
