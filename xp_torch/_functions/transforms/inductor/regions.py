"""Graphs of unrolled loops that write to arrays: what the steps compute between two writes is compiled once.

Dynamo unrolls the loops of Python, and inductor takes minutes for the graph of some hundred steps that write to arrays.
The steps compute the same from views of other places. Views, writes, and what does not repeat are torch's calls, in
the order of the function.
"""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable, Iterator
from typing import Any

import torch
from torch.fx.node import Node, map_arg

from xp_torch._facts.torch_state import is_autocast, storage_of

__all__: list[str] = []

#: Number of operations and of writes from which a graph is divided.
_LONG, _WRITES = 200, 8
#: Operations that one compiled region must spare, and regions compiled at most.
_SPARED, _DISTINCT = 8, 64
_OTHER, _VIEW, _COMPUTE = range(3)
#: views of all elements in their order
_RESHAPES = {"flatten", "reshape", "to", "unflatten", "view"}
_UPDATES = "add and concat floordiv lshift matmul mod mul or pow rshift sub truediv xor"
#: ``x[key] = v``, ``x += y`` and others
_WRITING = {getattr(operator, name) for name in ("setitem", *(f"i{update}" for update in _UPDATES.split()))}
#: torch's names of Python's operators that are called otherwise
_OPERATORS = {
    "and": "bitwise_and",
    "floordiv": "floor_divide",
    "invert": "bitwise_not",
    "mod": "remainder",
    "or": "bitwise_or",
    "truediv": "true_divide",
    "xor": "bitwise_xor",
}


def divided(module: torch.fx.GraphModule, compiler: Callable) -> Callable | None:
    """Return a function for a long graph that writes to arrays, in which `compiler` compiles what repeats.

    It is None for other graphs, those with sizes that change, those that gradients go through, and under autocast.
    """
    nodes = list(module.graph.nodes)
    tensors = [value for node in nodes if isinstance(value := _value(node), torch.Tensor)]
    if len(nodes) < _LONG or sum(map(is_write, nodes)) < _WRITES or is_autocast():
        return None
    if any(_name(node.target) == "_enter_autocast" for node in nodes):
        return None
    if any(t.layout is not torch.strided or t.requires_grad for t in tensors):
        return None
    if not all(_is_fixed(_value(node)) for node in nodes if node.op == "placeholder"):
        return None
    _simplify(module.graph)
    steps = list(_steps(list(module.graph.nodes)))
    regions = [step for step in steps if isinstance(step, _Region)]
    spared: dict[str, int] = {}
    for region in regions:
        spared[region.key] = spared.get(region.key, 0) + len(region.nodes) - 1
    chosen = sorted((key for key in spared if spared[key] >= _SPARED), key=spared.__getitem__, reverse=True)
    alike = {region.key: region for region in reversed(regions)}
    functions = {key: _compiled(alike[key].module(), compiler) for key in chosen[:_DISTINCT]}
    return _driver(module, steps, functions)


def _value(node: Node) -> Any:
    """Return the fake tensor, or other value, that stands for the result of a node."""
    return node.meta.get("example_value")


def _is_fixed(value: Any) -> bool:
    """Return whether a value is a tensor of constant size."""
    return isinstance(value, torch.Tensor) and all(type(size) is int for size in (*value.shape, *value.stride()))


def _name(target: Any) -> str:
    """Return the name of the function or method that a node calls; of ``x & y``, "and"."""
    if isinstance(target, str):
        return target
    name = getattr(target, "__name__", "").partition(".")[0]
    return name.rstrip("_") if getattr(target, "__module__", None) == "_operator" else name


def is_write(node: Node) -> bool:
    """Return whether a node writes to an array."""
    name = _name(node.target)
    return node.target in _WRITING or (name.endswith("_") and not name.endswith("__"))


@functools.cache
def _is_function(name: str) -> bool:
    """Return whether torch has an operation of that name, without side effects and random numbers."""
    packet = getattr(torch.ops.aten, _OPERATORS.get(name, name), None)
    if packet is None:
        return False
    return all(torch.Tag.nondeterministic_seeded not in getattr(packet, name).tags for name in packet.overloads())


def _kind(node: Node) -> int:
    """Return whether a node computes a new array, makes a view of one, or does else: it writes, for instance."""
    inputs = node.all_input_nodes
    if node.op not in ("call_function", "call_method") or "out" in node.kwargs or is_write(node):
        return _OTHER
    if not _is_fixed(_value(node)) or not all(isinstance(_value(one), torch.Tensor) for one in inputs):
        return _OTHER
    if node.target not in (operator.getitem, getattr) and not _is_function(_name(node.target)):
        return _OTHER
    if storage_of(_value(node)) in [storage_of(_value(one)) for one in inputs]:
        return _VIEW
    return _OTHER if node.target is getattr else _COMPUTE


def _filled(node: Node) -> Any:
    """Return the part of an array to which a node assigns an array of its shape, if it is a view; else None."""
    if node.target is not operator.setitem:
        return None
    arguments: tuple[Any, ...] = node.args
    base, key, value = arguments
    keys = key if type(key) is tuple else (key,)
    if not all(type(one) in (int, slice, type(...), type(None)) for one in keys):
        return None
    if set(node.all_input_nodes) != {base, value} or not (_is_fixed(_value(base)) and _is_fixed(_value(value))):
        return None
    part = _value(base)[key]
    return part if part.shape == _value(value).shape else None


def _simplify(graph: torch.fx.Graph) -> None:
    """Erase writes of a part of an array to itself, such as the last of ``x[1:] += y``, and unused attributes."""
    for node in graph.find_nodes(op="call_function", target=operator.setitem):
        base, key, value = node.args
        if not isinstance(value, Node) or value.target != "clone" or value.next is not node or len(value.args) != 1:
            continue
        (part,) = value.args
        if not isinstance(part, Node) or part.target is not operator.getitem or repr(part.args) != repr((base, key)):
            continue
        if _kind(part) == _VIEW and not value.kwargs and not node.users:
            graph.erase_node(node)
            if not value.users:
                graph.erase_node(value)
    for node in reversed(graph.nodes):
        if not node.users and (node.target is getattr or isinstance(_value(node), bool)):
            graph.erase_node(node)


def _steps(nodes: list[Node]) -> Iterator[Node | _Region]:
    """Yield the nodes of a graph, those that compute between two others as one region.

    A view of an array from outside of the region comes before it, since nothing is written meanwhile, and so do the
    numbers that are assigned, which differ from step to step.
    """
    inside: dict[Node, None] = {}
    for node in nodes:
        kind = _kind(node)
        if kind == _COMPUTE and node.target is torch.full and not node.all_input_nodes:
            yield node
        elif kind == _COMPUTE or (kind == _VIEW and any(one in inside for one in node.all_input_nodes)):
            inside[node] = None
        elif kind == _VIEW:
            yield node
        else:
            if inside:
                yield _Region(list(inside))
                inside.clear()
            yield node


def _inputs(nodes: list[Node]) -> list[Node]:
    """Return the other nodes that nodes read, each once."""
    inside = set(nodes)
    return list(dict.fromkeys(one for node in nodes for one in node.all_input_nodes if one not in inside))


class _Region:
    """Nodes that compute without side effects, with what they read and what is read of them."""

    def __init__(self, nodes: list[Node]) -> None:
        inside = set(nodes)
        self.outputs = [node for node in nodes if any(user not in inside for user in node.users)]
        # An array that is read in several shapes enters once, so that the passes know that they are one.
        self.nodes = nodes
        while reshaped := [n for n in _inputs(self.nodes) if _kind(n) == _VIEW and _name(n.target) in _RESHAPES]:
            self.nodes = [*reshaped, *self.nodes]
        self.inputs = _inputs(self.nodes)
        number = {node: f"%{index}" for index, node in enumerate((*self.inputs, *self.nodes))}
        lines = [(node.target, map_arg((node.args, node.kwargs), number.__getitem__)) for node in self.nodes]
        arrays = [(v.shape, v.stride(), v.dtype, v.device) for v in map(_value, self.inputs)]
        #: equal for regions that one function can compute
        self.key = repr((lines, arrays, [number[node] for node in self.outputs]))

    def module(self) -> torch.fx.GraphModule:
        """Return the nodes as a graph of their own."""
        graph = torch.fx.Graph()
        copies = {node: graph.placeholder(f"x{index}") for index, node in enumerate(self.inputs)}
        for node in self.nodes:
            copies[node] = graph.node_copy(node, copies.__getitem__)
        graph.output(tuple(copies[node] for node in self.outputs))
        return torch.fx.GraphModule(torch.nn.Module(), graph)


def _compiled(module: torch.fx.GraphModule, compiler: Callable) -> Callable:
    """Return the function of a region, which is compiled at its first call: it is a graph of its own by then."""
    functions: list[Callable] = []

    def region(*inputs: torch.Tensor) -> Any:
        if not functions:
            functions.append(compiler(module, list(inputs)))
        return functions[0](*inputs)

    return region


def _driver(module: torch.fx.GraphModule, steps: list[Any], functions: dict[str, Callable]) -> torch.fx.GraphModule:
    """Return the graph that calls compiled functions for its regions."""
    graph = torch.fx.Graph()
    copies: dict[Node, Node] = {}
    views: dict[str, Node] = {}

    def view(target: Any, args: Any, kwargs: dict[str, Any], v: Any) -> Node:
        # The steps of a loop take the same views, which show what is written meanwhile.
        key = repr((target, args, kwargs, v.shape, v.stride(), v.storage_offset(), v.dtype))
        if key not in views:
            create = graph.call_method if isinstance(target, str) else graph.call_function
            views[key] = create(target, args, kwargs)
        return views[key]

    for step in steps:
        if isinstance(step, _Region) and step.key in functions:
            results = graph.call_function(functions[step.key], tuple(copies[node] for node in step.inputs))
            for index, node in enumerate(step.outputs):
                copies[node] = graph.call_function(operator.getitem, (results, index))
            continue
        for node in step.nodes if isinstance(step, _Region) else [step]:
            args, kwargs = map_arg((node.args, node.kwargs), copies.__getitem__)
            if _kind(node) == _VIEW:
                copies[node] = view(node.target, args, kwargs, _value(node))
            elif (part := _filled(node)) is not None:
                # To find the part by its key takes as long as to write to it.
                base, key, value = args
                key = key[0] if type(key) is tuple and len(key) == 1 else key
                copies[node] = graph.call_method("copy_", (view(operator.getitem, (base, key), {}, part), value))
            else:
                copies[node] = graph.node_copy(node, copies.__getitem__)
    return torch.fx.GraphModule(module, graph)
