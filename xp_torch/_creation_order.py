"""What the creation functions share: optional dtypes and devices, casts that warn, memory order, `like=`."""

from __future__ import annotations

import warnings
from typing import Any

import torch

from ._array import ndarray
from ._coerce import as_device
from ._dtypes import KIND, torch_dtype
from ._errors import ComplexWarning
from ._kernels.cast import cast
from ._kernels.manipulation import reverse_axes

__all__ = ["check_like", "check_order", "given_device", "given_dtype", "in_order", "warned_cast"]


def given_dtype(dtype: Any) -> torch.dtype | None:
    """Return the torch dtype that `dtype` names, None for None."""
    return None if dtype is None else torch_dtype(dtype)


def given_device(device: Any) -> torch.device | None:
    """Return the torch device that `device` names, None for None."""
    return None if device is None else as_device(device)


def warned_cast(t: torch.Tensor, dtype: torch.dtype, stacklevel: int = 3) -> torch.Tensor:
    """Return `t` in `dtype`, with NumPy's warning where the imaginary part is lost."""
    if t.is_complex() and KIND[dtype] not in "cb":
        text = "Casting complex values to real discards the imaginary part"
        warnings.warn(text, ComplexWarning, stacklevel=stacklevel + 1)
    return cast(t, dtype)


def check_like(like: Any) -> None:
    """Raise TypeError if `like` is a reference object of another package."""
    if like is not None and not isinstance(like, ndarray):
        raise TypeError(f"like= takes an xp_torch.ndarray or None here, got {type(like).__name__}")


def check_order(order: Any, t: torch.Tensor | None = None) -> str:
    """Return `order` as "C", "F" or "K" ("A" is decided by the layout of `t`); others raise ValueError."""
    if order is None:
        return "K"
    if not isinstance(order, str):
        raise TypeError(f"order must be str, not {type(order).__name__}")
    found = order.upper()
    if found not in ("C", "F", "A", "K"):
        raise ValueError(f"order must be one of 'C', 'F', 'A', or 'K' (got {order!r})")
    if found == "A":
        return "F" if t is not None and not t.is_contiguous() and reverse_axes(t).is_contiguous() else "C"
    return found


def in_order(t: torch.Tensor, order: Any) -> torch.Tensor:
    """Return `t` laid out in `order`: itself if it is, else a copy."""
    found = check_order(order, t)
    if found == "C":
        return _contiguous(t)
    if found == "K" or reverse_axes(t).is_contiguous():
        return t
    return reverse_axes(_contiguous(reverse_axes(t)))


def _contiguous(t: torch.Tensor) -> torch.Tensor:
    """Return `t`, a copy if it is not row-major; by `clone`, which fake CUDA tensors take too."""
    return t if t.is_contiguous() else t.clone(memory_format=torch.contiguous_format)
