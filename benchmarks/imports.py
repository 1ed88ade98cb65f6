"""Part ``imports``: what ``import xp_torch`` adds to ``import torch``, in fresh processes."""

import os
import subprocess
import sys
from pathlib import Path

from benchmarks.measure import timing

ROOT = Path(__file__).resolve().parent.parent
TIMES, FULL_TIMES = 7, 25
MODULES = ("xp_torch", "numpy", "array_api_compat.torch", "torch._numpy")
PROGRAM = """
import time
start = time.perf_counter()
import torch
middle = time.perf_counter()
import {module}
print(middle - start, time.perf_counter() - middle)
"""


def seconds(module, in_tree):
    """How long torch took to import, and how long `module` took after it."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)} if in_tree else dict(os.environ)
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # with it, every import would compile the sources
    # -P, because the current folder may be the checkout.
    line = [sys.executable, "-P", "-c", PROGRAM.format(module=module)]
    done = subprocess.run(line, env=environment, capture_output=True, text=True, check=True)
    return [float(text) for text in done.stdout.split()]


def run(options, progress):
    """Import every module several times in turn; return the rows as plain data."""
    modules = [name for name in MODULES if options.wants(name)]
    times = options.effort.rounds if options.effort else FULL_TIMES if options.full else TIMES
    progress.total = times * len(modules)
    first, added = [], {name: [] for name in modules}
    for done in range(times + 1):
        for number, name in enumerate(modules):
            progress(max(done - 1, 0) * len(modules) + number, f"import {name}")
            torchs, own = seconds(name, options.in_tree)
            # The first import reads files from disk and compiles them.
            if done:
                first.append(torchs)
                added[name].append(own)
    if not modules:
        return []
    rows = {"torch": vars(timing(first, 1))}
    rows.update({name: vars(timing(added[name], 1)) for name in modules})
    return [{"name": name, "seconds": found} for name, found in rows.items()]
