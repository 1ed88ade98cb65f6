"""Creation functions that make ranges: `arange`, `linspace` and their relatives; `_creation` re-exports them."""

from __future__ import annotations

import math
import operator
from typing import Any

import torch

from xp_torch._array.coercion import as_device, as_tensor, common_device, finish, warned_cast
from xp_torch._array.ndarray import ndarray, wrap, wrap_as
from xp_torch._array.ufunc.reduction import NO_VALUE
from xp_torch._facts.defaults import default_device, default_float, default_int
from xp_torch._facts.dtypes import BOUNDS, FROM_TORCH, KIND, REAL
from xp_torch._facts.promotion import promote, promote_dtypes, python_dtype, scalar_kind
from xp_torch._facts.shapes import broadcast_shapes, check_size, normalize_axis
from xp_torch._functions.creation.arguments import check_like, given_device, given_dtype
from xp_torch._kernels import creation as kernels
from xp_torch._kernels.cast import cast, scalar_tensor

__all__ = ["arange", "geomspace", "linspace", "logspace"]


def _given(value: Any) -> tuple[Any, torch.dtype, str]:
    """Return a bound of `arange` as a Python number, its dtype, and "weak" if it was one before."""
    kind = scalar_kind(value)
    if kind is not None:
        if kind == "i" and not BOUNDS[torch.int64][0] <= value <= BOUNDS[torch.int64][1]:
            return value, torch.uint64, "strong"
        return value, python_dtype(kind), "weak"
    try:
        t = as_tensor(value)
    except (TypeError, ValueError) as error:
        raise TypeError(f"arange() not supported for inputs of type {type(value).__name__}") from error
    if t.numel() != 1 or t.ndim:
        raise ValueError("arange: start, stop and step must be scalars or 0-dimensional arrays")
    return t.item(), t.dtype, "strong"


def _range_length(start: Any, stop: Any, step: Any) -> int:
    """Return how many values `arange` has, computed as NumPy computes it."""
    if step == 0:
        raise ZeroDivisionError("division by zero")
    if type(start) is int and type(stop) is int and type(step) is int:
        parts: tuple[float, ...] = (-((start - stop) // step),)
    else:
        steps = (stop - start) / step
        if steps == 0 and stop != start and not isinstance(steps, complex):
            # The quotient underflowed, or the step is infinite.
            return int(math.copysign(1.0, steps) > 0)
        parts = (steps.real, steps.imag) if isinstance(steps, complex) else (steps,)
    if any(math.isnan(p) for p in parts):
        raise ValueError("arange: cannot compute length")
    if any(p >= 2**63 or p < -(2**63) for p in parts):
        raise ValueError("Maximum allowed size exceeded")
    return max(0, min(math.ceil(p) if math.isfinite(p) else 0 for p in parts))


def _as_filled(value: Any, dtype: torch.dtype) -> Any:
    """Return a bound of `arange` as the Python number that `dtype` holds; an int that does not fit raises."""
    if KIND[dtype] not in "biu":
        return value
    if KIND[dtype] == "b":
        return bool(value)
    low, high = BOUNDS[dtype]
    whole = int(value)
    if not low <= whole <= high:
        raise OverflowError(f"Python integer {whole} out of bounds for {FROM_TORCH[dtype].name}")
    return whole


_REAL = (float, int)
_arange, _float64, _int64 = torch.arange, torch.float64, torch.int64
#: where torch counts the integers of a range without rounding, and what is counted fits every dtype that has a loop.
_FAR = 2**31 - 1


def _plain_range(start: int, stop: Any, step: int) -> ndarray | None:
    """Return the range that torch makes of Python ints as NumPy does, else None."""
    # What torch is not told takes it no time; ints give int64.
    if stop is None and 0 < start < _FAR and step == 1:
        return wrap_as(_arange(start), _int64)
    start, stop = (0, start) if stop is None else (start, stop)
    if type(stop) is not int or not (-_FAR < start < _FAR and -_FAR < stop < _FAR and -_FAR < step < _FAR):
        return None
    if (stop - start) * step > 0:
        return wrap_as(_arange(start, stop) if step == 1 else _arange(start, stop, step), _int64)
    return None


def _plain_floats(start: Any, stop: Any, step: Any) -> ndarray | None:
    """Return the range between Python numbers, of which some are floats, in float64 by few passes, else None."""
    if stop is None:
        start, stop = 0.0, start
    if not (type(start) in _REAL and type(stop) in _REAL and type(step) in _REAL):
        return None
    # Others, NaN among them, are for the general path, and so is a negative zero at the start.
    near = -_FAR < start < _FAR and -_FAR < stop < _FAR and 1 / _FAR < abs(step) < _FAR
    if near and (start or math.copysign(1.0, start) > 0.0) and default_float() is _float64:
        t = kernels.even_floats(float(start), float(step), math.ceil((stop - start) / step))
        return None if t is None else wrap_as(t, _float64)
    return None


def arange(
    start: Any = NO_VALUE,
    stop: Any = None,
    step: Any = 1,
    dtype: Any = None,
    *,
    device: Any = None,
    like: Any = None,
) -> ndarray:
    """Return evenly spaced values from `start` up to but not including `stop`.

    Parameters
    ----------
    start : number
        First value; with one argument it is `stop`, and the first value is 0.
    stop : number, optional
        End of the interval.
    step : number, default: 1
        Distance between values.
    dtype : dtype_like, optional
        Data type; by default the default integer dtype for ints, the default floating dtype for floats.
    device : device_like, optional
        Where to create the array, torch's default device if not given.
    like : array_like, optional
        NumPy's reference object; an `ndarray` or None.

    Returns
    -------
    ndarray
        1-D array of ``ceil((stop - start) / step)`` values, ``start + i * (second - start)`` as in NumPy.

    Raises
    ------
    ZeroDivisionError
        If `step` is 0.
    OverflowError
        If the first or second value does not fit an integer `dtype`.
    TypeError
        If `dtype` is bool and there are more than two values, or a bound is complex and `dtype` is not.

    See Also
    --------
    linspace : A number of values, with the end.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.arange(2, 8, 3)
    array([2, 5])
    >>> xp.arange(3, dtype=xp.uint16)
    array([0, 1, 2], dtype=uint16)
    """
    if like is None and device is None and dtype is None:
        if type(start) is int and type(step) is int and type(stop) is not float:
            plain = _plain_range(start, stop, step) if default_int() is _int64 else None
        else:
            plain = _plain_floats(start, stop, step)
        if plain is not None:
            return plain
    check_like(like)
    if stop is None:
        if start is NO_VALUE:
            raise TypeError("arange() requires stop to be specified.")
        start, stop = 0, start
    elif start is NO_VALUE:
        start = 0
    bounds = [_given(v) for v in (start, stop, 1 if step is None else step)]
    first, end, by = (b[0] for b in bounds)
    found = given_dtype(dtype)
    if found is None:
        # The defaults take part as strong dtypes, in NumPy too: arange(float32(3)) is float64.
        found = default_float() if any(KIND[d] in "fc" for _, d, _ in bounds) else default_int()
        for _, d, how in bounds:
            if how == "strong" or KIND[d] == "c":
                found = promote(found, d)
        if KIND[found] in "iu" and not all(BOUNDS[found][0] <= v <= BOUNDS[found][1] for v in (first, end)):
            found = torch.int64
    elif KIND[found] != "c" and any(isinstance(v, complex) for v in (first, end, by)):
        raise TypeError("must be real number, not complex")
    length = _range_length(first, end, by)
    check_size((length,), torch.int64.itemsize)
    if KIND[found] == "b" and length > 2:
        raise TypeError("arange() is only supported for booleans when the result has at most length 2.")
    where = as_device(device)
    if length == 0:
        return wrap(torch.empty(0, dtype=found, device=where))
    begin = _as_filled(first, found)
    second = _as_filled(first + by, found) if length > 1 else begin
    return wrap(kernels.arange(begin, second, length, found, where))


def linspace(
    start: Any,
    stop: Any,
    num: Any = 50,
    endpoint: bool = True,
    retstep: bool = False,
    dtype: Any = None,
    axis: Any = 0,
    *,
    device: Any = None,
) -> Any:
    """Return a number of evenly spaced values over an interval.

    Parameters
    ----------
    start, stop : array_like
        First and last value; arrays broadcast, and give a sequence for each element.
    num : int, default: 50
        How many values.
    endpoint : bool, default: True
        Whether `stop` is the last value.
    retstep : bool, default: False
        Whether to return the distance as well.
    dtype : dtype_like, optional
        Data type; by default that of the inputs, and at least the default floating dtype. For an integer dtype values
        are rounded down.
    axis : int, default: 0
        The axis of the result along which the values lie.
    device : device_like, optional
        Where to create the array; by default that of the arrays given, or torch's default device.

    Returns
    -------
    samples : ndarray
        Array with `num` values along `axis`.
    step : ndarray
        Distance between values, only if `retstep`.

    Raises
    ------
    ValueError
        If `num` is negative.

    See Also
    --------
    arange : A distance between values, without the end.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.linspace(0, 1, 5)
    array([0.  , 0.25, 0.5 , 0.75, 1.  ])
    """
    plain = dtype is None and device is None and retstep is False and axis == 0 and type(axis) is int
    if plain and type(num) is int and 1 < num < _FAR and type(start) in _REAL and type(stop) in _REAL:
        near = -_FAR < start < _FAR and -_FAR < stop < _FAR and default_float() is _float64
        even = kernels.even_steps(float(start), float(stop), num, endpoint) if near else None
        if even is not None:
            return wrap_as(even, _float64)
    count, target = _sample_count(num), given_dtype(dtype)
    y, step = kernels.linspace(*_ends("linspace", start, stop, device, target), count, endpoint)
    y = y.movedim(0, normalize_axis(axis, y.ndim))
    if target is not None:
        y = warned_cast(torch.floor(y) if KIND[target] in "iu" and not y.is_complex() else y, target)
    found = finish("linspace", y, like=start if isinstance(start, ndarray) else stop)
    if not retstep:
        return found
    if count <= int(bool(endpoint)):
        # There is no distance: a single NaN, as in NumPy.
        step = scalar_tensor(math.nan, default_float(), step.device)
    return found, finish("linspace", step)


def _sample_count(num: Any) -> int:
    """Return a checked number of samples."""
    count = operator.index(num)
    if count < 0:
        raise ValueError(f"Number of samples, {count}, must be non-negative.")
    if count > BOUNDS[torch.int64][1]:
        raise ValueError("Maximum allowed dimension exceeded")
    return count


def _ends(
    name: str, start: Any, stop: Any, device: Any = None, target: torch.dtype | None = None, meet: bool = False
) -> tuple[torch.Tensor, torch.Tensor]:
    """Return both ends in the inexact dtype to compute in; `meet` lets `target`, or the default, promote with them."""
    ends = (start, stop)
    arrays = [x for x in ends if isinstance(x, (ndarray, torch.Tensor))]
    where = given_device(device) or (common_device(name, arrays) if arrays else default_device())
    kinds = [scalar_kind(x) for x in ends]
    parts: list[Any] = [x if k else as_tensor(x, device=where) for x, k in zip(ends, kinds, strict=True)]
    # Integers of any kind, Python's and arrays', meet in the default floating dtype.
    dtypes = [p.dtype for p in parts if isinstance(p, torch.Tensor)]
    inexact = [d for d in dtypes if KIND[d] in "fc"]
    # Beside an inexact array, arrays of integers take part in its promotion, as in NumPy.
    scalars = [*(k for k in kinds if k in ("f", "c")), "f"]
    found = promote_dtypes(dtypes if inexact else [], scalars)
    if meet:
        own = [python_dtype("c" if k == "c" else "f") for k in kinds if k]
        asked = [*dtypes, target] if target is not None else [*inexact, default_float()]
        found = promote_dtypes([*own, *asked], ["f"])
    elif target is not None and KIND[target] in "fc" and not inexact:
        # A narrow default must not cost digits that were asked for; arrays compute in their own dtype, as in NumPy.
        found = promote(found, REAL[target])
    first, last = (cast(p, found) if isinstance(p, torch.Tensor) else scalar_tensor(p, found, where) for p in parts)
    broadcast_shapes(first.shape, last.shape)
    return first, last


def logspace(
    start: Any,
    stop: Any,
    num: Any = 50,
    endpoint: bool = True,
    base: Any = 10.0,
    dtype: Any = None,
    axis: Any = 0,
) -> ndarray:
    """Return powers of `base` with evenly spaced exponents.

    Parameters
    ----------
    start, stop : array_like
        First and last exponent.
    num : int, default: 50
        How many values.
    endpoint : bool, default: True
        Whether ``base ** stop`` is the last value.
    base : array_like, default: 10.0
        The base; an array broadcasts with the exponents, and gives a sequence for each element.
    dtype : dtype_like, optional
        Data type, as in `linspace`.
    axis : int, default: 0
        The axis of the result along which the values lie.

    Returns
    -------
    ndarray
        Array with `num` values along `axis`.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.logspace(0, 2, 3)
    array([  1.,  10., 100.])
    """
    count, target, kind = _sample_count(num), given_dtype(dtype), scalar_kind(base)
    first, last = _ends("logspace", start, stop)
    given = None if kind else as_tensor(base, device=None if isinstance(base, ndarray) else first.device)
    wide = promote_dtypes([first.dtype] if given is None else [first.dtype, given.dtype], [kind or "f"])
    factor = scalar_tensor(base, wide, first.device) if given is None else cast(given, wide)
    common_device("logspace", [first, factor])
    if factor.ndim:
        # `axis` counts the dimensions of all three
        ndim = len(broadcast_shapes(first.shape, last.shape, factor.shape))
        first, last, factor = (t.reshape((1,) * (ndim - t.ndim) + tuple(t.shape)) for t in (first, last, factor))
        factor = factor.unsqueeze(normalize_axis(axis, ndim + 1))
    exponents, _ = kernels.linspace(first, last, count, endpoint)
    exponents = exponents.movedim(0, normalize_axis(axis, exponents.ndim))
    y = torch.pow(factor, cast(exponents, wide))
    return wrap(y if target is None else warned_cast(y, target))


def geomspace(start: Any, stop: Any, num: Any = 50, endpoint: bool = True, dtype: Any = None, axis: Any = 0) -> ndarray:
    """Return values with a constant ratio over an interval.

    Parameters
    ----------
    start, stop : array_like
        First and last value, not zero.
    num : int, default: 50
        How many values.
    endpoint : bool, default: True
        Whether `stop` is the last value.
    dtype : dtype_like, optional
        Data type. It takes part in the promotion of the ends, as the default floating dtype does otherwise: a complex
        sequence from -1 to 1 turns through the plane, a real one is NaN between them.
    axis : int, default: 0
        The axis of the result along which the values lie.

    Returns
    -------
    ndarray
        Array with `num` values along `axis`.

    Raises
    ------
    ValueError
        If an end is the Python number zero.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.geomspace(1, 8, 4)
    array([1., 2., 4., 8.])
    """
    count, target = _sample_count(num), given_dtype(dtype)
    if any(scalar_kind(x) and x == 0 for x in (start, stop)):
        raise ValueError("Geometric sequence cannot include zero")
    first, last = _ends("geomspace", start, stop, target=target, meet=True)
    # Dividing by the sign (a unit number for complex) leaves a real, positive start: exact for negative ranges.
    unit = torch.sgn(first)
    ratio = last / unit
    log_first = torch.log10((first / unit).abs() if not first.is_complex() else first / unit)
    exponents, _ = kernels.linspace(log_first, torch.log10(ratio), count, endpoint)
    y = torch.pow(torch.full_like(exponents, 10.0), exponents) * unit
    ends = [first.expand(y.shape[1:])] if count else []
    if endpoint and count > 1:
        # a start of NaN has no sign to turn the end back by
        ends.append(torch.where(torch.isnan(first), first, last).expand(y.shape[1:]))
    if ends:
        y = torch.cat([ends[0].unsqueeze(0), y.narrow(0, 1, count - len(ends)), *(e.unsqueeze(0) for e in ends[1:])])
    y = y.movedim(0, normalize_axis(axis, y.ndim))
    return wrap(y if target is None else warned_cast(y, target))
