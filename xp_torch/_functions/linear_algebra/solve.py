"""Determinants, inverses, equations and powers of `linalg`."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from typing import Any

import torch

from xp_torch._array.coercion import as_tensor, as_tensors, finish
from xp_torch._array.ndarray import ndarray, wrap, wrap_as
from xp_torch._facts.dtype_sets import NATIVE_FLOATS
from xp_torch._facts.dtypes import REAL
from xp_torch._facts.errors import LinAlgError
from xp_torch._facts.shapes import broadcast_shapes
from xp_torch._functions.linear_algebra.decompositions import (
    SlogdetResult,
    check_matrices,
    checked,
    epsilon,
    matrices,
    plain,
    tolerance,
    working_dtype,
)
from xp_torch._functions.linear_algebra.products import dot
from xp_torch._kernels import linear_algebra as kernels
from xp_torch._kernels.cast import cast

__all__ = [
    "det",
    "inv",
    "lstsq",
    "matrix_power",
    "multi_dot",
    "pinv",
    "slogdet",
    "solve",
    "tensorinv",
    "tensorsolve",
]

_SINGULAR = "Singular matrix"


def det(a: Any) -> ndarray:
    """Compute the determinant of square matrices.

    Parameters
    ----------
    a : array_like
        Matrices, shape ``(..., M, M)``.

    Returns
    -------
    ndarray
        Shape ``(...)``; float64 for integers. The determinant of an empty matrix is 1.

    Raises
    ------
    LinAlgError
        If a matrix is not square.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.linalg.det(xp.asarray([[2.0, 1.0], [0.0, 3.0]]))
    array(6.)
    """
    direct = plain(torch.linalg.det, a)
    if direct is not None:
        return direct
    return finish("det", torch.linalg.det(matrices("det", a, square=True)), like=a)


def slogdet(a: Any) -> SlogdetResult:
    """Compute the sign and the logarithm of the absolute value of the determinant.

    Parameters
    ----------
    a : array_like
        Matrices, shape ``(..., M, M)``.

    Returns
    -------
    SlogdetResult
        `sign` (for complex matrices a number of modulus 1, for singular ones 0) and `logabsdet` (real).

    Raises
    ------
    LinAlgError
        If a matrix is not square.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.linalg.slogdet(xp.asarray([[0.0, 1.0], [1.0, 0.0]])).sign
    array(-1.)
    """
    sign, logarithm = torch.linalg.slogdet(matrices("slogdet", a, square=True))
    return SlogdetResult(finish("slogdet", sign.resolve_conj(), like=a), finish("slogdet", logarithm, like=a))


def inv(a: Any) -> ndarray:
    """Invert square matrices.

    Parameters
    ----------
    a : array_like
        Matrices, shape ``(..., M, M)``.

    Returns
    -------
    ndarray
        The inverses; float64 for integers.

    Raises
    ------
    LinAlgError
        If a matrix is singular, or not square.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.linalg.inv(xp.asarray([[2, 0], [0, 4]]))
    array([[0.5 , 0.  ],
           [0.  , 0.25]])
    """
    direct = plain(torch.linalg.inv, a)
    if direct is not None:
        return direct
    t = matrices("inv", a, square=True)
    return finish("inv", checked(_SINGULAR, torch.linalg.inv, t).resolve_conj(), like=a)


def solve(a: Any, b: Any) -> ndarray:
    """Solve the linear equations ``a @ x = b``.

    Parameters
    ----------
    a : array_like
        Coefficients, shape ``(..., M, M)``.
    b : array_like
        Right sides: one vector, shape ``(M,)``, or matrices, shape ``(..., M, K)``; leading dimensions broadcast.

    Returns
    -------
    ndarray
        Shape ``(..., M)`` for a vector, ``(..., M, K)`` for matrices.

    Raises
    ------
    LinAlgError
        If a matrix is singular, or not square.
    ValueError
        If the shapes don't match.

    Notes
    -----
    `b` is a vector only if it is 1-D: the rule of the array API standard and of NumPy 2, not torch's.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.linalg.solve(xp.asarray([[2.0, 0.0], [0.0, 4.0]]), xp.asarray([1.0, 1.0]))
    array([0.5 , 0.25])
    """
    if type(a) is ndarray and type(b) is ndarray and a._dtype is b._dtype and a._dtype in NATIVE_FLOATS:
        left, right = a._tensor, b._tensor
        # of these dimensions torch takes a vector for one where NumPy does
        if left.ndim == 2 and 0 < right.ndim < 3 and left.is_cpu is right.is_cpu:
            try:
                return wrap_as(torch.linalg.solve(left, right), a._dtype)
            except RuntimeError:
                pass  # the checks below say what is wrong
    left, right = as_tensors("solve", a, b)
    check_matrices(left, square=True)
    vector = right.ndim == 1
    name, signature = ("solve1", "(m,m),(m)->(m)") if vector else ("solve", "(m,m),(m,n)->(m,n)")
    if not right.ndim:
        raise ValueError(
            f"{name}: Input operand 1 does not have enough dimensions (has 0, gufunc core with signature "
            f"{signature} requires 2)"
        )
    given = right.shape[0 if vector else -2]
    if given != left.shape[-1]:
        raise ValueError(
            f"{name}: Input operand 1 has a mismatch in its core dimension 0, with gufunc signature {signature} "
            f"(size {given} is different from {left.shape[-1]})"
        )
    if not vector:
        broadcast_shapes(left.shape[:-2], right.shape[:-2])
    dtype = working_dtype(left.dtype, right.dtype)
    result = checked(_SINGULAR, kernels.solve, cast(left, dtype), cast(right, dtype))
    return finish("solve", result.resolve_conj(), like=b)


def pinv(a: Any, rcond: Any = None, hermitian: bool = False, *, rtol: Any = None) -> ndarray:
    """Compute the Moore-Penrose pseudo-inverse.

    Parameters
    ----------
    a : array_like
        Matrices, shape ``(..., M, N)``.
    rcond : float or array_like, optional
        NumPy's older name of `rtol`.
    hermitian : bool, default: False
        Whether the matrices are Hermitian, which is faster.
    rtol : float or array_like, optional
        Singular values up to `rtol` times the largest count as zero. By default ``eps * max(M, N)``.

    Returns
    -------
    ndarray
        Shape ``(..., N, M)``.

    Raises
    ------
    ValueError
        If both `rcond` and `rtol` are given.
    LinAlgError
        If the singular values don't converge, or `a` has fewer than two dimensions.

    Notes
    -----
    Differs from NumPy: the default tolerance is that of the array API standard, NumPy's is 1e-15.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.linalg.pinv(xp.asarray([[2.0, 0.0], [0.0, 0.0]]))
    array([[0.5, 0. ],
           [0. , 0. ]])
    """
    if rcond is not None and rtol is not None:
        raise ValueError("`rtol` and `rcond` can't be both set.")
    t = matrices("pinv", a)
    hermitian = bool(hermitian) and t.numel() > 0
    if hermitian:
        check_matrices(t, True)
    given = rtol if rcond is None else rcond
    cutoff = epsilon(t.dtype) * max(t.shape[-2:]) if given is None else tolerance(given, t)
    if isinstance(cutoff, torch.Tensor):
        shape = tuple(t.shape[:-2])
        if broadcast_shapes(cutoff.shape, shape) != shape:
            raise ValueError(f"pinv: rcond has shape {tuple(cutoff.shape)}, the stack of matrices {shape}")
    return finish("pinv", checked("SVD did not converge", kernels.pinv, t, cutoff, hermitian), like=a)


def lstsq(a: Any, b: Any, rcond: Any = None) -> tuple[ndarray, ndarray, ndarray, ndarray]:
    """Solve linear equations in the sense of least squares, with the smallest solution.

    Parameters
    ----------
    a : array_like
        Coefficients, shape ``(M, N)``.
    b : array_like
        Right sides, shape ``(M,)`` or ``(M, K)``.
    rcond : float, optional
        Singular values up to `rcond` times the largest count as zero; by default ``eps * max(M, N)``, and eps if
        it is not between 0 and 1.

    Returns
    -------
    x : ndarray
        The solutions, shape ``(N,)`` or ``(N, K)``.
    residuals : ndarray
        Sums of squared residuals, shape ``(1,)`` or ``(K,)``; empty if the rank is less than N, or M <= N.
    rank : ndarray
        Rank of `a`, 0-D.
    s : ndarray
        Singular values of `a`.

    Raises
    ------
    LinAlgError
        If the shapes don't match or the singular values don't converge.

    Notes
    -----
    The shape of `residuals` depends on the rank, which is read back if M > N.

    Examples
    --------
    >>> import xp_torch as xp
    >>> x, residuals, rank, s = xp.linalg.lstsq(xp.asarray([[1.0], [1.0]]), xp.asarray([1.0, 3.0]))
    >>> x, residuals
    (array([2.]), array([2.]))
    """
    left, right = as_tensors("lstsq", a, b)
    vector = right.ndim == 1
    if vector:
        right = right.unsqueeze(-1)
    for t in (left, right):
        if t.ndim != 2:
            raise LinAlgError(f"{t.ndim}-dimensional array given. Array must be two-dimensional")
    m, n = left.shape
    if right.shape[0] != m:
        raise LinAlgError("Incompatible dimensions")
    dtype = working_dtype(left.dtype, right.dtype)
    left, right = cast(left, dtype), cast(right, dtype)
    if rcond is None:
        cutoff: Any = epsilon(dtype) * max(m, n)
    else:
        cutoff = tolerance(rcond, left)
        if isinstance(cutoff, torch.Tensor) and cutoff.ndim:
            raise ValueError(f"lstsq: rcond must be a number, got an array of shape {tuple(cutoff.shape)}")
        # LAPACK's rule for what is no tolerance; its epsilon is that of rounding
        least = epsilon(dtype) / 2
        if isinstance(cutoff, float):
            cutoff = cutoff if 0 < cutoff < 1 else least
        else:
            cutoff = torch.where((cutoff > 0) & (cutoff < 1), cutoff, least)
    x, squares, rank, s = checked("SVD did not converge in Linear Least Squares", kernels.lstsq, left, right, cutoff)
    if m <= n or int(rank) != n:
        squares = torch.zeros(0, dtype=REAL[dtype], device=left.device)
    return finish("lstsq", x.squeeze(-1) if vector else x, like=b), wrap(squares), wrap(rank), wrap(s)


def matrix_power(a: Any, n: int) -> ndarray:
    """Raise square matrices to an integer power.

    Parameters
    ----------
    a : array_like
        Matrices, shape ``(..., M, M)``, of any dtype.
    n : int
        The exponent: 0 gives identities, a negative one powers of the inverse.

    Returns
    -------
    ndarray
        The powers, in the dtype of `a` (float64 for the inverse of integers).

    Raises
    ------
    TypeError
        If `n` is not an integer.
    LinAlgError
        If a matrix is not square, or singular and `n` negative.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.linalg.matrix_power(xp.asarray([[1, 1], [1, 0]]), 10)
    array([[89, 55],
           [55, 34]])
    """
    t = as_tensor(a)
    check_matrices(t, square=True)
    try:
        exponent = operator.index(n)
    except TypeError:
        raise TypeError("exponent must be an integer") from None
    if exponent < 0:
        t = cast(t, working_dtype(t.dtype))
        t = checked(_SINGULAR, torch.linalg.inv, t).resolve_conj()
    return finish("matrix_power", kernels.matrix_power(t, abs(exponent)), like=a)


def multi_dot(arrays: Sequence[Any], *, out: Any = None) -> ndarray:
    """Multiply several matrices in the order that costs least.

    Parameters
    ----------
    arrays : sequence of array_like
        Matrices; the first and the last may be vectors.
    out : ndarray, optional
        Where to write the result, as for `dot`.

    Returns
    -------
    ndarray
        The product.

    Raises
    ------
    ValueError
        If there are fewer than two arrays or the shapes don't match.
    LinAlgError
        If an array has another number of dimensions.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.linalg.multi_dot([xp.ones((10, 2)), xp.ones((2, 20)), xp.ones(20)]).shape
    (10,)
    """
    count = len(arrays)
    if count < 2:
        raise ValueError("Expecting at least two arrays.")
    if count == 2:
        return dot(arrays[0], arrays[1], out=out)
    tensors = as_tensors("multi_dot", *arrays)
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
            return wrap(tensors[i])
        k = splits[i, j]
        return dot(product(i, k), product(k + 1, j))

    result = product(0, count - 1)._tensor
    if first:
        result = result.squeeze(0)
    if last:
        result = result.squeeze(-1)
    return finish("multi_dot", result, out)


def _chain_order(sizes: Sequence[int]) -> dict[tuple[int, int], int]:
    """Return where to split each chain of matrices (``sizes[i]`` by ``sizes[i + 1]``) so that products cost least."""
    count = len(sizes) - 1
    costs = {(i, i): 0 for i in range(count)}
    splits = {}
    for length in range(1, count):
        for i in range(count - length):
            j = i + length
            found = [costs[i, k] + costs[k + 1, j] + sizes[i] * sizes[k + 1] * sizes[j + 1] for k in range(i, j)]
            costs[i, j] = min(found)
            splits[i, j] = i + found.index(costs[i, j])
    return splits


def tensorinv(a: Any, ind: int = 2) -> ndarray:
    """Invert an array as the map that `tensordot` with it is.

    Parameters
    ----------
    a : array_like
        The product of its first `ind` sizes must be that of the others.
    ind : int, default: 2
        How many leading dimensions the map's result has.

    Returns
    -------
    ndarray
        Shape ``a.shape[ind:] + a.shape[:ind]``.

    Raises
    ------
    ValueError
        If `ind` is not positive.
    LinAlgError
        If the map is singular, or not square.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.linalg.tensorinv(xp.reshape(xp.eye(6), (2, 3, 6))).shape
    (6, 2, 3)
    """
    count = operator.index(ind)
    if count <= 0:
        raise ValueError("Invalid ind argument.")
    t = as_tensor(a)
    shape = t.shape[count:] + t.shape[:count]
    columns = 1
    for size in t.shape[count:]:
        columns *= size
    rows = 1
    for size in t.shape[:count]:
        rows *= size
    if rows != columns:
        raise LinAlgError("Last 2 dimensions of the array must be square")
    return wrap(inv(wrap(t.reshape(rows, columns)))._tensor.reshape(shape))


def tensorsolve(a: Any, b: Any, axes: Sequence[int] | None = None) -> ndarray:
    """Solve ``tensordot(a, x, x.ndim) = b`` for x.

    Parameters
    ----------
    a : array_like
        Coefficients, shape ``b.shape + Q`` with ``prod(Q) == b.size``.
    b : array_like
        Right side.
    axes : sequence of ints, optional
        Axes of `a` to move to the end first.

    Returns
    -------
    ndarray
        The solution, shape Q.

    Raises
    ------
    LinAlgError
        If the shapes don't match or the map is singular.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.linalg.tensorsolve(xp.reshape(xp.eye(6), (2, 3, 6)), xp.ones((2, 3)))
    array([1., 1., 1., 1., 1., 1.])
    """
    left, right = as_tensors("tensorsolve", a, b)
    if axes is not None:
        order = list(range(left.ndim))
        for k in axes:
            order.remove(k)
            order.insert(left.ndim, k)
        left = left.permute(order)
    # NumPy counts the dimensions from the end, so that an equal number of them means all.
    shape = left.shape[right.ndim - left.ndim :]
    size = 1
    for n in shape:
        size *= n
    if left.numel() != size**2 or right.numel() != size:
        raise LinAlgError("Input arrays must satisfy the requirement prod(a.shape[b.ndim:]) == prod(a.shape[:b.ndim])")
    found = solve(wrap(left.reshape(size, size)), wrap(right.reshape(-1)))
    return wrap(found._tensor.reshape(shape))
