"""The fast paths of ufuncs, operators and reductions: operands that need no coercion go to a kernel at once.

Operands are arrays of one dtype, arrays whose dtypes promote by a table, and arrays beside Python numbers within the
bounds of their dtype. All tables are made at import. What has no row in them is left to the general path; a kernel's
error is raised as NumPy's.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import torch

from xp_torch._array.coercion import LISTS, from_numbers
from xp_torch._array.deferred import DeferredArray, compute, plain
from xp_torch._array.floating_errors import is_reporting, reporting
from xp_torch._array.ndarray import ndarray, wrap, wrap_as
from xp_torch._array.reversed_views import ReversedView
from xp_torch._array.ufunc.record import Op
from xp_torch._array.ufunc.records import RECORDS
from xp_torch._facts.defaults import default_float
from xp_torch._facts.dtypes import BOUNDS, FROM_TORCH, KIND, REAL, of_kind
from xp_torch._facts.errors import without_frames
from xp_torch._facts.no_value import NO_VALUE
from xp_torch._facts.promotion import PROMOTED
from xp_torch._facts.torch_errors import raise_explained
from xp_torch._facts.torch_state import check_bool, is_compiling, is_differentiated
from xp_torch._kernels.aliasing import same_or_disjoint
from xp_torch._kernels.elementwise.by_number import swapped, with_first, with_float, with_second

_EXACT = of_kind("biu")
_CATEGORY = {"b": 0, "i": 1, "u": 1, "f": 2, "c": 3}
_BUILTIN = type(torch.add)
_WITHOUT_OUT: Any = torch.clone
#: A kernel that takes a number, the bounds of the numbers, and the dtype of the result (None for the kernel's own).
_Row = tuple[Callable[..., Any], Any, Any, torch.dtype | None]
_new = object.__new__
_true_divide = torch.true_divide


def _fits() -> dict[torch.dtype, dict[type, tuple[Any, Any]]]:
    """Return the bounds within which a Python number of a type equals its conversion to a dtype (rule 4).

    For 16-bit floats only small integers do: torch's kernels for them compute with the number in float32.
    """
    bounds: dict[torch.dtype, dict[type, tuple[Any, Any]]] = {d: {bool: (False, True)} for d in of_kind("biufc")}
    for d in of_kind("iu"):
        bounds[d][int] = BOUNDS[d]
    for d in of_kind("fc"):
        if REAL[d].itemsize >= 4:
            largest = torch.finfo(d).max
            # Beyond 2**53 an int is not always a float.
            bounds[d].update({int: (-(2**53), 2**53), float: (-largest, largest)})
        else:
            bounds[d][int] = -256, 256
    return bounds


#: ``FITS[dtype][type]``: bounds of the Python numbers that a kernel takes as they are. Not one dict with pairs as keys:
#: Dynamo would guard all of them.
FITS = _fits()


def _promotions() -> dict[tuple[torch.dtype, torch.dtype], tuple[torch.dtype, bool, bool]]:
    """Return for pairs of dtypes the common one, whether torch promotes to it, and whether for 0-D arrays too.

    torch doesn't count the dtype of a 0-D tensor beside a tensor of the same category, nor of a complex 0-D tensor
    beside a floating one. Between other categories only the dtype of the higher one counts.
    """
    promotions = {}
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
            always = ranks[0] != ranks[1] and common is higher and set(ranks) != {2, 3}
            promotions[a, b] = common, same, always
    return promotions


_PROMOTIONS = _promotions()
#: The pairs that can be compared in the common dtype: not int64 with uint64, for instance.
_COMPARABLE = {
    (a, b): row for (a, b), row in _PROMOTIONS.items() if {KIND[a], KIND[b]} != {"i", "u"} or KIND[row[0]] != "f"
}


@cache
def _after_cast(kernel: Callable, dtype: torch.dtype) -> Callable:
    """Return `kernel` for operands of another dtype, with a cast to `dtype` first."""
    return lambda *operands: kernel(*[t.to(dtype) for t in operands])


def _beside_integers(kernels: dict[torch.dtype, Callable[..., Any]], first: bool) -> Callable[..., Any]:
    """Return the kernel of an integer array and a number, with a result in the default floating dtype."""

    def compute(t: torch.Tensor, value: Any) -> Any:
        dtype = default_float()
        return kernels[dtype](t.to(dtype), value)

    def compute_first(value: Any, t: torch.Tensor) -> Any:
        dtype = default_float()
        return kernels[dtype](value, t.to(dtype))

    return compute_first if first else compute


def with_bool(kernel: Callable[..., Any]) -> Callable[..., Any]:
    """Return `kernel` for a tensor and a bool, which may be the wrong result of a comparison in compiled code."""

    def compute(x1: Any, x2: Any) -> Any:
        if is_compiling():
            check_bool()
        return kernel(x1, x2)

    return compute


def _divide_integers(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    """Return the quotient of integers in the default floating dtype."""
    dtype = default_float()
    return _true_divide(x.to(dtype), y.to(dtype))


def _of_integers(op: Op) -> Callable[..., Any]:
    """Return the kernel of integers for one of SciPy's ufuncs, with a result in the default floating dtype."""
    kernels = {d: op.loops[d] for d in (torch.float32, torch.float64)}

    def compute(*operands: torch.Tensor) -> Any:
        dtype = default_float()
        return kernels[dtype](*[t.to(dtype) for t in operands])

    return compute


@cache
def typed_loops(name: str) -> dict[torch.dtype, tuple[Callable[..., Any], torch.dtype | None]]:
    """Return for each dtype its loop and the dtype of the result; None stands for the default floating dtype.

    Where NumPy's search finds the loop of another dtype, the loop casts first.
    """
    op = RECORDS[name]
    loops: dict[torch.dtype, tuple[Callable[..., Any], torch.dtype | None]] = {}
    if op.integers == "default":
        loops.update(dict.fromkeys(_EXACT, (_divide_integers, None)))
    if torch.float64 in op.order:
        loops.update(dict.fromkeys(_EXACT, (_of_integers(op), None)))
    for d, loop in op.resolution.items():
        kernel = op.loops[loop]
        loops[d] = kernel if loop is d else _after_cast(kernel, loop), op.result_dtype(loop)
    return loops


@cache
def number_rows(name: str, first: bool = False) -> dict[torch.dtype, dict[type, _Row]]:
    """Return the kernels of an array and a Python number, by the dtype and the number's type.

    The number is the second operand, or the first one if `first`.
    """
    op = RECORDS[name]
    rows: dict[torch.dtype, dict[type, _Row]] = {}
    if op.nin != 2 or op.integer_second:
        return {}
    for d, kernel in op.kernels.items():
        rows[d] = {}
        for kind, (low, high) in FITS.get(d, {}).items():
            # A nonzero float is true, but may round to 0 in the dtype.
            if kind is float and op.name.startswith("logical"):
                continue
            loop, result = op.loops[d], op.result_dtype(d)
            native = with_float(loop, first) if kind is int and KIND[d] == "f" else loop
            if kind is bool and op.no_bool:
                native = (with_first if first else with_second)(loop)  # torch subtracts no bool, of integers either
            row = None
            if first:
                if native is loop and loop is not kernel and op.identity is not None:
                    native = swapped(loop)
                row = (native if op.shortcuts.number == "both" and kernel is op.kernel else with_first(loop)), low, high
            elif op.shortcuts.by_number is not None:
                row = op.shortcuts.by_number(kind, d, kernel, loop, low, high)
            if row is None:
                row = (native if op.shortcuts.number and kernel is op.kernel else with_second(loop)), low, high
            compute = with_bool(row[0]) if kind is bool else row[0]
            rows[d][kind] = compute, row[1], row[2], result
    # Integers and these numbers give floats. The bounds are for float32, the narrower default dtype.
    for kind, (_, low, high, own) in rows.get(torch.float32, {}).items():
        if kind is float or op.integers == "default":
            kernels = {d: rows[d][kind][0] for d in (torch.float32, torch.float64)}
            mixed = _beside_integers(kernels, first), low, high, own if op.result == "bool" else None
            for d in _EXACT:
                rows.setdefault(d, {})[kind] = mixed
    return rows


def make_unary(name: str, general: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Return the function of an `ndarray`: the operator, and the ufunc without options.

    It leaves to `general` what the fast path cannot compute.
    """
    loops, general = typed_loops(name), without_frames(general)

    def apply(x: Any, /) -> Any:
        if type(x) is ndarray and not (reporting and is_reporting()):
            try:
                kernel, result = loops[x._dtype]
                new = _new(ndarray)
                new._tensor = kernel(x._tensor)
                new._dtype = result or new._tensor.dtype
                new._memory = None
                return new
            except KeyError:
                pass
            except RuntimeError as error:
                raise_explained(name, [x._tensor], error)
        return compute(apply, x) if isinstance(x, DeferredArray) else general(x)

    return apply


def make_binary(name: str, general: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    """Return the function of two operands, the first an `ndarray`: the operator, and the ufunc without options.

    It leaves to `general` what the fast path cannot compute.
    """
    op = RECORDS[name]
    if op.nout == 2:
        return _make_pair(op, general)
    loops = {} if op.integer_second else typed_loops(name)
    numbers, promoted, general = number_rows(name), _make_promoted(op), without_frames(general)

    def forward(x1: Any, x2: Any, /) -> Any:
        try:
            if reporting and is_reporting():
                pass
            elif type(x2) is ndarray:
                if x1._dtype is x2._dtype and type(x1) is ndarray:
                    kernel, result = loops[x1._dtype]
                    new = _new(ndarray)
                    new._tensor = kernel(x1._tensor, x2._tensor)
                    new._dtype = result or new._tensor.dtype
                    new._memory = None
                    return new
                if type(x1) is ndarray:
                    return promoted(x1, x2)
            elif type(x1) is ndarray:
                kernel, low, high, result = numbers[x1._dtype][type(x2)]
                if low <= x2 <= high:
                    new = _new(ndarray)
                    new._tensor = kernel(x1._tensor, x2)
                    new._dtype = result or new._tensor.dtype
                    new._memory = None
                    return new
        except KeyError:
            pass
        except RuntimeError as error:
            raise_explained(name, [x._tensor for x in (x1, x2) if isinstance(x, ndarray)], error)
        if isinstance(x1, DeferredArray) or isinstance(x2, DeferredArray):
            return compute(forward, x1, x2)
        return general(x1, x2)

    return forward


def make_reflected(name: str, general: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    """Return the function of an `ndarray` and a first operand: `make_binary` with its operands swapped."""
    numbers, general = number_rows(name, True) if RECORDS[name].nout == 1 else {}, without_frames(general)

    def reflected(x2: Any, x1: Any, /) -> Any:
        if type(x2) is ndarray and not (reporting and is_reporting()):
            try:
                kernel, low, high, result = numbers[x2._dtype][type(x1)]
                if low <= x1 <= high:
                    new = _new(ndarray)
                    new._tensor = kernel(x1, x2._tensor)
                    new._dtype = result or new._tensor.dtype
                    new._memory = None
                    return new
            except KeyError:
                pass
            except RuntimeError as error:
                raise_explained(name, [x2._tensor], error)
        return compute(reflected, x2, x1) if isinstance(x2, DeferredArray) else general(x1, x2)

    return reflected


def _make_promoted(op: Op) -> Callable[[ndarray, ndarray], ndarray]:
    """Return the function of two arrays of different dtypes; it raises KeyError if it does not serve them."""
    native = {d: kernel for d, kernel in op.kernels.items() if op.shortcuts.promotes and kernel is op.kernel}
    # NumPy searches for a loop that holds each operand, not one that holds their common dtype.
    typed = {} if op.integer_second else typed_loops(op.name)
    loops = {d: row for d, row in typed.items() if d in op.loops or op.integers == "default"}
    promotions = {} if op.is_special else _COMPARABLE if op.comparison else _PROMOTIONS
    if op.no_bool is not None:
        # torch's kernel does not take booleans either: they are cast first.
        promotions = {
            pair: (d, by_torch and torch.bool not in pair, always) for pair, (d, by_torch, always) in promotions.items()
        }

    def promoted(x1: ndarray, x2: ndarray) -> ndarray:
        d1, d2, t1, t2 = x1._dtype, x2._dtype, x1._tensor, x2._tensor
        common, by_torch, always = promotions[d1, d2]
        kernel, result = loops[common]
        if by_torch and common in native:
            # Beside a 0-D tensor of the wider dtype torch computes in the narrower one.
            if not always:
                if d1 is common:
                    always = t1.ndim > 0 or not t2.ndim
                elif d2 is common:
                    always = t2.ndim > 0 or not t1.ndim
                else:
                    always = (t1.ndim > 0) is (t2.ndim > 0)
            if always:
                return wrap_as(native[common](t1, t2), result)  # type: ignore[arg-type]
        t = kernel(t1.to(common), t2.to(common))
        return wrap_as(t, result or t.dtype)

    return promoted


def _make_pair(op: Op, general: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    """Return `make_binary` for an operation with two results."""
    loops, numbers, general = typed_loops(op.name), number_rows(op.name), without_frames(general)

    def forward(x1: Any, x2: Any, /) -> Any:
        try:
            if reporting and is_reporting():
                pass
            elif type(x1) is ndarray and type(x2) is ndarray and x1._dtype is x2._dtype:
                first, second = loops[x1._dtype][0](x1._tensor, x2._tensor)
                return wrap(first), wrap(second)
            elif type(x1) is ndarray:
                kernel, low, high, _ = numbers[x1._dtype][type(x2)]
                if low <= x2 <= high:
                    first, second = kernel(x1._tensor, x2)
                    return wrap(first), wrap(second)
        except KeyError:
            pass
        except RuntimeError as error:
            raise_explained(op.name, [x._tensor for x in (x1, x2) if isinstance(x, ndarray)], error)
        return general(x1, x2)

    return forward


def make_into(name: str) -> Callable[..., bool]:
    """Return the function that writes to `out` by torch's own kernel, and returns whether it could.

    It can if all have one dtype and one shape (or are 0-D), and the same or disjoint memory.
    """
    op = RECORDS[name]
    single = op.nout == 1 and op.result == "same" and not op.integer_second
    by_numpy = op.shortcuts.numpy_if_large + op.shortcuts.numpy_if_wide if op.shortcuts.numpy_serves is None else ""
    kernels: dict[torch.dtype, Callable[..., Any]] = {
        # NumPy's sums and products of integers would be copied to `out`.
        d: op.kernels[d] if op.shortcuts.number == "both" else loop
        for d, loop in op.loops.items()
        if single and type(op.kernels[d]) is _BUILTIN and op.kernels[d] is not _WITHOUT_OUT
        if loop is op.kernels[d] or FROM_TORCH[d].char in by_numpy
    }
    numbers = {
        d: {kind: bounds for kind, bounds in row.items() if kind is not bool}
        for d, row in FITS.items()
        if op.shortcuts.number == "both" and kernels.get(d) is op.kernel
    }

    def into(out: Any, x1: Any, x2: Any = None) -> bool:
        if type(out) is not ndarray or type(x1) is not ndarray or (reporting and is_reporting()):
            return False
        to, t1 = out._tensor, x1._tensor
        dtype = out._dtype
        if x1._dtype is not dtype or dtype not in kernels:
            return False
        # torch's kernels that write to `out` have no derivative: they raise an error that Dynamo does not catch, and
        # in forward mode they have written by then
        shape = to.shape
        if t1.shape != shape or not same_or_disjoint(to, t1):
            return False
        if not to.is_contiguous() and 0 in to.stride():
            return False  # a broadcast array, which NumPy does not write to
        tensors, operands = [to, t1], [t1]
        if type(x2) is ndarray:
            t2 = x2._tensor
            if x2._dtype is not dtype or (t2.shape != shape and t2.ndim):
                return False
            if not same_or_disjoint(to, t2):
                return False
            tensors.append(t2)
            operands.append(t2)
        elif x2 is not None:
            bounds = numbers[dtype].get(type(x2)) if dtype in numbers else None
            if bounds is None or not bounds[0] <= x2 <= bounds[1]:
                return False
            operands.append(x2)
        if is_differentiated(*tensors):
            return False
        try:
            kernels[dtype](*operands, out=to)
        except RuntimeError as error:
            raise_explained(name, tensors, error)
        return True

    return into


def make_reduce(
    name: str,
    rows: dict[torch.dtype, tuple[Callable[..., torch.Tensor], Callable[..., torch.Tensor], torch.dtype]],
    general: Callable[..., ndarray],
) -> Callable[..., ndarray]:
    """Return the reduction by an operation, with a fast path for all elements or one axis and no options.

    `rows` has for each dtype the kernel that reduces all elements, that for one dimension, and the result's dtype.
    """
    needs_elements = RECORDS[name].identity is None

    def reduce(
        a: Any, axis: Any, dtype: Any, out: Any, keepdims: Any, initial: Any = NO_VALUE, where: Any = True
    ) -> ndarray:
        if dtype is None and out is None and initial is NO_VALUE and where is True and type(a) is ndarray:
            row = rows.get(a._dtype)
            if row is not None and type(keepdims) is bool and (type(axis) is int or (axis is None and not keepdims)):
                of, along, result = row
                try:
                    new = _new(ndarray)
                    new._tensor = of(a._tensor) if axis is None else along(a._tensor, axis, keepdims)
                    new._dtype = result
                    new._memory = None
                    return new
                except (IndexError, TypeError, ValueError):
                    pass  # the general path says what is wrong with the axis, or that there are no elements
                except RuntimeError as error:
                    if not needs_elements or a.size:
                        raise_explained(name, [a._tensor], error)
                    raise ValueError(f"zero-size array to reduction operation {name} which has no identity") from None
        if type(a) is ReversedView:  # a selection is reduced with its mask
            return reduce(plain(a), axis, dtype, out, keepdims, initial, where)
        if type(a) in LISTS and (t := from_numbers(a)) is not None:
            return reduce(wrap(t), axis, dtype, out, keepdims, initial, where)
        return general(RECORDS[name], a, axis, dtype, out, keepdims, initial, where)

    return reduce
