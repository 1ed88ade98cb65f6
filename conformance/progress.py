"""Progress of a run on the terminal."""

from conformance.result import short_cause
from tools.progress import Steps


class Progress(Steps):
    """Shows how many tests are done and what failed."""

    def __init__(self, module, total=None, stream=None):
        super().__init__(module, total, stream)
        self.told = set()

    def __call__(self, run):
        """Show the progress of `run`, and each new failure on a line of its own."""
        for name in run.failures:
            if name not in self.told:
                self.told.add(name)
                self.print(f"  {run.outcomes[name].upper()} {name}: {short_cause(run.causes[name])}")
        self.show(self.line(run))

    def line(self, run):
        """Return the progress of `run` in one line."""
        counts = run.counts()
        total = len(run.collected) or self.total or "?"
        crashed = f", {counts['crashed']} crashed" if counts["crashed"] else ""
        done = f"{len(run.outcomes)}/{total} done, {counts['failed']} failed{crashed}"
        return f"{self.module}: {done}, {run.seconds:.0f} s"

    def close(self, run):
        """Print the last line."""
        self.print(self.line(run))
