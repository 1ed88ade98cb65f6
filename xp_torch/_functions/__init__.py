"""The functions of the standard and of NumPy, one file or folder a chapter."""
