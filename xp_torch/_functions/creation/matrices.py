"""Matrices and grids: diagonals, triangles, the identity, `meshgrid`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, SupportsIndex

import torch

from xp_torch._array.coercion import as_device, as_tensor, as_tensors, finish
from xp_torch._array.door import BLOCKS, call_override, has_override, is_elsewhere
from xp_torch._array.ndarray import ndarray, wrap, wrap_as
from xp_torch._facts.annotations import ArrayLike, DeviceLike, DTypeLike
from xp_torch._facts.defaults import default_float
from xp_torch._facts.dtype_sets import ORDERED
from xp_torch._facts.dtypes import numpys_dtype, torch_dtype
from xp_torch._facts.promotion import check_int
from xp_torch._facts.shapes import as_bool, as_index, as_offset, check_size, normalize_shape
from xp_torch._facts.torch_errors import raise_explained
from xp_torch._facts.torch_state import is_compiling_or_exporting
from xp_torch._functions.creation.arguments import check_like, whole_number
from xp_torch._kernels import creation as kernels
from xp_torch._kernels.layout import in_order, raveled

__all__ = ["diag", "diagflat", "eye", "identity", "meshgrid", "tri", "tril", "triu"]


def _triangle_diagonal(k: Any) -> int:
    """Return the diagonal of a triangle as an int; as in NumPy, its negative must fit int64."""
    diagonal = whole_number(k)
    check_int(-diagonal, torch.int64)
    return diagonal


def diag(v: ArrayLike, k: int = 0) -> ndarray:
    """Return a diagonal of a matrix, or a matrix with the given diagonal.

    Parameters
    ----------
    v : array_like
        A matrix to read the diagonal of, or a vector of the values of the diagonal.
    k : int, default: 0
        Index of the diagonal: positive above the main diagonal, negative below.

    Returns
    -------
    ndarray
        For a matrix, a view of the diagonal. For a vector of length n, a new matrix of shape
        ``(n + abs(k), n + abs(k))`` that is zero elsewhere.

    Notes
    -----
    Differs from NumPy: the view can be written to.

    Examples
    --------
    >>> xp.diag([1, 2])
    array([[1, 0],
           [0, 2]])
    >>> xp.diag(xp.asarray([[1, 2], [3, 4]]))
    array([1, 4])
    """
    if type(v) is not ndarray and has_override(v):
        return call_override(diag, locals())
    t = as_tensor(v)
    if t.ndim not in (1, 2):
        raise ValueError(f"Input must be 1- or 2-d: diag was given {t.ndim} dimensions.")
    diagonal = as_offset(k) if t.ndim == 2 else as_index(k)
    check_int(diagonal, torch.int64)
    return finish("diag", kernels.diag(t, diagonal), like=v)


def diagflat(v: ArrayLike, k: int = 0) -> ndarray:
    """Return a matrix with the elements of an array on a diagonal.

    Parameters
    ----------
    v : array_like
        Elements, of any shape, in row-major order.
    k : int, default: 0
        Index of the diagonal: positive above the main diagonal, negative below.

    Returns
    -------
    ndarray
        Array of shape ``(v.size + abs(k), v.size + abs(k))``, zero elsewhere.

    See Also
    --------
    diag : Reads the diagonal of a matrix, too.

    Examples
    --------
    >>> xp.diagflat([[1], [2]], 1)
    array([[0, 1, 0],
           [0, 0, 2],
           [0, 0, 0]])
    """
    if type(v) is not ndarray and has_override(v):
        return call_override(diagflat, locals())
    return diag(finish("diagflat", raveled(as_tensor(v)), like=v), k)


def eye(
    N: SupportsIndex,
    M: SupportsIndex | None = None,
    k: SupportsIndex = 0,
    dtype: DTypeLike | None = None,
    order: Literal["C", "F"] = "C",
    *,
    device: DeviceLike | None = None,
    like: ndarray | None = None,
) -> ndarray:
    """Return a matrix with ones on a diagonal and zeros elsewhere.

    Parameters
    ----------
    N : int
        Number of rows.
    M : int, optional
        Number of columns; by default `N`.
    k : int, default: 0
        Index of the diagonal: positive above the main diagonal, negative below.
    dtype : dtype_like, optional
        Data type of the result; by default the default floating dtype.
    order : {"C", "F"}, default: "C"
        Row-major or column-major in memory.
    device : device_like, optional
        Device of the result; by default torch's default device.
    like : array_like, optional
        Reference object, as in NumPy: an `ndarray` of this package or None.

    Returns
    -------
    ndarray
        Array of shape ``(N, M)``.

    See Also
    --------
    identity : The square matrix.
    tri : Ones at and below a diagonal.

    Examples
    --------
    >>> xp.eye(2, 3, k=1)
    array([[0., 1., 0.],
           [0., 0., 1.]])
    """
    if (BLOCKS or device is not None) and is_elsewhere(device):
        return call_override(eye, locals())
    if numpys_dtype(dtype) is not None:
        return call_override(eye, locals())
    target, failure = default_float() if dtype is None else torch_dtype(dtype), None
    plain = type(k) is int and not k and order == "C" and device is None and like is None and target in ORDERED
    if plain and type(N) is int and (M is None or type(M) is int):
        try:
            return wrap_as(torch.eye(N, dtype=target) if M is None else torch.eye(N, M, dtype=target), target)
        except (TypeError, ValueError):
            pass  # the general path raises the right error
        except RuntimeError as error:
            failure = error  # the arguments are checked first
    check_like(like)
    if isinstance(order, str) and order.upper() in ("A", "K"):
        raise ValueError("only 'C' or 'F' order is permitted")
    rows, columns = normalize_shape((N, N if M is None else M))
    if not is_compiling_or_exporting():
        check_size((rows, columns), target.itemsize)
    if failure is not None:
        raise_explained("eye", (), failure)
    t = kernels.eye(rows, columns, as_index(k), target, as_device(device))
    return wrap(in_order(t, order))


def identity(
    n: SupportsIndex, dtype: DTypeLike | None = None, *, device: DeviceLike | None = None, like: ndarray | None = None
) -> ndarray:
    """Return the identity matrix.

    Parameters
    ----------
    n : int
        Number of rows and columns.
    dtype, device, like
        As in `eye`.

    Returns
    -------
    ndarray
        Array of shape ``(n, n)``.

    Examples
    --------
    >>> xp.identity(2)
    array([[1., 0.],
           [0., 1.]])
    """
    if (BLOCKS or device is not None) and is_elsewhere(device):
        return call_override(identity, locals())
    return eye(n, dtype=dtype, device=device, like=like)


def tri(
    N: SupportsIndex,
    M: SupportsIndex | None = None,
    k: SupportsIndex = 0,
    dtype: DTypeLike | None = None,
    *,
    device: DeviceLike | None = None,
    like: ndarray | None = None,
) -> ndarray:
    """Return a matrix with ones at and below a diagonal and zeros above it.

    Parameters
    ----------
    N : int
        Number of rows.
    M : int, optional
        Number of columns; by default `N`.
    k : int, default: 0
        Index of the diagonal: positive above the main diagonal, negative below.
    dtype : dtype_like, optional
        Data type of the result; by default the default floating dtype.
    device : device_like, optional
        Device of the result; by default torch's default device.
    like : array_like, optional
        Reference object, as in NumPy: an `ndarray` of this package or None.

    Returns
    -------
    ndarray
        Array of shape ``(N, M)``.

    Examples
    --------
    >>> xp.tri(2, 3)
    array([[1., 0., 0.],
           [1., 1., 0.]])
    """
    if (BLOCKS or device is not None) and is_elsewhere(device):
        return call_override(tri, locals())
    if numpys_dtype(dtype) is not None:
        return call_override(tri, locals())
    check_like(like)
    # NumPy treats negative sizes as zero.
    rows = whole_number(N, True)
    shape = normalize_shape([max(n, 0) for n in (rows, rows if M is None else whole_number(M, True))])
    target = default_float() if dtype is None else torch_dtype(dtype)
    ones = kernels.new(torch.ones, shape, (0, 1), torch.bool, as_device(device))
    return wrap(kernels.tril(ones, _triangle_diagonal(k)).to(target))


def _triangle(name: str, torch_function: Callable, kernel: Callable, m: Any, k: Any) -> ndarray:
    """Return a copy of `m` with zeros on one side of a diagonal."""
    if type(m) is ndarray and type(k) is int and not k:
        t = m._tensor
        if m._dtype in ORDERED and t.ndim > 1:
            try:
                return wrap_as(torch_function(t), m._dtype)
            except RuntimeError as error:
                raise_explained(name, [t], error)
    t = as_tensor(m)
    if t.ndim == 0:
        raise TypeError(f"{name}: m must have at least one dimension (got a 0-D array)")
    if t.ndim == 1:
        t = t.expand(t.shape[0], t.shape[0])
    return finish(name, kernel(t, _triangle_diagonal(k)), like=m)


def tril(m: ArrayLike, k: SupportsIndex = 0) -> ndarray:
    """Return a copy of an array with zeros above a diagonal of the last two dimensions.

    Parameters
    ----------
    m : array_like
        Array of shape ``(..., M, N)``. An array of shape ``(N,)`` is repeated as `N` rows, as in NumPy.
    k : int, default: 0
        Index of the diagonal: positive above the main diagonal, negative below.

    Returns
    -------
    ndarray
        New array of the shape and dtype of `m`.

    Examples
    --------
    >>> xp.tril([[1, 2], [3, 4]])
    array([[1, 0],
           [3, 4]])
    """
    if type(m) is not ndarray and has_override(m):
        return call_override(tril, locals())
    return _triangle("tril", torch.tril, kernels.tril, m, k)


def triu(m: ArrayLike, k: SupportsIndex = 0) -> ndarray:
    """Return a copy of an array with zeros below a diagonal of the last two dimensions.

    Parameters
    ----------
    m : array_like
        Array of shape ``(..., M, N)``. An array of shape ``(N,)`` is repeated as `N` rows, as in NumPy.
    k : int, default: 0
        Index of the diagonal: positive above the main diagonal, negative below.

    Returns
    -------
    ndarray
        New array of the shape and dtype of `m`.

    Examples
    --------
    >>> xp.triu([[1, 2], [3, 4]])
    array([[1, 2],
           [0, 4]])
    """
    if type(m) is not ndarray and has_override(m):
        return call_override(triu, locals())
    return _triangle("triu", torch.triu, kernels.triu, m, k)


def meshgrid(
    *xi: ArrayLike, copy: bool = True, sparse: bool = False, indexing: Literal["xy", "ij"] = "xy"
) -> tuple[ndarray, ...]:
    """Return coordinate matrices from coordinate vectors.

    Parameters
    ----------
    *xi : array_like
        Coordinates, 1-D (other shapes are flattened), each of its own dtype.
    copy : bool, default: True
        Whether to copy. The views that False returns share memory between elements: do not write to them.
    sparse : bool, default: False
        Whether each result has size one along the other dimensions.
    indexing : {"xy", "ij"}, default: "xy"
        "xy" swaps the first two dimensions: the results are indexed ``[y, x, ...]``.

    Returns
    -------
    tuple of ndarray
        One array for each input; for "ij" of shape ``(len(x1), len(x2), ...)``.

    Examples
    --------
    >>> x, y = xp.meshgrid([1, 2, 3], [4, 5])
    >>> x
    array([[1, 2, 3],
           [1, 2, 3]])
    >>> y
    array([[4, 4, 4],
           [5, 5, 5]])
    """
    if has_override(*xi):
        return call_override(meshgrid, locals())
    if indexing not in ("xy", "ij"):
        raise ValueError("Valid values for `indexing` are 'xy' and 'ij'.")
    parts = [raveled(t) for t in as_tensors("meshgrid", *xi)]
    n = len(parts)
    axes = list(range(n))
    if indexing == "xy" and n > 1:
        axes[:2] = 1, 0
    shape = [0] * n
    for part, axis in zip(parts, axes, strict=True):
        shape[axis] = part.shape[0]
    grids, copied = [], as_bool(copy, "copy")
    for x, part, axis in zip(xi, parts, axes, strict=True):
        view = part.view((1,) * axis + (part.shape[0],) + (1,) * (n - axis - 1))
        if not as_bool(sparse, "sparse"):
            if not is_compiling_or_exporting():
                check_size(shape, view.itemsize)
            view = view.expand(shape)
        grids.append(finish("meshgrid", kernels.copy_in_layout(view, tuple(range(n))) if copied else view, like=x))
    return tuple(grids)
