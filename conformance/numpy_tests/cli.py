"""The ``numpy`` command."""

import os
import sys
from concurrent.futures import ThreadPoolExecutor, as_completed

from conformance.numpy_tests import tables
from conformance.numpy_tests.run import FileRun, run_file
from conformance.numpy_tests.source import FILES, installed, short
from conformance.run import Options, describe
from tools import reports
from tools.reports import CannotRun

MODULES = ("xp_torch", "torch._numpy", "numpy")
EPILOG = """exit status:
  0  at least 90 % of the cases and 85 % of the test functions in scope pass
  1  fewer do
  2  the command can't be carried out as given
"""


def parser():
    """The options of the ``numpy`` command."""
    made = reports.parser(
        "conformance numpy",
        "Run NumPy's own test files, as installed with NumPy, on another module by import substitution. "
        "In scope is what NumPy itself passes and no row of conformance/numpy_tests/scope.py leaves out.",
        EPILOG,
        "numpy-tests",
        ("json", "markdown", "html"),
    )
    add = made.add_argument
    add("--module", action="append", choices=MODULES, help="the module to test; repeatable; default: xp_torch")
    add("--file", action="append", default=[], metavar="NAME", help="a file, as lib/test_histograms; repeatable")
    add("-k", action="append", default=[], metavar="TEXT", help="only tests whose name contains it; repeatable")
    add("--failures", action="store_true", help="list every case that failed, with its error")
    add("--seconds", type=int, default=60, metavar="N", help="the time of one test; default: 60")
    add("--workers", type=int, default=os.cpu_count() or 1, metavar="N", help="processes; default: all cores")
    add("--in-tree", action="store_true", help="test the checkout instead of the installed package")
    add("--log", metavar="FILE", help="append pytest's own output to a file")
    return made


def run_numpy(arguments):
    """Run, print and write the tables; return the exit status."""
    asked = parser().parse_args(arguments)
    reports.check_pages(asked.publish, "numpy-tests")
    report = reports.read(asked.report) if asked.report else measured(asked)
    found, lead = tables.tables(report), tables.conditions(report)
    reports.deliver(asked, report, "NumPy's own tests", lead, found, "numpy-tests")
    if asked.failures:
        for line in tables.failing(report):
            print(line)
    for table in found["excluded"] + found["files"]:
        print(f"\n{table.title}\n{reports.plain(table)}")
    print(f"\n{lead}")
    return 0 if report["holds"] else 1


def measured(asked):
    """The report of a run as asked."""
    modules = list(dict.fromkeys(asked.module or ["xp_torch"]))
    reports.check_known("file", asked.file, map(short, FILES))
    files = [file for file in FILES if not asked.file or short(file) in asked.file]
    if lacking := [file for file in files if not installed(file).is_file()]:
        raise CannotRun(f"this NumPy was installed without its tests: {lacking[0]} is missing")
    subject = reports.subject(describe("xp_torch", Options(in_tree=asked.in_tree))["version"])
    jobs = [(file, module) for file in files for module in dict.fromkeys(["numpy", *modules])]
    runs = {}
    with ThreadPoolExecutor(asked.workers) as pool:
        begun = {
            pool.submit(
                run_file, file, module, in_tree=asked.in_tree, only=asked.k, seconds=asked.seconds, log=asked.log
            ): (file, module)
            for file, module in jobs
        }
        for done in as_completed(begun):
            record: FileRun = done.result()
            runs[record.file, record.module] = record
            print(f"{len(runs)}/{len(jobs)} {record.file} on {record.module}", file=sys.stderr, flush=True)
    return tables.build([short(file) for file in files], modules, runs, subject)
