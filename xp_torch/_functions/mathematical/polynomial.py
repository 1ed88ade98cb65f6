"""NumPy's polynomials: functions of coefficients, the highest power first, and the class `poly1d`.

Roots and fits are in `_polynomial_roots`.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import torch

from xp_torch._array.coercion import as_tensors
from xp_torch._array.ndarray import ndarray, wrap
from xp_torch._functions.creation.from_data import asarray
from xp_torch._functions.creation.ranges import arange
from xp_torch._functions.data_type import result_type
from xp_torch._functions.logic import allclose, isscalar
from xp_torch._functions.manipulation.join import concatenate
from xp_torch._functions.manipulation.shape import atleast_1d
from xp_torch._functions.mathematical.filters import convolve
from xp_torch._functions.mathematical.polynomial_roots import poly, roots
from xp_torch._kernels.bit_views import signed_bits
from xp_torch._kernels.cast import cast

__all__ = ["poly1d", "polyadd", "polyder", "polydiv", "polyint", "polymul", "polysub", "polyval"]

_POWER = re.compile(r"\*\*([0-9]*)")


def _vector(p: Any) -> ndarray:
    """Return a polynomial, or an array-like, as an array of at least one dimension."""
    found = atleast_1d(p.coeffs if isinstance(p, poly1d) else p)
    assert isinstance(found, ndarray)
    return found


def _as_given(value: ndarray, *given: Any) -> Any:
    """Return coefficients as a polynomial if one of the operands is one."""
    return poly1d(value) if any(isinstance(p, poly1d) for p in given) else value


def _leading(p: ndarray, size: int) -> ndarray:
    """Return coefficients with zeros before them, up to a size."""
    missing = size - p.shape[0]
    if missing > 0 and p.ndim != 1:
        raise ValueError("coefficients of several dimensions have no leading zeros: give both in one size")
    return wrap(torch.cat([p._tensor.new_zeros(missing), p._tensor])) if missing > 0 else p


def polyadd(a1: Any, a2: Any) -> Any:
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
    >>> import xp_torch as xp
    >>> xp.polyadd([1, 2], [9, 5, 4])
    array([9, 6, 6])
    """
    left, right = _vector(a1), _vector(a2)
    size = max(left.shape[0], right.shape[0])
    return _as_given(_leading(left, size) + _leading(right, size), a1, a2)


def polysub(a1: Any, a2: Any) -> Any:
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
    >>> import xp_torch as xp
    >>> xp.polysub([2, 10, -2], [3, 10, -4])
    array([-1,  0,  2])
    """
    left, right = _vector(a1), _vector(a2)
    size = max(left.shape[0], right.shape[0])
    return _as_given(_leading(left, size) - _leading(right, size), a1, a2)


def polymul(a1: Any, a2: Any) -> Any:
    """Multiply two polynomials.

    Parameters
    ----------
    a1, a2 : array_like or poly1d
        Coefficients, the highest power first.

    Returns
    -------
    ndarray or poly1d
        The product, without leading zeros of the operands, a `poly1d` if one of them is.

    Notes
    -----
    Leading zeros are looked for on the host.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.polymul([1, 2, 3], [9, 5, 1])
    array([ 9, 23, 38, 17,  3])
    """
    return _as_given(convolve(poly1d(a1).coeffs, poly1d(a2).coeffs), a1, a2)


def polydiv(u: Any, v: Any) -> tuple[Any, Any]:
    """Divide one polynomial by another.

    Parameters
    ----------
    u, v : array_like or poly1d
        Coefficients of the dividend and the divisor, the highest power first.

    Returns
    -------
    q, r : ndarray or poly1d
        Quotient and remainder, as `poly1d` if one of the operands is.

    Notes
    -----
    Leading coefficients of the remainder that are close to zero are dropped, which reads values back to the host.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.polydiv([3.0, 5.0, 2.0], [2.0, 1.0])
    (array([1.5 , 1.75]), array([0.25]))
    """
    upper, lower = _vector(u) + 0.0, _vector(v) + 0.0
    if upper.ndim != 1 or lower.ndim != 1:
        raise ValueError("setting an array element with a sequence: polydiv takes vectors of coefficients")
    dtype = result_type(upper, lower).torch
    rest, divisor = cast(upper._tensor, dtype), cast(lower._tensor, dtype)
    width = divisor.shape[0]
    steps = rest.shape[0] - width + 1
    scale = 1.0 / divisor[0]
    quotient = []
    for k in range(steps):
        factor = scale * rest[k]
        quotient.append(factor)
        rest = torch.cat([rest[:k], rest[k : k + width] - factor * divisor, rest[k + width :]])
    q = torch.stack(quotient) if quotient else rest.new_zeros(1)
    while rest.shape[0] > 1 and allclose(wrap(rest[0]), 0, rtol=1e-14):
        rest = rest[1:]
    return _as_given(wrap(q), u, v), _as_given(wrap(rest), u, v)


def _times(m: Any, other: str, of: str) -> int:
    """Return how often to derive or integrate."""
    count = int(m)
    if count < 0:
        raise ValueError(f"Order of {of} must be positive (see {other})")
    return count


def polyder(p: Any, m: Any = 1) -> Any:
    """Return the derivative of a polynomial.

    Parameters
    ----------
    p : array_like or poly1d
        Coefficients, the highest power first.
    m : int, default: 1
        How many times to derive.

    Returns
    -------
    ndarray or poly1d
        The derivative, a `poly1d` if `p` is.

    Raises
    ------
    ValueError
        If `m` is negative.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.polyder([1, 2, 3])
    array([2, 2])
    """
    found = p.coeffs if isinstance(p, poly1d) else asarray(p)
    if not found.ndim:
        raise TypeError("polyder: coefficients have at least one dimension")
    times = _times(m, "polyint", "derivative")
    if found.ndim > 1:
        raise ValueError("polyder: coefficients have one dimension")
    for _ in range(times):
        found = found[:-1] * arange(len(found) - 1, 0, -1)
    return _as_given(found, p)


def polyint(p: Any, m: Any = 1, k: Any = None) -> Any:
    """Return an antiderivative of a polynomial.

    Parameters
    ----------
    p : array_like or poly1d
        Coefficients, the highest power first.
    m : int, default: 1
        How many times to integrate.
    k : scalar or array_like, optional
        The constants of integration in their order, by default zeros; one of them stands for all.

    Returns
    -------
    ndarray or poly1d
        The antiderivative, a `poly1d` if `p` is.

    Raises
    ------
    ValueError
        If `m` is negative, or there are too few constants.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.polyint([2, 2], k=3)
    array([1., 2., 3.])
    """
    count = _times(m, "polyder", "integral")
    constants = atleast_1d(0.0 if k is None else k)
    if constants.shape[0] == 1 and count > 1:
        constants = wrap(constants._tensor.expand(count))
    if constants.shape[0] < count:
        raise ValueError("k must be a scalar or a rank-1 array of length 1 or >m.")
    found = p.coeffs if isinstance(p, poly1d) else asarray(p)
    for i in range(count):
        found = concatenate((found / arange(len(found), 0, -1), constants[i : i + 1]))
    return _as_given(found, p)


def polyval(p: Any, x: Any) -> Any:
    """Evaluate a polynomial by Horner's scheme.

    Parameters
    ----------
    p : array_like or poly1d
        Coefficients, the highest power first.
    x : array_like or poly1d
        Where to evaluate; a polynomial is put in for the variable.

    Returns
    -------
    ndarray or poly1d
        Values of the shape of `x`, or the composition.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.polyval([3, 0, 1], [0, 5])
    array([ 1, 76])
    """
    coefficients = p.coeffs if isinstance(p, poly1d) else asarray(p)
    if isinstance(x, poly1d):
        composed: Any = 0
        for c in coefficients:
            composed = composed * x + c
        return composed
    coefficients, at = map(wrap, as_tensors("polyval", coefficients, x))
    if not coefficients.ndim:
        raise TypeError("polyval: coefficients have at least one dimension")
    found = wrap(torch.zeros_like(at._tensor))
    for i in range(coefficients.shape[0]):
        found = found * at + coefficients[i]
    return found


def _raised(text: str, width: int = 70) -> str:
    """Return a polynomial's text with its powers on lines of their own above the rest."""
    output, above, below, start = " ", "", "", 0
    for match in _POWER.finditer(text):
        power, part = match.group(1), text[start : match.start()]
        start = match.end()
        lower, upper = part + " " * (len(power) - 1), " " * (len(part) - 1) + power
        if len(below) + len(lower) > width or len(above) + len(upper) > width:
            output += f"{above}\n{below}\n "
            above, below = upper, lower
        else:
            above, below = above + upper, below + lower
    return f"{output}{above}\n{below}{text[start:]}"


def _number(value: complex) -> str:
    """Return a coefficient as text."""
    if value.imag == 0:
        return f"{value.real:.4g}".removesuffix(".0000")
    imaginary = f"{value.imag:.4g}".removesuffix(".0000")
    if value.real == 0:
        return f"{imaginary}j"
    return f"({_number(value.real)} + {imaginary}j)"


def _combined(function: Callable[..., Any], *operands: Any) -> poly1d:
    """Return what a function of polynomials gives, as one."""
    return poly1d(function(*(poly1d(p).coeffs for p in operands)))


class poly1d:
    """A polynomial in one variable.

    Parameters
    ----------
    c_or_r : array_like or poly1d
        Coefficients, the highest power first, or roots.
    r : bool, default: False
        Whether `c_or_r` are roots.
    variable : str, optional
        The name of the variable in printing, "x" by default.

    Attributes
    ----------
    coeffs, c, coef, coefficients : ndarray
        The coefficients without leading zeros; they can be changed in place.
    order, o : int
        The degree.
    roots, r : ndarray
        The roots.
    variable : str
        The name of the variable.

    Raises
    ------
    ValueError
        If the coefficients are not 1-D.

    Examples
    --------
    >>> import xp_torch as xp
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

    _variable: str

    def __init__(self, c_or_r: Any, r: bool = False, variable: str | None = None) -> None:
        if isinstance(c_or_r, poly1d):
            self._variable, self._coeffs = c_or_r._variable, c_or_r._coeffs
            if set(c_or_r.__dict__) - set(self.__dict__):
                text = (
                    "In the future extra properties will not be copied across when constructing one poly1d from another"
                )
                warnings.warn(text, FutureWarning, stacklevel=2)
                self.__dict__.update(c_or_r.__dict__)
            if variable is not None:
                self._variable = variable
            return
        given = atleast_1d(poly(c_or_r) if r else c_or_r)
        assert isinstance(given, ndarray)
        if given.ndim > 1:
            raise ValueError("Polynomial must be 1d only.")
        t = given._tensor
        places = torch.nonzero(signed_bits(t))
        self._coeffs = wrap(t[int(places[0, 0]) :] if places.shape[0] else t.new_zeros(1))
        self._variable = "x" if variable is None else variable

    # The coefficients lie in the instance's dict under the name of the property, where pickles of NumPy have them.

    @property
    def _coeffs(self) -> ndarray:
        return self.__dict__["coeffs"]

    @_coeffs.setter
    def _coeffs(self, coeffs: ndarray) -> None:
        self.__dict__["coeffs"] = coeffs

    @property
    def coeffs(self) -> ndarray:
        """The coefficients, the highest power first."""
        return self._coeffs

    @coeffs.setter
    def coeffs(self, value: Any) -> None:
        # `p.coeffs += 2` assigns what it changed
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
        values = poly1d(self.coeffs).coeffs.tolist()
        text, degree = "0", len(values) - 1
        for k, value in enumerate(values):
            number, power = _number(value), degree - k
            if power == 0:
                term = number if number != "0" or k == 0 else ""
            elif number == "0":
                term = ""
            else:
                term = f"{number} {self.variable}" + (f"**{power}" if power > 1 else "")
            if k == 0:
                text = term
            elif term:
                text = f"{text} - {term[1:]}" if term.startswith("-") else f"{text} + {term}"
        return _raised(text)

    def __call__(self, val: Any) -> Any:
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
        return _combined(polyadd, self, other)

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

    def __ne__(self, other: Any) -> Any:
        if not isinstance(other, poly1d):
            return NotImplemented
        return not self.__eq__(other)

    def __getitem__(self, val: Any) -> ndarray:
        if val > self.order or val < 0:
            return wrap(self.coeffs._tensor.new_zeros(()))
        return self.coeffs[self.order - val]

    def __setitem__(self, key: Any, val: Any) -> None:
        if key < 0:
            raise ValueError("Does not support negative powers.")
        self._coeffs = _leading(self.coeffs, key + 1)
        self._coeffs[self.order - key] = val

    def __iter__(self) -> Iterator[Any]:
        return iter(self.coeffs)

    def integ(self, m: Any = 1, k: Any = 0) -> poly1d:
        """Return an antiderivative, as `polyint` does."""
        return poly1d(polyint(self.coeffs, m=m, k=k))

    def deriv(self, m: Any = 1) -> poly1d:
        """Return a derivative, as `polyder` does."""
        return poly1d(polyder(self.coeffs, m=m))
