"""One call, or more, of every public function that is no ufunc: what the gates are run over besides the records.

The parameters of a call say which operands it gets (`OPERANDS`). A test holds the table to the namespace, so that a new
function cannot be left out.
"""

import inspect
from collections.abc import Callable
from typing import Any

import numpy as np

import xp_torch as xp

_SQUARE = np.asarray([[4.0, 1.0, 0.5], [1.0, 3.0, 0.25], [0.5, 0.25, 2.0]])

#: operands by the name of the parameter.
OPERANDS: dict[str, np.ndarray] = {
    "x": np.asarray([[0.5, -1.5, 2.25], [3.0, 0.75, -0.25]]),
    "y": np.asarray([[1.5, 0.5, -2.0], [0.25, 1.25, 4.0]]),
    "v": np.asarray([0.5, -1.5, 2.25]),
    "w": np.asarray([1.5, 0.5, -2.0]),
    "s": _SQUARE,
    "t": np.asarray([[1.0, 2.0, 3.0], [0.5, 4.0, 1.0], [2.0, 0.25, 5.0]]),
    "c": _SQUARE + 1j * np.asarray([[0.0, 0.5, 0.25], [-0.5, 0.0, 1.0], [-0.25, -1.0, 0.0]]),
    "z": np.asarray([1.0, 2.0, 4.0, 7.0]),
    "i": np.asarray([2, 0, 1]),
    "n": np.asarray([[3, 1, 2], [1, 3, 1]]),
    "b": np.asarray([[True, False, True], [False, False, True]]),
}

#: functions of the namespace: ``name: (call, ...)``, each taking the namespace and operands.
CALLS: dict[str, tuple[Callable[..., Any], ...]] = {
    # creation
    "arange": (lambda m: m.arange(5), lambda m: m.arange(1.0, 4.0, 0.5), lambda m: m.arange(3, dtype=m.float32)),
    "array": (lambda m, x: m.array(x), lambda m: m.array([[1, 2], [3, 4]])),
    "asanyarray": (lambda m, x: m.asanyarray(x),),
    "asarray": (lambda m, x: m.asarray(x, dtype=m.float32), lambda m: m.asarray([1.5, 2]), lambda m: m.asarray(3)),
    "ascontiguousarray": (lambda m, x: m.ascontiguousarray(x.T),),
    "asfortranarray": (lambda m, x: m.asfortranarray(x),),
    "copy": (lambda m, x: m.copy(x),),
    "diag": (lambda m, v: m.diag(v, k=1), lambda m, s: m.diag(s)),
    "empty": (lambda m: m.zeros_like(m.empty((2, 3))),),
    "empty_like": (lambda m, x: m.zeros_like(m.empty_like(x)),),
    "eye": (lambda m: m.eye(3), lambda m: m.eye(2, 3, k=1, dtype=m.int64)),
    "from_dlpack": (),
    "full": (lambda m: m.full((2, 2), 1.5), lambda m: m.full(3, 7)),
    "full_like": (lambda m, x: m.full_like(x, 2),),
    "geomspace": (lambda m: m.geomspace(1.0, 1000.0, 4),),
    "identity": (lambda m: m.identity(3),),
    "linspace": (lambda m: m.linspace(0, 1, 5), lambda m: m.linspace(0, 1, 4, endpoint=False)),
    "logspace": (lambda m: m.logspace(0, 2, 3),),
    "meshgrid": (lambda m, v, w: m.meshgrid(v, w, indexing="ij"),),
    "ones": (lambda m: m.ones((2, 3)),),
    "ones_like": (lambda m, x: m.ones_like(x),),
    "tri": (lambda m: m.tri(3),),
    "tril": (lambda m, s: m.tril(s, k=-1),),
    "triu": (lambda m, s: m.triu(s),),
    "zeros": (lambda m: m.zeros((2, 3), dtype=m.int32),),
    "zeros_like": (lambda m, x: m.zeros_like(x),),
    # data types
    "astype": (lambda m, x: m.astype(x, m.float32), lambda m, x: m.astype(x, m.int64)),
    "can_cast": (lambda m: m.can_cast(m.int8, m.int16),),
    "isdtype": (
        lambda m: m.isdtype(m.float32, "real floating") if m is xp else np.isdtype(np.float32, "real floating"),
    ),
    "issubdtype": (lambda m: m.issubdtype(m.float32, m.floating),),
    "min_scalar_type": (lambda m: m.asarray(0, dtype=m.min_scalar_type(200)),),
    "promote_types": (lambda m: m.asarray(0, dtype=m.promote_types(m.int8, m.float32)),),
    "result_type": (lambda m, x: m.asarray(0, dtype=m.result_type(x, m.int8)),),
    # elementwise, no ufuncs
    "around": (lambda m, x: m.around(x, 1),),
    "clip": (lambda m, x: m.clip(x, -1, 1), lambda m, x, y: m.clip(x, y, None), lambda m, n: m.clip(n, 2, 300)),
    "imag": (lambda m, c: m.imag(c), lambda m, x: m.imag(x)),
    "real": (lambda m, c: m.real(c),),
    "round": (lambda m, x: m.round(x), lambda m, x: m.round(x, 1)),
    # indexing and searching
    "take": (lambda m, x, i: m.take(x, i, axis=1), lambda m, v, i: m.take(v, i)),
    "take_along_axis": (lambda m, x, n: m.take_along_axis(x, n % 3, axis=1),),
    "argmax": (lambda m, x: m.argmax(x), lambda m, x: m.argmax(x, axis=1, keepdims=True)),
    "argmin": (lambda m, x: m.argmin(x, axis=0),),
    "argwhere": (lambda m, b: m.argwhere(b),),
    "count_nonzero": (lambda m, x: m.count_nonzero(x, axis=1),),
    "flatnonzero": (lambda m, b: m.flatnonzero(b),),
    "nonzero": (lambda m, b: m.nonzero(b),),
    "searchsorted": (lambda m, z, v: m.searchsorted(z, v), lambda m, z, w: m.searchsorted(z, w, side="right")),
    "where": (lambda m, b, x, y: m.where(b, x, y), lambda m, b, x: m.where(b, x, 0)),
    # linear algebra in the main namespace
    "cross": (lambda m, v, w: m.cross(v, w),),
    "diagonal": (lambda m, s: m.diagonal(s),),
    "dot": (lambda m, x, v: m.dot(x, v),),
    "einsum": (lambda m, x, y: m.einsum("ij,kj->ik", x, y),),
    "inner": (lambda m, x, y: m.inner(x, y),),
    "kron": (lambda m, x, v: m.kron(x, v),),
    "matmul": (lambda m, x, s: m.matmul(x, s), lambda m, n: m.matmul(n, n.T)),
    "matrix_transpose": (lambda m, x: m.matrix_transpose(x),),
    "matvec": (lambda m, x, v: m.matvec(x, v),),
    "outer": (lambda m, v, w: m.outer(v, w),),
    "tensordot": (lambda m, x, s: m.tensordot(x, s, axes=1), lambda m, x, y: m.tensordot(x, y, axes=([1], [1]))),
    "trace": (lambda m, s: m.trace(s),),
    "vdot": (lambda m, v, w: m.vdot(v, w),),
    "vecdot": (lambda m, x, y: m.vecdot(x, y), lambda m, c: m.vecdot(c, c, axis=0)),
    "vecmat": (lambda m, v, s: m.vecmat(v, s),),
    # manipulation
    "append": (lambda m, v, w: m.append(v, w),),
    "array_split": (lambda m, v: m.array_split(v, 2),),
    "atleast_1d": (lambda m, v: m.atleast_1d(v),),
    "atleast_2d": (lambda m, v: m.atleast_2d(v),),
    "atleast_3d": (lambda m, v: m.atleast_3d(v),),
    "broadcast_arrays": (lambda m, x, v: m.broadcast_arrays(x, v),),
    "broadcast_shapes": (lambda m: m.broadcast_shapes((2, 1), (3,)),),
    "broadcast_to": (lambda m, v: m.broadcast_to(v, (2, 3)),),
    "column_stack": (lambda m, v, w: m.column_stack((v, w)),),
    "concat": (lambda m, x, y: m.concat([x, y], axis=0), lambda m, x, n: m.concat((x, n), axis=None)),
    "concatenate": (lambda m, x, y: m.concatenate([x, y], axis=1),),
    "dsplit": (lambda m, x: m.dsplit(m.reshape(x, (1, 2, 3)), 3),),
    "dstack": (lambda m, v, w: m.dstack((v, w)),),
    "expand_dims": (lambda m, x: m.expand_dims(x, axis=1),),
    "flip": (lambda m, x: m.flip(x, axis=1),),
    "fliplr": (lambda m, x: m.fliplr(x),),
    "flipud": (lambda m, x: m.flipud(x),),
    "hsplit": (lambda m, x: m.hsplit(x, 3),),
    "hstack": (lambda m, x, y: m.hstack((x, y)),),
    "moveaxis": (lambda m, x: m.moveaxis(x, 0, 1),),
    "permute_dims": (lambda m, x: m.permute_dims(x, (1, 0)),),
    "ravel": (lambda m, x: m.ravel(x),),
    "repeat": (lambda m, x: m.repeat(x, 2, axis=0),),
    "reshape": (lambda m, x: m.reshape(x, (3, -1)),),
    "resize": (lambda m, x: m.resize(x, (2, 5)),),
    "roll": (lambda m, x: m.roll(x, 1, axis=1), lambda m, x: m.roll(x, (1, 2), axis=(0, 1))),
    "rot90": (lambda m, x: m.rot90(x),),
    "split": (lambda m, v: m.split(v, [1]),),
    "squeeze": (lambda m, x: m.squeeze(m.expand_dims(x, axis=0), axis=0),),
    "stack": (lambda m, x, y: m.stack([x, y], axis=1),),
    "swapaxes": (lambda m, x: m.swapaxes(x, 0, 1),),
    "tile": (lambda m, x: m.tile(x, (2, 1)),),
    "transpose": (lambda m, x: m.transpose(x),),
    "unstack": (lambda m, x: m.unstack(x, axis=1),),
    "vsplit": (lambda m, x: m.vsplit(x, 2),),
    "vstack": (lambda m, x, y: m.vstack((x, y)),),
    # sets and sorting
    "intersect1d": (lambda m, n, i: m.intersect1d(n, i),),
    "isin": (lambda m, n, i: m.isin(n, i),),
    "setdiff1d": (lambda m, n, i: m.setdiff1d(n, i),),
    "setxor1d": (lambda m, n, i: m.setxor1d(n, i),),
    "union1d": (lambda m, n, i: m.union1d(n, i),),
    "unique": (lambda m, n: m.unique(n),),
    "unique_all": (lambda m, n: m.unique_all(n),),
    "unique_counts": (lambda m, n: m.unique_counts(n),),
    "unique_inverse": (lambda m, n: m.unique_inverse(n),),
    "unique_values": (lambda m, n: m.unique_values(n),),
    "argsort": (lambda m, x: m.argsort(x), lambda m, n: m.argsort(n, axis=0, stable=True)),
    "sort": (lambda m, x: m.sort(x), lambda m, n: m.sort(n, axis=0)),
    "top_k": (),
    # statistics and utilities
    "amax": (lambda m, x: m.amax(x),),
    "amin": (lambda m, x: m.amin(x, axis=0),),
    "cumprod": (lambda m, x: m.cumprod(x, axis=1),),
    "cumsum": (lambda m, x: m.cumsum(x),),
    "cumulative_prod": (lambda m, v: m.cumulative_prod(v),),
    "cumulative_sum": (
        lambda m, x: m.cumulative_sum(x, axis=1),
        lambda m, v: m.cumulative_sum(v, include_initial=True),
    ),
    "max": (lambda m, x: m.max(x), lambda m, n: m.max(n, axis=1)),
    "mean": (lambda m, x: m.mean(x, axis=0), lambda m, n: m.mean(n)),
    "min": (lambda m, x: m.min(x, axis=1, keepdims=True),),
    "prod": (lambda m, x: m.prod(x), lambda m, n: m.prod(n, axis=0)),
    "std": (lambda m, x: m.std(x), lambda m, x: m.std(x, axis=1, correction=1)),
    "sum": (lambda m, x: m.sum(x), lambda m, x: m.sum(x, axis=(0, 1), keepdims=True), lambda m, b: m.sum(b, axis=0)),
    "var": (lambda m, x: m.var(x, axis=0), lambda m, c: m.var(c)),
    "all": (lambda m, b: m.all(b), lambda m, x: m.all(x, axis=0)),
    "any": (lambda m, b: m.any(b, axis=1),),
    "diff": (lambda m, x: m.diff(x), lambda m, x: m.diff(x, n=2, axis=1)),
    # about the package
    "__array_namespace_info__": (),
    "get_namespace": (),
    "set_default_dtype": (),
    # the extensions
    "linalg.cholesky": (lambda m, s: m.linalg.cholesky(s), lambda m, s: m.linalg.cholesky(s, upper=True)),
    "linalg.cond": (lambda m, s: m.linalg.cond(s),),
    "linalg.cross": (lambda m, v, w: m.linalg.cross(v, w),),
    "linalg.det": (lambda m, t: m.linalg.det(t),),
    "linalg.diagonal": (lambda m, s: m.linalg.diagonal(s),),
    "linalg.eig": (lambda m, t: m.linalg.eig(t),),
    "linalg.eigh": (lambda m, s: m.linalg.eigh(s),),
    "linalg.eigvals": (lambda m, t: m.linalg.eigvals(t),),
    "linalg.eigvalsh": (lambda m, s: m.linalg.eigvalsh(s),),
    "linalg.inv": (lambda m, t: m.linalg.inv(t),),
    "linalg.lstsq": (lambda m, t, v: m.linalg.lstsq(t, v)[0],),
    "linalg.matmul": (lambda m, x, s: m.linalg.matmul(x, s),),
    "linalg.matrix_norm": (lambda m, x: m.linalg.matrix_norm(x), lambda m, x: m.linalg.matrix_norm(x, ord="nuc")),
    "linalg.matrix_power": (lambda m, t: m.linalg.matrix_power(t, 3), lambda m, t: m.linalg.matrix_power(t, -2)),
    "linalg.matrix_rank": (lambda m, t: m.linalg.matrix_rank(t),),
    "linalg.matrix_transpose": (lambda m, x: m.linalg.matrix_transpose(x),),
    "linalg.multi_dot": (lambda m, x, s, t: m.linalg.multi_dot([x, s, t]),),
    "linalg.norm": (lambda m, x: m.linalg.norm(x), lambda m, v: m.linalg.norm(v, 1)),
    "linalg.outer": (lambda m, v, w: m.linalg.outer(v, w),),
    "linalg.pinv": (lambda m, x: m.linalg.pinv(x),),
    "linalg.qr": (lambda m, t: m.linalg.qr(t),),
    "linalg.slogdet": (lambda m, t: m.linalg.slogdet(t),),
    "linalg.solve": (lambda m, t, s: m.linalg.solve(t, s), lambda m, t, v: m.linalg.solve(t, v)),
    "linalg.svd": (lambda m, x: m.linalg.svd(x, full_matrices=False),),
    "linalg.svdvals": (lambda m, x: m.linalg.svdvals(x),),
    "linalg.tensordot": (lambda m, x, s: m.linalg.tensordot(x, s, axes=1),),
    "linalg.tensorinv": (lambda m, t: m.linalg.tensorinv(m.reshape(t, (3, 3)), ind=1),),
    "linalg.tensorsolve": (lambda m, t, v: m.linalg.tensorsolve(t, v),),
    "linalg.trace": (lambda m, s: m.linalg.trace(s),),
    "linalg.vecdot": (lambda m, x, y: m.linalg.vecdot(x, y),),
    "linalg.vector_norm": (lambda m, x: m.linalg.vector_norm(x), lambda m, x: m.linalg.vector_norm(x, axis=1, ord=3)),
    "fft.fft": (lambda m, x: m.fft.fft(x), lambda m, x: m.fft.fft(x, n=4, axis=0, norm="ortho")),
    "fft.fft2": (lambda m, x: m.fft.fft2(x),),
    "fft.fftfreq": (lambda m: m.fft.fftfreq(5, d=0.5),),
    "fft.fftn": (lambda m, x: m.fft.fftn(x),),
    "fft.fftshift": (lambda m, x: m.fft.fftshift(x),),
    "fft.hfft": (lambda m, c: m.fft.hfft(c),),
    "fft.ifft": (lambda m, c: m.fft.ifft(c),),
    "fft.ifft2": (lambda m, c: m.fft.ifft2(c),),
    "fft.ifftn": (lambda m, c: m.fft.ifftn(c),),
    "fft.ifftshift": (lambda m, x: m.fft.ifftshift(x, axes=0),),
    "fft.ihfft": (lambda m, x: m.fft.ihfft(x),),
    "fft.irfft": (lambda m, c: m.fft.irfft(c),),
    "fft.irfft2": (lambda m, c: m.fft.irfft2(c),),
    "fft.irfftn": (lambda m, c: m.fft.irfftn(c),),
    "fft.rfft": (lambda m, x: m.fft.rfft(x),),
    "fft.rfft2": (lambda m, x: m.fft.rfft2(x),),
    "fft.rfftfreq": (lambda m: m.fft.rfftfreq(5),),
    "fft.rfftn": (lambda m, x: m.fft.rfftn(x, axes=(0,)),),
}

#: reads and writes through `ndarray` itself.
ARRAY_CALLS: dict[str, Callable[..., Any]] = {
    "read element": lambda m, x: x[0, 1],
    "read slice": lambda m, x: x[:, ::2],
    "read negative step": lambda m, x: x[::-1, -2:],
    "read None and ellipsis": lambda m, x: x[..., None, 1:],
    "read integers": lambda m, x, i: x[:, i],
    "read integers beside slices": lambda m, x, i: x[1, i],
    "read list": lambda m, x: x[[1, 0, 1]],
    "write element": lambda m, x: _written(x, (0, 1), 5.0),
    "write slice": lambda m, x, v: _written(x, (slice(None),), v),
    "write integers": lambda m, x, i: _written(x, (0, i), 7.0),
    "write mask": lambda m, x, b: _written(x, (b,), 0.0),
    "in-place add": lambda m, x, y: _added(x, y),
    "arithmetic": lambda m, x, y: (2 * x + y / 3 - 1.5) ** 2 // 0.5,
    "comparisons": lambda m, x, y: (x < y) | (x != 0.5),
    "methods": lambda m, x: x.sum(axis=0).reshape((3, 1)).mean(),
    "attributes": lambda m, x: x.T + x.shape[0] * x.ndim + x.size,
    "iteration": lambda m, x: [row * 2 for row in x],
    "len": lambda m, x: x * len(x),
    "astype and copy": lambda m, x: x.astype(m.float32).copy(),
    "dtype of an operand": lambda m, x: m.zeros(2, dtype=x.dtype),
}


def _written(x: Any, key: tuple, value: Any) -> Any:
    new = x.copy()
    new[key] = value
    return new


def _added(x: Any, y: Any) -> Any:
    new = x.copy()
    new += y
    new[0] *= 2
    return new


def public_functions() -> set[str]:
    """Return the public functions that are no ufuncs and no types, those of the extensions with their prefix."""
    found = set()
    for prefix, module in (("", xp), ("linalg.", xp.linalg), ("fft.", xp.fft)):
        for name in module.__all__:
            if inspect.isfunction(getattr(module, name)) and not isinstance(getattr(module, name), xp.ufunc):
                found.add(prefix + name)
    return found


def operands_of(act: Callable[..., Any]) -> tuple[str, ...]:
    """Return the names of the operands that a call takes."""
    return tuple(inspect.signature(act).parameters)[1:]


def all_calls() -> list[tuple[str, Callable[..., Any]]]:
    """Return every call of the two tables with a label."""
    found = [(f"{name}-{i}", act) for name, acts in CALLS.items() for i, act in enumerate(acts)]
    return found + list(ARRAY_CALLS.items())
