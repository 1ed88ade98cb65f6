"""Sets: sorted with the positions of the elements, so that equal ones are neighbours."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import torch

from xp_torch._array.ndarray import wrap
from xp_torch._distributed.array import DistributedArray, as_array, like
from xp_torch._distributed.collectives import all_gather, steps
from xp_torch._distributed.dispatch import rule
from xp_torch._distributed.indexing import nonzero_columns
from xp_torch._distributed.layout import chunk
from xp_torch._distributed.movement import flat, one_dimension, taken
from xp_torch._distributed.rows import Route, owners_of
from xp_torch._distributed.sorting import sorted_vector
from xp_torch._functions import elementwise, sets
from xp_torch._functions.creation import fill
from xp_torch._functions.indexing.take import take
from xp_torch._functions.manipulation import join, shape
from xp_torch._functions.sorting import sort as sorting
from xp_torch._functions.sorting.partition import lexsort
from xp_torch._functions.statistics import cumulative

#: The largest number of columns by which rows are sorted, one after the other.
_COLUMNS = 64


class _Groups:
    """The distinct elements of an array in order, `values`, and where the array has them."""

    #: The position that each sorted element had, if it is needed.
    positions: Any = None

    def __init__(self, x: Any, equal_nan: bool = False, positions: bool = True) -> None:
        self.shape = x._shape
        ordered, *rest = sorted_vector(one_dimension(flat(x), 0), positions=positions)
        if positions:
            self.positions = rest[0]
        #: Whether an element is the first of those that are equal.
        self.first: Any = _differs(ordered, equal_nan and x.dtype.kind in "fc")
        self.values = ordered[self.first]

    def indices(self) -> Any:
        """Return the position of each distinct element's first occurrence."""
        return self.positions[self.first]

    def counts(self) -> Any:
        """Return the number of occurrences of each distinct element."""
        (starts,) = nonzero_columns(self.first)
        n = wrap(torch.tensor([self.first._shape[0]]))
        return elementwise.subtract(join.concat([taken(starts, 0, 1, None), n]), starts)

    def inverse(self) -> Any:
        """Return the index in `values` of each element of the array."""
        group: Any = cumulative.cumulative_sum(self.first, dtype=self.positions.dtype)
        group -= 1
        inverse: Any = fill.empty_like(self.positions)
        layout, (n,) = inverse._layout, inverse._shape
        mesh, dim = layout.mesh, layout.axes.index(0)
        size, (start, _) = layout.sizes[dim], layout.span(dim, n)
        longest = chunk(n, size, 0)[1]
        # in steps, which may come in any order because each position is there once
        for first, last in steps(longest, longest * 8):
            places = self.positions._part._tensor[first:last]
            route = Route(owners_of(places, n, size), mesh, dim)
            inverse._part._tensor[route.there(places) - start] = route.there(group._part._tensor[first:last])
        return shape.reshape(inverse, self.shape)


class _RowGroups(_Groups):
    """The distinct rows of a matrix that is sharded along its rows."""

    def __init__(self, x: Any) -> None:
        self.shape = x._shape[:1]
        self.positions = lexsort([x[:, i] for i in reversed(range(x._shape[1]))])
        ordered: Any = take(x, self.positions, 0)
        differ = elementwise.not_equal(taken(ordered, 0, 1, None), taken(ordered, 0, 0, -1)).any(1)
        self.first = join.concat([wrap(torch.ones(1, dtype=torch.bool)), differ])
        self.values = ordered[self.first]


def _differs(x: DistributedArray, equal_nan: bool) -> DistributedArray:
    """Return whether each element of a sharded vector differs from the element before it; True for the first."""
    part, layout = x._part, x._layout
    dim = layout.axes.index(0)
    rank, n = layout.ranks[dim], part.shape[0]
    # processes without rows are the last ones
    lasts = all_gather(part._tensor[-1:].detach() if n else part._tensor.new_zeros(1), layout.mesh, dim)

    new = wrap(torch.ones(n, dtype=torch.bool, device=layout.device))

    def compare(a: Any, b: Any, new: Any) -> None:
        elementwise.not_equal(a, b, out=new)
        if equal_nan:
            new &= (a == a) | (b == b)

    if rank:
        compare(wrap(lasts[rank - 1]), part[:1], new[:1])
    compare(part[:-1], part[1:], new[1:])
    return like(new, x)


@rule("unique", sized=True)
def _unique(
    ar: Any,
    return_index: bool = False,
    return_inverse: bool = False,
    return_counts: bool = False,
    axis: int | None = None,
    *,
    equal_nan: bool = True,
    sorted: bool = True,
) -> Any:
    wanted = {"indices": return_index, "inverse": return_inverse, "counts": return_counts}
    members = [member for member, is_wanted in wanted.items() if is_wanted]
    if not ar.size:
        return NotImplemented
    if axis is None or ar.ndim == 1:
        found = _found(ar, members, equal_nan)
    else:
        slices = shape.moveaxis(ar, axis, 0)
        rows = one_dimension(shape.reshape(slices, (slices.shape[0], -1)), 0)
        if rows._shape[1] > _COLUMNS:
            return NotImplemented
        groups = _RowGroups(rows)
        values = shape.reshape(groups.values, (-1, *slices.shape[1:]))
        found = [shape.moveaxis(values, 0, axis), *(getattr(groups, member)() for member in members)]
    return found[0] if len(found) == 1 else tuple(found)


def _found(x: DistributedArray, members: Sequence[str], equal_nan: bool = False) -> list[Any]:
    """Return the distinct elements of an array, and the results of the methods `members` of `_Groups`."""
    groups = _Groups(x, equal_nan, positions=not {"indices", "inverse"}.isdisjoint(members))
    return [groups.values, *(getattr(groups, member)() for member in members)]


@rule("union1d", sized=True)
def _union1d(ar1: Any, ar2: Any) -> Any:
    return sets.unique(join.concat([shape.reshape(as_array(a), (-1,)) for a in (ar1, ar2)]))


@rule("setdiff1d", first=True, sized=True)
def _setdiff1d(ar1: Any, ar2: Any, assume_unique: bool = False) -> Any:
    x = shape.reshape(ar1, (-1,)) if assume_unique else sets.unique(ar1)
    return x[sets.isin(x, ar2, invert=True)]


def _uniques(name: str, result: Callable[..., Any], *members: str) -> None:
    @rule(name, sized=True)
    def _(x: Any) -> Any:
        return result(*_found(x, members)) if x.size else NotImplemented


_uniques("unique_values", lambda values: values)
_uniques("unique_counts", sets.UniqueCountsResult, "counts")
_uniques("unique_inverse", sets.UniqueInverseResult, "inverse")
_uniques("unique_all", sets.UniqueAllResult, "indices", "inverse", "counts")


@rule("intersect1d", sized=True)
def _intersect1d(ar1: Any, ar2: Any, assume_unique: bool = False, return_indices: bool = False) -> Any:
    a, b = as_array(ar1), as_array(ar2)
    if return_indices or a.dtype != b.dtype:
        return NotImplemented
    x = sets.unique(a)
    return x[sets.isin(x, b)]


@rule("setxor1d", sized=True)
def _setxor1d(ar1: Any, ar2: Any, assume_unique: bool = False) -> Any:
    a, b = as_array(ar1), as_array(ar2)
    if a.dtype != b.dtype:
        return NotImplemented
    x: Any = sets.unique(a)
    y: Any = sets.unique(b)
    return sorting.sort(join.concat([x[sets.isin(x, y, invert=True)], y[sets.isin(y, x, invert=True)]]))
