"""Reductions: sums, products, extremes, truth values, means, variances."""

from __future__ import annotations

import math
from typing import Any

import torch

from xp_torch._array.coercion import OUTPUTS, as_tensor, as_tensor_beside, copy_shared, output_dtype
from xp_torch._array.door import call_override, has_override
from xp_torch._array.ndarray import ndarray, wrap, wrap_as
from xp_torch._array.selection import masked
from xp_torch._array.ufunc.overrides import subclass_overrides
from xp_torch._array.ufunc.reduction import (
    REDUCE,
    finish_reduction,
    loop_dtype,
    reduction_axes,
    where_mask,
    with_axis,
)
from xp_torch._facts import inspection
from xp_torch._facts.annotations import ArrayLike, Axis, DTypeLike
from xp_torch._facts.defaults import default_float, floating
from xp_torch._facts.dtype_sets import NATIVE_FLOATS
from xp_torch._facts.dtypes import KIND, numpys_dtype, torch_dtype
from xp_torch._facts.errors import warn, without_frames
from xp_torch._facts.no_value import NO_VALUE
from xp_torch._facts.shapes import as_flag, reduced_shape, single
from xp_torch._facts.torch_errors import raise_explained
from xp_torch._facts.torch_state import is_compiling, is_compiling_or_exporting
from xp_torch._functions.elementwise import divide, maximum, multiply, sqrt, square, subtract
from xp_torch._kernels.statistics import reductions as kernels
from xp_torch._kernels.thresholds import FEW_TO_COPY

__all__ = ["all", "amax", "amin", "any", "max", "mean", "min", "prod", "std", "sum", "var"]

_sum, _prod, _max, _min = (REDUCE[name] for name in ("add", "multiply", "maximum", "minimum"))
_all, _any = REDUCE["logical_and"], REDUCE["logical_or"]


def sum(
    a: ArrayLike, axis: Axis = None, dtype: DTypeLike | None = None, out: ndarray | None = None,
    keepdims: bool = False, initial: ArrayLike = NO_VALUE, where: ArrayLike = True,
) -> ndarray:  # fmt: skip
    """Return the sum of elements over axes.

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

    Notes
    -----
    Integers wrap modulo 2^n. float16 and bfloat16 are added in float32 and rounded once.

    Examples
    --------
    >>> xp.sum(xp.asarray([[1, 2], [3, 4]]), axis=0)
    array([4, 6])
    >>> xp.sum(xp.asarray([200, 100], dtype=xp.uint8))
    array(300, dtype=uint64)
    """
    if type(a) is not ndarray and has_override(a):
        return call_override(sum, locals())
    return _sum(a, axis, dtype, out, keepdims, initial, where)


def prod(
    a: ArrayLike, axis: Axis = None, dtype: DTypeLike | None = None, out: ndarray | None = None,
    keepdims: bool = False, initial: ArrayLike = NO_VALUE, where: ArrayLike = True,
) -> ndarray:  # fmt: skip
    """Return the product of elements over axes.

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

    Notes
    -----
    Integers wrap modulo 2^n. Differs from NumPy: float16 is multiplied in float32 and rounded once, so that
    intermediate products don't overflow.

    Examples
    --------
    >>> xp.prod(xp.asarray([[1.0, 2.0], [3.0, 4.0]]), axis=1)
    array([ 2., 12.])
    """
    if type(a) is not ndarray and has_override(a):
        return call_override(prod, locals())
    return _prod(a, axis, dtype, out, keepdims, initial, where)


def max(
    a: ArrayLike, axis: Axis = None, out: ndarray | None = None, keepdims: bool = False,
    initial: ArrayLike = NO_VALUE, where: ArrayLike = True,
) -> ndarray:  # fmt: skip
    """Return the largest element over axes; NaNs propagate.

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

    Examples
    --------
    >>> xp.max(xp.asarray([[1, 7], [3, 4]]), axis=0)
    array([3, 7])
    >>> xp.max(xp.asarray([1.0, xp.nan]))
    array(nan)
    """
    if type(a) is not ndarray and has_override(a):
        return call_override(max, locals())
    return _max(a, axis, None, out, keepdims, initial, where)


def min(
    a: ArrayLike, axis: Axis = None, out: ndarray | None = None, keepdims: bool = False,
    initial: ArrayLike = NO_VALUE, where: ArrayLike = True,
) -> ndarray:  # fmt: skip
    """Return the smallest element over axes; NaNs propagate.

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

    Examples
    --------
    >>> xp.min(xp.asarray([[1, 7], [3, 4]]), axis=1, keepdims=True)
    array([[1],
           [3]])
    """
    if type(a) is not ndarray and has_override(a):
        return call_override(min, locals())
    return _min(a, axis, None, out, keepdims, initial, where)


def amax(
    a: ArrayLike, axis: Axis = None, out: ndarray | None = None, keepdims: bool = False,
    initial: ArrayLike = NO_VALUE, where: ArrayLike = True,
) -> ndarray:  # fmt: skip
    """Return the largest element over axes; NumPy's other name of `max`.

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

    Examples
    --------
    >>> xp.amax(xp.asarray([[1, 7], [3, 4]]), axis=0)
    array([3, 7])
    """
    if not isinstance(a, ndarray) and has_override(a):
        return call_override(amax, locals())
    return max(a, axis, out, keepdims, initial, where)


def amin(
    a: ArrayLike, axis: Axis = None, out: ndarray | None = None, keepdims: bool = False,
    initial: ArrayLike = NO_VALUE, where: ArrayLike = True,
) -> ndarray:  # fmt: skip
    """Return the smallest element over axes; NumPy's other name of `min`.

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

    Examples
    --------
    >>> xp.amin(xp.asarray([[1, 7], [3, 4]]), axis=0)
    array([1, 4])
    """
    if not isinstance(a, ndarray) and has_override(a):
        return call_override(amin, locals())
    return min(a, axis, out, keepdims, initial, where)


def all(
    a: ArrayLike, axis: Axis = None, out: ndarray | None = None, keepdims: bool = False, *,
    where: ArrayLike = True,
) -> ndarray:  # fmt: skip
    """Return whether all elements over axes are true.

    Parameters
    ----------
    a : array_like
        Array of any dtype; every number but zero is true, NaN included.
    axis : int or tuple of ints or None, default: None
        Axes to reduce; None reduces all of them.
    out : ndarray, optional
        Array to write the result to. It must have the shape of the result.
    keepdims : bool, default: False
        Whether to keep the reduced axes, with size one.
    where : array_like of bool, default: True
        Elements to include; broadcast against `a`.

    Returns
    -------
    ndarray
        The truth values; True where there is no element; `out` if given.

    Examples
    --------
    >>> xp.all(xp.asarray([[1, 0], [2, 3]]), axis=1)
    array([False,  True])
    """
    if type(a) is not ndarray and has_override(a):
        return call_override(all, locals())
    return _all(a, axis, None, out, keepdims, NO_VALUE, where)


def any(
    a: ArrayLike, axis: Axis = None, out: ndarray | None = None, keepdims: bool = False, *,
    where: ArrayLike = True,
) -> ndarray:  # fmt: skip
    """Return whether any element over axes is true.

    Parameters
    ----------
    a : array_like
        Array of any dtype; every number but zero is true, NaN included.
    axis : int or tuple of ints or None, default: None
        Axes to reduce; None reduces all of them.
    out : ndarray, optional
        Array to write the result to. It must have the shape of the result.
    keepdims : bool, default: False
        Whether to keep the reduced axes, with size one.
    where : array_like of bool, default: True
        Elements to include; broadcast against `a`.

    Returns
    -------
    ndarray
        The truth values; False where there is no element; `out` if given.

    Examples
    --------
    >>> xp.any(xp.asarray([[0, 0], [2, 3]]), axis=1)
    array([False,  True])
    """
    if type(a) is not ndarray and has_override(a):
        return call_override(any, locals())
    return _any(a, axis, None, out, keepdims, NO_VALUE, where)


def _included(name: str, t: torch.Tensor, where: Any, ignore_nan: bool, dtype: Any, out: Any) -> torch.Tensor | None:
    """Return the mask of the elements to reduce, None for all of them."""
    mask = where_mask(name, where, t)
    if not ignore_nan:
        return mask
    if dtype is not None and KIND[torch_dtype(dtype)] not in "fc":
        raise TypeError("If a is inexact, then dtype must be inexact")
    if isinstance(out, OUTPUTS) and KIND[output_dtype(out)] not in "fc":
        raise TypeError("If a is inexact, then out must be inexact")
    given = torch.logical_not(torch.isnan(t))
    return given if mask is None else torch.logical_and(mask, given)


def _warn_of_few(text: str, t: torch.Tensor, axes: tuple[int, ...], mask: torch.Tensor | None, most: float) -> None:
    """Issue NumPy's warning if at most `most` elements are reduced, unless a mask may not be read."""
    if is_compiling_or_exporting():
        return
    few = kernels.count(t, axes, mask) <= most
    if inspection.any_true(few) if isinstance(few, torch.Tensor) else few:
        warn(text, RuntimeWarning)


@without_frames
def reduce_mean(
    name: str, a: Any, axis: Any, dtype: Any, out: Any, keepdims: Any, where: Any, ignore_nan: bool = False
) -> ndarray:
    """Return the mean over `axis`: the general path of `mean` and `nanmean`."""
    if subclass_overrides(a) and not ignore_nan:
        return _mean_by_ufuncs(a, axis, dtype, out, keepdims, where)
    a, where = masked(a, axis, where)
    t = as_tensor(a)
    ignore_nan = ignore_nan and KIND[t.dtype] in "fc"
    axes = reduction_axes(axis, t.ndim, lenient=ignore_nan or where is not True)
    shape = reduced_shape(t.shape, axes, keepdims)
    t, mask, axes = with_axis(t, _included(name, t, where, ignore_nan, dtype, out), axes)
    _warn_of_few("Mean of empty slice", t, axes, mask, 0)
    r = kernels.mean(t, axes, loop_dtype(floating(t.dtype), dtype, out), mask)
    return finish_reduction(name, r.reshape(shape), out, a)


def _mean_by_ufuncs(a: Any, axis: Any, dtype: Any, out: Any, keepdims: Any, where: Any) -> Any:
    """Return the mean by the ufuncs of NumPy's formula, which a subclass of `ndarray` may compute itself."""
    dtype = floating(a._dtype) if dtype is None and KIND[a._dtype] in "biu" else dtype
    return divide(_sum(a, axis, dtype, None, keepdims, where=where), _count(a, axis, keepdims, where), out)


def _count(a: ndarray, axis: Any, keepdims: Any, where: Any) -> Any:
    """Return the number of elements that are reduced: a number, or an array if there is a mask."""
    mask = where_mask("mean", where, a._tensor)
    axes = reduction_axes(axis, a.ndim)
    return math.prod(a.shape[i] for i in axes) if mask is None else _sum(wrap(mask), axis, None, None, keepdims)


def _variance_by_ufuncs(
    a: Any, axis: Any, dtype: Any, out: Any, ddof: Any, keepdims: Any, where: Any, centre: Any, root: bool
) -> Any:
    """Return the variance or standard deviation by the ufuncs of NumPy's formula."""
    given = centre is not NO_VALUE and centre is not None
    distances = subtract(a, centre if given else _mean_by_ufuncs(a, axis, dtype, None, True, where))
    squares = multiply(distances, distances.conj()).real if KIND[a._dtype] == "c" else square(distances)
    count = maximum(subtract(_count(a, axis, keepdims, where), ddof), 0)
    variance = divide(_sum(squares, axis, dtype, None, keepdims, where=where), count, None if root else out)
    return sqrt(variance, out) if root else variance


def mean(
    a: ArrayLike, axis: Axis = None, dtype: DTypeLike | None = None, out: ndarray | None = None,
    keepdims: bool = False, *, where: ArrayLike = True,
) -> ndarray:  # fmt: skip
    """Return the arithmetic mean over axes; the mean of no elements is NaN.

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
        If there is nothing to average.

    Notes
    -----
    float16 and bfloat16 are averaged in float32.

    Examples
    --------
    >>> xp.mean(xp.asarray([[1, 2], [3, 4]]), axis=0)
    array([2., 3.])
    """
    plain = dtype is None and out is None and where is True
    if plain and type(a) is ndarray and (is_compiling() or a._tensor.numel()):
        t, loop = a._tensor, a._dtype
        # a cast copy of few elements takes little memory
        if loop is torch.int64 and (type(t) is not torch.Tensor or t.numel() <= FEW_TO_COPY):
            loop = default_float()
            t = t.to(loop)
        # the general path warns of empty arrays, and 0-D arrays have no axis
        if loop in NATIVE_FLOATS and (axis is None or t.ndim):
            try:
                if axis is None and keepdims is False:
                    return wrap_as(torch.mean(t), loop)
                if type(axis) is int:
                    return wrap_as(torch.mean(t, axis, as_flag(keepdims)), loop)
            except (IndexError, ValueError):
                pass  # the general path raises the right error
            except RuntimeError as error:
                raise_explained("mean", [t], error)
        elif loop is torch.bool and axis is None and keepdims is False:
            return wrap_as(kernels.share_of(t, default_float()), default_float())
    if (
        (type(a) is not ndarray or out is not None or where is not True) and has_override(a, out, where)
    ) or numpys_dtype(dtype) is not None:
        return call_override(mean, locals())
    return reduce_mean("mean", a, axis, dtype, out, keepdims, where)


@without_frames
def reduce_variance(
    name: str, a: Any, axis: Any, dtype: Any, out: Any, ddof: Any, keepdims: Any, where: Any, mean: Any, correction: Any
) -> ndarray:
    """Return the variance or standard deviation over `axis`: `name` is "var", "std", "nanvar" or "nanstd"."""
    root, ignore_nan = name.endswith("std"), name.startswith("nan")
    if correction is not NO_VALUE:
        if single(ddof, "ddof") != 0:
            raise ValueError("ddof and correction can't be provided simultaneously.")
        ddof = correction
    if isinstance(ddof, (str, bytes)):
        raise TypeError(f"{name}: correction must be a number, not {type(ddof).__name__}")
    if isinstance(ddof, (ndarray, torch.Tensor)):
        ddof = (ddof if isinstance(ddof, ndarray) else wrap(ddof)).item()
    plain = not ignore_nan and dtype is None and out is None and where is True and mean is NO_VALUE
    plain = plain and type(a) is ndarray and a._dtype in NATIVE_FLOATS
    # 0-D arrays have no axis
    if plain and (axis is None or (type(axis) is int and a._tensor.ndim)):
        try:
            if is_compiling() or (a._tensor.numel() if axis is None else a._tensor.size(axis)) > ddof:
                return wrap_as(kernels.variance_of(a._tensor, axis, ddof, as_flag(keepdims), root), a._dtype)
        except (IndexError, ValueError):
            pass  # the general path raises the right error
        except RuntimeError as error:
            raise_explained(name, [a._tensor], error)
    if subclass_overrides(a) and not ignore_nan:
        return _variance_by_ufuncs(a, axis, dtype, out, ddof, keepdims, where, mean, root)
    a, where = masked(a, axis, where)
    t = as_tensor(a) if out is None else copy_shared([as_tensor(a)], out)[0]
    ignore_nan = ignore_nan and KIND[t.dtype] in "fc"
    axes = reduction_axes(axis, t.ndim, lenient=ignore_nan or where is not True)
    shape = reduced_shape(t.shape, axes, keepdims)
    centre = None
    if mean is not NO_VALUE and mean is not None:
        centre = as_tensor_beside(name, t, mean)
        kept = reduced_shape(t.shape, axes, True)
        try:
            centre = centre.broadcast_to(kept) if axes else centre.broadcast_to(kept).unsqueeze(-1)
        except RuntimeError:
            raise ValueError(
                f"{name}: mean must have the shape {kept} that keepdims=True gives, got {tuple(centre.shape)}"
            ) from None
    t, mask, axes = with_axis(t, _included(name, t, where, ignore_nan, dtype, out), axes)
    text = "Degrees of freedom <= 0 for slice"
    _warn_of_few(f"{text}." if ignore_nan else text, t, axes, mask, float(ddof))
    target = floating(t.dtype) if dtype is None else torch_dtype(dtype)
    r = kernels.variance(t, axes, target, float(ddof), mask, centre, root, math.nan if ignore_nan else 0.0)
    if dtype is not None:
        r = r.to(target)  # if a complex dtype is given, the result has it too
    # As in NumPy, which takes the root in `out` by the ufunc: that raises for integers
    integers = isinstance(out, OUTPUTS) and KIND[output_dtype(out)] in "biu"
    return finish_reduction(name, r.reshape(shape), out, a, casting="same_kind" if root and integers else "unsafe")


def std(
    a: ArrayLike, axis: Axis = None, dtype: DTypeLike | None = None, out: ndarray | None = None, ddof: float = 0,
    keepdims: bool = False, *, where: ArrayLike = True, mean: ArrayLike = NO_VALUE, correction: float = NO_VALUE,
) -> ndarray:  # fmt: skip
    """Return the standard deviation over axes.

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
        The standard deviations, which are real; `out` if given.

    Warns
    -----
    RuntimeWarning
        If the divisor is not positive.

    Notes
    -----
    float16 and bfloat16 are computed in float32.

    Examples
    --------
    >>> xp.std(xp.asarray([1.0, 3.0]))
    array(1.)
    """
    if (
        (type(a) is not ndarray or out is not None or where is not True or mean is not NO_VALUE)
        and has_override(a, out, where, mean)
    ) or numpys_dtype(dtype) is not None:
        return call_override(std, locals())
    return reduce_variance("std", a, axis, dtype, out, ddof, keepdims, where, mean, correction)


def var(
    a: ArrayLike, axis: Axis = None, dtype: DTypeLike | None = None, out: ndarray | None = None, ddof: float = 0,
    keepdims: bool = False, *, where: ArrayLike = True, mean: ArrayLike = NO_VALUE, correction: float = NO_VALUE,
) -> ndarray:  # fmt: skip
    """Return the variance over axes.

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
        The variances, which are real; `out` if given.

    Warns
    -----
    RuntimeWarning
        If the divisor is not positive.

    Notes
    -----
    float16 and bfloat16 are computed in float32.

    Examples
    --------
    >>> xp.var(xp.asarray([1.0, 2.0, 3.0]), correction=1)
    array(1.)
    """
    if (
        (type(a) is not ndarray or out is not None or where is not True or mean is not NO_VALUE)
        and has_override(a, out, where, mean)
    ) or numpys_dtype(dtype) is not None:
        return call_override(var, locals())
    return reduce_variance("var", a, axis, dtype, out, ddof, keepdims, where, mean, correction)
