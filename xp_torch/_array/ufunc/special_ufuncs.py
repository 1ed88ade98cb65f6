"""The ufuncs of `special`: `erf`, `gamma` and others. Their types and docstrings for editors are in the stub."""

from __future__ import annotations

from xp_torch._array.ufunc.call import make_ufunc
from xp_torch._array.ufunc.special_records import SPECIAL

for _name, _op in SPECIAL.items():
    globals().update(dict.fromkeys((_op.ufunc_name, *_op.aliases), make_ufunc(_name)))
