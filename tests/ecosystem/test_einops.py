"""einops finds the backend by itself, in whichever order the packages are imported."""

import subprocess
import sys

import numpy as np
import pytest
import torch

import xp_torch as xp

einops = pytest.importorskip("einops")

ARRAY = np.arange(24.0).reshape(2, 3, 4)
CALLS = {
    "rearrange": lambda x: einops.rearrange(x, "a b c -> (a c) b"),
    "rearrange, a list": lambda x: einops.rearrange([x, x], "n a b c -> (n a) b c"),
    "reduce, mean": lambda x: einops.reduce(x, "a (b b2) c -> b c", "mean", b2=3),
    "reduce, max": lambda x: einops.reduce(x[0, 0], "c ->", "max"),
    "reduce, a function": lambda x: einops.reduce(x, "a b c -> a", lambda x, axes: x.sum(axes)),
    "repeat": lambda x: einops.repeat(x, "a b c -> a b (c k)", k=3),
    "einsum": lambda x: einops.einsum(x, x, "a b c, a d c -> b d"),
    "pack": lambda x: einops.pack([x, x[0]], "* c")[0],
    "unpack": lambda x: einops.unpack(x, [[1], [2]], "a * c")[1],
}


@pytest.mark.parametrize("name", CALLS)
def test_functions_return_our_arrays(name):
    x = xp.asarray(ARRAY)
    result, expected = CALLS[name](x), CALLS[name](ARRAY)
    assert type(result) is xp.ndarray
    assert result.dtype == expected.dtype
    np.testing.assert_array_equal(np.asarray(result), expected)
    np.testing.assert_array_equal(einops.asnumpy(result), expected)


def test_elements_and_gradients():
    x = xp.asarray(torch.ones(3, requires_grad=True))
    einops.reduce(x * 2, "a ->", "sum").tensor.backward()
    assert x.tensor.grad.tolist() == [2.0, 2.0, 2.0]
    assert einops.rearrange(xp.arange(3)[1], "-> 1").tolist() == [1]


@pytest.mark.compiled
def test_compiled():
    f = torch.compile(lambda x: einops.rearrange(x, "a b c -> (a c) b") * 2, fullgraph=True, backend="eager")
    np.testing.assert_array_equal(np.asarray(f(xp.asarray(ARRAY))), CALLS["rearrange"](ARRAY) * 2)


@pytest.mark.parametrize("imports", ["import einops, xp_torch", "import xp_torch, importlib.util, einops"])
def test_order_of_imports(imports):
    code = f"{imports}; assert einops.rearrange(xp_torch.ones((2, 3)), 'a b -> b a').shape == (3, 2)"
    subprocess.run([sys.executable, "-c", code], check=True)
