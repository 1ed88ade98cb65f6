"""`take` and `take_along_axis` as NumPy has them."""

import warnings

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from support.indexing_cases import counted, outcome
from support.oracle import agree
from support.values import DTYPES, INTEGERS

import xp_torch as xp
from xp_torch._kernels.indexing.take import take, take_along_axis


def assert_same(expected, got):
    if isinstance(expected, tuple):
        assert got == expected
        return
    assert isinstance(got, torch.Tensor), (got, expected)
    assert np.asarray(got).dtype == expected.dtype
    assert tuple(got.shape) == expected.shape
    np.testing.assert_array_equal(np.asarray(got), expected)


@pytest.mark.cpu_only(shape="(3, 0)", mode="raise")
@pytest.mark.parametrize("mode", ["raise", "wrap", "clip"])
@pytest.mark.parametrize("shape", [(), (4,), (2, 3), (2, 3, 4), (0,), (0, 3), (3, 0), (0, 0)])
def test_take(shape, mode):
    x = counted(shape)
    indices = [0, 1, -1, 7, -9, [0], [1, -1, 0], [[0, 1], [1, 0]], [9, -9], [3], [], [[]], [True, False]]
    for index in indices:
        index = np.array(index) if index not in ([], [[]]) else np.array(index, dtype=np.int64)
        for axis in (None, *range(-max(1, x.ndim), max(1, x.ndim))):
            if mode == "wrap" and 0 in shape:
                continue  # NumPy 2.4 does not come back from some of these
            expected = outcome(lambda x=x, i=index, a=axis: np.asarray(x.take(i, axis=a, mode=mode)))
            got = outcome(take, torch.from_numpy(x), torch.from_numpy(index), axis, mode)
            assert_same(expected, got)


def test_take_refuses_other_modes_and_indices():
    with pytest.raises(ValueError, match="clipmode must be one of 'clip', 'raise', or 'wrap'"):
        take(torch.zeros(3), torch.tensor([0]), 0, "foo")
    for index in (torch.tensor([1.0]), torch.tensor([1j])):
        with pytest.raises(TypeError, match="Cannot cast array data from"):
            take(torch.zeros(3), index, 0)


@pytest.mark.parametrize("index", [1.7, [1.7, -0.5], True, [], float("nan"), [np.inf], 1j, 2**70])
@pytest.mark.parametrize("mode", ["raise", "clip"])
def test_take_cuts_numbers_that_are_no_arrays(index, mode):
    agree("take", np.arange(3), index, mode=mode)
    assert xp.take([3, 4], np.float64(1.7), mode=mode) == np.take([3, 4], np.float64(1.7), mode=mode)


@pytest.mark.filterwarnings("ignore:Implicit casting of output:DeprecationWarning")
@pytest.mark.parametrize(("x", "axis", "fits"), [(3, None, (1,)), (3, 0, (1,)), (np.ones((2, 3)), 1, (2, 1))])
@pytest.mark.parametrize(("shape", "dtype"), [((5,), "i8"), ((), "f4"), ((1,), "c16"), ((), "i4"), ((2, 1), "f8")])
def test_take_checks_the_shape_of_out_before_the_bounds(x, axis, fits, shape, dtype):
    out = xp.zeros(shape, dtype=dtype)
    with pytest.raises(IndexError if shape == fits else ValueError):
        xp.take(xp.asarray(x), xp.asarray([9]), axis, out=out)
    assert not out.any()


#: The dtypes of an array and of `out`, and whether NumPy 2.5 deprecates the cast.
OUTS = [
    ("?", "i4", False), ("?", "c8", False), ("i8", "i4", False), ("i8", "f4", False), ("i8", "c8", False),
    ("f8", "f4", False), ("f8", "f2", False), ("f8", "c8", False), ("c16", "c8", False), ("u1", "i8", False),
    ("i8", "?", True), ("i8", "u8", True), ("i1", "u8", True), ("f8", "?", True), ("f8", "i4", True),
    ("c16", "f8", True), ("c16", "i8", True), ("c16", "?", True),
]  # fmt: skip


@pytest.mark.parametrize(("dtype", "wanted", "deprecated"), OUTS)
@pytest.mark.parametrize("theirs", [False, True])
def test_take_casts_to_any_out(dtype, wanted, deprecated, theirs):
    x = xp.asarray([0, 1, 1]).astype(dtype)
    for call in (
        lambda out: xp.take(x, [1, 0], out=out),
        lambda out: x.take(xp.asarray([1, 0]), out=out, mode="clip"),
        lambda out: xp.compress([False, True, True], xp.asarray([1, 1, 0]).astype(dtype), out=out),
    ):
        out = np.zeros(2, wanted) if theirs else xp.zeros(2, dtype=wanted)
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            assert call(out) is out
        assert out.tolist() == [1, 0]
        assert out.dtype == wanted
        found = [str(w.message) for w in caught if w.category is DeprecationWarning]
        assert [text.partition(" of output to a different kind is deprecated")[0] for text in found] == [
            "Implicit casting"
        ] * deprecated
        assert all(w.filename == __file__ for w in caught)


@pytest.mark.numpy_before
@pytest.mark.parametrize("dtype", DTYPES)
def test_take_and_take_along_axis_of_every_dtype(dtype):
    x = (np.arange(6).reshape(2, 3) * 37 % 5).astype(dtype)
    t = torch.from_numpy(x)
    for index_dtype in INTEGERS:
        index = np.array([[2, 0], [1, 1]], dtype=index_dtype)
        assert_same(np.take(x, index, 1), take(t, torch.from_numpy(index), 1))
        assert_same(np.take_along_axis(x, index, 1), take_along_axis(t, torch.from_numpy(index), 1))
    b = torch.arange(3.0).to(torch.bfloat16)
    assert take(b, torch.tensor([2, 0]), 0).tolist() == [2.0, 0.0]
    assert take_along_axis(b, torch.tensor([2, 0]), 0).tolist() == [2.0, 0.0]


@pytest.mark.numpy_before
@settings(max_examples=300)
@given(st.data())
def test_take_along_axis(data):
    shape = tuple(data.draw(st.lists(st.integers(0, 3), min_size=1, max_size=3)))
    axis = data.draw(st.integers(-len(shape), len(shape) - 1) | st.none())
    x = counted(shape)
    n = x.size if axis is None else shape[axis]
    sizes = [data.draw(st.sampled_from([s, s, s, 1, 2])) for s in shape] if axis is not None else [0]
    if axis is None:
        sizes = [data.draw(st.integers(0, 4))] if data.draw(st.integers(0, 9)) else [1, 1]
    else:
        sizes[axis] = data.draw(st.integers(0, 4))
    count = int(np.prod(sizes))
    inside = st.integers(-n, n - 1) if n and data.draw(st.integers(0, 9)) else st.integers(-5, 5)
    index = np.array(data.draw(st.lists(inside, min_size=count, max_size=count)), dtype=np.int64).reshape(sizes)
    expected = outcome(lambda: np.take_along_axis(x, index, axis))
    assert_same(expected, outcome(take_along_axis, torch.from_numpy(x), torch.from_numpy(index), axis))


def test_take_along_axis_refuses_other_indices():
    for index in (torch.tensor([0.0]), torch.tensor([True])):
        with pytest.raises(IndexError, match="`indices` must be an integer array"):
            take_along_axis(torch.zeros(3), index, 0)
    with pytest.raises(ValueError, match="must have the same number of dimensions"):
        take_along_axis(torch.zeros(3, 3), torch.tensor([0]), 0)
    with pytest.raises(ValueError, match="`indices` must have a single dimension"):
        take_along_axis(torch.zeros(3, 3), torch.tensor([[0]]), None)


def test_take_in_no_mode_raises():
    agree("take", np.arange(3), [0, 2], mode=None)
    agree("take", np.arange(3), [3], mode=None)
