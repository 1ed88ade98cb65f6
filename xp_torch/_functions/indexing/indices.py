"""Arrays of indices, iterators over indices, and conversions between flat and multi-dimensional indices."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Literal, SupportsIndex, overload

import numpy as np
import torch

from xp_torch._array.coercion import as_tensor, as_tensors, finish
from xp_torch._array.door import BLOCKS, call_override, has_override, has_override_within, is_elsewhere
from xp_torch._array.ndarray import ndarray, wrap
from xp_torch._array.numpys import is_numpys
from xp_torch._facts.annotations import ArrayLike, DeviceLike, DTypeLike, ShapeLike
from xp_torch._facts.defaults import default_float
from xp_torch._facts.dtypes import BOUNDS, KIND, numpys_dtype
from xp_torch._facts.shapes import as_bool, as_index, bounded, broadcast_shapes, listed_sizes, normalize_shape
from xp_torch._functions.creation.arguments import check_like, given_device, given_dtype
from xp_torch._functions.creation.ranges import arange
from xp_torch._kernels.indexing import flat_index as kernels
from xp_torch._kernels.indexing.take import check_mode
from xp_torch._kernels.manipulation import stack

__all__ = ["fromfunction", "indices", "ix_", "ndenumerate", "ndindex", "ravel_multi_index", "unravel_index"]


class ndindex:
    """Iterator over the indices of an array of a shape: tuples of ints in row-major order.

    Parameters
    ----------
    *shape : int, or one tuple of ints
        Sizes of the dimensions.

    See Also
    --------
    ndenumerate : Iterate over the elements too.

    Examples
    --------
    >>> list(xp.ndindex(2, 2))
    [(0, 0), (0, 1), (1, 0), (1, 1)]
    """

    def __init__(self, *shape: ShapeLike) -> None:
        sizes: Any = shape[0] if len(shape) == 1 and isinstance(shape[0], tuple) else shape
        counts = [as_index(n) for n in sizes]
        if any(n < 0 for n in counts):
            raise ValueError("negative dimensions are not allowed")
        try:
            self._iter = itertools.product(*map(range, counts))
        except MemoryError:  # Python's own has no text
            raise MemoryError(f"ndindex: Unable to allocate the indices of a shape {tuple(counts)}") from None

    def __iter__(self) -> ndindex:
        return self

    def __next__(self) -> tuple[int, ...]:
        """Return the next index."""
        return next(self._iter)


class ndenumerate:
    """Iterator over the indices and elements of an array.

    Parameters
    ----------
    arr : array_like
        Input array.

    See Also
    --------
    ndindex : Iterate over the indices only.

    Examples
    --------
    >>> for index, x in xp.ndenumerate([[1, 2], [3, 4]]):
    ...     print(index, x)
    (0, 0) 1
    (0, 1) 2
    (1, 0) 3
    (1, 1) 4
    """

    def __init__(self, arr: ArrayLike) -> None:
        if is_numpys(arr):
            self._iter: Iterator[Any] = np.ndenumerate(arr)
            return
        t = as_tensor(arr)
        self._iter = zip(ndindex(tuple(t.shape)), wrap(t.reshape(-1)), strict=True)

    def __iter__(self) -> ndenumerate:
        return self

    def __next__(self) -> tuple[tuple[int, ...], ndarray]:
        """Return the next index and its element, a 0-D array."""
        return next(self._iter)


@overload
def indices(
    dimensions: Sequence[SupportsIndex],
    dtype: DTypeLike = int,
    sparse: Literal[False] = False,
    *,
    device: DeviceLike | None = None,
) -> ndarray: ...
@overload
def indices(
    dimensions: Sequence[SupportsIndex],
    dtype: DTypeLike = int,
    sparse: bool = False,
    *,
    device: DeviceLike | None = None,
) -> Any: ...
def indices(
    dimensions: Sequence[SupportsIndex],
    dtype: DTypeLike = int,
    sparse: bool = False,
    *,
    device: DeviceLike | None = None,
) -> Any:
    """Return the indices of a grid, for each dimension.

    Parameters
    ----------
    dimensions : sequence of ints
        Shape of the grid.
    dtype : dtype_like, default: int
        Data type of the result.
    sparse : bool, default: False
        Whether to return one array per dimension, of size 1 along the others.
    device : device_like, optional
        Device of the result; by default torch's default device.

    Returns
    -------
    ndarray or tuple of ndarray
        Array of shape ``(len(dimensions), *dimensions)`` whose element ``[i, ...]`` is the index in dimension `i`; if
        `sparse`, a tuple of arrays that broadcast to those.

    See Also
    --------
    mgrid, ogrid : Grids from slices.

    Examples
    --------
    >>> xp.indices((2, 2))
    array([[[0, 0],
            [1, 1]],
    <BLANKLINE>
           [[0, 1],
            [0, 1]]])
    >>> xp.indices((2, 2), sparse=True)
    (array([[0],
           [1]]), array([[0, 1]]))
    """
    if ((BLOCKS or device is not None) and is_elsewhere(device)) or numpys_dtype(dtype) is not None:
        return call_override(indices, locals())
    sizes = normalize_shape(tuple(bounded(dimensions)))
    if dtype is None and not sparse:
        dtype = default_float()
    parts = [
        arange(n, dtype=dtype, device=device)._tensor.view((1,) * i + (n,) + (1,) * (len(sizes) - i - 1))
        for i, n in enumerate(sizes)
    ]
    if as_bool(sparse, "sparse"):
        return tuple(wrap(t) for t in parts)
    if not parts:
        return wrap(torch.empty((0,), dtype=given_dtype(dtype), device=given_device(device)))
    return wrap(stack([t.expand(sizes) for t in parts], 0))


def fromfunction(
    function: Callable[..., Any],
    shape: Sequence[SupportsIndex],
    *,
    dtype: DTypeLike = float,
    like: ndarray | None = None,
    device: DeviceLike | None = None,
    **kwargs: Any,
) -> Any:
    """Call a function with the indices of a grid, and return its result.

    Parameters
    ----------
    function : callable
        Called once, with an array of indices for each dimension.
    shape : sequence of ints
        Shape of the grid.
    dtype : dtype_like, default: float
        Data type of the indices.
    like : array_like, optional
        Reference object, as in NumPy: an `ndarray` of this package or None.
    device : device_like, optional
        Device of the indices; by default torch's default device.
    **kwargs : Any
        Passed to `function`.

    Returns
    -------
    Any
        The result of `function`.

    Examples
    --------
    >>> xp.fromfunction(lambda i, j: 10 * i + j, (2, 3), dtype=int)
    array([[ 0,  1,  2],
           [10, 11, 12]])
    """
    if ((BLOCKS or device is not None) and is_elsewhere(device)) or numpys_dtype(dtype) is not None:
        return call_override(fromfunction, locals())
    check_like(like)
    return function(*indices(shape, dtype=dtype, device=device), **kwargs)


def ix_(*args: ArrayLike) -> tuple[ndarray, ...]:
    """Return 1-D sequences of indices as an open mesh, which addresses all their combinations.

    Parameters
    ----------
    *args : array_like
        1-D indices for each dimension; booleans stand for the indices of their True.

    Returns
    -------
    tuple of ndarray
        For each argument an array with as many dimensions as there are arguments, of size 1 along the others.

    See Also
    --------
    ogrid : Open mesh from slices.

    Examples
    --------
    >>> x = xp.asarray([[0, 1, 2], [3, 4, 5], [6, 7, 8]])
    >>> x[xp.ix_([0, 2], [False, True, True])]
    array([[1, 2],
           [7, 8]])
    """
    if has_override(*args):
        return call_override(ix_, locals())
    mesh = []
    for k, (given, t) in enumerate(zip(args, as_tensors("ix_", *args), strict=True)):
        if t.ndim != 1:
            raise ValueError("Cross index must be 1 dimensional")
        if t.dtype is torch.bool:
            t = t.nonzero().reshape(-1)
        elif not t.numel() and not isinstance(given, (ndarray, torch.Tensor, np.ndarray)):
            t = t.to(torch.int64)
        mesh.append(finish("ix_", t.reshape((1,) * k + (t.shape[0],) + (1,) * (len(args) - k - 1)), like=given))
    return tuple(mesh)


_UNTYPED = (
    "indices must be integral: the provided empty sequence was inferred as float. "
    "Wrap it with 'np.array(indices, dtype=np.intp)'"
)


def _integers(t: torch.Tensor, given: Any) -> torch.Tensor:
    """Return indices as int64; other dtypes than integers raise NumPy's TypeError."""
    if KIND[t.dtype] not in "biu":
        untyped = not t.numel() and not isinstance(given, (ndarray, torch.Tensor, np.ndarray))
        raise TypeError(_UNTYPED if untyped else "only int indices permitted")
    return t.to(torch.int64)


def _order(order: Any) -> Any:
    """Return "C" or "F"; other orders raise."""
    result = order.upper() if isinstance(order, str) else "C" if order is None else order
    if result not in ("C", "F"):
        raise ValueError("only 'C' or 'F' order is permitted")
    return result


def unravel_index(indices: ArrayLike, shape: ShapeLike, order: Literal["C", "F"] = "C") -> tuple[ndarray, ...]:
    """Convert flat indices to indices for each dimension.

    Parameters
    ----------
    indices : array_like of integers
        Flat indices, of any shape; not negative. Bounds are checked on the CPU only.
    shape : int or sequence of ints
        Shape of the array that they index.
    order : {"C", "F"}, default: "C"
        Whether the flat indices count in row-major or column-major order.

    Returns
    -------
    tuple of ndarray
        For each dimension an int64 array of the shape of `indices`.

    See Also
    --------
    ravel_multi_index : The inverse.

    Examples
    --------
    >>> xp.unravel_index([2, 3], (2, 2))
    (array([1, 1]), array([0, 1]))
    """
    if type(indices) is not ndarray and has_override(indices):
        return call_override(unravel_index, locals())
    t = _integers(as_tensor(indices), indices)
    order, sizes = _order(order), listed_sizes(shape)
    if abs(math.prod(sizes)) > BOUNDS[torch.int64][1]:
        raise ValueError(
            "dimensions are too large; arrays and shapes with a total size greater than 'intp' are not supported."
        )
    coords = kernels.unravel_index(t, sizes, order)
    if not sizes and t.ndim:
        raise ValueError("multiple indices are not supported for 0d array")
    return tuple(wrap(x) for x in coords)


def ravel_multi_index(
    multi_index: ndarray | np.ndarray | Sequence[ArrayLike],
    dims: ShapeLike,
    mode: Literal["raise", "wrap", "clip"] | tuple[Literal["raise", "wrap", "clip"], ...] = "raise",
    order: Literal["C", "F"] = "C",
) -> ndarray:
    """Convert indices for each dimension to flat indices.

    Parameters
    ----------
    multi_index : sequence of array_like
        Integers for each dimension, which broadcast.
    dims : int or sequence of ints
        Shape of the array that they index.
    mode : {"raise", "wrap", "clip"} or a tuple of them, default: "raise"
        What to do with an index out of bounds: raise (on the CPU only), take the remainder, or use the nearest bound.
        A tuple has one mode for each dimension.
    order : {"C", "F"}, default: "C"
        Whether the flat indices count in row-major or column-major order.

    Returns
    -------
    ndarray
        int64 array of the broadcast shape of the indices.

    See Also
    --------
    unravel_index : The inverse.

    Examples
    --------
    >>> xp.ravel_multi_index(([1, 1], [0, 1]), (2, 2))
    array([2, 3])
    """
    if has_override_within(multi_index):
        return call_override(ravel_multi_index, locals())
    order, sizes = _order(order), listed_sizes(dims)
    modes = tuple(mode) if isinstance(mode, (tuple, list)) else (mode,) * len(sizes)
    for m in modes:
        check_mode(m)
    if len(modes) != len(sizes):
        raise ValueError(f"list of clipmodes has wrong length ({len(modes)} instead of {len(sizes)})")
    given = list(multi_index)
    if len(given) != len(sizes):
        raise ValueError(f"parameter multi_index must be a sequence of length {len(sizes)}")
    if math.prod(sizes) > BOUNDS[torch.int64][1]:
        raise ValueError("invalid dims: array size defined by dims is larger than the maximum possible size.")
    if any(isinstance(x, (list, tuple)) and not len(x) for x in given):
        raise TypeError(_UNTYPED)
    parts = [_integers(t, x) for t, x in zip(as_tensors("ravel_multi_index", *given), given, strict=True)]
    shape = broadcast_shapes(*(t.shape for t in parts))
    if 0 in sizes and 0 not in shape:
        raise ValueError("cannot unravel if shape has zero entries (is empty).")
    return wrap(kernels.ravel_multi_index(parts, sizes, modes, order))
