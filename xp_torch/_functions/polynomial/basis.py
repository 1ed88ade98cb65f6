"""Bases of polynomials, each by its recurrence and its integrals, and the operations that follow from these."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from xp_torch._array.ndarray import ndarray
from xp_torch._functions.creation.fill import empty, zeros
from xp_torch._functions.creation.from_data import asarray
from xp_torch._functions.manipulation.join import concatenate
from xp_torch._functions.mathematical.filters import convolve

__all__: list[str] = []

#: Number of terms for which there is memory.
_FEW_TERMS = 1 << 16


@dataclass(frozen=True)
class Basis:
    """A family of polynomials ``P[0] = 1, P[1], ...`` of the degrees 0, 1, ..."""

    #: Name of the module, how the names of its functions begin, and what its series are called in docstrings.
    module: str
    prefix: str
    name: str
    #: The integers A, B, C and D of ``D P[n+1] = (A x + B) P[n] - C P[n-1]``.
    integers: Callable[[int], tuple[int, int, int, int]]
    #: Divisors of ``P[n+1]``, ``P[n]`` and ``P[n-1]``, so that their sum is an integral of ``P[n]``; 0 for no such
    #: term.
    integral: Callable[[int], tuple[int, int, int]]
    #: Product of two series, where there is a shorter way than the recurrence.
    product: Callable[[ndarray, ndarray], ndarray] | None = None
    #: Weight function of the Gauss quadrature.
    weight: Callable[[Any], Any] | None = None

    def recurrence(self, n: int) -> tuple[float, float, float]:
        """Return the factors A, B and C of ``P[n+1] = (A x + B) P[n] - C P[n-1]``."""
        a, b, c, d = self.integers(n)
        return a / d, b / d, c / d


def constants(values: Any, like: ndarray) -> ndarray:
    """Return numbers as an array of the dtype and on the device of `like`."""
    return asarray(values, dtype=like.dtype, device=like.device)


def check_memory(shape: tuple[int, ...], like: ndarray) -> None:
    """Raise MemoryError, before any term is computed, if there is no memory for an array of the dtype of `like`."""
    if shape[0] > _FEW_TERMS:
        empty(shape, dtype=like.dtype, device=like.device)


def summed(c1: ndarray, c2: ndarray) -> ndarray:
    """Return the sum of two series, as long as the longer one."""
    if len(c1) < len(c2):
        c1, c2 = c2, c1
    size = len(c2)
    return c1 + c2 if size == len(c1) else concatenate((c1[:size] + c2, c1[size:]))


def times_x(basis: Basis, c: ndarray) -> ndarray:
    """Return the product of a series and ``x``, of one coefficient more."""
    factors = [basis.integers(n) for n in range(len(c))]
    zero = zeros(1, dtype=c.dtype, device=c.device)
    result = concatenate((zero, c * constants([d / a for a, _, _, d in factors], c)))
    if any(b for _, b, _, _ in factors):
        result = summed(result, c * constants([-b / a for a, b, _, _ in factors], c))
    if any(f for _, _, f, _ in factors[1:]):
        result = summed(result, (c * constants([f / a for a, _, f, _ in factors], c))[1:])
    return result


def series_at_x(c: ndarray, of: Basis, to: Basis, factor: ndarray) -> ndarray:
    """Return the product of a series `c`, in the basis `of`, and a series `factor`, in the basis `to`.

    The product is in the basis `to`.

    It is Clenshaw's algorithm, in which ``x`` multiplies series.
    """
    last = before = None
    for n in reversed(range(len(c))):
        new = c[n : n + 1] * factor
        if last is not None:
            a, b, _ = of.recurrence(n)
            new = summed(new, times_x(to, last) * a)
            new = summed(new, last * b) if b else new
        if before is not None:
            new = summed(new, before * -of.recurrence(n + 1)[2])
        before, last = (last if of.recurrence(n)[2] else None), new
    assert last is not None
    return last


def product(basis: Basis, c1: ndarray, c2: ndarray) -> ndarray:
    """Return the product of two series."""
    if len(c1) > len(c2):
        c1, c2 = c2, c1
    return series_at_x(c1, basis, basis, c2) if basis.product is None else basis.product(c1, c2)


def _step(a: float, b: float, x: Any, last: Any) -> Any:
    """Return ``(a x + b) last``, where `last` may have a wider dtype than `x`."""
    result = x * last
    result = result if a == 1 else a * result
    return result + b * last if b else result


def value(basis: Basis, x: Any, c: ndarray) -> Any:
    """Return the values of series at ``x``, by Clenshaw's algorithm along the first axis of the coefficients."""
    if not len(c):
        raise IndexError(f"{basis.prefix}val: there must be at least one coefficient (got none)")
    last = before = None
    for n in reversed(range(len(c))):
        a, b, _ = basis.recurrence(n)
        new: Any = c[n]
        if last is not None:
            new = new + _step(a, b, x, last)
        elif n == 0 or not basis.recurrence(1)[2]:
            new = new + x * 0  # a constant has the shape of x
        if before is not None:
            new = new - basis.recurrence(n + 1)[2] * before
        before, last = (last if basis.recurrence(n)[2] else None), new
    return last


def values_of_basis(basis: Basis, x: ndarray, degree: int) -> list[ndarray]:
    """Return the values of ``P[0]`` to ``P[degree]``."""
    values = [x * 0 + 1]
    for n in range(degree):
        a, b, f = basis.recurrence(n)
        new = _step(a, b, x, values[-1])
        values.append(new - f * values[-2] if n and f else new)
    return values


def derivative(basis: Basis, c: ndarray) -> ndarray:
    """Return the derivative along the first axis, which undoes the integral from the highest degree down."""
    size = len(c) - 1
    rows: list[Any] = [None] * size
    for n in reversed(range(size)):
        up, same, down = basis.integral(n)[0], basis.integral(n + 1)[1], basis.integral(n + 2)[2]
        row = c[n + 1 : n + 2]
        if same and n + 1 < size:
            row = row - rows[n + 1] / same
        if down and n + 2 < size:
            row = row - rows[n + 2] / down
        rows[n] = row * up
    return concatenate(rows)


def integral(basis: Basis, c: ndarray) -> ndarray:
    """Return an integral along the first axis."""
    rows: list[Any] = [c[:1] * 0] + [None] * len(c)
    for n in range(len(c)):
        row = c[n : n + 1]
        for place, divisor in zip((n + 1, n, n - 1), basis.integral(n), strict=True):
            if divisor:
                term = row / divisor
                rows[place] = term if rows[place] is None else rows[place] + term
    return concatenate(rows)


def companion_matrix(basis: Basis, c: ndarray) -> ndarray:
    """Return the companion matrix: symmetric without its last column, if the polynomials are orthogonal."""
    size = len(c) - 1
    if size < 1:
        raise ValueError("Series must have maximum degree of at least 1.")
    factors = [basis.recurrence(n) for n in range(size)]
    if size == 1:
        return ((-c[0] / c[1] - factors[0][1]) / factors[0][0]).reshape(1, 1)
    matrix, norms = np.zeros((size, size)), np.ones(size)
    for n in range(size):
        matrix[n, n] = -factors[n][1] / factors[n][0]
    for n in range(size - 1, 0, -1):
        before, (a, _, f) = factors[n - 1][0], factors[n]
        if f:
            matrix[n, n - 1] = matrix[n - 1, n] = math.copysign(math.sqrt(f / (a * before)), a)
            norms[n - 1] = norms[n] / math.sqrt(f * before / a)  # relative to the last, so that none overflows
        else:
            matrix[n, n - 1] = 1 / before
    column = constants(norms / factors[-1][0], c) * c[:-1] / c[-1]
    rest = zeros((size, size - 1), dtype=c.dtype, device=c.device)
    return constants(matrix, c) - concatenate((rest, column.reshape(size, 1)), axis=1)


#: The powers of ``x``.
POWERS = Basis("polynomial", "poly", "polynomials", lambda n: (1, 0, 0, 1), lambda n: (n + 1, 0, 0), convolve)
