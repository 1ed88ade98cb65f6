"""NumPy's functions on our arrays: what `__array_function__` hands to our functions, takes to NumPy, or refuses."""

import io
import subprocess
import sys
import warnings

import numpy as np
import pytest
import torch
from support.oracle import same

import xp_torch as xp
from tools.through_numpy import dispatches, functions
from xp_torch._protocols import array_function


@pytest.fixture
def x():
    return xp.asarray([1.0, 2.0, 3.0])


def test_results_are_those_of_our_function_and_keep_the_graph():
    t = torch.ones(3, requires_grad=True)
    got = np.sum(np.concatenate([xp.asarray(t) * 2, np.zeros(1)]))
    got.tensor.backward()
    assert t.grad.tolist() == [2.0, 2.0, 2.0]
    assert np.mean(xp.ones(3, device="meta")).device.type == "meta"
    assert torch.vmap(lambda t: np.cumsum(xp.asarray(t)).tensor)(torch.ones(2, 3)).tolist() == [[1, 2, 3]] * 2


@pytest.mark.parametrize("act", [
    np.linalg.slogdet, lambda a: np.linalg.svd(a).S, lambda a: np.broadcast_to(a, (4, 3, 3)),
    lambda a: np.block([[a, np.eye(3)], [np.ones((3, 6))]]), lambda a: np.stack([np.ones((3, 3)), a]),
    lambda a: np.select([a > 1], [a], np.float32(2)), lambda a: np.histogram(a, 3), np.fft.rfft,
    lambda a: np.lib.stride_tricks.sliding_window_view(a, 2, 0), lambda a: np.apply_along_axis(np.sort, 0, a),
    lambda a: np.einsum("ij,jk", a, np.eye(3)), lambda a: np.sum(a, initial=1, where=[True, False, True]),
], ids=range(12))  # fmt: skip
def test_calls_give_numpys_values_in_our_arrays(act):
    a = np.asarray([[2.0, 1.0, 0.5], [1.0, 3.0, 0.25], [0.5, 0.25, 2.0]])
    got, expected = act(xp.asarray(a)), act(a)
    parts = zip(got, expected, strict=True) if isinstance(expected, tuple) else [(got, expected)]
    for mine, its in parts:
        assert type(mine) is xp.ndarray
        same(mine, its, 1e-14)


@pytest.mark.cpu_only
def test_a_view_shares_the_memory_of_the_array(x):
    np.reshape(x, (3, 1))[0] = 7
    np.diagonal(np.reshape(x, (1, 3)))[0] += 1
    assert x.tolist() == [8.0, 2.0, 3.0]
    assert np.shares_memory(np.transpose(x), np.asarray(x))


WRITES = {
    "copyto": np.copyto,
    "copyto by keyword": lambda a, v: np.copyto(dst=a, src=v, where=v > 1),
    "fill_diagonal": lambda a, v: np.fill_diagonal(np.reshape(a, (1, 3)), v),
    "place": lambda a, v: np.place(a, v > 1, v),
    "put": lambda a, v: np.put(a, [2, 0], v),
    "put_along_axis": lambda a, v: np.put_along_axis(a, np.asarray([1]), v[:1], 0),
    "putmask": lambda a, v: np.putmask(a, v > 1, v),
}


@pytest.mark.parametrize("act", WRITES.values(), ids=WRITES)
def test_the_destination_is_written_whosever_it_is(act):
    for step in (1, -1):
        expected = np.zeros(3)
        act(expected[::step], np.asarray([1.0, 2.0, 3.0]))
        for make, values in ((np.zeros, xp.asarray), (xp.zeros, np.asarray), (xp.zeros, xp.asarray)):
            target = make(3)
            act(target[::step], values([1.0, 2.0, 3.0]))
            assert target.tolist() == expected.tolist()


@pytest.mark.parametrize("act", WRITES.values(), ids=WRITES)
def test_numpys_memory_does_not_receive_what_requires_grad(act):
    target = np.zeros(3)
    with pytest.raises(TypeError, match="requires grad"):
        act(target, xp.asarray(torch.ones(3, requires_grad=True)) + 1)
    assert target.tolist() == [0, 0, 0]


@pytest.mark.cpu_only
def test_like_makes_our_arrays_on_the_device_of_the_reference(x):
    for make in (np.zeros, np.eye, np.arange):
        assert type(make(3, like=x)) is xp.ndarray
        assert make(3, like=xp.zeros(1, device="meta")).device.type == "meta"
    assert np.asarray(x, like=xp.zeros(1, device="meta")).device.type == "cpu"
    assert np.asarray(torch.ones(2), like=x).dtype is xp.float32


@np._core.overrides.array_function_dispatch(lambda x: (x,), module="numpy.lib.elsewhere")
def halved(x):
    """A function with NumPy's dispatch that the package lacks."""
    return np.asarray(x) / 2


def test_what_the_package_lacks_is_computed_by_numpy_with_one_warning(x):
    with warnings.catch_warnings(record=True) as caught:
        warnings.filterwarnings("once", category=xp.exceptions.NumPyFallbackWarning)
        for _ in range(2):
            assert type(halved(x)) is xp.ndarray
    assert [w.category for w in caught] == [xp.exceptions.NumPyFallbackWarning]
    assert [w.filename for w in caught] == [__file__]
    assert "xp_torch lacks this function" in str(caught[0].message)


@pytest.mark.slow
def test_the_warning_is_issued_once_for_each_function_by_default():
    code = """
import numpy as np, xp_torch as xp
def lacked(name):
    @np._core.overrides.array_function_dispatch(lambda x: (x,), module="numpy.lib.elsewhere")
    def function(x):
        return x
    function.__name__ = function.__wrapped__.__name__ = name
    return function
first, second = lacked("first"), lacked("second")
for i in range(3):
    first(xp.ones(2))
first(xp.ones(3))
second(xp.ones(2))
"""
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert done.stderr.count("NumPyFallbackWarning") == 2
    # A filter from before the import goes first.
    done = subprocess.run([sys.executable, "-W", "ignore", "-c", code], check=True, capture_output=True, text=True)
    assert "NumPyFallbackWarning" not in done.stderr


@pytest.mark.filterwarnings("error::xp_torch.exceptions.NumPyFallbackWarning")
def test_the_warning_can_be_an_error(x):
    for _ in range(2):
        with pytest.raises(xp.exceptions.NumPyFallbackWarning, match=r"numpy\.lib\.elsewhere\.halved"):
            halved(x)


@pytest.mark.parametrize(("make", "why"), [
    pytest.param(lambda: xp.ones(2, device="meta"), "meta", marks=pytest.mark.cpu_only),
    (lambda: xp.asarray(torch.ones(2, requires_grad=True)), "requires grad"),
])  # fmt: skip
def test_what_the_package_lacks_is_refused_for_arrays_that_numpy_cannot_read(make, why):
    with pytest.raises(TypeError, match=rf"numpy\.lib\.elsewhere\.halved: xp_torch lacks .*{why}"):
        halved(make())


@pytest.mark.cpu_only
@pytest.mark.filterwarnings("ignore::xp_torch.exceptions.NumPyFallbackWarning")
def test_nests_are_converted_there_and_back(x):
    def dispatcher(arrays, out=None):
        return (*arrays["in"], out)

    @np._core.overrides.array_function_dispatch(dispatcher, module="other")
    def function(arrays, out=None):
        assert all(type(a) is np.ndarray for a in arrays["in"])
        out[...] = arrays["in"][0]
        return {"out": out, "parts": [np.float32(1), (arrays["in"][1], "text")], "text": np.asarray(["a"])}

    out = xp.zeros(3)
    got = function({"in": [x, np.ones(2)]}, out=out)
    assert got["out"] is out
    assert out.tolist() == x.tolist()
    number, (array, text) = got["parts"]
    assert (type(number), number.dtype, type(array), text) == (xp.ndarray, xp.float32, xp.ndarray, "text")
    assert type(got["text"]) is np.ndarray


def test_arrays_of_others_decide(x):
    other = np.ma.masked_array([1.0], [True])
    with pytest.raises(TypeError, match="no implementation found"):
        np.concatenate([x, other])

    class Theirs:
        def __array_function__(self, func, types, args, kwargs):
            return func.__name__

    assert np.concatenate([x, Theirs()]) == "concatenate"


def test_a_subclass_may_override_it(x):
    class Logged(xp.ndarray):
        def __array_function__(self, func, types, args, kwargs):
            calls.append(func.__name__)
            return super().__array_function__(func, types, args, kwargs)

    calls = []
    assert type(np.sort(x.view(Logged))) is Logged
    assert np.dot(x, x.view(Logged)) == 14
    assert calls == ["sort", "dot"]


@pytest.mark.cpu_only
@pytest.mark.numpy_before
@pytest.mark.filterwarnings("error::xp_torch.exceptions.NumPyFallbackWarning")
def test_dtypes_that_torch_lacks_are_numpys(x):
    numbers, nothing = np.broadcast_arrays(x, None)
    assert type(numbers) is xp.ndarray
    assert nothing.tolist() == [None] * 3
    for act in (
        lambda a: np.where(a > 1, a, None), lambda a: np.concatenate([a, ["a"]]),
        lambda a: np.stack([a, np.asarray([1, None, 3])]), lambda a: np.zeros_like(a, dtype="M8[D]"),
    ):  # fmt: skip
        got, expected = act(x), act(np.asarray(x))
        assert type(got) is type(expected)
        np.testing.assert_array_equal(got, expected)
    with pytest.raises(TypeError, match="hold no records"):  # so dask asks whether chunks can be records
        np.empty_like(x, dtype=[("a", "i4"), ("b", "f8")])
    with pytest.raises(TypeError, match=r"where: NumPy computes .*meta"):
        np.where(True, xp.ones(2, device="meta"), None)


def test_the_warning_names_the_caller(x):
    for _ in range(2):
        with pytest.warns(xp.exceptions.NumPyFallbackWarning) as caught:
            halved(x)
        assert [w.filename for w in caught] == [__file__]


@pytest.mark.cpu_only
def test_the_argument_out_may_be_numpys(x):
    out = np.zeros(())
    assert np.sum(x, out=out) is out
    assert out == 6
    assert np.cumsum(x, out=(column := np.zeros((3, 2))[:, 0])) is column
    assert column.tolist() == [1, 3, 6]
    with pytest.raises(TypeError, match="requires grad"):
        np.sum(xp.asarray(torch.ones(2, requires_grad=True)), out=out)


def test_questions_about_arrays_are_answered(x):
    assert np.iscomplexobj(x * 1j)
    assert np.result_type(x, 1j) == "complex128"
    assert np.can_cast(x, "float32") is False
    assert np.array2string(x) == "[1. 2. 3.]"
    assert (np.shape(x), np.ndim(x), np.size(x)) == ((3,), 1, 3)
    np.save(file := io.BytesIO(), x)
    file.seek(0)
    assert np.load(file).tolist() == x.tolist()


@pytest.mark.parametrize("name", [
    "assert_allclose", "assert_array_equal", "assert_array_almost_equal", "assert_array_almost_equal_nulp",
    "assert_array_max_ulp",
])  # fmt: skip
def test_numpys_assertions_compare_values(x, name):
    check = getattr(np.testing, name)
    check(x, x.copy())
    check(np.asarray(x), x)
    with pytest.raises(AssertionError):
        check(x, x + 1)


@pytest.mark.numpy_before
def test_every_dispatching_function_of_numpys_has_a_counterpart_or_advice():
    for name, function in functions().items():
        # NumPy 2.4 removed `in1d`.
        if dispatches(function) and not isinstance(function, np.ufunc) and name != "in1d":
            counterpart = array_function.counterpart(function) or getattr(xp, name, None) is function
            assert counterpart or array_function._advice(function), name


@pytest.mark.cpu_only
@pytest.mark.parametrize("convert", [np.atleast_1d, np.atleast_2d, np.atleast_3d])
def test_functions_that_convert(convert, x):
    converted = convert(x)
    assert type(converted) is np.ndarray
    assert np.shares_memory(converted, np.asarray(x))
    assert [type(a) for a in convert(x, np.ones(2))] == [np.ndarray] * 2
    for array in (xp.asarray(torch.ones(3, requires_grad=True)), xp.ones(3, device="meta")):
        assert type(convert(array)) is xp.ndarray


def test_the_caller_does_not_decide(x):
    namespace = {"__name__": "scipy.optimize._inner", "np": np}
    exec("def f(x): return np.linalg.norm(x), np.concatenate([x, x])", namespace)
    assert [type(result) for result in namespace["f"](x)] == [xp.ndarray] * 2


@pytest.mark.parametrize("also", [None, "///", [None, "x", "/"]], ids=["None", "text", "objects"])
def test_arrays_are_broadcast_beside_what_torch_cannot_hold(also):
    x = xp.asarray([1.0, 2.0, 3.0])
    results = np.broadcast_arrays(x, 2.0, also)
    expected = np.broadcast_arrays(np.asarray(x), 2.0, also)
    assert type(results[0]) is xp.ndarray
    assert [np.asarray(r).tolist() for r in results] == [r.tolist() for r in expected]
    assert results[2].dtype == expected[2].dtype
    with pytest.raises(ValueError, match="broadcast"):
        np.broadcast_arrays(x, xp.ones(2), None)
