"""NumPy's functions on tensors in the host's memory, where NumPy is faster than torch for many elements.

Each function returns None where NumPy does not apply: for few elements, other dtypes, or values that may not be read.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Collection, Sequence
from typing import Any

import numpy as np
import torch

from xp_torch._facts.dtypes import FROM_TORCH, WITHOUT_NUMPY, of_kind
from xp_torch._facts.inspection import numpy_view
from xp_torch._facts.torch_state import increment_version, is_compiling
from xp_torch._kernels.aliasing import may_share_memory, overlaps_itself
from xp_torch._kernels.host import FLOATS, is_large, numpy_if_large, silently
from xp_torch._kernels.thresholds import (
    FEW,
    FEW_TO_DECOMPOSE,
    FEW_TO_INTERPOLATE,
    FEW_TO_INVERT,
    FEW_TO_SORT,
    FEW_TO_VARY,
    MANY_POINTS,
    MANY_TERMS,
    TABLE_PER_ELEMENT,
)

#: Factors of numbers of points for which torch has transforms of their own; others it pads to a power of 2.
_FACTORS = (2, 3, 5, 7, 11, 13)
_BOOL = of_kind("b")
_INTEGERS = of_kind("iu")
_COMPLEX = of_kind("c")
#: Dtypes that NumPy sorts with vector instructions, or by radix.
_QUICK = frozenset((*FLOATS, *_INTEGERS))
_BLAS = frozenset((*FLOATS, *_COMPLEX))
_NUMERIC = _QUICK | _BLAS
#: Operations that ``ufunc.at`` computes in one loop.
_ACCUMULATED = ("add", "subtract", "multiply", "maximum", "minimum")
#: NumPy's names of the dtypes that it has.
_NAMES = {d: FROM_TORCH[d].name for d in of_kind("biufc") if d not in WITHOUT_NUMPY}


def _by_numpy(dtypes: Collection[torch.dtype] | None = None, large: bool = True) -> Callable[[Callable], Callable]:
    """Return a decorator that applies a function of NumPy arrays to tensors, returning None if it does not apply.

    It applies to tensors of `dtypes`, with many elements if `large`.
    """
    served = None if dtypes is None else frozenset(dtypes)

    def decorate(function: Callable) -> Callable:
        @functools.wraps(function)
        def on_tensors(t: torch.Tensor, *args: Any) -> Any:
            if served is not None and t.dtype not in served:
                return None
            if large and not is_large(t):
                return None
            values = numpy_view(t)
            if values is None or not (large or (values.size and values.ndim)):
                return None
            operands: list[Any] = []
            for x in args:
                operand = numpy_view(x) if isinstance(x, torch.Tensor) else x
                if operand is None and x is not None:
                    return None
                operands.append(operand)
            result = function(values, *operands)
            if type(result) is np.ndarray:
                return torch.from_numpy(result)
            if type(result) is tuple:
                return tuple(map(torch.from_numpy, result))
            return None if result is None else torch.from_numpy(np.asarray(result))

        return on_tensors

    return decorate


def sort(t: torch.Tensor, dim: int, descending: bool) -> torch.Tensor | None:
    """Return `t` sorted stably along `dim`, NaNs last."""
    if t.dtype not in _QUICK and (descending or t.dtype not in _COMPLEX):
        return None
    values = numpy_if_large(t, FEW_TO_SORT) if t.ndim else None
    if values is None:
        return None
    if values.dtype.kind == "c":
        return torch.from_numpy(np.sort(values, axis=dim, stable=True))
    negated = descending and values.dtype.kind == "f"
    r = np.sort(-values if negated else values, axis=dim, stable=values.itemsize == 1)
    if values.dtype.kind != "f":
        # equal integers can't be told apart
        return torch.from_numpy(np.ascontiguousarray(np.flip(r, dim)) if descending else r)
    if negated:
        np.negative(r, out=r)
    # NumPy leaves 0.0 and -0.0, which are equal, in any order
    zeros = values[values == 0]
    if zeros.size and (signs := np.signbit(zeros)).any() and not signs.all():
        if t.ndim > 1:
            return None
        r[r == 0] = zeros
    return torch.from_numpy(r)


@_by_numpy(_QUICK)
def order(keys: np.ndarray, dim: int) -> np.ndarray | None:
    """Return the indices that sort integers along `dim` stably: it sorts numbers made of the integer and its index."""
    size, low = keys.shape[dim], keys.min()
    shift = (size - 1).bit_length()
    if (int(keys.max()) - int(low)).bit_length() + shift > 63:
        return None
    both = (keys - low if keys.itemsize == 8 else keys).astype(np.int64, copy=False)
    if keys.itemsize < 8:
        both -= int(low)
    both <<= shift
    rows = np.moveaxis(both, dim, -1)
    for start in range(0, size, FEW):
        rows[..., start : start + FEW] |= np.arange(start, min(start + FEW, size))
    both.sort(dim)
    both &= (1 << shift) - 1
    return both


def _in_reverse_order(values: np.ndarray) -> np.ndarray:
    """Return numbers that sort in the reverse order of `values`, with the same NaNs; applied twice, `values`."""
    return np.negative(values) if values.dtype.kind == "f" else np.invert(values)


@_by_numpy((torch.float64, *_COMPLEX))
def argsort(values: np.ndarray, descending: bool) -> np.ndarray | None:
    """Return the indices that sort a flat array stably; of floats, if no two elements are equal."""
    if values.ndim != 1 or values.size < 2:
        return None
    if values.dtype.kind == "c":
        return None if descending else np.argsort(values, stable=True)
    if descending:
        values = _in_reverse_order(values)
    indices = np.argsort(values)
    r = values[indices]
    # NaNs, which are not equal to each other, come last
    if np.isnan(r[-2]) or (r[1:] == r[:-1]).any():
        return None
    return indices


@_by_numpy(large=False)
def partition(values: np.ndarray, places: list[int], dim: int, descending: bool) -> np.ndarray | None:
    """Return the array with the elements at `places` along `dim` where sorting puts them."""
    if not descending:
        return np.partition(values, np.asarray(places, np.intp), dim)
    if values.dtype.kind == "c":
        return None
    return _in_reverse_order(np.partition(_in_reverse_order(values), np.asarray(places, np.intp), dim))


@_by_numpy(large=False)
def argpartition(values: np.ndarray, places: list[int], dim: int, descending: bool) -> np.ndarray | None:
    """Return the indices of the elements of `partition`."""
    if descending and values.dtype.kind == "c":
        return None
    return np.argpartition(_in_reverse_order(values) if descending else values, np.asarray(places, np.intp), dim)


@_by_numpy(large=False)
def partitioned(values: np.ndarray, places: list[int], overwrite: bool) -> np.ndarray:
    """Return the elements at sorted places along the last dimension; `overwrite` orders `values` itself."""
    if not overwrite:
        values = values.copy()
    values.partition(sorted(set(places)), -1)
    return values[..., places]


@_by_numpy((torch.float64,))
def median(values: np.ndarray) -> np.ndarray:
    """Return the median along the last dimension; NaN if there is one."""
    return silently(lambda x: np.median(x, -1), values)


@_by_numpy((torch.float64,))
def quantile(values: np.ndarray, q: np.ndarray, method: Any) -> np.ndarray | None:
    """Return the quantiles `q`, a vector of the same dtype, in place of the last dimension."""
    if q.dtype != values.dtype:
        return None
    return np.moveaxis(silently(lambda x: np.quantile(x, q, -1, method=method), values), 0, -1)


@_by_numpy(FLOATS)
def variance(values: np.ndarray, axis: int | None, correction: float, keepdims: bool, root: bool) -> np.ndarray | None:
    """Return the variance (or its root) along one dimension or all."""
    if values.size > FEW_TO_VARY:
        return None
    return silently(lambda x: (np.std if root else np.var)(x, axis, ddof=correction, keepdims=keepdims), values)


@_by_numpy(_BLAS, large=False)
def inverse(values: np.ndarray) -> np.ndarray | None:
    """Return the inverses of a few small matrices; None if one is singular."""
    return None if values.size > FEW_TO_INVERT else _decomposed(np.linalg.inv, values)


@_by_numpy(_BLAS, large=False)
def decomposed(values: np.ndarray, name: str, *args: Any) -> Any:
    """Return the result of NumPy's `linalg` function `name`, with few elements or one thread; None if it fails."""
    if values.size > FEW_TO_DECOMPOSE and torch.get_num_threads() > 1:
        return None
    return _decomposed(getattr(np.linalg, name), values, *args)


def _decomposed(function: Callable, *operands: Any) -> Any:
    """Return the result of a function of `numpy.linalg`; None if it raises LinAlgError."""
    try:
        return silently(function, *operands)
    except np.linalg.LinAlgError:
        return None


@_by_numpy()
def extreme(values: np.ndarray, dim: int, largest: bool, keepdim: bool) -> Any:
    """Return the extremes along `dim`; NaNs propagate."""
    return (values.max if largest else values.min)(dim, keepdims=keepdim)


@_by_numpy(_INTEGERS, large=False)
def integer_extreme(values: np.ndarray, dims: tuple[int, ...], largest: bool) -> Any:
    """Return the extreme of integers over several dimensions, even of dtypes that torch does not order."""
    return (np.maximum if largest else np.minimum).reduce(values, dims)


@_by_numpy((*FLOATS, *_BOOL, *_INTEGERS, *_COMPLEX))
def arg_extreme(values: np.ndarray, dim: int | None, largest: bool) -> Any:
    """Return the indices of the first extremes along `dim`; the first NaN counts as one."""
    return values.argmax(dim) if largest else values.argmin(dim)


@_by_numpy(large=False)
def interpolate(x: np.ndarray, points: np.ndarray, values: np.ndarray, left: Any, right: Any) -> np.ndarray | None:
    """Return a piecewise linear function; `left` and `right` are its values beyond the `points`."""
    if x.size > FEW_TO_INTERPOLATE and torch.get_num_threads() > 1:
        return None
    return np.interp(x, points, values, left.item(), right.item())


@_by_numpy(large=False)
def digitize(values: np.ndarray, edges: np.ndarray, right: bool) -> np.ndarray | None:
    """Return the bin indices for edges with NaNs, where results depend on NumPy's search algorithm."""
    return np.digitize(values, edges, right) if np.isnan(edges).any() else None


@_by_numpy(_BOOL)
def flatnonzero(values: np.ndarray) -> np.ndarray | None:
    """Return the indices of the true elements of a flat array."""
    return np.flatnonzero(values) if values.ndim == 1 else None


@_by_numpy(_BOOL)
def selected(mask: np.ndarray, values: np.ndarray) -> np.ndarray | None:
    """Return the elements of an array where a mask of its shape is true, by their indices."""
    if mask.shape != values.shape or not (mask.flags.c_contiguous and values.flags.c_contiguous):
        return None
    return values.reshape(-1).take(np.flatnonzero(mask))


@_by_numpy()
def count_nonzero(values: np.ndarray) -> np.ndarray:
    """Return the number of nonzero elements."""
    return np.asarray(np.count_nonzero(values), np.int64)


@_by_numpy()
def all_true(values: np.ndarray, dims: Any = None, keepdim: bool = False) -> Any:
    """Return whether every element over `dims` is true."""
    return values.all(dims, keepdims=keepdim)


@_by_numpy()
def any_true(values: np.ndarray, dims: Any = None, keepdim: bool = False) -> Any:
    """Return whether any element over `dims` is true."""
    return values.any(dims, keepdims=keepdim)


@_by_numpy()
def distinct(values: np.ndarray, equal_nan: bool) -> np.ndarray:
    """Return the sorted distinct elements of a flat array."""
    return _counted_truth(values)[0] if values.dtype.kind == "b" else np.unique(values, equal_nan=equal_nan)


@_by_numpy()
def counted(values: np.ndarray, equal_nan: bool) -> tuple[np.ndarray, np.ndarray]:
    """Return the sorted distinct elements of a flat array and the number of times that each occurs."""
    if values.dtype.kind == "b":
        return _counted_truth(values)
    return np.unique(values, return_counts=True, equal_nan=equal_nan)


def _counted_truth(values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the distinct elements of a boolean array and their counts, without the sort of NumPy's `unique`."""
    true = np.count_nonzero(values)
    counts = np.asarray([values.size - true, true])
    return np.asarray([False, True])[counts > 0], counts[counts > 0]


@_by_numpy(_INTEGERS)
def in_table(values: np.ndarray, test: np.ndarray) -> np.ndarray | None:
    """Return which integers are in the flat `test`, by a table of their range; None if that is too wide."""
    if not test.size or int(test.max()) - int(test.min()) > TABLE_PER_ELEMENT * (values.size + test.size):
        return None
    return np.isin(values, test, kind="table")


def _is_padded(n: int) -> bool:
    """Return whether a number of points has a factor for which torch has no transform."""
    for factor in _FACTORS:
        while not n % factor:
            n //= factor
    return n > 1


@_by_numpy(_BLAS)
def transform(values: np.ndarray, name: str, n: int, axis: int, norm: str | None) -> np.ndarray | None:
    """Return the Fourier transform `name` with `n` points along an axis, where torch takes longer.

    It does for numbers of points that it pads, and for real float64 with one thread.
    """
    real = name in ("rfft", "irfft") and values.dtype.char in "dD" and n >= MANY_POINTS
    if n < 1 or not (_is_padded(n) or (real and torch.get_num_threads() == 1)):
        return None
    return silently(getattr(np.fft, name), values, n, axis, norm)


@_by_numpy(_BLAS)
def transform_axes(
    values: np.ndarray, name: str, sizes: Sequence[int], axes: Sequence[int], norm: str | None
) -> np.ndarray | None:
    """Return the Fourier transform "fft" or "ifft" along several axes, for numbers of points that torch pads."""
    padded = any(map(_is_padded, sizes))
    return silently(getattr(np.fft, f"{name}n"), values, sizes, axes, norm) if padded else None


@_by_numpy((torch.float64,))
def norm(values: np.ndarray) -> np.ndarray | None:
    """Return the 2-norm of all elements as NumPy computes it: the square root of a dot product by BLAS."""
    if not values.flags.c_contiguous:
        return None
    flat = values.reshape(-1)
    return np.sqrt(np.dot(flat, flat))


def gram(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor | None:
    """Return the product of a real matrix and its transpose; NumPy computes only one half of it."""
    if not a.ndim == b.ndim == 2 or a.shape != b.shape[::-1] or a.stride() != b.stride()[::-1] or a.is_complex():
        return None
    first, second = numpy_view(a), numpy_view(b)
    if first is None or second is None or a.data_ptr() != b.data_ptr() or not first.flags.forc:
        return None
    return torch.from_numpy(silently(np.matmul, first, second))


@_by_numpy(_BLAS)
def einsum(a: np.ndarray, b: np.ndarray, subscripts: str) -> np.ndarray:
    """Return sums of products of elements of two arrays."""
    return silently(lambda x, y: np.einsum(subscripts, x, y), a, b)


@_by_numpy((*_NUMERIC, *_BOOL))
def concatenate(first: np.ndarray, axis: int, *others: np.ndarray) -> np.ndarray:
    """Join arrays of one dtype along an axis."""
    return np.concatenate((first, *others), axis)


@_by_numpy(FLOATS)
def polynomial(x: np.ndarray, coefficients: np.ndarray) -> np.ndarray | None:
    """Return the values of a polynomial, given by coefficients of the dtype of `x`, by Horner's scheme in place."""
    if coefficients.dtype != x.dtype or not coefficients.size or coefficients.ndim > 1:
        return None
    return silently(_horner, x, coefficients)


def _horner(x: np.ndarray, coefficients: np.ndarray) -> np.ndarray:
    value = np.zeros_like(x)
    for c in coefficients:
        value *= x
        value += c
    return value


@_by_numpy(FLOATS)
def gradient(values: np.ndarray, axis: int, edge_order: Any) -> np.ndarray:
    """Return the derivative along an axis of samples at distances of 1."""
    return silently(lambda x: np.gradient(x, axis=axis, edge_order=edge_order), values)


@_by_numpy(FLOATS)
def replaced(values: np.ndarray, nan: Any, high: Any, low: Any) -> np.ndarray:
    """Return a copy with NaN, infinity and -infinity replaced."""
    return np.nan_to_num(values, nan=nan, posinf=high, neginf=low)


def write_at(t: torch.Tensor, index: torch.Tensor, value: torch.Tensor) -> bool:
    """Write `value` at a vector of indices, in their order, and return whether that was possible.

    The operands share no memory, and the value broadcasts.
    """
    views = [numpy_view(x) for x in (t, index, value)]
    if any(x is None for x in views) or t.is_inference():
        return False
    memory, places, elements = views
    try:
        memory[places] = elements  # type: ignore[index]
    except IndexError:
        return False  # before anything is written
    increment_version((t,))
    return True


def write_reversed(view: torch.Tensor, axes: Collection[int], value: torch.Tensor) -> bool:
    """Write `value`, of the same dtype, to many elements, reversed along `axes`; return whether that was possible.

    The operands share no memory, and the value broadcasts.
    """
    memory, elements = numpy_if_large(view), numpy_view(value)
    if memory is None or elements is None or view.is_inference() or overlaps_itself(view):
        return False
    np.copyto(np.flip(memory, tuple(axes)), elements)
    increment_version((view,))
    return True


def accumulate_at(name: str, t: torch.Tensor, index: torch.Tensor, value: torch.Tensor) -> bool:
    """Do ``ufunc.at`` for vectors of real numbers of one dtype, and return whether that was possible."""
    if is_compiling() or name not in _ACCUMULATED or t.dtype is not value.dtype or index.dtype is not torch.int64:
        return False
    if t.dtype not in _QUICK or not t.ndim == index.ndim == value.ndim == 1 or index.shape != value.shape:
        return False
    views = [numpy_view(x) for x in (t, index, value)]
    if any(x is None for x in views) or t.is_inference() or overlaps_itself(t):
        return False
    if may_share_memory(t, index) or may_share_memory(t, value):
        return False
    try:
        silently(getattr(np, name).at, *views)
    except IndexError:
        return False  # before anything is written
    increment_version((t,))
    return True


@_by_numpy()
def row_major(values: np.ndarray) -> np.ndarray:
    """Return a row-major copy of an array that is not row-major."""
    return np.ascontiguousarray(values)


@_by_numpy()
def repeated(values: np.ndarray, count: int) -> np.ndarray:
    """Return each element `count` times, in one dimension."""
    return np.repeat(values, count)


@_by_numpy((*FLOATS, *_BOOL, *_INTEGERS), large=False)
def correlate(a: np.ndarray, v: np.ndarray, mode: Any, flipped: str) -> np.ndarray:
    """Return the sums of products of `v` with the windows of `a`, for real numbers; `a` is not shorter.

    `flipped` is "v", "result" or "".
    """
    sums = np.correlate(a, v[::-1] if flipped == "v" else v, mode)
    return sums[::-1].copy() if flipped == "result" else sums


@_by_numpy(FLOATS)
def histogram(values: np.ndarray, edges: np.ndarray, even: bool) -> np.ndarray | None:
    """Return the counts of elements between edges of the same dtype, which may be at `even` distances."""
    if values.dtype != edges.dtype:
        return None
    if not even:
        return np.histogram(values, edges)[0]
    for kind in (edges.dtype.type, float):  # the type of the ends decides how NumPy rounds the edges between them
        ends = kind(edges[0]), kind(edges[-1])
        if np.array_equal(np.linspace(*ends, edges.size, dtype=edges.dtype), edges):
            return np.histogram(values, edges.size - 1, ends)[0]
    return None


@_by_numpy(large=False)
def packed(bits: np.ndarray, dim: int, order: Any) -> np.ndarray:
    """Return booleans along `dim` as bits of bytes."""
    return np.packbits(bits, dim, order)


@_by_numpy(large=False)
def unpacked(values: np.ndarray, dim: int, count: int | None, order: Any) -> np.ndarray:
    """Return the bits of bytes along `dim`."""
    return np.unpackbits(values, dim, count, order)


@_by_numpy()
def reduced(
    values: np.ndarray,
    name: str,
    dims: tuple[int, ...],
    dtype: torch.dtype,
    mask: np.ndarray | None = None,
    start: np.ndarray | None = None,
) -> np.ndarray | None:
    """Return the reduction over `dims` by a ufunc in `dtype`, of elements in `mask`, without a copy in that dtype."""
    ufunc = getattr(np, name, None)
    if not isinstance(ufunc, np.ufunc) or dtype not in _NAMES:
        return None
    initial = np._NoValue if start is None else start[()]
    return silently(ufunc.reduce, values, dims, _NAMES[dtype], None, False, initial, True if mask is None else mask)


@_by_numpy()
def accumulated(values: np.ndarray, name: str, dim: int, dtype: torch.dtype) -> np.ndarray | None:
    """Return the running reduction along `dim` by a ufunc in `dtype`."""
    ufunc = getattr(np, name, None)
    if not isinstance(ufunc, np.ufunc) or dtype not in _NAMES:
        return None
    return silently(ufunc.accumulate, values, dim, _NAMES[dtype])


@_by_numpy(_NUMERIC)
def reduceat(values: np.ndarray, name: str, starts: np.ndarray) -> np.ndarray | None:
    """Return the slices of an array along its first dimension, each reduced by a ufunc."""
    if name not in ("add", "multiply", "maximum", "minimum"):
        return None
    return silently(getattr(np, name).reduceat, values, starts, 0, values.dtype)


@_by_numpy(_BLAS)
def vecdot(a: np.ndarray, b: np.ndarray) -> np.ndarray | None:
    """Return the sum of conj(a) * b over the last dimension of two arrays of one shape."""
    return silently(np.vecdot, a, b) if a.shape == b.shape and a.shape[-1] >= MANY_TERMS else None
