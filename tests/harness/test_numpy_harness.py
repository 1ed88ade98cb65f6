"""`python -m conformance numpy`: what it replaces in NumPy's test files, what it counts, and one file run for real."""

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from conformance.numpy_tests import run as runs
from conformance.numpy_tests import scope, source, tables
from conformance.numpy_tests.run import FileRun, run_file

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def child_modules(monkeypatch):
    """The modules of the child, which are not on the path of this process."""
    monkeypatch.syspath_prepend(str(ROOT / "conformance" / "child"))
    monkeypatch.setenv("CONFORMANCE_MODULE", "xp_torch")
    yield
    for name in ("numpy_substitute", "numpy_tests_reading"):
        sys.modules.pop(name, None)


def test_only_imports_of_numpy_are_replaced_and_no_line_moves():
    imports = (
        "import math\nimport numpy as np\nfrom numpy.testing import (\n    assert_,\n    assert_equal as same,\n)\n"
    )
    lines = source.rewritten(imports + "x = 1\n").splitlines()
    assert lines[0] == "import math"
    assert lines[1] == "import numpy_substitute as substitute_; np = substitute_.module('numpy')"
    assert "assert_ = substitute_.name('numpy.testing', 'assert_')" in lines[2]
    assert "same = substitute_.name('numpy.testing', 'assert_equal')" in lines[2]
    assert lines[3:] == ["", "", "", "x = 1"]


def test_names_come_from_the_module_under_test(child_modules):
    import numpy_substitute as substitute

    import xp_torch as xp

    assert substitute.module("numpy").sin is xp.sin
    assert substitute.name("numpy._core.shape_base", "vstack") is xp.vstack
    assert substitute.name("numpy.linalg", "norm") is xp.linalg.norm
    assert substitute.module("numpy").linalg.norm is xp.linalg.norm
    assert substitute.name("numpy.linalg._linalg", "inv") is xp.linalg.inv


def test_a_missing_name_is_numpys_while_a_file_is_read_and_missing_in_a_test(child_modules, monkeypatch):
    import numpy_substitute as substitute

    assert substitute.module("numpy").get_include is np.get_include
    monkeypatch.setattr(substitute.State, "reading", False)
    with pytest.raises(AttributeError):
        substitute.module("numpy").get_include


def test_what_the_module_cannot_evaluate_outside_of_tests_is_evaluated_by_numpy(child_modules, tmp_path):
    import numpy_tests_reading as reading

    path = tmp_path / "test_it.py"
    lines = ["import numpy as np", "class T:", '    table = [np.zeros(2, dtype=">f8")]', "    def f(self):"]
    path.write_text(source.rewritten("\n".join([*lines, "        return np.sin"]) + "\n"), encoding="utf-8")
    assert reading.readable(path) == [3]
    module: dict = {}
    exec(path.read_text(encoding="utf-8"), module)
    import xp_torch as xp

    assert type(module["T"].table[0]) is np.ndarray
    assert module["T"]().f() is xp.sin


def test_a_statement_that_numpy_does_not_help_is_left_out(child_modules, tmp_path):
    import numpy_tests_reading as reading

    path = tmp_path / "test_it.py"
    path.write_text("x = 1\nx.setflags(write=False)\ny = 2\n", encoding="utf-8")
    assert reading.readable(path) == [2]
    assert path.read_text(encoding="utf-8").splitlines()[-1] == "y = 2"


def test_a_generator_of_parameters_that_raises_leaves_its_test_out(child_modules, tmp_path):
    import numpy_tests_reading as reading

    path = tmp_path / "test_it.py"
    lines = ["import pytest", "def given():", "    yield 1", "    raise ValueError", ""]
    lines += ["@pytest.mark.parametrize('x', given())", "def test_it(x): pass", "def test_other(): pass"]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert reading.readable(path) == [7]
    text = path.read_text(encoding="utf-8")
    assert "test_it" not in text
    assert "test_other" in text


@pytest.fixture
def run_text(tmp_path, monkeypatch):
    """Run a text as one of NumPy's test files."""

    def run(lines, module="numpy"):
        (tmp_path / "test_it.py").write_text("\n".join(lines) + "\n", encoding="utf-8")
        monkeypatch.setattr(runs, "installed", lambda file: tmp_path / "test_it.py")
        return run_file("lib/tests/test_it.py", module, in_tree=True)

    return run


@pytest.mark.slow
def test_ufuncs_in_tables_of_numpys_own_names_are_the_modules(run_text):
    lines = [
        "import pytest, numpy as np, numpy._core.umath as umath",
        "table = [f for f in umath.__dict__.values() if isinstance(f, np.ufunc) and f.__name__ == 'add']",
        "@pytest.mark.parametrize(('f', 'kind'), [(f, t[0]) for f in table for t in f.types])",
        "def test_it(f, kind): assert f is np.add",
    ]
    record = run_text(lines, "xp_torch")
    assert record.error == ""
    assert len(record.outcomes) == len(np.add.types)
    assert set(record.outcomes.values()) == {"passed"}


def test_helpers_of_a_test_count_as_its_source(run_text):
    lines = ["class TestIt:", "    def make_it(self): return object", "    def test_it(self): self.make_it()"]
    record = run_text(lines)
    assert "return object" in record.tests["TestIt::test_it"]["source"]


def test_in_scope_is_what_numpy_passes_and_no_row_leaves_out():
    record = FileRun("numpy", file="lib/test_x")
    plain = {"source": "assert_equal(np.sin(0), 0)"}
    record.tests = {
        "test_a": plain,
        "test_b": {"source": "np.memmap(name)"},
        "test_c": plain,
        "test_d": {"source": "np.array([1], dtype=object)"},
    }
    record.outcomes = {"test_a": "passed", "test_b": "passed", "test_c": "failed", "test_d": "passed"}
    assert scope.in_scope(record) == (["test_a", "test_d"], {"memory maps": 1})


def test_a_function_passes_when_all_its_cases_do():
    run = FileRun("xp_torch", {"test_a[x0]": "passed", "test_a[x1]": "failed", "test_b": "passed"})
    found = tables.outcome(run, ["test_a[x0]", "test_a[x1]", "test_a[x2]", "test_b"])
    assert (found["cases"], found["functions"]) == (2, 1)
    assert found["failed"] == {"test_a[x1]": "failed", "test_a[x2]": "no such case: another list of parameters"}


@pytest.mark.slow
def test_a_crash_is_the_tests_that_ran_and_the_run_goes_on(run_text):
    lines = ["import os", "def test_a(): pass", "def test_b(): os._exit(3)", "def test_c(): pass"]
    record = run_text(lines)
    assert record.outcomes == {"test_a": "passed", "test_b": "crashed", "test_c": "passed"}


@pytest.mark.slow
@pytest.mark.numpy_after
@pytest.mark.numpy_before
def test_one_file_for_real(tmp_path):
    line = [sys.executable, "-m", "conformance", "numpy", "--in-tree", "--file", "lib/test_ufunclike"]
    report = tmp_path / "report.json"
    subprocess.run([*line, "--json", str(report)], cwd=ROOT, check=True, capture_output=True)
    (row,) = json.loads(report.read_text(encoding="utf-8"))["files"]
    assert row["cases"] >= 3
    assert row["modules"]["xp_torch"]["cases"] == row["cases"]
