"""The command line, in the folder `tests`: ``python -m support.garbage [OPTIONS]``."""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
import tempfile

from support.fuzzer.run import say
from support.garbage.draw import targets
from support.garbage.run import run


def main(arguments: list[str]) -> int:
    """Make garbage calls; return 1 if one ended the process, hung, or raised an error that no user should see."""
    parser = argparse.ArgumentParser(
        prog="python -m support.garbage",
        description="Call every public function, method and operator with arguments of wrong types, ranks, sizes and "
        "dtypes. Report calls that end the process, hang, or raise an error of torch's.",
    )
    add = parser.add_argument
    add("--count", type=int, default=90_000, metavar="N", help="calls, spread over all functions; default: 90000")
    add("--seed", type=int, default=0, help="the same seed draws the same calls; default: 0")
    add("--workers", type=int, default=os.cpu_count() or 1, metavar="N", help="processes; default: all cores")
    add("--function", action="append", metavar="NAME", help="as add, linalg.svd, ndarray.sum; repeatable")
    asked = parser.parse_args(arguments)
    names = asked.function or sorted(targets())
    if unknown := [name for name in names if name not in targets()]:
        parser.error(f"no such function: {', '.join(unknown)}")
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        report = run(names, asked.count, asked.seed, asked.workers, say)
    print(f"{report.functions} functions, {report.examples} calls, seed {report.seed}, {report.seconds} s: ", end="")
    print(f"{len(report.findings)} faults; {dict(report.documented)}")
    for finding in report.findings:
        print(finding["line"])
    return 1 if report.findings else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
