"""`emath`: complex results where the real function has no value, as NumPy's."""

import numpy as np
import pytest
from support.oracle import same

import xp_torch as xp

INPUTS = [
    np.array([-1.0, 0.5, 2], "f4"), np.array([1, 0]), np.array([-2, 3], "i2"), np.array([-2, 3]), np.array([True]),
    np.array([-1.0 + 0j]), np.array(-3.0), np.array([], "f8"), np.array([np.nan]), np.array([-0.0, 0.0]),
    np.array([-np.inf, np.inf]), np.array([0.5], "f2"), np.array([-0.5], "f2"), np.array([1.5, -1.5]),
]  # fmt: skip


@pytest.mark.parametrize("name", ["arccos", "arcsin", "arctanh", "log", "log10", "log2", "sqrt"])
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_functions_of_one_argument(name):
    for a in INPUTS:
        same(getattr(xp.emath, name)(xp.asarray(a)), getattr(np.emath, name)(a), 1e-6)
    assert type(getattr(np.emath, name)(xp.asarray([0.5]))) is xp.ndarray


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_functions_of_two_arguments():
    for n, x in ((2, -4.0), (2, [4.0, 8.0]), (-2.0, [4, -4]), ([2.0, 3.0], 9), (0.5, 3)):
        same(xp.emath.logn(n, x), np.asarray(np.emath.logn(n, x)), 1e-12)
    for x, p in (
        ([-1.0, 2.0], 0.5),
        ([-2, 4], -2),
        ([2, 4], -2),
        ([2, 4], 2),
        ([2.0], [-1, 0.5]),
        (-1, 0.5),
        (4, [-1, 2]),
    ):
        same(xp.emath.power(x, p), np.asarray(np.emath.power(x, p)), 1e-12)


def test_values_do_not_decide_under_vmap():
    assert xp.vmap(xp.emath.sqrt)(xp.asarray([1.0, 4.0])).dtype == "complex128"
    assert xp.emath.sqrt(xp.asarray([1.0, 4.0])).dtype == "float64"


def test_gradients_pass():
    x = xp.asarray([-4.0, 4.0]).requires_grad_()
    xp.sum(xp.real(xp.emath.sqrt(x))).backward()
    assert x.grad.tolist() == pytest.approx([0, 0.25])
