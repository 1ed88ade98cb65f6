"""Progress of a run on the terminal."""

import sys
import time

from conformance.result import short_cause

LINE_SECONDS = 10


class Progress:
    """Shows how many tests are done and what failed: one updated line on a terminal, else a line now and then."""

    def __init__(self, module, total=None, stream=None):
        self.module = module
        self.total = total
        self.stream = sys.stderr if stream is None else stream
        self.alive = self.stream.isatty()
        self.told = set()
        self.last = time.monotonic()

    def __call__(self, run):
        """Show the progress of `run`, and each new failure on a line of its own."""
        for name in run.failures:
            if name not in self.told:
                self.told.add(name)
                self.print(f"  {run.outcomes[name].upper()} {name}: {short_cause(run.causes[name])}")
        self.show(self.line(run))

    def show(self, line):
        """Show a line in place of the last one on a terminal, else now and then."""
        if self.alive:
            self.stream.write("\r\x1b[K" + line)
            self.stream.flush()
        elif time.monotonic() - self.last > LINE_SECONDS:
            self.last = time.monotonic()
            self.print(line)

    def line(self, run):
        """Return the progress of `run` in one line."""
        counts = run.counts()
        total = len(run.collected) or self.total or "?"
        crashed = f", {counts['crashed']} crashed" if counts["crashed"] else ""
        done = f"{len(run.outcomes)}/{total} done, {counts['failed']} failed{crashed}"
        return f"{self.module}: {done}, {run.seconds:.0f} s"

    def print(self, text):
        """Print a line in place of the updated one."""
        self.stream.write(("\r\x1b[K" if self.alive else "") + text + "\n")
        self.stream.flush()

    def close(self, run):
        """Print the last line."""
        self.print(self.line(run))


class Steps(Progress):
    """Shows the current step of a measurement."""

    def __call__(self, done, words):
        """Show the number of steps done and the next one."""
        self.show(f"{self.module}: {done}/{self.total} cells, {words}")
