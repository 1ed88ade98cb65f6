"""The `linalg` extension of the array API standard, with NumPy's names: decompositions, equations, norms, products.

`cross`, `outer`, `diagonal` and `trace` differ from the functions of these names in the main namespace: they follow the
standard (3-vectors, vectors, the last two dimensions). `matmul`, `matrix_transpose`, `tensordot` and `vecdot` are the
same functions there and here.
"""

from xp_torch._facts.errors import LinAlgError
from xp_torch._facts.public import set_module
from xp_torch._functions.linear_algebra.decompositions import (
    EighResult,
    EigResult,
    QRResult,
    SlogdetResult,
    SVDResult,
    cholesky,
    eig,
    eigh,
    eigvals,
    eigvalsh,
    qr,
    svd,
    svdvals,
)
from xp_torch._functions.linear_algebra.gufuncs import matmul, matrix_transpose, tensordot, vecdot
from xp_torch._functions.linear_algebra.linalg import cross, diagonal, outer, trace
from xp_torch._functions.linear_algebra.norms import cond, matrix_norm, matrix_rank, norm, vector_norm
from xp_torch._functions.linear_algebra.solve import (
    det,
    inv,
    lstsq,
    matrix_power,
    multi_dot,
    pinv,
    slogdet,
    solve,
    tensorinv,
    tensorsolve,
)

__all__ = [
    "EigResult",
    "EighResult",
    "LinAlgError",
    "QRResult",
    "SVDResult",
    "SlogdetResult",
    "cholesky",
    "cond",
    "cross",
    "det",
    "diagonal",
    "eig",
    "eigh",
    "eigvals",
    "eigvalsh",
    "inv",
    "lstsq",
    "matmul",
    "matrix_norm",
    "matrix_power",
    "matrix_rank",
    "matrix_transpose",
    "multi_dot",
    "norm",
    "outer",
    "pinv",
    "qr",
    "slogdet",
    "solve",
    "svd",
    "svdvals",
    "tensordot",
    "tensorinv",
    "tensorsolve",
    "trace",
    "vecdot",
    "vector_norm",
]

set_module(__name__, globals(), __all__)
