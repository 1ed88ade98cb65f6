"""Indexing under torch.compile, vmap, fake tensors and autograd."""

import pytest
import torch
from support.indexing_cases import subscripts, tensor_key
from torch._subclasses.fake_tensor import FakeTensorMode

import xp_torch as xp
from xp_torch._kernels.indexing.read import read
from xp_torch._kernels.indexing.take import take, take_along_axis
from xp_torch._kernels.indexing.write import write


def tensor_keys(text):
    return [tensor_key(key) for key in subscripts(text)]


# Keys whose result's shape does not depend on data.
TRACED = tensor_keys("""
    0; 0, 1; 1:; ::-1; :, 3::-2; None, ..., 1; [1, -1, 1]; np.array([1, 0], "uint8"); ZERO_D; ZERO_D, ::-1; :, [2, 0];
    [[0], [1]], [2, 0]; [0, 1], None, [2, 0]; 0, :, True; 1, [2, 2, 1]
""")
MASKS = tensor_keys("""
    [[True, False, True], [False, True, True]]; [True, False]; :, [True, False, True]; ::-1, [True, False, True]; TRUE
""")


def params(keys, marks=()):
    return [pytest.param(k, id=repr(k), marks=marks) for k in keys]


def values_for(t, key):
    """Return values to write: one for all places, and one for each place."""
    shape = read(t, key).shape
    return [torch.tensor(9.0), 100 + torch.arange(float(shape.numel())).reshape(shape)]


@pytest.mark.compiled
@pytest.mark.parametrize("key", params(TRACED))
def test_reads_compile(key):
    t = torch.arange(6.0).reshape(2, 3)
    expected = read(t, key)
    for dynamic in (False, True):
        torch._dynamo.reset()
        got = torch.compile(read, fullgraph=True, backend="eager", dynamic=dynamic)(t, key)
        assert torch.equal(got, expected)


@pytest.mark.compiled
@pytest.mark.parametrize("key", params(TRACED) + params(MASKS, pytest.mark.cpu_only))
def test_writes_compile(key):
    for value in values_for(torch.zeros(2, 3), key):
        expected, got = torch.zeros(2, 3), torch.zeros(2, 3)
        write(expected, key, value)
        torch._dynamo.reset()
        torch.compile(write, fullgraph=True, backend="eager")(got, key, value)
        assert torch.equal(got, expected)


@pytest.mark.compiled
def test_take_and_take_along_axis_compile():
    t = torch.arange(6.0).reshape(2, 3)
    index = torch.tensor([[2, 0], [-1, 1]])
    for mode in ("raise", "wrap", "clip"):
        torch._dynamo.reset()
        got = torch.compile(take, fullgraph=True, backend="eager")(t, index, 1, mode)
        assert torch.equal(got, take(t, index, 1, mode))
    got = torch.compile(take_along_axis, fullgraph=True, backend="eager")(t, index, 1)
    assert torch.equal(got, take_along_axis(t, index, 1))


@pytest.mark.parametrize("key", params(TRACED))
def test_reads_under_vmap(key):
    t = torch.arange(12.0).reshape(2, 2, 3)
    expected = torch.stack([read(t[0], key), read(t[1], key)])
    assert torch.equal(torch.vmap(lambda a: read(a, key))(t), expected)


@pytest.mark.cpu_only
@pytest.mark.parametrize("key", params(TRACED + MASKS))
def test_writes_under_vmap(key):
    t = torch.zeros(2, 2, 3)
    for value in values_for(t[0], key):
        values = torch.stack([value, value + 50])
        expected = torch.zeros(2, 2, 3)
        write(expected[0], key, values[0])
        write(expected[1], key, values[1])

        def written(a, v):
            a = a.clone()
            write(a, key, v)
            return a

        assert torch.equal(torch.vmap(written)(t, values), expected)


def test_batched_indices_and_masks_under_vmap():
    t = torch.arange(6.0).reshape(2, 3)
    index = torch.tensor([[2, 2, -1], [0, -3, 1]])
    values = torch.tensor([[10.0, 20, 30], [40, 50, 60]])
    assert torch.equal(torch.vmap(lambda a, i: read(a, (i,)))(t, index), t.gather(1, index % 3))
    assert torch.equal(torch.vmap(lambda a, i: take(a, i, 0))(t, index), t.gather(1, index % 3))
    assert torch.equal(torch.vmap(lambda a, i: take_along_axis(a, i, 0))(t, index), t.gather(1, index % 3))

    def written(a, k, v):
        a = a.clone()
        write(a, (k,), v)
        return a

    got = torch.vmap(written)(t, index, values)
    assert got.tolist() == [[0.0, 1.0, 30.0], [50.0, 60.0, 5.0]]
    masks = torch.tensor([[True, False, True], [False, True, True]])
    got = torch.vmap(written)(t, masks, values[:, :2])
    assert got.tolist() == [[10.0, 1.0, 20.0], [3.0, 40.0, 50.0]]


@pytest.mark.parametrize("device", ["cpu", "cuda"])
@pytest.mark.parametrize("dtype", [torch.float32, torch.uint16])
def test_fake_tensors(device, dtype):
    """No read, but of a mask, looks at a value; a fake CUDA tensor needs no GPU."""
    for key in TRACED + MASKS:
        real = torch.arange(6).reshape(2, 3).to(dtype)
        shape = read(real, key).shape
        with FakeTensorMode():
            t = torch.zeros(2, 3, dtype=dtype, device=device)
            key = tuple(
                torch.zeros(k.shape, dtype=k.dtype, device=device) if isinstance(k, torch.Tensor) else k for k in key
            )
            if key[0:1] and not any(isinstance(k, torch.Tensor) and k.dtype is torch.bool for k in key):
                got = read(t, key)
                assert got.shape == shape
                assert got.device.type == device
                assert got.dtype is dtype
            for value_shape in ((), shape):
                write(t, key, torch.zeros(value_shape, dtype=dtype, device=device))
    with FakeTensorMode():
        t, i = torch.zeros(2, 3, dtype=dtype, device=device), torch.zeros(2, 2, dtype=torch.int64, device=device)
        for mode_name in ("raise", "wrap", "clip"):
            assert take(t, i, 1, mode_name).shape == (2, 2, 2)
        assert take_along_axis(t, i, 1).shape == (2, 2)


@pytest.mark.cpu_only
@pytest.mark.parametrize("key", params(TRACED + MASKS))
def test_gradients(key):
    t = torch.arange(6.0, dtype=torch.float64).reshape(2, 3).requires_grad_()
    assert torch.autograd.gradcheck(lambda a: read(a, key), (t,))
    for value in values_for(t.detach(), key):
        value = value.double().requires_grad_()

        def written(a, v):
            a = a * 2
            write(a, key, v)
            return a

        assert torch.autograd.gradcheck(written, (t, value))


@pytest.mark.cpu_only
def test_gradients_of_take_along_axis():
    t = torch.arange(6.0, dtype=torch.float64).reshape(2, 3).requires_grad_()
    index = torch.tensor([[2, 0], [-1, -1]])
    assert torch.autograd.gradcheck(lambda a: take_along_axis(a, index, 1), (t,))
    assert torch.autograd.gradcheck(lambda a: take(a, index, 1, "wrap"), (t,))


def test_a_view_of_a_graph_is_written_through():
    base = torch.zeros(3, dtype=torch.float64)
    source = torch.ones(2, dtype=torch.float64, requires_grad=True)
    write(base, (torch.tensor([0, 0]),), source * torch.tensor([2.0, 3.0], dtype=torch.float64))
    base.sum().backward()
    assert source.grad.tolist() == [0.0, 3.0]


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::torch.jit.TracerWarning")
def test_a_0d_index_is_no_constant_of_a_trace():
    def pick(t, i):
        return xp.asarray(t)[xp.asarray(i)].tensor

    t, first, last = torch.arange(3.0), torch.tensor(0), torch.tensor(2)
    assert torch.jit.trace(pick, (t, first))(t, last).item() == 2.0


@pytest.mark.parametrize("key", [0, -1, xp.asarray(torch.tensor(1))])
def test_an_element_of_a_graph_outlives_a_write(key):
    weights = torch.arange(3.0, requires_grad=True)
    x = xp.asarray(weights * 2.0)
    first = x[key]
    x[:] = 7.0
    first.tensor.backward()
    assert weights.grad.sum() == 2.0


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("key", [0, -1, xp.asarray(torch.tensor(1)), xp.asarray(torch.tensor([2, 0]))])
def test_vmap_has_rules_for_elements(key):
    rows = torch.arange(6.0).reshape(2, 3)
    assert torch.equal(torch.vmap(lambda t: xp.asarray(t)[key].tensor)(rows), rows[:, getattr(key, "tensor", key)])

    def written(t):
        x = xp.asarray(t.clone())
        x[xp.asarray(torch.tensor([2, 0]))] = xp.asarray(torch.tensor([7.0, 8.0]))
        return x.tensor

    assert torch.vmap(written)(rows)[1].tolist() == [8.0, 4.0, 7.0]
