"""What the nodes of a graph of Dynamo's do: compute without side effects, make a view, or write to an array."""

from __future__ import annotations

import functools
import operator
from collections.abc import Iterable
from typing import Any

import torch
from torch.fx.node import Node

__all__: list[str] = []

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


def is_write(target: Any) -> bool:
    """Return whether a node of a graph writes to an array."""
    name = name_of(target)
    return target in _WRITING or (name.endswith("_") and not name.endswith("__"))


def name_of(target: Any) -> str:
    """Return the name of the function or method that a node calls; of ``x & y``, "and"."""
    if isinstance(target, str):
        return target
    name = getattr(target, "__name__", "").partition(".")[0]
    return name.rstrip("_") if getattr(target, "__module__", None) == "_operator" else name


@functools.cache
def _tags(name: str) -> set[torch.Tag] | None:
    """Return the tags of torch's operation of that name, None if there is none."""
    packet = getattr(torch.ops.aten, _OPERATORS.get(name, name), None)
    return packet and {tag for overload in packet.overloads() for tag in getattr(packet, overload).tags}


def is_function(name: str) -> bool:
    """Return whether torch has an operation of that name, without side effects and random numbers."""
    tags = _tags(name)
    return tags is not None and torch.Tag.nondeterministic_seeded not in tags


def is_pointwise(name: str) -> bool:
    """Return whether torch's operation of that name computes each element from those at the same place."""
    return torch.Tag.pointwise in (_tags(name) or ())


def is_call(node: Node) -> bool:
    """Return whether a node calls a function or a method."""
    return node.op in ("call_function", "call_method")


def value_of(node: Node) -> Any:
    """Return the fake tensor, or other value, that stands for the result of a node."""
    return node.meta.get("example_value")


def is_fixed(value: Any) -> bool:
    """Return whether a value is a tensor of constant size."""
    return isinstance(value, torch.Tensor) and all(type(size) is int for size in (*value.shape, *value.stride()))


def storage_of(node: Node) -> int:
    """Return an identifier of the memory of a node's tensor."""
    return value_of(node).untyped_storage()._cdata


def memory_of(nodes: Iterable[Node]) -> set[int]:
    """Return identifiers of the memory of the tensors among the values of nodes."""
    return {storage_of(node) for node in nodes if isinstance(value_of(node), torch.Tensor)}


def computes(node: Node) -> bool:
    """Return whether a node has the same value whenever its inputs have."""
    if not is_call(node) or is_write(node.target) or "out" in node.kwargs:
        return False
    return node.target in (operator.getitem, getattr) or is_function(name_of(node.target))
