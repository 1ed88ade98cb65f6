"""Decompositions of `linalg`, and the rules for dtypes, shapes and errors that its functions share."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from typing import Any, Literal, NamedTuple, overload

import torch

from xp_torch._array.coercion import as_tensor, as_tensors, finish
from xp_torch._array.ndarray import ndarray, wrap_as
from xp_torch._facts.defaults import default_float
from xp_torch._facts.dtype_sets import NATIVE_FLOATS
from xp_torch._facts.dtypes import COMPLEX, KIND, REAL, as_dtype
from xp_torch._facts.errors import LinAlgError
from xp_torch._facts.promotion import promote
from xp_torch._kernels import linear_algebra as kernels
from xp_torch._kernels.cast import cast

__all__ = [
    "EigResult",
    "EighResult",
    "QRResult",
    "SVDResult",
    "SlogdetResult",
    "cholesky",
    "eig",
    "eigh",
    "eigvals",
    "eigvalsh",
    "qr",
    "svd",
    "svdvals",
]


class EigResult(NamedTuple):
    """What `linalg.eig` returns."""

    eigenvalues: ndarray
    eigenvectors: ndarray


class EighResult(NamedTuple):
    """What `linalg.eigh` returns."""

    eigenvalues: ndarray
    eigenvectors: ndarray


class QRResult(NamedTuple):
    """What `linalg.qr` returns."""

    Q: ndarray
    R: ndarray


class SlogdetResult(NamedTuple):
    """What `linalg.slogdet` returns."""

    sign: ndarray
    logabsdet: ndarray


class SVDResult(NamedTuple):
    """What `linalg.svd` returns."""

    U: ndarray
    S: ndarray
    Vh: ndarray


def working_dtype(*dtypes: torch.dtype) -> torch.dtype:
    """Return the dtype in which `linalg` works: the common one, integers as the default float; 16-bit floats raise."""
    found = None
    for d in dtypes:
        kind = KIND[d]
        if kind == "f" and REAL[COMPLEX[d]] is not d:
            raise TypeError(f"array type {as_dtype(d).name} is unsupported in linalg")
        own = d if kind in "fc" else default_float()
        found = own if found is None else promote(found, own)
    assert found is not None
    return found


def check_matrices(t: torch.Tensor, square: bool = False) -> None:
    """Raise LinAlgError unless `t` is a stack of matrices (`square` ones)."""
    if t.ndim < 2:
        raise LinAlgError(f"{t.ndim}-dimensional array given. Array must be at least two-dimensional")
    if square and t.shape[-1] != t.shape[-2]:
        raise LinAlgError("Last 2 dimensions of the array must be square")


def matrices(name: str, a: Any, square: bool = False) -> torch.Tensor:
    """Return an array-like as a tensor of matrices in the dtype that `linalg` works in."""
    t = as_tensors(name, a)[0]
    check_matrices(t, square)
    return cast(t, working_dtype(t.dtype))


def plain(kernel: Callable[..., torch.Tensor], a: Any, *args: Any) -> ndarray | None:
    """Return what torch's `kernel` makes of an array of real matrices, in their dtype; None if it refuses them."""
    if type(a) is ndarray and a._dtype in NATIVE_FLOATS:
        try:
            return wrap_as(kernel(a._tensor, *args), a._dtype)
        except (RuntimeError, IndexError):
            pass  # the general path says what is wrong
    return None


def checked(message: str, kernel: Callable[..., Any], *args: Any) -> Any:
    """Return what `kernel` gives; a failure that torch found in the values is NumPy's LinAlgError with `message`."""
    try:
        return kernel(*args)
    except torch.linalg.LinAlgError:
        raise LinAlgError(message) from None


def epsilon(dtype: torch.dtype) -> float:
    """Return the distance from 1 to the next number of `dtype`."""
    return torch.finfo(dtype).eps


def tolerance(value: Any, t: torch.Tensor) -> torch.Tensor | float:
    """Return a tolerance as a float, or an array of them as a tensor of the real dtype beside `t`."""
    if isinstance(value, (int, float)):
        return float(value)
    given = as_tensor(value)
    if KIND[given.dtype] == "c":
        raise TypeError("a tolerance must be real")
    return cast(given, REAL[t.dtype]).to(t.device)


def cholesky(a: Any, /, *, upper: bool = False) -> ndarray:
    """Decompose Hermitian positive-definite matrices into a triangle times its conjugate transpose.

    Parameters
    ----------
    a : array_like
        Matrices, shape ``(..., M, M)``. Only one triangle is read: the lower, or the upper with `upper`.
    upper : bool, default: False
        Whether to return the upper triangle U of ``U^H U`` instead of the lower L of ``L L^H``.

    Returns
    -------
    ndarray
        Triangular matrices of the shape of `a`; float64 for integers.

    Raises
    ------
    LinAlgError
        If a matrix is not positive definite, or not square.
    TypeError
        If the dtype is float16 or bfloat16, as everywhere in `linalg`.

    Notes
    -----
    Differs from NumPy: a NaN counts as not positive definite.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.linalg.cholesky(xp.asarray([[4.0, 2.0], [2.0, 2.0]]))
    array([[2., 0.],
           [1., 1.]])
    """
    direct = None if upper else plain(torch.linalg.cholesky, a)
    if direct is not None:
        return direct
    t = matrices("cholesky", a, square=True)
    result = checked("Matrix is not positive definite", lambda x: torch.linalg.cholesky(x, upper=bool(upper)), t)
    return finish("cholesky", result.resolve_conj(), like=a)


def _eig(name: str, a: Any) -> tuple[torch.Tensor, torch.Tensor]:
    """Return complex eigenvalues and eigenvectors; torch's own check refuses infinities and NaNs."""
    t = matrices(name, a, square=True)
    try:
        return checked("Eigenvalues did not converge", kernels.eig, t)
    except RuntimeError as error:
        if "infs or NaNs" in str(error):
            raise LinAlgError("Array must not contain infs or NaNs") from None
        raise


def eig(a: Any) -> EigResult:
    """Compute eigenvalues and right eigenvectors of square matrices.

    Parameters
    ----------
    a : array_like
        Matrices, shape ``(..., M, M)``.

    Returns
    -------
    EigResult
        `eigenvalues`, shape ``(..., M)``, in no particular order, and `eigenvectors`, shape ``(..., M, M)``, whose
        columns belong to them; both complex.

    Raises
    ------
    LinAlgError
        If a matrix is not square, has infinities or NaNs, or the algorithm doesn't converge.

    Notes
    -----
    Differs from NumPy: the result is complex always, as the array API standard has it.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.linalg.eig(xp.asarray([[2.0, 0.0], [0.0, 3.0]])).eigenvalues
    array([2.+0.j, 3.+0.j])
    """
    values, vectors = _eig("eig", a)
    return EigResult(finish("eig", values, like=a), finish("eig", vectors, like=a))


def eigvals(a: Any) -> ndarray:
    """Compute eigenvalues of square matrices.

    Parameters
    ----------
    a : array_like
        Matrices, shape ``(..., M, M)``.

    Returns
    -------
    ndarray
        Shape ``(..., M)``, complex, in no particular order.

    Raises
    ------
    LinAlgError
        If a matrix is not square, has infinities or NaNs, or the algorithm doesn't converge.

    Notes
    -----
    Differs from NumPy: the result is complex always, as the array API standard has it.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.linalg.eigvals(xp.asarray([[0.0, -1.0], [1.0, 0.0]]))
    array([0.+1.j, 0.-1.j])
    """
    # torch.linalg.eigvals ends the process on a NaN (torch 2.13 with MKL); eig checks.
    return finish("eigvals", _eig("eigvals", a)[0], like=a)


def _uplo(value: Any) -> bool:
    """Return whether `value` names the upper triangle."""
    found = value.upper() if isinstance(value, str) else value
    if found not in ("L", "U"):
        raise ValueError("UPLO argument must be 'L' or 'U'")
    return found == "U"


def _eigh(name: str, a: Any, uplo: Any) -> tuple[torch.Tensor, torch.Tensor]:
    """Return the eigenvalues and eigenvectors of Hermitian matrices."""
    upper = _uplo(uplo)
    return checked("Eigenvalues did not converge", kernels.eigh, matrices(name, a, square=True), upper)


def eigh(a: Any, UPLO: str = "L") -> EighResult:
    """Compute eigenvalues and eigenvectors of Hermitian or real symmetric matrices.

    Parameters
    ----------
    a : array_like
        Matrices, shape ``(..., M, M)``.
    UPLO : {"L", "U"}, default: "L"
        Which triangle is read.

    Returns
    -------
    EighResult
        `eigenvalues`, shape ``(..., M)``, real, ascending, and `eigenvectors`, shape ``(..., M, M)``, whose columns
        belong to them.

    Raises
    ------
    LinAlgError
        If a matrix is not square or the algorithm doesn't converge.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.linalg.eigh(xp.asarray([[3.0, 0.0], [0.0, 2.0]])).eigenvalues
    array([2., 3.])
    """
    values, vectors = _eigh("eigh", a, UPLO)
    return EighResult(finish("eigh", values, like=a), finish("eigh", vectors, like=a))


def eigvalsh(a: Any, UPLO: str = "L") -> ndarray:
    """Compute eigenvalues of Hermitian or real symmetric matrices.

    Parameters
    ----------
    a : array_like
        Matrices, shape ``(..., M, M)``.
    UPLO : {"L", "U"}, default: "L"
        Which triangle is read.

    Returns
    -------
    ndarray
        Shape ``(..., M)``, real, ascending.

    Raises
    ------
    LinAlgError
        If a matrix is not square or the algorithm doesn't converge.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.linalg.eigvalsh(xp.asarray([[0.0, 2.0], [2.0, 0.0]]))
    array([-2.,  2.])
    """
    upper = _uplo(UPLO)
    direct = plain(torch.linalg.eigvalsh, a, "U" if upper else "L")
    if direct is not None:
        return direct
    t = matrices("eigvalsh", a, square=True)
    return finish("eigvalsh", checked("Eigenvalues did not converge", kernels.eigvalsh, t, upper), like=a)


def qr(a: Any, mode: str = "reduced") -> Any:
    """Decompose matrices into orthonormal columns times an upper triangle.

    Parameters
    ----------
    a : array_like
        Matrices, shape ``(..., M, N)``.
    mode : {"reduced", "complete", "r", "raw"}, default: "reduced"
        With K = min(M, N): "reduced" gives Q of shape ``(..., M, K)``, "complete" ``(..., M, M)``, "r" only R, "raw"
        LAPACK's reflectors (transposed) and their factors. Deprecated, as in NumPy: "full" ("f") is "reduced", and
        "economic" ("e") gives only the reflectors, not transposed.

    Returns
    -------
    QRResult or ndarray or tuple of ndarray
        `Q` and `R`; R alone for "r"; a pair for "raw".

    Raises
    ------
    ValueError
        If `mode` is another.
    LinAlgError
        If `a` has fewer than two dimensions.

    Warns
    -----
    DeprecationWarning
        If `mode` is deprecated.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.linalg.qr(xp.eye(2)).R.shape
    (2, 2)
    """
    if mode not in ("reduced", "complete", "r", "raw"):
        if mode not in ("full", "f", "economic", "e"):
            raise ValueError(f"Unrecognized mode '{mode}'")
        mode, instead = ("reduced", "reduced") if mode[0] == "f" else ("economic", "raw")
        warnings.warn(f"qr: this mode is deprecated, use mode='{instead}'", DeprecationWarning, stacklevel=2)
    t = matrices("qr", a)
    if mode in ("raw", "economic"):
        reflectors, factors = torch.geqrf(t)
        if mode == "economic":
            return finish("qr", reflectors, like=a)
        return finish("qr", reflectors.mT, like=a), finish("qr", factors, like=a)
    q, r = torch.linalg.qr(t, mode=mode)
    if mode == "r":
        return finish("qr", r.resolve_conj(), like=a)
    return QRResult(finish("qr", q.resolve_conj(), like=a), finish("qr", r.resolve_conj(), like=a))


_SVD_FAILED = "SVD did not converge"


def singular_values(name: str, a: Any, hermitian: bool = False) -> torch.Tensor:
    """Return singular values, descending, as a tensor."""
    t = matrices(name, a, square=hermitian)
    if hermitian:
        values = checked("Eigenvalues did not converge", kernels.eigvalsh, t, False)
        return torch.sort(values.abs(), dim=-1, descending=True)[0]
    return checked(_SVD_FAILED, torch.linalg.svdvals, t)


@overload
def svd(a: Any, full_matrices: bool = True, compute_uv: Literal[True] = True, hermitian: bool = False) -> SVDResult: ...
@overload
def svd(a: Any, full_matrices: bool = True, *, compute_uv: Literal[False], hermitian: bool = False) -> ndarray: ...
def svd(a: Any, full_matrices: bool = True, compute_uv: bool = True, hermitian: bool = False) -> Any:
    """Compute the singular value decomposition ``a = U @ diag(S) @ Vh``.

    Parameters
    ----------
    a : array_like
        Matrices, shape ``(..., M, N)``.
    full_matrices : bool, default: True
        Whether U and Vh are square; else their shapes are ``(..., M, K)`` and ``(..., K, N)`` with K = min(M, N).
    compute_uv : bool, default: True
        Whether to compute U and Vh at all.
    hermitian : bool, default: False
        Whether the matrices are Hermitian, which is faster; the lower triangle is read.

    Returns
    -------
    SVDResult or ndarray
        `U`, `S` (shape ``(..., K)``, real, descending) and `Vh`; S alone without `compute_uv`.

    Raises
    ------
    LinAlgError
        If the algorithm doesn't converge (a NaN), or `a` has fewer than two dimensions.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.linalg.svd(xp.asarray([[0.0, 2.0], [1.0, 0.0]])).S
    array([2., 1.])
    """
    if not compute_uv:
        return finish("svd", singular_values("svd", a, hermitian), like=a)
    t = matrices("svd", a, square=hermitian)
    found: Sequence[torch.Tensor]
    if hermitian:
        found = checked("Eigenvalues did not converge", kernels.svd_hermitian, t)
    else:
        found = checked(_SVD_FAILED, lambda x: torch.linalg.svd(x, full_matrices=bool(full_matrices)), t)
    u, s, vh = (finish("svd", x.resolve_conj(), like=a) for x in found)
    return SVDResult(u, s, vh)


def svdvals(x: Any, /) -> ndarray:
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
        If the algorithm doesn't converge (a NaN), or `x` has fewer than two dimensions.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.linalg.svdvals(xp.asarray([[0.0, 2.0], [1.0, 0.0]]))
    array([2., 1.])
    """
    return finish("svdvals", singular_values("svdvals", x), like=x)
