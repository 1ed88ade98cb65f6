"""The ufuncs of the records: `add`, `sin` and others. Their types and docstrings for editors are in ``ufuncs.pyi``."""

from __future__ import annotations

from xp_torch._array.ufunc.call import make_ufunc
from xp_torch._array.ufunc.call import ufunc as ufunc
from xp_torch._array.ufunc.records import OPS

globals().update({name: make_ufunc(name) for name in OPS})
