"""Special functions by SciPy's names: SciPy looks them up in a namespace as ``xp.special``.

Integers are computed in the default float; float32 and narrower dtypes in float64 where torch loses digits.
Functions of which neither torch nor the package has an accurate kernel (`betainc`, `jv`, `ellipk`) are left out: SciPy
then converts the arrays to NumPy and back.
"""

from xp_torch._facts.public import set_module as _set_module
from xp_torch._functions.special import *

__all__ = [name for name in sorted(globals()) if not name.startswith("_")]

_set_module(__name__, globals(), __all__)
