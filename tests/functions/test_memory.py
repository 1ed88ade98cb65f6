"""How arrays lie in memory, beside NumPy."""

import ctypes
import hashlib
import operator
import sys
import types

import numpy as np
import pytest
import torch
from support.cases import cases
from support.oracle import DTYPES, alike, calls, ours, raises_alike, same, sample

import xp_torch as xp


def parts(x):
    """Views of an array that lie in every way to each other."""
    return [x, x[1:], x[:-1], x[::2], x[1::2], x.T, x[..., :2], x[..., 2:], x.reshape(-1), x.copy(), x[:0], x[0, 0]]


def test_sharing_is_decided_as_numpy_decides_it():
    x = np.arange(24).reshape(4, 6)
    mine, theirs = parts(ours(x)), parts(x)
    for i, a in enumerate(theirs[:-1]):
        for j, b in enumerate(theirs[:-1]):
            assert xp.shares_memory(mine[i], mine[j]) == np.shares_memory(a, b), (i, j)
            assert xp.may_share_memory(mine[i], mine[j]) == np.may_share_memory(a, b), (i, j)


def test_bounds_of_tensors_are_compared_without_numpys_arrays(monkeypatch):
    monkeypatch.setattr(np, "may_share_memory", None)
    x = xp.arange(6.0)
    assert xp.may_share_memory(x[::2], x[1::2])
    assert not xp.may_share_memory(x[:3], x[3:])


@pytest.mark.cpu_only
def test_sharing_between_worlds():
    x = np.zeros(4)
    mine = xp.asarray(x)
    assert xp.shares_memory(mine, x)
    assert xp.shares_memory(mine.tensor, x[1:])
    assert not xp.shares_memory(mine, [0.0])
    assert not xp.shares_memory(mine, xp.zeros(4, device="meta"))
    assert xp.shares_memory(mine, mine.tensor.requires_grad_(True))


def test_too_much_work_is_refused():
    x = xp.zeros((20, 20, 20, 20))
    with pytest.raises(xp.exceptions.TooHardError):
        xp.shares_memory(x[::3, ::5, ::7, ::2], x[1::2, ::3, 1::5, 1::7], 1)


def test_base_is_the_owner():
    x = xp.arange(6)
    assert x.base is None
    for view in (x[1:], x.reshape(2, 3), x.reshape(2, 3).T[1:], x[...]):
        assert view.base.shape == x.shape
        assert view.base.tensor.data_ptr() == x.tensor.data_ptr()
    assert x[[1, 2]].base is None
    assert x.copy().base is None
    kept = x[1:].base
    assert kept is x[:2].base is x[::-1].base
    kept.resize(5)
    assert x[1:].base is not kept
    assert x[1:].base.shape == x.shape
    assert x[1:].base.base is None


def test_base_of_a_view_in_another_dtype():
    x = xp.zeros(4, "i4")
    for view in (x.view("i2"), x.view("f4"), x.view("i2")[1:], x[1:].view("i2").view("u1"), x.getfield("i2")):
        assert view.base is x[1:].base
        assert not view.flags.owndata
    with pytest.raises(ValueError, match="does not own its data"):
        x.view("i2").resize(9)
    assert not xp.shares_memory(xp.require(x.view("i2"), requirements="O"), x)
    assert x.base is None is x.view("i2").copy().base
    assert not x[:0].view("i2").flags.owndata
    x._set_dtype("i2")
    assert x.base is None
    assert x.flags.owndata


def test_base_and_the_array_see_each_other():
    x = xp.zeros((2, 3))
    assert x[0, 1] == 0
    base = x[1:].base
    assert base[1, 1] == 0
    base.requires_grad_()
    assert x[1:].base is base
    assert x.requires_grad is x[:].requires_grad is (x[0, 0] * 2).requires_grad is True
    with pytest.raises(ValueError, match="leaf"):
        x[0, 0] = 5.0
    base.requires_grad_(False)
    x[0, 2] = 5.0
    assert base.tolist() == [[0, 0, 5], [0, 0, 0]]
    base.tensor.t_()
    assert (x.shape, x[2, 0], base[2, 0]) == ((3, 2), 5, 5)
    y = xp.ones(3).requires_grad_()
    xp.sum(y[1:].base * 2).backward()
    assert y.grad.tolist() == [2, 2, 2]


def test_base_of_an_array_that_starts_to_require_grad():
    x = xp.ones(3)
    base = x[1:].base
    x.requires_grad_()
    xp.sum(base * 2).backward()
    assert x.grad.tolist() == [2, 2, 2]


@pytest.mark.cpu_only(name=["c_contiguous", "carray", "contiguous", "f_contiguous", "farray", "forc", "fortran"])
@pytest.mark.parametrize("name", [n for n in dir(np.zeros(1).flags) if not n.startswith("_")])
def test_flags_are_numpys(name):
    x = np.zeros((3, 4, 2))
    for a in (x, x.T, x[0], x[:, 1], x[..., :1], x[:0], x[0, 0, 0, ...], np.zeros((1, 1)), np.zeros(3)[::2]):
        mine = xp.asarray(a)
        if name in ("owndata", "num"):
            mine = xp.zeros((3, 4, 2))
            assert getattr(mine.flags, name) == getattr(x.flags, name)
            assert getattr(mine[0].flags, name) == getattr(x[0].flags, name)
        else:
            assert getattr(mine.flags, name) == getattr(a.flags, name)


@pytest.mark.parametrize("key", ["C", "F", "O", "W", "A", "X", "B", "CA", "FA", "FNC", "FORC", "CONTIGUOUS", "FORTRAN"])
def test_flags_by_key(key):
    x = np.zeros((3, 4))
    mine = xp.zeros((3, 4))
    assert mine.flags[key] == x.flags[key]
    assert repr(mine.flags) == repr(x.flags)
    assert mine.flags == xp.zeros((2, 2)).flags
    assert mine.flags != mine[1:].flags


@pytest.mark.parametrize(
    "text",
    [f"m.zeros(3).flags[{key!r}]" for key in ("Q", "c_contiguous", 1)]
    + [f'delattr(m.zeros(3).flags, "{name}")' for name in ("c_contiguous", "f_contiguous", "owndata", "num", "forc")]
    + [f'setattr(m.zeros(3).flags, "{name}", True)' for name in ("c_contiguous", "owndata", "num", "forc")]
    + ["m.zeros(3).setflags(uic=True)", 'm.zeros(3).resize(3, refcheck="no")', "m.ndarray((2,), strides=())"]
    + [f"m.ndarray((2, 3), 'f4', strides={steps})" for steps in ((20, 4), (12, -4), (-12, 4), (4,), (16, 4))]
    + ["m.ndarray((2, 3), 'f4', strides=(12, 4), order='!')"]
    + [f"m.ndarray((2, 3), order={order!r})" for order in ("!", "", 3)]
    + ["operator.delitem(m.zeros(3), 0)"],
)
def test_what_numpy_refuses(text):
    raises_alike(lambda m: eval(text, {"m": m, "operator": operator}))


@pytest.mark.cpu_only(text="m.argsort(a, axis=0)", order="F")
@pytest.mark.parametrize("order", ["C", "F"])
@cases(
    "text",
    [f"m.linalg.{call}" for call in ("inv(a)", "solve(a, a)", "cholesky(a)", "eigh(a)[1]", "svd(a[..., :2])[0]")]
    + [f"m.linalg.{call}" for call in ("svd(a)[2]", "qr(a)[0]", "matrix_power(a, -2)", "tensorinv(a, 1).T")]
    + [f"m.fft.{name}({part}a, axis=0)" for name in ("fft", "irfft", "rfft", "ihfft") for part in ("", "0.5 * ")]
    + [f"m.fft.{name}(a)" for name in ("fft", "rfft2", "rfftn", "ifftn", "irfft2", "fftshift")]
    + [f"m.{name}([a, a])" for name in ("concatenate", "stack", "vstack", "hstack", "dstack", "block")]
    + ["m.stack([a, a], axis=-1)", "m.concatenate([a, a.T])", "m.append(a, a, axis=1)", "m.roll(a, 1, axis=0)"]
    + [f"m.{name}(a, axis=0)" for name in ("cumsum", "cumprod", "maximum.accumulate", "sort", "argsort")]
    + ["m.sort(a + 1j, axis=0)", "m.insert(a, 1, 5, axis=0)", "m.delete(a, 1, axis=0)"]
    + ["m.kron(a, a)", "m.interp(a, [0, 1], [0, 1])", "m.select([a > 2], [a])", "m.choose(a > 2, [a, a])"]
    + ["m.percentile(a, [10, 20], axis=0)"],
)
def test_results_are_laid_out_as_numpys(text, order):
    # so that `ravel` and `reshape` return views where NumPy's do, to which programs write
    matrix = np.asarray([[4.0, 1.0, 0.5], [1.0, 3.0, 0.25], [0.5, 0.25, 2.0]], order=order)
    got, expected = (eval(text, {"m": m, "a": m.asarray(matrix)}) for m in (xp, np))
    assert got.strides == expected.strides
    assert xp.shares_memory(got.ravel(), got) == np.shares_memory(expected.ravel(), expected)


def test_elements_that_share_memory_are_not_writeable():
    for m in (np, xp):
        assert not m.broadcast_to(m.zeros(1), (2, 2)).flags.writeable
        assert m.broadcast_to(m.zeros(1), (1, 1)).flags.writeable is (m is xp)
        windows = m.lib.stride_tricks.sliding_window_view(m.zeros((4, 4)), 2, 0)
        assert not windows.flags.writeable
        assert windows[0].flags.writeable is (m is xp)
        assert m.require(windows, requirements="W").flags.writeable
        with pytest.raises(ValueError, match="read-only"):
            m.broadcast_to(m.zeros(1), 2)[:] = 1


def test_memory_stays_writeable():
    x = xp.zeros(3)
    x.flags.writeable = True
    x.setflags(write=True, align=True, uic=False)
    x.setflags(write=False, align=False)
    x.setflags(0, 0, 0)
    x.flags.writeable = False
    x.flags["A"] = False
    with pytest.raises(KeyError):
        x.flags["C"] = True
    assert x.flags.writeable
    assert x.flags.aligned
    x[0] = 1
    same(x, np.asarray([1.0, 0, 0]))


@pytest.mark.parametrize("dtype", DTYPES)
def test_byteswap(dtype):
    x = sample(dtype)
    for a in (x, x.T, x[0, 0, 0, ...], x[:, :0]):
        if dtype != "bool":
            assert xp.asarray(a.copy()).byteswap().tobytes() == a.byteswap().tobytes()
    mine = ours(x)
    assert mine.byteswap(True) is mine
    assert mine.tobytes() == x.byteswap().tobytes()
    for wide in (np.broadcast_to(x[:1], x.shape), xp.broadcast_to(ours(x[:1]), x.shape)):
        with pytest.raises(ValueError, match="read-only"):
            wide.byteswap(True)


@pytest.mark.parametrize("shape", [(2, 2), 5, (7,), (), 0, (3, 0), (2, 3), (1, 2)])
def test_resize_changes_the_array_itself(shape):
    for order in "CF":
        x = np.array([[1.0, 2, 3], [4, 5, 6]], order=order)
        mine = xp.asarray(x.copy(order))
        x.resize(shape, refcheck=False)
        assert mine.resize(shape) is None
        same(mine, x)


def test_resize_forms_and_refusals():
    x = xp.arange(6)
    x.resize()
    x.resize(None)
    assert x.shape == (6,)
    x.resize(2, 2)
    same(x, np.asarray([[0, 1], [2, 3]]))
    x.resize((3, 3), refcheck=True)
    x.resize(4)
    same(x, np.asarray([0, 1, 2, 3]))
    with pytest.raises(ValueError, match="own"):
        x[1:].resize(5)
    with pytest.raises(ValueError, match="single-segment"):
        xp.zeros((4, 4))[::2, ::2].resize(2)
    with pytest.raises(ValueError, match="negative"):
        x.resize(-1)


def test_fields():
    x = np.asarray([[1 + 2j, 3 - 4j]])
    mine = ours(x)
    same(mine.getfield("f8", 8), x.getfield("f8", 8))
    same(mine.getfield(xp.float32, offset=4), x.getfield("f4", offset=4))
    assert xp.shares_memory(mine.getfield("f8"), mine)
    mine.setfield([7, 8], "f8", 8)
    x.setfield([7, 8], "f8", 8)
    same(mine, x)
    for offset in (-1, 9, 16):
        for a in (x, mine):
            with pytest.raises(ValueError, match="offset"):
                a.getfield("f8", offset)
    with pytest.raises(ValueError, match="multiple"):
        mine.getfield("f8", 4)


@calls("""
    bytes(a); bytes(a.T); bytes(a[::2]); bytes(a[0]); bytes(a[0, 0]); bytes(m.array(3)); bytes(m.array([5])[0]);
    bytes(m.array(3.0)); bytes(m.array(True)); bytes(m.array([])); bytes(m.array([1.5, 2j])); bytes(m.array(-1))
""")
def test_bytes_are_the_memory(call):
    alike(lambda m: call(m, m.arange(6, dtype="i2").reshape(3, 2)))


@pytest.mark.cpu_only
def test_memory_for_others():
    x = xp.asarray([[1.0, 2.0], [3.0, 4.0]])
    assert x.data.tolist() == [[1.0, 2.0], [3.0, 4.0]]
    x.data[0, 0] = 9.0
    assert float(x[0, 0]) == 9
    assert x.ctypes.data_as(ctypes.POINTER(ctypes.c_double))[3] == 4
    for view in (x, x[0], x.T, x[:, ::-1], x[0, 0]):
        a = np.asarray(view)
        assert view.__array_interface__ == {**a.__array_interface__, "strides": a.strides}
        assert view.__buffer__(0).obj.strides == a.strides
        read = np.asarray(types.SimpleNamespace(__array_struct__=view.__array_struct__))
        assert (read.shape, read.strides, read.ctypes.data) == (a.shape, a.strides, a.ctypes.data)
    assert np.shares_memory(np.asarray(x), np.asarray(x))
    for name in ("__array_interface__", "__array_struct__"):
        assert not hasattr(xp.zeros(2, dtype=xp.bfloat16), name)
    assert np.asarray(xp.ones(2, dtype=xp.bfloat16)).tolist() == [1, 1]
    assert sys.getsizeof(xp.zeros(1000)) - sys.getsizeof(xp.zeros(0)) == 8000
    assert sys.getsizeof(xp.zeros((10, 1, 1))) > sys.getsizeof(xp.zeros(10))


@pytest.mark.cpu_only
@pytest.mark.parametrize("device", ["meta", "cpu"])
@pytest.mark.parametrize(
    "name", ["__array__", "__array_interface__", "__array_struct__", "__arrow_array__", "__arrow_c_array__", "data"]
)
def test_memory_is_not_copied_from_a_device_nor_without_gradients(device, name):
    x = xp.asarray(torch.ones(2, device=device, requires_grad=device == "cpu"))
    with pytest.raises(TypeError, match=r"requires grad|on meta"):
        getattr(x, name)()
    with pytest.raises(TypeError, match=r"requires grad|on meta"):
        x.__buffer__(0)


@pytest.mark.cpu_only
def test_a_view_as_void_is_numpys():
    x = xp.asarray([[1.0, 0.0], [1.0, -0.0]])
    raw = x.view("V16")
    np.testing.assert_array_equal(raw, np.asarray(x).view("V16"))
    assert len(np.unique(raw)) == 2
    assert np.shares_memory(raw, np.asarray(x))
    assert x.view([("a", "f8"), ("b", "f8")])["b"].shape == (2, 1)
    with pytest.raises(TypeError, match="on meta"):
        xp.ones(2, device="meta").view("V8")
    for bad in (object, "no dtype"):
        with pytest.raises(TypeError):
            x.view(bad)


@pytest.mark.cpu_only
def test_a_view_as_a_class_of_numpys_is_numpys():
    x = xp.ones((2, 2))
    for act in (
        lambda a: a.view(np.matrix), lambda a: a.view(type=np.ma.MaskedArray), lambda a: a.view("i8", np.matrix),
        lambda a: a.view(np.recarray), lambda a: a.view([("a", "f8")], np.recarray),
    ):  # fmt: skip
        view, expected = act(x), act(np.ones((2, 2)))
        assert type(view) is type(expected)
        np.testing.assert_array_equal(np.asarray(view), np.asarray(expected), strict=True)
        assert np.shares_memory(view, np.asarray(x))
    with pytest.raises(TypeError, match="on meta"):
        xp.ones(2, device="meta").view(np.matrix)


@pytest.mark.cpu_only
def test_arrow_needs_pyarrow(monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(ImportError, match=r"pass numpy\.asarray"):
        xp.ones(2).__arrow_c_array__()


@pytest.mark.cpu_only
@pytest.mark.skipif(sys.version_info < (3, 12), reason="classes have no buffer protocol before Python 3.12")
def test_the_buffer_protocol_shares_memory():
    x = xp.zeros((2, 3))
    memoryview(x)[1, 2] = 3.0
    assert x[1, 2] == 3
    assert bytearray(x) == x.tobytes()
    with pytest.raises(BufferError, match="contiguous"):
        hashlib.sha256(x.T)


def test_numpys_functions_wrap_what_they_return():
    x = xp.asarray([[2.0, 0.0], [0.0, 4.0]])
    found = np.linalg.inv(x)
    same(found, np.asarray([[0.5, 0], [0, 0.25]]))

    class Own(xp.ndarray):
        pass

    assert type(x.view(Own).__array_wrap__(np.zeros(2))) is Own


def test_shape_and_dtype_are_set_in_place():
    x = xp.arange(6)
    view = x[:]
    with pytest.warns(DeprecationWarning, match=r"(?s)Setting the shape .*np\.reshape") as caught:
        x.shape = 2, 3
    assert [w.filename for w in caught] == [__file__]
    same(x, np.arange(6).reshape(2, 3))
    x._set_shape(-1)
    x[0] = 9
    assert int(view[0]) == 9
    with pytest.warns(DeprecationWarning, match=r"(?s)Setting the dtype .*x\.view\(new_dtype\)") as caught:
        x.dtype = xp.float64
    assert [w.filename for w in caught] == [__file__]
    same(x, np.asarray([9, 1, 2, 3, 4, 5]).view(float))
    assert view.dtype is xp.int64
    one = xp.asarray([1.0])
    one._set_shape(())
    assert one.shape == ()
    with pytest.raises(ValueError, match="cannot reshape"):
        x._set_shape(4)
    turned = xp.zeros((2, 3)).T
    with pytest.raises(AttributeError, match="in-place"):
        turned._set_shape(6)
    with pytest.raises(AttributeError):
        x.ndim = 3


def test_traced_arrays_say_that_they_have_no_address():
    def function(t):
        with pytest.raises(RuntimeError):
            xp.shares_memory(t, t)
        return t

    torch.vmap(function)(torch.zeros(2, 2))


def test_byteswap_of_as_many_dimensions_as_there_may_be():
    for dtype in ("int16", "complex64"):
        alike(lambda m, dtype=dtype: m.ones((1,) * 64, dtype=dtype).byteswap())
        alike(lambda m, dtype=dtype: m.ones((2, 3), dtype=dtype).T.byteswap())
