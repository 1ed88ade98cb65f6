"""The `fft` extension of the array API standard, with NumPy's signatures: discrete Fourier transforms.

float32 and complex64 are transformed in complex64, float16 and bfloat16 too; integers in the default complex dtype.
"""

from __future__ import annotations

import operator
from collections.abc import Iterable, Sequence
from typing import Any

import torch

from xp_torch._array.coercion import as_device, as_tensor, finish
from xp_torch._array.ndarray import ndarray, wrap
from xp_torch._facts.defaults import default_float
from xp_torch._facts.dtypes import KIND, as_dtype, torch_dtype
from xp_torch._facts.shapes import normalize_axis, normalize_shape
from xp_torch._functions.fft.axes import (
    check_norm,
    check_points,
    finish_fft,
    floating,
)
from xp_torch._kernels import fft as kernels

__all__ = [
    "fft",
    "fftfreq",
    "fftshift",
    "hfft",
    "ifft",
    "ifftshift",
    "ihfft",
    "irfft",
    "rfft",
    "rfftfreq",
]


def _one(name: str, a: Any, n: Any, axis: Any, norm: Any, out: Any) -> ndarray:
    """Return a transform along one axis."""
    real_result, real_input = kernels.TRANSFORMS[name][1:]
    if type(a) is ndarray and out is None and n is None and type(axis) is int and (norm is None or type(norm) is str):
        direct = kernels.plain_transform(name, a._tensor, a._dtype, axis, norm)
        if direct is not None:
            return wrap(direct)
    t = floating(name, a, real_input)
    along = normalize_axis(axis, t.ndim)
    if n is not None:
        points = check_points(n)
    else:
        points = check_points(2 * (t.shape[along] - 1) if real_result else t.shape[along])
    return finish_fft(name, kernels.transform(name, t, points, along, check_norm(norm)), out, a)


def fft(a: Any, n: int | None = None, axis: int = -1, norm: str | None = None, out: Any = None) -> ndarray:
    """Compute the discrete Fourier transform along an axis.

    Parameters
    ----------
    a : array_like
        Input.
    n : int, optional
        Number of points; the input is cropped, or padded with zeros. By default the size.
    axis : int, default: -1
        The axis to transform.
    norm : {"backward", "ortho", "forward"}, default: "backward"
        Which transform of the pair is scaled by 1/n; "ortho" scales both by 1/sqrt(n).
    out : ndarray, optional
        Where to write the result.

    Returns
    -------
    ndarray
        Complex.

    Raises
    ------
    ValueError
        If `n` is less than 1, or `norm` is another.
    AxisError
        If the axis is out of bounds.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.fft.fft(xp.asarray([1.0, 0.0, 0.0])).real
    array([1., 1., 1.])
    """
    return _one("fft", a, n, axis, norm, out)


def ifft(a: Any, n: int | None = None, axis: int = -1, norm: str | None = None, out: Any = None) -> ndarray:
    """Compute the inverse discrete Fourier transform along an axis.

    Parameters
    ----------
    a : array_like
        Input.
    n : int, optional
        Number of points; the input is cropped, or padded with zeros. By default the size.
    axis : int, default: -1
        The axis to transform.
    norm : {"backward", "ortho", "forward"}, default: "backward"
        Which transform of the pair is scaled by 1/n; "ortho" scales both by 1/sqrt(n).
    out : ndarray, optional
        Where to write the result.

    Returns
    -------
    ndarray
        Complex.

    Raises
    ------
    ValueError
        If `n` is less than 1, or `norm` is another.
    AxisError
        If the axis is out of bounds.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.fft.ifft(xp.asarray([3.0, 0.0, 0.0])).real
    array([1., 1., 1.])
    """
    return _one("ifft", a, n, axis, norm, out)


def rfft(a: Any, n: int | None = None, axis: int = -1, norm: str | None = None, out: Any = None) -> ndarray:
    """Compute the discrete Fourier transform of real numbers along an axis.

    Parameters
    ----------
    a : array_like
        Real input.
    n : int, optional
        Number of points; the input is cropped, or padded with zeros. By default the size.
    axis : int, default: -1
        The axis to transform.
    norm : {"backward", "ortho", "forward"}, default: "backward"
        Which transform of the pair is scaled by 1/n; "ortho" scales both by 1/sqrt(n).
    out : ndarray, optional
        Where to write the result.

    Returns
    -------
    ndarray
        Complex; frequencies from zero up, size ``n // 2 + 1`` along the axis.

    Raises
    ------
    ValueError
        If `n` is less than 1, or `norm` is another.
    TypeError
        If the input is complex.
    AxisError
        If the axis is out of bounds.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.fft.rfft(xp.asarray([1.0, 0.0, 0.0])).real
    array([1., 1.])
    """
    return _one("rfft", a, n, axis, norm, out)


def irfft(a: Any, n: int | None = None, axis: int = -1, norm: str | None = None, out: Any = None) -> ndarray:
    """Compute the inverse of `rfft` along an axis.

    Parameters
    ----------
    a : array_like
        Input; its half with frequencies from zero up.
    n : int, optional
        Number of points of the result, by default ``2 * (size - 1)``; the input is cropped, or padded with zeros.
    axis : int, default: -1
        The axis to transform.
    norm : {"backward", "ortho", "forward"}, default: "backward"
        Which transform of the pair is scaled by 1/n; "ortho" scales both by 1/sqrt(n).
    out : ndarray, optional
        Where to write the result.

    Returns
    -------
    ndarray
        Real, size `n` along the axis.

    Raises
    ------
    ValueError
        If `n` is less than 1, or `norm` is another.
    AxisError
        If the axis is out of bounds.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.fft.irfft(xp.asarray([3.0, 0.0]), n=3)
    array([1., 1., 1.])
    """
    return _one("irfft", a, n, axis, norm, out)


def hfft(a: Any, n: int | None = None, axis: int = -1, norm: str | None = None, out: Any = None) -> ndarray:
    """Compute the discrete Fourier transform of a signal with Hermitian symmetry along an axis.

    Parameters
    ----------
    a : array_like
        Input; its half with times from zero up.
    n : int, optional
        Number of points of the result, by default ``2 * (size - 1)``; the input is cropped, or padded with zeros.
    axis : int, default: -1
        The axis to transform.
    norm : {"backward", "ortho", "forward"}, default: "backward"
        Which transform of the pair is scaled by 1/n; "ortho" scales both by 1/sqrt(n).
    out : ndarray, optional
        Where to write the result.

    Returns
    -------
    ndarray
        Real, size `n` along the axis.

    Raises
    ------
    ValueError
        If `n` is less than 1, or `norm` is another.
    AxisError
        If the axis is out of bounds.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.fft.hfft(xp.asarray([1.0, 0.0]), n=3)
    array([1., 1., 1.])
    """
    return _one("hfft", a, n, axis, norm, out)


def ihfft(a: Any, n: int | None = None, axis: int = -1, norm: str | None = None, out: Any = None) -> ndarray:
    """Compute the inverse of `hfft` along an axis.

    Parameters
    ----------
    a : array_like
        Real input.
    n : int, optional
        Number of points; the input is cropped, or padded with zeros. By default the size.
    axis : int, default: -1
        The axis to transform.
    norm : {"backward", "ortho", "forward"}, default: "backward"
        Which transform of the pair is scaled by 1/n; "ortho" scales both by 1/sqrt(n).
    out : ndarray, optional
        Where to write the result.

    Returns
    -------
    ndarray
        Complex; size ``n // 2 + 1`` along the axis.

    Raises
    ------
    ValueError
        If `n` is less than 1, or `norm` is another.
    TypeError
        If the input is complex.
    AxisError
        If the axis is out of bounds.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.fft.ihfft(xp.asarray([3.0, 0.0, 0.0])).real
    array([1., 1.])
    """
    return _one("ihfft", a, n, axis, norm, out)


def _frequency_count(n: Any) -> int:
    """Return a checked length of a window."""
    try:
        count = operator.index(n)
    except TypeError:
        raise ValueError("n should be an integer") from None
    return normalize_shape(count)[0]


def _frequencies(numbers: torch.Tensor, count: int, d: Any, dtype: Any, device: torch.device) -> ndarray:
    """Return whole numbers as frequencies of a window of `count` points that lie `d` apart."""
    kind = default_float() if dtype is None else torch_dtype(dtype)
    if KIND[kind] != "f":
        raise TypeError(f"a real floating dtype is needed, got {as_dtype(kind)}")
    if isinstance(d, (list, tuple)):
        raise TypeError(f"d must be a number or an array, not {type(d).__name__}")
    spacing: Any = d if isinstance(d, (int, float)) else as_tensor(d, device=device)
    if isinstance(spacing, torch.Tensor) and spacing.is_complex():
        raise TypeError("d must be real")
    return wrap(kernels.frequencies(numbers, 1.0 / (count * spacing), kind))


def fftfreq(n: int, d: float = 1.0, *, dtype: Any = None, device: Any = None) -> ndarray:
    """Return the sample frequencies of `fft`: cycles per unit of `d`, zero first, then positive, then negative.

    Parameters
    ----------
    n : int
        Number of points.
    d : float, default: 1.0
        Distance between two points.
    dtype : dtype_like, optional
        Real floating dtype of the result; by default the default float.
    device : device_like, optional
        Where the result is created.

    Returns
    -------
    ndarray
        Shape ``(n,)``.

    Raises
    ------
    ValueError
        If `n` is negative or not an integer.
    ZeroDivisionError
        If `n` or `d` is zero.
    TypeError
        If `d` is a list or complex.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.fft.fftfreq(4)
    array([ 0.  ,  0.25, -0.5 , -0.25])
    """
    count, where = _frequency_count(n), as_device(device)
    half = (count - 1) // 2 + 1
    numbers = torch.cat([torch.arange(half, device=where), torch.arange(half - count, 0, device=where)])
    return _frequencies(numbers, count, d, dtype, where)


def rfftfreq(n: int, d: float = 1.0, *, dtype: Any = None, device: Any = None) -> ndarray:
    """Return the sample frequencies of `rfft`: cycles per unit of `d`, from zero up.

    Parameters
    ----------
    n : int
        Number of points.
    d : float, default: 1.0
        Distance between two points.
    dtype : dtype_like, optional
        Real floating dtype of the result; by default the default float.
    device : device_like, optional
        Where the result is created.

    Returns
    -------
    ndarray
        Shape ``(n // 2 + 1,)``.

    Raises
    ------
    ValueError
        If `n` is negative or not an integer.
    ZeroDivisionError
        If `n` or `d` is zero.
    TypeError
        If `d` is a list or complex.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.fft.rfftfreq(4)
    array([0.  , 0.25, 0.5 ])
    """
    count, where = _frequency_count(n), as_device(device)
    return _frequencies(torch.arange(count // 2 + 1, device=where), count, d, dtype, where)


def _shift(name: str, x: Any, axes: Any, inverse: bool) -> ndarray:
    """Return `x` with the halves of the axes exchanged."""
    t = as_tensor(x)
    if axes is None:
        along = list(range(t.ndim))
    elif isinstance(axes, Iterable):
        along = [normalize_axis(i, t.ndim) for i in axes]
    else:
        along = [normalize_axis(axes, t.ndim)]
    shifts = [-(t.shape[i] // 2) if inverse else t.shape[i] // 2 for i in along]
    return finish(name, kernels.roll(t, shifts, along), like=x)


def fftshift(x: Any, axes: int | Sequence[int] | None = None) -> ndarray:
    """Move the zero frequency to the middle, by exchanging the halves of axes.

    Parameters
    ----------
    x : array_like
        Input of any dtype.
    axes : int or sequence of ints, optional
        The axes; by default all.

    Returns
    -------
    ndarray
        A copy.

    Raises
    ------
    AxisError
        If an axis is out of bounds.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.fft.fftshift(xp.asarray([0, 1, 2, -2, -1]))
    array([-2, -1,  0,  1,  2])
    """
    return _shift("fftshift", x, axes, False)


def ifftshift(x: Any, axes: int | Sequence[int] | None = None) -> ndarray:
    """Undo `fftshift`, from which it differs where a size is odd.

    Parameters
    ----------
    x : array_like
        Input of any dtype.
    axes : int or sequence of ints, optional
        The axes; by default all.

    Returns
    -------
    ndarray
        A copy.

    Raises
    ------
    AxisError
        If an axis is out of bounds.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.fft.ifftshift(xp.asarray([-2, -1, 0, 1, 2]))
    array([ 0,  1,  2, -2, -1])
    """
    return _shift("ifftshift", x, axes, True)


def __dir__() -> list[str]:
    """List the public names."""
    return sorted(__all__)
