"""Medians, percentiles and quantiles, by all of NumPy's methods."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import torch

from xp_torch._array.coercion import (
    OUTPUTS,
    as_tensor,
    as_tensor_beside,
    as_tensors,
    finish,
    leaves_of,
    output_dtype,
    write_out,
)
from xp_torch._array.door import call_override, has_override
from xp_torch._array.ndarray import ndarray, wrap
from xp_torch._array.selection import Selection, masked
from xp_torch._array.ufunc.reduction import finish_reduction
from xp_torch._facts import inspection
from xp_torch._facts.annotations import ArrayLike, Axis
from xp_torch._facts.defaults import default_float, floating
from xp_torch._facts.dtypes import KIND
from xp_torch._facts.errors import warn, without_frames
from xp_torch._facts.inspection import same_shape
from xp_torch._facts.promotion import can_cast
from xp_torch._facts.shapes import as_bool, normalize_axes, normalize_axis, reduced_shape
from xp_torch._facts.torch_errors import common_device
from xp_torch._facts.torch_state import is_compiling_or_exporting
from xp_torch._kernels.cast import cast
from xp_torch._kernels.layout import in_rows, raveled
from xp_torch._kernels.statistics import quantiles as kernels
from xp_torch._kernels.statistics.reductions import any as any_true
from xp_torch._kernels.statistics.reductions import merge_dims

__all__ = ["median", "percentile", "quantile"]


def numbers(x: Any) -> np.ndarray | None:
    """Return the real elements of `x` as a flat array; None if they cannot be inspected."""
    if is_compiling_or_exporting():
        return None
    values: Any
    if isinstance(x, (ndarray, torch.Tensor)):
        values = inspection.numpy_view(as_tensor(x))
    elif isinstance(x, (np.ndarray, np.generic)):
        values = x
    else:
        leaves = leaves_of([x])
        if not all(isinstance(v, (int, float, np.ndarray, np.generic)) for v in leaves):
            return None
        values = np.asarray([value for v in leaves for value in np.ravel(v).tolist()])
    return None if values is None or values.dtype.kind == "c" else values.reshape(-1)


def _slices(t: torch.Tensor, axis: Any) -> tuple[torch.Tensor, tuple[int, ...]]:
    """Return `t` with the dimensions of `axis` merged into a last one, and those dimensions."""
    if axis is None:
        return raveled(t), tuple(range(t.ndim))
    if type(axis) is int and t.ndim:
        axis = normalize_axis(axis, t.ndim)
        return t.movedim(axis, -1), (axis,)
    axes = tuple(sorted(normalize_axes(axis, t.ndim)))
    return (merge_dims(t, axes) if axes else t.unsqueeze(-1)), axes


def _operand(a: Any, axis: Any, ignore_nan: bool, kinds: str) -> tuple[Any, bool, torch.Tensor | None]:
    """Return the array to reduce, whether to ignore NaNs, and the elements that make the result NaN nevertheless.

    Of a selection of one of the `kinds` of dtypes, what is not selected becomes NaN.
    """
    if type(a) is Selection and KIND[a._dtype] in kinds:
        places, mask = masked(a, axis)
        if mask is not True:
            t = cast(places._tensor, floating(a._dtype))
            nan = None if ignore_nan else torch.logical_and(torch.isnan(t), mask._tensor)
            return wrap(torch.where(mask._tensor, t, math.nan)), True, nan
    return a, ignore_nan, None


def _or_nan(r: torch.Tensor, nan: torch.Tensor | None, axes: tuple[int, ...], keepdims: Any) -> torch.Tensor:
    """Return `r` with NaN where one of the elements `nan` is reduced."""
    return r if nan is None else torch.where(any_true(nan, axes, bool(keepdims)), math.nan, r)


def _is_own(t: torch.Tensor) -> bool:
    """Return whether a tensor may be overwritten: it has no gradient, and its elements don't share memory."""
    return t.is_contiguous() and inspection.is_plain(t)


@without_frames
def reduce_median(
    name: str, a: Any, axis: Any, out: Any, keepdims: Any, ignore_nan: bool, overwrite: Any = False
) -> ndarray:
    """Return the median over `axis`: `median`, or `nanmedian` if `ignore_nan`."""
    nan = None
    if type(a) is Selection:
        a, ignore_nan, nan = _operand(a, axis, ignore_nan, "biuf")
    t = a._tensor if type(a) is ndarray else as_tensor(a)
    flat, axes = _slices(t, axis)
    # as in NumPy, which computes the mean of no elements, by `nanmean` if it ignores NaNs
    if not flat.shape[-1] and not (ignore_nan and 0 in flat.shape[:-1]):
        warn("Mean of empty slice", RuntimeWarning)
    own = overwrite is not False and as_bool(overwrite, "overwrite_input") and _is_own(t)
    r = kernels.median(flat, floating(t.dtype), ignore_nan, own)
    if keepdims is not False:
        r = r.reshape(reduced_shape(t.shape, axes, as_bool(keepdims, "keepdims")))
    if nan is not None:
        r = _or_nan(r, nan, axes, keepdims)
    return finish_reduction(name, r, out, a)


def median(
    a: ArrayLike, axis: Axis = None, out: ndarray | None = None, overwrite_input: bool = False,
    keepdims: bool = False,
) -> ndarray:  # fmt: skip
    """Return the median over axes: the middle element in sorted order, or the mean of the two middle ones.

    It is NaN if an element is NaN, and if there is none.

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
        If there is no element.

    Examples
    --------
    >>> xp.median([[10, 7, 4], [3, 2, 1]])
    array(3.5)
    >>> xp.median([[10, 7, 4], [3, 2, 1]], axis=1)
    array([7., 2.])
    """
    if (type(a) is not ndarray or out is not None) and has_override(a, out):
        return call_override(median, locals())
    return reduce_median("median", a, axis, out, keepdims, ignore_nan=False, overwrite=overwrite_input)


def shaped_weights(t: torch.Tensor, weights: torch.Tensor, axis: Any) -> torch.Tensor:
    """Return weights, of the shape of `t` or of its dimensions `axis`, so that they broadcast against `t`."""
    if same_shape(weights.shape, t.shape):
        return weights
    if axis is None:
        raise TypeError("Axis must be specified when shapes of a and weights differ.")
    axes = normalize_axes(axis, t.ndim)
    if tuple(weights.shape) != tuple(t.shape[i] for i in axes):
        raise ValueError("Shape of weights must be consistent with shape of a along specified axis.")
    order = sorted(range(len(axes)), key=axes.__getitem__)
    return weights.permute(order).reshape([s if i in axes else 1 for i, s in enumerate(t.shape)])


def _check_weights(weights: Any) -> None:
    """Raise ValueError if weights that can be inspected are negative, not finite or all zero."""
    values = numbers(weights)
    if values is None or not values.size:
        return
    if (values < 0).any():
        raise ValueError("Weights must be non-negative.")
    if not 0 < values.sum() < float("inf"):
        raise ValueError("Weights included NaN, inf or were all zero.")


def check_fractions(q: Any, percent: bool) -> bool:
    """Raise ValueError if `q` can be inspected and is out of range; return whether it can."""
    values = numbers(q)
    top = 100 if percent else 1
    if values is not None and not ((values >= 0) & (values <= top)).all():
        if percent:
            raise ValueError("Percentiles must be in the range [0, 100]")
        raise ValueError("Quantiles must be in the range [0, 1]")
    return values is not None


def _fractions(name: str, a: torch.Tensor, q: Any) -> torch.Tensor:
    """Return fractions between 0 and 1 on the device of `a`, checked if they can be inspected."""
    percent = name.endswith("percentile")
    check_fractions(q, percent)
    t = as_tensor_beside(name, a, q)
    if t.ndim > 2:
        raise ValueError("q must be a scalar or 1d")
    if t.is_complex():
        raise TypeError("q must be an array of real numbers")
    if percent:
        return cast(t, floating(t.dtype)) / 100
    return cast(t, torch.int64) if KIND[t.dtype] in "biu" else t


@without_frames
def reduce_quantile(
    name: str, a: Any, q: Any, axis: Any, out: Any, method: str, keepdims: Any, weights: Any, ignore_nan: bool,
    overwrite: Any = False,
) -> ndarray:  # fmt: skip
    """Return quantiles over `axis`, or percentiles by the name."""
    floats = method == "linear" and (type(q) is float or name.endswith("percentile"))
    a, ignore_nan, nan = _operand(a, axis, ignore_nan, "iuf" if floats else "f")
    (t,) = as_tensors(name, a)
    if t.is_complex():
        raise TypeError("a must be an array of real numbers")
    fractions = _fractions(name, t, q)
    if method not in kernels.METHODS:
        raise ValueError(f"{method!r:.80} is not a valid method. Use one of: {', '.join(kernels.METHODS)}")
    flat, axes = _slices(t, axis)
    if isinstance(weights, (ndarray, torch.Tensor)):
        common_device(name, [t, weights])
    if not flat.shape[-1] and weights is None:
        if fractions.numel() or KIND[t.dtype] == "f":
            raise IndexError(f"{name}: a has no elements along the reduced axes")
        flat = flat.new_zeros((*flat.shape[:-1], 1))  # the result is empty, but the kernels need an element
    gamma = kernels.has_gamma(method, fractions)
    places = raveled(fractions)
    if weights is not None:
        if method != "inverted_cdf":
            raise ValueError(f"Only method 'inverted_cdf' supports weights. Got: {method!s:.80}.")
        _check_weights(weights)
        given = shaped_weights(t, as_tensor(weights, device=t.device), axis).broadcast_to(t.shape)
        if not flat.shape[-1]:
            raise IndexError(f"{name}: a has no elements along the reduced axes")
        r = kernels.weighted_quantile(flat, places, _slices(given, axis)[0], ignore_nan)
    else:
        if gamma and t.dtype is torch.bool:
            raise TypeError(f"{name}: method {method!r:.80} cannot interpolate booleans; cast them first")
        if KIND[places.dtype] == "i" and method != "linear":
            places = cast(places, default_float())
        own = as_bool(overwrite, "overwrite_input") and _is_own(t)
        r = kernels.quantile(flat, places, method, type(q) in (int, float), ignore_nan, own)
    shape = (*fractions.shape, *reduced_shape(t.shape, axes, as_bool(keepdims, "keepdims")))
    r = _or_nan(in_rows(r.movedim(-1, 0)).reshape(shape), nan, axes, keepdims)
    if out is None:
        return finish(name, r, like=a)
    if gamma and not ignore_nan:
        return write_out(name, r, out)
    if not ignore_nan and isinstance(out, OUTPUTS):
        if out.shape != shape:
            raise ValueError(f"{name}: out must have the shape {shape} of the result, got {out.shape}")
        if weights is None and not can_cast(output_dtype(out), t.dtype):
            raise TypeError(f"{name}: cannot cast out from {out.dtype!r} to the dtype of a by the rule 'safe'")
    return write_out(name, r, out, casting="unsafe")


def percentile(
    a: ArrayLike, q: ArrayLike, axis: Axis = None, out: ndarray | None = None,
    overwrite_input: bool = False, method: str = "linear", keepdims: bool = False, *, weights: ArrayLike | None = None,
) -> ndarray:  # fmt: skip
    """Return percentiles over axes: `quantile` of ``q / 100``.

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

    Notes
    -----
    The result is NaN where an element is NaN. Differs from NumPy: values of `q` and `weights` that cannot be inspected
    (on other devices, traced, under `vmap`) are not checked; a `q` out of range counts as the nearest valid one.

    Examples
    --------
    >>> x = xp.asarray([[10, 7, 4], [3, 2, 1]])
    >>> xp.percentile(x, 50)
    array(3.5)
    >>> xp.percentile(x, [25, 75], axis=1, method="lower")
    array([[4, 1],
           [7, 2]])
    """
    if has_override(a, q, weights, out):
        return call_override(percentile, locals())
    return reduce_quantile("percentile", a, q, axis, out, method, keepdims, weights, False, overwrite_input)


def quantile(
    a: ArrayLike, q: ArrayLike, axis: Axis = None, out: ndarray | None = None,
    overwrite_input: bool = False, method: str = "linear", keepdims: bool = False, *, weights: ArrayLike | None = None,
) -> ndarray:  # fmt: skip
    """Return quantiles over axes: the values below which the given fractions of the elements lie.

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
        How to estimate between two elements, by the methods of Hyndman and Fan (1996) and NumPy. "inverted_cdf",
        "closest_observation", "lower", "higher" and "nearest" return elements. "averaged_inverted_cdf",
        "interpolated_inverted_cdf", "hazen", "weibull", "linear", "median_unbiased", "normal_unbiased" and "midpoint"
        interpolate, in the dtype of `a` if `q` is a Python number, else in the dtype that both promote to.
    keepdims : bool, default: False
        Whether to keep the reduced axes, with size one.
    weights : array_like, optional
        Weights of the elements, with the shape of `a` or of the reduced axes; for the method "inverted_cdf" only.

    Returns
    -------
    ndarray
        The quantiles, with the dimensions of `q` before the remaining ones of `a`; `out` if given.

    Notes
    -----
    The result is NaN where an element is NaN. Differs from NumPy: values of `q` and `weights` that cannot be inspected
    (on other devices, traced, under `vmap`) are not checked; a `q` out of range counts as the nearest valid one.

    Examples
    --------
    >>> xp.quantile([1.0, 2.0, 4.0], 0.25)
    array(1.5)
    >>> xp.quantile([1.0, 2.0, 4.0], [0.0, 0.9], method="higher")
    array([1., 4.])
    >>> xp.quantile([1.0, 2.0, 4.0], 0.5, method="inverted_cdf", weights=[1, 1, 6])
    array(4.)
    """
    if has_override(a, q, weights, out):
        return call_override(quantile, locals())
    return reduce_quantile("quantile", a, q, axis, out, method, keepdims, weights, False, overwrite_input)
