"""One program with NumPy and with the package: its results and arguments compared, its time taken."""

import contextlib
import copy
import io
import itertools
import signal
import time
import warnings
from numbers import Number

import numpy as np

import xp_torch as xp
from tools import npbench

#: tolerance relative to the largest value: the order of summation differs.
CLOSE = {"float32": 1e-3, "complex64": 1e-3}
CLOSE_ELSE = 1e-8
#: the same for programs that iterate until a tolerance is met, and for compiled ones.
CLOSE_MIXED = 1e-6


class TooLongError(Exception):
    """A program took more than its time."""


def handed_over(value):
    """`value` with the package's arrays in place of NumPy's."""
    if isinstance(value, np.ndarray | np.generic):
        return xp.array(value)
    return type(value)(map(handed_over, value)) if isinstance(value, list | tuple) else value


def arrays(value):
    """Return a result of both libraries with arrays of NumPy in place of arrays and numbers, and lists of tuples."""
    if isinstance(value, list | tuple):
        return list(map(arrays, value))
    return np.asarray(value) if isinstance(value, xp.ndarray | np.ndarray | np.generic | Number) else value


def unlike(wanted, found, where="result", tolerance=CLOSE_ELSE):
    """How `found`, of the package, differs from `wanted`, of NumPy: a list of words, empty where it does not."""
    if isinstance(wanted, str) and isinstance(found, str):
        lines = itertools.zip_longest(wanted.splitlines(), found.splitlines())
        return [f"{where}: {line!r}, not {asked!r}" for asked, line in lines if line != asked][:1]
    if isinstance(wanted, dict):
        wanted, found = list(wanted.items()), list(found.items()) if isinstance(found, dict) else found
    if isinstance(wanted, list | tuple):
        if not isinstance(found, list | tuple) or len(found) != len(wanted):
            return [f"{where}: {type(found).__name__} of another length"]
        pairs = zip(wanted, found, strict=True)
        return [words for i, (a, b) in enumerate(pairs) for words in unlike(a, b, f"{where}[{i}]", tolerance)]
    if not isinstance(wanted, np.ndarray | np.generic):
        same = found is wanted or (type(found) is type(wanted) and np.allclose(found, wanted, CLOSE_ELSE, 0, True))
        return [] if same else [f"{where}: {found!r}, not {wanted!r}"]
    if not isinstance(found, xp.ndarray):
        return [f"{where}: a {type(found).__name__}"]
    if found.dtype != wanted.dtype or found.shape != wanted.shape:
        return [f"{where}: {found.dtype} {found.shape}, not {wanted.dtype} {wanted.shape}"]
    a, b = np.asarray(wanted), np.asarray(found)
    close = CLOSE.get(str(a.dtype), tolerance)
    largest = np.max(np.abs(a[np.isfinite(a)]), initial=1) if a.dtype.kind in "fc" else 0
    if np.allclose(b, a, rtol=close, atol=close * largest, equal_nan=a.dtype.kind in "fc"):
        return []
    return [f"{where}: other values"]


def expired(number, frame):
    """Raise an error in a program that takes too long."""
    raise TooLongError


def timed(function, arguments, seconds):
    """The result of a call and what it printed, and its time; `TooLongError` past `seconds`."""
    signal.signal(signal.SIGALRM, expired)
    signal.alarm(seconds)
    try:
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            began = time.perf_counter()
            result = function(*arguments)
            return (result, printed.getvalue()), time.perf_counter() - began
    finally:
        signal.alarm(0)


def run(program, preset="S", seconds=120):
    """Run one program with both libraries and return how the runs compare."""
    row = {"program": program.name, "domain": program.about["domain"], "verdict": "same", "numpy": None, "ours": None}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            given = npbench.arguments(program, preset)
            used = copy.deepcopy(given)
            wanted, row["numpy"] = timed(npbench.function(program, "numpy"), used, seconds)
        except ImportError as error:
            return row | {"verdict": f"not run: {error}"}
        ours = [handed_over(copy.deepcopy(value)) for value in given]
        try:
            found, row["ours"] = timed(npbench.function(program, "xp_torch"), ours, seconds)
        except TooLongError:
            return row | {"verdict": f"more than {seconds} s"}
        except Exception as error:
            return row | {"verdict": f"{type(error).__name__}: {error}"}
    if program.about.get("mixed"):
        words = unlike(arrays(wanted[0]), handed_over(arrays(found[0])), tolerance=CLOSE_MIXED)
    else:
        words = unlike(wanted[0], found[0])
    words += unlike(wanted[1], found[1], "printed") + unlike(used, ours, "argument")
    return row | {"verdict": "; ".join(words) or "same"}
