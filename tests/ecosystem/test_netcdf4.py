"""netCDF4 stores NumPy's arrays, and is indexed by ours."""

import numpy as np
import pytest

import xp_torch as xp

netCDF4 = pytest.importorskip("netCDF4")


def test_variables(tmp_path):
    x, i = xp.asarray([3.0, 1.0, 2.0]), xp.asarray([0, 2])
    with netCDF4.Dataset(tmp_path / "arrays.nc", "w") as file:
        file.createDimension("x", x.shape[0])
        variable = file.createVariable("x", x.dtype, ("x",))
        with pytest.raises(TypeError, match="ndarray"):
            variable[:] = x
        variable[:] = np.asarray(x)
        assert (xp.asarray(variable[:]) == x).all()
        assert variable[i].tolist() == [3, 2]
        assert variable[x > 1].tolist() == [3, 2]
        file.range = x[:2]
        assert file.range.tolist() == [3, 1]


def test_xarray_stores_numpys_arrays(tmp_path):
    xr = pytest.importorskip("xarray")
    data = xr.Dataset({"a": ("x", xp.arange(3.0))})
    with pytest.raises(TypeError, match="ndarray"):
        data.to_netcdf(tmp_path / "ours.nc", engine="netcdf4")
    data.as_numpy().to_netcdf(tmp_path / "numpys.nc", engine="netcdf4")
    with xr.open_dataset(tmp_path / "numpys.nc", engine="netcdf4") as stored:
        assert stored["a"].values.tolist() == [0, 1, 2]
