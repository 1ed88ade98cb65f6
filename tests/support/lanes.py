"""The lanes of tests: `default` is what people run, `rest` is what it leaves out, and `full` is both.

`compiled` marks every test that calls Dynamo or inductor. The default lane has those that are also marked `basic`, and
all other tests but the `slow` ones. ``compiled(page=["a.md"])`` marks the cases with this value of a parameter.
"""

import sys

import pytest

from support.versions import applies

LANES = ("default", "rest", "full")


def names_of_marks(item):
    """Return the names of the marks that a test has with its parameters."""
    parameters = item.callspec.params if hasattr(item, "callspec") else {}
    return {mark.name for mark in item.iter_markers() if applies(mark, parameters)}


def in_lane(item, lane):
    """Return whether a test is part of a lane."""
    marks = names_of_marks(item)
    default = "slow" not in marks and ("compiled" not in marks or "basic" in marks)
    return lane == "full" or default is (lane == "default")


def select(config, items):
    """Leave the items of the chosen lane."""
    lane = config.getoption("--lane")
    deselected = [item for item in items if not in_lane(item, lane)]
    if deselected:
        items[:] = [item for item in items if in_lane(item, lane)]
        config.hook.pytest_deselected(items=deselected)


def compiled_frames():
    """Return how many frames Dynamo has compiled, or tried to."""
    dynamo = sys.modules.get("torch._dynamo.utils")
    return dynamo.counters["frames"]["total"] if dynamo else 0


@pytest.hookimpl(wrapper=True)
def pytest_pyfunc_call(pyfuncitem):
    """Fail a test that compiles without the mark, since the default lane would run it."""
    before = compiled_frames()
    result = yield
    if compiled_frames() != before and "compiled" not in names_of_marks(pyfuncitem):
        pytest.fail("Dynamo compiles in this test: mark it `compiled`", pytrace=False)
    return result
