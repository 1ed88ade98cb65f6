"""The discrete Fourier transforms of `fft`, along one axis and along several."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, SupportsIndex

import torch

from xp_torch._array.coercion import OUTPUTS, as_tensor, finish
from xp_torch._array.deferred import plain
from xp_torch._array.door import call_override, has_override
from xp_torch._array.ndarray import ndarray, wrap
from xp_torch._facts.annotations import ArrayLike
from xp_torch._facts.defaults import floating
from xp_torch._facts.dtypes import KIND, as_dtype
from xp_torch._facts.errors import AxisError, UFuncTypeError, warn, without_frames
from xp_torch._facts.inspection import check_later, known_or
from xp_torch._facts.shapes import as_index, check_dimension, normalize_axis
from xp_torch._kernels import fft as kernels
from xp_torch._kernels.cast import cast

__all__ = [
    "fft",
    "fft2",
    "fftn",
    "hfft",
    "ifft",
    "ifft2",
    "ifftn",
    "ihfft",
    "irfft",
    "irfft2",
    "irfftn",
    "rfft",
    "rfft2",
    "rfftn",
]


def _as_floating(name: str, a: Any, real: bool) -> torch.Tensor:
    """Return an array-like as a floating tensor; complex numbers raise if `real`."""
    t = as_tensor(a)
    kind = KIND[t.dtype]
    if real and kind == "c":
        raise UFuncTypeError(
            f"ufunc '{name}' not supported for the input types, and the inputs could not be safely coerced to any "
            f"supported types according to the casting rule ''safe'' (dtype {as_dtype(t.dtype)}: "
            f"it transforms real numbers)"
        )
    return cast(t, floating(t.dtype))


def _check_norm(norm: Any) -> str:
    """Return the normalization mode; None is "backward"."""
    if norm is None:
        return "backward"
    if isinstance(norm, str) and norm in ("backward", "ortho", "forward"):
        return norm
    raise ValueError(f'Invalid norm value {str(norm)[:80]}; should be "backward","ortho" or "forward".')


def _check_points(n: Any) -> int:
    """Return a number of points, which must be positive."""
    count = as_index(n)
    if known_or(False, count < 1):
        raise ValueError(f"Invalid number of FFT data points ({count}) specified.")
    check_later(count >= 1)
    check_dimension(count)
    return count


def _finish(name: str, t: torch.Tensor, out: Any, like: Any) -> ndarray:
    """Return `t` as an array, written to `out` if that is given."""
    if isinstance(out, OUTPUTS) and out.shape != t.shape:
        raise ValueError("output array has wrong shape.")
    return finish(name, t, out, like)


@without_frames
def _transform(name: str, a: Any, n: Any, axis: Any, norm: Any, out: Any) -> ndarray:
    """Return a transform along one axis."""
    real_result, real_input = kernels.TRANSFORMS[name][1:]
    if type(a) is ndarray and out is None and n is None and type(axis) is int and (norm is None or type(norm) is str):
        result = kernels.direct_transform(name, a._tensor, a._dtype, axis, norm)
        if result is not None:
            return wrap(result)
    t = _as_floating(name, a, real_input)
    axis = normalize_axis(axis, t.ndim)
    if n is None:
        n = t.shape[axis]
        if real_result:
            check_later(n >= 2)
            n = 2 * (n - 1)
    return _finish(name, kernels.transform(name, t, _check_points(n), axis, _check_norm(norm)), out, a)


def sizes_and_axes(t: Any, s: Any, axes: Any, real_result: bool) -> tuple[list[int], list[int]]:
    """Return the number of points along each axis of a tensor or array, and the axes."""
    if axes is None:
        if s is not None:
            warn(
                "`axes` should not be `None` if `s` is not `None` (Deprecated in NumPy 2.0); "
                "name the axes that `s` is for, the last ones by default",
                DeprecationWarning,
            )
        axes = range(t.ndim) if s is None else range(-len(plain(s)), 0)
    elif isinstance(axes, dict):
        raise TypeError("axes must be a sequence of ints, not a dict")
    axes = [normalize_axis(i, t.ndim) for i in axes]
    sizes = [t.shape[i] for i in axes]
    if s is not None:
        if len(plain(s)) != len(axes):
            raise ValueError("Shape and axes have different lengths.")
        if any(size is None for size in s):
            warn(
                "Passing an array containing `None` values to `s` is deprecated in NumPy 2.0; use -1 to keep the size",
                DeprecationWarning,
            )
        counts = [-1 if n is None else as_index(n) for n in s]
        sizes = [size if n == -1 else n for n, size in zip(counts, sizes, strict=True)]
    if real_result and sizes and (s is None or s[-1] is None):
        sizes[-1] = 2 * (sizes[-1] - 1)
    return [_check_points(n) for n in sizes], axes


@without_frames
def _transform_axes(name: str, a: Any, s: Any, axes: Any, norm: Any, out: Any) -> ndarray:
    """Return a transform along several axes: "fft", "ifft", or for real numbers "rfft", "irfft"."""
    full_name = f"{name}n"
    t = _as_floating(full_name, a, name == "rfft")
    sizes, axes = sizes_and_axes(t, s, axes, name == "irfft")
    if not axes and name in ("rfft", "irfft"):
        raise AxisError(f"{full_name}: at least one axis is needed")
    return _finish(full_name, kernels.transform_axes(name, t, sizes, axes, _check_norm(norm)), out, a)


def fft(
    a: ArrayLike,
    n: int | None = None,
    axis: SupportsIndex = -1,
    norm: Literal["backward", "ortho", "forward"] | None = None,
    out: ndarray | None = None,
) -> ndarray:
    """Compute the discrete Fourier transform along an axis.

    Parameters
    ----------
    a : array_like
        Input.
    n : int, optional
        Number of points; the input is cropped or padded with zeros. By default, the size of the axis.
    axis : int, default: -1
        Axis to transform.
    norm : {"backward", "ortho", "forward"}, default: "backward"
        Direction that is scaled by ``1/n``; "ortho" scales both by ``1/sqrt(n)``.
    out : ndarray, optional
        Array to write the result to. It must have the shape of the result.

    Returns
    -------
    ndarray
        The transform, complex.

    Raises
    ------
    ValueError
        If `n` is less than 1, or `norm` is not a valid mode.
    AxisError
        If `axis` is out of bounds.

    Examples
    --------
    >>> xp.fft.fft([1.0, 0.0, 0.0]).real
    array([1., 1., 1.])
    """
    if (type(a) is not ndarray or out is not None) and has_override(a, out):
        return call_override(fft, locals())
    return _transform("fft", a, n, axis, norm, out)


def ifft(
    a: ArrayLike,
    n: int | None = None,
    axis: SupportsIndex = -1,
    norm: Literal["backward", "ortho", "forward"] | None = None,
    out: ndarray | None = None,
) -> ndarray:
    """Compute the inverse discrete Fourier transform along an axis.

    Parameters
    ----------
    a : array_like
        Input.
    n : int, optional
        Number of points; the input is cropped or padded with zeros. By default, the size of the axis.
    axis : int, default: -1
        Axis to transform.
    norm : {"backward", "ortho", "forward"}, default: "backward"
        Direction that is scaled by ``1/n``; "ortho" scales both by ``1/sqrt(n)``.
    out : ndarray, optional
        Array to write the result to. It must have the shape of the result.

    Returns
    -------
    ndarray
        The transform, complex.

    Raises
    ------
    ValueError
        If `n` is less than 1, or `norm` is not a valid mode.
    AxisError
        If `axis` is out of bounds.

    Examples
    --------
    >>> xp.fft.ifft([3.0, 0.0, 0.0]).real
    array([1., 1., 1.])
    """
    if (type(a) is not ndarray or out is not None) and has_override(a, out):
        return call_override(ifft, locals())
    return _transform("ifft", a, n, axis, norm, out)


def rfft(
    a: ArrayLike,
    n: int | None = None,
    axis: SupportsIndex = -1,
    norm: Literal["backward", "ortho", "forward"] | None = None,
    out: ndarray | None = None,
) -> ndarray:
    """Compute the discrete Fourier transform of real numbers along an axis.

    Parameters
    ----------
    a : array_like
        Real input; complex numbers raise TypeError.
    n : int, optional
        Number of points; the input is cropped or padded with zeros. By default, the size of the axis.
    axis : int, default: -1
        Axis to transform.
    norm : {"backward", "ortho", "forward"}, default: "backward"
        Direction that is scaled by ``1/n``; "ortho" scales both by ``1/sqrt(n)``.
    out : ndarray, optional
        Array to write the result to. It must have the shape of the result.

    Returns
    -------
    ndarray
        Half of the transform, complex; the last transformed axis has the size ``n // 2 + 1``.

    Raises
    ------
    ValueError
        If `n` is less than 1, or `norm` is not a valid mode.
    AxisError
        If `axis` is out of bounds.

    Examples
    --------
    >>> xp.fft.rfft([1.0, 0.0, 0.0]).real
    array([1., 1.])
    """
    if (type(a) is not ndarray or out is not None) and has_override(a, out):
        return call_override(rfft, locals())
    return _transform("rfft", a, n, axis, norm, out)


def irfft(
    a: ArrayLike,
    n: int | None = None,
    axis: SupportsIndex = -1,
    norm: Literal["backward", "ortho", "forward"] | None = None,
    out: ndarray | None = None,
) -> ndarray:
    """Compute the inverse of `rfft` along an axis.

    Parameters
    ----------
    a : array_like
        Signal or spectrum with Hermitian symmetry, without its negative half.
    n : int, optional
        Number of points of the result; the input is cropped or padded. By default, ``2 * (size - 1)``.
    axis : int, default: -1
        Axis to transform.
    norm : {"backward", "ortho", "forward"}, default: "backward"
        Direction that is scaled by ``1/n``; "ortho" scales both by ``1/sqrt(n)``.
    out : ndarray, optional
        Array to write the result to. It must have the shape of the result.

    Returns
    -------
    ndarray
        The transform, real.

    Raises
    ------
    ValueError
        If `n` is less than 1, or `norm` is not a valid mode.
    AxisError
        If `axis` is out of bounds.

    Examples
    --------
    >>> xp.fft.irfft([3.0, 0.0], n=3).real
    array([1., 1., 1.])
    """
    if (type(a) is not ndarray or out is not None) and has_override(a, out):
        return call_override(irfft, locals())
    return _transform("irfft", a, n, axis, norm, out)


def hfft(
    a: ArrayLike,
    n: int | None = None,
    axis: SupportsIndex = -1,
    norm: Literal["backward", "ortho", "forward"] | None = None,
    out: ndarray | None = None,
) -> ndarray:
    """Compute the discrete Fourier transform of a Hermitian signal along an axis.

    Parameters
    ----------
    a : array_like
        Signal or spectrum with Hermitian symmetry, without its negative half.
    n : int, optional
        Number of points of the result; the input is cropped or padded. By default, ``2 * (size - 1)``.
    axis : int, default: -1
        Axis to transform.
    norm : {"backward", "ortho", "forward"}, default: "backward"
        Direction that is scaled by ``1/n``; "ortho" scales both by ``1/sqrt(n)``.
    out : ndarray, optional
        Array to write the result to. It must have the shape of the result.

    Returns
    -------
    ndarray
        The transform, real.

    Raises
    ------
    ValueError
        If `n` is less than 1, or `norm` is not a valid mode.
    AxisError
        If `axis` is out of bounds.

    Examples
    --------
    >>> xp.fft.hfft([1.0, 0.0], n=3).real
    array([1., 1., 1.])
    """
    if (type(a) is not ndarray or out is not None) and has_override(a, out):
        return call_override(hfft, locals())
    return _transform("hfft", a, n, axis, norm, out)


def ihfft(
    a: ArrayLike,
    n: int | None = None,
    axis: SupportsIndex = -1,
    norm: Literal["backward", "ortho", "forward"] | None = None,
    out: ndarray | None = None,
) -> ndarray:
    """Compute the inverse of `hfft` along an axis.

    Parameters
    ----------
    a : array_like
        Real input; complex numbers raise TypeError.
    n : int, optional
        Number of points; the input is cropped or padded with zeros. By default, the size of the axis.
    axis : int, default: -1
        Axis to transform.
    norm : {"backward", "ortho", "forward"}, default: "backward"
        Direction that is scaled by ``1/n``; "ortho" scales both by ``1/sqrt(n)``.
    out : ndarray, optional
        Array to write the result to. It must have the shape of the result.

    Returns
    -------
    ndarray
        Half of the transform, complex; the last transformed axis has the size ``n // 2 + 1``.

    Raises
    ------
    ValueError
        If `n` is less than 1, or `norm` is not a valid mode.
    AxisError
        If `axis` is out of bounds.

    Examples
    --------
    >>> xp.fft.ihfft([3.0, 0.0, 0.0]).real
    array([1., 1.])
    """
    if (type(a) is not ndarray or out is not None) and has_override(a, out):
        return call_override(ihfft, locals())
    return _transform("ihfft", a, n, axis, norm, out)


def fftn(
    a: ArrayLike,
    s: Sequence[SupportsIndex] | None = None,
    axes: Sequence[SupportsIndex] | None = None,
    norm: Literal["backward", "ortho", "forward"] | None = None,
    out: ndarray | None = None,
) -> ndarray:
    """Compute the discrete Fourier transform along several axes.

    Parameters
    ----------
    a : array_like
        Input.
    s : sequence of ints, optional
        Number of points along each axis; the input is cropped or padded with zeros. -1 keeps the size of the axis.
    axes : sequence of ints, optional
        Axes to transform; an axis may be repeated. By default the last ``len(s)``, or all.
    norm : {"backward", "ortho", "forward"}, default: "backward"
        Direction that is scaled by ``1/n``, where n is the product of all numbers of points; "ortho" scales both by
        ``1/sqrt(n)``.
    out : ndarray, optional
        Array to write the result to. It must have the shape of the result.

    Returns
    -------
    ndarray
        The transform, complex.

    Raises
    ------
    ValueError
        If a number of points is less than 1, `s` and `axes` differ in length, or `norm` is not a valid mode.
    AxisError
        If an axis is out of bounds.

    Examples
    --------
    >>> xp.fft.fftn([[1.0, 0.0], [0.0, 0.0]]).real
    array([[1., 1.],
           [1., 1.]])
    """
    if (type(a) is not ndarray or out is not None) and has_override(a, out):
        return call_override(fftn, locals())
    return _transform_axes("fft", a, s, axes, norm, out)


def ifftn(
    a: ArrayLike,
    s: Sequence[SupportsIndex] | None = None,
    axes: Sequence[SupportsIndex] | None = None,
    norm: Literal["backward", "ortho", "forward"] | None = None,
    out: ndarray | None = None,
) -> ndarray:
    """Compute the inverse discrete Fourier transform along several axes.

    Parameters
    ----------
    a : array_like
        Input.
    s : sequence of ints, optional
        Number of points along each axis; the input is cropped or padded with zeros. -1 keeps the size of the axis.
    axes : sequence of ints, optional
        Axes to transform; an axis may be repeated. By default the last ``len(s)``, or all.
    norm : {"backward", "ortho", "forward"}, default: "backward"
        Direction that is scaled by ``1/n``, where n is the product of all numbers of points; "ortho" scales both by
        ``1/sqrt(n)``.
    out : ndarray, optional
        Array to write the result to. It must have the shape of the result.

    Returns
    -------
    ndarray
        The transform, complex.

    Raises
    ------
    ValueError
        If a number of points is less than 1, `s` and `axes` differ in length, or `norm` is not a valid mode.
    AxisError
        If an axis is out of bounds.

    Examples
    --------
    >>> xp.fft.ifftn([[1.0, 0.0], [0.0, 0.0]]).real
    array([[0.25, 0.25],
           [0.25, 0.25]])
    """
    if (type(a) is not ndarray or out is not None) and has_override(a, out):
        return call_override(ifftn, locals())
    return _transform_axes("ifft", a, s, axes, norm, out)


def rfftn(
    a: ArrayLike,
    s: Sequence[SupportsIndex] | None = None,
    axes: Sequence[SupportsIndex] | None = None,
    norm: Literal["backward", "ortho", "forward"] | None = None,
    out: ndarray | None = None,
) -> ndarray:
    """Compute the discrete Fourier transform of real numbers along several axes.

    Parameters
    ----------
    a : array_like
        Real input; complex numbers raise TypeError.
    s : sequence of ints, optional
        Number of points along each axis; the input is cropped or padded with zeros. -1 keeps the size of the axis.
    axes : sequence of ints, optional
        Axes to transform; an axis may be repeated. By default the last ``len(s)``, or all.
    norm : {"backward", "ortho", "forward"}, default: "backward"
        Direction that is scaled by ``1/n``, where n is the product of all numbers of points; "ortho" scales both by
        ``1/sqrt(n)``.
    out : ndarray, optional
        Array to write the result to. It must have the shape of the result.

    Returns
    -------
    ndarray
        Half of the transform, complex; the last transformed axis has the size ``n // 2 + 1``.

    Raises
    ------
    ValueError
        If a number of points is less than 1, `s` and `axes` differ in length, or `norm` is not a valid mode.
    AxisError
        If an axis is out of bounds.

    Examples
    --------
    >>> xp.fft.rfftn([[1.0, 0.0], [0.0, 0.0]]).real
    array([[1., 1.],
           [1., 1.]])
    """
    if (type(a) is not ndarray or out is not None) and has_override(a, out):
        return call_override(rfftn, locals())
    return _transform_axes("rfft", a, s, axes, norm, out)


def irfftn(
    a: ArrayLike,
    s: Sequence[SupportsIndex] | None = None,
    axes: Sequence[SupportsIndex] | None = None,
    norm: Literal["backward", "ortho", "forward"] | None = None,
    out: ndarray | None = None,
) -> ndarray:
    """Compute the inverse of `rfftn` along several axes.

    Parameters
    ----------
    a : array_like
        Signal or spectrum with Hermitian symmetry, without its negative half.
    s : sequence of ints, optional
        Number of points along each axis; the input is cropped or padded with zeros. -1 keeps the size of the axis.
        By default, the last axis has ``2 * (size - 1)`` points.
    axes : sequence of ints, optional
        Axes to transform; an axis may be repeated. By default the last ``len(s)``, or all.
    norm : {"backward", "ortho", "forward"}, default: "backward"
        Direction that is scaled by ``1/n``, where n is the product of all numbers of points; "ortho" scales both by
        ``1/sqrt(n)``.
    out : ndarray, optional
        Array to write the result to. It must have the shape of the result.

    Returns
    -------
    ndarray
        The transform, real.

    Raises
    ------
    ValueError
        If a number of points is less than 1, `s` and `axes` differ in length, or `norm` is not a valid mode.
    AxisError
        If an axis is out of bounds.

    Examples
    --------
    >>> xp.fft.irfftn([[1.0, 0.0], [0.0, 0.0]]).real
    array([[0.25, 0.25],
           [0.25, 0.25]])
    """
    if (type(a) is not ndarray or out is not None) and has_override(a, out):
        return call_override(irfftn, locals())
    return _transform_axes("irfft", a, s, axes, norm, out)


def fft2(
    a: ArrayLike,
    s: Sequence[SupportsIndex] | None = None,
    axes: Sequence[SupportsIndex] | None = (-2, -1),
    norm: Literal["backward", "ortho", "forward"] | None = None,
    out: ndarray | None = None,
) -> ndarray:
    """Compute the discrete Fourier transform along two axes.

    Parameters
    ----------
    a : array_like
        Input.
    s : sequence of ints, optional
        Number of points along each axis; the input is cropped or padded with zeros. -1 keeps the size of the axis.
    axes : sequence of ints, default: (-2, -1)
        Axes to transform; an axis may be repeated.
    norm : {"backward", "ortho", "forward"}, default: "backward"
        Direction that is scaled by ``1/n``, where n is the product of all numbers of points; "ortho" scales both by
        ``1/sqrt(n)``.
    out : ndarray, optional
        Array to write the result to. It must have the shape of the result.

    Returns
    -------
    ndarray
        The transform, complex.

    Raises
    ------
    ValueError
        If a number of points is less than 1, `s` and `axes` differ in length, or `norm` is not a valid mode.
    AxisError
        If an axis is out of bounds.

    Examples
    --------
    >>> xp.fft.fft2([[1.0, 0.0], [0.0, 0.0]]).real
    array([[1., 1.],
           [1., 1.]])
    """
    if (type(a) is not ndarray or out is not None) and has_override(a, out):
        return call_override(fft2, locals())
    return _transform_axes("fft", a, s, axes, norm, out)


def ifft2(
    a: ArrayLike,
    s: Sequence[SupportsIndex] | None = None,
    axes: Sequence[SupportsIndex] | None = (-2, -1),
    norm: Literal["backward", "ortho", "forward"] | None = None,
    out: ndarray | None = None,
) -> ndarray:
    """Compute the inverse discrete Fourier transform along two axes.

    Parameters
    ----------
    a : array_like
        Input.
    s : sequence of ints, optional
        Number of points along each axis; the input is cropped or padded with zeros. -1 keeps the size of the axis.
    axes : sequence of ints, default: (-2, -1)
        Axes to transform; an axis may be repeated.
    norm : {"backward", "ortho", "forward"}, default: "backward"
        Direction that is scaled by ``1/n``, where n is the product of all numbers of points; "ortho" scales both by
        ``1/sqrt(n)``.
    out : ndarray, optional
        Array to write the result to. It must have the shape of the result.

    Returns
    -------
    ndarray
        The transform, complex.

    Raises
    ------
    ValueError
        If a number of points is less than 1, `s` and `axes` differ in length, or `norm` is not a valid mode.
    AxisError
        If an axis is out of bounds.

    Examples
    --------
    >>> xp.fft.ifft2([[1.0, 0.0], [0.0, 0.0]]).real
    array([[0.25, 0.25],
           [0.25, 0.25]])
    """
    if (type(a) is not ndarray or out is not None) and has_override(a, out):
        return call_override(ifft2, locals())
    return _transform_axes("ifft", a, s, axes, norm, out)


def rfft2(
    a: ArrayLike,
    s: Sequence[SupportsIndex] | None = None,
    axes: Sequence[SupportsIndex] | None = (-2, -1),
    norm: Literal["backward", "ortho", "forward"] | None = None,
    out: ndarray | None = None,
) -> ndarray:
    """Compute the discrete Fourier transform of real numbers along two axes.

    Parameters
    ----------
    a : array_like
        Real input; complex numbers raise TypeError.
    s : sequence of ints, optional
        Number of points along each axis; the input is cropped or padded with zeros. -1 keeps the size of the axis.
    axes : sequence of ints, default: (-2, -1)
        Axes to transform; an axis may be repeated.
    norm : {"backward", "ortho", "forward"}, default: "backward"
        Direction that is scaled by ``1/n``, where n is the product of all numbers of points; "ortho" scales both by
        ``1/sqrt(n)``.
    out : ndarray, optional
        Array to write the result to. It must have the shape of the result.

    Returns
    -------
    ndarray
        Half of the transform, complex; the last transformed axis has the size ``n // 2 + 1``.

    Raises
    ------
    ValueError
        If a number of points is less than 1, `s` and `axes` differ in length, or `norm` is not a valid mode.
    AxisError
        If an axis is out of bounds.

    Examples
    --------
    >>> xp.fft.rfft2([[1.0, 0.0], [0.0, 0.0]]).real
    array([[1., 1.],
           [1., 1.]])
    """
    if (type(a) is not ndarray or out is not None) and has_override(a, out):
        return call_override(rfft2, locals())
    return _transform_axes("rfft", a, s, axes, norm, out)


def irfft2(
    a: ArrayLike,
    s: Sequence[SupportsIndex] | None = None,
    axes: Sequence[SupportsIndex] | None = (-2, -1),
    norm: Literal["backward", "ortho", "forward"] | None = None,
    out: ndarray | None = None,
) -> ndarray:
    """Compute the inverse of `rfft2` along two axes.

    Parameters
    ----------
    a : array_like
        Signal or spectrum with Hermitian symmetry, without its negative half.
    s : sequence of ints, optional
        Number of points along each axis; the input is cropped or padded with zeros. -1 keeps the size of the axis.
        By default, the last axis has ``2 * (size - 1)`` points.
    axes : sequence of ints, default: (-2, -1)
        Axes to transform; an axis may be repeated.
    norm : {"backward", "ortho", "forward"}, default: "backward"
        Direction that is scaled by ``1/n``, where n is the product of all numbers of points; "ortho" scales both by
        ``1/sqrt(n)``.
    out : ndarray, optional
        Array to write the result to. It must have the shape of the result.

    Returns
    -------
    ndarray
        The transform, real.

    Raises
    ------
    ValueError
        If a number of points is less than 1, `s` and `axes` differ in length, or `norm` is not a valid mode.
    AxisError
        If an axis is out of bounds.

    Examples
    --------
    >>> xp.fft.irfft2([[1.0, 0.0], [0.0, 0.0]]).real
    array([[0.25, 0.25],
           [0.25, 0.25]])
    """
    if (type(a) is not ndarray or out is not None) and has_override(a, out):
        return call_override(irfft2, locals())
    return _transform_axes("irfft", a, s, axes, norm, out)
