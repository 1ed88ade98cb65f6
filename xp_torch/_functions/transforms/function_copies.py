"""Copies of functions in which NumPy is this package: the same code, with other globals and another closure.

The user's functions and modules stay as they are.
"""

from __future__ import annotations

import builtins
import collections
import dis
import functools
import importlib
import sys
import sysconfig
import types
from collections.abc import Callable, Iterator, Sequence
from copy import copy as shallow_copy
from typing import Any

import numpy as np

from xp_torch._array.ufunc.call import ufunc
from xp_torch._facts.defaults import default_device
from xp_torch._facts.dtypes import as_dtype
from xp_torch._facts.errors import UnsupportedError
from xp_torch._facts.torch_state import outside_of_modes
from xp_torch._functions.creation.from_data import asarray

__all__: list[str] = []

#: NumPy's modules whose names have counterparts in the package's modules of the same name.
_MODULES = (
    "",
    ".linalg",
    ".fft",
    ".random",
    ".lib",
    ".lib.stride_tricks",
    ".lib.array_utils",
    ".testing",
    ".exceptions",
)
_INSTALLED = tuple({sysconfig.get_path("purelib"), sysconfig.get_path("platlib"), sysconfig.get_path("stdlib")})
_NOT_USERS = {"numpy", "torch", "scipy", "xp_torch"} | sys.stdlib_module_names
_CONTAINERS = (list, tuple, dict)
_MISSING = object()


@functools.cache
def _counterparts() -> dict[int, Any]:
    """Return the package's modules, functions and types by the ids of NumPy's."""
    counterparts: dict[int, Any] = {}
    for name in reversed(_MODULES):
        theirs, ours = (importlib.import_module(f"{package}{name}") for package in ("numpy", "xp_torch"))
        for key in dir(theirs):
            value = getattr(theirs, key)
            if callable(value) and not key.startswith("_") and hasattr(ours, key):
                counterparts[id(value)] = getattr(ours, key)
        counterparts[id(theirs)] = ours
    return counterparts


class Wrapper:
    """An object that calls a function of the user's, `function`."""

    function: Any


def _codes(code: types.CodeType) -> Iterator[types.CodeType]:
    """Yield the code of a function and of those that it defines."""
    yield code
    for const in code.co_consts:
        if isinstance(const, types.CodeType):
            yield from _codes(const)


def _has(function: types.FunctionType, *opnames: str) -> bool:
    """Return whether a function, or one that it defines, has one of Python's instructions."""
    codes = _codes(function.__code__)
    return any(i.opname in opnames for code in codes for i in dis.get_instructions(code))


def _names(function: types.FunctionType) -> tuple[set[str], set[str]]:
    """Return the names of the globals that a function reads, and of all that it reads.

    It raises if the function imports NumPy or assigns to variables outside of it, which its copy cannot do.
    """
    outside = function.__code__.co_freevars
    loaded: set[str] = set()
    names: set[str] = set()
    for code in _codes(function.__code__):
        names.update(code.co_names)
        for inst in dis.get_instructions(code):
            if inst.opname == "LOAD_GLOBAL" and inst.argval == "__name__":
                raise UnsupportedError(
                    f"compile: {function.__qualname__} reads __name__; assign it to another variable of its module"
                )
            if inst.opname == "LOAD_GLOBAL":
                loaded.add(inst.argval)
            elif inst.opname == "IMPORT_NAME" and inst.argval.partition(".")[0] == "numpy":
                raise UnsupportedError(
                    f"compile: {function.__qualname__} imports {inst.argval} when it is called; move the import to the "
                    "top of its module"
                )
            elif inst.opname in ("STORE_GLOBAL", "DELETE_GLOBAL") or (
                inst.opname in ("STORE_DEREF", "DELETE_DEREF") and inst.argval in outside
            ):
                raise UnsupportedError(
                    f"compile: {function.__qualname__} assigns to the variable {inst.argval}, which is defined outside "
                    "of it; return the new value instead"
                )
    return loaded, names


def is_package(names: dict[str, Any]) -> bool:
    """Return whether globals are those of a module of this package."""
    return str(names.get("__name__")).partition(".")[0] == "xp_torch"


def is_users(names: dict[str, Any], package: str) -> bool:
    """Return whether globals are those of a module of the user's: of the same `package`, or not installed."""
    name = str(names.get("__name__")).partition(".")[0]
    if name in _NOT_USERS:
        return False
    return name == package.partition(".")[0] or not str(names.get("__file__")).startswith(_INSTALLED)


class _Cell:
    """The variable of a closure, with the interface of a dictionary of globals."""

    def __init__(self, cell: types.CellType) -> None:
        self.cell = cell

    def get(self, name: str, default: Any) -> Any:
        try:
            return self.cell.cell_contents
        except ValueError:
            return default

    def __setitem__(self, name: str, value: Any) -> None:
        self.cell.cell_contents = value

    def pop(self, name: str, default: Any) -> None:
        del self.cell.cell_contents


class _Variable:
    """A variable of the user's, and its copy."""

    def __init__(self, real: Any, copy: Any, name: str) -> None:
        self.real, self.copy, self.name = real, copy, name
        #: the attributes that may be read from the value
        self.names: set[str] = set()
        self.last: Any = _MISSING

    def read(self, copies: Copies) -> None:
        """Copy the user's value where it has changed."""
        value = self.real.get(self.name, _MISSING)
        if value is self.last and type(value) not in _CONTAINERS:
            copies.watch(value)
            return
        self.last = value
        if value is not _MISSING:
            self.copy[self.name] = copies.convert(value, self.names)
        elif self.copy.get(self.name, _MISSING) is not _MISSING:
            self.copy.pop(self.name, None)


class Copies:
    """Copies of the user's functions, which call `called(function)` in place of a function of the user's."""

    def __init__(self, follows: Callable[[dict[str, Any]], bool], called: Callable[..., Any] | None = None) -> None:
        self.follows: Callable[[dict[str, Any]], bool] = follows
        self.called: Callable[..., Any] = called or self.function
        #: the user's globals and modules by id, with their copies
        self.globals: dict[int, tuple[dict[str, Any], dict[str, Any]]] = {}
        self.modules: dict[int, tuple[types.ModuleType, types.SimpleNamespace]] = {}
        self.functions: dict[types.FunctionType, types.FunctionType] = {}
        self.cells: dict[int, tuple[types.CellType, types.CellType]] = {}
        self.variables: dict[tuple[int, int, str], _Variable] = {}
        self.containers = Containers()
        self.against_numpy = False
        #: whether one of the functions compares values, and whether one may catch exceptions
        self.compares = self.catches = False
        self.device = default_device()

    def refresh(self) -> None:
        """Take over what the user has assigned to variables since the last call."""
        moved = self.device != default_device()
        self.device = default_device()
        for variable in list(self.variables.values()):
            if moved:
                variable.last = _MISSING
            variable.read(self)

    def copy(self, real: Any, copy: Any, name: str, names: set[str]) -> None:
        """Copy a variable, from now on before each call."""
        # A module and the globals of its functions have two copies of one variable.
        key = (id(real.cell), 0, name) if isinstance(real, _Cell) else (id(real), id(copy), name)
        variable = self.variables.setdefault(key, _Variable(real, copy, name))
        if variable.last is _MISSING or not names <= variable.names:
            variable.names |= names
            variable.last = _MISSING
            variable.read(self)

    def function(self, function: types.FunctionType) -> types.FunctionType:
        """Return the copy of a function."""
        if function in self.functions:
            return self.functions[function]
        loaded, names = _names(function)
        self.compares |= _has(function, "COMPARE_OP", "CONTAINS_OP")
        self.catches |= _has(function, "PUSH_EXC_INFO")
        real = function.__globals__
        # Without `__name__`, for Dynamo would look up the globals in the module of that name.
        known = {"__builtins__": real.get("__builtins__", builtins), "__package__": real.get("__package__")}
        copied = self.globals.setdefault(id(real), (real, known))[1]
        cells = function.__closure__ or ()
        closure = tuple(self.cells.setdefault(id(c), (c, types.CellType()))[1] for c in cells)
        copy = types.FunctionType(function.__code__, copied, function.__name__, None, closure)
        self.functions[function] = copy
        for name in loaded:
            self.copy(real, copied, name, names)
        for cell, other in zip(cells, closure, strict=True):
            self.copy(_Cell(cell), _Cell(other), "", names)
        functools.update_wrapper(copy, function)
        del vars(copy)["__wrapped__"]
        copy.__defaults__ = self.convert(function.__defaults__, names)
        copy.__kwdefaults__ = self.convert(function.__kwdefaults__, names)
        return copy

    def transform(self, function: types.FunctionType) -> types.FunctionType:
        """Return a function of the package, such as `grad` makes, with a copy of the user's function in its closure."""
        if function in self.functions or not function.__closure__ or not is_package(function.__globals__):
            return self.functions.get(function, function)
        self.functions[function] = function
        values = [cell.cell_contents for cell in function.__closure__]
        copies = [self.convert(v) if isinstance(v, (types.FunctionType, Wrapper, dict)) else v for v in values]
        if any(a is not b for a, b in zip(values, copies, strict=True)):
            cells = tuple(map(types.CellType, copies))
            copy = types.FunctionType(function.__code__, function.__globals__, function.__name__, None, cells)
            copy.__defaults__, copy.__kwdefaults__ = function.__defaults__, function.__kwdefaults__
            self.functions[function] = copy
        return self.functions[function]

    def module(self, module: types.ModuleType, names: set[str]) -> types.SimpleNamespace:
        """Return the stand-in for a module of the user's, with copies of `names`."""
        copy = self.modules.setdefault(id(module), (module, types.SimpleNamespace()))[1]
        for name in names & vars(module).keys():
            self.copy(vars(module), vars(copy), name, names)
        return copy

    def convert(self, value: Any, names: set[str] = frozenset()) -> Any:  # type: ignore[assignment]
        """Return the stand-in for a value of the user's in copies: the package for NumPy, a copy for a function.

        `names` are the attributes that may be read from it.
        """
        kind = type(value)
        if (ours := _counterparts().get(id(value))) is not None:
            self.against_numpy = True
            return ours
        if isinstance(value, Wrapper):
            return self.called(value.function)
        if kind is types.FunctionType:
            return self.called(value) if self.follows(value.__globals__) else self.transform(value)
        if kind is types.MethodType and value.__self__ is ufunc:
            function = self.transform(value.__func__)  # that of `frompyfunc` holds a function of the user's
            return value if function is value.__func__ else types.MethodType(function, value.__self__)
        if kind is types.MethodType and isinstance(value.__func__, types.FunctionType):
            self.watch(value.__self__)
            return types.MethodType(self.convert(value.__func__), value.__self__)
        if kind is types.ModuleType:
            return self.module(value, names) if self.follows(vars(value)) else value
        if isinstance(value, functools.partial):
            keywords = self.convert(value.keywords)
            return functools.partial(self.convert(value.func), *self.convert(value.args), **keywords)
        if isinstance(value, (np.ndarray, np.generic)):
            # The arrays in variables outlive the transforms that are active now.
            with outside_of_modes():
                return as_own(value)
        if isinstance(value, np.dtype):
            try:
                return as_dtype(value)
            except TypeError:
                return value
        if kind in _CONTAINERS:
            return self.containers.convert(value, lambda item: self.convert(item, names))
        self.watch(value)
        return value

    def attributes(self, value: Any) -> dict[str, Any] | None:
        """Return the attributes of an object of one of the user's classes, None of others."""
        kind = type(value)
        if kind in (types.FunctionType, types.ModuleType, type) or not hasattr(value, "__dict__"):
            return None
        module = sys.modules.get(kind.__module__)
        return vars(value) if module is None or self.follows(vars(module)) else None

    def watch(self, value: Any) -> None:
        """Watch the attributes of an object, and the lists, dictionaries and objects in them, which calls change."""
        if type(value) is types.MethodType:
            value = value.__self__
        attributes = self.attributes(value)
        if type(value) is collections.deque:
            self.containers.watch(value)
        elif attributes is not None and self.containers.watch(attributes):
            for item in [*attributes.values()]:
                if type(item) in (list, dict):
                    self.containers.watch(item)
                else:
                    self.watch(item)


class Containers:
    """Lists and dictionaries that a call may change, and what stands for them."""

    def __init__(self) -> None:
        #: by the id of the user's container: itself, its stand-in, and the items of that
        self.known: dict[int, tuple[Any, Any, list[Any]]] = {}
        #: by the id of a container that has no stand-in, and to which a call writes: itself and its items before
        self.watched: dict[int, tuple[Any, list[Any]]] = {}

    def convert(self, value: Any, function: Callable[[Any], Any]) -> Any:
        """Return a list, tuple or dictionary with `function` applied to its items; itself if all are same."""
        copy = mapped(function, value)
        if not isinstance(value, tuple):
            self.known[id(value)] = value, copy, _items(copy)
        return copy

    def watch(self, value: Any) -> bool:
        """Remember the items of a container that has no stand-in; return whether it was new."""
        new = id(value) not in self.watched
        if new:
            self.watched[id(value)] = value, _items(value)
        return new

    def write(self, returned: Callable[[Any], Any]) -> None:
        """Write to the user's containers what was written to their stand-ins, with `returned` applied to it.

        Items that are new in containers without a stand-in are replaced.
        """
        for value, stand_in, before in list(self.known.values()):
            after = _items(stand_in)
            if len(after) != len(before) or any(a is not b for a, b in zip(after, before, strict=True)):
                new = mapped(returned, stand_in)
                new = dict(new) if isinstance(new, dict) else list(new)
                value.clear()
                (value.update if isinstance(value, dict) else value.extend)(new)
        for value, before in list(self.watched.values()):
            replace_items(value, returned, before)

    def clear(self) -> None:
        """Forget the containers of a call."""
        self.known.clear()
        self.watched.clear()


def replace_items(container: Any, function: Callable[[Any], Any], before: Sequence[Any] = ()) -> None:
    """Apply `function` to the items of a container, but for those that it had `before`."""
    same = set(map(id, before))
    for key, item in list(container.items() if isinstance(container, dict) else enumerate(container)):
        if id(item) not in same and (new := function(item)) is not item:
            container[key] = new


def _items(container: Any) -> list[Any]:
    """Return the keys and values of a dictionary, or the items of a list."""
    return [*container, *container.values()] if isinstance(container, dict) else list(container)


def as_own(value: Any) -> Any:
    """Return NumPy's arrays and scalars as arrays of the package, its booleans as Python's, other objects unchanged."""
    if isinstance(value, np.bool_):
        return bool(value)
    try:
        return asarray(value)
    except UnsupportedError:
        return value


def mapped(function: Callable[[Any], Any], value: Any) -> Any:
    """Return a list, tuple, named tuple or dictionary with `function` applied to its items; itself if all are same."""
    old = list(value.values() if isinstance(value, dict) else value)
    new = list(map(function, old))
    if all(a is b for a, b in zip(old, new, strict=True)):
        return value
    if isinstance(value, dict):
        changed = shallow_copy(value)
        changed.update(zip(value, new, strict=True))
        return changed
    return value._make(new) if hasattr(value, "_make") else type(value)(new)
