"""Arrays that are sharded over many processes: ``xp.zeros((n, 8), device=Device(mesh))``.

The functions of the package compute them by torch's collectives, with the results of one process. Import this module
at the top of the program: functions that were looked up before raise for such arrays.
"""

from xp_torch._distributed.creation import from_local as from_local
from xp_torch._distributed.guard import guard as guard
from xp_torch._distributed.install import install as _install
from xp_torch._distributed.layout import Device as Device
from xp_torch._facts.public import set_module as _set_module

__all__ = ["Device", "from_local", "guard"]

_set_module(__name__, globals(), __all__)
_install()
