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
from xp_torch._facts.shapes import normalize_axis
from xp_torch._functions import data_type
from xp_torch._functions.indexing import take as taking
from xp_torch._functions.manipulation import join, shape
from xp_torch._functions.sorting import sort as sorting

__all__ = ["sorted_with_positions"]


def _order(x: ndarray, descending: bool) -> torch.Tensor:
    return plain_function("argsort")(x, 0, stable=True, descending=descending)._tensor


def _taken(x: ndarray, index: torch.Tensor) -> ndarray:
    return plain_function("take")(x, wrap(index), 0)


def sorted_with_positions(x: Any, descending: bool = False) -> tuple[DistributedArray, DistributedArray]:
    """Return a vector that is cut sorted, and the position that each element had."""
    layout = x._layout
    mesh, dim = layout.mesh, layout.axes.index(0)
    size = layout.sizes[dim]
    order = _order(x._part, descending)
    values, positions = _taken(x._part, order), order + layout.span(dim, x._shape[0])[0]
    cuts, cut_positions = _splitters(values, positions, descending, mesh, dim, size)
    ends = _places(values, positions, cuts, cut_positions, descending)
    sent = [b - a for a, b in zip([0, *ends], [*ends, len(positions)], strict=True)]
    received = counts_to(sent, mesh, dim)
    t = all_to_all(values._tensor, received, sent, mesh, dim)
    positions = all_to_all(positions, received, sent, mesh, dim)
    # The rows come by process, so that equal ones stay in the order of their positions.
    order = _order(wrap(t), descending)
    parts = evened(_taken(wrap(t), order)._tensor, mesh, dim), evened(positions[order], mesh, dim)
    return tuple(rewrap(wrap(rows), x._shape, layout.axes, mesh) for rows, _ in parts)  # type: ignore[return-value]


def _splitters(
    values: ndarray, positions: torch.Tensor, descending: bool, mesh: Any, dim: int, size: int
) -> tuple[ndarray, torch.Tensor]:
    """Return elements that divide those of all processes into about equal numbers, and their positions."""
    n = len(positions)
    places = torch.linspace(0, max(n - 1, 0), size).long() if n else torch.zeros(size, dtype=torch.int64)
    if n:
        samples, sample_positions = _taken(values, places), positions[places]
    else:
        samples, sample_positions = wrap(values._tensor.new_zeros(size)), places
    filled = [k > 0 for (k,) in gather_ints([n], mesh, dim)]
    kept = torch.tensor(filled)
    t, p = (all_gather(s, mesh, dim)[kept].reshape(-1) for s in (samples._tensor, sample_positions))
    # by position first, then by value, which keeps the order of equal ones
    by_position = torch.argsort(p)
    samples, p = _taken(wrap(t), by_position), p[by_position]
    order = _order(samples, descending)
    chosen = torch.linspace(0, max(len(order) - 1, 0), size + 1).long()[1:-1]
    return (_taken(samples, order[chosen]), p[order[chosen]]) if len(order) else (values, positions)


def _places(
    values: ndarray, positions: torch.Tensor, cuts: ndarray, cut_positions: torch.Tensor, descending: bool
) -> list[int]:
    """Return the number of sorted elements before each splitter."""
    n, k = len(positions), len(cut_positions)
    if not n:
        return [0] * k
    concat = plain_function("concat")

    def among(*arrays: ndarray, after: bool) -> torch.Tensor:
        ranks = torch.empty(n + k, dtype=torch.int64)
        ranks[_order(concat(list(arrays)), descending)] = torch.arange(n + k)
        return (ranks[n:] if after else ranks[:k]) - torch.arange(k)

    # elements that are equal to a splitter are between these, in the order of their positions
    low, high = among(cuts, values, after=False), among(values, cuts, after=True)
    return [
        int(first) + int(torch.searchsorted(positions[first:last].contiguous(), p))
        for first, last, p in zip(low.tolist(), high.tolist(), cut_positions, strict=True)
    ]


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
            return shape.reshape(sorted_with_positions(flat, descending)[positions], a._shape)

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
