"""Statistics: sums, products, extremes, means, variances. `_statistical_cumulative` has the running ones."""

from __future__ import annotations

import math
import warnings
from typing import Any

import torch

from xp_torch._array.coercion import as_tensor
from xp_torch._array.ndarray import ndarray, wrap_as
from xp_torch._array.ufunc.reduction import (
    PLAIN,
    accumulator,
    averaged,
    finish_reduction,
    loop_dtype,
    reduction,
    reduction_axes,
    where_mask,
    with_axis,
)
from xp_torch._facts import inspection
from xp_torch._facts.defaults import default_float
from xp_torch._facts.dtype_sets import NATIVE_FLOATS, SUMMED
from xp_torch._facts.dtypes import KIND
from xp_torch._facts.no_value import NO_VALUE
from xp_torch._facts.promotion import check_int
from xp_torch._facts.shapes import reduced_shape
from xp_torch._kernels.statistics import reductions as kernels

__all__ = [
    "amax",
    "amin",
    "max",
    "mean",
    "min",
    "prod",
    "std",
    "sum",
    "var",
]

_plain_sum, _plain_prod, _plain_mean = PLAIN["add"], PLAIN["multiply"], PLAIN["mean"]
_plain_max, _plain_min = PLAIN["maximum"], PLAIN["minimum"]

#: integers that torch averages as they are.
_INTEGERS = SUMMED - NATIVE_FLOATS


def sum(
    a: Any,
    axis: int | tuple[int, ...] | None = None,
    dtype: Any = None,
    out: ndarray | None = None,
    keepdims: bool = False,
    initial: Any = NO_VALUE,
    where: Any = True,
) -> ndarray:
    """Return the sum of elements over axes.

    Parameters
    ----------
    a : array_like
        Elements to add.
    axis : int or tuple of ints or None, default: None
        Axes over which to add: all by default; ``()`` adds over none and copies.
    dtype : dtype_like, optional
        Dtype of the sum, to which elements are cast first. By default that of `a`, but for booleans and small integers
        the default integer dtype or, if unsigned, the unsigned dtype of its width.
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
    TypeError
        If `where` is not boolean.

    Notes
    -----
    Integers wrap modulo 2^n. float16 and bfloat16 are added in float32 and rounded once. The standard and NumPy agree.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.sum(xp.asarray([[1, 2], [3, 4]]), axis=0)
    array([4, 6])
    >>> xp.sum(xp.asarray([200, 100], dtype=xp.uint8))
    array(300, dtype=uint64)
    """
    if dtype is None and out is None and initial is NO_VALUE and where is True:
        direct = _plain_sum(a, axis, keepdims)
        if direct is not None:
            return direct
    return reduction("add", kernels.sum, a, axis, dtype, out, keepdims, initial, where, False, accumulator)


def prod(
    a: Any,
    axis: int | tuple[int, ...] | None = None,
    dtype: Any = None,
    out: ndarray | None = None,
    keepdims: bool = False,
    initial: Any = NO_VALUE,
    where: Any = True,
) -> ndarray:
    """Return the product of elements over axes.

    Parameters
    ----------
    a : array_like
        Elements to multiply.
    axis : int or tuple of ints or None, default: None
        Axes over which to multiply: all by default; ``()`` multiplies over none and copies.
    dtype : dtype_like, optional
        Dtype of the product, to which elements are cast first. By default as for `sum`.
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
    TypeError
        If `where` is not boolean.

    Notes
    -----
    Integers wrap modulo 2^n. Differs from NumPy: float16 is multiplied in float32 and rounded once, so that
    intermediate products don't overflow.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.prod(xp.asarray([[1.0, 2.0], [3.0, 4.0]]), axis=1)
    array([ 2., 12.])
    """
    if dtype is None and out is None and initial is NO_VALUE and where is True:
        direct = _plain_prod(a, axis, keepdims)
        if direct is not None:
            return direct
    return reduction("multiply", kernels.prod, a, axis, dtype, out, keepdims, initial, where, True, accumulator)


def max(
    a: Any,
    axis: int | tuple[int, ...] | None = None,
    out: ndarray | None = None,
    keepdims: bool = False,
    initial: Any = NO_VALUE,
    where: Any = True,
) -> ndarray:
    """Return the largest element over axes; NaNs propagate.

    Parameters
    ----------
    a : array_like
        Array of any dtype; complex numbers compare by real part, then imaginary part, as in NumPy.
    axis : int or tuple of ints or None, default: None
        Axes over which to look: all by default; ``()`` copies.
    out : ndarray, optional
        Array of the result's shape to write the result to.
    keepdims : bool, default: False
        Whether the axes stay, with size one.
    initial : scalar, optional
        Smallest possible result; needed for empty input and with `where`.
    where : array_like of bool, default: True
        Which elements to look at; broadcasts to the shape of `a`.

    Returns
    -------
    ndarray
        The largest elements, in the dtype of `a`, 0-D for all axes; `out` if given.

    Raises
    ------
    ValueError
        If there is no element and no `initial`.
    AxisError
        If an axis is out of bounds.
    OverflowError
        If `initial` is a Python integer that the dtype doesn't hold.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.max(xp.asarray([[1, 7], [3, 4]]), axis=0)
    array([3, 7])
    >>> xp.max(xp.asarray([1.0, xp.nan]))
    array(nan)
    """
    if out is None and initial is NO_VALUE and where is True:
        direct = _plain_max(a, axis, keepdims)
        if direct is not None:
            return direct
    return reduction("maximum", kernels.max, a, axis, None, out, keepdims, initial, where)


def min(
    a: Any,
    axis: int | tuple[int, ...] | None = None,
    out: ndarray | None = None,
    keepdims: bool = False,
    initial: Any = NO_VALUE,
    where: Any = True,
) -> ndarray:
    """Return the smallest element over axes; NaNs propagate.

    Parameters
    ----------
    a : array_like
        Array of any dtype; complex numbers compare by real part, then imaginary part, as in NumPy.
    axis : int or tuple of ints or None, default: None
        Axes over which to look: all by default; ``()`` copies.
    out : ndarray, optional
        Array of the result's shape to write the result to.
    keepdims : bool, default: False
        Whether the axes stay, with size one.
    initial : scalar, optional
        Largest possible result; needed for empty input and with `where`.
    where : array_like of bool, default: True
        Which elements to look at; broadcasts to the shape of `a`.

    Returns
    -------
    ndarray
        The smallest elements, in the dtype of `a`, 0-D for all axes; `out` if given.

    Raises
    ------
    ValueError
        If there is no element and no `initial`.
    AxisError
        If an axis is out of bounds.
    OverflowError
        If `initial` is a Python integer that the dtype doesn't hold.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.min(xp.asarray([[1, 7], [3, 4]]), axis=1, keepdims=True)
    array([[1],
           [3]])
    """
    if out is None and initial is NO_VALUE and where is True:
        direct = _plain_min(a, axis, keepdims)
        if direct is not None:
            return direct
    return reduction("minimum", kernels.min, a, axis, None, out, keepdims, initial, where)


amax = max
amin = min


def mean(
    a: Any,
    axis: int | tuple[int, ...] | None = None,
    dtype: Any = None,
    out: ndarray | None = None,
    keepdims: bool = False,
    *,
    where: Any = True,
) -> ndarray:
    """Return the arithmetic mean over axes.

    Parameters
    ----------
    a : array_like
        Elements to average; complex ones too.
    axis : int or tuple of ints or None, default: None
        Axes over which to average: all by default.
    dtype : dtype_like, optional
        Dtype in which to compute, and of the result. By default that of `a`, the default floating dtype for integers.
    out : ndarray, optional
        Array of the result's shape to write the result to.
    keepdims : bool, default: False
        Whether the axes stay, with size one.
    where : array_like of bool, default: True
        Which elements to average; broadcasts to the shape of `a`.

    Returns
    -------
    ndarray
        The means, 0-D for all axes; `out` if given. The mean of nothing is NaN.

    Raises
    ------
    AxisError
        If an axis is out of bounds.
    ValueError
        If an axis is named twice, or `out` or `where` has a wrong shape.
    TypeError
        If `where` is not boolean.

    Warns
    -----
    RuntimeWarning
        If there is nothing to average.

    Notes
    -----
    float16 and bfloat16 are averaged in float32.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.mean(xp.asarray([[1, 2], [3, 4]]), axis=0)
    array([2., 3.])
    """
    # the general path warns of nothing
    if dtype is None and out is None and where is True and type(a) is ndarray and a._tensor.numel():
        # 0-D arrays have no axis here
        if axis is None or a._tensor.ndim:
            direct = _plain_mean(a, axis, keepdims)
            if direct is not None:
                return direct
        if a._dtype is torch.bool and axis is None and not keepdims and default_float() is torch.float64:
            return wrap_as(kernels.share_of(a._tensor), torch.float64)
        if a._dtype in _INTEGERS and (axis is None or (type(axis) is int and a._tensor.ndim)):
            loop, dims = default_float(), () if axis is None else axis
            if loop is torch.float64:
                try:
                    return wrap_as(torch.mean(a._tensor, dims, bool(keepdims), dtype=loop), loop)
                except IndexError:
                    pass  # the general path says what is wrong
    t = as_tensor(a)
    # NumPy counts the elements of a mask by a sum, which takes axis 0 of a 0-D array.
    axes = reduction_axes(axis, t.ndim, lenient=where is not True)
    shape = reduced_shape(t.shape, axes, bool(keepdims))
    mask = where_mask("mean", where, t)
    t, mask, axes = with_axis(t, mask, axes)
    loop = loop_dtype(averaged(None, t.dtype), dtype, out)
    # NumPy divides in `out`, so that what was added up in integers is not cut to one
    held = loop_dtype(loop, None, out)
    quotient = None if held is loop else averaged(None, held)
    _warn_of_few("Mean of empty slice", t, axes, mask, 0, level=3)
    r = kernels.mean(t, axes, loop, mask, quotient)
    return finish_reduction("mean", r.reshape(shape), out, a)


def _warn_of_few(
    text: str, t: torch.Tensor, axes: tuple[int, ...], mask: torch.Tensor | None, most: float, level: int
) -> None:
    """Give NumPy's warning where at most `most` elements are reduced: by the shape, or by a mask that may be read."""
    if torch.compiler.is_compiling():
        return
    if mask is None:
        few = math.prod([t.shape[i] for i in axes]) <= most
    else:
        few = inspection.any_true(torch.sum(mask.broadcast_to(t.shape), axes) <= most)
    if few:
        warnings.warn(text, RuntimeWarning, stacklevel=level)


def _variance(
    name: str,
    a: Any,
    axis: Any,
    dtype: Any,
    out: Any,
    ddof: Any,
    keepdims: Any,
    where: Any,
    mean: Any,
    correction: Any,
) -> ndarray:
    """Return the variance, or with the name "std" its root."""
    if correction is not NO_VALUE:
        if ddof != 0:
            raise ValueError("ddof and correction can't be provided simultaneously.")
        ddof = correction
    if isinstance(ddof, (str, bytes)):
        raise TypeError(f"{name}: correction must be a number, not {type(ddof).__name__}")
    if type(ddof) is int:
        check_int(ddof, torch.int64)
    direct = dtype is None and out is None and where is True and mean is NO_VALUE and type(a) is ndarray
    # 0-D arrays have no axis here
    if direct and a._dtype in NATIVE_FLOATS and (axis is None or (type(axis) is int and a._tensor.ndim)):
        try:
            if (a._tensor.numel() if axis is None else a._tensor.size(axis)) > ddof:
                v = kernels.variance_of(a._tensor, axis, ddof, bool(keepdims), name == "std")
                return wrap_as(v, a._dtype)
        except IndexError:
            pass  # the general path says what is wrong
    t = as_tensor(a)
    axes = reduction_axes(axis, t.ndim, lenient=where is not True)
    shape = reduced_shape(t.shape, axes, bool(keepdims))
    mask = where_mask(name, where, t)
    centre = None
    if mean is not NO_VALUE and mean is not None:
        centre = as_tensor(mean, device=t.device)
        kept = reduced_shape(t.shape, axes, True)
        try:
            centre = centre.broadcast_to(kept)
        except RuntimeError:
            raise ValueError(
                f"{name}: mean must have the shape {kept} that keepdims=True gives, got {tuple(centre.shape)}"
            ) from None
    target = averaged(dtype, t.dtype)
    if not axes and centre is not None:
        centre = centre.unsqueeze(-1)
    t, mask, axes = with_axis(t, mask, axes)
    _warn_of_few("Degrees of freedom <= 0 for slice", t, axes, mask, float(ddof), level=4)
    r = kernels.variance(t, axes, target, float(ddof), mask, centre, root=name == "std")
    if dtype is not None:
        # a complex dtype that was asked for is the result's too
        r = r.to(target)
    # NumPy writes the variance with any cast, and then takes the root of `out` by the ufunc, which integers don't hold.
    whole = isinstance(out, ndarray) and KIND[out._tensor.dtype] in "biu"
    casting = "same_kind" if name == "std" and whole else "unsafe"
    return finish_reduction(name, r.reshape(shape), out, a, casting=casting)


def std(
    a: Any,
    axis: int | tuple[int, ...] | None = None,
    dtype: Any = None,
    out: ndarray | None = None,
    ddof: float = 0,
    keepdims: bool = False,
    *,
    where: Any = True,
    mean: Any = NO_VALUE,
    correction: Any = NO_VALUE,
) -> ndarray:
    """Return the standard deviation over axes.

    Parameters
    ----------
    a : array_like
        Elements; of complex ones the absolute distances count.
    axis : int or tuple of ints or None, default: None
        Axes over which to compute: all by default.
    dtype : dtype_like, optional
        Dtype in which to compute. By default that of `a`, the default floating dtype for integers.
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
        What is taken from the number of elements to give the divisor.

    Returns
    -------
    ndarray
        The standard deviations, real, 0-D for all axes; `out` if given.

    Raises
    ------
    ValueError
        If both `ddof` and `correction` are given, or `out`, `where` or `mean` has a wrong shape.
    AxisError
        If an axis is out of bounds.

    Warns
    -----
    RuntimeWarning
        If the divisor is not positive.

    Notes
    -----
    float16 and bfloat16 are computed in float32.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.std(xp.asarray([1.0, 3.0]))
    array(1.)
    """
    return _variance("std", a, axis, dtype, out, ddof, keepdims, where, mean, correction)


def var(
    a: Any,
    axis: int | tuple[int, ...] | None = None,
    dtype: Any = None,
    out: ndarray | None = None,
    ddof: float = 0,
    keepdims: bool = False,
    *,
    where: Any = True,
    mean: Any = NO_VALUE,
    correction: Any = NO_VALUE,
) -> ndarray:
    """Return the variance over axes.

    Parameters
    ----------
    a : array_like
        Elements; of complex ones the absolute distances count.
    axis : int or tuple of ints or None, default: None
        Axes over which to compute: all by default.
    dtype : dtype_like, optional
        Dtype in which to compute. By default that of `a`, the default floating dtype for integers.
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
        What is taken from the number of elements to give the divisor.

    Returns
    -------
    ndarray
        The variances, real, 0-D for all axes; `out` if given.

    Raises
    ------
    ValueError
        If both `ddof` and `correction` are given, or `out`, `where` or `mean` has a wrong shape.
    AxisError
        If an axis is out of bounds.

    Warns
    -----
    RuntimeWarning
        If the divisor is not positive.

    Notes
    -----
    float16 and bfloat16 are computed in float32.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.var(xp.asarray([1.0, 2.0, 3.0]), correction=1)
    array(1.)
    """
    return _variance("var", a, axis, dtype, out, ddof, keepdims, where, mean, correction)
