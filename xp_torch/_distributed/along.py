"""Functions that work along axes: computed on the parts of an array, in which those axes are whole."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import numpy as np
import torch

from xp_torch._array.ndarray import ndarray, wrap
from xp_torch._distributed.array import DistributedArray, local, place, relayout, replicated, rewrap
from xp_torch._distributed.collectives import agreed
from xp_torch._distributed.dispatch import map_arrays


def freed(x: DistributedArray, axes: Iterable[int]) -> DistributedArray | None:
    """Return `x` with none of `axes` sharded, but its longest other axes instead; None if nothing would be sharded.

    On a mesh of several dimensions one of them may be left without an axis.
    """
    layout = x._layout
    closed = {axis % x.ndim for axis in axes}
    if closed.isdisjoint(layout.axes):
        return x
    taken: set[int | None] = {*closed, *layout.axes}
    found: list[int | None] = []
    for axis in layout.axes:
        if axis in closed:
            free = [i for i in range(x.ndim) if i not in taken and x.shape[i] > 1]
            axis = max(free, key=x.shape.__getitem__) if free else None
            taken.add(axis)
        found.append(axis)
    return relayout(x, tuple(found)) if any(axis is not None for axis in found) else None


def few_slices(x: DistributedArray, *along: int) -> bool:
    """Return whether one axis of `along` is sharded, and the others are too few to be sharded evenly."""
    axes, sizes = x._layout.axes, x._layout.sizes
    cut = [axis for axis in axes if axis is not None]
    if len(cut) != 1 or cut[0] not in along:
        return False
    others, size = [n for i, n in enumerate(x._shape) if i not in along], sizes[axes.index(cut[0])]
    n, longest = math.prod(others), max(others, default=1)
    is_uneven = 5 * longest < 4 * size * -(-longest // size)
    return 0 < n < max(size, 2) or (is_uneven and 0 < n < 4 * size)


def slices_of(along: Sequence[int], *arrays: DistributedArray) -> Iterator[list[DistributedArray]]:
    """Yield, for each place along the other axes, the slices of the arrays along `along`.

    One of `along` is sharded. All arrays have the same other axes.

    Sharded along another axis, some processes would have much more than others.
    """
    axes = tuple(None if a is None else along.index(a) for a in arrays[0]._layout.axes)
    parts = [x._part._tensor.movedim(tuple(along), tuple(range(len(along)))) for x in arrays]
    for index in np.ndindex(*parts[0].shape[len(along) :]):
        given = [p[(*[slice(None)] * len(along), *index)].contiguous() for p in parts]
        shapes = [[x._shape[axis] for axis in along] for x in arrays]
        yield [rewrap(g, s, axes, x._layout.mesh) for g, s, x in zip(given, shapes, arrays, strict=True)]


def along_vectors(axis: int, call: Callable[..., Any], *arrays: DistributedArray) -> DistributedArray:
    """Call `call` for the vectors along the sharded axis of arrays, and stack the resulting vectors along it."""
    layout, shape = arrays[0]._layout, list(arrays[0]._shape)
    vectors = [call(*given) for given in slices_of((axis,), *arrays)]
    t = torch.stack([v._part._tensor for v in vectors], dim=1)
    others = shape[:axis] + shape[axis + 1 :]
    shape[axis] = vectors[0]._shape[0]
    return rewrap(wrap(t.reshape(-1, *others).movedim(0, axis)), shape, layout.axes, layout.mesh)


def along(
    name: str,
    x: DistributedArray,
    axes: Iterable[int],
    call: Callable[[ndarray], Any],
    reduced: bool = False,
    may_raise: bool = False,
) -> Any:
    """Call `call` with plain arrays in which `axes` are whole, and return the results as distributed arrays.

    If one of `axes` is sharded, the array is sharded along another axis first (all-to-all), or gathered for `name` if
    it has no other. Results are sharded as `x` again, unless `axes` are `reduced`. If `call` `may_raise` for some
    values, the processes agree on the error.
    """
    axes = [axis % x.ndim for axis in axes]
    layout, mesh = x._layout, x._layout.mesh
    y = freed(x, axes)
    if y is None:
        back = None if reduced else layout.axes
        return map_arrays(call(replicated(x, name)), lambda r: place(r, mesh, back))
    now = y._layout.axes

    def wrapped(r: ndarray) -> DistributedArray:
        cut: list[int | None] = []
        shape = list(r.shape)
        for axis in now:
            if axis is None:
                cut.append(None)
                continue
            # counted from the last axis, because results may have further axes in front
            after = sum(1 for i in range(axis + 1, x.ndim) if not (reduced and i in axes))
            cut.append(r.ndim - 1 - after)
            shape[r.ndim - 1 - after] = x.shape[axis]
        result = rewrap(r, shape, tuple(cut), mesh)
        return result if reduced or now == layout.axes else relayout(result, layout.axes)

    part = local(y)
    return map_arrays(agreed(lambda: call(part), mesh) if may_raise else call(part), wrapped)
