"""Other packages that are extended once they are imported, in any order: they are never imported from here.

Importing torch's compiler takes a second, which programs that do not compile do not pay.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType
from typing import Any, TypeVar

_Function = TypeVar("_Function", bound=Callable[..., Any])

_awaited: dict[str, list[Callable[[ModuleType], None]]] = {}


class _Finder(PathFinder):
    """Finder of the awaited modules, which calls their functions once they have run."""

    @classmethod
    def find_spec(cls, name: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        spec = super().find_spec(name, path, target) if name in _awaited else None
        loader: Any = spec and spec.loader
        if loader is not None:
            execute = loader.exec_module

            def exec_module(module: ModuleType) -> None:
                execute(module)
                for function in _awaited.pop(name, ()):
                    function(module)

            loader.exec_module = exec_module
        return spec


def when_imported(name: str, function: Callable[[ModuleType], None]) -> None:
    """Call a function with the module `name` as soon as it is imported: now, if it has been."""
    if name in sys.modules:
        function(sys.modules[name])
    else:
        _awaited.setdefault(name, []).append(function)
        if _Finder not in sys.meta_path:
            sys.meta_path.insert(0, _Finder)


def constant_in_graphs(function: _Function) -> _Function:
    """Have Dynamo call a function while it traces, and take the result as a constant.

    It is `torch.compiler.assume_constant_result`, which imports Dynamo.
    """
    function._dynamo_marked_constant = True  # type: ignore[attr-defined]
    return function
