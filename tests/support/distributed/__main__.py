"""The command line, in the folder `tests`: ``python -m support.distributed [TEXT] [OPTIONS]``."""

import collections
import sys

import xp_torch
from support.distributed import large, memory, run
from support.processes import Processes
from tools import reports
from tools.reports import Table

EPILOG = """exit status:
  0  every call is right, or gathers
  1  a call is not: it is named
  2  the command can't be carried out as given
"""


def parser():
    """The options of the command."""
    made = reports.parser(
        "support.distributed",
        "Call every function of the standard, and the array object, on arrays that are sharded over processes, and "
        "compare with plain arrays.",
        EPILOG,
        "distributed",
        ("json", "markdown"),
        again="",
    )
    add = made.add_argument
    add("only", nargs="?", default="", help="only the calls that contain this text; default: all")
    add("--processes", type=int, nargs="+", default=[2, 4], metavar="N", help="numbers of processes; default: 2 4")
    add("--rows", type=int, nargs="+", default=[64, 61, 5], metavar="N", help="rows of the arrays; default: 64 61 5")
    add("--grid", action="store_true", help="a mesh of two dimensions, over which two axes of an array are sharded")
    add(
        "--memory",
        type=int,
        metavar="MB",
        help="name the calls that need more memory for arrays of that size than allowed",
    )
    add("--large", type=int, metavar="ROWS", help="sort a vector of so many float64, and take its median and quantile")
    return made


def carry_out(arguments):
    """Run, print and write the table; return the exit status."""
    asked = parser().parse_args(arguments)
    reports.check_pages(asked.publish, "distributed")
    if asked.memory:
        return _run_memory(asked)
    if asked.large:
        return _run_large(asked)
    rows, seen = [], collections.Counter()
    report = {"subject": reports.subject(xp_torch.__version__), "rows": rows}
    for size in asked.processes:
        processes = Processes(size, run.TIMEOUT)
        try:
            for count in asked.rows:
                found = run.verdicts(processes, count, asked.only, asked.grid)
                tally = collections.Counter(verdict for verdict, _ in found.values())
                rows.append({"processes": size, "rows": count, "calls": len(found), **tally})
                print(f"{size} processes, {count} rows: {dict(tally)}", file=sys.stderr, flush=True)
                for text, (verdict, said) in found.items():
                    seen[verdict] += 1
                    if verdict != "right":
                        print(f"  {verdict}: {text}: {said}", flush=True)
        finally:
            processes.close()
    heads = ("processes", "rows", "calls", *run.VERDICTS)
    table = Table("Calls on distributed arrays", heads, [[str(row.get(head, 0)) for head in heads] for row in rows])
    lead = " ".join(f"*{verdict}*: {meaning}" for verdict, meaning in run.VERDICTS.items())
    more = {"calls-conditions": f"{reports.subject_words(report['subject'])}."}
    reports.deliver(asked, report, "Distributed arrays", lead, {"calls": [table]}, "distributed", more=more)
    print(reports.plain(table))
    return 0 if seen.keys() <= {"right", "gathers"} else 1


def _run_large(asked):
    """Print the sorts of a large vector, which of them are right, and their seconds; return the exit status."""
    wrong = 0
    for size in asked.processes:
        processes = Processes(size, 3600)
        try:
            for found in zip(*processes.run(large.sorts, asked.large), strict=True):
                right, seconds = all(r for _, r, _ in found), max(s for *_, s in found)
                wrong += not right
                print(f"{size} processes: {found[0][0]}: {'right' if right else 'wrong'}, {seconds:.1f} s", flush=True)
        finally:
            processes.close()
    return int(wrong > 0)


def _run_memory(asked):
    """Print the calls that need too much memory, and those that gather; return the exit status."""
    found = 0
    for size in asked.processes:
        processes = Processes(size, 300)
        try:
            for verdict, line in memory.over(processes, asked.memory * 2**20, asked.only):
                found += verdict != "gathers"
                print(f"{size} processes: {verdict}: {line}", flush=True)
        finally:
            processes.close()
    return int(found > 0)


if __name__ == "__main__":
    sys.exit(reports.status_of(carry_out, sys.argv[1:]))
