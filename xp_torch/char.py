"""Functions of text: the module `numpy.char` itself, whose arrays are NumPy's."""

import sys as _sys
from typing import TYPE_CHECKING as _TYPE_CHECKING

import numpy.char as _numpys

if _TYPE_CHECKING:
    from numpy.char import *  # noqa: F403

# `import xp_torch.char` is NumPy's module: importlib returns what stands here.
_sys.modules[__name__] = _numpys
