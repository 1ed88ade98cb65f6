"""Sets: unique elements, membership and set operations. Sizes of results depend on values, which are read back."""

from __future__ import annotations

import math
from typing import Any, Literal, NamedTuple, SupportsIndex, overload

import torch

from xp_torch._array.coercion import as_tensor, as_tensors, finish, one_value, promote_args
from xp_torch._array.door import call_override, has_override
from xp_torch._array.ndarray import ndarray, wrap, wrap_as
from xp_torch._facts.annotations import ArrayLike
from xp_torch._facts.dtypes import KIND
from xp_torch._facts.promotion import promote, scalar_kind, weak_promote
from xp_torch._facts.shapes import as_bool, fixed_size, normalize_axis
from xp_torch._facts.torch_errors import explained
from xp_torch._kernels import sets as kernels
from xp_torch._kernels.cast import cast
from xp_torch._kernels.elementwise.mixed_comparisons import needs_exact
from xp_torch._kernels.indexing.plan import aten_index
from xp_torch._kernels.indexing.take import take
from xp_torch._kernels.layout import raveled
from xp_torch._kernels.searching import first_true, padded, searchsorted, searchsorted_mixed
from xp_torch._kernels.sorting import argsort, gather

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


def _sized(name: str, t: torch.Tensor, size: Any, fill_value: Any) -> tuple[int | None, torch.Tensor | None]:
    """Return the number of slices to choose along the first axis of `t`, and the padding as 0-D tensor."""
    if size is None:
        return None, None
    size = fixed_size(name, size)
    if fill_value is not None:
        return size, one_value(name, fill_value, t)
    if size and not t.shape[0]:
        raise ValueError(f"{name}: fill_value must be given for an empty array and size={size}")
    return size, None


def _grouped(name: str, x: Any, size: Any, fill_value: Any) -> tuple[kernels.Groups, ndarray, ndarray]:
    """Return the groups of equal elements of `x` (NaNs are distinct), the unique values and the inverse indices."""
    t = as_tensor(x)
    flat = raveled(t)
    size, fill = _sized(name, flat, size, fill_value)
    groups = kernels.group(flat, False, size)
    return groups, finish("unique", groups.elements(flat, fill), like=x), wrap(groups.inverse.reshape(t.shape))


def unique_all(x: ArrayLike, *, size: int | None = None, fill_value: ArrayLike | None = None) -> UniqueAllResult:
    """Return the unique elements of an array, with indices, inverse indices and counts.

    Parameters
    ----------
    x : array_like
        Input, flattened.
    size : int, optional
        Number of elements to return: surplus ones are left out, and missing ones are padded. By default all are
        returned.
    fill_value : scalar, optional
        Value to pad with; by default the smallest element. Padded indices are those of the smallest element, padded
        counts are 0.

    Returns
    -------
    values : ndarray
        Unique elements, sorted. NaNs are distinct from each other, 0.0 and -0.0 are equal.
    indices : ndarray
        Index (int64) of the first occurrence of each in the flattened `x`.
    inverse_indices : ndarray
        Indices (int64) of the shape of `x`: ``values[inverse_indices]`` is `x`.
    counts : ndarray
        Number of occurrences (int64) of each.

    Notes
    -----
    Without `size`, the shape of the result depends on the values, which are read back to the host. With `size` nothing
    is read back, so that the function can be traced and mapped; the two parameters are JAX's.

    Examples
    --------
    >>> values, indices, inverse, counts = xp.unique_all(xp.asarray([3, 1, 3]))
    >>> values, indices, inverse, counts
    (array([1, 3]), array([1, 0]), array([1, 0, 1]), array([1, 2]))
    """
    if (type(x) is not ndarray or fill_value is not None) and has_override(x, fill_value):
        return call_override(unique_all, locals())
    groups, values, inverse = _grouped("unique_all", x, size, fill_value)
    return UniqueAllResult(values, wrap(groups.indices), inverse, wrap(groups.counts))


def unique_counts(x: ArrayLike, *, size: int | None = None, fill_value: ArrayLike | None = None) -> UniqueCountsResult:
    """Return the unique elements of an array, and how often each occurs.

    Parameters
    ----------
    x : array_like
        Input, flattened.
    size : int, optional
        Number of elements to return: surplus ones are left out, and missing ones are padded. By default all are
        returned.
    fill_value : scalar, optional
        Value to pad with; by default the smallest element. Padded indices are those of the smallest element, padded
        counts are 0.

    Returns
    -------
    values : ndarray
        Unique elements, sorted. NaNs are distinct from each other, 0.0 and -0.0 are equal.
    counts : ndarray
        Number of occurrences (int64) of each.

    Notes
    -----
    Without `size`, the shape of the result depends on the values, which are read back to the host. With `size` nothing
    is read back, so that the function can be traced and mapped; the two parameters are JAX's.

    Examples
    --------
    >>> xp.unique_counts(xp.asarray([3, 1, 3])).counts
    array([1, 2])
    >>> xp.unique_counts(xp.asarray([3, 1, 3]), size=3, fill_value=0)
    UniqueCountsResult(values=array([1, 3, 0]), counts=array([1, 2, 0]))
    """
    if (type(x) is not ndarray or fill_value is not None) and has_override(x, fill_value):
        return call_override(unique_counts, locals())
    if size is not None:
        groups, values, _ = _grouped("unique_counts", x, size, fill_value)
        return UniqueCountsResult(values, wrap(groups.counts))
    t, counts = kernels.counted(raveled(as_tensor(x)), equal_nan=False)
    return UniqueCountsResult(finish("unique", t, like=x), wrap(counts))


def unique_inverse(
    x: ArrayLike, *, size: int | None = None, fill_value: ArrayLike | None = None
) -> UniqueInverseResult:
    """Return the unique elements of an array, and the indices that rebuild the array from them.

    Parameters
    ----------
    x : array_like
        Input, flattened.
    size : int, optional
        Number of elements to return: surplus ones are left out, and missing ones are padded. By default all are
        returned.
    fill_value : scalar, optional
        Value to pad with; by default the smallest element. Padded indices are those of the smallest element, padded
        counts are 0.

    Returns
    -------
    values : ndarray
        Unique elements, sorted. NaNs are distinct from each other, 0.0 and -0.0 are equal.
    inverse_indices : ndarray
        Indices (int64) of the shape of `x`: ``values[inverse_indices]`` is `x`.

    Notes
    -----
    Without `size`, the shape of the result depends on the values, which are read back to the host. With `size` nothing
    is read back, so that the function can be traced and mapped; the two parameters are JAX's.

    Examples
    --------
    >>> xp.unique_inverse(xp.asarray([3, 1, 3])).inverse_indices
    array([1, 0, 1])
    """
    if (type(x) is not ndarray or fill_value is not None) and has_override(x, fill_value):
        return call_override(unique_inverse, locals())
    return UniqueInverseResult(*_grouped("unique_inverse", x, size, fill_value)[1:])


def unique_values(x: ArrayLike, *, size: int | None = None, fill_value: ArrayLike | None = None) -> ndarray:
    """Return the unique elements of an array.

    Parameters
    ----------
    x : array_like
        Input, flattened.
    size : int, optional
        Number of elements to return: surplus ones are left out, and missing ones are padded. By default all are
        returned.
    fill_value : scalar, optional
        Value to pad with; by default the smallest element. Padded indices are those of the smallest element, padded
        counts are 0.

    Returns
    -------
    ndarray
        Unique elements, sorted. NaNs are distinct from each other, 0.0 and -0.0 are equal.

    Notes
    -----
    Without `size`, the shape of the result depends on the values, which are read back to the host. With `size` nothing
    is read back, so that the function can be traced and mapped; the two parameters are JAX's.

    See Also
    --------
    unique : NumPy's function, where NaNs are equal.

    Examples
    --------
    >>> xp.unique_values(xp.asarray([3.0, 1.0, 3.0, xp.nan, xp.nan]))
    array([ 1.,  3., nan, nan])
    >>> xp.unique_values(xp.asarray([3, 1, 3]), size=3)
    array([1, 3, 1])
    """
    if (type(x) is not ndarray or fill_value is not None) and has_override(x, fill_value):
        return call_override(unique_values, locals())
    if size is not None:
        return _grouped("unique_values", x, size, fill_value)[1]
    return finish("unique", kernels.distinct(raveled(as_tensor(x)), equal_nan=False), like=x)


@overload
def unique(
    ar: ArrayLike,
    return_index: Literal[False] = False,
    return_inverse: Literal[False] = False,
    return_counts: Literal[False] = False,
    axis: SupportsIndex | None = None,
    *,
    equal_nan: bool = True,
    sorted: bool = True,
    size: int | None = None,
    fill_value: ArrayLike | None = None,
) -> ndarray: ...
@overload
def unique(
    ar: ArrayLike,
    return_index: bool = False,
    return_inverse: bool = False,
    return_counts: bool = False,
    axis: SupportsIndex | None = None,
    *,
    equal_nan: bool = True,
    sorted: bool = True,
    size: int | None = None,
    fill_value: ArrayLike | None = None,
) -> Any: ...
def unique(
    ar: ArrayLike,
    return_index: bool = False,
    return_inverse: bool = False,
    return_counts: bool = False,
    axis: SupportsIndex | None = None,
    *,
    equal_nan: bool = True,
    sorted: bool = True,
    size: int | None = None,
    fill_value: ArrayLike | None = None,
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
    size : int, optional
        Number of elements to return: surplus ones are left out, and missing ones are padded. By default all are
        returned. With `size` nothing is read back, so that the function can be traced and mapped.
    fill_value : scalar, optional
        Value to pad with; by default the smallest element. Padded indices are those of the smallest element, padded
        counts are 0.

    Returns
    -------
    ndarray or tuple of ndarray
        The unique elements, followed by the other results requested (int64), in the order of the parameters.

    See Also
    --------
    unique_values : The standard's function, where NaNs are distinct.

    Notes
    -----
    The unique elements of text are an array of NumPy; with `return_inverse`, the other results are its codes.

    Examples
    --------
    >>> xp.unique([3.0, 1.0, xp.nan, 3.0, xp.nan])
    array([ 1.,  3., nan])
    >>> xp.unique([[1, 2], [1, 2], [0, 5]], axis=0)
    array([[0, 5],
           [1, 2]])
    >>> xp.unique([3, 1, 3], size=4, fill_value=0)
    array([1, 3, 0, 0])
    >>> labels, codes = xp.unique(["b", "a", "b"], return_inverse=True)
    >>> labels.tolist(), codes
    (['a', 'b'], array([1, 0, 1]))
    """
    return_index, return_inverse = as_bool(return_index, "return_index"), as_bool(return_inverse, "return_inverse")
    return_counts, equal_nan = as_bool(return_counts, "return_counts"), as_bool(equal_nan, "equal_nan")
    if type(ar) is ndarray and axis is None and size is None and not (return_index or return_inverse or return_counts):
        values = kernels.plain_unique(ar._tensor, ar._dtype, equal_nan)
        if values is not None:
            return wrap_as(values, ar._dtype)
    if (type(ar) is not ndarray or fill_value is not None) and has_override(ar, fill_value):
        return call_override(unique, locals())
    t = as_tensor(ar)
    axis = None if axis is None else normalize_axis(axis, t.ndim)
    if axis is None or t.ndim == 1:
        flat, shape = raveled(t), tuple(t.shape)
        size, fill = _sized("unique", flat, size, fill_value)
        if size is None and not (return_index or return_inverse):
            if not return_counts:
                return finish("unique", kernels.distinct(flat, equal_nan), like=ar)
            values, counts = kernels.counted(flat, equal_nan)
            return finish("unique", values, like=ar), wrap(counts)
        groups = kernels.group(flat, equal_nan, size)
        values = groups.elements(flat, fill)
    else:
        slices = t.movedim(axis, 0)
        size, fill = _sized("unique", slices, size, fill_value)
        groups = kernels.group_rows(slices.reshape(slices.shape[0], math.prod(slices.shape[1:])), size)
        values, shape = groups.elements(slices, fill).movedim(0, axis), (slices.shape[0],)
    results = [finish("unique", values, like=ar)]
    if return_index:
        results.append(wrap(groups.indices))
    if return_inverse:
        results.append(wrap(groups.inverse.reshape(shape)))
    if return_counts:
        results.append(wrap(groups.counts))
    return results[0] if len(results) == 1 else tuple(results)


def isin(
    element: ArrayLike,
    test_elements: ArrayLike,
    assume_unique: bool = False,
    invert: bool = False,
    *,
    kind: Literal["sort", "table"] | None = None,
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
    >>> xp.isin(xp.asarray([[0, 2], [4, 6]]), [1, 2, 4])
    array([[False,  True],
           [ True, False]])
    """
    invert = as_bool(invert, "invert")
    if kind is None:
        if type(element) is ndarray and type(test_elements) is ndarray and element._dtype is test_elements._dtype:
            members = kernels.plain_isin(element._tensor, test_elements._tensor, element._dtype, invert)
            if members is not None:
                return wrap_as(members, _bool)
    elif kind not in ("sort", "table"):
        raise ValueError(f"Invalid kind: {kind!r:.80}. Please use None, 'sort' or 'table'.")
    if has_override(element, test_elements):
        return call_override(isin, locals())
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
    return wrap(torch.logical_not(members) if invert else members)


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
    """Return which elements of `x` are in the flat `test`.

    The dtypes are equal, or one is uint64 and the other one signed.
    """
    return (kernels.isin_mixed if needs_exact(x.dtype, test.dtype) else kernels.isin)(x, test)


def _common(name: str, ar1: Any, ar2: Any) -> tuple[torch.Tensor, torch.Tensor, torch.dtype]:
    """Return two tensors, flattened and cast, and their common dtype. Integers are not cast to an inexact dtype."""
    a, b = (raveled(t) for t in as_tensors(name, ar1, ar2))
    common = promote(a.dtype, b.dtype)
    return (a, b, common) if needs_exact(a.dtype, b.dtype) else (cast(a, common), cast(b, common), common)


def _chosen(
    name: str, like: Any, t: torch.Tensor, mask: torch.Tensor, size: int, fill_value: Any, equal_nan: bool = True
) -> tuple[ndarray, torch.Tensor]:
    """Return `size` distinct elements of the flat `t` where `mask` is true, sorted, and their indices in `t`."""
    indices = kernels.chosen(t, mask, size, equal_nan)
    fill = one_value(name, 0 if fill_value is None else fill_value, t)
    if fill_value is None and size:
        fill = padded(t, 0, indices.narrow(0, 0, 1), fill).reshape(())
    return finish(name, padded(t, 0, indices, fill), like=like), indices


def union1d(ar1: ArrayLike, ar2: ArrayLike, *, size: int | None = None, fill_value: ArrayLike | None = None) -> ndarray:
    """Return the sorted unique elements that are in either of two arrays.

    Parameters
    ----------
    ar1, ar2 : array_like
        Inputs, flattened.
    size : int, optional
        Number of elements to return: surplus ones are left out, and missing ones are padded. By default all are
        returned.
    fill_value : scalar, optional
        Value to pad with; by default the smallest element.

    Returns
    -------
    ndarray
        1-D array of the common dtype.

    Notes
    -----
    Without `size`, the shape of the result depends on the values, which are read back to the host. With `size` nothing
    is read back, so that the function can be traced and mapped; the two parameters are JAX's.

    Examples
    --------
    >>> xp.union1d([3, 1], [1, 2])
    array([1, 2, 3])
    """
    if has_override(ar1, ar2, fill_value):
        return call_override(union1d, locals())
    a, b = promote_args("union1d", ar1, ar2)
    both = _cat([raveled(a), raveled(b)])
    size, fill = _sized("union1d", both, size, fill_value)
    if size is not None:
        return finish("union1d", kernels.group(both, True, size).elements(both, fill), like=ar1)
    return finish("union1d", kernels.distinct(both, equal_nan=True), like=ar1)


@overload
def intersect1d(
    ar1: ArrayLike,
    ar2: ArrayLike,
    assume_unique: bool = False,
    return_indices: Literal[False] = False,
    *,
    size: int | None = None,
    fill_value: ArrayLike | None = None,
) -> ndarray: ...
@overload
def intersect1d(
    ar1: ArrayLike,
    ar2: ArrayLike,
    assume_unique: bool = False,
    return_indices: bool = False,
    *,
    size: int | None = None,
    fill_value: ArrayLike | None = None,
) -> Any: ...
def intersect1d(
    ar1: ArrayLike,
    ar2: ArrayLike,
    assume_unique: bool = False,
    return_indices: bool = False,
    *,
    size: int | None = None,
    fill_value: ArrayLike | None = None,
) -> ndarray | tuple[ndarray, ndarray, ndarray]:
    """Return the sorted unique elements that are in both of two arrays.

    Parameters
    ----------
    ar1, ar2 : array_like
        Inputs, flattened.
    assume_unique : bool, default: False
        Accepted for compatibility with NumPy; ignored.
    return_indices : bool, default: False
        Whether to also return the indices of the first occurrences in `ar1` and `ar2`. Padded indices are the sizes of
        these.
    size : int, optional
        Number of elements to return: surplus ones are left out, and missing ones are padded. By default all are
        returned.
    fill_value : scalar, optional
        Value to pad with; by default the smallest element of the result, or 0 if it has none.

    Returns
    -------
    ndarray or tuple of ndarray
        1-D array of the common dtype, and the indices (int64) if requested.

    Notes
    -----
    Without `size`, the shape of the result depends on the values, which are read back to the host. With `size` nothing
    is read back, so that the function can be traced and mapped; the two parameters are JAX's.

    Examples
    --------
    >>> xp.intersect1d([1, 2, 2, 4], [4, 2])
    array([2, 4])
    """
    if has_override(ar1, ar2, fill_value):
        return call_override(intersect1d, locals())
    return_indices = as_bool(return_indices, "return_indices")
    a, b, common = _common("intersect1d", ar1, ar2)
    if size is not None:
        size, in_both = fixed_size("intersect1d", size), _isin(a, b)
        result, first = _chosen("intersect1d", ar1, cast(a, common), in_both, size, fill_value)
        if not return_indices:
            return result
        return result, wrap(first), wrap(_positions(a, first, b))
    if not return_indices and a.dtype is b.dtype:
        return finish("intersect1d", kernels.common(kernels.distinct(a, True), kernels.distinct(b, True)), like=ar1)
    first, second = kernels.group(a, True).indices, kernels.group(b, True).indices
    first = first[_isin(aten_index(a, [first]), b)]
    second = second[_isin(aten_index(b, [second]), a)]
    values = cast(aten_index(a, [first]), common)
    if values.dtype is not a.dtype:
        # Different integers may be equal as floats.
        once = kernels.group(values, True).indices
        first, second, values = first[once], second[once], aten_index(values, [once])
    result = finish("intersect1d", values, like=ar1)
    return (result, wrap(first), wrap(second)) if return_indices else result


def _positions(a: torch.Tensor, indices: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    """Return the index in the flat `b` of the first occurrence of elements of `a`; padded indices are its size."""
    present, end = indices < a.shape[0], indices.new_full((), b.shape[0])
    if not (a.shape[0] and b.shape[0]):
        return end.expand(indices.shape).clone()
    order = argsort(b, 0)
    search = searchsorted_mixed if needs_exact(a.dtype, b.dtype) else searchsorted
    found = search(gather(b, 0, order), take(a, indices, 0, "clip"), False)
    return padded(order, 0, torch.where(present, found, end), end)


def setdiff1d(
    ar1: ArrayLike,
    ar2: ArrayLike,
    assume_unique: bool = False,
    *,
    size: int | None = None,
    fill_value: ArrayLike | None = None,
) -> ndarray:
    """Return the unique elements of one array that are not in another.

    Parameters
    ----------
    ar1, ar2 : array_like
        Inputs, flattened.
    assume_unique : bool, default: False
        Whether `ar1` is used as it is, without sorting.
    size : int, optional
        Number of elements to return: surplus ones are left out, and missing ones are padded. By default all are
        returned.
    fill_value : scalar, optional
        Value to pad with; by default 0.

    Returns
    -------
    ndarray
        1-D array of the dtype of `ar1`, sorted unless `assume_unique` is True.

    Notes
    -----
    Without `size`, the shape of the result depends on the values, which are read back to the host. With `size` nothing
    is read back, so that the function can be traced and mapped; the two parameters are JAX's.

    Examples
    --------
    >>> xp.setdiff1d([3, 1, 2, 3], [1])
    array([2, 3])
    """
    if has_override(ar1, ar2, fill_value):
        return call_override(setdiff1d, locals())
    assume_unique = as_bool(assume_unique, "assume_unique")
    a = raveled(as_tensors("setdiff1d", ar1, ar2)[0])
    if size is not None:
        size, alone = fixed_size("setdiff1d", size), isin(wrap(a), ar2, invert=True)._tensor
        positions = first_true(alone, size) if assume_unique else kernels.chosen(a, alone, size, True)
        fill = one_value("setdiff1d", 0 if fill_value is None else fill_value, a)
        return finish("setdiff1d", padded(a, 0, positions, fill), like=ar1)
    a = a if assume_unique else kernels.distinct(a, equal_nan=True)
    return finish("setdiff1d", aten_index(a, [isin(wrap(a), ar2, invert=True)._tensor]), like=ar1)


def setxor1d(
    ar1: ArrayLike,
    ar2: ArrayLike,
    assume_unique: bool = False,
    *,
    size: int | None = None,
    fill_value: ArrayLike | None = None,
) -> ndarray:
    """Return the sorted unique elements that are in exactly one of two arrays.

    Parameters
    ----------
    ar1, ar2 : array_like
        Inputs, flattened.
    assume_unique : bool, default: False
        Accepted for compatibility with NumPy; ignored.
    size : int, optional
        Number of elements to return: surplus ones are left out, and missing ones are padded. By default all are
        returned.
    fill_value : scalar, optional
        Value to pad with; by default the smallest element of the result, or 0 if it has none.

    Returns
    -------
    ndarray
        1-D array of the common dtype.

    Notes
    -----
    Without `size`, the shape of the result depends on the values, which are read back to the host. With `size` nothing
    is read back, so that the function can be traced and mapped; the two parameters are JAX's.

    Examples
    --------
    >>> xp.setxor1d([1, 2, 3], [3, 4])
    array([1, 2, 4])
    """
    if has_override(ar1, ar2, fill_value):
        return call_override(setxor1d, locals())
    a, b, common = _common("setxor1d", ar1, ar2)
    if size is not None:
        parts = [torch.logical_not(_isin(s, t)) & kernels.firsts(s) for s, t in ((a, b), (b, a))]
        both = _cat([cast(a, common), cast(b, common)])
        size = fixed_size("setxor1d", size)
        return _chosen("setxor1d", ar1, both, torch.cat(parts), size, fill_value, equal_nan=False)[0]
    a, b = kernels.distinct(a, equal_nan=True), kernels.distinct(b, equal_nan=True)
    if a.dtype is b.dtype:
        return finish("setxor1d", kernels.exclusive(a, b), like=ar1)
    alone = torch.cat([cast(aten_index(a, [~_isin(a, b)]), common), cast(aten_index(b, [~_isin(b, a)]), common)])
    # Different integers may be equal as floats.
    return finish("setxor1d", aten_index(alone, [kernels.group(alone, equal_nan=False).indices]), like=ar1)
