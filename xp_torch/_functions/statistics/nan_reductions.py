"""NumPy's statistics that leave NaNs out. Sums and products are here, the others in `_nan_functions_order`."""

from __future__ import annotations

import math
import warnings
from typing import Any

import torch

from xp_torch._array.coercion import as_tensor, finish
from xp_torch._array.ndarray import ndarray
from xp_torch._array.ufunc.reduction import finish_reduction, reduction_axes, where_mask, with_axis
from xp_torch._facts import inspection
from xp_torch._facts.dtypes import KIND, REAL, torch_dtype
from xp_torch._facts.no_value import NO_VALUE
from xp_torch._facts.shapes import reduced_shape
from xp_torch._functions.statistics import reductions
from xp_torch._functions.statistics.cumulative import cumprod, cumsum
from xp_torch._kernels.cast import cast

__all__ = ["nancumprod", "nancumsum", "nanmean", "nanprod", "nanstd", "nansum", "nanvar"]


def _filled(a: Any, value: float) -> Any:
    """Return the array-like `a` with `value` in place of NaNs."""
    t = as_tensor(a)
    if KIND[t.dtype] not in "fc":
        return finish("nan", t, like=a)
    return finish("nan", torch.where(torch.isnan(t), value, t), like=a)


def nansum(
    a: Any, axis: int | tuple[int, ...] | None = None, dtype: Any = None, out: ndarray | None = None,
    keepdims: bool = False, initial: Any = NO_VALUE, where: Any = True,
) -> ndarray:  # fmt: skip
    """Return the sum of elements over axes, NaNs counting as zero.

    Parameters
    ----------
    a : array_like
        Elements to add.
    axis : int or tuple of ints or None, default: None
        Axes over which to add: all by default.
    dtype : dtype_like, optional
        Dtype of the sum, as for `sum`.
    out : ndarray, optional
        Array of the result's shape to write the result to.
    keepdims : bool, default: False
        Whether the axes stay, with size one.
    initial : scalar, optional
        Value to start from.
    where : array_like of bool, default: True
        Which elements to add; broadcasts to the shape of `a`.

    Returns
    -------
    ndarray
        The sums, 0-D for all axes; `out` if given.

    Raises
    ------
    AxisError
        If an axis is out of bounds.
    ValueError
        If an axis is named twice, or `out` or `where` has a wrong shape.

    See Also
    --------
    sum : the dtypes.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.nansum([[1.0, xp.nan], [3.0, 4.0]], axis=0)
    array([4., 4.])
    """
    return reductions.sum(_filled(a, 0), axis, dtype, out, keepdims, initial, where)


def nanprod(
    a: Any, axis: int | tuple[int, ...] | None = None, dtype: Any = None, out: ndarray | None = None,
    keepdims: bool = False, initial: Any = NO_VALUE, where: Any = True,
) -> ndarray:  # fmt: skip
    """Return the product of elements over axes, NaNs counting as one.

    Parameters
    ----------
    a : array_like
        Elements to multiply.
    axis : int or tuple of ints or None, default: None
        Axes over which to multiply: all by default.
    dtype : dtype_like, optional
        Dtype of the product, as for `sum`.
    out : ndarray, optional
        Array of the result's shape to write the result to.
    keepdims : bool, default: False
        Whether the axes stay, with size one.
    initial : scalar, optional
        Value to start from.
    where : array_like of bool, default: True
        Which elements to multiply; broadcasts to the shape of `a`.

    Returns
    -------
    ndarray
        The products, 0-D for all axes; `out` if given.

    Raises
    ------
    AxisError
        If an axis is out of bounds.
    ValueError
        If an axis is named twice, or `out` or `where` has a wrong shape.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.nanprod([[1.0, xp.nan], [3.0, 4.0]], axis=0)
    array([3., 4.])
    """
    return reductions.prod(_filled(a, 1), axis, dtype, out, keepdims, initial, where)


def nancumsum(a: Any, axis: int | None = None, dtype: Any = None, out: ndarray | None = None) -> ndarray:
    """Return the running sum along an axis, NaNs counting as zero.

    Parameters
    ----------
    a : array_like
        Elements to add.
    axis : int or None, default: None
        Axis along which to add; None adds the flattened array.
    dtype : dtype_like, optional
        Dtype of the sums, as for `sum`.
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

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.nancumsum([1.0, xp.nan, 3.0])
    array([1., 1., 4.])
    """
    return cumsum(_filled(a, 0), axis, dtype, out)


def nancumprod(a: Any, axis: int | None = None, dtype: Any = None, out: ndarray | None = None) -> ndarray:
    """Return the running product along an axis, NaNs counting as one.

    Parameters
    ----------
    a : array_like
        Elements to multiply.
    axis : int or None, default: None
        Axis along which to multiply; None multiplies the flattened array.
    dtype : dtype_like, optional
        Dtype of the products, as for `sum`.
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

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.nancumprod([2.0, xp.nan, 3.0])
    array([2., 2., 6.])
    """
    return cumprod(_filled(a, 1), axis, dtype, out)


def _check_inexact(dtype: Any, out: Any) -> None:
    """Raise TypeError where a result of floats is asked for in another kind of dtype."""
    if dtype is not None and KIND[torch_dtype(dtype)] not in "fc":
        raise TypeError("If a is inexact, then dtype must be inexact")
    if isinstance(out, ndarray) and KIND[out._tensor.dtype] not in "fc":
        raise TypeError("If a is inexact, then out must be inexact")


def _divided(total: torch.Tensor, count: Any) -> torch.Tensor:
    """Return what NumPy divides in the dtype of `total`, by way of float64 where that is smaller."""
    if total.dtype in (torch.float16, torch.bfloat16, torch.float32):
        return cast(cast(total, torch.float64) / count, total.dtype)
    return total / count


def _counted(
    name: str, t: torch.Tensor, axis: Any, keepdims: Any, where: Any
) -> tuple[torch.Tensor, torch.Tensor, tuple[int, ...], tuple[int, ...]]:
    """Return `t` with zeros for what does not count, which elements count, the axes to reduce, the shape left."""
    axes = reduction_axes(axis, t.ndim)
    shape = reduced_shape(t.shape, axes, bool(keepdims))
    mask = where_mask(name, where, t)
    given = torch.logical_not(torch.isnan(t))
    t, counts, axes = with_axis(t, given if mask is None else torch.logical_and(mask, given), axes)
    # left out before anything is computed, so that gradients are those of what counts
    return _kept(t, counts), counts, axes, shape  # type: ignore[arg-type, return-value]


def _count(mask: torch.Tensor, axes: tuple[int, ...]) -> torch.Tensor:
    """Return how many elements count over `axes`, which stay."""
    # torch counts all without a copy of the mask in integers
    n = torch.count_nonzero(mask) if len(axes) == mask.ndim else torch.count_nonzero(mask, axes)
    return n.reshape(reduced_shape(mask.shape, axes, True))


def _kept(t: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
    """Return `t` with zeros in place of what does not count."""
    return torch.where(mask, t, torch.zeros((), dtype=t.dtype, device=t.device))


def _sum(t: torch.Tensor, axes: tuple[int, ...], dtype: torch.dtype) -> torch.Tensor:
    """Return the sum over `axes`, which stay."""
    return reductions.sum(finish("nan", t), axes, dtype, keepdims=True)._tensor


def nanmean(
    a: Any, axis: int | tuple[int, ...] | None = None, dtype: Any = None, out: ndarray | None = None,
    keepdims: bool = False, *, where: Any = True,
) -> ndarray:  # fmt: skip
    """Return the arithmetic mean over axes of the elements that are not NaN.

    Parameters
    ----------
    a : array_like
        Elements to average.
    axis : int or tuple of ints or None, default: None
        Axes over which to average: all by default.
    dtype : dtype_like, optional
        Dtype in which to compute, and of the result, as for `mean`; floating or complex if `a` is.
    out : ndarray, optional
        Array of the result's shape to write the result to.
    keepdims : bool, default: False
        Whether the axes stay, with size one.
    where : array_like of bool, default: True
        Which elements to average; broadcasts to the shape of `a`.

    Returns
    -------
    ndarray
        The means, 0-D for all axes; `out` if given. NaN where there is nothing else.

    Raises
    ------
    AxisError
        If an axis is out of bounds.
    TypeError
        If `dtype` or `out` is of integers where `a` is not.

    Warns
    -----
    RuntimeWarning
        If there is no element, or nothing but NaN.

    Notes
    -----
    Differs from NumPy: no warning of NaNs where values can't be looked at (on other devices, traced, mapped over).

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.nanmean([[1.0, xp.nan], [3.0, 4.0]], axis=0)
    array([2., 4.])
    """
    t = as_tensor(a)
    if KIND[t.dtype] not in "fc":
        return reductions.mean(a, axis, dtype, out, keepdims, where=where)
    _check_inexact(dtype, out)
    t, mask, axes, shape = _counted("nanmean", t, axis, keepdims, where)
    target = torch_dtype(dtype) if dtype is not None else t.dtype
    count = _count(mask, axes)
    if (0 in [t.shape[i] for i in axes] and 0 not in shape) or inspection.any_true(count == 0):
        warnings.warn("Mean of empty slice", RuntimeWarning, stacklevel=2)
    r = _divided(_sum(t, axes, target), count)
    return finish_reduction("nanmean", r.reshape(shape), out, a)


def _nan_variance(
    name: str, a: Any, axis: Any, dtype: Any, out: Any, ddof: Any, keepdims: Any, where: Any, mean: Any, correction: Any
) -> ndarray:
    """Return the variance of what is not NaN, or with the name "nanstd" its root."""
    t = as_tensor(a)
    if KIND[t.dtype] not in "fc":
        function = reductions.std if name == "nanstd" else reductions.var
        return function(a, axis, dtype, out, ddof, keepdims, where=where, mean=mean, correction=correction)
    _check_inexact(dtype, out)
    if correction is not NO_VALUE:
        if ddof != 0:
            raise ValueError("ddof and correction can't be provided simultaneously.")
        ddof = correction
    if not isinstance(ddof, (int, float)):
        ddof = float(ddof)  # which refuses what is no real number
    centre = None if mean is NO_VALUE or mean is None else as_tensor(mean, device=t.device)
    own = t.dtype
    t, mask, axes, shape = _counted(name, t, axis, keepdims, where)
    count = _count(mask, axes)
    freedom = count - ddof
    nothing = freedom <= 0
    if (math.prod([t.shape[i] for i in axes]) <= ddof and 0 not in shape) or inspection.any_true(nothing):
        warnings.warn("Degrees of freedom <= 0 for slice.", RuntimeWarning, stacklevel=3)
    target = torch_dtype(dtype) if dtype is not None else own
    if centre is None:
        centre = _divided(_sum(t, axes, target), count)
    distance = cast(t - centre, own)
    squares = torch.view_as_real(distance).square().sum(-1) if own.is_complex else distance * distance
    loop = target if dtype is not None else REAL[own]
    r = _divided(_sum(_kept(squares, mask), axes, loop), freedom)
    r = torch.where(nothing, math.nan, r)
    if name == "nanstd":
        r = torch.sqrt(r)
    return finish_reduction(name, r.reshape(shape), out, a)


def nanstd(
    a: Any, axis: int | tuple[int, ...] | None = None, dtype: Any = None, out: ndarray | None = None, ddof: float = 0,
    keepdims: bool = False, *, where: Any = True, mean: Any = NO_VALUE, correction: Any = NO_VALUE,
) -> ndarray:  # fmt: skip
    """Return the standard deviation over axes of the elements that are not NaN.

    Parameters
    ----------
    a : array_like
        Elements; of complex ones the absolute distances count.
    axis : int or tuple of ints or None, default: None
        Axes over which to compute: all by default.
    dtype : dtype_like, optional
        Dtype in which to compute; floating or complex if `a` is.
    out : ndarray, optional
        Array of the result's shape to write the result to.
    ddof : float, default: 0
        NumPy's name of `correction`.
    keepdims : bool, default: False
        Whether the axes stay, with size one.
    where : array_like of bool, default: True
        Which elements count; broadcasts to the shape of `a`.
    mean : array_like, optional
        The mean, if known, as ``keepdims=True`` gives it.
    correction : float, optional
        What is taken from the number of elements that count to give the divisor.

    Returns
    -------
    ndarray
        The standard deviations, real, 0-D for all axes; `out` if given. NaN where the divisor is not positive.

    Raises
    ------
    ValueError
        If both `ddof` and `correction` are given.
    TypeError
        If `dtype` or `out` is of integers where `a` is not.
    AxisError
        If an axis is out of bounds.

    Warns
    -----
    RuntimeWarning
        If the divisor is not positive.

    Notes
    -----
    Differs from NumPy: no warning of NaNs where values can't be looked at (on other devices, traced, mapped over).

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.nanstd([1.0, xp.nan, 3.0])
    array(1.)
    """
    return _nan_variance("nanstd", a, axis, dtype, out, ddof, keepdims, where, mean, correction)


def nanvar(
    a: Any, axis: int | tuple[int, ...] | None = None, dtype: Any = None, out: ndarray | None = None, ddof: float = 0,
    keepdims: bool = False, *, where: Any = True, mean: Any = NO_VALUE, correction: Any = NO_VALUE,
) -> ndarray:  # fmt: skip
    """Return the variance over axes of the elements that are not NaN.

    Parameters
    ----------
    a : array_like
        Elements; of complex ones the absolute distances count.
    axis : int or tuple of ints or None, default: None
        Axes over which to compute: all by default.
    dtype : dtype_like, optional
        Dtype in which to compute; floating or complex if `a` is.
    out : ndarray, optional
        Array of the result's shape to write the result to.
    ddof : float, default: 0
        NumPy's name of `correction`.
    keepdims : bool, default: False
        Whether the axes stay, with size one.
    where : array_like of bool, default: True
        Which elements count; broadcasts to the shape of `a`.
    mean : array_like, optional
        The mean, if known, as ``keepdims=True`` gives it.
    correction : float, optional
        What is taken from the number of elements that count to give the divisor.

    Returns
    -------
    ndarray
        The variances, real, 0-D for all axes; `out` if given. NaN where the divisor is not positive.

    Raises
    ------
    ValueError
        If both `ddof` and `correction` are given.
    TypeError
        If `dtype` or `out` is of integers where `a` is not.
    AxisError
        If an axis is out of bounds.

    Warns
    -----
    RuntimeWarning
        If the divisor is not positive.

    Notes
    -----
    Differs from NumPy: no warning of NaNs where values can't be looked at (on other devices, traced, mapped over).

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.nanvar([1.0, xp.nan, 2.0, 3.0], correction=1)
    array(1.)
    """
    return _nan_variance("nanvar", a, axis, dtype, out, ddof, keepdims, where, mean, correction)
