"""Assertions about arrays, which convert arrays of this package and tensors, and call those of ``numpy.testing``."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import numpy as np
import torch

from xp_torch._array.coercion import has_array, is_foreign
from xp_torch._array.ndarray import host, ndarray
from xp_torch._facts.annotations import ArrayLike, DTypeLike
from xp_torch._facts.dtypes import WITHOUT_NUMPY, as_dtype
from xp_torch._functions.data_type import finfo

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

#: largest number of levels of lists, below Python's limit of recursion.
_DEEPEST = 256

_Function = TypeVar("_Function", bound=Callable[..., Any])


def _lacked(x: Any) -> torch.dtype | None:
    """Return the dtype of `x` if NumPy itself lacks it; None for others."""
    dtype = getattr(x, "dtype", None)
    name = str(dtype).removeprefix("torch.")
    return next((d for d in WITHOUT_NUMPY if as_dtype(d).name == name), None)


def _ulps(*arrays: Any) -> float:
    """Return the size of the arrays' own unit in the last place, in units of the dtype that NumPy compares."""
    own = {_lacked(x) for x in arrays}
    kind = own.pop()
    if kind is None or own:
        return 1
    return finfo(kind).eps / finfo(WITHOUT_NUMPY[kind]).eps


def _to_numpy(x: Any, depth: int = 0) -> Any:
    """Return `x` with every array and tensor in it as NumPy's, 0-D ones as scalars."""
    if depth > _DEEPEST:
        raise ValueError(f"lists are nested in more than {_DEEPEST} levels, or contain themselves")
    if isinstance(x, ndarray):
        x = x._tensor
    if isinstance(x, torch.Tensor):
        return host(x.to(WITHOUT_NUMPY.get(x.dtype, x.dtype)))[()]
    if isinstance(x, (np.ndarray, np.generic)):
        kind = _lacked(x)
        return x if kind is None else x.astype(as_dtype(WITHOUT_NUMPY[kind]).__numpy_dtype__)
    if isinstance(x, (list, tuple)):
        parts = [_to_numpy(part, depth + 1) for part in x]
        return parts if isinstance(x, list) else tuple(parts)
    if isinstance(x, dict):
        return {key: _to_numpy(value, depth + 1) for key, value in x.items()}
    return x


def _converted(x: Any) -> Any:
    """Return the array or tensor that an object converts to, since NumPy refuses it; else the object itself."""
    if has_array(x) and not is_foreign(type(x)) and isinstance(array := x.__array__(), (ndarray, torch.Tensor)):
        return array
    return x


def _check_lacked(x: Any, y: Any) -> None:
    """Raise if one of two arrays has a dtype that NumPy lacks, for `strict`: NumPy would compare wider ones."""
    __tracebackhide__ = True
    if _lacked(x) is not _lacked(y):
        dtypes = [getattr(a, "dtype", type(a).__name__) for a in (x, y)]
        raise AssertionError(f"\nArrays are not equal\n\n(dtypes {dtypes[0]}, {dtypes[1]} mismatch)")


def _asserted_by_numpy(function: _Function) -> _Function:
    """Let a function convert its arguments and call NumPy's assertion of its name."""
    numpy_assertion = getattr(np.testing, function.__name__)
    signature = inspect.signature(function)
    # NumPy's two others compare objects by `==`.
    compares_arrays = function.__name__ not in ("assert_equal", "print_assert_equal")

    @functools.wraps(function)
    def assertion(*args: Any, **kwargs: Any) -> None:
        __tracebackhide__ = True
        bound = signature.bind(*args, **kwargs)
        arguments = [_converted(x) for x in bound.args] if compares_arrays else bound.args
        if bound.kwargs.get("strict"):
            _check_lacked(*arguments[:2])
        numpy_assertion(*map(_to_numpy, arguments), **_to_numpy(bound.kwargs))

    return assertion  # type: ignore[return-value]


@_asserted_by_numpy
def assert_equal(
    actual: object, desired: object, err_msg: str = "", verbose: bool = True, *, strict: bool = False
) -> None:
    """Raise `AssertionError` unless two objects are equal: numbers, arrays, or lists, tuples and dicts of them.

    NaN equals NaN; zeros among scalars must have the same sign.

    Parameters
    ----------
    actual : array_like
        The computed values.
    desired : array_like
        The expected values.
    err_msg : str, default: ""
        Text to add to the error message.
    verbose : bool, default: True
        Whether the error message shows the values.
    strict : bool, default: False
        Whether shapes and dtypes must be the same too, so that a scalar doesn't match an array.

    Examples
    --------
    >>> xp.testing.assert_equal({"a": xp.asarray([1, 2])}, {"a": [1, 2]})
    """


@_asserted_by_numpy
def assert_almost_equal(
    actual: ArrayLike, desired: ArrayLike, decimal: int = 7, err_msg: str = "", verbose: bool = True
) -> None:
    """Raise `AssertionError` unless two numbers or arrays are equal to a number of decimals.

    Parameters
    ----------
    actual : array_like
        The computed values.
    desired : array_like
        The expected values.
    decimal : int, default: 7
        Number of decimals; differences must be below ``1.5 * 10**-decimal``.
    err_msg : str, default: ""
        Text to add to the error message.
    verbose : bool, default: True
        Whether the error message shows the values.

    Examples
    --------
    >>> xp.testing.assert_almost_equal(xp.asarray(0.3333333333), 1 / 3)
    """


@_asserted_by_numpy
def assert_approx_equal(
    actual: ArrayLike, desired: ArrayLike, significant: int = 7, err_msg: str = "", verbose: bool = True
) -> None:
    """Raise `AssertionError` unless two numbers are equal to a number of significant digits.

    Parameters
    ----------
    actual : array_like
        The computed values.
    desired : array_like
        The expected values.
    significant : int, default: 7
        Number of significant digits.
    err_msg : str, default: ""
        Text to add to the error message.
    verbose : bool, default: True
        Whether the error message shows the values.

    Examples
    --------
    >>> xp.testing.assert_approx_equal(xp.asarray(0.1234567e-20), 0.12345671e-20, significant=6)
    """


@_asserted_by_numpy
def assert_array_equal(
    actual: ArrayLike, desired: ArrayLike, err_msg: str = "", verbose: bool = True, *, strict: bool = False
) -> None:
    """Raise `AssertionError` unless two arrays have equal shapes and elements. NaN equals NaN.

    Parameters
    ----------
    actual : array_like
        The computed values.
    desired : array_like
        The expected values.
    err_msg : str, default: ""
        Text to add to the error message.
    verbose : bool, default: True
        Whether the error message shows the values.
    strict : bool, default: False
        Whether shapes and dtypes must be the same too, so that a scalar doesn't match an array.

    Examples
    --------
    >>> xp.testing.assert_array_equal(xp.asarray([1.0, xp.nan]), [1.0, xp.nan])
    """


@_asserted_by_numpy
def assert_array_almost_equal(
    actual: ArrayLike, desired: ArrayLike, decimal: int = 6, err_msg: str = "", verbose: bool = True
) -> None:
    """Raise `AssertionError` unless two arrays have equal shapes, and equal elements to a number of decimals.

    Parameters
    ----------
    actual : array_like
        The computed values.
    desired : array_like
        The expected values.
    decimal : int, default: 6
        Number of decimals; differences must be below ``1.5 * 10**-decimal``.
    err_msg : str, default: ""
        Text to add to the error message.
    verbose : bool, default: True
        Whether the error message shows the values.

    Examples
    --------
    >>> xp.testing.assert_array_almost_equal(xp.asarray([1.0, 2.33333]), [1.0, 2.33334], decimal=4)
    """


@_asserted_by_numpy
def assert_array_less(
    x: ArrayLike, y: ArrayLike, err_msg: str = "", verbose: bool = True, *, strict: bool = False
) -> None:
    """Raise `AssertionError` unless every element of `x` is less than the element of `y`.

    Parameters
    ----------
    x : array_like
        The smaller array.
    y : array_like
        The larger array.
    err_msg : str, default: ""
        Text to add to the error message.
    verbose : bool, default: True
        Whether the error message shows the values.
    strict : bool, default: False
        Whether shapes and dtypes must be the same too, so that a scalar doesn't match an array.

    Examples
    --------
    >>> xp.testing.assert_array_less(xp.asarray([1, 2]), 3)
    """


@_asserted_by_numpy
def assert_allclose(
    actual: ArrayLike,
    desired: ArrayLike,
    rtol: float = 1e-07,
    atol: float = 0,
    equal_nan: bool = True,
    err_msg: str = "",
    verbose: bool = True,
    *,
    strict: bool = False,
) -> None:
    """Raise `AssertionError` unless two arrays are equal within ``atol + rtol * abs(desired)``.

    Parameters
    ----------
    actual : array_like
        The computed values.
    desired : array_like
        The expected values.
    rtol : float, default: 1e-07
        Relative tolerance.
    atol : float, default: 0
        Absolute tolerance.
    equal_nan : bool, default: True
        Whether NaN equals NaN.
    err_msg : str, default: ""
        Text to add to the error message.
    verbose : bool, default: True
        Whether the error message shows the values.
    strict : bool, default: False
        Whether shapes and dtypes must be the same too, so that a scalar doesn't match an array.

    Examples
    --------
    >>> xp.testing.assert_allclose(xp.asarray([1.0, 1e5]), [1.0, 1e5 + 1e-3])
    """


@_asserted_by_numpy
def print_assert_equal(test_string: str, actual: object, desired: object) -> None:
    """Raise `AssertionError` unless two objects are equal by ``==``; the message names the test.

    Parameters
    ----------
    test_string : str
        Name of the test, for the error message.
    actual : array_like
        The computed values.
    desired : array_like
        The expected values.

    Examples
    --------
    >>> xp.testing.print_assert_equal("sums agree", xp.sum([1, 2]), 3)
    """


def assert_array_almost_equal_nulp(x: ArrayLike, y: ArrayLike, nulp: float = 1) -> None:
    """Raise `AssertionError` unless two floating arrays are equal within units in the last place of the larger one.

    Parameters
    ----------
    x : array_like
        The first array.
    y : array_like
        The second array.
    nulp : number, default: 1
        Largest difference, in units in the last place.

    Examples
    --------
    >>> x = xp.asarray([1.0, 2.0])
    >>> xp.testing.assert_array_almost_equal_nulp(x, xp.nextafter(x, 3.0))
    """
    __tracebackhide__ = True
    np.testing.assert_array_almost_equal_nulp(_to_numpy(x), _to_numpy(y), _to_numpy(nulp) * _ulps(x, y))


def assert_array_max_ulp(a: ArrayLike, b: ArrayLike, maxulp: int = 1, dtype: DTypeLike | None = None) -> Any:
    """Raise `AssertionError` unless two floating arrays differ by at most `maxulp` units in the last place.

    Parameters
    ----------
    a : array_like
        The first array.
    b : array_like
        The second array.
    maxulp : int, default: 1
        Largest difference, in units in the last place.
    dtype : dtype_like, optional
        Data type to convert to first.

    Returns
    -------
    numpy.ndarray
        Differences of the elements in units in the last place, with a first axis of size one.

    Examples
    --------
    >>> x = xp.asarray([1.0, 2.0])
    >>> xp.testing.assert_array_max_ulp(x, xp.nextafter(x, 3.0))
    array([[1., 1.]])
    """
    __tracebackhide__ = True
    ulps = _ulps(a, b) if dtype is None else 1
    most, kind = _to_numpy(maxulp) * ulps, None if dtype is None else as_dtype(dtype).__numpy_dtype__
    return np.testing.assert_array_max_ulp(_to_numpy(a), _to_numpy(b), most, kind) / ulps


def assert_array_compare(
    comparison: Callable[[Any, Any], Any],
    x: ArrayLike,
    y: ArrayLike,
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
    """Raise `AssertionError` unless a comparison of two arrays is true for every element.

    Parameters
    ----------
    comparison : callable
        Function of two NumPy arrays that returns booleans.
    x : array_like
        The first array.
    y : array_like
        The second array.
    err_msg : str, default: ""
        Text to add to the error message.
    verbose : bool, default: True
        Whether the error message shows the values.
    header : str, default: ""
        First line of the error message.
    precision : int, default: 6
        Number of digits in the error message.
    equal_nan : bool, default: True
        Whether NaN equals NaN.
    equal_inf : bool, default: True
        Whether infinities of the same sign are equal.
    strict : bool, default: False
        Whether shapes and dtypes must be the same too, so that a scalar doesn't match an array.
    names : tuple of str, optional
        Names of the arrays in the error message.

    Examples
    --------
    >>> xp.testing.assert_array_compare(xp.less_equal, xp.asarray([1, 2]), [1, 3])
    """
    arguments = locals() | {"comparison": lambda a, b: _to_numpy(comparison(a, b))}
    __tracebackhide__ = True
    if strict:
        _check_lacked(x, y)
    np.testing.assert_array_compare(**_to_numpy(arguments))


def build_err_msg(
    arrays: Sequence[Any],
    err_msg: str,
    header: str = "Items are not equal:",
    verbose: bool = True,
    names: tuple[str, ...] = ("ACTUAL", "DESIRED"),
    precision: int = 8,
) -> str:
    """Return the text of an error message about arrays.

    Parameters
    ----------
    arrays : sequence
        The arrays.
    err_msg : str
        Text to add to the error message.
    header : str, default: "Items are not equal:"
        First line of the error message.
    verbose : bool, default: True
        Whether the error message shows the values.
    names : tuple of str, optional
        Names of the arrays in the error message.
    precision : int, default: 8
        Number of digits in the error message.

    Examples
    --------
    >>> print(xp.testing.build_err_msg([xp.asarray([1, 2]), 3], "here").strip())
    Items are not equal: here
     ACTUAL: array([1, 2])
     DESIRED: 3
    """
    return np.testing.build_err_msg(_to_numpy(list(arrays)), err_msg, header, verbose, names, precision)
