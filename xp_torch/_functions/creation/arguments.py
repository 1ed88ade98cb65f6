"""Arguments that creation functions share: optional dtypes and devices, ``like=``."""

from __future__ import annotations

from typing import Any

import torch

from xp_torch._array.coercion import as_device
from xp_torch._array.ndarray import ndarray
from xp_torch._facts.dtypes import torch_dtype

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
