"""`torch.cond`, `while_loop`, `scan` and `map` of arrays: eager, compiled and exported."""

import pytest
import torch
import torch._higher_order_ops as higher
from graphs import Module

import xp_torch as xp


def choose(x, t):
    return torch.cond(xp.sum(x) > 0, lambda x, t: {"y": xp.sin(x) + t}, lambda x, t: {"y": x * t}, (x, t))["y"]


def loop(x, t):
    i, y, u = higher.while_loop(
        lambda i, x, t: i < 3, lambda i, x, t: (i + 1, xp.abs(x) * 2, t + 1), (xp.asarray(0), x, t)
    )
    return i + y + u


def running(x, t):
    last, products = higher.scan(lambda carry, v: (carry + v, carry * v), xp.asarray(0.0), x)
    return last + products


def rows(x, t):
    return higher.map(lambda v, t: xp.sin(v) * t, x, t)


RESULTS = {
    choose: lambda x, t: xp.sin(x) + t,
    loop: lambda x, t: 3 + x * 8 + (t + 3),
    running: lambda x, t: xp.sum(x) + x * (xp.cumsum(x) - x),
    rows: lambda x, t: xp.sin(x)[:, None] * t,
}


pytestmark = pytest.mark.usefixtures("fresh_dynamo")


@pytest.mark.parametrize("mode", ["eager", "compiled", "exported"])
@pytest.mark.parametrize("act", RESULTS, ids=lambda act: act.__name__)
def test_control_flow(act, mode):
    x, t = xp.asarray([1.0, 2.0, 3.0]), torch.tensor([1.0, 0.0, 2.0], dtype=torch.float64)
    run = act
    if mode == "compiled":
        run = torch.compile(act, fullgraph=True, backend="eager")
    elif mode == "exported":
        run = torch.export.export(Module(act), (x, t), strict=False).module()
    got, expected = run(x, t), RESULTS[act](x, xp.asarray(t))
    assert type(got) is xp.ndarray
    assert xp.all(xp.isclose(got, expected))


def test_gradients_and_tensors():
    t = torch.tensor([1.0, -3.0], dtype=torch.float64, requires_grad=True)
    branch = torch.cond(xp.sum(xp.asarray(t)) > 0, xp.sin, xp.exp, [xp.asarray(t)])
    branch.tensor.sum().backward()
    assert torch.allclose(t.grad, t.exp())
    tensor = torch.cond(t.sum() > 0, torch.sin, torch.exp, (t.detach(),))
    assert type(tensor) is torch.Tensor
