"""What `compile` gives torch: a compiler that is called with each graph, and a filter of Dynamo's guards."""

from __future__ import annotations

import collections
import importlib
import re
import statistics
import threading
import types
import warnings
from collections.abc import Callable, Sequence
from typing import Any

import torch

from xp_torch._facts.dtypes import dtype
from xp_torch._facts.errors import PACKAGE, UnrolledLoopWarning
from xp_torch._facts.torch_state import is_inference, version_of
from xp_torch._functions.transforms.function_copies import is_package
from xp_torch._kernels.aliasing import may_share_memory, overlaps_itself

__all__: list[str] = []

#: Types of the package's globals that never change after the import: functions and tables.
_CONSTANT = (
    types.FunctionType,
    types.BuiltinFunctionType,
    types.MethodType,
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
#: Steps of a loop from which `compile` warns: they take some ten seconds to compile.
_MANY_STEPS = 200


class OverlapError(Exception):
    """A graph was called with arguments that share memory, and writes to one of them."""


def is_not_traced(error: Exception) -> bool:
    """Return whether an error is one of Dynamo's, whose classes have no public names."""
    return isinstance(error, torch._dynamo.exc.TorchDynamoException)


def is_recompile_limit(error: Exception) -> bool:
    """Return whether an error says that a function has been compiled for too many kinds of arguments."""
    return isinstance(error, torch._dynamo.exc.FailOnRecompileLimitHit)


class Backend:
    """The compiler of one function, given to `torch.compile`.

    Dynamo keeps graphs with the code of a function and its compiler. A compiler for each copy of a function keeps
    apart the graphs of copies with other globals.
    """

    def __init__(self, compiler: Any, mode: str | None, options: dict[str, Any], catches: bool = False) -> None:
        self.compiler, self.mode, self.options = compiler, mode, options
        #: whether the function may catch an exception of an operation, which the graph raises
        self.catches = catches
        self._state = threading.local()

    @property
    def started(self) -> bool:
        """Whether the last call in this thread has begun to write, so that it cannot be repeated."""
        return getattr(self._state, "started", False)

    @started.setter
    def started(self, value: bool) -> None:
        self._state.started = value

    def __call__(self, graph: torch.fx.GraphModule, inputs: Sequence[Any]) -> Callable:
        _warn_of_loops(graph)
        given = [node.meta.get("example_value") for node in graph.graph.find_nodes(op="placeholder")]
        tensors = [i for i, t in enumerate(given) if isinstance(t, torch.Tensor)]
        # Dynamo has made the calls of the graph with these fake tensors, which count the writes to them, but for
        # inference mode.
        written = [i for i in tensors if is_inference() or version_of(given[i])]
        pairs = [(i, j) for i in written for j in tensors if i < j or (i > j and j not in written)]
        function = self._compiled(graph, inputs)

        def run(*arguments: Any) -> Any:
            # The graph reads and writes in another order than the function does.
            overlaps = any(may_share_memory(arguments[i], arguments[j]) for i, j in pairs)
            if overlaps or any(overlaps_itself(arguments[i]) for i in written):
                raise OverlapError
            before = [(arguments[i], arguments[i].detach().clone()) for i in written] if self.catches else []
            self.started = bool(written)
            try:
                results = function(*arguments)
            except Exception:
                with torch.no_grad():
                    for t, values in before:
                        t.copy_(values)
                self.started = self.started and not before
                raise
            # Dynamo writes to lists and attributes now.
            self.started = True
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


def kept_guards(entries: Sequence[Any]) -> list[bool]:
    """Return which guards Dynamo keeps: not those of functions and tables of the package, which never change."""
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
