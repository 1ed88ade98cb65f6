"""The operators of elements, computed with Python numbers where these give what the loop gives.

What has no row in the tables, what is out of bounds and what overflows or divides by zero in Python is left to the
operators of `ndarray`.
"""

from __future__ import annotations

import math
import operator
import struct
from collections.abc import Callable
from typing import Any

import torch

from xp_torch._array.element import ELEMENTS, plain_element, renewed
from xp_torch._array.floating_errors import is_reporting, reporting
from xp_torch._array.ndarray import ndarray
from xp_torch._array.ufunc.dispatch import FITS
from xp_torch._array.ufunc.operators import attach
from xp_torch._facts.dtypes import BOUNDS, of_kind
from xp_torch._facts.torch_state import is_compiling

_bool, _float32, _float64 = torch.bool, torch.float32, torch.float64
_INTEGERS = of_kind("iu")
_COMPARISONS = ("lt", "le", "gt", "ge", "eq", "ne")
_OF_BOOLS = ("and_", "or_", "xor")
_OF_INTEGERS = ("add", "sub", "mul", "floordiv", "mod", "pow", "lshift", "rshift", *_OF_BOOLS)
#: To round once more what float64 has rounded gives the right float32.
_OF_SINGLES = ("add", "sub", "mul", "truediv")
#: With an array of the element's dtype these give the same values for the element's Python number as for its tensor.
_WEAK = ("add", "sub", "mul", *_COMPARISONS)
_ANY = -math.inf, math.inf
#: A row: the function of two Python numbers, the dtype of the result, and the bounds of the other operand and of the
#: result, or None for no bounds.
_Row = tuple[Callable[[Any, Any], Any], torch.dtype, Any, Any, Any, Any]
_UNBOUNDED = None, None, None, None
_single = struct.Struct("f")


def _round_to_single(number: float) -> float:
    """Return a number rounded to float32; one beyond it raises OverflowError."""
    return _single.unpack(_single.pack(number))[0]


def _of_small(function: Callable[[int, int], int]) -> Callable[[int, int], int]:
    """Return a shift or power of integers; raise ArithmeticError if the second operand is not small."""

    def compute(x: int, y: int) -> int:
        if 0 <= y < 64:
            return function(x, y)
        raise ArithmeticError

    return compute


def _power(x: float, y: float) -> float:
    """Return a power as torch's kernel does, which squares by a product; raise for the special cases of C."""
    if y == 2:
        return x * x
    if x > 0:
        return x**y
    raise ArithmeticError


def _of_integers(symbol: str, dtype: torch.dtype) -> dict[Any, _Row]:
    """Return the rows of an element of an integer dtype, by the dtype or the type of the other operand."""
    function, bounds = getattr(operator, symbol), BOUNDS[dtype]
    if symbol in _COMPARISONS:
        return dict.fromkeys((dtype, int), (function, _bool, *_UNBOUNDED))
    rows: dict[Any, _Row] = {}
    if symbol in _OF_INTEGERS:
        function = _of_small(function) if symbol in ("pow", "lshift", "rshift") else function
        rows.update(dict.fromkeys((dtype, int), (function, dtype, *bounds, *bounds)))
    if symbol in _OF_SINGLES:
        rows[_float64] = function, _float64, *_UNBOUNDED  # Python converts an int as C does
    return rows


def _of_doubles(symbol: str) -> dict[Any, _Row]:
    """Return the rows of an element of float64."""
    if symbol not in (*_OF_SINGLES, "pow", *_COMPARISONS):
        return {}
    function = _power if symbol == "pow" else getattr(operator, symbol)
    result = _bool if symbol in _COMPARISONS else _float64
    rows: dict[Any, _Row] = dict.fromkeys((_float64, float), (function, result, *_UNBOUNDED))
    rows[int] = function, result, *FITS[_float64][int], *_ANY
    if symbol in _OF_SINGLES:
        rows.update(dict.fromkeys(_INTEGERS, rows[_float64]))
    return rows


def _of_singles(symbol: str) -> dict[Any, _Row]:
    """Return the rows of an element of float32; a Python number is rounded before the operation (NEP 50)."""
    if symbol not in (*_OF_SINGLES, *_COMPARISONS):
        return {}
    function, compares = getattr(operator, symbol), symbol in _COMPARISONS

    def rounded(x: float, y: float) -> float:
        return _round_to_single(function(x, y))

    single, result = (function, _bool) if compares else (rounded, _float32)

    def with_number(x: float, y: float) -> Any:
        return single(_round_to_single(x), _round_to_single(y))

    return {
        _float32: (single, result, *_UNBOUNDED),
        float: (with_number, result, *_UNBOUNDED),
        int: (with_number, result, *FITS[_float32][int], *_ANY),
    }


def _rows(symbol: str, dtype: torch.dtype) -> dict[type, tuple]:
    """Return the rows of an operator of an element of `dtype`, by the type of the other operand.

    A row ends with the class of the result, and whether the other operand is an element.
    """
    if dtype in BOUNDS and dtype is not _bool:
        rows = _of_integers(symbol, dtype)
    elif dtype is _bool and symbol in (*_COMPARISONS, *_OF_BOOLS):
        rows = dict.fromkeys((_bool, bool), (getattr(operator, symbol), _bool, *_UNBOUNDED))
    else:
        rows = _of_doubles(symbol) if dtype is _float64 else _of_singles(symbol) if dtype is _float32 else {}
    return {
        ELEMENTS.get(other, other): (function, *bounds, ELEMENTS[result], other in ELEMENTS)
        for other, (function, result, *bounds) in rows.items()
    }


def _binary(symbol: str, reflected: bool, dtype: torch.dtype) -> Callable[[Any, Any], Any]:
    """Return the operator of an element `x` of `dtype` and any operand `y`, reflected if `reflected`."""
    general, rows, weak = getattr(operator, symbol), _rows(symbol, dtype), symbol in _WEAK

    def apply(x: Any, y: Any, /) -> Any:
        number = x._number
        if number is not None and not is_compiling() and not (reporting and is_reporting()):
            kind = type(y)
            try:
                function, least, most, low, high, result, is_element = rows[kind]
                other = y._number if is_element else y
                if other is not None and (least is None or least <= other <= most):
                    value = function(other, number) if reflected else function(number, other)
                    if low is None or low <= value <= high:
                        new = result()
                        new._number = value
                        return new
            except (ArithmeticError, KeyError):
                pass
            if weak and kind is ndarray and y._dtype is dtype:
                return general(y, number) if reflected else general(number, y)  # without a tensor for the number
        if not is_compiling() and ((mine := renewed(x)) is not x or renewed(y) is not y):
            return apply(mine, renewed(y))
        x, y = plain_element(x), plain_element(y)
        return general(y, x) if reflected else general(x, y)

    return apply


def _unary(symbol: str, dtype: torch.dtype) -> Callable[[Any], Any]:
    """Return the operator of one element of `dtype`."""
    general, function = getattr(operator, symbol), getattr(operator, symbol)
    low, high = BOUNDS.get(dtype, _ANY)
    if symbol == "invert" and dtype is _bool:
        function = operator.not_
    in_python = dtype in BOUNDS if symbol == "invert" else dtype in (*_INTEGERS, _float32, _float64)

    def apply(x: Any, /) -> Any:
        number = x._number
        if in_python and number is not None and not is_compiling() and not (reporting and is_reporting()):
            value = function(number)
            if low <= value <= high:
                new = type(x)()
                new._number = value
                return new
        if not is_compiling() and (mine := renewed(x)) is not x:
            return apply(mine)
        return general(plain_element(x))

    return apply


def attach_operators() -> None:
    """Give elements their operators; in-place operators rebind the name, as for 0-D arrays."""
    for dtype, kind in ELEMENTS.items():
        for symbol in (*_OF_INTEGERS, "truediv", *_COMPARISONS):
            name = symbol.rstrip("_")
            attach(name, _binary(symbol, False, dtype), kind)
            if symbol not in _COMPARISONS:
                attach("i" + name, _binary(symbol, False, dtype), kind)
                attach("r" + name, _binary(symbol, True, dtype), kind)
        for symbol in ("neg", "pos", "abs", "invert"):
            attach(symbol, _unary(symbol, dtype), kind)


attach_operators()
