"""Elements: 0-D arrays that are Python numbers until their tensor is needed give what other 0-D arrays give."""

import collections.abc
import copy
import itertools
import numbers
import operator
import pickle
import threading

import numpy as np
import pytest
import torch
import torch.multiprocessing as multiprocessing
from support.cases import cases
from support.oracle import alike, call
from support.values import extremes
from torch._subclasses.fake_tensor import FakeTensor, FakeTensorMode
from torch.autograd import forward_ad
from torch.fx.experimental.proxy_tensor import make_fx
from torch.utils._pytree import tree_leaves, tree_map

import xp_torch as xp
from tools.calls import OPERANDS, all_examples, operands_of
from xp_torch._array.element import Element
from xp_torch._array.ufunc.records import OPS

DTYPES = ["bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"]
DTYPES += ["float16", "float32", "float64", "complex64", "complex128"]
BINARY = [
    *(operator.add, operator.sub, operator.mul, operator.truediv, operator.floordiv, operator.mod, operator.pow),
    *(operator.and_, operator.or_, operator.xor, operator.lshift, operator.rshift),
    *(operator.lt, operator.le, operator.gt, operator.ge, operator.eq, operator.ne),
]
FUNCTIONS = {nin: [getattr(xp, name) for name, op in OPS.items() if (op.nin, op.nout) == (nin, 1)] for nin in (1, 2)}
UNARY = [operator.neg, operator.pos, operator.abs, operator.invert, bool, float, int, hash, operator.index, repr]
OTHERS = ["bool", "int8", "uint64", "int64", "float32", "float64"]
NUMBERS = [0, -1, 3, 200, 2**53 + 1, 2**63, True, 0.1, -2.5, 1e300, float("inf"), float("nan")]


def values(dtype):
    found = extremes(dtype, "special").tolist() + [1, 3]
    return np.array([*found[:: max(1, len(found) // 4)], found[-1]], dtype)


def same_outcome(function, expected, *given):
    """Assert that a function gives for elements, in each of the forms `given`, what it gives for 0-D arrays."""
    wanted, refusal = call(function, expected, {})
    for operands in given:
        got, error = call(function, operands, {})
        note = function, expected, got, error, wanted, refusal  # its text takes longer than the calls
        assert type(error) is type(refusal), note
        if not isinstance(wanted, xp.ndarray):
            assert error is not None or got == wanted or got != got, note
            continue
        assert got.dtype is wanted.dtype, note
        mine, its = np.asarray(got), np.asarray(wanted)
        if mine.tobytes() != its.tobytes():
            # Powers are those of C's library, as in NumPy, and functions of float64 those of NumPy.
            rtol = 4e-16 * bool(function is operator.pow or isinstance(function, xp.ufunc))
            np.testing.assert_allclose(mine, its, rtol, 0, err_msg=str(note))
            assert mine.dtype.kind != "f" or np.signbit(mine) == np.signbit(its) or np.isnan(mine), note


@pytest.mark.slow(function=["sub", "or_", "xor", "rshift", "le", "gt", "ge", "ne"])
@cases("dtype", DTYPES)
@pytest.mark.parametrize("function", BINARY)
def test_operators(function, dtype):
    x = xp.asarray(values(dtype))
    for other in OTHERS:
        y = xp.asarray(values(other)[-2:])
        for i in range(x.size):
            for j in range(y.size):
                forms = (x[i], y[j]), (x[i], y[j, ...]), (x[i, ...], y[j])
                same_outcome(function, (x[i, ...].copy(), y[j, ...].copy()), *forms)
    for i in range(x.size):
        for number in NUMBERS:
            same_outcome(function, (x[i, ...].copy(), number), (x[i], number))
            same_outcome(function, (number, x[i, ...].copy()), (number, x[i]))


@pytest.mark.parametrize("dtype", ["float64", "float32", "int64", "bool"])
def test_functions(dtype):
    x = xp.asarray(values(dtype))
    for i in range(x.size):
        for function in FUNCTIONS[1]:
            same_outcome(function, (x[i, ...].copy(),), (x[i],))
        for j, function in itertools.product(range(x.size), FUNCTIONS[2]):
            same_outcome(function, (x[i, ...].copy(), x[j, ...].copy()), (x[i], x[j]))
        for number, function in itertools.product([3, 0.5], FUNCTIONS[2]):
            same_outcome(function, (x[i, ...].copy(), number), (x[i], number))
            same_outcome(function, (number, x[i, ...].copy()), (number, x[i]))
    for number, (nin, functions) in itertools.product([0.5, -0.0, float("inf"), float("nan")], FUNCTIONS.items()):
        for function in functions:
            same_outcome(function, (xp.asarray(number)[...],) * nin, (number,) * nin)


@pytest.mark.cpu_only
@pytest.mark.parametrize("dtype", DTYPES)
def test_conversions(dtype):
    x = xp.asarray(values(dtype))
    for function in (*UNARY, xp.ndarray.item, xp.ndarray.tolist, copy.copy, copy.deepcopy, xp.sqrt, xp.isfinite):
        for i in range(x.size):
            if function is not hash or x[i] == x[i]:  # Python hashes a NaN by its identity
                same_outcome(function, (x[i, ...].copy(),), (x[i],))
    assert isinstance(x[0], Element)
    assert type(pickle.loads(pickle.dumps(x[0]))) is xp.ndarray


@pytest.mark.cpu_only
@pytest.mark.parametrize("dtype", DTYPES)
def test_an_element_is_a_number_and_no_container(dtype):
    scalar, x = np.ones(2, dtype)[0], xp.ones(2, dtype=dtype)[0]
    for module in (collections.abc, numbers):
        for name in set(module.__all__) - {"ByteString"}:  # Python warns of it
            kind = getattr(module, name)
            assert isinstance(x, kind) == isinstance(scalar, kind), name
    assert pytest.approx(x) == scalar
    for function in (iter, list, tuple, lambda v: 1 in v):
        with pytest.raises(TypeError, match="Element"):
            function(x)
    with pytest.raises(TypeError):
        len(x)
    assert not np.iterable(x)
    assert not xp.iterable(x)


@pytest.mark.cpu_only
@pytest.mark.parametrize("dtype", ["bool", "int64", "uint8", "float32", "float64"])
def test_operators_of_an_element_whose_tensor_was_made_give_elements(dtype):
    x = xp.asarray([1, 2], dtype=dtype)
    a = x[1]
    assert a.tensor.ndim == 0  # which makes the tensor
    for function in (operator.mul, operator.and_, operator.lt, operator.truediv):
        expected = call(function, (x[1], x[0]), {})[0]
        for operands in ((a, x[0]), (x[0], a), (a, a), (a, x[0].item()), (x[0].item(), a)):
            assert type(expected) is type(call(function, operands, {})[0]), (function, operands)
    if dtype != "bool":
        assert isinstance(abs(a), Element)
        a[...] = 3
        assert (a + 1, abs(a), 2 * a) == (4, 3, 6)
    a = xp.ones(1)[0]
    a.tensor.requires_grad_()
    assert (a * 2).tensor.requires_grad


@pytest.mark.cpu_only
@pytest.mark.parametrize("dtype", DTYPES)
def test_the_class_of_an_element_is_a_dtype(dtype):
    cls, scalar = type(xp.ones(2, dtype=dtype)[0]), type(np.ones(2, dtype)[0])
    assert np.dtype(cls) == dtype
    assert xp.dtype(cls) is getattr(xp, dtype)
    for array in (xp.ones(3), np.ones(3)):
        assert array.astype(cls).dtype == array.astype(dtype).dtype
    for name in (
        "number",
        "integer",
        "signedinteger",
        "inexact",
        "floating",
        "complexfloating",
        "bool",
        "int64",
        "float32",
    ):
        expected = issubclass(scalar, getattr(np, name))
        assert issubclass(cls, getattr(xp, name)) == xp.issubdtype(cls, getattr(xp, name)) == expected
        assert np.issubdtype(cls, getattr(np, name)) == expected


@pytest.mark.cpu_only
@pytest.mark.parametrize("name", ["dtype", "shape", "strides"])
def test_an_element_keeps_its_dtype_and_shape(name):
    x = xp.arange(3.0)[1]
    with pytest.raises(AttributeError):
        setattr(x, name, "int64" if name == "dtype" else (1,))
    with pytest.raises(ValueError, match="keeps its shape"):
        x.resize(2)
    assert (x, x.shape, x.dtype) == (1, (), xp.float64)


KEYS = [
    *(lambda k: k, lambda k: (k, 1), lambda k: (1, k), lambda k: (k, k), slice, lambda k: slice(k, None)),
    *(lambda k: (slice(None), k), lambda k: (k, slice(k)), lambda k: (None, k), lambda k: (..., k), lambda k: -k),
    *(lambda k: (k, [0, 1]), lambda k: (k, -k), lambda k: (slice(0, k, k), 0), lambda k: k + 9, lambda k: (0, k + 9)),
    lambda k: k == 2,
]


@pytest.mark.cpu_only
@pytest.mark.parametrize("dtype", ["int64", "uint8", "float64", "complex128", "float16"])
def test_keys_that_are_elements_or_0d_arrays(dtype):
    for make in (lambda m: m.asarray([2])[0], lambda m: m.asarray(2), lambda m: m.asarray([2], dtype="uint8")[0]):
        for key in KEYS:

            def write(m, make=make, key=key):
                x = m.arange(12).astype(dtype).reshape(3, 4)
                k = make(m)
                x[key(k)] = 7
                x[key(k)] += x[key(k)]
                x[key(k)] = x[1, 1]
                x[key(k)] = m.asarray(3, dtype="int8")
                return x, x[key(k)], m.arange(5)[key(k)] if not isinstance(key(k), tuple) else 0

            alike(write)


@pytest.mark.cpu_only
def test_elements_are_those_of_the_memory():
    a = np.arange(6.0)
    x = xp.asarray(a)
    y = x.reshape(2, 3)
    first, (second, *_) = x[0], x
    a[0], y[0, 1] = 7, 8
    assert (first, x[0], second, x[1], y[0, 0], list(x)[1]) == (0, 7, 0, 8, 7, 8)
    first += 1
    x[1][...] = 5
    x._set_shape((3, 2))
    assert (first, x[1, 0], x[-1, -1], a[1]) == (1, 2, 5, 8)
    x._set_dtype("int64")
    assert x.dtype == x[2, 1].dtype == "int64"
    x = xp.zeros(4)
    assert x[0] == 0
    x.tensor.t_().resize_(2, 2)
    assert (x[0].shape, x[1, 1]) == ((2,), 0)
    x = xp.asarray(t := torch.zeros(3))
    assert x[0] == 0
    t.share_memory_()
    t[0] = 4
    assert x[0] == 4
    with pytest.raises(ValueError, match="read-only"):
        xp.broadcast_to(xp.asarray(1.0), (3,))[0] = 1


def _swapped(x):
    x.tensor.set_(torch.full((5,), 7.0, dtype=torch.float64))


def _assigned(x):
    x.tensor.data = torch.full((5,), 7.0, dtype=torch.float64)


def _shared(x):
    x.tensor.share_memory_()[:] = 7


def _shared_view(x):
    x[1:].tensor.share_memory_()
    x.tensor[:] = 7


def _shared_by_torch(x):
    torch.Tensor.share_memory_(x[1:])
    x[...] = 7


def _shared_twice(x):
    shared, strategy = x[1:].tensor.share_memory_(), multiprocessing.get_sharing_strategy()
    assert x[0] == x[0] == 0
    multiprocessing.set_sharing_strategy("file_system" if strategy == "file_descriptor" else "file_descriptor")
    try:
        shared.share_memory_()
    finally:
        multiprocessing.set_sharing_strategy(strategy)
    x.tensor[:] = 7


def _by_numpy(x):
    np.asarray(x)[:] = 7


def _in_place(x):
    x += 7 - x


def _by_a_view(x):
    xp.reshape(x, (5, 1))[...] = 7


def _in_a_thread(x):
    thread = threading.Thread(target=lambda: [x.__setitem__(i, 7) for i in range(5)])
    thread.start()
    thread.join()


@pytest.mark.parametrize(
    "change",
    [
        _swapped,
        _assigned,
        _shared,
        _shared_view,
        _shared_by_torch,
        _shared_twice,
        pytest.param(_by_numpy, marks=pytest.mark.cpu_only),
        _in_place,
        _by_a_view,
        _in_a_thread,
    ],
)
@pytest.mark.parametrize("is_row", [False, True])
def test_elements_follow_the_memory(change, is_row):
    m = xp.zeros((3, 5))
    for row in range(2 * is_row):
        assert m[row][0] == m[row][1] == 0
    x = m[2] if is_row else xp.zeros(5)
    for _ in range(3):
        x[0] = x[1]
    change(x)
    assert (x[2], x[-1], [*x][1]) == (7, 7, 7)
    x[3] = 8
    assert x.tensor[3].item() == x[3] == 8


def _transposed(m):
    m.tensor.t_()


def _other_shape(m):
    m._set_shape((3, 2))


def _other_size(m):
    m.resize((1, 6))


def _moved(m):
    torch.Tensor.share_memory_(m[1:])


def _zeroed(m):
    m[1] = 0


@pytest.mark.parametrize("change", [_transposed, _other_shape, _other_size, _moved, _zeroed, xp.ndarray.requires_grad_])
def test_rows_keep_their_elements_if_the_matrix_changes(change):
    m = xp.asarray([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
    assert [m[0][i] for i in range(3)] == [1, 2, 3]
    row, stack = m[1], xp.asarray([[[7.0], [8.0]]])
    assert [stack[0][i][0] for i in (0, 1, 0, 1)] == [7, 8, 7, 8]
    change(m)
    assert len({m[0, 0].item() for _ in range(3)}) == 1
    assert [row[i] for i in (0, 1, 2, -1)] == ([0] * 4 if change is _zeroed else [4, 5, 6, 6])
    assert row[0].requires_grad == row.requires_grad
    with pytest.raises(IndexError):
        row[3]
    with torch.no_grad():
        row[0] = 9
    assert (row[0], row.sum()) == (9, 9 if change is _zeroed else 20)


def test_writes_to_rows_reach_the_matrix_and_what_saved_it():
    m, w = xp.zeros((2, 2)), xp.ones((2, 2)).requires_grad_()
    for i in range(2):
        m[i][1] = m[i][0] + i
    assert m.tolist() == [[0, 0], [0, 1]]
    loss, row = (m * w).sum(), m[0]
    row[1] = 5
    assert m[0, 1] == 5
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        loss.backward()
    with FakeTensorMode(allow_non_fake_inputs=True):
        row = m[1]
        assert type(row[1].tensor) is FakeTensor
    assert type(row[1].tensor) is FakeTensor


def _by_a_tree(x):
    tree_map(torch.Tensor.requires_grad_, x)


def _by_a_product(x):
    x *= xp.ones(3).requires_grad_()


def _by_a_product_of_a_view(x):
    y = x[1:]
    y *= xp.ones(2).requires_grad_()


def _by_the_edges(x):
    xp.histogram(xp.ones(2), x)[1].requires_grad_()


def _by_dimensions(x):
    torch.func.vmap(lambda row: row)(x).requires_grad_()


@pytest.mark.parametrize(
    "change",
    [
        *(xp.ndarray.requires_grad_, lambda x: setattr(x, "requires_grad", True), lambda x: x.tensor.requires_grad_()),
        *(_by_a_tree, _by_a_product, _by_a_product_of_a_view, _by_the_edges, _by_dimensions),
    ],
)
def test_elements_of_arrays_that_come_to_require_grad(change):
    x = xp.arange(1.0, 4.0)
    for _ in range(3):
        assert not x[2].requires_grad
    change(x)
    assert x[2].requires_grad == x.requires_grad
    assert x.requires_grad or change is _by_dimensions
    y = xp.arange(3.0)
    assert not y[1].requires_grad
    assert y[::-1].requires_grad_().requires_grad
    assert not y[1].requires_grad


def test_keys_of_elements():
    for key in ((), ..., None, (None, ...)):
        alike(lambda m, key=key: m.arange(3.0)[1][key])
    for key in (0, (0,), slice(1), [0]):
        with pytest.raises(IndexError):
            xp.arange(3.0)[1][key]


def test_no_two_arrays_hold_one_tensor():
    for label, act in all_examples():
        given = [xp.asarray(OPERANDS[name].copy()) for name in operands_of(act)]
        for x in tree_leaves(act(xp, *given), is_leaf=lambda x: isinstance(x, xp.ndarray)):
            same = [y for y in given if isinstance(x, xp.ndarray) and x is not y and x._tensor is y._tensor]
            assert not same, label


def test_elements_in_forward_mode():
    x = xp.arange(3.0)
    assert x[1] == 1
    with forward_ad.dual_level():
        assert forward_ad.unpack_dual(x[1].tensor).tangent is None
        x *= xp.asarray(forward_ad.make_dual(torch.ones(3, dtype=torch.float64), torch.full((3,), 2.0)))
        assert forward_ad.unpack_dual(x[1].tensor).tangent == 2
    assert (x[1], x[2]) == (1, 2)


def test_elements_under_transforms_and_tracers():
    x = xp.arange(3.0)
    assert x[1] == 1

    def reads(v):
        return (xp.asarray(v) * x[1]).tensor

    def writes(v):
        x[1] = xp.asarray(v)[0] * 5
        return (x[1] + xp.asarray(v)).tensor

    v = torch.tensor([2.0, 3.0], dtype=torch.float64)
    assert torch.func.vmap(reads)(v).tolist() == [2, 3]
    assert torch.func.grad(lambda v: reads(v).sum())(v).tolist() == [1, 1]
    for trace in (lambda f: make_fx(f)(v), lambda f: torch.jit.trace(f, (v,), check_trace=False)):
        traced = trace(writes)
        assert traced(torch.ones_like(v)).tolist() == [6, 6]
        assert x[1] == 5
    x[1] = 3
    # A constant is read when the graph runs.
    traced = make_fx(reads)(v)
    x[1] = 4
    assert traced(v).tolist() == [8, 12]
    with FakeTensorMode(allow_non_fake_inputs=True):
        assert type(x[1].tensor) is FakeTensor


def test_elements_keep_gradients_and_versions():
    w = xp.asarray(torch.ones(2, dtype=torch.float64, requires_grad=True))
    x = xp.arange(3.0)
    x[0] = x[1] + 1
    loss = (w * x[:2]).sum()
    x[1] = 5
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        loss.tensor.backward()
    x[2] = w[0] * x[1]
    (x[2] * x[2] * x[0]).tensor.backward()
    assert w.tensor.grad.tolist() == [100, 0]
    e = x.tensor.detach().new_tensor([2.0, 3.0])
    e = xp.asarray(e)[1]
    assert torch.func.grad(lambda v: (xp.asarray(v) * e).sum().tensor)(torch.ones(2)).tolist() == [3, 3]
    assert type(e.tensor) is torch.Tensor
    assert e.tensor.item() == 3


@pytest.mark.compiled
@pytest.mark.basic
def test_compiled_functions_of_elements():
    x = xp.arange(6.0)
    k = xp.arange(3)
    compiled = torch.compile(lambda v, a, i: (a * v + a, a < 2, -a, v[i], v[:i]), backend="eager", fullgraph=True)
    for i in range(3):
        got = compiled(x, x[i], k[i])
        assert [g.tolist() for g in got] == [g.tolist() for g in (x[i] * x + x[i], x[i] < 2, -x[i], x[i], x[:i])]
        assert [got[0][j] for j in (i, i, -1)] == [x[i] * x[i] + x[i]] * 2 + [x[i] * x[-1] + x[i]]


@pytest.mark.parametrize("name", ["sqrt", "cbrt", "sinh", "acosh", "sign", "sin", "floor", "isnan"])
@cases("value", [2.0, -1.0, 1e30, float("inf"), float("nan"), -0.0, 3])
def test_ufuncs_of_numbers_and_elements_give_the_loop_of_arrays(name, value):
    ufunc = getattr(xp, name)
    for x in (xp.asarray([value]), xp.asarray([value], dtype=xp.float32)):
        same_outcome(ufunc, (xp.asarray(x.tensor[0].clone()),), (x[0],))
    same_outcome(ufunc, (xp.asarray(value),), (value,))
    with xp.set_default_dtype("pytorch"):
        same_outcome(ufunc, (xp.asarray(value),), (value,))
    with torch.device("meta"):
        assert ufunc(value).device.type == "meta"


@pytest.mark.parametrize("make", [xp.asarray, lambda v: xp.asarray(torch.tensor(v)), lambda v: xp.arange(3)[v, ...]])
def test_a_0d_key_is_read_each_time(make):
    x, m, k = xp.arange(4.0), xp.arange(6).reshape(2, 3), make(1)
    for value in (1, 0, 1, 1, 0, 1):
        k[...] = value
        x[k] += 1
        assert (x[k], m[k, 2], m[k][k], x[k:][0]) == (x[value], m[value, 2], m[value, value], x[value])
    assert x.tolist() == [2, 5, 2, 3]
    k.tensor.share_memory_()
    k[...] = 3
    assert x[k] == 3
    with torch.inference_mode():
        assert x[k] == 3
    assert xp.vmap(lambda i: x[i] + m[0, i])(xp.arange(3)).tolist() == [2, 6, 4]


@pytest.mark.cpu_only
def test_a_0d_mask_stays_a_mask():
    x, yes, no = xp.arange(4), xp.asarray(True), xp.asarray(False)
    for _ in range(4):
        assert (x[yes].shape, x[no].shape, list(yes.flat)) == ((1, 4), (0, 4), [True])
        x[no] = 9
    assert x.tolist() == [0, 1, 2, 3]
    for key in (xp.asarray(1.0), xp.asarray(7)):
        for _ in range(3):
            with pytest.raises(IndexError):
                x[key]
            with pytest.raises(IndexError):
                x[key] = 1


@pytest.mark.parametrize("dtype", ["bool", "int8", "uint64", "int64", "float16", "float32", "float64", "complex64"])
@cases("value", [True, 3, -1, 300, 2**63, 2.5, -0.0, 1e300, float("nan"), float("inf")])
def test_numbers_and_elements_called_by_a_dtype(dtype, value):
    def make(m):
        made = getattr(m, "bool_" if dtype == "bool" else dtype)(value)
        return made, getattr(m, dtype if dtype != "bool" else "bool_")(m.asarray([value])[0]), made == made

    alike(make)


@pytest.mark.parametrize("x", [7, -7, 0, 2.5, -2.5])
@cases("y", [2, -2, 0, 0.5, -1.5, True])
def test_divmod(x, y):
    alike(lambda m: [*divmod(m.asarray([x])[0], y), *divmod(x, m.asarray([y])[0]), *divmod(*m.asarray([x, y]))])


@pytest.mark.cpu_only(values="(3, 4)", name="log2")
@pytest.mark.cpu_only(values="(3, 2.5)", name=["arctan2", "hypot", "log2"])
@pytest.mark.cpu_only(values="(2.5, 3)", name=["arctan2", "hypot"])
@pytest.mark.parametrize("name", ["sqrt", "log2", "hypot", "arctan2", "maximum", "floor", "isnan", "copysign"])
@cases("values", [(3, 4), (3, 2.5), (2.5, 3), (True, 3), (-1, 2**63), (2**53 + 1, 1)])
def test_ufuncs_of_integers_in_float64(name, values):
    first, second = values

    def compute(m):
        function = getattr(m, name)
        if getattr(np, name).nin == 1:
            return function(m.asarray([first])[0]), function(first)
        return function(m.asarray([first])[0], second), function(m.asarray([second])[0], m.asarray([first])[0])

    alike(compute)
