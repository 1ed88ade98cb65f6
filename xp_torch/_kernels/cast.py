"""Casts between dtypes, and Python scalars as 0-D tensors."""

from __future__ import annotations

import math
from typing import Any

import torch

from xp_torch._facts.dtypes import KIND, LIMITS, REAL, WITHOUT_NUMPY, of_kind
from xp_torch._facts.promotion import check_int
from xp_torch._facts.torch_errors import raise_explained, raise_explained_write
from xp_torch._kernels.aliasing import overlaps_itself, separate_parts
from xp_torch._kernels.bit_views import signed_bits

_Dtype = torch.dtype
# Tensor.copy_ opens a device guard that a fake CUDA tensor does not survive.
_copy = torch.ops.aten.copy_.default

#: Floating dtypes of fewer digits than float32.
_NARROW = tuple(d for d in of_kind("f") if d.itemsize < 4)
#: The dtypes that torch casts to a narrow dtype through float32, where that has rounded: it rounds them twice.
_ROUNDED_TWICE = {
    d: {torch.float64, *(own for own in of_kind("iu") if own.itemsize >= 4 and torch.finfo(d).max > 2**24)}
    for d in _NARROW
}
#: (number of digits, exponent of the smallest subnormal number) of the narrow dtypes.
_DIGITS = {
    d: (1 - round(math.log2(info.eps)), round(math.log2(info.smallest_normal * info.eps)))
    for d, info in zip(_NARROW, map(torch.finfo, _NARROW), strict=True)
}


def copy_into(target: torch.Tensor, source: torch.Tensor) -> None:
    """Do `copy_elements`; raise ValueError if `target` is read-only."""
    try:
        copy_elements(target, source)
    except RuntimeError as error:
        raise_explained_write(target, error)


def copy_elements(target: torch.Tensor, source: torch.Tensor) -> None:
    """Write `source`, of the same dtype, into `target`.

    Of values for elements that share memory, the last in the order of the strides stays, as in NumPy.
    """
    if target.is_contiguous() or not overlaps_itself(target) or 0 in target.stride():
        _copy(target, source)
        return
    axes = sorted(range(target.ndim), key=target.stride, reverse=True)
    source, target = source.expand(target.shape).permute(axes), target.permute(axes)
    for key in separate_parts(target):
        _copy(target[key], source[key])


def cast(t: torch.Tensor, dtype: torch.dtype) -> torch.Tensor:
    """Return `t` in `dtype`, itself or a copy; complex to real drops the imaginary part."""
    own = t.dtype
    if own is dtype:
        return t
    if KIND[own] == "c" and KIND[dtype] not in "cb":
        t = torch.view_as_real(t).select(-1, 0)
        own = t.dtype
        if own is dtype:
            return t.clone()
    try:
        if own in _ROUNDED_TWICE.get(dtype, ()):
            return round_to_odd(t).type(dtype)
        # `to` takes 1.5 times as long, but torch's `type` accepts its own dtypes only.
        return t.type(dtype) if type(dtype) is _Dtype else t.to(dtype)
    except RuntimeError as error:
        raise_explained("astype", (), error)


def round_to_odd(t: torch.Tensor) -> torch.Tensor:
    """Return `t` as float32, rounded to odd: rounding it again to a narrower dtype never meets a false tie.

    Inexact float32 values with an even last bit are moved to the neighbour on the side of `t`.
    """
    if t.dtype is not torch.float64:
        t = _as_double(t)
    single = t.to(torch.float32)
    with torch.no_grad():
        rest = t - single.to(torch.float64)
        even = (single.view(torch.int32) & 1) == 0
        toward = torch.nextafter(single, torch.copysign(torch.full_like(single, math.inf), rest.to(torch.float32)))
        wrong = even & (rest != 0) & rest.isfinite()
        moved = torch.where(wrong, toward - single, 0.0)
    # Add only where values move: -0.0 + 0.0 would be 0.0.
    return torch.where(wrong, single + moved, single)


def _as_double(t: torch.Tensor) -> torch.Tensor:
    """Return integers as float64 values that round to at most 13 bits as `t` does.

    Of numbers that float64 may not hold, the 12 lowest bits are replaced by whether there are any.
    """
    if t.dtype.itemsize < 8:
        return t.to(torch.float64)
    bits = signed_bits(t)
    low = bits & 0xFFF
    new = torch.where((bits < -(2**24)) | (bits > 2**24), bits - low + torch.where(low != 0, 0x800, 0), bits)
    new = new.to(torch.float64)
    return new if t.dtype is torch.int64 else torch.where(bits < 0, new + 2.0**64, new)


def _bounded(value: float, largest: float) -> float:
    """Return `value`, or infinity or the largest value if it is out of range, where torch would raise."""
    if not largest < abs(value) < math.inf:  # Dynamo does not trace `math.isnan` of a symbolic number
        return value
    exponent = math.frexp(largest)[1]
    beyond = math.ldexp(1.0, exponent) - (math.ldexp(1.0, exponent) - largest) / 2
    return math.copysign(math.inf if abs(value) >= beyond else largest, value)


def _rounded(value: float, dtype: torch.dtype) -> float:
    """Return a finite number rounded to a narrow dtype: torch rounds it to float32 first."""
    digits, lowest = _DIGITS[dtype]
    exponent = max(math.frexp(value)[1] - digits, lowest)
    return math.copysign(math.ldexp(round(math.ldexp(value, -exponent)), exponent), value)


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
        if dtype in _DIGITS and abs(value) > 2**53:
            value = ((value >> 12) | (value & 0xFFF != 0)) << 12  # as in `_as_double`
        value = float(value)
    if REAL[dtype].itemsize < 8:
        if dtype in LIMITS:
            return stored(value, WITHOUT_NUMPY[dtype])
        # torch raises for Python floats beyond the largest value; NumPy rounds them to infinity.
        largest = torch.finfo(dtype).max
        if dtype in _DIGITS and abs(value) <= largest:
            return _rounded(value, dtype)  # type: ignore[arg-type]
        if isinstance(value, complex):
            return complex(_bounded(value.real, largest), _bounded(value.imag, largest))
        return _bounded(value, largest)
    return value


def scalar_tensor(value: Any, dtype: torch.dtype, device: torch.device | None = None) -> torch.Tensor:
    """Return a Python scalar as a 0-D tensor of `dtype`; an int out of bounds raises OverflowError."""
    return torch.full((), stored(value, dtype), dtype=dtype, device=device)
