"""`python -m conformance libraries`: how imports are replaced, and a small library on its tests with both modules."""

import json

import pytest

from conformance.libraries import cli, run, sources
from conformance.libraries.table import LIBRARIES, Library
from tools.imports import imported_from
from tools.reports import UNAVAILABLE

SOURCE = """import math, numpy as np
from numpy.linalg import norm as length, det


def name():
    import numpy.fft
    return numpy.__name__, np.__name__
"""
TESTS = """import small
import numpy


def test_sum():
    assert numpy.sum(small.np.ones(3)) == 3


def test_name():
    assert small.name() == ("numpy", "numpy"), numpy.__name__


def test_fails_with_both():
    assert False
"""


@pytest.mark.parametrize(
    ("line", "changed"),
    [
        ("import numpy as np", "import xp_torch as np"),
        ("import numpy", "import xp_torch as numpy"),
        ("import numpy.linalg", "import xp_torch.linalg; import xp_torch as numpy"),
        ("import numpy.linalg as la", "import xp_torch.linalg as la"),
        ("import os, numpy as np, sys", "import os; import xp_torch as np; import sys"),
        ("from numpy import (sin,\n  cos as c)", "from xp_torch import sin, cos as c\n"),
        ("from numpy.random import rand", "from xp_torch.random import rand"),
        ("from .numpy import x\nfrom numpyro import y\nx = numpy.y", None),
    ],
)
def test_imports_of_numpy_are_replaced_and_nothing_else(line, changed):
    assert imported_from(line, "xp_torch") == (line if changed is None else changed) + "\n"


def test_some_names_stay_imported_from_numpy():
    line = "from numpy import sin, datetime64 as date, cos"
    assert imported_from(line, "m", ("datetime64",)) == "from m import sin, cos; from numpy import datetime64 as date\n"
    assert imported_from("from numpy import datetime64", "m", ("datetime64",)) == "from numpy import datetime64\n"


@pytest.fixture
def library(tmp_path, monkeypatch):
    """A library of one module, installed in a folder, with its tests in another."""
    site, source = tmp_path / "site", tmp_path / "source"
    (site / "small-1.0.dist-info").mkdir(parents=True)
    (site / "small-1.0.dist-info" / "METADATA").write_text("Metadata-Version: 2.1\nName: small\nVersion: 1.0\n")
    (site / "small-1.0.dist-info" / "RECORD").write_text("small/__init__.py,,\nsmall-1.0.dist-info/METADATA,,\n")
    (site / "small").mkdir()
    (site / "small" / "__init__.py").write_text(SOURCE)
    (source / "tests").mkdir(parents=True)
    (source / "tests" / "test_small.py").write_text(TESTS)
    monkeypatch.setattr(sources, "site", lambda library: site)
    monkeypatch.setattr(sources, "tests", lambda library: source)
    return Library("small", "1.0", 0.5, ("tests",), "sdist")


@pytest.mark.slow
def test_a_library_is_run_with_both_modules(library, tmp_path, monkeypatch, capsys):
    row = run.run(library, in_tree=True)
    assert (row["numpy"], row["passed"], row["share"], row["holds"]) == (2, 1, 0.5, True)
    ((key, text),) = row["failed"].items()
    assert key == "tests/test_small.py::test_name"
    assert "xp_torch" in text
    monkeypatch.setattr(cli, "LIBRARIES", {"small": library})
    monkeypatch.setattr(cli, "run", lambda *args, **kwargs: row)
    report = tmp_path / "report.json"
    assert cli.run_libraries(["--failures", "--json", str(report)]) == 0
    assert "FAILED small tests/test_small.py::test_name" in capsys.readouterr().out
    assert json.loads(report.read_text(encoding="utf-8"))["libraries"] == [row]
    monkeypatch.setattr(cli, "run", lambda *args, **kwargs: row | {"holds": False})
    assert cli.run_libraries([]) == 1


@pytest.mark.slow
def test_a_library_that_cannot_be_imported_names_the_cause(library):
    package = sources.site(library) / "small" / "__init__.py"
    package.write_text(SOURCE + "np.nested_iters\n", encoding="utf-8")
    row = run.run(library, in_tree=True)
    assert (row["numpy"], row["passed"]) == (2, 0)
    assert all("xp_torch' has no attribute 'nested_iters'" in text for text in row["failed"].values())


@pytest.mark.slow
def test_without_a_network_the_command_says_that_nothing_was_tested(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", "")
    assert cli.run_libraries(["nashpy", "--in-tree"]) == UNAVAILABLE
    assert "nashpy was not tested: pip install: ERROR" in capsys.readouterr().err


def test_every_library_is_pinned():
    for library in LIBRARIES.values():
        url, _, commit = library.source.rpartition("@")
        assert library.source in {"wheel", "sdist"} or (url.startswith("https://") and len(commit) == 40)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("a.b.UnsupportedError: no text\nmore", "UnsupportedError: no text"),
        ("assert 0 == 1\n +  where a.b: 0", "AssertionError: assert 0 == 1"),
        ("AssertionError: \nArrays are not equal", "AssertionError: Arrays are not equal"),
    ],
)
def test_a_cause_is_one_line(text, line):
    assert cli.short(text) == line
