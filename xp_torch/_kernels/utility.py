"""Truth over dimensions, and differences."""

from __future__ import annotations

import torch

from .._dtypes import SAME_WIDTH_SIGNED
from .bits import from_signed_bits, signed_bits
from .complexes import by_parts
from .searching import truth

__all__ = ["all", "all_of", "any", "any_of", "diff"]


def all(t: torch.Tensor, dims: tuple[int, ...], dtype: torch.dtype) -> torch.Tensor:
    """Tell whether every element over `dims` is nonzero."""
    return torch.all(truth(t), dims)


def any(t: torch.Tensor, dims: tuple[int, ...], dtype: torch.dtype) -> torch.Tensor:
    """Tell whether an element over `dims` is nonzero."""
    return torch.any(truth(t), dims)


def all_of(t: torch.Tensor) -> torch.Tensor:
    """Tell whether every element is nonzero."""
    return torch.all(truth(t))


def any_of(t: torch.Tensor) -> torch.Tensor:
    """Tell whether an element is nonzero."""
    return torch.any(truth(t))


_complex_difference = by_parts(torch.sub)


def _step(t: torch.Tensor, dim: int) -> torch.Tensor:
    size = t.shape[dim]
    length = max(size - 1, 0)
    later, earlier = t.narrow(dim, min(1, size), length), t.narrow(dim, 0, length)
    if t.is_complex():
        # torch subtracts complex numbers by a product, whose infinities make NaNs
        return _complex_difference(later, earlier)
    return later ^ earlier if t.dtype is torch.bool else later - earlier


def diff(t: torch.Tensor, n: int, dim: int) -> torch.Tensor:
    """Return the `n`-th difference along `dim`: modulo 2^n for unsigned integers, exclusive or for booleans."""
    bits = signed_bits(t) if t.dtype in SAME_WIDTH_SIGNED else t
    # no more than there are elements: after that nothing is left to change
    for _ in range(min(n, t.shape[dim])):
        bits = _step(bits, dim)
    return from_signed_bits(bits, t.dtype) if t.dtype in SAME_WIDTH_SIGNED else bits
