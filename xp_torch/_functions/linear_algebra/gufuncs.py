"""The linear algebra chapter: the products of the standard, NumPy's gufuncs. The extension is in `linalg`."""

from __future__ import annotations

import inspect
import operator
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import torch

from xp_torch._array.coercion import as_tensor, as_tensors, finish, promote_arrays, write_out
from xp_torch._array.ndarray import ndarray, wrap, wrap_as, wrap_like
from xp_torch._array.ufunc.call import attach, in_order
from xp_torch._array.ufunc.resolution import read_signature
from xp_torch._facts.dtypes import as_dtype, of_kind, torch_dtype
from xp_torch._facts.errors import AxisError, UFuncTypeError
from xp_torch._facts.promotion import can_cast, check_casting, promote_dtypes
from xp_torch._facts.shapes import broadcast_shapes, normalize_axis
from xp_torch._functions.linear_algebra.products import (
    plain_product,
)
from xp_torch._kernels import linear_algebra as kernels
from xp_torch._kernels.cast import cast

__all__ = ["matmul", "matrix_transpose", "matvec", "tensordot", "vecdot", "vecmat"]


#: out, axes, axis, keepdims, casting, order, dtype, signature and sig of a call that names none of them.
_DEFAULTS = (None, None, None, False, "same_kind", "K", None, None, None)


def _matvec(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    """Return matrices times vectors."""
    return kernels.matmul(a, b.unsqueeze(-1)).squeeze(-1)


def _vecmat(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    """Return conjugated vectors times matrices."""
    return kernels.matmul(a.conj().unsqueeze(-2), b).squeeze(-2)


#: name to (signature, core dimensions of the inputs, where the summed one lies among each, kernel).
_GUFUNCS = {
    "matmul": ("(n?,k),(k,m?)->(n?,m?)", (2, 2), kernels.matmul),
    "vecdot": ("(n),(n)->()", (1, 1), kernels.vecdot),
    "matvec": ("(m,n),(n)->(m)", (2, 1), _matvec),
    "vecmat": ("(n),(n,m)->(m)", (1, 2), _vecmat),
}


def _operands(name: str, inputs: tuple, dtype: Any, casting: str, asked: tuple | None) -> list[torch.Tensor]:
    """Return the inputs in the dtype of the loop, as ``dtype=``, ``signature=`` and ``casting=`` have it."""
    check_casting(casting)
    if asked is not None:
        dtype = next(d for d in asked if d is not None)
        met = [t.dtype if d is None else d for d, t in zip(asked, as_tensors(name, *inputs), strict=False)]
        inputs_left_open = asked[:2] == (None, None)
        if set(asked) - {None, dtype} or (not inputs_left_open and promote_dtypes(met, []) is not dtype):
            raise UFuncTypeError(f"No loop matching the specified signature and casting was found for ufunc {name}")
    given = promote_arrays(name, *inputs) if dtype is None else as_tensors(name, *inputs)
    loop = given[0].dtype if dtype is None else torch_dtype(dtype)
    if dtype is not None or casting not in ("same_kind", "unsafe"):
        for i, t in enumerate(as_tensors(name, *inputs)):
            if not can_cast(t.dtype, loop, casting):
                raise UFuncTypeError(
                    f"Cannot cast ufunc '{name}' input {i} from {as_dtype(t.dtype)!r} to {as_dtype(loop)!r} "
                    f"with casting rule '{casting}'"
                )
    return [cast(t, loop) for t in given]


def _core_axes(name: str, axes: Any, cores: Sequence[int], outputs: int, keepdims: bool) -> list[tuple[int, ...]]:
    """Return ``axes=`` as a tuple of core axes for each input and the output."""
    if not isinstance(axes, list):
        raise TypeError("axes should be a list.")
    entries = list(axes)
    if len(entries) == len(cores) and not outputs:
        entries.append((-1,) if keepdims else ())
    if len(entries) != len(cores) + 1:
        raise ValueError(
            f"axes should be a list with an entry for all {len(cores) + 1} inputs and outputs; "
            "entries for outputs can only be omitted if none of them has core axes."
        )
    found = []
    for i, (entry, core) in enumerate(zip(entries, (*cores, outputs + keepdims), strict=True)):
        if not isinstance(entry, tuple) and core != 1:
            try:
                operator.index(entry)
            except TypeError:
                raise TypeError(f"{name}: axes item {i} should be a tuple.") from None
            raise AxisError(f"{name}: operand {i} has {core} core dimensions, but the axes item is a single integer.")
        wanted = tuple(map(operator.index, entry if isinstance(entry, tuple) else (entry,)))
        if len(wanted) != core:
            raise AxisError(
                f"{name}: operand {i} has {core} core dimensions, but {len(wanted)} dimensions are specified by axes "
                "tuple."
            )
        found.append(wanted)
    return found


def _moved(t: torch.Tensor, source: Sequence[int], to: Sequence[int]) -> torch.Tensor:
    """Return `t` with dimensions moved, axes checked."""
    source = [normalize_axis(i, t.ndim) for i in source]
    to = [normalize_axis(i, t.ndim) for i in to]
    if len(set(source)) != len(source) or len(set(to)) != len(to):
        raise ValueError("axes item has value repeated")
    return torch.movedim(t, source, to)


def _gufunc(
    name: str,
    inputs: tuple,
    out: Any,
    axes: Any,
    axis: Any,
    keepdims: bool,
    casting: str,
    order: str,
    dtype: Any,
    subok: bool,
    chosen: Any = None,
    sig: Any = None,
) -> ndarray:
    """Call a generalized ufunc of two inputs: the checks, casts and axes of NumPy around a kernel on trailing ones."""
    signature, required, kernel = _GUFUNCS[name]
    if out is Ellipsis:
        out = None  # asks for an array, which every result is
    axes, axis = (None if given is np._NoValue else given for given in (axes, axis))
    if not isinstance(keepdims, bool):
        raise TypeError(f"{name}: 'keepdims' must be a boolean, not {type(keepdims).__name__}")
    if name != "vecdot":
        if axis is not None:
            raise TypeError(f"{name}: axis can only be used with a single shared core dimension, not with {signature}.")
        if keepdims:
            raise TypeError(f"{name} does not support keepdims: its signature {signature} has output core dimensions")
    if axis is not None:
        if axes is not None:
            raise TypeError("cannot specify both 'axis' and 'axes'")
        axes = [operator.index(axis)] * (3 if keepdims else 2)
    asked = read_signature(name, 2, 1, chosen, sig, dtype)
    tensors = _operands(name, inputs, dtype, casting, asked)
    cores = []
    for i, (t, core) in enumerate(zip(tensors, required, strict=True)):
        needed = 1 if name == "matmul" else core
        if t.ndim < needed:
            raise ValueError(
                f"{name}: Input operand {i} does not have enough dimensions (has {t.ndim}, "
                f"gufunc core with signature {signature} requires {needed})"
            )
        cores.append(min(core, t.ndim))
    target = out[0] if isinstance(out, tuple) and len(out) == 1 else out
    if name == "matmul" and cores == [2, 2] and isinstance(target, ndarray) and target.ndim == 1:
        cores[0] = 1  # an `out` without rows: NumPy takes those of the first for a dimension of the loop
    outputs = sum(cores) - 2
    moves = None if axes is None else _core_axes(name, axes, cores, outputs, keepdims)
    if moves is not None:
        tensors = [_moved(t, m, range(-len(m), 0)) for t, m in zip(tensors, moves, strict=False)]
    a, b = tensors
    terms, given = a.shape[-1], b.shape[-2 if cores[1] == 2 else -1]
    if terms != given:
        number = 0 if cores[1] == 2 or required[1] == 1 or name == "matmul" else 1
        raise ValueError(
            f"{name}: Input operand 1 has a mismatch in its core dimension {number}, with gufunc signature "
            f"{signature} (size {given} is different from {terms})"
        )
    broadcast_shapes(a.shape[: a.ndim - cores[0]], b.shape[: b.ndim - cores[1]])
    result = kernel(a, b)
    if keepdims:
        result = result.unsqueeze(-1)
    if moves is not None and moves[2]:
        result = _moved(result, range(-len(moves[2]), 0), moves[2])
    if out is not None:
        return _write_core(name, result, out, outputs, signature, casting)
    source = next((x for x in inputs if isinstance(x, ndarray) and type(x) is not ndarray), None) if subok else None
    return wrap_like(ndarray if source is None else type(source), in_order(result, order), source)


def _write_core(name: str, t: torch.Tensor, out: Any, outputs: int, signature: str, casting: str) -> ndarray:
    """Write the result of a generalized ufunc into `out`, whose core dimensions may not broadcast."""
    target = out[0] if isinstance(out, tuple) and len(out) == 1 else out
    if isinstance(target, ndarray):
        if target.ndim < outputs:
            raise ValueError(
                f"{name}: Output operand 0 does not have enough dimensions (has {target.ndim}, "
                f"gufunc core with signature {signature} requires {outputs})"
            )
        for i in range(outputs):
            if t.shape[t.ndim - outputs + i] != target.shape[target.ndim - outputs + i]:
                raise ValueError(
                    f"{name}: Output operand 0 has a mismatch in its core dimension {i}, with gufunc signature "
                    f"{signature} (size {target.shape[target.ndim - outputs + i]} is different from "
                    f"{t.shape[t.ndim - outputs + i]})"
                )
        # Unlike a ufunc's, this `out` may lack dimensions of size one in front.
        extra = max(t.ndim - target.ndim, 0)
        if all(size == 1 for size in t.shape[:extra]):
            t = t.reshape(t.shape[extra:])
    return write_out(name, t, out, casting)


def matmul(
    x1: Any,
    x2: Any,
    /,
    out: Any = None,
    *,
    axes: Any = None,
    axis: Any = None,
    keepdims: bool = False,
    casting: str = "same_kind",
    order: str = "K",
    dtype: Any = None,
    subok: bool = True,
    signature: Any = None,
    sig: Any = None,
) -> ndarray:
    """Compute the matrix product; what the operator ``@`` calls.

    Parameters
    ----------
    x1, x2 : array_like
        Shapes ``(..., N, K)`` and ``(..., K, M)``; leading dimensions broadcast. A 1-D first argument is a row, a 1-D
        second one a column, and their dimension is left out of the result.
    out : ndarray, optional
        Where to write the result.
    axes : list of tuples of int, optional
        The two matrix axes of each input and of the result; by default the last two.
    axis, keepdims
        Accepted as every NumPy gufunc does; TypeError if used, since matmul has several core dimensions.
    casting : {"no", "equiv", "safe", "same_kind", "unsafe"}, default: "same_kind"
        Which casts of inputs and of the result are allowed.
    order : {"K", "A", "C", "F"}, default: "K"
        Memory layout of the result.
    dtype : dtype_like, optional
        Dtype to compute in.
    subok : bool, default: True
        Whether a subclass of `ndarray` passes through.
    signature : str or tuple of dtype_like, optional
        The loop to use, as ``"dd->d"`` or as dtypes; ``sig=`` says the same.

    Returns
    -------
    ndarray
        Shape ``(..., N, M)``, in the inputs' common dtype: booleans multiply logically, integers wrap.

    Raises
    ------
    ValueError
        If an argument is 0-D, or the shapes don't match.

    Notes
    -----
    The rule is that of NumPy and of the array API standard, for every dtype.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.matmul(xp.asarray([[1, 2], [3, 4]]), xp.asarray([[0, 1], [1, 0]]))
    array([[2, 1],
           [4, 3]])
    """
    if (
        type(x1) is ndarray
        and type(x2) is ndarray
        and out is None
        and dtype is None
        and axes is axis is None
        and casting == "same_kind"
        and order == "K"
        and signature is None
        and sig is None
        and not keepdims
    ):
        plain = plain_product(x1, x2)
        if plain is not None:
            return plain
    return _gufunc("matmul", (x1, x2), out, axes, axis, keepdims, casting, order, dtype, subok, signature, sig)


def vecdot(
    x1: Any,
    x2: Any,
    /,
    out: Any = None,
    *,
    axis: Any = -1,
    axes: Any = None,
    keepdims: bool = False,
    casting: str = "same_kind",
    order: str = "K",
    dtype: Any = None,
    subok: bool = True,
    signature: Any = None,
    sig: Any = None,
) -> ndarray:
    """Compute the dot product of vectors: the sum of ``conj(x1) * x2`` along an axis.

    Parameters
    ----------
    x1, x2 : array_like
        Vectors of one length along `axis`; the other dimensions broadcast.
    out : ndarray, optional
        Where to write the result.
    axis : int, default: -1
        The axis of the vectors, in each argument by itself.
    axes : list, optional
        The axis of each argument instead.
    keepdims : bool, default: False
        Whether the axis stays with size 1.
    casting, order, dtype, subok, signature
        As for `matmul`.

    Returns
    -------
    ndarray
        The products, in the inputs' common dtype.

    Raises
    ------
    ValueError
        If an argument is 0-D, the lengths differ, or the other dimensions don't broadcast.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.vecdot(xp.asarray([[1, 2], [3, 4]]), xp.asarray([10, 1]))
    array([12, 34])
    """
    if (
        type(x1) is ndarray
        and type(x2) is ndarray
        and out is None
        and dtype is None
        and axes is None
        and type(axis) is int
        and axis == -1
        and casting == "same_kind"
        and order == "K"
        and signature is None
        and sig is None
        and not keepdims
    ):
        a, b = x1._tensor, x2._tensor
        if x1._dtype is x2._dtype and a.ndim and a.shape == b.shape and a.device == b.device:
            return wrap_as(kernels.vecdot(a, b), x1._dtype)
    along = None if axis is np._NoValue or operator.index(axis) == -1 else axis
    return _gufunc("vecdot", (x1, x2), out, axes, along, keepdims, casting, order, dtype, subok, signature, sig)


def matvec(
    x1: Any,
    x2: Any,
    /,
    out: Any = None,
    *,
    axes: Any = None,
    axis: Any = None,
    keepdims: bool = False,
    casting: str = "same_kind",
    order: str = "K",
    dtype: Any = None,
    subok: bool = True,
    signature: Any = None,
    sig: Any = None,
) -> ndarray:
    """Multiply matrices by vectors.

    Parameters
    ----------
    x1 : array_like
        Matrices, shape ``(..., M, N)``.
    x2 : array_like
        Vectors, shape ``(..., N)``; leading dimensions broadcast.
    out : ndarray, optional
        Where to write the result.
    axes, axis, keepdims, casting, order, dtype, subok, signature
        As for `matmul`.

    Returns
    -------
    ndarray
        Vectors, shape ``(..., M)``.

    Raises
    ------
    ValueError
        If the shapes don't match.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.matvec(xp.asarray([[1, 2], [3, 4]]), xp.asarray([10, 1]))
    array([12, 34])
    """
    if (
        type(x1) is ndarray
        and type(x2) is ndarray
        and x1._tensor.ndim > 1
        and x2._tensor.ndim == 1
        and (out, axes, axis, keepdims, casting, order, dtype, signature, sig) == _DEFAULTS
    ):
        plain = plain_product(x1, x2)
        if plain is not None:
            return plain
    return _gufunc("matvec", (x1, x2), out, axes, axis, keepdims, casting, order, dtype, subok, signature, sig)


def vecmat(
    x1: Any,
    x2: Any,
    /,
    out: Any = None,
    *,
    axes: Any = None,
    axis: Any = None,
    keepdims: bool = False,
    casting: str = "same_kind",
    order: str = "K",
    dtype: Any = None,
    subok: bool = True,
    signature: Any = None,
    sig: Any = None,
) -> ndarray:
    """Multiply conjugated vectors by matrices.

    Parameters
    ----------
    x1 : array_like
        Vectors, shape ``(..., N)``; complex ones are conjugated.
    x2 : array_like
        Matrices, shape ``(..., N, M)``; leading dimensions broadcast.
    out : ndarray, optional
        Where to write the result.
    axes, axis, keepdims, casting, order, dtype, subok, signature
        As for `matmul`.

    Returns
    -------
    ndarray
        Vectors, shape ``(..., M)``.

    Raises
    ------
    ValueError
        If the shapes don't match.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.vecmat(xp.asarray([10, 1]), xp.asarray([[1, 2], [3, 4]]))
    array([13, 24])
    """
    if (
        type(x1) is ndarray
        and type(x2) is ndarray
        and x1._tensor.ndim == 1
        and x2._tensor.ndim > 1
        and not x1._dtype.is_complex
        and (out, axes, axis, keepdims, casting, order, dtype, signature, sig) == _DEFAULTS
    ):
        plain = plain_product(x1, x2)
        if plain is not None:
            return plain
    return _gufunc("vecmat", (x1, x2), out, axes, axis, keepdims, casting, order, dtype, subok, signature, sig)


def _signature() -> inspect.Signature:
    """Return the signature that NumPy's generalized ufuncs have: `axes` and `axis` by its own mark of no value."""
    first = [inspect.Parameter(name, inspect.Parameter.POSITIONAL_ONLY) for name in ("x1", "x2")]
    out = inspect.Parameter("out", inspect.Parameter.POSITIONAL_OR_KEYWORD, default=None)
    rest = {"axes": np._NoValue, "axis": np._NoValue, "keepdims": False, "casting": "same_kind", "order": "K"}
    rest |= {"dtype": None, "subok": True, "signature": None}
    keywords = [inspect.Parameter(k, inspect.Parameter.KEYWORD_ONLY, default=v) for k, v in rest.items()]
    return inspect.Signature([*first, out, *keywords])


#: the loops of the products: every dtype has one.
_LOOPS = [f"{2 * as_dtype(d).char}->{as_dtype(d).char}" for d in of_kind("biufc")]
_SIGNATURE = _signature()
for _function in (matmul, vecdot, matvec, vecmat):
    attach(_function, _function.__name__, 2, 1, _LOOPS, None, _GUFUNCS[_function.__name__][0])
    setattr(_function, "__signature__", _SIGNATURE)  # noqa: B010 - mypy knows no such attribute of a function


def matrix_transpose(x: Any, /) -> ndarray:
    """Swap the last two dimensions.

    Parameters
    ----------
    x : array_like
        Matrices, shape ``(..., M, N)``.

    Returns
    -------
    ndarray
        A view, shape ``(..., N, M)``.

    Raises
    ------
    ValueError
        If `x` has fewer than two dimensions.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.matrix_transpose(xp.asarray([[1, 2], [3, 4]]))
    array([[1, 3],
           [2, 4]])
    """
    t = as_tensor(x)
    if t.ndim < 2:
        raise ValueError(f"Input array must be at least 2-dimensional, but it is {t.ndim}")
    return finish("matrix_transpose", t.transpose(-2, -1), like=x)


def tensordot(a: Any, b: Any, axes: Any = 2) -> ndarray:
    """Sum products of elements over pairs of axes.

    Parameters
    ----------
    a, b : array_like
        Operands.
    axes : int or pair of ints or of sequences of ints, default: 2
        An int N pairs the last N axes of `a` with the first N of `b`, in order; else the axes of `a`, and those of `b`
        that they are paired with.

    Returns
    -------
    ndarray
        The free axes of `a`, then those of `b`; in the common dtype.

    Raises
    ------
    ValueError
        If paired axes differ in size, or an axis is repeated.
    AxisError
        If an axis is out of bounds.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.tensordot(xp.asarray([[1, 2], [3, 4]]), xp.asarray([10, 1]), axes=1)
    array([12, 34])
    """
    plain = type(a) is ndarray and type(b) is ndarray and type(axes) is int and axes == 1
    if plain and 0 < a._tensor.ndim < 3 and 0 < b._tensor.ndim < 3:
        product = plain_product(a, b)
        if product is not None:
            return product
    left, right = promote_arrays("tensordot", a, b)
    if isinstance(axes, Iterable):
        first, second = axes
        axes_a = list(first) if isinstance(first, Iterable) else [operator.index(first)]
        axes_b = list(second) if isinstance(second, Iterable) else [operator.index(second)]
    else:
        n = operator.index(axes)
        axes_a, axes_b = list(range(-n, 0)), list(range(n))
    axes_a = [normalize_axis(i, left.ndim) for i in axes_a]
    axes_b = [normalize_axis(i, right.ndim) for i in axes_b]
    if len(set(axes_a)) != len(axes_a) or len(set(axes_b)) != len(axes_b):
        raise ValueError("duplicate axes are not allowed in tensordot")
    if [left.shape[i] for i in axes_a] != [right.shape[i] for i in axes_b]:
        raise ValueError("shape-mismatch for sum")
    return wrap(kernels.tensordot(left, right, axes_a, axes_b))
