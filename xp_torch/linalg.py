"""The `linalg` extension of the array API standard, with NumPy's names: decompositions, equations, norms, products.

`cross`, `outer`, `diagonal` and `trace` follow the standard (3-vectors, vectors, the last two dimensions), unlike those
of the main namespace. `matmul`, `matrix_transpose`, `tensordot` and `vecdot` are the same functions as there.

Decompositions and what uses them compute float32 and complex64 in double precision on the CPU, and round once, as NumPy
does. On other devices they compute in the precision of the dtype, but for `lstsq` and `pinv`.
"""

from xp_torch._facts.errors import LinAlgError as LinAlgError
from xp_torch._facts.public import set_module as _set_module
from xp_torch._functions.linear_algebra.decompositions import EighResult as EighResult
from xp_torch._functions.linear_algebra.decompositions import EigResult as EigResult
from xp_torch._functions.linear_algebra.decompositions import QRResult as QRResult
from xp_torch._functions.linear_algebra.decompositions import SVDResult as SVDResult
from xp_torch._functions.linear_algebra.decompositions import cholesky as cholesky
from xp_torch._functions.linear_algebra.decompositions import eig as eig
from xp_torch._functions.linear_algebra.decompositions import eigh as eigh
from xp_torch._functions.linear_algebra.decompositions import eigvals as eigvals
from xp_torch._functions.linear_algebra.decompositions import eigvalsh as eigvalsh
from xp_torch._functions.linear_algebra.decompositions import qr as qr
from xp_torch._functions.linear_algebra.decompositions import svd as svd
from xp_torch._functions.linear_algebra.decompositions import svdvals as svdvals
from xp_torch._functions.linear_algebra.diagonals import matrix_transpose as matrix_transpose
from xp_torch._functions.linear_algebra.gufuncs import matmul as matmul
from xp_torch._functions.linear_algebra.gufuncs import vecdot as vecdot
from xp_torch._functions.linear_algebra.linalg_products import cross as cross
from xp_torch._functions.linear_algebra.linalg_products import diagonal as diagonal
from xp_torch._functions.linear_algebra.linalg_products import matrix_power as matrix_power
from xp_torch._functions.linear_algebra.linalg_products import multi_dot as multi_dot
from xp_torch._functions.linear_algebra.linalg_products import outer as outer
from xp_torch._functions.linear_algebra.linalg_products import trace as trace
from xp_torch._functions.linear_algebra.norms import SlogdetResult as SlogdetResult
from xp_torch._functions.linear_algebra.norms import cond as cond
from xp_torch._functions.linear_algebra.norms import det as det
from xp_torch._functions.linear_algebra.norms import matrix_norm as matrix_norm
from xp_torch._functions.linear_algebra.norms import matrix_rank as matrix_rank
from xp_torch._functions.linear_algebra.norms import norm as norm
from xp_torch._functions.linear_algebra.norms import slogdet as slogdet
from xp_torch._functions.linear_algebra.norms import vector_norm as vector_norm
from xp_torch._functions.linear_algebra.products import tensordot as tensordot
from xp_torch._functions.linear_algebra.solve import inv as inv
from xp_torch._functions.linear_algebra.solve import lstsq as lstsq
from xp_torch._functions.linear_algebra.solve import pinv as pinv
from xp_torch._functions.linear_algebra.solve import solve as solve
from xp_torch._functions.linear_algebra.solve import tensorinv as tensorinv
from xp_torch._functions.linear_algebra.solve import tensorsolve as tensorsolve

__all__ = [name for name in sorted(globals()) if not name.startswith("_")]

_set_module(__name__, globals(), __all__)
