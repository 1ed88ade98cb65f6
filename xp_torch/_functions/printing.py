"""Arrays and numbers as text: NumPy's functions and options, which are shared with NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np

from xp_torch._array.ndarray import described, ndarray, printable, shown
from xp_torch._functions.creation.from_data import asarray

__all__ = [
    "array2string",
    "array_repr",
    "array_str",
    "base_repr",
    "binary_repr",
    "format_float_positional",
    "format_float_scientific",
    "get_printoptions",
    "printoptions",
    "set_printoptions",
]


def _number(x: Any) -> Any:
    """Return a 0-D array as NumPy's scalar of its dtype, for NumPy to print; a number as it is."""
    return printable(x)[()] if isinstance(x, ndarray) else x


def array2string(
    a: Any,
    max_line_width: int | None = None,
    precision: int | None = None,
    suppress_small: bool | None = None,
    separator: str = " ",
    prefix: str = "",
    *,
    formatter: Any = None,
    threshold: int | None = None,
    edgeitems: int | None = None,
    sign: Any = None,
    floatmode: Any = None,
    suffix: str = "",
    legacy: Any = None,
) -> str:
    """Return the elements of an array as text.

    Parameters
    ----------
    a : array_like
        The array.
    max_line_width : int, optional
        Where lines break.
    precision : int, optional
        Digits of floats.
    suppress_small : bool, optional
        Whether to show numbers that are very close to zero as zero.
    separator : str, default: " "
        What stands between elements.
    prefix, suffix : str, default: ""
        What will stand around the text: its length counts for breaks and indentation.
    formatter : dict of callables, optional
        What makes text of elements, by NumPy's kinds; they are given NumPy's scalars.
    threshold : int, optional
        Size from which the middle is left out.
    edgeitems : int, optional
        How many elements are shown at either end then.
    sign : {"-", "+", " "}, optional
        How signs are shown.
    floatmode : {"fixed", "unique", "maxprec", "maxprec_equal"}, optional
        What `precision` means.
    legacy : str or False, optional
        Version of NumPy whose layout to keep.

    Returns
    -------
    str
        The text.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.array2string(xp.asarray([1.0, 2.5]), separator=", ", precision=2)
    '[1. , 2.5]'
    """
    return np.array2string(
        printable(asarray(a)),
        max_line_width,
        precision,
        suppress_small,
        separator,
        prefix,
        formatter=formatter,
        threshold=threshold,
        edgeitems=edgeitems,
        sign=sign,
        floatmode=floatmode,
        suffix=suffix,
        legacy=legacy,
    )


def array_repr(
    arr: Any, max_line_width: int | None = None, precision: int | None = None, suppress_small: bool | None = None
) -> str:
    """Return an array as text that shows its dtype where it is no default, and its device where it is not the CPU.

    Parameters
    ----------
    arr : array_like
        The array.
    max_line_width : int, optional
        Where lines break.
    precision : int, optional
        Digits of floats.
    suppress_small : bool, optional
        Whether to show numbers that are very close to zero as zero.

    Returns
    -------
    str
        What `repr` gives.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.array_repr(xp.asarray([1.0, 2.0], dtype=xp.float32))
    'array([1., 2.], dtype=float32)'
    """
    return described(asarray(arr), max_line_width, precision, suppress_small)


def array_str(
    a: Any, max_line_width: int | None = None, precision: int | None = None, suppress_small: bool | None = None
) -> str:
    """Return the elements of an array as text.

    Parameters
    ----------
    a : array_like
        The array.
    max_line_width : int, optional
        Where lines break.
    precision : int, optional
        Digits of floats.
    suppress_small : bool, optional
        Whether to show numbers that are very close to zero as zero.

    Returns
    -------
    str
        What `str` gives.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.array_str(xp.asarray([1.0, 2.0]))
    '[1. 2.]'
    """
    return shown(asarray(a), max_line_width, precision, suppress_small)


def set_printoptions(
    precision: int | None = None,
    threshold: int | None = None,
    edgeitems: int | None = None,
    linewidth: int | None = None,
    suppress: bool | None = None,
    nanstr: str | None = None,
    infstr: str | None = None,
    formatter: Any = None,
    sign: Any = None,
    floatmode: Any = None,
    *,
    legacy: Any = None,
    override_repr: Any = None,
) -> None:
    """Set how arrays are printed: those of this package and NumPy's.

    Parameters
    ----------
    precision : int, optional
        Digits of floats.
    threshold : int, optional
        Size from which the middle is left out.
    edgeitems : int, optional
        How many elements are shown at either end then.
    linewidth : int, optional
        Where lines break.
    suppress : bool, optional
        Whether floats are never shown with exponents.
    nanstr, infstr : str, optional
        What NaN and infinity look like.
    formatter : dict of callables, optional
        What makes text of elements, by NumPy's kinds; they are given NumPy's scalars.
    sign : {"-", "+", " "}, optional
        How signs are shown.
    floatmode : {"fixed", "unique", "maxprec", "maxprec_equal"}, optional
        What `precision` means.
    legacy : str or False, optional
        Version of NumPy whose layout to keep.
    override_repr : callable, optional
        What makes the text of arrays; it is given NumPy arrays.

    Returns
    -------
    None
        The options are set.

    See Also
    --------
    printoptions : For the time of a ``with`` block.

    Examples
    --------
    >>> import xp_torch as xp
    >>> old = xp.get_printoptions()
    >>> xp.set_printoptions(precision=2)
    >>> xp.asarray([3.14159])
    array([3.14])
    >>> xp.set_printoptions(**old)
    """
    np.set_printoptions(
        precision,
        threshold,
        edgeitems,
        linewidth,
        suppress,
        nanstr,
        infstr,
        formatter,
        sign,
        floatmode,
        legacy=legacy,
        override_repr=override_repr,
    )


def get_printoptions() -> dict[str, Any]:
    """Return how arrays are printed.

    Returns
    -------
    dict
        The options of `set_printoptions`.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.get_printoptions()["threshold"]
    1000
    """
    return dict(np.get_printoptions())


def printoptions(*args: Any, **kwargs: Any) -> Any:
    """Return a context manager that sets how arrays are printed and restores it.

    Parameters
    ----------
    *args, **kwargs
        As `set_printoptions` takes them.

    Returns
    -------
    context manager
        What it gives to ``as`` are the options.

    Examples
    --------
    >>> import xp_torch as xp
    >>> with xp.printoptions(precision=2):
    ...     xp.asarray([3.14159])
    array([3.14])
    """
    return np.printoptions(*args, **kwargs)


def format_float_positional(
    x: Any,
    precision: int | None = None,
    unique: bool = True,
    fractional: bool = True,
    trim: Any = "k",
    sign: bool = False,
    pad_left: int | None = None,
    pad_right: int | None = None,
    min_digits: int | None = None,
) -> str:
    """Return a float as text without an exponent.

    Parameters
    ----------
    x : float or 0-D array
        The number; its dtype decides how many digits tell it from others. bfloat16 is shown as float32.
    precision : int, optional
        Digits at most.
    unique : bool, default: True
        Whether to show the shortest text that gives the number.
    fractional : bool, default: True
        Whether `precision` counts digits behind the point, or all.
    trim : {"k", ".", "0", "-"}, default: "k"
        What becomes of zeros at the end.
    sign : bool, default: False
        Whether to show the sign of positive numbers.
    pad_left, pad_right : int, optional
        Characters on either side of the point at least.
    min_digits : int, optional
        Digits at least.

    Returns
    -------
    str
        The text.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.format_float_positional(xp.float32(0.1)), xp.format_float_positional(1e-5)
    ('0.1', '0.00001')
    """
    return np.format_float_positional(
        _number(x), precision, unique, fractional, trim, sign, pad_left, pad_right, min_digits
    )


def format_float_scientific(
    x: Any,
    precision: int | None = None,
    unique: bool = True,
    trim: Any = "k",
    sign: bool = False,
    pad_left: int | None = None,
    exp_digits: int | None = None,
    min_digits: int | None = None,
) -> str:
    """Return a float as text with an exponent.

    Parameters
    ----------
    x : float or 0-D array
        The number; its dtype decides how many digits tell it from others. bfloat16 is shown as float32.
    precision : int, optional
        Digits behind the point at most.
    unique : bool, default: True
        Whether to show the shortest text that gives the number.
    trim : {"k", ".", "0", "-"}, default: "k"
        What becomes of zeros at the end.
    sign : bool, default: False
        Whether to show the sign of positive numbers.
    pad_left : int, optional
        Characters left of the point at least.
    exp_digits : int, optional
        Digits of the exponent at least.
    min_digits : int, optional
        Digits at least.

    Returns
    -------
    str
        The text.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.format_float_scientific(xp.float32(1234.5))
    '1.2345e+03'
    """
    return np.format_float_scientific(_number(x), precision, unique, trim, sign, pad_left, exp_digits, min_digits)


def base_repr(number: Any, base: int = 2, padding: int = 0) -> str:
    """Return an integer as text in a base.

    Parameters
    ----------
    number : int
        The number.
    base : int, default: 2
        Base, from 2 to 36.
    padding : int, default: 0
        How many zeros to put before it.

    Returns
    -------
    str
        The text, with a sign before a negative number.

    Raises
    ------
    ValueError
        If the base is not between 2 and 36.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.base_repr(10, base=3), xp.base_repr(xp.asarray(255), 16)
    ('101', 'FF')
    """
    return np.base_repr(_number(number), base, padding)


def binary_repr(num: Any, width: int | None = None) -> str:
    """Return an integer as text in base two.

    Parameters
    ----------
    num : int
        The number.
    width : int, optional
        Digits at least; a negative number is shown as its two's complement then.

    Returns
    -------
    str
        The text.

    Raises
    ------
    ValueError
        If the number needs more than `width` digits.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.binary_repr(5), xp.binary_repr(-3, width=5)
    ('101', '11101')
    """
    return np.binary_repr(_number(num), width)
