"""NumPy's other names of dtypes: C types, tables of type characters, and ``True_`` and ``False_``."""

from __future__ import annotations

import builtins
import sys
from typing import Any

import numpy as np
import torch

from xp_torch._array.ndarray import wrap
from xp_torch._facts.dtypes import (
    WITHOUT_NUMPY,
    as_dtype,
    bool,
    complex64,
    complex128,
    dtype,
    float16,
    float32,
    float64,
    int8,
    int16,
    int32,
    int64,
    uint8,
    uint16,
    uint32,
    uint64,
)

__all__ = [
    "False_",
    "ScalarType",
    "True_",
    "bool_",
    "byte",
    "cdouble",
    "csingle",
    "double",
    "half",
    "int_",
    "intc",
    "intp",
    "little_endian",
    "long",
    "longlong",
    "sctypeDict",
    "short",
    "single",
    "typecodes",
    "ubyte",
    "uint",
    "uintc",
    "uintp",
    "ulong",
    "ulonglong",
    "ushort",
]

bool_ = bool
byte, short, intc, long, longlong = int8, int16, int32, as_dtype(np.long), int64
ubyte, ushort, uintc, ulong, ulonglong = uint8, uint16, uint32, as_dtype(np.ulong), uint64
int_ = intp = as_dtype(np.intp)
uint = uintp = as_dtype(np.uintp)
half, single, double = float16, float32, float64
csingle, cdouble = complex64, complex128

#: NumPy's booleans: 0-D arrays on the CPU, which combine with arrays of any device. They are not Python numbers.
True_ = wrap(torch.tensor(True, device="cpu"))
False_ = wrap(torch.tensor(False, device="cpu"))

little_endian = sys.byteorder == "little"


def _known(name: object) -> builtins.bool:
    try:
        as_dtype(name)
    except TypeError:
        return False
    return True


_GROUPS: Any = np.typecodes
_NAMES: Any = np.sctypeDict

#: NumPy's type characters by group, of the dtypes that the package has.
typecodes: dict[str, str] = {
    group: "".join(char for char in chars if char != "c" and _known(char)) for group, chars in _GROUPS.items()
}

#: the dtype of each of NumPy's names.
sctypeDict: dict[int | str, dtype] = {name: as_dtype(kind) for name, kind in _NAMES.items() if _known(kind)}
sctypeDict |= {as_dtype(kind).name: as_dtype(kind) for kind in WITHOUT_NUMPY}

#: Python's number types and all dtypes: `isinstance(x, ScalarType)` is true for Python numbers and 0-D arrays.
ScalarType: tuple[type | dtype, ...] = (int, float, complex, builtins.bool, *dict.fromkeys(sctypeDict.values()))
