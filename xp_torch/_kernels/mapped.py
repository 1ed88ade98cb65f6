"""Tensors that `torch.vmap` maps: one value for each element of the mapped axes."""

from __future__ import annotations

import torch
from torch._C._functorch import _add_batch_dim
from torch._functorch.pyfunctorch import (
    VmapInterpreter,
    retrieve_all_functorch_interpreters,
    temporarily_clear_interpreter_stack,
)

from xp_torch._kernels.bit_views import torch_where

_is_compiling = torch.compiler.is_dynamo_compiling
is_transforming = torch._C._are_functorch_transforms_active


def draws_differ() -> bool:
    """Return whether random numbers are to differ along an axis that `torch.vmap` maps."""
    stack = [] if _is_compiling() else retrieve_all_functorch_interpreters()
    return any(isinstance(i, VmapInterpreter) and i.randomness() == "different" for i in stack)


def mapped_copy(t: torch.Tensor) -> torch.Tensor:
    """Return `t`, or under `torch.vmap` a copy for each mapped element, so that mapped values can be written to it.

    Masks are not copied: one that is not mapped can select elements. Neither are tensors that Dynamo traces, which has
    no rule for the stack of transforms.
    """
    if t.dtype is torch.bool or _is_compiling():
        return t
    maps = [i for i in retrieve_all_functorch_interpreters() if isinstance(i, VmapInterpreter)]
    if not maps:
        return t
    with temporarily_clear_interpreter_stack():
        mask = torch.zeros([i.batch_size() for i in maps], dtype=torch.bool, device=t.device)
        for i in maps:
            mask = _add_batch_dim(mask, 0, i.level())
    return torch_where(mask, t, t)
