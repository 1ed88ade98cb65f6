"""The loops of the elementwise operations against NumPy's: every loop, with the extremes of its dtype."""

import math
import operator

import ml_dtypes
import mpmath
import numpy as np
import pytest
import torch
from support.cases import cases
from support.elementwise_rules import ulps
from support.oracle import Onlooker
from support.values import extremes, moderate
from support.versions import sentinel

import xp_torch as xp
from tools.tolerance import differing
from xp_torch._array.ufunc.dispatch import typed_loops
from xp_torch._array.ufunc.records import OPS, RECORDS
from xp_torch._facts.dtypes import BOUNDS, FROM_TORCH, KIND, SAME_WIDTH_SIGNED, of_kind
from xp_torch._kernels.bit_views import from_ordered_bits, from_signed_bits, ordered_bits, signed_bits
from xp_torch._kernels.elementwise import complexes
from xp_torch._kernels.elementwise.detours import DETOURS, ON_GPUS
from xp_torch._kernels.elementwise.integers import MIXED_COMPARISONS
from xp_torch._kernels.elementwise.loops import ROUND

ALL_LOOPS = {name: op.loops for name, op in RECORDS.items() if not op.is_special} | {"round": ROUND}
#: The loops of the package's own dtypes; other tests register some.
LOOPS = {name: {d: loops[d] for d in loops if d in of_kind("biufc")} for name, loops in ALL_LOOPS.items()}

NAMES = sorted(LOOPS)


@pytest.fixture(autouse=True)
def _quiet():
    with np.errstate(all="ignore"):
        yield


def arity(name):
    return RECORDS[name].nin if name in RECORDS else 1


def to_torch(a):
    if a.dtype == ml_dtypes.bfloat16:
        return torch.from_numpy(a.view(np.int16).copy()).view(torch.bfloat16)
    return torch.from_numpy(np.array(a))


def to_numpy(t):
    assert not t.is_conj()
    assert not t.is_neg()
    if t.dtype is torch.bfloat16:
        return np.asarray(t.contiguous().view(torch.int16)).view(ml_dtypes.bfloat16)
    return np.asarray(t)


def numpy_dtype(dtype):
    return np.dtype(ml_dtypes.bfloat16) if dtype is torch.bfloat16 else np.dtype(FROM_TORCH[dtype].name)


def as_tuple(result):
    return result if isinstance(result, tuple) else (result,)


def alike(got, want, ulps=0):
    """Return whether all values, and both components of complex ones, differ by at most so many ulps."""
    if want.dtype.kind == "c":
        return alike(got.real, want.real, ulps) and alike(got.imag, want.imag, ulps)
    return not differing(got, want, ulps).any()


@cases("name", NAMES)
def test_strided_operands_give_what_others_give(name):
    """Torch's kernels for one number at a time differ from its vectorised ones."""
    for dtype, kernel in LOOPS[name].items():
        x = moderate(xp.dtype(dtype).name)
        second = np.arange(len(x)) % 99 if name == "ldexp" else np.abs(x[::-1]).astype(x.dtype)
        second[second < 0] = 0  # the smallest integer, which has no power
        args = [to_torch(a) for a in (x, second, x)[: arity(name)]]
        strided = [torch.stack([a, a], -1)[..., 0] for a in args]
        for got, want in zip(as_tuple(kernel(*strided)), as_tuple(kernel(*args)), strict=True):
            assert not differing(to_numpy(got), to_numpy(want), ulps(name, x.dtype)).any(), dtype


@pytest.mark.compiled
def test_loops_of_clip_and_round():
    assert set(LOOPS["clip"]) == set(of_kind("biufc"))
    assert set(LOOPS["round"]) == set(of_kind("iufc"))
    cases = [
        (kernel, [torch.ones(3, dtype=d)] * n)
        for n, loops in ((3, LOOPS["clip"]), (1, LOOPS["round"]))
        for d, kernel in loops.items()
    ]

    def every(cases):
        return [kernel(*args) for kernel, args in cases]

    torch._dynamo.reset()
    compiled = torch.compile(every, fullgraph=True, backend="eager")(cases)
    mapped = [torch.vmap(kernel)(*args) for kernel, args in cases]
    for eager, *others in zip(every(cases), compiled, mapped, strict=True):
        assert all(torch.equal(eager, other) for other in others)


def test_kernels_keep_dtypes_whatever_the_default_is():
    def results():
        for name, loops in LOOPS.items():
            for dtype, kernel in loops.items():
                second = torch.int64 if name == "ldexp" else dtype
                args = [torch.ones(2, dtype=d) for d in (dtype, second, dtype)[: arity(name)]]
                yield from [(name, dtype, result.dtype) for result in as_tuple(kernel(*args))]

    before, expected = torch.get_default_dtype(), list(results())
    try:
        torch.set_default_dtype(torch.float16)
        assert list(results()) == expected
    finally:
        torch.set_default_dtype(before)


@sentinel
@pytest.mark.parametrize("row", DETOURS, ids=lambda row: f"{row.kernel.__name__}-{KIND[row.dtypes[0]]}")
def test_torch_still_lacks_the_kernel_of_a_detour(row, device):
    if row in ON_GPUS and device == "cpu":
        pytest.skip("torch lacks it on GPUs only")
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


fixes = pytest.mark.parametrize(
    ("name", "plain", "args", "want"), FIXES, ids=[f"{f[0]}-{f[2][0].dtype}"[:40] for f in FIXES]
)


def is_right(function, args, want):
    if want is None:
        z = mpmath.mpc(args[0][0].item())
        with mpmath.workdps(80):
            want = complex(mpmath.log1p(mpmath.mpc(z.real, z.imag)))
    return alike(to_numpy(function(*args)), np.full(64, want, numpy_dtype(args[0].dtype)), 2)


@fixes
def test_a_fix_is_right(name, plain, args, want):
    assert is_right(LOOPS[name][args[0].dtype], args, want)


@sentinel
@fixes
def test_a_fix_is_still_needed(name, plain, args, want):
    assert not is_right(plain, args, want), f"torch's own {name} is right now"


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_square_roots_are_rounded_right_and_torchs_are_not(dtype):
    # which numbers torch's is wrong for depends on the processor
    x = np.random.default_rng(0).random(20_000).astype(dtype) * 4
    wanted, t = np.sqrt(x), torch.from_numpy(x)
    np.testing.assert_array_equal(np.asarray(LOOPS["sqrt"][t.dtype](t)), wanted)
    with Onlooker():
        np.testing.assert_array_equal(np.asarray(LOOPS["sqrt"][t.dtype](t)), wanted)
    assert not np.array_equal(np.asarray(torch.sqrt(t)), wanted), "torch's own sqrt is right now"


# Where torch's error is more than a unit in the last place above NumPy's: the operand, and what ours stays below, or
# that of NumPy's own loop: without AVX-512, NumPy's inverse hyperbolic functions are those of the C library.
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


@pytest.mark.cpu_only(of="here", name=["acosh", "atanh"], dtype="torch.float32")
@pytest.mark.parametrize(("name", "plain", "x", "dtype", "limit"), INACCURATE)
@pytest.mark.parametrize("of", ["here", pytest.param("torch", marks=sentinel)])
def test_a_fix_of_the_last_digit_is_right_and_still_needed(name, plain, x, dtype, limit, of):
    # Not contiguous: some of torch's kernels are the C library's for such, and accurate ones for others.
    operand = torch.full((64, 2), x, dtype=dtype)[:, 0]
    if of == "here":
        if dtype.is_floating_point:
            limit = max(limit, 1.001 * error_in_units(name, x, getattr(np, name)(to_numpy(operand))[0]))
        assert error_in_units(name, x, to_numpy(LOOPS[name][dtype](operand))[0]) < limit
    else:
        assert error_in_units(name, x, to_numpy(plain(operand))[0]) > 1.45


@pytest.mark.parametrize("x", [709.0049514898208, 709.760795889614, 710.4568341563439])
@pytest.mark.parametrize("name", ["sinh", "cosh"])
def test_hyperbolic_functions_near_overflow_lose_no_digits(name, x):
    assert error_in_units(name, x, to_numpy(LOOPS[name][torch.float64](*long(x)))[0]) < 1.3


def test_inverse_hyperbolic_functions_at_their_ends():
    x = torch.tensor([0.0, -0.0, INF, -INF, 5e-324, -1e-300, 1e308, -(2.0**28), 2.0**-28, NAN], dtype=torch.float64)
    wanted = np.arcsinh(np.asarray(x))
    assert alike(to_numpy(LOOPS["asinh"][torch.float64](x)), wanted, 1)
    x = torch.tensor([1.0, 0.5, INF, -INF, 1 + 2.0**-52, 1e308, 2.0**28, NAN], dtype=torch.float64)
    assert alike(to_numpy(LOOPS["acosh"][torch.float64](x)), np.arccosh(np.asarray(x)), 1)
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
    x, y = (c.ravel() for c in np.meshgrid(extremes("int64"), extremes("uint64")))
    for p, q in ((x, y), (y, x)):
        got = MIXED_COMPARISONS[name](to_torch(p), to_torch(q))
        assert np.array_equal(np.asarray(got), getattr(operator, name)(p.astype(object), q.astype(object)).astype(bool))


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
        assert alike(to_numpy(got), np.full(copies, complex(*want)), 2), (a, b, got[0], want)


@pytest.mark.parametrize("dtype", of_kind("f"))
def test_floor_divide_by_the_standards_table(dtype):
    rows = [
        (INF, 2, INF), (INF, -2, -INF), (-INF, 2, -INF), (-INF, -2, INF), (INF, INF, NAN), (2, INF, 0.0),
        (2, -INF, -0.0), (-2, INF, -0.0), (-2, -INF, 0.0), (0.0, 2, 0.0), (-0.0, 2, -0.0), (0.0, -2, -0.0),
        (2, 0.0, INF), (2, -0.0, -INF), (0.0, 0.0, NAN), (NAN, 1, NAN), (7, 2, 3), (-7, 2, -4), (7, -2, -4),
        (-7, -2, 3),
    ]  # fmt: skip
    x, y, want = (torch.tensor(c, dtype=dtype) for c in zip(*rows, strict=True))
    assert alike(to_numpy(LOOPS["floor_divide"][dtype](x, y)), to_numpy(want))


@pytest.mark.cpu_only
def test_log1p_of_complex_numbers_has_all_digits():
    rng = np.random.default_rng(2)
    angle, size = rng.uniform(-3, 3, 200), 10.0 ** rng.uniform(-20, 1, 200)
    circle = np.exp(1j * angle) - 1 + size * 1e-8
    for z in (size * np.exp(1j * angle), circle):
        got = to_numpy(LOOPS["log1p"][torch.complex128](to_torch(z)))
        with mpmath.workdps(120):
            want = np.array([complex(mpmath.log(1 + mpmath.mpc(v.real, v.imag))) for v in z.tolist()])
        assert (~differing(got.real, want.real, 4) | (np.abs(got.real - want.real) < 1e-32)).all()
        assert alike(got.imag, want.imag, 4)
    largest = long(complex(np.finfo(float).max, 6e302), dtype=torch.complex128)
    assert error_in_units("log1p", largest[0][0].item(), to_numpy(LOOPS["log1p"][torch.complex128](*largest))[0]) < 1


#: functions that are steps of the number format, or not defined at -2.
UNDEFINED = {"nextafter", "spacing", "acosh", "log", "log2", "log10", "log1p", "sqrt", "pow", "float_power", "acos"}
UNDEFINED |= {"asin", "atanh"}


@pytest.mark.parametrize("dtype", of_kind("c"))
@pytest.mark.parametrize("n", range(-5, 6))
def test_powers_of_complex_numbers_by_a_number_are_those_by_an_array(dtype, n):
    parts = torch.tensor([0.0, -0.0, 1.0, -1.0, 2.5, -3.25, math.inf, -math.inf, math.nan, 1e-30, 1e30, 1e-160, 1e155])
    parts = parts.to(dtype.to_real())
    x = torch.complex(*torch.meshgrid(parts, parts, indexing="ij"))
    want = torch.view_as_real(complexes.pow(x, torch.tensor(n, dtype=dtype)))
    for exponent in (n, float(n), complex(n)):
        result = torch.view_as_real(complexes.power_by(x, exponent))
        torch.testing.assert_close(result, want, equal_nan=True, rtol=0, atol=0)
        assert torch.equal(result.signbit() & ~result.isnan(), want.signbit() & ~want.isnan())


@pytest.mark.compiled
@pytest.mark.parametrize("n", [-4, -1, 0, 1, 2.0, 3, 0.5, 1j])
def test_compiled_powers_of_complex_numbers_are_numpys(n):
    z = np.asarray([1 + 2j, -3.5 + 0.25j, 0j, -2 + 0j, 1e150 - 1e150j])
    sizes = []

    def backend(graph, inputs):
        sizes.append(len(graph.graph.nodes))
        return graph.forward

    with np.errstate(all="ignore"):
        want = np.power(z, n)
    result = xp.compile(lambda z: np.power(z, n), fullgraph=True, dynamic=False, backend=backend)(z)
    np.testing.assert_allclose(result, want, rtol=1e-14)
    # The products of one exponent, not those of every one.
    assert sizes[0] < (70 if n == int(n.real) else 500)


@pytest.mark.compiled
def test_powers_of_complex_numbers_by_symbolic_numbers_are_one_graph():
    z, graphs = np.asarray([1 + 2j, -3.5 + 0.25j, 0j]), []
    power = torch.compile(
        lambda z, n: z**n, fullgraph=True, dynamic=True, backend=lambda g, _: graphs.append(g) or g.forward
    )
    for n in range(3, 12):
        np.testing.assert_allclose(np.asarray(power(xp.asarray(z), n)), z**n, rtol=1e-13)
    assert len(graphs) == 1


@cases("name", [name for name in NAMES if name not in UNDEFINED])
def test_gradients_at_ordinary_numbers_are_finite(name):
    for dtype in LOOPS[name].keys() & {torch.float64, torch.complex128}:
        args = [torch.full((3,), v, dtype=dtype, requires_grad=True) for v in (-2.0, 3.0, 5.0)][: arity(name)]
        if name == "ldexp":
            args[1] = torch.tensor([1, 2, -3])
        wanted = [a for a in args if a.requires_grad]
        result = as_tuple(LOOPS[name][dtype](*args))[0]
        if result.requires_grad:
            gradients = torch.autograd.grad(result.abs().sum(), wanted, allow_unused=True)
            assert all(g is None or torch.isfinite(g).all() for g in gradients)


@cases("name", [name for name, op in OPS.items() if op.nout == 1 and not op.integer_second])
def test_loops_give_the_dtype_that_is_said_of_them(name):
    op = OPS[name]
    for dtype, (kernel, result) in typed_loops(name).items():
        operands = [torch.ones(2, dtype=dtype)] * op.nin
        assert kernel(*operands).dtype is (result or xp.float64.torch)
