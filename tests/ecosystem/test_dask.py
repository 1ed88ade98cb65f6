"""dask arrays whose chunks are arrays of this package."""

import numpy as np
import pytest

import xp_torch as xp

da = pytest.importorskip("dask.array")
dask = pytest.importorskip("dask")

A = np.arange(12.0).reshape(3, 4)
CALLS = {
    "sum": lambda d: d.sum(),
    "mean of an axis": lambda d: d.mean(axis=0),
    "std": lambda d: d.std(axis=1, ddof=1),
    "max": lambda d: d.max(),
    "argmax": lambda d: d.argmax(axis=1),
    "cumsum": lambda d: d.cumsum(axis=0),
    "nanmean": lambda d: da.nanmean(d, axis=0),
    "median": lambda d: da.median(d, axis=0),
    "map_blocks": lambda d: d.map_blocks(lambda b: b * 2),
    "map_overlap": lambda d: d.map_overlap(lambda b: b + b[::-1], depth=1, boundary="reflect"),
    "blockwise": lambda d: da.blockwise(np.add, "ij", d, "ij", d, "ij", dtype=float),
    "apply_gufunc": lambda d: da.apply_gufunc(lambda a: a.mean(axis=-1), "(i)->()", d.rechunk((2, 4))),
    "ufunc": np.sin,
    "operators with NumPy": lambda d: A - d * 2 + A,
    "matmul": lambda d: d @ d.T,
    "tensordot": lambda d: da.tensordot(d, d, axes=((1,), (1,))),
    "einsum": lambda d: da.einsum("ij,kj->ik", d, d),
    "slices": lambda d: d[1:, ::-1],
    "indices": lambda d: d[:, [0, 3]],
    "mask": lambda d: d[d > 4],
    "reshape": lambda d: d.reshape(-1),
    "rechunk": lambda d: d.rechunk((3, 1)),
    "concatenate": lambda d: da.concatenate([d, d]),
    "stack": lambda d: da.stack([d, d]),
    "where": lambda d: da.where(d > 3, d, 0),
    "pad": lambda d: da.pad(d, 1),
    "roll": lambda d: da.roll(d, 1),
    "topk": lambda d: da.topk(d, 2),
    "histogram": lambda d: da.histogram(d, bins=[0, 3, 12])[0],
    "unique": da.unique,
    "svd": lambda d: da.linalg.svd(d.rechunk((3, 2)))[1],
    "qr": lambda d: abs(da.linalg.qr(d.rechunk((3, 4)))[1]),
    "norm": da.linalg.norm,
    "fft": lambda d: da.fft.fft(d.rechunk((3, 4))),
    "astype": lambda d: d.astype("float32"),
}


@pytest.mark.parametrize("name", CALLS)
def test_chunks_stay_our_arrays(name):
    with dask.config.set(scheduler="synchronous"):
        result = CALLS[name](da.from_array(xp.asarray(A), chunks=2)).compute()
        expected = CALLS[name](da.from_array(A, chunks=2)).compute()
    assert isinstance(result, xp.ndarray)
    assert result.dtype == expected.dtype
    np.testing.assert_allclose(np.asarray(result), expected, atol=1e-13)


def test_operators_of_arrays_and_dask_arrays_once_the_type_is_registered(monkeypatch):
    monkeypatch.setattr(da.chunk_types, "_HANDLED_CHUNK_TYPES", [*da.chunk_types._HANDLED_CHUNK_TYPES])
    x = xp.asarray(A)
    d = da.from_array(x, chunks=2)
    with pytest.raises(TypeError, match="unsupported operand"):
        d + x
    da.register_chunk_type(xp.ndarray)
    for result in (d - x, x - d, x[0, 0] * d, d * x.sum(), np.subtract(x, d), d[x > 3]):
        assert isinstance(result, da.Array)
        assert isinstance(result.compute(), xp.ndarray)


def test_recipes():
    x = xp.asarray(A)
    d = da.from_array(x, chunks=2)
    assert d[int(xp.asarray([1])[0])].compute().tolist() == A[1].tolist()
    assert dask.base.tokenize(x) == dask.base.tokenize(xp.asarray(A)) != dask.base.tokenize(x + 1)
