"""`cond`, `while_loop`, `fori_loop`, `scan` and `map`: eager, compiled, exported, mapped and differentiated."""

from typing import NamedTuple

import numpy as np
import pytest
import torch
from support.graphs import Module, compiled, counted
from torch._subclasses.fake_tensor import FakeTensorMode
from torch.fx.experimental.proxy_tensor import make_fx
from torch.utils._pytree import tree_flatten

import xp_torch as xp

X = xp.asarray([1.0, 2.0])
INT = xp.asarray(3)

pytestmark = pytest.mark.usefixtures("fresh_dynamo")


def collatz(n):
    """Return the number of steps to 1, and the largest number on the way."""
    go = lambda s: s["n"] != 1

    def step(s):
        n = xp.cond(s["n"] % 2 == 0, lambda n: n // 2, lambda n: 3 * n + 1, s["n"])
        return {"n": n, "steps": s["steps"] + 1, "top": xp.maximum(s["top"], n)}

    end = xp.while_loop(go, step, {"n": n, "steps": 0, "top": n})
    return end["steps"], end["top"]


#: functions of an array, and the same in plain Python.
PROGRAMS = {
    "cond": (
        lambda x: xp.cond(xp.sum(x) > 0, lambda x, y: {"a": xp.sin(x), "b": x[0]}, lambda x, y: {"a": x * y, "b": y},
                          x, 2.0),
        lambda x: {"a": xp.sin(x), "b": x[0]} if xp.sum(x) > 0 else {"a": x * 2.0, "b": xp.asarray(2.0)},
    ),
    "cond of a number, None in the result": (
        lambda x: xp.cond(x[0] - x[0], lambda x: (x, None), lambda x: (x + 1, None), x), lambda x: (x + 1, None),
    ),
    "while_loop": (
        lambda x: xp.while_loop(lambda s: s[0] < 3, lambda s: (s[0] + 1, s[1] * 2 * x), (0, x)),
        lambda x: (xp.asarray(3), x * 8 * x**3),
    ),
    "fori_loop": (
        lambda x: xp.fori_loop(0, 3, lambda i, v: v.at[i % 2].set(v[0] * x[1] + i), x),
        lambda x: xp.stack([x[0] * x[1] ** 2 + 2, x[0] * x[1] ** 2 + 1]),
    ),
    "fori_loop to an array": (lambda x: xp.fori_loop(1, INT, lambda i, v: v * x + i, x), lambda x: (x * x + 1) * x + 2),
    "scan": (
        lambda x: xp.scan(lambda c, v: (c + v, {"p": c * v, "c": (c, c)}), xp.asarray(0.0), x),
        lambda x: (xp.sum(x), {"p": (xp.cumsum(x) - x) * x, "c": (xp.cumsum(x) - x, xp.cumsum(x) - x)}),
    ),
    "scan in reverse, None in the result": (
        lambda x: xp.scan(lambda c, v: (c * 2 + v, {"n": None, "c": c}), x, {"x": x}["x"], reverse=True),
        lambda x: ((x * 2 + x[1]) * 2 + x[0], {"n": None, "c": xp.stack([x * 2 + x[1], x])}),
    ),
    "scan of trees": (
        lambda x: xp.scan(lambda c, v: ((c[0] + v["a"], {"n": c[1]["n"] + 1}), v["b"] * c[0]), (x, {"n": 0}),
                          {"a": xp.stack([x, x * x]), "b": x}),
        lambda x: ((x + x + x * x, {"n": xp.asarray(2)}), xp.stack([x[0] * x, x[1] * (x + x)])),
    ),
    "scan of a length": (
        lambda x: xp.scan(lambda c, _: (c * x, c), x, length=3), lambda x: (x**4, xp.stack([x, x**2, x**3])),
    ),
    "scan without a carry": (lambda x: xp.scan(lambda c, v: (c, v * x), None, x), lambda x: (None, x[:, None] * x)),
    "scan of nothing": (
        lambda x: xp.scan(lambda c, v: (c * v, (c, v > 0)), x, x[:0]),
        lambda x: (x, (xp.zeros((0, 2)), xp.zeros(0) > 0)),
    ),
    "map": (lambda x: xp.map(lambda v: {"p": v * x}, x), lambda x: {"p": x[:, None] * x}),
    "map of trees": (lambda x: xp.map(lambda v: v[0] * v[1]["b"], (x, {"b": x * 3})), lambda x: x * x * 3),
    "nested": (
        lambda x: xp.fori_loop(0, 2, lambda i, v: xp.cond(i > 0, lambda v: v * 2, lambda v: v + x[0], v), x),
        lambda x: (x + x[0]) * 2,
    ),
}  # fmt: skip
#: those whose gradient torch.compile lacks, outside and inside of a transform.
WITH_INTEGERS = {"scan of trees"}
LOOPS = {"while_loop", "fori_loop to an array"}
#: those that give torch the graph of another: `test_programs` compiles them.
OTHER_FORMS = {"cond of a number, None in the result", "scan without a carry", "scan of nothing", "map of trees"}


def total(program):
    """Return the sum of the floating-point results of a program."""

    def function(x):
        leaves = [leaf for leaf in tree_flatten(program(x))[0] if leaf is not None]
        return sum(xp.sum(xp.asarray(leaf)) for leaf in leaves if leaf.is_floating_point())

    return function


@pytest.mark.compiled
@pytest.mark.parametrize("name", ["scan of a length", "while_loop", "fori_loop", "cond"])
def test_graphs_that_autograd_traces(name):
    """It takes a carry for constant that is an array which the function uses from outside, too."""
    program, plain = PROGRAMS[name]
    assert_same(torch.compile(program, fullgraph=True, backend="aot_eager")(X), plain(X))


def assert_same(got, expected):
    # An array is a leaf: eager code returns elements, which have a class of their own.
    is_array = lambda x: isinstance(x, xp.ndarray)
    (leaves, spec), (others, other_spec) = (tree_flatten(tree, is_leaf=is_array) for tree in (got, expected))
    assert spec == other_spec
    for a, b in zip(leaves, others, strict=True):
        if b is not None:
            assert a.dtype is b.dtype
            np.testing.assert_allclose(np.asarray(a), np.asarray(b), rtol=1e-13)


@pytest.mark.compiled
@pytest.mark.parametrize("name", PROGRAMS)
def test_programs(name):
    program, plain = PROGRAMS[name]
    assert_same(program(X), plain(X))
    assert_same(program(-X), plain(-X))
    traced, graphs = counted(program)
    assert_same(traced(X), plain(X))
    assert_same(traced(-X), plain(-X))
    assert len(graphs) == 1


@pytest.mark.compiled
@pytest.mark.parametrize("name", PROGRAMS)
def test_derivatives(name):
    program, plain = map(total, PROGRAMS[name])
    expected = xp.grad(plain)(X)
    assert_same(xp.grad(program)(X), expected)
    assert_same(xp.jvp(program, (X,), (X,)), xp.jvp(plain, (X,), (X,)))
    assert_same(xp.hessian(program)(X), xp.hessian(plain)(X))
    for run in (program, *([compiled(program)] if name not in WITH_INTEGERS | OTHER_FORMS else [])):
        x = X.copy().requires_grad_()
        run(x).backward()
        assert_same(x.grad, expected)
    if name not in WITH_INTEGERS | OTHER_FORMS:
        assert_same(compiled(xp.grad(program))(X), expected)


def changed(a, b):
    c = a.copy()
    c[0] = b[1]
    return c


#: first values and closures of loops, as functions of the arguments
GIVEN = {
    "argument": lambda a, b: a,
    "rolled": lambda a, b: xp.roll(a, 1, axis=0),
    "summed": lambda a, b: xp.cumsum(a, axis=1),
    "view": lambda a, b: a[:, ::1],
    "transposed": lambda a, b: a.T,
    "written": changed,
    "constant": lambda a, b: xp.ones((3, 3)),
    "broadcast": lambda a, b: xp.broadcast_to(a[0], (3, 3)),
    "product": xp.matmul,
}


def written(c, d, i):
    new = c.copy()
    new[i % 3] = d[0] * c[1]
    return new


#: loops over steps ``step(c, d, i)``, with a first value, an array from outside and a sequence
KINDS = {
    "fori_loop": lambda step, c, d, xs: xp.fori_loop(0, 3, lambda i, c: step(c, d, i), c),
    "while_loop": lambda step, c, d, xs: xp.while_loop(
        lambda s: s[0] < 3, lambda s: (s[0] + 1, step(s[1], d, s[0])), (0, c)
    )[1],
    "scan": lambda step, c, d, xs: xp.scan(lambda c, x: (step(c, d, 1) * x, None), c, xs, reverse=True)[0],
    "scan with results": lambda step, c, d, xs: xp.sum(xp.scan(lambda c, x: (step(c, d, 1), c * x), c, xs)[1], axis=0),
    "map": lambda step, c, d, xs: xp.map(lambda x: xp.sum(step(c, d, 1), axis=0) * x, xs),
    "cond": lambda step, c, d, xs: xp.cond(xp.sum(c) > 0.3, lambda c: step(c, d, 1), lambda c: c * 3.0, c),
    "nested": lambda step, c, d, xs: xp.fori_loop(
        0, 2, lambda i, c: xp.while_loop(lambda s: s[0] < 2, lambda s: (s[0] + 1, step(s[1], d, i)), (0, c))[1], c
    ),
}
STEPS = {
    "tanh": lambda c, d, i: xp.tanh(c * 0.5 + d),
    "minus": lambda c, d, i: d - c * 0.5,
    "where": lambda c, d, i: xp.where(c > 0.1, c * d, c - d),
    "transpose": lambda c, d, i: xp.matmul(c.T, d.T) * 0.3 + d[i % 3],
    "write": written,
}
#: of the kinds above, one after the other, so that each meets others; a case compiles for half a minute
COMBINED = [
    (kind, list(STEPS)[i % len(STEPS)], list(GIVEN)[i % len(GIVEN)], list(GIVEN)[(4 * i + 1) % len(GIVEN)])
    for i, kind in enumerate(KINDS)
]
#: Of these no graph can be made: the gradient of a loop of unknown length in another.
REFUSED = {("nested", "minus")}
COMBINED = [one for one in COMBINED if one[:2] not in REFUSED]


@pytest.mark.compiled
@pytest.mark.parametrize(("kind", "step", "first", "outside"), COMBINED)
def test_gradients_of_compiled_loops(kind, step, first, outside):
    """In both ways, with the default compiler: its backward loops wrote to the arrays that they read."""
    w = np.random.default_rng(3).standard_normal((3, 3))

    def function(a, b):
        c, d = GIVEN[first](a, b), GIVEN[outside](b, a)
        return xp.sum(KINDS[kind](STEPS[step], c, d, b) * w)

    given = np.random.default_rng(len(first) + len(step)).standard_normal((2, 3, 3))
    expected = xp.value_and_grad(function, (0, 1))(*map(xp.asarray, given))
    both = xp.compile(xp.value_and_grad(function, (0, 1)), fullgraph=True)
    assert_near(both(*map(xp.asarray, given)), expected)
    arguments = [xp.asarray(torch.tensor(one).requires_grad_()) for one in given]
    value = xp.compile(function, fullgraph=True)(*arguments)
    value.backward()
    gradients = tuple(xp.zeros((3, 3)) if one.grad is None else one.grad for one in arguments)
    assert_near((value.detach(), gradients), expected)
    assert_near(xp.value_and_grad(xp.compile(function), (0, 1))(*map(xp.asarray, given)), expected)


def assert_near(got, expected):
    for one, other in zip(tree_flatten(got)[0], tree_flatten(expected)[0], strict=True):
        np.testing.assert_allclose(np.asarray(one), np.asarray(other), rtol=1e-9, atol=1e-11)


@pytest.mark.compiled
def test_loops_stay_loops_in_gradients():
    """The graph does not grow with the number of steps."""
    w = xp.asarray([[0.9, 0.1], [0.0, 0.8]])

    def steps(number):
        xs = xp.ones((number, 2))
        function = lambda c: xp.sum(
            xp.scan(lambda c, x: (xp.tanh(xp.matmul(w, c)) + x, c[0] > 1), c, xs)[0]
            * xp.sum(xp.fori_loop(0, number, lambda i, v: v * 0.9 + c, c))
            + xp.sum(xp.map(lambda x: x * c, xs))
        )
        traced, graphs = counted(xp.value_and_grad(function))
        assert_same(traced(X), xp.value_and_grad(function)(X))
        return sum(len(m.graph.nodes) for g in graphs for m in g.modules() if isinstance(m, torch.fx.GraphModule))

    assert steps(30) < steps(3) + 10  # a size that has changed is a node


@pytest.mark.compiled
@pytest.mark.parametrize("dtype", ["bool", "int8", "uint16", "int64", "uint64"])
def test_integers_go_through_scans_that_are_differentiated(dtype):
    """They are in the graph as floating-point numbers: torch's scan has no derivative with integers in it."""
    first = xp.asarray([0, 1, 2**63 - 1 if dtype == "int64" else 2**64 - 1 if dtype == "uint64" else 1], dtype=dtype)

    def function(x):
        (n, c), (k, y) = xp.scan(lambda s, v: ((s[0], s[1] * v), (s[0], s[1])), (first, x), x)
        return xp.sum(c) + xp.sum(y * x), (n, k)

    traced = compiled(xp.value_and_grad(function, has_aux=True))
    assert_same(traced(X), xp.value_and_grad(function, has_aux=True)(X))


@pytest.mark.compiled
def test_steps_take_views_of_arrays_from_outside():
    a = xp.asarray([[1.0, 2.0], [3.0, 5.0]])
    z = xp.asarray([[1 + 2j, 2], [3, 1j]])
    step = lambda c, x: (
        (c * a.T + a.mT * x + xp.matrix_transpose(a) * z.real + z.imag + a[0] + a.reshape(-1)[:2]).T,
        c.T,
    )
    run = lambda x: xp.scan(step, xp.eye(2).T, x)
    assert_same(compiled(run)(X), run(X))


@pytest.mark.compiled
@pytest.mark.parametrize("name", [name for name in PROGRAMS if "None" not in name and name != "scan without a carry"])
def test_mapped(name):
    program, plain = PROGRAMS[name]
    rows = xp.stack([X, -X, 0.5 * X])
    expected = [plain(row) for row in rows]
    leaves, spec = zip(*map(tree_flatten, expected), strict=True)
    stacked = spec[0].unflatten([torch.stack(column) for column in zip(*leaves, strict=True)])
    assert_same(xp.vmap(program)(rows), stacked)
    gradients = xp.stack([xp.grad(total(plain))(row) for row in rows])
    assert_same(xp.vmap(xp.grad(total(program)))(rows), gradients)
    if name not in LOOPS | OTHER_FORMS:
        assert_same(compiled(xp.vmap(program))(rows), stacked)


@pytest.mark.compiled
@pytest.mark.parametrize("name", ["cond", "while_loop", "fori_loop", "scan in reverse, None in the result", "map"])
def test_exported(name):
    program, plain = PROGRAMS[name]
    for strict in (False, True) if name in ("cond", "while_loop") else (False,):
        exported = torch.export.export(Module(program), (X,), strict=strict).module()
        assert_same(exported(-X), plain(-X))


def test_loops_of_different_lengths_are_mapped():
    starts = xp.asarray([1, 6, 7, 27])
    steps, tops = xp.vmap(collatz)(starts)
    assert steps.tolist() == [0, 8, 16, 111]
    assert tops.tolist() == [1, 16, 52, 9232]
    pairs = xp.vmap(xp.vmap(collatz))(starts.reshape(2, 2))[0]
    assert pairs.tolist() == [[0, 8], [16, 111]]
    assert xp.vmap(lambda n: xp.fori_loop(0, n, lambda i, v: v + i, 0))(starts).tolist() == [0, 15, 21, 351]


def test_examples_of_jax():
    """From JAX's documentation; its values."""
    operand = xp.asarray([0.0])
    assert [xp.cond(p, lambda x: x + 1, lambda x: x - 1, operand).tolist() for p in (True, False)] == [[1.0], [-1.0]]
    assert int(xp.while_loop(lambda x: x < 10, lambda x: x + 1, 0)) == 10
    assert int(xp.fori_loop(0, 10, lambda i, x: x + i, 0)) == 45
    fibonacci = xp.scan(lambda c, _: ((c[1], c[0] + c[1]), c[0]), (0, 1), length=10)[1]
    assert fibonacci.tolist() == [0, 1, 1, 2, 3, 5, 8, 13, 21, 34]
    factorial = lambda n: xp.fori_loop(1, n + 1, lambda i, x: x * i, 1.0)
    assert float(factorial(5)) == 120.0


@pytest.mark.compiled
def test_branches_that_are_not_selected_have_no_part_in_the_derivative():
    """NaN or infinity in a branch that is computed beside the selected one."""
    root = lambda x: xp.cond(x > 0, xp.sqrt, xp.zeros_like, x)
    points = xp.asarray([4.0, 0.0, -1.0])
    assert xp.vmap(root)(points).tolist() == [2.0, 0.0, 0.0]
    for gradient in (xp.vmap(xp.grad(root)), xp.grad(lambda x: xp.sum(xp.vmap(root)(x)))):
        assert gradient(points).tolist() == [0.25, 0.0, 0.0]
    assert xp.jvp(xp.vmap(root), (points,), (xp.ones(3),))[1].tolist() == [0.25, 0.0, 0.0]
    assert compiled(xp.grad(root))(points[1, ...]).tolist() == 0.0
    # sqrt(0) is computed for the entries that have ended.
    ended = lambda x: xp.while_loop(lambda v: v > 0.5, lambda v: xp.sqrt(v - 0.5), x)
    assert xp.vmap(xp.grad(ended))(xp.asarray([0.5, 1.0])).tolist()[0] == 1.0


@pytest.mark.filterwarnings("ignore::torch.jit.TracerWarning")  # it traces the sizes that are compared
def test_tracers_get_both_branches():
    def act(t):
        x = xp.asarray(t)
        return xp.cond(xp.sum(x) > 0, xp.sin, xp.cos, x).tensor

    positive, negative = X.tensor, -X.tensor
    for traced in (make_fx(act)(positive), torch.jit.trace(act, (positive,), check_trace=False)):
        assert torch.equal(traced(positive), positive.sin())
        assert torch.equal(traced(negative), negative.cos())
    with FakeTensorMode():
        x = xp.ones(3)
        assert xp.cond(xp.sum(x) > 0, xp.sin, xp.cos, x).shape == (3,)
        assert xp.scan(lambda c, v: (c + v, c), 0.0, x)[1].shape == (3,)
        with pytest.raises(TypeError, match="the condition has no value that can be read: it is fake"):
            xp.while_loop(lambda v: v < 3, lambda v: v + 1, x[0])


def test_only_one_branch_runs():
    calls = []
    xp.cond(X[0] > 0, lambda x: calls.append("true") or x, lambda x: calls.append("false") or x, X)
    xp.grad(lambda x: xp.cond(x[0] > 0, lambda x: calls.append("true") or xp.sum(x), lambda x: 0 / 0, x))(X)
    assert calls == ["true", "true"]


def test_operands_are_arrays_of_the_class_that_came_in():
    class Sub(xp.ndarray):
        pass

    kinds = []
    see = lambda *args: kinds.extend(map(type, args)) or args[0]
    got = xp.cond(X[0] > 0, see, see, X.view(Sub), np.asarray(X), X.tensor, 2.0)
    assert kinds == [Sub, xp.ndarray, torch.Tensor, xp.ndarray]
    assert type(got) is Sub
    assert type(xp.cond(True, lambda x: x.tensor, see, X)) is xp.ndarray
    assert type(xp.while_loop(lambda v: v[0] < 9, lambda v: v + 1, X.view(Sub))) is Sub
    reversed_view = xp.scan(lambda c, v: (c + v, c[0]), X[::-1], X[::-1])
    assert_same(reversed_view, (xp.asarray([5.0, 4.0]), xp.asarray([2.0, 4.0])))


@pytest.mark.cpu_only(dtype=["uint16", "uint64"])
@pytest.mark.parametrize("dtype", ["bool", "int8", "uint16", "uint64", "float16", "bfloat16", "complex64"])
def test_dtypes(dtype):
    x = xp.asarray([[1, 0], [1, 1]], dtype=dtype)
    flips = xp.asarray([True, False])
    chosen = xp.vmap(lambda p, x: xp.cond(p, lambda x: x[::-1], lambda x: x, x))(flips, x)
    assert (chosen.dtype, chosen.tolist()) == (x.dtype, [x[0, ::-1].tolist(), x[1].tolist()])
    carry, rows = xp.scan(lambda c, v: (v, c), x[0], x)
    assert (carry.dtype, rows.dtype, carry.tolist()) == (x.dtype, x.dtype, x[1].tolist())


@pytest.mark.parametrize(("error", "message", "call"), [
    (TypeError, "cond: the condition must be a 0-D array of booleans or real numbers, got shape (2,) and dtype bool",
     lambda: xp.cond(X > 0, xp.sin, xp.cos, X)),
    (TypeError, "cond: the condition must be a 0-D array of booleans or real numbers, got NoneType",
     lambda: xp.cond(None, xp.sin, xp.cos, X)),
    (ValueError, "cond: the results of false_fun must have the shape (2,) and the dtype float64, got () and float64",
     lambda: xp.vmap(lambda x: xp.cond(x[0] > 1, xp.sin, xp.sum, x))(xp.stack([X, -X]))),
    (TypeError, "cond: the results of false_fun must have the structure (*,), got *",
     lambda: xp.vmap(lambda x: xp.cond(x[0] > 1, lambda x: (x,), xp.sin, x))(xp.stack([X, -X]))),
    (ValueError, "must have the shape () and the dtype int64, got () and float64",
     lambda: xp.while_loop(lambda v: v < 3, lambda v: v + 0.5, 0)),
    (ValueError, "while_loop: the carry that the function returns must have the shape () and the dtype int64",
     lambda: xp.while_loop(lambda v: v < 3, lambda v: 3.5, 0)),
    (TypeError, "while_loop: the carry that the function returns must have the structure *, got (*, [*, ()])",
     lambda: xp.while_loop(lambda v: v < 3, lambda v: (v, [v, ()]), 0)),
    (TypeError, "that the function returns must have the structure (*, TreeSpec(dict, ['a'], [*])), got (TreeSpec",
     lambda: xp.scan(lambda c, v: (({"a": c[0]}, c[0]), v), (0.0, {"a": 1.0}), X)),
    (TypeError, "while_loop: the condition must be a 0-D array of booleans or real numbers, got shape (2,)",
     lambda: xp.while_loop(lambda v: v < 3, lambda v: v, X)),
    (TypeError, "while_loop: the condition has no value that can be read",
     lambda: xp.while_loop(lambda v: v < 3, lambda v: v, xp.zeros((), device="meta"))),
    (ValueError, "fori_loop: the carry that the function returns must have the shape (2,)",
     lambda: xp.fori_loop(0, 2, lambda i, v: v[0], X)),
    (TypeError, "fori_loop: lower must be an integer, a number or a 0-D array, got float64",
     lambda: xp.fori_loop(0.5, 3.7, lambda i, v: v + i, X)),
    (TypeError, "fori_loop: upper must be an integer, a number or a 0-D array, got shape (2,)",
     lambda: xp.fori_loop(0, xp.asarray([2, 3]), lambda i, v: v + i, X)),
    (TypeError, "scan: f must return a tuple (carry, y), got", lambda: xp.scan(lambda c, v: c, X, X)),
    (ValueError, "scan: xs must have an array, or length must be given", lambda: xp.scan(lambda c, v: (c, v), X)),
    (ValueError, "scan: the sizes of the first axes of xs and length must be equal, got [2, 3]",
     lambda: xp.scan(lambda c, v: (c, v), X, X, length=3)),
    (ValueError, "map: the sizes of the first axes of xs must be equal, got [2, 1]",
     lambda: xp.map(lambda v: v[0], (X, X[:1]))),
    (ValueError, "map: xs must have an axis to step over, got a 0-D array", lambda: xp.map(xp.sin, 1.0)),
])  # fmt: skip
def test_errors(error, message, call):
    with pytest.raises(error) as caught:
        call()
    assert message in str(caught.value)


class Pair(NamedTuple):
    first: object
    second: object


@pytest.mark.parametrize("run", [lambda function: function, pytest.param(compiled, marks=pytest.mark.compiled)])
def test_trees_of_every_kind_go_through_loops(run):
    def steps(x):
        state = (x, [x + 1, ()], {"a": (x, None), "b": Pair([x], x * 2)}, None)
        body = lambda i, s: (s[0] * 2, [s[1][0] + i, ()], {"a": s[2]["a"], "b": Pair([s[2]["b"].second], s[0])}, None)
        return xp.fori_loop(0, 3, body, state)

    x, [y, empty], named, nothing = run(steps)(xp.asarray([1.0, 2.0]))
    assert (x.tolist(), y.tolist(), empty, nothing) == ([8.0, 16.0], [5.0, 6.0], (), None)
    assert (named["a"][0].tolist(), named["a"][1], type(named["b"])) == ([1.0, 2.0], None, Pair)
    assert (named["b"].first[0].tolist(), named["b"].second.tolist()) == ([2.0, 4.0], [4.0, 8.0])


@pytest.mark.parametrize("run", [lambda function: function, pytest.param(compiled, marks=pytest.mark.compiled)])
@pytest.mark.parametrize("call", [
    lambda x: xp.cond(x[0] > 0, lambda v: (v, v[1:], x, [v]), lambda v: (x, v[:1], v, [v]), x),
    lambda x: xp.while_loop(lambda v: v[0] > 5, lambda v: v + 1, x),
    lambda x: xp.fori_loop(0, 0, lambda i, v: v + 1, x),
    lambda x: xp.fori_loop(0, 2, lambda i, v: (v[1], v[0]), (x, x)),
    lambda x: xp.fori_loop(INT, INT, lambda i, v: v + 1, x),
    lambda x: xp.scan(lambda c, v: (x, v), x, x),
    lambda x: xp.scan(lambda c, v: (c, v), x, x[:0]),
    lambda x: xp.map(lambda v: v, x),
])  # fmt: skip
def test_results_share_no_memory(run, call):
    x = xp.asarray([1.0, 2.0])
    tensors = [x.tensor, *[t for t in tree_flatten(run(call)(x))[0] if t.numel()]]
    assert len({t.untyped_storage().data_ptr() for t in tensors}) == len(tensors)


@pytest.mark.compiled
@pytest.mark.parametrize("transform", [lambda f: xp.grad(xp.grad(f)), xp.vmap])
def test_while_loops_inside_of_transforms_are_not_compiled(transform):
    loop = lambda x: xp.while_loop(lambda v: v < 9, lambda v: v * 2 * x, x)
    x = xp.asarray([1.0, 3.0]) if transform is xp.vmap else xp.asarray(3.0)
    with pytest.raises(torch._dynamo.exc.Unsupported, match="has no rule for it inside of a transform"):
        compiled(transform(loop))(x)
    aside = torch.compiler.disable(transform(loop))
    assert_same(torch.compile(lambda x: aside(x * 1), backend="eager")(x), transform(loop)(x))


@pytest.mark.parametrize("dtype", ["bool", "int8", "int64", "float64"])
def test_a_mapped_condition_is_true_for_numbers_other_than_zero(dtype):
    condition = xp.asarray([0, 1, 2, 100]).astype(dtype)
    results = xp.vmap(lambda p, x: xp.cond(p, lambda v: v + 1, lambda v: v - 1, x))(condition, xp.zeros(4))
    assert results.tolist() == [-1.0, 1.0, 1.0, 1.0]
    assert [bool(xp.cond(p, lambda: True, lambda: False)) for p in condition] == [False, True, True, True]


def cube(v):
    return xp.sum(v * v * v)


#: derivatives of a function in a step
IN_A_STEP = {
    "grad": xp.grad(cube),
    "value_and_grad": lambda v: xp.value_and_grad(cube)(v)[1],
    "grad of a grad": xp.grad(lambda v: xp.sum(xp.grad(cube)(v) ** 2)),
    "grad of a map": xp.grad(lambda v: xp.sum(xp.map(lambda u: u * u * u, v))),
    "vmap of a grad": xp.vmap(xp.grad(lambda u: u * u * u)),
    "vjp": lambda v: xp.vjp(cube, v)[1](xp.asarray(1.0))[0],
    "jvp": lambda v: xp.jvp(cube, (v,), (v,))[1] * v,
    "jacobian": xp.jacobian(cube),
    "hessian": lambda v: xp.matmul(xp.hessian(cube)(v), v),
}
#: what has steps, as functions of an array and a derivative
OUTER = {
    "fori_loop": lambda d, x: xp.fori_loop(0, 3, lambda i, v: v - 0.1 * d(v), x),
    "while_loop": lambda d, x: xp.while_loop(lambda s: s[0] < 3, lambda s: (s[0] + 1, s[1] - 0.1 * d(s[1])), (0, x))[1],
    "scan": lambda d, x: xp.scan(lambda c, v: (c - 0.1 * d(c * v), d(c)), x, x)[1],
    "map": lambda d, x: xp.map(lambda v: d(v * x), x),
    "cond": lambda d, x: xp.cond(x[0] > 0, d, lambda v: v * 1, x),
}


@pytest.mark.compiled
@pytest.mark.parametrize("name", IN_A_STEP)
@pytest.mark.parametrize("steps", OUTER)
def test_derivatives_in_steps(steps, name):
    """Autograd records nothing in the steps of torch's loops: a gradient by it would be 0."""
    derivative, x = IN_A_STEP[name], xp.asarray([0.5, 1.0])
    function = lambda x: OUTER[steps](derivative, x)
    assert_same(compiled(function)(x), function(x))
    if steps not in ("while_loop", "cond") and name != "grad of a map":
        of_sum = xp.grad(lambda x: xp.sum(function(x) ** 2))
        assert_same(compiled(of_sum)(x), of_sum(x))


@pytest.mark.compiled
@pytest.mark.parametrize("name", [name for name in IN_A_STEP if name not in ("jvp", "grad of a map")])
def test_derivatives_in_branches_that_are_differentiated_run_uncompiled(name):
    """The autograd of torch's `cond` takes them for constants."""
    function = lambda x: xp.sum(xp.scan(lambda c, v: (xp.cond(v > 0, IN_A_STEP[name], xp.sin, c), c), x, x)[0] ** 2)
    x = xp.asarray([0.5, 1.0])
    for f in (function, lambda x: xp.sum(OUTER["cond"](IN_A_STEP[name], x) ** 2)):
        with pytest.warns(xp.exceptions.NotCompiledWarning, match="in a branch of cond that is differentiated"):
            assert_same(xp.compile(xp.grad(f), backend="eager")(x), xp.grad(f)(x))
        with pytest.raises(RuntimeError, match=r"in a branch of cond that is differentiated, .* choose by xp.where"):
            compiled(xp.grad(f))(x)
