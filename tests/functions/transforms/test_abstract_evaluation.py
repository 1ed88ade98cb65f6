"""`eval_shape`: shapes and dtypes of results that are not computed."""

import numpy as np
import pytest
import torch

import xp_torch as xp

Shape = xp.ShapeDtypeStruct
X = xp.ones((2, 3), dtype=xp.float32)
WEIGHTS = xp.ones(3)

FUNCTIONS = {
    "product": lambda x: (x @ x.T, {"sum": xp.sum(x, axis=0), "none": None}),
    "promoted": lambda x: x * WEIGHTS + xp.arange(3),
    "NumPy's": lambda x: np.sin(x).astype(np.float64)[0],
    "grad": xp.grad(lambda x: xp.sum(x**2)),
    "vmap": xp.vmap(xp.linalg.norm),
    "scan": lambda x: xp.scan(lambda total, row: (total + row, xp.sum(row)), xp.zeros(3, dtype=x.dtype), x),
    "created": lambda x: xp.zeros((x.shape[0], 5), dtype=xp.int8),
    "random": lambda x: x + xp.random.default_rng(0).random(3),
    "tensor": lambda x: x.tensor > 0,
    "number": lambda x: x.ndim,
}


def shapes(tree):
    if isinstance(tree, tuple):
        return tuple(map(shapes, tree))
    if isinstance(tree, dict):
        return {key: shapes(value) for key, value in tree.items()}
    if isinstance(tree, torch.Tensor):
        tree = xp.asarray(tree)
    return None if tree is None else Shape(np.shape(tree), xp.asarray(tree).dtype)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_shapes_and_dtypes_are_those_of_the_results(name):
    function = FUNCTIONS[name]
    for x in (X, Shape((2, 3), "float32"), np.ones((2, 3), "float32")):
        x_or_fake = xp.asarray(x) if isinstance(x, np.ndarray) else x
        assert xp.eval_shape(function, x_or_fake) == shapes(function(X))


def test_nothing_is_computed():
    huge = Shape((2**20, 2**20), xp.float64)
    assert xp.eval_shape(lambda x: xp.sum(x * 2, axis=1), huge) == Shape(2**20, xp.float64)


def test_other_arguments_and_trees():
    found = xp.eval_shape(
        lambda x, options, *, n: xp.sum(x["a"][0], axis=options["axis"]) * n, {"a": [X]}, {"axis": 1}, n=2
    )
    assert found == Shape((2,), xp.float32)
    assert xp.eval_shape(xp.zeros, 4) == Shape(4, xp.float64)
    # As in JAX, anything with a shape and a dtype is an array.
    assert xp.eval_shape(xp.sin, np.ones(3)) == Shape(3, xp.float64)


@pytest.mark.parametrize(
    "act", [lambda x: float(x[0, 0]), lambda x: x if xp.sum(x) > 0 else -x, xp.nonzero, lambda x: x[x > 0] * 1]
)
def test_functions_that_read_values_raise(act):
    with pytest.raises(TypeError, match="eval_shape: the function reads values of arrays, or the shape of a result"):
        xp.eval_shape(act, X)


def test_structs_are_compared_and_printed():
    struct = Shape([2, 3], np.float32)
    assert repr(struct) == "ShapeDtypeStruct(shape=(2, 3), dtype=float32)"
    assert struct == Shape((2, 3), xp.float32) != Shape((2, 3), xp.float64)
    assert len({struct, Shape((2, 3), "f4"), Shape(2, "f4")}) == 2
    assert struct != (2, 3)
