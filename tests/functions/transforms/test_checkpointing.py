"""`checkpoint`: the derivatives of functions that are computed again for them."""

import functools

import numpy as np
import pytest
import torch

import xp_torch as xp

X = xp.asarray([0.5, 1.0, 2.0])
ROWS = xp.stack([X, X + 1])
CALLS = []


def act(x, n=2):
    if not torch.compiler.is_compiling():  # a graph changes no list
        CALLS.append(n)
    return xp.sin(x) * xp.cos(x) ** n


def loss(function):
    return lambda x: xp.sum(function(x) * x)


def second(f):
    return xp.grad(lambda x: xp.sum(xp.grad(f)(x) ** 2))


def accumulated(f):
    def gradient(x):
        x = x.copy().requires_grad_()
        f(x).backward()
        return x.grad

    return gradient


TRANSFORMS = {
    "grad": lambda f: xp.grad(loss(f))(X),
    "value_and_grad": lambda f: xp.value_and_grad(loss(f))(X)[1],
    "vjp": lambda f: xp.vjp(f, X)[1](X)[0],
    "jvp": lambda f: xp.jvp(f, (X,), (X,))[1],
    "jacobian": lambda f: xp.jacobian(f)(X),
    "hessian": lambda f: xp.hessian(loss(f))(X),
    "second": lambda f: second(loss(f))(X),
    "third": lambda f: second(lambda x: xp.sum(second(loss(f))(x)))(X),
    "jvp of grad": lambda f: xp.jvp(xp.grad(loss(f)), (X,), (X,))[1],
    "vmap": lambda f: xp.vmap(f)(ROWS),
    "vmap of grad": lambda f: xp.vmap(xp.grad(loss(f)))(ROWS),
    "grad of vmap": lambda f: xp.grad(lambda x: xp.sum(xp.vmap(f)(x) * ROWS))(ROWS),
    "backward": lambda f: accumulated(loss(f))(X),
    "backward of vmap": lambda f: accumulated(lambda x: xp.sum(xp.vmap(f)(x) * ROWS))(ROWS),
    "compiled": lambda f: xp.compile(f, backend="eager", fullgraph=True)(X),
    "compiled grad": lambda f: xp.compile(xp.grad(loss(f)), backend="eager", fullgraph=True)(X),
}


@pytest.mark.compiled
@pytest.mark.parametrize("name", TRANSFORMS)
def test_derivatives_are_those_of_the_function(name):
    found, wanted = TRANSFORMS[name](xp.checkpoint(act)), TRANSFORMS[name](act)
    np.testing.assert_allclose(found, wanted, rtol=1e-12)


@pytest.mark.compiled
@pytest.mark.parametrize(("name", "count"), [("grad", 2), ("backward", 2), ("vmap", 1), ("jvp", 1)])
def test_the_function_is_computed_again_for_reverse_mode(name, count):
    CALLS.clear()
    TRANSFORMS[name](xp.checkpoint(act))
    assert len(CALLS) == count


def test_only_the_arguments_are_kept():
    saved = []
    x = X.copy().requires_grad_()
    for function in (lambda x: xp.exp(xp.exp(xp.exp(x))), xp.checkpoint(lambda x: xp.exp(xp.exp(xp.exp(x))))):
        with torch.autograd.graph.saved_tensors_hooks(lambda t: saved[-1].append(t) or t, lambda t: t):
            saved.append([])
            function(x)
    assert [len(tensors) for tensors in saved] == [3, 1]
    assert saved[1][0] is x.tensor


@pytest.mark.cpu_only
@pytest.mark.parametrize("transform", [xp.grad, accumulated])
@pytest.mark.parametrize("draw", [
    lambda rng: rng.random(3), lambda rng: rng.integers(1, 1000, 3), lambda _: xp.random.standard_normal(3),
    lambda _: xp.asarray(torch.rand(3, dtype=torch.float64)),
], ids=["floats", "integers", "state", "torch"])  # fmt: skip
@pytest.mark.parametrize("seed", [0, torch.Generator().manual_seed(0)], ids=["NumPy's stream", "torch's stream"])
def test_random_numbers_are_the_same_in_both_calls(transform, draw, seed):
    rng, drawn = xp.random.default_rng(seed), []

    def dropped(x):
        mask = draw(rng)
        drawn.append(np.asarray(mask))
        return xp.sum(xp.sin(x * mask))

    found = transform(xp.checkpoint(dropped))(X)
    first, again = drawn
    np.testing.assert_array_equal(first, again)
    np.testing.assert_allclose(found, np.cos(np.asarray(X) * first) * first)
    assert not np.array_equal(draw(rng), first)


def test_trees_and_other_arguments():
    @xp.checkpoint
    def scaled(p, axis, *, mode):
        if mode != "sum":
            raise ValueError(mode)
        return {"y": xp.sum(p["a"] * p["b"][0], axis=axis), "n": p["n"] + 1, "mode": mode}

    p = {"a": ROWS, "b": [X, None], "n": xp.asarray(3)}
    slopes = xp.grad(lambda a, b: xp.sum(scaled({**p, "a": a, "b": b}, 0, mode="sum")["y"]), argnums=(0, 1))(ROWS, [X])
    np.testing.assert_array_equal(slopes[0], [X, X])
    np.testing.assert_array_equal(slopes[1][0], xp.sum(ROWS, axis=0))
    found = scaled(p, 0, mode="sum")
    assert (found["n"].item(), found["mode"]) == (4, "sum")
    with pytest.raises(ValueError, match="mean"):
        scaled(p, 0, mode="mean")
    assert scaled.__name__ == "scaled"


class Layer:
    def __init__(self, weights):
        self.weights = weights

    def __call__(self, x):
        return xp.sum(x * self.weights)

    def act(self, x):
        return self(x)


class Layers:
    def __init__(self, layers):
        self.layers = layers

    def __call__(self, x):
        return self.layers[0](x)


CLOSURES = {
    "closure": lambda w: xp.checkpoint(lambda x: xp.sum(x * w))(X * w / w),
    "partial": lambda w: xp.checkpoint(functools.partial(lambda w, x: xp.sum(x * w), w))(X * w / w),
    "method": lambda w: xp.checkpoint(Layer(w).act)(X * w / w),
    "object": lambda w: xp.checkpoint(Layer(w))(X * w / w),
    "object in a list": lambda w: xp.checkpoint(Layers([Layer(w)]))(X * w / w),
}


@pytest.mark.compiled
@pytest.mark.parametrize("transform", [xp.grad, accumulated])
@pytest.mark.parametrize("name", CLOSURES)
def test_a_derivative_by_an_array_from_outside_raises(name, transform):
    with pytest.raises(TypeError, match="comes from outside and has a derivative; pass it as an argument"):
        transform(CLOSURES[name])(X)
    np.testing.assert_allclose(xp.compile(xp.grad(CLOSURES[name]), backend="eager")(X), X)


def write_early(x):
    y = xp.exp(x)
    y /= xp.sum(y)
    return xp.sum(y * xp.arange(3))


@pytest.mark.cpu_only
@pytest.mark.parametrize("transform", [xp.grad, accumulated])
def test_a_write_to_what_the_derivative_needs(transform):
    """torch's own checkpoint returns a wrong gradient."""
    p = np.exp(X) / np.sum(np.exp(X))
    expected = p * (np.arange(3) - p @ np.arange(3))
    np.testing.assert_allclose(transform(xp.checkpoint(write_early))(X), expected, 1e-12)
    with pytest.raises(RuntimeError, match="inplace operation"):
        xp.vmap(xp.grad(xp.checkpoint(write_early)))(xp.stack([X, X]))


def write_argument(x):
    x[0] = 2.0
    return xp.sum(xp.sin(x))


@pytest.mark.parametrize("transform", [xp.grad, accumulated])
def test_a_function_that_is_differentiated_writes_to_a_copy_of_its_argument(transform):
    found = transform(lambda x: xp.checkpoint(write_argument)(x * 1))(X)
    np.testing.assert_array_equal(found, np.cos(X) * [0, 1, 1])
