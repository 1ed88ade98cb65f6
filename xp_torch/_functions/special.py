"""The functions of `special`, by SciPy's names, that are not ufuncs: `logsumexp`, `softmax` and others."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch

from xp_torch._array.coercion import as_tensor, copy_shared, finish, promote_args
from xp_torch._array.ndarray import ndarray, wrap
from xp_torch._array.ufunc import special_ufuncs
from xp_torch._array.ufunc.ufuncs import logaddexp
from xp_torch._facts.annotations import ArrayLike, Axis
from xp_torch._facts.defaults import default_float, floating
from xp_torch._facts.dtypes import KIND, as_dtype
from xp_torch._facts.inspection import any_true
from xp_torch._facts.promotion import promote, scalar_kind
from xp_torch._facts.shapes import broadcast_shapes, normalize_axes
from xp_torch._kernels import mathematical
from xp_torch._kernels import special as kernels
from xp_torch._kernels.cast import cast

__all__ = ["log_softmax", "logsumexp", "multigammaln", "polygamma", "sinc", "softmax", "softplus", "zeta"]


def _as_floating(name: str, *values: Any) -> list[torch.Tensor]:
    """Return operands as tensors of their common floating dtype; integers become the default float."""
    parts = promote_args(name, *values)
    dtype = floating(parts[0].dtype)
    return [cast(p, dtype) for p in parts]


def sinc(x: ArrayLike, out: ndarray | None = None) -> ndarray:
    """Compute ``sin(pi * x) / (pi * x)``.

    Parameters
    ----------
    x : array_like
        Input.
    out : ndarray, optional
        Array to write the result to. It must have the shape of the result.

    Returns
    -------
    ndarray
        The values, 1 at 0, in the floating dtype of the argument; of integers in the default floating dtype.

    Notes
    -----
    The function is ``scipy.special.sinc``, NumPy's `sinc`; here narrow dtypes are computed in float64.

    Examples
    --------
    >>> xp.special.sinc(0.5)
    array(0.63661977)
    """
    (t,) = copy_shared(_as_floating("sinc", x), out)
    result = mathematical.sinc(cast(t, promote(t.dtype, torch.float64)))
    return finish("sinc", cast(result, t.dtype), out, x)


def zeta(x: ArrayLike, q: ArrayLike | None = None, out: ndarray | None = None) -> ndarray:
    """Compute the Hurwitz zeta function, the sum of ``(k + q)**-x``; without `q` the Riemann zeta function.

    Parameters
    ----------
    x : array_like
        Exponent; greater than 1 if `q` is given.
    q : array_like, optional
        Offset of the first term; by default 1, and then `x` may be any real number.
    out : ndarray, optional
        Array to write the result to. It must have the shape of the result.

    Returns
    -------
    ndarray
        The values. Arguments of float32, float64 or bfloat16 keep their dtype. Other dtypes are cast as in SciPy:
        to the default floating dtype, or in some functions to float32 if it holds all values of the dtype.

    Raises
    ------
    TypeError
        If an argument is complex.

    Notes
    -----
    The function is ``scipy.special.zeta``.

    Examples
    --------
    >>> xp.special.zeta([2.0, 4.0])
    array([1.64493407, 1.08232323])
    """
    return special_ufuncs.riemann_zeta(x, out) if q is None else special_ufuncs.zeta(x, q, out)


def polygamma(n: ArrayLike, x: ArrayLike) -> ndarray:
    """Compute derivatives of the digamma function.

    Parameters
    ----------
    n : array_like
        Order of the derivative; 0 is `psi` itself.
    x : array_like
        Input.

    Returns
    -------
    ndarray
        The values, in float64 if `n` is an integer; NaN where `n` is negative or not an integer.

    Examples
    --------
    >>> xp.special.polygamma(1, [1.0, 2.0])
    array([1.64493407, 0.64493407])
    """
    # as in SciPy, a number is an array here, whose dtype is not weak
    order = n if scalar_kind(n) is None else wrap(as_tensor(n, device=as_tensor(x).device))
    return special_ufuncs.polygamma(order, x)


def multigammaln(a: ArrayLike, d: int) -> ndarray:
    """Compute the logarithm of the multivariate gamma function.

    Parameters
    ----------
    a : array_like
        Input, greater than ``(d - 1) / 2``.
    d : int
        Number of dimensions, positive.

    Returns
    -------
    ndarray
        The values, in the default floating dtype.

    Raises
    ------
    ValueError
        If `d` is not a positive integer, or an element of `a` is too small. Where the values of `a` cannot be inspected
        (on a GPU, traced), the result is NaN instead.

    Examples
    --------
    >>> xp.special.multigammaln(3.0, 2)
    array(1.55019499)
    """
    if ndim := getattr(d, "ndim", 0):
        raise ValueError(f"multigammaln: d must be a positive integer (got an array with {ndim} dimensions)")
    dimensions = int(d) if hasattr(type(d), "__index__") or float(d).is_integer() else 0
    if dimensions < 1:
        raise ValueError(f"multigammaln: d must be a positive integer (got {d})")
    (t,) = _as_floating("multigammaln", a)
    if KIND[t.dtype] == "c":
        raise TypeError(f"multigammaln: a must be real (got {as_dtype(t.dtype)})")
    t = cast(t, promote(t.dtype, default_float()))
    bound = (dimensions - 1) / 2
    if any_true(t.detach() <= bound):
        raise ValueError(f"multigammaln: elements of a must be greater than (d - 1) / 2 = {bound} (got a smaller one)")
    result = kernels.multigammaln(cast(t, torch.float64), dimensions)
    return finish("multigammaln", cast(result, t.dtype), None, a)


def logsumexp(
    a: ArrayLike, axis: Axis = None, b: ArrayLike | None = None, keepdims: bool = False, return_sign: bool = False
) -> Any:
    """Compute the logarithm of a sum of exponentials, without overflow.

    Parameters
    ----------
    a : array_like
        Exponents.
    axis : int or tuple of ints or None, default: None
        Axes to reduce; None reduces all of them.
    b : array_like, optional
        Factors of the exponentials.
    keepdims : bool, default: False
        Whether to keep the reduced axes, with size one.
    return_sign : bool, default: False
        Whether to return the sign of the sum, too. Otherwise the logarithm of a negative sum is NaN.

    Returns
    -------
    ndarray or tuple of ndarray
        The logarithm, and the sign if `return_sign`. Of complex numbers the logarithm is complex; with `return_sign` it
        is real, and the sign has absolute value one.

    Examples
    --------
    >>> xp.special.logsumexp([1000.0, 1000.0])
    array(1000.69314718)
    """
    t, *weights = _as_floating("logsumexp", a, *([] if b is None else [b]))
    if t.is_complex():
        shape = broadcast_shapes(t.shape, *[w.shape for w in weights])
        parts = [p.broadcast_to(shape) for p in (t, *weights)]
        size, phase = kernels.complex_logsumexp(*parts, axes=normalize_axes(axis, len(shape)), keepdims=keepdims)
        return (wrap(size), wrap(phase)) if return_sign else wrap(torch.complex(size, torch.angle(phase)))
    if not weights:
        result = kernels.logsumexp(t, normalize_axes(axis, t.ndim), keepdims)
        return (wrap(result), wrap(torch.exp(result).sign())) if return_sign else finish("logsumexp", result, None, a)
    shape = broadcast_shapes(t.shape, weights[0].shape)
    t, w = t.broadcast_to(shape), weights[0].broadcast_to(shape)
    size, sign = kernels.weighted_logsumexp(t, w, normalize_axes(axis, t.ndim), keepdims)
    return (wrap(size), wrap(sign)) if return_sign else wrap(torch.where(sign < 0, torch.nan, size))


def _softmax(name: str, x: Any, axis: Any, kernel: Callable[..., torch.Tensor]) -> ndarray:
    """Return the result of a kernel of one axis, along any number of them."""
    (t,) = promote_args(name, x)
    # NumPy's dtype of `exp`, in which SciPy computes
    t = cast(t, promote(t.dtype, torch.float16) if KIND[t.dtype] in "iu" and t.itemsize < 4 else floating(t.dtype))
    axes = normalize_axes(axis, t.ndim)
    if len(axes) == 1:
        return finish(name, kernel(t, axes[0]), None, x)
    order = [i for i in range(t.ndim) if i not in axes] + list(axes)
    moved = t.permute(order)
    result = kernel(moved.reshape(*moved.shape[: t.ndim - len(axes)], -1), -1).reshape(moved.shape)
    return finish(name, result.permute([order.index(i) for i in range(t.ndim)]), None, x)


def softmax(x: ArrayLike, axis: Axis = None) -> ndarray:
    """Divide exponentials by their sum.

    Parameters
    ----------
    x : array_like
        Exponents.
    axis : int or tuple of ints or None, default: None
        Axes along which the exponentials are summed; None means all of them.

    Returns
    -------
    ndarray
        The result, of the shape of `x`.

    Examples
    --------
    >>> xp.special.softmax([1.0, 1.0])
    array([0.5, 0.5])
    """
    return _softmax("softmax", x, axis, kernels.softmax)


def softplus(x: ArrayLike, out: ndarray | None = None) -> ndarray:
    """Compute ``log(1 + exp(x))``, a smooth form of ``maximum(x, 0)``, without overflow.

    Parameters
    ----------
    x : array_like
        Input.
    out : ndarray, optional
        Array to write the result to. It must have the shape of the result.

    Returns
    -------
    ndarray
        The values, of the dtype that `logaddexp` has for the argument: floating dtypes are kept.

    Raises
    ------
    TypeError
        If `x` is complex.

    Notes
    -----
    The function is ``scipy.special.softplus``.

    Examples
    --------
    >>> xp.special.softplus(xp.asarray([-1000.0, 0.0, 1000.0]))
    array([0.00000000e+00, 6.93147181e-01, 1.00000000e+03])
    """
    return logaddexp(0, x, out=out)


def log_softmax(x: ArrayLike, axis: Axis = None) -> ndarray:
    """Compute the logarithm of `softmax`.

    Parameters
    ----------
    x : array_like
        Exponents.
    axis : int or tuple of ints or None, default: None
        Axes along which the exponentials are summed; None means all of them.

    Returns
    -------
    ndarray
        The result, of the shape of `x`.

    Examples
    --------
    >>> xp.special.log_softmax([1000.0, 0.0])
    array([    0., -1000.])
    """
    return _softmax("log_softmax", x, axis, kernels.log_softmax)
