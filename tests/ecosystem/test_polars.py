"""polars makes its columns of our arrays."""

import numpy as np
import pytest

import xp_torch as xp

pl = pytest.importorskip("polars")
pytest.importorskip("pyarrow")


def test_series_and_frames():
    x = xp.asarray([1.5, 2.5, 3.5])
    assert pl.Series(x).to_list() == [1.5, 2.5, 3.5]
    # polars ignores a name and a dtype beside an object of Arrow's interface.
    assert pl.Series("a", np.asarray(x), pl.Float32).name == "a"
    assert pl.DataFrame({"a": x, "b": x > 2, "c": x[::-1]}).rows() == [
        (1.5, False, 3.5),
        (2.5, True, 2.5),
        (3.5, True, 1.5),
    ]
    assert pl.Series(x).filter(x > 2).to_list() == [2.5, 3.5]
    assert pl.from_numpy(xp.zeros((2, 3))).shape == (2, 3)
    assert (xp.asarray(pl.Series(x)) == x).all()
    assert np.float32 == pl.Series(x.astype(xp.float32)).to_numpy().dtype


def test_what_takes_numpys_arrays_only():
    x, i = xp.asarray([1.5, 2.5, 3.5]), xp.asarray([2, 0])
    series, frame = pl.Series(x), pl.DataFrame({"a": x})
    with pytest.raises(TypeError):
        series + x
    assert (series + np.asarray(x)).to_list() == [3, 5, 7]
    with pytest.raises(TypeError, match="predicate"):
        frame.filter(x > 2)
    assert frame.filter(np.asarray(x > 2)).rows() == [(2.5,), (3.5,)]
    for indexed in (series, frame):
        with pytest.raises(TypeError, match="cannot select"):
            indexed[i]
        assert indexed[np.asarray(i)].shape[0] == 2
    with pytest.raises(ValueError, match=r"one dimension.*numpy\.asarray"):
        pl.DataFrame(xp.zeros((2, 3)))
    assert pl.DataFrame(np.asarray(xp.zeros((2, 3)))).shape == (2, 3)
