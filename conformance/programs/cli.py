"""The ``programs`` command."""

import importlib.metadata
import sys

from conformance import command
from conformance import tables as pages
from conformance.programs import npbench
from conformance.tables import Table

EPILOG = """exit status:
  0  every program gives NumPy's results
  1  one does not, or could not be run: it is named
  2  the command can't be carried out as given
  3  NPBench can't be had (no network, and no --suite DIR), so nothing was run
"""


def parser():
    """The options of the ``programs`` command."""
    made = command.parser(
        "conformance programs",
        "Run the kernels of NPBench, written for NumPy by others, with `import numpy as np` changed to "
        "`import xp_torch as np` and nothing else, on data that NumPy draws; compare results, dtypes and the arguments "
        "that they write to.",
        EPILOG,
        "programs",
        ("json", "markdown"),
        again="",
    )
    add = made.add_argument
    add("names", nargs="*", metavar="PROGRAM", help="as gemm or nbody; default: all")
    add("--preset", default="S", choices=("S", "M", "L"), help="NPBench's sizes; default: S")
    add("--seconds", type=int, default=120, metavar="N", help="the time of one run; default: 120")
    add("--suite", metavar="DIR", help="a local folder with NPBench, instead of the pinned clone")
    add("--suite-url", default=npbench.URL, metavar="URL", help="where to clone the pinned commit from")
    return made


def run_programs(arguments):
    """Run, print and write the table; return the exit status."""
    asked = parser().parse_args(arguments)
    pages.check_pages(asked.publish, "programs")
    known = npbench.programs(npbench.checkout(asked.suite, asked.suite_url))
    command.check_known("program", asked.names, known)
    # Only here are NumPy, torch and the package needed.
    runner = command.needed("conformance.programs.run", "running them")
    chosen = [known[name] for name in known if not asked.names or name in asked.names]
    rows = []
    for number, program in enumerate(chosen, 1):
        rows.append(runner.run(program, asked.preset, asked.seconds))
        print(f"{number}/{len(chosen)} {program.name}: {rows[-1]['verdict']}", file=sys.stderr, flush=True)
    report = {"preset": asked.preset, "programs": rows}
    table, lead = table_of(rows), conditions(report)
    sections = {"table": pages.markdown_table(table), "conditions": lead}
    command.deliver(asked, report, "Programs", lead, [table], sections, "programs")
    print("\n" + "\n".join(f"{row['program']}: {row['verdict']}" for row in rows if row["verdict"] != "same"))
    print(lead)
    return 0 if all(row["verdict"] == "same" for row in rows) else 1


def table_of(rows):
    """One row a program."""

    def shown(seconds):
        return "-" if seconds is None else f"{1000 * seconds:.0f} ms"

    cells = [
        (row["program"], row["domain"], shown(row["numpy"]), shown(row["ours"]), row["verdict"])
        for row in sorted(rows, key=lambda row: row["program"])
    ]
    return Table("Programs", ("program", "domain", "NumPy", "xp_torch", "results"), tuple(cells), frozenset({0}))


def conditions(report):
    """How many programs gave NumPy's results, and with which versions."""
    same = sum(row["verdict"] == "same" for row in report["programs"])
    versions = ", ".join(f"{name} {importlib.metadata.version(name)}" for name in ("numpy", "torch"))
    return (
        f"{same} of {len(report['programs'])} programs of NPBench ({npbench.COMMIT[:7]}, preset {report['preset']}) "
        f"give NumPy's results. {versions}."
    )
