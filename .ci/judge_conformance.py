"""Decide whether a conformance run is worse than what is known, and say all of it.

The harness itself exits 1 on any failure, and its skip and xfail lists stay empty. While the score is not perfect, CI
asks less of a run: no failure beyond those that ``conformance/shortfall.json`` lists by cause (``{cause: [test id,
...]}``). A listed test that passes is no failure here, since a short run may miss what a long one finds.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

HOLDS, FAILED, UNAVAILABLE = 0, 1, 3


def judge(status: int, report: dict | None, shortfall: dict[str, list[str]]) -> tuple[bool, list[str]]:
    """Whether CI passes, and the lines to print.

    Parameters
    ----------
    status : int
        Exit status of ``python -m conformance``.
    report : dict or None
        Its JSON report, None if it wrote none.
    shortfall : dict
        Ids of the tests that are known to fail, by cause.
    """
    if status == UNAVAILABLE:
        return True, ["WARNING: the conformance suite can't be had, so NOTHING WAS MEASURED"]
    if status not in (HOLDS, FAILED) or report is None:
        return False, [f"the conformance run broke off with status {status}"]
    lines, passes = [], True
    causes = {name: cause for cause, names in shortfall.items() for name in names}
    for namespace in (item for item in report["namespaces"] if item["tested"]):
        lines.append(f"{namespace['module']}: {', '.join(f'{n} {what}' for what, n in namespace['counts'].items())}")
        found = {item["id"]: item["outcome"] for item in namespace["failures"]}
        found |= dict.fromkeys(namespace["missing"], "missing")
        found |= dict.fromkeys(namespace["skipped_here_only"], "skipped here only")
        if namespace["problem"]:
            passes = False
            lines.append(f"  BROKEN: {namespace['problem']}")
        for name, outcome in sorted(found.items()):
            # A known failure may not turn into a crash or vanish.
            known = name in causes and outcome == "failed"
            passes = passes and known
            lines.append(f"  {'known' if known else 'NEW'}: {name} {outcome}" + (f" ({causes[name]})" if known else ""))
        if known_but_passed := sorted(causes.keys() - found.keys()):
            lines.append("  listed in the shortfall, not failing in this run:")
            lines += [f"    {name}" for name in known_but_passed]
    if status == FAILED and not any(item["tested"] and not item["holds"] for item in report["namespaces"]):
        return False, [*lines, "the run failed without saying where"]
    return passes, lines


def main(arguments: Sequence[str] | None = None) -> int:
    """Command line: 0 if CI passes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--status", type=int, required=True, help="exit status of the run")
    parser.add_argument("--report", type=Path, required=True, help="its JSON report")
    parser.add_argument("--shortfall", type=Path, required=True, help="the known failures by cause; may be absent")
    options = parser.parse_args(arguments)
    report = json.loads(options.report.read_text(encoding="utf-8")) if options.report.exists() else None
    shortfall = json.loads(options.shortfall.read_text(encoding="utf-8")) if options.shortfall.exists() else {}
    passes, lines = judge(options.status, report, shortfall)
    print("\n".join(f"CI: {line}" for line in lines))
    print(f"CI: conformance {'passes' if passes else 'FAILS'}")
    return 0 if passes else 1


if __name__ == "__main__":
    sys.exit(main())
