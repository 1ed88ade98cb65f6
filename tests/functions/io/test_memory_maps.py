"""Arrays in mapped files beside NumPy's."""

import copy
import pickle

import numpy as np
import pytest
import torch
from support.oracle import DTYPES, same, small

import xp_torch as xp

pytestmark = pytest.mark.cpu_only


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("order", ["C", "F"])
def test_files_are_written_and_read(dtype, order, tmp_path):
    a, path = small(dtype, (3, 4)), tmp_path / "x"
    x = xp.memmap(path, dtype, "w+", shape=(3, 4), order=order)
    assert not x.any()
    x[...] = a
    x.flush()
    expected = np.memmap(path, dtype, "r", shape=(3, 4), order=order)
    same(xp.asarray(x), np.asarray(expected))
    for mode in ("r", "r+", "c", "readonly", "readwrite", "copyonwrite"):
        y = xp.memmap(path, dtype, mode, 4 * expected.itemsize, (2, 4))
        n = np.memmap(path, dtype, mode, 4 * expected.itemsize, (2, 4))
        same(xp.asarray(y), np.asarray(n))
        assert (y.filename, y.offset, y.mode) == (n.filename, n.offset, n.mode)
        assert y.flags.writeable == n.flags.writeable


@pytest.mark.parametrize("mode", ["r", "r+", "c"])
def test_only_files_that_are_opened_for_writing_change(mode, tmp_path):
    path = tmp_path / "x"
    np.arange(4.0).tofile(path)
    x = xp.memmap(path, float, mode)
    x[1:][0] = 9
    x.flush()
    assert np.fromfile(path)[1] == (9 if mode == "r+" else 1)
    assert x[1] == 9


def test_views_are_mapped_and_results_are_not(tmp_path):
    x, n = (m.memmap(tmp_path / m.__name__, float, "w+", shape=(3, 4)) for m in (xp, np))
    x[...] = n[...] = np.arange(12.0).reshape(3, 4)
    for act in (
        lambda y: y[1:], lambda y: y.T, lambda y: y[1], lambda y: y.reshape(-1), lambda y: y[::2, 1],
        lambda y: y[1:] + 1, lambda y: y.sum(0), lambda y: y[[0, 1]], lambda y: y * y, np.sin, abs,
    ):  # fmt: skip
        got, expected = act(x), act(n)
        same(xp.asarray(got), np.asarray(expected))
        assert (type(got) is xp.memmap) == (type(expected) is np.memmap)
    for act in (lambda y: y.copy(), lambda y: y.astype("f4"), copy.copy, copy.deepcopy):
        assert type(act(x)) is xp.ndarray
        same(act(x), np.asarray(act(n)))
    assert repr(x[1]) == repr(n[1])
    assert x[1].tensor.data_ptr() == x.tensor.data_ptr() + 32
    assert type(x[0, 0]) is not xp.memmap
    restored = pickle.loads(pickle.dumps(x))
    assert type(restored) is xp.ndarray
    same(restored, np.asarray(n))
    y = xp.asarray(torch.ones(2)).view(xp.memmap)
    assert y.filename is None
    y.flush()


def test_npy_files_are_mapped_when_they_are_read(tmp_path):
    path = tmp_path / "x.npy"
    np.save(path, np.arange(3))
    for mode in ("r", "r+", "c"):
        x = xp.load(path, mode)
        assert type(x) is xp.memmap
        assert x.mode == mode
        x[0] = 7
        assert np.load(path)[0] == (7 if mode == "r+" else 0) or mode == "c"
    np.save(path, np.arange(3, dtype=">i4"))
    same(xp.load(path, "r"), np.arange(3, dtype="i4"))
    with pytest.raises(ValueError, match="mode"):
        xp.memmap(path, mode="x")
    with pytest.raises(FileNotFoundError):
        xp.memmap(tmp_path / "none", mode="r")
