"""Elementwise kernels of complex numbers: their order, special cases, and products with infinities."""

from typing import Any

import torch

from xp_torch._facts.dtypes import of_kind
from xp_torch._facts.inspection import is_static
from xp_torch._facts.torch_state import is_compiling, is_compiling_or_transforming, is_differentiated, is_transforming
from xp_torch._kernels.elementwise.floats import exact_product, exact_sum

_COMPLEX = of_kind("c")
_conj_physical = torch.conj_physical


def pairs(t):
    """Return the components of a complex tensor along a new last axis."""
    return torch.view_as_real(t.resolve_conj())


def parts(t):
    """Return the real and the imaginary components of a complex tensor."""
    return torch.unbind(pairs(t), -1)


def joined(real, imag):
    """Return the complex tensor with these components; the derivative of `torch.complex` can't be mapped."""
    if not is_compiling() and is_transforming():
        return torch.view_as_complex(torch.stack(torch.broadcast_tensors(real, imag), -1))
    return torch.complex(real, imag)


def by_parts(kernel):
    """Return a real `kernel` applied to the components independently."""
    return lambda *operands: torch.view_as_complex(kernel(*[pairs(t) for t in operands]))


def conj(x):
    """Return the conjugate in new memory; torch's conj_physical, in one pass, has no batching rule."""
    return x.conj().clone() if is_compiling_or_transforming() else _conj_physical(x)


def _lexicographic(strict, kernel):
    """Return a comparison by real, then imaginary components, False beside NaN, as NumPy orders complex numbers."""

    def compare(x, y):
        (a, b), (c, d) = parts(x), parts(y)
        return (strict(a, c) & (b == b) & (d == d)) | ((a == c) & kernel(b, d))

    return compare


lt = _lexicographic(torch.lt, torch.lt)
le = _lexicographic(torch.lt, torch.le)
gt = _lexicographic(torch.gt, torch.gt)
ge = _lexicographic(torch.gt, torch.ge)


def _choice(kernel, propagates):
    """Return `x` where ``kernel(x, y)`` is true, else `y`; NaNs propagate, or are ignored."""
    return lambda x, y: torch.where(torch.isnan(x if propagates else y) | kernel(x, y), x, y)


maximum, minimum = _choice(ge, True), _choice(le, True)
fmax, fmin = _choice(ge, False), _choice(le, False)


def clip(x, low, high):
    """Return `x` within bounds by NumPy's order in clip, which compares real parts also if an imaginary one is NaN."""
    (a, b), (c, d) = parts(x), parts(low)
    x = torch.where(torch.isnan(x) | (a > c) | ((a == c) & (b > d)), x, low)
    (a, b), (c, d) = parts(x), parts(high)
    return torch.where(torch.isnan(x) | (a < c) | ((a == c) & (b < d)), x, high)


def sign(x):
    """Return x / abs(x): NaN beside NaN by the standard's table, the direction of infinite numbers as NumPy does."""
    a, b = parts(x)
    largest = torch.maximum(torch.abs(a), torch.abs(b))
    infinite, zero = torch.isinf(largest), largest == 0
    # Scaled by a power of 2, so that the magnitude neither overflows nor loses digits.
    info = torch.finfo(a.dtype)
    ones, zeros = torch.ones_like(a), torch.zeros_like(a)
    scale = torch.where(largest > info.max / 4, 0.25, torch.where(largest < info.tiny / info.eps, 1 / info.eps, ones))
    c = torch.where(infinite, torch.where(torch.isinf(a), torch.copysign(ones, a), zeros), a * scale)
    d = torch.where(infinite, torch.where(torch.isinf(b), torch.copysign(ones, b), zeros), b * scale)
    magnitude = torch.hypot(torch.where(zero, ones, c), torch.where(zero, zeros, d))
    undefined = torch.isnan(a) | torch.isnan(b) | (torch.isinf(a) & torch.isinf(b))
    magnitude = torch.where(undefined, torch.nan, torch.where(infinite, ones, magnitude))
    return joined(torch.where(zero, zeros, c / magnitude), torch.where(zero, zeros, d / magnitude))


def reciprocal(x):
    """Return ``1 / x`` by Smith's method, as NumPy does.

    At 0j that gives nan + nan j, where torch has inf + nan j.
    """
    a, b = parts(x)
    wide = torch.abs(a) >= torch.abs(b)
    large, small = torch.where(wide, a, b), torch.where(wide, b, a)
    ratio = small / large
    scale = large + small * ratio
    first, second = 1.0 / scale, ratio / scale
    return joined(torch.where(wide, first, second), -torch.where(wide, second, first))


def expm1(x):
    """Return exp(x) - 1, with the standard's values at infinities, where NumPy and torch have others.

    For -0 + 0j it is 0 + 0j, theirs -0 + 0j.
    """
    a, b = parts(x)
    real, imag = parts(torch.expm1(x))
    real = torch.where((a == 0) & (b == 0), a + 0.0, real)
    down, up = a == -torch.inf, a == torch.inf
    undirected = torch.isinf(b) | torch.isnan(b)
    real = torch.where(down, -1.0, torch.where(up & undirected, torch.inf, real))
    imag = torch.where(
        (b == 0) & torch.isnan(imag), b, torch.where(down & undirected, torch.copysign(torch.zeros_like(b), b), imag)
    )
    return joined(real, torch.where(up & undirected, torch.nan, imag))


def tanh(x):
    """Return the hyperbolic tangent, at infinities by the standard's table: NumPy's tanh(inf + 2j) is 1 - 0j.

    For 0 + inf j and 0 + nan j it is 0 + nan j, which old C libraries do not return.
    """
    a, b = parts(x)
    real, imag = parts(torch.tanh(x))
    real = torch.where((a == 0) & (torch.isinf(b) | torch.isnan(b)), a, real)
    return joined(real, torch.where(torch.isinf(a), torch.copysign(torch.zeros_like(b), b), imag))


def _with_derivative(value, smooth):
    """Return `value`, zeros with their signs too, with the derivative of `smooth`."""
    value, smooth = pairs(value.detach()), pairs(smooth)
    change = torch.where(torch.isfinite(smooth), -(smooth.detach() - smooth), -0.0)
    return torch.view_as_complex(value + change)


def _acosh(x):
    """Return torch's inverse hyperbolic cosine, with the derivative on each side of the branch cut.

    torch has one side's value on both sides: ``x * x - 1`` loses the sign of a zero.
    """
    if not is_differentiated(x):
        return torch.acosh(x)
    a, b = parts(x)
    smooth = torch.log(x + torch.sqrt(joined(a - 1.0, b)) * torch.sqrt(joined(a + 1.0, b)))
    return _with_derivative(torch.acosh(x), smooth)


def acosh(x):
    """Return the inverse hyperbolic cosine; 0 + nan j gives nan + pi/2 j, where torch's GPU kernel gives NaN."""
    if x.is_cpu:
        return _acosh(x)
    a, b = parts(x)
    real, imag = parts(_acosh(x))
    return joined(real, torch.where((a == 0) & torch.isnan(b), torch.pi / 2, imag))


def acos(x):
    """Return the inverse cosine, by acosh: torch's complex128 acos(0j) is pi/2 + 0j, and the standard's pi/2 - 0j."""
    (real, imag), b = parts(acosh(x)), parts(x)[1]
    below = torch.signbit(b) & torch.logical_not(torch.isnan(b))
    return joined(torch.where(below, -imag, imag), torch.where(below, real, -real))


def asin(x):
    """Return the inverse sine."""
    return _with_derivative(torch.asin(x), -acos(x)) if is_differentiated(x) else torch.asin(x)


def asinh(x):
    """Return the inverse hyperbolic sine."""
    if not is_differentiated(x):
        return torch.asinh(x)
    a, b = parts(x)
    real, imag = parts(acos(joined(b, -a)))
    return _with_derivative(torch.asinh(x), joined(imag, -real))


def _logarithm(factor):
    """Return the logarithm to another base by a product, as NumPy does.

    torch divides complex numbers, which is off by up to one unit more: log10(2.36 + 2.37j), for instance.
    """

    def logarithm(x):
        return torch.view_as_complex(pairs(torch.log(x)) * factor)

    return logarithm


def log1p(x):
    """Return ``log(1 + x)`` with all digits near the unit circle of ``1 + x``, where NumPy and torch lose them.

    numpy/numpy#22609: log1p(1e-18 + 1e-18j) is 1e-18j there.
    """
    a, b = parts(x)
    one = 1.0 + a
    direct, angle = parts(torch.log(joined(one, b)))
    near = (torch.abs(a) < 2.0) & (torch.abs(b) < 2.0)
    c, d = torch.where(near, a, 0.0), torch.where(near, b, 0.0)
    # |1 + x|^2 - 1 is 2c + c^2 + d^2, summed with its rounding errors.
    (cc, e1), (dd, e2) = exact_product(c, c), exact_product(d, d)
    total, e3 = exact_sum(2.0 * c, dd)
    total, e4 = exact_sum(total, cc)
    excess = total + (e1 + e2 + e3 + e4)
    near = near & (excess > -0.5)
    return joined(torch.where(near, 0.5 * torch.log1p(torch.where(near, excess, 0.0)), direct), angle)


def _product(x, y):
    """Return the parts of a product, with rounded products; torch may fuse one with the sum if none overflows."""
    (a, b), (c, d) = x, y
    return a * c - b * d, a * d + b * c


def _inverse(x):
    """Return the parts of ``1 / x`` in the steps of NumPy's powers: at 0j it is inf + nan j."""
    a, b = x
    wide = torch.abs(a) >= torch.abs(b)
    large, small = torch.where(wide, a, b), torch.where(wide, b, a)
    ratio = small / large
    scale = 1.0 / (large + small * ratio)
    real = torch.where(wide, 1.0 + 0.0 * ratio, ratio + 0.0) * scale
    imag = torch.where(wide, 0.0 - ratio, 0.0 * ratio - 1.0) * scale
    zero = (a == 0) & (b == 0)
    return torch.where(zero, torch.inf, real), torch.where(zero, torch.nan, imag)


def _of_numbers(function):
    """Return a function of the parts of complex tensors as one of the tensors."""
    return lambda *operands: joined(*function(*[parts(t) for t in operands]))


def pow(x, y):
    """Return the power as NumPy does: by multiplication for small integer exponents, and 1 for exponent 0.

    torch's 0j ** 0 is nan + nan j (pytorch/pytorch#54622); elsewhere both take exp(y * log(x)).
    """
    multiply, inverse = _of_numbers(_product), _of_numbers(_inverse)
    c, d = parts(y)
    integral = (d == 0) & (c == torch.trunc(c)) & (torch.abs(c) < 100.0)
    count = torch.where(integral, torch.abs(c), 0.0).to(torch.int64)
    short = (c > 0) & (c < 4)  # NumPy starts the others from 1, which changes infinities and signs of zero
    ones = torch.ones_like(x)
    product, factor = ones, x
    for bit in range(7):
        odd = (count >> bit) & 1 == 1
        fresh = short & ((count & ((1 << bit) - 1)) == 0)
        product = torch.where(odd, torch.where(fresh, factor, multiply(product, factor)), product)
        factor = multiply(factor, torch.where((count >> (bit + 1)) > 0, factor, ones))
    zero = x == 0
    general = torch.pow(torch.where(zero | integral, ones, x), torch.where(zero | integral, ones, y))
    nothing = torch.zeros_like(x)
    undefined = torch.full_like(c, torch.nan)
    by_zero = torch.where(c > 0, nothing, joined(undefined, undefined))
    powers = torch.where(c < 0, inverse(torch.where(c < 0, product, ones)), product)
    return torch.where(y == 0, ones, torch.where(zero, by_zero, torch.where(integral, powers, general)))


def power_by(x, exponent):
    """Return the power by a Python number: by an integer from -4 to 4 the products that `pow` would select."""
    # For a symbolic number each comparison would be a graph of its own; Dynamo has symbols for real numbers only.
    if type(exponent) is complex or is_static(exponent):
        for n in range(-4, 5):
            if exponent == n:
                return _power_by_integer(x, n)
    return pow(x, torch.scalar_tensor(exponent, dtype=x.dtype, device=x.device))


def _power_by_integer(x, n):
    """Return `pow` for one small integer, all of it with the parts, which inductor compiles to one loop."""
    if n == 0:
        return torch.ones_like(x)
    a, b = factor = parts(x)
    # NumPy starts the others from 1.
    product: Any = None if 0 < n < 4 else (torch.ones_like(a), torch.zeros_like(b))
    count = abs(n)
    while count:
        if count & 1:
            product = factor if product is None else _product(product, factor)
        count >>= 1
        if count:
            factor = _product(factor, factor)
    real, imag = product if n > 0 else _inverse(product)
    zero = (a == 0) & (b == 0)
    at_zero = 0.0 if n > 0 else torch.nan
    return joined(torch.where(zero, at_zero, real), torch.where(zero, at_zero, imag))


def in_complex128(kernel):
    """Return `kernel` for complex64 in complex128, rounded once."""
    return lambda *operands: kernel(*[t.to(torch.complex128) for t in operands]).to(torch.complex64)


def _everywhere(kernel):
    """Return the loops of a kernel that is right for every complex dtype."""
    return dict.fromkeys(_COMPLEX, kernel)


def _through_double(kernel):
    """Return the loops of a kernel that needs more digits: complex64 computes in complex128."""
    return {d: kernel if d is torch.complex128 else in_complex128(kernel) for d in _COMPLEX}


KERNELS: dict[str, dict] = {
    **{
        kernel.__name__: _everywhere(kernel)
        for kernel in (conj, sign, reciprocal, expm1, tanh, acos, acosh, asin, asinh, pow)
    },
    "log1p": _through_double(log1p),
    "log2": _everywhere(_logarithm(1.4426950408889634)),
    "log10": _everywhere(_logarithm(0.4342944819032518)),
    "float_power": {torch.complex128: pow},
    # torch's complex sum is x + (1 + 0j) * y, so that 0j + inf j is nan + inf j (pytorch/pytorch#82510).
    "add": _everywhere(by_parts(torch.add)),
    "subtract": _everywhere(by_parts(torch.sub)),
    # torch's -(0j) is 0j: it subtracts from zero.
    "negative": _everywhere(by_parts(torch.neg)),
}
