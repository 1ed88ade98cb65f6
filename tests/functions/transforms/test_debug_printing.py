"""`debug_print`: values in eager and compiled code, and under transforms."""

import numpy as np
import pytest
import torch

import xp_torch as xp

X = xp.asarray([1.0, 2.0])
ROWS = xp.asarray([[1.0, 2.0], [3.0, 4.0]])


def printing(x):
    total = xp.sum(x**2)
    xp.debug_print("{} {} {total:.2f} {none}", x, "text", total=total, none=None)
    return total


LINE, SECOND = "[1. 2.] text 5.00 None\n", "[3. 4.] text 25.00 None\n"
TRANSFORMS = {
    "eager": (lambda: printing(X), LINE),
    "grad": (lambda: xp.grad(printing)(X), LINE),
    "jvp": (lambda: xp.jvp(printing, (X,), (X,)), LINE),
    "hessian": (lambda: xp.hessian(printing)(X), LINE),
    "backward": (lambda: printing(X.copy().requires_grad_()).backward(), LINE),
    "vmap": (lambda: xp.vmap(printing)(ROWS), LINE + SECOND),
    "vmap of grad": (lambda: xp.vmap(xp.grad(printing))(ROWS), LINE + SECOND),
    "vmap of vmap": (lambda: xp.vmap(xp.vmap(printing))(ROWS[None]), LINE + SECOND),
    "grad of vmap": (lambda: xp.grad(lambda x: xp.sum(xp.vmap(printing)(x)))(ROWS), LINE + SECOND),
    "eval_shape": (lambda: xp.eval_shape(printing, X), ""),
}


@pytest.mark.parametrize("name", TRANSFORMS)
def test_values_are_printed_under_transforms(name, capsys):
    call, text = TRANSFORMS[name]
    call()
    assert capsys.readouterr().out == text


@pytest.mark.compiled
@pytest.mark.parametrize("backend", ["eager", "inductor"])
@pytest.mark.parametrize(("transform", "x", "text"), [
    (lambda f: f, X, LINE), (xp.grad, X, LINE), (xp.vmap, ROWS, LINE + SECOND),
], ids=["function", "grad", "vmap"])  # fmt: skip
def test_compiled_functions_print_at_each_call(transform, x, text, backend, capsys):
    program = xp.compile(transform(printing), backend=backend, fullgraph=True)
    for _ in range(2):
        np.testing.assert_allclose(program(x), transform(printing)(x))
        assert capsys.readouterr().out == 2 * text


@pytest.mark.compiled
def test_compiled_functions_with_gradients_print_once(capsys):
    x = X.copy().requires_grad_()
    xp.compile(printing, backend="aot_eager", fullgraph=True)(x).backward()
    assert capsys.readouterr().out == LINE


@pytest.mark.compiled
def test_numbers_that_change_and_loops(capsys):
    def act(x, n):
        xp.debug_print("{} {}", n, x.shape[0])
        return xp.scan(lambda total, v: (xp.debug_print("{}", v), (total + v, v))[1], 0.0, x * n)[0]

    program = xp.compile(act, backend="eager", fullgraph=True)
    for n in (1, 2, 3):
        program(X, n)
        assert capsys.readouterr().out == f"{n} 2\n{n}.0\n{2 * n}.0\n"


def test_tensors_and_reversed_arrays(capsys):
    xp.grad(lambda x: (xp.debug_print("{} {}", x.tensor, x[::-1]), xp.sum(x))[1])(X)
    assert capsys.readouterr().out == f"{X.tensor} [2. 1.]\n"


@pytest.mark.compiled
def test_exported_programs_print(capsys):
    class Model(torch.nn.Module):
        def forward(self, t):
            return printing(xp.asarray(t)).tensor

    program = torch.export.export(Model(), (X.tensor,)).module()
    capsys.readouterr()
    program(X.tensor)
    assert capsys.readouterr().out == LINE


def test_trees_raise_where_they_are_traced(capsys):
    xp.debug_print("{x}", x=[1])
    assert capsys.readouterr().out == "[1]\n"
    with pytest.raises(TypeError, match=r"debug_print: arguments must be arrays, numbers or text .*, got list"):
        xp.grad(lambda x: (xp.debug_print("{}", [x]), xp.sum(x))[1])(X)
