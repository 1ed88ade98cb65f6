"""Kernels that `torch.autocast` would compute in another dtype; here they keep the dtype of their operands (rule 1)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch

from xp_torch._facts.torch_state import is_autocast

#: The names of the operations that autocast computes in float32 for 16-bit floats on CUDA.
WIDENED = frozenset((
    "acos", "asin", "cosh", "exp", "expm1", "log", "log10", "log1p", "log2", "pow", "reciprocal", "sinh", "square",
    "tan",
))  # fmt: skip


def without_autocast(kernel: Callable) -> Callable:
    """Return `kernel`, whose first argument is a tensor, with autocast disabled."""

    def compute(t: torch.Tensor, *args: Any, **options: Any) -> Any:
        if not is_autocast():
            return kernel(t, *args, **options)
        with torch.autocast(t.device.type, enabled=False):
            return kernel(t, *args, **options)

    return compute
