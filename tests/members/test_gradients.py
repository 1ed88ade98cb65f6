"""`requires_grad`, `requires_grad_`, `grad`, `backward` and `detach` of arrays."""

import numpy as np
import pytest
import torch

import xp_torch as xp

WEIGHTS = np.array([1.0, 2.0, 3.0])


class Sub(xp.ndarray):
    pass


@pytest.mark.parametrize("make", [
    lambda: xp.asarray([1.0, 2.0, 3.0]), lambda: xp.asarray([1.0, 2.0, 3.0]).view(Sub), lambda: xp.arange(3.0)[::-1],
    lambda: xp.asarray([1.0, 2.0, 3.0], dtype=xp.float32), lambda: xp.ones(3) + 1j,
], ids=["array", "subclass", "reversed", "float32", "complex"])  # fmt: skip
def test_gradients_are_added_up(make):
    x = make()
    assert not x.requires_grad
    assert x.grad is None
    assert x.requires_grad_() is x
    assert x.requires_grad
    for i in (1, 2):
        (x * WEIGHTS).backward(np.ones(3))
        assert type(x.grad) is type(x)
        assert x.grad.dtype is x.dtype
        np.testing.assert_array_equal(x.grad, i * WEIGHTS)
    assert not x.detach().requires_grad
    assert type(x.detach()) is type(x)
    assert xp.shares_memory(x.detach(), x)
    x.grad = 2 * WEIGHTS
    np.testing.assert_array_equal(x.grad, 2 * WEIGHTS)
    x.grad = None
    assert x.grad is None
    x.requires_grad = False
    assert not (x * 2).requires_grad


@pytest.mark.filterwarnings("ignore:Using backward")
def test_a_0d_array_is_differentiated_twice():
    x = xp.asarray([2.0, 1.0])[0].requires_grad_()
    y = x**3
    y.backward(create_graph=True)
    assert x.grad.item() == 12
    x.grad.backward(inputs=x)
    assert x.grad.item() == 24


def test_the_tensor_of_an_array_is_the_leaf():
    t = torch.ones(2, requires_grad=True)
    x = xp.asarray(t)
    xp.sum(x * 3).backward()
    assert x.grad.tensor is t.grad
    x.grad = [1.0, 1.0]
    assert t.grad.tolist() == [1, 1]
    (gradient,) = torch.autograd.grad(xp.sum(x * 3), x)
    np.testing.assert_array_equal(gradient, [3, 3])


def test_arrays_of_one_gradient_agree():
    x = xp.asarray([[1.0, 2.0]]).requires_grad_()
    xp.sum(x * x).backward()
    first, second = x.grad, x.grad
    assert (first[0, 1], second[0, 1]) == (4, 4)
    first.requires_grad_()
    assert second.requires_grad
    assert (second[0, 1] * 2).requires_grad
    x.grad = gradient = xp.asarray([[3.0, 4.0]])
    assert (gradient[0, 1], x.grad[0, 1]) == (4, 4)
    x.tensor.grad.t_()
    assert x.grad.shape == gradient.shape == (2, 1)
    assert (x.grad[1, 0], gradient[1, 0], gradient.tolist()) == (4, 4, [[3], [4]])


@pytest.mark.compiled
def test_errors_and_attributes_in_compiled_code():
    with pytest.raises(TypeError, match="requires_grad_: the array must be floating-point or complex, got int64"):
        xp.arange(3).requires_grad_()
    with pytest.raises(RuntimeError, match="scalar outputs"):
        xp.ones(3).requires_grad_().backward()
    f = torch.compile(lambda x: x.detach() if x.requires_grad else x * 2, fullgraph=True, backend="eager")
    assert not f(xp.ones(3).requires_grad_()).requires_grad
    np.testing.assert_array_equal(f(xp.ones(3)), [2, 2, 2])
