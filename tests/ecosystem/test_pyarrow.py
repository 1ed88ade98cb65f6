"""pyarrow makes its arrays of ours, which share memory."""

import numpy as np
import pytest
from support.oracle import DTYPES

import xp_torch as xp

pa = pytest.importorskip("pyarrow")


@pytest.mark.parametrize("name", [name for name in DTYPES if not name.startswith("complex")])
def test_arrays_are_converted_as_numpys(name):
    a = np.asarray([0, 1, 1, 0, 1], name)
    x = xp.asarray(a)
    for ours, its in ((x, a), (x[::2], a[::2]), (x[::-1], a[::-1]), (x[:0], a[:0])):
        assert pa.array(ours).equals(pa.array(its))
    assert pa.array(x, type=pa.int32()).equals(pa.array(a, type=pa.int32()))
    assert pa.table({"a": x}).equals(pa.table({"a": a}))


def test_memory_is_shared():
    x = xp.zeros(3)
    made = pa.array(x)
    x[1] = 2
    assert made.to_pylist() == [0, 2, 0]


@pytest.mark.parametrize("bad", [xp.zeros((2, 2)), xp.asarray(1.0), xp.asarray([1j]), xp.zeros(2, dtype=xp.bfloat16)])
def test_what_arrow_has_no_array_for(bad):
    with pytest.raises((pa.ArrowInvalid, pa.ArrowNotImplementedError)):
        pa.array(bad)
    with pytest.raises(ValueError, match="mask"):
        pa.array(xp.zeros(2), mask=xp.asarray([True, False]))
