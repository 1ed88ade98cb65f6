"""Unsigned integers as signed ones: torch lacks many kernels for uint16, uint32 and uint64."""

from collections.abc import Callable
from typing import Any

import torch

from xp_torch._facts.dtypes import BOUNDS, SAME_WIDTH_SIGNED

#: the bit to flip so that signed integers have the order of the unsigned ones.
SIGN_BIT: dict[torch.dtype, int] = {unsigned: BOUNDS[signed][0] for unsigned, signed in SAME_WIDTH_SIGNED.items()}


def signed_bits(t: torch.Tensor) -> torch.Tensor:
    """Return uint16/32/64 viewed as the signed dtype of the same width, other dtypes unchanged.

    Addition, multiplication and moving elements are the same for both.
    """
    signed = SAME_WIDTH_SIGNED.get(t.dtype)
    return t if signed is None else t.view(signed)


def from_signed_bits(t: torch.Tensor, dtype: torch.dtype) -> torch.Tensor:
    """Return the inverse of `signed_bits`, a view."""
    return t if t.dtype is dtype else t.view(dtype)


def ordered_bits(t: torch.Tensor) -> torch.Tensor:
    """Return uint16/32/64 mapped to the signed dtype of the same width, in the same order; others unchanged."""
    signed = SAME_WIDTH_SIGNED.get(t.dtype)
    return t if signed is None else t.view(signed) ^ SIGN_BIT[t.dtype]


def from_ordered_bits(t: torch.Tensor, dtype: torch.dtype) -> torch.Tensor:
    """Return the inverse of `ordered_bits`."""
    return t if t.dtype is dtype else (t ^ SIGN_BIT[dtype]).view(dtype)


def _where_of_bits(condition: torch.Tensor, x: Any, y: Any) -> torch.Tensor:
    """Return ``torch.where(condition, x, y)``, chosen on the bits if the result is unsigned."""
    dtype = torch.result_type(x, y)
    if dtype not in SAME_WIDTH_SIGNED:
        return torch.where(condition, x, y)
    x, y = (torch.as_tensor(v, dtype=dtype, device=condition.device).view(SAME_WIDTH_SIGNED[dtype]) for v in (x, y))
    return torch.where(condition, x, y).view(dtype)


#: `torch.where`; before torch 2.13 it has no kernel for uint16, uint32 and uint64.
torch_where: Callable[..., torch.Tensor] = torch.where
try:
    torch.where(torch.tensor(True), *torch.zeros(2, dtype=torch.uint16))
except NotImplementedError:
    torch_where = _where_of_bits
