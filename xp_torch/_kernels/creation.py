"""Kernels that create tensors: constants, ranges, identity, diagonals, triangles."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch

from xp_torch._facts.dtypes import BOUNDS, DETOUR, KIND, SAME_WIDTH_SIGNED, WITHOUT_NUMPY, of_kind
from xp_torch._facts.torch_errors import explained
from xp_torch._kernels.bit_views import from_signed_bits, signed_bits
from xp_torch._kernels.cast import cast, scalar_tensor
from xp_torch._kernels.host import counter

# NumPy's fill functions count in float32 for half floats, rounding once; in the dtype itself for the others.
_COUNTS_IN = {d: DETOUR[d] for d in of_kind("f") if d in DETOUR}

_arange, _from_numpy, _float64 = torch.arange, torch.from_numpy, torch.float64


def _wrapped(value: int) -> int:
    """Return the int64 that has the low 64 bits of `value`."""
    return (value + 2**63) % 2**64 - 2**63


@explained
def arange(
    first: complex,
    second: complex,
    length: int,
    dtype: torch.dtype,
    device: torch.device,
    skip: int = 0,
    end: int | None = None,
) -> torch.Tensor:
    """Return `length` evenly spaced values, given the first two; integers must fit `dtype`.

    The values before index `skip` and from `end` on are left out.
    """
    end = length if end is None else end
    index = torch.arange(skip, end, dtype=torch.int64, device=device)
    if KIND[dtype] in "biu":
        low, step = _wrapped(int(first)), _wrapped(int(second) - int(first))  # type: ignore[call-overload]
        bits = index * step + low
        return bits.view(dtype) if SAME_WIDTH_SIGNED.get(dtype) is torch.int64 else bits.to(dtype)
    head = torch.stack([scalar_tensor(first, dtype, device), scalar_tensor(second, dtype, device)])
    # Indexing opens a device guard that a fake CUDA tensor does not survive.
    begin = min(skip, 2)
    given = head.narrow(0, begin, min(end, 2) - begin)
    if length <= 2:
        return given.clone()
    wide = cast(head, WITHOUT_NUMPY.get(dtype) or _COUNTS_IN.get(dtype, dtype))
    # The first two values are the given ones, even if the rounded distance gives others.
    start, second_value = wide.unbind()
    left = index.narrow(0, given.shape[0], end - skip - given.shape[0])
    rest = start + left.to(wide.dtype) * (second_value - start)
    return torch.cat([given, cast(rest, dtype)])


@explained
def linspace(
    start: torch.Tensor, stop: torch.Tensor, num: int, endpoint: bool, skip: int = 0, end: int | None = None
) -> tuple[torch.Tensor, torch.Tensor]:
    """Return `num` evenly spaced values between tensors of one inexact dtype along a new first axis, and the step.

    The values before index `skip` and from `end` on are left out.
    """
    div = num - 1 if endpoint else num
    delta = stop - start
    end = num if end is None else end
    index = torch.arange(skip, end, dtype=torch.int64, device=start.device).to(start.dtype)
    index = index.reshape((-1,) + (1,) * delta.ndim)
    if div > 0:
        # On GPUs torch divides by a number by multiplying by its reciprocal, which rounds twice.
        count = div if delta.is_cpu else torch.full_like(delta, div)
        step = delta / count
        # If the step underflows to zero, divide first, as NumPy does, so that subnormal intervals are kept.
        y = torch.where((step == 0).any(), index / count * delta, index * step)
    else:
        step = torch.full_like(delta, float("nan"))
        y = index * delta
    y = y + start
    if endpoint and num > 1 and skip < end == num:
        y = torch.cat([y.narrow(0, 0, end - skip - 1), stop.expand(delta.shape).unsqueeze(0)])
    return y, step


@explained
def even_steps(start: float, stop: float, num: int, endpoint: bool) -> torch.Tensor | None:
    """Return `linspace` of Python numbers in float64, in fewer passes; None if the step is zero."""
    last = num - 1 if endpoint else num
    step = (stop - start) / last
    if not step:
        return None
    y = _counted(start, step, num)
    # Always set zeros: a comparison ignores their sign.
    if endpoint and (not stop or last * step + start != stop):
        y.narrow(0, last, 1).fill_(stop)
    return y


def even_floats(start: float, step: float, length: int) -> torch.Tensor | None:
    """Return `arange` of Python numbers in float64, in fewer passes; None if rounding makes the second value differ."""
    second = start + step
    distance = second - start
    if length <= 0 or start + distance != second:
        return None
    return _counted(start, distance, length)


def _counted(start: float, step: float, length: int) -> torch.Tensor:
    """Return ``start + i * step`` in float64, without passes that change nothing."""
    counted: Any = counter(length)
    y = _arange(length, dtype=_float64) if counted is None else counted
    if step != 1.0:
        y *= step
    # A negative step makes the first value a negative zero, which the addition removes.
    if start or step < 0:
        y += start
    return y if counted is None else _from_numpy(y)


def _inverse(axes: tuple[int, ...]) -> list[int]:
    """Return the permutation that undoes `axes`."""
    return sorted(range(len(axes)), key=axes.__getitem__)


@explained
def new(
    factory: Callable[..., torch.Tensor],
    shape: tuple[int, ...],
    axes: tuple[int, ...],
    dtype: torch.dtype,
    device: torch.device,
    *value: complex,
) -> torch.Tensor:
    """Return a tensor made by torch's `factory`; `axes` lists its axes from the slowest to the fastest in memory."""
    t = factory([shape[a] for a in axes], *value, dtype=dtype, device=device)
    # A permutation would make a view, even where it changes nothing.
    return t if axes == tuple(range(len(axes))) else t.permute(_inverse(axes))


@explained
def copy_in_layout(t: torch.Tensor, axes: tuple[int, ...]) -> torch.Tensor:
    """Return a copy of `t`; `axes` lists the axes from the slowest to the fastest in memory."""
    return t.permute(axes).clone(memory_format=torch.contiguous_format).permute(_inverse(axes))


@explained
def eye(rows: int, columns: int, k: int, dtype: torch.dtype, device: torch.device) -> torch.Tensor:
    """Return ones on the `k`-th diagonal and zeros elsewhere."""
    # Every diagonal outside the matrix is the same; some Python ints exceed int64.
    k = min(max(k, -rows), columns)
    i = torch.arange(rows, device=device).unsqueeze(1)
    return (i + k == torch.arange(columns, device=device)).to(dtype)


def _diagonal(k: int) -> int:
    """Return `k` clipped to the range that torch accepts."""
    low, high = BOUNDS[torch.int32]
    return min(max(k, low), high)


@explained
def diag(t: torch.Tensor, k: int) -> torch.Tensor:
    """Return a matrix with the vector `t` on its `k`-th diagonal, or a view of that diagonal of a matrix."""
    return torch.diag_embed(t, k) if t.ndim == 1 else torch.diagonal(t, _diagonal(k))


@explained
def tril(t: torch.Tensor, k: int) -> torch.Tensor:
    """Return the lower triangles of the last two dimensions, zeros above the `k`-th diagonal."""
    return from_signed_bits(torch.tril(signed_bits(t), _diagonal(k)), t.dtype)


@explained
def triu(t: torch.Tensor, k: int) -> torch.Tensor:
    """Return the upper triangles of the last two dimensions, zeros below the `k`-th diagonal."""
    return from_signed_bits(torch.triu(signed_bits(t), _diagonal(k)), t.dtype)
