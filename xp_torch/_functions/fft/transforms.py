"""The discrete Fourier transforms of `fft`, along one axis and along several."""

from __future__ import annotations

import operator
import warnings
from collections.abc import Sequence
from typing import Any

import torch

from xp_torch._array.coercion import as_tensor, finish
from xp_torch._array.ndarray import ndarray, wrap
from xp_torch._facts.defaults import default_float
from xp_torch._facts.docstrings import shared_docstring
from xp_torch._facts.dtypes import KIND, as_dtype
from xp_torch._facts.errors import AxisError, UFuncTypeError
from xp_torch._facts.shapes import normalize_axis
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

_ONE_AXIS = """
Parameters
----------
a : array_like
    $input
n : int, optional
    $points
axis : int, default: -1
    Axis to transform.
norm : {"backward", "ortho", "forward"}, default: "backward"
    Direction that is scaled by ``1/n``; "ortho" scales both by ``1/sqrt(n)``.
out : ndarray, optional
    Array to write the result to. It must have the shape of the result.

Returns
-------
ndarray
    $result

Raises
------
ValueError
    If `n` is less than 1, or `norm` is not a valid mode.
AxisError
    If `axis` is out of bounds.
"""

_SEVERAL_AXES = """
Parameters
----------
a : array_like
    $input
s : sequence of ints, optional
    Number of points along each axis; the input is cropped or padded with zeros. -1 keeps the size of the axis.$last
axes : sequence of ints, $axes
    An axis may be repeated.
norm : {"backward", "ortho", "forward"}, default: "backward"
    Direction that is scaled by ``1/n``, where n is the product of all numbers of points; "ortho" scales both by
    ``1/sqrt(n)``.
out : ndarray, optional
    Array to write the result to. It must have the shape of the result.

Returns
-------
ndarray
    $result

Raises
------
ValueError
    If a number of points is less than 1, `s` and `axes` differ in length, or `norm` is not a valid mode.
AxisError
    If an axis is out of bounds.
"""

_ALL = "optional\n    Axes to transform; by default the last ``len(s)``, or all."
_TWO = "default: (-2, -1)\n    Axes to transform."

_POINTS = "Number of points; the input is cropped or padded with zeros. By default, the size of the axis."
_COMPLEX = {"input": "Input.", "points": _POINTS, "last": "", "result": "The transform, complex."}
_TO_HALF = {
    "input": "Real input; complex numbers raise TypeError.",
    "points": _POINTS,
    "last": "",
    "result": "Half of the transform, complex; the last transformed axis has the size ``n // 2 + 1``.",
}
_FROM_HALF = {
    "input": "Half of a signal or spectrum with Hermitian symmetry, from zero up.",
    "points": "Number of points of the result; the input is cropped or padded. By default, ``2 * (size - 1)``.",
    "last": "\n    By default, the last axis has ``2 * (size - 1)`` points.",
    "result": "The transform, real.",
}


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
    return t if kind in "fc" else cast(t, default_float())


def _check_norm(norm: Any) -> str:
    """Return the normalization mode; None is "backward"."""
    if norm is None:
        return "backward"
    if isinstance(norm, str) and norm in ("backward", "ortho", "forward"):
        return norm
    raise ValueError(f'Invalid norm value {norm}; should be "backward","ortho" or "forward".')


def _check_points(n: Any) -> int:
    """Return a number of points, which must be positive."""
    count = operator.index(n)
    if count < 1:
        raise ValueError(f"Invalid number of FFT data points ({count}) specified.")
    return count


def _finish(name: str, t: torch.Tensor, out: Any, like: Any) -> ndarray:
    """Return `t` as an array, written to `out` if that is given."""
    if isinstance(out, ndarray) and out._tensor.shape != t.shape:
        raise ValueError("output array has wrong shape.")
    return finish(name, t, out, like)


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
        n = 2 * (t.shape[axis] - 1) if real_result else t.shape[axis]
    return _finish(name, kernels.transform(name, t, _check_points(n), axis, _check_norm(norm)), out, a)


def _sizes_and_axes(t: torch.Tensor, s: Any, axes: Any, real_result: bool) -> tuple[list[int], list[int]]:
    """Return the number of points along each axis, and the axes."""
    if axes is None:
        if s is not None:
            warnings.warn(
                "`axes` should not be `None` if `s` is not `None` (Deprecated in NumPy 2.0); "
                "name the axes that `s` is for, the last ones by default",
                DeprecationWarning,
                stacklevel=4,
            )
        axes = range(t.ndim) if s is None else range(-len(s), 0)
    elif isinstance(axes, dict):
        raise TypeError("axes must be a sequence of ints, not a dict")
    axes = [normalize_axis(i, t.ndim) for i in axes]
    sizes = [t.shape[i] for i in axes]
    if s is not None:
        if len(s) != len(axes):
            raise ValueError("Shape and axes have different lengths.")
        if None in s:
            warnings.warn(
                "Passing an array containing `None` values to `s` is deprecated in NumPy 2.0; use -1 to keep the size",
                DeprecationWarning,
                stacklevel=4,
            )
        sizes = [size if n is None or n == -1 else operator.index(n) for n, size in zip(s, sizes, strict=True)]
    if real_result and sizes and (s is None or s[-1] is None):
        sizes[-1] = 2 * (sizes[-1] - 1)
    return [_check_points(n) for n in sizes], axes


def _transform_axes(name: str, a: Any, s: Any, axes: Any, norm: Any, out: Any) -> ndarray:
    """Return a transform along several axes: "fft", "ifft", or for real numbers "rfft", "irfft"."""
    full_name = f"{name}n"
    t = _as_floating(full_name, a, name == "rfft")
    sizes, axes = _sizes_and_axes(t, s, axes, name == "irfft")
    if not axes and name in ("rfft", "irfft"):
        raise AxisError(f"{full_name}: at least one axis is needed")
    return _finish(full_name, kernels.transform_axes(name, t, sizes, axes, _check_norm(norm)), out, a)


@shared_docstring(_ONE_AXIS, **_COMPLEX)
def fft(a: Any, n: int | None = None, axis: int = -1, norm: str | None = None, out: Any = None) -> ndarray:
    """Compute the discrete Fourier transform along an axis.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.fft.fft(xp.asarray([1.0, 0.0, 0.0])).real
    array([1., 1., 1.])
    """
    return _transform("fft", a, n, axis, norm, out)


@shared_docstring(_ONE_AXIS, **_COMPLEX)
def ifft(a: Any, n: int | None = None, axis: int = -1, norm: str | None = None, out: Any = None) -> ndarray:
    """Compute the inverse discrete Fourier transform along an axis.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.fft.ifft(xp.asarray([3.0, 0.0, 0.0])).real
    array([1., 1., 1.])
    """
    return _transform("ifft", a, n, axis, norm, out)


@shared_docstring(_ONE_AXIS, **_TO_HALF)
def rfft(a: Any, n: int | None = None, axis: int = -1, norm: str | None = None, out: Any = None) -> ndarray:
    """Compute the discrete Fourier transform of real numbers along an axis.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.fft.rfft(xp.asarray([1.0, 0.0, 0.0])).real
    array([1., 1.])
    """
    return _transform("rfft", a, n, axis, norm, out)


@shared_docstring(_ONE_AXIS, **_FROM_HALF)
def irfft(a: Any, n: int | None = None, axis: int = -1, norm: str | None = None, out: Any = None) -> ndarray:
    """Compute the inverse of `rfft` along an axis.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.fft.irfft(xp.asarray([3.0, 0.0]), n=3)
    array([1., 1., 1.])
    """
    return _transform("irfft", a, n, axis, norm, out)


@shared_docstring(_ONE_AXIS, **_FROM_HALF)
def hfft(a: Any, n: int | None = None, axis: int = -1, norm: str | None = None, out: Any = None) -> ndarray:
    """Compute the discrete Fourier transform of a signal with Hermitian symmetry along an axis.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.fft.hfft(xp.asarray([1.0, 0.0]), n=3)
    array([1., 1., 1.])
    """
    return _transform("hfft", a, n, axis, norm, out)


@shared_docstring(_ONE_AXIS, **_TO_HALF)
def ihfft(a: Any, n: int | None = None, axis: int = -1, norm: str | None = None, out: Any = None) -> ndarray:
    """Compute the inverse of `hfft` along an axis.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.fft.ihfft(xp.asarray([3.0, 0.0, 0.0])).real
    array([1., 1.])
    """
    return _transform("ihfft", a, n, axis, norm, out)


@shared_docstring(_SEVERAL_AXES, axes=_ALL, **_COMPLEX)
def fftn(
    a: Any, s: Sequence[int] | None = None, axes: Sequence[int] | None = None, norm: str | None = None, out: Any = None
) -> ndarray:
    """Compute the discrete Fourier transform along several axes.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.fft.fftn(xp.asarray([[1.0, 0.0], [0.0, 0.0]])).real
    array([[1., 1.],
           [1., 1.]])
    """
    return _transform_axes("fft", a, s, axes, norm, out)


@shared_docstring(_SEVERAL_AXES, axes=_ALL, **_COMPLEX)
def ifftn(
    a: Any, s: Sequence[int] | None = None, axes: Sequence[int] | None = None, norm: str | None = None, out: Any = None
) -> ndarray:
    """Compute the inverse discrete Fourier transform along several axes.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.fft.ifftn(xp.asarray([[1.0, 0.0], [0.0, 0.0]])).real
    array([[0.25, 0.25],
           [0.25, 0.25]])
    """
    return _transform_axes("ifft", a, s, axes, norm, out)


@shared_docstring(_SEVERAL_AXES, axes=_ALL, **_TO_HALF)
def rfftn(
    a: Any, s: Sequence[int] | None = None, axes: Sequence[int] | None = None, norm: str | None = None, out: Any = None
) -> ndarray:
    """Compute the discrete Fourier transform of real numbers along several axes.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.fft.rfftn(xp.asarray([[1.0, 0.0], [0.0, 0.0]])).real
    array([[1., 1.],
           [1., 1.]])
    """
    return _transform_axes("rfft", a, s, axes, norm, out)


@shared_docstring(_SEVERAL_AXES, axes=_ALL, **_FROM_HALF)
def irfftn(
    a: Any, s: Sequence[int] | None = None, axes: Sequence[int] | None = None, norm: str | None = None, out: Any = None
) -> ndarray:
    """Compute the inverse of `rfftn` along several axes.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.fft.irfftn(xp.asarray([[1.0, 0.0], [0.0, 0.0]]))
    array([[0.25, 0.25],
           [0.25, 0.25]])
    """
    return _transform_axes("irfft", a, s, axes, norm, out)


@shared_docstring(_SEVERAL_AXES, axes=_TWO, **_COMPLEX)
def fft2(
    a: Any,
    s: Sequence[int] | None = None,
    axes: Sequence[int] | None = (-2, -1),
    norm: str | None = None,
    out: Any = None,
) -> ndarray:
    """Compute the discrete Fourier transform along two axes.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.fft.fft2(xp.asarray([[1.0, 0.0], [0.0, 0.0]])).real
    array([[1., 1.],
           [1., 1.]])
    """
    return _transform_axes("fft", a, s, axes, norm, out)


@shared_docstring(_SEVERAL_AXES, axes=_TWO, **_COMPLEX)
def ifft2(
    a: Any,
    s: Sequence[int] | None = None,
    axes: Sequence[int] | None = (-2, -1),
    norm: str | None = None,
    out: Any = None,
) -> ndarray:
    """Compute the inverse discrete Fourier transform along two axes.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.fft.ifft2(xp.asarray([[1.0, 0.0], [0.0, 0.0]])).real
    array([[0.25, 0.25],
           [0.25, 0.25]])
    """
    return _transform_axes("ifft", a, s, axes, norm, out)


@shared_docstring(_SEVERAL_AXES, axes=_TWO, **_TO_HALF)
def rfft2(
    a: Any,
    s: Sequence[int] | None = None,
    axes: Sequence[int] | None = (-2, -1),
    norm: str | None = None,
    out: Any = None,
) -> ndarray:
    """Compute the discrete Fourier transform of real numbers along two axes.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.fft.rfft2(xp.asarray([[1.0, 0.0], [0.0, 0.0]])).real
    array([[1., 1.],
           [1., 1.]])
    """
    return _transform_axes("rfft", a, s, axes, norm, out)


@shared_docstring(_SEVERAL_AXES, axes=_TWO, **_FROM_HALF)
def irfft2(
    a: Any,
    s: Sequence[int] | None = None,
    axes: Sequence[int] | None = (-2, -1),
    norm: str | None = None,
    out: Any = None,
) -> ndarray:
    """Compute the inverse of `rfft2` along two axes.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.fft.irfft2(xp.asarray([[1.0, 0.0], [0.0, 0.0]]))
    array([[0.25, 0.25],
           [0.25, 0.25]])
    """
    return _transform_axes("irfft", a, s, axes, norm, out)
