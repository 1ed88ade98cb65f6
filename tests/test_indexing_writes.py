"""Writes that meet themselves: overlapping memory, repeated indices, failures half way."""

import numpy as np
import pytest
import torch
from indexing_cases import (
    ZERO_D,
    assert_writes,
    counted,
    new_values,
    tensor_key,
)

import xp_torch as xp
from xp_torch._kernels.indexing_write import write

OVERLAPS = [
    lambda x: (slice(1, None), x[:-1]),
    lambda x: (slice(None, -1), x[1:]),
    lambda x: (slice(None), x.T),
    lambda x: (..., x.T),
    lambda x: (slice(None, None, -1), x),
    lambda x: ((slice(None, None, -1), slice(None, None, -1)), x),
    lambda x: ((slice(None), slice(1, None)), x[:, :-1]),
    lambda x: (slice(None), x[1]),
    lambda x: (0, x[:, 0]),
    lambda x: ([2, 1, 0], x),
    lambda x: ([1, 2], x[:2]),
    lambda x: ((slice(None), [1, 2]), x[:, :2]),
    lambda x: (x > 4, x[0, 0]),
    lambda x: (x > 3, x.ravel()[: int((x > 3).sum())]),
    lambda x: ((slice(None), np.array([True, True, False])), x[:, 1:]),
    lambda x: ((0, 0), x[2, 2]),
    lambda x: (..., x),
]


@pytest.mark.parametrize("case", range(len(OVERLAPS)))
@pytest.mark.parametrize("how", ["view of the tensor", "the same memory from NumPy"])
def test_overlapping_reads_and_writes_give_numpys_values(case, how):
    expected, ours = counted((3, 3)), counted((3, 3))
    key, value = OVERLAPS[case](expected)
    expected[key] = value.copy()
    t = torch.from_numpy(ours)
    _, value = OVERLAPS[case](ours)
    source = torch.from_numpy(np.asarray(value))  # knows no common base with t
    if how == "view of the tensor" and value.ndim:
        offset = value.__array_interface__["data"][0] - ours.__array_interface__["data"][0]
        source = t.as_strided(value.shape, [s // 8 for s in value.strides], offset // 8)
    write(t, tensor_key(key), source)
    np.testing.assert_array_equal(ours, expected)


def test_an_index_may_be_the_very_array_that_is_written():
    for values in ([2, 0, 1], [1, 1, 0]):
        expected, t = np.array(values), torch.tensor(values)
        expected[expected.copy()] = np.arange(3)
        write(t, (t,), torch.arange(3))
        np.testing.assert_array_equal(t.numpy(), expected)
    t = torch.tensor([True, False, True])
    write(t, (t,), torch.tensor(False))
    assert not t.any()
    t = torch.tensor([True, False, True])
    write(t, (t,), torch.tensor([False, True]))
    assert t.tolist() == [False, False, True]


@pytest.mark.parametrize("count", [3, 1000, 100_000])
@pytest.mark.parametrize("width", [(), (3,)])
def test_of_repeated_indices_the_last_value_stays(count, width):
    rng = np.random.default_rng(count)
    x = np.zeros((50, *width))
    index = rng.integers(-50, 50, count)
    assert_writes(x, index, rng.standard_normal((count, *width)))
    assert_writes(x, index.reshape(1, -1), rng.standard_normal((1, count, *width)))
    assert_writes(x, np.stack([index, index[::-1]]), rng.standard_normal((2, count, *width)))
    assert_writes(x[None], (0, index), rng.standard_normal((count, *width)))
    assert_writes(np.zeros((50, 50)), (index, index[::-1]), rng.standard_normal(count))
    assert_writes(np.zeros((50, 50)), (7, index), rng.standard_normal(count))
    assert_writes(np.zeros((*width, 50)), (..., index), rng.standard_normal((*width, count)))
    assert_writes(np.zeros((50, 2)), (index, [1]), rng.standard_normal(count))
    assert_writes(np.zeros((50, 2)), (index, 1), rng.standard_normal(count))
    assert_writes(np.zeros((50, 2)), (index, ZERO_D), rng.standard_normal(count))
    assert_writes(np.zeros((50, 100)), index[:1000], rng.standard_normal((count, 100))[:1000])  # rows that are wide


@pytest.mark.parametrize("size", [4, 1000])
def test_of_repeated_indices_the_last_value_stays_in_traced_code(size):
    index, value = torch.tensor([[1, 2, 1], [-size + 1, 3, 2]]), torch.arange(6.0).reshape(2, 3) + 1
    expected = torch.zeros(size)
    write(expected, (index,), value)
    assert expected[:4].tolist() == [0, 4, 6, 5]
    got = torch.zeros(size)
    torch._dynamo.reset()
    torch.compile(write, fullgraph=True, backend="eager")(got, (index,), value)
    assert torch.equal(got, expected)

    def written(i, v):
        t = torch.zeros_like(v[:1]).expand(size).clone()
        write(t, (i,), v)
        return t

    got = torch.vmap(written)(index, value)
    assert got[:, :4].tolist() == [[0, 3, 2, 0], [0, 4, 6, 5]]
    # The gradient goes to the values that stay.
    value.requires_grad_()
    for v, gradient in ((value, [[0, 0, 0], [1, 1, 1]]), (value[1], [0 + 1, 1, 1])):
        t = torch.zeros(size, dtype=torch.float32)
        write(t, (index,), v)
        (got,) = torch.autograd.grad(t.sum(), v)
        assert got.tolist() == gradient


def test_a_failed_write_changes_nothing():
    index = np.arange(100_000) % 50
    index[-1] = 50
    x = counted((50,))
    assert_writes(x, index, new_values((100_000,)))
    assert_writes(x, index, 5)
    assert_writes(x, (index[None],), 5)
    assert_writes(counted((2, 50)), (slice(None), index), 5)
    assert_writes(counted((2, 50)), ([0, 1, 0], [0, 49, 50]), [1, 2, 3])
    assert_writes(counted((2, 50)), ([0, 1, 2], [0, 49, 50]), [1, 2, 3])


def test_a_broadcast_array_is_read_only():
    t = torch.zeros(3).expand(2, 3)
    for key in ((0,), (slice(None),), ([0],), (slice(None, None, -1),), (torch.tensor([0]),), (torch.ones(2, 3) > 0,)):
        if isinstance(key[0], list):
            key = (torch.tensor(key[0]),)
        with pytest.raises(ValueError, match="assignment destination is read-only"):
            write(t, key, torch.tensor(1.0))
    assert not t.any()
    # An axis of size 1 may have any stride.
    t = torch.zeros(3).as_strided((1, 3), (0, 1))
    write(t, (0,), torch.tensor(1.0))
    assert t.all()


def test_the_value_is_not_copied_where_it_need_not_be():
    t, value = torch.zeros(3), torch.ones(3)
    write(t, (slice(None),), value, fresh=True)
    assert t.tolist() == [1, 1, 1]
    assert value.tolist() == [1, 1, 1]


@pytest.mark.parametrize(
    ("dtype", "key", "value"),
    [
        ("int16", (), [-(2**62)]),
        ("uint16", [0], [-1]),
        ("int8", ..., [float("nan")]),
        ("float32", ..., [1j]),
        ("complex128", (..., 0), (0,)),
        ("float64", slice(None), [[0]]),
        ("float64", (5, slice(None)), [[0]]),
    ],
)
def test_lists_that_cannot_be_assigned(dtype, key, value):
    with pytest.raises((OverflowError, ValueError, TypeError, IndexError)) as theirs:
        np.zeros(1, dtype)[key] = value
    x = xp.zeros(1, dtype=dtype)
    with pytest.raises(theirs.type):
        x[key] = value
    assert x.tolist() == [0]


def test_lists_that_index_arrays_take_may_have_more_dimensions():
    x = xp.zeros(2)
    x[[0, 1]] = [[1, 2.5]]
    assert x.tolist() == [1, 2.5]
    x[:] = xp.asarray([[3, 4]])
    assert x.tolist() == [3, 4]
