"""The size of xp_torch's arrays for dask, which loads this module with every ``import dask``; it imports nothing.

dask's workers count the memory of their results by these sizes. xp_torch is imported when the first array is counted.
"""

import importlib
from typing import Any


def register(sizeof: Any) -> None:
    """Have dask register the arrays of xp_torch the first time that it asks for the size of one."""
    sizeof.register_lazy("xp_torch", _register)


def _register() -> None:
    importlib.import_module("xp_torch._protocols.dask")
