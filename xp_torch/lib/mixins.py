"""Operators for array-like classes: NumPy's ``lib.mixins``, whose ufuncs take this package's arrays."""

from numpy.lib.mixins import NDArrayOperatorsMixin

__all__ = ["NDArrayOperatorsMixin"]
