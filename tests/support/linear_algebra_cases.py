"""Operands for the tests of linear algebra."""

import numpy as np

FLOATS = ["float32", "float64", "complex64", "complex128"]
INF = float("inf")
SQUARE = [(3, 3), (2, 3, 3), (0, 0), (0, 3, 3), (2, 0, 0), (1, 1)]
ANY = [*SQUARE, (2, 3), (4, 2), (2, 3, 2), (0, 3), (3, 0)]


def values(dtype, shape, seed=0):
    """Values of the whole range of a dtype (small ones where rounding would differ)."""
    rng = np.random.default_rng(seed)
    kind = np.dtype(dtype)
    if kind.kind == "b":
        return rng.integers(0, 2, shape).astype(bool)
    if kind.kind in "iu":
        bounds = np.iinfo(kind)
        return rng.integers(bounds.min, bounds.max, shape, dtype=kind, endpoint=True)
    if kind.kind == "c":
        return (rng.integers(-4, 5, shape) + 1j * rng.integers(-4, 5, shape)).astype(kind)
    return rng.integers(-4, 5, shape).astype(kind)


def matrices(dtype, shape, seed=0):
    """Well-conditioned values."""
    rng = np.random.default_rng(seed)
    a = rng.standard_normal(shape)
    if np.dtype(dtype).kind == "c":
        a = a + 1j * rng.standard_normal(shape)
    return a.astype(dtype)


def hermitian(dtype, shape, seed=0):
    a = matrices(dtype, shape, seed)
    return a @ np.conj(np.swapaxes(a, -1, -2)) + np.eye(shape[-1], dtype=dtype)
