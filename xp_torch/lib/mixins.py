"""Operators for array-like classes: NumPy's ``lib.mixins``, whose ufuncs take this package's arrays."""

from __future__ import annotations

from numpy.lib.mixins import NDArrayOperatorsMixin

__all__ = ["NDArrayOperatorsMixin"]
