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
