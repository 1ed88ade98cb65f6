"""Views of a tensor's bits: what makes unsigned kernels out of signed ones, and floats comparable as integers."""

import torch

from .._dtypes import BOUNDS, SAME_WIDTH_SIGNED

__all__ = ["from_ordered_bits", "from_signed_bits", "ordered_bits", "signed_bits"]

#: the bit that tells the order of an unsigned dtype from that of the signed dtype of its width.
SIGN_BIT: dict[torch.dtype, int] = {unsigned: BOUNDS[signed][0] for unsigned, signed in SAME_WIDTH_SIGNED.items()}


def signed_bits(t: torch.Tensor) -> torch.Tensor:
    """Return uint16/32/64 as the signed dtype of the same width (a view): modulo 2^n the ring operations agree."""
    return t.view(SAME_WIDTH_SIGNED[t.dtype])


def from_signed_bits(t: torch.Tensor, dtype: torch.dtype) -> torch.Tensor:
    """Return the inverse of `signed_bits` (a view)."""
    return t.view(dtype)


def ordered_bits(t: torch.Tensor) -> torch.Tensor:
    """Return uint16/32/64 as the signed dtype of the same width, shifted so that the order is the same."""
    return t.view(SAME_WIDTH_SIGNED[t.dtype]) ^ SIGN_BIT[t.dtype]


def from_ordered_bits(t: torch.Tensor, dtype: torch.dtype) -> torch.Tensor:
    """Return the inverse of `ordered_bits`."""
    return (t ^ SIGN_BIT[dtype]).view(dtype)
