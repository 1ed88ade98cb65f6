"""Arrays and numbers as text are NumPy's."""

import numpy as np
import pytest
import torch
from support.cases import cases
from support.oracle import DTYPES, ours, sample

import xp_torch as xp

pytestmark = pytest.mark.cpu_only


@pytest.mark.parametrize("dtype", DTYPES)
@cases("shape", [(), (3,), (2, 3, 4), (0, 2), (2000,)])
def test_arrays(dtype, shape):
    x = sample(dtype, shape)
    mine = ours(x)
    assert xp.array2string(mine) == np.array2string(x)
    assert xp.array_repr(mine) == np.array_repr(x) == repr(mine)
    assert xp.array_str(mine) == np.array_str(x) == str(mine)
    assert xp.array_repr(mine, 40, 2, True) == np.array_repr(x, 40, 2, True)
    assert xp.array_str(mine, max_line_width=30, precision=3) == np.array_str(x, max_line_width=30, precision=3)
    layout = {"separator": ", ", "prefix": "x = ", "threshold": 5, "edgeitems": 1, "sign": "+", "suffix": ";"}
    assert xp.array2string(mine, **layout) == np.array2string(x, **layout)
    formatter = {"all": lambda v: f"<{v}>"}
    assert xp.array2string(mine, formatter=formatter) == np.array2string(x, formatter=formatter)


def test_array_likes_and_other_dtypes():
    assert xp.array2string([1, 2]) == "[1 2]"
    assert xp.array_repr([1.0, 2.0]) == "array([1., 2.])"
    assert xp.array_repr(xp.asarray([0.1], dtype=xp.bfloat16), precision=2) == "array([0.1], dtype=bfloat16)"
    assert xp.array_str(xp.asarray(torch.ones(2, requires_grad=True))) == "[1. 1.]"
    assert "meta" in xp.array_repr(xp.zeros(2, device="meta"))


def test_options_are_shared_with_numpy_and_restored():
    before = np.get_printoptions()
    x = np.asarray([1 / 3, np.nan])
    with xp.printoptions(precision=2, nanstr="?") as options:
        assert options["precision"] == xp.get_printoptions()["precision"] == 2
        assert repr(ours(x)) == repr(x) == "array([0.33,    ?])"
    assert xp.get_printoptions() == before
    xp.set_printoptions(threshold=3, edgeitems=1)
    try:
        assert repr(xp.arange(9)) == repr(np.arange(9))
    finally:
        xp.set_printoptions(**before)
    assert np.get_printoptions() == before


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
@pytest.mark.parametrize("value", [0.1, 1e-7, 12345.678, float("nan"), -0.0, float("inf")])
def test_floats(dtype, value):
    x = np.dtype(dtype).type(value)
    for name in ("format_float_positional", "format_float_scientific"):
        for kwargs in ({}, {"precision": 2}, {"precision": 3, "unique": False}, {"trim": "-", "sign": True}):
            expected = getattr(np, name)(x, **kwargs)
            assert getattr(xp, name)(ours(x), **kwargs) == expected
            assert getattr(xp, name)(x, **kwargs) == expected
    assert xp.format_float_positional(value) == np.format_float_positional(value)


@pytest.mark.parametrize("number", [0, 1, 10, -3, 255])
def test_integers(number):
    for base in (2, 3, 16, 36):
        assert xp.base_repr(number, base) == np.base_repr(number, base)
        assert xp.base_repr(xp.asarray(number), base, 2) == np.base_repr(number, base, 2)
    for width in (None, 9, 12):
        assert xp.binary_repr(xp.asarray(number), width) == np.binary_repr(number, width)
    for m in (np, xp):
        with pytest.raises(ValueError, match="36"):
            m.base_repr(number, 37)


def test_the_text_of_a_subclass_has_its_name():
    class Named(xp.ndarray):
        pass

    x = xp.asarray([1.0, 2.0]).view(Named)
    assert np.array_repr(x) == xp.array_repr(x) == repr(x) == "Named([1., 2.])"
