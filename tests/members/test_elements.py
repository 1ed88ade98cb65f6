"""Members of NumPy's scalars on 0-D arrays, and what Python does with elements."""

import collections
import contextlib
import decimal
import fractions
import functools
import heapq
import itertools
import json
import math
import operator
import random
import sqlite3
import statistics
import struct
import sys
from datetime import timedelta

import mpmath
import numpy as np
import pytest
import torch
from support.oracle import ours

import xp_torch as xp

VALUES = {
    "bool": [True, False, True],
    "int64": [3, 1, 2],
    "uint8": [3, 1, 2],
    "float64": [2.5, 1.0, 3.0],
    "float32": [0.1, 1.0, 3.0],
    "float16": [0.1, 1.0, 3.0],
    "complex64": [1.1 + 2j, 1.0, 3.0],
}
NAMES = ["is_integer", "as_integer_ratio", "hex", "bit_count", "numerator", "denominator"]


def plain(value):
    """Arrays of both libraries as their dtype and values, other results as they are."""
    if isinstance(value, (xp.ndarray, np.ndarray, np.generic)):
        return str(value.dtype), value.tolist()
    return type(value)(map(plain, value)) if isinstance(value, (list, tuple)) else value


@pytest.mark.parametrize("dtype", VALUES)
@pytest.mark.parametrize("name", NAMES)
def test_elements_have_the_members_of_numpys_scalars(dtype, name):
    theirs = np.array(VALUES[dtype], dtype)
    x = ours(theirs)
    assert hasattr(x[0], name) is hasattr(theirs[0], name)
    assert not hasattr(x, name)
    if hasattr(theirs[0], name):
        for a, b in zip(x, theirs, strict=True):
            got, expected = getattr(a, name), getattr(b, name)
            assert plain(got() if callable(got) else got) == plain(expected() if callable(expected) else expected)


@pytest.mark.parametrize("make", [lambda a: a[0], lambda a: a[:1].max()], ids=["element", "array"])
@pytest.mark.parametrize("dtype", ["bool", "int64", "uint8", "float64", "float32"])
def test_numbers_for_mpmath_and_sqlite(dtype, make):
    x = make(ours(np.array(VALUES[dtype], dtype)))
    assert mpmath.mpf(x) == mpmath.mpf(x.item())
    with contextlib.closing(sqlite3.connect(":memory:")) as connection:
        assert connection.execute("select ?, ?", (x, [x][0])).fetchall() == [(x.item(), x.item())]
        if sys.version_info < (3, 12):  # from then on an array is a buffer, and SQLite's BLOB, as NumPy's
            with pytest.raises(sqlite3.Error, match="ndarray"):
                connection.execute("select ?", (xp.ones(2),))


def test_complex_numbers_for_mpmath():
    assert mpmath.mpmathify(ours(np.array([1 + 2j]))[0]) == mpmath.mpc(1, 2)
    with pytest.raises(TypeError):
        mpmath.mpf(xp.ones(2))


def test_float64_reads_what_hex_writes():
    assert plain(xp.float64.fromhex(xp.float64(0.1).hex())) == ("float64", 0.1)
    assert not hasattr(xp.float32, "fromhex")
    assert not hasattr(np.float32, "fromhex")


class Rotation:
    """An object that multiplies arrays itself."""

    def __rmul__(self, other):
        return type(other)


HALF, DAY = fractions.Fraction(1, 2), timedelta(1)
INTEGERS = ("int64", "uint8")
FLOATS = ("float64", "float32", "float16")
USES = {
    ("bool", *INTEGERS, *FLOATS): (
        lambda x: [f"{v}" for v in x],
        lambda x: f"{x[0]} {x[1]:>6}",
        lambda x: "%s %5.2f %d" % (x[0], x[0], x[1]),  # noqa: UP031
        lambda x: ", ".join(map(str, x)),
        lambda x: collections.Counter(x)[x[0].item()],
        lambda x: {x[0]: 1}[x[0].item()],
        sorted,
        lambda x: [i for i, _ in sorted(enumerate(x), key=operator.itemgetter(1))],
        lambda x: max(x, key=lambda v: abs(v.item() - 1)),
        lambda x: heapq.nsmallest(2, x),
        lambda x: list(itertools.accumulate(x)),
        lambda x: [(k.item(), len(list(group))) for k, group in itertools.groupby(x)],
        lambda x: functools.reduce(operator.mul, x),
        lambda x: (math.sqrt(x[0]), math.fsum(x), math.hypot(*x), math.isclose(x[0], x[0])),
        lambda x: random.Random(0).choice(x),
        lambda x: random.Random(0).choices(range(3), weights=x),
        statistics.fmean,
        statistics.median,
        lambda x: struct.pack("d", x[0]),
        lambda x: json.dumps(x.tolist()) + json.dumps(list(x), default=lambda v: v.item()),
        lambda x: [*x, x[0] in x, x[0] in {1, 2, 3}, 1 < x[0] < 3],
        lambda x: [float(v) for v in (x[1] + HALF, HALF - x[1], x[1] * HALF, HALF**2 / (x[1] + 2))],
        lambda x: [bool(v) for v in (x[1] < HALF, HALF >= x[1], x[1] == 2 * HALF)],
    ),
    (*INTEGERS, *FLOATS): (lambda x: [x[1] * DAY, DAY * x[1], DAY / x[1], DAY // 2 < x[1] * DAY],),
    INTEGERS: (
        lambda x: [
            x[0] * HALF,
            x[0] * decimal.Decimal("1.5"),
            decimal.Decimal(3) - x[0],
            divmod(decimal.Decimal(7), x[0]),
        ],
        lambda x: ([0, 1, 2, 3][x[1]], "abcd"[x[1] : x[0]], list(range(x[0])), "ab" * x[0]),
        lambda x: (f"{x[0]:x}", f"{x[0]:04d}", bin(x[0]), chr(x[0]), f"{1.5:.{x[0]}f}"),
        lambda x: (divmod(x[0], 2), round(x[0]), round(x[0], -1), pow(x[0], 2)),
        lambda x: (math.gcd(x[0], 6), math.comb(5, x[0]), math.factorial(x[0])),
        lambda x: (list(itertools.islice(range(9), x[0])), random.Random(0).randrange(x[0]), struct.pack("i", x[0])),
        lambda x: (bytes([x[0]]), (7).to_bytes(x[0], "big"), operator.index(x[0]), "abc".ljust(x[0] + 2, ".")),
    ),
    FLOATS: (
        lambda x: (f"{x[0]:.3f}", f"{x[0]:8.1e}", f"{x[0]:.1%}", format(x[0]), "%g" % x[0]),  # noqa: UP031
        lambda x: (divmod(x[0], 1), round(x[0]), round(x[0], 1)),
        lambda x: (fractions.Fraction(*x[0].as_integer_ratio()), statistics.pstdev(x)),
    ),
}


@pytest.mark.cpu_only
@pytest.mark.numpy_before
@pytest.mark.parametrize("dtype", VALUES)
def test_python_takes_elements_as_it_takes_numpys_scalars(dtype):
    theirs = np.array(VALUES[dtype], dtype)
    for dtypes, uses in USES.items():
        for number, use in enumerate(uses if dtype in dtypes else ()):
            assert plain(use(ours(theirs))) == plain(use(theirs)), number


@pytest.mark.parametrize(
    "other", [HALF, DAY, decimal.Decimal(1), object(), None, "a"], ids=lambda x: repr(x).partition(" at ")[0]
)
def test_arrays_in_graphs_and_on_other_devices_are_not_read_for_other_objects(other):
    for x in (xp.ones(2, device="meta"), xp.asarray(torch.tensor(1.0, requires_grad=True))):
        for act in (operator.add, operator.truediv, operator.sub, operator.lt, divmod):
            with pytest.raises(TypeError):
                act(x, other)
            with pytest.raises(TypeError):
                act(other, x)


def test_a_method_of_the_object_goes_first():
    assert xp.ones(1)[0] * Rotation() is xp.ndarray
    assert xp.ones(1, device="meta") * Rotation() is xp.ndarray
    assert (xp.ones(2) * Rotation()).tolist() == (np.ones(2) * Rotation()).tolist() == [float, float]


#: arrays of several dtypes, dimensions and classes.
OFFERING = {
    "matrix": lambda: xp.ones((2, 3)),
    "vector": lambda: xp.arange(3),
    "integer": lambda: xp.asarray(3),
    "float": lambda: xp.asarray(1.5),
    "float32": lambda: xp.asarray(1.5, dtype=xp.float32),
    "bool": lambda: xp.asarray(True),
    "complex": lambda: xp.asarray([1j]),
    "bfloat16": lambda: xp.ones(2, dtype=xp.bfloat16),
    "element": lambda: xp.asarray([1.5])[0],
    "element of integers": lambda: xp.arange(3)[1],
    "reversed": lambda: xp.arange(3)[::-1],
    "requires grad": lambda: xp.asarray(torch.ones(2, requires_grad=True)),
    "meta": lambda: xp.ones(2, device="meta"),
    "subclass": lambda: xp.ones(2).view(Sub),
}


class Sub(xp.ndarray):
    """A subclass that has names of NumPy's scalars and of tensors."""

    numerator = "its own"
    numel = "its own"


@pytest.mark.parametrize("kind", OFFERING)
def test_dir_offers_what_an_array_has(kind):
    x = OFFERING[kind]()
    names = dir(x)
    assert len(names) == len(set(names)) > 150
    for name in names:
        getattr(x, name)
    assert {"shape", "sum", "__add__"} <= set(names)
    assert ("matvec" in names) == ("rmatmat" in names) == (x.ndim == 2)


def test_dir_offers_the_names_of_scalars_where_they_work():
    offered = {kind: {n for n in NAMES if n in dir(OFFERING[kind]())} for kind in OFFERING}
    integers = {"numerator", "denominator", "bit_count", "is_integer"}
    floats = {"is_integer", "as_integer_ratio"}
    assert offered.pop("integer") == offered.pop("element of integers") == integers
    assert offered.pop("float") == offered.pop("element") == {*floats, "hex"}
    assert offered.pop("float32") == floats
    assert offered.pop("subclass") == {"numerator"}
    assert not any(offered.values())
    assert xp.asarray(6).numerator == 6
    assert "numel" in dir(OFFERING["subclass"]())
