"""Kernels that pack booleans into the bits of bytes, and unpack them."""

from __future__ import annotations

import torch

from xp_torch._facts.torch_errors import explained
from xp_torch._kernels import host_functions
from xp_torch._kernels.searching import truth


@explained
def pack(t: torch.Tensor, dim: int, order: str) -> torch.Tensor:
    """Return the truth of elements packed along `dim` into the bits of bytes, the last one padded with zeros."""
    bits = truth(t)
    on_host = host_functions.packed(bits, dim, order)
    if on_host is not None:
        return on_host
    rows = bits.movedim(dim, -1).to(torch.uint8)
    count = (rows.shape[-1] + 7) // 8
    rows = torch.nn.functional.pad(rows, (0, 7)).narrow(-1, 0, 8 * count).unflatten(-1, (count, 8))
    places = torch.arange(8, dtype=torch.uint8, device=bits.device)
    return torch.sum(rows << (7 - places if order == "big" else places), -1, dtype=torch.uint8).movedim(-1, dim)


@explained
def unpack(t: torch.Tensor, dim: int, count: int | None, order: str) -> torch.Tensor:
    """Return the bits of bytes along `dim`: `count` of them, padded with zeros, or without the last ``-count``."""
    on_host = host_functions.unpacked(t, dim, count, order)
    if on_host is not None:
        return on_host
    rows = t.movedim(dim, -1)
    shifts = torch.arange(8, dtype=torch.uint8, device=t.device)
    shifts = 7 - shifts if order == "big" else shifts
    bits = ((rows.unsqueeze(-1) >> shifts) & 1).flatten(-2)
    size = bits.shape[-1]
    if count is not None:
        kept = count if count >= 0 else size + count
        bits = bits.narrow(-1, 0, min(kept, size))
        if kept > size:
            bits = torch.nn.functional.pad(bits, (0, kept - size))
    return bits.movedim(-1, dim)
