"""Decompositions of `linalg` in single precision: errors beside NumPy's and plain torch's, and times on one thread."""

import time
import zlib

import numpy as np
import torch

import xp_torch

DTYPES = ("float32", "complex64")
DOUBLE = {"float32": np.float64, "complex64": np.complex128}
#: How many times NumPy's error ours may be, where NumPy's is above that of rounding.
ALLOWED = 4.0
#: The size of the matrices whose decomposition is timed.
LARGE = 400


def random(rng, number):
    """A matrix of normal numbers, of 2 to 64 rows."""
    return rng.standard_normal((2 + number % 63,) * 2)


def hilbert(rng, number):
    """1 / (i + j + 1), of 3 to 10 rows, with scaled rows."""
    n = 3 + number % 8
    return rng.uniform(0.5, 2, (n, 1)) / (np.arange(1, n + 1)[:, None] + np.arange(n))


def conditioned(rng, number):
    """A matrix of 3 to 40 rows whose singular values go from 1 down to between 1e-2 and 1e-8."""
    n = 3 + number % 38
    left, right = (np.linalg.qr(rng.standard_normal((n, n)))[0] for _ in range(2))
    return left * np.logspace(0, -rng.uniform(2, 8), n) @ right


def graded(rng, number):
    """A matrix of 2 to 30 columns of very different sizes."""
    n = 2 + number % 29
    return rng.standard_normal((n, n)) * np.logspace(0, -rng.uniform(2, 8), n)


MATRICES = {"random": random, "hilbert": hilbert, "conditioned": conditioned, "graded": graded}


def _ones(m, a):
    return m.ones((a.shape[-1], 1), dtype=a.dtype)


def _positive(a):
    """The product of a matrix and its conjugate transpose, plus the identity."""
    return a @ a.mT.conj() + _eye(a)


def _eye(a):
    m = torch if isinstance(a, torch.Tensor) else a.__array_namespace__()
    return m.eye(a.shape[-1], dtype=a.dtype)


def _svd(m, a):
    u, s, vh = m.linalg.svd(a)
    return (u * s) @ vh


def _eigh(m, a):
    values, vectors = m.linalg.eigh(a + a.mT.conj())
    return (vectors * values) @ vectors.mT.conj()


#: Functions of a namespace and a matrix; those that return factors are judged by the product of these.
FUNCTIONS = {
    "solve": lambda m, a: m.linalg.solve(a, _ones(m, a)),
    "inv": lambda m, a: m.linalg.inv(a),
    "det": lambda m, a: m.linalg.det(a),
    "slogdet": lambda m, a: m.linalg.slogdet(a)[1],
    "qr": lambda m, a: m.matmul(*m.linalg.qr(a)),
    "svd": _svd,
    "svdvals": lambda m, a: m.linalg.svdvals(a),
    "eigh": _eigh,
    "eigvalsh": lambda m, a: m.linalg.eigvalsh(a),
    "cholesky": lambda m, a: m.linalg.cholesky(_positive(a)),
    "pinv": lambda m, a: m.linalg.pinv(a),
    "lstsq": lambda m, a: m.linalg.lstsq(a, _ones(m, a))[0],
    "cond": lambda m, a: m.linalg.cond(a),
    "matrix_norm": lambda m, a: m.linalg.matrix_norm(a, ord="nuc"),
}
NAMES = tuple(f"linalg.{name}" for name in FUNCTIONS)
_CONTENDERS = {
    "xp_torch": (xp_torch, xp_torch.asarray),
    "numpy": (np, np.asarray),
    "torch": (torch, torch.from_numpy),
}


def cells(names, dtypes):
    """The (function, dtype) that there are."""
    return [(name, dtype) for dtype in DTYPES if dtype in dtypes for name in NAMES if not names or name in names]


def drawn(dtype, samples, seed):
    """`samples` matrices, as many of each kind; complex ones have other phases in each column."""
    rng = np.random.default_rng([seed, zlib.crc32(dtype.encode())])
    for number in range(samples):
        a = list(MATRICES.values())[number % len(MATRICES)](rng, number)
        if dtype == "complex64":
            a = a * np.exp(1j * rng.uniform(0, 7, a.shape[-1]))
        yield a.astype(dtype)


def measure(name, dtype, samples, seed):
    """One cell: the worst error of each contender beside the largest value, in units of eps, and times."""
    function = FUNCTIONS[name.removeprefix("linalg.")]
    unit = float(np.finfo(dtype).eps)
    worst, most = dict.fromkeys(_CONTENDERS, 0.0), 0.0
    for a in drawn(dtype, samples, seed):
        with np.errstate(all="ignore"):
            exact = function(np, a.astype(DOUBLE[dtype]))
            found = {who: error(function, who, a, exact) / unit for who in _CONTENDERS}
        worst = {who: max(worst[who], found[who]) for who in worst}
        most = max(most, found["xp_torch"] / max(found["numpy"], 0.25))
    row = {"function": name, "dtype": dtype, "matrices": samples, "errors": worst, "most": most}
    return {**row, "times": times(function, dtype, seed), "holds": most <= ALLOWED}


def error(function, who, a, exact):
    """The largest distance of one contender's result from the exact one, beside the largest value."""
    module, convert = _CONTENDERS[who]
    try:
        got = np.asarray(function(module, convert(a.copy())))
    except (np.linalg.LinAlgError, torch.linalg.LinAlgError):
        return float("inf")
    largest = float(np.max(np.abs(exact)))
    if not np.finfo(got.dtype).tiny < largest < np.finfo(got.dtype).max:
        return 0.0  # a determinant that is infinite or subnormal in single precision
    distance = float(np.max(np.abs(got - exact)))
    return 0.0 if distance == 0 else distance / largest if np.isfinite(distance) else float("inf")


def times(function, dtype, seed):
    """Milliseconds of processor time for a matrix of `LARGE` rows, ours and NumPy's: the least of several calls."""
    a = np.random.default_rng(seed).standard_normal((LARGE, LARGE)).astype(dtype)
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        calls = {who: (_CONTENDERS[who][0], _CONTENDERS[who][1](a)) for who in ("xp_torch", "numpy")}
        least = dict.fromkeys(calls, float("inf"))
        for _ in range(5):
            for who, (module, operand) in calls.items():
                start = time.process_time()
                function(module, operand)
                least[who] = min(least[who], time.process_time() - start)
    finally:
        torch.set_num_threads(threads)
    return {who: 1000 * seconds for who, seconds in least.items()}
