"""Reductions over dimensions, and running sums and products, for every dtype.

A reduction takes the tensor, the dimensions (at least one) and the dtype of the result. Integers are reduced as int64,
which is exact modulo 2^n for every width n; floats of 16 bits as float32, rounded once.
"""

from __future__ import annotations

import builtins
import math
from collections.abc import Callable

import torch

from xp_torch._facts.defaults import floating
from xp_torch._facts.dtypes import BOUNDS, DETOUR, KIND, REAL, SAME_WIDTH_SIGNED
from xp_torch._facts.torch_errors import explained
from xp_torch._facts.torch_state import is_compiling, is_differentiated, is_differentiated_twice
from xp_torch._kernels import any_order, host_functions
from xp_torch._kernels.bit_views import from_ordered_bits, ordered_bits, signed_bits, torch_where
from xp_torch._kernels.blocks import in_blocks, may_be_divided, running_in_blocks
from xp_torch._kernels.cast import cast
from xp_torch._kernels.host import extreme_by_numpy
from xp_torch._kernels.searching import arg_extreme, count_along, count_of, truth
from xp_torch._kernels.sorting import gather
from xp_torch._kernels.thresholds import FEW, FEW_TO_VARY_IN_ONE_PASS, MANY_FOR_AMAX

_WIDEST = max((d for d in BOUNDS if KIND[d] == "i"), key=lambda d: d.itemsize)


def merge_dims(t: torch.Tensor, dims: tuple[int, ...]) -> torch.Tensor:
    """Return `t` with `dims` merged into one, which comes last."""
    if len(dims) == 1:
        return t.movedim(dims[0], -1)
    return t.movedim(dims, tuple(range(-len(dims), 0))).flatten(-len(dims))


def accumulator(dtype: torch.dtype) -> torch.dtype:
    """Return the dtype in which results of `dtype` are accumulated."""
    return _WIDEST if KIND[dtype] in "biu" else DETOUR.get(dtype, dtype)


def operand(t: torch.Tensor, dtype: torch.dtype) -> torch.Tensor:
    """Return `t` so that torch accumulates it: cast to `dtype` first, unless both are integers (modulo 2^n)."""
    both = KIND[t.dtype] + KIND[dtype]
    if (dtype in DETOUR and t.dtype is not dtype) or not (both == "ff" or (both[0] in "biu" and both[1] in "iu")):
        t = cast(t, dtype)
    if t.dtype not in SAME_WIDTH_SIGNED:
        return t
    return cast(t, DETOUR[t.dtype]) if t.dtype in DETOUR else signed_bits(t)


def narrowed(r: torch.Tensor, dtype: torch.dtype) -> torch.Tensor:
    """Return the accumulated result `r` in `dtype`; integers wrap."""
    return r.view(dtype) if SAME_WIDTH_SIGNED.get(dtype) is r.dtype else cast(r, dtype)


def is_direct(own: torch.dtype, wide: torch.dtype, widens: bool) -> bool:
    """Return whether torch reduces `own` to `wide` without a copy of the elements; `widens` for sums and products."""
    return SAME_WIDTH_SIGNED.get(own, own) is wide and (widens or KIND[own] != "c")


def sum(t: torch.Tensor, dims: tuple[int, ...], dtype: torch.dtype) -> torch.Tensor:
    """Return the sum over `dims`."""
    if t.dtype is torch.bool and dtype is torch.int64 and len(dims) == t.ndim:
        return count_of(t, torch.bool)
    return narrowed(torch.sum(operand(t, dtype), dims, dtype=accumulator(dtype)), dtype)


def prod(t: torch.Tensor, dims: tuple[int, ...], dtype: torch.dtype) -> torch.Tensor:
    """Return the product over `dims`."""
    return narrowed(torch.prod(merge_dims(operand(t, dtype), dims), -1, dtype=accumulator(dtype)), dtype)


def _running(function: Callable, combine: Callable, t: torch.Tensor, dim: int, dtype: torch.dtype) -> torch.Tensor:
    """Return the running reduction of `t` along `dim`, accumulated in a wider dtype."""
    wide = accumulator(dtype)
    if dtype not in DETOUR:
        return narrowed(function(operand(t, dtype), dim, dtype=wide), dtype)
    return running_in_blocks(lambda x: function(operand(x, dtype), dim, dtype=wide), combine, t, dim, dtype)


def cumsum(t: torch.Tensor, dim: int, dtype: torch.dtype) -> torch.Tensor:
    """Return the running sum along `dim`."""
    return _running(torch.cumsum, torch.add, t, dim, dtype)


def cumprod(t: torch.Tensor, dim: int, dtype: torch.dtype) -> torch.Tensor:
    """Return the running product along `dim`."""
    return _running(products, torch.mul, t, dim, dtype)


def products(t: torch.Tensor, dim: int, dtype: torch.dtype | None = None) -> torch.Tensor:
    """Return the running product in a dtype of torch's choice."""
    if is_differentiated_twice(t):
        return any_order.cumprod(t if dtype is None else t.to(dtype), dim)
    return torch.cumprod(t, dim, dtype=dtype)


def _extreme(t: torch.Tensor, dims: tuple[int, ...], largest: bool) -> torch.Tensor:
    if t.is_complex():
        # of several NaNs the one that comes first in memory stays, as in NumPy
        flat = merge_dims(t, tuple(sorted(dims, key=t.stride, reverse=True)))
        return gather(flat, -1, arg_extreme(flat, -1, largest).unsqueeze(-1)).squeeze(-1)
    reduce = torch.amax if largest else torch.amin
    if t.dtype in SAME_WIDTH_SIGNED:
        result = host_functions.integer_extreme(t, dims, largest)
        return from_ordered_bits(reduce(ordered_bits(t), dims), t.dtype) if result is None else result
    return reduce(t, dims)


def max(t: torch.Tensor, dims: tuple[int, ...], dtype: torch.dtype) -> torch.Tensor:
    """Return the largest element over `dims`; NaNs propagate, complex numbers compare lexicographically."""
    return _extreme(t, dims, largest=True)


def min(t: torch.Tensor, dims: tuple[int, ...], dtype: torch.dtype) -> torch.Tensor:
    """Return the smallest element over `dims`; NaNs propagate, complex numbers compare lexicographically."""
    return _extreme(t, dims, largest=False)


def _extreme_number(t: torch.Tensor, dims: int | tuple[int, ...] | None, keepdim: bool, largest: bool) -> torch.Tensor:
    axes = tuple(range(t.ndim)) if dims is None else (dims,) if isinstance(dims, int) else dims
    if KIND[t.dtype] not in "fc":
        r = _extreme(t, axes, largest)
    elif (result := extreme_by_numpy(t, axes, largest)) is not None:
        r = result
    else:
        nan, worst = torch.isnan(t), -math.inf if largest else math.inf
        fill = torch.full((), complex(worst, worst) if t.is_complex() else worst, dtype=t.dtype, device=t.device)
        r = torch.where(torch.all(nan, axes), math.nan, _extreme(torch.where(nan, fill, t), axes, largest))
    return r.unsqueeze(axes[0]) if keepdim else r


def fmax(t: torch.Tensor, dims: int | tuple[int, ...] | None = None, keepdim: bool = False) -> torch.Tensor:
    """Return the largest element over `dims` that is not NaN, NaN if there is none; `keepdim` is for one dimension."""
    return _extreme_number(t, dims, keepdim, largest=True)


def fmin(t: torch.Tensor, dims: int | tuple[int, ...] | None = None, keepdim: bool = False) -> torch.Tensor:
    """Return the smallest element over `dims` that is not NaN, NaN if there is none; `keepdim` is for one dimension."""
    return _extreme_number(t, dims, keepdim, largest=False)


def _masked(t: torch.Tensor, mask: torch.Tensor | None) -> torch.Tensor:
    return t if mask is None else torch_where(mask, t, torch.zeros((), dtype=t.dtype, device=t.device))


def _kept(t: torch.Tensor, dims: tuple[int, ...]) -> list[int]:
    """Return the shape of `t` with size one for `dims`."""
    return [1 if i in dims else size for i, size in enumerate(t.shape)]


def count(t: torch.Tensor, dims: tuple[int, ...], mask: torch.Tensor | None) -> torch.Tensor | int:
    """Return the number of elements over `dims`, or of True in a mask, with `dims` kept."""
    if mask is None:
        return math.prod([t.shape[i] for i in dims])
    return count_along(mask, dims).reshape(_kept(mask, dims))


def _mean(t: torch.Tensor, dims: tuple[int, ...], mask: torch.Tensor | None, dtype: torch.dtype) -> torch.Tensor:
    """Return the mean over `dims`, kept, in the dtype that accumulates `dtype` (floating for integers)."""
    work = accumulator(dtype)
    total = None
    if may_be_divided(t) and KIND[t.dtype] in "biu" and KIND[dtype] != "b" and dtype not in DETOUR:
        total = host_functions.reduced(t, "add", dims, work, mask)
    if total is None and mask is None and t.dtype is work:
        total = torch.sum(t, dims)
    elif total is None:
        total = in_blocks(
            lambda x, m: torch.sum(operand(_masked(x, m), dtype), dims, dtype=work), torch.add, dims, t, mask
        )
    total = total.reshape(_kept(t, dims))
    if KIND[dtype] in "iu":
        total = narrowed(total, dtype)  # integers wrap before the division, as in NumPy
    return cast(total, floating(total.dtype)) / count(t, dims, mask)


def weighted_sum(t: torch.Tensor, weights: torch.Tensor, dims: tuple[int, ...], dtype: torch.dtype) -> torch.Tensor:
    """Return the sum over `dims` of `t`, multiplied by `weights` in `dtype`."""

    def sum_of(x: torch.Tensor, w: torch.Tensor) -> torch.Tensor:
        if x.ndim == w.ndim == 1 and x.dtype is w.dtype is dtype is torch.float64:
            return torch.dot(x, w)
        return torch.sum(operand(cast(x, dtype) * cast(w, dtype), dtype), dims, dtype=accumulator(dtype))

    return narrowed(in_blocks(sum_of, torch.add, dims, t, weights), dtype)


def share_of(t: torch.Tensor, dtype: torch.dtype) -> torch.Tensor:
    """Return the share of true elements of a non-empty boolean tensor."""
    return count_of(t, _bool).to(dtype) / t.numel()


@explained
def mean(t: torch.Tensor, dims: tuple[int, ...], dtype: torch.dtype, mask: torch.Tensor | None = None) -> torch.Tensor:
    """Return the mean over `dims`, kept, of the elements in `mask`, computed in `dtype`."""
    return cast(_mean(t, dims, mask, dtype), dtype)


#: Integer dtypes with extremes along a dimension that NumPy finds faster.
_LONG = (torch.int32, torch.int64)
_max, _min, _all, _any, _bool = torch.max, torch.min, torch.all, torch.any, torch.bool
_Tensor = torch.Tensor


def max_of(t: torch.Tensor) -> torch.Tensor:
    """Return the largest element; NaNs propagate. For the dtypes that torch itself orders."""
    return _max(t) if type(t) is not _Tensor or t.numel() < MANY_FOR_AMAX else torch.amax(t)


def min_of(t: torch.Tensor) -> torch.Tensor:
    """Return the smallest of all elements of a dtype that torch orders itself; NaNs propagate."""
    few = type(t) is not _Tensor or t.numel() < MANY_FOR_AMAX
    return _min(t) if few or not t.is_floating_point() else torch.amin(t)


def max_along(t: torch.Tensor, dim: int, keepdim: bool = False) -> torch.Tensor:
    """Return the largest elements along a dimension of a dtype that torch orders itself; NaNs propagate."""
    result = host_functions.extreme(t, dim, True, keepdim) if t.dtype in _LONG else None
    return torch.amax(t, dim, keepdim) if result is None else result


def min_along(t: torch.Tensor, dim: int, keepdim: bool = False) -> torch.Tensor:
    """Return the smallest elements along a dimension of a dtype that torch orders itself; NaNs propagate."""
    result = host_functions.extreme(t, dim, False, keepdim) if t.dtype in _LONG else None
    return torch.amin(t, dim, keepdim) if result is None else result


def all_of(t: torch.Tensor) -> torch.Tensor:
    """Return whether every element is true."""
    if is_compiling() or type(t) is not _Tensor or t.numel() < FEW:
        return _all(t if t.dtype is _bool else t != 0)
    result = host_functions.all_true(t)
    return _all(truth(t)) if result is None else result


def any_of(t: torch.Tensor) -> torch.Tensor:
    """Return whether any element is true."""
    if is_compiling() or type(t) is not _Tensor or t.numel() < FEW:
        return _any(t if t.dtype is _bool else t != 0)
    result = host_functions.any_true(t)
    return _any(truth(t)) if result is None else result


def all(t: torch.Tensor, dims: int | tuple[int, ...], keepdim: bool = False) -> torch.Tensor:
    """Return whether every element over `dims` is true."""
    result = host_functions.all_true(t, dims, keepdim)
    return torch.all(truth(t), dims, keepdim) if result is None else result


def any(t: torch.Tensor, dims: int | tuple[int, ...], keepdim: bool = False) -> torch.Tensor:
    """Return whether any element over `dims` is true."""
    result = host_functions.any_true(t, dims, keepdim)
    return torch.any(truth(t), dims, keepdim) if result is None else result


#: Share of the elements whose distances from the mean are held at once.
_SHARE = 16


def _squares(
    t: torch.Tensor, dims: tuple[int, ...], mask: torch.Tensor | None, centre: torch.Tensor, work: torch.dtype
) -> torch.Tensor:
    """Return the sum over `dims`, kept, of the squared distances from `centre`."""

    def sum_of(t: torch.Tensor, mask: torch.Tensor | None, centre: torch.Tensor) -> torch.Tensor:
        # masked before they are squared, so that a NaN outside of the mask has no effect on gradients
        distance = _masked((t if t.is_complex() else cast(t, work)) - centre, mask)
        if distance.is_complex():
            return torch.sum(torch.view_as_real(distance).square(), (*dims, -1))
        return torch.sum(distance * distance, dims)

    return in_blocks(sum_of, torch.add, dims, t, mask, centre, share=_SHARE).reshape(_kept(t, dims))


def variance_of(t: torch.Tensor, axis: int | None, correction: float, keepdims: bool, root: bool) -> torch.Tensor:
    """Return the variance (or its root) of a `t` that is accumulated in its dtype, along one dimension or all."""
    dims = () if axis is None else (axis,)
    few = type(t) is not _Tensor or is_compiling() or 0 < t.numel() <= FEW_TO_VARY_IN_ONE_PASS
    if few and type(correction) is int and correction == 0:
        function = torch.std if root else torch.var
        if keepdims:
            # torch's derivative over the axes `()`, which are all, is wrong
            return function(t, tuple(range(t.ndim)) if axis is None else axis, False, True)
        # `False` is torch's argument `unbiased`: no correction
        return function(t, False) if axis is None else function(t, axis, False)
    result = None if few else host_functions.variance(t, axis, correction, keepdims, root)
    if result is not None:
        return result
    n = t.numel() if axis is None else t.shape[axis]
    every = tuple(range(t.ndim)) if axis is None else (axis % t.ndim,)
    v = _squares(t, every, None, torch.mean(t, dims, True), t.dtype) / _divisor(n, correction)
    v = _root(v) if root else v
    return v if keepdims else v.squeeze(every)


def _root(v: torch.Tensor) -> torch.Tensor:
    """Return the square root of variances; its derivative at 0 is 0, as for `torch.std`."""
    if not is_differentiated(v):
        return torch.sqrt(v)
    zero = v == 0
    return torch.where(zero, 0.0, torch.sqrt(torch.where(zero, 1.0, v)))


def _divisor(n: int, correction: float) -> float:
    """Return the divisor of the sum of squares: not negative, or NaN if the correction is NaN."""
    return builtins.max(n - correction, 0)


@explained
def variance(
    t: torch.Tensor,
    dims: tuple[int, ...],
    dtype: torch.dtype,
    correction: float,
    mask: torch.Tensor | None = None,
    mean: torch.Tensor | None = None,
    root: bool = False,
    least: float = 0.0,
) -> torch.Tensor:
    """Return the variance (or its root) over `dims`, which are kept with size one.

    The divisor is n - correction. With a mask, `least` replaces a divisor that is not positive.
    """
    work = accumulator(floating(t.dtype) if KIND[dtype] in "biu" else dtype)
    # With a real dtype only the mean of complex numbers is made real, as in NumPy: distances are complex.
    centre = _mean(t, dims, mask, work) if mean is None else cast(mean, work)
    squares = _squares(t, dims, mask, centre, work)
    n = count(t, dims, mask)
    if isinstance(n, torch.Tensor):
        freedom = n - correction
        divisor = torch.where(freedom <= 0, least, freedom)
    else:
        divisor = _divisor(n, correction)  # type: ignore[assignment]
    v = squares / divisor
    return cast(_root(v) if root else v, REAL[dtype])
