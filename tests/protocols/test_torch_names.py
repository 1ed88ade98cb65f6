"""torch's names on arrays raise with what to write, and libraries that ask by `hasattr` see none of them."""

import numpy as np
import pytest
import torch
from support.cases import cases

import xp_torch as xp
from xp_torch._protocols.torch_names import ANSWERS


@cases("name", ANSWERS)
def test_a_name_of_tensors_raises_with_what_to_write(name):
    assert name == "_is_param" or hasattr(torch.Tensor, name) or name == "cat"
    x = xp.ones(3)
    with pytest.raises(AttributeError) as raised:
        getattr(x, name)
    assert str(raised.value) == f"'ndarray' object has no attribute {name!r}: write {ANSWERS[name]}"
    assert not hasattr(x, name)
    assert not hasattr(xp.ndarray, name)
    assert getattr(x, name, None) is None
    assert name not in dir(x)


VALUES = {
    "device": "cpu", "dtype": xp.float32, "shape": (2, 2, 2), "indices": xp.asarray([[0, 1]]), "k": 1, "mask": True,
    "value": 1.0, "hook": lambda g: g,
}  # fmt: skip


@cases("answer", sorted({a for text in ANSWERS.values() for a in text.split(" or ")}))
def test_what_to_write_runs(answer):
    names = {"x": xp.asarray([[4.0, 1.0], [2.0, 3.0]]).requires_grad_(), "y": xp.ones((2, 2)), "xp": xp, "np": np}
    names |= VALUES | {"torch": torch}
    if answer == 'x.to_device("cuda")' and not torch.cuda.is_available():
        with pytest.raises(ValueError, match="cuda"):
            eval(answer, names)
        return
    if "[...] =" in answer or answer in ("np.asarray(x)", "torch.nn.Parameter(x.tensor)"):
        names["x"] = names["x"].detach().copy()
    exec(answer.removesuffix(", in bytes"), names)


@pytest.mark.cpu_only
def test_a_parameter_and_a_shape_say_what_to_write():
    x = xp.ones((2, 3))
    with pytest.raises(TypeError, match=r"write torch\.nn\.Parameter\(x\.tensor\)"):
        torch.nn.Parameter(x)
    for shape, text in [((-1,), "-1"), ((3, 2), "3, 2"), (((3, 2),), "3, 2")]:
        with pytest.raises(TypeError, match=rf"view: .* is not a dtype; for another shape write x\.reshape\({text}\)"):
            x.view(*shape)
    assert x.view((xp.float32, 2)).shape == (2, 3, 2)


def test_a_subclass_has_these_names_if_it_defines_them():
    class Quantity(xp.ndarray):
        def to(self, unit):
            return unit

    q = xp.ones(2).view(Quantity)
    q.float = 3
    assert (q.to("m"), q.float) == ("m", 3)
    assert {"to", "float"} <= set(dir(q))
    with pytest.raises(AttributeError, match=r"'Quantity' object has no attribute 'cpu'"):
        _ = q.cpu


@pytest.mark.compiled
def test_compiled_code_may_ask_for_them():
    doubled = torch.compile(lambda x: x * 2 if not hasattr(x, "cpu") else x, backend="eager", fullgraph=True)
    assert doubled(xp.ones(2)).tolist() == [2.0, 2.0]


@pytest.mark.cpu_only
def test_the_repr_says_that_an_array_requires_grad():
    x = xp.ones(2, dtype=xp.float32).requires_grad_()
    assert repr(x) == "array([1., 1.], dtype=float32, requires_grad=True)"
    assert repr(x.astype(xp.bfloat16)) == "array([1., 1.], dtype=bfloat16, requires_grad=True)"
    assert repr(x * 2) == "array([2., 2.], dtype=float32, requires_grad=True)"
    assert repr(x.detach()) == "array([1., 1.], dtype=float32)"
    assert str(x) == "[1. 1.]"
