"""Ranges: `arange`, `linspace`, `logspace`, `geomspace`."""

from __future__ import annotations

import math
from typing import Any, Literal, SupportsIndex, overload

import numpy as np
import torch

from xp_torch._array.coercion import as_device, as_tensor, finish, warned_cast
from xp_torch._array.door import BLOCKS, call_override, has_override, has_ruled, is_elsewhere
from xp_torch._array.ndarray import ndarray, wrap, wrap_as
from xp_torch._array.numpys import by_numpy
from xp_torch._facts.annotations import ArrayLike, DeviceLike, DTypeLike
from xp_torch._facts.defaults import default_device, default_float, default_int, python_dtype
from xp_torch._facts.dtypes import BOUNDS, FROM_TORCH, KIND, REAL, numpys_dtype, torch_dtype
from xp_torch._facts.errors import without_frames
from xp_torch._facts.inspection import any_true
from xp_torch._facts.no_value import NO_VALUE
from xp_torch._facts.promotion import promote, promote_dtypes, scalar_kind
from xp_torch._facts.shapes import (
    as_bool,
    as_index,
    broadcast_shapes,
    check_dimension,
    check_size,
    normalize_axis,
)
from xp_torch._facts.torch_errors import common_device, raise_explained
from xp_torch._functions.creation.arguments import check_like, given_device, given_dtype
from xp_torch._kernels import creation as kernels
from xp_torch._kernels.cast import cast, scalar_tensor

__all__ = ["arange", "geomspace", "linspace", "logspace"]


def _bound(value: Any) -> tuple[Any, torch.dtype, bool]:
    """Return a bound of `arange` as a Python number, its dtype, and whether the dtype is weak."""
    kind = scalar_kind(value)
    if kind is not None:
        if kind == "i" and not BOUNDS[torch.int64][0] <= value <= BOUNDS[torch.int64][1]:
            return value, torch.uint64, False
        return value, python_dtype(kind), True
    try:
        t = as_tensor(value)
    except ValueError:  # ragged lists
        raise ValueError(f"arange() not supported for inputs of type {type(value).__name__}") from None
    except TypeError:
        raise TypeError(f"arange() not supported for inputs of type {type(value).__name__}") from None
    if t.ndim:
        # NumPy reads the truth value of an array, and an array of one element has one.
        has_none = hasattr(value, "dtype") and t.numel() != 1
        raise (ValueError if has_none else TypeError)(
            "arange: start, stop and step must be scalars or 0-dimensional arrays"
        )
    return t.item(), t.dtype, False


def _range_length(start: Any, stop: Any, step: Any) -> int:
    """Return the length of `arange`, computed as NumPy does."""
    if step == 0:
        raise ZeroDivisionError("division by zero")
    if type(start) is int and type(stop) is int and type(step) is int:
        parts: list[float] = [-((start - stop) // step)]
    else:
        steps = (stop - start) / step
        if steps == 0 and stop != start and not isinstance(steps, complex):
            # The quotient underflowed, or the step is infinite.
            return int(math.copysign(1.0, steps) > 0)
        parts = [steps.real, steps.imag] if isinstance(steps, complex) else [steps]
    # Dynamo does not trace `math.isnan` and `math.isfinite` of a symbolic number.
    if any(p != p for p in parts):
        raise ValueError("arange: cannot compute length")
    if any(p >= 2**63 or p < -(2**63) for p in parts):
        raise ValueError("Maximum allowed size exceeded")
    return max(0, min([p if type(p) is int else math.ceil(p) for p in parts]))


def _converted(value: Any, dtype: torch.dtype) -> Any:
    """Return a bound of `arange` as a Python number for `dtype`; raise OverflowError if it does not fit."""
    if KIND[dtype] not in "biu":
        return value
    if KIND[dtype] == "b":
        return bool(value)
    low, high = BOUNDS[dtype]
    integer = value if type(value) is int else int(value)
    if not low <= integer <= high:
        raise OverflowError(f"Python integer {integer} out of bounds for {FROM_TORCH[dtype].name}")
    return integer


_REAL = (float, int)
_arange, _float64, _int64 = torch.arange, torch.float64, torch.int64
#: bound of the numbers for which the fast paths are exact.
_FAR = 2**31 - 1


def _int_range(start: int, stop: Any, step: int) -> ndarray | None:
    """Return a range of Python ints as int64; None if the fast path does not apply."""
    # torch takes less time for fewer arguments.
    if stop is None and -1 < start < _FAR and step == 1:
        return wrap_as(_arange(start), _int64)
    start, stop = (0, start) if stop is None else (start, stop)
    if type(stop) is not int or not (-_FAR < start < _FAR and -_FAR < stop < _FAR and -_FAR < step < _FAR):
        return None
    if (stop - start) * step > 0:
        return wrap_as(_arange(start, stop) if step == 1 else _arange(start, stop, step), _int64)
    return None


def _float_range(start: Any, stop: Any, step: Any) -> ndarray | None:
    """Return a range of Python numbers as float64; None if the fast path does not apply."""
    if stop is None:
        start, stop = 0.0, start
    if not (type(start) in _REAL and type(stop) in _REAL and type(step) in _REAL):
        return None
    # NaN fails the comparisons. A start of negative zero keeps its sign on the general path only.
    near = -_FAR < start < _FAR and -_FAR < stop < _FAR and 1 / _FAR < abs(step) < _FAR
    if near and (start or math.copysign(1.0, start) > 0.0) and default_float() is _float64:
        t = kernels.even_floats(float(start), float(step), math.ceil((stop - start) / step))
        return None if t is None else wrap_as(t, _float64)
    return None


def arange(
    first: ArrayLike = NO_VALUE,
    /,
    stop: ArrayLike | None = None,
    step: ArrayLike = 1,
    dtype: DTypeLike | None = None,
    *,
    start: ArrayLike = NO_VALUE,
    device: DeviceLike | None = None,
    like: ndarray | None = None,
) -> ndarray:
    """Return evenly spaced values from `start` up to but not including `stop`.

    Parameters
    ----------
    first : number
        The value of `start`. Without `stop`, it is the end of the interval, and the first value is 0.
    stop : number, optional
        End of the interval.
    step : number, default: 1
        Distance between values.
    dtype : dtype_like, optional
        Data type of the result; by default the default integer dtype for ints, the default floating dtype for floats.
    start : number, optional
        First value by its name, which needs `stop`.
    device : device_like, optional
        Device of the result; by default torch's default device.
    like : array_like, optional
        Reference object, as in NumPy: an `ndarray` of this package or None.

    Returns
    -------
    ndarray
        1-D array of length ``ceil((stop - start) / step)``.

    See Also
    --------
    linspace : Takes the number of values, and includes the end.

    Examples
    --------
    >>> xp.arange(2, 8, 3)
    array([2, 5])
    >>> xp.arange(3, dtype=xp.uint16)
    array([0, 1, 2], dtype=uint16)
    """
    if (BLOCKS or device is not None) and is_elsewhere(device):
        return call_override(arange, locals())
    if start is NO_VALUE:
        start = first
    elif first is not NO_VALUE:
        raise TypeError("arange() got the first value twice, by position and as 'start'")
    elif stop is None:
        raise TypeError("arange() requires stop to be specified.")
    if like is None and device is None and dtype is None:
        try:
            if type(start) is int and type(step) is int and type(stop) is not float:
                result = _int_range(start, stop, step) if default_int() is _int64 else None
            else:
                result = _float_range(start, stop, step)
        except RuntimeError as error:
            raise_explained("arange", (), error)
        if result is not None:
            return result
    if has_ruled(start, stop, step):
        return call_override(arange, locals() | {"first": start, "start": NO_VALUE})
    if numpys_dtype(dtype) is not None or has_override(start, stop, step):
        bounds = [x for x in (start, stop) if x is not NO_VALUE and x is not None]
        return by_numpy(np.arange, bounds, {"step": step, "dtype": dtype, "device": device})
    check_like(like)
    return wrap(kernels.arange(*arange_arguments(start, stop, step, dtype, device)))


@without_frames
def arange_arguments(
    start: Any, stop: Any, step: Any, dtype: Any, device: Any
) -> tuple[Any, Any, int, torch.dtype, torch.device]:
    """Return the first two values, the length, the dtype and the device of a range."""
    if stop is None:
        if start is NO_VALUE:
            raise TypeError("arange() requires stop to be specified.")
        start, stop = 0, start
    elif start is NO_VALUE:
        start = 0
    bounds = [_bound(v) for v in (start, stop, 1 if step is None else step)]
    first, end, distance = (b[0] for b in bounds)
    target = None if dtype is None else torch_dtype(dtype)
    if target is None:
        # The default dtypes promote as strong dtypes, as in NumPy: arange(float32(3)) is float64.
        target = default_float() if any(KIND[d] in "fc" for _, d, _ in bounds) else default_int()
        for _, d, weak in bounds:
            if not weak or KIND[d] == "c":
                target = promote(target, d)
        if KIND[target] in "iu" and not all(BOUNDS[target][0] <= v <= BOUNDS[target][1] for v in (first, end)):
            target = torch.int64
    elif KIND[target] != "c" and any(isinstance(v, complex) for v in (first, end, distance)):
        raise TypeError("must be real number, not complex")
    length = _range_length(first, end, distance)
    check_size((length,), torch.int64.itemsize)
    if KIND[target] == "b" and length > 2:
        raise TypeError("arange() is only supported for booleans when the result has at most length 2.")
    device = as_device(device)
    first_value = _converted(first, target) if length else 0
    second_value = _converted(first + distance, target) if length > 1 else first_value
    return first_value, second_value, length, target, device


@overload
def linspace(
    start: ArrayLike,
    stop: ArrayLike,
    num: SupportsIndex = 50,
    endpoint: bool = True,
    retstep: Literal[False] = False,
    dtype: DTypeLike | None = None,
    axis: SupportsIndex = 0,
    *,
    device: DeviceLike | None = None,
) -> ndarray: ...
@overload
def linspace(
    start: ArrayLike,
    stop: ArrayLike,
    num: SupportsIndex = 50,
    endpoint: bool = True,
    retstep: bool = False,
    dtype: DTypeLike | None = None,
    axis: SupportsIndex = 0,
    *,
    device: DeviceLike | None = None,
) -> Any: ...
def linspace(
    start: ArrayLike,
    stop: ArrayLike,
    num: SupportsIndex = 50,
    endpoint: bool = True,
    retstep: bool = False,
    dtype: DTypeLike | None = None,
    axis: SupportsIndex = 0,
    *,
    device: DeviceLike | None = None,
) -> Any:
    """Return evenly spaced values over an interval.

    Parameters
    ----------
    start, stop : array_like
        First and last value; arrays broadcast, with one sequence for each element.
    num : int, default: 50
        Number of values.
    endpoint : bool, default: True
        Whether `stop` is the last value.
    retstep : bool, default: False
        Whether to return the step as well.
    dtype : dtype_like, optional
        Data type of the result; by default that of the inputs, and at least the default floating dtype. Values are
        rounded down for an integer dtype.
    axis : int, default: 0
        Axis of the result along which the values are.
    device : device_like, optional
        Device of the result; by default the device of the inputs, else torch's default device.

    Returns
    -------
    samples : ndarray
        Array with `num` values along `axis`.
    step : ndarray
        Distance between values; only if `retstep` is True.

    See Also
    --------
    arange : Takes the distance between values, and excludes the end.

    Examples
    --------
    >>> xp.linspace(0, 1, 5)
    array([0.  , 0.25, 0.5 , 0.75, 1.  ])
    """
    if (
        ((BLOCKS or device is not None) and is_elsewhere(device))
        or has_override(start, stop)
        or numpys_dtype(dtype) is not None
    ):
        return call_override(linspace, locals())
    endpoint = as_bool(endpoint, "endpoint")
    plain = dtype is None and device is None and retstep is False and type(axis) is int and axis == 0
    if plain and type(num) is int and 1 < num < _FAR and type(start) in _REAL and type(stop) in _REAL:
        first, last = float(start), float(stop)  # type: ignore[arg-type]
        near = -_FAR < first < _FAR and -_FAR < last < _FAR and default_float() is _float64
        even = kernels.even_steps(first, last, num, endpoint) if near else None
        if even is not None:
            return wrap_as(even, _float64)
    count, target = sample_count(num), given_dtype(dtype)
    y, step = kernels.linspace(*linspace_ends("linspace", start, stop, device, target), count, endpoint)
    y = as_samples(y.movedim(0, normalize_axis(axis, y.ndim)), target)
    samples = finish("linspace", y, like=start if isinstance(start, ndarray) else stop)
    if not as_bool(retstep, "retstep"):
        return samples
    if count <= int(endpoint):
        # A single value has no step; NumPy returns NaN.
        step = scalar_tensor(math.nan, default_float(), step.device)
    return samples, finish("linspace", step)


def as_samples(y: torch.Tensor, target: torch.dtype | None) -> torch.Tensor:
    """Return values of `linspace` in the requested dtype, rounded down if it is an integer dtype."""
    if target is None:
        return y
    return warned_cast(torch.floor(y) if KIND[target] in "iu" and not y.is_complex() else y, target)


def sample_count(num: Any) -> int:
    """Return `num` as an int; raise ValueError if it is negative or too large."""
    count = as_index(num)
    if count < 0:
        raise ValueError(f"Number of samples, {count}, must be non-negative.")
    check_dimension(count)
    return count


def linspace_ends(
    name: str, start: Any, stop: Any, device: Any, target: torch.dtype | None = None, strong: bool = False
) -> tuple[torch.Tensor, torch.Tensor]:
    """Return both ends in the inexact dtype to compute in.

    With `strong`, scalars and `target` (or the default floating dtype) promote as strong dtypes.
    """
    given = (start, stop)
    arrays = [x for x in given if isinstance(x, (ndarray, torch.Tensor))]
    device = given_device(device) or (common_device(name, arrays) if arrays else default_device())
    kinds = [scalar_kind(x) for x in given]
    parts: list[Any] = [x if k else as_tensor(x, device=device) for x, k in zip(given, kinds, strict=True)]
    dtypes = [p.dtype for p in parts if isinstance(p, torch.Tensor)]
    inexact = [d for d in dtypes if KIND[d] in "fc"]
    # Integer arrays promote with an inexact array, as in NumPy; otherwise integers give the default floating dtype.
    common = promote_dtypes(dtypes if inexact else [], [*(k for k in kinds if k in ("f", "c")), "f"])
    if strong:
        scalars = [python_dtype("c" if k == "c" else "f") for k in kinds if k]
        others = [*dtypes, target] if target is not None else [*inexact, default_float()]
        common = promote_dtypes([*scalars, *others], ["f"])
    elif target is not None and KIND[target] in "fc" and not inexact:
        # A narrow default dtype must not lose digits of `dtype`; arrays compute in their own dtype, as in NumPy.
        common = promote(common, REAL[target])
    first, last = (cast(p, common) if isinstance(p, torch.Tensor) else scalar_tensor(p, common, device) for p in parts)
    broadcast_shapes(first.shape, last.shape)
    return first, last


def logspace(
    start: ArrayLike,
    stop: ArrayLike,
    num: SupportsIndex = 50,
    endpoint: bool = True,
    base: ArrayLike = 10.0,
    dtype: DTypeLike | None = None,
    axis: SupportsIndex = 0,
    *,
    device: DeviceLike | None = None,
) -> ndarray:
    """Return powers of `base` with evenly spaced exponents.

    Parameters
    ----------
    start, stop : array_like
        First and last exponent.
    num : int, default: 50
        Number of values.
    endpoint : bool, default: True
        Whether ``base ** stop`` is the last value.
    base : array_like, default: 10.0
        Base; an array broadcasts with the exponents.
    dtype : dtype_like, optional
        Data type of the result, as for `linspace`.
    axis : int, default: 0
        Axis of the result along which the values are.
    device : device_like, optional
        Device of the result; by default the device of the inputs, else torch's default device.

    Returns
    -------
    ndarray
        Array with `num` values along `axis`.

    Examples
    --------
    >>> xp.logspace(0, 2, 3)
    array([  1.,  10., 100.])
    """
    if (
        ((BLOCKS or device is not None) and is_elsewhere(device))
        or has_override(start, stop, base)
        or numpys_dtype(dtype) is not None
    ):
        return call_override(logspace, locals())
    count, target, kind = sample_count(num), given_dtype(dtype), scalar_kind(base)
    first, last = linspace_ends("logspace", start, stop, device)
    given = None if kind else as_tensor(base, device=None if isinstance(base, ndarray) else first.device)
    wide = promote_dtypes([first.dtype] if given is None else [first.dtype, given.dtype], [kind or "f"])
    factor = scalar_tensor(base, wide, first.device) if given is None else cast(given, wide)
    common_device("logspace", [first, factor])
    if factor.ndim:
        # `axis` refers to the dimensions of all three.
        ndim = len(broadcast_shapes(first.shape, last.shape, factor.shape))
        first, last, factor = (t.reshape((1,) * (ndim - t.ndim) + tuple(t.shape)) for t in (first, last, factor))
        factor = factor.unsqueeze(normalize_axis(axis, ndim + 1))
    exponents, _ = kernels.linspace(first, last, count, as_bool(endpoint, "endpoint"))
    exponents = exponents.movedim(0, normalize_axis(axis, exponents.ndim))
    y = torch.pow(factor, cast(exponents, wide))
    return wrap(y if target is None else warned_cast(y, target))


def geomspace(
    start: ArrayLike,
    stop: ArrayLike,
    num: SupportsIndex = 50,
    endpoint: bool = True,
    dtype: DTypeLike | None = None,
    axis: SupportsIndex = 0,
    *,
    device: DeviceLike | None = None,
) -> ndarray:
    """Return values with a constant ratio over an interval.

    Parameters
    ----------
    start, stop : array_like
        First and last value, not zero.
    num : int, default: 50
        Number of values.
    endpoint : bool, default: True
        Whether `stop` is the last value.
    dtype : dtype_like, optional
        Data type of the result; it promotes with the ends. From -1 to 1, complex values
        follow a spiral, and real values are NaN.
    axis : int, default: 0
        Axis of the result along which the values are.
    device : device_like, optional
        Device of the result; by default the device of the inputs, else torch's default device.

    Returns
    -------
    ndarray
        Array with `num` values along `axis`.

    Raises
    ------
    ValueError
        If an end is zero. Arrays whose values cannot be inspected (on a GPU, or traced) are not checked.

    Examples
    --------
    >>> xp.geomspace(1, 8, 4)
    array([1., 2., 4., 8.])
    """
    if (
        ((BLOCKS or device is not None) and is_elsewhere(device))
        or has_override(start, stop)
        or numpys_dtype(dtype) is not None
    ):
        return call_override(geomspace, locals())
    count, target, endpoint = sample_count(num), given_dtype(dtype), as_bool(endpoint, "endpoint")
    first, last = linspace_ends("geomspace", start, stop, device, target, strong=True)
    if any((scalar_kind(x) and x == 0) or any_true(t == 0) for x, t in ((start, first), (stop, last))):
        raise ValueError("Geometric sequence cannot include zero")
    # Dividing by the sign (a unit number if complex) gives a positive real start: exact for negative ranges.
    unit = torch.sgn(first)
    ratio = last / unit
    log_first = torch.log10((first / unit).abs() if not first.is_complex() else first / unit)
    exponents, _ = kernels.linspace(log_first, torch.log10(ratio), count, endpoint)
    y = torch.pow(torch.full_like(exponents, 10.0), exponents) * unit
    ends = [first.expand(y.shape[1:])] if count else []
    if endpoint and count > 1:
        # A start of NaN has no sign, so the end cannot be recovered.
        ends.append(torch.where(torch.isnan(first), first, last).expand(y.shape[1:]))
    if ends:
        y = torch.cat([ends[0].unsqueeze(0), y.narrow(0, 1, count - len(ends)), *(e.unsqueeze(0) for e in ends[1:])])
    y = y.movedim(0, normalize_axis(axis, y.ndim))
    return wrap(y if target is None else warned_cast(y, target))
