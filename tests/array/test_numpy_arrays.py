"""Arrays of text, objects, dates, records and long doubles are NumPy's: its answers to the same expressions."""

import datetime as dt
import io
from collections import deque
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
import torch
from support.cases import cases

import xp_torch as xp


class Items:
    """An object with a length and items that is no `Sequence`, and one value that NumPy's functions call."""

    def __init__(self, items):
        self.items = items

    def __len__(self):
        return len(self.items)

    def __getitem__(self, index):
        return self.items[index]

    def cos(self):
        return Fraction(self.items)


KNOWN = {
    "letters": Items(["b", "a"]), "each": Items([Items(1), Items(2)]), "value": Items(3),
    "names": np.array(["b", "a", "c"]),
    "objects": np.array([Decimal(1), Decimal(2)]),
    "dates": np.array(["2020-01-01", "2021-03-01"], dtype="M8[D]"),
    "wide": np.array([1, 2], dtype=np.longdouble),
    "records": np.array([("a", 1.5), ("b", 2.5)], dtype=[("name", "U1"), ("value", "f8")]),
    "masked": np.ma.masked_array([1.0, 2.0], mask=[True, False]),
    "date": dt.date(2020, 1, 1), "Decimal": Decimal, "Fraction": Fraction, "deque": deque, "Items": Items,
    "np": np, "io": io,
}  # fmt: skip

CREATION = """
m.array(["S"] * 3); m.array([["a", None]]).T; m.array(list("abc")); m.asarray(None); m.asarray([Decimal(1)])
m.asarray([2**100]); m.array([1, "a"]); m.array([[1, 2], [3]], dtype=object); m.zeros(2, dtype=object)
m.zeros(2, dtype="U3"); m.ones(2, dtype=object); m.empty(2, dtype=object); m.full(2, "a"); m.full(2, None)
m.full((2,), np.datetime64("2020-01-01")); m.full(2, Fraction(1, 2)); m.arange("2020-01", "2020-03", dtype="M8[M]")
m.arange(np.datetime64("2020-01"), np.datetime64("2020-03")); m.arange(3, dtype=object); m.zeros_like(names)
m.full_like(x, None, dtype=object); m.empty_like(x, dtype=object); m.ones_like(x, dtype=np.longdouble)
m.zeros_like(x, dtype="M8[D]"); m.eye(2, dtype=object); m.tri(2, dtype=object); m.linspace(0, 1, 3, dtype=object)
m.fromiter(["a", "b"], dtype="U1"); m.loadtxt(["a b"], dtype=str); m.asarray(m.asarray([1, 2]), dtype=object)
m.genfromtxt(["a,1", "b,2"], dtype=None, delimiter=",", names=["n", "v"], encoding="utf-8")
m.array("2020-01-01", dtype="datetime64"); m.asarray([np.timedelta64(1, "s")]); m.array(names, copy=True)
m.array([date]); m.asanyarray(masked); m.ascontiguousarray(names); m.asfortranarray(names[None])
m.array(names, ndmin=2); m.require(names); m.copy(names); m.array([x[0], "a"]);
m.identity(2, dtype=object); m.asarray(Fraction(1, 2))
m.frombuffer(b"abcd", dtype="S2"); m.array([True, "a"]); m.array(b"ab"); m.asarray({1: 2}); m.asarray(2**64)
m.array(["1.5", "2"], dtype=float); m.array([x, m.ones(3)], dtype=object).shape; m.empty((2, 0), dtype="U2")
m.full(2, names[:1]); m.full((2, 3), names); m.full(2, dates); m.full(2, np.asarray(None)); m.full(2, ["a", None])
m.empty((1, 1), dtype=m.ndarray); m.array([1, 2], dtype=np.ndarray)
"""
DTYPES = """
m.dtype("U3"); m.dtype([("a", "f8")]); m.dtype("datetime64[s]"); m.dtype(object); m.dtype(np.longdouble)
m.issubdtype(names.dtype, m.str_); m.issubdtype(names.dtype, m.character); m.issubdtype(dates.dtype, m.number)
m.issubdtype(m.dtype("m8[s]"), m.signedinteger); m.issubdtype(objects.dtype, m.object_); m.issubdtype(x.dtype, m.str_)
m.issubdtype(wide.dtype, m.floating); m.issubdtype(m.longdouble, m.inexact); m.issubdtype(m.void, m.flexible)
m.result_type(wide, m.float32); m.result_type(names, "U7"); m.result_type(m.dtype("m8[s]"), m.int64)
m.can_cast("i4", "U20"); m.can_cast(m.int32, object); m.can_cast(m.dtype("M8[s]"), "M8[ms]")
m.promote_types("i4", "U20"); m.promote_types(m.float64, np.longdouble); m.isdtype(names.dtype, "numeric")
m.isdtype(m.dtype(object), m.float64); m.finfo(np.longdouble).nmant; m.min_scalar_type(names); m.min_scalar_type(2**64)
m.astype(x, object); x.astype(str); x.astype(object); x.astype(np.longdouble); x.astype("M8[D]"); x.astype("U3")
m.array([1, 0]).astype("S1"); m.array(1.5).astype(object); m.dtype("U3") == names.dtype;
x.dtype == "U3"; x.dtype == object; m.dtype(m.ndarray); m.issubdtype(m.ndarray, m.floating)
"""
COMPUTED = """
m.sum(x, dtype=object); m.prod(x, dtype=np.longdouble); m.mean(x, dtype=np.longdouble); m.std(x, dtype=np.longdouble)
m.var(x, dtype="g"); m.cumsum(x, dtype=object); m.cumprod(x, dtype=np.longdouble); m.cumulative_sum(x, dtype=object)
m.cumulative_prod(x, dtype="g"); m.nansum(x, dtype="g"); m.nanmean(x, dtype="g"); m.nanstd(x, dtype=np.longdouble)
m.nanvar(x, dtype="g"); m.nancumsum(x, dtype=object); m.nancumprod(x, dtype="g"); m.nanprod(x, dtype=object)
m.trace(m.eye(2), dtype=object); m.linalg.trace(m.eye(2), dtype=np.longdouble); m.cov(x, dtype=np.longdouble)
m.concatenate([x, x], dtype=object); m.stack([x, x], dtype=np.longdouble); m.hstack([x, x], dtype=object)
m.concatenate([x, x], dtype="S30", casting="unsafe"); m.vstack([x, x], dtype=object); m.einsum("i->", x, dtype="g")
m.einsum("i->", objects, dtype=object); m.indices((2,), dtype=object); m.fromfunction(lambda i: i, (2,), dtype=object)
m.add(x, 1, dtype=object); m.sin(x, dtype=np.longdouble); m.equal(2**200, 5, dtype=object); m.add(2**200, 1, dtype="O")
m.add.reduce(x, dtype=object); m.multiply.accumulate(x, dtype="g"); m.add.outer(x, x, dtype=object)
m.add.reduceat(x, [0, 1], dtype=object); x.sum(dtype=np.longdouble); x.mean(dtype="g"); x.cumsum(dtype=object)
m.pad(names, 1, constant_values="b"); m.pad(objects, 1, constant_values=None); x.view("M8[s]"); x.view("S8")
m.lib.stride_tricks.as_strided(objects, (2, 2), (0, 8)); m.poly1d(objects).c; m.poly1d(objects)(2)
(m.poly1d([Decimal("4.0"), Decimal("3.0")]) * Decimal("1.5")).c; m.poly1d(objects)[5]; m.poly1d(wide).deriv().c
(m.poly1d(objects) * m.poly1d([1, 2])).c; (m.poly1d(wide) + 1).c; m.poly1d([Decimal(0), Decimal(2)]).order
"""
FUNCTIONS = """
m.append("abc", []); m.append(x, "a"); m.hstack([(int,), (str, float)]); m.concatenate([(int,), (len,)]); m.tile("a", 2)
m.atleast_1d("abc", x); m.atleast_1d(None); m.atleast_2d(x, None); m.stack([None, None]); m.hstack([None, x]);
m.ravel({1: 2}); m.argmax("abc"); m.array_equal("a", "a"); m.isin("a", names); m.asarray_chkfinite(names);
m.size(names); m.take([int, str], 1); m.unique([b"b", b"a"]); m.reshape([int, str], (2, 1)); m.argwhere([int, None]);
m.broadcast_to(len, 2); m.where(x > 1, len, x); m.apply_along_axis(lambda a, key: key(a), 0, x, len);
m.piecewise(x, [x > 1], [lambda a: -a, 0.0]);
m.sort(letters); m.cos(each); m.cos(value); m.asarray(letters); m.sum(Items([1, 2]));
m.hstack(deque([[int], [], [str, None]])); m.sort(deque("ba")); m.sum(deque([1, 2]));
m.histogram(x, "auto"); m.result_type(float, "f4", m.float64); m.result_type("i4", np.int8)
m.argsort(names); m.sort(names); m.sort(["b", "a"]); m.unique(names, return_inverse=True); m.sum(objects)
m.mean(objects); m.concatenate([names, names]); m.concatenate([["a"], ["b"]]); m.where(names == "a", "x", "y")
m.where(x > 1, "x", "y"); m.where(x > 1, x, None); m.where(x > 1, names[:2], ""); m.diff(dates); m.sum(wide)
m.isin(names, ["a"]); m.searchsorted(["a", "c"], "b"); m.repeat(names, 2); m.repeat("a", 2); m.tile(names, 2)
m.reshape(names, (3, 1)); m.stack([names, names]); m.vstack([names, names]); m.hstack([names, ["z"]])
m.append(names, "q"); m.insert(names, 1, "q"); m.delete(names, 1); m.take(names, [0, 1]); names[m.asarray([0, 1])]
m.take(names, m.asarray([0, 1])); m.array_equal(names, names); m.all(names == "a"); m.any(objects); m.max(dates)
m.count_nonzero(objects); m.nonzero(objects); m.atleast_1d(names); m.ravel(names); m.squeeze(names[None])
m.shape(names); m.ndim(names); m.size(names); m.split(names, 3); m.array_split(names, 2); m.flip(names)
m.roll(names, 1); m.lexsort((names, [1, 2, 3])); m.select([names == "a"], [names], "z")
m.choose([0, 1, 0], [names, names]); m.meshgrid(names, names); m.broadcast_to(names, (2, 3)); m.dot(objects, objects)
m.linalg.norm([0.0, np.longdouble(3)]); m.maximum([1, Decimal(2)], 1); m.prod([Fraction(1, 2), 2, 3])
m.matmul(objects, objects); m.cumsum(objects); m.prod(objects); m.clip(objects, 1, 1); m.minimum(objects, Decimal(1))
m.apply_along_axis(len, 0, names); m.expand_dims(names, 0); m.transpose(names[None]); m.moveaxis(names[None], 0, 1)
m.swapaxes(names[None], 0, 1); m.compress([True, False, True], names); m.extract(names == "a", names)
m.setdiff1d(names, ["a"]); m.union1d(names, ["z"]); m.median(objects); m.outer(objects, objects); m.triu(objects[None])
m.einsum("i,i", objects, objects); m.trace(objects.reshape(1, 2)); m.diag(objects); m.isclose(wide, x)
m.allclose(wide, x); m.iscomplexobj(objects); m.isrealobj(names); m.array_repr(names); m.array2string(names)
m.sum(masked); m.mean(masked); m.sort(masked); m.broadcast_arrays(x, None); m.broadcast_arrays(names, m.ones((2, 3)))
m.argmax(objects); m.argmin(dates); m.partition(objects, 1); m.bincount(m.unique(names, return_inverse=True)[1])
m.full(2, "a") == "a"; list(m.ndenumerate(names)); m.rot90(names[None]); m.pad(names, 1); m.resize(names, 5)
m.trim_zeros(np.array([0, 1], object)); m.fliplr(names[None]); m.column_stack([names, names]); m.argwhere(objects)
m.mean(wide); m.std(wide); m.linalg.norm(x.astype(np.longdouble).astype(float)); m.isnan(dates); m.ptp(dates)
m.intersect1d(names, ["a"]); m.setxor1d(names, ["a"]); m.digitize([1.5], [1, 2]); m.nan_to_num(wide)
"""
UFUNCS = """
m.add(objects, 1); m.add.reduce(objects); m.subtract(dates, np.datetime64("2020-01-01")); m.add(["a"], ["b"])
m.sqrt(wide); m.sqrt(objects); m.equal(names, "a"); m.less(dates, np.datetime64("2021-01-01")); m.negative(objects)
m.add(x, wide); x + wide; wide + x; x == objects; x < objects; objects == x; x * np.timedelta64(1, "s")
np.timedelta64(1, "s") * x; m.array([1, 2]) * objects; objects - m.array([1, 2]); m.multiply.outer(objects, [1, 2])
m.add.accumulate(objects); m.maximum.reduce(dates); m.logical_and(objects, objects); m.floor_divide(objects, 1)
m.add(objects, 1, where=[True, False], out=objects.copy()); dates + m.array([1, 2]); x ** wide; divmod(x, wide)
dates[1] - dates[0]; (dates[1:] - dates[:-1]) / np.timedelta64(1, "D"); x + masked; masked * x; m.add(masked, x)
m.array([1, 2]) @ objects; objects @ m.array([1, 2]); m.isfinite(wide); m.absolute(objects); m.power(objects, 2)
m.equal(x, None); m.not_equal(None, x); m.equal(3, None); m.logical_and(x, None); m.where(m.equal(x, None), 1, 2)
m.equal(x[0], None); m.equal.outer(x, None); m.iscomplexobj(memoryview(np.ones((2, 2))));
m.sum(memoryview(np.ones((2, 2))))
m.not_equal(names, names[::-1]); names == m.array("a"); x != np.array([None, 1.0]); m.sign(objects)
"""
MODULES = """
m.char.upper(names); m.strings.add(names, "x"); m.rec.array([(1, 2.0)], dtype=[("a", int), ("b", float)]).a
m.ma.masked_array(x, mask=[True, False]).sum(); m.ma.masked_invalid(m.array([1.0, m.nan])); m.isnat(dates)
m.busday_count("2020-01-01", "2020-02-01"); m.datetime64("2020-01-01") - m.timedelta64(1, "D"); m.str_("a")
m.datetime_as_string(dates); m.datetime_data(dates.dtype); m.is_busday(dates); m.matrix([[1, 2]]) * m.matrix([[1], [2]])
m.lib.recfunctions.append_fields(records, "more", [1, 2], usemask=False); m.bytes_(b"a"); m.longdouble(1) + 1
m.void(b"ab"); m.recarray((2,), dtype=[("a", int)]).shape; m.clongdouble(1j).imag; m.object_("a")
m.lib.format.magic(1, 0); m.asmatrix([[1, 2]]); m.bmat([[m.eye(2), m.zeros((2, 2))]])
m.vectorize(lambda v: str(v), otypes=[object])(x); m.vectorize(lambda v: "a" * int(v))(x); m.vectorize(len)(names)
m.frompyfunc(lambda v: str(v), 1, 1)(x); m.frompyfunc(lambda a, b: a + b, 2, 1)(names, names)
m.vectorize(str.upper)(names); m.vectorize(lambda v: v, otypes=["U2"])(names); records["value"].sum(); records["name"]
m.sort(records, order="value")["name"]; [float(v) for v in m.nditer(x)]; m.nditer(x).itersize
m.emath.sqrt(-1); m.emath.log([-1, 1]); m.lib.scimath.power([-1.0, 2], 0.5); m.emath.arccos(2.0)
"""


def expressions(text):
    return [line.strip() for line in text.replace("\n", ";").split(";") if line.strip()]


def check(got, want):
    """Assert that `got` is what NumPy gave, in arrays of the package where torch has the dtype."""
    if isinstance(want, (tuple, list)):
        assert len(got) == len(want)
        for g, w in zip(got, want, strict=True):
            check(g, w)
        return
    if isinstance(got, xp.ndarray):
        assert got.dtype == want.dtype
        assert got.shape == want.shape
    elif isinstance(got, xp.dtype):
        assert got == want
        return
    else:
        assert type(got) is type(want)
        if isinstance(want, np.ndarray):
            assert got.dtype == want.dtype
            assert got.shape == want.shape
            assert not isinstance(got, np.generic)
    assert repr(np.asarray(got).tolist()) == repr(np.asarray(want).tolist())


@cases("text", expressions(CREATION + DTYPES + COMPUTED + FUNCTIONS + UFUNCS + MODULES))
@pytest.mark.filterwarnings("ignore::PendingDeprecationWarning", "ignore::DeprecationWarning")
@pytest.mark.filterwarnings("error::xp_torch.exceptions.NumPyFallbackWarning")
def test_the_answer_is_numpys(text):
    results = [eval(text, {**KNOWN, "m": m, "x": m.asarray([1.5, 2.5])}) for m in (xp, np)]
    check(*results)


def test_writes_reach_our_arrays_and_numpys():
    x, names = xp.zeros(3), np.array(["b", "a", "c"])
    x[names == "a"] = 5
    names[xp.asarray([True, False, False])] = "z"
    xp.copyto(names[2:], "y")
    xp.put(names, 1, "w")
    assert x.tolist() == [0, 5, 0]
    assert names.tolist() == ["z", "w", "y"]
    dates = np.array(["2020-01-01"], "M8[D]")
    dates += xp.asarray([2])
    assert str(dates[0]) == "2020-01-03"


@pytest.mark.parametrize("make", [
    lambda: torch.ones(2, requires_grad=True),
    pytest.param(lambda: torch.ones(2, device="meta"), marks=pytest.mark.cpu_only),
])  # fmt: skip
def test_nothing_is_detached_or_transferred(make):
    x, objects = xp.asarray(make()), KNOWN["objects"]
    for act in (
        lambda: x + objects, lambda: xp.where(x > 0, x, None), lambda: xp.stack([objects, x]), lambda: x.astype(object),
        lambda: xp.asarray(x, dtype=object), lambda: xp.add(objects, x), lambda: xp.nditer(x), lambda: objects * x,
        lambda: xp.sum(x, dtype=object), lambda: x.mean(dtype=np.longdouble), lambda: xp.stack([x, x], dtype=object),
    ):  # fmt: skip
        with pytest.raises((TypeError, RuntimeError), match=r"requires grad|meta"):
            act()


def test_the_guard_refuses_such_arrays():
    x, objects = xp.ones(2), KNOWN["objects"]
    for act in (
        lambda: xp.asarray(["a"]), lambda: xp.zeros(2, dtype=object), lambda: xp.full(2, None), lambda: xp.sum(objects),
        lambda: x < objects, lambda: x.astype(str), lambda: xp.loadtxt(["a"], dtype=str), lambda: xp.vectorize(str)(x),
        lambda: xp.where(x > 0, "a", "b"), lambda: xp.broadcast_arrays(x, None), lambda: xp.arange(3, dtype=object),
    ):  # fmt: skip
        with xp.numpy_array_guard("disallow"), pytest.raises(xp.exceptions.UnsupportedError, match="numpy_array_guard"):
            act()
        with xp.numpy_array_guard("disallow"), xp.numpy_array_guard("allow"):
            act()
    with pytest.raises(ValueError, match="level must be"):
        xp.numpy_array_guard("log")


def test_what_is_of_numbers_stays_ours():
    for x in (
        xp.asarray([1, True]), xp.asarray([np.float32(1), 2]), xp.asarray([]), xp.asarray(np.array([1, 2], ">i4")),
        xp.asarray([xp.ones(2), np.ones(2)]), xp.full(2, np.float32(1)), xp.asarray([[1, 2], (3, 4)]),
        xp.asarray(range(3)),
    ):  # fmt: skip
        assert type(x) is xp.ndarray
    with pytest.raises(ValueError, match="inhomogeneous"):
        xp.asarray([[1, 2], [3]])
    with pytest.raises(TypeError):
        xp.sum(None)
    with pytest.raises(np.exceptions.AxisError):
        xp.sort("text")  # an array of no dimensions


def test_modules_of_numpys_are_numpys():
    import xp_torch.char
    import xp_torch.lib.format
    import xp_torch.lib.recfunctions
    import xp_torch.ma
    import xp_torch.rec
    import xp_torch.strings
    from xp_torch.ma import masked_array

    assert xp_torch.ma is np.ma
    assert xp.ma is np.ma
    assert masked_array is np.ma.masked_array
    assert xp_torch.lib.recfunctions is np.lib.recfunctions
    assert (xp_torch.char, xp_torch.rec, xp_torch.strings) == (np.char, np.rec, np.strings)
    assert xp_torch.lib.format is np.lib.format


def test_nditer_counts_its_writes():
    x = xp.asarray([[1.0, 2.0], [3.0, 4.0]])
    version = x.tensor._version
    with xp.nditer([x, None], flags=["external_loop"], op_flags=[["readwrite"], ["writeonly", "allocate"]]) as it:
        for element, result in it:
            result[...] = element
            element[...] = 2 * element
        assert x.tensor._version == version + 1
        assert it.operands[0] is x
        assert it.operands[1].tolist() == [[1, 2], [3, 4]]
    assert x.tolist() == [[2, 4], [6, 8]]
    assert x.tensor._version == version + 1
    it = xp.nditer(x, flags=["multi_index"])
    seen = []
    while not it.finished:
        seen.append((it.multi_index, float(it[0])))
        it.iternext()
    assert seen == [((0, 0), 2.0), ((0, 1), 4.0), ((1, 0), 6.0), ((1, 1), 8.0)]
    assert xp.nditer(x).itersize == 4
    values = xp.asarray([1.0, 2.0], copy=True)
    values.requires_grad_()
    product = values * 2
    total = xp.sum(product * product)
    for element in xp.nditer(xp.asarray(product.tensor.detach()), op_flags=["readwrite"]):
        element[...] = 0
    with pytest.raises(RuntimeError, match="inplace"):
        total.backward()


def test_keys_of_ufunc_at_are_no_operands():
    x = xp.zeros((2, 2))
    with xp.numpy_array_guard("disallow"):
        xp.add.at(x, (slice(None), [0, 0]), 1.0)
    assert x.tolist() == [[2.0, 0.0], [2.0, 0.0]]
