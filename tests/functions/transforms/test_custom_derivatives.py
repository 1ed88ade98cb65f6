"""`custom_vjp` and `custom_jvp`: functions with derivatives of the user's, under every transform."""

import functools

import numpy as np
import pytest
import torch
from support.graphs import compiled

import xp_torch as xp

X, Y = xp.asarray(2.0), xp.asarray(3.0)
V = xp.asarray([1.0, 2.0])
ZERO, ONE = xp.asarray(0.0), xp.asarray(1.0)

pytestmark = [
    pytest.mark.usefixtures("fresh_dynamo"),
    pytest.mark.filterwarnings("ignore:.*should not be instantiated"),  # Dynamo does
]


@xp.custom_vjp
def product(x, y):
    """The sine times a number."""
    return xp.sin(x) * y


def product_fwd(x, y):
    return product(x, y), (xp.cos(x), xp.sin(x), y)


def product_bwd(residuals, g):
    cos, sin, y = residuals
    return cos * g * y, sin * g


product.defvjp(product_fwd, product_bwd)


@xp.custom_jvp
def forward_product(x, y):
    return xp.sin(x) * y


@forward_product.defjvp
def product_jvp(primals, tangents):
    (x, y), (dx, dy) = primals, tangents
    return forward_product(x, y), xp.cos(x) * dx * y + xp.sin(x) * dy


@xp.custom_vjp
def exponential(x):
    return xp.exp(x)


def exponential_fwd(x):
    result = exponential(x)
    return result, result


exponential.defvjp(exponential_fwd, lambda result, g: (result * g,))


@functools.partial(xp.custom_vjp, nondiff_argnums=(0, 1))
def clip_gradient(low, high, x):
    return x


clip_gradient.defvjp(lambda low, high, x: (x, None), lambda low, high, _, g: (xp.clip(g, low, high),))


def plain(x, y):
    return xp.sin(x) * y


def close(got, expected):
    if isinstance(expected, tuple):
        assert type(got) is tuple
        for a, b in zip(got, expected, strict=True):
            close(a, b)
    else:
        assert type(got) is xp.ndarray
        assert got.dtype is expected.dtype
        np.testing.assert_allclose(got, expected, rtol=1e-12, atol=1e-12)


def pulled(f):
    """Return the derivative by the first argument, by `vjp`."""
    return lambda x, y: xp.vjp(lambda x: f(x, y), x)[1](ONE)[0]


BOTH = pytest.mark.parametrize("f", [product, forward_product], ids=lambda f: f.__name__)

#: transforms of a function of two numbers.
REVERSE = {
    "grad": lambda f: xp.grad(f, (0, 1))(X, Y),
    "value_and_grad": lambda f: xp.value_and_grad(f)(X, Y),
    "second": lambda f: xp.grad(xp.grad(f))(X, Y),
    "mixed": lambda f: xp.grad(xp.grad(f), 1)(X, Y),
    "third": lambda f: xp.grad(xp.grad(xp.grad(f)))(X, Y),
    "vjp": lambda f: xp.vjp(f, X, Y)[1](ONE),
    "third by vjp": lambda f: pulled(pulled(pulled(f)))(X, Y),
    "vmap of second by vjp": lambda f: xp.vmap(pulled(pulled(f)), (0, None))(V, Y),
    "jacobian": lambda f: xp.jacobian(f, (0, 1))(V, 2 * V),
    "vmap": lambda f: xp.vmap(f, (0, None))(V, Y),
    "vmap of grad": lambda f: xp.vmap(xp.grad(f, (0, 1)), (0, None))(V, Y),
    "vmap of second": lambda f: xp.vmap(xp.grad(xp.grad(f)), (0, None))(V, Y),
    "grad of vmap": lambda f: xp.grad(lambda v, y: xp.sum(xp.vmap(f, (0, None))(v, y)), (0, 1))(V, Y),
    "second of vmap": lambda f: xp.jacobian(xp.grad(lambda v: xp.sum(xp.vmap(f, (0, None))(v, Y))))(V),
    "vmap of vmap": lambda f: xp.vmap(xp.vmap(f, (None, 0)), (0, None))(V, V),
    "value": lambda f: f(V, Y),
    "keywords": lambda f: xp.grad(lambda x: f(y=Y, x=x))(X),
}
FORWARD = {
    "jvp": lambda f: xp.jvp(f, (X, Y), (ONE, ZERO)),
    "jvp of both": lambda f: xp.jvp(f, (V, V), (V, V)),
    "hessian": lambda f: xp.hessian(f, (0, 1))(X, Y),
    "jvp of vmap": lambda f: xp.jvp(lambda v: xp.vmap(f, (0, None))(v, Y), (V,), (V,)),
    "vmap of jvp": lambda f: xp.vmap(lambda x: xp.jvp(f, (x, Y), (x, ZERO)))(V),
    "hessian of vmap": lambda f: xp.hessian(lambda v: xp.sum(xp.vmap(f, (0, None))(v, Y)))(V),
    "jvp of grad": lambda f: xp.jvp(xp.grad(f), (X, Y), (ONE, ONE)),
    "grad of jvp": lambda f: xp.grad(lambda x: xp.jvp(f, (x, Y), (ONE, ONE))[1])(X),
}


@BOTH
@pytest.mark.parametrize("name", REVERSE)
def test_reverse_mode(f, name):
    close(REVERSE[name](f), REVERSE[name](plain))


@pytest.mark.parametrize("name", FORWARD)
def test_forward_mode(name):
    close(FORWARD[name](forward_product), FORWARD[name](plain))
    with pytest.raises(TypeError, match="product: a function with custom_vjp has no derivative in forward mode"):
        FORWARD[name](product)


@pytest.mark.compiled
@BOTH
def test_backward(f):
    other = xp.asarray([3.0, 5.0])
    for run in (f, compiled(f)):
        x, y = V.copy().requires_grad_(), other.copy().requires_grad_()
        result = run(x, y)
        close(result.detach(), plain(V, other))
        xp.sum(result).backward()
        close((x.grad, y.grad), (xp.cos(V) * other, xp.sin(V)))
        close(run(V, other), plain(V, other))
        with torch.no_grad():
            assert not run(x, y).requires_grad
    x = X.copy().requires_grad_()
    (first,) = torch.autograd.grad(f(x, Y).tensor, x.tensor, create_graph=True)
    (second,) = torch.autograd.grad(first, x.tensor)
    close(xp.asarray(second), -xp.sin(X) * 3.0)


def test_residuals_that_are_results():
    for _ in range(3):
        close(exponential(X), xp.exp(X))
    derivative = exponential
    for _ in range(4):
        derivative = xp.grad(derivative)
        close(derivative(X), xp.exp(X))
        close(xp.vmap(derivative)(V), xp.exp(V))


@pytest.mark.compiled
def test_the_derivative_is_the_users():
    """The functions have other derivatives than those of their operations."""
    step = xp.custom_jvp(xp.sign)
    step.defjvp(lambda primals, tangents: (step(*primals), 5 * tangents[0]))
    for f, expected in ((lambda x: 3 * clip_gradient(-1.0, 1.0, x), 1.0), (step, 5.0)):
        assert float(xp.grad(f)(X)) == expected
        assert xp.vmap(xp.grad(f))(V).tolist() == [expected] * 2
        for run in (f, compiled(f)):
            x = X.copy().requires_grad_()
            run(x).backward()
            assert float(x.grad) == expected
    assert float(xp.grad(lambda x: clip_gradient(-1.0, 1.0, 7 * x))(X)) == 7.0
    assert float(xp.grad(lambda x: 9 * clip_gradient(-1.0, x=x, high=2.0))(X)) == 2.0
    assert [float(r) for r in xp.jvp(step, (X,), (ONE,))] == [1.0, 5.0]


def test_trees_integers_and_none():
    @xp.custom_vjp
    def scaled(p, n, x):
        return {"a": p["w"] * x * n, "n": n + 1}

    seen = []

    def bwd(residuals, g):
        seen.append((type(g["n"]), g["n"].dtype, g["a"].dtype))
        w, n, x = residuals
        return {"w": g["a"] * x * n, "b": None}, None, g["a"] * w * n

    scaled.defvjp(lambda p, n, x: (scaled(p, n, x), (p["w"], n, x)), bwd)
    p = {"w": V, "b": xp.asarray([1.0, 1.0])}
    n = xp.asarray([2, 3])
    loss = lambda p, x: xp.sum(scaled(p, n, x)["a"])
    gradients = xp.grad(loss, (0, 1))(p, V)
    close((gradients[0]["w"], gradients[0]["b"], gradients[1]), (V * n, xp.zeros(2), V * n))
    assert seen == [(xp.ndarray, xp.int64, xp.float64)]
    assert xp.vmap(xp.grad(lambda w, n, x: scaled({"w": w, "b": None}, n, x)["a"]))(V, n, V).tolist() == [2.0, 6.0]

    @xp.custom_jvp
    def counted(x, n):
        return x * n, n

    tangents = []
    counted.defjvp(lambda primals, t: tangents.append(t[1]) or (counted(*primals), (t[0] * primals[1], t[1])))
    close(xp.grad(lambda x: xp.sum(counted(x, n)[0]))(V), n * 1.0)
    close(xp.jvp(lambda x: counted(x, n)[0], (V,), (V,)), (V * n, V * n))
    assert [t.tolist() for t in tangents] == [[0, 0], [0, 0]]


def test_results_are_not_the_arguments():
    identity = xp.custom_vjp(lambda x: x)
    identity.defvjp(lambda x: (x, x), lambda x, g: (g,))
    x = V.copy().requires_grad_()
    y = identity(x)
    y += 1
    xp.sum(y * y).backward()
    close(x.grad, 2 * (V + 1))


def test_examples_of_jax():
    """From JAX's documentation; the values are exact."""

    @xp.custom_jvp
    def log1pexp(x):
        return xp.log(1.0 + xp.exp(x))

    log1pexp.defjvp(lambda p, t: (log1pexp(*p), (1 - 1 / (1 + xp.exp(p[0]))) * t[0]))
    assert float(log1pexp(3.0)) == pytest.approx(3.0485873)
    assert float(xp.grad(log1pexp)(3.0)) == pytest.approx(0.95257413)
    assert xp.vmap(xp.grad(log1pexp))(xp.asarray([0.0, 100.0])).tolist() == [0.5, 1.0]

    @functools.partial(xp.custom_vjp, nondiff_argnums=(0,))
    def fixed_point(f, a, guess):
        apart = lambda carry: xp.abs(carry[0] - carry[1]) > 1e-12
        return xp.while_loop(apart, lambda carry: (carry[1], f(a, carry[1])), (guess, f(a, guess)))[1]

    def fixed_point_fwd(f, a, guess):
        root = fixed_point(f, a, guess)
        return root, (a, root)

    def iteration(f, packed, u):
        a, root, g = packed
        return g + xp.vjp(lambda x: f(a, x), root)[1](u)[0]

    def fixed_point_bwd(f, residuals, g):
        a, root = residuals
        u = fixed_point(functools.partial(iteration, f), (a, root, g), g)
        return xp.vjp(lambda a: f(a, root), a)[1](u)[0], xp.zeros_like(root)

    fixed_point.defvjp(fixed_point_fwd, fixed_point_bwd)
    newton_sqrt = lambda a: fixed_point(lambda a, x: 0.5 * (x + a / x), a, a)
    assert float(newton_sqrt(X)) == pytest.approx(2**0.5)
    assert float(xp.grad(newton_sqrt)(X)) == pytest.approx(0.5 / 2**0.5)
    assert float(xp.grad(xp.grad(newton_sqrt))(X)) == pytest.approx(-0.25 / 2**1.5)
    assert xp.vmap(xp.grad(newton_sqrt))(V).tolist() == pytest.approx([0.5, 0.5 / 2**0.5])


def broken(transform, *rules):
    f = transform(lambda x, y: x * y)
    getattr(f, "defvjp" if transform is xp.custom_vjp else "defjvp")(*rules)
    return lambda: xp.grad(lambda x: xp.sum(f(x, Y)))(V)


@pytest.mark.parametrize(("error", "message", "call"), [
    (TypeError, "custom_vjp: sin has no derivative; set one with sin.defvjp",
     lambda: xp.grad(xp.custom_vjp(xp.sin))(X)),
    (TypeError, "custom_jvp: sin has no derivative; set one with sin.defjvp",
     lambda: xp.grad(xp.custom_jvp(xp.sin))(X)),
    (TypeError, "<lambda>: fwd must return a tuple (result, residuals), got",
     broken(xp.custom_vjp, lambda x, y: x, lambda r, g: (g, None))),
    (TypeError, "<lambda>: bwd must return a tuple with a cotangent for each of the 2 arguments, got a tuple of 1",
     broken(xp.custom_vjp, lambda x, y: (x, None), lambda r, g: (g,))),
    (ValueError, "<lambda>: the cotangent that bwd returns must have the shape (2,) and the dtype float64, got ()",
     broken(xp.custom_vjp, lambda x, y: (x, None), lambda r, g: (xp.sum(g), None))),
    (TypeError, "<lambda>: the cotangents that bwd returns must have the structure",
     broken(xp.custom_vjp, lambda x, y: (x, None), lambda r, g: ((g, g), None))),
    (TypeError, "<lambda>: jvp must return a tuple (result, tangents), got", broken(xp.custom_jvp, lambda p, t: p[0])),
    (ValueError, "<lambda>: the tangents that jvp returns must have the shape (2,) and the dtype float64, got ()",
     broken(xp.custom_jvp, lambda p, t: (p[0], xp.sum(t[0])))),
    (ValueError, "custom_vjp: nondiff_argnums=(3,) needs more than the 1 arguments given",
     lambda: xp.custom_vjp(xp.sin, (3,))(X)),
])  # fmt: skip
def test_errors(error, message, call):
    with pytest.raises(error) as caught:
        call()
    assert message in str(caught.value)


@pytest.mark.compiled
@BOTH
def test_graphs_inside_of_transforms_raise(f):
    with pytest.raises(torch._dynamo.exc.Unsupported, match="has no rule for it inside of a transform"):
        compiled(xp.vmap(f))(V, V)
    close(compiled(xp.grad(f))(X, Y), xp.grad(plain)(X, Y))
    aside = torch.compiler.disable(xp.grad(f))
    close(torch.compile(lambda x, y: aside(x * 1, y), backend="eager")(X, Y), xp.grad(plain)(X, Y))


def test_names_and_docstrings_are_those_of_the_function():
    assert (product.__name__, product.__doc__) == ("product", "The sine times a number.")


def scaled(kind, w):
    """A function with a derivative of its own, and `w` in its closure."""
    if kind == "vjp":
        f = xp.custom_vjp(lambda y: y * w)
        f.defvjp(lambda y: (y * w, None), lambda _, g: (g,))
        return f
    f = xp.custom_jvp(lambda y: y * w)
    f.defjvp(lambda primals, tangents: (primals[0] * w, tangents[0]))
    return f


def scaled_by_helper(kind, w):
    def helper():
        return [w][0]

    f = xp.custom_vjp(lambda y: y * helper())
    f.defvjp(lambda y: (y * helper(), None), lambda _, g: (g,))
    return f


CLOSURES = [
    functools.partial(scaled, "vjp"),
    functools.partial(scaled, "jvp"),
    functools.partial(scaled_by_helper, "vjp"),
]
TRANSFORMS = {
    "grad": xp.grad,
    "twice": lambda f: xp.grad(xp.grad(f)),
    "vmap": lambda f: lambda w: xp.vmap(xp.grad(f))(xp.stack([w, w])),
    "backward": lambda f: lambda w: f(w.requires_grad_()),
}


@pytest.mark.parametrize("make", CLOSURES, ids=["vjp", "jvp", "helper"])
@pytest.mark.parametrize("transform", TRANSFORMS.values(), ids=TRANSFORMS)
def test_a_derivative_by_an_array_of_the_closure_raises(make, transform):
    """torch would take it for zero."""
    with pytest.raises(TypeError, match="'w' comes from outside and has a derivative; pass it as an argument"):
        transform(lambda w: xp.sum(make(w)(w * V)))(xp.asarray(3.0))


def test_other_arrays_of_the_closure_are_constants():
    assert xp.grad(lambda x: xp.sum(scaled("vjp", Y)(x)))(V).tolist() == [1.0, 1.0]
    assert xp.grad(lambda x: xp.sum(scaled("jvp", Y)(x)))(V).tolist() == [1.0, 1.0]


def test_a_custom_jvp_in_forward_mode_of_forward_mode():
    @xp.custom_jvp
    def cube(x):
        return xp.sum(x**3)

    @cube.defjvp
    def _(primals, tangents):
        (x,), (t,) = primals, tangents
        return cube(x), xp.sum(3 * x**2 * t)

    x, t, u, v = (xp.asarray(row) for row in ([1.0, 2.0], [1.0, -1.0], [2.0, 1.5], [1.0, 1.0]))

    def along(a):
        return xp.jvp(cube, (a,), (t,))[1]

    assert xp.jvp(along, (x,), (u,))[1] == xp.sum(6 * x * t * u)
    assert xp.jvp(lambda a: xp.jvp(along, (a,), (u,))[1], (x,), (v,))[1] == xp.sum(6 * t * u * v)
    assert xp.all(xp.grad(along)(x) == 6 * x * t)
    mapped = xp.vmap(lambda a: xp.jvp(along, (a,), (u,))[1])(xp.stack([x, 2 * x]))
    assert xp.all(mapped == xp.asarray([1, 2]) * xp.sum(6 * x * t * u))


@pytest.mark.compiled
def test_graphs_of_gradients_follow_the_rule():
    """The rules are wrong on purpose: no other derivative is taken."""
    jvp, vjp = xp.custom_jvp(lambda x: xp.sum(x**2)), xp.custom_vjp(lambda x: xp.sum(x**2))
    jvp.defjvp(lambda primals, tangents: (xp.sum(primals[0] ** 2), 7 * xp.sum(tangents[0])))
    vjp.defvjp(lambda x: (xp.sum(x**2), None), lambda residuals, g: (5 * g * xp.ones(2),))
    x = xp.asarray([1.0, 2.0])
    for f, slope in ((jvp, 7.0), (vjp, 5.0)):
        assert xp.compile(xp.grad(f), backend="eager", fullgraph=True)(x).tolist() == [slope, slope]
