"""The generalized ufuncs: `matmul`, `vecdot`, `matvec` and `vecmat`."""

from __future__ import annotations

import inspect
import operator
from collections.abc import Callable, Sequence
from typing import Any, Concatenate, Never, ParamSpec, SupportsIndex, TypedDict, TypeVar, Unpack

import numpy as np
import torch

from xp_torch._array.coercion import OUTPUTS, as_tensors, copy_shared, promote_arrays, write_out
from xp_torch._array.ndarray import ndarray, wrap_as
from xp_torch._array.ufunc.call import attach, in_order, too_many
from xp_torch._array.ufunc.overrides import overridden, overrides, subclass_operand, wrap_result
from xp_torch._array.ufunc.resolution import read_signature
from xp_torch._facts.annotations import ArrayLike, Casting, DTypeLike, Order
from xp_torch._facts.dtypes import as_dtype, of_kind, torch_dtype
from xp_torch._facts.errors import AxisError, UFuncTypeError, without_frames
from xp_torch._facts.inspection import known_or
from xp_torch._facts.promotion import can_cast, check_casting, promote_dtypes
from xp_torch._facts.shapes import broadcast_shapes, normalize_axis
from xp_torch._facts.torch_errors import explained
from xp_torch._functions.linear_algebra.products import direct_matmul
from xp_torch._kernels import linear_algebra as kernels
from xp_torch._kernels.cast import cast

__all__ = ["matmul", "matvec", "vecdot", "vecmat"]

P = ParamSpec("P")
T = TypeVar("T")

_NO_VALUE: Any = np._NoValue


class _Keywords(TypedDict, total=False):
    """The keyword arguments of generalized ufuncs."""

    axes: Sequence[tuple[SupportsIndex, ...]]
    axis: SupportsIndex
    keepdims: bool
    casting: Casting
    order: Order
    dtype: DTypeLike | None
    subok: bool
    signature: str | tuple[DTypeLike | None, ...] | None
    sig: str | tuple[DTypeLike | None, ...] | None


_SHOWN = _Keywords.__annotations__.keys() - {"sig"}
#: the loops of the products: one for every dtype.
_LOOPS = [f"{2 * as_dtype(d).char}->{as_dtype(d).char}" for d in of_kind("biufc")]


def _matvec(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    """Return the products of matrices and vectors."""
    return kernels.matmul(a, b.unsqueeze(-1)).squeeze(-1)


def _vecmat(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    """Return the products of conjugated vectors and matrices."""
    return kernels.matmul(a.conj().unsqueeze(-2), b).squeeze(-2)


#: name to (signature, core dimensions of each input, kernel).
_GUFUNCS = {
    "matmul": ("(n?,k),(k,m?)->(n?,m?)", (2, 2), explained(kernels.matmul)),
    "vecdot": ("(n),(n)->()", (1, 1), explained(kernels.vecdot)),
    "matvec": ("(m,n),(n)->(m)", (2, 1), explained(_matvec)),
    "vecmat": ("(n),(n,m)->(m)", (1, 2), explained(_vecmat)),
}


def _operands(name: str, inputs: tuple, dtype: Any, casting: str, requested: tuple | None) -> list[torch.Tensor]:
    """Return the inputs in the dtype of the loop, which `dtype` or the dtypes `requested` by a signature select."""
    check_casting(casting)
    if requested is not None:
        dtype = next(d for d in requested if d is not None)
        dtypes = [t.dtype if d is None else d for d, t in zip(requested, as_tensors(name, *inputs), strict=False)]
        inputs_open = requested[:2] == (None, None)
        if set(requested) - {None, dtype} or (not inputs_open and promote_dtypes(dtypes, []) is not dtype):
            raise UFuncTypeError(f"No loop matching the specified signature and casting was found for ufunc {name}")
    tensors = promote_arrays(name, *inputs) if dtype is None else as_tensors(name, *inputs)
    loop = tensors[0].dtype if dtype is None else torch_dtype(dtype)
    if dtype is not None or casting not in ("same_kind", "unsafe"):
        for i, t in enumerate(as_tensors(name, *inputs)):
            if not can_cast(t.dtype, loop, casting):
                raise UFuncTypeError(
                    f"Cannot cast ufunc '{name}' input {i} from {as_dtype(t.dtype)!r} to {as_dtype(loop)!r} "
                    f"with casting rule '{casting}'"
                )
    return [cast(t, loop) for t in tensors]


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
    result = []
    for i, (entry, core) in enumerate(zip(entries, (*cores, outputs + keepdims), strict=True)):
        if not isinstance(entry, tuple) and core != 1:
            try:
                operator.index(entry)
            except TypeError:
                raise TypeError(f"{name}: axes item {i} should be a tuple.") from None
            raise AxisError(f"{name}: operand {i} has {core} core dimensions, but the axes item is a single integer.")
        core_axes = tuple(map(operator.index, entry if isinstance(entry, tuple) else (entry,)))
        if len(core_axes) != core:
            raise AxisError(
                f"{name}: operand {i} has {core} core dimensions, but {len(core_axes)} dimensions are specified by "
                "axes tuple."
            )
        result.append(core_axes)
    return result


def _move_axes(t: torch.Tensor, source: Sequence[int], destination: Sequence[int]) -> torch.Tensor:
    """Return `t` with dimensions moved; a repeated axis raises ValueError."""
    source = [normalize_axis(i, t.ndim) for i in source]
    destination = [normalize_axis(i, t.ndim) for i in destination]
    if len(set(source)) != len(source) or len(set(destination)) != len(destination):
        raise ValueError("axes item has value repeated")
    return torch.movedim(t, source, destination)


def _check_keywords(name: str, axis: Any, keepdims: Any, subok: Any, unknown: dict) -> None:
    """Raise TypeError for keywords that the generalized ufunc doesn't have, and for flags that are no bools."""
    if unknown:
        raise TypeError(f"{name}() got an unexpected keyword argument {next(iter(unknown))!r}")
    for option, value in (("keepdims", keepdims), ("subok", subok)):
        if not isinstance(value, bool):
            raise TypeError(f"{name}: {option!r} must be a boolean, not {type(value).__name__}")
    if name != "vecdot":
        signature = _GUFUNCS[name][0]
        if axis is not _NO_VALUE:
            raise TypeError(f"{name}: axis can only be used with a single shared core dimension, not with {signature}.")
        if keepdims:
            raise TypeError(f"{name} does not support keepdims: its signature {signature} has output core dimensions")


@without_frames
def _gufunc(
    name: str,
    x1: Any,
    x2: Any,
    out: Any,
    surplus: tuple,
    axes: Sequence[tuple[SupportsIndex, ...]] = _NO_VALUE,
    axis: SupportsIndex = _NO_VALUE,
    keepdims: bool = False,
    casting: Casting = "same_kind",
    order: Order = "K",
    dtype: DTypeLike | None = None,
    subok: bool = True,
    signature: str | tuple[DTypeLike | None, ...] | None = None,
    sig: Any = None,
    **unknown: Any,
) -> ndarray:
    """Return the result of a generalized ufunc: NumPy's checks, casts and axes around a kernel of trailing ones."""
    if surplus:
        raise too_many(name, 2, 3 + len(surplus))
    if overrides(x1) or overrides(x2) or overrides(out[0] if isinstance(out, tuple) and out else out):
        options = {"axes": axes, "keepdims": keepdims, "casting": casting, "order": order, "dtype": dtype, **unknown}
        options |= {} if axis is _NO_VALUE else {"axis": axis}
        return overridden(
            name, "__call__", (x1, x2), out, subok=subok, signature=sig if signature is None else signature, **options
        )
    _check_keywords(name, axis, keepdims, subok, unknown)
    core_signature, required, kernel = _GUFUNCS[name]
    if isinstance(out, tuple) and len(out) == 1:
        out = out[0]
    if axis is not _NO_VALUE:
        if axes is not _NO_VALUE:
            raise TypeError("cannot specify both 'axis' and 'axes'")
        axes = [operator.index(axis)] * (3 if keepdims else 2)  # type: ignore[list-item]
    wanted = read_signature(name, 2, 1, signature, sig, dtype)
    tensors = copy_shared(_operands(name, (x1, x2), dtype, casting, wanted), out)
    cores = []
    for i, (t, core) in enumerate(zip(tensors, required, strict=True)):
        needed = 1 if name == "matmul" else core
        if t.ndim < needed:
            raise ValueError(
                f"{name}: Input operand {i} does not have enough dimensions (has {t.ndim}, "
                f"gufunc core with signature {core_signature} requires {needed})"
            )
        cores.append(min(core, t.ndim))
    if name == "matmul" and cores == [2, 2] and isinstance(out, OUTPUTS) and out.ndim == 1:
        cores[0] = 1  # as in NumPy, the rows of the first matrix broadcast to an `out` without rows
    outputs = sum(cores) - 2
    moves = None if axes is _NO_VALUE else _core_axes(name, axes, cores, outputs, keepdims)
    if moves is not None:
        tensors = [_move_axes(t, m, range(-len(m), 0)) for t, m in zip(tensors, moves, strict=False)]
    a, b = tensors
    terms, other_terms = a.shape[-1], b.shape[-2 if cores[1] == 2 else -1]
    if known_or(False, terms != other_terms):
        raise ValueError(
            f"{name}: Input operand 1 has a mismatch in its core dimension 0, with gufunc signature "
            f"{core_signature} (size {other_terms} is different from {terms})"
        )
    broadcast_shapes(a.shape[: a.ndim - cores[0]], b.shape[: b.ndim - cores[1]])
    result = kernel(a, b)
    if keepdims:
        result = result.unsqueeze(-1)
    if moves is not None and moves[2]:
        result = _move_axes(result, range(-len(moves[2]), 0), moves[2])
    if out is not None and out is not Ellipsis:
        return _write_core(name, result, out, outputs, casting)
    source = subclass_operand((x1, x2)) if subok else None
    return wrap_result(in_order(result, order), source, (name, (x1, x2), 0))


def _write_core(name: str, t: torch.Tensor, out: Any, outputs: int, casting: str) -> ndarray:
    """Write the result of a generalized ufunc to `out`, whose core dimensions must not broadcast."""
    if isinstance(out, OUTPUTS):
        signature = _GUFUNCS[name][0]
        if out.ndim < outputs:
            raise ValueError(
                f"{name}: Output operand 0 does not have enough dimensions (has {out.ndim}, "
                f"gufunc core with signature {signature} requires {outputs})"
            )
        core, out_core = t.shape[t.ndim - outputs :], out.shape[out.ndim - outputs :]
        for i, (size, out_size) in enumerate(zip(core, out_core, strict=True)):
            if size != out_size:
                raise ValueError(
                    f"{name}: Output operand 0 has a mismatch in its core dimension {i}, with gufunc signature "
                    f"{signature} (size {out_size} is different from {size})"
                )
        # Unlike a ufunc's `out`, this one may lack leading dimensions of size one.
        extra = max(t.ndim - out.ndim, 0)
        if all(size == 1 for size in t.shape[:extra]):
            t = t.reshape(t.shape[extra:])
    return write_out(name, t, out, casting)


def _signature(function: Callable[..., Any]) -> inspect.Signature:
    """Return the signature of NumPy's generalized ufuncs, where `axes` and `axis` default to a marker of no value."""
    given = inspect.signature(function).parameters
    first = [given[name] for name in ("cls", "x1", "x2", "out")]
    options = inspect.signature(_gufunc).parameters
    keywords = [p.replace(kind=inspect.Parameter.KEYWORD_ONLY) for k, p in options.items() if k in _SHOWN]
    return inspect.Signature([*first, *keywords], return_annotation="ndarray")


def _as_ufunc(function: Callable[Concatenate[Any, P], T]) -> Callable[P, T]:
    """Return a function, whose first argument is the class of ufuncs, as the ufunc of its name."""
    name = function.__name__
    function.__signature__ = _signature(function)  # type: ignore[attr-defined]
    return attach(function, name, 2, 1, _LOOPS, None, _GUFUNCS[name][0])


@_as_ufunc
def matmul(
    cls: Any,
    x1: ArrayLike,
    x2: ArrayLike,
    /,
    out: ndarray | None = None,
    *surplus: Never,
    **keywords: Unpack[_Keywords],
) -> ndarray:
    """Compute the matrix product, as the operator ``@`` does.

    Parameters
    ----------
    x1, x2 : array_like
        Shapes ``(..., N, K)`` and ``(..., K, M)``; leading dimensions broadcast. A 1-D `x1` is a row and a 1-D `x2` is
        a column, and the result lacks that dimension.
    out : ndarray, optional
        Array to write the result to. It must have the shape of the result.
    axes : list of tuples of int, optional
        Core axes of each input and of the result; by default the last ones.
    axis : int, default: -1
        Axis of the vectors in both inputs. Only `vecdot` accepts it.
    keepdims : bool, default: False
        Whether to keep the reduced axis, with size one. Only `vecdot` accepts it.
    casting : {"no", "equiv", "safe", "same_kind", "unsafe"}, default: "same_kind"
        Which casts of the inputs and of the result are allowed.
    order : {"K", "A", "C", "F"}, default: "K"
        Memory layout of the result.
    dtype : dtype_like, optional
        Data type to compute in; by default the common dtype of the inputs.
    subok : bool, default: True
        Whether a subclass of `ndarray` is passed through.
    signature : str or tuple of dtype_like, optional
        Loop to use, as ``"dd->d"`` or as dtypes.

    Returns
    -------
    ndarray
        Shape ``(..., N, M)``, in the common dtype of the inputs.

    Raises
    ------
    ValueError
        If an input has too few dimensions, or the shapes don't match.

    Notes
    -----
    Booleans are multiplied logically, and integers wrap, as in NumPy.

    Examples
    --------
    >>> xp.matmul(xp.asarray([[1, 2], [3, 4]]), xp.asarray([[0, 1], [1, 0]]))
    array([[2, 1],
           [4, 3]])
    """
    if type(x1) is ndarray and type(x2) is ndarray and out is None and not surplus and not keywords:
        product = direct_matmul(x1, x2)
        if product is not None:
            return product
    return _gufunc("matmul", x1, x2, out, surplus, **keywords)


@_as_ufunc
def vecdot(
    cls: Any,
    x1: ArrayLike,
    x2: ArrayLike,
    /,
    out: ndarray | None = None,
    *surplus: Never,
    **keywords: Unpack[_Keywords],
) -> ndarray:
    """Compute the dot product of vectors: the sum of ``conj(x1) * x2`` along an axis.

    Parameters
    ----------
    x1, x2 : array_like
        Vectors of the same size; the other dimensions broadcast.
    out : ndarray, optional
        Array to write the result to. It must have the shape of the result.
    axes : list of tuples of int, optional
        Core axes of each input and of the result; by default the last ones.
    axis : int, default: -1
        Axis of the vectors in both inputs. Only `vecdot` accepts it.
    keepdims : bool, default: False
        Whether to keep the reduced axis, with size one. Only `vecdot` accepts it.
    casting : {"no", "equiv", "safe", "same_kind", "unsafe"}, default: "same_kind"
        Which casts of the inputs and of the result are allowed.
    order : {"K", "A", "C", "F"}, default: "K"
        Memory layout of the result.
    dtype : dtype_like, optional
        Data type to compute in; by default the common dtype of the inputs.
    subok : bool, default: True
        Whether a subclass of `ndarray` is passed through.
    signature : str or tuple of dtype_like, optional
        Loop to use, as ``"dd->d"`` or as dtypes.

    Returns
    -------
    ndarray
        The products, without the axis of the vectors, in the common dtype of the inputs.

    Raises
    ------
    ValueError
        If an input has too few dimensions, or the shapes don't match.

    Examples
    --------
    >>> xp.vecdot(xp.asarray([[1, 2], [3, 4]]), xp.asarray([10, 1]))
    array([12, 34])
    """
    if (
        type(x1) is ndarray
        and type(x2) is ndarray
        and out is None
        and not surplus
        and (not keywords or (type(keywords.get("axis")) is int and keywords == {"axis": -1}))
    ):
        a, b = x1._tensor, x2._tensor
        if x1._dtype is x2._dtype and a.ndim and a.shape == b.shape and a.device == b.device:
            return wrap_as(kernels.vecdot(a, b), x1._dtype)
    return _gufunc("vecdot", x1, x2, out, surplus, **keywords)


@_as_ufunc
def matvec(
    cls: Any,
    x1: ArrayLike,
    x2: ArrayLike,
    /,
    out: ndarray | None = None,
    *surplus: Never,
    **keywords: Unpack[_Keywords],
) -> ndarray:
    """Multiply matrices by vectors.

    Parameters
    ----------
    x1 : array_like
        Matrices, shape ``(..., M, N)``.
    x2 : array_like
        Vectors, shape ``(..., N)``; leading dimensions broadcast.
    out : ndarray, optional
        Array to write the result to. It must have the shape of the result.
    axes : list of tuples of int, optional
        Core axes of each input and of the result; by default the last ones.
    axis : int, default: -1
        Axis of the vectors in both inputs. Only `vecdot` accepts it.
    keepdims : bool, default: False
        Whether to keep the reduced axis, with size one. Only `vecdot` accepts it.
    casting : {"no", "equiv", "safe", "same_kind", "unsafe"}, default: "same_kind"
        Which casts of the inputs and of the result are allowed.
    order : {"K", "A", "C", "F"}, default: "K"
        Memory layout of the result.
    dtype : dtype_like, optional
        Data type to compute in; by default the common dtype of the inputs.
    subok : bool, default: True
        Whether a subclass of `ndarray` is passed through.
    signature : str or tuple of dtype_like, optional
        Loop to use, as ``"dd->d"`` or as dtypes.

    Returns
    -------
    ndarray
        Vectors, shape ``(..., M)``, in the common dtype of the inputs.

    Raises
    ------
    ValueError
        If an input has too few dimensions, or the shapes don't match.

    Examples
    --------
    >>> xp.matvec(xp.asarray([[1, 2], [3, 4]]), xp.asarray([10, 1]))
    array([12, 34])
    """
    arrays = out is None and not surplus and not keywords and type(x1) is ndarray and type(x2) is ndarray
    if arrays and x1._tensor.ndim > 1 and x2._tensor.ndim == 1:  # type: ignore[union-attr]
        product = direct_matmul(x1, x2)
        if product is not None:
            return product
    return _gufunc("matvec", x1, x2, out, surplus, **keywords)


@_as_ufunc
def vecmat(
    cls: Any,
    x1: ArrayLike,
    x2: ArrayLike,
    /,
    out: ndarray | None = None,
    *surplus: Never,
    **keywords: Unpack[_Keywords],
) -> ndarray:
    """Multiply conjugated vectors by matrices.

    Parameters
    ----------
    x1 : array_like
        Vectors, shape ``(..., N)``; complex ones are conjugated.
    x2 : array_like
        Matrices, shape ``(..., N, M)``; leading dimensions broadcast.
    out : ndarray, optional
        Array to write the result to. It must have the shape of the result.
    axes : list of tuples of int, optional
        Core axes of each input and of the result; by default the last ones.
    axis : int, default: -1
        Axis of the vectors in both inputs. Only `vecdot` accepts it.
    keepdims : bool, default: False
        Whether to keep the reduced axis, with size one. Only `vecdot` accepts it.
    casting : {"no", "equiv", "safe", "same_kind", "unsafe"}, default: "same_kind"
        Which casts of the inputs and of the result are allowed.
    order : {"K", "A", "C", "F"}, default: "K"
        Memory layout of the result.
    dtype : dtype_like, optional
        Data type to compute in; by default the common dtype of the inputs.
    subok : bool, default: True
        Whether a subclass of `ndarray` is passed through.
    signature : str or tuple of dtype_like, optional
        Loop to use, as ``"dd->d"`` or as dtypes.

    Returns
    -------
    ndarray
        Vectors, shape ``(..., M)``, in the common dtype of the inputs.

    Raises
    ------
    ValueError
        If an input has too few dimensions, or the shapes don't match.

    Examples
    --------
    >>> xp.vecmat(xp.asarray([10, 1]), xp.asarray([[1, 2], [3, 4]]))
    array([13, 24])
    """
    real = (
        type(x1) is ndarray
        and type(x2) is ndarray
        and not x1._dtype.is_complex
        and out is None
        and not surplus
        and not keywords
    )
    if real and x1._tensor.ndim == 1 and x2._tensor.ndim > 1:  # type: ignore[union-attr]
        product = direct_matmul(x1, x2)
        if product is not None:
            return product
    return _gufunc("vecmat", x1, x2, out, surplus, **keywords)
