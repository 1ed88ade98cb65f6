"""pint's quantities hold arrays of this package."""

import numpy as np
import pytest
import torch

import xp_torch as xp

pint = pytest.importorskip("pint")
u = pint.UnitRegistry()

X = np.array([1.0, 2.0, 3.0])
METHODS = "sum mean std var max min cumsum prod argmax argsort conj copy flatten ravel round transpose"
FUNCTIONS = (
    "sqrt square absolute isfinite sum mean std median max cumsum ptp diff sort nanmean var prod flip squeeze "
    "zeros_like argsort trapezoid average gradient"
)
CALLS = {
    "x * m": lambda x, q: x * u.m,
    "m * x": lambda x, q: u.m * x,
    "0-D * m": lambda x, q: x.sum() * u.m,
    "element * m": lambda x, q: u.m * x[0],
    "x * q": lambda x, q: x * q,
    "q * x": lambda x, q: q * x,
    "x / q": lambda x, q: x / q,
    "q + NumPy's": lambda x, q: q + u.Quantity(X, "km"),
    "NumPy's + q": lambda x, q: u.Quantity(X, "km") + q,
    "q - 1 cm": lambda x, q: q - u.Quantity(1.0, "cm"),
    "q ** 2": lambda x, q: q**2,
    "q == q": lambda x, q: q == q.to("km"),
    "q < q": lambda x, q: q < 2 * u.m,
    "x @ q": lambda x, q: x @ q,
    "to": lambda x, q: q.to("km"),
    "degrees": lambda x, q: u.Quantity(x, "degC").to("K"),
    "q[1:]": lambda x, q: q[1:],
    "q[q > 1 m]": lambda x, q: q[q > 1 * u.m],
    "x / s, which pint does only for NumPy's arrays": lambda x, q: x * (1 / u.s),
    "q.reshape": lambda x, q: q.reshape([1, 3]),
    **{f"q.{name}": lambda x, q, name=name: getattr(q, name)() for name in METHODS.split()},
    **{f"np.{name}": lambda x, q, name=name: getattr(np, name)(q) for name in FUNCTIONS.split()},
    "np.concatenate": lambda x, q: np.concatenate([q, q]),
    "np.stack": lambda x, q: np.stack([q, q]),
    "np.where": lambda x, q: np.where(x > 1, q, q * 2),
    "np.dot": np.dot,
    "np.interp": lambda x, q: np.interp(q, q, q),
    "np.clip": lambda x, q: np.clip(q, 1 * u.m, 2 * u.m),
    "np.linalg.norm": lambda x, q: np.linalg.norm(q),
    "np.hypot": lambda x, q: np.hypot(q, q),
}


@pytest.mark.parametrize("name", CALLS)
def test_calls(name):
    x = xp.asarray(X)
    result, expected = CALLS[name](x, u.Quantity(x, "m")), CALLS[name](X, u.Quantity(X, "m"))
    assert getattr(result, "units", None) == getattr(expected, "units", None)
    result, expected = (getattr(r, "magnitude", r) for r in (result, expected))
    assert isinstance(result, xp.ndarray)
    np.testing.assert_allclose(np.asarray(result), expected)


def test_in_place_and_gradients():
    q = u.Quantity(xp.asarray(X), "m")
    q[0] = 5 * u.km
    q += 1 * u.m
    q *= 2
    assert isinstance(q.magnitude, xp.ndarray)
    assert q.magnitude.tolist() == [10002.0, 6.0, 8.0]
    x = xp.asarray(torch.ones(2, requires_grad=True))
    np.sum(u.Quantity(x, "m").to("cm")).magnitude.tensor.backward()
    assert x.tensor.grad.tolist() == [100.0, 100.0]


def test_sums_of_what_has_a_unit_and_what_has_none_raise():
    for add in (lambda a, b: a + b, lambda a, b: b + a, np.add):
        with pytest.raises(pint.DimensionalityError):
            add(xp.asarray(X), u.Quantity(X, "m"))
