"""Sets: distinct values, membership, and NumPy's set operations. Sizes depend on values, which are read back."""

from __future__ import annotations

from typing import Any, NamedTuple

import torch

from xp_torch._array.coercion import as_tensor, as_tensors, finish, promote_args
from xp_torch._array.ndarray import ndarray, wrap, wrap_as
from xp_torch._facts.dtypes import KIND
from xp_torch._facts.promotion import promote, scalar_kind, weak_promote
from xp_torch._facts.shapes import normalize_axis
from xp_torch._kernels import sets as kernels
from xp_torch._kernels.cast import cast
from xp_torch._kernels.elementwise.mixed_comparisons import needs_exact

__all__ = [
    "intersect1d",
    "isin",
    "setdiff1d",
    "setxor1d",
    "union1d",
    "unique",
    "unique_all",
    "unique_counts",
    "unique_inverse",
    "unique_values",
]

_bool = torch.bool


class UniqueAllResult(NamedTuple):
    """What `unique_all` returns."""

    values: ndarray
    indices: ndarray
    inverse_indices: ndarray
    counts: ndarray


class UniqueCountsResult(NamedTuple):
    """What `unique_counts` returns."""

    values: ndarray
    counts: ndarray


class UniqueInverseResult(NamedTuple):
    """What `unique_inverse` returns."""

    values: ndarray
    inverse_indices: ndarray


def _grouped(x: Any) -> tuple[torch.Tensor, kernels.Groups, ndarray]:
    """Return `x`, the groups of its equal elements (NaNs are distinct), and the distinct values."""
    t = as_tensor(x)
    flat = t.reshape(-1)
    groups = kernels.group(flat, equal_nan=False)
    return t, groups, finish("unique", flat[groups.indices], like=x)


def unique_all(x: Any) -> UniqueAllResult:
    """Return the distinct elements of an array, where they first occur, where they go, and how many there are.

    Parameters
    ----------
    x : array_like
        Array of any dtype and shape.

    Returns
    -------
    values : ndarray
        The distinct elements, sorted, 1-D. NaNs are distinct from each other, 0.0 and -0.0 are not.
    indices : ndarray
        Index (int64) of each one's first occurrence in the flattened `x`.
    inverse_indices : ndarray
        Indices (int64) of the shape of `x`, so that ``values[inverse_indices]`` is `x`.
    counts : ndarray
        How often (int64) each one occurs.

    Notes
    -----
    A named tuple with NumPy's field names.

    Examples
    --------
    >>> import xp_torch as xp
    >>> values, indices, inverse, counts = xp.unique_all(xp.asarray([3, 1, 3]))
    >>> values, indices, inverse, counts
    (array([1, 3]), array([1, 0]), array([1, 0, 1]), array([1, 2]))
    """
    t, groups, values = _grouped(x)
    inverse = groups.inverse.reshape(t.shape)
    return UniqueAllResult(values, wrap(groups.indices), wrap(inverse), wrap(groups.counts))


def unique_counts(x: Any) -> UniqueCountsResult:
    """Return the distinct elements of an array, and how often each occurs.

    Parameters
    ----------
    x : array_like
        Array of any dtype and shape.

    Returns
    -------
    values : ndarray
        The distinct elements, sorted, 1-D. NaNs are distinct from each other, 0.0 and -0.0 are not.
    counts : ndarray
        How often (int64) each one occurs.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.unique_counts(xp.asarray([3, 1, 3])).counts
    array([1, 2])
    """
    values, counts = kernels.counted(as_tensor(x).reshape(-1), equal_nan=False)
    return UniqueCountsResult(finish("unique", values, like=x), wrap(counts))


def unique_inverse(x: Any) -> UniqueInverseResult:
    """Return the distinct elements of an array, and the indices that give the array from them.

    Parameters
    ----------
    x : array_like
        Array of any dtype and shape.

    Returns
    -------
    values : ndarray
        The distinct elements, sorted, 1-D. NaNs are distinct from each other, 0.0 and -0.0 are not.
    inverse_indices : ndarray
        Indices (int64) of the shape of `x`, so that ``values[inverse_indices]`` is `x`.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.unique_inverse(xp.asarray([3, 1, 3])).inverse_indices
    array([1, 0, 1])
    """
    t, groups, values = _grouped(x)
    return UniqueInverseResult(values, wrap(groups.inverse.reshape(t.shape)))


def unique_values(x: Any) -> ndarray:
    """Return the distinct elements of an array.

    Parameters
    ----------
    x : array_like
        Array of any dtype and shape.

    Returns
    -------
    ndarray
        The distinct elements, sorted, 1-D. NaNs are distinct from each other, 0.0 and -0.0 are not.

    See Also
    --------
    unique : NumPy's function, in which NaNs are one.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.unique_values(xp.asarray([3.0, 1.0, 3.0, xp.nan, xp.nan]))
    array([ 1.,  3., nan, nan])
    """
    t = as_tensor(x).reshape(-1)
    return finish("unique", kernels.distinct(t, equal_nan=False), like=x)


def unique(
    ar: Any,
    return_index: bool = False,
    return_inverse: bool = False,
    return_counts: bool = False,
    axis: int | None = None,
    *,
    equal_nan: bool = True,
    sorted: bool = True,
) -> ndarray | tuple[ndarray, ...]:
    """Return the sorted distinct elements of an array, or its distinct subarrays along an axis.

    Parameters
    ----------
    ar : array_like
        Array of any dtype.
    return_index, return_inverse, return_counts : bool, default: False
        Whether to return where elements first occur, the indices that give `ar` from the distinct ones, and how often
        each occurs.
    axis : int or None, default: None
        Axis whose subarrays are compared; None flattens.
    equal_nan : bool, default: True
        Whether NaNs are one. Along an axis of several, subarrays that hold NaNs are distinct, as in NumPy.
    sorted : bool, default: True
        False lets NumPy return any order; the result is sorted all the same.

    Returns
    -------
    ndarray or tuple of ndarray
        The distinct elements, and what else was asked for (int64), in the order of the parameters.

    Raises
    ------
    AxisError
        If `axis` is out of bounds.

    See Also
    --------
    unique_values : the standard's function, in which NaNs are distinct.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.unique([3.0, 1.0, xp.nan, 3.0, xp.nan])
    array([ 1.,  3., nan])
    >>> xp.unique([[1, 2], [1, 2], [0, 5]], axis=0)
    array([[0, 5],
           [1, 2]])
    """
    if type(ar) is ndarray and axis is None and not (return_index or return_inverse or return_counts):
        values = kernels.plain_unique(ar._tensor, ar._dtype, bool(equal_nan))
        if values is not None:
            return wrap_as(values, ar._dtype)
    t = as_tensor(ar)
    if axis is not None:
        normalize_axis(axis, t.ndim)
    if (axis is None or t.ndim == 1) and not (return_index or return_inverse):
        flat = t.reshape(-1)
        if not return_counts:
            return finish("unique", kernels.distinct(flat, bool(equal_nan)), like=ar)
        values, counts = kernels.counted(flat, bool(equal_nan))
        return finish("unique", values, like=ar), wrap(counts)
    if axis is None or t.ndim == 1:
        flat = t.reshape(-1)
        groups = kernels.group(flat, bool(equal_nan))
        values, shape = flat[groups.indices], tuple(t.shape)
    else:
        dim = normalize_axis(axis, t.ndim)
        first = t.movedim(dim, 0)
        groups = kernels.group_rows(first.reshape(first.shape[0], first[:1].numel()))
        values, shape = first[groups.indices].movedim(0, dim), (first.shape[0],)
    found = [finish("unique", values, like=ar)]
    if return_index:
        found.append(wrap(groups.indices))
    if return_inverse:
        found.append(wrap(groups.inverse.reshape(shape)))
    if return_counts:
        found.append(wrap(groups.counts))
    return found[0] if len(found) == 1 else tuple(found)


def isin(
    element: Any, test_elements: Any, assume_unique: bool = False, invert: bool = False, *, kind: str | None = None
) -> ndarray:
    """Tell for each element whether it is among others.

    Parameters
    ----------
    element : array_like
        What to look for; Python scalars are weak beside an array.
    test_elements : array_like
        Where to look, of any shape.
    assume_unique : bool, default: False
        Accepted as NumPy does; makes no difference.
    invert : bool, default: False
        Whether to tell which are not.
    kind : {None, "sort", "table"}, optional
        Accepted as NumPy does; makes no difference.

    Returns
    -------
    ndarray
        Booleans of the shape of `element`. NaN is in nothing.

    Raises
    ------
    ValueError
        If `kind` is unknown, or "table" for what are not integers or booleans.

    Notes
    -----
    Integers compare exactly, int64 with uint64 too. Nothing is read back.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.isin(xp.asarray([[0, 2], [4, 6]]), [1, 2, 4])
    array([[False,  True],
           [ True, False]])
    """
    if kind is None:
        if type(element) is ndarray and type(test_elements) is ndarray and element._dtype is test_elements._dtype:
            among = kernels.plain_isin(element._tensor, test_elements._tensor, element._dtype, invert)
            if among is not None:
                return wrap_as(among, _bool)
    elif kind not in ("sort", "table"):
        raise ValueError(f"Invalid kind: {kind!r}. Please use None, 'sort' or 'table'.")
    x, test = _weakened(element, test_elements)
    if kind == "table" and not (KIND[x.dtype] in "biu" and KIND[test.dtype] in "biu"):
        raise ValueError(
            "The 'table' method is only supported for boolean or integer arrays. Please select 'sort' or None for kind."
        )
    flat = test.reshape(-1)
    if not needs_exact(x.dtype, test.dtype):
        common = promote(x.dtype, test.dtype)
        x, flat = cast(x, common), cast(flat, common)
    found = _among(x, flat)
    return finish("isin", ~found if invert else found, like=element)


def _weakened(a: Any, b: Any) -> list[torch.Tensor]:
    """Return both as tensors; a Python float or complex takes the other's precision, an int stays exact."""
    ka, kb = scalar_kind(a), scalar_kind(b)
    if (ka is None) == (kb is None):
        return as_tensors("isin", a, b)
    t = as_tensor(b if ka else a)
    kind, value = (ka, a) if ka else (kb, b)
    weak = kind in "fc" or KIND[t.dtype] in "fc"  # type: ignore[operator]
    s = as_tensor(value, dtype=weak_promote(t.dtype, kind) if weak else None, device=t.device)  # type: ignore[arg-type]
    return [s, t] if ka else [t, s]


def _among(x: torch.Tensor, test: torch.Tensor) -> torch.Tensor:
    """Tell which elements of `x` are in the flat `test`, of one dtype or exactly for signed beside uint64."""
    return (kernels.isin_mixed if needs_exact(x.dtype, test.dtype) else kernels.isin)(x, test)


def _distinct(a: Any) -> torch.Tensor:
    """Return NumPy's `unique` of a tensor, flattened."""
    return kernels.distinct(a.reshape(-1), equal_nan=True)


def union1d(ar1: Any, ar2: Any) -> ndarray:
    """Return the sorted distinct elements that are in either of two arrays.

    Parameters
    ----------
    ar1, ar2 : array_like
        Arrays of any shape; flattened.

    Returns
    -------
    ndarray
        1-D array of the common dtype.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.union1d([3, 1], [1, 2])
    array([1, 2, 3])
    """
    a, b = promote_args("union1d", ar1, ar2)
    return finish("union1d", _distinct(torch.cat([a.reshape(-1), b.reshape(-1)])), like=ar1)


def intersect1d(
    ar1: Any, ar2: Any, assume_unique: bool = False, return_indices: bool = False
) -> ndarray | tuple[ndarray, ndarray, ndarray]:
    """Return the sorted distinct elements that are in both of two arrays.

    Parameters
    ----------
    ar1, ar2 : array_like
        Arrays of any shape; flattened.
    assume_unique : bool, default: False
        Accepted as NumPy does; makes no difference for arrays that are sets.
    return_indices : bool, default: False
        Whether to return also the indices of the first occurrences in `ar1` and `ar2`.

    Returns
    -------
    ndarray or tuple of ndarray
        1-D array of the common dtype, and the index arrays (int64) if asked for.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.intersect1d([1, 2, 2, 4], [4, 2])
    array([2, 4])
    """
    a, b = (t.reshape(-1) for t in as_tensors("intersect1d", ar1, ar2))
    common = promote(a.dtype, b.dtype)
    if not needs_exact(a.dtype, b.dtype):
        a, b = cast(a, common), cast(b, common)
    if not return_indices and a.dtype is b.dtype:
        return finish("intersect1d", kernels.common(kernels.distinct(a, True), kernels.distinct(b, True)), like=ar1)
    first, second = kernels.group(a, True).indices, kernels.group(b, True).indices
    first = first[_among(a[first], b)]
    second = second[_among(b[second], a)]
    values = cast(a[first], common)
    if values.dtype is not a.dtype:
        # integers that differ may be one float
        once = kernels.group(values, True).indices
        first, second, values = first[once], second[once], values[once]
    found = finish("intersect1d", values, like=ar1)
    return (found, wrap(first), wrap(second)) if return_indices else found


def setdiff1d(ar1: Any, ar2: Any, assume_unique: bool = False) -> ndarray:
    """Return the distinct elements of one array that are not in another.

    Parameters
    ----------
    ar1, ar2 : array_like
        Arrays of any shape; flattened.
    assume_unique : bool, default: False
        Whether `ar1` is taken as it is, neither sorted nor made distinct.

    Returns
    -------
    ndarray
        1-D array of the dtype of `ar1`, sorted unless `assume_unique`.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.setdiff1d([3, 1, 2, 3], [1])
    array([2, 3])
    """
    t = as_tensors("setdiff1d", ar1, ar2)[0]
    a = t.reshape(-1) if assume_unique else _distinct(t)
    return finish("setdiff1d", a[isin(wrap(a), ar2, invert=True)._tensor], like=ar1)


def setxor1d(ar1: Any, ar2: Any, assume_unique: bool = False) -> ndarray:
    """Return the sorted distinct elements that are in exactly one of two arrays.

    Parameters
    ----------
    ar1, ar2 : array_like
        Arrays of any shape; flattened.
    assume_unique : bool, default: False
        Accepted as NumPy does; makes no difference for arrays that are sets.

    Returns
    -------
    ndarray
        1-D array of the common dtype.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.setxor1d([1, 2, 3], [3, 4])
    array([1, 2, 4])
    """
    a, b = as_tensors("setxor1d", ar1, ar2)
    common = promote(a.dtype, b.dtype)
    if not needs_exact(a.dtype, b.dtype):
        a, b = cast(a, common), cast(b, common)
    a, b = _distinct(a), _distinct(b)
    if a.dtype is b.dtype:
        return finish("setxor1d", kernels.exclusive(a, b), like=ar1)
    alone = torch.cat([cast(a[~_among(a, b)], common), cast(b[~_among(b, a)], common)])
    # integers that differ may be one float
    return finish("setxor1d", alone[kernels.group(alone, equal_nan=False).indices], like=ar1)
