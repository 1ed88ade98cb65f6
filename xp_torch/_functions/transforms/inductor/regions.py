"""Graphs of unrolled loops that write to arrays: what the steps compute and write is compiled once.

Dynamo unrolls the loops of Python, and inductor takes minutes for the graph of some hundred steps that write to arrays.
The steps compute the same from views of other places. Views, what does not repeat, and what else has side effects are
torch's calls, in the order of the function.
"""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import numpy as np
import torch
from torch.fx.node import Node, map_arg
from torch.fx.passes.split_module import split_module

from xp_torch._facts.torch_state import FakeMode, is_autocast, storage_of
from xp_torch._kernels.aliasing import overlaps_itself
from xp_torch._kernels.host import memory_at

__all__: list[str] = []

#: A graph with at least this number of operations, and of writes, is divided.
_LONG, _WRITES = 200, 8
#: Operations that one compiled region must spare, and regions compiled at most.
_SPARED, _DISTINCT = 8, 64
#: Operations on so few elements that take as long as the call of a compiled region.
_CALL, _FEW = 3, 4000
#: indices from which a view takes longer than one by strides
_INDICES = 2
#: operations of one function of the result
_PART = 100
#: where the memory of fake tensors, which have no addresses, is compared
_ADDRESS = 4096
_OTHER, _VIEW, _COMPUTE, _WRITE = range(4)
#: what `_write_through_views` makes, and how the package writes to whole arrays
_COPIES = "copy_", torch.ops.aten.copy_.default
#: names of functions whose results have all elements in their order
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
    """Return a function for a long graph that writes to arrays; `compiler` compiles its repeated parts once.

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
    _write_through_views(module.graph)
    _merge_views(module.graph)
    steps = list(_steps(list(module.graph.nodes)))
    regions = [step for step in steps if isinstance(step, _Region)]
    spared: dict[str, int] = {}
    for region in regions:
        spared[region.key] = spared.get(region.key, 0) + region.spared
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
    """Return whether a node computes a new array, makes a view of one, copies elements to one, or does else."""
    inputs = node.all_input_nodes
    if node.op not in ("call_function", "call_method") or "out" in node.kwargs:
        return _OTHER
    if not _is_fixed(_value(node)) or not all(isinstance(_value(one), torch.Tensor) for one in inputs):
        return _OTHER
    if node.target in _COPIES and len(inputs) == 2 and not node.users and node.args == tuple(inputs):
        target, value = map(_value, inputs)
        alone = target.device == value.device and not (overlaps_itself(target) or _overlap(target, value))
        return _WRITE if alone else _OTHER
    if is_write(node):
        return _OTHER
    if node.target not in (operator.getitem, getattr) and not _is_function(_name(node.target)):
        return _OTHER
    if storage_of(_value(node)) in [storage_of(_value(one)) for one in inputs]:
        return _VIEW
    return _OTHER if node.target is getattr else _COMPUTE


def _is_reshape(node: Node) -> bool:
    """Return whether a node makes a view of all elements in their order."""
    return _kind(node) == _VIEW and _name(node.target) in _RESHAPES


def _filled(node: Node) -> Any:
    """Return the view that a node assigns an array of the same shape to; None for other nodes."""
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
    """Erase needless copies of assigned arrays, writes of a part to itself (in ``x[1:] += y``), unused attributes."""
    for node in graph.find_nodes(op="call_function", target=operator.setitem):
        arguments: tuple[Any, ...] = node.args
        base, key, value = arguments
        if not isinstance(value, Node) or value.target != "clone" or value.next is not node or len(value.args) != 1:
            continue
        source: Any = value.args[0]
        if value.kwargs or not (_is_fixed(_value(source)) and _is_fixed(_value(base))):
            continue
        if source.target is operator.getitem and repr(source.args) == repr((base, key)) and _kind(source) == _VIEW:
            if not node.users:
                graph.erase_node(node)
        elif not _overlap(_value(base), _value(source)) and list(value.users) == [node]:
            node.update_arg(2, source)
        if not value.users:
            graph.erase_node(value)
    for node in reversed(graph.nodes):
        if not node.users and (node.target is getattr or isinstance(_value(node), bool)):
            graph.erase_node(node)


def _write_through_views(graph: torch.fx.Graph) -> None:
    """Replace ``x[key] = v`` by a copy to the view ``x[key]``, if `v` has its shape."""
    for node in graph.find_nodes(op="call_function", target=operator.setitem):
        if (part := _filled(node)) is None:
            continue
        # To find the part by its key takes as long as to write to it.
        arguments: tuple[Any, ...] = node.args
        base, key, value = arguments
        key = key[0] if type(key) is tuple and len(key) == 1 else key
        with graph.inserting_before(node):
            if _layout(part) != _layout(_value(base)):
                base = graph.call_function(operator.getitem, (base, key))
                base.meta["example_value"] = part
            graph.call_method("copy_", (base, value)).meta = node.meta | {"example_value": part}
        graph.erase_node(node)


def _merge_views(graph: torch.fx.Graph) -> None:
    """Replace equal views by the first one.

    The steps of a loop take the same views, and these show what is written.
    """
    views: dict[str, Node] = {}
    for node in graph.nodes:
        if _kind(node) == _VIEW:
            first = views.setdefault(repr((node.target, node.args, node.kwargs, _layout(_value(node)))), node)
            if first is not node:
                node.replace_all_uses_with(first)
                graph.erase_node(node)


def _layout(v: torch.Tensor) -> Any:
    """Return the layout of a view, to tell views of one array apart."""
    return v.shape, v.stride(), v.storage_offset(), v.dtype


def _overlap(a: torch.Tensor, b: torch.Tensor) -> bool:
    """Return whether fake tensors have elements in the same places. `Backend` has compared the arguments' memory."""
    if storage_of(a) != storage_of(b):
        return False
    first, second = (memory_at(v, _ADDRESS + int(v.storage_offset()) * v.itemsize) for v in (a, b))
    return bool(np.shares_memory(first, second))


def _steps(nodes: list[Node]) -> Iterator[Node | _Region]:
    """Yield the nodes of a graph; neighbours that compute and write are joined to one region.

    What a region writes to is new in it, or overlaps with none of the other arrays from outside that it reads or
    writes. A line that runs again after a write is the next step of a loop, and begins a region.

    A view of an array from outside comes before the region, since it shows what is written meanwhile, and so do the
    numbers that are assigned, which differ from step to step.
    """
    inside: dict[Node, None] = {}
    read: set[Node] = set()
    written: set[Node] = set()
    lines: set[str | None] = set()
    outside: set[Node] = set()
    for node in nodes:
        kind, inputs = _kind(node), set(node.all_input_nodes)
        targets = set(node.all_input_nodes[:1]) if kind == _WRITE else set()
        if (node.target is torch.full and not inputs) or (kind == _VIEW and not inputs & inside.keys()):
            outside.add(node)
            yield node
            continue
        if inside and (
            kind == _OTHER
            or node.stack_trace in lines
            or _any_overlap(inputs - inside.keys() - targets, written)
            or _any_overlap(targets - inside.keys(), read | written)
        ):
            yield _Region(list(inside), outside)
            inside, read, written, lines = {}, set(), set(), set()
        if kind == _OTHER or (kind == _VIEW and not inside):
            outside.add(node)
            yield node
            continue
        read |= inputs - inside.keys() - targets
        written |= targets - inside.keys()
        inside[node] = None
        if kind == _WRITE:
            lines = {one.stack_trace for one in inside}


def _any_overlap(some: Iterable[Any], others: Iterable[Any]) -> bool:
    """Return whether two different arrays overlap."""
    return any(a is not b and _overlap(_value(a), _value(b)) for a in some for b in others)


def _inputs(nodes: list[Node]) -> list[Node]:
    """Return the other nodes that nodes read, each once."""
    inside = set(nodes)
    return list(dict.fromkeys(one for node in nodes for one in node.all_input_nodes if one not in inside))


class _Region:
    """Nodes that compute and write, with what they read and what is read of them; `outside` are in no region."""

    def __init__(self, nodes: list[Node], outside: set[Node]) -> None:
        inside = set(nodes)
        needed = {node for node in nodes if any(user not in inside for user in node.users)}
        for node in reversed(nodes):
            if node in needed and _kind(node) == _VIEW:
                needed |= inside & set(node.all_input_nodes)
        self.outputs = [node for node in nodes if node in needed and _kind(node) != _VIEW]
        #: views of the outputs, made from them here, because a compiled function may return copies
        self.views = [node for node in nodes if node in needed and _kind(node) == _VIEW]
        # An array that is read in several shapes enters once, so that the passes know that they are one.
        self.nodes = nodes
        while reshaped := [n for n in _inputs(self.nodes) if n in outside and _is_reshape(n)]:
            self.nodes = sorted([*reshaped, *self.nodes])  # as in the graph: one may be of another
        self.inputs = _inputs(self.nodes)
        #: operations that one call of a compiled function spares
        self.spared = len(nodes) - (_CALL if all(_value(node).numel() < _FEW for node in nodes) else 1)
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
    """Return the function of a region, which is compiled as a graph of its own at its first call."""
    functions: list[Callable] = []

    def region(*inputs: torch.Tensor) -> Any:
        if not functions:
            # AOTAutograd would assume that views of one array overlap. What a region writes to overlaps with no input.
            with FakeMode():
                apart = [torch.empty_strided(t.shape, t.stride(), dtype=t.dtype, device=t.device) for t in inputs]
            functions.append(compiler(module, apart))
        return functions[0](*inputs)

    return region


def _strided(graph: torch.fx.Graph, node: Node, copies: dict[Node, Node]) -> Node | None:
    """Replace a view by several indices with one by strides, in at most half the time; None for other nodes.

    The arguments of another call may begin at other places of their memory.
    """
    arguments: tuple[Any, ...] = node.args
    if node.target is not operator.getitem or _kind(node) != _VIEW:
        return None
    if type(arguments[1]) is not tuple or len(arguments[1]) < _INDICES:
        return None
    base, view = map(_value, (arguments[0], node))
    first = graph.call_method("storage_offset", (copies[arguments[0]],))
    offset = graph.call_function(operator.add, (first, int(view.storage_offset()) - int(base.storage_offset())))
    return graph.call_method("as_strided", (copies[arguments[0]], tuple(view.shape), view.stride(), offset))


def _driver(module: torch.fx.GraphModule, steps: list[Any], functions: dict[str, Callable]) -> torch.fx.GraphModule:
    """Return the graph that calls compiled functions for its regions."""
    graph = torch.fx.Graph()
    copies: dict[Node, Node] = {}
    for step in steps:
        if isinstance(step, _Region) and step.key in functions:
            results = graph.call_function(functions[step.key], tuple(copies[node] for node in step.inputs))
            for index, node in enumerate(step.outputs):
                copies[node] = graph.call_function(operator.getitem, (results, index))
            rest = step.views
        else:
            rest = step.nodes if isinstance(step, _Region) else [step]
        for node in rest:
            copies[node] = _strided(graph, node, copies) or graph.node_copy(node, copies.__getitem__)
    numbers = {node: index // _PART for index, node in enumerate(graph.nodes)}
    driver = torch.fx.GraphModule(module, graph)
    # Functions of thousands of lines have large frames: Python allocates memory in each call below them.
    return split_module(driver, driver, numbers.__getitem__, keep_original_order=True)
