"""Calls of NumPy's other names of dtypes: they are no functions."""

CALLS = {}
