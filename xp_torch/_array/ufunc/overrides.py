"""`__array_ufunc__` and `__array_wrap__` of subclasses and of other arrays, which ufuncs call as NumPy's do."""

from __future__ import annotations

from typing import Any

import numpy as np

from xp_torch._array.coercion import KNOWN, foreign_error, has_more, is_foreign
from xp_torch._array.deferred import DeferredArray
from xp_torch._array.ndarray import ndarray, wrap, wrap_like
from xp_torch._array.numpys import MAYBE_NUMPYS, by_numpy, is_numpys
from xp_torch._facts.dtypes import lacks, numpys_dtype
from xp_torch._facts.no_value import NO_VALUE

#: What protocols get that is not in NumPy's namespace: `clip` as a ufunc; this package's own ufuncs of `special`.
UFUNCS: dict[str, Any] = {"clip": np._core.umath.clip}  # type: ignore[attr-defined]
#: The defaults of the options of ufuncs and their methods.
_DEFAULTS: dict[str, Any] = {
    "axes": np._NoValue,
    "casting": "same_kind",
    "dtype": None,
    "keepdims": False,
    "order": "K",
    "signature": None,
    "subok": True,
    "where": True,
}
#: Types without an ``__array_ufunc__`` of their own, and the types of missing arguments.
_WITHOUT_OVERRIDE = (KNOWN - MAYBE_NUMPYS) | {type(None), type(...)}


def _ufunc(name: str) -> Any:
    """Return the ufunc that the protocols get for a record: NumPy's, or else this package's; None for a user's."""
    return UFUNCS.get(name) or getattr(np, name, None)


def overrides(x: Any) -> bool:
    """Return whether `x` has its own ``__array_ufunc__``: a subclass that defines it, or another library's array.

    An array of NumPy's whose dtype torch lacks counts as another library's.
    """
    kind = type(x)
    if kind in KNOWN:
        return kind is np.ndarray and lacks(x.dtype)
    return subclass_overrides(x) or (is_foreign(kind) and hasattr(kind, "__array_ufunc__"))


def _computes_by_numpy(x: Any) -> bool:
    """Return whether NumPy computes with an operand, and the class of the operand does not decide that itself."""
    return is_numpys(x) and not has_more(type(x))


def subclass_overrides(x: Any) -> bool:
    """Return whether `x` is of a subclass of `ndarray` that defines ``__array_ufunc__``.

    Functions that NumPy computes by ufuncs call it for these; they convert other libraries' arrays.
    """
    return isinstance(x, ndarray) and type(x).__array_ufunc__ is not ndarray.__array_ufunc__


def overridden(name: str, method: str, inputs: tuple, out: Any = None, **options: Any) -> Any:
    """Return the result of the ``__array_ufunc__`` of an argument; `NO_VALUE` if no argument overrides the ufunc.

    NumPy computes from operands whose dtype torch lacks, and in such a dtype.
    The method is called with NumPy's ufunc, as NumPy calls it: for the operands from left to right, but for subclasses
    before their base classes, until one does not return NotImplemented. Options with default values are left out.
    """
    outs = out if isinstance(out, tuple) else (out,)
    operands = (inputs[0], *inputs[2:]) if method == "at" else inputs  # indices are no operand
    dtype = options.get("dtype", NO_VALUE)
    # As an operand, None is an object.
    by_numpys = (method in ("__call__", "outer") and type(None) in map(type, operands)) or (
        dtype is not None and dtype is not NO_VALUE and numpys_dtype(dtype) is not None
    )
    overriding: list[Any] = [None] if by_numpys else []
    for x in (*operands, options.get("where"), *outs):
        if type(x) in _WITHOUT_OVERRIDE or type(x) in map(type, overriding):
            continue
        if _computes_by_numpy(x):
            by_numpys = True
        elif not overrides(x) or (
            # NumPy's reductions call the methods of a pandas series, not its `__array_ufunc__`.
            method != "__call__"
            and not (isinstance(x, ndarray) or has_more(type(x)) or type(x).__array_ufunc__ is None)
        ):
            continue
        overriding.append(x)
    if not overriding:
        return NO_VALUE
    ufunc = _ufunc(name)
    if not isinstance(ufunc, np.ufunc):
        # other libraries' arrays and NumPy's functions know NumPy's ufuncs
        overriding, by_numpys = [x for x in overriding if isinstance(x, ndarray)], False
        ufunc = ufunc if overriding else None
    if ufunc is None:
        return NO_VALUE
    keywords = {k: v for k, v in options.items() if v is not _DEFAULTS.get(k, NO_VALUE) and v is not NO_VALUE}
    if any(target is not None and target is not ... for target in outs):
        keywords["out"] = outs
    if by_numpys:
        return by_numpy(ufunc if method == "__call__" else getattr(ufunc, method), inputs, keywords)
    for x in overriding:
        if not isinstance(x, ndarray):
            if method != "__call__":
                raise foreign_error(type(x))  # NumPy's `add.reduce` ignores the mask of a masked array
            return ufunc(*inputs, **keywords)  # NumPy calls the method of each operand
    while overriding:
        x = next(
            x for i, x in enumerate(overriding) if not any(issubclass(type(y), type(x)) for y in overriding[i + 1 :])
        )
        if type(x).__array_ufunc__ is None:
            raise TypeError(f"operand '{type(x).__name__}' does not support ufuncs (__array_ufunc__=None)")
        result = x.__array_ufunc__(ufunc, method, *inputs, **keywords)
        if result is not NotImplemented:
            return result
        overriding = [y for y in overriding if y is not x]
    names = ", ".join(repr(type(x).__name__) for x in (*inputs, *outs) if x is not None)
    call = f"__array_ufunc__({ufunc}, '{method}', ...)"
    raise TypeError(f"operand type(s) all returned NotImplemented from {call}: {names}")


def subclass_operand(inputs: Any) -> Any:
    """Return the operand that gives the results their class; None if no operand has a subclass of `ndarray`.

    It is the first operand with the highest ``__array_priority__``.
    """
    source, highest = None, 0.0
    for x in inputs:
        if isinstance(x, ndarray) and type(x) is not ndarray and not isinstance(x, DeferredArray):
            priority = _priority(x)
            if source is None or priority > highest:
                source, highest = x, priority
    return source


def _priority(x: Any) -> float:
    """Return the ``__array_priority__`` that a subclass of `ndarray` defines; 0, as in NumPy, if it defines none."""
    value = type(x).__array_priority__
    return 0.0 if value is ndarray.__array_priority__ else value


def wrap_result(result: Any, like: Any, context: tuple | None = None) -> Any:
    """Return a result of a ufunc as an array of the class of `like`, by the ``__array_wrap__`` of a subclass.

    `result` is a tensor, or `like` itself if the result was written to it. `context` are the name of the ufunc, its
    arguments, and the number of the result.
    """
    kind, written = type(like), result is like
    if kind is ndarray or not isinstance(like, ndarray):
        return result if written else wrap(result)
    if kind.__array_wrap__ is ndarray.__array_wrap__:
        return result if written else wrap_like(kind, result, like)
    if context is not None:
        context = (_ufunc(context[0]), *context[1:])
    return like.__array_wrap__(result if written else wrap(result), context, not written and not result.ndim)
