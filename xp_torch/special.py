"""Special functions by SciPy's names: SciPy looks them up in a namespace as ``xp.special``.

Integers are computed in the default float; float32 and narrower dtypes in float64 where torch loses digits.
Functions of which neither torch nor the package has an accurate kernel (`betainc`, `jv`, `ellipk`) are left out: SciPy
then converts the arrays to NumPy and back.
"""

from xp_torch._facts.public import set_module as _set_module
from xp_torch._functions.special import boxcox as boxcox
from xp_torch._functions.special import boxcox1p as boxcox1p
from xp_torch._functions.special import cbrt as cbrt
from xp_torch._functions.special import cosm1 as cosm1
from xp_torch._functions.special import digamma as digamma
from xp_torch._functions.special import entr as entr
from xp_torch._functions.special import erf as erf
from xp_torch._functions.special import erfc as erfc
from xp_torch._functions.special import erfcinv as erfcinv
from xp_torch._functions.special import erfcx as erfcx
from xp_torch._functions.special import erfinv as erfinv
from xp_torch._functions.special import exp2 as exp2
from xp_torch._functions.special import exp10 as exp10
from xp_torch._functions.special import expit as expit
from xp_torch._functions.special import expm1 as expm1
from xp_torch._functions.special import exprel as exprel
from xp_torch._functions.special import gamma as gamma
from xp_torch._functions.special import gammainc as gammainc
from xp_torch._functions.special import gammaincc as gammaincc
from xp_torch._functions.special import gammaln as gammaln
from xp_torch._functions.special import gammasgn as gammasgn
from xp_torch._functions.special import huber as huber
from xp_torch._functions.special import i0 as i0
from xp_torch._functions.special import i0e as i0e
from xp_torch._functions.special import i1 as i1
from xp_torch._functions.special import i1e as i1e
from xp_torch._functions.special import inv_boxcox as inv_boxcox
from xp_torch._functions.special import inv_boxcox1p as inv_boxcox1p
from xp_torch._functions.special import j0 as j0
from xp_torch._functions.special import j1 as j1
from xp_torch._functions.special import k0 as k0
from xp_torch._functions.special import k0e as k0e
from xp_torch._functions.special import k1 as k1
from xp_torch._functions.special import k1e as k1e
from xp_torch._functions.special import kl_div as kl_div
from xp_torch._functions.special import log1p as log1p
from xp_torch._functions.special import log_expit as log_expit
from xp_torch._functions.special import log_ndtr as log_ndtr
from xp_torch._functions.special import log_softmax as log_softmax
from xp_torch._functions.special import loggamma as loggamma
from xp_torch._functions.special import logit as logit
from xp_torch._functions.special import logsumexp as logsumexp
from xp_torch._functions.special import multigammaln as multigammaln
from xp_torch._functions.special import ndtr as ndtr
from xp_torch._functions.special import ndtri as ndtri
from xp_torch._functions.special import polygamma as polygamma
from xp_torch._functions.special import pseudo_huber as pseudo_huber
from xp_torch._functions.special import psi as psi
from xp_torch._functions.special import rel_entr as rel_entr
from xp_torch._functions.special import rgamma as rgamma
from xp_torch._functions.special import sinc as sinc
from xp_torch._functions.special import softmax as softmax
from xp_torch._functions.special import softplus as softplus
from xp_torch._functions.special import xlog1py as xlog1py
from xp_torch._functions.special import xlogy as xlogy
from xp_torch._functions.special import y0 as y0
from xp_torch._functions.special import y1 as y1
from xp_torch._functions.special import zeta as zeta
from xp_torch._functions.special import zetac as zetac

__all__ = [name for name in sorted(globals()) if not name.startswith("_")]

_set_module(__name__, globals(), __all__)
