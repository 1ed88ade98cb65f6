"""Reductions over some dimensions, and running sums and products, right for every dtype.

A reduction takes the tensor, the dimensions (at least one) and the result's dtype. Integers are reduced as int64, which
is exact modulo 2^n for every width n; floats of 16 bits as float32, rounded once.
"""

from __future__ import annotations

import torch

from xp_torch._facts.defaults import default_float
from xp_torch._facts.dtypes import BOUNDS, DETOUR, KIND, REAL, SAME_WIDTH_SIGNED
from xp_torch._kernels import host_functions
from xp_torch._kernels.bit_views import from_ordered_bits, ordered_bits, signed_bits
from xp_torch._kernels.cast import cast
from xp_torch._kernels.searching import arg_extreme, count_of
from xp_torch._kernels.sorting import gather

__all__ = [
    "cumprod",
    "cumsum",
    "max",
    "max_along",
    "max_of",
    "mean",
    "min",
    "min_along",
    "min_of",
    "over_one",
    "prod",
    "share_of",
    "started",
    "sum",
    "variance",
    "variance_of",
]

_WIDEST = max((d for d in BOUNDS if KIND[d] == "i"), key=lambda d: d.itemsize)


def over_one(t: torch.Tensor, dims: tuple[int, ...]) -> torch.Tensor:
    """Return `t` with `dims` merged into one, which comes last."""
    if len(dims) == 1:
        return t.movedim(dims[0], -1)
    return t.movedim(dims, tuple(range(-len(dims), 0))).flatten(-len(dims))


def _work(dtype: torch.dtype) -> torch.dtype:
    """Return the dtype in which results of `dtype` are accumulated."""
    return _WIDEST if KIND[dtype] in "biu" else DETOUR.get(dtype, dtype)


def _operand(t: torch.Tensor, dtype: torch.dtype) -> torch.Tensor:
    """Return `t` so that torch accumulates it: cast to `dtype` first, unless both are integers (modulo 2^n)."""
    if not (KIND[t.dtype] in "biu" and KIND[dtype] in "iu") and not (KIND[t.dtype] == "f" and KIND[dtype] == "f"):
        t = cast(t, dtype)
    if t.dtype not in SAME_WIDTH_SIGNED:
        return t
    return cast(t, DETOUR[t.dtype]) if t.dtype in DETOUR else signed_bits(t)


def _result(r: torch.Tensor, dtype: torch.dtype) -> torch.Tensor:
    """Return what was accumulated as `dtype`; integers wrap."""
    return r.view(dtype) if SAME_WIDTH_SIGNED.get(dtype) is r.dtype else cast(r, dtype)


def sum(t: torch.Tensor, dims: tuple[int, ...], dtype: torch.dtype) -> torch.Tensor:
    """Return the sum over `dims`."""
    if t.dtype is torch.bool and dtype is torch.int64 and len(dims) == t.ndim:
        return count_of(t, torch.bool)
    return _result(torch.sum(_operand(t, dtype), dims, dtype=_work(dtype)), dtype)


def started(r: torch.Tensor, t: torch.Tensor, dims: tuple[int, ...], start: torch.Tensor) -> torch.Tensor:
    """Return `r`, the sum of `start` and `t` over `dims`, as -0.0 where all are: torch's sums begin with 0.0."""
    if r.is_complex():
        sums, terms, first = [torch.view_as_real(x.to(r.dtype)).unbind(-1) for x in (r, t, start)]
        return torch.complex(*[started(sums[i], terms[i], dims, first[i]) for i in range(2)])
    zeros = torch.all((t == 0) & torch.signbit(t), dims)
    return torch.where(zeros & (start == 0) & torch.signbit(start), start, r)


def prod(t: torch.Tensor, dims: tuple[int, ...], dtype: torch.dtype) -> torch.Tensor:
    """Return the product over `dims`."""
    return _result(torch.prod(over_one(_operand(t, dtype), dims), -1, dtype=_work(dtype)), dtype)


def cumsum(t: torch.Tensor, dim: int, dtype: torch.dtype) -> torch.Tensor:
    """Return the running sum along `dim`."""
    return _result(torch.cumsum(_operand(t, dtype), dim, dtype=_work(dtype)), dtype)


def cumprod(t: torch.Tensor, dim: int, dtype: torch.dtype) -> torch.Tensor:
    """Return the running product along `dim`."""
    return _result(torch.cumprod(_operand(t, dtype), dim, dtype=_work(dtype)), dtype)


def _extreme(t: torch.Tensor, dims: tuple[int, ...], largest: bool) -> torch.Tensor:
    if t.is_complex():
        # of several NaNs the one that comes first in memory stays, as in NumPy
        flat = over_one(t, tuple(sorted(dims, key=t.stride, reverse=True)))
        return gather(flat, -1, arg_extreme(flat, -1, largest).unsqueeze(-1)).squeeze(-1)
    reduce = torch.amax if largest else torch.amin
    if t.dtype in SAME_WIDTH_SIGNED:
        return from_ordered_bits(reduce(ordered_bits(t), dims), t.dtype)
    return reduce(t, dims)


def max(t: torch.Tensor, dims: tuple[int, ...], dtype: torch.dtype) -> torch.Tensor:
    """Return the largest element over `dims`; NaNs propagate, complex numbers compare lexicographically."""
    return _extreme(t, dims, largest=True)


def min(t: torch.Tensor, dims: tuple[int, ...], dtype: torch.dtype) -> torch.Tensor:
    """Return the smallest element over `dims`; NaNs propagate, complex numbers compare lexicographically."""
    return _extreme(t, dims, largest=False)


def _masked(t: torch.Tensor, mask: torch.Tensor | None) -> torch.Tensor:
    return t if mask is None else torch.where(mask, t, torch.zeros((), dtype=t.dtype, device=t.device))


def _count(t: torch.Tensor, dims: tuple[int, ...], mask: torch.Tensor | None) -> torch.Tensor | int:
    """Return how many elements there are over `dims`, with those dimensions kept if it depends on a mask."""
    if mask is not None:
        return torch.sum(mask, dims, keepdim=True)
    count = 1
    for i in dims:
        count *= t.shape[i]
    return count


def _total(t: torch.Tensor, dims: tuple[int, ...], mask: torch.Tensor | None, dtype: torch.dtype) -> torch.Tensor:
    """Return the sum over `dims`, which stay, in the dtype that `dtype` is accumulated in."""
    total = torch.sum(_operand(_masked(t, mask), dtype), dims, keepdim=True, dtype=_work(dtype))
    # NumPy adds in the dtype that was asked for, modulo 2^n, before it divides
    return _result(total, dtype) if KIND[dtype] in "iu" else total


def _mean(t: torch.Tensor, dims: tuple[int, ...], mask: torch.Tensor | None, dtype: torch.dtype) -> torch.Tensor:
    """Return the mean over `dims`, which stay, in the dtype that `dtype` is accumulated in (floating if integer)."""
    total = _total(t, dims, mask, dtype)
    return (cast(total, default_float()) if KIND[total.dtype] in "biu" else total) / _count(t, dims, mask)


def share_of(t: torch.Tensor) -> torch.Tensor:
    """Return the share of true elements, of which there are some, as float64."""
    return count_of(t, torch.bool).to(torch.float64) / t.numel()


def mean(
    t: torch.Tensor,
    dims: tuple[int, ...],
    dtype: torch.dtype,
    mask: torch.Tensor | None = None,
    quotient: torch.dtype | None = None,
) -> torch.Tensor:
    """Return the mean over `dims` of the elements in `mask`, which stay; added up in `dtype`, divided in `quotient`."""
    if quotient is None:
        return cast(_mean(t, dims, mask, dtype), dtype)
    return cast(_result(_total(t, dims, mask, dtype), dtype), quotient) / _count(t, dims, mask)


#: from how many elements the CPU finds the extreme of contiguous memory by dimensions twice as fast.
_MANY = 2**14
_max, _min = torch.max, torch.min


def max_of(t: torch.Tensor) -> torch.Tensor:
    """Return the largest of all elements of a tensor that torch orders itself; NaNs propagate."""
    return _max(t) if t.numel() < _MANY or not t.is_contiguous() else torch.amax(t)


def min_of(t: torch.Tensor) -> torch.Tensor:
    """Return the smallest of all elements of a tensor that torch orders itself; NaNs propagate."""
    if t.numel() < _MANY or not t.is_contiguous() or not t.is_floating_point():
        return _min(t)
    return torch.amin(t)


def max_along(t: torch.Tensor, dim: int, keepdim: bool = False) -> torch.Tensor:
    """Return the largest elements along a dimension of a tensor that torch orders itself; NaNs propagate."""
    found = host_functions.extreme(t, dim, True, keepdim) if t.dtype in _LONG else None
    return torch.amax(t, dim, keepdim) if found is None else found


def min_along(t: torch.Tensor, dim: int, keepdim: bool = False) -> torch.Tensor:
    """Return the smallest elements along a dimension of a tensor that torch orders itself; NaNs propagate."""
    found = host_functions.extreme(t, dim, False, keepdim) if t.dtype in _LONG else None
    return torch.amin(t, dim, keepdim) if found is None else found


#: integers of which NumPy finds extremes faster.
_LONG = (torch.int32, torch.int64)


#: up to how many elements torch's own variance, which takes one pass, is faster than two passes of its vector code.
_FEW = 2**13


def variance_of(t: torch.Tensor, axis: int | None, correction: float, keepdims: bool, root: bool) -> torch.Tensor:
    """Return the variance (or its root) of a `t` that is accumulated in its dtype, along one dimension or all."""
    dims = () if axis is None else (axis,)
    if 0 < t.numel() <= _FEW and type(correction) is int and correction == 0:
        function = torch.std if root else torch.var
        if keepdims:
            return function(t, dims, False, True)
        # the second argument of the one is the third of the other: no correction
        return function(t, False) if axis is None else function(t, axis, False)
    distance = t - torch.mean(t, dims, True)
    count = t.numel() if axis is None else t.shape[axis]
    v = torch.sum(distance * distance, dims, keepdims) / _divisor(count, correction)
    return torch.sqrt(v) if root else v


def _divisor(count: int, correction: float) -> float:
    """Return what squares are divided by, not below zero; a NaN stays one."""
    return 0 if count <= correction else count - correction


def variance(
    t: torch.Tensor,
    dims: tuple[int, ...],
    dtype: torch.dtype,
    correction: float,
    mask: torch.Tensor | None = None,
    mean: torch.Tensor | None = None,
    root: bool = False,
) -> torch.Tensor:
    """Return the variance (or its root) over `dims`, which stay; the divisor is n - correction."""
    if KIND[dtype] in "biu":
        work = _work(t.dtype) if KIND[t.dtype] in "fc" else default_float()
    else:
        work = _work(dtype)
    # Beside a real dtype only the mean of complex numbers is made real, as in NumPy: distances are complex.
    x = t if t.is_complex() else cast(t, work)
    centre = _mean(x, dims, mask, work) if mean is None else cast(mean, work)
    distance = x - centre
    squares = torch.view_as_real(distance).square().sum(-1) if distance.is_complex() else distance * distance
    count = _count(t, dims, mask)
    divisor: torch.Tensor | float
    if isinstance(count, torch.Tensor):
        divisor = torch.clamp(count - correction, min=0)
    else:
        divisor = _divisor(count, correction)
    v = torch.sum(_masked(squares, mask), dims, keepdim=True) / divisor
    return cast(torch.sqrt(v) if root else v, REAL[dtype])
