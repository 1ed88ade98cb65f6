"""Series of polynomials in six bases: NumPy's ``polynomial``."""
