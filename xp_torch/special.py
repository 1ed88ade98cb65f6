"""Special functions by SciPy's names: SciPy looks them up in a namespace as ``xp.special``.

Integers are computed in the default float; float32 and narrower dtypes in float64 where torch loses digits. Functions
without an accurate kernel in torch or here (`jv`, `ellipk`) are left out: SciPy then converts the arrays to NumPy and
back.
"""

from xp_torch._array.ufunc.call import special_ufunc as _ufunc  # noqa: F401  # by which pickles find ufuncs
from xp_torch._array.ufunc.special_ufuncs import beta as beta
from xp_torch._array.ufunc.special_ufuncs import betainc as betainc
from xp_torch._array.ufunc.special_ufuncs import betaincinv as betaincinv
from xp_torch._array.ufunc.special_ufuncs import betaln as betaln
from xp_torch._array.ufunc.special_ufuncs import boxcox as boxcox
from xp_torch._array.ufunc.special_ufuncs import boxcox1p as boxcox1p
from xp_torch._array.ufunc.special_ufuncs import cbrt as cbrt
from xp_torch._array.ufunc.special_ufuncs import cosm1 as cosm1
from xp_torch._array.ufunc.special_ufuncs import dawsn as dawsn
from xp_torch._array.ufunc.special_ufuncs import digamma as digamma
from xp_torch._array.ufunc.special_ufuncs import entr as entr
from xp_torch._array.ufunc.special_ufuncs import erf as erf
from xp_torch._array.ufunc.special_ufuncs import erfc as erfc
from xp_torch._array.ufunc.special_ufuncs import erfcinv as erfcinv
from xp_torch._array.ufunc.special_ufuncs import erfcx as erfcx
from xp_torch._array.ufunc.special_ufuncs import erfinv as erfinv
from xp_torch._array.ufunc.special_ufuncs import exp1 as exp1
from xp_torch._array.ufunc.special_ufuncs import exp2 as exp2
from xp_torch._array.ufunc.special_ufuncs import exp10 as exp10
from xp_torch._array.ufunc.special_ufuncs import expi as expi
from xp_torch._array.ufunc.special_ufuncs import expit as expit
from xp_torch._array.ufunc.special_ufuncs import expm1 as expm1
from xp_torch._array.ufunc.special_ufuncs import expn as expn
from xp_torch._array.ufunc.special_ufuncs import exprel as exprel
from xp_torch._array.ufunc.special_ufuncs import fresnel as fresnel
from xp_torch._array.ufunc.special_ufuncs import gamma as gamma
from xp_torch._array.ufunc.special_ufuncs import gammainc as gammainc
from xp_torch._array.ufunc.special_ufuncs import gammaincc as gammaincc
from xp_torch._array.ufunc.special_ufuncs import gammaln as gammaln
from xp_torch._array.ufunc.special_ufuncs import gammasgn as gammasgn
from xp_torch._array.ufunc.special_ufuncs import gdtr as gdtr
from xp_torch._array.ufunc.special_ufuncs import huber as huber
from xp_torch._array.ufunc.special_ufuncs import hyp1f1 as hyp1f1
from xp_torch._array.ufunc.special_ufuncs import hyp2f1 as hyp2f1
from xp_torch._array.ufunc.special_ufuncs import i0 as i0
from xp_torch._array.ufunc.special_ufuncs import i0e as i0e
from xp_torch._array.ufunc.special_ufuncs import i1 as i1
from xp_torch._array.ufunc.special_ufuncs import i1e as i1e
from xp_torch._array.ufunc.special_ufuncs import inv_boxcox as inv_boxcox
from xp_torch._array.ufunc.special_ufuncs import inv_boxcox1p as inv_boxcox1p
from xp_torch._array.ufunc.special_ufuncs import j0 as j0
from xp_torch._array.ufunc.special_ufuncs import j1 as j1
from xp_torch._array.ufunc.special_ufuncs import k0 as k0
from xp_torch._array.ufunc.special_ufuncs import k0e as k0e
from xp_torch._array.ufunc.special_ufuncs import k1 as k1
from xp_torch._array.ufunc.special_ufuncs import k1e as k1e
from xp_torch._array.ufunc.special_ufuncs import kl_div as kl_div
from xp_torch._array.ufunc.special_ufuncs import kolmogorov as kolmogorov
from xp_torch._array.ufunc.special_ufuncs import log1p as log1p
from xp_torch._array.ufunc.special_ufuncs import log_expit as log_expit
from xp_torch._array.ufunc.special_ufuncs import log_ndtr as log_ndtr
from xp_torch._array.ufunc.special_ufuncs import loggamma as loggamma
from xp_torch._array.ufunc.special_ufuncs import logit as logit
from xp_torch._array.ufunc.special_ufuncs import ndtr as ndtr
from xp_torch._array.ufunc.special_ufuncs import ndtri as ndtri
from xp_torch._array.ufunc.special_ufuncs import ndtri_exp as ndtri_exp
from xp_torch._array.ufunc.special_ufuncs import owens_t as owens_t
from xp_torch._array.ufunc.special_ufuncs import poch as poch
from xp_torch._array.ufunc.special_ufuncs import pseudo_huber as pseudo_huber
from xp_torch._array.ufunc.special_ufuncs import psi as psi
from xp_torch._array.ufunc.special_ufuncs import rel_entr as rel_entr
from xp_torch._array.ufunc.special_ufuncs import rgamma as rgamma
from xp_torch._array.ufunc.special_ufuncs import sici as sici
from xp_torch._array.ufunc.special_ufuncs import spence as spence
from xp_torch._array.ufunc.special_ufuncs import stdtr as stdtr
from xp_torch._array.ufunc.special_ufuncs import voigt_profile as voigt_profile
from xp_torch._array.ufunc.special_ufuncs import wofz as wofz
from xp_torch._array.ufunc.special_ufuncs import wrightomega as wrightomega
from xp_torch._array.ufunc.special_ufuncs import xlog1py as xlog1py
from xp_torch._array.ufunc.special_ufuncs import xlogy as xlogy
from xp_torch._array.ufunc.special_ufuncs import y0 as y0
from xp_torch._array.ufunc.special_ufuncs import y1 as y1
from xp_torch._array.ufunc.special_ufuncs import zetac as zetac
from xp_torch._facts.public import set_module as _set_module
from xp_torch._functions.special import bernoulli as bernoulli
from xp_torch._functions.special import comb as comb
from xp_torch._functions.special import factorial as factorial
from xp_torch._functions.special import log_softmax as log_softmax
from xp_torch._functions.special import logsumexp as logsumexp
from xp_torch._functions.special import multigammaln as multigammaln
from xp_torch._functions.special import perm as perm
from xp_torch._functions.special import polygamma as polygamma
from xp_torch._functions.special import sinc as sinc
from xp_torch._functions.special import softmax as softmax
from xp_torch._functions.special import softplus as softplus
from xp_torch._functions.special import zeta as zeta

__all__ = [name for name in sorted(globals()) if not name.startswith("_")]

_set_module(__name__, globals(), __all__)
