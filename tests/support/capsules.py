"""DLPack capsules with any fields, as no library makes them."""

import ctypes

from xp_torch._array.capsules import Tensor, VersionedTensor

__all__ = ["Producer"]

_new_capsule = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)(
    ("PyCapsule_New", ctypes.pythonapi)
)


class Producer:
    """Exports 16 numbers, ``memory``, with the given fields of DLPack's tensor. It must outlive what reads them."""

    def __init__(
        self, shape=(4,), strides=(1,), ndim=None, data=..., device=(1, 0), code=2, bits=64, lanes=1, byte_offset=0,
        version=None, flags=0,
    ):  # fmt: skip
        self.memory = (ctypes.c_double * 16)(*range(16))
        self.version, self.flags, self.device = version, flags, device
        self._held = [None if x is None else (ctypes.c_int64 * max(len(x), 1))(*x) for x in (shape, strides)]
        fields = {
            "data": ctypes.addressof(self.memory) if data is ... else data,
            "device": device,
            "ndim": len(shape) if ndim is None else ndim,
            "code": code,
            "bits": bits,
            "lanes": lanes,
            "byte_offset": byte_offset,
        }
        for name, held in zip(("shape", "strides"), self._held, strict=True):
            if held is not None:
                fields[name] = ctypes.cast(held, ctypes.POINTER(ctypes.c_int64))
        self._tensor = Tensor(**fields)

    def __dlpack__(self, **options):
        if self.version is None:
            # `DLManagedTensor` is the tensor, and two pointers: there is nothing to delete.
            held = (ctypes.c_char * (ctypes.sizeof(Tensor) + 16))()
            ctypes.memmove(held, ctypes.byref(self._tensor), ctypes.sizeof(Tensor))
            name = b"dltensor"
        else:
            held = VersionedTensor(*self.version, None, None, self.flags, self._tensor)
            name = b"dltensor_versioned"
        self._held.append(held)
        return _new_capsule(ctypes.addressof(held), name, None)

    def __dlpack_device__(self):
        return self.device
