"""The report of one command as plain data, which is written as JSON, and its tables."""

from conformance.result import by_cause, by_reason, compare, holds
from conformance.suite import COMMIT, MENDED, URL
from tools.reports import Table, short_commit, subject_words

CAUSE_IDS = 5  # named in a table of causes; the JSON has them all


def build(suite, options, runs, reference, tested, subject):
    """Return the report of `runs` about `subject`; the modules named in `tested` decide whether it `holds`.

    `reference` is NumPy's run, or its collection, whose ids the others are held against.
    """
    namespaces = [entry(run, compare(run, reference), run.module in tested) for run in runs]
    return {
        "subject": subject,
        "suite": {"url": URL, "commit": suite.commit, "pinned": suite.commit == COMMIT},
        "api_version": options.api_version,
        "max_examples": options.max_examples,
        "seed": options.seed,
        "default_dtype": options.default_dtype,
        "device": options.device,
        "low_precision": options.low_precision,
        "lift_skips": options.lift_skips,
        "compiled": options.compiled,
        "distributed": options.distributed,
        "in_tree": options.in_tree,
        "selection": list(options.ids),
        "reference": {"module": reference.module, "ids": len(reference.collected)},
        "versions": runs[0].about["versions"],
        "platform": runs[0].about["platform"],
        "namespaces": namespaces,
        "holds": all(item["holds"] for item in namespaces if item["tested"]),
    }


def entry(run, comparison, tested):
    """The part of a report about one namespace."""
    return {
        "module": run.module,
        "version": run.about["version"],
        "file": run.about["file"],
        "tested": tested,
        "holds": holds(run, comparison),
        "problem": run.problem(),
        "seconds": round(run.seconds, 1),
        "counts": run.counts(),
        "chapters": run.chapters(),
        "failures": [
            {"id": name, "outcome": run.outcomes[name], "causes": [list(pair) for pair in run.causes[name]]}
            for name in run.failures
        ],
        "causes": by_cause(run),
        "skips": by_reason(run),
        "missing": list(comparison.missing),
        "extra": list(comparison.extra),
        "skipped_here_only": list(comparison.skipped),
        "collect_errors": run.collect_errors,
    }


def tables(report):
    """The tables of `report` by name: ``summary``, ``chapters``, ``causes`` and ``missing``."""
    found = {"summary": summary(report), "chapters": chapters(report)}
    tested = [item for item in report["namespaces"] if item["tested"]]
    found["causes"] = [causes(item) for item in tested]
    found["missing"] = [table for item in tested for table in gaps(item)]
    return {name: table if isinstance(table, list) else [table] for name, table in found.items()}


def summary(report):
    """One row a namespace."""
    header = ("namespace", "version", "passed", "failed", "crashed", "skipped", "missing")
    rows = []
    for item in report["namespaces"]:
        counts = item["counts"]
        missing = len(item["missing"]) + len(item["skipped_here_only"])
        figures = (counts["passed"], counts["failed"], counts["crashed"], counts["skipped"], missing)
        rows.append((item["module"], item["version"], *map(str, figures)))
    return Table("Conformance", header, tuple(rows), frozenset({0}))


def chapters(report):
    """One row a chapter, one column a namespace: passed / failed, crashes included / skipped."""
    spaces = report["namespaces"]
    rows = []
    for name in sorted({chapter for item in spaces for chapter in item["chapters"]}):
        row = [name]
        for item in spaces:
            counts = item["chapters"].get(name)
            row.append(outcome(counts) if counts else "-")
        rows.append(tuple(row))
    rows.append(("total", *(outcome(item["counts"]) for item in spaces)))
    header = ("chapter", *(item["module"] for item in spaces))
    return Table("By chapter: passed / failed / skipped", header, tuple(rows))


def outcome(counts):
    """Three figures in one cell."""
    return f"{counts['passed']} / {counts['failed'] + counts['crashed']} / {counts['skipped']}"


def causes(item):
    """The failures of one namespace, grouped by cause."""
    rows = tuple((str(len(names)), cause, some(names)) for cause, names in item["causes"].items())
    return Table(f"Failures by cause: {item['module']}", ("tests", "cause", "ids"), rows, frozenset({1, 2}))


def gaps(item):
    """Return the tables of the ids that one namespace lacks and of the ids that it skipped, without empty tables."""
    found = []
    if item["missing"]:
        rows = tuple((name,) for name in item["missing"])
        found.append(Table(f"Missing beside NumPy's run: {item['module']}", ("id",), rows, frozenset({0})))
    if item["skipped_here_only"]:
        rows = tuple((name,) for name in item["skipped_here_only"])
        found.append(Table(f"Skipped here and not by NumPy: {item['module']}", ("id",), rows, frozenset({0})))
    if item["skips"]:
        rows = tuple((str(len(names)), reason, some(names)) for reason, names in item["skips"].items())
        found.append(Table(f"Skips: {item['module']}", ("tests", "reason", "ids"), rows, frozenset({2})))
    return found


def some(names):
    """Return the first few ids, without their common prefix, and the number of the others."""
    shown = " ".join(name.removeprefix("array_api_tests/") for name in names[:CAUSE_IDS])
    return shown + (f" and {len(names) - CAUSE_IDS} more" if len(names) > CAUSE_IDS else "")


def conditions(report):
    """Return the conditions of the measurement in one paragraph."""
    suite = report["suite"]
    pinned = "" if suite["pinned"] else " (not the pinned commit)"
    words = [
        f"array-api-tests {short_commit(suite['commit'])}{pinned}",
        f"standard {report['api_version']}",
        f"{report['max_examples']} examples",
        f"seed {report['seed']}",
        "no skip or xfail list",
        subject_words(report["subject"]) if report["subject"]["version"] else report["subject"]["date"],
        *(f"{name} {version}" for name, version in report["versions"].items()),
    ]
    if report["default_dtype"]:
        words.append(f"default dtype {report['default_dtype']}, where the namespace has such a switch")
    if report.get("compiled"):
        words.append("every function compiled into one graph, without data-dependent shapes")
    if report.get("distributed"):
        words.append(f"every array sharded over {report['distributed']} processes")
    if report.get("device"):
        words.append(f"device {report['device']}")
    if report.get("low_precision"):
        words.append(f"{report['low_precision']} given as float32, and no complex64")
    if report["lift_skips"]:
        words.append("the suite's own skips lifted")
    if report["api_version"] in MENDED:
        words.append("two defects of the suite in its oldest versions mended for every module")
    if report["selection"]:
        words.append("only " + " ".join(report["selection"]))
    if report["in_tree"]:
        words.append("the checkout, not an installed package")
    return "; ".join(words) + "."


def problems(report):
    """Return a line for each namespace whose run as a whole is invalid."""
    return [f"{item['module']}: {item['problem']}." for item in report["namespaces"] if item["problem"]]
