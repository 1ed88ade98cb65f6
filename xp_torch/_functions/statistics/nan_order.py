"""Extremes, medians and quantiles of what is not NaN."""

from __future__ import annotations

import math
import warnings
from typing import Any

import torch

from xp_torch._array.coercion import as_tensor, finish
from xp_torch._array.ndarray import ndarray
from xp_torch._array.ufunc.reduction import finish_reduction, reduction_axes, where_mask
from xp_torch._facts import inspection
from xp_torch._facts.dtypes import KIND
from xp_torch._facts.no_value import NO_VALUE
from xp_torch._facts.shapes import normalize_axis, reduced_shape
from xp_torch._functions import searching
from xp_torch._functions.elementwise import fmax, fmin
from xp_torch._functions.statistics import reductions
from xp_torch._functions.statistics.quantiles import check_fractions, reduce_median, reduce_quantile
from xp_torch._functions.truth import all as every
from xp_torch._kernels import host

__all__ = ["nanargmax", "nanargmin", "nanmax", "nanmedian", "nanmin", "nanpercentile", "nanquantile"]


def _beyond(t: torch.Tensor, largest: bool) -> torch.Tensor:
    """Return `t` with the last thing to be an extreme in place of NaNs."""
    worst = -math.inf if largest else math.inf
    fill = torch.full((), complex(worst, worst) if t.is_complex() else worst, dtype=t.dtype, device=t.device)
    return torch.where(torch.isnan(t), fill, t)


def _warn_of_nan(nan: torch.Tensor) -> None:
    """Give NumPy's warning if there is nothing but NaN for a result, where anybody may look."""
    if inspection.any_true(nan):
        warnings.warn("All-NaN slice encountered", RuntimeWarning, stacklevel=4)


def _nan_extreme(name: str, a: Any, axis: Any, out: Any, keepdims: Any, initial: Any, where: Any) -> ndarray:
    largest = name == "nanmax"
    reduce = reductions.max if largest else reductions.min
    t = as_tensor(a)
    if KIND[t.dtype] not in "fc":
        return reduce(a, axis, out, keepdims, initial, where)
    mask = where_mask(name, where, t)
    if mask is not None and initial is NO_VALUE:
        raise ValueError(f"reduction operation '{name}' does not have an identity, so to use a where mask one has to "
                         "specify 'initial'")  # fmt: skip
    # a NaN to start from is left out, too
    start = None if initial is NO_VALUE else as_tensor(initial, dtype=t.dtype, device=t.device)
    if start is not None and start.ndim:
        raise ValueError(f"{name}: initial must be a scalar, got an array of shape {tuple(start.shape)}")
    axes = reduction_axes(axis, t.ndim)
    empty = 0 in [t.shape[i] for i in axes]
    if empty and start is None:
        raise ValueError(f"zero-size array to reduction operation f{name[3:]} which has no identity")
    if mask is None and start is None and (found := host.extreme_by_numpy(t, axes, largest)) is not None:
        _warn_of_nan(torch.isnan(found))
        return finish_reduction(name, found.reshape(reduced_shape(t.shape, axes, bool(keepdims))), out, a)
    counts = torch.isnan(t) if mask is None else torch.isnan(t) | ~mask
    worst = _beyond(t, largest)
    if mask is not None:
        worst = torch.where(mask, worst, -math.inf if largest else math.inf)
    none = every(finish(name, counts), axis, keepdims=keepdims)._tensor
    if empty:
        r = torch.zeros(none.shape, dtype=t.dtype, device=t.device)
    else:
        r = reduce(finish(name, worst), axis, keepdims=keepdims)._tensor
    if start is None:
        r = torch.where(none, math.nan, r)
    else:
        better = (fmax if largest else fmin)(finish(name, r), finish(name, start))._tensor
        r = torch.where(none, start, better)
    _warn_of_nan(torch.isnan(r))
    return finish_reduction(name, r, out, a)


def nanmax(
    a: Any, axis: int | tuple[int, ...] | None = None, out: ndarray | None = None, keepdims: bool = False,
    initial: Any = NO_VALUE, where: Any = True,
) -> ndarray:  # fmt: skip
    """Return the largest element over axes that is not NaN.

    Parameters
    ----------
    a : array_like
        Array of any dtype; complex numbers compare by real part, then imaginary part.
    axis : int or tuple of ints or None, default: None
        Axes over which to look: all by default.
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
        The largest elements, in the dtype of `a`, 0-D for all axes; `out` if given. NaN where there is nothing else.

    Raises
    ------
    ValueError
        If there is no element and no `initial`.
    AxisError
        If an axis is out of bounds.

    Warns
    -----
    RuntimeWarning
        If there is nothing but NaN.

    Notes
    -----
    Differs from NumPy: no warning where values can't be looked at (on other devices, traced, mapped over).

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.nanmax([[1.0, xp.nan], [3.0, 2.0]], axis=0)
    array([3., 2.])
    """
    return _nan_extreme("nanmax", a, axis, out, keepdims, initial, where)


def nanmin(
    a: Any, axis: int | tuple[int, ...] | None = None, out: ndarray | None = None, keepdims: bool = False,
    initial: Any = NO_VALUE, where: Any = True,
) -> ndarray:  # fmt: skip
    """Return the smallest element over axes that is not NaN.

    Parameters
    ----------
    a : array_like
        Array of any dtype; complex numbers compare by real part, then imaginary part.
    axis : int or tuple of ints or None, default: None
        Axes over which to look: all by default.
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
        The smallest elements, in the dtype of `a`, 0-D for all axes; `out` if given. NaN where there is nothing else.

    Raises
    ------
    ValueError
        If there is no element and no `initial`.
    AxisError
        If an axis is out of bounds.

    Warns
    -----
    RuntimeWarning
        If there is nothing but NaN.

    Notes
    -----
    Differs from NumPy: no warning where values can't be looked at (on other devices, traced, mapped over).

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.nanmin([[1.0, xp.nan], [3.0, 2.0]], axis=0)
    array([1., 2.])
    """
    return _nan_extreme("nanmin", a, axis, out, keepdims, initial, where)


def _without_nan(a: Any, axis: Any, largest: bool) -> Any:
    t = as_tensor(a)
    if KIND[t.dtype] not in "fc":
        return finish("nan", t, like=a)
    nan = inspection.numpy_view(torch.isnan(t.detach()))
    along = None if axis is None else normalize_axis(axis, max(t.ndim, 1))
    if nan is not None and nan.size and nan.all(along if nan.ndim else None).any():
        raise ValueError("All-NaN slice encountered")
    # infinite numbers, of which the first is found, as in NumPy
    return finish("nan", torch.where(torch.isnan(t), -math.inf if largest else math.inf, t), like=a)


def nanargmax(a: Any, axis: int | None = None, out: ndarray | None = None, *, keepdims: bool = False) -> ndarray:
    """Return the indices of the largest elements along an axis that are not NaN.

    Parameters
    ----------
    a : array_like
        Array of any dtype.
    axis : int or None, default: None
        Axis along which to look; None looks in the flattened array.
    out : ndarray, optional
        Integer array of the result's shape to write the result to.
    keepdims : bool, default: False
        Whether the axis stays, with size one.

    Returns
    -------
    ndarray
        Indices (int64), 0-D for `axis` None. Of several largest elements the first.

    Raises
    ------
    ValueError
        If there is no element, nothing but NaN, or `out` has a wrong shape.
    AxisError
        If `axis` is out of bounds.

    Notes
    -----
    Differs from NumPy: where values can't be looked at (on other devices, traced, mapped over) the index is 0 where
    there is nothing but NaN.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.nanargmax([[xp.nan, 4.0], [2.0, 3.0]], axis=1)
    array([1, 1])
    """
    return searching.argmax(_without_nan(a, axis, largest=True), axis, out, keepdims=keepdims)


def nanargmin(a: Any, axis: int | None = None, out: ndarray | None = None, *, keepdims: bool = False) -> ndarray:
    """Return the indices of the smallest elements along an axis that are not NaN.

    Parameters
    ----------
    a : array_like
        Array of any dtype.
    axis : int or None, default: None
        Axis along which to look; None looks in the flattened array.
    out : ndarray, optional
        Integer array of the result's shape to write the result to.
    keepdims : bool, default: False
        Whether the axis stays, with size one.

    Returns
    -------
    ndarray
        Indices (int64), 0-D for `axis` None. Of several smallest elements the first.

    Raises
    ------
    ValueError
        If there is no element, nothing but NaN, or `out` has a wrong shape.
    AxisError
        If `axis` is out of bounds.

    Notes
    -----
    Differs from NumPy: where values can't be looked at (on other devices, traced, mapped over) the index is 0 where
    there is nothing but NaN.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.nanargmin([[xp.nan, 4.0], [2.0, 3.0]], axis=1)
    array([1, 0])
    """
    return searching.argmin(_without_nan(a, axis, largest=False), axis, out, keepdims=keepdims)


def _warned(r: ndarray, t: torch.Tensor, axis: Any) -> ndarray:
    """Return `r`, computed over `axis` of `t`; give NumPy's warning for every slice with nothing but NaN."""
    if KIND[t.dtype] in "fc" and t.numel() and inspection.any_true(torch.isnan(r._tensor)):
        none = inspection.numpy_view(every(finish("nan", torch.isnan(t)), axis)._tensor)
        for _ in range(0 if none is None else int(none.sum())):
            warnings.warn("All-NaN slice encountered", RuntimeWarning, stacklevel=3)
    return r


def nanmedian(
    a: Any, axis: int | tuple[int, ...] | None = None, out: ndarray | None = None, overwrite_input: bool = False,
    keepdims: bool = False,
) -> ndarray:  # fmt: skip
    """Return the median over axes of the elements that are not NaN.

    Parameters
    ----------
    a : array_like
        Elements, of any dtype.
    axis : int or tuple of ints or None, default: None
        Axes over which to look: all by default.
    out : ndarray, optional
        Array of the result's shape to write the result to.
    overwrite_input : bool, default: False
        Leave to use the memory of `a`, of which no use is made.
    keepdims : bool, default: False
        Whether the axes stay, with size one.

    Returns
    -------
    ndarray
        The medians, 0-D for all axes, in the dtypes of `median`; `out` if given. NaN where there is nothing else.

    Raises
    ------
    AxisError
        If an axis is out of bounds.
    ValueError
        If an axis is named twice, or `out` has a wrong shape.

    Warns
    -----
    RuntimeWarning
        If there is nothing but NaN.

    Notes
    -----
    Differs from NumPy: no warning where values can't be looked at (on other devices, traced, mapped over).

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.nanmedian([[10.0, xp.nan, 4.0], [3.0, 2.0, 1.0]], axis=1)
    array([7., 2.])
    """
    t = as_tensor(a)
    return _warned(reduce_median("nanmedian", a, axis, out, keepdims, ignore_nan=True), t, axis)


def _nan_quantile(name: str, a: Any, q: Any, axis: Any, out: Any, method: str, keepdims: Any, weights: Any) -> ndarray:
    t = as_tensor(a)
    if not t.numel() and not t.is_complex():
        # NumPy gives the mean of nothing, whatever q is within its range
        check_fractions(q, name == "nanpercentile")
        return reductions.mean(a, axis, None, out, keepdims)
    return _warned(reduce_quantile(name, a, q, axis, out, method, keepdims, weights, ignore_nan=True), t, axis)


def nanpercentile(
    a: Any, q: Any, axis: int | tuple[int, ...] | None = None, out: ndarray | None = None,
    overwrite_input: bool = False, method: str = "linear", keepdims: bool = False, *, weights: Any = None,
) -> ndarray:  # fmt: skip
    """Return percentiles over axes of the elements that are not NaN: `nanquantile` of a hundredth of `q`.

    Parameters
    ----------
    a : array_like
        Elements, real.
    q : array_like
        Percentages from 0 to 100, one or several in up to two dimensions.
    axis : int or tuple of ints or None, default: None
        Axes over which to look: all by default.
    out : ndarray, optional
        Array of the result's shape to write the result to.
    overwrite_input : bool, default: False
        Leave to use the memory of `a`, of which no use is made.
    method : str, default: "linear"
        How a place between two elements is taken; those of `quantile`.
    keepdims : bool, default: False
        Whether the axes stay, with size one.
    weights : array_like, optional
        Weights of the elements, of the shape of `a` or of the axes; for the method "inverted_cdf" only.

    Returns
    -------
    ndarray
        The percentiles: the dimensions of `q`, then those that are left of `a`; `out` if given. NaN where there is
        nothing else.

    Raises
    ------
    ValueError
        If `q` is out of range, or the method is unknown or takes no weights.
    TypeError
        If `a` is complex, or of booleans where elements are weighed.
    AxisError
        If an axis is out of bounds.

    Warns
    -----
    RuntimeWarning
        If there is nothing but NaN.

    Notes
    -----
    Differs from NumPy: no warning, and no check of `q` and `weights`, where values can't be looked at (on other
    devices, traced, mapped over).

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.nanpercentile([[10.0, xp.nan, 4.0], [3.0, 2.0, 1.0]], 50, axis=1)
    array([7., 2.])
    """
    return _nan_quantile("nanpercentile", a, q, axis, out, method, keepdims, weights)


def nanquantile(
    a: Any, q: Any, axis: int | tuple[int, ...] | None = None, out: ndarray | None = None,
    overwrite_input: bool = False, method: str = "linear", keepdims: bool = False, *, weights: Any = None,
) -> ndarray:  # fmt: skip
    """Return quantiles over axes of the elements that are not NaN.

    Parameters
    ----------
    a : array_like
        Elements, real.
    q : array_like
        Shares from 0 to 1, one or several in up to two dimensions.
    axis : int or tuple of ints or None, default: None
        Axes over which to look: all by default.
    out : ndarray, optional
        Array of the result's shape to write the result to.
    overwrite_input : bool, default: False
        Leave to use the memory of `a`, of which no use is made.
    method : str, default: "linear"
        How a place between two elements is taken; those of `quantile`.
    keepdims : bool, default: False
        Whether the axes stay, with size one.
    weights : array_like, optional
        Weights of the elements, of the shape of `a` or of the axes; for the method "inverted_cdf" only.

    Returns
    -------
    ndarray
        The quantiles: the dimensions of `q`, then those that are left of `a`; `out` if given. NaN where there is
        nothing else.

    Raises
    ------
    ValueError
        If `q` is out of range, or the method is unknown or takes no weights.
    TypeError
        If `a` is complex, or of booleans where elements are weighed.
    AxisError
        If an axis is out of bounds.

    Warns
    -----
    RuntimeWarning
        If there is nothing but NaN.

    Notes
    -----
    Differs from NumPy: no warning, and no check of `q` and `weights`, where values can't be looked at (on other
    devices, traced, mapped over).

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.nanquantile([1.0, xp.nan, 2.0, 4.0], 0.25)
    array(1.5)
    """
    return _nan_quantile("nanquantile", a, q, axis, out, method, keepdims, weights)
