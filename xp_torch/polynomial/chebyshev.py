"""Chebyshev series: NumPy's ``polynomial.chebyshev``."""

from xp_torch._facts.public import set_module as _set_module
from xp_torch._functions.polynomial.chebyshev import Chebyshev as Chebyshev
from xp_torch._functions.polynomial.chebyshev import __all__ as __all__
from xp_torch._functions.polynomial.chebyshev import cheb2poly as cheb2poly
from xp_torch._functions.polynomial.chebyshev import chebadd as chebadd
from xp_torch._functions.polynomial.chebyshev import chebcompanion as chebcompanion
from xp_torch._functions.polynomial.chebyshev import chebder as chebder
from xp_torch._functions.polynomial.chebyshev import chebdiv as chebdiv
from xp_torch._functions.polynomial.chebyshev import chebdomain as chebdomain
from xp_torch._functions.polynomial.chebyshev import chebfit as chebfit
from xp_torch._functions.polynomial.chebyshev import chebfromroots as chebfromroots
from xp_torch._functions.polynomial.chebyshev import chebgauss as chebgauss
from xp_torch._functions.polynomial.chebyshev import chebgrid2d as chebgrid2d
from xp_torch._functions.polynomial.chebyshev import chebgrid3d as chebgrid3d
from xp_torch._functions.polynomial.chebyshev import chebint as chebint
from xp_torch._functions.polynomial.chebyshev import chebinterpolate as chebinterpolate
from xp_torch._functions.polynomial.chebyshev import chebline as chebline
from xp_torch._functions.polynomial.chebyshev import chebmul as chebmul
from xp_torch._functions.polynomial.chebyshev import chebmulx as chebmulx
from xp_torch._functions.polynomial.chebyshev import chebone as chebone
from xp_torch._functions.polynomial.chebyshev import chebpow as chebpow
from xp_torch._functions.polynomial.chebyshev import chebpts1 as chebpts1
from xp_torch._functions.polynomial.chebyshev import chebpts2 as chebpts2
from xp_torch._functions.polynomial.chebyshev import chebroots as chebroots
from xp_torch._functions.polynomial.chebyshev import chebsub as chebsub
from xp_torch._functions.polynomial.chebyshev import chebtrim as chebtrim
from xp_torch._functions.polynomial.chebyshev import chebval as chebval
from xp_torch._functions.polynomial.chebyshev import chebval2d as chebval2d
from xp_torch._functions.polynomial.chebyshev import chebval3d as chebval3d
from xp_torch._functions.polynomial.chebyshev import chebvalnd as chebvalnd
from xp_torch._functions.polynomial.chebyshev import chebvander as chebvander
from xp_torch._functions.polynomial.chebyshev import chebvander2d as chebvander2d
from xp_torch._functions.polynomial.chebyshev import chebvander3d as chebvander3d
from xp_torch._functions.polynomial.chebyshev import chebweight as chebweight
from xp_torch._functions.polynomial.chebyshev import chebx as chebx
from xp_torch._functions.polynomial.chebyshev import chebzero as chebzero
from xp_torch._functions.polynomial.chebyshev import poly2cheb as poly2cheb

_set_module(__name__, globals(), __all__)
