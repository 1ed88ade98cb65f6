"""NumPy's functions on tensors in the host's memory: each gives a tensor, or None where NumPy can't or need not serve.

It serves where nobody looks on (`host.values`), from so many elements on that it takes less time than torch.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import torch

from xp_torch._facts.dtypes import KIND, of_kind
from xp_torch._facts.inspection import numpy_view
from xp_torch._kernels.host import FLOATS, numpy_if_large, silently

__all__ = [
    "all_along",
    "all_of",
    "any_along",
    "any_of",
    "arg_extreme",
    "argpartition",
    "argsort",
    "correlate",
    "count_nonzero",
    "counted",
    "distinct",
    "extreme",
    "flatnonzero",
    "histogram",
    "in_table",
    "norm",
    "order",
    "packed",
    "partition",
    "partitioned",
    "reduceat",
    "row_major",
    "sort",
    "unpacked",
    "vecdot",
]

#: dtypes that NumPy sorts by the processor's vectors, or by radix.
_QUICK = frozenset((*FLOATS, *of_kind("iu")))
_COMPLEX = of_kind("c")
_ORDERED = frozenset((*FLOATS, *of_kind("biu"), *_COMPLEX))
_BLAS = frozenset((*FLOATS, *_COMPLEX))
#: up to how many elements torch sorts as fast.
FEW_TO_SORT = 500
#: up to how many elements torch finds the order of as fast.
FEW_TO_ORDER = 4000
#: how many places a table has at most, for each element it is made of and looked up for.
_TABLE = 6
#: from how many terms NumPy's loop over the products of BLAS is faster than torch's of many matrices.
_LONG = 64
_FOLDS = ("add", "multiply", "maximum", "minimum")


def sort(t: torch.Tensor, dim: int, descending: bool) -> torch.Tensor | None:
    """Return `t` as a stable sort along `dim` leaves it, NaNs last."""
    if t.dtype in _COMPLEX and not descending:
        known = numpy_if_large(t, FEW_TO_SORT) if t.ndim else None
        return None if known is None else torch.from_numpy(np.sort(known, axis=dim, stable=True))
    known = numpy_if_large(t, FEW_TO_SORT) if t.dtype in _QUICK and t.ndim else None
    if known is None:
        return None
    turned = descending and KIND[t.dtype] == "f"
    found = np.sort(-known if turned else known, axis=dim, stable=t.dtype.itemsize == 1)
    if KIND[t.dtype] != "f":
        # what is equal is the same
        return torch.from_numpy(np.ascontiguousarray(np.flip(found, dim)) if descending else found)
    if turned:
        np.negative(found, out=found)
    # NumPy's leaves 0.0 and -0.0, which are equal, in any order
    zeros = known[known == 0]
    if zeros.size and (signs := np.signbit(zeros)).any() and not signs.all():
        if t.ndim > 1:
            return None
        found[found == 0] = zeros
    return torch.from_numpy(found)


def order(k: torch.Tensor, dim: int) -> torch.Tensor | None:
    """Return the indices that sort integers along `dim` stably: what is sorted holds the integer and its place."""
    known = numpy_if_large(k) if k.dtype in _QUICK and k.ndim else None
    if known is None:
        return None
    size, low = known.shape[dim], known.min()
    shift = (size - 1).bit_length()
    if (int(known.max()) - int(low)).bit_length() + shift > 63:
        return None
    both = (known - low if k.dtype.itemsize == 8 else known.astype(np.int64) - int(low)).astype(np.int64)
    both <<= shift
    both |= np.arange(size).reshape([-1 if i == dim % k.ndim else 1 for i in range(k.ndim)])
    both.sort(dim)
    both &= (1 << shift) - 1
    return torch.from_numpy(both)


def argsort(t: torch.Tensor, descending: bool) -> torch.Tensor | None:
    """Return the indices that sort a flat `t` of float64 stably: of elements that all differ, as NumPy finds them."""
    known = numpy_if_large(t) if t.dtype is torch.float64 and t.ndim == 1 else None
    if known is None:
        return None
    if descending:
        known = -known
    places = np.argsort(known)
    found = known[places]
    # NaNs, which are equal to none, come last
    if np.isnan(found[-2]) or (found[1:] == found[:-1]).any():
        return None
    return torch.from_numpy(places)


def partition(t: torch.Tensor, places: list[int], dim: int) -> torch.Tensor | None:
    """Return `t` with the elements at `places` along `dim` where sorting puts them."""
    known = numpy_view(t) if t.ndim else None
    return None if known is None else torch.from_numpy(np.partition(known, np.asarray(places, np.intp), dim))


def argpartition(t: torch.Tensor, places: list[int], dim: int) -> torch.Tensor | None:
    """Return the indices of what `partition` does."""
    known = numpy_view(t) if t.ndim else None
    return None if known is None else torch.from_numpy(np.argpartition(known, np.asarray(places, np.intp), dim))


def partitioned(x: torch.Tensor, places: list[int]) -> torch.Tensor | None:
    """Return the elements at sorted places along the last dimension."""
    known = numpy_view(x)
    if known is None:
        return None
    return torch.from_numpy(np.partition(known, sorted(set(places)), -1)[..., places])


def extreme(t: torch.Tensor, dims: int | tuple[int, ...], largest: bool, keepdim: bool = False) -> torch.Tensor | None:
    """Return the extremes along `dims` of what torch orders itself; NaNs propagate."""
    known = numpy_if_large(t)
    if known is None:
        return None
    return torch.from_numpy(np.asarray((known.max if largest else known.min)(dims, keepdims=keepdim)))


def arg_extreme(t: torch.Tensor, dim: int | None, largest: bool) -> torch.Tensor | None:
    """Return the indices of the first extremes along `dim`; the first NaN wins."""
    known = numpy_if_large(t) if t.dtype in _ORDERED and (dim is None or t.shape[dim]) else None
    if known is None:
        return None
    return torch.from_numpy(np.asarray(known.argmax(dim) if largest else known.argmin(dim)))


def flatnonzero(t: torch.Tensor) -> torch.Tensor | None:
    """Return the indices of the true elements of a flat `t`."""
    known = numpy_if_large(t) if t.dtype is torch.bool and t.ndim == 1 else None
    return None if known is None else torch.from_numpy(np.flatnonzero(known))


def count_nonzero(t: torch.Tensor) -> torch.Tensor | None:
    """Return the number of true elements of `t`, of booleans."""
    known = numpy_if_large(t)
    return None if known is None else torch.scalar_tensor(int(np.count_nonzero(known)), dtype=torch.int64)


def all_of(t: torch.Tensor) -> torch.Tensor | None:
    """Tell whether every element of `t` is nonzero."""
    known = numpy_if_large(t)
    return None if known is None else torch.scalar_tensor(bool(known.all()), dtype=torch.bool)


def any_of(t: torch.Tensor) -> torch.Tensor | None:
    """Tell whether an element of `t` is nonzero."""
    known = numpy_if_large(t)
    return None if known is None else torch.scalar_tensor(bool(known.any()), dtype=torch.bool)


def all_along(t: torch.Tensor, dims: tuple[int, ...]) -> torch.Tensor | None:
    """Tell whether every element over `dims` is true."""
    known = numpy_if_large(t) if t.dtype is torch.bool else None
    return None if known is None else torch.from_numpy(np.asarray(known.all(dims)))


def any_along(t: torch.Tensor, dims: tuple[int, ...]) -> torch.Tensor | None:
    """Tell whether an element over `dims` is true."""
    known = numpy_if_large(t) if t.dtype is torch.bool else None
    return None if known is None else torch.from_numpy(np.asarray(known.any(dims)))


def distinct(t: torch.Tensor, equal_nan: bool) -> torch.Tensor | None:
    """Return the sorted distinct elements of a flat `t`."""
    known = numpy_if_large(t) if t.dtype in _QUICK else None
    return None if known is None else torch.from_numpy(np.unique(known, equal_nan=equal_nan))


def counted(t: torch.Tensor, equal_nan: bool) -> tuple[torch.Tensor, torch.Tensor] | None:
    """Return what `distinct` does, and how often each occurs."""
    known = numpy_if_large(t) if t.dtype in _QUICK else None
    if known is None:
        return None
    found, counts = np.unique(known, return_counts=True, equal_nan=equal_nan)
    return torch.from_numpy(found), torch.from_numpy(counts)


def in_table(x: torch.Tensor, test: torch.Tensor) -> torch.Tensor | None:
    """Tell which integers `x` are among the flat `test` by a table of their range, where that is not too wide."""
    a = numpy_if_large(x) if KIND[x.dtype] in "iu" else None
    b = None if a is None else numpy_view(test)
    if a is None or b is None or not b.size or int(b.max()) - int(b.min()) > _TABLE * (a.size + b.size):
        return None
    return torch.from_numpy(np.isin(a, b, kind="table"))


def norm(t: torch.Tensor) -> torch.Tensor | None:
    """Return the 2-norm of all elements of float64, as NumPy has it: the root of a product of BLAS."""
    known = numpy_if_large(t)
    if known is None or t.dtype is not torch.float64 or not t.is_contiguous():
        return None
    flat = known.reshape(-1)
    return torch.scalar_tensor(float(np.sqrt(np.dot(flat, flat))), dtype=t.dtype)


def row_major(t: torch.Tensor) -> torch.Tensor | None:
    """Return a row-major copy of `t`, which is not."""
    known = numpy_if_large(t)
    return None if known is None else torch.from_numpy(np.ascontiguousarray(known))


def correlate(a: torch.Tensor, v: torch.Tensor) -> torch.Tensor | None:
    """Return the sums of products of `v` with the windows that lie in `a`, which is not shorter, of real numbers."""
    if a.dtype not in _QUICK or (first := numpy_if_large(a)) is None or (second := numpy_view(v)) is None:
        return None
    return torch.from_numpy(np.correlate(first, second, "valid"))


def histogram(x: torch.Tensor, edges: torch.Tensor) -> torch.Tensor | None:
    """Return how many elements lie between edges, of floats as `x` is."""
    known = numpy_if_large(x) if x.dtype in FLOATS and edges.dtype is x.dtype else None
    given = None if known is None else numpy_view(edges)
    return None if known is None or given is None else torch.from_numpy(np.histogram(known, given)[0])


def packed(bits: torch.Tensor, dim: int, order: Any) -> torch.Tensor | None:
    """Return booleans along `dim` as bits of bytes."""
    known = numpy_view(bits)
    return None if known is None else torch.from_numpy(np.packbits(known, dim, order))


def unpacked(t: torch.Tensor, dim: int, count: int | None, order: Any) -> torch.Tensor | None:
    """Return the bits of bytes along `dim`."""
    # of no bytes NumPy makes bits of whatever memory there is
    known = numpy_view(t) if t.numel() else None
    return None if known is None else torch.from_numpy(np.unpackbits(known, dim, count, order))


def reduceat(name: str, t: torch.Tensor, starts: torch.Tensor) -> torch.Tensor | None:
    """Return the slices of `t` along its first dimension folded by a ufunc."""
    known = numpy_if_large(t) if name in _FOLDS and t.dtype in _BLAS | _QUICK else None
    given = None if known is None else numpy_view(starts)
    if known is None or given is None:
        return None
    return torch.from_numpy(silently(getattr(np, name).reduceat, known, given, 0, known.dtype))


def vecdot(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor | None:
    """Return the sum of conj(a) * b over the last dimension of two tensors of one shape."""
    if a.shape != b.shape or a.dtype not in _BLAS or a.shape[-1] < _LONG or (first := numpy_if_large(a)) is None:
        return None
    second = numpy_view(b)
    return None if second is None else torch.from_numpy(silently(np.vecdot, first, second))
