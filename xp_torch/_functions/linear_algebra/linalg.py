"""The `linalg` extension of the array API standard, with NumPy's names: decompositions, equations, norms, products.

`cross`, `outer`, `diagonal` and `trace` differ from the functions of these names in the main namespace: they follow the
standard (3-vectors, vectors, the last two dimensions). `matmul`, `matrix_transpose`, `tensordot` and `vecdot` are the
same functions there and here.
"""

from __future__ import annotations

import operator
from typing import Any

from xp_torch._array.coercion import as_tensor
from xp_torch._array.ndarray import ndarray
from xp_torch._functions.linear_algebra.products import cross as _cross
from xp_torch._functions.linear_algebra.products import diagonal as _diagonal
from xp_torch._functions.linear_algebra.products import outer as _outer
from xp_torch._functions.linear_algebra.products import trace as _trace

__all__ = ["cross", "diagonal", "outer", "trace"]


def cross(x1: Any, x2: Any, /, *, axis: int = -1) -> ndarray:
    """Compute the cross product of 3-vectors.

    Parameters
    ----------
    x1, x2 : array_like
        Vectors of size 3 along `axis`; the other dimensions broadcast.
    axis : int, default: -1
        The axis of the vectors.

    Returns
    -------
    ndarray
        The products, in the common dtype.

    Raises
    ------
    ValueError
        If a vector has not size 3, or the other dimensions don't broadcast.
    AxisError
        If the axis is out of bounds for an argument.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.linalg.cross(xp.asarray([1, 0, 0]), xp.asarray([0, 1, 0]))
    array([0, 0, 1])
    """
    return _cross(x1, x2, axis=operator.index(axis))


def outer(x1: Any, x2: Any, /) -> ndarray:
    """Compute the outer product of two vectors.

    Parameters
    ----------
    x1, x2 : array_like
        Vectors, 1-D.

    Returns
    -------
    ndarray
        Shape ``(x1.size, x2.size)``, in the common dtype.

    Raises
    ------
    ValueError
        If an argument is not 1-D.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.linalg.outer(xp.asarray([1, 2]), xp.asarray([3, 4]))
    array([[3, 4],
           [6, 8]])
    """
    dims = [as_tensor(x).ndim for x in (x1, x2)]
    if dims != [1, 1]:
        raise ValueError(f"Input arrays must be one-dimensional, but they are x1.ndim={dims[0]} and x2.ndim={dims[1]}.")
    return _outer(x1, x2)


def diagonal(x: Any, /, *, offset: int = 0) -> ndarray:
    """Return the diagonals of matrices.

    Parameters
    ----------
    x : array_like
        Matrices, shape ``(..., M, N)``.
    offset : int, default: 0
        Which diagonal: above the main one if positive, below it if negative.

    Returns
    -------
    ndarray
        A view, shape ``(..., K)``.

    Raises
    ------
    ValueError
        If `x` has fewer than two dimensions.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.linalg.diagonal(xp.asarray([[1, 2], [3, 4]]), offset=1)
    array([2])
    """
    return _diagonal(x, offset, -2, -1)


def trace(x: Any, /, *, offset: int = 0, dtype: Any = None) -> ndarray:
    """Sum the diagonals of matrices.

    Parameters
    ----------
    x : array_like
        Matrices, shape ``(..., M, N)``.
    offset : int, default: 0
        Which diagonal: above the main one if positive, below it if negative.
    dtype : dtype_like, optional
        Dtype to sum in; by default that of `sum`: small integers grow to the default integer dtype.

    Returns
    -------
    ndarray
        Shape ``(...)``.

    Raises
    ------
    ValueError
        If `x` has fewer than two dimensions.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.linalg.trace(xp.asarray([[1, 2], [3, 4]]))
    array(5)
    """
    return _trace(x, offset, -2, -1, dtype)


def __dir__() -> list[str]:
    """List the public names."""
    return sorted(__all__)
