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
from support.distributed.calls import CUT, calls, operands, texts
from support.distributed.run import mesh
from support.processes import Processes
from xp_torch import distributed
from xp_torch._distributed.guard import GATHERS
from xp_torch._distributed.layout import chunk

__all__ = ["allowed", "over", "peaks"]

#: forms of functions, as in the table of calls, that are measured here only.
_MORE = {
    # reductions and statistics
    "sum prod": "x, axis=0, where=b; v, dtype=m.float32; i8; i8, axis=0; f, axis=1; x, axis=1, out=w; x, keepdims=True",
    "max min": "i8, axis=0; i8, axis=1; f1; x, axis=0, where=b, initial=0.0; x, axis=1, where=b, initial=0.0",
    "any all": "b, where=o; b, axis=0, where=o; b, axis=1, keepdims=True",
    "mean var std": "f; f, axis=1; i8, axis=0; x, axis=1, out=w; x, where=b; x, axis=1, where=b",
    "argmax": "i8, axis=0; f, axis=1; x, axis=1, keepdims=True",
    "count_nonzero": "i8; f, axis=0; x, axis=1, keepdims=True",
    "cumsum": "i8; i8, axis=0; f, axis=0; x, axis=0, out=y; x, axis=1, out=y",
    "nanmedian": "h; x, axis=0; x, axis=1; p, axis=(0, 2)",
    "nanquantile": "x, 0.3, axis=0; x, [0.3, 0.6], axis=1",
    "median": "f; f, axis=0; i8, axis=1; u",
    "nanmean nanvar": "h; x, axis=0; f, axis=1",
    "quantile": "f, [0.2, 0.3], axis=1",
    "average": "x, axis=1, weights=y",
    "histogram": "f1; i8, 5",
    "bincount": "u",
    "add.reduce logaddexp.reduce hypot.reduce": "x, axis=0; x, axis=1",
    "special.logsumexp special.softmax": "x; x, axis=0; x, axis=1; f, axis=0",
    "special.log_softmax": "x, axis=1; v",
    # elementwise
    "add": "x, y, out=y; x, y, where=b, out=y; x, r, out=y; i8, i8; f, x; x, v[:, None]; v, r[:, None]; i8, 2",
    "divmod": "x, y",
    "modf frexp": "x",
    "angle conj": "z",
    "fix i0 sinc nan_to_num isneginf iscomplex": "x",
    "isclose": "x, y",
    "clip": "x, -1.0, 1.0, out=y",
    "where": "b, f, i8; v > 0, w, 0.0",
    "special.erf special.gammaln special.expit": "x",
    "special.xlogy": "x, y",
    "round": "x, 2; x, out=y",
    # movement
    "append": "v, w; x, y, axis=0; x, y, axis=1",
    "concat": "[x, y], out=m.empty((2 * n, 3), device=device); [i8, i8]; [f, x]; [f1, f1, f1]",
    "stack": "[f, f]; [f1, f1], axis=1; [i8, i8], axis=2",
    "array_split": "x, 3; v, 7; x, 2, axis=1",
    "split hsplit": "x, 1; x, [1]",
    "vsplit": "x, [1, 9]",
    "dsplit": "p, 3",
    "hstack vstack dstack column_stack": "[v, w]; [x, y]",
    "block": "= m.block([[x], [y]]); m.block([[x, y]])",
    "delete": "v, 3; x, 3, axis=0; x, 1, axis=1; x, slice(None, None, 2), axis=0; v, q; x, 5",
    "insert": "v, 3, 1.0; x, 3, 1.0, axis=0; v, q, 1.0; x, 1, 2.0, axis=1; x, 3, 1.0",
    "ediff1d": "v; x; v, to_end=1.0",
    "diff": "i8, axis=0; f, axis=1; v, n=3",
    "flip": "i8, axis=0; f; f1",
    "flipud fliplr rot90": "x; f",
    "roll": "i8, 1, axis=0; f1, 9; f, 5",
    "pad": (
        "v, 3; x, 1; x, ((0, 0), (1, 1)); v, 3, mode='reflect'; x, 2, mode='edge'; x, 2, mode='wrap';"
        " x, 2, mode='linear_ramp'; x, 2, mode='mean'; v, 3, mode='maximum'; i8, 1"
    ),
    "resize": "v, 2 * n; x, (2, n)",
    "repeat": "i8, 2, axis=0; f, 2, axis=1; f1, 2; f1, k",
    "tile": "i8, (2, 1); f, (1, 2); f1, 3",
    "reshape": "i8, -1; f, (3, n); f1, (n, 1)",
    "ravel": "x; x, order='F'",
    "swapaxes": "x, 0, 1; p, 0, 2",
    "transpose": "x; p, (2, 0, 1)",
    "rollaxis": "p, 2",
    "tril": "g; g, k=-3",
    "atleast_2d atleast_3d": "v; x",
    "broadcast_arrays": "v[:, None], r",
    # lookup, sets, sorting
    "take": "x, d, axis=0, out=y; f, d, axis=0; i8, d, axis=0; x, d, axis=0, mode='clip'; v, -d; x, j",
    "compress": "v > 0, x, axis=0; b[:, 0], x, axis=0; [True, False, True], x, axis=1, out=y[:, :2]",
    "extract": "b, x; v > 0, v",
    "put_along_axis": "= m.put_along_axis(x, j % 3, y, 1); m.put_along_axis(x, d[:, None] + j * 0, y, 0)",
    "take_along_axis": "f, j % n, axis=0; i8, j % 3, axis=1; f1, d, axis=0",
    "flatnonzero argwhere": "b; i8; v > 0",
    "nonzero": "i8; f1",
    "searchsorted": "m.sort(f1), f1; l, w",
    "isin": "d, k; f1, f1; i8, i8",
    "unique": "k; d; f1; v, return_counts=True; d, return_index=True, return_inverse=True, return_counts=True",
    "unique_values unique_counts": "f1; i8; v; x",
    "union1d intersect1d setdiff1d setxor1d": "k, d; v, w",
    "sort argsort": "i8, axis=0; f1; i8, axis=1; f, axis=1; x, axis=None; x, axis=1, stable=False; p, axis=0",
    "partition argpartition": "v, 3; x, 3, axis=0; x, 1, axis=1",
    "lexsort": "[v, k]; [d, k]",
    "sort_complex": "c",
    "top_k": "f1, 9; x, 2, axis=0",
    # linear algebra
    "matvec": "e, x; x, r",
    "vecmat": "x, e; r, e",
    "einsum": (
        "'ij,ij->i', x, y; 'ij,ik->jk', x, y; 'ij,jk->ik', x, r33; 'ij->ji', x; 'ij->j', x; 'i,ij->j', v, x;"
        " 'i,j->ij', v, r; 'nij,njk->nik', e, e; 'ii', g"
    ),
    "matmul": "f, m.astype(r33, m.float32); m.matrix_transpose(f), f; g, g; g, s; g, v; x, r33, out=y; i8, j[:3, :]",
    "linalg.inv linalg.det linalg.cholesky": "s",
    "linalg.solve": "s, x; s, v; s, g",
    "linalg.vector_norm": "f; f, axis=1; x, axis=1, keepdims=True; x, axis=1, ord=1; i8",
    "linalg.norm": "f; f, axis=0; s; s, ord=1",
    "linalg.matrix_power": "s, 2; s, -1",
    "linalg.lstsq": "f, f1; x, w",
    "linalg.qr": "f; f, mode='r'",
    "cov corrcoef": "f, rowvar=False",
    "interp": "f, r2, r2",
    "digitize": "i8, r2",
    # Fourier transforms
    "fft.fft fft.ifft fft.rfft fft.ihfft": (
        "v; v, n=n // 2; v, n=n + 64; f, axis=0; g; g, axis=0; g, axis=0, n=n // 2; x, norm='ortho'"
    ),
    "fft.irfft fft.hfft": "c, n=n; c, n=n + 1; c, norm='forward'; f, axis=0; z; g; g, axis=0; g, axis=0, n=n // 2",
    "fft.fft fft.ifft": "x; x, axis=0; c, n=n + 64; g, axis=0, n=2 * n",
    "fft.fft2 fft.ifft2 fft.rfft2 fft.irfft2": "g; g, norm='ortho'; g, axes=(1, 0); g, s=(n + 64, n // 2)",
    "fft.fftn fft.ifftn fft.rfftn fft.irfftn": "x; p; f; g, s=(n // 2, n), axes=(0, 1)",
    "fft.fftshift fft.ifftshift": "c; g; g, axes=0; g, axes=1",
    # the array object
    "astype": "x, m.int8; i8, m.float64; f, m.float64",
    "array": "x; x, copy=True; a, device=device",
}
#: expressions that are measured here only.
_MORE_EXPRESSIONS = """
x.flatten(); x.transpose(); x.view(m.int64); z.conj(); x.byteswap(); copy.copy(x).sort(axis=0)
copy.copy(x).sort(axis=1); copy.copy(v).sort(); x.at[1:].set(0.0); x.at[d].set(y); v.at[d].set(w); f[d]; i8[d]; f1[d]
f1[f1 > 0]; i8[i8 > 0]; x[d, 1:]; x[1:, d[:2] % 3]; x[None, d]; x[:, [2, 0]]; e[d]; e[:, q % 3]; e[:, :, 1]
x[::-1][1:]; f[1:]; i8[::-2]; p[d, 1]; p[:, 1, ::-1]; written(f, (d,), f); written(f1, (d,), f1)
written(i8, (d,), i8); written(x, (d,), r); written(x, (d, 1), v); written(x, (-d - 1,), y)
written(x, (d[:, None], m.asarray([0, 2])), y[:, :2]); written(x, (slice(None), q % 3), 1.0)
written(x, (slice(None), m.asarray([0, 2])), y[:, 1:]); written(x, (d % 9,), y)
written(x, (slice(1, None), 1), v[1:]); written(v, (slice(None, None, -1),), w); written(f1, (f1 > 0,), 1.0)
written(i8, (i8 > 0,), i8[i8 > 0]); written(x, (j % 3 > 0,), 2.0); written(v, (v > 0,), w[v > 0]); written(e, (d,), e)
written(p, (d, 0), y); written(v, (j,), x); updated(x, (d,), y); updated(x, (b,), 1.0)
updated(v, (slice(1, None),), w[1:]); updated(x, (slice(None), 1), v); added(x, '__iadd__', v[:, None])
added(f, '__imul__', 2); added(i8, '__iadd__', i8); added(x, '__iadd__', i8); x @ x.T[:, :3]; x.T @ x; f.T @ f
v[:, None] * r; x - x.mean(axis=0); (x - x.mean(axis=0)) ** 2; v @ v; f @ f.T[:, :3]; 5.0 in v; x.to_device(device)
x.T.reshape(-1); m.random.default_rng(3, device=device).random(n)
m.random.default_rng(3, device=device).normal(size=(n, 3)); m.random.default_rng(3, device=device).integers(0, 9, n)
m.random.default_rng(3, device=device).permutation(n)
"""
_NONE: dict[str, Any] = dict.fromkeys(operands(1))
_TEXTS = [*calls(), *texts(_MORE), *(t for line in _MORE_EXPRESSIONS.strip().splitlines() for t in line.split("; "))]
#: calls that are not measured: they send each element by itself, which takes hours for so many.
_LEFT_OUT = {"[float(r) for r in v]"}
#: the calls by their text, without the attribute shape at its end: the result itself is measured.
_CALLS = {
    text: call
    for text, call in calls(text.removesuffix(".shape") for text in _TEXTS).items()
    if text not in _LEFT_OUT and not text.endswith(".shape")  # `calls` adds those of the table as they are
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


def _memory(key: str) -> float:
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
        before = _memory("VmRSS")
        given = {name: _operand(name, rows, m, None if namespace else device) for name in names}
        GATHERS.clear()
        gc.collect()
        libc.malloc_trim(0)
        Path("/proc/self/clear_refs").write_text("5")  # resets the peak
        result = call(m, rows, device, **_NONE | given)
        highest = max(_memory("VmHWM") - before, 0 if not namespace else _nbytes([*given.values(), result]) / 2**20)
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
