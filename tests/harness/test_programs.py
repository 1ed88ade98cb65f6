"""`python -m conformance programs`: how a program's import is changed and its results compared."""

import json
import os
import subprocess
import sys

import numpy as np
import pytest

import xp_torch as xp
from conformance import programs as cli
from tools import npbench
from tools import programs as run
from tools.clones import SuiteUnavailable

SOURCE = """import numpy as np


def scaled(a, out, n):
    out[:] = a * n
    return a.sum(axis=0), n
"""
DATA = """import numpy as np


def initialize(N):
    from numpy.random import default_rng
    return default_rng(0).random((N, 2)), np.zeros((N, 2))
"""
ABOUT = {
    "name": "Scaled",
    "short_name": "scaled",
    "relative_path": "scaled",
    "module_name": "scaled",
    "func_name": "scaled",
    "domain": "Test",
    "parameters": {"S": {"N": 3, "n": 2}},
    "init": {"func_name": "initialize", "input_args": ["N"], "output_args": ["a", "out"]},
    "input_args": ["a", "out", "n"],
}
OTHER_DTYPE = "np.asarray(1, dtype=np.float32) if np.__name__ != 'numpy' else a.sum(axis=0)"


@pytest.fixture
def folder(tmp_path):
    """A folder laid out as NPBench is, with one program."""
    (tmp_path / "bench_info").mkdir()
    (tmp_path / "bench_info" / "scaled.json").write_text(json.dumps({"benchmark": ABOUT}), encoding="utf-8")
    inner = tmp_path / "npbench" / "benchmarks" / "scaled"
    inner.mkdir(parents=True)
    (inner / "scaled.py").write_text(DATA, encoding="utf-8")
    (inner / "scaled_numpy.py").write_text(SOURCE, encoding="utf-8")
    return tmp_path


def test_a_program_is_run_twice_and_compared(folder):
    program = npbench.programs(npbench.checkout(folder))["scaled"]
    row = run.run(program)
    assert row["verdict"] == "same"
    assert row["numpy"] > 0
    assert row["ours"] > 0


@pytest.mark.parametrize(
    ("line", "verdict"),
    [
        (f"return {OTHER_DTYPE}, n", "result[0]: float32 (), not float64 (2,)"),
        ("return a.sum(axis=0), n + (np.__name__ != 'numpy')", "result[1]: 3, not 2"),
        ("return a.sum(axis=0) + (np.__name__ != 'numpy'), n", "result[0]: other values"),
        (
            "return float(a[0, 0]) + (np.__name__ != 'numpy'), n",
            "result[0]: 1.6369616873214543, not 0.6369616873214543",
        ),
        ("return a[0, 0] if np.__name__ != 'numpy' else 1, n", "result[0]: array(0.63696169), not 1"),
        ("return {np.__name__: n}", "result[0][0]: 'xp_torch', not 'numpy'"),
        ("print(1); print(np.__name__); return n", "printed: 'xp_torch', not 'numpy'"),
        ("out[0] = np.__name__ != 'numpy'; return a.sum(axis=0), n", "argument[1]: other values"),
    ],
)
def test_what_differs_is_told(folder, line, verdict):
    path = folder / "npbench" / "benchmarks" / "scaled" / "scaled_numpy.py"
    path.write_text(SOURCE.replace("return a.sum(axis=0), n", line), encoding="utf-8")
    assert run.run(npbench.programs(folder)["scaled"])["verdict"] == verdict


def test_an_error_is_a_verdict(folder):
    path = folder / "npbench" / "benchmarks" / "scaled" / "scaled_numpy.py"
    path.write_text(SOURCE.replace("return", "np.__name__ == 'numpy' or 1 / 0\n    return"), encoding="utf-8")
    assert run.run(npbench.programs(folder)["scaled"])["verdict"] == "ZeroDivisionError: division by zero"


def test_a_folder_without_programs_is_refused(tmp_path):
    with pytest.raises(SuiteUnavailable, match="bench_info"):
        npbench.checkout(tmp_path)


def test_arrays_inside_tuples_are_handed_over():
    (inner, number) = run.handed_over((np.ones(2), 3))
    assert type(inner) is xp.ndarray
    assert number == 3


@pytest.mark.slow
def test_programs_with_dispatch_of_scipy():
    # SciPy reads the variable when it is imported.
    names = ["optimize.bounded_lbfgs", "signal.spectra", "stats.density", "linalg.solve", "spatial.rotations"]
    command = [sys.executable, "-m", "conformance", "programs", *names]
    subprocess.run(command, env=os.environ | {"SCIPY_ARRAY_API": "1"}, check=True)


def test_programs_of_both_sources_are_run_by_one_command(folder, capsys):
    assert cli.run_programs(["scaled", "kmeans", "--suite", str(folder)]) == 0
    lead = capsys.readouterr().out
    assert "1 of 1 programs of NPBench" in lead
    assert "1 of 1 programs of the collection" in lead
    assert cli.run_programs(["kmeans"]) == 0
