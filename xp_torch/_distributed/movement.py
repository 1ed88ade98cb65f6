"""Functions that move elements: views, slices and joins along the sharded axis, and reshapes.

Along axes that are not sharded the function itself moves the parts. Along the sharded axis the rows that change process
are sent.
"""

from __future__ import annotations

import math
import weakref
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np
import torch

from xp_torch._array.coercion import as_tensor
from xp_torch._array.ndarray import ndarray, wrap
from xp_torch._distributed.along import freed
from xp_torch._distributed.array import (
    DistributedArray,
    as_array,
    as_view,
    layout_among,
    place,
    relayout,
    replicated,
    rewrap,
    whole,
)
from xp_torch._distributed.collectives import agreed, broadcast, steps, sum_of_gradients
from xp_torch._distributed.dispatch import plain_function, rule
from xp_torch._distributed.guard import gathered
from xp_torch._distributed.layout import chunk, layout_of
from xp_torch._distributed.reductions import written
from xp_torch._distributed.rows import Source, assemble, bounds_of, evened, evened_counts
from xp_torch._distributed.views import is_copy, stand_for
from xp_torch._facts.no_value import NO_VALUE
from xp_torch._facts.shapes import broadcast_shapes, listed_axes, normalize_axes, normalize_axis, normalize_shape
from xp_torch._facts.torch_state import base_of
from xp_torch._functions import data_type, elementwise
from xp_torch._functions.manipulation import broadcast as broadcasting
from xp_torch._functions.manipulation import join, shape
from xp_torch._functions.statistics import reductions

_ALL = slice(None)
_PRIMES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53)


def cut_dim(x: DistributedArray, axis: int) -> int | None:
    """Return the mesh dimension over which an axis is sharded, or None."""
    axes = x._layout.axes
    return axes.index(axis) if axis in axes else None


def one_dimension(x: Any, axis: int | None) -> DistributedArray:
    """Return the array sharded only along `axis`, over the first mesh dimension that shards it."""
    axes = x._layout.axes
    dim = next((i for i, a in enumerate(axes) if a is not None), 0)
    return relayout(x, tuple(axis if i == dim else None for i in range(len(axes))))


def outline(name: str, x: Any, *args: Any) -> Any:
    """Call a function that makes views with an array without values, in the shape of the whole `x`."""
    return plain_function(name)(wrap(torch.empty(x.shape, dtype=x._dtype, device="meta")), *args)


def tried(name: str, *args: Any, **kwargs: Any) -> Any:
    """Call a function with tiny arrays in place of arrays, for its errors and the dtype of the result."""

    def small(x: Any) -> Any:
        if isinstance(x, (ndarray, np.ndarray)):
            kind = x._dtype if isinstance(x, ndarray) else as_tensor(x).dtype
            return wrap(torch.zeros((1,) * x.ndim, dtype=kind))
        return type(x)(map(small, x)) if type(x) in (list, tuple) else x

    return plain_function(name)(*map(small, args), **{key: small(value) for key, value in kwargs.items()})


def along_axis(x: DistributedArray, axis: int, *ranges: range) -> DistributedArray:
    """Return the rows of `x` in the ranges `ranges` along an axis, joined in order."""
    return _joined([(x, taken) for taken in ranges], axis, x)


def taken(x: Any, axis: int, start: int | None, stop: int | None, step: int | None = None) -> Any:
    """Return ``x[start:stop:step]`` along an axis."""
    n = x._shape[axis]
    return along_axis(x, axis, range(*slice(start, stop, step).indices(n)))


def _joined(pieces: Sequence[tuple[Any, range]], axis: int, like: DistributedArray) -> DistributedArray:
    """Join ranges of arrays of one dtype along an axis; the result is sharded as `like` is.

    Arrays that are plain are the same on every process.
    """
    layout = like._layout
    sizes = list(like._shape)
    sizes[axis] = sum(len(taken) for _, taken in pieces)
    dim = cut_dim(like, axis)
    sources = []
    for x, taken in pieces:
        if type(x) is DistributedArray:
            part = relayout(x, layout.axes)._part
        else:
            part = place(x, layout.mesh, tuple(None if i == dim else a for i, a in enumerate(layout.axes)))._part
        t, is_whole = part._tensor, type(x) is not DistributedArray or dim is None
        if is_whole and dim is not None:
            t = sum_of_gradients(t, layout.mesh, dim)
        sources.append(Source(t, x.shape[axis], taken, is_whole))
    return rewrap(wrap(assemble(sources, axis, layout.mesh, dim)), sizes, layout.axes, layout.mesh)


def row(x: DistributedArray, axis: int, index: int) -> DistributedArray:
    """Return ``x[index]`` along an axis, on every process along the sharded axis."""
    layout, dim = x._layout, cut_dim(x, axis)
    shape = x._shape[:axis] + x._shape[axis + 1 :]
    axes = tuple(None if i == dim else a if a is None or a < axis else a - 1 for i, a in enumerate(layout.axes))
    t = x._part._tensor
    if dim is None:
        return rewrap(wrap(t.select(axis, index)), shape, axes, layout.mesh)
    start, stop = layout.span(dim, x._shape[axis])
    rows = t.movedim(axis, 0)
    mine = rows[index - start : index - start + 1] if start <= index < stop else rows[:0]
    owner = index // chunk(x._shape[axis], layout.sizes[dim], 0)[1]
    return rewrap(wrap(broadcast(mine, owner, layout.mesh, dim).reshape(rows.shape[1:])), shape, axes, layout.mesh)


# Views of the axes.


def _view_along(x: DistributedArray, axes: tuple[int | None, ...]) -> DistributedArray:
    """Return the array sharded along other axes as a view: writes to it reach `x`, too."""
    y = relayout(x, axes)
    return y if y is x else as_view(y, x, [Ellipsis])


@rule(
    *("transpose", "permute_dims", "matrix_transpose", "moveaxis", "swapaxes", "rollaxis", "expand_dims"),
    "ndarray.transpose",
    named=True,
)
def _moved(name: str, x: Any, *args: Any, **kwargs: Any) -> Any:
    """Return the view of a function that permutes axes, or adds and removes axes of size one."""
    axes = x._layout.axes
    ones = [a for a in axes if a is not None and x._shape[a] == 1]
    if ones:
        x = _view_along(x, tuple(None if a in ones else a for a in axes))
        axes = x._layout.axes
    # the new place of each axis is found by its size
    sizes = [1 if n == 1 else _PRIMES[i] for i, n in enumerate(x._shape)]
    places = plain_function(name)(wrap(torch.empty(sizes, device="meta")), *args, **kwargs).shape
    new_axes = tuple(None if a is None else places.index(sizes[a]) for a in axes)
    new_shape = [1 if n == 1 else x._shape[sizes.index(n)] for n in places]
    part = plain_function(name)(x._part, *args, **kwargs)
    return rewrap(part, new_shape, new_axes, x._layout.mesh)


@rule("squeeze")
def _squeeze(a: Any, axis: Any = None) -> Any:
    axes = tuple(i for i, n in enumerate(a._shape) if n == 1) if axis is None else normalize_axes(axis, a.ndim)
    outline("squeeze", a, axis)
    kept = [i for i in range(a.ndim) if i not in axes]
    return shape.reshape(a, tuple(a._shape[i] for i in kept))


#: The axes that are added to an array, by its number of dimensions.
_ADDED: dict[str, dict[int, tuple[int, ...]]] = {
    "atleast_1d": {0: (0,)},
    "atleast_2d": {0: (0, 1), 1: (0,)},
    "atleast_3d": {0: (0, 1, 2), 1: (0, 2), 2: (2,)},
}


@rule(*_ADDED, named=True)
def _at_least(name: str, *arys: Any) -> Any:
    added = _ADDED[name]
    results = [shape.expand_dims(x, added[x.ndim]) if x.ndim in added else x for x in map(as_array, arys)]
    return results[0] if len(results) == 1 else tuple(results)


# Changes of the shape.


@rule("reshape")
def _reshape(a: Any, /, shape: Any, order: Any = "C", *, copy: bool | None = None) -> Any:
    if order == "F":
        turned = _reshape(_transposed(a), tuple(reversed(outline("reshape", a, shape).shape)), copy=copy)
        return _transposed(turned)
    new = outline("reshape", a, shape).shape
    kept = _kept_axes(a, new) is not None
    if not kept and copy is False:
        raise ValueError("Unable to avoid creating a copy while reshaping: elements change their process")
    result = _in_shape(a, new, copy)
    return result if copy or kept else _reshaped_view(result, a)


def _in_shape(a: Any, new: tuple[int, ...], copy: bool | None = None) -> Any:
    """Return the array in another shape; the result may share memory."""
    axes, layout = _kept_axes(a, new), a._layout
    if axes is None:
        a = one_dimension(a, 0) if a._shape and new else one_dimension(a, None)
        layout = a._layout
        axes = _kept_axes(a, new)
    if axes is not None:
        local_shape = layout_of(layout.mesh, axes).local_shape(new)
        return rewrap(plain_function("reshape")(a._part, local_shape, copy=copy), new, axes, layout.mesh)
    # Rows of the flat array: each process gives and gets a range of them.
    dim = layout.axes.index(0)
    lead = next((i for i, n in enumerate(new) if n != 1), 0)
    size = layout.sizes[dim]
    inner, new_inner = math.prod(a._shape[1:]), math.prod(new[lead + 1 :])
    flat = a._part._tensor.reshape(-1)
    given, wanted = bounds_of(a._shape[0], size) * inner, bounds_of(new[lead], size) * new_inner
    got = evened_counts(flat, (given[1] - given[0]).tolist(), layout.mesh, dim, wanted)
    axes = tuple(lead if i == dim else None for i in range(len(layout.axes)))
    part = wrap(got.reshape(layout_of(layout.mesh, axes).local_shape(new)))
    return rewrap(part.copy() if copy and got is flat else part, new, axes, layout.mesh)


def flat(x: Any) -> Any:
    """Return the elements of an array as a vector to read."""
    return _in_shape(x, (x.size,))


def _reshaped_view(y: DistributedArray, x: DistributedArray) -> DistributedArray:
    """Return `y`, a reshaped copy of `x`, as a view of `x` where NumPy would return a view."""
    t = x._part._tensor
    y = y.__copy__() if base_of(y._part._tensor) is not None or y._part._tensor is t else y
    # a view of another array is kept, because only that may be in use
    kept = base_of(t) is not None or is_copy(x)
    source = (lambda: None) if not t.is_contiguous() else (lambda: x) if kept else weakref.ref(x)

    sizes, axes = y._shape, y._layout.axes

    def write(x: Any, y: Any) -> None:
        x[...] = _reshape(y, x._shape, copy=True)

    return stand_for(y, x, lambda x: relayout(_reshape(x, sizes, copy=True), axes), write, source=source)


def _kept_axes(x: DistributedArray, shape: Sequence[int]) -> tuple[int | None, ...] | None:
    """Return the sharded axes after a reshape, or None if one of them is not kept by the new shape."""
    axes: list[int | None] = []
    for axis in x._layout.axes:
        if axis is None:
            axes.append(None)
            continue
        before = math.prod(x._shape[:axis])
        same = (i for i, n in enumerate(shape) if n == x._shape[axis] and math.prod(shape[:i]) == before)
        found = next(same, None)
        if found is None or found in axes:
            return None
        axes.append(found)
    return tuple(axes)


def _transposed(x: Any) -> Any:
    return shape.transpose(x)


@rule("ndarray.reshape")
def _reshape_method(self: Any, *shape: Any, order: Any = "C", copy: bool | None = None) -> Any:
    return _reshape(self, shape[0] if len(shape) == 1 else shape, order, copy=copy)


@rule("ravel", "ndarray.flatten", named=True)
def _ravel(name: str, a: Any, order: Any = "C") -> Any:
    return _reshape(a, (-1,), "F" if order == "F" else "C", copy=None if name == "ravel" else True)


@rule("broadcast_to")
def _broadcast_to(array: Any, /, shape: Any, subok: bool = False) -> Any:
    x, new = array, outline("broadcast_to", array, shape).shape
    layout, offset = x._layout, len(new) - x.ndim
    if any(a is not None and x._shape[a] != new[a + offset] for a in layout.axes):
        x = place(whole(x), layout.mesh, None)
        layout = x._layout
    axes = tuple(None if a is None else a + offset for a in layout.axes)
    part = plain_function("broadcast_to")(x._part, layout_of(layout.mesh, axes).local_shape(new))
    return rewrap(part, new, axes, layout.mesh)


@rule("broadcast_arrays")
def _broadcast_arrays(*arrays: Any, subok: bool = False) -> Any:
    mesh = layout_among(*arrays).mesh
    arrays = tuple(as_distributed(x, mesh) for x in arrays)
    new = broadcast_shapes(*[x.shape for x in arrays])
    return tuple(_broadcast_to(x, new) for x in arrays)


def as_distributed(x: Any, mesh: Any) -> Any:
    """Return an array-like as a distributed array; a plain one is the same on every process."""
    return x if type(x) is DistributedArray else place(as_array(x), mesh, None)


# Joins and splits.


@rule("concat", "concatenate")
def _concat(arrays: Any, /, axis: Any = 0, out: Any = None, *, dtype: Any = None, casting: Any = "same_kind") -> Any:
    arrays = [as_array(x) for x in arrays]
    if axis is None:
        arrays, axis = [shape.reshape(x, (-1,)) for x in arrays], 0
    # the same function on arrays without rows, for the dtype and its errors
    empty = [wrap(torch.empty(_without_rows(x.shape, axis), dtype=x._dtype)) for x in arrays]
    result = plain_function("concat")(empty, axis, dtype=dtype, casting=casting)
    axis = normalize_axis(axis, result.ndim)
    arrays = [data_type.astype(x, result.dtype, copy=False) for x in arrays]
    mesh = layout_among(*arrays, out).mesh
    given = [x for x in arrays if type(x) is DistributedArray] or [as_distributed(arrays[0], mesh)]
    like = next((x for x in given if x._layout.cut), given[0])
    result = _joined([(x, range(x.shape[axis])) for x in arrays], axis, like)
    return written("concatenate", result, out, casting)


def _without_rows(sizes: Sequence[int], axis: int) -> tuple[int, ...]:
    return tuple(0 if i == axis % max(len(sizes), 1) else n for i, n in enumerate(sizes))


@rule("stack")
def _stack(arrays: Any, axis: Any = 0, out: Any = None, *, dtype: Any = None, casting: Any = "same_kind") -> Any:
    arrays = [as_array(x) for x in arrays]
    tried("stack", arrays, axis, dtype=dtype, casting=casting)
    if len({x.shape for x in arrays}) > 1:
        raise ValueError("all input arrays must have the same shape")
    return join.concat([shape.expand_dims(x, axis) for x in arrays], axis, out, dtype=dtype, casting=casting)


#: For each function that joins arrays: the function that prepares them, and the axis to join them along.
_JOINS = {
    "hstack": ("atleast_1d", 1),
    "vstack": ("atleast_2d", 0),
    "dstack": ("atleast_3d", 2),
    "column_stack": ("", 1),
}


@rule(*_JOINS, named=True)
def _join(name: str, tup: Any, *, dtype: Any = None, casting: Any = "same_kind") -> Any:
    view, axis = _JOINS[name]
    arrays = [as_array(x) for x in tup]
    if view:
        arrays = [getattr(shape, view)(x) for x in arrays]
    else:
        arrays = [shape.reshape(x, (-1, 1)) if x.ndim < 2 else x for x in arrays]
    along = 0 if name == "hstack" and arrays[0].ndim == 1 else axis
    return join.concat(arrays, along, dtype=dtype, casting=casting)


@rule("append")
def _append(arr: Any, values: Any, axis: Any = None) -> Any:
    mesh = layout_among(arr, values).mesh
    return join.concat((as_distributed(arr, mesh), as_distributed(values, mesh)), axis)


@rule("unstack")
def _unstack(x: Any, /, *, axis: Any = 0) -> Any:
    axis = normalize_axis(axis, x.ndim)
    x = _view_along(x, uncut(x, axis, "unstack")._layout.axes)
    new = x._shape[:axis] + x._shape[axis + 1 :]
    axes = tuple(None if a is None else a - (a > axis) for a in x._layout.axes)
    return tuple(rewrap(p, new, axes, x._layout.mesh) for p in plain_function("unstack")(x._part, axis=axis))


def uncut(x: DistributedArray, axis: int, why: str) -> DistributedArray:
    """Return the array with `axis` not sharded, but its longest other axis, if that has several rows."""
    found = freed(x, (axis,))
    if found is not None:
        return found
    axes = tuple(None if a == axis else a for a in x._layout.axes)
    if not any(a is not None for a in axes):
        gathered(why, x._shape, x.nbytes)
        return relayout(x, axes, None)
    return relayout(x, axes, why)


@rule("array_split")
def _array_split(ary: Any, indices_or_sections: Any, axis: Any = 0) -> Any:
    axis = normalize_axis(axis, ary.ndim)
    sizes = [part.shape[axis] for part in outline("array_split", ary, indices_or_sections, axis)]
    given = whole(indices_or_sections)
    # the parts between indices that are not in order overlap
    places = [*np.cumsum(sizes).tolist()] if np.ndim(given) == 0 else [*map(int, given), ary._shape[axis]]
    return [ary[(_ALL,) * axis + (slice(first, last),)] for first, last in pairwise([0, *places])]


@rule("split", "hsplit", "vsplit", "dsplit", named=True)
def _split(name: str, ary: Any, indices_or_sections: Any, *axis: Any) -> Any:
    outline(name, ary, indices_or_sections, *axis)
    own = {"hsplit": int(ary.ndim > 1), "dsplit": 2}.get(name, 0)
    return _array_split(ary, indices_or_sections, *(axis or (own,)))


# Moves along axes.


@rule("flip")
def _flip(m: Any, axis: Any = None) -> Any:
    axes = normalize_axes(axis, m.ndim)
    return m[tuple([slice(None, None, -1 if a in axes else 1) for a in range(m.ndim)])]


@rule("flipud", "fliplr", named=True)
def _flip_of(name: str, m: Any) -> Any:
    tried(name, m)
    return _flip(m, int(name == "fliplr"))


@rule("rot90")
def _rot90(m: Any, k: Any = 1, axes: Any = (0, 1)) -> Any:
    tried("rot90", m, k, axes)
    first, second = normalize_axes(axes, m.ndim)
    turns = int(k) % 4
    if turns == 2:
        return _flip(m, (first, second))
    if turns == 1:
        return shape.swapaxes(_flip(m, second), first, second)
    return _flip(shape.swapaxes(m, first, second), second) if turns == 3 else taken(m, 0, None, None)


@rule("roll")
def _roll(a: Any, shift: Any, axis: Any = None) -> Any:
    tried("roll", a, shift, axis)
    if axis is None:
        return _in_shape(_roll(flat(a), shift, 0), a._shape)
    shifts, axes = np.broadcast_arrays(np.asarray(whole(shift)), np.asarray(listed_axes(axis)))
    for s, q in zip(shifts.tolist(), axes.tolist(), strict=True):
        q = normalize_axis(q, a.ndim)
        n = a._shape[q]
        first = n - s % n if n else 0
        a = along_axis(a, q, range(first, n), range(first))
    return a


@rule("repeat")
def _repeat(a: Any, repeats: Any, axis: Any = None, *, total_repeat_length: int | None = None) -> Any:
    if total_repeat_length is not None:
        return NotImplemented
    mesh = layout_among(a, repeats).mesh
    a = as_distributed(a, mesh)
    if axis is None or not a.ndim:
        a, axis = flat(a), axis or 0
    axis = normalize_axis(axis, a.ndim)
    n, dim = a._shape[axis], cut_dim(a, axis)
    counts = as_array(repeats)
    repeated = plain_function("repeat")
    if dim is None:
        part = repeated(a._part, replicated(counts, "repeat"), axis)
        return rewrap(part, (*a._shape[:axis], part.shape[axis], *a._shape[axis + 1 :]), a._layout.axes, mesh)
    if counts.size == 1:
        counts = whole(counts)
    else:
        if counts.shape != (n,):
            repeated(wrap(torch.zeros(n, dtype=torch.bool)), np.zeros(counts.shape, int))  # raises
        axes = tuple(0 if i == dim else None for i in range(mesh.ndim))
        counts = relayout(as_distributed(counts, mesh), axes)._part
    part, longest = a._part._tensor.movedim(axis, 0), chunk(n, a._layout.sizes[dim], 0)[1]
    nbytes = 0 if part.requires_grad else 2 * longest * a.nbytes // max(n, 1)
    cuts = [slice(*cut) for cut in steps(longest, nbytes)]

    def repeat() -> list[torch.Tensor]:
        return [repeated(wrap(part[cut]), counts[cut] if counts.size > 1 else counts, 0)._tensor for cut in cuts]

    rows, total = evened(agreed(repeat, mesh), mesh, dim)
    new = (*a._shape[:axis], total, *a._shape[axis + 1 :])
    return rewrap(wrap(rows.movedim(0, axis)), new, a._layout.axes, mesh)


@rule("tile")
def _tile(A: Any, reps: Any) -> Any:
    tried("tile", wrap(torch.zeros(0)), reps)
    times = normalize_shape(whole(reps))
    if A.ndim < len(times):
        A = shape.expand_dims(A, tuple(range(len(times) - A.ndim)))
    times = (1,) * (A.ndim - len(times)) + times
    for axis, k in enumerate(times):
        if k != 1:
            A = along_axis(A, axis, *[range(A._shape[axis])] * k) if k else taken(A, axis, 0, 0)
    return A.copy() if math.prod(times) == 1 else A


@rule("resize")
def _resize(a: Any, new_shape: Any) -> Any:
    new = normalize_shape(new_shape)
    if not a.size:
        return NotImplemented
    times, rest = divmod(math.prod(new), a.size)
    return _in_shape(along_axis(flat(a), 0, *[range(a.size)] * times, range(rest)), new)


@rule("diff")
def _diff(a: Any, n: int = 1, axis: int = -1, prepend: Any = NO_VALUE, append: Any = NO_VALUE) -> Any:
    extra = {k: v for k, v in (("prepend", prepend), ("append", append)) if v is not NO_VALUE}
    tried("diff", a, n, axis)
    x = as_distributed(a, layout_among(a, *extra.values()).mesh)
    axis = normalize_axis(axis, x.ndim)
    ends: list[Any] = []
    for end in (prepend, append):
        if end is not NO_VALUE:
            y = as_array(end)
            one = x._shape[:axis] + (1,) + x._shape[axis + 1 :]
            ends.append(broadcasting.broadcast_to(y, one) if y.ndim == 0 else y)
        else:
            ends.append(None)
    if extra:
        x = join.concat([y for y in (ends[0], x, ends[1]) if y is not None], axis)
    for _ in range(n):
        minus = elementwise.not_equal if x.dtype.kind == "b" else elementwise.subtract
        later = taken(x, axis, 1, None)
        x = minus(later, taken(x, axis, 0, -1), out=None if later.requires_grad else later)
    return x


@rule("ediff1d")
def _ediff1d(ary: Any, to_end: Any = None, to_begin: Any = None) -> Any:
    tried("ediff1d", ary, to_end, to_begin)
    x = flat(ary) if type(ary) is DistributedArray else wrap(as_tensor(ary)).reshape(-1)
    x = _diff(x) if type(x) is DistributedArray else plain_function("ediff1d")(x)
    parts = [None if p is None else data_type.astype(shape.ravel(as_array(p)), x.dtype) for p in (to_begin, to_end)]
    return join.concat([p for p in (parts[0], x, parts[1]) if p is not None]) if to_end is not to_begin else x


@rule("pad")
def _pad(array: Any, pad_width: Any, mode: Any = "constant", **kwargs: Any) -> Any:
    x = array
    if not isinstance(mode, str) or not x.size:
        return NotImplemented
    tried("pad", x, pad_width, mode, **kwargs)
    # each axis by itself, in order: that is how the corners are filled
    for axis in range(x.ndim):
        axis_widths, options = _of_axis(pad_width, kwargs, axis, x.ndim)
        if axis_widths == (0, 0):
            continue
        cut = cut_dim(x, axis) is not None
        widths = [(0, 0)] * x.ndim
        widths[axis] = axis_widths
        rows = _rows_of_padding(x, axis, mode, options) if cut else None
        if rows is not None:
            like = mode if mode in ("constant", "linear_ramp") else "edge"
            ends = plain_function("pad")(rows, widths, like, **(options if like == mode else {}))
            before, n = axis_widths[0], x._shape[axis]
            x = _joined([(ends, range(before)), (x, range(n)), (ends, range(before + 2, ends.shape[axis]))], axis, x)
            continue
        pieces = _padding(x, axis, axis_widths, mode, kwargs) if cut else None
        if pieces is not None:
            x = along_axis(x, axis, *pieces)
            continue
        y = uncut(x, axis, "pad")
        part = plain_function("pad")(y._part, widths, mode, **options)
        new = x._shape[:axis] + (x._shape[axis] + sum(axis_widths),) + x._shape[axis + 1 :]
        x = relayout(rewrap(part, new, y._layout.axes, y._layout.mesh), x._layout.axes)
    return x.copy() if x is array else x


def _of_axis(pad_width: Any, options: dict, axis: int, ndim: int) -> tuple[tuple[int, int], dict]:
    """Return the padding widths of one axis, and the options with their values for that axis alone."""
    if isinstance(pad_width, dict):
        given = pad_width.get(axis, pad_width.get(axis - ndim, 0))
        widths = np.broadcast_to(np.asarray(given), (2,))
    else:
        widths = np.broadcast_to(np.asarray(whole(pad_width)), (ndim, 2))[axis]
    chosen = {}
    for key, value in options.items():
        if key in ("constant_values", "end_values", "stat_length") and value is not None:
            value = np.broadcast_to(np.asarray(whole(value)), (ndim, 2))
            value = [tuple(value[axis].tolist())] * ndim
        chosen[key] = value
    return (int(widths[0]), int(widths[1])), chosen


def _rows_of_padding(x: DistributedArray, axis: int, mode: str, options: dict) -> Any:
    """Return the rows that determine the padding before and after an axis; None for other modes."""
    n, lengths = x._shape[axis], options.get("stat_length")
    before, after = (n, n) if lengths is None else (min(i, n) for i in lengths[axis])
    reduce: Any = {"maximum": reductions.max, "minimum": reductions.min, "mean": reductions.mean}.get(mode)
    if mode in ("constant", "edge", "linear_ramp"):
        rows = [taken(x, axis, 0, 1), taken(x, axis, n - 1, n)]
    elif reduce is None or not min(before, after):
        return None
    else:
        ends = [x] * 2 if before == after == n else [taken(x, axis, 0, before), taken(x, axis, n - after, n)]
        rows = [reduce(end, axis=axis, keepdims=True) for end in ends]
        rows = [elementwise.rint(r) if x.dtype.kind in "iu" and r.dtype.kind == "f" else r for r in rows]
    return plain_function("concat")([whole(r.astype(x.dtype, copy=False)) for r in rows], axis)


def _padding(x: DistributedArray, axis: int, widths: tuple[int, int], mode: str, options: dict) -> list[range] | None:
    """Return the ranges of rows that make up a padded axis, or None if a few ranges are not enough."""
    n, (before, after) = x._shape[axis], widths
    edge = int(mode == "symmetric")
    if mode == "wrap" and max(widths) <= n:
        return [range(n - before, n), range(n), range(after)]
    if mode in ("reflect", "symmetric") and max(widths) <= n - 1 + edge and options.get("reflect_type") != "odd":
        last = n - 2 + edge
        return [range(before - edge, -edge, -1), range(n), range(last, last - after, -1)]
    return None


@rule("tril", "triu", named=True)
def _triangle(name: str, m: Any, k: Any = 0) -> Any:
    x = _broadcast_to(m, m._shape * 2) if m.ndim == 1 else m
    rows, columns = (0 if (d := cut_dim(x, x.ndim - i)) is None else x._layout.span(d, x._shape[-i])[0] for i in (2, 1))
    part = plain_function(name)(x._part, k=k + rows - columns)
    return rewrap(part, x._shape, x._layout.axes, x._layout.mesh)


@rule("meshgrid")
def _meshgrid(*xi: Any, copy: Any = True, sparse: Any = False, indexing: Any = "xy") -> Any:
    tried("meshgrid", *xi, sparse=sparse, indexing=indexing)
    mesh = layout_among(*xi).mesh
    arrays = [as_distributed(x, mesh) for x in xi]
    axes = [1, 0, *range(2, len(xi))] if indexing == "xy" and len(xi) > 1 else [*range(len(xi))]
    full = tuple(arrays[axis].size for axis in axes)
    columns = [
        _reshape(x, tuple(n if i == axis else 1 for i, n in enumerate(full)))
        for x, axis in zip(arrays, axes, strict=True)
    ]
    return tuple(columns if sparse else [_broadcast_to(column, full) for column in columns])


@rule("delete", first=True)
def _delete(arr: Any, obj: Any, axis: Any = None) -> Any:
    if axis is None:
        arr, axis = flat(arr), 0
    axis = normalize_axis(axis, arr.ndim)
    n, dim, layout = arr._shape[axis], cut_dim(arr, axis), arr._layout
    if dim is None:
        part = plain_function("delete")(arr._part, replicated(obj, "delete"), axis)
        return rewrap(part, (*arr._shape[:axis], part.shape[axis], *arr._shape[axis + 1 :]), layout.axes, layout.mesh)
    given = obj if isinstance(obj, (slice, ndarray)) else wrap(as_tensor(obj))
    if isinstance(given, slice):
        span = range(n)[given]
        if abs(span.step) == 1:
            first = min(span, default=0)
            return along_axis(arr, axis, range(first), range(first + len(span), n))
    elif given.dtype.kind == "b" and given.shape != (n,):
        raise ValueError(
            f"delete: a boolean obj must have one dimension and the size of the axis, {n} (got the shape {given.shape})"
        )
    start, stop = layout.span(dim, n)
    axes = tuple(0 if i == dim else None for i in range(len(layout.axes)))
    kept = rewrap(wrap(torch.ones(stop - start, dtype=torch.bool, device=layout.device)), (n,), axes, layout.mesh)
    kept[given if isinstance(given, slice) or given.size else []] = False
    return arr[(_ALL,) * axis + (kept,)]


#: The number of places at which rows are inserted without a gather.
_PLACES = 64


@rule("insert", first=True)
def _insert(arr: Any, obj: Any, values: Any, axis: Any = None) -> Any:
    if type(obj) is DistributedArray:
        return NotImplemented
    if axis is None:
        arr, axis = flat(arr), 0
    axis = normalize_axis(axis, arr.ndim)
    n = arr._shape[axis]
    places = np.arange(n)[obj] if isinstance(obj, slice) else np.asarray(wrap(as_tensor(obj)))
    places = np.flatnonzero(places) if places.dtype == bool and places.ndim else places
    if places.size > _PLACES or places.dtype.kind not in "iu":
        return NotImplemented
    if ((places < -n) | (places > n)).any():
        raise IndexError(f"index {obj} is out of bounds for axis {axis} with size {n}")
    # the rows alone: the same function on an array without any
    bare = wrap(torch.empty((*arr._shape[:axis], 0, *arr._shape[axis + 1 :]), dtype=arr._dtype))
    if type(values) is DistributedArray and arr.ndim == values.ndim == 1 and not places.ndim:
        rows = data_type.astype(values, arr.dtype)
    else:
        none = np.zeros_like(places) if places.ndim else 0
        rows = plain_function("insert")(bare, none, replicated(values, "insert"), axis)
    if not places.ndim:
        at = int(places) % n if places < 0 else int(places)
        return _joined([(arr, range(at)), (rows, range(rows.shape[axis])), (arr, range(at, n))], axis, arr)
    before = np.where(places < 0, places + n, places)
    order = np.argsort(before, kind="stable") if before.size > 1 else range(rows.shape[axis])
    starts = np.broadcast_to(before, rows.shape[axis])[order].tolist()
    pieces: list[tuple[Any, range]] = []
    last = 0
    for place_, i in zip(starts, order, strict=True):
        pieces += [(arr, range(last, place_)), (rows, range(i, i + 1))]
        last = place_
    return _joined([*pieces, (arr, range(last, n))], axis, arr)


@rule("block")
def _block(arrays: Any) -> Any:
    depth = _depth(arrays)
    ndim = max(depth, *[x.ndim for x in _leaves(arrays)])

    def joined(item: Any, level: int) -> Any:
        if not isinstance(item, list):
            x = as_array(item)
            return shape.expand_dims(x, tuple(range(ndim - x.ndim))) if x.ndim < ndim else x
        return join.concat([joined(i, level + 1) for i in item], level - depth)

    return joined(arrays, 0)


def _depth(item: Any) -> int:
    return 1 + _depth(item[0]) if isinstance(item, list) and item else 0


def _leaves(item: Any) -> list[ndarray]:
    return [x for i in item for x in _leaves(i)] if isinstance(item, list) else [as_array(item)]
