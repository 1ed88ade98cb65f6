"""The table of what of NumPy is here is current and complete, and what it says is out of scope is not here."""

import importlib.util
import os
import re
import subprocess
import sys

import numpy as np
import pytest
from support.cases import cases

import xp_torch as xp
from tools import generate, reports, versions
from xp_torch._facts.out_of_scope import NAMES


@pytest.fixture(scope="module")
def generator(checkout):
    spec = importlib.util.spec_from_file_location("generate_support", checkout / "tools" / "generate_support.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.numpy_after
@pytest.mark.numpy_before
def test_the_page_is_the_generated_one(generator):
    assert generator.PAGE.read_text(encoding="utf-8") == generator.text(), "run: python -m tools.generate_support"
    assert generator.TABLE.read_text(encoding="utf-8") == generator.table(), "run: python -m tools.generate_support"


@pytest.mark.numpy_after
@pytest.mark.numpy_before
def test_every_name_is_there_or_says_why_not(generator):
    missing = [e.name for _, entries in generator.groups() for e in entries if e.status == "missing"]
    if not hasattr(xp, "random"):
        missing = [name for name in missing if name.partition(".")[0] != "random"]
    assert missing == []


def test_every_name_of_numpys_has_its_row(generator):
    listed = {e.name for _, entries in generator.groups() for e in entries}
    assert {n for n in np.__all__ if not n.startswith("_")} <= listed
    assert {f"linalg.{n}" for n in np.linalg.__all__} <= listed
    assert {f"random.Generator.{n}" for n in dir(np.random.Generator) if not n.startswith("_")} <= listed
    assert {f"ndarray.{n}" for n in dir(np.ndarray) if not n.startswith("_")} <= listed


@cases("name", sorted(NAMES))
def test_what_is_out_of_scope_is_numpys_and_not_here(generator, name):
    outer, _, last = name.rpartition(".")
    assert not hasattr(generator.found(xp, outer) if outer else xp, last)
    if not re.fullmatch(r"float96|float128|complex192|complex256|nested_iters|test|chararray|row_stack|matlib", name):
        holder = generator.found(np, outer) if outer else np
        assert last in dir(holder) or last in getattr(np, "__numpy_submodules__", ())


@pytest.mark.parametrize(
    ("name", "status"),
    [
        ("sin", "supported"),
        ("linalg.pinv", "differs"),
        ("matlib", "out of scope"),
        ("polynomial.Chebyshev", "supported"),
    ],
)
def test_what_is_told(generator, name, status):
    assert generator.entry(name).status == status


def test_a_parameter_that_is_lacking_is_told(generator):
    def theirs(a, b=None, *, c=1):
        """Take three."""

    def mine(a, c=1):
        """Take two."""

    assert generator.lacking(theirs, mine) == ["b"]
    assert generator.lacking(theirs, theirs) == []


def test_generating_says_which_environment_it_needs(checkout, tmp_path):
    (tmp_path / "torch.py").write_text("raise ModuleNotFoundError(\"No module named 'torch'\", name='torch')")
    found = subprocess.run(
        [sys.executable, "-m", "tools.generate"],
        cwd=checkout,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
    )
    assert (found.returncode, found.stdout) == (2, "")
    [line] = found.stderr.strip().splitlines()
    assert "tools.generate needs torch" in line
    assert ".tox/tests/bin/python -m tools.generate" in line
    assert "pip install -e .[dev]" in line


def test_generating_needs_the_pinned_versions(monkeypatch):
    monkeypatch.setattr(versions, "TORCH", versions.PINNED_TORCH)
    monkeypatch.setattr(versions, "NUMPY", versions.PINNED_NUMPY)
    generate.check_versions()
    monkeypatch.setattr(versions, "NUMPY", (2, 99))
    with pytest.raises(reports.CannotRun, match=r"needs numpy \d\.\d+, and this is 2\.99"):
        generate.check_versions()
