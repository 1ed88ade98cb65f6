"""Sets of dtypes and devices that several modules use. Native dtypes need no detour through another dtype."""

from __future__ import annotations

import torch

from xp_torch._facts.dtypes import DETOUR, SAME_WIDTH_SIGNED, of_kind

#: device types without 64-bit floating point.
WITHOUT_FLOAT64 = frozenset({"mps"})
SIGNED_INTEGERS = frozenset(of_kind("i"))
NATIVE_FLOATS = frozenset(d for d in of_kind("f") if d not in DETOUR)
#: float and complex dtypes.
NATIVE_INEXACT = frozenset(d for d in of_kind("fc") if d not in DETOUR)
#: signed integers and floats.
NATIVE_SIGNED = SIGNED_INTEGERS | NATIVE_FLOATS
#: real dtypes whose elements torch compares, and so sorts and flips.
ORDERED = frozenset(d for d in of_kind("iuf") if d not in SAME_WIDTH_SIGNED)
#: dtypes whose sums torch accumulates in the dtype that NumPy returns.
SUMMED = NATIVE_FLOATS | {torch.int64}
