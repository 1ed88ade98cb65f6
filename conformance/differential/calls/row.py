"""A row of the table of calls, and how one is added."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from conformance.differential import tolerance as near


@dataclass(frozen=True)
class Row:
    """How one function is called and how close its results have to be."""

    name: str
    forms: tuple[str, ...]
    close: Any = near.exact
    values: str = "wild"
    dtypes: str = "all"
    heavy: bool = False
    fix: str = ""


ROWS: dict[str, Row] = {}


def rows(names: str, *forms: str, **how: Any) -> None:
    """Add a row for each of `names`."""
    for name in names.split():
        ROWS[name] = Row(name, forms, **how)


def methods(names: str, *forms: str, **how: Any) -> None:
    """Add a row for each of `names` and for the method of that name."""
    rows(" ".join(f"{name} ndarray.{name}" for name in names.split()), *forms, **how)
