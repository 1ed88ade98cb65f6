"""Casts between dtypes, and Python scalars as 0-D tensors."""

from __future__ import annotations

import math
import struct

import torch

from xp_torch._facts.dtypes import KIND, REAL
from xp_torch._facts.promotion import check_int
from xp_torch._facts.torch_errors import explained, raise_explained, raise_explained_write

__all__ = ["cast", "copy_cast", "copy_into", "scalar_tensor", "stored"]

# Tensor.copy_ opens a device guard that a fake CUDA tensor does not survive.
_copy = torch.ops.aten.copy_.default


def copy_into(target: torch.Tensor, source: torch.Tensor) -> None:
    """Write `source`, of the same dtype, into `target`; raise ValueError if that is read-only."""
    try:
        _copy(target, source)
    except RuntimeError as error:
        raise_explained_write(target, error)


def cast(t: torch.Tensor, dtype: torch.dtype) -> torch.Tensor:
    """Return `t` in `dtype`, itself or a copy; complex to real drops the imaginary part."""
    own = t.dtype
    if own is dtype:
        return t
    if KIND[own] == "c" and KIND[dtype] not in "cb":
        t = torch.view_as_real(t).select(-1, 0)
        if t.dtype is dtype:
            return t.clone()
    if dtype is torch.float16 and own is torch.float64:
        return _to_half(t)
    try:
        # `to` takes 1.5 times as long.
        return t.type(dtype)
    except RuntimeError as error:
        raise_explained("astype", (), error)


@explained
def _to_half(t: torch.Tensor) -> torch.Tensor:
    """Return float64 as float16, rounded once, as NumPy does: torch goes through float32 and rounds twice.

    Inexact float32 values are moved to the neighbour with an odd last bit, which is never a tie for float16.
    """
    single = t.to(torch.float32)
    with torch.no_grad():
        rest = t - single.to(torch.float64)
        even = (single.view(torch.int32) & 1) == 0
        toward = torch.nextafter(single, torch.copysign(torch.full_like(single, math.inf), rest.to(torch.float32)))
        wrong = even & (rest != 0) & rest.isfinite()
        moved = torch.where(wrong, toward - single, 0.0)
    # Add only where values move: -0.0 + 0.0 would be 0.0.
    return torch.where(wrong, single + moved, single).to(torch.float16)


def copy_cast(t: torch.Tensor, dtype: torch.dtype) -> torch.Tensor:
    """Return `t` in `dtype`, always in new memory."""
    if t.dtype is not dtype:
        return cast(t, dtype)
    try:
        return t.clone()
    except RuntimeError as error:
        raise_explained("copy", (t,), error)


def _bounded(value: float, largest: float) -> float:
    """Return `value`, rounded to infinity or the largest value if it is beyond that, which torch raises for."""
    if not largest < abs(value) < math.inf:  # Dynamo does not trace `math.isnan` of a symbolic number
        return value
    exponent = math.frexp(largest)[1]
    beyond = math.ldexp(1.0, exponent) - (math.ldexp(1.0, exponent) - largest) / 2
    return math.copysign(math.inf if abs(value) >= beyond else largest, value)


def stored(value: complex, dtype: torch.dtype) -> complex:
    """Return a Python scalar for `torch.full` in `dtype`; an int out of bounds raises OverflowError."""
    kind = KIND[dtype]
    if kind == "b":
        return bool(value)
    if kind in "iu":
        if type(value) is int:
            check_int(value, dtype)
        return value
    if type(value) is int:
        value = float(value)
    if REAL[dtype].itemsize < 8:
        # torch raises for Python floats beyond the largest value; NumPy rounds them to infinity.
        largest = torch.finfo(dtype).max
        if dtype is torch.float16 and abs(value) <= largest:
            return struct.unpack("e", struct.pack("e", value))[0]
        if isinstance(value, complex):
            return complex(_bounded(value.real, largest), _bounded(value.imag, largest))
        return _bounded(value, largest)
    return value


def scalar_tensor(value: complex, dtype: torch.dtype, device: torch.device | None = None) -> torch.Tensor:
    """Return a Python scalar as a 0-D tensor of `dtype`; an int out of bounds raises OverflowError."""
    return torch.full((), stored(value, dtype), dtype=dtype, device=device)
