"""NumPy's mathematical functions that are neither ufuncs nor reductions."""

from __future__ import annotations

import math
from typing import Any

import torch

from xp_torch._array.coercion import as_copy, as_ndarray, as_tensor, as_tensor_beside, finish, promote_args
from xp_torch._array.door import call_override, has_override
from xp_torch._array.ndarray import ndarray, wrap
from xp_torch._facts.annotations import ArrayLike
from xp_torch._facts.defaults import floating
from xp_torch._facts.dtypes import FROM_TORCH, KIND, REAL, limits
from xp_torch._facts.errors import warn, without_frames
from xp_torch._facts.inspection import read_back
from xp_torch._facts.shapes import as_bool, single
from xp_torch._facts.torch_errors import explained
from xp_torch._functions.creation.from_data import array, asarray
from xp_torch._functions.elementwise import arctan2, multiply, trunc
from xp_torch._kernels import mathematical as kernels
from xp_torch._kernels.cast import cast, copy_into
from xp_torch._kernels.layout import drop_leading

__all__ = ["angle", "fix", "i0", "nan_to_num", "real_if_close", "sinc"]

_abs = explained(torch.abs)


def angle(z: ArrayLike, deg: bool = False) -> ndarray:
    """Return the angle of complex numbers in the plane.

    Parameters
    ----------
    z : array_like
        Complex or real numbers.
    deg : bool, default: False
        Whether to return degrees instead of radians.

    Returns
    -------
    ndarray
        Angles from the positive real axis, in (-pi, pi]; 0 or pi for real numbers. float64 for integers.

    Examples
    --------
    >>> xp.angle([1.0, 1.0j, -1.0], deg=True)
    array([  0.,  90., 180.])
    """
    if type(z) is not ndarray and has_override(z):
        return call_override(angle, locals())
    x = as_ndarray(z)
    radians = arctan2(x.imag, x.real) if KIND[x._dtype] == "c" else arctan2(0, x)
    return multiply(radians, 180 / math.pi) if as_bool(deg, "deg") else radians


def fix(x: ArrayLike, out: ndarray | None = None) -> ndarray:
    """Round to the nearest integer towards zero: NumPy's deprecated name of `trunc`.

    Parameters
    ----------
    x : array_like
        Real numbers.
    out : ndarray, optional
        Array to write the result to. It must have the shape of the result.

    Returns
    -------
    ndarray
        Rounded numbers, in the dtype of `x`.

    Warns
    -----
    DeprecationWarning
        Always, as in NumPy 2.5.

    Examples
    --------
    >>> xp.trunc([2.7, -2.7])
    array([ 2., -2.])
    """
    warn(
        "numpy.fix is deprecated. Use numpy.trunc instead, which is faster and follows the Array API standard.",
        DeprecationWarning,
    )
    if (type(x) is not ndarray or out is not None) and has_override(x, out):
        return call_override(fix, locals())
    return trunc(x, out=out)


def i0(x: ArrayLike) -> ndarray:
    """Compute the modified Bessel function of the first kind of order 0.

    Parameters
    ----------
    x : array_like
        Real numbers.

    Returns
    -------
    ndarray
        Values, of the shape of `x`; float64 for integers. Complex numbers raise TypeError.

    Examples
    --------
    >>> xp.i0([0.0, 1.0])
    array([1.        , 1.26606588])
    """
    if type(x) is not ndarray and has_override(x):
        return call_override(i0, locals())
    t = as_tensor(x)
    kind = KIND[t.dtype]
    if kind == "c":
        raise TypeError("i0 not supported for complex values")
    return finish("i0", kernels.i0(cast(t, floating(t.dtype))), like=x)


def nan_to_num(
    x: ArrayLike,
    copy: bool | None = True,
    nan: ArrayLike = 0.0,
    posinf: ArrayLike | None = None,
    neginf: ArrayLike | None = None,
) -> ndarray:
    """Replace NaNs and infinities with numbers.

    Parameters
    ----------
    x : array_like
        Array of any dtype; integers are returned as they are.
    copy : bool or None, default: True
        False replaces in place and returns `x` (a copy if 0-D), which must be an array; None does if `x` is an array.
    nan : array_like, default: 0.0
        Replacement of NaN; broadcast against `x`.
    posinf, neginf : array_like, optional
        Replacements of the infinities; by default the largest and the smallest finite number of the dtype.

    Returns
    -------
    ndarray
        Array of the shape and dtype of `x`. The parts of complex numbers are replaced independently.

    Examples
    --------
    >>> xp.nan_to_num([1.0, xp.nan, xp.inf], posinf=9.0)
    array([1., 0., 9.])
    """
    if has_override(x, nan, posinf, neginf):
        return call_override(nan_to_num, locals())
    copied = as_copy(copy)
    in_place = copied is not True
    t = as_tensor(x, copy=False if copied is False else None)
    kind = KIND[t.dtype]
    if kind not in "fc":
        return asarray(x) if in_place and t.ndim else array(x, subok=True)
    bounds = limits(t.dtype)
    high = bounds.max if posinf is None else posinf
    low = bounds.min if neginf is None else neginf
    real = t.real if kind == "c" else t
    result = kernels.replace_nonfinite(t, *(_replacement(value, real) for value in (nan, high, low)))
    if not in_place:
        return finish("nan_to_num", result, like=x)
    copy_into(t, result)
    if isinstance(x, ndarray):
        x._store(t)
    if not t.ndim:  # NumPy returns a scalar
        return finish("nan_to_num", t.clone(), like=x)
    return x if isinstance(x, ndarray) else wrap(t)


@without_frames
def _replacement(value: Any, target: torch.Tensor) -> torch.Tensor:
    """Return a number or an array as a real tensor of the shape and dtype of `target`."""
    t = as_tensor_beside("nan_to_num", target, value)
    if KIND[t.dtype] == "c":
        raise TypeError(f"Cannot cast a complex replacement to {FROM_TORCH[target.dtype]!r} by the rule 'same_kind'")
    t = drop_leading(cast(t, target.dtype), target.ndim)
    try:
        return t.expand(target.shape) if t.ndim else t
    except RuntimeError:
        raise ValueError(
            f"could not broadcast a replacement of shape {tuple(t.shape)} into shape {tuple(target.shape)}"
        ) from None


def real_if_close(a: ArrayLike, tol: float = 100) -> ndarray:
    """Return the real parts if all imaginary parts are close to zero.

    Parameters
    ----------
    a : array_like
        Array.
    tol : float, default: 100
        Tolerance: in units of the dtype's epsilon if greater than 1, else absolute.

    Returns
    -------
    ndarray
        The real parts (a view) if every imaginary part is smaller than the tolerance, else `a` itself.

    Notes
    -----
    The dtype of the result depends on the values, which are read back to the host. Where they are traced or mapped, the
    result is `a` itself.

    Examples
    --------
    >>> xp.real_if_close([2.1 + 4e-14j, 5.2 + 3e-15j], tol=1000)
    array([2.1, 5.2])
    """
    if type(a) is not ndarray and has_override(a):
        return call_override(real_if_close, locals())
    x = as_ndarray(a)
    if KIND[x._dtype] != "c":
        return x
    if single(tol, "tol") > 1:
        tol = limits(REAL[x._dtype]).eps * tol
    parts = torch.view_as_real(x._tensor)
    return x.real if read_back((_abs(parts.select(-1, 1)) < tol).all()) else x


def sinc(x: ArrayLike) -> ndarray:
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
    >>> xp.sinc([0.0, 0.5])
    array([1.        , 0.63661977])
    """
    if type(x) is not ndarray and has_override(x):
        return call_override(sinc, locals())
    t = as_tensor(x)
    t = t if KIND[t.dtype] in "fc" else promote_args("sinc", t, 1.0)[0]
    return wrap(kernels.sinc(t))
