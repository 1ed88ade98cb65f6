"""What kernels of special functions share: polynomials, choices of a formula by range, powers without lost digits."""

import torch

from xp_torch._kernels.elementwise.floats import exact_product


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


def square_exponential(x):
    """Return exp(-x * x) by the exact square, whose rounding would cost as many digits as the square has."""
    square, error = exact_product(x.detach(), x.detach())
    correction = torch.where(square < 1e4, error, 0.0)
    return torch.exp(-x * x) * (1.0 - correction)


def piecewise_polynomial(x, edges, rows):
    """Return the polynomial of the row of coefficients for the interval between edges that `x` is in."""
    count = max(map(len, rows))
    table = [
        (0.5 * (low + high), 2.0 / (high - low), *row, *[0.0] * (count - len(row)))
        for low, high, row in zip(edges[:-1], edges[1:], rows, strict=True)
    ]
    place = sum([(x >= edge).to(torch.int64) for edge in edges[1:-1]], torch.zeros_like(x, dtype=torch.int64))
    middle, scale, *coefficients = torch.tensor(table, dtype=x.dtype, device=x.device)[place].unbind(-1)
    t = (x - middle) * scale
    result = coefficients[-1]
    for coefficient in coefficients[-2::-1]:
        result = result * t + coefficient
    return result
