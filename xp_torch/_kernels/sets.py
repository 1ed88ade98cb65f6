"""Sets: unique elements of flat tensors, their indices and counts, and membership."""

from __future__ import annotations

import torch

from xp_torch._facts.dtype_sets import NATIVE_SIGNED, SIGNED_INTEGERS
from xp_torch._facts.dtypes import KIND, SAME_WIDTH_SIGNED
from xp_torch._facts.torch_errors import explained
from xp_torch._facts.torch_state import is_compiling, is_compiling_or_exporting, is_differentiated, is_transforming
from xp_torch._kernels import host_functions
from xp_torch._kernels.bit_views import signed_bits
from xp_torch._kernels.cast import cast
from xp_torch._kernels.indexing.plan import aten_index
from xp_torch._kernels.layout import in_rows
from xp_torch._kernels.searching import first_true, padded
from xp_torch._kernels.sorting import argsort, gather, key, ranks, sort
from xp_torch._kernels.thresholds import FEW_PAIRS


class Groups:
    """The elements of a flat tensor in sorted order, in groups of equal ones."""

    def __init__(self, order: torch.Tensor, new: torch.Tensor, size: int | None) -> None:
        self.order, self.new, self.size = order, new, size
        # Without a size this reads back the number of groups, as the size of the result.
        self.starts = torch.nonzero(new)[:, 0] if size is None else first_true(new, size)

    @property
    def indices(self) -> torch.Tensor:
        """Index of each group's first occurrence; missing groups repeat the index of the first group."""
        if self.size is None:
            return gather(self.order, 0, self.starts)
        if not self.new.shape[0]:
            return self.order.new_zeros(self.size)
        return padded(self.order, 0, self.starts, self.order.select(0, 0))

    def elements(self, t: torch.Tensor, fill_value: torch.Tensor | None = None) -> torch.Tensor:
        """Return one element of `t`, along its first axis, for each group, and `fill_value` for missing groups."""
        if fill_value is None:
            return aten_index(t, [self.indices])
        n = self.new.shape[0]
        return padded(t, 0, torch.where(self.starts < n, self.indices, n), fill_value)

    @property
    def inverse(self) -> torch.Tensor:
        """Group of each element."""
        groups = torch.cumsum(self.new, 0)
        groups -= 1
        # torch lacks a rule of `vmap` for the scatter in place.
        return self.order.scatter(0, self.order, groups)

    @property
    def counts(self) -> torch.Tensor:
        """Number of elements of each group."""
        if self.size is not None:
            return torch.diff(first_true(self.new, self.size + 1))
        return torch.diff(self.starts, append=self.starts.new_full((1,), self.new.shape[0]))


def group(t: torch.Tensor, equal_nan: bool, size: int | None = None) -> Groups:
    """Return the groups of equal elements of a flat tensor; `equal_nan` puts all NaNs in one group."""
    return Groups(*_runs(t, equal_nan), size)


def _runs(t: torch.Tensor, equal_nan: bool) -> tuple[torch.Tensor, torch.Tensor]:
    """Return the order that sorts a flat tensor, and in that order the mask of the first of equal elements."""
    order = argsort(t, 0)
    after, before = _neighbours(gather(t.detach(), 0, order))
    differs = after != before
    if equal_nan and KIND[t.dtype] in "fc":
        differs = differs & (before == before)  # NaNs come last
    return order, _after_first(differs, t)


def _neighbours(s: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Return ``s[1:]`` and ``s[:-1]``, also for fake tensors of other devices."""
    pairs = max(s.shape[0] - 1, 0)
    return s.narrow(0, s.shape[0] - pairs, pairs), s.narrow(0, 0, pairs)


def _after_first(differs: torch.Tensor, t: torch.Tensor) -> torch.Tensor:
    """Return the mask of the slices of `t`: True for the first one, and `differs` for the others."""
    first = torch.ones(t.shape[0] - differs.shape[0], dtype=torch.bool, device=t.device)
    return torch.cat([first, differs])


def distinct(t: torch.Tensor, equal_nan: bool) -> torch.Tensor:
    """Return the sorted unique elements of a flat tensor."""
    values = host_functions.distinct(t, equal_nan)
    if values is not None:
        return values
    if t.dtype in NATIVE_SIGNED and not equal_nan and not is_differentiated(t):
        return torch.unique_consecutive(sort(t, 0))
    return group(t, equal_nan).elements(t)


def counted(t: torch.Tensor, equal_nan: bool) -> tuple[torch.Tensor, torch.Tensor]:
    """Return the sorted unique elements of a flat tensor, and how often each occurs."""
    result = host_functions.counted(t, equal_nan)
    if result is not None:
        return result
    groups = group(t, equal_nan)
    return groups.elements(t), groups.counts


def common(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    """Return the sorted elements that are in both of two flat tensors of one dtype, each without repeated elements."""
    both = sort(torch.cat([a, b]), 0)
    return aten_index(both[:-1], [both[1:] == both[:-1]])


def exclusive(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    """Return the sorted elements that are in only one of two flat tensors of one dtype without repeated elements."""
    both = sort(torch.cat([a, b]), 0)
    end = both.new_ones((min(1, both.shape[0]),), dtype=torch.bool)
    differs = torch.cat([end, both[1:] != both[:-1], end])
    return aten_index(both, [differs[1:] & differs[:-1]])


def firsts(t: torch.Tensor) -> torch.Tensor:
    """Return the mask of the first occurrence of each element of a flat tensor; NaNs are equal."""
    order, new = _runs(t, equal_nan=True)
    return torch.zeros_like(new).scatter(0, order, new)


def chosen(t: torch.Tensor, mask: torch.Tensor, size: int, equal_nan: bool) -> torch.Tensor:
    """Return the indices of the first `size` distinct elements of a flat tensor where `mask` is true, in sorted order.

    The result is padded with the number of elements.
    """
    order, new = _runs(t, equal_nan)
    n = t.shape[0]
    true = gather(mask, 0, order)
    before = torch.cumsum(true, 0) - true.to(torch.int64)
    starts = torch.cummax(torch.where(new, torch.arange(n, device=t.device), 0), 0).values
    return padded(order, 0, first_true(true & (before == gather(before, 0, starts)), size), order.new_full((), n))


def plain_unique(t: torch.Tensor, dtype: torch.dtype, equal_nan: bool) -> torch.Tensor | None:
    """Return the sorted unique elements of a small tensor; None if this fast path does not apply."""
    if dtype not in NATIVE_SIGNED or is_compiling_or_exporting() or t.numel() > FEW_PAIRS or not t.is_cpu:
        return None
    if is_differentiated(t):
        return None
    values: torch.Tensor = torch.unique(t)
    if equal_nan and dtype not in SIGNED_INTEGERS:
        last = values.numpy()[-2:]
        # torch puts NaNs last, and treats them as distinct.
        if last.size == 2 and last[0] != last[0]:
            return None
    return values


def group_rows(t: torch.Tensor, size: int | None) -> Groups:
    """Return the groups of equal rows of a 2-D tensor in lexicographic order; rows with NaNs are distinct."""
    rows = t.detach()
    nan = torch.isnan(rows).any(1)
    k = ranks(rows.reshape(-1)).reshape(rows.shape) if t.is_complex() else key(rows)
    order = torch.arange(t.shape[0], device=t.device)
    for i in range(k.shape[1] - 1, -1, -1):
        order = gather(order, 0, torch.sort(gather(k.select(1, i), 0, order), stable=True).indices)
    after, before = _neighbours(k.index_select(0, order))
    differs = (after != before).any(1) | _neighbours(gather(nan, 0, order))[0]
    return Groups(order, _after_first(differs, order), size)


_isin, _Tensor = torch.isin, torch.Tensor


def _member(x: torch.Tensor, test: torch.Tensor) -> torch.Tensor:
    """Return which integers `x` are in the flat `test`."""
    if not test.shape[0]:
        return torch.zeros_like(x, dtype=torch.bool)
    ordered = sort(test, 0)
    index = torch.searchsorted(ordered, in_rows(x)).clamp(max=test.shape[0] - 1)
    return aten_index(ordered, [index]) == x


def plain_isin(x: torch.Tensor, test: torch.Tensor, dtype: torch.dtype, invert: bool) -> torch.Tensor | None:
    """Return which elements of `x` are in `test`, for few elements; None if this fast path does not apply."""
    # Tracers other than Dynamo use other types of tensors.
    if dtype not in NATIVE_SIGNED or is_compiling() or type(x) is not _Tensor or type(test) is not _Tensor:
        return None
    if is_transforming() or not (x.is_cpu and test.is_cpu):
        return None
    # torch raises for tensors that are not contiguous.
    if x.numel() * test.numel() > FEW_PAIRS or not (x.is_contiguous() and test.is_contiguous()):
        return None
    return _isin(x, test, invert=True) if invert else _isin(x, test)


@explained
def isin(x: torch.Tensor, test: torch.Tensor) -> torch.Tensor:
    """Return which elements of `x` equal an element of the flat `test`.

    Both have one dtype; NaNs equal nothing.
    """
    members = host_functions.in_table(x, test)
    if members is not None:
        return members
    if not is_compiling_or_exporting() and x.numel() * test.shape[0] <= FEW_PAIRS:
        return (signed_bits(x).reshape(-1, 1) == signed_bits(test)).any(-1).reshape(x.shape)
    if x.is_complex():
        both = ranks(torch.cat([x.reshape(-1), test]))
        # Copy, because under vmap a slice claims to be contiguous even if it is not.
        a, b = both[: x.numel()].reshape(x.shape).clone(), both[x.numel() :]
    else:
        a, b = key(x), key(test)
    members = _member(a, b)
    return members & ~torch.isnan(x) if KIND[x.dtype] in "fc" else members


@explained
def isin_mixed(x: torch.Tensor, test: torch.Tensor) -> torch.Tensor:
    """Return exactly which elements of `x` are in `test`, where one is signed and the other uint64."""
    a, b = (signed_bits(t) if t.dtype in SAME_WIDTH_SIGNED else t for t in (x, test))
    # Equal bits are equal values only if the sign bit is clear.
    wide = torch.promote_types(a.dtype, b.dtype)
    return _member(cast(a, wide), cast(b, wide)) & (a >= 0)
