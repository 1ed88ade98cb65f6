"""The ``libraries`` command."""

import importlib.metadata
import os
import sys
from concurrent.futures import ThreadPoolExecutor

from conformance.libraries.run import run
from conformance.libraries.table import LIBRARIES
from conformance.result import grouped, short_cause
from conformance.run import Options, describe
from tools import reports
from tools.clones import SuiteUnavailable
from tools.reports import FAILED, OK, UNAVAILABLE, Table, shout

EPILOG = """exit status:
  0  of every library at least its share passes of the tests that pass with NumPy
  1  of one, less does: it is named
  2  the command can't be carried out as given
  3  a library can't be had (no network), so that it was not tested: it is named
"""
CAUSES = 3


def parser():
    """The options of the ``libraries`` command."""
    made = reports.parser(
        "conformance libraries",
        "Run libraries on their own tests, once with NumPy and once with `numpy` replaced by `xp_torch` in a copy of "
        "their source and tests, such as `import xp_torch as np` for `import numpy as np`. They are installed by pip "
        "into a cache folder. Libraries that they use, such as SciPy, keep NumPy.",
        EPILOG,
        "libraries",
        ("json", "markdown", "html"),
    )
    add = made.add_argument
    add("names", nargs="*", metavar="LIBRARY", help=f"{', '.join(LIBRARIES)}; default: all")
    add("-k", metavar="EXPRESSION", help="only tests whose names match, as in pytest")
    add("--failures", action="store_true", help="list every test that fails here only, with its error")
    add("--seconds", type=int, default=60, metavar="N", help="the time of one test; default: 60")
    add("--workers", type=int, default=os.cpu_count() or 1, metavar="N", help="processes; default: all cores")
    add("--in-tree", action="store_true", help="test the checkout instead of the installed package")
    add("--log", metavar="FILE", help="append pytest's own output to a file")
    return made


def run_libraries(arguments):
    """Run, print and write the tables; return the exit status."""
    asked = parser().parse_args(arguments)
    reports.check_pages(asked.publish, "libraries")
    report = reports.read(asked.report) if asked.report else measured(asked)
    lead, missing = conditions(report), [f"{name} was not tested: {text}" for name, text in report["missing"].items()]
    groups = {"table": [table(report)], "causes": [causes(report)]}
    reports.deliver(asked, report, "Libraries", lead, groups, "libraries", missing)
    if asked.failures:
        for row in report["libraries"]:
            for key, text in row["failed"].items():
                print(f"FAILED {row['library']} {key}: {' '.join(text.split())[:300]}")
    for (shown,) in groups.values():
        print(f"\n{shown.title}\n{reports.plain(shown)}")
    print(f"\n{lead}")
    for line in missing:
        shout(line)
    if missing:
        return UNAVAILABLE
    return OK if all(row["holds"] for row in report["libraries"]) else FAILED


def measured(asked):
    """The report of a run as asked."""
    reports.check_known("library", asked.names, LIBRARIES)
    subject = reports.subject(describe("xp_torch", Options(in_tree=asked.in_tree))["version"])
    rows, missing = [], {}

    def run_one(library):
        try:
            row = run(library, in_tree=asked.in_tree, only=asked.k, seconds=asked.seconds, log=asked.log)
        except SuiteUnavailable as error:
            missing[library.name] = str(error)
            print(f"{library.name}: NOT TESTED: {error}", file=sys.stderr, flush=True)
            return
        rows.append(row)
        print(f"{library.name}: {row['passed']} of {row['numpy']}", file=sys.stderr, flush=True)

    with ThreadPoolExecutor(asked.workers) as pool:
        list(pool.map(run_one, [LIBRARIES[name] for name in asked.names or LIBRARIES]))
    rows.sort(key=lambda row: row["library"].lower())
    versions = {name: importlib.metadata.version(name) for name in ("numpy", "torch", "pytest")}
    return {"libraries": rows, "missing": missing, "subject": subject, "versions": versions}


def table(report):
    """One row a library."""
    cells = [
        (row["library"], row["version"], str(row["numpy"]), str(row["passed"]), f"{100 * row['share']:.1f} %")
        for row in report["libraries"]
    ]
    header = ("library", "version", "pass with NumPy", "of these with xp_torch", "share")
    return Table("Libraries on their own tests", header, tuple(cells), frozenset({0}))


def causes(report):
    """The most frequent causes of each library's failures."""
    cells = []
    for row in report["libraries"]:
        found = grouped((short(text), key) for key, text in row["failed"].items())
        cells += [(row["library"], str(len(keys)), cause) for cause, keys in list(found.items())[:CAUSES]]
    return Table("Most frequent causes", ("library", "tests", "cause"), tuple(cells), frozenset({0, 2}))


def short(text):
    """An error as one short line: the name of its class and the first line of its message, or of a bare assertion."""
    kind, _, message = text.partition(":")
    name = kind.rpartition(".")[2]
    return short_cause([(name, message)] if kind.replace(".", "").isidentifier() else [("AssertionError", text)])


def conditions(report):
    """How many libraries reach their share, and with which versions."""
    rows = report["libraries"]
    used = [reports.subject_words(report["subject"])]
    used += [f"{name} {version}" for name, version in report["versions"].items()]
    whole = sum(row["passed"] == row["numpy"] > 0 for row in rows)
    below = ", ".join(row["library"] for row in rows if not row["holds"])
    verdict = f"Below their share: {below}." if below else "All reach their share."
    return f"{whole} of {len(rows)} libraries pass every test that they pass with NumPy. {verdict} {', '.join(used)}."
