"""The benchmark: who is timed, that contenders compute the same, and the form of the report; nothing here is timed."""

import ast
import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import torch

import xp_torch as xp
from benchmarks import (
    array_cases,
    call_cases,
    calls,
    cli,
    compiled,
    gpu,
    growth,
    memory,
    tables,
    thresholds,
    throughput,
)
from benchmarks.cases import ABSENT, Case, contest
from benchmarks.contenders import CONTENDERS, NUMPY, OURS, TORCH, difference
from benchmarks.measure import Effort
from benchmarks.operands import Operands
from benchmarks.programs import times as programs
from benchmarks.report import Options
from tools.calls import NOT_DRAWN, ROWS
from tools.clones import commit_of
from tools.progress import Steps

TINY = Effort(rounds=1, seconds=0.0, batch=1e-9)
IN_TREE = [] if os.environ.get("XP_TORCH_TESTED") == "wheel" else ["--in-tree"]


def names_of(source):
    """Functions of the namespace that a line calls, with the prefix of their extension."""
    found = set()
    for node in ast.walk(ast.parse(source)):
        parts = []
        while isinstance(node, ast.Attribute):
            parts.append(node.attr)
            node = node.value
        if parts and isinstance(node, ast.Name) and node.id == "xp":
            found.add(".".join(reversed(parts)))
    return found


def function(name):
    """The function of that name, which may have the prefix of an extension."""
    prefix, _, last = name.rpartition(".")
    return getattr(getattr(xp, prefix) if prefix else xp, last)


def functions_to_measure():
    """Public names of the chapters whose functions compute: those of the extensions with their prefix."""
    chapters = ("elementwise", "searching", "set", "sorting", "statistical", "utility", "linear_algebra")
    found = {f"linalg.{name}" for name in xp.linalg.__all__} | {f"fft.{name}" for name in xp.fft.__all__}
    for name in xp.__all__:
        value = getattr(xp, name)
        module = getattr(value, "__module__", "").rpartition(".")[2].lstrip("_")
        if isinstance(value, xp.ufunc) or (callable(value) and module.startswith(chapters)):
            found.add(name)
    return found


def test_every_function_is_measured_or_says_why_not():
    measured = {name for case in array_cases.CASES for name in names_of(case.source)}
    left_out = set(array_cases.NOT_MEASURED)
    assert left_out & measured == set()
    done = {id(function(name)) for name in measured | left_out}
    assert {name for name in functions_to_measure() if id(function(name)) not in done} == set()


def test_every_timed_function_has_a_row_in_the_table_of_calls():
    cases = (*array_cases.CASES, *call_cases.CASES)
    assert {name for case in cases for name in names_of(case.source)} <= ROWS.keys() | NOT_DRAWN.keys()


@pytest.mark.parametrize("group", dict.fromkeys(case.group for case in call_cases.CASES))
def test_calls_are_compared_before_they_are_timed(group):
    for case in call_cases.CASES:
        if case.group == group:
            found = contest(case, calls.OPERANDS, [TORCH, OURS, NUMPY])
            assert not found.wrong, case.name
            assert found.differs == {}, case.name
            assert {TORCH, OURS} <= set(found.acts)


@pytest.mark.numpy_before
@pytest.mark.parametrize("dtype", throughput.ALL_DTYPES)
def test_array_cases_give_numpys_results(dtype):
    cases = [case for case in array_cases.CASES if case.takes(np.dtype(dtype))]
    operands = Operands(200, dtype, 0)
    wrong = {case.name: found for case in cases if (found := contest(case, operands, [OURS]).wrong)}
    assert cases
    assert wrong == {}


@pytest.mark.parametrize("dtype", throughput.DTYPES)
def test_plain_torchs_line_computes_the_same(dtype):
    operands = Operands(200, dtype, 0)
    for case in array_cases.CASES:
        if case.takes(np.dtype(dtype)) and case.line(TORCH) is not ABSENT:
            differs = contest(case, operands, [TORCH]).differs
            # torch has no product of integer vectors along an axis.
            assert differs == {} or (case.name, dtype) == ("xp.vecdot(x, y)", "int64"), (case.name, dtype)


def test_common_functions_give_numpys_results():
    operands = growth.Operands(200, 0)
    lines = [growth.line(case, 200) for case in growth.CASES]
    wrong = {line.name: found.wrong for line in lines if (found := contest(line, operands, [OURS])).wrong}
    assert len(lines) > 111
    assert wrong == {}


@pytest.mark.slow
def test_common_functions_are_timed_with_and_without_huge_pages(monkeypatch):
    monkeypatch.setenv(growth.VARIABLE, "1")
    options = Options(only=("x + y",), effort=TINY, sizes=(100, 200), in_tree=bool(IN_TREE))
    first, last = growth.run(options, Steps("growth"))
    assert "small_pages" not in first
    assert set(last["small_pages"]) == set(last["seconds"]) == {OURS, NUMPY}
    summary, lines = (group[0] for group in tables.growth_tables([first, last]).values())
    assert summary.header[2:5] == ("1e2", "2e2", "2e2, small pages")
    assert lines.rows[0][0] == "x + y"


def test_another_result_is_told_and_not_timed():
    operands = {"x": np.asarray([0.5, 0.25])}
    found = contest(Case("sin", "g", "xp.sin(x)", numpy="xp.cos(x)"), operands, [OURS, NUMPY])
    assert found.wrong == "other values"
    assert list(found.acts) == [NUMPY]
    found = contest(Case("sin", "g", "xp.sin(x)", torch="xp.sin(x.float())"), operands, [OURS, TORCH])
    assert found.differs == {TORCH: "dtype float32, not float64"}
    found = contest(Case("none", "g", "xp.sin(x)", torch="xp.none(x)"), operands, [TORCH])
    assert found.differs[TORCH].startswith("AttributeError")


@pytest.mark.parametrize(
    ("got", "expected", "told"),
    [
        (np.ones(3), np.ones(3), None),
        (np.ones(3), np.ones(3) + 1e-3, "other values"),
        (np.asarray([np.nan, 1.0]), np.asarray([np.nan, 1.0]), None),
        (np.asarray([np.inf, 1.0]), np.asarray([-np.inf, 1.0]), "other values"),
        (np.ones(3), np.ones((1, 3)), "shape (3,), not (1, 3)"),
        ((np.ones(1), np.ones(2)), (np.ones(1), np.zeros(2)), "other values"),
        ((np.ones(1),), (np.ones(1), np.ones(1)), "another number of results"),
        (torch.arange(3), np.arange(3), None),
        (xp.arange(3), np.asarray([0, 1, 3]), "other values"),
        (torch.float32, np.dtype("float32"), None),
        (3, 4, "3 is not 4"),
    ],
)
def test_difference_tells_results_apart(got, expected, told):
    assert difference(got, expected) == told


def test_peaks_hold_temporaries_and_not_operands():
    x = torch.ones(1000, dtype=torch.float64)
    assert memory.peak_of_torch(lambda: x + x) == x.nbytes
    assert memory.peak_of_torch(lambda: (x + x) * 2.0 + 1.0) // x.nbytes == 2
    assert memory.peak_of_torch(lambda: x.add_(x)) == 0
    a = np.ones(100_000)
    assert memory.peak_of_numpy(lambda: np.sin(a + a)) // a.nbytes == 2
    assert memory.peak(Case("add", "g", "x + x"), OURS, Operands(1000, "float64", 0)) == 8000


def test_a_run_without_a_compiler_is_eager():
    rows = programs.run(Options(only=(next(iter(programs.PROGRAMS)),), effort=TINY, compiler=None), Steps("programs"))
    assert [row["mode"] for row in rows] == ["eager"]


@pytest.mark.compiled
@pytest.mark.parametrize("name", programs.PROGRAMS)
def test_programs_agree_eager_and_compiled(name):
    rows = programs.run(Options(only=(name,), effort=TINY, compiler="eager"), Steps("programs"))
    torch.compiler.reset()
    assert [row["mode"] for row in rows] == ["eager", "compiled"]
    for row in rows:
        assert row["differs"] == {}
        assert set(row["seconds"]) == {TORCH, OURS, NUMPY}


def test_the_instructions_of_a_kernel_and_its_helpers_are_counted():
    names = {}
    exec("def helper(x):\n    return x\ndef kernel(n):\n    for i in range(n):\n        helper(i)", names)
    few, many = (compiled.instructions(names["kernel"], [n]) for n in (10, 110))
    assert many - few > 500


@pytest.mark.compiled
def test_numpys_source_is_compiled_beside_numpy(monkeypatch):
    monkeypatch.setitem(compiled.KMEANS.about["parameters"]["S"], "number", 50)
    (row,) = compiled.run(Options(only=(compiled.KMEANS.name,), effort=TINY, compiler="eager"), Steps("compiled"))
    assert row["not_compiled"] is row["wrong"] is None
    assert set(row["seconds"]) == {OURS, NUMPY, compiled.COMPILED, compiled.TORCH_COMPILED}
    (table,) = tables.PARTS["compiled"]([row])["compiled"]
    assert table.rows[0][:2] == ("k-means step", "Learning")


@pytest.mark.compiled
def test_loops_are_compiled_beside_numpys_source():
    source = "import numpy as np\ndef kernel(path):\n    for k in range(len(path)):\n"
    source += "        path[:] = np.minimum(path, np.add.outer(path[:, k], path[k, :]))\n"
    data = "import numpy as np\ndef start(N):\n    return np.random.default_rng(0).integers(1, 99, (N, N))\n"
    about = compiled.KMEANS.about | {
        "func_name": "kernel",
        "module_name": "floyd_warshall",
        "input_args": ["path"],
        "parameters": {"S": {"N": 5}},
        "init": {"func_name": "start", "input_args": ["N"], "output_args": ["path"]},
    }
    program = compiled.npbench.Program("floydwar", source, data, about)
    row = compiled.measured(program, Options(compiler="eager"), TINY)
    torch.compiler.reset()
    assert row["not_compiled"] is row["wrong"] is None
    assert {NUMPY, compiled.COMPILED, compiled.LOOP} <= set(row["seconds"])
    (table,) = tables.PARTS["compiled"]([row])["compiled"]
    assert len(table.rows[0]) == len(table.header)


@pytest.mark.skipif(torch.cuda.is_available(), reason="there is a GPU")
def test_without_a_gpu_its_part_says_that_it_did_not_run(capsys):
    assert gpu.run(Options(), Steps("gpu")) == {"ran": False, "rows": []}
    assert "NO GPU" in capsys.readouterr().err


@pytest.mark.filterwarnings("ignore:No artists with labels")
def test_the_device_is_that_of_the_contenders(tmp_path, capsys):
    """The meta device stands for a GPU; it has no values, so that every result differs and nothing is timed."""
    where = ["--device", "meta", "--output", str(tmp_path), *IN_TREE]
    assert cli.main(["calls", "--only", "xp.sin(x)", *where]) == 1
    report = json.loads((tmp_path / "benchmarks.json").read_text(encoding="utf-8"))
    assert report["device"] == "meta"
    assert set(report["parts"]["calls"][0]["seconds"]) <= {NUMPY, "jax.numpy"}
    assert torch.get_default_device().type == "cpu"
    assert cli.main(["calls", "--device", "nonsense", *IN_TREE]) == 2
    assert "nonsense" in capsys.readouterr().err


def test_on_the_gpu_both_programs_are_the_same():
    x, y = np.linspace(-1, 1, 100), np.linspace(2, -2, 100)
    for source, by_torch, _ in gpu.CASES.values():
        plain = by_torch(torch.from_numpy(x), torch.from_numpy(y))
        assert difference(source(xp, xp.asarray(x), xp.asarray(y)), plain) is None
        assert difference(plain, source(np, x, y)) is None


@pytest.mark.slow
@pytest.mark.parametrize(
    ("part", "only"),
    [(calls, "sin(x)"), (calls, "x.shape"), (throughput, "cumsum"), (growth, "x + "), (memory, "xp.sqrt")],
)
def test_parts_give_rows_that_tables_take(part, only):
    name = part.__name__.rpartition(".")[2]
    options = Options(only=(only,), effort=TINY, sizes=(100,), in_tree=bool(IN_TREE))
    rows = part.run(options, Steps(name))
    assert rows
    assert json.loads(json.dumps(rows)) == rows
    assert all(row["wrong"] is None for row in rows)
    for group in tables.PARTS[name](rows).values():
        for table in group:
            assert all(len(row) == len(table.header) for row in table.rows), table.title
    assert set(rows[0].get("seconds") or rows[0]["bytes"]) <= set(CONTENDERS)


def test_the_command_writes_its_tables_and_tells_by_its_status(checkout, tmp_path, capsys):
    page, report = tmp_path / "page.md", tmp_path / "a.json"
    names = ("calls", "calls-conditions", "memory-conditions")
    blank = "".join(f"<!-- benchmarks:{name} -->\n<!-- /benchmarks:{name} -->\n" for name in names)
    page.write_text(blank, encoding="utf-8")
    where = ["--threads", "1", "--output", str(tmp_path), *IN_TREE]
    only = ["calls", "gpu", "--only", "xp.sin(", "--only", "x + y"]
    assert cli.main([*only, "--json", str(report), "--publish", str(page), *where]) == 0
    found = json.loads(report.read_text(encoding="utf-8"))
    assert [row["name"] for row in found["parts"]["calls"]][:2] == ["xp.sin(x)", "xp.sin(f)"]
    assert found["subject"]["version"] == xp.__version__
    assert found["subject"]["commit"][:40] == commit_of(checkout)[:40]
    # A part that was not run keeps its conditions.
    assert page.read_text(encoding="utf-8").count(f"xp_torch {xp.__version__} (commit ") == 1
    assert "| unary |" in page.read_text(encoding="utf-8")
    assert (tmp_path / "benchmarks-calls-by-line.png").read_bytes().startswith(b"\x89PNG")
    out, _ = capsys.readouterr()
    assert "Cost of a call on 3 elements" in out
    assert "NOT RUN" in out or torch.cuda.is_available()

    found["parts"]["calls"][0]["wrong"] = "other values"
    report.write_text(json.dumps(found), encoding="utf-8")
    assert cli.main(["--report", str(report), *where]) == 1
    assert "calls: xp.sin(x) : other values" in capsys.readouterr().err
    assert cli.main(["no_such_part", *where]) == 2
    assert cli.main(["--publish", str(tmp_path / "none.md"), *where]) == 2
    assert cli.main(["--report", str(page), *where]) == 2
    # Planted bugs are tested in a copy of the package, which is not in the checkout.
    if Path(xp.__file__).parent == Path(checkout) / "xp_torch":
        assert cli.main(["calls"]) == 2
        assert "--in-tree" in capsys.readouterr().err


def test_the_tracer_of_a_debugger_stays():
    def tracer(frame, event, arg):
        return None

    before = sys.gettrace()
    sys.settrace(tracer)
    try:
        assert compiled.instructions(lambda a: a + 1, [1]) > 2
        assert sys.gettrace() is tracer
    finally:
        sys.settrace(before)


@pytest.mark.slow
def test_estimators_agree_with_numpy(checkout, tmp_path):
    # A process of its own: SciPy reads its switch when it is imported.
    where = ["--json", str(tmp_path / "a.json"), "--output", str(tmp_path), *IN_TREE]
    line = ["-m", "benchmarks", "estimators", "--rounds", "1", "--threads", "1", *where]
    done = subprocess.run([sys.executable, *line], cwd=checkout, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    rows = json.loads((tmp_path / "a.json").read_text(encoding="utf-8"))["parts"]["estimators"]
    assert len(rows) == 5
    assert all(set(row["seconds"]) == {NUMPY, TORCH, OURS} for row in rows)


@pytest.mark.parametrize("row", thresholds.ROWS, ids=lambda row: row.name)
def test_both_ways_beside_a_threshold_are_timed(row):
    ratios = thresholds.measured(row, TINY)
    assert len(ratios) == 3
    assert all(ratio > 0 for _, ratio in ratios)
