"""pytest plugin of the processes that run NumPy's test files: writes one line of JSON an event.

Events: ``collected`` (the ids with what is needed to say whether a test is in scope), ``start``, ``result``,
``collect_error``. A test's id names a parameter by its position, so that two modules' runs have the same ids.
"""

import datetime as dt
import inspect
import json
import os
import re
import signal
from pathlib import Path

import numpy as np
import numpy_substitute
import numpy_tests_reading
import pytest
from hypothesis import HealthCheck, settings

EVENTS = "CONFORMANCE_EVENTS"
SECONDS = int(os.environ.get("CONFORMANCE_SECONDS", "60"))
#: kinds of dtypes that are out of scope: object, void, strings, dates, and those wider than double.
OUTSIDE = "OVSUMmT"


def tell(**event):
    """Write one event, and keep it whatever happens next."""
    with open(os.environ[EVENTS], "a", encoding="utf-8") as stream:
        stream.write(json.dumps(event) + "\n")


def pytest_configure(config):
    """Make Hypothesis repeatable and patient."""
    settings.register_profile(
        "conformance", database=None, derandomize=True, deadline=None, suppress_health_check=list(HealthCheck)
    )
    settings.load_profile("conformance")
    for name in config.args:
        changed = numpy_tests_reading.readable(Path(name.partition("::")[0]))
        tell(kind="reading", lines=changed)


def pytest_make_parametrize_id(argname):
    """Name every parameter alike; pytest numbers those of one name."""
    return argname


def outside(value, depth=0, name=""):
    """Whether a parameter is, or holds, an array or a dtype that is out of scope."""
    if isinstance(value, (list, tuple)) and depth < 3:
        return any(outside(part, depth + 1, name) for part in value)
    if isinstance(value, (dt.date, dt.timedelta)):
        return True
    if isinstance(value, str) and "dtype" not in name:
        # A word can't be told from a dtype's name: only what can be nothing else counts.
        return value in {"O", "V", "S", "U", "M8", "m8", "g", "G", "object", "longdouble", "clongdouble", "datetime64"}
    try:
        dtype = value.dtype if isinstance(value, (np.ndarray, np.generic)) else np.dtype(value)
    except Exception:  # whatever is no dtype
        return False
    if value is None or value is float or value is int or value is bool:
        return False
    return dtype.kind in OUTSIDE or dtype.char in "gG"


def pytest_collection_modifyitems(items):
    """Put the ufuncs of the module under test in place of NumPy's, of which tables made with NumPy itself are."""
    if numpy_substitute.under_test() is np:
        return
    for item in items:
        parameters = getattr(item, "callspec", None)
        for key, value in parameters.params.items() if parameters else ():
            if isinstance(value, np.ufunc) and not value.__name__.startswith("_"):
                parameters.params[key] = numpy_substitute.name("numpy", value.__name__)


def source_of(function, cls, seen=()):
    """The source of a test, and of the methods of its class that it calls."""
    try:
        source = inspect.getsource(function)
    except (OSError, TypeError):
        return ""
    names = set(re.findall(r"self\.(\w+)\(", source)).difference(seen)
    helpers = [getattr(cls, name, None) for name in sorted(names)]
    return source + "".join(source_of(one, cls, (*seen, *names)) for one in helpers if inspect.isfunction(one))


def pytest_collection_finish(session):
    """Tell what was collected; from here on a missing name is missing."""
    found = []
    for item in session.items:
        source = source_of(item.function, item.cls)
        parameters = getattr(item, "callspec", None)
        params = parameters.params if parameters else {}
        left_out = any(outside(value, name=name) for name, value in params.items())
        found.append({"id": item.nodeid, "source": source, "outside": left_out})
    tell(kind="collected", tests=found)
    numpy_substitute.State.reading = False


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
