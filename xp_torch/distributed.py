"""Arrays that are sharded over many processes: ``xp.zeros((n, 8), device=Device(mesh))``.

The functions of the package compute them by torch's collectives, with the results of one process.
"""

import importlib as _importlib
import pkgutil as _pkgutil

# These give functions their public names, under which rules are registered.
from xp_torch import _distributed
from xp_torch import polynomial as _polynomial  # noqa: F401
from xp_torch import random as _random  # noqa: F401
from xp_torch import special as _special  # noqa: F401
from xp_torch._distributed import dispatch as _dispatch
from xp_torch._distributed import gradients as _gradients
from xp_torch._distributed.creation import from_local as from_local
from xp_torch._distributed.guard import guard as guard
from xp_torch._distributed.layout import Device as Device
from xp_torch._distributed.members import attach as _attach
from xp_torch._facts.public import set_module as _set_module

__all__ = ["Device", "from_local", "guard"]

#: What `_array/door.py` calls for a `DTensor`, and for a transform that meets an array that is sharded.
_xp_function_, _xp_transform_ = _dispatch.override, _gradients.transform
_set_module(__name__, globals(), __all__)
for _found in _pkgutil.iter_modules(_distributed.__path__):
    _importlib.import_module(f"{_distributed.__name__}.{_found.name}")  # each registers rules
_attach()
