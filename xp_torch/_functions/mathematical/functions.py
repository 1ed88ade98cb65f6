"""NumPy's mathematical functions that are no ufuncs and no reductions.

Differences and integrals are in `_mathematical_differences`, convolution and interpolation in `_mathematical_filters`,
window functions in `_mathematical_windows`.
"""

from __future__ import annotations

import math
from typing import Any

import torch

from xp_torch._array.coercion import as_copy, as_tensor, finish, promote_args
from xp_torch._array.ndarray import ndarray, wrap
from xp_torch._facts.defaults import default_float
from xp_torch._facts.dtypes import DETOUR, FROM_TORCH, KIND, REAL
from xp_torch._functions.creation.from_data import array, asarray
from xp_torch._functions.elementwise import arctan2, multiply, trunc
from xp_torch._kernels.cast import cast, copy_into
from xp_torch._kernels.layout import drop_leading

__all__ = ["angle", "fix", "i0", "nan_to_num", "real_if_close", "sinc"]


def angle(z: Any, deg: bool = False) -> ndarray:
    """Return the angle of complex numbers in the plane.

    Parameters
    ----------
    z : array_like
        Numbers, complex or real.
    deg : bool, default: False
        Whether to give degrees instead of radians.

    Returns
    -------
    ndarray
        Angles from the positive real axis, in (-pi, pi]; float64 for integers. 0 and pi for real numbers.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.angle([1.0, 1.0j, -1.0], deg=True)
    array([  0.,  90., 180.])
    """
    x = asarray(z)
    found = arctan2(x.imag, x.real) if KIND[x._dtype] == "c" else arctan2(0, x)
    return multiply(found, 180 / math.pi) if deg else found


def fix(x: Any, out: Any = None) -> ndarray:
    """Round to the nearest integer towards zero.

    Parameters
    ----------
    x : array_like
        Real numbers.
    out : ndarray, optional
        Where to write the result.

    Returns
    -------
    ndarray
        Rounded numbers, in the dtype of `x`: the same as `trunc`.

    Raises
    ------
    TypeError
        If `x` is complex.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.fix([2.7, -2.7])
    array([ 2., -2.])
    """
    return trunc(x, out=out)


def i0(x: Any) -> ndarray:
    """Compute the modified Bessel function of the first kind of order 0.

    Parameters
    ----------
    x : array_like
        Real numbers.

    Returns
    -------
    ndarray
        Values, of the shape of `x`; float64 for integers.

    Raises
    ------
    TypeError
        If `x` is complex.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.i0([0.0, 1.0])
    array([1.        , 1.26606588])
    """
    t = as_tensor(x)
    kind = KIND[t.dtype]
    if kind == "c":
        raise TypeError("i0 not supported for complex values")
    if kind != "f":
        t = cast(t, default_float())
    work = DETOUR.get(t.dtype, t.dtype)
    return finish("i0", cast(torch.special.i0(cast(t, work)), t.dtype), like=x)


def nan_to_num(x: Any, copy: bool = True, nan: Any = 0.0, posinf: Any = None, neginf: Any = None) -> ndarray:
    """Replace NaNs and infinities with numbers.

    Parameters
    ----------
    x : array_like
        Array of any dtype; integers have nothing to replace.
    copy : bool or None, default: True
        False replaces in `x` itself and returns it (a copy if 0-D); None does where `x` is an array.
    nan : array_like, default: 0.0
        What takes the place of NaN; an array broadcasts to the shape of `x`.
    posinf, neginf : array_like, optional
        What takes the place of the infinities; by default the largest and the lowest finite number of the dtype.

    Returns
    -------
    ndarray
        Array of the shape and dtype of `x`. Of complex numbers each part is replaced on its own.

    Raises
    ------
    ValueError
        If `copy` is False and `x` is no array.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.nan_to_num([1.0, xp.nan, xp.inf], posinf=9.0)
    array([1., 0., 9.])
    """
    copied = as_copy(copy)
    in_place = copied is not True
    t = as_tensor(x, copy=False if copied is False else None)
    kind = KIND[t.dtype]
    if kind not in "fc":
        return asarray(x) if in_place and t.ndim else array(x, subok=True)
    limits = torch.finfo(t.dtype)
    high = limits.max if posinf is None else posinf
    low = limits.min if neginf is None else neginf
    parts = torch.view_as_real(t).unbind(-1) if kind == "c" else (t,)
    cleaned = []
    for part in parts:
        replacements = [_assigned(value, part) for value in (nan, high, low)]
        new = part
        for hit, value in zip((part.isnan(), part == math.inf, part == -math.inf), replacements, strict=True):
            new = torch.where(hit, value, new)
        cleaned.append(new)
    result = torch.complex(*cleaned) if kind == "c" else cleaned[0]
    if not in_place:
        return finish("nan_to_num", result.clone() if result is t else result, like=x)
    copy_into(t, result)
    if not t.ndim:  # a scalar in NumPy
        return finish("nan_to_num", t.clone(), like=x)
    return x if isinstance(x, ndarray) else wrap(t)


def _assigned(value: Any, target: torch.Tensor) -> torch.Tensor:
    """Return a number or an array as a tensor that can stand in `target`."""
    if isinstance(value, complex) or KIND[(given := as_tensor(value)).dtype] == "c":
        raise TypeError(f"Cannot cast a complex replacement to {FROM_TORCH[target.dtype]!r} by the rule 'same_kind'")
    found = drop_leading(cast(given, target.dtype).to(target.device), target.ndim)
    try:
        return found.expand(target.shape)
    except RuntimeError:
        raise ValueError(
            f"could not broadcast a replacement of shape {tuple(found.shape)} into shape {tuple(target.shape)}"
        ) from None


def real_if_close(a: Any, tol: float = 100) -> ndarray:
    """Return the real parts if all imaginary parts are close to zero.

    Parameters
    ----------
    a : array_like
        Array.
    tol : float, default: 100
        How close: in units of the dtype's epsilon if greater than 1, else absolute.

    Returns
    -------
    ndarray
        The real parts (a view) if every imaginary part is smaller than the tolerance, else `a` itself.

    Notes
    -----
    The dtype of the result depends on the values, which are read back to the host.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.real_if_close([2.1 + 4e-14j, 5.2 + 3e-15j], tol=1000)
    array([2.1, 5.2])
    """
    x = asarray(a)
    if KIND[x._dtype] != "c":
        return x
    if tol > 1:
        tol = torch.finfo(REAL[x._dtype]).eps * tol
    parts = torch.view_as_real(x._tensor)
    return x.real if bool((parts[..., 1].abs() < tol).all()) else x


def sinc(x: Any) -> ndarray:
    """Compute the normalized sinc function, ``sin(pi * x) / (pi * x)``.

    Parameters
    ----------
    x : array_like
        Numbers.

    Returns
    -------
    ndarray
        Values, 1 at 0; float64 for integers.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.sinc([0.0, 0.5])
    array([1.        , 0.63661977])
    """
    y = promote_args("sinc", x, 1.0)[0] if KIND[as_tensor(x).dtype] not in "fc" else as_tensor(x)
    y = y * math.pi
    zero = y == 0
    safe = torch.where(zero, torch.ones_like(y), y)
    return finish("sinc", torch.where(zero, torch.ones_like(y), torch.sin(safe) / safe), like=x)
