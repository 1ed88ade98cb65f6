"""Random numbers with NumPy's interface, drawn by torch's generators on the CPU and on GPUs.

`default_rng` makes a `Generator`; the functions are the methods of one `RandomState`. The same seed gives the same
stream on a device, eagerly and compiled; the streams are not NumPy's.
"""

from numpy.random import SeedSequence

from xp_torch._facts.public import set_module
from xp_torch._functions.random.bit_generators import (
    MT19937,
    PCG64,
    PCG64DXSM,
    SFC64,
    BitGenerator,
    Philox,
)
from xp_torch._functions.random.generator import Generator, default_rng
from xp_torch._functions.random.random_state import GLOBAL, RandomState

__all__ = [
    "BitGenerator",
    "Generator",
    "MT19937",
    "PCG64",
    "PCG64DXSM",
    "Philox",
    "RandomState",
    "SFC64",
    "SeedSequence",
    "beta",
    "binomial",
    "bytes",
    "chisquare",
    "choice",
    "default_rng",
    "dirichlet",
    "exponential",
    "f",
    "gamma",
    "geometric",
    "get_state",
    "gumbel",
    "hypergeometric",
    "laplace",
    "logistic",
    "lognormal",
    "logseries",
    "multinomial",
    "multivariate_normal",
    "negative_binomial",
    "noncentral_chisquare",
    "noncentral_f",
    "normal",
    "pareto",
    "permutation",
    "poisson",
    "power",
    "rand",
    "randint",
    "randn",
    "random",
    "random_integers",
    "random_sample",
    "ranf",
    "rayleigh",
    "sample",
    "seed",
    "set_state",
    "shuffle",
    "standard_cauchy",
    "standard_exponential",
    "standard_gamma",
    "standard_normal",
    "standard_t",
    "triangular",
    "uniform",
    "vonmises",
    "wald",
    "weibull",
    "zipf",
]

beta = GLOBAL.beta
binomial = GLOBAL.binomial
bytes = GLOBAL.bytes
chisquare = GLOBAL.chisquare
choice = GLOBAL.choice
dirichlet = GLOBAL.dirichlet
exponential = GLOBAL.exponential
f = GLOBAL.f
gamma = GLOBAL.gamma
geometric = GLOBAL.geometric
get_state = GLOBAL.get_state
gumbel = GLOBAL.gumbel
hypergeometric = GLOBAL.hypergeometric
laplace = GLOBAL.laplace
logistic = GLOBAL.logistic
lognormal = GLOBAL.lognormal
logseries = GLOBAL.logseries
multinomial = GLOBAL.multinomial
multivariate_normal = GLOBAL.multivariate_normal
negative_binomial = GLOBAL.negative_binomial
noncentral_chisquare = GLOBAL.noncentral_chisquare
noncentral_f = GLOBAL.noncentral_f
normal = GLOBAL.normal
pareto = GLOBAL.pareto
permutation = GLOBAL.permutation
poisson = GLOBAL.poisson
power = GLOBAL.power
rand = GLOBAL.rand
randint = GLOBAL.randint
randn = GLOBAL.randn
random = GLOBAL.random
random_integers = GLOBAL.random_integers
random_sample = GLOBAL.random_sample
rayleigh = GLOBAL.rayleigh
seed = GLOBAL.seed
set_state = GLOBAL.set_state
shuffle = GLOBAL.shuffle
standard_cauchy = GLOBAL.standard_cauchy
standard_exponential = GLOBAL.standard_exponential
standard_gamma = GLOBAL.standard_gamma
standard_normal = GLOBAL.standard_normal
standard_t = GLOBAL.standard_t
triangular = GLOBAL.triangular
uniform = GLOBAL.uniform
vonmises = GLOBAL.vonmises
wald = GLOBAL.wald
weibull = GLOBAL.weibull
zipf = GLOBAL.zipf
ranf = sample = GLOBAL.random_sample

set_module(__name__, globals(), __all__)


def __dir__() -> list[str]:
    """List the public names."""
    return sorted(__all__)
