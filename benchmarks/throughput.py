"""Part ``throughput``: whole arrays, from a thousand elements to ten million."""

import warnings

import numpy as np

from benchmarks.array_cases import CASES
from benchmarks.cases import ABSENT, contest, told_apart
from benchmarks.contenders import CONTENDERS, NUMPY, OURS, TORCH
from benchmarks.measure import Effort, interleaved
from benchmarks.operands import Operands, SpecialOperands

SIZES = (1_000, 1_000_000)
ALL_SIZES = (1_000, 10_000, 100_000, 1_000_000, 10_000_000)
DTYPES = ("float64", "float32", "int64", "bool", "complex128")
#: further dtypes, for functions that don't take the first three
ALL_DTYPES = (
    *DTYPES,
    *("int8", "int16", "int32", "uint8", "uint16", "uint32", "uint64", "float16", "complex64"),
)


def cells(options):
    """The (case, dtype, size, elements) that there are, the elements being fewer where the case is heavy."""
    sizes = options.sizes or (ALL_SIZES if options.full else SIZES)
    dtypes = [np.dtype(name) for name in (ALL_DTYPES if options.full else DTYPES)]
    return [
        (case, dtype, size, size if options.full else min(size, case.heavy or size))
        for size in sizes
        for dtype in dtypes
        for case in CASES
        if options.wants(case.name) and case.takes(dtype)
    ]


def special(case, dtype, seed):
    """How plain torch differs from `xp_torch` at infinities, NaNs, zeros and extremes; None where it doesn't.

    A function that is only right on ordinary numbers does less, and its time is no measure.
    """
    if not case.hostile or case.line(TORCH) is ABSENT:
        return None
    operands = SpecialOperands(dtype, seed)
    try:
        expected = case.result(OURS, operands)
    except Exception as error:
        return f"xp_torch refuses: {type(error).__name__}: {error}".splitlines()[0][:120]
    return told_apart(case, TORCH, operands, expected)


def run(options, progress):
    """Time every cell; return the rows as plain data."""
    asked = cells(options)
    effort = options.effort or Effort(rounds=60 if options.full else 15, seconds=1.0 if options.full else 0.15)
    contenders = list(CONTENDERS) if options.full else [TORCH, OURS, NUMPY]
    progress.total = len(asked)
    operands = None
    rows = []
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        for case, dtype, size, elements in asked:
            progress(len(rows), f"{case.name} {dtype} {size}")
            if operands is None or (operands.n, operands.dtype) != (elements, dtype):
                operands = Operands(elements, dtype, options.seed)
            found = contest(case, operands, contenders)
            if found.wrong:
                progress.print(f"  WRONG {case.name} {dtype} {size}: {found.wrong}")
            rows.append(
                {
                    "name": case.name,
                    "group": case.group,
                    "dtype": str(dtype),
                    "size": size,
                    "elements": elements,
                    "torch": case.line(TORCH),
                    "special": special(case, dtype, options.seed),
                    "seconds": interleaved(found.acts, effort) if found.acts else {},
                    "differs": found.differs,
                    "wrong": found.wrong,
                }
            )
    return rows
