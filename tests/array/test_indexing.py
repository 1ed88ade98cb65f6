"""Reading and writing by NumPy's keys: every kind, every dtype, views and copies, errors; NumPy is the oracle."""

import array
import itertools
import operator
from collections import UserDict, UserList, deque

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from support.cases import cases
from support.indexing_cases import (
    FALSE,
    TRUE,
    assert_reads,
    assert_writes,
    counted,
    new_values,
    same_error,
    subscripts,
    tensor_key,
)
from support.oracle import alike, same
from support.oracle import call as outcome
from support.values import DTYPES, INTEGERS

import xp_torch as xp
from xp_torch._kernels.indexing.read import read
from xp_torch._kernels.indexing.write import write

BOUNDS = [None, *range(-6, 7)]


@pytest.mark.parametrize("n", range(5))
@pytest.mark.parametrize("step", [None, 1, 2, 3, 7, -1, -2, -3, -7])
def test_every_slice_of_a_small_axis_reads_and_writes(n, step):
    x = counted((n,))
    for start, stop in itertools.product(BOUNDS, BOUNDS):
        key = slice(start, stop, step)
        assert_reads(x, key)
        assert_writes(x, key, 7)
        assert_writes(x, key, new_values(x[key].shape))


@pytest.mark.parametrize(("first", "second"), list(itertools.product([-3, -1, 1, 2], repeat=2)))
def test_slices_of_two_axes_with_all_signs(first, second):
    x = counted((3, 4))
    for a, b in itertools.product([None, -2, 1], [None, -1, 2]):
        key = (slice(a, None, first), slice(None, b, second))
        assert_reads(x, key)
        assert_writes(x, key, new_values(x[key].shape))
        assert_writes(x, key, new_values(x[key].shape[1:]))
        assert_writes(x, (None, *key), new_values((1, 1, *x[key].shape)))


HUGE = [2**31, 2**63 - 1, 2**63, 2**70, -(2**31), -(2**63), -(2**63) - 1, -(2**70)]


@pytest.mark.parametrize("bound", HUGE)
def test_a_slices_bounds_may_be_huge(bound):
    x = counted((3, 2))
    for key in np.s_[bound:], np.s_[:bound], np.s_[bound::-1], np.s_[:bound:-1], np.s_[::bound], np.s_[1::bound]:
        assert_reads(x, key)
        assert_writes(x, key, 5)


@pytest.mark.parametrize("index", [3, -4, 10**9, *HUGE])
def test_an_integer_out_of_bounds_is_an_index_error(index):
    if index == 2**63:
        with pytest.raises(IndexError):  # NumPy: OverflowError for this one, IndexError for all greater ones
            read(torch.zeros(3, 2), (index,))
        return
    for key in (index, (slice(None), index), (None, index), (..., index), ([0], index), (index, ...)):
        assert_reads(counted((3, 2)), key)
        assert_writes(counted((3, 2)), key, 5)


KEYS = subscripts("""
    (); ...; None; 0; -1; 5; -7; 0, 1; 0, 1, 2; 0, 1, 2, ...; ..., 0, 1, 2; 0, 1, 2, None; None, 0, 1, 2; 0, 0, 0, 0;
    ..., ...; 0, ..., 0, ...; 0, 0, 0, [0]; :, 1; 1:, None, 2; ..., None, ::-1; 0, ::-2, ...; ::0; ZERO_D;
    np.array(-1, dtype=np.int8); np.array(1, dtype=np.uint8); np.array(5); ZERO_D, ...; ZERO_D, ZERO_D;
    ZERO_D, ZERO_D, ZERO_D; ZERO_D, ZERO_D, ZERO_D, ...; ZERO_D, 0, ZERO_D; 0, :, ZERO_D; :, ZERO_D, 1;
    :, ::-1, ZERO_D; ZERO_D, None; ZERO_D, :, [1, 2]; 0, :, [1, 2]; :, 0, [1, 2]; :, 0, ..., [1, 2];
    [0, 1], ..., [1, 2]; :, [0, 1], ..., [1, 2]; ..., 0, [0, 1]; 0, ..., [0, 1], :; [0, 1], ..., [0, 1], [0, 1];
    [0, 1], [0, 1]; [0, 1], None, [0, 1]; None, [0, 1], [0, 1]; :, None, [0, 1], [0]; [[0], [1]], [0, 1, 2];
    [[0], [1]], :, [0, 1, 2]; :, [[0], [1]], [0, 1, 2]; [[0], [1]], ::-1, [0, 1, 2]; [0, 1], ::-1; ::-1, [0, 2];
    ::-1, 2::-1, [0, 2]; [0, 1], [0, 1, 2]; [0, 1], 0, [0, 1, 2]; ZERO_D, [0, 1], [0, 1, 2];
    [0, 1], [[0], [1]], [0, 1, 2]; [0, 5],; :, [0, 5]; :, [0, -4]; 0, [0, 5]; [-3], :, [0]; np.array([1.5]);
    np.array(1.5); np.array([1j]); np.zeros(0); np.zeros(0, dtype=np.int64); np.zeros(0, dtype=np.int64), [7];
    np.zeros((0, 3), dtype=np.int64), 5; np.zeros((0, 1), dtype=np.int64), [0, 1]; 0:0, [5]; 0:0, [1]; :, 0:0, [7];
    :, 0:0, [1]; True; False; TRUE; FALSE; True, False; True, True; True, ..., True; ..., True; :, True; :, FALSE;
    True, 1; 1, True; 0, None, True; 0, :, TRUE; :, 0, TRUE; 0, 0, 0, True; 0, 0, 0, FALSE; True, [0, 1];
    True, :, [0, 1]; [0, 1], ..., TRUE; False, [7]; False, 7; True, [0, 1], [0, 1, 2]; mask(2); mask(3); mask(2, 3);
    mask(2, 2); mask(3, 3); mask(2, 3, 4); mask(2, 3, 3); mask(2, 3, 4, 1); np.zeros((2, 3), dtype=bool);
    np.zeros((2, 3, 4), dtype=bool); np.ones((2, 3, 4), dtype=bool); mask(2, 3, 4), ...; ..., mask(2, 3, 4);
    mask(2, 3, 4), None; None, mask(2, 3), None; :, mask(3, 4); :, mask(3); :, mask(2); :, mask(3, 3); ::-1, mask(3);
    mask(2), ::-1; ::-1, mask(3), ::-1; mask(2), :, 0; 0, :, mask(4); 0, ::-1, mask(4); 0, mask(3); mask(3), 0;
    np.ones(2, dtype=bool), 0; np.ones(2, dtype=bool), :, ZERO_D; :, 0, mask(4); np.ones(2, dtype=bool), [0, 1];
    np.ones(2, dtype=bool), [0, 1, 2]; np.ones((2, 3), dtype=bool), [0, 1, 2]; mask(2, 3), [0]; mask(2), :, mask(4);
    ..., mask(4); mask(2, 3, 4), 1; np.zeros(0, dtype=bool); :, np.zeros((0, 4), dtype=bool);
    np.zeros((2, 3, 0), dtype=bool); np.zeros((0, 5), dtype=bool); np.zeros(0, dtype=bool), :, [0]
""")


@pytest.mark.cpu_only(key=["(slice(0, 0, None), [5])", "(slice(None, None, None), slice(0, 0, None), [7])"])
@pytest.mark.numpy_before
@cases("key", KEYS, ids=repr)
def test_a_key_reads_as_in_numpy(key):
    x = counted((2, 3, 4))
    assert_reads(x, key)
    assert_reads(x.transpose(2, 0, 1)[::2].transpose(1, 2, 0), key)


@pytest.mark.cpu_only(
    key=[
        "(0, [0, 5])",
        "([0, 5],)",
        "(slice(None, None, None), [0, -4])",
        "(slice(None, None, None), [0, 5])",
        "array(5)",
        "(slice(0, 0, None), [5])",
        "(slice(None, None, None), slice(0, 0, None), [7])",
    ]
)
@pytest.mark.numpy_before
@cases("key", KEYS, ids=repr)
def test_a_key_writes_as_in_numpy(key):
    x = counted((2, 3, 4))
    try:
        shape = x[key].shape
    except (IndexError, ValueError):
        shape = ()
    shapes = {(), (1,), (1, 1), (2,), (3,), (5,), (0,), shape, (1, *shape), (1, 1, *shape), (2, *shape), (*shape, 1)}
    shapes |= {shape[i:] for i in range(len(shape))}
    shapes |= {(*shape[:i], 1, *shape[i + 1 :]) for i in range(len(shape))}
    shapes |= {(*shape[:i], shape[i] + 1, *shape[i + 1 :]) for i in range(len(shape))}
    if 0 in shape:
        # NumPy takes surplus dimensions when there is nothing to write; here they are an error.
        shapes.remove((2, *shape))
    for value_shape in sorted(shapes):
        assert_writes(x, key, new_values(value_shape))
        assert_writes(x, key, new_values(value_shape[::-1]).T)


ZERO_D_KEYS = subscripts(
    "(); ...; None; 0; [0]; ..., None; True; False; TRUE; FALSE; [True]; True, ...; False, ...; ZERO_D"
)


@pytest.mark.parametrize("key", ZERO_D_KEYS, ids=repr)
def test_keys_of_a_0d_array(key):
    x = np.array(5.0)
    assert_reads(x, key)
    for shape in [(), (1,), (1, 1), (2,), (1, 2), (0,), (1, 0)]:
        assert_writes(x, key, new_values(shape))


@pytest.mark.cpu_only
@pytest.mark.numpy_before
@pytest.mark.parametrize("shape", [(0,), (0, 3), (3, 0), (0, 0), (1, 0, 2)])
def test_keys_of_an_empty_array(shape):
    x = counted(shape)
    whole = np.zeros(shape, dtype=bool)
    lists = [[], [0], [2], [5], [-1], [[]]]
    lists = [np.array(a, dtype=np.int64) for a in lists] + [np.zeros((0, 2), dtype=np.int64)]
    keys = [0, -1, slice(None, None, -1), slice(1, None), ..., None, True, False, whole, (slice(None), ..., 0), *lists]
    keys += [(slice(None), a) for a in lists] + [(a, b) for a in lists for b in lists] + [(a, None) for a in lists]
    for key in keys:
        assert_reads(x, key)
        for value_shape in [(), (1,), (2,), (0,), (0, 3), (1, 1)]:
            assert_writes(x, key, new_values(value_shape))


@pytest.mark.parametrize("bad", ["a", 1.0, 1j, object(), {}, b"x"])
def test_what_is_no_index_is_an_index_error(bad):
    for key in ((bad,), (0, bad), (bad, ...)):
        with pytest.raises(IndexError, match="only integers, slices"):
            read(torch.zeros(2, 3), key)
        with pytest.raises(IndexError, match="only integers, slices"):
            write(torch.zeros(2, 3), key, torch.tensor(1.0))


EVERY_KIND_OF_KEY = subscripts("""
    0, 1; ::-1; 1:, ::-2; [1, -1, 0]; :, [1, -1]; [0, 1], [2, 0]; [[0], [1]], [2, 0]; 0, [1, 1]; ZERO_D; ZERO_D, 1:;
    mask(2, 3); np.array([True, False]); :, np.array([True, False, True]); True; TRUE
""")


@pytest.mark.parametrize("dtype", DTYPES)
@cases("key", EVERY_KIND_OF_KEY, ids=repr)
def test_every_dtype_reads_and_writes(dtype, key):
    x = (np.arange(6).reshape(2, 3) * 37 % 5).astype(dtype)
    if dtype.startswith(("uint", "int")):
        x[0, 1], x[1, 2] = np.iinfo(dtype).max, np.iinfo(dtype).min
    if dtype.startswith("complex"):
        x *= 1 + 2j
    assert_reads(x, key)
    for value in (x[key], x[key][..., ::-1] if np.ndim(x[key]) else x[0, 1], x[0, 1]):
        assert_writes(x, key, value)


@pytest.mark.parametrize("key", EVERY_KIND_OF_KEY, ids=repr)
def test_bfloat16_reads_and_writes(key):
    x = np.arange(6.0).reshape(2, 3)
    t = torch.from_numpy(x).to(torch.bfloat16)
    got = read(t, tensor_key(key))
    assert got.dtype is torch.bfloat16
    np.testing.assert_array_equal(np.asarray(got.double()), x[key])
    value = np.asarray(x[key] * 8)
    write(t, tensor_key(key), torch.from_numpy(value).to(torch.bfloat16))
    x[key] = value
    np.testing.assert_array_equal(np.asarray(t.double()), x)


@pytest.mark.parametrize("dtype", INTEGERS)
def test_an_index_array_of_any_integer_dtype_is_no_mask(dtype):
    x = counted((2, 3))
    index = np.array([1, 0, 1], dtype=dtype)
    for key in (index, np.array(1, dtype=dtype), (0, index), (slice(None), index), (index, index), index[:0]):
        assert_reads(x, key)
        assert_writes(x, key, 50)
    # The largest value wraps to -1 for uint64, as in NumPy, and is out of bounds for all others.
    limit = np.array([np.iinfo(dtype).max], dtype=dtype)
    assert_reads(x, limit)
    assert_writes(x, limit, 50)


@st.composite
def arrays_and_keys(draw):
    shape = tuple(draw(st.lists(st.integers(0, 4), max_size=4)))
    left = list(shape)
    common = draw(st.sampled_from([(), (1,), (2,), (2, 3), (0,), (1, 2)]))
    key = []
    ellipsis = False
    while len(key) < 6:
        kinds = ["stop", "none"]
        kinds += ["ellipsis"] if not ellipsis else []
        kinds += ["int", "slice", "slice", "array", "array", "mask"] if left else []
        kinds += ["bool"]
        kind = draw(st.sampled_from(kinds))
        if kind == "stop":
            break
        if kind == "none":
            key.append(None)
        elif kind == "ellipsis":
            ellipsis = True
            keep = draw(st.integers(0, len(left)))
            left = left[len(left) - keep :]
            key.append(...)
        elif kind == "bool":
            key.append(draw(st.sampled_from([True, False, TRUE, FALSE])))
        else:
            n = left.pop(0)
            inside = st.integers(-n, n - 1) if n else st.integers(-1, 1)
            inside = inside if draw(st.integers(0, 15)) else st.integers(-n - 2, n + 2)
            if kind == "int":
                key.append(draw(inside))
            elif kind == "slice":
                bound = st.none() | st.integers(-6, 6)
                key.append(slice(draw(bound), draw(bound), draw(st.sampled_from([None, 1, 2, 3, -1, -2, -3]))))
            elif kind == "array":
                k = draw(st.integers(0, len(common)))
                sizes = [1 if draw(st.integers(0, 3)) == 0 else s for s in common[k:]]
                if not draw(st.integers(0, 20)):
                    sizes = [draw(st.integers(0, 3)) for _ in sizes]
                count = int(np.prod(sizes))
                values = draw(st.lists(inside, min_size=count, max_size=count))
                dtype = draw(st.sampled_from(INTEGERS)) if all(v >= 0 for v in values) else "int64"
                key.append(np.array(values, dtype=dtype).reshape(sizes))
            else:
                sizes = [n]
                while left and draw(st.booleans()):
                    sizes.append(left.pop(0))
                count = int(np.prod(sizes))
                k = np.array(draw(st.lists(st.booleans(), min_size=count, max_size=count)), dtype=bool)
                key.append(k.reshape(sizes))
    return shape, tuple(key), draw(st.randoms(use_true_random=False))


@pytest.mark.numpy_before
@settings(max_examples=500)
@given(arrays_and_keys())
def test_a_random_key_reads_as_in_numpy(case):
    shape, key, _ = case
    assert_reads(counted(shape), key, same_error)


@pytest.mark.cpu_only
@pytest.mark.numpy_before
@settings(max_examples=500)
@given(arrays_and_keys())
def test_a_random_key_writes_as_in_numpy(case):
    shape, key, random = case
    x = counted(shape, random.choice(["int64", "float32", "uint16", "uint64", "complex64"]))
    try:
        result = x[key].shape
    except (IndexError, ValueError):
        result = ()
    kept = result[random.randint(0, len(result)) :]
    kept = tuple(1 if random.random() < 0.2 else n for n in kept)
    if random.random() < 0.2:
        kept = (1, *kept)
    if random.random() < 0.05:
        kept = (*kept, 3)
    value = new_values(kept, x.dtype)
    if value.ndim > 1 and random.random() < 0.3:
        value = np.asfortranarray(value)
    assert_writes(x, key, value, same_error)


PARTS = [slice(None), slice(1, None), ..., None, 0, np.array([1, 0]), np.array([[0], [1]])]


@pytest.mark.parametrize("length", [1, 2, 3, 4])
@pytest.mark.parametrize("shape", [(2,), (2, 3), (3, 2, 2)])
def test_every_short_key_of_common_parts_reads_as_in_numpy(shape, length):
    values = counted(shape)
    for key in itertools.product(PARTS, repeat=length):

        def read_part(m, key=key):
            return m.asarray(values)[tuple(m.asarray(k) if isinstance(k, np.ndarray) else k for k in key)]

        alike(read_part, note=key)
        assert_reads(values, key, same_error)


def test_what_is_no_index_comes_before_the_bounds_of_a_slice():
    x = xp.asarray([[[5]]])
    with pytest.raises(IndexError):
        x[0.0:, 0.0]
    with pytest.raises(TypeError):
        x[0.0:, 0]


def test_what_has_an_array_is_an_index():
    class ArrayLike:
        def __array__(self, dtype=None, copy=None):
            return np.array(0)

    assert xp.asarray([[3.0]])[0, ArrayLike()] == 3


@pytest.mark.parametrize("index", [True, np.array([0])])
@pytest.mark.parametrize("ndim", [1, 64])
def test_too_many_index_arrays(index, ndim):
    x = xp.ones((1,) * ndim)
    with pytest.raises(IndexError):
        x[(index,) * 64]
    with pytest.raises(IndexError):
        x[(index,) * 64] = 1


@pytest.mark.parametrize("key", [(None,) * 65, (None,) * 64 + (..., [0])], ids=["new", "looked_up"])
def test_more_dimensions_than_numpy_has_are_refused(key):
    for m in (np, xp):
        with pytest.raises(IndexError):
            m.zeros(1)[key]


@pytest.mark.cpu_only
@pytest.mark.parametrize("dtype", [*DTYPES, "bfloat16"])
@pytest.mark.parametrize("size", [3, 100])
def test_an_element_has_memory_of_its_own(dtype, size):
    x = xp.arange(size).astype(dtype) if dtype != "bool" else xp.arange(size) % 2 == 0
    for i in (0, 1, size - 1, -1, -size):
        for key in (i, xp.asarray(i)):
            element = x[key]
            assert element.shape == ()
            assert element.dtype == x.dtype
            assert element.tolist() == x.tolist()[i]
            assert element.tensor.untyped_storage().data_ptr() != x.tensor.untyped_storage().data_ptr()
    for i in (size, -size - 1):
        for key in (i, xp.asarray(i)):
            with pytest.raises(IndexError, match=f"index {i} is out of bounds for axis 0 with size {size}"):
                x[key]
    assert xp.asarray([*x]).tolist() == x.tolist()


@pytest.mark.numpy_before
@pytest.mark.parametrize(
    "key",
    [
        range(2), range(5), (range(2), [1, 0]), (slice(None), range(2)), [range(2), range(2)], deque([0, 1]), deque(),
        ([True, False], range(2)), UserList([[0], [1]]), UserList([True, False]), array.array("i", [1, 0]),
        array.array("d"), array.array("d", [1.0]), bytearray(b"\1"), memoryview(b"\1"), UserDict({1: 1}), {1: 1}, {1},
        [None], ["a"], "a", [slice(2)], [1.0], iter([1]),
    ],
    ids=lambda x: repr(x).partition(" at ")[0],
)  # fmt: skip
def test_sequences_are_keys(key):
    x = np.arange(6).reshape(2, 3)
    alike(lambda m: m.asarray(x.copy())[key])
    for act in (lambda y: operator.setitem(y, key, 9), lambda y: np.add.at(y, key, 1)):
        y, mine = x.copy(), xp.asarray(x.copy())
        (_, refusal), (_, error) = outcome(act, (y,), {}), outcome(act, (mine,), {})
        assert type(error) is type(refusal)
        same(mine, y)


@pytest.mark.cpu_only
def test_indices_out_of_bounds_write_nothing():
    for count in (2, 20):
        for outside in (3, -4):
            index = xp.asarray([*range(-3, 3)] * 4)[:count]
            index[-1] = outside
            for value in (1.0, xp.ones(count)):
                x = xp.zeros(3)
                with pytest.raises(IndexError, match=f"index {outside} is out of bounds for axis 0 with size 3"):
                    x[index.copy()] = value
                assert x.tolist() == [0.0] * 3


def test_nothing_is_written_where_the_shapes_say_so():
    for shape, size in (((0,), 0), ((0,), 1), ((0, 3), 0), ((0, 3), 3), ((0, 3), 1)):
        a, x = np.zeros(3), xp.zeros(3)
        try:
            a[np.zeros(shape, int)] = np.ones(size)
        except ValueError:
            with pytest.raises(ValueError):
                x[xp.zeros(shape, dtype=int)] = xp.ones(size)
        else:
            x[xp.zeros(shape, dtype=int)] = xp.ones(size)
        assert x.tolist() == a.tolist()


@pytest.mark.parametrize("count", [3, 8, 9, 2000])
def test_the_last_of_the_values_for_one_place_stays(count):
    x, index = xp.zeros(3), xp.arange(count) % 3 - 1
    x[index] = xp.arange(float(count))
    a = np.zeros(3)
    a[np.arange(count) % 3 - 1] = np.arange(float(count))
    assert x.tolist() == a.tolist()


@pytest.mark.cpu_only
def test_indices_without_values_read_and_write_nothing():
    """On the meta device nothing has a value, and torch's own kernels take such an index beside what has."""
    x, m, here = xp.ones(3), xp.ones((3, 3)), xp.asarray([0, 1])
    i, values = xp.asarray([0, 1], device="meta"), xp.ones(2, device="meta")
    for indexed, key in ((x, i), (x, i[0]), (m, (i, i)), (m, (here, i)), (m, (i, here)), (m, (slice(None), i))):
        with pytest.raises(ValueError, match="an index is on meta, the array on cpu"):
            indexed[key]
    for key, value, what in ((i, xp.ones(2), "an index"), (here, values, "the value"), (slice(2), values, "the value")):
        with pytest.raises(ValueError, match=f"{what} is on meta, the array on cpu"):
            x[key] = value


@pytest.mark.parametrize("x", [
    np.ones((4, 5, 6)), np.asfortranarray(np.ones((4, 5, 6))), np.ones((5, 4, 6)).transpose(1, 0, 2), np.ones((4, 5)),
], ids=["C", "F", "mixed", "matrix"])  # fmt: skip
@cases("key", [
    "i", ":, i", ":, [0, 2]", ":, :, i", "..., i", "k", ":, k", "i, i", ":, i, i", "i, :, i", ":, 0, i", "0, :, i",
    "i, ::2", "1:, i", ":, m.arange(5) % 2 == 0", "::-1, i", "1:, i, None", "None, :, i", ":, i[:, None], i",
])  # fmt: skip
def test_in_memory_the_axes_of_an_index_come_first(x, key):
    found = []
    for m in (np, xp):
        y = m.asarray(x)
        try:
            q = eval(f"y[{key}]", {"m": m, "y": y, "i": m.asarray([0, 2, 1]), "k": m.asarray([[0, 1], [1, 0]])})
        except IndexError as error:
            found.append(str(error))
            continue
        flat = q.ravel()
        q[...] = 9
        found.append(([s for s, n in zip(q.strides, q.shape, strict=True) if n > 1], flat.tolist()))
    assert found[0] == found[1]


def test_as_many_index_arrays_as_dimensions_can_be_are_too_many():
    alike(lambda m: m.ones((1,) * 64)[(m.asarray([0]),) * 64])


@cases("shape", [(5,), (4, 5), (3, 4, 5)])
def test_a_number_is_written_to_rows_at_places(shape):
    for places in ([0, 2], [2, -1, 0], [1] * 3, np.arange(12) % 3):
        a = np.arange(float(np.prod(shape))).reshape(shape)
        x = xp.asarray(a.copy())
        a[np.asarray(places)] = 7
        x[xp.asarray(places)] = 7
        np.testing.assert_array_equal(x, a)
