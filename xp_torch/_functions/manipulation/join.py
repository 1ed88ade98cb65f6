"""Joining arrays: `concat`, `stack`, `block` and their relatives."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, SupportsIndex

import numpy as np
import torch

from xp_torch._array.coercion import (
    OUTPUTS,
    as_tensor,
    as_tensors,
    check_nesting,
    finish,
    leaves_of,
    output_dtype,
    warned_cast,
)
from xp_torch._array.door import call_override, has_override, has_override_within
from xp_torch._array.ndarray import ndarray, wrap_as
from xp_torch._facts.annotations import ArrayLike, Casting, DTypeLike
from xp_torch._facts.defaults import default_device, python_dtype
from xp_torch._facts.dtypes import FROM_TORCH, SAME_WIDTH_SIGNED, numpys_dtype, torch_dtype
from xp_torch._facts.errors import without_frames
from xp_torch._facts.inspection import same_shape
from xp_torch._facts.promotion import can_cast, promote_dtypes, scalar_kind, weak_promote
from xp_torch._facts.shapes import joined_size, normalize_axis
from xp_torch._facts.torch_errors import common_device, raise_explained
from xp_torch._kernels import host_functions
from xp_torch._kernels import manipulation as kernels
from xp_torch._kernels.cast import scalar_tensor
from xp_torch._kernels.host import is_large
from xp_torch._kernels.layout import raveled

__all__ = [
    "append",
    "block",
    "column_stack",
    "concat",
    "concatenate",
    "dstack",
    "hstack",
    "stack",
    "vstack",
]

#: largest number of arrays that NumPy joins: C's largest int.
_MAX_ARRAYS = 2**31 - 1
#: Elements of a row up to which NumPy joins arrays row by row in less time than torch.
_SHORT_ROW = 16
_cat: Callable[..., torch.Tensor] = torch.cat
_stack: Callable[..., torch.Tensor] = torch.stack


def _as_parts(
    name: str, arrays: Any, weak: bool = False
) -> tuple[list[torch.Tensor], torch.dtype, Sequence[str | None]]:
    """Return a sequence of array-likes as tensors on one device, their common dtype, and the kinds of weak scalars.

    Python scalars are weak only if `weak`.
    """
    if isinstance(arrays, (ndarray, torch.Tensor)):
        arrays = list(arrays if isinstance(arrays, ndarray) else arrays.unbind())
    elif isinstance(arrays, np.ndarray):
        arrays = list(arrays)
    elif not hasattr(arrays, "__getitem__") or not hasattr(arrays, "__len__"):
        raise TypeError(f'arrays to {name} must be passed as a "sequence" type such as list or tuple.')
    if len(arrays) == 0:  # a NumPy array has no truth value
        raise ValueError(f"need at least one array to {name}")
    if len(arrays) > _MAX_ARRAYS:
        raise ValueError(f"{name}() only supports up to {_MAX_ARRAYS} arrays but got {len(arrays)}.")
    kinds = [scalar_kind(a) if weak else None for a in arrays]
    if not any(kinds):
        parts = as_tensors(name, *arrays)
        return parts, promote_dtypes([t.dtype for t in parts], []), kinds
    on_devices = [a for a in arrays if isinstance(a, (ndarray, torch.Tensor))]
    device = common_device(name, on_devices) if on_devices else default_device()
    strong = [None if k else as_tensor(a, device=device) for a, k in zip(arrays, kinds, strict=True)]
    common = promote_dtypes([t.dtype for t in strong if t is not None], [k for k in kinds if k])
    parts = [scalar_tensor(a, common, device) if t is None else t for a, t in zip(arrays, strong, strict=True)]
    return parts, common, kinds


def _cast_all(
    parts: list[torch.Tensor],
    common: torch.dtype,
    kinds: Sequence[str | None],
    shape: tuple[int, ...],
    dtype: Any,
    out: Any,
    casting: str,
) -> list[torch.Tensor]:
    """Return `parts` cast to the dtype of the result: `dtype`, the dtype of `out`, or `common`.

    `shape` is the shape of the result.
    """
    if dtype is not None and out is not None:
        raise TypeError("concatenate() only takes `out` or `dtype` as an argument, but both were provided.")
    target = common
    if dtype is not None:
        target = torch_dtype(dtype)
    elif isinstance(out, OUTPUTS):
        if out.shape != shape:
            raise ValueError("Output array is the wrong shape")
        target = output_dtype(out)
    for p, kind in zip(parts, kinds, strict=True):
        source = python_dtype("b") if kind == "b" else p.dtype
        weak = kind not in (None, "b") and weak_promote(target, kind) is target
        if not (can_cast(source, target, casting) or weak):
            raise TypeError(
                f"Cannot cast array data from {FROM_TORCH[p.dtype]!r} to {FROM_TORCH[target]!r} "
                f"according to the rule '{casting}'"
            )
    return [warned_cast(p, target) for p in parts]


def _finish_joined(name: str, t: torch.Tensor, out: Any, arrays: Any) -> ndarray:
    """Return `t` as an array of the class of the first array, or write it to `out`."""
    first = next((a for a in arrays if isinstance(a, ndarray)), None) if isinstance(arrays, (list, tuple)) else None
    return finish(name, t, out, first)


def _tensors_of_one_dtype(arrays: Any, axis: Any, dtype: Any, out: Any, casting: Any) -> list[torch.Tensor] | None:
    """Return the tensors of arrays of one dtype that torch can join; None if the fast path does not apply."""
    if dtype is not None or out is not None or type(axis) is not int or casting != "same_kind":
        return None
    if (type(arrays) is not list and type(arrays) is not tuple) or not 0 < len(arrays) <= _MAX_ARRAYS:
        return None
    common = getattr(arrays[0], "_dtype", None)
    tensors = []
    for a in arrays:
        if type(a) is not ndarray or a._dtype is not common:
            return None
        tensors.append(a._tensor)
    return None if common in SAME_WIDTH_SIGNED else tensors


def _joined_by_rows(tensors: list[torch.Tensor], axis: Any) -> torch.Tensor | None:
    """Return tensors joined along an axis, where torch copies row by row and the rows have few elements; else None."""
    first = tensors[0]
    if not is_large(first) or axis not in (-1, first.ndim - 1) or first.shape[-1] > _SHORT_ROW:
        return None
    if any(t.shape[:-1] != first.shape[:-1] for t in tensors):
        return None
    return host_functions.concatenate(first, axis, *tensors[1:])


def concatenate(
    arrays: ndarray | np.ndarray | Sequence[ArrayLike],
    /,
    axis: SupportsIndex | None = 0,
    out: ndarray | None = None,
    *,
    dtype: DTypeLike | None = None,
    casting: Casting = "same_kind",
) -> ndarray:
    """Join arrays along an existing axis.

    Parameters
    ----------
    arrays : sequence of array_like
        Arrays of equal shapes, except along `axis`; their dtypes promote.
    axis : int or None, default: 0
        Axis along which to join; None joins the flattened arrays.
    out : ndarray, optional
        Array to write the result to. It must have the shape of the result.
    dtype : dtype_like, optional
        Data type of the result; by default the common dtype of the arrays.
    casting : {"same_kind", "no", "equiv", "safe", "unsafe"}, default: "same_kind"
        Which casts to the dtype of the result are allowed.

    Returns
    -------
    ndarray
        New array.

    See Also
    --------
    stack : Joins along a new axis.

    Examples
    --------
    >>> xp.concat([xp.asarray([1, 2]), xp.asarray([0.5])])
    array([1. , 2. , 0.5])
    """
    tensors, failure = _tensors_of_one_dtype(arrays, axis, dtype, out, casting), None
    if tensors is not None and (tensors[0].ndim == 1 or tensors[0].is_contiguous()):
        try:
            joined = _joined_by_rows(tensors, axis) if axis else None
            if joined is None:
                joined = _cat(tensors, axis) if axis else _cat(tensors)
            ndim = joined.ndim
            # torch skips tensors of shape (0,), and does not check the axis if it skips all.
            # It wraps a sum of sizes beyond int64.
            if joined.numel() and (axis in (0, -1) if ndim == 1 else all(t.ndim == ndim for t in tensors)):
                return wrap_as(joined, arrays[0]._dtype)  # type: ignore[union-attr]
        except (IndexError, ValueError):
            pass  # the general path raises the right error
        except RuntimeError as error:
            failure = error  # the arguments are checked first
    if has_override_within(arrays) or has_override(out) or numpys_dtype(dtype) is not None:
        return call_override(concatenate, locals())
    parts, common, kinds = _as_parts("concatenate", arrays, weak=axis is None)
    if axis is None:
        parts, dim = [raveled(p) for p in parts], 0
    else:
        first = parts[0]
        if any(p.ndim == 0 for p in parts):
            raise ValueError("zero-dimensional arrays cannot be concatenated")
        dim = normalize_axis(axis, first.ndim)
        for i, p in enumerate(parts):
            if p.ndim != first.ndim:
                raise ValueError(
                    "all the input arrays must have same number of dimensions, but the array at index 0 has "
                    f"{first.ndim} dimension(s) and the array at index {i} has {p.ndim} dimension(s)"
                )
            for d, (m, n) in enumerate(zip(first.shape, p.shape, strict=True)):
                if d != dim and m != n:
                    raise ValueError(
                        "all the input array dimensions except for the concatenation axis must match exactly, but "
                        f"along dimension {d}, the array at index 0 has size {m} and the array at index {i} has "
                        f"size {n}"
                    )
    shape = list(parts[0].shape)
    shape[dim] = joined_size([p.shape[dim] for p in parts])
    if failure is not None:
        raise_explained("concatenate", (), failure)
    cast = _cast_all(parts, common, kinds, tuple(shape), dtype, out, casting)
    return _finish_joined("concatenate", kernels.concat(cast, dim), out, arrays)


concat = concatenate


def stack(
    arrays: ndarray | np.ndarray | Sequence[ArrayLike],
    axis: SupportsIndex = 0,
    out: ndarray | None = None,
    *,
    dtype: DTypeLike | None = None,
    casting: Casting = "same_kind",
) -> ndarray:
    """Join arrays of one shape along a new axis.

    Parameters
    ----------
    arrays : sequence of array_like
        Arrays of one shape; their dtypes promote.
    axis : int, default: 0
        Position of the new axis in the result.
    out, dtype, casting
        As in `concat`.

    Returns
    -------
    ndarray
        New array.

    See Also
    --------
    unstack : The inverse.
    concat : Joins along an existing axis.

    Examples
    --------
    >>> xp.stack([[1, 2], [3, 4]], axis=1)
    array([[1, 3],
           [2, 4]])
    """
    tensors, failure = _tensors_of_one_dtype(arrays, axis, dtype, out, casting), None
    if tensors is not None and (tensors[0].ndim < 2 or tensors[0].is_contiguous()):
        try:
            if axis in (-1, tensors[0].ndim) and axis and is_large(tensors[0]):
                joined = _joined_by_rows([t.unsqueeze(-1) for t in tensors], -1)
                if joined is not None:
                    return wrap_as(joined, arrays[0]._dtype)  # type: ignore[union-attr]
            joined = _stack(tensors, axis) if axis else _stack(tensors)
            return wrap_as(joined, arrays[0]._dtype)  # type: ignore[union-attr]
        except (IndexError, ValueError):
            pass  # the general path raises the right error
        except RuntimeError as error:
            failure = error  # the arguments are checked first
    if has_override_within(arrays) or has_override(out) or numpys_dtype(dtype) is not None:
        return call_override(stack, locals())
    parts, common, kinds = _as_parts("stack", arrays)
    if not all(same_shape(p.shape, parts[0].shape) for p in parts):
        raise ValueError("all input arrays must have the same shape")
    dim = normalize_axis(axis, parts[0].ndim + 1)
    if failure is not None:
        raise_explained("stack", (), failure)
    shape = list(parts[0].shape)
    shape.insert(dim, len(parts))
    cast = _cast_all(parts, common, kinds, tuple(shape), dtype, out, casting)
    return _finish_joined("stack", kernels.stack(cast, dim), out, arrays)


def _concat_reshaped(
    name: str,
    tup: Any,
    reshape: Callable[[torch.Tensor], torch.Tensor],
    axis: int | None,
    dtype: Any = None,
    casting: Any = "same_kind",
) -> ndarray:
    """Join arrays that `reshape` gives enough dimensions; axis None is 0 for 1-D arrays, else 1."""
    if not hasattr(tup, "__getitem__"):
        raise TypeError('arrays to stack must be passed as a "sequence" type such as list or tuple.')
    items = list(tup)
    if not items:
        raise ValueError("need at least one array to concatenate")
    parts = [finish(name, reshape(t), like=a) for t, a in zip(as_tensors(name, *items), items, strict=True)]
    dim = (0 if parts[0].ndim == 1 else 1) if axis is None else axis
    return concat(parts, dim, dtype=dtype, casting=casting)


def _row(t: torch.Tensor) -> torch.Tensor:
    """Return `t` with at least two dimensions; new ones come first."""
    return t.expand((1,) * (2 - t.ndim) + t.shape) if t.ndim < 2 else t


def hstack(
    tup: ndarray | np.ndarray | Sequence[ArrayLike], *, dtype: DTypeLike | None = None, casting: Casting = "same_kind"
) -> ndarray:
    """Join arrays along the second axis, 1-D arrays along the first.

    Parameters
    ----------
    tup : sequence of array_like
        Arrays to join.
    dtype : dtype_like, optional
        Data type of the result; by default the common dtype of the arrays.
    casting : {"same_kind", "no", "equiv", "safe", "unsafe"}, default: "same_kind"
        Which casts to the dtype of the result are allowed.

    Returns
    -------
    ndarray
        New array.

    Examples
    --------
    >>> xp.hstack([[1, 2], [3]])
    array([1, 2, 3])
    """
    if has_override_within(tup) or numpys_dtype(dtype) is not None:
        return call_override(hstack, locals())
    return _concat_reshaped("hstack", tup, lambda t: t.reshape(1) if t.ndim == 0 else t, None, dtype, casting)


def vstack(
    tup: ndarray | np.ndarray | Sequence[ArrayLike], *, dtype: DTypeLike | None = None, casting: Casting = "same_kind"
) -> ndarray:
    """Join arrays along the first axis, 1-D arrays as rows.

    Parameters
    ----------
    tup : sequence of array_like
        Arrays to join.
    dtype : dtype_like, optional
        Data type of the result; by default the common dtype of the arrays.
    casting : {"same_kind", "no", "equiv", "safe", "unsafe"}, default: "same_kind"
        Which casts to the dtype of the result are allowed.

    Returns
    -------
    ndarray
        New array.

    Examples
    --------
    >>> xp.vstack([[1, 2], [3, 4]])
    array([[1, 2],
           [3, 4]])
    """
    if has_override_within(tup) or numpys_dtype(dtype) is not None:
        return call_override(vstack, locals())
    return _concat_reshaped("vstack", tup, _row, 0, dtype, casting)


def dstack(tup: ndarray | np.ndarray | Sequence[ArrayLike]) -> ndarray:
    """Join arrays along the third axis, after reshaping ``(N,)`` to ``(1, N, 1)`` and ``(M, N)`` to ``(M, N, 1)``.

    Parameters
    ----------
    tup : sequence of array_like
        Arrays to join.

    Returns
    -------
    ndarray
        New array.

    Examples
    --------
    >>> xp.dstack([[1, 2], [3, 4]])
    array([[[1, 3],
            [2, 4]]])
    """
    if isinstance(tup, np.matrix):
        raise TypeError("dstack: NumPy writes outside of memory for the rows of a matrix; pass np.asarray(m)")
    if has_override_within(tup):
        return call_override(dstack, locals())
    return _concat_reshaped("dstack", tup, lambda t: _row(t).unsqueeze(2) if t.ndim < 3 else t, 2)


def column_stack(tup: ndarray | np.ndarray | Sequence[ArrayLike]) -> ndarray:
    """Join arrays along the second axis, 1-D arrays as columns.

    Parameters
    ----------
    tup : sequence of array_like
        Arrays to join.

    Returns
    -------
    ndarray
        New array.

    Examples
    --------
    >>> xp.column_stack([[1, 2], [3, 4]])
    array([[1, 3],
           [2, 4]])
    """
    if has_override_within(tup):
        return call_override(column_stack, locals())
    tensors = _tensors_of_one_dtype(tup, 1, None, None, "same_kind")
    if tensors is not None and all(t.ndim == 1 and same_shape(t.shape, tensors[0].shape) for t in tensors):
        return stack(tup, 1)
    return _concat_reshaped("column_stack", tup, lambda t: _row(t).transpose(0, 1) if t.ndim < 2 else t, 1)


def append(arr: ArrayLike, values: ArrayLike, axis: SupportsIndex | None = None) -> ndarray:
    """Return a copy of an array with values appended.

    Parameters
    ----------
    arr : array_like
        Array to copy.
    values : array_like
        Values to append; of the shape of `arr`, except along `axis`.
    axis : int, optional
        Axis along which to append; by default both arrays are flattened.

    Returns
    -------
    ndarray
        New array.

    Examples
    --------
    >>> xp.append([1, 2], 3)
    array([1, 2, 3])
    """
    if has_override(arr, values):
        return call_override(append, locals())
    first, second = as_tensors("append", arr, values)
    if axis is None:
        first, second, axis = raveled(first), raveled(second), 0
    return concat([finish("append", first, like=arr), finish("append", second)], axis)


def _index_text(index: tuple[int, ...]) -> str:
    return "arrays" + "".join(f"[{i}]" for i in index)


def _check_depth(arrays: Any, index: tuple[int, ...]) -> int:
    """Return how deeply lists are nested; raise NumPy's errors for unequal depths and tuples."""
    if isinstance(arrays, tuple):
        raise TypeError(
            f"{_index_text(index)} is a tuple. Only lists can be used to arrange blocks, and np.block does not allow "
            "implicit conversion from tuple to ndarray."
        )
    if not isinstance(arrays, list):
        return 0
    check_nesting(len(index) + 1)
    depths = [_check_depth(x, (*index, i)) for i, x in enumerate(arrays)] or [0]
    for i, depth in enumerate(depths):
        if depth != depths[0]:
            raise ValueError(
                f"List depths are mismatched. First element was at depth {len(index) + 1 + depths[0]}, but there is an "
                f"element at depth {len(index) + 1 + depth} ({_index_text((*index, i))})"
            )
    return depths[0] + 1


def block(arrays: ArrayLike | Sequence[Any]) -> ndarray:
    """Join nested lists of arrays: the innermost lists along the last axis, outer lists along the axes before.

    Parameters
    ----------
    arrays : nested list of array_like
        Blocks, with sizes of one prepended to their shapes as needed.

    Returns
    -------
    ndarray
        New array of the common dtype.

    Examples
    --------
    >>> xp.block([[xp.eye(2), xp.zeros((2, 1))], [xp.ones((1, 3))]])
    array([[1., 0., 0.],
           [0., 1., 0.],
           [1., 1., 1.]])
    """
    if has_override_within(leaves_of([arrays])):
        return call_override(block, locals())
    depth = _check_depth(arrays, ())
    nested: list[tuple[tuple[int, ...], Any]] = [((), arrays)]
    for _ in range(depth):
        for index, inner in nested:
            if not inner:
                raise ValueError(f"List at {_index_text(index)} cannot be empty")
        nested = [((*index, i), x) for index, inner in nested for i, x in enumerate(inner)]
    blocks = [x for _, x in nested]
    tensors = as_tensors("block", *blocks)
    ndim = max(depth, *(t.ndim for t in tensors))
    expanded = [t.reshape((1,) * (ndim - t.ndim) + tuple(t.shape)) for t in tensors]
    remaining = iter([finish("block", t, like=a) for t, a in zip(expanded, blocks, strict=True)])

    result = _joined(arrays, ndim - depth, remaining)
    return result if depth else result.copy()


@without_frames
def _joined(part: Any, axis: int, remaining: Iterator[ndarray]) -> ndarray:
    """Return the arrays that `remaining` yields, joined as the nested lists of `part` have them."""
    if not isinstance(part, list):
        return next(remaining)
    return concat([_joined(x, axis + 1, remaining) for x in part], axis)
