"""Selecting elements by conditions or by the numbers of choices: `select`, `choose`, `compress`, `extract`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, SupportsIndex

import numpy as np
import torch

from xp_torch._array.coercion import (
    OUTPUTS,
    as_tensor,
    as_tensors,
    device_among,
    finish,
    items_of,
    one_value,
    promote_args,
    write_out,
)
from xp_torch._array.deferred import plain
from xp_torch._array.door import call_override, has_override, has_override_within
from xp_torch._array.ndarray import ndarray
from xp_torch._facts.annotations import ArrayLike
from xp_torch._facts.promotion import can_cast
from xp_torch._facts.shapes import MAX_NDIM, broadcast_shapes, fixed_size, normalize_axis
from xp_torch._facts.torch_errors import common_device
from xp_torch._functions.indexing.take import take
from xp_torch._kernels.cast import cast
from xp_torch._kernels.indexing import select as kernels
from xp_torch._kernels.indexing.take import check_mode
from xp_torch._kernels.layout import raveled
from xp_torch._kernels.searching import first_true, padded, plain_nonzero, truth

__all__ = ["choose", "compress", "extract", "select"]


def select(condlist: Sequence[ArrayLike], choicelist: Sequence[ArrayLike], default: ArrayLike = 0) -> ndarray:
    """Select each element from the choice of the first condition that is true there.

    Parameters
    ----------
    condlist : list of ndarray
        Boolean arrays.
    choicelist : list of array_like
        As many arrays; all broadcast with the conditions. Python numbers are weak scalars.
    default : scalar or array_like, default: 0
        Value where no condition is true.

    Returns
    -------
    ndarray
        Array of the common dtype of the choices and `default`.

    See Also
    --------
    where : One condition.
    choose : Selection by number.

    Examples
    --------
    >>> x = xp.arange(6)
    >>> xp.select([x < 2, x > 3], [x, x**2], -1)
    array([ 0,  1, -1, -1, 16, 25])
    """
    if has_override_within(condlist) or has_override_within(choicelist) or has_override(default):
        return call_override(select, locals())
    if len(plain(condlist)) != len(plain(choicelist)):
        raise ValueError("list of cases must be same length as list of conditions")
    if not len(condlist):
        raise ValueError("select with an empty condition list is not possible")
    conditions = as_tensors("select", *condlist)
    *choices, last = promote_args("select", *choicelist, default)
    for i, c in enumerate(conditions):
        if c.dtype is not torch.bool:
            raise TypeError(f"invalid entry {i} in condlist: should be boolean ndarray")
    device = common_device("select", conditions + choices + [last])
    conditions, choices = ([t.to(device) for t in ts] for ts in (conditions, choices))
    broadcast_shapes(*(t.shape for t in (*conditions, *choices, last)))  # raises NumPy's error
    result = kernels.select(conditions, choices, last.to(device))
    like = next((x for x in choicelist if isinstance(x, ndarray)), condlist[0])
    return finish("select", result, like=like)


def _common_choices(items: list, device: torch.device) -> list[torch.Tensor]:
    """Return choices in their common dtype on `device`; a Python int out of its bounds wraps, as in arrays."""
    try:
        return [t.to(device) for t in promote_args("choose", *items, device=device)]
    except OverflowError:
        pass
    fitting = [0 if type(x) is int else x for x in items]
    parts = [t.to(device) for t in promote_args("choose", *fitting, device=device)]
    wide = [as_tensor(x, device=device) if type(x) is int else t for x, t in zip(items, parts, strict=True)]
    return [cast(t, parts[0].dtype) for t in wide]


def choose(
    a: ArrayLike,
    choices: ndarray | np.ndarray | Sequence[ArrayLike],
    out: ndarray | None = None,
    mode: Literal["raise", "wrap", "clip"] = "raise",
) -> ndarray:
    """Select each element from the choice whose number is given.

    Parameters
    ----------
    a : array_like of integers
        Numbers of the choices; broadcast with them.
    choices : sequence of array_like
        The choices; an array is a sequence along its first axis. Python numbers are weak scalars.
    out : ndarray, optional
        Array to write the result to. It must have the shape of the result.
    mode : {"raise", "wrap", "clip"}, default: "raise"
        What to do with a number out of bounds: raise (on the CPU only), take the remainder, or use the nearest bound.

    Returns
    -------
    ndarray
        Array of the common dtype of the choices, with the broadcast shape of all.

    See Also
    --------
    take_along_axis : Choices along an axis of one array.

    Examples
    --------
    >>> xp.choose([1, 0, 1], [[1, 2, 3], [10, 20, 30]])
    array([10,  2, 30])
    """
    if has_override(a) or has_override_within(choices) or has_override(out):
        return call_override(choose, locals())
    check_mode(mode)
    items = items_of(choices)
    if not items:
        raise ValueError("0-length sequence.")
    device = device_among("choose", a, *items)
    index = as_tensor(a, device=device)
    if not can_cast(index.dtype, torch.int64):
        raise TypeError(f"Cannot cast array data from {index.dtype} to {torch.int64} according to the rule 'safe'")
    if len(items) >= MAX_NDIM:
        raise ValueError(f"Need at least 0 and at most {MAX_NDIM} array objects.")
    parts = _common_choices(items, index.device)
    shape = broadcast_shapes(index.shape, *(t.shape for t in parts))
    result = kernels.choose(index.to(torch.int64), parts, shape, mode)
    if out is None:
        return finish("choose", result, like=a if isinstance(a, ndarray) else items[0])
    if not isinstance(out, OUTPUTS):
        raise TypeError("return arrays must be of ArrayType")
    if out.shape != shape:
        raise TypeError("choose: invalid shape for output array.")
    return write_out("choose", result, out, "unsafe")


def compress(
    condition: ArrayLike,
    a: ArrayLike,
    axis: SupportsIndex | None = None,
    out: ndarray | None = None,
    *,
    size: int | None = None,
    fill_value: ArrayLike = 0,
) -> ndarray:
    """Return the slices along an axis where a condition is true.

    Parameters
    ----------
    condition : array_like of bool
        1-D; if it is shorter than the axis, the rest counts as False.
    a : array_like
        Input array.
    axis : int, optional
        Axis along which to select; None uses the flattened array.
    out : ndarray, optional
        Array to write the result to. It must have the shape of the result.
    size : int, optional
        Size of the result along the axis: surplus slices are left out, and missing ones are padded. By default all are
        returned.
    fill_value : scalar, default: 0
        Value to pad with.

    Returns
    -------
    ndarray
        Copy whose size along the axis is the number of true conditions, or `size`.

    Warns
    -----
    DeprecationWarning
        If `out` is of another kind, as for `take`.

    See Also
    --------
    extract : For the flattened condition and array.

    Notes
    -----
    Without `size` the number of true conditions is read back to the host. With `size`, JAX's parameter, nothing is
    read back, and true conditions beyond the axis are ignored.

    Examples
    --------
    >>> xp.compress([False, True], [[1, 2], [3, 4], [5, 6]], axis=0)
    array([[3, 4]])
    >>> xp.compress([False, True, True], [1, 2, 3], size=3, fill_value=-1)
    array([ 2,  3, -1])
    """
    if has_override(condition, a, out, fill_value):
        return call_override(compress, locals())
    t, source = as_tensors("compress", condition, a)
    if t.ndim != 1:
        raise ValueError("condition must be a 1-d array")
    if size is not None:
        source, dim = (raveled(source), 0) if axis is None else (source, normalize_axis(axis, source.ndim))
        within = truth(t).narrow(0, 0, min(t.shape[0], source.shape[dim]))
        positions = first_true(within, fixed_size("compress", size))
        # Those of a shorter condition are padded with its own size.
        positions = torch.where(positions < t.shape[0], positions, source.shape[dim])
        result = padded(source, dim, positions, one_value("compress", fill_value, source))
        return finish("compress", result, out, a)
    if isinstance(condition, (list, tuple)) and all(type(c) in (bool, int) for c in condition):
        # No array's values have to be read.
        positions = torch.tensor([i for i, c in enumerate(condition) if c], dtype=torch.int64, device=source.device)
    else:
        positions = plain_nonzero(truth(t))[0]
    return take(a, finish("compress", positions), axis=axis, out=out)


def extract(condition: ArrayLike, arr: ArrayLike, *, size: int | None = None, fill_value: ArrayLike = 0) -> ndarray:
    """Return the elements of an array where a condition is true, in row-major order.

    Parameters
    ----------
    condition : array_like
        Booleans, or numbers, which are true unless zero.
    arr : array_like
        Array with as many elements as the condition.
    size : int, optional
        Number of elements to return, as in `compress`; by default all are returned.
    fill_value : scalar, default: 0
        Value to pad with.

    Returns
    -------
    ndarray
        1-D copy.

    See Also
    --------
    place : Write to these elements.

    Examples
    --------
    >>> x = xp.asarray([[1, 2], [3, 4]])
    >>> xp.extract(x > 2, x)
    array([3, 4])
    >>> xp.extract(x > 2, x, size=3)
    array([3, 4, 0])
    """
    if has_override(condition, arr, fill_value):
        return call_override(extract, locals())
    return compress(finish("extract", raveled(as_tensor(condition))), arr, size=size, fill_value=fill_value)
