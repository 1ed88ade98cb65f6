"""Graphs compiled by inductor, torch's default compiler."""

from __future__ import annotations

import functools
import importlib
from collections.abc import Callable, Sequence
from typing import Any

import torch
from torch.fx.node import Node

from xp_torch._functions.transforms.graphs import (
    computes,
    is_call,
    is_fixed,
    is_pointwise,
    is_write,
    memory_of,
    name_of,
    storage_of,
    value_of,
)
from xp_torch._functions.transforms.passes import rewrite

__all__: list[str] = []

#: Number of elements from which booleans are bytes in compiled code.
_BYTES = 1024
#: Functions and methods whose results have the elements of their first argument.
_SAME_ELEMENTS = {"clone", "contiguous", "expand", "reshape", "squeeze", "to", "unsqueeze", "view"}


def compiled(graph: torch.fx.GraphModule, inputs: Sequence[Any]) -> Callable:
    """Return the compiled function of a graph of Dynamo's.

    Inductor makes each write to a part of an array an expression for the whole array, and computes that again where it
    is read, for the steps of a loop many times over. Small thresholds make it keep such arrays in memory.
    """
    writes = sum(is_write(node.target) for node in graph.graph.nodes)
    kept = {"realize_reads_threshold": 2, "realize_opcount_threshold": 12} if writes > 1 else {}
    return _with_bytes(
        graph, inputs, functools.partial(_module("compile_fx").compile_fx, config_patches=_patches(kept))
    )


def compiled_region(graph: torch.fx.GraphModule, inputs: Sequence[torch.Tensor]) -> Callable:
    """Return the compiled function of a graph without gradients, whose inputs are apart in memory.

    It is inductor's own function. The one that AOTAutograd wraps around it takes twice as long for small arrays.
    It also increments the versions of inputs that are written to, which is left to the caller.
    """
    return _with_bytes(graph, inputs, _without_wrapper)


def _without_wrapper(graph: torch.fx.GraphModule, inputs: Sequence[torch.Tensor]) -> Callable:
    compile_fx = _module("compile_fx")
    found: list[Callable] = []
    expected = [_kind(value_of(node)) for node in _results(graph)]

    def inner(module: torch.fx.GraphModule, given: Sequence[Any], **options: Any) -> Callable:
        function = compile_fx.compile_fx_inner(module, given, **options)
        made = [_kind(node.meta["val"]) for node in _results(module)]
        if made == expected and len(given) == len(inputs):
            found.append(function)
        return function

    # Functions that AOTAutograd finds in its cache would not come to `inner`.
    with importlib.import_module("torch._functorch.config").patch(enable_autograd_cache=False):
        wrapped = compile_fx.compile_fx(graph, inputs, inner_compile=inner, config_patches=_patches({}))
    if not found:
        return wrapped
    function = found[-1]
    return lambda *tensors: function(list(tensors))


def _results(module: Any) -> list[Any]:
    """Return the nodes that a graph returns."""
    (results,) = module.graph.output_node().args
    return list(results)


def _kind(t: torch.Tensor) -> tuple:
    return t.shape, t.stride(), t.dtype


def _module(name: str) -> Any:
    return importlib.import_module(f"torch._inductor.{name}")


def _patches(patches: dict[str, Any]) -> dict[str, Any]:
    """Return settings of inductor, and the passes over its graphs unless the user has set some."""
    own = {} if _module("config").post_grad_custom_pre_pass else {"post_grad_custom_pre_pass": _passes()}
    return own | patches


@functools.cache
def _passes() -> Any:
    module = _module("custom_graph_pass")

    class Passes(module.CustomGraphPass):  # type: ignore[name-defined, misc]
        def __call__(self, graph: torch.fx.Graph) -> None:
            rewrite(graph)

        def uuid(self) -> Any:
            return module.get_hash_for_files((rewrite.__code__.co_filename,))

    return Passes()


def _with_bytes(graph: torch.fx.GraphModule, inputs: Sequence[Any], compiler: Callable) -> Callable:
    """Return the compiled function of a graph, in which large arrays of booleans that it takes and returns are bytes.

    Inductor's code for the CPU reads and writes booleans one by one, which takes longer than what it computes of them.
    """
    given = graph.graph.find_nodes(op="placeholder")
    others = [node for node in graph.graph.nodes if is_call(node) and not computes(node)]
    written = memory_of(one for node in others for one in node.all_input_nodes)
    read = [i for i, node in enumerate(given) if _is_large(node) and storage_of(node) not in written]
    read = [i for i in read if _is_operand(given[i])]
    results = _results(graph)
    made = [i for i, node in enumerate(results) if _is_large(node) and _is_computed(node)]
    if not read and not made:
        return compiler(graph, inputs)
    for node in (given[i] for i in read):
        with graph.graph.inserting_after(node):
            numbers = graph.graph.call_method("float", (node,))
        with graph.graph.inserting_after(numbers):
            truth = graph.graph.call_function(torch.ne, (numbers, 0))
        truth.meta["example_value"] = value_of(node)
        node.replace_all_uses_with(truth, lambda user, first=numbers: user is not first)
    output = graph.graph.output_node()
    with graph.graph.inserting_before(output):
        for i in made:
            numbers = graph.graph.call_function(torch.where, (results[i], 1, 0))
            value = value_of(results[i]).view(torch.uint8)
            results[i] = graph.graph.call_method("to", (numbers, torch.uint8))
            results[i].meta["example_value"] = value
    output.args = (tuple(results),)
    graph.recompile()
    function = compiler(graph, [t.view(torch.uint8) if i in read else t for i, t in enumerate(inputs)])

    def called(*args: Any) -> Any:
        taken = list(args)
        for i in read:
            taken[i] = taken[i].view(torch.uint8)
        returned = list(function(*taken))
        for i in made:
            returned[i] = returned[i].view(torch.bool)
        return returned

    return called


def _is_large(node: Any) -> bool:
    """Return whether the value of a node is a large array of booleans on the CPU."""
    t: Any = value_of(node) if isinstance(node, Node) else None
    return is_fixed(t) and t.dtype is torch.bool and t.device.type == "cpu" and t.numel() >= _BYTES


def _is_operand(node: Node) -> bool:
    """Return whether inductor makes code of all that uses a node: no reductions and no complex numbers."""
    for user in node.users:
        if not is_call(user) or is_write(user.target):
            return False
        name = name_of(user.target)
        if name in _SAME_ELEMENTS:
            if not _is_operand(user):
                return False
        elif not is_pointwise(name) or value_of(user).is_complex():
            return False
    return True


def _is_computed(node: Node) -> bool:
    """Return whether a node computes a new array element by element."""
    inputs = memory_of(node.all_input_nodes)
    return is_call(node) and is_pointwise(name_of(node.target)) and storage_of(node) not in inputs
