"""einops' backend for arrays of this package, registered when both packages are imported, in any order.

einops finds a backend among the subclasses of its class, which exist only once somebody has defined them, and it has
no entry points. So the import of ``einops._backends`` is awaited.
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

from xp_torch._array.ndarray import ndarray
from xp_torch._facts.awaited import when_imported


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


when_imported("einops._backends", _register)
