"""pandas with arrays of this package: what works, and the recipes of the documentation."""

import operator

import numpy as np
import pytest

import xp_torch as xp

pd = pytest.importorskip("pandas")

X = np.array([3.0, 1.0, 2.0])
CALLS = {
    "s + x": lambda s, df, x: s + x,
    "x - s": lambda s, df, x: x - s,
    "s * element": lambda s, df, x: s * x[0],
    "0-D / s": lambda s, df, x: x.sum() / s,
    "s < x": lambda s, df, x: s < x,
    "x == s": lambda s, df, x: x == s,
    "(s > 1) & (x > 1)": lambda s, df, x: (s > 1) & (x > 1),
    "s += x": lambda s, df, x: s.__iadd__(x),
    "s @ x": lambda s, df, x: s @ x,
    "Int64 + x": lambda s, df, x: pd.Series([1, 2, 3], dtype="Int64") + x,
    "df + row": lambda s, df, x: df + x[:2],
    "df.T @ x": lambda s, df, x: df.T @ x,
    "df.mul": lambda s, df, x: df.mul(x, axis=0),
    "Series": lambda s, df, x: pd.Series(x),
    "Series, dtype": lambda s, df, x: pd.Series(x, dtype=xp.asarray(x).astype("float32").dtype),
    "Index": lambda s, df, x: pd.Series(X, index=x),
    "DataFrame": lambda s, df, x: pd.DataFrame({"a": x, "b": x > 1}),
    "df[c] = x": lambda s, df, x: df.assign(c=x),
    "df.loc[:, c] = x": lambda s, df, x: df.loc.__setitem__((slice(None), "a"), x) or df,
    "s.iloc[0] = element": lambda s, df, x: s.iloc.__setitem__(0, x[1]) or s,
    "df.loc[indices]": lambda s, df, x: df.loc[x.astype(int)[1:]],
    "df.iloc[indices]": lambda s, df, x: df.iloc[x.astype(int)[1:]],
    "s.where": lambda s, df, x: s.where(x > 1, x * 10),
    "isin": lambda s, df, x: s.isin(x[:2]),
    "cut": lambda s, df, x: pd.cut(s, x[[1, 2, 0]], labels=False),
    "np.sin": lambda s, df, x: np.sin(s) + x,
    "eval": lambda s, df, x: df.eval("a + @x", local_dict={"x": x}),
    "query": lambda s, df, x: df.query("a > @x.mean()", local_dict={"x": x}),
    # what pandas itself would have to accept: the recipe, with the same result
    "s[x > 1]": lambda s, df, x: s[np.asarray(x > 1)],
    "df.loc[x > 1, c]": lambda s, df, x: df.loc[np.asarray(x > 1), "a"],
    "groupby": lambda s, df, x: df.groupby(np.asarray(x > 1)).sum(),
    "set_index": lambda s, df, x: df.set_index(np.asarray(x)),
    "df + array": lambda s, df, x: df + np.asarray(x[:, None]),
    "df.iloc[element]": lambda s, df, x: df.iloc[int(x[1])],
    "df * 0-D": lambda s, df, x: df * x.sum().item(),
    "clip": lambda s, df, x: s.clip(upper=x.mean().item()),
    "0-D results": lambda s, df, x: pd.DataFrame([{"sum": x.sum().item(), "n": 1}, {"sum": x.max().item(), "n": 2}]),
    "a column of 0-D results": lambda s, df, x: pd.Series(xp.stack([x.sum(), x.max()]) if x is not X else [6.0, 3.0]),
}


@pytest.mark.parametrize("name", CALLS)
def test_calls(name):
    def run(x):
        return CALLS[name](pd.Series([1.0, 2.0, 3.0]), pd.DataFrame({"a": [1.0, 2.0, 3.0], "b": [4.0, 5.0, 6.0]}), x)

    result, expected = run(xp.asarray(X)), run(X)
    assert type(result) is type(expected)
    if isinstance(expected, (pd.Series, pd.DataFrame)):
        (pd.testing.assert_series_equal if result.ndim == 1 else pd.testing.assert_frame_equal)(result, expected)
    else:
        assert result == expected


@pytest.mark.parametrize(
    "name", ["log", "add.reduce", "sum", "mean", "median", "cumsum", "diff", "sort", "argmax", "isnan"]
)
def test_functions_take_series(name):
    s, call = pd.Series(X, index=list("abc")), operator.attrgetter(name)
    expected = call(np)(s)
    if isinstance(expected, pd.Series) and name != "cumsum":
        pd.testing.assert_series_equal(call(xp)(s), expected)
    else:
        assert np.array_equal(np.asarray(call(xp)(s)), np.asarray(expected))
