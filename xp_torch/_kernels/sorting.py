"""Stable sorting in NumPy's order: NaNs last in both directions, -0.0 equal to 0.0, complex lexicographically."""

from __future__ import annotations

import torch

from xp_torch._facts.dtype_sets import NATIVE_SIGNED
from xp_torch._facts.dtypes import BOUNDS, KIND, SAME_WIDTH_SIGNED
from xp_torch._facts.torch_errors import explained
from xp_torch._facts.torch_state import is_compiling, is_compiling_or_exporting
from xp_torch._kernels import host_functions
from xp_torch._kernels.bit_views import from_ordered_bits, ordered_bits, signed_bits
from xp_torch._kernels.layout import in_rows, like_layout
from xp_torch._kernels.thresholds import FEW_TO_ORDER, FEW_TO_SORT, MANY_TO_SORT_BY_RADIX

_explained_sort = explained(torch.sort)

#: the signed integer dtype of each width, to hold a float's order.
_SIGNED = {d.itemsize: d for d in BOUNDS if KIND[d] == "i"}


def gather(t: torch.Tensor, dim: int, index: torch.Tensor) -> torch.Tensor:
    """Return the elements of `t` at `index` along `dim`, in every dtype."""
    if t.dtype in SAME_WIDTH_SIGNED:
        return torch.gather(signed_bits(t), dim, index).view(t.dtype)
    return torch.gather(t, dim, index)


def key(t: torch.Tensor) -> torch.Tensor:
    """Return integers that order and compare as the real `t` does, with NaNs equal to each other and largest."""
    kind = KIND[t.dtype]
    if kind == "b":
        return t.to(torch.uint8)
    if t.dtype in SAME_WIDTH_SIGNED:
        return ordered_bits(t)
    if kind != "f":
        return t
    bits = t.detach().view(_SIGNED[t.dtype.itemsize])
    low, high = BOUNDS[bits.dtype]
    # Negative floats are in sign-and-magnitude order; this makes it two's complement, and -0.0 becomes 0.
    ordered = torch.where(bits < 0, low - bits, bits)
    return torch.where(torch.isnan(t.detach()), high, ordered)


def _descending_key(t: torch.Tensor) -> torch.Tensor:
    """Return integers in the descending order of `t`, with NaNs still largest."""
    k = key(t)
    reverse = torch.bitwise_not(k)
    return torch.where(torch.isnan(t.detach()), k, reverse) if KIND[t.dtype] == "f" else reverse


def _order(k: torch.Tensor, dim: int) -> torch.Tensor:
    """Return the indices that sort integers stably."""
    order = host_functions.order(k, dim)
    return order if order is not None else torch.sort(k, dim=dim, stable=True).indices


def _argsort_complex(t: torch.Tensor, dim: int, descending: bool) -> torch.Tensor:
    """Return the indices that sort stably: by imaginary part, then by real part, then NaNs last."""
    parts = torch.view_as_real(t.detach())
    make_key = _descending_key if descending else key
    order = _order(make_key(parts.select(-1, 1)), dim)
    for k in (make_key(parts.select(-1, 0)), torch.isnan(t.detach()).to(torch.uint8)):
        order = torch.gather(order, dim, _order(torch.gather(k, dim, order), dim))
    return order


_argsort, _sort, _Tensor = torch.argsort, torch.sort, torch.Tensor


def _by_radix(t: torch.Tensor) -> bool:
    """Return whether the CPU sorts the integer keys of the floats `t` faster than `t` itself."""
    if is_compiling_or_exporting() or not t.is_cpu:
        return False
    return t.numel() >= MANY_TO_SORT_BY_RADIX if t.ndim == 1 else t.dtype is torch.float32 and t.numel() >= FEW_TO_ORDER


def plain_sort(t: torch.Tensor, dim: int, dtype: torch.dtype, values: bool) -> torch.Tensor | None:
    """Return `t` sorted along `dim`, or the indices that sort it; None if the fast path does not apply."""
    # Tracers other than Dynamo use other types of tensors.
    if dtype not in NATIVE_SIGNED or is_compiling() or type(t) is not _Tensor or not t.is_cpu:
        return None
    if not t.ndim or t.numel() >= (FEW_TO_SORT if values else FEW_TO_ORDER):
        return None
    try:
        if values:
            return (_sort(t, stable=True) if dim == -1 else _sort(t, stable=True, dim=dim))[0]
        return in_rows(_argsort(t, stable=True) if dim == -1 else _argsort(t, stable=True, dim=dim))
    except (IndexError, ValueError):
        return None  # the general path raises the right error


def argsort(t: torch.Tensor, dim: int, descending: bool = False) -> torch.Tensor:
    """Return the indices that sort `t` along `dim`, stably."""
    indices = host_functions.argsort(t, descending)
    if indices is not None:
        return indices
    kind = KIND[t.dtype]
    if kind == "c":
        return _argsort_complex(t, dim, descending)
    if kind == "f" and t.is_cpu and not _by_radix(t):
        # On the CPU torch orders floats as NumPy does, and NaNs are last among the negatives too.
        return _explained_sort(-t.detach() if descending else t.detach(), stable=True, dim=dim)[1]
    return _order(_descending_key(t) if descending else key(t), dim)


def sort(t: torch.Tensor, dim: int, descending: bool = False) -> torch.Tensor:
    """Return `t` sorted along `dim`, stably."""
    values = host_functions.sort(t, dim, descending)
    if values is not None:
        return values
    dtype = t.dtype
    if dtype in SAME_WIDTH_SIGNED:
        k = torch.sort(ordered_bits(t), dim=dim, descending=descending, stable=True).values
        return from_ordered_bits(k, dtype)
    kind = KIND[dtype]
    if kind == "b":
        return torch.sort(t.to(torch.uint8), dim=dim, descending=descending, stable=True).values.to(dtype)
    if kind == "c" or (kind == "f" and (descending or _by_radix(t))):
        return like_layout(gather(t, dim, argsort(t, dim, descending)), t)
    return torch.sort(t, stable=True, dim=dim, descending=descending)[0]


def partition(t: torch.Tensor, positions: list[int] | None, dim: int, descending: bool = False) -> torch.Tensor:
    """Return `t` with the elements at `positions` along `dim` in sorted position; None sorts all elements."""
    values = None if positions is None else host_functions.partition(t, positions, dim, descending)
    return sort(t, dim, descending) if values is None else values


def argpartition(t: torch.Tensor, positions: list[int] | None, dim: int, descending: bool = False) -> torch.Tensor:
    """Return the indices that partition `t` as `partition` does."""
    indices = None if positions is None else host_functions.argpartition(t, positions, dim, descending)
    return argsort(t, dim, descending) if indices is None else indices


@explained
def top_k(t: torch.Tensor, k: int, dim: int, largest: bool) -> tuple[torch.Tensor, torch.Tensor]:
    """Return the `k` largest or smallest elements of `t` along `dim`, in order, and their indices."""
    kind = KIND[t.dtype]
    if kind == "c":
        index = argsort(t, dim, descending=largest).narrow(dim, 0, k)
        return gather(t, dim, index), index
    if kind == "f":
        # torch treats NaN as the largest element, among the negatives too, so that it is chosen last.
        chosen = torch.topk(-t.detach() if largest else t.detach(), k, dim, largest=False, sorted=False)[1]
    else:
        chosen = torch.topk(key(t), k, dim, largest=largest, sorted=False)[1]
    indices = torch.sort(chosen, dim)[0]
    values = gather(t, dim, indices)
    order = argsort(values, dim, descending=largest)
    return gather(values, dim, order), torch.gather(indices, dim, order)


def ranks(t: torch.Tensor) -> torch.Tensor:
    """Return the dense ranks of the elements of a flat complex `t` in sorted order; equal elements have equal ranks."""
    order = argsort(t, 0)
    parts = key(torch.view_as_real(gather(t.detach(), 0, order)))
    new = (parts[1:] != parts[:-1]).any(-1)
    rank = torch.cat([torch.zeros_like(order[:1]), torch.cumsum(new, 0)])
    return torch.zeros_like(order).scatter(0, order, rank)
