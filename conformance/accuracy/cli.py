"""The ``accuracy`` command."""

import argparse
import importlib
import json
from pathlib import Path

from conformance import tables as pages
from conformance.accuracy import tables
from conformance.run import CannotRun

DTYPES = ("float16", "float32", "float64", "complex64", "complex128")
EPILOG = """exit status:
  0  no function's worst error in a region is more than one unit in the last place above NumPy's
  1  one is: it is named, with an argument
  2  the command can't be carried out as given
"""


def parser():
    """The options of the ``accuracy`` command."""
    made = argparse.ArgumentParser(
        prog="python -m conformance accuracy",
        description="Measure the elementwise functions against mpmath, beside NumPy's and plain torch's, over "
        "ordinary, tiny and huge arguments and those near zeros, poles, branch cuts and overflow.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = made.add_argument
    add("--samples", type=int, default=200, metavar="N", help="arguments a function, dtype and region; default: 200")
    add("--seed", type=int, default=0, help="the same seed draws the same arguments; default: 0")
    add("--function", action="append", default=[], metavar="NAME", help="a function by the standard's name; repeatable")
    add("--dtype", action="append", choices=DTYPES, help="a dtype; repeatable; default: all")
    add("--report", metavar="FILE", type=Path, help="make the tables of an earlier --json again instead of measuring")
    for kind in ("json", "markdown", "html"):
        add(f"--{kind}", metavar="FILE", type=Path, help=f"write the report as {kind}")
    add("--publish", metavar="FILE", action="append", default=[], help="a page with <!-- accuracy:NAME --> markers")
    return made


def run_accuracy(arguments):
    """Measure, print and write the tables; return the exit status."""
    asked = parser().parse_args(arguments)
    pages.check_pages(asked.publish, "accuracy")
    report = read(asked.report) if asked.report else measured(asked)
    found = tables.tables(report)
    every = [table for group in found.values() for table in group]
    if asked.json:
        asked.json.write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
    lead, failing = tables.conditions(report), [] if report["holds"] else ["Worse than NumPy: see the table."]
    if asked.markdown:
        text = pages.markdown_page("Accuracy", lead, failing, every)
        asked.markdown.write_text(text, encoding="utf-8")
    if asked.html:
        asked.html.write_text(pages.html_page("Accuracy", lead, failing, every), encoding="utf-8")
    for page in asked.publish:
        pages.put(tables.sections(report), page, "accuracy")
    for table in [*every[2:], *every[:2]]:  # the verdict last, where it is seen
        if table.rows:
            print(f"\n{table.title}\n{pages.plain(table)}")
    print(f"\nAccuracy {'holds' if report['holds'] else 'DOES NOT HOLD'}. {lead}")
    return 0 if report["holds"] else 1


def measured(asked):
    """The report of a measurement as asked."""
    try:
        # Only here are mpmath, torch and the package needed.
        module = importlib.import_module("conformance.accuracy.run")
    except ImportError as error:
        raise CannotRun(f"the measurement needs {error.name}, which can't be imported: {error}") from error
    known = {function.name for function in module.FUNCTIONS} | set(module.aggregates.NAMES)
    if unknown := sorted(set(asked.function) - known):
        raise CannotRun(f"no such function: {', '.join(unknown)}; there are {', '.join(sorted(known))}")
    if asked.samples < 1:
        raise CannotRun("--samples is positive")
    chosen = [dtype for dtype in DTYPES if dtype in (asked.dtype or DTYPES)]
    return module.run(asked.function, chosen, asked.samples, asked.seed)


def read(path):
    """An earlier report."""
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise CannotRun(f"{path} is no report: {error}") from error
