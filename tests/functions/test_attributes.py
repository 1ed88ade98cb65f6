"""Attributes of arrays as functions, beside NumPy's."""

import inspect

import numpy as np
import pytest
import torch
from support.oracle import calls, raises_alike

import xp_torch as xp

THINGS = [
    3,
    2.5,
    None,
    "text",
    [1, 2],
    [[1.0], [2.0]],
    [],
    (1, (2)),
    ["a", "b"],
    range(3),
    np.zeros((2, 0)),
    np.int8(3),
]


@pytest.mark.parametrize("name", ["shape", "ndim", "size"])
@pytest.mark.parametrize("x", THINGS, ids=repr)
def test_array_likes(name, x):
    found, expected = getattr(xp, name)(x), getattr(np, name)(x)
    assert found == expected
    assert type(found) is type(expected)


@pytest.mark.numpy_before
@pytest.mark.parametrize("x", [xp.zeros((2, 3, 4)), torch.zeros(2, 3, 4), np.zeros((2, 3, 4))])
def test_arrays(x):
    assert (xp.shape(x), xp.ndim(x), xp.size(x)) == ((2, 3, 4), 3, 24)
    assert type(xp.shape(x)) is tuple
    for axis in (0, -1, (0, 2), (), None):
        assert xp.size(x, axis) == np.size(np.zeros((2, 3, 4)), axis)
    for m in (np, xp):
        with pytest.raises(xp.exceptions.AxisError):
            m.size(np.zeros((2, 3)), axis=2)
        with pytest.raises(ValueError, match="repeated"):
            m.size(np.zeros((2, 3)), axis=(0, -2))
        with pytest.raises(ValueError, match="inhomogeneous"):
            m.shape([[1, 2], [3]])


def test_arrays_in_lists():
    assert xp.shape([xp.zeros(3), xp.ones(3)]) == (2, 3)


def test_layout():
    for x in (np.zeros((2, 3)), np.zeros((2, 3)).T, np.zeros(3), np.zeros((1, 3)).T, np.zeros((4, 4))[::2]):
        assert xp.isfortran(xp.asarray(x)) is np.isfortran(x)


@pytest.mark.parametrize("arrays", [
    (), ([1, 2],), (3, 4.0), ([1, 2, 3], [[1.0], [2.0]]), (np.ones((2, 0)), 3), (np.ones((2, 1, 3)), np.ones((4, 1))),
])  # fmt: skip
def test_arrays_are_broadcast_together(arrays):
    mine, theirs = xp.broadcast(*arrays), np.broadcast(*arrays)
    for name in ("shape", "ndim", "nd", "size", "numiter", "index"):
        assert getattr(mine, name) == getattr(theirs, name)
    assert len(mine.iters) == len(theirs.iters)
    assert all(type(x) is xp.flatiter for x in mine.iters)
    assert [x.base.shape for x in mine.iters] == [x.base.shape for x in theirs.iters]
    for _ in range(2):
        found = list(mine)
        assert found == list(theirs)
        assert mine.index == theirs.index
        assert all(isinstance(x, xp.ndarray) for row in found for x in row)
        mine.reset()
        theirs.reset()
    assert xp.broadcast(mine, 3).numiter == np.broadcast(theirs, 3).numiter


@calls("""
    m.broadcast(*[1] * 65); m.broadcast(1, a=2); m.broadcast(np.ones(3), np.ones(2))
""")
def test_what_cannot_be_broadcast_is_refused_as_by_numpy(call):
    found, expected = raises_alike(call)
    assert found == expected


@pytest.mark.numpy_before
def test_what_is_broadcast_is_kept():
    x, y = xp.ones((2, 1)), xp.ones(3)
    assert all(a.base is b for a, b in zip(xp.broadcast(xp.broadcast(x), y).iters, (x, y), strict=True))
    assert inspect.signature(xp.broadcast) == inspect.signature(np.broadcast)
    with pytest.raises(ValueError, match="keyword"):
        xp.broadcast(x, y=y)
