"""The command line, in the folder `tests`: ``python -m support.fuzzer [OPTIONS]``."""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path

from support.fuzzer.run import run, say
from tools.calls import ROWS

EPILOG = """exit status:
  0  nothing was found that docs/differences.md does not list
  1  something was: each line printed is Python that shows it
  2  the command can't be carried out as given
"""


def main(arguments: list[str]) -> int:
    """Compare calls drawn at random with NumPy's answers; return the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m support.fuzzer",
        description="Call every public function with arguments drawn at random and compare with NumPy: value, dtype, "
        "shape, sharing, error type, inputs unchanged. Operators, indexing, casts and reductions get five times the "
        "examples.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("--examples", type=int, default=100, metavar="N", help="examples of each function; default: 100")
    add("--seed", type=int, default=0, help="the same seed draws the same calls; default: 0")
    add("--workers", type=int, default=os.cpu_count() or 1, metavar="N", help="processes; default: all cores")
    add("--function", action="append", metavar="NAME", help="as add, linalg.svd, ndarray.sum; repeatable")
    add("--json", type=Path, metavar="FILE", help="write the report as json")
    asked = parser.parse_args(arguments)
    names = asked.function or sorted(ROWS)
    if unknown := [name for name in names if name not in ROWS]:
        parser.error(f"no such function: {', '.join(unknown)}")
    if asked.examples < 1 or asked.workers < 1:
        parser.error("--examples and --workers are positive")
    report = run(names, asked.examples, asked.seed, asked.workers, say)
    if asked.json:
        asked.json.write_text(json.dumps(report.record(), indent=1) + "\n", encoding="utf-8")
    print("\ndocumented differences met:")
    for case, count in report.documented.most_common():
        print(f"{count:8} {case}")
    print(
        f"\n{report.functions} functions, {report.examples} examples, seed {report.seed}, {report.seconds} s: "
        f"{len(report.findings)} undocumented"
    )
    for finding in report.findings:
        print(finding["line"])
    return 1 if report.findings else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
