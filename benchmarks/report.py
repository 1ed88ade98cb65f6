"""One run as plain data: the machine, the versions and the results of each part."""

import importlib.metadata
import os
import platform
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import torch

import xp_torch
from benchmarks.measure import Effort
from tools.progress import Steps
from tools.reports import subject

PACKAGES = ("torch", "numpy", "array-api-compat", "scikit-learn", "jax")


@dataclass(frozen=True)
class Options:
    """What is asked of a run; `effort` overrides how long the parts measure, and `sizes` how much.

    `compiler` is the backend of ``torch.compile``; None leaves out what is compiled, and "best" takes what is there.
    """

    full: bool = False
    seed: int = 0
    only: tuple = ()
    in_tree: bool = False
    effort: Effort | None = None
    sizes: tuple = ()
    compiler: str | None = "best"

    def wants(self, name):
        """Whether a case of that name is asked for."""
        return not self.only or any(part in name for part in self.only)


def build(parts, options, stream=None):
    """Run `parts`, a dict of functions of the options and a progress, and return the report."""
    start = time.monotonic()
    report = {**conditions(options), "parts": {}}
    for name, run in parts.items():
        began = time.monotonic()
        progress = Steps(name, None, stream)
        report["parts"][name] = run(options, progress)
        progress.print(f"{name}: done, {time.monotonic() - began:.0f} s")
    report["load"].append(load())
    report["seconds"] = round(time.monotonic() - start, 1)
    return report


def conditions(options):
    """Return the conditions of the measurement."""
    return {
        "subject": subject(xp_torch.__version__),
        "seed": options.seed,
        "full": options.full,
        "only": list(options.only),
        "in_tree": options.in_tree,
        "threads": torch.get_num_threads(),
        "device": str(torch.get_default_device()),
        "versions": versions(),
        "machine": machine(),
        "load": [load()],
    }


def versions():
    """Python's version and those of the packages that are there."""
    found = {"python": platform.python_version()}
    for name in PACKAGES:
        try:
            found[name] = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            continue
    return found


def machine():
    """The processor, its cores, the system and the GPU, if any."""
    return {
        "processor": processor(),
        "cores": os.cpu_count(),
        "system": platform.platform(),
        "vector": torch.backends.cpu.get_cpu_capability(),
        "gpu": torch.cuda.get_device_name() if torch.cuda.is_available() else None,
        "byteorder": sys.byteorder,
    }


def processor():
    """Return the processor's name, if it is known."""
    info = Path("/proc/cpuinfo")
    if info.is_file():
        for line in info.read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def load():
    """How many processes want to run, on average of the last minute; None where the system doesn't say."""
    return round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else None
