"""Random numbers with NumPy's interface, drawn by torch's generators on the CPU and on GPUs.

`default_rng` makes a `Generator`; the functions are the methods of one `RandomState`. The same seed gives the same
stream on a device, eagerly and compiled; the streams are not NumPy's.
"""

from numpy.random import SeedSequence as SeedSequence

from xp_torch._facts.public import set_module as _set_module
from xp_torch._functions.random.bit_generators import MT19937 as MT19937
from xp_torch._functions.random.bit_generators import PCG64 as PCG64
from xp_torch._functions.random.bit_generators import PCG64DXSM as PCG64DXSM
from xp_torch._functions.random.bit_generators import SFC64 as SFC64
from xp_torch._functions.random.bit_generators import BitGenerator as BitGenerator
from xp_torch._functions.random.bit_generators import Philox as Philox
from xp_torch._functions.random.generator import Generator as Generator
from xp_torch._functions.random.generator import default_rng as default_rng
from xp_torch._functions.random.random_state import GLOBAL as _GLOBAL
from xp_torch._functions.random.random_state import RandomState as RandomState
from xp_torch._functions.random.random_state import ranf as ranf
from xp_torch._functions.random.random_state import sample as sample

beta = _GLOBAL.beta
binomial = _GLOBAL.binomial
bytes = _GLOBAL.bytes
chisquare = _GLOBAL.chisquare
choice = _GLOBAL.choice
dirichlet = _GLOBAL.dirichlet
exponential = _GLOBAL.exponential
f = _GLOBAL.f
gamma = _GLOBAL.gamma
geometric = _GLOBAL.geometric
get_state = _GLOBAL.get_state
gumbel = _GLOBAL.gumbel
hypergeometric = _GLOBAL.hypergeometric
laplace = _GLOBAL.laplace
logistic = _GLOBAL.logistic
lognormal = _GLOBAL.lognormal
logseries = _GLOBAL.logseries
multinomial = _GLOBAL.multinomial
multivariate_normal = _GLOBAL.multivariate_normal
negative_binomial = _GLOBAL.negative_binomial
noncentral_chisquare = _GLOBAL.noncentral_chisquare
noncentral_f = _GLOBAL.noncentral_f
normal = _GLOBAL.normal
pareto = _GLOBAL.pareto
permutation = _GLOBAL.permutation
poisson = _GLOBAL.poisson
power = _GLOBAL.power
rand = _GLOBAL.rand
randint = _GLOBAL.randint
randn = _GLOBAL.randn
random = _GLOBAL.random
random_integers = _GLOBAL.random_integers
random_sample = _GLOBAL.random_sample
rayleigh = _GLOBAL.rayleigh
seed = _GLOBAL.seed
set_state = _GLOBAL.set_state
shuffle = _GLOBAL.shuffle
standard_cauchy = _GLOBAL.standard_cauchy
standard_exponential = _GLOBAL.standard_exponential
standard_gamma = _GLOBAL.standard_gamma
standard_normal = _GLOBAL.standard_normal
standard_t = _GLOBAL.standard_t
triangular = _GLOBAL.triangular
uniform = _GLOBAL.uniform
vonmises = _GLOBAL.vonmises
wald = _GLOBAL.wald
weibull = _GLOBAL.weibull
zipf = _GLOBAL.zipf

__all__ = [name for name in sorted(globals()) if not name.startswith("_")]

_set_module(__name__, globals(), __all__)
