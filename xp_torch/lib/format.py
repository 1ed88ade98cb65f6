"""The layout of ``.npy`` files: the module `numpy.lib.format` itself, whose arrays are NumPy's."""

import sys as _sys

import numpy.lib.format as _numpys
from numpy.lib.format import *  # noqa: F403

# `import xp_torch.lib.format` is NumPy's module: importlib returns what stands here.
_sys.modules[__name__] = _numpys
