"""xarray's operations on arrays of this package, compared with those on NumPy's."""

import pickle

import numpy as np
import pytest

import xp_torch as xp

pd = pytest.importorskip("pandas")
xr = pytest.importorskip("xarray")

V = np.array([[3.0, 1.0, np.nan, 4.0], [1.0, 5.0, 9.0, 2.0], [6.0, 5.0, 3.0, 5.0]])

# `d` is a DataArray, `s` a Dataset, `m` makes an array: of this package or of NumPy.
OURS = """
d + 1
1 - d
d * d
d / d.x
d.y ** d
d % 3
abs(d)
d > 2
d == d
(d > 2) & (d < 5) | (d == 1)
~(d > 2)
iadd(d, 1)
iadd(d, d.y)
d + m(np.ones((3, 4)))
m(np.ones((3, 4))) + d
d + np.ones((3, 4))
np.ones((3, 4)) + d
d + m(np.ones((3, 4))).sum()
m(np.ones((3, 4))).sum() * d
m(np.arange(3.0))[1] * d
d.fillna(0) @ d.fillna(0)
np.sin(d)
np.add(d, d)
d.round(1)
d.clip(2, 4)
d.astype("float32")
d.conj()
d.sum()
d.sum("x")
d.mean()
d.mean("y")
d.std("x")
d.var("x", ddof=1)
d.max("y")
d.prod("y")
d.median("x")
(d > 4).any("x")
d.count("x")
d.mean(skipna=False)
d.sum("x", min_count=3)
d.cumsum("y")
d.quantile([0.25, 0.5], "y")
d.fillna(0).argmax("y")
d.argmin("x")
d.idxmax("y")
d.fillna(9).idxmin("x")
d.diff("y")
d.reduce(np.sum, "x")
d.reduce(np.ptp, "x")
d[0]
d[1:, ::2]
d[::-1]
d[[0, 2]]
d[m([0, 2])]
d[m([True, False, True])]
d.isel(x=1, y=slice(1, 3))
d.isel(y=m([0, 3]))
d.sel(x=20)
d.sel(y=1.4, method="nearest")
d.sel(x=m([10, 30]))
d.loc[10:20, 1.0]
setitem(d, 0, 7.0)
setitem(d, m([True, False, True]), m(np.ones(4)))
setitem(d, dict(x=0), m(np.arange(4.0)))
setloc(d, dict(x=10), d.isel(x=1).variable)
d.where(d > 2)
d.where(d > 2, 0.0)
d.where(d.x > 10, drop=True)
xr.where(d > 2, d, -d)
d.isnull()
d.dropna("x")
d.isin(m([1.0, 5.0]))
d.combine_first(d * 0 + 1)
d.reindex(x=[10, 15, 20])
d.reindex(x=[11, 19], method="nearest")
xr.align(d, d[:2], join="outer")[1]
xr.broadcast(d, d.x)[1] * d
d.fillna(0).integrate("y")
d.fillna(0).cumulative_integrate("y")
d.differentiate("y")
d.fillna(0).polyfit("y", 1).polyfit_coefficients
xr.polyval(d.y, xr.DataArray(m([1.0, 2.0]), dims="degree", coords={"degree": [0, 1]}))
d.groupby(G).sum()
d.groupby(G).mean()
d.groupby("x").map(lambda g: g - g.mean())
d.groupby("x") - d.groupby("x").mean()
d.groupby_bins("y", [-1, 1, 4]).sum()
d.groupby(G).median()
d.groupby(xr.DataArray(m([0, 0, 1]), dims="x", name="g")).max()
d.assign_coords(y=pd.date_range("2000", periods=4, freq="12h")).resample(y="1D").mean()
d.coarsen(y=2).mean()
d.rolling(y=2).mean()
d.rolling(y=3, center=True, min_periods=1).sum()
d.rolling(x=2).max()
d.rolling(y=2).construct("w")
d.rolling(y=2).reduce(np.sum)
d.rolling(y=2).median()
d.rolling(y=2).count()
d.fillna(0).rolling(y=2, min_periods=1).argmax()
d.cumulative("y").sum()
d.weighted(xr.DataArray(m([1.0, 2.0, 3.0]), dims="x")).mean("x")
d.weighted(d.y + 1).std()
xr.concat([d, d], "x")
xr.concat([d, d + 1], pd.Index([0, 1], name="k"))
xr.concat([d, d.copy(data=V)], "x")
xr.concat([d, d[:, :2]], "x", join="outer")
xr.merge([d, (d + 1).rename("w")]).w
d.stack(z=("x", "y")).unstack("z")
d.transpose("y", "x")
d.roll(y=1)
d.shift(y=1)
d.fillna(0).astype(int).shift(y=1)
d.pad(y=1)
d.pad(y=1, mode="edge")
d.sortby("y", ascending=False)
d.sortby(d.isel(x=1))
d.assign_coords(z=("x", m([1.0, 2.0, 3.0]))).z + d
d.assign_coords(z=("x", ["a", "b", "c"])).swap_dims(x="z")
d.reset_index("x")
d.copy(data=m(V * 2))
d.to_dataset(dim="x")[10]
[r.sum() for r in d][1]
roundtrip(d)
xr.apply_ufunc(lambda a: a * 2, d)
xr.apply_ufunc(lambda a: a.sum(axis=-1), d, input_core_dims=[["y"]])
xr.apply_ufunc(np.multiply, d, d.x)
xr.apply_ufunc(lambda a: (a.min(axis=-1), a.max(axis=-1)), d, input_core_dims=[["y"]], output_core_dims=[[], []])[1]
xr.map_blocks(lambda a: a + 1, d)
xr.dot(d.fillna(0), d.fillna(0), dim="x")
xr.dot(d.fillna(0), d.fillna(0), d.fillna(0), dim="y")
xr.cov(d, d * 2, "x")
xr.corr(d, d * 2, "x")
xr.full_like(d, 3.0)
xr.zeros_like(d)
xr.ones_like(d, dtype=bool)
s.mean().a
(s * 2 + s).a
s.groupby("x").mean().a
s.to_dataarray()
s.map(np.sqrt).a
s.where(s.b > 1).a
s.assign(c=lambda s: s.a * s.b).c
s.reduce(np.nanmax).a
s[["a"]].to_stacked_array("z", ["x"])
s.query(x="b > 1").a
d.variable.set_dims({"q": 2, "x": 3, "y": 4})
xr.DataTree.from_dict({"/a": s}).mean()["a/a"]
d.fillna(0).stack(z=("x", "y")).groupby(d.fillna(0).stack(z=("x", "y"))).count()
"""
# xarray computes these with NumPy, or returns what is not an array.
NUMPYS = """
d.interpolate_na("y")
d.interp(y=[0.5, 1.5])
d.fillna(0).interp(x=[15, 25], y=[0.5, 1.5])
d.interp(y=[0.4, 1.6], method="nearest")
d.interp_like(xr.DataArray(np.zeros(2), dims="y", coords={"y": [0.5, 1.5]}))
d.fillna(0).curvefit("y", lambda x, a, b: a * x + b).curvefit_coefficients
d.fillna(0).weighted(d.y + 1).quantile(0.5)
d.equals(d.copy())
d.to_series().sum()
d.to_dataframe().v.sum()
d.to_dict()["data"][1]
d.to_numpy()
d.as_numpy()
xr.apply_ufunc(lambda a: a.sum(), d, input_core_dims=[["y"]], vectorize=True)
d[0].plot()[0].get_ydata()
"""


def roundtrip(d):
    return pickle.loads(pickle.dumps(d))


def setitem(d, key, value):
    d = d.copy(deep=True)
    d[key] = value
    return d


def setloc(d, key, value):
    d = d.copy(deep=True)
    d.loc[key] = value
    return d


def iadd(d, value):
    d = d.copy(deep=True)
    d += value
    return d


def run(expression, m):
    d = xr.DataArray(m(V), dims=("x", "y"), coords={"x": [10, 20, 30], "y": [0.0, 1.0, 2.0, 3.0]}, name="v")
    s = xr.Dataset({"a": (("x", "y"), m(V)), "b": ("x", m(np.array([1.0, 2.0, 3.0])))}, coords={"x": [10, 20, 30]})
    group = xr.DataArray([0, 0, 1], dims="x", name="g")
    result = eval(expression, globals() | {"d": d, "s": s, "m": m, "G": group})
    if isinstance(result, xr.Dataset):
        result = result.to_dataarray()
    return result.data if isinstance(result, (xr.DataArray, xr.Variable)) else result


@pytest.mark.parametrize("expression", OURS.strip().splitlines())
def test_operations_return_our_arrays(expression):
    result, expected = run(expression, xp.asarray), run(expression, np.asarray)
    assert isinstance(result, xp.ndarray)
    assert result.dtype == expected.dtype
    np.testing.assert_allclose(np.asarray(result), expected, rtol=1e-12)


@pytest.mark.parametrize("expression", NUMPYS.strip().splitlines())
def test_operations_that_xarray_computes_with_numpy(expression):
    np.testing.assert_allclose(run(expression, xp.asarray), run(expression, np.asarray), rtol=1e-12)


def test_gradients():
    x = xp.asarray(np.arange(4.0))
    x.tensor.requires_grad_()
    xr.DataArray(x, dims="x").rolling(x=2).mean().sum().data.tensor.backward()
    assert x.tensor.grad.tolist() == [0.5, 1.0, 1.0, 0.5]


def test_recipes():
    d = xr.DataArray(xp.asarray(V), dims=("x", "y"))
    rows, columns = xp.asarray([0, 2]), xp.asarray([1, 3])
    with pytest.raises(TypeError, match="Vectorized indexing"):
        d.isel(x=xr.DataArray(rows, dims="p"), y=xr.DataArray(columns, dims="p"))
    assert xr.DataArray(d.data[rows, columns], dims="p").data.tolist() == [1.0, 5.0]
    with pytest.raises(ValueError, match="Could not convert"):
        xr.cross(d[:, 1:], d[:, 1:], dim="y")
    cross = xr.apply_ufunc(xp.linalg.cross, d[:, :3], d[:, :3], input_core_dims=[["y"]] * 2, output_core_dims=[["y"]])
    assert cross.data[1].tolist() == [0.0, 0.0, 0.0]
