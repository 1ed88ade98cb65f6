"""float16 and bfloat16: results are rounded once, and sums are accumulated in float32."""

import bisect
import itertools
import math
import re

import ml_dtypes
import numpy as np
import pytest
import torch
from support.cases import cases
from support.oracle import DTYPES
from support.registered_dtypes import REGISTERED, dtype_of
from support.versions import sentinel

import xp_torch as xp
from tools.calls import EAGER_EXAMPLES, OPERANDS, all_examples, operands_of
from xp_torch._array.ufunc.records import OPS

pytestmark = pytest.mark.filterwarnings("ignore:overflow:RuntimeWarning", "ignore::numpy.exceptions.ComplexWarning")

NARROW = ("float16", "bfloat16")
narrow = pytest.mark.parametrize("name", NARROW)


def plane(name):
    """All 65,536 values of a dtype, in the order of their bits."""
    return xp.asarray(torch.arange(-(2**15), 2**15, dtype=torch.int16).view(getattr(torch, name)))


def doubles(x):
    """An array as NumPy's float64."""
    return np.asarray(x.tensor.double())


def magnitudes(name):
    """The numbers of a dtype that are not negative, in ascending order, and the next power of 2."""
    values = doubles(plane(name))
    values = np.unique(np.abs(values[np.isfinite(values)]))
    return np.append(values, 2 * values[-1] - values[-2])


def rounded(values, name):
    """Python numbers rounded to nearest, ties to even, by comparisons, which are exact: neither oracle nor torch is."""
    grid = magnitudes(name)
    middles = ((grid[:-1] + grid[1:]) / 2).tolist()

    def nearest(value):
        if not math.isfinite(value):
            return value
        i = bisect.bisect_left(middles, abs(value))
        if i < len(middles) and abs(value) == middles[i]:
            i += i % 2
        return math.copysign(grid[i] if i < len(middles) else math.inf, value)

    return np.array([nearest(v) for v in values])


def hard_numbers(name, count=400):
    """Numbers halfway between two of a dtype, their neighbours in float64, and special values, of both signs."""
    grid = magnitudes(name)
    chosen = np.unique(np.append(np.random.default_rng(0).choice(len(grid) - 1, count), [0, 1, len(grid) - 2]))
    middles = (grid[chosen] + grid[chosen + 1]) / 2
    values = [grid[chosen], middles, np.nextafter(middles, np.inf), np.nextafter(middles, 0), middles * (1 + 2.0**-30)]
    values = np.concatenate([*values, [0.0, 5e-324, 1e300, np.inf, np.nan]])
    return np.concatenate([values, -values])


def same(got, want):
    """Assert that float64 arrays are equal, with NaN and the signs of zeros."""
    np.testing.assert_array_equal(got, want)
    kept = ~np.isnan(want)
    np.testing.assert_array_equal(np.signbit(got[kept]), np.signbit(want[kept]))


@narrow
@pytest.mark.parametrize("source", [d for d in DTYPES if np.dtype(d).kind in "fc"])
def test_floats_are_rounded_once(name, source):
    values = hard_numbers(name).astype(source)
    got = doubles(xp.asarray(values).astype(name))
    same(got, rounded(values.real.tolist(), name))
    if name == "float16":
        same(got, values.astype(name).astype("float64"))


@narrow
@pytest.mark.parametrize("source", [d for d in DTYPES if np.dtype(d).kind in "biu"])
def test_integers_are_rounded_once(name, source):
    low, high = (0, 1) if source == "bool" else (np.iinfo(source).min, np.iinfo(source).max)
    middles = [int(x) for x in hard_numbers(name, 1500) if x == np.rint(x) and abs(x) < 2**65]
    values = sorted({low, high, *(m + d for m in middles for d in (-1, 0, 1) if low <= m + d <= high)})
    same(doubles(xp.asarray(np.array(values, source)).astype(name)), rounded(values, name))
    if source == "int64":
        values = [v for v in values if abs(v) > 2**53]
        same(np.array([float(xp.full((), v, dtype=name)) for v in values]), rounded(values, name))
        values += [2**63 + 2**55 + 1, 3 * 2**70 + 2**63]
        for made in (xp.asarray(values, dtype=name), xp.fromiter(values, dtype=name)):
            same(doubles(made), rounded(values, name))


@narrow
@pytest.mark.parametrize("source", NARROW)
def test_every_value_is_rounded_once(name, source):
    x = plane(source)
    same(doubles(x.astype(name)), rounded(doubles(x).tolist(), name))
    same(doubles(x.astype("float32")), doubles(x))


def _written(write):
    def make(values, name):
        x = xp.zeros(len(values), dtype=name)
        write(x, values)
        return x

    return make


def _each(make):
    return lambda values, name: xp.stack([make(v, name) for v in values.tolist()])


ROUTES = {
    "list": lambda v, name: xp.asarray(v.tolist(), dtype=name),
    "objects": lambda v, name: xp.asarray(v.astype(object), dtype=name),
    "fromiter": lambda v, name: xp.fromiter(iter(v.tolist()), dtype=name),
    "number": _each(lambda v, name: xp.asarray(v, dtype=name)),
    "weak": _each(lambda v, name: xp.zeros((), dtype=name) + v),
    "full": _each(lambda v, name: xp.full(1, v, dtype=name)[0]),
    "set": _written(lambda x, v: x.__setitem__(..., v)),
    "set by index": _written(lambda x, v: x.__setitem__(xp.arange(len(v)), v)),
    "set by mask": _written(lambda x, v: x.__setitem__(xp.ones(len(v), dtype=bool), xp.asarray(v))),
    "copyto": _written(lambda x, v: xp.copyto(x, xp.asarray(v))),
    "out": _written(lambda x, v: xp.positive(xp.asarray(v), out=x)),
    "in place": _written(lambda x, v: x.__iadd__(xp.asarray(v))),
    "at": _written(lambda x, v: xp.add.at(x, xp.arange(len(v)), xp.asarray(v))),
    "ufunc": lambda v, name: xp.add(v, 0.0, dtype=name, casting="same_kind"),
    "sum": lambda v, name: xp.sum(v[:, None], axis=1, dtype=name),
    "prod": lambda v, name: xp.prod(v[:, None], axis=1, dtype=name),
    "cumsum": lambda v, name: xp.cumsum(v[:, None], axis=1, dtype=name)[:, 0],
    "mean": lambda v, name: xp.mean(v[:, None], axis=1, dtype=name),
    "linspace": _each(lambda v, name: xp.linspace(v, v, 1, dtype=name)[0]),
}


@narrow
@pytest.mark.parametrize("route", ROUTES)
def test_every_route_rounds_once(name, route):
    values = hard_numbers(name, 20)
    values = values[np.isfinite(values) & (values != 0)]
    np.testing.assert_array_equal(doubles(ROUTES[route](values, name)), rounded(values.tolist(), name))


@pytest.mark.compiled
@narrow
def test_casts_are_traced_and_differentiated(name):
    x = torch.from_numpy(hard_numbers(name, 50))
    f = torch.compile(lambda t: xp.asarray(t).astype(name).tensor, fullgraph=True, backend="eager")
    once = doubles(xp.asarray(x).astype(name))
    same(np.asarray(f(x).double()), once)
    # a number as a dynamic argument
    g = torch.compile(lambda t, s: (xp.asarray(t) * s).tensor, fullgraph=True, dynamic=True, backend="eager")
    one = torch.ones(1, dtype=getattr(torch, name))
    assert [g(one, s).item() for s in (1.00390625001, 3.1)] == rounded((1.00390625001, 3.1), name).tolist()
    x = torch.tensor([1.0 + 2.0**-12, 3.0], dtype=torch.float64, requires_grad=True)
    (gradient,) = torch.autograd.grad(xp.asarray(x).astype(name).tensor.sum(), x)
    assert gradient.tolist() == [1.0, 1.0]


@sentinel
@narrow
def test_torch_rounds_float64_twice(name):
    x = torch.from_numpy(hard_numbers(name))
    twice = np.asarray(x.to(getattr(torch, name)).double())
    assert not np.array_equal(twice, rounded(x.tolist(), name), equal_nan=True)


UNARY = [op for op in OPS.values() if op.nin == 1 and torch.float64 in op.loops and op.name != "spacing"]
#: functions whose results are wider for float16, as SciPy's are.
SPECIAL = [xp.special.erf, xp.special.gammaln, xp.special.ndtri]
FUNCTIONS = [getattr(xp, op.name) for op in UNARY] + [xp.i0, xp.sinc, *SPECIAL]


def units(x):
    """The position of each value among those of its dtype."""
    bits = np.asarray(x.tensor.view(torch.int16)).astype(np.int64)
    return np.where(bits < 0, -(2**15) - bits, bits)


@narrow
@cases("function", FUNCTIONS, ids=lambda function: function.__name__)
def test_unary_functions_are_within_one_unit(name, function):
    """On every value of the dtype, of the result of float64, rounded once."""
    x = plane(name)
    with np.errstate(all="ignore"):
        wide = function(x.astype("float64"))
    for argument in (x, xp.repeat(x, 2)[::2]):
        result = function(argument)
        for got, want in zip(*(r if isinstance(r, tuple) else (r,) for r in (result, wide)), strict=True):
            if got.dtype.kind != "f":
                np.testing.assert_array_equal(got, want)
                continue
            assert (got.dtype == name) is not (name == "float16" and function in SPECIAL)
            got, want = got.astype(name), want.astype(name)
            nan = xp.isnan(want)
            np.testing.assert_array_equal(xp.isnan(got), nan)
            assert np.abs(units(got) - units(want))[~np.asarray(nan)].max() <= 1


def layouts(t):
    """A tensor in several layouts: contiguous, transposed, with steps, as a column of a larger one, repeated rows."""
    found = [t, t.mT.contiguous().mT if t.ndim > 1 else t]
    for shape, key in (
        ([2 * size for size in t.shape], (slice(None, None, 2),) * t.ndim),
        ([*t.shape, 3], (..., 1)),
    ):
        found.append(torch.zeros(shape, dtype=t.dtype)[key])
        found[-1].copy_(t)
    return [xp.asarray(x) for x in (*found, t[..., :1].expand(t.shape))]


def within(got, want, terms, size, name):
    """Assert that sums of `terms` numbers, whose absolute values add up to `size`, are accumulated in float32."""
    info = torch.finfo(getattr(torch, name))
    bound = (terms + 2) * 2.0**-24 * size + np.maximum(np.abs(want) * info.eps, info.smallest_normal * info.eps) / 2
    assert got.dtype == name
    assert (np.abs(doubles(got) - want) <= 1.001 * bound).all()


PRODUCTS = {
    "matmul": (lambda a, b: a @ b, lambda a, b: a @ b),
    "stacks": (lambda a, b: xp.stack([a, a]) @ b, lambda a, b: np.stack([a, a]) @ b),
    "vector by matrix": (lambda a, b: a[0] @ b, lambda a, b: a[0] @ b),
    "matrix by vector": (lambda a, b: a @ b[:, 0], lambda a, b: a @ b[:, 0]),
    "dot": (lambda a, b: xp.dot(a[0], b[:, 0]), lambda a, b: a[0] @ b[:, 0]),
    "vecdot": (lambda a, b: xp.vecdot(a, b[:, :1].T), lambda a, b: a @ b[:, 0]),
    "inner": (lambda a, b: xp.inner(a, b.T), lambda a, b: a @ b),
    "tensordot": (lambda a, b: xp.tensordot(a, b, axes=1), lambda a, b: a @ b),
    "einsum": (lambda a, b: xp.einsum("ij,jk->ik", a, b), lambda a, b: a @ b),
    "einsum of vectors": (lambda a, b: xp.einsum("i,i", a[0], b[:, 0]), lambda a, b: a[0] @ b[:, 0]),
    "convolve": (lambda a, b: xp.convolve(a[0], b[::-1, 0], "valid"), lambda a, b: a[:1, :] @ b[:, 0]),
}


@pytest.mark.cpu_only
@narrow
@pytest.mark.parametrize("product", PRODUCTS)
def test_products_are_accumulated_in_float32(name, product):
    ours, theirs = PRODUCTS[product]
    rng = np.random.default_rng(0)
    for terms in (3, 64, 1003):
        a, b = (torch.from_numpy(rng.uniform(-1, 1, s)).to(getattr(torch, name)) for s in ((5, terms), (terms, 4)))
        for left, right in itertools.product(layouts(a), layouts(b)):
            x, y = doubles(left), doubles(right)
            within(ours(left, right), theirs(x, y), terms, theirs(np.abs(x), np.abs(y)), name)
    # partial sums beyond the largest number
    big = xp.full(4, 200.0, dtype=name)
    assert ours(big[None], xp.asarray([[200.0, 200.0, -200.0, -200.0]], dtype=name).T).tolist() in (
        0.0, [0.0], [[0.0]], [[[0.0]], [[0.0]]]
    )  # fmt: skip


SUMS = {
    "sum": (xp.sum, np.sum),
    "mean": (xp.mean, np.mean),
    "nansum": (xp.nansum, np.sum),
    "add.reduce": (xp.add.reduce, np.sum),
    "average": (xp.average, np.average),
    "cumsum": (lambda x, axis: xp.take(xp.cumsum(x, axis=axis), -1, axis=axis), np.sum),
    "vector_norm": (lambda x, axis: xp.linalg.vector_norm(x, axis=axis, ord=1), lambda x, axis: np.abs(x).sum(axis)),
}


@narrow
@pytest.mark.parametrize("reduction", SUMS)
def test_sums_are_accumulated_in_float32(name, reduction):
    ours, theirs = SUMS[reduction]
    for shape in ((3, 5), (2, 3000), (3000, 2)):
        values = torch.from_numpy(np.random.default_rng(0).uniform(-1, 1, shape)).to(getattr(torch, name))
        for x, axis in itertools.product(layouts(values), (0, 1)):
            wide = doubles(x)
            within(ours(x, axis=axis), theirs(wide, axis=axis), shape[axis], theirs(np.abs(wide), axis=axis), name)


@narrow
@pytest.mark.parametrize("ufunc", ["add", "subtract", "logaddexp", "logaddexp2", "hypot", "divide"])
def test_methods_of_ufuncs_are_rounded_once(name, ufunc):
    x = xp.asarray(np.random.default_rng(0).uniform(0.5, 1, (3000, 2)) if ufunc != "divide" else [[2.5], [3], [0.75]])
    x = x.astype(name)
    ours, wide, mask = getattr(xp, ufunc), x.astype("float64"), x > 0.6
    for got, want in [
        (ours.reduce(x), ours.reduce(wide)),
        (ours.reduce(x, initial=0.75, where=mask), ours.reduce(wide, initial=0.75, where=mask)),
        (ours.reduce(x, initial=37.0), ours.reduce(wide, initial=37.0)),
        (ours.accumulate(x), ours.accumulate(wide)),
        (ours.reduceat(x, [0, 1]), ours.reduceat(wide, [0, 1])),
    ]:
        assert got.dtype is x.dtype
        assert np.abs(units(got) - units(want.astype(name))).max() <= 1


@narrow
def test_variances_and_products_are_rounded_once(name):
    x = xp.asarray(torch.from_numpy(np.random.default_rng(0).uniform(0.9, 1.1, (3, 400))).to(getattr(torch, name)))
    for function in ("var", "std", "prod", "nanvar"):
        got, want = (getattr(xp, function)(a, axis=1) for a in (x, x.astype("float64")))
        assert np.abs(units(got) - units(want.astype(name))).max() <= 1


@narrow
def test_defaults(name):
    with xp.set_default_dtype(name):
        made = [xp.zeros(2), xp.asarray(1.5), xp.asarray([1, 2.5]), xp.linspace(0, 1, 3), xp.arange(3) / 2]
        made += [xp.mean(xp.arange(3)), xp.fft.fftfreq(4), xp.random.default_rng(0).normal(size=2), xp.eye(2)]
        made += [xp.bincount([0, 1], weights=[1, 2]), xp.linalg.inv(xp.asarray([[2]])), xp.ones(2) * 1.5]
        assert {x.dtype.name for x in made} == {name}
        assert xp.asarray([1j, 2]).dtype == xp.fft.fft(xp.ones(2)).dtype == "complex64"
        assert xp.isdtype(xp.ones(1).dtype, "real floating")


def in_scope(name):
    """Whether a function of the table is one of the package."""
    return all(hasattr(xp, part) for part in name.split(".")[:1])


EVERY = dict(all_examples()) | {
    f"{name}-e{i}": act for name, acts in EAGER_EXAMPLES.items() if in_scope(name) for i, act in enumerate(acts)
}
#: examples that ask for a dtype, whose operands are complex or have other strides; `poly` gives float64, as in NumPy.
_OTHERWISE = re.compile(r"float32|\(c\)|as_strided|byte_bounds|poly\(|asmatrix|bmat|emath|busday|isnat|datetime_as")
ALIKE = {label: act for label, act in EVERY.items() if not _OTHERWISE.search(getattr(act, "text", ""))}
#: calls that raise: there is no such dtype elsewhere, or no arithmetic of it.
REFUSED = r"is a dtype for storage; cast|DLPack has no|file formats have no|not supported for the input types"


def results(act, name, kept=None):
    """The arrays that a call returns of operands that a dtype rounds, in that dtype or the one to be `kept`."""
    operands = [xp.asarray(OPERANDS[n]) for n in operands_of(act)]
    xp.random.seed(0)
    given = []
    for x in operands:
        if x.dtype.kind in ("iu" if dtype_of(name).kind in "iu" else "f"):
            x = x.astype(name).astype(kept or name)
        given.append(x.astype("complex64") if x.dtype.kind == "c" else x)
    return torch.utils._pytree.tree_leaves(act(xp, *given), is_leaf=lambda x: isinstance(x, xp.ndarray))


@pytest.mark.cpu_only(name="test_float24")
@pytest.mark.parametrize("name", [*NARROW, *REGISTERED, "float8_e4m3fn"])
@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::RuntimeWarning")
def test_every_function_accepts_the_dtype(name):
    """The results are those of float32 (int64), rounded, and have the dtype where those do, or the error is clear."""
    like = "int64" if dtype_of(name).kind == "i" else "float32"
    for label, act in ALIKE.items():
        want = results(act, name, like)
        try:
            found = results(act, name)
        except (TypeError, BufferError) as error:
            if name in NARROW or not re.search(REFUSED, str(error)):
                raise AssertionError(label) from error
            continue
        for got, x in zip(found, want, strict=True):
            if not isinstance(x, xp.ndarray):
                continue
            expected = {name if x.dtype == like else x.dtype.name}
            if name == "float16" and label.startswith("special."):
                expected |= {"float32", "float64"}  # SciPy's
            # With wider dtypes, those from outside promote as the detour does.
            assert got.dtype.name in (expected if name in NARROW else {name, "complex128", x.dtype.name}), label
            if name in NARROW or (name == "test_float24" and "eig" not in label):
                eps, largest = xp.finfo(name).eps, float(xp.max(abs(x), initial=1))
                values = (np.asarray(a.astype(got.dtype).detach().astype("complex128")) for a in (got, x))
                np.testing.assert_allclose(*values, rtol=4 * eps, atol=4 * eps * largest, err_msg=label)


@narrow
@cases("label", [label for label in EVERY if label.startswith("linalg.")])
def test_linalg_is_computed_in_float32(name, label):
    """The results are those of float32, rounded: within a unit, for what multiplies in the dtype itself."""
    eps = float(xp.finfo(name).eps)
    for got, want in zip(results(EVERY[label], name), results(EVERY[label], "float32"), strict=True):
        if isinstance(want, xp.ndarray):
            scale = max(1.0, float(xp.max(xp.abs(want)))) if want.size else 1.0
            np.testing.assert_allclose(*(np.asarray(x.astype("complex64")) for x in (got, want)), atol=4 * eps * scale)


FLOAT8 = ("float8_e4m3fn", "float8_e5m2", "float8_e4m3fnuz", "float8_e5m2fnuz")
float8 = pytest.mark.parametrize("name", FLOAT8)


@pytest.mark.cpu_only
@float8
def test_float8_is_torchs(name):
    native = getattr(torch, name)
    dtype = getattr(xp, name)
    assert xp.dtype(name) is xp.dtype(native) is dtype
    every = torch.arange(256, dtype=torch.uint8).view(native)
    x = xp.asarray(every)
    assert x.dtype is dtype
    assert x.tensor.storage_tensor.data_ptr() == every.data_ptr()
    same(np.asarray(x.astype("float64").tensor), np.asarray(every.double()))
    assert x.view(xp.uint8).tolist() == list(range(256))
    same(np.asarray(x.astype("float32").astype(name).astype("float64").tensor), np.asarray(every.double()))
    assert (xp.finfo(dtype).max, xp.finfo(dtype).bits, x.itemsize) == (torch.finfo(native).max, 8, 1)
    # torch's rules beyond the largest number, and for ties
    grid = np.unique(np.asarray(every.double().abs().nan_to_num(0, 0)))
    middles = (grid[1:] + grid[:-1]) / 2
    values = np.concatenate([grid, middles, middles * (1 - 2.0**-20), [1e3, 1e5, 1e30, np.inf, np.nan, 2 * grid[-1]]])
    values = np.concatenate([values, -values]).astype("float32")
    got = xp.asarray(values).astype(name).view(xp.uint8).tensor
    assert torch.equal(got, torch.from_numpy(values).to(native).view(torch.uint8))
    # float64 is rounded once: beside a middle, to the nearer number
    for neighbour, nearest in ((np.inf, grid[1:]), (0.0, grid[:-1])):
        near = np.nextafter(middles, neighbour)
        np.testing.assert_array_equal(xp.asarray(near).astype(name).astype("float64"), nearest)


@pytest.mark.cpu_only
@float8
def test_float8_is_stored_compared_and_moved(name):
    x = xp.asarray([1.5, -2.0, 0.25], dtype=name)
    assert repr(x) == f"array([ 1.5 , -2.  ,  0.25], dtype={name})"
    assert (x[0].item(), float(x[1]), x.tolist()) == (1.5, -2.0, [1.5, -2.0, 0.25])
    assert (x > 0).tolist() == (x != -2.0).tolist() == [True, False, True]
    for moved, want in (
        (xp.concat([x, x[:1]]), [1.5, -2.0, 0.25, 1.5]), (xp.stack([x, x])[1], x), (x[::-1], [0.25, -2.0, 1.5]),
        (x[x > 0], [1.5, 0.25]), (x[xp.asarray([2, 0])], [0.25, 1.5]), (xp.where(x > 0, x, 0.0), [1.5, 0.0, 0.25]),
        (xp.sort(x), [-2.0, 0.25, 1.5]), (xp.reshape(x, (3, 1)).T[0], x), (xp.ones(2, dtype=name), [1.0, 1.0]),
        (xp.take(x, xp.asarray([1, 2])), [-2.0, 0.25]), (xp.extract(x > 0, x), [1.5, 0.25]),
        (x[::-1][:2], [0.25, -2.0]), (xp.maximum(x, 0.25), [1.5, 0.25, 0.25]),
        (xp.clip(x, x[::-1], None), [1.5, -2.0, 1.5]),
        (xp.arange(5, dtype=name), [0, 1, 2, 3, 4]),
        (xp.zeros_like(x), [0.0] * 3), (xp.full(2, 1.5, dtype=name), [1.5, 1.5]), (x.copy(), x),
    ):  # fmt: skip
        assert moved.dtype == name
        assert moved.tolist() == list(want)
    x[0], x[1:] = 0.5, xp.asarray([4.0, 2.0])
    assert x.tolist() == [0.5, 4.0, 2.0]
    assert xp.result_type(name, "float32") == (x + xp.ones(3, dtype="float32")).dtype == "float32"
    for compute in (
        lambda: x + x, lambda: 2 * x, lambda: -x, lambda: xp.sin(x), lambda: xp.sum(x), lambda: xp.mean(x),
        lambda: xp.cumsum(x), lambda: x @ x, lambda: xp.einsum("i,i", x, x), lambda: xp.linalg.vector_norm(x),
        lambda: xp.diff(x), lambda: xp.cross(x, x), lambda: xp.quantile(x, 0.5), lambda: xp.special.erf(x),
        lambda: xp.fft.fft(x), lambda: xp.fft.rfftn(x), lambda: xp.linalg.svdvals(x[None]), lambda: xp.polyfit(x, x, 1),
    ):  # fmt: skip
        with pytest.raises(TypeError, match=f"{name} is a dtype for storage; cast"):
            compute()


def test_a_cast_to_float8_does_not_drop_a_gradient():
    x = xp.ones(2).requires_grad_()
    with pytest.raises(RuntimeError, match="no derivative in float8_e5m2; detach"):
        x.astype(xp.float8_e5m2)
    assert x.detach().astype(xp.float8_e5m2).tolist() == [1.0, 1.0]


@pytest.mark.cpu_only
@pytest.mark.filterwarnings("ignore:ComplexHalf support is experimental")
def test_complex32_is_stored_compared_and_moved():
    dtype = xp.complex32
    values = [1 + 2j, 3 - 4.5j, 0.25]
    x = xp.asarray(values, dtype=dtype)
    assert repr(x[:2]) == "array([1.+2.j , 3.-4.5j], dtype=complex32)"
    assert (x.dtype, x.itemsize, x.tolist(), x[0].item()) == (xp.dtype(torch.complex32), 4, values, 1 + 2j)
    assert xp.iscomplexobj(x)
    assert (x == x[::-1]).tolist() == [False, True, False]
    native = torch.tensor(values).to(torch.complex32)
    assert xp.asarray(native).tolist() == values
    assert torch.equal(torch.view_as_real(x.tensor.storage_tensor.view(torch.complex32)), torch.view_as_real(native))
    for moved in (xp.concat([x[:1], x[1:]]), xp.where(xp.asarray(True), x, 0), xp.reshape(x, (3, 1)).T[0], x.copy()):
        assert moved.dtype is dtype
        assert moved.tolist() == values
    # real and imaginary parts are rounded once, as float16, and are views
    y = xp.asarray(hard_numbers("float16", 50).astype("complex128")).astype(dtype)
    same(doubles(y.real), rounded(hard_numbers("float16", 50).tolist(), "float16"))
    assert y.imag.dtype == "float16"
    x.real[0], x[1] = 7, 2j
    assert x.tolist() == [7 + 2j, 2j, 0.25]
    assert {d: xp.result_type(dtype, d).name for d in ("int16", "float16", "float64", "complex64", "complex128")} == {
        "int16": "complex64", "float16": "complex64", "float64": "complex128", "complex64": "complex64",
        "complex128": "complex128",
    }  # fmt: skip
    for compute in (lambda: x + x, lambda: abs(x), lambda: xp.sum(x), lambda: x @ x, lambda: xp.fft.fft(x)):
        with pytest.raises(TypeError, match=r"complex32 is a dtype for storage; cast .*xp.complex64"):
            compute()


@pytest.mark.cpu_only
@pytest.mark.parametrize("name", ["bfloat16", *FLOAT8, "complex32"])
def test_arrays_of_ml_dtypes_are_shared(name):
    theirs = getattr(ml_dtypes, name, None)
    if theirs is None:
        pytest.skip(f"this ml_dtypes has no {name}")
    dtype = getattr(xp, name)
    assert xp.dtype(theirs) is dtype
    assert np.dtype(dtype) == theirs
    a = np.array([1.5, -2, 0.25]).astype(theirs)
    x = xp.asarray(a)
    assert x.dtype is dtype
    assert x.tolist() == [1.5, -2, 0.25]
    back = np.asarray(x[::2])
    assert back.dtype == theirs
    assert np.shares_memory(back, a)
    assert back.tobytes() == a[::2].tobytes() == x[::2].tobytes()
    assert xp.asarray(a[::-1])[0] == 0.25


def test_float8_needs_ml_dtypes_for_numpy():
    known = xp.float8_e5m2._numpy
    object.__setattr__(xp.float8_e5m2, "_numpy", None)
    try:
        with pytest.raises(TypeError, match="NumPy has no float8_e5m2 unless ml_dtypes is installed; convert with "):
            np.asarray(xp.ones(2, dtype=xp.float8_e5m2))
    finally:
        object.__setattr__(xp.float8_e5m2, "_numpy", known)
