"""`ndarray` as a node of torch's pytrees, so that `torch.func`, `torch.export` and `vmap` accept and return arrays."""

from __future__ import annotations

from typing import Any

import torch
from torch.utils import _pytree

from xp_torch._array.ndarray import ELEMENTS, ndarray, wrap
from xp_torch._array.reversed_views import ReversedView
from xp_torch._array.selection import Selection

__all__: list[str] = []


def _flatten(x: ndarray) -> tuple[list[torch.Tensor], None]:
    return [x._tensor], None


def _flatten_with_keys(x: ndarray) -> tuple[list[tuple[_pytree.KeyEntry, torch.Tensor]], None]:
    return [(_KEY, x._tensor)], None


def _unflatten(leaves: Any, context: None) -> Any:
    (leaf,) = leaves
    # Transforms unflatten other leaves, too (in_dims, specs).
    return wrap(leaf) if isinstance(leaf, torch.Tensor) else leaf


#: The key of an array's tensor: `torch.export` names inputs and dynamic shapes by it.
_KEY = _pytree.GetAttrKey("tensor")
_NAMES: dict[type[ndarray], str] = {ndarray: "", ReversedView: ".ReversedView", Selection: ".Selection"}
_NAMES.update({e: f".{d}" for d, e in ELEMENTS.items()})
for _class, _name in _NAMES.items():
    _pytree.register_pytree_node(
        _class,
        _flatten,
        _unflatten,
        serialized_type_name=f"xp_torch.ndarray{_name}",
        flatten_with_keys_fn=_flatten_with_keys,
    )
