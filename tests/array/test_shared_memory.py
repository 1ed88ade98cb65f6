"""Several objects over one memory: what one of them writes, the others read."""

import operator
import threading

import numpy as np
import pytest
import torch
from support.cases import cases

import xp_torch as xp

pytestmark = pytest.mark.cpu_only


def add_one(x):
    x += 1


#: objects over the memory of an array of six elements.
PEERS = {
    "tensor": lambda x: x.tensor,
    "wrapper of the tensor": lambda x: xp.asarray(x.tensor),
    "numpy.asarray": np.asarray,
    "wrapper of the NumPy array": lambda x: xp.asarray(np.asarray(x)),
    "torch.from_dlpack": torch.from_dlpack,
    "numpy.from_dlpack": np.from_dlpack,
    "torch.as_tensor": torch.as_tensor,
    "memoryview": lambda x: memoryview(np.asarray(x)),
    "slice": lambda x: x[:],
    "reshaped": lambda x: x.reshape(2, 3).ravel(),
    "torch's view": lambda x: torch.ravel(torch.reshape(x, (2, 3))),
    "two reversals": lambda x: x[::-1][::-1],
    "detached": lambda x: x.tensor.detach(),
}
#: ways to add one to every element of an array.
WRITES = {
    "in place": add_one,
    "element by element": lambda x: [x.__setitem__(i, x[i] + 1) for i in range(6)],
    "element of a slice": lambda x: [x[i:].__setitem__(0, x[i] + 1) for i in range(6)],
    "ufunc": lambda x: xp.add(x, 1, out=x),
    "NumPy's ufunc": lambda x: np.add(x, 1, out=x),
    "function of torch": lambda x: torch.add(x, 1, out=x),
    "method of the tensor": lambda x: x.tensor.add_(1),
    "negative steps": lambda x: add_one(x[::-1]),
    "NumPy's memory": lambda x: add_one(np.asarray(x)),
    "put": lambda x: x.put(range(6), x + 1),
    "flat": lambda x: x.flat.__setitem__(slice(None), x + 1),
    "mask": lambda x: x.__setitem__(x >= 0, x + 1),
}


#: a second array over the transposed memory of an array, made by others, which torch doesn't see as its view.
TRANSPOSES = {
    "torch.from_dlpack": lambda x: xp.asarray(torch.from_dlpack(x.T)),
    "xp.from_dlpack": lambda x: xp.from_dlpack(x.T),
    "torch.as_tensor": lambda x: xp.asarray(torch.as_tensor(np.asarray(x).T)),
    "torch.from_numpy": lambda x: xp.asarray(torch.from_numpy(np.asarray(x).T)),
    "asarray": lambda x: xp.asarray(np.asarray(x).T),
    "numpy.from_dlpack": lambda x: xp.asarray(np.from_dlpack(x.T)),
    "ndarray": lambda x: xp.ndarray((3, 3), buffer=np.asarray(x), strides=(8, 24)),
    "detached": lambda x: xp.asarray(x.tensor.detach().T),
    "a view": lambda x: x.T,
}
#: writes to a matrix that read an overlapping one.
OVERLAPPING_WRITES = {
    "in place": lambda m, x, y: operator.iadd(x, y),
    "rows in place": lambda m, x, y: operator.iadd(x[1:], y[:-1]),
    "columns in place": lambda m, x, y: operator.isub(x[:, 1:], y[:, :-1]),
    "out": lambda m, x, y: m.add(x, y, out=x),
    "out of one operand": lambda m, x, y: m.negative(y, out=x),
    "all elements": lambda m, x, y: operator.setitem(x, ..., y),
    "a slice": lambda m, x, y: operator.setitem(x, slice(1, None), y[:-1]),
    "columns": lambda m, x, y: operator.setitem(x, (slice(None), slice(1, None)), y[:, :-1]),
    "rows at an index": lambda m, x, y: operator.setitem(x, m.asarray([1, 2, 0]), y),
    "a mask": lambda m, x, y: operator.setitem(x, x > 2, y[y > 2]),
    "copyto": lambda m, x, y: m.copyto(x, y),
}


@cases("write", OVERLAPPING_WRITES.values(), ids=OVERLAPPING_WRITES)
@pytest.mark.parametrize("transpose", TRANSPOSES.values(), ids=TRANSPOSES)
def test_overlap_with_memory_that_others_made_is_seen(transpose, write):
    expected, x = np.arange(9.0).reshape(3, 3).copy(), xp.arange(9.0).reshape(3, 3).copy()
    write(np, expected, expected.T)
    y = transpose(x)
    write(xp, x, y)
    assert x.tolist() == y.T.tolist() == expected.tolist()


def test_an_index_that_shares_the_memory_it_writes_to():
    expected, x = np.array([2, 0, 1]), xp.asarray([2, 0, 1])
    expected[expected] = expected
    index = xp.asarray(torch.from_dlpack(x))
    x[index] = index
    assert x.tolist() == index.tolist() == expected.tolist()


@pytest.mark.parametrize("dtype", ["float64", "int16", "float32"])
@pytest.mark.parametrize("write", WRITES.values(), ids=WRITES)
def test_what_the_array_writes_the_others_read(write, dtype):
    x = xp.arange(6, dtype=dtype)
    peers = {name: make(x) for name, make in PEERS.items()}
    assert x[0] == 0
    for step in (1, 2):
        write(x)
        expected = list(range(step, 6 + step))
        assert [x[i].item() for i in range(6)] == x.tolist() == expected
        assert {name: peer.tolist() for name, peer in peers.items()} == dict.fromkeys(peers, expected)


@pytest.mark.parametrize("name", PEERS)
def test_what_the_others_write_the_array_reads(name):
    x = xp.arange(6)
    last, view, reverse, peer = x[5], x[2:], x[::-1], PEERS[name](x)
    if isinstance(peer, np.ndarray) and not peer.flags.writeable:
        pytest.skip("the from_dlpack of older versions of NumPy returns read-only arrays")
    for value in (10, 20):
        peer[5] = value
        assert (x[5], view[3], reverse[0], x.tensor[5], np.asarray(x)[5]) == (value,) * 5
    assert last == 5  # an element is a copy


def test_views_with_negative_steps():
    x = xp.arange(6.0)
    reverse = x[::-1]
    copy, tensor = torch.from_dlpack(reverse), reverse.tensor
    shared = np.asarray(reverse)
    reverse[0] = 9
    assert (x[5], shared[0], copy[0], tensor[0]) == (9, 9, 5, 5)
    shared[1] = 8
    assert (x[4], reverse[1]) == (8, 8)


@pytest.mark.parametrize(
    "change",
    [
        lambda t: t.t_(),
        lambda t: t.resize_(1, 2),
        lambda t: t.unsqueeze_(0),
        lambda t: t.as_strided_((2, 2), (1, 3)),
        lambda t: t.set_(torch.ones(2, 2)),
        lambda t: t.requires_grad_(),
    ],
)
@pytest.mark.parametrize("held", [True, False])
def test_a_shape_changed_in_place_is_that_of_the_array(change, held):
    t = torch.arange(6.0).reshape(2, 3)
    x = xp.asarray(t) if held else xp.asarray(t.numpy())
    t = t if held else x.tensor
    assert x[0, 1] == 1
    change(t)
    assert x.shape == tuple(t.shape)
    assert x.tolist() == t.tolist()
    if t.ndim == 2:
        assert [[x[i, j].item() for j in range(t.shape[1])] for i in range(t.shape[0])] == t.tolist()
        with pytest.raises(IndexError):
            x[t.shape]
    if t.requires_grad:
        with pytest.raises(ValueError, match="leaf"):
            x[0, 0] = 7.0


def test_threads_that_write_to_separate_parts():
    x, errors = xp.zeros(4000), []

    def work(start):
        try:
            for i in range(start, start + 1000):
                x[i] += i
        except Exception as error:
            errors.append(error)

    threads = [threading.Thread(target=work, args=(start,)) for start in range(0, 4000, 1000)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not errors
    assert x.tolist() == list(range(4000))
