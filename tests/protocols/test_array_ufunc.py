"""NumPy's ufuncs on our arrays: what `__array_ufunc__` hands to our functions, takes to NumPy, or refuses."""

import operator

import numpy as np
import pytest
import scipy.special
import torch
from support.cases import cases
from support.oracle import outcome

import xp_torch as xp
from xp_torch._array.ufunc.records import OPS

UFUNCS = [name for name, op in OPS.items() if isinstance(getattr(np, name, None), np.ufunc)]


@cases("name", UFUNCS)
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


OUTPUTS = {
    "add": lambda m, x, out: m.add(x, [1, 2, 3], out=out[0]),
    "add where": lambda m, x, out: m.add(x, 1, out=out[0], where=[True, False, True]),
    "add a pair": lambda m, x, out: np.add(np.ones(3), x, out=out),
    "modf": lambda m, x, out: m.modf(x / 2, *out),
    "matmul": lambda m, x, out: m.matmul(np.ones((3, 3)), x, out=out[0]),
    "reduce": lambda m, x, out: np.add.reduce(m.outer(x, x), out=out[0]),
    "accumulate": lambda m, x, out: np.multiply.accumulate(x, out=out),
    "reduceat": lambda m, x, out: np.add.reduceat(x, [0, 1, 0], out=out),
    "sum": lambda m, x, out: m.sum(m.outer(x, x), axis=0, out=out[0]),
    "sum by a method": lambda m, x, out: np.sum(m.outer(x, x), axis=0, out=out[0]),
    "var": lambda m, x, out: m.var(m.outer(x, x), axis=0, out=out[0]),
    "cumsum": lambda m, x, out: x.cumsum(out=out[0]),
    "argmax": lambda m, x, out: m.argmax(m.outer(x, x), axis=0, out=out[0]),
    "clip": lambda m, x, out: x.clip(2, 3, out=out[0]),
    "round": lambda m, x, out: m.round(x / 3, 1, out=out[0]),
    "take": lambda m, x, out: x.take([2, 1, 0], out=out[0]),
    "concatenate": lambda m, x, out: m.concatenate([x[:2], x[:1]], out=out[0]),
    "dot": lambda m, x, out: m.dot(m.outer(x, x), x, out=out[0]),
    "einsum": lambda m, x, out: m.einsum("i,i->i", x, x, out=out[0]),
    "nanmax": lambda m, x, out: m.nanmax(m.outer(x, x), axis=0, out=out[0]),
    "nanquantile": lambda m, x, out: m.nanquantile(m.outer(x, x), 0.5, axis=0, out=out[0]),
    "median": lambda m, x, out: m.median(m.outer(x, x), axis=0, out=out[0]),
    "a wrong shape": lambda m, x, out: m.add(x, 1, out=out[0][:2]),
    "a wrong dtype": lambda m, x, out: m.add(x, 1j, out=out[0]),
    "read-only": lambda m, x, out: m.add(x, 1, out=np.broadcast_to(out[0], (2, 3))),
}


@pytest.mark.cpu_only
@cases("case", OUTPUTS)
@pytest.mark.parametrize("dtype", ["float64", "int64", ">f4"])
def test_numpy_arrays_receive_results(case, dtype):
    memory, expected = (np.asarray([[7, 8, 9, 10]] * 2, dtype) for _ in range(2))
    outs = [tuple(a[:, :0:-1][i] for i in range(2)) for a in (memory, expected)]
    if case == "dot":
        outs = [tuple(np.ascontiguousarray(o) for o in out) for out in outs]
    x = np.asarray([1.0, 3.0, 2.0])
    if case not in ("add", "add where", "modf"):
        outs = [out[:1] for out in outs]
    mine, error, _ = outcome(OUTPUTS[case], xp, xp.asarray(x), outs[0])
    _, refusal, _ = outcome(OUTPUTS[case], np, x, outs[1])
    assert error is refusal
    np.testing.assert_array_equal(outs[0], outs[1], strict=True)
    for result, out in zip(mine if isinstance(mine, tuple) else (mine,), outs[0], strict=False):
        assert error or result is out


def test_a_numpy_array_receives_no_result_that_numpy_cannot_hold():
    a, graph = np.ones(2), xp.asarray(torch.ones(2, requires_grad=True))
    for x in (graph, xp.ones(2, device="meta")):
        for call in (
            lambda: operator.iadd(a, x),
            lambda: np.add(x, 1, out=a),
            lambda: xp.sum(x, out=a[0:1].reshape(())),
        ):
            with pytest.raises(TypeError, match="can't be written to a NumPy array"):
                call()
        assert type(a + x) is type(x + a) is xp.ndarray
    with pytest.raises(TypeError, match="asarray"):
        xp.sum(xp.ones(2), out=np.ma.ones(()))
    assert a.tolist() == [1, 1]


@pytest.mark.cpu_only
def test_at_writes_to_numpy_arrays():
    a = np.ones(3)
    np.add.at(a, [0, 0, 2], xp.asarray([1.0, 2.0, 3.0]))
    assert a.tolist() == [4, 1, 4]


@pytest.mark.numpy_after
def test_ufuncs_without_a_counterpart_compute_on_the_same_memory():
    # Stands for those of other libraries: scipy.special.erf.
    angle = np._core._multiarray_umath._arg
    x = xp.asarray([1 + 1j, -2], dtype="complex64")
    got = angle(x)
    assert type(got) is xp.ndarray
    assert got.dtype is xp.float32
    assert got.tolist() == angle(np.asarray(x)).tolist()
    with pytest.raises(TypeError, match="requires grad"):
        angle(xp.asarray(torch.ones(2, dtype=torch.complex64, requires_grad=True)))
    with pytest.raises(TypeError, match="meta"):
        angle(xp.ones(2, dtype="complex64", device="meta"))


@pytest.mark.numpy_before
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
    with pytest.raises(TypeError, match="NotImplemented"):
        np.add(x, "a")
    with pytest.raises(TypeError, match="isnat"):
        np.isnat(x, out=x)


@pytest.mark.parametrize("name", ["gamma", "xlogy"])
def test_ufuncs_of_other_libraries_with_where(name):
    ufunc = getattr(scipy.special, name)
    values = np.asarray([0.5, 1.0, 2.0])
    expected = np.where([True, False, True], ufunc(*[values] * ufunc.nin), 0.0)
    x = xp.asarray(values)
    for mask in (xp.asarray([True, False, True]), [True, False, True], np.asarray([True, False, True])):
        for out in (xp.zeros(3), np.zeros(3)):
            assert ufunc(*[x] * ufunc.nin, where=mask, out=out) is out
            assert out.tolist() == expected.tolist()
        assert ufunc(*[x] * ufunc.nin, where=mask).tolist() == expected.tolist()
    out = np.zeros(3)
    ufunc(*[values] * ufunc.nin, where=xp.asarray([True, False, True]), out=out)
    assert out.tolist() == expected.tolist()
    # Not by parts of an array, of which SciPy's loop reads other memory.
    assert scipy.special.xlogy.reduce(x, initial=1.0).tolist() == pytest.approx(
        scipy.special.xlogy.reduce(values, initial=1.0)
    )


@pytest.mark.parametrize("reverse", [False, True])
def test_at_of_ufuncs_of_other_libraries_writes_once(reverse):
    mine, theirs = xp.asarray([0.5, 1.0, 2.0]), np.asarray([0.5, 1.0, 2.0])
    for m, x in ((xp, mine), (np, theirs)):
        view = x[::-1] if reverse else x
        assert scipy.special.gamma.at(view, m.asarray([0, 2])) is None
        assert scipy.special.xlogy.at(view, [1], m.ones(1)) is None
    assert mine.tolist() == theirs.tolist()
