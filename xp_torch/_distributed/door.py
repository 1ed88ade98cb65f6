"""The door: every public function that is given a distributed array computes it by the rule that is registered for it.

Plain arrays pay one call in Python for it, once `xp_torch.distributed` is imported, and nothing before. Each function
gets new code, with its own signature: it asks whether its required arguments are distributed, and otherwise calls
the function as it was. Where a distributed array comes in another way, as in a list, the function as it was reads the
tensor of the array, which raises `DistributedArgument`, and the call starts anew. The function objects stay the same,
so it does not matter how a program has imported them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from inspect import CO_VARARGS, CO_VARKEYWORDS
from types import FunctionType
from typing import Any, TypeVar

from torch.distributed.tensor import DTensor

from xp_torch._array.ndarray import ndarray
from xp_torch._distributed.array import (
    DistributedArray,
    check_writable,
    from_dtensor,
    layout_among,
    place,
    replicated,
    rewrap,
)
from xp_torch._distributed.layout import HERE, HIGHEST, Device
from xp_torch._facts.errors import DistributedArgument

__all__ = ["adopt", "enter", "hook", "hooked", "mapped", "on_device", "plain_function", "rule", "spread"]

_Rule = TypeVar("_Rule", bound=Callable[..., Any])

#: The rule of each function, which has its signature.
_RULES: dict[str, Callable[..., Any]] = {}
#: The names whose rules are right for meshes of several dimensions.
_OF_MESHES: set[str] = set()
#: The functions as they were, by the names of their rules, and the name of each function that has the new code.
_PLAIN: dict[str, Callable[..., Any]] = {}
_HOOKED: dict[Callable[..., Any], str] = {}
#: The rule of functions with an argument `device` that is a `Device`.
_ON_DEVICE: list[Callable[..., Any]] = []


def rule(*names: str, meshes: bool = False) -> Callable[[_Rule], _Rule]:
    """Register a function as the rule of public functions, such as "sum" and "linalg.svd", or of members of `ndarray`.

    A rule has the signature of its function, and gets arguments at least one of which is distributed, alone or in a
    list. It returns distributed arrays, or NotImplemented if the inputs have to be gathered. The rules of members, such
    as "ndarray.sort", have `self` first. `meshes` says whether the rule is right for meshes of several dimensions;
    otherwise arrays on these are gathered.
    """

    def register(function: _Rule) -> _Rule:
        for name in names:
            _RULES[name] = function
            if meshes:
                _OF_MESHES.add(name)
        return function

    return register


def on_device(function: _Rule) -> _Rule:
    """Register the function that makes arrays on a `Device`: it gets the name, arguments and device."""
    _ON_DEVICE[:] = [function]
    return function


def plain_function(name: str) -> Callable[..., Any]:
    """Return the public function `name` as it was, without the door."""
    return _PLAIN[name]


@contextmanager
def _without_device() -> Iterator[None]:
    """Within a rule new arrays are plain."""
    outer = HERE[:]
    HERE.clear()
    try:
        yield
    finally:
        HERE[:] = outer


def enter(name: str, args: tuple, kwargs: dict[str, Any]) -> Any:
    """Return the result of the function `name` for arguments of which one is distributed."""
    if HERE:
        with _without_device():
            return enter(name, args, kwargs)
    function = _RULES.get(name)
    if function is not None and not (HIGHEST[0] > 1 and name not in _OF_MESHES and _on_higher_mesh((args, kwargs))):
        result = function(*args, **kwargs)
        if result is not NotImplemented:
            return result
    else:
        try:
            return _PLAIN[name](*args, **kwargs)  # which may only ask for shapes, or call other functions
        except (DistributedArgument, TypeError):
            pass
    return _gathered(name, args, kwargs)


def enter_on_device(name: str, args: tuple, kwargs: dict[str, Any], device: Any) -> Any:
    """Return the array that the function `name` makes on a `Device`; that of ``with device:`` if `device` is None."""
    here = device is None
    device = HERE[0] if here else device
    with _without_device():
        if here and args and isinstance(args[0], ndarray):
            # by default the result is where the argument is
            return enter(name, args, kwargs) if type(args[0]) is DistributedArray else _PLAIN[name](*args, **kwargs)
        return _ON_DEVICE[0](name, args, kwargs, device)


def from_exception(name: str, args: tuple, kwargs: dict[str, Any], error: Exception) -> Any:
    """Return the result for arguments that raised `error`: there is a distributed array in a list, or a `DTensor`."""
    try:
        found = any(True for _ in _leaves((args, kwargs)))
    except RecursionError:  # a list that contains itself
        found = False
    if not found:
        raise error
    return enter(name, args, kwargs)


def _leaves(value: Any) -> Iterator[Any]:
    """Yield the distributed arrays and tensors in arguments."""
    if isinstance(value, (DistributedArray, DTensor)):
        yield value
    elif type(value) in (list, tuple):
        for item in value:
            yield from _leaves(item)
    elif type(value) is dict:
        yield from _leaves(list(value.values()))


def _on_higher_mesh(arguments: Any) -> bool:
    """Return whether an array is on a mesh of several dimensions."""
    return any(type(x) is DistributedArray and len(x._layout.axes) > 1 for x in _leaves(arguments))


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
            versions[id(x)] = plain[id(x)]._tensor._version
        return plain[id(x)]

    mesh = layout_among(*[from_dtensor(x) if isinstance(x, DTensor) else x for x in _leaves((args, kwargs))]).mesh
    result = _PLAIN[name](*mapped(args, gather), **mapped(kwargs, gather))
    for key, x in given.items():
        if plain[key]._tensor._version == versions[key]:
            continue
        check_writable(x)
        if x._layout.cut:
            axes = x._layout.axes
            x._part[...] = place(plain[key], mesh, axes)._part
    sources = {id(plain[key]): x for key, x in given.items()}

    def back(y: Any) -> Any:
        if id(y) in sources:
            return sources[id(y)]
        return y if type(y) is DistributedArray else place(y, mesh, None)

    return mapped(result, back)


def spread(result: Any, axis: Any, mesh: Any, shape: Callable[[Any], Any] | None = None) -> Any:
    """Return plain results of a function of the parts as distributed arrays cut along `axis`.

    `shape` gives the shape of the whole from the part; by default it is that of the part.
    """
    return mapped(result, lambda r: rewrap(r, r.shape if shape is None else shape(r), axis, mesh))


def _source(function: FunctionType, name: str, key: str, place: str) -> str:
    """Return the source of the new code of a function, within a function whose parameters are its free variables."""
    code = function.__code__
    names, npos, nkw = list(code.co_varnames), code.co_argcount, code.co_kwonlyargcount
    positional, keywords, rest = names[:npos], names[npos : npos + nkw], names[npos + nkw :]
    args = [f"*{rest.pop(0)}"] if code.co_flags & CO_VARARGS else []
    kwargs = [f"**{rest.pop(0)}"] if code.co_flags & CO_VARKEYWORDS else []
    star = args or (["*"] if keywords else [])
    parameters = [*positional, *star, *keywords, *kwargs]
    if code.co_posonlyargcount:
        parameters.insert(code.co_posonlyargcount, "/")
    passed = f"({''.join(f'{p}, ' for p in [*positional, *args])})"
    named = "{" + ", ".join([*[f"{k!r}: {k}" for k in keywords], *kwargs]) + "}"
    call = ", ".join([*positional, *args, *[f"{k}={k}" for k in keywords], *kwargs])
    required = positional[: max(npos - len(function.__defaults__ or ()), 1)]
    checks = [
        f"_DistributedArray in _map(_type, {p})" if p == "inputs" else f"_type({p}) is _DistributedArray"
        for p in required
    ]
    checks += [f"_DistributedArray in _map(_type, {args[0][1:]})"] if args else []
    lines = [f"def {function.__name__}({', '.join(parameters)}):"]
    if code.co_freevars:
        lines.append(f" if 0: {', '.join(code.co_freevars)}")
    if "device" in positional or "device" in keywords:
        lines.append(" if _type(device) is _Device or (device is None and _HERE):")
        lines.append(f"  return _enter_on_device({name!r}, {passed}, {named}, device)")
    if place:
        lines.append(f" _place = _HERE[0] if _HERE else {place}")
        lines.append(" if _place is not None:")
        lines.append(f"  return _enter_on_device({name!r}, {passed}, {named}, _place)")
    if checks:
        lines.append(f" if {' or '.join(checks)}:")
        lines.append(f"  return _enter({name!r}, {passed}, {named})")
    lines += [
        " try:",
        f"  return {key}({call})",
        # a kernel may have been given the device of a distributed array
        " except (_DistributedArgument, TypeError) as error:",
        f"  return _from_exception({name!r}, {passed}, {named}, error)",
    ]
    body = "\n".join(f" {line}" for line in lines)
    return f"def make({', '.join(code.co_freevars)}):\n{body}\n return {function.__name__}\n"


_INJECTED = {
    "_DistributedArray": DistributedArray,
    "_DistributedArgument": DistributedArgument,
    "_Device": Device,
    "_HERE": HERE,
    "_enter": enter,
    "_enter_on_device": enter_on_device,
    "_from_exception": from_exception,
    "_map": map,
    "_type": type,
}


def hook(name: str, function: FunctionType, place: str = "", **injected: Any) -> None:
    """Give a function the code that looks for distributed arguments; its rule is registered under `name`.

    The function also makes its result on the `Device` that is the value of `place`, an expression of its parameters
    and of `injected`, unless that is None.
    """
    if function in _HOOKED:
        if name in _RULES:
            _RULES.setdefault(_HOOKED[function], _RULES[name])
            _OF_MESHES.update({_HOOKED[function]} if name in _OF_MESHES else ())
        _PLAIN[name] = _PLAIN[_HOOKED[function]]
        return
    code, module = function.__code__, function.__globals__
    plain = FunctionType(code, module, function.__name__, function.__defaults__, function.__closure__)
    plain.__kwdefaults__, plain.__doc__ = function.__kwdefaults__, None
    key = f"_plain_{name.replace('.', '_')}"
    _PLAIN[name], _HOOKED[function] = plain, name
    module.update(_INJECTED | injected | {key: plain})
    made: dict[str, Any] = {}
    exec(compile(_source(function, name, key, place), code.co_filename, "exec"), module, made)
    new = made["make"](*code.co_freevars).__code__
    function.__code__ = new.replace(co_firstlineno=code.co_firstlineno, co_qualname=code.co_qualname)


def adopt(name: str, function: Callable[..., Any]) -> None:
    """Let `enter` find a function that has no door of its own under `name`."""
    _PLAIN[name] = function


def hooked() -> frozenset[Callable[..., Any]]:
    """Return the functions that have a door."""
    return frozenset(_HOOKED)
