"""The public name of what the package defines: tracebacks, pickles and `help` show it instead of a private path."""

from __future__ import annotations

import types
from collections.abc import Iterable
from typing import Any

__all__ = ["set_module"]


def set_module(module: str, namespace: dict[str, Any], names: Iterable[str]) -> None:
    """Set ``__module__`` to `module` for the functions and classes of the package among `names` of `namespace`."""
    for name in names:
        value = namespace.get(name)
        if isinstance(value, (type, types.FunctionType)) and value.__module__.startswith("xp_torch"):
            value.__module__ = module
