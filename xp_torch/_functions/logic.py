"""NumPy's logic functions: comparisons within tolerances and of whole arrays, and what an object is."""

from __future__ import annotations

import math
import numbers
import warnings
from typing import Any

import numpy as np
import torch

from xp_torch._array.coercion import as_tensor
from xp_torch._array.ndarray import ndarray, wrap
from xp_torch._facts.defaults import default_float
from xp_torch._facts.dtypes import FROM_TORCH, KIND, as_dtype, dtype, generic
from xp_torch._facts.promotion import promote
from xp_torch._facts.shapes import broadcast_shapes
from xp_torch._functions.creation.from_data import asarray
from xp_torch._functions.data_type import result_type
from xp_torch._functions.elementwise import abs as absolute
from xp_torch._functions.elementwise import isfinite, isinf, isnan, less_equal, logical_and, logical_not, signbit
from xp_torch._kernels.truth import all_of

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
_NAMES = {
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


def isclose(a: Any, b: Any, rtol: Any = 1.0e-5, atol: Any = 1.0e-8, equal_nan: bool = False) -> ndarray:
    """Tell elementwise whether two arrays are equal within a tolerance: ``abs(a - b) <= atol + rtol * abs(b)``.

    Parameters
    ----------
    a, b : array_like
        What to compare; `b` is the reference.
    rtol, atol : array_like
        Relative and absolute tolerance.
    equal_nan : bool, default: False
        Whether NaNs count as equal.

    Returns
    -------
    ndarray
        Booleans. Infinities are close to themselves only.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.isclose([1e10, 1e-7], [1.00001e10, 1e-8])
    array([ True, False])
    """
    x, y, atol, rtol = (v if isinstance(v, _PYTHON_NUMBERS) else asarray(v) for v in (a, b, atol, rtol))
    if not isinstance(x, ndarray) and not isinstance(y, ndarray):
        x = asarray(x)
    if isinstance(y, ndarray):
        y = asarray(y, dtype=result_type(y, 1.0))
    elif isinstance(y, int):
        y = float(y)
    if any(isinstance(v, (int, float)) and not math.isfinite(v) for v in (atol, rtol)):
        text = f"One of rtol or atol is not valid, atol: {atol}, rtol: {rtol}"
        warnings.warn(text, RuntimeWarning, stacklevel=2)
    same = x == y
    close = (less_equal(absolute(x - y), atol + rtol * abs(y)) & isfinite(y)) | same
    return close | (isnan(x) & isnan(y)) if equal_nan else close


def allclose(a: Any, b: Any, rtol: Any = 1.0e-5, atol: Any = 1.0e-8, equal_nan: bool = False) -> bool:
    """Tell whether two arrays are equal within a tolerance everywhere.

    Parameters
    ----------
    a, b : array_like
        What to compare; `b` is the reference.
    rtol, atol : array_like
        Relative and absolute tolerance.
    equal_nan : bool, default: False
        Whether NaNs count as equal.

    Returns
    -------
    bool
        Whether `isclose` holds for all elements; a Python bool, so that values are read back to the host.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.allclose([1.0, xp.nan], [1.0, xp.nan], equal_nan=True)
    True
    """
    return bool(isclose(a, b, rtol, atol, equal_nan)._tensor.all())


def _equal(x: ndarray, y: ndarray) -> bool:
    """Tell whether all elements are equal."""
    return bool(all_of((x == y)._tensor, torch.bool))


def array_equal(a1: Any, a2: Any, equal_nan: bool = False) -> bool:
    """Tell whether two arrays have the same shape and elements.

    Parameters
    ----------
    a1, a2 : array_like
        What to compare.
    equal_nan : bool, default: False
        Whether NaNs count as equal; a complex number with a NaN in one part is a NaN.

    Returns
    -------
    bool
        A Python bool, so that values are read back to the host. False for what makes no arrays.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.array_equal([1, 2], [1.0, 2.0]), xp.array_equal([1, 2], [[1, 2]])
    (True, False)
    """
    try:
        x, y = asarray(a1), asarray(a2)
    except Exception:
        return False
    if x.shape != y.shape:
        return False
    if not equal_nan:
        return _equal(x, y)
    if x is y or (KIND[x._dtype] not in "fc" and KIND[y._dtype] not in "fc"):
        return x is y or _equal(x, y)
    return bool(((x == y) | (isnan(x) & isnan(y)))._tensor.all())


def array_equiv(a1: Any, a2: Any) -> bool:
    """Tell whether two arrays have the same elements where one may broadcast to the other.

    Parameters
    ----------
    a1, a2 : array_like
        What to compare.

    Returns
    -------
    bool
        A Python bool, so that values are read back to the host. False for shapes that don't broadcast.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.array_equiv([1, 2], [[1, 2], [1, 2]])
    True
    """
    try:
        x, y = asarray(a1), asarray(a2)
        broadcast_shapes(x.shape, y.shape)
    except Exception:
        return False
    return _equal(x, y)


def iscomplex(x: Any) -> ndarray:
    """Tell elementwise whether the imaginary part is not zero.

    Parameters
    ----------
    x : array_like
        Array.

    Returns
    -------
    ndarray
        Booleans, False for a real dtype.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.iscomplex([1 + 1j, 2 + 0j])
    array([ True, False])
    """
    t = as_tensor(x)
    if KIND[t.dtype] == "c":
        return wrap(torch.view_as_real(t).select(-1, 1) != 0)
    return wrap(torch.zeros(t.shape, dtype=torch.bool, device=t.device))


def isreal(x: Any) -> ndarray:
    """Tell elementwise whether the imaginary part is zero.

    Parameters
    ----------
    x : array_like
        Array.

    Returns
    -------
    ndarray
        Booleans, True for a real dtype.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.isreal([1 + 1j, 2 + 0j])
    array([False,  True])
    """
    t = as_tensor(x)
    if KIND[t.dtype] == "c":
        return wrap(torch.view_as_real(t).select(-1, 1) == 0)
    return wrap(torch.ones(t.shape, dtype=torch.bool, device=t.device))


def iscomplexobj(x: Any) -> bool:
    """Tell whether an object is of a complex dtype, or would make an array of one.

    Parameters
    ----------
    x : any
        What to look at; values don't matter.

    Returns
    -------
    bool
        The answer.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.iscomplexobj(1.0), xp.iscomplexobj([3, 1 + 0j])
    (False, True)
    """
    found = getattr(x, "dtype", None)
    if isinstance(found, (dtype, torch.dtype)):
        return KIND[as_dtype(found).torch] == "c"
    if found is not None and isinstance(getattr(found, "type", None), type):
        return issubclass(found.type, np.complexfloating)
    return bool(KIND[as_tensor(x).dtype] == "c")


def isrealobj(x: Any) -> bool:
    """Tell whether an object is not of a complex dtype, nor would make an array of one.

    Parameters
    ----------
    x : any
        What to look at; values don't matter.

    Returns
    -------
    bool
        The answer.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.isrealobj(1.0), xp.isrealobj([3, 1 + 0j])
    (True, False)
    """
    return not iscomplexobj(x)


def isscalar(element: Any) -> bool:
    """Tell whether an object is a scalar.

    Parameters
    ----------
    element : any
        What to look at.

    Returns
    -------
    bool
        True for numbers, strings and bytes, for NumPy's scalars, and for 0-D arrays, which are the scalars here.

    Notes
    -----
    Differs from NumPy: there a 0-D array is no scalar, but what a reduction or an element gives is one.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.isscalar(3.1), xp.isscalar(xp.asarray([1.0])[0]), xp.isscalar([3.1])
    (True, True, False)
    """
    return isinstance(element, (str, bytes, memoryview, np.generic, numbers.Number)) or generic.__instancecheck__(
        element
    )


def _infinite(name: str, x: Any, negative: bool, out: Any) -> ndarray:
    """Tell elementwise whether `x` is the infinity of a sign."""
    a = asarray(x)
    if KIND[a._dtype] == "c":
        raise TypeError(f"This operation is not supported for {a.dtype} values because it would be ambiguous.")
    minus = signbit(a)
    return logical_and(isinf(a), minus if negative else logical_not(minus), out=out)


def isneginf(x: Any, out: Any = None) -> ndarray:
    """Tell elementwise whether a number is negative infinity.

    Parameters
    ----------
    x : array_like
        Real numbers.
    out : ndarray, optional
        Where to write the result.

    Returns
    -------
    ndarray
        Booleans.

    Raises
    ------
    TypeError
        If `x` is complex.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.isneginf([-xp.inf, 0.0, xp.inf])
    array([ True, False, False])
    """
    return _infinite("isneginf", x, True, out)


def isposinf(x: Any, out: Any = None) -> ndarray:
    """Tell elementwise whether a number is positive infinity.

    Parameters
    ----------
    x : array_like
        Real numbers.
    out : ndarray, optional
        Where to write the result.

    Returns
    -------
    ndarray
        Booleans.

    Raises
    ------
    TypeError
        If `x` is complex.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.isposinf([-xp.inf, 0.0, xp.inf])
    array([False, False,  True])
    """
    return _infinite("isposinf", x, False, out)


def iterable(y: Any) -> bool:
    """Tell whether an object can be iterated over.

    Parameters
    ----------
    y : any
        What to look at.

    Returns
    -------
    bool
        Whether ``iter(y)`` works; not for a 0-D array.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.iterable([1, 2]), xp.iterable(2)
    (True, False)
    """
    try:
        iter(y)
    except TypeError:
        return False
    return True


def common_type(*arrays: Any) -> dtype:
    """Return the floating dtype that arrays have in common.

    Parameters
    ----------
    *arrays : ndarray
        Arrays; integers count as float64.

    Returns
    -------
    dtype
        A real dtype, complex if one of the arrays is.

    Raises
    ------
    TypeError
        If an array is boolean.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.common_type(xp.ones(2, dtype="float32"), xp.ones(2, dtype="complex64")).name
    'complex64'
    """
    found = torch.float16
    for a in arrays:
        if not hasattr(a, "dtype"):
            raise TypeError(f"common_type: {type(a).__name__} is no array")
        own = as_dtype(a.dtype).torch
        if KIND[own] == "b":
            raise TypeError("can't get common type for non-numeric array")
        found = promote(found, default_float() if KIND[own] in "iu" else own)
    return FROM_TORCH[found]


def mintypecode(typechars: Any, typeset: Any = "GDFgdf", default: str = "d") -> str:
    """Return the character of the smallest dtype that several can be cast to.

    Parameters
    ----------
    typechars : sequence of str or array_like
        Characters of dtypes, or arrays.
    typeset : str or sequence of str, default: "GDFgdf"
        The characters to choose from.
    default : str, default: "d"
        What to return if none of them is among `typechars`.

    Returns
    -------
    str
        The character.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.mintypecode(["d", "f", "S"])
    'd'
    >>> xp.mintypecode("abceh", default="G")
    'G'
    """
    codes = [c if isinstance(c, str) and c else asarray(c).dtype.char for c in typechars]
    given = {c for c in codes if c in typeset}
    if not given:
        return default
    # a complex number of the lower and a real one of the higher precision: neither holds the other
    if {"F", "d"} <= given:
        return "D"
    return min(given, key=_CODES_BY_SIZE.index)


def typename(char: str) -> str:
    """Return a description of a dtype's character.

    Parameters
    ----------
    char : str
        The character.

    Returns
    -------
    str
        The description.

    Raises
    ------
    KeyError
        If there is no such dtype.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.typename("d")
    'double precision'
    """
    return _NAMES[char]
