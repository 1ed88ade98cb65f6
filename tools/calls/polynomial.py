"""The functions of `polynomial`, all of which `tests/functions/test_polynomial.py` compares with NumPy's."""

from __future__ import annotations

import inspect

import xp_torch as xp
from tools.calls.row import not_drawn, not_traced

_NAMES = {f"polynomial.{name}": getattr(xp.polynomial, name) for name in xp.polynomial.__all__}
for _module in [name for name, value in _NAMES.items() if inspect.ismodule(value)]:
    _NAMES |= {f"{_module}.{name}": getattr(_NAMES[_module], name) for name in _NAMES[_module].__all__}

not_drawn("tests of their own compare them", " ".join(_NAMES))
not_traced(" ".join(name for name, value in _NAMES.items() if inspect.isfunction(value)))
