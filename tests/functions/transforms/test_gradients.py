"""`grad`, `value_and_grad`, `vjp`, `jvp`, `jacobian` and `hessian`, eager and compiled."""

import itertools
import math
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import mpmath
import numpy as np
import pytest
import torch
from support.graphs import compiled
from torch.utils import _pytree as pytree

import xp_torch as xp

X = xp.asarray([1.0, 2.0, 3.0])
ONE = xp.asarray([1.0, 0.0, 0.0])
M = xp.asarray([[1.0, 2.0], [3.0, 4.0], [0.5, -1.0]])


pytestmark = pytest.mark.usefixtures("fresh_dynamo")


def cubes(x):
    return xp.sum(x**3)


def loss(p, scale=1.0):
    return xp.sum(xp.sin(p["w"] @ p["b"][0])) * scale


PARAMETERS = {"w": M, "b": (xp.asarray([0.5, 2.0]), None)}
COSINES = xp.cos(M @ PARAMETERS["b"][0])

#: functions of an array, with what each returns for X.
TRANSFORMED = {
    "grad": (xp.grad(cubes), 3 * X**2),
    "grad of grad": (lambda x: xp.grad(xp.grad(xp.sin))(x[1, ...]), -xp.sin(X[1])),
    "value_and_grad": (xp.value_and_grad(cubes), (cubes(X), 3 * X**2)),
    "argnums": (lambda x: xp.grad(xp.vecdot, argnums=(1, 0))(x, 2 * x), (X, 2 * X)),
    "negative argnums": (lambda x: xp.grad(xp.vecdot, argnums=-1)(x, 2 * x), X),
    "keywords": (lambda x: xp.grad(lambda a, b: xp.sum(a * b))(x, b=x * 2), 2 * X),
    "has_aux": (xp.grad(lambda x: (cubes(x), {"x": x, "n": 3}), has_aux=True), (3 * X**2, {"x": X, "n": 3})),
    "value and aux": (
        xp.value_and_grad(lambda x: (cubes(x), (x, "a")), has_aux=True), ((cubes(X), (X, "a")), 3 * X**2),
    ),
    "number": (lambda x: xp.grad(lambda y: y * y * x[0, ...])(3.0), xp.asarray(6.0)),
    "constant": (xp.grad(lambda x: 2.0), xp.zeros(3)),
    "vjp": (lambda x: xp.vjp(lambda x, y: (x * y, y), x, x)[1]((x, ONE)), (X**2, X**2 + ONE)),
    "vjp value": (lambda x: xp.vjp(lambda x: (x * 2, x), x, has_aux=True)[::2], (X * 2, X)),
    "jvp": (lambda x: xp.jvp(lambda x, y: x * y, (x, x), (x, ONE)), (X**2, X**2 + ONE)),
    "jvp of grad": (lambda x: xp.jvp(xp.grad(cubes), (x,), (x,)), (3 * X**2, 6 * X**2)),
    "jacobian": (xp.jacobian(lambda x: {"a": x**2, "b": (x[0, ...], x)}), {
        "a": xp.diag(2 * X), "b": (ONE, xp.eye(3)),
    }),
    "jacobian of arguments": (lambda x: xp.jacobian(xp.multiply, (0, 1))(x, 2 * x), (xp.diag(2 * X), xp.diag(X))),
    "jacobian with aux": (xp.jacobian(lambda x: (x * 2, x), has_aux=True), (2 * xp.eye(3), X)),
    "hessian": (xp.hessian(cubes), xp.diag(6 * X)),
    "hessian with aux": (xp.hessian(lambda x: (cubes(x), x), has_aux=True), (xp.diag(6 * X), X)),
    "hessian of arguments": (
        lambda x: xp.hessian(lambda x, y: xp.sum(x * x * y), (0, 1))(x, 2 * x),
        ((xp.diag(4 * X), xp.diag(2 * X)), (xp.diag(2 * X), xp.zeros((3, 3)))),
    ),
    "vmap of grad": (xp.vmap(xp.grad(xp.sin)), xp.cos(X)),
    "grad of vmap": (xp.grad(lambda x: xp.sum(xp.vmap(xp.sin)(x))), xp.cos(X)),
    "torch's vmap of grad": (torch.vmap(xp.grad(xp.sin)), xp.cos(X)),
    "grad of torch's": (lambda x: xp.grad(torch.func.grad(lambda x: xp.sin(x).tensor))(x[1, ...]), -xp.sin(X[1])),
    "torch's grad": (torch.func.grad(lambda x: cubes(x).tensor), 3 * X**2),
    "torch's grad with aux": (torch.func.grad(lambda x: (cubes(x).tensor, x), has_aux=True), (3 * X**2, X)),
    "torch's vjp": (lambda x: torch.func.vjp(cubes, x)[1](xp.sum(ONE))[0], 3 * X**2),
    "torch's jacrev": (torch.func.jacrev(lambda x: x**2), xp.diag(2 * X)),
}  # fmt: skip


#: those whose forms are compiled with another.
EAGER = {
    "negative argnums", "keywords", "value_and_grad", "has_aux", "constant", "jacobian with aux", "hessian",
    "hessian with aux", "torch's grad with aux", "torch's jacrev", "torch's vjp", "grad of torch's",
    "torch's vmap of grad",
}  # fmt: skip


def assert_tree(got, expected):
    if isinstance(expected, xp.ndarray):
        assert type(got) is xp.ndarray
        assert got.dtype is expected.dtype
        np.testing.assert_allclose(got, expected, rtol=1e-13)
    elif isinstance(expected, (tuple, dict)):
        assert type(got) is type(expected)
        assert len(got) == len(expected)
        for key in expected if isinstance(expected, dict) else range(len(expected)):
            assert_tree(got[key], expected[key])
    else:
        assert got == expected


@pytest.mark.compiled
@pytest.mark.parametrize("name", TRANSFORMED)
def test_transforms_nested_and_compiled(name):
    transformed, expected = TRANSFORMED[name]
    assert_tree(transformed(X), expected)
    if name not in EAGER:
        assert_tree(torch.compile(transformed, fullgraph=True, backend="eager")(X), expected)


def test_torchs_transforms_compare_the_classes_of_elements_and_arrays():
    result, pull = torch.func.vjp(cubes, X)
    with pytest.raises(RuntimeError, match="same as pytree structure"):
        pull(ONE[0])
    expected = 3 * X**2
    for cotangent in (result / result, xp.asarray(ONE[0])):
        np.testing.assert_allclose(pull(cotangent)[0], expected, rtol=1e-13)
    np.testing.assert_allclose(xp.vjp(cubes, X)[1](ONE[0])[0], expected, rtol=1e-13)


def test_a_tree_has_a_gradient_of_its_structure():
    gradient = xp.grad(loss)(PARAMETERS, scale=2.0)
    assert_tree(gradient["w"], 2 * COSINES[:, None] * PARAMETERS["b"][0])
    assert_tree(gradient["b"][0], 2 * COSINES @ M)
    assert gradient["b"][1] is None


def test_the_kind_of_an_argument_is_kept():
    class Sub(xp.ndarray):
        pass

    given = X.tensor, np.asarray(X), X.astype(xp.float32), X.view(Sub), X[::-1], [1.0, 2.0]
    kinds = [type(xp.grad(lambda x: xp.sum(xp.asarray(x)))(x)) for x in given]
    assert kinds == [torch.Tensor, xp.ndarray, xp.ndarray, Sub, xp.ndarray, list]
    assert xp.grad(cubes)(given[2]).dtype is xp.float32
    assert type(xp.grad(lambda t: t.sum())(X.tensor)) is torch.Tensor
    np.testing.assert_array_equal(xp.grad(lambda x: cubes(x * X))(X[::-1]), 3 * X[::-1] ** 2 * X**3)


def test_a_gradient_by_a_complex_argument_is_torchs():
    z = torch.tensor(1 + 2j, requires_grad=True)
    (z.abs() ** 2).backward()
    assert complex(xp.grad(lambda z: xp.abs(z) ** 2)(xp.asarray(1 + 2j))) == complex(z.grad)


def writes(x):
    x[0] = np.sin(x[1])
    x *= 2
    return np.sum(x)


@pytest.mark.compiled
@pytest.mark.parametrize(
    "transform", [lambda f: f, lambda f: xp.compile(f, backend="eager")], ids=["eager", "compiled"]
)
def test_a_function_may_be_written_against_numpy_and_write_to_its_argument(transform):
    x = X.copy()
    np.testing.assert_allclose(transform(xp.grad(writes))(x), [0, 2 * np.cos(2) + 2, 2])
    np.testing.assert_array_equal(x, X)


@pytest.mark.parametrize(("error", "message", "call"), [
    (TypeError, "grad: inputs must be floating-point or complex, got int64", lambda: xp.grad(cubes)(xp.arange(3))),
    (TypeError, "jacobian: inputs must be floating-point, got complex128", lambda: xp.jacobian(xp.sin)(X + 1j)),
    (TypeError, "grad: the function must return a 0-D array; its results", lambda: xp.grad(xp.sin)(X)),
    (TypeError, "grad: the function must return a real", lambda: xp.grad(lambda x: xp.sum(x > 0))(X)),
    (TypeError, "jacobian: the function must return floating-point", lambda: xp.jacobian(lambda x: x > 0)(X)),
    (ValueError, "grad: argnums=1 needs more than the 1 positional", lambda: xp.grad(cubes, argnums=1)(X)),
    (ValueError, "vjp: there are no arrays", lambda: xp.vjp(cubes)),
    (TypeError, "grad: with has_aux=True the function must return a tuple of two", lambda: xp.grad(cubes, 0, True)(X)),
    (TypeError, "jvp: primals and tangents must be tuples or lists", lambda: xp.jvp(cubes, X, X)),
    (TypeError, "jvp: the tangents must have the structure", lambda: xp.jvp(cubes, (X,), (X, X))),
    (ValueError, "vjp: the cotangents must have the shape () and the dtype", lambda: xp.vjp(cubes, X)[1](X)),
])  # fmt: skip
def test_errors(error, message, call):
    with pytest.raises(error) as caught:
        call()
    assert message in str(caught.value)


def writes_rows(read):
    def act(x):
        z = x * 1
        z[0] = np.sin(read(z[1]))
        return np.sum(z)

    return act


@pytest.mark.filterwarnings("ignore::xp_torch.exceptions.NotCompiledWarning")
@pytest.mark.compiled
@pytest.mark.parametrize(
    "derivative",
    [
        lambda f: xp.grad(f)(M),
        lambda f: xp.vjp(f, M)[1](1.0)[0],
        lambda f: xp.jacobian(f)(M),
        lambda f: xp.compile(xp.grad(f), backend="eager")(M),
    ],
)
def test_a_row_that_is_written_while_another_is_needed(derivative):
    wanted = np.ones((3, 2))
    wanted[0], wanted[1] = 0, 1 + np.cos(M[1])
    np.testing.assert_allclose(derivative(writes_rows(np.copy)), wanted)
    np.testing.assert_allclose(derivative(writes_rows(lambda row: row)), wanted)


@pytest.mark.parametrize(
    "derivative",
    [lambda f: f(M.copy().requires_grad_()).backward(), lambda f: xp.hessian(f)(M)],
)
def test_a_row_that_is_written_while_another_is_needed_where_torch_refuses_it(derivative):
    with pytest.raises(RuntimeError, match="needs was modified by an inplace operation: a statement wrote to it"):
        derivative(writes_rows(lambda row: row))


def stored(value):
    """Return a function that stores a value in a NumPy array."""

    def act(x):
        y = np.zeros(2)
        y[0] = value(x)
        return np.sum(y) + np.sum(x * 0)

    return act


def copied(x):
    y = np.zeros(3)
    y[:] = x
    return np.sum(y) + np.sum(x * 0)


#: functions in which a value leaves what differentiates or maps
ESCAPES = {
    "stored": (stored(lambda x: np.sin(x[0])), "a Python number"),
    "copied": (copied, "a NumPy array"),
    "converted": (lambda x: np.sum(np.asarray(x) * x), "a NumPy array"),
    "float": (lambda x: float(x[0]) * np.sum(x), "a Python number"),
    "complex": (lambda x: complex(x[0]).real * np.sum(x), "a Python number"),
    "math": (lambda x: math.sin(x[0]) * np.sum(x), "a Python number"),
    "item": (lambda x: x.item(0) * np.sum(x), "a Python number"),
    "tolist": (lambda x: sum(x.tolist()) * np.sum(x), "a Python number"),
}
TRANSFORMS = {
    "grad": lambda f: xp.grad(f)(X),
    "jvp": lambda f: xp.jvp(f, (X,), (X,)),
    "vjp": lambda f: xp.vjp(f, X),
    "jacobian": lambda f: xp.jacobian(f)(X),
    "hessian": lambda f: xp.hessian(f)(X),
    "vmap": lambda f: xp.vmap(f)(X[None, :]),
    "grad of another argument": lambda f: xp.grad(lambda y: xp.grad(lambda z: f(y) * z)(1.0))(X),
    "jvp of grad": lambda f: xp.jvp(lambda y: xp.grad(lambda z: f(y) * z)(1.0), (X,), (X,)),
    "torch.func": lambda f: torch.func.grad(lambda t: f(xp.asarray(t)).tensor)(X.tensor),
}


@pytest.mark.parametrize("transform", TRANSFORMS)
@pytest.mark.parametrize("name", ESCAPES)
def test_values_that_leave_a_transform_raise(name, transform):
    act, what = ESCAPES[name]
    with pytest.raises((TypeError, ValueError)) as caught:
        TRANSFORMS[transform](act)
    error = caught.value.__cause__ or caught.value  # NumPy's error about a sequence has the cause
    assert isinstance(error, TypeError)
    assert f"can't be converted to {what}" in str(error)


@pytest.mark.compiled
def test_values_that_leave_a_compiled_transform():
    """Arrays that a compiled function creates are ours; numbers are Python's."""
    np.testing.assert_array_equal(xp.compile(xp.grad(copied), backend="eager")(X), np.ones(3))
    with pytest.raises(TypeError, match="can't be converted to a Python number"):
        xp.compile(xp.grad(ESCAPES["float"][0]), backend="eager")(X)


def test_item_and_tolist_leave_autograd():
    x = X.copy().requires_grad_()
    assert x.item(0) == x[0].item() == x.tolist()[0] == 1.0


@pytest.mark.parametrize("name", ["stored", "float", "complex", "math"])
def test_values_that_leave_autograd_warn(name):
    x = X.copy().requires_grad_()
    with pytest.warns(UserWarning, match="an array that requires grad is converted to a Python number"):
        ESCAPES[name][0](x)
    with torch.no_grad():
        ESCAPES[name][0](x)


@pytest.mark.parametrize("transform", ["grad", "jvp", "vjp", "jacobian", "torch.func", "jvp of grad"])
def test_constants_may_leave_a_transform(transform):
    def act(x):
        y = np.zeros(3)
        y[0] = xp.sum(xp.ones(3)) + int(x[2]) + x.detach()[0]
        y[1:] = xp.argsort(x)[1:] * xp.ones(2)
        return xp.sum(xp.asarray(y + np.asarray(x.detach())) * x) if x[1] > x[0] else x[0]

    found, wanted = TRANSFORMS[transform](act), TRANSFORMS[transform](lambda x: xp.sum(xp.asarray([8.0, 3.0, 5.0]) * x))
    for one, other in zip(pytree.tree_leaves(found), pytree.tree_leaves(wanted), strict=True):
        if not callable(one):
            np.testing.assert_array_equal(one, other)


@pytest.mark.slow
@pytest.mark.parametrize("call", ["xp.hessian(xp.sin)(1.0)", "xp.jvp(xp.sin, (1.0,), (2.0,))"])
def test_forward_mode_shows_no_warnings_of_torchs_own_code(call):
    # torch warns when it loads its rules, once in a process.
    subprocess.run([sys.executable, "-W", "error", "-c", f"import xp_torch as xp; {call}"], check=True, timeout=300)


class Pair:
    def __init__(self, a, b):
        self.a, self.b = a, b


@pytest.mark.parametrize("call", [
    lambda: xp.grad(lambda p: xp.sum(p.a))(Pair(X, X)), lambda: xp.vmap(lambda p: p.a)(Pair(X, X)),
    lambda: xp.vmap(lambda x: Pair(x, x))(X), lambda: xp.vjp(lambda x: Pair(x, x), X),
    lambda: xp.grad(lambda p: xp.sum(p["x"]))({"x": X, "pair": Pair(X, X)}),
    lambda: xp.scan(lambda c, x: (c, x), Pair(X, X), X), lambda: xp.map(lambda x: Pair(x, x), X),
    lambda: xp.cond(True, lambda p: p, lambda p: p, Pair(X, X)),
])  # fmt: skip
def test_a_class_that_is_no_tree_says_how_to_register_it(call):
    with pytest.raises(
        TypeError, match=r"Pair is neither .* torch.utils._pytree.register_pytree_node\(Pair, flatten, unf"
    ):
        call()


def test_a_registered_class_is_a_tree():
    class Registered(Pair):
        pass

    pytree.register_pytree_node(Registered, lambda p: ([p.a, p.b], None), lambda children, _: Registered(*children))
    found = xp.grad(lambda p: xp.sum(p.a * p.b))(Registered(X, 2 * X))
    np.testing.assert_array_equal([found.a, found.b], [2 * X, X])


def test_forward_mode_in_threads():
    def run(number):
        x = xp.asarray([1.0, 2.0]) * number
        return all(
            xp.all(xp.jvp(lambda a: a**3, (x,), (x,))[1] == 3 * x**3)
            and xp.all(xp.hessian(lambda a: xp.sum(a**3))(x) == xp.diag(6 * x))
            for _ in range(20)
        )

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(run, range(1, 9)))


def overwrite(x):
    """Write to values that derivatives need, as NumPy programs do."""
    y = xp.sin(x)
    z = y * y
    y[0] = 0.0
    y[1:] += z[:-1]
    return z * y


def differences(f, x, step=1e-6):
    """Return the Jacobian of a function of a vector by differences."""
    columns = [(f(x + step * e) - f(x - step * e)) / (2 * step) for e in xp.eye(x.size)]
    return xp.stack(columns, axis=-1)


class TestWrites:
    x = xp.asarray([1.0, 2.0, 3.0])

    def test_first_derivatives(self):
        expected = differences(overwrite, self.x)
        np.testing.assert_allclose(xp.jacobian(overwrite)(self.x), expected, 1e-6, 1e-9)
        total = lambda x: xp.sum(overwrite(x))
        np.testing.assert_allclose(xp.grad(total)(self.x), xp.sum(expected, axis=0), 1e-6, 1e-9)
        value, gradient = xp.value_and_grad(total)(self.x)
        assert value == total(self.x)
        assert xp.all(gradient == xp.grad(total)(self.x))
        weights = xp.asarray([1.0, -2.0, 3.0])
        for _ in range(2):
            got = xp.vjp(overwrite, self.x)[1](weights)
            np.testing.assert_allclose(got[0], weights @ expected, 1e-6, 1e-9)

    @pytest.mark.parametrize("part", [np.s_[1:], np.s_[::2], np.s_[1], np.s_[1:2]])
    def test_a_part_of_what_is_needed(self, part):
        def f(x):
            y = xp.sin(x)
            x[part] *= 2
            return y + x

        expected = differences(lambda x: f(x.copy()), self.x)
        np.testing.assert_allclose(xp.jacobian(f)(self.x), expected, 1e-6, 1e-9)

    def test_copies_in_hessians(self):
        def f(x):
            y = x * 1
            first = y[0].copy()
            y[0] = y[2]
            y[2] = first
            return xp.sum(y**3 * x)

        expected = differences(xp.grad(f), self.x)
        np.testing.assert_allclose(xp.hessian(f)(self.x), expected, 1e-6, 1e-6)
        both = xp.vmap(xp.hessian(f))(xp.stack([self.x, self.x]))
        np.testing.assert_allclose(both, xp.stack([expected, expected]), 1e-6, 1e-6)

    def test_complex_numbers(self):
        def f(x):
            y = x + 0.5j
            y[1:] = xp.cos(y[:2])
            return xp.abs(y)

        np.testing.assert_allclose(xp.jacobian(f)(self.x), differences(f, self.x), 1e-6, 1e-9)

    def test_in_checkpoints(self):
        inner = xp.checkpoint(overwrite)
        expected = differences(lambda x: overwrite(overwrite(x)), self.x)
        np.testing.assert_allclose(xp.jacobian(lambda x: inner(inner(x)))(self.x), expected, 1e-6, 1e-9)
        x = self.x.copy().requires_grad_()
        xp.sum(inner(inner(x))).backward()
        np.testing.assert_allclose(x.grad, xp.sum(expected, axis=0), 1e-6, 1e-9)

    def test_trees_and_auxiliary_data(self):
        def f(tree, unused):
            y = tree["a"] * 2
            z = y * y * tree["b"]
            y *= 3
            return xp.sum(z) + xp.sum(y), {"y": y}

        tree = {"a": self.x, "b": xp.asarray(2.0)}
        (gradients, unused), aux = xp.grad(f, argnums=(0, 1), has_aux=True)(tree, xp.ones(2))
        assert gradients["a"].tolist() == [22.0, 38.0, 54.0]
        assert gradients["b"] == 56.0
        assert unused.tolist() == [0.0, 0.0]
        assert aux["y"].tolist() == [6.0, 12.0, 18.0]
        assert not aux["y"].tensor.requires_grad

    def test_random_numbers_are_those_of_one_call(self):
        def f(x):
            y = x * rng.normal(size=3)
            z = y * y
            y *= 2
            return xp.sum(z * y)

        rng = xp.random.default_rng(0)
        value, after = f(self.x), rng.normal()
        rng = xp.random.default_rng(0)
        assert xp.value_and_grad(f)(self.x)[0] == value
        assert rng.normal() == after

    def test_what_torch_alone_differentiates_raises(self):
        w = xp.ones(3).requires_grad_()
        total = lambda x: xp.sum(overwrite(x))
        for call in (
            lambda: xp.grad(lambda x: total(x * w))(self.x),
            lambda: xp.grad(total)(w),
            lambda: xp.hessian(total)(self.x),
            lambda: xp.grad(lambda x: xp.sum(xp.grad(total)(x)))(self.x),
            lambda: xp.vmap(xp.grad(total))(xp.stack([self.x, self.x])),
        ):
            with pytest.raises(RuntimeError, match="read from a copy"):
                call()


@pytest.mark.parametrize(
    ("name", "inside", "outside"),
    [("divide", 2.0, 0.0), ("sqrt", 4.0, 0.0), ("log", 4.0, 0.0), ("reciprocal", 4.0, 0.0), ("arccos", 0.5, 1.0)],
)
def test_elements_that_a_ufunc_leaves_out_have_no_part(name, inside, outside):
    function = getattr(xp, name)
    operands = (xp.asarray([1.0, 1.0]),) if name == "divide" else ()
    f = lambda x: xp.sum(function(*operands, x, where=x == inside, out=xp.zeros(2)))
    x = xp.asarray([inside, outside])
    expected = xp.grad(lambda x: function(*[a[0] for a in operands], x))(xp.asarray(inside))
    assert xp.grad(f)(x).tolist() == [expected, 0]
    assert [xp.jvp(f, (x,), (t,))[1] for t in xp.eye(2)] == [expected, 0]
    y = x.copy().requires_grad_()
    f(y).backward()
    assert y.grad.tolist() == [expected, 0]
    assert xp.all(xp.isfinite(xp.hessian(f)(x)))


#: Points at which forward and reverse mode could follow other conventions.
SPECIAL = [0.0, -0.0, 1.0, -1.0, 3.0]


@pytest.mark.parametrize("name", ["arctan2", "fmax", "fmin", "maximum", "minimum", "hypot", "logaddexp", "copysign"])
def test_forward_mode_has_the_conventions_of_reverse_mode(name):
    function = getattr(xp, name)
    points = [*SPECIAL, np.nan] if "m" in name else SPECIAL
    for x, y in itertools.product(points, repeat=2):
        a, b = xp.asarray(x), xp.asarray(y)
        forward = [xp.jvp(function, (a, b), (xp.asarray(s), xp.asarray(1 - s)))[1] for s in (1.0, 0.0)]
        np.testing.assert_allclose(forward, xp.grad(function, argnums=(0, 1))(a, b), 1e-15, err_msg=str((x, y)))
        for f in (lambda a, y=y: function(a, y), lambda a, y=y: function(y, a)):
            np.testing.assert_allclose(
                xp.jvp(f, (a,), (xp.asarray(1.0),))[1], xp.grad(f)(a), 1e-15, err_msg=str((x, y))
            )


L2 = math.log(2) ** 2 / 2

#: Functions at points where a formula of theirs is NaN, or of another branch, with the derivative there.
AT_POINTS = [
    ("sinh", xp.sinh, [1e300, np.inf], [np.inf, np.inf]),
    ("cosh", xp.cosh, [-np.inf, 709.0], [-np.inf, np.sinh(709.0)]),
    ("frexp", lambda x: xp.frexp(x)[0], [1e200, 1e-200, np.inf], [2.0**-665, 2.0**664, 0.0]),
    ("ldexp", lambda x: xp.ldexp(x, 3), [1e300, 1e-300, 0.0], [8.0, 8.0, 8.0]),
    ("arctan2", lambda x: xp.arctan2(x, 0.0), [1e-300], [0.0]),
    ("clip", lambda x: xp.clip(x, 0.0, 1.0), [0.0, 1.0, 2.0, np.nan], [1.0, 1.0, 0.0, 0.0]),
    ("clip with one bound", lambda x: xp.clip(x, 0.0), [-1.0, 0.0, 1.0], [0.0, 0.5, 1.0]),
    ("clip with one bound above", lambda x: xp.clip(x, None, 1.0), [0.0, 1.0, 2.0], [1.0, 0.5, 0.0]),
    ("clip by NaN", lambda x: xp.clip(x, np.nan, 1.0), [0.5], [0.0]),
    ("lower bound of clip", lambda x: xp.clip(xp.zeros(2), x, 1.0), [0.5, 1.0], [1.0, 0.0]),
    ("zeta", xp.special.zeta, [0.0, np.inf, 1e300], [-math.log(2 * math.pi) / 2, 0.0, 0.0]),
    ("exprel", xp.special.exprel, [0.0, 1e-300, 1e-9], [0.5, 0.5, 0.5 + 1e-9 / 3]),
    ("rgamma", xp.special.rgamma, [0.0, 1e-300], [1.0, 1.0]),
    ("gammaln", xp.special.gammaln, [-np.inf], [0.0]),
    ("k0", xp.special.k0, [np.inf], [0.0]),
    ("rel_entr", lambda x: xp.special.rel_entr(x, 0.0), [0.0, 1.0], [0.0, 0.0]),
    ("second of rel_entr", lambda x: xp.special.rel_entr(1.0, x), [0.0, 2.0], [0.0, -0.5]),
    ("kl_div", lambda x: xp.special.kl_div(0.0, x), [0.0, 1.0], [1.0, 1.0]),
    ("huber", lambda x: xp.special.huber(x, 2.0), [np.inf, 1.0], [0.0, 1.0]),
    ("pseudo_huber", lambda x: xp.special.pseudo_huber(x, 2.0), [0.0], [2.0]),
    ("second of pseudo_huber", lambda x: xp.special.pseudo_huber(0.0, x), [0.0], [0.0]),
    ("polygamma", lambda x: xp.special.polygamma(x, 1.0), [0.5, np.nan], [np.nan, np.nan]),
    ("second of zeta", lambda x: xp.special.zeta(0.5, x), [2.0], [np.nan]),
    ("boxcox", lambda x: xp.special.boxcox(x, 1.0), [0.0, 1.0], [1.0, 1.0]),
    ("exponent of boxcox", lambda x: xp.special.boxcox(2.0, x), [0.0, 1e-20, 1e-12], [L2, L2, L2]),
    ("exponent of boxcox1p", lambda x: xp.special.boxcox1p(1.0, x), [0.0], [L2]),
    ("exponent of inv_boxcox", lambda x: xp.special.inv_boxcox(1.0, x), [0.0, 1e-12], [-math.e / 2, -math.e / 2]),
    ("inv_boxcox", lambda x: xp.special.inv_boxcox(x, 0.0), [-1.0], [math.exp(-1)]),
    ("exponent of inv_boxcox1p", lambda x: xp.special.inv_boxcox1p(1.0, x), [0.0], [-math.e / 2]),
]  # fmt: skip


@pytest.mark.parametrize(("name", "function", "points", "expected"), AT_POINTS, ids=[row[0] for row in AT_POINTS])
def test_derivatives_at_special_points(name, function, points, expected):
    x = xp.asarray(points)
    y = x.copy().requires_grad_()
    xp.sum(function(y)).backward()
    derivatives = (
        xp.grad(lambda x: xp.sum(function(x)))(x), xp.jvp(function, (x,), (xp.ones_like(x),))[1], y.grad,
    )  # fmt: skip
    for found in derivatives:
        np.testing.assert_allclose(found, expected, 1e-9, 1e-15)


def test_second_derivatives_at_special_points():
    for function, expected in (
        (lambda x: xp.special.pseudo_huber(2.0, x), 1.0),
        (xp.special.exprel, 1 / 3),
        (lambda x: xp.special.boxcox(2.0, x), math.log(2) ** 3 / 3),
    ):
        np.testing.assert_allclose(xp.hessian(function)(0.0), expected, 1e-12)
    # The logarithm of inv_boxcox(2, y) is log1p(2 * y) / y.
    third = xp.grad(xp.grad(xp.grad(lambda y: xp.log(xp.special.inv_boxcox(2.0, y)))))
    np.testing.assert_allclose(third(0.0), -6 * 2**4 / 4, 1e-12)


@pytest.mark.parametrize(("name", "function", "elements", "expected"), [
    ("logsumexp", xp.special.logsumexp, [1e200, 1e200], [0.5, 0.5]),
    ("nanstd", xp.nanstd, [3.0, np.nan], [0.0, 0.0]),
    ("std", lambda x: xp.std(x, ddof=1), [3.0, 3.0], [0.0, 0.0]),
    ("unique", lambda x: xp.sum(xp.unique(x)), [1.0, 1.0], [1.0, 0.0]),
    ("unique_values", lambda x: xp.sum(xp.unique_values(x)), [2.0, 1.0], [1.0, 1.0]),
    ("accumulate", lambda x: xp.sum(xp.maximum.accumulate(x) * xp.arange(2.0)), [3.0, 3.0], [0.0, 1.0]),
    ("norm of zeros", lambda x: xp.linalg.norm(xp.diag(x), 2), [0.0, 0.0], [0.5, 0.5]),
    ("norm of order 1", lambda x: xp.linalg.norm(x, 1), [np.nan, 2.0], [0.0, 1.0]),
    ("cholesky", lambda x: xp.linalg.cholesky(x.reshape(2, 2))[1, 0], [1.0, 0.0, 0.0, 1.0], [0.0, 0.5, 0.5, 0.0]),
])  # fmt: skip
def test_derivatives_of_equal_elements(name, function, elements, expected):
    x = xp.asarray(elements)
    y = x.copy().requires_grad_()
    function(y).backward()
    forward = [xp.jvp(function, (x,), (t,))[1] for t in xp.eye(x.size)]
    for found in (xp.grad(function)(x), forward, y.grad):
        np.testing.assert_array_equal(found, expected)


@pytest.mark.parametrize("derivative", [
    xp.grad(xp.sum),
    xp.jacobian(xp.sum),
    lambda x: xp.value_and_grad(xp.mean)(x)[1],
    lambda x: xp.vjp(xp.sum, x)[1](xp.asarray(1.0))[0],
    lambda x: xp.jvp(lambda y: xp.broadcast_to(y[:1], 3), (x,), (x,))[1],
    lambda x: xp.vmap(xp.grad(xp.sum))(xp.stack([x, x]))[0],
])  # fmt: skip
def test_derivatives_may_be_written_to(derivative):
    found = derivative(xp.ones(3))
    expected = np.asarray(found).copy()
    found[0] += 1.0
    np.testing.assert_array_equal(found, expected + np.asarray([1.0, 0.0, 0.0]))


@pytest.mark.parametrize("name", ["cholesky", "eigvalsh", "eigh"])
def test_directions_that_are_not_symmetric(name):
    rng = np.random.default_rng(0)
    a, t, w = (xp.asarray(rng.normal(size=(3, 3))) for _ in range(3))
    a = a @ a.T + xp.eye(3)

    def f(a):
        result = getattr(xp.linalg, name)(a)
        return xp.sum(xp.abs(result[1] if name == "eigh" else result) * w)

    np.testing.assert_allclose(xp.jvp(f, (a,), (t,))[1], xp.sum(xp.grad(f)(a) * t), 1e-10)


@pytest.mark.parametrize("name", ["grad", "value_and_grad", "jacobian", "hessian", "vmap", "checkpoint", "custom_jvp"])
def test_what_is_not_callable_raises_at_once(name):
    for fun in (3, "abc", None):
        with pytest.raises(TypeError, match=f"{name}: fun must be callable"):
            getattr(xp, name)(fun)


def test_the_gradient_is_recorded_for_what_requires_grad_outside_only():
    w = xp.asarray(3.0).requires_grad_()
    gradient = xp.grad(lambda x: xp.sum(w * x**2))(xp.asarray([1.0, 2.0]))
    xp.sum(gradient).backward()
    assert float(w.grad) == 6.0
    x = xp.asarray([1.0, 2.0]).requires_grad_()
    xp.sum(xp.grad(lambda x: xp.sum(x**3))(x)).backward()
    np.testing.assert_array_equal(x.grad, [6.0, 12.0])
    assert not xp.grad(lambda x: xp.sum(w.detach() * x**2))(xp.ones(2)).requires_grad


@pytest.mark.parametrize("name", ["log1p", "expm1", "reciprocal", "tanh", "arccos", "sign", "nan_to_num"])
def test_second_derivatives_of_complex_functions_are_mapped(name):
    f = getattr(xp, name)
    loss = lambda x: xp.sum(xp.real(f(xp.conj(x * (1 + 0.5j))) * xp.exp(1j * x)))
    x = xp.asarray([0.25, 0.5])
    np.testing.assert_allclose(xp.jacobian(xp.grad(loss))(x), xp.hessian(loss)(x), 1e-10)


@pytest.mark.parametrize("name", ["arccos", "arccosh", "arcsin", "arcsinh"])
def test_complex_derivatives_are_those_on_the_side_that_a_signed_zero_says(name):
    f, reference, step = getattr(xp, name), getattr(np, name), 1e-6
    for real in (0.5, -0.5, 2.0, -2.0):
        for z in (complex(real, 0.0), complex(real, -0.0), complex(0.0, real), complex(-0.0, real)):
            along = 1.0 if z.imag == 0 else 1j
            # Moved along the axis that it is on, which keeps the sign of the zero.
            moved = complex(z.real + step, z.imag) if z.imag == 0 else complex(z.real, z.imag + step)
            expected = (reference(moved) - reference(z)) / step
            tangent = xp.jvp(f, (xp.asarray(z),), (xp.asarray(complex(along)),))[1]
            np.testing.assert_allclose(tangent, expected, 1e-4)
            gradient = xp.grad(lambda z: xp.real(f(z)))(xp.asarray(z))
            np.testing.assert_allclose(gradient, np.conj(expected / along), 1e-4)


def test_a_view_that_torch_takes_for_a_leaf_is_named():
    x, c = xp.asarray([1.0, 2.0]).requires_grad_(), xp.zeros(2)
    first, second = c[:], c[:]
    second[1] = x[1]
    with pytest.raises(ValueError, match="written through another view"):
        first *= 2


def test_the_gradient_at_a_singular_matrix_raises_numpys_error():
    with pytest.raises(np.linalg.LinAlgError, match="Singular matrix"):
        xp.grad(lambda a: xp.linalg.slogdet(a)[1])(xp.zeros((2, 2)))


def test_tangents_that_are_zeros_have_memory():
    for function, x in ((xp.sign, xp.asarray([1.0, 2.0])), (lambda a: xp.linalg.slogdet(a)[0], xp.eye(2))):
        tangent = xp.jvp(function, (x,), (x,))[1]
        assert not np.any(np.asarray(tangent))
        tangent[...] = 1
        assert np.all(np.asarray(tangent) == 1)
        assert str(tangent)
    direction = xp.asarray([1.0, 0.0])
    linear = lambda x: xp.jvp(lambda x: xp.sum(x * 2), (x,), (direction,))[1]
    x = xp.asarray([1.0, 2.0])
    for derivative in (xp.grad(linear)(x), xp.vjp(linear, x)[1](xp.asarray(1.0))[0], xp.jacobian(linear)(x)):
        assert np.asarray(derivative).tolist() == [0, 0]
        assert str(derivative)


#: Reductions over one axis or several, whose derivatives do not depend on `keepdims`.
REDUCED = ["sum", "prod", "mean", "var", "std", "max", "min", "ptp", "median", "nansum", "nanvar", "nanstd", "nanmax"]


@pytest.mark.parametrize("name", REDUCED)
def test_keepdims_does_not_change_a_derivative(name):
    function, x = getattr(xp, name), xp.asarray([[1.0, 2.0, 4.0], [3.0, 5.0, 9.0]])
    options = [{"ddof": n} for n in (0, 1)] if name.endswith(("var", "std")) else [{}]
    axes = (None, 0, -1) if name == "ptp" else (None, 0, -1, (0, 1))
    for axis, more in itertools.product(axes, options):
        f, g = (lambda x, k=k: xp.sum(function(x, axis=axis, keepdims=k, **more) ** 2) for k in (True, False))
        expected = xp.grad(g)(x)
        np.testing.assert_allclose(xp.grad(f)(x), expected, 1e-13, 1e-13)
        np.testing.assert_allclose(xp.jvp(f, (x,), (xp.ones_like(x),))[1], expected.sum(), 1e-13, 1e-13)
        numeric = [(g(x + 1e-6 * e) - g(x - 1e-6 * e)) / 2e-6 for e in xp.eye(6).reshape(6, 2, 3)]
        np.testing.assert_allclose(expected.ravel(), xp.stack(numeric), 1e-6, 1e-6)


def second_derivatives(f, x):
    """Return the second derivative of a function at a number in each order of the modes."""
    one = xp.ones_like(x)
    return [
        xp.grad(xp.grad(f))(x),
        xp.hessian(f)(x),
        xp.grad(lambda t: xp.jvp(f, (t,), (one,))[1])(x),
        xp.jvp(lambda t: xp.jvp(f, (t,), (one,))[1], (x,), (one,))[1],
        xp.vmap(xp.hessian(f))(xp.stack([x, x]))[1],
    ]


@pytest.mark.parametrize("exponent", [0, 1, 2, 3, 5.0, -3, 2.5])
@pytest.mark.parametrize("base", [-2.0, 0.0, 1.5])
def test_second_derivatives_of_powers(base, exponent):
    functions = [lambda x: x**exponent, lambda x: xp.power(x, exponent), lambda x: xp.float_power(x, exponent)]
    functions += [lambda x: xp.power.outer(x, xp.asarray([float(exponent)]))[0]] if base else []
    with np.errstate(all="ignore"):
        factor = exponent * (exponent - 1)
        expected = factor * np.float64(base) ** (exponent - 2.0) if factor else 0.0
    for f in functions:
        found = second_derivatives(f, xp.asarray(base))
        # torch's derivatives of powers by arrays of exponents are NaN at 0 for 0 and those that are no whole numbers
        known = [v for v in found if base or not np.isnan(float(v)) or exponent in (1, 2, 3, 5)]
        np.testing.assert_allclose(xp.stack(known), expected, 1e-13)
        assert len(known) > 3


@pytest.mark.parametrize("name", ["logaddexp", "logaddexp2"])
@pytest.mark.parametrize("x", [-800.0, -400.0, -1.0, 0.0, 0.5, 800.0, -np.inf])
def test_second_derivatives_of_sums_of_exponentials(name, x):
    base = 2.0 if name.endswith("2") else math.e
    p = float(mpmath.mpf(1) / (1 + mpmath.power(base, -x))) if np.isfinite(x) else 0.0
    q = float(mpmath.mpf(1) / (1 + mpmath.power(base, x))) if np.isfinite(x) else 1.0
    for f in (lambda x: getattr(xp, name)(x, 0.0), lambda x: getattr(xp, name)(0.0, x)):
        for found in second_derivatives(f, xp.asarray(x)):
            np.testing.assert_allclose(found, p * q * math.log(base), 1e-12, 1e-300)


def write(y, x, how):
    """Write three numbers to two places of five."""
    i = [0, 3, 0]
    if how == "put":
        xp.put(y, i, x)
    elif how == "put_along_axis":
        xp.put_along_axis(y, xp.asarray(i), x, 0)
    elif how == "flat":
        y.flat[i] = x
    elif how == "reversed":
        y[::-1][i] = x
    elif how == "in place":
        y[i] += x
    elif how == "a number":
        y[i] = x[1]
    elif how == "at":
        y = y.at[xp.asarray(i)].set(x)
    elif how == "rows":
        y = xp.zeros((5, 2))
        y[i] = x[:, None] * xp.asarray([1.0, 3.0])
    else:
        y[i] = x
    return y


@pytest.mark.parametrize(
    "how", ["index", "put", "put_along_axis", "flat", "reversed", "in place", "a number", "at", "rows"]
)
def test_values_that_are_overwritten_have_no_derivative_in_any_transform(how):
    def f(x):
        y = write(xp.zeros(5), x * x, how)
        return xp.sum(y * xp.arange(1.0, y.size + 1).reshape(y.shape))

    rows = xp.asarray([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
    expected = xp.stack([xp.grad(f)(row) for row in rows])
    np.testing.assert_array_equal(expected[:, 0], 0.0)
    np.testing.assert_allclose(xp.grad(lambda x: xp.sum(xp.vmap(f)(x)))(rows), expected)
    np.testing.assert_allclose(xp.sum(xp.jacobian(xp.vmap(f))(rows), axis=0), expected)
    x = rows.copy().requires_grad_()
    xp.sum(xp.vmap(f)(x)).backward()
    np.testing.assert_allclose(x.grad, expected)
    second = [xp.grad(lambda t: xp.jvp(f, (t,), (xp.ones(3),))[1])(row) for row in rows]
    np.testing.assert_allclose(xp.stack(second), expected / rows)


@pytest.mark.compiled
@pytest.mark.parametrize(
    "function",
    [
        xp.grad(xp.sum),
        lambda x: xp.vmap(xp.grad(xp.sum))(xp.stack([x, x])),
        lambda x: xp.vjp(xp.sum, x)[1](xp.asarray(1.0))[0],
        xp.jacobian(lambda x: xp.sum(x) * xp.ones(2)),
        xp.hessian(lambda x: xp.sum(x) ** 2),
        lambda x: xp.value_and_grad(lambda t: xp.sum(t[0]) + xp.sum(t[1]))((x, x))[1][1],
    ],
)
def test_gradients_in_graphs_have_memory_of_their_own(function):
    found = compiled(function)(X)
    np.testing.assert_array_equal(found, function(X))
    found[...] = xp.arange(found.size).reshape(found.shape)
    np.testing.assert_array_equal(found.ravel(), np.arange(found.size))


MATRICES = xp.asarray([[[1.0, 2.0], [3.0, 5.0]], [[2.0, 1.0], [1.0, 7.0]]])


@pytest.mark.parametrize(
    "function",
    [
        lambda m: xp.linalg.eigvals(m).real.max(),
        lambda m: xp.linalg.eig(m)[0].real.max(),
        lambda m: xp.linalg.eigvalsh(m).max(),
        lambda m: xp.linalg.svdvals(m).max(),
        lambda m: xp.linalg.det(m) ** 2,
        lambda m: xp.sum(xp.linalg.pinv(m)),
        lambda m: xp.roots(m.ravel()).real.max(),
        lambda m: xp.sum(xp.poly(m) ** 2),
        lambda m: xp.polynomial.polynomial.polyroots(m.ravel()).real.max(),
    ],
)
@pytest.mark.filterwarnings("ignore:There is a performance drop")
def test_mapped_second_derivatives_of_matrices(function):
    expected = xp.stack([xp.hessian(function)(m) for m in MATRICES])
    for mapped in (xp.hessian(function), xp.jacobian(xp.grad(function))):
        np.testing.assert_allclose(xp.vmap(mapped)(MATRICES), expected, 1e-9, 1e-12)


@pytest.mark.parametrize("function", [lambda x: xp.sum(x * 2), lambda x: x @ ONE, lambda x: x * 3])
def test_mapped_derivatives_that_are_zero_have_memory(function):
    outer = xp.grad if function(X).ndim == 0 else xp.jacobian
    second = outer(lambda x: xp.jvp(function, (x,), (ONE,))[1])
    found = xp.vmap(second)(xp.stack([X, X]))
    np.testing.assert_array_equal(found, np.zeros(found.shape))
    assert found.tolist() == np.zeros(found.shape).tolist()
    found[0] = 1.0
    np.testing.assert_array_equal(found[1], 0.0)


@pytest.mark.parametrize(
    ("dtype", "scale"), [("float32", 1e-21), ("float32", 1e20), ("float64", 1e-200), ("float64", 1e200)]
)
def test_derivatives_of_angles_of_extreme_numbers(dtype, scale):
    v, f = xp.asarray([3 * scale, 4 * scale], dtype=dtype), lambda v: xp.arctan2(v[0], v[1])
    expected = np.array([0.16, -0.12]) / scale
    one = xp.asarray([1.0, 0.0], dtype=dtype)
    for found in (xp.grad(f)(v), xp.vmap(xp.grad(f))(v[None])[0], xp.grad(lambda x: xp.sum(xp.vmap(f)(x)))(v[None])[0]):
        np.testing.assert_allclose(found, expected, 1e-6)
    np.testing.assert_allclose(xp.jvp(f, (v,), (one,))[1], expected[0], 1e-6)
    z = xp.asarray(4 * scale + 3j * scale, dtype="complex64" if dtype == "float32" else "complex128")
    np.testing.assert_allclose(xp.grad(xp.angle)(z), expected[1] + 1j * expected[0], 1e-6)
    assert float(xp.value_and_grad(f)(v)[0]) == float(f(v))


@pytest.mark.parametrize("dtype", ["int8", "uint8", "int32", "int64", "uint32", "bool"])
def test_derivatives_of_angles_beside_integers_are_computed_in_floating_point(dtype):
    n = xp.asarray(100, dtype=dtype)
    y, x = float(n), 2.0
    for act, expected in (
        (lambda x: xp.arctan2(n, x), -y / (x**2 + y**2)),
        (lambda x: xp.arctan2(x, n), y / (x**2 + y**2)),
    ):
        point = xp.asarray(x)
        assert xp.isclose(xp.grad(act)(point), expected, rtol=1e-14)
        assert xp.isclose(xp.jvp(act, (point,), (xp.asarray(1.0),))[1], expected, rtol=1e-14)


def test_forward_mode_takes_broadcast_arguments():
    x = xp.broadcast_to(xp.asarray(2.0), (3,))
    _, product = xp.jvp(lambda x: xp.sum(x**2), (x,), (xp.ones(3),))
    assert product == 12.0
    assert xp.all(xp.hessian(lambda x: xp.sum(x**3))(x) == 12.0 * xp.eye(3))


def test_second_derivatives_of_powers_in_mapped_functions():
    x = xp.asarray([1.0, 2.0])
    expected = xp.hessian(lambda x: xp.sum(2.0**x))(x)
    assert xp.allclose(xp.hessian(lambda x: xp.sum(xp.vmap(lambda e: 2.0**e)(x)))(x), expected)
    assert xp.allclose(xp.jvp(xp.vmap(lambda e: 2.0**e), (x,), (xp.ones(2),))[1], xp.log(2.0) * 2.0**x)


@pytest.mark.parametrize("fun", [xp.sum, xp.prod, lambda x: 1.0 + xp.sum(x), lambda x: {"a": x, "b": xp.sum(x)}["b"]])
def test_derivatives_by_no_elements_have_none(fun):
    assert xp.hessian(fun)(xp.zeros(0)).shape == (0, 0)
    assert xp.jacobian(lambda x: xp.ones(2) * fun(x))(xp.zeros((0, 3))).shape == (2, 0, 3)


def test_a_filler_of_places_out_of_bounds_is_differentiated_and_mapped():
    def act(r):
        return xp.asarray([1.0, 2.0, 3.0]).at[xp.asarray([0, 5])].get(mode="fill", fill_value=r)

    r = xp.asarray(2.0)
    assert xp.all(act(r) == xp.asarray([1.0, 2.0]))
    assert xp.all(xp.jacobian(act)(r) == xp.asarray([0.0, 1.0]))
    assert xp.all(xp.jvp(act, (r,), (r,))[1] == xp.asarray([0.0, 2.0]))
    assert xp.all(xp.vmap(act)(xp.asarray([4.0])) == xp.asarray([[1.0, 4.0]]))
    with pytest.raises(ValueError, match="fill_value must be a number"):
        act(xp.ones(2))
