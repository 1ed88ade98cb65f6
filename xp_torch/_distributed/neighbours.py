"""Functions that combine elements with their neighbours: each process gets the few further rows that it needs."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import torch

from xp_torch._array.ndarray import ndarray, wrap
from xp_torch._distributed.along import along
from xp_torch._distributed.array import (
    DistributedArray,
    as_array,
    beside,
    layout_among,
    place,
    relayout,
    replicated,
    rewrap,
    with_part,
)
from xp_torch._distributed.collectives import tied
from xp_torch._distributed.dispatch import plain_function, rule
from xp_torch._distributed.movement import as_distributed, cut_dim, flat, one_dimension, outline, taken, tried
from xp_torch._distributed.rows import Source, assemble, bounds_of
from xp_torch._distributed.views import stand_for
from xp_torch._facts.shapes import listed_axes, normalize_axes, normalize_axis
from xp_torch._functions import data_type, elementwise
from xp_torch._functions.elementwise import conj
from xp_torch._functions.manipulation import join
from xp_torch._functions.manipulation.move import flip
from xp_torch._functions.mathematical.differences import diff
from xp_torch._functions.searching import where
from xp_torch._functions.statistics.cumulative import cumsum


def rows_between(x: DistributedArray, axis: int, bounds: np.ndarray) -> torch.Tensor:
    """Return the rows of `x`, along the sharded axis, that `bounds` assign to this process.

    `bounds` are the first row of each process and the one after its last; rows may be on several processes.
    """
    source = Source(x._part._tensor, x._shape[axis], range(x._shape[axis]))
    return assemble([source], axis, x._layout.mesh, cut_dim(x, axis), tuple(map(tuple, bounds.tolist())))


def _wider(n: int, size: int, before: int, after: int, least: int = 0) -> np.ndarray:
    """Return the bounds of each process's part, extended by `before` and `after` rows.

    Parts have at least `least` rows; processes without rows stay empty.
    """
    starts, stops = bounds_of(n, size)
    first, last = np.minimum(starts - before, n - least), np.maximum(stops + after, least)
    found = np.stack([np.maximum(first, 0), np.minimum(last, n)])
    return np.where(stops > starts, found, 0)


def _resized(x: DistributedArray, axis: int, n: int) -> tuple[int, ...]:
    return (*x._shape[:axis], n, *x._shape[axis + 1 :])


@rule("gradient", first=True)
def _gradient(f: Any, *varargs: Any, axis: Any = None, edge_order: int = 1) -> Any:
    axes = normalize_axes(axis, f.ndim)
    if len(varargs) > 1 and len(varargs) != len(axes):
        raise TypeError("invalid number of arguments")
    steps: list[Any] = [x if isinstance(x, (int, float, complex)) else as_array(x) for x in varargs] or [1.0]
    if len(steps) == 1 and not getattr(steps[0], "ndim", 0):
        steps *= len(axes)
    plain = plain_function("gradient")
    for along_axis, h in zip(axes, steps, strict=False):
        # the same function on few elements, for its errors
        few = min(f._shape[along_axis], 3)
        spacing = h
        if getattr(h, "ndim", 0):
            spacing = wrap(torch.ones((few if h.shape[0] == f._shape[along_axis] else few + 1, *h.shape[1:])))
        plain(wrap(torch.zeros(few)), replicated(spacing, "gradient"), edge_order=edge_order)
    results = [_derivative(f, h, i, edge_order) for i, h in zip(axes, steps, strict=True)]
    return results[0] if len(axes) == 1 else tuple(results)


def _derivative(f: DistributedArray, h: Any, axis: int, edge_order: int) -> Any:
    """Return the derivative along one axis; `h` holds the spacing or the coordinates of the samples."""
    dim, layout, n = cut_dim(f, axis), f._layout, f._shape[axis]
    plain: Callable[..., Any] = plain_function("gradient")
    if dim is None:
        h = replicated(h, "gradient")
        h = beside(h, layout, (None,) * len(layout.axes)) if isinstance(h, ndarray) else h
        return along("gradient", f, (axis,), lambda part: plain(part, h, axis=axis, edge_order=edge_order))
    bounds = _wider(n, layout.sizes[dim], 1, 1, edge_order + 1)
    (start, stop), first = layout.span(dim, n), int(bounds[0, layout.ranks[dim]])
    part = rows_between(f, axis, bounds)
    if getattr(h, "ndim", 0):
        x: Any = as_distributed(h, layout.mesh)
        x = relayout(x, tuple(0 if i == dim else None for i in range(len(layout.axes))))
        h = wrap(rows_between(x, 0, bounds))
    else:
        h = replicated(h, "gradient")
        h = beside(h, layout, (None,) * len(layout.axes)) if isinstance(h, ndarray) else h
    if start == stop:  # only the dtype counts
        sizes = list(part.shape)
        sizes[axis] = edge_order + 1
        part, h, first = tied(part.new_zeros(sizes), part), 1.0, start
    r = plain(wrap(part), h, axis=axis, edge_order=edge_order)._tensor
    return rewrap(r.narrow(axis, start - first, stop - start), f._shape, layout.axes, layout.mesh)


@rule("convolve", "correlate", named=True)
def _filtered(name: str, a: Any, v: Any, mode: Any = "full") -> Any:
    mesh = layout_among(a, v).mesh
    x, y = as_array(a), as_array(v)
    tried(name, x, y, mode)
    if x.ndim != 1 or y.ndim != 1:
        return NotImplemented
    if not x.size or not y.size:
        plain_function(name)(*(np.zeros(min(v.size, 1)) for v in (x, y)), mode)  # raises
    if name == "correlate":
        y = conj(flip(y)) if y.dtype.kind == "c" else flip(y)
    swapped = x.shape[0] < y.shape[0]
    long, short = (y, x) if swapped else (x, y)
    short = replicated(short, name)
    n, width = long.shape[0], short.shape[0]
    # the first of all sums that is returned, and the number of these
    sums = {0: (width - 1, n - width + 1), 1: ((width - 1) // 2, n), 2: (0, n + width - 1)}
    number = ("valid", "same", "full").index(mode) if isinstance(mode, str) else int(mode)
    offset, count = sums[number]
    if number == 1 and name == "correlate" and swapped:
        offset = width // 2
    convolve = plain_function("convolve")
    if type(long) is not DistributedArray or not long._layout.cut:
        r = convolve(replicated(long, name), short)[offset : offset + count]
        return place(r, mesh, None)
    x = one_dimension(long, 0)
    dim: Any = cut_dim(x, 0)
    layout = x._layout
    low, high = bounds_of(count, layout.sizes[dim]) + offset
    bounds = np.clip(np.stack([low - width + 1, high]), 0, n)
    bounds = np.where(high > low, bounds, 0)
    short = beside(short, layout, (None,) * len(layout.axes))
    part, first = wrap(rows_between(x, 0, bounds)), int(bounds[0, layout.ranks[dim]])
    start, stop = int(low[layout.ranks[dim]]), int(high[layout.ranks[dim]])
    if part.size:
        r = convolve(part, short)._tensor.narrow(0, start - first, stop - start)
    else:
        r = tied(convolve(wrap(part._tensor.new_zeros(1)), short)._tensor[:0], part._tensor)
    return rewrap(r, (count,), layout.axes, layout.mesh)


@rule("lib.sliding_window_view", first=True)
def _sliding_window_view(
    x: Any, window_shape: Any, axis: Any = None, *, subok: bool = False, writeable: bool = False
) -> Any:
    plain = plain_function("lib.sliding_window_view")
    new = outline("lib.sliding_window_view", x, window_shape, axis).shape
    axes = [*range(x.ndim)] if axis is None else normalize_axes(tuple(listed_axes(axis)), x.ndim)
    layout = x._layout
    if not any(a in axes for a in layout.axes):
        return rewrap(plain(x._part, window_shape, axis), new, layout.axes, layout.mesh)

    def widened(x: DistributedArray) -> Any:
        """Return the array with each part extended by the rows that its windows need."""
        for dim, a in enumerate(layout.axes):
            if a is not None and new[a] != x._shape[a]:
                first, last = bounds_of(new[a], layout.sizes[dim])
                bounds = np.where(last > first, np.stack([first, last + x._shape[a] - new[a]]), 0)
                x = with_part(wrap(rows_between(x, a, bounds)), x)
        return x

    def write(x: Any, y: Any) -> None:
        raise ValueError("sliding_window_view returns a copy of an array that is sharded over processes")

    wide = widened(x)
    if wide is not x:
        stand_for(wide, x, widened, write)
    short = [a for a in axes if wide._part.shape[a] < x._shape[a] - new[a] + 1]
    if short:  # this process has no windows
        sizes = [0 if a in short else n for a, n in enumerate(layout.local_shape(new))]
        # a view as on the others, so that all read it anew
        part: Any = wide._part._tensor.as_strided(sizes, [0] * len(sizes))
    else:
        part = plain(wide._part, window_shape, axis)
    return rewrap(part, new, layout.axes, layout.mesh)


@rule("packbits", first=True)
def _packbits(a: Any, /, axis: Any = None, bitorder: str = "big") -> Any:
    plain = plain_function("packbits")
    x = one_dimension(flat(a), 0) if axis is None and a.ndim else a
    if not x.ndim:
        return NotImplemented
    axis = 0 if axis is None else normalize_axis(axis, x.ndim)
    tried("packbits", x, axis, bitorder)
    n = -(-x._shape[axis] // 8)
    part, dim = x._part, cut_dim(x, axis)
    if dim is not None:
        bounds = np.minimum(bounds_of(n, x._layout.sizes[dim]) * 8, x._shape[axis])
        part = wrap(rows_between(x, axis, bounds))
    return rewrap(plain(part, axis, bitorder), _resized(x, axis, n), x._layout.axes, x._layout.mesh)


@rule("unwrap", first=True)
def _unwrap(p: Any, discont: Any = None, axis: int = -1, *, period: Any = 2 * math.pi) -> Any:
    axis = normalize_axis(axis, p.ndim)
    if cut_dim(p, axis) is None:
        plain = plain_function("unwrap")
        return along("unwrap", p, (axis,), lambda part: plain(part, discont, axis, period=period))
    kind = tried("unwrap", p, discont, axis, period=period).dtype
    steps: Any = diff(p, axis=axis)
    limit = period / 2 if discont is None else discont
    if kind.kind in "iu":
        high, rest = divmod(period, 2)
        ambiguous = rest == 0
    else:
        high, ambiguous = period / 2, True
    low = -high
    wrapped: Any = elementwise.remainder(steps - low, period) + low
    if ambiguous:
        wrapped = where((wrapped == low) & (steps > 0), data_type.astype(as_array(high), wrapped.dtype), wrapped)
    correction: Any = where(abs(steps) < limit, 0, wrapped - steps)
    rest = taken(p, axis, 1, None) + cumsum(correction, axis=axis)
    return join.concat([data_type.astype(part, kind) for part in (taken(p, axis, 0, 1), rest)], axis=axis)
