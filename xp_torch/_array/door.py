"""The door: what functions do with guests, arrays that they don't compute themselves.

Each public function asks `has_override` for its arguments, and returns `call_override` if there is a guest:

- Other libraries' arrays decide themselves, by their `__array_function__`.
- Arrays whose dtype torch lacks (text, objects, dates, records, long doubles) are NumPy's, and so are masked arrays and
  matrices: NumPy's function of the same name computes from them.
- A subclass of `ndarray` with a function `_override`, such as an array that is sharded over processes, has rules.

Functions that make arrays ask `is_elsewhere` for their device, which may be one of such arrays. The last part of a
function that only calls other functions, or only asks for a shape, needs no rule: it asks `has_foreign`.
"""

from __future__ import annotations

import functools
import inspect
import sys
from collections.abc import Callable, Collection, Iterator
from contextvars import ContextVar
from datetime import date, timedelta
from numbers import Number
from typing import Any

import numpy as np
import torch

from xp_torch._array.coercion import KNOWN, as_device, as_tensor, has_elements, has_more, is_foreign
from xp_torch._array.ndarray import ndarray, wrap
from xp_torch._facts.dtypes import lacks
from xp_torch._facts.errors import DistributedArgument, UnsupportedError
from xp_torch._facts.no_value import NO_VALUE
from xp_torch._facts.shapes import MAX_NDIM
from xp_torch._facts.torch_state import is_compiling

_LISTS = (list, tuple)
#: How many items of a list decide whether NumPy computes with it.
_LOOKED_AT = 32
#: Types of operands that NumPy may compute with (`is_numpys`).
MAYBE_NUMPYS = frozenset({np.ndarray, *_LISTS})
#: Types of arguments that torch computes with, and those of arguments that are left out.
_PLAIN = (KNOWN - MAYBE_NUMPYS) | {type(None), type(NO_VALUE), str}
#: Types of numbers that torch computes with.
_PLAIN_NUMBERS = frozenset({bool, int, float, complex})
#: Types of numbers and arrays that torch computes with, and their subclasses.
_NUMBERS = (int, float, complex, np.generic, ndarray, torch.Tensor)
#: Methods of types that convert to arrays.
_PROTOCOLS = ("__array__", "__array_namespace__", "__dlpack__")
#: The module with the rules of arrays that are sharded over processes, which may not be imported.
_DISTRIBUTED = "xp_torch.distributed"
#: Whether a ``with device:`` block was ever entered: an element, if so. Until then no context variable is read, so that
#: compiled code makes arrays.
BLOCKS: list[bool] = []
#: The devices of the blocks that surround the call, and None for a rule, where new arrays are plain.
_blocks: ContextVar[tuple[Any, ...]] = ContextVar("xp_torch_blocks", default=())
#: Whether arrays whose dtype torch lacks raise (`numpy_array_guard`).
refused: ContextVar[bool] = ContextVar("xp_torch_numpy_arrays_refused", default=False)


def has_override(*operands: Any) -> bool:
    """Return whether an operand is a guest, for which `call_override` returns the result of a function."""
    for x in operands:
        kind = type(x)
        if kind in _PLAIN:
            continue
        if kind in MAYBE_NUMPYS:
            if is_numpys(x) or (kind in _LISTS and _holds_ruled(x)):
                return True
        elif issubclass(kind, (ndarray, torch.Tensor)):
            if rules_of(kind) is not None:
                return True
        elif decides(kind) or is_numpys(x) or is_python_value(x):
            return True
    return False


def has_override_within(arrays: Any) -> bool:
    """Return whether `has_override` is true for an item, if `arrays` is a list or tuple, else for `arrays` itself."""
    return has_override(*arrays) if type(arrays) in _LISTS else has_override(arrays)


def has_foreign(*operands: Any) -> bool:
    """Return whether an operand is a guest other than a subclass of `ndarray`."""
    return any(not isinstance(x, ndarray) and has_override(x) for x in operands)


def has_ruled(*operands: Any) -> bool:
    """Return whether an operand, or an item of a list or dict, is of a subclass of `ndarray` that has rules."""
    for x in operands:
        kind = type(x)
        if kind in _LISTS:
            if _holds_ruled(x):
                return True
        elif kind is dict:
            if has_ruled(*x.values()):
                return True
        elif kind not in _PLAIN and issubclass(kind, (ndarray, torch.Tensor)) and rules_of(kind) is not None:
            return True
    return False


def _holds_ruled(items: Any, depth: int = 1) -> bool:
    """Return whether a list, if it doesn't begin with numbers, holds an array that has rules."""
    if _PLAIN_NUMBERS.issuperset(map(type, items[:_LOOKED_AT])) or depth > MAX_NDIM:
        return False
    return any(_holds_ruled(x, depth + 1) if type(x) in _LISTS else has_ruled(x) for x in items)


def rules_of(kind: type) -> Callable[[Callable[..., Any], dict[str, Any]], Any] | None:
    """Return what computes functions of arrays of a class, from the function and its arguments by name; or None."""
    if issubclass(kind, torch.Tensor):
        # A `DTensor` is torch's; the module that can convert it has its rules.
        return getattr(sys.modules.get(_DISTRIBUTED), "_override", None) if _is_dtensor(kind) else None
    return getattr(kind, "_override", None)


def _is_dtensor(kind: type) -> bool:
    """Return whether a type is torch's `DTensor`."""
    return kind is getattr(sys.modules.get("torch.distributed.tensor"), "DTensor", None)


def decides(kind: type) -> bool:
    """Return whether a type has an ``__array_function__`` of its own, which NumPy's array and its subclasses lack."""
    method = getattr(kind, "__array_function__", None)
    return method is not None and method is not np.ndarray.__array_function__ and not issubclass(kind, ndarray)


def is_numpys(x: Any) -> bool:
    """Return whether NumPy computes with `x`: an array or a scalar of a dtype that torch lacks, or a list of them.

    So do masked arrays, matrices and other subclasses of NumPy's array. Of a list the first 32 items are
    looked at, and of nested lists the first.
    """
    kind = type(x)
    if kind is np.ndarray:
        return lacks(x.dtype)
    if kind in _LISTS:
        for _ in range(MAX_NDIM):
            items = x[:_LOOKED_AT]
            if _PLAIN_NUMBERS.issuperset(map(type, items)):
                return False
            if type(items[0]) not in _LISTS:
                return any(map(_is_value, items))
            x = items[0]
        return False
    if issubclass(kind, np.generic):
        return lacks(x.dtype)
    return issubclass(kind, np.ndarray) and (has_more(kind) or lacks(x.dtype))


def is_python_value(x: Any) -> bool:
    """Return whether `x` is a number or a date of Python's that torch cannot hold, such as a fraction."""
    return isinstance(x, (Number, date, timedelta)) and not isinstance(x, _NUMBERS)


def _is_value(x: Any) -> bool:
    """Return whether NumPy makes an array of objects, text or dates of `x`, which is no object of another kind."""
    return isinstance(x, (str, bytes, type(None))) or is_python_value(x) or (type(x) not in _LISTS and is_numpys(x))


def is_object(x: Any) -> bool:
    """Return whether NumPy makes an array of objects, text or dates of one value."""
    kind = type(x)
    if kind in KNOWN or x is NO_VALUE:
        return kind is np.ndarray and lacks(x.dtype)
    if isinstance(x, _NUMBERS):
        return isinstance(x, np.generic) and lacks(x.dtype)
    if _is_value(x):
        return True
    return not (is_foreign(kind) or any(hasattr(kind, p) for p in _PROTOCOLS) or has_elements(x))


def call_override(function: Callable[..., Any], arguments: dict[str, Any]) -> Any:
    """Return the result of a call of `function` that has a guest; `arguments` are the local variables of the call.

    NumPy's function of the same name gets the arguments with which `function` was called, without those that have
    their defaults, since other libraries' functions lack some of NumPy's parameters.
    """
    parameters = _parameters(function)
    given = {name: arguments[name] for name in parameters}
    if (rules := _rules_for(given)) is not None:
        return rules(function, given)
    positional: list[Any] = []
    keywords: dict[str, Any] = {}
    for name, parameter in parameters.items():
        value = given[name]
        if parameter.kind is parameter.VAR_POSITIONAL:
            positional += value
        elif parameter.kind is parameter.VAR_KEYWORD:
            keywords.update(value)
        elif parameter.default is parameter.empty:
            positional.append(value)
        elif value is not parameter.default:
            if parameter.kind is parameter.POSITIONAL_ONLY:
                positional.append(value)
            else:
                keywords[name] = value
    module = sys.modules[f"numpy{function.__module__.removeprefix('xp_torch')}"]
    theirs = getattr(module, function.__name__)
    if any(map(_decides_within, (*positional, *keywords.values()))):
        return theirs(*positional, **keywords)
    _check_names(theirs, keywords)
    return by_numpy(theirs, positional, keywords)


@functools.cache
def _parameters(function: Callable[..., Any]) -> Any:
    """Return the parameters of a function by name."""
    return inspect.signature(function).parameters


def _rules_for(arguments: dict[str, Any]) -> Callable[..., Any] | None:
    """Return what computes a call by rules: that of its device, or of the first argument that has rules."""
    if (device := device_of_call(arguments)) is not None:
        return rules_of(type(device))
    for x in ruled_within([x for name, x in arguments.items() if name != "like"]):
        return rules_of(type(x))
    return None


def ruled_within(value: Any) -> Iterator[Any]:
    """Yield the arrays that have rules in arguments."""
    kind = type(value)
    if kind in _LISTS:
        for item in value:
            yield from ruled_within(item)
    elif kind is dict:
        yield from ruled_within(list(value.values()))
    elif kind not in _PLAIN and issubclass(kind, (ndarray, torch.Tensor)) and rules_of(kind) is not None:
        yield value


def device_of_call(arguments: dict[str, Any]) -> Any:
    """Return the device with rules that a call is for: its argument, that of its generator, or a block's; or None."""
    if "device" in arguments:
        return device_elsewhere(arguments["device"])
    rng = arguments.get("self")
    return (rng._elsewhere or current_device()) if hasattr(type(rng), "_elsewhere") else None


def draws_elsewhere(rng: Any, *parameters: Any) -> bool:
    """Return whether rules draw: of the generator's device, of a block's, or of parameters."""
    return rng._elsewhere is not None or (bool(BLOCKS) and current_device() is not None) or has_ruled(*parameters)


def device_elsewhere(device: Any) -> Any:
    """Return the argument `device`, or that of ``with device:`` if it is None, if it has rules; else None."""
    if device is None:
        return current_device()
    return device if rules_of(type(device)) is not None else None


def is_elsewhere(device: Any) -> bool:
    """Return whether rules make arrays on the argument `device`, or in a ``with device:`` block if it is None."""
    return device_elsewhere(device) is not None


def current_device() -> Any:
    """Return the device of the ``with device:`` block that surrounds the call; None without one, and in rules."""
    if not BLOCKS:
        return None
    check_eager()
    blocks = _blocks.get()
    return blocks[-1] if blocks else None


def enter_block(device: Any) -> None:
    """Begin a ``with device:`` block; of None, one where new arrays are plain."""
    check_eager()
    BLOCKS[:] = [True]
    _blocks.set((*_blocks.get(), device))


def leave_block() -> None:
    """End the last block."""
    _blocks.set(_blocks.get()[:-1])


def check_eager() -> None:
    """Raise RuntimeError in compiled code, where context variables can't be read.

    Without ``fullgraph=True``, Dynamo leaves a function that raises to eager code.
    """
    if is_compiling():
        raise RuntimeError(
            "in a program that uses `with device:` or generators on devices of xp_torch.distributed, code that is "
            "compiled with fullgraph=True can't make arrays, because a block may decide where: make them in eager code"
        )


def transformed(name: str, compute: Callable[..., Any], *arguments: Any) -> Any:
    """Return ``compute(*arguments)``; if it meets an array that has rules, what those make of the transform `name`."""
    try:
        return compute(*arguments)
    except DistributedArgument:
        by_rules = getattr(sys.modules.get(_DISTRIBUTED), "_transform", None)
        if by_rules is None:
            raise
    return by_rules(name, *arguments)


def _check_names(function: Callable[..., Any], keywords: Collection[str]) -> None:
    """Raise TypeError if a function of NumPy's lacks a parameter."""
    try:
        known = inspect.signature(function).parameters
    except ValueError:
        return  # a function in C of an older NumPy
    for name in keywords:
        if name not in known and name != "device":
            raise TypeError(
                f"{function.__name__}: NumPy computes with arrays of text, objects and dates, and has no {name!r}"
            )


def _decides_within(x: Any) -> bool:
    """Return whether an argument, or an item of it, has an ``__array_function__`` of its own."""
    return any(_decides_within(item) for item in x) if type(x) in _LISTS else decides(type(x))


def by_numpy(function: Callable[..., Any], args: Any, kwargs: dict[str, Any]) -> Any:
    """Return the result of a function of NumPy: arrays that torch can hold are this package's, others NumPy's.

    An array that requires grad, is traced or is not on the CPU raises TypeError.
    """
    name = getattr(function, "__name__", "")
    check_host(name, kwargs.pop("device", None))
    arrays: dict[int, ndarray] = {}
    try:
        inputs, options = to_numpy(tuple(args), arrays), to_numpy(kwargs, arrays)
    except (TypeError, RuntimeError) as error:
        raise TypeError(f"{name}: NumPy computes with arrays whose dtype torch lacks; {error}") from None
    return from_numpy(function(*inputs, **options), arrays)


def check_host(name: str, device: Any = None) -> None:
    """Raise if arrays whose dtype torch lacks are refused, or `device` is not the CPU."""
    if device is not None and as_device(device).type != "cpu":
        raise UnsupportedError(f"{name}: an array whose dtype torch lacks is NumPy's, on the CPU, not on {device}")
    if refused.get():
        raise UnsupportedError(f"{name}: numpy_array_guard refuses an array whose dtype torch lacks")


def to_numpy(value: Any, arrays: dict[int, ndarray] | None = None) -> Any:
    """Return an argument with NumPy arrays in place of arrays of this package, which `arrays` collects."""
    if isinstance(value, ndarray):
        converted = np.asarray(value)
        if arrays is not None:
            arrays[id(converted)] = value
        return converted
    if isinstance(value, dict):
        return {key: to_numpy(item, arrays) for key, item in value.items()}
    if type(value) in _LISTS:
        return type(value)(to_numpy(item, arrays) for item in value)
    return value


def from_numpy(value: Any, arrays: dict[int, ndarray]) -> Any:
    """Return a result with arrays of this package in place of NumPy's, where a dtype exists here."""
    if id(value) in arrays:
        return arrays[id(value)]
    if isinstance(value, (np.ndarray, np.generic)):
        return value if lacks(value.dtype) or is_foreign(type(value)) else wrap(as_tensor(value))
    if isinstance(value, dict):
        return {key: from_numpy(item, arrays) for key, item in value.items()}
    if isinstance(value, tuple) and hasattr(value, "_make"):
        return value._make(from_numpy(item, arrays) for item in value)
    if type(value) in _LISTS:
        return type(value)(from_numpy(item, arrays) for item in value)
    return value
