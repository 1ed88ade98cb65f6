"""The conformance harness on a suite of a few tests; the real one is `tox -e conformance`."""

import json
import shutil
import subprocess

import pytest

from conformance import cli, run, suite
from conformance.result import OUTCOMES
from tools import reports
from tools.clones import SuiteUnavailable, commit_of

TINY_INIT = """
import os
scope = {}
exec(os.environ["ARRAY_API_TESTS_MODULE"][6:-2], scope)
xp = scope["xp"]
strict = xp.__name__ == "array_api_strict"
"""
TINY_CONFTEST = """
def pytest_addoption(parser):
    parser.addoption("--max-examples", type=int)
    parser.addoption("--disable-deadline", action="store_true")
    parser.addoption("--skips-file")
    parser.addoption("--xfails-file")
"""
TINY_TESTS = """
import os
import pytest
from hypothesis import settings, strategies
from array_api_tests import strict, xp

def test_good():
    assert settings().database is None

@pytest.mark.parametrize("dtype", [xp.int8] if strict else [xp.int8, xp.uint16])
def test_dtype(dtype):
    pass

def test_bad():
    assert not strict, "bad 1.5\\nnot shown"

def test_crash():
    if strict:
        os.abort()

@pytest.mark.skip(reason="flaky")
def test_flaky():
    pass

def test_draw():
    assert not strict, [strategies.floats().example() for _ in range(3)]

def test_group():
    if strict:
        raise ExceptionGroup("two", [ValueError("a"), TypeError("b")])
"""
TINY = "array_api_tests/test_tiny.py::"


@pytest.fixture
def tiny_suite(tmp_path):
    folder = tmp_path / "suite"
    (folder / "array-api" / "spec").mkdir(parents=True)
    (folder / "array_api_tests").mkdir()
    for name, text in (
        ("pytest.ini", "[pytest]\n"),
        ("conftest.py", TINY_CONFTEST),
        ("array_api_tests/__init__.py", TINY_INIT),
        ("array_api_tests/test_tiny.py", TINY_TESTS),
    ):
        (folder / name).write_text(text, encoding="utf-8")
    return folder


@pytest.fixture
def harness(tiny_suite, tmp_path):
    """Call the command line on the tiny suite; the answer is the status and the namespaces of the report by name."""

    def call(*arguments):
        out = tmp_path / "out"
        status = cli.main(["--suite", str(tiny_suite), "--output", str(out), "--workers", "1", *arguments])
        found = json.loads((out / "conformance.json").read_text(encoding="utf-8")) if status < 2 else None
        return status, found and {item["module"]: item for item in found["namespaces"]}

    return call


@pytest.mark.slow
def test_a_run_tells_failures_crashes_skips_and_missing_ids(harness, tmp_path, capsys):
    status, found = harness("--module", "array_api_strict")
    item = found["array_api_strict"]
    assert status == reports.FAILED
    assert item["counts"] == {"passed": 2, "failed": 3, "crashed": 1, "skipped": 1}
    assert tuple(item["counts"]) == OUTCOMES
    assert {row["id"]: row["outcome"] for row in item["failures"]} == {
        TINY + "test_bad": "failed",
        TINY + "test_crash": "crashed",
        TINY + "test_draw": "failed",
        TINY + "test_group": "failed",
    }
    assert "TypeError: b | ValueError: a" in item["causes"]
    assert any(cause.startswith("AssertionError: bad #") for cause in item["causes"])
    assert item["missing"] == [TINY + "test_dtype[uint16]"]
    assert item["extra"] == []
    assert item["skips"] == {"flaky": [TINY + "test_flaky"]}
    assert item["skipped_here_only"] == []
    assert item["problem"] is None
    for name in ("conformance.md", "conformance.html"):
        assert "array_api_strict" in (tmp_path / "out" / name).read_text(encoding="utf-8")
    told = capsys.readouterr()
    assert "CRASHED " + TINY + "test_crash" in told.err
    assert "7/7 done" in told.err


@pytest.mark.slow
def test_a_run_without_failures_is_status_0_and_can_lift_the_skips(harness):
    status, found = harness("--module", cli.REFERENCE, "--lift-skips")
    assert status == reports.OK
    assert found[cli.REFERENCE]["counts"] == {"passed": 8, "failed": 0, "crashed": 0, "skipped": 0}


@pytest.mark.slow
def test_what_is_drawn_follows_from_the_seed(tiny_suite, tmp_path):
    def draw(seed, *ids):
        options = run.Options(seed=seed, ids=ids)
        about = run.describe("array_api_strict", options)
        return run.run(suite.local_suite(tiny_suite), about, options, tmp_path / "log").causes[TINY + "test_draw"]

    first = draw(0, "test_tiny.py::test_draw")
    assert first == draw(0, "test_tiny.py::test_bad", "test_tiny.py::test_draw")
    assert first != draw(1, "test_tiny.py::test_draw")


@pytest.mark.slow
def test_one_test_id_runs_alone_and_an_unknown_one_is_status_2(harness, capsys):
    status, found = harness("--module", "array_api_strict", "test_tiny.py::test_good")
    assert status == reports.OK
    assert found["array_api_strict"]["counts"]["passed"] == 1
    assert harness("--module", "array_api_strict", "test_tiny.py::test_nothing")[0] == reports.USAGE
    assert "no such tests" in capsys.readouterr().err


@pytest.mark.slow
def test_a_file_that_cannot_be_collected_is_a_failure(harness, tiny_suite):
    broken = (
        "from array_api_tests import strict\nif strict:\n    raise RuntimeError('no')\n\ndef test_it():\n    pass\n"
    )
    (tiny_suite / "array_api_tests" / "test_broken.py").write_text(broken, encoding="utf-8")
    status, found = harness("--module", "array_api_strict", "test_broken.py", "test_tiny.py::test_good")
    item = found["array_api_strict"]
    assert status == reports.FAILED
    assert item["counts"]["passed"] == 1
    assert item["missing"] == ["array_api_tests/test_broken.py::test_it"]
    assert "test_broken.py" in item["problem"]


def test_the_suite_is_cloned_at_the_commit_with_its_submodule_and_then_kept(tmp_path):
    def git(folder, *arguments):
        line = ["git", "-c", "protocol.file.allow=always", "-c", "user.name=n", "-c", "user.email=e@x", *arguments]
        done = subprocess.run(line, cwd=folder, check=True, capture_output=True, encoding="utf-8")
        return done.stdout.strip()

    for name, file in (("spec", "spec/x"), ("origin", "array_api_tests/__init__.py")):
        path = tmp_path / name / file
        path.parent.mkdir(parents=True)
        path.write_text("", encoding="utf-8")
        git(tmp_path / name, "init", "-q")
        git(tmp_path / name, "add", ".")
        git(tmp_path / name, "commit", "-qm", "first")
    origin = tmp_path / "origin"
    git(origin, "submodule", "--quiet", "add", str(tmp_path / "spec"), "array-api")
    git(origin, "commit", "-qm", "pinned")
    pinned = git(origin, "rev-parse", "HEAD")
    git(origin, "commit", "-q", "--allow-empty", "-m", "later")
    found = suite.pinned_suite(str(origin), pinned, tmp_path / "cache")
    assert (found.path / "array-api" / "spec" / "x").is_file()
    assert commit_of(found.path) == found.commit == pinned
    shutil.rmtree(origin)
    assert suite.pinned_suite(str(origin), pinned, tmp_path / "cache") == found
    (found.path / "array_api_tests" / "__init__.py").write_text("changed", encoding="utf-8")
    assert suite.local_suite(found.path).commit == pinned + "-dirty"
    with pytest.raises(SuiteUnavailable, match="git clone"):
        suite.pinned_suite(str(origin), pinned, tmp_path / "cache")  # a changed clone is not the pinned suite


def test_a_suite_without_its_submodule_cannot_be_had(tiny_suite):
    shutil.rmtree(tiny_suite / "array-api")
    with pytest.raises(SuiteUnavailable, match="submodule"):
        suite.local_suite(tiny_suite)
