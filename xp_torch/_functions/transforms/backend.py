"""What `compile` gives torch: a compiler that is called with each graph, and a filter of Dynamo's guards."""

from __future__ import annotations

import collections
import importlib
import operator
import re
import statistics
import threading
import types
import warnings
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import torch

from xp_torch._array.ndarray import host
from xp_torch._facts.dtypes import dtype
from xp_torch._facts.errors import PACKAGE, UnrolledLoopWarning
from xp_torch._facts.torch_state import is_inference, is_tracing_strictly, records_derivatives, version_of
from xp_torch._functions.random.streams import set_states, states_of_generators
from xp_torch._functions.transforms.function_copies import is_package
from xp_torch._kernels.aliasing import may_share_memory, overlaps_itself

__all__: list[str] = []

#: Types of the package's globals that never change after the import: functions and tables.
_CONSTANT = (
    types.FunctionType,
    types.MethodType,
    types.BuiltinFunctionType,
    types.ModuleType,
    type,
    torch.dtype,
    dtype,
    dict,
    tuple,
    frozenset,
)
#: a global variable in Dynamo's name of a value, and the attributes that are read from it
_GLOBAL = re.compile(r"(G\['\w+'\])((?:\.\w+)*)")
#: a line in the text of a stack
PLACE = re.compile(r'File "(.+)", line (\d+), in \S+')
#: why a graph has sizes that are no constants
_SIZES = "a size depends on values of arrays, as in np.nonzero(x) and np.unique(x); write xp.where and masks"
BRANCHES = (
    "the branches of cond return arrays of different shapes; return one shape from both, by xp.pad or xp.broadcast_to"
)
#: Steps of a loop from which `compile` warns: they take some ten seconds to compile.
_MANY_STEPS = 200


class RunEagerly(Exception):
    """A call that no graph can make, with the reason; nothing has run, or nothing that the user can see."""


class TraceAgain(Exception):
    """Dynamo has traced a function with its own settings, not with those of `compile`."""


def is_recompile_limit(error: Exception) -> bool:
    """Return whether an error says that a function has been compiled for too many kinds of arguments."""
    return isinstance(error, torch._dynamo.exc.FailOnRecompileLimitHit)


def is_to_trace_again(error: BaseException | None) -> bool:
    """Return whether Dynamo raised because it has to trace with the settings of `compile`."""
    while error is not None and not isinstance(error, TraceAgain):
        error = error.__cause__ or error.__context__
    return error is not None


class Undo:
    """The arrays that a graph writes to and the states of random numbers, as they were before it ran."""

    def __init__(self, written: Sequence[torch.Tensor]) -> None:
        self.before = [(t, t.detach().clone()) for t in written]
        self.states = states_of_generators(), torch.get_rng_state()

    def __call__(self) -> None:
        with torch.no_grad():
            for t, values in self.before:
                t.copy_(values)
        set_states(self.states[0])
        torch.set_rng_state(self.states[1])


class Backend:
    """The compiler of one function, given to `torch.compile`.

    Dynamo keeps graphs with the code of a function and its compiler. A compiler for each copy of a function keeps
    apart the graphs of copies with other globals.
    """

    def __init__(self, compiler: Any, mode: str | None, options: dict[str, Any], dynamic: bool) -> None:
        self.compiler, self.mode, self.options, self.dynamic = compiler, mode, options, dynamic
        self._state = threading.local()

    def begin(self, copied: Sequence[tuple[np.ndarray, Any]]) -> None:
        """Begin a call of this thread; a graph must not write to the NumPy arrays that had to be `copied`."""
        state = self._state
        state.copied, state.has_run, state.started, state.undo = copied, False, False, None

    def has_run(self) -> bool:
        """Return whether a graph has run in the call."""
        return bool(self._state.has_run)

    def undo(self) -> bool:
        """Take back the changes of this call's graph, and return whether that was possible."""
        state = self._state
        if state.undo is not None:
            state.undo()
        return state.undo is not None or not state.started

    def __call__(self, graph: torch.fx.GraphModule, inputs: Sequence[Any]) -> Callable:
        if not is_tracing_strictly():
            raise TraceAgain
        if (maker := _maker_of_symbols(graph)) is not None and not self.dynamic:
            raise RunEagerly(BRANCHES if maker.target is torch.ops.higher_order.cond else _SIZES)
        draws = _drawing(graph)
        if draws > 1 and self.compiler == "inductor":
            raise RunEagerly(
                "it draws random numbers in a loop or branch and elsewhere, and inductor changes their order; "
                "draw them before, and pass them to the loop"
            )
        if _has_call(graph, "_enter_inference_mode"):
            raise RunEagerly("it enters inference_mode; do that around the call")
        if self.compiler == "inductor" and _has_call(graph, "bernoulli"):
            raise RunEagerly("torch.bernoulli draws other numbers in a graph of inductor; write torch.rand_like(p) < p")
        _warn_of_loops(graph)
        given = [node.meta.get("example_value") for node in graph.graph.find_nodes(op="placeholder")]
        tensors = [i for i, t in enumerate(given) if isinstance(t, torch.Tensor)]
        # Dynamo has made the calls of the graph with these fake tensors, which count the writes to them, but for
        # inference mode.
        written = [i for i in tensors if is_inference() or version_of(given[i])]
        pairs = [(i, j) for i in written for j in tensors if i < j or (i > j and j not in written)]
        function = self._compiled(graph, _apart(inputs, pairs))
        is_new, sets_grad = True, _has_call(graph, "_set_grad_enabled")

        def run(*arguments: Any) -> Any:
            nonlocal is_new
            state = self._state
            if any(_is_copied(arguments[i], *pair) for pair in state.copied for i in written):
                raise RunEagerly(
                    "it writes to an array that torch cannot share, or to its memory: the array has negative steps or "
                    "another byte order, is read-only or not on the device; pass a copy"
                )
            # The graph reads and writes in another order than the function does.
            overlaps = any(may_share_memory(arguments[i], arguments[j]) for i, j in pairs)
            if overlaps or any(overlaps_itself(arguments[i]) for i in written):
                raise RunEagerly("arrays that it is given share memory, and it writes to one; pass copies")
            if written and self.compiler != "eager" and records_derivatives(*[arguments[i] for i in tensors]):
                # The backward pass of torch's graphs reads arguments again, after the write.
                raise RunEagerly("it is differentiated, and writes to an array that it is given; write to a copy")
            if is_inference():
                if sets_grad:
                    raise RunEagerly("it sets whether gradients are recorded, which has no effect in inference_mode")
            elif any(arguments[i].is_inference() for i in written):
                raise RunEagerly("it writes to a tensor of inference_mode")
            # A first result may show that the function cannot be compiled.
            state.undo = Undo([arguments[i] for i in written if is_new]) if is_new or (draws and not written) else None
            state.started, state.has_run = bool(written), True
            results = function(*arguments)
            is_new = False
            return results

        return run

    def _compiled(self, graph: torch.fx.GraphModule, inputs: Sequence[Any]) -> Callable:
        if self.compiler == "inductor":
            module = importlib.import_module("xp_torch._functions.transforms.inductor.compiler")
            return module.compiled(graph, inputs, self.mode, self.options)
        compiler = self.compiler
        if isinstance(compiler, str):
            compiler = importlib.import_module("torch._dynamo").lookup_backend(compiler)
        named = {"mode": self.mode, "options": self.options}
        return compiler(graph, inputs, **{key: value for key, value in named.items() if value})


def _apart(inputs: Sequence[Any], pairs: Sequence[tuple[int, int]]) -> list[Any]:
    """Return examples of a graph's inputs in which no pair shares memory.

    AOTAutograd makes arrays that overlap parts of one, at fixed places. The graph never runs for such arrays.
    """
    apart = list(inputs)
    for i in {i for pair in pairs if may_share_memory(inputs[pair[0]], inputs[pair[1]]) for i in pair}:
        t = inputs[i]
        new = torch.empty_strided(t.shape, t.stride(), dtype=t.dtype, device=t.device)
        apart[i] = new.requires_grad_(t.requires_grad)
    return apart


def _is_copied(t: torch.Tensor, value: np.ndarray, copy: Any) -> bool:
    """Return whether a tensor shares memory with NumPy's array `value`, or with the `copy` of it."""
    return may_share_memory(t, copy._tensor) or (t.device.type == "cpu" and np.may_share_memory(host(t), value))


def _graphs(graph: torch.fx.GraphModule) -> list[torch.fx.Graph]:
    """Return a graph and the graphs inside of it: branches and steps of control flow."""
    return [module.graph for module in graph.modules() if isinstance(module, torch.fx.GraphModule)]


def _drawing(graph: torch.fx.GraphModule) -> int:
    """Return in how many graphs random numbers of the package are drawn."""
    return sum(any("xp_torch.draw" in str(node.target) for node in one.nodes) for one in _graphs(graph))


def _has_call(graph: torch.fx.GraphModule, name: str) -> bool:
    """Return whether a function or method of torch's of that name is called."""
    targets = [node.target for one in _graphs(graph) for node in one.nodes if node.op.startswith("call")]
    return any(getattr(target, "__name__", target) == name for target in targets)


def _maker_of_symbols(graph: torch.fx.GraphModule) -> Any:
    """Return the first operation that makes a number, or a size, that is no constant; None without one."""
    symbols = (torch.SymInt, torch.SymFloat, torch.SymBool)
    # Branches whose sizes depend on values make sizes of `cond` that do: the inner graphs come first.
    for one in reversed(_graphs(graph)):
        for node in one.nodes:
            if isinstance(node.meta.get("example_value"), symbols):
                maker: Any = node
                while maker.target in (torch.ops.aten.sym_size.int, operator.getitem):
                    maker = maker.args[0]
                return maker
    return None


def _warn_of_loops(graph: torch.fx.GraphModule) -> None:
    """Warn of the first line that a graph has many times, because a loop of Python runs it."""
    calls: collections.Counter = collections.Counter()
    for node in graph.graph.nodes:
        places = PLACE.findall(node.stack_trace or "")
        if users := tuple(place for place in places if not place[0].startswith(PACKAGE)):
            calls[users, str(node.target)] += 1
    counts: dict[tuple, list[int]] = {}
    for (users, _), count in calls.items():
        counts.setdefault(users, []).append(count)
    for users, numbers in counts.items():
        # A step may call a function several times, and the first step may have constants.
        count = min(statistics.multimode(numbers))
        if count >= _MANY_STEPS:
            warnings.warn_explicit(
                f"compile: a loop of Python runs this line {count} times, and each step becomes part of the graph, "
                "which may take minutes to compile; xp.fori_loop, xp.scan and xp.while_loop compile their step once",
                UnrolledLoopWarning,
                users[-1][0],
                int(users[-1][1]),
            )
            return


def traced_strictly(keeps: Callable[[Sequence[Any]], Sequence[bool]]) -> Callable[[Sequence[Any]], Sequence[bool]]:
    """Return a filter of guards that also refuses a trace with other settings, such as one without operations."""

    def kept(entries: Sequence[Any]) -> Sequence[bool]:
        if not is_tracing_strictly():
            raise TraceAgain
        return keeps(entries)

    return kept


def kept_guards(entries: Sequence[Any]) -> list[bool]:
    """Return which guards Dynamo keeps: all but guards on the package's functions and tables, which never change."""
    modules = {entry.name: entry.value for entry in entries if _is_package(entry.value)}
    return [not _is_constant(entry.name, modules) for entry in entries]


def _is_package(value: Any) -> bool:
    return isinstance(value, types.ModuleType) and is_package(vars(value))


def _is_constant(name: str, modules: dict[str, types.ModuleType]) -> bool:
    """Return whether Dynamo's name of a value, such as ``G['xp'].sin.__defaults__[0]``, is below one that is constant.

    `modules` are the modules of the package by their names.
    """
    match = _GLOBAL.search(name)
    value: Any = modules.get(match[1]) if match else None
    if match is None or value is None:
        return False
    attributes = match[2].split(".")[1:]
    while attributes and _is_package(value):
        value = vars(value).get(attributes.pop(0))
    # The first name is one of the user's, who may assign to it.
    return isinstance(value, _CONSTANT) and (name != match[1] or "__import_xp_torch" in name)
