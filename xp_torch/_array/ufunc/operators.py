"""The operators of `ndarray`: forward, reflected and in-place forms, made from the records."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import torch

from xp_torch._array.ndarray import ndarray, wrap
from xp_torch._array.ufunc.call import call
from xp_torch._array.ufunc.dispatch import INPLACE, make_direct, scalar_first, scalar_second, typed_loops
from xp_torch._array.ufunc.record import Op
from xp_torch._array.ufunc.records import OPS
from xp_torch._facts.dtypes import KIND, as_dtype
from xp_torch._facts.errors import UFuncTypeError
from xp_torch._facts.promotion import can_cast
from xp_torch._facts.torch_errors import raise_explained
from xp_torch._kernels.aliasing import same_or_disjoint
from xp_torch._kernels.cast import cast, copy_into

__all__ = ["attach_operators", "make_binary", "make_inplace", "operand"]

_new = object.__new__


def operand(x: Any, reflected: bool = False) -> bool:
    """Tell whether an operator takes `x`; what it does not take gets NotImplemented, so that `x` has its say.

    An object with ``__array__`` is taken, unless it claims operators as NumPy's protocols have it: by its priority or
    by ``__array_ufunc__``. A NumPy array on the left raises TypeError, so that ``np_array + x`` does not silently
    choose a library.
    """
    kind = type(x)
    if kind in (int, float, complex, bool) or isinstance(x, (ndarray, torch.Tensor, np.generic)):
        return True
    if isinstance(x, np.ndarray):
        if reflected:
            raise TypeError(
                "unsupported operand types: a NumPy array on the left of an xp_torch array; "
                "convert one of them with xp_torch.asarray or numpy.asarray"
            )
        return True
    if isinstance(x, (list, tuple, int, float, complex)):
        return True
    claims = hasattr(kind, "__array_ufunc__") or getattr(kind, "__array_priority__", 0) > 0
    return hasattr(kind, "__array__") and not claims


def _shorter_power(x: ndarray, exponent: Any) -> str | None:
    """Return the ufunc that NumPy's `**` of an array calls in place of `power`, None if it calls that, as of scalars.

    The square root is for complex numbers only: that of -inf is NaN, where the standard's power by 0.5 is infinite.
    """
    if x._tensor.ndim == 0:
        return None
    if type(exponent) is int:
        if exponent == 2:
            return "square"
        return "reciprocal" if exponent == -1 and KIND[x._dtype] in "fc" else None
    return "sqrt" if type(exponent) is float and exponent == 0.5 and KIND[x._dtype] == "c" else None


def _power(forward: Callable) -> Callable:
    """Return `forward` for ``**``, which NumPy shortens for some exponents: values, and int8 for squared booleans."""
    shortened = {name: _unary(OPS[name]) for name in ("reciprocal", "sqrt", "square")}

    def power(x1: Any, x2: Any, /) -> Any:
        shorter = _shorter_power(x1, x2)
        return forward(x1, x2) if shorter is None else shortened[shorter](x1)

    return power


def make_binary(op: Op) -> tuple[Callable, Callable]:
    """Return the forward and the reflected operator of `op`."""
    name, loops = op.name, typed_loops(op.name) if op.nout == 1 else {}
    direct = make_direct(name)
    scalars, firsts = (scalar_second(name), scalar_first(name)) if op.nout == 1 else ({}, {})
    # ``==`` and ``!=`` answer elementwise for None and strings too, as NumPy's do.
    unequal = {"equal": False, "not_equal": True}.get(name)

    def forward(x1: Any, x2: Any, /) -> Any:
        if type(x2) is ndarray:
            if x1._dtype is x2._dtype and type(x1) is ndarray:
                try:
                    kernel, result = loops[x1._dtype]
                    t = kernel(x1._tensor, x2._tensor)
                except KeyError:
                    # no loop, or one with two results
                    found = direct(x1, x2)
                    return call(name, (x1, x2)) if found is None else found
                except RuntimeError as error:
                    raise_explained(name, [x1._tensor, x2._tensor], error)
                new = _new(ndarray)
                new._tensor = t
                new._dtype = result or t.dtype
                return new
        elif type(x1) is ndarray:
            row = scalars.get((type(x2), x1._dtype))
            if row is not None and row[1] <= x2 <= row[2]:
                try:
                    t = row[0](x1._tensor, x2)
                except RuntimeError:
                    return call(name, (x1, x2))
                new = _new(ndarray)
                new._tensor = t
                new._dtype = row[3]
                return new
        found = direct(x1, x2)
        if found is not None:
            return found
        if unequal is not None and (x2 is None or isinstance(x2, (str, bytes))):
            return wrap(torch.full_like(x1._tensor, unequal, dtype=torch.bool))
        return call(name, (x1, x2)) if operand(x2) else NotImplemented

    def reflected(x1: Any, x2: Any, /) -> Any:
        if type(x1) is ndarray:
            row = firsts.get((type(x2), x1._dtype))
            if row is not None and row[1] <= x2 <= row[2]:
                try:
                    t = row[0](x2, x1._tensor)
                except RuntimeError:
                    return call(name, (x2, x1))
                new = _new(ndarray)
                new._tensor = t
                new._dtype = row[3]
                return new
        found = direct(x2, x1)
        if found is not None:
            return found
        return call(name, (x2, x1)) if operand(x2, True) else NotImplemented

    return forward, reflected


def write_inplace(name: str, target: ndarray, result: torch.Tensor) -> ndarray:
    """Write the result of an in-place operator into `target` by NumPy's same-kind rule."""
    t = target._tensor
    if not can_cast(result.dtype, t.dtype, "same_kind"):
        raise UFuncTypeError(
            f"Cannot cast ufunc '{name}' output from {as_dtype(result.dtype)!r} to {as_dtype(t.dtype)!r} "
            "with casting rule 'same_kind'"
        )
    if result.shape != t.shape:
        raise ValueError(
            f"non-broadcastable output operand with shape {tuple(t.shape)} "
            f"doesn't match the broadcast shape {tuple(result.shape)}"
        )
    copy_into(t, cast(result, t.dtype))
    return target


def make_inplace(name: str, forward: Callable) -> Callable:
    """Return the in-place form of `forward`: a 0-D array is rebound (rule 2), others are written to."""
    methods = INPLACE.get(name, {})
    power = _inplace_power(forward) if name == "pow" else None
    # torch's powers of numbers round more, or lose infinities
    taken = scalar_second(name) if methods and power is None else {}
    scalars = {key: (methods[key[1]], *row[1:]) for key, row in taken.items() if key[1] in methods}

    def inplace(x1: Any, x2: Any, /) -> Any:
        if type(x1) is ndarray:
            t1 = x1._tensor
            if t1.ndim:
                try:
                    if type(x2) is ndarray:
                        t2 = x2._tensor
                        kind = x1._dtype
                        method = methods.get(kind) if kind is x2._dtype else None
                        if method is not None and same_or_disjoint(t1, t2):
                            method(t1, t2)
                            return x1
                    else:
                        row = scalars.get((type(x2), x1._dtype))
                        if row is not None and row[1] <= x2 <= row[2]:
                            row[0](t1, x2)
                            return x1
                except RuntimeError:
                    # The general path says what is wrong, or does what torch can't in place.
                    pass
        if power is not None:
            return power(x1, x2)
        result = forward(x1, x2)
        if result is NotImplemented or x1._tensor.ndim == 0:
            return result
        return write_inplace(name, x1, result._tensor)

    return inplace


def _inplace_power(forward: Callable) -> Callable:
    """Return the in-place form of `**`: what the array can't hold is said before what is no power, as NumPy does."""

    def inplace(x1: Any, x2: Any, /) -> Any:
        if x1._tensor.ndim == 0:
            return forward(x1, x2)
        if not operand(x2):
            return NotImplemented
        shorter = _shorter_power(x1, x2)
        return call("pow", (x1, x2), x1) if shorter is None else call(shorter, (x1,), x1)

    return inplace


def _unary(op: Op) -> Callable:
    name, loops = op.name, typed_loops(op.name)

    def operator(x: Any, /) -> Any:
        if type(x) is ndarray:
            try:
                kernel, result = loops[x._dtype]
                t = kernel(x._tensor)
            except KeyError:
                return call(name, (x,))
            except RuntimeError as error:
                raise_explained(name, [x._tensor], error)
            new = _new(ndarray)
            new._tensor = t
            new._dtype = result or t.dtype
            return new
        return call(name, (x,))

    return operator


def attach(name: str, function: Callable) -> None:
    """Give `ndarray` the special method ``__name__``."""
    function.__name__ = f"__{name}__"
    function.__qualname__ = f"ndarray.__{name}__"
    function.__module__ = "xp_torch"
    setattr(ndarray, f"__{name}__", function)


def attach_operators() -> None:
    """Give `ndarray` the operators of all records."""
    for op in OPS.values():
        name = op.operator
        if name is None:
            continue
        if op.nin == 1:
            attach(name, _unary(op))
            continue
        forward, reflected = make_binary(op)
        attach(name, _power(forward) if name == "pow" else forward)
        if op.comparison:
            continue
        attach("r" + name, reflected)
        if op.nout == 1:
            attach("i" + name, make_inplace(op.name, forward))


attach_operators()
