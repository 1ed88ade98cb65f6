"""`ndarray` as a node of torch's pytrees, so that `torch.func`, `torch.export` and `vmap` accept and return arrays."""

from __future__ import annotations

from typing import Any

import torch
from torch.utils import _pytree

from xp_torch._array.element import ELEMENTS
from xp_torch._array.ndarray import hand_out, ndarray, wrap
from xp_torch._array.reversed_views import ReversedView
from xp_torch._array.selection import Selection
from xp_torch._facts.dtypes import IN_SUBCLASS


def _flatten(x: ndarray) -> tuple[list[torch.Tensor], Any]:
    hand_out(x)
    t = x._tensor
    return [t], t.dtype if t.dtype in IN_SUBCLASS else None


def _flatten_with_keys(x: ndarray) -> tuple[list[tuple[_pytree.KeyEntry, torch.Tensor]], Any]:
    (t,), context = _flatten(x)
    return [(_KEY, t)], context


def _unflatten(leaves: Any, context: Any) -> Any:
    (leaf,) = leaves
    if context is not None:
        leaf = IN_SUBCLASS[context](leaf)
    # Transforms unflatten other leaves, too (in_dims, specs).
    if not isinstance(leaf, torch.Tensor):
        return leaf
    new = wrap(leaf)
    hand_out(new)
    return new


#: The key of an array's tensor: `torch.export` names inputs and dynamic shapes by it.
_KEY = _pytree.GetAttrKey("tensor")
_NAMES: dict[type[ndarray], str] = {
    ndarray: "",
    ReversedView: ".ReversedView",
    Selection: ".Selection",
    **{kind: f".{dtype}" for dtype, kind in ELEMENTS.items()},
}
for _class, _name in _NAMES.items():
    _pytree.register_pytree_node(
        _class,
        _flatten,
        _unflatten,
        serialized_type_name=f"xp_torch.ndarray{_name}",
        flatten_with_keys_fn=_flatten_with_keys,
    )
