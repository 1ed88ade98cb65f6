"""Running sums and products: the standard's, and NumPy's, which flatten."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch

from xp_torch._array.coercion import as_tensor
from xp_torch._array.ndarray import ndarray, wrap_as
from xp_torch._array.ufunc.reduction import accumulator, finish_reduction, loop_dtype
from xp_torch._facts.dtype_sets import SUMMED
from xp_torch._facts.shapes import normalize_axis
from xp_torch._facts.torch_errors import raise_explained
from xp_torch._kernels.statistics import reductions as kernels

__all__ = ["cumprod", "cumsum", "cumulative_prod", "cumulative_sum"]


def _accumulate(
    name: str, kernel: Callable, a: Any, axis: Any, dtype: Any, out: Any, flatten: bool, initial: bool | None
) -> ndarray:
    """Return a running sum or product; `initial` is its first element if it is to be included."""
    if type(a) is ndarray and dtype is None and out is None and initial is None and a._dtype in SUMMED:
        t = a._tensor
        ndim = t.ndim
        if (axis is None and ndim == 1) or (type(axis) is int and -ndim <= axis < ndim):
            try:
                r = torch.cumsum(t, axis or 0) if kernel is kernels.cumsum else torch.cumprod(t, axis or 0)
            except RuntimeError as error:
                raise_explained(name, (t,), error)
            return wrap_as(r, a._dtype)
    t = as_tensor(a)
    if t.ndim == 0:
        t = t.reshape(1)
    if axis is None:
        if t.ndim > 1 and not flatten:
            raise ValueError("For arrays which have more than one dimension ``axis`` argument is required.")
        t, dim = t.reshape(-1), 0
    else:
        dim = normalize_axis(axis, t.ndim)
    r = kernel(t, dim, loop_dtype(t.dtype, dtype, out, accumulator))
    if initial is not None:
        first = [1 if i == dim else size for i, size in enumerate(r.shape)]
        r = torch.cat([torch.full(first, initial, dtype=r.dtype, device=r.device), r], dim)
    return finish_reduction(name, r, out, a)


def cumsum(a: Any, axis: int | None = None, dtype: Any = None, out: ndarray | None = None) -> ndarray:
    """Return the running sum along an axis, of the flattened array by default.

    Parameters
    ----------
    a : array_like
        Elements to add.
    axis : int or None, default: None
        Axis along which to add; None flattens.
    dtype : dtype_like, optional
        Dtype of the sums, to which elements are cast first. By default as for `sum`.
    out : ndarray, optional
        Array of the result's shape to write the result to.

    Returns
    -------
    ndarray
        The sums, of the shape of `a` (its size, if `axis` is None); `out` if given.

    Raises
    ------
    AxisError
        If `axis` is out of bounds.
    ValueError
        If `out` has a wrong shape.

    Notes
    -----
    Differs from NumPy: float16 is added in float32, each sum rounded once.

    See Also
    --------
    cumulative_sum : the standard's function, which does not flatten.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.cumsum([[1, 2], [3, 4]])
    array([ 1,  3,  6, 10])
    """
    return _accumulate("cumsum", kernels.cumsum, a, axis, dtype, out, True, None)


def cumprod(a: Any, axis: int | None = None, dtype: Any = None, out: ndarray | None = None) -> ndarray:
    """Return the running product along an axis, of the flattened array by default.

    Parameters
    ----------
    a : array_like
        Elements to multiply.
    axis : int or None, default: None
        Axis along which to multiply; None flattens.
    dtype : dtype_like, optional
        Dtype of the products, to which elements are cast first. By default as for `sum`.
    out : ndarray, optional
        Array of the result's shape to write the result to.

    Returns
    -------
    ndarray
        The products, of the shape of `a` (its size, if `axis` is None); `out` if given.

    Raises
    ------
    AxisError
        If `axis` is out of bounds.
    ValueError
        If `out` has a wrong shape.

    Notes
    -----
    Differs from NumPy: float16 is multiplied in float32, each product rounded once.

    See Also
    --------
    cumulative_prod : the standard's function, which does not flatten.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.cumprod([[1, 2], [3, 4]], axis=0)
    array([[1, 2],
           [3, 8]])
    """
    return _accumulate("cumprod", kernels.cumprod, a, axis, dtype, out, True, None)


def cumulative_sum(
    x: Any,
    /,
    *,
    axis: int | None = None,
    dtype: Any = None,
    out: ndarray | None = None,
    include_initial: bool = False,
) -> ndarray:
    """Return the running sum along an axis.

    Parameters
    ----------
    x : array_like
        Elements to add; a 0-D array counts as one element.
    axis : int, optional
        Axis along which to add; needed if there are several.
    dtype : dtype_like, optional
        Dtype of the sums, to which elements are cast first. By default as for `sum`.
    out : ndarray, optional
        Array of the result's shape to write the result to.
    include_initial : bool, default: False
        Whether to start with the sum of nothing, 0; the axis is one longer then.

    Returns
    -------
    ndarray
        The sums; `out` if given.

    Raises
    ------
    AxisError
        If `axis` is out of bounds.
    ValueError
        If there is more than one axis and none is given, or `out` has a wrong shape.

    Notes
    -----
    Differs from NumPy: float16 is added in float32, each sum rounded once.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.cumulative_sum([1, 2, 3], include_initial=True)
    array([0, 1, 3, 6])
    """
    initial = False if include_initial else None
    return _accumulate("cumulative_sum", kernels.cumsum, x, axis, dtype, out, False, initial)


def cumulative_prod(
    x: Any,
    /,
    *,
    axis: int | None = None,
    dtype: Any = None,
    out: ndarray | None = None,
    include_initial: bool = False,
) -> ndarray:
    """Return the running product along an axis.

    Parameters
    ----------
    x : array_like
        Elements to multiply; a 0-D array counts as one element.
    axis : int, optional
        Axis along which to multiply; needed if there are several.
    dtype : dtype_like, optional
        Dtype of the products, to which elements are cast first. By default as for `sum`.
    out : ndarray, optional
        Array of the result's shape to write the result to.
    include_initial : bool, default: False
        Whether to start with the product of nothing, 1; the axis is one longer then.

    Returns
    -------
    ndarray
        The products; `out` if given.

    Raises
    ------
    AxisError
        If `axis` is out of bounds.
    ValueError
        If there is more than one axis and none is given, or `out` has a wrong shape.

    Notes
    -----
    Differs from NumPy: float16 is multiplied in float32, each product rounded once.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.cumulative_prod([1, 2, 3], include_initial=True)
    array([1, 1, 2, 6])
    """
    initial = True if include_initial else None
    return _accumulate("cumulative_prod", kernels.cumprod, x, axis, dtype, out, False, initial)
