"""Reductions: each process reduces its part; then all reduce the gathered results in the same order."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import torch

from xp_torch._array.coercion import as_tensor, check_output
from xp_torch._array.ndarray import ndarray, wrap
from xp_torch._array.ufunc import methods
from xp_torch._array.ufunc.reduction import by_halves, reduction_axes, reduction_dtype
from xp_torch._distributed import collectives
from xp_torch._distributed.along import along
from xp_torch._distributed.array import DistributedArray, layout_among, place, relayout, replicated, rewrap, whole
from xp_torch._distributed.collectives import all_gather, tied
from xp_torch._distributed.dispatch import plain_function, rule
from xp_torch._distributed.elementwise import part_of
from xp_torch._distributed.layout import Layout, chunk
from xp_torch._distributed.rows import bounds_of
from xp_torch._distributed.views import changed
from xp_torch._facts.defaults import default_float
from xp_torch._facts.dtypes import KIND, as_dtype
from xp_torch._facts.no_value import NO_VALUE
from xp_torch._facts.shapes import reduced_shape
from xp_torch._functions import elementwise as ufuncs
from xp_torch._functions.searching import where
from xp_torch._functions.statistics import reductions


def reduced_axes(layout: Layout, axes: tuple[int, ...], keepdims: Any) -> tuple[int | None, ...]:
    """Return the sharded axes of a layout after a reduction over `axes`."""
    kept = [None if a is None or a in axes else a for a in layout.axes]
    return tuple(a if a is None or keepdims else a - sum(i < a for i in axes) for a in kept)


def _of_stack(combine: Callable[[ndarray, bool], ndarray], last: bool) -> Callable[[torch.Tensor], torch.Tensor]:
    return lambda stack: combine(wrap(stack), last)._tensor


def over_axes(
    x: DistributedArray,
    axes: tuple[int, ...],
    keepdims: Any,
    reduce_part: Callable[[ndarray], ndarray],
    combine: Callable[[ndarray, bool], ndarray],
) -> DistributedArray:
    """Return a reduction of `x` over `axes`.

    `reduce_part` reduces the part of a process, and keeps the axes with size one. ``combine(stack, last)`` reduces the
    results of the processes along a new first axis; `last` says whether that completes the reduction.
    """
    layout, shape = x._layout, x._shape
    dims = [dim for dim, a in enumerate(layout.axes) if a is not None and a in axes]
    part = x._part
    if dims and 0 in part.shape and 0 not in shape:
        # Without rows there is nothing to reduce, and the others leave the result out; only its dtype counts.
        sizes = [1 if i in axes else n for i, n in enumerate(part.shape)]
        lone = reduce_part(wrap(part._tensor.new_ones([n or 1 for n in part.shape])))
        # connected to the autograd graph of the part, as on other processes
        part = wrap((part._tensor.sum() * 0).to(lone._dtype).expand(sizes))
    else:
        part = reduce_part(part)
    for dim in dims:
        n, size = shape[layout.axes[dim]], layout.sizes[dim]  # type: ignore[index]
        used = -(-n // chunk(n, size, 0)[1]) if n else size
        last = dim == dims[-1]
        part = wrap(collectives.reduced(part._tensor, _of_stack(combine, last), used, layout.mesh, dim))
    t = part._tensor if keepdims or not axes else part._tensor.squeeze(axes)
    return rewrap(t, reduced_shape(shape, axes, bool(keepdims)), reduced_axes(layout, axes, keepdims), layout.mesh)


def written(name: str, result: Any, out: Any, casting: str = "unsafe") -> Any:
    """Return `result`, written to `out` if that is given and `casting` allows it; NotImplemented stays unchanged."""
    if out is None or out is ... or result is NotImplemented:
        return result
    if tuple(out.shape) != result.shape:
        raise ValueError(f"{name}: out must have the shape {result.shape} of the result, got {tuple(out.shape)}")
    check_output(name, result._part._tensor, out, casting)
    if type(out) is DistributedArray:
        out._part[...] = relayout(result, out._layout.axes)._part.astype(out.dtype, copy=False)
        changed(out)
    else:
        out[...] = whole(result).astype(out.dtype, copy=False)
    return out


@rule("ufunc.reduce")
def _reduce(
    self: Any,
    array: Any,
    /,
    axis: Any = 0,
    dtype: Any = None,
    out: Any = None,
    keepdims: Any = False,
    initial: Any = NO_VALUE,
    where: Any = True,
) -> Any:
    name = self.__name__
    op = methods.record_of(self)
    if op is None or not by_halves(op):
        return NotImplemented
    x = array
    if type(x) is not DistributedArray:
        x = place(wrap(as_tensor(x)), layout_among(where, out).mesh, None)
    axes = reduction_axes(axis, x.ndim)
    if not axes:
        return NotImplemented
    mask = part_of(where, x._layout, x._shape, name)
    loop = reduction_dtype(op, x._dtype, dtype, out)
    narrow = name in ("add", "multiply") and KIND[loop] == "f" and loop.itemsize == 2
    if narrow:
        dtype = torch.float32  # rounded once, at the end
    elif dtype is None and out is not None:
        dtype = loop
    start = NO_VALUE if initial is NO_VALUE else whole(initial)
    parted = any(a in axes for a in x._layout.axes)
    first = NO_VALUE if parted and op.identity is not None and start is not None else start
    result = over_axes(
        x,
        axes,
        keepdims,
        lambda part: self.reduce(part, axes, dtype, None, True, first, mask if part is x._part else True),
        lambda stack, last: self.reduce(stack, 0, dtype, None, False, start if last else NO_VALUE),
    )
    if narrow:
        result = rewrap(result._part._tensor.to(loop), result._shape, result._layout.axes, result._layout.mesh)
    return written(name, result, out)


@rule("ufunc.reduceat")
def _reduceat(self: Any, array: Any, /, indices: Any, axis: Any = 0, dtype: Any = None, out: Any = None) -> Any:
    x, op = array, methods.record_of(self)
    if type(x) is not DistributedArray or not x.ndim or op is None or not by_halves(op):
        return NotImplemented
    starts = replicated(indices, f"{op.name}.reduceat")
    (axis,) = reduction_axes(axis, x.ndim)
    layout, n = x._layout, x._shape[axis]
    if axis not in layout.axes:
        return written(op.name, along(op.name, x, (axis,), lambda part: self.reduceat(part, starts, axis, dtype)), out)
    self.reduceat(wrap(torch.zeros(1, dtype=x._dtype).expand(n)), starts, 0, dtype)  # for its errors
    loop = as_dtype(reduction_dtype(op, x._dtype, dtype, out))
    first = np.asarray(starts, dtype=np.int64)
    # a slice ends where the next one starts, and has one row at least
    last = np.maximum(np.append(first[1:], n), first + 1)[: len(first)]
    dim = layout.axes.index(axis)
    low, high = bounds_of(n, layout.sizes[dim])[:, :, None]
    bounds = np.stack([np.maximum(first, low), np.minimum(last, high)], axis=-1)
    has = torch.from_numpy(bounds[..., 1] > bounds[..., 0])
    rank, rows = layout.ranks[dim], x._part._tensor.movedim(axis, 0)
    if has[rank].any():
        found = _of_slices(self, wrap(rows), bounds[rank][has[rank].numpy()] - low[rank], loop)
        # any value for slices that are not here
        own = _rows_at(found, (has[rank].cumsum(0) - 1).clamp(min=0))
    else:
        own = tied(torch.zeros((len(first), *rows.shape[1:]), dtype=loop.torch, device=rows.device), rows)
    parts = all_gather(own, layout.mesh, dim)
    total, known = wrap(parts[0]), has[0]
    for part, more in zip(parts[1:], has[1:], strict=True):
        one, both = (wrap(m.reshape(-1, *[1] * (part.ndim - 1)).to(rows.device)) for m in (more, more & known))
        combined = self(total, wrap(part), dtype=loop)
        total, known = where(both, combined, where(one, wrap(part), total)), known | more
    axes = tuple(None if a == axis else a for a in layout.axes)
    shape = (*x._shape[:axis], len(first), *x._shape[axis + 1 :])
    return written(op.name, rewrap(total._tensor.movedim(0, axis), shape, axes, layout.mesh), out)


def _rows_at(rows: torch.Tensor, places: torch.Tensor) -> torch.Tensor:
    return plain_function("take")(wrap(rows), wrap(places.to(rows.device)), 0)._tensor


def _of_slices(ufunc: Any, rows: ndarray, bounds: np.ndarray, dtype: Any) -> torch.Tensor:
    """Return the reduction of each slice of rows that `bounds` give."""
    inner = bounds[:, 1] < rows.shape[0]
    found = []
    if inner.any():  # the results between two slices are not used
        found.append(ufunc.reduceat(rows, bounds[inner].reshape(-1), 0, dtype)._tensor[::2])
    found += [ufunc.reduceat(rows, start, 0, dtype)._tensor for start in bounds[~inner, :1]]
    order = np.concatenate([np.flatnonzero(inner), np.flatnonzero(~inner)])
    return _rows_at(torch.cat(found), torch.from_numpy(np.argsort(order)))


#: The ufunc of each function that reduces by one.
_FUNCTIONS = {
    "sum": ufuncs.add,
    "prod": ufuncs.multiply,
    "max": ufuncs.maximum,
    "min": ufuncs.minimum,
    "all": ufuncs.logical_and,
    "any": ufuncs.logical_or,
}


@rule("sum", "prod", named=True)
def _sum(
    name: str, a: Any, axis: Any, dtype: Any, out: Any, keepdims: Any, initial: Any = NO_VALUE, where: Any = True
) -> Any:
    return _reduce(_FUNCTIONS[name], a, axis, dtype, out, keepdims, initial, where)


@rule("max", "min", "all", "any", named=True)
def _max(name: str, a: Any, axis: Any, out: Any, keepdims: Any, initial: Any = NO_VALUE, where: Any = True) -> Any:
    return _reduce(_FUNCTIONS[name], a, axis, None, out, keepdims, initial, where)


@rule("count_nonzero")
def _count_nonzero(a: Any, axis: Any = None, *, keepdims: bool = False) -> Any:
    axes = reduction_axes(axis, a.ndim) if type(a) is DistributedArray else ()
    if not axes:
        return ufuncs.not_equal(a, 0).sum(axis, keepdims=keepdims)
    count, total = plain_function("count_nonzero"), plain_function("sum")
    return over_axes(
        a, axes, keepdims, lambda part: count(part, axes, keepdims=True), lambda stack, last: total(stack, 0)
    )


def _exponentials(x: Any, axis: Any) -> tuple[Any, Any, Any]:
    """Return `x` minus its maximum, the sum of the exponentials of this difference, and the maximum."""
    x = x if KIND[x._dtype] in "fc" else x.astype(as_dtype(default_float()))
    largest = reductions.max(x, axis, keepdims=True)
    largest = where(ufuncs.isfinite(largest), largest, 0)
    shifted = x - largest
    return shifted, reductions.sum(ufuncs.exp(shifted), axis, keepdims=True), largest


def _is_parted(x: Any, axis: Any) -> bool:
    return type(x) is DistributedArray and not set(reduction_axes(axis, x.ndim)).isdisjoint(x._layout.axes)


@rule("special.logsumexp", first=True)
def _logsumexp(a: Any, axis: Any = None, b: Any = None, keepdims: bool = False, return_sign: bool = False) -> Any:
    if b is not None or return_sign:
        return NotImplemented
    if not _is_parted(a, axis):
        axes, logsumexp = reduction_axes(axis, a.ndim), plain_function("special.logsumexp")
        return along("special.logsumexp", a, axes, lambda part: logsumexp(part, axis, None, keepdims), not keepdims)
    if KIND[a._dtype] == "c":
        return NotImplemented
    _, total, largest = _exponentials(a, axis)
    result = ufuncs.log(total) + largest
    return result if keepdims else reductions.sum(result, axis)


@rule("special.softmax", "special.log_softmax", named=True)
def _softmax(name: str, x: Any, axis: Any = None) -> Any:
    if not _is_parted(x, axis):
        return along(name, x, reduction_axes(axis, x.ndim), lambda part: plain_function(name)(part, axis))
    shifted, total, _ = _exponentials(x, axis)
    return shifted - ufuncs.log(total) if name == "special.log_softmax" else ufuncs.exp(shifted) / total
