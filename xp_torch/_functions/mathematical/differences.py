"""Differences, gradients and integrals of sampled functions."""

from __future__ import annotations

import math
import operator
from typing import Any, Literal, SupportsIndex

import torch

from xp_torch._array.coercion import as_ndarray, as_tensor, as_tensor_beside, as_tensors, device_among, finish
from xp_torch._array.door import call_override, has_foreign, has_override
from xp_torch._array.ndarray import ndarray, wrap, wrap_as
from xp_torch._array.ufunc.overrides import subclass_overrides
from xp_torch._facts.annotations import ArrayLike, Axis
from xp_torch._facts.defaults import floating
from xp_torch._facts.dtype_sets import ORDERED
from xp_torch._facts.dtypes import KIND
from xp_torch._facts.errors import broadcast_error
from xp_torch._facts.inspection import known_or
from xp_torch._facts.no_value import NO_VALUE
from xp_torch._facts.promotion import can_cast, promote_dtypes
from xp_torch._facts.shapes import can_broadcast, normalize_axes, normalize_axis, single
from xp_torch._facts.torch_errors import raise_explained
from xp_torch._facts.torch_state import is_compiling, is_differentiated
from xp_torch._functions.data_type import result_type
from xp_torch._functions.elementwise import add, equal, less, multiply, remainder, subtract
from xp_torch._functions.statistics.cumulative import cumsum
from xp_torch._functions.statistics.reductions import sum
from xp_torch._kernels import host_functions
from xp_torch._kernels import mathematical as kernels
from xp_torch._kernels.cast import cast
from xp_torch._kernels.layout import raveled

__all__ = ["diff", "ediff1d", "gradient", "trapezoid", "unwrap"]


def diff(
    a: ArrayLike, n: int = 1, axis: SupportsIndex = -1, prepend: ArrayLike = NO_VALUE, append: ArrayLike = NO_VALUE
) -> ndarray:
    """Return the n-th difference of neighbouring elements along an axis.

    Parameters
    ----------
    a : array_like
        Array with at least one dimension.
    n : int, default: 1
        Order of the difference; 0 returns `a`.
    axis : int, default: -1
        Axis along which to take differences.
    prepend, append : array_like, optional
        Values to put before and after `a` along the axis: an array, or a 0-D one, which is broadcast. They promote as
        arrays do.

    Returns
    -------
    ndarray
        The differences, `n` fewer along `axis`. Unsigned integers wrap; booleans give whether neighbours differ.

    Examples
    --------
    >>> xp.diff(xp.asarray([1, 4, 9, 16]))
    array([3, 5, 7])
    >>> xp.diff(xp.asarray([1, 4, 9, 16]), prepend=0)
    array([1, 3, 5, 7])
    """
    plain = prepend is NO_VALUE and append is NO_VALUE and type(axis) is int and type(n) is int and n == 1
    # In graphs torch's function would have to know that there are elements.
    if plain and type(a) is ndarray and a._dtype in ORDERED and a._tensor.ndim and not is_compiling():
        try:
            return wrap_as(torch.diff(a._tensor, 1, axis), a._dtype)  # type: ignore[arg-type]
        except (IndexError, ValueError):
            pass  # the general path raises the right error
        except RuntimeError as error:
            raise_explained("diff", [a._tensor], error)
    if has_override(a, prepend, append):
        return call_override(diff, locals())
    count = operator.index(n)
    if count < 0:
        raise ValueError(f"order must be non-negative but got {count}")
    t = as_tensor(a)
    if count == 0:
        return a if isinstance(a, ndarray) else wrap(t)
    if t.ndim == 0:
        raise ValueError("diff requires input that is at least one dimensional")
    dim = normalize_axis(axis, t.ndim)
    if subclass_overrides(a) and prepend is NO_VALUE and append is NO_VALUE:
        result: Any = a
        for _ in range(count):
            result = subtract(result[_slice_along(dim, 1, None)], result[_slice_along(dim, None, -1)])
        return result
    given = [x for x in (prepend, a, append) if x is not NO_VALUE and x is not None]
    if len(given) > 1:
        parts = as_tensors("diff", *given)
        common = promote_dtypes([p.dtype for p in parts], [])
        t = torch.cat([_fitted(cast(p, common), t.shape, dim) for p in parts], dim)
    return finish("diff", kernels.diff(t, count, dim), like=a)


def _fitted(part: torch.Tensor, shape: torch.Size, dim: int) -> torch.Tensor:
    """Return a tensor to join with one of `shape` along `dim`; a 0-D one is broadcast."""
    if part.ndim == 0:
        return part.expand([1 if i == dim else size for i, size in enumerate(shape)])
    normalize_axis(dim, part.ndim)
    if part.ndim != len(shape) or [*part.shape[:dim], *part.shape[dim + 1 :]] != [*shape[:dim], *shape[dim + 1 :]]:
        raise broadcast_error((part.shape, shape))
    return part


def _slice_along(axis: int, *bounds: Any) -> tuple[Any, ...]:
    """Return the index of a slice along an axis."""
    return (slice(None),) * axis + (slice(*bounds),)


def _spacings(f: ndarray, varargs: tuple[Any, ...], axes: tuple[int, ...]) -> list[Any]:
    """Return the spacing along each axis: a scalar, or the differences of coordinates."""
    if not varargs:
        return [1.0] * len(axes)
    if len(varargs) == 1 and as_tensor(varargs[0]).ndim == 0:
        return list(varargs) * len(axes)
    if len(varargs) != len(axes):
        raise TypeError("invalid number of arguments")
    spacings: list[Any] = []
    for given, axis in zip(varargs, axes, strict=True):
        t = as_ndarray(given, f.device)._tensor
        if t.ndim == 0:
            spacings.append(given)
            continue
        if t.ndim != 1:
            raise ValueError("distances must be either scalars or 1d")
        if t.shape[0] != f.shape[axis]:
            raise ValueError("when 1d, distances must match the length of the corresponding dimension")
        spacings.append(diff(wrap(cast(t, torch.float64) if KIND[t.dtype] in "biu" else t)))
    return spacings


def _even(f: ndarray, h: Any, axis: int, edge_order: int) -> list[ndarray]:
    """Return the first, the inner and the last differences for the constant spacing `h`."""
    inner = (f[_slice_along(axis, 2, None)] - f[_slice_along(axis, None, -2)]) / (2.0 * h)
    if edge_order == 1:
        first = (f[_slice_along(axis, 1, 2)] - f[_slice_along(axis, 0, 1)]) / h
        last = (f[_slice_along(axis, -1, None)] - f[_slice_along(axis, -2, -1)]) / h
        return [first, inner, last]
    return [
        _weighted_sum(f, axis, (0, 1, 2), (-1.5 / h, 2.0 / h, -0.5 / h)),
        inner,
        _weighted_sum(f, axis, (-3, -2, -1), (0.5 / h, -2.0 / h, 1.5 / h)),
    ]


def _weighted_sum(f: ndarray, axis: int, indices: tuple[int, int, int], weights: tuple[Any, Any, Any]) -> ndarray:
    """Return the weighted sum of three elements along an axis."""
    a, b, c = (w * f[_slice_along(axis, i, i + 1 or None)] for i, w in zip(indices, weights, strict=True))
    return a + b + c


def _uneven(f: ndarray, h: ndarray, axis: int, edge_order: int) -> list[ndarray]:
    """Return the first, the inner and the last differences for the spacings `h`."""
    before, after = h[:-1], h[1:]
    shape = [1] * f.ndim
    shape[axis] = -1
    a = (-after / (before * (before + after))).reshape(shape)
    b = ((after - before) / (before * after)).reshape(shape)
    c = (before / (after * (before + after))).reshape(shape)
    inner = a * f[_slice_along(axis, None, -2)] + b * f[_slice_along(axis, 1, -1)] + c * f[_slice_along(axis, 2, None)]
    if edge_order == 1:
        first = (f[_slice_along(axis, 1, 2)] - f[_slice_along(axis, 0, 1)]) / h[0]
        last = (f[_slice_along(axis, -1, None)] - f[_slice_along(axis, -2, -1)]) / h[-1]
        return [first, inner, last]
    h1, h2 = h[0], h[1]
    at_first = (-(2.0 * h1 + h2) / (h1 * (h1 + h2)), (h1 + h2) / (h1 * h2), -h1 / (h2 * (h1 + h2)))
    h1, h2 = h[-2], h[-1]
    at_last = (h2 / (h1 * (h1 + h2)), -(h2 + h1) / (h1 * h2), (2.0 * h2 + h1) / (h2 * (h1 + h2)))
    return [_weighted_sum(f, axis, (0, 1, 2), at_first), inner, _weighted_sum(f, axis, (-3, -2, -1), at_last)]


def gradient(f: ArrayLike, *varargs: ArrayLike, axis: Axis = None, edge_order: Literal[1, 2] = 1) -> Any:
    """Compute the gradient by second-order central differences, and one-sided differences at the ends.

    Parameters
    ----------
    f : array_like
        Samples of a function.
    *varargs : scalar or array_like, optional
        Spacing of the samples along all axes, or for each axis the spacing or the 1-D array of coordinates; by default
        1.
    axis : int or tuple of ints, optional
        Axes to differentiate along; by default all.
    edge_order : {1, 2}, default: 1
        Order of accuracy at the ends.

    Returns
    -------
    ndarray or tuple of ndarray
        Derivative along the axis, or along each of several, of the dtype of `f`; float64 for integers.

    Examples
    --------
    >>> xp.gradient([1.0, 2.0, 4.0, 7.0])
    array([1. , 1.5, 2.5, 3. ])
    >>> xp.gradient([1.0, 2.0, 4.0], [0.0, 1.0, 3.0], edge_order=2)
    array([1., 1., 1.])
    """
    if has_override(f, *varargs):
        return call_override(gradient, locals())
    x = wrap(as_tensor(f))
    axes = normalize_axes(axis, x.ndim)
    spacings = _spacings(x, varargs, axes)
    if single(edge_order, "edge_order") > 2:
        raise ValueError("'edge_order' greater than 2 not supported")
    kind = KIND[x._dtype]
    if kind in "iu":
        x = wrap(cast(x._tensor, floating(x._dtype)))
    own = floating(x._dtype)
    results = []
    for along, h in zip(axes, spacings, strict=True):
        if known_or(False, x.shape[along] < edge_order + 1):
            raise ValueError(
                "Shape of array too small to calculate a numerical gradient, "
                "at least (edge_order + 1) elements are required."
            )
        on_host = None if varargs else host_functions.gradient(x._tensor, along, edge_order)
        if on_host is not None:
            results.append(finish("gradient", on_host, like=f))
            continue
        given = as_tensor(h)
        if given.ndim == 0:
            parts = _even(x, h, along, edge_order)
        else:
            even = parts = _even(x, h[0], along, edge_order)
            if given.shape[0] > 1:
                parts = _uneven(x, h, along, edge_order)
                # NumPy uses the simpler formula for equal spacings; a mask chooses it without reading values back. It
                # lacks the derivatives with respect to the other spacings.
                if not is_differentiated(given):
                    regular = (given == given.narrow(0, 0, 1)).all()
                    parts = [wrap(torch.where(regular, a._tensor, b._tensor)) for a, b in zip(even, parts, strict=True)]
        joined = torch.cat([cast(part._tensor, own) for part in parts], along)
        results.append(finish("gradient", joined, like=f))
    return results[0] if len(axes) == 1 else tuple(results)


def trapezoid(y: ArrayLike, x: ArrayLike | None = None, dx: ArrayLike = 1.0, axis: SupportsIndex = -1) -> ndarray:
    """Integrate along an axis by the trapezoidal rule.

    Parameters
    ----------
    y : array_like
        Samples of a function.
    x : array_like, optional
        Coordinates of the samples: 1-D, or of a shape that broadcasts against that of `y`.
    dx : scalar, default: 1.0
        Spacing of the samples if `x` is None.
    axis : int, default: -1
        Axis to integrate along.

    Returns
    -------
    ndarray
        The integrals, without the axis.

    Examples
    --------
    >>> xp.trapezoid([1.0, 2.0, 3.0], x=[4, 6, 8])
    array(8.)
    """
    if has_foreign(y, x):
        return call_override(trapezoid, locals())
    values = as_ndarray(y, device_among("trapezoid", y, x))
    along = normalize_axis(axis, values.ndim)
    d = dx
    if x is not None:
        d = as_ndarray(x, values.device)
        if d.ndim == 1:
            shape = [1] * values.ndim
            shape[along] = -1
            d = diff(d).reshape(shape)
        else:
            d = diff(d, axis=axis)
    pairs = add(values[_slice_along(along, 1, None)], values[_slice_along(along, None, -1)])
    return sum(multiply(d, pairs) / 2.0, axis=axis)


def ediff1d(ary: ArrayLike, to_end: ArrayLike | None = None, to_begin: ArrayLike | None = None) -> ndarray:
    """Return the differences of consecutive elements of a flattened array.

    Parameters
    ----------
    ary : array_like
        Array, flattened.
    to_end, to_begin : array_like, optional
        Values to put after and before the differences.

    Returns
    -------
    ndarray
        1-D array of the dtype of `ary`.

    Examples
    --------
    >>> xp.ediff1d([1, 2, 4, 7], to_begin=0, to_end=[9, 9])
    array([0, 1, 2, 3, 9, 9])
    """
    if has_override(ary, to_end, to_begin):
        return call_override(ediff1d, locals())
    if subclass_overrides(ary) and to_end is None and to_begin is None:
        return diff(ary.ravel())  # type: ignore[union-attr]
    t, *ends = as_tensors("ediff1d", ary, *[end for end in (to_begin, to_end) if end is not None])
    t = raveled(t)
    parts: list[torch.Tensor | None] = [None, None]
    for i, (name, given) in enumerate((("to_begin", to_begin), ("to_end", to_end))):
        if given is None:
            continue
        end = ends.pop(0)
        if not can_cast(end.dtype, t.dtype, "same_kind"):
            raise TypeError(f"dtype of `{name}` must be compatible with input `ary` under the `same_kind` rule.")
        parts[i] = raveled(cast(end, t.dtype).to(t.device))
    size = max(t.shape[0] - 1, 0)
    middle = subtract(wrap(t.narrow(0, min(t.shape[0], 1), size)), wrap(t.narrow(0, 0, size)))._tensor
    joined = [p for p in (parts[0], middle, parts[1]) if p is not None]
    return finish("ediff1d", torch.cat(joined) if len(joined) > 1 else middle, like=ary)


def unwrap(
    p: ArrayLike, discont: float | None = None, axis: SupportsIndex = -1, *, period: float = 2 * math.pi
) -> ndarray:
    """Remove jumps by multiples of a period, for instance from phases.

    Parameters
    ----------
    p : array_like
        Array.
    discont : float, optional
        Smallest jump that is removed; at least, and by default, half a period.
    axis : int, default: -1
        Axis along which neighbouring elements are compared.
    period : float, default: 2 * pi
        Period.

    Returns
    -------
    ndarray
        `p` plus multiples of the period such that no jump is larger than half a period.

    Examples
    --------
    >>> xp.unwrap([0, 1, 2, -1, 0], period=4)
    array([0, 1, 2, 3, 4])
    """
    if type(p) is not ndarray and has_override(p):
        return call_override(unwrap, locals())
    x = wrap(as_tensor(p))
    steps = diff(x, axis=axis)
    along = normalize_axis(axis, x.ndim)
    limit = period / 2 if discont is None else discont
    own = result_type(steps, period)
    if KIND[own.torch] in "iu":
        high, rest = divmod(period, 2)
        ambiguous = rest == 0
    else:
        high, ambiguous = period / 2, True
    low = -high
    wrapped = remainder(steps - low, period) + low
    t = wrapped._tensor
    if ambiguous:
        lowest = equal(wrapped, low) & (steps > 0)  # Dynamo takes `==` with a symbolic number for False
        t = torch.where(lowest._tensor, cast(as_tensor_beside("unwrap", t, high), t.dtype), t)
    correction = subtract(wrap(t), steps)
    small = less(abs(steps), limit)._tensor
    if not can_broadcast(correction.shape, steps.shape):
        raise ValueError(
            f"could not broadcast {correction.shape} into {steps.shape}: unwrap: period and discont must not widen p"
        )
    correction = wrap(torch.where(small, torch.zeros_like(correction._tensor), correction._tensor))
    later = x[_slice_along(along, 1, None)] + cumsum(correction, axis=axis)
    first = x[_slice_along(along, 0, 1)]
    return finish("unwrap", torch.cat([cast(part._tensor, own.torch) for part in (first, later)], along), like=p)
