"""Convolution, correlation and interpolation of 1-D arrays."""

from __future__ import annotations

import operator
from typing import Any, Literal

import torch

from xp_torch._array.coercion import as_tensor_beside, as_tensors, promote_arrays, warned_cast
from xp_torch._array.door import call_override, has_override
from xp_torch._array.ndarray import ndarray, wrap
from xp_torch._array.ufunc.overrides import subclass_operand, wrap_result
from xp_torch._facts.annotations import ArrayLike
from xp_torch._facts.dtypes import KIND, as_dtype
from xp_torch._facts.inspection import check_later, is_decided, known_or
from xp_torch._facts.shapes import single
from xp_torch._facts.torch_errors import explained
from xp_torch._kernels import host_functions
from xp_torch._kernels import mathematical as kernels
from xp_torch._kernels.bit_views import from_signed_bits, signed_bits
from xp_torch._kernels.cast import cast

__all__ = ["convolve", "correlate", "interp"]

_remainder = explained(torch.remainder)
_flip = explained(torch.flip)
_correlate = explained(kernels.correlate)
_convolve = explained(kernels.convolve)

_MODES = ("valid", "same", "full")


def _mode(mode: Any) -> Any:
    """Return the name of a mode, given as a name or a number."""
    if isinstance(mode, str):
        if mode not in _MODES:
            raise ValueError(f"mode must be one of 'valid', 'same', or 'full' (got {mode!r:.80})")
        return mode
    number = operator.index(mode)
    if not 0 <= number < len(_MODES):
        raise ValueError("integer mode must be 0, 1, or 2")
    return _MODES[number]


def _correlated(a: torch.Tensor, v: torch.Tensor, mode: str, flipped: str) -> torch.Tensor:
    """Return the correlation of `a` with `v`, which is not longer; `flipped` is "v", "result" or ""."""
    on_host = host_functions.correlate(a, v, mode, flipped)
    if on_host is not None:
        return on_host
    width = v.shape[0]
    before = {"valid": 0, "same": width // 2, "full": width - 1}[mode]
    after = {"valid": 0, "same": width - width // 2 - 1, "full": width - 1}[mode]
    left, right = signed_bits(a), signed_bits(v)
    sums = _correlate(left, _flip(right, (0,)) if flipped == "v" else right, before, after)
    return from_signed_bits(_flip(sums, (0,)) if flipped == "result" else sums, a.dtype)


def _check_vectors(tensors: list[torch.Tensor]) -> None:
    """Raise unless all tensors have one dimension."""
    for t in tensors:
        if t.ndim != 1:
            raise ValueError(f"object {'too deep' if t.ndim else 'of too small depth'} for desired array")


def convolve(a: ArrayLike, v: ArrayLike, mode: Literal["full", "same", "valid"] = "full") -> ndarray:
    """Compute the discrete linear convolution of two 1-D arrays.

    Parameters
    ----------
    a, v : array_like
        Operands, 1-D and not empty.
    mode : {"full", "same", "valid"}, default: "full"
        Part to return: all overlaps, as many as the longer operand has elements, or complete overlaps only.

    Returns
    -------
    ndarray
        The sums of products, in the common dtype; integers wrap, and booleans add by "or".

    Examples
    --------
    >>> xp.convolve([1, 2, 3], [0, 1, 2])
    array([0, 1, 4, 7, 6])
    """
    if has_override(a, v):
        return call_override(convolve, locals())
    left, right = (t.reshape(1) if t.ndim == 0 else t for t in promote_arrays("convolve", a, v))
    for name, t in (("a", left), ("v", right)):
        if known_or(False, t.shape[0] == 0):
            raise ValueError(f"{name} cannot be empty")
    _check_vectors([left, right])
    if not is_decided(right.shape[0] > left.shape[0]):
        return wrap(_convolve(left, right, _mode(mode)))
    if right.shape[0] > left.shape[0]:
        left, right = right, left
    return wrap(_correlated(left, right, _mode(mode), "v"))


def correlate(a: ArrayLike, v: ArrayLike, mode: Literal["valid", "same", "full"] = "valid") -> ndarray:
    """Compute the cross-correlation of two 1-D arrays: ``c[k] = sum(a[n + k] * conj(v[n]))``.

    Parameters
    ----------
    a, v : array_like
        Operands, 1-D and not empty.
    mode : {"valid", "same", "full"}, default: "valid"
        Part to return, as in `convolve`.

    Returns
    -------
    ndarray
        The sums of products, in the common dtype; integers wrap, and booleans add by "or".

    Examples
    --------
    >>> xp.correlate([1, 2, 3], [0, 1, 2])
    array([8])
    """
    if has_override(a, v):
        return call_override(correlate, locals())
    left, right = promote_arrays("correlate", a, v)
    _check_vectors([left, right])
    for name, t in (("first", left), ("second", right)):
        if known_or(False, t.shape[0] == 0):
            raise ValueError(f"{name} array argument cannot be empty")
    right = right.conj().resolve_conj()
    mode = _mode(mode)
    if not is_decided(right.shape[0] > left.shape[0]):
        if mode == "same":
            check_later(right.shape[0] <= left.shape[0])  # a longer `right` would reverse the result
        return wrap_result(_convolve(left, _flip(right, (0,)), mode), subclass_operand((a, v)))
    if right.shape[0] > left.shape[0]:
        sums = _correlated(right, left, mode, "result")
    else:
        sums = _correlated(left, right, mode, "")
    return wrap_result(sums, subclass_operand((a, v)))


def _float_points(name: str, t: torch.Tensor) -> torch.Tensor:
    """Return real numbers as float64."""
    if KIND[t.dtype] == "c":
        raise TypeError(
            f"Cannot cast array data from {as_dtype(t.dtype)!r} to {as_dtype(torch.float64)!r} according to the rule "
            f"'safe' ({name} of interp)"
        )
    return cast(t, torch.float64)


def _end(value: Any, at: torch.Tensor) -> torch.Tensor:
    """Return the value beyond an end of the points, by default the value `at` the end."""
    if value is None:
        return at
    given = as_tensor_beside("interp", at, value)
    if KIND[given.dtype] == "c" and not at.is_complex():
        raise TypeError("must be real number, not complex")
    return cast(given, at.dtype).reshape(())


def interp(
    x: ArrayLike,
    xp: ArrayLike,
    fp: ArrayLike,
    left: ArrayLike | None = None,
    right: ArrayLike | None = None,
    period: float | None = None,
) -> ndarray:
    """Interpolate linearly between data points.

    Parameters
    ----------
    x : array_like
        Points of evaluation.
    xp : array_like
        Data points, 1-D and increasing (which is not checked) unless `period` is given.
    fp : array_like
        Values at the data points, real or complex, of the size of `xp`.
    left, right : scalar, optional
        Values below the first and above the last data point; by default the values at them.
    period : float, optional
        Period of the function; `left` and `right` are ignored then.

    Returns
    -------
    ndarray
        Values of the shape of `x`: float64, or complex128 if `fp` is complex. NaN where `x` is NaN.

    Examples
    --------
    >>> xp.interp([0.0, 1.5, 4.0], [1, 2, 3], [3.0, 2.0, 0.0])
    array([3. , 2.5, 0. ])
    """
    if has_override(x, xp, fp, left, right):
        return call_override(interp, locals())
    at, points, values = as_tensors("interp", x, xp, fp)
    if period is None:
        at, points = _float_points("x", at), _float_points("xp", points)
    else:
        at, points = warned_cast(at, torch.float64), warned_cast(points, torch.float64)
    values = cast(values, torch.complex128 if KIND[values.dtype] == "c" else torch.float64)
    if period is not None:
        if single(period, "period") == 0:
            raise ValueError("period must be a non-zero value")
        if points.ndim != 1 or values.ndim != 1:
            raise ValueError("Data points must be 1-D sequences")
        left = right = None
    _check_vectors([points, values])
    if known_or(False, points.shape[0] != values.shape[0]):
        raise ValueError("fp and xp are not of the same length.")
    if known_or(False, points.shape[0] == 0):
        if known_or(False, at.numel() == 0):
            return wrap(torch.empty(at.shape, dtype=values.dtype, device=at.device))
        raise ValueError("array of sample points is empty")
    if period is not None:
        cycle = abs(period)
        at, points = _remainder(at, cycle), _remainder(points, cycle)
        order = torch.argsort(points, stable=True)
        points, values = points.index_select(0, order), values.index_select(0, order)
        last = points.shape[0] - 1
        points = torch.cat([points.narrow(0, last, 1) - cycle, points, points.narrow(0, 0, 1) + cycle])
        values = torch.cat([values.narrow(0, last, 1), values, values.narrow(0, 0, 1)])
    if any(isinstance(end, (list, tuple)) or getattr(end, "ndim", 0) for end in (left, right)):
        raise TypeError(f"interp: left and right must be numbers (got {left!r:.80} and {right!r:.80})")
    ends = _end(left, values.select(0, 0)), _end(right, values.select(0, -1))
    return wrap(kernels.interpolate(at, points, values, *ends))
