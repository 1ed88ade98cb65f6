"""The tables of the special functions: every entry, against mpmath."""

import itertools

import mpmath
import numpy as np
import pytest
import torch

from xp_torch._kernels.special import _PSI_ROOTS
from xp_torch._kernels.special_functions import integrals, tables
from xp_torch._kernels.special_functions.pieces import piecewise_polynomial


@pytest.fixture(autouse=True)
def many_digits():
    with mpmath.workdps(40):
        yield


def around_root(function, root):
    """Return (function(x) - log(x / root)) / (x - root), for a root in two floats."""
    zero = mpmath.fsum(root)
    return lambda x: (function(x) - mpmath.log(x / zero)) / (x - zero)


def auxiliary(x):
    """Return the auxiliary functions f and g of the sine and cosine integrals."""
    si, ci = mpmath.pi / 2 - mpmath.si(x), mpmath.ci(x)
    return si * mpmath.cos(x) + ci * mpmath.sin(x), si * mpmath.sin(x) - ci * mpmath.cos(x)


def by_inverse(function):
    return lambda y: function(1 / y)


def by_inverse_square(function):
    return lambda y: function(1 / mpmath.sqrt(y))


PIECES = {
    "E1": by_inverse(lambda x: x * mpmath.exp(x) * mpmath.e1(x)),
    "EI": by_inverse(lambda x: x * mpmath.exp(-x) * mpmath.ei(x)),
    "EI_NEAR": around_root(mpmath.ei, integrals._EI_ZERO),
    "CI_NEAR": around_root(mpmath.ci, integrals._CI_ZERO),
    "F": by_inverse_square(lambda x: x * auxiliary(x)[0]),
    "G": by_inverse_square(lambda x: x * x * auxiliary(x)[1]),
}


@pytest.mark.parametrize("name", sorted(PIECES))
def test_pieces_have_the_values_of_mpmath(name):
    edges, rows = getattr(tables, f"{name}_EDGES"), getattr(tables, name)
    assert len(edges) == len(rows) + 1
    for low, high in itertools.pairwise(edges):
        places = np.linspace(low, high, 9)[1:-1]
        values = piecewise_polynomial(torch.from_numpy(places), edges, rows).tolist()
        expected = [float(PIECES[name](mpmath.mpf(float(x)))) for x in places]
        np.testing.assert_allclose(values, expected, rtol=1e-15 * 4)


@pytest.mark.parametrize(
    ("table", "function"),
    [
        (tables.LOGARITHMS, lambda i: mpmath.log(mpmath.mpf(i + 45) / 64)),
        (tables.ARC_TANGENTS, lambda i: mpmath.atan(mpmath.mpf(i) / 32)),
    ],
)
def test_pairs_are_the_two_parts_of_values_of_mpmath(table, function):
    for i, (high, low) in enumerate(table):
        value = function(i)
        assert high == float(value)
        assert low == float(value - high)


def test_nodes_and_weights_are_gauss_s():
    places, weights = np.polynomial.legendre.leggauss(2 * len(tables.NODES))
    np.testing.assert_allclose(tables.NODES, places[::-1][: len(tables.NODES)], rtol=1e-14)
    np.testing.assert_allclose(tables.WEIGHTS, weights[::-1][: len(tables.NODES)], rtol=1e-12)


@pytest.mark.parametrize(
    ("table", "root"), [(tables.PSI_POSITIVE, _PSI_ROOTS[0]), (tables.PSI_NEGATIVE, _PSI_ROOTS[1])]
)
def test_series_of_psi_beside_its_roots(table, root):
    zero = mpmath.fsum(root)
    for k, coefficient in enumerate(table):
        assert coefficient == pytest.approx(float(mpmath.psi(k + 1, zero) / mpmath.factorial(k + 1)), rel=1e-14)


def test_series_of_zeta_beside_its_pole():
    for k, coefficient in enumerate(tables.ZETA):
        expected = (-1) ** k * mpmath.stieltjes(k) / mpmath.factorial(k)
        assert coefficient == pytest.approx(float(expected), rel=1e-13)
