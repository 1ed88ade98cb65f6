"""Assertions about arrays for tests: the names of ``numpy.testing``, for arrays of this package and tensors too.

NumPy compares; arrays are converted to NumPy's, also inside lists, tuples and dicts. A 0-D array counts as a scalar.
Names that are not about arrays are NumPy's own objects. bfloat16 compares as float32, which represents it exactly.
"""

import typing as _typing

if _typing.TYPE_CHECKING:
    from numpy.testing import BLAS_SUPPORTS_FPE as BLAS_SUPPORTS_FPE
    from numpy.testing import HAS_LAPACK64 as HAS_LAPACK64
    from numpy.testing import HAS_REFCOUNT as HAS_REFCOUNT
    from numpy.testing import IS_64BIT as IS_64BIT
    from numpy.testing import IS_EDITABLE as IS_EDITABLE
    from numpy.testing import IS_INSTALLED as IS_INSTALLED
    from numpy.testing import IS_MUSL as IS_MUSL
    from numpy.testing import IS_PYPY as IS_PYPY
    from numpy.testing import IS_PYSTON as IS_PYSTON
    from numpy.testing import IS_WASM as IS_WASM
    from numpy.testing import NOGIL_BUILD as NOGIL_BUILD
    from numpy.testing import NUMPY_ROOT as NUMPY_ROOT
    from numpy.testing import IgnoreException as IgnoreException
    from numpy.testing import KnownFailureException as KnownFailureException
    from numpy.testing import SkipTest as SkipTest
    from numpy.testing import TestCase as TestCase
    from numpy.testing import assert_ as assert_
    from numpy.testing import assert_no_gc_cycles as assert_no_gc_cycles
    from numpy.testing import assert_no_warnings as assert_no_warnings
    from numpy.testing import assert_raises as assert_raises
    from numpy.testing import assert_raises_regex as assert_raises_regex
    from numpy.testing import assert_string_equal as assert_string_equal
    from numpy.testing import assert_warns as assert_warns
    from numpy.testing import break_cycles as break_cycles
    from numpy.testing import check_support_sve as check_support_sve
    from numpy.testing import clear_and_catch_warnings as clear_and_catch_warnings
    from numpy.testing import decorate_methods as decorate_methods
    from numpy.testing import jiffies as jiffies
    from numpy.testing import measure as measure
    from numpy.testing import memusage as memusage
    from numpy.testing import overrides as overrides
    from numpy.testing import run_threaded as run_threaded
    from numpy.testing import rundocs as rundocs
    from numpy.testing import runstring as runstring
    from numpy.testing import suppress_warnings as suppress_warnings
    from numpy.testing import tempdir as tempdir
    from numpy.testing import temppath as temppath
    from numpy.testing import verbose as verbose
else:
    from numpy.testing import *  # the names that the installed NumPy has

from xp_torch._facts.public import set_module as _set_module
from xp_torch._functions.testing import assert_allclose as assert_allclose
from xp_torch._functions.testing import assert_almost_equal as assert_almost_equal
from xp_torch._functions.testing import assert_approx_equal as assert_approx_equal
from xp_torch._functions.testing import assert_array_almost_equal as assert_array_almost_equal
from xp_torch._functions.testing import assert_array_almost_equal_nulp as assert_array_almost_equal_nulp
from xp_torch._functions.testing import assert_array_compare as assert_array_compare
from xp_torch._functions.testing import assert_array_equal as assert_array_equal
from xp_torch._functions.testing import assert_array_less as assert_array_less
from xp_torch._functions.testing import assert_array_max_ulp as assert_array_max_ulp
from xp_torch._functions.testing import assert_equal as assert_equal
from xp_torch._functions.testing import build_err_msg as build_err_msg
from xp_torch._functions.testing import print_assert_equal as print_assert_equal

__all__ = [name for name in sorted(globals()) if not name.startswith("_")]

_set_module(__name__, globals(), __all__)
