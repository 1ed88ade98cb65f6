"""What the creation functions share: optional dtypes and devices, `like=`."""

from __future__ import annotations

from typing import Any

import torch

from xp_torch._array.coercion import as_device
from xp_torch._array.ndarray import ndarray
from xp_torch._facts.dtypes import torch_dtype

__all__: list[str] = []


def given_dtype(dtype: Any) -> torch.dtype | None:
    """Return the torch dtype that `dtype` names, None for None."""
    return None if dtype is None else torch_dtype(dtype)


def given_device(device: Any) -> torch.device | None:
    """Return the torch device that `device` names, None for None."""
    return None if device is None else as_device(device)


def check_like(like: Any) -> None:
    """Raise TypeError if `like` is a reference object of another package."""
    if like is not None and not isinstance(like, ndarray):
        raise TypeError(f"like= takes an xp_torch.ndarray or None here, got {type(like).__name__}")
