"""Polynomials given by their coefficients, the highest power first, and the class `poly1d`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, SupportsIndex

import numpy as np
import torch

from xp_torch._array.coercion import as_ndarray, as_tensors, finish
from xp_torch._array.door import call_override, has_override
from xp_torch._array.ndarray import ndarray, printable, wrap
from xp_torch._facts.annotations import ArrayLike
from xp_torch._facts.inspection import known_or, read_back
from xp_torch._facts.shapes import as_bool, check_dimension, single
from xp_torch._facts.torch_errors import explained
from xp_torch._functions.creation.fill import empty, zeros
from xp_torch._functions.creation.ranges import arange
from xp_torch._functions.data_type import result_type
from xp_torch._functions.logic import isclose, isscalar
from xp_torch._functions.manipulation.join import concatenate
from xp_torch._functions.manipulation.shape import atleast_1d
from xp_torch._functions.mathematical.filters import convolve
from xp_torch._functions.mathematical.polynomial_roots import poly, roots
from xp_torch._kernels import host_functions
from xp_torch._kernels.bit_views import signed_bits
from xp_torch._kernels.cast import cast

__all__ = ["poly1d", "polyadd", "polyder", "polydiv", "polyint", "polymul", "polysub", "polyval"]

_zeros_like = explained(torch.zeros_like)
#: Number of integrations that NumPy's recursion does, too.
_MANY_INTEGRALS = 1000


def _vector(p: Any) -> ndarray:
    """Return a polynomial or an array-like as an array of at least one dimension."""
    coefficients = atleast_1d(p.coeffs if isinstance(p, poly1d) else p)
    if not isinstance(coefficients, ndarray):  # NumPy's array of objects
        raise TypeError(f"coefficients of a polynomial must be numbers (got an array of {coefficients.dtype})")
    return coefficients


def _coefficients(name: str, p: Any) -> ndarray:
    """Return the coefficients of a polynomial or an array-like, which must not be a number."""
    coefficients = p.coeffs if isinstance(p, poly1d) else as_ndarray(p)
    if not coefficients.ndim:
        raise TypeError(f"{name}: coefficients must have one dimension (got a 0-D array)")
    return coefficients


def _like_operands(coefficients: ndarray, *operands: Any) -> Any:
    """Return coefficients as a `poly1d` if one of the operands is a `poly1d`."""
    return poly1d(coefficients) if any(isinstance(p, poly1d) for p in operands) else coefficients


def _padded(p: ndarray, size: int) -> ndarray:
    """Return coefficients padded with leading zeros to `size`."""
    missing = size - p.shape[0]
    if missing > 0 and p.ndim != 1:
        raise ValueError("polyadd, polysub: coefficients with several dimensions must have the same size")
    return concatenate((zeros(missing, dtype=p.dtype, device=p.device), p)) if missing > 0 else p


def _operands(name: str, *operands: Any) -> list[ndarray]:
    """Return polynomials or array-likes as coefficients of one size on one device."""
    given = [p.coeffs if isinstance(p, poly1d) else p for p in operands]
    vectors = [_vector(finish(name, t, like=p)) for t, p in zip(as_tensors(name, *given), given, strict=True)]
    size = max(p.shape[0] for p in vectors)
    return [_padded(p, size) for p in vectors]


def polyadd(a1: ArrayLike, a2: ArrayLike) -> Any:
    """Add two polynomials.

    Parameters
    ----------
    a1, a2 : array_like or poly1d
        Coefficients, the highest power first.

    Returns
    -------
    ndarray or poly1d
        The sum, a `poly1d` if one of the operands is.

    Examples
    --------
    >>> xp.polyadd([1, 2], [9, 5, 4])
    array([9, 6, 6])
    """
    if has_override(a1, a2):
        return call_override(polyadd, locals())
    left, right = _operands("polyadd", a1, a2)
    return _like_operands(left + right, a1, a2)


def polysub(a1: ArrayLike, a2: ArrayLike) -> Any:
    """Subtract one polynomial from another.

    Parameters
    ----------
    a1, a2 : array_like or poly1d
        Coefficients, the highest power first.

    Returns
    -------
    ndarray or poly1d
        The difference ``a1 - a2``, a `poly1d` if one of the operands is.

    Examples
    --------
    >>> xp.polysub([2, 10, -2], [3, 10, -4])
    array([-1,  0,  2])
    """
    if has_override(a1, a2):
        return call_override(polysub, locals())
    left, right = _operands("polysub", a1, a2)
    return _like_operands(left - right, a1, a2)


def polymul(a1: ArrayLike, a2: ArrayLike) -> Any:
    """Multiply two polynomials.

    Parameters
    ----------
    a1, a2 : array_like or poly1d
        Coefficients, the highest power first.

    Returns
    -------
    ndarray or poly1d
        The product, a `poly1d` if one of the operands is.

    Notes
    -----
    Leading zeros of the operands are removed, which reads values back to the host; they are kept where values are
    traced or mapped.

    Examples
    --------
    >>> xp.polymul([1, 2, 3], [9, 5, 1])
    array([ 9, 23, 38, 17,  3])
    """
    if has_override(a1, a2):
        return call_override(polymul, locals())
    return _like_operands(convolve(poly1d(a1).coeffs, poly1d(a2).coeffs), a1, a2)


def polydiv(u: ArrayLike, v: ArrayLike) -> tuple[Any, Any]:
    """Divide one polynomial by another.

    Parameters
    ----------
    u, v : array_like or poly1d
        Coefficients of the dividend and the divisor, the highest power first.

    Returns
    -------
    q, r : ndarray or poly1d
        Quotient and remainder, a `poly1d` if one of the operands is.

    Notes
    -----
    Leading coefficients of the remainder that are close to zero are removed, which reads values back to the host. Where
    they are traced or mapped, the remainder has one coefficient less than `v`, and at least one.

    Examples
    --------
    >>> xp.polydiv([3.0, 5.0, 2.0], [2.0, 1.0])
    (array([1.5 , 1.75]), array([0.25]))
    """
    if has_override(u, v):
        return call_override(polydiv, locals())
    upper, lower = _vector(u) + 0.0, _vector(v) + 0.0
    if upper.ndim != 1 or lower.ndim != 1:
        raise ValueError("polydiv: coefficients must have one dimension")
    dtype = result_type(upper, lower).torch
    remainder, divisor = cast(upper._tensor, dtype), cast(lower._tensor, dtype)
    width = divisor.shape[0]
    scale = 1.0 / divisor.select(0, 0)
    quotient = []
    for k in range(remainder.shape[0] - width + 1):
        factor = scale * remainder.select(0, k)
        quotient.append(factor)
        before, part, after = remainder.split([k, width, remainder.shape[0] - k - width])
        remainder = torch.cat([before, part - factor * divisor, after])
    q = torch.stack(quotient) if quotient else remainder.new_zeros(1)
    while remainder.shape[0] > 1:
        negligible = read_back(isclose(wrap(remainder.select(0, 0)), 0, rtol=1e-14)._tensor)
        if negligible is None:
            known = min(len(quotient), remainder.shape[0] - 1)
            remainder = remainder.narrow(0, known, remainder.shape[0] - known)
        if not negligible:
            break
        remainder = remainder[1:]
    return _like_operands(wrap(q), u, v), _like_operands(wrap(remainder), u, v)


def _check_order(m: Any, other: str, of: str) -> int:
    """Return the order of a derivative or an integral."""
    count = int(single(m, "m"))
    if count < 0:
        raise ValueError(f"Order of {of} must be positive (see {other})")
    check_dimension(count)
    return count


def polyder(p: ArrayLike, m: SupportsIndex = 1) -> Any:
    """Return the derivative of a polynomial.

    Parameters
    ----------
    p : array_like or poly1d
        Coefficients, the highest power first.
    m : int, default: 1
        Order of the derivative.

    Returns
    -------
    ndarray or poly1d
        The derivative, a `poly1d` if `p` is.

    Examples
    --------
    >>> xp.polyder([1, 2, 3])
    array([2, 2])
    """
    if not isinstance(p, ndarray) and has_override(p):
        return call_override(polyder, locals())
    coefficients = _coefficients("polyder", p)
    order = _check_order(m, "polyint", "derivative")
    if coefficients.ndim > 1:
        raise ValueError(f"polyder: coefficients must have one dimension (got {coefficients.ndim})")
    for _ in range(min(order, len(coefficients))):
        coefficients = coefficients[:-1] * arange(len(coefficients) - 1, 0, -1, device=coefficients.device)
    return _like_operands(coefficients, p)


def polyint(p: ArrayLike, m: SupportsIndex = 1, k: ArrayLike | None = None) -> Any:
    """Return an antiderivative of a polynomial.

    Parameters
    ----------
    p : array_like or poly1d
        Coefficients, the highest power first.
    m : int, default: 1
        Order of the antiderivative.
    k : scalar or array_like, optional
        Constants of integration, in order; by default zeros. A single one is used for all.

    Returns
    -------
    ndarray or poly1d
        The antiderivative, a `poly1d` if `p` is.

    Examples
    --------
    >>> xp.polyint([2, 2], k=3)
    array([1., 2., 3.])
    """
    if not isinstance(p, ndarray) and has_override(p):
        return call_override(polyint, locals())
    count = _check_order(m, "polyder", "integral")
    coefficients = _coefficients("polyint", p)
    constants = _vector(zeros((), device=coefficients.device) if k is None else as_ndarray(k, coefficients.device))
    if constants.ndim == 1 and constants.shape[0] == 1 and count > 1:
        constants = wrap(constants._tensor.expand(count))
    if constants.ndim > 1 or constants.shape[0] < count:
        raise ValueError("k must be a scalar or a rank-1 array of length 1 or >m.")
    if count > _MANY_INTEGRALS:
        empty(len(coefficients) + count)  # raises if there is no memory
        raise RecursionError(f"polyint: m must be at most {_MANY_INTEGRALS} (got {count})")
    for i in range(count):
        powers = arange(len(coefficients), 0, -1, device=coefficients.device)
        coefficients = concatenate((coefficients / powers, constants[i : i + 1]))
    return _like_operands(coefficients, p)


def polyval(p: ArrayLike, x: ArrayLike) -> Any:
    """Evaluate a polynomial by Horner's scheme.

    Parameters
    ----------
    p : array_like or poly1d
        Coefficients, the highest power first.
    x : array_like or poly1d
        Points of evaluation; a polynomial is substituted for the variable.

    Returns
    -------
    ndarray or poly1d
        Values of the shape of `x`, or the composition.

    Examples
    --------
    >>> xp.polyval([3, 0, 1], [0, 5])
    array([ 1, 76])
    """
    if has_override(p, x):
        return call_override(polyval, locals())
    given = p.coeffs if isinstance(p, poly1d) else p
    if isinstance(x, poly1d):
        composed: Any = 0
        for c in as_ndarray(given):
            composed = composed * x + c
        return composed
    t, points = as_tensors("polyval", given, x)
    if not t.ndim:
        raise TypeError("polyval: coefficients must have at least one dimension")
    on_host = host_functions.polynomial(points, t)
    if on_host is not None:
        return finish("polyval", on_host, like=x)
    coefficients, at = wrap(t), finish("polyval", points, like=x)
    value = finish("polyval", _zeros_like(points), like=x)
    for i in range(coefficients.shape[0]):
        value = value * at + coefficients[i]
    return value


def _combined(function: Callable[..., Any], *operands: Any) -> poly1d:
    """Return the result of a function of polynomials as a polynomial."""
    return poly1d(function(*(poly1d(p).coeffs for p in operands)))


def _trimmed(t: torch.Tensor) -> torch.Tensor:
    """Return coefficients without leading zeros; where values are traced or mapped, these stay."""
    if known_or(False, t.shape[0] == 0) or read_back(signed_bits(t).select(0, 0) == 0):
        nonzero = torch.nonzero(signed_bits(t))
        return t[int(nonzero[0, 0]) :] if nonzero.shape[0] else t.new_zeros(1)
    return t


class poly1d:
    """A polynomial in one variable.

    Parameters
    ----------
    c_or_r : array_like or poly1d
        Coefficients, the highest power first, or roots.
    r : bool, default: False
        Whether `c_or_r` are roots.
    variable : str, optional
        Name of the variable in the text of the polynomial; by default "x".

    Attributes
    ----------
    coeffs, c, coef, coefficients : ndarray
        Coefficients without leading zeros; they can be changed in place.
    order, o : int
        Degree.
    roots, r : ndarray
        Roots.
    variable : str
        Name of the variable.

    Examples
    --------
    >>> p = xp.poly1d([1, 2, 3])
    >>> print(p)
       2
    1 x + 2 x + 3
    >>> p(2), p[1], (p * p).order
    (array(11), array(2), 4)
    >>> p + 1
    poly1d([1, 2, 4])
    """

    __hash__ = None  # type: ignore[assignment]

    _coeffs: ndarray
    _variable: str

    def __init__(self, c_or_r: ArrayLike, r: bool = False, variable: str | None = None) -> None:
        if isinstance(c_or_r, poly1d):
            self._coeffs = c_or_r._coeffs
            self._variable = c_or_r._variable if variable is None else variable
            return
        given: Any = atleast_1d(poly(c_or_r) if as_bool(r, "r") else c_or_r)
        if given.ndim > 1:
            raise ValueError("Polynomial must be 1d only.")
        if isinstance(given, ndarray):
            given = wrap(_trimmed(given._tensor))
        else:
            given = np.poly1d(given).coeffs  # of objects or long doubles
        self._coeffs: ndarray = given
        self._variable = "x" if variable is None else variable

    @property
    def coeffs(self) -> ndarray:
        """The coefficients, the highest power first."""
        return self._coeffs

    @coeffs.setter
    def coeffs(self, value: Any) -> None:
        # `p.coeffs += 2` assigns the same array.
        if value is not self._coeffs:
            raise AttributeError("Cannot set attribute")

    @property
    def variable(self) -> str:
        """The name of the variable."""
        return self._variable

    @property
    def order(self) -> int:
        """The degree of the polynomial."""
        return len(self._coeffs) - 1

    @property
    def roots(self) -> ndarray:
        """The roots of the polynomial, where its values are zero."""
        return roots(self._coeffs)

    r = roots
    c = coef = coefficients = coeffs
    o = order

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        return np.asarray(self.coeffs, dtype) if copy is not True else np.array(self.coeffs, dtype)

    def __repr__(self) -> str:
        return f"poly1d({repr(self.coeffs)[6:-1]})"

    def __len__(self) -> int:
        return self.order

    def __str__(self) -> str:
        return str(np.poly1d(printable(self.coeffs), variable=self.variable))

    def __call__(self, val: ArrayLike | poly1d) -> Any:
        return polyval(self.coeffs, val)

    def __neg__(self) -> poly1d:
        return poly1d(-self.coeffs)

    def __pos__(self) -> poly1d:
        return self

    def __mul__(self, other: Any) -> poly1d:
        return poly1d(self.coeffs * other) if isscalar(other) else _combined(polymul, self, other)

    def __rmul__(self, other: Any) -> poly1d:
        return poly1d(other * self.coeffs) if isscalar(other) else _combined(polymul, self, other)

    def __add__(self, other: Any) -> poly1d:
        return _combined(polyadd, self, other)

    def __radd__(self, other: Any) -> poly1d:
        return self + other

    def __sub__(self, other: Any) -> poly1d:
        return _combined(polysub, self, other)

    def __rsub__(self, other: Any) -> poly1d:
        return _combined(polysub, other, self)

    def __pow__(self, val: Any) -> poly1d:
        if not isscalar(val) or int(val) != val or val < 0:
            raise ValueError("Power to non-negative integers only.")
        result: Any = [1]
        for _ in range(val):
            result = polymul(self.coeffs, result)
        return poly1d(result)

    def __truediv__(self, other: Any) -> Any:
        return poly1d(self.coeffs / other) if isscalar(other) else polydiv(self, poly1d(other))

    def __rtruediv__(self, other: Any) -> Any:
        return poly1d(other / self.coeffs) if isscalar(other) else polydiv(poly1d(other), self)

    def __eq__(self, other: Any) -> Any:
        if not isinstance(other, poly1d):
            return NotImplemented
        if self.coeffs.shape != other.coeffs.shape:
            return False
        return (self.coeffs == other.coeffs).all()

    def __getitem__(self, val: Any) -> ndarray:
        if val > self.order or val < 0:
            return zeros((), dtype=self.coeffs.dtype, device=self.coeffs.device)[()]
        return self.coeffs[self.order - val]

    def __setitem__(self, key: Any, val: Any) -> None:
        if key < 0:
            raise ValueError("Does not support negative powers.")
        self._coeffs = _padded(self.coeffs, key + 1)
        self._coeffs[self.order - key] = val

    def __iter__(self) -> Iterator[Any]:
        return iter(self.coeffs)

    def integ(self, m: SupportsIndex = 1, k: ArrayLike = 0) -> poly1d:
        """Return an antiderivative; see `polyint`."""
        return poly1d(polyint(self.coeffs, m=m, k=k))

    def deriv(self, m: SupportsIndex = 1) -> poly1d:
        """Return a derivative; see `polyder`."""
        return poly1d(polyder(self.coeffs, m=m))
