"""The calls on distributed arrays of the table of calls, and their operands with `n` rows.

The operands in CUT are sharded along axis 0, the others are the same array on every process.
"""

from __future__ import annotations

import copy
import operator
import pickle
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from tools.calls import SHARDED

#: operands that are sharded along axis 0.
CUT = frozenset(["d", "f1", "i8", *"bcefghijklopqsuvwxyz"])


def _squares(random: np.random.Generator, *shape: int) -> np.ndarray:
    """Return positive definite matrices."""
    x = _normal(random, *shape)
    return x @ x.swapaxes(-1, -2) + shape[-1] * np.eye(shape[-1])


def _normal(random: np.random.Generator, *shape: int) -> np.ndarray:
    return random.normal(size=shape) * 2


#: functions of a generator and of the number of rows that make the operands.
_OPERANDS: dict[str, Callable[[np.random.Generator, int], np.ndarray]] = {
    "x": lambda random, n: _normal(random, n, 3),
    "y": lambda random, n: _normal(random, n, 3),
    "z": lambda random, n: _normal(random, n, 3) + 1j * _normal(random, n, 3),
    "v": _normal,
    "w": _normal,
    "c": lambda random, n: _normal(random, n) + 1j * _normal(random, n),
    "u": lambda random, n: random.integers(0, 200, n).astype(np.uint8),
    "k": lambda random, n: random.integers(0, 5, n),
    "i": lambda random, n: random.integers(0, 9, (n, 3)),
    "j": lambda random, n: random.integers(0, 5, (n, 3)),
    "b": lambda random, n: random.random((n, 3)) > 0.4,
    "o": lambda random, n: random.random((n, 3)) > 0.5,
    "e": lambda random, n: _squares(random, n, 3, 3),
    "h": lambda random, n: np.where(np.arange(n) == n // 2, np.nan, _normal(random, n)),
    "p": lambda random, n: _normal(random, n, 2, 3),
    "s": lambda random, n: _squares(random, n, n),
    "g": lambda random, n: _normal(random, n, n),
    "l": lambda random, n: np.sort(_normal(random, n)),
    "f": lambda random, n: _normal(random, n, 3).astype(np.float32),
    "d": lambda random, n: random.permutation(n),
    "q": lambda random, n: np.asarray([0, 2, 1, 2]),
    "r": lambda random, n: _normal(random, 3),
    "r2": lambda random, n: np.sort(_normal(random, 6)),
    "r33": lambda random, n: _normal(random, 3, 3),
    "r5n": lambda random, n: _normal(random, 5, n),
    "t": lambda random, n: _normal(random, 4, 3),
    "a": lambda random, n: _normal(random, 5),
    "f1": lambda random, n: _normal(random, n).astype(np.float32),
    "i8": lambda random, n: random.integers(-9, 9, (n, 3)).astype(np.int8),
}


def operands(n: int, names: Iterable[str] = tuple(_OPERANDS)) -> dict[str, np.ndarray]:
    """Return the operands with `n` rows."""
    every = list(_OPERANDS)
    return {name: _OPERANDS[name](np.random.default_rng((n, every.index(name))), n) for name in names}


def _written(x: Any, key: tuple[Any, ...], value: Any) -> Any:
    x = copy.copy(x)
    x[key] = value
    return x


def _updated(x: Any, key: tuple[Any, ...], value: Any) -> Any:
    x = copy.copy(x)
    x[key] += value
    return x


def _added(x: Any, name: str, other: Any) -> Any:
    x = copy.copy(x)
    got = getattr(operator, name)(x, other)
    assert got is x, f"{name} returned another array"
    return got


def _rebuilt(m: Any, values: Any, vectors: Any) -> Any:
    """Return the matrix that a decomposition is of; vectors are unique only up to their phases."""
    return m.matmul(vectors * values[..., None, :], m.linalg.inv(vectors))


def _singular(found: Any) -> Any:
    """Return the singular values, and the matrix."""
    u, s, vh = found
    n = s.shape[-1]
    return s, (u[..., :n] * s[..., None, :]) @ vh[..., :n, :]


HELPERS: dict[str, Any] = {
    "copy": copy,
    "pickle": pickle,
    "to_numpy": np.asarray,
    "written": _written,
    "updated": _updated,
    "added": _added,
    "rebuilt": _rebuilt,
    "product": lambda found: found[0] @ found[1],
    "spectral": lambda found: (found[0], (found[1] * found[0][..., None, :]) @ found[1].mT),
    "singular": _singular,
}


def calls(texts: Iterable[str] = ()) -> dict[str, Callable[..., Any]]:
    """Return calls by their text: functions of the namespace, the number of rows, a device and the operands.

    By default they are those of the table whose results are compared.
    """
    names = ", ".join(operands(5))
    every = texts or [text for text, measured_only in SHARDED.items() if not measured_only]
    return {text: eval(f"lambda m, n, device, {names}: {text}", HELPERS) for text in every}
