"""joblib hashes, stores and sends our arrays."""

import numpy as np
import pytest

import xp_torch as xp

joblib = pytest.importorskip("joblib")


def test_equal_arrays_have_one_hash():
    x = xp.asarray([1.0, 2.0, 3.0])
    assert joblib.hash(x) == joblib.hash(x.copy())
    assert joblib.hash(x) != joblib.hash(x + 1)
    assert joblib.hash(x) != joblib.hash(x.astype(xp.float32))


def test_memory(tmp_path):
    calls = []

    def double(x):
        calls.append(x)
        return 2 * x

    double.__module__ = "doubles"
    cached = joblib.Memory(tmp_path, verbose=0).cache(double)
    x = xp.asarray([1.0, 2.0])
    for _ in range(2):
        result = cached(x)
        assert type(result) is xp.ndarray
        assert result.tolist() == [2, 4]
    assert cached(x + 1).tolist() == [4, 6]
    assert len(calls) == 2


def test_files(tmp_path):
    joblib.dump({"x": xp.arange(3)}, tmp_path / "x")
    assert joblib.load(tmp_path / "x")["x"].tolist() == [0, 1, 2]


@pytest.mark.slow
@pytest.mark.parametrize("size", [3, 200_000])
def test_processes(size):
    results = joblib.Parallel(n_jobs=2)(joblib.delayed(xp.sum)(xp.ones(size) * i) for i in range(3))
    assert np.asarray(results).tolist() == [0, size, 2 * size]
    assert all(type(result) is xp.ndarray for result in results)
