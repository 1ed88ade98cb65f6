"""Distributed arrays on two processes: values against those of plain arrays, and the laws of the rules."""

import copy
import inspect
import io
import itertools
import os
import pickle
import threading

import numpy as np
import pytest
import torch
import torch.distributed.checkpoint as dcp
from torch.distributed.tensor import DTensor, Shard

import xp_torch as xp
import xp_torch.distributed

SIZES = (64, 61, 5, 1, 0)


def device(axis=0):
    """A `Device` of all processes."""
    mesh = torch.distributed.device_mesh.init_device_mesh("cpu", (torch.distributed.get_world_size(),))
    return xp.distributed.Device(mesh, axis)


def gathers_nothing():
    """Check that nothing was gathered since the last call."""
    np.testing.assert_equal(xp._distributed.guard.GATHERS, [])


def check(got, expected, tolerance=1e-12):
    expected = np.asarray(expected)
    tolerance = {"e": 2e-2, "f": 1e-5}.get(expected.dtype.char, tolerance)
    np.testing.assert_allclose(np.asarray(got), expected, rtol=tolerance, atol=tolerance, strict=True)


def samples(shape, dtype="float64", seed=0):
    return (np.random.default_rng(seed).standard_normal(shape) * 4).astype(dtype)


def elementwise(n):
    d = device()
    xp._distributed.guard.GATHERS.clear()
    a, b = samples((n, 3)), samples((n, 3), seed=1)
    x, y, p, q = xp.asarray(a, device=d), xp.asarray(b, device=d), xp.asarray(a), xp.asarray(b)
    row, column = b[:1].sum(axis=0), a[:, :1]
    check(x + y, p + q)
    check(2.0 - x, 2.0 - p)
    check(row * x / 3, row * p / 3)
    check(x.to_device(device(1)) - y, p - q)
    check(np.maximum(x, row), np.maximum(p, row))
    check(xp.where(x > y, x, xp.asarray(column, device=d)), xp.where(p > q, p, xp.asarray(column)))
    check(xp.where(True, x, y), a)
    check(xp.clip(x, -1, xp.asarray(row)), xp.clip(p, -1, xp.asarray(row)))
    check(xp.special.erf(x).astype(xp.float32), xp.special.erf(p).astype(xp.float32))
    for z in (changed := x + 0.0, expected := p + 0.0):
        xp.special.expit.at(z, np.asarray([0, n - 1, 0])[: 3 * n])
        xp.special.xlogy.at(z, (slice(None), 1), 2.0)
    check(changed, expected)
    check(xp.divmod(x, 2)[1], xp.divmod(p, 2)[1])
    out = xp.zeros((n, 3), device=d)
    assert xp.add(x, y, out=out) is out
    assert xp.multiply(x, y, out=out, where=x > 0) is out
    check(out, np.where(a > 0, a * b, a + b))
    plain = xp.zeros((n, 3))
    check(xp.add(x, y, out=plain), a + b)
    plain += x.to_device(device(None))
    check(plain, 2 * a + b)
    x = x.copy()
    x += row
    x **= 2
    check(x, (a + row) ** 2)
    np.testing.assert_equal(xp._distributed.guard.GATHERS, [])


def reductions(n):
    d = device()
    xp._distributed.guard.GATHERS.clear()
    for dtype in ("float64", "float32", "float16", "int32", "uint8", "bool", "complex128"):
        a = samples((n, 3), dtype)
        if n > 10 and a.dtype.kind == "f":
            a[3, 1] = np.nan
        x, p = xp.asarray(a, device=d), xp.asarray(a)
        names = ("sum", "prod", "max", "min", "all", "any", "count_nonzero")
        for name, axis, keepdims in itertools.product(names, (None, 0, 1, (0, 1)), (False, True)):
            function = getattr(xp, name)
            if not n and name in ("max", "min") and axis != 1:
                with pytest.raises(ValueError, match="zero-size"):
                    function(x, axis=axis)
                continue
            check(function(x, axis=axis, keepdims=keepdims), function(p, axis=axis, keepdims=keepdims))
        if dtype.startswith("float") and n:
            for name in ("logsumexp", "softmax", "log_softmax"):
                check(getattr(xp.special, name)(x, axis=0), getattr(xp.special, name)(p, axis=0))
        mask = samples((n, 3), seed=1) > 0
        given = {"axis": 0, "initial": 2}
        check(xp.sum(x, where=xp.asarray(mask, device=d), **given), xp.sum(p, where=xp.asarray(mask), **given))
    out = xp.zeros((3,), device=d, dtype=complex)
    assert xp.sum(x, axis=0, out=out) is out
    check(out, xp.sum(p, axis=0))
    gathers_nothing()


@pytest.mark.parametrize("function", [elementwise, reductions])
@pytest.mark.parametrize("n", SIZES)
def test_values_are_those_of_one_process(processes, function, n):
    processes.run(function, n)


def gradients():
    d = device()
    a, w = samples((5, 3)), samples(3)

    def loss(x, w, v, sums):
        return xp.sum(xp.sin(x) * w * v + xp.max(x, axis=0) * sums(x))

    plain = [xp.asarray(v).requires_grad_() for v in (a, w, w)]
    loss(*plain, lambda x: x.sum(axis=1, keepdims=True)).backward()
    given = [xp.asarray(a, device=d), xp.asarray(w), xp.asarray(w, device=device(None))]
    given = [v.copy().requires_grad_() for v in given]
    loss(*given, lambda x: x.to_device(device(1)).sum(axis=1, keepdims=True)).backward()
    for x, p in zip(given, plain, strict=True):
        check(x.grad, p.grad)


def test_gradients_are_those_of_one_process(processes):
    processes.run(gradients)


def conversions():
    d = device()
    a = samples((5, 3))
    x = xp.asarray(a, device=d)
    assert isinstance(x, xp.ndarray)
    assert xp.get_namespace(x) is xp
    assert (x.shape, x.ndim, x.size, x.nbytes, len(x)) == ((5, 3), 2, 15, 120, 5)
    assert x.device == d
    assert x.device.axis == 0
    check(x.to_device("cpu").to_device(d), a)
    check(x.T, a.T)
    check(xp.asarray(x.tensor), a)
    check(copy.deepcopy(x), a)
    assert str(x) == str(a)
    long = np.arange(9999.0).reshape(303, 33)
    y = xp.asarray(long, device=d)
    assert (str(y), repr(y), f"{y}") == (str(long), repr(long), f"{long}")
    assert float(xp.sum(x)) == pytest.approx(a.sum())
    assert x.tolist() == a.tolist()
    rank = torch.distributed.get_rank()
    check(xp.distributed.from_local(np.full((3 - 2 * rank, 2), rank), d), np.repeat([[0, 0], [1, 1]], [3, 1], axis=0))
    with d:
        assert xp.ones(4).device == d
        check(xp.arange(7), np.arange(7))
        assert not isinstance(xp.asarray(xp.zeros(1).to_device("cpu")).device, xp.distributed.Device)


def dtensors():
    from torch.distributed.tensor import DTensor, Partial, Replicate, Shard

    mesh = device().mesh
    t = DTensor.from_local(torch.ones(3), mesh, [Partial()])
    assert float(xp.asarray(t)[0]) == 2  # the sum, not one of its parts
    whole = torch.arange(10.0)
    t = torch.distributed.tensor.distribute_tensor(whole, mesh, [Shard(0)])
    x = xp.asarray(t)
    x[1:9] = 7.0
    x[0] = 8.0
    check(x, np.array([8.0, *[7.0] * 8, 9.0], "float32"))
    check(np.asarray(t.full_tensor()), np.asarray(x))  # which has the memory
    assert float(xp.sum(x)) == 73
    check(xp.asarray(DTensor.from_local(whole, mesh, [Replicate()])) + 1, whole + 1)
    with pytest.raises(xp._facts.errors.DistributedArgument, match="asarray"):
        xp.sin(t)


def unsupported():
    d = device()
    x = xp.asarray(np.arange(10.0), device=d)
    every = xp.ones(10, dtype=bool)
    xp.putmask(x, every, xp.flip(x))  # has no rule: computed on the whole array, and written back
    check(x, np.arange(10.0)[::-1])
    check(x.at[1:3].set(0.0), np.where((np.arange(10) > 0) & (np.arange(10) < 3), 0, np.arange(10.0)[::-1]))
    check(x.at[0].add(1.0)[0] - x[0], 1.0)
    for call in (lambda **options: x.at[0].set(1.0, **options), x.at[0].get):
        with pytest.raises(TypeError, match="at: unexpected keyword argument 'unknown'"):
            call(unknown=1)
    with pytest.raises(AttributeError, match="sharded over processes"):
        x.data
    with (
        xp.distributed.guard(bytes=100),
        pytest.raises(RuntimeError, match=r"gathers .* the guard allows 100"),
    ):
        xp.putmask(xp.zeros(50, device=d), xp.ones(50, dtype=bool), x[0])
    check(xp.lib.stride_tricks.sliding_window_view(x, 9), [np.arange(9)[::-1] + 1.0, np.arange(9)[::-1]])


def errors():
    d = device()
    x = xp.asarray(np.arange(1, 6), device=d)
    powers = xp.asarray([1, 1, 1, 1, -1], device=d)  # the last process alone has the negative one
    with pytest.raises(ValueError, match="negative integer power"):
        xp.pow(x, powers)
    with pytest.raises(IndexError):
        x[7]
    with pytest.raises(ValueError, match="broadcast"):
        x + xp.ones(4)
    with pytest.raises(ValueError, match="axis"):
        xp.sum(x, axis=4)
    with pytest.raises(ValueError, match="negative"):
        xp.distributed.Device(d.mesh, -1)
    with pytest.raises(TypeError, match="DeviceMesh"):
        xp.distributed.Device("cpu")
    with pytest.raises(RuntimeError, match="the process group has 2 processes"):
        xp.distributed.Device.local()
    other = torch.distributed.device_mesh.init_device_mesh("cpu", (1, 2))
    y = xp.asarray(np.arange(5), device=xp.distributed.Device(other, (None, 0)))
    for expression in (
        "x + y",
        "x.__iadd__(y)",
        "xp.add(x, x, out=y)",
        "x[y]",
        "xp.concat([x, y])",
        "x @ y",
        "xp.take(x, y)",
    ):
        with pytest.raises(ValueError, match="two meshes"):
            eval(expression, {"x": x, "y": y, "xp": xp})
    rank = torch.distributed.get_rank()
    for rows in (np.ones((2, 3 + rank)), np.ones((2,) * (1 + rank)), np.ones(2, f"f{4 * (rank + 1)}"), np.float64(1)):
        with pytest.raises(ValueError, match="from_local: the arrays of all processes"):
            xp.distributed.from_local(rows, d)
    with pytest.raises((TypeError, ValueError)):
        xp.distributed.from_local("abc" if rank else [1], d)
    with pytest.raises(TypeError, match="must be a Device"):
        xp.distributed.from_local([1], "cpu")
    broadcast = xp.broadcast_to(x[:1], (5,))
    with pytest.raises(ValueError, match="read-only"):
        broadcast[0] = 1


def exchange():
    x = xp.asarray(np.arange(5), device=device())
    assert xp.from_dlpack(x).device == x.device
    check(xp.from_dlpack(x, copy=True), np.arange(5))
    assert xp.from_dlpack(x, device="cpu").device == torch.device("cpu")
    assert "stream" in inspect.signature(x.__dlpack__).parameters


def randoms(path):
    d = device()
    check(xp.random.default_rng(3, device=d).normal(size=(5, 2)), xp.random.default_rng(3).normal(size=(5, 2)))
    cut, plain = xp.random.default_rng(3, device=d), xp.random.default_rng(3)
    check(cut.permutation(9), plain.permutation(9))
    check(cut.integers(0, 99, 9), plain.integers(0, 99, 9))
    n = 2**17 + 5  # of more than two blocks
    for draw in (
        lambda rng: rng.normal(1.0, 2.0, size=n),
        lambda rng: rng.zipf(2.0, (n, 1)),
        lambda rng: rng.integers(0, 99, n, dtype="uint8"),
        lambda rng: rng.integers(0, 99, n, dtype="int32"),
        lambda rng: rng.random(n, dtype="float32"),
        lambda rng: rng.multinomial(3, [0.5, 0.5], size=9),
        lambda rng: rng.permutation(n),
    ):
        check(draw(cut), draw(plain))
    with d:
        x = xp.random.default_rng().normal(size=8)  # of the first process's entropy
    check(xp.sort(x.to_device("cpu")), xp.sort(x))
    y = xp.asarray(np.arange(9), device=d)
    xp.random.shuffle(y)
    check(xp.sort(y), np.arange(9))
    a = samples((5, 3))
    xp.save(path, xp.asarray(a, device=d))
    check(np.load(path), a)
    xp.savez(path + ".npz", a=xp.asarray(a, device=d))
    check(np.load(path + ".npz")["a"], a)
    loaded = xp.load(path, device=device(1))
    assert loaded.device.axis == 1
    check(loaded, a)
    with pytest.raises(FileNotFoundError):
        xp.load(path + ".missing", device=d)


def generators_apart():
    x, rng = xp.asarray(np.arange(9), device=device()), xp.random.default_rng(3)
    check(xp.sort(rng.permutation(x)), np.arange(9))
    if torch.distributed.get_rank():
        rng.random()
    with pytest.raises(RuntimeError, match="different places of their streams"):
        rng.permutation(x)


def second_threads():
    x, errors = xp.asarray(np.arange(9.0), device=device()), []

    def compute():
        try:
            errors.append(float(xp.sum(x)))
        except RuntimeError as error:
            errors.append(str(error))

    compute()
    thread = threading.Thread(target=compute)
    thread.start()
    thread.join()
    x.requires_grad_()
    xp.sum(x * x).backward()
    check(x.grad, 2 * np.arange(9.0))
    assert errors[0] == 36
    assert errors[1].startswith("two threads of this process")


def pickled(path):
    """Pickle on one process, for which the other one does not communicate, and by a checkpoint."""
    x = xp.asarray(np.arange(9.0), device=device())
    if torch.distributed.get_rank():
        for pickling in (pickle.dumps, copy.copy(x).__reduce_ex__, lambda x: torch.save(x, io.BytesIO())):
            with pytest.raises(TypeError, match=r"numpy.asarray\(x\).* x.tensor .* save\(path, x\)"):
                pickling(x)
    with pytest.raises(dcp.api.CheckpointException, match="can't be pickled"):
        dcp.save({"x": x}, checkpoint_id=path)
    dcp.save({"x": x.tensor}, checkpoint_id=path)
    found = {"x": xp.zeros(9, device=device()).tensor}
    dcp.load(found, checkpoint_id=path)
    check(xp.asarray(found["x"]), np.arange(9.0))


def test_pickling_raises_without_the_other_processes(processes, tmp_path):
    processes.run(pickled, str(tmp_path / "checkpoint"))


@pytest.mark.parametrize(
    "function", [conversions, dtensors, unsupported, errors, exchange, generators_apart, second_threads]
)
def test_the_interface_of_plain_arrays(processes, function):
    processes.run(function)


def test_streams_and_files_are_those_of_one_process(processes, tmp_path):
    processes.run(randoms, str(tmp_path / "x.npy"))


def meshes():
    mesh = torch.distributed.device_mesh.init_device_mesh("cpu", (2, 1))
    a = samples((5, 3))
    for axis in ((0, 1), (1, 0), 0, None):
        x = xp.asarray(a, device=xp.distributed.Device(mesh, axis))
        check(x + x.to_device(xp.distributed.Device(mesh, (0, 1))), 2 * a)
        for over in (None, 0, 1):
            check(xp.max(x, axis=over), a.max(over))
            check(xp.sum(x * a, axis=over, keepdims=True), (a * a).sum(over, keepdims=True))
        xp._distributed.guard.GATHERS.clear()
        for over in (0, 1):
            check(xp.sort(x, axis=over), np.sort(a, over))
            check(xp.fft.fft(x, axis=over), np.fft.fft(a, axis=over))
        y = x.copy()
        y[[4, 0, 1, 4]] = x[:4]
        b = a.copy()
        b[[4, 0, 1, 4]] = a[:4]
        check(y, b)
        stack = x[:, :, None] * x[:, None] + xp.eye(3)
        check(xp.linalg.det(stack), np.linalg.det(a[:, :, None] * a[:, None] + np.eye(3)))
        gathers_nothing()


def test_a_mesh_of_two_dimensions(processes):
    processes.run(meshes)


def sum_with_one_process():
    x = xp.ones(8, device=device())
    if torch.distributed.get_rank():
        os._exit(3)
    with pytest.raises(RuntimeError, match="ended or did not take part"):
        xp.sum(x)


def test_a_process_that_ends_is_an_error_of_the_others(processes):
    first, second = processes.outcomes(sum_with_one_process)
    assert first.error is None
    assert str(second.error) == "the process ended"


def alike():
    """Return the errors for arrays that differ by process, whose texts do so too."""
    errors = []
    for name in ("asarray", "to_device", "from_local", "dtensor", "axes"):
        with pytest.raises(ValueError, match="processes must have one") as error:
            made_of_other_shapes(name)
        errors.append(type(error.value))
    return errors


def test_arrays_from_outside_must_be_alike(processes):
    assert processes.run(alike) == [[ValueError] * 5] * 2


def made_of_other_shapes(name):
    if name == "axes":
        return xp.asarray(np.zeros((8, 8)), device=device(torch.distributed.get_rank() % 2))
    n = 8 + torch.distributed.get_rank()
    if name == "from_local":
        return xp.distributed.from_local(np.zeros((2, n)), device())
    if name == "dtensor":
        return xp.asarray(DTensor.from_local(torch.zeros(n), device().mesh, [Shard(0)]))
    return xp.asarray(np.zeros(n), device=device()) if name == "asarray" else xp.zeros(n).to_device(device())


def bytes_of_a_sum():
    d = device()
    x = xp.zeros((1024 * 256, 8), device=d)
    received = xp._distributed.collectives.RECEIVED
    before = received["bytes"]
    assert (x + x).shape == (1024 * 256, 8)
    assert received["bytes"] == before
    xp.sum(x[:, 0])
    few = received["bytes"]
    xp.sum(x[:, :1], axis=0)
    many = received["bytes"]
    xp.sum(xp.zeros((1024, 1024), device=d), axis=0)
    return many - few, received["bytes"] - many


def test_a_sum_receives_its_parts_only(one_of_many):
    # the results of the processes, or for many elements each process's slice of them, and the slices of the sum
    assert one_of_many.run(bytes_of_a_sum) == [(1023 * 8, 2 * 1023 * 8)]
