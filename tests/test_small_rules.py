"""Small rules that no other test notices: each was broken by a bug of `tools.planted` that was not found."""

import numpy as np
import pytest
import torch
from support.oracle import raises_alike

import xp_torch as xp
from xp_torch._array.indexing import _read_tuple


@pytest.mark.filterwarnings("ignore:divide by zero")
@pytest.mark.parametrize("name", ["floor_divide", "remainder", "fmod", "divmod"])
def test_a_few_divisors_one_of_which_is_0_or_minus_1(name):
    x = np.array([7, -8, np.iinfo(np.int64).min])
    for divisors in ([0, 3, 5], [2, -1, 0], [3, 2, -1], [2, 3, 4]):
        with np.errstate(all="ignore"):
            mine, theirs = (getattr(m, name)(m.asarray(x), m.asarray(divisors)) for m in (xp, np))
        np.testing.assert_array_equal(np.asarray(mine), np.asarray(theirs))


def test_integers_between_a_number_and_an_array_beyond_32_bits():
    high = np.array([2**41, 2**42])
    drawn = [m.random.default_rng(0).integers(2**40, m.asarray(high), size=(50, 2)) for m in (xp, np)]
    np.testing.assert_array_equal(*map(np.asarray, drawn))


@pytest.mark.parametrize("dtype", [None, "float64", "float32"])
@pytest.mark.parametrize("order", ["A", "K", "C", "F"])
def test_the_layout_of_a_converted_array(order, dtype):
    for part in (np.s_[:, ::2], np.s_[::2], np.s_[:]):
        a = np.arange(24.0).reshape(4, 6).T[part]
        mine, theirs = (m.array(m.asarray(a), dtype=dtype, order=order) for m in (xp, np))
        assert mine.strides == theirs.strides, part
        assert (mine.flags.c_contiguous, mine.flags.f_contiguous) == (
            theirs.flags.c_contiguous,
            theirs.flags.f_contiguous,
        )


@pytest.mark.parametrize(
    "call",
    [
        lambda m: m.ones((1,) * 65),
        lambda m: m.polyfit([0.0, 1.0, 2.0], [1.0, 2.0, 3.0], 2, cov=True),
        lambda m: m.polynomial.polynomial.polyfit([0.0, 1.0], m.ones((2, 1, 1)), 1),
        lambda m: m.polynomial.polynomial.polyfit([0.0, 1.0], m.float64(1.0), 1),
        lambda m: m.ndarray((2, 2), strides=(8,)),
        lambda m: m.ndarray((2, 2), strides=(64, 8)),
    ],
)
def test_checks_of_arguments(call):
    mine, theirs = raises_alike(call)
    assert mine == theirs


def test_arrays_with_strides_of_their_own():
    for shape, strides in (((2, 2), (8, 16)), ((2, 2), (16, 8))):
        assert xp.ndarray(shape, strides=strides).strides == np.ndarray(shape, strides=strides).strides


def test_the_domain_of_complex_points():
    for m in (xp, np):
        assert m.polynomial.polyutils.getdomain([1 + 2j, 3 - 4j]).tolist() == [1 - 4j, 3 + 2j]


def test_tensors_with_the_bits_of_conjugates():
    t = torch.tensor([1 + 2j, 3 - 1j])
    assert xp.asarray(t.conj()).tolist() == [1 - 2j, 3 + 1j]
    assert xp.asarray(t.conj().imag).tolist() == [-2.0, 1.0]
    assert np.asarray(xp.asarray(t.conj().imag)).tolist() == [-2.0, 1.0]


@pytest.mark.parametrize("shape", [(0,), (0, 1), (1, 0), (2, 0, 1), (), (1,), (2, 1)])
def test_bytes_of_arrays_without_elements(shape):
    for dtype in ("uint8", "uint16", "float64", "complex64"):
        for m in (np, xp):
            x = m.ones(shape, dtype=dtype)
            assert x.byteswap().shape == shape
            assert np.array_equal(np.asarray(x.byteswap().byteswap()), np.ones(shape, dtype))
        y = xp.zeros((0, 4), dtype=dtype)[:, ::4]
        assert y.byteswap().shape == (0, 1)


def test_an_element_by_several_indices_is_a_copy():
    t = torch.zeros(2, 2)
    element, row = _read_tuple(t, (0, 1)), _read_tuple(t, (0, ...))
    t[0, 1] = 5
    assert element == 0
    assert row[1] == 5


@pytest.mark.parametrize("bins", [7, 10, 49, 100, 1000])
def test_numbers_on_the_edges_of_even_bins(bins):
    x = np.linspace(0, 1, bins + 1)
    mine, theirs = (m.histogram(m.asarray(x), bins=bins, range=(0, 1))[0] for m in (xp, np))
    np.testing.assert_array_equal(np.asarray(mine), theirs)


def test_a_conjugate_inside_of_a_transform_is_new_memory():
    def f(z):
        w = xp.conj(z)
        w[0] = 0
        return z, w

    z = xp.asarray([[1 + 2j, 3j]])
    same, written = xp.vmap(f)(z)
    assert same.tolist() == [[1 + 2j, 3j]]
    assert written.tolist() == [[0, -3j]]
    assert xp.grad(lambda z: xp.sum(xp.abs(f(z)[0])))(z[0]).size == 2


def test_powers_of_complex_numbers_by_minus_one():
    parts = [0.0, -0.0, 1.0, -2.0, 0.5, np.inf, -np.inf, np.nan]
    z = np.array([complex(a, b) for a in parts for b in parts])
    with np.errstate(all="ignore"):
        for n in (-1, -2, -3):
            np.testing.assert_allclose(np.asarray(xp.asarray(z) ** n), z**n, 1e-13, err_msg=str(n))


def test_a_seed_that_holds_itself_raises():
    seed = [1]
    seed.append(seed)
    with pytest.raises(ValueError, match="maximum number of dimension"):
        xp.random.default_rng(seed)


def test_ufuncs_take_numpys_dtypes():
    x = xp.asarray([1, 2])
    for dtype in (np.dtype("float32"), np.dtypes.Float32DType, "f4"):
        assert xp.add(x, 1, dtype=dtype).dtype == xp.float32
        assert xp.add(x, 1, signature=(None, None, dtype)).dtype == xp.float32


@pytest.mark.parametrize("starts", [[0, 9], [0, -1, 2], [2, 3], [0, 3]])
def test_the_first_start_out_of_bounds_is_named(starts):
    for as_starts in (lambda m: starts, lambda m: m.asarray(starts)):
        mine, theirs = raises_alike(lambda m, as_starts=as_starts: m.add.reduceat(m.asarray([1, 2, 3]), as_starts(m)))
        assert mine == theirs


def test_the_sums_of_weights_are_elements_of_their_own():
    for m in (xp, np):
        _, sums = m.average(m.ones((2, 3)), axis=0, weights=m.asarray([1.0, 2.0]), returned=True)
        sums[0] = 7
        assert sums.tolist() == [7, 3, 3]


def test_indices_beyond_32_bits():
    for place in (2**40 + 1, [2**40 + 1], np.int64(2**40 + 1)):
        for m in (xp, np):
            x = m.arange(5)
            assert np.ravel(m.take(x, place, mode="clip")).tolist() == [4]
            m.put(x, place, 9, mode="clip")
            assert x.tolist() == [0, 1, 2, 3, 9]


def test_a_cast_on_the_cpu_is_no_copy_to_it():
    x = xp.asarray([1.5])
    with xp.transfer_guard("disallow_explicit"):
        assert x.astype("int64").dtype == xp.int64


def test_a_dtype_of_text_is_refused_as_text():
    for kind in (str, bytes, np.str_):
        with pytest.raises(TypeError, match=r"text|string|bytes") as error:
            xp.zeros(2, dtype=kind)
        assert "this class" not in str(error.value)
    with pytest.raises(TypeError, match=r"x\.dtype"):
        xp.zeros(2, dtype=xp.ndarray)


@pytest.mark.parametrize("stop", [0.0, -0.0])
@pytest.mark.parametrize("start", [-1.0, 3.0, -0.3])
def test_the_last_of_even_steps_is_the_stop(start, stop):
    for num in (2, 3, 7, 50):
        mine, theirs = (m.linspace(start, stop, num) for m in (xp, np))
        assert mine[-1] == 0
        assert bool(xp.signbit(mine[-1])) == bool(np.signbit(theirs[-1]))


def test_resize_to_more_than_memory_can_address():
    for shape in ((2**62,), (2**40, 2**40)):
        x = xp.zeros(2)
        with pytest.raises(MemoryError, match="resize"):
            x.resize(shape)
        assert x.shape == (2,)


def test_exponents_of_int64():
    for m in (xp, np):
        x = m.asarray([1.0, 2.0])
        m.ldexp.at(x, [0, 0], m.asarray([3, -1], dtype="int64"))
        assert x.tolist() == [4, 2]


def test_large_ints_in_loops_of_booleans():
    for m in (xp, np):
        assert m.add(2**40, m.asarray([False]), dtype=bool, casting="unsafe").tolist() == [True]
        with pytest.raises(OverflowError):
            m.add(2**70, m.asarray([False]), dtype=bool, casting="unsafe")


@pytest.mark.parametrize("signature", ["d->di", (None, "d", None), (None, None, "i"), (None, None, "u4")])
def test_signatures_of_the_results_of_frexp(signature):
    def call(m):
        return m.frexp(m.asarray([3.0]), signature=signature)

    if signature[-1] == "u4":
        raises_alike(call)
    else:
        assert [a.tolist() for a in call(xp)] == [a.tolist() for a in call(np)]


def test_classes_of_numpys_dtypes():
    assert xp.zeros(2, np.dtypes.Int8DType).dtype == xp.int8
    for kind in (np.dtypes.StrDType, np.dtypes.DateTime64DType, np.dtypes.ObjectDType, np.dtype):
        with pytest.raises(TypeError):
            xp.zeros(2, kind)
