"""Arrays that wrap a subclass of `torch.Tensor` or a `Parameter`: results have the type that torch's functions give."""

import operator
from typing import ClassVar

import numpy as np
import pytest
import torch
from support.cases import cases, initial

import xp_torch as xp
from tools.calls import OPERANDS, all_examples, operands_of

#: examples whose result does not depend on the elements of an array.
CONSTANT = {"common_type", "iscomplexobj", "isrealobj", "isscalar", "iterable", "result_type", "dtype of an operand"}
#: the edges of bins are made from the numbers of `range`.
CONSTANT.add("histogram-2")
ACTS = {
    label: act for label, act in all_examples() if operands_of(act) and not CONSTANT & {label, label.rsplit("-", 1)[0]}
}


class Logged(torch.Tensor):
    """A subclass that notes which functions it was given to."""

    called: ClassVar[set[str]] = set()

    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        Logged.called.add(getattr(func, "__name__", ""))
        return super().__torch_function__(func, types, args, kwargs or {})


def tensors(result):
    """Return the tensors of all arrays in a result."""
    if isinstance(result, (tuple, list)):
        return [t for part in result for t in tensors(part)]
    return [result.tensor] if isinstance(result, xp.ndarray) else []


def call(act, make, dtype):
    """Return the tensors that an example gives, with operands of a type; floating ones in `dtype`."""
    arrays = []
    for name in operands_of(act):
        t = torch.from_numpy(OPERANDS[name].copy())
        arrays.append(xp.asarray(make(t.to(dtype) if t.dtype is torch.float64 else t)))
    return tensors(act(xp, *arrays))


def of(kind):
    """Return a function that makes a leaf of a type; integers don't require grad."""

    def make(t):
        if t.dtype.is_floating_point or t.is_complex():
            return torch.nn.Parameter(t) if kind is torch.nn.Parameter else t.requires_grad_()
        return t

    return make


@pytest.mark.slow
@pytest.mark.cpu_only(label=["diag_indices-0", "ix_-0", "ndim-0", "shape-0", "tril_indices-0", "trim_zeros-0"])
@pytest.mark.cpu_only(label=["linalg.inv-0", "linalg.matrix_power-1", "linalg.tensorinv-0"], dtype="torch.float64")
@cases("dtype", [torch.float64, torch.float16], ids=["float64", "float16"])
@cases("label", ACTS, by=initial)
def test_a_subclass_is_kept(label, dtype):
    act = ACTS[label]
    try:
        expected = call(act, lambda t: t, dtype)
    except TypeError:
        return  # no such function for float16
    got = call(act, lambda t: t.as_subclass(Logged), dtype)
    for mine, plain in zip(got, expected, strict=True):
        assert type(mine) is Logged
        own = mine.as_subclass(torch.Tensor)
        if label.startswith("linalg."):
            torch.testing.assert_close(own, plain, equal_nan=True)  # NumPy's LAPACK computes small plain tensors
        else:
            assert torch.equal(own.nan_to_num(), plain.nan_to_num())


@cases("label", ACTS, by=initial)
def test_a_parameter_gives_tensors_and_gets_gradients(label):
    act = ACTS[label]
    try:
        expected = call(act, of(torch.Tensor), torch.float64)
    except (TypeError, RuntimeError, ValueError) as error:
        with pytest.raises(type(error)):
            call(act, of(torch.nn.Parameter), torch.float64)
        return
    got = call(act, of(torch.nn.Parameter), torch.float64)
    assert [t.requires_grad for t in got] == [t.requires_grad for t in expected]
    for t in got:
        assert type(t) is torch.Tensor or t.is_leaf  # the argument itself


class TestTypes:
    def test_every_way_to_compute_keeps_a_subclass(self):
        def of(values, **how):
            return xp.asarray(torch.tensor(values, **how).as_subclass(Logged))

        x, n, m = of([3.0, 1.0, 2.0]), of([3, 1, 2]), of([[1.0, 2.0], [3.0, 4.0]])
        large = xp.asarray(torch.arange(100_000).as_subclass(Logged))
        for result in (
            x[0], m[0, 1], list(x), x[::-1], x[::-1] + 1, x[x > 1], x[n - 1], x[0] + x[1], m.flat[1], x.copy(), x.real,
            xp.add.reduce(n), xp.add.outer(x, x), xp.maximum.accumulate(n), xp.add.reduceat(x, [0, 1]), xp.sort(large),
            large // 3, xp.unique(large), 1 / x, np.ones(3) + x, np.add(np.ones(3), x), xp.ones(3) + x,
            xp.where(x > 1, x, 0), xp.concat([xp.ones(2), x]), divmod(n, 2), x == None, ~(x > 1),  # noqa: E711
            xp.asarray([x, x]), x.astype("float32"), xp.zeros_like(m.T), xp.full_like(x, 2, shape=(2, 2)),
        ):  # fmt: skip
            assert {type(t) for t in tensors(result)} == {Logged}

    def test_it_sees_the_calls(self):
        x = xp.asarray(torch.ones(2).as_subclass(Logged))
        Logged.called.clear()
        xp.sin(x + x)
        assert {"add", "sin"} <= Logged.called

    @pytest.mark.parametrize("name", ["iadd", "imul", "isub", "itruediv", "ipow", "ifloordiv"])
    @pytest.mark.parametrize("other", [2, 2.0, None])
    def test_in_place_operators_write_to_it(self, name, other):
        t = torch.tensor([3.0, 1.0]).as_subclass(Logged)
        x = xp.asarray(t)
        assert getattr(operator, name)(x, x.copy() if other is None else other) is x
        assert x.tensor is t

    def test_an_optimizer_trains_a_wrapped_parameter(self):
        p = torch.nn.Parameter(torch.tensor([2.0, -3.0]))
        optimizer = torch.optim.SGD([p], lr=0.25)
        for _ in range(8):
            optimizer.zero_grad()
            xp.sum(xp.asarray(p) ** 2).tensor.backward()
            optimizer.step()
        assert xp.asarray(p).tensor is p
        assert p.abs().max() < 0.05
