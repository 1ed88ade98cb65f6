"""The token of an array, for which dask calls the array before it makes chunks of it."""

from __future__ import annotations

import importlib

from xp_torch._array.ndarray import ndarray
from xp_torch._array.registration import MODULES

__all__ = ["__dask_tokenize__"]

MODULES["dask"] = "xp_torch_dask.backend"  # which imports dask


def __dask_tokenize__(self: ndarray) -> object:
    """Return the class, dtype and elements of the array, for dask to hash.

    The call registers `ndarray` with dask.
    """
    return importlib.import_module(MODULES["dask"]).token(self)
