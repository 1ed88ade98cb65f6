"""The operands that the array cases name, by their number of elements and their dtype."""

import itertools
import math

import numpy as np

STACK = 8  # side of the matrices of a stack
LOW, HIGH = -100, 100

SPECIAL = {
    "f": (np.nan, np.inf, -np.inf, 0.0, -0.0, 1.0, -1.0, 0.5, -2.5, 3.0, 1e30, -1e30, 1e-40),
    "c": (np.nan, np.inf, -np.inf, 0.0, 1.0, -1.0, 1j, -1j, complex(np.inf, 1), complex(1, np.nan), 2 - 3j, 0.5j),
    "i": (0, 1, -1, 2, -3, 7, -100, 100),
    "u": (0, 1, 2, 3, 7, 100, 200, 255),
    "b": (False, True),
}


def generic(rng, n, dtype):
    """Numbers of both signs."""
    kind = dtype.kind
    if kind == "b":
        return rng.random(n) < 0.5
    if kind in "iu":
        return rng.integers(0 if kind == "u" else LOW, HIGH, n, dtype=dtype)
    if kind == "c":
        return (rng.standard_normal(n) + 1j * rng.standard_normal(n)).astype(dtype)
    return rng.standard_normal(n).astype(dtype)


def positive(rng, n, dtype):
    """Numbers from 1 to 9, which may be divided by."""
    if dtype.kind in "iu":
        return rng.integers(1, 10, n, dtype=dtype)
    return np.abs(generic(rng, n, dtype)).astype(dtype) % 8 + 1 if dtype.kind == "f" else generic(rng, n, dtype)


def stack(rng, n, dtype, make):
    """A stack of small matrices of about `n` elements."""
    return np.stack([make(rng, STACK, dtype) for _ in range(max(n // STACK**2, 1))])


def regular(rng, side, dtype):
    """A matrix far from a singular one."""
    if dtype.kind in "biu":
        return generic(rng, side * side, dtype).reshape(side, side)
    return (generic(rng, side * side, dtype).reshape(side, side) + 3 * math.sqrt(side) * np.eye(side)).astype(dtype)


def definite(rng, side, dtype):
    """A Hermitian positive definite matrix with separate eigenvalues."""
    q, _ = np.linalg.qr(generic(rng, side * side, np.dtype("c16" if dtype.kind == "c" else "f8")).reshape(side, side))
    return (q * np.arange(1.0, side + 1) @ q.conj().T).astype(dtype)


def side(n):
    """The side of a square of about `n` elements."""
    return max(math.isqrt(n), 2)


def ones(rng, n, dtype):
    """Ones of both signs: every product of them is exact in any order."""
    return rng.choice([1, -1] if dtype.kind in "ifc" else [1], n).astype(dtype)


MAKERS = {
    "x": generic,
    "y": generic,
    "p": positive,
    "q": positive,
    "h": lambda rng, n, d: (generic(rng, n, d) / 8).clip(-0.9, 0.9).astype(d) if d.kind == "f" else generic(rng, n, d),
    "s": lambda rng, n, d: rng.integers(0, 7, n).astype(d),
    "e": lambda rng, n, d: rng.integers(-9, 9, n).astype(np.int32),
    "o": ones,
    "b": lambda rng, n, d: rng.random(n) < 0.5,
    "t": lambda rng, n, d: np.sort(generic(rng, n, d)),
    "i": lambda rng, n, d: rng.permutation(n),
    "r": lambda rng, n, d: rng.permutation(n).astype(d),
    "d": lambda rng, n, d: rng.integers(0, max(min(n // 10, 100), 2), n).astype(d),
    "g": lambda rng, n, d: rng.integers(0, max(min(n // 10, 100), 2), n // 10).astype(d),
    "A": lambda rng, n, d: generic(rng, side(n) ** 2, d).reshape(side(n), side(n)),
    "B": lambda rng, n, d: generic(rng, side(n) ** 2, d).reshape(side(n), side(n)),
    "v": lambda rng, n, d: generic(rng, side(n), d),
    "w": lambda rng, n, d: generic(rng, side(n), d),
    "C": lambda rng, n, d: generic(rng, n // 3 * 3, d).reshape(-1, 3),
    "D": lambda rng, n, d: generic(rng, n // 3 * 3, d).reshape(-1, 3),
    "M": lambda rng, n, d: regular(rng, side(n), d),
    "P": lambda rng, n, d: definite(rng, side(n), d),
    "R": lambda rng, n, d: stack(rng, n, d, regular),
    "S": lambda rng, n, d: stack(rng, n, d, definite),
    "T": lambda rng, n, d: stack(rng, n, d, regular),
    "V": lambda rng, n, d: generic(rng, max(n // STACK**2, 1) * STACK, d).reshape(-1, STACK, 1),
}


class Operands(dict):
    """Operands by name, each made on first use from its own seed."""

    def __init__(self, n, dtype, seed):
        super().__init__()
        self.n, self.dtype, self.seed = n, np.dtype(dtype), seed

    def __contains__(self, name):
        return name in MAKERS

    def __missing__(self, name):
        rng = np.random.default_rng((self.seed, self.n, ord(name)))
        with np.errstate(all="ignore"):
            self[name] = MAKERS[name](rng, self.n, self.dtype)
        return self[name]


class SpecialOperands(Operands):
    """Operands with every pair of infinities, NaNs, zeros and extremes."""

    def __init__(self, dtype, seed):
        values = SPECIAL[np.dtype(dtype).kind]
        super().__init__(len(values) ** 2, dtype, seed)
        with np.errstate(all="ignore"):
            pairs = np.asarray(list(itertools.product(values, values))).astype(self.dtype)
        first, second = pairs[:, 0].copy(), pairs[:, 1].copy()
        self.update({"x": first, "p": first, "h": first, "o": first, "y": second, "q": second, "d": second})
        self.update({"t": np.sort(first), "A": first.reshape(len(values), -1), "B": second.reshape(len(values), -1)})
