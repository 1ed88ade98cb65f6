"""The results of a run: outcomes by test id, failures by cause, and tests that it lacks compared with NumPy's run."""

import re
from collections import Counter
from dataclasses import dataclass, field

OUTCOMES = ("passed", "failed", "crashed", "skipped")
CAUSE_LENGTH = 120
# Drawn values differ between two tests that fail for the same reason; names of the standard's rules do not.
NUMBER = re.compile(r"(?<![\w.])[-+]?(?:0x[0-9a-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?j?)(?!\w)")
RULE_NUMBERS = ("0", "0j", "1")


@dataclass
class Run:
    """The events of one run on one namespace, gathered."""

    module: str
    about: dict  # what the child said of the namespace: version, file, versions beneath
    collected: list = field(default_factory=list)
    marked_skips: dict = field(default_factory=dict)  # id: reason, known of a collection only
    outcomes: dict = field(default_factory=dict)  # id: one of OUTCOMES
    causes: dict = field(default_factory=dict)  # id: [(exception type, message), ...], also of skips
    collect_errors: dict = field(default_factory=dict)  # file: message
    seconds: float = 0.0
    status: int | None = None  # of the process; negative where a signal ended it
    finished: bool = False
    tail: list = field(default_factory=list)

    def take(self, event):
        """Enter one event of the plugin."""
        kind = event["event"]
        if kind == "collected":
            self.collected = event["ids"]
            self.marked_skips = event["skips"]
        elif kind == "collect_error":
            self.collect_errors[event["id"]] = event["message"]
        elif kind == "finish":
            self.finished = True
        elif kind == "result":
            name, outcome = event["id"], event["outcome"]
            # A test has up to three reports and the worst counts: teardown can fail after a pass.
            if self.outcomes.get(name) not in ("failed", "crashed"):
                self.outcomes[name] = outcome
                self.causes[name] = [tuple(pair) for pair in event["causes"]]

    def ids_of(self, *outcomes):
        """The ids with one of `outcomes`, in the order of the run."""
        return [name for name, outcome in self.outcomes.items() if outcome in outcomes]

    @property
    def failures(self):
        """The ids that failed, crashes included."""
        return self.ids_of("failed", "crashed")

    @property
    def unreported(self):
        """Return the ids that were collected and have no result."""
        return [name for name in self.collected if name not in self.outcomes]

    def counts(self):
        """How many tests had each of `OUTCOMES`."""
        found = Counter(self.outcomes.values())
        return {outcome: found[outcome] for outcome in OUTCOMES}

    def chapters(self):
        """The counts by chapter, which is the suite's test module."""
        names = sorted({chapter(name) for name in self.outcomes})
        return {
            name: {outcome: found[outcome] for outcome in OUTCOMES}
            for name in names
            for found in [Counter(result for test, result in self.outcomes.items() if chapter(test) == name)]
        }

    def problem(self):
        """Return why the run as a whole is invalid, in a line, or None."""
        if self.status is not None and self.status < 0:
            return f"the suite's process was ended by signal {-self.status}"
        if not self.finished:
            return f"pytest ended early, with status {self.status}"
        if self.collect_errors:
            return f"{len(self.collect_errors)} files could not be collected: {', '.join(self.collect_errors)}"
        if self.status not in (0, 1):
            return f"pytest ended with status {self.status}"
        return f"{len(self.unreported)} tests were collected and never reported" if self.unreported else None


@dataclass(frozen=True)
class Comparison:
    """A run compared with the ids of NumPy's run."""

    missing: tuple  # NumPy's ids that the run doesn't have
    extra: tuple  # ids that NumPy's run doesn't have
    skipped: tuple  # ids that were skipped here and not there


def compare(run, reference):
    """Compare the ids of `run` with those of NumPy's run or collection, `reference`."""
    expected = list(reference.collected)
    allowed = set(reference.marked_skips) | set(reference.ids_of("skipped"))
    known = set(expected)
    return Comparison(
        missing=tuple(name for name in expected if name not in run.outcomes),
        extra=tuple(name for name in run.outcomes if name not in known),
        skipped=tuple(name for name in run.ids_of("skipped") if name in known and name not in allowed),
    )


def holds(run, comparison):
    """Return whether nothing failed, nothing is missing and the run ended normally."""
    return not (run.failures or comparison.missing or comparison.skipped or run.problem())


def chapter(name):
    """The chapter of a test id: ``array_api_tests/test_fft.py::test_fft`` is of ``fft``."""
    return name.partition("::")[0].rpartition("/")[2].removesuffix(".py").removeprefix("test_")


def short_cause(pairs):
    """The causes of one failure as one short line: exception type and first line, drawn numbers left out."""
    lines = []
    for kind, message in pairs:
        text = next((line.strip() for line in message.splitlines() if line.strip()), "")
        text = NUMBER.sub(lambda found: found[0] if found[0].lstrip("+-") in RULE_NUMBERS else "#", text)
        text = text if len(text) <= CAUSE_LENGTH else text[: CAUSE_LENGTH - 3] + "..."
        lines.append(f"{kind}: {text}" if text else kind)
    return " | ".join(sorted(set(lines)))


def by_cause(run):
    """``{short cause: [ids]}`` of the failures of `run`, the most frequent first."""
    return grouped((short_cause(run.causes[name]), name) for name in run.failures)


def by_reason(run):
    """``{reason: [ids]}`` of the skips of `run`, the most frequent first."""
    return grouped((run.causes[name][0][1].partition("\n")[0], name) for name in run.ids_of("skipped"))


def grouped(pairs):
    """``{key: [values]}`` of ``(key, value)`` pairs, the largest group first."""
    groups = {}
    for key, value in pairs:
        groups.setdefault(key, []).append(value)
    return dict(sorted(groups.items(), key=lambda group: (-len(group[1]), group[0])))
