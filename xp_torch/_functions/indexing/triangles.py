"""Indices of diagonals and triangles of matrices, and `fill_diagonal`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, SupportsIndex

import torch

from xp_torch._array.coercion import as_device, assigned, device_of
from xp_torch._array.door import BLOCKS, call_override, has_override, is_elsewhere
from xp_torch._array.ndarray import ndarray, wrap_as
from xp_torch._facts.annotations import ArrayLike, DeviceLike
from xp_torch._facts.inspection import is_static
from xp_torch._facts.promotion import check_int
from xp_torch._facts.shapes import as_bool, normalize_shape
from xp_torch._facts.torch_errors import explained
from xp_torch._functions.attributes import shape
from xp_torch._functions.creation.arguments import whole_number
from xp_torch._functions.creation.fill import ones
from xp_torch._functions.creation.ranges import arange
from xp_torch._functions.searching import nonzero
from xp_torch._kernels.aliasing import may_share_memory
from xp_torch._kernels.cast import copy_into
from xp_torch._kernels.indexing import flat_index as kernels
from xp_torch._kernels.indexing.write import repeat_to
from xp_torch._kernels.layout import raveled

__all__ = [
    "diag_indices",
    "diag_indices_from",
    "fill_diagonal",
    "mask_indices",
    "tril_indices",
    "tril_indices_from",
    "triu_indices",
    "triu_indices_from",
]


def _check_square(shape: tuple[int, ...], message: str) -> None:
    """Raise ValueError if there are fewer than two dimensions, or they differ in size."""
    if len(shape) < 2:
        raise ValueError(message)
    if any(size != shape[0] for size in shape):
        raise ValueError("All dimensions of input must be of equal length")


def fill_diagonal(a: ndarray, val: ArrayLike, wrap: bool = False) -> None:
    """Write values to the main diagonal of an array, in place: to the elements whose indices are all equal.

    Parameters
    ----------
    a : ndarray
        Array to write to, of at least two dimensions; if more than two, of equal sizes.
    val : array_like
        Values, flattened in row-major order and repeated as needed.
    wrap : bool, default: False
        Whether the diagonal of a tall matrix starts again after each square block, leaving one row between.

    See Also
    --------
    diag_indices : Indices of the diagonal.

    Examples
    --------
    >>> x = xp.zeros((3, 3), dtype=int)
    >>> xp.fill_diagonal(x, [1, 2])
    >>> x
    array([[1, 0, 0],
           [0, 2, 0],
           [0, 0, 1]])
    """
    if has_override(a, val):
        call_override(fill_diagonal, locals())
        return
    if not isinstance(a, ndarray):
        raise TypeError(f"fill_diagonal: a must be an ndarray of xp_torch (got {type(a).__name__})")
    if a.ndim < 2:
        raise ValueError("array must be at least 2-d")
    t = a._tensor
    if t.ndim > 2:
        _check_square(a.shape, "")
    values = raveled(assigned(val, t, viewed=False)[0])
    values = values.clone() if may_share_memory(values, t) else values
    if not values.numel():
        return
    rows, columns = t.shape[:2]
    # With `wrap`, a new diagonal starts every columns + 1 rows.
    starts = range(0, rows, columns + 1) if as_bool(wrap, "wrap") and t.ndim == 2 else (0,)
    for number, start in enumerate(starts):
        line = kernels.diagonal_elements(t.narrow(0, start, min(columns, rows - start)))
        copy_into(line, repeat_to(values, line.shape[0], number * columns))
    a._store(t)


def diag_indices(n: int, ndim: int = 2, *, device: DeviceLike | None = None) -> tuple[ndarray, ...]:
    """Return the indices of the main diagonal of an array of shape ``(n, n, ..., n)``.

    Parameters
    ----------
    n : int
        Size of each dimension.
    ndim : int, default: 2
        Number of dimensions.
    device : device_like, optional
        Device of the result; by default torch's default device.

    Returns
    -------
    tuple of ndarray
        `ndim` arrays, each ``arange(n)``.

    See Also
    --------
    diag_indices_from : The indices for a given array.

    Examples
    --------
    >>> x = xp.zeros((2, 2))
    >>> x[xp.diag_indices(2)] = 1
    >>> x
    array([[1., 0.],
           [0., 1.]])
    """
    if (BLOCKS or device is not None) and is_elsewhere(device):
        return call_override(diag_indices, locals())
    try:
        return (arange(n, device=device),) * ndim
    except MemoryError:  # Python's own has no text
        raise MemoryError(f"diag_indices: Unable to allocate a tuple of {ndim} arrays") from None


def diag_indices_from(arr: ndarray) -> tuple[ndarray, ...]:
    """Return the indices of the main diagonal of an array, for each dimension.

    Parameters
    ----------
    arr : ndarray
        Array of at least two dimensions, of equal sizes; others raise ValueError.

    Returns
    -------
    tuple of ndarray
        ``arange(n)`` for each dimension, where ``n`` is its size.

    Examples
    --------
    >>> xp.diag_indices_from(xp.zeros((2, 2)))
    (array([0, 1]), array([0, 1]))
    """
    if not isinstance(arr, ndarray) and has_override(arr):
        return call_override(diag_indices_from, locals())
    sizes = shape(arr)
    _check_square(sizes, "input array must be at least 2-d")
    return diag_indices(sizes[0], len(sizes), device=device_of(arr))


def _triangle(
    indices: Callable[..., torch.Tensor], n: Any, m: Any, k: Any, device: torch.device
) -> tuple[ndarray, ...]:
    """Return the indices of a triangle from `indices`, torch's function for them."""
    # As in NumPy, negative sizes give no rows or columns, and fractions count as one more.
    rows = whole_number(n, True)
    rows, columns = normalize_shape([max(x, 0) for x in (rows, rows if m is None else whole_number(m, True))])
    # Outside the matrix all diagonals give the same triangle, and torch's int64 cannot hold some.
    diagonal = whole_number(k)
    check_int(-diagonal, torch.int64)
    offset = max(-rows, min(diagonal, columns))
    if is_static(rows) and is_static(columns):
        result = explained(indices)(rows, columns, offset, dtype=torch.int64, device=device).unbind()
    else:
        result = kernels.triangle(rows, columns, offset, indices is torch.triu_indices, device)
    return tuple(wrap_as(t, torch.int64) for t in result)


def tril_indices(
    n: SupportsIndex, k: SupportsIndex = 0, m: SupportsIndex | None = None, *, device: DeviceLike | None = None
) -> tuple[ndarray, ...]:
    """Return the indices of the lower triangle of a matrix of shape ``(n, m)``, in row-major order.

    Parameters
    ----------
    n : int
        Number of rows.
    k : int, default: 0
        Diagonal that bounds the triangle: 0 is the main diagonal, positive ones are above it, negative ones below.
    m : int, optional
        Number of columns; `n` by default.
    device : device_like, optional
        Device of the result; by default torch's default device.

    Returns
    -------
    tuple of ndarray
        Row and column indices.

    See Also
    --------
    triu_indices : The upper triangle.

    Examples
    --------
    >>> xp.tril_indices(2)
    (array([0, 1, 1]), array([0, 0, 1]))
    """
    if (BLOCKS or device is not None) and is_elsewhere(device):
        return call_override(tril_indices, locals())
    return _triangle(torch.tril_indices, n, m, k, as_device(device))


def triu_indices(
    n: SupportsIndex, k: SupportsIndex = 0, m: SupportsIndex | None = None, *, device: DeviceLike | None = None
) -> tuple[ndarray, ...]:
    """Return the indices of the upper triangle of a matrix of shape ``(n, m)``, in row-major order.

    Parameters
    ----------
    n : int
        Number of rows.
    k : int, default: 0
        Diagonal that bounds the triangle: 0 is the main diagonal, positive ones are above it, negative ones below.
    m : int, optional
        Number of columns; `n` by default.
    device : device_like, optional
        Device of the result; by default torch's default device.

    Returns
    -------
    tuple of ndarray
        Row and column indices.

    See Also
    --------
    tril_indices : The lower triangle.

    Examples
    --------
    >>> xp.triu_indices(2)
    (array([0, 0, 1]), array([0, 1, 1]))
    """
    if (BLOCKS or device is not None) and is_elsewhere(device):
        return call_override(triu_indices, locals())
    return _triangle(torch.triu_indices, n, m, k, as_device(device))


def _matrix_shape(arr: Any) -> tuple[int, int]:
    sizes = shape(arr)
    if len(sizes) != 2:
        raise ValueError("input array must be 2-d")
    return sizes[0], sizes[1]


def tril_indices_from(arr: ndarray, k: SupportsIndex = 0) -> tuple[ndarray, ...]:
    """Return the indices of the lower triangle of a matrix, in row-major order.

    Parameters
    ----------
    arr : ndarray
        The matrix; an array that is not 2-D raises ValueError.
    k : int, default: 0
        Diagonal that bounds the triangle: 0 is the main diagonal, positive ones are above it, negative ones below.

    Returns
    -------
    tuple of ndarray
        Row and column indices.

    Examples
    --------
    >>> xp.tril_indices_from(xp.zeros((2, 2)), k=-1)
    (array([1]), array([0]))
    """
    if not isinstance(arr, ndarray) and has_override(arr):
        return call_override(tril_indices_from, locals())
    rows, columns = _matrix_shape(arr)
    return tril_indices(rows, k, columns, device=device_of(arr))


def triu_indices_from(arr: ndarray, k: SupportsIndex = 0) -> tuple[ndarray, ...]:
    """Return the indices of the upper triangle of a matrix, in row-major order.

    Parameters
    ----------
    arr : ndarray
        The matrix; an array that is not 2-D raises ValueError.
    k : int, default: 0
        Diagonal that bounds the triangle: 0 is the main diagonal, positive ones are above it, negative ones below.

    Returns
    -------
    tuple of ndarray
        Row and column indices.

    Examples
    --------
    >>> xp.triu_indices_from(xp.zeros((2, 2)), k=1)
    (array([0]), array([1]))
    """
    if not isinstance(arr, ndarray) and has_override(arr):
        return call_override(triu_indices_from, locals())
    rows, columns = _matrix_shape(arr)
    return triu_indices(rows, k, columns, device=device_of(arr))


def mask_indices(n: SupportsIndex, mask_func: Callable[..., Any], k: ArrayLike = 0) -> tuple[ndarray, ...]:
    """Return the indices of the elements of a matrix of shape ``(n, n)`` that a function such as `triu` keeps.

    Parameters
    ----------
    n : int
        Number of rows and columns.
    mask_func : callable
        Called as ``mask_func(x, k)`` with a matrix of ones; elements that it sets to zero are left out.
    k : scalar, default: 0
        Passed to `mask_func`.

    Returns
    -------
    tuple of ndarray
        Row and column indices.

    Examples
    --------
    >>> xp.mask_indices(3, xp.triu, 1)
    (array([0, 0, 1]), array([1, 2, 2]))
    """
    return nonzero(mask_func(ones((n, n), int), k) != 0)
