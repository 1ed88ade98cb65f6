"""Types for annotations: those of ``numpy.typing``, ``import xp_torch.typing as npt``, and more of the arguments.

`ArrayLike` is what functions convert to an array, `DTypeLike` what they accept as a dtype, `ShapeLike` as a shape,
`DeviceLike` as a device. `Axis` is an axis, a tuple of axes, or None. `NDArray` is `ndarray` with a dtype,
``NDArray[xp.float64]``, which type checkers do not compare. `NBitBase` is NumPy's own class.
"""

import types as _types
import typing as _typing

from numpy import typing as _numpy_typing  # noqa: ICN001 - completion would offer `npt`

from xp_torch._array.ndarray import ndarray as _ndarray
from xp_torch._facts.annotations import ArrayLike as ArrayLike
from xp_torch._facts.annotations import Axis as Axis
from xp_torch._facts.annotations import DeviceLike as DeviceLike
from xp_torch._facts.annotations import DTypeLike as DTypeLike
from xp_torch._facts.annotations import ShapeLike as ShapeLike
from xp_torch._facts.dtypes import dtype as _dtype

__all__ = ["ArrayLike", "Axis", "DTypeLike", "DeviceLike", "NBitBase", "NDArray", "ShapeLike"]

_Scalar = _typing.TypeVar("_Scalar")

if _typing.TYPE_CHECKING:
    from numpy.typing import NBitBase as NBitBase
    from typing_extensions import TypeAliasType as _TypeAliasType

    NDArray = _TypeAliasType("NDArray", _ndarray, type_params=(_Scalar,))
else:
    NDArray = _types.GenericAlias(_ndarray, (tuple[_typing.Any, ...], _types.GenericAlias(_dtype, (_Scalar,))))


if not _typing.TYPE_CHECKING:

    def __getattr__(name: str) -> _typing.Any:
        if name == "NBitBase":
            return _numpy_typing.NBitBase  # deprecated: newer versions of NumPy warn, or lack it
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}", name=None)


def __dir__() -> list[str]:
    return sorted({*__all__, *[name for name in globals() if name.startswith("__")]})
