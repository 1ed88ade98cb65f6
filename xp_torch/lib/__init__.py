"""NumPy's ``lib``: what is public there beside the main namespace."""

import typing as _typing

from numpy.lib import NumpyVersion

from xp_torch._facts.out_of_scope import missing_name as _missing_name
from xp_torch.lib import array_utils, format, mixins, npyio, recfunctions, scimath, stride_tricks

__all__ = [
    "NumpyVersion",
    "array_utils",
    "format",
    "mixins",
    "npyio",
    "recfunctions",
    "scimath",
    "stride_tricks",
]


if not _typing.TYPE_CHECKING:

    def __getattr__(name: str) -> _typing.Any:
        raise _missing_name(__name__, name)
