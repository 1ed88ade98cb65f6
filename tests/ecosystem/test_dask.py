"""dask arrays whose chunks are arrays of this package."""

import pickle
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import torch

import xp_torch as xp

dask = pytest.importorskip("dask")
da = pytest.importorskip("dask.array")
sizeof = pytest.importorskip("dask.sizeof").sizeof
pytest.importorskip("dask.array.stats")
pytest.importorskip("xp_torch_dask.backend")  # imported before the tests that register again

ROOT = Path(__file__).resolve().parents[2]
RNG = np.random.default_rng(0)
A = np.arange(24.0).reshape(4, 6) + 1
B = RNG.random((4, 6))
#: name: (array, chunks)
ARRAYS = {
    "d": (A, 2),
    "e": (B, 2),
    "n": (np.where(A % 5 == 0, np.nan, B), 2),
    "s": (B @ B.T + 4 * np.eye(4), 2),
    "i": (RNG.integers(0, 9, (4, 6)), 2),
    "v": (RNG.random(10), 4),
    "z": (B + 1j * A, 2),
    "t": (RNG.random((12, 3)), (4, 3)),
    "b": (A % 3 == 0, 2),
    "c": (RNG.random((4, 5, 6)), (2, 5, 3)),
    "w": (RNG.integers(0, 7, 10), 4),
}

CALLS = """
d.sum(); d.sum(axis=0); d.mean(axis=0); d.std(axis=1, ddof=1); d.var(); d.max(); d.min(axis=1); d.prod(axis=1)
d.any(); d.all(axis=0); d.argmax(); d.argmax(axis=1); d.argmin(axis=0); d.cumsum(axis=0); d.cumprod(axis=1)
d.moment(order=2); da.ptp(d, axis=0); da.nansum(n); da.nanmean(n, axis=0); da.nanstd(n); da.nanvar(n, axis=1)
da.nanmax(n, axis=0); da.nanmin(n); da.nanprod(n); da.nancumsum(n, axis=0); da.nancumprod(n, axis=0)
da.nanargmax(n, axis=1); da.nanargmin(n, axis=1); da.median(d, axis=0); da.nanmedian(n, axis=0)
da.percentile(v, [25, 50]); da.percentile(v, 50, method="lower"); da.average(d, axis=0)
da.average(d, axis=1, weights=np.arange(6.0)); da.cov(d); da.corrcoef(d); da.count_nonzero(d)
d.map_blocks(lambda b: b * 2); d.map_overlap(lambda b: b + b[::-1], depth=1, boundary="reflect")
da.map_blocks(np.add, d, e); da.blockwise(np.add, "ij", d, "ij", e, "ij", dtype=float)
da.apply_gufunc(lambda a: a.mean(axis=-1), "(i)->()", d.rechunk((2, 6)))
da.reduction(d, chunk=np.sum, aggregate=np.sum, dtype=float); d.map_blocks(lambda b, block_info=None: b)
np.sin(d); np.exp(d / 9); np.sqrt(d); np.add(d, e); np.maximum(d, 3); np.isnan(n); np.hypot(d, e); np.arctan2(d, e)
np.floor(e); np.sign(d - 3); np.abs(z); np.angle(z); np.real(z); np.imag(z); np.conj(z); np.clip(d, 2, 9)
np.round(e, 2); np.isclose(d, d); np.nan_to_num(n); np.logical_and(d > 2, e > 0.5); np.modf(e)[0]; np.frexp(d)[0]
np.divmod(d, 4)[1]; np.add.outer(v, v); A - d * 2 + A; d ** 2; d // 3; d % 3; -d; abs(d); d > 4; d == 3; ~(d > 4)
d @ d.T; d.dot(d.T); da.matmul(d, d.T); da.vdot(v, v); da.outer(v, v); da.tensordot(d, d, axes=((1,), (1,)))
da.einsum("ij,kj->ik", d, d); d[1:, ::-1]; d[:, [0, 3]]; d[1]; d[..., None]; d.vindex[[0, 1], [2, 3]]
da.take(d, [0, 2], axis=1); da.compress([True, False, True, False], d, axis=0); da.choose(i % 2, [d, e])
da.where(d > 3, d, 0); da.where(d > 3, d, e); da.select([d > 3, d > 1], [d, e]); da.isin(i, [1, 2])
da.digitize(v, np.array([0.2, 0.5])); da.bincount(i.ravel(), minlength=9); da.unique(i); da.union1d(i, i)
d.reshape(-1); d.ravel(); d.rechunk((4, 1)); d.T; d.transpose(1, 0); da.swapaxes(d, 0, 1); da.moveaxis(d, 0, 1)
da.rollaxis(d, 1); da.expand_dims(d, 0); da.squeeze(d[None]); da.concatenate([d, d]); da.stack([d, d])
da.block([[d, d]]); da.vstack([d, d]); da.hstack([d, d]); da.dstack([d, d]); da.append(d, d)
da.insert(d, 1, 5, axis=0); da.delete(d, 1, axis=0); da.repeat(d, 2, axis=0); da.tile(d, (1, 2)); da.pad(d, 1)
da.pad(d, 1, mode="edge"); da.pad(d, 1, mode="linear_ramp"); da.pad(d, 1, mode="mean"); da.pad(d, 1, mode="reflect")
da.roll(d, 1); da.flip(d, 0); da.fliplr(d); da.rot90(d); da.broadcast_to(d, (2, 4, 6)); da.diff(d, axis=1)
da.ediff1d(v); da.topk(d, 2); da.argtopk(v, 2); da.tril(s); da.triu(s); da.diag(v); da.diag(s); da.diagonal(s)
s.trace(); da.ones_like(d); da.zeros_like(d); da.full_like(d, 3); d.astype("float32"); d.view("int64"); d.copy()
da.round(d, 1); da.isreal(z); da.unravel_index(i, (4, 6))[0]; da.allclose(d, d); d.blocks[0, 0]
da.linalg.svd(d.rechunk((4, 6)))[1]; da.linalg.svd(t.rechunk((4, 3)))[1]; abs(da.linalg.qr(t)[1])
da.linalg.svd_compressed(t, 2, seed=0)[1]; da.linalg.norm(d); da.linalg.norm(d, axis=1); da.linalg.norm(d, ord=1)
da.linalg.cholesky(s); da.linalg.tsqr(t)[1] ** 2; da.linalg.lstsq(t, t[:, 0])[1]; da.linalg.lstsq(t, t[:, 0])[3]
da.fft.fftshift(d); da.overlap.overlap(d, 1, "reflect"); da.overlap.sliding_window_view(v, 3)
da.from_delayed(dask.delayed(lambda: d.compute())(), (4, 6), meta=d._meta); da.asarray(A, like=d._meta); d.persist()
d + x; x * d; d @ x.T; x @ d.T; x < d; np.where(d > 5, d, x); np.concatenate([d, x]); da.where(d > 3, x, e); A[0] - d
da.from_array(x, chunks=2); da.asarray(x); da.stack([x, x]); da.meshgrid(v, w)[1]
da.exp(d / 9); da.divmod(d, 4)[1]; da.sinc(e); da.i0(e); da.signbit(-d); da.ldexp(e, i); da.logaddexp(d, e)
da.fix(d / 3); da.float_power(d, 2); da.bitwise_and(i, 3); da.left_shift(i, 1); da.logical_xor(d > 3, e > 0.5); 2 / d
da.invert(i); 1 - d; d + 1j; d + np.float32(2); ~(d > 4) & (e < 0.5) | b; i.sum(dtype="float32"); b.any(axis=0); b.all()
d.sum(axis=(0, 1), keepdims=True); da.sum(d, split_every=2); da.average(d, weights=e); da.cov(t, rowvar=False)
da.cumsum(d, axis=None); da.median(c, axis=(0, 1)); da.percentile(w, [30], method="midpoint"); d.argmin(axis=1)
da.bincount(w, weights=v, minlength=8); da.searchsorted(da.cumsum(v, axis=0), v); da.isin(i, w); da.topk(v, -3)
d[d.sum(axis=1) > 30]; d[np.array([0, 2])]; d[:, np.array([0, 2])]; d[np.array([True, False, True, True])]
da.piecewise(d, [d < 5, d >= 5], [lambda q: -q, lambda q: q]); da.insert(d, [1, 2], e[:, :2], axis=1)
da.pad(d, 2, mode="symmetric"); da.pad(d, 2, mode="wrap"); da.pad(d, 1, mode="maximum"); da.roll(d, (1, 2), axis=(0, 1))
da.broadcast_arrays(d, d[0])[1]; da.atleast_3d(d); d.rechunk({0: -1, 1: 4}); d.rechunk("auto"); da.diff(d, prepend=0)
d.map_blocks(lambda q: q.sum(axis=1), drop_axis=1); d.map_blocks(lambda q: q[..., None], new_axis=2)
da.blockwise(lambda p, q: p[:, None] * q, "ij", v, "i", w, "j", dtype=float); da.blockwise(lambda p: p.T, "ji", d, "ij")
da.map_overlap(lambda p, q: p + q, d, e, depth=1, boundary=0); d.map_overlap(lambda q: q * 1, depth=1, boundary="none")
da.lib.stride_tricks.sliding_window_view(d, (2, 2)).mean(axis=(-1, -2)); np.multiply.outer(v, w)
da.apply_gufunc(np.matmul, "(i,k),(k,j)->(i,j)", c.rechunk((2, 5, 6)), c.rechunk((2, 5, 6)).transpose(0, 2, 1))
da.apply_gufunc(lambda q: (q.mean(-1), q.std(-1)), "(k)->(),()", d.rechunk((2, 6)))[1]
da.matmul(c, c.transpose(0, 2, 1)); da.tensordot(c, c, axes=((1, 2), (1, 2))); da.einsum("ii", s)
da.linalg.svd_compressed(d, 2, n_power_iter=1, seed=3)[1]; da.linalg.cholesky(s, lower=True)
da.linalg.norm(d, ord=np.inf); da.linalg.norm(v, ord=3); da.linalg.norm(t, ord="nuc"); da.fft.ifftshift(d, axes=1)
da.stats.skew(d.ravel()); da.stats.kurtosis(d, axis=1); da.stats.moment(d, 2); np.unique(w); np.percentile(v, [30, 60])
"""

#: dask makes the array that stands for the result's type, `_meta`, with NumPy. The chunks are right.
NUMPYS_META = """
d[d > 4]; da.extract(d > 3, d); da.quantile(d, 0.5, axis=0); da.nanquantile(n, 0.5, axis=0)
da.apply_along_axis(np.sum, 0, d); da.apply_over_axes(np.sum, d, [0, 1]); da.histogram(d, bins=[0, 3, 12])[0]
da.histogram(d, bins=4, range=(0, 24))[0]; da.coarsen(np.sum, d, {0: 2, 1: 3})
da.ravel_multi_index(da.stack([i[0] % 4, i[1] % 6]), (4, 6)); da.fft.fft(d.rechunk((2, 6)))
da.fft.rfft(d.rechunk((2, 6))); da.fft.irfft(z.rechunk((2, 6))); da.fft.fft2(d.rechunk((4, 6)))
da.fft.hfft(z.rechunk((2, 6))); da.fft.fftn(c.rechunk(-1)); np.fft.fft(d.rechunk((2, 6))); np.histogram(v, [0, 1])[0]
da.cumsum(d, axis=1, method="blelloch"); da.nanpercentile(n, 50, axis=0); da.histogram(v, [0, 1], weights=v)[0]
da.histogram(v, bins=[0, 0.3, 1], density=True)[0]; da.linalg.lstsq(t, t[:, 0])[2]
d.map_blocks(lambda q, block_id=None: q + block_id[1], dtype=float)
"""

#: dask computes these by SciPy, by `numpy.ma` or with NumPy's arrays of its own, so that the results are NumPy's.
NUMPYS_RESULT = """
da.linalg.inv(s); da.linalg.solve(s, s[:, 0]); da.linalg.solve_triangular(da.tril(s), s[:, 0], lower=True)
da.linalg.lu(s)[2]; da.linalg.lstsq(t, t[:, 0])[0]; da.histogramdd(t, bins=(2, 2, 2), range=((0, 1),) * 3)[0]
da.histogram2d(d.ravel(), e.ravel(), bins=3, range=((0, 25), (0, 1)))[0]; da.diagonal(s, 9)
da.linalg.solve(s, s[:, 0], assume_a="pos"); da.linalg.lu(s)[0]; da.linalg.lu(s)[1]; da.array([x, x])
da.eye(4, chunks=2); da.linspace(0, 1, 11, chunks=4); da.ma.filled(da.ma.masked_greater(d, 5), 0); da.ma.getdata(d)
da.ma.getmaskarray(da.ma.masked_greater(d, 5)); da.ma.filled(da.ma.masked_invalid(n), -1)
da.ma.filled(da.ma.masked_array(d, mask=d > 5), 9); da.ma.count(da.ma.masked_greater(d, 5), axis=0)
da.ma.masked_where(d > 5, d).sum(); da.frompyfunc(lambda q: q + 1, 1, 1)(v).astype(float)
"""

#: What the guide says to write in the place of some calls of the lists above and below.
INSTEAD = """
da.fft.fft(d.rechunk((2, 6)), n=6); da.fft.irfft(z.rechunk((2, 6)), n=10); da.fft.fft2(d.rechunk((4, 6)), s=(4, 6))
da.fft.rfftn(d.rechunk((4, 6)), s=(4, 6), axes=(0, 1)); s.rechunk(-1).map_blocks(np.linalg.inv, dtype=s.dtype)
da.blockwise(np.linalg.solve, "i", s.rechunk(-1), "ij", s[:, 0].rechunk(-1), "j", concatenate=True)
d.map_overlap(np.gradient, depth={0: 1, 1: 0}, boundary="none", axis=0, meta=d._meta); da.array([x, x], like=x)
da.where(d > 5, 0, d)
"""

#: dask raises for arrays of other types than NumPy's.
RAISE = """
da.unique(w, return_counts=True); da.unique(w, return_index=True); da.unique(w, return_inverse=True)
da.gradient(d); da.gradient(i, axis=0)
"""


def calls(text):
    return [call for line in text.strip().splitlines() for call in line.split("; ")]


@pytest.fixture(autouse=True)
def synchronous():
    with dask.config.set(scheduler="synchronous"):
        yield


@pytest.fixture
def backend():
    with dask.config.set({"array.backend": "xp_torch"}):
        yield


def evaluate(call, convert):
    arrays = {name: da.from_array(convert(a), chunks=chunks) for name, (a, chunks) in ARRAYS.items()}
    return eval(call, {"A": A, "x": convert(A), "da": da, "dask": dask, "np": np, **arrays})


def check(call, convert=xp.asarray):
    """Compare the value and dtype of a call with those for NumPy's chunks; return the dask array and its value."""
    got, expected = evaluate(call, convert), evaluate(call, lambda a: a)
    result, value = got.compute(), expected.compute()
    assert got.dtype == result.dtype == expected.dtype == value.dtype
    np.testing.assert_allclose(np.asarray(result), value, rtol=1e-12, atol=1e-12)
    return got, result


@pytest.mark.parametrize("call", calls(CALLS) + calls(INSTEAD))
def test_chunks_stay_our_arrays(call):
    got, result = check(call)
    assert isinstance(result, xp.ndarray)
    assert isinstance(got._meta, xp.ndarray)


@pytest.mark.parametrize("call", calls(NUMPYS_META))
def test_the_chunks_are_ours_where_dask_says_that_they_are_numpys(call):
    got, result = check(call)
    assert isinstance(result, xp.ndarray)
    assert type(got._meta) is np.ndarray  # else it belongs to the calls above


@pytest.mark.parametrize("call", calls(NUMPYS_RESULT))
def test_results_are_numpys_where_dask_computes_with_numpy(call):
    assert isinstance(check(call)[1], np.ndarray | np.generic)  # else it belongs to the calls above


@pytest.mark.parametrize("call", calls(NUMPYS_META) + calls(NUMPYS_RESULT))
def test_to_backend_makes_the_result_and_what_dask_shows_ours(call):
    result, expected = evaluate(call, xp.asarray).to_backend("xp_torch"), evaluate(call, lambda a: a)
    value = result.compute()
    assert isinstance(result._meta, xp.ndarray)
    assert isinstance(value, xp.ndarray)
    assert result.dtype == value.dtype == expected.dtype
    np.testing.assert_allclose(np.asarray(value), expected.compute(), rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("call", calls(RAISE))
def test_what_dask_refuses_is_computed_with_numpys_chunks(call):
    with pytest.raises((TypeError, ValueError), match=r"structured arrays|issubclass\(\)"):
        evaluate(call, xp.asarray)
    result = evaluate(re.sub(r"\((\w)", r'(\1.to_backend("numpy")', call), xp.asarray)
    expected = evaluate(call, lambda a: a)
    first, second = (x[0] if isinstance(x, tuple | list) else x for x in (result, expected))
    np.testing.assert_array_equal(first.compute(), second.compute())


@pytest.mark.parametrize("call", ["da.nonzero(d > 3)[0]", "da.argwhere(d > 3)", "da.flatnonzero(d > 3)"])
def test_indices_are_made_by_the_backend(call, backend):
    assert isinstance(check(call)[1], xp.ndarray)


# The registration


def run(code):
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip()


def test_neither_imports_the_other():
    assert run("import sys, xp_torch; print('dask' in sys.modules)") == "False"
    assert run("import sys, dask.array; print('torch' in sys.modules)") == "False"


@pytest.fixture
def unregistered(monkeypatch):
    types = [kind for kind in da.chunk_types._HANDLED_CHUNK_TYPES if kind is not xp.ndarray]
    monkeypatch.setattr(da.chunk_types, "_HANDLED_CHUNK_TYPES", types)
    monkeypatch.delitem(sys.modules, "xp_torch_dask.backend", raising=False)
    assert not da.chunk_types.is_valid_chunk_type(xp.ndarray)


FIRST = """
d + x; x + d; d == x; x == d; d < x; d @ x.T; x @ d.T; x[0, 0] * d; d * x[0, 0]; np.add(d, x); np.add(x, d)
np.where(d > 0, d, x); np.where(d > 0, x, x); np.concatenate([d, x]); xp.add(x, d); xp.where(d > 0, x, 0)
xp.concat([x, d]); xp.einsum("ij,ij->i", d, x); xp.sum(d) + x; da.from_array(x); divmod(x, d)[0]
"""


@pytest.mark.parametrize("call", calls(FIRST))
def test_the_first_meeting_registers(call, unregistered):
    x, d = xp.ones((2, 2)), da.ones((2, 2), chunks=1)
    result = eval(call, {"da": da, "np": np, "xp": xp, "x": x, "d": d})
    assert isinstance(result, da.Array)
    assert type(result._meta) is type(result.compute()) is xp.ndarray
    assert da.chunk_types.is_valid_chunk_type(xp.ndarray)


def test_the_first_size_registers():
    code = "import dask.sizeof, xp_torch as xp, sys; print(dask.sizeof.sizeof(xp.ones((2, 500))[:, :250]))"
    assert run(code) == "4000"


def test_the_method_casts_a_dask_array():
    d = da.from_array(A, chunks=2)
    result = xp.astype(d, xp.float32)
    assert isinstance(result, da.Array)
    assert result.compute().dtype == "float32"


def test_an_operator_of_objects_of_dasks_that_are_no_arrays_raises():
    with pytest.raises(TypeError):
        xp.ones(2) + da.ones


def test_records_are_refused_so_that_dask_does_without():
    with pytest.raises(ValueError, match="structured"):
        da.unique(da.from_array(xp.asarray(A)), return_counts=True)


def test_sizes_are_those_of_the_elements():
    x = xp.ones((100, 200))
    assert sizeof(x) == x.nbytes == 8 * sizeof(xp.ones((100, 200), dtype="int8"))
    assert sizeof(x[:10]) == x[:10].nbytes
    assert sizeof(xp.broadcast_to(x[:, :1], (100, 5000))) == 800
    assert sizeof(xp.lib.stride_tricks.sliding_window_view(x, 50, axis=1)) == x.nbytes
    assert sizeof(x[:0]) == 0
    assert sizeof(x[0, 0]) == 8


def test_a_chunk_of_one_number_is_pickled_as_one():
    chunk = xp.broadcast_to(xp.asarray(1.0), (1000, 1000))
    pickled = pickle.dumps(chunk, protocol=5)
    assert len(pickled) < 1000
    restored = pickle.loads(pickled)
    restored[0, 0] = 2
    assert restored.sum() == 1000001


def test_tokens_depend_on_elements_dtype_and_class():
    class Subclass(xp.ndarray):
        pass

    x = xp.asarray(A)
    token = dask.base.tokenize
    assert token(x) == token(xp.asarray(A)) == token(xp.asarray(A.T).T)
    others = (x + 1, x.T, x.astype("float32"), x.view(Subclass), x.view("int64"), x.astype("bfloat16"))
    assert len({token(x), *map(token, others)}) == 7
    assert token(x.astype("bfloat16")) == token(x.astype("bfloat16"))
    assert token(xp.asarray(x.tensor.clone().requires_grad_())) == token(x)
    assert token(x[0, ::2]) == token(xp.asarray(A[0, ::2].copy())) != token(x[0, :3])
    assert token(x[:1, :1].reshape(1)) == token(xp.broadcast_to(x[0, 0], (1,)))
    assert token(xp.ones(2, dtype="float8_e5m2")) == token(xp.ones(2, dtype="float8_e5m2"))


# The backend


CREATION = """
da.ones((4, 3), chunks=2); da.zeros((4, 3), chunks=2, dtype="int8"); da.full((4, 3), 7, chunks=2)
da.arange(9, chunks=2); da.empty((4, 3), chunks=2) * 0; da.arange(2, 9, 2, chunks=2); da.tri(4, 5, 1, chunks=2)
da.indices((4, 3), chunks=2)
da.meshgrid(da.arange(3), da.arange(4))[1]; da.diag(da.arange(4)); da.fromfunction(np.add, shape=(4, 3), chunks=2)
da.linspace(0, 1, 5, chunks=2).to_backend(); da.eye(4, chunks=2).to_backend(); da.ones(3).to_backend("xp_torch")
da.full((2, 2), 1 + 2j); da.ones(()); da.zeros(3, dtype=bool)
"""


@pytest.mark.parametrize("call", calls(CREATION))
def test_creation(call, backend):
    got, result = eval(call), None
    result = got.compute()
    with dask.config.set({"array.backend": "numpy"}):
        expected = eval(call.replace('to_backend("xp_torch")', "to_backend()")).compute()
    assert type(got._meta) is type(result) is xp.ndarray
    assert got.dtype == result.dtype == expected.dtype
    np.testing.assert_array_equal(np.asarray(result), expected)


def test_chunks_are_on_the_default_device_or_that_of_a_function(backend):
    with torch.device("meta"):
        there = da.ones((4, 4), chunks=2)
    assert there._meta.device.type == (there * 2 + 1).mean(axis=0).compute().device.type == "meta"
    moved = da.ones((4, 4), chunks=2).map_blocks(xp.asarray, device="meta")
    assert moved._meta.device.type == moved.sum().compute().device.type == "meta"


DRAWS = """
da.random.default_rng(3).normal(size=(6, 4), chunks=3); da.random.default_rng(3).integers(0, 9, size=7, chunks=3)
da.random.default_rng(3).choice(9, size=7, chunks=3); da.random.default_rng(3).permutation(da.arange(9, chunks=3))
da.random.RandomState(3).uniform(size=(6, 4), chunks=3); da.random.RandomState(3).poisson(3, size=6, chunks=3)
da.random.default_rng(3).gamma(da.arange(1, 7, chunks=3), size=6, chunks=3)
"""


@pytest.mark.parametrize("call", calls(DRAWS))
def test_random_numbers_are_numpys(call, backend):
    got = eval(call)
    result = got.compute()
    assert type(got._meta) is type(result) is xp.ndarray
    with dask.config.set({"array.backend": "numpy"}):
        np.testing.assert_array_equal(np.asarray(result), eval(call).compute())


def test_random_numbers_without_a_seed(backend):
    for draw in (da.random.random(5, chunks=2), da.random.default_rng().gamma(2, size=5, chunks=2)):
        assert type(draw.compute()) is xp.ndarray


def test_to_backend():
    x = da.from_array(xp.asarray(A), chunks=2)
    there = x.to_backend("numpy")
    assert type(there._meta) is type(there.compute()) is np.ndarray
    back = there.to_backend("xp_torch")
    assert type(back._meta) is type(back.compute()) is xp.ndarray
    np.testing.assert_array_equal(np.asarray(back.compute()), A)


@pytest.mark.parametrize("convert", [xp.asarray, np.asarray])
def test_to_backend_passes_options(convert):
    d = da.from_array(convert(A), chunks=2)
    narrow = d.to_backend("xp_torch", dtype="float32")
    assert narrow.dtype == narrow.compute().dtype == "float32"
    there = d.to_backend("xp_torch", device="meta")
    assert there._meta.device.type == there.compute().device.type == "meta"


def test_to_backend_converts_chunks_that_are_numbers():
    d = da.from_array(A, chunks=2)
    for number in (d.sum(), d[0, 0]):
        result = number.to_backend("xp_torch").compute()
        assert isinstance(result, xp.ndarray)
        assert result == number.compute()


def test_chunks_of_ours_that_dask_takes_for_numpys_are_converted_by_a_function():
    d = da.from_array(xp.asarray(A), chunks=2)
    assert isinstance(d[d > 5].to_backend("numpy").compute(), xp.ndarray)  # dask looks at `_meta` only
    assert type(d[d > 5].map_blocks(np.asarray).compute()) is np.ndarray


def test_to_backend_refuses_masks_which_would_be_lost():
    d = da.ma.masked_greater(da.from_array(A, chunks=2), 5)
    with pytest.raises(TypeError, match="no mask"):
        d.to_backend("xp_torch")


# Other


def test_assignment():
    x, n = da.from_array(xp.asarray(A), chunks=2), da.from_array(A, chunks=2)
    for d, value in ((x, xp.asarray([1.0, 2.0])), (n, np.asarray([1.0, 2.0]))):
        d[1, 2:4] = value
        d[d > 20] = -1
        d[:, 0] = 5
    assert isinstance(x._meta, xp.ndarray)
    np.testing.assert_array_equal(np.asarray(x.compute()), n.compute())


def test_store():
    target = xp.zeros((4, 6))
    da.store(da.from_array(xp.asarray(A), chunks=2), target)
    np.testing.assert_array_equal(np.asarray(target), A)


def test_an_index_that_is_an_element_becomes_an_int():
    d = da.from_array(xp.asarray(A), chunks=2)
    assert d[int(xp.asarray([1])[0])].compute().tolist() == A[1].tolist()


# xarray

XARRAY = """
a.weighted(w).mean("x"); n.weighted(w).sum("x"); n.weighted(w).std("x"); a.where(e > 3, w); xr.where(e > 3, a, e)
xr.concat([a, e], "x"); n.fillna(e); xr.dot(a, w); xr.cov(a, e, "x"); xr.corr(a, e, "x"); a + e; e - a
n.combine_first(e); np.maximum(a, e); e.chunk(x=2); a.isel(x=xr.DataArray([0, 2], dims="p")) + e[:2].rename(x="p")
"""


@pytest.mark.parametrize("chunks", [xp.asarray, np.asarray])
@pytest.mark.parametrize("call", calls(XARRAY))
def test_xarray_divides_what_meets_chunks(call, chunks, unregistered):
    xr = pytest.importorskip("xarray")

    def evaluated(chunks, convert):
        data = {
            "a": da.from_array(chunks(A), chunks=2),
            "n": da.from_array(chunks(np.where(A % 5 == 0, np.nan, A)), chunks=2),
            "e": convert(A * 2),
        }
        arrays = {name: xr.DataArray(values, dims=("x", "y")) for name, values in data.items()}
        w = xr.DataArray(convert(np.linspace(1, 2, 4)), dims="x")
        return eval(call, {"np": np, "xr": xr, "w": w, **arrays})

    got, expected = evaluated(chunks, xp.asarray), evaluated(np.asarray, np.asarray)
    assert isinstance(got.data, da.Array)
    result = got.compute()
    assert isinstance(result.data, xp.ndarray)
    np.testing.assert_allclose(np.asarray(result.data), expected.compute().data, rtol=1e-12)


# Workers

WORKERS = """
import dask, dask.array as da, numpy as np, xp_torch as xp
from distributed import Client, LocalCluster

A = np.arange(24.0).reshape(4, 6) + 1
CALLS = [
    lambda d: d.sum(), lambda d: d.mean(axis=0), lambda d: d.std(axis=1), lambda d: d @ d.T,
    lambda d: da.percentile(d.ravel().rechunk(5), [20, 50]), lambda d: da.median(d, axis=0), lambda d: d.argmax(axis=1),
    lambda d: d[d > 4], lambda d: d.map_blocks(lambda b: b * 2), lambda d: d.cumsum(axis=0), lambda d: da.unique(d),
    lambda d: d.map_overlap(lambda b: b + 1, depth=1, boundary="reflect"), lambda d: da.concatenate([d, d]),
    lambda d: da.linalg.svd(d.T.rechunk((3, 4)))[1], lambda d: abs(da.linalg.qr(d.T.rechunk((3, 4)))[1]),
    lambda d: da.fft.fft(d.rechunk((2, 6))), lambda d: da.einsum("ij,kj->ik", d, d),
    lambda d: da.histogram(d, bins=4, range=(0, 24))[0], lambda d: d.rechunk((1, 6), method=METHOD),
    lambda d: (da.linspace(0, 1, 6, chunks=2) * d.sum()).to_backend(),
]

def main():
    cluster = LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None)
    with cluster, Client(cluster) as client:
        for call in CALLS:
            with dask.config.set({"array.backend": "xp_torch"}):
                result = call(da.from_array(xp.asarray(A), chunks=2)).compute()
            expected = call(da.from_array(A, chunks=2)).compute()
            assert type(result) is xp.ndarray and result.dtype == expected.dtype
            np.testing.assert_allclose(np.asarray(result), expected, atol=1e-12)
        view = client.submit(lambda: xp.ones((1000, 1000))[:, :500])
        view.result()
        sizes = client.run_on_scheduler(lambda dask_scheduler: dask_scheduler.tasks[view.key].nbytes)
        print(len(CALLS), "calls,", sizes, "bytes")

if __name__ == "__main__":
    main()
"""


@pytest.mark.slow
def test_two_workers(tmp_path):
    pytest.importorskip("distributed")
    method = "p2p" if sys.version_info >= (3, 12) else "tasks"
    (tmp_path / "workers.py").write_text(WORKERS.replace("METHOD", repr(method)))
    done = subprocess.run([sys.executable, "workers.py"], cwd=tmp_path, capture_output=True, text=True, timeout=300)
    assert "20 calls, 4000000 bytes" in done.stdout, done.stdout + done.stderr


@pytest.mark.slow
def test_an_array_that_is_larger_than_the_memory_of_all_workers(tmp_path):
    pytest.importorskip("distributed")
    options = ["--gigabytes", "1.4", "--memory-limit", "680MB"]
    command = [sys.executable, str(ROOT / "examples" / "larger_than_memory.py"), *options]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=900)
    assert done.returncode == 0, done.stdout + done.stderr
    peaks = [
        int(peak) for found in re.findall(r"peaks of the workers \[(.*)\] MB", done.stdout) for peak in found.split(",")
    ]
    assert len(peaks) == 4
    assert max(peaks) < 680
    assert float(re.search(r"largest difference .*: (\S+)", done.stdout)[1]) < 1e-12
    assert "http://" in done.stdout


# The guide


def test_the_guides_programs_run():
    page = (ROOT / "docs" / "guide" / "larger_than_memory.md").read_text(encoding="utf-8")
    programs = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    pytest.importorskip("xarray")
    scope = {}
    with dask.config.set({}):
        for program in programs:
            if not {"cluster", "cuda"} & set(re.findall(r"\w+", program)):
                exec(program, scope)
    assert isinstance(scope["z"]._meta, xp.ndarray)
    assert {"x", "d", "y", "a", "weights"} <= scope.keys()
