"""Tests of another project under pytest, in a process of their own; after a crash, the others run in a new one."""

import json
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

from conformance.run import child_environment, end

FOREIGN = ("CONFORMANCE_", "PYTEST_", "HYPOTHESIS_", "PYTHONWARNINGS", "NPY_")
MAX_CRASHES = 20
GRACE = 60  # for what a signal can't interrupt, and for reading a file


@dataclass
class PytestRun:
    """What one module did on some tests: outcomes and causes of failures by a test's id, errors by file."""

    module: str
    outcomes: dict = field(default_factory=dict)
    causes: dict = field(default_factory=dict)
    errors: dict = field(default_factory=dict)
    #: an id's beginning that its keys leave out
    prefix: str = ""

    def take(self, event):
        """Enter one event of the plugin `recording_plugin`."""
        kind, key = event["kind"], event.get("id", "").removeprefix(self.prefix)
        if kind == "collect_error":
            self.errors[key] = event["text"]
        elif kind == "result":
            if self.outcomes.get(key) != "failed":
                self.outcomes[key] = event["outcome"]
            if event["text"]:
                self.causes.setdefault(key, event["text"])

    def ids_of(self, outcome):
        """Return the set of the ids with an outcome."""
        return {key for key, found in self.outcomes.items() if found == outcome}


def run_pytest(record, folder, tests, *, plugins=(), options=(), paths=(), in_tree=False, seconds=60, log=None):
    """Run `tests`, paths in `folder`, on the module of `record`, and go on after a crash with what is left.

    Parameters
    ----------
    record : PytestRun
        Where the events go.
    folder : path_like
        Folder in which pytest runs.
    tests : sequence of str
        Files, folders and ids of tests.
    plugins : sequence of str, default: ()
        pytest's plugins, beside Hypothesis' and `recording_plugin`.
    options : sequence of str, default: ()
        Further options of pytest.
    paths : sequence of path_like, default: ()
        Folders of modules that the tests import.
    in_tree : bool, default: False
        Whether the package comes from the checkout instead of the installation.
    seconds : int, default: 60
        Seconds that one test may take.
    log : path_like, optional
        File to which pytest's own output is appended.
    """
    line = [sys.executable, "-P", "-m", "pytest", "-q", "--rootdir", str(folder), "-p", "no:cacheprovider"]
    for plugin in ("hypothesispytest", "recording_plugin", *plugins):
        line += ["-p", plugin]
    line += ["--tb=short", "--continue-on-collection-errors", "-o", "addopts=", *options]
    with tempfile.TemporaryDirectory() as scratch:
        for crash in range(MAX_CRASHES + 1):
            events = Path(scratch) / f"events{crash}.jsonl"
            events.touch()
            variables = child_environment(record.module, in_tree, FOREIGN, paths)
            variables["HYPOTHESIS_STORAGE_DIRECTORY"] = str(Path(scratch) / "hypothesis")
            variables["CONFORMANCE_EVENTS"] = str(events)
            variables["CONFORMANCE_SECONDS"] = str(seconds)
            variables["MPLBACKEND"] = "agg"
            child = subprocess.Popen(
                [*line, *(f"--deselect={record.prefix}{key}" for key in record.outcomes), *tests],
                cwd=folder,
                env=variables,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
            try:
                output = attended(child, events, seconds + GRACE)
            finally:
                end(child)
            if log:
                with open(log, "ab") as stream:
                    stream.write(output)
            if finished(record, events, output.decode(errors="replace")):
                break
    return record


def attended(child, events, patience):
    """The output of `child`, which is ended when nothing has happened for `patience` seconds."""
    size, since = 0, time.monotonic()
    while True:
        try:
            return child.communicate(timeout=1)[0]
        except subprocess.TimeoutExpired:
            if events.stat().st_size != size:
                size, since = events.stat().st_size, time.monotonic()
            elif time.monotonic() - since > patience:
                end(child)
                return b"no event for %d s" % patience


def finished(record, events, output):
    """Read a child's events into `record`; whether the run is done, or has to go on after a crash."""
    begun, collected = None, False
    for line in events.read_text(encoding="utf-8").splitlines():
        event = json.loads(line)
        record.take(event)
        collected |= event["kind"] == "collected"
        if event["kind"] == "start":
            begun = event["id"]
        elif event["kind"] == "result" and event["id"] == begun:
            begun = None
    if not collected and not record.errors:
        record.errors["pytest"] = output[-2000:]
    if begun is None:
        return True
    key = begun.removeprefix(record.prefix)
    record.outcomes[key] = "crashed"
    record.causes[key] = "the process ended: " + " ".join(output.strip().splitlines()[-1:])
    return False
