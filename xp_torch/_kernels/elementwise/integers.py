"""Elementwise kernels of integers, where torch's own are wrong, raise, or end the process.

torch divides integers by zero with an exception and INT_MIN by -1 with a signal that ends the process
(pytorch/pytorch#127804); NumPy gives 0 and INT_MIN.
"""

import torch

from xp_torch._facts.dtypes import BOUNDS, DETOUR, SAME_WIDTH_SIGNED, of_kind
from xp_torch._facts.inspection import numpy_view
from xp_torch._kernels.bit_views import ordered_bits

_SIGNED = of_kind("i")
#: Integer dtypes that torch divides.
DIVIDES = (*_SIGNED, torch.uint8)
#: unsigned dtypes that a wider signed dtype holds.
_WIDENED = tuple(d for d in SAME_WIDTH_SIGNED if d in DETOUR)

_gcd = torch.gcd

_ODD = 0x5555555555555555
_PAIRS = 0x3333333333333333
_NIBBLES = 0x0F0F0F0F0F0F0F0F
_BYTES = 0x0101010101010101


def on_wider(kernel, dtype):
    """Return `kernel` for uint16 or uint32, working in the next wider signed dtype."""
    wide = DETOUR[dtype]

    def detour(*operands):
        return kernel(*[t.to(wide) for t in operands]).to(dtype)

    return detour


def on_bits64(kernel):
    """Return `kernel`, which works on the bits of uint64 as int64, for uint64."""

    def detour(*operands):
        return kernel(*[t.view(torch.int64) for t in operands]).view(torch.uint64)

    return detour


def _special(y):
    """Return where dividing by `y` is undefined (0) or may overflow (-1)."""
    # y * (y + 1) is 0 for 0 and -1 alone, modulo 2^n too: one of the factors is odd
    return torch.logical_not(y if y.dtype is torch.uint8 else torch.addcmul(y, y, y))


def nonzero_divisor(y):
    """Return the divisor with 1 where dividing by it is undefined or may overflow."""
    return torch.masked_fill(y, _special(y), 1)


def floor_divide(x, y):
    """Return the floor of the quotient; by 0 it is 0, and INT_MIN by -1 wraps, as in NumPy."""
    special = _special(y)
    quotient = torch.floor_divide(x, torch.masked_fill(y, special, 1))
    # the quotients by 0 (0, as in NumPy) and by -1 equal the products
    return torch.where(special, torch.mul(x, y), quotient)


def remainder(x, y):
    """Return the remainder with the sign of the divisor; by 0 it is 0, as in NumPy."""
    return torch.remainder(x, nonzero_divisor(y))


def fmod(x, y):
    """Return the remainder with the sign of the dividend; by 0 it is 0, as in NumPy."""
    return torch.fmod(x, nonzero_divisor(y))


def _reaches(x, y):
    """Return whether x >= y for the bits of uint64."""
    return ordered_bits(x.view(torch.uint64)) >= ordered_bits(y.view(torch.uint64))


def floor_divide_u64(x, y):
    """Return the quotient of the bits of uint64: halve, divide signed, double, correct by one."""
    big = y < 0
    divisor = torch.where(big | (y == 0), 1, y)
    half = torch.div((x >> 1) & BOUNDS[torch.int64][1], divisor, rounding_mode="floor") << 1
    quotient = half + _reaches(x - half * divisor, divisor)
    return torch.where(y == 0, 0, torch.where(big, _reaches(x, y).to(torch.int64), quotient))


def remainder_u64(x, y):
    """Return the remainder of the bits of uint64; by 0 it is 0."""
    return torch.where(y == 0, 0, x - floor_divide_u64(x, y) * y)


def shift_right_u64(x, count):
    """Return the bits of uint64 shifted right with zeros coming in, 0 from 64 places on."""
    halved = (x >> 1) & BOUNDS[torch.int64][1]
    return torch.where(count == 0, x, halved >> (count - 1))


def power(x, y):
    """Return the power; as in NumPy, negative exponents raise ValueError if they may be inspected."""
    exponents = None if y.dtype is torch.uint8 else numpy_view(y)
    if exponents is not None and (exponents < 0).any() and x.numel():
        raise ValueError("Integers to negative integer powers are not allowed.")
    return torch.pow(x, y)


def power_u64(x, y):
    """Return the power modulo 2^64 of the bits of uint64: torch takes exponents from 2^63 on as negative."""
    half = (y >> 1) & BOUNDS[torch.int64][1]
    return torch.square(torch.pow(x, half)) * torch.where((y & 1) == 0, 1, x)


def gcd(x, y):
    """Return the greatest common divisor; torch's int8 gcd(-128, -127) is -1 (pytorch/pytorch#187338)."""
    return _gcd(x, y).abs_()


def lcm(x, y):
    """Return the least common multiple modulo 2^n; torch's lcm(-128, -127) is a signal (pytorch/pytorch#121343)."""
    divisor = gcd(x, y)
    divisor = torch.masked_fill(divisor, torch.logical_not(divisor), 1)
    return torch.mul(torch.abs(torch.floor_divide(x, divisor)), torch.abs(y))


def gcd_u64(x, y):
    """Return the greatest common divisor of the bits of uint64: three steps of Euclid bring both below 2^63."""
    for _ in range(3):
        x, y = torch.where(y == 0, x, y), remainder_u64(x, y)
    return torch.where(y == 0, x, torch.gcd(x, y))


def lcm_u64(x, y):
    """Return the least common multiple modulo 2^64 of the bits of uint64."""
    return floor_divide_u64(x, gcd_u64(x, y)) * y


def reciprocal(x):
    """Return 1/x truncated; for 0 NumPy's conversion of infinity on x86: INT_MIN from 32 bits on."""
    ones = (x == 1).to(x.dtype)
    if x.dtype not in _SIGNED:
        return ones
    by_zero = BOUNDS[x.dtype][0] if x.dtype.itemsize >= 4 else 0
    return torch.where(x == 0, by_zero, ones - (x == -1).to(x.dtype))


def bitwise_count(x):
    """Return the number of ones in the magnitude, as uint8."""
    v = x.view(torch.int64) if x.dtype is torch.uint64 else torch.abs(x.to(torch.int64))
    v = v - ((v >> 1) & _ODD)
    v = (v & _PAIRS) + ((v >> 2) & _PAIRS)
    v = (v + (v >> 4)) & _NIBBLES
    return ((v * _BYTES) >> 56).to(torch.uint8)


def divmod_of(quotient, rest):
    """Return the kernel of divmod, given those of the quotient and the remainder."""
    return lambda x, y: (quotient(x, y), rest(x, y))


def _mixed(kernel, first_above, second_above):
    """Return the comparison of int64 with uint64, in either order: by `kernel`, or a constant from 2^63 on."""

    def compare(x, y):
        if y.dtype is torch.uint64:
            bits = y.view(torch.int64)
            return torch.where(bits < 0, second_above, kernel(x, bits))
        bits = x.view(torch.int64)
        return torch.where(bits < 0, first_above, kernel(bits, y))

    return compare


#: (kernel for torch's own integers, kernel for the bits of uint64); uint16 and uint32 work in the next wider dtype.
_BY_DIVISION = {
    "floor_divide": (floor_divide, floor_divide_u64),
    "remainder": (remainder, remainder_u64),
    "fmod": (fmod, remainder_u64),
    "pow": (power, power_u64),
    "bitwise_right_shift": (torch.bitwise_right_shift, shift_right_u64),
    "gcd": (gcd, gcd_u64),
    "lcm": (lcm, lcm_u64),
}

KERNELS: dict[str, dict] = {
    name: {
        **dict.fromkeys(DIVIDES, native),
        **{d: on_wider(native, d) for d in _WIDENED},
        torch.uint64: on_bits64(bits),
    }
    for name, (native, bits) in _BY_DIVISION.items()
}
KERNELS["divmod"] = {d: divmod_of(KERNELS["floor_divide"][d], KERNELS["remainder"][d]) for d in KERNELS["floor_divide"]}
KERNELS["reciprocal"] = dict.fromkeys(of_kind("iu"), reciprocal)
KERNELS["bitwise_count"] = dict.fromkeys(of_kind("iu"), bitwise_count)
# torch.isnan compares integers with themselves; torch.isinf returns False for them at once.
KERNELS["isnan"] = dict.fromkeys(of_kind("biu"), torch.isinf)

#: Comparisons of an int64 with a uint64 tensor in either order, by operator: NumPy's loops "qQ->?" and "Qq->?".
MIXED_COMPARISONS = {
    "eq": _mixed(torch.eq, False, False),
    "ne": _mixed(torch.ne, True, True),
    "lt": _mixed(torch.lt, False, True),
    "le": _mixed(torch.le, False, True),
    "gt": _mixed(torch.gt, True, False),
    "ge": _mixed(torch.ge, True, False),
}
