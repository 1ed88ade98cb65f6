"""pytest plugin of the processes that run NumPy's test files, beside `recording_plugin`.

Events: ``reading`` (the lines that NumPy itself evaluates), ``tests`` (what says whether a test is in scope).
"""

import datetime as dt
import inspect
import re
from pathlib import Path

import numpy as np
import numpy_substitute
import numpy_tests_reading
from recording_plugin import tell

#: kinds of dtypes that are out of scope: object, void, strings, dates, and those wider than double.
OUTSIDE = "OVSUMmT"


def pytest_configure(config):
    """Make the files readable."""
    for name in config.args:
        changed = numpy_tests_reading.readable(Path(name.partition("::")[0]))
        tell(kind="reading", lines=changed)


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
    """Describe what was collected; from here on a missing name is missing."""
    found = []
    for item in session.items:
        source = source_of(item.function, item.cls)
        parameters = getattr(item, "callspec", None)
        params = parameters.params if parameters else {}
        left_out = any(outside(value, name=name) for name, value in params.items())
        found.append({"id": item.nodeid, "source": source, "outside": left_out})
    tell(kind="tests", tests=found)
    numpy_substitute.State.reading = False
