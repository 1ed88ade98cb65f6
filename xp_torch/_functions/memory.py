"""Whether arrays have memory in common."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch

from xp_torch._array.ndarray import ndarray

__all__ = ["may_share_memory", "shares_memory"]


class _Memory:
    """The memory of a tensor as NumPy's array interface tells it; nobody reads it, so that any device serves."""

    def __init__(self, t: torch.Tensor) -> None:
        self.__array_interface__ = {
            "data": (t.data_ptr(), False),
            "shape": tuple(t.shape),
            "strides": tuple(s * t.itemsize for s in t.stride()),
            "typestr": f"|V{t.itemsize}",
            "version": 3,
        }


def _memory(x: Any) -> tuple[torch.device | None, Any]:
    """Return the device of `x` and a NumPy array with its addresses, which must not be read; None for a number."""
    if isinstance(x, ndarray):
        x = x._tensor
    if isinstance(x, torch.Tensor):
        # empty ones, and those that only have a shape, have no memory
        return (x.device, np.asarray(_Memory(x))) if x.data_ptr() else (None, None)
    return (torch.device("cpu"), x) if isinstance(x, np.ndarray) else (None, None)


def shares_memory(a: Any, b: Any, /, max_work: int = -1) -> bool:
    """Tell whether two arrays have memory in common.

    Parameters
    ----------
    a, b : array_like
        Arrays or tensors, on any device, or NumPy arrays. Numbers and lists share nothing.
    max_work : int, default: -1
        How much effort to spend: -1 decides exactly, 0 compares the bounds only.

    Returns
    -------
    bool
        Whether an element of one overlaps an element of the other.

    Raises
    ------
    TooHardError
        If `max_work` is exceeded.

    See Also
    --------
    may_share_memory : By the bounds only.

    Examples
    --------
    >>> import xp_torch as xp
    >>> x = xp.arange(6)
    >>> xp.shares_memory(x, x[1:]), xp.shares_memory(x[::2], x[1::2])
    (True, False)
    """
    (one, x), (other, y) = _memory(a), _memory(b)
    return one is not None and one == other and bool(np.shares_memory(x, y, max_work))  # type: ignore[arg-type]


def may_share_memory(a: Any, b: Any, /, max_work: int = 0) -> bool:
    """Tell whether the memory of two arrays may overlap, by default from the bounds alone.

    Parameters
    ----------
    a, b : array_like
        Arrays or tensors, on any device, or NumPy arrays.
    max_work : int, default: 0
        How much effort to spend; see `shares_memory`.

    Returns
    -------
    bool
        False only if they have none in common.

    Examples
    --------
    >>> import xp_torch as xp
    >>> x = xp.arange(6)
    >>> xp.may_share_memory(x[::2], x[1::2]), xp.may_share_memory(x[:3], x[3:])
    (True, False)
    """
    (one, x), (other, y) = _memory(a), _memory(b)
    return one is not None and one == other and bool(np.may_share_memory(x, y, max_work))  # type: ignore[arg-type]
