"""Functions whose torch derivatives are right only in reverse mode and first order: here in any order and mode.

torch's formulas for forward mode use a factorization without its tangent, so that derivatives of them are wrong. These
are compositions of operations that torch differentiates rightly, and take longer than its own functions.
"""

from collections.abc import Callable
from typing import Any

import torch

from xp_torch._facts.torch_state import has_derivative, is_compiling

#: The last rows of a matrix whose determinant is written out.
_LAST = 3
#: Steps of Newton's method: the derivatives are right to the seventh order.
_STEPS = 3


def solve(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    """Return the solution of ``a @ x = b``, of matrices."""
    permutation, lower, upper = torch.linalg.lu(a)
    x = torch.linalg.solve_triangular(lower, permutation.mT @ b, upper=False, unitriangular=True)
    return torch.linalg.solve_triangular(upper, x, upper=True)


def slogdet(a: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Return the signs of determinants, and the logarithms of their absolute values."""
    permutation, _, upper = torch.linalg.lu(a)
    diagonal = upper.diagonal(dim1=-2, dim2=-1)
    sign = torch.prod(torch.sgn(diagonal), -1) * torch.linalg.det(permutation)
    return sign, torch.sum(torch.log(torch.abs(diagonal)), -1)


def det(a: torch.Tensor) -> torch.Tensor:
    """Return determinants, of singular matrices too: to the third order, and to any if `a` has nearly full rank.

    With ``a = u @ s @ vh`` as constants, ``u.mH @ a @ vh.mH`` is diagonal. It is `corner` without the rows of the least
    singular values, which may be 0; the determinant is ``det(corner)`` times the determinant of their Schur complement.
    """
    n = a.shape[-1]
    if n <= _LAST:
        return _small_det(a)
    finite = torch.isfinite(a).all(-1).all(-1)[..., None, None]
    a = torch.where(finite, a, torch.eye(n, dtype=a.dtype, device=a.device))
    u, s, vh = torch.linalg.svd(a.detach())
    b = u.mH @ a @ vh.mH
    m = n - _LAST
    # Rounding errors of singular values that are 0; the determinant of the corner, and two of its derivatives, are 0.
    zeros = s[..., :m] <= s[..., :1] * (n * torch.finfo(s.dtype).eps)
    corner = b[..., :m, :m] + torch.diag_embed(zeros.to(a.dtype))
    rest = b[..., m:, m:] - b[..., m:, :m] @ solve(corner, b[..., :m, m:])
    sign, logarithm = slogdet(corner)
    sides = torch.linalg.det(u) * torch.linalg.det(vh)
    result = torch.where(zeros.any(-1), 0.0, sides * sign * torch.exp(logarithm)) * _small_det(rest)
    return result * torch.where(finite[..., 0, 0], 1.0, torch.nan).to(s.dtype)


def _small_det(a: torch.Tensor) -> torch.Tensor:
    """Return determinants of up to three rows, by expansion."""
    n = a.shape[-1]
    if n == 0:
        return torch.ones(a.shape[:-2], dtype=a.dtype, device=a.device)
    if n == 1:
        return a[..., 0, 0]
    rest = a[..., 1:, :]
    minors = [_small_det(torch.cat([rest[..., :i], rest[..., i + 1 :]], -1)) for i in range(n)]
    return sum((-1) ** i * a[..., 0, i] * minors[i] for i in range(n))


def cumprod(t: torch.Tensor, dim: int) -> torch.Tensor:
    """Return running products, with factors of 0 too: each round multiplies twice as many elements together."""
    step, size = 1, t.shape[dim]
    while step < size:
        head, tail = t.narrow(dim, 0, step), t.narrow(dim, step, size - step)
        t = torch.cat([head, tail * t.narrow(dim, 0, size - step)], dim)
        step *= 2
    return t


def refined(a: torch.Tensor, vectors: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Return eigenvalues and unit eigenvectors with derivatives, from constant `vectors`; NaN for equal eigenvalues.

    Each step of Newton's method doubles the order to which the derivatives are right.
    """
    a, x = a.to(vectors.dtype), vectors.detach()
    for _ in range(_STEPS):
        y = solve(x, a @ x)
        x = x + x @ _over_differences(y, y.diagonal(dim1=-2, dim2=-1))
    return solve(x, a @ x).diagonal(dim1=-2, dim2=-1), x / torch.linalg.vector_norm(x, dim=-2, keepdim=True)


def refined_hermitian(a: torch.Tensor, upper: bool, vectors: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Return `refined` eigenvalues and eigenvectors of Hermitian matrices in one triangle (Ogita and Aishima, 2018).

    As everywhere, the derivative is the one of the mean of both triangles.
    """
    constant = a.detach()
    triangle = constant.triu(1) if upper else constant.tril(-1)
    hermitian = triangle + triangle.mH + torch.diag_embed(constant.diagonal(dim1=-2, dim2=-1).real.to(a.dtype))
    a, x = hermitian + _change(a), vectors.detach()
    for _ in range(_STEPS):
        s, r = x.mH @ a @ x, -(x.mH @ x)
        r = r + torch.eye(a.shape[-1], dtype=a.dtype, device=a.device)
        values = s.diagonal(dim1=-2, dim2=-1) / (1 - r.diagonal(dim1=-2, dim2=-1))
        x = x + x @ (_over_differences(s + r * values.unsqueeze(-2), values) + torch.diag_embed(_half_diagonal(r)))
    values = (x.mH @ a @ x).diagonal(dim1=-2, dim2=-1) / (x.mH @ x).diagonal(dim1=-2, dim2=-1)
    return values.real, x


def of_both_triangles(a: torch.Tensor) -> torch.Tensor:
    """Return `a`, with the derivative of the mean of both triangles, as in reverse mode."""
    return a.detach() + _change(a)


def _change(a: torch.Tensor) -> torch.Tensor:
    """Return zeros that have the derivative of the Hermitian part of `a`."""
    change = a - a.detach()
    return (change + change.mH) / 2


def _half_diagonal(r: torch.Tensor) -> torch.Tensor:
    return r.diagonal(dim1=-2, dim2=-1) / 2


def _over_differences(s: torch.Tensor, values: torch.Tensor) -> torch.Tensor:
    """Return ``s[i, j] / (values[j] - values[i])``, with zeros on the diagonal."""
    diagonal = torch.eye(s.shape[-1], dtype=torch.bool, device=s.device)
    differences = values.unsqueeze(-2) - values.unsqueeze(-1)
    return torch.where(diagonal, 0.0, s / torch.where(diagonal, 1.0, differences))


def atan2(y: torch.Tensor, x: torch.Tensor) -> torch.Tensor:
    """Return angles; the derivative at the origin is 0, in forward mode too, and no square overflows."""
    constant = torch.atan2(y.detach(), x.detach())
    size = torch.maximum(torch.abs(y.detach()), torch.abs(x.detach()))
    size = torch.where((size > 0) & torch.isfinite(size), size, 1.0)
    y, x = y / size, x / size
    origin = (y == 0) & (x == 0)
    angle = torch.atan2(torch.where(origin, 1.0, y), torch.where(origin, 1.0, x))
    return torch.where(origin, constant, with_value(constant, angle))


def with_value(value: torch.Tensor, t: torch.Tensor) -> torch.Tensor:
    """Return `value` with the derivatives of `t`, which has other rounding errors."""
    change = (value - t).detach()
    return t + torch.where(torch.isfinite(change), change, 0.0)


def fmax(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    """Return the larger elements, ignoring NaN; where both are equal, the first one has the derivative."""
    return torch.where((x >= y) | torch.isnan(y), x, y)


def fmin(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    """Return the smaller elements, ignoring NaN; where both are equal, the first one has the derivative."""
    return torch.where((x <= y) | torch.isnan(y), x, y)


def maximum(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    """Return the larger elements, or NaN, with derivatives 1 by the chosen operands, as in reverse mode."""
    return torch.where(torch.isnan(x) | torch.isnan(y), x + y, torch.maximum(x, y))


def minimum(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    """Return the smaller elements, or NaN, with derivatives 1 by the chosen operands, as in reverse mode."""
    return torch.where(torch.isnan(x) | torch.isnan(y), x + y, torch.minimum(x, y))


def clamp(x: torch.Tensor, low: Any, high: Any) -> torch.Tensor:
    """Return elements limited to bounds; at a bound `x` has the derivative, and next to NaN it is 0."""
    constant = torch.clamp(*[t.detach() if isinstance(t, torch.Tensor) else t for t in (x, low, high)])
    inside = (x >= low) & (x <= high)
    if not isinstance(low, torch.Tensor):
        return torch.where(inside, x, constant)
    bound = torch.where((x < low) & (low < high), low, constant)
    return torch.where(inside, x, torch.where((x > high) | (high < low), high, bound))


def power(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    """Return powers; torch's forward mode takes the logarithm of each base, NaN up to 0, for constant exponents too."""
    if is_compiling() or has_derivative(y):
        return torch.pow(x, y)
    size, zero = torch.abs(torch.where(x == 0, 1.0, x)), x == 0
    odd = torch.fmod(y, 2.0).abs() == 1
    sign = torch.where(x > 0, 1.0, torch.where(odd, -1.0, torch.where(y == torch.floor(y), 1.0, torch.nan)))
    return torch.where(zero, _power_of_zero(torch.where(zero, x, 1.0), y), sign * torch.pow(size, y))


def _power_of_zero(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    """Return powers of bases 0 by products, whose derivatives up to the fourth are right; others by torch."""
    result, product, rest = torch.ones_like(x * y), x, y < 5
    for n in range(1, 6):
        selected = (y == n) if n < 5 else (y >= n)
        result, rest = torch.where(selected, product, result), rest & (y != n)
        product = product * x
    rest = rest & (y != 0)
    return torch.where(rest, torch.pow(torch.where(rest, x, 1.0), y), result)


#: What is used in forward mode, for kernels whose rule of torch's differs from that of reverse mode at some points.
IN_FORWARD_MODE: dict[Callable[..., torch.Tensor], Callable[..., torch.Tensor]] = {
    torch.atan2: atan2,
    torch.clamp: clamp,
    torch.fmax: fmax,
    torch.fmin: fmin,
    torch.maximum: maximum,
    torch.minimum: minimum,
    torch.pow: power,
}
#: Of these the kernels that need it in reverse mode, too: torch 2.15 divides the derivative among equal operands.
IN_BOTH_MODES = {torch.atan2, *((torch.clamp, torch.fmax, torch.fmin) if torch.__version__ >= "2.15" else ())}
