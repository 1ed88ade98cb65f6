"""`compile`: functions written against NumPy, or against this package, as graphs of torch."""

from __future__ import annotations

import functools
import inspect
import operator
import re
import types
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Concatenate, ParamSpec, Protocol, Self, TypeVar, overload

import numpy as np
import torch

from xp_torch._array.element import as_array
from xp_torch._array.ndarray import host, ndarray
from xp_torch._facts.annotations import ShapeLike
from xp_torch._facts.errors import PACKAGE, NotCompiledWarning, warn
from xp_torch._facts.torch_state import (
    is_compiling,
    is_inference,
    is_transformed,
    version_of,
    without_log_of_traced_errors,
)
from xp_torch._functions.creation.from_data import asarray
from xp_torch._functions.transforms.backend import (
    PLACE,
    Backend,
    OverlapError,
    is_not_traced,
    is_recompile_limit,
    kept_guards,
)
from xp_torch._functions.transforms.function_copies import (
    Containers,
    Copies,
    Wrapper,
    as_own,
    is_users,
    mapped,
    replace_items,
)

__all__ = ["compile"]


class _Arguments:
    """The arguments of a call as arrays of the package, and its results as the kind of arrays that came in."""

    def __init__(self, copies: Copies) -> None:
        self.copies = copies
        self.ours = self.tensors = self.numpy = False
        #: by the id of the array that stands for an argument: itself, the argument, and its version if it is a copy, -1
        #: in inference mode, which counts no writes
        self.arrays: dict[int, tuple[ndarray, Any, int | None]] = {}
        self.known: dict[int, ndarray] = {}
        self.numpys: list[tuple[np.ndarray, bool]] = []
        self.containers = Containers()

    def convert(self, value: Any) -> Any:
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
            self.numpy = True
            array = as_own(value)
            if not isinstance(array, ndarray) or isinstance(value, np.generic):
                return array
            t = array._tensor
            shared = np.may_share_memory(host(t), value)
            self.numpys.append((value, shared))
            return self.stands_for(array, value, None if shared else -1 if is_inference() else version_of(t))
        if isinstance(value, (list, tuple, dict)):
            return self.containers.convert(value, self.convert)
        return self.copies.convert(value)

    def stands_for(self, array: ndarray, value: Any, version: int | None) -> ndarray:
        """Return `array`, which stands for the argument `value`."""
        self.arrays[id(array)] = array, value, version
        self.known[id(value)] = array
        return array

    def split(self) -> bool:
        """Return whether NumPy arrays that overlap do so no more, because torch needs a copy of one of them."""
        copies = [a for a, shared in self.numpys if not shared]
        return any(np.may_share_memory(a, b) for a in copies for b, _ in self.numpys if a is not b)

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
        if isinstance(value, (list, tuple, dict)):
            return mapped(self.returned, value)
        if isinstance(value, Iterator) and type(value).__module__ == "builtins":  # such as a generator
            return (self.returned(item) for item in value)
        attributes = self.copies.attributes(value)
        if attributes is not None and self.copies.containers.watch(attributes):
            replace_items(attributes, self.returned)
        return value

    def write(self, *others: Containers) -> None:
        """Write to the arguments, and to other containers, what was written to the copies that stand for them."""
        for array, value, version in self.arrays.values():
            if version is None or (version == -1 and not value.flags.writeable):
                continue
            if version == -1 or version_of(array._tensor) != version:
                np.copyto(value, host(array._tensor))
        for containers in (self.containers, *others):
            containers.write(self.returned)
        for containers in others:
            containers.clear()


class _Function:
    """One of the user's functions: compiled with what it calls, or, if that fails, run with what it calls compiled."""

    def __init__(self, user: Compiled, function: types.FunctionType) -> None:
        self.user, self.function = user, function
        self.dynamic = user.options["dynamic"]
        self.compiled, self.backend = self._compile()
        #: whether it has been compiled for some arguments, and why it cannot be for others
        self.succeeded, self.reason = False, ""
        self.falls_back = False

        @functools.wraps(function)
        def called(*args: Any, **kwargs: Any) -> Any:
            return self(*args, **kwargs)

        self.called = called

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        # Dynamo does not compile what is transformed from outside.
        if is_transformed():
            return self.user.whole.function(self.function)(*args, **kwargs)
        if self.falls_back:
            return self._apart(args, kwargs)
        try:
            with without_log_of_traced_errors():
                return self._whole(args, kwargs)
        except OverlapError:
            reason, limit = None, False
        except Exception as error:
            if self.user.fullgraph or self.backend.started:
                raise
            reason, limit = _reason(error), is_recompile_limit(error)
        if reason is None:
            return self._apart(args, kwargs)
        # A function that calls itself must not try again. If it raises eagerly, other arguments may compile.
        self.falls_back = not limit
        try:
            result = self._apart(args, kwargs)
        except BaseException:
            self.falls_back = False
            raise
        if not self.reason:
            self.reason = reason
            if self.user.explain:
                warn(self.explanation, NotCompiledWarning)
        return result

    def _apart(self, args: tuple, kwargs: dict[str, Any]) -> Any:
        """Call the copy whose calls of the user's functions are compiled one by one."""
        return self.user.apart.function(self.function)(*args, **kwargs)

    def _whole(self, args: tuple, kwargs: dict[str, Any]) -> Any:
        """Call the graph."""
        if self.dynamic is None and self.user.whole.compares:
            # Dynamo takes ``x == n`` for False if n is symbolic.
            self.dynamic = False
            self.compiled, self.backend = self._compile()
        self.backend.started = False
        for _ in range(2):
            try:
                result = self.compiled(*args, **kwargs)
            except Exception as error:
                if not is_not_traced(error) or not self.succeeded or self.dynamic is not None:
                    raise
            else:
                break
            # Sizes and numbers that have changed are symbolic now, which not every function allows.
            self.dynamic = False
            self.compiled, self.backend = self._compile()
        self.succeeded = True
        return result

    def _compile(self) -> tuple[Callable, Backend]:
        chosen = dict(self.user.options["options"] or {})
        guards: dict[str, Any] = {"guard_filter_fn": chosen.pop("guard_filter_fn", kept_guards)}
        copy = self.user.whole.function(self.function)
        backend = Backend(self.user.options["backend"], self.user.options["mode"], chosen, self.user.whole.catches)
        # Dynamo counts the graphs of a code object, which all copies of a function share.
        settings: dict[str, Any] = {"fullgraph": True, "dynamic": self.dynamic, "isolate_recompiles": True}
        return torch.compile(copy, backend=backend, options=guards, **settings), backend

    @property
    def explanation(self) -> str:
        """One line about how the function runs."""
        code = getattr(inspect.unwrap(self.function), "__code__", self.function.__code__)
        how = f"not compiled: {self.reason}" if self.reason else "compiled in one graph"
        return f"{self.function.__qualname__} ({code.co_filename}:{code.co_firstlineno}): {how}"


def _reason(error: BaseException) -> str:
    """Return why a function could not be compiled, and at which line of the user's."""
    text = str(error)
    if match := re.search(r"Could not guard on data-dependent expression (.+?) \(", text):
        why = f"it depends on values of arrays: {match[1]}"
    else:
        match = re.search(r"Explanation: (.+)", text)
        why = match[1] if match else text.strip().partition("\n")[0]
    places = [(file, line) for file, line in PLACE.findall(text) if not file.startswith(PACKAGE)]
    return why + (f" ({places[-1][0]}:{places[-1][1]})" if places else "")


class Compiled(Wrapper):
    """A function that `compile` has made."""

    #: the copy of `function`, up to date since the last call
    copy: Any

    def __init__(self, function: Callable, fullgraph: bool, explain: bool, options: dict[str, Any]) -> None:
        functools.update_wrapper(self, function)
        torch.compiler.assume_constant_result(_refresh)
        self.fullgraph, self.explain, self.options = fullgraph, explain, options
        self.functions: dict[types.FunctionType, _Function] = {}
        follows = functools.partial(is_users, package=getattr(function, "__module__", None) or "")
        self.whole, self.apart = Copies(follows), Copies(follows, lambda function: self.known(function).called)
        plain = isinstance(function, types.FunctionType) and follows(function.__globals__)
        self.function = function if plain else _calling(function)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        _refresh(self)
        if is_compiling():
            return self.copy(*args, **kwargs)
        arguments = _Arguments(self.whole)
        positional = [arguments.convert(value) for value in args]
        named = {key: arguments.convert(value) for key, value in kwargs.items()}
        if arguments.split():
            if arguments.ours or arguments.tensors:
                raise ValueError("compile: NumPy arrays that torch has to copy share memory; pass copies of them")
            return arguments.returned(self.function(*args, **kwargs))
        try:
            return arguments.returned(self.known(self.function)(*positional, **named))
        finally:
            arguments.write(self.whole.containers, self.apart.containers)

    def __get__(self, instance: Any, owner: type | None = None) -> Any:
        return self if instance is None else types.MethodType(self, instance)

    @property
    def explanation(self) -> str:
        """How each function that was compiled or could not be compiled runs, and why."""
        return "\n".join(function.explanation for function in self.functions.values())

    def known(self, function: types.FunctionType) -> _Function:
        """Return the object that calls one of the user's functions."""
        if function not in self.functions:
            self.functions[function] = _Function(self, function)
        return self.functions[function]


def _refresh(compiled: Compiled) -> bool:
    """Bring the copies up to date. The result is a constant, so that a graph may call this while it is traced."""
    compiled.copy = compiled.whole.function(compiled.function)
    compiled.whole.refresh()
    compiled.apart.refresh()
    return True


class WithStatic(Wrapper):
    """A function that `compile` has made, compiled anew for each value of its static arguments."""

    def __init__(self, function: Callable, numbers: Any, names: str | Sequence[str], compiled: Callable) -> None:
        functools.update_wrapper(self, function)
        self.function: Any = function
        parameters = _positional_parameters(function)
        numbers = numbers if isinstance(numbers, (tuple, list)) else (operator.index(numbers),)
        names = (names,) if isinstance(names, str) else tuple(names)
        count = len(parameters)
        #: positions and names of the same parameters, as far as these have both
        self.numbers = {i + count if i < 0 else i for i in numbers}
        self.names = {*names, *[parameters[i] for i in self.numbers if i < count]}
        self.numbers |= {i for i, name in enumerate(parameters) if name in names}
        self.compiled = compiled
        self.known: dict[tuple, Any] = {}

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        static = {i: args[i] for i in self.numbers if i < len(args)}
        static |= {name: kwargs[name] for name in sorted(kwargs) if name in self.names}
        # -0.0 is equal to 0.0.
        key = tuple((i, type(v), repr(v) if isinstance(v, float) else v) for i, v in static.items())
        try:
            new = key not in self.known
        except TypeError:
            raise ValueError(f"compile: static arguments must be hashable, got {list(static.values())}") from None
        if new:
            self.known[key] = self.compiled(_with_static(self.function, static))
        rest = [value for i, value in enumerate(args) if i not in static]
        return self.known[key](*rest, **{name: value for name, value in kwargs.items() if name not in static})

    def __get__(self, instance: Any, owner: type | None = None) -> Any:
        return self if instance is None else types.MethodType(self, instance)

    @property
    def explanation(self) -> str:
        """How each function that was compiled or could not be compiled runs, and why."""
        return "\n".join(compiled.explanation for compiled in self.known.values())


def _positional_parameters(function: Callable) -> list[str]:
    """Return the names of the parameters that have positions; none of a function without a signature."""
    try:
        parameters = inspect.signature(function).parameters.values()
    except ValueError:
        return []
    return [p.name for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]


def _with_static(function: Callable, static: dict[Any, Any]) -> Callable:
    """Return `function` without its static arguments, which are constants of its graphs."""
    # Dynamo makes a number symbolic if another one was under its name before.
    keys = {place: f"{place} = {value!r}" for place, value in static.items()}
    constants = {keys[place]: value for place, value in static.items()}
    named = {place: key for place, key in keys.items() if isinstance(place, str)}
    count = len(keys) - len(named)

    @functools.wraps(function, ("__module__", "__name__", "__qualname__", "__doc__"), ())
    def with_static(*args: Any, **kwargs: Any) -> Any:
        rest = iter(args)
        every = [constants[keys[i]] if i in keys else next(rest) for i in range(count + len(args))]
        return function(*every, **{name: constants[key] for name, key in named.items()}, **kwargs)

    return with_static


def _calling(target: Callable) -> types.FunctionType:
    """Return a function that calls `target`."""

    @functools.wraps(target, ("__name__", "__qualname__", "__doc__"), ())
    def calling(*args: Any, **kwargs: Any) -> Any:
        return target(*args, **kwargs)

    return calling  # type: ignore[return-value]


_P = ParamSpec("_P")
_Others = ParamSpec("_Others")
_R = TypeVar("_R")
_R_co = TypeVar("_R_co", covariant=True)


class _CompiledFunction(Protocol[_P, _R_co]):
    """The type of compiled functions: `Compiled`, with the parameters and the result of the function."""

    @property
    def explanation(self) -> str: ...

    def __call__(self, *args: _P.args, **kwargs: _P.kwargs) -> _R_co: ...

    @overload
    def __get__(self, instance: None, owner: type) -> Self: ...
    @overload
    def __get__(
        self: _CompiledFunction[Concatenate[Any, _Others], _R_co], instance: object, owner: type | None = None
    ) -> Callable[_Others, _R_co]: ...


@overload
def compile(
    function: Callable[_P, _R],
    /,
    *,
    fullgraph: bool = False,
    dynamic: bool | None = None,
    backend: str | Callable[..., Any] = "inductor",
    mode: str | None = None,
    options: dict[str, Any] | None = None,
    explain: bool = False,
    static_argnums: ShapeLike = (),
    static_argnames: str | Sequence[str] = (),
) -> _CompiledFunction[_P, _R]: ...
@overload
def compile(
    function: None = None,
    /,
    *,
    fullgraph: bool = False,
    dynamic: bool | None = None,
    backend: str | Callable[..., Any] = "inductor",
    mode: str | None = None,
    options: dict[str, Any] | None = None,
    explain: bool = False,
    static_argnums: ShapeLike = (),
    static_argnames: str | Sequence[str] = (),
) -> Callable[[Callable[_P, _R]], _CompiledFunction[_P, _R]]: ...
def compile(
    function: Callable[..., Any] | None = None,
    /,
    *,
    fullgraph: bool = False,
    dynamic: bool | None = None,
    backend: str | Callable[..., Any] = "inductor",
    mode: str | None = None,
    options: dict[str, Any] | None = None,
    explain: bool = False,
    static_argnums: ShapeLike = (),
    static_argnames: str | Sequence[str] = (),
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
        Whether sizes and numbers are symbolic; by default those that change between calls, if the function compares
        nothing and allows it. Dynamo takes ``x == n`` for False if n is symbolic.
    backend : str or callable, default: "inductor"
        Compiler, as in `torch.compile`.
    mode : str, optional
        Mode of the compiler, as in `torch.compile`.
    options : dict, optional
        Options of the compiler, as in `torch.compile`.
    explain : bool, default: False
        Whether to warn about each function that is not compiled, with the reason and the line.
    static_argnums : int or tuple of ints, optional
        Positions of arguments that are constants, as in `jax.jit`: the function is compiled for each of their values,
        which must be hashable. Without it Python objects are constants, too, but for numbers, which are symbolic from
        their second value on.
    static_argnames : str or tuple of strs, optional
        Names of arguments that are constants.

    Returns
    -------
    callable
        The compiled function. Its attribute `explanation` says for each function that was called how it runs.

    Notes
    -----
    The functions of the same package, and those of modules that are not installed in ``site-packages``, are compiled
    with `function`. They are copied, and NumPy is replaced in the copies; the user's modules stay as they are. Global
    variables are read at each call. A function that assigns to a variable outside of it, or that imports NumPy when it
    is called, raises `TypeError`.

    A call that raises while it is compiled, and one whose arguments share memory that the function writes to, run
    operation by operation. So does one whose graph raises, such as for a singular matrix, if the function has a `try`
    statement; the arguments that it writes to are copied before.

    A function that cannot become one graph, because it reads values or has results whose shapes depend on values, runs
    operation by operation, and each function that it calls is compiled by itself.

    If both kinds come in, the result is an array of this package rather than a tensor, and a tensor rather than a NumPy
    array. Without arrays it is what the function is written against. NumPy arrays are moved to torch's default device,
    and results are moved back; 0-D results are NumPy's scalars. What the function stores in global lists and
    dictionaries, and in attributes of objects of the user's classes, are results, too, and so are the items of an
    iterator that it returns. What a function that it returns computes, and what it passes to a function that is not
    compiled with it, such as the method ``append`` of a list, stays an array of this package.

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
            static_argnums=static_argnums,
            static_argnames=static_argnames,
        )
    if not callable(function):
        raise TypeError(f"compile: function must be callable, got {type(function).__name__}")
    chosen = {"dynamic": dynamic, "backend": backend, "mode": mode, "options": options}
    if static_argnums == () and static_argnames == ():
        return Compiled(function, fullgraph, explain, chosen)
    return WithStatic(function, static_argnums, static_argnames, lambda f: Compiled(f, fullgraph, explain, chosen))
