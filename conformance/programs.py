"""The ``programs`` command."""

import importlib.metadata
import os
import sys

from tools import example_programs, npbench, reports
from tools.reports import Table

EPILOG = """exit status:
  0  every program gives NumPy's results
  1  one does not, or could not be run: it is named
  2  the command can't be carried out as given
  3  NPBench can't be had (no network, and no --suite DIR), so nothing was run
"""

TITLES = {"npbench": "NPBench", "collection": "Collection", "scipy": "SciPy"}


def parser():
    """The options of the ``programs`` command."""
    made = reports.parser(
        "conformance programs",
        "Run the kernels of NPBench, written for NumPy by others, the programs of examples/programs, and "
        "programs that call SciPy, with `import numpy as np` changed to `import xp_torch as np` and nothing else, on "
        "data that NumPy draws; compare results, dtypes, what they print, and the arguments that they write to.",
        EPILOG,
        "programs",
        ("json", "markdown"),
        again="",
    )
    add = made.add_argument
    add("names", nargs="*", metavar="PROGRAM", help="as gemm or nbody; default: all")
    add("--collection", action="store_true", help="only the programs of the collection, which need no network")
    add("--scipy", action="store_true", help="only the programs that call SciPy, which need no network")
    add("--preset", default="S", choices=("S", "M", "L"), help="NPBench's sizes; default: S")
    add("--seconds", type=int, default=120, metavar="N", help="the time of one run; default: 120")
    add("--suite", metavar="DIR", help="a local folder with NPBench, instead of the pinned clone")
    add("--suite-url", default=npbench.URL, metavar="URL", help="where to clone the pinned commit from")
    return made


def run_programs(arguments):
    """Run, print and write the table; return the exit status."""
    asked = parser().parse_args(arguments)
    reports.check_pages(asked.publish, "programs")
    own = {"collection": example_programs.collection(), "scipy": example_programs.with_scipy()}
    for source in own:
        if not getattr(asked, source) and (asked.collection or asked.scipy):
            own[source] = {}
    known = own["collection"] | own["scipy"]
    wants_others = not (asked.collection or asked.scipy or (asked.names and set(asked.names) <= known.keys()))
    others = npbench.programs(npbench.checkout(asked.suite, asked.suite_url)) if wants_others else {}
    reports.check_known("program", asked.names, known | others)
    # Only here are NumPy, torch and the package needed.
    runner = reports.needed("tools.programs", "running them")
    report = measured(asked, {"npbench": others} | own, runner)
    rows = report["programs"]
    groups, leads = {}, {}
    for source, title in TITLES.items():
        if found := [row for row in rows if row["source"] == source]:
            groups[f"{source}-table"] = [(table_of_chapters if source == "scipy" else table_of)(title, found)]
            leads[f"{source}-conditions"] = conditions(source, found, report)
    lead = " ".join(leads.values())
    reports.deliver(asked, report, "Programs", lead, groups, "programs", more=leads)
    print("\n" + "\n".join(f"{row['program']}: {row['verdict']}" for row in rows if row["verdict"] != "same"))
    print(lead)
    return 0 if all(row["verdict"] == "same" for row in rows) else 1


def measured(asked, sources, runner):
    """The report of the programs that are asked for, by source."""
    report = {"preset": asked.preset, "subject": reports.subject(runner.xp.__version__), "programs": []}
    for source, known in sources.items():
        for program in (known[name] for name in known if not asked.names or name in asked.names):
            row = {"source": source} | runner.run(program, asked.preset, asked.seconds)
            report["programs"].append(row)
            print(f"{program.name}: {row['verdict']}", file=sys.stderr, flush=True)
    return report


def table_of(title, rows):
    """One row a program."""

    def shown(seconds):
        return "-" if seconds is None else f"{1000 * seconds:.0f} ms"

    cells = [
        (row["program"], row["domain"], shown(row["numpy"]), shown(row["ours"]), row["verdict"])
        for row in sorted(rows, key=lambda row: row["program"])
    ]
    return Table(title, ("program", "domain", "NumPy", "xp_torch", "results"), tuple(cells), frozenset({0}))


def table_of_chapters(title, rows):
    """One row a chapter, with the programs that differ."""
    cells = []
    for chapter in sorted({row["domain"] for row in rows}):
        found = [row for row in rows if row["domain"] == chapter]
        other = [row["program"].partition(".")[2] for row in found if row["verdict"] != "same"]
        cells.append((chapter, str(len(found)), str(len(found) - len(other)), ", ".join(other) or "-"))
    return Table(title, ("chapter", "programs", "same results", "other"), tuple(cells), frozenset({0}))


def conditions(source, rows, report):
    """How many programs gave NumPy's results, and with which versions."""
    same = sum(row["verdict"] == "same" for row in rows)
    used = ("numpy", "torch", "scipy") if source == "scipy" else ("numpy", "torch")
    versions = [reports.subject_words(report["subject"])]
    versions += [f"{name} {importlib.metadata.version(name)}" for name in used]
    dispatch = os.environ.get("SCIPY_ARRAY_API")
    which = {
        "npbench": f"of NPBench ({npbench.COMMIT[:7]}, preset {report['preset']})",
        "collection": "of the collection",
        "scipy": f"that call SciPy {'with' if dispatch else 'without'} dispatch",
    }[source]
    return f"{same} of {len(rows)} programs {which} give NumPy's results. {', '.join(versions)}."
