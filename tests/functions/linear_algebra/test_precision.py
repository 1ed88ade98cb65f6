"""float32 and complex64 in `linalg`: on the CPU computed in double precision and rounded once, as NumPy does."""

import numpy as np
import pytest
import torch
from support.graphs import compiled
from support.oracle import agree
from torch._subclasses.fake_tensor import FakeTensorMode
from torch.utils._python_dispatch import TorchDispatchMode

import xp_torch as xp
from xp_torch import linalg

DOUBLE = {"float32": "float64", "complex64": "complex128"}


def hilbert(n):
    """The matrix of 1 / (i + j + 1), whose condition number grows by 30 with each row."""
    return 1 / (np.arange(1, n + 1)[:, None] + np.arange(n))


def conditioned(n, digits, seed=0):
    """A matrix whose singular values go from 1 to 10**-digits."""
    rng = np.random.default_rng(seed)
    left, right = (np.linalg.qr(rng.standard_normal((n, n)))[0] for _ in range(2))
    return left * np.logspace(0, -digits, n) @ right


def graded(n, digits):
    """A matrix whose columns go from 1 to 10**-digits."""
    return np.random.default_rng(1).standard_normal((n, n)) * np.logspace(0, -digits, n)


MATRICES = {
    "hilbert 3": hilbert(3),
    "hilbert 6": hilbert(6),
    "hilbert 8": hilbert(8),
    "conditioned 5": conditioned(5, 6),
    "conditioned 17": conditioned(17, 7),
    "graded": graded(7, 8),
    "years": np.vander(np.linspace(1990, 2020, 4), 4),
    "random": np.random.default_rng(2).standard_normal((4, 9, 9)),
}
#: functions of which LAPACK leaves no freedom in the result, as functions of a namespace and matrices.
UNIQUE = {
    "solve": lambda m, a: m.linalg.solve(a, m.ones((a.shape[-1], 1), dtype=a.dtype)),
    "inv": lambda m, a: m.linalg.inv(a),
    "det": lambda m, a: m.linalg.det(a),
    "slogdet": lambda m, a: m.linalg.slogdet(a)[1],
    "qr": lambda m, a: m.abs(m.linalg.qr(a, mode="r")),
    "svd": lambda m, a: m.linalg.svd(a)[1],
    "svdvals": lambda m, a: m.linalg.svdvals(a),
    "hermitian svd": lambda m, a: m.linalg.svd(a, compute_uv=False, hermitian=True),
    "eigh": lambda m, a: m.linalg.eigh(a)[0],
    "eigvalsh": lambda m, a: m.linalg.eigvalsh(a, "U"),
    "pinv": lambda m, a: m.linalg.pinv(a),
    "hermitian pinv": lambda m, a: m.linalg.pinv(a + m.conj(m.matrix_transpose(a)), hermitian=True),
    "cond": lambda m, a: m.linalg.cond(a),
    "cond of sums": lambda m, a: m.linalg.cond(a, 1),
    "norm": lambda m, a: m.linalg.norm(a, 2, axis=(-2, -1)),
    "smallest": lambda m, a: m.linalg.matrix_norm(a, ord=-2),
    "nuclear": lambda m, a: m.linalg.matrix_norm(a, ord="nuc"),
    "matrix_power": lambda m, a: m.linalg.matrix_power(a, -2),
    "tensorinv": lambda m, a: m.linalg.tensorinv(a[..., None], ind=1) if a.ndim == 2 else m.linalg.inv(a),
    "lstsq": lambda m, a: m.linalg.lstsq(a if a.ndim == 2 else a[0], m.ones(a.shape[-2], dtype=a.dtype))[0],
}


def product(m, left, values, right):
    """The product of a matrix, a diagonal one and another one."""
    return m.matmul(left * values[..., None, :], right)


def svd_product(m, a):
    """The product of the factors of the singular value decomposition."""
    return product(m, *m.linalg.svd(a))


def eigh_product(m, a):
    """The product of the factors of a matrix plus its conjugate transpose."""
    values, vectors = m.linalg.eigh(a + m.conj(m.matrix_transpose(a)))
    return product(m, vectors, values, m.conj(m.matrix_transpose(vectors)))


FACTORS = {"svd": svd_product, "qr": lambda m, a: m.matmul(*m.linalg.qr(a)), "eigh": eigh_product}


def matrix(name, dtype):
    """A matrix of `MATRICES`; a complex one with other phases of the columns."""
    a = MATRICES[name]
    return (a * np.exp(1j * np.arange(a.shape[-1])) if dtype == "complex64" else a).astype(dtype)


def error(got, exact):
    """The largest distance of a result, beside the largest value."""
    return np.max(np.abs(np.asarray(got) - exact)) / np.max(np.abs(exact))


def assert_as_precise(function, a, got):
    """Assert that the error of `got` is at most 4 times NumPy's, or that of rounding a number."""
    with np.errstate(over="ignore"):
        exact, theirs = function(np, a.astype(DOUBLE[a.dtype.name])), function(np, a)
    assert np.asarray(got).dtype == theirs.dtype
    assert error(got, exact) <= 4 * max(error(theirs, exact), 2.0**-25)


@pytest.mark.parametrize("dtype", DOUBLE)
@pytest.mark.parametrize("name", MATRICES)
@pytest.mark.parametrize("function", UNIQUE)
def test_single_precision_is_as_precise_as_numpys(function, name, dtype):
    a = matrix(name, dtype)
    assert_as_precise(UNIQUE[function], a, UNIQUE[function](xp, xp.asarray(a)))


@pytest.mark.parametrize("dtype", DOUBLE)
@pytest.mark.parametrize("name", ["hilbert 8", "conditioned 17", "random"])
@pytest.mark.parametrize("function", FACTORS)
def test_factors_multiply_back(function, name, dtype):
    a = matrix(name, dtype)
    found, theirs = FACTORS[function](xp, xp.asarray(a)), FACTORS[function](np, a)
    exact = a + np.conj(a.swapaxes(-1, -2)) if function == "eigh" else a
    assert error(found, exact) <= 4 * max(error(theirs, exact), 2.0**-24)


@pytest.mark.parametrize("upper", [False, True])
@pytest.mark.parametrize("n", [3, 6, 8])
@pytest.mark.parametrize("dtype", DOUBLE)
def test_cholesky_of_matrices_that_are_nearly_singular(dtype, n, upper):
    phases = np.exp(1j * np.arange(n)) if dtype == "complex64" else np.ones(n)
    a = (phases[:, None] * (hilbert(n) + 1e-7 * np.eye(n)) * phases.conj()).astype(dtype)
    factor = linalg.cholesky(xp.asarray(a), upper=upper)
    assert_as_precise(lambda m, a: m.linalg.cholesky(a, upper=upper), a, factor)
    found = xp.grad(lambda x: xp.sum(xp.abs(linalg.cholesky(x)) ** 2).real)(xp.asarray(a))
    assert found.dtype == np.dtype(dtype)


@pytest.mark.parametrize("dtype", DOUBLE)
def test_eigenvalues_and_eigenvectors_of_general_matrices(dtype):
    a = matrix("conditioned 17", dtype)
    exact, theirs = (np.sort_complex(np.linalg.eigvals(x)) for x in (a.astype(DOUBLE[dtype]), a))
    for values in (linalg.eigvals(xp.asarray(a)), linalg.eig(xp.asarray(a))[0]):
        assert values.dtype == np.complex64
        assert error(np.sort_complex(np.asarray(values)), exact) <= 4 * error(theirs, exact)
    w, v = map(np.asarray, linalg.eig(xp.asarray(a)))
    assert error(a @ v, v * w) < 1e-6


@pytest.mark.parametrize("function", ["solve", "inv", "det", "svdvals", "eigvalsh", "pinv", "cond", "nuclear", "lstsq"])
@pytest.mark.parametrize("dtype", DOUBLE)
def test_compiled_code_is_as_precise(function, dtype):
    torch._dynamo.reset()
    a = matrix("hilbert 6", dtype)
    assert_as_precise(UNIQUE[function], a, compiled(lambda x: UNIQUE[function](xp, x))(xp.asarray(a)))


@pytest.mark.parametrize("function", ["solve", "inv", "slogdet", "svdvals", "eigvalsh", "pinv", "nuclear"])
def test_derivatives_and_mapped_results_are_as_precise(function):
    a = np.stack([hilbert(5), conditioned(5, 5) + np.eye(5)]).astype("float32")

    def total(x):
        return xp.sum(UNIQUE[function](xp, x) ** 2)

    single, double = (xp.asarray(a.astype(dtype)) for dtype in ("float32", "float64"))
    gradient, exact = (xp.grad(total)(x[0]) for x in (single, double))
    assert gradient.dtype == np.float32
    assert error(gradient, np.asarray(exact)) < 1e-6
    value, slope = xp.jvp(total, (single[0],), (single[0],))
    for got, expected in zip((value, slope), xp.jvp(total, (double[0],), (double[0],)), strict=True):
        assert got.dtype == np.float32
        assert error(got, np.asarray(expected)) < 1e-6
    mapped = xp.vmap(lambda x: UNIQUE[function](xp, x))
    assert error(mapped(single), np.asarray(mapped(double))) < 1e-6


def test_a_line_through_years_has_rank_two():
    x = np.arange(1990, 2021).astype("float32")
    a, y = np.stack([x, np.ones_like(x)], 1), x / 2 - 900
    p, squares, rank, s = linalg.lstsq(xp.asarray(a), xp.asarray(y))
    np.testing.assert_allclose(np.asarray(p), [0.5, -900], rtol=1e-6)
    assert (int(rank), squares.shape, s.dtype) == (2, (1,), np.float32)
    agree("polyfit", x, y, 1, close=lambda *args: 1e-3)
    traced = compiled(lambda a, y: linalg.lstsq(a, y)[0])(xp.asarray(a), xp.asarray(y))
    np.testing.assert_allclose(np.asarray(traced), [0.5, -900], rtol=1e-6)
    slopes, exact = (
        xp.grad(lambda y, a: linalg.lstsq(a, y)[0][0])(*map(xp.asarray, each))
        for each in ((y, a), (y.astype(float), a.astype(float)))
    )
    assert error(slopes, np.asarray(exact)) < 1e-6


@pytest.mark.parametrize("name", MATRICES)
@pytest.mark.parametrize("tolerance", [{}, {"rtol": 1e-7}, {"rtol": 1e-3}, {"tol": 1e-4}, {"tol": 1.0}])
def test_ranks_are_numpys(name, tolerance):
    agree("linalg.matrix_rank", matrix(name, "float32"), **tolerance)


@pytest.mark.parametrize("tol", [2.0, 3.0, np.float32(2)])
def test_singular_values_are_rounded_before_they_are_compared(tol):
    for a in (np.full((2, 2), 1.0), np.full((4, 4), 0.5), np.full((3, 3), 1.0)):
        agree("linalg.matrix_rank", a.astype("float32"), tol=tol)


@pytest.mark.parametrize("name", ["hilbert 6", "hilbert 8", "conditioned 17"])
@pytest.mark.parametrize("rcond", [1e-3, 1e-6, 1e-10])
def test_tolerances_of_pinv_and_lstsq_are_numpys(name, rcond):
    a = matrix(name, "float32")
    assert_as_precise(lambda m, x: m.linalg.pinv(x, rcond), a, linalg.pinv(xp.asarray(a), rcond))
    b = np.ones(a.shape[0], a.dtype)
    found, theirs = linalg.lstsq(xp.asarray(a), xp.asarray(b), rcond), np.linalg.lstsq(a, b, rcond)
    assert int(found[2]) == theirs[2]
    assert error(found[0], theirs[0]) < 1e-6


def test_pinv_without_a_tolerance_takes_that_of_double_precision():
    a = xp.asarray(np.diag([1.0, 1e-8, 1e-30]).astype("float32"))
    np.testing.assert_allclose(np.diag(np.asarray(linalg.pinv(a))), [1, 1e8, 0], rtol=1e-6)
    # None is the standard's tolerance, of the dtype of the matrix, as in NumPy
    for value in (None, 1e-7):
        agree("linalg.pinv", np.asarray(a), rtol=value, close=lambda *args: 1e-6)
    for m, x in ((np, np.asarray(a)), (xp, a)):
        with pytest.raises(ValueError, match="both"):
            m.linalg.pinv(x, 1e-3, rtol=None)


@pytest.mark.parametrize("method", ["svd", "eigh", "cholesky"])
def test_normal_numbers_of_a_single_covariance(method):
    # in float32 the product of the factors differs from the covariance by more than the tolerance
    with xp.set_default_dtype("pytorch"):
        mean, cov = xp.asarray(torch.zeros(6, requires_grad=True)), xp.asarray(hilbert(6).astype("float32"))
        drawn = xp.random.default_rng(0).multivariate_normal(mean, cov, 4, check_valid="raise", method=method)
    assert (drawn.shape, drawn.dtype) == ((4, 6), np.float32)


class Dtypes(TorchDispatchMode):
    """A mode that notes the dtypes of the operands of torch's decompositions."""

    def __init__(self):
        super().__init__()
        self.seen = set()

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        if "linalg" in func.__name__:
            self.seen |= {t.dtype for t in args if isinstance(t, torch.Tensor) and t.is_floating_point()}
        return func(*args, **(kwargs or {}))


@pytest.mark.parametrize("function", ["solve", "inv", "det", "svdvals", "eigvalsh", "nuclear", "lstsq", "pinv"])
@pytest.mark.parametrize("device", ["cpu", "cuda"])
def test_other_devices_compute_in_their_own_precision(function, device):
    # but for functions whose tolerance is that of double precision
    double = device == "cpu" or function in ("lstsq", "pinv")
    with FakeTensorMode(), Dtypes() as dtypes:
        a = xp.asarray(torch.empty((3, 3), dtype=torch.float32, device=device))
        with torch.device(device):
            found = UNIQUE[function](xp, a)
    assert found.dtype == np.float32
    assert dtypes.seen == {torch.float64 if double else torch.float32}
