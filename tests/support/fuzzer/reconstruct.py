"""Compares decompositions, which have several right answers, by their products."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

import xp_torch as xp
from support.fuzzer.compare import Outcome
from support.fuzzer.nodes import Call
from support.oracle import to_numpy


def _with(outcome: Outcome, arrays: list[np.ndarray], ours: bool) -> Outcome:
    made = [xp.asarray(np.array(a, order="C")) if ours else a for a in arrays]
    return Outcome(tuple(made), None, outcome.inputs)


def _parts(outcome: Outcome, ours: bool) -> list[np.ndarray]:
    value = outcome.value if isinstance(outcome.value, tuple) else (outcome.value,)
    return [np.asarray(to_numpy(part) if ours else part) for part in value]


def _adjoint(a: np.ndarray) -> np.ndarray:
    return np.conj(np.swapaxes(a, -1, -2))


def _shaped(parts: list[np.ndarray]) -> list[np.ndarray]:
    """Zeros of the parts' shapes and dtypes, which have to agree."""
    return [np.zeros_like(part) for part in parts]


def _eigh(call: Call, parts: list[np.ndarray]) -> list[np.ndarray]:
    w, v = parts
    return [w, (v * w[..., None, :]) @ _adjoint(v), *_shaped(parts)]


def _eig(call: Call, parts: list[np.ndarray]) -> list[np.ndarray]:
    """Return the residuals of eigenvalues and eigenvectors, and symmetric functions of the eigenvalues."""
    single = parts[0].dtype.name in ("float32", "complex64")
    w, a = parts[0].astype(np.complex128), np.asarray(call.args[0].data).astype(np.complex128)
    if not w.size:
        return [np.zeros(x.shape, np.complex64 if single else np.complex128) for x in parts]
    less = a[..., None, :, :] - w[..., None, None] * np.eye(w.shape[-1])
    found = [np.linalg.svd(less, compute_uv=False)[..., -1], w.sum(-1), (w * w).sum(-1)]
    for v in parts[1:]:
        found += [a @ v - v * w[..., None, :], np.linalg.norm(v, axis=-2)]
    return [x.astype(np.complex64 if single else np.complex128) for x in found]


def _svd(call: Call, parts: list[np.ndarray]) -> list[np.ndarray]:
    if len(parts) == 1:
        return parts
    u, s, vh = parts
    k = s.shape[-1]
    return [s, (u[..., :, :k] * s[..., None, :]) @ vh[..., :k, :], *_shaped(parts)]


def _qr(call: Call, parts: list[np.ndarray]) -> list[np.ndarray]:
    # After a column that depends on the ones before it, the triangle depends on rounding.
    r = parts[-1]
    found = [_adjoint(r) @ r, np.tril(r, -1)]
    return found if len(parts) == 1 else [parts[0] @ r, *found, *_shaped(parts)]


def _lstsq(call: Call, parts: list[np.ndarray]) -> list[np.ndarray]:
    return [parts[0], *_shaped(parts[1:]), parts[2], parts[3]]


def _reconstructed(of: Callable[[Call, list[np.ndarray]], list[np.ndarray]]) -> Any:
    def both(call: Call, ours: Outcome, theirs: Outcome) -> tuple[Outcome, Outcome]:
        mine, yours = _parts(ours, True), _parts(theirs, False)
        if len(mine) != len(yours) or not mine or any(a.shape != b.shape for a, b in zip(mine, yours, strict=True)):
            return ours, theirs
        return _with(ours, of(call, mine), True), _with(theirs, of(call, yours), False)

    return both


def _values(call: Call, parts: list[np.ndarray]) -> list[np.ndarray]:
    return [np.sort(parts[0], axis=None)]


def _inverse(call: Call, parts: list[np.ndarray]) -> list[np.ndarray]:
    """Return the values that the inverse selects: the order of several NaNs depends on an unstable sort."""
    asked = {"return_inverse": call.name == "unique_inverse", **call.kwargs}
    if not asked["return_inverse"] or asked.get("return_index") or asked.get("axis") is not None or len(parts) < 2:
        return parts
    values, inverse = parts[:2]
    held = ((inverse >= 0) & (inverse < values.size)).all()
    given = values[inverse] if held else inverse
    return [values, given, np.sort(inverse, axis=None), np.zeros_like(inverse), *parts[2:]]


RECONSTRUCT = {
    "sorted": _reconstructed(_values), "inverse": _reconstructed(_inverse),
    "eigh": _reconstructed(_eigh), "eig": _reconstructed(_eig), "eigvals": _reconstructed(_eig),
    "svd": _reconstructed(_svd), "qr": _reconstructed(_qr), "lstsq": _reconstructed(_lstsq),
}  # fmt: skip
