"""Kernels that make tensors: ranges, identity, triangles."""

from __future__ import annotations

import torch

from xp_torch._facts.dtypes import BOUNDS, KIND, SAME_WIDTH_SIGNED
from xp_torch._facts.torch_errors import explained
from xp_torch._kernels.bit_views import from_signed_bits, signed_bits
from xp_torch._kernels.cast import cast, scalar_tensor

__all__ = ["arange", "copy_in_layout", "diag", "even_floats", "even_steps", "eye", "linspace", "new", "tril", "triu"]

# NumPy's fill functions count in float32 for half floats, rounding once; in the dtype itself for the others.
_COUNTS_IN = {torch.float16: torch.float32, torch.bfloat16: torch.float32}

_arange, _float64, _linspace = torch.arange, torch.float64, torch.linspace


def _wrapped(value: int) -> int:
    """Return the int64 that has the low 64 bits of `value`."""
    return (value + 2**63) % 2**64 - 2**63


@explained
def arange(first: complex, second: complex, length: int, dtype: torch.dtype, device: torch.device) -> torch.Tensor:
    """Return `length` values that begin with `first` and `second` and keep their distance, as NumPy fills them.

    For integers both are ints that fit `dtype`.
    """
    index = torch.arange(length, dtype=torch.int64, device=device)
    if KIND[dtype] in "biu":
        low, step = _wrapped(int(first.real)), _wrapped(int(second.real) - int(first.real))
        bits = index * step + low
        return bits.view(dtype) if SAME_WIDTH_SIGNED.get(dtype) is torch.int64 else bits.to(dtype)
    head = torch.stack([scalar_tensor(first, dtype, device), scalar_tensor(second, dtype, device)])
    if length <= 2:
        return head.narrow(0, 0, length).clone()
    wide = cast(head, _COUNTS_IN.get(dtype, dtype))
    # The first two are what the caller said, whatever rounding makes of the distance.
    begin, after = wide.unbind()
    rest = begin + index.narrow(0, 2, length - 2).to(wide.dtype) * (after - begin)
    return torch.cat([head, cast(rest, dtype)])


@explained
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
        y = torch.cat([y.narrow(0, 0, num - 1), stop.expand(delta.shape).unsqueeze(0)])
    return y, step


def even_steps(start: float, stop: float, num: int, endpoint: bool) -> torch.Tensor | None:
    """Return what `linspace` does of Python numbers in float64, in fewer passes; None where there is no step."""
    last = num - 1 if endpoint else num
    step = (stop - start) / last
    if not step:
        return None
    # Of small multiples of 2**-20 sums and products are exact, and torch counts as NumPy does but for a negative zero.
    if endpoint and stop and (start * 2.0**20).is_integer() and (step * 2.0**20).is_integer():
        return _linspace(start, stop, num, dtype=_float64)
    y = _counted(start, step, num)
    # No comparison tells a negative zero.
    if endpoint and (not stop or last * step + start != stop):
        y.narrow(0, last, 1).fill_(stop)
    return y


def even_floats(start: float, step: float, length: int) -> torch.Tensor | None:
    """Return what `arange` does of Python numbers in float64, in fewer passes; None where its second value is no sum.

    NumPy counts from the rounded distance of the first two values, whatever that makes of the second.
    """
    second = start + step
    distance = second - start
    if length <= 0 or start + distance != second:
        return None
    return _counted(start, distance, length)


def _counted(start: float, step: float, length: int) -> torch.Tensor:
    """Return ``start + i * step`` in float64, by no more passes than change something."""
    y = _arange(length, dtype=_float64)
    if step != 1.0:
        y.mul_(step)
    # A negative step makes a negative zero of the first value, which a sum does away with.
    return y.add_(start) if start or step < 0 else y


def _inverse(axes: tuple[int, ...]) -> list[int]:
    """Return the permutation that undoes `axes`."""
    return sorted(range(len(axes)), key=axes.__getitem__)


@_allocating
def new(
    factory: Callable[..., torch.Tensor],
    shape: tuple[int, ...],
    axes: tuple[int, ...],
    dtype: torch.dtype,
    device: torch.device,
    *value: complex,
) -> torch.Tensor:
    """Return what torch's `factory` makes of `shape`; `axes` lists the axes from the slowest to the fastest in memory."""
    t = factory([shape[a] for a in axes], *value, dtype=dtype, device=device)
    # A permutation would make a view, even where it changes nothing.
    return t if axes == tuple(range(len(axes))) else t.permute(_inverse(axes))


@_allocating
def copy_in_layout(t: torch.Tensor, axes: tuple[int, ...]) -> torch.Tensor:
    """Return a copy of `t`; `axes` lists the axes from the slowest to the fastest in memory."""
    return t.permute(axes).clone(memory_format=torch.contiguous_format).permute(_inverse(axes))


@explained
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


def diag(t: torch.Tensor, k: int) -> torch.Tensor:
    """Return the matrix that has the vector `t` on its `k`-th diagonal, or a view of that diagonal of a matrix."""
    return torch.diag_embed(t, k) if t.ndim == 1 else torch.diagonal(t, _diagonal(k))


def tril(t: torch.Tensor, k: int) -> torch.Tensor:
    """Return the lower triangles of the last two dimensions, zeros above the `k`-th diagonal."""
    return from_signed_bits(torch.tril(signed_bits(t), _diagonal(k)), t.dtype)


def triu(t: torch.Tensor, k: int) -> torch.Tensor:
    """Return the upper triangles of the last two dimensions, zeros below the `k`-th diagonal."""
    return from_signed_bits(torch.triu(signed_bits(t), _diagonal(k)), t.dtype)
