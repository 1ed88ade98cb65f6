"""Part ``memory``: how far each function's allocations rise at once, beside plain torch's.

torch's profiler reports every allocation and release of its allocators, those inside kernels too, in order; the
running sum's highest value is the peak, which holds the result but not the operands. What NumPy allocates on the way
is added: `tracemalloc` knows it.
"""

import tracemalloc
import warnings

import numpy as np
import torch
from torch.profiler import ProfilerActivity, profile

from benchmarks.array_cases import CASES
from benchmarks.cases import ABSENT, told_apart
from benchmarks.contenders import NUMPY, OURS, TORCH
from benchmarks.operands import Operands

SIZE, FULL_SIZE = 100_000, 1_000_000
DTYPES = ("float64", "int64")
ALL_DTYPES = ("float64", "float32", "int64", "bool", "complex128", "uint8", "uint16", "uint64", "float16")


def peak_of_torch(function):
    """The most bytes that torch's allocators hold at once for `function`, over what they held before."""
    with profile(activities=[ProfilerActivity.CPU], profile_memory=True) as watched:
        result = function()
    events = watched.profiler.kineto_results.events()
    steps = sorted((event.start_ns(), event.nbytes()) for event in events if event.name() == "[memory]")
    held = highest = 0
    for _, step in steps:
        held += step
        highest = max(highest, held)
    del result
    return highest


def peak_of_numpy(function):
    """The most bytes that NumPy and Python hold at once for `function`, over what they held before."""
    tracemalloc.start()
    try:
        before, _ = tracemalloc.get_traced_memory()
        tracemalloc.reset_peak()
        result = function()
        _, highest = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    del result
    return highest - before


def peak(case, contender, operands):
    """The peak of one case in bytes; its first run, which may fill caches, is not counted."""
    line = compile(case.line(contender), case.name, "eval")

    def act(names):
        return lambda: eval(line, names)

    act(case.names(contender, operands))()
    names = case.names(contender, operands)
    numpys = peak_of_numpy(act(names))
    # The interpreter's own objects.
    numpys = numpys if numpys > operands.n else 0
    return numpys if contender == NUMPY else numpys + peak_of_torch(act(case.names(contender, operands)))


def run(options, progress):
    """The peak of every case; return the rows as plain data."""
    [size, *_] = options.sizes or (FULL_SIZE if options.full else SIZE,)
    dtypes = [np.dtype(name) for name in (ALL_DTYPES if options.full else DTYPES)]
    asked = [(case, dtype) for dtype in dtypes for case in CASES if options.wants(case.name) and case.takes(dtype)]
    progress.total = len(asked)
    rows = []
    with warnings.catch_warnings(), np.errstate(all="ignore"), torch.no_grad():
        warnings.simplefilter("ignore")
        for case, dtype in asked:
            progress(len(rows), f"{case.name} {dtype}")
            operands = Operands(min(size, case.heavy or size), dtype, options.seed)
            expected = case.result(OURS if case.line(NUMPY) is ABSENT else NUMPY, operands)
            lines = [name for name in (TORCH, OURS, NUMPY) if case.line(name) is not ABSENT]
            differs = {name: told for name in lines if (told := told_apart(case, name, operands, expected))}
            rows.append(
                {
                    "name": case.name,
                    "group": case.group,
                    "dtype": str(dtype),
                    "size": operands.n,
                    "bytes": {name: peak(case, name, operands) for name in lines if name not in differs},
                    "differs": differs,
                    "wrong": differs.get(OURS),
                }
            )
    return rows
