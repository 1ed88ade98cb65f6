"""The `linalg` extension of the array API standard, with NumPy's names: decompositions, equations, norms, products.

`cross`, `outer`, `diagonal` and `trace` follow the standard (3-vectors, vectors, the last two dimensions), unlike those
of the main namespace. `matmul`, `matrix_transpose`, `tensordot` and `vecdot` are the same functions as there.

Decompositions and what uses them compute float32 and complex64 in double precision on the CPU, and round once, as NumPy
does. On other devices they compute in the precision of the dtype, but for `lstsq` and `pinv`.
"""

from xp_torch._facts.errors import LinAlgError as LinAlgError
from xp_torch._facts.public import set_module as _set_module
from xp_torch._functions.linear_algebra.decompositions import *
from xp_torch._functions.linear_algebra.diagonals import matrix_transpose as matrix_transpose
from xp_torch._functions.linear_algebra.gufuncs import matmul as matmul
from xp_torch._functions.linear_algebra.gufuncs import vecdot as vecdot
from xp_torch._functions.linear_algebra.linalg_products import *
from xp_torch._functions.linear_algebra.norms import *
from xp_torch._functions.linear_algebra.products import tensordot as tensordot
from xp_torch._functions.linear_algebra.solve import *

__all__ = [name for name in sorted(globals()) if not name.startswith("_")]

_set_module(__name__, globals(), __all__)
