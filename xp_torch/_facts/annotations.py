"""Types of the arguments of public functions, which `xp_torch.typing` re-exports.

A module that annotates a public function imports them when it runs, too, so that `typing.get_type_hints` finds them.
"""

from __future__ import annotations

import io
import os
from collections.abc import Sequence
from typing import IO, Any, Literal, Protocol, SupportsIndex, TypeAlias

import numpy.typing as npt
import torch

from xp_torch._facts.dtypes import DTypeLike as DTypeLike

#: what is converted to an array; `ndarray` has the ``__array__`` of NumPy's. A sequence may mix numbers and arrays.
ArrayLike: TypeAlias = torch.Tensor | Sequence[Any] | npt.ArrayLike
#: an axis, axes, or None, which mostly means all of them.
Axis: TypeAlias = SupportsIndex | tuple[SupportsIndex, ...] | None
#: a size, or the size of each dimension.
ShapeLike: TypeAlias = SupportsIndex | Sequence[SupportsIndex]


class Buffer(Protocol):
    """An object that exposes its memory."""

    def __buffer__(self, flags: int, /) -> memoryview: ...


class _Mesh(Protocol):
    """The attributes of `xp_torch.distributed.Device`, for the modules below it."""

    mesh: Any
    axes: tuple[int | None, ...]


DeviceLike: TypeAlias = torch.device | str | int | _Mesh
#: an open file or a path.
FileLike: TypeAlias = str | os.PathLike[str] | IO[Any] | io.IOBase

Casting: TypeAlias = Literal["no", "equiv", "safe", "same_kind", "unsafe"]
Order: TypeAlias = Literal["K", "A", "C", "F"]
