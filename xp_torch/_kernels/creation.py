"""Kernels that make tensors: ranges, identity, triangles."""

from __future__ import annotations

import torch

from .._dtypes import BOUNDS, KIND, SAME_WIDTH_SIGNED
from .bits import from_signed_bits, signed_bits
from .cast import cast

__all__ = ["arange", "empty", "eye", "full", "linspace", "tril", "triu"]

# NumPy's fill functions count in these: half floats in float32, rounding once; the rest in their own dtype.
_COUNTS_IN = {torch.float16: torch.float32, torch.bfloat16: torch.float32}


def _wrapped(value: int) -> int:
    """Return the int64 that has the low 64 bits of `value`."""
    return (value + 2**63) % 2**64 - 2**63


def arange(first: complex, step: complex, length: int, dtype: torch.dtype, device: torch.device) -> torch.Tensor:
    """Return ``first + i * step`` for `i` below `length`, both in `dtype` already, as NumPy's fill functions do."""
    if KIND[dtype] in "biu":
        index = torch.arange(length, dtype=torch.int64, device=device)
        bits = index * _wrapped(int(step)) + _wrapped(int(first))  # type: ignore[arg-type]
        return bits.view(dtype) if dtype in SAME_WIDTH_SIGNED and dtype.itemsize == 8 else bits.to(dtype)
    wide = _COUNTS_IN.get(dtype, dtype)
    index = torch.arange(length, dtype=torch.int64, device=device).to(wide)
    start = torch.full((), first, dtype=wide, device=device)
    return cast(start + index * torch.full((), step, dtype=wide, device=device), dtype)


def linspace(start: torch.Tensor, stop: torch.Tensor, num: int, endpoint: bool) -> tuple[torch.Tensor, torch.Tensor]:
    """Return `num` even steps from `start` to `stop` (of one inexact dtype) along a new first axis, and the step."""
    div = num - 1 if endpoint else num
    delta = stop - start
    index = torch.arange(num, dtype=torch.int64, device=start.device).to(start.dtype)
    index = index.reshape((num,) + (1,) * delta.ndim)
    if div > 0:
        step = delta / div
        # A step that underflows to zero: divide first, as NumPy does, so that denormal spans are not lost.
        y = torch.where((step == 0).any(), index / div * delta, index * step)
    else:
        step = torch.full_like(delta, float("nan"))
        y = index * delta
    y = y + start
    if endpoint and num > 1:
        y = torch.cat([y[:-1], stop.expand(delta.shape).unsqueeze(0)])
    return y, step


def empty(shape: tuple[int, ...], dtype: torch.dtype, device: torch.device, order: str = "C") -> torch.Tensor:
    """Return a tensor of unset values; with `order` "F" its first dimension runs fastest in memory."""
    if order == "F" and len(shape) > 1:
        return torch.empty(shape[::-1], dtype=dtype, device=device).permute(*range(len(shape))[::-1])
    return torch.empty(shape, dtype=dtype, device=device)


def full(
    shape: tuple[int, ...], value: complex, dtype: torch.dtype, device: torch.device, order: str = "C"
) -> torch.Tensor:
    """Return a tensor filled with a Python scalar that fits `dtype`."""
    if order == "F" and len(shape) > 1:
        return full(shape[::-1], value, dtype, device).permute(*range(len(shape))[::-1])
    return torch.full(shape, value, dtype=dtype, device=device)


def eye(rows: int, columns: int, k: int, dtype: torch.dtype, device: torch.device) -> torch.Tensor:
    """Return ones on the `k`-th diagonal and zeros elsewhere."""
    # A diagonal outside of the matrix is the same for every k beyond; torch's int64 could not hold some.
    k = min(max(k, -rows), columns)
    i = torch.arange(rows, device=device).unsqueeze(1)
    return (i + k == torch.arange(columns, device=device)).to(dtype)


def _diagonal(k: int) -> int:
    """Return `k` held to what torch takes."""
    low, high = BOUNDS[torch.int32]
    return min(max(k, low), high)


def tril(t: torch.Tensor, k: int) -> torch.Tensor:
    """Return the lower triangles of the last two dimensions, zeros above the `k`-th diagonal."""
    return from_signed_bits(torch.tril(signed_bits(t), _diagonal(k)), t.dtype)


def triu(t: torch.Tensor, k: int) -> torch.Tensor:
    """Return the upper triangles of the last two dimensions, zeros below the `k`-th diagonal."""
    return from_signed_bits(torch.triu(signed_bits(t), _diagonal(k)), t.dtype)
