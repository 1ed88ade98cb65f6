"""Sorting: along axes that are not cut each process sorts its part; a vector is sorted by samples.

Each process sorts its rows, and all choose the same splitters from samples of them. The rows between two splitters go
to one process, which sorts them; then the parts are made even. Equal elements are in the order of their positions, so
that the splitters divide them too, and the sort is stable.
"""

from __future__ import annotations

from typing import Any

import torch

from xp_torch._array.coercion import as_tensor
from xp_torch._array.ndarray import ndarray, wrap
from xp_torch._distributed.along import along
from xp_torch._distributed.array import DistributedArray, like, relayout, rewrap
from xp_torch._distributed.collectives import all_gather, all_to_all, gather_ints
from xp_torch._distributed.door import plain_function, rule
from xp_torch._distributed.movement import cut_dim, outline, tried
from xp_torch._distributed.rows import counts_to, evened
from xp_torch._distributed.views import changed
from xp_torch._facts.shapes import normalize_axis
from xp_torch._functions import data_type
from xp_torch._functions.indexing import take as taking
from xp_torch._functions.manipulation import join, shape
from xp_torch._functions.sorting import sort as sorting

__all__ = ["sorted_vector"]


def _order(x: ndarray, descending: bool) -> torch.Tensor:
    return plain_function("argsort")(x, 0, stable=True, descending=descending)._tensor


def _taken(x: ndarray, index: torch.Tensor) -> ndarray:
    return plain_function("take")(x, wrap(index), 0)


def sorted_vector(x: Any, descending: bool = False, positions: bool = False) -> tuple[DistributedArray, ...]:
    """Return a vector that is cut sorted and, if `positions`, the position that each element had."""
    layout = x._layout
    mesh, dim = layout.mesh, layout.axes.index(0)
    start, stop = layout.span(dim, x._shape[0])
    if positions:
        order = _order(x._part, descending)
        columns = [_taken(x._part, order)._tensor, order.add_(start)]
    else:
        columns = [_sorted(x._part, descending)._tensor]
    ends = _places(wrap(columns[0]), start, *_splitters(wrap(columns[0]), start, descending, layout, dim), descending)
    sent = [b - a for a, b in zip([0, *ends], [*ends, stop - start], strict=True)]
    received = counts_to(sent, mesh, dim)
    columns = [all_to_all(t, received, sent, mesh, dim) for t in columns]
    # The rows come by process, so that equal ones stay in the order of their positions.
    if positions:
        order = _order(wrap(columns[0]), descending)
        columns = [_taken(wrap(t), order)._tensor for t in columns]
    else:
        columns = [_sorted(wrap(columns[0]), descending)._tensor]
    return tuple(rewrap(wrap(evened(t, mesh, dim)[0]), x._shape, layout.axes, mesh) for t in columns)


def _sorted(x: ndarray, descending: bool) -> ndarray:
    return plain_function("sort")(x, 0, descending=descending)


def _splitters(values: ndarray, start: int, descending: bool, layout: Any, dim: int) -> tuple[ndarray, torch.Tensor]:
    """Return elements that divide the sorted rows of all processes into about equal numbers, and their numbers.

    `start` is the number of the first row of this process.
    """
    n, size = values.shape[0], layout.sizes[dim]
    places = torch.linspace(0, max(n - 1, 0), size).long()
    samples = _taken(values, places)._tensor if n else values._tensor.new_zeros(size)
    filled = torch.tensor([k > 0 for (k,) in gather_ints([n], layout.mesh, dim)])
    t, numbers = (all_gather(s, layout.mesh, dim)[filled].reshape(-1) for s in (samples, places + start))
    # Those of one process and then of the next: a stable sort keeps the order of equal ones.
    order = _order(wrap(t), descending)
    chosen = order[torch.linspace(0, max(len(order) - 1, 0), size + 1).long()[1:-1]]
    return _taken(wrap(t), chosen), numbers[chosen]


def _places(values: ndarray, start: int, cuts: ndarray, numbers: torch.Tensor, descending: bool) -> list[int]:
    """Return how many of the sorted rows are before each splitter: equal ones are in the order of their numbers."""
    n, stack = values.shape[0], plain_function("stack")
    low, high = torch.zeros_like(numbers), torch.full_like(numbers, n)
    for _ in range(n.bit_length()):
        middle = (low + high) // 2
        row = _taken(values, middle.clamp(max=n - 1))
        less = _order(stack([cuts, row]), descending)[0] == 1
        not_greater = _order(stack([row, cuts]), descending)[0] == 0
        before = (less | (not_greater & (middle + start < numbers))) & (low < high)
        low, high = torch.where(before, middle + 1, low), torch.where(before | (low >= high), high, middle)
    return low.tolist()


def _one_long_axis(x: DistributedArray, axis: int) -> bool:
    """Return whether the axis is cut and no other axis could be."""
    return cut_dim(x, axis) is not None and all(n == 1 for i, n in enumerate(x._shape) if i != axis)


def _sorts(name: str, positions: bool) -> None:
    def sort(
        a: Any, axis: Any = -1, kind: Any = None, order: Any = None, *, stable: Any = None, descending: bool = False
    ) -> Any:
        tried(name, a, axis, kind, order, stable=stable, descending=descending)
        if axis is None:
            a, axis = shape.reshape(a, (-1,)), 0
        axis = normalize_axis(axis, a.ndim)
        if not a.size:
            return like(plain_function(name)(a._part, axis), a)
        if _one_long_axis(a, axis):
            flat = shape.reshape(a, (-1,))
            return shape.reshape(sorted_vector(flat, descending, positions)[-1], a._shape)

        def sorted_(part: ndarray) -> Any:
            return plain_function(name)(part, axis, kind, order, stable=stable, descending=descending)

        return along(name, a, (axis,), sorted_)

    rule(name, meshes=True)(sort)


_sorts("sort", False)
_sorts("argsort", True)


@rule("ndarray.sort", meshes=True)
def _sort_in_place(
    self: Any, axis: Any = -1, kind: Any = None, order: Any = None, *, stable: Any = None, descending: bool = False
) -> None:
    result: Any = sorting.sort(self, axis, kind, order, stable=stable, descending=descending)
    self._part[...] = relayout(result, self._layout.axes)._part
    changed(self)


def _partitions(name: str, sort: Any) -> None:
    def partition(a: Any, kth: Any, axis: Any = -1, kind: str = "introselect", order: Any = None) -> Any:
        outline(name, a, kth, axis, kind, order)
        return sort(a, axis)

    rule(name, meshes=True)(partition)


_partitions("partition", sorting.sort)
_partitions("argpartition", sorting.argsort)


@rule("lexsort", meshes=True)
def _lexsort(keys: Any, axis: int = -1) -> Any:
    rows = list(keys) if isinstance(keys, (list, tuple)) else [keys[i] for i in range(keys.shape[0])]
    rows = [k if isinstance(k, ndarray) else wrap(as_tensor(k)) for k in rows]
    if not rows or rows[0].ndim != 1 or len({k.shape for k in rows}) > 1:
        return NotImplemented
    order = sorting.argsort(rows[0], stable=True)
    for key in rows[1:]:
        order = taking.take(order, sorting.argsort(taking.take(key, order), stable=True))
    return order


@rule("sort_complex", meshes=True)
def _sort_complex(a: Any) -> Any:
    return data_type.astype(sorting.sort(a), tried("sort_complex", a).dtype)


@rule("top_k", meshes=True)
def _top_k(x: Any, k: int, /, *, axis: int = -1, mode: str = "largest", sorted: bool = True) -> Any:
    axis = normalize_axis(axis, x.ndim)
    if not isinstance(k, int) or not 0 <= k <= x._shape[axis]:
        return NotImplemented
    dim = cut_dim(x, axis)
    best = plain_function("top_k")
    kind = sorting.TopKResult
    if dim is None:
        return kind(*(_of_part(p, x, axis, k) for p in best(x._part, k, axis=axis, mode=mode, sorted=sorted)))
    # the best of each process, of which the best are chosen
    own = min(k, x._part.shape[axis])
    values, places = best(x._part, own, axis=axis, mode=mode)
    places = wrap(places._tensor + x._layout.span(dim, x._shape[axis])[0])
    axes = tuple(None if d == dim else a for d, a in enumerate(x._layout.axes))
    gathered = [_all_rows(p._tensor.movedim(axis, 0), x._layout.mesh, dim).movedim(0, axis) for p in (values, places)]
    values, chosen = best(wrap(gathered[0]), k, axis=axis, mode=mode, sorted=sorted)
    places = plain_function("take_along_axis")(wrap(gathered[1]), chosen, axis)
    sizes = (*x._shape[:axis], k, *x._shape[axis + 1 :])
    return kind(*(rewrap(p, sizes, axes, x._layout.mesh) for p in (values, places)))


def _of_part(part: ndarray, x: DistributedArray, axis: int, k: int) -> DistributedArray:
    return rewrap(part, (*x._shape[:axis], k, *x._shape[axis + 1 :]), x._layout.axes, x._layout.mesh)


def _all_rows(rows: torch.Tensor, mesh: Any, dim: int) -> torch.Tensor:
    """Return the rows of all processes, of which each has any number, on every process."""
    counts = [c for (c,) in gather_ints([rows.shape[0]], mesh, dim)]
    missing = max(counts) - rows.shape[0]
    padded = join.concat([wrap(rows), wrap(rows.new_zeros((missing, *rows.shape[1:])))])._tensor
    stacked = all_gather(padded, mesh, dim)
    return torch.cat([stacked[r, :c] for r, c in enumerate(counts)])
