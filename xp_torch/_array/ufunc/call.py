"""Universal functions: NumPy's type resolution over the loops of a record.

A ufunc is a plain function carrying attributes, so that Dynamo traces it, doctest finds it and a call stays cheap.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from types import FunctionType, MethodType
from typing import Any

import torch

from xp_torch._array.coercion import as_tensor, common_device, write_out
from xp_torch._array.ndarray import ndarray, wrap_like
from xp_torch._array.ufunc import methods
from xp_torch._array.ufunc.dispatch import make_direct, make_into, typed_loops
from xp_torch._array.ufunc.document import document, types
from xp_torch._array.ufunc.record import Op
from xp_torch._array.ufunc.records import OPS
from xp_torch._array.ufunc.resolution import compute, read_signature
from xp_torch._facts.dtypes import as_dtype
from xp_torch._facts.promotion import can_cast, check_casting, scalar_kind
from xp_torch._facts.shapes import broadcast_shapes
from xp_torch._facts.torch_errors import raise_explained
from xp_torch._kernels import layout

__all__ = ["attach", "call", "in_order", "make_ufunc", "make_ufunc_of_two", "ufunc"]

#: stands where positional arguments of a ufunc end: Python calls functions with keyword-only parameters more slowly
KEYWORDS = object()
#: default of ufuncs, which a call is asked for by identity: that takes less time than equality
SAME_KIND = "same_kind"
#: signatures of ufuncs, by the numbers of operands and of results
_SIGNATURES: dict[tuple[int, int], inspect.Signature] = {}

#: the methods of a ufunc, which are functions of it
METHODS = (
    methods.reduce,
    methods.accumulate,
    methods.reduceat,
    methods.outer,
    methods.at,
    methods.resolve_dtypes,
)

_new = object.__new__


class _UfuncType(type):
    """Answers `isinstance(add, ufunc)`: ufuncs are plain functions that say how many arguments they have."""

    def __instancecheck__(cls, instance: object) -> bool:
        return type(instance) is FunctionType and hasattr(instance, "nargs")


class ufunc(metaclass=_UfuncType):
    """The type that universal functions answer to: ``isinstance(xp.add, xp.ufunc)``; not to be instantiated.

    Examples
    --------
    >>> import xp_torch as xp
    >>> isinstance(xp.add, xp.ufunc), xp.add.nin, xp.add.identity
    (True, 2, 0)
    >>> xp.add.reduce([[1, 2], [3, 4]]), xp.multiply.outer([1, 2], [3, 4, 5])
    (array([4, 6]), array([[ 3,  4,  5],
           [ 6,  8, 10]]))
    """

    reduce = methods.reduce
    accumulate = methods.accumulate
    reduceat = methods.reduceat
    outer = methods.outer
    at = methods.at
    resolve_dtypes = methods.resolve_dtypes

    def __new__(cls, *args: Any, **kwargs: Any) -> ufunc:
        raise TypeError("cannot create 'ufunc' instances")


def in_order(t: torch.Tensor, order: str) -> torch.Tensor:
    """Return `t` with the memory layout that NumPy's ``order=`` asks for ("K" and "A" keep torch's)."""
    return t if order in ("K", "A", "k", "a") else layout.in_order(t, order)


def _check_outputs(op: Op, results: tuple, outs: tuple, mask: torch.Tensor | None) -> None:
    """Raise unless every one of several outputs has the shape that all that is given broadcasts to."""
    given = [o._tensor for o in outs if isinstance(o, ndarray)]
    full = broadcast_shapes(*[t.shape for t in (*results, *given, *([] if mask is None else [mask]))])
    for t in given:
        if tuple(t.shape) != tuple(full):
            raise ValueError(
                f"{op.name}: non-broadcastable output operand with shape {tuple(t.shape)} "
                f"doesn't match the broadcast shape {tuple(full)}"
            )


def call(
    name: str,
    inputs: tuple,
    out: Any = None,
    where: Any = True,
    casting: str = "same_kind",
    order: str | None = "K",
    dtype: Any = None,
    subok: bool = True,
    signature: Any = None,
    sig: Any = None,
) -> Any:
    """Call the ufunc `name`: every form that is not the fast path.

    It is named, not handed over: Dynamo can't wrap a record held in a closure (functions and dicts it can).
    """
    op = OPS[name]
    arrays = [x for x in inputs if isinstance(x, (ndarray, torch.Tensor))]
    device = common_device(op.name, arrays) if arrays else None
    args = [x if scalar_kind(x) else as_tensor(x, device=device) for x in inputs]
    check_casting(casting)
    asked = read_signature(op.name, op.nin, op.nout, signature, sig, dtype)
    if order is None:
        order = "K"
    elif order != "K":
        layout.check_order(order)
    if out is ...:
        out = None  # NumPy's way to ask for an array, which every result is
    mask = None
    if where is None or scalar_kind(where):
        where = bool(where)
    if where is not True:
        mask = as_tensor(where, device=device)
        if isinstance(where, (list, tuple)):
            mask = mask != 0  # NumPy asks each of them for its truth
        if mask.dtype is not torch.bool:
            raise TypeError(
                f"Cannot cast array data from {as_dtype(mask.dtype)!r} to dtype('bool') according to 'safe'"
            )
    outs = out if isinstance(out, tuple) else (out,) + (None,) * (op.nout - 1)
    if any(target is ... for target in outs):
        raise TypeError("must use `...` as `out=...` and not per-operand/in a tuple")
    if len(outs) != op.nout:
        raise ValueError(f"The 'out' tuple must have exactly {op.nout} entries, one per ufunc output")
    computed = compute(op, args, device, dtype, casting, asked)
    results = computed if isinstance(computed, tuple) else (computed,)
    cls: Any = ndarray
    source = None
    if subok:
        mine = [x for x in inputs if isinstance(x, ndarray) and type(x) is not ndarray]
        if mine:
            source = max(mine, key=lambda x: getattr(x, "__array_priority__", 0))
            cls = type(source)
    # All outputs are checked before the first is written, so that a failed call changes nothing.
    for result, target in zip(results, outs, strict=True):
        if isinstance(target, ndarray) and not can_cast(result.dtype, target._tensor.dtype, casting):
            write_out(op.name, result, target, casting)
    if op.check is not None:
        op.check(results[0].dtype, tuple(args))
    if op.nout > 1 and any(target is not None for target in outs):
        _check_outputs(op, results, outs, mask)
    finished = []
    for result, target in zip(results, outs, strict=True):
        if target is not None:
            finished.append(write_out(op.name, result, target, casting, mask))
            continue
        if op.nout > 1:
            # The other result's out= takes part in broadcasting.
            shape = broadcast_shapes(result.shape, *[o._tensor.shape for o in outs if o is not None])
            result = result if shape == result.shape else result.broadcast_to(shape).clone()
        if mask is not None:
            shape = broadcast_shapes(result.shape, mask.shape)
            result = torch.where(mask, result, torch.zeros((), dtype=result.dtype, device=result.device))
            result = result.broadcast_to(shape)
        finished.append(wrap_like(cls, in_order(result, order), source))
    return finished[0] if op.nout == 1 else tuple(finished)


def make_ufunc(name: str) -> Callable[..., ndarray]:
    """Return the ufunc of the record `name`."""
    op = OPS[name]
    function = _unary(op) if op.nin == 1 else _binary(op)
    function.__doc__ = document(op)
    function._op = op  # type: ignore[attr-defined]
    function.__signature__ = _signature(op.nin, op.nout, function)  # type: ignore[attr-defined]
    return attach(function, name, op.nin, op.nout, types(op), op.identity)


def attach(
    function: Any, name: str, nin: int, nout: int, loops: list[str], identity: Any, signature: str | None = None
) -> Any:
    """Make a ufunc of a function: its name, the attributes that NumPy's have, and the methods."""
    function.__name__ = function.__qualname__ = name
    function.__module__ = "xp_torch"
    function.nin = nin
    function.nout = nout
    function.nargs = nin + nout
    function.identity = identity
    function.signature = signature
    function.types = loops
    function.ntypes = len(loops)
    for method in METHODS:
        setattr(function, method.__name__, MethodType(method, function))
    return function


def _signature(nin: int, nout: int, function: Callable) -> inspect.Signature:
    """Return the signature of a ufunc; that of one is the others' of as many operands and results."""
    found = _SIGNATURES.get((nin, nout))
    if found is None:
        found = _SIGNATURES[nin, nout] = _keyword_only(inspect.signature(function))
    return found


def _keyword_only(signature: inspect.Signature) -> inspect.Signature:
    """Return a signature whose parameters after `keywords`, which goes, are keyword-only; `sig` is not told."""
    parameters = [p for p in signature.parameters.values() if p.name not in ("sig", "out1", "out2")]
    # None, which NumPy takes for "K" too, is what a call is asked for in the least time
    parameters = [p.replace(default="K") if p.name == "order" else p for p in parameters]
    names = [p.name for p in parameters]
    if "keywords" not in names:
        return signature.replace(parameters=parameters)
    end = names.index("keywords")
    keywords = [p.replace(kind=inspect.Parameter.KEYWORD_ONLY) for p in parameters[end + 1 :]]
    return signature.replace(parameters=[*parameters[:end], *keywords])


def make_ufunc_of_two(name: str) -> Callable[..., tuple[ndarray, ndarray]]:
    """Return the ufunc of the record `name`, which has two results."""
    return make_ufunc(name)  # type: ignore[return-value]


def _outputs(name: str, out: Any, out1: Any, out2: Any) -> Any:
    """Return the outputs of a ufunc of two results, which are given by position or in a tuple."""
    if out1 is None and out2 is None:
        return out
    if out is ... or any(target is not None for target in out):
        raise TypeError(f"{name}: cannot specify 'out' as both a positional and keyword argument")
    return out1, out2


def _too_many(name: str, nin: int, where: Any) -> str:
    """Return what is wrong with a call of more positional arguments than operands and an output."""
    given = nin + 2 if where is True else "more"
    return f"{name}() takes from {nin} to {nin + 1} positional arguments but {given} were given"


def _unary(op: Op) -> Callable[..., Any]:
    name, loops = op.name, typed_loops(op.name) if op.nout == 1 else {}
    into = make_into(name)

    def function(
        x: Any,
        /,
        out: Any = None,
        keywords: Any = KEYWORDS,
        where: Any = True,
        casting: str = SAME_KIND,
        order: str | None = None,
        dtype: Any = None,
        subok: bool = True,
        signature: Any = None,
        sig: Any = None,
    ) -> Any:
        if (
            where is True
            and dtype is None
            and signature is None
            and sig is None
            and order is None
            and casting is SAME_KIND
            and keywords is KEYWORDS
        ):
            if out is None:
                if type(x) is ndarray:
                    dtype = x._dtype
                    try:
                        kernel, result = loops[dtype]
                        t = kernel(x._tensor)
                    except KeyError:
                        return call(name, (x,))
                    except RuntimeError as error:
                        raise_explained(name, [x._tensor], error)
                    new = _new(ndarray)
                    new._tensor = t
                    new._dtype = result or t.dtype
                    return new
            elif into(out, x):
                return out
        if keywords is not KEYWORDS:
            raise TypeError(_too_many(name, 1, where))
        return call(name, (x,), out, where, casting, order, dtype, subok, signature, sig)

    if op.nout == 1:
        return function

    def function_of_two_results(
        x: Any,
        out1: Any = None,
        out2: Any = None,
        /,
        out: Any = (None, None),
        *,
        where: Any = True,
        casting: str = "same_kind",
        order: str = "K",
        dtype: Any = None,
        subok: bool = True,
        signature: Any = None,
        sig: Any = None,
    ) -> Any:
        if not isinstance(out, tuple) and out is not ...:
            raise TypeError(f"{name}: 'out' must be a tuple of arrays, not {type(out).__name__}")
        outs = _outputs(name, out, out1, out2)
        return call(name, (x,), outs, where, casting, order, dtype, subok, signature, sig)

    return function_of_two_results


def _binary(op: Op) -> Callable[..., Any]:
    # `integer_second` has no common dtype, so no fast path.
    name, loops = op.name, typed_loops(op.name) if op.nout == 1 and not op.integer_second else {}
    direct, into = make_direct(name), make_into(name)

    def function(
        x1: Any,
        x2: Any,
        /,
        out: Any = None,
        keywords: Any = KEYWORDS,
        where: Any = True,
        casting: str = SAME_KIND,
        order: str | None = None,
        dtype: Any = None,
        subok: bool = True,
        signature: Any = None,
        sig: Any = None,
    ) -> Any:
        if (
            where is True
            and dtype is None
            and signature is None
            and sig is None
            and order is None
            and casting is SAME_KIND
            and keywords is KEYWORDS
        ):
            if out is None:
                if type(x1) is ndarray and type(x2) is ndarray and x1._dtype is x2._dtype:
                    try:
                        kernel, result = loops[x1._dtype]
                        t = kernel(x1._tensor, x2._tensor)
                    except KeyError:
                        return call(name, (x1, x2))
                    except RuntimeError as error:
                        raise_explained(name, [x1._tensor, x2._tensor], error)
                    new = _new(ndarray)
                    new._tensor = t
                    new._dtype = result or t.dtype
                    return new
                found = direct(x1, x2)
                if found is not None:
                    return found
            elif into(out, x1, x2):
                return out
        if keywords is not KEYWORDS:
            raise TypeError(_too_many(name, 2, where))
        return call(name, (x1, x2), out, where, casting, order, dtype, subok, signature, sig)

    if op.nout == 1:
        return function

    def function_of_two_results(
        x1: Any,
        x2: Any,
        out1: Any = None,
        out2: Any = None,
        /,
        out: Any = (None, None),
        *,
        where: Any = True,
        casting: str = "same_kind",
        order: str = "K",
        dtype: Any = None,
        subok: bool = True,
        signature: Any = None,
        sig: Any = None,
    ) -> Any:
        if not isinstance(out, tuple) and out is not ...:
            raise TypeError(f"{name}: 'out' must be a tuple of arrays, not {type(out).__name__}")
        outs = _outputs(name, out, out1, out2)
        unasked = type(outs) is tuple and len(outs) == 2 and outs[0] is None and outs[1] is None
        if (
            unasked
            and signature is None
            and sig is None
            and where is True
            and dtype is None
            and order == "K"
            and casting == "same_kind"
        ):
            found = direct(x1, x2)
            if found is not None:
                return found
        return call(name, (x1, x2), outs, where, casting, order, dtype, subok, signature, sig)

    return function_of_two_results
