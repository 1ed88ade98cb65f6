"""Peak memory of the calls of the table: of each process on its part, beside NumPy's on the whole arrays; on Linux."""

from __future__ import annotations

import ctypes
import gc
import re
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np
import torch.distributed as dist

import xp_torch as xp
from support.distributed.calls import CUT, calls, operands
from support.distributed.run import mesh
from support.processes import Processes
from tools.calls import SHARDED
from xp_torch import distributed
from xp_torch._distributed.guard import GATHERS
from xp_torch._distributed.layout import chunk

__all__ = ["allowed", "over", "peaks"]

_NONE: dict[str, Any] = dict.fromkeys(operands(1))
#: calls that are not measured: they send each element by itself, which takes hours for so many.
_LEFT_OUT = {"[float(r) for r in v]"}
#: the calls by their text, without the attribute shape at its end: the result itself is measured.
_CALLS = {
    text: call
    for text, call in calls([text.removesuffix(".shape") for text in SHARDED]).items()
    if text not in _LEFT_OUT
}
#: calls whose result has as many rows as columns, and the size that the largest operand has elsewhere.
_SQUARE = {
    "m.eye(n, device=device)",
    "m.meshgrid(v, w, indexing='ij')",
    "m.matmul(x, y.T)",
    "m.linalg.matmul(x, y.T)",
    "m.tensordot(v, w, axes=0)",
    "m.linalg.tensordot(v, w, axes=0)",
    "product(m.linalg.qr(x, mode='complete'))",
    "m.linalg.svd(x)[0]",
    "m.linalg.outer(v, w)",
    "m.cov(x)",
    "m.corrcoef(x)",
    "m.dot(x, m.matrix_transpose(y))",
    "m.inner(x, y)",
    "m.outer(v, w)",
}
#: operands whose rows depend on the number of all rows.
_WHOLE = {"d", "g", "l", "s"}


def allowed(numpy: float, size: int) -> float:
    """Return the megabytes that a process may take where NumPy takes `numpy`."""
    return 1.5 * numpy / size + 10


def _names(text: str) -> list[str]:
    """Return the names of the operands of a call."""
    return [name for name in _NONE if re.search(rf"\b{name}\b", text)]


def _rows(text: str, nbytes: int) -> int:
    """Return the number of rows for which the largest operand, or a square result, has `nbytes`."""
    if text in _SQUARE:
        return int((nbytes / 8) ** 0.5)
    names = _names(text)
    rows = nbytes // (4 if names else 8)
    for name in names:
        few, many = (operands(n, [name])[name].nbytes for n in (8, 16))
        if many == 4 * few:
            rows = min(rows, int((nbytes / few) ** 0.5 * 8))
        elif many > few:
            rows = min(rows, nbytes * 8 // (many - few))
    return rows


def _operand(name: str, rows: int, m: Any, device: Any) -> Any:
    """Return an operand: on `device` the rows of this process, which are those of the whole one or others, as many."""
    if device is None or name not in (CUT - {"q"}) | {"r5n"}:
        return m.asarray(operands(rows, [name])[name])
    start, stop = chunk(rows, dist.get_world_size(), dist.get_rank())
    if name == "r5n":  # sharded along its long axis
        mesh_, part = device.mesh, operands(stop - start, [name])[name]
        return distributed.from_local(part, distributed.Device(mesh_, 1))
    a = operands(rows, [name])[name][start:stop] if name in _WHOLE else operands(stop - start, [name])[name]
    return distributed.from_local(a.copy(), device)


def memory(key: str) -> float:
    """Return a number of megabytes that the kernel counts for this process."""
    status = Path("/proc/self/status").read_text()
    return int(re.search(rf"{key}:\s+(\d+)", status)[1]) / 1024  # type: ignore[index]


def _nbytes(x: Any) -> int:
    """Return the size of arrays: pages of zeros are in memory only once they are written."""
    return sum(map(_nbytes, x)) if isinstance(x, (tuple, list)) else getattr(x, "nbytes", 0)


def peak(text: str, nbytes: int, namespace: str = "") -> tuple[float, int]:
    """Return the megabytes that this process takes for the operands and the call, and the number of gathers.

    A result that is not distributed, as that of a conversion, counts as a gather if it is large.

    The arrays are distributed, or the whole ones of `namespace`.
    """
    gc.freeze()  # makes the next collections fast
    libc = ctypes.CDLL(None)
    libc.mallopt(-3, 2**16)  # M_MMAP_THRESHOLD: what is freed goes back to the system
    call, names = _CALLS[text], _names(text)
    m: Any = {"": xp, "xp": xp, "np": np}[namespace]
    device: Any = "cpu" if namespace else distributed.Device(mesh(False))
    for rows in (64, _rows(text, nbytes)):  # the first time loads what it needs
        gc.collect()
        libc.malloc_trim(0)
        before = memory("VmRSS")
        given = {name: _operand(name, rows, m, None if namespace else device) for name in names}
        GATHERS.clear()
        gc.collect()
        libc.malloc_trim(0)
        Path("/proc/self/clear_refs").write_text("5")  # resets the peak
        result = call(m, rows, device, **_NONE | given)
        highest = max(memory("VmHWM") - before, 0 if not namespace else _nbytes([*given.values(), result]) / 2**20)
        is_whole = type(result) is list or (type(result) in (np.ndarray, xp.ndarray) and result.nbytes > nbytes / 4)
        del result, given
    return highest, len(GATHERS) + is_whole


def peaks(processes: Processes, alone: Processes, text: str, nbytes: int) -> tuple[float, float, int]:
    """Return NumPy's peak in a process `alone`, the largest of the processes, and the number of gathers.

    Small blocks that NumPy frees would make later arrays of that process part of its heap, which stays large.
    """
    # what NumPy lacks is compared with plain arrays
    numpy = next(o for n in ("np", "xp") if (o := alone.outcomes(peak, text, nbytes, n)[0]).error is None)
    found = processes.run(peak, text, nbytes)
    return numpy.value[0], max(p for p, _ in found), found[0][1]


def over(processes: Processes, nbytes: int, only: str = "") -> Iterator[tuple[str, str]]:
    """Yield each call that takes more memory than is allowed, or raises: "over", "gathers" or "raises", and a line."""
    with closing(Processes(1, processes.timeout)) as alone:
        for text in _CALLS:
            if only not in text:
                continue
            try:
                numpy, most, gathers = peaks(processes, alone, text, nbytes)
            except (RuntimeError, StopIteration) as error:
                yield "raises", f"{text}: {str(error).strip().splitlines()[-1:]}"
                continue
            if most > allowed(numpy, processes.size):
                limit = allowed(numpy, processes.size)
                yield (
                    "gathers" if gathers else "over",
                    f"{text}: {most:.0f} MB a process, {limit:.0f} allowed, {numpy:.0f} with NumPy",
                )
