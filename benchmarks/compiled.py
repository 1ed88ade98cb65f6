"""Part ``compiled``: programs written against NumPy through `xp_torch.compile`, eager and on NumPy.

Those that ``examples/npbench`` has are compiled as they are there, too, with `fori_loop`, `while_loop` and `scan` for
their loops, and by JAX where it is installed, as NPBench's authors wrote them for it.
"""

import copy
import importlib.util
import signal
import sys
import time
import warnings
from pathlib import Path

import numpy as np
import torch

import xp_torch
from benchmarks.contenders import NUMPY, OURS, jax
from benchmarks.measure import Effort, interleaved
from tools import npbench
from tools.programs import CLOSE_MIXED, handed_over, unlike

COMPILED, TORCH_COMPILED = "xp_torch.compile", "torch.compile"
LOOP, JITTED = "xp_torch.compile, loops", "jax.jit"
EXAMPLES = Path(__file__).resolve().parent.parent / "examples" / "npbench"
#: the step of k-means in the announcement of NumPy in `torch.compile`, which runs there, too
KMEANS = npbench.Program(
    "k-means step",
    """
import numpy as np

def nearest(points, means):
    return np.argmin(np.linalg.norm(points - means[:, None], axis=2), axis=0)
""",
    """
import numpy as np

def start(number):
    means = np.asarray([[5.0, 5.0], [10.0, 10.0]])
    points = np.repeat(means, number, axis=0)
    return points + np.random.default_rng(0).standard_normal(points.shape), means
""",
    {
        "func_name": "nearest",
        "input_args": ["points", "means"],
        "parameters": {"S": {"number": 1_000_000}},
        "init": {"func_name": "start", "input_args": ["number"], "output_args": ["points", "means"]},
        "domain": "Learning",
    },
)
#: seconds of processor time in which a kernel must compile: Dynamo unrolls loops
SECONDS, SECONDS_FULL = 120, 600
#: instructions of Python that a kernel may run to be compiled in a quick run
INSTRUCTIONS = 55_000


class TooLongError(BaseException):
    """A kernel has taken its time to compile; not an `Exception`, which Dynamo would catch."""


def expired(number, frame):
    """Raise an error in a kernel that compiles for too long."""
    raise TooLongError


def run(options, progress):
    """Compile and time every kernel; return the rows as plain data."""
    wanted = [KMEANS] if options.wants(KMEANS.name) else []
    if not wanted or len(options.only) != 1:
        kernels = npbench.programs(npbench.checkout())
        wanted += [kernels[name] for name in kernels if options.wants(name)]
    progress.total = len(wanted)
    effort = options.effort or Effort(rounds=40 if options.full else 10, seconds=10.0 if options.full else 2.0)
    rows = []
    for program in wanted:
        progress(len(rows), program.name)
        with warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.simplefilter("ignore")
            rows.append(measured(program, options, effort))
        torch.compiler.reset()
        verdict = rows[-1]["not_compiled"]
        if rows[-1]["wrong"]:
            progress.print(f"  WRONG {program.name}: {rows[-1]['wrong']}")
        elif verdict:
            progress.print(f"  {program.name}: {verdict}")
    return rows


def measured(program, options, effort):
    """One row: what compiles in one graph, and where results equal NumPy's, the times."""
    given = npbench.arguments(program, "S")
    source = npbench.function(program, "numpy")
    wanted, used = called(source, given)
    ours, eager = [handed_over(copy.deepcopy(value)) for value in given], npbench.function(program, "xp_torch")
    row = {
        "name": program.name,
        "domain": program.about["domain"],
        "not_compiled": None,
        "first_run": None,
        "first_of_loops": None,
        "first_of_jax": None,
        "wrong": None,
    }
    backend = "inductor" if options.compiler == "best" else options.compiler
    acts = {NUMPY: fresh(source, given)}
    example = EXAMPLES / f"{program.about['module_name']}.py" if "module_name" in program.about else None
    if options.compiler and example and example.is_file():
        add_loops(example, program, given, (wanted, used), backend, row, acts)
    if options.compiler and not options.full and (number := instructions(source, given)) > INSTRUCTIONS:
        row["not_compiled"] = f"not tried: runs {number:,} instructions"
        return row | {"seconds": interleaved(acts, effort) if len(acts) > 1 else {}}
    row["wrong"] = row["wrong"] or told_apart(called(eager, ours), (wanted, used))
    if not row["wrong"]:
        acts[OURS] = fresh(eager, ours)
    if options.compiler:
        compiled = xp_torch.compile(source, fullgraph=True, dynamic=False, backend=backend)
        signal.signal(signal.SIGPROF, expired)
        signal.setitimer(signal.ITIMER_PROF, SECONDS_FULL if options.full else SECONDS)
        began = time.perf_counter()
        try:
            found = called(compiled, given)
        except TooLongError:
            row["not_compiled"] = "compiles for too long"
        except Exception as error:
            row["not_compiled"] = f"{type(error).__name__}: {error}".splitlines()[0][:200]
        else:
            row["first_run"] = round(time.perf_counter() - began, 3)
            if wrong := told_apart(found, (wanted, used)):
                row["wrong"] = f"compiled: {wrong}"
            else:
                acts[COMPILED] = fresh(compiled, given)
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
        if program is KMEANS:
            acts[TORCH_COMPILED] = fresh(torch.compile(source, fullgraph=True, dynamic=False, backend=backend), given)
    return row | {"seconds": interleaved(acts, effort)}


def add_loops(example, program, given, expected, backend, row, acts):
    """Compile the program of an example and NPBench's for JAX; add both to `acts` and their first calls to `row`."""
    spec = importlib.util.spec_from_file_location(f"npbench_{example.stem}", example)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    function = getattr(module, program.about["func_name"])
    loops = xp_torch.compile(function, fullgraph=True, dynamic=False, backend=backend)
    began = time.perf_counter()
    try:
        found, used = called(loops, given)
    except Exception as error:
        row["wrong"] = f"loops: {type(error).__name__}: {error}".splitlines()[0][:200]
        return
    row["first_of_loops"] = round(time.perf_counter() - began, 3)
    number = type(expected[0]) is int
    if wrong := told_apart((int(found) if number else found, used), expected):
        row["wrong"] = f"loops: {wrong}"
        return
    acts[LOOP] = fresh(loops, given)
    if jax is None or (function := npbench.function_for_jax(program)) is None:
        return
    if not hasattr(function, "lower"):
        function = jax.jit(function, static_argnums=[i for i, value in enumerate(given) if isinstance(value, int)])
    handed = [jax.numpy.asarray(value) if isinstance(value, np.ndarray) else value for value in given]
    began = time.perf_counter()
    jax.block_until_ready(function(*handed))
    row["first_of_jax"] = round(time.perf_counter() - began, 3)

    def act(number):
        start = time.perf_counter()
        for _ in range(number):
            jax.block_until_ready(function(*handed))
        return time.perf_counter() - start

    acts[JITTED] = act


def instructions(function, given):
    """How many instructions of Python a function runs, with those of its module that it calls."""
    number = 0

    def counted(frame, event, _):
        nonlocal number
        number += event == "opcode"
        return counted

    def entered(frame, event, _):
        if frame.f_globals is not function.__globals__:
            return None
        frame.f_trace_opcodes, frame.f_trace_lines = True, False
        return counted

    before = sys.gettrace()  # that of coverage, in its runs of the tests
    sys.settrace(entered)
    try:
        called(function, given)
    finally:
        sys.settrace(before)
    return number


def called(function, given):
    """The result of a function, and its arguments, which it may have written to."""
    used = copy.deepcopy(given)
    return function(*used), used


def told_apart(found, wanted):
    """How a result and arguments differ from NumPy's, in words; None where they don't."""
    # nbody is chaotic: NumPy's own result changes by 4e-6 when the last bits of its input do.
    words = [
        *unlike(wanted[0], handed_over(found[0]), tolerance=CLOSE_MIXED),
        *unlike(wanted[1], handed_over(found[1]), "argument", CLOSE_MIXED),
    ]
    return "; ".join(words) or None


def fresh(function, given):
    """A function of a number of loops that returns the seconds of that many calls, each with fresh arguments."""

    def act(number):
        seconds = 0.0
        for _ in range(number):
            used = copy.deepcopy(given)
            start = time.perf_counter()
            function(*used)
            seconds += time.perf_counter() - start
        return seconds

    return act
