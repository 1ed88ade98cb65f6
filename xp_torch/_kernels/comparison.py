"""Exact comparison of signed with unsigned 64-bit integers, which have no common integer dtype."""

from __future__ import annotations

import operator
from typing import Any

import torch

from .._dtypes import BOUNDS, KIND, SAME_WIDTH_SIGNED
from .cast import cast

__all__ = ["compare_constant", "compare_mixed", "needs_exact"]


def needs_exact(a: torch.dtype, b: torch.dtype) -> bool:
    """Tell whether `a` and `b` are integers, one signed, one unsigned, of which no integer dtype holds both."""
    kinds = {KIND[a], KIND[b]}
    return kinds == {"i", "u"} and (a if KIND[a] == "u" else b) is torch.uint64


def _less(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    """Return a < b for int64 `a` and the bits `b` of uint64."""
    return (a < 0) | (b < 0) | (a < b)


def _equal(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    """Return a == b for int64 `a` and the bits `b` of uint64."""
    return (a == b) & (b >= 0)


_SIGNED_FIRST = {
    "equal": _equal,
    "not_equal": lambda a, b: ~_equal(a, b),
    "less": _less,
    "less_equal": lambda a, b: _less(a, b) | _equal(a, b),
    "greater": lambda a, b: ~(_less(a, b) | _equal(a, b)),
    "greater_equal": lambda a, b: ~_less(a, b),
}
_SWAPPED = {
    "equal": "equal",
    "not_equal": "not_equal",
    "less": "greater",
    "less_equal": "greater_equal",
    "greater": "less",
    "greater_equal": "less_equal",
}


def compare_mixed(name: str, a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    """Return the comparison `name` of a signed and a uint64 tensor, exactly."""
    if KIND[a.dtype] == "u":
        return compare_mixed(_SWAPPED[name], b, a)
    return _SIGNED_FIRST[name](cast(a, torch.int64), b.view(SAME_WIDTH_SIGNED[b.dtype]))


_PYTHON = {
    "equal": operator.eq,
    "not_equal": operator.ne,
    "less": operator.lt,
    "less_equal": operator.le,
    "greater": operator.gt,
    "greater_equal": operator.ge,
}


def compare_constant(name: str, a: Any, b: Any) -> torch.Tensor | None:
    """Return the comparison of an integer tensor with a Python int outside its range; None if it is inside."""
    t, value = (b, a) if isinstance(b, torch.Tensor) else (a, b)
    low, high = BOUNDS[t.dtype]
    if low <= value <= high:
        return None
    sides = (value, 0) if t is b else (0, value)
    return torch.full(t.shape, _PYTHON[name](*sides), dtype=torch.bool, device=t.device)
