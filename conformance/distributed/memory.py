"""Peak memory of the calls of the table: of each process on its part, beside NumPy's on the whole arrays; on Linux."""

from __future__ import annotations

import ctypes
import gc
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import torch.distributed as dist

import xp_torch as xp
from conformance.distributed.calls import CUT, calls, operands
from conformance.distributed.run import mesh
from conformance.processes import Processes
from xp_torch import distributed
from xp_torch._distributed.guard import GATHERS
from xp_torch._distributed.layout import chunk

__all__ = ["allowed", "over", "peaks"]

#: calls that have no row in the table because their values are random.
EXTRA = [
    "m.random.default_rng(3, device=device).random(n)",
    "m.random.default_rng(3, device=device).normal(size=(n, 3))",
    "m.random.default_rng(3, device=device).integers(0, 9, n)",
    "m.random.default_rng(3, device=device).permutation(n)",
]
_NONE: dict[str, Any] = dict.fromkeys(operands(1))
_CALLS = calls() | {text: eval(f"lambda m, n, device, {', '.join(_NONE)}: {text}") for text in EXTRA}


def allowed(numpy: float, size: int) -> float:
    """Return the megabytes that a process may take where NumPy takes `numpy`."""
    return 1.5 * numpy / size + 10


def _names(text: str) -> list[str]:
    """Return the names of the operands of a call."""
    return [name for name in _NONE if re.search(rf"\b{name}\b", text)]


def _rows(names: list[str], nbytes: int) -> int:
    """Return the number of rows for which the largest operand has `nbytes`."""
    rows = nbytes // 8
    for name in names:
        few, many = (operands(n, [name])[name].nbytes for n in (8, 16))
        if many == 4 * few:
            rows = min(rows, int((nbytes / few) ** 0.5 * 8))
        elif many > few:
            rows = min(rows, nbytes * 8 // (many - few))
    return rows


def _operand(name: str, rows: int, m: Any, device: Any) -> Any:
    """Return an operand: on `device` that of the rows of this process, else the whole one."""
    a = operands(rows, [name])[name]
    if device is None or name not in CUT - {"q"}:
        return m.asarray(a)
    start, stop = chunk(rows, dist.get_world_size(), dist.get_rank())
    return distributed.from_local(a[start:stop].copy(), device)


def _memory(key: str) -> float:
    """Return a number of megabytes that the kernel counts for this process."""
    status = Path("/proc/self/status").read_text()
    return int(re.search(rf"{key}:\s+(\d+)", status)[1]) / 1024  # type: ignore[index]


def _nbytes(x: Any) -> int:
    """Return the size of arrays: pages of zeros are in memory only once they are written."""
    return sum(map(_nbytes, x)) if isinstance(x, (tuple, list)) else getattr(x, "nbytes", 0)


def peak(text: str, nbytes: int, namespace: str = "") -> tuple[float, int]:
    """Return the megabytes that this process takes for the operands and the call, and the number of gathers.

    The arrays are distributed, or the whole ones of `namespace`.
    """
    gc.freeze()  # makes the next collections fast
    libc = ctypes.CDLL(None)
    libc.mallopt(-3, 2**16)  # M_MMAP_THRESHOLD: what is freed goes back to the system
    call, names = _CALLS[text], _names(text)
    m: Any = {"": xp, "xp": xp, "np": np}[namespace]
    device: Any = "cpu" if namespace else distributed.Device(mesh(False))
    for rows in (64, _rows(names, nbytes)):  # the first time loads what it needs
        gc.collect()
        libc.malloc_trim(0)
        before = _memory("VmRSS")
        given = {name: _operand(name, rows, m, None if namespace else device) for name in names}
        GATHERS.clear()
        gc.collect()
        libc.malloc_trim(0)
        Path("/proc/self/clear_refs").write_text("5")  # resets the peak
        result = call(m, rows, device, **_NONE | given)
        highest = max(_memory("VmHWM") - before, 0 if not namespace else _nbytes([*given.values(), result]) / 2**20)
        del result, given
    return highest, len(GATHERS)


def peaks(processes: Processes, text: str, nbytes: int) -> tuple[float, float, int]:
    """Return NumPy's peak, the largest of the processes, and the number of gathers."""
    # what NumPy lacks is compared with plain arrays
    numpy = next(o for n in ("np", "xp") if (o := processes.outcomes(peak, text, nbytes, n)[0]).error is None)
    found = processes.run(peak, text, nbytes)
    return numpy.value[0], max(p for p, _ in found), found[0][1]


def over(processes: Processes, nbytes: int, only: str = "") -> Iterator[str]:
    """Yield a line for each call that takes more memory than is allowed, and for each that raises."""
    for text in _CALLS:
        if only not in text:
            continue
        try:
            numpy, most, gathers = peaks(processes, text, nbytes)
        except (RuntimeError, StopIteration) as error:
            yield f"{text}: {str(error).strip().splitlines()[-1:]}"
            continue
        if most > allowed(numpy, processes.size):
            yield f"{text}: {most:.0f} MB a process, {numpy:.0f} MB with NumPy, {gathers} gathers"
