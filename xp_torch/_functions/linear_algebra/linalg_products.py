"""Products of `linalg`: its own `cross`, `outer`, `diagonal` and `trace`, and powers and chains of matrices.

`cross`, `outer`, `diagonal` and `trace` differ from the functions of these names in the main namespace: they follow the
standard (3-vectors, vectors, the last two dimensions).
"""

from __future__ import annotations

import functools
import operator
from collections.abc import Sequence
from typing import SupportsIndex

from xp_torch._array.coercion import as_tensor, as_tensors, copy_shared, finish
from xp_torch._array.deferred import plain
from xp_torch._array.door import call_override, has_override, has_override_within
from xp_torch._array.ndarray import ndarray
from xp_torch._array.ufunc.overrides import overrides
from xp_torch._facts.annotations import ArrayLike, DTypeLike
from xp_torch._facts.dtypes import numpys_dtype
from xp_torch._facts.errors import LinAlgError
from xp_torch._functions.linear_algebra import diagonals, gufuncs, products
from xp_torch._functions.linear_algebra.arguments import (
    SINGULAR,
    check_matrices,
    explain_failure,
    rounded,
    working_dtype,
)
from xp_torch._kernels import linear_algebra as kernels
from xp_torch._kernels.cast import cast

__all__ = ["cross", "diagonal", "matrix_power", "multi_dot", "outer", "trace"]


def cross(x1: ArrayLike, x2: ArrayLike, /, *, axis: SupportsIndex = -1) -> ndarray:
    """Compute the cross product of 3-vectors.

    Parameters
    ----------
    x1, x2 : array_like
        Vectors of size 3 along `axis`; the other dimensions broadcast.
    axis : int, default: -1
        Axis of the vectors.

    Returns
    -------
    ndarray
        The products, in the common dtype.

    Raises
    ------
    ValueError
        If the size of a vector is not 3, or the other dimensions don't broadcast.

    Examples
    --------
    >>> xp.linalg.cross(xp.asarray([1, 0, 0]), xp.asarray([0, 1, 0]))
    array([0, 0, 1])
    """
    if has_override(x1, x2):
        return call_override(cross, locals())
    return products.cross(x1, x2, axis=operator.index(axis))


def outer(x1: ArrayLike, x2: ArrayLike, /) -> ndarray:
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
    >>> xp.linalg.outer(xp.asarray([1, 2]), xp.asarray([3, 4]))
    array([[3, 4],
           [6, 8]])
    """
    if has_override(x1, x2):
        return call_override(outer, locals())
    dims = [as_tensor(x).ndim for x in (x1, x2)]
    if dims != [1, 1]:
        raise ValueError(f"Input arrays must be one-dimensional, but they are x1.ndim={dims[0]} and x2.ndim={dims[1]}.")
    return products.outer(x1, x2)


def diagonal(x: ArrayLike, /, *, offset: int = 0) -> ndarray:
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
    >>> xp.linalg.diagonal(xp.asarray([[1, 2], [3, 4]]), offset=1)
    array([2])
    """
    if type(x) is not ndarray and has_override(x):
        return call_override(diagonal, locals())
    return diagonals.diagonal(x, offset, -2, -1)


def trace(x: ArrayLike, /, *, offset: int = 0, dtype: DTypeLike | None = None) -> ndarray:
    """Sum the diagonals of matrices.

    Parameters
    ----------
    x : array_like
        Matrices, shape ``(..., M, N)``.
    offset : int, default: 0
        Which diagonal: above the main one if positive, below it if negative.
    dtype : dtype_like, optional
        Data type of the result; by default that of `sum`, which widens small integers.

    Returns
    -------
    ndarray
        The sums, shape ``(...)``.

    Raises
    ------
    ValueError
        If `x` has fewer than two dimensions.

    Examples
    --------
    >>> xp.linalg.trace(xp.asarray([[1, 2], [3, 4]]))
    array(5)
    """
    if (type(x) is not ndarray and has_override(x)) or numpys_dtype(dtype) is not None:
        return call_override(trace, locals())
    return diagonals.trace(x, offset, -2, -1, dtype)


def matrix_power(a: ArrayLike, n: int) -> ndarray:
    """Raise square matrices to an integer power.

    Parameters
    ----------
    a : array_like
        Matrices of any dtype, shape ``(..., M, M)``.
    n : int
        Exponent: 0 gives identity matrices, a negative exponent powers of the inverse.

    Returns
    -------
    ndarray
        The powers, in the dtype of `a` (the default float for the inverse of integers).

    Raises
    ------
    TypeError
        If `n` is not an integer.
    LinAlgError
        If a matrix is not square, or if it is singular and `n` is negative.

    Examples
    --------
    >>> xp.linalg.matrix_power(xp.asarray([[1, 1], [1, 0]]), 10)
    array([[89, 55],
           [55, 34]])
    """
    if type(a) is not ndarray and has_override(a):
        return call_override(matrix_power, locals())
    t = as_tensor(a)
    check_matrices(t, square=True)
    try:
        exponent = operator.index(n)
    except TypeError:
        raise TypeError("exponent must be an integer") from None
    if exponent > 0 and overrides(a):
        return functools.reduce(gufuncs.matmul, [a] * exponent)  # type: ignore[return-value]
    if exponent < 0:
        dtype, own = working_dtype(t.device, t.dtype)
        t = explain_failure(SINGULAR, kernels.inverse, cast(t, dtype))
        return finish("matrix_power", rounded(kernels.matrix_power(t, -exponent), own), like=a)
    return finish("matrix_power", kernels.matrix_power(t, exponent), like=a)


def multi_dot(arrays: Sequence[ArrayLike], *, out: ndarray | None = None) -> ndarray:
    """Multiply several matrices in the cheapest order.

    Parameters
    ----------
    arrays : sequence of array_like
        Matrices; the first and the last may be vectors.
    out : ndarray, optional
        Array to write the result to, as for `dot`.

    Returns
    -------
    ndarray
        The product.

    Raises
    ------
    ValueError
        If there are fewer than two arrays or the shapes don't match.
    LinAlgError
        If an array is not 2-D.

    Examples
    --------
    >>> xp.linalg.multi_dot([xp.ones((10, 2)), xp.ones((2, 20)), xp.ones(20)]).shape
    (10,)
    """
    if has_override_within(arrays) or has_override(out):
        return call_override(multi_dot, locals())
    count = len(plain(arrays))
    if count < 2:
        raise ValueError("Expecting at least two arrays.")
    if count == 2:
        return products.dot(arrays[0], arrays[1], out=out)
    tensors = copy_shared(as_tensors("multi_dot", *arrays), out)
    first, last = tensors[0].ndim == 1, tensors[-1].ndim == 1
    if first:
        tensors[0] = tensors[0].unsqueeze(0)
    if last:
        tensors[-1] = tensors[-1].unsqueeze(-1)
    for t in tensors:
        if t.ndim != 2:
            raise LinAlgError(f"{t.ndim}-dimensional array given. Array must be two-dimensional")
    splits = _chain_order([t.shape[0] for t in tensors] + [tensors[-1].shape[1]])

    def product(i: int, j: int) -> ndarray:
        if i == j:
            return finish("multi_dot", tensors[i], like=arrays[i])
        k = splits[i, j]
        return products.dot(product(i, k), product(k + 1, j))

    whole = product(0, count - 1)
    result = whole._tensor
    if first:
        result = result.squeeze(0)
    if last:
        result = result.squeeze(-1)
    return finish("multi_dot", result, out, like=whole)


def _chain_order(sizes: Sequence[int]) -> dict[tuple[int, int], int]:
    """Return the cheapest split of each chain of matrices; matrix i is ``sizes[i]`` by ``sizes[i + 1]``."""
    count = len(sizes) - 1
    costs = {(i, i): 0 for i in range(count)}
    splits = {}
    for length in range(1, count):
        for i in range(count - length):
            j = i + length
            options = [costs[i, k] + costs[k + 1, j] + sizes[i] * sizes[k + 1] * sizes[j + 1] for k in range(i, j)]
            costs[i, j] = min(options)
            splits[i, j] = i + options.index(costs[i, j])
    return splits
