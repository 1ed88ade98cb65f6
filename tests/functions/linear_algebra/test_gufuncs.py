"""`matmul`, `vecdot`, `matvec` and `vecmat` beside NumPy's."""

import itertools

import numpy as np
import pytest
import torch
from support.cases import cases
from support.linear_algebra_cases import values
from support.oracle import DTYPES, same

import xp_torch as xp
from xp_torch._kernels import linear_algebra as kernels

SHAPES = [
    ((3,), (3,)), ((2, 3), (3,)), ((3,), (3, 4)), ((2, 3), (3, 4)), ((5, 2, 3), (3, 4)), ((5, 1, 2, 3), (4, 3, 2)),
    ((0, 3), (3, 2)), ((2, 0), (0, 3)), ((0,), (0,)), ((2, 3), (7, 3, 0)), ((0, 2, 2), (2, 2)), ((3,), (5, 3, 2)),
]  # fmt: skip


@pytest.mark.parametrize("dtype", DTYPES)
@cases("shapes", SHAPES)
def test_matmul_is_numpys_for_every_dtype(dtype, shapes):
    a, b = values(dtype, shapes[0], 1), values(dtype, shapes[1], 2)
    same(xp.matmul(xp.asarray(a), xp.asarray(b)), np.matmul(a, b))


@cases(("first", "second"), list(itertools.product(DTYPES, repeat=2)), by=str)
def test_matmul_promotes_mixed_dtypes(first, second):
    a, b = values(first, (2, 3), 1), values(second, (3, 2), 2)
    result = xp.matmul(xp.asarray(a), xp.asarray(b))
    expected = np.matmul(a, b)
    assert result.dtype == expected.dtype
    with np.errstate(all="ignore"):
        np.testing.assert_allclose(np.asarray(result.tensor), expected, rtol=2e-3)


def test_matmul_of_bfloat16():
    a = xp.asarray([[1.0, 2.0]], dtype=xp.bfloat16)
    result = xp.matmul(a, a.mT)
    assert result.dtype is xp.bfloat16
    assert float(result[0, 0]) == 5.0


@pytest.mark.parametrize("dtype", ["int8", "int16", "int32", "int64"])
@pytest.mark.parametrize(
    "shapes", [((3,), (3,)), ((2, 5), (5,)), ((5,), (5, 3)), ((4, 2, 5), (5, 3)), ((2, 0), (0, 2))]
)
def test_integer_products_of_devices_without_them_are_exact(dtype, shapes, monkeypatch):
    a, b = values(dtype, shapes[0], 1), values(dtype, shapes[1], 2)
    for longest in (kernels._EXACT_TERMS, 2):
        monkeypatch.setattr(kernels, "_EXACT_TERMS", longest)
        result = kernels._integer_matmul_by_floats(torch.from_numpy(a), torch.from_numpy(b))
        np.testing.assert_array_equal(np.asarray(result), np.matmul(a, b))


def test_a_failed_call_changes_nothing():
    out = xp.zeros((2, 2), dtype=xp.int64)
    with pytest.raises(TypeError):
        xp.matmul(xp.ones((2, 2)), xp.ones((2, 2)), out=out)
    same(out, np.zeros((2, 2), dtype=np.int64))


def test_overlapping_out_gives_the_product():
    a = np.asarray([[1.0, 2.0], [3.0, 4.0]])
    x = xp.asarray(a.copy())
    xp.matmul(x, x, out=x)
    same(x, a @ a)


def test_a_number_is_no_matrix():
    x = np.asarray([0], np.uint16)
    with pytest.raises(ValueError, match="dimensions"):
        xp.linalg.matmul(2**62, xp.asarray(x))
    with pytest.raises(OverflowError):
        np.linalg.matmul(2**62, x)


def test_matmul_writes_into_an_output_without_leading_ones():
    a, b = np.ones((1, 2, 2)), np.asarray([1.0, 2.0])
    expected = np.matmul(a, b, out=np.zeros(2))
    same(xp.matmul(xp.asarray(a), xp.asarray(b), out=xp.zeros(2)), expected)
    # nor without rows
    a, b = np.asarray([[1.0, 2.0]]), np.asarray([[1.0, 2.0], [3.0, 4.0]])
    same(xp.matmul(xp.asarray(a), xp.asarray(b), out=xp.zeros(2)), np.matmul(a, b, out=np.zeros(2)))
    for first, second in [(b, b), (b, b[:, :1]), (b[:, :1], a)]:
        for module, give in [(np, np.asarray), (xp, xp.asarray)]:
            with pytest.raises(ValueError, match=r"[oO]utput operand"):
                module.matmul(give(first), give(second), out=module.zeros(2))
    with pytest.raises(ValueError, match="output"):
        xp.matmul(xp.ones((2, 2, 2)), xp.ones(2), out=xp.zeros(2))


def test_linalg_has_the_functions_themselves():
    assert xp.linalg.matmul is xp.matmul
    with pytest.raises(TypeError):
        np.linalg.matmul(np.ones(1), np.ones(1), None)
    assert xp.linalg.matmul(xp.ones(1), xp.ones(1), None).tolist() == 1


def test_an_ellipsis_for_out_asks_for_an_array():
    assert xp.matmul(xp.ones(2), xp.ones(2), out=...).tolist() == 2
    assert xp.vecdot(xp.ones(2), xp.ones(2), out=...).tolist() == 2


@pytest.mark.numpy_before
def test_outputs_by_position():
    a, b = values("float64", (2, 2), 1), values("float64", (2, 2), 2)
    for name, shape in [("matmul", (2, 2)), ("vecdot", (2,)), ("matvec", (2, 2)), ("vecmat", (2, 2))]:
        out = xp.zeros(shape)
        assert getattr(xp, name)(xp.asarray(a), xp.asarray(b), out) is out
        same(out, getattr(np, name)(a, b, np.zeros(shape)))


def test_unknown_keywords():
    with pytest.raises(TypeError, match=r"vecdot\(\) got an unexpected keyword argument 'where'"):
        xp.vecdot(xp.ones(2), xp.ones(2), where=True)
