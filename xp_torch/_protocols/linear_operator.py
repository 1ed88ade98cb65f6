"""SciPy's protocol of linear operators: `scipy.sparse.linalg` accepts matrices by these methods."""

from __future__ import annotations

from xp_torch._array.ndarray import ndarray
from xp_torch._facts.annotations import ArrayLike

__all__ = ["matvec", "rmatmat", "rmatvec"]


def matvec(self: ndarray, x: ArrayLike, /) -> ndarray:
    """Return the product of a matrix and a vector, for ``scipy.sparse.linalg``: ``self @ x``.

    Parameters
    ----------
    x : array_like
        Vector.

    Returns
    -------
    ndarray
        The product.

    Examples
    --------
    >>> xp.asarray([[1, 2], [3, 4]]).matvec([1, 1])
    array([3, 7])
    """
    return self @ x


def rmatvec(self: ndarray, x: ArrayLike, /) -> ndarray:
    """Return the product of a matrix's conjugate transpose and a vector or matrix: ``self.conj().T @ x``.

    Parameters
    ----------
    x : array_like
        Vector or matrix.

    Returns
    -------
    ndarray
        The product.

    Examples
    --------
    >>> xp.asarray([[1, 2], [3, 4]]).rmatvec([1, 1])
    array([4, 6])
    """
    return self.conj().T @ x


rmatmat = rmatvec
