"""Counts of integers, and bins of numbers. Sizes are given: nothing is read back.

Bins are numbered from one. Zero is below all of them; their number plus one is above, or for NaN.
"""

from __future__ import annotations

import torch

from xp_torch._facts.dtypes import DETOUR
from xp_torch._facts.inspection import is_plain_cpu
from xp_torch._facts.shapes import check_size
from xp_torch._facts.torch_errors import explained
from xp_torch._facts.torch_state import is_compiling_or_exporting, is_transforming
from xp_torch._kernels.thresholds import BLOCK_OF_HISTOGRAM


@explained
def tally(index: torch.Tensor, weights: torch.Tensor | None, size: int) -> torch.Tensor:
    """Return the number of occurrences in the flat `index` of each integer below `size`, or the sum of its weights."""
    check_size((size,), 8)
    plain = weights is None or (not weights.is_complex() and not weights.requires_grad)
    if plain and not is_compiling_or_exporting() and not is_transforming() and is_plain_cpu(index) and index.shape[0]:
        return torch.bincount(index, weights, minlength=size)
    if weights is None:
        weights = torch.ones((), dtype=torch.int64, device=index.device).expand(index.shape)
    start = torch.zeros(size, dtype=weights.dtype, device=index.device)
    return start.scatter_add(0, index, weights)


def _even(x: torch.Tensor, scale: torch.Tensor, lower: torch.Tensor, upper: torch.Tensor) -> torch.Tensor:
    # numbers outside, and NaN, are clamped to a valid bin, which the comparisons correct
    guess = torch.clamp(((x - lower.select(0, 0)) * scale).to(torch.int64), 0, lower.shape[0] - 1)
    reached = torch.ge(x, lower.index_select(0, guess))
    passed = torch.ge(x, upper.index_select(0, guess))
    if is_compiling_or_exporting():
        # Inductor converts booleans to bytes one by one.
        return guess + (torch.where(reached, 1, 0) + torch.where(passed, 1, 0))
    # as bytes, cast to the width of indices once
    return guess + (reached.view(torch.uint8) + passed.view(torch.uint8))


def even_bins(x: torch.Tensor, edges: torch.Tensor) -> torch.Tensor:
    """Return the bins of equal width of the flat `x`, of the floating dtype of the edges.

    The computed bin is corrected by comparison with the rounded edges. The last bin includes the last edge.
    """
    x, edges = x.detach(), edges.detach()
    if edges.dtype in DETOUR:
        x, edges = x.to(DETOUR[edges.dtype]), edges.to(DETOUR[edges.dtype])
    size = edges.shape[0] - 1
    last = edges.narrow(0, size, 1)
    upper = torch.cat([edges.narrow(0, 1, size - 1), torch.nextafter(last, torch.full_like(last, torch.inf))])
    arguments = (size / (edges.select(0, -1) - edges.select(0, 0)), edges.narrow(0, 0, size), upper)
    if is_compiling_or_exporting() or x.shape[0] <= BLOCK_OF_HISTOGRAM:
        return _even(x, *arguments)
    return torch.cat([_even(part, *arguments) for part in x.split(BLOCK_OF_HISTOGRAM)])
