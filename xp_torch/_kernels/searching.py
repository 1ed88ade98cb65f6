"""Positions: of extremes, of nonzero elements, in sorted tensors; selection by a condition."""

from __future__ import annotations

import torch

from xp_torch._facts.dtype_sets import NATIVE_FLOATS, SIGNED_INTEGERS
from xp_torch._facts.dtypes import KIND, SAME_WIDTH_SIGNED
from xp_torch._facts.inspection import is_plain_cpu
from xp_torch._kernels import host_functions
from xp_torch._kernels.bit_views import signed_bits
from xp_torch._kernels.cast import cast
from xp_torch._kernels.sorting import key, ranks

__all__ = [
    "arg_extreme",
    "arg_extreme_along",
    "arg_extreme_of",
    "argwhere",
    "count_nonzero",
    "count_of",
    "nonzero",
    "nonzero_of",
    "searchsorted",
    "searchsorted_mixed",
    "searchsorted_plain",
    "truth",
]


def truth(t: torch.Tensor) -> torch.Tensor:
    """Return `t` as booleans: True where it is not zero (NaN is not)."""
    return t if t.dtype is torch.bool else t != 0


def _arg_extreme_complex(t: torch.Tensor, dim: int, largest: bool) -> torch.Tensor:
    """Find the extreme real part, among those the extreme imaginary part, and of those the first."""
    extreme = torch.amax if largest else torch.amin
    re, im = torch.view_as_real(t.detach()).unbind(-1)
    nan = torch.isnan(t.detach())
    worst = -torch.inf if largest else torch.inf
    candidate = re == extreme(re, dim, keepdim=True)
    best = extreme(torch.where(candidate, im, worst), dim, keepdim=True)
    chosen = torch.where(nan.any(dim, keepdim=True), nan, candidate & (im == best))
    return torch.argmax(chosen.to(torch.uint8), dim)


def arg_extreme(t: torch.Tensor, dim: int, largest: bool) -> torch.Tensor:
    """Return the index of the first largest (or smallest) element along `dim`; the first NaN wins."""
    if t.is_complex():
        found = host_functions.arg_extreme(t, dim, largest)
        return _arg_extreme_complex(t, dim, largest) if found is None else found
    k = t.detach() if KIND[t.dtype] == "f" else key(t)
    return torch.argmax(k, dim) if largest else torch.argmin(k, dim)


#: from how many elements finding the row of an extreme first is faster on the CPU, where torch's argmax takes turns.
_MANY = 2**14
_bool, _count_nonzero, _searchsorted = torch.bool, torch.count_nonzero, torch.searchsorted
# quicker to ask than `is_compiling`
_tracing = torch.compiler.is_dynamo_compiling


def arg_extreme_of(t: torch.Tensor, largest: bool) -> torch.Tensor:
    """Return the flat index of the first largest (or smallest) element of `t`, a tensor that torch orders itself."""
    if _tracing() or (size := t.numel()) < _MANY or not t.is_cpu:
        return t.argmax() if largest else t.argmin()
    found = host_functions.arg_extreme(t, None, largest)
    if found is not None:
        return found
    find = torch.argmax if largest else torch.argmin
    flat = t.detach().reshape(-1)
    width = 1024
    rows = size // width
    table = flat.narrow(0, 0, rows * width).view(rows, width)
    row = find(torch.amax(table, 1) if largest else torch.amin(table, 1))
    rest = flat.narrow(0, rows * width, size - rows * width)
    place = find(torch.cat([table.index_select(0, row.reshape(1)).view(-1), rest]))
    return place + torch.where(place < width, row, rows - 1) * width


def arg_extreme_along(t: torch.Tensor, dim: int, largest: bool) -> torch.Tensor:
    """Return the indices along `dim` of the first largest (or smallest) elements; torch orders `t` itself."""
    found = host_functions.arg_extreme(t, dim, largest)
    if found is not None:
        return found
    return t.argmax(dim) if largest else t.argmin(dim)


def nonzero(t: torch.Tensor) -> tuple[torch.Tensor, ...]:
    """Return the indices of the nonzero elements, one tensor a dimension; reads the number of them back."""
    return nonzero_of(signed_bits(t))


def nonzero_of(t: torch.Tensor) -> tuple[torch.Tensor, ...]:
    """Return what `nonzero` does of a tensor that torch reads itself."""
    if t.ndim != 1:
        return torch.nonzero(t, as_tuple=True)
    found = host_functions.flatnonzero(t)
    # to ask for a tuple takes half as long again
    return (t.nonzero().ravel() if found is None else found,)


def argwhere(t: torch.Tensor) -> torch.Tensor:
    """Return the indices of the nonzero elements, one row an element; reads the number of them back."""
    found = host_functions.flatnonzero(t)
    if found is not None:
        return found.unsqueeze(1)
    return torch.nonzero(signed_bits(t))


def count_nonzero(
    t: torch.Tensor, dims: tuple[int, ...] | None = None, dtype: torch.dtype = torch.int64
) -> torch.Tensor:
    """Return the number of nonzero elements over `dims`, all by default."""
    if dims is None or len(dims) == t.ndim:
        bits = signed_bits(t)
        return count_of(bits, bits.dtype)
    return torch.sum(truth(t), dims, dtype=dtype)


def count_of(t: torch.Tensor, dtype: torch.dtype) -> torch.Tensor:
    """Return the number of nonzero elements of a tensor of `dtype` that torch reads itself."""
    found = host_functions.count_nonzero(t) if dtype is _bool else None
    return _count_nonzero(t) if found is None else found


def _searchsorted_floats(a: torch.Tensor, v: torch.Tensor, right: bool) -> torch.Tensor:
    """Search with infinities in place of the NaNs that end `a`, and correct what is found among both."""
    nan = torch.isnan(a)
    finite = torch.nan_to_num(a, nan=torch.inf, posinf=torch.inf, neginf=-torch.inf)
    found = torch.searchsorted(finite.contiguous(), v, right=right)
    # torch puts a NaN behind everything, as it should be put from the right
    return torch.where(v == torch.inf if right else torch.isnan(v), torch.sum(torch.logical_not(nan), 0), found)


#: up to how many elements a list of them is made faster than one is read
_LISTED = 8


def searchsorted_plain(a: torch.Tensor, v: torch.Tensor, dtype: torch.dtype, right: bool) -> torch.Tensor | None:
    """Search as torch does where it is right, on the CPU: among integers, and floats of which none is NaN."""
    if _tracing():
        return None
    try:
        if dtype in NATIVE_FLOATS:
            # what is traced has no values to look at, nor has what `vmap` maps over
            if not is_plain_cpu(a):
                return None
            # NaNs sort last, so the last element tells of all
            last = a.tolist()[-1] if a.numel() <= _LISTED else a[-1].item()
            if type(last) is list or last != last:
                return None
        elif dtype not in SIGNED_INTEGERS or a.ndim != 1 or not a.is_cpu:
            return None
        if not (v.is_cpu and a.is_contiguous() and v.is_contiguous()):
            return None
        return _searchsorted(a, v, right=True) if right else _searchsorted(a, v)
    except (IndexError, RuntimeError, TypeError):
        return None  # the general path says what is wrong


def searchsorted(a: torch.Tensor, v: torch.Tensor, right: bool) -> torch.Tensor:
    """Return where to insert `v` in the sorted flat `a` of the same dtype; NaNs sort last and are equal."""
    if a.is_complex():
        both = ranks(torch.cat([a, v.reshape(-1)]))
        # copies: under vmap a slice counts as contiguous where it is not
        k, w = both[: a.shape[0]].clone(), both[a.shape[0] :].reshape(v.shape).clone()
    elif KIND[a.dtype] == "f":
        return _searchsorted_floats(a.detach(), v.detach().contiguous(), right)
    else:
        k, w = key(a), key(v)
    return torch.searchsorted(k.contiguous(), w.contiguous(), right=right)


def searchsorted_mixed(a: torch.Tensor, v: torch.Tensor, right: bool) -> torch.Tensor:
    """Return exactly where to insert `v` in `a`, one of them signed, the other uint64."""
    if a.dtype in SAME_WIDTH_SIGNED:
        found = searchsorted(a, cast(v, a.dtype), right)
        return torch.where(v < 0, 0, found)
    bits = signed_bits(v)
    found = torch.searchsorted(cast(a, bits.dtype).contiguous(), bits.contiguous(), right=right)
    return torch.where(bits < 0, a.shape[0], found)
