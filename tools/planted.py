"""Plants one bug at a time in a copy of the package, and runs the tests until one of them fails.

    python -m tools.planted --seed 1 --count 60 --coverage build/coverage

A bug is a small change of one place: another comparison, constant, axis, dtype or operator, a copy or a check left out.
What no test finds is printed as a diff. It is a test that is missing, or a change without an effect.

It is a script of ours because mutmut runs each function through a dispatcher of its variants, which Dynamo sees,
cosmic-ray writes into the checkout, and both change every place, neither an axis, a dtype, a copy nor a check.
"""

import argparse
import ast
import contextlib
import difflib
import functools
import importlib.util
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import asdict
from pathlib import Path

from coverage import CoverageData

from tools.places import Places

ROOT = Path(__file__).resolve().parent.parent
PACKAGE, TESTS = ROOT / "xp_torch", ROOT / "tests"
FLOORS = ("_facts", "_kernels", "_array", "_functions", "_protocols", "_members")
#: What the default lane does not run: sharded arrays, and graphs of inductor.
FULL_ONLY = ("_distributed", "_functions/transforms/inductor")
#: Seconds of one test after which it hangs.
TEST_SECONDS = 300


def places(full=False):
    """Return the places in which a bug can be planted; `full` adds those that the default lane does not run."""
    folders = {*FLOORS, *(FULL_ONLY if full else ())}
    names = {path.relative_to(PACKAGE).as_posix() for folder in folders for path in (PACKAGE / folder).rglob("*.py")}
    kept = sorted(name for name in names if full or not name.startswith(FULL_ONLY))
    return [place for name in kept for place in Places(name, (PACKAGE / name).read_bytes()).found]


def drawn(found, seed, count):
    """Return `count` of the places: for each one a kind is drawn first, so that rare kinds are among them."""
    generator, of_kind = random.Random(seed), {}
    for place in found:
        of_kind.setdefault(place.kind, []).append(place)
    chosen = []
    while of_kind and len(chosen) < count:
        kind = generator.choice(sorted(of_kind))
        chosen.append(of_kind[kind].pop(generator.randrange(len(of_kind[kind]))))
        if not of_kind[kind]:
            del of_kind[kind]
    return chosen


def tests_of_chapter(path):
    """Return the test files of a module's chapter, without those of sharded arrays: first that of its name."""
    chapter, stem = Path(path).with_suffix("").parts[:2][-1], Path(path).stem
    named = re.compile(rf"test_{chapter}(_\w+)?")
    folders = ("facts", "kernels", "array", "functions", "protocols", "members")
    files = [file.relative_to(ROOT) for folder in folders for file in sorted((TESTS / folder).rglob("test_*.py"))]
    found = [file for file in files if chapter in file.parts or named.fullmatch(file.stem)]
    return sorted(map(str, found), key=lambda file: Path(file).stem != f"test_{stem}")


def executed(change, coverage):
    """Return the tests that execute a changed line, those that execute its module, and whether others depend on it.

    Others may depend on what is executed at import, or once, because it is cached, or while Dynamo traces.
    """
    module = ast.parse((PACKAGE / change.path).read_bytes())
    around = [node for node in ast.walk(module) if isinstance(node, ast.stmt) and change.line in lines_of(node)]
    of_line = coverage.contexts_by_lineno(str(PACKAGE / change.path))
    of_change = {context for line in head_of(around[-1]) for context in of_line.get(line, ())}
    functions = [node for node in around if isinstance(node, ast.FunctionDef)]
    cached = any("cache" in ast.unparse(decorator) for node in functions for decorator in node.decorator_list)
    if "" in of_change and functions:
        of_change |= {context for line in lines_of(functions[-1]) for context in of_line.get(line, ())}
    chapter = tests_of_chapter(change.path)
    tests, others = (
        sorted(
            {test for context in contexts if (test := node_id(context))},
            key=lambda test: (test.partition("::")[0] not in chapter, test),
        )
        for contexts in (of_change, {context for contexts in of_line.values() for context in contexts} - of_change)
    )
    return tests, others, "" in of_change or cached or not tests


def lines_of(node):
    """Return the lines of a statement, with those of its decorators."""
    return range(min(n.lineno for n in [node, *getattr(node, "decorator_list", ())]), node.end_lineno + 1)


def head_of(node):
    """Return the lines of a statement before those that it contains."""
    body = getattr(node, "body", None) or getattr(node, "cases", None)
    return range(lines_of(node).start, max(body[0].lineno, node.lineno + 1)) if body else lines_of(node)


def node_id(context):
    """Return pytest's name of the test that `coverage` calls by its module and function; None if there is no such."""
    *parts, name = context.split(".")
    for i in range(1, len(parts) + 1):
        file = Path(ROOT, *parts[:i]).with_suffix(".py")
        if file.exists():
            found = [test for test in tests_in(file) if test[-1] == name]
            # Hypothesis calls a test from a function of its own, without the name of the class.
            exact = [test for test in found if [*test[:-1]] == parts[i:]]
            return "::".join([file.relative_to(ROOT).as_posix(), *(exact or found)[0]]) if found else None
    return None


@functools.cache
def tests_in(file):
    """Return the names of the tests of a file, each with its class, if it has one."""
    body = ast.parse(file.read_bytes()).body
    methods = [
        (node.name, inner.name)
        for node in body
        if isinstance(node, ast.ClassDef)
        for inner in node.body
        if isinstance(inner, ast.FunctionDef)
    ]
    return [(node.name,) for node in body if isinstance(node, ast.FunctionDef)] + methods


def measured(folder, options):
    """Return which test executes which line of the package, from a folder; if it is empty, run the lane for it."""
    folder.mkdir(parents=True, exist_ok=True)
    settings, data = folder / "settings", folder / "data"
    if not data.exists():
        run = f"[run]\nsource = {PACKAGE}\ndynamic_context = test_function\n"
        settings.write_text(f"{run}concurrency = multiprocessing,thread\nparallel = true\ndata_file = {data}\n")
        coverage = [sys.executable, "-m", "coverage"]
        subprocess.run([*coverage, "run", f"--rcfile={settings}", "-m", "pytest", "-q", *options.pytest], check=False)
        subprocess.run([*coverage, "combine", f"--rcfile={settings}"], check=True)
    found = CoverageData(str(data))
    found.read()
    if not any(file.startswith(f"{PACKAGE}/") for file in found.measured_files()):
        raise SystemExit(f"{data} is not of this checkout: it has no file below {PACKAGE}")
    return found


def stages(change, coverage, quick=False):
    """Return the arguments of pytest of each stage: the tests that execute the change, its module, the lane."""
    if coverage is None:
        found, more = [tests_of_chapter(change.path)], True
    else:
        *found, more = executed(change, coverage)
    return [stage for stage in found[: 2 if more else 1] if stage] + ([[]] if more and not quick else [])


class Copy:
    """A copy of the package in a temporary folder, in which one file at a time is changed."""

    def __init__(self, folder):
        self.package, self.cache = Path(folder) / "xp_torch", Path(folder) / "cache"
        shutil.copytree(PACKAGE, self.package, ignore=shutil.ignore_patterns("__pycache__"))

    def write(self, path, source):
        """Write a file, and delete its bytecode, which may have the same time and size."""
        (self.package / path).write_bytes(source)
        Path(importlib.util.cache_from_source(str(self.package / path))).unlink(missing_ok=True)

    def pytest(self, arguments, seconds):
        """Run pytest on the copy, and return its status, the tests that failed and what it printed."""
        last_failed = self.cache / "v" / "cache" / "lastfailed"
        # Tests that start Python import the copy, too: the folder that they are in is not searched.
        given = {"PYTHONPATH": str(self.package.parent), "PYTHONSAFEPATH": "1", "OMP_NUM_THREADS": "1"}
        environment = {key: value for key, value in os.environ.items() if key != "XP_TORCH_TESTED"} | given
        options = ("-q", "--no-header", "-o", f"cache_dir={self.cache}", "-o", f"faulthandler_timeout={TEST_SECONDS}")
        command = [sys.executable, "-m", "pytest", *options, "-o", "faulthandler_exit_on_timeout=true", *arguments]
        with subprocess.Popen(
            command,
            cwd=ROOT,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            start_new_session=True,
        ) as process:
            try:
                printed = process.communicate(timeout=seconds)[0]
            except subprocess.TimeoutExpired:
                printed = "Timeout"
            finally:
                kill_group(process)
        failed = list(json.loads(last_failed.read_text())) if last_failed.exists() else []
        return process.returncode, failed, printed

    def first_failure(self, change, options):
        """Return the first test that fails with the change; None if none does."""
        ended = time.monotonic() + options.limit
        for stage in stages(change, options.coverage, options.quick):
            shutil.rmtree(self.cache, ignore_errors=True)
            workers = ["-n", options.workers] if options.workers and not stage else []
            remaining = max(ended - time.monotonic(), 1)
            status, failed, printed = self.pytest(["-x", *options.pytest, *workers, *stage], remaining)
            if failed:
                return failed[0]
            if status not in {0, 5}:
                return "a test that hangs" if "Timeout" in printed else f"pytest, which ends with status {status}"
        return None

    def failing(self, tests, options):
        """Return those of the tests that fail without a change."""
        shutil.rmtree(self.cache, ignore_errors=True)
        (self.cache / "v" / "cache").mkdir(parents=True)
        (self.cache / "v" / "cache" / "lastfailed").write_text(json.dumps(dict.fromkeys(tests, True)))
        files = sorted({test.partition("::")[0] for test in tests}) or ["tests/functions/test_constants.py"]
        status, failed, printed = self.pytest(["--lf", "--lfnf=none", *options.pytest, *files], None)
        if status not in {0, 1, 5}:
            raise SystemExit(f"the tests can't be run on the unchanged package:\n{printed[-2000:]}")
        return failed


def kill_group(process):
    """End what a process started and left."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)


def difference(change):
    """Return the change as a unified diff."""
    source = (PACKAGE / change.path).read_bytes()
    before, after = (text.decode().splitlines(keepends=True) for text in (source, change.applied(source)))
    path = f"xp_torch/{change.path}"
    return "".join(difflib.unified_diff(before, after, f"a/{path}", f"b/{path}"))


def planted(changes, options):
    """Plant each change, print which test finds it, and return the results."""
    results = {}
    with tempfile.TemporaryDirectory(prefix="planted-") as folder:
        copy = Copy(folder)
        copy.failing([], options)  # raises if pytest refuses its arguments, which is no bug that it finds
        for number, change in changes.items():
            source, began = (PACKAGE / change.path).read_bytes(), time.monotonic()
            copy.write(change.path, change.applied(source))
            test = copy.first_failure(change, options)
            copy.write(change.path, source)
            seconds = round(time.monotonic() - began)
            results[number] = {**asdict(change), "found_by": test, "seconds": seconds}
            print(f"{number:3} {change}: {f'found by {test}' if test else 'NOT FOUND'}, {seconds} s", flush=True)
        tests = {result["found_by"] for result in results.values() if "::" in (result["found_by"] or "")}
        for test in copy.failing(sorted(tests), options):
            print(f"{test} fails without a change, too")
            for result in results.values():
                if result["found_by"] == test:
                    result["found_by"] = None
    return results


def arguments_of(given):
    """Return the options of the command line."""
    parser = argparse.ArgumentParser(prog="python -m tools.planted", description=__doc__.partition("\n")[0])
    parser.add_argument("--seed", type=int, default=1, help="which bugs are drawn (default: 1)")
    parser.add_argument("--count", type=int, default=60, help="how many (default: 60)")
    parser.add_argument("--only", type=int, nargs="+", metavar="N", help="numbers of those to plant, of the drawn ones")
    parser.add_argument("--list", action="store_true", help="print the bugs, and run nothing")
    parser.add_argument(
        "--quick", action="store_true", help="run the tests that execute the change or are of its chapter, not the lane"
    )
    help_ = "run the tests that execute a change first, and others only if it is executed at import; made if missing"
    parser.add_argument("--coverage", type=Path, metavar="FOLDER", help=help_)
    parser.add_argument("--full", action="store_true", help="run all tests, and change what only those run, too")
    parser.add_argument("--workers", "-n", metavar="N", help="processes of pytest-xdist for the lane")
    parser.add_argument("--limit", type=int, default=3600, metavar="SECONDS", help="time for one bug (default: 3600)")
    parser.add_argument("--allowed", type=int, default=0, metavar="N", help="how many may not be found (default: 0)")
    parser.add_argument("--output", type=Path, metavar="FILE", help="write the results as JSON")
    parser.add_argument("pytest", nargs="*", help="arguments for pytest, after --")
    options = parser.parse_args(given)
    options.pytest = [f"--lane={'full' if options.full else 'default'}", *options.pytest]
    return options


def main(given=None):
    """Plant the bugs, and return 1 if more than the allowed number were not found."""
    options = arguments_of(given)
    changes = dict(enumerate(drawn(places(options.full), options.seed, options.count), 1))
    if options.only:
        changes = {number: changes[number] for number in options.only}
    if options.list:
        print("\n".join(f"{number:3} {change}" for number, change in changes.items()))
        return 0
    options.coverage = measured(options.coverage, options) if options.coverage else None
    results = planted(changes, options)
    missed = [number for number, result in results.items() if result["found_by"] is None]
    if options.output:
        options.output.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
    for number in missed:
        print(f"\n{number} is not found:\n{difference(changes[number])}", end="")
    print(f"\n{len(results) - len(missed)} of {len(results)} are found")
    return int(len(missed) > options.allowed)


if __name__ == "__main__":
    sys.exit(main())
