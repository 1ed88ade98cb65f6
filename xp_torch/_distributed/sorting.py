"""Sorting: along axes that are not sharded each process sorts its part; a vector is sorted by samples.

Each process sorts its rows, and all choose the same splitters from samples of them. The rows between two splitters go
to one process, which sorts them; then the parts are made even. Equal elements are in the order of their positions, so
that the splitters divide them too, and the sort is stable.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch

from xp_torch._array.ndarray import ndarray, wrap
from xp_torch._distributed.along import along, along_vectors, few_slices
from xp_torch._distributed.array import DistributedArray, as_array, like, relayout, rewrap
from xp_torch._distributed.collectives import all_gather, all_rows, all_to_all, gather_ints, steps
from xp_torch._distributed.dispatch import plain_function, rule
from xp_torch._distributed.layout import chunk
from xp_torch._distributed.movement import cut_dim, flat, outline, tried
from xp_torch._distributed.rows import counts_to, evened
from xp_torch._distributed.views import changed
from xp_torch._facts.shapes import normalize_axis
from xp_torch._functions import data_type
from xp_torch._functions.indexing import take as taking
from xp_torch._functions.sorting import sort as sorting


def _order(x: ndarray, descending: bool) -> torch.Tensor:
    return plain_function("argsort")(x, 0, stable=True, descending=descending)._tensor


def _taken(x: ndarray, index: torch.Tensor) -> ndarray:
    return plain_function("take")(x, wrap(index), 0)


def sorted_vector(x: Any, descending: bool = False, values: bool = True, positions: bool = False) -> list[Any]:
    """Return a sharded vector sorted, if `values`, and its sorting permutation, if `positions`.

    A process receives its elements in several rounds, and sorts each: this needs less memory.
    """
    layout, part = x._layout, x._part
    mesh, dim = layout.mesh, layout.axes.index(0)
    size, (start, stop) = layout.sizes[dim], layout.span(dim, x._shape[0])
    longest = chunk(x._shape[0], size, 0)[1]
    rounds = min(len(list(steps(longest, longest * 8))), max(2048 // size, 1), 16)
    order = _order(part, descending) if positions else None
    if order is not None and len(order) < 2**31:
        order = order.int()  # needs half of the memory
    ranked = part if order is not None else _sorted(part, descending)

    def row(index: torch.Tensor) -> torch.Tensor:
        """Return the elements at some positions of the sorted part."""
        return _taken(ranked, index if order is None else order[index].long())._tensor

    cuts = _splitters(row, start, stop, descending, layout, dim, size * rounds)
    ends = [0, *_places(row, start, stop, *cuts, descending), stop - start]
    found: list[list[torch.Tensor]] = [[], []]
    for i in range(rounds):
        spans = [slice(ends[k], ends[k + 1]) for k in range(i, size * rounds, rounds)]
        sent = [span.stop - span.start for span in spans]
        received = counts_to(sent, mesh, dim)
        # The rows come by process, so that equal ones stay in the order of their positions.
        if order is None:
            got = all_to_all(torch.cat([ranked._tensor[span] for span in spans]), received, sent, mesh, dim)
            found[0].append(_sorted(wrap(got), descending)._tensor)
            continue
        index = torch.cat([order[span] for span in spans]).long()
        got = all_to_all(_taken(part, index)._tensor, received, sent, mesh, dim)
        index = all_to_all(index + start, received, sent, mesh, dim)
        again = _order(wrap(got), descending)
        found[1].append(index[again])
        if values:
            found[0].append(_taken(wrap(got), again)._tensor)
    order, ranked = None, part  # frees them
    sorted_ = (evened(pieces, mesh, dim)[0] for pieces in found if pieces)
    return [rewrap(wrap(rows), x._shape, layout.axes, mesh) for rows in sorted_]


def _sorted(x: ndarray, descending: bool) -> ndarray:
    return plain_function("sort")(x, 0, descending=descending)


def _even_places(last: int, count: int) -> torch.Tensor:
    """Return `count` roughly evenly spaced integers from 0 to `last`, in integer arithmetic: float32 has 24 bits."""
    return torch.arange(count) * last // max(count - 1, 1)


def _splitters(
    row: Callable[[torch.Tensor], torch.Tensor],
    start: int,
    stop: int,
    descending: bool,
    layout: Any,
    dim: int,
    count: int,
) -> tuple[ndarray, torch.Tensor]:
    """Return elements that divide the sorted rows of all processes almost evenly, and their row numbers.

    `row` returns the sorted rows of this process, whose numbers are from `start` to `stop`.
    """
    n = stop - start
    places = _even_places(max(n - 1, 0), count)
    samples = row(places) if n else row(places[:0]).new_zeros(count)
    filled = torch.tensor([k > 0 for (k,) in gather_ints([n], layout.mesh, dim)])
    t, numbers = (all_gather(s, layout.mesh, dim)[filled].reshape(-1) for s in (samples, places + start))
    # Joined in the order of the processes: a stable sort keeps the order of equal elements.
    order = _order(wrap(t), descending)
    chosen = order[_even_places(max(len(order) - 1, 0), count + 1)[1:-1]]
    return _taken(wrap(t), chosen), numbers[chosen]


def _places(
    row: Callable[[torch.Tensor], torch.Tensor],
    start: int,
    stop: int,
    cuts: ndarray,
    numbers: torch.Tensor,
    descending: bool,
) -> list[int]:
    """Return the number of sorted rows before each splitter; equal elements are ordered by row number."""
    n, stack = stop - start, plain_function("stack")
    low, high = torch.zeros_like(numbers), torch.full_like(numbers, n)
    for _ in range(n.bit_length()):
        middle = (low + high) // 2
        found = wrap(row(middle.clamp(max=n - 1)))
        less = _order(stack([cuts, found]), descending)[0] == 1
        not_greater = _order(stack([found, cuts]), descending)[0] == 0
        before = (less | (not_greater & (middle + start < numbers))) & (low < high)
        low, high = torch.where(before, middle + 1, low), torch.where(before | (low >= high), high, middle)
    return low.tolist()


@rule("sort", "argsort", named=True)
def _sort(
    name: str, a: Any, axis: Any = -1, kind: Any = None, order: Any = None, *, stable: Any = None,
    descending: bool = False,
) -> Any:  # fmt: skip
    tried(name, a, axis, kind, order, stable=stable, descending=descending)
    if axis is None:
        a, axis = flat(a), 0
    axis = normalize_axis(axis, a.ndim)
    if not a.size:
        return like(plain_function(name)(a._part, axis), a)
    if few_slices(a, axis):
        positions = name == "argsort"
        return along_vectors(axis, lambda v: sorted_vector(v, descending, not positions, positions)[0], a)

    def sorted_(part: ndarray) -> Any:
        return plain_function(name)(part, axis, kind, order, stable=stable, descending=descending)

    return along(name, a, (axis,), sorted_)


@rule("ndarray.sort")
def _sort_in_place(
    self: Any, axis: Any = -1, kind: Any = None, order: Any = None, *, stable: Any = None, descending: bool = False
) -> None:
    result: Any = sorting.sort(self, axis, kind, order, stable=stable, descending=descending)
    self._part[...] = relayout(result, self._layout.axes)._part
    changed(self)


@rule("partition", "argpartition", named=True)
def _partition(
    name: str,
    a: Any,
    kth: Any,
    axis: Any = -1,
    kind: str = "introselect",
    order: Any = None,
    *,
    descending: bool = False,
) -> Any:
    outline(name, a, kth, axis, kind, order)
    return (sorting.sort if name == "partition" else sorting.argsort)(a, axis, descending=descending)


@rule("lexsort")
def _lexsort(keys: Any, axis: int = -1) -> Any:
    rows = list(keys) if isinstance(keys, (list, tuple)) else [keys[i] for i in range(keys.shape[0])]
    rows = [as_array(k) for k in rows]
    if not rows or rows[0].ndim != 1 or len({k.shape for k in rows}) > 1:
        return NotImplemented
    order = sorting.argsort(rows[0], stable=True)
    for key in rows[1:]:
        order = taking.take(order, sorting.argsort(taking.take(key, order), stable=True))
    return order


@rule("sort_complex")
def _sort_complex(a: Any) -> Any:
    return data_type.astype(sorting.sort(a), tried("sort_complex", a).dtype)


@rule("top_k")
def _top_k(x: Any, k: int, /, *, axis: int = -1, mode: str = "largest", sorted: bool = True) -> Any:
    axis = normalize_axis(axis, x.ndim)
    if not isinstance(k, int) or not 0 <= k <= x._shape[axis]:
        return NotImplemented
    dim = cut_dim(x, axis)
    best = plain_function("top_k")
    kind = sorting.TopKResult
    if dim is None:
        return kind(*(_of_part(p, x, axis, k) for p in best(x._part, k, axis=axis, mode=mode, sorted=sorted)))
    # the best of the best of each process
    own = min(k, x._part.shape[axis])
    values, places = best(x._part, own, axis=axis, mode=mode)
    places = wrap(places._tensor + x._layout.span(dim, x._shape[axis])[0])
    axes = tuple(None if d == dim else a for d, a in enumerate(x._layout.axes))
    mesh = x._layout.mesh
    counts = [c for (c,) in gather_ints([own], mesh, dim)]
    gathered = [all_rows(p._tensor.movedim(axis, 0), counts, mesh, dim).movedim(0, axis) for p in (values, places)]
    values, chosen = best(wrap(gathered[0]), k, axis=axis, mode=mode, sorted=sorted)
    places = plain_function("take_along_axis")(wrap(gathered[1]), chosen, axis)
    sizes = (*x._shape[:axis], k, *x._shape[axis + 1 :])
    return kind(*(rewrap(p, sizes, axes, x._layout.mesh) for p in (values, places)))


def _of_part(part: ndarray, x: DistributedArray, axis: int, k: int) -> DistributedArray:
    return rewrap(part, (*x._shape[:axis], k, *x._shape[axis + 1 :]), x._layout.axes, x._layout.mesh)
