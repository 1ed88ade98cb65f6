"""Accuracy of the elementwise functions against mpmath, beside NumPy's and plain torch's."""
