"""One run of the suite on one namespace, in a process of its own."""

import importlib.util
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from conformance.result import Run
from conformance.suite import MENDED
from tools.reports import CannotRun

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
CHILD = HERE / "child"
SELECTION = "array_api_tests"
# Listed, so that other installed plugins don't change the outcome.
PYTEST_PLUGINS = ("xdist", "pytest_jsonreport", "metadata", "hypothesispytest", "conformance_plugin")
REQUIREMENTS = {
    "pytest": "pytest",
    "xdist": "pytest-xdist",
    "pytest_jsonreport": "pytest-json-report",
    "hypothesis": "hypothesis",
    "ndindex": "ndindex",
    "array_api_compat": "array-api-compat",
    "array_api_strict": "array-api-strict",
}
# Environment variables that would change what is tested.
FOREIGN = ("ARRAY_API_TESTS_", "CONFORMANCE_", "PYTEST_", "HYPOTHESIS_", "PYTHONWARNINGS")
MAX_CRASHES = 100
POLL_SECONDS = 0.2


@dataclass(frozen=True)
class Options:
    """The options of a run."""

    api_version: str = "2025.12"
    max_examples: int = 100
    seed: int = 0
    default_dtype: str | None = None
    device: str | None = None
    low_precision: str | None = None
    lift_skips: bool = False
    compiled: bool = False
    distributed: int = 0
    workers: int = 1
    ids: tuple = ()
    in_tree: bool = False


def missing_requirements():
    """The packages, by their names in the registry, that the suite needs and this interpreter lacks."""
    return [name for module, name in REQUIREMENTS.items() if importlib.util.find_spec(module) is None]


def child_environment(module, in_tree, foreign=FOREIGN, paths=()):
    """Return the environment of a child process that tests `module`, with `paths` before the caller's PYTHONPATH."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(foreign)}
    # The checkout must not be importable by accident; an empty entry means the current folder.
    path = [entry for entry in kept.get("PYTHONPATH", "").split(os.pathsep) if entry and Path(entry).resolve() != ROOT]
    kept["PYTHONPATH"] = os.pathsep.join([str(CHILD), *([str(ROOT)] if in_tree else []), *map(str, paths), *path])
    kept["PYTHONHASHSEED"] = "0"  # the workers must collect in one order
    kept["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    kept["CONFORMANCE_MODULE"] = module
    # The arrays are small, and each core already runs one process.
    kept.setdefault("OMP_NUM_THREADS", "1")
    return kept


def environment(module, options, extra=None):
    """The variables of a child that runs the standard's suite on `module`."""
    kept = child_environment(module, options.in_tree)
    kept["CONFORMANCE_API_VERSION"] = options.api_version
    if options.default_dtype:
        kept["CONFORMANCE_DEFAULT_DTYPE"] = options.default_dtype
    if options.device:
        kept["CONFORMANCE_DEVICE"] = options.device
    if options.low_precision:
        kept["ARRAY_API_TESTS_SKIP_DTYPES"] = "complex64"  # its components are float32
        if module == "xp_torch":
            kept["CONFORMANCE_LOW_PRECISION"] = options.low_precision
    if options.lift_skips:
        kept["CONFORMANCE_LIFT_SKIPS"] = "1"
    if options.compiled and module == "xp_torch":
        kept["CONFORMANCE_COMPILED"] = "1"
    if options.api_version in MENDED:
        kept["CONFORMANCE_MEND"] = "1"
    kept["ARRAY_API_TESTS_MODULE"] = "exec('import conformance_target; xp = conformance_target.namespace()')"
    kept["ARRAY_API_TESTS_VERSION"] = options.api_version
    kept.update(extra or {})
    return kept


def describe(module, options):
    """Return the child's description of `module`; raise ``CannotRun`` if it is missing or not the expected one."""
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(
            [sys.executable, str(CHILD / "conformance_target.py")],
            check=False,
            cwd=folder,
            env=environment(module, options),
            capture_output=True,
            encoding="utf-8",
            errors="replace",
        )
    if done.returncode:
        words = (done.stderr.strip().splitlines() or [f"status {done.returncode}"])[-1]
        hint = "; install the package, or use --in-tree" if module == "xp_torch" and not options.in_tree else ""
        raise CannotRun(f"{module} can't be used: {words}{hint}")
    found = json.loads(done.stdout.splitlines()[-1])
    if not options.in_tree and found["file"] and Path(found["file"]).resolve().parent == ROOT / "xp_torch":
        raise CannotRun(f"{module} comes from the checkout ({found['file']}); install the wheel, or use --in-tree")
    return found


def selection(ids):
    """`ids` as pytest in the suite's folder takes them: a test id, a file or a chapter, the folder's name optional."""
    chosen = []
    for name in ids:
        name = name.removeprefix(SELECTION + "/")
        file, separator, rest = name.partition("::")
        file = file if file.endswith(".py") else file + ".py"
        chosen.append(f"{SELECTION}/{file}{separator}{rest}")
    return chosen or [SELECTION]


def command(suite, options, collect_only):
    """The command line of a run."""
    line = [sys.executable]
    if options.distributed and not collect_only:
        line += [str(CHILD / "on_processes.py"), str(options.distributed), sys.executable]
    line += ["-m", "pytest", "-c", "pytest.ini", "--rootdir", str(suite.path), "-p", "no:cacheprovider"]
    for plugin in PYTEST_PLUGINS:
        line += ["-p", plugin]
    # Given although empty: otherwise the suite uses files in its own folder.
    line += ["--skips-file", str(HERE / "skips.txt"), "--xfails-file", str(HERE / "xfails.txt")]
    line += ["--disable-deadline", "--max-examples", str(options.max_examples), "--hypothesis-seed", str(options.seed)]
    if options.compiled:
        line.append("--disable-data-dependent-shapes")
    line += ["--continue-on-collection-errors", "--tb=short", "-q"]
    if collect_only:
        line += ["--collect-only", "-n", "0"]
    elif options.distributed:
        line += ["-n", "0"]
    else:
        # Use workers even if there is only one: after a crash the run goes on.
        line += ["-n", str(options.workers), "--dist", "worksteal", "--max-worker-restart", str(MAX_CRASHES)]
    return line + selection(options.ids)


def run(suite, about, options, log, watch=None, collect_only=False):
    """Run `suite` on the module that `about`, from `describe`, tells of; pytest's own output goes to the file `log`.

    `watch` is called with the run so far after every batch of events.
    """
    record = Run(about["module"], about)
    started = time.monotonic()
    with tempfile.TemporaryDirectory() as scratch:
        events = Path(scratch) / "events.jsonl"
        events.touch()
        variables = environment(
            about["module"],
            options,
            # Hypothesis writes files, which don't belong in the suite's folder.
            {"CONFORMANCE_EVENTS": str(events), "HYPOTHESIS_STORAGE_DIRECTORY": str(Path(scratch) / "hypothesis")},
        )
        with open(log, "wb") as out, open(events, encoding="utf-8") as stream:
            child = subprocess.Popen(
                command(suite, options, collect_only),
                cwd=suite.path,
                env=variables,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
            try:
                follow(child, stream, record, watch, started)
            finally:
                end(child)
    record.seconds = time.monotonic() - started
    record.status = child.returncode
    record.tail = Path(log).read_text(encoding="utf-8", errors="replace").splitlines()[-30:]
    return record


def follow(child, stream, record, watch, started):
    """Pass the events of `child` to `record` until the child has ended and all are read."""
    rest = ""
    while True:
        ended = child.poll() is not None
        rest += stream.read()
        *lines, rest = rest.split("\n")
        for line in lines:
            record.take(json.loads(line))
        record.seconds = time.monotonic() - started
        if watch:
            watch(record)
        if ended:
            return
        time.sleep(POLL_SECONDS)


def end(child):
    """End `child` and its workers, if they still run."""
    if child.poll() is not None:
        return
    for number in (signal.SIGTERM, signal.SIGKILL):
        os.killpg(child.pid, number)
        try:
            child.wait(timeout=5)
            return
        except subprocess.TimeoutExpired:
            continue
