"""Functional programming: functions of the user's applied to parts of arrays."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import torch

from xp_torch._array.coercion import as_tensor, finish, warned_cast
from xp_torch._array.ndarray import ndarray
from xp_torch._facts.promotion import scalar_kind
from xp_torch._facts.shapes import broadcast_shapes, listed_axes, normalize_axis
from xp_torch._functions.creation.fill import zeros_like
from xp_torch._functions.creation.from_data import asanyarray, asarray
from xp_torch._functions.indexing.indices import ndindex
from xp_torch._functions.manipulation.shape import expand_dims
from xp_torch._kernels.indexing.read import read

__all__ = ["apply_along_axis", "apply_over_axes", "piecewise"]


def apply_along_axis(func1d: Callable[..., Any], axis: Any, arr: Any, *args: Any, **kwargs: Any) -> ndarray:
    """Apply a function to every 1-D slice of an array along an axis.

    Parameters
    ----------
    func1d : callable
        Takes a 1-D array; its results have one shape, and become of the dtype of the first.
    axis : int
        The axis.
    arr : array_like
        The array.
    *args, **kwargs : Any
        Passed to `func1d`.

    Returns
    -------
    ndarray
        The shape of `arr` with that of a result in place of `axis`.

    Raises
    ------
    ValueError
        If there are no slices.
    AxisError
        If `axis` is out of bounds.

    See Also
    --------
    apply_over_axes : A function of an axis.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.apply_along_axis(lambda x: x[::2] * 10, 1, [[1, 2, 3], [4, 5, 6]])
    array([[10, 30],
           [40, 60]])
    """
    t = as_tensor(arr)
    dim = normalize_axis(axis, t.ndim)
    rows = t.movedim(dim, -1)
    lead = tuple(rows.shape[:-1])
    if 0 in lead:
        raise ValueError("Cannot apply_along_axis when any iteration dimensions are 0")
    found: list[torch.Tensor] = []
    for index in ndindex(lead):
        r = as_tensor(func1d(finish("apply_along_axis", read(rows, index), like=arr), *args, **kwargs))
        if found:
            first = found[0]
            r = warned_cast(r, first.dtype)
            if broadcast_shapes(r.shape, first.shape) != tuple(first.shape):
                raise ValueError(
                    f"could not broadcast input array from shape {tuple(r.shape)} into shape {tuple(first.shape)}"
                )
            r = r.expand(first.shape)
        found.append(r)
    shape = tuple(found[0].shape)
    joined = torch.stack(found).reshape(lead + shape)
    # the dimensions of a result stand where the axis was
    places = list(range(len(lead)))
    own = list(range(len(lead), joined.ndim))
    return finish("apply_along_axis", joined.permute(places[:dim] + own + places[dim:]), like=arr)


def apply_over_axes(func: Callable[..., Any], a: Any, axes: Any) -> ndarray:
    """Apply a function to an array along several axes, one after the other.

    Parameters
    ----------
    func : callable
        Called as ``func(x, axis)``; keeps the dimensions, or leaves out the axis.
    a : array_like
        The array.
    axes : int or sequence of ints
        The axes.

    Returns
    -------
    ndarray
        The last result, with as many dimensions as `a`.

    Raises
    ------
    ValueError
        If a result has another number of dimensions.

    See Also
    --------
    apply_along_axis : A function of 1-D slices.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.apply_over_axes(xp.sum, [[1, 2, 3], [4, 5, 6]], [0, 1])
    array([[21]])
    """
    value = asarray(a)
    ndim = value.ndim
    for axis in listed_axes(axes):
        place = axis + ndim if axis < 0 else axis
        result = func(value, place)
        if result.ndim != value.ndim:
            result = expand_dims(result, place)
            if result.ndim != value.ndim:
                raise ValueError("function is not returning an array of the correct shape")
        value = result
    return value


def piecewise(x: Any, condlist: Any, funclist: Any, *args: Any, **kw: Any) -> ndarray:
    """Evaluate functions each where its condition holds.

    Parameters
    ----------
    x : array_like
        The arguments.
    condlist : list of array_like of bool, or one condition
        Where each function holds; where several do the last one counts.
    funclist : list of callables and scalars
        A function of the elements of `x` that its condition chooses, or a value, for each condition; one more is for
        where none holds, which otherwise is 0.
    *args, **kw : Any
        Passed to the functions.

    Returns
    -------
    ndarray
        Array of the shape and dtype of `x`.

    Raises
    ------
    ValueError
        If there are neither as many functions as conditions, nor one more.

    See Also
    --------
    select : Choices that are arrays.

    Examples
    --------
    >>> import xp_torch as xp
    >>> x = xp.asarray([-2.0, 1.0, 3.0])
    >>> xp.piecewise(x, [x < 0, x >= 2], [lambda x: -x, 10])
    array([ 2.,  0., 10.])
    """
    x = asanyarray(x)
    count = len(funclist)
    single = bool(scalar_kind(condlist)) or getattr(condlist, "ndim", 1) == 0
    if not single:
        first = condlist[0]
        single = x.ndim != 0 and not (isinstance(first, (list, np.ndarray)) or getattr(first, "ndim", 0) > 0)
    conditions = asarray([condlist] if single else condlist, dtype=bool)._tensor
    n = conditions.shape[0]
    if n == count - 1:
        conditions = torch.cat([conditions, ~conditions.any(0, keepdim=True)])
    elif n != count:
        raise ValueError(f"with {n} condition(s), either {n} or {n + 1} functions are expected")
    y = zeros_like(x)
    for condition, function in zip(conditions.unbind(), funclist, strict=True):
        chosen = finish("piecewise", condition)
        if callable(function):
            values = x[chosen]
            if values.size:
                y[chosen] = function(values, *args, **kw)
        else:
            y[chosen] = function
    return y
