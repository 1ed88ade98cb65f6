"""Progress of a measurement on the terminal."""

import sys
import time

LINE_SECONDS = 10


class Steps:
    """Shows the current step: one updated line on a terminal, else a line now and then."""

    def __init__(self, module, total=None, stream=None):
        self.module = module
        self.total = total
        self.stream = sys.stderr if stream is None else stream
        self.alive = self.stream.isatty()
        self.last = time.monotonic()
        self.width = 0

    def __call__(self, done, words):
        """Show the number of steps done and the next one."""
        self.show(f"{self.module}: {done}/{self.total} cells, {words}")

    def show(self, line):
        """Show a line in place of the last one on a terminal, else now and then."""
        if self.alive:
            self.stream.write(self.over(line))
            self.stream.flush()
            self.width = len(line)
        elif time.monotonic() - self.last > LINE_SECONDS:
            self.last = time.monotonic()
            self.print(line)

    def print(self, text):
        """Print a line in place of the updated one."""
        self.stream.write((self.over(text) if self.alive else text) + "\n")
        self.stream.flush()
        self.width = 0

    def over(self, line):
        """Return the text that overwrites the shown line; notebooks ignore the code that clears it, so spaces do."""
        return "\r\x1b[K" + line.ljust(self.width)
