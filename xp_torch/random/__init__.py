"""Random numbers with NumPy's interface: NumPy's own on the CPU, and torch's on other devices.

`default_rng` makes a `Generator`; the functions are the methods of one `RandomState`. Bit generators are subclasses of
NumPy's, and `SeedSequence` is NumPy's.
"""

import typing as _typing

from numpy.random import BitGenerator as BitGenerator
from numpy.random import SeedSequence as SeedSequence

from xp_torch._facts.out_of_scope import missing_name as _missing_name
from xp_torch._facts.public import set_module as _set_module
from xp_torch._functions.random.bit_generators import MT19937 as MT19937
from xp_torch._functions.random.bit_generators import PCG64 as PCG64
from xp_torch._functions.random.bit_generators import PCG64DXSM as PCG64DXSM
from xp_torch._functions.random.bit_generators import SFC64 as SFC64
from xp_torch._functions.random.bit_generators import Philox as Philox
from xp_torch._functions.random.generator import Generator as Generator
from xp_torch._functions.random.generator import default_rng as default_rng
from xp_torch.random import mtrand as mtrand
from xp_torch.random.mtrand import *

__all__ = [name for name in sorted(globals()) if not name.startswith("_") and name != "mtrand"]

_set_module(__name__, globals(), __all__)


if not _typing.TYPE_CHECKING:

    def __getattr__(name: str) -> _typing.Any:
        raise _missing_name(__name__, name)
