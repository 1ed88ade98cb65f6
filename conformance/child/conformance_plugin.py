"""pytest plugin for the suite's process and its workers: writes one line of JSON an event.

Events: ``collected`` (the ids, and those that a mark skips), ``result`` (one a test), ``collect_error``,
``finish``. Only the controlling process writes, and it flushes each line, so that a crash loses nothing.
"""

import json
import os
import random

import conformance_target
import low_precision
import pytest
import suite_defects
from hypothesis import HealthCheck, Phase, settings

EVENTS = "CONFORMANCE_EVENTS"
LIFT_SKIPS = "CONFORMANCE_LIFT_SKIPS"
DTYPES = (
    *("bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"),
    *("float32", "float64", "complex64", "complex128"),
)


low_precision.draw()


def causes(error):
    """The leaves of an exception group as ``(type, message)`` pairs, each once; of a plain exception, the one pair."""
    if isinstance(error, BaseExceptionGroup):
        return list(dict.fromkeys(pair for part in error.exceptions for pair in causes(part)))
    return [(type(error).__name__, str(error))]


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config):
    """Set Hypothesis up before the suite does, and start recording where this process is the controlling one."""
    # The suite's own profile inherits from this one. Examples that an earlier run stored would make two runs of one
    # seed differ; a slow machine is no failure of the namespace; explaining a failure line by line multiplies the time
    # of a run with many failures and changes no outcome.
    settings.register_profile(
        "conformance",
        settings.get_profile("default"),  # Hypothesis itself loads another one where it sees a CI
        database=None,
        suppress_health_check=[HealthCheck.too_slow],
        phases=[phase for phase in Phase if phase is not Phase.explain],
    )
    settings.load_profile("conformance")
    if not hasattr(config, "workerinput") and os.environ.get(EVENTS):
        config.pluginmanager.register(Recorder(config), "conformance-recorder")


def pytest_sessionstart():
    """Correct the suite's own defects before its test modules are imported."""
    if os.environ.get(suite_defects.MEND):
        suite_defects.mend()
    if os.environ.get(low_precision.DTYPE):
        low_precision.teach()


def pytest_make_parametrize_id(val):
    """Name a dtype of the namespace in a test id."""
    # pytest names a parameter by its __name__, which NumPy's dtypes have and others' don't: one test, one id.
    xp = conformance_target.namespace()
    return next((name for name in DTYPES if val is getattr(xp, name, DTYPES)), None)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items):
    """Remove the suite's own skips, if requested."""
    if os.environ.get(LIFT_SKIPS):
        for item in items:
            for node in item.listchain():
                node.own_markers[:] = [mark for mark in node.own_markers if not is_flaky_skip(mark)]


def is_flaky_skip(mark):
    """Whether `mark` is the suite's unconditional ``skip(reason="flaky")``."""
    return mark.name == "skip" and (mark.kwargs.get("reason") or "".join(mark.args[:1])) == "flaky"


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item):
    """Make what a test draws depend on the seed and its id alone, not on the worker or on the tests before it."""
    # Hypothesis shuffles by the global generator in `.example()`, by which the suite draws its special cases.
    random.seed(f"{item.config.getoption('--hypothesis-seed')} {item.nodeid}")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    """Send the causes of a failure along with its report."""
    report = yield
    if report.failed and call.excinfo is not None:
        # The exception itself doesn't travel from a worker to the controller; user properties do.
        report.user_properties.append(("conformance_causes", causes(call.excinfo.value)))
    return report


class Recorder:
    """Writes the events of one run to the file that the environment names."""

    def __init__(self, config):
        self.config = config
        self.out = open(os.environ[EVENTS], "a", encoding="utf-8")  # noqa: SIM115 (closed at the end of the session)
        self.collected = False

    def write(self, event, **fields):
        """One line, on disk before anything else happens."""
        self.out.write(json.dumps({"event": event, **fields}) + "\n")
        self.out.flush()

    def pytest_collection_finish(self, session):
        """Tests were collected in this process."""
        if session.items:
            skips = {item.nodeid: reason for item in session.items if (reason := skip_reason(item)) is not None}
            self.write("collected", ids=[item.nodeid for item in session.items], skips=skips)

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_node_collection_finished(self, node, ids):
        """Tests were collected in a worker."""
        if not self.collected:  # xdist itself insists that all workers collect the same
            self.collected = True
            self.write("collected", ids=list(ids), skips={})

    def pytest_collectreport(self, report):
        """A file could not be collected."""
        if report.failed:
            self.write("collect_error", id=report.nodeid, message=str(report.longrepr))

    @pytest.hookimpl(optionalhook=True)
    def pytest_handlecrashitem(self, crashitem, report):
        """Mark the report that stands for a test whose worker died."""
        report.conformance_crash = True

    def pytest_runtest_logreport(self, report):
        """A phase of a test is over."""
        outcome = report.outcome
        if getattr(report, "conformance_crash", False):
            outcome = "crashed"
        elif hasattr(report, "wasxfail"):
            outcome = "failed"  # the suite must not excuse anybody
        elif report.passed and report.when != "call":
            return
        found = dict(report.user_properties).get("conformance_causes")
        if outcome == "skipped":
            reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
            found = [("Skipped", reason.removeprefix("Skipped: "))]
        elif outcome in ("failed", "crashed") and not found:
            found = [("Crash" if outcome == "crashed" else "Failed", getattr(report, "wasxfail", str(report.longrepr)))]
        self.write("result", id=report.nodeid, outcome=outcome, causes=found or [], seconds=report.duration)

    def pytest_sessionfinish(self, exitstatus):
        """The run has ended."""
        self.write("finish", status=int(exitstatus))
        self.out.close()


def skip_reason(item):
    """The reason of a mark that skips `item` whatever it does, or None; conditions are left to the run itself."""
    mark = next(item.iter_markers("skip"), None)
    return None if mark is None else str(mark.kwargs.get("reason") or "".join(mark.args[:1]))
