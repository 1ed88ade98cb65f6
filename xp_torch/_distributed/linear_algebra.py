"""Linear algebra on distributed arrays: blocked products, and decompositions of tall matrices by their triangles.

A stack of matrices that is sharded along the stack is computed by each process for itself. A matrix with at least as
many rows as columns, sharded along its rows, is first decomposed by QR: each process decomposes its rows, and all the
small triangles of all. Square matrices are eliminated by blocks; eigenvalues gather them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from inspect import signature
from typing import Any

import numpy as np
import torch

from xp_torch._array.ndarray import ndarray, wrap
from xp_torch._array.ufunc.operators import operand
from xp_torch._distributed.along import freed
from xp_torch._distributed.array import (
    DistributedArray,
    have_one_memory,
    like,
    local,
    mesh_of,
    place,
    reaxis,
    relayout,
    replicated,
    rewrap,
    whole,
)
from xp_torch._distributed.collectives import agreed, all_gather, all_sum, broadcast, steps, sum_of_gradients
from xp_torch._distributed.dispatch import map_arrays, plain_function, rule
from xp_torch._distributed.elimination import cholesky, inverse, is_cut_square, sign_and_pivots, solution
from xp_torch._distributed.guard import SMALL, gathered
from xp_torch._distributed.layout import chunk
from xp_torch._distributed.movement import as_distributed, flat, row
from xp_torch._distributed.reductions import written
from xp_torch._distributed.rows import bounds_of, evened_counts
from xp_torch._distributed.views import refuse_writes
from xp_torch._facts.defaults import floating
from xp_torch._facts.dtypes import KIND, REAL
from xp_torch._facts.errors import LinAlgError
from xp_torch._facts.no_value import NO_VALUE
from xp_torch._facts.shapes import broadcast_shapes, normalize_axes, normalize_axis
from xp_torch._functions import data_type, elementwise
from xp_torch._functions.linear_algebra import gufuncs
from xp_torch._functions.linear_algebra.arguments import epsilon, rounded, working_dtype
from xp_torch._functions.linear_algebra.decompositions import QRResult, svdvals
from xp_torch._functions.linear_algebra.diagonals import diagonal
from xp_torch._functions.linear_algebra.norms import SlogdetResult
from xp_torch._functions.linear_algebra.solve import inv
from xp_torch._functions.manipulation.broadcast import broadcast_arrays
from xp_torch._functions.searching import where
from xp_torch._kernels.cast import cast

#: Axes of the factors of a product, counted from the end: rows of the first, columns of the second, and those summed.
_M, _N, _K1, _K2 = -2, -1, -1, -2


def _operands(*xs: Any, out: Any = None) -> list[Any]:
    """Return array-likes as distributed arrays on one mesh, which an operand or `out` gives."""
    mesh = mesh_of(*xs, out)
    return [as_distributed(x, mesh) for x in xs]


def _from_end(x: DistributedArray, dim: int) -> int | None:
    axis = x._layout.axes[dim]
    return None if axis is None else axis - x.ndim


def _cut(x: DistributedArray, dim: int, axis: int | None) -> Any:
    """Return `x` with `axis`, counted from the end, sharded over mesh dimension `dim`."""
    axes = list(x._layout.axes)
    axes[dim] = None if axis is None else axis + x.ndim
    return relayout(x, tuple(axes))


def _has(x: DistributedArray, axis: int, among: DistributedArray) -> bool:
    """Return whether `x` is not broadcast along a stack axis of `among`."""
    return x.ndim >= -axis and x.shape[axis] == among.shape[axis]


def _not_broadcast(x: DistributedArray, other: DistributedArray, dim: int) -> Any:
    """Return `x`, gathered along a sharded stack axis if that axis is broadcast against `other`."""
    axis = _from_end(x, dim)
    if axis is None or axis >= _M or other.ndim < -axis or x.shape[axis] >= other.shape[axis]:
        return x
    return _cut(x, dim, None)


def _aligned(
    a: DistributedArray, b: DistributedArray, dim: int, blocks: bool
) -> tuple[DistributedArray, DistributedArray]:
    """Return the factors, sharded over mesh dimension `dim` so that each process can multiply its parts.

    With `blocks`, two large factors may stay sharded so that blocks have to be sent.
    """
    a, b = _not_broadcast(a, b, dim), _not_broadcast(b, a, dim)
    i, j = _from_end(a, dim), _from_end(b, dim)
    if i is not None and i < _M:  # a stack
        return (a, _cut(b, dim, i)) if _has(b, i, a) else (a, _cut(b, dim, None))
    if j is not None and j < _M:
        return (_cut(a, dim, j), b) if _has(a, j, b) else (_cut(a, dim, None), b)
    if (i, j) in ((None, None), (_M, None), (None, _N), (_K1, _K2)):
        return a, b
    if i == _K1 and j is None:
        return (a, _cut(b, dim, _K2)) if b.ndim + _K2 not in b._layout.axes else (_cut(a, dim, None), b)
    if j == _K2 and i is None:
        return (_cut(a, dim, _K1), b) if a.ndim + _K1 not in a._layout.axes else (a, _cut(b, dim, None))
    if i == _M:  # the second factor is sharded along rows or columns
        return (a, b) if blocks and b.nbytes > SMALL else (a, _cut(b, dim, None))
    return (a, b) if blocks and a.nbytes > SMALL else (_cut(a, dim, None), b)


def _sent(t: torch.Tensor, shape: Sequence[int], axis: int, source: int, mesh: Any, rank: int) -> torch.Tensor:
    """Return the block of process `source` of a factor, whose shape is `shape`, and which is sharded along `axis`."""
    start, stop = chunk(shape[axis], mesh.size(), source)
    sizes = list(t.shape)
    sizes[axis] = stop - start
    row = t.unsqueeze(0) if rank == source else t.reshape(-1)[:0].reshape(0, *sizes)
    return sum_of_gradients(broadcast(row, source, mesh), mesh)


def _by_blocks(a: DistributedArray, b: DistributedArray, rows: Any, columns: Any) -> torch.Tensor:
    """Return this process's part of a product; the blocks of one factor are sent one at a time."""
    layout = a._layout
    mesh, rank = layout.mesh, layout.ranks[0]
    left, right = local(a)._tensor, local(b)._tensor
    multiply: Callable[..., torch.Tensor] = lambda x, y: plain_function("matmul")(wrap(x), wrap(y))._tensor
    parts: list[torch.Tensor] = []
    total = None
    for source in range(mesh.size()):
        block = x = y = None  # frees the last block before the next one comes
        if rows == _M:
            block = _sent(right, b.shape, columns, source, mesh, rank)
            if columns == _N:
                parts.append(multiply(left, block))
                continue
            start, stop = chunk(b.shape[_K2], mesh.size(), source)
            x, y = left.narrow(_K1, start, stop - start), block
        else:
            block = _sent(left, a.shape, _K1, source, mesh, rank)
            start, stop = chunk(a.shape[_K1], mesh.size(), source)
            x, y = block, right.narrow(_K2, start, stop - start)
        if total is None or x.requires_grad or y.requires_grad:
            total = multiply(x, y) if total is None else total + multiply(x, y)
            continue
        for first, last in steps(total.shape[_M], total.nbytes):
            total.narrow(_M, first, last - first).add_(multiply(x.narrow(_M, first, last - first), y))
    return torch.cat(parts, -1) if total is None else total


def _is_large(shape: Sequence[int], a: DistributedArray, b: DistributedArray) -> bool:
    """Return whether a product of shape `shape` is too large to be kept on every process."""
    return math.prod(shape) > max(2**16, (a.size + b.size) // a._layout.mesh.size())


def product(a: DistributedArray, b: DistributedArray) -> Any:
    """Return the matrix product of arrays with at least two dimensions."""
    mesh = mesh_of(a, b)
    for dim in range(mesh.ndim):
        a, b = _aligned(a, b, dim, mesh.ndim == 1)
    stack = broadcast_shapes(a.shape[:-2], b.shape[:-2])
    shape = (*stack, a.shape[-2], b.shape[-1])
    pairs: Any = [(_from_end(a, dim), _from_end(b, dim)) for dim in range(mesh.ndim)]
    if mesh.ndim == 1 and pairs == [(_K1, _K2)] and _is_large(shape, a, b) and shape[-2] >= mesh.size():
        # too large for every process
        a = _cut(a, 0, _M)
        pairs = [(_M, _K2)]
    if pairs in ([(_M, _K2)], [(_M, _N)], [(_K1, _N)]):
        axes: list[int | None] = [_M if pairs[0][0] == _M else _N]
        t = _by_blocks(a, b, *pairs[0])
    else:
        left, right = local(a)._tensor, local(b)._tensor
        axes = []
        for dim, (i, j) in enumerate(pairs):
            # a factor that the processes have alike, and use with their own rows
            left = sum_of_gradients(left, mesh, dim) if i is None and j is not None else left
            right = sum_of_gradients(right, mesh, dim) if j is None and i is not None else right
            axes.append(None if (i, j) == (_K1, _K2) else i if i is not None else j)
        t = plain_function("matmul")(wrap(left), wrap(right))._tensor
        for dim, pair in enumerate(pairs):
            t = all_sum(t, mesh, dim) if pair == (_K1, _K2) else t
    return rewrap(wrap(t), shape, tuple(None if i is None else i + len(shape) for i in axes), mesh)


def _matmul(x1: Any, x2: Any, out: Any = None) -> Any:
    """Return the product of array-likes as `matmul` does, with vectors."""
    a, b = _operands(x1, x2, out=out)
    if not a.ndim or not b.ndim:
        raise ValueError("matmul: Input operand does not have enough dimensions; 0-D arrays multiply by *")
    if a.shape[-1] != b.shape[-2 if b.ndim > 1 else 0]:
        raise ValueError(f"matmul: the shapes {a.shape} and {b.shape} don't match: {a.shape[-1]} columns")
    vectors = a.ndim == 1, b.ndim == 1
    a = _expanded(a, 0) if vectors[0] else a
    b = _expanded(b, 1) if vectors[1] else b
    return _without(product(a, b), *[axis for axis, is_vector in zip((-2, -1), vectors, strict=True) if is_vector])


def _expanded(x: DistributedArray, axis: int) -> Any:
    """Return `x` with a new axis of size one."""
    axes = tuple(None if a is None else a + (a >= axis) for a in x._layout.axes)
    shape = (*x.shape[:axis], 1, *x.shape[axis:])
    return rewrap(wrap(local(x)._tensor.unsqueeze(axis)), shape, axes, x._layout.mesh)


def _without(x: DistributedArray, *axes: int) -> Any:
    """Return `x` without axes of size one."""
    for axis in sorted([a % x.ndim for a in axes], reverse=True):
        x = row(x, axis, 0)
    return x


_DEFAULTS = {name: p.default for name, p in signature(gufuncs.matmul).parameters.items()}


def _without_defaults(keywords: dict[str, Any]) -> dict[str, Any]:
    """Return the keywords of a generalized ufunc that differ from their defaults."""
    return {name: value for name, value in keywords.items() if value is not _DEFAULTS[name]}


def _products(multiply: Callable[[Any, Any], Any], name: str, *more: str) -> None:
    """Register `multiply` as the rule of generalized ufuncs."""

    @rule(name, *more)
    def _(x1: Any, x2: Any, /, out: Any = None, **keywords: Any) -> Any:
        if _without_defaults(keywords):
            return NotImplemented
        return written(name, multiply(*_operands(x1, x2, out=out)), out, "same_kind")


_products(_matmul, "matmul")
_products(lambda a, b: _without(_matmul(a, _expanded(b, b.ndim)), -1), "matvec")
_products(lambda a, b: _without(_matmul(_expanded(a.conj(), a.ndim - 1), b), -2), "vecmat")


@rule("ndarray.__matmul__", "ndarray.__rmatmul__", "ndarray.__imatmul__", named=True)
def _(name: str, self: Any, other: Any) -> Any:
    if not operand(other):
        return NotImplemented
    result = _matmul(other, self) if name == "ndarray.__rmatmul__" else _matmul(self, other)
    return written("matmul", result, self, "same_kind") if name == "ndarray.__imatmul__" else result


@rule("vecdot")
def _(x1: Any, x2: Any, /, out: Any = None, **keywords: Any) -> Any:
    keywords = _without_defaults(keywords)
    axis = keywords.pop("axis", -1)
    if keywords:
        return NotImplemented
    a, b = _operands(x1, x2, out=out)
    for x in (a, b):
        normalize_axis(axis, x.ndim)
    if a.shape[axis] != b.shape[axis]:
        raise ValueError(f"vecdot: the axes differ in size: {a.shape[axis]} and {b.shape[axis]}")
    return written("vecdot", total(a.conj() * b, axis), out, "same_kind")


def total(x: Any, axis: Any = None, keepdims: bool = False) -> Any:
    """Return the sum of `x`, in the dtype of `x`."""
    if KIND[x._dtype] == "b":
        return x.any(axis, keepdims=keepdims)
    return x.sum(axis, dtype=x.dtype, keepdims=keepdims)


@rule("dot")
def _(a: Any, b: Any, out: Any = None) -> Any:
    x, y = _operands(a, b, out=out)
    scaled = not x.ndim or not y.ndim
    return written("dot", x * y if scaled else _tensordot(x, y, (x.ndim - 1,), (max(y.ndim - 2, 0),)), out, "same_kind")


@rule("inner")
def _(a: Any, b: Any, /) -> Any:
    x, y = _operands(a, b)
    return _tensordot(x, y, (x.ndim - 1,), (y.ndim - 1,)) if x.ndim and y.ndim else x * y


@rule("vdot")
def _(a: Any, b: Any, /) -> Any:
    x, y = _operands(a, b)
    if x.shape == y.shape and x.ndim:
        return _tensordot(x.conj(), y, range(x.ndim), range(x.ndim))
    return _matmul(flat(x).conj(), flat(y))


@rule("tensordot")
def _(a: Any, b: Any, axes: Any = 2) -> Any:
    x, y = _operands(a, b)
    if isinstance(axes, (tuple, list)):
        first, second = ((v,) if not isinstance(v, (tuple, list)) else tuple(v) for v in axes)
        return _tensordot(x, y, normalize_axes(first, x.ndim), normalize_axes(second, y.ndim))
    count = int(axes)
    if not 0 <= count <= min(x.ndim, y.ndim):
        raise ValueError(f"tensordot: axes must be between 0 and {min(x.ndim, y.ndim)} (got {count})")
    return _tensordot(x, y, tuple(range(x.ndim - count, x.ndim)), tuple(range(count)))


def _tensordot(a: DistributedArray, b: DistributedArray, first: Sequence[int], second: Sequence[int]) -> Any:
    if [a.shape[i] for i in first] != [b.shape[j] for j in second]:
        raise ValueError(f"shapes {a.shape} and {b.shape} not aligned along {tuple(first)} and {tuple(second)}")
    kept = [i for i in range(a.ndim) if i not in first], [j for j in range(b.ndim) if j not in second]
    shape = tuple(a.shape[i] for i in kept[0]) + tuple(b.shape[j] for j in kept[1])
    pairs, mesh = dict(zip(first, second, strict=True)), mesh_of(a, b)
    summed = [dim for dim, i in enumerate(a._layout.axes) if i is not None]
    alike = b._layout.axes == tuple(None if i is None else pairs.get(i, -1) for i in a._layout.axes)
    if summed and alike and not _is_large(shape, a, b):
        t = plain_function("tensordot")(local(a), local(b), (tuple(first), tuple(second)))._tensor
        for dim in summed:
            t = all_sum(t, mesh, dim)
        return rewrap(wrap(t), shape, (None,) * mesh.ndim, mesh)
    size = math.prod(a.shape[i] for i in first)
    left: Any = a.transpose((*kept[0], *first)).reshape((math.prod(a.shape[i] for i in kept[0]), size))
    right: Any = b.transpose((*second, *kept[1])).reshape((size, math.prod(b.shape[j] for j in kept[1])))
    return product(left, right).reshape(shape)


@rule("linalg.outer", "outer")
def _(x1: Any, x2: Any, /, out: Any = None) -> Any:
    a, b = (x.reshape(-1) for x in _operands(x1, x2, out=out))
    # The result has the elements of both many times, so a vector is small beside it.
    b = relayout(b, (None,) * len(b._layout.axes)) if a._layout.cut else b
    return written("outer", _expanded(a, 1) * _expanded(b, 0), out, "same_kind")


@rule("cross")
def _(a: Any, b: Any, axisa: int = -1, axisb: int = -1, axisc: int = -1, axis: int | None = None) -> Any:
    x, y = _operands(a, b)
    if x.ndim and y.ndim and x.shape[-1] == y.shape[-1] == 3 and axisa == axisb == axisc == -1 and axis in (None, -1):
        return _cross(x, y, -1)
    return NotImplemented


@rule("linalg.cross")
def _(x1: Any, x2: Any, /, *, axis: int = -1) -> Any:
    x, y = _operands(x1, x2)
    if any(v.shape[normalize_axis(axis, v.ndim)] != 3 for v in (x, y)):
        raise ValueError(f"linalg.cross: the vectors must have three elements (got the shapes {x.shape} and {y.shape})")
    return _cross(x, y, axis)


def _cross(x: DistributedArray, y: DistributedArray, axis: int) -> Any:
    """Return the cross product of vectors that lie along one axis of both arrays."""
    given: Any = broadcast_arrays(x, y)
    a, b = given
    axis = normalize_axis(axis, a.ndim)
    # the larger one keeps its layout
    a, b = (a, b) if a._layout.cut else (b, a)
    cut = freed(a, (axis,))
    if cut is None:
        return NotImplemented
    first, second = (cut, relayout(b, cut._layout.axes))
    first, second = (first, second) if a is given[0] else (second, first)
    return like(plain_function("linalg.cross")(local(first), local(second), axis=axis), cut)


# Decompositions


def _is_tall(x: Any) -> bool:
    """Return whether `x` is a matrix with at least as many rows as columns, sharded along rows or a grid."""
    if type(x) is not DistributedArray or x.ndim != 2 or not x.shape[0] >= x.shape[1] > 0:
        return False
    axes = x._layout.axes
    return axes == (0,) or (len(axes) > 1 and x._layout.cut)


def _as_tall(x: Any) -> Any:
    """Return a tall matrix, or the conjugate transpose of a wide one; None for other arrays."""
    if _is_tall(x):
        return x
    return x.mT.conj() if type(x) is DistributedArray and x.ndim == 2 and _is_tall(x.mT) else None


def _of_core(name: str, x: Any, *args: Any, **options: Any) -> Any:
    """Return a function of singular values; for tall and wide matrices, it is computed from the R of their QR."""
    tall = _as_tall(x)
    if tall is None:
        return _matrices(name, x, *args, **options)
    found = plain_function(name)(_triangle(tall)[2], *args, **options)
    return place(_rounded(found, floating(x._dtype)), x._layout.mesh, None)


def _rounded(x: ndarray, own: torch.dtype) -> ndarray:
    """Return a result rounded to the precision of the dtype `own`."""
    return wrap(rounded(x._tensor, own))


def _triangle(x: DistributedArray, double: bool = False) -> tuple[ndarray, ndarray, ndarray]:
    """Return the QR of a tall matrix in two steps: two factors of Q for this process, and R.

    The factors are Q of this process's rows, and its rows of Q of all triangles, one above the other.

    They have the dtype that `linalg` computes in.
    """
    x = reaxis(x, 0)
    layout = x._layout
    mesh, rank, size, columns = layout.mesh, layout.ranks[0], layout.sizes[0], x.shape[1]
    counts = [min(stop - start, columns) for start, stop in (chunk(x.shape[0], size, i) for i in range(size))]
    if counts[0] < columns and x.nbytes > SMALL:  # what the processes gather is no smaller than the matrix
        gathered("linalg.qr", x.shape, x.nbytes)
    part = local(x)._tensor
    dtype, _ = working_dtype(part.device, x._dtype, double=double)
    q, r = plain_function("linalg.qr")(wrap(cast(part, dtype)))
    t = torch.cat([r._tensor, r._tensor.new_zeros((counts[0] - counts[rank], columns))])
    stacked = all_gather(t, mesh)
    rows = torch.cat([stacked[i, :count] for i, count in enumerate(counts)])
    outer, triangle = plain_function("linalg.qr")(wrap(rows))
    before = sum(counts[:rank])
    mine = sum_of_gradients(outer._tensor, mesh)[before : before + counts[rank]]
    return q, wrap(mine), triangle


@rule("linalg.qr")
def _(a: Any, mode: str = "reduced") -> Any:
    if not _is_tall(a) or mode not in ("reduced", "r"):
        return _matrices("linalg.qr", a, mode)
    mesh, own = a._layout.mesh, floating(a._dtype)
    q, outer, triangle = _triangle(a)
    r = place(_rounded(triangle, own), mesh, None)
    return r if mode == "r" else QRResult(rewrap(_rounded(q @ outer, own), a.shape, 0, mesh), r)


@rule("linalg.svd")
def _(a: Any, full_matrices: bool = True, compute_uv: bool = True, hermitian: bool = False) -> Any:
    x = None if hermitian or (compute_uv and full_matrices) else _as_tall(a)
    if x is None:
        return _matrices("linalg.svd", a, full_matrices, compute_uv, hermitian)
    if not compute_uv:
        return _of_core("linalg.svdvals", x)
    q, outer, triangle = _triangle(x)
    u, s, vh = found = plain_function("linalg.svd")(triangle, full_matrices=False)
    # every process has `u`, and uses it with its own rows
    mesh, own = x._layout.mesh, floating(x._dtype)
    left = rewrap(_rounded(q @ (outer @ wrap(sum_of_gradients(u._tensor, mesh))), own), x.shape, 0, mesh)
    s, right = (place(_rounded(y, own), mesh, None) for y in (s, vh if x is a else vh.mT.conj()))
    return type(found)(left, s, right) if x is a else type(found)(right, s, left.mT.conj())


@rule("linalg.svdvals")
def _(x: Any, /) -> Any:
    return _of_core("linalg.svdvals", x)


@rule("linalg.pinv")
def _(a: Any, rcond: Any = None, hermitian: bool = False, *, rtol: Any = NO_VALUE) -> Any:
    if any(isinstance(v, ndarray) for v in (rcond, rtol)):  # one for each matrix
        return NotImplemented
    x = None if hermitian else _as_tall(a)
    if x is None:
        return _matrices("linalg.pinv", a, rcond, hermitian, rtol=rtol)
    q, outer, triangle = _triangle(x, double=True)
    own = floating(x._dtype)
    if rcond is None and (rtol is None or rtol is NO_VALUE):  # the default depends on the number of rows
        rtol = max(x.shape) * epsilon(own if rtol is None else triangle._tensor.dtype)
    small = plain_function("linalg.pinv")(triangle, rcond, rtol=rtol)
    small = wrap(sum_of_gradients(small._tensor, x._layout.mesh))  # used with the process's own rows
    r: Any = rewrap(_rounded(small @ (q @ outer).mT.conj(), own), x.shape[::-1], 1, x._layout.mesh)
    return r if x is a else r.mT.conj()


@rule("linalg.lstsq")
def _(a: Any, b: Any, rcond: Any = None) -> Any:
    mesh = mesh_of(a, b)
    if not _is_tall(a):
        return NotImplemented
    y = as_distributed(b, mesh)
    if y.ndim not in (1, 2) or y.shape[0] != a.shape[0]:
        return NotImplemented
    y = reaxis(y, 0)
    rows, columns = a.shape
    dtype, own = working_dtype(local(a)._tensor.device, a._dtype, y._dtype, double=True)
    a, y = (data_type.astype(x, dtype, copy=False) for x in (a, y))
    q, outer, triangle = _triangle(a)
    q = rewrap(q @ outer, a.shape, 0, mesh)
    right = local(_matmul(q.mT.conj(), y))
    if rcond is None:  # the default depends on the number of rows
        rcond = rows * epsilon(dtype)
    x, _, rank, s = plain_function("linalg.lstsq")(triangle, right, rcond)
    squares = (abs(y - _matmul(a, place(x, mesh, None))) ** 2).sum(axis=0).reshape(-1)
    found = int(rank)
    if rows <= columns or found < columns:
        squares = squares[:0]
    x, rank, s = (place(r, mesh, None) for r in (_rounded(x, own), rank, _rounded(s, own)))
    return x, data_type.astype(squares, REAL[own], copy=False), rank, s


def _matrices(name: str, x: Any, *args: Any, **options: Any) -> Any:
    """Return a function of matrices: of each part if only stack axes are sharded, else of the gathered matrices."""
    if x.ndim < 2:
        plain_function(name)(replicated(x, name), *args, **options)  # raises
    mesh = x._layout.mesh
    axes = [a for a in x._layout.axes if a is not None]
    if all(a < x.ndim - 2 for a in axes):
        function = plain_function(name)
        part = local(x)
        found = agreed(lambda: function(part, *args, **options), mesh) if axes else function(part, *args, **options)
        return map_arrays(
            found, lambda r: rewrap(r, (*x.shape[: x.ndim - 2], *r.shape[x.ndim - 2 :]), x._layout.axes, mesh)
        )
    stack = freed(x, (-2, -1))
    if stack is not None:
        return _matrices(name, stack, *args, **options)
    found = plain_function(name)(replicated(x, name), *args, **options)
    # matrices are sharded as the input, so that no process keeps all of them
    return map_arrays(found, lambda r: place(r, mesh, x._layout.axes if r.shape == x.shape else None))


@rule("linalg.eigvalsh", "linalg.eigh", "linalg.eig", "linalg.eigvals", named=True)
def _(name: str, x: Any, /, *args: Any, **options: Any) -> Any:
    if any(isinstance(v, ndarray) for v in (*args, *options.values())):
        return NotImplemented
    return _matrices(name, x, *args, **options)


@rule("linalg.cond")
def _(x: Any, p: Any = None) -> Any:
    if p is None or (not isinstance(p, str) and abs(p) == 2):
        return _of_core("linalg.cond", x, p)
    norm = _matrix_norm(x, False, p) if is_cut_square(x) else NotImplemented
    if norm is NotImplemented:
        return _matrices("linalg.cond", x, p)
    try:
        ratio = norm * _matrix_norm(inv(x), False, p)  # type: ignore[arg-type]
    except LinAlgError:
        ratio = norm * math.nan
    is_clean = elementwise.logical_not(elementwise.isnan(x).any())
    return where(elementwise.logical_and(elementwise.isnan(ratio), is_clean), math.inf, ratio)


def _whole_if_small(x: DistributedArray) -> Any:
    """Return small square matrices gathered on every process; other arrays are returned unchanged."""
    return reaxis(x, None) if is_cut_square(x) and x.nbytes <= SMALL else x


@rule("linalg.cholesky")
def _(a: Any, /, *, upper: bool = False) -> Any:
    x = _whole_if_small(a)
    if is_cut_square(x):
        return cholesky(x, upper)
    return relayout(_matrices("linalg.cholesky", x, upper=upper), a._layout.axes)


@rule("linalg.inv")
def _(a: Any) -> Any:
    x = _whole_if_small(a)
    return inverse(x) if is_cut_square(x) else relayout(_matrices("linalg.inv", x), a._layout.axes)


@rule("linalg.det", "linalg.slogdet", named=True)
def _(name: str, a: Any) -> Any:
    a = _whole_if_small(a)
    if not is_cut_square(a):
        return _matrices(name, a)
    sign, pivots = sign_and_pivots(a)
    is_det, own = name == "linalg.det", floating(a._dtype)
    found = [sign * pivots.prod()] if is_det else [sign * pivots.sgn().prod(), pivots.abs().log().sum()]
    results = [place(wrap(rounded(t, own)), a._layout.mesh, None) for t in found]
    return results[0] if is_det else SlogdetResult(*results)


@rule("linalg.matrix_rank")
def _(A: Any, tol: Any = None, hermitian: bool = False, *, rtol: Any = None) -> Any:
    if any(isinstance(v, ndarray) for v in (tol, rtol)):  # one for each matrix
        return NotImplemented
    x = None if hermitian or tol is not None else _as_tall(A)
    if x is None:
        return _matrices("linalg.matrix_rank", A, tol, hermitian, rtol=rtol)
    _, _, triangle = _triangle(x)
    rtol = max(A.shape) * epsilon(floating(A._dtype)) if rtol is None else rtol
    return place(plain_function("linalg.matrix_rank")(triangle, rtol=rtol), A._layout.mesh, None)


@rule("linalg.solve")
def _(a: Any, b: Any) -> Any:
    mesh = mesh_of(a, b)
    x, y = _whole_if_small(as_distributed(a, mesh)), as_distributed(b, mesh)
    matches = x.ndim == 2 and 0 < y.ndim <= 2 and y.shape[0] == x.shape[1]
    if matches and is_cut_square(x):
        return solution(x, y)
    if matches and not x._layout.cut and mesh.ndim == 1:
        by_columns = freed(y, (0,))
        given = reaxis(y, None) if by_columns is None else by_columns
        left = wrap(sum_of_gradients(local(x)._tensor, mesh)) if given._layout.cut else local(x)
        found = agreed(lambda: plain_function("linalg.solve")(left, local(given)), mesh)
        return relayout(like(found, given), y._layout.axes)
    stack = _from_end(x, 0)
    if mesh.ndim == 1 and stack is not None and stack < _M and y.ndim > 1:
        y = _cut(y, 0, stack if _has(y, stack, x) else None)
        found = agreed(lambda: plain_function("linalg.solve")(local(x), local(y)), mesh)
        shape = (*broadcast_shapes(x.shape[:-2], y.shape[:-2]), *y.shape[-2:])
        return rewrap(found, shape, stack + len(shape), mesh)
    found = plain_function("linalg.solve")(replicated(x, "linalg.solve"), replicated(y, "linalg.solve"))
    return place(found, mesh, y._layout.axes if found.shape == y.shape else None)


@rule("linalg.matrix_power")
def _(a: Any, n: int) -> Any:
    stacked = all(i is None or i < a.ndim - 2 for i in a._layout.axes)
    if stacked or not isinstance(n, int) or a.ndim < 2 or a.shape[-1] != a.shape[-2] or n == 0:
        return _matrices("linalg.matrix_power", a, n)
    if n < 0:
        a, n = inv(a), -n
    result: Any = None
    while True:
        if n % 2:
            result = a if result is None else product(result, a)
        n //= 2
        if not n:
            return result if result is not a else a.copy()
        a = product(a, a)


@rule("linalg.multi_dot")
def _(arrays: Sequence[Any], *, out: Any = None) -> Any:
    result = arrays[0]
    for x in arrays[1:]:
        result = _matmul(result, x, out)
    return written("multi_dot", result, out, "same_kind")


# Diagonals and norms


def _diagonal(x: DistributedArray, offset: int) -> Any:
    """Return the diagonals of the last two axes, perhaps sharing memory with `x`."""
    mesh, shape = x._layout.mesh, x.shape
    n = max(0, min(shape[-2] + min(offset, 0), shape[-1] - max(offset, 0)))
    if not any(i is not None and i >= x.ndim - 2 for i in x._layout.axes):
        return rewrap(wrap(local(x)._tensor.diagonal(offset, -2, -1)), (*shape[:-2], n), x._layout.axes, mesh)
    if mesh.ndim > 1:
        return _diagonal_of_blocks(x, offset, n)
    size, (rank,), by_rows = mesh.size(), x._layout.ranks, x._layout.axes == (x.ndim - 2,)
    # places on the diagonal of the first row, or column, of each process, and of the one after the last
    shift = min(offset, 0) if by_rows else -max(offset, 0)
    bounds = bounds_of(shape[-2 if by_rows else -1], size)
    counts = np.diff(np.clip(bounds + shift, 0, n), axis=0)[0]
    start = int(bounds[0, rank])
    rows = local(x)._tensor.diagonal(offset + start if by_rows else offset - start, -2, -1).movedim(-1, 0)
    moved = evened_counts(rows, counts.tolist(), mesh)
    return rewrap(wrap(moved.movedim(0, -1)), (*shape[:-2], n), x.ndim - 2, mesh)


def _diagonal_of_blocks(x: DistributedArray, offset: int, n: int) -> Any:
    """Return, on each process, the `n` diagonal elements of matrices sharded over several mesh dimensions."""
    layout = x._layout
    (rows, _), (columns, _) = layout.bounds(x.shape, layout.ranks)[-2:]
    part = local(x)._tensor.diagonal(offset + rows - columns, -2, -1)
    start = max(rows, columns - offset) + min(offset, 0) if part.shape[-1] else 0
    # negative zeros, because adding 0.0 would turn an element -0.0 into 0.0
    zeros = part.new_full((*part.shape[:-1], n), {"f": -0.0, "c": complex(-0.0, -0.0)}.get(KIND[x._dtype], 0))
    t = torch.cat([zeros[..., :start], part, zeros[..., start + part.shape[-1] :]], -1)
    inner = x.ndim - 2, x.ndim - 1
    for dim, axis in enumerate(layout.axes):
        if axis in inner:
            t = all_sum(t, layout.mesh, dim)
    axes = tuple(None if axis in inner else axis for axis in layout.axes)
    return rewrap(wrap(t), (*x.shape[:-2], n), axes, layout.mesh)


def _diagonal_view(x: DistributedArray, offset: int) -> Any:
    """Return the diagonals of the last two axes as a read-only view."""
    y = _diagonal(x, offset)
    y = y.__copy__() if have_one_memory(x, y) else y
    return refuse_writes(y, "diagonal", x, lambda x: _diagonal(x, offset))


@rule("linalg.diagonal")
def _(x: Any, /, *, offset: int = 0) -> Any:
    if x.ndim < 2:
        return NotImplemented
    return _diagonal_view(x, int(offset))


@rule("diagonal")
def _(a: Any, offset: int = 0, axis1: int = 0, axis2: int = 1) -> Any:
    first, second = normalize_axes((axis1, axis2), a.ndim)
    others = [i for i in range(a.ndim) if i not in (first, second)]
    return _diagonal_view(a.transpose((*others, first, second)), int(offset))


@rule("linalg.trace")
def _(x: Any, /, *, offset: int = 0, dtype: Any = None) -> Any:
    return _diagonal(x, int(offset)).sum(axis=-1, dtype=dtype) if x.ndim > 1 else NotImplemented


@rule("trace")
def _(a: Any, offset: int = 0, axis1: int = 0, axis2: int = 1, dtype: Any = None, out: Any = None) -> Any:
    return diagonal(a, offset, axis1, axis2).sum(-1, dtype=dtype, out=out)


def _vector_norm(x: DistributedArray, axes: tuple[int, ...], keepdims: bool, order: Any) -> Any:
    """Return the vector norm, computed as the norm of the norms of the parts."""
    norm = plain_function("linalg.vector_norm")
    layout, mesh = x._layout, x._layout.mesh
    if not math.prod(x.shape[i] for i in axes):
        return place(norm(replicated(x, "linalg.vector_norm"), axis=axes, keepdims=keepdims, ord=order), mesh, None)
    part = local(x)
    if order in (math.inf, -math.inf) and not all(part.shape[i] for i in axes):  # a process without rows
        sizes = [1 if i in axes else n for i, n in enumerate(part.shape)]
        dtype = norm(wrap(part._tensor.new_zeros(1)))._tensor.dtype
        r = part._tensor.new_full(sizes, 0.0 if order > 0 else math.inf, dtype=dtype)
    else:
        r = norm(part, axis=axes, keepdims=True, ord=order)._tensor
    for dim, axis in enumerate(layout.axes):
        if axis in axes:
            stacked = wrap(all_gather(r, mesh, dim))
            r = stacked._tensor.sum(0) if order == 0 else norm(stacked, axis=0, ord=order)._tensor
    shape = [1 if i in axes else n for i, n in enumerate(x.shape)]
    result = rewrap(wrap(r), shape, tuple(None if i in axes else i for i in layout.axes), mesh)
    return result if keepdims else _without(result, *axes)


@rule("linalg.vector_norm")
def _(x: Any, /, *, axis: Any = None, keepdims: bool = False, ord: Any = 2) -> Any:
    if isinstance(ord, str):
        return NotImplemented
    return _vector_norm(x, normalize_axes(axis, x.ndim), bool(keepdims), 2 if ord is None else ord)


def _matrix_norm(x: DistributedArray, keepdims: bool, order: Any) -> Any:
    last = x.ndim - 2, x.ndim - 1
    if order is None or order in ("f", "fro"):
        return _vector_norm(x, last, keepdims, 2)
    if not x.size:
        empty = plain_function("linalg.matrix_norm")(whole(x), keepdims=keepdims, ord=order)
        return place(empty, x._layout.mesh, None)
    if order in (1, -1, math.inf, -math.inf):
        sums = _vector_norm(x, last[:1] if abs(order) == 1 else last[1:], True, 1)
        return (sums.max if order > 0 else sums.min)(axis=last, keepdims=keepdims)
    if order not in ("nuc", 2, -2):
        return NotImplemented
    values = svdvals(x)
    r: Any = values.sum(-1) if order == "nuc" else values.max(-1) if order == 2 else values.min(-1)
    return _expanded(_expanded(r, r.ndim), r.ndim + 1) if keepdims else r


@rule("linalg.matrix_norm")
def _(x: Any, /, *, keepdims: bool = False, ord: Any = "fro") -> Any:
    return _matrix_norm(x, bool(keepdims), ord) if x.ndim > 1 else NotImplemented


@rule("linalg.norm")
def _(x: Any, ord: Any = None, axis: Any = None, keepdims: bool = False) -> Any:
    axes = normalize_axes(axis, x.ndim)
    if (ord is None or len(axes) == 1) and not isinstance(ord, str):
        return _vector_norm(x, axes, bool(keepdims), 2 if ord is None else ord)
    return _matrix_norm(x, bool(keepdims), ord) if axes == (x.ndim - 2, x.ndim - 1) else NotImplemented
