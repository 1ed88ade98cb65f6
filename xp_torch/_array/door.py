"""The door: what functions do with guests, arrays that they don't compute themselves.

Each public function asks `has_override` for its arguments, and returns `call_override` if there is a guest:

- Another library's array decides itself, by its `__array_function__`.
- With an array whose dtype torch lacks NumPy's function of the same name computes (`numpys.py`).
- A subclass of `ndarray` that has rules has a static method `_xp_function_`, which gets the function and its arguments,
  such as an array that is sharded over processes. Other subclasses are computed as plain arrays.

Functions for which NumPy has no counterpart ask `has_ruled`. Functions that only call other functions, or ask for a
shape, need no rule: they ask `has_foreign`. Functions that make arrays ask `is_elsewhere` for their device, which may
have rules too, methods of generators `draws_elsewhere`, and transforms compute by `transformed`.
"""

from __future__ import annotations

import functools
import importlib
import inspect
import sys
from collections.abc import Callable, Collection, Iterator
from contextvars import ContextVar
from typing import Any

import numpy as np
import torch

from xp_torch._array.coercion import KNOWN, LISTS, check_is_output
from xp_torch._array.ndarray import ndarray
from xp_torch._array.numpys import LOOKED_AT, MAYBE_NUMPYS, begins_with_numbers, by_numpy, is_numpys
from xp_torch._facts.errors import DistributedArgument
from xp_torch._facts.no_value import NO_VALUE
from xp_torch._facts.shapes import MAX_NDIM
from xp_torch._facts.torch_state import is_compiling

#: Types of arguments that torch computes with, and the types of missing arguments.
_PLAIN = (KNOWN - MAYBE_NUMPYS) | {type(None), type(NO_VALUE), type(...), slice}
#: Types of arguments that have no rules.
_WITHOUT_RULES = _PLAIN | {np.ndarray}
#: The module with the rules of arrays that are sharded over processes, which may not be imported.
_DISTRIBUTED = "xp_torch.distributed"
#: Whether a ``with device:`` block was ever entered: an element, if so. Until then no context variable is read, so that
#: compiled code makes arrays.
BLOCKS: list[bool] = []
#: The devices of the blocks that surround the call, and None for a rule, where new arrays are plain.
_blocks: ContextVar[tuple[Any, ...]] = ContextVar("xp_torch_blocks", default=())


def has_override(*operands: Any) -> bool:
    """Return whether an operand is a guest, for which `call_override` returns the result of a function."""
    for x in operands:
        kind = type(x)
        if kind in _PLAIN:
            continue
        if kind in LISTS:
            if not begins_with_numbers(x) and (is_numpys(x) or _holds_ruled(x)):
                return True
        elif issubclass(kind, (ndarray, torch.Tensor)):
            if rules_of(kind) is not None:
                return True
        elif (kind is not np.ndarray and decides(kind)) or is_numpys(x):
            return True
    return False


def has_override_within(arrays: Any) -> bool:
    """Return whether `has_override` is true for an item, if `arrays` is a list or tuple, else for `arrays` itself."""
    if type(arrays) in LISTS:
        return has_override(*arrays) or type(None) in map(type, arrays)
    return has_override(arrays)


def has_foreign(*operands: Any) -> bool:
    """Return whether an operand is a guest that is no `ndarray`, for functions that only call other functions."""
    return any(not isinstance(x, ndarray) and has_override(x) for x in operands)


def has_ruled(*operands: Any) -> bool:
    """Return whether an operand, or an item of a list or dict, is an array that has rules."""
    for x in operands:
        kind = type(x)
        if kind in LISTS:
            if _holds_ruled(x):
                return True
        elif kind is dict:
            if has_ruled(*x.values()):
                return True
        elif _is_ruled(kind):
            return True
    return False


def _is_ruled(kind: type) -> bool:
    """Return whether a type is one of arrays that have rules."""
    return kind not in _WITHOUT_RULES and issubclass(kind, (ndarray, torch.Tensor)) and rules_of(kind) is not None


def _holds_ruled(items: Any, depth: int = 1) -> bool | None:
    """Return whether a list holds an array that has rules; None if it is nested too deeply.

    As for `is_numpys`, the first 32 items of each list are looked at.
    """
    if depth > MAX_NDIM:
        return None
    if begins_with_numbers(items):
        return False
    for x in items[:LOOKED_AT]:
        holds = _holds_ruled(x, depth + 1) if type(x) in LISTS else _is_ruled(type(x))
        if holds is not False:
            return holds
    return False


def rules_of(kind: type) -> Callable[[Callable[..., Any], dict[str, Any]], Any] | None:
    """Return the function that calls the rules of a class, with a function and its arguments by name; None without."""
    if issubclass(kind, torch.Tensor):
        # A `DTensor` is torch's; the module that can convert it has its rules.
        is_dtensor = kind is getattr(sys.modules.get("torch.distributed.tensor"), "DTensor", None)
        return getattr(sys.modules.get(_DISTRIBUTED), "_xp_function_", None) if is_dtensor else None
    return getattr(kind, "_xp_function_", None)


def decides(kind: type) -> bool:
    """Return whether a type has an ``__array_function__`` of its own, which NumPy's array and its subclasses lack."""
    method = getattr(kind, "__array_function__", None)
    return method is not None and method is not np.ndarray.__array_function__ and not issubclass(kind, ndarray)


def call_override(function: Callable[..., Any], arguments: dict[str, Any]) -> Any:
    """Return the result of a call of `function` that has a guest; `arguments` are the local variables of the call.

    NumPy's function of the same name gets the arguments with which `function` was called, without those that have
    their defaults, since other libraries' functions lack some of NumPy's parameters.
    """
    parameters = _parameters(function)
    values = {name: arguments[name] for name in parameters}
    if (rules := _rules_for(values)) is not None:
        return rules(function, values)
    positional: list[Any] = []
    keywords: dict[str, Any] = {}
    for name, parameter in parameters.items():
        value = values[name]
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
    module = importlib.import_module(f"numpy{function.__module__.removeprefix('xp_torch')}")  # loaded at its first use
    theirs = getattr(module, function.__name__)
    if any(map(_decides_within, (*positional, *keywords.values()))):
        return theirs(*positional, **keywords)
    _check_names(theirs, keywords)
    if (out := keywords.get("out")) is not None and type(out) is not tuple:
        check_is_output(function.__name__, out)
    return by_numpy(theirs, positional, keywords)


@functools.cache
def _parameters(function: Callable[..., Any]) -> Any:
    """Return the parameters of a function by name."""
    return inspect.signature(function).parameters


def _rules_for(arguments: dict[str, Any]) -> Callable[..., Any] | None:
    """Return the function that calls the rules of a call's device, or of its first argument with rules; or None."""
    if (device := device_of_call(arguments)) is not None:
        return rules_of(type(device))
    for x in ruled_within([x for name, x in arguments.items() if name != "like"]):
        return rules_of(type(x))
    return None


def ruled_within(value: Any, depth: int = 0) -> Iterator[Any]:
    """Yield the arrays that have rules in arguments."""
    kind = type(value)
    if depth > MAX_NDIM:
        return
    if kind in LISTS:
        for item in value:
            yield from ruled_within(item, depth + 1)
    elif kind is dict:
        yield from ruled_within(list(value.values()), depth + 1)
    elif _is_ruled(kind):
        yield value


def device_of_call(arguments: dict[str, Any]) -> Any:
    """Return the device with rules that a call makes its result on, or None.

    It is the argument `device`, the device of a generator, or the one of a ``with device:`` block.
    """
    if "device" in arguments:
        return device_elsewhere(arguments["device"])
    rng: Any = arguments.get("self")
    return (rng._elsewhere or current_device()) if hasattr(type(rng), "_elsewhere") else None


def draws_elsewhere(rng: Any, *parameters: Any) -> bool:
    """Return whether rules draw: of the generator's device, of a block's, or of parameters."""
    return rng._elsewhere is not None or current_device() is not None or has_ruled(*parameters)


def device_elsewhere(device: Any) -> Any:
    """Return `device`, or the device of a ``with device:`` block if it is None; None if it has no rules."""
    if device is None:
        return current_device()
    return device if hasattr(type(device), "_xp_function_") else None


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
    """Return ``compute(*arguments)``; if it meets an array that has rules, the result of these for `name`."""
    by_rules = getattr(sys.modules.get(_DISTRIBUTED), "_xp_transform_", None)
    if by_rules is None:
        return compute(*arguments)
    try:
        return compute(*arguments)
    except DistributedArgument:
        pass
    return by_rules(name, *arguments)


def _check_names(function: Callable[..., Any], keywords: Collection[str]) -> None:
    """Raise TypeError if a function of NumPy's lacks a parameter."""
    try:
        known = inspect.signature(function).parameters
    except ValueError:
        return  # a function in C of an older NumPy
    if any(parameter.kind is parameter.VAR_KEYWORD for parameter in known.values()):
        return  # it names its options itself
    for name in keywords:
        if name not in known and name != "device":
            raise TypeError(
                f"{function.__name__}: NumPy computes with arrays of text, objects and dates, and has no {name!r}"
            )


def _decides_within(x: Any, depth: int = 0) -> bool:
    """Return whether an argument, or an item of it, has an ``__array_function__`` of its own."""
    if type(x) in LISTS and depth <= MAX_NDIM:
        return any(_decides_within(item, depth + 1) for item in x)
    return decides(type(x))
