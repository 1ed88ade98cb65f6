"""Operands that go to torch's kernel as they are: where that gives NumPy's result, coercion is left out.

These are Python scalars within the bounds of an array's dtype, and arrays whose dtypes torch promotes as NumPy does.
Everything here is decided when the module loads; what a table does not hold takes the general path.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch

from ._array import ndarray
from ._dtypes import BOUNDS, KIND, REAL, of_kind
from ._promotion import PROMOTED
from ._records import OPS

__all__ = ["FITS", "INPLACE", "apart", "make_direct", "scalar_second"]

#: torch functions that take a Python number as their second operand, and those that take one as their first.
_SCALAR_FIRST = (torch.add, torch.sub, torch.mul, torch.true_divide)
_SCALAR_SECOND = (*_SCALAR_FIRST, torch.eq, torch.ne, torch.lt, torch.le, torch.gt, torch.ge)
#: torch functions that promote, without a copy of what is cast.
_PROMOTING = frozenset(
    (*_SCALAR_SECOND, torch.maximum, torch.minimum, torch.fmax, torch.fmin, torch.atan2, torch.hypot)
)
#: torch functions and their in-place forms.
_IN_PLACE: dict[Any, Callable] = {
    torch.add: torch.Tensor.add_,
    torch.sub: torch.Tensor.sub_,
    torch.mul: torch.Tensor.mul_,
    torch.true_divide: torch.Tensor.div_,
    torch.bitwise_and: torch.Tensor.bitwise_and_,
    torch.bitwise_or: torch.Tensor.bitwise_or_,
    torch.bitwise_xor: torch.Tensor.bitwise_xor_,
}
_CATEGORY = {"b": 0, "i": 1, "u": 1, "f": 2, "c": 3}


def _fits() -> dict[tuple[type, torch.dtype], tuple[Any, Any]]:
    """Return the bounds between which a Python scalar of a type equals what rule 4 makes of it in a dtype.

    Floats of 16 bits have none: torch's kernels for them compute with the scalar in float32.
    """
    found: dict[tuple[type, torch.dtype], tuple[Any, Any]] = {}
    for d in of_kind("iu"):
        found[int, d] = BOUNDS[d]
    for d in of_kind("fc"):
        if REAL[d].itemsize >= 4:
            largest = torch.finfo(d).max
            # Beyond 2**53 an int is not always a float.
            found[int, d] = -(2**53), 2**53
            found[float, d] = -largest, largest
    return found


#: ``FITS[type, dtype]``: the bounds of Python scalars that a kernel takes as they are.
FITS = _fits()


def _meetings() -> dict[tuple[torch.dtype, torch.dtype], tuple[torch.dtype, bool]]:
    """Return the pairs of dtypes that torch promotes as NumPy, with the dtype and whether that holds for 0-D too.

    Within a category torch lets a 0-D tensor's dtype give way, and a complex one's to floats; between other two
    categories only the dtype of the higher one counts.
    """
    found = {}
    for a in of_kind("biufc"):
        for b in of_kind("biufc"):
            try:
                common = PROMOTED[a][b]
                same = torch.promote_types(a, b) is common
            except (KeyError, RuntimeError):
                continue
            ranks = _CATEGORY[KIND[a]], _CATEGORY[KIND[b]]
            if a is not b and same:
                higher = a if ranks[0] > ranks[1] else b
                found[a, b] = common, ranks[0] != ranks[1] and common is higher and set(ranks) != {2, 3}
    return found


MEETINGS = _meetings()


def scalar_second(name: str) -> dict[tuple[type, torch.dtype], tuple[Callable, Any, Any]]:
    """Return kernels of the operation `name` that take a Python scalar second, with its bounds, by type and dtype."""
    loops = OPS[name].loops
    found = {key: (loops[key[1]], *bounds) for key, bounds in FITS.items() if loops.get(key[1]) in _SCALAR_SECOND}
    if name == "pow":
        # A square is exact on every way; for other exponents torch has ways that round more, or lose infinities.
        return {key: (loops[key[1]], 2, 2) for key in FITS if loops.get(key[1]) is torch.pow and KIND[key[1]] == "f"}
    return found


def make_direct(name: str) -> Callable[[Any, Any], ndarray | None]:
    """Return the function that computes the operation `name` of operands that need no coercion, else returns None."""
    op = OPS[name]
    second = scalar_second(name)
    first = {key: row for key, row in second.items() if row[0] in _SCALAR_FIRST}
    promoting = {d: kernel for d, kernel in op.loops.items() if kernel in _PROMOTING}
    mixed = {pair: (promoting[common], anyhow) for pair, (common, anyhow) in MEETINGS.items() if common in promoting}

    def direct(x1: Any, x2: Any) -> ndarray | None:
        try:
            if type(x1) is ndarray:
                t1 = x1._tensor
                if type(x2) is ndarray:
                    t2 = x2._tensor
                    met = mixed.get((t1.dtype, t2.dtype))
                    if met is None or not (met[1] or (t1.ndim > 0) is (t2.ndim > 0)):
                        return None
                    t = met[0](t1, t2)
                else:
                    row = second.get((type(x2), t1.dtype))
                    if row is None or not row[1] <= x2 <= row[2]:
                        return None
                    t = row[0](t1, x2)
            elif type(x2) is ndarray:
                t2 = x2._tensor
                row = first.get((type(x1), t2.dtype))
                if row is None or not row[1] <= x1 <= row[2]:
                    return None
                t = row[0](x1, t2)
            else:
                return None
        except RuntimeError:
            # The general path says what is wrong.
            return None
        new = _new(ndarray)
        new._tensor = t
        return new

    return direct


#: ``INPLACE[name][dtype]``: the in-place form of the loop of a dtype.
INPLACE: dict[str, dict[torch.dtype, Callable]] = {
    name: {d: _IN_PLACE[kernel] for d, kernel in op.loops.items() if kernel in _IN_PLACE} for name, op in OPS.items()
}

_new = object.__new__
_is_compiling = torch.compiler.is_compiling


def apart(a: torch.Tensor, b: torch.Tensor) -> bool:
    """Tell whether writing to `a` while `b`, no larger, is read is safe: they are one tensor, or share no memory.

    A tensor without a base owns its memory, for memory of others is made a view on entry; inference mode keeps none.
    """
    if a is b:
        return True
    if _is_compiling():
        return False
    if a._base is None and b._base is None and not a.is_inference():
        return True
    if type(a) is not torch.Tensor or type(b) is not torch.Tensor or not (a.is_contiguous() and b.is_contiguous()):
        return False
    try:
        distance = a.data_ptr() - b.data_ptr()
    except RuntimeError:
        # under vmap there is no address
        return False
    return abs(distance) >= a.numel() * a.itemsize
