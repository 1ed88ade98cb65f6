"""Weighted averages, ranges of values, covariances and correlations."""

from __future__ import annotations

from typing import Any, Literal, overload

import numpy as np
import torch

from xp_torch._array.coercion import as_tensor, as_tensors, finish
from xp_torch._array.door import call_override, has_override
from xp_torch._array.ndarray import ndarray, wrap
from xp_torch._array.selection import Selection
from xp_torch._array.ufunc.overrides import subclass_overrides
from xp_torch._array.ufunc.reduction import REDUCE
from xp_torch._facts import inspection
from xp_torch._facts.annotations import ArrayLike, Axis, DTypeLike
from xp_torch._facts.defaults import default_float, floating
from xp_torch._facts.dtypes import KIND, REAL, as_dtype, numpys_dtype, torch_dtype
from xp_torch._facts.errors import UFuncTypeError, warn, without_frames
from xp_torch._facts.inspection import known_or
from xp_torch._facts.promotion import promote, promote_dtypes
from xp_torch._facts.shapes import as_bool, normalize_axes, reduced_shape, single
from xp_torch._facts.torch_errors import common_device, explained
from xp_torch._functions.elementwise import divide, multiply, subtract
from xp_torch._functions.statistics.quantiles import numbers, shaped_weights
from xp_torch._functions.statistics.reductions import mean, sum
from xp_torch._kernels import linear_algebra as products
from xp_torch._kernels.cast import cast
from xp_torch._kernels.statistics import reductions as kernels

__all__ = ["average", "corrcoef", "cov", "ptp"]


@overload
def average(
    a: ArrayLike,
    axis: Axis = None,
    weights: ArrayLike | None = None,
    returned: Literal[False] = False,
    *,
    keepdims: bool = False,
) -> ndarray: ...
@overload
def average(
    a: ArrayLike,
    axis: Axis = None,
    weights: ArrayLike | None = None,
    returned: bool = False,
    *,
    keepdims: bool = False,
) -> Any: ...
def average(
    a: ArrayLike, axis: Axis = None, weights: ArrayLike | None = None, returned: bool = False, *,
    keepdims: bool = False,
) -> Any:  # fmt: skip
    """Return the weighted average over axes.

    Parameters
    ----------
    a : array_like
        Elements to average.
    axis : int or tuple of ints or None, default: None
        Axes to reduce; None reduces all of them.
    weights : array_like, optional
        Weights of the elements, with the shape of `a` or of the reduced axes; by default all are one.
    returned : bool, default: False
        Whether to return the sum of the weights too.
    keepdims : bool, default: False
        Whether to keep the reduced axes, with size one.

    Returns
    -------
    average : ndarray
        The averages, in the dtype that `a` and the weights promote to; for integers the default floating dtype.
    sum_of_weights : ndarray
        The sums of the weights, with the same shape; only if `returned`.

    Notes
    -----
    Weights that add up to zero raise ZeroDivisionError. Differs from NumPy: where the values cannot be inspected (on
    other devices, traced, under `vmap`), the average is NaN or infinite instead.

    Examples
    --------
    >>> xp.average([1, 2, 4], weights=[3, 0, 1])
    array(1.75)
    >>> xp.average([[1.0, 2.0], [3.0, 5.0]], axis=1, returned=True)
    (array([1.5, 4. ]), array([2., 2.]))
    """
    if has_override(a, weights):
        return call_override(average, locals())
    if type(a) is Selection and not returned and (weights is None or type(weights) is Selection):
        if weights is None:
            return mean(a, axis, keepdims=keepdims)
        return divide(sum(multiply(a, weights), axis, keepdims=keepdims), sum(weights, axis, keepdims=keepdims))
    if weights is None:
        t = as_tensor(a)
        axes = _axes(axis, t.ndim)
        shape = reduced_shape(t.shape, axes, keepdims)
        dtype = floating(t.dtype)
        r = _over(kernels.mean, axes, dtype, t).reshape(shape)
        if not r.numel():
            raise ZeroDivisionError("average: there is nothing to average over")
        total = torch.full(shape, t.numel() / r.numel(), dtype=dtype, device=t.device)
        result = mean(a, axis, keepdims=keepdims) if subclass_overrides(a) else finish("average", r, like=a)
    else:
        t, w = as_tensors("average", a, weights)
        axes = _axes(axis, t.ndim)
        shape = reduced_shape(t.shape, axes, keepdims)
        w = shaped_weights(t, w, None if axis is None else normalize_axes(axis, t.ndim))
        dtype = promote(promote(t.dtype, w.dtype), floating(t.dtype))
        total = _over(kernels.sum, axes, dtype, w).reshape(reduced_shape(w.shape, axes, keepdims))
        if (known_or(False, t.numel() == 0) and 0 not in shape) or inspection.any_true(total == 0):
            raise ZeroDivisionError("Weights sum to zero, can't be normalized")
        total = total if total.shape == shape else total.broadcast_to(shape).clone()
        if subclass_overrides(a) or subclass_overrides(weights):
            given = finish("average", w, like=weights)
            weighted = sum(multiply(a, given), axis, keepdims=keepdims)
            result = divide(weighted, sum(given, axis, keepdims=keepdims))
        else:
            result = finish("average", _over(kernels.weighted_sum, axes, dtype, t, w).reshape(shape) / total, like=a)
    return (result, finish("average", total, like=a)) if as_bool(returned, "returned") else result


def _axes(axis: Any, ndim: int) -> tuple[int, ...]:
    """Return the sorted dimensions of `axis`, an int or a sequence."""
    return tuple(sorted(normalize_axes(axis, ndim)))


def _over(kernel: Any, axes: tuple[int, ...], dtype: torch.dtype, *tensors: torch.Tensor) -> torch.Tensor:
    """Return the reduction by `kernel` over `axes`, which may be empty."""
    if axes:
        return kernel(*tensors, axes, dtype)
    return kernel(*[t.unsqueeze(-1) for t in tensors], (tensors[0].ndim,), dtype)


def ptp(a: ArrayLike, axis: Axis = None, out: ndarray | None = None, keepdims: bool = False) -> ndarray:
    """Return the range of values over axes, "peak to peak": the largest element minus the smallest.

    Parameters
    ----------
    a : array_like
        Array of any dtype but bool.
    axis : int or tuple of ints or None, default: None
        Axes to reduce; None reduces all of them.
    out : ndarray, optional
        Array to write the result to. It must have the shape of the result.
    keepdims : bool, default: False
        Whether to keep the reduced axes, with size one.

    Returns
    -------
    ndarray
        The ranges, in the dtype of `a`, where signed integers wrap; `out` if given.

    Examples
    --------
    >>> xp.ptp([[4, 9], [2, 10]], axis=1)
    array([5, 8])
    """
    if (type(a) is not ndarray or out is not None) and has_override(a, out):
        return call_override(ptp, locals())
    largest = REDUCE["maximum"](a, axis, None, None, keepdims)
    smallest = REDUCE["minimum"](a, axis, None, None, keepdims)
    return subtract(largest, smallest, out=out)


def _variables(x: Any, name: str) -> torch.Tensor:
    t = as_tensor(x)
    if t.ndim > 2:
        raise ValueError(f"{name} has more than 2 dimensions")
    return t


def _sample_weights(weights: Any, kind: str, count: int, device: torch.device) -> torch.Tensor:
    """Return weights of observations as floats, checked if their values can be inspected."""
    w = as_tensor(weights, device=None if isinstance(weights, (ndarray, torch.Tensor)) else device)
    if w.device != device:
        raise ValueError(f"cov: {kind} are on device {w.device}, the observations on device {device}")
    if w.is_complex():
        raise TypeError(f"{kind} must be real")
    values = numbers(weights) if KIND[w.dtype] != "b" else None
    if kind == "fweights" and values is not None and (values != np.rint(values)).any():
        raise TypeError("fweights must be integer")
    if w.ndim > 1:
        raise RuntimeError(f"cannot handle multidimensional {kind}")
    if w.ndim == 0:
        raise IndexError(f"cov: {kind} must have one dimension (got a number)")
    if w.shape[0] != count:
        raise RuntimeError(f"incompatible numbers of samples and {kind}")
    if values is not None and (values < 0).any():
        raise ValueError(f"{kind} cannot be negative")
    return cast(w, default_float())


@without_frames
def _covariance(
    m: Any, y: Any, rowvar: Any, bias: Any, ddof: Any, fweights: Any, aweights: Any, dtype: Any
) -> torch.Tensor:
    """Return the covariance matrix, without dimensions of size one."""
    rowvar = as_bool(rowvar, "rowvar")
    if ddof is not None and single(ddof, "ddof") != int(ddof):
        raise ValueError("ddof must be integer")
    first = _variables(m, "m")
    parts = [first] if y is None else [first, _variables(y, "y")]
    common_device("cov", parts)
    if dtype is None:
        target = promote_dtypes([p.dtype for p in parts] + [default_float()], [])
    else:
        target = torch_dtype(dtype)
    x = cast(first, target).reshape([1] * (2 - first.ndim) + list(first.shape))
    if not rowvar and first.ndim != 1:
        x = x.mT
    if not x.shape[0]:
        return torch.empty((0, 0), dtype=default_float(), device=x.device)
    if y is not None:
        other = cast(parts[1], target).reshape([1] * (2 - parts[1].ndim) + list(parts[1].shape))
        other = other.mT if not rowvar and other.shape[0] != 1 else other
        if known_or(False, other.shape[1] != x.shape[1]):
            raise ValueError(f"cov: m and y must have equally many observations, got {x.shape[1]} and {other.shape[1]}")
        x = torch.cat([x, other])
    if KIND[target] not in "fc":
        raise UFuncTypeError(
            f"Cannot cast ufunc 'subtract' output from dtype('float64') to {as_dtype(target)!r} with casting rule "
            "'same_kind'"
        )
    if ddof is None:
        ddof = 0 if as_bool(bias, "bias") else 1
    count, w, a = x.shape[1], None, None
    if fweights is not None:
        w = _sample_weights(fweights, "fweights", count, x.device)
    if aweights is not None:
        a = _sample_weights(aweights, "aweights", count, x.device)
        w = a if w is None else w * a
    freedom: Any
    if w is None:
        freedom = count - ddof
        centre = kernels.mean(x, (1,), target)
        if known_or(False, freedom <= 0):
            warn("Degrees of freedom <= 0 for slice", RuntimeWarning)
        scale = torch.full((), max(freedom, 0), dtype=REAL[target], device=x.device)
        weighted = explained(torch.sub)(x, centre.reshape(-1, 1))
        right = weighted
    else:
        loop = promote(target, w.dtype)
        total = torch.sum(w)
        centre = torch.sum(x * w, 1, keepdim=True) / total
        freedom = total if ddof == 0 else total - ddof if a is None else total - ddof * torch.sum(w * a) / total
        scale = torch.clamp(freedom, min=0)
        weighted = x - cast(centre, target)
        right = cast(weighted, loop) * w
        weighted = cast(weighted, loop)
    c = products.matmul(weighted, right.mT.conj().resolve_conj())
    return (c * torch.reciprocal(scale).to(c.dtype) if c.is_complex() else c * torch.reciprocal(scale)).squeeze()


def cov(
    m: ArrayLike, y: ArrayLike | None = None, rowvar: bool = True, bias: bool = False, ddof: int | None = None,
    fweights: ArrayLike | None = None, aweights: ArrayLike | None = None, *, dtype: DTypeLike | None = None,
) -> ndarray:  # fmt: skip
    """Return the covariance matrix of variables.

    Parameters
    ----------
    m : array_like
        Observations of one variable (1-D), or of several, one per row.
    y : array_like, optional
        More variables, with the same number of observations.
    rowvar : bool, default: True
        Whether rows are variables; otherwise columns are.
    bias : bool, default: False
        Whether to divide by the number of observations N, rather than by N - 1.
    ddof : int, optional
        Divide by N - `ddof`; overrides `bias`.
    fweights : array_like of int, optional
        Number of times that each observation occurred.
    aweights : array_like, optional
        Weight of each observation.
    dtype : dtype_like, optional
        Data type of the result. By default that of the observations, promoted with the default floating dtype.

    Returns
    -------
    ndarray
        The covariances; 0-D for one variable.

    Warns
    -----
    RuntimeWarning
        If there are too few observations for `ddof`.

    Notes
    -----
    Differs from NumPy: weights that cannot be inspected (on other devices, traced, under `vmap`) are not checked.

    Examples
    --------
    >>> xp.cov([[0.0, 1.0, 2.0], [2.0, 1.0, 0.0]])
    array([[ 1., -1.],
           [-1.,  1.]])
    """
    if has_override(m, y, fweights, aweights) or numpys_dtype(dtype) is not None:
        return call_override(cov, locals())
    return wrap(_covariance(m, y, rowvar, bias, ddof, fweights, aweights, dtype))


def corrcoef(
    x: ArrayLike, y: ArrayLike | None = None, rowvar: bool = True, *, dtype: DTypeLike | None = None
) -> ndarray:
    """Return the matrix of Pearson's correlation coefficients of variables.

    Parameters
    ----------
    x : array_like
        Observations of one variable (1-D), or of several, one per row.
    y : array_like, optional
        More variables, with the same number of observations.
    rowvar : bool, default: True
        Whether rows are variables; otherwise columns are.
    dtype : dtype_like, optional
        Data type of the result. By default that of the observations, promoted with the default floating dtype.

    Returns
    -------
    ndarray
        The coefficients, from -1 to 1; 0-D for one variable, and NaN for variables that are constant.

    Examples
    --------
    >>> xp.corrcoef([[0.0, 1.0, 2.0], [2.0, 1.0, 0.0]])
    array([[ 1., -1.],
           [-1.,  1.]])
    """
    if has_override(x, y) or numpys_dtype(dtype) is not None:
        return call_override(corrcoef, locals())
    c = _covariance(x, y, rowvar, False, None, None, None, dtype)
    if not c.ndim:
        return wrap(c / c)
    d = torch.diagonal(c)
    deviation = torch.sqrt(torch.view_as_real(d).select(-1, 0) if d.is_complex() else d)
    c = c / deviation.unsqueeze(1) / deviation.unsqueeze(0)
    if c.is_complex():
        c = torch.view_as_complex(torch.clamp(torch.view_as_real(c), -1, 1))
    else:
        c = torch.clamp(c, -1, 1)
    return wrap(c)
