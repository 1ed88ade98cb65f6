"""Promotion of dtypes by NEP 50: which dtype operands meet in, and which casts are allowed. Knows torch dtypes only."""

from __future__ import annotations

from typing import Any

import torch

from xp_torch._facts.defaults import default_complex, default_float, default_int
from xp_torch._facts.dtypes import BOUNDS, COMPLEX, KIND, PROMOTION, as_dtype, of_kind
from xp_torch._facts.errors import DTypePromotionError
from xp_torch._facts.promotion_table import TABLE

__all__ = ["can_cast", "check_casting", "check_int", "promote", "promote_dtypes", "python_dtype", "weak_promote"]


def _build() -> dict[torch.dtype, dict[torch.dtype, torch.dtype]]:
    """Return the whole table by torch dtype: NumPy's rows, and those that dtypes were registered with."""
    names = {as_dtype(d).name: d for d in of_kind("biufc")}
    table = {names[a]: {names[b]: names[c] for b, c in row.items()} for a, row in TABLE.items()}
    for a, row in PROMOTION.items():
        table.setdefault(a, {})[a] = a
        for b, c in row.items():
            table[a][names[b]] = table.setdefault(names[b], {})[a] = names[c]
    return table


#: ``PROMOTED[a][b]`` is the dtype that `a` and `b` meet in.
PROMOTED = _build()

# What a Python scalar of a kind makes of an array's dtype kind; the rest keeps the array's dtype.
_RANK = {"b": 0, "u": 1, "i": 1, "f": 2, "c": 3}
_ORDER = "buifc"
_WEAK_KIND = {bool: "b", int: "i", float: "f", complex: "c"}


def promote(a: torch.dtype, b: torch.dtype) -> torch.dtype:
    """Return the dtype that `a` and `b` meet in (NEP 50, NumPy's table; all kinds mix)."""
    try:
        return PROMOTED[a][b]
    except KeyError:
        raise DTypePromotionError(f"dtypes {a} and {b} have no common dtype") from None


def python_dtype(kind: str) -> torch.dtype:
    """Return the dtype that a Python scalar of `kind` ("b", "i", "f" or "c") has on its own."""
    if kind == "b":
        return torch.bool
    if kind == "i":
        return default_int()
    return default_float() if kind == "f" else default_complex()


def weak_promote(dtype: torch.dtype, kind: str) -> torch.dtype:
    """Return what `dtype` becomes beside a Python scalar of `kind`: itself, unless the kind is higher."""
    own = KIND[dtype]
    if _RANK[kind] <= _RANK[own]:
        return dtype
    if kind == "c" and own == "f":
        return COMPLEX[dtype]
    return python_dtype(kind)


def scalar_kind(value: Any) -> str | None:
    """Return the kind of a Python scalar, or None if `value` is not one (NumPy's scalars are not)."""
    return _WEAK_KIND.get(type(value))


def _height(dtype: torch.dtype) -> tuple[int, int]:
    return _RANK[KIND[dtype]], dtype.itemsize


def promote_dtypes(dtypes: list[torch.dtype], kinds: list[str]) -> torch.dtype:
    """Return the dtype that `dtypes` and weak scalars of `kinds` meet in; scalars alone meet in their default."""
    if not dtypes:
        found = python_dtype(kinds[0])
        for kind in kinds[1:]:
            found = promote(found, python_dtype(kind))
        return found
    # NumPy lets each meet the highest of them: uint16, int16 and float32 give float32, not by int32 float64.
    highest = max(dtypes, key=_height)
    found = highest
    for d in dtypes:
        found = promote(found, promote(highest, d))
    for kind in kinds:
        found = weak_promote(found, kind)
    return found


def check_casting(casting: Any) -> None:
    """Raise TypeError or ValueError for what names no casting."""
    if not isinstance(casting, str):
        raise TypeError(f"casting must be str, not {type(casting).__name__}")
    if casting not in ("no", "equiv", "safe", "same_kind", "unsafe"):
        raise ValueError(f"casting must be one of 'no', 'equiv', 'safe', 'same_kind', or 'unsafe' (got {casting!r})")


def can_cast(from_: torch.dtype, to: torch.dtype, casting: str = "safe") -> bool:
    """Tell whether `casting` ("no", "equiv", "safe", "same_kind", "unsafe") lets `from_` become `to`."""
    check_casting(casting)
    if casting == "unsafe" or from_ is to:
        return True
    if casting in ("no", "equiv"):
        return False
    if casting == "safe":
        return promote(from_, to) is to
    return promote(from_, to) is to or _ORDER.index(KIND[from_]) <= _ORDER.index(KIND[to])


def check_int(value: int, dtype: torch.dtype) -> None:
    """Raise OverflowError if the Python int `value` does not fit the integer `dtype`, as NumPy does."""
    bounds = BOUNDS.get(dtype)
    if bounds is not None and dtype is not torch.bool and not bounds[0] <= value <= bounds[1]:
        raise OverflowError(f"Python integer {value} out of bounds for {as_dtype(dtype).name}")
