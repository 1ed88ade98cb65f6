"""Dtypes from outside: a floating one kept in float32, and a fixed-point and an integer one kept in int32."""

import functools

import torch

import xp_torch as xp

#: The bits of a float64 beyond the sixteen digits of float24.
_DROPPED = 53 - 16


def _rounded(t):
    """Round float64 to sixteen binary digits, to nearest even."""
    bits = t.view(torch.int64)
    bits = bits + (2 ** (_DROPPED - 1) - 1) + ((bits >> _DROPPED) & 1)
    return torch.where(torch.isfinite(t), (bits & -(2**_DROPPED)).view(torch.float64), t).to(torch.float32)


def _float24():
    largest = (2 - 2.0**-15) * 2.0**127
    return xp.register_dtype(
        "test_float24",
        "f",
        xp.float32,
        detour=xp.float64,
        encode=_rounded,
        limits={"min": -largest, "max": largest, "eps": 2.0**-15, "tiny": 2.0**-126},
        promotion={"float16": "float32", "float32": "float32"},
        format=lambda x: f"{x:.5g}",
    )


def _fixed():
    return xp.register_dtype(
        "test_fixed",
        "f",
        xp.int32,
        detour=xp.float64,
        encode=lambda t: torch.clamp(torch.round(t * 256), -(2.0**31), 2.0**31 - 1).to(torch.int32),
        decode=lambda t: t.double() / 256,
        limits={"min": -(2.0**23), "max": 2.0**23 - 2.0**-8, "eps": 2.0**-8, "tiny": 2.0**-8},
        kernels={"add": torch.add, "multiply": lambda x, y: ((x.long() * y.long()) >> 8).int()},
        format="{:.3f}".format,
    )


def _int24():
    return xp.register_dtype(
        "test_int24",
        "i",
        xp.int32,
        detour=xp.int64,
        encode=lambda t: ((t + 2**23) % 2**24 - 2**23).int(),
        limits={"min": -(2**23), "max": 2**23 - 1},
    )


_MAKERS = {"test_float24": _float24, "test_fixed": _fixed, "test_int24": _int24}
#: The names of the dtypes.
REGISTERED = list(_MAKERS)


@functools.cache
def dtype_of(name):
    """Return the dtype `name`, built in or from outside, which is registered at its first use."""
    return _MAKERS[name]() if name in _MAKERS else xp.dtype(name)
