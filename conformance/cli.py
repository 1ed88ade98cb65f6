"""Commands, options and exit statuses of ``python -m conformance``."""

import argparse
import os
import sys
from pathlib import Path

from conformance import report
from conformance import suite as suites
from conformance.docstrings import run_docstrings
from conformance.libraries.cli import run_libraries
from conformance.numpy_tests.cli import run_numpy
from conformance.programs import run_programs
from conformance.progress import Progress
from conformance.run import Options, describe, missing_requirements, run
from tools import reports
from tools.reports import FAILED, OK, CannotRun, shout, status_of

REFERENCE = "array_api_compat.numpy"
MODULES = ("xp_torch", "array_api_strict", REFERENCE, "array_api_compat.torch")
API_VERSIONS = ("2021.12", "2022.12", "2023.12", "2024.12", "2025.12")
RESULTS = Path(__file__).resolve().parent / "results"

STATUSES = """exit status:
  0  nothing failed and no test id is missing
  1  a test failed, crashed, is missing beside NumPy's run, or was skipped here only
  2  the command can't be carried out as given: a bad option, no such test, the module can't be imported
  3  the suite can't be had (no network, or no suite in --suite DIR), so nothing was tested
"""


def main(arguments):
    """Carry out one command line and return its exit status."""
    name = arguments[0] if arguments and arguments[0] in COMMANDS else "suite"
    rest = arguments[1:] if arguments and arguments[0] in COMMANDS else arguments
    return status_of(COMMANDS[name], rest)


def positive(text):
    """An argument that is a positive integer."""
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text} is not positive")
    return number


def suite_parser():
    """The options of the ``suite`` command."""
    parser = reports.parser(
        "conformance",
        "Run array-api-tests, at a pinned commit, against the installed package. Other commands, each with "
        f"its own --help: {', '.join(name for name in COMMANDS if name != 'suite')}.",
        STATUSES,
        "conformance",
        ("json", "markdown", "html"),
        "; default: in the output folder",
        again="",
    )
    add = parser.add_argument
    add("ids", nargs="*", help="tests to run, as test_fft.py::test_ifft, test_fft.py or test_fft; default: all")
    add("--module", action="append", choices=MODULES, help="the namespace to test; repeatable; default: xp_torch")
    add("--compare", action="store_true", help="run the other namespaces too, as columns that don't count")
    add("--api-version", default="2025.12", choices=API_VERSIONS, help="version of the standard; default: 2025.12")
    add("--max-examples", type=positive, metavar="N", help="Hypothesis examples a test; default: 100, compiled 5")
    add("--seed", type=int, default=0, help="Hypothesis seed; default: 0")
    add("--default-dtype", choices=("float32", "float64"), help="set the default floating dtype first")
    add("--device", help="torch's default device, such as cuda, on which the arrays are; default: the CPU")
    add(
        "--low-precision",
        choices=("float16", "bfloat16"),
        help="give the suite this dtype of xp_torch as float32; without complex64",
    )
    add("--lift-skips", action="store_true", help="also run the tests that the suite itself skips as flaky")
    add(
        "--compiled",
        action="store_true",
        help="compile every function of xp_torch into one graph; without functions whose shapes depend on data",
    )
    add("--distributed", type=positive, metavar="N", default=0, help="shard every array over N processes")
    add("--workers", type=positive, default=os.cpu_count() or 1, metavar="N", help="processes; default: all cores")
    add("--suite", metavar="DIR", help="a local folder with the suite, instead of the pinned clone")
    add("--suite-url", default=suites.URL, metavar="URL", help="where to clone the pinned commit from")
    add("--in-tree", action="store_true", help="test the checkout instead of the installed package")
    add("--output", metavar="DIR", default=RESULTS, type=Path, help="folder of the report and of pytest's logs")
    return parser


def run_suite(arguments):
    """The ``suite`` command, which is the default one."""
    parser = suite_parser()
    asked = parser.parse_args(arguments)
    reports.check_pages(asked.publish, "conformance")
    tested = list(dict.fromkeys(asked.module or ["xp_torch"]))
    if lacking := missing_requirements():
        raise CannotRun(f"the suite needs packages that are not installed: pip install {' '.join(lacking)}")
    options = Options(
        api_version=asked.api_version,
        max_examples=asked.max_examples or (5 if asked.compiled else 100),
        seed=asked.seed,
        default_dtype=asked.default_dtype,
        device=asked.device,
        low_precision=asked.low_precision,
        lift_skips=asked.lift_skips,
        compiled=asked.compiled,
        distributed=asked.distributed,
        workers=asked.workers,
        ids=tuple(asked.ids),
        in_tree=asked.in_tree,
    )
    modules = tested + [name for name in MODULES if asked.compare and name not in tested]
    # Check the command before anything is fetched.
    own = {name: own_options(options, name, tested) for name in (*modules, REFERENCE)}
    about = {name: describe(name, own[name]) for name in own}
    subject = reports.subject(about["xp_torch"]["version"] if "xp_torch" in about else None)
    suite = suites.local_suite(asked.suite) if asked.suite else suites.pinned_suite(asked.suite_url)
    prepare(asked.output)
    print(f"array-api-tests {suite.commit} in {suite.path}")
    collection = run(suite, about[REFERENCE], own[REFERENCE], asked.output / "collect.log", collect_only=True)
    if not collection.collected:
        print("\n".join(collection.tail), file=sys.stderr)
        raise CannotRun("NumPy's run has no such tests" if asked.ids else "the suite could not be collected")
    runs = []
    for name in modules:
        print(f"{name} {about[name]['version']} from {about[name]['file']}", flush=True)
        progress = Progress(name, len(collection.collected))
        log = asked.output / f"{name}.log"
        record = run(suite, about[name], own[name], log, progress)
        progress.close(record)
        if record.problem():
            shout(f"{name}: {record.problem()}; the end of {log}:")
            print("\n".join(record.tail), file=sys.stderr)
        runs.append(record)
    # NumPy's run, if there was one, also has the tests that were skipped while running.
    reference = next((record for record in runs if record.module == REFERENCE and not record.problem()), collection)
    reference.marked_skips = collection.marked_skips
    result = report.build(suite, options, runs, reference, tested, subject)
    deliver(asked, result, asked.output)
    return OK if result["holds"] else FAILED


def own_options(options, module, tested):
    """Return `options` for `module`: a module run for comparison keeps its own default dtype and device."""
    if module in tested:
        return options
    return Options(**{**vars(options), "default_dtype": None, "device": None, "distributed": 0})


def prepare(folder):
    """Make the output folder, with a .gitignore."""
    folder.mkdir(parents=True, exist_ok=True)
    if folder.resolve() == RESULTS:
        (folder / ".gitignore").write_text("*\n", encoding="utf-8")


def deliver(asked, result, folder=None):
    """Write and publish `result`, and print its tables."""
    found, lead, problems = report.tables(result), report.conditions(result), report.problems(result)
    reports.deliver(
        asked, result, "Conformance", lead, found, "conformance", problems, ("causes", "missing"), folder=folder
    )
    for table in found["chapters"] + found["causes"] + found["missing"] + found["summary"]:
        if table.rows:
            print(f"\n{table.title}")
            print(reports.plain(table))
    verdict = "holds" if result["holds"] else "DOES NOT HOLD"
    tested = ", ".join(item["module"] for item in result["namespaces"] if item["tested"])
    print(f"\nConformance of {tested} {verdict}. {lead}")


def render(arguments):
    """The ``tables`` command: the tables of a report that an earlier run has written."""
    description = "Make the tables of a JSON report again, or publish them."
    parser = reports.parser("conformance tables", description, "", "conformance", ("markdown", "html"), again="")
    parser.add_argument("report", type=Path, help="a report, as --json or --output has written it")
    asked = parser.parse_args(arguments)
    reports.check_pages(asked.publish, "conformance")
    result = reports.read(asked.report)
    deliver(asked, result)
    return OK


# A command takes the arguments after its name and returns an exit status; a new suite is a new entry here.
COMMANDS = {
    "suite": run_suite,
    "tables": render,
    "docstrings": run_docstrings,
    "libraries": run_libraries,
    "numpy": run_numpy,
    "programs": run_programs,
}
