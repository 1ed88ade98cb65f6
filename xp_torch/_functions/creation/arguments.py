"""Arguments that creation functions share: optional dtypes and devices, ``like=``."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import torch

from xp_torch._array.coercion import as_device
from xp_torch._array.ndarray import ndarray
from xp_torch._facts.dtypes import KIND, torch_dtype
from xp_torch._facts.errors import warn
from xp_torch._facts.shapes import as_index

__all__: list[str] = []


def given_dtype(dtype: Any) -> torch.dtype | None:
    """Return `dtype` as a torch dtype, or None if it is None."""
    return None if dtype is None else torch_dtype(dtype)


def given_device(device: Any) -> torch.device | None:
    """Return `device` as a torch device, or None if it is None."""
    return None if device is None else as_device(device)


def check_like(like: Any) -> None:
    """Raise TypeError unless `like` is None or an array of this package."""
    if like is not None and not isinstance(like, ndarray):
        raise TypeError(f"like must be an xp_torch.ndarray or None (got {type(like).__name__})")


def whole_number(number: Any, fractions: bool = False) -> Any:
    """Return a number as an int, rounded up if `fractions` allows fractions; floats warn, as in NumPy 2.5."""
    scalar = isinstance(number, (float, np.floating))
    if not (scalar or (isinstance(number, ndarray) and not number.ndim and KIND[number._dtype] == "f")):
        return as_index(number)
    value = float(number)
    if not (fractions or value.is_integer()):
        raise TypeError(f"the diagonal of a triangle must be an integer (got {value})")
    warn(
        f"Cannot convert {type(number).__name__} safely to an integer. "
        "This will raise an error in future versions (Deprecated NumPy 2.5)",
        DeprecationWarning,
    )
    return math.ceil(value)
