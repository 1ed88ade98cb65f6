"""Copies of functions in which NumPy is this package: the same code, with other globals and another closure.

The user's functions and modules stay as they are. A copy reads what they hold, and changes none of it.
"""

from __future__ import annotations

import builtins
import dis
import functools
import importlib
import os
import sys
import sysconfig
import types
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import torch

from xp_torch._array.ndarray import host, ndarray
from xp_torch._facts.defaults import default_device
from xp_torch._facts.dtypes import as_dtype, dtype
from xp_torch._facts.errors import UnsupportedError
from xp_torch._facts.torch_state import exclude_from_graphs, outside_of_modes
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
_READS = {"LOAD_GLOBAL", "LOAD_NAME", "LOAD_FROM_DICT_OR_GLOBALS"}
_ASSIGNS = {"STORE_GLOBAL", "DELETE_GLOBAL", "STORE_DEREF", "DELETE_DEREF"}
#: Names of Python whose values in a copy are others than in the function.
_OF_MODULE = {"__name__", "globals", "eval", "exec", "__import__"}
#: Attributes of a function that its copy has apart from it.
_OF_FUNCTION = {"__defaults__", "__kwdefaults__", "__code__", "__globals__", "__closure__"}
_ENVIRONMENT = {"environ", "environb", "getenv", "getenvb"}
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


def is_package(names: dict[str, Any]) -> bool:
    """Return whether globals are those of a module of this package."""
    return str(names.get("__name__")).partition(".")[0] == "xp_torch"


def is_users(names: dict[str, Any], package: str) -> bool:
    """Return whether globals are those of a module of the user's: of the same `package`, or not installed."""
    name = str(names.get("__name__")).partition(".")[0]
    if name in _NOT_USERS:
        return False
    return name == package.partition(".")[0] or not str(names.get("__file__")).startswith(_INSTALLED)


def _codes(code: types.CodeType) -> Iterator[types.CodeType]:
    """Yield the code of a function and of those that it defines."""
    yield code
    for const in code.co_consts:
        if isinstance(const, types.CodeType):
            yield from _codes(const)


def _has_try(code: types.CodeType) -> bool:
    """Return whether code handles exceptions; ``with`` starts like ``try``."""
    names = [i.opname for i in dis.get_instructions(code)]
    return any(a == "PUSH_EXC_INFO" and b != "WITH_EXCEPT_START" for a, b in zip(names, names[1:], strict=False))


class _Facts:
    """What the code of a function says about its copy."""

    def __init__(self, function: types.FunctionType) -> None:
        name, outside = function.__qualname__, function.__code__.co_freevars
        #: the globals that it reads; these, its attributes and its texts
        self.globals: set[str] = set()
        self.names: set[str] = set()
        #: why the copy would compute something else, and why a graph would
        self.not_copied = self.not_traced = ""
        for code in _codes(function.__code__):
            self.names.update(code.co_names, [c for c in code.co_consts if isinstance(c, str)])
            if _has_try(code):
                self.not_traced = f"{name} has a `try` statement; put it around the call of the compiled function"
            for i in dis.get_instructions(code):
                if i.opname in _READS:
                    self.globals.add(i.argval)
                elif i.opname == "IMPORT_NAME" and i.argval.partition(".")[0] == "numpy":
                    self.not_copied = f"{name} imports {i.argval} when it is called; import it at the top of its module"
                elif i.opname in _ASSIGNS and ("GLOBAL" in i.opname or i.argval in outside):
                    self.not_copied = (
                        f"{name} assigns to the variable {i.argval}, which is defined outside of it; "
                        "return the new value instead"
                    )
        for read in sorted(self.globals & _OF_MODULE | self.names & _OF_FUNCTION):
            self.not_copied = f"{name} reads {read}; pass what it needs as an argument"


def as_own(value: Any) -> Any:
    """Return NumPy's arrays and scalars as arrays of the package; those of dtypes that it lacks unchanged."""
    if isinstance(value, np.ndarray) and type(value) is not np.ndarray:
        kind = type(value)
        raise UnsupportedError(
            f"compile: {kind.__module__}.{kind.__qualname__} is a class of arrays with rules of its own; "
            "pass np.asarray(x)"
        )
    try:
        return asarray(value)
    except UnsupportedError:
        return value


class StandIns:
    """What stands for the user's arrays, lists, tuples and dictionaries in one call; for each of them one object."""

    def __init__(self) -> None:
        #: by the id of a user's object: itself and what stands for it; and the user's objects by the ids of the latter
        self.known: dict[int, tuple[Any, Any]] = {}
        self.originals: dict[int, Any] = {}
        #: the arrays of NumPy that torch had to copy, with the copies
        self.copied: list[tuple[np.ndarray, ndarray]] = []

    def add(self, value: Any, stand_in: Any) -> Any:
        """Note what stands for a user's object, and return it."""
        self.known[id(value)] = value, stand_in
        self.originals[id(stand_in)] = value
        return stand_in

    def array(self, value: Any, last: StandIns | None = None) -> Any:
        """Return the array that stands for one of NumPy's, that of the `last` call if it shares the memory."""
        if last is not None and id(value) in last.known and all(value is not a for a, _ in last.copied):
            return self.add(*last.known[id(value)])
        array = as_own(value)
        if isinstance(array, ndarray) and isinstance(value, np.ndarray):
            if value.size and not np.may_share_memory(host(array._tensor), value):
                self.copied.append((value, array))
            return self.add(value, array)
        return array

    def container(self, value: Any, convert: Callable[[Any], Any]) -> Any:
        """Return a list, tuple or dictionary of stand-ins; itself if its items stand for themselves."""
        copy = mapped(convert, value)
        return value if copy is value else self.add(value, copy)

    def check(self) -> None:
        """Raise if a call that was no graph has changed what stands for the user's objects."""
        for value, copy in self.copied:
            if host(copy._tensor).tobytes() != value.astype(value.dtype.newbyteorder("=")).tobytes():
                raise UnsupportedError(
                    f"compile: the call writes to an array of shape {value.shape} that torch cannot share (it has "
                    "negative steps or another byte order, is read-only or not on the device); pass a copy"
                )
        for value, stand_in in self.known.values():
            if is_container(value) and not self._is_same(value, stand_in):
                raise UnsupportedError(
                    f"compile: the call changes a {type(value).__name__} that holds arrays; return the new value"
                )

    def _is_same(self, value: Any, stand_in: Any) -> bool:
        if isinstance(value, dict) and [*value] != [*stand_in]:
            return False
        values, items = (list(c.values() if isinstance(c, dict) else c) for c in (value, stand_in))
        known = [self.known.get(id(v), (v, v))[1] for v in values]
        return len(items) == len(known) and all(a is b or not is_tree(a) for a, b in zip(known, items, strict=True))


def is_container(value: Any) -> bool:
    """Return whether a value is a list, tuple, named tuple or dictionary, and of no other class of these."""
    kind = type(value)
    return kind in (list, tuple, dict) or (isinstance(value, tuple) and hasattr(value, "_make"))


def is_tree(value: Any) -> bool:
    """Return whether a value is an array of the package, or may hold some."""
    return isinstance(value, ndarray) or is_container(value)


def mapped(function: Callable[[Any], Any], value: Any) -> Any:
    """Return a list, tuple, named tuple or dictionary with `function` applied to its items; itself if all are same."""
    old = list(value.values() if isinstance(value, dict) else value)
    new = list(map(function, old))
    if all(a is b for a, b in zip(old, new, strict=True)):
        return value
    if isinstance(value, dict):
        return dict(zip(value, new, strict=True))
    return value._make(new) if hasattr(value, "_make") else type(value)(new)


class _Module:
    """What stands for a module of the user's: copies of what functions read, and no way to assign."""

    def __init__(self, module: types.ModuleType, convert: Callable[[Any], Any]) -> None:
        vars(self).update(_module=module, _convert=convert)

    @exclude_from_graphs("an attribute of a module is found by a name that is computed")
    def __getattr__(self, name: str) -> Any:
        return self._convert(getattr(self._module, name))

    def __setattr__(self, name: str, value: Any) -> None:
        raise UnsupportedError(f"compile: {name} of a module is assigned; return the new value instead")

    __delattr__ = __setattr__  # type: ignore[assignment]


class _Variable:
    """A variable of the user's, and its copy."""

    def __init__(self, read: Callable[[], Any], write: Callable[[Any], None]) -> None:
        self.read, self.write = read, write
        #: the attributes that may be read from the value
        self.names: set[str] = set()
        self.last: Any = _MISSING

    def update(self, copies: Copies) -> None:
        """Copy the user's value; one that stands for itself only if it is another one."""
        value = self.read()
        if value is self.last and not (is_container(value) or isinstance(value, np.ndarray)):
            return
        self.last = value
        self.write(value if value is _MISSING else copies.convert(value, self.names))


def _item(names: dict[str, Any], name: str) -> tuple[Callable[[], Any], Callable[[Any], None]]:
    """Return functions that read and write an item of a dictionary."""
    return lambda: names.get(
        name, _MISSING
    ), lambda v: names.pop(name, None) if v is _MISSING else names.update({name: v})


def _cell(cell: types.CellType) -> tuple[Callable[[], Any], Callable[[Any], None]]:
    """Return functions that read and write a variable of a closure."""

    def read() -> Any:
        try:
            return cell.cell_contents
        except ValueError:
            return _MISSING

    def write(value: Any) -> None:
        if value is not _MISSING:
            cell.cell_contents = value
        elif read() is not _MISSING:
            del cell.cell_contents

    return read, write


class Copies:
    """Copies of the user's functions, of the variables that they read, and what is known about them."""

    def __init__(self, follows: Callable[[dict[str, Any]], bool]) -> None:
        self.follows: Callable[[dict[str, Any]], bool] = follows
        #: the user's globals, modules and cells by id, with their copies
        self._globals: dict[int, tuple[dict[str, Any], dict[str, Any]]] = {}
        self._modules: dict[int, tuple[types.ModuleType, _Module]] = {}
        self._cells: dict[int, tuple[types.CellType, types.CellType]] = {}
        self._functions: dict[types.FunctionType, types.FunctionType] = {}
        self._originals: dict[types.FunctionType, types.FunctionType] = {}
        self._variables: dict[tuple, _Variable] = {}
        #: what stands for the values of variables since the last call
        self.stand_ins = self._last = StandIns()
        #: whether a function names something of NumPy's, and something of the package's or torch's
        self.numpy = self.package = False
        #: why only the user's function itself computes what it should, and why no graph does
        self.not_copied = self.not_traced = ""
        self._device = default_device()

    def refresh(self) -> StandIns:
        """Take over what the user has assigned to variables since the last call, and return what stands for it."""
        self._last, self.stand_ins = self.stand_ins, StandIns()
        if self._device != default_device():
            self._device, self._last = default_device(), StandIns()
        for variable in list(self._variables.values()):
            variable.update(self)
        return self.stand_ins

    def original(self, function: Any) -> Any:
        """Return the user's function for a copy of it, None for others."""
        return self._originals.get(function)

    def function(self, function: types.FunctionType) -> types.FunctionType:
        """Return the copy of a function."""
        if function in self._functions:
            return self._functions[function]
        facts = _Facts(function)
        self.not_copied, self.not_traced = self.not_copied or facts.not_copied, self.not_traced or facts.not_traced
        real = function.__globals__
        # Without `__name__`, for Dynamo would look up the globals in the module of that name.
        known = {"__builtins__": real.get("__builtins__", builtins), "__package__": real.get("__package__")}
        copied = self._globals.setdefault(id(real), (real, known))[1]
        cells = function.__closure__ or ()
        closure = tuple(self._cells.setdefault(id(c), (c, types.CellType()))[1] for c in cells)
        copy = types.FunctionType(function.__code__, copied, function.__name__, None, closure)
        self._functions[function], self._originals[copy] = copy, function
        copy.__qualname__, copy.__module__, copy.__dict__ = (
            function.__qualname__,
            function.__module__,
            function.__dict__,
        )
        for name in facts.globals:
            self._copy((id(real), id(copied), name), facts.names, _item(real, name)[0], _item(copied, name)[1])
        for cell, other in zip(cells, closure, strict=True):
            self._copy((id(cell),), facts.names, _cell(cell)[0], _cell(other)[1])
        for name in ("__defaults__", "__kwdefaults__"):
            if getattr(function, name):
                read, write = functools.partial(getattr, function, name), functools.partial(setattr, copy, name)
                self._copy((id(function), name), facts.names, read, write)
        return copy

    def _copy(self, key: tuple, names: set[str], read: Callable[[], Any], write: Callable[[Any], None]) -> None:
        """Copy a variable, from now on before each call; its value has attributes with `names`."""
        variable = self._variables.setdefault(key, _Variable(read, write))
        if variable.last is _MISSING or not names <= variable.names:
            variable.names |= names
            variable.last = _MISSING
            variable.update(self)

    def _transform(self, function: types.FunctionType) -> types.FunctionType:
        """Return a function of the package, such as `grad` makes, with a copy of the user's function in its closure."""
        if function in self._functions or not function.__closure__:
            return self._functions.get(function, function)
        self._functions[function] = function
        values = [cell.cell_contents for cell in function.__closure__]
        copies = [self.convert(v) if isinstance(v, (types.FunctionType, Wrapper, dict)) else v for v in values]
        if any(a is not b for a, b in zip(values, copies, strict=True)):
            cells = tuple(map(types.CellType, copies))
            copy = types.FunctionType(function.__code__, function.__globals__, function.__name__, None, cells)
            copy.__defaults__, copy.__kwdefaults__ = function.__defaults__, function.__kwdefaults__
            self._functions[function], self._originals[copy] = copy, function
        return self._functions[function]

    def _module(self, module: types.ModuleType, names: set[str]) -> _Module:
        """Return what stands for a module of the user's, with copies of `names`."""
        copy = self._modules.setdefault(id(module), (module, _Module(module, self.convert)))[1]
        for name in names & vars(module).keys():
            key = (id(vars(module)), id(vars(copy)), name)
            self._copy(key, names, _item(vars(module), name)[0], _item(vars(copy), name)[1])
        return copy

    def convert(self, value: Any, names: set[str] = frozenset()) -> Any:  # type: ignore[assignment]
        """Return what stands for a value of the user's: the package for NumPy, a copy for a function.

        `names` are the attributes that may be read from it.
        """
        kind = type(value)
        if (ours := _counterparts().get(id(value))) is not None:
            self.numpy = True
            return ours
        if isinstance(value, Wrapper):
            return self.convert(value.function)
        if kind is types.FunctionType or kind is types.MethodType:
            return self._callable(value)
        if kind is types.ModuleType:
            self._note(value, names)
            return self._module(value, names) if self.follows(vars(value)) else value
        if isinstance(value, functools.partial):
            keywords = self.convert(value.keywords)
            return functools.partial(self.convert(value.func), *self.convert(value.args), **keywords)
        if isinstance(value, (np.ndarray, np.generic)):
            # The arrays in variables outlive the transforms that are active now.
            with outside_of_modes():
                return self.stand_ins.array(value, self._last)
        if isinstance(value, np.dtype):
            try:
                return as_dtype(value)
            except TypeError:
                return value
        if is_container(value):
            known = self.stand_ins.known.get(id(value))
            return known[1] if known else self.stand_ins.container(value, lambda item: self.convert(item, names))
        self._note(value, names)
        return value

    def _callable(self, value: Any) -> Any:
        """Return a copy of a function or method of the user's."""
        function = getattr(value, "__func__", value)
        if not isinstance(function, types.FunctionType):
            return value
        if is_package(function.__globals__):
            self.package = True
            return value if function is not value else self._transform(function)
        if not self.follows(function.__globals__):
            self._note(function, set())
            return value
        copy = self.function(function)
        return copy if function is value else types.MethodType(copy, value.__self__)

    def _note(self, value: Any, names: set[str]) -> None:
        """Note what else a value says about the functions that read it."""
        module = (
            value if isinstance(value, types.ModuleType) else sys.modules.get(str(getattr(value, "__module__", "")))
        )
        root = str(getattr(module, "__name__", "")).partition(".")[0]
        self.package |= root in ("torch", "xp_torch") or isinstance(value, (ndarray, torch.Tensor, dtype))
        if any(value is v for v in (os.environ, os.getenv)) or (value is os and names & _ENVIRONMENT):
            self.not_traced = "environment variables are constants of a graph; pass their values as arguments"
