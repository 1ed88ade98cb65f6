"""Operands that go to a loop as they are: where that gives NumPy's result, coercion is left out.

These are Python scalars within the bounds of an array's dtype, and arrays whose dtypes have a table's promotion.
Everything here is decided when the module loads; what a table does not hold takes the general path.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from functools import cache
from typing import Any

import torch

from xp_torch._array.ndarray import ndarray, wrap
from xp_torch._array.ufunc.record import Op
from xp_torch._array.ufunc.records import OPS
from xp_torch._facts.defaults import default_float
from xp_torch._facts.dtypes import BOUNDS, KIND, REAL, of_kind
from xp_torch._facts.promotion import PROMOTED
from xp_torch._kernels.aliasing import same_or_disjoint
from xp_torch._kernels.elementwise import floats
from xp_torch._kernels.host import UFUNCS, numpy_when_large, power_by_scalar

__all__ = ["FITS", "INPLACE", "make_direct", "make_into", "scalar_first", "scalar_second", "typed_loops"]

#: torch functions that take a Python number as their second operand, and those that take one as their first.
_SCALAR_FIRST: tuple[Callable[..., Any], ...] = (torch.add, torch.sub, torch.mul, torch.true_divide)
_COMPARISONS = (operator.eq, operator.ne, operator.lt, operator.le, operator.gt, operator.ge)
_BITWISE = (torch.bitwise_and, torch.bitwise_or, torch.bitwise_xor)
_SCALAR_SECOND = (*_SCALAR_FIRST, *_COMPARISONS, *_BITWISE, torch.copysign)
#: torch functions, and what they are of a number
_BOUNDED: dict[Callable[..., Any], Callable[..., Any]] = {
    torch.maximum: torch.clamp_min,
    torch.minimum: torch.clamp_max,
}
_SHIFTS = (torch.bitwise_left_shift, torch.bitwise_right_shift)
#: torch functions that promote, without a copy of what is cast.
_PROMOTING = frozenset(
    (
        *_SCALAR_FIRST,
        *_COMPARISONS,
        torch.maximum,
        torch.minimum,
        torch.fmax,
        torch.fmin,
        torch.atan2,
        torch.hypot,
    )
)
#: torch functions and their in-place forms.
_IN_PLACE: dict[Callable[..., Any], Callable[..., Any]] = {
    torch.add: operator.iadd,
    torch.sub: operator.isub,
    torch.mul: operator.imul,
    torch.true_divide: operator.itruediv,
    torch.pow: operator.ipow,
    torch.bitwise_and: operator.iand,
    torch.bitwise_or: operator.ior,
    torch.bitwise_xor: operator.ixor,
}
#: kernels for divisors that are Python numbers from 1 on, by kind of dtype: they divide by no 0, -1, infinity or NaN.
_BY_SCALAR: dict[str, dict[str, Callable[..., Any]]] = {
    "i": {"floor_divide": torch.floor_divide, "remainder": torch.remainder, "fmod": torch.fmod},
    "f": {"floor_divide": floats.floor_divide_by, "remainder": floats.remainder_by, "fmod": torch.fmod},
}
#: torch's elementwise functions that have no ``out=``.
_WITHOUT_OUT: tuple[Callable[..., Any], ...] = (
    torch.clone,
    torch.isfinite,
    torch.isinf,
    torch.isnan,
    torch.zeros_like,
    torch.real,
)
_EXACT = frozenset(of_kind("biu"))
_CATEGORY = {"b": 0, "i": 1, "u": 1, "f": 2, "c": 3}
_BUILTIN = type(torch.add)
_new = object.__new__
_pow, _scalar_tensor, _true_divide = torch.pow, torch.scalar_tensor, torch.true_divide


def _fits() -> dict[tuple[type, torch.dtype], tuple[Any, Any]]:
    """Return the bounds between which a Python scalar of a type equals what rule 4 makes of it in a dtype.

    Floats of 16 bits take small integers only: torch's kernels for them compute with the scalar in float32.
    """
    found: dict[tuple[type, torch.dtype], tuple[Any, Any]] = {}
    for d in of_kind("biufc"):
        found[bool, d] = False, True
    for d in of_kind("iu"):
        found[int, d] = BOUNDS[d]
    for d in of_kind("fc"):
        if REAL[d].itemsize >= 4:
            largest = torch.finfo(d).max
            # Beyond 2**53 an int is not always a float.
            found[int, d] = -(2**53), 2**53
            found[float, d] = -largest, largest
        else:
            found[int, d] = -256, 256
    return found


#: ``FITS[type, dtype]``: the bounds of Python scalars that a kernel takes as they are.
FITS = _fits()


def _meetings() -> dict[tuple[torch.dtype, torch.dtype], tuple[torch.dtype, bool, bool]]:
    """Return the dtype that two meet in, whether torch promotes them to it, and whether beside 0-D arrays too.

    Within a category torch lets a 0-D tensor's dtype give way, and a complex one's to floats; between other two
    categories only the dtype of the higher one counts.
    """
    found = {}
    for a in of_kind("biufc"):
        for b in of_kind("biufc"):
            try:
                common = PROMOTED[a][b]
                same = torch.promote_types(a, b) is common
            except KeyError:
                continue
            except RuntimeError:
                same = False
            ranks = _CATEGORY[KIND[a]], _CATEGORY[KIND[b]]
            higher = a if ranks[0] > ranks[1] else b
            anyhow = ranks[0] != ranks[1] and common is higher and set(ranks) != {2, 3}
            found[a, b] = common, same, anyhow
    return found


MEETINGS = _meetings()
#: those of dtypes whose numbers can be compared in the dtype that they meet in.
_COMPARABLE = {
    (a, b): row for (a, b), row in MEETINGS.items() if {KIND[a], KIND[b]} != {"i", "u"} or KIND[row[0]] != "f"
}


@cache
def _cast_first(kernel: Callable, dtype: torch.dtype) -> Callable:
    """Return `kernel` for operands of another dtype, which are cast to `dtype`."""
    return lambda *operands: kernel(*[t.to(dtype) for t in operands])


def _divide_integers(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    """Return the quotient of integers in the default floating dtype."""
    dtype = default_float()
    return _true_divide(x.to(dtype), y.to(dtype))


@cache
def with_casts(name: str) -> dict[torch.dtype, Callable[..., Any]]:
    """Return the loops of `name`, and for dtypes without one the loop that NumPy's search finds, after a cast."""
    op = OPS[name]
    found = {d: _cast_first(op.loops[loop], loop) for d, loop in op.resolution.items() if loop is not d}
    if op.integers == "default":
        found.update(dict.fromkeys(of_kind("biu"), _divide_integers))
    return {**found, **op.loops}


@cache
def typed_loops(name: str) -> dict[torch.dtype, tuple[Callable[..., Any], torch.dtype | None]]:
    """Return what `with_casts` does, each beside the dtype of its result, None where that is the default one."""
    op = OPS[name]
    found: dict[torch.dtype, tuple[Callable[..., Any], torch.dtype | None]] = {}
    for d, kernel in with_casts(name).items():
        loop = op.resolution.get(d)
        # those go to NumPy whatever their number is
        if d not in UFUNCS.get(name, (None, ()))[1]:
            kernel = numpy_when_large(name, d, kernel)
        found[d] = kernel, None if loop is None else op.result_dtype(loop)
    return found


@cache
def _tensor_second(kernel: Callable) -> Callable:
    """Return `kernel` for a Python scalar in place of its second operand."""
    return lambda t, value: kernel(t, _scalar_tensor(value, dtype=t.dtype, device=t.device))


@cache
def _tensor_first(kernel: Callable) -> Callable:
    """Return `kernel` for a Python scalar in place of its first operand."""
    return lambda value, t: kernel(_scalar_tensor(value, dtype=t.dtype, device=t.device), t)


@cache
def _from_one_on(kernel: Callable, general: Callable) -> Callable:
    """Return `kernel` for Python scalars from 1 on, `general` for others."""
    return lambda t, value: kernel(t, value) if value >= 1 else general(t, value)


@cache
def _power(kernel: Callable) -> Callable:
    """Return `kernel`, a float's, for a Python scalar as exponent.

    A square is exact on every way; for other exponents torch has ways that round more, or lose infinities.
    """
    general = power_by_scalar(_tensor_second(kernel))
    return lambda t, value: _pow(t, 2) if value == 2 else general(t, value)


def _taken(op: Op) -> dict[tuple[type, torch.dtype], tuple[Callable, Any, Any]]:
    """Return the loops of `op` and the bounds of the Python scalars that they take beside an array."""
    found = {}
    for (kind, d), (low, high) in FITS.items():
        kernel = op.loops.get(d)
        # A float may be true and round to 0, and what has no common dtype with its exponent is not for here.
        if kernel is None or op.integer_second or (kind is float and op.name.startswith("logical")):
            continue
        found[kind, d] = kernel, low, high
    return found


@cache
def scalar_second(name: str) -> dict[tuple[type, torch.dtype], tuple[Callable[..., Any], Any, Any, torch.dtype]]:
    """Return kernels of the operation `name` that take a Python scalar second, by the scalar's type and the dtype.

    Each stands beside the bounds of the scalar and the dtype of the result.
    """
    op, found = OPS[name], {}
    for (kind, d), (kernel, low, high) in _taken(op).items():
        short = _BY_SCALAR.get("i" if d is torch.uint8 else KIND[d], {}).get(name)
        if kernel is torch.pow and KIND[d] == "f" and d.itemsize >= 4:
            kernel = _power(kernel)
        elif name == "pow" and KIND[d] in "iu":
            kernel, low = (kernel, 0) if kernel is torch.pow else (_tensor_second(kernel), 0)
        elif kernel in _SHIFTS:
            low, high = 0, 8 * d.itemsize - 1
        elif short is not None and d.itemsize >= (4 if KIND[d] == "f" else 1):
            kernel = _from_one_on(numpy_when_large(name, d, short), _tensor_second(kernel))
        elif kernel in _COMPARISONS:
            kernel = numpy_when_large(name, d, kernel)
        elif kernel in _BOUNDED and KIND[d] in "if" and kind is not bool:
            kernel = _BOUNDED[kernel]
        elif kernel not in _SCALAR_SECOND:
            kernel = _tensor_second(kernel)
        found[kind, d] = kernel, low, high, op.result_dtype(d)
    return found


@cache
def scalar_first(name: str) -> dict[tuple[type, torch.dtype], tuple[Callable, Any, Any, torch.dtype]]:
    """Return what `scalar_second` does for a Python scalar that stands first."""
    op, found = OPS[name], {}
    for (kind, d), (kernel, low, high) in _taken(op).items():
        first = kernel if kernel in _SCALAR_FIRST else _tensor_first(kernel)
        found[kind, d] = first, low, high, op.result_dtype(d)
    return found


@cache
def make_direct(name: str) -> Callable[[Any, Any], Any]:
    """Return the function that computes the operation `name` of operands that need no coercion, else returns None."""
    op = OPS[name]
    second, first = scalar_second(name), scalar_first(name)
    promoting = {d: kernel for d, kernel in op.loops.items() if kernel in _PROMOTING}
    results = {d: op.result_dtype(d) for d in op.loops}
    loops = {} if op.integer_second else with_casts(op.name) if op.integers == "default" else op.loops
    meetings = _COMPARABLE if op.comparison else MEETINGS
    # Python scalars beside which integers become floats
    floating = (float, int, bool) if op.integers == "default" else (float,)
    two = op.nout == 2

    def direct(x1: Any, x2: Any) -> Any:
        dtype = None
        try:
            if type(x1) is ndarray:
                t1 = x1._tensor
                if type(x2) is ndarray:
                    t2 = x2._tensor
                    met = meetings.get((x1._dtype, x2._dtype))
                    if met is None:
                        return None
                    common, promoted, anyhow = met
                    kernel = promoting.get(common) if promoted else None
                    # Beside a 0-D tensor of the wider dtype torch computes in the narrower one.
                    if kernel is not None and not anyhow:
                        if x1._dtype is common:
                            anyhow = t1.ndim > 0 or not t2.ndim
                        elif x2._dtype is common:
                            anyhow = t2.ndim > 0 or not t1.ndim
                        else:
                            anyhow = (t1.ndim > 0) is (t2.ndim > 0)
                    if kernel is not None and anyhow:
                        t = kernel(t1, t2)
                        dtype = results[common]
                    else:
                        kernel = loops.get(common)
                        if kernel is None:
                            return None
                        t = kernel(t1.to(common), t2.to(common))
                else:
                    row = second.get((type(x2), x1._dtype))
                    if row is None and type(x2) in floating and x1._dtype in _EXACT:
                        t1 = t1.to(default_float())
                        row = second.get((type(x2), t1.dtype))
                    if row is None or not row[1] <= x2 <= row[2]:
                        return None
                    t = row[0](t1, x2)
                    dtype = row[3]
            elif type(x2) is ndarray:
                t2 = x2._tensor
                row = first.get((type(x1), x2._dtype))
                if row is None and type(x1) in floating and x2._dtype in _EXACT:
                    t2 = t2.to(default_float())
                    row = first.get((type(x1), t2.dtype))
                if row is None or not row[1] <= x1 <= row[2]:
                    return None
                t = row[0](x1, t2)
                dtype = row[3]
            else:
                return None
        except RuntimeError:
            # The general path says what is wrong.
            return None
        if two:
            return wrap(t[0]), wrap(t[1])
        new = _new(ndarray)
        new._tensor = t
        new._dtype = dtype or t.dtype
        return new

    return direct


def make_into(name: str) -> Callable[..., bool]:
    """Return the function that has torch's own kernel write into `out`, and tells whether it could.

    It can where all have one dtype and shape (or are 0-D), and memory that is the same or apart.
    """
    op = OPS[name]
    single = op.nout == 1 and op.result == "same" and not op.integer_second
    kernels: dict[torch.dtype, Callable[..., Any]] = {
        d: k for d, k in op.loops.items() if single and type(k) is _BUILTIN and k not in _WITHOUT_OUT
    }
    rows = scalar_second(name).items() if single and op.nin == 2 else ()
    second: dict[Any, Any] = {key: row for key, row in rows if row[0] in _SCALAR_FIRST}

    def into(out: Any, x1: Any, x2: Any = None) -> bool:
        if type(out) is not ndarray or type(x1) is not ndarray:
            return False
        to, t1 = out._tensor, x1._tensor
        dtype = out._dtype
        if x1._dtype is not dtype or dtype not in kernels:
            return False
        # `same_or_disjoint` of three tensors: most own their memory
        clear = not _is_compiling() and to._base is None and t1._base is None and not _is_inference()
        if not (clear or same_or_disjoint(to, t1)):
            return False
        shape = to.shape
        if t1.shape != shape:
            return False
        try:
            if x2 is None:
                kernels[dtype](t1, out=to)
                return True
            if type(x2) is ndarray:
                t2 = x2._tensor
                if x2._dtype is not dtype or (t2.shape != shape and t2.ndim):
                    return False
                if not (clear and t2._base is None) and not same_or_disjoint(to, t2):
                    return False
                kernels[dtype](t1, t2, out=to)
                return True
            row = second.get((type(x2), dtype))
            if row is None or not row[1] <= x2 <= row[2]:
                return False
            row[0](t1, x2, out=to)
        except RuntimeError:
            # The general path says what is wrong, or does what torch can't without a temporary.
            return False
        return True

    return into


#: ``INPLACE[name][dtype]``: the in-place form of the loop of a dtype.
INPLACE: dict[str, dict[torch.dtype, Callable[..., Any]]] = {
    name: {d: _IN_PLACE[kernel] for d, kernel in op.loops.items() if kernel in _IN_PLACE} for name, op in OPS.items()
}

# `torch.compiler.is_compiling` takes five times as long; under other tracers `_base` is as in eager code.
_is_compiling = torch.compiler.is_dynamo_compiling
_is_inference = torch.is_inference_mode_enabled
