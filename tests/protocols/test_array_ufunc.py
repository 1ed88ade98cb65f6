"""NumPy's ufuncs on our arrays: what `__array_ufunc__` hands to our functions, takes to NumPy, or refuses."""

import operator

import numpy as np
import pytest
import torch

import xp_torch as xp
from xp_torch._array.ufunc.records import OPS

UFUNCS = [name for name, op in OPS.items() if isinstance(getattr(np, name, None), np.ufunc)]


@pytest.mark.parametrize("name", UFUNCS)
def test_every_ufunc_of_numpy_is_ours(name):
    args = [xp.asarray([1, 2])] * OPS[name].nin
    got, expected = getattr(np, name)(*args), getattr(xp, name)(*args)
    for a, b in zip(*[r if isinstance(r, tuple) else (r,) for r in (got, expected)], strict=True):
        assert type(a) is xp.ndarray
        assert a.dtype is b.dtype
        np.testing.assert_array_equal(np.asarray(a), np.asarray(b))


def test_a_check_of_numpy_answers_on_an_element():
    # matplotlib asks it of axis limits: SciPy's test_dendrogram_plot.
    assert not np.isfinite(xp.asarray([np.inf])[0])
    # SciPy's test_sine: `np.abs(zpk[1]).max()`.
    assert type(np.abs(xp.asarray([3 + 4j])).max()) is xp.ndarray


def test_keywords_pass():
    x = xp.asarray([1.0, 4.0])
    assert np.add(x, 1, out=x, where=[True, False]) is x
    assert x.tolist() == [2.0, 4.0]
    assert np.sqrt(x, dtype="float32").dtype is xp.float32


@pytest.mark.parametrize("name", ["add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "eq", "lt", "ge"])
@pytest.mark.parametrize("scalar", [np.float64(2), np.float32(2), np.int8(2)])
def test_a_numpy_scalar_on_the_left_is_an_operand(name, scalar):
    function, values = getattr(operator, name), np.array([1, 3], dtype="float32")
    got, expected = function(scalar, xp.asarray(values)), function(scalar, values)
    assert type(got) is xp.ndarray
    assert got.dtype == expected.dtype
    assert got.tolist() == expected.tolist()


def test_a_numpy_array_beside_ours_is_refused_but_compared():
    x, a = xp.ones(2), np.ones(2)
    for function in (operator.add, operator.matmul, operator.iadd, np.add, np.matmul):
        with pytest.raises(TypeError, match="convert one of them"):
            function(a, x)
    with pytest.raises(TypeError, match="convert one of them"):
        np.add(x, x, out=a)
    assert type(a == x) is xp.ndarray
    assert (a == x).all()


def test_ufuncs_without_a_counterpart_compute_on_the_same_memory():
    # Stands for those of other libraries: scipy.special.erf.
    clip = np._core.umath.clip
    x = xp.asarray([6.0, 7.0], dtype="float32")
    got = clip(x, xp.ones(2, dtype="float32"), xp.asarray(6.5, dtype="float32"))
    assert type(got) is xp.ndarray
    assert got.dtype is xp.float32
    assert got.tolist() == [6.0, 6.5]
    with pytest.raises(TypeError, match="requires grad"):
        clip(x, xp.asarray(torch.ones(2, requires_grad=True)), x)
    with pytest.raises(TypeError, match="meta"):
        clip(x, xp.ones(2, device="meta"), x)


def test_methods_of_ufuncs_are_served():
    x = xp.asarray([1, 2, 4])
    assert type(np.add.reduce(x)) is xp.ndarray
    assert np.add.reduce(x).tolist() == 7
    assert np.multiply.outer(x, x).shape == (3, 3)
    assert np.add.reduceat(x, [0, 1]).tolist() == [1, 6]
    np.add.at(x, [0, 0], 1)
    assert x.tolist() == [3, 2, 4]
    assert np.matvec(xp.ones((1, 3)), x).tolist() == [9.0]


def test_what_is_not_served_raises():
    x = xp.ones(2)
    for call in (lambda: np.add(x, "a"), lambda: np.isnat(x, out=x)):
        with pytest.raises(TypeError, match="NotImplemented"):
            call()
