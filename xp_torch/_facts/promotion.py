"""Promotion of torch dtypes (NEP 50), and the casts that are allowed."""

from __future__ import annotations

from contextvars import ContextVar
from typing import Any

import numpy as np
import torch

from xp_torch._facts.defaults import python_dtype
from xp_torch._facts.dtypes import BOUNDS, COMPLEX, FROM_TORCH, KIND, PROMOTION, as_dtype, of_kind
from xp_torch._facts.errors import DTypePromotionError, warn
from xp_torch._facts.torch_state import is_compiling

#: Whether arrays that promote to a wider dtype raise in this context (`numpy_dtype_promotion`).
strict: ContextVar[bool] = ContextVar("xp_torch_strict_promotion", default=False)


def _build() -> dict[torch.dtype, dict[torch.dtype, torch.dtype]]:
    """Return the table of promotion by torch dtypes: NumPy's, and the entries of registered dtypes."""
    names = {as_dtype(d).name: d for d in of_kind("biufc")}
    chars = {FROM_TORCH[d].char: d for d in names.values() if d not in PROMOTION}
    table = {a: {b: chars[np.promote_types(x, y).char] for y, b in chars.items()} for x, a in chars.items()}
    for a, row in PROMOTION.items():
        table.setdefault(a, {})[a] = a
        for b, c in row.items():
            table[a][names[b]] = table.setdefault(names[b], {})[a] = names[c]
    return table


#: ``PROMOTED[a][b]`` is the common dtype of `a` and `b`.
PROMOTED = _build()


def add_promotion(dtype: torch.dtype, detour: torch.dtype) -> None:
    """Enter a dtype that was registered after import in the table.

    A pair that it was registered without promotes as its detour does, but to the dtype itself beside integers, booleans
    and other dtypes whose kind comes before its own, where that is the detour.
    """
    own = PROMOTED[dtype] = {dtype: dtype}
    for other in of_kind("biufc"):
        name = PROMOTION.get(dtype, {}).get(as_dtype(other).name)
        common = PROMOTED[detour][other] if name is None else as_dtype(name).torch
        if name is None and common is detour and _RANK[KIND[other]] < _RANK[KIND[dtype]]:
            common = dtype
        own[other] = PROMOTED[other][dtype] = common


# A Python scalar of a higher rank than an array changes its dtype.
_RANK = {"b": 0, "u": 1, "i": 1, "f": 2, "c": 3}
_ORDER = "buifc"
_WEAK_KIND = {bool: "b", int: "i", float: "f", complex: "c"}


def promote(a: torch.dtype, b: torch.dtype) -> torch.dtype:
    """Return the common dtype of `a` and `b`."""
    try:
        return PROMOTED[a][b]
    except KeyError:
        raise DTypePromotionError(f"dtypes {a} and {b} have no common dtype") from None


def weak_promote(dtype: torch.dtype, kind: str) -> torch.dtype:
    """Return the common dtype of `dtype` and a Python scalar of `kind`."""
    own = KIND[dtype]
    if _RANK[kind] <= _RANK[own]:
        return dtype
    if kind == "c" and own == "f":
        return COMPLEX[dtype]
    return python_dtype(kind)


def scalar_kind(value: Any) -> str | None:
    """Return the kind of a Python scalar; None for other objects, also for NumPy's scalars."""
    return _WEAK_KIND.get(type(value))


def promote_dtypes(dtypes: list[torch.dtype], kinds: list[str]) -> torch.dtype:
    """Return the common dtype of `dtypes` and weak scalars of `kinds`; one of the lists may be empty."""
    if not dtypes:
        return python_dtype(max(kinds, key=_RANK.__getitem__))
    common = dtypes[0]
    if dtypes.count(common) < len(dtypes):
        if len(dtypes) == 2:
            common = promote(common, dtypes[1])
        else:
            # As NumPy, promote each with the highest: uint16, int16 and float32 to float32, not through int32.
            highest = common = max(dtypes, key=lambda d: (_RANK[KIND[d]], d.itemsize))
            for d in dtypes:
                common = promote(common, promote(highest, d))
        if not is_compiling() and strict.get():
            _check_width(dtypes, common)
    for kind in kinds:
        common = weak_promote(common, kind)
    return common


def _width(dtype: torch.dtype) -> int:
    """Return the size of a number of a dtype, of the real part for complex ones."""
    return dtype.itemsize // (2 if dtype.is_complex else 1)


def _check_width(dtypes: list[torch.dtype], common: torch.dtype) -> None:
    """Raise if a common dtype is wider than the narrowest floating-point dtype, or than the narrowest integer one."""
    floats = [d for d in dtypes if KIND[d] in "fc"]
    numbers = floats or [d for d in dtypes if KIND[d] in "iu"]
    if numbers and _width(common) > min(map(_width, numbers)):
        names = " and ".join(dict.fromkeys(str(as_dtype(d)) for d in dtypes))
        raise DTypePromotionError(f"numpy_dtype_promotion: {names} promote to {as_dtype(common)}")


def check_casting(casting: Any) -> None:
    """Raise TypeError or ValueError if `casting` is not a casting rule."""
    if not isinstance(casting, str):
        raise TypeError(f"casting must be str, not {type(casting).__name__}")
    if casting not in ("no", "equiv", "safe", "same_kind", "unsafe"):
        raise ValueError(
            f"casting must be one of 'no', 'equiv', 'safe', 'same_kind', or 'unsafe' (got {casting!r:.80})"
        )


def can_cast(from_: torch.dtype, to: torch.dtype, casting: str = "safe") -> bool:
    """Return whether the rule `casting` allows to cast `from_` to `to`."""
    check_casting(casting)
    if casting == "unsafe" or from_ is to:
        return True
    if casting in ("no", "equiv"):
        return False
    if casting == "safe":
        return promote(from_, to) is to
    return promote(from_, to) is to or _ORDER.index(KIND[from_]) <= _ORDER.index(KIND[to])


def warn_of_another_kind(from_: torch.dtype, to: torch.dtype) -> None:
    """Issue NumPy's warning if a result of `from_` that is written to an ``out`` of `to` changes its kind."""
    if not can_cast(from_, to, "same_kind"):
        warn(
            "Implicit casting of output to a different kind is deprecated. "
            "In a future version, this will result in an error. (Deprecated NumPy 2.5)",
            DeprecationWarning,
        )


def check_int(value: int, dtype: torch.dtype) -> None:
    """Raise NumPy's OverflowError if the Python int `value` is out of bounds for the integer `dtype`."""
    bounds = BOUNDS.get(dtype)
    if bounds is not None and dtype is not torch.bool and not bounds[0] <= value <= bounds[1]:
        raise OverflowError(f"Python integer {value} out of bounds for {as_dtype(dtype).name}")
