"""Index tricks on diagonals and triangles; `_index_tricks` re-exports them."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from typing import Any

import torch

from xp_torch._array.coercion import assigned
from xp_torch._array.ndarray import ndarray, wrap_as
from xp_torch._facts.defaults import default_device
from xp_torch._facts.promotion import check_int
from xp_torch._facts.shapes import normalize_shape
from xp_torch._functions.attributes import shape
from xp_torch._functions.creation.fill import ones
from xp_torch._functions.creation.ranges import arange
from xp_torch._functions.searching import nonzero
from xp_torch._kernels.cast import copy_into
from xp_torch._kernels.indexing import flat_index as kernels
from xp_torch._kernels.indexing.write import repeat_to

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
    if len(set(shape)) > 1:
        raise ValueError("All dimensions of input must be of equal length")


def fill_diagonal(a: ndarray, val: Any, wrap: bool = False) -> None:
    """Write values into the main diagonal of an array: the elements whose indices are all equal.

    Parameters
    ----------
    a : ndarray
        Array of at least two dimensions, which is written to; of more than two all have to be of one size.
    val : array_like
        The values, in row-major order, repeated as often as needed.
    wrap : bool, default: False
        Whether the diagonal of a tall matrix begins anew after a row that it leaves out.

    Returns
    -------
    None

    Raises
    ------
    ValueError
        If there are fewer than two dimensions, or more that differ in size.

    See Also
    --------
    diag_indices : Indices of the diagonal.

    Examples
    --------
    >>> import xp_torch as xp
    >>> x = xp.zeros((3, 3), dtype=int)
    >>> xp.fill_diagonal(x, [1, 2])
    >>> x
    array([[1, 0, 0],
           [0, 2, 0],
           [0, 0, 1]])
    """
    if not isinstance(a, ndarray):
        raise TypeError(f"fill_diagonal: an array is needed to write to, not {type(a).__name__}")
    if a.ndim < 2:
        raise ValueError("array must be at least 2-d")
    t = a._tensor
    if t.ndim > 2:
        _check_square(a.shape, "")
    rows, columns = t.shape[:2]
    if wrap and t.ndim == 2 and rows > columns:
        # a new diagonal begins every columns + 1 rows
        for start in range(0, rows, columns + 1):
            _fill(t[start : start + columns], val, start)
        return
    _fill(t, val, 0)


def _fill(t: torch.Tensor, val: Any, start: int) -> None:
    """Write `val`, repeated, into the diagonal of `t`, whose first row is row `start` of the whole matrix."""
    line = kernels.diagonal_elements(t)
    written, _ = assigned(val, t, viewed=False)
    written = written.reshape(-1)
    if not written.numel():
        return  # as NumPy's flat does
    done = start - start // (t.shape[-1] + 1) if start else 0
    copy_into(line, repeat_to(written, line.shape[0], done))


def diag_indices(n: Any, ndim: int = 2) -> tuple[ndarray, ...]:
    """Return the indices of the main diagonal of an array of shape ``(n, n, ..., n)``.

    Parameters
    ----------
    n : int
        Size of each dimension.
    ndim : int, default: 2
        Number of dimensions.

    Returns
    -------
    tuple of ndarray
        ``arange(n)``, `ndim` times.

    See Also
    --------
    diag_indices_from : The same of an array.

    Examples
    --------
    >>> import xp_torch as xp
    >>> x = xp.zeros((2, 2))
    >>> x[xp.diag_indices(2)] = 1
    >>> x
    array([[1., 0.],
           [0., 1.]])
    """
    return (arange(n),) * ndim


def diag_indices_from(arr: ndarray) -> tuple[ndarray, ...]:
    """Return the indices of the main diagonal of an array.

    Parameters
    ----------
    arr : ndarray
        Array of at least two dimensions, of one size.

    Returns
    -------
    tuple of ndarray
        For each dimension the indices from 0 to its size.

    Raises
    ------
    ValueError
        If there are fewer than two dimensions, or they differ in size.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.diag_indices_from(xp.zeros((2, 2)))
    (array([0, 1]), array([0, 1]))
    """
    sizes = shape(arr)
    _check_square(sizes, "input array must be at least 2-d")
    return diag_indices(sizes[0], len(sizes))


def _triangle(indices: Callable[..., torch.Tensor], n: Any, m: Any, k: Any) -> tuple[ndarray, ...]:
    """Return the indices of a triangle that `indices`, torch's function, makes."""
    # NumPy counts up to the sizes: negative ones give no rows or columns, and fractions one more
    rows, columns = normalize_shape([max(math.ceil(x), 0) for x in (n, n if m is None else m)])
    # beyond the matrix all diagonals are the same, and torch takes no larger ones
    check_int(-operator.index(k), torch.int64)
    offset = max(-rows - 1, min(operator.index(k), columns + 1))
    found = indices(rows, columns, offset, dtype=torch.int64, device=default_device())
    return tuple(wrap_as(t, torch.int64) for t in found.unbind())


def tril_indices(n: Any, k: Any = 0, m: Any = None) -> tuple[ndarray, ...]:
    """Return the indices of the lower triangle of a matrix of shape ``(n, m)``, in row-major order.

    Parameters
    ----------
    n : int
        Number of rows.
    k : int, default: 0
        The diagonal that bounds it: positive above the main one, negative below.
    m : int, optional
        Number of columns, `n` by default.

    Returns
    -------
    tuple of ndarray
        Row and column indices.

    See Also
    --------
    triu_indices : The upper triangle.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.tril_indices(2)
    (array([0, 1, 1]), array([0, 0, 1]))
    """
    return _triangle(torch.tril_indices, n, m, k)


def triu_indices(n: Any, k: Any = 0, m: Any = None) -> tuple[ndarray, ...]:
    """Return the indices of the upper triangle of a matrix of shape ``(n, m)``, in row-major order.

    Parameters
    ----------
    n : int
        Number of rows.
    k : int, default: 0
        The diagonal that bounds it: positive above the main one, negative below.
    m : int, optional
        Number of columns, `n` by default.

    Returns
    -------
    tuple of ndarray
        Row and column indices.

    See Also
    --------
    tril_indices : The lower triangle.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.triu_indices(2)
    (array([0, 0, 1]), array([0, 1, 1]))
    """
    return _triangle(torch.triu_indices, n, m, k)


def _shape_of_matrix(arr: Any) -> tuple[int, int]:
    sizes = shape(arr)
    if len(sizes) != 2:
        raise ValueError("input array must be 2-d")
    return sizes[0], sizes[1]


def tril_indices_from(arr: ndarray, k: Any = 0) -> tuple[ndarray, ...]:
    """Return the indices of the lower triangle of a matrix.

    Parameters
    ----------
    arr : ndarray
        The matrix.
    k : int, default: 0
        The diagonal that bounds it, as in `tril_indices`.

    Returns
    -------
    tuple of ndarray
        Row and column indices.

    Raises
    ------
    ValueError
        If `arr` is not 2-D.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.tril_indices_from(xp.zeros((2, 2)), k=-1)
    (array([1]), array([0]))
    """
    rows, columns = _shape_of_matrix(arr)
    return tril_indices(rows, k, columns)


def triu_indices_from(arr: ndarray, k: Any = 0) -> tuple[ndarray, ...]:
    """Return the indices of the upper triangle of a matrix.

    Parameters
    ----------
    arr : ndarray
        The matrix.
    k : int, default: 0
        The diagonal that bounds it, as in `triu_indices`.

    Returns
    -------
    tuple of ndarray
        Row and column indices.

    Raises
    ------
    ValueError
        If `arr` is not 2-D.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.triu_indices_from(xp.zeros((2, 2)), k=1)
    (array([0]), array([1]))
    """
    rows, columns = _shape_of_matrix(arr)
    return triu_indices(rows, k, columns)


def mask_indices(n: Any, mask_func: Callable[..., Any], k: Any = 0) -> tuple[ndarray, ...]:
    """Return the indices of what a function leaves of a matrix of shape ``(n, n)``.

    Parameters
    ----------
    n : int
        Number of rows and columns.
    mask_func : callable
        Called as ``mask_func(x, k)`` with a matrix of ones; what it makes zero is left out. `tril` and `triu` are such.
    k : scalar, default: 0
        Passed to `mask_func`.

    Returns
    -------
    tuple of ndarray
        Row and column indices.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.mask_indices(3, xp.triu, 1)
    (array([0, 0, 1]), array([1, 2, 2]))
    """
    return nonzero(mask_func(ones((n, n), int), k) != 0)
