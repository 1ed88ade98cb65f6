"""Views with other shapes and strides: NumPy's ``lib.stride_tricks``."""

from __future__ import annotations

import math
import operator
from collections.abc import Sequence
from typing import Any, SupportsIndex

import torch

from xp_torch._array.coercion import moved, strided
from xp_torch._array.door import call_override, has_override
from xp_torch._array.ndarray import ndarray, wrap_like
from xp_torch._array.reversed_views import ReversedView, reversed_view
from xp_torch._facts.annotations import ArrayLike, ShapeLike
from xp_torch._facts.shapes import as_bool, as_index, check_size, listed_axes, normalize_axis, normalize_shape
from xp_torch._facts.torch_state import is_compiling

__all__ = ["as_strided", "sliding_window_view"]


def _class(x: Any, subok: bool) -> type[ndarray]:
    """Return the class of a view of an array-like: its own if `subok`."""
    return type(x) if as_bool(subok, "subok") and isinstance(x, ndarray) else ndarray


def as_strided(
    x: ArrayLike,
    shape: Sequence[SupportsIndex] | None = None,
    strides: Sequence[SupportsIndex] | None = None,
    subok: bool = False,
    writeable: bool = True,
    *,
    check_bounds: bool | None = None,
) -> ndarray:
    """Return a view of an array with another shape and other strides.

    Parameters
    ----------
    x : array_like
        Array to view.
    shape : sequence of ints, optional
        Shape of the view; by default that of `x`.
    strides : sequence of ints, optional
        Steps in memory along each dimension, in bytes; by default those of a row-major array if `x` is one, else those
        of `x`.
    subok : bool, default: False
        Whether to keep the class of `x`.
    writeable : bool, default: True
        Accepted for compatibility with NumPy; ignored.
    check_bounds : bool, optional
        Accepted for compatibility with NumPy 2.5; bounds are always checked.

    Returns
    -------
    ndarray
        View, whose elements may share memory: writing to it is unsafe.

    Raises
    ------
    ValueError
        If the view would go beyond the memory of `x`.

    See Also
    --------
    sliding_window_view : Views of windows, which are safe to make.

    Notes
    -----
    Differs from NumPy: strides must be multiples of the itemsize, because torch has no others.

    Examples
    --------
    >>> x = xp.arange(5)
    >>> xp.lib.stride_tricks.as_strided(x, (3, 2), (8, 8))
    array([[0, 1],
           [1, 2],
           [2, 3]])
    """
    if type(x) is not ndarray and has_override(x):
        return call_override(as_strided, locals())
    backward = x if isinstance(x, ReversedView) else None
    t = strided(x)
    sizes = tuple(t.shape) if shape is None else normalize_shape(tuple(shape))
    size = t.itemsize
    if strides is not None:
        steps = tuple(as_index(s) for s in strides)
    elif backward is not None:
        steps = backward.strides
    elif t.is_contiguous():
        steps = tuple(math.prod(sizes[i + 1 :]) * size for i in range(len(sizes)))
    else:
        steps = tuple(s * size for s in t.stride())
    if len(steps) != len(sizes):
        raise ValueError(f"as_strided: shape has {len(sizes)} dimensions, strides have {len(steps)}")
    if any(s % size for s in steps):
        raise ValueError(f"as_strided: strides must be multiples of the itemsize, {size} (got {steps})")
    if not is_compiling():
        check_size(sizes, size)
    flips = [axis for axis, s in enumerate(steps) if s < 0 and sizes[axis] > 1]
    if backward is not None or flips:
        # the first element in memory: all steps from it are forward
        start = t.storage_offset() + sum((sizes[axis] - 1) * steps[axis] // size for axis in flips)
        start += sum((t.shape[axis] - 1) * t.stride(axis) for axis in (() if backward is None else backward._flips))
    else:
        start = None
    try:
        view = torch.as_strided(t, sizes, tuple(abs(s) // size for s in steps), start)
    except RuntimeError:
        raise ValueError(
            f"as_strided: shape {sizes} with strides {steps} would access memory out of bounds of the array"
        ) from None
    source = x if as_bool(subok, "subok") and isinstance(x, ndarray) else None
    return reversed_view(view, flips, source) if start is not None else wrap_like(_class(x, subok), view, source)


def sliding_window_view(
    x: ArrayLike,
    window_shape: ShapeLike,
    axis: SupportsIndex | Sequence[SupportsIndex] | None = None,
    *,
    subok: bool = False,
    writeable: bool = False,
) -> ndarray:
    """Return a view of all windows of an array.

    Parameters
    ----------
    x : array_like
        Array to view.
    window_shape : int or tuple of ints
        Size of the window along each axis.
    axis : int or tuple of ints, optional
        Axes along which windows move, by default all; an axis may be repeated.
    subok : bool, default: False
        Whether to keep the class of `x`.
    writeable : bool, default: False
        Accepted for compatibility with NumPy; ignored.

    Returns
    -------
    ndarray
        View with the number of windows along each axis, and then the axes of a window. Its elements share memory, so
        ``flags.writeable`` is False; writing to it is not refused, and changes all of the windows with an element.

    Examples
    --------
    >>> xp.lib.stride_tricks.sliding_window_view(xp.arange(5), 3)
    array([[0, 1, 2],
           [1, 2, 3],
           [2, 3, 4]])
    """
    if type(x) is not ndarray and has_override(x):
        return call_override(sliding_window_view, locals())
    t = strided(x)
    windows = list(map(operator.index, listed_axes(window_shape)))
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
        axes = [normalize_axis(a, t.ndim) for a in listed_axes(axis)]
        if len(windows) != len(axes):
            raise ValueError(
                "Must provide matching length window_shape and axis; "
                f"got {len(windows)} window_shape elements and {len(axes)} axes elements."
            )
    sizes = list(t.shape)
    for place, n in zip(axes, windows, strict=True):
        if sizes[place] < n:
            raise ValueError("window shape cannot be larger than input array shape")
        sizes[place] -= n - 1
    if not is_compiling():
        check_size([*sizes, *windows], t.itemsize)

    def unfolded(t: torch.Tensor) -> torch.Tensor:
        for place, n in zip(axes, windows, strict=True):
            t = t.unfold(place, n, 1)
        return t

    return moved(x, unfolded, subok)
