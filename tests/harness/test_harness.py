"""The conformance harness on events made up here: counting, comparing, tables, options, exit statuses."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from support.checkout import CHECKOUT

from conformance import cli, report, run, suite
from conformance.result import Run, by_cause, chapter, compare, holds
from tools import reports

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


def make_report(*runs, reference=None, tested=("xp_torch",), options=None, version="1.0"):
    return report.build(
        suite.Suite(Path("somewhere"), suite.COMMIT),
        options or run.Options(),
        runs,
        reference or passing(FFT, SORT, LOG, module=cli.REFERENCE),
        tested,
        reports.subject(version),
    )


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


def test_only_the_tested_modules_decide():
    other = make_run(result(FFT, "failed", ("A", "a")), module="array_api_strict", collected=(FFT,))
    assert make_report(passing(FFT, SORT, LOG), other)["holds"]
    assert not make_report(passing(FFT, SORT, LOG), other, tested=("xp_torch", "array_api_strict"))["holds"]


def test_the_tables_hold_the_figures_side_by_side():
    made = make_report(
        make_run(result(FFT, "passed"), result(SORT, "failed", ("A", "x|y")), result(LOG, "crashed", ("Crash", ""))),
        passing(FFT, module="array_api_strict", collected=(FFT,)),
    )
    found = report.tables(made)
    assert found["chapters"][0].header == ("chapter", "xp_torch", "array_api_strict")
    assert found["chapters"][0].rows[0] == ("fft", "1 / 0 / 0", "1 / 0 / 0")
    assert found["chapters"][0].rows[1] == ("sorting_functions", "0 / 1 / 0", "-")
    assert found["chapters"][0].rows[-1] == ("total", "1 / 2 / 0", "1 / 0 / 0")
    assert found["summary"][0].rows[0] == ("xp_torch", "1.0", "1", "1", "1", "0", "0")
    assert found["causes"][0].rows[0][:2] == ("1", "A: x|y")


def test_a_report_names_the_version_the_commit_and_the_date(monkeypatch):
    monkeypatch.setattr(reports, "commit_of", lambda path, without: "0123456789" * 4 + "-dirty")
    made = make_report(passing(FFT, SORT, LOG))
    made["subject"]["date"] = "2026-11-28"
    assert "; xp_torch 1.0 (commit 0123456-dirty, 2026-11-28); " in report.conditions(made)
    made = make_report(passing(FFT, SORT, LOG, module="array_api_strict"), tested=("array_api_strict",), version=None)
    assert "xp_torch" not in report.conditions(made)


def test_publish_replaces_what_is_between_the_markers_again_and_again(tmp_path):
    page = tmp_path / "page.md"
    page.write_text("head\n<!-- conformance:summary -->\n<!-- /conformance:summary -->\ntail\n", encoding="utf-8")
    for names in ((FFT,), (FFT, SORT)):
        parts = reports.sections("", report.tables(make_report(passing(*names))))
        assert reports.put(parts, page, "conformance") == ["summary"]
        text = page.read_text(encoding="utf-8")
        assert f"| {len(names)} |" in text
        assert text.count("| namespace |") == 1
        assert text.startswith("head\n")
        assert text.endswith("tail\n")


def test_publish_refuses_a_page_without_markers(tmp_path):
    page = tmp_path / "page.md"
    page.write_text("nothing here", encoding="utf-8")
    with pytest.raises(ValueError, match="markers"):
        reports.put({"summary": "none"}, page, "conformance")


def test_skip_and_xfail_files_are_empty_and_passed():
    line = run.command(suite.Suite(Path("s"), "c"), run.Options(), collect_only=False)
    for option, name in (("--skips-file", "skips.txt"), ("--xfails-file", "xfails.txt")):
        path = Path(line[line.index(option) + 1])
        assert path.name == name
        assert path.read_bytes() == b""
    assert "--disable-deadline" in line


def test_the_suite_is_mended_in_its_oldest_versions_only():
    assert run.environment("xp_torch", run.Options(api_version="2021.12"))["CONFORMANCE_MEND"] == "1"
    assert "CONFORMANCE_MEND" not in run.environment("xp_torch", run.Options(api_version="2023.12"))


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
    with pytest.raises(reports.CannotRun, match="from the checkout"):
        run.describe("xp_torch", run.Options())
    assert run.describe("xp_torch", run.Options(in_tree=True))["version"] == "9"


@pytest.mark.slow
def test_the_device_is_torchs_default_in_the_child(monkeypatch):
    options = run.Options(device="meta", in_tree=True)
    code = "import conformance_target; print(conformance_target.namespace().zeros(2).device)"
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=run.environment("xp_torch", options),
        capture_output=True,
        check=True,
        text=True,
    )
    assert done.stdout == "meta\n"


@pytest.mark.slow
def test_a_device_that_is_not_there_is_refused(capsys):
    assert cli.main(["--device", "nonsense", "--in-tree"]) == reports.USAGE
    assert "nonsense" in capsys.readouterr().err


@pytest.mark.parametrize(
    "bad", [["--max-examples", "0"], ["--api-version", "2020.12"], ["--module", "os"], ["--nonsense"]]
)
def test_bad_usage_is_status_2(bad, capsys):
    with pytest.raises(SystemExit) as caught:
        cli.main(bad)
    assert caught.value.code == reports.USAGE
    assert "usage" in capsys.readouterr().err


@pytest.mark.parametrize("line", [["--publish", "page.md"], ["tables", "none.json"]])
def test_a_page_without_markers_and_a_lost_report_are_status_2(line, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "page.md").write_text("nothing here", encoding="utf-8")
    assert cli.main(line) == reports.USAGE
    assert line[1] in capsys.readouterr().err


def test_a_default_dtype_is_refused_where_there_is_no_switch(capsys):
    assert cli.main(["--module", "array_api_strict", "--default-dtype", "float32"]) == reports.USAGE
    assert "no default dtype" in capsys.readouterr().err


@pytest.mark.parametrize("where", ["--suite", "--suite-url"])
def test_a_suite_that_cannot_be_had_is_status_3_and_loud(where, tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    nothing = str(tmp_path / "nothing")
    status = cli.main(["--module", "array_api_strict", "--output", str(tmp_path / "out"), where, nothing])
    assert status == reports.UNAVAILABLE == 3
    assert "!!! CONFORMANCE SUITE UNAVAILABLE, NOTHING WAS TESTED" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_tables_are_made_again_from_a_report(tmp_path, capsys):
    reports.write(make_report(make_run(result(FFT, "failed", ("A", "a")))), tmp_path / "r.json")
    assert cli.main(["tables", str(tmp_path / "r.json"), "--markdown", str(tmp_path / "r.md")]) == reports.OK
    assert "Failures by cause" in (tmp_path / "r.md").read_text(encoding="utf-8")
    assert "DOES NOT HOLD" in capsys.readouterr().out


NUMBERS = """
import low_precision
low_precision.draw()
import conformance_target
from hypothesis import given, settings
from hypothesis.extra.array_api import make_strategies_namespace
xp = conformance_target.namespace()
seen = []

@settings(database=None)
@given(make_strategies_namespace(xp).from_dtype(xp.float32, min_value=-3.0, max_value=3e4, allow_nan=False))
def collect(x):
    assert float(xp.asarray(x, dtype=xp.float32)) == x and -3 <= x <= 3e4
    seen.append(x)

collect()
print(xp.float32.name, xp.zeros(1, dtype=xp.float32).dtype.name, len(set(seen)) > 20)
"""


@pytest.mark.slow
def test_a_dtype_of_low_precision_is_given_as_float32():
    name = "bfloat16"
    options = run.Options(low_precision=name, in_tree=True)
    command = [sys.executable, "-c", NUMBERS]
    done = subprocess.run(
        command, env=run.environment("xp_torch", options), capture_output=True, text=True, check=False
    )
    assert done.stdout.split() == [name, name, "True"], done.stderr


@pytest.mark.slow
def test_with_distributed_the_suite_gets_sharded_arrays(tmp_path):
    code = (
        "import conformance_target, xp_torch as xp\n"
        "conformance_target.shard_arrays('0', '1', 'store')\n"
        "assert type(xp.zeros(3).device) is xp.distributed.Device, xp.zeros(3).device"
    )
    paths = os.pathsep.join([str(run.CHILD), *filter(None, [os.environ.get("PYTHONPATH")])])
    environment = {**os.environ, "PYTHONPATH": paths}
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False, env=environment)
    assert done.returncode == 0, done.stderr
