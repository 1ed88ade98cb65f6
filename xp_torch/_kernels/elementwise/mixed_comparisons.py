"""Exact comparison of signed with unsigned 64-bit integers, which have no common integer dtype."""

from __future__ import annotations

import operator
from typing import Any

import torch

from xp_torch._facts.dtypes import BOUNDS, KIND
from xp_torch._kernels.cast import cast
from xp_torch._kernels.elementwise.integers import MIXED_COMPARISONS


def needs_exact(a: torch.dtype, b: torch.dtype) -> bool:
    """Return whether `a` and `b` are a signed and an unsigned integer dtype without a common integer dtype."""
    kinds = {KIND[a], KIND[b]}
    return kinds == {"i", "u"} and (a if KIND[a] == "u" else b) is torch.uint64


def compare_mixed(symbol: str, a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    """Return the comparison by the operator `symbol` ("eq" ...) of a signed and a uint64 tensor, in either order."""
    a, b = (t if KIND[t.dtype] == "u" else cast(t, torch.int64) for t in (a, b))
    return MIXED_COMPARISONS[symbol](a, b)


def compare_constant(symbol: str, a: Any, b: Any) -> torch.Tensor | None:
    """Return the comparison of an integer tensor with a Python int outside its range; None if it is inside."""
    t, value = (b, a) if isinstance(b, torch.Tensor) else (a, b)
    low, high = BOUNDS[t.dtype]
    if low <= value <= high:
        return None
    sides = (value, 0) if t is b else (0, value)
    return torch.full(t.shape, getattr(operator, symbol)(*sides), dtype=torch.bool, device=t.device)
