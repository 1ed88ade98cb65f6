"""`ndarray` in the registries of torch: the batches of `DataLoader`, and the classes that `torch.load` may read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch
from torch.utils.data._utils.collate import collate_tensor_fn, default_collate_fn_map

from xp_torch._array.ndarray import _rebuild, ndarray, wrap


def _collate(batch: Sequence[ndarray], *, collate_fn_map: Any = None) -> ndarray:
    """Return the arrays of a batch as one array."""
    return wrap(collate_tensor_fn([x._tensor for x in batch], collate_fn_map=collate_fn_map))


# As the documentation of `torch.utils.data.default_collate` suggests for other types.
default_collate_fn_map[ndarray] = _collate
torch.serialization.add_safe_globals([ndarray, _rebuild])
