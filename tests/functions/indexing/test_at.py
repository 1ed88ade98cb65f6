"""``x.at[key]``: updates that return a new array, against NumPy's ``ufunc.at``, and under transforms."""

import numpy as np
import pytest
import torch
from support.cases import cases
from support.versions import sentinel

import xp_torch as xp
from xp_torch._facts.out_of_scope import ELSEWHERE

UFUNCS = {"add": np.add, "subtract": np.subtract, "multiply": np.multiply, "min": np.minimum, "max": np.maximum}
METHODS = (*UFUNCS, "divide", "power", "set")
A = np.arange(1.0, 13.0).reshape(3, 4)
MASK = A % 3 == 0
#: keys of A, with the values to update with.
CASES = {
    "int": (1, [2.0, 3, 4, 5]),
    "element": ((2, -1), 5.0),
    "slice": ((slice(None), slice(None, None, 2)), [2.0, 3.0]),
    "negative step": (slice(None, None, -2), [[2.0], [3.0]]),
    "none and ellipsis": ((None, ..., 1), [[2.0, 3.0, 4.0]]),
    "array": ([2, 0, 2], [[2.0], [3.0], [4.0]]),
    "0-D array": (np.asarray(1), 2.0),
    "arrays": (([0, 2, 0, -3], [1, 1, 1, -3]), [2.0, 3.0, 4.0, 0.5]),
    "array behind a slice": ((slice(1, None), [3, 3, 0]), [2.0, 3.0, 4.0]),
    "array and int": ((0, [1, 1, 2]), 2.0),
    "empty array": (np.zeros(0, int), 2.0),
    "mask": (MASK, [2.0, 3.0, 4.0, 5.0]),
    "mask and number": (MASK, 2.0),
    "mask of rows": (np.asarray([True, False, True]), [2.0, 3.0, 4.0, 5.0]),
}


def expected(method, a, key, value):
    new, value = a.copy(), np.asarray(value)
    if method == "set":
        new[key] = value
    elif method in UFUNCS:
        UFUNCS[method].at(new, key, value.astype(a.dtype))
    else:
        factor = np.ones_like(a)
        np.multiply.at(factor, key, value.astype(a.dtype))
        new = a / factor if method == "divide" else a**factor
    return new.astype(a.dtype)


@pytest.mark.parametrize("case", CASES)
def test_updates_equal_numpys(case):
    key, value = CASES[case]
    x = xp.asarray(A.copy())
    for method in METHODS:
        np.testing.assert_allclose(getattr(x.at[key], method)(value), expected(method, A, key, value), rtol=1e-14)
    np.testing.assert_array_equal(x.at[key].get(), A[key])
    np.testing.assert_array_equal(x, A)
    assert not xp.shares_memory(x.at[key].get(), x)


@pytest.mark.parametrize("dtype", [
    "bool", "int8", "int64", "uint8", "uint16", "uint32", "uint64", "float16", "float32", "complex64", "complex128",
])  # fmt: skip
def test_repeated_indices_of_every_dtype(dtype):
    a, value = np.asarray([1, 0, 3, 2]).astype(dtype), np.asarray([2, 3, 1, 0, 1]).astype(dtype)
    key = [0, 2, 0, 1, 0]
    for method in METHODS:
        if (dtype == "bool" and method in ("subtract", "power")) or (method == "divide" and a.dtype.kind not in "fc"):
            continue
        with np.errstate(all="ignore"):
            result, wanted = getattr(xp.asarray(a).at[key], method)(value), expected(method, a, key, value)
        assert result.dtype == dtype
        np.testing.assert_allclose(np.asarray(result), wanted, rtol=1e-3 if dtype == "float16" else 1e-6)


def test_nan_infinities_and_classes():
    class Sub(xp.ndarray):
        pass

    x = xp.asarray([np.nan, np.inf, 1.0])
    np.testing.assert_array_equal(x.at[[0, 2]].max(2.0), [np.nan, np.inf, 2])
    np.testing.assert_array_equal(x.at[[2]].min(np.nan), [np.nan, np.inf, np.nan])
    z = xp.asarray([complex(np.inf, 0), 1j])
    np.testing.assert_array_equal(z.at[[1, 1]].multiply(2), [complex(np.inf, 0), 4j])
    assert type(x.view(Sub).at[0].set(1.0)) is Sub
    np.testing.assert_array_equal(x[::-1].at[0].add(1.0), [2, np.inf, np.nan])
    np.testing.assert_array_equal(x[2].at[()].set(3.0), 3.0)


def test_modes():
    x, key = xp.asarray([1.0, 2.0, 3.0]), xp.asarray([0, 7, -9])
    np.testing.assert_array_equal(x.at[key].get(mode="fill"), [1, np.nan, np.nan])
    np.testing.assert_array_equal(x.at[key].get(mode="fill", fill_value=5), [1, 5, 5])
    np.testing.assert_array_equal(x.at[key].get(mode="clip"), [1, 3, 1])
    np.testing.assert_array_equal(x.at[key].set(9.0, mode="drop"), [9, 2, 3])
    np.testing.assert_array_equal(x.at[key].add(9.0, mode="clip"), [19, 2, 12])
    np.testing.assert_array_equal(x.at[7].set(9.0, mode="drop"), x)
    y = xp.asarray(A)
    np.testing.assert_array_equal(y.at[..., [1, 4]].set(0.0, mode="drop"), np.where([0, 1, 0, 0], 0, A))
    np.testing.assert_array_equal(y.at[xp.asarray([0, 3]), 4].multiply(0.0, mode="drop"), A)
    assert int(xp.asarray([1], dtype=xp.uint8).at[3].get(mode="fill")) == 255


UNDER_TRANSFORMS = [
    (case, method) for case in ("element", "slice", "array", "arrays", "mask and number", "mask") for method in METHODS
]


@pytest.mark.cpu_only(case="arrays", method="power")
@pytest.mark.parametrize(("case", "method"), UNDER_TRANSFORMS)
def test_updates_under_transforms(case, method):
    key, value = CASES[case]
    x, value = xp.asarray(A.copy()), xp.asarray(np.broadcast_to(value, A[key].shape).copy())

    def update(x, value):
        return getattr(x.at[key], method)(value)

    plain = update(x, value)
    np.testing.assert_array_equal(xp.vmap(update, in_axes=(None, 0))(x, xp.stack([value, value]))[1], plain)
    np.testing.assert_array_equal(xp.vmap(update)(xp.stack([x, x]), xp.stack([value, value]))[0], plain)

    def weighted(x, value):
        return xp.sum(update(x, value) * xp.asarray(np.sin(A)))

    by_x, by_value = xp.grad(weighted, (0, 1))(x, value)
    forward = xp.jvp(weighted, (x, value), (xp.cos(x), xp.cos(value)))[1]
    np.testing.assert_allclose(forward, xp.sum(by_x * xp.cos(x)) + xp.sum(by_value * xp.cos(value)), rtol=1e-10)
    step = 1e-6
    difference = weighted(x + step * xp.cos(x), value + step * xp.cos(value))
    difference -= weighted(x - step * xp.cos(x), value - step * xp.cos(value))
    np.testing.assert_allclose(forward, difference / (2 * step), rtol=1e-5, atol=1e-6)
    rows = xp.vmap(xp.grad(weighted, 1), in_axes=(None, 0))(x, xp.stack([value, value]))
    np.testing.assert_allclose(rows[0], by_value)


@pytest.mark.compiled
@pytest.mark.parametrize("method", ["set", "add", "power", "max"])
def test_updates_are_compiled_whole(method):
    torch._dynamo.reset()
    keys = [(key, value) for key, value in CASES.values() if isinstance(key, (int, tuple, list))]

    def update(x, index, mask):
        found = [getattr(x.at[key], method)(value) for key, value in keys]
        return [*found, getattr(x.at[index], method)(2.0), getattr(x.at[mask], method)(2.0),
                getattr(x.at[index], method)(2.0, mode="drop")]  # fmt: skip

    given = xp.asarray(A), xp.asarray([0, 2, 0]), xp.asarray(MASK)
    for got, wanted in zip(torch.compile(update, fullgraph=True, backend="eager")(*given), update(*given), strict=True):
        np.testing.assert_array_equal(got, wanted)


def test_the_gradient_at_a_tie_is_shared_as_in_jax():
    gradient = xp.grad(lambda x, v: xp.sum(x.at[[0, 0]].max(v)), (0, 1))(xp.ones(2), xp.ones(2))
    np.testing.assert_allclose(gradient[0], [1 / 3, 1])
    np.testing.assert_allclose(gradient[1], [1 / 3, 1 / 3])


@pytest.mark.parametrize(("error", "call"), [
    (IndexError, lambda x: x.at[7].set(1)), (IndexError, lambda x: x.at[0.5].set(1)),
    pytest.param(IndexError, lambda x: x.at[[0, 7]].add(1), marks=pytest.mark.cpu_only),
    pytest.param(IndexError, lambda x: x.at[[0, 7]].multiply(1), marks=pytest.mark.cpu_only),
    (ValueError, lambda x: x.at[[0, 1]].add([1, 2, 3])), (ValueError, lambda x: x.at[:2].set([1, 2, 3])),
    (ValueError, lambda x: x.at[[0, 0]].multiply([1, 2, 3])), (TypeError, lambda x: x.at[0].add(1.5)),
    (TypeError, lambda x: x.at[0].divide(2)), (TypeError, lambda x: x.at[0].max(xp.asarray(1.5))),
    (OverflowError, lambda x: x.at[0].add(2**70)), (ValueError, lambda x: x.at[0].set(1, mode="wrap")),
])  # fmt: skip
def test_errors(error, call):
    x = xp.arange(3)
    with pytest.raises(error):
        call(x)
    np.testing.assert_array_equal(x, [0, 1, 2])


@sentinel
def test_torch_still_lacks_gradients_of_products_under_vmap():
    def product(v):
        return torch.ones(2, dtype=v.dtype).scatter_reduce(0, torch.tensor([0, 0]), v, "prod").sum()

    with pytest.raises(RuntimeError, match="vmap"):
        torch.vmap(torch.func.grad(product))(torch.ones(1, 2))


@pytest.mark.parametrize("key", [key for key, _ in CASES.values()], ids=CASES)
def test_apply_calls_a_function_with_the_elements(key):
    expected = A.copy()
    expected[key] = np.sqrt(expected[key])
    x = xp.asarray(A)
    np.testing.assert_allclose(x.at[key].apply(xp.sqrt), expected)
    np.testing.assert_array_equal(x, A)


def test_apply_out_of_bounds_and_under_transforms():
    x = xp.asarray([1.0, 2.0, 3.0])
    assert x.at[[1, 7]].apply(xp.square, mode="drop").tolist() == [1.0, 4.0, 3.0]
    assert xp.grad(lambda x: xp.sum(x.at[1:].apply(xp.square)))(x).tolist() == [1.0, 4.0, 6.0]
    assert xp.vmap(lambda i: x.at[i].apply(xp.negative))(xp.asarray([0, 2])).tolist() == [[-1, 2, 3], [1, 2, -3]]


def test_jaxs_other_forms():
    x = xp.asarray([1.0, 2.0, 3.0])
    assert x.at[0].mul(5.0).tolist() == [5.0, 2.0, 3.0]
    promises = {"indices_are_sorted": True, "unique_indices": True, "wrap_negative_indices": True}
    assert x.at[0].set(5.0, **promises).tolist() == x.at[0].apply(lambda v: 5 * v, **promises).tolist()
    assert x.at[0].get(**promises) == 1.0
    with pytest.raises(TypeError, match="'sorted'"):
        x.at[0].set(5.0, sorted=True)
    with pytest.raises(ValueError, match="wrap_negative_indices"):
        x.at[0].get(wrap_negative_indices=False)


@cases("name", ELSEWHERE)
def test_names_of_jax_and_torch_have_hints(name):
    module = xp.random if name.startswith("random.") else xp
    name = name.removeprefix("random.")
    assert not hasattr(module, name)
    with pytest.raises(AttributeError, match="write "):
        getattr(module, name)
