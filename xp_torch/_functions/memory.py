"""Whether arrays share memory."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch

from xp_torch._array.door import call_override, has_override
from xp_torch._array.ndarray import ndarray
from xp_torch._facts.annotations import ArrayLike
from xp_torch._kernels.aliasing import may_share_memory as bounds_overlap
from xp_torch._kernels.host import memory_at

__all__ = ["may_share_memory", "shares_memory"]


def _overlap(a: Any, b: Any, max_work: int) -> bool:
    """Return whether arrays overlap: tensors first by their bounds, then by NumPy's solver up to `max_work`."""
    a, b = (x._strided if isinstance(x, ndarray) else x for x in (a, b))
    tensors = isinstance(a, torch.Tensor) and isinstance(b, torch.Tensor)
    if tensors and (a.device != b.device or not bounds_overlap(a, b)):
        return False
    if not max_work and type(a) is type(b) is torch.Tensor and a.numel() and b.numel() and not a.is_meta:
        return True
    memories = []
    for x in (a, b):
        if isinstance(x, torch.Tensor) and x.data_ptr():
            x = memory_at(x, x.data_ptr())
        if not isinstance(x, np.ndarray):
            return False
        memories.append(x)
    compare = np.shares_memory if max_work else np.may_share_memory
    return bool(compare(*memories, max_work))  # type: ignore[call-arg, arg-type]


def shares_memory(a: ArrayLike, b: ArrayLike, /, max_work: int = -1) -> bool:
    """Return whether two arrays share memory.

    Parameters
    ----------
    a, b : array_like
        Arrays or tensors, on any device, or NumPy arrays. Numbers and lists share nothing.
    max_work : int, default: -1
        Effort: -1 is exact, 0 compares only the bounds, more limits the number of candidate solutions.

    Returns
    -------
    bool
        Whether an element of one overlaps an element of the other.

    Examples
    --------
    >>> x = xp.arange(6)
    >>> xp.shares_memory(x, x[1:]), xp.shares_memory(x[::2], x[1::2])
    (True, False)
    """
    if has_override(a, b):
        return call_override(shares_memory, locals())
    return _overlap(a, b, max_work)


def may_share_memory(a: ArrayLike, b: ArrayLike, /, max_work: int = 0) -> bool:
    """Return whether two arrays may share memory, by default by comparing their bounds.

    Parameters
    ----------
    a, b : array_like
        Arrays or tensors, on any device, or NumPy arrays.
    max_work : int, default: 0
        Effort, as for `shares_memory`.

    Returns
    -------
    bool
        False only if they share no memory.

    Examples
    --------
    >>> x = xp.arange(6)
    >>> xp.may_share_memory(x[::2], x[1::2]), xp.may_share_memory(x[:3], x[3:])
    (True, False)
    """
    if has_override(a, b):
        return call_override(may_share_memory, locals())
    return _overlap(a, b, max_work)
