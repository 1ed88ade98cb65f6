"""zarr stores our arrays, and is indexed by them."""

import numpy as np
import pytest

import xp_torch as xp

zarr = pytest.importorskip("zarr")


@pytest.mark.parametrize("dtype", ["float64", "float32", "complex128", "int16", "bool"])
def test_arrays(dtype):
    x = xp.arange(6).reshape(2, 3).astype(dtype)
    # zarr compares the class of a dtype with NumPy's, by `is`.
    with pytest.raises(ValueError, match="No Zarr data type"):
        zarr.zeros((2, 3), dtype=x.dtype)
    z = zarr.zeros((2, 3), dtype=np.dtype(x.dtype), chunks=(1, 3))
    z[...] = x
    assert (xp.asarray(z) == x).all()
    z[:, xp.asarray([0, 2])] = x[:, 1:]
    assert (z[xp.abs(x) > 0] == xp.asarray(z)[xp.abs(x) > 0]).all()
    assert (z.oindex[xp.asarray([1]), xp.asarray([0, 2])] == x[1:, 1:]).all()
    assert (z.vindex[xp.asarray([0, 1]), xp.asarray([0, 2])] == x[[0, 1], [1, 2]]).all()
    assert (zarr.array(np.asarray(x))[...] == x).all()


def test_xarray_stores_numpys_arrays(tmp_path):
    xr = pytest.importorskip("xarray")
    data = xr.Dataset({"a": ("x", xp.arange(3.0))})
    with pytest.raises(TypeError, match="fill_value"):
        data.to_zarr(tmp_path / "ours")
    data.as_numpy().to_zarr(tmp_path / "numpys", consolidated=False)
    assert xr.open_zarr(tmp_path / "numpys", consolidated=False)["a"].values.tolist() == [0, 1, 2]
