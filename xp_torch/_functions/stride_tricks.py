"""Views of other shapes and strides: NumPy's ``lib.stride_tricks``."""

from __future__ import annotations

import math
import operator
from typing import Any

import torch

from xp_torch._array.coercion import as_tensor, finish
from xp_torch._array.ndarray import ndarray
from xp_torch._facts.shapes import normalize_axis, normalize_shape

__all__ = ["as_strided", "sliding_window_view"]


def as_strided(x: Any, shape: Any = None, strides: Any = None, subok: bool = False, writeable: bool = True) -> ndarray:
    """Return a view of the memory of an array with another shape and other strides.

    Parameters
    ----------
    x : array_like
        The array.
    shape : sequence of ints, optional
        The shape of the view; that of `x` by default.
    strides : sequence of ints, optional
        Its steps in memory along each dimension, in bytes; by default those of the shape in row-major order if `x` is
        so, else those of `x`.
    subok : bool, default: False
        Whether a subclass passes through.
    writeable : bool, default: True
        NumPy's. No array is read-only here: False changes nothing.

    Returns
    -------
    ndarray
        The view. Its elements may share memory: don't write to it then.

    Raises
    ------
    ValueError
        If a size or stride is negative, a stride is no multiple of the item's size, their numbers differ, or an element
        would lie outside the memory of `x`.

    See Also
    --------
    sliding_window_view : Windows, with bounds that can't be wrong.

    Notes
    -----
    Differs from NumPy: strides are multiples of the item's size and not negative, because torch has no others.
    ``flip(as_strided(...))`` is a copy of what a negative stride would show.

    Examples
    --------
    >>> import xp_torch as xp
    >>> x = xp.arange(5)
    >>> xp.lib.stride_tricks.as_strided(x, (3, 2), (8, 8))
    array([[0, 1],
           [1, 2],
           [2, 3]])
    """
    t = as_tensor(x)
    sizes = tuple(t.shape) if shape is None else normalize_shape(tuple(shape))
    size = t.itemsize
    if strides is not None:
        steps = tuple(operator.index(s) for s in strides)
    elif t.is_contiguous():
        steps = tuple(math.prod(sizes[i + 1 :]) * size for i in range(len(sizes)))
    else:
        steps = tuple(s * size for s in t.stride())
    if len(steps) != len(sizes):
        raise ValueError(f"as_strided: shape has {len(sizes)} dimensions, strides have {len(steps)}")
    if any(s < 0 for s in steps):
        raise ValueError("as_strided: torch has no negative strides; use positive ones, and flip() for a reversed copy")
    if any(s % size for s in steps):
        raise ValueError(f"as_strided: strides have to be multiples of the item's size, {size} bytes (got {steps})")
    try:
        view = torch.as_strided(t, sizes, tuple(s // size for s in steps))
    except RuntimeError as error:
        raise ValueError(
            f"as_strided: shape {sizes} with strides {steps} goes beyond the memory of the array"
        ) from error
    return finish("as_strided", view, like=x if subok else None)


def sliding_window_view(
    x: Any, window_shape: Any, axis: Any = None, *, subok: bool = False, writeable: bool = False
) -> ndarray:
    """Return a view of all windows of a shape that fit into an array.

    Parameters
    ----------
    x : array_like
        The array.
    window_shape : int or tuple of ints
        Size of the window along each of the axes.
    axis : int or tuple of ints, optional
        The axes; all by default. One may be named several times.
    subok : bool, default: False
        Whether a subclass passes through.
    writeable : bool, default: False
        NumPy's. No array is read-only here: False changes nothing.

    Returns
    -------
    ndarray
        View of shape ``x_shape_trimmed + window_shape``, where the sizes of `x` along the axes are one less than the
        window, less. Its elements share memory: don't write to it.

    Raises
    ------
    ValueError
        If the window is larger than the array, a size of it is negative, or there are not as many as axes.
    AxisError
        If an axis is out of bounds.

    See Also
    --------
    as_strided : Any strides.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.lib.stride_tricks.sliding_window_view(xp.arange(5), 3)
    array([[0, 1, 2],
           [1, 2, 3],
           [2, 3, 4]])
    """
    t = as_tensor(x)
    windows = [operator.index(n) for n in (window_shape if hasattr(window_shape, "__iter__") else (window_shape,))]
    if any(n < 0 for n in windows):
        raise ValueError("`window_shape` cannot contain negative values")
    if axis is None:
        axes = list(range(t.ndim))
        if len(windows) != t.ndim:
            raise ValueError(
                "Since axis is `None`, must provide window_shape for all dimensions of `x`; "
                f"got {len(windows)} window_shape elements and `x.ndim` is {t.ndim}."
            )
    else:
        axes = [normalize_axis(a, t.ndim) for a in (axis if isinstance(axis, (tuple, list)) else (axis,))]
        if len(windows) != len(axes):
            raise ValueError(
                "Must provide matching length window_shape and axis; "
                f"got {len(windows)} window_shape elements and {len(axes)} axes elements."
            )
    for place, n in zip(axes, windows, strict=True):
        if t.shape[place] < n:
            raise ValueError("window shape cannot be larger than input array shape")
        t = t.unfold(place, n, 1)
    return finish("sliding_window_view", t, like=x if subok else None)
