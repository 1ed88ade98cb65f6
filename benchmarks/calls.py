"""Part ``calls``: what a call costs, on three elements."""

import warnings

import numpy as np

from benchmarks.call_cases import CASES
from benchmarks.cases import contest
from benchmarks.contenders import CONTENDERS, TORCH
from benchmarks.measure import Effort, interleaved

OPERANDS = {
    "x": np.asarray([0.5, 0.25, 0.75]),
    "y": np.asarray([1.5, 2.0, 0.5]),
    "f": np.asarray([0.5, 0.25, 0.75], dtype=np.float32),
    "g": np.asarray([1.5, 2.0, 0.5], dtype=np.float32),
    "i": np.asarray([2, 0, 1]),
    "j": np.asarray([3, 1, 2]),
    "k": np.asarray([3, 1, 2], dtype=np.int32),
    "u": np.asarray([3, 1, 2], dtype=np.uint8),
    "b": np.asarray([True, False, True]),
    "c": np.asarray([0.5 + 1j, 0.25, 2j]),
    "z": np.asarray(1.5),
    "w": np.asarray(2),
    "o": np.asarray([1.0, 1.0, 1.0]),
    "e": np.empty(3),
    "r": np.asarray([[0.5, 0.25, 0.75]]),
    "m": np.asarray([[4.0, 1.0, 0.5], [1.0, 3.0, 0.25], [0.5, 0.25, 2.0]]),
}


def run(options, progress):
    """Time every case; return the rows as plain data."""
    cases = [case for case in CASES if options.wants(case.name)]
    effort = options.effort or Effort(rounds=200 if options.full else 40, seconds=2.0 if options.full else 0.5)
    progress.total = len(cases)
    rows = []
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        for case in cases:
            progress(len(rows), case.name)
            found = contest(case, OPERANDS, CONTENDERS)
            if found.wrong:
                progress.print(f"  WRONG {case.name}: {found.wrong}")
            rows.append(
                {
                    "name": case.name,
                    "group": case.group,
                    "torch": case.line(TORCH),
                    "seconds": interleaved(found.acts, effort),
                    "differs": found.differs,
                    "wrong": found.wrong,
                }
            )
    return rows
