"""Planted bugs: which changes of a source text there are, which are drawn, and that a test finds one in a copy."""

import ast
from dataclasses import replace

import pytest
from coverage import CoverageData

from tools.places import Change, Places
from tools.planted import (
    PACKAGE,
    Copy,
    arguments_of,
    difference,
    drawn,
    main,
    measured,
    node_id,
    places,
    planted,
    stages,
)


@pytest.fixture(scope="module")
def found():
    return places()


def changes(source):
    """Return the kinds of changes of a source text, each with what the text becomes."""
    data = source.encode()
    return {(place.kind, place.applied(data).decode()) for place in Places("a.py", data).found}


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("a < b", {("comparison", "a <= b")}),
        ("a is  not b", {("comparison", "a is b")}),
        ("(a) == (b)", {("comparison", "(a) != (b)")}),
        ("0 < n <= m", {("constant", "1 < n <= m"), ("comparison", "0 <= n <= m"), ("comparison", "0 < n < m")}),
        ("a and b or c", {("logic", "a or b or c"), ("logic", "a and b and c")}),
        ("x = not (a and b)", {("negation", "x = (a and b)"), ("logic", "x = not (a or b)")}),
        ("a @ b - c", {("operator", "a @ b + c")}),
        ("n //= m", {("operator", "n *= m")}),
        ("'é' + 'a' + f'{1 + 1}'; n = 0.5", {("constant", "'é' + 'a' + f'{1 + 1}'; n = 1.5")}),
        ("f(True, 1e300, None)", {("constant", "f(False, 1e300, None)"), ("constant", "f(True, 2e+300, None)")}),
        ("f(x, dim=-1)", {("axis", "f(x, dim=-2)")}),
        ("f(x, axes=(0, -2))", {("axis", "f(x, axes=(1, -2))"), ("axis", "f(x, axes=(0, -1))")}),
        ("x.shape[-1]", {("axis", "x.shape[-2]")}),
        ("x.unsqueeze(1)", {("axis", "x.unsqueeze(0)")}),
        ("lambda axis=-1, *, dim=x: x", {("axis", "lambda axis=-2, *, dim=x: x")}),
        ("lambda x, *, axis=2: x", {("axis", "lambda x, *, axis=1: x")}),
        ("x.to(torch.float64)", {("dtype", "x.to(torch.float32)")}),
        ("x.clone().t()", {("copy", "x.t()")}),
        ("f(x, copy=True)", {("copy", "f(x, copy=False)")}),
        ("if a:\n    raise ValueError(1 + 1)", {("check", "if False:\n    raise ValueError(1 + 1)")}),
        ("if a:\n    check_axis(x)", {("check", "if a:\n    pass")}),
        ("y = check_axis(x)", set()),
        ("def f(x: Literal[1] | None) -> Literal[2]: ...", set()),
        ("isinstance(x, int | float)", set()),
        ("__all__ = ['a'] * 2", set()),
        ("if TYPE_CHECKING:\n    n = 1", set()),
        ("zip(a, b, strict=True)", set()),
        ("@lru_cache(maxsize=64)\ndef f(x): ...", set()),
        ('"""Return 1 if x < 1."""', set()),
    ],
)  # fmt: skip
def test_changes_of_a_source(source, expected):
    assert changes(source) == expected


@pytest.mark.slow
def test_each_change_of_the_package_changes_one_line_and_leaves_its_syntax(found):
    for place in drawn(found, seed=0, count=30):
        source = (PACKAGE / place.path).read_bytes()
        changed = place.applied(source)
        assert ast.dump(ast.parse(changed)) != ast.dump(ast.parse(source))
        assert source[: place.start].count(b"\n") == place.line - 1
        assert source[place.end :] == changed[place.start + len(place.new.encode()) :]


def test_a_seed_draws_the_same_bugs_of_all_kinds():
    files = ("_array/indexing.py", "_kernels/sets.py", "_functions/sets.py")
    found = [place for name in files for place in Places(name, (PACKAGE / name).read_bytes()).found]
    chosen = drawn(found, seed=4, count=60)
    assert chosen == drawn(found, seed=4, count=60)
    assert len({*chosen}) == 60
    assert {place.kind for place in chosen} == {place.kind for place in found}
    assert chosen != drawn(found, seed=5, count=60)


def covered(lines, tmp_path):
    """Return coverage data of `_kernels/sets.py` in which tests execute lines: ``{context: lines}``."""
    data = CoverageData(str(tmp_path / "data"))
    for context, numbers in lines.items():
        data.set_context(context)
        data.add_lines({str(PACKAGE / "_kernels/sets.py"): numbers})
    return data


def test_the_tests_that_execute_a_change_come_first(tmp_path):
    body = ast.parse((PACKAGE / "_kernels/sets.py").read_bytes()).body
    function = next(node for node in body if isinstance(node, ast.FunctionDef) and not node.decorator_list)
    inside, header = function.body[-1].lineno, function.lineno
    of_sets, of_lanes = "tests.functions.test_sets.test_unique_of_a_size", "tests.test_lanes.test_lanes"
    lines = {"": [header], of_lanes: [inside], of_sets: [inside], "tests.test_cases.gone": [inside], "other": [1]}
    first = ["tests/functions/test_sets.py::test_unique_of_a_size"]
    change = Change("constant", "_kernels/sets.py", inside, function.name, 0, 1, "0", "1")
    data = covered({**lines, of_lanes: [1]}, tmp_path)
    assert stages(change, data) == [first]
    # What is executed at import may be used by any test.
    assert stages(replace(change, line=header), data)[0] == first
    assert stages(replace(change, line=header), data)[-1] == []
    assert [] not in stages(replace(change, line=header), data, quick=True)
    assert "tests/functions/test_sets.py" in stages(change, None)[0]


def test_coverage_of_another_checkout_is_refused(tmp_path):
    data = CoverageData(str(tmp_path / "data"))
    data.add_lines({"/elsewhere/xp_torch/_kernels/sets.py": [1]})
    data.write()
    with pytest.raises(SystemExit, match="is not of this checkout"):
        measured(tmp_path, arguments_of([]))


@pytest.mark.parametrize(("workers", "options"), [(None, []), ("2", ["-n", "2"])])
def test_only_the_lane_has_workers(workers, options, tmp_path, monkeypatch):
    calls = []
    copy = object.__new__(Copy)
    copy.cache = tmp_path / "cache"
    monkeypatch.setattr(copy, "pytest", lambda arguments, seconds: (calls.append(arguments), (0, [], ""))[1])
    arguments = arguments_of(["--workers", workers] if workers else [])
    change = Change("constant", "_kernels/sets.py", 1, "module", 0, 1, "0", "1")
    assert copy.first_failure(change, arguments) is None
    assert calls == [["-x", *arguments.pytest, *stages(change, None)[0]], ["-x", *arguments.pytest, *options]]


@pytest.mark.parametrize(
    ("context", "test"),
    [
        ("tests.functions.test_sets.test_unique_of_a_size", "tests/functions/test_sets.py::test_unique_of_a_size"),
        ("tests.functions.test_special.TestForms.test_empty", "tests/functions/test_special.py::TestForms::test_empty"),
        (
            "tests.functions.test_elementwise.accept.<locals>.test_clip",
            "tests/functions/test_elementwise.py::TestClipRoundRealImag::test_clip",
        ),
        ("tests.functions.test_sets.test_that_is_gone", None),
        ("hypothesis.internal.engine.test_function", None),
        ("", None),
    ],
)
def test_contexts_are_names_of_tests(context, test):
    assert node_id(context) == test


@pytest.mark.slow
def test_a_bug_is_found_and_a_change_without_effect_is_not(capsys):
    path = "_functions/constants.py"
    [bug] = Places(path, (PACKAGE / path).read_bytes()).found
    results = planted({1: bug, 2: replace(bug, new="0.5772156649015329")}, arguments_of(["--quick"]))
    assert results[1]["found_by"] == "tests/functions/test_constants.py::test_a_constant_is_numpys_float[euler_gamma]"
    assert results[2]["found_by"] is None
    assert "NOT FOUND" in capsys.readouterr().out
    assert "+euler_gamma = 1.5772156649015328\n" in difference(bug)


@pytest.mark.slow
def test_arguments_that_pytest_refuses_find_no_bug():
    with pytest.raises(SystemExit, match="can't be run on the unchanged package"):
        main(["--count", "1", "--quick", "--", "--no-such-option"])


@pytest.mark.slow
def test_the_list_of_bugs_is_printed(found, capsys):
    assert main(["--seed", "2", "--count", "5", "--only", "2", "4", "--list"]) == 0
    lines = capsys.readouterr().out.splitlines()
    expected = drawn(found, seed=2, count=5)
    assert [line.split(maxsplit=1) for line in lines] == [["2", str(expected[1])], ["4", str(expected[3])]]
