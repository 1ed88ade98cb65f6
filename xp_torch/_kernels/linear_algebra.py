"""Kernels of the linear algebra functions and of `linalg`, for every dtype, batched over leading dimensions."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Sequence

import torch

from xp_torch._facts.dtypes import KIND, REAL, of_kind
from xp_torch._facts.errors import LinAlgError
from xp_torch._facts.inspection import is_constant, is_plain, is_plain_cpu, known_or
from xp_torch._facts.shapes import MAX_NDIM
from xp_torch._facts.torch_errors import explained
from xp_torch._facts.torch_state import (
    in_forward_mode,
    innermost,
    is_autocast,
    is_compiling,
    is_differentiated,
    is_differentiated_twice,
    is_transforming,
    outside_of_transforms,
)
from xp_torch._kernels import any_order, host_functions
from xp_torch._kernels.autocast import without_autocast
from xp_torch._kernels.bit_views import from_signed_bits, signed_bits
from xp_torch._kernels.cast import cast
from xp_torch._kernels.layout import in_rows
from xp_torch._kernels.thresholds import FEW

#: dtypes that ``torch.matmul`` supports on every device.
_MATMUL = frozenset(of_kind("fc"))
#: dtypes whose matrix products autocast computes in the dtype itself.
AUTOCAST_KEEPS = frozenset(d for d in _MATMUL if KIND[d] == "c" or d.itemsize == 8)
# Bits of a piece of an integer in `_integer_matmul_by_floats`, and the most products whose sum is exact in float64.
_PIECE = 16
_EXACT_TERMS = 2 ** (53 - 2 * _PIECE)


def matmul(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    """Return the matrix product of two tensors of one dtype; bool is logical, integers wrap modulo 2^n."""
    dtype = a.dtype
    if dtype in _MATMUL:
        if dtype in AUTOCAST_KEEPS or not is_autocast():
            return _float_matmul(a, b)
        with torch.autocast(a.device.type, enabled=False):
            return _float_matmul(a, b)
    if dtype is torch.bool:
        # A sum of ones never rounds to zero, so float32 is exact enough.
        return torch.matmul(a.to(torch.float32), b.to(torch.float32)) != 0
    a, b = signed_bits(a), signed_bits(b)
    # torch has integer products on the CPU only (pytorch/pytorch#44428).
    product = torch.matmul(a, b) if a.device.type in ("cpu", "meta") else _integer_matmul_by_floats(a, b)
    return from_signed_bits(product, dtype)


def _float_matmul(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    """Return torch's product; in a graph, a large matrix multiplies a vector as a matrix of one column.

    Inductor computes the other product by loops of its own, for a transposed matrix in two to three times the time.
    """
    if b.ndim == 1 and a.ndim > 1 and is_constant(a.numel() >= FEW):
        return torch.matmul(a, b.unsqueeze(-1)).squeeze(-1)
    return torch.matmul(a, b)


def _integer_matmul_by_floats(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    """Return the product of integers modulo 2^n, from exact float64 products of 16-bit pieces."""
    terms = a.shape[-1]
    if terms > _EXACT_TERMS:
        half = terms // 2
        rows = b.ndim - 2 if b.ndim > 1 else 0
        first = _integer_matmul_by_floats(a[..., :half], b.narrow(rows, 0, half))
        return first + _integer_matmul_by_floats(a[..., half:], b.narrow(rows, half, terms - half))
    pieces = max(1, a.dtype.itemsize * 8 // _PIECE)
    mask = 2**_PIECE - 1

    def split(t: torch.Tensor) -> list[torch.Tensor]:
        wide = t.to(torch.int64)
        return [((wide >> (_PIECE * i)) & mask).to(torch.float64) for i in range(pieces)]

    lefts, rights = split(a), split(b)
    parts = [
        torch.matmul(lefts[i], rights[j]).to(torch.int64) << (_PIECE * (i + j))
        for i in range(pieces)
        for j in range(pieces - i)
    ]
    return functools.reduce(torch.add, parts).to(a.dtype)


def vecdot(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    """Return the sum of conj(a) * b over the last dimension; the others broadcast."""
    if a.ndim == 1 and b.ndim == 1:
        return matmul(a.conj(), b)
    result = host_functions.vecdot(a, b)
    if result is not None:
        return result
    return matmul(a.conj().unsqueeze(-2), b.unsqueeze(-1)).squeeze(-1).squeeze(-1)


@explained
def outer(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    """Return the outer product of two vectors."""
    product = signed_bits(a).unsqueeze(-1) * signed_bits(b).unsqueeze(-2)
    return from_signed_bits(product, a.dtype)


@explained
def kron(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    """Return the Kronecker product."""
    ndim = max(a.ndim, b.ndim)
    sizes_a, sizes_b = ((1,) * (ndim - t.ndim) + tuple(t.shape) for t in (a, b))
    left = signed_bits(a).reshape([s for size in sizes_a for s in (size, 1)])
    right = signed_bits(b).reshape([s for size in sizes_b for s in (1, size)])
    product = in_rows(left * right).reshape([x * y for x, y in zip(sizes_a, sizes_b, strict=True)])
    return from_signed_bits(product, a.dtype)


@explained
def tensordot(a: torch.Tensor, b: torch.Tensor, axes_a: Sequence[int], axes_b: Sequence[int]) -> torch.Tensor:
    """Return the sum of products over pairs of non-negative axes of equal size."""
    free_a = [i for i in range(a.ndim) if i not in axes_a]
    free_b = [i for i in range(b.ndim) if i not in axes_b]
    sizes_a, sizes_b = [a.shape[i] for i in free_a], [b.shape[i] for i in free_b]
    rows, terms, columns = math.prod(sizes_a), math.prod([a.shape[i] for i in axes_a]), math.prod(sizes_b)
    left = a.permute([*free_a, *axes_a]).reshape(rows, terms)
    right = b.permute([*axes_b, *free_b]).reshape(terms, columns)
    return matmul(left, right).reshape([*sizes_a, *sizes_b])


def sum_along(t: torch.Tensor, dtype: torch.dtype, axes: Sequence[int] = (-1,)) -> torch.Tensor:
    """Return the sum over `axes` in `dtype`: bool is logical, integers wrap modulo 2^n."""
    t = cast(t, dtype)
    kind = KIND[dtype]
    if kind == "b":
        # Not by `torch.any`, which fails on a fake CUDA tensor where there is no CUDA.
        return torch.sum(t, dim=tuple(axes)) != 0
    if kind in "iu":
        bits = signed_bits(t)
        return from_signed_bits(torch.sum(bits, dim=tuple(axes), dtype=bits.dtype), dtype)
    return torch.sum(t, dim=tuple(axes), dtype=dtype)


@explained
def einsum_pair(a: torch.Tensor, a_labels: str, b: torch.Tensor, b_labels: str, keep: str) -> tuple[torch.Tensor, str]:
    """Return the product of two tensors with labelled dimensions, summed over the labels not in `keep`, and its labels.

    Dimensions of size 1 broadcast.
    """
    a, a_labels = sum_labels(a, a_labels, b_labels + keep)
    b, b_labels = sum_labels(b, b_labels, a_labels + keep)
    sizes: dict[str, int] = {}
    for t, labels in ((a, a_labels), (b, b_labels)):
        for size, label in zip(t.shape, labels, strict=True):
            sizes[label] = size if sizes.get(label, 1) == 1 else sizes[label]
    batch = [x for x in a_labels if x in b_labels and x in keep]
    summed = [x for x in a_labels if x in b_labels and x not in keep]
    rows = [x for x in a_labels if x not in b_labels]
    columns = [x for x in b_labels if x not in a_labels]

    def arrange(t: torch.Tensor, labels: str, groups: Sequence[Sequence[str]]) -> torch.Tensor:
        order = [x for group in groups for x in group]
        t = t.permute([labels.index(x) for x in order]).expand([sizes[x] for x in order])
        return t.reshape([sizes[x] for x in batch] + [math.prod([sizes[x] for x in group]) for group in groups[1:]])

    left = arrange(a, a_labels, (batch, rows, summed))
    right = arrange(b, b_labels, (batch, summed, columns))
    order = batch + rows + columns
    if not rows and not columns and not left.is_complex():
        return vecdot(left.squeeze(-2), right.squeeze(-1)).reshape([sizes[x] for x in order]), "".join(order)
    return matmul(left, right).reshape([sizes[x] for x in order]), "".join(order)


def sum_labels(t: torch.Tensor, labels: str, keep: str) -> tuple[torch.Tensor, str]:
    """Return `t` summed over the dimensions whose labels are not in `keep`, and the remaining labels."""
    axes = [i for i, x in enumerate(labels) if x not in keep]
    if not axes:
        return t, labels
    return sum_along(t, t.dtype, axes), "".join(x for x in labels if x in keep)


@explained
def cross(a: torch.Tensor, b: torch.Tensor, axis: int) -> torch.Tensor:
    """Return the cross product of vectors of three along the negative `axis` of tensors that broadcast."""
    a1, a2, a3 = signed_bits(a).unbind(axis)
    b1, b2, b3 = signed_bits(b).unbind(axis)
    parts = [a2 * b3 - a3 * b2, a3 * b1 - a1 * b3, a1 * b2 - a2 * b1]
    return from_signed_bits(torch.stack(parts, dim=axis), a.dtype)


qr = explained(torch.linalg.qr)


def det(t: torch.Tensor) -> torch.Tensor:
    """Return determinants."""
    # In torch the gradient of a singular matrix is 0, unless derivatives of the gradient are recorded.
    if not is_differentiated(t):
        return torch.linalg.det(t)
    if in_forward_mode() or is_differentiated_twice(t) or not _is_readable(t):
        return any_order.det(t)
    result = torch.linalg.det(t)
    return any_order.det(t) if _has_zeros(result) else result


@explained
def slogdet(t: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Return the signs of determinants, and the logarithms of their absolute values.

    Where `t` is differentiated by a transform, a singular matrix raises LinAlgError.
    """
    result = any_order.slogdet(t) if is_differentiated_twice(t) else torch.linalg.slogdet(t)
    if is_transforming() and t.requires_grad and _is_readable(t) and _has_zeros(result[0]):
        raise LinAlgError("Singular matrix")
    return result


def _is_readable(t: torch.Tensor) -> bool:
    """Return whether values may be read, of a tensor that transforms may wrap: on the CPU, in eager code."""
    return not is_compiling() and is_plain_cpu(innermost(t))


@explained
def _holds(condition: Callable[[torch.Tensor], torch.Tensor], t: torch.Tensor) -> bool:
    """Return whether a condition holds for all elements of a tensor, which transforms may wrap."""
    if not is_transforming():
        return _all(condition(t))
    with outside_of_transforms():
        return _all(condition(innermost(t)))


def _all(t: torch.Tensor) -> bool:
    # Reading one number takes a fourth of the time of a reduction.
    return bool(t.item() if t.numel() == 1 else t.all())


def _has_zeros(t: torch.Tensor) -> bool:
    return not _holds(lambda u: u, t)


def is_finite(t: torch.Tensor) -> bool:
    """Return whether matrices have neither NaN nor infinities; True where values can't be read."""
    return not _is_readable(t) or _holds(torch.isfinite, t)


def has_nan(t: torch.Tensor, triangle: str) -> bool:
    """Return whether the triangle "L" or "U" of matrices has a NaN; False where values can't be read."""
    part = torch.tril if triangle == "L" else torch.triu
    return (
        KIND[t.dtype] in "fc" and _is_readable(t) and not _holds(lambda u: torch.logical_not(torch.isnan(part(u))), t)
    )


def finite_or_zero(t: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Return matrices with zeros in place of those with NaN or infinities, and which matrices are finite."""
    finite = torch.isfinite(t).all(-1).all(-1)
    return torch.where(finite.unsqueeze(-1).unsqueeze(-1), t, 0.0), finite


def inverse(t: torch.Tensor) -> torch.Tensor:
    """Return inverses; on the CPU a singular matrix raises torch's LinAlgError."""
    result = host_functions.inverse(t)
    if result is not None:
        return result
    # Elsewhere the check would wait for the device.
    return torch.linalg.inv(t) if t.is_cpu else torch.linalg.inv_ex(t)[0]


def cholesky(t: torch.Tensor, upper: bool = False) -> torch.Tensor:
    """Return Cholesky factors; on the CPU a matrix that is not positive definite raises torch's LinAlgError."""
    t = any_order.of_both_triangles(t) if in_forward_mode() else t
    return torch.linalg.cholesky(t, upper=upper) if t.is_cpu else torch.linalg.cholesky_ex(t, upper=upper)[0]


def settled(t: torch.Tensor) -> torch.Tensor:
    """Return a result of LAPACK's, which may be column-major and lazily conjugated, as NumPy lays it out."""
    return in_rows(t.resolve_conj())


def eig(t: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Return complex eigenvalues and eigenvectors."""
    result = torch.linalg.eig(t)
    return any_order.refined(t, result[1]) if is_differentiated_twice(t) else result


def eigvals(t: torch.Tensor) -> torch.Tensor:
    """Return complex eigenvalues."""
    if is_differentiated_twice(t):
        return eig(t)[0]
    # torch.linalg.eigvals ends the process on a NaN (torch 2.13 with MKL); eig, which takes more memory, checks.
    is_finite = is_plain(t) and bool(t.isfinite().all())
    return torch.linalg.eigvals(t) if is_finite else torch.linalg.eig(t)[0]


def eigh(t: torch.Tensor, upper: bool) -> tuple[torch.Tensor, torch.Tensor]:
    """Return the eigenvalues and eigenvectors of Hermitian matrices, given in one triangle."""
    t = any_order.of_both_triangles(t) if in_forward_mode() else t
    result = torch.linalg.eigh(t, UPLO="U" if upper else "L")
    return any_order.refined_hermitian(t, upper, result[1]) if is_differentiated_twice(t) else result


def eigvalsh(t: torch.Tensor, triangle: str) -> torch.Tensor:
    """Return the eigenvalues of Hermitian matrices, given in one triangle, "L" or "U"."""
    return torch.linalg.eigvalsh(any_order.of_both_triangles(t) if in_forward_mode() else t, UPLO=triangle)


@without_autocast
def lstsq(
    a: torch.Tensor, b: torch.Tensor, rcond: torch.Tensor | float
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor]:
    """Return the smallest least-squares solutions, sums of squared residuals, the rank and the singular values."""
    if is_differentiated(a, b):
        # Equal singular values give singular vectors infinite derivatives, but not the pseudo-inverse.
        s, x = torch.linalg.svdvals(a), pinv(a, rcond, False) @ b
        kept = s > rcond * largest(s)
    else:
        u, s, vh = torch.linalg.svd(a, full_matrices=False)
        kept = s > rcond * largest(s)
        inverse = torch.where(kept, 1 / torch.where(kept, s, 1.0), 0.0)
        x = vh.mH.resolve_conj() @ (inverse.unsqueeze(-1) * (u.mH.resolve_conj() @ b))
    return x, torch.sum((b - a @ x).abs() ** 2, dim=0), kept.sum().to(torch.int32), s


@explained
def matrix_power(t: torch.Tensor, n: int) -> torch.Tensor:
    """Return a non-negative power of square matrices of any dtype, by repeated squaring."""
    if n == 0:
        identity = cast(torch.eye(t.shape[-1], dtype=torch.int64, device=t.device), t.dtype)
        return identity.expand(t.shape).clone()
    result = None
    while True:
        n, bit = divmod(n, 2)
        if bit:
            result = t if result is None else matmul(result, t)
        if n == 0:
            assert result is not None
            return result
        t = matmul(t, t)


def solve(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    """Return the solution of ``a @ x = b``. A 1-D `b` is one vector; otherwise stacks are broadcast.

    On the CPU a singular matrix raises torch's LinAlgError.
    """
    if b.ndim == 1:
        return solve(a, b.unsqueeze(-1)).squeeze(-1)
    if b.ndim < a.ndim:
        # Otherwise torch may treat `b` as a stack of vectors (pytorch/pytorch#52915), and does in mapped functions.
        b = b.reshape((1,) * (a.ndim - b.ndim) + tuple(b.shape))
    # Computed in either case: it raises for a singular matrix.
    result = torch.linalg.solve(a, b) if a.is_cpu else torch.linalg.solve_ex(a, b)[0]
    return any_order.solve(a, b) if is_differentiated_twice(a, b) else result


def inv_or_nan(t: torch.Tensor) -> torch.Tensor:
    """Return inverses, NaN for singular matrices."""
    inverse, info = torch.linalg.inv_ex(t)
    return torch.where((info == 0).unsqueeze(-1).unsqueeze(-1), inverse, torch.nan)


def svd_hermitian(t: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Return the singular value decomposition of Hermitian matrices, from their eigenvalues."""
    values, vectors = eigh(t, False)
    sign = torch.where(values < 0, -1.0, 1.0).to(values.dtype)
    singular, order = torch.sort(values.abs(), dim=-1, descending=True)
    sign = sign.gather(-1, order)
    u = vectors.gather(-1, order.unsqueeze(-2).expand(vectors.shape))
    return u, singular, (u * sign.unsqueeze(-2)).mH.resolve_conj()


@without_autocast
def pinv(t: torch.Tensor, rtol: torch.Tensor | float | None, hermitian: bool) -> torch.Tensor:
    """Return pseudo-inverses; singular values up to `rtol` times the largest one are treated as zero."""
    if t.is_complex() and is_compiling():
        # In graphs torch's function loses conjugations: take the real matrix of the same map.
        m, n = t.shape[-2:]
        whole = torch.cat([torch.cat([t.real, -t.imag], -1), torch.cat([t.imag, t.real], -1)], -2)
        rtol = max(m, n) * torch.finfo(t.dtype).eps if rtol is None else rtol
        columns = torch.linalg.pinv(whole, rtol=rtol, hermitian=hermitian).narrow(-1, 0, m)
        return torch.complex(columns.narrow(-2, 0, n), columns.narrow(-2, n, n))
    return torch.linalg.pinv(t, rtol=rtol, hermitian=hermitian).resolve_conj()


@without_autocast
def vector_norm(t: torch.Tensor, order: float, axes: Sequence[int], keepdims: bool) -> torch.Tensor:
    """Return the p-norm over `axes`; without elements NumPy's value, and ValueError for the minimum."""
    if not axes:
        # For torch an empty tuple means all dimensions.
        t, axes, keepdims = t.unsqueeze(-1), (-1,), False
    if not 0 <= order < float("inf") and math.prod([t.shape[i] for i in axes]) == 0:
        if order == -float("inf"):
            raise ValueError("zero-size array to reduction operation minimum which has no identity")
        zeros = torch.linalg.vector_norm(t, 1.0, dim=tuple(axes), keepdim=keepdims)
        return zeros if order > 0 else torch.full_like(zeros, torch.inf if order < 0 else torch.nan)
    if order == 0 and t.is_complex():
        # torch counts in complex numbers and warns that it discards the imaginary part
        t = (t != 0).to(REAL[t.dtype])
    if order == 2 and t.is_complex() and t.ndim < MAX_NDIM:
        # the norm of the components equals the norm of the absolute values, and is much faster
        dims = [i % t.ndim for i in axes]
        return torch.linalg.vector_norm(torch.view_as_real(t.resolve_conj()), 2, (*dims, t.ndim)).reshape(
            [1 if i in dims else n for i, n in enumerate(t.shape) if keepdims or i not in dims]
        )
    return torch.linalg.vector_norm(t, order, dim=tuple(axes), keepdim=keepdims)


def norm_of(t: torch.Tensor) -> torch.Tensor:
    """Return the 2-norm of all elements of a real tensor."""
    if is_compiling() or type(t) is not torch.Tensor or t.numel() >= FEW or is_autocast():
        return _norm_of(t)
    return torch.linalg.vector_norm(t)


@without_autocast
@explained
def _norm_of(t: torch.Tensor) -> torch.Tensor:
    """Return the 2-norm of many elements, under autocast, or in compiled code."""
    result = host_functions.norm(t)
    return torch.linalg.vector_norm(t) if result is None else result


@explained
def matrix_norm(t: torch.Tensor, order: float | str) -> torch.Tensor:
    """Return a norm of the matrices in the last two dimensions: "fro", 1, -1, inf or -inf."""
    if order == "fro":
        return vector_norm(t, 2.0, (-2, -1), False)
    extremum = largest if order in (1, float("inf")) else _smallest
    return extremum(torch.sum(t.abs(), dim=-2 if order in (1, -1) else -1))


def norm_of_singular_values(s: torch.Tensor, order: float | str) -> torch.Tensor:
    """Return the norm "nuc", 2 or -2 of matrices with the singular values in the last dimension."""
    if order == "nuc":
        return torch.sum(s, dim=-1)
    return largest(s) if order == 2 else _smallest(s)


def largest(t: torch.Tensor) -> torch.Tensor:
    """Return the largest of non-negative elements along the last dimension, 0 if there is none."""
    return torch.amax(t, dim=-1) if known_or(True, t.shape[-1] != 0) else torch.sum(t, dim=-1)


def _smallest(t: torch.Tensor) -> torch.Tensor:
    """Return the smallest element along the last dimension; an empty dimension raises ValueError."""
    if t.shape[-1] == 0:
        raise ValueError("zero-size array to reduction operation minimum which has no identity")
    return torch.amin(t, dim=-1)


def condition_number(ratio: torch.Tensor, t: torch.Tensor) -> torch.Tensor:
    """Return `ratio`, with infinity where it is NaN although the matrix contains no NaN."""
    clean = torch.sum(torch.isnan(t), dim=(-2, -1)) == 0
    return torch.where(torch.isnan(ratio) & clean, torch.inf, ratio)
