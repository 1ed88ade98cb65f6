"""Bits of a byte as elements, and back."""

from __future__ import annotations

import torch

from xp_torch._kernels import host_functions

__all__ = ["pack", "unpack"]


def _shifts(order: str) -> list[int]:
    """Return by how much each of eight bits is shifted."""
    return list(range(7, -1, -1)) if order == "big" else list(range(8))


def pack(bits: torch.Tensor, dim: int, order: str) -> torch.Tensor:
    """Return booleans along `dim` as bits of bytes, the last one filled up with zeros."""
    known = host_functions.packed(bits, dim, order)
    if known is not None:
        return known
    rows = bits.movedim(dim, -1).to(torch.uint8)
    rest = -rows.shape[-1] % 8
    if rest:
        rows = torch.nn.functional.pad(rows, (0, rest))
    rows = rows.unflatten(-1, (rows.shape[-1] // 8, 8))
    packed = torch.zeros(rows.shape[:-1], dtype=torch.uint8, device=bits.device)
    for i, shift in enumerate(_shifts(order)):
        packed = packed | (rows.select(-1, i) << shift)
    return packed.movedim(-1, dim)


def unpack(t: torch.Tensor, dim: int, count: int | None, order: str) -> torch.Tensor:
    """Return the bits of bytes along `dim`: `count` of them, or without the last ``-count``; missing ones are zeros."""
    known = host_functions.unpacked(t, dim, count, order)
    if known is not None:
        return known
    rows = t.movedim(dim, -1)
    shifts = torch.tensor(_shifts(order), dtype=torch.uint8, device=t.device)
    bits = ((rows.unsqueeze(-1) >> shifts) & 1).flatten(-2)
    size = bits.shape[-1]
    if count is not None:
        kept = count if count >= 0 else size + count
        bits = bits.narrow(-1, 0, min(kept, size))
        if kept > size:
            bits = torch.nn.functional.pad(bits, (0, kept - size))
    return bits.movedim(-1, dim)
