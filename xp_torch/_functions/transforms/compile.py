"""`compile`: functions written against NumPy, or against this package, as graphs of torch."""

from __future__ import annotations

import functools
import inspect
import operator
import re
import sys
import threading
import types
from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from typing import Any, Concatenate, ParamSpec, Protocol, Self, TypeVar, overload

import numpy as np
import torch

from xp_torch._array.element import plain_element
from xp_torch._array.floating_errors import is_reporting
from xp_torch._array.ndarray import host, ndarray
from xp_torch._array.reversed_views import ReversedView
from xp_torch._facts.dtypes import dtype
from xp_torch._facts.errors import NotCompiledWarning, UnsupportedError, warn
from xp_torch._facts.shapes import as_bool, broadcast_axes
from xp_torch._facts.torch_state import (
    is_compiling,
    is_transformed,
    marked_constant,
    release_trace,
    strict_tracing,
    without_log_of_traced_errors,
)
from xp_torch._functions.creation.from_data import asarray
from xp_torch._functions.transforms.backend import (
    BRANCHES,
    PLACE,
    Backend,
    RunEagerly,
    is_recompile_limit,
    is_to_trace_again,
    kept_guards,
    traced_strictly,
)
from xp_torch._functions.transforms.function_copies import (
    Copies,
    StandIns,
    Wrapper,
    is_container,
    is_users,
)
from xp_torch._functions.transforms.guards import LIBRARIES

__all__ = ["compile"]

#: Types of arguments and results that hold no arrays.
_CONSTANTS = {type(None), bool, int, float, complex, str, bytes, range, slice, torch.Size, type(...)}
#: Objects that compute later, when what the graph has read may have changed.
_LATER = (types.FunctionType, types.MethodType, functools.partial, Iterator)
#: What is said of errors that none of `_REASONS` explains.
_FAILS = "torch's compiler fails ({}); compile smaller functions"
#: What Dynamo says, and what it means for the user.
_REASONS = (
    (
        r"Could not guard on data-dependent expression (.+?) \(",
        "it depends on values of arrays: {}; write xp.where, xp.cond or xp.while_loop",
    ),
    (
        r"you can double check: \[.*__import_xp_torch",
        "it changes a setting of the package; change that around the call",
    ),
    (r"you can double check: \[(.+)\]", "it changes {}, which is from outside; return the new value instead"),
    (r"setattr\(\) is not supported on type function", "it changes a function; return the new value instead"),
    (r"method `__setattr__` of class `(\w+)`", "it sets an attribute of a {}; return the new value instead"),
    (r"mutation on a view chain", "it writes through views in another dtype; write to a copy, and return that"),
    (r"builtin operator `i?matmul`", "before torch 2.15 Dynamo does not trace a @ b of arrays; write xp.matmul(a, b)"),
    (r"builtin operator `invert`", "before torch 2.15 Dynamo does not trace ~x of arrays; write xp.invert(x)"),
    (
        r"builtin operator `(max|min)`",
        "{}() of Python compares values of arrays; write xp.maximum(a, b), xp.minimum(a, b), xp.max(x) or xp.min(x)",
    ),
    (r"builtin operator `print`", "print() is Python's; write xp.debug_print"),
    (
        r"sort with non-constant key",
        "sorted() of Python compares values of arrays; write xp.sort(x), or leave out dynamic=True for sorted sizes",
    ),
    (
        r"inlining function <function (\w+) at .+\(reason: seeds and states",
        "{}() makes or changes a generator; do that outside of the function, and draw from the generator in it",
    ),
    (r"expected same dtype but got", "the branches of cond return arrays of different dtypes; cast one of them"),
    (r"When merging two branches' output|cond: the results of \w+ must have the shape", BRANCHES),
    (r"Pending unbacked symbols .+ not in returned outputs", BRANCHES),
    (r"_autograd_grad at .+is invalid for input of size", BRANCHES),
    (
        r"modified by an inplace operation",
        "it writes to an array that a derivative of it needs; write to a copy, or write x = x.at[key].set(value)",
    ),
    (
        r"with fake tensors: call_function <function _autograd_grad",
        "torch fails to trace vmap of xp.hessian(f); write xp.jacobian(xp.grad(f)), or map by xp.map",
    ),
    (
        r"order of strides of the two branches",
        "the branches of cond return arrays in different orders of memory; write x.copy(), which is in C's order",
    ),
    (
        r"Expected branches to return the same pytree|Unmatched output spec from torch.cond",
        "the branches of cond return trees of different structures; return arrays in the same structure from both",
    ),
    (
        r"do not support input mutation",
        "a step of a loop or a branch of cond writes to its argument; write to a copy, as x.copy() makes it",
    ),
    (
        r"might be aliasing the input or the output|do not support aliasing",
        "a step of a loop or a branch of cond returns an array that it got; return a copy, as x.copy() makes it",
    ),
    (
        r"with fake tensors: call_function (scan|while_loop|cond)\b",
        "torch fails to differentiate this {}; give its steps no loops and branches, or compile smaller functions",
    ),
    (
        r"automatic differentiation for outputs with complex dtype",
        "torch does not differentiate loops of complex numbers in a graph; pass their real and imaginary parts",
    ),
    (r"CppCompileError", "torch's compiler makes code that the C++ compiler refuses; compile smaller functions"),
    (
        r"Promotion for uint16, uint32, uint64|on DtypeView",
        "torch's compiler lacks an operation that it uses for uint16, uint32 and uint64; compute in another dtype",
    ),
    (r"RecursionError", "torch's compiler calls itself without end; pass arrays and Python's numbers"),
    (
        r"target: storage_offset",
        "it makes a view by strides, as diagonal(x[::-1]) does, and a graph has no addresses; write x.copy()",
    ),
    (r"torch\.\* ops that return a non-Tensor", "it reads the elements of an array, as str(x) does; return arrays"),
    (
        r"tracing `Tensor\.backward\(\)`|call `torch\.autograd\.grad`",
        "backward() and torch.autograd.grad are no part of a graph; write xp.grad or xp.value_and_grad",
    ),
    (
        r"numpy\.|numpy function|class 'numpy|Numpy|type ndarray does",
        "it computes with NumPy in a method or with an array that is an attribute; pass arrays as arguments",
    ),
    (
        r"builtin operator `(\w+)`",
        "torch's compiler does not trace {}() of Python with these arguments; call it outside of the function",
    ),
    (r"(?m)(?:UnsupportedError\W+|RuntimeError\W+(?=compile|errstate))(?:compile: )?(.+?)(?:['\"]\)|$)", "{}"),
    (
        r"scan is not lowered to while_loop",
        "torch's compiler makes no loop of this scan, as of complex numbers; carry their real and imaginary parts",
    ),
    (r"raised:\nRunEagerly: (.+)", "{}"),
    (r"raised:\n(\w+: *.+)", _FAILS),
    (r"Explanation: (.+)", "{}"),
)
_PAGE = '. The page "Compilation" of the documentation lists what runs without compilation, and what to write'
#: Dynamo makes at most as many graphs of a function.
_MOST_PATTERNS = 8
_OFTEN = (
    "it has been compiled for many numbers and sizes, and is not for others; pass a number that changes as an array of "
    "no dimensions (xp.asarray(n)) or by static_argnums, and compile sizes that change with dynamic=True"
)

_CLASS = "it asks for the class of a value, which for NumPy's scalars is another one in a graph; pass Python's numbers"
#: Held while a function is prepared: several threads may call it first.
_PREPARING = threading.RLock()
#: NumPy's dtypes that a scalar of another one may widen.
_NARROW = (np.dtype("float16"), np.dtype("float32"), np.dtype("complex64"))


class _Call:
    """Converts the arguments of a call to arrays of the package, and its results to the caller's kind of arrays."""

    def __init__(self, copies: Copies, backend: Backend) -> None:
        self.copies, self.backend = copies, backend
        self.variables, self.arguments, self.results = copies.refresh(), StandIns(), StandIns()
        self.ours = self.tensors = self.numpys = False

    @property
    def is_numpys(self) -> bool:
        """Whether the user's function itself computes the result, by NumPy alone."""
        return not (self.ours or self.tensors or self.copies.package)

    def refused(self) -> str:
        """Return why a graph may compute something else for these arguments, "" if it does not."""
        traits = self.copies.traits
        if "layout" in traits and self.copied:
            return "it reads the flags or strides of arrays, and torch cannot share an array of NumPy's"
        if self.asks_for_classes:
            return _CLASS
        values = [value for stand_ins in (self.arguments, self.variables) for value, _ in stand_ins.known.values()]
        if "in place" in traits and any(isinstance(value, np.ndarray) and not value.ndim for value in values):
            return "an operator such as += may change an array of NumPy's without dimensions; write x = x + y"
        narrow = "narrow" in traits or any(getattr(value, "dtype", None) in _NARROW for value in values)
        if "limits" in traits and narrow and self.is_numpys:
            return (
                "finfo has NumPy's scalars, which may widen an array, but Python's numbers in a graph; read it outside "
                "of the function"
            )
        return ""

    @property
    def asks_for_classes(self) -> bool:
        """Whether the function asks for the class of a value, and an array may stand for a scalar of NumPy's."""
        scalars = self.is_numpys or self.arguments.has_scalars or self.copies.has_scalars
        asks = "class" in self.copies.traits and not {"isinstance", "type", "isscalar"}.isdisjoint(self.copies.traits)
        return scalars and asks

    @property
    def copied(self) -> list[tuple[np.ndarray, ndarray]]:
        """The arrays of NumPy's that torch could not share, with their copies."""
        return self.arguments.copied + self.variables.copied

    def convert(self, value: Any) -> Any:
        """Return the stand-in for an argument."""
        if type(value) in _CONSTANTS:
            return self.arguments.constant(value)
        self.ours |= isinstance(value, ndarray)
        self.tensors |= isinstance(value, torch.Tensor)
        self.numpys |= isinstance(value, (np.ndarray, np.generic))
        if known := self.arguments.get(value):
            return known[1]
        if known := self.variables.get(value, self.arguments.pattern):
            return known[1]
        if isinstance(value, (np.ndarray, np.generic)):
            return self.arguments.array(value)
        if is_container(value):
            return self.arguments.container(value, self.convert)
        if isinstance(value, ndarray):
            return self.arguments.add(value, plain_element(value))
        if isinstance(value, torch.Tensor):
            return self.arguments.add(value, asarray(value))
        return self.arguments.add(value, self.copies.convert(value))

    def returned(self, value: Any, of_graph: bool = True) -> Any:
        """Return a result as the kind of arrays that the caller passed, by default what the function is written for."""
        if type(value) in _CONSTANTS:
            return value
        if (known := self.results.known.get(id(value))) is not None:
            return known[1]
        for stand_ins in (self.arguments, self.variables):
            if id(value) in stand_ins.originals:
                return stand_ins.originals[id(value)]
        if isinstance(value, ndarray):
            return self.results.add(value, self._array(value))
        if is_container(value):
            return self.results.container(value, lambda item: self.returned(item, of_graph))
        if isinstance(value, dtype) and self.numpys and not (self.ours or self.tensors):
            return value.__numpy_dtype__
        if (user := self.copies.original(value)) is not None:
            return user
        if of_graph and not isinstance(value, torch.Tensor) and (self.is_numpys or isinstance(value, _LATER)):
            raise RunEagerly(f"a result is a {type(value).__name__}; return arrays, numbers and trees of them")
        return value

    def check(self) -> None:
        """Raise if a call without a graph has changed stand-ins of the user's objects."""
        self.arguments.check()
        self.variables.check()

    def _array(self, value: ndarray) -> Any:
        """Return a result that is an array as the kind of arrays that came in."""
        if self.ours or not (self.tensors or self.numpys or self.copies.numpy):
            return value
        if self.tensors:
            return value.tensor
        if value.requires_grad:  # by a closure; an array of NumPy's would lose the gradient
            return value
        result = np.flip(host(value._view), value._flips) if isinstance(value, ReversedView) else host(value._tensor)
        if self.is_numpys and any(np.may_share_memory(result, host(copy._tensor)) for _, copy in self.copied):
            raise RunEagerly("a result is a view of an array of NumPy's that torch cannot share; return a copy")
        if broadcast_axes(result.shape, result.strides):
            result.setflags(write=False)
        return result[()]


class Compiled(Wrapper):
    """A function that `compile` has made."""

    def __init__(
        self, function: Callable, fullgraph: bool, explain: bool, options: dict[str, Any], static: dict[Any, Any]
    ) -> None:
        functools.update_wrapper(self, function)
        self.fullgraph, self.explain, self.options = fullgraph, explain, options
        self.constructor_arguments = function, fullgraph, explain, options, static
        self.copies: Copies
        follows = functools.partial(is_users, package=getattr(function, "__module__", None) or "")
        self.follows = follows
        plain = isinstance(function, types.FunctionType) and follows(function.__globals__) and not static
        self.function = function if plain else _calling(function, static)
        #: the copy of the function; what makes and calls its graphs, by the pattern of the arguments and variables,
        #: which Dynamo does not guard; whether there is one
        self.copy: Any = None
        self.make_graphs: Any = None
        self.graphs: dict[tuple, Any] = {}
        self.is_compiled = False
        #: why no call can have a graph; why some calls had none
        self.reason = ""
        self.reasons: list[str] = []

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        if is_compiling():
            _refresh(self)
            return self.copy(*args, **kwargs)
        if self.copy is None or self.copies.is_stale():
            with _PREPARING:
                if self.copy is None or self.copies.is_stale():
                    self._prepare()
        call = _Call(self.copies, self.backend)
        positional = [call.convert(value) for value in args]
        named = {key: call.convert(value) for key, value in kwargs.items()}
        if is_transformed() or is_reporting() or (call.is_numpys and _numpy_reports()):
            return self._eagerly(call, args, kwargs, positional, named)
        before = self.reason
        reason, lasts = before or self.copies.not_copied or self.copies.not_traced, True
        if reason and self.fullgraph:
            raise UnsupportedError(f"compile: {reason}")
        if not reason:
            handled = sys.exc_info()[1]
            try:
                return self._by_graph(call, positional, named)
            except Exception as error:
                try:
                    reason, lasts = self._explained(error, call.backend)
                finally:
                    release_trace(error, handled, isinstance(error, RunEagerly))
        self.reason = reason  # a function that calls itself must not try again
        try:
            result = self._eagerly(call, args, kwargs, positional, named)
        except BaseException:
            self.reason = before  # other arguments may be right, and have a graph
            raise
        self.reason = reason if lasts else before
        self._say(reason)
        return result

    def __get__(self, instance: Any, owner: type | None = None) -> Any:
        return self if instance is None else types.MethodType(self, instance)

    def _prepare(self) -> None:
        """Make the copy of the function, and compile it."""
        copies = Copies(self.follows)
        chosen = dict(self.options["options"] or {})
        keeps: Any = chosen.pop("guard_filter_fn", kept_guards)
        copy = copies.function(self.function)
        if inspect.isgeneratorfunction(self.function) or inspect.iscoroutinefunction(self.function):
            copies.not_traced = "it yields; return a list"
        dynamic = bool(self.options["dynamic"])
        backend = Backend(self.options["backend"], self.options["mode"], chosen, dynamic)
        # Dynamo counts the graphs of a code object, which all copies of a function share.
        settings: dict[str, Any] = {"fullgraph": True, "isolate_recompiles": True}
        settings |= {"dynamic": dynamic, "options": {"guard_filter_fn": traced_strictly(keeps)}}
        self.make_graphs = lambda: torch.compile(copy, backend=backend, **settings)
        self.backend, self.graphs, self.reason, self.is_compiled = backend, {}, "", False
        # Last what other threads look at.
        self.copies, self.copy = copies, copy

    def _by_graph(self, call: _Call, args: list[Any], kwargs: dict[str, Any]) -> Any:
        """Return the result of a graph; make one if there is none for such arguments."""
        call.backend.begin(call.copied)
        if reason := call.refused():
            raise RunEagerly(reason)
        pattern = *call.variables.pattern, "", *call.arguments.pattern
        if pattern not in self.graphs and len(self.graphs) == _MOST_PATTERNS:
            raise RunEagerly(_OFTEN)
        graphs = self.graphs[pattern] = self.graphs.get(pattern) or self.make_graphs()
        # Entering the settings takes as long as a short graph.
        for settings in (nullcontext, strict_tracing) if self.is_compiled else (strict_tracing,):
            try:
                with settings(), without_log_of_traced_errors():
                    result = graphs(*args, **kwargs)
            except Exception as error:
                if not is_to_trace_again(error):
                    raise
            else:
                break
        if not call.backend.has_run():
            call.check()
        result = call.returned(result)
        self.is_compiled = True
        return result

    def _eagerly(
        self, call: _Call, args: tuple, kwargs: dict[str, Any], positional: list[Any], named: dict[str, Any]
    ) -> Any:
        """Return the result of the function without a graph: of NumPy's alone, or of the copy."""
        if call.is_numpys:
            return self.function(*args, **kwargs)
        if call.asks_for_classes and not self.copies.numpy:
            return self.function(*args, **kwargs)
        if reason := self.copies.numpy and (self.copies.not_copied or (_CLASS if call.asks_for_classes else "")):
            raise UnsupportedError(f"compile: {reason}")
        function = self.function if self.copies.not_copied else self.copy
        try:
            return call.returned(function(*positional, **named), of_graph=False)
        finally:
            call.check()

    def _explained(self, error: Exception, backend: Backend) -> tuple[str, bool]:
        """Return why a call has no graph, and whether that holds for later calls; raise if it cannot be repeated."""
        is_of_call = isinstance(error, RunEagerly)
        if self.fullgraph and not is_of_call:
            raise UnsupportedError(f"compile: {_OFTEN}") if is_recompile_limit(error) else error
        if not backend.undo():
            raise UnsupportedError(f"compile: {error}") if is_of_call else error
        if is_of_call:
            return str(error), False
        return _reason(error), not (is_recompile_limit(error) or backend.has_run())

    def _say(self, reason: str) -> None:
        """Warn of a reason once, or with `explain` at each call."""
        if self.explain or reason not in self.reasons:
            self.reasons.append(reason)
            warn(f"{self._place}: not compiled: {reason}{_PAGE}", NotCompiledWarning)

    @property
    def _place(self) -> str:
        code = getattr(inspect.unwrap(self.function), "__code__", self.function.__code__)
        return f"{self.function.__qualname__} ({code.co_filename}:{code.co_firstlineno})"

    @property
    def explanation(self) -> str:
        """How the function runs, and why calls had no graph."""
        hows = ["compiled in one graph"] * self.is_compiled
        return "\n".join(f"{self._place}: {how}" for how in [*hows, *[f"not compiled: {r}" for r in self.reasons]])


@marked_constant
def _refresh(compiled: Compiled) -> bool:
    """Bring the copies up to date; the constant result lets a graph call this while it is traced."""
    if compiled.copy is None:
        compiled._prepare()
    if reason := compiled.copies.not_copied or compiled.copies.not_traced:
        raise UnsupportedError(f"compile: {reason}")
    compiled.copies.refresh()
    return True


def _numpy_reports() -> bool:
    """Return whether NumPy is set to raise or call at floating-point errors, which graphs do not notice."""
    return not {"ignore", "warn"}.issuperset(np.geterr().values())


def _reason(error: Exception) -> str:
    """Return why a function could not be compiled, what to write, and at which line of the user's."""
    if is_recompile_limit(error):
        return _OFTEN
    text = str(error)
    found = [(meaning, match) for pattern, meaning in _REASONS if (match := re.search(pattern, text))]
    why = _FAILS.format(f"{type(error).__name__}: {text.strip()}".partition("\n")[0])
    if found:
        meaning, match = found[0]
        why = meaning.format(re.sub(r"""["']?[GL]\['(\w+)'\]([^"']*)["']?""", r"\1\2", (match.groups() or [""])[-1]))
    places = [(file, line) for file, line in PLACE.findall(text) if not file.startswith(LIBRARIES)]
    return why + (f" ({places[-1][0]}:{places[-1][1]})" if places else "")


class WithStatic(Wrapper):
    """A function that `compile` has made, compiled anew for each value of its static arguments."""

    def __init__(self, function: Callable, numbers: Any, names: str | Sequence[str], compiled: Callable) -> None:
        functools.update_wrapper(self, function)
        self.constructor_arguments = function, numbers, names, compiled
        self.function: Any = function
        parameters = _positional_parameters(function)
        numbers = numbers if isinstance(numbers, (tuple, list)) else (operator.index(numbers),)
        names = (names,) if isinstance(names, str) else tuple(names)
        count = len(parameters)
        #: positions and names of the static parameters; a parameter that has both is in both
        self.numbers = {i + count if i < 0 else i for i in numbers}
        self.names = {*names, *[parameters[i] for i in self.numbers if i < count]}
        self.numbers |= {i for i, name in enumerate(parameters) if name in names}
        self.compiled = compiled
        self.known: dict[tuple, Any] = {}

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        static: dict[Any, Any] = {i: args[i] for i in sorted(self.numbers) if i < len(args)}
        static |= {name: kwargs[name] for name in sorted(kwargs) if name in self.names}
        # -0.0 is equal to 0.0.
        key = tuple((i, type(v), repr(v) if isinstance(v, float) else v) for i, v in static.items())
        try:
            new = key not in self.known
        except TypeError:
            raise ValueError(f"compile: static arguments must be hashable, got {list(static.values())}") from None
        if new:
            self.known[key] = self.compiled(self.function, static=static)
        rest = [value for i, value in enumerate(args) if i not in static]
        return self.known[key](*rest, **{name: value for name, value in kwargs.items() if name not in static})

    def __get__(self, instance: Any, owner: type | None = None) -> Any:
        return self if instance is None else types.MethodType(self, instance)

    @property
    def explanation(self) -> str:
        """How the function runs for each value of its static arguments."""
        return "\n".join(compiled.explanation for compiled in self.known.values())


def _positional_parameters(function: Callable) -> list[str]:
    """Return the names of the parameters that have positions; none of a function without a signature."""
    try:
        parameters = inspect.signature(function).parameters.values()
    except ValueError:
        return []
    return [p.name for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]


def _calling(target: Callable, static: dict[Any, Any]) -> types.FunctionType:
    """Return a function that calls `target`, with its `static` arguments by position and name."""
    placed = {place: value for place, value in static.items() if isinstance(place, int)}
    named = {place: value for place, value in static.items() if isinstance(place, str)}

    @functools.wraps(target, ("__name__", "__qualname__", "__doc__"), ())
    def calling(*args: Any, **kwargs: Any) -> Any:
        rest = iter(args)
        every = [placed[i] if i in placed else next(rest) for i in range(len(placed) + len(args))]
        return target(*every, **named, **kwargs)

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
    static_argnums: int | Sequence[int] = (),
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
    static_argnums: int | Sequence[int] = (),
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
    static_argnums: int | Sequence[int] = (),
    static_argnames: str | Sequence[str] = (),
) -> Any:
    """Compile a function that is written against NumPy, or against this package, with `torch.compile`.

    The function computes from arrays, numbers, and lists, tuples and dictionaries of them, and may write to array
    arguments in place. It becomes one graph of torch, with the functions that it calls, in which NumPy's functions
    compute as this package's do. It is called with NumPy arrays, tensors or arrays of this package, and returns the
    same kind. What cannot be one graph runs eagerly as a whole, and a `NotCompiledWarning` says so once.

    Parameters
    ----------
    function : callable, optional
        Function to compile; without it, the result is a decorator.
    fullgraph : bool, default: False
        Whether to raise if the function cannot become one graph.
    dynamic : bool, optional
        Whether sizes are symbolic. By default the function is compiled for each size. Dynamo takes ``x == n`` for False
        if n is a symbolic size.
    backend : str or callable, default: "inductor"
        Compiler, as in `torch.compile`.
    mode : str, optional
        Mode of the compiler, as in `torch.compile`.
    options : dict, optional
        Options of the compiler, as in `torch.compile`.
    explain : bool, default: False
        Whether to warn at each call that runs eagerly; by default, of each reason once.
    static_argnums : int or tuple of ints, optional
        Positions of arguments that are constants, as in `jax.jit`: the function is compiled for each of their values,
        which must be hashable. Without it numbers are constants, too, but for eight different ones at most.
    static_argnames : str or tuple of strs, optional
        Names of arguments that are constants.

    Returns
    -------
    callable
        The compiled function. Its attribute `explanation` says how it runs.

    Raises
    ------
    TypeError
        If an argument or a variable is of a class derived from NumPy's arrays, such as a masked array; if the function
        changes something else than arrays, and is not called with NumPy's arrays only.

    Notes
    -----
    The functions of the same package, and those of modules that are not installed in ``site-packages``, are compiled
    with `function`. They are copied, and NumPy is replaced in the copies; the user's modules stay as they are. Global
    variables are read at each call.

    A function that changes a list, a dictionary, an attribute or a global variable, has a `try` statement, reads values
    or environment variables, or returns something else than arrays, numbers and trees of them, runs eagerly. So does a
    call whose arguments share memory that the function writes to. If only NumPy's arrays came in and the function names
    nothing of this package and of torch, the function itself is called, with the arguments themselves.

    If both kinds come in, the result is an array of this package rather than a tensor, and a tensor rather than a NumPy
    array. Without arrays it is what the function is written against. NumPy arrays are moved to torch's default device,
    and results are moved back; 0-D results are NumPy's scalars. Arrays in objects that the function makes and returns
    are arrays of this package.

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
    if is_compiling():
        return function
    dynamic = None if dynamic is None else as_bool(dynamic, "dynamic")
    chosen = {"dynamic": dynamic, "backend": backend, "mode": mode, "options": options}
    if static_argnums == () and static_argnames == ():
        return Compiled(function, fullgraph, explain, chosen, {})
    compiled = functools.partial(Compiled, fullgraph=fullgraph, explain=explain, options=chosen)
    return WithStatic(function, static_argnums, static_argnames, compiled)
