"""The discrete Fourier transforms of `fft`, along one axis and along several."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import torch

from xp_torch._array.coercion import OUTPUTS, as_tensor, finish
from xp_torch._array.ndarray import ndarray, wrap
from xp_torch._facts.defaults import floating
from xp_torch._facts.docstrings import shared_docstring
from xp_torch._facts.dtypes import KIND, as_dtype
from xp_torch._facts.errors import AxisError, UFuncTypeError, warn
from xp_torch._facts.inspection import check_later, known_or
from xp_torch._facts.shapes import as_index, normalize_axis
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

Examples
--------
>>> xp.fft.$name($arguments).real
array($values)
"""

_SEVERAL_AXES = """
Parameters
----------
a : array_like
    $input
s : sequence of ints, optional
    Number of points along each axis; the input is cropped or padded with zeros. -1 keeps the size of the axis.$last
axes : sequence of ints, $axes
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

Examples
--------
>>> xp.fft.$name([[1.0, 0.0], [0.0, 0.0]]).real
array([[$value, $value],
       [$value, $value]])
"""

_POINTS = "Number of points; the input is cropped or padded with zeros. By default, the size of the axis."
#: the kinds of transforms: of complex numbers, from real numbers to half of the spectrum, and back.
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


class _OneAxis(Protocol):
    """A transform along one axis."""

    def __call__(
        self, a: Any, n: int | None = None, axis: int = -1, norm: str | None = None, out: Any = None
    ) -> ndarray: ...


class _SeveralAxes(Protocol):
    """A transform along several axes; those along two have another default of `axes`."""

    def __call__(
        self,
        a: Any,
        s: Sequence[int] | None = None,
        axes: Sequence[int] | None = ...,
        norm: str | None = None,
        out: Any = None,
    ) -> ndarray: ...


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
    raise ValueError(f'Invalid norm value {norm}; should be "backward","ortho" or "forward".')


def _check_points(n: Any) -> int:
    """Return a number of points, which must be positive."""
    count = as_index(n)
    if known_or(False, count < 1):
        raise ValueError(f"Invalid number of FFT data points ({count}) specified.")
    check_later(count >= 1)
    return count


def _finish(name: str, t: torch.Tensor, out: Any, like: Any) -> ndarray:
    """Return `t` as an array, written to `out` if that is given."""
    if isinstance(out, OUTPUTS) and out.shape != t.shape:
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
        axes = range(t.ndim) if s is None else range(-len(s), 0)
    elif isinstance(axes, dict):
        raise TypeError("axes must be a sequence of ints, not a dict")
    axes = [normalize_axis(i, t.ndim) for i in axes]
    sizes = [t.shape[i] for i in axes]
    if s is not None:
        if len(s) != len(axes):
            raise ValueError("Shape and axes have different lengths.")
        if None in s:
            warn(
                "Passing an array containing `None` values to `s` is deprecated in NumPy 2.0; use -1 to keep the size",
                DeprecationWarning,
            )
        sizes = [size if n is None or n == -1 else as_index(n) for n, size in zip(s, sizes, strict=True)]
    if real_result and sizes and (s is None or s[-1] is None):
        sizes[-1] = 2 * (sizes[-1] - 1)
    return [_check_points(n) for n in sizes], axes


def _transform_axes(name: str, a: Any, s: Any, axes: Any, norm: Any, out: Any) -> ndarray:
    """Return a transform along several axes: "fft", "ifft", or for real numbers "rfft", "irfft"."""
    full_name = f"{name}n"
    t = _as_floating(full_name, a, name == "rfft")
    sizes, axes = sizes_and_axes(t, s, axes, name == "irfft")
    if not axes and name in ("rfft", "irfft"):
        raise AxisError(f"{full_name}: at least one axis is needed")
    return _finish(full_name, kernels.transform_axes(name, t, sizes, axes, _check_norm(norm)), out, a)


def _one_axis(name: str, kind: dict[str, str], summary: str, arguments: str, values: str) -> _OneAxis:
    """Return the public transform `name` along one axis; `values` is the result of the example."""

    def function(a: Any, n: int | None = None, axis: int = -1, norm: str | None = None, out: Any = None) -> ndarray:
        return _transform(name, a, n, axis, norm, out)

    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"Compute {summary} along an axis."
    return shared_docstring(_ONE_AXIS, name=name, arguments=arguments, values=values, **kind)(function)


def _several_axes(name: str, kind: dict[str, str], summary: str, value: str, count: str = "n") -> _SeveralAxes:
    """Return the public transform along several axes ("n") or two ("2"); the example's result is full of `value`."""
    two = count == "2"
    default = (-2, -1) if two else None

    def function(
        a: Any,
        s: Sequence[int] | None = None,
        axes: Sequence[int] | None = default,
        norm: str | None = None,
        out: Any = None,
    ) -> ndarray:
        return _transform_axes(name, a, s, axes, norm, out)

    function.__name__ = function.__qualname__ = name + count
    function.__doc__ = f"Compute {summary} along {'two' if two else 'several'} axes."
    last = "Axes to transform; an axis may be repeated."
    axes = f"default: (-2, -1)\n    {last}" if two else f"optional\n    {last} By default the last ``len(s)``, or all."
    return shared_docstring(_SEVERAL_AXES, name=name + count, axes=axes, value=value, **kind)(function)


_FFT = "the discrete Fourier transform"
_IFFT = "the inverse discrete Fourier transform"
_RFFT = "the discrete Fourier transform of real numbers"

fft = _one_axis("fft", _COMPLEX, _FFT, "[1.0, 0.0, 0.0]", "[1., 1., 1.]")
ifft = _one_axis("ifft", _COMPLEX, _IFFT, "[3.0, 0.0, 0.0]", "[1., 1., 1.]")
rfft = _one_axis("rfft", _TO_HALF, _RFFT, "[1.0, 0.0, 0.0]", "[1., 1.]")
irfft = _one_axis("irfft", _FROM_HALF, "the inverse of `rfft`", "[3.0, 0.0], n=3", "[1., 1., 1.]")
hfft = _one_axis("hfft", _FROM_HALF, f"{_FFT} of a Hermitian signal", "[1.0, 0.0], n=3", "[1., 1., 1.]")
ihfft = _one_axis("ihfft", _TO_HALF, "the inverse of `hfft`", "[3.0, 0.0, 0.0]", "[1., 1.]")

fftn = _several_axes("fft", _COMPLEX, _FFT, "1.")
ifftn = _several_axes("ifft", _COMPLEX, _IFFT, "0.25")
rfftn = _several_axes("rfft", _TO_HALF, _RFFT, "1.")
irfftn = _several_axes("irfft", _FROM_HALF, "the inverse of `rfftn`", "0.25")

fft2 = _several_axes("fft", _COMPLEX, _FFT, "1.", "2")
ifft2 = _several_axes("ifft", _COMPLEX, _IFFT, "0.25", "2")
rfft2 = _several_axes("rfft", _TO_HALF, _RFFT, "1.", "2")
irfft2 = _several_axes("irfft", _FROM_HALF, "the inverse of `rfft2`", "0.25", "2")
