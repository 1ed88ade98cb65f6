"""The operators of elements, computed with Python numbers where these give what the loop gives.

What has no row in the table, what is out of bounds and whatever Python raises is left to the operators of `ndarray`.
"""

from __future__ import annotations

import math
import operator
import struct
from collections.abc import Callable
from typing import Any

import torch

from xp_torch._array.floating_errors import fast_table
from xp_torch._array.ndarray import Element, as_array, ndarray
from xp_torch._array.ufunc.dispatch import FITS
from xp_torch._facts.dtypes import BOUNDS, of_kind

_is_compiling = torch.compiler.is_dynamo_compiling
_bool, _float32, _float64 = torch.bool, torch.float32, torch.float64
_COMPARISONS = ("lt", "le", "gt", "ge", "eq", "ne")
_OF_BOOLS = ("and_", "or_", "xor")
_OF_INTEGERS = ("add", "sub", "mul", "floordiv", "mod", "pow", "lshift", "rshift", *_OF_BOOLS)
#: To round once more what float64 has rounded gives the right float32.
_OF_SINGLES = ("add", "sub", "mul", "truediv")
_OF_DOUBLES = (*_OF_SINGLES, "pow")
_ANY = -math.inf, math.inf
_single = struct.Struct("f")


def _rounded(value: float) -> float:
    """Return a number rounded to float32; one beyond it raises OverflowError."""
    return _single.unpack(_single.pack(value))[0]


def _of_small(function: Callable[[int, int], int]) -> Callable[[int, int], int]:
    """Return a shift or power of integers, which raises ArithmeticError if its second operand is not small."""

    def compute(x: int, y: int) -> int:
        if 0 <= y < 64:
            return function(x, y)
        raise ArithmeticError

    return compute


def _rows(symbol: str) -> dict[torch.dtype, dict[Any, tuple]]:
    """Return the table of an operator, by the element's dtype and the dtype or type of the other operand.

    A row has the function of two Python numbers, the bounds of a number as other operand, and the bounds and dtype of
    the result.
    """
    function, compares = getattr(operator, symbol), symbol in _COMPARISONS
    small = _of_small(function) if symbol in ("pow", "lshift", "rshift") else function
    rows: dict[torch.dtype, dict[Any, tuple]] = {d: {} for d in (_bool, *of_kind("iu"), _float32, _float64)}
    truth = False, True, _bool
    if compares or symbol in _OF_BOOLS:
        rows[_bool] = dict.fromkeys((_bool, bool), (function, *FITS[_bool][bool], *truth))
    for d in of_kind("iu"):
        bounds = BOUNDS[d]
        if compares or symbol in _OF_INTEGERS:
            row = (function, *bounds, *truth) if compares else (small, *bounds, *bounds, d)
            rows[d] = dict.fromkeys((d, int), row)
        if symbol in _OF_SINGLES:  # Python converts an int as C does
            rows[_float64][d] = rows[d][_float64] = function, *_ANY, *_ANY, _float64
    if compares or symbol in _OF_DOUBLES:
        result = truth if compares else (*_ANY, _float64)
        rows[_float64][_float64] = rows[_float64][float] = function, *_ANY, *result
        rows[_float64][int] = function, *FITS[_float64][int], *result
    if compares or symbol in _OF_SINGLES:
        result = truth if compares else (*_ANY, _float32)
        single = function if compares else lambda x, y: _rounded(function(x, y))
        rows[_float32][_float32] = single, *_ANY, *result
        rows[_float32][float] = (lambda x, y: single(_rounded(x), _rounded(y))), *FITS[_float32][float], *result
        rows[_float32][int] = rows[_float32][float][0], *FITS[_float32][int], *result
    return rows


_FAILED = (ArithmeticError, KeyError, TypeError, ValueError)


def _binary(symbol: str, first: bool) -> Callable[[Any, Any], Any]:
    """Return the operator of an element and any other operand, which is the first one if `first`."""
    general, rows, weak = getattr(operator, symbol), fast_table(_rows(symbol)), symbol in ("add", "sub", "mul")

    def apply(x: Any, y: Any, /) -> Any:
        own = x._value
        if own is not None and not _is_compiling():
            kind, number = type(y), y
            try:
                if kind is Element:
                    kind, number = y._dtype, y._value
                function, least, most, low, high, dtype = rows[x._dtype][kind]
                if least <= number <= most:
                    value = function(number, own) if first else function(own, number)
                    if low <= value <= high:
                        new = Element()
                        new._value = value
                        new._dtype = dtype
                        return new
            except _FAILED:
                pass
            if weak and type(y) is ndarray and y._dtype is x._dtype:
                return general(y, own) if first else general(own, y)  # the number saves a tensor
        x, y = as_array(x), as_array(y)
        return general(y, x) if first else general(x, y)

    return apply


def _unary(symbol: str) -> Callable[[Any], Any]:
    """Return the operator of one element."""
    general = getattr(operator, symbol)
    rows = {d: (general, *BOUNDS[d]) for d in of_kind("iu")}
    if symbol == "invert":
        rows[_bool] = operator.not_, False, True
    else:
        rows[_float32] = rows[_float64] = general, -math.inf, math.inf
    fast_table(rows)

    def apply(x: Any, /) -> Any:
        value, row = x._value, rows.get(x._dtype)
        if (
            row is not None
            and value is not None
            and not _is_compiling()
            and row[1] <= (value := row[0](value)) <= row[2]
        ):
            new = Element()
            new._value = value
            new._dtype = x._dtype
            return new
        return general(as_array(x))

    return apply


def attach_operators() -> None:
    """Give elements their operators; in-place ones rebind, as those of 0-D arrays do."""
    for symbol in (*_OF_INTEGERS, "truediv", *_COMPARISONS):
        name, forward = symbol.rstrip("_"), _binary(symbol, False)
        setattr(Element, f"__{name}__", forward)
        if symbol not in _COMPARISONS:
            setattr(Element, f"__i{name}__", forward)
            setattr(Element, f"__r{name}__", _binary(symbol, True))
    for symbol in ("neg", "pos", "abs", "invert"):
        setattr(Element, f"__{symbol}__", _unary(symbol))
    Element.__hash__ = ndarray.__hash__  # type: ignore[method-assign]


attach_operators()
