"""The table of call shapes: what each public function, method and operator is called with.

A form is a line of arguments: ``kind`` is given by position, ``kind?`` sometimes, ``name=kind`` sometimes by
keyword and ``name!=kind`` always. The kinds are those of `strategies`, `arguments` and `forms`; keywords are drawn
before the later positions, which go by them. Each module here adds its chapters' rows, and may list in ``NOT_DRAWN``
which of their names no call is drawn of, and why.
"""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Iterator
from types import ModuleType

import xp_torch as xp
from conformance.differential.calls.row import ROWS, Row

__all__ = ["NOT_DRAWN", "ROWS", "Row", "namespaces", "public"]

#: public names that no call is drawn of, and why.
NOT_DRAWN: dict[str, str] = {}
for _found in pkgutil.iter_modules(__path__, f"{__name__}."):
    NOT_DRAWN.update(getattr(importlib.import_module(_found.name), "NOT_DRAWN", {}))


def namespaces(module: ModuleType = xp, prefix: str = "") -> Iterator[tuple[str, ModuleType]]:
    """Give the package and its public modules, each with the prefix of its names: ``("linalg.", xp.linalg)``."""
    yield prefix, module
    for name in module.__all__:
        if inspect.ismodule(inner := getattr(module, name)):
            yield from namespaces(inner, f"{prefix}{name}.")


def public() -> list[str]:
    """Return every public function and method of the package, by the names that the table has."""
    names = [prefix + name for prefix, module in namespaces() for name in module.__all__ if not name.startswith("__")]
    return names + [f"ndarray.{name}" for name in dir(xp.ndarray) if not name.startswith("_")]
