"""Operators of the array: reflected and in-place forms, refusals, 0-D rebinding, equality; NumPy is the oracle."""

import array
import ctypes
import operator
from collections import UserList, deque
from datetime import timedelta
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from scipy.sparse import csr_array, issparse
from support.cases import cases
from support.oracle import alike, outcome, same, same_outcome
from support.strategies import arrays
from support.values import DTYPES

import xp_torch as xp
from xp_torch._array.ufunc.records import OPS

ARITHMETIC = {
    "add": operator.add, "sub": operator.sub, "mul": operator.mul, "truediv": operator.truediv,
    "floordiv": operator.floordiv, "mod": operator.mod, "pow": operator.pow, "and": operator.and_, "or": operator.or_,
    "xor": operator.xor, "lshift": operator.lshift, "rshift": operator.rshift, "divmod": divmod,
}  # fmt: skip
COMPARISONS = {
    "eq": operator.eq, "ne": operator.ne, "lt": operator.lt, "le": operator.le, "gt": operator.gt, "ge": operator.ge,
}  # fmt: skip
UNARY = {"neg": operator.neg, "pos": operator.pos, "abs": operator.abs, "invert": operator.invert}
INPLACE = {
    "add": operator.iadd, "sub": operator.isub, "mul": operator.imul, "truediv": operator.itruediv,
    "floordiv": operator.ifloordiv, "mod": operator.imod, "pow": operator.ipow, "and": operator.iand,
    "or": operator.ior, "xor": operator.ixor, "lshift": operator.ilshift, "rshift": operator.irshift,
}  # fmt: skip
BINARY = {**ARITHMETIC, **COMPARISONS}
SCALARS = [True, 2, 1.5, 2j, np.int8(3), np.float32(1.5), np.uint64(2), np.bool_(True), np.complex64(1j)]


class Items:
    """A sequence that is no list."""

    def __len__(self):
        return 3

    def __getitem__(self, i):
        return (1, 2, 1)[i]


SEQUENCES = [
    range(1, 4), deque([1, 2, 1]), UserList([1, 2, 1]), Items(), array.array("i", [1, 2, 1]), bytearray(b"\1\2\1"),
    memoryview(b"\1\2\1"), (ctypes.c_short * 3)(1, 2, 1),
]  # fmt: skip
OPERAND_DTYPES = ["bool", "int8", "uint16", "int64", "uint64", "float16", "float32", "complex64"]


def test_every_operator_of_the_records_is_tried_here():
    named = {op.operator for op in OPS.values() if op.operator}
    assert named == BINARY.keys() | UNARY.keys()


class TestForward:
    @pytest.mark.parametrize("symbol", BINARY)
    @cases("a", OPERAND_DTYPES)
    def test_arrays_of_any_two_dtypes(self, symbol, a):
        act = BINARY[symbol]
        for b in OPERAND_DTYPES:
            x, y = np.asarray([[1, 0, 1], [1, 1, 0]], a), np.asarray([1, 1, 1], b)
            same_outcome(lambda: act(xp.asarray(x), xp.asarray(y)), lambda: act(x, y), 4, f"{a} {symbol} {b}")
            same_outcome(
                lambda: act(xp.asarray(x)[0, 0], xp.asarray(y)), lambda: act(x[0, 0], y), 4, f"{a} {symbol} {b}"
            )

    @pytest.mark.numpy_before
    @pytest.mark.parametrize("symbol", BINARY)
    @cases("scalar", SCALARS, ids=repr)
    def test_scalars_on_both_sides(self, symbol, scalar):
        act = BINARY[symbol]
        for a in OPERAND_DTYPES:
            for x in (np.ones(3, a), np.ones((), a)):
                x_ = x[()] if x.ndim == 0 else x
                same_outcome(lambda: act(xp.asarray(x), scalar), lambda: act(x_, scalar), 4, f"{a} {symbol} {scalar!r}")
                same_outcome(lambda: act(scalar, xp.asarray(x)), lambda: act(scalar, x_), 4, f"{scalar!r} {symbol} {a}")

    @pytest.mark.parametrize("symbol", BINARY)
    def test_lists_tuples_and_tensors(self, symbol):
        act = BINARY[symbol]
        x = np.asarray([3, 2, 1])
        for other in ([1, 2, 1], (1, 2, 1), *SEQUENCES):
            what = f"{symbol} {type(other)}"
            same_outcome(lambda: act(xp.asarray(x), other), lambda: act(x, other), note=what)
            if isinstance(other, (memoryview, bytearray, UserList)):
                continue  # NumPy compares the memory, or the list takes in the elements
            same_outcome(lambda: act(other, xp.asarray(x)), lambda: act(other, x), note=what)
            if symbol in INPLACE:
                same_outcome(lambda: INPLACE[symbol](xp.asarray(x), other), lambda: INPLACE[symbol](x.copy(), other))
        same_outcome(lambda: act(xp.asarray(x), torch.tensor([1, 2, 1])), lambda: act(x, np.asarray([1, 2, 1])))

    @pytest.mark.parametrize("symbol", BINARY)
    def test_objects_that_give_an_array(self, symbol):
        act, x = BINARY[symbol], np.asarray([3, 2, 1])
        gives = {"__array__": lambda self, dtype=None, copy=None: np.asarray([1, 2, 1])}
        for priority in ({}, {"__array_priority__": -1}):
            other = type("Gives", (), gives | priority)()
            same_outcome(lambda: act(xp.asarray(x), other), lambda: act(x, other), note=symbol)
            same_outcome(lambda: act(other, xp.asarray(x)), lambda: act(other, x), note=symbol)
        for claim in ({"__array_priority__": 2000}, {"__array_ufunc__": None}):
            other = type("Claims", (), gives | claim)()
            if symbol not in ("eq", "ne") or "__array_ufunc__" in claim:
                assert getattr(xp.asarray(x), f"__{symbol}__")(other) is NotImplemented
            if symbol in ("eq", "ne") and "__array_ufunc__" in claim:
                assert act(xp.asarray(x), other) is act(x, other)  # Python compares the objects
                continue
            with pytest.raises(TypeError, match="Claims"):
                act(xp.asarray(x), other)

    @pytest.mark.cpu_only
    def test_objects_that_fail_to_give_an_array(self):
        class Fails:
            def __array__(self, dtype=None, copy=None):
                raise TypeError("as it was said")

        for act in (lambda x, y: x == y, lambda x, y: x < y, lambda x, y: x + y):
            for pair in ((xp.ones(2), Fails()), (Fails(), xp.ones(2))):
                with pytest.raises(TypeError, match="as it was said"):
                    act(*pair)

    @pytest.mark.cpu_only(dtype="complex128")
    @pytest.mark.parametrize("dtype", DTYPES)
    @given(data=st.data())
    def test_unary(self, dtype, data):
        x = data.draw(arrays(dtype))
        for symbol, act in UNARY.items():
            same_outcome(lambda act=act: act(xp.asarray(x)), lambda act=act: act(x), 16, symbol)

    def test_pow_takes_no_modulus(self):
        for module in (np, xp):
            with pytest.raises(TypeError):
                pow(module.asarray([2, 3]), 2, 5)

    @pytest.mark.cpu_only(symbol="pow", a="int64", b="float32")
    @pytest.mark.numpy_before
    @pytest.mark.parametrize("symbol", [*BINARY, "matmul"])
    @cases(("a", "b"), [("int64", "float32"), ("uint8", "int16"), ("float16", "complex64")])
    def test_numpy_arrays_on_either_side(self, symbol, a, b):
        act, x = BINARY.get(symbol, operator.matmul), np.asarray([3, 2, 1], a)
        for y in (np.asarray([[1, 3, 2]], b).T[:, 0], np.asarray(2, b), np.asarray(2, b)[()]):
            same_outcome(lambda: act(x, xp.asarray(y)), lambda: act(x, y))
            same_outcome(lambda: act(xp.asarray(x), y), lambda: act(x, y))
            same_outcome(lambda: act(y, xp.asarray(x)), lambda: act(y, x))
            if symbol != "matmul":
                same_outcome(lambda: act(xp.asarray(x)[0], y), lambda: act(x[0], y))

    @pytest.mark.cpu_only
    @pytest.mark.parametrize("symbol", [*INPLACE, "matmul"])
    @pytest.mark.parametrize("dtype", ["int64", "float32", ">f8"])
    def test_in_place_forms_write_to_numpy_arrays(self, symbol, dtype):
        act, y = INPLACE.get(symbol, operator.imatmul), np.asarray([[1.0, 3.0], [2.0, 2.0]]).T
        for other in (y, y.astype("int8"), y[0], np.ones((3, 2), "int8")):
            given, expected = (np.asarray([[3, 2, 1], [4, 5, 6]], dtype) for _ in range(2))
            target, expected = given[:, 1:], expected[:, 1:]
            got, error, _ = outcome(act, target, xp.asarray(other))
            assert (error is None) is (outcome(act, expected, other)[1] is None)
            assert error or got is target
            np.testing.assert_array_equal(given[:, 1:], expected, strict=True)


class OverrideEverything:
    """Answers every operator itself, on either side."""


class OverrideNothing:
    """Has no operator."""

    def __repr__(self):
        return "OverrideNothing"


for _name in [*ARITHMETIC, "matmul"]:
    setattr(OverrideEverything, f"__{_name}__", lambda self, other: "mine")
    setattr(OverrideEverything, f"__r{_name}__", lambda self, other: "mine")
for _name in COMPARISONS:
    setattr(OverrideEverything, f"__{_name}__", lambda self, other: "mine")
OverrideEverything.__hash__ = None


class TestRepetition:
    @pytest.mark.numpy_before
    @pytest.mark.parametrize(
        "repeated", [[0], (0.5,), "ab", b"ab", [None], deque([1]), bytearray(b"ab"), [[1]]], ids=repr
    )
    @pytest.mark.parametrize("dtype", ["int64", "uint8", "float64", "bool", "complex64"])
    def test_an_element_repeats_pythons_sequences(self, repeated, dtype):
        count, mine = np.asarray([2], dtype)[0], xp.asarray(np.asarray([2], dtype))[0]
        for act in (lambda n: repeated * n, lambda n: n * repeated, lambda n: operator.imul(n, repeated)):
            got, error, _ = outcome(act, mine)
            expected, refusal, _ = outcome(act, count)
            assert (type(got), got, error) == (type(expected), expected, refusal)

    @pytest.mark.parametrize(
        "items", [range(2), UserList([1, 2]), Items(), memoryview(b"ab")], ids=lambda x: repr(x).partition(" at ")[0]
    )
    def test_it_multiplies_the_elements_of_others(self, items):
        same(xp.asarray(2) * items, np.int64(2) * items, ulps=0)
        same(xp.multiply(xp.asarray(2), [1, 2]), np.multiply(2, [1, 2]), ulps=0)


class TestUnknownTypes:
    @pytest.mark.parametrize("symbol", [*BINARY, "matmul"])
    @pytest.mark.parametrize("shape", [(), (2, 2)])
    def test_the_other_side_has_its_say(self, symbol, shape):
        """Beside the elements of an array, as in NumPy; beside the array where it comes first or NumPy cannot read."""
        act = BINARY.get(symbol, operator.matmul)
        x = xp.ones(shape)
        if shape and symbol == "divmod":
            return  # NumPy takes "mine" for no pair
        if not shape or symbol in ("matmul", "eq", "ne"):
            assert act(x, OverrideEverything()) == "mine"
        else:
            result, expected = act(x, OverrideEverything()), act(np.ones(shape), OverrideEverything())
            assert (result.tolist(), str(result.dtype)) == (expected.tolist(), str(expected.dtype))
            with xp.numpy_array_guard("disallow"), pytest.raises(xp.exceptions.UnsupportedError):
                act(x, OverrideEverything())
        assert act(OverrideEverything(), x) == "mine"
        assert act(xp.asarray(torch.ones(shape, requires_grad=True)), OverrideEverything()) == "mine"

    @pytest.mark.parametrize("symbol", [*ARITHMETIC, "matmul", "lt", "le", "gt", "ge"])
    @cases("other", [OverrideNothing(), None, "a", {}, {1, 2}, object, b"a"], ids=repr)
    def test_an_unknown_operand_raises_type_error(self, symbol, other):
        act = BINARY.get(symbol, operator.matmul)
        x = xp.ones((2, 2), dtype=xp.int64)
        if symbol == "mod" and isinstance(other, (str, bytes)):
            return  # the str formats itself
        with pytest.raises(TypeError):
            act(x, other)
        with pytest.raises(TypeError):
            act(other, x)
        assert x.tolist() == [[1, 1], [1, 1]]

    @pytest.mark.parametrize("symbol", ARITHMETIC)
    def test_the_methods_answer_not_implemented_where_numpy_computes_nothing(self, symbol):
        x = xp.ones(2, dtype=xp.int64, device="meta")
        for form in ("", "r"):
            assert getattr(x, f"__{form}{symbol}__")(OverrideNothing()) is NotImplemented

    @pytest.mark.cpu_only
    @pytest.mark.parametrize("symbol", [*ARITHMETIC, "lt", "le", "gt", "ge"])
    @cases("other", [Decimal(2), Fraction(1, 2), timedelta(1), OverrideNothing(), {1}], ids=repr)
    def test_other_objects_meet_each_element(self, symbol, other):
        act = BINARY[symbol]
        ufunc = next(op.ufunc_name for op in OPS.values() if op.operator == symbol)
        for x in (np.arange(1, 4), np.ones(2), np.ones((0, 2))):
            for call in (
                lambda m, x: act(x, other),
                lambda m, x: act(other, x),
                lambda m, x: getattr(m, ufunc)(x, other),
            ):
                (result, error, _), (expected, refusal, _) = outcome(call, xp, xp.asarray(x)), outcome(call, np, x)
                assert error == refusal
                assert np.asarray(result).tolist() == np.asarray(expected).tolist()
                assert np.asarray(result).dtype == np.asarray(expected).dtype

    @pytest.mark.parametrize("symbol", INPLACE)
    @cases("other", [None, "a", {}, OverrideNothing()], ids=repr)
    def test_in_place_forms_refuse_and_change_nothing(self, symbol, other):
        x = xp.asarray([1, 2])
        with pytest.raises(TypeError):
            INPLACE[symbol](x, other)
        assert x.tolist() == [1, 2]


class TestEquality:
    @pytest.mark.parametrize("other", [None, "a", b"a", "1"], ids=repr)
    @pytest.mark.parametrize("shape", [(), (3,), (0, 2)])
    def test_with_none_and_strings(self, other, shape):
        x = np.ones(shape)
        for act in (operator.eq, operator.ne):
            for order in (lambda a, b: (a, b), lambda a, b: (b, a)):
                got, expected = act(*order(xp.asarray(x), other)), act(*order(x, other))
                assert np.asarray(got).tolist() == np.asarray(expected).tolist()
        assert (other in xp.asarray(x)) is (other in x if x.size and x.ndim else False) if x.ndim else True

    @pytest.mark.cpu_only
    @pytest.mark.parametrize(
        "other",
        [OverrideNothing(), {}, {1}, Ellipsis, Decimal(1), Fraction(1, 2), ["a", "b"], [None, 1],
         np.asarray(["a", "1"]),
         np.asarray([None, 0.5], object), np.asarray(["NaT", 1], "m8[s]")],
        ids=repr,
    )  # fmt: skip
    def test_with_other_objects_every_element_is_compared(self, other):
        x = np.asarray([1.0, 0.5])
        for act in (operator.eq, operator.ne):
            same(act(xp.asarray(x), other), act(x, other), ulps=0)
            same(act(other, xp.asarray(x)), act(other, x), ulps=0)

    @pytest.mark.compiled
    @pytest.mark.parametrize("other", [[1, 2], None, "a", range(2)], ids=repr)
    def test_with_other_objects_in_compiled_code(self, other):
        for act in (operator.eq, operator.ne):
            compiled = torch.compile(lambda x, act=act: act(x, other), fullgraph=True, backend="eager")
            assert compiled(xp.arange(2)).tolist() == act(xp.arange(2), other).tolist()

    def test_shapes_that_do_not_broadcast(self):
        for act in COMPARISONS.values():
            same_outcome(lambda: act(xp.ones(2), xp.ones(3)), lambda: act(np.ones(2), np.ones(3)))

    def test_contains(self):
        for module in (np, xp):
            x = module.asarray([[1, 2], [3, 4]])
            assert 3 in x
            assert 7 not in x
            assert None not in x
            assert module.nan not in module.asarray([module.nan])


class TestPower:
    @pytest.mark.cpu_only
    @pytest.mark.numpy_before
    @pytest.mark.parametrize("exponent", [-1, 2, 0.5, -1.0, 2.0, 3, -2, 64, 99, 0.5 + 0j])
    @pytest.mark.parametrize("dtype", ["complex64", "complex128"])
    def test_complex_numbers_of_all_sizes(self, dtype, exponent):
        """1e308**0.5 by exp and log has 12 digits; NumPy's, by `sqrt`, has all; (inf + 1j)**-1 is 0."""
        info = np.finfo(dtype)
        parts = [0.0, -0.0, 1.5, -0.7, float(info.max), float(info.smallest_subnormal), float("inf"), float("nan")]
        x = np.asarray([complex(a, b) for a in parts for b in parts], dtype)
        if exponent == 2:
            # What is infinite or overflows on the way goes by how NumPy's kernel multiplies.
            x = x[np.abs(x) < 10]
        with np.errstate(all="ignore"):
            same(xp.asarray(x) ** exponent, x**exponent, ulps=8)

    @pytest.mark.parametrize("exponent", [-99, -5, -2, -1, 3, 7, 64, 99])
    @pytest.mark.parametrize("dtype", ["complex64", "complex128"])
    def test_whole_exponents_multiply_as_numpy_does(self, dtype, exponent):
        least = float(np.finfo(dtype).smallest_subnormal)
        x = np.asarray([1e4 + 1e-3j, -0.7 + 0.001j, -3 + 0.1j, 255 - 1.5j, least, complex(-0.0, -least)], dtype)
        with np.errstate(all="ignore"):
            same(xp.pow(xp.asarray(x), exponent), np.power(x, exponent), ulps=0)

    def test_nothing_to_a_negative_power(self):
        x = np.zeros((0, 2), np.int64)
        same(xp.asarray(x) ** -1, x**-1, ulps=0)


@pytest.mark.compiled
@pytest.mark.cpu_only
def test_negative_exponents_of_integers():
    x, y = np.asarray([0, 1, -1, -1, 2, -3]), np.asarray([-1, -5, -1, -2, -1, -3])
    for act in (
        lambda m, x, y: x**y,
        lambda m, x, y: m.power(x[1], y[1]),
        lambda m, x, y: m.power(x, y, out=m.zeros(6)),
        lambda m, x, y: m.power.at(x, [0], y[0]),
        lambda m, x, y: operator.ipow(x, y),
        lambda m, x, y: 2**y,
    ):
        with pytest.raises(ValueError, match="negative integer powers"):
            act(np, x, y)
        mine = xp.asarray(x)
        with pytest.raises(ValueError, match="negative integer powers"):
            act(xp, mine, xp.asarray(y))
        same(mine, x, ulps=0)
    where = np.asarray([False] * 6)
    same(xp.power(xp.asarray(x), xp.asarray(y), where=xp.asarray(where), out=xp.asarray(x)), x, ulps=0)
    compiled = torch.compile(lambda x, y: (xp.asarray(x) ** xp.asarray(y)).tensor, fullgraph=True, backend="eager")
    assert compiled(torch.from_numpy(x), torch.from_numpy(y)).tolist() == [0, 1, -1, 1, 0, 0]


def in_place_alike(act, x, other, what=""):
    """Assert that an in-place operator answers and leaves in its operand what it does with NumPy, or raises alike."""
    mine = xp.asarray(x.copy())
    other_of_ours = xp.asarray(other) if isinstance(other, np.ndarray) else other
    same_outcome(lambda: act(mine, other_of_ours), lambda: act(x, other), 16, what)
    same(mine, x, ulps=16)


class TestInPlace:
    @pytest.mark.parametrize("symbol", INPLACE)
    @cases("a", OPERAND_DTYPES)
    def test_same_kind_rule_for_any_two_dtypes(self, symbol, a):
        for b in OPERAND_DTYPES:
            x, y = np.asarray([[1, 0, 1], [1, 1, 0]], a), np.asarray([1, 1, 1], b)
            in_place_alike(INPLACE[symbol], x, y, f"{a} {symbol}= {b}")

    @pytest.mark.numpy_before
    @pytest.mark.parametrize("symbol", INPLACE)
    @cases("scalar", SCALARS, ids=repr)
    def test_scalars(self, symbol, scalar):
        for a in OPERAND_DTYPES:
            in_place_alike(INPLACE[symbol], np.asarray([2, 1, 3], a), scalar, f"{a} {symbol}= {scalar!r}")

    @pytest.mark.parametrize(
        ("symbol", "x", "other"),
        [("pow", np.asarray([True]), exponent) for exponent in (-129, -1, 2, 0.5, -1.0)]
        + [("add", np.asarray([1], np.int8), value) for value in (300, -129, 2**70)]
        + [("add", np.ones(3), np.ones((2, 3))), ("add", np.ones((1, 3)), np.ones((2, 3)))]
        + [("add", np.ones(3), np.ones(4)), ("add", np.ones((2, 1)), np.ones(3))]
        + [("matmul", np.asarray([[1.0], [2.0]]), np.full((*more, 1, 1), 3.0)) for more in ((1,), (1, 1), (2,))]
        + [("matmul", np.eye(2), np.arange(4.0).reshape(2, 2)), ("matmul", np.ones((2, 2)), np.ones((2, 3)))],
    )
    def test_what_does_not_fit_is_refused(self, symbol, x, other):
        """Powers of booleans, integers out of bounds, and shapes; matmul leaves out axes of one element."""
        in_place_alike(INPLACE.get(symbol, operator.imatmul), x, other)

    def test_writes_to_the_same_memory(self):
        for module in (np, xp):
            x = module.asarray([1, 2, 3])
            y, view = x, x[1:]
            x += 1
            view *= 10
            assert y is x
            assert x.tolist() == [2, 30, 40]

    @pytest.mark.parametrize("symbol", [s for s in INPLACE if s not in ("pow", "lshift", "rshift")])
    def test_0d_is_rebound_as_numpys_scalar_is(self, symbol):
        for a in OPERAND_DTYPES:
            for b in (2, 1.5, np.float64(2.0), np.int8(3)):
                mine = xp.asarray(1, dtype=a)
                before, start = mine, np.ones((), a)[()]
                same_outcome(lambda: INPLACE[symbol](mine, b), lambda: INPLACE[symbol](start, b), 4)
                assert before.dtype == a
                assert before == 1

    def test_0d_with_an_array_rebinds_to_its_shape(self):
        x, y = np.float64(2), xp.asarray(2.0)
        x += np.ones(3)
        y += xp.ones(3)
        same(y, x, ulps=0)


class TestMatmul:
    @cases("shapes", [
        ((2, 3), (3, 4)), ((3,), (3,)), ((2, 3), (3,)), ((3,), (3, 2)), ((5, 2, 3), (3, 4)), ((2, 0), (0, 3)),
        ((2, 3), (2, 3)), ((), (3,)), ((3,), ()), ((4, 2, 3), (5, 3, 2)), ((3,), (4,)),
    ])  # fmt: skip
    @pytest.mark.parametrize("dtype", ["bool", "int8", "uint16", "uint64", "float16", "float64", "complex64"])
    def test_is_numpys(self, shapes, dtype):
        rng = np.random.default_rng(0)
        x, y = (rng.integers(0, 2, s).astype(dtype) for s in shapes)
        same_outcome(lambda: xp.asarray(x) @ xp.asarray(y), lambda: x @ y, 2, f"{shapes} {dtype}")

    def test_scalars_and_unknown_types(self):
        for other in (2, 1.5, 2j, True, np.float64(3)):
            for order in (lambda a, b: (a, b), lambda a, b: (b, a)):
                _, error, _ = outcome(operator.matmul, *order(xp.ones((2, 2)), other))
                _, expected, _ = outcome(operator.matmul, *order(np.ones((2, 2)), other))
                assert error is expected

    def test_lists_on_both_sides(self):
        for other in SEQUENCES:
            x = np.asarray([[3, 2, 1]])
            same(xp.asarray(x) @ other, x @ other, ulps=0)
            same(xp.ones(3) @ other, np.ones(3) @ other, ulps=0)
            same(other @ xp.ones(3), other @ np.ones(3), ulps=0)
        same(xp.eye(2) @ [[1, 2], [3, 4]], np.eye(2) @ [[1, 2], [3, 4]], ulps=0)
        same([[1, 2], [3, 4]] @ xp.eye(2), [[1, 2], [3, 4]] @ np.eye(2), ulps=0)

    def test_in_place(self):
        alias = mine = xp.eye(2)
        mine @= xp.asarray([[1.0, 2.0], [3.0, 4.0]])
        assert alias is mine


class Sub(xp.ndarray):
    """A user's subclass that answers `+` itself."""

    def __radd__(self, other):
        return "sub"


def test_a_subclass_on_the_right_goes_first():
    assert xp.ones(2) + xp.ones(2).view(Sub) == "sub"
    assert type(xp.ones(2) * xp.ones(2).view(Sub)) is Sub
    assert type(2 * xp.ones(2).view(Sub)) is Sub


@pytest.mark.parametrize(("shape", "text"), [(2, "could not be broadcast"), (1, "non-broadcastable output operand")])
def test_outputs_of_wrong_shapes_get_numpys_text(shape, text):
    for m in (np, xp):
        with pytest.raises(ValueError, match=text):
            m.add(m.ones(3), 1, out=m.ones(shape))
        with pytest.raises(ValueError, match=text):
            operator.iadd(m.ones(shape), m.ones(3))


def memory(n=8):
    """Two arrays over one NumPy memory that overlap in part, each imported by itself."""
    a = np.arange(float(n))
    return xp.asarray(a[1:]), xp.asarray(a[:-1]), a


@pytest.mark.parametrize("inference", [False, True])
def test_in_place_reads_what_was_there_before(inference):
    with torch.inference_mode(inference):
        for target, source in [
            (slice(1, None), slice(None, -1)),
            (slice(2, None, 2), slice(None, -2, 2)),
            (slice(None), slice(None)),
        ]:
            x, a = xp.arange(8.0), np.arange(8.0)
            x[target] += x[source]
            a[target] += a[source]
            assert x.tolist() == a.tolist()
        x, y, _ = memory()
        x += y
        assert x.tolist() == [1, 3, 5, 7, 9, 11, 13]
        x = xp.ones((2, 3))
        x += x[0]
        assert x.tolist() == [[2] * 3] * 2


@pytest.mark.cpu_only
def test_in_place_allocates_nothing():
    x, y = xp.ones(3), xp.ones(3)
    place = x.tensor.data_ptr()
    with torch.autograd.profiler.profile() as seen:
        x += y
        x -= y
        x *= y
        x /= y
    assert x.tensor.data_ptr() == place
    assert {event.name for event in seen.function_events} == {"aten::add_", "aten::sub_", "aten::mul_", "aten::div_"}


@pytest.mark.parametrize("name", ["iadd", "isub", "imul", "itruediv"])
def test_in_place_keeps_gradients(name):
    def function(a, b):
        a = xp.asarray(a * 1)
        a = getattr(operator, name)(a, xp.asarray(b))
        return getattr(operator, name)(a, 1.5).tensor

    given = [torch.rand(3, dtype=torch.float64, requires_grad=True) + 0.5 for _ in range(2)]
    assert torch.autograd.gradcheck(function, given)


@pytest.mark.cpu_only
def test_a_0d_array_on_the_cpu_goes_along_with_arrays_of_another_device():
    x, s = xp.ones(3, device="meta"), xp.asarray(2.0)
    for result in (
        x + s,
        s * x,
        xp.maximum(x, s),
        xp.add(s, x),
        xp.hypot(x, xp.asarray(1)),
        x < s,
        xp.where(x > 0, x, s),
    ):
        assert result.device.type == "meta"
        assert result.shape == (3,)
    for other in (xp.ones(3), xp.ones(1)):
        with pytest.raises(ValueError, match="different devices"):
            x + other


@pytest.mark.cpu_only
@pytest.mark.parametrize("symbol", ["add", "sub", "mul", "truediv", "matmul", "eq", "ne", "lt", "ge"])
@pytest.mark.parametrize("shape", [(3, 3), ()])
def test_scipys_sparse_arrays_compute_as_with_numpys(symbol, shape):
    act, sparse = getattr(operator, symbol), csr_array(np.diag([1.0, 2.0, 3.0]))
    dense = np.ones(shape)
    for order in (lambda x: (sparse, x), lambda x: (x, sparse)):
        try:
            expected = act(*order(dense))
        except Exception as error:
            with pytest.raises(type(error)):
                act(*order(xp.asarray(dense)))
            continue
        result = act(*order(xp.asarray(dense)))
        assert issparse(result) == issparse(expected)
        for found in (result, expected):
            assert issparse(found) or found.shape == (3, 3)
        np.testing.assert_array_equal(*(a.toarray() if issparse(a) else np.asarray(a) for a in (result, expected)))


def test_sparse_arrays_decline_arrays_that_require_grad():
    x, sparse = xp.asarray(torch.ones(3, 3, requires_grad=True)), csr_array(np.eye(3))
    for call in (lambda: x + sparse, lambda: sparse + x):
        with pytest.raises(TypeError, match="unsupported operand"):
            call()


@pytest.mark.cpu_only(symbol="eq", other="[1, 'a']")
@pytest.mark.cpu_only(symbol="pow", other="(3.0, -1)")
@cases("other", [[1, 2], (3.0, -1), [True, False], [[1], [2]], [], [1, "a"], [1, 2, 3], [2**63, 1]], ids=str)
@pytest.mark.parametrize("symbol", ["add", "mul", "pow", "floordiv", "lt", "eq", "and_"])
def test_lists_and_tuples_beside_arrays(other, symbol):
    act = getattr(operator, symbol)
    alike(lambda m: act(m.asarray([1, 2], dtype="int8"), other))
    alike(lambda m: act(other, m.asarray([1, 2], dtype="int8")))


def test_unequal_to_an_object_that_defines_equal_alone():
    class TwoOrFour:
        def __eq__(self, other):
            return (other == 2) | (other == 4)

        __hash__ = None

    class Never:
        def __eq__(self, other):
            return False

        __hash__ = None

    x = np.asarray([[1, 2, 3], [4, 5, 6]])
    np.testing.assert_array_equal(np.asarray(xp.asarray(x) != TwoOrFour()), x != TwoOrFour(), strict=True)
    np.testing.assert_array_equal(np.asarray(xp.asarray(x) == TwoOrFour()), x == TwoOrFour(), strict=True)
    assert (xp.asarray(x) != Never()) is True


@pytest.mark.parametrize("act", [operator.eq, operator.ne])
def test_an_object_that_compares_no_arrays_is_compared_with_each_element(act):
    class Two:
        def __eq__(self, other):
            return other == 2 if isinstance(other, int) else NotImplemented

        __hash__ = None

    alike(lambda m: act(m.asarray([[1, 2, 3], [4, 5, 6]]), Two()))
    alike(lambda m: act(Two(), m.asarray([[1, 2, 3], [4, 5, 6]])))
