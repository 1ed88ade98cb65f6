"""The constants are NumPy's: Python floats, and `newaxis`."""

import math

import numpy as np
import pytest

import xp_torch as xp


@pytest.mark.parametrize("name", ["e", "euler_gamma", "inf", "pi"])
def test_a_constant_is_numpys_float(name):
    assert type(getattr(xp, name)) is float
    assert getattr(xp, name) == getattr(np, name)


def test_nan_and_newaxis():
    assert math.isnan(xp.nan)
    assert id(xp.nan) == id(np.nan)  # libraries compare with `is`
    assert xp.newaxis is None
