"""Functions of text, as ufuncs: the module `numpy.strings` itself, whose arrays are NumPy's."""

import sys as _sys
from typing import TYPE_CHECKING as _TYPE_CHECKING

import numpy.strings as _numpys

if _TYPE_CHECKING:
    from numpy.strings import *  # noqa: F403

# `import xp_torch.strings` is NumPy's module: importlib returns what stands here.
_sys.modules[__name__] = _numpys
