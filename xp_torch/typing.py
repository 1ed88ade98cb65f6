"""Types for annotations: the names of ``numpy.typing``, ``import xp_torch.typing as npt``.

`ArrayLike` is what functions convert to an array, `DTypeLike` what they accept as a dtype. `NDArray` is `ndarray`, at
runtime with its dtype: ``NDArray[xp.float64]``. For type checkers the dtypes are objects, not types: write ``NDArray``,
``NDArray[Any]`` or ``NDArray[numpy.float64]``. `NBitBase` is NumPy's own class.
"""

from __future__ import annotations

import types as _types
import typing as _typing

import numpy as np
import torch as _torch
from numpy.typing import ArrayLike as _ArrayLike
from numpy.typing import DTypeLike as _DTypeLike

from xp_torch._array.ndarray import ndarray as _ndarray
from xp_torch._facts.dtypes import dtype as _dtype

__all__ = ["ArrayLike", "DTypeLike", "NBitBase", "NDArray"]

_Scalar = _typing.TypeVar("_Scalar")

ArrayLike: _typing.TypeAlias = _ndarray | _torch.Tensor | _ArrayLike
DTypeLike: _typing.TypeAlias = _dtype | _torch.dtype | _DTypeLike
if _typing.TYPE_CHECKING:
    from numpy.typing import NBitBase as NBitBase
    from typing_extensions import TypeAliasType

    NDArray = TypeAliasType("NDArray", _ndarray, type_params=(_Scalar,))
else:
    NDArray = _types.GenericAlias(_ndarray, (tuple[_typing.Any, ...], _types.GenericAlias(_dtype, (_Scalar,))))


if not _typing.TYPE_CHECKING:

    def __getattr__(name: str) -> _typing.Any:
        if name == "NBitBase":
            return np.typing.NBitBase  # deprecated: newer versions of NumPy warn, or lack it
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}", name=None)


def __dir__() -> list[str]:
    return sorted({*__all__, *[name for name in globals() if name.startswith("__")]})
