"""What is measured: each function's exact value by mpmath, its arguments' domain, and where it needs care."""

import math
from collections.abc import Callable
from dataclasses import dataclass, field

import mpmath as mp

REAL_ONLY, BOTH = "f", "fc"


@dataclass(frozen=True)
class Function:
    """One function: its exact value, the kinds that it takes, and the arguments near which digits are lost."""

    name: str
    exact: Callable
    kinds: str = BOTH
    operands: int = 1
    domain: Callable = lambda *x: True  # of real arguments
    points: tuple = ()  # zeros, poles, branch points, thresholds that don't depend on the dtype
    poles: tuple = ()  # where the value is infinite and nothing is measured
    span: Callable = None  # the largest argument of finite value, by the dtype's limits, where it is no power of 2
    odd: bool = False  # f(-z) = -f(z)
    sums: bool = False  # cancels: measured in units of the larger operand where that is larger than the result
    products: bool = False  # of complex numbers: not measured where a product of components overflows
    cuts: bool = False  # has branch cuts in the complex plane, where the sign of a zero tells the side
    dtypes: tuple = ()  # where NumPy has loops for some widths only
    pairs: tuple = field(default=())  # shapes of the operands near which digits are lost: names of arguments.PAIRS


def _log_max(info):
    return math.log(float(info.max)) + 2


def _log_tiny(info):
    return -math.log(float(info.smallest_subnormal)) + 2


def _log2_span(info):
    return 1.05 * -math.log2(float(info.smallest_subnormal))


def _angle_span(info):
    return 1e5


def _exp2(z):
    return mp.exp(z * mp.ln2)


def _log2(z):
    return mp.log(z) / mp.ln2


def _log10(z):
    return mp.log(z) / mp.ln10


def _expm1(z):
    return mp.expm1(z) if isinstance(z, mp.mpf) else mp.exp(z) - 1


def _log1p(z):
    return mp.log1p(z) if isinstance(z, mp.mpf) else mp.log(1 + z)


def _cbrt(x):
    return mp.sign(x) * mp.cbrt(abs(x))


def _power(x, y):
    if isinstance(x, mp.mpf):
        return mp.power(x, y)
    return mp.exp(y * mp.log(x))


def _power_domain(x, y):
    return x > 0 or (x < 0 and y == math.floor(y))


def _logaddexp(x, y):
    return max(x, y) + mp.log1p(mp.exp(-abs(x - y)))


def _logaddexp2(x, y):
    return max(x, y) + mp.log1p(_exp2(-abs(x - y))) / mp.ln2


def _sign(z):
    return z / abs(z)


HALF_PI = math.pi / 2
ANGLES = tuple(k * HALF_PI for k in (1, 2, 3, 4, 5, 6, 7, 8, 100, 1001, 65537, 1000003, 2**31 + 1, 6.1e12, 1e15, 1e22))
# The float64, and the float32, that is nearest to a multiple of pi/2.
HARD_ANGLES = (6381956970095103.0 * 2.0**797, 16367173.0 * 2.0**72, 2.0**1000, 2.0**100)
UNIT = (1, -1)


def _positive(x):
    return x > 0


def _unit(x):
    return abs(x) <= 1


FUNCTIONS = (
    Function("exp", mp.exp, points=(0, 1, -1), span=_log_tiny),
    Function("expm1", _expm1, points=(0, 1, -1, 2j * math.pi, 0.5), span=_log_max),
    Function("exp2", _exp2, points=(0, 1, -1), span=_log2_span),
    Function("log", mp.log, points=(1, -1, 1j, -1j, 0.6 + 0.8j, 2), domain=_positive, poles=(0,), cuts=True),
    Function("log1p", _log1p, points=(0, -1, -2, -1 + 1j, 1), domain=lambda x: x > -1, poles=(-1,), cuts=True),
    Function("log2", _log2, points=(1, -1, 1j, 0.6 + 0.8j, 8), domain=_positive, poles=(0,), cuts=True),
    Function("log10", _log10, points=(1, -1, 1j, 0.6 + 0.8j, 1000), domain=_positive, poles=(0,), cuts=True),
    Function("sqrt", mp.sqrt, points=(1, -1, 4, 1j), domain=lambda x: x >= 0, cuts=True),
    Function("cbrt", _cbrt, REAL_ONLY, points=(1, 8, 27)),
    Function("sin", mp.sin, points=(*ANGLES, *HARD_ANGLES), span=_angle_span, odd=True),
    Function("cos", mp.cos, points=(*ANGLES, *HARD_ANGLES), span=_angle_span),
    Function("tan", mp.tan, points=(*ANGLES, *HARD_ANGLES), span=_angle_span, odd=True),
    Function("asin", mp.asin, points=(*UNIT, 0.5, 1j, -1j), domain=_unit, odd=True, cuts=True),
    Function("acos", mp.acos, points=(*UNIT, 0.5, 1j, -1j), domain=_unit, cuts=True),
    Function("atan", mp.atan, points=(1, -1, 1j, -1j, 2j), poles=(1j, -1j), odd=True, cuts=True),
    Function("atan2", mp.atan2, REAL_ONLY, 2, pairs=("same", "far")),
    Function("sinh", mp.sinh, points=(0, 1, *(1j * a for a in ANGLES[:6])), span=_log_max, odd=True),
    Function("cosh", mp.cosh, points=(0, 1, *(1j * a for a in ANGLES[:6])), span=_log_max),
    Function("tanh", mp.tanh, points=(0, 1, 20, *(1j * a for a in ANGLES[:6])), odd=True),
    Function("asinh", mp.asinh, points=(1, 1j, -1j, 2j), odd=True, cuts=True),
    Function("acosh", mp.acosh, points=(*UNIT, 2, 1j), domain=lambda x: x >= 1, cuts=True),
    Function("atanh", mp.atanh, points=(*UNIT, 0.5, 2, 1j), domain=lambda x: abs(x) < 1, poles=UNIT, odd=True,
             cuts=True),
    Function("pow", _power, BOTH, 2, _power_domain, pairs=("overflowing", "near one", "whole"), cuts=True),
    Function("float_power", _power, BOTH, 2, _power_domain, pairs=("overflowing", "near one", "whole"),
             dtypes=("float64", "complex128"), cuts=True),
    Function("hypot", mp.hypot, REAL_ONLY, 2, pairs=("same", "far")),
    Function("logaddexp", _logaddexp, REAL_ONLY, 2, pairs=("same", "cancelling"), sums=True),
    Function("logaddexp2", _logaddexp2, REAL_ONLY, 2, pairs=("same", "cancelling 2"), sums=True),
    Function("reciprocal", lambda z: 1 / z, points=(1, 1 + 1j, -3), poles=(0,)),
    Function("multiply", lambda x, y: x * y, BOTH, 2, pairs=("same", "far", "crossed"), products=True),
    Function("divide", lambda x, y: x / y, BOTH, 2, pairs=("same", "far", "crossed")),
    Function("square", lambda z: z * z, points=(1, 1 + 1j, 1 - 1j), products=True),
    Function("abs", abs, "c", points=(1, 1j, 1 + 1j)),
    Function("sign", _sign, "c", points=(1, 1j, 1 + 1j), poles=(0,)),
    Function("deg2rad", lambda x: x * mp.pi / 180, REAL_ONLY, points=(180, 1)),
    Function("rad2deg", lambda x: x * 180 / mp.pi, REAL_ONLY, points=(math.pi, 1)),
)  # fmt: skip
NAMES = tuple(function.name for function in FUNCTIONS)
