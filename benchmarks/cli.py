"""Commands, options and exit statuses of ``python -m benchmarks``."""

import contextlib
import os
from pathlib import Path

from tools import reports
from tools.reports import FAILED, OK, CannotRun, shout

#: a part is the module of that name
PARTS = ("calls", "throughput", "growth", "memory", "programs", "compiled", "estimators", "imports", "gpu")
ROOT = Path(__file__).resolve().parent.parent
RESULTS = Path(__file__).resolve().parent / "results"

EPILOG = """exit status:
  0  everything that was asked for was measured
  1  xp_torch gave another result than NumPy, or waited for the GPU where it must not: it is named
  2  the command can't be carried out as given
"""


def parser():
    """The options of the command."""
    made = reports.parser(
        "benchmarks",
        "Measure xp_torch beside plain torch, array_api_compat.torch, torch._numpy and NumPy (JAX too "
        "where it is installed), in turn in one process. Nothing is timed unless its result equals NumPy's.",
        EPILOG,
        "benchmarks",
        ("json", "markdown"),
        "; default: in the output folder",
        again="measuring",
    )
    add = made.add_argument
    add("parts", nargs="*", metavar="PART", help=f"{', '.join(PARTS)}; default: all")
    length = made.add_mutually_exclusive_group()
    length.add_argument("--quick", action="store_true", help="few sizes and dtypes, within ten minutes; the default")
    length.add_argument("--full", action="store_true", help="every size and dtype, more rounds: hours")
    add("--only", action="append", default=[], metavar="TEXT", help="only cases whose name contains it; repeatable")
    add(
        "--size",
        action="append",
        default=[],
        type=int,
        metavar="N",
        help="elements of whole arrays; repeatable",
    )
    add("--seed", type=int, default=0, help="the same seed draws the same operands; default: 0")
    add("--device", help="torch's default device, such as cuda, on which the tensors are; default: the CPU")
    add("--threads", type=int, metavar="N", help="threads of torch; default: one a core")
    add("--rounds", type=int, metavar="N", help="measure N rounds a case instead of as many as fit its time")
    add("--no-compile", action="store_true", help="leave out what torch.compile takes minutes for")
    add("--in-tree", action="store_true", help="measure the checkout instead of the installed package")
    add("--output", metavar="DIR", type=Path, default=RESULTS, help="folder of the report and the plots")
    add("--plots", metavar="DIR", type=Path, help="folder of the plots; default: the output folder")
    return made


def main(arguments):
    """Carry out one command line and return its exit status."""
    return reports.status_of(lambda arguments: carry_out(parser().parse_args(arguments)), arguments)


def carry_out(asked):
    """Measure, or read, and write and print the tables."""
    reports.check_pages(asked.publish, "benchmarks")
    reports.check_known("part", asked.parts, PARTS)
    tables = needed("benchmarks.tables")
    runs = needed("benchmarks.report")
    report = reports.read(asked.report) if asked.report else measured(asked, runs)
    write(report, asked, tables, runs)
    for group in tables.tables(report).values():
        for table in group:
            if table.rows:
                print(f"\n{table.title}\n{reports.plain(table)}")
    print(f"\n{tables.conditions(report)}")
    wrong = tables.wrongs(report)
    for line in wrong:
        shout(line)
    return FAILED if wrong else OK


def needed(name):
    """A module that needs torch and the package; `CannotRun` where something is not installed."""
    return reports.needed(name, "the measurement", "; install the package, or use --in-tree")


def cores():
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def measured(asked, runs):
    """The report of a measurement as asked."""
    torch = needed("torch")
    package = Path(needed("xp_torch").__file__).resolve().parent
    if not asked.in_tree and package == ROOT / "xp_torch":
        raise CannotRun(f"xp_torch comes from the checkout ({package}); install the wheel, or use --in-tree")
    for name in ("threads", "rounds"):
        if getattr(asked, name) is not None and getattr(asked, name) < 1:
            raise CannotRun(f"--{name} is positive")
    torch.set_num_threads(asked.threads or cores())
    try:
        torch.empty(0, device=asked.device)
    except (RuntimeError, AssertionError) as error:
        raise CannotRun(f"--device {asked.device}: {error}") from None
    parts = {name: needed(f"benchmarks.{name}").run for name in asked.parts or PARTS}
    options = runs.Options(
        full=asked.full,
        seed=asked.seed,
        only=tuple(asked.only),
        in_tree=asked.in_tree,
        sizes=tuple(asked.size),
        effort=None if asked.rounds is None else runs.Effort(rounds=asked.rounds, seconds=float("inf")),
        compiler=None if asked.no_compile else "best",
    )
    with torch.device(asked.device) if asked.device else contextlib.nullcontext():
        return runs.build(parts, options)


def write(report, asked, tables, runs):
    """Write the report in its forms, and publish it."""
    asked.output.mkdir(parents=True, exist_ok=True)
    if asked.output.resolve() == RESULTS:
        # Keep the output out of the repository.
        (RESULTS / ".gitignore").write_text("*\n", encoding="utf-8")
    if not asked.report or asked.json:
        path = asked.json or asked.output / "benchmarks.json"
        reports.write(report, path)
        print(f"wrote {path}")
    path = asked.markdown or asked.output / "benchmarks.md"
    every = [table for group in tables.tables(report).values() for table in group]
    path.write_text(reports.markdown_page("Benchmarks", tables.conditions(report), [], every), encoding="utf-8")
    print(f"wrote {path}")
    folder = asked.plots or asked.output
    folder.mkdir(parents=True, exist_ok=True)
    for path in needed("benchmarks.plots").draw(report, folder):
        print(f"wrote {path}")
    # Parts are measured in runs of their own, so that each has its conditions on the page.
    leads = {f"{part}-conditions": tables.conditions(report) for part in report["parts"]}
    for page in asked.publish:
        reports.put(reports.sections("", tables.tables(report)) | leads, page, "benchmarks")
        print(f"published to {page}")
