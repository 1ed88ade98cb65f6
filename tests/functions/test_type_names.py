"""NumPy's other names of dtypes name the dtypes that NumPy's do, and dtypes have NumPy's attributes."""

import typing

import numpy as np
import pytest

import xp_torch as xp

ALIASES = """
    bool_ byte short intc int_ long longlong intp ubyte ushort uintc uint ulong ulonglong uintp half single double
    csingle cdouble
"""
NUMPY_DTYPES = [name for name in dir(xp) if isinstance(getattr(xp, name), xp.dtype) and hasattr(np, name)]


@pytest.mark.parametrize("name", ALIASES.split())
def test_an_alias_is_the_dtype_that_numpys_is(name):
    assert getattr(xp, name).name == np.dtype(np.dtype(getattr(np, name)).str).name
    assert getattr(xp, name) is xp.dtype(getattr(np, name))


@pytest.mark.parametrize("name", sorted(set(NUMPY_DTYPES) - {"longlong", "ulonglong"}))
def test_a_dtype_has_the_attributes_of_numpys(name):
    mine, theirs = getattr(xp, name), np.dtype(getattr(np, name))
    assert mine.newbyteorder("=") is mine
    for attribute in {n for n in dir(theirs) if not n.startswith("_")} - {"newbyteorder"}:
        assert getattr(mine, attribute) == getattr(theirs, attribute), attribute


def test_the_booleans_are_arrays_and_not_pythons():
    for mine, theirs in ((xp.True_, np.True_), (xp.False_, np.False_)):
        assert type(mine) is xp.ndarray
        assert mine.dtype is xp.bool
        assert bool(mine) is bool(theirs)
        assert (mine + mine).dtype == (theirs + theirs).dtype
        assert bool(mine + mine) == bool(theirs + theirs)


def test_every_listed_type_character_names_a_dtype():
    assert xp.typecodes.keys() == np.typecodes.keys()
    for group, chars in xp.typecodes.items():
        assert [xp.dtype(c).char for c in chars if c not in "nNpPqQ"] == [c for c in chars if c not in "nNpPqQ"]
        assert set(chars) <= set(np.typecodes[group])
    assert xp.typecodes["AllFloat"] == "efdFD"


def test_names_of_types_lead_to_their_dtypes():
    for name, found in xp.sctypeDict.items():
        assert name == "bfloat16" or found is xp.dtype(np.sctypeDict[name])
    assert {"longdouble", "object_", "str"} & set(xp.sctypeDict) == set()


def test_numbers_are_of_the_scalar_types():
    for x in (3, 2.5, 1j, True, xp.asarray(3), xp.float32(1), xp.True_):
        assert isinstance(x, xp.ScalarType)
    assert not isinstance(xp.zeros(2), xp.ScalarType)


@pytest.mark.parametrize("dtype", ["bool", "int8", "uint64", "int64", "float32", "float64", "complex128"])
def test_scalars_of_numpy_and_elements_are_of_the_types(dtype):
    scalar, element = np.ones(1, dtype)[0], xp.ones(1, dtype=dtype)[0]
    kinds = ("generic", "number", "integer", "signedinteger", "inexact", "floating", "complexfloating", "character")
    for name in (*kinds, *sorted(set(NUMPY_DTYPES) - {"longlong", "ulonglong"}), "bool_"):
        expected = isinstance(scalar, getattr(np, name))
        for x in (scalar, element, xp.asarray(element)):
            assert isinstance(x, getattr(xp, name)) == expected, name
    assert not isinstance(np.ones(1, dtype), xp.generic)


@pytest.mark.parametrize("name", ["flexible", "character"])
def test_kinds_that_nothing_is_of_stand_where_numpys_do(name):
    kind, theirs = getattr(xp, name), getattr(np, name)
    assert not any(xp.issubdtype(getattr(xp, d), kind) for d in NUMPY_DTYPES)
    for other in ("generic", "number", "integer", "inexact", "flexible", "character"):
        assert issubclass(kind, getattr(xp, other)) == issubclass(theirs, getattr(np, other))
        assert issubclass(getattr(xp, other), kind) == issubclass(getattr(np, other), theirs)


@pytest.mark.parametrize("asked", ["i4,f4", "O", "M8[s]", "m8", "U3", "S", "V4", "g", "G", ("f8", (2,)), [("a", "i4")]])
def test_a_dtype_without_storage_is_numpys(asked):
    assert type(xp.dtype(asked)) is type(np.dtype(asked))
    assert xp.dtype(asked) == np.dtype(asked)


def test_dtypes_serve_in_annotations():
    def function(x: xp.float64 | None, y: int | xp.integer, z: xp.ndarray[tuple[int], xp.dtype[xp.float64]]) -> None:
        """Take what is annotated at run time."""

    assert typing.get_args(function.__annotations__["x"]) == (xp.float64, type(None))
    assert typing.get_args(function.__annotations__["y"]) == (int, xp.integer)
    assert typing.get_origin(function.__annotations__["z"]) is xp.ndarray
    assert typing.get_args(xp.floating[typing.Any]) == (typing.Any,)
    assert xp.float32.__name__ == np.float32.__name__


@pytest.mark.parametrize("name", ["matlib", "nested_iters", "float_", "nowhere"])
def test_a_name_that_is_not_here_says_what_to_use(name):
    assert not hasattr(xp, name)
    with pytest.raises(AttributeError, match=f"no attribute '{name}'" + ("$" if name == "nowhere" else ": ")):
        getattr(xp, name)
