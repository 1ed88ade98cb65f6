"""Garbage calls in the fuzzer's processes."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

from support.fuzzer.run import Report
from support.fuzzer.run import run as run_examples
from support.garbage.check import HANG_SECONDS

MODULE = "support.garbage.check"


def run(names: list[str], count: int, seed: int, workers: int, tell: Any = None) -> Report:
    """Make about `count` calls of the functions `names`; leave out ends and hangs that NumPy's calls share."""
    report = run_examples(names, max(count // len(names), 1), seed, workers, tell, MODULE)
    kept = []
    for finding in report.findings:
        call, _, what = finding["line"].rpartition("  # ")
        if what.startswith(("no answer", "the process")) and _numpy_fails(call):
            report.documented[f"NumPy's call: {what}"] += 1
        else:
            kept.append(finding)
    report.findings = kept
    return report


def _numpy_fails(call: str) -> bool:
    """Return whether NumPy's call ends its process or hangs, too."""
    program = f"import numpy; from support.garbage.check import outcome; outcome({call!r}, numpy)"
    paths = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}  # relative ones are of another folder
    try:
        done = subprocess.run([sys.executable, "-c", program], env=paths, timeout=HANG_SECONDS + 10, check=False)
        return done.returncode < 0
    except subprocess.TimeoutExpired:
        return True
