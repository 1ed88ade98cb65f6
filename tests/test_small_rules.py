"""Small rules that no other test notices: each was broken by a bug of `tools.planted` that was not found."""

import pickle

import numpy as np
import pytest
import torch
from support.oracle import call as outcome_of
from support.oracle import calls, kind_of_error, raises_alike, same

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
        lambda m: m.zeros({3}),
        lambda m: m.polynomial.polynomial.polyvalfromroots(m.ones(2), m.ones(2), tensor=False),
        lambda m: m.ones({3: 4}),
        lambda m: m.histogram([1.0], range=(2, 1)),
        lambda m: m.histogram([1.0], range=(0, m.inf)),
        lambda m: m.zeros(2, dtype=int).__setitem__(0, m.nan),
        lambda m: m.zeros(2, dtype=int).__setitem__(0, -m.inf),
    ],
)
def test_checks_of_arguments(call):
    mine, theirs = raises_alike(call)
    assert mine == theirs


@pytest.mark.parametrize("call", [lambda: xp.tri(3, k=0.5), lambda: xp.tril(xp.ones((2, 2)), 1.5)])
def test_a_diagonal_between_two_raises(call):
    with pytest.raises(TypeError, match="the diagonal of a triangle must be an integer"):
        call()


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


def test_classes_of_text_and_of_arrays_are_dtypes_of_numpys():
    for kind in (str, bytes, np.str_):
        assert xp.zeros(2, dtype=kind).dtype == np.dtype(kind).str[:2] + "1"
    assert xp.zeros(2, dtype=xp.ndarray).dtype == np.zeros(2, dtype=np.ndarray).dtype == object


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
    assert xp.zeros(2, np.dtypes.ObjectDType).dtype == object
    with pytest.raises(TypeError):
        xp.zeros(2, np.dtype)


class Typed:
    """An object with a dtype, which is no array."""

    def __init__(self, dtype):
        self.dtype = dtype


@pytest.mark.parametrize("dtype", ["complex64", "float32", "int8", "U1"])
def test_objects_with_a_dtype_of_numpys(dtype):
    for kind in (np.dtype(dtype), None, "c"):
        for name in ("iscomplexobj", "isrealobj"):
            assert getattr(xp, name)(Typed(kind)) is getattr(np, name)(Typed(kind))


def test_a_clip_without_bounds_is_a_copy():
    for dtype in ("int8", "float64"):
        x = xp.ones(3, dtype=dtype)
        y = xp.clip(x, None, None)
        assert not xp.shares_memory(x, y)
        assert y.dtype == x.dtype


def test_derivatives_pass_views_of_complex_numbers_and_writes_to_operands():
    z = xp.asarray([1 + 2j, 3 - 1j])
    z.requires_grad_()
    (z.view("float64") * xp.asarray([1.0, 2.0, 3.0, 4.0])).sum().backward()
    assert z.grad.tolist() == [1 + 2j, 3 + 4j]
    x = xp.asarray([1.0, 2.0, 3.0, 4.0])
    x.requires_grad_()
    (x.view("complex128") * 1j).real.sum().backward()
    assert x.grad.tolist() == [0, -1, 0, -1]
    for call, slope in ((lambda y: xp.multiply(y, y, out=y), 2), (lambda y: xp.multiply(y, y[::1], out=y), 2)):
        x.grad, y = None, x * 1
        call(y)
        y.sum().backward()
        assert x.grad.tolist() == [slope * v for v in (1, 2, 3, 4)]


def test_ranges_beyond_the_default_integers():
    with xp.set_default_dtype("pytorch", xp.int32):
        assert xp.arange(3).dtype == xp.int32
        for ends in ((2**40, 2**40 + 2), (-(2**31) - 1, 0, 2**30), (2**31 - 3, 2**31)):
            assert xp.arange(*ends).dtype == xp.int64
            assert xp.arange(*ends).tolist() == list(range(*ends))


@pytest.mark.parametrize("count", [-(2**40), -(2**31) - 1, -(2**63) - 1, 2**63])
def test_numbers_of_bits_beyond_32_bits(count):
    raises_alike(lambda m: m.unpackbits(m.asarray([5], dtype="uint8"), count=count))


def test_choices_beyond_32_bits():
    for m in (xp, np):
        index = m.asarray([2**40 + 1, 2**32, -(2**40)])
        assert m.choose(index, m.asarray([[1, 2, 3], [7, 8, 9]]), mode="clip").tolist() == [7, 8, 3]
        with pytest.raises(ValueError, match="invalid entry"):
            m.choose(index, m.asarray([[1, 2, 3], [7, 8, 9]]))


def test_weights_that_are_a_number():
    for how in ({"aweights": 2.0}, {"fweights": 2}):
        with pytest.raises(IndexError, match="must have one dimension"):
            xp.cov(xp.asarray([[1.0, 2.0], [3.0, 5.0]]), **how)
        raises_alike(lambda m, how=how: m.cov(m.asarray([[1.0, 2.0], [3.0, 5.0]]), **how))


def test_fillers_of_no_elements_are_elements_of_their_own():
    for call in (
        lambda x: xp.extract(x > 0, x, size=3, fill_value=1),
        lambda x: xp.compress([], x, size=3, fill_value=1),
        lambda x: xp.nonzero(x, size=3, fill_value=1)[0],
        lambda x: xp.unique(x, size=3, fill_value=1),
        lambda x: xp.union1d(x, x, size=3, fill_value=1),
    ):
        found = call(xp.asarray([]))
        found[0] = 7
        assert found.tolist() == [7, 1, 1]


@pytest.mark.parametrize("dtype", ["float16", "float32"])
def test_the_first_value_of_a_reduction_is_combined_as_numpy_does(dtype):
    ones = [1.0, 1.0, 1.0]
    for name, initial in (("sum", 2048.0), ("sum", 1.0), ("prod", 3.0), ("max", 0.5), ("min", 0.5)):
        for n in (3, 5000):
            mine, theirs = (
                getattr(m, name)(m.asarray(np.resize(ones, n), dtype=dtype), initial=initial) for m in (xp, np)
            )
            assert mine.dtype.name == dtype
            assert float(mine) == pytest.approx(float(theirs), rel=1e-3)


@pytest.mark.parametrize(
    "key", [(9,), (..., 9), (0, ..., 7), (-9,), ([0, 9], ...), (slice(1), ..., [0, -9]), (0, 8, 1)]
)
def test_places_out_of_bounds(key):
    x = np.arange(24.0).reshape(2, 3, 4)
    beyond = np.pad(x, [(0, 1)] * 3, constant_values=-1.0)
    axes = (
        [*range(len(key))]
        if ... not in key
        else [*range(key.index(...)), None, *range(key.index(...) - len(key) + 1, 0)]
    )
    filled, clipped = [], []
    for k, axis in zip(key, axes, strict=True):
        n = 0 if axis is None else x.shape[axis]
        whole = isinstance(k, slice) or axis is None
        places = np.asarray(0 if whole else k)
        places = np.where(places < 0, places + n, places)
        filled.append(k if whole else np.where((places >= 0) & (places < n), places, n))
        clipped.append(k if whole else np.clip(places, 0, n - 1))
    a = xp.asarray(x)
    kept = np.asarray(beyond[tuple(filled)])
    kept = kept[tuple(slice(None, -1) if size in (3, 4, 5) else slice(None) for size in kept.shape)]
    assert a.at[key].get(mode="fill", fill_value=-1.0).tolist() == kept.tolist()
    assert a.at[key].get(mode="clip").tolist() == x[tuple(clipped)].tolist()


#: Calls whose result is new memory, whatever the path that computes it. `x` is a matrix of float64, `z` of complex128,
#: `i` of int64.
NEW = """
    x.flat[1:3]; x.flat[[0]]; x.flat[...]; x.flat[2]; x[:1].flat[:]; x.flat.copy(); next(x[:, 0].flat); x.flatten();
    x.T.flatten(); m.astype(x, m.float64); m.astype(z, m.complex128); x.astype(m.float64); m.array(x); m.copy(x);
    x.copy("F"); x.__copy__(); m.asarray(x, copy=True); m.from_dlpack(x, copy=True); m.clip(x, -9, None);
    m.round(x.astype(int)); m.nan_to_num(x.astype(int)); m.fft.fft(z, 1); m.fft.ifft(z, n=1, axis=0);
    m.fft.rfft(x, 1); m.fft.fft2(z[:1, :1]); m.fft.hfft(z, 1); m.roll(x, 0); m.roll(x, 3, axis=1); m.block(x);
    m.block([[x]]); m.pad(x, 0); m.pad(x, 0, "wrap"); m.pad(x, ((0, 0), (0, 0)), "mean"); m.add.accumulate(x[:1]);
    m.cumsum(x[:, :1], axis=1); m.add.reduce(x[:1], axis=0); m.hypot.reduce(x[:1], axis=0);
    m.gcd.accumulate(x[:1].astype(int), axis=0); m.select([True], [x[0]]); m.choose([0], [x]); m.choose(0, [x]);
    m.unstack(x[0])[0]; m.average(x[:1], axis=0); m.positive(x); m.conj(x); m.conj(z); m.real(z).copy(); m.sort(x);
    m.take(x, [0], axis=0); m.delete(x, []); m.insert(x, [], 1); m.where(True, x, x); m.repeat(x, 1); m.tile(x, 1);
    m.resize(x, x.shape); m.sum(x[:, :1], axis=1); m.max(x[:1], axis=0); m.median(x[:1], axis=0);
    m.quantile(x[:1], 0.5, axis=0); m.unique(x[0, :1]); m.trim_zeros(x[0]).copy(); m.concatenate([x]);
    m.stack([x[0]]); m.einsum("ij->ij", x).copy(); m.linalg.multi_dot([x[:1], x.T]); m.bincount([1, 2]);
    m.poly([1.0, 2.0]); m.roots([1.0, -3.0, 2.0]); m.searchsorted(x[0], x[1]); m.diff(x, 0).copy();
    m.polymul([1.0], x[0]); m.linalg.eigvals(x[:, :2]);
    m.multiply(x[:1], 1, where=[[True, False, True]], out=m.zeros((2, 3))); m.add.reduce(x, axis=(), initial=0.0);
    m.sum(x, axis=()); m.linalg.matrix_power(x[:, :2], 0); m.linalg.matrix_power(m.zeros((2, 3, 3)), 0);
    m.subtract.reduce(x[:1], axis=0); m.subtract.reduce(x[:, :0], axis=1, initial=4.0); m.divide.accumulate(x[:1]);
    m.fmod.reduce(i[:1], axis=0); m.ldexp(x[:1], 1).copy("F"); x.T.copy("F"); x.copy("K"); x.T.copy("A");
    m.zeros((3, 0))[::2].byteswap(); m.zeros((3, 0), complex)[::2].real.byteswap(); z.real[:, 3:].byteswap();
    m.pad(x, 0, "reflect"); m.pad(x, 0, "symmetric"); m.pad(m.asarray(3.0), 0, "edge"); m.pad(x, 0, "mean");
    m.gcd.reduce(i[:1], axis=0); m.gcd.reduce(i[:, :0], axis=1, initial=4); m.gcd.accumulate(i[:1], axis=0);
    m.add.reduce(m.zeros((0, 3)), axis=0); m.hypot.reduce(m.zeros((0, 3)), axis=0); z.astype(m.float64);
    m.divmod(x[0], 2.0, out=(m.zeros((2, 3)), None))[1]; m.select([m.asarray(True)], [m.asarray(1.0)], x);
    m.pad(x, 0, lambda v, *others: v.fill(3)); m.pad(x, 0, "edge"); m.pad(x.T, 0, "empty"); m.pad(x, 0, "maximum");
    m.pad(x[:1, :1], 0, "reflect"); m.round(i, 1); m.nan_to_num(i); m.flatnonzero(x).copy(); m.rint(x); m.trunc(i);
    m.clip(x, None, 9); m.clip(i, -9, 9); m.clip(i, -(10**30), 10**30); m.clip(x, None, None); m.abs(x);
    m.squeeze(x).copy(); m.take(x, [0, 1], 0); m.compress([True, True], x, axis=0); m.extract(x > 0, x);
    m.partition(x, 1); m.lexsort((x[0],)); m.append(x, []); m.kron([1.0], x[0]); m.outer([1.0], x[0]);
    m.cumprod(x[:, :1], axis=1); m.maximum.accumulate(x[:1]); m.minimum.reduce(x[:1]); m.prod(x[:1], axis=0);
    m.nanmax(x[:1], axis=0); m.nansum(x[:1], axis=0); m.any(x[:1] > 9, axis=0); m.std(x[:, :1], axis=1);
    m.linalg.norm(x[:1], axis=0); m.trace(x[:, :2]); m.convolve(x[0], [1.0]); m.interp(x[0], x[0], x[1]);
    m.gradient(x[0]); m.ediff1d(x[0]); m.cross(x[0], x[1]); m.unwrap(x[0]); m.apply_along_axis(lambda v: v, 0, x);
    m.fft.fftshift(x[:1, :1]); m.put_along_axis(x.copy(), i % 2, 1, 1) or x.copy(); m.resize(x[0], (1, 3));
    m.array(x, ndmin=3); m.full_like(x, 1); m.tri(2); m.tril(x); m.triu(x, -5); m.vander(x[0], 1); m.diag(x[0]);
    m.bitwise_or.reduce(i[:1], axis=0); m.logical_and.reduce(i[:1], axis=0); m.add.reduceat(x, [0], axis=1);
    m.ldexp(x, 0); m.copysign(x, x); m.fmax(x, x); m.real_if_close(z).copy(); m.i0(x[0]); m.sinc(x); m.angle(z)
"""
#: The same of calls that NumPy lacks, or whose results it rounds otherwise.
OWN_NEW = """
    xp.bincount(i[0], length=20); xp.roots(xp.poly(xp.arange(1.0, 8.0))); xp.poly([1j, -1j, 2j, -2j, 3j, -3j, 0, 0]);
    xp.intersect1d(i[0], i[0, :0], return_indices=True, size=9)[1]; xp.nonzero(i, size=9)[0];
    xp.unique(i[0], size=9); xp.compress([], i[0, :0], size=2); xp.unique_all(i[0], size=9)[1];
    pickle.loads(pickle.dumps(xp.zeros(99, xp.bfloat16)[:1]));
    xp.asarray(i.astype(xp.bfloat16), copy=True); xp.from_dlpack(read_only); xp.special.logsumexp(x, axis=());
    xp.intersect1d(i[0], i[0, :0], return_indices=True, size=9)[2]; xp.from_dlpack(Producer(read_only))
"""


class Producer:
    """An object that exports the memory of a NumPy array, and nothing else."""

    def __init__(self, a):
        self.a = a

    def __dlpack__(self, **options):
        return self.a.__dlpack__(**options)

    def __dlpack_device__(self):
        return self.a.__dlpack_device__()


def writes_to_itself(result):
    """Assert that an array is writeable, and that its memory has room for little else."""
    if result.ndim:
        result[...] = 7
    t = result.tensor
    assert t.untyped_storage().nbytes() <= max(t.nbytes, 64)


@pytest.mark.parametrize("call", [" ".join(call.split()) for call in OWN_NEW.split(";")])
def test_results_of_other_functions_are_memory_of_their_own(call):
    x, i, read_only = xp.ones(3), xp.asarray([[4, 1, 2], [1, 3, 5]]), np.arange(3.0)
    read_only.flags.writeable = False
    known = {"xp": xp, "x": x, "i": i, "pickle": pickle, "read_only": read_only, "Producer": Producer}
    writes_to_itself(eval(call, known))
    assert (x.tolist(), i.tolist(), read_only.tolist()) == ([1, 1, 1], [[4, 1, 2], [1, 3, 5]], [0, 1, 2])


@pytest.mark.filterwarnings("ignore:Casting complex")
@pytest.mark.parametrize("call", [" ".join(call.split()) for call in NEW.split(";")])
def test_results_are_writeable_memory_of_their_own(call):
    results = []
    for m in (np, xp):
        x = m.asarray(np.asarray([[4.0, 1.0, 2.0], [1.0, 3.0, 5.0]]))
        z = m.asarray(np.asarray([[4.0 + 1j, 1.0, 2.0], [1.0, 3.0 - 2j, 5.0]]))
        i = m.asarray(np.asarray([[4, 1, 2], [1, 3, 5]]))
        before = x.tolist(), z.tolist(), i.tolist()
        result = eval(call, {"m": m, "x": x, "z": z, "i": i})
        results.append(result.tolist())
        if result.ndim:
            result[...] = 7
        assert (x.tolist(), z.tolist(), i.tolist()) == before
        assert not any(m.shares_memory(result, a) for a in (x, z, i))
    assert results[1] == results[0]
    writes_to_itself(result)


#: 0 in 32 bits.
I = 2**32


@calls("""
    a[[I]]; a[m.asarray([I])]; a[m.asarray([I], dtype="uint64")]; a[I]; a[I:]; a[::I]; a[-I:]; a[-I]; a.item(I);
    a.flat[[I]]; a.flat[m.asarray([I])]; a.flat[I]; m.take(a, [I]); m.take(a, m.asarray([I]));
    m.take(a, [I + 8], mode="wrap"); m.take(a, [I], mode="clip"); m.take_along_axis(a, m.asarray([I]), 0);
    m.put(a, [I], 1); m.put(a, m.asarray([I]), 1); m.put_along_axis(a, m.asarray([I]), 1, 0); m.delete(a, [I]);
    m.delete(a, I); m.insert(a, [I], 1); m.insert(a, I, 1); m.insert(a, m.asarray([I]), 1);
    m.delete(a, m.asarray([I])); a[m.ix_([I])]; m.unravel_index(I, (2**20, 2**20)); m.unravel_index([I], (5,));
    m.ravel_multi_index(([2**20 - 1], [2**20 - 1]), (2**20, 2**20));
    m.ravel_multi_index(([I + 2],), (5,), mode="wrap"); m.ravel_multi_index(([I],), (5,));
    m.choose(m.asarray([I]), [a]); m.partition(a, I); m.argpartition(a, I); m.eye(3, k=I); m.eye(3, k=-I);
    m.tri(3, k=I); m.tri(3, k=-I); m.triu(b, k=I); m.tril(b, k=-I); m.trace(b, offset=I); m.diagonal(b, offset=I);
    m.diagonal(b, offset=-I); m.roll(a, I + 1); m.roll(a, -I - 2); m.rot90(b, I + 1); m.triu_indices(3, I);
    m.tril_indices(3, -I); m.tril_indices(3, I); m.linspace(0, 3 * I, 4, dtype=int); m.arange(I, I + 3); m.full(2, I);
    m.cumsum([I, I]); m.sum([I, 1]); m.prod([I, 3]); m.bitwise_count([I]); m.left_shift(1, 33);
    m.right_shift([I * 2], 33); m.searchsorted([1, I], [I + 1]); m.ldexp(1.0, -I); m.add.reduceat(a, [I]);
    m.add.at(a, [I], 1); m.split(a, [I]); m.array_split(a, [1, I]); m.interp(I + 0.5, [0, I, 2 * I], [0, 1, 2]);
    m.histogram([I, I + 1, 2 * I], 3); m.digitize([I], [I - 1, I + 1]); m.isin([I], [0]); m.unique([I, 0, 2 * I]);
    m.unique([I, 0, I], return_inverse=True); m.gcd(I, 6); m.sort([I, 1]); m.argsort([I, 1, 2 * I]);
    m.lexsort([[I, 1, 0]]); m.max([I, 1]); m.median([I, I + 1]); m.matmul([[I]], [[I + 1]]);
    m.convolve([I, 1], [1, I]); m.packbits([I, 0]); m.count_nonzero([I]); m.nonzero([I]); m.all([I]); m.any([I]);
    m.logical_not([I]); m.where([I], 1, 0); m.trim_zeros([0, I]); m.asarray([I]).astype(bool); bool(m.asarray([I]));
    m.flatnonzero([I]); m.diff([I, 0]); m.gradient([0, I, 3 * I]); m.clip([I], 0, I // 2); m.power([I], 1);
    m.floor_divide([I], 3); m.remainder([I], 7); m.intersect1d([I, 0], [I]); m.setdiff1d([I, 0], [0]);
    m.in1d([I], [0]); m.bincount([I], minlength=-1); m.repeat(a, [I]); m.swapaxes(b, I, 0); m.expand_dims(b, I);
    m.reshape(a, (I, -1)); m.broadcast_to(a, I); m.nan_to_num([I]); m.average([I, I + 2]); m.var([I, I + 2]);
    m.cov([I, I + 2]); m.cross([I, 0, 0], [0, 1, 0]); m.dot([I], [3]); m.vdot([I], [3]); m.inner([I], [3]);
    m.outer([I], [3]); m.kron([I], [3]); m.einsum("i,i->", [I], [3]); m.polyval([I, 1], 2); m.cumprod([I, 3]);
    m.add.accumulate([I, 1]); m.maximum.accumulate([1, I, 0]); m.minimum.reduce([I, I + 1]); m.ptp([I, 0]);
    m.argmax([1, I]); m.argmin([1, I, 0]); m.equal([I], [0]); m.less([0], [I]); m.array_equal([I], [0]);
    m.isclose([I], [0]); m.bitwise_xor([I], [1]); m.invert([I]); m.negative([I]); m.abs([-I]); m.sign([I]);
    m.square([I]); m.lcm([I], [3]); m.vander([I], 2); m.tile([I], 2); m.pad([1], 1, constant_values=I);
    m.select([[True]], [[I]]); m.piecewise([1], [[True]], [I]); m.frexp([float(I)]); m.float64(I); m.asarray(I);
    m.asarray([I, 0.5]); m.full((), I); m.full(1, I, dtype="int32")
""")  # fmt: skip
def test_integers_of_more_than_32_bits(call):
    compare_outcomes(call, 5, 3)


def compare_outcomes(function, *sizes):
    """Assert that a function has NumPy's result or class of error for a vector and a square matrix."""
    results = []
    for m in (np, xp):
        a, b = m.arange(float(sizes[0])), m.reshape(m.arange(float(sizes[1] ** 2)), (sizes[1],) * 2)
        results.append((*outcome_of(function, (m, a, b), {}), np.asarray(a).tolist()))
    (expected, refusal, after), (got, error, changed) = results
    assert changed == after
    assert (error is None) is (refusal is None), (error, refusal)
    if error is None:
        same(got, expected, 1e-12)
    else:
        kinds = kind_of_error(error), kind_of_error(refusal)
        assert issubclass(*kinds) or issubclass(*reversed(kinds)), (error, refusal)


def test_a_selection_inside_of_a_transform_keeps_its_mask():
    def positive(x):
        mask = x > 0
        chosen = x[mask]
        mask[...] = False
        return xp.sum(chosen)

    assert xp.vmap(positive)(xp.asarray([[1.0, -2.0], [3.0, 4.0]])).tolist() == [1, 7]


def test_the_memory_of_bfloat16_is_written_in_c_order(tmp_path):
    x = xp.arange(6, dtype=xp.bfloat16).reshape(2, 3).T
    x.tofile(tmp_path / "x")
    assert xp.fromfile(tmp_path / "x", dtype=xp.bfloat16).tolist() == [0, 3, 1, 4, 2, 5]


@pytest.mark.parametrize(
    "shapes", [((2**32, 1), (1, 2**31)), ((2**62, 1), (2,)), ((2**31, 1), (1, 2**31)), ((2**62,),)]
)
def test_shapes_of_more_elements_than_int64_counts(shapes):
    if np.prod([max(s[::-1][i : i + 1] or (1,) for s in shapes)[0] for i in range(2)], dtype=object) < 2**63:
        assert xp.broadcast_shapes(*shapes) == np.broadcast_shapes(*shapes)
    else:
        mine, theirs = raises_alike(lambda m: m.broadcast_shapes(*shapes))
        assert mine == theirs == "broadcast dimensions too large."


@pytest.mark.parametrize("name", ["__dlpack__", "__dlpack_device__"])
def test_a_producer_has_both_methods_of_dlpack(name):
    half = type("Half", (), {name: lambda self, **kwargs: (1, 0)})()
    with pytest.raises(AttributeError, match="'Half' object has no attribute '__dlpack__'"):
        xp.from_dlpack(half)


#: Calls of generators that NumPy refuses.
REFUSED = """
    multinomial(3, 0.5); multinomial(3, []); multinomial(-1, [0.5, 0.5]); integers(5, 3);
    integers(0, 2**40, dtype="int32"); integers(3, 3); integers(-1, dtype="uint8"); integers(0, 300, dtype="uint8");
    integers(2**64); integers(0, 5, dtype="float64"); integers(0); random(3, dtype="int32"); choice(0); choice([]);
    choice(5, 6, replace=False); choice(3, p=[0.5, 0.5]); choice(2, p=[0.5, 0.6]); choice(2, p=[-0.5, 1.5]);
    choice(2, p=[[0.5, 0.5]]); choice(-1); choice([1, 2], axis=2); choice(3, 2, replace=False, p=[1.0, 0.0, 0.0]);
    choice(2.5); beta(-1, 1); beta(1, 0); binomial(-1, 0.5); binomial(3, 1.5); binomial(3, -0.1); chisquare(0);
    dirichlet([-1, 1]); exponential(-1); f(0, 1); f(1, 0); gamma(-1); gamma(1, -1); geometric(0);
    geometric(1.5); gumbel(0, -1); hypergeometric(-1, 2, 1); hypergeometric(1, 1, 5); hypergeometric(1, -1, 0);
    hypergeometric(1, 1, -1); laplace(0, -1); logistic(0, -1); lognormal(0, -1); logseries(1); logseries(-0.1);
    multivariate_hypergeometric([3, 2], 9); multivariate_hypergeometric([-1, 2], 1); multivariate_hypergeometric(3, 1);
    multivariate_normal([0, 0], [[1]]); multivariate_normal([[0]], [[1]]); multivariate_normal([0, 0], [1, 1]);
    negative_binomial(0, 0.5); negative_binomial(1, 0); negative_binomial(1, 1.5); noncentral_chisquare(0, 1);
    noncentral_chisquare(1, -1); noncentral_f(0, 1, 1); noncentral_f(1, 0, 1); noncentral_f(1, 1, -1); normal(0, -1);
    pareto(0); permutation(2.5); permuted([1, 2], axis=3); poisson(-1); poisson(1e19); power(0); rayleigh(-1);
    shuffle(3); standard_gamma(-1); standard_t(0); triangular(1, 0, 2); triangular(0, 3, 2); triangular(1, 1, 1);
    uniform(0, float("inf")); vonmises(0, -1); wald(0, 1); wald(1, 0); weibull(-1); zipf(1); normal(size=-1);
    normal(size=(2, -1)); normal([0, 0], size=3); standard_normal(dtype="int8"); random(size=2.5); poisson([1, -1]);
    normal([0, 1], [1, -1]); binomial([1, -1], 0.5); gamma([1, -1]); integers([0, 5], [3, 3]); integers([0, 0], 0)
"""


@pytest.mark.parametrize("text", [" ".join(text.split()) for text in REFUSED.split(";")])
def test_generators_of_torchs_refuse_what_numpys_do(text):
    (_, refusal), (got, error) = (
        outcome_of(eval, (f"rng.{text}", {"rng": rng}), {})
        for rng in (np.random.default_rng(0), xp.random.default_rng(torch.Generator().manual_seed(0)))
    )
    assert refusal is not None
    assert error is not None, got
    kinds = kind_of_error(error), kind_of_error(refusal)
    assert issubclass(*kinds) or issubclass(*reversed(kinds)), (error, refusal)


@calls("""
    a[-(2**70) :]; a[: -(2**70)]; a[2**70 :]; a[: 2**70]; a[:: 2**70]; a[:: -(2**70)]; a[m.int64(1) : m.int64(3)];
    b[-(2**70) :, : 2**70]; b[0, -(2**70) :]; b[..., : -(2**70)]; a[m.int8(-2) :]
""")
def test_slices_with_bounds_of_any_size(call):
    compare_outcomes(call, 5, 3)


def test_a_product_of_numbers_names_its_operands():
    for x, y in ((1.0, [1.0, 2.0, 3.0]), ([1.0, 2.0, 3.0], 1.0), (1.0, 2.0)):
        with pytest.raises(xp.exceptions.AxisError, match="zero dimension"):
            xp.cross(xp.asarray(x), xp.asarray(y))


def test_complex_numbers_among_others_inside_of_vmap():
    rows = np.sort(np.arange(12).reshape(3, 4) % 5 * (1 + 1j))
    others = np.asarray([0, 1 + 1j, 3 + 3j])
    for find in (
        lambda m, x, y: m.isin(x, y),
        lambda m, x, y: m.isin(y, x),
        lambda m, x, y: m.searchsorted(x, y),
        lambda m, x, y: m.searchsorted(y, x),
    ):
        found = xp.vmap(lambda row, find=find: find(xp, row, xp.asarray(others)))(xp.asarray(rows))
        same(found, np.asarray([find(np, row, others) for row in rows]))
    # Of many, all pairs are not compared.
    many = np.tile(rows, 25)
    other = xp.asarray(many[0] + 1)
    same(xp.vmap(lambda row: xp.isin(row, other))(xp.asarray(many)), np.isin(many, np.asarray(other)))
    found = xp.vmap(lambda row: xp.isin(other, row))(xp.asarray(many))
    same(found, np.asarray([np.isin(np.asarray(other), row) for row in many]))


@pytest.mark.parametrize(
    "read",
    [
        lambda row: next(row.flat),
        lambda row: row[0],
        lambda row: row[xp.asarray(1)],
        lambda row: row[True, 1],
        lambda row: row.reshape(3, 1)[1, 0],
        lambda row: xp.from_dlpack(row, copy=True),
        lambda row: xp.asarray(row, copy=True),
        lambda row: row.copy(),
        lambda row: row.flatten(),
        lambda row: row.flat[:],
        lambda row: xp.astype(row, row.dtype),
        lambda row: xp.unstack(row)[0],
        lambda row: xp.pad(row, 0),
        xp.conj,
        lambda row: xp.roll(row, 0),
        lambda row: xp.multiply.accumulate(row[:1]),
        lambda row: xp.hypot.reduce(row[:1]),
        lambda row: row.real.copy(),
    ],
)
def test_what_is_read_inside_of_vmap_outlives_a_write(read):
    def program(row):
        found = read(row)
        row[...] = 9.0
        return found

    x = np.arange(6.0).reshape(2, 3)
    expected = [np.asarray(read(xp.asarray(row))).tolist() for row in x]
    assert xp.vmap(program)(xp.asarray(x.copy())).tolist() == expected
    assert [program(xp.asarray(row.copy())).tolist() for row in x] == expected


def test_a_function_that_is_differentiated_by_a_tensor_writes_to_copies():
    def program(x):
        x[0] = 3.0
        return x * x

    x = torch.tensor([1.0, 2.0], dtype=torch.float64, requires_grad=True)
    y = xp.asarray(x) * 1
    (slope,) = torch.autograd.grad(xp.checkpoint(program)(y).tensor.sum(), x)
    assert slope.tolist() == [0, 4]
    assert y.tolist() == [1, 2]
    z = xp.asarray([1.0, 2.0])
    assert xp.vjp(program, z)[0].tolist() == [9, 4]
    assert xp.jacobian(program)(z).tolist() == [[0, 0], [0, 4]]
    assert xp.value_and_grad(lambda x: program(x).sum())(z)[1].tolist() == [0, 4]
    assert z.tolist() == [1, 2]


def test_factors_at_indices_are_differentiated_by_values_before_the_product():
    def program(b):
        a = xp.asarray([1.0, 2.0, 3.0])
        xp.multiply.at(a, [0, 2], b)
        return a

    b = xp.asarray([2.0, 4.0])
    assert xp.jacobian(program)(b).tolist() == [[1, 0], [0, 0], [0, 3]]
    assert xp.jvp(program, (b,), (b,))[1].tolist() == [2, 0, 12]


def test_ufuncs_write_at_indices_of_numpys_views():
    for m in (np, xp):
        memory = np.arange(6.0)
        m.add.at(memory[::-2], [0, 0, 1], 10.0)
        assert memory.tolist() == [0, 1, 2, 13, 4, 25]
    fixed = np.arange(3.0)
    fixed.flags.writeable = False
    with pytest.raises(ValueError, match="read-only"):
        xp.add.at(fixed, [0], 1.0)
    assert fixed.tolist() == [0, 1, 2]


@pytest.mark.parametrize("where", [False, [True, False], xp.asarray(True)], ids=["number", "list", "array"])
@pytest.mark.parametrize("name", ["sum", "mean", "var", "max", "nansum", "all"])
def test_where_of_a_selection_inside_of_vmap_is_refused(name, where):
    options = {"initial": 0.0} if name == "max" else {}
    x = xp.asarray([[1.0, -2.0, 3.0], [4.0, 5.0, -6.0]])
    with pytest.raises(RuntimeError, match="depends on mapped values"):
        xp.vmap(lambda row: getattr(xp, name)(row[row > 0], where=where, **options))(x)


@pytest.mark.parametrize("unique", [xp.unique, xp.unique_values, lambda x: xp.unique_counts(x)[0]])
def test_the_derivative_of_unique_elements_is_that_of_the_first_ones(unique):
    x = torch.tensor([3.0, 1.0, 3.0, 2.0], dtype=torch.float64, requires_grad=True)
    unique(xp.asarray(x)).tensor.sum().backward()
    assert x.grad.tolist() == [1, 1, 0, 1]


@pytest.mark.parametrize("given", [{}, {"step": 2}, {"dtype": "int64"}, {"step": 2, "dtype": "int64"}])
def test_a_range_has_a_stop(given):
    for m in (np, xp):
        with pytest.raises(TypeError, match="requires stop to be specified"):
            m.arange(**given)
