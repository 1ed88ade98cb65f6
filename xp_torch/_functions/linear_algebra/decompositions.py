"""Decompositions of `linalg`: Cholesky, eigenvalues, QR and singular values."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, NamedTuple, overload

import torch

from xp_torch._array.coercion import finish
from xp_torch._array.door import call_override, has_override
from xp_torch._array.ndarray import ndarray
from xp_torch._facts.annotations import ArrayLike
from xp_torch._facts.errors import LinAlgError, warn
from xp_torch._facts.shapes import as_bool
from xp_torch._facts.torch_state import is_differentiated
from xp_torch._functions.linear_algebra.arguments import (
    NO_EIGENVALUES,
    NO_SVD,
    as_matrices,
    check_finite,
    check_triangle,
    computed,
    direct_result,
    explain_failure,
    rounded,
)
from xp_torch._kernels import linear_algebra as kernels

__all__ = [
    "EigResult",
    "EighResult",
    "QRResult",
    "SVDResult",
    "cholesky",
    "eig",
    "eigh",
    "eigvals",
    "eigvalsh",
    "qr",
    "svd",
    "svdvals",
]

_NOT_POSITIVE = "Matrix is not positive definite"


class EigResult(NamedTuple):
    """The result of `linalg.eig`."""

    eigenvalues: ndarray
    eigenvectors: ndarray


class EighResult(NamedTuple):
    """The result of `linalg.eigh`."""

    eigenvalues: ndarray
    eigenvectors: ndarray


class QRResult(NamedTuple):
    """The result of `linalg.qr`."""

    Q: ndarray
    R: ndarray


class SVDResult(NamedTuple):
    """The result of `linalg.svd`."""

    U: ndarray
    S: ndarray
    Vh: ndarray


def cholesky(a: ArrayLike, /, *, upper: bool = False) -> ndarray:
    """Decompose Hermitian positive-definite matrices into a triangular matrix times its conjugate transpose.

    Parameters
    ----------
    a : array_like
        Matrices, shape ``(..., M, M)``. Only the lower triangle is used, with `upper` the upper one.
    upper : bool, default: False
        Whether to return the upper triangular U of ``U^H U`` instead of the lower triangular L of ``L L^H``.

    Returns
    -------
    ndarray
        Triangular matrices of the shape of `a`; integers become the default float.

    Raises
    ------
    LinAlgError
        If a matrix is not positive definite, or not square.

    Notes
    -----
    Differs from NumPy: a matrix that contains a NaN is not positive definite.

    Examples
    --------
    >>> xp.linalg.cholesky(xp.asarray([[4.0, 2.0], [2.0, 2.0]]))
    array([[2., 0.],
           [1., 1.]])
    """
    if type(a) is not ndarray and has_override(a):
        return call_override(cholesky, locals())
    direct = None if as_bool(upper, "upper") else direct_result(_NOT_POSITIVE, kernels.cholesky, None, a)
    if direct is not None:
        return direct
    t, own = as_matrices("cholesky", a, square=True)
    result = explain_failure(_NOT_POSITIVE, kernels.cholesky, t, bool(upper))
    return finish("cholesky", rounded(result, own), like=a)


def _eig(name: str, kernel: Callable[[torch.Tensor], Any], a: Any) -> tuple[Any, torch.dtype]:
    """Return the result of a kernel for complex eigenvalues, and the dtype of `a`; NaNs and infinities raise."""
    t, own = as_matrices(name, a, square=True)
    try:
        return explain_failure(NO_EIGENVALUES, kernel, t), own
    except RuntimeError as error:
        if "infs or NaNs" in str(error):
            raise LinAlgError("Array must not contain infs or NaNs") from None
        raise


def eig(a: ArrayLike) -> EigResult:
    """Compute eigenvalues and right eigenvectors of square matrices.

    Parameters
    ----------
    a : array_like
        Matrices, shape ``(..., M, M)``.

    Returns
    -------
    EigResult
        `eigenvalues`, shape ``(..., M)``, in no particular order, and `eigenvectors`, shape ``(..., M, M)``,
        whose columns are the eigenvectors in the same order.

    Raises
    ------
    LinAlgError
        If a matrix is not square, contains infinities or NaNs, or the algorithm doesn't converge.

    Notes
    -----
    Differs from NumPy: the result is always complex, as in the array API standard.

    Examples
    --------
    >>> xp.linalg.eig(xp.asarray([[2.0, 0.0], [0.0, 3.0]])).eigenvalues
    array([2.+0.j, 3.+0.j])
    """
    if type(a) is not ndarray and has_override(a):
        return call_override(eig, locals())
    parts, own = _eig("eig", kernels.eig, a)
    values, vectors = (rounded(r, own) for r in parts)
    return EigResult(finish("eig", values, like=a), finish("eig", vectors, like=a))


def eigvals(a: ArrayLike) -> ndarray:
    """Compute eigenvalues of square matrices.

    Parameters
    ----------
    a : array_like
        Matrices, shape ``(..., M, M)``.

    Returns
    -------
    ndarray
        Eigenvalues, shape ``(..., M)``, in no particular order.

    Raises
    ------
    LinAlgError
        If a matrix is not square, contains infinities or NaNs, or the algorithm doesn't converge.

    Notes
    -----
    Differs from NumPy: the result is always complex, as in the array API standard.

    Examples
    --------
    >>> xp.linalg.eigvals(xp.asarray([[0.0, -1.0], [1.0, 0.0]]))
    array([0.+1.j, 0.-1.j])
    """
    if type(a) is not ndarray and has_override(a):
        return call_override(eigvals, locals())
    return finish("eigvals", rounded(*_eig("eigvals", kernels.eigvals, a)), like=a)


def _is_upper(uplo: Any) -> bool:
    """Return whether `uplo` is the upper triangle."""
    letter = uplo.upper() if isinstance(uplo, str) else uplo
    if letter not in ("L", "U"):
        raise ValueError("UPLO argument must be 'L' or 'U'")
    return letter == "U"


def eigh(a: ArrayLike, UPLO: Literal["L", "U"] = "L") -> EighResult:
    """Compute eigenvalues and eigenvectors of Hermitian or real symmetric matrices.

    Parameters
    ----------
    a : array_like
        Matrices, shape ``(..., M, M)``.
    UPLO : {"L", "U"}, default: "L"
        Which triangle is used, the lower or the upper one.

    Returns
    -------
    EighResult
        `eigenvalues`, shape ``(..., M)``, real and ascending, and `eigenvectors`, shape ``(..., M, M)``, whose columns
        are the eigenvectors in the same order.

    Raises
    ------
    LinAlgError
        If a matrix is not square or the algorithm doesn't converge.

    Examples
    --------
    >>> xp.linalg.eigh(xp.asarray([[3.0, 0.0], [0.0, 2.0]])).eigenvalues
    array([2., 3.])
    """
    if type(a) is not ndarray and has_override(a):
        return call_override(eigh, locals())
    upper = _is_upper(UPLO)
    t, own = as_matrices("eigh", a, square=True)
    check_triangle(t, "U" if upper else "L")
    values, vectors = (rounded(r, own) for r in explain_failure(NO_EIGENVALUES, kernels.eigh, t, upper))
    return EighResult(finish("eigh", values, like=a), finish("eigh", vectors, like=a))


def eigvalsh(a: ArrayLike, UPLO: Literal["L", "U"] = "L") -> ndarray:
    """Compute eigenvalues of Hermitian or real symmetric matrices.

    Parameters
    ----------
    a : array_like
        Matrices, shape ``(..., M, M)``.
    UPLO : {"L", "U"}, default: "L"
        Which triangle is used, the lower or the upper one.

    Returns
    -------
    ndarray
        Eigenvalues, shape ``(..., M)``, real and ascending.

    Raises
    ------
    LinAlgError
        If a matrix is not square or the algorithm doesn't converge.

    Examples
    --------
    >>> xp.linalg.eigvalsh(xp.asarray([[0.0, 2.0], [2.0, 0.0]]))
    array([-2.,  2.])
    """
    if type(a) is not ndarray and has_override(a):
        return call_override(eigvalsh, locals())
    triangle = "U" if _is_upper(UPLO) else "L"
    direct = direct_result(NO_EIGENVALUES, kernels.eigvalsh, "eigvalsh", a, triangle)
    if direct is not None:
        check_triangle(a._tensor, triangle)  # type: ignore[union-attr]
        return direct
    t, own = as_matrices("eigvalsh", a, square=True)
    check_triangle(t, triangle)
    values = computed(NO_EIGENVALUES, kernels.eigvalsh, "eigvalsh", own, t, triangle)
    return finish("eigvalsh", rounded(values, own), like=a)


@overload
def qr(a: ArrayLike, mode: Literal["reduced", "complete"] = "reduced") -> QRResult: ...
@overload
def qr(a: ArrayLike, mode: str) -> Any: ...
def qr(a: ArrayLike, mode: str = "reduced") -> Any:
    """Decompose matrices into a matrix with orthonormal columns times an upper triangular matrix.

    Parameters
    ----------
    a : array_like
        Matrices, shape ``(..., M, N)``.
    mode : {"reduced", "complete", "r", "raw"}, default: "reduced"
        "reduced" returns Q of shape ``(..., M, min(M, N))``, "complete" of shape ``(..., M, M)``, "r" only R, and "raw"
        LAPACK's reflectors (transposed) and their factors. "full" and "economic" are deprecated, as in NumPy.

    Returns
    -------
    QRResult or ndarray or tuple of ndarray
        `Q` and `R`; only R for "r"; reflectors and factors for "raw".

    Raises
    ------
    ValueError
        If `mode` is not a valid mode.
    LinAlgError
        If `a` has fewer than two dimensions.

    Examples
    --------
    >>> xp.linalg.qr(xp.eye(2)).R.shape
    (2, 2)
    """
    if type(a) is not ndarray and has_override(a):
        return call_override(qr, locals())
    if mode not in ("reduced", "complete", "r", "raw"):
        if mode not in ("full", "f", "economic", "e"):
            raise ValueError(f"Unrecognized mode {mode!r:.80}")
        mode, instead = ("reduced", "reduced") if mode[0] == "f" else ("economic", "raw")
        warn(f"qr: this mode is deprecated, use mode='{instead}'", DeprecationWarning)
    t, own = as_matrices("qr", a)
    if mode in ("raw", "economic"):
        reflectors, factors = (rounded(r, own) for r in torch.geqrf(t))
        if mode == "economic":
            return finish("qr", reflectors, like=a)
        return finish("qr", reflectors.mT, like=a), finish("qr", factors, like=a)
    # The derivative of R depends on Q.
    computed = "reduced" if mode == "r" and is_differentiated(t) else mode
    q, r = (rounded(x, own) for x in kernels.qr(t, mode=computed))
    return finish("qr", r, like=a) if mode == "r" else QRResult(finish("qr", q, like=a), finish("qr", r, like=a))


def singular_values(name: str, a: Any, hermitian: bool = False) -> tuple[torch.Tensor, torch.dtype]:
    """Return singular values as a tensor, in descending order, and the dtype of results."""
    t, own = as_matrices(name, a, square=hermitian)
    if hermitian:
        check_triangle(t, "L")
        values = computed(NO_EIGENVALUES, kernels.eigvalsh, "eigvalsh", own, t, "L")
        return torch.sort(values.abs(), dim=-1, descending=True)[0], own
    check_finite(NO_SVD, t)
    return computed(NO_SVD, torch.linalg.svdvals, "svdvals", own, t), own


@overload
def svd(
    a: ArrayLike, full_matrices: bool = True, compute_uv: Literal[True] = True, hermitian: bool = False
) -> SVDResult: ...
@overload
def svd(
    a: ArrayLike, full_matrices: bool = True, *, compute_uv: Literal[False], hermitian: bool = False
) -> ndarray: ...
def svd(a: ArrayLike, full_matrices: bool = True, compute_uv: bool = True, hermitian: bool = False) -> Any:
    """Compute the singular value decomposition ``a = U @ diag(S) @ Vh``.

    Parameters
    ----------
    a : array_like
        Matrices, shape ``(..., M, N)``.
    full_matrices : bool, default: True
        Whether U and Vh are square. Otherwise their shapes are ``(..., M, K)`` and ``(..., K, N)`` with K = min(M, N).
    compute_uv : bool, default: True
        Whether to compute U and Vh.
    hermitian : bool, default: False
        Whether the matrices are Hermitian, which is faster; only the lower triangle is used.

    Returns
    -------
    SVDResult or ndarray
        `U`, `S` (shape ``(..., K)``, real, descending) and `Vh`; only S if not `compute_uv`.

    Raises
    ------
    LinAlgError
        If `a` has NaN or infinities, as in NumPy 2.5, or fewer than two dimensions. On a GPU and in compiled code the
        results are NaN.

    Examples
    --------
    >>> xp.linalg.svd(xp.asarray([[0.0, 2.0], [1.0, 0.0]])).S
    array([2., 1.])
    """
    if type(a) is not ndarray and has_override(a):
        return call_override(svd, locals())
    hermitian, full_matrices = as_bool(hermitian, "hermitian"), as_bool(full_matrices, "full_matrices")
    if not as_bool(compute_uv, "compute_uv"):
        return finish("svd", rounded(*singular_values("svd", a, hermitian)), like=a)
    t, own = as_matrices("svd", a, square=hermitian)
    if hermitian:
        check_triangle(t, "L")
        parts = explain_failure(NO_EIGENVALUES, kernels.svd_hermitian, t)
    else:
        check_finite(NO_SVD, t)
        parts = explain_failure(NO_SVD, lambda x: torch.linalg.svd(x, full_matrices=full_matrices), t)
    u, s, vh = (finish("svd", rounded(x, own), like=a) for x in parts)
    return SVDResult(u, s, vh)


def svdvals(x: ArrayLike, /) -> ndarray:
    """Compute singular values.

    Parameters
    ----------
    x : array_like
        Matrices, shape ``(..., M, N)``.

    Returns
    -------
    ndarray
        Shape ``(..., min(M, N))``, real, descending.

    Raises
    ------
    LinAlgError
        If `x` has NaN or infinities, as in NumPy 2.5, or fewer than two dimensions. On a GPU and in compiled code the
        results are NaN.

    Examples
    --------
    >>> xp.linalg.svdvals(xp.asarray([[0.0, 2.0], [1.0, 0.0]]))
    array([2., 1.])
    """
    if type(x) is not ndarray and has_override(x):
        return call_override(svdvals, locals())
    return finish("svdvals", rounded(*singular_values("svdvals", x)), like=x)
