"""Coefficients and domains of series: NumPy's ``polynomial.polyutils``."""

from xp_torch._facts.public import set_module as _set_module
from xp_torch._functions.polynomial.polyutils import __all__ as __all__
from xp_torch._functions.polynomial.polyutils import as_series as as_series
from xp_torch._functions.polynomial.polyutils import format_float as format_float
from xp_torch._functions.polynomial.polyutils import getdomain as getdomain
from xp_torch._functions.polynomial.polyutils import mapdomain as mapdomain
from xp_torch._functions.polynomial.polyutils import mapparms as mapparms
from xp_torch._functions.polynomial.polyutils import trimcoef as trimcoef
from xp_torch._functions.polynomial.polyutils import trimseq as trimseq

_set_module(__name__, globals(), __all__)
