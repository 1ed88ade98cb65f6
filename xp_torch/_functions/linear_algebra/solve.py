"""Inverses and linear equations of `linalg`."""

from __future__ import annotations

import math
import operator
from collections.abc import Sequence

import torch

from xp_torch._array.coercion import as_tensor, as_tensors, finish
from xp_torch._array.door import call_override, has_override
from xp_torch._array.ndarray import ndarray, wrap, wrap_as
from xp_torch._facts.annotations import ArrayLike
from xp_torch._facts.dtype_sets import NATIVE_FLOATS
from xp_torch._facts.dtypes import REAL
from xp_torch._facts.errors import LinAlgError
from xp_torch._facts.inspection import known_or, read_back
from xp_torch._facts.no_value import NO_VALUE
from xp_torch._facts.shapes import as_bool, as_index, broadcast_shapes
from xp_torch._functions.linear_algebra.arguments import (
    NO_SVD,
    SINGULAR,
    as_matrices,
    as_tolerance,
    check_finite,
    check_matrices,
    check_triangle,
    computed,
    direct_result,
    epsilon,
    explain_failure,
    rounded,
    working_dtype,
)
from xp_torch._kernels import linear_algebra as kernels
from xp_torch._kernels.cast import cast

__all__ = ["inv", "lstsq", "pinv", "solve", "tensorinv", "tensorsolve"]

_NO_LEAST_SQUARES = "SVD did not converge in Linear Least Squares"


def inv(a: ArrayLike) -> ndarray:
    """Invert square matrices.

    Parameters
    ----------
    a : array_like
        Matrices, shape ``(..., M, M)``.

    Returns
    -------
    ndarray
        The inverses; integers become the default float.

    Raises
    ------
    LinAlgError
        If a matrix is singular, or not square.

    Examples
    --------
    >>> xp.linalg.inv(xp.asarray([[2, 0], [0, 4]]))
    array([[0.5 , 0.  ],
           [0.  , 0.25]])
    """
    if type(a) is not ndarray and has_override(a):
        return call_override(inv, locals())
    direct = direct_result(SINGULAR, kernels.inverse, "inv", a)
    if direct is not None:
        return direct
    t, own = as_matrices("inv", a, square=True)
    return finish("inv", rounded(computed(SINGULAR, kernels.inverse, "inv", own, t), own), like=a)


def solve(a: ArrayLike, b: ArrayLike) -> ndarray:
    """Solve the linear equations ``a @ x = b``.

    Parameters
    ----------
    a : array_like
        Coefficients, shape ``(..., M, M)``.
    b : array_like
        Right-hand sides: one vector, shape ``(M,)``, or matrices, shape ``(..., M, K)``; leading dimensions broadcast.

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
    `b` is a vector only if it is 1-D, as in the array API standard and NumPy 2; torch's rule is another one.

    Examples
    --------
    >>> xp.linalg.solve(xp.asarray([[2.0, 0.0], [0.0, 4.0]]), xp.asarray([1.0, 1.0]))
    array([0.5 , 0.25])
    """
    if type(a) is ndarray and type(b) is ndarray and a._dtype is b._dtype and a._dtype in NATIVE_FLOATS:
        left, right = a._tensor, b._tensor
        # with these dimensions torch and NumPy agree whether `b` is a vector
        direct = left.ndim == 2 and 0 < right.ndim < 3 and left.is_cpu and right.is_cpu
        if direct and left.shape[0] == left.shape[1] == right.shape[0]:
            result = computed(SINGULAR, kernels.solve, "solve", a._dtype, left, right)
            return wrap_as(rounded(result, a._dtype), a._dtype)
    if has_override(a, b):
        return call_override(solve, locals())
    left, right = as_tensors("solve", a, b)
    check_matrices(left, square=True)
    vector = right.ndim == 1
    name, signature = ("solve1", "(m,m),(m)->(m)") if vector else ("solve", "(m,m),(m,n)->(m,n)")
    if not right.ndim:
        raise ValueError(
            f"{name}: Input operand 1 does not have enough dimensions (has 0, gufunc core with signature "
            f"{signature} requires 2)"
        )
    rows = right.shape[0 if vector else -2]
    if rows != left.shape[-1]:
        raise ValueError(
            f"{name}: Input operand 1 has a mismatch in its core dimension 0, with gufunc signature {signature} "
            f"(size {rows} is different from {left.shape[-1]})"
        )
    if not vector:
        broadcast_shapes(left.shape[:-2], right.shape[:-2])
    dtype, own = working_dtype(left.device, left.dtype, right.dtype)
    result = computed(SINGULAR, kernels.solve, "solve", own, cast(left, dtype), cast(right, dtype))
    return finish("solve", rounded(result, own), like=b)


def pinv(
    a: ArrayLike, rcond: ArrayLike | None = None, hermitian: bool = False, *, rtol: ArrayLike | None = NO_VALUE
) -> ndarray:
    """Compute the Moore-Penrose pseudo-inverse.

    Parameters
    ----------
    a : array_like
        Matrices, shape ``(..., M, N)``.
    rcond : float or array_like, optional
        NumPy's older name for `rtol`.
    hermitian : bool, default: False
        Whether the matrices are Hermitian, which is faster.
    rtol : float or array_like, optional
        Singular values up to `rtol` times the largest one are treated as zero. By default ``eps * max(M, N)``, where
        eps is that of the precision that is computed in, float64 on the CPU. None takes the eps of the dtype of `a`.

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
    Differs from NumPy: without a tolerance NumPy's is 1e-15. None is the default of the array API standard, as in
    NumPy.

    Examples
    --------
    >>> xp.linalg.pinv(xp.asarray([[2.0, 0.0], [0.0, 0.0]]))
    array([[0.5, 0. ],
           [0. , 0. ]])
    """
    if has_override(a, rcond, rtol):
        return call_override(pinv, locals())
    if rcond is not None and rtol is not NO_VALUE:
        raise ValueError("`rtol` and `rcond` can't be both set.")
    t, own = as_matrices("pinv", a, double=True)
    hermitian = as_bool(hermitian, "hermitian") and t.numel() > 0
    if hermitian:
        check_matrices(t, True)
        check_triangle(t, "L")
    else:
        check_finite(NO_SVD, t)
    is_default = rcond is None and (rtol is NO_VALUE or (rtol is None and own is t.dtype))
    # torch has the default of the dtype of `t`. A number that depends on sizes would fix them in a graph.
    cutoff = None if is_default else as_tolerance(rtol if rcond is None else rcond, t, t.shape[-2:], own)
    if isinstance(cutoff, torch.Tensor):
        shape = tuple(t.shape[:-2])
        if broadcast_shapes(cutoff.shape, shape) != shape:
            raise ValueError(
                f"pinv: rcond must broadcast to the stack of matrices, {shape} (got {tuple(cutoff.shape)})"
            )
    return finish("pinv", rounded(explain_failure(NO_SVD, kernels.pinv, t, cutoff, hermitian), own), like=a)


def lstsq(a: ArrayLike, b: ArrayLike, rcond: float | None = None) -> tuple[ndarray, ndarray, ndarray, ndarray]:
    """Return the least-squares solution of linear equations; of several solutions, the one with the smallest norm.

    Parameters
    ----------
    a : array_like
        Coefficients, shape ``(M, N)``.
    b : array_like
        Right-hand sides, shape ``(M,)`` or ``(M, K)``.
    rcond : float, optional
        Singular values up to `rcond` times the largest one are treated as zero. By default ``eps * max(M, N)``; eps if
        `rcond` is not between 0 and 1. The eps is that of float64, in which the equations are solved.

    Returns
    -------
    x : ndarray
        Solutions, shape ``(N,)`` or ``(N, K)``.
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
    The shape of `residuals` depends on the rank, which is read back if M > N. Where it is traced or mapped, the
    residuals are returned for any rank.

    Examples
    --------
    >>> x, residuals, rank, s = xp.linalg.lstsq(xp.asarray([[1.0], [1.0]]), xp.asarray([1.0, 3.0]))
    >>> x, residuals
    (array([2.]), array([2.]))
    """
    if has_override(a, b):
        return call_override(lstsq, locals())
    left, right = as_tensors("lstsq", a, b)
    vector = right.ndim == 1
    if vector:
        right = right.unsqueeze(-1)
    for t in (left, right):
        if t.ndim != 2:
            raise LinAlgError(f"{t.ndim}-dimensional array given. Array must be two-dimensional")
    m, n = left.shape
    if known_or(False, right.shape[0] != m):
        raise LinAlgError("Incompatible dimensions")
    dtype, own = working_dtype(left.device, left.dtype, right.dtype, double=True)
    left, right = cast(left, dtype), cast(right, dtype)
    cutoff = as_tolerance(rcond, left, (m, n), dtype)
    # LAPACK's rule for an invalid tolerance; its epsilon is the unit roundoff
    invalid = epsilon(dtype) / 2
    if isinstance(cutoff, torch.Tensor):
        if cutoff.ndim:
            raise ValueError(f"lstsq: rcond must be a number (got an array of shape {tuple(cutoff.shape)})")
        cutoff = torch.where((cutoff > 0) & (cutoff < 1), cutoff, invalid)
    elif rcond is not None and not (known_or(True, cutoff > 0) and known_or(True, cutoff < 1)):
        cutoff = invalid
    check_finite(_NO_LEAST_SQUARES, left)
    x, squares, rank, s = computed(_NO_LEAST_SQUARES, kernels.lstsq, "lstsq", own, left, right, cutoff)
    if known_or(False, m <= n) or read_back(rank != n):
        squares = torch.zeros(0, dtype=REAL[dtype], device=left.device)
    x, squares, s = (rounded(r, own) for r in (x.squeeze(-1) if vector else x, squares, s))
    return finish("lstsq", x, like=b), wrap(squares), wrap(rank), wrap(s)


def tensorinv(a: ArrayLike, ind: int = 2) -> ndarray:
    """Compute the inverse of an array with respect to `tensordot`.

    Parameters
    ----------
    a : array_like
        Input; the product of its first `ind` sizes must equal the product of the others.
    ind : int, default: 2
        Number of leading dimensions that the inverse moves to the end.

    Returns
    -------
    ndarray
        Shape ``a.shape[ind:] + a.shape[:ind]``.

    Raises
    ------
    ValueError
        If `ind` is not positive.
    LinAlgError
        If `a` is singular, or the products differ.

    Examples
    --------
    >>> xp.linalg.tensorinv(xp.reshape(xp.eye(6), (2, 3, 6))).shape
    (6, 2, 3)
    """
    if type(a) is not ndarray and has_override(a):
        return call_override(tensorinv, locals())
    count = operator.index(ind)
    if count <= 0:
        raise ValueError("Invalid ind argument.")
    t = as_tensor(a)
    shape = t.shape[count:] + t.shape[:count]
    rows, columns = math.prod(t.shape[:count]), math.prod(t.shape[count:])
    if rows != columns:
        raise LinAlgError("Last 2 dimensions of the array must be square")
    return wrap(inv(wrap(t.reshape(rows, columns)))._tensor.reshape(shape))


def tensorsolve(a: ArrayLike, b: ArrayLike, axes: Sequence[int] | None = None) -> ndarray:
    """Solve ``tensordot(a, x, x.ndim) = b`` for x.

    Parameters
    ----------
    a : array_like
        Coefficients, shape ``b.shape + Q`` with ``prod(Q) == b.size``.
    b : array_like
        Right-hand side.
    axes : sequence of ints, optional
        Axes of `a` to move to the end before solving.

    Returns
    -------
    ndarray
        The solution, shape Q.

    Raises
    ------
    LinAlgError
        If the shapes don't match or `a` is singular.

    Examples
    --------
    >>> xp.linalg.tensorsolve(xp.reshape(xp.eye(6), (2, 3, 6)), xp.ones((2, 3)))
    array([1., 1., 1., 1., 1., 1.])
    """
    if has_override(a, b):
        return call_override(tensorsolve, locals())
    left, right = as_tensors("tensorsolve", a, b)
    if axes is not None:
        order = list(range(left.ndim))
        for k in map(as_index, axes):
            order.remove(k)
            order.insert(left.ndim, k)
        left = left.permute(order)
    # Counted from the end, as in NumPy: if `a` and `b` have equally many dimensions, the shape is `a`'s.
    shape = left.shape[right.ndim - left.ndim :]
    size = math.prod(shape)
    if left.numel() != size**2 or right.numel() != size:
        raise LinAlgError("Input arrays must satisfy the requirement prod(a.shape[b.ndim:]) == prod(a.shape[:b.ndim])")
    solution = solve(wrap(left.reshape(size, size)), wrap(right.reshape(-1)))
    return finish("tensorsolve", solution._tensor.reshape(shape), like=a)
