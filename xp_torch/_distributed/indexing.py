"""Reading and writing elements: slices move rows, masks keep them, integer arrays ask the processes that have them.

A slice of an axis that is not sharded is a view; along the sharded axis it is a copy in the place of one (`views`).
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import torch

from xp_torch._array.coercion import as_tensor
from xp_torch._array.ndarray import ndarray, wrap
from xp_torch._array.ufunc import methods
from xp_torch._distributed.array import (
    DistributedArray,
    as_array,
    as_view,
    beside,
    check_mesh,
    check_writable,
    have_one_memory,
    layout_among,
    local,
    place,
    relayout,
    rewrap,
    whole,
)
from xp_torch._distributed.collectives import agreed, gather_ints, steps, sum_of_gradients
from xp_torch._distributed.dispatch import plain_function, rule
from xp_torch._distributed.elementwise import part_of
from xp_torch._distributed.layout import chunk
from xp_torch._distributed.movement import as_distributed, cut_dim, one_dimension, row, taken, tried
from xp_torch._distributed.reductions import written
from xp_torch._distributed.rows import (
    Route,
    Source,
    ask,
    assemble,
    bounds_of,
    evened,
    owners_of,
    places_of,
    rounds_of,
)
from xp_torch._distributed.views import changed, copied_from
from xp_torch._facts.promotion import scalar_kind
from xp_torch._facts.shapes import broadcast_shapes, normalize_axes
from xp_torch._functions import data_type, elementwise
from xp_torch._functions.creation.fill import zeros_like
from xp_torch._functions.manipulation.broadcast import broadcast_to
from xp_torch._functions.manipulation.move import flip, resize
from xp_torch._functions.manipulation.shape import ravel
from xp_torch._functions.searching import argmax, where
from xp_torch._kernels.aliasing import may_share_memory

_ALL = slice(None)


# Keys.


def _parsed(x: DistributedArray, key: Any) -> list[Any] | None:
    """Return a key as a list of items, for axes and new axes; None if it can't be handled.

    Keys with False, or with True beside arrays, are not handled.

    An item is a slice, an int within the bounds, None, or an array of integers or bools, which stands for all its axes.
    """
    items = [_item(k) for k in (key if isinstance(key, tuple) else (key,))]
    if any(isinstance(k, bool) for k in items):
        if False in [k for k in items if isinstance(k, bool)] or any(_is_array(k) for k in items):
            return None
        items = [None if isinstance(k, bool) else k for k in items]
    used = [k.ndim if _is_mask(k) else k is not None and k is not Ellipsis for k in items]
    count = sum(used)
    if count > x.ndim:
        raise IndexError(f"too many indices for array: array is {x.ndim}-dimensional, but {count} were indexed")
    dots = [i for i, k in enumerate(items) if k is Ellipsis]
    if len(dots) > 1:
        raise IndexError("an index can only have a single ellipsis ('...')")
    at = dots[0] if dots else len(items)
    items[at : at + 1] = [_ALL] * (x.ndim - count)
    axis = 0
    for i, k in enumerate(items):
        n = x._shape[axis] if k is not None else 0
        if _is_mask(k):
            for j, size in enumerate(k.shape):
                if size != (n := x._shape[axis + j]):
                    raise IndexError(
                        f"boolean index did not match indexed array along axis {axis + j}; size of axis is {n} but "
                        f"size of corresponding boolean axis is {size}"
                    )
            axis += k.ndim
            continue
        if isinstance(k, int):
            if not -n <= k < n:
                raise IndexError(f"index {k} is out of bounds for axis {axis} with size {n}")
            items[i] = k % n
        axis += k is not None
    return items


def _item(k: Any) -> Any:
    """Return an item of a key as None, an ellipsis, a slice, an int, a bool or an array."""
    if k is None or k is Ellipsis or isinstance(k, (bool, np.bool_)):
        return bool(k) if isinstance(k, (bool, np.bool_)) else k
    if isinstance(k, slice):
        return slice(*[None if i is None else operator.index(i) for i in (k.start, k.stop, k.step)])
    if not isinstance(k, (ndarray, np.ndarray, torch.Tensor, list, tuple)):
        try:
            return operator.index(k)
        except TypeError:
            raise IndexError(
                "only integers, slices (`:`), ellipsis (`...`), None and integer or boolean arrays are valid indices"
            ) from None
    x = as_array(k)
    if isinstance(k, (list, tuple)) and not x.size:
        x = wrap(x._tensor.to(torch.int64))
    if x.dtype.kind not in "biu":
        raise IndexError("arrays used as indices must be of integer (or boolean) type")
    if x.ndim:
        return x
    return bool(x) if x.dtype.kind == "b" else int(x)


def _is_mask(k: Any) -> bool:
    return isinstance(k, ndarray) and k.dtype.kind == "b"


def _is_array(k: Any) -> bool:
    return isinstance(k, ndarray)


def _without_masks(items: Sequence[Any]) -> list[Any]:
    """Return the items with masks replaced by integer arrays, and ints by 0-D arrays."""
    result: list[Any] = []
    for k in items:
        if _is_mask(k):
            result += (
                nonzero_columns(k) if type(k) is DistributedArray else [wrap(t) for t in k._tensor.nonzero().unbind(1)]
            )
        else:
            result.append(wrap(torch.tensor(k)) if isinstance(k, int) else k)
    return result


# Reading.


@rule("getitem")
def _getitem(self: Any, key: Any) -> Any:
    if type(self) is not DistributedArray:
        self = place(self, next(_distributed(key))._layout.mesh, None)
    items = _parsed(self, key)
    if items is None:
        return NotImplemented
    arrays = [k for k in items if _is_array(k)]
    if not arrays:
        # an element is a copy in NumPy too, unless the index has an ellipsis
        keys = key if isinstance(key, tuple) else (key,)
        return _basic(self, items, not all(isinstance(k, int) for k in items) or any(k is Ellipsis for k in keys))
    if len(arrays) == 1 and _is_mask(arrays[0]) and not any(isinstance(k, int) for k in items):
        return _masked(self, items)
    return _picked(self, _without_masks(items))


def _distributed(key: Any) -> Any:
    return (k for k in (key if isinstance(key, tuple) else (key,)) if type(k) is DistributedArray)


def _basic(x: DistributedArray, items: list[Any], view: bool = False) -> DistributedArray:
    """Return the selection by slices, ints and new axes: first within the parts, then along the sharded axes.

    What is written to a `view` is written to `x`, too.
    """
    key: list[Any] = []
    shape: list[int] = []
    axes: list[int | None] = [None] * len(x._layout.axes)
    moves: list[tuple[int, Any]] = []
    axis, reversed_ = 0, False
    for k in items:
        if k is None:
            key.append(None)
            shape.append(1)
            continue
        n, dim = x._shape[axis], cut_dim(x, axis)
        axis += 1
        reversed_ |= isinstance(k, slice) and range(n)[k].step < 0
        if dim is not None:
            axes[dim] = len(shape)
            if isinstance(k, int) or range(n)[k] != range(n):
                moves.append((len(shape), k))
            k = _ALL
        key.append(k)
        if not isinstance(k, int):
            shape.append(len(range(n)[k]))
    y = rewrap(x._part[tuple(key)], shape, tuple(axes), x._layout.mesh)
    for place_, k in reversed(moves):
        y = row(y, place_, k) if isinstance(k, int) else taken(y, place_, k.start, k.stop, k.step)
    if not view or not (moves or reversed_):
        return y
    source, first = copied_from(x)
    composed = None if source is None else _composed(source._shape, first, items)
    return as_view(y, x, items) if composed is None else as_view(y, source, composed)


def _composed(shape: Sequence[int], first: Sequence[Any], second: Sequence[Any]) -> list[Any] | None:
    """Return the index equal to indexing with `first` and then with `second`; None if there is none."""
    found: list[Any] = []
    left = list(second)
    sizes = iter(shape)
    for k in first:
        n = 1 if k is None else next(sizes)
        if isinstance(k, int):
            found.append(k)
            continue
        while left and left[0] is None:
            found.append(left.pop(0))
        chosen = (range(1) if k is None else range(n)[k])[left.pop(0)]
        if k is not None:
            found.append(chosen if isinstance(chosen, int) else _as_slice(chosen, 0))
        elif not isinstance(chosen, int):
            if not chosen:
                return None
            found.append(None)
    return found + left


def _masked(x: DistributedArray, items: Sequence[Any]) -> DistributedArray:
    """Return the selection by a key with one mask, slices and new axes."""
    at = next(i for i, k in enumerate(items) if _is_mask(k))
    mask = items[at]
    m = mask.ndim
    x = _basic(x, [*items[:at], *[_ALL] * m, *items[at + 1 :]])
    if type(mask) is DistributedArray and mask._layout.cut and not x._layout.cut:
        x = relayout(x, tuple(None if a is None else at for a in one_dimension(mask, 0)._layout.axes))
    return mask_rows(x, mask, at)


def mask_rows(x: DistributedArray, mask: Any, axis: int) -> DistributedArray:
    """Return the elements that a mask selects, along `axis`, the first of the axes that the mask covers."""
    m, layout = mask.ndim, x._layout
    covered = range(axis, axis + m)
    dim = next((d for d, a in enumerate(layout.axes) if a in covered), None)
    if dim is not None and layout.axes != (wanted := _only(layout.axes, covered, dim, axis)):
        x = relayout(x, wanted)
        layout = x._layout
    mask_part = _part_along(mask, layout.mesh, dim, 0)
    if dim is None:
        part = x._part[(_ALL,) * axis + (mask_part,)]
        n = part.shape[axis]
    else:
        longest = chunk(x._shape[axis], layout.sizes[dim], 0)[1]
        nbytes = 0 if x._part._tensor.requires_grad else longest * x.nbytes // max(x._shape[axis], 1)
        cuts = [slice(*cut) for cut in steps(longest, nbytes)]
        before = (_ALL,) * axis
        pieces = [x._part[(*before, cut)][(*before, mask_part[cut])]._tensor.movedim(axis, 0) for cut in cuts]
        rows, n = evened(pieces, layout.mesh, dim)
        part = wrap(rows.movedim(0, axis))
    axes = tuple(a if a is None or a <= axis else a - m + 1 for a in layout.axes)
    return rewrap(part, (*x._shape[:axis], n, *x._shape[axis + m :]), axes, layout.mesh)


def _only(axes: Sequence[int | None], covered: range, dim: int, axis: int) -> tuple[int | None, ...]:
    """Return `axes` with `axis` over mesh dimension `dim`, and no other covered axis sharded."""
    return tuple(axis if d == dim else None if a in covered else a for d, a in enumerate(axes))


def _part_along(x: Any, mesh: Any, dim: int | None, axis: int) -> Any:
    """Return this process's part of `x`, sharded along `axis` over mesh dimension `dim`; whole if `dim` is None.

    Indices and masks that are whole are no larger than the part of the result, if a process has a row.
    """
    check_mesh(x, mesh)
    if dim is None:
        return whole(x)
    axes = tuple(axis if d == dim else None for d in range(mesh.ndim))
    return (relayout(x, axes) if type(x) is DistributedArray else place(x, mesh, axes))._part


class _Picked:
    """A selection by integer arrays: the indexed axes, their common shape, and its place in the result."""

    def __init__(self, x: DistributedArray, items: Sequence[Any]) -> None:
        self.axes = [i for i, k in enumerate(items) if _is_array(k)]
        self.indices = [items[i] for i in self.axes]
        try:
            self.shape = broadcast_shapes(*[k.shape for k in self.indices])
        except ValueError as error:
            raise IndexError(f"shape mismatch: indexing arrays: {error}") from None
        self.rest = [i for i in range(len(items)) if i not in self.axes]
        adjacent = self.axes == list(range(self.axes[0], self.axes[-1] + 1))
        #: the first axis of the result that is one of the indices
        self.at = self.axes[0] if adjacent else 0
        self.cut = [d for d, a in enumerate(x._layout.axes) if a in self.axes]

    def cut_index(self, x: DistributedArray) -> int:
        """Return the position in `axes` of the sharded axis."""
        axes: Any = x._layout.axes
        return self.axes.index(axes[self.cut[0]])

    def place_of(self, axis: int) -> int:
        """Return the axis of the result for an axis of the array that is not indexed."""
        i = self.rest.index(axis)
        return i if i < self.at else i + len(self.shape)

    def result_shape(self, sizes: Sequence[int]) -> tuple[int, ...]:
        """Return the shape of the result; `sizes` are for the axes that are not indexed."""
        return (*sizes[: self.at], *self.shape, *sizes[self.at :])

    def parts(self, x: DistributedArray, dim: int | None, axis: int | None) -> list[torch.Tensor]:
        """Return this process's parts of the indices as non-negative int64, sharded along `axis` over a mesh dimension.

        If an index of any process is out of bounds, every process raises IndexError.
        """
        mesh = x._layout.mesh
        dim = None if axis is None else dim

        def checked(indices: Sequence[ndarray]) -> list[torch.Tensor]:
            return [_non_negative(k._tensor, x._shape[a], a) for k, a in zip(indices, self.axes, strict=True)]

        if any(type(k) is DistributedArray for k in self.indices):
            found = [_part_along(broadcast_to(k, self.shape), mesh, dim, axis or 0) for k in self.indices]
            return agreed(lambda: checked(found), mesh)
        # every process has all of them, and raises the same error
        whole_ = [broadcast_to(wrap(t), self.shape) for t in checked(self.indices)]
        return [_part_along(k, mesh, dim, axis or 0)._tensor for k in whole_]


def _non_negative(index: torch.Tensor, n: int, axis: int) -> torch.Tensor:
    """Return indices as int64 from 0 up; raise IndexError if one is out of bounds."""
    index = index.to(torch.int64)
    low, high = index.aminmax() if index.numel() else (0, -1)
    if low < -n or high >= n:
        bad = (index < -n) | (index >= n)
        raise IndexError(f"index {int(index[bad][0])} is out of bounds for axis {axis} with size {n}")
    return index if low >= 0 else torch.where(index < 0, index + n, index)


def _picked(x: DistributedArray, items: Sequence[Any]) -> DistributedArray:
    """Return the selection by a key with integer arrays, slices and new axes."""
    x = _basic(x, [_ALL if _is_array(k) else k for k in items])
    items = [k if _is_array(k) else _ALL for k in items]
    p = _Picked(x, items)
    if len(p.cut) > 1:
        x = relayout(x, tuple(None if d in p.cut[1:] else a for d, a in enumerate(x._layout.axes)))
    layout, mesh = x._layout, x._layout.mesh
    shape = p.result_shape([x._shape[a] for a in p.rest])
    dim: Any = p.cut[0] if p.cut else _dim_of_indices(p, x)
    axis = _axis_of_indices(p, dim)
    parts = p.parts(x, dim, axis)
    axes = [None if a is None or a in p.axes else p.place_of(a) for a in layout.axes]
    if dim is not None:
        axes[dim] = None if axis is None else axis + p.at
    if not p.cut:
        for a, index in zip(p.axes, parts, strict=True):
            items[a] = wrap(index)
        t = x._part._tensor if axis is None else sum_of_gradients(x._part._tensor, mesh, dim)
        return rewrap(wrap(t)[tuple(items)], shape, tuple(axes), mesh)
    local_shape = parts[0].shape
    requests = parts[0].reshape(-1, 1) if len(parts) == 1 else torch.stack([t.reshape(-1) for t in parts], dim=1)
    del parts
    cut = p.cut_index(x)
    start, _ = layout.span(dim, x._shape[p.axes[cut]])
    first = x._part._tensor.movedim(p.axes, tuple(range(len(p.axes))))

    def answer(wanted: torch.Tensor) -> torch.Tensor:
        columns = list(wanted.unbind(1))
        columns[cut] = columns[cut] - start
        return wrap(first)[tuple(map(wrap, columns))]._tensor

    def owners(some: torch.Tensor) -> torch.Tensor:
        return owners_of(some[:, cut], x._shape[p.axes[cut]], layout.sizes[dim])

    longest = math.prod(p.shape)
    if axis is not None and longest:
        longest = longest // p.shape[axis] * chunk(p.shape[axis], layout.sizes[dim], 0)[1]
    nbytes = math.prod(first.shape[len(p.axes) :]) * first.itemsize
    rows = ask(owners, requests, answer, mesh, dim, longest, nbytes)
    t = rows.reshape(*local_shape, *rows.shape[1:])
    t = t.movedim(tuple(range(len(local_shape))), tuple(range(p.at, p.at + len(local_shape))))
    return rewrap(wrap(t), shape, tuple(axes), mesh)


def _dim_of_indices(p: _Picked, x: DistributedArray) -> int | None:
    """Return the mesh dimension over which indices are sharded if the indexed array is not, else None."""
    cut = [k for k in p.indices if type(k) is DistributedArray and k._layout.cut]
    return None if x._layout.cut or not cut else next(d for d, a in enumerate(cut[0]._layout.axes) if a is not None)


def _axis_of_indices(p: _Picked, dim: int | None) -> int | None:
    """Return the axis of the indices' common shape to shard: one that is sharded already, else the longest."""
    if dim is None or not p.shape:
        return None
    for k in p.indices:
        if type(k) is DistributedArray and (axis := k._layout.axes[dim]) is not None:
            place_ = axis + len(p.shape) - k.ndim
            if p.shape[place_] == k.shape[axis]:
                return place_
    return max(range(len(p.shape)), key=lambda i: p.shape[i])


# Writing.


@rule("setitem", first=True)
def _setitem(self: Any, key: Any, value: Any) -> Any:
    x, items = self, _parsed(self, key)
    if items is None:
        return NotImplemented
    if type(value) is DistributedArray and not any(map(_is_array, items)):
        source, first = copied_from(value)
        if source is x and first == items:
            return None  # the end of x[key] += 1, which was written to x
    check_writable(x)
    result = _set(x, items, value)
    if result is None:
        changed(x)
    return result


def _set(x: DistributedArray, items: list[Any], value: Any) -> Any:
    """Write to a selection; return NotImplemented if there is no rule for it."""
    if scalar_kind(value) is None and not isinstance(value, ndarray):
        value = wrap(as_tensor(value))
    arrays = [k for k in items if _is_array(k)]
    if len(arrays) == 1 and _is_mask(arrays[0]) and not any(isinstance(k, int) or k is None for k in items):
        done = _set_masked(x, items, value)
        if done:
            return None
    if arrays:
        items = _without_masks(items)
        if any(k is None for k in items):
            return NotImplemented
        return _set_picked(x, items, value)
    return _set_basic(x, items, value)


def _target(x: DistributedArray, items: Sequence[Any]) -> tuple[list[Any], list[int], dict[int, tuple[int, Any]], bool]:
    """Translate slices and ints of the whole array for this process's part.

    Returns the key into the part; the shape of the whole selection; for each sliced mesh dimension, the axis of the
    selection and its bounds on the processes; and whether the selection includes rows of this process.
    """
    key: list[Any] = []
    shape: list[int] = []
    bounds: dict[int, tuple[int, Any]] = {}
    axis, here = 0, True
    for k in items:
        if k is None:
            key.append(None)
            shape.append(1)
            continue
        n, dim = x._shape[axis], cut_dim(x, axis)
        axis += 1
        if isinstance(k, slice):
            selected = range(n)[k]
            if dim is not None:
                first_row, _ = x._layout.span(dim, n)
                on = places_of(n, selected, x._layout.sizes[dim])
                bounds[dim] = len(shape), on
                first, last = on[:, x._layout.ranks[dim]].tolist()
                k = _as_slice(selected[first:last], first_row)
            shape.append(len(selected))
        elif isinstance(k, int) and dim is not None:
            start, stop = x._layout.span(dim, n)
            here &= start <= k < stop
            k -= start
        key.append(k)
    return key, shape, bounds, here


def _as_slice(selected: range, start: int) -> slice:
    """Return the rows of a range as a slice of a part that begins at row `start`."""
    if not selected:
        return slice(0, 0)
    last = selected[-1] - start + (1 if selected.step > 0 else -1)
    return slice(selected[0] - start, None if last < 0 else last, selected.step)


def _fitted(value: ndarray, shape: Sequence[int], error: str) -> Any:
    """Return a value without extra leading axes of size one; raise `error` if it does not broadcast to `shape`."""
    while value.ndim > len(shape) and value.shape[0] == 1:
        value = value[0]
    if value.ndim > len(shape) or broadcast_shapes(value.shape, shape) != tuple(shape):
        raise ValueError(error.format(tuple(value.shape), tuple(shape)))
    return value


def _aligned(
    x: DistributedArray,
    value: Any,
    shape: Sequence[int],
    bounds: dict[int, tuple[int, Any]],
    into: torch.Tensor | None = None,
) -> Any:
    """Return this process's part of a value to be written to a selection of shape `shape`.

    `bounds` are, for each dimension of the mesh, the axis of the selection that is sharded over it, and the bounds of
    the parts. Axes of the value of size one are whole. If `into` is given, the part may be written to it, and returned.
    """
    if not isinstance(value, ndarray):
        return value
    value = _fitted(value, shape, "could not broadcast input array from shape {} into shape {}")
    axes: list[int | None] = [None] * len(x._layout.axes)
    for dim, (axis, _) in bounds.items():
        place_ = axis - (len(shape) - value.ndim)
        if place_ >= 0 and value.shape[place_] == shape[axis]:
            axes[dim] = place_
    check_mesh(value, x._layout.mesh)
    if type(value) is DistributedArray:
        value = relayout(value, tuple(axes))
    whole_ = type(value) is not DistributedArray
    part = beside(local(value), x._layout, (None,) * len(axes) if whole_ else value._layout.axes)
    for dim, own in enumerate(axes):
        if own is None:
            continue
        n, on = value.shape[own], bounds[dim][1]
        if not whole_ and np.array_equal(on, bounds_of(n, x._layout.sizes[dim])):
            continue
        source = Source(part._tensor, n, range(n), whole_)
        where = tuple(map(tuple, on.tolist()))
        part = wrap(assemble([source], own, x._layout.mesh, dim, where, into if len(bounds) == 1 else None))
    return part


def _memory_for(x: DistributedArray, key: list[Any], shape: Sequence[int], value: Any) -> torch.Tensor | None:
    """Return the memory of a selection if `value` can be copied straight into it, else None."""
    if type(value) is not DistributedArray or value._dtype is not x._dtype or value._shape != tuple(shape):
        return None
    view = x._part[tuple(key)]
    if type(view) is not ndarray or view._tensor.requires_grad or have_one_memory(x, value):
        return None
    return view._tensor


def _set_basic(x: DistributedArray, items: Sequence[Any], value: Any) -> None:
    key, shape, bounds, here = _target(x, items)
    into = _memory_for(x, key, shape, value) if here else None
    part = _aligned(x, value, shape, bounds, into)
    if here:
        if into is None or part._tensor is not into:
            x._part[tuple(key)] = part
        return
    # raise the same errors, and record the same autograd graph, as the process that has the row
    if isinstance(part, ndarray) and part._tensor.requires_grad:
        none = x._part._tensor.narrow(0, 0, 0)
        none.copy_(part._tensor.sum().to(none.dtype).expand(none.shape))
    by_axis = zip([k for k in key if k is not None], x._part.shape, strict=True)
    other = wrap(x._part._tensor.new_empty([1 if isinstance(k, int) else n for k, n in by_axis]))
    other[tuple(0 if isinstance(k, int) else k for k in key)] = part


def _set_masked(x: DistributedArray, items: Sequence[Any], value: Any) -> bool:
    """Write to the elements that one mask selects, among slices; return whether this was possible."""
    at = next(i for i, k in enumerate(items) if _is_mask(k))
    mask, m, layout = items[at], items[at].ndim, x._layout
    covered = range(at, at + m)
    dims = [d for d, a in enumerate(layout.axes) if a in covered]
    axes = tuple(None if a is None or d not in dims else a - at for d, a in enumerate(layout.axes))
    mask = relayout(mask, axes) if type(mask) is DistributedArray else place(mask, layout.mesh, axes)
    key, shape, bounds, _ = _target(x, [*items[:at], *[_ALL] * m, *items[at + 1 :]])
    # one axis, with the number of selected elements, replaces the axes of the mask
    bounds = {d: (a if a < at else a - m + 1, on) for d, (a, on) in bounds.items() if d not in dims}
    rest = [*shape[:at], 1, *shape[at + m :]]
    if isinstance(value, ndarray) and value.ndim >= len(rest) - at and (given := value.shape[at - len(rest)]) != 1:
        if len(dims) > 1 or (dims and layout.axes[dims[0]] != at):
            return False
        own = int(mask._part._tensor.count_nonzero())
        counts = [c for (c,) in gather_ints([own], layout.mesh, dims[0])] if dims else [own]
        total = sum(counts)
        if given != total:
            raise ValueError(
                f"NumPy boolean array indexing assignment cannot assign {given} input values to the {total} output "
                "values where the mask is true"
            )
        rest[at] = total
        if dims:
            ends = np.cumsum([0, *counts])
            bounds[dims[0]] = at, np.stack([ends[:-1], ends[1:]])
    part = _aligned(x, value, rest, bounds)
    x._part[(*key[:at], mask._part, *key[at + m :])] = part
    return True


def _assign(target: ndarray, key: tuple[Any, ...], value: Any) -> None:
    target[key] = value


def _set_picked(
    x: DistributedArray,
    items: Sequence[Any],
    value: Any,
    assign: Callable[[ndarray, tuple[Any, ...], Any], None] = _assign,
) -> Any:
    """Write to the elements that integer arrays select, by ``assign(part, key, value)``."""
    p = _Picked(x, items)
    if len(p.cut) > 1:
        return NotImplemented
    key, sizes, bounds, _ = _target(x, [_ALL if _is_array(k) else k for k in items])
    mesh = x._layout.mesh
    shape = p.result_shape([sizes[a] for a in p.rest])
    if not p.cut:
        parts = p.parts(x, None, None)
        for a, index in zip(p.axes, parts, strict=True):
            key[a] = wrap(index)
        part = _aligned(x, value, shape, {d: (p.place_of(a), on) for d, (a, on) in bounds.items()})
        assign(x._part, tuple(key), part)
        return None
    (dim,) = p.cut
    cut = p.cut_index(x)
    # in the order of the elements: the last write wins
    axis = next((i for i, n in enumerate(p.shape) if n > 1), 0 if p.shape else None)
    together = any(type(k) is DistributedArray for k in (*p.indices, value))
    columns = [_apart(t.reshape(-1), x) for t in p.parts(x, dim, axis if together else None)]
    n, size = x._shape[p.axes[cut]], x._layout.sizes[dim]
    others = {d: (p.place_of(a), on) for d, (a, on) in bounds.items() if d != dim}
    if together and axis is not None:
        others[dim] = p.at + axis, bounds_of(p.shape[axis], size)
    rows = _rows_of_value(x, p, value, shape, others)
    first = wrap(x._part._tensor.movedim(p.axes, tuple(range(len(p.axes)))))

    def write(columns: list[torch.Tensor], rows: Any) -> None:
        columns[cut] -= x._layout.span(dim, n)[0]  # they are copies
        given = wrap(rows) if isinstance(rows, torch.Tensor) else rows
        assign(first, (*map(wrap, columns), *[key[a] for a in p.rest]), given)

    if not together or axis is None:
        mine = owners_of(columns[cut], n, size) == x._layout.ranks[dim]
        write([c[mine] for c in columns], rows[mine] if isinstance(rows, torch.Tensor) else rows)
        return None
    longest = math.prod(p.shape) // max(p.shape[axis], 1) * chunk(p.shape[axis], size, 0)[1]
    row = rows[:0] if isinstance(rows, torch.Tensor) else first._tensor[:0]
    nbytes = 0 if row.requires_grad else longest * (math.prod(row.shape[1:]) * row.itemsize + 8 * len(columns))
    for some in rounds_of(columns[cut], longest, nbytes):
        requests = torch.stack([c[some] for c in columns], dim=1)
        route = Route(owners_of(requests[:, cut], n, size), mesh, dim)
        requests = route.there(requests)
        write(list(requests.unbind(1)), route.there(rows[some]) if isinstance(rows, torch.Tensor) else rows)
    return None


def _rows_of_value(
    x: DistributedArray, p: _Picked, value: Any, shape: Sequence[int], bounds: dict[int, tuple[int, Any]]
) -> torch.Tensor | Any:
    """Return the rows of a value for the elements that this process sends; single elements stay 0-D.

    `bounds` are as for `_aligned`.
    """
    if not isinstance(value, ndarray):
        return value
    error = "shape mismatch: value array of shape {} could not be broadcast to indexing result of shape {}"
    value = _fitted(value, shape, error)
    if value.size == 1:
        return beside(whole(value), x._layout, (None,) * len(x._layout.axes)).reshape(())
    n = len(p.shape)
    full = broadcast_to(value, shape)
    t = _aligned(x, full, shape, bounds)._tensor
    t = t.movedim(tuple(range(p.at, p.at + n)), tuple(range(n)))
    return _apart(t.reshape(-1, *t.shape[n:]), x)


def _apart(t: torch.Tensor, x: DistributedArray) -> torch.Tensor:
    """Return `t`, copied if it shares memory with `x`, where writes would change elements not yet read."""
    return t.clone() if may_share_memory(t, x._part._tensor) else t


@rule("ufunc.at")
def _at(self: Any, a: Any, indices: Any, b: Any = None, /) -> Any:
    op = methods.record_of(self)
    if type(a) is not DistributedArray or op is None or op.check is not None or op.nout != 1:
        return NotImplemented
    value = b if b is None or isinstance(b, ndarray) else wrap(methods.second_operand(op, a._part._tensor, b))
    operands = () if value is None else (value,)
    # the same function on one element, for its errors
    methods.at(self, wrap(torch.zeros(1, dtype=a._dtype)), 0, *(wrap(x._tensor.new_zeros(())) if type(x) is ndarray else
               wrap(torch.zeros((), dtype=x._dtype)) for x in operands))  # fmt: skip
    items = _parsed(a, indices)
    if items is None:
        return NotImplemented
    check_writable(a)
    if not any(map(_is_array, items)) or (len(items) == 1 and _is_mask(items[0])):  # each element is there once
        a[indices] = data_type.astype(self(a[indices], *operands), a.dtype)
        return None
    items = _without_masks(items)
    if any(k is None for k in items):
        return NotImplemented

    def apply(target: ndarray, key: tuple[Any, ...], value: Any) -> None:
        methods.at(self, target, key, *(() if b is None else (value,)))

    result = _set_picked(a, items, operands[0] if operands else None, apply)
    if result is None:
        changed(a)
    return result


@rule("copyto")
def _copyto(dst: Any, src: Any, casting: str = "same_kind", where: Any = True) -> Any:
    plain = plain_function("copyto")
    if type(dst) is not DistributedArray:
        return plain(dst, whole(src), casting, whole(where))
    if isinstance(src, ndarray) or scalar_kind(src) is None:
        src = as_array(src)
        src = _fitted(src, dst._shape, "could not broadcast input array from shape {} into shape {}")
    mask = where if where is True else as_array(where)
    if mask is not True:
        mask = _fitted(mask, dst._shape, "could not broadcast where mask from shape {} into shape {}")
    check_writable(dst)
    parts = [part_of(x, dst._layout, dst._shape, "copyto") for x in (src, mask)]
    plain(dst._part, parts[0], casting, parts[1])
    changed(dst)
    return None


@rule("put", first=True)
def _put(a: Any, ind: Any, v: Any, mode: str = "raise") -> Any:
    index: Any = ravel(as_array(ind))
    n = a.size
    if isinstance(ind, (list, tuple)) and not index.size:
        return None
    # the same function on one element, for its errors
    plain_function("put")(wrap(torch.zeros(min(n, 1), dtype=a._dtype)), wrap(index._part._tensor[:0] if type(index) is
                          DistributedArray else index._tensor[:0]), 0, mode)  # fmt: skip
    if not n or not index.size:
        return NotImplemented
    if mode == "wrap":
        index = elementwise.remainder(index, n)
    elif mode == "clip":
        index = elementwise.clip(index, 0, n - 1)
    else:
        index = where(index < 0, index + n, index)
    values = v if scalar_kind(v) is not None else ravel(as_array(v))
    if isinstance(values, ndarray) and values.size != 1:
        values = resize(values, index.shape)
    # the flat index as one of rows, columns and so on
    keys: list[Any] = []
    for size in reversed(a._shape[1:]):
        keys.insert(0, elementwise.remainder(index, size))
        index = elementwise.floor_divide(index, size)
    a[(index, *keys)] = values
    return None


# Functions of masks.


def nonzero_columns(x: Any) -> list[DistributedArray]:
    """Return the indices of the nonzero elements in order, as one array for each axis."""
    x = one_dimension(x, 0)
    mesh = x._layout.mesh
    dim = x._layout.axes.index(0)
    part, start = x._part._tensor, x._layout.span(dim, x._shape[0])[0]
    columns: list[list[torch.Tensor]] = [[] for _ in range(x.ndim)]
    longest = chunk(x._shape[0], x._layout.sizes[dim], 0)[1]
    for first, last in steps(longest, longest * math.prod(x._shape[1:]) * 8):
        found = (part[first:last] != 0).nonzero()
        found[:, 0] += start + first
        for pieces, column in zip(columns, found.unbind(1), strict=True):
            pieces.append(column.contiguous())
    result = []
    for pieces in columns:
        rows, n = evened(pieces, mesh, dim)
        result.append(rewrap(wrap(rows), (n,), x._layout.axes, mesh))
    return result


@rule("nonzero", sized=True)
def _nonzero(a: Any) -> Any:
    return tuple(nonzero_columns(a)) if a.ndim else NotImplemented


@rule("flatnonzero", sized=True)
def _flatnonzero(a: Any) -> Any:
    return nonzero_columns(ravel(a))[0]


@rule("argwhere", sized=True)
def _argwhere(a: Any) -> Any:
    if not a.ndim:
        return NotImplemented
    columns = nonzero_columns(a)
    t = torch.stack([c._part._tensor for c in columns], dim=1)
    return rewrap(wrap(t), (columns[0].shape[0], a.ndim), columns[0]._layout.axes, columns[0]._layout.mesh)


@rule("compress", sized=True)
def _compress(condition: Any, a: Any, axis: Any = None, out: Any = None) -> Any:
    mesh = layout_among(condition, a, out).mesh
    x = as_distributed(a, mesh)
    if axis is None:
        x, axis = ravel(x), 0
    axis = range(x.ndim)[axis]
    mask = as_array(condition)
    mask = data_type.astype(mask, torch.bool)
    if mask.ndim != 1:
        raise ValueError("condition must be a 1-d array")
    n = mask.shape[0]
    if n > x._shape[axis]:
        return NotImplemented
    return written("compress", taken(x, axis, 0, n)[(_ALL,) * axis + (mask,)], out)


@rule("extract", sized=True)
def _extract(condition: Any, arr: Any) -> Any:
    return _compress(ravel(condition), arr)


@rule("piecewise", first=True)
def _piecewise(x: Any, condlist: Any, funclist: Any, *args: Any, **kw: Any) -> Any:
    count = len(funclist)
    is_one = scalar_kind(condlist) is not None or getattr(condlist, "ndim", 1) == 0
    if is_one or not (isinstance(condlist[0], (list, np.ndarray)) or getattr(condlist[0], "ndim", 0) > 0):
        condlist = [condlist]
    conditions: list[Any] = [data_type.astype(as_array(c), bool) for c in condlist]
    if len(conditions) == count - 1:
        found = conditions[0]
        for c in conditions[1:]:
            found = elementwise.logical_or(found, c)
        conditions.append(elementwise.logical_not(found))
    elif len(conditions) != count:
        raise ValueError(
            f"with {len(conditions)} condition(s), either {len(conditions)} or {len(conditions) + 1} functions are "
            "expected"
        )
    y = zeros_like(x)
    for condition, function in zip(conditions, funclist, strict=True):
        if not callable(function):
            y[condition] = function
        elif (values := x[condition]).size:
            y[condition] = function(values, *args, **kw)
    return y


@rule("trim_zeros", first=True)
def _trim_zeros(filt: Any, trim: str = "fb", axis: Any = None) -> Any:
    tried("trim_zeros", filt, trim, axis)
    axes = normalize_axes(axis, filt.ndim)
    key, ends = [_ALL] * filt.ndim, trim.lower()
    filled = elementwise.not_equal(filt, 0)
    for a in axes:
        others = tuple(i for i in range(filt.ndim) if i != a)
        along = filled.any(others) if others else filled
        n = along.shape[0]
        start = int(argmax(along)) if n else 0
        stop = n - int(argmax(flip(along))) if n else 0
        if not n or not along.any():
            start = stop = 0
        trimmed = start == stop
        key[a] = slice(start if "f" in ends or trimmed else None, stop if "b" in ends or trimmed else None)
    return filt[tuple(key)]
