"""The shared battery: what every dtype does, built in or registered from outside."""

import copy
import pickle

import numpy as np
import pytest
import torch
from support.cases import cases
from support.registered_dtypes import REGISTERED, dtype_of
from support.values import ALL_DTYPES
from torch.fx.experimental.proxy_tensor import make_fx

import xp_torch as xp

#: some of the dtypes that the tests of every function cover.
BUILT_IN = ["int32", "uint16", "float16", "bfloat16"]
OTHERS = ALL_DTYPES
VALUES = [3, 1, 2, 0, 5, 4]


@pytest.fixture(params=[*BUILT_IN, *REGISTERED])
def dtype(request):
    return dtype_of(request.param)


@pytest.fixture
def x(dtype):
    return xp.asarray(VALUES, dtype=dtype)


def check(result, expected, dtype):
    """Check an array against NumPy's of float64, whose values the dtype rounds."""
    assert result.dtype is dtype
    assert result.shape == np.shape(expected)
    np.testing.assert_array_equal(result.astype("float64"), xp.asarray(expected, dtype=dtype).astype("float64"))


def test_creation(dtype):
    check(xp.zeros((2, 3), dtype=dtype), np.zeros((2, 3)), dtype)
    check(xp.ones(3, dtype=dtype), np.ones(3), dtype)
    check(xp.full((2,), 3, dtype=dtype), np.full(2, 3.0), dtype)
    check(xp.arange(1, 7, 2, dtype=dtype), np.arange(1.0, 7, 2), dtype)
    check(xp.linspace(0, 4, 5, dtype=dtype), np.linspace(0, 4, 5), dtype)
    check(xp.eye(3, dtype=dtype), np.eye(3), dtype)
    check(xp.asarray([[1, 2], [3, 4]], dtype=dtype.name), [[1, 2], [3, 4]], dtype)
    check(dtype(3), 3, dtype)
    assert xp.empty((2, 3), dtype=dtype).dtype is dtype
    for like in (xp.zeros_like, xp.ones_like, xp.empty_like):
        assert like(xp.zeros(2, dtype=dtype)).dtype is dtype


def test_casts_keep_what_both_dtypes_represent(x, dtype):
    for name in OTHERS[1:]:
        other = xp.astype(x, name)
        assert other.dtype == name
        check(xp.astype(other.real, dtype), VALUES, dtype)
    assert xp.astype(x, "bool").tolist() == [v != 0 for v in VALUES]
    assert x.astype(dtype, copy=False) is x
    assert x.astype(dtype) is not x
    assert x.tolist() == VALUES
    assert (int(x[0]), float(x[1]), bool(x[3])) == (3, 1.0, False)


def test_printing_names_the_dtype(x, dtype):
    assert (f"dtype={dtype.name}" in repr(x)) is (dtype not in (xp.int64, xp.float64))
    assert str(x).startswith("[3")
    assert str(x[0]).startswith("3")


def test_promotion_is_symmetric_and_what_operators_give(x, dtype):
    assert xp.result_type(dtype, dtype) is dtype
    assert (x + 1).dtype is (2 + x).dtype is dtype
    for name in OTHERS:
        y = xp.ones(6, dtype=name)
        common = xp.result_type(dtype, name)
        assert xp.result_type(name, dtype) is common
        total = xp.add(x, y)
        assert total.dtype is (y + x).dtype is common
        assert total.tolist() == [v + 1 for v in VALUES]
    assert xp.can_cast(dtype, dtype)
    assert xp.can_cast("bool", dtype)


@cases("name", ["add", "multiply", "maximum", "minimum", "equal", "less", "floor_divide", "remainder", "pow"])
def test_binary_functions(name, x, dtype):
    y = xp.asarray([1, 2, 2, 3, 2, 1], dtype=dtype)
    plain = getattr(np, name)(np.asarray(VALUES, "f8"), np.asarray([1, 2, 2, 3, 2, 1], "f8"))
    result = getattr(xp, name)(x, y)
    check(result, plain, xp.bool if plain.dtype == bool else dtype)
    if result.dtype is dtype:
        out = xp.zeros(6, dtype=dtype)
        assert getattr(xp, name)(x, y, out=out) is out
        check(out, plain, dtype)


@cases("name", ["abs", "square", "sign", "isfinite", "logical_not", "sqrt", "exp", "sin"])
def test_unary_functions(name, x, dtype):
    result = getattr(xp, name)(x)
    exact = getattr(np, name)(np.asarray(VALUES, "f8"))
    if name in ("sqrt", "exp", "sin"):
        floating = dtype.kind == "f"
        assert result.dtype.kind == "f"
        assert not floating or result.dtype is dtype
        tolerance = 2 * xp.finfo(result.dtype).eps * np.maximum(np.abs(exact), 1)
        assert (np.abs(np.asarray(result.astype("float64")) - exact) <= tolerance).all()
    else:
        check(result, exact, xp.bool if exact.dtype == bool else dtype)


@pytest.mark.parametrize("name", [n for n in REGISTERED if dtype_of(n).kind == "f"])
def test_the_neighbours_of_numbers_need_a_kernel(name):
    x = xp.ones(2, dtype=dtype_of(name))
    for function in (lambda: xp.nextafter(x, 2), lambda: xp.spacing(x)):
        with pytest.raises(TypeError, match=f"{name} has no kernel for it; give one to register_dtype"):
            function()


def test_division_and_subtraction_round_once(x, dtype):
    check(x - 0, VALUES, dtype)
    quotient = x / 3
    if dtype.kind == "f":
        check(quotient, np.asarray(VALUES) / 3, dtype)
    else:
        assert quotient.dtype is xp.float64


def test_in_place_statements(x, dtype):
    x += 1
    x *= x
    x[0] = 7
    x[1:3] = xp.asarray([1, 2], dtype=dtype)
    x[x > 30] = 9
    check(x, [7, 1, 2, 1, 9, 25], dtype)


def test_reductions(x, dtype):
    integer = dtype.kind in "iu"
    total = xp.sum(x)
    assert total.dtype is (dtype if not integer else xp.uint64 if dtype.kind == "u" else xp.int64)
    assert (total.item(), xp.max(x).item(), xp.min(x).item(), xp.mean(x).item()) == (15, 5, 0, 2.5)
    assert xp.max(x).dtype is dtype
    assert xp.sum(x, dtype=xp.float32).dtype is xp.float32
    assert (xp.argmax(x).item(), xp.argmin(x).item(), xp.count_nonzero(x).item()) == (4, 3, 5)
    assert xp.cumulative_sum(x).tolist() == np.cumsum(VALUES).tolist()
    assert xp.median(x).item() == 2.5
    assert xp.any(x)
    assert not xp.all(x)


def test_products_of_matrices(x, dtype):
    m = xp.reshape(x, (2, 3))
    plain = np.reshape(np.asarray(VALUES, "f8"), (2, 3))
    check(m @ m.T, plain @ plain.T, dtype)
    check(xp.tensordot(m, m, axes=2), np.tensordot(plain, plain), dtype)
    check(xp.einsum("ij,kj->ik", m, m), plain @ plain.T, dtype)
    check(xp.outer(x, x), np.outer(VALUES, VALUES), dtype)


def test_sorting_and_sets(x, dtype):
    check(xp.sort(x), sorted(VALUES), dtype)
    assert xp.argsort(x).tolist() == np.argsort(VALUES).tolist()
    check(xp.unique_values(xp.concat([x, x])), sorted(VALUES), dtype)
    assert xp.searchsorted(xp.sort(x), x).tolist() == VALUES
    assert xp.isin(x, x[:2]).tolist() == [True, True, False, False, False, False]


def test_indexing_and_manipulation(x, dtype):
    a, m, plain = np.asarray(VALUES, "f8"), xp.reshape(x, (2, 3)), np.reshape(np.asarray(VALUES, "f8"), (2, 3))
    for key in (slice(1, None), slice(None, None, -1), [4, 0], np.asarray(VALUES) > 2, 3, ...):
        check(x[key], a[key], dtype)
    check(xp.take(m, xp.asarray([2, 0]), axis=1), plain[:, [2, 0]], dtype)
    check(xp.concat([m, m], axis=1), np.concatenate([plain, plain], axis=1), dtype)
    check(xp.stack([x, x]), np.stack([a, a]), dtype)
    check(xp.where(x > 2, x, 0), np.where(a > 2, a, 0), dtype)
    check(xp.clip(x, 1, 3), np.clip(a, 1, 3), dtype)
    check(xp.roll(m, 1), np.roll(plain, 1), dtype)
    check(xp.pad(x, 1), np.pad(a, 1), dtype)
    check(xp.tril(m), np.tril(plain), dtype)
    check(xp.broadcast_to(x, (2, 6)), np.broadcast_to(a, (2, 6)), dtype)
    view = m.T
    view[0, 0] = 9
    assert x[0] == 9  # views share memory


def test_limits_and_kinds(dtype):
    assert xp.isdtype(dtype, {"f": "real floating", "i": "signed integer", "u": "unsigned integer"}[dtype.kind])
    limits = xp.finfo(dtype) if dtype.kind == "f" else xp.iinfo(dtype)
    assert limits.dtype is dtype
    assert limits.min < limits.max
    assert xp.asarray(limits.max, dtype=dtype).item() == limits.max
    if dtype.kind == "f":
        one = xp.ones((), dtype=dtype)
        assert one + limits.eps > one
        assert one + limits.eps / 4 == one


def test_copies_and_pickles(x, dtype):
    for y in (copy.copy(x), copy.deepcopy(x), pickle.loads(pickle.dumps(x)), xp.asarray(x.tensor)):
        check(y, VALUES, dtype)
    assert pickle.loads(pickle.dumps(dtype)) is dtype
    assert x.itemsize * x.size == x.nbytes


@pytest.mark.cpu_only(transform="vmap", dtype=["test_float24", "uint16"])
@pytest.mark.parametrize("transform", ["vmap", "grad", "vjp", "jacobian", "jvp"])
def test_transforms_keep_the_dtype(transform, x, dtype):
    def f(v):
        return v * v + 1

    if transform == "vmap":
        return check(xp.vmap(f)(x), np.asarray(VALUES) ** 2 + 1, dtype)
    storage = getattr(dtype.torch, "storage", dtype.torch)
    if not storage.is_floating_point:
        with pytest.raises(TypeError, match=r"floating|has no gradients"):
            xp.grad(lambda v: xp.sum(f(v)))(x)
        return None
    if transform == "grad":
        return check(xp.grad(lambda v: xp.sum(f(v)))(x), 2 * np.asarray(VALUES), dtype)
    if transform == "vjp":
        return check(xp.vjp(f, x)[1](x)[0], 2 * np.square(VALUES), dtype)
    if transform == "jacobian":
        return check(xp.jacobian(f)(x), np.diag(2 * np.asarray(VALUES)), dtype)
    for found, expected in zip(xp.jvp(f, (x,), (x,)), (np.square(VALUES) + 1, 2 * np.square(VALUES)), strict=True):
        check(found, expected, dtype)
    return None


@pytest.mark.parametrize("name", REGISTERED)
def test_what_other_packages_lack_raises(name, tmp_path):
    x = xp.asarray(VALUES, dtype=dtype_of(name))
    with pytest.raises(BufferError, match="DLPack has no test_"):
        torch.from_dlpack(x)
    with pytest.raises(TypeError, match="NumPy has no test_"):
        np.asarray(x)
    with pytest.raises(TypeError, match="file formats have no test_"):
        xp.save(tmp_path / "x.npy", x)


def _exported(function, *args):
    class Module(torch.nn.Module):
        def forward(self, *args):
            return function(*args)

    return torch.export.export(Module(), args)


TRACERS = {
    "compile": lambda function, *args: torch.compile(function, backend="eager")(*args),
    "one graph": lambda function, *args: torch.compile(function, backend="eager", fullgraph=True)(*args),
    "export": _exported,
    "jit.trace": torch.jit.trace,
    "make_fx": lambda function, *args: make_fx(function)(*args),
}


@pytest.mark.compiled
@pytest.mark.parametrize("tracer", TRACERS)
@pytest.mark.parametrize("name", [*REGISTERED, "float8_e5m2", "complex32"])
@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::numpy.exceptions.ComplexWarning")
def test_traced_functions_raise(tracer, name):
    x = xp.asarray(VALUES, dtype=dtype_of(name))
    one = torch.ones(6)
    for function, *args in (
        (lambda t: torch.cat([t, t]), x.tensor),
        (lambda t: t.to(torch.float32), x.tensor),
        (lambda t: (xp.asarray(t) > 2).tensor, x.tensor),
        (lambda t: (x.astype(xp.float32) + xp.asarray(t)).tensor, one),
        (lambda t: xp.asarray(t).astype(x.dtype).astype(xp.float32).tensor, one),
    ):
        torch._dynamo.reset()
        with pytest.raises(Exception, match=r"can't be traced .* convert them before, as x.astype\(xp.float32\)"):
            TRACERS[tracer](function, *args)


@pytest.mark.compiled
@pytest.mark.parametrize("function", [xp.sort, xp.negative, lambda v: v == v, lambda v: v[0] == 1, lambda v: v @ v])
@pytest.mark.parametrize("name", [*REGISTERED, "float8_e5m2"])
def test_a_compiled_function_raises_for_the_dtype_after_another(name, function):
    torch._dynamo.reset()
    x, y = (xp.asarray(VALUES, dtype=d) for d in ("float32", dtype_of(name)))
    for full in (False, True):
        compiled = torch.compile(function, backend="eager", fullgraph=full)
        assert xp.all(compiled(x) == function(x))
        with pytest.raises(Exception, match="can't be traced"):
            compiled(y)


@pytest.mark.compiled
def test_compiled_code_of_other_dtypes_is_not_disturbed():
    for name in REGISTERED:
        dtype_of(name)

    def f(v):
        return xp.sum(xp.sort(v * 2 + xp.ones(6, dtype=xp.int8)).astype(xp.float32)) + xp.mean(v)

    for name in ("float64", "uint16", "bfloat16"):
        x = xp.asarray(VALUES, dtype=name)
        torch._dynamo.reset()
        assert torch.compile(f, backend="eager", fullgraph=True)(x) == f(x)
    x = xp.asarray(VALUES, dtype="int64")
    compiled = torch.compile(lambda function, *operands: function(*operands), backend="eager", fullgraph=True)
    for function in (xp.ndarray.__lshift__, xp.ndarray.__rshift__, xp.add, xp.multiply):
        assert xp.all(compiled(function, x, x) == function(x, x))


def test_own_kernels_and_torchs_functions():
    fixed = dtype_of("test_fixed")
    x = xp.asarray([0.5, 0.25], dtype=fixed)
    # A product of its own rounds down, the detour's would round to nearest.
    small = xp.asarray([2.0**-8, 3 * 2.0**-8], dtype=fixed)
    assert (x * small).tolist() == [0.0, 0.0]
    assert xp.divide(small, 2).tolist() == [0.0, 2 * 2.0**-8]
    t = x.tensor
    assert torch.mul(t, small.tensor).tolist() == [0.0, 0.0]
    assert torch.relu(-t).dtype is fixed.torch
    assert torch.cat([t, t]).storage_tensor.tolist() == [128, 64, 128, 64]
    assert (torch.zeros(2, dtype=fixed.torch) + t).tolist() == [0.5, 0.25]


def test_rounding_has_the_derivative_one():
    x = xp.asarray([1.5, 0.1], dtype=dtype_of("test_float24")).requires_grad_()
    xp.sum(x * x * x).backward()
    np.testing.assert_allclose(np.asarray(x.grad.detach()), [6.75, 0.03], rtol=1e-4)


def test_default_dtype():
    dtype = dtype_of("test_float24")
    with xp.set_default_dtype(dtype):
        assert xp.asarray([0.5]).dtype is xp.ones(2).dtype is (xp.arange(3) / 2).dtype is dtype
        assert xp.random.default_rng(0).random(3).dtype is dtype


CHANGES = [
    ({"name": "float32"}, "already"),
    ({"kind": "c"}, "kind"),
    ({"limits": {}}, "limits"),
    ({"detour": "i8"}, "kind"),
    ({"kernels": {"plus": torch.add}}, "ufuncs"),
]


@pytest.mark.parametrize(("change", "match"), CHANGES)
def test_registration_checks_its_arguments(change, match):
    limits = {"min": 0, "max": 1, "eps": 1, "tiny": 1}
    given = {"name": "test_none", "kind": "f", "storage": "f4", "detour": "f8", "encode": lambda t: t, "limits": limits}
    with pytest.raises(ValueError, match=match):
        xp.register_dtype(**given | change)
    with pytest.raises(TypeError):
        xp.dtype("test_none")
