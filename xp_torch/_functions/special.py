"""The functions of `special`, by SciPy's names, that are not ufuncs: `logsumexp`, `softmax` and others."""

from __future__ import annotations

import math
import operator
import reprlib
from collections.abc import Callable
from typing import Any, Literal

import torch

from xp_torch._array.coercion import as_tensor, copy_shared, finish, promote_args
from xp_torch._array.door import call_override, has_ruled
from xp_torch._array.ndarray import ndarray, wrap
from xp_torch._array.ufunc import special_ufuncs
from xp_torch._array.ufunc.ufuncs import logaddexp
from xp_torch._facts.annotations import ArrayLike, Axis
from xp_torch._facts.defaults import default_float, floating
from xp_torch._facts.dtypes import KIND, as_dtype
from xp_torch._facts.inspection import any_true
from xp_torch._facts.promotion import promote, scalar_kind
from xp_torch._facts.shapes import as_bool, broadcast_shapes, normalize_axes
from xp_torch._kernels import mathematical
from xp_torch._kernels import special as kernels
from xp_torch._kernels.cast import cast
from xp_torch._kernels.special_functions import factorials
from xp_torch._kernels.special_functions.opaque import opaque

__all__ = [
    "bernoulli",
    "comb",
    "factorial",
    "log_softmax",
    "logsumexp",
    "multigammaln",
    "perm",
    "polygamma",
    "sinc",
    "softmax",
    "softplus",
    "zeta",
]

_binomial, _multisets = opaque(factorials.binomial), opaque(factorials.multisets)
_factorial, _permutations = opaque(factorials.factorial), opaque(factorials.permutations)


def _as_floating(name: str, *values: Any) -> list[torch.Tensor]:
    """Return operands as tensors of their common floating dtype; integers become the default float."""
    parts = promote_args(name, *values)
    dtype = floating(parts[0].dtype)
    return [cast(p, dtype) for p in parts]


def bernoulli(n: int) -> ndarray:
    """Compute the Bernoulli numbers ``B(0)`` to ``B(n)``, with ``B(1) = -1/2``.

    Parameters
    ----------
    n : int
        Index of the last number, not negative.

    Returns
    -------
    ndarray
        The numbers, in float64; infinite where they exceed its largest number.

    Raises
    ------
    ValueError
        If `n` is negative or not a number.

    Notes
    -----
    The function is ``scipy.special.bernoulli``.

    Examples
    --------
    >>> xp.special.bernoulli(4)
    array([ 1.        , -0.5       ,  0.16666667,  0.        , -0.03333333])
    """
    if scalar_kind(n) is None or isinstance(n, complex) or n < 0:
        raise ValueError(f"bernoulli: n must be a number that is not negative (got {reprlib.repr(n)})")
    return wrap(torch.tensor(factorials.bernoulli_numbers(int(n)), dtype=torch.float64))


def _of_two(name: str, kernel: Callable[..., torch.Tensor], first: ArrayLike, second: ArrayLike) -> ndarray:
    """Return a function of two real operands, computed in float64."""
    parts = _as_floating(name, first, second)
    if parts[0].is_complex():
        raise TypeError(f"{name}: arguments must be real (got {as_dtype(parts[0].dtype)})")
    broadcast_shapes(*[p.shape for p in parts])  # raises
    result = cast(kernel(*[cast(p, torch.float64) for p in parts]), parts[0].dtype)
    return finish(name, result, None, next((v for v in (first, second) if isinstance(v, ndarray)), None))


def _exact(name: str, function: Callable[[int, int], int], first: Any, second: Any) -> int:
    """Return a function of two integers as a Python integer, 0 if one is negative."""
    try:
        n, k = operator.index(first), operator.index(second)
    except TypeError:
        raise ValueError(f"{name}: exact=True needs integers N and k (got {first!r:.80} and {second!r:.80})") from None
    return function(n, k) if min(n, k) >= 0 else 0


def comb(N: ArrayLike, k: ArrayLike, *, exact: bool = False, repetition: bool = False) -> ndarray | int:
    """Compute the number of combinations of `k` of `N` things.

    Parameters
    ----------
    N : array_like
        Number of things.
    k : array_like
        Number of things taken.
    exact : bool, default: False
        Whether to compute with Python's integers; `N` and `k` must be integers then.
    repetition : bool, default: False
        Whether a thing may be taken more than once.

    Returns
    -------
    ndarray or int
        The numbers, 0 where `k` exceeds `N` or one is negative; below 2**49 they are whole for whole `N` and `k`.

    Raises
    ------
    ValueError
        If `exact` is true and `N` and `k` are not integers.

    Notes
    -----
    The function is ``scipy.special.comb``.

    Examples
    --------
    >>> xp.special.comb([4, 5], 2)
    array([ 6., 10.])
    >>> xp.special.comb(60, 30, exact=True)
    118264581564861424
    """
    if has_ruled(N, k):
        return call_override(comb, locals())
    repetition = as_bool(repetition, "repetition")
    if as_bool(exact, "exact"):
        return _exact("comb", (lambda n, k: math.comb(n + k - 1, k) if k else 1) if repetition else math.comb, N, k)
    return _of_two("comb", _multisets if repetition else _binomial, N, k)


def perm(N: ArrayLike, k: ArrayLike, exact: bool = False) -> ndarray | int:
    """Compute the number of ordered selections of `k` of `N` things.

    Parameters
    ----------
    N : array_like
        Number of things.
    k : array_like
        Number of things taken.
    exact : bool, default: False
        Whether to compute with Python's integers; `N` and `k` must be integers then.

    Returns
    -------
    ndarray or int
        The numbers, 0 where `k` exceeds `N` or one is negative; below 2**49 they are whole for whole `N` and `k`.

    Raises
    ------
    ValueError
        If `exact` is true and `N` and `k` are not integers.

    Notes
    -----
    The function is ``scipy.special.perm``.

    Examples
    --------
    >>> xp.special.perm([4, 5], 2)
    array([12., 20.])
    """
    if has_ruled(N, k):
        return call_override(perm, locals())
    return _exact("perm", math.perm, N, k) if as_bool(exact, "exact") else _of_two("perm", _permutations, N, k)


def factorial(n: ArrayLike, exact: bool = False, extend: Literal["zero", "complex"] = "zero") -> ndarray | int:
    """Compute the factorial.

    Parameters
    ----------
    n : array_like
        Input. Of numbers that are not whole the result is ``gamma(n + 1)``.
    exact : bool, default: False
        Whether to compute with Python's integers; `n` must be an integer then.
    extend : {"zero", "complex"}, default: "zero"
        "zero" gives 0 for negative numbers, "complex" ``gamma(n + 1)`` for all numbers, complex ones too.

    Returns
    -------
    ndarray or int
        The values.

    Raises
    ------
    ValueError
        If `exact` is true and `n` is not an integer or `extend` is "complex"; if a complex number is not extended to.

    Notes
    -----
    The function is ``scipy.special.factorial``; here `exact` takes one integer only.

    Examples
    --------
    >>> xp.special.factorial([3, 5])
    array([  6., 120.])
    >>> xp.special.factorial(25, exact=True)
    15511210043330985984000000
    """
    if has_ruled(n):
        return call_override(factorial, locals())
    if extend not in ("zero", "complex"):
        raise ValueError(f'factorial: extend must be "zero" or "complex" (got {reprlib.repr(extend)})')
    exact = as_bool(exact, "exact")
    if exact and extend == "complex":
        raise ValueError('factorial: exact=True needs extend="zero" (got "complex")')
    if exact:
        return _exact("factorial", lambda n, _: math.factorial(n), n, 0)
    (t,) = _as_floating("factorial", n)
    if extend == "complex":
        return special_ufuncs.gamma(wrap(t + 1))
    if t.is_complex():
        raise ValueError(f'factorial: complex numbers need extend="complex" (got {as_dtype(t.dtype)})')
    return finish("factorial", cast(_factorial(cast(t, torch.float64)), t.dtype), None, n)


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
    if has_ruled(x, out):
        return call_override(sinc, locals())
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
    if has_ruled(x, q, out):
        return call_override(zeta, locals())
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
    if has_ruled(n, x):
        return call_override(polygamma, locals())
    # as in SciPy, a number counts as an array here: its dtype is not weak
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
    if has_ruled(a):
        return call_override(multigammaln, locals())
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
    if has_ruled(a, b):
        return call_override(logsumexp, locals())
    keepdims, return_sign = as_bool(keepdims, "keepdims"), as_bool(return_sign, "return_sign")
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
    # SciPy computes in the dtype of NumPy's `exp`
    t = cast(t, promote(t.dtype, torch.float16) if KIND[t.dtype] in "iu" and t.itemsize < 4 else floating(t.dtype))
    axes = normalize_axes(axis, t.ndim)
    if len(axes) == 1:
        return finish(name, kernel(t, axes[0]), None, x)
    order = [i for i in range(t.ndim) if i not in axes] + list(axes)
    moved = t.permute(order)
    kept, joined = moved.shape[: t.ndim - len(axes)], moved.shape[t.ndim - len(axes) :]
    result = kernel(moved.reshape(*kept, math.prod(joined)), -1).reshape(moved.shape)
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
    if has_ruled(x):
        return call_override(softmax, locals())
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
    if has_ruled(x, out):
        return call_override(softplus, locals())
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
    if has_ruled(x):
        return call_override(log_softmax, locals())
    return _softmax("log_softmax", x, axis, kernels.log_softmax)
