"""The command that measures accuracy: its units, its exact values, its verdict."""

import csv
import json
from fractions import Fraction

import mpmath
import numpy as np
import pytest

import xp_torch
from benchmarks.accuracy import aggregates, cli, compiled, tables
from benchmarks.accuracy import run as measurement
from benchmarks.accuracy.arguments import REGIONS, draw
from benchmarks.accuracy.functions import FUNCTIONS
from benchmarks.accuracy.functions import NAMES as FUNCTION_NAMES
from benchmarks.accuracy.measure import errors, exact_values
from tools import reports

BY_NAME = {function.name: function for function in FUNCTIONS}


def measured(name, x, got):
    """The error of one result, in the common unit."""
    x = np.atleast_1d(x)
    return errors(exact_values(BY_NAME[name], [x]), np.atleast_1d(got))[1][0].tolist()


def test_errors_are_in_units_in_the_last_place():
    two = np.float64(2)
    root = np.sqrt(two)
    (error,) = measured("sqrt", two, root)
    with mpmath.workdps(40):
        assert error == pytest.approx(float(abs(mpmath.sqrt(2) - mpmath.mpf(float(root))) * 2**52))
    (further,) = measured("sqrt", two, np.nextafter(root, 2))
    assert abs(further - error) == 1 or further + error == pytest.approx(1)
    assert measured("sqrt", two, np.nan) == [np.inf]
    assert measured("square", np.float32(1e-22), np.float32(0)) == [pytest.approx(0.0, abs=8)]
    # Beyond the largest number infinity is right, and wrong by one unit at the number itself.
    assert measured("exp", np.float64(710), np.inf) == [0]
    assert measured("exp", np.float64(710), np.finfo(float).max) == [1]
    # Both components in units of the larger one.
    assert measured("square", 1 + 2.0**-30 * 1j, 1 + 0j)[1] == 2.0**-29 * 2**52


@pytest.mark.parametrize("name", ["sqrt", "log", "asin", "acos", "atan", "asinh", "acosh", "atanh"])
def test_the_sign_of_a_zero_tells_the_side_of_a_cut(name):
    edges = [complex(a, b) for a in (-2.0, 2.0, -0.5, 0.5) for b in (0.0, -0.0)]
    edges += [complex(a, b) for b in (-2.0, 2.0, -0.5, 0.5) for a in (0.0, -0.0)]
    z = np.array(edges)
    own, _ = errors(exact_values(BY_NAME[name], [z]), getattr(np, name)(z))
    assert own.max() < 4


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64", "complex64", "complex128"])
@pytest.mark.parametrize("region", REGIONS)
def test_arguments_are_drawn_by_the_seed_and_inside_the_domain(dtype, region):
    for function in FUNCTIONS:
        if np.dtype(dtype).kind in function.kinds:
            columns = draw(function, dtype, region, 24, 3)
            again = draw(function, dtype, region, 24, 3)
            assert all(np.array_equal(a, b) for a, b in zip(columns, again, strict=True))
            assert all(c.dtype == dtype and np.isfinite(c).all() for c in columns)
            assert len(columns) == function.operands
            assert len(columns[0]) >= 2, function.name


@pytest.mark.cpu_only
def test_the_command_writes_its_tables_and_tells_by_its_status(tmp_path, capsys, monkeypatch):
    page, report = tmp_path / "page.md", tmp_path / "a.json"
    page.write_text("<!-- accuracy:summary -->\n<!-- /accuracy:summary -->\n", encoding="utf-8")
    asked = ["--samples", "12", "--function", "acosh", "--function", "log10", "--json", str(report)]
    assert cli.main([*asked, "--publish", str(page), "--html", str(tmp_path / "a.html")]) == 0
    found = json.loads(report.read_text(encoding="utf-8"))
    assert found["holds"]
    assert {row["dtype"] for row in found["rows"]} == {"float16", "float32", "float64", "complex64", "complex128"}
    assert "| `float64` |" in page.read_text(encoding="utf-8")
    out, err = capsys.readouterr()
    assert "Accuracy holds." in out
    assert "40/40 cells" in err
    monkeypatch.setattr(measurement, "ALLOWED", -5.0)
    assert cli.main(["--samples", "12", "--function", "acosh", "--dtype", "float64"]) == 1
    assert "WORSE acosh float64" in capsys.readouterr().err
    assert cli.main(["--function", "no_such"]) == 2
    assert cli.main(["--publish", str(tmp_path / "none.md")]) == 2


@pytest.mark.cpu_only(name="linspace")
@pytest.mark.parametrize("name", ["sum", "mean", "linspace"])
def test_sums_are_measured_by_exact_fractions(name):
    (region, *_), dtype = [r for n, d, r in aggregates.cells([name], ["float64"])], "float64"
    row = aggregates.measure(name, dtype, region, 20, 0)
    assert row["values"] > 0
    assert all(error < 4 for error in row["errors"].values())
    exact = [Fraction(1, 10)]
    assert aggregates.worst(exact, 0, np.array([0.1]), np.finfo(float)) < 0.5
    assert aggregates.worst(exact, 0, np.array([np.nextafter(0.1, 0)]), np.finfo(float)) > 0.5
    assert aggregates.worst(exact, 4, np.array([0.1 + 2.0**-50]), np.finfo(float)) == pytest.approx(1, rel=1e-2)


@pytest.mark.slow
@pytest.mark.cpu_only(dtype=["complex64", "complex128"])
@pytest.mark.parametrize("dtype", ["float32", "float64", "complex64", "complex128"])
def test_no_function_is_worse_than_numpys_by_a_unit(dtype):
    report = measurement.run(FUNCTION_NAMES, [dtype], 16, 0)
    assert [measurement.describe(row) for row in report["rows"] if not row["holds"]] == []


def test_the_page_shows_the_cells_of_the_whole_table_that_differ(checkout):
    with (checkout / "docs" / "tables" / "accuracy.csv").open(encoding="utf-8", newline="") as file:
        header, *cells = csv.reader(file)
    assert tuple(header) == tables.COLUMNS
    page = (checkout / "docs" / "accuracy.md").read_text(encoding="utf-8")
    assert reports.markdown_table(tables.different(cells)).strip() in page


def test_figures_of_the_whole_table_have_six_digits():
    errors = {"xp_torch": 0.12345678, "numpy": "inf"}
    rows = [{"function": "exp", "region": "tiny", "errors": errors, "by_component": errors}]
    (real,), (other,) = (tables.cells({"rows": [{**rows[0], "dtype": dtype}]}) for dtype in ("float32", "complex64"))
    assert real == ("exp", "float32", "tiny", "0.123457", "inf", "-", "-", "-", "-")
    assert other == ("exp", "complex64", "tiny", *("0.123457", "inf", "-") * 2)


def test_distances_of_compiled_results():
    units = lambda a, b, dtype: compiled.units(*(xp_torch.asarray(v, dtype=dtype) for v in (a, b))).tolist()
    next_one = np.nextafter(1.0, 2.0)
    assert units([1.0, -1.0, np.nan, np.inf, 0.0], [next_one, -next_one, np.nan, np.inf, -0.0], "float64") == [
        1,
        1,
        0,
        0,
        0,
    ]
    assert units([5e-324, np.nan, 1.0], [-5e-324, 0.0, np.nan], "float64") == [2, np.inf, np.inf]
    assert units([1, 2], [1, 3], "int8") == [0, np.inf]
    assert compiled.units(xp_torch.ones(2), xp_torch.ones(2, dtype="float32")).tolist() == [np.inf]


@pytest.mark.compiled
@pytest.mark.cpu_only
def test_compiled_code_is_compared_with_eager_code(monkeypatch):
    report = compiled.run(["add", "argmax", "max"], ["int8"], 20, 0)
    assert [(row["function"], row["worst"], row["compiled"]) for row in report["rows"]] == [
        (name, 0.0, "") for name in ("add", "max", "argmax")
    ]
    assert report["holds"]
    monkeypatch.setattr(compiled, "_eager", lambda names, x, y: {"add": x - y})
    assert not compiled.run(["add"], ["int8"], 20, 0)["holds"]
