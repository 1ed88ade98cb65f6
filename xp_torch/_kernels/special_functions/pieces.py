"""What kernels of special functions share: polynomials, choices of a formula by range, powers without lost digits."""

import torch

from xp_torch._kernels.elementwise.floats import exact_product
from xp_torch._kernels.special_functions import tables


def constants(numbers, like):
    """Return numbers as a tensor with the dtype and device of `like`, without a copy from the host."""
    if like.device.type == "cpu":
        return torch.tensor(numbers, dtype=like.dtype, device="cpu")
    return torch.stack([torch.scalar_tensor(number, dtype=like.dtype, device=like.device) for number in numbers])


def is_pole(x):
    """Return whether the gamma function has a pole at `x`: it is 0 or a negative integer."""
    return (x <= 0.0) & (x == torch.floor(x))


def polynomial(t, coefficients):
    """Return the polynomial of `t` with these coefficients, the constant first."""
    result = torch.full_like(t, coefficients[-1])
    for coefficient in coefficients[-2::-1]:
        result = result * t + coefficient
    return result


def chosen(value, operands, *branches):
    """Return `value`, but where the mask of a branch ``(mask, function, safe)`` is true its function of the operands.

    Elsewhere the function gets the numbers `safe`, so that its derivatives are finite. The last true mask counts.
    """
    for mask, function, safe in branches:
        inside = [torch.where(mask, t, s) for t, s in zip(operands, safe, strict=True)]
        value = torch.where(mask, function(*inside), value)
    return value


def square_exponential(x, factor):
    """Return exp(-factor * x * x) by the exact square, whose rounding costs as many digits as the exponent has.

    The product of `factor`, of few digits, and a square of 26 digits is exact.
    """
    square, error = exact_product(x.detach(), x.detach())
    high = square.to(torch.float32).to(square.dtype)
    correction = (factor * ((square - high) + error)).clamp(-700.0, 700.0)
    near = square < 1e30
    change = torch.where(near, factor * (x * x - square) + correction, 0.0)
    return torch.exp(torch.where(near, -factor * high, -torch.inf)) * torch.exp(-change)


def log1p_rest(x):
    """Return log1p(x) - x, by the series of atanh(x / (2 + x)) if it is small."""
    small = torch.abs(x) < 0.4
    inside = torch.where(small, x, 0.0)
    r = inside / (2.0 + inside)
    square = r * r
    series = r * (2.0 * square * polynomial(square, [1 / (2 * k + 3) for k in range(11)]) - inside)
    outside = torch.where(small, 1.0, x)
    return torch.where(small, series, torch.log1p(outside) - outside)


def piecewise_polynomial(x, edges, rows):
    """Return the polynomial of the row of coefficients for the interval between edges that `x` is in."""
    count = max(map(len, rows))
    table: list[float] = []
    for low, high, row in zip(edges[:-1], edges[1:], rows, strict=True):
        table += (0.5 * (low + high), 2.0 / (high - low), *row, *[0.0] * (count - len(row)))
    place = sum([(x >= edge).to(torch.int64) for edge in edges[1:-1]], torch.zeros_like(x, dtype=torch.int64))
    middle, scale, *coefficients = torch.embedding(constants(table, x).reshape(len(rows), -1), place).unbind(-1)
    t = (x - middle) * scale
    result = coefficients[-1]
    for coefficient in coefficients[-2::-1]:
        result = result * t + coefficient
    return result


def gauss_quadrature(end):
    """Return places between 0 and `end` along a new last axis, and weights of an integral over them."""
    nodes = [sign * node for node in tables.NODES for sign in (1.0, -1.0)]
    weights = [weight for weight in tables.WEIGHTS for _ in range(2)]
    places, factors = constants(nodes, end), constants(weights, end)
    half = 0.5 * end.unsqueeze(-1)
    return half * (1.0 + places), half * factors


def counted(x, count):
    """Return the numbers from 0 to count - 1, along a new first axis of `x`."""
    return torch.arange(count, dtype=x.dtype, device=x.device).reshape(-1, *[1] * x.ndim)


def composed(a, b, c, d):
    """Return the coefficients of maps ``t -> (a * t + b) / (c * t + d)``, composed along the first axis.

    They are those of the product of matrices of 2 x 2. The length of the axis is a power of 2.
    """
    a, b, c, d = torch.broadcast_tensors(a, b, c, d)
    maps = torch.stack((a, b, c, d), -1).unflatten(-1, (2, 2))
    while maps.shape[0] > 1:
        maps = torch.matmul(*maps.unflatten(0, (-1, 2)).unbind(1))
    return [row.unbind(-1) for row in maps.squeeze(0).unbind(-2)]
