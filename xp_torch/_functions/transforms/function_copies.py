"""Copies of functions in which NumPy is this package: the same code, with other globals and another closure.

The user's functions and modules stay as they are. A copy reads what they hold, and changes none of it.
"""

from __future__ import annotations

import builtins
import dis
import functools
import importlib
import operator
import os
import sys
import sysconfig
import threading
import types
from collections import deque
from collections.abc import Callable, Iterator
from itertools import pairwise
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
#: Python's names that have other values in a copy than in the function.
_OF_MODULE = {"__name__", "globals", "eval", "exec", "__import__"}
#: Attributes of a function that its copy has apart from it.
_OF_FUNCTION = {"__defaults__", "__kwdefaults__", "__code__", "__globals__", "__closure__"}
#: Names that show that a function reads the layout of arrays, asks for their class or for the limits of dtypes, or may
#: have arrays of less than double precision.
_TRAITS: dict[str, set[str]] = {
    "layout": {"flags", "strides"},
    "class": {
        *("float", "complex", "ndarray", "generic", "floating", "inexact", "number", "integer", "isscalar"),
        *(kind.__name__ for kind in np.sctypeDict.values()),
    },
    "limits": {"finfo"},
    "narrow": {"astype", "float16", "half", "float32", "single", "complex64", "csingle"},
}
#: What no graph knows of an array.
_OF_MEMORY = {"base", "ctypes", "may_share_memory", "shares_memory", "__array_interface__", "__array_struct__"}
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
    #: what its class is called with to make it again, from a pickle
    constructor_arguments: tuple

    def __reduce__(self) -> Any:
        """Pickle a decorated function by its name, as Python does, and another with its options; without graphs."""
        module, name = sys.modules.get(self.__module__), getattr(self, "__qualname__", "")
        try:
            is_named = operator.attrgetter(name)(module) is self
        except AttributeError:
            is_named = False
        return name if is_named else (type(self), self.constructor_arguments)

    def __repr__(self) -> str:
        return f"<compiled {getattr(self, '__qualname__', self.function)}>"


def is_package(names: dict[str, Any]) -> bool:
    """Return whether globals belong to a module of this package."""
    return str(names.get("__name__")).partition(".")[0] == "xp_torch"


def is_users(names: dict[str, Any], package: str) -> bool:
    """Return whether globals belong to a module of the user's: of the same `package`, or not installed."""
    name = str(names.get("__name__")).partition(".")[0]
    if name in _NOT_USERS:
        return False
    return name == package.partition(".")[0] or not str(names.get("__file__")).startswith(_INSTALLED)


def _codes(code: types.CodeType) -> Iterator[types.CodeType]:
    """Yield the code of a function, and the code of each function inside of it."""
    yield code
    for const in code.co_consts:
        if isinstance(const, types.CodeType):
            yield from _codes(const)


def _has_try(code: types.CodeType) -> bool:
    """Return whether code handles exceptions; ``with`` starts like ``try``."""
    names = [i.opname for i in dis.get_instructions(code)]
    return any(a == "PUSH_EXC_INFO" and b != "WITH_EXCEPT_START" for a, b in pairwise(names))


class _Facts:
    """The names in the code of a function, and whether its copy computes the same."""

    def __init__(self, function: types.FunctionType) -> None:
        name, outside = function.__qualname__, function.__code__.co_freevars
        #: the globals that it reads; these, its attributes and its texts
        self.globals: set[str] = set()
        self.names: set[str] = set()
        #: why the copy would compute something else, and why a graph would
        self.not_copied = self.not_traced = ""
        self.traits: set[str] = set()
        for code in _codes(function.__code__):
            self.names.update(code.co_names, [c for c in code.co_consts if isinstance(c, str)])
            self.traits |= {trait for trait, names in _TRAITS.items() if not names.isdisjoint(code.co_names)}
            self.traits |= {"isinstance", "type", "isscalar"}.intersection(code.co_names)
            if not _OF_MEMORY.isdisjoint(code.co_names):
                self.not_traced = f"{name} asks which memory an array has, which a graph does not know"
            if _has_try(code):
                self.not_traced = f"{name} has a `try` statement; put it around the call of the compiled function"
            for i in dis.get_instructions(code):
                if i.opname == "BINARY_OP" and i.argrepr.endswith("="):
                    self.traits.add("in place")
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


def _as_own(value: Any) -> Any:
    """Return NumPy's arrays and scalars as arrays of the package; dtypes that it lacks stay unchanged."""
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
    """The stand-ins for the user's arrays, lists, tuples and dictionaries in one call; each has one."""

    def __init__(self) -> None:
        #: by the id of a user's object: itself and what stands for it; and the user's objects by the ids of the latter
        self.known: dict[int, tuple[Any, Any]] = {}
        self.originals: dict[int, Any] = {}
        #: the arrays of NumPy that torch had to copy, with the copies
        self.copied: list[tuple[np.ndarray, ndarray]] = []
        #: pattern of a call: which objects are identical, the keys of dictionaries, the signs of zeros
        self.pattern: list[Any] = []
        #: whether an array stands for a scalar of NumPy's
        self.has_scalars = False

    def get(self, value: Any, pattern: list[Any] | None = None) -> tuple[Any, Any] | None:
        """Return a user's object that was met before, with its stand-in, and record the meeting in a pattern."""
        known = self.known.get(id(value))
        if known is not None:
            pattern = self.pattern if pattern is None else pattern
            pattern.append((len(self.known), len(pattern), [*self.known].index(id(value))))
        return known

    def add(self, value: Any, stand_in: Any) -> Any:
        """Record the stand-in of a user's object, and return it."""
        self.known[id(value)] = value, stand_in
        self.originals[id(stand_in)] = value
        return stand_in

    def constant(self, value: Any) -> Any:
        """Return a constant, and note the sign of a zero: Dynamo takes -0.0 for 0.0."""
        if _has_zero(value):
            self.pattern.append(repr(value))
        return value

    def array(self, value: Any, last: StandIns | None = None) -> Any:
        """Return the array that stands for NumPy's `value`; if unchanged since the `last` call, the same array."""
        if last is not None and id(value) in last.known:
            _, array = last.known[id(value)]
            # Calls in other threads read the same copy.
            is_copied = any(value is a for a, _ in last.copied)
            if not is_copied or _is_equal(array, value):
                self.copied += [(value, array)] * is_copied
                return self.add(value, array)
        array = _as_own(value)
        if isinstance(array, ndarray) and isinstance(value, np.ndarray):
            if value.size and not np.may_share_memory(host(array._tensor), value):
                self.copied.append((value, array))
            return self.add(value, array)
        self.has_scalars |= isinstance(value, np.generic)
        return array

    def container(self, value: Any, convert: Callable[[Any], Any]) -> Any:
        """Return a list, tuple or dictionary of stand-ins; itself if its items stand for themselves."""
        if isinstance(value, dict):
            self.pattern.append(tuple(value))
        return self.add(value, _map_items(convert, value))

    def check(self) -> None:
        """Raise if a call that was no graph has changed what stands for the user's objects."""
        for value, copy in self.copied:
            if not _is_equal(copy, value):
                raise UnsupportedError(
                    f"compile: the call writes to an array of shape {value.shape} that torch cannot share (it has "
                    "negative steps or another byte order, is read-only or not on the device); pass a copy"
                )
        for value, stand_in in self.known.values():
            if is_container(value) and value is not stand_in and not self._is_same(value, stand_in):
                raise UnsupportedError(
                    f"compile: the call changes a {type(value).__name__} that holds arrays; return the new value"
                )

    def _is_same(self, value: Any, stand_in: Any) -> bool:
        if isinstance(value, dict) and [*value] != [*stand_in]:
            return False
        values, items = (list(c.values() if isinstance(c, dict) else c) for c in (value, stand_in))
        known = [self.known.get(id(v), (v, v))[1] for v in values]
        return len(items) == len(known) and all(a is b or not _is_tree(a) for a, b in zip(known, items, strict=True))


def _is_equal(array: ndarray, value: np.ndarray) -> bool:
    """Return whether an array has the bits of one of NumPy's, whatever its byte order."""
    return host(array._tensor).tobytes() == value.astype(value.dtype.newbyteorder("=")).tobytes()


def _has_zero(value: Any) -> bool:
    """Return whether a number may hold a zero, whose sign ``==`` ignores."""
    return (type(value) is float and value == 0) or type(value) is complex


def is_container(value: Any) -> bool:
    """Return whether a value is a list, tuple, named tuple or dictionary, and of no other class of these."""
    kind = type(value)
    return kind in (list, tuple, dict) or (isinstance(value, tuple) and hasattr(value, "_make"))


def _is_tree(value: Any) -> bool:
    """Return whether a value is an array of the package, or may hold some."""
    return isinstance(value, ndarray) or is_container(value)


def _map_items(function: Callable[[Any], Any], value: Any) -> Any:
    """Return a list, tuple, named tuple or dictionary with `function` applied to its items; itself if all are same."""
    old = list(value.values() if isinstance(value, dict) else value)
    new = list(map(function, old))
    if all(a is b for a, b in zip(old, new, strict=True)):
        return value
    if isinstance(value, dict):
        return dict(zip(value, new, strict=True))
    return value._make(new) if hasattr(value, "_make") else type(value)(new)


def _closes_over_containers(kind: type, follows: Callable[[dict[str, Any]], bool]) -> bool:
    """Return whether a method of the user's reads a list or dictionary of the function that defines the class."""
    members = [getattr(m, "fget", getattr(m, "__func__", m)) for m in vars(kind).values()]
    methods = [m for m in members if isinstance(m, types.FunctionType) and follows(m.__globals__)]
    cells = [cell for m in methods for cell in m.__closure__ or ()]
    return any(isinstance(getattr(cell, "cell_contents", None), (list, dict, set, bytearray, deque)) for cell in cells)


class _Module:
    """The stand-in for a module of the user's, with copies of what functions read; it refuses assignment."""

    def __init__(self, module: types.ModuleType, convert: Callable[[Any], Any]) -> None:
        vars(self).update(_module=module, _convert=convert)

    @exclude_from_graphs("an attribute of a module is found by a name that is computed")
    def __getattr__(self, name: str) -> Any:
        return self._convert(getattr(self._module, name))

    def __setattr__(self, name: str, value: Any) -> None:
        raise UnsupportedError(f"compile: {name} of a module is assigned; return the new value instead")

    __delattr__ = __setattr__  # type: ignore[assignment]


class Copies:
    """Copies of the user's functions, of the variables that they read, and what is known about them."""

    def __init__(self, follows: Callable[[dict[str, Any]], bool]) -> None:
        self.follows: Callable[[dict[str, Any]], bool] = follows
        #: the user's globals, cells and modules by id, with their copies; of modules also the names that are read
        self._globals: dict[int, tuple[dict[str, Any], dict[str, Any]]] = {}
        self._cells: dict[int, tuple[types.CellType, types.CellType]] = {}
        self._modules: dict[int, tuple[types.ModuleType, _Module, set[str]]] = {}
        #: by the user's function: its copy, and what is known of its code; and the user's functions by their copies
        self._functions: dict[types.FunctionType, tuple[types.FunctionType, _Facts]] = {}
        self._transforms: dict[types.FunctionType, types.FunctionType] = {}
        self._originals: dict[types.FunctionType, types.FunctionType] = {}
        #: by the place of a variable, the value that it had when it was copied
        self._values: dict[tuple[int, str], Any] = {}
        #: what stands for the values of variables in this call and the one before
        self.stand_ins = self._last = StandIns()
        #: whether a function names something of NumPy's, and something of the package's or torch's
        self.numpy = self.package = False
        #: whether a variable has been a scalar of NumPy's
        self.has_scalars = False
        #: why only the user's function itself computes what it should, and why no graph does
        self.not_copied = self.not_traced = ""
        #: the traits of all functions: keys of `_TRAITS`, and "in place" for operators such as ``+=``
        self.traits: set[str] = set()
        self._device = default_device()
        self._lock = threading.RLock()

    def is_stale(self) -> bool:
        """Return whether the code of a function has been replaced, as by a reload."""
        return any(function.__code__ is not copy.__code__ for function, (copy, _) in self._functions.items())

    def refresh(self) -> StandIns:
        """Copy what the user has assigned to variables since the last call, and return the stand-ins."""
        with self._lock:
            return self._refreshed()

    def _refreshed(self) -> StandIns:
        self._last, self.stand_ins = self.stand_ins, StandIns()
        if self._device != default_device():
            self._device, self._last = default_device(), StandIns()
            self._values.clear()
        for function, (copy, facts) in list(self._functions.items()):
            self._update(function, copy, facts)
        for module, copied, names in list(self._modules.values()):
            self._update_names(vars(module), vars(copied), names, names)
        return self.stand_ins

    def original(self, function: Any) -> Any:
        """Return the user's function for a copy of it, None for others."""
        return self._originals.get(function) if isinstance(function, types.FunctionType) else None

    def function(self, function: types.FunctionType) -> types.FunctionType:
        """Return the copy of a function."""
        if function in self._functions:
            return self._functions[function][0]
        facts = _Facts(function)
        self.not_copied, self.not_traced = self.not_copied or facts.not_copied, self.not_traced or facts.not_traced
        self.traits |= facts.traits
        real = function.__globals__
        # Without `__name__`: Dynamo would look up the globals in the module with this name.
        known = {"__builtins__": real.get("__builtins__", builtins), "__package__": real.get("__package__")}
        copied = self._globals.setdefault(id(real), (real, known))[1]
        cells = [self._cells.setdefault(id(c), (c, types.CellType()))[1] for c in function.__closure__ or ()]
        copy = types.FunctionType(function.__code__, copied, function.__name__, None, tuple(cells))
        copy.__qualname__, copy.__module__, copy.__dict__ = (
            function.__qualname__,
            function.__module__,
            function.__dict__,
        )
        self._functions[function], self._originals[copy] = (copy, facts), function
        self._update(function, copy, facts)
        return copy

    def _update(self, function: types.FunctionType, copy: types.FunctionType, facts: _Facts) -> None:
        """Copy the variables that a function reads, and its default arguments."""
        self._update_names(function.__globals__, copy.__globals__, facts.globals, facts.names)
        for cell, other in zip(function.__closure__ or (), copy.__closure__ or (), strict=True):
            try:
                value = cell.cell_contents
            except ValueError:
                continue
            if self._is_new((id(cell), ""), value):
                other.cell_contents = self.convert(value, facts.names)
        for name in ("__defaults__", "__kwdefaults__"):
            if self._is_new((id(copy), name), value := getattr(function, name)):
                setattr(copy, name, self.convert(value, facts.names))

    def _update_names(self, real: dict[str, Any], copied: dict[str, Any], names: set[str], read: set[str]) -> None:
        """Copy variables, whose values have attributes with the names `read`."""
        for name in names:
            if name not in real:
                copied.pop(name, None)
            elif self._is_new((id(copied), name), value := real[name]) or name not in copied:
                copied[name] = self.convert(value, read)

    def _is_new(self, place: tuple[int, str], value: Any) -> bool:
        """Return whether the value of a variable is another one than in the last call, or may hold other arrays."""
        is_noted = is_container(value) or isinstance(value, np.ndarray) or _has_zero(value)
        if self._values.get(place, _MISSING) is value and not is_noted:
            return isinstance(value, types.ModuleType)
        self._values[place] = value
        return True

    def _transform(self, function: types.FunctionType) -> types.FunctionType:
        """Return a function of the package, such as `grad` makes, with a copy of the user's function in its closure."""
        if function in self._transforms or not function.__closure__:
            return self._transforms.get(function, function)
        self._transforms[function] = function
        values = [cell.cell_contents for cell in function.__closure__]
        copies = [self.convert(v) if isinstance(v, (types.FunctionType, Wrapper, dict)) else v for v in values]
        if any(a is not b for a, b in zip(values, copies, strict=True)):
            cells = tuple(map(types.CellType, copies))
            copy = types.FunctionType(function.__code__, function.__globals__, function.__name__, None, cells)
            copy.__defaults__, copy.__kwdefaults__ = function.__defaults__, function.__kwdefaults__
            self._transforms[function], self._originals[copy] = copy, function
        return self._transforms[function]

    def _module(self, module: types.ModuleType, names: set[str]) -> _Module:
        """Return the stand-in for a module of the user's, with copies of `names`."""
        new = module, _Module(module, self.convert), set[str]()
        _, copy, known = self._modules.setdefault(id(module), new)
        new_names = names - known
        known |= new_names
        self._update_names(vars(module), vars(copy), new_names, names)
        return copy

    def convert(self, value: Any, names: set[str] = frozenset()) -> Any:  # type: ignore[assignment]
        """Return the stand-in for a value of the user's: the package for NumPy, a copy for a function.

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
            self.has_scalars |= isinstance(value, np.generic)
            # The arrays in variables outlive the transforms that are active now.
            if known := self.stand_ins.get(value):
                return known[1]
            with outside_of_modes():
                return self.stand_ins.array(value, self._last)
        if isinstance(value, np.dtype):
            try:
                return as_dtype(value)
            except TypeError:
                return value
        if is_container(value):
            known = self.stand_ins.get(value)
            return known[1] if known else self.stand_ins.container(value, lambda item: self.convert(item, names))
        self._note(value, names)
        return self.stand_ins.constant(value)

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
        """Note whether a value, which functions read, involves the package, or cannot be traced."""
        module = (
            value if isinstance(value, types.ModuleType) else sys.modules.get(str(getattr(value, "__module__", "")))
        )
        root = str(getattr(module, "__name__", "")).partition(".")[0]
        self.package |= root in ("torch", "xp_torch") or isinstance(value, (ndarray, torch.Tensor, dtype))
        if isinstance(value, type) and _closes_over_containers(value, self.follows):
            self.not_traced = (
                f"methods of the class {value.__name__} read a list or dictionary of the function that defines it, and "
                "Dynamo loses what they change; define the class at the top of its module"
            )
        if any(value is v for v in (os.environ, os.getenv)) or (value is os and names & _ENVIRONMENT):
            self.not_traced = "environment variables are constants of a graph; pass their values as arguments"
