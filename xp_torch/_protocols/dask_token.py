"""The token of an array, which dask asks for before it makes chunks of the array."""

from __future__ import annotations

import importlib
from typing import Any

from xp_torch._array.ndarray import ndarray
from xp_torch._array.registration import MODULES

__all__ = ["__dask_tokenize__"]

MODULES["dask"] = "xp_torch_dask.backend"  # which imports dask


def __dask_tokenize__(self: ndarray) -> Any:
    """Return what dask hashes to name the array: its class, dtype and elements. The call registers `ndarray`."""
    return importlib.import_module(MODULES["dask"]).token(self)
