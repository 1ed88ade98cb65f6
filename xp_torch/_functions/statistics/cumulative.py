"""Running sums and products: the standard's, and NumPy's, which flatten."""

from __future__ import annotations

from typing import Any, SupportsIndex

import torch

from xp_torch._array.coercion import as_tensor, copy_shared
from xp_torch._array.door import call_override, has_override
from xp_torch._array.ndarray import ndarray, wrap_as
from xp_torch._array.ufunc.overrides import overridden, subclass_overrides
from xp_torch._array.ufunc.records import OPS
from xp_torch._array.ufunc.reduction import accumulate_by, finish_reduction
from xp_torch._facts.annotations import ArrayLike, DTypeLike
from xp_torch._facts.dtype_sets import SUMMED
from xp_torch._facts.dtypes import numpys_dtype
from xp_torch._facts.errors import without_frames
from xp_torch._facts.shapes import as_bool, normalize_axis
from xp_torch._facts.torch_errors import raise_explained
from xp_torch._kernels.layout import raveled
from xp_torch._kernels.statistics.reductions import products

__all__ = ["cumprod", "cumsum", "cumulative_prod", "cumulative_sum"]


@without_frames
def _running(
    name: str, operation: str, a: Any, axis: Any, dtype: Any, out: Any, flatten: bool, include_initial: bool = False
) -> ndarray:
    """Return the running reduction by an operation; without an `axis`, of the flattened array if `flatten`."""
    if type(a) is ndarray and dtype is None and out is None and not include_initial and a._dtype in SUMMED:
        t = a._tensor
        ndim = t.ndim
        if (axis is None and ndim == 1) or (type(axis) is int and -ndim <= axis < ndim and t.is_contiguous()):
            try:
                r = (torch.cumsum if operation == "add" else products)(t, axis or 0)
            except RuntimeError as error:
                raise_explained(name, (t,), error)
            return wrap_as(r, a._dtype)
    t = as_tensor(a) if out is None else copy_shared([as_tensor(a)], out)[0]
    if t.ndim == 0:
        t = t.reshape(1)
    if axis is None:
        if t.ndim > 1 and not flatten:
            raise ValueError("For arrays which have more than one dimension ``axis`` argument is required.")
        t, dim = raveled(t), 0
    else:
        dim = normalize_axis(axis, t.ndim)
    op = OPS[operation]
    if subclass_overrides(a) and not include_initial:
        return overridden(op.name, "accumulate", (a.ravel() if axis is None else a,), out, axis=dim, dtype=dtype)
    r = accumulate_by(op, t, dim, dtype, out)
    if include_initial:
        first = [1 if i == dim else size for i, size in enumerate(r.shape)]
        r = torch.cat([torch.full(first, op.identity, dtype=r.dtype, device=r.device), r], dim)
    return finish_reduction(name, r, out, a)


def cumsum(
    a: ArrayLike, axis: SupportsIndex | None = None, dtype: DTypeLike | None = None, out: ndarray | None = None
) -> ndarray:
    """Return the running sum along an axis, by default of the flattened array.

    Parameters
    ----------
    a : array_like
        Elements to add.
    axis : int or None, default: None
        Axis along which to add; None flattens the array.
    dtype : dtype_like, optional
        Data type of the sums, to which elements are cast first. By default as for `sum`.
    out : ndarray, optional
        Array to write the result to. It must have the shape of the result.

    Returns
    -------
    ndarray
        The sums; `out` if given.

    Notes
    -----
    Differs from NumPy: float16 is computed in float32, and each result rounded once.

    See Also
    --------
    cumulative_sum : the standard's function, which does not flatten.

    Examples
    --------
    >>> xp.cumsum([[1, 2], [3, 4]])
    array([ 1,  3,  6, 10])
    """
    if ((type(a) is not ndarray or out is not None) and has_override(a, out)) or numpys_dtype(dtype) is not None:
        return call_override(cumsum, locals())
    return _running("cumsum", "add", a, axis, dtype, out, flatten=True)


def cumprod(
    a: ArrayLike, axis: SupportsIndex | None = None, dtype: DTypeLike | None = None, out: ndarray | None = None
) -> ndarray:
    """Return the running product along an axis, by default of the flattened array.

    Parameters
    ----------
    a : array_like
        Elements to multiply.
    axis : int or None, default: None
        Axis along which to multiply; None flattens the array.
    dtype : dtype_like, optional
        Data type of the products, to which elements are cast first. By default as for `sum`.
    out : ndarray, optional
        Array to write the result to. It must have the shape of the result.

    Returns
    -------
    ndarray
        The products; `out` if given.

    Notes
    -----
    Differs from NumPy: float16 is computed in float32, and each result rounded once.

    See Also
    --------
    cumulative_prod : the standard's function, which does not flatten.

    Examples
    --------
    >>> xp.cumprod([[1, 2], [3, 4]], axis=0)
    array([[1, 2],
           [3, 8]])
    """
    if ((type(a) is not ndarray or out is not None) and has_override(a, out)) or numpys_dtype(dtype) is not None:
        return call_override(cumprod, locals())
    return _running("cumprod", "multiply", a, axis, dtype, out, flatten=True)


def cumulative_sum(
    x: ArrayLike,
    /,
    *,
    axis: SupportsIndex | None = None,
    dtype: DTypeLike | None = None,
    out: ndarray | None = None,
    include_initial: bool = False,
) -> ndarray:
    """Return the running sum along an axis.

    Parameters
    ----------
    x : array_like
        Elements to add.
    axis : int or None, default: None
        Axis along which to add; needed unless there is only one.
    dtype : dtype_like, optional
        Data type of the sums, to which elements are cast first. By default as for `sum`.
    out : ndarray, optional
        Array to write the result to. It must have the shape of the result.
    include_initial : bool, default: False
        Whether to start with the result for no elements; the axis is longer by one.

    Returns
    -------
    ndarray
        The sums; `out` if given.

    Notes
    -----
    Differs from NumPy: float16 is computed in float32, and each result rounded once.

    Examples
    --------
    >>> xp.cumulative_sum([1, 2, 3], include_initial=True)
    array([0, 1, 3, 6])
    """
    if ((type(x) is not ndarray or out is not None) and has_override(x, out)) or numpys_dtype(dtype) is not None:
        return call_override(cumulative_sum, locals())
    initial = as_bool(include_initial, "include_initial")
    return _running("cumulative_sum", "add", x, axis, dtype, out, False, initial)


def cumulative_prod(
    x: ArrayLike,
    /,
    *,
    axis: SupportsIndex | None = None,
    dtype: DTypeLike | None = None,
    out: ndarray | None = None,
    include_initial: bool = False,
) -> ndarray:
    """Return the running product along an axis.

    Parameters
    ----------
    x : array_like
        Elements to multiply.
    axis : int or None, default: None
        Axis along which to multiply; needed unless there is only one.
    dtype : dtype_like, optional
        Data type of the products, to which elements are cast first. By default as for `sum`.
    out : ndarray, optional
        Array to write the result to. It must have the shape of the result.
    include_initial : bool, default: False
        Whether to start with the result for no elements; the axis is longer by one.

    Returns
    -------
    ndarray
        The products; `out` if given.

    Notes
    -----
    Differs from NumPy: float16 is computed in float32, and each result rounded once.

    Examples
    --------
    >>> xp.cumulative_prod([1, 2, 3], include_initial=True)
    array([1, 1, 2, 6])
    """
    if ((type(x) is not ndarray or out is not None) and has_override(x, out)) or numpys_dtype(dtype) is not None:
        return call_override(cumulative_prod, locals())
    initial = as_bool(include_initial, "include_initial")
    return _running("cumulative_prod", "multiply", x, axis, dtype, out, False, initial)
