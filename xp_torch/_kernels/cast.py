"""Casts between dtypes, and Python scalars as 0-D tensors."""

from __future__ import annotations

import torch

from .._dtypes import KIND
from .._promotion import check_int

__all__ = ["cast", "copy_cast", "scalar_tensor"]


def cast(t: torch.Tensor, dtype: torch.dtype) -> torch.Tensor:
    """Return `t` in `dtype`: itself if it has it, else new memory; complex to real drops the imaginary part."""
    if t.dtype is dtype:
        return t
    if t.is_complex() and KIND[dtype] not in "cb":
        t = torch.view_as_real(t)[..., 0]
        if t.dtype is dtype:
            return t.clone()
    return t.to(dtype)


def copy_cast(t: torch.Tensor, dtype: torch.dtype) -> torch.Tensor:
    """Return `t` in `dtype`, always in new memory."""
    return t.clone() if t.dtype is dtype else cast(t, dtype)


def scalar_tensor(value: complex, dtype: torch.dtype, device: torch.device | None = None) -> torch.Tensor:
    """Return a Python scalar as a 0-D tensor of `dtype`; an int that does not fit raises OverflowError."""
    kind = KIND[dtype]
    if type(value) is int:
        if kind in "iu":
            check_int(value, dtype)
        elif kind != "b":
            value = float(value)
    if kind == "b":
        value = bool(value)
    return torch.full((), value, dtype=dtype, device=device)
