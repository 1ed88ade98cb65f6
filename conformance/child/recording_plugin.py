"""pytest plugin of the processes that run others' tests: writes one line of JSON an event.

Events: ``collected``, ``start``, ``result``, ``collect_error``. A test's id names a parameter by its position, so that
two modules' runs have the same ids.
"""

import json
import os
import signal

import pytest
from hypothesis import HealthCheck, settings

EVENTS = "CONFORMANCE_EVENTS"
SECONDS = int(os.environ.get("CONFORMANCE_SECONDS", "60"))


def tell(**event):
    """Write one event, and keep it whatever happens next."""
    with open(os.environ[EVENTS], "a", encoding="utf-8") as stream:
        stream.write(json.dumps(event) + "\n")


@pytest.hookimpl(tryfirst=True)
def pytest_configure():
    """Make Hypothesis repeatable and patient."""
    settings.register_profile(
        "conformance", database=None, derandomize=True, deadline=None, suppress_health_check=list(HealthCheck)
    )
    settings.load_profile("conformance")


def pytest_make_parametrize_id(argname):
    """Name every parameter alike; pytest numbers those of one name."""
    return argname


def pytest_collection_finish():
    """Tell that the tests were collected."""
    tell(kind="collected")


def pytest_collectreport(report):
    """Tell of a file that could not be read."""
    if report.failed:
        tell(kind="collect_error", id=report.nodeid, text=str(report.longrepr)[-2000:])


def expired(number, frame):
    """End a test that takes too long."""
    raise TimeoutError(f"more than {SECONDS} s")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item):
    """Give every test its time, and tell that it began: a crash is the last one's."""
    tell(kind="start", id=item.nodeid)
    signal.signal(signal.SIGALRM, expired)
    signal.alarm(SECONDS)
    try:
        return (yield)
    finally:
        signal.alarm(0)


def pytest_runtest_logreport(report):
    """Tell how a test ended."""
    if report.when == "call" or report.outcome != "passed":
        outcome = "xfailed" if hasattr(report, "wasxfail") else report.outcome
        text = ""
        if report.failed:
            crash = getattr(report.longrepr, "reprcrash", None)
            text = crash.message if crash is not None else str(report.longrepr)[-1000:]
        tell(kind="result", id=report.nodeid, outcome=outcome, text=text[:1000])
