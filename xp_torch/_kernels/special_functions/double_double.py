"""Numbers as unevaluated sums of two, with twice the digits, as pairs ``(high, low)`` of tensors.

The algorithms are Dekker's (Numer. Math. 18, 1971); errors are some units of 2**-105. Pairs have no derivatives.
"""

import torch

from xp_torch._kernels.elementwise.floats import exact_product, exact_sum
from xp_torch._kernels.special_functions import tables
from xp_torch._kernels.special_functions.pieces import constants, polynomial

#: the logarithm of 2, and half of pi.
_LOG_2, _HALF_PI = (0.6931471805599453, 2.3190468138462996e-17), (1.5707963267948966, 6.123233995736766e-17)


def pair(x):
    """Return a number as a pair."""
    return x, torch.zeros_like(x)


def _normalised(high, low):
    """Return a sum whose second number is much smaller."""
    total = high + low
    return total, low - (total - high)


def add(x, y):
    """Return x + y of pairs."""
    high, low = exact_sum(x[0], y[0])
    return _normalised(high, low + (x[1] + y[1]))


def negative(x):
    """Return -x."""
    return -x[0], -x[1]


def multiply(x, y):
    """Return x * y of pairs."""
    high, low = exact_product(x[0], y[0])
    return _normalised(high, low + (x[0] * y[1] + x[1] * y[0]))


def divide(x, y):
    """Return x / y of pairs."""
    quotient = x[0] / y[0]
    high, low = exact_product(quotient, y[0])
    return _normalised(quotient, (((x[0] - high) - low) + (x[1] - quotient * y[1])) / y[0])


def select(mask, x, y):
    """Return `x` where a mask is true, else `y`."""
    return torch.where(mask, x[0], y[0]), torch.where(mask, x[1], y[1])


def scaled(x, factor):
    """Return a pair times a power of 2."""
    return x[0] * factor, x[1] * factor


def stack(*pairs):
    """Return pairs along a new first axis, so that one operation computes with all of them."""
    return torch.stack([x for x, _ in pairs]), torch.stack([x for _, x in pairs])


def unbind(x):
    """Return the pairs along the first axis."""
    return list(zip(x[0].unbind(), x[1].unbind(), strict=True))


def _looked_up(table, place):
    """Return the pairs of a table at places."""
    return torch.embedding(constants(sum(table, ()), place.to(torch.float64)).reshape(-1, 2), place).unbind(-1)


def log(x):
    """Return the logarithm of positive pairs: that of a number near, and the series of the quotient by it."""
    _, exponent = torch.frexp(x[0] * 0.7071)  # so that the rest is between 0.7 and 1.42
    exponent = exponent.to(x[0].dtype)
    half = torch.exp2(torch.trunc(-0.5 * exponent))
    rest = torch.exp2(-exponent - torch.trunc(-0.5 * exponent))
    rest = scaled(scaled(x, half), rest)
    place = torch.round(64.0 * rest[0]).clamp(45.0, 91.0)
    near = place / 64.0
    ratio = divide(add(rest, (-near, torch.zeros_like(near))), add(rest, pair(near)))
    square = ratio[0] * ratio[0]
    tail = ratio[0] * square * polynomial(square, [2.0 / k for k in (3, 5, 7, 9, 11)])
    value = add(_looked_up(tables.LOGARITHMS, (place - 45.0).to(torch.int64)), scaled(ratio, 2.0))
    of_exponent = multiply(pair(exponent), constant(_LOG_2, exponent))
    return add(of_exponent, add(value, pair(tail)))


def constant(numbers, like):
    """Return two numbers as a pair of tensors."""
    return torch.full_like(like, numbers[0]), torch.full_like(like, numbers[1])


def angle(x, y):
    """Return the angle of the point (x, y), whose pairs are not negative, by the series at a tabled number."""
    steep = y[0] > x[0]
    slope = divide(select(steep, x, y), select(steep, y, x))
    place = torch.round(32.0 * slope[0]).clamp(0.0, 32.0)
    near = pair(place / 32.0)
    ratio = divide(add(slope, negative(near)), add(pair(torch.ones_like(place)), multiply(slope, near)))
    square = ratio[0] * ratio[0]
    tail = ratio[0] * square * polynomial(square, [-1 / 3, 1 / 5, -1 / 7, 1 / 9, -1 / 11])
    value = add(add(_looked_up(tables.ARC_TANGENTS, place.to(torch.int64)), ratio), pair(tail))
    return select(steep, add(constant(_HALF_PI, place), negative(value)), value)
