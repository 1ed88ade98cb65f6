"""Utility functions: truth over axes, differences."""

from __future__ import annotations

import operator
from typing import Any

import torch

from xp_torch._array.coercion import as_tensor, as_tensors, finish
from xp_torch._array.ndarray import ndarray, wrap, wrap_as
from xp_torch._array.ufunc.reduction import NO_VALUE, ORDERED, reduction
from xp_torch._facts.errors import broadcast_error
from xp_torch._facts.promotion import promote_dtypes
from xp_torch._facts.shapes import normalize_axis
from xp_torch._kernels import truth as kernels
from xp_torch._kernels.cast import cast

__all__ = ["all", "any", "diff"]

_BOOL = torch.bool


def all(
    a: Any,
    axis: int | tuple[int, ...] | None = None,
    out: ndarray | None = None,
    keepdims: bool = False,
    *,
    where: Any = True,
) -> ndarray:
    """Tell whether all elements over axes are nonzero.

    Parameters
    ----------
    a : array_like
        Array of any dtype; NaN is not zero.
    axis : int or tuple of ints or None, default: None
        Axes over which to look: all by default; ``()`` looks at each element.
    out : ndarray, optional
        Array of the result's shape to write the result to.
    keepdims : bool, default: False
        Whether the axes stay, with size one.
    where : array_like of bool, default: True
        Which elements to look at; broadcasts to the shape of `a`.

    Returns
    -------
    ndarray
        Booleans, 0-D for all axes; `out` if given. True where there is no element.

    Raises
    ------
    AxisError
        If an axis is out of bounds.
    ValueError
        If an axis is named twice, or `out` or `where` has a wrong shape.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.all(xp.asarray([[1, 0], [2, 3]]), axis=1)
    array([False,  True])
    """
    if axis is None and out is None and not keepdims and where is True and type(a) is ndarray:
        return wrap_as(kernels.all_of(a._tensor, a._dtype), _BOOL)
    return reduction("logical_and", kernels.all, a, axis, torch.bool, out, keepdims, where=where, identity=True)


def any(
    a: Any,
    axis: int | tuple[int, ...] | None = None,
    out: ndarray | None = None,
    keepdims: bool = False,
    *,
    where: Any = True,
) -> ndarray:
    """Tell whether any element over axes is nonzero.

    Parameters
    ----------
    a : array_like
        Array of any dtype; NaN is not zero.
    axis : int or tuple of ints or None, default: None
        Axes over which to look: all by default; ``()`` looks at each element.
    out : ndarray, optional
        Array of the result's shape to write the result to.
    keepdims : bool, default: False
        Whether the axes stay, with size one.
    where : array_like of bool, default: True
        Which elements to look at; broadcasts to the shape of `a`.

    Returns
    -------
    ndarray
        Booleans, 0-D for all axes; `out` if given. False where there is no element.

    Raises
    ------
    AxisError
        If an axis is out of bounds.
    ValueError
        If an axis is named twice, or `out` or `where` has a wrong shape.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.any(xp.asarray([[0, 0], [2, 3]]), axis=1)
    array([False,  True])
    """
    if axis is None and out is None and not keepdims and where is True and type(a) is ndarray:
        return wrap_as(kernels.any_of(a._tensor, a._dtype), _BOOL)
    return reduction("logical_or", kernels.any, a, axis, torch.bool, out, keepdims, where=where, identity=False)


def diff(a: Any, n: int = 1, axis: int = -1, prepend: Any = NO_VALUE, append: Any = NO_VALUE) -> ndarray:
    """Return the n-th difference of neighbours along an axis.

    Parameters
    ----------
    a : array_like
        Array with at least one dimension.
    n : int, default: 1
        How many times to take differences; 0 returns `a`.
    axis : int, default: -1
        Axis along which to take them.
    prepend, append : array_like, optional
        What to put before and after `a` along the axis first: an array that fits, or a 0-D one, which is repeated once
        for each position. They promote as arrays do.

    Returns
    -------
    ndarray
        The differences, `n` fewer along `axis`. Unsigned integers wrap; for booleans, whether neighbours differ.

    Raises
    ------
    ValueError
        If `a` is 0-D, `n` negative, or `prepend` or `append` does not fit.
    AxisError
        If `axis` is out of bounds.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.diff(xp.asarray([1, 4, 9, 16]))
    array([3, 5, 7])
    >>> xp.diff(xp.asarray([1, 4, 9, 16]), prepend=0)
    array([1, 3, 5, 7])
    """
    plain = type(a) is ndarray and prepend is NO_VALUE and append is NO_VALUE and type(axis) is int
    if plain and type(n) is int and n == 1 and a._dtype in ORDERED:
        try:
            return wrap_as(torch.diff(a._tensor, 1, axis), a._dtype)
        except (RuntimeError, IndexError):
            pass  # the general path says what is wrong
    count = operator.index(n)
    if count < 0:
        raise ValueError(f"order must be non-negative but got {count}")
    t = as_tensor(a)
    if count == 0:
        return a if isinstance(a, ndarray) else wrap(t)
    if t.ndim == 0:
        raise ValueError("diff requires input that is at least one dimensional")
    dim = normalize_axis(axis, t.ndim)
    given = [x for x in (prepend, a, append) if x is not NO_VALUE and x is not None]
    if len(given) > 1:
        parts = as_tensors("diff", *given)
        common = promote_dtypes([p.dtype for p in parts], [])
        t = torch.cat([_fitted(cast(p, common), t.shape, dim) for p in parts], dim)
    return finish("diff", kernels.diff(t, count, dim), like=a)


def _fitted(part: torch.Tensor, shape: torch.Size, dim: int) -> torch.Tensor:
    """Return what stands beside an array of `shape` along `dim`: itself, or a 0-D one spread out."""
    if part.ndim == 0:
        return part.expand([1 if i == dim else size for i, size in enumerate(shape)])
    normalize_axis(dim, part.ndim)
    if part.ndim != len(shape) or [*part.shape[:dim], *part.shape[dim + 1 :]] != [*shape[:dim], *shape[dim + 1 :]]:
        raise broadcast_error((part.shape, shape))
    return part
