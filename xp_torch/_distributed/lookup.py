"""Functions that look up elements by index or by value: each process asks the owners of the elements."""

from __future__ import annotations

import math
from typing import Any

import torch

from xp_torch._array.coercion import output_dtype
from xp_torch._array.ndarray import wrap
from xp_torch._distributed.along import along_vectors, few_slices
from xp_torch._distributed.array import (
    DistributedArray,
    as_array,
    layout_among,
    like,
    place,
    relayout,
    replicated,
    rewrap,
)
from xp_torch._distributed.collectives import agreed, all_gather
from xp_torch._distributed.dispatch import plain_function, rule
from xp_torch._distributed.layout import chunk
from xp_torch._distributed.movement import as_distributed, cut_dim, one_dimension, tried, uncut
from xp_torch._distributed.reductions import written
from xp_torch._distributed.rows import ask
from xp_torch._distributed.views import changed
from xp_torch._facts.promotion import scalar_kind, warn_of_another_kind
from xp_torch._facts.shapes import normalize_axis
from xp_torch._functions import data_type, elementwise
from xp_torch._functions.indexing import take as taking
from xp_torch._functions.manipulation import broadcast, shape
from xp_torch._functions.sorting import sort as sorting

_ALL = slice(None)


@rule("take")
def _take(a: Any, indices: Any, axis: Any = None, out: Any = None, mode: str = "raise") -> Any:
    mesh = layout_among(a, indices, out).mesh
    x = as_distributed(a, mesh)
    if axis is None:
        x, axis = shape.reshape(x, (-1,)), 0
    axis = normalize_axis(axis, x.ndim)
    n = x._shape[axis]
    index = as_array(indices)
    tried("take", x, index, axis, None, mode)
    if mode == "wrap":
        index = elementwise.remainder(index, max(n, 1))
    elif mode == "clip":
        index = elementwise.clip(index, 0, n - 1)
    if out is not None:
        warn_of_another_kind(x._part._dtype, output_dtype(out))
    return written("take", x[(_ALL,) * axis + (index,)], out)


@rule("take_along_axis")
def _take_along_axis(arr: Any, indices: Any, axis: Any = -1) -> Any:
    layout = layout_among(arr, indices)
    x: Any = as_distributed(arr, layout.mesh)
    index: Any = as_distributed(indices, layout.mesh)
    if axis is None:
        x, axis = shape.reshape(x, (-1,)), 0
    axis = normalize_axis(axis, x.ndim)
    # the same function on arrays without rows, for the shape and its errors
    if index.ndim != x.ndim:
        return NotImplemented
    empty = [wrap(torch.empty(_with(a._shape, axis, 0), dtype=a._dtype)) for a in (x, index)]
    new = _with(plain_function("take_along_axis")(*empty, axis).shape, axis, index._shape[axis])
    if x.ndim == 1:
        return x[index]
    x = broadcast.broadcast_to(x, _with(new, axis, x._shape[axis]))
    index = broadcast.broadcast_to(index, new)
    longer = x if x._layout.cut else index
    axes = longer._layout.axes
    if few_slices(x, axis) and index._layout.axes == axes:
        return along_vectors(axis, lambda v, k: v[k], x, index)
    other = uncut(longer, axis, "take_along_axis")._layout.axes
    parts = relayout(x, other)._part, relayout(index, other)._part
    # raises if an index is out of bounds
    part = agreed(lambda: plain_function("take_along_axis")(*parts, axis), layout.mesh)
    return relayout(rewrap(part, new, other, layout.mesh), axes)


def _with(sizes: tuple[int, ...], axis: int, n: int) -> tuple[int, ...]:
    return (*sizes[:axis], n, *sizes[axis + 1 :])


def _longest_part(x: DistributedArray, dim: int) -> list[int]:
    """Return the shape of the largest part along a mesh dimension."""
    axis, sizes = x._layout.axes[dim], list(x._part.shape)
    if axis is not None:
        sizes[axis] = chunk(x._shape[axis], x._layout.sizes[dim], 0)[1]
    return sizes


def by_value(x: Any, values: Any, answer: Any, side: str, dtype: torch.dtype) -> Any:
    """Look up values in a sorted `x`; each answer comes from the process whose rows hold the value.

    ``answer(part, start, values)`` gets the rows of a process and the index of the first one. Values before all rows
    are answered by the first process.
    """
    x = one_dimension(x, 0)
    layout = x._layout
    dim = layout.axes.index(0)
    mesh, size = layout.mesh, layout.sizes[dim]
    part = x._part
    first = part[:1]._tensor if part.shape[0] else part._tensor.new_zeros(1)
    # processes without rows are the last ones
    filled = sum(stop > start for start, stop in (chunk(x._shape[0], size, r) for r in range(size)))
    firsts = wrap(all_gather(first, mesh, dim)[: max(filled, 1), 0])
    start, _ = layout.span(dim, x._shape[0])
    sought = values._part
    flat = sought.reshape(-1)

    def owners(some: torch.Tensor) -> torch.Tensor:
        return (plain_function("searchsorted")(firsts, wrap(some), side)._tensor - 1).clamp(min=0)

    longest = math.prod(_longest_part(values, dim))
    got = ask(owners, flat._tensor, lambda wanted: answer(part, start, wrap(wanted))._tensor, mesh, dim, longest)
    return rewrap(wrap(got.to(dtype).reshape(sought.shape)), values._shape, values._layout.axes, mesh)


@rule("searchsorted")
def _searchsorted(a: Any, v: Any, side: str = "left", sorter: Any = None) -> Any:
    layout = layout_among(a, v, sorter)
    kind = scalar_kind(v)
    tried("searchsorted", a, v, side, sorter)
    if sorter is not None:
        a = taking.take(a, sorter)
    x = as_distributed(a, layout.mesh)
    if kind is not None:
        if not x._layout.cut:
            return place(plain_function("searchsorted")(x._part, v, side), layout.mesh, None)
        common = data_type.result_type(x.dtype, v) if kind != "i" or x.dtype.kind not in "iu" else x.dtype
        try:
            v = wrap(torch.tensor(v, dtype=common.torch))
        except (OverflowError, RuntimeError):
            return NotImplemented
    values = as_distributed(v, layout.mesh)
    if not x._layout.cut:
        return like(plain_function("searchsorted")(x._part, values._part, side), values)

    def answer(part: Any, start: int, wanted: Any) -> Any:
        return wrap(plain_function("searchsorted")(part, wanted, side)._tensor + start)

    return by_value(x, values, answer, side, torch.int64)


@rule("isin")
def _isin(
    element: Any, test_elements: Any, assume_unique: bool = False, invert: bool = False, *, kind: Any = None
) -> Any:
    layout = layout_among(element, test_elements)
    tried("isin", element, test_elements, assume_unique, invert, kind=kind)

    def found(part: Any, test: Any) -> Any:
        return plain_function("isin")(part, test, invert=invert)

    x = as_distributed(element, layout.mesh)
    if type(test_elements) is DistributedArray and test_elements._layout.cut and scalar_kind(element) is None:
        common = data_type.result_type(x.dtype, test_elements.dtype)
        if common.kind in "biuf":
            tests = sorting.sort(shape.reshape(data_type.astype(test_elements, common), (-1,)))
            x = data_type.astype(x, common)
            return by_value(tests, x, lambda part, start, wanted: found(wanted, part), "right", torch.bool)
    return like(found(x._part, replicated(test_elements, "isin")), x)


@rule("put_along_axis", first=True)
def _put_along_axis(arr: Any, indices: Any, values: Any, axis: Any) -> Any:
    if axis is None:
        return NotImplemented
    axis = normalize_axis(axis, arr.ndim)
    layout = arr._layout
    new = _with(arr._shape, axis, indices.shape[axis])
    if cut_dim(arr, axis) is not None:
        key = [wrap(torch.arange(n).reshape([-1 if i == a else 1 for a in range(arr.ndim)])) for i, n in enumerate(new)]
        key[axis] = as_distributed(indices, layout.mesh)
        arr[tuple(key)] = values
        return None
    full: Any = [broadcast.broadcast_to(as_distributed(x, layout.mesh), new) for x in (indices, values)]
    parts = [relayout(x, layout.axes)._part for x in full]
    agreed(lambda: plain_function("put_along_axis")(arr._part, *parts, axis), layout.mesh)
    changed(arr)
    return None
