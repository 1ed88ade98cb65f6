"""Manipulation functions that join arrays; `_manipulation` re-exports them."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from typing import Any

import torch

from xp_torch._array.coercion import as_tensor, as_tensors, common_device, finish, warned_cast
from xp_torch._array.ndarray import ndarray, wrap_as
from xp_torch._facts.defaults import default_device
from xp_torch._facts.dtypes import FROM_TORCH, SAME_WIDTH_SIGNED, torch_dtype
from xp_torch._facts.promotion import can_cast, promote_dtypes, python_dtype, scalar_kind, weak_promote
from xp_torch._facts.shapes import normalize_axis
from xp_torch._kernels import manipulation as kernels
from xp_torch._kernels.cast import scalar_tensor

__all__ = [
    "append",
    "block",
    "column_stack",
    "concat",
    "concatenate",
    "dstack",
    "hstack",
    "row_stack",
    "stack",
    "vstack",
]

#: arrays that one call joins: NumPy counts them by C's int.
_MOST = 2**31 - 1
_cat, _stack = torch.cat, torch.stack


def _parts(name: str, arrays: Any, weak: bool = False) -> tuple[list[torch.Tensor], torch.dtype, Sequence[str | None]]:
    """Return a sequence of array-likes as tensors on one device, their common dtype, and which are of a weak kind.

    With `weak`, Python numbers among them take the dtype of the arrays.
    """
    if isinstance(arrays, (ndarray, torch.Tensor)):
        arrays = list(arrays if isinstance(arrays, ndarray) else arrays.unbind())
    elif not hasattr(arrays, "__getitem__") or not hasattr(arrays, "__len__"):
        raise TypeError(f'arrays to {name} must be passed as a "sequence" type such as list or tuple.')
    if not arrays:
        raise ValueError(f"need at least one array to {name}")
    if len(arrays) > _MOST:
        raise ValueError(f"{name}() only supports up to {_MOST} arrays but got {len(arrays)}.")
    kinds = [scalar_kind(a) if weak else None for a in arrays]
    if not any(kinds):
        found = as_tensors(name, *arrays)
        return found, promote_dtypes([t.dtype for t in found], []), kinds
    placed = [a for a in arrays if isinstance(a, (ndarray, torch.Tensor))]
    device = common_device(name, placed) if placed else default_device()
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
    """Return `parts` in the dtype of the result, of this shape: `dtype`, that of `out`, or `common`.

    `casting` must allow it, and `out` have the shape.
    """
    if dtype is not None and out is not None:
        raise TypeError("concatenate() only takes `out` or `dtype` as an argument, but both were provided.")
    target = common
    if dtype is not None:
        target = torch_dtype(dtype)
    elif isinstance(out, ndarray):
        if out.shape != shape:
            raise ValueError("Output array is the wrong shape")
        target = out._tensor.dtype
    for p, kind in zip(parts, kinds, strict=True):
        given = python_dtype("b") if kind == "b" else p.dtype
        # Python's ints, floats and complex numbers have no dtype to cast from
        weak = kind not in (None, "b") and weak_promote(target, kind) is target
        if not (can_cast(given, target, casting) or weak):
            raise TypeError(
                f"Cannot cast array data from {FROM_TORCH[p.dtype]!r} to {FROM_TORCH[target]!r} "
                f"according to the rule '{casting}'"
            )
    return [warned_cast(p, target, 4) for p in parts]


def _result(name: str, t: torch.Tensor, out: Any, arrays: Any) -> ndarray:
    """Return `t` as an array of the class of the first array, or write it to `out`."""
    first = next((a for a in arrays if isinstance(a, ndarray)), None) if isinstance(arrays, (list, tuple)) else None
    return finish(name, t, out, first)


def _plain(arrays: Any, axis: Any, dtype: Any, out: Any, casting: Any) -> list[torch.Tensor] | None:
    """Return arrays of one dtype as the tensors that torch joins as they are, else None."""
    if dtype is not None or out is not None or type(axis) is not int or casting != "same_kind":
        return None
    if (type(arrays) is not list and type(arrays) is not tuple) or not 0 < len(arrays) <= _MOST:
        return None
    own = getattr(arrays[0], "_dtype", None)
    found = []
    for a in arrays:
        if type(a) is not ndarray or a._dtype is not own:
            return None
        found.append(a._tensor)
    return None if own in SAME_WIDTH_SIGNED else found


def concat(arrays: Any, /, axis: Any = 0, out: Any = None, *, dtype: Any = None, casting: str = "same_kind") -> ndarray:
    """Join arrays along an axis that they have.

    Parameters
    ----------
    arrays : sequence of array_like
        Arrays of one shape but for the size of `axis`; their dtypes promote.
    axis : int or None, default: 0
        The axis; None joins the flattened arrays.
    out : ndarray, optional
        Where to write the result.
    dtype : dtype_like, optional
        Data type of the result.
    casting : {"same_kind", "no", "equiv", "safe", "unsafe"}, default: "same_kind"
        Which casts to the dtype of the result are allowed.

    Returns
    -------
    ndarray
        A copy.

    Raises
    ------
    ValueError
        If there is no array, or their shapes do not fit.
    TypeError
        If `arrays` is not a sequence, both `out` and `dtype` are given, or `casting` forbids a cast.
    AxisError
        If `axis` is out of bounds.

    See Also
    --------
    stack : Along a new axis.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.concat([xp.asarray([1, 2]), xp.asarray([0.5])])
    array([1. , 2. , 0.5])
    """
    plain = _plain(arrays, axis, dtype, out, casting)
    if plain is not None:
        try:
            joined = _cat(plain, axis) if axis else _cat(plain)
            ndim = joined.ndim
            # torch leaves out what has the shape (0,), and asks nothing of the axis where that is all there is
            if axis in (0, -1) if ndim == 1 else all(t.ndim == ndim for t in plain):
                return wrap_as(joined, arrays[0]._dtype)
        except (RuntimeError, IndexError):
            pass  # the general path says what is wrong
    parts, common, kinds = _parts("concatenate", arrays, weak=axis is None)
    if axis is None:
        parts, place = [p.reshape(-1) for p in parts], 0
    else:
        first = parts[0]
        if any(p.ndim == 0 for p in parts):
            raise ValueError("zero-dimensional arrays cannot be concatenated")
        place = normalize_axis(axis, first.ndim)
        for i, p in enumerate(parts):
            if p.ndim != first.ndim:
                raise ValueError(
                    "all the input arrays must have same number of dimensions, but the array at index 0 has "
                    f"{first.ndim} dimension(s) and the array at index {i} has {p.ndim} dimension(s)"
                )
            for d, (m, n) in enumerate(zip(first.shape, p.shape, strict=True)):
                if m != n and d != place:
                    raise ValueError(
                        "all the input array dimensions except for the concatenation axis must match exactly, but "
                        f"along dimension {d}, the array at index 0 has size {m} and the array at index {i} has "
                        f"size {n}"
                    )
    shape = list(parts[0].shape)
    shape[place] = sum(p.shape[place] for p in parts)
    cast = _cast_all(parts, common, kinds, tuple(shape), dtype, out, casting)
    return _result("concatenate", kernels.concat(cast, place), out, arrays)


concatenate = concat


def stack(arrays: Any, axis: Any = 0, out: Any = None, *, dtype: Any = None, casting: str = "same_kind") -> ndarray:
    """Join arrays of one shape along a new axis.

    Parameters
    ----------
    arrays : sequence of array_like
        The arrays; their dtypes promote.
    axis : int, default: 0
        Where the new axis is in the result.
    out : ndarray, optional
        Where to write the result.
    dtype : dtype_like, optional
        Data type of the result.
    casting : {"same_kind", "no", "equiv", "safe", "unsafe"}, default: "same_kind"
        Which casts to the dtype of the result are allowed.

    Returns
    -------
    ndarray
        A copy.

    Raises
    ------
    ValueError
        If there is no array, or their shapes differ.
    AxisError
        If `axis` is out of bounds.

    See Also
    --------
    unstack : The inverse.
    concat : Along an axis that they have.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.stack([[1, 2], [3, 4]], axis=1)
    array([[1, 3],
           [2, 4]])
    """
    plain = _plain(arrays, axis, dtype, out, casting)
    if plain is not None:
        try:
            return wrap_as(_stack(plain, axis) if axis else _stack(plain), arrays[0]._dtype)
        except (RuntimeError, IndexError):
            pass  # the general path says what is wrong
    parts, common, kinds = _parts("stack", arrays)
    if any(p.shape != parts[0].shape for p in parts):
        raise ValueError("all input arrays must have the same shape")
    place = normalize_axis(axis, parts[0].ndim + 1)
    shape = list(parts[0].shape)
    shape.insert(place, len(parts))
    cast = _cast_all(parts, common, kinds, tuple(shape), dtype, out, casting)
    return _result("stack", kernels.stack(cast, place), out, arrays)


def _joined(
    name: str, tup: Any, raised: Callable[[torch.Tensor], torch.Tensor], axis: int | None, dtype: Any, casting: str
) -> ndarray:
    """Join arrays that `raised` has given the dimensions they need; axis None is 0 for 1-D arrays, else 1."""
    if not hasattr(tup, "__getitem__"):
        raise TypeError('arrays to stack must be passed as a "sequence" type such as list or tuple.')
    items = list(tup)
    if not items:
        raise ValueError("need at least one array to concatenate")
    parts = [finish(name, raised(t), like=a) for t, a in zip(as_tensors(name, *items), items, strict=True)]
    place = (0 if parts[0].ndim == 1 else 1) if axis is None else axis
    return concat(parts, place, dtype=dtype, casting=casting)


def hstack(tup: Any, *, dtype: Any = None, casting: str = "same_kind") -> ndarray:
    """Join arrays along the second axis; 1-D arrays along the first.

    Parameters
    ----------
    tup : sequence of array_like
        The arrays.
    dtype : dtype_like, optional
        Data type of the result.
    casting : str, default: "same_kind"
        Which casts are allowed.

    Returns
    -------
    ndarray
        A copy.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.hstack([[1, 2], [3]])
    array([1, 2, 3])
    """
    return _joined("hstack", tup, lambda t: t.reshape(1) if t.ndim == 0 else t, None, dtype, casting)


def _row(t: torch.Tensor) -> torch.Tensor:
    """Return `t` with at least two dimensions, new ones in front."""
    return t.expand((1,) * (2 - t.ndim) + t.shape) if t.ndim < 2 else t


def vstack(tup: Any, *, dtype: Any = None, casting: str = "same_kind") -> ndarray:
    """Join arrays along the first axis; 1-D arrays are rows.

    Parameters
    ----------
    tup : sequence of array_like
        The arrays.
    dtype : dtype_like, optional
        Data type of the result.
    casting : str, default: "same_kind"
        Which casts are allowed.

    Returns
    -------
    ndarray
        A copy.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.vstack([[1, 2], [3, 4]])
    array([[1, 2],
           [3, 4]])
    """
    return _joined("vstack", tup, _row, 0, dtype, casting)


def row_stack(tup: Any, *, dtype: Any = None, casting: str = "same_kind") -> ndarray:
    """Join arrays along the first axis: NumPy's deprecated name of `vstack`.

    Parameters
    ----------
    tup : sequence of array_like
        The arrays.
    dtype : dtype_like, optional
        Data type of the result.
    casting : str, default: "same_kind"
        Which casts are allowed.

    Returns
    -------
    ndarray
        A copy.

    Warns
    -----
    DeprecationWarning
        Always, as in NumPy.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.vstack([[1, 2], [3, 4]])
    array([[1, 2],
           [3, 4]])
    """
    warnings.warn("`row_stack` alias is deprecated. Use `xp.vstack` directly.", DeprecationWarning, stacklevel=2)
    return vstack(tup, dtype=dtype, casting=casting)


def dstack(tup: Any) -> ndarray:
    """Join arrays along the third axis; ``(N,)`` counts as ``(1, N, 1)``, ``(M, N)`` as ``(M, N, 1)``.

    Parameters
    ----------
    tup : sequence of array_like
        The arrays.

    Returns
    -------
    ndarray
        A copy.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.dstack([[1, 2], [3, 4]])
    array([[[1, 3],
            [2, 4]]])
    """
    return _joined("dstack", tup, lambda t: _row(t).unsqueeze(2) if t.ndim < 3 else t, 2, None, "same_kind")


def column_stack(tup: Any) -> ndarray:
    """Join arrays along the second axis; 1-D arrays are columns.

    Parameters
    ----------
    tup : sequence of array_like
        The arrays.

    Returns
    -------
    ndarray
        A copy.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.column_stack([[1, 2], [3, 4]])
    array([[1, 3],
           [2, 4]])
    """
    return _joined("column_stack", tup, lambda t: _row(t).transpose(0, 1) if t.ndim < 2 else t, 1, None, "same_kind")


def append(arr: Any, values: Any, axis: Any = None) -> ndarray:
    """Return a copy with values joined to its end.

    Parameters
    ----------
    arr : array_like
        The array.
    values : array_like
        The values; of the shape of `arr` but for the size of `axis`.
    axis : int, optional
        The axis; by default both are flattened.

    Returns
    -------
    ndarray
        The copy.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.append([1, 2], 3)
    array([1, 2, 3])
    """
    first, second = as_tensors("append", arr, values)
    if axis is None:
        first, second, axis = first.reshape(-1), second.reshape(-1), 0
    return concat([finish("append", first, like=arr), finish("append", second)], axis)


def _index_text(index: tuple[int, ...]) -> str:
    return "arrays" + "".join(f"[{i}]" for i in index)


def _depth_of(arrays: Any, index: tuple[int, ...]) -> int:
    """Return how deeply lists are nested, the same everywhere; other depths and tuples raise NumPy's errors."""
    if isinstance(arrays, tuple):
        raise TypeError(
            f"{_index_text(index)} is a tuple. Only lists can be used to arrange blocks, and np.block does not allow "
            "implicit conversion from tuple to ndarray."
        )
    if not isinstance(arrays, list):
        return 0
    depths = [_depth_of(x, (*index, i)) for i, x in enumerate(arrays)]
    for i, depth in enumerate(depths):
        if depth != depths[0]:
            raise ValueError(
                f"List depths are mismatched. First element was at depth {len(index) + 1 + depths[0]}, but there is an "
                f"element at depth {len(index) + 1 + depth} ({_index_text((*index, i))})"
            )
    return depths[0] + 1 if depths else 1


def _refuse_empty(arrays: Any, index: tuple[int, ...]) -> None:
    """Raise NumPy's error for an empty list."""
    if isinstance(arrays, list):
        if not arrays:
            raise ValueError(f"List at {_index_text(index)} cannot be empty")
        for i, x in enumerate(arrays):
            _refuse_empty(x, (*index, i))


def block(arrays: Any) -> ndarray:
    """Join nested lists of arrays: the innermost along the last axis, those around them along the one before.

    Parameters
    ----------
    arrays : nested list of array_like
        The blocks. Those of fewer dimensions than the lists are deep, or than others have, get dimensions of size 1 in
        front.

    Returns
    -------
    ndarray
        A copy, of the common dtype.

    Raises
    ------
    ValueError
        If a list is empty, the lists are not equally deep, or the shapes don't fit.
    TypeError
        If there is a tuple.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.block([[xp.eye(2), xp.zeros((2, 1))], [xp.ones((1, 3))]])
    array([[1., 0., 0.],
           [0., 1., 0.],
           [1., 1., 1.]])
    """
    depth = _depth_of(arrays, ())
    _refuse_empty(arrays, ())
    level = [arrays]
    for _ in range(depth):
        level = [x for inner in level for x in inner]
    leaves = as_tensors("block", *level)
    ndim = max(depth, *(t.ndim for t in leaves))
    raised = [t.reshape((1,) * (ndim - t.ndim) + tuple(t.shape)) for t in leaves]
    rest = iter([finish("block", t, like=a) for t, a in zip(raised, level, strict=True)])

    def joined(part: Any, axis: int) -> ndarray:
        return concat([joined(x, axis + 1) for x in part], axis) if isinstance(part, list) else next(rest)

    found = joined(arrays, ndim - depth)
    return found if depth else found.copy()
