"""NumPy's semantics on torch: the array API standard and NumPy 2's own names in one namespace.

``import xp_torch as xp``: an `ndarray` wraps one `torch.Tensor`; the defaults, promotion and errors are NumPy's.
What a chapter lists in its ``__all__`` is public here.
"""

import importlib
from typing import TYPE_CHECKING as _TYPE_CHECKING
from typing import Any as _Any

from . import _collector  # isort: skip  # it pauses the collection of garbage
from . import (
    _attributes,
    _bitwise,
    _constants,
    _creation,
    _data_type,
    _dtypes,
    _elementwise,
    _error_state,
    _functional,
    _histograms,
    _index_tricks,
    _indexing_functions,
    _io,
    _linear_algebra,
    _logic,
    _manipulation,
    _mathematical,
    _memory,
    _nan_functions,
    _pad,
    _polynomial,
    _printing,
    _searching,
    _set,
    _sorting,
    _statistical,
    _type_names,
    _utility,
    _versions,
    fft,
    lib,
    linalg,
)
from . import _flat as _flat
from . import _indexing as _indexing
from . import _methods as _methods
from . import _out_of_scope as _out_of_scope
from . import _pytree as _pytree
from ._array import ndarray
from ._attributes import *
from ._bitwise import *
from ._constants import *
from ._creation import *
from ._data_type import *
from ._defaults import set_default_dtype
from ._dtypes import *
from ._elementwise import *
from ._error_state import *
from ._functional import *
from ._histograms import *
from ._index_tricks import *
from ._indexing_functions import *
from ._info import __array_namespace_info__
from ._io import *
from ._linear_algebra import *
from ._logic import *
from ._manipulation import *
from ._mathematical import *
from ._memory import *
from ._namespace import get_namespace
from ._nan_functions import *
from ._pad import *
from ._polynomial import *
from ._printing import *
from ._searching import *
from ._set import *
from ._sorting import *
from ._statistical import *
from ._type_names import *
from ._ufunc import ufunc
from ._utility import *

__version__ = "0.1.0"
__array_api_version__ = "2025.12"

__all__ = [
    "__array_api_version__",
    "__array_namespace_info__",
    "__version__",
    "fft",
    "get_namespace",
    "lib",
    "linalg",
    "ndarray",
    "random",
    "set_default_dtype",
    "special",
    "ufunc",
]
__all__ += _attributes.__all__
__all__ += _bitwise.__all__
__all__ += _constants.__all__
__all__ += _creation.__all__
__all__ += _data_type.__all__
__all__ += _dtypes.__all__
__all__ += _elementwise.__all__
__all__ += _error_state.__all__
__all__ += _functional.__all__
__all__ += _histograms.__all__
__all__ += _index_tricks.__all__
__all__ += _indexing_functions.__all__
__all__ += _io.__all__
__all__ += _linear_algebra.__all__
__all__ += _logic.__all__
__all__ += _manipulation.__all__
__all__ += _mathematical.__all__
__all__ += _memory.__all__
__all__ += _nan_functions.__all__
__all__ += _pad.__all__
__all__ += _polynomial.__all__
__all__ += _printing.__all__
__all__ += _searching.__all__
__all__ += _set.__all__
__all__ += _sorting.__all__
__all__ += _statistical.__all__
__all__ += _type_names.__all__
__all__ += _utility.__all__
__all__.sort()

# Submodules that many programs do without are imported when they are asked for.
if _TYPE_CHECKING:
    from . import exceptions as exceptions
    from . import random, special
    from . import testing as testing
_LAZY = frozenset({"exceptions", "random", "special", "testing"})


def __getattr__(name: str) -> _Any:
    if name in _LAZY:
        return importlib.import_module(f"{__name__}.{name}")
    raise AttributeError(_out_of_scope.refusal(__name__, name), name=None)


def __dir__() -> list[str]:
    return sorted({*globals(), *_LAZY})


_versions.publish()
_collector.resume()
