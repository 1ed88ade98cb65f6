"""Dispatch of public functions to rules: one that is given a distributed array calls the rule registered for it.

The import of `xp_torch.distributed` puts a function that `dispatching` makes in the place of each public function, in
the package's own modules. It asks whether the first argument is distributed. Where a distributed array comes in another
way, as a keyword or in a list, a statement of the function reads the tensor of the array, which raises
`DistributedArgument`, and the call starts anew.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from types import MethodType
from typing import Any, TypeVar

from torch.distributed.tensor import DTensor

from xp_torch._array.ndarray import ndarray
from xp_torch._array.ufunc.call import UFUNCS, ufunc
from xp_torch._distributed import layout
from xp_torch._distributed.array import (
    DistributedArray,
    from_dtensor,
    layout_among,
    place,
    replicated,
)
from xp_torch._distributed.guard import agreeing, checks
from xp_torch._distributed.layout import Device, current_device, making_plain_arrays
from xp_torch._distributed.views import changed, refuse_writes
from xp_torch._facts.errors import DistributedArgument
from xp_torch._facts.torch_state import version_of

_Rule = TypeVar("_Rule", bound=Callable[..., Any])


_RULES: dict[str, Callable[..., Any]] = {}
#: The functions that compute plain arrays, by the names of their rules.
_PLAIN: dict[str, Callable[..., Any]] = {}
#: The function in the place of each of them.
_DISPATCHING: dict[Callable[..., Any], Callable[..., Any]] = {}
#: Those of them that make arrays on a `Device`.
MAKING: set[Callable[..., Any]] = set()
#: The rule of functions with an argument `device` that is a `Device`.
_ON_DEVICE: list[Callable[..., Any]] = []

#: Functions that give their arguments to other public functions, whose rules would gather.
_COMPOSED = frozenset({"histogram2d", "piecewise"})

#: The default of arguments that are passed on only if they are given.
_ABSENT = object()
_signature = functools.cache(inspect.signature)


def rule(*names: str, first: bool = False, sized: bool = False, named: bool = False) -> Callable[[_Rule], _Rule]:
    """Register a function as the rule of public functions, such as "sum" and "linalg.svd", or of members of `ndarray`.

    A rule has the signature of its function, and gets arguments at least one of which is distributed, alone or in a
    list. It returns distributed arrays, or NotImplemented if the inputs have to be gathered. The rules of members, such
    as "ndarray.sort", have `self` first.

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
    """Return a rule that is called without `size`, and with a distributed first argument if `first` is true."""

    def checked(*args: Any, size: Any = None, fill_value: Any = None, **kwargs: Any) -> Any:
        if size is not None or (first and type(args[0]) is not DistributedArray):
            return NotImplemented
        return function(*args, **kwargs)

    return checked


def on_device(function: _Rule) -> _Rule:
    """Register the function that makes arrays on a `Device`: it gets the name, arguments and device."""
    _ON_DEVICE[:] = [function]
    return function


def plain_function(name: str) -> Callable[..., Any]:
    """Return the function `name` for plain arrays, as it was before the import."""
    return _PLAIN[name]


def enter(name: str, args: tuple, kwargs: dict[str, Any]) -> Any:
    """Return the result of the function `name` for arguments of which one is distributed."""
    if current_device():
        with making_plain_arrays():
            return enter(name, args, kwargs)
    if checks():
        with agreeing(name, args, kwargs, _mesh_among((args, kwargs))):
            return enter(name, args, kwargs)
    found = _RULES.get(name)
    if found is None:
        with suppress(DistributedArgument, TypeError):
            return _PLAIN[name](*args, **kwargs)  # which may only ask for shapes, or call other functions
    elif (result := found(*args, **kwargs)) is not NotImplemented:
        return result
    return _gathered(name, args, kwargs)


def enter_on_device(name: str, args: tuple, kwargs: dict[str, Any], device: Any) -> Any:
    """Return the array that the function `name` makes on a `Device`; that of ``with device:`` if `device` is None."""
    here = device is None
    device = current_device() if here else device
    with making_plain_arrays():
        if here and args and isinstance(args[0], ndarray):
            # by default the result is where the argument is
            return enter(name, args, kwargs) if type(args[0]) is DistributedArray else _PLAIN[name](*args, **kwargs)
        if checks():
            with agreeing(name, args, kwargs, device.mesh):
                return _ON_DEVICE[0](name, args, kwargs, device)
        return _ON_DEVICE[0](name, args, kwargs, device)


def any_distributed(args: tuple, kwargs: dict[str, Any]) -> bool:
    """Return whether arguments have a distributed array, a `DTensor` or a `Device` other than the argument `like`."""
    if type(kwargs.get("device")) is Device:
        return True
    try:
        return any(True for _ in _leaves((args, {key: x for key, x in kwargs.items() if key != "like"})))
    except RecursionError:  # a list that contains itself
        return False


def _leaves(value: Any) -> Iterator[Any]:
    """Yield the distributed arrays and tensors in arguments."""
    if isinstance(value, (DistributedArray, DTensor)):
        yield value
    elif type(value) in (list, tuple):
        for item in value:
            yield from _leaves(item)
    elif type(value) is dict:
        yield from _leaves(list(value.values()))


def _mesh_among(arguments: Any) -> Any:
    """Return the mesh of the distributed arrays and tensors in arguments."""
    return layout_among(*[from_dtensor(x) if isinstance(x, DTensor) else x for x in _leaves(arguments)]).mesh


def mapped(value: Any, function: Callable[[Any], Any]) -> Any:
    """Return arguments or results with `function` of the arrays in them."""
    if isinstance(value, (ndarray, DTensor)):
        return function(value)
    if isinstance(value, tuple) and hasattr(value, "_make"):
        return value._make(mapped(item, function) for item in value)
    if type(value) in (list, tuple):
        return type(value)(mapped(item, function) for item in value)
    if type(value) is dict:
        return {key: mapped(item, function) for key, item in value.items()}
    return value


def _gathered(name: str, args: tuple, kwargs: dict[str, Any]) -> Any:
    """Compute a function without a rule on the whole arrays, on every process; what it writes goes to the parts."""
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
    result = _PLAIN[name](*mapped(args, gather), **mapped(kwargs, gather))
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

    return mapped(result, back)


def adopt(name: str, function: Callable[..., Any]) -> None:
    """Let `enter` call `function` for the arrays that are gathered under `name`."""
    _PLAIN[name] = function


# What these functions do is all that a call with plain arrays costs. The arguments that programs give most are passed
# on by themselves: `*args` and `**kwargs` go through a tuple and a dict, which takes twice as long as all else.
def _deciding(function: Callable[..., Any], decide: Callable[..., Any]) -> Callable[..., Any]:
    """Return `function` as one of which `decide` gets all arguments."""

    @functools.wraps(function)
    def dispatch(*args: Any, **kwargs: Any) -> Any:
        return decide(args, kwargs)

    return dispatch


def _along_axis(function: Callable[..., Any], decide: Callable[..., Any]) -> Callable[..., Any]:
    """Return `function` as one that is called with plain arrays and `axis`; of other calls `decide` gets all."""

    @functools.wraps(function)
    def dispatch(
        x: Any = _ABSENT, y: Any = _ABSENT, /, *rest: Any, axis: Any = _ABSENT, keepdims: Any = _ABSENT, **others: Any
    ) -> Any:
        if not (rest or x is _ABSENT) and type(x) is not DistributedArray:
            try:
                if others:
                    if axis is not _ABSENT:
                        others["axis"] = axis
                    if keepdims is not _ABSENT:
                        others["keepdims"] = keepdims
                    return function(x, **others) if y is _ABSENT else function(x, y, **others)
                if axis is _ABSENT:
                    if keepdims is _ABSENT:
                        return function(x) if y is _ABSENT else function(x, y)
                elif keepdims is _ABSENT:
                    return function(x, axis=axis) if y is _ABSENT else function(x, y, axis=axis)
                elif y is _ABSENT:
                    return function(x, axis=axis, keepdims=keepdims)
            except (DistributedArgument, TypeError):
                if not any_distributed((x, y, axis), others):
                    raise
        if axis is not _ABSENT:
            others["axis"] = axis
        if keepdims is not _ABSENT:
            others["keepdims"] = keepdims
        return _attempt(function, decide, (x, y, *rest), others)

    return dispatch


def _in_dtype(function: Callable[..., Any], decide: Callable[..., Any]) -> Callable[..., Any]:
    """Return `function` as one that is called with plain arrays and `dtype`; of other calls `decide` gets all."""

    @functools.wraps(function)
    def dispatch(
        x: Any = _ABSENT, y: Any = _ABSENT, z: Any = _ABSENT, /, *rest: Any, dtype: Any = _ABSENT, **others: Any
    ) -> Any:
        if not (rest or x is _ABSENT) and type(x) is not DistributedArray:
            try:
                if others:
                    if dtype is not _ABSENT:
                        others["dtype"] = dtype
                    if z is _ABSENT:
                        return function(x, **others) if y is _ABSENT else function(x, y, **others)
                elif dtype is not _ABSENT:
                    if y is _ABSENT:
                        return function(x, dtype=dtype)
                elif z is not _ABSENT:
                    return function(x, y, z)
                else:
                    return function(x) if y is _ABSENT else function(x, y)
            except (DistributedArgument, TypeError):
                if not any_distributed((x, y, z, dtype), others):
                    raise
        if dtype is not _ABSENT:
            others["dtype"] = dtype
        return _attempt(function, decide, (x, y, z, *rest), others)

    return dispatch


def _making(function: Callable[..., Any], decide: Callable[..., Any]) -> Callable[..., Any]:
    """Return `function`, which makes arrays, as one that is called with plain arrays, `dtype` and `device`.

    `decide` gets all arguments of other calls, and of all calls once a `Device` has been used.
    """

    @functools.wraps(function)
    def dispatch(
        x: Any = _ABSENT,
        y: Any = _ABSENT,
        z: Any = _ABSENT,
        /,
        *rest: Any,
        dtype: Any = _ABSENT,
        device: Any = None,
        **others: Any,
    ) -> Any:
        if not (rest or others or x is _ABSENT or layout.used) and type(x) is not DistributedArray:
            try:
                if dtype is _ABSENT:
                    if y is _ABSENT:
                        return function(x, device=device)
                    return function(x, y, device=device) if z is _ABSENT else function(x, y, z, device=device)
                if z is _ABSENT:
                    if y is _ABSENT:
                        return function(x, dtype=dtype, device=device)
                    return function(x, y, dtype=dtype, device=device)
            except (DistributedArgument, TypeError):
                if not any_distributed((x, y, z, dtype), {"device": device}):
                    raise
        if dtype is not _ABSENT:
            others["dtype"] = dtype
        if device is not None:
            others["device"] = device
        return _attempt(function, decide, (x, y, z, *rest), others)

    return dispatch


def _attempt(
    function: Callable[..., Any], decide: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]
) -> Any:
    """Return the result of `function`, or of `decide` where arguments are distributed; `_ABSENT` is not passed on."""
    while args and args[-1] is _ABSENT:
        args = args[:-1]
    if (args and type(args[0]) is DistributedArray) or (layout.used and function in MAKING):
        return decide(args, kwargs)
    try:
        return function(*args, **kwargs)
    except (DistributedArgument, TypeError):
        # a kernel may have been given the device of a distributed array
        if not any_distributed(args, kwargs):
            raise
    return decide(args, kwargs)


def _as_ufunc(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function with the attributes of a ufunc as the ufunc of its name."""

    @functools.wraps(function)
    def method(cls: Any, /, *args: Any, **kwargs: Any) -> Any:
        return function(*args, **kwargs)

    UFUNCS[function.__name__] = new = MethodType(method, ufunc)
    return new


def dispatching(
    names: Sequence[str], function: Callable[..., Any], device_of: Callable[..., Device | None] | None = None
) -> Callable[..., Any]:
    """Return `function` as one that calls the rule that is registered under one of `names`.

    If it has a keyword `device`, it makes arrays on a `Device` too. If `device_of` is given, it does so on the device
    that this returns for the positional arguments, unless that is None.
    """
    if function in _DISPATCHING:
        return _DISPATCHING[function]
    name = next((n for n in names if n in _RULES), names[0])
    _PLAIN.update(dict.fromkeys(names, function))
    parameters = _signature(function).parameters
    makes = device_of is None and "device" in parameters

    def decide(args: tuple, kwargs: dict[str, Any]) -> Any:
        device = device_of(*args) if device_of is not None else kwargs.get("device") if makes else None
        if type(device) is Device or (makes and device is None and current_device()):
            return enter_on_device(name, *completed(function, args, kwargs), device)
        if any_distributed(args, kwargs):
            return enter(name, *completed(function, args, kwargs))
        return function(*args, **kwargs)

    if device_of is not None or name in _COMPOSED:
        dispatch = _deciding(function, decide)
    elif makes:
        dispatch = _making(function, decide)
    else:
        dispatch = (_along_axis if "axis" in parameters else _in_dtype)(function, decide)
    if isinstance(function, ufunc):
        dispatch = _as_ufunc(dispatch)
    _DISPATCHING[function] = dispatch
    if makes or device_of is not None:
        MAKING.add(function)
    return dispatch


def dispatched(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return the function in the place of `function`; functions without one as they are."""
    return _DISPATCHING.get(function, function)


def completed(function: Callable[..., Any], args: tuple, kwargs: dict[str, Any]) -> tuple[tuple, dict[str, Any]]:
    """Return the arguments of a call with the defaults of those that are left out, as rules get them."""
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
