"""NumPy's statistics that ignore NaNs."""

from __future__ import annotations

import functools
import math
from typing import Any

import torch

from xp_torch._array.coercion import as_tensor, finish
from xp_torch._array.deferred import through
from xp_torch._array.ndarray import ndarray
from xp_torch._array.selection import Selection
from xp_torch._array.ufunc.reduction import REDUCE
from xp_torch._facts import inspection
from xp_torch._facts.docstrings import shared_docstring
from xp_torch._facts.dtypes import KIND
from xp_torch._facts.errors import warn
from xp_torch._facts.no_value import NO_VALUE
from xp_torch._facts.shapes import normalize_axis
from xp_torch._facts.torch_errors import explained
from xp_torch._functions import searching
from xp_torch._functions.statistics import cumulative, reductions
from xp_torch._functions.statistics.quantiles import (
    check_fractions,
    described_median,
    described_quantile,
    reduce_median,
    reduce_quantile,
)
from xp_torch._functions.statistics.reductions import (
    LARGEST,
    SMALLEST,
    described_extreme,
    described_mean,
    described_sum,
    described_variance,
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

#: Sections of the functions that warn of NaNs.
_WARNS = """
    Warns
    -----
    RuntimeWarning
        If there $where.

    Notes
    -----
    Differs from NumPy: no warning$check where the values cannot be inspected (on other devices, traced, under `vmap`).
    """
_warns = functools.partial(shared_docstring, _WARNS, where="is nothing but NaN", check="")


@explained
def _filled(a: Any, value: float) -> Any:
    """Return the array-like `a` with `value` in place of NaNs."""
    if (result := through(lambda x: _filled(x, value), a)) is not None:
        return result
    t = as_tensor(a)
    return finish("nan", torch.where(torch.isnan(t), value, t) if KIND[t.dtype] in "fc" else t, like=a)


@described_sum(a="Elements to add.", results="sums")
def nansum(
    a: Any, axis: int | tuple[int, ...] | None = None, dtype: Any = None, out: ndarray | None = None,
    keepdims: bool = False, initial: Any = NO_VALUE, where: Any = True,
) -> ndarray:  # fmt: skip
    """Return the sum of elements over axes, with NaNs as zero.

    Examples
    --------
    >>> xp.nansum([[1.0, xp.nan], [3.0, 4.0]], axis=0)
    array([4., 4.])
    """
    return reductions.sum(_filled(a, 0), axis, dtype, out, keepdims, initial, where)


@described_sum(a="Elements to multiply.", results="products")
def nanprod(
    a: Any, axis: int | tuple[int, ...] | None = None, dtype: Any = None, out: ndarray | None = None,
    keepdims: bool = False, initial: Any = NO_VALUE, where: Any = True,
) -> ndarray:  # fmt: skip
    """Return the product of elements over axes, with NaNs as one.

    Examples
    --------
    >>> xp.nanprod([[1.0, xp.nan], [3.0, 4.0]], axis=0)
    array([3., 4.])
    """
    return reductions.prod(_filled(a, 1), axis, dtype, out, keepdims, initial, where)


@cumulative.described_running(verb="add", results="sums")
def nancumsum(a: Any, axis: int | None = None, dtype: Any = None, out: ndarray | None = None) -> ndarray:
    """Return the running sum along an axis, with NaNs as zero.

    Examples
    --------
    >>> xp.nancumsum([1.0, xp.nan, 3.0])
    array([1., 1., 4.])
    """
    return cumulative.cumsum(_filled(a, 0), axis, dtype, out)


@cumulative.described_running(verb="multiply", results="products")
def nancumprod(a: Any, axis: int | None = None, dtype: Any = None, out: ndarray | None = None) -> ndarray:
    """Return the running product along an axis, with NaNs as one.

    Examples
    --------
    >>> xp.nancumprod([2.0, xp.nan, 3.0])
    array([2., 2., 6.])
    """
    return cumulative.cumprod(_filled(a, 1), axis, dtype, out)


@described_mean()
@_warns(where="is no element that is not NaN")
def nanmean(
    a: Any, axis: int | tuple[int, ...] | None = None, dtype: Any = None, out: ndarray | None = None,
    keepdims: bool = False, *, where: Any = True,
) -> ndarray:  # fmt: skip
    """Return the arithmetic mean over axes of the elements that are not NaN, NaN if there are none.

    Examples
    --------
    >>> xp.nanmean([[1.0, xp.nan], [3.0, 4.0]], axis=0)
    array([2., 4.])
    """
    return reduce_mean("nanmean", a, axis, dtype, out, keepdims, where, ignore_nan=True)


@described_variance(results="standard deviations, which are real; NaN if the divisor is not positive")
@_warns(where="are not more elements than `correction`")
def nanstd(
    a: Any, axis: int | tuple[int, ...] | None = None, dtype: Any = None, out: ndarray | None = None, ddof: float = 0,
    keepdims: bool = False, *, where: Any = True, mean: Any = NO_VALUE, correction: Any = NO_VALUE,
) -> ndarray:  # fmt: skip
    """Return the standard deviation over axes of the elements that are not NaN.

    Examples
    --------
    >>> xp.nanstd([1.0, xp.nan, 3.0])
    array(1.)
    """
    return reduce_variance("nanstd", a, axis, dtype, out, ddof, keepdims, where, mean, correction)


@described_variance(results="variances, which are real; NaN if the divisor is not positive")
@_warns(where="are not more elements than `correction`")
def nanvar(
    a: Any, axis: int | tuple[int, ...] | None = None, dtype: Any = None, out: ndarray | None = None, ddof: float = 0,
    keepdims: bool = False, *, where: Any = True, mean: Any = NO_VALUE, correction: Any = NO_VALUE,
) -> ndarray:  # fmt: skip
    """Return the variance over axes of the elements that are not NaN.

    Examples
    --------
    >>> xp.nanvar([1.0, xp.nan, 2.0, 3.0], correction=1)
    array(1.)
    """
    return reduce_variance("nanvar", a, axis, dtype, out, ddof, keepdims, where, mean, correction)


def _warned(r: ndarray) -> ndarray:
    """Return `r`, with NumPy's warning if it has a NaN."""
    if inspection.any_true(torch.isnan(as_tensor(r))):
        warn("All-NaN slice encountered", RuntimeWarning)
    return r


@described_extreme(**LARGEST)
@_warns()
def nanmax(
    a: Any, axis: int | tuple[int, ...] | None = None, out: ndarray | None = None, keepdims: bool = False,
    initial: Any = NO_VALUE, where: Any = True,
) -> ndarray:  # fmt: skip
    """Return the largest element over axes that is not NaN, NaN if there is none.

    Examples
    --------
    >>> xp.nanmax([[1.0, xp.nan], [3.0, 2.0]], axis=0)
    array([3., 2.])
    """
    return _warned(REDUCE["fmax"](a, axis, None, out, keepdims, initial, where))


@described_extreme(**SMALLEST)
@_warns()
def nanmin(
    a: Any, axis: int | tuple[int, ...] | None = None, out: ndarray | None = None, keepdims: bool = False,
    initial: Any = NO_VALUE, where: Any = True,
) -> ndarray:  # fmt: skip
    """Return the smallest element over axes that is not NaN, NaN if there is none.

    Examples
    --------
    >>> xp.nanmin([[1.0, xp.nan], [3.0, 2.0]], axis=0)
    array([1., 2.])
    """
    return _warned(REDUCE["fmin"](a, axis, None, out, keepdims, initial, where))


_ARG_EXTREME = """
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
        Indices (int64) of the first $extreme elements; `out` if given.

    Raises
    ------
    ValueError
        If there is no element, or nothing but NaN.

    Notes
    -----
    Differs from NumPy: where the values cannot be inspected (on other devices, traced, under `vmap`), the index for
    nothing but NaN is 0.
    """


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


@shared_docstring(_ARG_EXTREME, extreme="largest")
def nanargmax(a: Any, axis: int | None = None, out: ndarray | None = None, *, keepdims: bool = False) -> ndarray:
    """Return the indices of the largest elements along an axis that are not NaN.

    Examples
    --------
    >>> xp.nanargmax([[xp.nan, 4.0], [2.0, 3.0]], axis=1)
    array([1, 1])
    """
    return searching.argmax(_infinite(a, axis, -math.inf), axis, out, keepdims=keepdims)


@shared_docstring(_ARG_EXTREME, extreme="smallest")
def nanargmin(a: Any, axis: int | None = None, out: ndarray | None = None, *, keepdims: bool = False) -> ndarray:
    """Return the indices of the smallest elements along an axis that are not NaN.

    Examples
    --------
    >>> xp.nanargmin([[xp.nan, 4.0], [2.0, 3.0]], axis=1)
    array([1, 0])
    """
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


@described_median()
@_warns()
def nanmedian(
    a: Any, axis: int | tuple[int, ...] | None = None, out: ndarray | None = None, overwrite_input: bool = False,
    keepdims: bool = False,
) -> ndarray:  # fmt: skip
    """Return the median over axes of the elements that are not NaN, NaN if there are none.

    Examples
    --------
    >>> xp.nanmedian([[10.0, xp.nan, 4.0], [3.0, 2.0, 1.0]], axis=1)
    array([7., 2.])
    """
    return _warned_per_slice(reduce_median("nanmedian", a, axis, out, keepdims, ignore_nan=True), a, axis)


def _nan_quantile(name: str, a: Any, q: Any, axis: Any, out: Any, method: str, keepdims: Any, weights: Any) -> ndarray:
    if type(a) is not Selection and not (t := as_tensor(a)).numel() and not t.is_complex():
        # as in NumPy, the mean of no elements
        check_fractions(q, name == "nanpercentile")
        return reductions.mean(a, axis, None, out, keepdims)
    return reduce_quantile(name, a, q, axis, out, method, keepdims, weights, ignore_nan=True)


@described_quantile(q="Percentages from 0 to 100", results="percentiles", methods="; those of `quantile`.")
@_warns(check=", and no check of `q` and `weights`,")
def nanpercentile(
    a: Any, q: Any, axis: int | tuple[int, ...] | None = None, out: ndarray | None = None,
    overwrite_input: bool = False, method: str = "linear", keepdims: bool = False, *, weights: Any = None,
) -> ndarray:  # fmt: skip
    """Return percentiles over axes of the elements that are not NaN, NaN if there are none.

    Examples
    --------
    >>> xp.nanpercentile([[10.0, xp.nan, 4.0], [3.0, 2.0, 1.0]], 50, axis=1)
    array([7., 2.])
    """
    r = _nan_quantile("nanpercentile", a, q, axis, out, method, keepdims, weights)
    return _warned_per_slice(r, a, axis)


@described_quantile(q="Fractions from 0 to 1", results="quantiles", methods="; those of `quantile`.")
@_warns(check=", and no check of `q` and `weights`,")
def nanquantile(
    a: Any, q: Any, axis: int | tuple[int, ...] | None = None, out: ndarray | None = None,
    overwrite_input: bool = False, method: str = "linear", keepdims: bool = False, *, weights: Any = None,
) -> ndarray:  # fmt: skip
    """Return quantiles over axes of the elements that are not NaN, NaN if there are none.

    Examples
    --------
    >>> xp.nanquantile([1.0, xp.nan, 2.0, 4.0], 0.25)
    array(1.5)
    """
    return _warned_per_slice(_nan_quantile("nanquantile", a, q, axis, out, method, keepdims, weights), a, axis)
