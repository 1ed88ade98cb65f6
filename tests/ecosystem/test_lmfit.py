"""lmfit fits models whose functions compute our arrays."""

import numpy as np
import pytest

import xp_torch as xp

lmfit = pytest.importorskip("lmfit")


def fitted(library):
    model = lmfit.Model(lambda x, a, b: a * library.exp(-b * x))
    x = library.linspace(0, 3, 20)
    y = 2 * library.exp(-0.7 * x) + 0.01 * library.cos(9 * x)
    result = model.fit(y, x=x, a=1, b=1, weights=1 + x)
    found = [result.params[name].value for name in "ab"] + [result.params[name].stderr for name in "ab"]
    return [*found, result.chisqr, *result.best_fit, *result.eval_uncertainty(), len(result.fit_report())]


def test_model():
    np.testing.assert_allclose(fitted(xp), fitted(np), rtol=1e-5)


def test_built_in_models():
    x = xp.linspace(-3, 3, 40)
    y = xp.exp(-((x - 0.5) ** 2))
    model = lmfit.models.GaussianModel()
    assert model.fit(y, model.guess(y, x=x), x=x).best_values["center"] == pytest.approx(0.5)


def test_minimize():
    x = xp.arange(1.0, 5)
    found = lmfit.minimize(lambda params: params["a"] * x - 3 * x, lmfit.create_params(a=1.0))
    assert found.params["a"].value == pytest.approx(3)
