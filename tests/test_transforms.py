"""The public functions under torch's transforms, and derivatives where functions have corners, steps and edges."""

import numpy as np
import pytest
import torch
from scipy.special import gammainc
from support.versions import FIRST_COMPILED, TORCH, sentinel
from torch.utils.checkpoint import checkpoint, checkpoint_sequential

import xp_torch as xp
from tools.generate_transforms import PAGE, TABLE, published, table, text
from tools.transforms import COLUMNS, OUTCOMES, WHY, names, row

PUBLISHED = published()
QUICK = ("gradient", "vmap")
#: These take seconds each. `test_tracing.py` compiles each call, by itself and without its gradient.
COMPILED = ("add", "count_nonzero", "cumsum", "linalg.inv", "median", "outer", "special.ndtr", "sum")
EXPORTED = names()[3::60]
ORDER = list(OUTCOMES)


def worse(name, columns):
    """Return the outcomes of a function's calls that are worse than the published ones."""
    found = row(name, columns).items()
    return {c: seen for c, seen in found if ORDER.index(seen[0]) > ORDER.index(PUBLISHED[name][c])}


@pytest.mark.torch_before
@pytest.mark.parametrize("name", names())
def test_every_function_under_every_transform(name):
    """Gradients equal differences; the eager result is the mapped one."""
    assert not worse(name, [c for c in COLUMNS if c in QUICK])


@pytest.mark.slow
@pytest.mark.torch_before
@pytest.mark.parametrize("name", names())
def test_every_function_on_a_fake_device(name):
    """The result on a fake GPU has the shape of the eager one."""
    assert not worse(name, ["fake device"])


@pytest.mark.slow
@pytest.mark.torch_before
@pytest.mark.parametrize("name", names())
def test_every_function_under_other_derivatives(name):
    assert not worse(name, ["second derivative", "forward mode"])


@pytest.mark.compiled
@pytest.mark.parametrize("name", COMPILED)
def test_some_functions_compiled(name):
    if TORCH < FIRST_COMPILED:
        pytest.skip("compilation starts at torch 2.13")
    assert not worse(name, ["one graph", "graph with gradient"])


@pytest.mark.parametrize("name", EXPORTED)
def test_exported_functions(name):
    assert not worse(name, ["export"])


def test_every_outcome_has_a_reason():
    assert list(PUBLISHED) == names(), "run: python -m tools.generate_transforms"
    assert PAGE.read_text(encoding="utf-8") == text(PUBLISHED)
    assert TABLE.read_text(encoding="utf-8") == table(PUBLISHED)
    unknown = {(n, c) for n, found in PUBLISHED.items() for c, kind in found.items() if kind == "?"}
    assert unknown == WHY.keys()
    assert {kind for found in PUBLISHED.values() for kind in found.values()} <= OUTCOMES.keys()


INF = np.inf
#: a function, points where its derivative needs care, and the derivatives there.
HARD_POINTS = {
    "logaddexp2 of equal numbers": (xp.logaddexp2.reduce, [3.0, 3.0], [0.5, 0.5]),
    "logaddexp2 of infinities": (xp.logaddexp2.reduce, [-INF, -INF, 1.0], [0.0, 0.0, 1.0]),
    "interp at its points": (
        lambda x: xp.interp(x, [0.0, 1.0, 3.0], [0.0, 2.0, 3.0]),
        [0.0, 1.0, 3.0],
        [2.0, 0.5, 0.5],
    ),
    "modf": (lambda x: xp.modf(x)[0], [0.0, -0.0, 1.0, -2.0, INF], [1.0, 1.0, 1.0, 1.0, 0.0]),
    "cbrt": (xp.cbrt, [0.0, -0.0, 8.0, -8.0, INF, -INF], [INF, INF, 1 / 12, 1 / 12, 0.0, 0.0]),
    "remainder": (lambda x: x % 2.0, [0.0, 2.0, -2.0], [1.0, 1.0, 1.0]),
    "floor_divide": (lambda x: x // 2.0, [1.0, 5.0], [0.0, 0.0]),
    "floor_divide by zero": (lambda x: xp.floor_divide(1.0, x), [0.0, 2.0], [0.0, 0.0]),
    "logaddexp of infinities": (xp.logaddexp.reduce, [-INF, -INF, 1.0], [0.0, 0.0, 1.0]),
    "hypot of zeros": (lambda x: xp.hypot(x, 0.0 * x), [0.0, 1.0], [0.0, 1.0]),
    "maximum of an equal number": (lambda x: xp.maximum(x, 1.0), [0.0, 1.0, 2.0], [0.0, 0.5, 1.0]),
    "maximum of equal arrays": (lambda x: xp.maximum(x, xp.ones(3)), [0.0, 1.0, 2.0], [0.0, 0.5, 1.0]),
    "max": (xp.max, [1.0, 3.0, 3.0], [0.0, 0.5, 0.5]),
    "abs": (xp.abs, [0.0, -0.0, -2.0], [0.0, 0.0, -1.0]),
    "clip": (lambda x: xp.clip(x, 0.0, 1.0), [-1.0, 0.0, 0.5, 1.0], [0.0, 1.0, 1.0, 1.0]),
    "norm": (xp.linalg.norm, [0.0, 0.0], [0.0, 0.0]),
    "std of equal numbers": (xp.std, [1.0, 1.0], [0.0, 0.0]),
    "riemann zeta at its zeros": (xp.special.zeta, [-2.0], [-0.03044845705839327]),
    "gammainc": (lambda x: xp.special.gammainc(1.0, x), [0.0, 1.0], [1.0, np.exp(-1.0)]),
    "vectorize": (xp.vectorize(lambda a: a * a), [1.0, 5.0], [2.0, 10.0]),
    "frompyfunc": (xp.frompyfunc(lambda a: a * a, 1, 1), [1.0, 5.0], [2.0, 10.0]),
    "view": (lambda x: xp.real(x.view("complex128") ** 2), [1.0, 5.0], [2.0, -10.0]),
    "getfield": (lambda x: (x * 1j).getfield("float64", 8), [1.0, 5.0], [1.0, 1.0]),
}


# The derivative of torch's clamp at a bound is 0 from torch 2.15 on.
@pytest.mark.parametrize("label", [*sorted(HARD_POINTS.keys() - {"clip"}), pytest.param("clip", marks=sentinel)])
def test_derivatives_at_hard_points(label):
    function, points, expected = HARD_POINTS[label]
    t = torch.tensor(points, dtype=torch.float64, requires_grad=True)
    (found,) = torch.autograd.grad(function(xp.asarray(t)).tensor.sum(), t)
    np.testing.assert_allclose(found, expected, rtol=1e-13)


@pytest.mark.parametrize(
    "function", [xp.sinc, xp.special.sinc, lambda x: xp.logaddexp2(x, 0.0) * (-(np.pi**2) / 3 / 0.25 / np.log(2))]
)
@pytest.mark.parametrize("point", [0.0, 1e-6])
def test_second_derivatives_at_zero(function, point):
    t = torch.tensor(point, dtype=torch.float64)
    found = torch.func.hessian(lambda t: function(xp.asarray(t)).tensor)(t)
    np.testing.assert_allclose(found, -(np.pi**2) / 3, rtol=1e-9)


def test_derivatives_of_complex_expm1_on_the_real_axis():
    c = torch.tensor([0j, 1 + 0j, -1 - 0j], dtype=torch.complex128, requires_grad=True)
    (found,) = torch.autograd.grad(xp.expm1(xp.asarray(c)).tensor.real.sum(), c)
    torch.testing.assert_close(found, c.detach().exp())


@pytest.mark.parametrize(("a", "x"), [(2.5, 0.5), (2.5, 3.0), (40.0, 35.0), (40.0, 50.0)])
def test_gammainc_by_its_first_argument(a, x):
    t = torch.tensor(a, dtype=torch.float64, requires_grad=True)
    (found,) = torch.autograd.grad(xp.special.gammainc(xp.asarray(t), x).tensor, t)
    h = 1e-4
    np.testing.assert_allclose(found, (gammainc(a + h, x) - gammainc(a - h, x)) / (2 * h), rtol=1e-6)


@pytest.mark.parametrize(
    "act",
    [
        lambda x: xp.fromiter(iter(x), float),
        lambda x: x.byteswap(),
        lambda x: x.view("float32"),
        lambda x: xp.random.default_rng(1).vonmises(0.0, x),
    ],
)
def test_what_would_lose_the_graph_raises(act):
    with pytest.raises(RuntimeError, match=r"requires? grad|no derivative"):
        act(xp.asarray(torch.ones(2, dtype=torch.float64, requires_grad=True)))


def test_gamma_numbers_have_derivatives_by_their_shape_parameter():
    t = torch.full((20000,), 2.5, dtype=torch.float64, requires_grad=True)
    (found,) = torch.autograd.grad(xp.random.default_rng(1).gamma(xp.asarray(t)).tensor.sum(), t)
    assert abs(found.mean() - 1.0) < 0.02  # the mean of the numbers is the parameter


#: statements that write to `z`, and the same result out of place.
WRITES = {
    "z **= 2": "z**2",
    "z **= z": "z ** z.copy()",
    "z[0] = xp.sin(z[1])": "xp.stack([xp.sin(z[1]), z[1], z[2]])",
    "z *= x": "z * x",
    "z *= z": "z * z",
    "z /= x + 1.0": "z / (x + 1.0)",
    "z %= z + 1.0": "z % (z + 1.0)",
    "z += z[:1]": "z + z[0]",
    "z[1:] += z[:-1]": "xp.stack([z[0], z[0] + z[1], z[1] + z[2]])",
    "z[1:] = z[:-1]": "xp.stack([z[0], z[0], z[1]])",
    "z @= xp.ones((3, 3)) * x": "z @ (xp.ones((3, 3)) * x)",
    "xp.matmul(z, xp.ones((3, 3)) * x, out=z)": "xp.matmul(z, xp.ones((3, 3)) * x)",
    "xp.sin(z, out=z)": "xp.sin(z)",
    "xp.square(z, out=z)": "z * z",
    "z.clip(0.6, 2.0, out=z)": "z.clip(0.6, 2.0)",
    "xp.add(z, 1.0, out=z[::-1])": "(z + 1.0)[::-1]",
    "xp.multiply(z, z, out=z[::-1])": "(z * z)[::-1]",
    "xp.cumprod(z, out=z)": "xp.cumprod(z)",
    "xp.prod(z, keepdims=True, out=z[:1])": "xp.stack([xp.prod(z), z[1], z[2]])",
    "xp.std(z, keepdims=True, out=z[:1])": "xp.stack([xp.std(z), z[1], z[2]])",
    "xp.multiply.reduceat(z, [0, 1, 2], out=z)": "z.copy()",
    "xp.matmul(z, xp.outer(x, x), out=z)": "z @ xp.outer(x, x)",
    "xp.dot(z, xp.outer(x, x), out=z)": "z @ xp.outer(x, x)",
    "xp.einsum('i,i->i', z, z, out=z)": "z * z",
    "xp.outer(z[:1], z, out=z[None])": "z[0] * z",
    "xp.linalg.multi_dot([z, xp.outer(x, x), xp.eye(3)], out=z)": "z @ xp.outer(x, x)",
    "xp.special.erf(z, out=z)": "xp.special.erf(z)",
    "for row in xp.unstack(z[:, None]): row *= row": "z * z",
    "xp.add.at(z, [0, 0, 1], x)": "xp.stack([z[0] + x[0] + x[1], z[1] + x[2], z[2]])",
    "xp.add.at(z, [0, 0], z[1:])": "xp.stack([z[0] + z[1] + z[2], z[1], z[2]])",
    "xp.multiply.at(z, [0, 0], z[1:])": "xp.stack([z[0] * z[1] * z[2], z[1], z[2]])",
}


def _writing(statement):
    """Return the function of an array that writes to a product of it, and the function out of place."""
    scope = {"xp": xp}
    exec(f"def written(x):\n    z = x * 1.5\n    {statement}\n    return z", scope)
    exec(f"def out_of_place(x):\n    z = x * 1.5\n    return {WRITES[statement]}", scope)
    return scope["written"], scope["out_of_place"]


@pytest.mark.parametrize("statement", WRITES)
def test_writes_under_transforms(statement):
    written, out_of_place = _writing(statement)
    rows = xp.asarray([[1.5, 2.5, 0.5], [0.25, 1.25, 2.0]])
    got, expected = (xp.vmap(act)(rows) for act in (written, out_of_place))
    torch.testing.assert_close(got.tensor, expected.tensor)
    got, expected = (xp.jvp(act, (rows[0],), (rows[1],)) for act in (written, out_of_place))
    for g, e in zip(got, expected, strict=True):
        torch.testing.assert_close(g.tensor, e.tensor)


def _assert_derivatives(found, expected, t, statement):
    """Assert that two arrays have the same derivative by a tensor."""
    weights = torch.tensor([1.0, 2.0, 3.0], dtype=torch.float64)
    got, wanted = (torch.autograd.grad((x.tensor * weights).sum(), t, retain_graph=True) for x in (found, expected))
    torch.testing.assert_close(got, wanted, msg=lambda message: f"{statement}: {message}")


@pytest.mark.parametrize("statement", WRITES)
def test_derivatives_of_writes(statement):
    written, out_of_place = _writing(statement)
    t = torch.tensor([1.5, 2.5, 0.5], dtype=torch.float64, requires_grad=True)
    _assert_derivatives(written(xp.asarray(t)), out_of_place(xp.asarray(t)), t, statement)


@pytest.mark.compiled
@pytest.mark.parametrize("part", range(4))
def test_derivatives_of_compiled_writes(part):
    """Every fourth statement, in one graph."""
    statements = [s for s in WRITES if "@=" not in s][part::4]  # torch 2.13 does not trace `@`
    both = [_writing(statement) for statement in statements]
    torch._dynamo.reset()
    program = torch.compile(lambda x: [written(x) for written, _ in both], fullgraph=True, backend="aot_eager")
    t = torch.tensor([1.5, 2.5, 0.5], dtype=torch.float64, requires_grad=True)
    for statement, (_, out_of_place), found in zip(statements, both, program(xp.asarray(t)), strict=True):
        _assert_derivatives(found, out_of_place(xp.asarray(t)), t, statement)


@pytest.mark.compiled
def test_the_compiled_pseudo_inverse_of_complex_matrices():
    """torch's own is wrong in graphs of AOTAutograd."""
    z = torch.tensor([[1 + 2j, 0.5, 3j], [0, 2 - 1j, 1], [1j, 1, 1]], dtype=torch.complex128, requires_grad=True)

    def act(z):
        return xp.linalg.pinv(xp.asarray(z)).tensor

    program = torch.compile(act, fullgraph=True, backend="aot_eager")
    torch.testing.assert_close(program(z), act(z))
    found, expected = (torch.autograd.grad(f(z).abs().sum(), z) for f in (program, act))
    torch.testing.assert_close(found, expected)


@sentinel
def test_torch_writes_while_it_reads_in_forward_mode():
    """Fails when torch mends it: then the page on in-place operators changes."""

    def sine(t):
        t = t.clone()
        with pytest.raises(RuntimeError, match="forward AD"):
            torch.sin(t, out=t)
        return t

    t, one = torch.tensor(3.0), torch.tensor(1.0)
    assert torch.func.jvp(lambda t: (c := t.clone()).mul_(c), (t,), (one,))[1] == 12.0  # it should be 6
    assert torch.func.jvp(sine, (t,), (one,))[0] == torch.sin(t)  # it should be 3
    assert torch.vmap(lambda t: torch.roll(t, 1))(torch.tensor([1.0, 2.0])).tolist() == [2.0, 1.0]  # or [1, 2]


@sentinel
def test_torch_does_not_see_writes_in_a_checkpoint():
    """Fails when torch raises, as it does without the checkpoint: then a sentence in the guide goes."""

    def act(t):
        y = t.exp()
        y /= y.sum()
        return (y * torch.tensor([1.0, 2.0])).sum()

    t = torch.tensor([0.5, 1.0], requires_grad=True)
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        torch.autograd.grad(act(t), t)
    (found,) = torch.autograd.grad(torch.utils.checkpoint.checkpoint(act, t, use_reentrant=False), t)
    assert abs(found[1]) < 0.1  # it should be 0.235


@sentinel
def test_the_derivative_of_det_of_a_singular_matrix_is_torchs():
    """Fails when torch returns the adjugate: then the row in the guide goes."""
    t = torch.tensor([[1.0, 2.0], [2.0, 4.0]], requires_grad=True)
    (found,) = torch.autograd.grad(torch.linalg.det(t), t)
    assert not found.any()  # it should be [[4, -2], [-2, 1]]


def test_components_are_written_under_autograd():
    t = torch.tensor([1.5, 2.5], dtype=torch.float64, requires_grad=True)
    c = xp.asarray(t) + 1j
    c.real = xp.asarray(t) ** 2
    (found,) = torch.autograd.grad((c.tensor.abs() ** 2).sum(), t)
    torch.testing.assert_close(found, (4 * t**3).detach())


class Tripled(torch.autograd.Function):
    """Twice the argument, with a gradient of three."""

    @staticmethod
    def forward(x):
        return x * 2

    @staticmethod
    def setup_context(ctx, inputs, output):
        pass

    @staticmethod
    def backward(ctx, g):
        return g * 3


def leaf():
    return torch.tensor([1.0, 2.0, 3.0], dtype=torch.float64, requires_grad=True)


def gradient(function):
    """Return the gradient of the sum of a function of an array whose tensor requires grad."""
    t = leaf()
    xp.sum(function(xp.asarray(t))).backward()
    return t.grad


def test_functions_of_torch_with_a_gradient_take_tensors():
    assert gradient(lambda x: xp.asarray(Tripled.apply(x.tensor)) + x).tolist() == [4.0] * 3
    assert xp.grad(lambda x: xp.sum(xp.asarray(Tripled.apply(x.tensor))))(xp.ones(2)).tolist() == [3.0, 3.0]


@sentinel
def test_functions_of_torch_drop_the_gradient_of_an_array():
    """Fails when torch raises, or keeps it: then the warning in the guide goes."""
    assert gradient(lambda x: Tripled.apply(x) + x).tolist() == [1.0] * 3  # it should be 4
    assert xp.grad(lambda x: xp.sum(Tripled.apply(x)))(xp.ones(2)).tolist() == [0.0, 0.0]
    with pytest.raises(RuntimeError, match="does not require grad"):
        gradient(Tripled.apply)


@pytest.mark.compiled
@sentinel
@pytest.mark.filterwarnings("ignore:.*should not be instantiated")
def test_torch_ignores_a_derivative_in_compiled_transforms():
    """Fails when torch uses it: then `custom_vjp` and `custom_jvp` need not raise there."""
    compiled = torch.compile(torch.func.grad(Tripled.apply), fullgraph=True, backend="eager")
    assert compiled(torch.tensor(1.0)) == 2.0  # it should be 3


@pytest.mark.compiled
def test_checkpoints_keep_the_gradients_of_arrays():
    calls = []

    class Named(xp.ndarray):
        pass

    def act(x, n, u):
        calls.append(type(x))
        return xp.sin(x) ** n, x.tensor * 2, u * 2

    t = leaf()
    x = xp.asarray(t)[::-1].view(Named)
    powers, twice, tensor = checkpoint(act, x, 2, t, use_reentrant=False)
    assert [type(r) for r in (powers, twice, tensor)] == [Named, torch.Tensor, torch.Tensor]
    (powers.tensor.sum() + twice.sum() + tensor.sum()).backward()
    assert torch.allclose(t.grad, (2 * t).sin() + 4)
    assert len(calls) == 2
    found = gradient(lambda x: checkpoint_sequential([xp.sin, xp.exp, xp.sqrt], 2, x, use_reentrant=False))
    assert torch.allclose(found, (t.sin() / 2).exp() * t.cos() / 2)
    act = lambda x: checkpoint(lambda x: xp.sin(x) * 2, x, use_reentrant=False)
    if TORCH >= FIRST_COMPILED:
        assert torch.allclose(gradient(torch.compile(act, fullgraph=True, backend="eager")), 2 * t.cos())
    with torch.no_grad():
        assert not checkpoint(xp.sin, x, use_reentrant=False).requires_grad
    with pytest.warns(UserWarning, match="None of the inputs have requires_grad=True"):
        assert not checkpoint(xp.sin, x, use_reentrant=True).requires_grad


@pytest.mark.compiled
def test_torch_raises_for_arrays_where_it_takes_tensors_only():
    x = xp.ones(2)
    for pred in (xp.sum(x) > 0, torch.tensor(True)):
        with pytest.raises(RuntimeError, match=r"pred to be bool|higher order"):
            torch.cond(pred, xp.sin, xp.cos, (x,))
    with pytest.raises(RuntimeError, match="to return a Tensor"):
        torch.func.grad(xp.sum)(x)
    square = lambda x: xp.sum(x * x).tensor
    assert torch.func.grad(square)(x).tolist() == [2.0, 2.0]
    for transform in (torch.func.grad, torch.func.jacrev):
        with pytest.raises(RuntimeError, match="INTERNAL ASSERT"):
            transform(square)(x[::-1])
        assert transform(square)(x[::-1].copy()).tolist() == [2.0, 2.0]


NEW_ARRAYS = {
    "copy": lambda m: m.copy(),
    "copy in F's order": lambda m: m.copy("F"),
    "copy in the order of memory": lambda m: m.copy("K"),
    "np.copy": np.copy,
    "astype": lambda m: m.astype("float64"),
    "zeros_like": np.zeros_like,
    "full_like": lambda m: np.full_like(m, 2.0),
    "ones_like in C's order": lambda m: np.ones_like(m, order="C"),
    "sum": lambda m: m + 0.5,
}


@pytest.mark.parametrize("make", NEW_ARRAYS.values(), ids=NEW_ARRAYS)
def test_new_arrays_have_numpys_layout_under_transforms(make):
    # A write to the flat array reaches the array where reshape makes a view.
    def function(y):
        results = []
        for view in (y, y.T, y[::-1], y[:, ::2]):
            m = make(view)
            m.reshape(-1)[::3] = 100.0
            m.T.reshape(-1)[1::3] = 50.0
            results.append(np.sum(m * m))
        return sum(results)

    y = np.arange(16.0).reshape(4, 4)
    expected = function(y)
    x = xp.asarray(y)
    values = {
        "eager": function(x),
        "grad": xp.value_and_grad(function)(x)[0],
        "vjp": xp.vjp(function, x)[0],
        "jvp": xp.jvp(function, (x,), (x,))[0],
        "vmap": xp.vmap(function)(xp.stack([x, x]))[1],
        "grad of grad": xp.value_and_grad(lambda x: xp.value_and_grad(function)(x)[0])(x)[0],
    }
    assert {name: float(value) for name, value in values.items()} == dict.fromkeys(values, float(expected))
