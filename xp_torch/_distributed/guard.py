"""The guard against hidden gathers: functions that bring a whole array to every process."""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import torch

from xp_torch._array.ndarray import ndarray
from xp_torch._distributed.collectives import all_gather
from xp_torch._facts.errors import warn

#: The hidden gathers since the list was last cleared: the function and the shape of each.
GATHERS: list[tuple[str, tuple[int, ...]]] = []
#: The blocks that surround the call: the largest number of bytes to gather, what happens beyond it, and whether the
#: processes compare their calls, which they do not within a call.
_BLOCKS: list[tuple[float, str, bool]] = [(math.inf, "raise", False)]
#: The mesh of the last call that was compared.
_LAST: list[Any] = []
#: The largest number of characters of a call that are compared.
_COMPARED = 256


@contextmanager
def guard(bytes: float = 0, action: str = "raise", check: bool = False) -> Iterator[None]:
    """Raise an error, or warn, where a function gathers a large array on every process.

    Functions without a distributed algorithm gather their inputs. Conversions, such as ``numpy.asarray(x)``,
    ``float(x)`` and printing, are no hidden gathers.

    Parameters
    ----------
    bytes : float, default: 0
        Size up to which arrays may be gathered.
    action : {"raise", "warn"}, default: "raise"
        Whether to raise `RuntimeError` or to issue a `UserWarning`.
    check : bool, default: False
        Whether the processes compare the name of each function that they call, the shapes and dtypes of arrays and the
        other arguments, and all raise `RuntimeError` if these differ. Elementwise operators are not compared. Each
        call takes a message of each process, and so does the end of the block.

    Examples
    --------
    >>> with xp.distributed.guard(bytes=1e6):
    ...     total = xp.sum(xp.ones(3))
    """
    if action not in ("raise", "warn"):
        raise ValueError(f"guard: action must be 'raise' or 'warn', got {action!r}")
    _BLOCKS.append((bytes, action, check))
    if check:
        _LAST.clear()
    try:
        yield
        if check and _LAST:
            with agreeing("the end of the block", (), {}, _LAST[0]):
                pass
    finally:
        _BLOCKS.pop()


def checks() -> bool:
    """Return whether the processes compare their calls."""
    return _BLOCKS[-1][2]


def _described(value: Any) -> str:
    """Return the text by which the processes compare an argument."""
    if isinstance(value, (ndarray, torch.Tensor)):
        return f"{str(value.dtype).removeprefix('torch.')}{list(value.shape)}"
    if isinstance(value, (tuple, list)):
        return f"({', '.join(map(_described, value))})"
    plain = value is None or isinstance(value, (bool, int, float, complex, str, slice))
    return repr(value) if plain else type(value).__name__


@contextmanager
def agreeing(name: str, args: tuple, kwargs: dict[str, Any], mesh: Any) -> Iterator[None]:
    """Raise RuntimeError on all processes if they are about to call functions that differ."""
    given = [*map(_described, args), *(f"{key}={_described(value)}" for key, value in kwargs.items())]
    text = f"{name}({', '.join(given)})".encode()[:_COMPARED].ljust(_COMPARED)
    _LAST[:] = [mesh]
    calls = torch.tensor([list(text)], dtype=torch.uint8, device=mesh.device_type)
    for dim in range(mesh.ndim):
        calls = all_gather(calls, mesh, dim).reshape(-1, _COMPARED)
    if (calls != calls[0]).any():
        texts = dict.fromkeys(type(text)(row).decode(errors="replace").strip() for row in calls.tolist())
        raise RuntimeError(f"the processes call different functions: {'; '.join(texts)}")
    _BLOCKS.append((*_BLOCKS[-1][:2], False))
    try:
        yield
    finally:
        _BLOCKS.pop()


def gathered(name: str, shape: tuple[int, ...], nbytes: int) -> None:
    """Note that the function `name` gathers an array; raise or warn if the guard does not allow it."""
    GATHERS.append((name, shape))
    limit, action, _ = _BLOCKS[-1]
    if nbytes <= limit:
        return
    text = (
        f"{name} gathers an array of shape {shape}, {nbytes} bytes, on every process; the guard allows {limit:g} bytes"
    )
    if action == "raise":
        raise RuntimeError(text)
    warn(text, UserWarning)
