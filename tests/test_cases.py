"""What the tests themselves rely on: merged cases all run and all show, and marks are of the cases that they name."""

import ast
from pathlib import Path

import numpy as np
import pytest
import torch
from support.cases import cases, initial
from support.versions import MARKS, PINNED_NUMPY, expected_here


@pytest.fixture
def _on_a_gpu():
    with torch.device("meta"):  # what counts is that the default device is not the CPU
        yield


def test_every_case_runs_and_every_failure_shows():
    ran = []

    @cases("dtype", ["int8", "bool"])
    @cases(("first", "second"), [(1, 2), pytest.param(3, 4, id="other")])
    def test(first, second, dtype, fixture):
        ran.append((first, second, dtype, fixture))
        if dtype == "bool":
            with pytest.raises(ValueError):
                np.zeros(3)
        assert first == 1

    with pytest.raises(ExceptionGroup, match=r"3 of 4 cases failed: ") as raised:
        test(fixture="given")
    assert ran == [(1, 2, "int8", "given"), (1, 2, "bool", "given"), (3, 4, "int8", "given"), (3, 4, "bool", "given")]
    notes = [error.__notes__ for error in raised.value.exceptions]
    assert notes == [["case: first=1, second=2, dtype=bool"], ["case: other, dtype=int8"], ["case: other, dtype=bool"]]
    assert all(type(error) is AssertionError and error.__traceback__ for error in raised.value.exceptions)
    assert "first=1, second=2, dtype=bool; other, dtype=int8" in str(raised.value)


def test_an_item_has_the_cases_of_its_group():
    ran = []

    @cases("x", [1, 2])
    @cases("name", ["max", "linalg.inv", "min"], by=initial)
    def test(name, x):
        ran.append((name, x))

    (mark,) = test.pytestmark
    assert (mark.args[0], list(mark.args[1])) == ("group", ["m", "linalg"])
    test(group="m")
    assert ran == [("max", 1), ("max", 2), ("min", 1), ("min", 2)]
    test(group="linalg")
    assert ran[4:] == [("linalg.inv", 1), ("linalg.inv", 2)]


def test_a_case_may_be_skipped():
    @cases("x", [1, 2])
    def test(x):
        if x < 3:
            pytest.skip("small")

    with pytest.raises(pytest.skip.Exception, match="small"):
        test()

    @cases("x", [1, 3])
    def other(x):
        if x < 3:
            pytest.skip("small")
        raise ValueError("large")

    with pytest.raises(ExceptionGroup, match="1 of 2 cases failed: x=3"):
        other()


@pytest.mark.usefixtures("_on_a_gpu")
def test_marked_cases_do_not_run_on_a_gpu():
    ran = []

    @pytest.mark.cpu_only(x=["1", "len"], dtype="bool")
    @cases("x", [1, len, pytest.param(2, marks=pytest.mark.cpu_only)])
    @cases("dtype", ["bool", "int8"])
    def test(x, dtype):
        ran.append((x, dtype))

    test()
    assert ran == [(1, "int8"), (len, "int8")]


def test_marked_cases_run_on_the_cpu():
    ran = []

    @pytest.mark.cpu_only(x="1")
    @cases("x", [1, pytest.param(2, marks=pytest.mark.cpu_only)])
    def test(x):
        ran.append(x)

    test()
    assert ran == [1, 2]


@pytest.mark.parametrize(("mark", "version"), [("numpy_before", (1, 26)), ("numpy_after", (9, 0))])
def test_cases_of_other_rules_may_fail(mark, version, monkeypatch):
    @getattr(pytest.mark, mark)(x=["1", "2"])
    @cases("x", [1, 2, 3])
    def test(x):
        assert x == 1

    monkeypatch.setattr("support.versions.NUMPY", version)
    with pytest.raises(ExceptionGroup, match="1 of 3 cases failed: x=3"):
        test()
    other = getattr(pytest.mark, mark).mark
    assert expected_here([other], {}).name == "xfail"
    monkeypatch.setattr("support.versions.NUMPY", PINNED_NUMPY)
    assert expected_here([other], {}) is None


def test_parameters_that_a_test_lacks_raise():
    with pytest.raises(AssertionError, match=r"the parameters are \(x\), not \['y'\]"):
        cases("y", [1])(lambda x: None)


def test_other_marks_of_cases_raise():
    with pytest.raises(AssertionError, match="cases can be marked with"):
        cases("x", [pytest.param(1, marks=pytest.mark.xfail)])


def test_marks_name_parameters_of_their_test():
    for path in Path(__file__).parent.rglob("test_*.py"):
        source = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(source)) if any(mark in source for mark in MARKS) else ():
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                parameters = {a.arg for a in node.args.args}
                for mark in node.decorator_list:
                    if isinstance(mark, ast.Call) and getattr(mark.func, "attr", "") in MARKS:
                        unknown = {keyword.arg for keyword in mark.keywords} - parameters
                        assert not unknown, f"{path.name}: {node.name} has no parameter {unknown}"
