"""Sample frequencies of the transforms, and the shifts that center the zero frequency."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, SupportsIndex

import torch

from xp_torch._array.coercion import as_device, as_tensor, finish
from xp_torch._array.door import BLOCKS, call_override, has_override, is_elsewhere
from xp_torch._array.ndarray import ndarray, wrap
from xp_torch._facts.annotations import ArrayLike, DeviceLike, DTypeLike
from xp_torch._facts.defaults import default_float
from xp_torch._facts.dtypes import KIND, as_dtype, torch_dtype
from xp_torch._facts.shapes import as_index, broadcast_shapes, listed_axes, normalize_axis, normalize_shape
from xp_torch._facts.torch_errors import explained
from xp_torch._kernels import fft as kernels

__all__ = ["fftfreq", "fftshift", "ifftshift", "rfftfreq"]

_arange = explained(torch.arange)


def point_count(n: Any) -> int:
    """Return a number of points, which may be zero."""
    try:
        count = as_index(n)
    except TypeError:
        raise ValueError("n should be an integer") from None
    return normalize_shape(count)[0]


def frequencies_of(name: str, count: int, d: Any, dtype: Any, device: Any, first: int, last: int) -> ndarray:
    """Return the elements from `first` up to `last` of the frequencies of `count` points of distance `d`."""
    numbers = _arange(first, last, device=device)
    if name == "fftfreq":
        numbers = torch.where(numbers < (count + 1) // 2, numbers, numbers - count)
    kind = default_float() if dtype is None else torch_dtype(dtype)
    if KIND[kind] != "f":
        raise TypeError(f"{name}: dtype must be real and floating (got {as_dtype(kind)})")
    spacing: Any = d if isinstance(d, (int, float)) else as_tensor(d, device=numbers.device)
    if isinstance(d, (list, tuple)) or (isinstance(spacing, torch.Tensor) and spacing.is_complex()):
        raise TypeError(f"{name}: d must be a real number (got {d!r:.80})")
    if isinstance(spacing, torch.Tensor):
        broadcast_shapes(numbers.shape, spacing.shape)
    return wrap(kernels.frequencies(numbers, 1.0 / (count * spacing), kind))


def fftfreq(n: int, d: float = 1.0, *, dtype: DTypeLike | None = None, device: DeviceLike | None = None) -> ndarray:
    """Return the sample frequencies of `fft`: zero, then the positive ones, then the negative ones.

    Parameters
    ----------
    n : int
        Number of points.
    d : float, default: 1.0
        Distance between two points.
    dtype : dtype_like, optional
        Data type of the result, real and floating; by default the default float.
    device : device_like, optional
        Device of the result; by default torch's default device.

    Returns
    -------
    ndarray
        The frequencies in cycles per unit of `d`, shape ``(n,)``.

    Raises
    ------
    ValueError
        If `n` is negative or not an integer.
    ZeroDivisionError
        If `n` or `d` is zero.
    TypeError
        If `d` is not a real number.

    Examples
    --------
    >>> xp.fft.fftfreq(4)
    array([ 0.  ,  0.25, -0.5 , -0.25])
    """
    if (BLOCKS or device is not None) and is_elsewhere(device):
        return call_override(fftfreq, locals())
    count = point_count(n)
    return frequencies_of("fftfreq", count, d, dtype, as_device(device), 0, count)


def rfftfreq(n: int, d: float = 1.0, *, dtype: DTypeLike | None = None, device: DeviceLike | None = None) -> ndarray:
    """Return the sample frequencies of `rfft`: zero, then the positive ones.

    Parameters
    ----------
    n : int
        Number of points.
    d : float, default: 1.0
        Distance between two points.
    dtype : dtype_like, optional
        Data type of the result, real and floating; by default the default float.
    device : device_like, optional
        Device of the result; by default torch's default device.

    Returns
    -------
    ndarray
        The frequencies in cycles per unit of `d`, shape ``(n // 2 + 1,)``.

    Raises
    ------
    ValueError
        If `n` is negative or not an integer.
    ZeroDivisionError
        If `n` or `d` is zero.
    TypeError
        If `d` is not a real number.

    Examples
    --------
    >>> xp.fft.rfftfreq(4)
    array([0.  , 0.25, 0.5 ])
    """
    if (BLOCKS or device is not None) and is_elsewhere(device):
        return call_override(rfftfreq, locals())
    count = point_count(n)
    return frequencies_of("rfftfreq", count, d, dtype, as_device(device), 0, count // 2 + 1)


def _shift(name: str, x: Any, axes: Any, sign: int) -> ndarray:
    """Return a copy of `x` rolled by half the size of each axis."""
    t = as_tensor(x)
    if axes is None:
        axes = range(t.ndim)
    else:
        axes = [normalize_axis(i, t.ndim) for i in listed_axes(axes)]
    return finish(name, kernels.roll(t, [sign * (t.shape[i] // 2) for i in axes], axes), like=x)


def fftshift(x: ArrayLike, axes: SupportsIndex | Sequence[SupportsIndex] | None = None) -> ndarray:
    """Move the zero frequency to the middle, by swapping the halves of axes.

    Parameters
    ----------
    x : array_like
        Input of any dtype.
    axes : int or sequence of ints, optional
        Axes to shift; by default all.

    Returns
    -------
    ndarray
        The shifted copy.

    Examples
    --------
    >>> xp.fft.fftshift(xp.asarray([0, 1, 2, -2, -1]))
    array([-2, -1,  0,  1,  2])
    """
    if type(x) is not ndarray and has_override(x):
        return call_override(fftshift, locals())
    return _shift("fftshift", x, axes, 1)


def ifftshift(x: ArrayLike, axes: SupportsIndex | Sequence[SupportsIndex] | None = None) -> ndarray:
    """Undo `fftshift`; the two differ for axes of odd size.

    Parameters
    ----------
    x : array_like
        Input of any dtype.
    axes : int or sequence of ints, optional
        Axes to shift; by default all.

    Returns
    -------
    ndarray
        The shifted copy.

    Examples
    --------
    >>> xp.fft.ifftshift(xp.asarray([-2, -1, 0, 1, 2]))
    array([ 0,  1,  2, -2, -1])
    """
    if type(x) is not ndarray and has_override(x):
        return call_override(ifftshift, locals())
    return _shift("ifftshift", x, axes, -1)
