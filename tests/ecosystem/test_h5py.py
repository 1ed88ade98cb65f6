"""h5py stores our arrays; its masks are NumPy's."""

import numpy as np
import pytest

import xp_torch as xp

h5py = pytest.importorskip("h5py")


def test_datasets(tmp_path):
    x = xp.arange(6.0).reshape(2, 3)
    with h5py.File(tmp_path / "arrays.h5", "w") as file:
        dset = file.create_dataset("x", data=x, dtype=xp.float32)
        assert dset.dtype == np.float32
        dset[...] = x * 2
        dset[0, xp.asarray([0, 2])] = x[1, :2]
        assert dset[:, xp.asarray([0, 2])].tolist() == [[3, 4], [6, 10]]
        assert dset[xp.asarray(1)].tolist() == [6, 8, 10]
        # h5py asks isinstance(mask, numpy.ndarray).
        with pytest.raises(TypeError):
            dset[x > 2]
        assert dset[np.asarray(x > 2)].tolist() == [6, 8, 10]
        file.attrs["mean"] = x.mean()
        assert file.attrs["mean"] == 2.5
        dset.read_direct(np.asarray(xp.empty((2, 3), dtype=xp.float32)))
