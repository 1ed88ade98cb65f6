"""The conformance harness, on events and on a suite of a few tests; the real suite is `tox -e conformance`."""

import importlib.util
import io
import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).resolve().parent.parent


def load_package():
    """The package `conformance`, without putting the checkout, and xp_torch with it, on the path."""
    folder = CHECKOUT / "conformance"
    spec = importlib.util.spec_from_file_location(
        "conformance", folder / "__init__.py", submodule_search_locations=[str(folder)]
    )
    package = importlib.util.module_from_spec(spec)
    sys.modules["conformance"] = package
    spec.loader.exec_module(package)


load_package()

from conformance import cli, report, run, suite, tables  # noqa: E402
from conformance.progress import Progress  # noqa: E402
from conformance.result import OUTCOMES, Run, by_cause, chapter, compare, holds, short_cause  # noqa: E402

ABOUT = {"version": "1.0", "file": "x.py", "versions": {"numpy": "2.4"}, "platform": "somewhere"}
FFT, SORT = "array_api_tests/test_fft.py::test_fft", "array_api_tests/test_sorting_functions.py::test_sort[a|b]"
LOG = "array_api_tests/test_special_cases.py::test_unary[log(x_i < 0) -> NaN]"


def result(name, outcome, *causes):
    return {"event": "result", "id": name, "outcome": outcome, "causes": list(causes), "seconds": 0.1}


def make_run(*events, module="xp_torch", collected=(FFT, SORT, LOG), status=1):
    made = Run(module, ABOUT)
    made.take({"event": "collected", "ids": list(collected), "skips": {}})
    for event in events:
        made.take(event)
    made.take({"event": "finish", "status": status})
    made.status = status
    return made


def passing(*names, **keywords):
    return make_run(*(result(name, "passed") for name in names), status=0, **keywords)


def make_report(*runs, reference=None, tested=("xp_torch",), options=None):
    return report.build(
        suite.Suite(Path("somewhere"), suite.COMMIT),
        options or run.Options(),
        runs,
        reference or passing(FFT, SORT, LOG, module=cli.REFERENCE),
        tested,
    )


# Gathering


def test_counts_by_outcome_and_chapter():
    found = make_run(
        result(FFT, "passed"), result(SORT, "skipped", ("Skipped", "flaky")), result(LOG, "crashed", ("Crash", "gone"))
    )
    assert found.counts() == {"passed": 1, "failed": 0, "crashed": 1, "skipped": 1}
    assert found.chapters()["fft"] == {"passed": 1, "failed": 0, "crashed": 0, "skipped": 0}
    assert list(found.chapters()) == ["fft", "sorting_functions", "special_cases"]
    assert found.failures == [LOG]


def test_a_teardown_that_fails_after_a_pass_is_a_failure_and_stays_one():
    found = make_run(result(FFT, "passed"), result(FFT, "failed", ("OSError", "late")), result(FFT, "passed"))
    assert found.outcomes == {FFT: "failed"}
    assert by_cause(found) == {"OSError: late": [FFT]}


@pytest.mark.parametrize(
    ("name", "expected"),
    [(FFT, "fft"), (SORT, "sorting_functions"), ("array_api_tests/test_x.py::TestY::test_z[a/b.py::c]", "x")],
)
def test_the_chapter_is_the_test_module(name, expected):
    assert chapter(name) == expected


@pytest.mark.parametrize(
    ("pairs", "expected"),
    [
        (
            [("AssertionError", "\n out=3.5e-07, but should be -0 [f()]\nmore")],
            "AssertionError: out=#, but should be -0 [f()]",
        ),
        ([("AssertionError", "x=float32(-12) uint16 -1 + 0j")], "AssertionError: x=float32(#) uint16 -1 + 0j"),
        ([("RuntimeError", "at 0x7f00aa")], "RuntimeError: at #"),
        ([("ValueError", "")], "ValueError"),
        ([("B", "b"), ("A", "a"), ("B", "b")], "A: a | B: b"),
    ],
)
def test_a_short_cause_is_the_type_and_the_first_line(pairs, expected):
    assert short_cause(pairs) == expected


def test_a_long_cause_is_cut():
    assert len(short_cause([("E", "x" * 1000)])) < 130


def test_the_most_frequent_cause_comes_first():
    found = make_run(
        result(FFT, "failed", ("B", "1.5")), result(SORT, "failed", ("A", "")), result(LOG, "failed", ("B", "2.5"))
    )
    assert list(by_cause(found).items()) == [("B: #", [FFT, LOG]), ("A", [SORT])]


# Ids beside NumPy's


def test_all_passed_and_no_id_missing_holds():
    found = passing(FFT, SORT, LOG)
    assert holds(found, compare(found, passing(FFT, SORT, LOG)))


def test_an_id_that_only_numpy_has_is_missing_and_a_failure():
    found = passing(FFT, SORT, collected=(FFT, SORT))
    comparison = compare(found, passing(FFT, SORT, LOG))
    assert comparison.missing == (LOG,)
    assert not holds(found, comparison)


def test_an_id_that_numpy_has_not_is_no_failure():
    found = passing(FFT, SORT, LOG)
    comparison = compare(found, passing(FFT, SORT, collected=(FFT, SORT)))
    assert comparison.extra == (LOG,)
    assert holds(found, comparison)


def test_a_skip_counts_unless_numpy_is_skipped_too():
    found = make_run(result(FFT, "passed"), result(SORT, "skipped", ("Skipped", "r")), result(LOG, "passed"), status=0)
    reference = passing(FFT, SORT, LOG)
    assert compare(found, reference).skipped == (SORT,)
    assert not holds(found, compare(found, reference))
    reference.marked_skips = {SORT: "flaky"}
    assert holds(found, compare(found, reference))


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"status": -11}, "signal 11"),
        ({"status": 2, "finished": False}, "ended early"),
        ({"status": 3}, "status 3"),
        ({"collect_errors": {"test_x.py": "boom"}}, "test_x.py"),
        ({"collected": [FFT, SORT]}, "1 tests were collected and never reported"),
    ],
)
def test_a_run_that_broke_does_not_hold(change, words):
    found = passing(FFT, collected=(FFT,))
    for name, value in change.items():
        setattr(found, name, value)
    assert words in found.problem()
    assert not holds(found, compare(found, passing(FFT, collected=(FFT,))))


# Reports and tables


def test_only_the_tested_modules_decide():
    other = make_run(result(FFT, "failed", ("A", "a")), module="array_api_strict", collected=(FFT,))
    assert make_report(passing(FFT, SORT, LOG), other)["holds"]
    assert not make_report(passing(FFT, SORT, LOG), other, tested=("xp_torch", "array_api_strict"))["holds"]


def test_a_report_survives_json(tmp_path):
    made = make_report(make_run(result(FFT, "failed", ("A", "a"))))
    report.write(made, tmp_path / "r.json")
    assert report.read(tmp_path / "r.json") == made


def test_the_tables_hold_the_figures_side_by_side():
    made = make_report(
        make_run(result(FFT, "passed"), result(SORT, "failed", ("A", "x|y")), result(LOG, "crashed", ("Crash", ""))),
        passing(FFT, module="array_api_strict", collected=(FFT,)),
    )
    found = tables.tables(made)
    assert found["chapters"][0].header == ("chapter", "xp_torch", "array_api_strict")
    assert found["chapters"][0].rows[0] == ("fft", "1 / 0 / 0", "1 / 0 / 0")
    assert found["chapters"][0].rows[1] == ("sorting_functions", "0 / 1 / 0", "-")
    assert found["chapters"][0].rows[-1] == ("total", "1 / 2 / 0", "1 / 0 / 0")
    assert found["summary"][0].rows[0][:7] == ("xp_torch", "1.0", "1", "1", "1", "0", "0")
    assert found["causes"][0].rows[0][:2] == ("1", "A: x|y")


def test_markdown_and_html_escape_what_would_break_them():
    made = make_report(make_run(result(SORT, "failed", ("A", "<x|y>"))))
    text, page = tables.markdown(made), tables.page(made)
    row = next(line for line in text.splitlines() if "x\\|y" in line)
    assert row.replace("\\|", "").count("|") == 4
    assert "&lt;x|y&gt;" in page
    assert "<x|y>" not in page
    for name in ("seed 0", "100 examples", "2025.12", suite.COMMIT[:7], "numpy 2.4"):
        assert name in text
        assert name in page


def test_missing_ids_are_listed():
    made = make_report(passing(FFT, collected=(FFT,)))
    assert [row for table in tables.tables(made)["missing"] for row in table.rows] == [(SORT,), (LOG,)]
    assert LOG in tables.markdown(made)


def test_conditions_name_what_was_unusual():
    options = run.Options(default_dtype="float32", lift_skips=True, in_tree=True, ids=("test_fft",))
    words = tables.conditions(make_report(passing(FFT), options=options))
    for part in ("float32", "lifted", "checkout", "only test_fft"):
        assert part in words


def test_publish_replaces_what_is_between_the_markers_again_and_again(tmp_path):
    page = tmp_path / "page.md"
    page.write_text("head\n<!-- conformance:summary -->\n<!-- /conformance:summary -->\ntail\n", encoding="utf-8")
    for names in ((FFT,), (FFT, SORT)):
        assert tables.publish(make_report(passing(*names)), page) == ["summary"]
        text = page.read_text(encoding="utf-8")
        assert f"| {len(names)} |" in text
        assert text.count("| namespace |") == 1
        assert text.startswith("head\n")
        assert text.endswith("tail\n")


def test_publish_refuses_a_page_without_markers(tmp_path):
    page = tmp_path / "page.md"
    page.write_text("nothing here", encoding="utf-8")
    with pytest.raises(ValueError, match="markers"):
        tables.publish(make_report(passing(FFT)), page)


def test_progress_names_each_failure_once_and_where_the_run_stands():
    stream = io.StringIO()
    progress = Progress("xp_torch", 3, stream)
    found = make_run(result(FFT, "passed"), result(SORT, "failed", ("A", "a")))
    progress(found)
    progress(found)
    progress.close(found)
    assert stream.getvalue().count("FAILED") == 1
    assert "2/3 done, 1 failed" in stream.getvalue().splitlines()[-1]


# The child's command and environment


def test_skip_and_xfail_files_are_empty_and_passed():
    line = run.command(suite.Suite(Path("s"), "c"), run.Options(), collect_only=False)
    for option, name in (("--skips-file", "skips.txt"), ("--xfails-file", "xfails.txt")):
        path = Path(line[line.index(option) + 1])
        assert path.name == name
        assert path.read_bytes() == b""
    assert "--disable-deadline" in line


def test_the_environment_keeps_out_the_checkout_and_what_the_caller_set_for_the_suite(monkeypatch, tmp_path):
    monkeypatch.setenv("PYTHONPATH", f"{CHECKOUT}:{tmp_path}::{CHECKOUT}/tests/..")
    monkeypatch.setenv("ARRAY_API_TESTS_SKIP_DTYPES", "uint16")
    monkeypatch.setenv("PYTEST_ADDOPTS", "-x")
    kept = run.environment("xp_torch", run.Options())
    assert kept["PYTHONPATH"].split(":") == [str(run.CHILD), str(tmp_path)]
    assert "ARRAY_API_TESTS_SKIP_DTYPES" not in kept
    assert "PYTEST_ADDOPTS" not in kept
    assert str(CHECKOUT) in run.environment("xp_torch", run.Options(in_tree=True))["PYTHONPATH"].split(":")


@pytest.mark.parametrize(
    "name", ["array_api_tests/test_fft.py::test_x[a::b]", "test_fft.py::test_x[a::b]", "test_fft::test_x[a::b]"]
)
def test_a_test_id_may_be_short(name):
    assert run.selection([name]) == ["array_api_tests/test_fft.py::test_x[a::b]"]


def test_a_chapter_may_be_selected_and_the_default_is_all():
    assert run.selection(["test_fft"]) == ["array_api_tests/test_fft.py"]
    assert run.selection([]) == ["array_api_tests"]


# The namespace

FAKE = """
import types
__version__ = "9"
float32 = "f4"

def set_default_dtype(fp_dtype):
    global __version__
    __version__ += " " + fp_dtype

class Array:
    def __array_namespace__(self, *, api_version):
        return types.ModuleType("namespace of " + api_version)

def asarray(x):
    return Array()
"""


@pytest.fixture
def fake_package(tmp_path, monkeypatch):
    folder = tmp_path / "installed"
    (folder / "xp_torch").mkdir(parents=True)
    (folder / "xp_torch" / "__init__.py").write_text(FAKE, encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", str(folder))
    return folder


def test_the_namespace_is_what_an_array_answers_for_the_version_with_the_default_dtype_set(fake_package):
    found = run.describe("xp_torch", run.Options(api_version="2022.12", default_dtype="float32"))
    assert found["namespace"] == "namespace of 2022.12"
    assert found["version"] == "9 f4"
    assert Path(found["file"]) == fake_package / "xp_torch" / "__init__.py"


def test_a_package_that_is_the_checkout_by_another_way_is_refused(fake_package, tmp_path, monkeypatch):
    (tmp_path / "link").mkdir()
    (tmp_path / "link" / "xp_torch").symlink_to(fake_package / "xp_torch")  # as an editable installation has it
    monkeypatch.setenv("PYTHONPATH", str(tmp_path / "link"))
    monkeypatch.setattr(run, "ROOT", fake_package)
    with pytest.raises(run.CannotRun, match="from the checkout"):
        run.describe("xp_torch", run.Options())
    assert run.describe("xp_torch", run.Options(in_tree=True))["version"] == "9"


# Exit statuses


@pytest.mark.parametrize(
    "bad", [["--max-examples", "0"], ["--api-version", "2020.12"], ["--module", "os"], ["--nonsense"]]
)
def test_bad_usage_is_status_2(bad, capsys):
    with pytest.raises(SystemExit) as caught:
        cli.main(bad)
    assert caught.value.code == cli.USAGE
    assert "usage" in capsys.readouterr().err


@pytest.mark.parametrize("line", [["--publish", "page.md"], ["tables", "none.json"]])
def test_a_page_without_markers_and_a_lost_report_are_status_2(line, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "page.md").write_text("nothing here", encoding="utf-8")
    assert cli.main(line) == cli.USAGE
    assert line[1] in capsys.readouterr().err


def test_a_default_dtype_is_refused_where_there_is_no_switch(capsys):
    assert cli.main(["--module", "array_api_strict", "--default-dtype", "float32"]) == cli.USAGE
    assert "no default dtype" in capsys.readouterr().err


@pytest.mark.parametrize("where", ["--suite", "--suite-url"])
def test_a_suite_that_cannot_be_had_is_status_3_and_loud(where, tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    nothing = str(tmp_path / "nothing")
    status = cli.main(["--module", "array_api_strict", "--output", str(tmp_path / "out"), where, nothing])
    assert status == cli.UNAVAILABLE == 3
    assert "!!! CONFORMANCE SUITE UNAVAILABLE, NOTHING WAS TESTED" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_a_suite_without_its_submodule_cannot_be_had(tiny_suite):
    shutil.rmtree(tiny_suite / "array-api")
    with pytest.raises(suite.SuiteUnavailable, match="submodule"):
        suite.local_suite(tiny_suite)


# Runs of a suite of a few tests, which takes the options and the variables of the real one

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


def test_a_run_tells_failures_crashes_skips_and_missing_ids(harness, tmp_path, capsys):
    status, found = harness("--module", "array_api_strict")
    item = found["array_api_strict"]
    assert status == cli.FAILED
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


def test_a_run_without_failures_is_status_0_and_can_lift_the_skips(harness):
    status, found = harness("--module", cli.REFERENCE)
    assert status == cli.OK
    assert found[cli.REFERENCE]["counts"] == {"passed": 7, "failed": 0, "crashed": 0, "skipped": 1}
    status, found = harness("--module", cli.REFERENCE, "--lift-skips")
    assert status == cli.OK
    assert found[cli.REFERENCE]["counts"]["skipped"] == 0


def test_what_is_drawn_follows_from_the_seed(tiny_suite, tmp_path):
    def draw(seed, *ids):
        options = run.Options(seed=seed, ids=ids)
        about = run.describe("array_api_strict", options)
        return run.run(suite.local_suite(tiny_suite), about, options, tmp_path / "log").causes[TINY + "test_draw"]

    first = draw(0, "test_tiny.py::test_draw")
    assert first == draw(0, "test_tiny.py::test_bad", "test_tiny.py::test_draw")
    assert first != draw(1, "test_tiny.py::test_draw")


def test_one_test_id_runs_alone_and_an_unknown_one_is_status_2(harness, capsys):
    status, found = harness("--module", "array_api_strict", "test_tiny.py::test_good")
    assert status == cli.OK
    assert found["array_api_strict"]["counts"]["passed"] == 1
    assert harness("--module", "array_api_strict", "test_tiny.py::test_nothing")[0] == cli.USAGE
    assert "no such tests" in capsys.readouterr().err


def test_a_file_that_cannot_be_collected_is_a_failure(harness, tiny_suite):
    broken = (
        "from array_api_tests import strict\nif strict:\n    raise RuntimeError('no')\n\ndef test_it():\n    pass\n"
    )
    (tiny_suite / "array_api_tests" / "test_broken.py").write_text(broken, encoding="utf-8")
    status, found = harness("--module", "array_api_strict", "test_broken.py", "test_tiny.py::test_good")
    item = found["array_api_strict"]
    assert status == cli.FAILED
    assert item["counts"]["passed"] == 1
    assert item["missing"] == ["array_api_tests/test_broken.py::test_it"]
    assert "test_broken.py" in item["problem"]


def test_tables_are_made_again_from_a_report(tmp_path, capsys):
    report.write(make_report(make_run(result(FFT, "failed", ("A", "a")))), tmp_path / "r.json")
    assert cli.main(["tables", str(tmp_path / "r.json"), "--markdown", str(tmp_path / "r.md")]) == cli.OK
    assert "Failures by cause" in (tmp_path / "r.md").read_text(encoding="utf-8")
    assert "DOES NOT HOLD" in capsys.readouterr().out


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
    assert suite.commit_of(found.path) == found.commit == pinned
    shutil.rmtree(origin)
    assert suite.pinned_suite(str(origin), pinned, tmp_path / "cache") == found
    (found.path / "array_api_tests" / "__init__.py").write_text("changed", encoding="utf-8")
    assert suite.local_suite(found.path).commit == pinned + "-dirty"
    with pytest.raises(suite.SuiteUnavailable, match="git clone"):
        suite.pinned_suite(str(origin), pinned, tmp_path / "cache")  # a changed clone is not the pinned suite
