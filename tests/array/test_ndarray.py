"""The array object beside NumPy's: attributes, conversions, printing, pickling, copies, subclasses, methods."""

import copy
import io
import math
import operator
import pickle
import warnings

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from support.cases import cases
from support.oracle import alike, calls, same, same_outcome
from support.strategies import arrays
from support.values import ALL_DTYPES, DTYPES, FLOATS, INTEGERS

import xp_torch as xp

CONVERSIONS = [bool, int, float, complex, operator.index, len, iter, hash, list, round, math.floor]
SHAPES = [(), (0,), (3,), (2, 3), (1, 1), (2, 0, 3), (2, 2, 2)]


class TestAttributes:
    @pytest.mark.parametrize("dtype", DTYPES)
    @given(data=st.data())
    def test_are_numpys(self, dtype, data):
        x = data.draw(arrays(dtype))
        mine = xp.asarray(x)
        for name in ("shape", "ndim", "size", "itemsize", "nbytes"):
            assert getattr(mine, name) == getattr(x, name)
        assert type(mine.shape) is tuple
        assert mine.dtype == x.dtype
        for name in ("T", "real", "imag"):
            same(getattr(mine, name), getattr(x, name), ulps=0)
        same_outcome(lambda: mine.mT, lambda: x.mT)

    @pytest.mark.parametrize("shape", SHAPES)
    def test_strides_of_new_arrays(self, shape):
        if 0 not in shape:
            assert xp.zeros(shape).strides == np.zeros(shape).strides

    def test_shape_holds_ints_that_hash(self):
        x = xp.ones((2, 3))
        assert {x.shape: 1}[2, 3] == 1
        assert all(type(s) is int for s in x.shape)

    def test_device_and_tensor(self):
        t = torch.ones(2)
        x = xp.asarray(t)
        assert x.tensor is t
        assert x.device == t.device
        with pytest.raises(AttributeError):
            x.tensor = t
        with pytest.raises(AttributeError):
            x.device = "cpu"
        with pytest.raises(AttributeError):
            x.nonsense = 1

    def test_real_and_imag_are_written_through(self):
        for module in (np, xp):
            x = module.asarray([1 + 2j, 3 - 1j])
            x.real = 5
            x.imag[0] = 7
            assert x.tolist() == [5 + 7j, 5 - 1j]
            with pytest.raises(TypeError):
                module.ones(2).imag = 1

    @pytest.mark.parametrize("dtype", DTYPES)
    def test_the_real_part_of_a_real_array_is_the_array(self, dtype):
        for module in (np, xp):
            x = module.ones((2, 3), dtype=dtype)
            is_complex = x.dtype.kind == "c"
            for y in (x, x[::-1], x[0]):
                assert (y.real is y) is (module.real(y) is y) is not is_complex

    def test_is_no_tensor(self):
        assert not isinstance(xp.ones(1), torch.Tensor)
        assert xp.ones(1).__array_namespace__() is xp
        assert xp.ones(1).__array_namespace__(api_version="2025.12") is xp
        with pytest.raises(ValueError, match="version"):
            xp.ones(1).__array_namespace__(api_version="1999.01")


class TestConversions:
    @pytest.mark.numpy_before
    @cases("dtype", DTYPES)
    @pytest.mark.parametrize("convert", CONVERSIONS)
    @cases("shape", [(), (1,), (2,), (0,), (1, 1)])
    def test_of_every_shape_are_numpys(self, dtype, convert, shape):
        x = np.ones(shape, dtype)
        its = x if shape else x[()]
        mine = xp.asarray(x)
        if not shape and convert in (int, float, math.floor) and x.dtype.kind == "c":
            with pytest.raises(TypeError):
                convert(mine)  # NumPy warns that it discards the imaginary part
            return
        if shape and convert in (int, float, complex) and x.size == 1:
            with pytest.raises(TypeError):
                convert(mine)  # NumPy deprecates it
            return
        try:
            expected = convert(its)
        except (TypeError, ValueError) as error:
            with pytest.raises(type(error)):
                convert(mine)
            return
        got = convert(mine)
        if convert in (iter, list):
            assert [np.asarray(v).tolist() for v in got] == [v.tolist() for v in expected]
        else:
            assert got == expected
            assert type(got) is type(expected) or convert in (round, math.floor)

    @pytest.mark.parametrize("dtype", DTYPES)
    @given(data=st.data())
    def test_item_and_tolist(self, dtype, data):
        x = data.draw(arrays(dtype))
        mine = xp.asarray(x)
        assert repr(mine.tolist()) == repr(x.tolist())
        for args in ((), (0,), (-1,), (7,), (0, 0), ((0, 0),), ((0,) * x.ndim,)):
            for act in (lambda a, args=args: a.item(*args),):
                theirs = _answer(act, x)
                mine_ = _answer(act, mine)
                assert repr(mine_) == repr(theirs), args

    def test_index_is_for_integers(self):
        assert [1, 2, 3][xp.asarray(1)] == 2
        for bad in (xp.asarray(1.0), xp.asarray(True), xp.asarray([1]), xp.asarray(1j)):
            with pytest.raises(TypeError):
                operator.index(bad)

    @pytest.mark.parametrize("dtype", [*INTEGERS, *FLOATS])
    @cases("spec", ["", ".2f", "d", "08.3f", "e", ">10", "x", "nonsense"])
    def test_format_of_0d(self, dtype, spec):
        x = np.asarray(5, dtype)[()]
        assert _answer(lambda a: format(a, spec), xp.asarray(np.asarray(x))) == _answer(lambda a: format(a, spec), x)

    @pytest.mark.parametrize("spec", ["", ".2f", ">10"])
    def test_format_of_arrays(self, spec):
        x = np.asarray([1.5, 2.0])
        assert _answer(lambda a: format(a, spec), xp.asarray(x)) == _answer(lambda a: format(a, spec), x)

    @pytest.mark.parametrize("x", [xp.ones(3), xp.ones(()), xp.ones(3)[0]])
    def test_a_format_is_a_string(self, x):
        for spec in (5, None, torch.ones(3)):
            with pytest.raises(TypeError, match=r"argument (2 )?must be str, not "):
                x.__format__(spec)

    def test_format_of_an_array_that_dynamo_has_not_completed(self):
        with pytest.raises(RuntimeError, match="cannot format an array that the compiled function made"):
            format(object.__new__(xp.ndarray), "")

    def test_float_of_extremes(self):
        for value in (2**64 - 1, 2**63, -(2**63)):
            x = np.asarray(value)
            assert int(xp.asarray(x)) == value
            assert float(xp.asarray(x)) == float(x)
            assert hash(xp.asarray(x)) == hash(x[()])
        assert math.isnan(float(xp.asarray(xp.nan)))

    def test_equal_hashes_for_equal_values(self):
        for value in (1, 1.0, True, 1 + 0j, 2.5, -0.0):
            assert hash(xp.asarray(value)) == hash(value)


def _answer(act, x):
    """What a call answers, or the kind of its error."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return act(x)
    except (TypeError, ValueError, IndexError, OverflowError) as error:
        return next(k for k in (IndexError, OverflowError, TypeError, ValueError) if isinstance(error, k))


class TestPrinting:
    @pytest.mark.cpu_only
    def test_bfloat16_says_so(self):
        assert repr(xp.asarray([1.5, 2.0], dtype=xp.bfloat16)) == "array([1.5, 2. ], dtype=bfloat16)"
        assert str(xp.asarray(1.5, dtype=xp.bfloat16)) == "1.5"

    def test_another_device_is_shown(self):
        assert "meta" in repr(xp.ones(3, device="meta"))
        assert "meta" in str(xp.ones(3, device="meta"))

    @pytest.mark.cpu_only
    def test_a_graph_is_named_as_torch_names_it(self):
        assert (
            repr(xp.asarray(torch.ones(2, requires_grad=True))) == "array([1., 1.], dtype=float32, requires_grad=True)"
        )

    @pytest.mark.cpu_only
    def test_a_subclass_has_its_name(self):
        assert repr(xp.ones(2).view(Sub)) == repr(np.ones(2).view(NumpySub)).replace("NumpySub", "Sub")


class Sub(xp.ndarray):
    """A subclass that carries an attribute."""

    def __array_finalize__(self, obj):
        self.note = getattr(obj, "note", None)


class Stated(Sub):
    """A subclass that adds to the state, as it is written for NumPy."""

    def __reduce__(self):
        make, arguments, state = super().__reduce__()
        return make, arguments, (*state, "stated")

    def __setstate__(self, state):
        super().__setstate__(state[:-1])
        self.note = state[-1]


class NumpySub(np.ndarray):
    """The same of NumPy's."""

    def __array_finalize__(self, obj):
        self.note = getattr(obj, "note", None)


class TestCopies:
    @pytest.mark.parametrize("dtype", ALL_DTYPES)
    @cases("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))
    def test_pickling(self, dtype, protocol):
        for shape in SHAPES:
            x = xp.ones(shape, dtype=dtype)
            y = pickle.loads(pickle.dumps(x, protocol))
            assert (y.dtype, y.shape, y.tolist()) == (x.dtype, x.shape, x.tolist())

    def test_pickling_of_a_subclass_and_of_views(self):
        x = xp.ones(3).view(Sub)
        x.note = "kept"
        y = pickle.loads(pickle.dumps(x))
        assert (type(y), y.note, y.tolist()) == (Sub, "kept", [1, 1, 1])
        assert pickle.loads(pickle.dumps(x[::-1])).note == "kept"
        again = pickle.loads(pickle.dumps(Stated((2,))))
        assert (type(again), again.note) == (Stated, "stated")
        view = xp.arange(10)[::3]
        assert pickle.loads(pickle.dumps(view)).tolist() == [0, 3, 6, 9]

    def test_a_view_is_pickled_without_the_rest_of_its_memory(self):
        whole = xp.zeros(10_000)
        for x in (whole[:3], whole[:9].reshape(3, 3).T, xp.zeros(10_000, dtype=xp.bfloat16)[::5000]):
            y = pickle.loads(pickle.dumps(x))
            assert len(pickle.dumps(x)) < 1000
            assert (y.dtype, y.shape, y.tolist()) == (x.dtype, x.shape, x.tolist())

    @pytest.mark.cpu_only
    @pytest.mark.parametrize("dtype", ALL_DTYPES)
    def test_memory_goes_beside_a_pickle_as_numpys_does(self, dtype):
        for x in (xp.ones(4, dtype=dtype), xp.ones((2, 3), dtype=dtype, order="F")):
            beside = []
            text = pickle.dumps(x, 5, buffer_callback=beside.append)
            assert len(beside) == 1
            assert xp.shares_memory(pickle.loads(text, buffers=beside), x)
            y = pickle.loads(text, buffers=[bytes(b.raw()) for b in beside])
            y[...] = 0
            assert x.all()

    def test_a_gradient_is_wanted_of_what_is_unpickled(self):
        x = xp.asarray(torch.ones(3, requires_grad=True))
        assert pickle.loads(pickle.dumps(x)).tensor.requires_grad

    def test_torch_saves_and_loads_the_tensor(self):
        file = io.BytesIO()
        torch.save(xp.arange(3).tensor, file)
        file.seek(0)
        assert xp.asarray(torch.load(file)).tolist() == [0, 1, 2]

    @pytest.mark.parametrize("make", [copy.copy, copy.deepcopy, lambda x: x.copy(), xp.copy, lambda x: x.copy("F")])
    def test_copies_are_new_memory(self, make):
        x = xp.reshape(xp.arange(6), (2, 3))
        y = make(x)
        y[0, 0] = 9
        assert x[0, 0] == 0
        assert y.tolist() == [[9, 1, 2], [3, 4, 5]]

    def test_deepcopy_of_a_container_keeps_identity(self):
        x = xp.ones(2)
        a, b = copy.deepcopy([x, x])
        assert a is b
        assert a is not x

    @pytest.mark.parametrize("order", ["C", "F", "A", "K"])
    def test_layouts_of_copies(self, order):
        for layout in ("C", "F"):
            x = np.asarray(np.arange(6.0).reshape(2, 3), order=layout)
            assert xp.asarray(x).copy(order).strides == x.copy(order).strides


class TestSubclasses:
    def test_construction(self):
        x = Sub((2, 3), dtype=xp.int16)
        assert (type(x), x.shape, x.dtype, x.note) == (Sub, (2, 3), xp.int16, None)
        with pytest.raises(TypeError):
            xp.ndarray((2,), dtype="nonsense")

    @pytest.mark.cpu_only
    def test_of_a_buffer(self):
        memory = bytearray(np.arange(6, dtype=np.int32).tobytes())
        x, mine = np.ndarray((2, 2), np.int32, memory, 4), xp.ndarray((2, 2), xp.int32, memory, 4)
        same(mine, x, ulps=0)
        mine[0, 0] = 77
        assert x[0, 0] == 77
        whole = xp.zeros((2, 2))
        part = xp.ndarray((2,), float, whole, 8)
        part[...] = 5
        assert whole.tolist() == [[0, 5], [5, 0]]
        assert xp.ndarray(3, xp.int32, memory, 12, -4).tolist() == np.ndarray(3, np.int32, memory, 12, -4).tolist()


class TestMethods:
    def test_reshape_and_transpose_take_their_arguments_in_every_form(self):
        x = np.arange(6)
        for act in (
            lambda a: a.reshape(2, 3), lambda a: a.reshape((2, 3)), lambda a: a.reshape([2, -1]),
            lambda a: a.reshape(-1),
            lambda a: a.reshape(2, 3).transpose(), lambda a: a.reshape(2, 3).transpose((1, 0)),
            lambda a: a.reshape(2, 3).transpose(None), lambda a: a.reshape(1, 2, 3).transpose(2, 0, 1),
            lambda a: a.reshape(()), lambda a: a.reshape(4), lambda a: a.reshape(2, 3).transpose(0, 0),
            lambda a: a.reshape(2, 3, order="F"),
        ):  # fmt: skip
            same_outcome(lambda act=act: act(xp.asarray(x)), lambda act=act: act(x))

    @pytest.mark.parametrize("source", ALL_DTYPES[:-1])
    def test_view_as_other_dtypes(self, source):
        x = np.ones((2, 8), source)
        for target in DTYPES:
            if "bool" in (source, target) and source != target:
                continue  # any byte but 0 and 1 is no bool of torch's
            same_outcome(lambda: xp.asarray(x).view(target), lambda: x.view(target))


@pytest.mark.parametrize("cut", [lambda x: x[0, 1:9], lambda x: x[:, :8], lambda x: x[:1, 1:9]])
def test_views_between_multiples_of_the_size_are_refused(cut):
    with pytest.raises(ValueError, match="aligned to their size"):
        cut(xp.zeros((2, 12), dtype="uint8")).view("float64")


def test_truth_of_uint64_beyond_int64():
    assert bool(xp.asarray(2**64 - 2, dtype=xp.uint64))


def test_conj_of_real_arrays_is_the_array_itself():
    for dtype in ("bool", "int8", "float16"):
        x = xp.asarray([1], dtype=dtype)
        assert x.conj() is x
        assert x.conjugate() is x
    assert xp.asarray([1j]).conj().tolist() == [-1j]


def test_contains_what_does_not_compare():
    assert slice(None) not in xp.asarray([0])


def test_views_of_arrays_without_elements_and_of_one_element_in_steps():
    assert xp.zeros(0, dtype=xp.uint64).view(xp.uint32).shape == (0,)
    x = xp.asarray([[1.0, 2.0]])[..., ::2]
    assert x.view("int32").tolist() == np.asarray([[1.0]]).view("int32").tolist()


@pytest.mark.compiled
def test_views_as_dtypes_of_another_size_in_one_graph():
    def f(x):
        y = x.view("int32") * 2
        x[:, 1:] = 2
        return y.view("int64"), x

    a = np.arange(-12, 12).reshape(4, 6)
    expected = f(a.copy())
    for found, array in zip(xp.compile(f, fullgraph=True)(xp.asarray(a)), expected, strict=True):
        np.testing.assert_array_equal(found, array)


@pytest.mark.parametrize("dtype", ["int64", "float64", "int32"])
def test_view_takes_none_as_the_default_dtype_and_not_as_a_class(dtype):
    x = np.arange(4).astype(dtype)
    for act in (
        lambda a: a.view(), lambda a: a.view(None), lambda a: a.view(dtype=None), lambda a: a[:3].view(None),
        lambda a: a.view(type=None), lambda a: a.view("int64", None), lambda a: a.view(type=int),
        lambda a: a.view(type(a), None), lambda a: a.view(type(a), type(a)), lambda a: a.view("int8", type(a)),
    ):  # fmt: skip
        same_outcome(lambda act=act: act(xp.asarray(x)), lambda act=act: act(x))


def test_a_view_of_wider_elements_asks_for_no_strides_of_axes_of_one_element():
    a = np.arange(2, dtype="float32").reshape(2, 1)
    same_bytes = xp.asarray(a).T.view(xp.uint64)
    assert same_bytes.shape == a.T.view("uint64").shape == (1, 1)
    assert same_bytes[0, 0] == a.T.view("uint64")[0, 0]
    for x in (xp.broadcast_to(xp.asarray(1.0), (2,)), xp.zeros((2, 2))[:, 0]):
        with pytest.raises(ValueError, match="must be contiguous"):
            x.view(xp.int32)


@pytest.mark.parametrize("shape", [(), (1,), (1, 1), (2,)])
def test_item_at_no_index(shape):
    a = np.zeros(shape)
    if a.size == 1:
        assert xp.asarray(a).item(()) == a.item(()) == 0
        return
    for x in (a, xp.asarray(a)):
        with pytest.raises(ValueError, match="array of size 1"):
            x.item(())


def test_conjugates_go_to_out():
    x, out = xp.asarray([1, 2]), xp.zeros(2, dtype=xp.int64)
    assert x.conj(None) is x
    assert x.conjugate(out) is out
    assert out.tolist() == [1, 2]
    with pytest.raises(TypeError, match="output must be an array"):
        x.conjugate(...)


@pytest.mark.parametrize("size", [3, 100])
def test_an_element_is_read_when_it_is_asked_for(size):
    for module in (np, xp):
        x = module.zeros(size)
        for i, element in enumerate(x):
            assert element == i
            x[...] = x + 1.0


@pytest.mark.parametrize("size", [3, 100])
def test_an_array_may_enter_a_graph_while_its_elements_are_read(size):
    x, weight = xp.ones(size), xp.asarray(torch.ones((), dtype=torch.float64, requires_grad=True))
    elements = iter(x)
    assert not next(elements).tensor.requires_grad
    x[1:] = weight * 2.0
    sum(elements).tensor.backward()
    assert weight.tensor.grad == 2 * (size - 1)


@calls("""
    m.asarray([0.5, 1, 2]).item(m.int64(1));
    m.asarray([0.5, 1, 2]).item(m.argmax(m.asarray([1, 3, 2])));
    m.arange(6.0).reshape(2, 3).item(*m.unravel_index(4, (2, 3)));
    m.arange(6.0).reshape(2, 3).item(m.asarray([1, 4])[1]);
    m.arange(6.0).reshape(2, 3).item((m.int64(1), m.int64(2)));
    m.arange(3.0).item(True);
    m.arange(3.0).item(m.asarray([1.0])[0])
""")
def test_indices_of_item(call):
    alike(call)
