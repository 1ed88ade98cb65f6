"""NumPy's semantics on torch: the array API standard and NumPy 2's own names in one namespace.

``import xp_torch as xp``: an `ndarray` wraps one `torch.Tensor`; the defaults, promotion and errors are NumPy's.
A public name is in the ``__all__`` of the module that defines it.
"""

import gc as _gc
import importlib as _importlib
import typing as _typing

# A full garbage collection, which walks all objects of torch, would otherwise run during the import.
_collecting = _gc.isenabled()
_gc.disable()
try:
    from xp_torch import _protocols as _protocols
    from xp_torch import fft, lib, linalg
    from xp_torch._array.ndarray import ndarray
    from xp_torch._array.ufunc.ufuncs import ufunc
    from xp_torch._encoded.registration import *
    from xp_torch._encoded.storage_dtypes import *
    from xp_torch._facts import out_of_scope as _out_of_scope
    from xp_torch._facts.defaults import set_default_dtype
    from xp_torch._facts.dtypes import *
    from xp_torch._facts.no_value import NO_VALUE as _NoValue  # noqa: F401 - other libraries read `numpy._NoValue`
    from xp_torch._facts.public import set_module as _set_module
    from xp_torch._functions.attributes import *
    from xp_torch._functions.constants import *
    from xp_torch._functions.creation.fill import *
    from xp_torch._functions.creation.from_data import *
    from xp_torch._functions.creation.matrices import *
    from xp_torch._functions.creation.ranges import *
    from xp_torch._functions.data_type import *
    from xp_torch._functions.elementwise import *
    from xp_torch._functions.environment import *
    from xp_torch._functions.error_state import *
    from xp_torch._functions.functional.apply import *
    from xp_torch._functions.functional.vectorize import *
    from xp_torch._functions.indexing.grids import *
    from xp_torch._functions.indexing.indices import *
    from xp_torch._functions.indexing.select import *
    from xp_torch._functions.indexing.take import *
    from xp_torch._functions.indexing.triangles import *
    from xp_torch._functions.indexing.write import *
    from xp_torch._functions.info import *
    from xp_torch._functions.info import __array_namespace_info__
    from xp_torch._functions.io.buffers import *
    from xp_torch._functions.io.files import *
    from xp_torch._functions.io.memory_maps import *
    from xp_torch._functions.io.text import *
    from xp_torch._functions.linear_algebra.diagonals import *
    from xp_torch._functions.linear_algebra.einsum import *
    from xp_torch._functions.linear_algebra.einsum_path import *
    from xp_torch._functions.linear_algebra.gufuncs import *
    from xp_torch._functions.linear_algebra.products import *
    from xp_torch._functions.logic import *
    from xp_torch._functions.manipulation.broadcast import *
    from xp_torch._functions.manipulation.edit import *
    from xp_torch._functions.manipulation.join import *
    from xp_torch._functions.manipulation.move import *
    from xp_torch._functions.manipulation.pad import *
    from xp_torch._functions.manipulation.shape import *
    from xp_torch._functions.manipulation.split import *
    from xp_torch._functions.mathematical.differences import *
    from xp_torch._functions.mathematical.filters import *
    from xp_torch._functions.mathematical.functions import *
    from xp_torch._functions.mathematical.polynomial import *
    from xp_torch._functions.mathematical.polynomial_roots import *
    from xp_torch._functions.mathematical.windows import *
    from xp_torch._functions.memory import *
    from xp_torch._functions.packing import *
    from xp_torch._functions.printing import *
    from xp_torch._functions.searching import *
    from xp_torch._functions.sets import *
    from xp_torch._functions.sorting.partition import *
    from xp_torch._functions.sorting.sort import *
    from xp_torch._functions.statistics.averages import *
    from xp_torch._functions.statistics.cumulative import *
    from xp_torch._functions.statistics.histogramdd import *
    from xp_torch._functions.statistics.histograms import *
    from xp_torch._functions.statistics.nan_functions import *
    from xp_torch._functions.statistics.quantiles import *
    from xp_torch._functions.statistics.reductions import *
    from xp_torch._functions.transforms.abstract_evaluation import *
    from xp_torch._functions.transforms.checkpointing import *
    from xp_torch._functions.transforms.compile import *
    from xp_torch._functions.transforms.control_flow import *
    from xp_torch._functions.transforms.custom_derivatives import *
    from xp_torch._functions.transforms.debug_printing import *
    from xp_torch._functions.transforms.gradients import *
    from xp_torch._functions.transforms.guards import *
    from xp_torch._functions.transforms.mapping import *
    from xp_torch._functions.type_names import *
    from xp_torch._protocols import versions as _versions
    from xp_torch._protocols.namespace import get_namespace
    from xp_torch.version import version as __version__
finally:
    if _collecting:
        _gc.enable()

__array_api_version__ = "2025.12"

# Submodules that many programs do without are imported on first use.
if _typing.TYPE_CHECKING:
    from xp_torch import distributed as distributed
    from xp_torch import exceptions as exceptions
    from xp_torch import polynomial, random, special
    from xp_torch import testing as testing
    from xp_torch import typing as typing

    v2021_12: _typing.Any
    v2022_12: _typing.Any
    v2023_12: _typing.Any
    v2024_12: _typing.Any
_LAZY = frozenset({"exceptions", "polynomial", "random", "special", "testing", "typing"})

__all__ = [
    "__array_api_version__",
    "__array_namespace_info__",
    "__version__",
    "fft",
    "get_namespace",
    "lib",
    "linalg",
    "ndarray",
    "polynomial",
    "random",
    "set_default_dtype",
    "special",
    "ufunc",
]
__all__ += [name for name in globals() if not name.startswith("_") and name not in __all__]
__all__.sort()

_set_module(__name__, globals(), __all__)
# A star import must not hide Python's `map`, which NumPy's leaves as it is.
__all__.remove("map")
__all__.remove("version")


if not _typing.TYPE_CHECKING:  # with it, a misspelled name is no error to type checkers

    def __getattr__(name: str) -> _typing.Any:
        if name in _LAZY:
            return _importlib.import_module(f"{__name__}.{name}")
        if name == "distributed":  # a function that is looked up before this import is the one for plain arrays
            raise AttributeError("write `import xp_torch.distributed` at the top of the program", name=None)
        raise _out_of_scope.missing_name(__name__, name)


def __dir__() -> list[str]:
    public = [name for name in globals() if not name.startswith("_") or name.startswith("__")]
    return sorted({*public, *_LAZY})


_versions.publish()
