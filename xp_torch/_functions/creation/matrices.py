"""Creation functions that make matrices and grids; `_creation` re-exports them."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any, Literal

import torch

from xp_torch._array.coercion import as_device, as_tensor, as_tensors, finish
from xp_torch._array.ndarray import ndarray, wrap, wrap_as
from xp_torch._array.ufunc.reduction import ORDERED
from xp_torch._facts.defaults import default_float
from xp_torch._facts.dtypes import torch_dtype
from xp_torch._facts.promotion import check_int
from xp_torch._facts.shapes import check_size, normalize_shape
from xp_torch._functions.creation.arguments import check_like
from xp_torch._kernels import creation as kernels
from xp_torch._kernels.layout import in_order

__all__ = ["diag", "diagflat", "eye", "identity", "meshgrid", "tri", "tril", "triu"]


def _offset(k: Any) -> int:
    """Return the diagonal that bounds a triangle; the columns it is counted in have to fit int64, as in NumPy."""
    place = operator.index(k)
    check_int(-place, torch.int64)
    return place


def diag(v: Any, k: int = 0) -> ndarray:
    """Return a diagonal of a matrix, or a matrix that has the given diagonal.

    Parameters
    ----------
    v : array_like
        A matrix to read from, or a vector of values.
    k : int, default: 0
        Which diagonal: positive above the main one, negative below.

    Returns
    -------
    ndarray
        The diagonal, a view of the matrix, which can be written to, unlike NumPy's; for a vector of size n a new
        matrix of shape ``(n + abs(k), n + abs(k))``, zero elsewhere.

    Raises
    ------
    ValueError
        If `v` has neither one dimension nor two.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.diag([1, 2])
    array([[1, 0],
           [0, 2]])
    >>> xp.diag(xp.asarray([[1, 2], [3, 4]]))
    array([1, 4])
    """
    t = as_tensor(v)
    if t.ndim not in (1, 2):
        raise ValueError(f"Input must be 1- or 2-d: diag was given {t.ndim} dimensions.")
    place = operator.index(k)
    check_int(place, torch.int64)
    return finish("diag", kernels.diag(t, place), like=v)


def diagflat(v: Any, k: int = 0) -> ndarray:
    """Return a matrix that has the elements of an array on a diagonal.

    Parameters
    ----------
    v : array_like
        The elements, of any shape, in row-major order.
    k : int, default: 0
        Which diagonal: positive above the main one, negative below.

    Returns
    -------
    ndarray
        Array of shape ``(v.size + abs(k), v.size + abs(k))``, zero elsewhere.

    See Also
    --------
    diag : A matrix's diagonal, too.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.diagflat([[1], [2]], 1)
    array([[0, 1, 0],
           [0, 0, 2],
           [0, 0, 0]])
    """
    t = as_tensor(v)
    return diag(finish("diagflat", t.reshape(-1), like=v), k)


def eye(
    N: Any,
    M: Any = None,
    k: Any = 0,
    dtype: Any = None,
    order: Any = "C",
    *,
    device: Any = None,
    like: Any = None,
) -> ndarray:
    """Return a matrix with ones on a diagonal and zeros elsewhere.

    Parameters
    ----------
    N : int
        Number of rows.
    M : int, optional
        Number of columns, `N` by default.
    k : int, default: 0
        Which diagonal: positive above the main one, negative below.
    dtype : dtype_like, optional
        Data type, the default floating dtype if not given.
    order : {"C", "F"}, default: "C"
        Row-major or column-major in memory.
    device : device_like, optional
        Where to create the array, torch's default device if not given.
    like : array_like, optional
        NumPy's reference object; an `ndarray` or None.

    Returns
    -------
    ndarray
        Array of shape ``(N, M)``.

    Raises
    ------
    ValueError
        If a size is negative.

    See Also
    --------
    identity : The square matrix.
    tri : Ones at and below a diagonal.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.eye(2, 3, k=1)
    array([[0., 1., 0.],
           [0., 0., 1.]])
    """
    if type(k) is int and not k and order == "C" and device is None and like is None:
        found = default_float() if dtype is None else torch_dtype(dtype)
        if found in ORDERED and type(N) is int and (M is None or type(M) is int):
            try:
                return wrap_as(torch.eye(N, dtype=found) if M is None else torch.eye(N, M, dtype=found), found)
            except (RuntimeError, TypeError):
                pass  # the general path says what is wrong
    check_like(like)
    if isinstance(order, str) and order.upper() in ("A", "K"):
        raise ValueError("only 'C' or 'F' order is permitted")
    rows, columns = normalize_shape((N, N if M is None else M))
    found = default_float() if dtype is None else torch_dtype(dtype)
    if not torch.compiler.is_compiling():
        check_size((rows, columns), found.itemsize)
    t = kernels.eye(rows, columns, operator.index(k), found, as_device(device))
    return wrap(in_order(t, order))


def identity(n: Any, dtype: Any = None, *, device: Any = None, like: Any = None) -> ndarray:
    """Return the identity matrix.

    Parameters
    ----------
    n : int
        Number of rows and of columns.
    dtype : dtype_like, optional
        Data type, the default floating dtype if not given.
    device : device_like, optional
        Where to create the array, torch's default device if not given.
    like : array_like, optional
        NumPy's reference object; an `ndarray` or None.

    Returns
    -------
    ndarray
        Array of shape ``(n, n)``.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.identity(2)
    array([[1., 0.],
           [0., 1.]])
    """
    return eye(n, dtype=dtype, device=device, like=like)


def tri(
    N: Any,
    M: Any = None,
    k: Any = 0,
    dtype: Any = None,
    *,
    device: Any = None,
    like: Any = None,
) -> ndarray:
    """Return a matrix with ones at and below a diagonal and zeros above it.

    Parameters
    ----------
    N : int
        Number of rows.
    M : int, optional
        Number of columns, `N` by default.
    k : int, default: 0
        Which diagonal: positive above the main one, negative below.
    dtype : dtype_like, optional
        Data type, the default floating dtype if not given.
    device : device_like, optional
        Where to create the array, torch's default device if not given.
    like : array_like, optional
        NumPy's reference object; an `ndarray` or None.

    Returns
    -------
    ndarray
        Array of shape ``(N, M)``.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.tri(2, 3)
    array([[1., 0., 0.],
           [1., 1., 0.]])
    """
    check_like(like)
    # NumPy counts from 0 up to the sizes: negative ones give no rows or columns.
    rows, columns = normalize_shape([max(operator.index(n), 0) for n in (N, N if M is None else M)])
    found = default_float() if dtype is None else torch_dtype(dtype)
    ones = torch.ones((rows, columns), dtype=torch.bool, device=as_device(device))
    return wrap(kernels.tril(ones, _offset(k)).to(found))


def _matrices(name: str, m: Any) -> torch.Tensor:
    """Return `m` as a tensor of at least two dimensions; one dimension is repeated as rows, as NumPy does."""
    t = as_tensor(m)
    if t.ndim == 0:
        raise TypeError(f"{name}: an array of at least one dimension is needed, got 0 dimensions")
    return t.expand(t.shape[0], t.shape[0]) if t.ndim == 1 else t


def _triangle(name: str, plain: Callable, kernel: Callable, m: Any, k: Any) -> ndarray:
    """Return a copy of `m` with zeros beyond a diagonal of the last two dimensions."""
    if type(m) is ndarray and type(k) is int and not k:
        t = m._tensor
        if m._dtype in ORDERED and t.ndim > 1:
            return wrap_as(plain(t), m._dtype)
    return finish(name, kernel(_matrices(name, m), _offset(k)), like=m)


def tril(m: Any, k: Any = 0) -> ndarray:
    """Return a copy with zeros above a diagonal of the last two dimensions.

    Parameters
    ----------
    m : array_like
        Array of shape ``(..., M, N)``. One of shape ``(N,)`` counts as `N` equal rows.
    k : int, default: 0
        Which diagonal: positive above the main one, negative below.

    Returns
    -------
    ndarray
        Array of the shape and dtype of `m`.

    Raises
    ------
    TypeError
        If `m` has no dimension.

    See Also
    --------
    triu : The upper triangle.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.tril([[1, 2], [3, 4]])
    array([[1, 0],
           [3, 4]])
    """
    return _triangle("tril", torch.tril, kernels.tril, m, k)


def triu(m: Any, k: Any = 0) -> ndarray:
    """Return a copy with zeros below a diagonal of the last two dimensions.

    Parameters
    ----------
    m : array_like
        Array of shape ``(..., M, N)``. One of shape ``(N,)`` counts as `N` equal rows.
    k : int, default: 0
        Which diagonal: positive above the main one, negative below.

    Returns
    -------
    ndarray
        Array of the shape and dtype of `m`.

    Raises
    ------
    TypeError
        If `m` has no dimension.

    See Also
    --------
    tril : The lower triangle.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.triu([[1, 2], [3, 4]])
    array([[1, 2],
           [0, 4]])
    """
    return _triangle("triu", torch.triu, kernels.triu, m, k)


def meshgrid(
    *xi: Any, copy: bool = True, sparse: bool = False, indexing: Literal["xy", "ij"] = "xy"
) -> tuple[ndarray, ...]:
    """Return coordinate matrices from coordinate vectors.

    Parameters
    ----------
    *xi : array_like
        Coordinates, one-dimensional (other shapes are flattened), each of its own dtype.
    copy : bool, default: True
        If False the results are views of the inputs; don't write to them, elements share memory.
    sparse : bool, default: False
        If True each result keeps size 1 along the other dimensions.
    indexing : {"xy", "ij"}, default: "xy"
        "xy" swaps the first two dimensions: the results are indexed ``[y, x, ...]``.

    Returns
    -------
    tuple of ndarray
        An array for each input; with "ij" of shape ``(len(x1), len(x2), ...)``.

    Raises
    ------
    ValueError
        If `indexing` is neither "xy" nor "ij".

    Examples
    --------
    >>> import xp_torch as xp
    >>> x, y = xp.meshgrid([1, 2, 3], [4, 5])
    >>> x
    array([[1, 2, 3],
           [1, 2, 3]])
    >>> y
    array([[4, 4, 4],
           [5, 5, 5]])
    """
    if indexing not in ("xy", "ij"):
        raise ValueError("Valid values for `indexing` are 'xy' and 'ij'.")
    parts = [t.reshape(-1) for t in as_tensors("meshgrid", *xi)]
    n = len(parts)
    axes = list(range(n))
    if indexing == "xy" and n > 1:
        axes[:2] = 1, 0
    shape = [0] * n
    for part, axis in zip(parts, axes, strict=True):
        shape[axis] = part.shape[0]
    found = []
    for x, part, axis in zip(xi, parts, axes, strict=True):
        view = part.view((1,) * axis + (part.shape[0],) + (1,) * (n - axis - 1))
        if not sparse:
            view = view.expand(shape)
        found.append(finish("meshgrid", view.clone(memory_format=torch.contiguous_format) if copy else view, like=x))
    return tuple(found)
