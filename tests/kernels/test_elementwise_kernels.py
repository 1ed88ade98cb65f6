"""The loops of the elementwise operations against NumPy's: every loop, with the extremes of its dtype."""

import itertools
import math
import operator

import ml_dtypes
import mpmath
import numpy as np
import pytest
import torch
from oracle import Onlooker
from torch._subclasses.fake_tensor import FakeTensorMode
from torch.utils import _pytree as pytree

import xp_torch as xp
from xp_torch._array.ufunc.dispatch import typed_loops
from xp_torch._array.ufunc.records import OPS
from xp_torch._facts.dtypes import BOUNDS, FROM_TORCH, KIND, REAL, SAME_WIDTH_SIGNED, of_kind
from xp_torch._kernels.bit_views import from_ordered_bits, from_signed_bits, ordered_bits, signed_bits
from xp_torch._kernels.elementwise.detours import DETOURS
from xp_torch._kernels.elementwise.integers import MIXED_COMPARISONS
from xp_torch._kernels.elementwise.loops import CLIP, ROUND

LOOPS = {name: op.loops for name, op in OPS.items()} | {"clip": CLIP, "round": ROUND}

# NumPy's names where they differ, and the functions whose loops are no ufunc's.
NUMPY = {
    "abs": "absolute", "acos": "arccos", "acosh": "arccosh", "asin": "arcsin", "asinh": "arcsinh", "atan": "arctan",
    "atan2": "arctan2", "atanh": "arctanh", "bitwise_invert": "invert", "bitwise_left_shift": "left_shift",
    "bitwise_right_shift": "right_shift", "conj": "conjugate", "pow": "power",
}  # fmt: skip
PLAIN = {"round": np.round, "clip": np.clip}
UFUNCS = {name: getattr(np, NUMPY.get(name, name)) for name in LOOPS if name not in PLAIN}
CHAR = {d: FROM_TORCH[d].char if d is not torch.bfloat16 else "e" for d in KIND}
NAMES = sorted(LOOPS)

# Units in the last place that a result may differ from NumPy's; 0 where it is exact or correctly rounded.
ULPS = {"deg2rad": 1, "rad2deg": 1, "hypot": 1, "logaddexp": 1000, "logaddexp2": 20000} | dict.fromkeys(
    ["acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh", "cbrt", "cos", "cosh", "exp", "exp2", "expm1"]
    + ["float_power", "log", "log10", "log1p", "log2", "pow", "sin", "sinh", "tan", "tanh"],
    4,
)
COMPLEX_ULPS = {"abs": 2, "sqrt": 2, "reciprocal": 2, "sign": 3}
# Compared by the size of the number, not of its components: torch rounds products where NumPy fuses them.
NORMWISE = {"multiply", "divide", "square"}


@pytest.fixture(autouse=True)
def _quiet():
    with np.errstate(all="ignore"):
        yield


def arity(name):
    return {"clip": 3}.get(name) or (UFUNCS[name].nin if name in UFUNCS else 1)


def to_torch(a):
    if a.dtype == ml_dtypes.bfloat16:
        return torch.from_numpy(a.view(np.int16).copy()).view(torch.bfloat16)
    return torch.from_numpy(np.array(a))


def to_numpy(t):
    assert not t.is_conj()
    assert not t.is_neg()
    if t.dtype is torch.bfloat16:
        return t.contiguous().view(torch.int16).numpy().view(ml_dtypes.bfloat16)
    return t.numpy()


def numpy_dtype(dtype):
    return np.dtype(ml_dtypes.bfloat16) if dtype is torch.bfloat16 else np.dtype(FROM_TORCH[dtype].name)


def extremes(dtype, few=False):
    """Bounds, zeros of both signs, NaN, infinities, subnormals, and ordinary numbers."""
    kind, d = KIND[dtype], numpy_dtype(dtype)
    rng = np.random.default_rng(1)
    if kind == "b":
        return np.array([False, True])
    if kind in "iu":
        low, high = BOUNDS[dtype]
        values = {0, 1, 2, 3, 5, 7, 8, 10, 15, 31, 32, 33, 63, 64, 65, 100, high, high - 1, high // 2, high // 2 + 1}
        values |= {high // 3, low, low + 1, low // 2, high - 100, *((-1, -2, -3, -7, -64) if low else ())}
        return np.array(sorted(v for v in values if low <= v <= high), dtype=d)
    if kind == "f":
        info = ml_dtypes.finfo(d)
        limits = [float(v) for v in (info.max, info.tiny, info.smallest_subnormal, info.eps)]
        values = [0.0, 1, 0.5, 1.5, 2, 2.5, 3, 0.1, 1e-3, 10, 100.25, math.pi, 20, 88, 89, 709.9, math.inf, *limits]
        values += list(np.exp(rng.standard_normal(20)))
        return np.array([*values, *(-v for v in values), math.nan]).astype(d)
    info = np.finfo(d)
    half = [0.0, 1, 0.5, 2, 3.7, 1e-5, 100, math.inf, float(info.max) / 4, float(info.tiny)]
    axis = [*half, *(-v for v in half), math.nan]
    grid = np.array([complex(a, b) for a in axis for b in axis]).astype(d)
    ordinary = (rng.standard_normal(20) * 3 + 1j * rng.standard_normal(20)).astype(d)
    return np.concatenate([grid[::7] if few else grid, ordinary])


def operands(name, dtype):
    n = arity(name)
    values = extremes(dtype, few=n > 1)
    if name == "ldexp":
        exponents = [0, 1, -1, 5, -5, 10, -24, -30, -140, -149, -150, -1074, -1075, 127, 128, 1023, 1024, 2100, -2100]
        pairs = list(itertools.product(values, np.array([*exponents, 2**40, -(2**40)])))
        return [np.array([p[i] for p in pairs]) for i in range(2)]
    if n == 3:
        values = values[::3]
    columns = [c.ravel() for c in np.meshgrid(*[values] * n)]
    if name == "pow" and KIND[dtype] in "iu":
        columns = [c[columns[1] >= 0] for c in columns]
    return columns


def as_tuple(result):
    return result if isinstance(result, tuple) else (result,)


def expected(name, args):
    """NumPy's results; of bfloat16 those of float32, rounded once."""
    function = PLAIN.get(name) or UFUNCS[name]
    if args[0].dtype != ml_dtypes.bfloat16 or name in ("nextafter", "spacing"):
        return as_tuple(function(*args))
    results = as_tuple(function(*[a.astype(np.float32) if a.dtype == ml_dtypes.bfloat16 else a for a in args]))
    return tuple(r.astype(ml_dtypes.bfloat16) if r.dtype.kind == "f" else r for r in results)


def ulps(got, want):
    """Distance in representable numbers; infinite between NaN, infinities, the zeros and others."""
    if got.dtype.kind == "c":
        return np.maximum(ulps(got.real, want.real), ulps(got.imag, want.imag))
    integer = np.dtype(f"i{want.dtype.itemsize}")
    x, y = (np.ascontiguousarray(v).view(integer).astype(np.int64) for v in (got, want))
    x, y = (np.where(v < 0, np.iinfo(integer).min - v, v) for v in (x, y))
    distance = (np.maximum(x, y).astype(np.uint64) - np.minimum(x, y).astype(np.uint64)).astype(np.float64)
    a, b = got.astype(np.float64), want.astype(np.float64)
    distance[np.isnan(a) & np.isnan(b)] = 0
    apart = (np.isnan(a) != np.isnan(b)) | ((np.isinf(a) | np.isinf(b)) & (a != b) & ~(np.isnan(a) & np.isnan(b)))
    apart |= (a == 0) & (b == 0) & (np.signbit(a) != np.signbit(b))
    distance[apart] = np.inf
    return distance


def conflict(name, args):
    """Where NumPy is not followed: the standard wins, or the digits or the sign of a zero are better or nobody's."""
    x, *rest = args
    if name in ("floor_divide", "divmod") and x.dtype.kind not in "iu":
        return np.isinf(x.astype(np.float64)) | np.isinf(rest[0].astype(np.float64))
    if name == "spacing" and x.dtype == ml_dtypes.bfloat16:
        return x == 0  # ml_dtypes has a negative one for -0.0, NumPy has not
    if name in ("maximum", "minimum", "fmax", "fmin", "nextafter") and x.dtype.kind not in "biuc":
        return (x == 0) & (rest[0] == 0)
    if x.dtype.kind == "c":
        if name in ("expm1", "tanh"):
            return np.isinf(x.real) | np.isnan(x.real) | (np.abs(x.real) > 80) | (x == 0)
        if name == "log1p":
            return np.abs(1 + x) < 2
        if name == "sign":
            return np.isnan(x.real) | np.isnan(x.imag)
        if name in NORMWISE or name in ("pow", "float_power"):
            return np.ones(x.shape, bool)  # test_complex_arithmetic's
    return np.zeros(x.shape, bool)


@pytest.mark.parametrize("name", NAMES)
def test_loops_stand_where_numpy_has_them(name):
    if name in PLAIN:
        assert set(LOOPS[name]) == set(of_kind("iufc" if name == "round" else "biufc"))
        return
    suffix = {"ldexp": "l"}.get(name)
    inputs = {loop.split("->")[0] for loop in UFUNCS[name].types}
    assert set(LOOPS[name]) == {d for d, c in CHAR.items() if (c + suffix if suffix else c * arity(name)) in inputs}


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("layout", ["long", "strided"])
def test_loops_give_numpys_values(name, layout):
    for dtype, kernel in LOOPS[name].items():
        args = operands(name, dtype)
        tensors = [to_torch(a) for a in args]
        if layout == "strided":  # torch's kernels for one number at a time differ from its vectorised ones
            tensors = [torch.stack([t, t], -1)[..., 0] for t in tensors]
        results = [to_numpy(r) for r in as_tuple(kernel(*tensors))]
        wanted = expected(name, args)
        skipped = conflict(name, args)
        assert len(results) == len(wanted)
        for got, want in zip(results, wanted, strict=True):
            assert got.dtype == want.dtype, dtype
            if got.dtype.kind in "biu":
                off = got != want
            else:
                allowed = ULPS.get(name, COMPLEX_ULPS.get(name, 0) if KIND[dtype] == "c" else 0)
                if dtype.itemsize == 2 and KIND[dtype] == "f":
                    allowed = min(allowed, 1)
                off = ulps(got, want) > allowed
            off &= ~skipped if off.shape == np.shape(skipped) else not skipped
            wrong = [(*(a[i] for a in args), got[i], want[i]) for i in np.flatnonzero(off)[:4]]
            assert not wrong, f"{dtype}: {off.sum()} of {off.size}, (operands, got, NumPy's): {wrong}"


@pytest.mark.parametrize("name", sorted({*NORMWISE, "pow", "float_power"}))
def test_complex_arithmetic(name):
    """Compared as numbers, where no product of ordinary components overflows: torch rounds where NumPy fuses."""
    for dtype in of_kind("c"):
        if dtype not in LOOPS[name]:
            continue
        args = operands(name, dtype)
        (want,) = expected(name, args)
        got = to_numpy(LOOPS[name][dtype](*map(to_torch, args)))
        assert got.dtype == want.dtype
        sizes = np.abs([part for a in args for part in (a.real, a.imag)])
        ordinary = np.all(~np.isfinite(sizes) | (sizes == 0) | ((sizes > 1e-6) & (sizes < 1e4)), axis=0)
        finite = np.isfinite(got) & np.isfinite(want)
        close = np.abs(got - want) <= 16 * np.finfo(got.dtype).eps * np.abs(want)
        alike = ulps(got.real, want.real) < np.inf
        alike &= ulps(got.imag, want.imag) < np.inf
        wrong = ordinary & ~np.where(finite, close, alike)
        first = [(*(a[i] for a in args), got[i], want[i]) for i in np.flatnonzero(wrong)[:4]]
        assert not wrong.any(), f"{dtype}: {wrong.sum()} of {wrong.size}: {first}"


def test_kernels_keep_dtypes_whatever_the_default_is():
    before = torch.get_default_dtype()
    try:
        torch.set_default_dtype(torch.float16)
        for name, loops in LOOPS.items():
            for dtype, kernel in loops.items():
                args = [to_torch(a[-8:]) for a in operands(name, dtype)]
                for got, want in zip(as_tuple(kernel(*args)), expected(name, [to_numpy(a) for a in args]), strict=True):
                    assert numpy_dtype(got.dtype) == want.dtype, (name, dtype)
    finally:
        torch.set_default_dtype(before)


@pytest.mark.parametrize("row", DETOURS, ids=lambda row: f"{row.kernel.__name__}-{KIND[row.dtypes[0]]}")
def test_torch_still_lacks_the_kernel_of_a_detour(row):
    for dtype in row.dtypes:
        with pytest.raises((RuntimeError, NotImplementedError), match=r"not (yet )?(implemented|supported)"):
            row.kernel(*[torch.ones(3, dtype=dtype)] * row.operands)


def long(*values, dtype=torch.float64):
    """Operands long enough for torch's vectorised kernels."""
    return [torch.full((64,), v, dtype=dtype) for v in values]


INF, NAN = math.inf, math.nan
FIXES = [
    ("sign", torch.sgn, long(NAN), NAN),
    ("fmod", torch.fmod, long(1e300, 3e-300), math.fmod(1e300, 3e-300)),
    ("fmod", torch.fmod, long(1e38, 1e-3, dtype=torch.float32), math.fmod(np.float32(1e38), np.float32(1e-3))),
    ("remainder", torch.remainder, long(-2.0, 2.0), 0.0),
    ("remainder", torch.remainder, long(1e308, 0.25), 0.0),
    ("floor_divide", torch.floor_divide, long(2.0, -INF), -0.0),
    ("sinh", torch.sinh, long(-710.0), math.sinh(-710)),
    ("cosh", torch.cosh, long(710.0), math.cosh(710)),
    ("cosh", torch.cosh, long(89.0, dtype=torch.float32), float(np.cosh(np.float32(89)))),
    ("logaddexp2", torch.logaddexp2, long(-1.0, -1.0), 0.0),
    ("heaviside", torch.heaviside, long(NAN, 0.5), NAN),
    ("ldexp", torch.ldexp, [*long(1.5), torch.full((64,), 2**40)], INF),
    ("gcd", torch.gcd, long(-128, -127, dtype=torch.int8), 1),
    ("add", torch.add, long(0j, complex(0, INF), dtype=torch.complex128), complex(0, INF)),
    ("subtract", torch.sub, long(complex(1, -0.0), 0j, dtype=torch.complex128), complex(1, -0.0)),
    ("negative", torch.neg, long(0j, dtype=torch.complex128), complex(-0.0, -0.0)),
    ("pow", torch.pow, long(0j, 0j, dtype=torch.complex128), 1 + 0j),
    ("sign", torch.sgn, long(complex(0, INF), dtype=torch.complex128), 1j),
    ("reciprocal", torch.reciprocal, long(0j, dtype=torch.complex128), complex(NAN, NAN)),
    ("acos", torch.acos, long(0j, dtype=torch.complex128), complex(math.pi / 2, -0.0)),
    ("expm1", torch.expm1, long(complex(INF, 0), dtype=torch.complex128), complex(INF, 0)),
    ("tanh", torch.tanh, long(complex(INF, 2), dtype=torch.complex128), 1 + 0j),
    ("log1p", torch.log1p, long(complex(-1e-18, math.sqrt(2e-18)), dtype=torch.complex128), None),
]


@pytest.mark.parametrize(("name", "plain", "args", "want"), FIXES, ids=[f"{f[0]}-{f[2][0].dtype}"[:40] for f in FIXES])
def test_a_fix_is_right_and_still_needed(name, plain, args, want):
    dtype = args[0].dtype
    if want is None:
        z = mpmath.mpc(args[0][0].item())
        with mpmath.workdps(80):
            want = complex(mpmath.log1p(mpmath.mpc(z.real, z.imag)))
    wanted = np.full(64, want, numpy_dtype(dtype))
    same = np.array_equal if wanted.dtype.kind in "iu" else lambda a, b: (ulps(a, b) <= 2).all()
    assert same(to_numpy(LOOPS[name][dtype](*args)), wanted)
    assert not same(to_numpy(plain(*args)), wanted), f"torch's own {name} is right now"


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_square_roots_are_rounded_right_and_torchs_are_not(dtype):
    # which numbers torch's is wrong for depends on the processor
    x = np.random.default_rng(0).random(20_000).astype(dtype) * 4
    wanted, t = np.sqrt(x), torch.from_numpy(x)
    np.testing.assert_array_equal(LOOPS["sqrt"][t.dtype](t).numpy(), wanted)
    with Onlooker():
        np.testing.assert_array_equal(LOOPS["sqrt"][t.dtype](t).numpy(), wanted)
    assert not np.array_equal(torch.sqrt(t).numpy(), wanted), "torch's own sqrt is right now"


# Where torch's error is more than a unit in the last place above NumPy's: the operand, and what ours stays below.
INACCURATE = [
    ("asinh", torch.asinh, 0.5199450773112592, torch.float64, 1.2),
    ("asinh", torch.asinh, 0.504530131816864, torch.float32, 0.51),
    ("acosh", torch.acosh, 1.0274671977506462, torch.float64, 1.2),
    ("acosh", torch.acosh, 1.0295915603637695, torch.float32, 0.51),
    ("atanh", torch.atanh, 0.40252024905637246, torch.float64, 0.7),
    ("atanh", torch.atanh, -0.12298442423343658, torch.float32, 0.51),
    ("log2", torch.log2, 0.5606562514244188 - 0.18183027726612777j, torch.complex128, 1.5),
    ("log10", torch.log10, -0.38043515137346795 + 0.559480750254142j, torch.complex128, 1.5),
]


def error_in_units(name, x, got):
    """The error of `got`, against mpmath's value, in units in the last place of the larger component."""
    logarithms = {"log2": mpmath.ln2, "log10": mpmath.ln10}
    with mpmath.workprec(300):
        z = mpmath.mpmathify(x)
        want = mpmath.log(z) / logarithms[name] if name in logarithms else getattr(mpmath, name)(z)
        larger = max(abs(want.real), abs(want.imag))
        unit = mpmath.ldexp(1, int(mpmath.floor(mpmath.log(larger, 2))) - np.finfo(got.dtype).nmant)
        off = mpmath.mpmathify(got.item()) - want
        return float(max(abs(off.real), abs(off.imag)) / unit)


@pytest.mark.parametrize(("name", "plain", "x", "dtype", "limit"), INACCURATE)
def test_a_fix_of_the_last_digit_is_right_and_still_needed(name, plain, x, dtype, limit):
    # Not contiguous: some of torch's kernels are the C library's for such, and accurate ones for others.
    operand = torch.full((64, 2), x, dtype=dtype)[:, 0]
    assert error_in_units(name, x, to_numpy(LOOPS[name][dtype](operand))[0]) < limit
    assert error_in_units(name, x, to_numpy(plain(operand))[0]) > 1.45


@pytest.mark.parametrize("x", [709.0049514898208, 709.760795889614, 710.4568341563439])
@pytest.mark.parametrize("name", ["sinh", "cosh"])
def test_hyperbolic_functions_near_overflow_lose_no_digits(name, x):
    assert error_in_units(name, x, to_numpy(LOOPS[name][torch.float64](*long(x)))[0]) < 1.3


def test_inverse_hyperbolic_functions_at_their_ends():
    x = torch.tensor([0.0, -0.0, INF, -INF, 5e-324, -1e-300, 1e308, -(2.0**28), 2.0**-28, NAN], dtype=torch.float64)
    wanted = np.arcsinh(x.numpy())
    assert (ulps(to_numpy(LOOPS["asinh"][torch.float64](x)), wanted) <= 1).all()
    x = torch.tensor([1.0, 0.5, INF, -INF, 1 + 2.0**-52, 1e308, 2.0**28, NAN], dtype=torch.float64)
    assert (ulps(to_numpy(LOOPS["acosh"][torch.float64](x)), np.arccosh(x.numpy())) <= 1).all()
    zero = torch.zeros(3, dtype=torch.float64, requires_grad=True)
    (slope,) = torch.autograd.grad(LOOPS["asinh"][torch.float64](zero).sum(), zero)
    assert slope.tolist() == [1.0] * 3


def test_division_that_would_end_the_process():
    for dtype in of_kind("iu"):
        low, high = BOUNDS[dtype]
        x = torch.tensor([low, high, 1, 0, low], dtype=dtype)
        zero = torch.zeros_like(x)
        for name in ("floor_divide", "remainder", "fmod"):
            assert torch.equal(LOOPS[name][dtype](x, zero).to(torch.float64), torch.zeros(5, dtype=torch.float64))
        if low:
            minus = torch.full_like(x, -1)
            assert LOOPS["floor_divide"][dtype](x, minus).tolist() == [low, -high, -1, 0, low]
            assert LOOPS["remainder"][dtype](x, minus).tolist() == [0] * 5


def test_uint64_over_its_whole_range():
    rng = np.random.default_rng(5)
    drawn = rng.integers(0, 2**64, (2, 4000), dtype=np.uint64) >> rng.integers(0, 64, (2, 4000), dtype=np.uint64)
    x, y = np.maximum(drawn, 1).tolist()
    a, b = (torch.tensor(v, dtype=torch.uint64) for v in (x, y))
    exact = {
        "floor_divide": lambda p, q: p // q,
        "remainder": lambda p, q: p % q,
        "gcd": math.gcd,
        "lcm": lambda p, q: math.lcm(p, q) % 2**64,
        "pow": lambda p, q: pow(p, q, 2**64),
        "multiply": lambda p, q: p * q % 2**64,
        "less": lambda p, q: p < q,
    }
    for name, function in exact.items():
        assert LOOPS[name][torch.uint64](a, b).tolist() == [function(p, q) for p, q in zip(x, y, strict=True)], name


@pytest.mark.parametrize("name", sorted(MIXED_COMPARISONS))
def test_int64_and_uint64_compare_by_value(name):
    signed = extremes(torch.int64)
    unsigned = extremes(torch.uint64)
    x, y = (c.ravel() for c in np.meshgrid(signed, unsigned))
    for p, q in ((x, y), (y, x)):
        got = MIXED_COMPARISONS[name](to_torch(p), to_torch(q))
        assert np.array_equal(got.numpy(), getattr(operator, name)(p.astype(object), q.astype(object)).astype(bool))


@pytest.mark.parametrize("dtype", list(SAME_WIDTH_SIGNED))
def test_bits_go_there_and_back(dtype):
    high = BOUNDS[dtype][1]
    t = torch.tensor([0, 1, high // 2, high // 2 + 1, high], dtype=dtype)
    assert torch.equal(from_signed_bits(signed_bits(t), dtype), t)
    assert torch.equal(from_ordered_bits(ordered_bits(t), dtype), t)
    assert ordered_bits(t).diff().gt(0).all()


# The standard's tables where NumPy's values conflict with them or platforms differ: real, imaginary -> result.
TABLES = {
    "expm1": [
        ((INF, 0.0), (INF, 0.0)), ((-INF, 2.0), (-1.0, 0.0)), ((-INF, INF), (-1.0, 0.0)), ((INF, INF), (INF, NAN)),
        ((-INF, NAN), (-1.0, 0.0)), ((INF, NAN), (INF, NAN)), ((NAN, 0.0), (NAN, 0.0)), ((NAN, 2.0), (NAN, NAN)),
        ((0.0, 0.0), (0.0, 0.0)), ((1.0, INF), (NAN, NAN)), ((1.0, NAN), (NAN, NAN)), ((INF, 2.0), (-INF, INF)),
        ((-0.0, 0.0), (0.0, 0.0)), ((-0.0, -0.0), (0.0, -0.0)),
    ],
    "tanh": [
        ((0.0, 0.0), (0.0, 0.0)), ((1.0, INF), (NAN, NAN)), ((0.0, INF), (0.0, NAN)), ((1.0, NAN), (NAN, NAN)),
        ((0.0, NAN), (0.0, NAN)), ((INF, 2.0), (1.0, 0.0)), ((INF, INF), (1.0, 0.0)), ((INF, NAN), (1.0, 0.0)),
        ((NAN, 0.0), (NAN, 0.0)), ((NAN, 2.0), (NAN, NAN)), ((NAN, NAN), (NAN, NAN)), ((-INF, -2.0), (-1.0, -0.0)),
    ],
    "sign": [
        ((0.0, -0.0), (0.0, 0.0)), ((NAN, 1.0), (NAN, NAN)), ((INF, NAN), (NAN, NAN)), ((3.0, 4.0), (0.6, 0.8)),
        ((3e300, 4e300), (0.6, 0.8)), ((3e-310, 4e-310), (0.6, 0.8)),
    ],
    "acos": [
        ((0.0, 0.0), (math.pi / 2, -0.0)), ((0.0, NAN), (math.pi / 2, NAN)), ((1.0, INF), (math.pi / 2, -INF)),
        ((2.0, NAN), (NAN, NAN)), ((-INF, 1.0), (math.pi, -INF)), ((INF, 1.0), (0.0, -INF)),
        ((-INF, INF), (3 * math.pi / 4, -INF)), ((INF, INF), (math.pi / 4, -INF)), ((NAN, INF), (NAN, -INF)),
    ],
    "sqrt": [
        ((-0.0, 0.0), (0.0, 0.0)), ((NAN, INF), (INF, INF)), ((1.0, NAN), (NAN, NAN)), ((-INF, 1.0), (0.0, INF)),
        ((INF, 1.0), (INF, 0.0)), ((INF, NAN), (INF, NAN)), ((NAN, 1.0), (NAN, NAN)),
    ],
    "log1p": [
        ((-1.0, 0.0), (-INF, 0.0)), ((1.0, INF), (INF, math.pi / 2)), ((1.0, NAN), (NAN, NAN)),
        ((-INF, 1.0), (INF, math.pi)), ((INF, 1.0), (INF, 0.0)), ((-INF, INF), (INF, 3 * math.pi / 4)),
        ((INF, INF), (INF, math.pi / 4)), ((INF, NAN), (INF, NAN)), ((NAN, 1.0), (NAN, NAN)), ((NAN, INF), (INF, NAN)),
    ],
}  # fmt: skip


@pytest.mark.parametrize("name", sorted(TABLES))
@pytest.mark.parametrize("copies", [1, 33])
def test_complex_tables_of_the_standard(name, copies):
    for (a, b), want in TABLES[name]:
        got = LOOPS[name][torch.complex128](torch.full((copies,), complex(a, b), dtype=torch.complex128))
        assert (ulps(to_numpy(got), np.full(copies, complex(*want))) <= 2).all(), (a, b, got[0], want)


@pytest.mark.parametrize("dtype", of_kind("f"))
def test_floor_divide_by_the_standards_table(dtype):
    rows = [
        (INF, 2, INF), (INF, -2, -INF), (-INF, 2, -INF), (-INF, -2, INF), (INF, INF, NAN), (2, INF, 0.0),
        (2, -INF, -0.0), (-2, INF, -0.0), (-2, -INF, 0.0), (0.0, 2, 0.0), (-0.0, 2, -0.0), (0.0, -2, -0.0),
        (2, 0.0, INF), (2, -0.0, -INF), (0.0, 0.0, NAN), (NAN, 1, NAN), (7, 2, 3), (-7, 2, -4), (7, -2, -4),
        (-7, -2, 3),
    ]  # fmt: skip
    x, y, want = (torch.tensor(c, dtype=dtype) for c in zip(*rows, strict=True))
    assert (ulps(to_numpy(LOOPS["floor_divide"][dtype](x, y)), to_numpy(want)) == 0).all()


def test_log1p_of_complex_numbers_has_all_digits():
    rng = np.random.default_rng(2)
    angle, size = rng.uniform(-3, 3, 200), 10.0 ** rng.uniform(-20, 1, 200)
    circle = np.exp(1j * angle) - 1 + size * 1e-8
    for z in (size * np.exp(1j * angle), circle):
        got = to_numpy(LOOPS["log1p"][torch.complex128](to_torch(z)))
        with mpmath.workdps(120):
            want = np.array([complex(mpmath.log(1 + mpmath.mpc(v.real, v.imag))) for v in z.tolist()])
        assert ((ulps(got, want) <= 4) | (np.abs(got.real - want.real) < 1e-32)).all()
    largest = long(complex(np.finfo(float).max, 6e302), dtype=torch.complex128)
    assert error_in_units("log1p", largest[0][0].item(), to_numpy(LOOPS["log1p"][torch.complex128](*largest))[0]) < 1


def mathematical(name, n=6):
    """Loops with operands inside the domain of the operation, for tracing: (dtype, kernel, tensors)."""
    for dtype, kernel in LOOPS[name].items():
        shapes = [(2, 3), (3,), (2, 1)][: arity(name)]
        rng = np.random.default_rng(n)
        args = []
        for shape in shapes:
            values = rng.uniform(1.2, 1.9, shape) if name == "acosh" else rng.uniform(0.2, 0.9, shape)
            if KIND[dtype] in "biu":
                values = rng.integers(0, 2 if KIND[dtype] == "b" else 100, shape)
            if KIND[dtype] == "c":
                values = values + 1j * rng.uniform(0.2, 0.9, shape)
            args.append(to_torch(values.astype(numpy_dtype(dtype))))
        if name == "ldexp":
            args[1] = torch.tensor([1, 2, -3])
        yield dtype, kernel, args


@pytest.mark.parametrize("name", NAMES)
def test_loops_work_under_vmap_and_with_fake_tensors(name):
    for dtype, kernel, args in mathematical(name):
        want = as_tuple(kernel(*args))
        mapped = as_tuple(torch.vmap(kernel, in_dims=(0, None, 0)[: len(args)])(*args))
        for device in ("cpu", "cuda"):
            with FakeTensorMode():
                fake = as_tuple(kernel(*[torch.empty(a.shape, dtype=a.dtype, device=device) for a in args]))
            for w, m, f in zip(want, mapped, fake, strict=True):
                assert (w.dtype, w.shape, device) == (f.dtype, f.shape, f.device.type), dtype
                assert (w.dtype, w.shape) == (m.dtype, m.shape), dtype
                assert torch.allclose(w, m) if w.dtype not in SAME_WIDTH_SIGNED else torch.equal(w, m), dtype


@pytest.mark.parametrize("name", NAMES)
def test_loops_compile_to_one_graph(name):
    torch._dynamo.reset()
    cases = [(kernel, args) for _, kernel, args in mathematical(name)]

    def every(cases):
        return [kernel(*args) for kernel, args in cases]

    got = torch.compile(every, fullgraph=True, backend="eager")(cases)
    for g, (kernel, args) in zip(got, cases, strict=True):
        with Onlooker():
            eager = kernel(*args)
        for a, b in zip(pytree.tree_leaves(g), pytree.tree_leaves(eager), strict=True):
            assert a.dtype is b.dtype
            assert torch.equal(a, b)


STEPS = {"ceil", "floor", "round", "rint", "trunc", "sign", "signbit", "nextafter", "spacing", "frexp", "heaviside"}
SMOOTH = [
    name
    for name in NAMES
    if torch.float64 in LOOPS[name] and name not in STEPS and not name.startswith(("is", "logical", "bitwise"))
    if name not in {"imag", "equal", "not_equal", "less", "less_equal", "greater", "greater_equal"}
]


@pytest.mark.parametrize("name", SMOOTH)
def test_gradients_are_right_and_no_nan(name):
    for dtype, kernel, args in mathematical(name):
        if dtype.itemsize < 8 or KIND[dtype] not in "fc" or REAL[dtype] is not torch.float64:
            continue
        args = [a.requires_grad_() if KIND[a.dtype] in "fc" else a for a in args]
        assert torch.autograd.gradcheck(lambda *a, kernel=kernel: as_tuple(kernel(*a))[0], args)
        ordinary = [torch.full((3,), v, dtype=dtype, requires_grad=True) for v in (-2.0, 3.0, 5.0)][: len(args)]
        if name in ("acosh", "log", "log2", "log10", "log1p", "sqrt", "pow", "float_power", "acos", "asin", "atanh"):
            continue  # -2 is outside their domain
        if name == "ldexp":
            ordinary[1] = torch.tensor([1, 2, -3])
        wanted = [a for a in ordinary if a.requires_grad]
        result = as_tuple(kernel(*ordinary))[0]
        gradients = torch.autograd.grad(result.abs().sum(), wanted, allow_unused=True)
        assert all(g is None or torch.isfinite(g).all() for g in gradients), name


@pytest.mark.parametrize("name", [name for name, op in OPS.items() if op.nout == 1 and not op.integer_second])
def test_loops_give_the_dtype_that_is_said_of_them(name):
    op = OPS[name]
    for dtype, (kernel, result) in typed_loops(name).items():
        operands = [torch.ones(2, dtype=dtype)] * op.nin
        assert kernel(*operands).dtype is (result or xp.float64.torch)
