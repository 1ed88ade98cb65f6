"""`torch.cond`, `while_loop`, `scan` and `map` of arrays, whose operands and results must be tensors in torch 2.13.

The last three are prototypes in `torch._higher_order_ops`. A name that was imported from there before this package
remains torch's own function.
"""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable
from typing import Any

import torch
import torch._higher_order_ops
from torch.utils import _pytree

from xp_torch._array.coercion import as_tensor
from xp_torch._array.ndarray import wrap
from xp_torch._functions.transforms.trees import is_array, tensor_of


def _tensors(tree: Any) -> Any:
    return _pytree.tree_map(tensor_of, tree, is_leaf=is_array)


def _arrays(tree: Any) -> Any:
    return _pytree.tree_map(lambda x: wrap(as_tensor(x)) if isinstance(x, torch.Tensor) else x, tree)


def _of_tensors(function: Callable) -> Callable:
    """Return a function of tensors, which calls `function` with arrays."""
    return lambda *args: _tensors(function(*_arrays(args)))


def _of_arrays(op: Callable) -> Callable:
    """Return `op`, which also takes arrays: its functions then get arrays only, and its results are arrays."""

    @functools.wraps(op)
    def call(*args: Any, **options: Any) -> Any:
        if not any(map(is_array, _pytree.tree_leaves((args, options), is_leaf=is_array))):
            return op(*args, **options)
        args = tuple([_of_tensors(x) if callable(x) else _tensors(x) for x in args])
        options = {key: _of_tensors(x) if callable(x) else _tensors(x) for key, x in options.items()}
        return _arrays(op(*args, **options))

    return call


for _name in ("cond", "while_loop", "scan", "map"):
    # A function of the same name hides the module.
    _module = sys.modules.get(f"torch._higher_order_ops.{_name}")
    _op = getattr(_module, _name, None)
    if _op is not None:
        _new = _of_arrays(_op)
        for _place in (_module, torch._higher_order_ops, torch):
            if getattr(_place, _name, None) is _op:
                setattr(_place, _name, _new)
