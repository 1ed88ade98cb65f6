"""The report of a run of NumPy's tests, and its tables."""

import importlib.metadata

from conformance.numpy_tests.reasons import REASONS, reason_of
from conformance.numpy_tests.scope import function_of, in_scope
from conformance.numpy_tests.source import FILES
from tools.reports import Table, subject_words

CASES, FUNCTIONS = 0.90, 0.85


def build(files, modules, records, subject):
    """The report about `subject`, which JSON can hold, of `FileRun`s by file and module."""
    found = []
    left_out = {}
    for file in files:
        reference = records[file, "numpy"]
        counted, without = in_scope(reference)
        for reason, count in without.items():
            left_out[reason] = left_out.get(reason, 0) + count
        row = {"file": file, "cases": len(counted), "functions": len({function_of(key) for key in counted})}
        row["error"] = reference.error
        row["modules"] = {module: outcome(records[file, module], counted) for module in modules}
        found.append(row)
    packages = ("numpy", "torch", "pytest", "hypothesis")
    report = {
        "files": found,
        "left_out": left_out,
        "modules": modules,
        "subject": subject,
        "versions": {name: importlib.metadata.version(name) for name in packages},
    }
    cases, functions = (sum(row[kind] for row in found) for kind in ("cases", "functions"))
    first = [row["modules"][modules[0]] for row in found]
    report["holds"] = (
        sum(one["cases"] for one in first) >= CASES * cases
        and sum(one["functions"] for one in first) >= FUNCTIONS * functions
    )
    return report


def outcome(run, counted):
    """What one module passed of the cases that count, and why the others failed."""
    failed = {key: why(run, key) for key in counted if run.outcomes.get(key) != "passed"}
    functions = {function_of(key) for key in counted} - {function_of(key) for key in failed}
    return {"cases": len(counted) - len(failed), "functions": len(functions), "failed": failed, "error": run.error}


def why(run, key):
    """The error of a case that did not pass."""
    outcome = run.outcomes.get(key)
    if outcome is None:
        return "the file could not be read" if run.error else "no such case: another list of parameters"
    return run.causes.get(key, outcome)


def share(part, whole):
    """A count with its share."""
    return f"{part} ({100 * part / whole:.1f} %)" if whole else "-"


def tables(report):
    """The tables by name: ``files``, ``excluded`` and ``failures``."""
    header = ["file", "functions", "cases"]
    for module in report["modules"]:
        header += [f"{module}: functions", f"{module}: cases"]
    rows = []
    totals = {"file": "total", "cases": 0, "functions": 0, "modules": {m: [0, 0] for m in report["modules"]}}
    for row in report["files"]:
        cells = [row["file"], str(row["functions"]), str(row["cases"])]
        totals["functions"] += row["functions"]
        totals["cases"] += row["cases"]
        for module in report["modules"]:
            one = row["modules"][module]
            cells += [share(one["functions"], row["functions"]), share(one["cases"], row["cases"])]
            totals["modules"][module][0] += one["functions"]
            totals["modules"][module][1] += one["cases"]
        rows.append(tuple(cells))
    last = ["total", str(totals["functions"]), str(totals["cases"])]
    for functions, cases in totals["modules"].values():
        last += [share(functions, totals["functions"]), share(cases, totals["cases"])]
    rows.append(tuple(last))
    files = Table("NumPy's tests: in scope, and passed", tuple(header), tuple(rows), frozenset({0}))
    left = sorted(report["left_out"].items(), key=lambda item: -item[1])
    excluded = Table("Out of scope", ("reason", "cases"), tuple((reason, str(count)) for reason, count in left))
    return {"files": [files], "excluded": [excluded], "failures": [failures(report)]}


def failures(report):
    """The test functions that fail on the first module, by reason."""
    groups = {}
    for row in report["files"]:
        for key, text in row["modules"][report["modules"][0]]["failed"].items():
            name = f"{row['file']}::{function_of(key)}"
            groups.setdefault(reason_of(name), {}).setdefault(name, text)
    order = list(REASONS)
    rows = [
        (reason, str(len(names)), ", ".join(name.partition("/")[2] for name in sorted(names)))
        for reason, names in sorted(groups.items(), key=lambda item: (order + [item[0]]).index(item[0]))
    ]
    return Table(f"Why {report['modules'][0]} fails", ("reason", "functions", "which"), tuple(rows), frozenset({2}))


def failing(report):
    """A line for each failing case."""
    for row in report["files"]:
        for module in report["modules"]:
            one = row["modules"][module]
            if one["error"]:
                yield f"{module} {row['file']}: {one['error']}"
            for key, text in one["failed"].items():
                yield f"FAILED {module} {row['file']}::{key}: {' '.join(text.split())[:200]}"


def conditions(report):
    """What was run on what."""
    versions = ", ".join(f"{name} {version}" for name, version in report["versions"].items())
    verdict = "holds" if report["holds"] else "does not hold"
    goal = f"at least {CASES:.0%} of the cases and {FUNCTIONS:.0%} of the test functions pass"
    part = "" if len(report["files"]) == len(FILES) else f"{len(report['files'])} of {len(FILES)} files only. "
    return f"{part}On {report['modules'][0]} it {verdict} that {goal}. {subject_words(report['subject'])}, {versions}."
