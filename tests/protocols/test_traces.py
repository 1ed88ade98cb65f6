"""The guards that Dynamo leaves out in the package, those that it keeps, and the length of its traces."""

import pytest
import torch
from graphs import compiled
from torch._C._dynamo.eval_frame import _debug_get_cache_entry_list
from torch._dynamo.symbolic_convert import InstructionTranslatorBase

import xp_torch as xp

pytestmark = pytest.mark.usefixtures("fresh_dynamo")


def of_arrays(x, y):
    z = xp.sin(x + y) * 2.0 - xp.maximum(x, y) / (1 + xp.abs(y))
    return xp.sum(z) + xp.sqrt(z * z + 1.0)[1:]


def of_tensors(x, y):
    z = torch.sin(x + y) * 2.0 - torch.maximum(x, y) / (1 + torch.abs(y))
    return torch.sum(z) + torch.sqrt(z * z + 1.0)[1:]


def guards(function):
    """Return the guards of the graph that was compiled last."""
    tree = str(_debug_get_cache_entry_list(function.__code__)[0].guard_manager)
    return [line for line in tree.splitlines() if "+- " in line and "GuardManager" not in line]


class TestCost:
    def test_guards_are_about_as_many_as_for_tensors(self):
        x = xp.asarray([1.0, 2.0, 3.0])
        compiled(of_arrays)(x, x + 1)
        compiled(of_tensors)(x.tensor, x.tensor + 1)
        assert len(guards(of_arrays)) <= len(guards(of_tensors)) + 8

    def test_operators_take_no_steps_of_their_own(self, monkeypatch):
        x, steps = xp.asarray([1.0, 2.0, 3.0]), []
        step = InstructionTranslatorBase.step
        monkeypatch.setattr(InstructionTranslatorBase, "step", lambda self: steps.append(self) or step(self))

        def of_operators(x, y):
            return -(x + y) * 2.0 - x / y

        compiled(of_operators)(x.tensor, x.tensor + 1)
        of_tensors = len(steps)
        torch._dynamo.reset()
        compiled(of_operators)(x, x + 1)
        assert len(steps) == 2 * of_tensors


class TestStateIsGuarded:
    def test_default_dtype(self):
        program, x = compiled(lambda x: (x / 2, xp.zeros(2), xp.mean(x))), xp.asarray([1, 2])
        for name, dtype in (("numpy", xp.float64), ("pytorch", xp.float32), ("numpy", xp.float64)):
            with xp.set_default_dtype(name):
                assert {r.dtype for r in program(x)} == {dtype}

    def test_default_device(self):
        program = compiled(lambda: xp.zeros(2) + 1)
        assert program().device.type == "cpu"
        with torch.device("meta"):
            assert program().device.type == "meta"

    def test_gradients(self):
        t = torch.tensor([1.0, 2.0], requires_grad=True)
        program, x = compiled(lambda x: xp.sin(x) * x), xp.asarray(t)
        with torch.no_grad():
            assert not program(x).tensor.requires_grad
        assert program(x).tensor.requires_grad

    def test_autocast(self):
        program, x = compiled(lambda x: (x @ x, (x.tensor @ x.tensor).dtype)), xp.ones((2, 2), dtype="float32")
        assert [r if isinstance(r, torch.dtype) else r.dtype for r in program(x)] == ["float32", torch.float32]
        with torch.autocast("cpu", torch.bfloat16):
            assert [r if isinstance(r, torch.dtype) else r.dtype for r in program(x)] == ["float32", torch.bfloat16]

    def test_a_function_that_takes_the_name_of_another(self, monkeypatch):
        program, x = compiled(lambda x: xp.sin(x) + 0), xp.asarray([0.0])
        assert program(x).tolist() == [0.0]
        monkeypatch.setattr(xp, "sin", xp.cos)
        assert program(x).tolist() == [1.0]

    def test_what_a_function_of_the_users_closes_over(self):
        scale = 2.0

        def scaled(x):
            return x * scale

        program, x = compiled(xp.vmap(scaled)), xp.asarray([1.0])
        assert program(x).tolist() == [2.0]
        scale = 3.0
        assert program(x).tolist() == [3.0]

    def test_a_function_made_again_for_another_user_function(self):
        x = xp.asarray([1.0, 2.0])
        program = compiled(lambda f, x: f(x))
        for function in (xp.sin, xp.cos, lambda v: v + 1, lambda v: v + 2):
            assert xp.allclose(program(xp.vmap(function), x), function(x))
