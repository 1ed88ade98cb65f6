"""One run of one of NumPy's test files on one module."""

import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from conformance.numpy_tests.source import installed, rewritten, short
from conformance.pytest_run import PytestRun, run_pytest


@dataclass
class FileRun(PytestRun):
    """What one module did on one file, by a test's id within the file."""

    file: str = ""
    tests: dict = field(default_factory=dict)
    #: lines outside tests that NumPy itself evaluates
    mended: list = field(default_factory=list)

    def take(self, event):
        """Enter one event of the plugins."""
        super().take(event)
        if event["kind"] == "reading":
            self.mended = event["lines"]
        elif event["kind"] == "tests":
            for test in event["tests"]:
                self.tests.setdefault(test.pop("id").removeprefix(self.prefix), test)

    @property
    def error(self):
        """Why the file could not be read, or the empty string."""
        return next(iter(self.errors.values()), "")


def run_file(file, module, *, in_tree=False, only=(), seconds=60, log=None):
    """Run the test file `file` (one of `source.FILES`) on `module`, and go on after a crash with what is left."""
    name = Path(file).name
    record = FileRun(module, file=short(file), prefix=f"{name}::")
    with tempfile.TemporaryDirectory() as folder:
        text = rewritten(installed(file).read_text(encoding="utf-8"))
        (Path(folder) / name).write_text(text, encoding="utf-8")
        options = ["-k", " or ".join(only)] if only else []
        return run_pytest(
            record,
            folder,
            [name],
            plugins=["numpy_tests_plugin"],
            options=options,
            in_tree=in_tree,
            seconds=seconds,
            log=log,
        )
