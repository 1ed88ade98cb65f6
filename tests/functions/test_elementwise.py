"""Every elementwise record against NumPy: resolution of dtypes, values at the extremes, the standard's own table."""

import itertools

import ml_dtypes
import numpy as np
import pytest
import torch
from hypothesis import assume, given
from hypothesis import strategies as st
from support.cases import cases
from support.elementwise_rules import (
    BINARY,
    COMPLEX_INTERMEDIATE,
    EXACT,
    UNARY,
    loop_ulps,
    not_numpys,
    raises_in_numpy,
    result_dtypes,
    theirs,
    ulps,
)  # fmt: skip
from support.graphs import compiled
from support.oracle import alike, calls, outcome, same, same_outcome
from support.strategies import arrays
from support.values import COMPLEX, DTYPES, FLOATS, INTEGERS, extremes, moderate

import xp_torch as xp
from xp_torch._array.ufunc.records import OPS
from xp_torch._facts.dtypes import KIND, of_kind


class TestResolution:
    @pytest.mark.numpy_before
    @cases("name", sorted(OPS))
    def test_result_dtype_is_numpys_for_every_dtype(self, name):
        function = getattr(xp, name)
        pairs = [(a,) for a in DTYPES] if name in UNARY else [(a, b) for a in DTYPES for b in DTYPES]
        for dtypes in pairs:
            expected = result_dtypes(name, *dtypes)
            got, error, text = outcome(function, *[xp.zeros(0, dtype=d) for d in dtypes])
            if expected is TypeError:
                assert error is TypeError, f"{name}{dtypes}: {got!r} {text}, NumPy raises TypeError"
                continue
            assert error is None, f"{name}{dtypes}: {error}: {text}; NumPy {expected}"
            results = got if isinstance(got, tuple) else (got,)
            assert tuple(r.dtype for r in results) == expected, f"{name}{dtypes}"

    @pytest.mark.numpy_before
    @pytest.mark.parametrize("name", sorted(OPS))
    @cases("scalar", [True, 2, 0.5, 1j])
    def test_python_scalars_resolve_as_numpys(self, name, scalar):
        if name in UNARY:
            got, error, _ = outcome(getattr(xp, name), scalar)
            expected, expected_error, _ = outcome(getattr(np, name), scalar)
            assert error is expected_error
            if error is None:
                same(got, expected, ulps=4)
            return
        for dtype in DTYPES:
            a = np.ones(2, dtype)
            for x, y in (((a, scalar), (xp.asarray(a), scalar)), ((scalar, a), (scalar, xp.asarray(a)))):
                same_outcome(
                    lambda y=y: getattr(xp, name)(*y),
                    lambda x=x: getattr(np, name)(*x),
                    ulps(name, np.result_type(a, scalar)),
                    f"{name} of {dtype} with {scalar!r}",
                )

    def test_numpys_loops_are_all_there(self):
        """A record has a loop wherever NumPy has one for the dtypes of the package."""
        chars = "".join(np.dtype(d).char for d in DTYPES)
        for name, op in OPS.items():
            for row in getattr(np, name).types:
                inputs = row.split("->")[0]
                if op.integer_second or len(set(inputs)) > 1 or inputs[0] not in chars:
                    continue
                if op.integers == "default" and np.dtype(inputs[0]).kind in "biu":
                    continue
                assert getattr(xp, np.dtype(inputs[0]).name).torch in op.loops, f"{name} has no loop {row}"

    @cases("name", sorted(OPS))
    def test_the_ufunc_describes_itself_as_numpys(self, name):
        function, its = getattr(xp, name), getattr(np, name)
        assert isinstance(function, xp.ufunc)
        assert (function.nin, function.nout, function.nargs) == (its.nin, its.nout, its.nargs)
        assert function.identity == its.identity
        assert function.__name__ == its.__name__
        shared = list(dict.fromkeys(row for row in its.types if row in function.types))
        assert [row for row in function.types if row in shared] == shared
        assert all(getattr(xp, alias) is function for alias in OPS[name].aliases)
        assert all(hasattr(np, alias) for alias in OPS[name].aliases)


class TestValues:
    @pytest.mark.cpu_only(
        name=["acos", "asin", "asinh", "atan", "atanh", "cos", "cosh", "exp", "exp2", "sin", "sinh", "tan"],
        dtype=["complex64", "complex128"],
    )
    @pytest.mark.cpu_only(name="sqrt", dtype="complex64")
    @pytest.mark.numpy_before
    @cases("dtype", DTYPES)
    @pytest.mark.parametrize("name", UNARY)
    def test_unary(self, name, dtype):
        if result_dtypes(name, dtype) is TypeError:
            with pytest.raises(TypeError):
                getattr(xp, name)(xp.zeros(2, dtype=dtype))
            return
        x = extremes(dtype) if name not in COMPLEX_INTERMEDIATE else moderate(dtype)
        same(
            getattr(xp, name)(xp.asarray(x)),
            theirs(name, x),
            ulps=loop_ulps(name, dtype),
            inputs=(x,),
            ignore=not_numpys(name, x),
        )

    @pytest.mark.cpu_only(name=["float_power", "pow"], dtype=["complex64", "complex128"])
    @pytest.mark.cpu_only(name="hypot", dtype="float64")
    @pytest.mark.cpu_only(name="logaddexp2", dtype="float32")
    @cases("dtype", DTYPES)
    @pytest.mark.parametrize("name", BINARY)
    def test_binary(self, name, dtype):
        second = "int64" if OPS[name].integer_second else dtype
        if result_dtypes(name, dtype, second) is TypeError:
            with pytest.raises(TypeError):
                getattr(xp, name)(xp.zeros(2, dtype=dtype), xp.ones(2, dtype=second))
            return
        x = extremes(dtype) if name not in COMPLEX_INTERMEDIATE else moderate(dtype)
        y = np.asarray([-3, 0, 1, 5, -24, 127, 1023, -1074, 2100, -2100, 2**40]) if OPS[name].integer_second else x
        x, y = (a.copy() for a in np.broadcast_arrays(x[:, None], y))
        keep = ~raises_in_numpy(name, x, y)
        x, y = x[keep], y[keep]
        with np.errstate(all="ignore"):
            ignore = not_numpys(name, x, y)
        same(
            getattr(xp, name)(xp.asarray(x), xp.asarray(y)),
            theirs(name, x, y),
            ulps=loop_ulps(name, dtype, second),
            inputs=(x, y),
            ignore=ignore,
        )

    @pytest.mark.parametrize("dtype", COMPLEX)
    def test_complex_arithmetic_on_huge_and_tiny_numbers(self, dtype):
        """What neither overflows nor underflows is right, though a naive intermediate result would."""
        info = np.finfo(dtype)
        sizes = [float(info.max) / 4, float(info.tiny) * 4, float(np.sqrt(info.max)), float(np.sqrt(info.tiny))]
        x = np.asarray([complex(a, b) for s in sizes for a in (s, -s) for b in (s, s / 2)], dtype)
        for name in ("divide", "reciprocal", "sqrt", "abs"):
            inputs = (x,) if name in UNARY else (x, x)
            ours_, its = getattr(xp, name)(*map(xp.asarray, inputs)), theirs(name, *inputs)
            same(ours_, its, ulps=16, inputs=inputs)

    @cases("name", sorted(OPS))
    def test_an_element_alone_gives_what_it_gives_among_others(self, name):
        """Vectorised and scalar paths of torch's kernels agree, and 0-D arrays stay 0-D."""
        for dtype in ("int32", "uint16", "float32", "complex64"):
            second = "int64" if OPS[name].integer_second else dtype
            kinds = [dtype, second][: OPS[name].nin]
            if result_dtypes(name, *kinds) is TypeError:
                continue
            x = extremes(dtype)[:40]
            y = np.arange(len(x)) % 7 if OPS[name].integer_second or name == "pow" else np.roll(x, 1)
            inputs = (x,) if name in UNARY else (x, y.astype(second))
            with np.errstate(all="ignore"):
                ignore = not_numpys(name, *inputs)
            whole = getattr(xp, name)(*map(xp.asarray, inputs))
            for i in range(len(x)):
                alone = getattr(xp, name)(*[xp.asarray(a[i]) for a in inputs])
                pairs = zip(whole, alone, strict=True) if OPS[name].nout == 2 else [(whole, alone)]
                for many, one in pairs:
                    assert one.shape == ()
                    same(
                        one,
                        np.asarray(many)[i],
                        ulps=loop_ulps(name, *kinds),
                        inputs=tuple(a[i] for a in inputs),
                        ignore=ignore[i],
                    )

    @cases("name", sorted(OPS))
    def test_bfloat16_is_float32_rounded(self, name):
        """No oracle has bfloat16: NumPy's float32 answer, rounded once, is right to a unit in the last place."""
        kinds = ["float32", "int64" if OPS[name].integer_second else "float32"][: OPS[name].nin]
        if result_dtypes(name, *kinds) is TypeError:
            with pytest.raises(TypeError):
                getattr(xp, name)(*[xp.ones(2, dtype="bfloat16")] * OPS[name].nin)
            return
        x = extremes("float32")
        x = x.astype(ml_dtypes.bfloat16)
        inputs = (x,)
        if name in BINARY:
            y = np.asarray([-3, 0, 1, 5]) if OPS[name].integer_second else x
            inputs = [a.copy() for a in np.broadcast_arrays(x[:, None], y)]
        got = getattr(xp, name)(*map(xp.asarray, inputs))
        if name in ("nextafter", "spacing"):
            expected = theirs(name, *inputs)
            if name == "spacing":
                # ml_dtypes gives that of -0.0 a sign, NumPy does not.
                expected = np.where(x == 0, np.abs(expected), expected)
        else:
            wide = [a.astype(np.float32) if a.dtype == ml_dtypes.bfloat16 else a for a in inputs]
            expected = theirs(name, *wide)
            if not isinstance(expected, tuple):
                expected = (expected,)
            expected = tuple(e.astype(ml_dtypes.bfloat16) if e.dtype == np.float32 else e for e in expected)
            if name == "float_power":
                expected = tuple(theirs(name, *[w.astype(np.float64) for w in wide]) for e in expected)
            expected = expected if len(expected) > 1 else expected[0]
        with np.errstate(all="ignore"):
            ignore = not_numpys(name, *[np.asarray(a, np.float32) for a in inputs])
        same(got, expected, ulps=0 if name in EXACT else 1, inputs=tuple(inputs), ignore=ignore)


class TestConversionsOfNumbers:
    """Integers of any width against Python numbers at the edge of their range: operators and functions alike."""

    @pytest.mark.parametrize("dtype", INTEGERS)
    @given(value=st.integers(-(2**70), 2**70), data=st.data())
    def test_any_python_int(self, dtype, value, data):
        x = data.draw(arrays(dtype, (3,)))
        for name in ("add", "multiply", "bitwise_and", "less", "equal", "greater_equal", "maximum"):
            same_outcome(
                lambda: getattr(xp, name)(xp.asarray(x), value), lambda: getattr(np, name)(x, value), note=name
            )
            same_outcome(
                lambda: getattr(xp, name)(value, xp.asarray(x)), lambda: getattr(np, name)(value, x), note=name
            )

    @pytest.mark.cpu_only(dtype="complex128")
    @pytest.mark.parametrize("dtype", [*FLOATS, *COMPLEX])
    @given(value=st.one_of(st.floats(), st.integers(-(2**130), 2**130)), data=st.data())
    def test_any_python_float(self, dtype, value, data):
        x = data.draw(arrays(dtype, (3,)))
        for name in ("add", "multiply", "subtract", "less" if dtype in FLOATS else "equal"):
            tolerance = 2 if dtype in COMPLEX and name == "multiply" else 0
            for ops, its in (((xp.asarray(x), value), (x, value)), ((value, xp.asarray(x)), (value, x))):
                same_outcome(
                    lambda ops=ops: getattr(xp, name)(*ops), lambda its=its: getattr(np, name)(*its), tolerance, name
                )

    @given(data=st.data())
    def test_int64_compares_exactly_with_uint64_and_ints(self, data):
        x, y = data.draw(arrays("int64", (4,))), data.draw(arrays("uint64", (4,)))
        for name in ("equal", "not_equal", "less", "less_equal", "greater", "greater_equal"):
            same(getattr(xp, name)(xp.asarray(x), xp.asarray(y)), getattr(np, name)(x, y), ulps=0, inputs=(x, y))
            same(getattr(xp, name)(xp.asarray(y), xp.asarray(x)), getattr(np, name)(y, x), ulps=0, inputs=(y, x))


class TestClipRoundRealImag:
    """The elementwise functions of the chapter that are not ufuncs."""

    @pytest.mark.numpy_before
    @pytest.mark.parametrize("dtype", DTYPES)
    @given(data=st.data())
    def test_clip(self, dtype, data):
        x = data.draw(arrays(dtype))
        bounds = []
        for _ in range(2):
            kind = data.draw(st.sampled_from(["none", "array", "int", "float"]))
            other = data.draw(st.sampled_from([dtype, "int8", "float32"]))
            bound = {
                "none": st.none(),
                "array": arrays(other, ()),
                "int": st.integers(-300, 2**64),
                "float": st.floats(allow_nan=False, width=16).filter(bool),
            }[kind]
            bounds.append(data.draw(bound))
        # a row of the differences: NaNs of complex bounds propagate
        assume(not any(isinstance(b, np.ndarray) and b.dtype.kind == "c" and np.isnan(b).any() for b in bounds))
        low, high = bounds
        mine = [xp.asarray(b) if isinstance(b, np.ndarray) else b for b in bounds]
        same_outcome(
            lambda: xp.clip(xp.asarray(x), *mine), lambda: np.clip(x, low, high), note=f"{x!r} {low!r} {high!r}"
        )

    @pytest.mark.cpu_only(dtype="uint64")
    @pytest.mark.parametrize("dtype", DTYPES)
    @given(data=st.data())
    def test_round(self, dtype, data):
        x, decimals = data.draw(arrays(dtype)), data.draw(st.integers(-3, 4))
        same_outcome(
            lambda: xp.round(xp.asarray(x), decimals), lambda: np.round(x, decimals), note=f"{x!r}, {decimals}"
        )

    @pytest.mark.parametrize("dtype", DTYPES)
    @given(data=st.data())
    def test_real_and_imag(self, dtype, data):
        x = data.draw(arrays(dtype))
        mine = xp.asarray(x)
        for name in ("real", "imag"):
            same(getattr(xp, name)(mine), getattr(np, name)(x), ulps=0)
            same(getattr(mine, name), getattr(x, name), ulps=0)


def test_every_loop_of_a_record_is_for_a_registered_dtype():
    for name, op in OPS.items():
        assert op.loops.keys() <= KIND.keys(), name
        assert all(callable(kernel) for kernel in op.loops.values())


def test_no_record_reads_a_value_back():
    """The meta device has no values."""
    for name, op in OPS.items():
        for dtype in [d for d in of_kind("biufc") if d in op.loops]:
            x = xp.asarray(torch.ones(2, dtype=dtype, device="meta"))
            y = xp.asarray(torch.ones(2, dtype=torch.int64, device="meta")) if op.integer_second else x
            got = getattr(xp, name)(*(x, y)[: op.nin])
            assert all(r.device.type == "meta" for r in (got if isinstance(got, tuple) else (got,))), name


def test_clip_of_complex_numbers():
    values = [0j, complex(0, np.nan), complex(np.nan, 0), 1 + 0j, -1 + 1j, complex(-0.0, -0.0), complex(np.inf, np.nan)]
    x, low, high = np.array(list(itertools.product(values, repeat=3))).T.copy()
    expected = np.clip(x, low, high)
    got = np.asarray(xp.clip(*map(xp.asarray, (x, low, high))))
    np.testing.assert_array_equal(got, expected)
    for part in ("real", "imag"):
        ordered = ~np.isnan(getattr(expected, part))
        signs = (np.signbit(getattr(a, part))[ordered] for a in (got, expected))
        np.testing.assert_array_equal(*signs)


@pytest.mark.compiled
@pytest.mark.parametrize("dtype", ["uint16", "complex64", "bool", "float16"])
def test_clip_by_numbers_is_compiled_for_dtypes_that_torch_does_not_clamp(dtype):
    x = xp.asarray([0, 1, 3]).astype(dtype)
    got = torch.compile(lambda x: xp.clip(x, 1, 2), fullgraph=True, backend="eager")(x)
    expected = xp.clip(x, 1, 2)
    assert got.dtype == expected.dtype
    assert got.tolist() == expected.tolist()


@pytest.mark.numpy_before
def test_clip_into_any_array():
    assert xp.clip(xp.asarray([1, 5]), 2, 4, out=...).tolist() == [2, 4]
    assert np.clip(np.asarray([1, 5]), 2, 4, out=...).tolist() == [2, 4]


@pytest.mark.numpy_before
def test_clip_keeps_a_bound_that_only_the_first_array_does_not_pass():
    x, low = np.zeros(1, "uint8"), np.asarray([32766], "int16")
    assert np.minimum(np.maximum(x, low), 255).tolist() == [255]
    assert np.clip(x, low, 255).tolist() == [32766]
    assert xp.clip(xp.asarray(x), xp.asarray(low), 255).tolist() == [255]


@calls("""
    m.clip(m.asarray([-3, 0, 5]), -1, 1, dtype="uint8"); m.clip(m.asarray([-3, 0, 5]), -1, 1, dtype="int8");
    m.clip(m.asarray([0.5, 300.0]), 1, 2, dtype="int8");
    m.clip(m.asarray([0.5, 9.0]), 1, 2, dtype="int8", casting="unsafe");
    m.clip(m.asarray([1, 5]), 2, 4, casting="equiv"); m.clip(m.asarray([1, 5]), 2, 4, casting="no");
    m.clip(m.asarray([1, 5]), 2.5, 4, casting="no");
    m.clip(m.asarray([1, 5], dtype="int8"), m.asarray(2), 4, casting="no");
    m.clip(m.asarray([1, 5]), 2, 4, casting="other");
    m.clip(m.asarray([1, 5]), 2, None, casting="other");
    m.clip(m.asarray([1, 5]), None, None, casting="other"); m.clip(m.asarray([1, 5]), None, 300, dtype="uint8");
    m.clip(m.asarray([1, 5]), -1, None, dtype="uint8", casting="unsafe");
    m.clip(m.asarray([True, False]), None, None, dtype="float32");
    m.clip(m.asarray([1, 5]), None, None, dtype="float32");
    m.clip(m.asarray([1, 5]), m.asarray([0, 2]), 4, dtype="bool", casting="unsafe")
""")
def test_clip_casts_its_operands_to_dtype_by_casting(call):
    alike(call)


SIZES = [0, 1, 2, 3, 4, 7, 8, 9, 15, 16, 17, 31, 33, 64, 65, 1001, 5000]


def filled(n, value, dtype, step=1):
    """An array of `n` equal elements, 0-D if `n` is 0; every `step`-th of a longer one."""
    return np.full(n * step, value, dtype)[::step] if n else np.asarray(value, dtype)


def ours_like(a):
    """A NumPy array as this package's, with the same strides."""
    return xp.asarray(np.repeat(a, 2))[::2] if a.ndim and a.strides[0] > a.itemsize else xp.asarray(a.copy())


@pytest.mark.parametrize("name", ["maximum", "minimum", "fmax", "fmin"])
@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
@pytest.mark.parametrize("zero", [0.0, -0.0])
def test_of_zeros_with_two_signs_numpys_is_returned(name, dtype, zero):
    # torch's kernels return the second of equal numbers, and at the end of an array the first
    function, numpys = getattr(xp, name), getattr(np, name)
    for n, step in itertools.product(SIZES, (1, 2)):
        first, second = filled(n, zero, dtype, step), filled(n, -zero, dtype, step)
        x, y = ours_like(first), ours_like(second)
        signs = np.signbit(numpys(first, second))
        assert (np.signbit(np.asarray(function(x, y))) == signs).all(), n
        out = xp.empty_like(x)
        function(x, y, out=out)
        assert (np.signbit(np.asarray(out)) == signs).all(), n
        for number in (-zero, xp.asarray(-zero, dtype=dtype)):
            signs = np.signbit(numpys(first, np.asarray(-zero, dtype)))
            assert (np.signbit(np.asarray(function(x, number))) == signs).all(), (n, number)
            signs = np.signbit(numpys(np.asarray(-zero, dtype), first))
            assert (np.signbit(np.asarray(function(number, x))) == signs).all(), (n, number)


@pytest.mark.parametrize("name", ["maximum", "minimum"])
@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
def test_extremes_of_equal_numbers_have_half_of_the_gradient_each(name, dtype):
    x, y = (torch.zeros(17, dtype=getattr(torch, dtype), requires_grad=True) for _ in range(2))
    getattr(xp, name)(xp.asarray(x), xp.asarray(y)).sum().backward()
    assert x.grad.tolist() == y.grad.tolist() == [0.5] * 17
    number = getattr(xp, name)(xp.asarray(x), 0.0)
    assert torch.autograd.grad(number.tensor.sum(), x)[0].tolist() == [0.5] * 17


@pytest.mark.parametrize("n", SIZES)
@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("function", [xp.log1p, xp.special.log1p])
def test_log1p_of_subnormal_numbers_is_the_number(function, dtype, n):
    # torch's log1p(5e-324) is 0 in an array of four elements, and log1p(1e-310) its neighbour
    info = np.finfo(dtype)
    values = float(info.tiny) * np.random.default_rng(n).uniform(-1.1, 1.1, max(n, 1))
    values = values.astype(dtype)
    values[:4] = np.array([info.smallest_subnormal, -info.smallest_subnormal, -0.0, 0.0], dtype)[: len(values)]
    x = xp.asarray(values if n else values[0])
    same(function(x), values if n else values[0])
    same(function(ours_like(np.repeat(values, 2)[::2])), values)
    assert (np.signbit(np.asarray(function(x))) == np.signbit(values if n else values[0])).all()
    if n == 17:
        same(compiled(function)(x), values)


def test_derivatives_of_log1p_near_zero():
    x = xp.asarray([0.0, -0.0, 5e-324, -1e-310, 1e-5, 2.0] * 4)
    first = xp.grad(lambda x: xp.sum(xp.log1p(x)))
    np.testing.assert_allclose(np.asarray(first(x)), 1 / (1 + np.asarray(x)))
    second = xp.grad(lambda x: xp.sum(first(x)))
    np.testing.assert_allclose(np.asarray(second(x)), -1 / (1 + np.asarray(x)) ** 2)
    _, slope = xp.jvp(xp.log1p, (x,), (xp.ones(24),))
    np.testing.assert_allclose(np.asarray(slope), 1 / (1 + np.asarray(x)))
    np.testing.assert_allclose(np.asarray(xp.vmap(xp.log1p)(x)), np.log1p(np.asarray(x)), rtol=5e-16, atol=0)


@calls("""
    m.clip(m.arange(-1.0, 2.0), 0, 2, out=m.ones(3) * 7, where=[1, 0, 1]);
    m.clip(m.arange(-1.0, 2.0), 0, 2, out=m.ones(3) * 7, where=m.asarray([True, False, True]));
    m.clip(m.arange(-1.0, 2.0), 0, 2, where=2.0); m.clip(m.arange(3.0), 0, 2, where=m.ones(3));
    m.clip(m.arange(3), None, 2, out=m.ones(3, "int64"), where=m.ones(3, "int8"))
""")
def test_where_of_clip(call):
    alike(call)
