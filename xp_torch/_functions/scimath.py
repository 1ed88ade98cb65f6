"""NumPy's ``emath``: elementary functions whose results are complex where the real function has no value."""

from __future__ import annotations

from typing import Any

import torch

from xp_torch._array.coercion import as_ndarray, device_among
from xp_torch._array.door import call_override, has_foreign, has_override
from xp_torch._array.ndarray import ndarray
from xp_torch._facts.annotations import ArrayLike
from xp_torch._facts.inspection import read_back
from xp_torch._functions import elementwise
from xp_torch._functions.creation.from_data import asarray

__all__ = ["arccos", "arcsin", "arctanh", "log", "log10", "log2", "logn", "power", "sqrt"]

#: The dtypes whose complex results have single precision, as in NumPy.
_SINGLE = frozenset({torch.float32, torch.int8, torch.uint8, torch.int16, torch.uint16})


def _occurs(mask: ndarray) -> bool:
    """Return whether any element is outside of the domain; True where values are traced or mapped."""
    return read_back(mask.any()) is not False


def _below_zero(x: ndarray) -> ndarray:
    """Return where real numbers are negative."""
    return x < 0


def _beyond_one(x: ndarray) -> ndarray:
    """Return where real numbers are outside of [-1, 1]."""
    return (x < -1) | (x > 1)


def _complex_outside(x: Any, outside: Any) -> ndarray:
    """Return an array-like as an array; a complex one if an element is outside of the real function's domain."""
    a = as_ndarray(x)
    if a.dtype.kind in "bc" or not _occurs(outside(a)):
        return a
    return a.astype("complex64" if a.dtype.torch in _SINGLE else "complex128")


def sqrt(x: ArrayLike) -> ndarray:
    """Compute the square root, complex where an element is negative.

    Parameters
    ----------
    x : array_like
        Input.

    Returns
    -------
    ndarray
        The square roots. If an element of `x` is negative, all are complex: complex64 for float32
        and integers of at most 16 bits, complex128 for others.

    Notes
    -----
    The values are read back to the host. In compiled code and under `vmap`, all results are complex.

    Examples
    --------
    >>> xp.emath.sqrt([-4, 4])
    array([0.+2.j, 2.+0.j])
    """
    if not isinstance(x, ndarray) and has_override(x):
        return call_override(sqrt, locals())
    return elementwise.sqrt(_complex_outside(x, _below_zero))


def log(x: ArrayLike) -> ndarray:
    """Compute the natural logarithm, complex where an element is negative.

    Parameters
    ----------
    x : array_like
        Input.

    Returns
    -------
    ndarray
        The logarithms. If an element of `x` is negative, all are complex: complex64 for float32
        and integers of at most 16 bits, complex128 for others.

    Notes
    -----
    The values are read back to the host. In compiled code and under `vmap`, all results are complex.

    Examples
    --------
    >>> xp.emath.log([-1, 1])
    array([0.+3.14159265j, 0.+0.j        ])
    """
    if not isinstance(x, ndarray) and has_override(x):
        return call_override(log, locals())
    return elementwise.log(_complex_outside(x, _below_zero))


def log2(x: ArrayLike) -> ndarray:
    """Compute the logarithm to base 2, complex where an element is negative.

    Parameters
    ----------
    x : array_like
        Input.

    Returns
    -------
    ndarray
        The logarithms. If an element of `x` is negative, all are complex: complex64 for float32
        and integers of at most 16 bits, complex128 for others.

    Notes
    -----
    The values are read back to the host. In compiled code and under `vmap`, all results are complex.

    Examples
    --------
    >>> xp.emath.log2([-8, 8])
    array([3.+4.53236014j, 3.+0.j        ])
    """
    if not isinstance(x, ndarray) and has_override(x):
        return call_override(log2, locals())
    return elementwise.log2(_complex_outside(x, _below_zero))


def log10(x: ArrayLike) -> ndarray:
    """Compute the logarithm to base 10, complex where an element is negative.

    Parameters
    ----------
    x : array_like
        Input.

    Returns
    -------
    ndarray
        The logarithms. If an element of `x` is negative, all are complex: complex64 for float32
        and integers of at most 16 bits, complex128 for others.

    Notes
    -----
    The values are read back to the host. In compiled code and under `vmap`, all results are complex.

    Examples
    --------
    >>> xp.emath.log10([-100, 100])
    array([2.+1.36437635j, 2.+0.j        ])
    """
    if not isinstance(x, ndarray) and has_override(x):
        return call_override(log10, locals())
    return elementwise.log10(_complex_outside(x, _below_zero))


def arccos(x: ArrayLike) -> ndarray:
    """Compute the inverse cosine, complex where an element is outside of [-1, 1].

    Parameters
    ----------
    x : array_like
        Input.

    Returns
    -------
    ndarray
        The angles in radians. If an element of `x` is outside of [-1, 1], all are complex: complex64 for float32
        and integers of at most 16 bits, complex128 for others.

    Notes
    -----
    The values are read back to the host. In compiled code and under `vmap`, all results are complex.

    Examples
    --------
    >>> xp.emath.arccos([1, 2])
    array([0.-0.j       , 0.-1.3169579j])
    """
    if not isinstance(x, ndarray) and has_override(x):
        return call_override(arccos, locals())
    return elementwise.arccos(_complex_outside(x, _beyond_one))


def arcsin(x: ArrayLike) -> ndarray:
    """Compute the inverse sine, complex where an element is outside of [-1, 1].

    Parameters
    ----------
    x : array_like
        Input.

    Returns
    -------
    ndarray
        The angles in radians. If an element of `x` is outside of [-1, 1], all are complex: complex64 for float32
        and integers of at most 16 bits, complex128 for others.

    Notes
    -----
    The values are read back to the host. In compiled code and under `vmap`, all results are complex.

    Examples
    --------
    >>> xp.emath.arcsin([0, 1])
    array([0.        , 1.57079633])
    """
    if not isinstance(x, ndarray) and has_override(x):
        return call_override(arcsin, locals())
    return elementwise.arcsin(_complex_outside(x, _beyond_one))


def arctanh(x: ArrayLike) -> ndarray:
    """Compute the inverse hyperbolic tangent, complex where an element is outside of [-1, 1].

    Parameters
    ----------
    x : array_like
        Input.

    Returns
    -------
    ndarray
        The results. If an element of `x` is outside of [-1, 1], all are complex: complex64 for float32
        and integers of at most 16 bits, complex128 for others.

    Notes
    -----
    The values are read back to the host. In compiled code and under `vmap`, all results are complex.

    Examples
    --------
    >>> xp.emath.arctanh([0.5, -0.5])
    array([ 0.54930614, -0.54930614])
    """
    if not isinstance(x, ndarray) and has_override(x):
        return call_override(arctanh, locals())
    return elementwise.arctanh(_complex_outside(x, _beyond_one))


def logn(n: ArrayLike, x: ArrayLike) -> ndarray:
    """Compute the logarithm of `x` to base `n`, complex where one of them has a negative element.

    Parameters
    ----------
    n, x : array_like
        Base and argument, which broadcast.

    Returns
    -------
    ndarray
        The logarithms, complex as those of `log`.

    Examples
    --------
    >>> xp.emath.logn(2, [4, 8])
    array([2., 3.])
    """
    if has_foreign(n, x):
        return call_override(logn, locals())
    device = device_among("logn", n, x)
    numerator, base = (_complex_outside(asarray(value, device=device), _below_zero) for value in (x, n))
    return elementwise.log(numerator) / elementwise.log(base)


def power(x: ArrayLike, p: ArrayLike) -> ndarray:
    """Compute `x` to the power `p`, complex where `x` has a negative element.

    Parameters
    ----------
    x, p : array_like
        Base and exponent, which broadcast.

    Returns
    -------
    ndarray
        The powers. A negative integer exponent is computed in floating point, unlike in `xp_torch.power`.

    Examples
    --------
    >>> xp.emath.power([2, 4], -2)
    array([0.25  , 0.0625])
    """
    if has_foreign(x, p):
        return call_override(power, locals())
    device = device_among("power", x, p)
    base, exponent = _complex_outside(asarray(x, device=device), _below_zero), asarray(p, device=device)
    if exponent.dtype.kind in "iu" and _occurs(exponent < 0):
        exponent = exponent * 1.0
    return elementwise.power(base, exponent)
