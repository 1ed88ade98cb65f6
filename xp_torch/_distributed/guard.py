"""The guard against hidden gathers: functions that bring a whole array to every process."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from xp_torch._facts.errors import warn

__all__ = ["GATHERS", "gathered", "guard"]

#: The hidden gathers since the list was last cleared: the function and the shape of each.
GATHERS: list[tuple[str, tuple[int, ...]]] = []
#: The largest number of bytes to gather, and what happens beyond it, of the blocks that surround the call.
_LIMITS: list[tuple[float, str]] = []


@contextmanager
def guard(bytes: float = 0, action: str = "raise") -> Iterator[None]:
    """Raise an error, or warn, where a function gathers a large array on every process.

    Functions without a distributed algorithm gather their inputs. Conversions, such as ``numpy.asarray(x)``,
    ``float(x)`` and printing, are no hidden gathers.

    Parameters
    ----------
    bytes : float, default: 0
        Size up to which arrays may be gathered.
    action : {"raise", "warn"}, default: "raise"
        Whether to raise `RuntimeError` or to issue a `UserWarning`.

    Examples
    --------
    >>> with xp.distributed.guard(bytes=1e6):
    ...     total = xp.sum(xp.ones(3))
    """
    if action not in ("raise", "warn"):
        raise ValueError(f"guard: action must be 'raise' or 'warn', got {action!r}")
    _LIMITS.append((bytes, action))
    try:
        yield
    finally:
        _LIMITS.pop()


def gathered(name: str, shape: tuple[int, ...], nbytes: int) -> None:
    """Note that the function `name` gathers an array; raise or warn if the guard does not allow it."""
    GATHERS.append((name, shape))
    if not _LIMITS or nbytes <= _LIMITS[-1][0]:
        return
    limit, action = _LIMITS[-1]
    text = (
        f"{name} gathers an array of shape {shape}, {nbytes} bytes, on every process; the guard allows {limit:g} bytes"
    )
    if action == "raise":
        raise RuntimeError(text)
    warn(text, UserWarning)
