"""Times the programs: eager and compiled, each contender in turn."""

import shutil
import time
import warnings

import numpy as np
import torch

import xp_torch
from benchmarks.contenders import CONTENDERS, NUMPY, OURS, TORCH, difference, plain
from benchmarks.measure import Effort, call, interleaved
from benchmarks.programs import (
    black_scholes,
    distances,
    gray_scott,
    jacobi,
    kmeans,
    mandelbrot,
    nbody,
    network,
    periods,
    smoke,
)

PROGRAMS = {
    "k-means": kmeans,
    "Mandelbrot": mandelbrot,
    "smoke": smoke,
    "neural network": network,
    "n-body": nbody,
    "Jacobi stencil": jacobi,
    "Black-Scholes": black_scholes,
    "Gray-Scott": gray_scott,
    "great circles": distances,
    "period search": periods,
}
TOLERANCE = 1e-6  # of chaotic programs after their few steps


def steps_of_numpy(program):
    """One step of the NumPy source, NumPy being the module that Dynamo knows."""
    return lambda *arrays: program.step(np, *arrays)


def steps_of_ours(program):
    """One step of the NumPy source on this library."""
    return lambda *arrays: program.step(xp_torch, *arrays)


def whole(step, arrays, steps):
    """All steps of a program."""
    for _ in range(steps):
        arrays = step(*arrays)
    return arrays


def backend():
    """What compiles: inductor where there is a C++ compiler, else AOTAutograd without code generation."""
    return "inductor" if any(map(shutil.which, ("g++", "c++", "clang++"))) else "aot_eager"


def contenders(program, compiler):
    """The steps by mode and contender; that NumPy's arrays go with NumPy's source follows from the name."""
    eager = {TORCH: program.step_of_torch, OURS: steps_of_ours(program), NUMPY: steps_of_numpy(program)}
    if not compiler:
        return {"eager": eager}
    # dynamic=False: the programs' shapes don't change, and a second compilation is none of their work.
    compiled = {
        name: torch.compile(step, backend=compiler, dynamic=False, fullgraph=True) for name, step in eager.items()
    }
    return {"eager": eager, "compiled": compiled}


def run(options, progress):
    """Time every program; return the rows as plain data."""
    names = [name for name in PROGRAMS if options.wants(name)]
    compiler = backend() if options.compiler == "best" else options.compiler
    effort = options.effort or Effort(rounds=60 if options.full else 20, seconds=10.0 if options.full else 1.5)
    progress.total = 2 * len(names)
    if compiler and compiler != "inductor":
        progress.print("  NO C++ COMPILER: 'compiled' is AOTAutograd without code generation")
    rows = []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for name in names:
            arrays = PROGRAMS[name].start(np.random.default_rng(options.seed))
            for mode, steps in contenders(PROGRAMS[name], compiler).items():
                progress(len(rows), f"{name}, {mode}")
                row = measured(PROGRAMS[name], steps, arrays, effort)
                row.update(name=name, mode=mode, backend=compiler if mode == "compiled" else None)
                if row["wrong"]:
                    progress.print(f"  WRONG {name}, {mode}: {row['wrong']}")
                rows.append(row)
            torch.compiler.reset()
    return rows


def measured(program, steps, arrays, effort):
    """One row: the result of each contender, and where it equals NumPy's, its time."""
    expected = plain(whole(steps_of_numpy(program), arrays, program.STEPS))
    acts, differs, first = {}, {}, {}
    for contender, step in steps.items():
        own = [CONTENDERS[contender].give(array) for array in arrays]
        start = time.perf_counter()
        try:
            told = difference(tuple(whole(step, own, program.STEPS)), expected, TOLERANCE)
        except Exception as error:
            told = f"{type(error).__name__}: {error}".splitlines()[0][:200]
        first[contender] = round(time.perf_counter() - start, 3)
        if told is None:
            acts[contender] = call(lambda step=step, own=own: whole(step, own, program.STEPS))
        else:
            differs[contender] = told
    return {
        "steps": program.STEPS,
        "seconds": interleaved(acts, effort) if acts else {},
        "first_run": first,
        "differs": differs,
        "wrong": differs.get(OURS),
    }
