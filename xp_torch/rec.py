"""Arrays of records: the module `numpy.rec` itself, whose arrays are NumPy's."""

import sys as _sys
from typing import TYPE_CHECKING as _TYPE_CHECKING

import numpy.rec as _numpys

if _TYPE_CHECKING:
    from numpy.rec import *  # noqa: F403

# `import xp_torch.rec` is NumPy's module: importlib returns what stands here.
_sys.modules[__name__] = _numpys
