"""Elements, keys and masks in programs that torch compiles, maps, differentiates or watches, and in threads."""

import ctypes
import math
import sys
import threading

import numpy as np
import pytest
import torch
from torch.overrides import TorchFunctionMode
from torch.utils._python_dispatch import TorchDispatchMode

import xp_torch as xp

pytestmark = pytest.mark.filterwarnings("ignore::xp_torch.exceptions.NotCompiledWarning")

#: ways to run a function of arrays as one graph.
COMPILERS = {
    "torch.compile": lambda f: torch.compile(f, backend="eager", fullgraph=True),
    "torch.compile, breaks allowed": lambda f: torch.compile(f, backend="eager"),
    "xp.compile": lambda f: xp.compile(f, backend="eager"),
}
RUNNERS = {"eager": lambda f: f, **COMPILERS}


@pytest.fixture(autouse=True)
def _fresh_dynamo():
    torch.compiler.reset()
    yield
    torch.compiler.reset()


def as_values(result):
    """Return arrays in nested tuples as lists."""
    return tuple(map(as_values, result)) if isinstance(result, (tuple, list)) else np.asarray(result).tolist()


runners = pytest.mark.parametrize("run", RUNNERS.values(), ids=RUNNERS)
compilers = pytest.mark.parametrize("run", COMPILERS.values(), ids=COMPILERS)


# A 0-D array that was used as a key, and is then written to.

KEY_WRITES = {
    "all elements": lambda m, k: k.__setitem__(..., 2),
    "fill": lambda m, k: k.fill(2),
    "out": lambda m, k: m.add(k, 1, out=k),
    "copyto": lambda m, k: m.copyto(k, 2),
    "flat": lambda m, k: k.flat.__setitem__(0, 2),
    "empty key": lambda m, k: k.__setitem__((), 2),
    "put": lambda m, k: k.put(0, 2),
}


# A function that compiles as one graph compiles to the same graph where breaks are allowed.
@pytest.mark.compiled
@pytest.mark.parametrize("name", ["eager", "torch.compile", "xp.compile"])
@pytest.mark.parametrize("reads", [0, 3])
@pytest.mark.parametrize("write", KEY_WRITES.values(), ids=KEY_WRITES)
def test_a_write_to_a_key_counts(write, reads, name):
    x, k = xp.arange(5), xp.asarray(1)
    for _ in range(reads):
        assert x[k] == 1

    def program(x, k):
        write(xp, k)
        return x[k]

    compiled = RUNNERS[name](program)
    assert (int(compiled(x, k)), int(k), int(x[k])) == (2, 2, 2)


@pytest.mark.compiled
@runners
@pytest.mark.parametrize("reads", [0, 3])
def test_a_write_to_a_key_of_a_closure_counts(reads, run):
    x, k = xp.arange(5), xp.asarray(1)
    for _ in range(reads):
        assert x[k] == 1

    def program(x):
        k[...] = 2
        return x[k]

    assert (int(run(program)(x)), int(k), int(x[k])) == (2, 2, 2)


class Counter:
    def __init__(self):
        self.value = xp.asarray(0)


@pytest.mark.compiled
@runners
def test_a_counter_that_is_read_eagerly_counts_in_compiled_code(run):
    x, counter = xp.arange(5), Counter()

    def program(x):
        xp.add(counter.value, 1, out=counter.value)
        return x[counter.value]

    compiled = run(program)
    for step in range(1, 5):
        assert int(compiled(x)) == step
        assert int(counter.value) == step
        assert int(x[counter.value]) == step


@pytest.mark.compiled
@runners
@pytest.mark.parametrize(
    "write",
    [
        lambda e: e.__setitem__(..., 7.0),
        lambda e: e.fill(7.0),
        lambda e: xp.add(e, 6.0, out=e),
        lambda e: xp.copyto(e, 7.0),
    ],
    ids=["all elements", "fill", "out", "copyto"],
)
def test_a_write_to_an_element_counts(write, run):
    x = xp.asarray([1.0, 2.0])
    e = x[0]

    def program(x, e):
        write(e)
        return e * x

    assert as_values(run(program)(x, e)) == [7.0, 14.0]
    assert float(e) == 7.0
    assert e + 1 == 8.0
    assert x.tolist() == [1.0, 2.0]


@pytest.mark.compiled
@runners
def test_an_element_of_a_closure_is_not_a_constant(run):
    x = xp.asarray([1.0, 2.0])
    e = x[0]

    def program(x):
        return x * e

    compiled = run(program)
    assert as_values(compiled(x)) == [1.0, 2.0]
    e[...] = 3.0
    assert as_values(compiled(x)) == [3.0, 6.0]
    e = x[1]
    assert as_values(compiled(x)) == [2.0, 4.0]


@pytest.mark.cpu_only
def test_a_key_whose_memory_others_write_to():
    x, y, k = xp.arange(10), xp.arange(3), xp.asarray(2)

    class Memory:
        __array_interface__ = k.__array_interface__

    memory = np.asarray(Memory())
    for _ in range(3):
        assert x[k] == 2
    memory[...] = 5
    assert x[k] == 5
    assert (y + k).tolist() == [5, 6, 7]
    others = [xp.asarray(111) for _ in range(50)]
    memory[...] = -1
    assert k == -1
    assert all(int(a) == 111 for a in others)
    address = ctypes.c_int64.from_address(k.tensor.data_ptr())
    address.value = 3
    assert x[k] == 3


# Programs with graph breaks; NumPy is the oracle.

#: Dynamo breaks the graph at a call of `print`.
announce = print


def written_after_print(m, x):
    announce("hi")
    x[1] = 9.0
    return x


def divided_after_print(m, x):
    announce("hi")
    return x[0] / x.sum()


def written_if(m, x):
    if x[0] > 0:
        x[1] = 5
    return x


def bubble_sort(m, x):
    for i in range(len(x)):
        for j in range(len(x) - 1 - i):
            if x[j] > x[j + 1]:
                x[j], x[j + 1] = x[j + 1], x[j]
    return x


def counted_down(m, x):
    while x[0] > 0:
        x[0] -= 1
    return x


def element_written_around_print(m, x):
    e = x[0] + 1
    announce("hi")
    x[2] = e
    if e > 2:
        x[0] = x[2] * 2
    return x, e


def read_and_written_in_a_call(m, x):
    def swap(x, i, j):
        announce("hi")
        x[i], x[j] = x[j], x[i]

    swap(x, 0, 2)
    swap(x, 1, 2)
    return x


def appended(m, x):
    values = []
    for v in x:
        if v > 0:
            values.append(v * 2)
        else:
            announce("hi")
    return m.asarray(values)


def caught(m, x):
    announce("hi")
    try:
        x[7] = 1.0
    except IndexError:
        x[0] = -1.0
    return x


def indexed_by_elements(m, x):
    i = m.argmax(x)
    announce("hi")
    x[i] = 0.0
    j = m.argmax(x)
    if j > 0:
        x[j] = x[i]
    return x


def written_through_a_view(m, x):
    y = x[1:]
    announce("hi")
    y[0] = 8.0
    x[2] = y[0]
    return x, y


PROGRAMS = [
    written_after_print,
    divided_after_print,
    written_if,
    bubble_sort,
    counted_down,
    element_written_around_print,
    read_and_written_in_a_call,
    appended,
    caught,
    indexed_by_elements,
    written_through_a_view,
]


@pytest.mark.compiled
@pytest.mark.parametrize("warm", [False, True], ids=["at once", "after reads"])
@pytest.mark.parametrize("program", PROGRAMS, ids=lambda f: f.__name__)
@pytest.mark.parametrize("name", ["eager", "torch.compile, breaks allowed", "xp.compile"])
def test_a_program_with_graph_breaks(name, program, warm):
    def of_arrays(x):
        return program(xp, x)

    values = [4.0, -2.0, 3.0]
    compiled = RUNNERS[name](of_arrays)
    for _ in range(2):
        expected, x = np.array(values), xp.asarray(values)
        if warm:
            assert [x[i].item() for i in range(3)] == values
        result = program(np, expected)
        assert as_values(compiled(x)) == as_values(result)
        assert x.tolist() == expected.tolist()


# Gradients; plain torch is the oracle.


def rows_before_grad(m):
    x = m.ones((2, 2), dtype=m.float64)
    rows = [x[0], x[1]]
    for r in rows:
        for j in range(2):
            r[j] = float(j)
    x.requires_grad_()
    return x, (x * x).sum() + 10 * rows[1][1]


def slice_before_grad(m):
    x = m.ones(4, dtype=m.float64)
    y = x[:2]
    y[0] = 2.0
    x.requires_grad_()
    return x, (x * x).sum() + (y * y).sum()


def elements_between(m):
    x = m.ones(3, dtype=m.float64)
    x[0] = 2.0
    x.requires_grad_()
    y = x * 1
    y[1] = y[0] * 3
    return x, (y * y).sum() + y[1]


def off_and_on(m):
    x = m.ones(3, dtype=m.float64)
    x.requires_grad_()
    x[0]
    x.requires_grad_(False)
    x[0] = 5.0
    x.requires_grad_()
    return x, x[0] * x[0] + x[1]


def detached_part_written_back(m):
    x = m.ones(3, dtype=m.float64)
    x.requires_grad_()
    y = x * 2
    y[1:] = y.detach()[1:]
    return x, (y * y).sum()


@pytest.mark.parametrize(
    "program",
    [
        rows_before_grad,
        slice_before_grad,
        elements_between,
        off_and_on,
        detached_part_written_back,
    ],
    ids=lambda f: f.__name__,
)
def test_the_gradient_is_torchs(program):
    x, loss = program(xp)
    t, expected = program(torch)
    loss.backward()
    expected.backward()
    assert loss.item() == expected.item()
    assert x.grad.tolist() == t.grad.tolist()


@pytest.mark.parametrize("part", [lambda x: x, lambda x: x[1:], lambda x: x[::2]], ids=["leaf", "slice", "step"])
def test_an_element_of_a_leaf_is_not_written_to(part):
    x = xp.ones(4)
    y = part(x)
    y[0] = 2.0
    x.requires_grad_()
    before = x.tolist()
    with pytest.raises((ValueError, RuntimeError)):
        y[0] = 3.0
    assert x.tolist() == before


def test_an_array_its_base_and_its_gradient_see_what_the_others_change():
    x = xp.zeros(3)
    x[0]
    base = x[1:].base
    base.requires_grad_()
    assert x.requires_grad is base.requires_grad is (x[0] * 2).requires_grad is x[:].requires_grad is True
    (x[1:].base * 2).sum().backward()
    assert x.grad.tolist() == [2.0, 2.0, 2.0]
    first, second = x.grad, x.grad
    assert first[0] == 2.0
    second[0] = 3.0
    assert first[0] == x.grad[0] == 3.0
    second.requires_grad_()
    assert first.requires_grad is second.requires_grad is (first[0] * 2).requires_grad is True


class FunctionMode(TorchFunctionMode):
    def __init__(self):
        super().__init__()
        self.tensors = []

    def __torch_function__(self, func, types, args=(), kwargs=None):
        self.tensors.extend(a for a in args if isinstance(a, torch.Tensor))
        return func(*args, **(kwargs or {}))


class DispatchMode(TorchDispatchMode):
    def __init__(self):
        super().__init__()
        self.tensors = []

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        self.tensors.extend(a for a in args if isinstance(a, torch.Tensor))
        return func(*args, **(kwargs or {}))


@pytest.mark.parametrize("mode", [FunctionMode, DispatchMode])
def test_a_write_after_a_mode_has_seen_the_tensor_is_noticed_by_autograd(mode):
    x = xp.asarray([1.0, 2.0, 3.0])
    x[0] = 1.0
    watch = mode()
    with watch:
        x + x
    weights = torch.ones(3, dtype=torch.float64, requires_grad=True)
    loss = (watch.tensors[0] * weights).sum()
    x[0] = 100.0
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        loss.backward()


def test_a_write_after_a_gradient_has_saved_the_array_is_noticed():
    x, w = xp.asarray([1.0, 2.0]), xp.ones(2).requires_grad_()
    x[0] = 3.0
    loss = xp.sum(x * w)
    x[1] = 5.0
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        loss.backward()


# Masks that change between uses.


def written_where_the_mask_was(x, m):
    y = x[m]
    m ^= True
    x[m] = y
    return x


def two_reads(x, m):
    a = x[m]
    m ^= True
    b = x[m]
    return (a * b).sum()


def written_by_an_element(x, m):
    a = x[m]
    m[0] = False
    m[1] = True
    b = x[m]
    return (a - b).sum()


@pytest.mark.compiled
@pytest.mark.parametrize("program", [written_where_the_mask_was, two_reads, written_by_an_element])
@pytest.mark.parametrize("name", ["torch.func.vmap", "xp.vmap", *COMPILERS])
def test_a_mask_that_changes_between_uses(name, program):
    values, masks = [[5.0, 2.0], [7.0, 3.0]], [[True, False], [True, False]]
    expected = [program(np.array(v), np.array(m)).tolist() for v, m in zip(values, masks, strict=True)]
    x, m = xp.asarray(values), xp.asarray(masks)
    if name in COMPILERS:
        compiled = COMPILERS[name](program)
        got = [as_values(compiled(v.copy(), k.copy())) for v, k in zip(x, m, strict=True)]
    else:
        got = as_values((xp.vmap if name == "xp.vmap" else torch.func.vmap)(program)(x, m))
    assert got == expected


# Memory that changes while it is read.


def test_an_iterator_after_the_memory_was_shared():
    x = xp.arange(100_000.0)
    values = iter(x)
    assert next(values) == 0
    x.tensor.share_memory_()
    assert [float(next(values)) for _ in range(1000)] == list(range(1, 1001))
    x[1001] = -1.0
    assert next(values) == -1.0


LAYOUT_CHANGES = {
    "resize_": lambda t: t.resize_(2, 3),
    "t_": lambda t: t.t_(),
    "transpose_": lambda t: t.transpose_(0, 1),
    "set_": lambda t: t.set_(torch.arange(10.0, 16.0, dtype=torch.float64).reshape(2, 3)),
    "data": lambda t: setattr(t, "data", torch.arange(20.0, 26.0, dtype=torch.float64).reshape(2, 3)),
    "data, of the same memory": lambda t: setattr(t, "data", t.data.t()),
    "data, a part of it": lambda t: setattr(t, "data", t.data[:2]),
    "share_memory_": lambda t: t.share_memory_(),
    "swap_tensors": lambda t: torch.utils.swap_tensors(t, torch.arange(30.0, 36.0, dtype=torch.float64).reshape(2, 3)),
    "swap_tensors, of the same memory": lambda t: torch.utils.swap_tensors(t, t.detach().t()),
    "squeeze_": lambda t: t.unsqueeze_(0).squeeze_(0),
    "as_strided_": lambda t: t.as_strided_((2, 2), (1, 2)),
}


@pytest.mark.parametrize("change", LAYOUT_CHANGES.values(), ids=LAYOUT_CHANGES)
def test_elements_after_the_layout_of_the_tensor_changed(change):
    x = xp.arange(6.0).reshape(3, 2).copy()
    assert x[2, 1] == 5
    x[0, 1] = 7.0
    t = x.tensor
    change(t)
    rows, columns = t.shape
    assert [[x[i, j].item() for j in range(columns)] for i in range(rows)] == t.tolist()
    with pytest.raises(IndexError):
        x[rows, 0]
    x[rows - 1, columns - 1] = -1.0
    assert t[-1, -1].item() == x[-1, -1].item() == -1.0


# Overlap, and keys of too many axes.


def test_an_element_rounds_as_a_scalar():
    for value in (1.5, -2.5, 7.0):
        e, expected = xp.asarray([value])[0], np.asarray([value])[0]
        for function in (round, math.trunc, math.floor, math.ceil, complex):
            assert function(e) == function(expected)


@pytest.mark.parametrize(
    "borrow",
    [
        torch.from_dlpack,
        xp.from_dlpack,
        pytest.param(lambda x: torch.from_numpy(np.asarray(x)), marks=pytest.mark.cpu_only),
    ],
)
def test_overlap_with_memory_that_others_made(borrow):
    expected = np.arange(9.0).reshape(3, 3)
    expected += expected.T
    x = xp.arange(9.0).reshape(3, 3).copy()
    x += xp.asarray(borrow(x.T))
    assert x.tolist() == expected.tolist()


def test_a_key_of_too_many_axes():
    x = xp.ones((3, 3))
    for key in ((slice(None), [1, 2], slice(None)), (..., slice(None), slice(None), xp.asarray([0])), (0, 0, [1])):
        with pytest.raises(IndexError, match="too many indices"):
            x[key]
        with pytest.raises(IndexError, match="too many indices"):
            x[key] = 1.0


# Threads.


def in_threads(*functions):
    """Run functions at the same time; raise the first error."""
    errors = []

    def guarded(function):
        try:
            function()
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=guarded, args=(f,)) for f in functions]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    if errors:
        raise errors[0]


def test_an_error_state_is_of_its_thread():
    x, zero = xp.ones(3), xp.zeros(3)
    entered, done = threading.Event(), threading.Event()

    def raising():
        with xp.errstate(divide="raise"):
            entered.set()
            done.wait(60)
            with pytest.raises(FloatingPointError):
                x / zero

    def others():
        try:
            entered.wait(60)
            assert (x / zero).tolist() == [float("inf")] * 3
        finally:
            done.set()

    in_threads(raising, others)


def calls_of(function):
    """Return the number of calls of Python functions that a function makes in this thread."""
    count = 0

    def profile(frame, event, arg):
        nonlocal count
        count += event == "call"

    function()
    sys.setprofile(profile)
    try:
        function()
    finally:
        sys.setprofile(None)
    return count


def test_an_error_state_does_not_slow_other_threads():
    x, y = xp.ones(3), xp.ones(3)
    acts = [lambda: x + y, lambda: x * 2, lambda: 1 / x, lambda: -x, x.sum, lambda: x[0] + x[1]]
    alone = [calls_of(act) for act in acts]
    entered, done = threading.Event(), threading.Event()

    def raising():
        with xp.errstate(all="raise"):
            entered.set()
            done.wait(60)

    thread = threading.Thread(target=raising)
    thread.start()
    try:
        entered.wait(60)
        # The fast paths ask once whether this thread's context reports, by three calls.
        assert all(calls_of(act) <= calls + 3 for act, calls in zip(acts, alone, strict=True))
    finally:
        done.set()
        thread.join()


def test_threads_that_write_to_elements_of_one_array():
    x = xp.zeros(4)

    def count(i):
        return lambda: [x.__setitem__(i, x[i] + 1) for _ in range(2000)]

    in_threads(*map(count, range(4)))
    assert x.tolist() == [2000.0] * 4


def test_an_element_has_one_tensor_in_all_threads():
    x = xp.arange(200.0)
    for e in x:
        tensors = []
        in_threads(*[lambda e=e, tensors=tensors: tensors.append(e.tensor)] * 3)
        tensors[0].fill_(-1.0)
        assert e == -1.0
        assert all(t.item() == -1.0 for t in tensors)


# A kernel that fails.


class Failing(TorchDispatchMode):
    """A mode in which each kernel fails, which counts the kernels."""

    def __init__(self):
        super().__init__()
        self.calls = []

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        self.calls.append(str(func))
        raise RuntimeError("the device has no memory left")


FAILING_CALLS = {
    "x + y": lambda x, y: x + y,
    "x + 1.5": lambda x, y: x + 1.5,
    "1.5 - x": lambda x, y: 1.5 - x,
    "-x": lambda x, y: -x,
    "x < y": lambda x, y: x < y,
    "x.sum()": lambda x, y: x.sum(),
    "x.max(axis=0)": lambda x, y: x.max(axis=0),
    "sin": lambda x, y: xp.sin(x),
    "x += y": lambda x, y: x.__iadd__(y),
    "out": lambda x, y: xp.add(x, y, out=x),
    "x @ y": lambda x, y: x @ y,
}


@pytest.mark.parametrize("act", FAILING_CALLS.values(), ids=FAILING_CALLS)
def test_a_kernel_that_fails_runs_once_and_keeps_its_error(act):
    x, y = xp.ones(3), xp.ones(3)
    mode = Failing()
    with pytest.raises(RuntimeError, match="no memory left"), mode:
        act(x, y)
    assert len(mode.calls) == 1
    assert x.tolist() == [1.0] * 3


# Devices and modes that are active while an element is used.


@pytest.mark.cpu_only
def test_an_element_in_a_device_block_is_on_the_host():
    x = xp.asarray([1.0, 2.0])
    e = x[0]
    with torch.device("meta"):
        assert float(e + x[1]) == 3.0
        assert (e * x).tolist() == [1.0, 2.0]
        assert e.tensor.device.type == "cpu"
    assert e.tensor.item() == 1.0


@pytest.mark.parametrize("mode", [FunctionMode, DispatchMode, torch.inference_mode, torch.no_grad])
def test_elements_in_a_mode(mode):
    x = xp.asarray([4.0, -2.0, 3.0])
    with mode():
        expected = bubble_sort(np, np.array([4.0, -2.0, 3.0]))
        assert bubble_sort(xp, x).tolist() == expected.tolist()
        e = x[0] * 2
    assert e + 1 == -3.0
    x[0] = e
    assert x.tolist() == [-4.0, 3.0, 4.0]
