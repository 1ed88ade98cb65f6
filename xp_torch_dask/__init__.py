"""What dask loads where xp_torch is installed: the sizes of arrays here, and all else in `xp_torch_dask.backend`.

``import dask`` loads this module by the entry point ``dask.sizeof``, so that it must not import torch.
"""

import importlib
from typing import Any


def register(sizeof: Any) -> None:
    """Have dask register the arrays of xp_torch the first time that it asks for the size of one.

    Parameters
    ----------
    sizeof : dask.utils.Dispatch
        dask's sizes, by types.
    """
    sizeof.register_lazy("xp_torch", _register)


def _register() -> None:
    """Import the module that registers arrays."""
    importlib.import_module("xp_torch_dask.backend")
