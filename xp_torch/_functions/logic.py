"""Logic functions: comparison within tolerances and of whole arrays, and properties of objects."""

from __future__ import annotations

import numbers
from collections.abc import Iterable, Sequence
from contextlib import nullcontext
from typing import Any

import numpy as np
import torch

from xp_torch._array.coercion import as_ndarray, as_tensor, device_among
from xp_torch._array.door import call_override, has_foreign, has_override
from xp_torch._array.floating_errors import is_reporting
from xp_torch._array.ndarray import host, ndarray, wrap
from xp_torch._facts.annotations import ArrayLike
from xp_torch._facts.defaults import floating
from xp_torch._facts.dtypes import FROM_TORCH, KIND, as_dtype, dtype, generic, native_dtype
from xp_torch._facts.errors import UnsupportedError, warn, without_frames
from xp_torch._facts.promotion import promote
from xp_torch._facts.shapes import as_bool, broadcast_shapes
from xp_torch._facts.torch_errors import explained
from xp_torch._functions.creation.from_data import asanyarray, asarray
from xp_torch._functions.data_type import result_type
from xp_torch._functions.elementwise import abs as absolute
from xp_torch._functions.elementwise import equal, isfinite, isinf, isnan, less_equal, logical_and, logical_not, signbit
from xp_torch._functions.error_state import errstate
from xp_torch._kernels.statistics.reductions import all_of

__all__ = [
    "allclose",
    "array_equal",
    "array_equiv",
    "common_type",
    "isclose",
    "iscomplex",
    "iscomplexobj",
    "isneginf",
    "isposinf",
    "isreal",
    "isrealobj",
    "isscalar",
    "iterable",
    "mintypecode",
    "typename",
]

_PYTHON_NUMBERS = (int, float, complex)
_CODES_BY_SIZE = "GDFgdfQqLlIiHhBb?"
#: Descriptions of the characters of dtypes. NumPy has deprecated its function of them in 2.5.
_DESCRIPTIONS = {
    "S1": "character",
    "?": "bool",
    "b": "signed char",
    "B": "unsigned char",
    "h": "short",
    "H": "unsigned short",
    "i": "integer",
    "I": "unsigned integer",
    "l": "long integer",
    "L": "unsigned long integer",
    "q": "long long integer",
    "Q": "unsigned long long integer",
    "f": "single precision",
    "d": "double precision",
    "g": "long precision",
    "F": "complex single precision",
    "D": "complex double precision",
    "G": "complex long double precision",
    "S": "string",
    "U": "unicode",
    "V": "void",
    "O": "object",
}


def isclose(
    a: ArrayLike, b: ArrayLike, rtol: ArrayLike = 1.0e-5, atol: ArrayLike = 1.0e-8, equal_nan: bool = False
) -> ndarray:
    """Return elementwise whether ``abs(a - b) <= atol + rtol * abs(b)``.

    Parameters
    ----------
    a, b : array_like
        Arrays to compare; `b` is the reference.
    rtol, atol : array_like
        Relative and absolute tolerance.
    equal_nan : bool, default: False
        Whether NaNs are equal.

    Returns
    -------
    ndarray
        Booleans. An infinity is close only to itself.

    Examples
    --------
    >>> xp.isclose([1e10, 1e-7], [1.00001e10, 1e-8])
    array([ True, False])
    """
    if has_override(a, b, rtol, atol):
        return call_override(isclose, locals())
    return _is_close(a, b, rtol, atol, equal_nan)


@without_frames
def _is_close(a: Any, b: Any, rtol: Any, atol: Any, equal_nan: bool) -> ndarray:
    """Return where elements are equal within a tolerance."""
    device = device_among("isclose", a, b)
    x: Any
    y: Any
    x, y, atol, rtol = (v if isinstance(v, _PYTHON_NUMBERS) else as_ndarray(v, device) for v in (a, b, atol, rtol))
    if not isinstance(x, ndarray) and not isinstance(y, ndarray):
        x = asarray(x)
    if isinstance(y, ndarray):
        y = asanyarray(y, dtype=result_type(y, 1.0))
    elif isinstance(y, int):
        y = float(y)
    if any(isinstance(v, (int, float)) and v - v != 0 for v in (atol, rtol)):
        text = f"One of rtol or atol is not valid, atol: {atol}, rtol: {rtol}"
        warn(text, RuntimeWarning)
    same = equal(x, y)  # Dynamo takes `==` with a symbolic number for False
    # As in NumPy, the difference of two infinities is no error.
    with errstate(invalid="ignore") if is_reporting() else nullcontext():
        close = less_equal(absolute(x - y), atol + rtol * abs(y))
    if isinstance(y, ndarray):
        close = close & isfinite(y)
    elif y - y != 0:
        close = close & isfinite(asarray(y, device=device))
    close = close | same
    if not as_bool(equal_nan, "equal_nan"):
        return close
    x_nan, y_nan = (isnan(v if isinstance(v, ndarray) else asarray(v, device=device)) for v in (x, y))
    return close | (x_nan & y_nan)


def allclose(
    a: ArrayLike, b: ArrayLike, rtol: ArrayLike = 1.0e-5, atol: ArrayLike = 1.0e-8, equal_nan: bool = False
) -> bool:
    """Return whether two arrays are equal everywhere within a tolerance.

    Parameters
    ----------
    a, b : array_like
        Arrays to compare; `b` is the reference.
    rtol, atol : array_like
        Relative and absolute tolerance.
    equal_nan : bool, default: False
        Whether NaNs are equal.

    Returns
    -------
    bool
        Whether `isclose` is true everywhere; values are read back to the host.

    Examples
    --------
    >>> xp.allclose([1.0, xp.nan], [1.0, xp.nan], equal_nan=True)
    True
    """
    if has_override(a, b, rtol, atol):
        return call_override(allclose, locals())
    return bool(_is_close(a, b, rtol, atol, equal_nan).all())


def _equal(x: ndarray, y: ndarray) -> bool:
    """Return whether all elements are equal."""
    return bool(all_of((x == y)._tensor))


def _to_compare(a: Any) -> ndarray | np.ndarray:
    """Return an array-like as an array; as one of NumPy's if its elements are text or other objects."""
    try:
        return asarray(a)
    except (TypeError, ValueError, OverflowError):
        pass
    return np.asarray(a)


def _on_host(a: ndarray | np.ndarray) -> np.ndarray:
    """Return an array as one of NumPy's."""
    return host(a._tensor) if isinstance(a, ndarray) else a


def array_equal(a1: ArrayLike, a2: ArrayLike, equal_nan: bool = False) -> bool:
    """Return whether two arrays have the same shape and elements.

    Parameters
    ----------
    a1, a2 : array_like
        Arrays to compare.
    equal_nan : bool, default: False
        Whether NaNs are equal; a complex number with a NaN in either part is a NaN.

    Returns
    -------
    bool
        The result, False if an input cannot be converted to an array. Values are read back to the host. NumPy compares
        text and other objects.

    Examples
    --------
    >>> xp.array_equal([1, 2], [1.0, 2.0]), xp.array_equal([1, 2], [[1, 2]])
    (True, False)
    """
    if has_override(a1, a2):
        return call_override(array_equal, locals())
    equal_nan = as_bool(equal_nan, "equal_nan")
    try:
        x, y = _to_compare(a1), _to_compare(a2)
    except (TypeError, ValueError):
        return False
    if x.shape != y.shape:
        return False
    if not isinstance(x, ndarray) or not isinstance(y, ndarray):
        return np.array_equal(_on_host(x), _on_host(y), equal_nan)
    if not equal_nan:
        return _equal(x, y)
    return bool(((x == y) | (isnan(x) & isnan(y)))._tensor.all())


def array_equiv(a1: ArrayLike, a2: ArrayLike) -> bool:
    """Return whether two arrays have the same elements after broadcasting.

    Parameters
    ----------
    a1, a2 : array_like
        Arrays to compare.

    Returns
    -------
    bool
        The result, False if the shapes do not broadcast. Values are read back to the host. NumPy compares text and
        other objects.

    Examples
    --------
    >>> xp.array_equiv([1, 2], [[1, 2], [1, 2]])
    True
    """
    if has_override(a1, a2):
        return call_override(array_equiv, locals())
    try:
        x, y = _to_compare(a1), _to_compare(a2)
        broadcast_shapes(x.shape, y.shape)
    except (TypeError, ValueError):
        return False
    if not isinstance(x, ndarray) or not isinstance(y, ndarray):
        return np.array_equiv(_on_host(x), _on_host(y))
    return _equal(x, y)


@explained
def _imaginary_is_zero(x: Any, expected: bool) -> ndarray:
    """Return elementwise whether the imaginary part of `x` is zero or, if not `expected`, whether it is nonzero."""
    if isinstance(x, ndarray) and type(x) is not ndarray:
        return x.imag == 0 if expected else x.imag != 0
    t = as_tensor(x)
    if KIND[t.dtype] != "c":
        return wrap(torch.full_like(t, expected, dtype=torch.bool))
    imaginary = torch.view_as_real(t).select(-1, 1)
    return wrap(imaginary == 0 if expected else imaginary != 0)


def iscomplex(x: ArrayLike) -> ndarray:
    """Return elementwise whether the imaginary part is not zero.

    Parameters
    ----------
    x : array_like
        Input.

    Returns
    -------
    ndarray
        Booleans; False for a real dtype.

    Examples
    --------
    >>> xp.iscomplex([1 + 1j, 2 + 0j])
    array([ True, False])
    """
    if type(x) is not ndarray and has_override(x):
        return call_override(iscomplex, locals())
    return _imaginary_is_zero(x, False)


def isreal(x: ArrayLike) -> ndarray:
    """Return elementwise whether the imaginary part is zero.

    Parameters
    ----------
    x : array_like
        Input.

    Returns
    -------
    ndarray
        Booleans; True for a real dtype.

    Examples
    --------
    >>> xp.isreal([1 + 1j, 2 + 0j])
    array([False,  True])
    """
    if type(x) is not ndarray and has_override(x):
        return call_override(isreal, locals())
    return _imaginary_is_zero(x, True)


def iscomplexobj(x: object) -> bool:
    """Return whether an object has a complex dtype; its values do not matter.

    Parameters
    ----------
    x : object
        Object to check.

    Returns
    -------
    bool
        True if `x` has, or converts to an array of, a complex dtype.

    Examples
    --------
    >>> xp.iscomplexobj(1.0), xp.iscomplexobj([3, 1 + 0j])
    (False, True)
    """
    if not isinstance(x, ndarray) and has_override(x):
        return call_override(iscomplexobj, locals())
    kind: Any = getattr(x, "dtype", None)
    if isinstance(kind, torch.dtype):
        return KIND[as_dtype(kind).torch] == "c"
    if hasattr(kind, "type"):
        return issubclass(kind.type, np.complexfloating)
    try:
        return bool(KIND[as_tensor(x).dtype] == "c")
    except UnsupportedError:
        return False  # text and other objects


def isrealobj(x: object) -> bool:
    """Return whether an object does not have a complex dtype; its values do not matter.

    Parameters
    ----------
    x : object
        Object to check.

    Returns
    -------
    bool
        True if `x` does not have, nor convert to an array of, a complex dtype.

    Examples
    --------
    >>> xp.isrealobj(1.0), xp.isrealobj([3, 1 + 0j])
    (True, False)
    """
    if not isinstance(x, ndarray) and has_override(x):
        return call_override(isrealobj, locals())
    return not iscomplexobj(x)


def isscalar(element: object) -> bool:
    """Return whether an object is a scalar.

    Parameters
    ----------
    element : object
        Object to check.

    Returns
    -------
    bool
        True for numbers, strings, bytes, NumPy scalars and 0-D arrays.

    Notes
    -----
    Differs from NumPy, where 0-D arrays are not scalars: here they take the place of scalars.

    Examples
    --------
    >>> xp.isscalar(3.1), xp.isscalar(xp.asarray([1.0])[0]), xp.isscalar([3.1])
    (True, True, False)
    """
    scalars = (str, bytes, memoryview, np.generic, numbers.Number)
    return isinstance(element, scalars) or generic.__instancecheck__(element)


def _is_infinite(x: Any, negative: bool, out: Any) -> ndarray:
    """Return elementwise whether `x` is negative, or positive, infinity."""
    a = as_ndarray(x)
    if KIND[a._dtype] == "c":
        raise TypeError(f"This operation is not supported for {a.dtype} values because it would be ambiguous.")
    minus = signbit(a)
    return logical_and(isinf(a), minus if negative else logical_not(minus), out=out)


def isneginf(x: ArrayLike, out: ndarray | None = None) -> ndarray:
    """Return elementwise whether a number is negative infinity.

    Parameters
    ----------
    x : array_like
        Real numbers.
    out : ndarray, optional
        Array to write the result to. It must have the shape of the result.

    Returns
    -------
    ndarray
        Booleans.

    Examples
    --------
    >>> xp.isneginf([-xp.inf, 0.0, xp.inf])
    array([ True, False, False])
    """
    if (type(x) is not ndarray or out is not None) and has_override(x, out):
        return call_override(isneginf, locals())
    return _is_infinite(x, True, out)


def isposinf(x: ArrayLike, out: ndarray | None = None) -> ndarray:
    """Return elementwise whether a number is positive infinity.

    Parameters
    ----------
    x : array_like
        Real numbers.
    out : ndarray, optional
        Array to write the result to. It must have the shape of the result.

    Returns
    -------
    ndarray
        Booleans.

    Examples
    --------
    >>> xp.isposinf([-xp.inf, 0.0, xp.inf])
    array([False, False,  True])
    """
    if (type(x) is not ndarray or out is not None) and has_override(x, out):
        return call_override(isposinf, locals())
    return _is_infinite(x, False, out)


def iterable(y: object) -> bool:
    """Return whether an object can be iterated over.

    Parameters
    ----------
    y : object
        Object to check.

    Returns
    -------
    bool
        Whether ``iter(y)`` works; a 0-D array is not iterable.

    Examples
    --------
    >>> xp.iterable([1, 2]), xp.iterable(2)
    (True, False)
    """
    try:
        iter(y)  # type: ignore[call-overload]
    except TypeError:
        return False
    return True


def common_type(*arrays: ndarray) -> dtype:
    """Return the common floating dtype of arrays.

    Parameters
    ----------
    *arrays : ndarray
        Arrays, not boolean; integers count as the default floating dtype.

    Returns
    -------
    dtype
        The common dtype; complex if an array is complex.

    Examples
    --------
    >>> xp.common_type(xp.ones(2, dtype="float32"), xp.ones(2, dtype="complex64")).name
    'complex64'
    """
    if has_foreign(*arrays):
        return call_override(common_type, locals())
    common = torch.float16
    for a in arrays:
        if not hasattr(a, "dtype"):
            raise TypeError(f"common_type: arguments must be arrays (got {type(a).__name__})")
        own = native_dtype(a.dtype).torch
        if KIND[own] == "b":
            raise TypeError("can't get common type for non-numeric array")
        common = promote(common, floating(own))
    return FROM_TORCH[common]


def mintypecode(
    typechars: Iterable[str | ArrayLike], typeset: str | Sequence[str] = "GDFgdf", default: str = "d"
) -> str:
    """Return the character of the smallest dtype that others can be cast to.

    Parameters
    ----------
    typechars : sequence of str or array_like
        Characters of dtypes, or arrays.
    typeset : str or sequence of str, default: "GDFgdf"
        Characters to choose from.
    default : str, default: "d"
        Result if none of `typeset` is among `typechars`.

    Returns
    -------
    str
        Character of the dtype.

    Examples
    --------
    >>> xp.mintypecode(["d", "f", "S"])
    'd'
    >>> xp.mintypecode("abceh", default="G")
    'G'
    """
    codes = [c if isinstance(c, str) and c else asarray(c).dtype.char for c in typechars]
    given = {c for c in codes if c in typeset}
    if not given:
        return default
    # Neither complex64 nor float64 can represent the other.
    if {"F", "d"} <= given:
        return "D"
    return min(given, key=_CODES_BY_SIZE.index)


def typename(char: str) -> str:
    """Return a description of the character of a dtype.

    Parameters
    ----------
    char : str
        Character of the dtype.

    Returns
    -------
    str
        Description.

    Warns
    -----
    DeprecationWarning
        Always, as in NumPy 2.5: use the `name` of the dtype.

    Examples
    --------
    >>> xp.dtype("d").name
    'float64'
    """
    if isinstance(char, ndarray):
        raise TypeError("typename: char must be a character code, not an array")
    warn("numpy.typename is deprecated. Use numpy.dtype.name instead.", DeprecationWarning)
    return _DESCRIPTIONS[char]
