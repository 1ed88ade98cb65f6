"""Assertions about arrays for tests: ``numpy.testing``, which takes this package's arrays and tensors too.

NumPy compares; arrays are handed to it as its own, also inside lists, tuples and dicts. A 0-D array counts as a scalar.
What is not about arrays is NumPy's own object. bfloat16 compares as float32, which holds it exactly.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import torch
from numpy import testing as _numpy_testing

from xp_torch._array.ndarray import host, ndarray

__all__ = [
    "assert_allclose",
    "assert_almost_equal",
    "assert_approx_equal",
    "assert_array_almost_equal",
    "assert_array_almost_equal_nulp",
    "assert_array_compare",
    "assert_array_equal",
    "assert_array_less",
    "assert_array_max_ulp",
    "assert_equal",
    "build_err_msg",
    "print_assert_equal",
]

# Steps of float32 in a step of bfloat16, which lacks 16 bits of its mantissa.
_STEPS = 2**16


def _is_bfloat16(x: Any) -> bool:
    found = getattr(x, "dtype", None)
    return found is torch.bfloat16 or getattr(found, "name", None) == "bfloat16"


def _numpy(x: Any) -> Any:
    """Return `x` with every array and tensor in it as NumPy's, one that is 0-D as a scalar."""
    if isinstance(x, ndarray):
        x = x._tensor
    if isinstance(x, torch.Tensor):
        return host(x.float() if x.dtype is torch.bfloat16 else x)[()]
    if isinstance(x, (np.ndarray, np.generic)):
        return x.astype(np.float32) if _is_bfloat16(x) else x
    if isinstance(x, (list, tuple)):
        made = [_numpy(part) for part in x]
        return made if isinstance(x, list) else tuple(made)
    if isinstance(x, dict):
        return {key: _numpy(value) for key, value in x.items()}
    return x


def _same_bfloat16(strict: bool, x: Any, y: Any) -> None:
    """Refuse, where dtypes count, bfloat16 beside another dtype: NumPy sees float32 in its place."""
    __tracebackhide__ = True
    if strict and _is_bfloat16(x) != _is_bfloat16(y):
        kinds = [getattr(a, "dtype", type(a).__name__) for a in (x, y)]
        raise AssertionError(f"\nArrays are not equal\n\n(dtypes {kinds[0]}, {kinds[1]} mismatch)")


def assert_equal(actual: Any, desired: Any, err_msg: str = "", verbose: bool = True, *, strict: bool = False) -> None:
    """Raise unless two objects are equal: numbers, arrays, or lists, tuples and dicts of them.

    Parameters
    ----------
    actual : array_like or nested sequence
        What was computed.
    desired : array_like or nested sequence
        What is expected.
    err_msg : str, default: ""
        Text for the error.
    verbose : bool, default: True
        Whether the error shows the values.
    strict : bool, default: False
        Whether shapes and dtypes of arrays must be the same too, scalars no longer standing for arrays.

    Raises
    ------
    AssertionError
        If they are not equal. NaN equals NaN; zeros among scalars must have one sign.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.testing.assert_equal({"a": xp.asarray([1, 2])}, {"a": [1, 2]})
    """
    __tracebackhide__ = True
    _same_bfloat16(strict, actual, desired)
    _numpy_testing.assert_equal(_numpy(actual), _numpy(desired), err_msg, verbose, strict=strict)


def assert_almost_equal(actual: Any, desired: Any, decimal: int = 7, err_msg: str = "", verbose: bool = True) -> None:
    """Raise unless two numbers or arrays are equal up to decimals.

    Parameters
    ----------
    actual : array_like
        What was computed.
    desired : array_like
        What is expected.
    decimal : int, default: 7
        How many decimals: differences must be below ``1.5 * 10**-decimal``.
    err_msg : str, default: ""
        Text for the error.
    verbose : bool, default: True
        Whether the error shows the values.

    Raises
    ------
    AssertionError
        If they are not.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.testing.assert_almost_equal(xp.asarray(0.3333333333), 1 / 3)
    """
    __tracebackhide__ = True
    _numpy_testing.assert_almost_equal(_numpy(actual), _numpy(desired), decimal, err_msg, verbose)


def assert_approx_equal(
    actual: Any, desired: Any, significant: int = 7, err_msg: str = "", verbose: bool = True
) -> None:
    """Raise unless two numbers are equal up to significant digits.

    Parameters
    ----------
    actual : scalar
        What was computed.
    desired : scalar
        What is expected.
    significant : int, default: 7
        How many digits.
    err_msg : str, default: ""
        Text for the error.
    verbose : bool, default: True
        Whether the error shows the values.

    Raises
    ------
    AssertionError
        If they are not.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.testing.assert_approx_equal(xp.asarray(0.1234567e-20), 0.12345671e-20, significant=6)
    """
    __tracebackhide__ = True
    _numpy_testing.assert_approx_equal(_numpy(actual), _numpy(desired), significant, err_msg, verbose)


def assert_array_equal(
    actual: Any, desired: Any, err_msg: str = "", verbose: bool = True, *, strict: bool = False
) -> None:
    """Raise unless two arrays are equal in shape and elements.

    Parameters
    ----------
    actual : array_like
        What was computed.
    desired : array_like
        What is expected.
    err_msg : str, default: ""
        Text for the error.
    verbose : bool, default: True
        Whether the error shows the values.
    strict : bool, default: False
        Whether dtypes must be the same too, and scalars no longer stand for arrays.

    Raises
    ------
    AssertionError
        If they are not. NaN equals NaN.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.testing.assert_array_equal(xp.asarray([1.0, xp.nan]), [1.0, xp.nan])
    """
    __tracebackhide__ = True
    _same_bfloat16(strict, actual, desired)
    _numpy_testing.assert_array_equal(_numpy(actual), _numpy(desired), err_msg, verbose, strict=strict)


def assert_array_almost_equal(
    actual: Any, desired: Any, decimal: int = 6, err_msg: str = "", verbose: bool = True
) -> None:
    """Raise unless two arrays are equal in shape, and in elements up to decimals.

    Parameters
    ----------
    actual : array_like
        What was computed.
    desired : array_like
        What is expected.
    decimal : int, default: 6
        How many decimals: differences must be below ``1.5 * 10**-decimal``.
    err_msg : str, default: ""
        Text for the error.
    verbose : bool, default: True
        Whether the error shows the values.

    Raises
    ------
    AssertionError
        If they are not.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.testing.assert_array_almost_equal(xp.asarray([1.0, 2.33333]), [1.0, 2.33334], decimal=4)
    """
    __tracebackhide__ = True
    _numpy_testing.assert_array_almost_equal(_numpy(actual), _numpy(desired), decimal, err_msg, verbose)


def assert_array_less(x: Any, y: Any, err_msg: str = "", verbose: bool = True, *, strict: bool = False) -> None:
    """Raise unless every element of an array is less than another's.

    Parameters
    ----------
    x : array_like
        What is to be less.
    y : array_like
        What is to be greater.
    err_msg : str, default: ""
        Text for the error.
    verbose : bool, default: True
        Whether the error shows the values.
    strict : bool, default: False
        Whether dtypes must be the same, and scalars no longer stand for arrays.

    Raises
    ------
    AssertionError
        If one is not.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.testing.assert_array_less(xp.asarray([1, 2]), 3)
    """
    __tracebackhide__ = True
    _same_bfloat16(strict, x, y)
    _numpy_testing.assert_array_less(_numpy(x), _numpy(y), err_msg, verbose, strict=strict)


def assert_allclose(
    actual: Any,
    desired: Any,
    rtol: float = 1e-07,
    atol: float = 0,
    equal_nan: bool = True,
    err_msg: str = "",
    verbose: bool = True,
    *,
    strict: bool = False,
) -> None:
    """Raise unless two arrays are equal within ``atol + rtol * abs(desired)``.

    Parameters
    ----------
    actual : array_like
        What was computed.
    desired : array_like
        What is expected.
    rtol : float, default: 1e-07
        Relative tolerance.
    atol : float, default: 0
        Absolute tolerance.
    equal_nan : bool, default: True
        Whether NaN equals NaN.
    err_msg : str, default: ""
        Text for the error.
    verbose : bool, default: True
        Whether the error shows the values.
    strict : bool, default: False
        Whether shapes and dtypes must be the same too.

    Raises
    ------
    AssertionError
        If they are not.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.testing.assert_allclose(xp.asarray([1.0, 1e5]), [1.0, 1e5 + 1e-3])
    """
    __tracebackhide__ = True
    _same_bfloat16(strict, actual, desired)
    x, y = _numpy(actual), _numpy(desired)
    _numpy_testing.assert_allclose(x, y, _numpy(rtol), _numpy(atol), equal_nan, err_msg, verbose, strict=strict)


def assert_array_almost_equal_nulp(x: Any, y: Any, nulp: float = 1) -> None:
    """Raise unless two floating arrays differ by at most some units in the last place of the greater.

    Parameters
    ----------
    x : array_like
        One array.
    y : array_like
        The other.
    nulp : number, default: 1
        How many units.

    Raises
    ------
    AssertionError
        If they differ by more.

    Examples
    --------
    >>> import xp_torch as xp
    >>> x = xp.asarray([1.0, 2.0])
    >>> xp.testing.assert_array_almost_equal_nulp(x, xp.nextafter(x, 3.0))
    """
    __tracebackhide__ = True
    steps = _STEPS if _is_bfloat16(x) and _is_bfloat16(y) else 1
    _numpy_testing.assert_array_almost_equal_nulp(_numpy(x), _numpy(y), _numpy(nulp) * steps)


def assert_array_max_ulp(a: Any, b: Any, maxulp: int = 1, dtype: Any = None) -> Any:
    """Raise unless at most so many numbers of the dtype lie between elements of two floating arrays.

    Parameters
    ----------
    a : array_like
        One array.
    b : array_like
        The other.
    maxulp : int, default: 1
        How many.
    dtype : dtype_like, optional
        Dtype to convert to first.

    Returns
    -------
    numpy.ndarray
        How many steps lie between each two elements, with a first axis of one element.

    Raises
    ------
    AssertionError
        If there are more.

    Examples
    --------
    >>> import xp_torch as xp
    >>> x = xp.asarray([1.0, 2.0])
    >>> xp.testing.assert_array_max_ulp(x, xp.nextafter(x, 3.0))
    array([[1., 1.]])
    """
    __tracebackhide__ = True
    steps = _STEPS if dtype is None and _is_bfloat16(a) and _is_bfloat16(b) else 1
    found = _numpy_testing.assert_array_max_ulp(_numpy(a), _numpy(b), _numpy(maxulp) * steps, dtype)
    return found / steps if steps > 1 else found


def assert_array_compare(
    comparison: Callable[[Any, Any], Any],
    x: Any,
    y: Any,
    err_msg: str = "",
    verbose: bool = True,
    header: str = "",
    precision: int = 6,
    equal_nan: bool = True,
    equal_inf: bool = True,
    *,
    strict: bool = False,
    names: tuple[str, str] = ("ACTUAL", "DESIRED"),
) -> None:
    """Raise unless a comparison of two arrays is true for every element: what the other assertions are made of.

    Parameters
    ----------
    comparison : callable
        Takes two NumPy arrays, returns booleans.
    x : array_like
        One array.
    y : array_like
        The other.
    err_msg : str, default: ""
        Text for the error.
    verbose : bool, default: True
        Whether the error shows the values.
    header : str, default: ""
        First line of the error.
    precision : int, default: 6
        Digits that the error shows.
    equal_nan : bool, default: True
        Whether NaN equals NaN without being compared.
    equal_inf : bool, default: True
        Whether infinities of one sign are equal without being compared.
    strict : bool, default: False
        Whether shapes and dtypes must be the same too.
    names : tuple of str, default: ("ACTUAL", "DESIRED")
        What the error calls the two.

    Raises
    ------
    AssertionError
        If it is not.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.testing.assert_array_compare(xp.less_equal, xp.asarray([1, 2]), [1, 3])
    """
    __tracebackhide__ = True
    _same_bfloat16(strict, x, y)
    _numpy_testing.assert_array_compare(
        lambda a, b: _numpy(comparison(a, b)),
        _numpy(x),
        _numpy(y),
        err_msg,
        verbose,
        header,
        precision,
        equal_nan,
        equal_inf,
        strict=strict,
        names=names,
    )


def build_err_msg(
    arrays: Any,
    err_msg: str,
    header: str = "Items are not equal:",
    verbose: bool = True,
    names: tuple[str, ...] = ("ACTUAL", "DESIRED"),
    precision: int = 8,
) -> str:
    """Return the text of an error about arrays.

    Parameters
    ----------
    arrays : sequence
        The arrays.
    err_msg : str
        Text of its own.
    header : str, default: "Items are not equal:"
        First line.
    verbose : bool, default: True
        Whether to show the values.
    names : tuple of str, default: ("ACTUAL", "DESIRED")
        What to call the arrays.
    precision : int, default: 8
        Digits to show.

    Returns
    -------
    str
        The text.

    Examples
    --------
    >>> import xp_torch as xp
    >>> print(xp.testing.build_err_msg([xp.asarray([1, 2]), 3], "here").strip())
    Items are not equal: here
     ACTUAL: array([1, 2])
     DESIRED: 3
    """
    return _numpy_testing.build_err_msg(_numpy(list(arrays)), err_msg, header, verbose, names, precision)


def print_assert_equal(test_string: str, actual: Any, desired: Any) -> None:
    """Raise unless two objects are equal by ``==``, naming the test.

    Parameters
    ----------
    test_string : str
        Name of the test.
    actual : object
        What was computed.
    desired : object
        What is expected.

    Raises
    ------
    AssertionError
        If they are not equal.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.testing.print_assert_equal("sums agree", xp.sum([1, 2]), 3)
    """
    __tracebackhide__ = True
    _numpy_testing.print_assert_equal(test_string, _numpy(actual), _numpy(desired))
