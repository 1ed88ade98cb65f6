"""Data type functions against NumPy: casts, promotion, limits, kinds."""

import copy
import itertools
import pickle

import ml_dtypes
import numpy as np
import pytest
import torch
from support.cases import cases
from support.oracle import DTYPES, alike, calls, ours, raises_alike, refusals, same, sample

import xp_torch as xp

PAIRS = list(itertools.product(DTYPES, DTYPES))


def in_range(x, dtype):
    """Return the values of `x` that C can cast to `dtype`: floats beyond an integer dtype are undefined."""
    d = np.dtype(dtype)
    if d.kind in "iu" and x.dtype.kind in "fc":
        x = x[np.isfinite(x)]
        low, high = float(np.iinfo(d).min), float(np.iinfo(d).max)
        with np.errstate(invalid="ignore"):
            return x[(x.real >= low) & (x.real < high)]
    return x


@pytest.mark.filterwarnings("ignore::numpy.exceptions.ComplexWarning", "ignore:overflow:RuntimeWarning")
@cases(("source", "target"), PAIRS, by=str)
def test_astype_casts_as_numpy(source, target):
    x = in_range(sample(source, (60,)), target)
    same(xp.astype(ours(x), target), x.astype(target))
    same(xp.astype(ours(x), np.dtype(target)), x.astype(target))
    same(xp.asarray(x, dtype=target), x.astype(target))


def test_astype_warns_copies_and_moves():
    x = xp.ones(2)
    assert xp.astype(x, float, copy=False) is x
    assert xp.astype(x, float).tensor.data_ptr() != x.tensor.data_ptr()
    with pytest.warns(np.exceptions.ComplexWarning, match="discards the imaginary part"):
        same(xp.astype(xp.asarray([1 + 2j]), "float32"), np.array([1], "float32"))
    assert xp.astype(x, "int8", device="meta").device.type == "meta"
    assert xp.astype(x, float, device="meta").device.type == "meta"
    with pytest.raises(TypeError):
        xp.astype(x, "nonsense")
    t = torch.ones(2, requires_grad=True)
    assert xp.astype(xp.asarray(t), "float64").tensor.requires_grad


@pytest.mark.parametrize("casting", ["no", "equiv", "safe", "same_kind", "unsafe"])
def test_can_cast_is_numpys(casting):
    for source, target in PAIRS:
        expected = np.can_cast(source, target, casting)
        assert xp.can_cast(source, target, casting) is expected, (source, target)
        assert xp.can_cast(getattr(xp, source), getattr(xp, target), casting) is expected
        assert xp.can_cast(xp.zeros(2, source), np.dtype(target), casting) is expected


@cases(("first", "second"), PAIRS, by=str)
def test_result_type_is_numpys(first, second):
    expected = np.result_type(first, second)
    assert xp.result_type(first, second) == xp.promote_types(first, second) == expected
    assert xp.result_type(xp.zeros(2, first), getattr(xp, second)) == expected
    assert xp.result_type(torch.zeros(2, dtype=xp.dtype(first).torch), np.zeros((), second)) == expected
    for number in (True, 1, 1.5, 1j):
        assert xp.result_type(first, number, second) == np.result_type(first, number, second)
        assert xp.result_type(number, xp.zeros((), first)) == np.result_type(number, np.zeros((), first))


def test_result_type_of_numbers_and_nothing():
    assert xp.result_type(1, 2.0) == np.result_type(1, 2.0)
    assert xp.result_type(True, True) is xp.bool
    assert xp.result_type(2**63) is xp.uint64
    assert xp.result_type(2**63, 1) is xp.int64
    assert xp.iinfo(3).dtype is xp.int64
    with xp.set_default_dtype("pytorch"):
        assert xp.result_type(xp.int8, 1.0) is xp.float32


FIELDS = ["bits", "eps", "epsneg", "max", "min", "tiny", "smallest_normal", "smallest_subnormal", "precision"]
FIELDS += ["nmant", "nexp", "iexp", "machep", "negep", "minexp", "maxexp"]


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64", "complex64", "complex128"])
def test_finfo_is_numpys(dtype):
    got, expected = xp.finfo(getattr(xp, dtype)), np.finfo(dtype)
    for field in FIELDS:
        value = getattr(got, field)
        assert value == getattr(expected, field), field
        assert type(value) in (int, float)
    assert got.dtype == expected.dtype
    assert got.resolution == pytest.approx(float(expected.resolution), rel=1e-3)
    assert vars(xp.finfo(xp.zeros(2, dtype))) == vars(xp.finfo(np.zeros(2, dtype))) == vars(got)


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64", "complex64", "bfloat16"])
def test_there_is_one_finfo_of_a_dtype(dtype):
    found = xp.finfo(dtype)
    assert found is xp.finfo(xp.zeros(1, dtype=dtype)) is pickle.loads(pickle.dumps(found)) is copy.copy(found)
    assert xp.finfo[int].__origin__ is xp.finfo
    assert xp.iinfo[int].__origin__ is xp.iinfo
    if dtype not in ("float16", "bfloat16"):
        assert repr(found) == repr(np.finfo(dtype))


def test_limits_of_what_has_a_dtype():
    class Typed:
        __hash__ = None
        dtype = xp.float32

    assert xp.finfo(Typed()) is xp.finfo(xp.float32)


@pytest.mark.compiled
def test_finfo_is_traced():
    def function(t):
        x = xp.asarray(t)
        return (x * xp.finfo(x.dtype).eps).tensor

    t = torch.ones(2)
    assert torch.equal(torch.compile(function, fullgraph=True, backend="eager")(t), function(t))


def test_finfo_of_none_is_an_error():
    with pytest.raises(TypeError, match="not None"):
        xp.finfo(None)


@pytest.mark.filterwarnings("error")
@cases("text", ["a", "a5", "|a5", "<a", ">a12"])
def test_the_alias_of_bytes_that_numpy_25_removed(text):
    for act in (xp.dtype, xp.ones(2).astype, xp.zeros(2).view, lambda d: xp.zeros(2, dtype=d)):
        with pytest.raises(TypeError, match="use 'S'"):
            act(text)


def test_finfo_of_bfloat16_and_numbers():
    got, expected = xp.finfo(xp.bfloat16), ml_dtypes.finfo("bfloat16")
    for field in ["bits", "eps", "max", "min", "tiny", "smallest_normal", "smallest_subnormal", "nmant"]:
        assert getattr(got, field) == float(getattr(expected, field)), field
    assert xp.finfo(1.0).dtype is xp.float64
    assert repr(xp.finfo("f4")).startswith("finfo(resolution=1e-06")
    assert [str(xp.finfo(d)) for d in ("f2", "f4", "f8", "c8")] == [str(np.finfo(d)) for d in ("f2", "f4", "f8", "c8")]
    assert str(got) == repr(got)


@pytest.mark.parametrize("dtype", [d for d in DTYPES if "int" in d])
def test_iinfo_is_numpys(dtype):
    got, expected = xp.iinfo(getattr(xp, dtype)), np.iinfo(dtype)
    for field in ["bits", "max", "min", "kind"]:
        assert getattr(got, field) == getattr(expected, field)
    assert got.dtype == expected.dtype
    assert str(got) == str(expected)
    assert vars(xp.iinfo(xp.zeros(2, dtype))) == vars(got)


@refusals({
    (TypeError, "does not support Python"): """m.can_cast(1, int); m.can_cast(1.5, int);
        m.can_cast(True, int); m.can_cast(1j, int)""",
    (ValueError, "casting must be one of"): 'm.can_cast("i4", "f4", "nonsense")',
    (OverflowError, None): "m.result_type(10**30)",
    ((ValueError, TypeError), None): 'm.result_type(); m.result_type([1]); m.result_type(None, "nonsense")',
    (ValueError, "not inexact"): 'm.finfo("int64"); m.finfo(bool); m.finfo(1); m.finfo(m.zeros(2, int))',
    (ValueError, None): """m.finfo("hi"); m.finfo(object()); m.finfo("O"); m.iinfo("hi"); m.iinfo(object());
        m.iinfo("O")""",
    (ValueError, "Invalid integer data type"): "m.iinfo(float); m.iinfo(bool); m.iinfo(m.zeros(2))",
    (TypeError, None): """m.isdtype("f4", "integral"); m.isdtype(m.float32, 5); m.isdtype(float, "real floating");
        m.isdtype(m.float32, ("integral", ("bool",))); m.issubdtype(m.zeros(2), int); m.can_cast(None, "int32");
        m.can_cast("int32", None); m.promote_types(None, "int32"); m.promote_types("int32", None)""",
    (ValueError, "not a known kind"): 'm.isdtype(m.float32, "nonsense")',
    (TypeError, "None"): 'm.can_cast(None, "uint16")',
})  # fmt: skip
def test_refusals(call, error, match):
    with pytest.raises(error, match=match):
        call(xp)


@calls("""
    m.finfo("hi"); m.finfo(object()); m.finfo("O"); m.iinfo("hi"); m.iinfo(object()); m.iinfo("O");
    m.complex64(1j, 1); m.complex64(1, "2"); m.complex64(1, np.dtype("f8"));
    m.complex64([1], 2); m.complex128(1j, 1); m.complex128(1, "2"); m.complex128([1], 2)
""")
def test_errors_are_numpys_types(call):
    raises_alike(call)


KINDS = ["bool", "signed integer", "unsigned integer", "integral", "real floating", "complex floating", "numeric"]


@pytest.mark.parametrize("dtype", DTYPES)
def test_isdtype_is_numpys(dtype):
    for kind in [*KINDS, tuple(KINDS[:2]), (), ("bool", "complex floating")]:
        for named in (getattr(xp, dtype), np.dtype(dtype), getattr(np, dtype), xp.dtype(dtype).torch):
            assert xp.isdtype(named, kind) is np.isdtype(np.dtype(dtype), kind)
    assert xp.isdtype(getattr(xp, dtype), (xp.float32, np.int8)) is (dtype in ("float32", "int8"))


ABSTRACT = [
    "generic",
    "number",
    "integer",
    "signedinteger",
    "unsignedinteger",
    "inexact",
    "floating",
    "complexfloating",
]


@pytest.mark.parametrize("dtype", DTYPES)
def test_issubdtype_is_numpys(dtype):
    for kind in ABSTRACT:
        expected = np.issubdtype(dtype, getattr(np, kind))
        assert xp.issubdtype(getattr(xp, dtype), getattr(xp, kind)) is expected
        assert xp.issubdtype(np.dtype(dtype), getattr(np, kind)) is expected
        assert xp.issubdtype(getattr(xp, kind), getattr(xp, dtype)) is False
    assert xp.issubdtype(dtype, float) is np.issubdtype(dtype, float)


@pytest.mark.parametrize(
    "dtype", ["U5", str, bytes, object, "O", "M8[s]", "m8[s]", "V8", np.str_, np.object_, [("a", "f8")]]
)
def test_issubdtype_of_dtypes_that_are_not_here(dtype):
    for kind in ABSTRACT:
        assert xp.issubdtype(dtype, getattr(xp, kind)) is np.issubdtype(dtype, getattr(np, kind))
    for other in ("U1", "O", "f8", "M8[s]"):
        assert xp.issubdtype(dtype, other) is np.issubdtype(dtype, other)
        assert xp.issubdtype(other, dtype) is np.issubdtype(other, dtype)


def test_issubdtype_of_abstract_types():
    for a, b in itertools.product(ABSTRACT, ABSTRACT):
        assert xp.issubdtype(getattr(xp, a), getattr(xp, b)) is np.issubdtype(getattr(np, a), getattr(np, b))


def test_min_scalar_type_is_numpys():
    integers = [0, 1, 255, 256, 65536, 2**40, 2**63, -1, -129, -(2**40)]
    for value in [*integers, True, 1.0, 1e5, 1e300, 1j, np.zeros(2, "int8")]:
        assert xp.min_scalar_type(value) == np.min_scalar_type(value)


@pytest.mark.parametrize("order", ["K", "A", "C", "F"])
def test_astype_without_a_cast_shares_what_has_the_order(order):
    a = np.arange(12.0).reshape(3, 4)
    for x in (a, a.T, a[:, ::2], np.broadcast_to(a[:1], (3, 4)), np.asfortranarray(a)[::2]):
        shares = np.shares_memory(x, x.astype(float, copy=False, order=order))
        mine = xp.asarray(torch.from_numpy(a).as_strided(x.shape, [s // 8 for s in x.strides]))
        assert (mine.astype(float, copy=False, order=order).tensor.data_ptr() == mine.tensor.data_ptr()) is shares


@pytest.mark.parametrize("name", ["complex64", "complex128"])
def test_complex_dtypes_take_two_parts(name):
    given = [(1, 2), (0, -0.0), (1.5, np.float32(2)), (np.int8(1), 0.1), (np.asarray(3, "uint64"), True)]
    given += [(np.asarray(real), imag) for real in (0j, 3 + 2j, -0.0, 2) for imag in (-0.0, 1.5, True)]
    for parts in given:
        assert np.asarray(getattr(xp, name)(*parts)).tobytes() == getattr(np, name)(*parts).tobytes()
        expected = getattr(np, name)(np.asarray(parts[0]), parts[1])
        assert np.asarray(getattr(xp, name)(xp.asarray(parts[0]), parts[1])).tobytes() == expected.tobytes()
    for arguments in ((1, 2), (1, None)):
        with pytest.raises(TypeError):
            xp.float64(*arguments)
    for arguments in ((1, 2, 3), (1.0, xp.asarray(1j))):
        with pytest.raises(TypeError, match="two real numbers"):
            getattr(xp, name)(*arguments)


@pytest.mark.parametrize("casting", ["unsafe", "same_kind"])
def test_astype_of_none_is_the_default(casting):
    assert np.zeros(1, "int8").astype(None, casting=casting).dtype == np.float64
    assert xp.zeros(1, "int8").astype(None, casting=casting).dtype is xp.float64


@calls("""
    m.asarray([1.0, np.nan]).astype("f4", casting="same_value"); m.asarray([1.1]).astype("f4", casting="same_value");
    m.asarray([300, 2]).astype("i1", casting="same_value"); m.asarray([-1]).astype("u8", casting="same_value");
    m.asarray([2**60 + 1]).astype(float, casting="same_value"); m.asarray([0j, 2]).astype("i2", casting="same_value");
    m.asarray([2.0**64]).astype("u8", casting="same_value"); m.asarray([2]).astype(bool, casting="same_value")
""")
def test_a_cast_to_the_same_value(call):
    alike(call)


class WithDtype:
    """An object that is no array, such as a linear operator, with the attributes `dtype` and `shape`."""

    shape = (2, 3)

    def __init__(self, dtype):
        self.dtype = dtype


@calls("""
    m.ones(1, m.dtype(m.ones(2, m.float32).max())); m.zeros(2, dtype=m.ones(2, "int8").max()); m.dtype(m.ones(3));
    m.issubdtype(m.ones(2)[0], m.integer); m.issubdtype(m.ones(2, "int8")[0], m.integer);
    m.issubdtype(m.ones(2), m.integer); m.issubdtype(m.int8, m.ones(2)); m.dtype(WithDtype(m.dtype("float32"))).name;
    m.ones(2, dtype=WithDtype(m.dtype("int8")))
""")
def test_dtypes_of_objects_that_have_one(call):
    alike(call)


def test_subclasses_of_abstract_dtypes():
    assert xp.floating.__subclasses__() == [xp.float16, xp.float32, xp.float64, xp.bfloat16]
    assert xp.signedinteger.__subclasses__() == [np.int8, np.int16, np.int32, np.int64]
    for name in ("integer", "inexact", "number", "generic", "flexible"):
        expected = [cls.__name__ for cls in getattr(np, name).__subclasses__() if cls.__module__ == "numpy"]
        got = [kind.__name__ for kind in getattr(xp, name).__subclasses__()]
        assert got == [each for each in expected if each not in ("datetime64", "object_", "void")]
