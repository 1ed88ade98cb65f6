"""Polynomials against NumPy: values, dtypes, errors, and the class."""

import copy
import pickle
import warnings

import numpy as np
import pytest
from numpy.exceptions import RankWarning
from support.oracle import DTYPES, agree, call, ours, same, small

import xp_torch as xp

VECTORS = [[1, 2, 3], [0, 0, 1.5, -2], [1j, 2], [3], [0, 0], np.array([2, 1], np.int8), np.array([1, 2], np.float32)]


@pytest.mark.parametrize("a", VECTORS, ids=str)
def test_arithmetic(a):
    for b in VECTORS:
        agree("polyadd", a, b)
        agree("polysub", a, b)
        agree("polymul", a, b)
        agree("polydiv", a, b, rtol=1e-6)
        agree("polyval", a, b)
    for m in (0, 1, 2, 5):
        agree("polyder", a, m)
        agree("polyint", a, m, rtol=1e-15)
        agree("polyint", a, m, k=2, rtol=1e-15)
        agree("polyint", a, m, k=[1, 2], rtol=1e-15)
    for m in (-1, 1.5, "a"):
        agree("polyder", a, m)
        agree("polyint", a, m)
    agree("polyval", a, 3)
    agree("polyval", a, np.arange(6.0).reshape(2, 3))


def test_divisions():
    for u, v in [([3.0, 5.0, 2.0], [2.0, 1.0]), ([1], [1, 2]), ([0, 0, 1], [1, 1]), ([1, 2, 3j], [1j, 2])]:
        agree("polydiv", u, v, rtol=1e-15)
    for u, v in [([[1.0, 2.0]], [1.0]), ([1.0, 2.0], [[1.0, 2.0]])]:
        agree("polydiv", u, v)
    q, r = xp.polydiv(xp.poly1d([1, 0, -1]), [1, 1])
    assert isinstance(q, xp.poly1d)
    assert isinstance(r, xp.poly1d)
    same(q.coeffs, np.array([1.0, -1.0]))


@pytest.mark.parametrize("dtype", DTYPES)
def test_vander(dtype):
    x = small(dtype, (4,))
    for n in (None, 0, 1, 3, 6, -1, 2**61, 2**63):
        agree("vander", x, n)
        agree("vander", x, n, increasing=True)
    agree("vander", x, -1)
    agree("vander", x.reshape(2, 2))
    agree("vander", x[:0])


def test_roots():
    for p in [[1, 2, 1], [1, -3, 2], [0, 0, 1, -3, 2, 0, 0], [3], [0, 0], [], [1, 0, 1], [1, 2j, -1]]:
        expected, got = np.roots(p), xp.roots(p)
        assert got.dtype.name == expected.dtype.name
        same(xp.sort(got), np.sort(expected), rtol=1e-7)
    agree("roots", [[1, 2]])
    agree("roots", 5)
    agree("roots", np.asarray(5.0))
    for big in (False, True):
        p = np.array([1, 2, 1], np.float64 if big else np.float32)
        same(xp.sort(xp.roots(ours(p))), np.sort(np.roots(p)), rtol=1e-3)


def test_from_roots():
    for r in [[3, -np.sqrt(2), np.sqrt(2)], [1 + 1j, 1 - 1j], [1 + 1j, 2], [], [[1, 2], [3, 4]], [1], 4]:
        expected, refusal = call(np.poly, (r,), {})
        got, _ = call(xp.poly, (r,), {})
        if isinstance(expected, float):
            assert type(got) is type(expected)
            assert got == expected
        elif refusal is None:
            same(got, expected, rtol=1e-13)
    for r in [np.zeros((0, 0)), np.zeros((2, 3)), np.zeros((1, 1, 1))]:
        agree("poly", r)
    agree("poly", np.array([1, 2], np.float16))
    agree("poly", np.array([1, 2], np.float32))
    agree("poly", np.array([1j, 2], np.complex64))


def test_fit():
    rng = np.random.default_rng(0)
    x = np.linspace(-1, 1, 9)
    y = 2 * x**2 - x + 3 + rng.normal(size=9) / 10
    w = np.arange(1.0, 10.0)
    columns = np.stack([y, y**2], 1)
    for values in (y, columns):
        for weights in (None, w):
            agree("polyfit", x, values, 2, w=weights, rtol=1e-12)
            agree("polyfit", x, values, 2, full=True, w=weights, rtol=1e-12)
            agree("polyfit", x, values, 2, cov=True, w=weights, rtol=1e-12)
            agree("polyfit", x, values, 2, cov="unscaled", w=weights, rtol=1e-12)
    agree("polyfit", x.astype("f4"), y.astype("f4"), 1, rtol=1e-5)
    agree("polyfit", x, y * (1 + 1j), 3, rtol=1e-12)
    agree("polyfit", [1, 2, 3], [2, 4, 7], 1, rtol=1e-12)
    agree("polyfit", x[:3], y[:3], 2, cov=True)
    for args in [(x, y, -1), (x[:, None], y, 1), (x[:0], y[:0], 1), (x, y[:3], 1), (x, 1.0, 1), (x, columns[None], 1)]:
        agree("polyfit", *args)
    agree("polyfit", x, y, 1, w=w[:2])
    agree("polyfit", x, y, 1, w=[w])
    same(ours(w), w)
    with pytest.warns(RankWarning, match="poorly conditioned"):
        xp.polyfit([1.0, 1.0], [1.0, 2.0], 1)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        xp.polyfit([1.0, 1.0], [1.0, 2.0], 1, full=True)


PRINTED = [
    [1, 2, 3], [1.0, 0, -3, 2], [0], [1j, 0, 2 + 3j], [-1, -2.5, 1e10], [1, 0], [0, 0, 5], [-1j, 1 - 2j, 3],
    np.arange(30), [np.nan, 1],
]  # fmt: skip


@pytest.mark.cpu_only
@pytest.mark.parametrize("c", PRINTED, ids=str)
def test_printing(c):
    assert str(xp.poly1d(c)) == str(np.poly1d(c))
    assert repr(xp.poly1d(c)) == repr(np.poly1d(c))
    assert str(xp.poly1d(c, variable="zz")) == str(np.poly1d(c, variable="zz"))


def of(polynomial):
    """Coefficients of a polynomial on either side, or what isn't one as it is."""
    if isinstance(polynomial, tuple):
        return tuple(map(of, polynomial))
    return polynomial.coeffs if isinstance(polynomial, (xp.poly1d, np.poly1d)) else polynomial


OPERATIONS = """
    p + q; p - q; p * q; p / q; [1, 2] * p + [1, 2, 3, 4] - p; 5 - p; 5 + p; 5 * p; 5 / q; [4, 2, 1] / q;
    (p + 2) * 3 / 4; -p; +p; p**3; p**0; p(q); p(2.5); p[1]; p[7]; p[-1]; p.integ(2, [1, 2]); p.deriv();
    p.order + len(q) + p.o; p == p * 1; p != q; abs(q.r); sum(p); type(p)([1, 2], True)
"""


@pytest.mark.parametrize("text", OPERATIONS.split(";"))
def test_class(text):
    for c, d in [([1, 2, 3], [1.5, -2]), ([1j, 0, 1], [2, 1]), ([3.0, 0, 0, 1], [0, 1, 1])]:
        expected = of(eval(text.strip(), {"p": np.poly1d(c), "q": np.poly1d(d)}))
        got = of(eval(text.strip(), {"p": xp.poly1d(c), "q": xp.poly1d(d)}))
        if not isinstance(expected, tuple):
            expected, got = (expected,), (got,)
        for a, b in zip(got, expected, strict=True):
            same(xp.asarray(a), b, rtol=1e-14)


def test_class_arguments():
    p = xp.poly1d([1, 2, 3])
    for power in (-1, 1.5, [1]):
        with pytest.raises(ValueError, match="non-negative integers"):
            p**power
    with pytest.raises(ValueError, match="1d only"):
        xp.poly1d([[1]])
    with pytest.raises(ValueError, match="negative powers"):
        p[-1] = 1
    with pytest.raises(AttributeError):
        p.coeffs = xp.asarray([1])
    with pytest.raises(TypeError):
        hash(p)
    p.coeffs += 1
    same(p.coeffs, np.array([2, 3, 4]))
    p[0] = 9
    p[4] = 5
    same(p.coeffs, np.array([5, 0, 2, 3, 9]))
    assert xp.poly1d([1, 2]) != xp.poly1d([1, 2, 3])
    assert (p == 3) is False
    assert xp.poly1d(p).coeffs is p.coeffs
    assert xp.poly1d(p, variable="y").variable == "y"
    assert np.asarray(p).tolist() == [5, 0, 2, 3, 9]
    assert xp.asarray(p).tolist() == [5, 0, 2, 3, 9]
    assert (copy.deepcopy(p) == p).all()
    assert pickle.loads(pickle.dumps(p)) == p
    assert isinstance(xp.polyadd(p, [1]), xp.poly1d)
    assert isinstance(xp.polyder(p, 0), xp.poly1d)
