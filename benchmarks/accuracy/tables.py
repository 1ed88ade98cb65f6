"""The tables of a report on accuracy."""

from tools.reports import Table, subject_words

CONTENDERS = ("xp_torch", "numpy", "torch")
FIGURES = "xp_torch / NumPy / torch"
#: Columns of the whole table: the worst errors, and those of each component of complex results in its own units.
COLUMNS = ("function", "dtype", "region", *CONTENDERS, *(f"{name} by component" for name in CONTENDERS))


def conditions(report):
    """Return the conditions of the measurement in one paragraph."""
    words = [
        f"{report['samples']} arguments a function, dtype and region",
        f"seed {report['seed']}",
        subject_words(report["subject"]),
        *(f"{name} {version}" for name, version in report["versions"].items()),
        report["platform"],
    ]
    if report["selection"]:
        words.append("only " + ", ".join(report["selection"]))
    return "; ".join(words) + "."


def figure(value):
    """One error in a cell."""
    if value is None:
        return "-"
    value = float(value)
    return f"{value:.2f}" if value < 100 else f"{value:.0e}".replace("e+", "e")


def figures(errors):
    """The errors of all in one cell."""
    return " / ".join(figure(errors.get(name)) for name in CONTENDERS)


def dtypes(report):
    """The dtypes in the report's order."""
    return list(dict.fromkeys(row["dtype"] for row in report["rows"]))


def by_dtype(report, dtype, key="errors", title=""):
    """One row a function, one column a region."""
    rows = [row for row in report["rows"] if row["dtype"] == dtype]
    regions = list(dict.fromkeys(row["region"] for row in rows))
    cells = {(row["function"], row["region"]): figures(row[key]) for row in rows}
    functions = dict.fromkeys(row["function"] for row in rows)
    body = tuple((name, *(cells.get((name, region), "-") for region in regions)) for name in functions)
    return Table(f"{dtype}{title}: {FIGURES}", ("function", *regions), body, frozenset({0}))


def excess(row, name):
    """Return how far one library's worst error is above NumPy's; None if it lacks the function."""
    ours, theirs = (float(row["errors"].get(key, 0)) for key in (name, "numpy"))
    return ours - theirs if ours != theirs else 0.0


def summary(report):
    """One row a dtype: how far from NumPy the worst error of a cell is, either way."""
    rows = []
    for dtype in dtypes(report):
        cells = [row for row in report["rows"] if row["dtype"] == dtype]
        finite = [row for row in cells if excess(row, "xp_torch") < float("inf")]
        more = max(finite, key=lambda row: excess(row, "xp_torch"), default=None)
        worse = sum(not row["holds"] for row in cells)
        better = sum(excess(row, "xp_torch") < -1 for row in cells)
        lost = sum(excess(row, "torch") > 1 for row in cells)
        where = f"{more['function']} {more['region']}: {figures(more['errors'])}" if more else "-"
        values = sum(row["values"] for row in cells)
        rows.append((dtype, str(len(cells)), str(values), str(worse), str(better), str(lost), where))
    header = ("dtype", "cells", "values", "worse", "better", "torch worse", f"most above NumPy: {FIGURES}")
    return Table("Cells that differ from NumPy's by more than one unit", header, tuple(rows), frozenset({0}))


def worse(report):
    """The cells where the criterion fails."""
    rows = tuple(
        (row["function"], row["dtype"], row["region"], figures(row["errors"]), row["argument"])
        for row in report["rows"]
        if not row["holds"]
    )
    header = ("function", "dtype", "region", FIGURES, "argument")
    return Table("Worse than NumPy by more than one unit", header, rows, frozenset({0, 4}))


def cells(report):
    """Return one row of text for each function, dtype and region, with `COLUMNS`; the figures have six digits."""
    rows = []
    for row in report["rows"]:
        components = row["by_component"] if row["dtype"].startswith("complex") else {}
        errors = [errors.get(name) for errors in (row["errors"], components) for name in CONTENDERS]
        six_digits = ["-" if value is None else f"{float(value):.6g}" for value in errors]
        rows.append((row["function"], row["dtype"], row["region"], *six_digits))
    return rows


def different(cells):
    """Return the table of those of `cells` that are more than half a unit above or below NumPy's."""
    rows = tuple(
        (function, dtype, region, " / ".join(figure(None if x == "-" else x) for x in (ours, theirs, torch)))
        for function, dtype, region, ours, theirs, torch, *_ in cells
        if ours != theirs and abs(float(ours) - float(theirs)) > 0.5
    )
    return Table(
        "More than half a unit above or below NumPy's",
        ("function", "dtype", "region", FIGURES),
        rows,
        frozenset({0, 1}),
    )


def aggregates(report):
    """One row a function of many numbers and dtype."""
    cells = report["aggregates"]
    regions = list(dict.fromkeys(row["region"] for row in cells))
    figure = {(row["function"], row["dtype"], row["region"]): figures(row["errors"]) for row in cells}
    rows = tuple(
        (name, dtype, *(figure.get((name, dtype, region), "-") for region in regions))
        for name, dtype in dict.fromkeys((row["function"], row["dtype"]) for row in cells)
    )
    return Table(f"Sums and transforms: {FIGURES}", ("function", "dtype", *regions), rows, frozenset({0, 1}))


def decompositions(report):
    """One row a decomposition and dtype."""
    rows = tuple(
        (
            row["function"],
            row["dtype"],
            figures(row["errors"]),
            figure(row["most"]),
            f"{row['times']['xp_torch']:.1f} / {row['times']['numpy']:.1f}",
            f"{row['times']['xp_torch'] / row['times']['numpy']:.2f}",
        )
        for row in report.get("decompositions", [])
    )
    header = ("function", "dtype", FIGURES, "most times NumPy's error", "400 x 400, ms", "times NumPy's time")
    return Table("Decompositions in single precision", header, rows, frozenset({0, 1}))


def tables(report):
    """The tables by name: ``summary``, ``worse``, each dtype, ``aggregates``, ``decompositions`` and others."""
    found = {"summary": [summary(report)], "worse": [worse(report)], "different": [different(cells(report))]}
    found.update({dtype: [by_dtype(report, dtype)] for dtype in dtypes(report)})
    found["by-component"] = [
        by_dtype(report, dtype, "by_component", ", each component in its own units")
        for dtype in dtypes(report)
        if dtype.startswith("complex")
    ]
    found["aggregates"] = [aggregates(report)]
    found["decompositions"] = [decompositions(report)]
    return found
