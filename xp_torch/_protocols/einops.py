"""einops' backend for arrays of this package, if einops is installed.

einops finds a backend among the subclasses of its class `AbstractBackend`; it has no entry points.
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

from xp_torch._array.ndarray import ndarray

try:
    from einops._backends import NumpyBackend
except ImportError:
    NumpyBackend = None

if NumpyBackend is not None:

    class XpTorchBackend(NumpyBackend):  # type: ignore[misc]
        """The backend for NumPy, which calls NumPy's functions in the attribute `np`, with this package there."""

        framework_name = "xp_torch"

        def __init__(self) -> None:
            self.np = sys.modules["xp_torch"]

        def is_appropriate_type(self, tensor: Any) -> bool:
            return isinstance(tensor, ndarray)

        def from_numpy(self, x: np.ndarray) -> ndarray:
            return self.np.asarray(x)

        def to_numpy(self, x: ndarray) -> np.ndarray:
            return np.asarray(x)
