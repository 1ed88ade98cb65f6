"""Long graphs of unrolled loops, divided into regions, of which those that repeat are compiled once.

Dynamo unrolls the loops of Python, and inductor takes minutes for the graph of some hundred steps that write to arrays.
Between two writes, the steps compute the same from views of other places. One compiled function serves all such regions
that have the same operations and shapes. It writes its results where nothing else that it reads is. Views, other writes
and what does not repeat are torch's calls.
"""

from __future__ import annotations

import functools
import math
import operator
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import torch
from torch.fx.node import Node, map_arg

from xp_torch._functions.transforms.graphs import (
    is_call,
    is_fixed,
    is_function,
    is_write,
    name_of,
    storage_of,
    value_of,
)

__all__: list[str] = []

#: Number of operations and of writes from which a graph is divided.
_LONG, _WRITES = 200, 8
#: Operations in a region at most, operations that one compiled region must spare, and regions compiled at most.
_LARGEST, _SPARED, _DISTINCT = 64, 8, 64
_OTHER, _VIEW, _COMPUTE, _WRITE = range(4)
#: Operations of a tensor and a Python float that compute the same with a 0-D tensor.
_OF_NUMBERS = frozenset({"add", "div", "eq", "ge", "gt", "le", "lt", "mul", "ne", "sub", "true_divide", "truediv"})


def _kind(node: Any) -> int:
    """Return whether a node computes a new array, makes a view of one, writes to its first argument, or does else."""
    inputs = node.all_input_nodes
    if not is_call(node) or not all(is_fixed(value_of(one)) for one in inputs):
        return _OTHER
    if is_write(node.target):
        return _WRITE if node.args and isinstance(node.args[0], Node) else _OTHER
    if not is_fixed(value_of(node)) or "out" in node.kwargs or not inputs:
        return _OTHER
    is_read = node.target in (operator.getitem, getattr)
    if not is_read and not is_function(name_of(node.target)):
        return _OTHER
    if storage_of(node) in map(storage_of, inputs):
        return _VIEW
    return _OTHER if node.target is getattr else _COMPUTE


def _used(nodes: Iterable[Node]) -> list[Node]:
    """Return the nodes that something depends on."""
    used: dict[Node, None] = {}
    for node in reversed(list(nodes)):
        kept = node.op in ("placeholder", "output") or any(user in used for user in node.users)
        if kept or not (_kind(node) in (_VIEW, _COMPUTE) or isinstance(value_of(node), bool)):
            used[node] = None
    return list(reversed(used))


def _steps(nodes: Iterable[Node]) -> Iterator[Node | tuple[list[Node], list[Node]]]:
    """Yield the steps of a graph in order: nodes, and lists of nodes without side effects with the writes after them.

    A write waits until what it writes to is read.
    """
    region: dict[Node, None] = {}
    writes: dict[Node, None] = {}
    written: set[int] = set()
    for node in nodes:
        kind, inputs = _kind(node), node.all_input_nodes
        reads = kind == _COMPUTE and any(storage_of(one) in written for one in inputs)
        # A node without inputs, as one that creates an array, reads nothing.
        reads |= kind == _OTHER and bool(inputs or not isinstance(value_of(node), torch.Tensor))
        if reads or len(region) >= _LARGEST or (kind != _WRITE and any(one in writes for one in inputs)):
            yield list(region), list(writes)
            region.clear()
            writes.clear()
            written.clear()
        if kind == _WRITE:
            writes[node] = None
            written.add(storage_of(inputs[0]))
        elif kind == _COMPUTE or (kind == _VIEW and any(one in region for one in inputs)):
            region[node] = None
        else:
            yield node


class _Region:
    """Nodes that compute without side effects, with what they read, what is used of them, and where it is written."""

    def __init__(self, nodes: list[Node], writes: list[Node], used: set[Node]) -> None:
        inside = set(nodes)
        self.nodes, self.writes = nodes, writes
        self.inputs = list(dict.fromkeys(one for node in nodes for one in node.all_input_nodes if one not in inside))
        #: the writes that the compiled function does itself
        self.own: list[Any] = []
        targets: list[Any] = []
        #: the storages that the writes outside the function read or write to, which come after its own
        others: set[int] = set()
        for write in writes:
            target = write.all_input_nodes[0]
            storages = set(map(storage_of, write.all_input_nodes))
            if _is_copy(write) and write.args[1] in inside and target not in inside and not write.users:
                apart = all(_are_apart(target, one) for one in (*self.inputs, *targets) if one is not target)
                if apart and target not in targets and others.isdisjoint(storages):
                    self.own.append(write)
                    targets.append(target)
                    continue
            others |= storages
        self.inputs = list(dict.fromkeys((*self.inputs, *targets)))
        known = inside.union(self.own)
        self.outputs = [node for node in nodes if any(user in used and user not in known for user in node.users)]
        number = {node: f"%{index}" for index, node in enumerate((*self.inputs, *nodes))}
        #: the floats that may differ between equal regions, as arguments of nodes, and those that do
        self.floats = [(node, index) for node in nodes for index in _floats(node)]
        self.given: list[tuple[Node, int]] = []
        lines = []
        for node in nodes:
            args = [None if (node, index) in self.floats else x for index, x in enumerate(node.args)]
            lines.append((node.target, map_arg((args, node.kwargs), number.__getitem__)))
        made = [(v.shape, v.stride(), v.dtype, v.device) for v in map(value_of, self.inputs)]
        written = [[number[one] for one in write.args] for write in self.own]
        #: equal for regions that one function can compute
        self.key = repr((lines, made, written, [number[node] for node in self.outputs]))

    def graph(self) -> torch.fx.GraphModule:
        """Return the nodes as a graph."""
        graph = torch.fx.Graph()
        numbers = [graph.placeholder(f"number{index}") for index in range(len(self.given))]
        copies: dict[Node, Node] = {node: graph.placeholder(f"x{index}") for index, node in enumerate(self.inputs)}
        for node in (*self.nodes, *self.own):
            copies[node] = graph.node_copy(node, copies.__getitem__)
        for number, (node, index) in zip(numbers, self.given, strict=True):
            copies[node].update_arg(index, number)
        graph.output(tuple(copies[node] for node in self.outputs))
        return torch.fx.GraphModule(torch.nn.Module(), graph)

    def compiled(self, compiler: Callable) -> Callable:
        """Return the function that `compiler` makes of the nodes, whose first arguments are the numbers."""
        values = [value_of(node) for node in self.inputs]
        with values[0].fake_mode as mode:
            made = [torch.empty_like(number) for number in self.numbers()]
            made += [torch.empty_strided(v.shape, v.stride(), dtype=v.dtype, device=v.device) for v in values]
        # Each region is a graph of its own to the compiler.
        with torch._guards.tracing(torch._guards.TracingContext(mode)):
            return compiler(self.graph(), made)

    def numbers(self) -> list[torch.Tensor]:
        """Return the floats that differ from those of equal regions."""
        found = []
        for node, index in self.given:
            (t,) = map(value_of, node.all_input_nodes)
            found.append(torch.full((), node.args[index], dtype=t.dtype, device=t.device))  # type: ignore[arg-type]
        return found

    def called(self, function: Callable) -> Callable:
        """Return a compiled function with the numbers of this region."""
        called = functools.partial(function, *self.numbers())
        # The code of a graph names functions by their module.
        vars(called).update(__name__="region", __module__=__name__)
        return called


def _floats(node: Node) -> list[int]:
    """Return the positions of Python floats among the arguments of a node that could be 0-D tensors."""
    if name_of(node.target) not in _OF_NUMBERS or node.kwargs or len(node.all_input_nodes) != 1 or len(node.args) != 2:
        return []
    known = value_of(node.all_input_nodes[0]).dtype in (torch.float32, torch.float64)
    return [index for index, x in enumerate(node.args) if known and type(x) is float]


def _is_copy(node: Node) -> bool:
    return name_of(node.target) == "copy_" and len(node.args) == 2 and not node.kwargs


def _are_apart(one: Node, other: Node) -> bool:
    """Return whether two tensors are known to have no element in common."""
    a, b = value_of(one), value_of(other)
    if storage_of(one) != storage_of(other) or not a.numel() or not b.numel():
        return True
    if a.dtype is not b.dtype:
        return False
    distance = b.storage_offset() - a.storage_offset()
    step = math.gcd(*(s for v in (a, b) for s, n in zip(v.stride(), v.shape, strict=True) if n > 1))
    extents = [_span(v) // v.itemsize for v in (a, b)]
    return distance >= extents[0] or -distance >= extents[1] or bool(step and distance % step)


def divided(module: torch.fx.GraphModule, inputs: Any, compiler: Callable) -> Callable | None:
    """Return a function for a long graph that writes to arrays, in which `compiler` compiles what repeats.

    It is None for other graphs, those with sizes that change, those that gradients go through, and under autocast,
    whose state the compiled functions would not set.
    """
    values = [value_of(node) for node in module.graph.nodes]
    tensors = [value for value in values if isinstance(value, torch.Tensor)]
    if len(values) < _LONG or sum(is_write(node.target) for node in module.graph.nodes) < _WRITES:
        return None
    if torch._C._is_any_autocast_enabled() or any(name_of(n.target) == "_enter_autocast" for n in module.graph.nodes):
        return None
    plain = all(type(value) is torch._subclasses.FakeTensor and value.layout is torch.strided for value in tensors)
    if not plain or any(value.requires_grad for value in tensors) or not all(map(is_fixed, inputs)):
        return None
    _write_to_views(module.graph)
    nodes = _used(module.graph.nodes)
    used = set(nodes)
    steps = [_Region(*step, used) if isinstance(step, tuple) else step for step in _steps(nodes)]
    regions: dict[str, list[_Region]] = {}
    for step in steps:
        if isinstance(step, _Region):
            regions.setdefault(step.key, []).append(step)
    spared = {key: len(alike) * (len(alike[0].nodes) - 1) for key, alike in regions.items()}
    chosen = sorted((key for key in spared if spared[key] >= _SPARED), key=spared.__getitem__, reverse=True)
    functions = {}
    for key in chosen[:_DISTINCT]:
        _give_numbers(regions[key])
        functions[key] = regions[key][0].compiled(compiler)
    return _unless_overlapping(_driver(module, steps, functions), module, nodes)


def _give_numbers(alike: list[_Region]) -> None:
    """Have equal regions take the floats that differ between them as arguments."""
    for index in range(len(alike[0].floats)):
        places = [region.floats[index] for region in alike]
        if len({repr(node.args[position]) for node, position in places}) > 1:
            for region, place in zip(alike, places, strict=True):
                region.given.append(place)


def _write_to_views(graph: Any) -> None:
    """Write to views in place of ``x[key] = v``, without copies of what is apart, and make equal views once.

    Writes of a part of an array to itself are left out.
    """
    for node in graph.find_nodes(op="call_function", target=operator.setitem):
        base, key, value = node.args
        if any(isinstance(k, Node) for k in (key if isinstance(key, tuple) else (key,))):
            continue
        source = value
        if getattr(value, "target", None) == "clone" and value.next is node and not value.kwargs:
            source = value.args[0]
        if getattr(source, "target", None) is operator.getitem and repr(source.args) == repr((base, key)):
            graph.erase_node(node)
            continue
        with graph.inserting_before(node), value_of(base).fake_mode:
            view = graph.call_function(operator.getitem, (base, key))
            view.meta["example_value"] = value_of(base)[key]
        if not isinstance(value, Node):
            node.op, node.target, node.args = "call_method", "fill_", (view, value)
        elif is_fixed(value_of(value)) and value_of(value).ndim <= value_of(view).ndim:
            apart = is_fixed(value_of(source)) and _are_apart(view, source)
            node.op, node.target, node.args = "call_method", "copy_", (view, source if apart else value)
        else:
            graph.erase_node(view)
    views: dict[str, Node] = {}
    for node in graph.nodes:
        if _kind(node) == _VIEW:
            source = node.all_input_nodes[0]
            equal = source if _geometry(source) == _geometry(node) else views.setdefault(_call(node), node)
            if equal is not node:
                node.replace_all_uses_with(equal, lambda user: user.op != "output")


def _geometry(node: Node) -> tuple:
    """Return where the elements of a node's tensor are in memory, and how they are read."""
    t = value_of(node)
    return storage_of(node), t.storage_offset(), t.shape, t.stride(), t.dtype, t.is_conj(), t.is_neg()


def _call(node: Node) -> str:
    return repr((node.target, node.args, node.kwargs))


def _driver(module: torch.fx.GraphModule, steps: list, functions: dict[str, Callable]) -> torch.fx.GraphModule:
    """Return the graph that calls compiled functions for its regions."""
    graph = torch.fx.Graph()
    copies: dict[Node, Node] = {}
    for step in steps:
        if isinstance(step, _Region) and step.key in functions:
            results = graph.call_function(step.called(functions[step.key]), tuple(copies[node] for node in step.inputs))
            for index, node in enumerate(step.outputs):
                copies[node] = graph.call_function(operator.getitem, (results, index))
            left = [node for node in step.writes if node not in step.own]
        else:
            left = [*step.nodes, *step.writes] if isinstance(step, _Region) else [step]
        for node in left:
            copies[node] = graph.node_copy(node, copies.__getitem__)
    return torch.fx.GraphModule(module, graph)


def _unless_overlapping(function: Callable, module: torch.fx.GraphModule, nodes: list[Node]) -> Callable:
    """Return `function` with a check that no argument which it writes to shares memory with another one.

    The steps have another order then, so that the graph itself is run.
    """
    given = [node for node in nodes if node.op == "placeholder"]
    spans = [_span(value_of(node)) for node in given]
    stored = {storage_of(node.all_input_nodes[0]) for node in nodes if _kind(node) == _WRITE}
    written = [index for index, node in enumerate(given) if storage_of(node) in stored]
    pairs = [(i, j) for i in written for j in range(len(given)) if i < j or (i > j and j not in written)]

    def checked(*inputs: torch.Tensor) -> Any:
        starts = [t.data_ptr() for t in inputs]
        for i, j in pairs:
            if starts[i] < starts[j] + spans[j] and starts[j] < starts[i] + spans[i]:
                return module(*inputs)
        # The regions do not count what they write.
        torch.autograd.graph.increment_version([inputs[i] for i in written])
        return function(*inputs)

    return checked


def _span(value: torch.Tensor) -> int:
    """Return how many bytes a tensor extends over."""
    if not value.numel():
        return 0
    return (1 + sum((n - 1) * s for n, s in zip(value.shape, value.stride(), strict=True))) * value.itemsize
