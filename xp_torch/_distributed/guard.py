"""The guard against hidden gathers: functions that bring a whole array to every process."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Literal, NamedTuple

import torch

from xp_torch._array.ndarray import ndarray
from xp_torch._distributed.collectives import all_gather
from xp_torch._distributed.layout import last_mesh
from xp_torch._facts.errors import warn

#: Bytes that may be brought to all processes without counting as a gather: messages take longer than such a copy.
SMALL = 2**20
#: The hidden gathers since the list was last cleared: the function and the shape of each.
GATHERS: list[tuple[str, tuple[int, ...]]] = []


class _Block(NamedTuple):
    """A `guard` block."""

    #: The largest number of bytes to gather, and what happens beyond it.
    bytes: float
    action: str
    #: Whether the processes compare their calls; they do not compare calls made by other calls.
    check: bool
    #: The mesh of the last call that was compared, as the only element.
    meshes: list[Any]


_BLOCK: ContextVar[_Block | None] = ContextVar("xp_torch.distributed.guard", default=None)
#: The largest number of characters of a call that are compared.
_COMPARED = 256


@contextmanager
def guard(bytes: float = 0, action: Literal["raise", "warn"] = "raise", check: bool = False) -> Iterator[None]:
    """Raise an error, or warn, where a function gathers a large array on every process.

    Functions without a distributed algorithm gather their inputs. Conversions such as ``numpy.asarray(x)``,
    ``float(x)`` and printing gather too, but are allowed.

    Parameters
    ----------
    bytes : float, default: 0
        Size up to which arrays may be gathered.
    action : {"raise", "warn"}, default: "raise"
        Whether to raise `RuntimeError` or to issue a `UserWarning`.
    check : bool, default: False
        Whether to check that all processes call the same functions and conversions, with the same shapes, dtypes and
        other arguments; if not, all raise `RuntimeError`. Elementwise operators are not checked. Each call that is
        checked, and the end of the block, costs one message of each process.

    Examples
    --------
    >>> with xp.distributed.guard(bytes=1e6):  # doctest: +SKIP
    ...     total = xp.sum(x)
    """
    if action not in ("raise", "warn"):
        raise ValueError(f"guard: action must be 'raise' or 'warn', got {action!r:.80}")
    block = _Block(bytes, action, check, [])
    token = _BLOCK.set(block)
    try:
        yield
        # so that a process that has called nothing is compared with others that have
        mesh = block.meshes[0] if block.meshes else last_mesh()
        if check and mesh is not None:
            with agreeing("the end of the block", (), {}, mesh):
                pass
    finally:
        _BLOCK.reset(token)


def checks() -> bool:
    """Return whether the processes compare their calls."""
    block = _BLOCK.get()
    return block is not None and block.check


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
    block: Any = _BLOCK.get()
    block.meshes[:] = [mesh]
    calls = torch.tensor([list(text)], dtype=torch.uint8, device=mesh.device_type)
    for dim in range(mesh.ndim):
        calls = all_gather(calls, mesh, dim).reshape(-1, _COMPARED)
    if (calls != calls[0]).any():
        texts = dict.fromkeys(type(text)(row).decode(errors="replace").strip() for row in calls.tolist())
        raise RuntimeError(f"the processes call different functions: {'; '.join(texts)}")
    token = _BLOCK.set(block._replace(check=False))
    try:
        yield
    finally:
        _BLOCK.reset(token)


def gathered(name: str, shape: tuple[int, ...], nbytes: int) -> None:
    """Note that the function `name` gathers an array; raise or warn if the guard does not allow it."""
    GATHERS.append((name, shape))
    block = _BLOCK.get()
    if block is None or nbytes <= block.bytes:
        return
    allowed = f"the guard allows {block.bytes:g} bytes"
    text = f"{name} gathers an array of shape {shape}, {nbytes} bytes, on every process; {allowed}"
    if block.action == "raise":
        raise RuntimeError(text)
    warn(text, UserWarning)
