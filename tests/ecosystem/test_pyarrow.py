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
    with pytest.raises((ValueError, pa.ArrowNotImplementedError)):
        pa.array(bad)
    with pytest.raises(ValueError, match="mask"):
        pa.array(xp.zeros(2), mask=xp.asarray([True, False]))


def test_what_takes_numpys_arrays_only():
    x, i = xp.asarray([1.5, 2.5, 3.5]), xp.asarray([2, 0])
    made = pa.array(x)
    with pytest.raises(pa.ArrowInvalid, match="Element"):
        pa.scalar(x[0])
    assert pa.scalar(x[0].item()).as_py() == 1.5
    with pytest.raises(TypeError, match="argument type"):
        made.take(i)
    assert made.take(pa.array(i)).to_pylist() == [3.5, 1.5]
    with pytest.raises(TypeError, match="argument type"):
        made.filter(x > 2)
    assert made.filter(pa.array(x > 2)).to_pylist() == [2.5, 3.5]
    with pytest.raises(TypeError, match="ndarray"):
        pa.Tensor.from_numpy(x.reshape(3, 1))
    assert pa.Tensor.from_numpy(np.asarray(x.reshape(3, 1))).shape == (3, 1)
