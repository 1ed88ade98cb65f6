"""The operators of elements: computed with Python numbers where these give exactly what the loop gives.

A table has a row for the dtype of the element and the other operand: the function of two Python numbers, the bounds of
a Python number as other operand, and the bounds and dtype of the result. What has no row or is out of bounds, and
whatever Python raises, is left to the operators of `ndarray`.
"""

from __future__ import annotations

import math
import operator
import struct
from collections.abc import Callable
from functools import cache, partial
from types import CodeType, FunctionType
from typing import Any

import torch

from xp_torch._array.floating_errors import fast_operator
from xp_torch._array.ndarray import ELEMENTS, Element, as_array, ndarray, new_element, value_of
from xp_torch._array.ufunc.dispatch import FITS
from xp_torch._facts.defaults import default_device, default_float
from xp_torch._facts.dtypes import BOUNDS, KIND, of_kind
from xp_torch._facts.inspection import is_transformed
from xp_torch._facts.promotion import PROMOTED

_is_compiling = torch.compiler.is_dynamo_compiling
_bool, _float32, _float64 = torch.bool, torch.float32, torch.float64
_ANY = -math.inf, math.inf
#: Largest int up to which every int is a float of the dtype.
_EXACT = {_float64: 2**53, _float32: 2**24}
_LARGEST_SINGLE = torch.finfo(_float32).max
_COMPARISONS = {name: getattr(operator, name) for name in ("lt", "le", "gt", "ge", "eq", "ne")}
_SINGLE = struct.Struct("f")
_pack, _unpack = _SINGLE.pack, _SINGLE.unpack
#: The error of a function below for operands that torch has to compute.
_Left = ArithmeticError


def _rounded(value: float) -> float:
    """Return a number rounded to float32; one beyond it raises OverflowError."""
    return _unpack(_pack(value))[0]


def _power_of_ints(x: int, y: int) -> int:
    if not 0 <= y < 64:
        raise _Left
    return x**y


def _power_of_floats(x: float, y: float) -> float:
    return x * x if y == 2 else x**y


def _shift_left(x: int, y: int) -> int:
    if not 0 <= y < 64:
        raise _Left
    return x << y


def _shift_right(x: int, y: int) -> int:
    if y < 0:
        raise _Left
    return x >> y


def _of_finite(function: Callable[[float, float], float]) -> Callable[[float, float], float]:
    """Return a division with remainder, for which the standard has rules of its own at infinities."""

    def compute(x: float, y: float) -> float:
        if math.isfinite(x) and math.isfinite(y):
            return function(float(x), float(y))
        raise _Left

    return compute


def _divide_ints(x: int, y: int) -> float:
    if default_float() is not _float64:
        raise _Left
    return float(x) / float(y)


#: Functions of integers, and of float64.
_INTEGERS: dict[str, Callable[[Any, Any], Any]] = {
    **{name: getattr(operator, name) for name in ("add", "sub", "mul", "floordiv", "mod", "xor")},
    "and": operator.and_,
    "or": operator.or_,
    "lshift": _shift_left,
    "rshift": _shift_right,
    "pow": _power_of_ints,
}
_FLOATS: dict[str, Callable[[Any, Any], Any]] = {
    **{name: getattr(operator, name) for name in ("add", "sub", "mul", "truediv")},
    "floordiv": _of_finite(operator.floordiv),
    "mod": _of_finite(operator.mod),
    "pow": _power_of_floats,
}
_LOGICAL = {name: _INTEGERS[name] for name in ("and", "or", "xor")}
#: Functions of float32: to round once more what float64 has rounded gives the right float32.
_SINGLES = {name: _FLOATS[name] for name in ("add", "sub", "mul", "truediv")}
_WEAK = frozenset({"add", "sub", "mul"})
_SYMBOLS = (*_INTEGERS, "truediv", *_COMPARISONS)
_Loop = tuple[Callable[[Any, Any], Any], Any, Any, torch.dtype]
_Row = tuple[Callable[[Any, Any], Any], Any, Any, Any, Any, torch.dtype]


def _loop(
    symbol: str, a: torch.dtype, b: torch.dtype
) -> tuple[Callable[[Any, Any], Any], Any, Any, torch.dtype] | None:
    """Return the function of Python numbers for two dtypes, and the bounds and dtype of its results; None for none."""
    common, kinds = PROMOTED[a].get(b), KIND[a] + KIND[b]
    exact, compare = not set(kinds) - set("biu"), _COMPARISONS.get(symbol)
    if compare is not None and (exact or common in (_float32, _float64)):
        mixed = not exact and a is not b  # Python compares an int with a float exactly, NumPy does not
        return (lambda x, y: compare(float(x), float(y))) if mixed else compare, False, True, _bool
    if common is _bool:
        return (_LOGICAL[symbol], False, True, _bool) if symbol in _LOGICAL else None
    if exact and symbol == "truediv":
        return _divide_ints, *_ANY, _float64
    if common in BOUNDS:
        return (_INTEGERS[symbol], *BOUNDS[common], common) if symbol in _INTEGERS else None
    if exact:
        return None
    if common is _float64 and symbol in _FLOATS:
        return _FLOATS[symbol], *_ANY, common
    if common is _float32 and symbol in _SINGLES:
        function = _SINGLES[symbol]
        return lambda x, y: _rounded(function(x, y)), *_ANY, common
    return None


def _beside_number(symbol: str, d: torch.dtype, kind: type, first: bool) -> _Row | None:
    """Return the row of an element of dtype `d` beside a Python number, which is the first operand if `first`."""
    low, high = FITS[d].get(kind, _ANY)
    if kind is float and d in BOUNDS:
        loop = _loop(symbol, _float64, _float64)
        if loop is None:
            return None
        function = loop[0]

        def of_default(x: float, y: float) -> Any:
            if default_float() is not _float64:
                raise _Left
            return function(float(x), float(y))

        return of_default, low, high, *loop[1:]
    if kind not in FITS[d] or (d is _bool and kind is not bool):
        return None
    loop = _loop(symbol, d, d)
    if loop is None:
        return None
    function, *rest = loop
    if kind is float and d is _float64:
        low, high = _ANY
    if d is not _float32:
        return function, low, high, *rest
    # Cast to float32 before the operation (rule 4).
    if first:
        return lambda x, y: function(_rounded(x), y), low, high, *rest
    return lambda x, y: function(x, _rounded(y)), low, high, *rest


def _rows(symbol: str, first: bool) -> dict[tuple[torch.dtype, Any], _Row]:
    """Return the table of an operator, by the element's dtype and the other's dtype or type."""
    rows: dict[tuple[torch.dtype, Any], _Row | None] = {}
    dtypes = [d for d in ELEMENTS if d in (_bool, _float32, _float64) or d in BOUNDS]
    for d in dtypes:
        for kind in (bool, int, float):
            rows[d, kind] = _beside_number(symbol, d, kind, first)
        for other in dtypes:
            loop = _loop(symbol, d, other)
            rows[d, other] = None if loop is None else (loop[0], *BOUNDS.get(other, _ANY), *loop[1:])
    return {key: row for key, row in rows.items() if row is not None}


_FAILED = (KeyError, ArithmeticError, TypeError, ValueError)
#: The Python number of the elements of a dtype.
_NUMBER = {"b": bool, "i": int, "u": int, "f": float}


def _by_row(symbol: str, first: bool) -> Callable[[Any, Any], Any]:
    """Return the operator of an element and any other operand, which is the first one if `first`."""
    rows: dict[tuple[torch.dtype, Any], _Row] = {}
    general = getattr(operator, symbol + "_" * (symbol in ("and", "or")))

    def compute(x: Any, other: Any) -> Any:
        if not _is_compiling():
            kind: Any = type(other)
            y = other
            if kind is ndarray:
                kind, y = other._dtype, value_of(other)
            elif isinstance(other, Element):
                kind, y = other._dtype, other._value
            try:
                function, least, most, low, high, dtype = rows[x._dtype, kind]
                if least <= y <= most:
                    value = function(y, x._value) if first else function(x._value, y)
                    if low <= value <= high:
                        new = ELEMENTS[dtype]()
                        new._value = value
                        return new
            except _FAILED:
                if not rows:
                    rows.update(_rows(symbol, first))
                    return compute(x, other)
            if symbol in _WEAK and isinstance(other, ndarray) and other._dtype is x._dtype:
                # Beside an array of its dtype the number saves a tensor.
                return general(other, x._value) if first else general(x._value, other)
        x = as_array(x)
        if not first:
            return general(x, as_array(other))
        # Python calls this before the method of a plain array, because the class of elements is a subclass.
        return general(other, x) if isinstance(other, ndarray) else getattr(ndarray, f"__r{symbol}__")(x, other)

    return compute


#: The operator of an element and an element of its dtype, or a Python number, if every result is right.
_UNBOUNDED = """
def operator(x, y, /):
    if type(y) is own:
        new = result()
        new._value = {of_elements}
        return new
    kind = type(y)
    if {accepts}:
        new = result()
        new._value = {of_number}
        return new
    return rest(x, y)
"""
#: The operator if the result may be out of bounds, or has to be computed by torch.
_BOUNDED = """
def operator(x, y, /):
    kind = type(y)
    if kind is own:
        value = y._value
    elif {accepts}:
        value = {number}
    else:
        return rest(x, y)
    try:
        value = {of_value}
        if low <= value <= high:
            new = result()
            new._value = value
            return new
    except _FAILED:
        pass
    return rest(x, y)
"""
_SIGNS = {
    operator.add: "+",
    operator.sub: "-",
    operator.mul: "*",
    operator.truediv: "/",
    operator.floordiv: "//",
    operator.mod: "%",
    operator.and_: "&",
    operator.or_: "|",
    operator.xor: "^",
    operator.lt: "<",
    operator.le: "<=",
    operator.gt: ">",
    operator.ge: ">=",
    operator.eq: "==",
    operator.ne: "!=",
}


#: The operator until it is first used.
_FIRST = """
def operator(x, y, /):
    return first_call(x, y)
"""


@cache
def _compiled(source: str, cells: tuple[str, ...]) -> CodeType:
    """Return the code of the function in `source`, which has variables of an outer function, `cells`, too."""
    names = ", ".join(cells)
    inner = f"{source.strip()}\n    {names}".replace("\n", "\n    ")  # the names are never reached
    module = compile(f"def outer({names}):\n    {inner}", __file__, "exec")
    outer = next(c for c in module.co_consts if isinstance(c, CodeType))
    return next(c for c in outer.co_consts if isinstance(c, CodeType))


def _binary(symbol: str, d: torch.dtype, first: bool, rest: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    """Return the operator of two elements of dtype `d`, or one and a Python number; `rest` does what is left.

    The other operand is the first one if `first`. Each operator has code of its own, in which the interpreter inlines
    the arithmetic and the attributes of one class.
    """
    own, number, loop = ELEMENTS[d], _NUMBER.get(KIND[d]), _loop(symbol, d, d)
    compares, single = d is not _bool and symbol in _COMPARISONS, d is _float32
    unbounded = (d is _float64 and symbol in _WEAK) or compares
    if loop is None or number is None or (first and not (unbounded or single)):
        return rest
    function, low, high, dtype = loop
    least, most = BOUNDS.get(d) or (_ANY if d is _float64 else (False, True))
    if single:
        least, most = -_LARGEST_SINGLE, _LARGEST_SINGLE
        function = _SINGLES.get(symbol, function)
    sign = _SIGNS.get(function)

    def computed(other: str) -> str:
        operands = (other, "x._value") if first else ("x._value", other)
        value = f" {sign} ".join(operands) if sign else f"function({', '.join(operands)})"
        return f"unpack(pack({value}))[0]" if single and not compares else value

    of_number = "unpack(pack(y))[0]" if single else "y"
    accepts = f"kind is {number.__name__}"
    if not unbounded or single:
        accepts += " and least <= y <= most"
    if number is float:
        accepts += f" or (kind is int and {-_EXACT[d]} <= y <= {_EXACT[d]})"
    names = {
        "own": own,
        "result": ELEMENTS[dtype],
        "rest": rest,
        "function": function,
        "low": low,
        "high": high,
        "least": least,
        "most": most,
        "pack": _pack,
        "unpack": _unpack,
        "_FAILED": _FAILED,
    }
    source = (_UNBOUNDED if unbounded else _BOUNDED).format(
        accepts=accepts,
        number=of_number,
        of_elements=computed("y._value"),
        of_number=computed(of_number),
        of_value=computed("value"),
    )
    return _beside(rest, source, names)


def _beside(rest: Callable[[Any, Any], Any], source: str, names: dict[str, Any]) -> Any:
    """Return the function in `source`; Dynamo inlines `rest`, whose cells it looks for in this function."""
    code = _compiled(source, rest.__code__.co_freevars)
    function: Any = FunctionType(code.replace(), names, closure=rest.__closure__)
    function._torchdynamo_inline = rest
    return function


def _unary(symbol: str) -> Callable[[Any], Any]:
    """Return the operator of one element."""
    general = getattr(operator, symbol)
    rows: dict[torch.dtype, tuple[Callable[[Any], Any], Any, Any]] = {
        d: (general, *BOUNDS[d]) for d in of_kind("iu") if d in BOUNDS
    }
    if symbol == "invert":
        rows[_bool] = operator.not_, False, True
    else:
        rows[_float32] = rows[_float64] = general, *_ANY

    def apply(x: Any, /) -> Any:
        row = rows.get(x._dtype)
        if row is not None and not _is_compiling():
            value = row[0](x._value)
            if row[1] <= value <= row[2]:
                new = type(x)()
                new._value = value
                return new
        return general(as_array(x))

    return apply


def _divmod(x: Any, y: Any, /) -> Any:
    """Return the quotient and the remainder of two numbers, at least one of them an element."""
    if not _is_compiling() and (isinstance(y, Element) or type(y) in _NUMBER.values()) and y:
        return x // y, x % y
    return divmod(as_array(x), as_array(y))


def element_of(value: Any, dtype: torch.dtype) -> Any:
    """Return a Python number as an element of a dtype; None if that is not exact, or a tensor has to be made."""
    bounds = FITS.get(dtype, {}).get(type(value))
    if bounds is None or dtype not in ELEMENTS or is_transformed() or default_device().type != "cpu":
        return None
    if not bounds[0] <= value <= bounds[1]:
        return None
    return new_element(_rounded(value) if dtype is _float32 else _NUMBER[KIND[dtype]](value), dtype)


def attach_element_operators() -> None:
    """Give the classes of elements their operators; in-place ones rebind, as those of 0-D arrays do."""

    def attach(cls: type, name: str, function: Any) -> None:
        function.__name__, function.__qualname__ = f"__{name}__", f"ndarray.__{name}__"
        setattr(cls, f"__{name}__", function)
        fast_operator(cls, f"__{name}__")

    def attach_made(cls: type, names: tuple[str, ...], make: Callable[[], Any], rest: Any) -> None:
        """Attach the function that `make` returns, which is called when it is first used; Dynamo inlines `rest`."""

        def first_call(x: Any, y: Any) -> Any:
            made = make()
            for name in reversed(names):
                attach(cls, name, made)
            return made(x, y)

        for name in reversed(names):
            attach(cls, name, _beside(rest, _FIRST, {"first_call": first_call}))

    for symbol in _SYMBOLS:
        rest = _by_row(symbol, False)
        reflected = None if symbol in _COMPARISONS else _by_row(symbol, True)
        for d, element in ELEMENTS.items():
            names = (symbol,) if reflected is None else (symbol, "i" + symbol)
            attach_made(element, names, partial(_binary, symbol, d, False, rest), rest)
            if reflected is not None:
                attach_made(element, ("r" + symbol,), partial(_binary, symbol, d, True, reflected), reflected)
    for symbol in ("neg", "pos", "abs", "invert"):
        attach(Element, symbol, _unary(symbol))
    attach(Element, "divmod", _divmod)


attach_element_operators()
