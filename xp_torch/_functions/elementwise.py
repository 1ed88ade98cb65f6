"""Elementwise functions: the ufuncs, which are made from the records, and `clip`, `imag`, `real` and `round`."""

from __future__ import annotations

import builtins
from math import inf
from operator import index
from types import EllipsisType
from typing import Any

import torch

from xp_torch._array.coercion import (
    OUTPUTS,
    as_ndarray,
    as_tensor,
    as_tensors,
    finish,
    output_dtype,
)
from xp_torch._array.door import call_override, has_override
from xp_torch._array.ndarray import ndarray, wrap, wrap_as
from xp_torch._array.ufunc.call import call, call_without_options
from xp_torch._array.ufunc.dispatch import FITS
from xp_torch._array.ufunc.overrides import overridden, overrides
from xp_torch._array.ufunc.records import RECORDS
from xp_torch._array.ufunc.ufuncs import (
    abs,
    acos,
    acosh,
    add,
    asin,
    asinh,
    atan,
    atan2,
    atanh,
    bitwise_and,
    bitwise_count,
    bitwise_invert,
    bitwise_left_shift,
    bitwise_or,
    bitwise_right_shift,
    bitwise_xor,
    cbrt,
    ceil,
    conj,
    copysign,
    cos,
    cosh,
    deg2rad,
    degrees,
    divide,
    divmod,
    equal,
    exp,
    exp2,
    expm1,
    fabs,
    float_power,
    floor,
    floor_divide,
    fmax,
    fmin,
    fmod,
    frexp,
    gcd,
    greater,
    greater_equal,
    heaviside,
    hypot,
    isfinite,
    isinf,
    isnan,
    lcm,
    ldexp,
    less,
    less_equal,
    log,
    log1p,
    log2,
    log10,
    logaddexp,
    logaddexp2,
    logical_and,
    logical_not,
    logical_or,
    logical_xor,
    maximum,
    minimum,
    modf,
    multiply,
    negative,
    nextafter,
    not_equal,
    positive,
    pow,
    rad2deg,
    radians,
    reciprocal,
    remainder,
    rint,
    sign,
    signbit,
    sin,
    sinh,
    spacing,
    sqrt,
    square,
    subtract,
    tan,
    tanh,
    trunc,
)
from xp_torch._facts.annotations import ArrayLike, Casting, DTypeLike
from xp_torch._facts.dtype_sets import ORDERED
from xp_torch._facts.dtypes import BOUNDS, KIND
from xp_torch._facts.errors import UFuncTypeError
from xp_torch._facts.promotion import check_int
from xp_torch._facts.torch_errors import explained, raise_explained
from xp_torch._kernels.cast import cast, scalar_tensor
from xp_torch._kernels.elementwise.loops import ROUND
from xp_torch._kernels.layout import drop_leading

__all__ = [
    "abs",
    "absolute",
    "acos",
    "acosh",
    "add",
    "arccos",
    "arccosh",
    "arcsin",
    "arcsinh",
    "arctan",
    "arctan2",
    "arctanh",
    "around",
    "asin",
    "asinh",
    "atan",
    "atan2",
    "atanh",
    "bitwise_and",
    "bitwise_count",
    "bitwise_invert",
    "bitwise_left_shift",
    "bitwise_not",
    "bitwise_or",
    "bitwise_right_shift",
    "bitwise_xor",
    "cbrt",
    "ceil",
    "clip",
    "conj",
    "conjugate",
    "copysign",
    "cos",
    "cosh",
    "deg2rad",
    "degrees",
    "divide",
    "divmod",
    "equal",
    "exp",
    "exp2",
    "expm1",
    "fabs",
    "float_power",
    "floor",
    "floor_divide",
    "fmax",
    "fmin",
    "fmod",
    "frexp",
    "gcd",
    "greater",
    "greater_equal",
    "heaviside",
    "hypot",
    "imag",
    "invert",
    "isfinite",
    "isinf",
    "isnan",
    "lcm",
    "ldexp",
    "left_shift",
    "less",
    "less_equal",
    "log",
    "log10",
    "log1p",
    "log2",
    "logaddexp",
    "logaddexp2",
    "logical_and",
    "logical_not",
    "logical_or",
    "logical_xor",
    "maximum",
    "minimum",
    "mod",
    "modf",
    "multiply",
    "negative",
    "nextafter",
    "not_equal",
    "positive",
    "pow",
    "power",
    "rad2deg",
    "radians",
    "real",
    "reciprocal",
    "remainder",
    "right_shift",
    "rint",
    "round",
    "sign",
    "signbit",
    "sin",
    "sinh",
    "spacing",
    "sqrt",
    "square",
    "subtract",
    "tan",
    "tanh",
    "true_divide",
    "trunc",
]


absolute = abs
arccos = acos
arccosh = acosh
arcsin = asin
arcsinh = asinh
arctan = atan
arctan2 = atan2
arctanh = atanh
bitwise_not = bitwise_invert
invert = bitwise_invert
left_shift = bitwise_left_shift
right_shift = bitwise_right_shift
conjugate = conj
true_divide = divide
power = pow
mod = remainder


def _clip_bound(bound: Any, dtype: torch.dtype, upper: bool) -> Any:
    """Return None for a Python int that no integer of `dtype` exceeds, else `bound`."""
    if type(bound) is not int or KIND[dtype] not in "iu":
        return bound
    low, high = BOUNDS[dtype]
    return None if (bound > high if upper else bound < low) else bound


_CLIP = RECORDS["clip"].loops
#: The numbers that bounds may be, for the dtypes that torch clamps.
_CLAMPED = {d: FITS[d] for d in ORDERED}


def clip(
    a: ArrayLike,
    min: ArrayLike | None = None,
    max: ArrayLike | None = None,
    out: ndarray | EllipsisType | None = None,
    *,
    a_min: ArrayLike | None = None,
    a_max: ArrayLike | None = None,
    where: ArrayLike = True,
    casting: Casting = "same_kind",
    dtype: DTypeLike | None = None,
) -> ndarray:
    """Clamp each element to the closed interval from `min` to `max`.

    Parameters
    ----------
    a : array_like
        Input.
    min, max : array_like, optional
        Lower and upper bound, which broadcast with `a`; None for no bound.
    out : ndarray, optional
        Array to write the result to. It must have the shape of the result.
    a_min, a_max : array_like, optional
        NumPy's other names of `min` and `max`.
    where : array_like of bool, default: True
        Elements to compute; broadcast against `a`.
    casting : str, default: "same_kind"
        Casts of `a` and the bounds to `dtype`, and of the result to the dtype of `out`, that are allowed.
    dtype : dtype_like, optional
        Data type to compute in and of the result; by default the common dtype of `a` and the bounds.

    Returns
    -------
    ndarray
        ``minimum(maximum(a, min), max)``; NaN propagates.

    Raises
    ------
    OverflowError
        If a Python int does not fit the dtype, except a lower bound below its range or an upper bound above it.
    ValueError
        If the shapes do not broadcast together.

    Notes
    -----
    Bounds that are Python ints are exact.

    Examples
    --------
    >>> xp.clip([-5, 0, 5], -1, 1)
    array([-1,  0,  1])
    >>> xp.clip(xp.asarray([1, 100], dtype=xp.int8), -1000, 50)
    array([ 1, 50], dtype=int8)
    """
    low, high = (a_min if min is None else min), (a_max if max is None else max)
    plain = out is None and where is True and dtype is None and casting == "same_kind"
    if plain and type(a) is ndarray:
        try:
            fits = _CLAMPED[a._dtype]
            smallest, largest = fits[type(low)]
            other_least, other_most = fits[type(high)]
            if smallest <= low <= largest and other_least <= high <= other_most:
                return wrap_as(_CLIP[a._dtype](a._tensor, low, high), a._dtype)
        except KeyError:
            pass  # the general path computes
        except RuntimeError as error:
            raise_explained("clip", [a._tensor], error)
    if has_override(a, min, max, a_min, a_max, out, where):
        return call_override(clip, locals())
    options: Any = {"where": where, "casting": casting, "dtype": dtype}
    if any(map(overrides, (a, low, high, out))):
        name = "minimum" if low is None else "maximum" if high is None else "clip"
        bounds = tuple([b for b in (low, high) if b is not None])
        return overridden(name, "__call__", (a, *bounds), None if out is ... else out, **options)
    # An array-like `a` goes to the device of the bounds.
    on_devices = [bound for bound in (low, high) if isinstance(bound, (ndarray, torch.Tensor))]
    x = a if isinstance(a, ndarray) else wrap(as_tensors("clip", a, *on_devices)[0])
    low, high = _clip_bound(low, x._dtype, False), _clip_bound(high, x._dtype, True)
    operands: tuple[Any, ...]
    if low is None and high is None:
        if x._dtype is torch.bool and dtype is None:
            raise UFuncTypeError("clip: an array of booleans needs a bound (got None for both)")
        name, operands = "positive", (x,)
    elif low is None or high is None:
        name, operands = ("minimum", (x, high)) if low is None else ("maximum", (x, low))
    else:
        name, operands = "clip", (x, low, high)
    return call_without_options(name, operands) if plain else call(name, operands, out, **options)


def imag(val: ArrayLike) -> ndarray:
    """Return the imaginary part: a view of a complex array, zeros of a real one.

    Parameters
    ----------
    val : array_like
        Input.

    Returns
    -------
    ndarray
        The imaginary part, in the dtype of the components.

    Examples
    --------
    >>> xp.imag([1 + 2j, 3])
    array([2., 0.])
    """
    if type(val) is not ndarray and has_override(val):
        return call_override(imag, locals())
    return as_ndarray(val).imag


def real(val: ArrayLike) -> ndarray:
    """Return the real part: a view of a complex array, else the array itself.

    Parameters
    ----------
    val : array_like
        Input.

    Returns
    -------
    ndarray
        The real part, in the dtype of the components.

    Examples
    --------
    >>> xp.real([1 + 2j, 3])
    array([1., 3.])
    """
    if type(val) is not ndarray and has_override(val):
        return call_override(real, locals())
    return as_ndarray(val).real


def round(a: ArrayLike, decimals: int = 0, out: ndarray | None = None) -> ndarray:
    """Round to the given number of decimals, halves to even.

    Parameters
    ----------
    a : array_like
        Input. The real and the imaginary part of complex numbers are rounded separately.
    decimals : int, default: 0
        Decimal places; negative ones are to the left of the point.
    out : ndarray, optional
        Array to write the result to. It must have the size of `a` and a shape that `a` broadcasts to.

    Returns
    -------
    ndarray
        The rounded values, in the dtype of `a` (float16 for booleans).

    Raises
    ------
    TypeError
        If `a` is boolean and `decimals` is not 0.
    OverflowError
        If `decimals` is beyond 32 bits.

    Notes
    -----
    The values are ``rint(a * 10**decimals) / 10**decimals``, with its rounding errors.

    Examples
    --------
    >>> xp.round([0.5, 1.5, 2.675], 2)
    array([0.5 , 1.5 , 2.68])
    >>> xp.round([15, 25], -1)
    array([20, 20])
    """
    if type(a) is ndarray and type(decimals) is int and decimals == 0 and out is None and a._dtype is not torch.bool:
        try:
            return wrap_as(ROUND[a._dtype](a._tensor), a._dtype)
        except RuntimeError as error:
            raise_explained("round", (a._tensor,), error)
    if (type(a) is not ndarray or out is not None) and has_override(a, out):
        return call_override(round, locals())
    if overrides(a):
        return _round_by_ufuncs(a, index(decimals), out)
    t, places = as_tensor(a), index(decimals)
    check_int(places, torch.int32)
    dtype = None
    if isinstance(out, OUTPUTS):
        if out.size != t.numel():
            raise ValueError("invalid output shape")
        if KIND[output_dtype(out)] in "fc" and not t.is_complex():
            dtype = output_dtype(out)
    if KIND[t.dtype] == "b":
        if places:
            raise UFuncTypeError("Cannot cast ufunc 'multiply' output from dtype('float64') to dtype('bool')")
        t = t.to(torch.float16)
    if t.is_complex() and places:
        result = torch.view_as_complex(_round_places(torch.view_as_real(t), places))
    elif KIND[t.dtype] in "iu":
        result = t.clone() if places >= 0 else _round_places(t.to(torch.float64), places, dtype)
        result = result if dtype else cast(result, t.dtype)
    else:
        result = ROUND[t.dtype](t) if places == 0 else _round_places(t, places, dtype)
    if isinstance(out, OUTPUTS) and (t.is_complex() or (KIND[t.dtype] in "iu" and places >= 0)):
        result = drop_leading(result, out.ndim)  # NumPy assigns these to `out`, complex numbers by parts
    return finish("round", result, out, a)


def _round_by_ufuncs(a: Any, places: int, out: Any) -> Any:
    """Return `a` rounded to `places` decimals by ufuncs, which a subclass of `ndarray` may compute itself."""
    if not places:
        return rint(a, out)
    factor = 10.0 ** builtins.abs(places)
    scale, unscale = (multiply, divide) if places > 0 else (divide, multiply)
    return unscale(rint(scale(a, factor)), factor, out)


@explained
def _round_places(t: torch.Tensor, places: int, dtype: torch.dtype | None = None) -> torch.Tensor:
    """Return `t` rounded to `places` decimals, which may be negative, in `dtype` or its own dtype."""
    factor = 10.0 ** builtins.abs(places) if builtins.abs(places) < 309 else inf
    scale = scalar_tensor(factor, t.dtype, t.device)
    scaled = cast(t * scale if places > 0 else t / scale, dtype or t.dtype)
    rounded, scale = ROUND[scaled.dtype](scaled), scalar_tensor(factor, scaled.dtype, t.device)
    return rounded.div_(scale) if places > 0 else rounded.mul_(scale)


def around(a: ArrayLike, decimals: int = 0, out: ndarray | None = None) -> ndarray:
    """Round to a number of decimals; NumPy's other name of `round`.

    Parameters
    ----------
    a : array_like
        Input.
    decimals : int, default: 0
        Number of decimals; negative for places before the point.
    out : ndarray, optional
        Array to write the result to. It must have the shape of the result.

    Returns
    -------
    ndarray
        The rounded values.

    Examples
    --------
    >>> xp.around([1.25, 2.5], 1)
    array([1.2, 2.5])
    """
    if not isinstance(a, ndarray) and has_override(a):
        return call_override(around, locals())
    return round(a, decimals, out)
