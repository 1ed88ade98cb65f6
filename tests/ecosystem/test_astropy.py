"""astropy computes with arrays of this package and gives quantities of NumPy's; what would lose a unit raises."""

import operator

import numpy as np
import pytest

import xp_torch as xp

u = pytest.importorskip("astropy.units")
table = pytest.importorskip("astropy.table")

X = np.array([1.0, 2.0, 3.0])
CALLS = {
    "x * m": lambda x, q: x * u.m,
    "x / s": lambda x, q: x / u.s,
    "x << m": lambda x, q: x << u.m,
    "element * m": lambda x, q: x[0] * u.m,
    "0-D * m": lambda x, q: x.sum() * u.m,
    "Quantity": lambda x, q: u.Quantity(x, "m").to("km"),
    "q[mask]": lambda x, q: q[x > 1],
    "q[0] = x * km": lambda x, q: q.__setitem__(0, x[0] * u.km) or q,
    "Table": lambda x, q: table.Table({"a": x})["a"],
    "m * x": lambda x, q: u.m * x,
    "x * q": lambda x, q: x * q,
    "q / x": lambda x, q: q / x,
    "element * q": lambda x, q: x[0] * q,
    "q @ x": lambda x, q: q @ x,
    "q *= x": lambda x, q: q.__imul__(x),
    "np.multiply": np.multiply,
    "sin": lambda x, q: (xp if isinstance(x, xp.ndarray) else np).sin(q * u.rad / u.m),
}


@pytest.mark.parametrize("name", CALLS)
def test_quantities(name):
    result, expected = CALLS[name](xp.asarray(X), X * u.m), CALLS[name](X, X * u.m)
    assert type(result) is type(expected)
    assert getattr(result, "unit", None) == getattr(expected, "unit", None)
    np.testing.assert_array_equal(result, expected)


@pytest.mark.parametrize("call", [operator.add, operator.lt, operator.setitem, np.add, np.dot, operator.imul])
def test_no_unit_is_lost(call):
    with pytest.raises((TypeError, u.UnitConversionError)):
        call(xp.asarray(X), *[0] * (call is operator.setitem), X * u.m)


@pytest.mark.parametrize("name", ["sum", "mean", "std", "sort", "cumsum", "trapezoid", "kron", "unwrap", "concat"])
def test_functions_of_this_package_refuse_quantities(name):
    q = X * u.m
    with pytest.raises(TypeError, match="another library"):
        getattr(xp, name)(*{"kron": (xp.asarray(X), q), "concat": ([q, q],)}.get(name, (q,)))


def test_arrays_through_functions():
    assert isinstance(u.m.to(u.km, xp.asarray(X)), xp.ndarray)
    masked = np.ma.masked_array(X, [True, False, False])
    for result in (xp.asarray(X) + masked, masked + xp.asarray(X)):
        assert result.tolist() == [None, 4.0, 6.0]
