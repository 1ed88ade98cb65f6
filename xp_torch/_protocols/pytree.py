"""`ndarray` as a node of torch's pytrees, so that `torch.func`, `torch.export` and `vmap` accept and return arrays."""

from __future__ import annotations

from typing import Any

import torch
from torch.utils import _pytree

from xp_torch._array.ndarray import ELEMENTS, ndarray, wrap
from xp_torch._array.reversed_views import ReversedView

__all__: list[str] = []


def _flatten(x: ndarray) -> tuple[list[torch.Tensor], None]:
    return [x._tensor], None


def _unflatten(leaves: Any, context: None) -> Any:
    (leaf,) = leaves
    # Transforms unflatten other leaves, too (in_dims, specs).
    return wrap(leaf) if isinstance(leaf, torch.Tensor) else leaf


_pytree.register_pytree_node(ndarray, _flatten, _unflatten, serialized_type_name="xp_torch.ndarray")
_pytree.register_pytree_node(ReversedView, _flatten, _unflatten, serialized_type_name="xp_torch.ReversedView")
for d, element in ELEMENTS.items():
    _pytree.register_pytree_node(element, _flatten, _unflatten, serialized_type_name=f"xp_torch.ndarray.{d}")
