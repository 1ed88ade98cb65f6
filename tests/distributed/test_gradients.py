"""Gradients by functions of arrays that are sharded over processes."""

import numpy as np
import pytest
from support.distributed.expressions import mesh

import xp_torch as xp

pytestmark = pytest.mark.slow


def _written(x):
    x[1:] *= 2
    first = x[0]
    first += x[-1]
    x[:, 1] = x[0, 0]
    return xp.sum(x**2)


def _quadratic(x):
    return xp.sum(x**3)


FUNCTIONS = {
    "elementwise": lambda x, w: xp.sum(xp.sin(x) * w + x[:, :1]),
    "reductions": lambda x, w: xp.sum(xp.max(x, axis=0) * w) + xp.std(x),
    "product": lambda x, w: xp.mean(xp.tanh(x @ w) ** 2) + w @ w,
    "transposed product": lambda x, w: xp.sum((x.T @ x) ** 2 * w),
    "slices": lambda x, w: xp.sum(xp.sin(x[1:]) * x[:-1] @ w),
    "lookup": lambda x, w: xp.sum(x[[0, -1]] ** 3 * w) + xp.sum(x[x > 0] ** 3),
    "reshape": lambda x, w: xp.sum(x.reshape(-1)[1:] ** 3) * w[0],
    "scan": lambda x, w: xp.sum(xp.cumulative_sum(x, axis=0) ** 2 * w),
    "layout": lambda x, w: xp.sum(xp.sort(x, axis=0)[0] * w),
    "writes": lambda x, w: _written(x * w),
    "selections of no and of one row": lambda x, w: xp.sum(
        xp.concat([x[x[:, 0] > 100], x[x[:, 0] == xp.max(x[:, 0])]]) ** 2 * w
    ),
    "second": lambda x, w: xp.sum(xp.grad(_quadratic)(x * w) ** 2),
}


def gradients(name, n):
    device, function = xp.distributed.Device(mesh()), FUNCTIONS[name]
    rng = np.random.default_rng(n)
    a, b = rng.standard_normal((n, 3)), rng.standard_normal(3)
    plain, x, w = xp.asarray(a), xp.asarray(a, device=device), xp.asarray(b)
    value, expected = xp.value_and_grad(function, (0, 1))(plain, w)
    same = {"rtol": 1e-10, "atol": 1e-12}
    for given in ((x, w), (x, xp.asarray(b, device=device))):
        found = xp.value_and_grad(function, (0, 1))(*given)
        np.testing.assert_allclose(found[0], value, **same)
        for got, like in zip(found[1], expected, strict=True):
            np.testing.assert_allclose(got, like, **same)
    assert found[1][0].device.axis == 0
    # the array is not an argument
    np.testing.assert_allclose(xp.grad(lambda w: function(x, w))(w), expected[1], **same)


@pytest.mark.parametrize("name", FUNCTIONS)
@pytest.mark.parametrize("n", [5, 1])
def test_gradients_are_those_of_one_process(processes, name, n):
    processes.run(gradients, name, n)


#: Functions of an array p, which every process has, and of sharded ones.
WITH_PLAIN = [
    "xp.concat([x, p])",
    "xp.concat([p[:2], x, p])",
    "xp.stack([x, p[: len(x)]], axis=1)",
    "xp.append(v, p)",
    "xp.diff(x, axis=0, prepend=p[:1], append=p[-1:])",
    "p[i]",
    "p[i, i % 3]",
    "xp.take(p, i, axis=0)",
    "xp.insert(x, 1, p[0], axis=0)",
    "x.at[:1].set(p[:1])",
    "x * p[0]",
    "x @ p[:3]",
    "xp.where(x > 0, p[0], x)",
    "xp.convolve(v, p[0])",
    "xp.interp(v, np.arange(3.0), p[0])",
    "xp.gradient(xp.concat([v, v, v]), p[0, 0])",
    "xp.polyval(p[0], x)",
    "xp.linalg.pinv(x * p[0])",
    "abs(xp.linalg.svd(x * p[0], full_matrices=False)[0])",
    "xp.linalg.qr(x * p[0])[0]",
    "xp.linalg.lstsq(x * p[0], v, rcond=1e-15)[0]",
]


def by_plain_operands(n):
    """Return the functions whose gradient by the plain operand is not that of one process."""
    rng, found = np.random.default_rng(0), []
    given = {"x": rng.standard_normal((n, 3)), "v": rng.standard_normal(n), "i": rng.integers(0, 5, n)}
    values = rng.standard_normal((7, 3))
    for expression in WITH_PLAIN:
        gradients = []
        for device in ("cpu", xp.distributed.Device(mesh())):
            p = xp.asarray(values).requires_grad_()
            arrays = {name: xp.asarray(a, device=device) for name, a in given.items()}
            xp.sum(eval(expression, {**arrays, "p": p, "xp": xp, "np": np}) ** 2).backward()
            gradients.append(np.asarray(p.grad))
        found += [] if np.allclose(*gradients, 1e-9, 1e-12) else [expression]
    return found


@pytest.mark.parametrize("n", [5, 1])
def test_gradients_by_plain_operands(n, processes):
    assert processes.run(by_plain_operands, n) == [[], []]


def others():
    device = xp.distributed.Device(mesh())
    a = np.random.default_rng(0).standard_normal((5, 3))
    x, plain, v = xp.asarray(a, device=device), xp.asarray(a), np.arange(3.0)

    def fun(x):
        return {"products": x @ xp.asarray(v), "sums": xp.sum(x, axis=0)}

    found, pull = xp.vjp(fun, x)
    expected, pull_plain = xp.vjp(fun, plain)
    np.testing.assert_allclose(found["products"], expected["products"])
    np.testing.assert_allclose(pull(found)[0], pull_plain(expected)[0])
    with pytest.raises(ValueError, match=r"shape \(5,\), got \(4,\)"):
        pull({"products": xp.ones(4), "sums": found["sums"]})
    gradient, aux = xp.grad(lambda x: (xp.sum(x**2), {"twice": 2 * x}), has_aux=True)(x)
    np.testing.assert_allclose(gradient, aux["twice"])
    np.testing.assert_allclose(xp.jvp(xp.sin, (x,), (x,))[1], xp.jvp(xp.sin, (plain,), (plain,))[1])


def derivatives():
    """Jacobians and Hessians by plain and by sharded arrays, beside a sharded one."""
    device = xp.distributed.Device(mesh())
    a, w, v = (np.random.default_rng(0).standard_normal(shape) for shape in ((5, 3), 3, 5))
    x, plain = xp.asarray(a, device=device), xp.asarray(a)

    def loss(w, x):
        return xp.mean(xp.log(1 + xp.exp(x @ w))) + xp.sum(w**3)

    def results(w, x):
        return {"rows": xp.sin(x) @ w, "sums": xp.sum(x**2, axis=0) * w[0]}, (x * 2, w)

    for argnums in (0, 1, (0, 1)):
        for transform, fun in ((xp.hessian, loss), (xp.jacobian, loss)):
            got, expected = (transform(fun, argnums)(xp.asarray(w), z) for z in (x, plain))
            check_trees(got, expected)
        got, expected = (xp.jacobian(results, argnums, has_aux=True)(xp.asarray(w), z) for z in (x, plain))
        check_trees(got, expected)
    assert xp.jacobian(results, 1, has_aux=True)(xp.asarray(w), x)[0]["sums"].device.axis == 1
    assert type(xp.hessian(loss)(xp.asarray(w), x)) is xp.ndarray
    check_trees(xp.grad(lambda w: xp.sum(xp.jacobian(lambda w: x @ w**2)(w)))(xp.asarray(w)), 2 * a.sum(0))
    check_trees(xp.jacobian(xp.sin)(xp.asarray(v, device=device)), np.diag(np.cos(v)))
    with xp.distributed.guard():
        xp.hessian(loss)(xp.asarray(w), x)


def check_trees(got, expected):
    got, expected = (leaves(tree) for tree in (got, expected))
    assert [x.shape for x in got] == [x.shape for x in expected]
    for one, other in zip(got, expected, strict=True):
        np.testing.assert_allclose(one, other, 1e-9, 1e-12)


def leaves(tree):
    if isinstance(tree, dict):
        tree = list(tree.values())
    return [leaf for part in tree for leaf in leaves(part)] if isinstance(tree, (tuple, list)) else [np.asarray(tree)]


def mapped():
    device = xp.distributed.Device(mesh())
    a, w = (np.random.default_rng(0).standard_normal(shape) for shape in ((5, 3), (4, 3)))
    x, plain = xp.asarray(a, device=device), xp.asarray(a)

    def fun(w, x):
        return {"rows": x @ w, "sums": xp.sum(x * w, axis=0)}

    for in_axes, ws in (((0, None), w), ((1, None), w.T)):
        got, expected = (xp.vmap(fun, in_axes)(xp.asarray(ws), z) for z in (x, plain))
        check_trees(got, expected)
    got, expected = (xp.vmap(fun, (0, None), {"rows": 1, "sums": 0})(xp.asarray(w), z) for z in (x, plain))
    check_trees(got, expected)
    assert got["rows"].device.axis == 0
    check_trees(xp.vmap(xp.sum, 1)(x), a.sum(0))
    check_trees(xp.vmap(xp.grad(lambda w: xp.sum((x @ w) ** 2)))(xp.asarray(w)), 2 * (w @ a.T) @ a)
    with pytest.raises(ValueError, match="axis 0 of an argument is sharded"):
        xp.vmap(xp.sum)(x)
    with pytest.raises(ValueError, match=r"one size above 0: \[3, 4\]"):
        xp.vmap(lambda w, x: x @ w, (0, 1))(xp.asarray(w), x)


def overwrites():
    """Raise where a function writes to what its derivative needs, as plain arrays do inside of other transforms."""
    device = xp.distributed.Device(mesh())

    def f(x):
        y = xp.sin(x)
        z = y * y
        y *= 2  # in the part of each process
        return xp.sum(z * y)

    x = xp.asarray(np.arange(1.0, 6.0), device=device)
    for call in (
        lambda: xp.grad(f)(x),
        lambda: xp.value_and_grad(f)(x),
        lambda: xp.vjp(f, x)[1](xp.asarray(1.0)),
        lambda: xp.jacobian(f)(x),
        lambda: xp.hessian(f)(x),
    ):
        with pytest.raises(RuntimeError, match="read from a copy"):
            call()


@pytest.mark.parametrize("function", [derivatives, mapped, overwrites])
def test_jacobians_and_maps(function, processes):
    processes.run(function)


def test_other_transforms(processes):
    processes.run(others)


def of_an_empty_selection():
    """Pull the sum of no elements back to the array."""
    functions = [
        lambda rows: xp.sum(rows * 2), xp.prod, lambda rows: xp.sum(rows @ xp.ones(3)),
        lambda rows: xp.max(rows, initial=0.0),
    ]  # fmt: skip
    for select in (lambda x: x[x[:, 0] > 100], lambda x: x[2:2]):
        for function in functions:
            x = xp.asarray(np.ones((5, 3)), device=xp.distributed.Device(mesh())).requires_grad_()
            function(select(x)).backward()
            np.testing.assert_array_equal(np.asarray(x.grad), np.zeros((5, 3)))


def test_gradient_of_an_empty_selection(processes):
    processes.run(of_an_empty_selection)


def regression():
    """Fit a line by gradient descent, and the result by `lstsq`."""
    device = xp.distributed.Device(mesh())
    rng = np.random.default_rng(0)
    a = rng.standard_normal((61, 3))
    b = a @ np.arange(1.0, 4.0) + rng.standard_normal(61) / 10
    x, y, w = xp.asarray(a, device=device), xp.asarray(b, device=device), xp.zeros(3)
    gradient = xp.grad(lambda w: xp.mean((x @ w - y) ** 2))
    with xp.distributed.guard():
        for _ in range(60):
            w = w - 0.3 * gradient(w)
    np.testing.assert_allclose(w, np.linalg.lstsq(a, b)[0], rtol=1e-6)


def test_gradient_descent(processes):
    processes.run(regression)
