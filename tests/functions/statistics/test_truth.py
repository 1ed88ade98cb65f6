import itertools

import numpy as np
import pytest
from support.oracle import DTYPES, agree, sample


@pytest.mark.parametrize("name", ["all", "any"])
@pytest.mark.parametrize("dtype", DTYPES)
def test_truth_over_axes(name, dtype):
    x = sample(dtype)
    for axis, keepdims in itertools.product([None, 0, -1, (0, 2), (), (1,)], [False, True]):
        agree(name, x, axis=axis, keepdims=keepdims)
    agree(name, np.zeros_like(x))
    agree(name, x[0, 0, 0])
    agree(name, x.T[::2], axis=0)


@pytest.mark.parametrize("name", ["all", "any"])
def test_truth_arguments(name):
    x = np.array([[0.0, 1.0, np.nan], [2.0, 0.0, 0.0]])
    for axis in (2, -3, 1.0, (0, 0), (0, 2)):
        agree(name, x, axis=axis)
    for shape, axis in itertools.product([(0,), (0, 3), (3, 0)], [None, 0, ()]):
        agree(name, np.zeros(shape), axis=axis)
    agree(name, x, where=np.array([True, False, True]))
    agree(name, x, axis=1, where=np.array([[True], [False]]))
    agree(name, x, where=np.ones(4, bool))
    for out in (np.zeros(3, bool), np.zeros(3), np.zeros(2, bool), np.zeros(3, np.int8)):
        agree(name, x, axis=0, out=out)
    agree(name, [0, 1])
    agree(name, 0)
    agree(name, np.array(5), axis=0)
