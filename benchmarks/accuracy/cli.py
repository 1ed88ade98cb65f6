"""Commands, options and exit statuses of ``python -m benchmarks.accuracy``."""

import csv
from pathlib import Path

from benchmarks.accuracy import tables
from tools import reports
from tools.reports import CannotRun

DTYPES = ("float16", "float32", "float64", "complex64", "complex128")
#: those of compiled code
COMPILED = ("bool", "int8", "uint8", "int32", "int64", "float16", "bfloat16", "float32", "float64")
EPILOG = """exit status:
  0  no function's worst error in a region is more than one unit in the last place above NumPy's, and no
     decomposition's error more than four times NumPy's
  1  one is: it is named, with an argument
  2  the command can't be carried out as given
"""


def parser():
    """The options of the command."""
    made = reports.parser(
        "benchmarks.accuracy",
        "Measure the elementwise functions against mpmath, beside NumPy's and plain torch's, over "
        "ordinary, tiny and huge arguments and those near zeros, poles, branch cuts and overflow.",
        EPILOG,
        "accuracy",
        ("json", "markdown", "html"),
        again="measuring",
    )
    add = made.add_argument
    add("--samples", type=int, default=200, metavar="N", help="arguments a function, dtype and region; default: 200")
    add("--csv", type=Path, metavar="FILE", help="write the figures of every function, dtype and region")
    add("--seed", type=int, default=0, help="the same seed draws the same arguments; default: 0")
    add("--function", action="append", default=[], metavar="NAME", help="a function by the standard's name; repeatable")
    every = [*DTYPES, *(dtype for dtype in COMPILED if dtype not in DTYPES)]
    add("--dtype", action="append", choices=every, help="a dtype; repeatable; default: all")
    add("--special", action="store_true", help="print the worst errors of special functions, beside SciPy's")
    add("--compiled", action="store_true", help="compare compiled code with eager code, in all dtypes of its own")
    return made


def main(arguments):
    """Carry out one command line and return its exit status."""
    return reports.status_of(carry_out, arguments)


def carry_out(arguments):
    """Measure, print and write the tables; return the exit status."""
    asked = parser().parse_args(arguments)
    reports.check_pages(asked.publish, "accuracy")
    if asked.special:
        print(reports.needed("benchmarks.accuracy.special", "the measurement").table(asked.samples))
        return 0
    if asked.compiled:
        return compiled(asked)
    report = reports.read(asked.report) if asked.report else measured(asked)
    groups, lead = tables.tables(report), tables.conditions(report)
    failing = [] if report["holds"] else ["Worse than NumPy: see the table."]
    reports.deliver(asked, report, "Accuracy", lead, groups, "accuracy", failing, ("by-component",))
    if asked.csv:
        with asked.csv.open("w", encoding="utf-8", newline="") as file:
            csv.writer(file, lineterminator="\n").writerows([tables.COLUMNS, *tables.cells(report)])
        print(f"wrote {asked.csv}")
    every = [table for group in groups.values() for table in group]
    for table in [*every[3:], *every[:3]]:  # the verdict last, where it is seen
        if table.rows:
            print(f"\n{table.title}\n{reports.plain(table)}")
    print(f"\nAccuracy {'holds' if report['holds'] else 'DOES NOT HOLD'}. {lead}")
    return 0 if report["holds"] else 1


def compiled(asked):
    """Compare compiled code with eager code, print and write the tables; return the exit status."""
    module = reports.needed("benchmarks.accuracy.compiled", "the measurement")
    reports.check_known("function", asked.function, {*module.OPS, *module.OTHERS})
    chosen = [dtype for dtype in COMPILED if dtype in (asked.dtype or COMPILED)]
    report = (
        reports.read(asked.report) if asked.report else module.run(asked.function, chosen, asked.samples, asked.seed)
    )
    groups, lead = module.tables(report), module.conditions(report)
    failing = [] if report["holds"] else ["Compiled code differs from eager code: see the table."]
    reports.deliver(asked, report, "Accuracy of compiled code", lead, groups, "accuracy", failing)
    for (table,) in groups.values():
        if table.rows:
            print(f"\n{table.title}\n{reports.plain(table)}")
    print(f"\nCompiled code {'is' if report['holds'] else 'IS NOT'} as eager code, within two units. {lead}")
    return 0 if report["holds"] else 1


def known(module):
    """The names of the functions that are measured."""
    return {f.name for f in module.FUNCTIONS} | {*module.aggregates.NAMES, *module.decompositions.NAMES}


def measured(asked):
    """The report of a measurement as asked."""
    # Only here are mpmath, torch and the package needed.
    module = reports.needed("benchmarks.accuracy.run", "the measurement")
    reports.check_known("function", asked.function, known(module))
    if asked.samples < 1:
        raise CannotRun("--samples is positive")
    chosen = [dtype for dtype in DTYPES if dtype in (asked.dtype or DTYPES)]
    return module.run(asked.function, chosen, asked.samples, asked.seed)
