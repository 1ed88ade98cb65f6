"""The promotion table is NumPy's, and dtype objects are one each and stand for NumPy's."""

import copy
import itertools
import pickle
from functools import partial

import ml_dtypes
import numpy as np
import pytest
import torch
from support.oracle import calls, refusals
from support.values import ALL_DTYPES, DTYPES

import xp_torch as xp
from xp_torch._facts.dtypes import as_dtype, of_kind
from xp_torch._facts.promotion import PROMOTED, promote

PYTHON = {bool: "bool", int: "int64", float: "float64", complex: "complex128"}
KINDS = ["generic", "number", "integer", "signedinteger", "unsignedinteger", "inexact", "floating", "complexfloating"]


def test_the_table_is_numpys():
    own = [d for d in of_kind("biufc") if d is not torch.bfloat16]
    for a, b in itertools.product(own, own):
        x, y = (as_dtype(d).__numpy_dtype__ for d in (a, b))
        assert as_dtype(promote(a, b)) == np.result_type(x, y)


def test_the_table_is_whole_symmetric_and_idempotent():
    everything = of_kind("biufc")
    assert PROMOTED.keys() >= set(everything)
    for a in everything:
        assert PROMOTED[a].keys() >= set(everything)
        assert promote(a, a) is a
        for b in everything:
            assert promote(a, b) is promote(b, a)


def test_promotion_is_a_join_but_where_numpys_is_not():
    """What two dtypes meet in holds both: meeting again changes nothing."""
    for a in of_kind("biufc"):
        for b in of_kind("biufc"):
            c = promote(a, b)
            assert promote(a, c) is c
            assert promote(b, c) is c


class TestDtypeObjects:
    @pytest.mark.parametrize("name", ALL_DTYPES)
    def test_one_object_each(self, name):
        d = getattr(xp, name)
        assert xp.zeros(1, dtype=d).dtype is d
        assert xp.dtype(d) is d
        assert xp.dtype(name) is d
        assert xp.dtype(d.torch) is d
        assert copy.copy(d) is d
        assert copy.deepcopy(d) is d
        assert copy.deepcopy([d])[0] is d
        for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
            assert pickle.loads(pickle.dumps(d, protocol)) is d

    @pytest.mark.parametrize("name", DTYPES)
    def test_stands_for_numpys(self, name):
        d, its = getattr(xp, name), np.dtype(name)
        assert d == its
        assert its == d
        assert d == its.type
        assert d == name
        assert d == d.torch
        assert (d != its) is False
        assert hash(d) == hash(its)
        assert {its: 1}[d] == 1
        assert {d: 1}[its] == 1
        assert np.dtype(d) is its
        assert np.zeros(1, dtype=d).dtype is its
        for attribute in ("name", "kind", "char", "itemsize", "str", "num", "alignment", "byteorder", "isnative"):
            assert getattr(d, attribute) == getattr(its, attribute), attribute
        for form in (its, its.type, its.str, its.char, its.name, torch.zeros(1, dtype=d.torch).dtype):
            assert xp.dtype(form) is d

    def test_bfloat16_stands_for_ml_dtypes(self):
        assert np.dtype(xp.bfloat16) == ml_dtypes.bfloat16
        assert xp.dtype(ml_dtypes.bfloat16) is xp.bfloat16
        assert hash(xp.bfloat16) == hash(np.dtype(ml_dtypes.bfloat16))
        assert xp.bfloat16 == "bfloat16"

    @pytest.mark.parametrize("python", list(PYTHON))
    def test_pythons_types(self, python):
        assert xp.dtype(python) is getattr(xp, PYTHON[python])
        assert xp.dtype(python) == python
        assert xp.dtype(python) == np.dtype(python)
        assert xp.zeros(1, dtype=python).dtype is xp.dtype(python)

    def test_none_is_numpys_default(self):
        assert xp.dtype(None) == np.dtype(None)
        with pytest.raises(TypeError, match="missing"):
            xp.dtype()
        assert xp.dtype("f4", False, True) is xp.dtype(dtype="f4", align=True) is xp.float32
        assert xp.float64 != None  # noqa: E711

    @pytest.mark.parametrize("bad", ["float31", 3, object()])
    def test_what_is_no_dtype_of_ours(self, bad):
        with pytest.raises(TypeError):
            xp.dtype(bad)
        with pytest.raises(TypeError):
            xp.zeros(2, dtype=bad)
        assert xp.float64 != bad

    @pytest.mark.parametrize("kind", KINDS)
    def test_kinds_of_scalars_answer_isinstance_and_issubclass(self, kind):
        ours, its = getattr(xp, kind), getattr(np, kind)
        for name in DTYPES:
            x, y = xp.zeros(2, dtype=name), np.zeros(2, name)
            assert isinstance(x[0], ours) == isinstance(y[0], its)
            assert not isinstance(x, ours)
            assert issubclass(getattr(xp, name), ours) == issubclass(y.dtype.type, its)
        for other in KINDS:
            assert issubclass(getattr(xp, other), ours) == issubclass(getattr(np, other), its)
        assert not isinstance(1.5, ours)
        for abstract in (ours, its):
            with pytest.raises(TypeError, match="abstract dtype"):
                xp.dtype(abstract)
        assert pickle.loads(pickle.dumps(ours)) is ours

    @pytest.mark.parametrize("name", ALL_DTYPES)
    def test_a_dtype_is_the_type_of_its_0d_arrays_and_makes_them(self, name):
        d = getattr(xp, name)
        assert isinstance(xp.ones(2, dtype=d)[0], d)
        assert not isinstance(xp.ones(2, dtype=d), d)
        assert not isinstance(1, d)
        made = d(1)
        assert (made.shape, made.dtype) == ((), d)
        assert d().shape == ()
        assert d([1, 0]).shape == (2,)
        assert issubclass(d, d)
        assert [o for o in ALL_DTYPES if issubclass(getattr(xp, o), d)] == [name]

    @pytest.mark.parametrize("name", ALL_DTYPES)
    def test_the_type_answers_issubclass_as_numpys_scalar_type(self, name):
        ours = getattr(xp, name).type
        its = getattr(np, name, np.floating)
        for kind in KINDS:
            for parent in (getattr(np, kind), getattr(xp, kind)):
                assert issubclass(ours, parent) == issubclass(its, getattr(np, kind))
                assert np.issubdtype(ours, parent) == issubclass(its, getattr(np, kind))
                assert issubclass(its, parent) == issubclass(its, getattr(np, kind))
        assert issubclass(ours, (str, its))
        assert issubclass(ours, float) == (name == "float64")
        assert np.iscomplexobj(xp.ones(2, dtype=name)) == (ours.kind == "c") != np.isrealobj(xp.ones(2, dtype=name))

    def test_numpys_functions_accept_dtypes(self):
        for a, b in itertools.product(DTYPES, repeat=2):
            ours, its, other = xp.dtype(a), np.dtype(a), np.dtype(b)
            # NumPy before 2.4 reads `dtype`, later versions `__numpy_dtype__`.
            assert np.dtype(ours) is ours.__numpy_dtype__ is its
            np.testing.assert_equal(ours, its)
            assert np.issubdtype(ours, b) == np.issubdtype(ours, xp.dtype(b)) == np.issubdtype(its, b)
            assert np.issubdtype(its, xp.dtype(b)) == np.issubdtype(its, b)
            assert np.promote_types(ours, other) == np.result_type(other, ours) == np.promote_types(its, other)
            assert np.can_cast(ours, other) == np.can_cast(its, other)
            assert (ours == other) == (other == ours) == (ours in (other, other.type)) == (a == b)
            assert (hash(ours) == hash(other)) == (hash(ours.type) == hash(other.type)) == (a == b)
            assert (ours.type == other.type) == (other.type == ours.type) == ({ours.type} == {other.type}) == (a == b)
            assert isinstance(ours, np.dtype)
            for kind in ("bool", "integral", "real floating", "numeric", other):  # as xarray asks
                assert np.isdtype(ours, kind) == np.isdtype(its, kind)

    def test_the_type_is_accepted_as_a_dtype_and_copied_as_itself(self):
        for name in ALL_DTYPES:
            d = getattr(xp, name)
            assert xp.dtype(d.type) is xp.ones(1, dtype=d.type).dtype is d
            for x in (d, d.type):
                assert pickle.loads(pickle.dumps(x)) is copy.deepcopy(x) is copy.copy(x) is x
                assert {"torch", "type", "kind"} <= set(dir(x))

    @pytest.mark.compiled
    def test_dtypes_in_compiled_code(self):
        def f(x):
            return x.astype(x.dtype.torch) + xp.ones(3, dtype=x.dtype) * x.dtype.itemsize

        compiled = torch.compile(f, fullgraph=True, backend="eager")
        assert compiled(xp.ones(3)).tolist() == f(xp.ones(3)).tolist() == [9.0, 9.0, 9.0]

    def test_the_dtype_of_bfloat16_needs_ml_dtypes(self, request):
        request.addfinalizer(partial(object.__setattr__, xp.bfloat16, "_numpy", xp.bfloat16._numpy))
        object.__setattr__(xp.bfloat16, "_numpy", None)
        assert not hasattr(xp.bfloat16, "dtype")
        with pytest.raises(TypeError, match="bfloat16"):
            np.dtype(xp.bfloat16)
        assert not issubclass(np.float32, xp.bfloat16)

    def test_order_is_numpys(self):
        for a in DTYPES:
            for b in DTYPES:
                for symbol in ("__lt__", "__le__", "__gt__", "__ge__"):
                    ours = getattr(xp.dtype(a), symbol)(xp.dtype(b))
                    assert ours == getattr(np.dtype(a), symbol)(np.dtype(b))

    def test_byte_order(self):
        assert xp.dtype("<f4") is xp.float32
        assert xp.float32.newbyteorder("=") is xp.float32
        swapped = np.asarray([1.5, 2.5]).astype(">f8")
        assert xp.asarray(swapped).tolist() == [1.5, 2.5]
        assert xp.asarray(swapped).dtype is xp.float64
        big = xp.dtype(">i4")
        assert big is xp.int32.newbyteorder() is xp.dtype(np.dtype(">i4")) is pickle.loads(pickle.dumps(big))
        assert big.newbyteorder("=") is xp.int32
        assert big.type is xp.int32.type

    @calls("""
        m.dtype(">i4") == m.dtype("<i4"); m.dtype("i4") == ">i4"; m.dtype(">i4") == ">i4"; m.dtype("u1") == ">u1";
        m.dtype("<f8") == np.dtype(">f8"); m.dtype(">f8") == np.dtype(">f8"); m.dtype(">i4") < m.dtype("i4");
        m.dtype(">i4") in {m.dtype("i4"): 1}; str(m.dtype(">c8")); repr(m.dtype(">f2")); m.dtype(">i4").byteorder;
        m.dtype("i2").newbyteorder("big").str; m.dtype("i2").newbyteorder().newbyteorder().isnative;
        m.dtype(">i4").isnative; m.dtype(">i4").isbuiltin; m.dtype(">u8").descr; m.dtype(">i4").num;
        m.can_cast(">i4", "i4", "no"); m.can_cast(">i4", ">i4", "no"); m.can_cast("i4", ">i4", "equiv");
        m.can_cast(">i4", ">i2"); m.promote_types(">i4", ">u4") == "i8"; m.result_type(">i4", ">i4") == "i4";
        m.finfo(">f4").bits; m.iinfo(">i4").max; m.issubdtype(">i4", m.integer); m.issubdtype(m.int32, ">i4");
        m.isdtype(m.dtype(">i4"), "integral"); m.isdtype(m.dtype(">i4"), m.int32);
        m.common_type(np.ones(2, ">f4")) == m.float32
    """)
    def test_another_byte_order_is_another_dtype(self, call):
        assert call(xp) == call(np)

    @refusals(
        {
            (TypeError, r"native byte order only, not as '>i4': use 'int32'"): """
            m.zeros(2, ">i4"); m.array([1], m.dtype(">i4")); m.asarray([1], np.dtype(">i4")); m.int8(1).astype(">i4");
            m.ones(2, "f4").view(">i4"); m.ones(2).getfield(">i4"); m.arange(3).setfield(1, ">i4"); m.ndarray(2, ">i4");
            m.fromiter([1], ">i4"); m.loadtxt(["1"], ">i4"); m.sum([1], dtype=">i4"); m.add(1, 1, dtype=">i4")
        """,
            (ValueError, "byteorder not recognized"): 'm.dtype("i4").newbyteorder("x")',
            (TypeError, "not supported"): 'm.bfloat16.newbyteorder(">")',
        }
    )
    def test_arrays_are_in_native_byte_order(self, call, error, match):
        with pytest.raises(error, match=match):
            call(xp)

    def test_shown_by_name(self):
        assert repr(xp.float32) == repr(np.dtype("float32"))
        assert str(xp.float32) == "float32"
        assert f"{xp.int8}" == "int8"

    def test_attributes_cannot_be_set(self):
        with pytest.raises(AttributeError):
            xp.float32.nonsense = 1

    def test_every_registered_dtype_is_public(self):
        for d in of_kind("biufc"):
            assert getattr(xp, as_dtype(d).name) is as_dtype(d)


@pytest.mark.parametrize(
    "names", [("uint16", "int16", "float32"), ("int8", "uint8", "float16"), ("int64", "uint64", "float32")]
)
def test_several_dtypes_meet_in_the_highest(names):
    wanted = np.result_type(*names)
    assert xp.result_type(*names).name == wanted.name
    assert xp.concat([xp.zeros(1, dtype=name) for name in names]).dtype.name == wanted.name
