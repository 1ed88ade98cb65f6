"""The general path of lists and keys is short: the calls between functions of the package are counted."""

import os
import sys

import pytest

import xp_torch as xp

PACKAGE = os.path.dirname(xp.__file__)
V, M = xp.asarray([1.0, 2.0, 3.0, 4.0]), xp.asarray([[1.0, 2.0], [3.0, 4.0]])


def _write():
    V[[1, 2]] = 3


#: A call, and how many calls in how many files it may make.
CALLS = {
    "sum([1, 2])": (lambda: xp.sum([1, 2]), 15, 7),
    "v + [1, 2, 3, 4]": (lambda: V + [1, 2, 3, 4], 15, 7),
    "[1, 2, 3, 4] - v": (lambda: [1, 2, 3, 4] - V, 15, 7),
    "v[[0, 1]]": (lambda: V[[0, 1]], 15, 7),
    "v[[1, 2]] = 3": (_write, 15, 7),
    "median(m, axis=0)": (lambda: xp.median(M, axis=0), 25, 15),
    "linalg.norm(v)": (lambda: xp.linalg.norm(V), 3, 3),
}


def _calls_of(function):
    """Return the names of the files of the package whose functions `function` calls, one for each call."""
    files = []

    def count(frame, event, argument):
        name = frame.f_code.co_filename
        if event == "call" and name.startswith(PACKAGE):
            files.append(name)

    function()  # what is cached, is
    before = sys.getprofile()
    sys.setprofile(count)
    try:
        function()
    finally:
        sys.setprofile(before)
    return files


@pytest.mark.parametrize("name", CALLS)
def test_calls(name):
    function, most, most_files = CALLS[name]
    files = _calls_of(function)
    assert 0 < len(files) <= most
    assert len(set(files)) <= most_files
