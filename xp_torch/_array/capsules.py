"""DLPack capsules, checked before torch reads them.

torch ends the process for negative strides and for sizes that overflow, and ignores the flag of read-only memory.
"""

from __future__ import annotations

import ctypes
import math
from typing import Any

import numpy as np

from xp_torch._facts.errors import too_big
from xp_torch._facts.shapes import MAX_NDIM, check_size, check_span

_MAJOR_VERSION = 1
_READ_ONLY = 1


class Tensor(ctypes.Structure):
    """``DLTensor`` of DLPack's header ``dlpack.h``."""

    _fields_ = (
        ("data", ctypes.c_void_p),
        ("device", ctypes.c_int32 * 2),
        ("ndim", ctypes.c_int32),
        ("code", ctypes.c_uint8),
        ("bits", ctypes.c_uint8),
        ("lanes", ctypes.c_uint16),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("byte_offset", ctypes.c_uint64),
    )


class VersionedTensor(ctypes.Structure):
    """``DLManagedTensorVersioned``, what a capsule holds since version 1."""

    _fields_ = (
        ("major", ctypes.c_uint32),
        ("minor", ctypes.c_uint32),
        ("manager", ctypes.c_void_p),
        ("deleter", ctypes.c_void_p),
        ("flags", ctypes.c_uint64),
        ("tensor", Tensor),
    )


# New functions, because the attributes of `ctypes.pythonapi` belong to everybody.
_is_valid = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.py_object, ctypes.c_char_p)(("PyCapsule_IsValid", ctypes.pythonapi))
_address = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.py_object, ctypes.c_char_p)(
    ("PyCapsule_GetPointer", ctypes.pythonapi)
)


def _content(capsule: Any) -> tuple[Tensor, bool]:
    """Return the tensor of a capsule, and whether its memory is read-only; raise BufferError if it is no capsule."""
    if _is_valid(capsule, b"dltensor_versioned"):
        managed = VersionedTensor.from_address(_address(capsule, b"dltensor_versioned"))
        if managed.major != _MAJOR_VERSION:
            raise BufferError(
                f"from_dlpack: the capsule has version {managed.major} of DLPack; {_MAJOR_VERSION} is supported"
            )
        return managed.tensor, bool(managed.flags & _READ_ONLY)
    if _is_valid(capsule, b"dltensor"):
        return Tensor.from_address(_address(capsule, b"dltensor")), False
    raise BufferError(f"from_dlpack: __dlpack__ must return a new capsule (got {type(capsule).__name__})")


def _check(tensor: Tensor) -> bool:
    """Raise BufferError if a tensor cannot be read; return whether it has negative strides.

    The message has no sizes: with a wrong number of dimensions, they would be read from other code's memory.
    """
    ndim, itemsize = tensor.ndim, (tensor.bits * tensor.lanes + 7) // 8
    if not 0 <= ndim <= MAX_NDIM:
        raise BufferError(f"from_dlpack: the capsule has {ndim} dimensions; 0 to {MAX_NDIM} are supported")
    if ndim and not tensor.shape:
        raise BufferError("from_dlpack: the capsule has no shape")
    shape = tensor.shape[:ndim] if ndim else []
    strides = tensor.strides[:ndim] if ndim and tensor.strides else [0] * ndim  # NULL is row-major
    if min(shape, default=0) < 0:
        raise BufferError("from_dlpack: the capsule has negative sizes")
    try:
        check_size([max(n, 1) for n in shape], itemsize)
        check_span(shape, [s * itemsize for s in strides], itemsize)
        if tensor.byte_offset >= 2**63:
            raise too_big()
    except ValueError as error:
        raise BufferError(f"from_dlpack: the capsule is wrong: {error}") from None
    if not tensor.data and math.prod(shape):
        raise BufferError("from_dlpack: the capsule has elements, but no memory (its pointer is NULL)")
    return min(strides, default=0) < 0


class _Held:
    """A producer of one capsule."""

    def __init__(self, capsule: Any) -> None:
        self._capsule = capsule

    def __dlpack__(self, **options: Any) -> Any:
        return self._capsule

    def __dlpack_device__(self) -> tuple[int, int]:
        return 1, 0


class CheckedProducer:
    """An object with ``__dlpack__`` whose capsules torch can read: they are checked, and negative strides copied.

    Attributes
    ----------
    read_only : bool
        Whether the memory must not be written.
    copied : bool
        Whether the capsule is of a copy.
    content : str
        The dtype and the device of the capsule, by DLPack's numbers; empty until there is one without mistakes.
    """

    def __init__(self, obj: Any) -> None:
        self._obj = obj
        self.read_only = self.copied = False
        self.content = ""

    def __dlpack__(self, **options: Any) -> Any:
        capsule = self._obj.__dlpack__(**options)
        tensor, self.read_only = _content(capsule)
        reversed_ = _check(tensor)
        self.content = f"code {tensor.code}, {tensor.bits} bits, {tensor.lanes} lanes, device {tuple(tensor.device)}"
        if not reversed_:
            return capsule
        self.copied = True
        try:
            return np.array(np.from_dlpack(_Held(capsule))).__dlpack__(max_version=(_MAJOR_VERSION, 0))
        except RuntimeError as error:
            raise BufferError(f"from_dlpack: negative strides must be copied, and NumPy cannot: {error}") from error

    def __dlpack_device__(self) -> tuple[Any, int]:
        return self._obj.__dlpack_device__()
