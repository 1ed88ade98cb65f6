"""Series of polynomials in six bases: NumPy's ``polynomial``, for arrays with gradients and devices.

`Polynomial`, `Chebyshev`, `Legendre`, `Hermite`, `HermiteE` and `Laguerre` are series on a domain; the modules have the
functions of their coefficients, the constant first.
"""

from xp_torch._facts.public import set_module as _set_module
from xp_torch._functions.polynomial.series import set_default_printstyle as set_default_printstyle
from xp_torch.polynomial import chebyshev, hermite, hermite_e, laguerre, legendre, polynomial, polyutils
from xp_torch.polynomial.chebyshev import Chebyshev as Chebyshev
from xp_torch.polynomial.hermite import Hermite as Hermite
from xp_torch.polynomial.hermite_e import HermiteE as HermiteE
from xp_torch.polynomial.laguerre import Laguerre as Laguerre
from xp_torch.polynomial.legendre import Legendre as Legendre
from xp_torch.polynomial.polynomial import Polynomial as Polynomial

__all__ = [
    "Chebyshev",
    "Hermite",
    "HermiteE",
    "Laguerre",
    "Legendre",
    "Polynomial",
    "chebyshev",
    "hermite",
    "hermite_e",
    "laguerre",
    "legendre",
    "polynomial",
    "polyutils",
    "set_default_printstyle",
]

_set_module(__name__, globals(), ["set_default_printstyle"])
