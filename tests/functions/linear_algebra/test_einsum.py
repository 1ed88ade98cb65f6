"""`einsum` beside NumPy's."""

import itertools

import numpy as np
import pytest
from support.linear_algebra_cases import values
from support.oracle import alike, calls, same

import xp_torch as xp


@pytest.mark.parametrize("subscripts", [
    "ij,jk->ik", "ij,jk", "ij,jk->ki", "ij,kj->", "ij,ij->ij", "ij,ij->j", "ij,kl->ijkl", "ij,k->kij", "ba", "ij,ji",
    "...j,...j", "i...,i...->...", "...i->i...",
])  # fmt: skip
def test_einsum_of_two_or_one(subscripts):
    a = values("int64", (3, 3), 1) % 100
    operands = [a, a.T + 1][: subscripts.partition("->")[0].count(",") + 1]
    if subscripts == "ij,k->kij":
        operands[1] = operands[1][0]
    same(xp.einsum(subscripts, *map(xp.asarray, operands)), np.einsum(subscripts, *operands))


@pytest.mark.parametrize("optimize", [False, True, "optimal", ["einsum_path", (1, 2), (0, 1)]])
def test_einsum_of_three(optimize):
    a, b, c = (values("int64", s, i) % 50 for i, s in enumerate([(2, 3), (3, 4), (4, 2)]))
    expected = np.einsum("ij,jk,kl->il", a, b, c)
    same(xp.einsum("ij,jk,kl->il", *map(xp.asarray, (a, b, c)), optimize=optimize), expected)


INTEGERS = values("int64", (2, 3), 1) % 50, values("int64", (3, 4), 2) % 50


@calls("""
    m.einsum(a, [0, 1], b, [1, 2], [0, 2]); m.einsum("iji->ij", m.asarray(values("int64", (3, 2, 3), 3)));
    m.einsum("ij,jk->ik", a[:, :1], b); m.einsum("ij,jk->ik", a[:, :1] * 1.0, b * 1.0);
    m.einsum("ij,jk", a, b, out=m.empty((2, 4)))
""")
def test_forms_are_numpys(call):
    alike(lambda m: call(m, *map(m.asarray, INTEGERS)))


def test_einsum_returns_out():
    out = xp.empty((2, 4), dtype=xp.float64)
    assert xp.einsum("ij,jk", *INTEGERS, out=out) is out


def test_a_sum_over_nothing_is_zero():
    same(xp.einsum("ij,j->i", xp.zeros((3, 0)), xp.asarray([xp.nan])), np.zeros(3))


@pytest.mark.parametrize("other", [1, 2])
def test_a_label_of_size_0_and_another(other):
    with pytest.raises(ValueError, match="collapsing index"):
        xp.einsum("ii->i", xp.zeros((0, other)))


def test_einsum_asks_casting_of_operands_of_several_dtypes():
    for casting, allowed in (("no", False), ("equiv", False), ("safe", True)):
        for m in (xp, np):
            a, b = m.ones(2, dtype=m.float32), m.ones(2)
            assert m.einsum("i,i", b, b, casting=casting) == 2
            if allowed:
                assert m.einsum("i,i", a, b, casting=casting) == 2
                continue
            with pytest.raises(TypeError, match="Iterator operand 0"):
                m.einsum("i,i", a, b, casting=casting)


@pytest.mark.numpy_before
def test_einsum_casts_into_out():
    x = np.arange(6).reshape(2, 3)
    for text, count in (("ij->i", 1), ("ij,ij->i", 2), ("ij,ij,j->i", 3), ("ij,ij->ij", 2)):
        for casting, way in itertools.product(("unsafe", "safe", "same_kind", "nonsense"), (False, True)):
            shape = (2, 3) if text.endswith("ij") else (2,)
            args = [x, x, x[0]][:count]
            kwargs = {"casting": casting, "optimize": way}
            alike(lambda m: m.einsum(text, *map(m.asarray, args), out=m.zeros(shape, m.int8), **kwargs))


@pytest.mark.parametrize("dtype", ["bool", "int8", "float16"])
def test_a_wider_out_is_computed_in(dtype):
    x = np.full(3, 100).astype(dtype)
    for text, count in (("i->", 1), ("i,i->", 2), ("i,i->i", 2), ("i,i,i->i", 3)):
        for wide, way in itertools.product(("int64", "float64"), (False, True)):
            if (dtype != "float16" or wide == "float64") and not (way and text == "i,i->i"):
                shape = (3,) if text.endswith("i") else ()
                alike(lambda m: m.einsum(text, *[m.asarray(x)] * count, out=m.zeros(shape, wide), optimize=way))


def test_einsum_lays_out_as_asked():
    x, y = np.ones((2, 3, 5), order="F"), np.ones((4, 3), order="F")
    for a, b, order in itertools.product((x, x.copy("C")), (y, y.copy("C")), "AaFfCc"):
        expected = np.einsum("...ft,mf->...mt", a, b, order=order)
        got = xp.einsum("...ft,mf->...mt", xp.asarray(a), xp.asarray(b), order=order)
        assert got.flags.c_contiguous == expected.flags.c_contiguous
        assert got.flags.f_contiguous == expected.flags.f_contiguous
    with pytest.raises(ValueError, match="order"):
        xp.einsum("i", [1], order="W")


@pytest.mark.parametrize(
    ("text", "operand", "out"),
    [
        ("ij->ji", lambda a: a, lambda a: a),
        ("ij->ij", lambda a: a, lambda a: a.T),
        ("i->i", lambda a: a[0][:-1], lambda a: a[0][1:]),
        ("ii->i", lambda a: a, lambda a: a[0]),
        ("ij->j", lambda a: a, lambda a: a[1]),
    ],
)
def test_an_operand_that_overlaps_with_out_is_read_first(text, operand, out):
    a, b = xp.arange(9.0).reshape(3, 3), np.arange(9.0).reshape(3, 3)
    expected = np.einsum(text, operand(b).copy())
    target = out(a)
    assert xp.einsum(text, operand(a), out=target) is target
    np.testing.assert_array_equal(target, expected)
