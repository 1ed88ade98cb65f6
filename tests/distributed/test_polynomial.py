"""Polynomials of arrays that are sharded over processes, in all bases, and what of them gathers."""

import numpy as np
import pytest
from support.distributed.expressions import differences, gradients_differ, mesh

import xp_torch as xp

pytestmark = pytest.mark.slow

BASES = {
    "polynomial": "poly",
    "chebyshev": "cheb",
    "legendre": "leg",
    "hermite": "herm",
    "hermite_e": "herme",
    "laguerre": "lag",
}
#: Calls that gather nothing.
AT_POINTS = """
val(v, [1.0, 2.0, 3.0, 0.5]); val(m, [1, 2, 3]); val(i, [1.0, 2.0]); val(v, np.arange(12.0).reshape(4, 3));
val(m, [2.0]); val(v, [1.0, 2j]); val2d(v, w, np.arange(6.0).reshape(2, 3));
val3d(v, w, v, np.arange(8.0).reshape(2, 2, 2)); vander(v, 3); vander(m, 2); der(v[:9]); der(v[:9], 2);
der(m[:9], axis=1); int(v[:9]); int(m[:9], axis=1); int(v[:9], 2, [1.0, 2.0])
"""
#: Calls that gather the coefficients, and those of them that are sharded.
OF_COEFFICIENTS = """
add(v, w[:3]); sub(v, w); mul(v[:9], w[:3]); mulx(v); pow(v[:5], 2); val([1.0, 2.0], v[:6]); trim(v, 0.1);
div(v[:9], w[:3]); fit(v[:9], w[:9], 2); vander2d(v, w, [1, 2]); companion(v[:5]);
grid2d(v, w, np.arange(6.0).reshape(2, 3))
"""


def expressions(calls, module):
    return [f"xp.polynomial.{module}.{BASES[module]}{call}" for call in calls.replace("\n", " ").strip().split("; ")]


@pytest.mark.parametrize("module", BASES)
def test_values_are_numpys(module, processes):
    classes = {"polynomial": "Polynomial", "hermite_e": "HermiteE"}
    series = f"xp.polynomial.{classes.get(module, module.capitalize())}([1.0, 2.0, 3.0], [-2, 2])(v)"
    assert processes.run(differences, [*expressions(AT_POINTS, module), series], 61) == [[], []]
    ends = ("mul", "pow", "val", "div", "fit", "vander2d", "grid2d")
    gathers = {"polynomial.as_series", "polynomial.trimcoef", *[f"polynomial.{BASES[module]}{end}" for end in ends]}
    assert processes.run(differences, expressions(OF_COEFFICIENTS, module), 61, gathers=gathers) == [[], []]


def test_gradients_are_those_of_one_process(processes):
    calls = [
        "xp.polynomial.chebyshev.chebval(m[:, 0], [1.0, 2.0, 3.0]) ** 2",
        "xp.polynomial.legendre.legval(xp.asarray([0.5, 2.0]), m[:, 0]) ** 2",
        "xp.polynomial.laguerre.lagvander(m, 3) ** 2",
    ]
    assert processes.run(gradients_differ, calls, 7) == [[], []]


def of_coefficients():
    a, c = np.linspace(-1, 1, 9), xp.asarray([1.0, 2.0, 3.0])
    x = xp.asarray(a, device=xp.distributed.Device(mesh()))
    for fun in (xp.polynomial.chebyshev.chebval, lambda x, c: xp.polyval(c, x)):
        got, expected = (xp.grad(lambda c, z=z: xp.sum(fun(z, c) ** 2))(c) for z in (x, xp.asarray(a)))
        np.testing.assert_allclose(got, expected)


def test_gradients_by_coefficients(processes):
    processes.run(of_coefficients)
