"""einops' backend for arrays of this package, registered when both packages are imported, in any order.

einops finds a backend among the subclasses of its class, which exist only once somebody has defined them, and it has
no entry points. So the import of ``einops._backends`` is awaited; einops itself is never imported from here.
"""

from __future__ import annotations

import sys
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType
from typing import Any

import numpy as np

from xp_torch._array.ndarray import ndarray

__all__: list[str] = []

_AWAITED = "einops._backends"


def _register(backends: Any) -> None:
    """Define the backend, as a subclass of that for NumPy, which calls NumPy's functions in the attribute `np`."""

    class XpTorchBackend(backends.NumpyBackend):  # type: ignore[misc]
        framework_name = "xp_torch"

        def __init__(self) -> None:
            self.np = sys.modules["xp_torch"]

        def is_appropriate_type(self, tensor: Any) -> bool:
            return isinstance(tensor, ndarray)

        def from_numpy(self, x: np.ndarray) -> ndarray:
            return self.np.asarray(x)

        def to_numpy(self, x: ndarray) -> np.ndarray:
            return np.asarray(x)

    # einops keeps no reference to the classes that it finds.
    backends.XpTorchBackend = XpTorchBackend


class _Finder(PathFinder):
    """Finder of that one module, which registers the backend once the module has run."""

    @classmethod
    def find_spec(cls, name: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        spec = super().find_spec(name, path, target) if name == _AWAITED else None
        loader: Any = spec and spec.loader
        if loader is not None:
            execute = loader.exec_module

            def exec_module(module: ModuleType) -> None:
                execute(module)
                _register(module)
                sys.meta_path.remove(cls)

            loader.exec_module = exec_module
        return spec


if _AWAITED in sys.modules:
    _register(sys.modules[_AWAITED])
else:
    sys.meta_path.insert(0, _Finder)
