"""Functional programming: functions that apply a user's function to parts of arrays."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, SupportsIndex

import numpy as np
import torch

from xp_torch._array.coercion import as_tensor, finish, warned_cast
from xp_torch._array.deferred import plain
from xp_torch._array.door import call_override, has_override, has_ruled
from xp_torch._array.ndarray import ndarray
from xp_torch._array.selection import Selection
from xp_torch._facts.annotations import ArrayLike
from xp_torch._facts.inspection import is_static
from xp_torch._facts.promotion import scalar_kind
from xp_torch._facts.shapes import broadcast_shapes, listed_axes, normalize_axis, single
from xp_torch._facts.torch_errors import explained
from xp_torch._functions.creation.fill import zeros_like
from xp_torch._functions.creation.from_data import asanyarray, asarray
from xp_torch._functions.indexing.indices import ndindex
from xp_torch._functions.manipulation.shape import expand_dims
from xp_torch._kernels.indexing.read import read

__all__ = ["apply_along_axis", "apply_over_axes", "piecewise"]


def apply_along_axis(
    func1d: Callable[..., Any], axis: SupportsIndex, arr: ArrayLike, *args: Any, **kwargs: Any
) -> ndarray:
    """Apply a function to every 1-D slice of an array along an axis.

    Parameters
    ----------
    func1d : callable
        Function of a 1-D array. Its results must have one shape; they are cast to the dtype of the first.
    axis : int
        Axis along which to slice.
    arr : array_like
        Array to slice.
    *args, **kwargs : Any
        Further arguments of `func1d`.

    Returns
    -------
    ndarray
        The results, with their shape in place of `axis`.

    See Also
    --------
    apply_over_axes : Apply a function of an array and an axis.

    Examples
    --------
    >>> xp.apply_along_axis(lambda x: x[::2] * 10, 1, [[1, 2, 3], [4, 5, 6]])
    array([[10, 30],
           [40, 60]])
    """
    if has_override(arr) or has_ruled(*args):
        return call_override(apply_along_axis, locals())
    t = as_tensor(arr)
    dim = normalize_axis(axis, t.ndim)
    rows = t.movedim(dim, -1)
    lead = tuple(rows.shape[:-1])
    if 0 in lead:
        raise ValueError("Cannot apply_along_axis when any iteration dimensions are 0")
    if not is_static(math.prod(lead)):
        # One graph for every number of slices.
        function = lambda row: as_tensor(func1d(finish("apply_along_axis", row, like=arr), *args, **kwargs))
        joined = torch.vmap(function, randomness="different")(rows.reshape(-1, rows.shape[-1]))
        return _in_place_of(dim, joined.reshape(lead + tuple(joined.shape[1:])), arr)
    results: list[torch.Tensor] = []
    for index in ndindex(lead):
        result = as_tensor(func1d(finish("apply_along_axis", read(rows, index), like=arr), *args, **kwargs))
        if results:
            first = results[0]
            result = warned_cast(result, first.dtype)
            if result.shape != first.shape:
                if broadcast_shapes(result.shape, first.shape) != tuple(first.shape):
                    raise ValueError(
                        f"could not broadcast input array from shape {tuple(result.shape)} into shape "
                        f"{tuple(first.shape)}"
                    )
                result = result.expand(first.shape)
        results.append(result)
    return _in_place_of(dim, torch.stack(results).reshape(lead + tuple(results[0].shape)), arr)


def _in_place_of(dim: int, t: torch.Tensor, arr: Any) -> ndarray:
    """Return the results for the slices of `arr`, with their own dimensions in place of `dim`."""
    slices = as_tensor(arr).ndim - 1
    leading, own = list(range(slices)), list(range(slices, t.ndim))
    return finish("apply_along_axis", t.permute(leading[:dim] + own + leading[dim:]), like=arr)


def apply_over_axes(func: Callable[..., Any], a: ArrayLike, axes: SupportsIndex | Sequence[SupportsIndex]) -> ndarray:
    """Apply a function along several axes of an array, one after the other.

    Parameters
    ----------
    func : callable
        Function called as ``func(x, axis)``. Its result must have as many dimensions as `x`, or one less.
    a : array_like
        Array.
    axes : int or sequence of ints
        Axes.

    Returns
    -------
    ndarray
        The last result, with as many dimensions as `a`.

    See Also
    --------
    apply_along_axis : Apply a function of 1-D slices.

    Examples
    --------
    >>> xp.apply_over_axes(xp.sum, [[1, 2, 3], [4, 5, 6]], [0, 1])
    array([[21]])
    """
    if not isinstance(a, ndarray) and has_override(a):
        return call_override(apply_over_axes, locals())
    value = asarray(a)
    ndim = value.ndim
    for axis in listed_axes(axes):
        axis = axis + ndim if single(axis, "axes") < 0 else axis
        result = func(value, axis)
        if result.ndim != value.ndim:
            result = expand_dims(result, axis)
            if result.ndim != value.ndim:
                raise ValueError("function is not returning an array of the correct shape")
        value = result
    return value


def piecewise(
    x: ArrayLike, condlist: ArrayLike, funclist: Sequence[Callable[..., Any] | ArrayLike], *args: Any, **kw: Any
) -> ndarray:
    """Evaluate a piecewise function: one function for each condition.

    Parameters
    ----------
    x : array_like
        Arguments of the functions.
    condlist : list of array_like of bool, or one condition
        Masks of the elements that each function applies to; the last true one counts.
    funclist : list of callables and scalars
        Function or value for each condition. One more applies where no condition is true; by default it is 0.
    *args, **kw : Any
        Further arguments of the functions.

    Returns
    -------
    ndarray
        Array of the shape and dtype of `x`.

    See Also
    --------
    select : Choose among arrays.

    Examples
    --------
    >>> x = xp.asarray([-2.0, 1.0, 3.0])
    >>> xp.piecewise(x, [x < 0, x >= 2], [lambda x: -x, 10])
    array([ 2.,  0., 10.])
    """
    constants = [f for f in funclist if not callable(f)] if type(funclist) in (list, tuple) else funclist
    if has_override(x, condlist, constants) or has_ruled(*args):
        return call_override(piecewise, locals())
    x = asanyarray(x)
    count = len(plain(funclist))
    single = bool(scalar_kind(condlist)) or getattr(condlist, "ndim", 1) == 0
    if not single:
        first = condlist[0]  # type: ignore[index]
        single = x.ndim != 0 and not (isinstance(first, (list, np.ndarray)) or getattr(first, "ndim", 0) > 0)
    conditions = asarray([condlist] if single else condlist, dtype=bool)._tensor
    n = conditions.shape[0]
    if n == count - 1:
        conditions = explained(torch.cat)([conditions, ~conditions.any(0, keepdim=True)])
    elif n != count:
        raise ValueError(f"with {n} condition(s), either {n} or {n + 1} functions are expected")
    y = zeros_like(x)
    for condition, function in zip(conditions.unbind(), funclist, strict=True):
        chosen = finish("piecewise", condition)
        if callable(function):
            values = x[chosen]
            # A selection has no size to inspect, and a function of no elements does no harm.
            if type(values) is Selection or values.size:
                y[chosen] = function(values, *args, **kw)
        else:
            y[chosen] = function
    return y
