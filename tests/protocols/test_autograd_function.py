"""Functions with gradients of their own, and checkpoints, called with arrays."""

import inspect

import pytest
import torch
from torch.utils.checkpoint import checkpoint, checkpoint_sequential
from versions import sentinel

import xp_torch as xp


class Tripled(torch.autograd.Function):
    """Twice the argument, with a gradient of three."""

    @staticmethod
    def forward(x, note=None):
        assert type(x) is torch.Tensor
        return x * 2, x > 0

    @staticmethod
    def setup_context(ctx, inputs, output):
        ctx.save_for_backward(inputs[0])
        ctx.mark_non_differentiable(output[1])

    @staticmethod
    def backward(ctx, g, _):
        (x,) = ctx.saved_tensors
        return g * 3 * torch.ones_like(x), None


class OfArrays(torch.autograd.Function):
    """A function that returns an array."""

    @staticmethod
    def forward(ctx, x):
        return xp.sin(xp.asarray(x))

    @staticmethod
    def backward(ctx, g):
        return g


class Named(xp.ndarray):
    """A user's array."""


def leaf():
    return torch.tensor([1.0, 2.0, 3.0], dtype=torch.float64, requires_grad=True)


@pytest.mark.filterwarnings("ignore:.*should not be instantiated")  # Dynamo does
@pytest.mark.parametrize("transformed", [lambda f: f, lambda f: torch.compile(f, fullgraph=True, backend="eager")],
                         ids=["eager", "compiled"])  # fmt: skip
def test_functions_keep_their_gradient(transformed):
    t = leaf()
    double, positive = transformed(lambda x: Tripled.apply(x, "note"))(xp.asarray(t))
    assert (type(double), type(positive)) == (xp.ndarray, xp.ndarray)
    assert double.tolist() == [2.0, 4.0, 6.0]
    assert positive.all()
    double.tensor.sum().backward()
    assert t.grad.tolist() == [3.0] * 3


def test_functions_under_transforms():
    x = xp.asarray([1.0, 2.0])
    assert torch.func.grad(lambda x: xp.sum(Tripled.apply(x)[0]))(x).tolist() == [3.0, 3.0]
    assert type(Tripled.apply(x.view(Named))[0]) is Named
    assert Tripled.apply(x=x[::-1])[0].tolist() == [4.0, 2.0]
    assert type(Tripled.apply(x.tensor)[0]) is torch.Tensor


def test_a_function_may_not_return_an_array_that_needs_a_gradient():
    for x in (leaf(), xp.asarray(leaf())):
        with pytest.raises(TypeError, match=r"OfArrays\.forward returned an array"):
            OfArrays.apply(x)
    assert type(OfArrays.apply(leaf().detach())) is xp.ndarray


@pytest.mark.parametrize("reentrant", [True, False])
def test_checkpoints(reentrant):
    t = leaf()
    calls = []

    def act(x, n, u):
        calls.append(type(x))
        return xp.sin(x) ** n, x.tensor * 2, u * 2

    x = xp.asarray(t)[::-1].view(Named)
    powers, twice, tensor = checkpoint(act, x, 2, t, use_reentrant=reentrant)
    assert [type(r) for r in (powers, twice, tensor)] == [Named, torch.Tensor, torch.Tensor]
    (powers.tensor.sum() + twice.sum() + tensor.sum()).backward()
    assert torch.allclose(t.grad, (2 * t).sin() + 4)
    assert len(calls) == 2

    (s,) = torch.autograd.grad(checkpoint(xp.sin, xp.asarray(t), use_reentrant=False).tensor.sum(), t)
    assert torch.allclose(s, t.cos())
    t.grad = None
    checkpoint_sequential([xp.sin, xp.exp, xp.sqrt], 2, xp.asarray(t), use_reentrant=reentrant).tensor.sum().backward()
    assert torch.allclose(t.grad, (t.sin() / 2).exp() * t.cos() / 2)
    with torch.no_grad():
        assert not checkpoint(xp.sin, xp.asarray(t), use_reentrant=reentrant).tensor.requires_grad


@sentinel
@pytest.mark.filterwarnings("ignore:.*should not be instantiated")
def test_dynamo_cannot_pass_arrays_to_forward(monkeypatch):
    """Fails when Dynamo calls `apply` with arrays as eager code does: then `_mend` in `autograd_function.py` can go."""
    from torch._dynamo.variables.misc import AutogradFunctionVariable

    own = inspect.getclosurevars(AutogradFunctionVariable.call_apply).nonlocals["call_apply"]
    monkeypatch.setattr(AutogradFunctionVariable, "call_apply", own)
    torch._dynamo.reset()
    with pytest.raises(torch._dynamo.exc.TorchDynamoException):
        torch.compile(lambda x: Tripled.apply(x, "note"), fullgraph=True, backend="eager")(xp.asarray(leaf()))


def test_checkpoints_in_compiled_code():
    t = leaf()
    act = lambda x: checkpoint(lambda x: xp.sin(x) * 2, x, use_reentrant=False)
    torch.compile(act, fullgraph=True, backend="eager")(xp.asarray(t)).tensor.sum().backward()
    assert torch.allclose(t.grad, 2 * t.cos())
