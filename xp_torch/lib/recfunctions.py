"""Functions of arrays of records: the module `numpy.lib.recfunctions` itself, whose arrays are NumPy's."""

import sys as _sys

import numpy.lib.recfunctions as _numpys
from numpy.lib.recfunctions import *  # noqa: F403

# `import xp_torch.lib.recfunctions` is NumPy's module: importlib returns what stands here.
_sys.modules[__name__] = _numpys
