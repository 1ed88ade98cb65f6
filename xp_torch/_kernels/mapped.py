"""Tensors that `torch.vmap` maps: one value for each element of the mapped axes."""

from __future__ import annotations

import torch

from xp_torch._facts.torch_state import (
    is_compiling,
    is_wrapped,
    mapped_false,
    outside_of_transforms,
    unwrapped,
)
from xp_torch._kernels.bit_views import torch_where


def mapped_copy(t: torch.Tensor) -> torch.Tensor:
    """Return `t`, or under `torch.vmap` a copy for each mapped element, so that mapped values can be written to it.

    Masks are not copied: one that is not mapped can select elements. Neither are tensors that Dynamo traces, which has
    no rule for the stack of transforms.
    """
    if t.dtype is torch.bool or is_compiling():
        return t
    mask = mapped_false(t.device)
    # A copy is in C's order for each element, whatever the order of the mapped axes in memory is.
    return t if mask is None else torch_where(mask, t, t).contiguous()


def any_of_mapped(condition: torch.Tensor) -> bool:
    """Return whether a condition is true for any element of the mapped axes, read back from its device."""
    with outside_of_transforms():
        while is_wrapped(condition):
            condition = unwrapped(condition)
        return bool(condition.any())
