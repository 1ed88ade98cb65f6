"""Special functions by SciPy's names: what SciPy looks for in a namespace as ``xp.special``.

Integers are taken in the default float; float32 and narrower are worked in float64 where torch's own kernels lose
digits. What torch has no accurate kernel for is not here (`j0`, `gamma`, `betainc`): SciPy falls back to its own then.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import torch

from xp_torch._array.coercion import finish, promote_args
from xp_torch._array.ndarray import ndarray, wrap
from xp_torch._facts.defaults import default_float
from xp_torch._facts.dtypes import KIND, as_dtype
from xp_torch._facts.errors import broadcast_error
from xp_torch._facts.shapes import broadcast_shapes, normalize_axes
from xp_torch._kernels.cast import cast
from xp_torch._kernels.special import LOOPS
from xp_torch._kernels.special import logsumexp as _logsumexp
from xp_torch._kernels.special import multigammaln as _multigammaln

__all__ = [
    "digamma",
    "entr",
    "erf",
    "erfc",
    "erfcx",
    "erfinv",
    "expit",
    "gammainc",
    "gammaincc",
    "gammaln",
    "huber",
    "i0",
    "i0e",
    "i1",
    "i1e",
    "k0",
    "k0e",
    "k1",
    "k1e",
    "kl_div",
    "log_ndtr",
    "log_softmax",
    "logit",
    "logsumexp",
    "multigammaln",
    "ndtr",
    "ndtri",
    "polygamma",
    "pseudo_huber",
    "psi",
    "rel_entr",
    "sinc",
    "softmax",
    "xlog1py",
    "xlogy",
    "zeta",
]


def _floating(name: str, *values: Any) -> list[torch.Tensor]:
    """Return operands as tensors of their common floating dtype: integers meet in the default float."""
    parts = promote_args(name, *values)
    found = parts[0].dtype
    if KIND[found] in "biu":
        found = default_float()
        return [cast(p, found) for p in parts]
    if KIND[found] != "f":
        raise TypeError(f"{name}: real numbers are needed, got {as_dtype(found)}")
    return parts


def _compute(name: str, out: Any, *values: Any) -> ndarray:
    """Return what the loop of the operands' dtype gives."""
    operands = _floating(name, *values)
    try:
        result = LOOPS[name][operands[0].dtype](*operands)
    except RuntimeError:
        shapes = [t.shape for t in operands]
        try:
            broadcast_shapes(*shapes)
        except ValueError:
            raise broadcast_error(shapes) from None
        raise
    return finish(name, result, out, next((v for v in values if isinstance(v, ndarray)), None))


def _document(function: Callable, summary: str, told: dict[str, str], shown: str, result: str) -> None:
    """Give a function its docstring."""
    lines = [summary, "", "Parameters", "----------"]
    for name, text in told.items():
        lines += [f"{name} : array_like", f"    {text}"]
    lines += ["out : ndarray, optional", "    Where to write the result.", "", "Returns", "-------", "ndarray"]
    lines += ["    The values, in the common floating dtype; integers count as the default float.", ""]
    lines += ["Raises", "------", "TypeError", "    If numbers are complex.", "", "Notes", "-----"]
    lines += [f"SciPy's ``scipy.special.{function.__name__}``.", "", "Examples", "--------"]
    lines += [">>> import xp_torch as xp", f">>> xp.special.{shown}", result, ""]
    function.__doc__ = "\n".join(lines)


def _unary(name: str, summary: str, shown: str, result: str, **told: str) -> Callable[..., ndarray]:
    """Return the function of one operand that the loops of a name make."""

    def function(x: Any, out: Any = None) -> ndarray:
        return _compute(name, out, x)

    function.__name__ = function.__qualname__ = name
    _document(function, summary, {"x": told.get("x", "Input.")}, shown, result)
    return function


def _binary(name: str, summary: str, shown: str, result: str, **told: str) -> Callable[..., ndarray]:
    """Return the function of two operands that the loops of a name make."""

    def function(x: Any, y: Any, out: Any = None) -> ndarray:
        return _compute(name, out, x, y)

    function.__name__ = function.__qualname__ = name
    _document(function, summary, {"x": told.get("x", "Input."), "y": told.get("y", "Input.")}, shown, result)
    return function


entr = _unary(
    "entr",
    "-x * log(x) for positive numbers, 0 for 0, -inf for negative ones.",
    "entr([0.0, 0.5, 1.0])",
    "array([ 0.        ,  0.34657359, -0.        ])",
)
erf = _unary("erf", "Error function.", "erf([0.0, 1.0])", "array([0.        , 0.84270079])")
erfc = _unary(
    "erfc", "Complement of the error function, ``1 - erf(x)``.", "erfc([0.0, 1.0])", "array([1.        , 0.15729921])"
)
erfcx = _unary(
    "erfcx",
    "Scaled complement of the error function, ``exp(x**2) * erfc(x)``.",
    "erfcx([0.0, 100.0])",
    "array([1.        , 0.00564161])",
)
erfinv = _unary("erfinv", "Inverse of the error function.", "erfinv([0.0, 0.5])", "array([0.        , 0.47693628])")
expit = _unary(
    "expit", "Logistic function, ``1 / (1 + exp(-x))``.", "expit([0.0, 2.0])", "array([0.5       , 0.88079708])"
)
gammainc = _binary(
    "gammainc",
    "Regularized lower incomplete gamma function; torch's, to nine digits.",
    "gammainc(2.0, [1.0, 3.0])",
    "array([0.26424112, 0.80085173])",
    x="Shape.",
    y="Upper limit of the integral.",
)
gammaincc = _binary(
    "gammaincc",
    "Regularized upper incomplete gamma function; torch's, to nine digits, to six for shapes near 0.",
    "gammaincc(2.0, [1.0, 3.0])",
    "array([0.73575888, 0.19914827])",
    x="Shape.",
    y="Lower limit of the integral.",
)
gammaln = _unary(
    "gammaln",
    "Logarithm of the absolute value of the gamma function.",
    "gammaln([1.0, 5.0])",
    "array([0.        , 3.17805383])",
)
huber = _binary(
    "huber",
    "Huber's loss of a residual.",
    "huber(1.0, [0.5, 3.0])",
    "array([0.125, 2.5  ])",
    x="Where it turns from a parabola to a line.",
    y="Residual.",
)
i0 = _unary(
    "i0", "Modified Bessel function of the first kind, order 0.", "i0([0.0, 1.0])", "array([1.        , 1.26606588])"
)
i0e = _unary(
    "i0e",
    "Scaled modified Bessel function of the first kind, ``exp(-abs(x)) * i0(x)``.",
    "i0e([0.0, 1.0])",
    "array([1.        , 0.46575961])",
)
i1 = _unary(
    "i1", "Modified Bessel function of the first kind, order 1.", "i1([0.0, 1.0])", "array([0.        , 0.5651591])"
)
i1e = _unary(
    "i1e",
    "Scaled modified Bessel function of the first kind, ``exp(-abs(x)) * i1(x)``.",
    "i1e([0.0, 1.0])",
    "array([0.        , 0.20791042])",
)
k0 = _unary(
    "k0", "Modified Bessel function of the second kind, order 0.", "k0([1.0, 2.0])", "array([0.42102444, 0.11389387])"
)
k0e = _unary(
    "k0e",
    "Scaled modified Bessel function of the second kind, ``exp(x) * k0(x)``.",
    "k0e([1.0, 2.0])",
    "array([1.14446308, 0.84156822])",
)
k1 = _unary(
    "k1", "Modified Bessel function of the second kind, order 1.", "k1([1.0, 2.0])", "array([0.60190723, 0.13986588])"
)
k1e = _unary(
    "k1e",
    "Scaled modified Bessel function of the second kind, ``exp(x) * k1(x)``.",
    "k1e([1.0, 2.0])",
    "array([1.63615349, 1.03347685])",
)
kl_div = _binary(
    "kl_div",
    "Kullback and Leibler's divergence of elements, ``x * log(x / y) - x + y``.",
    "kl_div([1.0, 0.0], [2.0, 3.0])",
    "array([0.30685282, 3.        ])",
)
log_ndtr = _unary(
    "log_ndtr",
    "Logarithm of the normal distribution function.",
    "log_ndtr([0.0, -40.0])",
    "array([-6.93147181e-01, -8.04608442e+02])",
)
logit = _unary(
    "logit", "Inverse of `expit`, ``log(x / (1 - x))``.", "logit([0.5, 0.75])", "array([0.        , 1.09861229])"
)
ndtr = _unary("ndtr", "Normal distribution function.", "ndtr([0.0, 1.0])", "array([0.5       , 0.84134475])")
ndtri = _unary(
    "ndtri", "Inverse of the normal distribution function.", "ndtri([0.5, 0.975])", "array([0.        , 1.95996398])"
)
pseudo_huber = _binary(
    "pseudo_huber",
    "Smooth approximation of Huber's loss of a residual.",
    "pseudo_huber(1.0, [0.5, 3.0])",
    "array([0.11803399, 2.16227766])",
    x="Where it turns from a parabola to a line.",
    y="Residual.",
)
psi = _unary(
    "psi", "Digamma function: the derivative of `gammaln`.", "psi([1.0, 2.0])", "array([-0.57721566,  0.42278434])"
)
digamma = psi
rel_entr = _binary(
    "rel_entr",
    "Relative entropy of elements, ``x * log(x / y)``.",
    "rel_entr([1.0, 0.0], [2.0, 3.0])",
    "array([-0.69314718,  0.        ])",
)
sinc = _unary("sinc", "``sin(pi * x) / (pi * x)``.", "sinc([0.0, 0.5])", "array([1.        , 0.63661977])")
xlog1py = _binary(
    "xlog1py",
    "``x * log1p(y)``, 0 where x is 0.",
    "xlog1py([0.0, 2.0], [-1.0, 1.0])",
    "array([0.        , 1.38629436])",
)
xlogy = _binary(
    "xlogy", "``x * log(y)``, 0 where x is 0.", "xlogy([0.0, 2.0], [0.0, 2.0])", "array([0.        , 1.38629436])"
)


def zeta(x: Any, q: Any = None, out: Any = None) -> ndarray:
    """Hurwitz's zeta function, the sum of ``(k + q)**-x``; without `q` Riemann's.

    Parameters
    ----------
    x : array_like
        Exponent; above 1 with `q`.
    q : array_like, optional
        Where the sum begins.
    out : ndarray, optional
        Where to write the result.

    Returns
    -------
    ndarray
        The values, in the common floating dtype; integers count as the default float.

    Raises
    ------
    TypeError
        If numbers are complex.

    Notes
    -----
    SciPy's ``scipy.special.zeta`` of real numbers.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.special.zeta([2.0, 4.0])
    array([1.64493407, 1.08232323])
    """
    return _compute("riemann_zeta", out, x) if q is None else _compute("zeta", out, x, q)


def polygamma(n: Any, x: Any) -> ndarray:
    """Derivatives of the digamma function.

    Parameters
    ----------
    n : array_like
        Order of the derivative, not negative; 0 is `psi` itself.
    x : array_like
        Input.

    Returns
    -------
    ndarray
        The values, in the common floating dtype; integers count as the default float.

    Raises
    ------
    TypeError
        If numbers are complex.

    Notes
    -----
    SciPy's ``scipy.special.polygamma``.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.special.polygamma(1, [1.0, 2.0])
    array([1.64493407, 0.64493407])
    """
    return _compute("polygamma", None, n, x)


def multigammaln(a: Any, d: int) -> ndarray:
    """Logarithm of the gamma function of several dimensions.

    Parameters
    ----------
    a : array_like
        Input, above ``(d - 1) / 2``.
    d : int
        Number of dimensions, positive.

    Returns
    -------
    ndarray
        The values, in the floating dtype of `a`.

    Raises
    ------
    ValueError
        If `d` is not a positive integer.

    Notes
    -----
    SciPy's ``scipy.special.multigammaln``, which looks whether `a` is too small; here that is NaN or another value.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.special.multigammaln(3.0, 2)
    array(1.55019499)
    """
    try:
        dimensions = operator.index(d)
    except TypeError:
        dimensions = int(d) if float(d).is_integer() else 0
    if dimensions < 1:
        raise ValueError("d should be a positive integer (dimension)")
    (t,) = _floating("multigammaln", a)
    return finish("multigammaln", cast(_multigammaln(cast(t, torch.float64), dimensions), t.dtype), None, a)


def logsumexp(a: Any, axis: Any = None, b: Any = None, keepdims: bool = False, return_sign: bool = False) -> Any:
    """Logarithm of the sum of exponentials, without undue overflow.

    Parameters
    ----------
    a : array_like
        Exponents.
    axis : int or tuple of ints, optional
        Along which; by default all.
    b : array_like, optional
        Factors of the exponentials.
    keepdims : bool, default: False
        Whether the axes are kept with size 1.
    return_sign : bool, default: False
        Whether the sign of the sum is returned too; without it the logarithm of a negative sum is NaN.

    Returns
    -------
    ndarray or tuple of ndarray
        The logarithm, and the sign.

    Raises
    ------
    AxisError
        If an axis is out of bounds.

    Notes
    -----
    SciPy's ``scipy.special.logsumexp`` of real numbers.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.special.logsumexp([1000.0, 1000.0])
    array(1000.69314718)
    """
    t, *weights = _floating("logsumexp", a, *([] if b is None else [b]))
    if not weights:
        result = _logsumexp(t, normalize_axes(axis, t.ndim), keepdims)
        return (wrap(result), wrap(torch.exp(result).sign())) if return_sign else finish("logsumexp", result, None, a)
    t, w = torch.broadcast_tensors(t, weights[0])
    axes = normalize_axes(axis, t.ndim)
    terms = torch.where(w == 0, -torch.inf, t + torch.log(torch.abs(w)))
    up = _logsumexp(torch.where(w > 0, terms, -torch.inf), axes, keepdims)
    down = _logsumexp(torch.where(w < 0, terms, -torch.inf), axes, keepdims)
    most, least = torch.maximum(up, down), torch.minimum(up, down)
    gap = torch.where(most == -torch.inf, 0.0, least - most)
    size = torch.where(up == down, -torch.inf, most + torch.log1p(-torch.exp(gap)))
    sign = torch.where(up > down, 1.0, torch.where(up < down, -1.0, 0.0)).to(t.dtype)
    if return_sign:
        return wrap(size), wrap(sign)
    return wrap(torch.where(sign < 0, torch.nan, size))


def _softmax(name: str, x: Any, axis: Any, kernel: Callable[..., torch.Tensor]) -> ndarray:
    """Return what a kernel along one axis gives, along any number of them."""
    (t,) = _floating(name, x)
    axes = normalize_axes(axis, t.ndim)
    if len(axes) == 1:
        return finish(name, kernel(t, axes[0]), None, x)
    last = [i for i in range(t.ndim) if i not in axes] + list(axes)
    moved = t.permute(last)
    kept = moved.shape[: t.ndim - len(axes)]
    result = kernel(moved.reshape(*kept, -1), -1).reshape(moved.shape)
    return finish(name, result.permute([last.index(i) for i in range(t.ndim)]), None, x)


def softmax(x: Any, axis: Any = None) -> ndarray:
    """Exponentials divided by their sum.

    Parameters
    ----------
    x : array_like
        Exponents.
    axis : int or tuple of ints, optional
        Along which they add up to 1; by default all.

    Returns
    -------
    ndarray
        The shares, of the shape of `x`.

    Raises
    ------
    AxisError
        If an axis is out of bounds.

    Notes
    -----
    SciPy's ``scipy.special.softmax``.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.special.softmax([1.0, 1.0])
    array([0.5, 0.5])
    """
    return _softmax("softmax", x, axis, torch.softmax)


def log_softmax(x: Any, axis: Any = None) -> ndarray:
    """Logarithm of `softmax`.

    Parameters
    ----------
    x : array_like
        Exponents.
    axis : int or tuple of ints, optional
        Along which; by default all.

    Returns
    -------
    ndarray
        The logarithms, of the shape of `x`.

    Raises
    ------
    AxisError
        If an axis is out of bounds.

    Notes
    -----
    SciPy's ``scipy.special.log_softmax``.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.special.log_softmax([1000.0, 0.0])
    array([    0., -1000.])
    """
    return _softmax("log_softmax", x, axis, torch.log_softmax)


def __dir__() -> list[str]:
    """List the public names."""
    return sorted(__all__)
