"""Norms, determinants, condition number and rank of `linalg`."""

from __future__ import annotations

import operator
from typing import Any, Literal, NamedTuple

import torch

from xp_torch._array.coercion import as_tensor, finish
from xp_torch._array.door import call_override, has_override
from xp_torch._array.ndarray import ndarray, wrap, wrap_as
from xp_torch._facts.annotations import ArrayLike, Axis
from xp_torch._facts.defaults import floating
from xp_torch._facts.dtype_sets import NATIVE_FLOATS
from xp_torch._facts.dtypes import DETOUR
from xp_torch._facts.errors import AxisError, LinAlgError
from xp_torch._facts.shapes import (
    as_bool,
    broadcast_shapes,
    normalize_axes,
    normalize_axis,
    reduced_shape,
    single,
)
from xp_torch._functions.linear_algebra.arguments import (
    SINGULAR,
    as_matrices,
    as_tolerance,
    check_matrices,
    computed,
    direct_result,
    rounded,
)
from xp_torch._functions.linear_algebra.decompositions import singular_values
from xp_torch._kernels import linear_algebra as kernels
from xp_torch._kernels.cast import cast

__all__ = ["SlogdetResult", "cond", "det", "matrix_norm", "matrix_rank", "norm", "slogdet", "vector_norm"]

_INFINITY = float("inf")


class SlogdetResult(NamedTuple):
    """The result of `linalg.slogdet`."""

    sign: ndarray
    logabsdet: ndarray


def _as_floating(x: Any) -> torch.Tensor:
    """Return an array-like as a floating tensor; integers become the default float."""
    t = as_tensor(x)
    return cast(t, floating(t.dtype))


def _matrix_norm(t: torch.Tensor, order: Any) -> torch.Tensor:
    """Return a norm of the matrices in the last two dimensions; an invalid `order` raises ValueError."""
    if order is None or (isinstance(order, str) and order in ("f", "fro")):
        return kernels.matrix_norm(t, "fro")
    number: Any = order if isinstance(order, str) else float(single(order, "ord"))
    if number not in ("nuc", 1.0, -1.0, 2.0, -2.0, _INFINITY, -_INFINITY):
        raise ValueError("Invalid norm order for matrices.")
    if number in ("nuc", 2.0, -2.0):
        s, _ = singular_values("norm", wrap(t))
        return rounded(kernels.norm_of_singular_values(s, number), t.dtype)
    return rounded(kernels.matrix_norm(cast(t, DETOUR.get(t.dtype, t.dtype)), number), t.dtype)


def _vector_norm(t: torch.Tensor, order: Any, axes: tuple[int, ...], keepdims: bool) -> torch.Tensor:
    """Return the p-norm over `axes`; an `order` that is text raises ValueError."""
    if isinstance(order, str):
        raise ValueError(f"Invalid norm order {order!r:.80} for vectors")
    return kernels.vector_norm(t, 2.0 if order is None else float(single(order, "ord")), axes, keepdims)


def _one_axis(axis: Any, ndim: int) -> int:
    """Return the axis of a norm, which NumPy truncates to an int, as a non-negative int."""
    try:
        number = int(axis)
    except (TypeError, ValueError):
        raise TypeError("'axis' must be None, an integer or a tuple of integers") from None
    return normalize_axis(number, ndim)


def vector_norm(x: ArrayLike, /, *, axis: Axis = None, keepdims: bool = False, ord: float = 2) -> ndarray:
    """Compute a norm of vectors.

    Parameters
    ----------
    x : array_like
        Input.
    axis : int or tuple of ints or None, default: None
        Axes to reduce; None reduces all of them.
    keepdims : bool, default: False
        Whether to keep the reduced axes, with size one.
    ord : int or float, default: 2
        Order p of ``sum(abs(x)**p)**(1/p)``; inf and -inf are the largest and smallest absolute value, 0 is the number
        of nonzero elements.

    Returns
    -------
    ndarray
        The norms, real; integers become the default float.

    Raises
    ------
    ValueError
        If `ord` is a string, or -inf and the vectors are empty.

    Examples
    --------
    >>> xp.linalg.vector_norm(xp.asarray([3.0, 4.0]))
    array(5.)
    """
    keepdims = as_bool(keepdims, "keepdims")
    plain = axis is None and not keepdims and type(ord) is int and ord == 2
    if plain and type(x) is ndarray and x._dtype in NATIVE_FLOATS:
        return wrap_as(kernels.norm_of(x._tensor), x._dtype)
    if type(x) is not ndarray and has_override(x):
        return call_override(vector_norm, locals())
    t = _as_floating(x)
    if axis is None or isinstance(axis, tuple) or keepdims:
        axes = normalize_axes(axis, t.ndim)
    else:
        axes = (_one_axis(axis, t.ndim),)
    return finish("vector_norm", _vector_norm(t, ord, axes, keepdims), like=x)


def matrix_norm(
    x: ArrayLike, /, *, keepdims: bool = False, ord: float | Literal["fro", "nuc"] | None = "fro"
) -> ndarray:
    """Compute a norm of matrices.

    Parameters
    ----------
    x : array_like
        Matrices, shape ``(..., M, N)``.
    keepdims : bool, default: False
        Whether to keep the reduced axes, with size one.
    ord : {"fro", "nuc", 1, -1, 2, -2, inf, -inf}, default: "fro"
        Frobenius or nuclear norm; largest or smallest sum of absolute values of a column (1, -1) or a row (inf, -inf);
        largest or smallest singular value (2, -2).

    Returns
    -------
    ndarray
        The norms, real; integers become the default float.

    Raises
    ------
    ValueError
        If `ord` is not a valid order.
    AxisError
        If `x` has fewer than two dimensions.

    Examples
    --------
    >>> xp.linalg.matrix_norm(xp.asarray([[1.0, 2.0], [3.0, 4.0]]), ord=1)
    array(6.)
    """
    if type(x) is not ndarray and has_override(x):
        return call_override(matrix_norm, locals())
    t = _as_floating(x)
    if t.ndim < 2:
        raise AxisError(-2, t.ndim)
    result = _matrix_norm(t, ord)
    if as_bool(keepdims, "keepdims"):
        result = result.unsqueeze(-1).unsqueeze(-1)
    return finish("matrix_norm", result, like=x)


def norm(
    x: ArrayLike,
    ord: float | Literal["fro", "nuc"] | None = None,
    axis: Axis = None,
    keepdims: bool = False,
) -> ndarray:
    """Compute a vector or matrix norm: NumPy's older function for both.

    Parameters
    ----------
    x : array_like
        Input.
    ord : int, float, str or None, optional
        Order, as for `vector_norm` or `matrix_norm`; None is the 2-norm of all elements.
    axis : int or tuple of ints, optional
        One axis for vector norms, two for matrix norms; by default all axes.
    keepdims : bool, default: False
        Whether to keep the reduced axes, with size one.

    Returns
    -------
    ndarray
        The norms, real; integers become the default float.

    Raises
    ------
    ValueError
        If `ord` is not a valid order, or the number of axes is not 1 or 2.

    Examples
    --------
    >>> xp.linalg.norm(xp.asarray([[1.0, 2.0], [2.0, 0.0]]))
    array(3.)
    """
    if type(x) is ndarray and x._dtype in NATIVE_FLOATS and ord is None and axis is None and keepdims is False:
        return wrap_as(kernels.norm_of(x._tensor), x._dtype)
    keepdims = as_bool(keepdims, "keepdims")
    if type(x) is not ndarray and has_override(x):
        return call_override(norm, locals())
    t = _as_floating(x)
    if axis is None:
        if ord is None:
            return finish("norm", kernels.vector_norm(t, 2.0, tuple(range(t.ndim)), bool(keepdims)), like=x)
        axes: tuple[int, ...] = tuple(range(t.ndim))
    elif isinstance(axis, tuple):
        axes = tuple(normalize_axis(operator.index(i), t.ndim) for i in axis)
    else:
        axes = (_one_axis(axis, t.ndim),)
    if len(axes) == 1:
        return finish("norm", _vector_norm(t, ord, axes, keepdims), like=x)
    if len(axes) != 2:
        raise ValueError("Improper number of dimensions to norm.")
    if axes[0] == axes[1]:
        raise ValueError("Duplicate axes given.")
    result = _matrix_norm(t.movedim(axes, (-2, -1)), ord)
    return finish("norm", result.reshape(reduced_shape(t.shape, axes, True)) if keepdims else result, like=x)


def matrix_rank(
    A: ArrayLike, tol: ArrayLike | None = None, hermitian: bool = False, *, rtol: ArrayLike | None = None
) -> ndarray:
    """Compute the rank of matrices: the number of singular values greater than a tolerance.

    Parameters
    ----------
    A : array_like
        Matrices, shape ``(..., M, N)``. A vector has rank 1, or 0 if all elements are zero.
    tol : float or array_like, optional
        Singular values up to `tol` are treated as zero.
    hermitian : bool, default: False
        Whether the matrices are Hermitian, which is faster.
    rtol : float or array_like, optional
        Tolerance as a multiple of the largest singular value. By default ``eps * max(M, N)``.

    Returns
    -------
    ndarray
        The ranks, int64, shape ``(...)``.

    Raises
    ------
    ValueError
        If both `tol` and `rtol` are given.
    LinAlgError
        If the singular values don't converge.

    Examples
    --------
    >>> xp.linalg.matrix_rank(xp.asarray([[1.0, 2.0], [2.0, 4.0]]))
    array(1)
    """
    if has_override(A, tol, rtol):
        return call_override(matrix_rank, locals())
    if tol is not None and rtol is not None:
        raise ValueError("`tol` and `rtol` can't be both set.")
    t = as_tensor(A)
    if t.ndim < 2:
        return wrap(((t != 0).sum() > 0).to(torch.int64))
    s, own = singular_values("matrix_rank", A, as_bool(hermitian, "hermitian"))
    if own not in DETOUR:
        # NumPy compares rounded ones, so that a singular value of 2 is not above a tolerance of 2.
        s = cast(rounded(s, own), s.dtype)
    tolerance = as_tolerance(tol if rtol is None else rtol, s, t.shape[-2:], own)
    if isinstance(tolerance, torch.Tensor):
        tolerance = tolerance.unsqueeze(-1)
        broadcast_shapes(tolerance.shape, s.shape)
    if tol is None:
        tolerance = kernels.largest(s).unsqueeze(-1) * tolerance
    return wrap((s > tolerance).sum(dim=-1))


def cond(x: ArrayLike, p: float | Literal["fro", "nuc"] | None = None) -> ndarray:
    """Compute the condition number of matrices.

    Parameters
    ----------
    x : array_like
        Matrices, shape ``(..., M, N)``; square unless `p` is None, 2 or -2.
    p : {None, 1, -1, 2, -2, inf, -inf, "fro", "nuc"}, optional
        Order of the norm; None is 2.

    Returns
    -------
    ndarray
        The condition numbers, real; infinite for singular matrices.

    Raises
    ------
    LinAlgError
        If `x` is empty, not square where `p` requires it, or has fewer than two dimensions.

    Examples
    --------
    >>> xp.linalg.cond(xp.asarray([[4.0, 0.0], [0.0, 2.0]]))
    array(2.)
    """
    if type(x) is not ndarray and has_override(x):
        return call_override(cond, locals())
    t, own = as_matrices("cond", x)
    if not t.numel() and 0 in t.shape[-2:]:
        raise LinAlgError("cond is not defined on empty arrays")
    if p is None or (not isinstance(p, str) and float(single(p, "p")) in (2.0, -2.0)):
        matrices, finite = kernels.finite_or_zero(t)
        s = torch.where(finite.unsqueeze(-1), singular_values("cond", wrap(matrices))[0], torch.nan)
        small, large = s.select(-1, -1), s.select(-1, 0)
        ratio = small / large if p is not None and float(p) == -2.0 else large / small
    else:
        check_matrices(t, square=True)
        ratio = _matrix_norm(t, p) * _matrix_norm(kernels.inv_or_nan(t), p)
    return wrap(rounded(kernels.condition_number(ratio, t), own))


def det(a: ArrayLike) -> ndarray:
    """Compute the determinant of square matrices.

    Parameters
    ----------
    a : array_like
        Matrices, shape ``(..., M, M)``.

    Returns
    -------
    ndarray
        The determinants, shape ``(...)``; integers become the default float. That of an empty matrix is 1.

    Raises
    ------
    LinAlgError
        If a matrix is not square.

    Examples
    --------
    >>> xp.linalg.det(xp.asarray([[2.0, 1.0], [0.0, 3.0]]))
    array(6.)
    """
    if type(a) is not ndarray and has_override(a):
        return call_override(det, locals())
    direct = direct_result(SINGULAR, kernels.det, "det", a)
    if direct is not None:
        return direct
    t, own = as_matrices("det", a, square=True)
    return wrap(rounded(computed(SINGULAR, kernels.det, "det", own, t), own))


def slogdet(a: ArrayLike) -> SlogdetResult:
    """Compute the sign and the logarithm of the absolute value of determinants.

    Parameters
    ----------
    a : array_like
        Matrices, shape ``(..., M, M)``.

    Returns
    -------
    SlogdetResult
        `sign` (for complex matrices a number of absolute value 1; 0 for singular ones) and `logabsdet` (real).

    Raises
    ------
    LinAlgError
        If a matrix is not square.

    Examples
    --------
    >>> xp.linalg.slogdet(xp.asarray([[0.0, 1.0], [1.0, 0.0]])).sign
    array(-1.)
    """
    if type(a) is not ndarray and has_override(a):
        return call_override(slogdet, locals())
    t, own = as_matrices("slogdet", a, square=True)
    sign, logarithm = kernels.slogdet(t)
    return SlogdetResult(wrap(rounded(sign.resolve_conj(), own)), wrap(rounded(logarithm, own)))
