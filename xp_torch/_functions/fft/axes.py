"""Transforms of `fft` along several axes, and the checks that all transforms share."""

from __future__ import annotations

import operator
import warnings
from collections.abc import Sequence
from typing import Any

import torch

from xp_torch._array.coercion import as_tensor, finish, write_out
from xp_torch._array.ndarray import ndarray
from xp_torch._facts.defaults import default_float
from xp_torch._facts.dtypes import KIND, as_dtype
from xp_torch._facts.errors import AxisError, UFuncTypeError
from xp_torch._facts.shapes import normalize_axis
from xp_torch._kernels import fft as kernels
from xp_torch._kernels.cast import cast

__all__: list[str] = []


def check_norm(norm: Any) -> str:
    """Return the normalization that `norm` names."""
    if norm is None:
        return "backward"
    if isinstance(norm, str) and norm in ("backward", "ortho", "forward"):
        return norm
    raise ValueError(f'Invalid norm value {norm}; should be "backward","ortho" or "forward".')


def floating(name: str, a: Any, real: bool = False) -> torch.Tensor:
    """Return an array-like as a floating tensor; `real` refuses complex numbers."""
    t = as_tensor(a)
    kind = KIND[t.dtype]
    if real and kind == "c":
        raise UFuncTypeError(
            f"ufunc '{name}' not supported for the input types, and the inputs could not be safely coerced to any "
            f"supported types according to the casting rule ''safe'' (dtype {as_dtype(t.dtype)}: "
            f"it transforms real numbers)"
        )
    return t if kind in "fc" else cast(t, default_float())


def check_points(n: Any) -> int:
    """Return a checked number of points."""
    count = operator.index(n)
    if count < 1:
        raise ValueError(f"Invalid number of FFT data points ({count}) specified.")
    return count


def finish_fft(name: str, t: torch.Tensor, out: Any, like: Any) -> ndarray:
    """Return `t`, in `out` if given, which must have its shape."""
    if out is None:
        return finish(name, t, like=like)
    target = out[0] if isinstance(out, tuple) and len(out) == 1 else out
    if isinstance(target, ndarray) and target._tensor.shape != t.shape:
        raise ValueError("output array has wrong shape.")
    return write_out(name, t, out)


def _sizes_and_axes(t: torch.Tensor, s: Any, axes: Any, real_result: bool = False) -> tuple[list[int], list[int]]:
    """Return the number of points along each axis, and the axes, checked."""
    if axes is None:
        if s is not None:
            warnings.warn(
                "`axes` should not be `None` if `s` is not `None` (Deprecated in NumPy 2.0); "
                "name the axes that `s` is for, the last ones by default",
                DeprecationWarning,
                stacklevel=4,
            )
        along = list(range(t.ndim)) if s is None else list(range(-len(s), 0))
    else:
        if isinstance(axes, dict):
            raise TypeError("axes must be a sequence of ints, not a dict")
        along = [operator.index(i) for i in axes]
    if s is not None and len(s) != len(along):
        raise ValueError("Shape and axes have different lengths.")
    if s is not None and None in s:
        warnings.warn(
            "Passing an array containing `None` values to `s` is deprecated in NumPy 2.0; -1 takes the size as it is",
            DeprecationWarning,
            stacklevel=4,
        )
    along = [normalize_axis(i, t.ndim) for i in along]
    sizes = [t.shape[i] for i in along]
    if s is not None:
        sizes = [size if n is None or n == -1 else operator.index(n) for n, size in zip(s, sizes, strict=True)]
    if real_result and sizes and (s is None or s[-1] is None):
        sizes[-1] = 2 * (sizes[-1] - 1)
    return [check_points(n) for n in sizes], along


def _many(name: str, a: Any, s: Any, axes: Any, norm: Any, out: Any) -> ndarray:
    """Return a transform of complex numbers along several axes."""
    t = floating(name, a)
    sizes, along = _sizes_and_axes(t, s, axes)
    return finish_fft(name + "n", kernels.transform_axes(name, t, sizes, along, check_norm(norm)), out, a)


def _many_real(a: Any, s: Any, axes: Any, norm: Any, out: Any) -> ndarray:
    """Return a transform of real numbers along several axes: the last by `rfft`, the others by `fft`."""
    t = floating("rfftn", a, True)
    sizes, along = _sizes_and_axes(t, s, axes)
    if not along:
        raise AxisError("at least one axis is needed")
    mode = check_norm(norm)
    t = kernels.transform("rfft", t, sizes[-1], along[-1], mode)
    if len(along) > 1:
        t = kernels.transform_axes("fft", t, sizes[:-1], along[:-1], mode)
    return finish_fft("rfftn", t, out, a)


def _many_to_real(a: Any, s: Any, axes: Any, norm: Any, out: Any) -> ndarray:
    """Return the inverse of `_many_real`: `ifft` along all axes but the last, `irfft` along that."""
    t = floating("irfftn", a)
    sizes, along = _sizes_and_axes(t, s, axes, real_result=True)
    if not along:
        raise AxisError("at least one axis is needed")
    mode = check_norm(norm)
    if len(along) > 1:
        t = kernels.transform_axes("ifft", t, sizes[-2::-1], along[-2::-1], mode)
    t = kernels.transform("irfft", t, sizes[-1], along[-1], mode)
    return finish_fft("irfftn", t, out, a)


def fftn(
    a: Any, s: Sequence[int] | None = None, axes: Sequence[int] | None = None, norm: str | None = None, out: Any = None
) -> ndarray:
    """Compute the discrete Fourier transform along several axes.

    Parameters
    ----------
    a : array_like
        Input.
    s : sequence of ints, optional
        The number of points along each axis; the input is cropped, or padded with zeros. -1 takes the size as it is.
    axes : sequence of ints, optional
        The axes to transform, by default the last ``len(s)``, or all; an axis may be repeated.
    norm : {"backward", "ortho", "forward"}, default: "backward"
        Which transform of the pair is scaled by 1/n, n being the product of all points; "ortho" scales both by
        1/sqrt(n).
    out : ndarray, optional
        Where to write the result.

    Returns
    -------
    ndarray
        Complex.

    Raises
    ------
    ValueError
        If a number of points is less than 1, `s` and `axes` differ in length, or `norm` is another.
    AxisError
        If an axis is out of bounds.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.fft.fftn(xp.asarray([[1.0, 0.0], [0.0, 0.0]])).real
    array([[1., 1.],
           [1., 1.]])
    """
    return _many("fft", a, s, axes, norm, out)


def ifftn(
    a: Any, s: Sequence[int] | None = None, axes: Sequence[int] | None = None, norm: str | None = None, out: Any = None
) -> ndarray:
    """Compute the inverse discrete Fourier transform along several axes.

    Parameters
    ----------
    a : array_like
        Input.
    s : sequence of ints, optional
        The number of points along each axis; the input is cropped, or padded with zeros. -1 takes the size as it is.
    axes : sequence of ints, optional
        The axes to transform, by default the last ``len(s)``, or all; an axis may be repeated.
    norm : {"backward", "ortho", "forward"}, default: "backward"
        Which transform of the pair is scaled by 1/n, n being the product of all points; "ortho" scales both by
        1/sqrt(n).
    out : ndarray, optional
        Where to write the result.

    Returns
    -------
    ndarray
        Complex.

    Raises
    ------
    ValueError
        If a number of points is less than 1, `s` and `axes` differ in length, or `norm` is another.
    AxisError
        If an axis is out of bounds.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.fft.ifftn(xp.asarray([[1.0, 0.0], [0.0, 0.0]])).real
    array([[0.25, 0.25],
           [0.25, 0.25]])
    """
    return _many("ifft", a, s, axes, norm, out)


def rfftn(
    a: Any, s: Sequence[int] | None = None, axes: Sequence[int] | None = None, norm: str | None = None, out: Any = None
) -> ndarray:
    """Compute the discrete Fourier transform of real numbers along several axes.

    Parameters
    ----------
    a : array_like
        Real input.
    s : sequence of ints, optional
        The number of points along each axis; the input is cropped, or padded with zeros. -1 takes the size as it is.
    axes : sequence of ints, optional
        The axes to transform, by default the last ``len(s)``, or all; an axis may be repeated.
    norm : {"backward", "ortho", "forward"}, default: "backward"
        Which transform of the pair is scaled by 1/n, n being the product of all points; "ortho" scales both by
        1/sqrt(n).
    out : ndarray, optional
        Where to write the result.

    Returns
    -------
    ndarray
        Complex; size ``n // 2 + 1`` along the last of the axes.

    Raises
    ------
    ValueError
        If a number of points is less than 1, `s` and `axes` differ in length, or `norm` is another.
    TypeError
        If the input is complex.
    AxisError
        If an axis is out of bounds.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.fft.rfftn(xp.asarray([[1.0, 0.0], [0.0, 0.0]])).real
    array([[1., 1.],
           [1., 1.]])
    """
    return _many_real(a, s, axes, norm, out)


def irfftn(
    a: Any, s: Sequence[int] | None = None, axes: Sequence[int] | None = None, norm: str | None = None, out: Any = None
) -> ndarray:
    """Compute the inverse of `rfftn` along several axes.

    Parameters
    ----------
    a : array_like
        Input; its half with frequencies from zero up.
    s : sequence of ints, optional
        The number of points along each axis; the input is cropped, or padded with zeros. -1 takes the size as it is.
        By default the last has ``2 * (size - 1)``.
    axes : sequence of ints, optional
        The axes to transform, by default the last ``len(s)``, or all; an axis may be repeated.
    norm : {"backward", "ortho", "forward"}, default: "backward"
        Which transform of the pair is scaled by 1/n, n being the product of all points; "ortho" scales both by
        1/sqrt(n).
    out : ndarray, optional
        Where to write the result.

    Returns
    -------
    ndarray
        Real.

    Raises
    ------
    ValueError
        If a number of points is less than 1, `s` and `axes` differ in length, or `norm` is another.
    AxisError
        If an axis is out of bounds.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.fft.irfftn(xp.asarray([[1.0, 0.0], [0.0, 0.0]]))
    array([[0.25, 0.25],
           [0.25, 0.25]])
    """
    return _many_to_real(a, s, axes, norm, out)


def fft2(
    a: Any,
    s: Sequence[int] | None = None,
    axes: Sequence[int] | None = (-2, -1),
    norm: str | None = None,
    out: Any = None,
) -> ndarray:
    """Compute the discrete Fourier transform along two axes.

    Parameters
    ----------
    a : array_like
        Input.
    s : sequence of ints, optional
        The number of points along each axis; the input is cropped, or padded with zeros. -1 takes the size as it is.
    axes : sequence of ints, default: (-2, -1)
        The axes to transform; an axis may be repeated.
    norm : {"backward", "ortho", "forward"}, default: "backward"
        Which transform of the pair is scaled by 1/n, n being the product of all points; "ortho" scales both by
        1/sqrt(n).
    out : ndarray, optional
        Where to write the result.

    Returns
    -------
    ndarray
        Complex.

    Raises
    ------
    ValueError
        If a number of points is less than 1, `s` and `axes` differ in length, or `norm` is another.
    AxisError
        If an axis is out of bounds.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.fft.fft2(xp.asarray([[1.0, 0.0], [0.0, 0.0]])).real
    array([[1., 1.],
           [1., 1.]])
    """
    return _many("fft", a, s, axes, norm, out)


def ifft2(
    a: Any,
    s: Sequence[int] | None = None,
    axes: Sequence[int] | None = (-2, -1),
    norm: str | None = None,
    out: Any = None,
) -> ndarray:
    """Compute the inverse discrete Fourier transform along two axes.

    Parameters
    ----------
    a : array_like
        Input.
    s : sequence of ints, optional
        The number of points along each axis; the input is cropped, or padded with zeros. -1 takes the size as it is.
    axes : sequence of ints, default: (-2, -1)
        The axes to transform; an axis may be repeated.
    norm : {"backward", "ortho", "forward"}, default: "backward"
        Which transform of the pair is scaled by 1/n, n being the product of all points; "ortho" scales both by
        1/sqrt(n).
    out : ndarray, optional
        Where to write the result.

    Returns
    -------
    ndarray
        Complex.

    Raises
    ------
    ValueError
        If a number of points is less than 1, `s` and `axes` differ in length, or `norm` is another.
    AxisError
        If an axis is out of bounds.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.fft.ifft2(xp.asarray([[1.0, 0.0], [0.0, 0.0]])).real
    array([[0.25, 0.25],
           [0.25, 0.25]])
    """
    return _many("ifft", a, s, axes, norm, out)


def rfft2(
    a: Any,
    s: Sequence[int] | None = None,
    axes: Sequence[int] | None = (-2, -1),
    norm: str | None = None,
    out: Any = None,
) -> ndarray:
    """Compute the discrete Fourier transform of real numbers along two axes.

    Parameters
    ----------
    a : array_like
        Real input.
    s : sequence of ints, optional
        The number of points along each axis; the input is cropped, or padded with zeros. -1 takes the size as it is.
    axes : sequence of ints, default: (-2, -1)
        The axes to transform; an axis may be repeated.
    norm : {"backward", "ortho", "forward"}, default: "backward"
        Which transform of the pair is scaled by 1/n, n being the product of all points; "ortho" scales both by
        1/sqrt(n).
    out : ndarray, optional
        Where to write the result.

    Returns
    -------
    ndarray
        Complex; size ``n // 2 + 1`` along the last of the axes.

    Raises
    ------
    ValueError
        If a number of points is less than 1, `s` and `axes` differ in length, or `norm` is another.
    TypeError
        If the input is complex.
    AxisError
        If an axis is out of bounds.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.fft.rfft2(xp.asarray([[1.0, 0.0], [0.0, 0.0]])).real
    array([[1., 1.],
           [1., 1.]])
    """
    return _many_real(a, s, axes, norm, out)


def irfft2(
    a: Any,
    s: Sequence[int] | None = None,
    axes: Sequence[int] | None = (-2, -1),
    norm: str | None = None,
    out: Any = None,
) -> ndarray:
    """Compute the inverse of `rfft2` along two axes.

    Parameters
    ----------
    a : array_like
        Input; its half with frequencies from zero up.
    s : sequence of ints, optional
        The number of points along each axis; the input is cropped, or padded with zeros. -1 takes the size as it is.
        By default the last has ``2 * (size - 1)``.
    axes : sequence of ints, default: (-2, -1)
        The axes to transform; an axis may be repeated.
    norm : {"backward", "ortho", "forward"}, default: "backward"
        Which transform of the pair is scaled by 1/n, n being the product of all points; "ortho" scales both by
        1/sqrt(n).
    out : ndarray, optional
        Where to write the result.

    Returns
    -------
    ndarray
        Real.

    Raises
    ------
    ValueError
        If a number of points is less than 1, `s` and `axes` differ in length, or `norm` is another.
    AxisError
        If an axis is out of bounds.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.fft.irfft2(xp.asarray([[1.0, 0.0], [0.0, 0.0]]))
    array([[0.25, 0.25],
           [0.25, 0.25]])
    """
    return _many_to_real(a, s, axes, norm, out)
