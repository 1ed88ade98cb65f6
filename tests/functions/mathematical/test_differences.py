import itertools

import numpy as np
import pytest
from support.oracle import DTYPES, agree, sample

import xp_torch as xp


@pytest.mark.parametrize("dtype", DTYPES)
def test_diff(dtype):
    x = sample(dtype)
    x = np.where(np.isfinite(x), x, 1).astype(dtype)
    for n, axis in itertools.product([0, 1, 2, 3, 6], [-1, 0, 1]):
        agree("diff", x, n, axis)
    agree("diff", x, prepend=0)
    agree("diff", x, axis=0, append=np.zeros((1, 3, 4), dtype))
    agree("diff", x, axis=1, prepend=x[:, :2], append=x[0, 0, 0])
    agree("diff", x.T[::2], axis=1)
    agree("diff", x[0, 0, :0])


def test_diff_arguments():
    agree("diff", np.array(5))
    agree("diff", np.zeros(3), n=-1)
    agree("diff", np.zeros(3), axis=1)
    agree("diff", np.zeros(3), n=1.5)
    agree("diff", [1, 4, 9])
    agree("diff", np.zeros((2, 3)), prepend=[[1], [2]])
    agree("diff", np.zeros((2, 3)), prepend=[1, 2])
    agree("diff", np.zeros((2, 3)), prepend=[[1, 2]])
    agree("diff", np.array([1, 5], np.int8), prepend=0)
    agree("diff", np.array([True, False]), prepend=1)
    x = xp.ones(3)
    assert xp.diff(x, n=0) is x


def test_differences_of_complex_infinities_are_those_of_the_parts():
    x = np.asarray([complex(-3, -np.inf), 0j])
    assert xp.diff(xp.asarray(x)).tolist() == np.diff(x).tolist() == [complex(3, np.inf)]


def test_more_differences_than_elements_are_none():
    assert xp.diff(xp.asarray([1, 2]), n=10**30).shape == (0,)


def test_diff_of_order_0_is_an_array():
    assert isinstance(np.diff([1, 2], n=0), list)
    found = xp.diff([1, 2], n=0)
    assert isinstance(found, xp.ndarray)
    assert found.tolist() == [1, 2]
