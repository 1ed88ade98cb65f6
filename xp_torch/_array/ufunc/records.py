"""One record for each elementwise operation, from which its ufunc, operators, docs and tests are made."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from typing import Any

import torch

from xp_torch._array.ufunc.record import Op, read_texts
from xp_torch._array.ufunc.special_records import SPECIAL
from xp_torch._facts.dtypes import KIND
from xp_torch._kernels.elementwise.loops import isnan, signbit


def _check_exponent(loop: torch.dtype, args: tuple) -> None:
    """Raise NumPy's error for integers to the power of a negative Python int; an empty array does not raise."""
    if KIND[loop] not in "iu" or type(args[1]) is not int or args[1] >= 0:
        return
    if not isinstance(args[0], torch.Tensor) or args[0].numel():
        raise ValueError("Integers to negative integer powers are not allowed.")


_NO_NEGATIVE = (
    "The numpy boolean negative, the `-` operator, is not supported, "
    "use the `~` operator or the logical_not function instead."
)
_NO_SUBTRACT = (
    "numpy boolean subtract, the `-` operator, is not supported, "
    "use the bitwise_xor, the `^` operator, or the logical_xor function instead."
)


#: Summary and example of each operation, by its name in the standard, else in NumPy.
_TEXTS = """
abs: Absolute value; of complex numbers the magnitude, in the real dtype.
>>> xp.abs([-1.5, 0.0, 2.0])
array([1.5, 0. , 2. ])

acos: Inverse cosine in radians, in [0, pi].
>>> xp.acos([-1.0, 0.0, 1.0])
array([3.14159265, 1.57079633, 0.        ])

acosh: Inverse hyperbolic cosine.
>>> xp.acosh([1.0, 2.0])
array([0.       , 1.3169579])

add: Sum of two arrays.
>>> xp.add([1, 2], 0.5)
array([1.5, 2.5])

asin: Inverse sine in radians, in [-pi/2, pi/2].
>>> xp.asin([-1.0, 0.0, 1.0])
array([-1.57079633,  0.        ,  1.57079633])

asinh: Inverse hyperbolic sine.
>>> xp.asinh([0.0, 1.0])
array([0.        , 0.88137359])

atan: Inverse tangent in radians, in [-pi/2, pi/2].
>>> xp.atan([0.0, 1.0])
array([0.        , 0.78539816])

atan2: Angle in radians of the point (x2, x1), in [-pi, pi].
>>> xp.atan2([0.0, 1.0], [-1.0, 1.0])
array([3.14159265, 0.78539816])

atanh: Inverse hyperbolic tangent.
>>> xp.atanh([0.0, 0.5])
array([0.        , 0.54930614])

bitwise_and: Bits that are set in both integers; logical AND of booleans.
>>> xp.bitwise_and([5, 6], 3)
array([1, 2])

bitwise_count: Number of bits set in the absolute value of integers, as uint8.
>>> xp.bitwise_count([7, 8])
array([3, 1], dtype=uint8)

bitwise_invert: Integers with all bits inverted; logical NOT of booleans.
>>> xp.bitwise_invert([0, 1])
array([-1, -2])

bitwise_left_shift: Integers with their bits shifted left; bits shifted out are lost.
>>> xp.bitwise_left_shift([1, 3], 2)
array([ 4, 12])

bitwise_or: Bits that are set in either integer; logical OR of booleans.
>>> xp.bitwise_or([5, 6], 3)
array([7, 7])

bitwise_right_shift: Integers with their bits shifted right; the sign is kept.
>>> xp.bitwise_right_shift([8, -8], 2)
array([ 2, -2])

bitwise_xor: Bits that are set in exactly one of two integers; logical XOR of booleans.
>>> xp.bitwise_xor([5, 6], 3)
array([6, 5])

cbrt: Real cube root.
>>> xp.cbrt([-8.0, 27.0])
array([-2.,  3.])

ceil: Smallest whole number not below each element, in the same dtype.
>>> xp.ceil([-1.5, 1.5])
array([-1.,  2.])

conj: Complex conjugate; a copy of real arrays.
>>> xp.conj([1 + 2j])
array([1.-2.j])

copysign: Magnitude of the first argument with the sign of the second.
>>> xp.copysign([1.0, 2.0], -0.0)
array([-1., -2.])

cos: Cosine of angles in radians.
>>> xp.cos([0.0, 1.0])
array([1.        , 0.54030231])

cosh: Hyperbolic cosine.
>>> xp.cosh([0.0, 1.0])
array([1.        , 1.54308063])

deg2rad: Angles in radians from degrees.
>>> xp.deg2rad([0.0, 180.0])
array([0.        , 3.14159265])

degrees: Angles in degrees from radians.
>>> xp.degrees([0.0, xp.pi])
array([  0., 180.])

divide: True division; integers give the default floating dtype.
>>> xp.divide([1, 2], 4)
array([0.25, 0.5 ])

divmod: Floor division and remainder at once.
>>> xp.divmod([7, -7], 2)
(array([ 3, -4]), array([1, 1]))

equal: Elementwise equality; integers of any signedness compare exactly.
>>> xp.equal([1, 2], [1, 3])
array([ True, False])

exp: Exponential.
>>> xp.exp([0.0, 1.0])
array([1.        , 2.71828183])

exp2: Two to the power of each element.
>>> xp.exp2([0.0, 3.0])
array([1., 8.])

expm1: Exponential minus one, accurate near zero.
>>> xp.expm1([0.0, 1e-10])
array([0.e+00, 1.e-10])

fabs: Absolute value in a floating dtype.
>>> xp.fabs([-1, 2])
array([1., 2.])

float_power: Power in float64 or complex128.
>>> xp.float_power([2, 3], -1)
array([0.5       , 0.33333333])

floor: Largest whole number not above each element, in the same dtype.
>>> xp.floor([-1.5, 1.5])
array([-2.,  1.])

floor_divide: Largest whole number not above the quotient; integers divided by zero give 0.
>>> xp.floor_divide([7, -7], 2)
array([ 3, -4])

fmax: Elementwise maximum that ignores NaN where it can.
>>> xp.fmax([1.0, xp.nan], 0.0)
array([1., 0.])

fmin: Elementwise minimum that ignores NaN where it can.
>>> xp.fmin([1.0, xp.nan], 0.0)
array([0., 0.])

fmod: Remainder with the sign of the dividend, as in C.
>>> xp.fmod([7, -7], 4)
array([ 3, -3])

frexp: Mantissa in [0.5, 1) and int32 exponent of two.
>>> xp.frexp([1.0, 10.0])
(array([0.5  , 0.625]), array([1, 4], dtype=int32))

gcd: Greatest common divisor of integers.
>>> xp.gcd([12, 18], 8)
array([4, 2])

greater: Whether the first argument is greater; integers of any signedness compare exactly.
>>> xp.greater([1, 2], 1)
array([False,  True])

greater_equal: Whether the first argument is greater or equal; integers of any signedness compare exactly.
>>> xp.greater_equal([1, 2], 2)
array([False,  True])

heaviside: Step function: 0 below zero, 1 above, the second argument at zero.
>>> xp.heaviside([-1.0, 0.0, 1.0], 0.5)
array([0. , 0.5, 1. ])

hypot: Length of the hypotenuse, without undue overflow.
>>> xp.hypot([3.0, 5.0], [4.0, 12.0])
array([ 5., 13.])

isfinite: Whether elements are neither infinite nor NaN.
>>> xp.isfinite([1.0, xp.inf, xp.nan])
array([ True, False, False])

isinf: Whether elements are infinite.
>>> xp.isinf([1.0, xp.inf, xp.nan])
array([False,  True, False])

isnan: Whether elements are NaN.
>>> xp.isnan([1.0, xp.inf, xp.nan])
array([False, False,  True])

lcm: Least common multiple of integers.
>>> xp.lcm([4, 6], 10)
array([20, 30])

ldexp: First argument times two to the power of the second, an integer.
>>> xp.ldexp([1.0, 1.5], 3)
array([ 8., 12.])

less: Whether the first argument is less; integers of any signedness compare exactly.
>>> xp.less([1, 2], 2)
array([ True, False])

less_equal: Whether the first argument is less or equal; integers of any signedness compare exactly.
>>> xp.less_equal([1, 2], 1)
array([ True, False])

log: Natural logarithm.
>>> xp.log([1.0, 10.0])
array([0.        , 2.30258509])

log10: Logarithm to base 10.
>>> xp.log10([1.0, 100.0])
array([0., 2.])

log1p: Logarithm of one plus each element, accurate near zero.
>>> xp.log1p([0.0, 1e-10])
array([0.e+00, 1.e-10])

log2: Logarithm to base 2.
>>> xp.log2([1.0, 8.0])
array([0., 3.])

logaddexp: Logarithm of the sum of exponentials.
>>> xp.logaddexp([0.0, 1.0], 0.0)
array([0.69314718, 1.31326169])

logaddexp2: Base-2 logarithm of the sum of powers of two.
>>> xp.logaddexp2([0.0, 1.0], 0.0)
array([1.       , 1.5849625])

logical_and: Whether both arguments are true (not zero).
>>> xp.logical_and([0, 2], True)
array([False,  True])

logical_not: Whether elements are false (zero).
>>> xp.logical_not([0, 2])
array([ True, False])

logical_or: Whether either argument is true (not zero).
>>> xp.logical_or([0, 2], False)
array([False,  True])

logical_xor: Whether exactly one argument is true (not zero).
>>> xp.logical_xor([0, 2], True)
array([ True, False])

maximum: Elementwise maximum; NaN propagates.
>>> xp.maximum([1.0, xp.nan], 2.0)
array([ 2., nan])

minimum: Elementwise minimum; NaN propagates.
>>> xp.minimum([1.0, xp.nan], 2.0)
array([ 1., nan])

modf: Fractional and integral parts, both with the sign of the element.
>>> xp.modf([-1.5, 2.25])
(array([-0.5 ,  0.25]), array([-1.,  2.]))

multiply: Product of two arrays.
>>> xp.multiply([1, 2], 0.5)
array([0.5, 1. ])

negative: Numerical negative; unsigned integers wrap.
>>> xp.negative([1, -2])
array([-1,  2])

nextafter: Next representable number towards the second argument.
>>> xp.nextafter([1.0], 2.0)
array([1.])

not_equal: Elementwise inequality; integers of any signedness compare exactly.
>>> xp.not_equal([1, 2], [1, 3])
array([False,  True])

positive: Copy of a numeric array.
>>> xp.positive([1, -2])
array([ 1, -2])

pow: First argument to the power of the second; integers wrap.
>>> xp.pow([2, 3], 2)
array([4, 9])

rad2deg: Angles in degrees from radians.
>>> xp.rad2deg([0.0, xp.pi])
array([  0., 180.])

radians: Angles in radians from degrees.
>>> xp.radians([0.0, 180.0])
array([0.        , 3.14159265])

reciprocal: One divided by each element, in the same dtype.
>>> xp.reciprocal([2.0, 4.0])
array([0.5 , 0.25])

remainder: Remainder with the sign of the divisor, as Python's ``%``; integers by zero give 0.
>>> xp.remainder([7, -7], 4)
array([3, 1])

rint: Nearest whole number, halves to even, in a floating dtype.
>>> xp.rint([0.5, 1.5])
array([0., 2.])

sign: Sign: -1, 0 or 1; NaN for NaN; ``x / abs(x)`` of complex numbers.
>>> xp.sign([-2.0, 0.0, 3.0])
array([-1.,  0.,  1.])

signbit: Whether the sign bit is set, that of -0.0 included.
>>> xp.signbit([-0.0, 0.0])
array([ True, False])

sin: Sine of angles in radians.
>>> xp.sin([0.0, 1.0])
array([0.        , 0.84147098])

sinh: Hyperbolic sine.
>>> xp.sinh([0.0, 1.0])
array([0.        , 1.17520119])

spacing: Distance to the nearest representable number away from zero.
>>> xp.spacing([1.0])
array([2.22044605e-16])

sqrt: Non-negative square root; principal root of complex numbers.
>>> xp.sqrt([4.0, 2.0])
array([2.        , 1.41421356])

square: Square of each element.
>>> xp.square([2, -3])
array([4, 9])

subtract: Difference of two arrays.
>>> xp.subtract([1, 2], 0.5)
array([0.5, 1.5])

tan: Tangent of angles in radians.
>>> xp.tan([0.0, 1.0])
array([0.        , 1.55740772])

tanh: Hyperbolic tangent.
>>> xp.tanh([0.0, 1.0])
array([0.        , 0.76159416])

trunc: Nearest whole number towards zero, in the same dtype.
>>> xp.trunc([-1.5, 1.5])
array([-1.,  1.])
"""


_SUMMARIES = read_texts(_TEXTS)


def _op(name: str, nin: int, kernel: Callable[..., Any] | None = None, kinds: str = "", **facts: Any) -> Op:
    return Op(name, nin, kernel, kinds, *_SUMMARIES[name], **facts)


def _comparison(name: str, kernel: Callable[..., Any]) -> Op:
    return _op(name, 2, kernel, "biufc", operator=kernel.__name__, comparison=True, result="bool")


_ROWS = (
    _op("abs", 1, torch.abs, "biufc", aliases=("absolute",), operator="abs", result="real"),
    _op("acos", 1, torch.acos, "fc", aliases=("arccos",)),
    _op("acosh", 1, torch.acosh, "fc", aliases=("arccosh",)),
    _op("add", 2, torch.add, "biufc", operator="add", identity=0),
    _op("asin", 1, torch.asin, "fc", aliases=("arcsin",)),
    _op("asinh", 1, torch.asinh, "fc", aliases=("arcsinh",)),
    _op("atan", 1, torch.atan, "fc", aliases=("arctan",)),
    _op("atan2", 2, torch.atan2, "f", aliases=("arctan2",)),
    _op("atanh", 1, torch.atanh, "fc", aliases=("arctanh",)),
    _op("bitwise_and", 2, torch.bitwise_and, "biu", operator="and", identity=-1),
    _op("bitwise_count", 1, result="uint8"),
    _op("bitwise_invert", 1, torch.bitwise_not, "biu", aliases=("bitwise_not", "invert"), operator="invert"),
    _op("bitwise_left_shift", 2, torch.bitwise_left_shift, "iu", aliases=("left_shift",), operator="lshift"),
    _op("bitwise_or", 2, torch.bitwise_or, "biu", operator="or", identity=0),
    _op("bitwise_right_shift", 2, torch.bitwise_right_shift, "iu", aliases=("right_shift",), operator="rshift"),
    _op("bitwise_xor", 2, torch.bitwise_xor, "biu", operator="xor", identity=0),
    _op("cbrt", 1),
    _op("ceil", 1, torch.ceil, "biuf"),
    _op("conj", 1, torch.clone, "iuf", aliases=("conjugate",)),
    _op("copysign", 2, torch.copysign, "f"),
    _op("cos", 1, torch.cos, "fc"),
    _op("cosh", 1, torch.cosh, "fc"),
    _op("deg2rad", 1, torch.deg2rad, "f"),
    _op("degrees", 1, torch.rad2deg, "f"),
    _op("divide", 2, torch.true_divide, "fc", aliases=("true_divide",), operator="truediv", integers="default"),
    _op("divmod", 2, nout=2, operator="divmod"),
    _comparison("equal", operator.eq),
    _op("exp", 1, torch.exp, "fc"),
    _op("exp2", 1, torch.exp2, "fc"),
    _op("expm1", 1, torch.expm1, "fc"),
    _op("fabs", 1, torch.abs, "f"),
    _op("float_power", 2),
    _op("floor", 1, torch.floor, "biuf"),
    _op("floor_divide", 2, torch.floor_divide, operator="floordiv"),
    _op("fmax", 2, torch.fmax, "biufc", reorderable=True),
    _op("fmin", 2, torch.fmin, "biufc", reorderable=True),
    _op("fmod", 2, torch.fmod, "iuf"),
    _op("frexp", 1, torch.frexp, "f", nout=2),
    _op("gcd", 2, identity=0, no_bool=""),
    _comparison("greater", operator.gt),
    _comparison("greater_equal", operator.ge),
    _op("heaviside", 2),
    _op("hypot", 2, torch.hypot, "f", identity=0),
    _op("isfinite", 1, torch.isfinite, "biufc", result="bool"),
    _op("isinf", 1, torch.isinf, "biufc", result="bool"),
    _op("isnan", 1, isnan, "biufc", result="bool"),
    _op("lcm", 2, no_bool=""),
    _op("ldexp", 2, integer_second=True),
    _comparison("less", operator.lt),
    _comparison("less_equal", operator.le),
    _op("log", 1, torch.log, "fc"),
    _op("log10", 1, torch.log10, "fc"),
    _op("log1p", 1, torch.log1p, "fc"),
    _op("log2", 1, torch.log2, "fc"),
    _op("logaddexp", 2, torch.logaddexp, "f", identity=-math.inf),
    _op("logaddexp2", 2, identity=-math.inf),
    _op("logical_and", 2, torch.logical_and, "biufc", result="bool", identity=True),
    _op("logical_not", 1, torch.logical_not, "biufc", result="bool"),
    _op("logical_or", 2, torch.logical_or, "biufc", result="bool", identity=False),
    _op("logical_xor", 2, torch.logical_xor, "biufc", result="bool", identity=False),
    _op("maximum", 2, torch.maximum, "biufc", reorderable=True),
    _op("minimum", 2, torch.minimum, "biufc", reorderable=True),
    _op("modf", 1, nout=2),
    _op("multiply", 2, torch.mul, "biufc", operator="mul", identity=1),
    _op("negative", 1, torch.neg, "iufc", operator="neg", no_bool=_NO_NEGATIVE),
    _op("nextafter", 2, torch.nextafter, "f"),
    _comparison("not_equal", operator.ne),
    _op("positive", 1, torch.clone, "iufc", operator="pos", no_bool=""),
    _op("pow", 2, torch.pow, "iufc", aliases=("power",), operator="pow", check=_check_exponent),
    _op("rad2deg", 1, torch.rad2deg, "f"),
    _op("radians", 1, torch.deg2rad, "f"),
    _op("reciprocal", 1, torch.reciprocal, "fc"),
    _op("remainder", 2, torch.remainder, aliases=("mod",), operator="mod"),
    _op("rint", 1, torch.round, "fc"),
    _op("sign", 1, torch.sgn, "iufc", no_bool=""),
    _op("signbit", 1, signbit, "f", result="bool"),
    _op("sin", 1, torch.sin, "fc"),
    _op("sinh", 1, torch.sinh, "fc"),
    _op("spacing", 1),
    _op("sqrt", 1, torch.sqrt, "fc"),
    _op("square", 1, torch.square, "iufc"),
    _op("subtract", 2, torch.sub, "iufc", operator="sub", no_bool=_NO_SUBTRACT),
    _op("tan", 1, torch.tan, "fc"),
    _op("tanh", 1, torch.tanh, "fc"),
    _op("trunc", 1, torch.trunc, "biuf"),
)

#: NumPy's and the standard's elementwise operations, by their names in the standard, else in NumPy.
OPS: dict[str, Op] = {op.name: op for op in _ROWS}

#: These, `clip`, which is a ufunc only in NumPy's private namespace, and SciPy's ufuncs, as "special.erf".
RECORDS: dict[str, Op] = {**OPS, "clip": Op("clip", 3, torch.clamp, "biufc", "", ("", "")), **SPECIAL}

#: Operations whose results depend on the numbers that the dtype represents: a wider dtype gives other results.
OF_NEIGHBOURS = frozenset(("nextafter", "spacing"))
