"""One run of one of NumPy's test files on one module, in a process of its own."""

import json
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

from conformance.numpy_tests.source import installed, rewritten, short
from conformance.run import child_environment, end

PLUGINS = ("hypothesispytest", "numpy_tests_plugin")
FOREIGN = ("CONFORMANCE_", "PYTEST_", "HYPOTHESIS_", "PYTHONWARNINGS", "NPY_")
MAX_CRASHES = 20
GRACE = 60  # for what a signal can't interrupt, and for reading a file


@dataclass
class FileRun:
    """What one module did on one file: outcomes, and the causes of failures, by a test's id within the file."""

    file: str
    module: str
    tests: dict = field(default_factory=dict)
    outcomes: dict = field(default_factory=dict)
    causes: dict = field(default_factory=dict)
    #: lines outside tests that NumPy itself evaluates
    mended: list = field(default_factory=list)
    error: str = ""


def environment(module, in_tree, events, scratch, seconds):
    """The variables of a child that runs one of NumPy's files on `module`."""
    kept = child_environment(module, in_tree, FOREIGN)
    kept["HYPOTHESIS_STORAGE_DIRECTORY"] = str(scratch / "hypothesis")
    kept["CONFORMANCE_EVENTS"] = str(events)
    kept["CONFORMANCE_SECONDS"] = str(seconds)
    return kept


def run_file(file, module, *, in_tree=False, only=(), seconds=60, log=None):
    """Run the test file `file` (one of `source.FILES`) on `module`, and go on after a crash with what is left."""
    record = FileRun(short(file), module)
    with tempfile.TemporaryDirectory() as folder:
        scratch = Path(folder)
        name = Path(file).name
        text = rewritten(installed(file).read_text(encoding="utf-8"))
        (scratch / name).write_text(text, encoding="utf-8")
        for crash in range(MAX_CRASHES + 1):
            events = scratch / f"events{crash}.jsonl"
            events.touch()
            line = [sys.executable, "-P", "-m", "pytest", "-q", "--rootdir", folder, "-p", "no:cacheprovider"]
            for plugin in PLUGINS:
                line += ["-p", plugin]
            line += ["--tb=short", "--continue-on-collection-errors", "-o", "addopts="]
            done = list(record.outcomes) if crash else []
            if done:
                line += [f"--deselect={name}::{key}" for key in done]
            if only:
                line += ["-k", " or ".join(only)]
            child = subprocess.Popen(
                [*line, name],
                cwd=folder,
                env=environment(module, in_tree, events, scratch, seconds),
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
            if take(record, events, output.decode(errors="replace")):
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


def take(record, events, output):
    """Read a child's events into `record`; whether the file is done, or has to be run on after a crash."""
    begun, finished = None, False
    for line in events.read_text(encoding="utf-8").splitlines():
        event = json.loads(line)
        kind = event["kind"]
        key = event.get("id", "").partition("::")[2]
        if kind == "reading":
            record.mended = event["lines"]
        elif kind == "collected":
            finished = True
            for test in event["tests"]:
                test_id = test.pop("id").partition("::")[2]
                record.tests.setdefault(test_id, test)
        elif kind == "collect_error":
            record.error = event["text"]
        elif kind == "start":
            begun = key
        elif kind == "result":
            if record.outcomes.get(key) != "failed":
                record.outcomes[key] = event["outcome"]
            if event["text"]:
                record.causes.setdefault(key, event["text"])
            if key == begun:
                begun = None
    if not finished and not record.error:
        record.error = output[-2000:]
    if begun is None:
        return True
    record.outcomes[begun] = "crashed"
    record.causes[begun] = "the process ended: " + " ".join(output.strip().splitlines()[-1:])
    return False
