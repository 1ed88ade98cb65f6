"""The dtypes that torch has for storage only, as encodings: float8, kept as bytes, and complex32, kept as integers."""

from __future__ import annotations

import torch

from xp_torch._encoded.registration import register
from xp_torch._encoded.tensors import Encoding
from xp_torch._facts.dtypes import KIND, REAL, Limits, as_dtype, dtype, of_kind, of_ml_dtypes
from xp_torch._kernels.cast import round_to_odd

__all__ = ["complex32", "float8_e4m3fn", "float8_e4m3fnuz", "float8_e5m2", "float8_e5m2fnuz"]


def _float8(native: torch.dtype) -> dtype:
    """Register a dtype of torch's of 8 bits."""
    name, info = str(native).removeprefix("torch."), torch.finfo(native)
    encoding = Encoding(
        name,
        "f",
        torch.uint8,
        torch.float64,
        encode=lambda t: round_to_odd(t).to(native).view(torch.uint8),
        decode=lambda t: t.view(native).to(torch.float64),
        computes=False,
    )
    return register(
        encoding,
        "f",
        Limits(8, info.min, info.max, info.eps, info.smallest_normal),
        promotion={
            **{as_dtype(d).name: as_dtype(d).name for d in of_kind("fc") if REAL[d].itemsize < 8},
            **dict.fromkeys(("int8", "uint8", "int16", "uint16"), "float32"),
            **dict.fromkeys(("int32", "uint32", "int64", "uint64"), "float64"),
        },
        numpy=of_ml_dtypes(name),
        native=native,
        from_native=lambda t: t.view(torch.uint8).as_subclass(encoding.tensor_type),
    )


def _parts(t: torch.Tensor) -> torch.Tensor:
    """Return the real and imaginary parts of complex32, kept as integers, as the last axis of a view in float16."""
    return t.unsqueeze(-1).view(torch.float16)


def _complex32() -> dtype:
    """Register torch's complex32."""
    narrow = {as_dtype(d).name: REAL[d].itemsize < 4 or KIND[d] in "fc" for d in of_kind("biufc") if d.itemsize < 16}
    wider = {name: "complex64" if single and name != "float64" else "complex128" for name, single in narrow.items()}
    half = torch.finfo(torch.float16)
    encoding = Encoding(
        "complex32",
        "c",
        torch.int32,
        torch.complex128,
        encode=lambda t: round_to_odd(torch.view_as_real(t)).to(torch.float16).view(torch.int32).squeeze(-1),
        decode=lambda t: torch.view_as_complex(_parts(t).to(torch.float64)),
        computes=False,
        view_parts=_parts,
    )
    return register(
        encoding,
        "c",
        Limits(32, half.min, half.max),
        promotion=wider,
        real=torch.float16,
        numpy=of_ml_dtypes("complex32"),
        native=torch.complex32,
        from_native=lambda t: t.view(torch.int32).as_subclass(encoding.tensor_type),
    )


float8_e4m3fn = _float8(torch.float8_e4m3fn)
float8_e4m3fnuz = _float8(torch.float8_e4m3fnuz)
float8_e5m2 = _float8(torch.float8_e5m2)
float8_e5m2fnuz = _float8(torch.float8_e5m2fnuz)
complex32 = _complex32()
