"""Trees of arrays (nested tuples, lists and dicts) as the tensors that `torch.func` takes, and back."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import torch
from torch.utils._pytree import tree_flatten, tree_unflatten

from xp_torch._array.coercion import as_tensor
from xp_torch._array.deferred import plain
from xp_torch._array.element import plain_element
from xp_torch._array.ndarray import ndarray, wrap, wrap_like
from xp_torch._facts.dtypes import IN_SUBCLASS, as_dtype
from xp_torch._facts.errors import UnsupportedError
from xp_torch._facts.promotion import scalar_kind, weak_promote
from xp_torch._facts.torch_state import is_compiling

__all__: list[str] = []

_ARRAYS = (ndarray, torch.Tensor)
#: largest number of levels of a tree, below Python's limit of recursion.
_DEEPEST = 256
_LEAVES = (*_ARRAYS, type(None), int, float, complex)
_UNREGISTERED = (
    "{name} is neither an array nor a tree of arrays, as nested tuples, lists and dicts are: register the class by "
    "torch.utils._pytree.register_pytree_node({name}, flatten, unflatten), or a dataclass by "
    "torch.utils._pytree.register_dataclass({name})"
)


def _is_array(x: Any) -> bool:
    """Return whether `x` is an array of this package, which is a leaf here and a node of torch's trees."""
    return isinstance(x, ndarray)


def check_callable(name: str, fun: Any) -> None:
    """Raise TypeError for objects that a transform can't call."""
    if not callable(fun):
        raise TypeError(f"{name}: fun must be callable (got {type(fun).__name__})")


def flatten(tree: Any) -> tuple[list[Any], Any]:
    """Return the leaves of a tree, its arrays among them, and its structure; views with negative steps as copies.

    The structure is None for a leaf, the type and the structures of the items for a tuple or a list, and torch's
    `TreeSpec` for other trees. Dynamo takes long to trace torch's functions for what most trees are.
    """
    leaves: list[Any] = []
    structure = _structure(tree, leaves)
    return [plain(x) for x in leaves], structure


def _structure(tree: Any, leaves: list[Any], depth: int = 0) -> Any:
    """Return the structure of a tree, and add its leaves to `leaves`."""
    kind = type(tree)
    if kind is tuple or kind is list:
        if depth > _DEEPEST:
            raise ValueError(f"a tree of arrays is nested in more than {_DEEPEST} levels, or contains itself")
        return kind, [_structure(item, leaves, depth + 1) for item in tree]
    if isinstance(tree, _LEAVES):
        leaves.append(tree)
        return None
    found, spec = tree_flatten(tree, is_leaf=_is_array)
    leaves.extend(found)
    return None if spec.is_leaf() else spec


def unflatten(structure: Any, leaves: Sequence[Any]) -> Any:
    """Return the tree of a structure and its leaves."""
    return _tree(structure, iter(leaves))


def _tree(structure: Any, leaves: Iterator[Any]) -> Any:
    if structure is None:
        return next(leaves)
    if type(structure) is tuple:
        kind, items = structure
        return kind([next(leaves) if item is None else _tree(item, leaves) for item in items])
    return tree_unflatten([next(leaves) for _ in range(structure.num_leaves)], structure)


def described(structure: Any) -> str:
    """Return the text of a structure, such as ``(*, [*, *])``."""
    if structure is None:
        return "*"
    if type(structure) is not tuple:
        return str(structure)
    kind, items = structure
    texts = ", ".join([described(item) for item in items])
    if kind is list:
        return f"[{texts}]"
    return f"({texts},)" if len(items) == 1 else f"({texts})"


def as_leaf(x: Any) -> Any:
    """Return a leaf as an array; tensors and None unchanged."""
    if isinstance(x, ndarray):
        return plain_element(x)
    if x is None or isinstance(x, torch.Tensor):
        return x
    if is_compiling():
        return wrap(as_tensor(x))
    try:
        return wrap(as_tensor(x))
    except UnsupportedError:
        if isinstance(x, (str, bytes)) or hasattr(x, "__array__"):
            raise
        raise UnsupportedError(_UNREGISTERED.format(name=type(x).__name__)) from None


def tensor_of(leaf: Any) -> torch.Tensor:
    """Return the tensor of a leaf that is an array or a tensor."""
    return leaf._tensor if isinstance(leaf, ndarray) else leaf


def like_leaf(leaf: Any, t: torch.Tensor) -> Any:
    """Return `t` as `leaf` is: a tensor, or an array of its class, and of its subclass of tensors."""
    if (dtype := tensor_of(leaf).dtype) in IN_SUBCLASS:
        t = IN_SUBCLASS[dtype](t)
    return wrap_like(type(leaf), t, leaf) if isinstance(leaf, ndarray) else t


def split(tree: Any, convert: Callable[[Any], Any] | None = None) -> tuple[list[torch.Tensor], Callable[..., Any]]:
    """Return the tensors of a tree, and the function that puts other tensors in their place.

    `convert` is applied to each leaf; leaves that are neither arrays nor tensors stay in the tree.
    """
    leaves, structure = flatten(tree)
    if convert is not None:
        leaves = [convert(leaf) for leaf in leaves]

    def restore(tensors: Sequence[torch.Tensor]) -> Any:
        if structure is None and tensors:
            return like_leaf(leaves[0], tensors[0])
        rest = iter(tensors)
        new = [like_leaf(leaf, next(rest)) if isinstance(leaf, _ARRAYS) else leaf for leaf in leaves]
        return unflatten(structure, new)

    return [tensor_of(leaf) for leaf in leaves if isinstance(leaf, _ARRAYS)], restore


def matching(name: str, what: str, tree: Any, like: Any, tensors: Sequence[torch.Tensor]) -> tuple[torch.Tensor, ...]:
    """Return the tensors of a tree with the structure `like`, and the shapes and the dtypes of `tensors`."""
    leaves, structure = flatten(tree)
    if structure != like:
        raise TypeError(f"{name}: the {what} must have the structure {described(like)}, got {described(structure)}")
    found = []
    for leaf, t in zip([leaf for leaf in leaves if leaf is not None], tensors, strict=True):
        kind = scalar_kind(leaf)
        weak = kind is not None and weak_promote(t.dtype, kind) is t.dtype
        new = as_tensor(leaf, t.dtype, t.device) if weak else tensor_of(as_leaf(leaf))
        if new.dtype is not t.dtype or new.shape != t.shape:
            raise ValueError(
                f"{name}: the {what} must have the shape {tuple(t.shape)} and the dtype {as_dtype(t.dtype)}, "
                f"got {tuple(new.shape)} and {as_dtype(new.dtype)}"
            )
        found.append(new)
    return tuple(found)
