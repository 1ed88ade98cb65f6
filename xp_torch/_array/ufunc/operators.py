"""The operators of `ndarray`: forward, reflected and in-place forms, made from the records."""

from __future__ import annotations

import operator
from collections.abc import Callable, Collection
from numbers import Number
from types import WrapperDescriptorType
from typing import Any

import numpy as np
import torch

from xp_torch._array.coercion import LISTS, as_tensor, from_numbers, has_elements, is_foreign
from xp_torch._array.deferred import DeferredArray, compute, through
from xp_torch._array.element import ELEMENT_TYPES, plain_element
from xp_torch._array.floating_errors import is_reporting, reporting
from xp_torch._array.ndarray import ndarray, wrap
from xp_torch._array.numpys import by_numpy
from xp_torch._array.registration import register_with
from xp_torch._array.selection import Selection
from xp_torch._array.ufunc.call import call, call_without_options
from xp_torch._array.ufunc.dispatch import make_binary, make_reflected, make_unary, number_rows, with_bool
from xp_torch._array.ufunc.overrides import overridden
from xp_torch._array.ufunc.record import Op
from xp_torch._array.ufunc.records import OPS
from xp_torch._facts.dtypes import KIND, as_dtype
from xp_torch._facts.errors import UFuncTypeError
from xp_torch._facts.inspection import numpy_view
from xp_torch._facts.no_value import NO_VALUE
from xp_torch._facts.promotion import can_cast
from xp_torch._facts.torch_errors import raise_explained_write
from xp_torch._facts.torch_state import is_differentiated
from xp_torch._kernels.aliasing import copies_of_written, overlaps_itself, same_or_disjoint
from xp_torch._kernels.cast import cast
from xp_torch._kernels.elementwise.by_number import with_float


def declines(kind: type) -> bool:
    """Return whether objects of a type decline operators, by ``__array_ufunc__ = None``."""
    return getattr(kind, "__array_ufunc__", kind) is None


def operand(x: Any) -> bool:
    """Return whether an operator accepts `x`; if not, it returns NotImplemented, so that the type of `x` decides.

    An object with ``__array__`` or with elements is accepted, unless it declines or is another library's array.
    """
    kind = type(x)
    if kind in (int, float, complex, bool) or isinstance(x, (ndarray, torch.Tensor, np.generic)):
        return True
    if declines(kind):
        return False
    if kind is np.ndarray or isinstance(x, (list, tuple, range, int, float, complex)):
        return True
    return not is_foreign(kind) and (hasattr(kind, "__array__") or has_elements(x))


def only_ufuncs(kind: type, method: str) -> bool:
    """Return whether another library's array has ``__array_ufunc__``, but no operator `method`."""
    decides = is_foreign(kind) and getattr(kind, "__array_ufunc__", None) is not None
    return decides and getattr(kind, method, None) is getattr(object, method, None)


def _compared(unequal: bool, x1: ndarray, x2: Any) -> Any:
    """Return ``==`` (or ``!=``, if `unequal`) of every element with an object that is not array-like."""
    kind: Any = type(x2)
    # A class that defines ``==`` in Python decides itself; but numbers, such as `Fraction`, are not equal to any array.
    decides = not isinstance(kind.__eq__, WrapperDescriptorType) and not isinstance(x2, Number)
    if is_foreign(kind):
        # Python would compare the objects themselves if neither method compared.
        result = getattr(kind, "__ne__" if unequal else "__eq__")(x2, x1)
        if result is NotImplemented:
            result = _of_values("ne" if unequal else "eq", x1, x2)
        if result is NotImplemented:
            raise TypeError(
                f"unsupported operand types for {'!=' if unequal else '=='}: an array of xp_torch and "
                f"{kind.__module__}.{kind.__qualname__}; convert it with xp_torch.asarray"
            )
        return result
    if decides and unequal and kind.__ne__ is object.__ne__:
        # Python's own ``!=`` would need the truth value of an array that the class's ``==`` returns.
        equal = kind.__eq__(x2, x1)
        if equal is not NotImplemented:
            return wrap(torch.logical_not(equal._tensor)) if isinstance(equal, ndarray) else NotImplemented
    elif decides:
        result = (kind.__ne__ if unequal else kind.__eq__)(x2, x1)
        if result is not NotImplemented:
            return result
    # Python would compare the objects themselves, and NumPy compares each element.
    values = numpy_view(x1._tensor)
    if values is None:
        return NotImplemented
    return wrap(as_tensor(values != x2 if unequal else values == x2))


SWAPPED = {"lt": "gt", "le": "ge", "gt": "lt", "ge": "le", "eq": "eq", "ne": "ne"}
#: Methods of types that convert to arrays, or decide themselves what they do with other libraries' arrays.
_PROTOCOLS = ("__array__", "__array_ufunc__", "__array_function__", "__torch_function__")


def _of_values(symbol: str, x1: Any, x2: Any) -> Any:
    """Return the result of an operator for the values of an array and an object that is not array-like.

    The value of a 0-D array is a Python number, as for NumPy's scalars: ``x[0] * timedelta(1)`` is a `timedelta`. Other
    arrays are converted to NumPy's, for numbers such as `Decimal`, which NumPy puts in arrays of objects, and for
    objects that define operators with NumPy's arrays by their priority alone, as SciPy's sparse arrays do. Beside 0-D
    arrays, and of such objects, a method that accepts arrays is tried first.
    """
    act = divmod if symbol == "divmod" else getattr(operator, f"__{symbol}__")
    forward = isinstance(x1, ndarray)
    x, other = (x1, x2) if forward else (x2, x1)
    kind, values = type(other), numpy_view(x._tensor)
    if register_with(kind):
        return act(x1, x2)
    claims = is_foreign(kind)
    if values is None or (claims and any(hasattr(kind, name) for name in _PROTOCOLS)):
        return NotImplemented
    if values.ndim and not claims:
        return by_numpy(act, (x1, x2), {})
    value: Any = values if values.ndim else values.item()
    if forward:
        method = getattr(kind, f"__{SWAPPED.get(symbol, 'r' + symbol)}__", None)
        result = NotImplemented if method is None else method(other, x)
        if result is not NotImplemented:
            return result
    result = act(value, other) if forward else act(other, value)
    compared = forward and symbol in SWAPPED and not claims
    return wrap(as_tensor(result)) if compared or type(result) is np.ndarray else result


def _repeats(x: Any, count: ndarray) -> bool:
    """Return whether ``x * count`` repeats a list or another built-in sequence, as NumPy's integer scalars do.

    Raise TypeError if `count` is a 0-D array of another kind.
    """
    if count._tensor.ndim or isinstance(x, (ndarray, torch.Tensor, np.ndarray)):
        return False
    if not isinstance(x, (list, tuple)):
        # Python's own sequences define ``*`` in C; a class that defines it in Python is multiplied elementwise.
        kind = type(x)
        if not hasattr(kind, "__len__") or not isinstance(getattr(kind, "__mul__", None), WrapperDescriptorType):
            return False
    if KIND[count._dtype] not in "iu":
        raise TypeError(
            f"can't multiply a {type(x).__name__} by a 0-D array of dtype {as_dtype(count._dtype)}: only an integer "
            f"can repeat a {type(x).__name__}; to multiply its elements, convert it with asarray"
        )
    return True


def _shorter_power(x: ndarray, exponent: Any) -> str | None:
    """Return the name of the ufunc that NumPy's ``**`` calls instead of `power`; None if it calls `power`.

    The square root is for complex numbers only: sqrt(-inf) is NaN, but by the standard (-inf)**0.5 is infinite.
    """
    if x._tensor.ndim == 0:
        return None
    if type(exponent) is int:
        if exponent == 2:
            return "square"
        return "reciprocal" if exponent == -1 and KIND[x._dtype] in "fc" else None
    return "sqrt" if type(exponent) is float and exponent == 0.5 and KIND[x._dtype] == "c" else None


def _make_unary(name: str) -> Callable[[Any], Any]:
    """Return the unary operator that computes the ufunc `name`."""
    return make_unary(name, lambda x: call_without_options(name, (x,)))


def _power(forward: Callable) -> Callable:
    """Return `forward` for ``**``, with NumPy's shortcuts for some exponents: values, and int8 for squared booleans."""
    shortened = {name: _make_unary(name) for name in ("reciprocal", "sqrt", "square")}

    def power(x1: Any, x2: Any, /) -> Any:
        if isinstance(x1, DeferredArray):
            return compute(power, x1, x2)
        shorter = _shorter_power(x1, x2)
        return forward(x1, x2) if shorter is None else shortened[shorter](x1)

    return power


def _forward(op: Op) -> Callable[[Any, Any], Any]:
    # No `Op` in the closure: Dynamo could not trace it.
    name, symbol = op.name, op.operator or ""
    # ``==`` and ``!=`` compare elementwise with None and strings too, as NumPy's do.
    unequal = {"eq": False, "ne": True}.get(symbol)
    multiplies = symbol == "mul"
    swapped = f"__{SWAPPED.get(symbol, 'r' + symbol)}__"

    def general(x1: Any, x2: Any) -> Any:
        if declines(type(x2)):
            return NotImplemented
        if unequal is not None and (x2 is None or isinstance(x2, (str, bytes))):
            return wrap(torch.full_like(x1._tensor, unequal, dtype=torch.bool))
        if multiplies and _repeats(x2, x1):
            return NotImplemented
        if type(x2) in LISTS and (t := from_numbers(x2, x1._tensor.device)) is not None:
            return forward(x1, wrap(t))
        if operand(x2) or only_ufuncs(type(x2), swapped):
            try:
                return call_without_options(name, (x1, x2))
            except TypeError:
                if unequal is None or isinstance(x2, ndarray):
                    raise  # else a list of objects or text, which equal no number
        return _of_values(symbol, x1, x2) if unequal is None else _compared(unequal, x1, x2)

    forward = make_binary(name, general)
    return forward


def _reflected(op: Op, forward: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    # No `Op` in the closure, as above.
    name, symbol = op.name, op.operator or ""
    multiplies = symbol == "mul"

    def general(x1: Any, x2: Any) -> Any:
        if isinstance(x1, bytes) and not (multiplies and _repeats(x1, x2)):
            # From Python 3.12, ``b"a" + x`` would append the memory of the array.
            raise TypeError(f"unsupported operand types for {name}: 'bytes' and an array of xp_torch")
        if declines(type(x1)) or (multiplies and _repeats(x1, x2)):
            return NotImplemented
        if type(x1) in LISTS and (t := from_numbers(x1, x2._tensor.device)) is not None:
            return forward(wrap(t), x2)
        if operand(x1) or only_ufuncs(type(x1), f"__{symbol}__"):
            return call_without_options(name, (x1, x2))
        return _of_values(symbol, x1, x2)

    return make_reflected(name, general)


def _check_same_kind(name: str, result: torch.dtype, target: torch.dtype) -> None:
    """Raise UFuncTypeError if the result of an in-place operator cannot be cast to the dtype of its target."""
    if not can_cast(result, target, "same_kind"):
        raise UFuncTypeError(
            f"Cannot cast ufunc '{name}' output from {as_dtype(result)!r} to {as_dtype(target)!r} "
            "with casting rule 'same_kind'"
        )


def write_inplace(name: str, target: ndarray, result: torch.Tensor) -> ndarray:
    """Write the result of an in-place operator into `target` by NumPy's same-kind rule."""
    t = target._tensor
    _check_same_kind(name, result.dtype, t.dtype)
    if result.shape != t.shape:
        raise ValueError(
            f"non-broadcastable output operand with shape {tuple(t.shape)} "
            f"doesn't match the broadcast shape {tuple(result.shape)}"
        )
    target._store(cast(result, t.dtype))
    return target


def make_inplace(name: str, forward: Callable) -> Callable:
    """Return the in-place form of `forward`: it rebinds 0-D arrays (rule 2), and writes to others."""
    op = OPS.get(name)
    kernel: Any = None if op is None else op.shortcuts.inplace
    dtypes = frozenset() if op is None or kernel is None else {d for d, k in op.kernels.items() if k is op.kernel}
    numbers = _inplace_numbers(name, kernel, dtypes)
    power, multiplies = _inplace_power(forward) if name == "pow" else None, name == "multiply"

    def inplace(x1: Any, x2: Any, /) -> Any:
        if type(x2) in ELEMENT_TYPES:
            x2 = plain_element(x2)
        if type(x1) is ndarray and (t1 := x1._tensor).ndim and not (reporting and is_reporting()):
            dtype = x1._dtype
            if type(x2) is ndarray:
                t2 = x2._tensor
                # With a meta tensor torch would do nothing; it has no right derivative of `x *= x`.
                usable = not t2.is_meta and not (t2 is t1 and is_differentiated(t1))
                if dtype is x2._dtype and dtype in dtypes and usable and same_or_disjoint(t1, t2):
                    try:
                        kernel(t1, t2)
                    except RuntimeError as error:
                        raise_explained_write(t1, error, name, [t1, t2])
                    return x1
            elif (
                dtype in numbers
                and (row := numbers[dtype].get(type(x2))) is not None
                and row[1] <= x2 <= row[2]
                and (t1.is_contiguous() or 0 in t1.stride() or not overlaps_itself(t1))  # torch refuses strides of 0
            ):
                try:
                    row[0](t1, x2)
                except RuntimeError as error:
                    raise_explained_write(t1, error, name, [t1])
                return x1
        if type(x1) is Selection and (result := through(forward, x1, x2)) is not None:
            _check_same_kind(name, result._dtype, x1._dtype)
            x1._whole = cast(result._whole, x1._dtype)
            return x1
        if not x1._tensor.ndim:
            result = forward(x1, x2)
            if result is NotImplemented and multiplies and _repeats(x2, x1):
                return x2 * x1  # Python tries this itself for types that are written in C
            return result
        result = overridden(name, "__call__", (x1, x2), x1)
        if result is not NO_VALUE:
            return result
        if power is not None:
            return power(x1, x2)
        # Out of place, then written: the dtypes differ, the memory overlaps or torch has no kernel in place.
        result = _out_of_place(forward, x1, x2)
        # An object with a priority may rebind the name, as in NumPy.
        return write_inplace(name, x1, result._tensor) if isinstance(result, ndarray) else result

    return inplace


def _by_number(kernel: Callable[..., Any], kind: type, dtype: torch.dtype) -> Callable[..., Any]:
    """Return the in-place kernel for a Python number of a type."""
    if kind is bool:
        return with_bool(kernel)
    return with_float(kernel, False) if kind is int and KIND[dtype] == "f" else kernel


def _inplace_numbers(name: str, kernel: Any, dtypes: Collection[torch.dtype]) -> dict[torch.dtype, dict[type, tuple]]:
    """Return the kernels in place for a Python number and its bounds, by the dtype and the number's type."""
    if not dtypes or name == "pow":
        return {}  # torch's powers by numbers round more, or lose infinities
    return {
        d: {
            kind: (_by_number(kernel, kind, d), low, high)
            for kind, (_, low, high, result) in row.items()
            # torch does not subtract booleans.
            if result is d and not (kind is bool and name == "subtract")
        }
        for d, row in number_rows(name).items()
        if d in dtypes
    }


def _out_of_place(forward: Callable, x1: ndarray, x2: Any) -> Any:
    """Return the result of an operator that is written to `x1` afterwards; operands that autograd saves are copied."""
    t1, t2 = x1._tensor, x2._tensor if isinstance(x2, ndarray) else None
    first, second = copies_of_written([t1, t2], [t1])
    return forward(x1 if first is t1 else wrap(first), x2 if second is t2 else wrap(second))


def _inplace_power(forward: Callable) -> Callable:
    """Return the in-place form of ``**``; as in NumPy, it checks the cast to the array before the exponent."""

    def inplace(x1: Any, x2: Any, /) -> Any:
        if x1._tensor.ndim == 0:
            return forward(x1, x2)
        if not operand(x2):
            return NotImplemented
        if KIND[x1._dtype] == "b":
            raise UFuncTypeError("Cannot cast ufunc 'power' output to dtype('bool') with casting rule 'same_kind'")
        shorter = _shorter_power(x1, x2)
        return call("pow", (x1, x2), x1) if shorter is None else call(shorter, (x1,), x1)

    return inplace


def attach(name: str, function: Callable, cls: type = ndarray) -> None:
    """Give `cls` the special method ``__name__``."""
    function.__name__ = f"__{name}__"
    function.__qualname__ = f"ndarray.__{name}__"
    function.__module__ = "xp_torch"
    setattr(cls, f"__{name}__", function)


def attach_operators() -> None:
    """Give `ndarray` the operators of all records."""
    for op in OPS.values():
        symbol = op.operator
        if symbol is None:
            continue
        if op.nin == 1:
            attach(symbol, _make_unary(op.name))
            continue
        forward = _forward(op)
        attach(symbol, _power(forward) if symbol == "pow" else forward)
        if op.comparison:
            continue
        attach("r" + symbol, _reflected(op, forward))
        if op.nout == 1:
            attach("i" + symbol, make_inplace(op.name, forward))


attach_operators()
