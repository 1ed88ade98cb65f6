"""Dispatch of functions to rules: what `door.call_override` calls for a distributed array, a `DTensor` or a `Device`.

Rules are registered by the names of functions, such as "sum" and "linalg.svd".
"""

from __future__ import annotations

import functools
import inspect
import sys
from collections.abc import Callable, Iterator
from functools import partial
from types import FunctionType
from typing import Any, TypeVar

from torch.distributed.tensor import DTensor

from xp_torch._array.door import current_device, device_of_call, ruled_within
from xp_torch._array.ndarray import ndarray
from xp_torch._array.ufunc.call import ufunc
from xp_torch._distributed.array import (
    DistributedArray,
    from_dtensor,
    layout_among,
    place,
    replicated,
)
from xp_torch._distributed.guard import agreeing, checks
from xp_torch._distributed.layout import Device, making_plain_arrays
from xp_torch._distributed.views import changed, refuse_writes
from xp_torch._facts.torch_state import version_of

_Rule = TypeVar("_Rule", bound=Callable[..., Any])


_RULES: dict[str, Callable[..., Any]] = {}
#: Functions that compute plain arrays, by the names of their rules.
_PLAIN: dict[str, Callable[..., Any]] = {}
#: The rule of functions with an argument `device` that is a `Device`.
_ON_DEVICE: list[Callable[..., Any]] = []
#: Names of rules that differ from the names of their functions.
_NAMES = {"ndarray.__getitem__": "getitem", "ndarray.__setitem__": "setitem", "ndarray.to_device": "to_device"}
_signature = functools.cache(inspect.signature)


def rule(*names: str, first: bool = False, sized: bool = False, named: bool = False) -> Callable[[_Rule], _Rule]:
    """Register a function as the rule of public functions, such as "sum" or "linalg.svd", or of members of `ndarray`.

    A rule has the signature of its function, and gets the arguments of calls that include a distributed array, alone or
    in a list. It returns distributed arrays, or NotImplemented if the inputs have to be gathered. The rules of members,
    such as "ndarray.sort", have `self` first.

    Parameters
    ----------
    first : bool
        Whether the rule is for a distributed first argument only.
    sized : bool
        Whether the function also has the arguments `size` and `fill_value`, without which the rule is called.
    named : bool
        Whether the rule gets the name of the public function before its arguments.
    """

    def register(function: _Rule) -> _Rule:
        for name in names:
            called = partial(function, name) if named else function
            _RULES[name] = _checked(called, first) if first or sized else called
        return function

    return register


def _checked(function: Callable[..., Any], first: bool) -> Callable[..., Any]:
    """Return the rule, but declining calls with `size`, and plain first arguments if `first` is true."""

    def checked(*args: Any, size: Any = None, fill_value: Any = None, **kwargs: Any) -> Any:
        if size is not None or (first and type(args[0]) is not DistributedArray):
            return NotImplemented
        return function(*args, **kwargs)

    return checked


def on_device(function: _Rule) -> _Rule:
    """Register the function that makes arrays on a `Device`, given the name, the arguments and the device."""
    _ON_DEVICE[:] = [function]
    return function


@functools.cache
def name_of(function: Callable[..., Any]) -> str:
    """Return the name of the rule of a function."""
    path = getattr(function, "__qualname__", function.__name__).removesuffix(".__func__")  # of a ufunc
    name = f"{function.__module__}.{path}".removeprefix("xp_torch.")
    chapter, _, rest = name.partition(".")
    if chapter in ("lib", "polynomial"):
        return f"{chapter}.{rest.rpartition('.')[2]}"
    return _NAMES.get(name, name)


def plain_function(name: str) -> Callable[..., Any]:
    """Return the function whose rule has a name."""
    if name not in _PLAIN:
        known = list(_functions())
        for found, function in [(name_of(f), f) for _, f in known] + known:
            _PLAIN.setdefault(found, function)
    return _PLAIN[name]


def _functions() -> Iterator[tuple[str, Any]]:
    """Yield the functions of the chapters under each of their names, such as `concat` and `concatenate`."""
    for module in list(sys.modules.values()):
        if getattr(module, "__name__", "").startswith("xp_torch._functions."):
            for alias, value in vars(module).items():
                if isinstance(value, (FunctionType, ufunc)):
                    chapter, dot, _ = name_of(value).rpartition(".")
                    yield chapter + dot + alias, value


def enter(name: str, args: tuple, kwargs: dict[str, Any]) -> Any:
    """Return the result of the function `name` for arguments that include a distributed array."""
    if current_device():
        with making_plain_arrays():
            return enter(name, args, kwargs)
    if checks():
        with agreeing(name, args, kwargs, _mesh_among((args, kwargs))):
            return enter(name, args, kwargs)
    found = _RULES.get(name)
    result = NotImplemented if found is None else found(*args, **kwargs)
    return _gathered(name, args, kwargs) if result is NotImplemented else result


def enter_on_device(name: str, args: tuple, kwargs: dict[str, Any], device: Any, here: bool) -> Any:
    """Return the array that the function `name` makes on a `Device`.

    `here` says that the device is that of ``with device:``, not an argument.
    """
    with making_plain_arrays():
        if here and args and isinstance(args[0], ndarray):
            # by default the result is where the argument is
            if type(args[0]) is DistributedArray:
                return enter(name, args, kwargs)
            return plain_function(name)(*args, **kwargs)
        if checks():
            with agreeing(name, args, kwargs, device.mesh):
                return _ON_DEVICE[0](name, args, kwargs, device)
        return _ON_DEVICE[0](name, args, kwargs, device)


def _mesh_among(arguments: Any) -> Any:
    """Return the mesh of the distributed arrays and tensors in arguments."""
    return layout_among(*[from_dtensor(x) if isinstance(x, DTensor) else x for x in ruled_within(list(arguments))]).mesh


def map_arrays(value: Any, function: Callable[[Any], Any]) -> Any:
    """Return arguments or results with `function` of the arrays in them."""
    if isinstance(value, (ndarray, DTensor)):
        return function(value)
    if isinstance(value, tuple) and hasattr(value, "_make"):
        return value._make(map_arrays(item, function) for item in value)
    if type(value) in (list, tuple):
        return type(value)(map_arrays(item, function) for item in value)
    if type(value) is dict:
        return {key: map_arrays(item, function) for key, item in value.items()}
    return value


def _gathered(name: str, args: tuple, kwargs: dict[str, Any]) -> Any:
    """Compute a function without a rule on whole arrays, on every process, and copy what it wrote to the parts."""
    given: dict[int, DistributedArray] = {}
    plain: dict[int, ndarray] = {}
    versions: dict[int, int] = {}

    def gather(x: Any) -> Any:
        if isinstance(x, DTensor):
            x = from_dtensor(x)
        if type(x) is not DistributedArray:
            return x
        if id(x) not in plain:
            given[id(x)], plain[id(x)] = x, replicated(x, name)
            versions[id(x)] = version_of(plain[id(x)]._tensor)
        return plain[id(x)]

    mesh = _mesh_among((args, kwargs))
    result = plain_function(name)(*map_arrays(args, gather), **map_arrays(kwargs, gather))
    for key, x in given.items():
        if version_of(plain[key]._tensor) == versions[key]:
            continue
        if x._layout.cut:
            axes = x._layout.axes
            x._part[...] = place(plain[key], mesh, axes)._part
        changed(x)
    sources = {id(plain[key]): x for key, x in given.items()}
    copies = {plain[key]._tensor.untyped_storage().data_ptr() for key, x in given.items() if x._layout.cut}

    def back(y: Any) -> Any:
        if id(y) in sources:
            return sources[id(y)]
        if type(y) is DistributedArray:
            return y
        result = place(y, mesh, None)
        memory = y._tensor.untyped_storage().data_ptr()
        return refuse_writes(result, name) if memory and memory in copies else result

    return map_arrays(result, back)


def adopt(name: str, function: Callable[..., Any]) -> None:
    """Let `enter` call `function` under `name`, with arrays that are gathered first."""
    _PLAIN[name] = function


def override(function: Callable[..., Any], arguments: dict[str, Any]) -> Any:
    """Return the result of a call that involves a distributed array or a `Device`; `arguments` are by name."""
    name = name_of(function)
    _PLAIN.setdefault(name, function)
    args: list[Any] = []
    kwargs: dict[str, Any] = {}
    for parameter in _signature(function).parameters.values():
        value = arguments[parameter.name]
        if parameter.kind is parameter.VAR_POSITIONAL:
            args += value
        elif parameter.kind is parameter.VAR_KEYWORD:
            kwargs |= value
        elif parameter.kind is parameter.KEYWORD_ONLY:
            kwargs[parameter.name] = value
        else:
            args.append(value)
    device = device_of_call(arguments)
    if device is None:
        return enter(name, tuple(args), kwargs)
    return enter_on_device(name, tuple(args), kwargs, device, arguments.get("device") is None)


DistributedArray._xp_function_ = Device._xp_function_ = staticmethod(override)


def completed(function: Callable[..., Any], args: tuple, kwargs: dict[str, Any]) -> tuple[tuple, dict[str, Any]]:
    """Return the arguments of a call as rules get them: the missing ones filled with their defaults."""
    failure = None
    try:
        bound = _signature(function).bind(*args, **kwargs)
    except TypeError as error:
        failure = error
    if failure is not None:
        function(*args, **kwargs)  # raises Python's own error
        raise failure
    bound.apply_defaults()
    return bound.args, bound.kwargs
