"""The versions of torch and NumPy that run, and the pinned ones."""

import re
from pathlib import Path

import numpy as np
import torch


def parsed(version):
    """Return a version as a tuple of its first two numbers."""
    return tuple(int(number) for number in re.findall(r"\d+", version)[:2])


def pins(file="constraints.txt"):
    """Return the pinned versions of a file of the repository by normalized name."""
    lines = Path(__file__).resolve().parents[1].joinpath(file).read_text(encoding="utf-8").splitlines()
    pairs = (line.split("==") for line in lines if line and not line.startswith("#"))
    return {re.sub(r"[-_.]+", "-", name).lower(): version for name, version in pairs}


TORCH, NUMPY = parsed(torch.__version__), parsed(np.__version__)
PINNED_TORCH, PINNED_NUMPY = (parsed(pins()[name]) for name in ("torch", "numpy"))
