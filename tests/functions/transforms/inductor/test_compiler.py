"""What inductor's code computes."""

import numpy as np
import pytest
from support.oracle import same

import xp_torch as xp

pytestmark = [pytest.mark.cpu_only, pytest.mark.compiled]


@pytest.mark.parametrize("dtype", ["int8", "int16", "int32", "int64"])
def test_integers_wrap_in_compiled_functions(dtype):
    """In C++ the overflow of integers is undefined: code without torch's vectors takes ``x + 1 > x`` for true."""

    def act(x):
        return x + 1 > x, x - 1 < x, x * 2 // 2 == x, x * 3 // 3, np.where(x + 1 < x, 0, 1), -x

    limits = np.iinfo(dtype)
    x = np.asarray([limits.max, limits.min, limits.max - 1, 0, 5, -3, limits.max // 2 + 1, 1] * 8, dtype)
    same(xp.compile(act)(xp.asarray(x)), act(x))


@pytest.mark.parametrize("dtype", ["int8", "int16", "int32", "int64"])
def test_integers_that_overflow_wrap(dtype):
    def act(x):
        parts = x[::3], x[::-1], x[:1], x.reshape(8, 8).T
        return [(p + 1, p - 1, p * 3, -p, p + 1 > p, p * 3 // 3, -p - 1 < 0, np.where(p - 1 < p, p, 0)) for p in parts]

    limits = np.iinfo(dtype)
    x = np.asarray([limits.max, limits.min, limits.max - 1, 0, 5, -3, limits.max // 2 + 1, 1] * 8, dtype)
    same(xp.compile(act)(xp.asarray(x)), act(x))

    def counted(x):
        return act(x), np.count_nonzero((x > 0) & (x < 9))  # counted by floating-point numbers

    same(xp.compile(counted)(xp.asarray(x)), counted(x))


def test_operations_with_zeros_and_ones_make_new_arrays():
    def act(x):
        y = x * 2
        return x + 0, x - 0, x * 1, x / 1, x + np.zeros(3), x * np.ones(3), x / np.full(3, 1.0), y, y + 0, y * 1

    given = np.asarray([-0.0, 1.0, 2.0])
    x = xp.asarray(given)
    found = xp.compile(act)(x)
    for one, other in zip(found, act(given), strict=True):
        np.testing.assert_array_equal(one, other)
        np.testing.assert_array_equal(np.signbit(np.asarray(one)), np.signbit(other))
    arrays = [x, *found]
    assert not any(xp.shares_memory(a, b) for i, a in enumerate(arrays) for b in arrays[:i])
