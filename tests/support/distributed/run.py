"""Runs the table of calls in processes, and compares with plain arrays."""

from __future__ import annotations

import functools
import zlib
from typing import Any

import numpy as np
import torch
import torch.distributed as dist
from torch.distributed.device_mesh import DeviceMesh, init_device_mesh

import xp_torch as xp
from support import oracle
from support.distributed.calls import CUT, calls, operands
from support.processes import Processes
from tools import tolerance
from xp_torch import distributed
from xp_torch._distributed.array import DistributedArray
from xp_torch._distributed.guard import GATHERS

__all__ = ["VERDICTS", "mesh", "verdicts"]

#: what the table may say of a call; of the processes' verdicts, the last of these counts.
VERDICTS = {
    "right": "Every process has NumPy's result, and nothing is gathered that is not in the result.",
    "gathers": "Every process has NumPy's result, and an array was gathered on the way.",
    "raises": "Every process raises the same error.",
    "wrong": "A result differs from that of plain arrays, or its parts are not those of its layout.",
    "diverging": "The processes have different results, or only some of them raise.",
    "hanging": "A process waits until the time-out.",
}
TIMEOUT = 60.0
_TOLERANCE = {torch.float32: 1e-4, torch.complex64: 1e-4}
_CALLS = calls()


def verdicts(processes: Processes, rows: int, only: str = "", grid: bool = False) -> dict[str, tuple[str, str]]:
    """Return the verdict on each call, and what was found; with `grid`, on a mesh of two dimensions."""
    return {text: _verdict(processes, text, rows, grid) for text in _CALLS if only in text}


def _verdict(processes: Processes, text: str, rows: int, grid: bool) -> tuple[str, str]:
    outcomes = processes.outcomes(one, text, rows, grid)
    if any(isinstance(o.error, TimeoutError) for o in outcomes):
        return "hanging", ""
    found = [o.value or ("diverging", f"{o.error!r} {o.trace[-800:]}", 0) for o in outcomes]
    if len({(verdict, said) for verdict, said, _ in found}) > 1 or len({digest for *_, digest in found}) > 1:
        processes.close()
        return "diverging", "; ".join(f"process {rank}: {' '.join(f[:2])}" for rank, f in enumerate(found))
    return found[0][:2]


def one(text: str, rows: int, grid: bool = False) -> tuple[str, str, int]:
    """Return the verdict of this process on a call, what it found, and a checksum of the values."""
    call, values = _CALLS[text], operands(rows)
    device = distributed.Device(mesh(grid), (0, 1) if grid else 0)
    given = {name: xp.asarray(a, device=device if name in CUT else None) for name, a in values.items()}
    expected = call(xp, rows, "cpu", **{name: xp.asarray(a) for name, a in values.items()})
    before = len(GATHERS)
    try:
        got = call(xp, rows, device, **given)
    except Exception as error:
        return "raises", f"{type(error).__name__}: {error}"[:200], 0
    gathered = GATHERS[before:]
    arrays: list[bytes] = []
    if wrong := difference(got, expected, arrays):
        return "wrong", wrong, 0
    if gathered:
        return "gathers", ", ".join(sorted({str(name) for name, *_ in gathered})), zlib.crc32(b"".join(arrays))
    return "right", "", zlib.crc32(b"".join(arrays))


@functools.cache
def mesh(grid: bool) -> DeviceMesh:
    """Return the mesh of all processes, of two dimensions if `grid`."""
    size = dist.get_world_size()
    return init_device_mesh("cpu", (2, size // 2) if grid else (size,))


def difference(got: Any, expected: Any, arrays: list[bytes]) -> str:
    """Return how results differ, or an empty string."""
    if isinstance(expected, (tuple, list)):
        if type(got) is not type(expected) or len(got) != len(expected):
            return f"{got!r} for {expected!r}"
        return next(filter(None, (difference(g, e, arrays) for g, e in zip(got, expected, strict=True))), "")
    if isinstance(expected, np.ndarray):
        got, expected = xp.asarray(got), xp.asarray(expected)
    if not isinstance(expected, xp.ndarray):
        same = got == expected or (got != got and expected != expected) or _near(got, expected)
        return "" if same else f"{got!r} for {expected!r}"
    if not isinstance(got, xp.ndarray):
        return f"{type(got).__name__} for an array"
    if wrong := _wrong_layout(got):
        return wrong
    g, e = np.asarray(got), np.asarray(expected)
    arrays.append(g.tobytes())
    near = _TOLERANCE.get(expected.dtype.torch, 1e-9)
    what = oracle.difference(xp.asarray(g), e, lambda mine, theirs, *_: tolerance.within(mine, theirs, near).all())
    return f"another {what}: {g.tolist()} for {e.tolist()}"[:400] if what else ""


def _near(got: Any, expected: Any) -> bool:
    return isinstance(expected, (float, complex)) and isinstance(got, type(expected)) and abs(got - expected) < 1e-9


def _wrong_layout(x: xp.ndarray) -> str:
    """Return how the shape of this process's part differs from that of ``torch.chunk``, or an empty text."""
    if type(x) is not DistributedArray:
        return ""
    expected = torch.empty(x.shape, device="meta")
    for dim, axis in enumerate(x._layout.axes):
        if axis is not None:
            chunks = expected.chunk(x._layout.sizes[dim], axis)
            rank = x._layout.ranks[dim]
            expected = chunks[rank] if rank < len(chunks) else expected.narrow(axis, 0, 0)
    found = tuple(x._part.shape)
    return "" if found == tuple(expected.shape) else f"a process has {found} of {x.shape}"
