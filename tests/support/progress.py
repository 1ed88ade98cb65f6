"""What the tests show while they run: how many are done, which file is running, and how long the rest may take."""

import time

from tools.progress import Steps


def duration(seconds):
    """Return a number of seconds as minutes and seconds."""
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"


class Progress(Steps):
    """A plugin of pytest that prints a line of progress in place of a dot for each test, and the count at the end.

    The time left is that of the tests done so far, scaled by the number of those that remain.
    """

    def __init__(self, stream=None, clock=time.monotonic):
        super().__init__("tests", stream=stream)
        self.clock = clock
        self.begin = self.first = clock()
        self.done = self.failed = 0

    def pytest_report_teststatus(self, report):
        """Print no letter for a test that passed, was skipped or failed as expected."""
        if report.when == "call" and report.passed and not hasattr(report, "wasxfail"):
            return "passed", "", "PASSED"
        return None

    def pytest_collection_finish(self, session):
        """Note the number of tests of a run in one process."""
        self._collected(len(session.items))

    def pytest_xdist_node_collection_finished(self, ids):
        """Note the number of tests of a run in several processes."""
        self._collected(len(ids))

    def _collected(self, count):
        if not self.total:
            self.total, self.first = count, self.clock()

    def pytest_runtest_logreport(self, report):
        """Count a test that ended, and show the line."""
        self.failed += report.failed
        if report.when == "teardown":
            self.done += 1
            self.show(self.line(report.nodeid.partition("::")[0]))

    def line(self, file):
        """Return the line of progress: counts, the time since the start, the time left, and the running file."""
        now = self.clock()
        left = (now - self.first) * (self.total - self.done) / max(self.done, 1)
        counts = f"{self.done:,} of {self.total:,} tests, {self.failed} failed"
        return f"{counts}, {duration(now - self.begin)}, about {duration(left)} left: {file}"

    def pytest_terminal_summary(self):
        """Print the number of tests and the time."""
        self.print(f"{self.done:,} tests in {duration(self.clock() - self.begin)} minutes, {self.failed} failed")
