"""Files of arrays: NumPy's ``lib.npyio``."""

from numpy.lib.npyio import DataSource

from xp_torch._facts.public import set_module as _set_module
from xp_torch._functions.io.files import NpzFile

__all__ = ["DataSource", "NpzFile"]

_set_module(__name__, globals(), __all__)
