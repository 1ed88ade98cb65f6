"""Every documented difference that the fuzzer knows: the call it must excuse, and the same call with a wrong value."""

import ml_dtypes
import numpy as np
import pytest

import xp_torch as xp
from conformance.differences import DIFFERENCES
from conformance.differential.calls import ROWS
from conformance.differential.compare import Outcome, both, compare, show
from conformance.differential.nodes import Alias, Arr, Call, Dtype

INF, NAN, TOP = float("inf"), float("nan"), float(np.finfo(np.float32).max)


def A(values, dtype=None):
    return Arr(np.asarray(values, dtype))


def call(name, *args, hostile=False, **kwargs):
    return Call(name, list(args), kwargs, hostile)


#: the row, by how its case begins, and a call that differs in what it names and in nothing else.
EXCUSED = [
    ("`floor_divide` (and `//`)", call("floor_divide", A([INF, 7.0]), A([2.0, 2.0]))),
    ("`floor_divide` (and `//`)", call("builtins.divmod", A([1.0, 7.0]), A([-INF, 2.0]))),
    ("`expm1`, `sign`, `tanh`", call("expm1", A([complex(INF, NAN), 1 + 1j]))),
    ("`expm1`, `sign`, `tanh`", call("expm1", A([1000 + 0j, 1 + 1j]))),
    ("a Python int that doesn't fit in `where`", call("where", A([True]), A([1], "int8"), 300)),
    ("a negative-step read", call("flip", A([1, 2]))),
    ("a negative-step read", call("operator.getitem", A([1, 2]), slice(None, None, -1))),
    ("integers to a negative power", call("power", A([2, -1, 3]), A([-1, -3, 2]))),
    ("objects, text, ragged lists", call("all", None)),
    ("objects, text, ragged lists", call("asarray", [10**30, 0.5])),
    ("objects, text, ragged lists", call("operator.eq", A([1, 2]), {})),
    ("lists and numbers given", call("split", [1, 2], 2)),
    ("arguments that NumPy falls over", call("fft.fftshift", A(5))),
    ("arguments that NumPy falls over", call("linalg.tensorinv", A(4.0), ind=1)),
    ("arguments that NumPy falls over", call("split", A([1, 2]), 0)),
    ("arguments that NumPy falls over", call("quantile", A(np.zeros((2, 0), "float32")), [0.5, 0.1], axis=())),
    ("arguments that NumPy falls over", call("percentile", (), 0, axis=())),
    ("shapes that don't fit", call("operator.itruediv", A([1, 2, 3]), A([1, 2]))),
    ("a reduction into an `out`", call("mean", A([127, 31, 64, 127], "int8"), out=A(0, "int8"))),
    ("`var` and `std` in an integer", call("var", A([[4], [-1], [-1]], "int16"), dtype=Dtype("uint8"))),
    ("elementwise functions of complex", call("log1p", A([0.001 - 5e-324j, 1 + 1j]))),
    ("products in which 0 meets NaN", call("dot", A([[INF], [4.0]]), A([[-0.0]]))),
    (
        "products in which 0 meets NaN",
        call("linalg.multi_dot", [A([2], "uint8"), A([[128]], "uint8"), A([[0.0, -INF, 1.0]])]),
    ),
    ("`ldexp` with exponents", call("ldexp", A([1.0, 0.0]), 2**31)),
    ("`searchsorted`, `intersect1d`", call("setxor1d", A([7, 2], "uint64"), A([5, 7, 2**63 - 1, 2**63 - 2], "int64"))),
    ("`searchsorted`, `intersect1d`", call("searchsorted", A([2**63 - 1]), A([2**63], "uint64"))),
    ("`cross` of vectors of two", call("cross", A([1, 2]), A([3, 4]))),
    ("`cumsum`, `cumprod` into an `out`", call("cumsum", A([-3], "int8"), out=A([[7, -5], [64, 0]]))),
    ("a 0-D `out=`", call("dot", A([1.0, 2.0]), A([1.0, 2.0]), out=A(0.0))),
    ("products of float16", call("cumprod", A([60000.0, 2.0, 0.25], "float16"))),
    ("products of float16", call("cumprod", A([100, 120, 120, 0], "int8"), dtype=Dtype("float16"), out=A(np.zeros(4)))),
    ("`min_scalar_type` of a 0-D array", call("min_scalar_type", A(1.0))),
    ("`meshgrid(..., sparse=True", call("meshgrid", A([1.0, 2.0]), A([3.0]), sparse=True, copy=False)),
    ("`geomspace` with zeros", call("geomspace", A([0.0, 1.0]), 5.0, 4)),
    ("`round(x, -2, out=x)`", call("round", A([31, -128], "int8"), decimals=-2, out=A([0, 0], "int8"))),
    ("`linalg.pinv` of an empty matrix", call("linalg.pinv", A(np.zeros((0, 0)), "int64"))),
    ("`rfftfreq` of a negative number", call("fft.rfftfreq", -1)),
    ("an argument of a type or size", call("take", A([1, 2]), 0, mode=True, hostile=True)),
    ("a flag, count or axis", call("sum", A([1, 2]), keepdims=[], hostile=True)),
    ("an argument of a type that a function", call("var", A([1.0, 2.0]), ddof=1j, hostile=True)),
    ("an argument of a type that a function", call("median", A([1.0]), axis={}, hostile=True)),
    ("an argument of a type that a function", call("triu_indices_from", A([[0]]), 1.0, hostile=True)),
    ("an argument of a type that a function", call("unwrap", A([], "int16"), ..., hostile=True)),
    ("a value without elements", call("insert", A([]), (), A(np.zeros((3, 0))))),
    ("an argument of a type that a function", call("tril_indices", 1, 0.0, hostile=True)),
    ("`unpackbits(x, count=3)` of", call("unpackbits", A([], "uint8"), count=3)),
    ("text times a 0-D array", call("operator.mul", A(3), "ab", hostile=True)),
    ("`assume_unique=True`", call("setxor1d", A([4, 4]), A([0]), True)),
    ("a float cast to an integer dtype", call("astype", A([complex(NAN, 1), 0, 0, 0, 0, 2]), Dtype("uint32"))),
    ("`fft` of a transform along an axis", call("fft.irfft", A(np.zeros(0)), n=2)),
    ("results with bfloat16", call("radians", A([1.0, 2.0], ml_dtypes.bfloat16))),
    ("results with bfloat16", call("multiply", 1j, A(0.0, ml_dtypes.bfloat16), out=A([0.0], ml_dtypes.bfloat16))),
    ("results with bfloat16", call("spacing", A([-0.0, 2.0], ml_dtypes.bfloat16))),
    ("results with bfloat16", call("nextafter", 1.0, A(0.0, ml_dtypes.bfloat16))),
    ("`round(x)` and `round(x, n)`", call("builtins.round", A(2.5))),
    ("`fftn` and its kin", call("fft.fftn", A([5.0, 6.0]), axes=())),
    ("functions of Python numbers", call("imag", 1)),
    ("integers to the power of a negative Python int", call("power", A([2]), -1, out=A([7]), where=False)),
    ("products of complex numbers whose", call("multiply", A([complex(TOP, TOP), 1j], "c8"), A(1.25j - 1.5, "c8"))),
    ("`-inf` to the power", call("power", A([-INF]), 0.5)),
    ("`nextafter` of a zero", call("nextafter", A([0.0], "float16"), A([-0.0], "float16"))),
    ("`x *= y` where `x` is 0-D", call("operator.imul", A(3), [1, 2])),
    ("`isfinite`, `isinf`", call("signbit", A(np.ones(33)), out=Arr(np.ones(33, bool), "step"))),
    ("`...` for `out`", call("add", A(1), A(2), ...)),
    ("`x[0] += y` and", call("setitem.iadd", A([127, 5], "int8"), 0, A(1, "int16"))),
    ("`x[0, ...] += y`", call("setitem.iadd", A([0, 5], "uint8"), (0, ...), 1.0)),
    ("`x[0] *= [1, 2]`", call("setitem.imul", A([3]), 0, [1, 2])),
    ("`x[mask] = x[::-1]`", call("setitem", A([1, 2, 3]), A([True] * 3), Alias((slice(None, None, -1),)))),
    ("a value without elements", call("setitem", A([[1], [2]]), (A([0, 1]), slice(1, 0)), A(np.zeros((2, 2, 0))))),
    ("`x[0] = [1]`", call("setitem", A([False]), 0, [True])),
    ("`mean`, `std`, `var` with numbers", call("mean", A([100, -5]), where=-99, hostile=True)),
    ("`var`, `std` in float16", call("std", 2**63, dtype=Dtype("float16"))),
    ("products that go beyond", call("prod", A([[5, 100, 100, 0, -3, 8, 64, 7, 8, -5, 100, 5]] * 9, "f4"))),
    ("`unique` of rows", call("unique", A([[NAN], [0.0]], "float16"), axis=0)),
    ("`isin`, `searchsorted` of a floating", call("isin", A([0.1, 0.5], "float32"), 0.1)),
    ("`arange`, `tri`, `tril_indices`, `linspace`", call("arange", 1.0, 2**63)),
    ("`arange`, `tri`, `tril_indices`, `linspace`", call("tril_indices", 2**63)),
    ("`linalg.cond`, `inv`", call("linalg.cond", A([[[3 + 2.5j, -2.5 - 1j]] * 2, np.eye(2)]))),
    ("`linalg.cond`, `inv`", call("linalg.slogdet", A([[[3 - 2.5j, -0.7 - 1j]] * 2, np.eye(2)]))),
    ("`linalg.matrix_rank` with", call("linalg.matrix_rank", A(np.diag([1.0, 0.001])), 0.001)),
    (
        "a value without elements",
        call("put_along_axis", A([0.0]), A(np.zeros(0, "int64")), A(np.zeros((2, 0))), axis=0),
    ),
    ("`nanquantile`, `nanpercentile` of", call("nanquantile", A([NAN, NAN], "float32"), A([0.5, 1.0]))),
    ("`diff(x, n=0)` of a list", call("diff", [1, 2], 0)),
    (
        "`intersect1d(..., return_indices=True)`",
        call("intersect1d", A([0, 2**63 - 1, 2**63 - 2], "uint64"), A([0, 1, 2**63 - 1]), return_indices=True),
    ),
    ("`argsort` that is not asked", call("argsort", A([True, False] * 9))),
    ("`clip` of complex numbers", call("clip", A([0, 5]), A([complex(-0.5, NAN), 0]), A([0, 9]))),
    ("`x.view(None)`", call("ndarray.view", A([1, 2]), None)),
    ("`clip(a, min, 255)`", call("clip", A([0, 5], "uint8"), A([32766, 1], "int16"), 255)),
    ("`x.reshape(None, copy=True)`", call("reshape", A([1, 2]), None, copy=True)),
    ("`einsum` of a label", call("einsum", "ii->i", A(np.zeros((0, 1))))),
    ("a Python int in `matmul`", call("matmul", A([1, 2], "uint8"), -1)),
    ("`linalg.vector_norm` of one element", call("linalg.vector_norm", A([2.0]), ord=2**63)),
    ("functions that `linalg` shares", call("linalg.matmul", A([1.0]), A([1.0]), None, hostile=True)),
    ("`norm` of a transform", call("fft.fftn", A([1 + 0j]), axes=(), norm=True, hostile=True)),
]  # fmt: skip


#: rows about what goes by the machine: its BLAS, its vector instructions, its casts.
MACHINES = ("a float cast to an integer dtype", "products that go beyond", "products of complex numbers whose",
            "products in which 0 meets NaN", "elementwise functions of complex", "`linalg.cond`, `inv`")  # fmt: skip


def row_of(case):
    (row,) = [row for row in DIFFERENCES if row.case.startswith(case) and row.known is not None]
    return row


def outcomes(made):
    ours, theirs = both(made)
    if made.name in ("fft.irfft", "unpackbits"):
        # What nobody has written may be 0.
        theirs.value[...] = 5
    if made.name == "linalg.matrix_rank":
        # A value that is the tolerance falls on either side.
        theirs.value = np.int64(2)
    return ours, theirs


def spoilt(value):
    """Return a result with its last element wrong."""
    if isinstance(value, tuple | list):
        parts = [*value[:-1], spoilt(value[-1])]
        return type(value)(*parts) if hasattr(value, "_fields") else type(value)(parts)
    if isinstance(value, xp.dtype):
        return xp.int8
    if isinstance(value, bool | str):
        return "planted" if isinstance(value, str) else not value
    if not isinstance(value, xp.ndarray):
        return value + 1
    if not value.size:
        return value[None]
    wrong = xp.asarray(value, copy=True)
    last = (-1,) * value.ndim
    finite = bool(xp.isfinite(wrong[last]))
    wrong[last] = ~wrong[last] if value.dtype is xp.bool else wrong[last] * 2 + 1 if finite else 7
    return wrong


@pytest.mark.parametrize(("case", "made"), EXCUSED, ids=[f"{i}-{c.name}" for i, (_, c) in enumerate(EXCUSED)])
def test_a_row_excuses_what_it_names_and_no_wrong_value(case, made):
    row = row_of(case)
    ours, theirs = outcomes(made)
    mismatch = compare(made, ours, theirs, ROWS[made.name].close)
    if mismatch is None and case in MACHINES:
        pytest.skip("no difference on this machine")
    assert mismatch is not None, "not a difference any more"
    assert row.known(made, ours, theirs, mismatch), mismatch
    planted = Outcome(spoilt(ours.value) if not ours.failed else None, None, ours.inputs)
    if ours.failed:
        planted.error = RuntimeError("planted")
    mismatch = compare(made, planted, theirs, ROWS[made.name].close)
    assert mismatch is not None
    assert not any(row.explains(made, planted, theirs, mismatch) for row in DIFFERENCES), mismatch


def test_every_row_that_the_fuzzer_knows_is_tried():
    tried = [row_of(case) for case, _ in EXCUSED]
    assert [row.case for row in DIFFERENCES if row.known is not None and row not in tried] == []


class Unreadable:
    def __repr__(self):
        raise RuntimeError("no")


@pytest.mark.parametrize(
    "value",
    [
        Unreadable(), [Unreadable(), 1], ValueError("\n"), ValueError(Unreadable()), xp.zeros((1,) * 70),
        xp.broadcast_to(xp.ones(1), (10**9,)), np.broadcast_to(1j, (10**5, 10**6)), xp.asarray([1j]).conj(),
        xp.asarray([1.0], dtype=xp.bfloat16), xp.zeros(3, device="meta"), np.zeros((0, 3)), "x" * 10**6,
    ],
)  # fmt: skip
def test_whatever_is_found_can_be_shown(value):
    assert 0 < len(show(value)) <= 160
    assert len(show((value, value))) <= 160
