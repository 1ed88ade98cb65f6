"""Libraries whose registries need this package's arrays; they are registered when a library is first met."""

from __future__ import annotations

import importlib
import sys

#: The module that registers `ndarray` with a library, by the library's name. `_protocols` fills it.
MODULES: dict[str, str] = {}


def register_with(kind: type) -> bool:
    """Register `ndarray` with the library of a type; return whether it was registered by this call."""
    name = MODULES.get((kind.__module__ or "").partition(".")[0])
    if name is None or name in sys.modules:
        return False
    importlib.import_module(name)
    return True
