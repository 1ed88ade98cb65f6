"""Sorts of vectors that are sharded in parts of more than 2**24 rows, which float32 can't count."""

from __future__ import annotations

import time

import numpy as np
import torch.distributed as dist

import xp_torch as xp
from support.distributed.run import mesh
from xp_torch import distributed
from xp_torch._distributed.guard import GATHERS
from xp_torch._distributed.layout import chunk

__all__ = ["sorts"]


def sorts(rows: int) -> list[tuple[str, bool, float]]:
    """Return for each function its name, whether this process has the right rows without a gather, and its seconds.

    The vector has the numbers below `rows`, of which the one at `i` is ``i * factor % rows``.
    """
    factor = next(k for k in range(rows * 5 // 8, 2 * rows) if np.gcd(k, rows) == 1)
    start, stop = chunk(rows, dist.get_world_size(), dist.get_rank())
    x = distributed.from_local(np.arange(start, stop) * factor % rows * 1.0, distributed.Device(mesh(False)))
    place = pow(factor, -1, rows) if rows > 1 else 0
    numbers, found = np.arange(start, stop), []
    for name, call, expected in (
        ("sort", lambda: xp.sort(x), numbers),
        ("argsort", lambda: xp.argsort(x), numbers * place % rows),
        ("unique_values", lambda: xp.unique_values(x), numbers),
        ("median", lambda: xp.median(x), (rows - 1) / 2),
        ("quantile", lambda: xp.quantile(x, 0.25), (rows - 1) / 4),
    ):
        GATHERS.clear()
        before = time.perf_counter()
        result = call()
        seconds = time.perf_counter() - before
        part = result._part._tensor.numpy()
        found.append((name, bool(np.array_equal(part, expected)) and not GATHERS, seconds))
    return found
