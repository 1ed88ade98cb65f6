"""Sets: unique elements, membership and set operations. Sizes of results depend on values, which are read back."""

from __future__ import annotations

from typing import Any, NamedTuple

import torch

from xp_torch._array.coercion import as_tensor, as_tensors, finish, promote_args
from xp_torch._array.ndarray import ndarray, wrap, wrap_as
from xp_torch._facts.docstrings import shared_docstring
from xp_torch._facts.dtypes import KIND
from xp_torch._facts.promotion import promote, scalar_kind, weak_promote
from xp_torch._facts.shapes import normalize_axis
from xp_torch._facts.torch_errors import explained
from xp_torch._kernels import sets as kernels
from xp_torch._kernels.cast import cast
from xp_torch._kernels.elementwise.mixed_comparisons import needs_exact
from xp_torch._kernels.layout import raveled

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

_cat = explained(torch.cat)

_bool = torch.bool


class UniqueAllResult(NamedTuple):
    """Result of `unique_all`."""

    values: ndarray
    indices: ndarray
    inverse_indices: ndarray
    counts: ndarray


class UniqueCountsResult(NamedTuple):
    """Result of `unique_counts`."""

    values: ndarray
    counts: ndarray


class UniqueInverseResult(NamedTuple):
    """Result of `unique_inverse`."""

    values: ndarray
    inverse_indices: ndarray


_UNIQUE = """
Parameters
----------
x : array_like
    Input, flattened.

Returns
-------
$returns"""
_VALUES = "Unique elements, sorted. NaNs are distinct from each other, 0.0 and -0.0 are equal."
_INDICES = "\nindices : ndarray\n    Index (int64) of the first occurrence of each in the flattened `x`."
_INVERSE = "\ninverse_indices : ndarray\n    Indices (int64) of the shape of `x`: ``values[inverse_indices]`` is `x`."
_COUNTS = "\ncounts : ndarray\n    Number of occurrences (int64) of each."


def _grouped(x: Any) -> tuple[kernels.Groups, ndarray, ndarray]:
    """Return the groups of equal elements of `x` (NaNs are distinct), the unique values and the inverse indices."""
    t = as_tensor(x)
    flat = raveled(t)
    groups = kernels.group(flat, equal_nan=False)
    return groups, finish("unique", flat[groups.indices], like=x), wrap(groups.inverse.reshape(t.shape))


@shared_docstring(_UNIQUE, returns=f"values : ndarray\n    {_VALUES}{_INDICES}{_INVERSE}{_COUNTS}")
def unique_all(x: Any) -> UniqueAllResult:
    """Return the unique elements of an array, with indices, inverse indices and counts.

    Examples
    --------
    >>> import xp_torch as xp
    >>> values, indices, inverse, counts = xp.unique_all(xp.asarray([3, 1, 3]))
    >>> values, indices, inverse, counts
    (array([1, 3]), array([1, 0]), array([1, 0, 1]), array([1, 2]))
    """
    groups, values, inverse = _grouped(x)
    return UniqueAllResult(values, wrap(groups.indices), inverse, wrap(groups.counts))


@shared_docstring(_UNIQUE, returns=f"values : ndarray\n    {_VALUES}{_COUNTS}")
def unique_counts(x: Any) -> UniqueCountsResult:
    """Return the unique elements of an array, and how often each occurs.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.unique_counts(xp.asarray([3, 1, 3])).counts
    array([1, 2])
    """
    values, counts = kernels.counted(raveled(as_tensor(x)), equal_nan=False)
    return UniqueCountsResult(finish("unique", values, like=x), wrap(counts))


@shared_docstring(_UNIQUE, returns=f"values : ndarray\n    {_VALUES}{_INVERSE}")
def unique_inverse(x: Any) -> UniqueInverseResult:
    """Return the unique elements of an array, and the indices that rebuild the array from them.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.unique_inverse(xp.asarray([3, 1, 3])).inverse_indices
    array([1, 0, 1])
    """
    return UniqueInverseResult(*_grouped(x)[1:])


@shared_docstring(_UNIQUE, returns=f"ndarray\n    {_VALUES}")
def unique_values(x: Any) -> ndarray:
    """Return the unique elements of an array.

    See Also
    --------
    unique : NumPy's function, where NaNs are equal.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.unique_values(xp.asarray([3.0, 1.0, 3.0, xp.nan, xp.nan]))
    array([ 1.,  3., nan, nan])
    """
    return finish("unique", kernels.distinct(raveled(as_tensor(x)), equal_nan=False), like=x)


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
    """Return the sorted unique elements of an array, or its unique slices along an axis.

    Parameters
    ----------
    ar : array_like
        Input.
    return_index, return_inverse, return_counts : bool, default: False
        Whether to return the index of the first occurrence of each element, the indices that rebuild `ar`, and the
        number of occurrences.
    axis : int or None, default: None
        Axis whose slices are compared; None flattens.
    equal_nan : bool, default: True
        Whether NaNs are equal. Along an axis of a multidimensional array they are not, as in NumPy.
    sorted : bool, default: True
        Accepted for compatibility with NumPy; the result is always sorted.

    Returns
    -------
    ndarray or tuple of ndarray
        The unique elements, followed by the other results requested (int64), in the order of the parameters.

    See Also
    --------
    unique_values : The standard's function, where NaNs are distinct.

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
    axis = None if axis is None else normalize_axis(axis, t.ndim)
    if axis is None or t.ndim == 1:
        flat, shape = raveled(t), tuple(t.shape)
        if not (return_index or return_inverse):
            if not return_counts:
                return finish("unique", kernels.distinct(flat, bool(equal_nan)), like=ar)
            values, counts = kernels.counted(flat, bool(equal_nan))
            return finish("unique", values, like=ar), wrap(counts)
        groups = kernels.group(flat, bool(equal_nan))
        values = flat[groups.indices]
    else:
        slices = t.movedim(axis, 0)
        groups = kernels.group_rows(slices.reshape(slices.shape[0], slices[:1].numel()))
        values, shape = slices[groups.indices].movedim(0, axis), (slices.shape[0],)
    results = [finish("unique", values, like=ar)]
    if return_index:
        results.append(wrap(groups.indices))
    if return_inverse:
        results.append(wrap(groups.inverse.reshape(shape)))
    if return_counts:
        results.append(wrap(groups.counts))
    return results[0] if len(results) == 1 else tuple(results)


def isin(
    element: Any, test_elements: Any, assume_unique: bool = False, invert: bool = False, *, kind: str | None = None
) -> ndarray:
    """Return for each element whether it is in another array.

    Parameters
    ----------
    element : array_like
        Elements to look up; Python scalars are weak in promotion.
    test_elements : array_like
        Elements to compare with, of any shape.
    assume_unique : bool, default: False
        Accepted for compatibility with NumPy; ignored.
    invert : bool, default: False
        Whether to return whether each element is missing instead.
    kind : {None, "sort", "table"}, optional
        Accepted for compatibility with NumPy; does not change the result.

    Returns
    -------
    ndarray
        Booleans of the shape of `element`. NaN equals nothing.

    Notes
    -----
    Integers are compared exactly, also int64 with uint64. Nothing is read back.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.isin(xp.asarray([[0, 2], [4, 6]]), [1, 2, 4])
    array([[False,  True],
           [ True, False]])
    """
    if kind is None:
        if type(element) is ndarray and type(test_elements) is ndarray and element._dtype is test_elements._dtype:
            members = kernels.plain_isin(element._tensor, test_elements._tensor, element._dtype, invert)
            if members is not None:
                return wrap_as(members, _bool)
    elif kind not in ("sort", "table"):
        raise ValueError(f"Invalid kind: {kind!r}. Please use None, 'sort' or 'table'.")
    x, test = _weakened(element, test_elements)
    if kind == "table" and not (KIND[x.dtype] in "biu" and KIND[test.dtype] in "biu"):
        raise ValueError(
            "The 'table' method is only supported for boolean or integer arrays. Please select 'sort' or None for kind."
        )
    flat = raveled(test)
    if not needs_exact(x.dtype, test.dtype):
        common = promote(x.dtype, test.dtype)
        x, flat = cast(x, common), cast(flat, common)
    members = _isin(x, flat)
    return wrap(~members if invert else members)


def _weakened(a: Any, b: Any) -> list[torch.Tensor]:
    """Return two array-likes as tensors; a Python float or complex gets the precision of the other, an int is exact."""
    kind_a, kind_b = scalar_kind(a), scalar_kind(b)
    if (kind_a is None) == (kind_b is None):
        return as_tensors("isin", a, b)
    t = as_tensor(b if kind_a else a)
    kind, value = (kind_a, a) if kind_a else (kind_b, b)
    weak = kind in "fc" or KIND[t.dtype] in "fc"  # type: ignore[operator]
    s = as_tensor(value, dtype=weak_promote(t.dtype, kind) if weak else None, device=t.device)  # type: ignore[arg-type]
    return [s, t] if kind_a else [t, s]


def _isin(x: torch.Tensor, test: torch.Tensor) -> torch.Tensor:
    """Return which elements of `x` are in the flat `test`; the dtypes are equal, or one is uint64 and one signed."""
    return (kernels.isin_mixed if needs_exact(x.dtype, test.dtype) else kernels.isin)(x, test)


def _common(name: str, ar1: Any, ar2: Any) -> tuple[torch.Tensor, torch.Tensor, torch.dtype]:
    """Return two tensors, flattened and cast, and their common dtype. Integers are not cast to an inexact dtype."""
    a, b = (raveled(t) for t in as_tensors(name, ar1, ar2))
    common = promote(a.dtype, b.dtype)
    return (a, b, common) if needs_exact(a.dtype, b.dtype) else (cast(a, common), cast(b, common), common)


_PAIR = """
Parameters
----------
ar1, ar2 : array_like
    Inputs, flattened.$options

Returns
-------
$returns
"""
_ASSUMED = "\nassume_unique : bool, default: False\n    Accepted for compatibility with NumPy; ignored."
_RESULT = "ndarray\n    1-D array of the common dtype."


@shared_docstring(_PAIR, options="", returns=_RESULT)
def union1d(ar1: Any, ar2: Any) -> ndarray:
    """Return the sorted unique elements that are in either of two arrays.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.union1d([3, 1], [1, 2])
    array([1, 2, 3])
    """
    a, b = promote_args("union1d", ar1, ar2)
    return finish("union1d", kernels.distinct(_cat([raveled(a), raveled(b)]), equal_nan=True), like=ar1)


@shared_docstring(
    _PAIR,
    options=f"{_ASSUMED}\nreturn_indices : bool, default: False\n    Whether to also return the indices of the first "
    "occurrences in `ar1` and `ar2`.",
    returns="ndarray or tuple of ndarray\n    1-D array of the common dtype, and the indices (int64) if requested.",
)
def intersect1d(
    ar1: Any, ar2: Any, assume_unique: bool = False, return_indices: bool = False
) -> ndarray | tuple[ndarray, ndarray, ndarray]:
    """Return the sorted unique elements that are in both of two arrays.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.intersect1d([1, 2, 2, 4], [4, 2])
    array([2, 4])
    """
    a, b, common = _common("intersect1d", ar1, ar2)
    if not return_indices and a.dtype is b.dtype:
        return finish("intersect1d", kernels.common(kernels.distinct(a, True), kernels.distinct(b, True)), like=ar1)
    first, second = kernels.group(a, True).indices, kernels.group(b, True).indices
    first = first[_isin(a[first], b)]
    second = second[_isin(b[second], a)]
    values = cast(a[first], common)
    if values.dtype is not a.dtype:
        # Different integers may be equal as floats.
        once = kernels.group(values, True).indices
        first, second, values = first[once], second[once], values[once]
    result = finish("intersect1d", values, like=ar1)
    return (result, wrap(first), wrap(second)) if return_indices else result


@shared_docstring(
    _PAIR,
    options="\nassume_unique : bool, default: False\n    Whether `ar1` is used as it is, without sorting.",
    returns="ndarray\n    1-D array of the dtype of `ar1`, sorted unless `assume_unique` is True.",
)
def setdiff1d(ar1: Any, ar2: Any, assume_unique: bool = False) -> ndarray:
    """Return the unique elements of one array that are not in another.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.setdiff1d([3, 1, 2, 3], [1])
    array([2, 3])
    """
    a = raveled(as_tensors("setdiff1d", ar1, ar2)[0])
    a = a if assume_unique else kernels.distinct(a, equal_nan=True)
    return finish("setdiff1d", a[isin(wrap(a), ar2, invert=True)._tensor], like=ar1)


@shared_docstring(_PAIR, options=_ASSUMED, returns=_RESULT)
def setxor1d(ar1: Any, ar2: Any, assume_unique: bool = False) -> ndarray:
    """Return the sorted unique elements that are in exactly one of two arrays.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.setxor1d([1, 2, 3], [3, 4])
    array([1, 2, 4])
    """
    a, b, common = _common("setxor1d", ar1, ar2)
    a, b = kernels.distinct(a, equal_nan=True), kernels.distinct(b, equal_nan=True)
    if a.dtype is b.dtype:
        return finish("setxor1d", kernels.exclusive(a, b), like=ar1)
    alone = torch.cat([cast(a[~_isin(a, b)], common), cast(b[~_isin(b, a)], common)])
    # Different integers may be equal as floats.
    return finish("setxor1d", alone[kernels.group(alone, equal_nan=False).indices], like=ar1)
