"""The dtypes, values and wrong arguments that tests and the fuzzer draw from."""

from __future__ import annotations

from functools import cache

import ml_dtypes
import numpy as np

BOOL = ["bool"]
SIGNED = ["int8", "int16", "int32", "int64"]
UNSIGNED = ["uint8", "uint16", "uint32", "uint64"]
INTEGERS = SIGNED + UNSIGNED
FLOATS = ["float16", "float32", "float64"]
COMPLEX = ["complex64", "complex128"]
REAL = BOOL + INTEGERS + FLOATS
#: the dtypes that NumPy has.
DTYPES = REAL + COMPLEX
ALL_DTYPES = [*DTYPES, "bfloat16"]

#: what users pass by mistake where an array is expected.
NO_ARRAYS = (None, "x", b"x", {"a": 1}, {1, 2}, [1, "b"], [[1], [1, 2]], [None, 1])
#: what users pass by mistake as any argument.
WRONG_ARGUMENTS = (*NO_ARRAYS, 1.5, -1, 99, -99, 2**63, 10**30, True, (), [], (5,), (0, 0), [1.5], float("nan"), 1j)


@cache
def extremes(dtype: str, kind: str = "wild") -> np.ndarray:
    """Return the values of a dtype at which kernels go wrong.

    The kinds: "tame" is small numbers, "special" adds NaN, infinities, both zeros and large integers, and "wild" adds
    the ends of the floating range.
    """
    if dtype == "bool":
        return np.asarray([False, True])
    if dtype in INTEGERS:
        low, high = int(np.iinfo(dtype).min), int(np.iinfo(dtype).max)
        small = [0, 1, 2, 3, 4, 5, 7] + ([-1, -2, -3, -5] if low else [])
        ends = [8, 12, 31, 63, 64, 100, high, high - 1, high // 2, high // 2 + 1, low, low + 1, low // 2]
        return np.asarray(small if kind == "tame" else small + ends, dtype)
    real = {"complex64": "float32", "complex128": "float64"}.get(dtype, dtype)
    info = ml_dtypes.finfo(real) if real == "bfloat16" else np.finfo(real)
    plain = [0.0, 1.0, -1.0, 0.5, -0.5, 2.0, 3.0, -3.0, 0.1, -0.7, 2.5, -2.5, 1.25, 4.0, -1.5, 1.5]
    special = [-0.0, np.nan, np.inf, -np.inf]
    ends = [float(e) for e in (info.max, info.min, info.smallest_normal, info.smallest_subnormal, info.eps)]
    ends += [-ends[2], -ends[3], 100.25, 1e-3, 12.5, -7.0, np.pi, -np.pi, 255.0, 1e4, 10.0]
    if dtype in COMPLEX:
        ends = [ends[2], ends[0] / 4]
        plain = [0.0, 1.0, -1.0, 0.5, -2.5, 3.0]
    chosen = plain + (special if kind != "tame" else []) + (ends if kind == "wild" else [])
    if dtype in COMPLEX:
        return np.asarray([complex(a, b) for a in chosen for b in chosen], dtype)
    return np.asarray(chosen, np.float64).astype(ml_dtypes.bfloat16 if dtype == "bfloat16" else dtype)


def moderate(dtype: str) -> np.ndarray:
    """Return the extremes of a dtype less those at which complex arithmetic overflows or underflows on its way."""
    x = extremes(dtype)
    if dtype not in COMPLEX:
        return x
    plain = [(p == 0) | ~np.isfinite(p) | ((np.abs(p) > 1e-3) & (np.abs(p) < 1e3)) for p in (x.real, x.imag)]
    return x[plain[0] & plain[1]]
