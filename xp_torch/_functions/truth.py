"""Whether all or any elements are true."""

from __future__ import annotations

from typing import Any

import torch

from xp_torch._array.ndarray import ndarray, wrap_as
from xp_torch._array.ufunc.reduction import reduction
from xp_torch._kernels import truth as kernels

__all__ = ["all", "any"]

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
