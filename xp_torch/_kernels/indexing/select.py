"""Selection among arrays: `select` and `choose`, of tensors."""

from __future__ import annotations

from collections.abc import Sequence

import torch

from xp_torch._facts.inspection import any_true
from xp_torch._facts.torch_errors import explained
from xp_torch._kernels.bit_views import torch_where
from xp_torch._kernels.indexing.take import into_bounds, take_along_axis
from xp_torch._kernels.layout import in_rows
from xp_torch._kernels.thresholds import FEW_CHOICES


@explained
def select(conditions: Sequence[torch.Tensor], choices: Sequence[torch.Tensor], default: torch.Tensor) -> torch.Tensor:
    """Return for each element the choice of the first true condition, else `default`; all broadcast."""
    result = default
    for condition, choice in zip(reversed(conditions), reversed(choices), strict=True):
        result = torch_where(condition, choice, result)
    return in_rows(result)


@explained
def choose(index: torch.Tensor, choices: Sequence[torch.Tensor], shape: Sequence[int], mode: str) -> torch.Tensor:
    """Return each element from the choice that `index` (int64) gives for it; all are broadcast to `shape`."""
    n, shape = len(choices), tuple(shape)
    index = into_bounds(index, n, mode)
    if mode == "raise" and 0 not in shape and any_true((index < 0) | (index >= n)):
        raise ValueError("invalid entry in choice array")
    if n <= FEW_CHOICES:
        result = choices[-1].expand(shape)
        for i in range(n - 1):
            result = torch_where(index == i, choices[i], result)
        return in_rows(result) if n > 1 else result.clone()
    stacked = torch.stack([c.expand(shape) for c in choices])
    return take_along_axis(stacked, index.expand(shape).unsqueeze(0), 0).squeeze(0)
