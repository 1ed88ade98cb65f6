"""Norms, condition and rank of `linalg`."""

from __future__ import annotations

import operator
from typing import Any

import torch

from xp_torch._array.coercion import as_tensor, finish
from xp_torch._array.ndarray import ndarray, wrap
from xp_torch._facts.defaults import default_float
from xp_torch._facts.dtypes import KIND
from xp_torch._facts.errors import AxisError, LinAlgError
from xp_torch._facts.shapes import broadcast_shapes, normalize_axes, normalize_axis, reduced_shape
from xp_torch._functions.linear_algebra.decompositions import (
    check_matrices,
    checked,
    epsilon,
    matrices,
    plain,
    singular_values,
    tolerance,
    working_dtype,
)
from xp_torch._kernels import linear_algebra as kernels
from xp_torch._kernels.cast import cast

__all__ = ["cond", "matrix_norm", "matrix_rank", "norm", "vector_norm"]

_INFINITY = float("inf")


def _floating(x: Any) -> torch.Tensor:
    """Return an array-like as a floating tensor: integers become the default float, 16-bit floats stay."""
    t = as_tensor(x)
    return t if KIND[t.dtype] in "fc" else cast(t, default_float())


def _matrix_norm(t: torch.Tensor, order: Any) -> torch.Tensor:
    """Return a norm of the matrices in the last two dimensions, `order` checked."""
    if order is None or (isinstance(order, str) and order in ("f", "fro")):
        return kernels.matrix_norm(t, "fro")
    if isinstance(order, str):
        if order != "nuc":
            raise ValueError("Invalid norm order for matrices.")
        number: Any = order
    else:
        number = float(order)
        if number not in (1.0, -1.0, 2.0, -2.0, _INFINITY, -_INFINITY):
            raise ValueError("Invalid norm order for matrices.")
    if number in ("nuc", 2.0, -2.0):
        working_dtype(t.dtype)
    return checked("SVD did not converge", kernels.matrix_norm, t, number)


def _vector_norm(t: torch.Tensor, order: Any, axes: tuple[int, ...], keepdims: bool) -> torch.Tensor:
    """Return the p-norm over `axes`, `order` checked."""
    if isinstance(order, str):
        raise ValueError(f"Invalid norm order '{order}' for vectors")
    return kernels.vector_norm(t, 2.0 if order is None else float(order), axes, bool(keepdims))


def _one_axis(axis: Any, ndim: int) -> int:
    """Return the place of the axis of a norm, which NumPy cuts to an int."""
    try:
        return normalize_axis(int(axis), ndim)
    except AxisError:
        raise
    except (TypeError, ValueError) as error:
        raise TypeError("'axis' must be None, an integer or a tuple of integers") from error


def vector_norm(x: Any, /, *, axis: Any = None, keepdims: bool = False, ord: Any = 2) -> ndarray:
    """Compute a norm of vectors.

    Parameters
    ----------
    x : array_like
        Input.
    axis : int or tuple of ints, optional
        The axes that make up a vector; by default all.
    keepdims : bool, default: False
        Whether the axes stay with size 1.
    ord : int or float, default: 2
        The order p of ``sum(abs(x)**p)**(1/p)``; inf and -inf are the largest and smallest absolute value, 0 counts
        what is not zero.

    Returns
    -------
    ndarray
        The norms, real; float64 for integers.

    Raises
    ------
    ValueError
        If `ord` is a string, or -inf for vectors without elements.
    AxisError
        If an axis is out of bounds.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.linalg.vector_norm(xp.asarray([3.0, 4.0]))
    array(5.)
    """
    if axis is None and not keepdims and type(ord) is int and ord == 2:
        direct = plain(kernels.norm_of, x)
        if direct is not None:
            return direct
    t = _floating(x)
    if axis is None or isinstance(axis, tuple) or keepdims:
        axes = normalize_axes(axis, t.ndim)
    else:
        axes = (_one_axis(axis, t.ndim),)
    return finish("vector_norm", _vector_norm(t, ord, axes, keepdims), like=x)


def matrix_norm(x: Any, /, *, keepdims: bool = False, ord: Any = "fro") -> ndarray:
    """Compute a norm of matrices.

    Parameters
    ----------
    x : array_like
        Matrices, shape ``(..., M, N)``.
    keepdims : bool, default: False
        Whether the matrix axes stay with size 1.
    ord : {"fro", "nuc", 1, -1, 2, -2, inf, -inf}, default: "fro"
        Frobenius, nuclear, largest or smallest sum of a column (1, -1) or row (inf, -inf), largest or smallest
        singular value (2, -2).

    Returns
    -------
    ndarray
        The norms, real; float64 for integers.

    Raises
    ------
    ValueError
        If `ord` is another.
    AxisError
        If `x` has fewer than two dimensions.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.linalg.matrix_norm(xp.asarray([[1.0, 2.0], [3.0, 4.0]]), ord=1)
    array(6.)
    """
    t = _floating(x)
    if t.ndim < 2:
        raise AxisError(-2, t.ndim)
    result = _matrix_norm(t, ord)
    return finish("matrix_norm", result[..., None, None] if keepdims else result, like=x)


def norm(x: Any, ord: Any = None, axis: Any = None, keepdims: bool = False) -> ndarray:
    """Compute a vector or matrix norm, as NumPy's older function does.

    Parameters
    ----------
    x : array_like
        Input.
    ord : int, float, str or None, optional
        The order, as for `vector_norm` or `matrix_norm`; None is the 2-norm of all elements.
    axis : int or tuple of ints, optional
        One axis gives vector norms, two give matrix norms; by default all (1-D or 2-D) axes.
    keepdims : bool, default: False
        Whether the axes stay with size 1.

    Returns
    -------
    ndarray
        The norms, real; float64 for integers.

    Raises
    ------
    ValueError
        If `ord` does not fit, or there are neither one nor two axes.
    AxisError
        If an axis is out of bounds.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.linalg.norm(xp.asarray([[1.0, 2.0], [2.0, 0.0]]))
    array(3.)
    """
    if ord is None and axis is None and not keepdims:
        direct = plain(kernels.norm_of, x)
        if direct is not None:
            return direct
    t = _floating(x)
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
    A: Any,
    tol: Any = None,
    hermitian: bool = False,
    *,
    rtol: Any = None,
) -> ndarray:
    """Count the singular values that are not negligible.

    Parameters
    ----------
    A : array_like
        Matrices, shape ``(..., M, N)``; fewer dimensions have rank 1 unless all elements are zero.
    tol : float or array_like, optional
        Singular values up to `tol` count as zero.
    hermitian : bool, default: False
        Whether the matrices are Hermitian, which is faster.
    rtol : float or array_like, optional
        The tolerance as a multiple of the largest singular value. By default ``eps * max(M, N)``.

    Returns
    -------
    ndarray
        int64, shape ``(...)``.

    Raises
    ------
    ValueError
        If both `tol` and `rtol` are given.
    LinAlgError
        If the singular values don't converge.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.linalg.matrix_rank(xp.asarray([[1.0, 2.0], [2.0, 4.0]]))
    array(1)
    """
    if tol is not None and rtol is not None:
        raise ValueError("`tol` and `rtol` can't be both set.")
    t = as_tensor(A)
    if t.ndim < 2:
        return wrap(((t != 0).sum() > 0).to(torch.int64))
    s = singular_values("matrix_rank", A, bool(hermitian))
    given = tol if rtol is None else rtol
    bound = epsilon(s.dtype) * max(t.shape[-2:]) if given is None else tolerance(given, s)
    if isinstance(bound, torch.Tensor):
        bound = bound.unsqueeze(-1)
        broadcast_shapes(bound.shape, s.shape)
    if tol is None:
        bound = kernels.largest(s).unsqueeze(-1) * bound
    return wrap(kernels.matrix_rank(s, bound))


def cond(x: Any, p: Any = None) -> ndarray:
    """Compute the condition number of matrices.

    Parameters
    ----------
    x : array_like
        Matrices, shape ``(..., M, N)``; square unless `p` is None, 2 or -2.
    p : {None, 1, -1, 2, -2, inf, -inf, "fro", "nuc"}, optional
        The order of the norm; None is 2, by singular values.

    Returns
    -------
    ndarray
        Real; infinite for singular matrices.

    Raises
    ------
    LinAlgError
        If `x` is empty, not square where it must be, or has fewer than two dimensions.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.linalg.cond(xp.asarray([[4.0, 0.0], [0.0, 2.0]]))
    array(2.)
    """
    t = matrices("cond", x)
    if not t.numel() and 0 in t.shape[-2:]:
        raise LinAlgError("cond is not defined on empty arrays")
    if p is None or (not isinstance(p, str) and float(p) in (2.0, -2.0)):
        s = singular_values("cond", wrap(t))
        small, large = s.select(-1, -1), s.select(-1, 0)
        ratio = small / large if p is not None and float(p) == -2.0 else large / small
    else:
        check_matrices(t, square=True)
        ratio = _matrix_norm(t, p) * _matrix_norm(kernels.inv_or_nan(t), p)
    return finish("cond", kernels.condition_number(ratio, t), like=x)
