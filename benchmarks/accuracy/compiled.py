"""Compiled code beside eager code: each operation of the records, special and random values, in a few graphs."""

import math
import platform
import sys
import time
import warnings

import numpy as np
import torch

import xp_torch
from tools.progress import Steps
from tools.reports import Table, subject, subject_words
from xp_torch._array.ufunc.records import OPS

#: how many units in the last place compiled code may be off; integers and booleans must be equal
ALLOWED = 2
#: operations in one graph
TOGETHER = 24
#: reductions, and operations with numbers, which have kernels of their own
OTHERS = {
    "max": xp_torch.max,
    "min": xp_torch.min,
    "argmax": xp_torch.argmax,
    "argmin": xp_torch.argmin,
    "ptp": xp_torch.ptp,
    "x + 1 > x": lambda x: x + 1 > x,
    "x * 3 - 1": lambda x: x * 3 - 1,
    "x % 3": lambda x: x % 3,
    "x // 3": lambda x: x // 3,
    "x ** 3": lambda x: x**3,
    "x * 1.1": lambda x: x * 1.1,
    "x % 1.1": lambda x: x % 1.1,
    "float32(1.1) * x": lambda x: xp_torch.float32(1.1) * x,
    "x + x * x": lambda x: x + x * x,
    "maximum(x, 1)": lambda x: xp_torch.maximum(x, 1),
}
_WIDTHS = {1: torch.int8, 2: torch.int16, 4: torch.int32, 8: torch.int64}


def _special(dtype):
    """Return the values of a dtype at which kernels go wrong, as float64 or as int64."""
    if dtype.kind == "b":
        return np.array([0, 1])
    if dtype.kind in "iu":
        low, high = int(np.iinfo(dtype).min), int(np.iinfo(dtype).max)
        return np.array([0, 1, 2, 3, 7, 31, 64, 100, high, high - 1, high // 2, low, low + 1, low // 2, max(low, -1)])
    info = np.finfo(dtype)
    ends = [float(x) for x in (info.max, info.smallest_normal, info.smallest_subnormal, info.eps)]
    plain = [0.0, 0.1, 0.5, 1.0, 1.1, 1.5, 2.5, 3.0, 12.5, np.pi, 88.5, 100.25, 255.0, 1e-3, 1e-5, 1e4, np.inf, *ends]
    return np.array([*plain, *(-x for x in plain), np.nan])


def _random(dtype, rng, count):
    if dtype.kind == "b":
        return rng.integers(0, 2, count)
    if dtype.kind in "iu":
        info = np.iinfo(dtype)
        return rng.integers(info.min, info.max, count, endpoint=True, dtype=dtype)
    info = np.finfo(dtype)
    return rng.standard_normal(count) * np.exp2(rng.integers(info.minexp // 2, info.maxexp // 2, count))


def operands(dtype, count, seed):
    """Return two arrays: all pairs of special values, and random numbers."""
    rng, kind = np.random.default_rng(seed), np.dtype("float32" if dtype == "bfloat16" else dtype)
    special = _special(kind)
    pairs = np.meshgrid(special, special)
    with np.errstate(over="ignore"):
        columns = [np.concatenate([p.ravel().astype(kind), _random(kind, rng, count).astype(kind)]) for p in pairs]
    return [xp_torch.asarray(c).astype(getattr(xp_torch, dtype)) for c in columns]


def _function(name):
    """Return an operation as a function of two arrays."""
    if name in OTHERS:
        return lambda x, y: OTHERS[name](x)
    call = getattr(xp_torch, name)
    return (lambda x, y: call(x)) if OPS[name].nin == 1 else call


def _batch(names):
    """Return the function that computes several operations of two arrays."""
    return lambda x, y: tuple([_function(name)(x, y) for name in names])


def units(a, b):
    """Return the distances of two arrays in units in the last place: infinite where one is NaN, or integers differ."""
    a, b = (t.tensor if isinstance(t, xp_torch.ndarray) else torch.as_tensor(t) for t in (a, b))
    if a.dtype is not b.dtype or a.shape != b.shape:
        return torch.full((1,), math.inf)
    if not a.is_floating_point():
        return torch.where(a == b, 0.0, math.inf).reshape(-1)
    first, second = (t.reshape(-1).contiguous().view(_WIDTHS[t.itemsize]).to(torch.int64) for t in (a, b))
    # Bits count upwards from zero on either side of it.
    sizes = [bits - torch.iinfo(_WIDTHS[a.itemsize]).min * (bits < 0) for bits in (first, second)]
    apart = torch.where((first < 0) == (second < 0), torch.abs(sizes[0] - sizes[1]), sizes[0] + sizes[1])
    distance = apart.to(torch.float64)
    alike = (a == b) | (a.isnan() & b.isnan())
    return torch.where(alike.reshape(-1), 0.0, torch.where((a.isnan() ^ b.isnan()).reshape(-1), math.inf, distance))


def _leaves(result):
    return list(result) if isinstance(result, tuple) else [result]


def _eager(names, x, y):
    """Return the results by name of the operations that the dtype has."""
    found = {}
    for name in names:
        try:
            found[name] = _function(name)(x, y)
        except (TypeError, ValueError, NotImplementedError, RuntimeError):
            continue
    return found


def _rows(names, dtype, x, y, eager):
    """Yield a row for each of some operations; those that are not one graph are tried apart."""
    torch._dynamo.reset()
    function = xp_torch.compile(_batch(names))
    results = function(x, y)
    if "compiled in one graph" not in function.explanation.splitlines()[0]:
        if len(names) > 1:
            for half in (names[: len(names) // 2], names[len(names) // 2 :]):
                yield from _rows(half, dtype, x, y, eager)
            return
        reason = function.explanation.splitlines()[0].partition(": ")[2]
        yield {"function": names[0], "dtype": dtype, "compiled": reason, "worst": 0.0, "argument": ""}
        return
    for name, result in zip(names, results, strict=True):
        pairs = zip(_leaves(result), _leaves(eager[name]), strict=True)
        distances = max((units(a, b) for a, b in pairs), key=lambda d: float(d.max()))
        worst, at = float(distances.max()), int(distances.argmax())
        arguments = (
            [c[at].item() for c in (x, y)[: 1 if name in OTHERS else OPS[name].nin]] if len(distances) > 1 else []
        )
        yield {
            "function": name,
            "dtype": dtype,
            "compiled": "",
            "worst": "inf" if math.isinf(worst) else worst,
            "argument": ", ".join(map(repr, arguments)) if worst else "",
        }


def run(names, dtypes, samples, seed, stream=None):
    """Compare, showing progress, and return the report."""
    started, about, rows = time.monotonic(), subject(xp_torch.__version__), []
    chosen = [name for name in (*OPS, *OTHERS) if not names or name in names]
    progress = Steps("compiled", len(dtypes) * len(chosen), stream)
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        for dtype in dtypes:
            x, y = operands(dtype, samples, seed)
            eager = _eager(chosen, x, y)
            have = list(eager)
            for first in range(0, len(have), TOGETHER):
                progress(len(rows), f"{have[first]} {dtype}")
                rows += _rows(have[first : first + TOGETHER], dtype, x, y, eager)
    return {
        "subject": about,
        "seed": seed,
        "samples": samples,
        "selection": list(names),
        "versions": {"torch": torch.__version__, "numpy": np.__version__, "python": platform.python_version()},
        "platform": f"{platform.platform()}, {torch.backends.cpu.get_cpu_capability()}",
        "file": xp_torch.__file__,
        "arguments": sys.argv[1:],
        "seconds": round(time.monotonic() - started, 1),
        "rows": rows,
        "holds": all(float(row["worst"]) <= ALLOWED for row in rows),
    }


def conditions(report):
    """Return the conditions of the measurement in one paragraph."""
    words = [f"all pairs of special values and {report['samples']} random ones", f"seed {report['seed']}"]
    words += [subject_words(report["subject"]), *(f"{name} {version}" for name, version in report["versions"].items())]
    return "; ".join([*words, report["platform"]]) + "."


def tables(report):
    """Return the tables by name: ``compiled``, one row a dtype, and ``compiled-off``, the results that differ."""
    summary, off = [], []
    for dtype in dict.fromkeys(row["dtype"] for row in report["rows"]):
        rows = [row for row in report["rows"] if row["dtype"] == dtype]
        worst = max(rows, key=lambda row: float(row["worst"]))
        apart = [row for row in rows if row["compiled"]]
        at = f"{float(worst['worst']):.3g} (`{worst['function']}`)" if float(worst["worst"]) else "0"
        summary.append((dtype, str(len(rows)), str(sum(float(row["worst"]) > 0 for row in rows)), at, str(len(apart))))
        off += [
            (row["function"], dtype, row["compiled"] or f"{float(row['worst']):.3g}", row["argument"])
            for row in rows
            if float(row["worst"]) > 1 or row["compiled"]
        ]
    head = ("dtype", "operations", "differ", "at most, in units in the last place", "not compiled")
    return {
        "compiled": [Table("Compiled code beside eager code", head, tuple(summary), frozenset({0}))],
        "compiled-off": [
            Table(
                "More than one unit, or not compiled",
                ("operation", "dtype", "units", "argument"),
                tuple(off),
                frozenset({0, 1, 3}),
            )
        ],
    }
