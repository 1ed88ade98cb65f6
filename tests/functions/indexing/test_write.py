"""Writes that meet themselves: overlapping memory, repeated indices, failures half way."""

import warnings

import numpy as np
import pytest
import torch
from support.cases import cases
from support.indexing_cases import ZERO_D, assert_writes, counted, new_values, tensor_key

import xp_torch as xp
from xp_torch._kernels.indexing.write import write

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
        np.testing.assert_array_equal(np.asarray(t), expected)
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


@pytest.mark.compiled
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


@pytest.mark.cpu_only
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


WRITTEN = ["bool", "int8", "uint16", "float16", "complex64"]
NUMBERS = [np.int64(300), np.int8(-1), np.float64(2.9), np.float64(np.inf), np.float32(np.nan), np.uint64(2**64 - 1),
           np.complex64(1 + 2j), np.complex128(1e30), np.asarray(300), np.bool(True)]  # fmt: skip


@cases("value", NUMBERS, ids=repr)
@pytest.mark.parametrize("dtype", WRITTEN)
@cases("key", [0, (), (0, ...), None, slice(None), [0], np.array([True, False])], ids=repr)
@pytest.mark.filterwarnings("ignore::numpy.exceptions.ComplexWarning", "ignore::RuntimeWarning")
def test_numpys_scalars_are_checked_where_a_view_is_written(dtype, key, value):
    looked_up = isinstance(key, list | np.ndarray)
    if (looked_up or dtype == "uint16") and "int" in dtype and not 0 <= value.real < 2**7:
        pytest.skip("what C's cast gives, or wraps")
    a, x = np.zeros(2, dtype), xp.zeros(2, dtype=dtype)
    try:
        a[key] = value
    except (OverflowError, ValueError) as error:
        with pytest.raises(type(error)):
            x[key] = value
    else:
        x[key] = value
    np.testing.assert_array_equal(np.asarray(x), a)


def test_numpys_scalars_wrap_where_places_are_looked_up_and_in_unsigned_integers():
    x = xp.zeros(2, dtype=xp.int8)
    x[[0]] = np.int64(300)
    x[np.array([False, True])] = np.int16(-129)
    assert x.tolist() == [44, 127]
    x = xp.zeros(1, dtype=xp.uint8)
    x[0] = np.int64(-1)
    assert x.tolist() == [255]


def test_the_key_is_looked_at_before_the_value():
    x = xp.zeros(2, dtype=xp.uint8)
    for value in (-1, 1j, np.inf, np.int64(300)):
        with pytest.raises(IndexError, match="must be of integer"):
            x[xp.asarray([0.0])] = value
        with pytest.raises(IndexError, match="out of bounds for axis 0"):
            x[2] = value
        with pytest.raises(IndexError, match="too many indices"):
            x[0, 0] = value


def test_an_element_is_one_value_but_a_boolean_takes_the_truth_of_an_array():
    for value in (np.ones(1), np.full((1, 1), 2.0)):
        a, x = np.zeros(2, "bool"), xp.zeros(2, dtype=xp.bool)
        a[0] = value
        x[0] = xp.asarray(value)
        x[xp.asarray(1)] = xp.asarray(value)
        assert x.tolist() == [bool(a[0]), True]
        x = xp.zeros(2, dtype=xp.bool)
        x.fill(xp.asarray(value))
        assert x.tolist() == [True, True]
    for dtype, value in (("bool", np.ones(2)), ("bool", np.ones(0)), ("int8", np.ones(1)), ("float32", np.ones(1))):
        x = xp.zeros(2, dtype=dtype)
        with pytest.raises(ValueError, match="with a sequence"):
            x[0] = xp.asarray(value)
        with pytest.raises(ValueError, match="with a sequence"):
            x.fill(xp.asarray(value))


@pytest.mark.parametrize("value", [xp.asarray(1j), np.complex64(1j)], ids=repr)
@pytest.mark.parametrize("dtype", ["float32", "int8"])
def test_the_warning_of_a_lost_imaginary_part_points_at_the_assignment(dtype, value):
    x = xp.zeros(2, dtype=dtype)
    with pytest.warns(np.exceptions.ComplexWarning) as warned:
        x[0] = value
    with pytest.warns(np.exceptions.ComplexWarning) as filled:
        x.fill(value)
    assert [w.filename for w in (*warned, *filled)] == [__file__] * 2


@pytest.mark.parametrize(
    ("dtype", "value", "here"),
    [("int8", 300, 44), ("int32", 2**31, -(2**31)), ("int8", float("inf"), None), ("int64", float("nan"), None)],
)
def test_an_element_of_integers_takes_a_0d_array_as_any_other_array(dtype, value, here):
    a, x = np.zeros(2, dtype), xp.zeros(2, dtype=dtype)
    with pytest.raises((OverflowError, ValueError)), np.errstate(all="ignore"):
        a[0] += np.asarray(value)[()]
    for _ in range(2):
        x[0] += xp.asarray(value)
        assert x[1] == 0
        assert here is None or x[0] == here
        x[:] = 0
        with np.errstate(all="ignore"):
            a[0] = np.asarray(value)
        assert here is None or a[0] == here


def test_an_element_that_is_a_view_is_assigned_as_any_other():
    for dtype, value, wrong in (
        ("uint8", 1.5, TypeError),
        ("float32", 1j, TypeError),
        ("uint8", np.ones(1, "uint8"), ValueError),
    ):
        a, x = np.zeros(2, dtype), xp.zeros(2, dtype=dtype)
        with pytest.raises(wrong):
            a[0, ...] += np.asarray(value)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", np.exceptions.ComplexWarning)
            x[0, ...] += xp.asarray(value)
            a[0, ...] = a[0] + np.asarray(value)
        assert x.tolist() == a.tolist()


def test_an_element_times_a_list_is_no_element():
    a, x = np.full(2, 2), xp.full(2, 2)
    with pytest.raises(TypeError):
        a[0] *= [1]
    with pytest.raises(ValueError, match="with a sequence"):
        x[0] *= [1]
    assert x.tolist() == [2, 2]


def test_a_mask_takes_overlapping_values_as_they_were():
    for values in ([0, 1], [0, 1, 2, 3, 4]):
        a, x = np.array(values), xp.asarray(values)
        mask = np.ones(len(values), bool)
        a[mask] = a[::-1].copy()
        x[xp.asarray(mask)] = xp.asarray(np.asarray(x.tensor)[::-1].copy())
        assert x.tolist() == a.tolist() == values[::-1]
        x[xp.asarray(mask)] = x[::-1]
        assert x.tolist() == values
    a = np.array([0, 1])
    a[np.ones(2, bool)] = a[::-1]
    assert a.tolist() != [1, 0], "NumPy gives what is given here: take the row out"


def test_a_value_without_elements_has_to_broadcast():
    for places, shape in (([], (2, 0)), ([[], []], (2, 2, 0))):
        a, x = np.zeros(3), xp.zeros(3)
        index = np.asarray(places, int)
        a[index] = np.zeros(shape)
        with pytest.raises(ValueError, match="shape mismatch"):
            x[xp.asarray(index)] = xp.zeros(shape)
        x[xp.asarray(index)] = xp.zeros((1, *shape[1:]))
        assert x.tolist() == a.tolist()


@pytest.mark.parametrize("dtype", ["int8", "float32", "complex64"])
@pytest.mark.parametrize("value", [[0.0], (), [[1]]], ids=repr)
def test_an_element_takes_no_sequence(dtype, value):
    a, x = np.zeros(2, dtype), xp.zeros(2, dtype=dtype)
    with pytest.raises((TypeError, ValueError)):
        a[0] = value
    with pytest.raises((TypeError, ValueError)):
        a.fill(value)
    with pytest.raises(ValueError, match="with a sequence"):
        x[0] = value
    with pytest.raises(ValueError, match="with a sequence"):
        x.fill(value)
    assert x.tolist() == [0, 0]


@pytest.mark.parametrize("key", [(), (0,), (0, 1)])
def test_an_element_takes_no_array_with_dimensions(key):
    for module, give in [(np, np.asarray), (xp, xp.asarray)]:
        x = module.zeros((2,) * len(key))
        with pytest.raises((ValueError, TypeError)):
            x[key] = give([[1.0], [2.0]])
        if key == ():
            with pytest.raises((ValueError, TypeError)):
                x[key] = give([1.0])
        x[key] = give(3.0)
        assert x[key].item() == 3.0


@pytest.mark.numpy_before
@pytest.mark.parametrize("start", range(6))
def test_indices_and_values_may_lie_in_the_memory_that_is_written_to(start):
    for first in (*range(6), None):
        x, a = (module.asarray(np.array([2, 0, 1, 1, 2, 0, 0, 2, 1])) for module in (xp, np))
        for y in (x, a):
            y[:3][y[start : start + 3]] = 7 if first is None else y[first : first + 3]
        assert x.tolist() == a.tolist()
