"""`compile`: functions written against NumPy, or against this package, as graphs of torch.

The functions of the user are copied, and the copies' globals are a module of their own in which NumPy is this package.
The user's module stays as it is. Dynamo imports the module of a function's globals by its name, so the copies' modules
are in `sys.modules`.
"""

from __future__ import annotations

import dis
import functools
import importlib
import itertools
import re
import sys
import sysconfig
import types
import weakref
from collections.abc import Callable, Set
from typing import Any

import numpy as np
import torch
from torch._functorch.pyfunctorch import temporarily_clear_interpreter_stack

from xp_torch._array.element import as_array
from xp_torch._array.ndarray import host, ndarray
from xp_torch._facts.defaults import default_device
from xp_torch._facts.dtypes import as_dtype
from xp_torch._facts.errors import PACKAGE, NotCompiledWarning, UnsupportedError, warn
from xp_torch._facts.inspection import is_transformed
from xp_torch._functions.creation.from_data import asarray
from xp_torch._functions.transforms.inductor import compiled, compiled_region
from xp_torch._functions.transforms.regions import divided

__all__ = ["compile"]

_is_compiling = torch.compiler.is_dynamo_compiling
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
_numbers = itertools.count()


@functools.cache
def _counterparts() -> dict[int, Any]:
    """Return the package's modules, functions and types by the ids of NumPy's."""
    found: dict[int, Any] = {}
    for name in reversed(_MODULES):
        theirs, ours = (importlib.import_module(f"{package}{name}") for package in ("numpy", "xp_torch"))
        for key in dir(theirs):
            value = getattr(theirs, key)
            if callable(value) and not key.startswith("_") and hasattr(ours, key):
                found[id(value)] = getattr(ours, key)
        found[id(theirs)] = ours
    return found


class _OrNumPy(types.ModuleType):
    """A module of the package, where NumPy's names stand in for those that it lacks."""

    def __init__(self, ours: types.ModuleType) -> None:
        super().__init__(ours.__name__)
        self.__dict__["_ours"] = ours

    def __getattr__(self, name: str) -> Any:
        ours = self.__dict__["_ours"]
        try:
            value = getattr(ours, name)
        except AttributeError:
            return getattr(importlib.import_module(ours.__name__.replace("xp_torch", "numpy", 1)), name)
        return _OrNumPy(value) if isinstance(value, types.ModuleType) else value


def _names(code: types.CodeType) -> set[str]:
    """Return the names of globals and attributes in a function and in those that it defines."""
    inner = [const for const in code.co_consts if isinstance(const, types.CodeType)]
    return set(code.co_names).union(*map(_names, inner))


def _assigned(code: types.CodeType) -> set[str]:
    """Return the names of the globals that a function, or one that it defines, assigns to."""
    inner = [const for const in code.co_consts if isinstance(const, types.CodeType)]
    own = {i.argval for i in dis.get_instructions(code) if i.opname in ("STORE_GLOBAL", "DELETE_GLOBAL")}
    return own.union(*map(_assigned, inner))


def _copied_code(code: types.CodeType) -> types.CodeType:
    """Return a copy of a function's code that imports the package in place of NumPy.

    It is a copy in any case: Dynamo keeps what it compiled with the code, and the globals of the original differ.
    """
    bytecode, names = bytearray(code.co_code), list(code.co_names)
    for found in dis.get_instructions(code):
        if found.opname == "IMPORT_NAME" and f"{found.argval}.".startswith("numpy.") and len(names) < 256:
            name = f"xp_torch{found.argval.removeprefix('numpy')}"
            if name not in names:
                names.append(name)
            bytecode[found.offset + 1] = names.index(name)
    consts = tuple(_copied_code(c) if isinstance(c, types.CodeType) else c for c in code.co_consts)
    return code.replace(co_code=bytes(bytecode), co_names=tuple(names), co_consts=consts)


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
    """A variable of the user's and its copy, which follow each other."""

    def __init__(self, real: Any, copy: Any, name: str, names: Set[str]) -> None:
        self.real, self.copy, self.name, self.names = real, copy, name, names
        self.last: Any = _MISSING
        self.copied: Any = _MISSING
        self.assigned = False

    def read(self, copies: _Copies) -> None:
        """Copy the user's value where it has changed."""
        value = self.real.get(self.name, _MISSING)
        if value is self.last and (self.copied is value or type(value) not in _CONTAINERS):
            return
        self.last = value
        if value is _MISSING:
            self.copy.pop(self.name, None)
        else:
            self.copied = self.copy[self.name] = copies.convert(value, self.names)

    def write(self, arguments: _Arguments) -> None:
        """Give the user what the copy was assigned."""
        value = self.copy.get(self.name, _MISSING)
        if value is not self.copied:
            self.copied = value
            if value is _MISSING:
                self.real.pop(self.name, None)
            else:
                self.real[self.name] = arguments.returned(value)
            self.last = self.real.get(self.name, _MISSING)


class _Copies:
    """Copies of the user's functions: those that `apart` is false for call each other, and are traced as one.

    The others call each other through `_Function`, which compiles each of them by itself.
    """

    def __init__(self, user: Compiled, apart: bool) -> None:
        self.user, self.apart = user, apart
        self.modules: dict[int, types.ModuleType] = {}
        self.functions: dict[int, tuple[types.FunctionType, types.FunctionType]] = {}
        self.cells: dict[int, tuple[types.CellType, types.CellType]] = {}
        self.variables: dict[tuple[int, str], _Variable] = {}
        self.against_numpy = False
        self.device = default_device()

    def refresh(self) -> None:
        """Take over what the user has assigned to variables since the last call."""
        moved = self.device != default_device()
        self.device = default_device()
        for variable in list(self.variables.values()):
            if moved and isinstance(variable.last, np.ndarray):
                variable.last = _MISSING
            variable.read(self)

    def write(self, arguments: _Arguments) -> None:
        """Assign to the user's variables what the copies assigned to theirs."""
        for variable in self.variables.values():
            if variable.assigned:
                variable.write(arguments)

    def module(self, real: dict[str, Any], names: Set[str], assigned: Set[str] = frozenset()) -> types.ModuleType:
        """Return the copy of the module with the globals `real`, in which `names` have been converted."""
        if (copy := self.modules.get(id(real))) is None:
            copy = types.ModuleType(f"{real.get('__name__', '')}__xp_torch_{next(_numbers)}")
            copy.__dict__.update({k: v for k, v in real.items() if k not in ("__name__", "__spec__", "__loader__")})
            self.modules[id(real)] = sys.modules[copy.__name__] = copy
            self.user.modules.append(copy.__name__)
        for name in names:
            if (id(real), name) not in self.variables:
                variable = self.variables[id(real), name] = _Variable(real, copy.__dict__, name, names)
                variable.read(self)
        for name in assigned:
            self.variables[id(real), name].assigned = True
        return copy

    def function(self, function: types.FunctionType) -> types.FunctionType:
        """Return the copy of a function."""
        if id(function) in self.functions:
            return self.functions[id(function)][1]
        code = function.__code__
        empty = self.modules.get(id(function.__globals__)) or self.module(function.__globals__, set())
        cells = function.__closure__ or ()
        closure = tuple(self.cells.setdefault(id(c), (c, types.CellType()))[1] for c in cells)
        new = types.FunctionType(_copied_code(code), empty.__dict__, function.__name__, None, closure)
        self.functions[id(function)] = function, new
        names = _names(code)
        self.against_numpy |= any(name.startswith("xp_torch") for name in set(new.__code__.co_names) - names)
        self.module(function.__globals__, names, _assigned(code))
        for real, copy in zip(cells, closure, strict=True):
            if (id(real), "") not in self.variables:
                variable = self.variables[id(real), ""] = _Variable(_Cell(real), _Cell(copy), "", names)
                variable.assigned = True
                variable.read(self)
        functools.update_wrapper(new, function)
        vars(new).pop("__wrapped__")
        new.__defaults__ = self.convert(function.__defaults__, names)
        new.__kwdefaults__ = self.convert(function.__kwdefaults__, names)
        return new

    def called(self, function: types.FunctionType) -> Any:
        """Return the stand-in for a function that copies call."""
        return self.user.known(function).called if self.apart else self.function(function)

    def convert(self, value: Any, names: Set[str] = frozenset()) -> Any:
        """Return the stand-in for a value of the user's in copies: the package for NumPy, a copy for a function.

        `names` are the attributes that may be read from it.
        """
        kind = type(value)
        if (found := _counterparts().get(id(value))) is not None:
            self.against_numpy = True
            return _OrNumPy(found) if self.apart and isinstance(found, types.ModuleType) else found
        if isinstance(value, Compiled):
            return self.called(value.function)
        if kind is types.FunctionType:
            return self.called(value) if self.user.follows(value) else value
        if kind is types.MethodType and isinstance(value.__func__, types.FunctionType):
            return types.MethodType(self.convert(value.__func__), value.__self__)
        if kind is types.ModuleType:
            return self.module(vars(value), names & vars(value).keys()) if self.user.follows(value) else value
        if isinstance(value, functools.partial):
            keywords = self.convert(value.keywords)
            return functools.partial(self.convert(value.func), *self.convert(value.args), **keywords)
        if isinstance(value, np.bool_):
            return bool(value)
        if isinstance(value, (np.ndarray, np.generic)):
            try:
                return asarray(value)
            except UnsupportedError:
                return value
        if isinstance(value, np.dtype):
            try:
                return as_dtype(value)
            except TypeError:
                return value
        if kind in _CONTAINERS:
            return _mapped(lambda item: self.convert(item, names), value)
        return value


def _mapped(function: Callable[[Any], Any], value: Any) -> Any:
    """Return a list, tuple, named tuple or dictionary with `function` applied to its items; itself if they are kept."""
    old = list(value.values() if isinstance(value, dict) else value)
    new = list(map(function, old))
    if all(a is b for a, b in zip(old, new, strict=True)):
        return value
    if isinstance(value, dict):
        return dict(zip(value, new, strict=True))
    return value._make(new) if hasattr(value, "_make") else type(value)(new)


class _Arguments:
    """The arguments of a call as arrays of the package, and its results as the kind of arrays that came in."""

    def __init__(self, copies: _Copies) -> None:
        self.copies = copies
        self.ours = self.tensors = self.numpy = False
        #: by the id of an array that stands for an argument: itself, the argument, and its version if it is a copy
        self.arrays: dict[int, tuple[ndarray, Any, int | None]] = {}
        self.known: dict[int, ndarray] = {}
        self.containers: list[tuple[Any, Any, list]] = []

    def given(self, value: Any) -> Any:
        """Return the stand-in for an argument."""
        if isinstance(value, ndarray):
            self.ours = True
            return as_array(value)
        if id(value) in self.known:
            return self.known[id(value)]
        if isinstance(value, torch.Tensor):
            self.tensors = True
            return self.stands_for(asarray(value), value, None)
        if isinstance(value, (np.ndarray, np.generic)):
            array = self.copies.convert(value)
            self.numpy = True
            if not isinstance(array, ndarray) or isinstance(value, np.generic):
                return array
            t = array._tensor
            return self.stands_for(array, value, None if np.shares_memory(host(t), value) else t._version)
        if isinstance(value, (list, tuple, dict)):
            copy = _mapped(self.given, value)
            if copy is not value and not isinstance(value, tuple):
                self.containers.append((value, copy, _items(copy)))
            return copy
        return self.copies.convert(value)

    def stands_for(self, array: ndarray, value: Any, version: int | None) -> ndarray:
        """Return `array`, which stands for the argument `value`."""
        self.arrays[id(array)] = array, value, version
        self.known[id(value)] = array
        return array

    def returned(self, value: Any) -> Any:
        """Return a result as the kind of arrays that came in, by default that which the function is written against."""
        if isinstance(value, ndarray):
            if id(value) in self.arrays:
                return self.arrays[id(value)][1]
            if self.ours:
                return value
            if self.tensors:
                return value.tensor
            return host(value._tensor)[()] if self.numpy or self.copies.against_numpy else value
        return _mapped(self.returned, value) if isinstance(value, (list, tuple, dict)) else value

    def write(self) -> None:
        """Write to the arguments what was written to the copies that stand for them."""
        for array, value, version in self.arrays.values():
            if version is not None and array._tensor._version != version:
                np.copyto(value, host(array._tensor))
        for value, copy, before in self.containers:
            after = _items(copy)
            if len(after) != len(before) or any(a is not b for a, b in zip(after, before, strict=True)):
                new = _mapped(self.returned, copy)
                value.clear()
                (value.update if isinstance(value, dict) else value.extend)(new)


def _items(container: Any) -> list:
    """Return the keys and values of a dictionary, or the items of a list."""
    return [*container, *container.values()] if isinstance(container, dict) else list(container)


def _inductor(graph: torch.fx.GraphModule, inputs: Any) -> Callable:
    """Compile a graph with torch's default compiler, long graphs by regions."""
    return divided(graph, inputs, compiled_region) or compiled(graph, inputs)


def _not_compiled() -> tuple[type[Exception], ...]:
    """Return the errors that mean that `torch.compile` cannot make one graph."""
    exceptions = torch._dynamo.exc
    return exceptions.TorchDynamoException, exceptions.FailOnRecompileLimitHit


class _Function:
    """One of the user's functions: compiled with what it calls, or, if that fails, run with what it calls compiled."""

    def __init__(self, user: Compiled, function: types.FunctionType) -> None:
        self.user, self.function = user, function
        self.compiled: Callable | None = None
        self.dynamic = user.options["dynamic"]
        #: whether it has been compiled for some arguments, and why it cannot be for others
        self.succeeded, self.reason = False, ""
        self.falls_back = False

        @functools.wraps(function)
        def called(*args: Any, **kwargs: Any) -> Any:
            return self(*args, **kwargs)

        self.called = called

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        if self.falls_back:
            return self._apart(args, kwargs)
        try:
            return self._whole(args, kwargs)
        except _not_compiled() as error:
            if self.user.fullgraph:
                raise
            failed = error
        if isinstance(failed, torch._dynamo.exc.FailOnRecompileLimitHit):
            result = self._apart(args, kwargs)
        else:
            # A function that calls itself must not try again. If it raises eagerly, other arguments may compile.
            self.falls_back = True
            try:
                result = self._apart(args, kwargs)
            except BaseException:
                self.falls_back = False
                raise
        if not self.reason:
            self.reason = _reason(failed)
            if self.user.explain:
                warn(self.explanation, NotCompiledWarning)
        return result

    def _apart(self, args: tuple, kwargs: dict[str, Any]) -> Any:
        """Call the copy whose calls of the user's functions are compiled one by one."""
        return self.user.apart.function(self.function)(*args, **kwargs)

    def _whole(self, args: tuple, kwargs: dict[str, Any]) -> Any:
        """Call the graph."""
        if self.compiled is None:
            self.compiled = self._compile()
        try:
            result = self.compiled(*args, **kwargs)
        except _not_compiled():
            if not self.succeeded or self.dynamic is not None:
                raise
            # Sizes and numbers that have changed are symbolic now, which not every function allows.
            self.dynamic = False
            self.compiled = self._compile()
            result = self.compiled(*args, **kwargs)
        self.succeeded = True
        return result

    def _compile(self) -> Callable:
        copy = self.user.whole.function(self.function)
        # A copy of the code: Dynamo keeps graphs with it, also those of other options.
        new = types.FunctionType(copy.__code__.replace(), copy.__globals__, copy.__name__, None, copy.__closure__)
        new.__defaults__, new.__kwdefaults__ = copy.__defaults__, copy.__kwdefaults__
        chosen = self.user.options | {"dynamic": self.dynamic}
        if chosen["backend"] == "inductor" and not (chosen["mode"] or chosen["options"]):
            chosen["backend"] = _inductor
        return torch.compile(new, fullgraph=True, **chosen)

    @property
    def explanation(self) -> str:
        """One line about how the function runs."""
        code = self.function.__code__
        how = f"not compiled: {self.reason}" if self.reason else "compiled in one graph"
        return f"{self.function.__qualname__} ({code.co_filename}:{code.co_firstlineno}): {how}"


_PLACE = re.compile(r'File "(.+)", line (\d+), in \S+')


def _reason(error: BaseException) -> str:
    """Return why a function could not be compiled, and at which line of the user's."""
    text = str(error)
    if found := re.search(r"Could not guard on data-dependent expression (.+?) \(", text):
        why = f"it depends on values of arrays: {found[1]}"
    else:
        found = re.search(r"Explanation: (.+)", text)
        why = found[1] if found else text.strip().partition("\n")[0]
    places = [(file, line) for file, line in _PLACE.findall(text) if not file.startswith(PACKAGE)]
    return why + (f" ({places[-1][0]}:{places[-1][1]})" if places else "")


class Compiled:
    """A function that `compile` has made."""

    def __init__(self, function: Callable, fullgraph: bool, explain: bool, options: dict[str, Any]) -> None:
        functools.update_wrapper(self, function)
        self.fullgraph, self.explain, self.options = fullgraph, explain, options
        self.package = getattr(function, "__module__", None) or ""
        self.modules: list[str] = []
        self.functions: dict[int, _Function] = {}
        self.whole, self.apart = _Copies(self, False), _Copies(self, True)
        follows = isinstance(function, types.FunctionType) and self.follows(function)
        self.function: types.FunctionType = function if follows else _calling(function)  # type: ignore[assignment]
        weakref.finalize(self, _forget, self.modules)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        self._prepare()
        if _is_compiling():
            return self.copy(*args, **kwargs)
        arguments = _Arguments(self.whole)
        positional = [arguments.given(value) for value in args]
        named = {key: arguments.given(value) for key, value in kwargs.items()}
        # Dynamo does not compile what is transformed from outside.
        function = self.copy if is_transformed() else self.known(self.function)
        try:
            return arguments.returned(function(*positional, **named))
        finally:
            arguments.write()
            self.whole.write(arguments)
            self.apart.write(arguments)

    def __get__(self, instance: Any, owner: type | None = None) -> Any:
        return self if instance is None else types.MethodType(self, instance)

    def _prepare(self) -> bool:
        """Bring the copies up to date; the result is constant in a graph that calls the function."""
        # The arrays in global variables outlive the transforms that are active now.
        with temporarily_clear_interpreter_stack():
            self.copy = self.whole.function(self.function)
            self.whole.refresh()
            self.apart.refresh()
        return True

    # Dynamo calls it while it traces.
    _prepare._dynamo_marked_constant = True  # type: ignore[attr-defined]

    @property
    def explanation(self) -> str:
        """How each function that was compiled or could not be compiled runs, and why."""
        return "\n".join(function.explanation for function in self.functions.values())

    def known(self, function: types.FunctionType) -> _Function:
        """Return the object that calls one of the user's functions."""
        if id(function) not in self.functions:
            self.functions[id(function)] = _Function(self, function)
        return self.functions[id(function)]

    def follows(self, value: Any) -> bool:
        """Return whether a function or module is the user's: of the same package, or not installed."""
        names = vars(value) if isinstance(value, types.ModuleType) else value.__globals__
        package = str(names.get("__name__")).partition(".")[0]
        if package in _NOT_USERS:
            return False
        return package == self.package.partition(".")[0] or not str(names.get("__file__")).startswith(_INSTALLED)


def _calling(target: Callable) -> types.FunctionType:
    """Return a function that calls `target`."""

    @functools.wraps(target, ("__name__", "__qualname__", "__doc__"), ())
    def calling(*args: Any, **kwargs: Any) -> Any:
        return target(*args, **kwargs)

    return calling  # type: ignore[return-value]


def _forget(modules: list[str]) -> None:
    """Remove the copies of modules from `sys.modules`."""
    for name in modules:
        sys.modules.pop(name, None)


def compile(
    function: Callable | None = None,
    /,
    *,
    fullgraph: bool = False,
    dynamic: bool | None = None,
    backend: Any = "inductor",
    mode: str | None = None,
    options: dict[str, Any] | None = None,
    explain: bool = False,
) -> Any:
    """Compile a function that is written against NumPy, or against this package, with `torch.compile`.

    NumPy's functions in it compute as this package's do, and the whole function becomes one graph of torch, with the
    functions that it calls. It is called with NumPy arrays, tensors or arrays of this package, also in lists and
    dictionaries, and returns the same kind.

    Parameters
    ----------
    function : callable, optional
        Function to compile; without it, the result is a decorator.
    fullgraph : bool, default: False
        Whether to raise if the function cannot become one graph.
    dynamic : bool, optional
        Whether sizes are symbolic; by default those that change between calls, where the function allows it.
    backend : str or callable, default: "inductor"
        Compiler, as in `torch.compile`.
    mode : str, optional
        Mode of the compiler, as in `torch.compile`.
    options : dict, optional
        Options of the compiler, as in `torch.compile`.
    explain : bool, default: False
        Whether to warn about each function that is not compiled, with the reason and the line.

    Returns
    -------
    callable
        The compiled function. Its attribute `explanation` says for each function that was called how it runs.

    Notes
    -----
    The functions of the same package, and those of modules that are not installed in ``site-packages``, are compiled
    with `function`. They are copied, and NumPy is replaced in the copies; the user's modules stay as they are. Global
    variables are read at each call, and written.

    A function that cannot become one graph, because it reads values or has results whose shapes depend on values, runs
    operation by operation, and each function that it calls is compiled by itself.

    If both kinds come in, the result is an array of this package rather than a tensor, and a tensor rather than a NumPy
    array. Without arrays it is what the function is written against. NumPy arrays are moved to torch's default device,
    and results are moved back; 0-D results are NumPy's scalars.

    Examples
    --------
    >>> import numpy as np
    >>> @xp.compile(backend="eager")
    ... def nearest(x, means):
    ...     return np.argmin(np.linalg.norm(x - means[:, None], axis=2), axis=0)
    >>> nearest(np.asarray([[0.0, 0.0], [3.0, 4.0]]), np.asarray([[0.0, 1.0], [4.0, 4.0]]))
    array([0, 1])
    """
    if function is None:
        return functools.partial(
            compile,
            fullgraph=fullgraph,
            dynamic=dynamic,
            backend=backend,
            mode=mode,
            options=options,
            explain=explain,
        )
    if not callable(function):
        raise TypeError(f"compile: function must be callable, got {type(function).__name__}")
    chosen = {"dynamic": dynamic, "backend": backend, "mode": mode, "options": options}
    return Compiled(function, fullgraph, explain, chosen)
