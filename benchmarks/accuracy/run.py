"""One measurement: every function, dtype and region, and the report of it as plain data."""

import math
import platform
import sys
import time

import mpmath
import numpy as np
import torch

import xp_torch
from benchmarks.accuracy import aggregates, decompositions
from benchmarks.accuracy.arguments import REGIONS, draw
from benchmarks.accuracy.contenders import CONTENDERS, results
from benchmarks.accuracy.functions import FUNCTIONS
from benchmarks.accuracy.measure import errors, exact_values
from tools.progress import Steps
from tools.reports import subject

#: how much worse than NumPy the worst error of a function in a region may be.
ALLOWED = 1.0


def cells(names, dtypes):
    """The (function, dtype, region) that there are."""
    return [
        (function, dtype, region)
        for dtype in dtypes
        for function in FUNCTIONS
        if np.dtype(dtype).kind in function.kinds
        and (not names or function.name in names)
        and dtype in (function.dtypes or (dtype,))
        for region in REGIONS
    ]


def measure(function, dtype, region, samples, seed):
    """One cell: the worst error of each contender, in the common unit and component by component."""
    columns = draw(function, dtype, region, samples, seed)
    exact = exact_values(function, columns)
    found = {"function": function.name, "dtype": dtype, "region": region, "values": int(exact.kept.sum())}
    common, own = {}, {}
    for name in CONTENDERS:
        pairs = [errors(exact, result) for result in results(name, function, columns)]
        if pairs:
            own[name], common[name] = (np.max(each, axis=0).max(-1, initial=0.0) for each in zip(*pairs, strict=True))
    ours, theirs = common["xp_torch"], common["numpy"]
    # The first where ours is worst beside NumPy's: (inf - inf) is no difference.
    with np.errstate(invalid="ignore"):
        excess = np.nan_to_num(ours - theirs, nan=0.0)
    found["errors"] = {name: worst(values) for name, values in common.items()}
    found["by_component"] = {name: worst(values) for name, values in own.items()}
    found["holds"] = bool(ours.max(initial=0.0) <= theirs.max(initial=0.0) + ALLOWED)
    found["excess_at_one_argument"] = worst(excess)
    at = int(np.argmax(excess if found["holds"] else ours)) if len(ours) else None
    found["argument"] = ", ".join(repr(c[exact.kept][at].item()) for c in columns) if len(ours) else ""
    return found


def worst(values):
    """The largest value as JSON has it, which knows no infinity."""
    largest = float(values.max(initial=0.0))
    return largest if math.isfinite(largest) else "inf"


def run(names, dtypes, samples, seed, stream=None):
    """Measure, showing progress, and return the report."""
    started, about = time.monotonic(), subject(xp_torch.__version__)
    asked = cells(names, dtypes)
    many = aggregates.cells(names, dtypes)
    factored = decompositions.cells(names, dtypes)
    progress = Steps("accuracy", len(asked) + len(many) + len(factored), stream)
    rows = []
    for function, dtype, region in asked:
        progress(len(rows), f"{function.name} {dtype} {region}")
        rows.append(measure(function, dtype, region, samples, seed))
        if not rows[-1]["holds"]:
            progress.print(f"  WORSE {describe(rows[-1])}")
    summed = []
    for name, dtype, region in many:
        progress(len(rows) + len(summed), f"{name} {dtype} {region}")
        summed.append(aggregates.measure(name, dtype, region, samples, seed))
    matrices = []
    for name, dtype in factored:
        progress(len(rows) + len(summed) + len(matrices), f"{name} {dtype}")
        matrices.append(decompositions.measure(name, dtype, samples, seed))
    seconds = time.monotonic() - started
    progress.print(f"accuracy: {progress.total}/{progress.total} cells, {seconds:.0f} s")
    return {
        "subject": about,
        "seed": seed,
        "samples": samples,
        "selection": list(names),
        "versions": versions(),
        "file": xp_torch.__file__,
        "platform": f"{platform.platform()}, {torch.backends.cpu.get_cpu_capability()}",
        "seconds": round(seconds, 1),
        "rows": rows,
        "aggregates": summed,
        "decompositions": matrices,
        "holds": all(row["holds"] for row in (*rows, *matrices)),
    }


def describe(row):
    """One cell in a line."""
    figures = " / ".join(f"{float(row['errors'][name]):.3g}" if name in row["errors"] else "-" for name in CONTENDERS)
    return f"{row['function']} {row['dtype']} {row['region']}: {figures} at {row['argument']}"


def versions():
    """What was measured with."""
    return {
        "torch": torch.__version__,
        "numpy": np.__version__,
        "mpmath": mpmath.__version__,
        "python": ".".join(map(str, sys.version_info[:3])),
    }
