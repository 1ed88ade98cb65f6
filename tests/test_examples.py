"""The programs in examples/ run, and say what they should."""

import copy
import importlib.util
import os
import runpy
import subprocess
import sys
from pathlib import Path

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
import pytest
import torch
from support import npbench_programs

import xp_torch as xp

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"


def run(*arguments: str, cwd: Path) -> subprocess.CompletedProcess:
    """Run an example as a user does; a process of its own, because SciPy reads SCIPY_ARRAY_API when it is imported."""
    return subprocess.run(
        [sys.executable, "-W", "error", *arguments],
        cwd=cwd,
        env=os.environ | {"MPLCONFIGDIR": str(cwd), "OMP_NUM_THREADS": "1"},
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=300,
    )


@pytest.fixture(scope="module")
def estimators():
    """The scikit-learn example as a module, to be read and not run."""
    spec = importlib.util.spec_from_file_location("scikit_learn_estimators", EXAMPLES / "scikit_learn_estimators.py")
    module = importlib.util.module_from_spec(spec)
    # Dataclasses look their module up by name.
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    yield module
    del sys.modules[spec.name]


@pytest.mark.slow
@pytest.mark.parametrize("dataset", ["digits", "wine"])
def test_scikit_learn_gives_the_results_of_numpys_run(dataset, estimators, tmp_path):
    options = ["--dataset", dataset, "--samples", "300", "--repeat", "1", "--device", "cpu", "--output", "plot.png"]
    done = run(str(EXAMPLES / "scikit_learn_estimators.py"), *options, cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    for name in estimators.TASKS:
        assert name in done.stdout
        assert f"] {name}: NumPy" in done.stderr
    assert "DIFFERS" not in done.stdout
    assert str((tmp_path / "plot.png").resolve()) in done.stdout
    assert (tmp_path / "plot.png").read_bytes().startswith(b"\x89PNG")


def test_a_different_result_is_reported(estimators):
    def outcome(*values: float) -> object:
        return estimators.Outcome(np.array(values), np.ndarray, 1.0, 0.1)

    assert estimators.compare("t", "score", outcome(1.0, 2.0), outcome(1.0, 2.0 + 1e-12)).agrees
    row = estimators.compare("t", "score", outcome(1.0, 2.0), outcome(1.0, 2.1))
    assert not row.agrees
    assert "DIFFERS" in estimators.table([row], "xp_torch")


@pytest.mark.slow
def test_bfloat16_trains_as_float32_does_with_master_weights(tmp_path):
    done = run(str(EXAMPLES / "bfloat16_network.py"), "--steps", "250", cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    single, mixed, narrow = (float(line.split()[2]) for line in done.stdout.splitlines()[1:])
    assert abs(mixed - single) < 0.01 * single
    assert narrow > 1.05 * single


GALLERY = sorted(path.stem for path in (EXAMPLES / "gallery").glob("*.py"))


@pytest.mark.slow
@pytest.mark.parametrize("program", GALLERY)
def test_programs_of_the_gallery_draw_their_picture(program, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    mpl.use("agg")
    runpy.run_path(str(EXAMPLES / "gallery" / f"{program}.py"))
    plt.close("all")
    assert (tmp_path / f"{program}.png").read_bytes().startswith(b"\x89PNG")


def test_the_page_shows_every_program_of_the_gallery():
    page = (EXAMPLES.parent / "docs" / "gallery.md").read_text(encoding="utf-8")
    shown = [line.removeprefix(".. program-of-gallery:: ") for line in page.splitlines() if "program-of" in line]
    assert sorted(shown) == GALLERY
    assert len(GALLERY) == 11


NPBENCH = sorted(path.stem for path in (EXAMPLES / "npbench").glob("*.py"))


def test_every_program_of_npbench_has_arguments():
    assert NPBENCH == sorted(npbench_programs.ARGUMENTS)


@pytest.mark.compiled
@pytest.mark.parametrize("program", NPBENCH)
@pytest.mark.parametrize("compiled", [False, True], ids=["eager", "compiled"])
def test_programs_of_npbench_compute_what_numpy_does(program, compiled):
    name = npbench_programs.FUNCTIONS.get(program, "kernel" if program in npbench_programs.KERNELS else program)
    function = runpy.run_path(str(EXAMPLES / "npbench" / f"{program}.py"))[name]
    if compiled:
        function = xp.compile(function, fullgraph=True, dynamic=False, backend="eager")
    expected, found = (copy.deepcopy(npbench_programs.ARGUMENTS[program]) for _ in range(2))
    result = getattr(npbench_programs, program)(*expected)
    arrays = [xp.asarray(value) if isinstance(value, np.ndarray) else value for value in found]
    ours = function(*arrays)
    torch.compiler.reset()
    for a, b in zip((ours, *arrays), (result, *expected), strict=True):
        for x, y in zip(*((v if isinstance(v, tuple) else (v,)) for v in (a, b)), strict=True):
            if y is not None:
                np.testing.assert_allclose(np.asarray(x), y, rtol=1e-9, atol=1e-12)
