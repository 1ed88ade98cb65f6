"""NumPy's statistics that ignore NaNs."""

from __future__ import annotations

import math
from typing import Any, SupportsIndex

import torch

from xp_torch._array.coercion import as_tensor, finish
from xp_torch._array.deferred import through
from xp_torch._array.door import call_override, has_override
from xp_torch._array.ndarray import ndarray
from xp_torch._array.selection import Selection
from xp_torch._array.ufunc.reduction import REDUCE
from xp_torch._facts import inspection
from xp_torch._facts.annotations import ArrayLike, Axis, DTypeLike
from xp_torch._facts.dtypes import KIND, numpys_dtype
from xp_torch._facts.errors import warn
from xp_torch._facts.no_value import NO_VALUE
from xp_torch._facts.shapes import normalize_axis
from xp_torch._facts.torch_errors import explained
from xp_torch._functions import searching
from xp_torch._functions.statistics import cumulative, reductions
from xp_torch._functions.statistics.quantiles import (
    check_fractions,
    reduce_median,
    reduce_quantile,
)
from xp_torch._functions.statistics.reductions import (
    reduce_mean,
    reduce_variance,
)

__all__ = [
    "nanargmax",
    "nanargmin",
    "nancumprod",
    "nancumsum",
    "nanmax",
    "nanmean",
    "nanmedian",
    "nanmin",
    "nanpercentile",
    "nanprod",
    "nanquantile",
    "nanstd",
    "nansum",
    "nanvar",
]


@explained
def _filled(a: Any, value: float) -> Any:
    """Return the array-like `a` with `value` in place of NaNs."""
    if (result := through(lambda x: _filled(x, value), a)) is not None:
        return result
    t = as_tensor(a)
    return finish("nan", torch.where(torch.isnan(t), value, t) if KIND[t.dtype] in "fc" else t, like=a)


def nansum(
    a: ArrayLike, axis: Axis = None, dtype: DTypeLike | None = None, out: ndarray | None = None,
    keepdims: bool = False, initial: ArrayLike = NO_VALUE, where: ArrayLike = True,
) -> ndarray:  # fmt: skip
    """Return the sum of elements over axes, with NaNs as zero.

    Parameters
    ----------
    a : array_like
        Elements to add.
    axis : int or tuple of ints or None, default: None
        Axes to reduce; None reduces all of them.
    dtype : dtype_like, optional
        Data type of the result, to which elements are cast first. By default that of `a`; for booleans and small
        integers the default integer dtype, or the unsigned dtype of its width.
    out : ndarray, optional
        Array to write the result to. It must have the shape of the result.
    keepdims : bool, default: False
        Whether to keep the reduced axes, with size one.
    initial : scalar, optional
        Value to start from.
    where : array_like of bool, default: True
        Elements to include; broadcast against `a`.

    Returns
    -------
    ndarray
        The sums; `out` if given.

    Examples
    --------
    >>> xp.nansum([[1.0, xp.nan], [3.0, 4.0]], axis=0)
    array([4., 4.])
    """
    if has_override(a, out, initial, where):
        return call_override(nansum, locals())
    return reductions.sum(_filled(a, 0), axis, dtype, out, keepdims, initial, where)


def nanprod(
    a: ArrayLike, axis: Axis = None, dtype: DTypeLike | None = None, out: ndarray | None = None,
    keepdims: bool = False, initial: ArrayLike = NO_VALUE, where: ArrayLike = True,
) -> ndarray:  # fmt: skip
    """Return the product of elements over axes, with NaNs as one.

    Parameters
    ----------
    a : array_like
        Elements to multiply.
    axis : int or tuple of ints or None, default: None
        Axes to reduce; None reduces all of them.
    dtype : dtype_like, optional
        Data type of the result, to which elements are cast first. By default that of `a`; for booleans and small
        integers the default integer dtype, or the unsigned dtype of its width.
    out : ndarray, optional
        Array to write the result to. It must have the shape of the result.
    keepdims : bool, default: False
        Whether to keep the reduced axes, with size one.
    initial : scalar, optional
        Value to start from.
    where : array_like of bool, default: True
        Elements to include; broadcast against `a`.

    Returns
    -------
    ndarray
        The products; `out` if given.

    Examples
    --------
    >>> xp.nanprod([[1.0, xp.nan], [3.0, 4.0]], axis=0)
    array([3., 4.])
    """
    if has_override(a, out, initial, where):
        return call_override(nanprod, locals())
    return reductions.prod(_filled(a, 1), axis, dtype, out, keepdims, initial, where)


def nancumsum(
    a: ArrayLike, axis: SupportsIndex | None = None, dtype: DTypeLike | None = None, out: ndarray | None = None
) -> ndarray:
    """Return the running sum along an axis, with NaNs as zero.

    Parameters
    ----------
    a : array_like
        Elements to add.
    axis : int or None, default: None
        Axis along which to add; None flattens the array.
    dtype : dtype_like, optional
        Data type of the sums, to which elements are cast first. By default as for `sum`.
    out : ndarray, optional
        Array to write the result to. It must have the shape of the result.

    Returns
    -------
    ndarray
        The sums; `out` if given.

    Notes
    -----
    Differs from NumPy: float16 is computed in float32, and each result rounded once.

    Examples
    --------
    >>> xp.nancumsum([1.0, xp.nan, 3.0])
    array([1., 1., 4.])
    """
    if ((type(a) is not ndarray or out is not None) and has_override(a, out)) or numpys_dtype(dtype) is not None:
        return call_override(nancumsum, locals())
    return cumulative.cumsum(_filled(a, 0), axis, dtype, out)


def nancumprod(
    a: ArrayLike, axis: SupportsIndex | None = None, dtype: DTypeLike | None = None, out: ndarray | None = None
) -> ndarray:
    """Return the running product along an axis, with NaNs as one.

    Parameters
    ----------
    a : array_like
        Elements to multiply.
    axis : int or None, default: None
        Axis along which to multiply; None flattens the array.
    dtype : dtype_like, optional
        Data type of the products, to which elements are cast first. By default as for `sum`.
    out : ndarray, optional
        Array to write the result to. It must have the shape of the result.

    Returns
    -------
    ndarray
        The products; `out` if given.

    Notes
    -----
    Differs from NumPy: float16 is computed in float32, and each result rounded once.

    Examples
    --------
    >>> xp.nancumprod([2.0, xp.nan, 3.0])
    array([2., 2., 6.])
    """
    if ((type(a) is not ndarray or out is not None) and has_override(a, out)) or numpys_dtype(dtype) is not None:
        return call_override(nancumprod, locals())
    return cumulative.cumprod(_filled(a, 1), axis, dtype, out)


def nanmean(
    a: ArrayLike, axis: Axis = None, dtype: DTypeLike | None = None, out: ndarray | None = None,
    keepdims: bool = False, *, where: ArrayLike = True,
) -> ndarray:  # fmt: skip
    """Return the arithmetic mean over axes of the elements that are not NaN, NaN if there are none.

    Parameters
    ----------
    a : array_like
        Elements to average.
    axis : int or tuple of ints or None, default: None
        Axes to reduce; None reduces all of them.
    dtype : dtype_like, optional
        Data type to compute in, and of the result. By default that of `a`; for integers the default floating dtype.
    out : ndarray, optional
        Array to write the result to. It must have the shape of the result.
    keepdims : bool, default: False
        Whether to keep the reduced axes, with size one.
    where : array_like of bool, default: True
        Elements to include; broadcast against `a`.

    Returns
    -------
    ndarray
        The means; `out` if given.

    Warns
    -----
    RuntimeWarning
        If there is no element that is not NaN.

    Notes
    -----
    Differs from NumPy: no warning where the values cannot be inspected (on other devices, traced, under `vmap`).

    Examples
    --------
    >>> xp.nanmean([[1.0, xp.nan], [3.0, 4.0]], axis=0)
    array([2., 4.])
    """
    if has_override(a, out, where) or numpys_dtype(dtype) is not None:
        return call_override(nanmean, locals())
    return reduce_mean("nanmean", a, axis, dtype, out, keepdims, where, ignore_nan=True)


def nanstd(
    a: ArrayLike, axis: Axis = None, dtype: DTypeLike | None = None, out: ndarray | None = None, ddof: float = 0,
    keepdims: bool = False, *, where: ArrayLike = True, mean: ArrayLike = NO_VALUE, correction: float = NO_VALUE,
) -> ndarray:  # fmt: skip
    """Return the standard deviation over axes of the elements that are not NaN.

    Parameters
    ----------
    a : array_like
        Elements; of complex numbers the absolute distances from the mean count.
    axis : int or tuple of ints or None, default: None
        Axes to reduce; None reduces all of them.
    dtype : dtype_like, optional
        Data type to compute in. By default that of `a`; for integers the default floating dtype.
    out : ndarray, optional
        Array to write the result to. It must have the shape of the result.
    ddof : float, default: 0
        NumPy's name of `correction`.
    keepdims : bool, default: False
        Whether to keep the reduced axes, with size one.
    where : array_like of bool, default: True
        Elements to include; broadcast against `a`.
    mean : array_like, optional
        The mean, if known, as ``keepdims=True`` returns it.
    correction : float, optional
        Number to subtract from the number of elements, to give the divisor.

    Returns
    -------
    ndarray
        The standard deviations, which are real; NaN if the divisor is not positive; `out` if given.

    Warns
    -----
    RuntimeWarning
        If there are not more elements than `correction`.

    Notes
    -----
    Differs from NumPy: no warning where the values cannot be inspected (on other devices, traced, under `vmap`).

    Examples
    --------
    >>> xp.nanstd([1.0, xp.nan, 3.0])
    array(1.)
    """
    if has_override(a, out, where, mean) or numpys_dtype(dtype) is not None:
        return call_override(nanstd, locals())
    return reduce_variance("nanstd", a, axis, dtype, out, ddof, keepdims, where, mean, correction)


def nanvar(
    a: ArrayLike, axis: Axis = None, dtype: DTypeLike | None = None, out: ndarray | None = None, ddof: float = 0,
    keepdims: bool = False, *, where: ArrayLike = True, mean: ArrayLike = NO_VALUE, correction: float = NO_VALUE,
) -> ndarray:  # fmt: skip
    """Return the variance over axes of the elements that are not NaN.

    Parameters
    ----------
    a : array_like
        Elements; of complex numbers the absolute distances from the mean count.
    axis : int or tuple of ints or None, default: None
        Axes to reduce; None reduces all of them.
    dtype : dtype_like, optional
        Data type to compute in. By default that of `a`; for integers the default floating dtype.
    out : ndarray, optional
        Array to write the result to. It must have the shape of the result.
    ddof : float, default: 0
        NumPy's name of `correction`.
    keepdims : bool, default: False
        Whether to keep the reduced axes, with size one.
    where : array_like of bool, default: True
        Elements to include; broadcast against `a`.
    mean : array_like, optional
        The mean, if known, as ``keepdims=True`` returns it.
    correction : float, optional
        Number to subtract from the number of elements, to give the divisor.

    Returns
    -------
    ndarray
        The variances, which are real; NaN if the divisor is not positive; `out` if given.

    Warns
    -----
    RuntimeWarning
        If there are not more elements than `correction`.

    Notes
    -----
    Differs from NumPy: no warning where the values cannot be inspected (on other devices, traced, under `vmap`).

    Examples
    --------
    >>> xp.nanvar([1.0, xp.nan, 2.0, 3.0], correction=1)
    array(1.)
    """
    if has_override(a, out, where, mean) or numpys_dtype(dtype) is not None:
        return call_override(nanvar, locals())
    return reduce_variance("nanvar", a, axis, dtype, out, ddof, keepdims, where, mean, correction)


def _warned(r: ndarray) -> ndarray:
    """Return `r`, with NumPy's warning if it has a NaN."""
    if inspection.any_true(torch.isnan(as_tensor(r))):
        warn("All-NaN slice encountered", RuntimeWarning)
    return r


def nanmax(
    a: ArrayLike, axis: Axis = None, out: ndarray | None = None, keepdims: bool = False,
    initial: ArrayLike = NO_VALUE, where: ArrayLike = True,
) -> ndarray:  # fmt: skip
    """Return the largest element over axes that is not NaN, NaN if there is none.

    Parameters
    ----------
    a : array_like
        Array of any dtype; complex numbers compare by real part, then imaginary part, as in NumPy.
    axis : int or tuple of ints or None, default: None
        Axes to reduce; None reduces all of them.
    out : ndarray, optional
        Array to write the result to. It must have the shape of the result.
    keepdims : bool, default: False
        Whether to keep the reduced axes, with size one.
    initial : scalar, optional
        Smallest possible result; needed for an empty array and with `where`.
    where : array_like of bool, default: True
        Elements to include; broadcast against `a`.

    Returns
    -------
    ndarray
        The largest elements, in the dtype of `a`; `out` if given.

    Warns
    -----
    RuntimeWarning
        If there is nothing but NaN.

    Notes
    -----
    Differs from NumPy: no warning where the values cannot be inspected (on other devices, traced, under `vmap`).

    Examples
    --------
    >>> xp.nanmax([[1.0, xp.nan], [3.0, 2.0]], axis=0)
    array([3., 2.])
    """
    if has_override(a, out, initial, where):
        return call_override(nanmax, locals())
    return _warned(REDUCE["fmax"](a, axis, None, out, keepdims, initial, where))


def nanmin(
    a: ArrayLike, axis: Axis = None, out: ndarray | None = None, keepdims: bool = False,
    initial: ArrayLike = NO_VALUE, where: ArrayLike = True,
) -> ndarray:  # fmt: skip
    """Return the smallest element over axes that is not NaN, NaN if there is none.

    Parameters
    ----------
    a : array_like
        Array of any dtype; complex numbers compare by real part, then imaginary part, as in NumPy.
    axis : int or tuple of ints or None, default: None
        Axes to reduce; None reduces all of them.
    out : ndarray, optional
        Array to write the result to. It must have the shape of the result.
    keepdims : bool, default: False
        Whether to keep the reduced axes, with size one.
    initial : scalar, optional
        Largest possible result; needed for an empty array and with `where`.
    where : array_like of bool, default: True
        Elements to include; broadcast against `a`.

    Returns
    -------
    ndarray
        The smallest elements, in the dtype of `a`; `out` if given.

    Warns
    -----
    RuntimeWarning
        If there is nothing but NaN.

    Notes
    -----
    Differs from NumPy: no warning where the values cannot be inspected (on other devices, traced, under `vmap`).

    Examples
    --------
    >>> xp.nanmin([[1.0, xp.nan], [3.0, 2.0]], axis=0)
    array([1., 2.])
    """
    if has_override(a, out, initial, where):
        return call_override(nanmin, locals())
    return _warned(REDUCE["fmin"](a, axis, None, out, keepdims, initial, where))


@explained
def _infinite(a: Any, axis: Any, value: float) -> Any:
    """Return `a` with the infinite `value` in place of NaNs; ValueError if a slice has nothing else."""
    t = as_tensor(a)
    if KIND[t.dtype] in "fc":
        missing = torch.isnan(t.detach())
        nan = inspection.numpy_view(missing)
        along = None if axis is None else normalize_axis(axis, max(t.ndim, 1))
        if nan is not None and nan.size and nan.all(along if nan.ndim else None).any():
            raise ValueError("All-NaN slice encountered")
        return finish("nan", torch.where(missing, value, t), like=a)
    return a


def nanargmax(
    a: ArrayLike, axis: SupportsIndex | None = None, out: ndarray | None = None, *, keepdims: bool = False
) -> ndarray:
    """Return the indices of the largest elements along an axis that are not NaN.

    Parameters
    ----------
    a : array_like
        Array of any dtype.
    axis : int or None, default: None
        Axis along which to search; None searches the flattened array.
    out : ndarray, optional
        Array to write the result to. It must have the shape of the result and hold integers.
    keepdims : bool, default: False
        Whether to keep the reduced axis, with size one.

    Returns
    -------
    ndarray
        Indices (int64) of the first largest elements; `out` if given.

    Raises
    ------
    ValueError
        If there is no element, or nothing but NaN.

    Notes
    -----
    Differs from NumPy: where the values cannot be inspected (on other devices, traced, under `vmap`), the index for
    nothing but NaN is 0.

    Examples
    --------
    >>> xp.nanargmax([[xp.nan, 4.0], [2.0, 3.0]], axis=1)
    array([1, 1])
    """
    if (type(a) is not ndarray or out is not None) and has_override(a, out):
        return call_override(nanargmax, locals())
    return searching.argmax(_infinite(a, axis, -math.inf), axis, out, keepdims=keepdims)


def nanargmin(
    a: ArrayLike, axis: SupportsIndex | None = None, out: ndarray | None = None, *, keepdims: bool = False
) -> ndarray:
    """Return the indices of the smallest elements along an axis that are not NaN.

    Parameters
    ----------
    a : array_like
        Array of any dtype.
    axis : int or None, default: None
        Axis along which to search; None searches the flattened array.
    out : ndarray, optional
        Array to write the result to. It must have the shape of the result and hold integers.
    keepdims : bool, default: False
        Whether to keep the reduced axis, with size one.

    Returns
    -------
    ndarray
        Indices (int64) of the first smallest elements; `out` if given.

    Raises
    ------
    ValueError
        If there is no element, or nothing but NaN.

    Notes
    -----
    Differs from NumPy: where the values cannot be inspected (on other devices, traced, under `vmap`), the index for
    nothing but NaN is 0.

    Examples
    --------
    >>> xp.nanargmin([[xp.nan, 4.0], [2.0, 3.0]], axis=1)
    array([1, 0])
    """
    if (type(a) is not ndarray or out is not None) and has_override(a, out):
        return call_override(nanargmin, locals())
    return searching.argmin(_infinite(a, axis, math.inf), axis, out, keepdims=keepdims)


def _warned_per_slice(r: ndarray, a: Any, axis: Any) -> ndarray:
    """Return `r`, computed over `axis` of `a`, with NumPy's warning for every slice that has nothing but NaN."""
    if not inspection.any_true(torch.isnan(as_tensor(r))):
        return r
    t = as_tensor(a)
    if KIND[t.dtype] in "fc" and t.numel():
        nothing = inspection.numpy_view(reductions.all(finish("nan", torch.isnan(t)), axis)._tensor)
        for _ in range(0 if nothing is None else int(nothing.sum())):
            warn("All-NaN slice encountered", RuntimeWarning)
    return r


def nanmedian(
    a: ArrayLike, axis: Axis = None, out: ndarray | None = None, overwrite_input: bool = False,
    keepdims: bool = False,
) -> ndarray:  # fmt: skip
    """Return the median over axes of the elements that are not NaN, NaN if there are none.

    Parameters
    ----------
    a : array_like
        Elements of any dtype; complex numbers sort by real part, then imaginary part.
    axis : int or tuple of ints or None, default: None
        Axes to reduce; None reduces all of them.
    out : ndarray, optional
        Array to write the result to. It must have the shape of the result.
    overwrite_input : bool, default: False
        Whether `a` may be overwritten: a contiguous array on the CPU may be sorted in place, which saves a copy.
    keepdims : bool, default: False
        Whether to keep the reduced axes, with size one.

    Returns
    -------
    ndarray
        The medians, in the dtype of `a`, for integers and booleans the default floating dtype; `out` if given.

    Warns
    -----
    RuntimeWarning
        If there is nothing but NaN.

    Notes
    -----
    Differs from NumPy: no warning where the values cannot be inspected (on other devices, traced, under `vmap`).

    Examples
    --------
    >>> xp.nanmedian([[10.0, xp.nan, 4.0], [3.0, 2.0, 1.0]], axis=1)
    array([7., 2.])
    """
    if (type(a) is not ndarray or out is not None) and has_override(a, out):
        return call_override(nanmedian, locals())
    return _warned_per_slice(reduce_median("nanmedian", a, axis, out, keepdims, ignore_nan=True), a, axis)


def _nan_quantile(name: str, a: Any, q: Any, axis: Any, out: Any, method: str, keepdims: Any, weights: Any) -> ndarray:
    if type(a) is not Selection and not (t := as_tensor(a)).numel() and not t.is_complex():
        # as in NumPy, the mean of no elements
        check_fractions(q, name == "nanpercentile")
        return reductions.mean(a, axis, None, out, keepdims)
    return reduce_quantile(name, a, q, axis, out, method, keepdims, weights, ignore_nan=True)


def nanpercentile(
    a: ArrayLike, q: ArrayLike, axis: Axis = None, out: ndarray | None = None,
    overwrite_input: bool = False, method: str = "linear", keepdims: bool = False, *, weights: ArrayLike | None = None,
) -> ndarray:  # fmt: skip
    """Return percentiles over axes of the elements that are not NaN, NaN if there are none.

    Parameters
    ----------
    a : array_like
        Real elements.
    q : array_like
        Percentages from 0 to 100, one or several in up to two dimensions.
    axis : int or tuple of ints or None, default: None
        Axes to reduce; None reduces all of them.
    out : ndarray, optional
        Array to write the result to. It must have the shape of the result.
    overwrite_input : bool, default: False
        Whether `a` may be overwritten: a contiguous array on the CPU may be sorted in place, which saves a copy.
    method : str, default: "linear"
        How to estimate between two elements; those of `quantile`.
    keepdims : bool, default: False
        Whether to keep the reduced axes, with size one.
    weights : array_like, optional
        Weights of the elements, with the shape of `a` or of the reduced axes; for the method "inverted_cdf" only.

    Returns
    -------
    ndarray
        The percentiles, with the dimensions of `q` before the remaining ones of `a`; `out` if given.

    Warns
    -----
    RuntimeWarning
        If there is nothing but NaN.

    Notes
    -----
    Differs from NumPy: no warning, and no check of `q` and `weights`, where the values cannot be inspected (on other
    devices, traced, under `vmap`).

    Examples
    --------
    >>> xp.nanpercentile([[10.0, xp.nan, 4.0], [3.0, 2.0, 1.0]], 50, axis=1)
    array([7., 2.])
    """
    if has_override(a, q, weights, out):
        return call_override(nanpercentile, locals())
    r = _nan_quantile("nanpercentile", a, q, axis, out, method, keepdims, weights)
    return _warned_per_slice(r, a, axis)


def nanquantile(
    a: ArrayLike, q: ArrayLike, axis: Axis = None, out: ndarray | None = None,
    overwrite_input: bool = False, method: str = "linear", keepdims: bool = False, *, weights: ArrayLike | None = None,
) -> ndarray:  # fmt: skip
    """Return quantiles over axes of the elements that are not NaN, NaN if there are none.

    Parameters
    ----------
    a : array_like
        Real elements.
    q : array_like
        Fractions from 0 to 1, one or several in up to two dimensions.
    axis : int or tuple of ints or None, default: None
        Axes to reduce; None reduces all of them.
    out : ndarray, optional
        Array to write the result to. It must have the shape of the result.
    overwrite_input : bool, default: False
        Whether `a` may be overwritten: a contiguous array on the CPU may be sorted in place, which saves a copy.
    method : str, default: "linear"
        How to estimate between two elements; those of `quantile`.
    keepdims : bool, default: False
        Whether to keep the reduced axes, with size one.
    weights : array_like, optional
        Weights of the elements, with the shape of `a` or of the reduced axes; for the method "inverted_cdf" only.

    Returns
    -------
    ndarray
        The quantiles, with the dimensions of `q` before the remaining ones of `a`; `out` if given.

    Warns
    -----
    RuntimeWarning
        If there is nothing but NaN.

    Notes
    -----
    Differs from NumPy: no warning, and no check of `q` and `weights`, where the values cannot be inspected (on other
    devices, traced, under `vmap`).

    Examples
    --------
    >>> xp.nanquantile([1.0, xp.nan, 2.0, 4.0], 0.25)
    array(1.5)
    """
    if has_override(a, q, weights, out):
        return call_override(nanquantile, locals())
    return _warned_per_slice(_nan_quantile("nanquantile", a, q, axis, out, method, keepdims, weights), a, axis)
