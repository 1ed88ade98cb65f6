"""pytest plugin of the processes that run NumPy's test files, beside `recording_plugin`.

Events: ``reading`` (the lines that NumPy itself evaluates), ``tests`` (what says whether a test is in scope).
"""

import inspect
import re
from pathlib import Path

import numpy as np
import numpy_substitute
import numpy_tests_reading
from recording_plugin import tell


def pytest_configure(config):
    """Make the files readable."""
    for name in config.args:
        changed = numpy_tests_reading.readable(Path(name.partition("::")[0]))
        tell(kind="reading", lines=changed)


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
    tell(
        kind="tests",
        tests=[{"id": item.nodeid, "source": source_of(item.function, item.cls)} for item in session.items],
    )
    numpy_substitute.State.reading = False
