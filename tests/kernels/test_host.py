"""NumPy's ufuncs as kernels: they serve plain tensors of the host, and nothing that somebody has to see."""

import threading
import warnings

import numpy as np
import pytest
import torch
from support.oracle import Onlooker
from torch.autograd import forward_ad
from torch.fx.experimental.proxy_tensor import make_fx

import xp_torch as xp
from xp_torch._array.ufunc.records import OPS
from xp_torch._facts.dtypes import FROM_TORCH
from xp_torch._kernels import host, thresholds

pytestmark = pytest.mark.cpu_only

CALLS = []


def _spied(*operands):
    CALLS.append(operands)
    return torch.sqrt(operands[0])


UNARY = host.by_numpy("sqrt", _spied)
BINARY = host.by_numpy("remainder", _spied)
FEW = host.by_numpy_if_small("fmod", _spied)
QUOTIENT = host.by_numpy_if_small("floor_divide", _spied, host.all_finite)


@pytest.fixture(autouse=True)
def forget():
    CALLS.clear()


@pytest.mark.parametrize("x", [torch.tensor(4.0), torch.tensor([4.0, -1.0]), torch.zeros(0, 2), torch.ones(2, 3).T])
def test_plain_tensors_of_the_host_go_to_numpy(x):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        results = UNARY(x), BINARY(x, x), QUOTIENT(x, x + 1)
    assert not CALLS
    for result in results:
        assert type(result) is torch.Tensor
        assert result.shape == x.shape
        assert result.dtype is x.dtype
    np.testing.assert_array_equal(results[0].numpy(), np.sqrt(np.abs(x.numpy())) * np.where(x.numpy() < 0, np.nan, 1))


@pytest.mark.parametrize("kernel", [UNARY, lambda x: BINARY(x, x), lambda x: BINARY(torch.ones(2), x)])
def test_what_is_differentiated_goes_to_torch(kernel):
    x = torch.tensor([4.0, 9.0], requires_grad=True)
    kernel(x)
    assert len(CALLS) == 1
    with torch.no_grad():
        kernel(x)
    assert len(CALLS) == 1


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_forward_mode_goes_to_torch():
    x = torch.tensor([4.0])
    with forward_ad.dual_level():
        tangent = forward_ad.unpack_dual(UNARY(forward_ad.make_dual(x, torch.ones(1)))).tangent
    assert tangent.tolist() == [0.25]
    assert torch.func.jvp(UNARY, (x,), (torch.ones(1),))[1].tolist() == [0.25]


def test_what_is_mapped_over_goes_to_torch():
    assert torch.vmap(UNARY)(torch.tensor([[4.0], [9.0]])).tolist() == [[2.0], [3.0]]
    assert torch.func.grad(lambda x: UNARY(x).sum())(torch.tensor([4.0])).tolist() == [0.25]
    assert len(CALLS) == 2


@pytest.mark.compiled
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_tracers_see_torchs_kernel():
    x = torch.tensor([4.0, 9.0])
    assert "sqrt" in make_fx(UNARY)(x).code
    assert "aten::sqrt" in str(torch.jit.trace(UNARY, x).graph)
    assert "sqrt" in torch.export.export(_Module(), (x,)).graph_module.code
    compiled = torch.compile(UNARY, fullgraph=True, backend="eager")
    assert compiled(x).tolist() == [2.0, 3.0]


class _Module(torch.nn.Module):
    def forward(self, x):
        return UNARY(x)


def test_meta_tensors_go_to_torch():
    assert UNARY(torch.ones(2, device="meta")).device.type == "meta"


@pytest.mark.parametrize("kernel", [FEW, QUOTIENT])
def test_loops_that_are_slow_serve_few_elements(kernel):
    kernel(torch.ones(8), torch.ones(8))
    assert not CALLS
    kernel(torch.ones(10_000), torch.ones(10_000))
    assert len(CALLS) == 1


def test_quotients_of_infinities_are_the_standards():
    x, y = torch.tensor([torch.inf, 1.0]), torch.tensor([2.0, 2.0])
    QUOTIENT(x, y)
    QUOTIENT(y, x)
    assert len(CALLS) == 2
    assert xp.floor_divide(xp.asarray(x), xp.asarray(y)).tolist() == [np.inf, 0.0]


def test_threads_do_not_hinder_each_other():
    x, few, wrong = torch.full((100_000,), 4.0), xp.full(2000, 4.0), []

    def work():
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            wrong.extend(1 for _ in range(50) if UNARY(x).sum().item() != 200_000.0)
            wrong.extend(1 for _ in range(50) if (few // few).sum().item() != 2000.0)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong
    assert not CALLS


def test_a_few_divisors_are_torchs_to_divide_by():
    for name in ("floor_divide", "fmod", "remainder"):
        cells = [cell.cell_contents for cell in OPS[name].loops[torch.int64].__closure__]
        assert getattr(torch, name) in cells


@pytest.mark.parametrize("name", [n for n, op in OPS.items() if op.shortcuts.numpy or op.shortcuts.numpy_if_small])
def test_torchs_kernels_give_the_same_within_two_units(name):
    rng, op = np.random.default_rng(0), OPS[name]
    for dtype in [d for d in op.loops if FROM_TORCH[d].char in op.shortcuts.numpy + op.shortcuts.numpy_if_small]:
        numpy_dtype = xp.dtype(dtype).__numpy_dtype__
        if dtype.is_complex:
            values = (rng.integers(-4, 5, 40) + 0.5j * rng.integers(-1, 2, 40)).astype(numpy_dtype)
        elif dtype.is_floating_point:
            special = [0.0, -0.0, 1.0, -1.0, np.inf, -np.inf, np.nan, 0.5, 1.5, 1e-30, 700.0, -88.0]
            values = np.asarray([*special, *rng.normal(size=60) * 10.0 ** rng.integers(-3, 3, 60)], numpy_dtype)
        else:
            info = np.iinfo(numpy_dtype)
            drawn = rng.integers(info.min, info.max, 40, numpy_dtype, endpoint=True).tolist()
            values = np.asarray([info.min, info.max, 0, 1, 7, info.max // 2, *drawn], numpy_dtype)
        x = torch.from_numpy(values)
        operands = [x] if op.nin == 1 else [x[:, None], x[None, :]]
        if name == "ldexp":
            operands[1] = torch.tensor([0, 1, -1, 60, -60, 2000, -2000])
        here = op.loops[dtype](*operands)
        with Onlooker():
            there = op.loops[dtype](*operands)
        assert here.dtype is there.dtype
        if dtype.is_complex:
            torch.testing.assert_close(
                here, there, equal_nan=True, rtol=1e-4 if dtype is torch.complex64 else 1e-12, atol=0
            )
        elif dtype.is_floating_point:
            np.testing.assert_array_max_ulp(*_no_nan(here, there), 2)
        else:
            assert torch.equal(here, there)


def _no_nan(here, there):
    assert torch.equal(here.isnan(), there.isnan())
    return np.nan_to_num(here.numpy(), nan=0.0), np.nan_to_num(there.numpy(), nan=0.0)


@pytest.mark.compiled
def test_divisors_below_one_compile():
    torch._dynamo.reset()
    x = xp.asarray([4.5, -3.0])
    compiled = torch.compile(lambda x: (x // 0.5, x % 0.5, x // x), fullgraph=True, backend="eager")
    assert [part.tolist() for part in compiled(x)] == [[9.0, -6.0], [0.0, 0.0], [1.0, 1.0]]


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("exponent", [3, -2, -1.5, 1 / 3, 0.5, 7.25])
def test_powers_by_numbers(dtype, exponent):
    a = np.concatenate([np.random.default_rng(0).lognormal(size=500), [0.0, -0.0, np.inf, np.nan, -2.0]]).astype(dtype)
    with np.errstate(all="ignore"):
        expected = a**exponent
    for x in (xp.asarray(a), xp.asarray(a).reshape(5, -1)):
        result = np.asarray(x**exponent).ravel()
        assert result.dtype == a.dtype
        if exponent == 0.5:
            np.testing.assert_array_max_ulp(result, expected, 1)
        else:
            np.testing.assert_array_equal(result, expected)
    np.testing.assert_array_equal(np.asarray(xp.asarray([-np.inf, -0.0], dtype=dtype) ** 0.5), [np.inf, 0.0])
    x = torch.from_numpy(a[:500]).requires_grad_()
    (xp.asarray(x) ** exponent).tensor.sum().backward()
    np.testing.assert_allclose(x.grad, exponent * a[:500].astype("float64") ** (exponent - 1), 2e-5)


@pytest.mark.parametrize("shape", [(3,), (thresholds.FEW + 1,), (70, 90)])
def test_arithmetic_of_int64_wraps_around_like_numpys(shape):
    bounds = np.iinfo(np.int64)
    a = np.random.default_rng(0).integers(bounds.min, bounds.max, shape)
    b = a[::-1].copy()
    x, y = xp.array(a), xp.array(b)
    for name in ("add", "subtract", "multiply"):
        ufunc, ours = getattr(np, name), getattr(xp, name)
        for one, other in ((ours(x, y), ufunc(a, b)), (ours(x, 5), ufunc(a, 5)), (ours(5, x), ufunc(5, a))):
            assert one.dtype == other.dtype
            np.testing.assert_array_equal(np.asarray(one), other)
        np.testing.assert_array_equal(np.asarray(ours(x.T, y.T)), ufunc(a.T, b.T))
        if name != "subtract":
            np.testing.assert_array_equal(np.asarray(ours(x, True)), ufunc(a, True))
        out = xp.zeros(shape, dtype="int64")
        assert ours(x, y, out=out) is out
        np.testing.assert_array_equal(np.asarray(out), ufunc(a, b))
    x *= y
    x += 1
    np.testing.assert_array_equal(np.asarray(x), a * b + 1)


def test_large_sums_of_int64_are_numpys_and_no_others(monkeypatch):
    called = []
    monkeypatch.setitem(host._UFUNC, "add", lambda *operands: called.append(operands) or np.add(*operands))
    x, sizes = xp.arange(thresholds.FEW), []
    for sum_of in (lambda: x + x, lambda: x + 1, lambda: 1 + x, lambda: x[:9] + 1, lambda: x.astype(float) + 1.0):
        sum_of()
        sizes.append(len(called))
    assert sizes == [1, 2, 3, 3, 3]
