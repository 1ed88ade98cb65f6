"""Indices of extremes and of nonzero elements, and searches in sorted tensors."""

from __future__ import annotations

from collections.abc import Sequence

import torch

from xp_torch._facts.dtype_sets import NATIVE_FLOATS, SIGNED_INTEGERS
from xp_torch._facts.dtypes import KIND, SAME_WIDTH_SIGNED
from xp_torch._facts.inspection import numpy_view
from xp_torch._facts.shapes import check_size
from xp_torch._facts.torch_errors import explained
from xp_torch._facts.torch_state import is_compiling
from xp_torch._kernels import host_functions
from xp_torch._kernels.bit_views import signed_bits, torch_where
from xp_torch._kernels.cast import cast
from xp_torch._kernels.indexing.take import take
from xp_torch._kernels.layout import in_rows, raveled
from xp_torch._kernels.sorting import key, ranks
from xp_torch._kernels.thresholds import FEW

_ne = explained(torch.ne)
_nonzero = explained(torch.nonzero)


def truth(t: torch.Tensor) -> torch.Tensor:
    """Return `t` as booleans: True where it is not zero (NaN is not)."""
    return t if t.dtype is torch.bool else _ne(t, 0)


def _arg_extreme_complex(t: torch.Tensor, dim: int, largest: bool) -> torch.Tensor:
    """Return the first index of the extreme imaginary part among the elements with the extreme real part."""
    extreme = torch.amax if largest else torch.amin
    re, im = torch.view_as_real(t.detach()).unbind(-1)
    nan = torch.isnan(t.detach())
    worst = -torch.inf if largest else torch.inf
    candidate = re == extreme(re, dim, keepdim=True)
    best = extreme(torch.where(candidate, im, worst), dim, keepdim=True)
    chosen = torch.where(nan.any(dim, keepdim=True), nan, candidate & (im == best))
    return torch.argmax(chosen.to(torch.uint8), dim)


def arg_extreme(t: torch.Tensor, dim: int, largest: bool) -> torch.Tensor:
    """Return the index of the first largest (or smallest) element along `dim`, or of the first NaN."""
    indices = host_functions.arg_extreme(t, dim, largest)
    if indices is not None:
        return indices
    if t.is_complex():
        return _arg_extreme_complex(t, dim, largest)
    k = t.detach() if KIND[t.dtype] == "f" else key(t)
    return torch.argmax(k, dim) if largest else torch.argmin(k, dim)


_bool, _count_nonzero, _searchsorted = torch.bool, torch.count_nonzero, torch.searchsorted


def plain_arg_extreme(t: torch.Tensor, dim: int | None, largest: bool) -> torch.Tensor:
    """Return `arg_extreme` of a tensor that torch orders as NumPy does; None flattens."""
    if not is_compiling() and type(t) is torch.Tensor and t.numel() >= FEW:
        indices = host_functions.arg_extreme(t, dim, largest)
        if indices is not None:
            return indices
    if dim is None:
        return t.argmax() if largest else t.argmin()
    return t.argmax(dim) if largest else t.argmin(dim)


def nonzero(t: torch.Tensor) -> tuple[torch.Tensor, ...]:
    """Return the indices of the nonzero elements, one tensor for each dimension; reads their number back."""
    return plain_nonzero(signed_bits(t))


def plain_nonzero(t: torch.Tensor) -> tuple[torch.Tensor, ...]:
    """Return `nonzero` of a tensor of a dtype that torch supports."""
    if t.ndim != 1:
        return _nonzero(t, as_tuple=True)
    indices = host_functions.flatnonzero(t)
    # With as_tuple=True torch takes half as long again.
    return (_nonzero(t).ravel() if indices is None else indices,)


def argwhere(t: torch.Tensor) -> torch.Tensor:
    """Return the indices of the nonzero elements, one row for each; their count is read on the host."""
    indices = host_functions.flatnonzero(t)
    return _nonzero(signed_bits(t)) if indices is None else indices.unsqueeze(1)


@explained
def first_true(mask: torch.Tensor, size: int) -> torch.Tensor:
    """Return the positions of the first `size` true elements of a flat mask, padded with its number of elements."""
    n = mask.shape[0]
    check_size((size + 1,), 8)
    number = torch.cumsum(mask, 0)
    # Elements that are not returned share an additional place.
    place = torch.where(mask & (number <= size), number - 1, size)
    positions = torch.full((size + 1,), n, device=mask.device)
    return positions.scatter(0, place, torch.arange(n, device=mask.device)).narrow(0, 0, size)


def padded(t: torch.Tensor, axis: int, positions: torch.Tensor, fill_value: torch.Tensor) -> torch.Tensor:
    """Return the elements of `t` at `positions` along `axis`, and the 0-D `fill_value` where one is out of bounds."""
    n = t.shape[axis]
    if not n:
        return fill_value.expand(*t.shape[:axis], *positions.shape, *t.shape[axis + 1 :]).clone()
    present = (positions < n).reshape(-1, *[1] * (t.ndim - axis - 1))
    return torch_where(present, take(t, positions, axis, "clip"), fill_value)


@explained
def padded_nonzero(t: torch.Tensor, size: int, fill_values: Sequence[torch.Tensor]) -> tuple[torch.Tensor, ...]:
    """Return the indices of the first `size` nonzero elements by dimension, padded with a value for each dimension."""
    if not t.numel():
        return tuple(f.expand(size).clone() for f in fill_values)
    flat = first_true(raveled(truth(t)), size)
    present = flat < t.numel()
    indices: list[torch.Tensor] = []
    for n, fill_value in zip(reversed(t.shape), reversed(fill_values), strict=True):
        indices.append(torch.where(present, torch.remainder(flat, n), fill_value))
        flat = flat.div(n, rounding_mode="floor")
    return tuple(indices[::-1])


def count_along(t: torch.Tensor, dims: tuple[int, ...]) -> torch.Tensor:
    """Return the number of nonzero elements over `dims`."""
    if len(dims) == t.ndim:
        return count_of(signed_bits(t), t.dtype)
    true = truth(t)
    count = host_functions.reduced(true, "add", dims, torch.int64)
    return torch.sum(true, dims) if count is None else count


def count_of(t: torch.Tensor, dtype: torch.dtype) -> torch.Tensor:
    """Return the number of nonzero elements of a tensor of `dtype`, which torch supports."""
    count = host_functions.count_nonzero(t) if dtype is _bool else None
    return _count_nonzero(t) if count is None else count


def _searchsorted_floats(a: torch.Tensor, v: torch.Tensor, right: bool) -> torch.Tensor:
    """Search with the NaNs at the end of `a` replaced by infinity, and correct the indices for both."""
    nan = torch.isnan(a)
    finite = torch.nan_to_num(a, nan=torch.inf, posinf=torch.inf, neginf=-torch.inf)
    indices = torch.searchsorted(in_rows(finite), v, right=right)
    # torch inserts a NaN after all elements; this is right for side="right".
    return torch.where(v == torch.inf if right else torch.isnan(v), torch.sum(torch.logical_not(nan), 0), indices)


@explained
def plain_searchsorted(
    a: torch.Tensor, v: torch.Tensor | float, dtype: torch.dtype, right: bool
) -> torch.Tensor | None:
    """Search integers, or floats on the CPU that are not NaN; None if this fast path does not apply."""
    if is_compiling() or a.ndim != 1 or not a.is_contiguous():
        return None
    if v != v if isinstance(v, float) else (a.device != v.device or not v.is_contiguous()):
        return None
    try:
        if dtype in NATIVE_FLOATS:
            # NaNs are last in a sorted array.
            if (values := numpy_view(a)) is None or (last := values[-1]) != last:
                return None
        elif dtype not in SIGNED_INTEGERS:
            return None
        return _searchsorted(a, v, right=True) if right else _searchsorted(a, v)
    except (IndexError, TypeError):
        return None  # the general path raises the right error


@explained
def searchsorted(a: torch.Tensor, v: torch.Tensor, right: bool) -> torch.Tensor:
    """Return where to insert `v` in the sorted flat `a` of the same dtype; NaNs sort last and are equal."""
    if (indices := plain_searchsorted(a, v, a.dtype, right)) is not None:
        return indices
    if a.is_complex():
        both = ranks(torch.cat([a, v.reshape(-1)]))
        # Copy, because under vmap a slice claims to be contiguous even if it is not.
        k, w = both[: a.shape[0]].clone(), both[a.shape[0] :].reshape(v.shape).clone()
    elif KIND[a.dtype] == "f":
        return _searchsorted_floats(a.detach(), in_rows(v.detach()), right)
    else:
        k, w = key(a), key(v)
    return torch.searchsorted(in_rows(k), in_rows(w), right=right)


def searchsorted_mixed(a: torch.Tensor, v: torch.Tensor, right: bool) -> torch.Tensor:
    """Return exactly where to insert `v` in `a`, one of them signed, the other uint64."""
    if a.dtype in SAME_WIDTH_SIGNED:
        return torch.where(v < 0, 0, searchsorted(a, cast(v, a.dtype), right))
    bits = signed_bits(v)
    indices = torch.searchsorted(in_rows(cast(a, bits.dtype)), in_rows(bits), right=right)
    return torch.where(bits < 0, a.shape[0], indices)
