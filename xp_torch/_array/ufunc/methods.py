"""The methods of ufuncs, as functions of a ufunc: `reduce`, `accumulate`, `reduceat`, `outer`, `at`."""

from __future__ import annotations

from typing import Any, NoReturn, SupportsIndex

import torch

from xp_torch._array.coercion import OUTPUTS, as_tensor, as_tensor_beside, as_tensors, copy_shared, finish, write_out
from xp_torch._array.ndarray import ndarray, wrap
from xp_torch._array.ufunc.overrides import overridden
from xp_torch._array.ufunc.record import Op
from xp_torch._array.ufunc.reduction import (
    REDUCE,
    accumulate_by,
    by_halves,
    finish_reduction,
    reduce_by,
    reduction_axes,
    reduction_dtype,
    wide_dtype,
)
from xp_torch._array.ufunc.resolution import read_signature, resolve
from xp_torch._facts.annotations import ArrayLike, Axis, Casting, DTypeLike
from xp_torch._facts.dtypes import KIND, as_dtype, torch_dtype
from xp_torch._facts.errors import UFuncTypeError
from xp_torch._facts.no_value import NO_VALUE
from xp_torch._facts.promotion import can_cast, promote, promote_dtypes, scalar_kind
from xp_torch._facts.torch_errors import raise_explained_write
from xp_torch._kernels import folds as kernels
from xp_torch._kernels import host_functions
from xp_torch._kernels.aliasing import flat_memory
from xp_torch._kernels.cast import cast, scalar_tensor
from xp_torch._kernels.layout import like_layout

__all__ = ["accumulate", "at", "outer", "reduce", "reduceat", "resolve_dtypes"]


def _binary(self: Any, method: str) -> Op:
    """Return the record of a ufunc; raise an error unless it has two operands and one result, as `method` needs."""
    if self.signature is not None:
        raise RuntimeError("Reduction not defined on ufunc with signature")
    if self.nin != 2:
        raise ValueError(f"{method} only supported for binary functions")
    if self.nout != 1:
        kind = TypeError if method == "reduce" else ValueError
        raise kind(f"{method} only supported for functions returning a single value")
    return _record(self)


def _record(self: Any) -> Any:
    """Return the record of a ufunc; for a user's function, the namespace in its place."""
    return self._op


def record_of(function: Any) -> Op | None:
    """Return the record of an elementwise ufunc of this package; None for other functions."""
    op = getattr(function, "_op", None)
    return op if isinstance(op, Op) else None


def _single(out: Any) -> Any:
    """Return the ``out=`` of a method: the element of a 1-tuple, None for ``...``."""
    if isinstance(out, tuple):
        if len(out) != 1:
            raise ValueError("The 'out' tuple must have exactly one entry per ufunc output")
        out = out[0]
        if out is ...:
            raise TypeError("must use `...` as `out=...` and not per-operand/in a tuple")
    return None if out is ... else out


def reduce(
    self: Any,
    array: ArrayLike,
    /,
    axis: Axis = 0,
    dtype: DTypeLike | None = None,
    out: ndarray | None = None,
    keepdims: bool = False,
    initial: ArrayLike = NO_VALUE,
    where: ArrayLike = True,
) -> ndarray:
    """Reduce an array over axes by the ufunc: ``add.reduce`` sums, ``multiply.reduce`` multiplies.

    Parameters
    ----------
    array : array_like
        Elements to reduce.
    axis : int or tuple of ints or None, default: 0
        Axes to reduce; None reduces all of them. Only one, if the ufunc's operands may not be reordered.
    dtype : dtype_like, optional
        Data type of the loop and of the result. By default that of `array` or of `out`; for `add` and `multiply` of
        small integers the default integer dtype.
    out : ndarray, optional
        Array to write the result to, with any cast. It must have the shape of the result.
    keepdims : bool, default: False
        Whether to keep the reduced axes, with size one.
    initial : scalar, optional
        Value to start from. The default is the ufunc's `identity`; None stands for no identity.
    where : array_like of bool, default: True
        Elements to include; broadcast against `array`.

    Returns
    -------
    ndarray
        The results; `out` if given.

    Raises
    ------
    ValueError
        If the ufunc does not have two operands, if there are no elements, or a mask, with neither an identity nor
        `initial`, or if operands may not be reordered and there are several axes.
    TypeError
        If the ufunc has several results, or no loop whose result has the dtype of its operands.

    Examples
    --------
    >>> xp.subtract.reduce([10, 1, 2]), xp.add.reduce([[1, 2], [3, 4]], axis=1)
    (array(7), array([3, 7]))
    """
    op = _binary(self, "reduce")
    out = _single(out)
    function = REDUCE.get(op.name)
    if function is not None:
        return function(array, axis, dtype, out, keepdims, initial, where)
    return reduce_by(op, array, axis, dtype, out, keepdims, initial, where)


def accumulate(
    self: Any, array: ArrayLike, /, axis: SupportsIndex = 0, dtype: DTypeLike | None = None, out: ndarray | None = None
) -> ndarray:
    """Return the running reduction of an array along an axis: ``add.accumulate`` is a running sum.

    Parameters
    ----------
    array : array_like
        Elements to reduce, with at least one dimension.
    axis : int, default: 0
        Axis along which to reduce.
    dtype : dtype_like, optional
        Data type of the loop and of the result, as for `reduce`.
    out : ndarray, optional
        Array to write the result to, with any cast. It must have the shape of the result.

    Returns
    -------
    ndarray
        The results, with the shape of `array`; `out` if given.

    Raises
    ------
    ValueError
        If the ufunc does not have two operands and one result, or several axes are given.
    TypeError
        If `array` is 0-D, or the ufunc has no loop whose result has the dtype of its operands.

    Examples
    --------
    >>> xp.multiply.accumulate([2, 3, 5]), xp.maximum.accumulate([1.0, 3.0, 2.0])
    (array([ 2,  6, 30]), array([1., 3., 3.]))
    """
    op = _binary(self, "accumulate")
    out = _single(out)
    result = overridden(op.name, "accumulate", (array,), out, axis=axis, dtype=dtype)
    if result is not NO_VALUE:
        return result
    (t,) = copy_shared([as_tensor(array)], out)
    dim = _one_axis("accumulate", axis, t.ndim)
    return finish_reduction(op.name, accumulate_by(op, t, dim, dtype, out), out, array)


def _one_axis(method: str, axis: Any, ndim: int) -> int:
    """Return the dimension `axis` of a method that works along one."""
    if not ndim:
        raise TypeError(f"cannot {method} on a scalar")
    axes = reduction_axes(axis, ndim)
    if len(axes) != 1:
        raise ValueError(f"{method} does not allow multiple axes")
    return axes[0]


def reduceat(
    self: Any,
    array: ArrayLike,
    /,
    indices: ArrayLike,
    axis: SupportsIndex = 0,
    dtype: DTypeLike | None = None,
    out: ndarray | None = None,
) -> ndarray:
    """Reduce slices of an array along an axis: from each index to the next, the last one to the end.

    Parameters
    ----------
    array : array_like
        Elements to reduce, with at least one dimension.
    indices : array_like of int
        Starts of the slices, 1-D. If the next one is not larger, the slice is one element.
    axis : int, default: 0
        Axis along which to reduce.
    dtype : dtype_like, optional
        Data type of the loop and of the result, as for `reduce`.
    out : ndarray, optional
        Array to write the result to, with any cast. It must have the shape of the result.

    Returns
    -------
    ndarray
        The results, one per index along `axis`; `out` if given.

    Raises
    ------
    IndexError
        If an index is negative or out of bounds.
    ValueError
        If the ufunc does not have two operands and one result, several axes are given, or `indices` is not 1-D.
    TypeError
        If `array` is 0-D, or the ufunc has no loop whose result has the dtype of its operands.

    Notes
    -----
    Sums of slices are added in pairs, so their last bits may differ from NumPy's.

    Examples
    --------
    >>> xp.add.reduceat(xp.arange(8), [0, 4, 1, 5])
    array([ 6,  4, 10, 18])
    """
    op = _binary(self, "reduceat")
    out = _single(out)
    result = overridden(op.name, "reduceat", (array, indices), out, axis=axis, dtype=dtype)
    if result is not NO_VALUE:
        return result
    (t,) = copy_shared([as_tensor(array)], out)
    dim = _one_axis("reduceat", axis, t.ndim)
    loop = reduction_dtype(op, t.dtype, dtype, out)
    starts = as_tensor(indices, device=None if isinstance(indices, ndarray) else t.device)
    if starts.ndim != 1:
        raise ValueError(f"{op.name}.reduceat: indices must be 1-D, got {starts.ndim} dimensions")
    if isinstance(indices, (ndarray, torch.Tensor)) and KIND[starts.dtype] not in "biu":
        raise TypeError(f"{op.name}.reduceat: indices must be integers, not {as_dtype(starts.dtype)}")
    starts = cast(starts, torch.int64)
    size = t.shape[dim]
    if isinstance(indices, (list, tuple)):
        for i in indices:
            if not 0 <= int(i) < size:
                raise _out_of_bounds(op.name, int(i), size)
    try:
        wide = wide_dtype(op, loop)
        rows = cast(t, wide).movedim(dim, 0)
        result = host_functions.reduceat(rows, op.name, starts)
        r = cast(kernels.fold_segments(op.loops[wide], rows, starts, by_halves(op)) if result is None else result, loop)
    except (IndexError, RuntimeError) as error:
        _raise_of_starts(op.name, starts, size, error)
    # In NumPy's iterator the axis has the steps of the indices, not those of the array.
    return finish_reduction(op.name, like_layout(r.movedim(0, dim), t.narrow(dim, 0, min(1, size))), out, array)


def _raise_of_starts(name: str, starts: torch.Tensor, size: int, error: Exception) -> NoReturn:
    """Raise NumPy's error for the first index of `reduceat` that is out of bounds; if there is none, `error` itself."""
    for i in [] if starts.is_meta else starts.tolist():
        if not 0 <= i < size:
            raise _out_of_bounds(name, i, size) from None
    raise error


def _out_of_bounds(name: str, index: int, size: int) -> IndexError:
    return IndexError(f"index {index} out-of-bounds in {name}.reduceat [0, {size})")


def outer(self: Any, A: ArrayLike, B: ArrayLike, /, **kwargs: Any) -> Any:
    """Apply the ufunc to every element of `A` with every element of `B`.

    Parameters
    ----------
    A, B : array_like
        Operands. Python scalars are weak, as in a call of the ufunc.
    **kwargs : Any
        Keyword arguments of the ufunc.

    Returns
    -------
    ndarray or tuple of ndarray
        Results of shape ``A.shape + B.shape``.

    Raises
    ------
    ValueError
        If the ufunc does not have two operands.
    TypeError
        If it is a generalized ufunc.

    Examples
    --------
    >>> xp.multiply.outer([1, 2], [3, 4, 5])
    array([[ 3,  4,  5],
           [ 6,  8, 10]])
    """
    if self.signature is not None:
        raise TypeError("method outer is not allowed in ufunc with non-trivial signature")
    if self.nin != 2:
        raise ValueError("outer product only supported for binary functions")
    result = overridden(_record(self).name, "outer", (A, B), **kwargs)
    if result is not NO_VALUE:
        return result
    if scalar_kind(A) is not None or scalar_kind(B) is not None:
        return self(A, B, **kwargs)  # a Python scalar has no axes, and is weak there
    a, b = as_tensors(self.__name__, A, B)
    left, right = finish("outer", a.reshape(tuple(a.shape) + (1,) * b.ndim), like=A), finish("outer", b, like=B)
    return self(left, right, **kwargs)


def second_operand(op: Op, t: torch.Tensor, b: Any) -> torch.Tensor:
    """Return the second operand of `at` as a tensor: a Python scalar in the dtype of the loop."""
    kind = scalar_kind(b)
    if kind is None or op.integer_second:
        return as_tensor_beside(f"{op.name}.at", t, b)
    return scalar_tensor(b, promote_dtypes([t.dtype], [kind]), t.device)


def at(self: Any, a: ndarray, indices: Any, b: ArrayLike | None = None, /) -> None:
    """Apply the ufunc in place to the elements at `indices`; a repeated index is applied each time.

    Parameters
    ----------
    a : ndarray
        Array to change; it may be a NumPy array.
    indices : index
        Any index that ``a[...]`` accepts.
    b : array_like, optional
        Second operands, broadcast to the shape of ``a[indices]``; for ufuncs of two operands. A Python scalar is weak.

    Raises
    ------
    TypeError
        If `a` is not an array, or there is no loop for the dtypes.
    ValueError
        If the ufunc has several results, `b` is missing, or given to a ufunc of one operand, or does not broadcast.
    IndexError
        If an index is out of bounds.
    OverflowError
        If `b` is a Python int that the dtype of `a` cannot hold.

    Notes
    -----
    For a repeated index, ``a[indices] += b`` adds once, and ``add.at(a, indices, b)`` every time. Results are cast to
    the dtype of `a`, as in NumPy.

    Returns
    -------
    None

    Examples
    --------
    >>> a = xp.zeros(3)
    >>> xp.add.at(a, [0, 0, 2], 1.0)
    >>> a
    array([2., 0., 1.])
    """
    if self.signature is not None:
        raise TypeError(
            f"{self.__name__}.at does not support ufunc with non-trivial signature: {self.__name__} has signature "
            f"{self.signature}."
        )
    if self.nout != 1:
        raise ValueError("Only single output ufuncs supported at this time")
    if not 1 <= self.nin <= 2:
        raise ValueError("Only unary and binary ufuncs supported at this time")
    if not isinstance(a, OUTPUTS):
        raise TypeError("first operand must be array")
    if self.nin == 2 and b is None:
        raise ValueError("second operand needed for ufunc")
    if self.nin == 1 and b is not None:
        raise ValueError("second operand provided when ufunc is unary")
    if overridden(_record(self).name, "at", (a, indices) if b is None else (a, indices, b)) is not NO_VALUE:
        return
    if not isinstance(a, ndarray):
        changed = wrap(as_tensor(a, copy=True))
        at(self, changed, indices, b)
        write_out(self.__name__, changed._tensor, a)
        return
    op = _record(self)
    t = a._tensor
    plain = type(a) is type(indices) is type(b) is ndarray
    if plain and host_functions.accumulate_at(op.name, t, indices._tensor, b._tensor):  # type: ignore[union-attr]
        return
    memory, count = flat_memory(t)
    places = wrap(count)[indices]._tensor
    where = places.reshape(-1)
    dtype, values, exponent = t.dtype, None, None
    if b is not None:
        values = second_operand(op, t, b)
        try:
            values = values.broadcast_to(places.shape).reshape(-1)
        except RuntimeError:
            raise ValueError("array is not broadcastable to correct shape") from None
        if not op.integer_second:
            dtype = promote(dtype, values.dtype)
        elif not can_cast(values.dtype, torch.int64):
            raise UFuncTypeError(
                f"ufunc '{op.name}' not supported for the input types: the second must be integers that int64 holds, "
                f"not {as_dtype(values.dtype)}"
            )
    loop = resolve(op, dtype)
    if values is not None:
        if op.integer_second:
            exponent = cast(values, torch.int64)
        values = cast(values, loop) if exponent is None else exponent
    try:
        kernels.at(op.name, op.loops[loop], memory, loop, where, values)
    except RuntimeError as error:
        raise_explained_write(t, error)
    a._store(t)


def resolve_dtypes(
    self: Any,
    dtypes: tuple[Any, ...],
    *,
    signature: tuple[DTypeLike | None, ...] | None = None,
    casting: Casting | None = None,
    reduction: bool = False,
) -> tuple:
    """Return the dtypes of the loop that the ufunc uses for operands of given dtypes.

    Parameters
    ----------
    dtypes : tuple
        One entry per operand and output: a dtype, None for an output that is not given, or the types `int`, `float` and
        `complex` for Python scalars.
    signature : str or tuple, optional
        Signature, as for the ufunc.
    casting : str, optional
        Casting rule, as for the ufunc; "same_kind" by default.
    reduction : bool, default: False
        Whether the loop is that of `reduce`; then `dtypes` is ``(None or out, array, None)``.

    Returns
    -------
    tuple of dtype
        One dtype per entry of `dtypes`.

    Raises
    ------
    TypeError
        If there is no loop, `casting` forbids a cast, or the number of dtypes is wrong.

    Examples
    --------
    >>> [d.name for d in xp.add.resolve_dtypes((xp.int8, xp.float32, None))]
    ['float32', 'float32', 'float32']
    """
    needed = (1,) if reduction else range(self.nin)
    whole = isinstance(dtypes, tuple) and len(dtypes) == self.nargs and not any(isinstance(d, str) for d in dtypes)
    if not whole or any(dtypes[i] is None for i in needed):
        raise TypeError(
            f"{self.__name__}.resolve_dtypes: dtypes must be a tuple of {self.nargs} dtypes, or None for outputs "
            f"that are not given (got {dtypes!r:.80})"
        )
    requested = read_signature(self.__name__, self.nin, self.nout, signature, None, None)
    if reduction:
        op = _binary(self, "reduce")
        if dtypes[2] is not None:
            raise TypeError(f"{self.__name__}.resolve_dtypes: the third dtype of a reduction must be None")
        target = None if dtypes[0] is None else wrap(torch.empty(0, dtype=torch_dtype(dtypes[0]), device="cpu"))
        loop = reduction_dtype(op, torch_dtype(dtypes[1]), requested and (requested[2] or requested[0]), target)
        return (as_dtype(loop),) * 3
    samples = [
        # NumPy's dtypes equal Python's types
        d()
        if isinstance(d, type) and d in (int, float, complex)
        else wrap(torch.ones(0, dtype=torch_dtype(d), device="cpu"))
        for d in dtypes[: self.nin]
    ]
    return _resolved(self, samples, dtypes, requested, casting or "same_kind")


def _resolved(self: Any, samples: list, dtypes: tuple, requested: tuple | None, casting: str) -> tuple:
    """Return the dtypes of inputs and outputs of the loop that serves `samples`."""
    computed = self(*samples, signature=requested, casting=casting)
    results = [as_dtype(r._dtype) for r in (computed if isinstance(computed, tuple) else (computed,))]
    for result, output in zip(results, dtypes[self.nin :], strict=True):
        if output is not None and not can_cast(torch_dtype(result), torch_dtype(output), casting):
            raise UFuncTypeError(
                f"Cannot cast ufunc '{self.__name__}' output from {result!r} to {as_dtype(output)!r} with casting rule "
                f"'{casting}'"
            )
    op = _record(self)
    arrays = [torch_dtype(x.dtype) for x in samples if isinstance(x, ndarray)]
    kinds = [{int: "i", float: "f", complex: "c"}[type(x)] for x in samples if not isinstance(x, ndarray)]
    requested_inputs = [d for d in (requested or ())[: self.nin] if d is not None]
    if op.result == "same":
        loop = results[0]
    elif requested_inputs:
        loop = as_dtype(requested_inputs[0])
    else:
        loop = as_dtype(resolve(op, promote_dtypes(arrays, kinds)))
    return (loop,) * self.nin + tuple(results)
