"""The functions of `special`, by SciPy's names: elementwise functions, `logsumexp` and `softmax`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch

from xp_torch._array.coercion import as_tensor, copy_shared, finish, promote_args
from xp_torch._array.ndarray import ndarray, wrap
from xp_torch._array.ufunc.ufuncs import logaddexp
from xp_torch._facts.annotations import ArrayLike, Axis
from xp_torch._facts.defaults import default_float, floating
from xp_torch._facts.dtypes import KIND, as_dtype
from xp_torch._facts.inspection import any_true
from xp_torch._facts.promotion import can_cast, promote, scalar_kind
from xp_torch._facts.shapes import broadcast_shapes, normalize_axes
from xp_torch._facts.torch_errors import raise_explained
from xp_torch._kernels import special as kernels
from xp_torch._kernels.cast import cast

__all__ = [
    "boxcox",
    "boxcox1p",
    "cbrt",
    "cosm1",
    "digamma",
    "entr",
    "erf",
    "erfc",
    "erfcinv",
    "erfcx",
    "erfinv",
    "exp10",
    "exp2",
    "expit",
    "expm1",
    "exprel",
    "gamma",
    "gammainc",
    "gammaincc",
    "gammaln",
    "gammasgn",
    "huber",
    "i0",
    "i0e",
    "i1",
    "i1e",
    "inv_boxcox",
    "inv_boxcox1p",
    "j0",
    "j1",
    "k0",
    "k0e",
    "k1",
    "k1e",
    "kl_div",
    "log1p",
    "log_expit",
    "log_ndtr",
    "log_softmax",
    "loggamma",
    "logit",
    "logsumexp",
    "multigammaln",
    "ndtr",
    "ndtri",
    "polygamma",
    "pseudo_huber",
    "psi",
    "rel_entr",
    "rgamma",
    "sinc",
    "softmax",
    "softplus",
    "xlog1py",
    "xlogy",
    "y0",
    "y1",
    "zeta",
    "zetac",
]


#: functions whose first loop in SciPy is that of float32, which float16 and small integers run; else it is float64.
_SINGLE_FIRST = frozenset({
    "boxcox", "boxcox1p", "entr", "erfcinv", "erfinv", "huber", "inv_boxcox", "inv_boxcox1p", "kl_div", "ndtri",
    "pseudo_huber", "rel_entr", "zeta",
})  # fmt: skip


def _as_floating(name: str, *values: Any) -> list[torch.Tensor]:
    """Return operands as tensors of their common floating dtype; integers become the default float."""
    parts = promote_args(name, *values)
    dtype = floating(parts[0].dtype)
    return [cast(p, dtype) for p in parts]


def _loop_dtype(name: str, dtype: torch.dtype, values: tuple[Any, ...]) -> torch.dtype:
    """Return the dtype of SciPy's loop for operands of the common `dtype`: an exact one, or the first that is safe."""
    if KIND[dtype] == "c" and dtype not in kernels.LOOPS.get(name, ()):
        raise TypeError(f"{name}: arguments must be real (got {as_dtype(dtype)})")
    if KIND[dtype] not in "biu" and dtype not in (torch.float16, torch.float32):
        return dtype  # NumPy has no others that are narrower than float64
    if name == "sinc":
        return floating(dtype)  # NumPy's function
    # Python numbers are weak
    operands = {as_tensor(v).dtype for v in values if scalar_kind(v) is None}
    if operands == {torch.float32}:
        return torch.float32
    if name in _SINGLE_FIRST and operands and all(can_cast(d, torch.float32) for d in operands):
        return torch.float32
    return default_float() if KIND[dtype] in "biu" else promote(dtype, default_float())


def _in_loop_dtype(name: str, *values: Any) -> list[torch.Tensor]:
    """Return operands as tensors of the dtype of SciPy's loop."""
    parts = promote_args(name, *values)
    dtype = _loop_dtype(name, parts[0].dtype, values)
    return [cast(p, dtype) for p in parts]


def _compute(name: str, out: Any, *values: Any) -> ndarray:
    """Return the result of the loop `name` for the dtype of the operands."""
    operands = _in_loop_dtype(name, *values) if out is None else copy_shared(_in_loop_dtype(name, *values), out)
    try:
        result = kernels.LOOPS[name][operands[0].dtype](*operands)
    except RuntimeError as error:
        raise_explained(name, operands, error)
    return finish(name, result, out, next((v for v in values if isinstance(v, ndarray)), None))


def boxcox(x: ArrayLike, lmbda: ArrayLike, out: ndarray | None = None) -> ndarray:
    """Compute the Box-Cox transform ``(x**lmbda - 1) / lmbda``, and ``log(x)`` if `lmbda` is 0.

    Parameters
    ----------
    x : array_like
        Input.
    lmbda : array_like
        Exponent.
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
    The function is ``scipy.special.boxcox``.

    Examples
    --------
    >>> xp.special.boxcox(xp.asarray([1.0, 4.0]), 0.5)
    array([0., 2.])
    """
    return _compute("boxcox", out, x, lmbda)


def boxcox1p(x: ArrayLike, lmbda: ArrayLike, out: ndarray | None = None) -> ndarray:
    """Compute the Box-Cox transform of ``1 + x``.

    Parameters
    ----------
    x : array_like
        Input.
    lmbda : array_like
        Exponent.
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
    The function is ``scipy.special.boxcox1p``.

    Examples
    --------
    >>> xp.special.boxcox1p(xp.asarray([0.0, 3.0]), 0.5)
    array([0., 2.])
    """
    return _compute("boxcox1p", out, x, lmbda)


def cbrt(x: ArrayLike, out: ndarray | None = None) -> ndarray:
    """Compute the cube root.

    Parameters
    ----------
    x : array_like
        Input.
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
    The function is ``scipy.special.cbrt``.

    Examples
    --------
    >>> xp.special.cbrt(27)
    array(3.)
    """
    return _compute("cbrt", out, x)


def cosm1(x: ArrayLike, out: ndarray | None = None) -> ndarray:
    """Compute ``cos(x) - 1`` without cancellation near 0.

    Parameters
    ----------
    x : array_like
        Input.
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
    The function is ``scipy.special.cosm1``.

    Examples
    --------
    >>> xp.special.cosm1(1e-5)
    array(-5.e-11)
    """
    return _compute("cosm1", out, x)


def entr(x: ArrayLike, out: ndarray | None = None) -> ndarray:
    """Compute ``-x * log(x)``: 0 for 0, -inf for negative numbers.

    Parameters
    ----------
    x : array_like
        Input.
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
    The function is ``scipy.special.entr``.

    Examples
    --------
    >>> xp.special.entr(0.5)
    array(0.34657359)
    """
    return _compute("entr", out, x)


def erf(x: ArrayLike, out: ndarray | None = None) -> ndarray:
    """Compute the error function.

    Parameters
    ----------
    x : array_like
        Input.
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
    The function is ``scipy.special.erf``.

    Examples
    --------
    >>> xp.special.erf(1.0)
    array(0.84270079)
    """
    return _compute("erf", out, x)


def erfc(x: ArrayLike, out: ndarray | None = None) -> ndarray:
    """Compute the complementary error function, ``1 - erf(x)``.

    Parameters
    ----------
    x : array_like
        Input.
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
    The function is ``scipy.special.erfc``.

    Examples
    --------
    >>> xp.special.erfc(1.0)
    array(0.15729921)
    """
    return _compute("erfc", out, x)


def erfcinv(y: ArrayLike, out: ndarray | None = None) -> ndarray:
    """Compute the inverse of the complementary error function; NaN outside its domain.

    Parameters
    ----------
    y : array_like
        Values of `erfc`, between 0 and 2.
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
    The function is ``scipy.special.erfcinv``.

    Examples
    --------
    >>> xp.special.erfcinv(0.5)
    array(0.47693628)
    """
    return _compute("erfcinv", out, y)


def erfcx(x: ArrayLike, out: ndarray | None = None) -> ndarray:
    """Compute the scaled complementary error function, ``exp(x**2) * erfc(x)``.

    Parameters
    ----------
    x : array_like
        Input.
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
    The function is ``scipy.special.erfcx``.

    Examples
    --------
    >>> xp.special.erfcx(100.0)
    array(0.00564161)
    """
    return _compute("erfcx", out, x)


def erfinv(x: ArrayLike, out: ndarray | None = None) -> ndarray:
    """Compute the inverse of the error function.

    Parameters
    ----------
    x : array_like
        Input.
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
    The function is ``scipy.special.erfinv``.

    Examples
    --------
    >>> xp.special.erfinv(0.5)
    array(0.47693628)
    """
    return _compute("erfinv", out, x)


def exp10(x: ArrayLike, out: ndarray | None = None) -> ndarray:
    """Compute ``10**x``.

    Parameters
    ----------
    x : array_like
        Input.
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
    The function is ``scipy.special.exp10``.

    Examples
    --------
    >>> xp.special.exp10(xp.asarray([1.0, -2.0]))
    array([10.  ,  0.01])
    """
    return _compute("exp10", out, x)


def exp2(x: ArrayLike, out: ndarray | None = None) -> ndarray:
    """Compute ``2**x``.

    Parameters
    ----------
    x : array_like
        Input.
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
    The function is ``scipy.special.exp2``.

    Examples
    --------
    >>> xp.special.exp2(xp.asarray([1.0, -2.0]))
    array([2.  , 0.25])
    """
    return _compute("exp2", out, x)


def expit(x: ArrayLike, out: ndarray | None = None) -> ndarray:
    """Compute the logistic function, ``1 / (1 + exp(-x))``.

    Parameters
    ----------
    x : array_like
        Input.
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
    The function is ``scipy.special.expit``.

    Examples
    --------
    >>> xp.special.expit(2.0)
    array(0.88079708)
    """
    return _compute("expit", out, x)


def expm1(x: ArrayLike, out: ndarray | None = None) -> ndarray:
    """Compute ``exp(x) - 1`` without cancellation near 0.

    Parameters
    ----------
    x : array_like
        Input.
    out : ndarray, optional
        Array to write the result to. It must have the shape of the result.

    Returns
    -------
    ndarray
        The values. Arguments of float32, float64 or bfloat16 keep their dtype. Other dtypes are cast as in SciPy:
        to the default floating dtype, or in some functions to float32 if it holds all values of the dtype.

    Notes
    -----
    The function is ``scipy.special.expm1``.

    Examples
    --------
    >>> xp.special.expm1(1e-5)
    array(1.000005e-05)
    """
    return _compute("expm1", out, x)


def exprel(x: ArrayLike, out: ndarray | None = None) -> ndarray:
    """Compute ``(exp(x) - 1) / x``: 1 for 0.

    Parameters
    ----------
    x : array_like
        Input.
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
    The function is ``scipy.special.exprel``.

    Examples
    --------
    >>> xp.special.exprel(xp.asarray([0.0, 1.0]))
    array([1.        , 1.71828183])
    """
    return _compute("exprel", out, x)


def gamma(x: ArrayLike, out: ndarray | None = None) -> ndarray:
    """Compute the gamma function: infinite at 0, NaN at negative integers.

    Parameters
    ----------
    x : array_like
        Input.
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
    The function is ``scipy.special.gamma``.

    Differs from SciPy: complex numbers raise `TypeError`.

    Examples
    --------
    >>> xp.special.gamma(xp.asarray([5.0, 0.5]))
    array([24.        ,  1.77245385])
    """
    return _compute("gamma", out, x)


def gammainc(x: ArrayLike, y: ArrayLike, out: ndarray | None = None) -> ndarray:
    """Compute the regularized lower incomplete gamma function, to nine digits.

    Parameters
    ----------
    x : array_like
        Shape parameter.
    y : array_like
        Upper limit of the integral.
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
    The function is ``scipy.special.gammainc``.

    Examples
    --------
    >>> xp.special.gammainc(2.0, 3.0)
    array(0.80085173)
    """
    return _compute("gammainc", out, x, y)


def gammaincc(x: ArrayLike, y: ArrayLike, out: ndarray | None = None) -> ndarray:
    """Compute the regularized upper incomplete gamma function, to nine digits (six for `x` near 0).

    Parameters
    ----------
    x : array_like
        Shape parameter.
    y : array_like
        Lower limit of the integral.
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
    The function is ``scipy.special.gammaincc``.

    Examples
    --------
    >>> xp.special.gammaincc(2.0, 3.0)
    array(0.19914827)
    """
    return _compute("gammaincc", out, x, y)


def gammaln(x: ArrayLike, out: ndarray | None = None) -> ndarray:
    """Compute the logarithm of the absolute value of the gamma function.

    Parameters
    ----------
    x : array_like
        Input.
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
    The function is ``scipy.special.gammaln``.

    Examples
    --------
    >>> xp.special.gammaln(5.0)
    array(3.17805383)
    """
    return _compute("gammaln", out, x)


def gammasgn(x: ArrayLike, out: ndarray | None = None) -> ndarray:
    """Compute the sign of the gamma function: that of the argument at 0, NaN at negative integers.

    Parameters
    ----------
    x : array_like
        Input.
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
    The function is ``scipy.special.gammasgn``.

    Examples
    --------
    >>> xp.special.gammasgn(xp.asarray([2.0, -0.5]))
    array([ 1., -1.])
    """
    return _compute("gammasgn", out, x)


def huber(x: ArrayLike, y: ArrayLike, out: ndarray | None = None) -> ndarray:
    """Compute the Huber loss.

    Parameters
    ----------
    x : array_like
        Residual at which the quadratic loss becomes linear.
    y : array_like
        Residual.
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
    The function is ``scipy.special.huber``.

    Examples
    --------
    >>> xp.special.huber(1.0, 3.0)
    array(2.5)
    """
    return _compute("huber", out, x, y)


def i0(x: ArrayLike, out: ndarray | None = None) -> ndarray:
    """Compute the modified Bessel function of the first kind and order 0.

    Parameters
    ----------
    x : array_like
        Input.
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
    The function is ``scipy.special.i0``.

    Examples
    --------
    >>> xp.special.i0(1.0)
    array(1.26606588)
    """
    return _compute("i0", out, x)


def i0e(x: ArrayLike, out: ndarray | None = None) -> ndarray:
    """Compute the exponentially scaled `i0`, ``exp(-abs(x)) * i0(x)``.

    Parameters
    ----------
    x : array_like
        Input.
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
    The function is ``scipy.special.i0e``.

    Examples
    --------
    >>> xp.special.i0e(1.0)
    array(0.46575961)
    """
    return _compute("i0e", out, x)


def i1(x: ArrayLike, out: ndarray | None = None) -> ndarray:
    """Compute the modified Bessel function of the first kind and order 1.

    Parameters
    ----------
    x : array_like
        Input.
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
    The function is ``scipy.special.i1``.

    Examples
    --------
    >>> xp.special.i1(1.0)
    array(0.5651591)
    """
    return _compute("i1", out, x)


def i1e(x: ArrayLike, out: ndarray | None = None) -> ndarray:
    """Compute the exponentially scaled `i1`, ``exp(-abs(x)) * i1(x)``.

    Parameters
    ----------
    x : array_like
        Input.
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
    The function is ``scipy.special.i1e``.

    Examples
    --------
    >>> xp.special.i1e(1.0)
    array(0.20791042)
    """
    return _compute("i1e", out, x)


def inv_boxcox(y: ArrayLike, lmbda: ArrayLike, out: ndarray | None = None) -> ndarray:
    """Compute the inverse of `boxcox`.

    Parameters
    ----------
    y : array_like
        Values of the transform.
    lmbda : array_like
        Exponent.
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
    The function is ``scipy.special.inv_boxcox``.

    Examples
    --------
    >>> xp.special.inv_boxcox(xp.asarray([0.0, 2.0]), 0.5)
    array([1., 4.])
    """
    return _compute("inv_boxcox", out, y, lmbda)


def inv_boxcox1p(y: ArrayLike, lmbda: ArrayLike, out: ndarray | None = None) -> ndarray:
    """Compute the inverse of `boxcox1p`.

    Parameters
    ----------
    y : array_like
        Values of the transform.
    lmbda : array_like
        Exponent.
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
    The function is ``scipy.special.inv_boxcox1p``.

    Examples
    --------
    >>> xp.special.inv_boxcox1p(xp.asarray([0.0, 2.0]), 0.5)
    array([0., 3.])
    """
    return _compute("inv_boxcox1p", out, y, lmbda)


def j0(x: ArrayLike, out: ndarray | None = None) -> ndarray:
    """Compute the Bessel function of the first kind of order 0.

    Parameters
    ----------
    x : array_like
        Input.
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
    The function is ``scipy.special.j0``.

    Examples
    --------
    >>> xp.special.j0(xp.asarray([0.0, 1.0]))
    array([1.        , 0.76519769])
    """
    return _compute("j0", out, x)


def j1(x: ArrayLike, out: ndarray | None = None) -> ndarray:
    """Compute the Bessel function of the first kind of order 1.

    Parameters
    ----------
    x : array_like
        Input.
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
    The function is ``scipy.special.j1``.

    Examples
    --------
    >>> xp.special.j1(xp.asarray([0.0, 1.0]))
    array([0.        , 0.44005059])
    """
    return _compute("j1", out, x)


def k0(x: ArrayLike, out: ndarray | None = None) -> ndarray:
    """Compute the modified Bessel function of the second kind and order 0.

    Parameters
    ----------
    x : array_like
        Input.
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
    The function is ``scipy.special.k0``.

    Examples
    --------
    >>> xp.special.k0(2.0)
    array(0.11389387)
    """
    return _compute("k0", out, x)


def k0e(x: ArrayLike, out: ndarray | None = None) -> ndarray:
    """Compute the exponentially scaled `k0`, ``exp(x) * k0(x)``.

    Parameters
    ----------
    x : array_like
        Input.
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
    The function is ``scipy.special.k0e``.

    Examples
    --------
    >>> xp.special.k0e(2.0)
    array(0.84156822)
    """
    return _compute("k0e", out, x)


def k1(x: ArrayLike, out: ndarray | None = None) -> ndarray:
    """Compute the modified Bessel function of the second kind and order 1.

    Parameters
    ----------
    x : array_like
        Input.
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
    The function is ``scipy.special.k1``.

    Examples
    --------
    >>> xp.special.k1(2.0)
    array(0.13986588)
    """
    return _compute("k1", out, x)


def k1e(x: ArrayLike, out: ndarray | None = None) -> ndarray:
    """Compute the exponentially scaled `k1`, ``exp(x) * k1(x)``.

    Parameters
    ----------
    x : array_like
        Input.
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
    The function is ``scipy.special.k1e``.

    Examples
    --------
    >>> xp.special.k1e(2.0)
    array(1.03347685)
    """
    return _compute("k1e", out, x)


def kl_div(x: ArrayLike, y: ArrayLike, out: ndarray | None = None) -> ndarray:
    """Compute the elements of the Kullback-Leibler divergence, ``x * log(x / y) - x + y``.

    Parameters
    ----------
    x : array_like
        First input.
    y : array_like
        Second input.
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
    The function is ``scipy.special.kl_div``.

    Examples
    --------
    >>> xp.special.kl_div(1.0, 2.0)
    array(0.30685282)
    """
    return _compute("kl_div", out, x, y)


def log1p(x: ArrayLike, out: ndarray | None = None) -> ndarray:
    """Compute ``log(1 + x)`` without cancellation near 0.

    Parameters
    ----------
    x : array_like
        Input.
    out : ndarray, optional
        Array to write the result to. It must have the shape of the result.

    Returns
    -------
    ndarray
        The values. Arguments of float32, float64 or bfloat16 keep their dtype. Other dtypes are cast as in SciPy:
        to the default floating dtype, or in some functions to float32 if it holds all values of the dtype.

    Notes
    -----
    The function is ``scipy.special.log1p``.

    Examples
    --------
    >>> xp.special.log1p(1e-5)
    array(9.99995e-06)
    """
    return _compute("log1p", out, x)


def log_expit(x: ArrayLike, out: ndarray | None = None) -> ndarray:
    """Compute the logarithm of `expit`.

    Parameters
    ----------
    x : array_like
        Input.
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
    The function is ``scipy.special.log_expit``.

    Examples
    --------
    >>> xp.special.log_expit(xp.asarray([0.0, -1000.0]))
    array([-6.93147181e-01, -1.00000000e+03])
    """
    return _compute("log_expit", out, x)


def log_ndtr(x: ArrayLike, out: ndarray | None = None) -> ndarray:
    """Compute the logarithm of the standard normal distribution function.

    Parameters
    ----------
    x : array_like
        Input.
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
    The function is ``scipy.special.log_ndtr``.

    Examples
    --------
    >>> xp.special.log_ndtr(-40.0)
    array(-804.60844201)
    """
    return _compute("log_ndtr", out, x)


def loggamma(x: ArrayLike, out: ndarray | None = None) -> ndarray:
    """Compute the logarithm of the gamma function: NaN for negative numbers.

    Parameters
    ----------
    x : array_like
        Input.
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
    The function is ``scipy.special.loggamma``.

    Differs from SciPy: complex numbers raise `TypeError`.

    Examples
    --------
    >>> xp.special.loggamma(10.0)
    array(12.80182748)
    """
    return _compute("loggamma", out, x)


def logit(x: ArrayLike, out: ndarray | None = None) -> ndarray:
    """Compute the inverse of `expit`, ``log(x / (1 - x))``.

    Parameters
    ----------
    x : array_like
        Input.
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
    The function is ``scipy.special.logit``.

    Examples
    --------
    >>> xp.special.logit(0.75)
    array(1.09861229)
    """
    return _compute("logit", out, x)


def ndtr(x: ArrayLike, out: ndarray | None = None) -> ndarray:
    """Compute the standard normal distribution function.

    Parameters
    ----------
    x : array_like
        Input.
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
    The function is ``scipy.special.ndtr``.

    Examples
    --------
    >>> xp.special.ndtr(1.0)
    array(0.84134475)
    """
    return _compute("ndtr", out, x)


def ndtri(x: ArrayLike, out: ndarray | None = None) -> ndarray:
    """Compute the inverse of the standard normal distribution function.

    Parameters
    ----------
    x : array_like
        Input.
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
    The function is ``scipy.special.ndtri``.

    Examples
    --------
    >>> xp.special.ndtri(0.975)
    array(1.95996398)
    """
    return _compute("ndtri", out, x)


def pseudo_huber(x: ArrayLike, y: ArrayLike, out: ndarray | None = None) -> ndarray:
    """Compute the pseudo-Huber loss, a smooth approximation of `huber`.

    Parameters
    ----------
    x : array_like
        Residual at which the quadratic loss becomes linear.
    y : array_like
        Residual.
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
    The function is ``scipy.special.pseudo_huber``.

    Examples
    --------
    >>> xp.special.pseudo_huber(1.0, 3.0)
    array(2.16227766)
    """
    return _compute("pseudo_huber", out, x, y)


def psi(x: ArrayLike, out: ndarray | None = None) -> ndarray:
    """Compute the digamma function, the derivative of `gammaln`.

    Parameters
    ----------
    x : array_like
        Input.
    out : ndarray, optional
        Array to write the result to. It must have the shape of the result.

    Returns
    -------
    ndarray
        The values. Arguments of float32, float64 or bfloat16 keep their dtype. Other dtypes are cast as in SciPy:
        to the default floating dtype, or in some functions to float32 if it holds all values of the dtype.

    Notes
    -----
    The function is ``scipy.special.psi``.

    Examples
    --------
    >>> xp.special.psi(2.0)
    array(0.42278434)
    """
    return _compute("psi", out, x)


digamma = psi


def rel_entr(x: ArrayLike, y: ArrayLike, out: ndarray | None = None) -> ndarray:
    """Compute the elements of the relative entropy, ``x * log(x / y)``.

    Parameters
    ----------
    x : array_like
        First input.
    y : array_like
        Second input.
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
    The function is ``scipy.special.rel_entr``.

    Examples
    --------
    >>> xp.special.rel_entr(1.0, 2.0)
    array(-0.69314718)
    """
    return _compute("rel_entr", out, x, y)


def rgamma(x: ArrayLike, out: ndarray | None = None) -> ndarray:
    """Compute the reciprocal of the gamma function: 0 at 0 and negative integers.

    Parameters
    ----------
    x : array_like
        Input.
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
    The function is ``scipy.special.rgamma``.

    Differs from SciPy: complex numbers raise `TypeError`.

    Examples
    --------
    >>> xp.special.rgamma(xp.asarray([5.0, -1.0]))
    array([0.04166667, 0.        ])
    """
    return _compute("rgamma", out, x)


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
        The values. Arguments of float32, float64 or bfloat16 keep their dtype. Other dtypes are cast as in SciPy:
        to the default floating dtype, or in some functions to float32 if it holds all values of the dtype.

    Raises
    ------
    TypeError
        If an argument is complex.

    Notes
    -----
    The function is ``scipy.special.sinc``.

    Examples
    --------
    >>> xp.special.sinc(0.5)
    array(0.63661977)
    """
    return _compute("sinc", out, x)


def xlog1py(x: ArrayLike, y: ArrayLike, out: ndarray | None = None) -> ndarray:
    """Compute ``x * log1p(y)``, 0 where x is 0.

    Parameters
    ----------
    x : array_like
        First input.
    y : array_like
        Second input.
    out : ndarray, optional
        Array to write the result to. It must have the shape of the result.

    Returns
    -------
    ndarray
        The values. Arguments of float32, float64 or bfloat16 keep their dtype. Other dtypes are cast as in SciPy:
        to the default floating dtype, or in some functions to float32 if it holds all values of the dtype.

    Notes
    -----
    The function is ``scipy.special.xlog1py``.

    Examples
    --------
    >>> xp.special.xlog1py(2.0, 1.0)
    array(1.38629436)
    """
    return _compute("xlog1py", out, x, y)


def xlogy(x: ArrayLike, y: ArrayLike, out: ndarray | None = None) -> ndarray:
    """Compute ``x * log(y)``, 0 where x is 0.

    Parameters
    ----------
    x : array_like
        First input.
    y : array_like
        Second input.
    out : ndarray, optional
        Array to write the result to. It must have the shape of the result.

    Returns
    -------
    ndarray
        The values. Arguments of float32, float64 or bfloat16 keep their dtype. Other dtypes are cast as in SciPy:
        to the default floating dtype, or in some functions to float32 if it holds all values of the dtype.

    Notes
    -----
    The function is ``scipy.special.xlogy``.

    Examples
    --------
    >>> xp.special.xlogy(2.0, 2.0)
    array(1.38629436)
    """
    return _compute("xlogy", out, x, y)


def y0(x: ArrayLike, out: ndarray | None = None) -> ndarray:
    """Compute the Bessel function of the second kind of order 0: -inf for 0, NaN for negative numbers.

    Parameters
    ----------
    x : array_like
        Input.
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
    The function is ``scipy.special.y0``.

    Examples
    --------
    >>> xp.special.y0(xp.asarray([0.0, 1.0]))
    array([      -inf, 0.08825696])
    """
    return _compute("y0", out, x)


def y1(x: ArrayLike, out: ndarray | None = None) -> ndarray:
    """Compute the Bessel function of the second kind of order 1: -inf for 0, NaN for negative numbers.

    Parameters
    ----------
    x : array_like
        Input.
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
    The function is ``scipy.special.y1``.

    Examples
    --------
    >>> xp.special.y1(xp.asarray([0.0, 1.0]))
    array([       -inf, -0.78121282])
    """
    return _compute("y1", out, x)


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
    return _compute("riemann_zeta", out, x) if q is None else _compute("zeta", out, x, q)


def zetac(x: ArrayLike, out: ndarray | None = None) -> ndarray:
    """Compute the Riemann zeta function minus 1.

    Parameters
    ----------
    x : array_like
        Input.
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
    The function is ``scipy.special.zetac``.

    Examples
    --------
    >>> xp.special.zetac(xp.asarray([2.0, 30.0]))
    array([6.44934067e-01, 9.31327432e-10])
    """
    return _compute("zetac", out, x)


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
    order = n if scalar_kind(n) is None else as_tensor(n, device=as_tensor(x).device)
    return _compute("polygamma", None, order, x)


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
    (t,) = _in_loop_dtype("multigammaln", a)
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
