"""Creation functions against NumPy: values, dtypes, shapes, layouts, sharing, defaults, errors, tracing."""

import array as buffers
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from support.cases import cases
from support.oracle import DTYPES, agree, alike, calls, ours, refusals, same, sample, small

import xp_torch as xp

BIG = [2**31, 2**53, 2**63 - 1, 2**63, 2**64 - 1, -(2**63)]

RANGES = [
    (3,), (2, 8, 3), (5, 1), (5, 1, -2), (0,), (True,), (2.5, 7), (0, 1, 0.1), (1, 0, -0.25), (-1.5, 3, 0.7),
    (0.1, 0.9, 0.2),
    (1e16, 1e16 + 8, 1.0), (2**62, 2**62 + 5), (2**63, 2**63 + 3), (-(2**63), -(2**63) + 3), (np.int8(3),),
    (np.float32(1), 3),
    (np.float32(0), np.float32(1), np.float32(0.1)), (np.array(3),), (np.uint64(1), 3), (1j, 3), (0, 5j, 1j),
    (1, None), (0, 1, 2.5),
    (0, np.inf, np.inf), (3, 1, np.inf), (0, 5e-324, 7), (5e-324, 0.0, -(2.0**33)), (2, 8.0, np.inf), (2.0, 1, np.inf),
    (1, 0.0, -np.inf), (-0.0, 0.001, 4), (-0.0, -2.0, -0.5), (0.0, -1.0, -0.25), (0.3, 1.7, 0.1),
    (1.0, 1.0 + 1e-15, 1e-16), (0, 3, 0), (0, np.nan), (0, 1e30), (), (None,), (np.array([1, 2]),), ("a",),
    (10**30, 0), (2**63, 0, 0.25), (0, 2**63, 2), (10**30, 1.0), (0, -(10**30)), (10**30,), (None, 2), (None, 0, 0),
    (None, 2.0), (3 + 1j,), (3 + 1j, 0), (0, 3, 1 + 1j), (3 + 3j,),
]  # fmt: skip


@cases("args", RANGES, ids=str)
def test_arange_is_numpys(args):
    agree("arange", *args)


@pytest.mark.parametrize("dtype", DTYPES)
def test_arange_of_every_dtype(dtype):
    for args in [
        (3,), (2,), (1, 2), (0, 100, 7), (0, 9, 0.5), (100, 0, -9), (0.5, 30), (2**15, 2**15 + 3), (300,), (-1, 3),
        (1j,), (3 + 1j,), (3 + 1j, 0), (0, 3, 1 + 1j), (3 + 3j,),
    ]:  # fmt: skip
        agree("arange", *args, dtype=dtype)


@given(
    st.floats(-100, 100), st.floats(-100, 100), st.floats(0.25, 30), st.sampled_from(["float16", "float32", "float64"])
)
def test_arange_of_floats_rounds_as_numpy(start, stop, step, dtype):
    agree("arange", start, stop, step, dtype)
    agree("arange", start, stop, -step, dtype)


def test_arange_of_large_unsigned_numbers():
    assert xp.arange(2**64 - 3, 2**64 - 1, dtype="uint64").tolist() == [2**64 - 3, 2**64 - 2]
    assert xp.arange(2**63, 2**63 + 2, dtype=xp.uint64).tolist() == [2**63, 2**63 + 1]


@pytest.mark.numpy_before
@calls("""
    m.arange(stop=3); m.arange(3, step=2); m.arange(0, 5, dtype=bool); m.arange(200, 300, dtype=np.int8);
    m.linspace(0, 100, 7, dtype="int8"); m.linspace(0, 100, 7, dtype="uint8"); m.linspace(0, 100, 7, dtype="int64");
    m.linspace(0, 100, 7, dtype="uint64"); m.linspace(-3, 3, 5, dtype=int); m.linspace(0, 1, -1); m.linspace(0, 1, 2.0);
    m.linspace(0, 1, 3, axis=2); m.geomspace(1.0, np.nan, 3); m.geomspace(np.nan, 1.0, 3);
    m.geomspace(np.float32(1), np.float32(4), 3);
    m.geomspace(m.asarray([1, 1], m.int8), np.float16(4), 3, dtype="float16");
    m.geomspace(m.asarray([1, 1], m.int8), 4, 3, dtype="int16"); m.geomspace(0, 1);
    m.full(2, [1, 2, 3]); m.full(2, -1, "uint8"); m.full((), m.asarray([3], dtype=m.int8));
    m.eye(2.0); m.eye(-1); m.eye(2, -2); m.eye(2, 2, 1.0); m.tri(-1); m.diag(m.ones((2, 2)), 10**30);
    m.zeros({}); m.ones({}); m.empty({}); m.asarray([[1, 2], [3]]); m.asarray([1], order="X");
    m.asarray([1], copy=False); m.ascontiguousarray(5); m.asfortranarray(5)
""")
def test_forms_are_numpys(call):
    alike(call)


@calls("""
    m.logspace(0, 3, 4); m.logspace(-2, 2); m.logspace(0, 1, 5, False); m.logspace(0, 3, 4, base=2.0);
    m.geomspace(1, 1000, 4); m.geomspace(1, 256, 9); m.geomspace(-1, -1000, 4); m.geomspace(1000, 1);
    m.geomspace(1, 10, 5, False); m.geomspace(2.0, 3.0, 1); m.geomspace(1.0, 2.0, 0);
    m.geomspace(m.asarray([1.0, 2.0]), 64, 3)
""")
def test_logspace_and_geomspace(call):
    alike(call, rtol=1e-14)


def _put(m, x, value):
    m.put(x, 0, value)
    x[1:] = value
    x.flat[2] = value
    m.fill_diagonal(x.reshape(2, 2), value)
    return x


@pytest.mark.parametrize("dtype", ["float64", "float32", "int64", "uint8", "bool", "complex128"])
@pytest.mark.parametrize(
    "value",
    [None, Fraction(5, 2), Decimal("2.5"), {}, object(), "3", np.array([None, 1, 2, 3], object)],
    ids=lambda x: repr(x).partition(" at ")[0],
)
def test_an_object_is_read_in_the_dtype_that_it_is_written_to(dtype, value):
    for act in (
        lambda m: _put(m, m.ones(4, dtype=dtype), value),
        lambda m: m.full(4, value, dtype),
        lambda m: m.asarray(value, dtype=dtype),
        lambda m: m.array([value, 1], dtype=dtype) if np.ndim(value) == 0 else None,
        lambda m: m.array([value, m.ones(2)[0]], dtype=dtype) if np.ndim(value) == 0 else None,
    ):
        alike(act, note=f"{value!r} in {dtype}")


def test_ranges_hit_their_ends():
    assert xp.linspace(0, 0.3, 4).tolist()[-1] == 0.3
    assert xp.geomspace(1, 1000, 4).tolist()[-1] == 1000


META = xp.asarray(torch.empty(2, device="meta"))


@refusals({
    (ValueError, "broadcast"): "m.logspace([0, 1], 3, base=[1, 2, 3]); m.linspace(np.zeros(2, 'u2'), [])",
    (ValueError, "dimension"): "m.linspace(1, 2, 2**63); m.logspace(1, 2, 2**63); m.geomspace(1, 2, 2**63)",
    (OverflowError, None): """m.full(2, 2**64); m.asarray(2**64, dtype="int64");
        m.asarray([m.zeros((), dtype="int8"), 300], dtype="int8")""",
    (TypeError, "is NumPy's, on the CPU, not on meta"): """m.asarray(["a"], device="meta");
        m.zeros(2, dtype=object, device="meta"); m.astype(m.zeros(1), str, device="meta")""",
    (TypeError, "Use ()"): "m.zeros(None); m.empty(None); m.full(None, 1); m.ndarray(None)",
    (ValueError, "inhomogeneous"): "m.asarray([[m.zeros(2)], [m.zeros(3)]])",
    (ValueError, "copy"): 'm.asarray(np.zeros((2, 3, 4)), order="F", copy=False)',
    (ValueError, "device"): 'm.zeros(2, device="nowhere"); m.linspace(m.zeros(2), META, 3)',
    (TypeError, "like"): "m.zeros(2, like=np.zeros(2))",
    (ValueError, "only 'C' or 'F' order"): """m.zeros(2, order="A"); m.ones(2, order="A"); m.empty(2, order="A");
        m.full(2, 1, order="A"); m.eye(2, order="A")""",
    (ValueError, "Maximum allowed dimension"): "m.zeros(2**63)",
    (ValueError, "Maximum allowed"): """m.arange(1.0, 2**63); m.tri(2**63); m.tril_indices(2**63)[0];
        m.triu_indices(1, m=2**63)[1]; m.linspace(0, 1, 2**63, endpoint=False);
        m.logspace(0, 1, 2**63, endpoint=False)""",
    (ValueError, "strings are not allowed"): """m.asarray(m.zeros(1), copy="x"); m.array(m.zeros(1), copy="x");
        m.from_dlpack(m.zeros(1), copy="x"); m.reshape(m.zeros(1), 1, copy="x")""",
    (ValueError, "ndmin must be <="): "m.array(1, ndmin=65); m.array(1, ndmin=2**63)",
})  # fmt: skip
def test_refusals(call, error, match):
    with pytest.raises(error, match=match):
        call(xp)


@pytest.mark.cpu_only(
    call=[
        "m.geomspace([0.0, 1.0], 2.0)",
        "m.geomspace(m.asarray(0), m.asarray(1))",
        "m.geomspace(np.float32(1), [3, 0])",
    ]
)
@refusals({
    (ValueError, "zero"): """m.geomspace(0, 1); m.geomspace(1.0, 0.0); m.geomspace([0.0, 1.0], 2.0);
        m.geomspace(np.float32(1), [3, 0]); m.geomspace(m.asarray(0), m.asarray(1)); m.geomspace(0j, 1)""",
    (ValueError, "array is too big"): "m.empty(2**61); m.linspace(0, 1, 2**61); m.eye(2**31)",
    (ValueError, "maximum supported dimension.* 65"): """m.zeros([1] * 65); m.broadcast_shapes((1,) * 65, ());
        m.ndarray((1,) * 65); m.random.random((1,) * 65)""",
    (ValueError, "aximum"): """m.empty((3037000500, 3037000500), dtype="int8");
        m.zeros((3037000500, 3037000500), dtype="int8"); m.ones((3037000500, 3037000500), dtype="int8")""",
})  # fmt: skip
def test_refusals_are_numpys(call, error, match):
    for m in (np, xp):
        with pytest.raises(error, match=match):
            call(m)


@calls("""
    m.arange(1.0, 2**63); m.tri(2**63); m.tril_indices(2**63)[0]; m.triu_indices(1, m=2**63)[1];
    m.linspace(0, 1, 2**63, endpoint=False); m.logspace(0, 1, 2**63, endpoint=False)
""")
def test_numpys_ranges_of_2_to_the_63_are_empty(call):
    assert call(np).size == 0


ENDS = [
    (0, 1), (1, 0), (2.5, 2.5), (-3, 7), (0, 5e-324), (1j, 2), (0, 1e308), (-1e308, 1e308), (8, -0.0), (-0.0, 1.5),
    (0.25, -2.0), (0.0, 0.7), (np.float32(0), np.float32(1)), (np.arange(3), 5), (np.zeros((2, 1)), np.arange(3.0)),
    (np.int8(1), np.int8(100)), ([1, 2], [3.0, 4]),
]  # fmt: skip


@cases("ends", ENDS, ids=str)
@pytest.mark.parametrize("num", [0, 1, 2, 5, 50])
def test_linspace_is_numpys(ends, num):
    for endpoint in (True, False):
        agree("linspace", *ends, num, endpoint)
        agree("linspace", *ends, num, endpoint, True)
        agree("linspace", *ends, num, endpoint, axis=-1)
        if not isinstance(ends[0], complex):
            agree("linspace", *ends, num, endpoint, dtype="float32")
        agree("linspace", *ends, num, endpoint, dtype=complex)


@pytest.mark.parametrize("ends", [(-3, 1.0), (1, -1), (-1, 1), (-1 + 0j, 1), (1, -2.5), (1j, -4)])
@pytest.mark.parametrize("dtype", [None, "complex128", "complex64"])
def test_geomspace_turns_through_the_plane_where_the_dtype_lets_it(ends, dtype):
    if dtype is None:
        ends = [complex(end) for end in ends]
    expected = np.geomspace(*ends, 5, dtype=dtype)
    same(xp.geomspace(*ends, 5, dtype=dtype), expected, rtol=1e-6 if dtype == "complex64" else 1e-13)


@pytest.mark.parametrize("base", [[], [1.0], [2, 3], [[2.0], [3.0]], np.float32(2), np.asarray(2)])
def test_logspace_broadcasts_its_base(base):
    for axis in (0, -1):
        agree("logspace", 0, 3, 4, base=base, axis=axis, rtol=1e-6)
    if np.shape(base) in ((2,), (2, 1)):
        agree("logspace", [0, 1], [3, 4], 4, base=base, axis=1, rtol=1e-14)


@pytest.mark.parametrize("name", ["zeros", "ones", "empty"])
@pytest.mark.parametrize("dtype", [None, *DTYPES])
def test_constant_arrays(name, dtype):
    for shape in [(), 3, (2, 0), [2, 3], np.array([1, 2])]:
        got, expected = getattr(xp, name)(shape, dtype), getattr(np, name)(shape, dtype)
        assert (got.dtype, got.shape) == (expected.dtype, expected.shape)
        if name != "empty":
            same(got, expected)
    for order in "CF":
        assert getattr(xp, name)((2, 3), dtype, order).strides == getattr(np, name)((2, 3), dtype, order).strides


FILLS = [True, 3, -1, 2**63, 2**64, 1.5, np.inf, 1e300, 70000.0, 2j, np.float32(2), [[1], [2]], np.uint8(200)]
FILLS.append(np.arange(3))


@pytest.mark.cpu_only(dtype="None", value=["1e+300", "inf"])
@pytest.mark.numpy_before
@cases("value", FILLS, ids=str)
@pytest.mark.parametrize("dtype", [None, *DTYPES])
def test_full_is_numpys(value, dtype):
    if isinstance(value, float) and dtype and np.dtype(dtype).kind in "iu" and abs(value) > 100:
        return  # undefined in C
    if type(value) is not int or value < 2**63 or dtype not in (None, "bool"):
        agree("full", (2, 3), value, dtype)
        agree("full_like", np.zeros((2, 3), "int16"), value, dtype)


@pytest.mark.parametrize("name", ["zeros_like", "ones_like", "empty_like", "full_like"])
def test_likes_keep_layout_dtype_and_class(name):
    class Sub(xp.ndarray):
        pass

    extra = (1,) if name == "full_like" else ()
    base = np.arange(24, dtype="int16").reshape(2, 3, 4)
    for x in [base, base.T, base.transpose(1, 0, 2), base[:, ::2], base[0, 0], np.array(5)]:
        for order in "CFAK":
            got = getattr(xp, name)(xp.asarray(x), *extra, order=order)
            expected = getattr(np, name)(x, *extra, order=order)
            assert (got.dtype, got.shape, got.strides) == (expected.dtype, expected.shape, expected.strides)
    got = getattr(xp, name)(base, *extra, shape=(5,), dtype="float32")
    assert (got.dtype, got.shape) == ("float32", (5,))
    sub = xp.zeros(3).view(Sub)
    assert type(getattr(xp, name)(sub, *extra)) is Sub
    assert type(getattr(xp, name)(sub, *extra, subok=False)) is xp.ndarray


@pytest.mark.parametrize("dtype", DTYPES)
def test_matrices(dtype):
    for args in [(3,), (2, 4), (4, 2, 1), (3, 3, -1), (3, 3, 10), (3, 3, -(2**70)), (0,), (2, 0, 1)]:
        agree("eye", *args, dtype=dtype)
    for args in [(3,), (2, 4), (4, 2, 1), (3, 3, -1), (3, 3, 10)]:
        agree("tri", *args, dtype=dtype)
    agree("identity", 2, dtype)
    for k in (0, 1, -2, 100):
        agree("diag", sample(dtype, (3,)), k)
        agree("diag", sample(dtype, (0,)), k)
        agree("diag", sample(dtype, (3, 4)), k)
    for x in [
        sample(dtype, (3, 4)),
        sample(dtype, (2, 3, 3)),
        sample(dtype, (3,)),
        sample(dtype, (0, 3)),
        np.array(1, dtype),
    ]:
        for k in (0, 1, -2, 100):
            agree("tril", x, k)
            agree("triu", x, k)


@pytest.mark.cpu_only
def test_meshgrid_is_numpys():
    x, y, z = np.arange(3), np.arange(2.0), np.array(5, "int8")
    for arrays in [(), (x,), (x, y), (x, y, z), (x[:0], y)]:
        for keywords in [{}, {"indexing": "ij"}, {"sparse": True}, {"copy": False}, {"sparse": True, "copy": False}]:
            agree("meshgrid", *arrays, **keywords)
    agree("meshgrid", x, indexing="x")
    mine = ours(x)
    assert not np.shares_memory(np.asarray(xp.meshgrid(mine)[0]), np.asarray(mine))
    assert np.shares_memory(np.asarray(xp.meshgrid(mine, copy=False)[0]), np.asarray(mine))
    with pytest.raises(ValueError, match="array is too big"):
        xp.meshgrid(*[xp.zeros(2**21)] * 3, copy=False)


LISTS = [
    5, 2.5, True, 1j, 2**63, 2**64 - 1, [], [[], []], [1, 2.5], [True, 2], [[1, 2], [3, 4]], ((1,), [2]), range(4),
    [2**63], [2**63, 1], [2**63, -1], [True, 2**63], [1, 1j], np.float32(3), [np.float32(1), 2.0],
    [np.ones(2, "f4"), [1, 2]],
    bytearray(b"ab"), memoryview(b"ab"), buffers.array("d", [1, 2]), [np.int8(1), np.uint8(2)], 1e400,
]  # fmt: skip


@pytest.mark.parametrize("data", LISTS, ids=range(len(LISTS)))
def test_asarray_of_array_likes(data):
    agree("asarray", data)
    agree("array", data, ndmin=2)
    for dtype in ("float32", "complex64", "bool"):
        agree("asarray", data, dtype=dtype)


@pytest.mark.parametrize("dtype", DTYPES)
def test_asarray_converts_numbers_as_numpy(dtype):
    for value in [0, 1, 300, -1, 2**31, 2**63, 2**64, 1.5, -1.5, 300.0, np.nan, np.inf, 1e300, 1j, True, 1e20]:
        if np.dtype(dtype).kind == "u" and isinstance(value, float) and value < 0:
            continue
        agree("asarray", value, dtype=dtype)
        agree("asarray", [value, 0], dtype=dtype)


def test_asarray_of_lists_that_hold_arrays_keeps_the_graph():
    t = torch.tensor([1.0, 2.0], requires_grad=True)
    x = xp.asarray([xp.asarray(t), [3, 4]])
    same(xp.asarray(x.tensor.detach()), np.array([[1, 2], [3, 4]], np.float64))
    x.tensor.sum().backward()
    assert t.grad.tolist() == [1, 1]


@pytest.mark.cpu_only
@pytest.mark.parametrize("dtype", DTYPES)
def test_asarray_shares_numpys_memory_where_it_can(dtype):
    a = small(dtype, (3, 4))
    x = xp.asarray(a)
    same(x, a)
    assert np.shares_memory(np.asarray(x), a)
    assert not np.shares_memory(np.asarray(xp.asarray(a, copy=True)), a)
    assert np.shares_memory(np.asarray(xp.asarray(a, copy=False)), a)
    fixed = a.copy()
    fixed.flags.writeable = False
    for other in [fixed, a[::-1], a.astype(a.dtype.newbyteorder(">")) if a.itemsize > 1 else a[::-1]]:
        same(xp.asarray(other), other.astype(dtype))
        assert not np.shares_memory(np.asarray(xp.asarray(other)), other)
        with pytest.raises(ValueError, match="copy"):
            xp.asarray(other, copy=False)


def test_asarray_shares_a_tensors_storage_and_graph():
    t = torch.zeros(3, requires_grad=True)
    x = xp.asarray(t)
    assert x.tensor is t
    assert xp.asarray(x) is x
    assert xp.asarray(x, copy=False) is x
    copied = xp.asarray(t, copy=True)
    assert copied.tensor.grad_fn is not None
    assert copied.tensor.data_ptr() != t.data_ptr()
    z = torch.ones(2, dtype=torch.complex64).conj()
    assert not xp.asarray(z).tensor.is_conj()
    with pytest.raises(ValueError, match="copy"):
        xp.asarray(t, dtype="int8", copy=False)


def test_subclasses_pass_where_numpys_do():
    class Sub(xp.ndarray):
        pass

    sub = xp.zeros(3).view(Sub)
    assert type(xp.asarray(sub)) is xp.ndarray
    assert xp.asanyarray(sub) is sub
    assert type(xp.array(sub, subok=True)) is Sub
    assert type(xp.copy(sub)) is xp.ndarray
    assert type(xp.copy(sub, subok=True)) is Sub


def test_orders_are_numpys():
    base = np.arange(24).reshape(2, 3, 4)
    for x in [base, base.T, base.transpose(1, 0, 2)]:
        for order in ["C", "F", "A", "K", None]:
            assert xp.asarray(x, order=order).strides == np.asarray(x, order=order).strides
            assert xp.array(x, order=order or "K").strides == np.array(x, order=order or "K").strides
            assert xp.copy(x, order or "K").strides == np.copy(x, order or "K").strides
        assert xp.ascontiguousarray(x).strides == np.ascontiguousarray(x).strides
        assert xp.asfortranarray(x).strides == np.asfortranarray(x).strides
    assert xp.zeros(2, order=None).shape == (2,)
    assert xp.array(1, ndmin=64).ndim == 64


def test_rule_1_the_default_dtypes_govern_creation():
    with xp.set_default_dtype("pytorch", "int32"):
        for x in [
            xp.zeros(2), xp.ones(2), xp.empty(2), xp.eye(2), xp.tri(2), xp.linspace(0, 1, 3), xp.arange(0.5),
            xp.full(2, 0.5), xp.asarray(1.5), xp.asarray([1.5]), xp.asarray([]), xp.geomspace(1, 2, 2),
            xp.logspace(0, 1, 2), xp.arange(0, 1, 0.5),
        ]:  # fmt: skip
            assert x.dtype is xp.float32
        for x in [xp.arange(3), xp.asarray(3), xp.asarray([1]), xp.full(2, 1)]:
            assert x.dtype is xp.int32
        assert xp.asarray([2**40]).dtype is xp.int64
        same(xp.linspace(0, 0.7, 9, dtype="float64"), np.linspace(0, 0.7, 9))
        assert xp.asarray(1j).dtype is xp.complex64
    torch.set_default_dtype(torch.float32)
    assert xp.zeros(2).dtype is xp.float64


def test_rule_7_devices():
    with torch.device("meta"):
        assert xp.zeros(2).device.type == xp.arange(3).device.type == xp.asarray([1]).device.type == "meta"
        assert xp.linspace(0, 1, 3).device.type == xp.eye(2).device.type == xp.full(2, 1).device.type == "meta"
    assert xp.zeros_like(torch.empty(2, device="meta")).device.type == "meta"
    assert xp.zeros_like(torch.empty(2, device="meta"), device="cpu").device.type == "cpu"


class Exposes:
    """An object with one of NumPy's protocols."""

    def __init__(self, a, *names):
        for name in names:
            setattr(self, name, getattr(a, name))
        self.a = a


@pytest.mark.cpu_only
def test_objects_with_protocols():
    a = np.arange(3.0)
    assert np.shares_memory(np.asarray(xp.asarray(Exposes(a, "__array_interface__"))), a)

    class Array:
        def __array__(self, dtype=None, copy=None):
            return a

    assert np.shares_memory(np.asarray(xp.asarray(Array())), a)
    a, plain = xp.asarray(a), a
    assert xp.shares_memory(xp.asarray(Array()), a)  # ours is taken too, which NumPy does not take for its own
    a = plain
    capsules = type(
        "Capsules", (), {"__dlpack__": lambda s, **k: a.__dlpack__(**k), "__dlpack_device__": lambda s: (1, 0)}
    )
    assert np.shares_memory(np.asarray(xp.asarray(capsules())), a)
    same(xp.asarray(capsules(), copy=True), a)


class Recorder:
    """Its ``__array__`` notes how it is asked, and gives one array whatever that is."""

    def __init__(self, m):
        self.array, self.asked = m.arange(3.0), []

    def __array__(self, *args, **kwargs):
        self.asked.append((args, kwargs))
        return self.array


@pytest.mark.numpy_before
@pytest.mark.parametrize("copy", [True, False, None, np._CopyMode.IF_NEEDED])
@pytest.mark.parametrize("dtype", [None, "float64", "float32"])
def test_objects_are_asked_for_their_array_as_numpy_asks(copy, dtype):
    found = []
    for m in (xp, np):
        x = Recorder(m)
        try:
            y = m.array(x, dtype=dtype, copy=copy)
            found.append((x.asked, y is x.array, y.dtype.name))
        except ValueError:
            found.append((x.asked, ValueError))
    assert found[0] == found[1]
    x = Recorder(xp)
    assert xp.asarray(x) is x.array


def read(array, obj, copy):
    try:
        return array(obj, copy=copy)
    except ValueError:
        return ValueError


@pytest.mark.numpy_before
@pytest.mark.parametrize("copy", [True, False])
def test_objects_that_know_no_copy_are_told(copy):
    class Old:
        def __array__(self, dtype=None):
            return memory

    for m in (xp, np):
        memory = m.arange(3.0)
        with pytest.warns(DeprecationWarning, match="__array__.*'copy'") as caught:
            found = read(m.array, Old(), copy)
        assert caught[0].filename == __file__
        assert found is ValueError if copy is False else not m.shares_memory(found, memory)


def test_lists_of_objects_that_give_arrays():
    for m in (xp, np):
        x = Recorder(m)
        found = m.array([x, [4.0, 5, 6]])
        assert found.tolist() == [[0, 1, 2], [4, 5, 6]]
        assert x.asked[0] == ((), {})
        into = m.zeros(3)
        into[...] = x
        assert into.tolist() == [0, 1, 2]


@pytest.mark.parametrize("dtype", ["bool", "int8", "uint64", "float16", "float64", "complex64"])
@cases("other", ["int64", "float32"])
@calls("""
    m.array([a[0], b[0]]); m.array([a[0], a[1]]); m.array([a[0], 1, 2.5]); m.array([[a[0], 1], [True, b[0]]]);
    m.array([a[0], a[1]], dtype="f4"); m.array(([a[0], b[0]], [3, 4])); m.array([a, b]); m.array([a, [1, 2, 3]]);
    m.array([[a[0], a[1]], [b[0], a[1]]]); m.array([[a, a], [a, a]]); m.array([a[0], [1]]); m.array([a[0], a]);
    m.array([a, a[:2]]); m.array([a[0], 300]); m.array([[a[0]], [a[0], a[1]]]); m.array([m.array([]), a])
""")
def test_lists_with_elements_and_rows(call, dtype, other):
    x, y = sample(dtype, (3,)), sample(other, (3,))
    alike(lambda m: call(m, m.asarray(x), m.asarray(y)))


@cases("text", ["1", "300", "-1", "1.5", "1+2j", "nan", "", "a", b"12"], ids=repr)
@pytest.mark.parametrize("dtype", ["bool", "int8", "int64", "uint8", "float16", "float64", "complex64"])
def test_text_is_read_where_a_dtype_is_asked_for(text, dtype):
    agree("array", text, dtype=dtype)
    agree("array", [text], dtype=dtype)
    given = np.asarray([text])
    try:
        want = given.astype(dtype)
    except (ValueError, OverflowError) as error:
        with pytest.raises(type(error)):
            xp.asarray(given, dtype=dtype)
    else:
        same(xp.asarray(given, dtype=dtype), want)
    same(getattr(xp, dtype)("1"), np.asarray("1", dtype))
    same(xp.asarray(np.str_("1"), dtype=dtype), np.asarray("1", dtype))
    x = xp.zeros(2)
    x[0] = "1.5"
    assert x.tolist() == [1.5, 0]
    with pytest.raises(ValueError, match="copy"):
        xp.asarray(text, dtype=dtype, copy=False)


def test_like_takes_ours():
    assert xp.asarray([1], like=xp.zeros(1)).tolist() == [1]


@pytest.mark.cpu_only
def test_negative_zero_stays_when_cast_to_float16():
    for x in (xp.asarray([-0.0]), [-0.0]):
        assert np.signbit(xp.asarray(x, dtype=xp.float16).tensor.numpy()).all()


def test_one_dimension_is_in_every_order_without_a_copy():
    x = xp.asarray([1, 2])
    assert xp.asarray(x, order="F", copy=False).tensor.data_ptr() == x.tensor.data_ptr()


def test_calling_a_dtype_shares_what_has_it():
    x = xp.asarray([1.0, 2.0])
    assert xp.float64(x).tensor.data_ptr() == x.tensor.data_ptr()
    s = xp.asarray(1.0)
    assert xp.float64(s).tensor.data_ptr() != s.tensor.data_ptr()


@pytest.mark.parametrize("name", ["linspace", "logspace"])
@pytest.mark.parametrize(
    ("first", "last"), [("int32", "float16"), ("int8", "float16"), ("complex64", "uint32"), ("float32", "int64")]
)
def test_integer_arrays_beside_inexact_ones_count_in_ranges(name, first, last):
    result = getattr(xp, name)(xp.ones(1, dtype=first), xp.ones(1, dtype=last), 2)
    assert result.dtype.name == getattr(np, name)(np.ones(1, first), np.ones(1, last), 2).dtype.name


@pytest.mark.cpu_only
def test_any_order_shares_what_has_the_dtype_that_is_asked_for():
    a = np.arange(8.0).reshape(2, 4)[:, ::2]
    for dtype, shares in ((None, True), (float, True), ("float32", False)):
        assert np.shares_memory(a, np.asarray(a, dtype, order="A")) is shares
        for x in (xp.asarray(a), xp.asarray(a).tensor, a):
            assert np.shares_memory(a, np.asarray(xp.asarray(x, dtype, order="A"))) is shares


@pytest.mark.numpy_before
@pytest.mark.parametrize("data", [[[1, 2], [3, 4]], [1, 2], 3, np.ones((2, 2)), [[[1]]]])
@pytest.mark.parametrize(
    "bounds", [{"ndmax": 1}, {"ndmax": 2}, {"ndmax": 64}, {"ndmax": 1, "ndmin": 2}, {"ndmax": 65}, {"ndmax": -1}]
)
def test_the_number_of_dimensions_is_bounded(data, bounds):
    agree("array", data, **bounds)


@pytest.mark.numpy_before
@pytest.mark.parametrize("number", [2**62, 2**63, 10**30, -(10**30)])
def test_numbers_that_no_index_holds(number):
    agree("full", 1, number, dtype="bool")
    agree("full_like", np.zeros(1, bool), number)
    agree("tri", 2, 2, number)
    agree("tril", np.ones((2, 2)), number)
    agree("triu", np.ones((2, 2)), number)


def test_what_gives_no_array_is_refused():
    class Nothing:
        def __array__(self, dtype=None, copy=None):
            return None

    for function in (xp.array, xp.asarray):
        with pytest.raises(ValueError, match="not producing an array"):
            function(Nothing())
