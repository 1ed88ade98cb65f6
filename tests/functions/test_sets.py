import numpy as np
import pytest
from support.cases import cases
from support.oracle import DTYPES, REAL, agree, ours, same, sample

import xp_torch as xp

SHAPES = [(2, 3, 4), (7,), (), (0,), (0, 3), (1,)]


@pytest.mark.parametrize("dtype", DTYPES)
@cases("shape", SHAPES)
def test_unique_all_and_its_parts(dtype, shape):
    x = sample(dtype, shape)
    values, indices, inverse, counts = xp.unique_all(ours(x))
    if np.dtype(dtype).kind != "c":  # NumPy's place of partial NaNs among equal ones differs by sort kind
        agree("unique_all", x)
    v = np.asarray(values)
    np.testing.assert_array_equal(v, x.reshape(-1)[np.asarray(indices)])
    np.testing.assert_array_equal(v[np.asarray(inverse)], x)
    assert inverse.shape == x.shape
    assert int(xp.sum(counts)) == x.size
    assert len(v) == len(np.unique(x, equal_nan=False))
    same(xp.unique_values(ours(x)), v)
    same(tuple(xp.unique_counts(ours(x))), (v, np.asarray(counts)))
    same(tuple(xp.unique_inverse(ours(x))), (v, np.asarray(inverse)))


def test_unique_results_are_numpys_named_tuples():
    x = [3, 1, 3]
    for name in ("unique_all", "unique_counts", "unique_inverse"):
        agree(name, np.array(x))
        assert type(getattr(xp, name)(x)).__name__ == type(getattr(np, name)(x)).__name__


def test_unique_values_tells_nans_apart_and_unique_does_not():
    x = np.array([np.nan, 1.0, np.nan])
    assert xp.unique_values(ours(x)).shape == (3,)
    assert xp.unique(ours(x)).shape == (2,)
    agree("unique", x, equal_nan=False)


def test_zeros_of_both_signs_are_one_and_the_first_is_kept():
    x = xp.asarray([-0.0, 0.0])
    assert np.signbit(np.asarray(xp.unique_values(x))).tolist() == [True]
    assert xp.unique_all(x).counts.tolist() == [2]


@pytest.mark.parametrize("dtype", DTYPES)
@cases("shape", SHAPES)
def test_unique(dtype, shape):
    x = sample(dtype, shape)
    if np.dtype(dtype).kind == "c":
        x = np.where(np.isnan(x), 1, x)
    agree("unique", x)
    agree("unique", x, True, True, True)
    agree("unique", x, return_counts=True, equal_nan=False)


@pytest.mark.parametrize("dtype", REAL)
@pytest.mark.parametrize("axis", [0, 1, -1])
def test_unique_along_an_axis(dtype, axis):
    x = sample(dtype, (5, 6), seed=1)
    x = np.concatenate([x, x[:2], x[1:3]], 0)
    x = np.where(x == x, x, 0).astype(dtype)
    agree("unique", x, True, True, True, axis)


@pytest.mark.parametrize("shape", [(2, 0), (0, 2), (0, 0), (3, 1, 2)])
def test_unique_along_an_axis_without_elements(shape):
    for axis in range(len(shape)):
        agree("unique", np.zeros(shape), axis=axis)


def test_unique_rows_with_nans_are_distinct():
    agree("unique", np.array([[1, np.nan], [1, np.nan], [3, 4]]), True, True, True, axis=0)
    agree("unique", np.zeros((2, 2)), axis=2)
    agree("unique", np.array([[1 + 2j, 1], [1 + 2j, 1], [0, 1]]), True, True, True, axis=0)


@pytest.mark.parametrize("dtype", DTYPES)
def test_isin(dtype):
    x, test = sample(dtype), sample(dtype, (3,), seed=5)
    agree("isin", x, test)
    agree("isin", x, test, invert=True)
    agree("isin", x, test[:0])
    agree("isin", x[:0], test)
    agree("isin", x[0, 0, 0], test)
    agree("isin", x.T, test[::2])
    agree("isin", test[:1], np.stack([test[:2], test[:2]]).T)


def test_isin_is_exact_between_signed_and_unsigned():
    signed = xp.asarray([-(2**63), -1, 0, 2**62, 2**63 - 1], dtype=xp.int64)
    unsigned = xp.asarray([0, 2**62, 2**63, 2**63 - 2, 2**64 - 1], dtype=xp.uint64)
    assert xp.isin(signed, unsigned).tolist() == [False, False, True, True, False]
    assert xp.isin(unsigned, signed).tolist() == [True, True, False, False, False]
    assert xp.isin(xp.asarray([-1, 3], dtype=xp.int8), xp.asarray([3, 255], dtype=xp.uint64)).tolist() == [False, True]
    assert xp.isin(unsigned, -1).tolist() == [False] * 5
    assert xp.isin(unsigned, 2**64 - 1).tolist() == [False] * 4 + [True]


def test_isin_of_as_many_dimensions_as_there_may_be():
    agree("isin", np.ones((1,) * 64, dtype=np.uint8), np.ones(3, dtype=np.int32))


def test_isin_arguments():
    x = np.array([1, 2, 3], np.int8)
    agree("isin", x, 1000)
    agree("isin", x, 2)
    agree("isin", 2, x)
    agree("isin", x, 2.5)
    agree("isin", x, [1, 3], kind="table")
    agree("isin", x, [1, 3], kind="x")
    agree("isin", x.astype(float), [1.5], kind="table")
    agree("isin", x, np.array([1.0, 2.5]))
    agree("isin", [np.nan], [np.nan])
    agree("isin", x, [1], True, True)
    assert bool(xp.isin(xp.asarray([0.1], dtype=xp.float32), 0.1))


@pytest.mark.parametrize("name", ["union1d", "intersect1d", "setdiff1d", "setxor1d"])
@cases("dtype", DTYPES)
def test_set_operations(name, dtype):
    x, y = sample(dtype, (3, 5)), sample(dtype, (9,), seed=3)
    x, y = (np.where(a == a, a, 1).astype(dtype) for a in (x, y))
    agree(name, x, y)
    agree(name, x, y[:0])
    if np.dtype(dtype).kind in "iu" and dtype != "uint64":
        agree(name, x, y.astype(np.int8))


def test_set_operations_have_numpys_other_forms():
    agree("intersect1d", [1, 2, 2, 4], [4, 2], return_indices=True)
    agree("setdiff1d", [3, 1, 2, 3], [1], assume_unique=True)


def test_python_numbers_are_arrays_of_their_own_dtype():
    same(xp.setxor1d(0, xp.asarray([0], dtype=xp.uint64)), np.setxor1d(0, np.asarray([0], dtype=np.uint64)))
    same(
        xp.intersect1d(xp.asarray([0], dtype=xp.uint32), 2**63), np.intersect1d(np.asarray([0], dtype=np.uint32), 2**63)
    )


@pytest.mark.numpy_before
def test_rows_of_complex_numbers_sort_as_complex_numbers_do():
    nan = float("nan")
    for x in ([1 + 0j, complex(0, nan)], [complex(nan, 1), complex(0, nan), 2, complex(nan, 0), 1j]):
        for rows in (np.asarray(x), np.asarray(x)[:, None], np.stack([np.ones(len(x)), x], 1)):
            agree("unique", rows, axis=0)


def test_rows_of_float16_put_nan_last():
    x = np.asarray([[np.nan, 1], [0, 1], [np.nan, 0]], np.float16)
    agree("unique", x.astype(np.float32), axis=0)
    same(xp.unique(xp.asarray(x), axis=0), np.unique(x.astype(np.float32), axis=0).astype(np.float16))
    assert np.isnan(np.unique(x, axis=0)[0, 0])


def test_indices_of_integers_that_meet_in_floats():
    a, b = [1.0, 2.0, 2.0**63], xp.asarray([2**63 - 2, 2**63 - 1, 2**63 - 1])
    common, first, second = xp.intersect1d(xp.asarray(a), b, return_indices=True)
    assert (common.tolist(), first.tolist(), second.tolist()) == ([2.0**63], [2], [0])


def test_a_python_int_that_the_other_dtype_does_not_hold():
    with pytest.raises(OverflowError):
        xp.union1d(xp.asarray([1], dtype=xp.uint8), 300)
    assert np.union1d(np.asarray([1], np.uint8), 300).tolist() == [1, 44]


def test_sets_of_int64_and_uint64_are_exact():
    top = 2**63
    a, b = xp.asarray([top - 1, top - 2, 5]), xp.asarray([top, 2 * top - 1, top - 1, 5], dtype=xp.uint64)
    assert xp.intersect1d(a[:1], b[:1]).tolist() == []
    assert xp.intersect1d(a, b).tolist() == [5.0, float(top)]
    assert xp.setxor1d(a, b).tolist() == [float(top), 2.0 * top]
    assert xp.setxor1d(a[:1], b[2:3]).tolist() == []
    both = xp.asarray([top - 1, top - 2], dtype=xp.uint64)
    common, first, second = xp.intersect1d(a, both, return_indices=True)
    assert common.tolist() == [float(top)]
    assert a[first].tolist() == both[second].tolist()


def fitted(x, size, fill_value=None):
    """A result as the functions return it with ``size=``: cut, or padded, by default with the first element."""
    fill_value = x[0] if fill_value is None and len(x) else fill_value or 0
    return np.concatenate([x[:size], np.full((max(0, size - len(x)), *x.shape[1:]), fill_value, x.dtype)])


@pytest.mark.parametrize("size", [0, 2, 30])
@pytest.mark.parametrize("dtype", ["bool", "int64", "uint16", "float32", "complex128"])
def test_unique_of_a_size(dtype, size):
    x = sample(dtype, (2, 3, 4))
    values, indices, inverse, counts = (np.asarray(part) for part in xp.unique_all(ours(x)))
    expected = fitted(values, size), fitted(indices, size), inverse, fitted(counts, size, 0)
    same(tuple(xp.unique_all(ours(x), size=size)), expected)
    same(xp.unique_values(ours(x), size=size, fill_value=1), fitted(values, size, 1))
    same(tuple(xp.unique_counts(ours(x), size=size)), (expected[0], expected[3]))
    same(tuple(xp.unique_inverse(ours(x), size=size)), (expected[0], inverse))
    same(xp.unique(ours(x), size=size, fill_value=1), fitted(np.unique(x), size, 1))
    x = np.where(np.isnan(x), 1, x) if np.dtype(dtype).kind in "fc" else x
    rows, indices, counts = np.unique(x[:, 0], True, False, True, axis=0)
    expected = fitted(rows, size), fitted(indices, size), fitted(counts, size, 0)
    same(xp.unique(ours(x[:, 0]), True, False, True, 0, size=size), expected)


@pytest.mark.parametrize("size", [0, 1, 9])
@pytest.mark.parametrize("name", ["union1d", "intersect1d", "setdiff1d", "setxor1d"])
def test_set_operations_of_a_size(name, size):
    arrays = [np.array(x) for x in ([3, 1, 2, 3, -4], [2, 2, 9], [-5, -7], [0.5, np.nan, 2.0, np.nan], [2.0, np.nan])]
    arrays += [np.array([2**63 + 1, 2, 2**63], "uint64"), np.array([], int)]
    for a in arrays:
        for b in arrays:
            expected = np.asarray(getattr(xp, name)(ours(a), ours(b)))
            assert_fitted = lambda got, fill, e=expected: same(got, fitted(e, size, fill))
            assert_fitted(getattr(xp, name)(ours(a), ours(b), size=size, fill_value=6), 6)
            if len(expected) or name != "union1d":
                assert_fitted(getattr(xp, name)(ours(a), ours(b), size=size), 0 if name == "setdiff1d" else None)
            if name == "intersect1d":
                got = xp.intersect1d(ours(a), ours(b), return_indices=True, size=size)[1:]
                indices = xp.intersect1d(ours(a), ours(b), return_indices=True)[1:]
                same(got, tuple(fitted(np.asarray(i), size, len(x)) for i, x in zip(indices, (a, b), strict=True)))
    same(xp.setdiff1d([3, 1, 3], [1], True, size=3), np.array([3, 3, 0]))


def test_padding_an_empty_array_needs_a_value():
    with pytest.raises(ValueError, match="unique: fill_value must be given"):
        xp.unique(xp.asarray([]), size=1)
    same(tuple(xp.unique_counts(xp.zeros(0), size=2, fill_value=3)), (np.array([3.0, 3.0]), np.array([0, 0])))


TEXTS = [
    ["b", "a", "b"],
    [["b", "a"], ["b", "c"]],
    np.array(["b", "", "b"]),
    [b"y", b"x"],
    np.array(["b", "a"], object),
]


@pytest.mark.parametrize("text", TEXTS)
def test_numpy_computes_set_functions_of_text(text):
    def pair(name, *args, **options):
        got, expected = getattr(xp, name)(*args, **options), getattr(np, name)(*args, **options)
        for mine, its in zip(*(v if isinstance(v, tuple) else (v,) for v in (got, expected)), strict=True):
            assert type(mine) is (np.ndarray if its.dtype.kind in "SUO" else xp.ndarray)
            assert (mine.dtype, mine.tolist()) == (its.dtype, its.tolist())

    pair("unique", text)
    pair("unique", text, return_index=True, return_inverse=True, return_counts=True)
    for other in (["a"], np.array(["b", "z"])):
        pair("isin", text, other)
        pair("isin", text, other, invert=True)
        if isinstance(np.ravel(text)[0], str):
            for name in ("union1d", "intersect1d", "setdiff1d", "setxor1d"):
                pair(name, text, other)


def test_text_has_no_result_of_a_fixed_size():
    with pytest.raises(TypeError, match="has no 'size'"):
        xp.unique(["a"], size=2)
    with pytest.raises(TypeError, match="has no 'size'"):
        xp.union1d(["a"], ["b"], size=2)


def test_set_functions_of_text_and_numbers_compare_text():
    for name in ("isin", "union1d", "intersect1d", "setdiff1d", "setxor1d"):
        got, want = getattr(xp, name)(["a", "1"], [1]), getattr(np, name)(["a", "1"], [1])
        assert got.tolist() == want.tolist()
