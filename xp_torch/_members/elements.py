"""Attributes and methods of NumPy's scalars that only 0-D arrays of some dtypes have."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

from xp_torch._array.ndarray import ndarray
from xp_torch._facts.dtypes import WITHOUT_NUMPY

__all__ = [
    "__conform__",
    "_mpmath_",
    "_sympy_",
    "as_integer_ratio",
    "bit_count",
    "denominator",
    "hex",
    "is_integer",
    "numerator",
]


#: The kinds of dtypes whose 0-D arrays have an attribute.
_KINDS = {
    "__conform__": "biuf",
    "_mpmath_": "biufc",
    "_sympy_": "biufc",
    "as_integer_ratio": "f",
    "bit_count": "iu",
    "denominator": "iu",
    "hex": "f",
    "is_integer": "iuf",
    "numerator": "iu",
}


def has_member(x: ndarray, name: str) -> bool:
    """Return whether an array has the attribute `name` of NumPy's scalars."""
    return not x.ndim and x.dtype.kind in _KINDS[name] and (name != "hex" or x.dtype.name == "float64")


def _element(x: ndarray, name: str) -> Any:
    """Return the element of a 0-D array as a Python number; arrays that lack the attribute `name` raise."""
    if not has_member(x, name):
        what = f"{x.ndim}-D array of {x.dtype.name}"
        raise AttributeError(f"a {what} has no attribute {name!r}", name=name, obj=x)
    return x.item()


def is_integer(self: ndarray) -> Callable[[], bool]:
    """Method of a 0-D array of integers or real floats: return whether its value is an integer.

    Examples
    --------
    >>> xp.asarray([2.0, 2.5])[0].is_integer()
    True
    """
    value = _element(self, "is_integer")
    # Python's ints have the method since 3.12.
    return value.is_integer if isinstance(value, float) else lambda: True


def as_integer_ratio(self: ndarray) -> Callable[[], tuple[int, int]]:
    """Method of a 0-D array of real floats: return its exact ratio as a pair of Python ints.

    Examples
    --------
    >>> xp.asarray(0.75).as_integer_ratio()
    (3, 4)
    """
    return _element(self, "as_integer_ratio").as_integer_ratio


def hex(self: ndarray) -> Callable[[], str]:
    """Method of a 0-D array of float64: return its value in hexadecimal, which `xp.float64.fromhex` reads.

    Examples
    --------
    >>> xp.asarray(0.75).hex()
    '0x1.8000000000000p-1'
    """
    return _element(self, "hex").hex


def bit_count(self: ndarray) -> Callable[[], int]:
    """Method of a 0-D array of integers: return the number of ones in the binary form of the absolute value.

    Examples
    --------
    >>> xp.asarray([-6, 7])[0].bit_count()
    2
    """
    return _element(self, "bit_count").bit_count


def numerator(self: ndarray) -> ndarray:
    """Numerator of a 0-D array of integers: the array itself.

    Examples
    --------
    >>> xp.asarray(6).numerator
    array(6)
    """
    _element(self, "numerator")
    return self


def denominator(self: ndarray) -> int:
    """Denominator of a 0-D array of integers: 1.

    Examples
    --------
    >>> xp.asarray(6).denominator
    1
    """
    _element(self, "denominator")
    return 1


def _sympy_(self: ndarray) -> Callable[[], Any]:
    """Method that SymPy calls: return the value of a 0-D array as SymPy's number, with the precision of its dtype."""
    value = _element(self, "_sympy_")
    number = value if self._dtype in WITHOUT_NUMPY else self.dtype.__numpy_dtype__.type(value)
    return lambda: sys.modules["sympy"].sympify(number)


def _mpmath_(self: ndarray) -> Callable[[Any, Any], Any]:
    """Method that mpmath calls: return the value of a 0-D array as a Python number."""
    value = _element(self, "_mpmath_")
    return lambda prec, rounding: value


def __conform__(self: ndarray) -> Callable[[Any], Any]:
    """Method that sqlite3 calls: return the value of a 0-D array as a Python number."""
    value = _element(self, "__conform__")
    return lambda protocol: value if protocol.__module__ == "sqlite3" else None
