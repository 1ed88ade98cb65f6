"""Part ``growth``: common functions at three sizes beside NumPy, and the largest size without huge pages, too."""

import json
import os
import subprocess
import sys
import tempfile
import warnings
from dataclasses import replace
from pathlib import Path

import numpy as np
import torch

from benchmarks.cases import Case, contest
from benchmarks.contenders import CONTENDERS, NUMPY, OURS
from benchmarks.measure import Effort, interleaved
from benchmarks.operands import generic, positive, side

ROOT = Path(__file__).resolve().parent.parent
SIZES = (1_000, 100_000, 10_000_000)
ALL_SIZES = (1_000, 10_000, 100_000, 1_000_000, 4_000_000, 10_000_000)
#: torch reads it when it is loaded
VARIABLE = "THP_MEM_ALLOC_ENABLE"
FLOAT, SINGLE, INTEGER, COMPLEX = map(np.dtype, ("f8", "f4", "i8", "c16"))
#: Bytes of a block to free first. glibc takes blocks that are larger than any freed before, up to 32 MB, from Linux
#: anew each time, so that a line's time would depend on those before it.
FREED = 2**25 - 2**13
#: largest number of elements of matrices whose products and decompositions take the cube of their side
MOST = 250_000


class Line(Case):
    """A line that may draw from ``rng``, a generator of the namespace's own."""

    def names(self, contender, operands):
        """The names that the line needs, with fresh operands."""
        names = super().names(contender, operands)
        return names | ({"rng": CONTENDERS[contender].module.random.default_rng(0)} if "rng." in self.source else {})


def matrix(rng, n):
    """A square matrix of about `n` elements."""
    return generic(rng, side(n) ** 2, FLOAT).reshape(side(n), side(n))


def with_nans(rng, n):
    """Numbers, of which a tenth is NaN."""
    return np.where(rng.random(n) < 0.1, np.nan, generic(rng, n, FLOAT))


MAKERS = {
    "x": lambda rng, n: generic(rng, n, FLOAT),
    "y": lambda rng, n: generic(rng, n, FLOAT),
    "p": lambda rng, n: positive(rng, n, FLOAT),
    "z": with_nans,
    "f": lambda rng, n: generic(rng, n, SINGLE),
    "c": lambda rng, n: generic(rng, n, COMPLEX),
    "i": lambda rng, n: rng.integers(0, 1000, n),
    "j": lambda rng, n: rng.integers(0, 1000, n),
    "s": lambda rng, n: rng.integers(-100, 100, n, np.int8),
    "u": lambda rng, n: rng.integers(0, 60_000, n, np.uint16),
    "m": lambda rng, n: rng.random(n) < 0.5,
    "k": lambda rng, n: rng.random(n) < 0.5,
    "t": lambda rng, n: np.ones(n, bool),
    "order": lambda rng, n: rng.permutation(n),
    "counts": lambda rng, n: np.zeros(1000),
    "edges": lambda rng, n: np.linspace(-4.0, 4.0, 101),
    "points": lambda rng, n: np.linspace(-4.0, 4.0, 101),
    "values": lambda rng, n: generic(rng, 101, FLOAT),
    "window": lambda rng, n: generic(rng, 9, FLOAT),
    "terms": lambda rng, n: generic(rng, 5, FLOAT),
    "A": matrix,
    "B": matrix,
    "v": lambda rng, n: generic(rng, side(n), FLOAT),
    "w": lambda rng, n: generic(rng, side(n), FLOAT),
    "T": lambda rng, n: generic(rng, n // 10 * 10, FLOAT).reshape(-1, 10),
    "C": lambda rng, n: generic(rng, n // 3 * 3, FLOAT).reshape(-1, 3),
    "D": lambda rng, n: generic(rng, n // 3 * 3, FLOAT).reshape(-1, 3),
    "S": lambda rng, n: matrix(rng, min(n, MOST)) + 3 * np.eye(side(min(n, MOST))),
    "b": lambda rng, n: generic(rng, side(min(n, MOST)), FLOAT),
}

LINES = {
    "arithmetic": (
        *("x + y", "x * 2.0", "x / p", "x ** 2", "xp.power(p, 1.5)", "i + 1", "i // 7", "i % 7", "s % 7", "f * f"),
        *("c * c", "x > 0.0", "m & k", "~m", "xp.maximum(x, y)", "xp.where(m, x, y)", "xp.clip(x, -1.0, 1.0)"),
        *("xp.sqrt(p)", "xp.exp(x)", "xp.exp(f)", "xp.log(p)", "xp.sin(x)", "xp.tanh(x)", "xp.arctan2(x, y)"),
        *("xp.hypot(x, y)", "xp.abs(x)", "xp.abs(c)", "xp.angle(c)", "xp.sign(x)", "xp.isnan(x)", "xp.floor(x)"),
        *("xp.round(x)", "xp.round(x, 2)", "xp.nan_to_num(z)", "xp.logaddexp(x, y)", "xp.unwrap(x)"),
        *("x.astype(xp.float32)", "i.astype(xp.float64)"),
    ),
    "reductions": (
        *("xp.sum(x)", "xp.sum(f)", "xp.mean(x)", "xp.std(x)", "xp.var(x)", "xp.max(x)", "u.max()", "xp.ptp(x)"),
        *("xp.argmax(x)", "xp.all(t)", "xp.any(x > 9.0)", "xp.count_nonzero(m)", "xp.sum(m)", "xp.sum(A, axis=0)"),
        *("xp.sum(A, axis=1)", "xp.mean(A, axis=0)", "xp.std(A, axis=0)", "xp.max(A, axis=1)", "xp.argmin(A, axis=1)"),
        *("xp.nansum(z)", "xp.nanmean(z)", "xp.nanmax(z)", "xp.nanstd(z)", "xp.cumsum(x)", "xp.cumsum(A, axis=0)"),
        *("xp.cumprod(xp.sign(x))", "xp.diff(x)", "xp.gradient(x)", "xp.trapezoid(x)"),
    ),
    "statistics": (
        *("xp.median(x)", "xp.percentile(x, [10, 90])", "xp.average(x, weights=p)", "xp.cov(T.T)", "xp.corrcoef(T.T)"),
        *("xp.histogram(x, 100)[0]", "xp.bincount(i)", "xp.digitize(x, edges)", "xp.interp(x, points, values)"),
        *("xp.polyval(terms, x)", "xp.polyfit(x, y, 3)", "xp.convolve(x, window)", "xp.correlate(x, window)"),
        "xp.apply_along_axis(xp.sum, 1, A)",
    ),
    "sorting and sets": (
        *("xp.sort(x)", "xp.sort(A, axis=0)", "xp.argsort(x)", "xp.searchsorted(points, x)", "xp.unique(i)"),
        *("xp.unique(x)", "xp.unique_counts(i)", "xp.isin(i, j)", "xp.union1d(i, j)", "xp.intersect1d(i, j)"),
        *("xp.nonzero(m)[0]", "xp.lexsort((x, i))"),
    ),
    "joining": (
        *("xp.concatenate([x, y])", "xp.stack([x, y])", "xp.stack([x, y], axis=1)", "xp.column_stack([x, y])"),
        *("xp.tile(x, 2)", "xp.repeat(x, 2)", "xp.roll(x, 3)", "xp.pad(x, 3)", "x.copy()", "A.T.copy()"),
    ),
    "indexing": (
        *("x[m]", "x[order]", "xp.take(x, order)", "x[::2] + 1.0", "x[::-1] + 1.0", "xp.flip(A, axis=0) * 2.0"),
        *("A[:, ::-1] + B", "A[::2, ::2].copy()", "xp.tril(A)"),
    ),
    "linear algebra": (
        *("x @ y", "A @ v", "v @ A", "T.T @ T", "xp.outer(v, w)", "xp.einsum('ij,ij->i', A, B)"),
        *("xp.einsum('ij,j->i', A, v)", "xp.linalg.norm(x)", "xp.linalg.norm(A, axis=1)", "xp.trace(A)"),
        *("xp.cross(C, D)", "S @ S", "xp.linalg.solve(S, b)", "xp.linalg.inv(S)", "xp.linalg.det(S)"),
    ),
    "random numbers": (
        *("rng.random({n})", "rng.normal(size={n})", "rng.integers(0, 100, {n})", "rng.uniform(-1.0, 1.0, {n})"),
        *("rng.permutation({n})", "rng.choice(x, {n})"),
    ),
    "fft": ("xp.fft.fft(c)", "xp.fft.ifft(c)", "xp.fft.rfft(x)", "xp.fft.rfft(x[:-1])", "xp.fft.fft2(A)"),
    "creation": ("xp.arange({n})", "xp.linspace(0.0, 1.0, {n})", "xp.ones({n})", "xp.full({n}, 2.5)"),
}
#: lines that write to their operand, and the operand
WRITES = {
    "x[m] = 0.0": "x",
    "x[order] = y": "x",
    "x += y": "x",
    "x[::-1] = y": "x",
    "xp.add.at(counts, i, x)": "counts",
    "A[:, 0] = v": "A",
}


def cases():
    """The lines, each a case."""
    lines = [(group, source, "") for group, sources in LINES.items() for source in sources]
    lines += [("indexing", source, target) for source, target in WRITES.items()]
    return [Line(source.format(n="n"), group, source, after=after) for group, source, after in lines]


CASES = tuple(cases())


class Operands(dict):
    """Operands by name, each made on first use from its own seed."""

    def __init__(self, n, seed):
        super().__init__()
        self.n, self.seed = n, seed

    def __contains__(self, name):
        return name in MAKERS

    def __missing__(self, name):
        self[name] = MAKERS[name](np.random.default_rng((self.seed, self.n, *name.encode())), self.n)
        return self[name]


def run(options, progress):
    """Time every line at every size; return the rows as plain data."""
    sizes = options.sizes or (ALL_SIZES if options.full else SIZES)
    asked = [case for case in CASES if options.wants(case.name)]
    effort = options.effort or Effort(rounds=60 if options.full else 20, seconds=1.0 if options.full else 0.3)
    progress.total = len(asked) * len(sizes)
    rows = []
    np.empty(FREED, np.uint8)
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        for size in sizes:
            operands = Operands(size, options.seed)
            for case in asked:
                progress(len(rows), f"{case.name} {size}")
                rows.append(row(case, size, operands, effort))
    if asked and os.environ.get(VARIABLE) == "1":
        progress.print(f"  {max(sizes)} elements once more, without {VARIABLE}=1")
        add_small_pages(rows, max(sizes), options)
    return rows


def line(case, size):
    """The case with its size in the source."""
    return replace(case, source=case.source.format(n=size))


def row(case, size, operands, effort):
    """The times of a line at a size; nothing is timed unless its result equals NumPy's."""
    contenders = contest(line(case, size), operands, (OURS, NUMPY))
    return {
        "name": case.name,
        "group": case.group,
        "size": size,
        "huge_pages": os.environ.get(VARIABLE) == "1",
        "seconds": interleaved(contenders.acts, effort),
        "wrong": contenders.wrong,
    }


def add_small_pages(rows, size, options):
    """Add to the rows of one size the times of a process without huge pages of torch."""
    # The command sets the variable where it is missing.
    environment = {**os.environ, VARIABLE: "0"}
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        words = ["growth", "--size", str(size), "--json", str(report), "--output", folder, "--seed", str(options.seed)]
        words += [part for text in options.only for part in ("--only", text)]
        words += ["--in-tree"] if options.in_tree else []
        words += ["--full"] if options.full else []
        words += ["--rounds", str(options.effort.rounds)] if options.effort else []
        words += ["--threads", str(torch.get_num_threads())]
        command = [sys.executable, "-m", "benchmarks", *words]
        subprocess.run(command, cwd=ROOT, env=environment, check=True, capture_output=True)
        others = json.loads(report.read_text(encoding="utf-8"))["parts"]["growth"]
    seconds = {other["name"]: other["seconds"] for other in others}
    for own in rows:
        if own["size"] == size:
            own["small_pages"] = seconds[own["name"]]
