"""Arrays and numbers as text: NumPy's functions and options, which are shared with NumPy."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal, SupportsIndex

import numpy as np

from xp_torch._array.coercion import as_ndarray
from xp_torch._array.deferred import plain
from xp_torch._array.door import call_override, has_override, has_ruled
from xp_torch._array.ndarray import described, ndarray, printable, shown
from xp_torch._facts.annotations import ArrayLike
from xp_torch._facts.shapes import singles
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
    """Return a 0-D array as NumPy's scalar of its dtype, and a number as it is."""
    return printable(x)[()] if isinstance(x, ndarray) else x


def array2string(
    a: ArrayLike,
    max_line_width: int | None = None,
    precision: int | None = None,
    suppress_small: bool | None = None,
    separator: str = " ",
    prefix: str = "",
    *,
    formatter: Mapping[str, Callable[[Any], str]] | None = None,
    threshold: int | None = None,
    edgeitems: int | None = None,
    sign: Literal["-", "+", " "] | None = None,
    floatmode: Literal["fixed", "unique", "maxprec", "maxprec_equal"] | None = None,
    suffix: str = "",
    legacy: str | Literal[False] | None = None,
) -> str:
    """Return the elements of an array as text.

    Parameters
    ----------
    a : array_like
        The array.
    max_line_width : int, optional
        Number of characters in a line.
    precision : int, optional
        Number of digits of floats.
    suppress_small : bool, optional
        Whether numbers that are very close to zero are shown as zero.
    separator : str, default: " "
        Text between elements.
    prefix : str, default: ""
        Text that will precede the result: its length counts for line breaks and indentation.
    formatter : dict of callables, optional
        Functions from an element, a NumPy scalar, to its text, by NumPy's kinds.
    threshold : int, optional
        Size from which arrays are summarized.
    edgeitems : int, optional
        Number of elements to show at either end of a summarized axis.
    sign : {"-", "+", " "}, optional
        How the sign of positive numbers is shown.
    floatmode : {"fixed", "unique", "maxprec", "maxprec_equal"}, optional
        How `precision` is interpreted.
    suffix : str, default: ""
        Text that will follow the result: its length counts for line breaks.
    legacy : str or False, optional
        Version of NumPy whose layout to keep.

    Returns
    -------
    str
        Text without the dtype.

    Examples
    --------
    >>> xp.array2string(xp.asarray([1.0, 2.5]), separator=", ", precision=2)
    '[1. , 2.5]'
    """
    if type(a) is not ndarray and has_override(a):
        return call_override(array2string, locals())
    return np.array2string(**singles({**locals(), "a": printable(asarray(a))}))


def array_repr(
    arr: ArrayLike, max_line_width: int | None = None, precision: int | None = None, suppress_small: bool | None = None
) -> str:
    """Return an array as text, with its dtype, device and ``requires_grad`` if they are not the defaults.

    Parameters
    ----------
    arr : array_like
        The array.
    max_line_width : int, optional
        Number of characters in a line.
    precision : int, optional
        Number of digits of floats.
    suppress_small : bool, optional
        Whether numbers that are very close to zero are shown as zero.

    Returns
    -------
    str
        The result of `repr`.

    Examples
    --------
    >>> xp.array_repr(xp.asarray([1.0, 2.0], dtype=xp.float32))
    'array([1., 2.], dtype=float32)'
    """
    if type(arr) is not ndarray and has_override(arr):
        return call_override(array_repr, locals())
    singles({"max_line_width": max_line_width, "precision": precision, "suppress_small": suppress_small})
    return described(plain(as_ndarray(arr)), max_line_width, precision, suppress_small)


def array_str(
    a: ArrayLike, max_line_width: int | None = None, precision: int | None = None, suppress_small: bool | None = None
) -> str:
    """Return the elements of an array as text.

    Parameters
    ----------
    a : array_like
        The array.
    max_line_width : int, optional
        Number of characters in a line.
    precision : int, optional
        Number of digits of floats.
    suppress_small : bool, optional
        Whether numbers that are very close to zero are shown as zero.

    Returns
    -------
    str
        The result of `str`.

    Examples
    --------
    >>> xp.array_str(xp.asarray([1.0, 2.0]))
    '[1. 2.]'
    """
    if type(a) is not ndarray and has_override(a):
        return call_override(array_str, locals())
    singles({"max_line_width": max_line_width, "precision": precision, "suppress_small": suppress_small})
    return shown(asarray(a), max_line_width, precision, suppress_small)


def set_printoptions(
    precision: int | None = None,
    threshold: int | None = None,
    edgeitems: int | None = None,
    linewidth: int | None = None,
    suppress: bool | None = None,
    nanstr: str | None = None,
    infstr: str | None = None,
    formatter: Mapping[str, Callable[[Any], str]] | None = None,
    sign: Literal["-", "+", " "] | None = None,
    floatmode: Literal["fixed", "unique", "maxprec", "maxprec_equal"] | None = None,
    *,
    legacy: str | Literal[False] | None = None,
    override_repr: Callable[[ndarray], str] | None = None,
) -> None:
    """Set how arrays of this package and of NumPy are printed; None leaves an option unchanged.

    Parameters
    ----------
    precision : int, optional
        Number of digits of floats.
    threshold : int, optional
        Size from which arrays are summarized.
    edgeitems : int, optional
        Number of elements to show at either end of a summarized axis.
    linewidth : int, optional
        Number of characters in a line.
    suppress : bool, optional
        Whether floats are never shown with exponents.
    nanstr : str, optional
        Text of NaN.
    infstr : str, optional
        Text of infinity.
    formatter : dict of callables, optional
        Functions from an element, a NumPy scalar, to its text, by NumPy's kinds.
    sign : {"-", "+", " "}, optional
        How the sign of positive numbers is shown.
    floatmode : {"fixed", "unique", "maxprec", "maxprec_equal"}, optional
        How `precision` is interpreted.
    legacy : str or False, optional
        Version of NumPy whose layout to keep.
    override_repr : callable, optional
        Function that replaces the text of arrays; it is called with NumPy arrays.

    See Also
    --------
    printoptions : Set options within a ``with`` block.

    Examples
    --------
    >>> old = xp.get_printoptions()
    >>> xp.set_printoptions(precision=2)
    >>> xp.asarray([3.14159])
    array([3.14])
    >>> xp.set_printoptions(**old)
    """
    # NumPy before 2.2 has no `override_repr`.
    np.set_printoptions(**singles({name: value for name, value in locals().items() if value is not None}))


def get_printoptions() -> dict[str, Any]:
    """Return the options of printing.

    Returns
    -------
    dict
        The options of `set_printoptions`.

    Examples
    --------
    >>> xp.get_printoptions()["threshold"]
    1000
    """
    return dict(np.get_printoptions())


def printoptions(*args: Any, **kwargs: Any) -> Any:
    """Return a context manager that sets the options of printing and restores them.

    Parameters
    ----------
    *args, **kwargs
        Arguments of `set_printoptions`.

    Returns
    -------
    context manager
        The target of ``as`` is the dictionary of options.

    Examples
    --------
    >>> with xp.printoptions(precision=2):
    ...     xp.asarray([3.14159])
    array([3.14])
    """
    return np.printoptions(*args, **singles(kwargs))


def format_float_positional(
    x: ArrayLike,
    precision: int | None = None,
    unique: bool = True,
    fractional: bool = True,
    trim: Literal["k", ".", "0", "-"] = "k",
    sign: bool = False,
    pad_left: int | None = None,
    pad_right: int | None = None,
    min_digits: int | None = None,
) -> str:
    """Return a float as text without an exponent.

    Parameters
    ----------
    x : float or 0-D array
        The number; bfloat16 is shown as float32.
    precision : int, optional
        Maximum number of digits.
    unique : bool, default: True
        Whether to show the shortest text that identifies the number in its dtype.
    fractional : bool, default: True
        Whether `precision` counts the digits after the decimal point, or all of them.
    trim : {"k", ".", "0", "-"}, default: "k"
        How trailing zeros and a trailing decimal point are trimmed, as in NumPy.
    sign : bool, default: False
        Whether to show the sign of positive numbers.
    pad_left : int, optional
        Minimum number of characters before the decimal point.
    pad_right : int, optional
        Minimum number of characters after the decimal point.
    min_digits : int, optional
        Minimum number of digits.

    Returns
    -------
    str
        The text.

    Examples
    --------
    >>> xp.format_float_positional(xp.float32(0.1)), xp.format_float_positional(1e-5)
    ('0.1', '0.00001')
    """
    if has_ruled(x):
        return call_override(format_float_positional, locals())
    return np.format_float_positional(**singles({**locals(), "x": _number(x)}))


def format_float_scientific(
    x: ArrayLike,
    precision: int | None = None,
    unique: bool = True,
    trim: Literal["k", ".", "0", "-"] = "k",
    sign: bool = False,
    pad_left: int | None = None,
    exp_digits: int | None = None,
    min_digits: int | None = None,
) -> str:
    """Return a float as text with an exponent.

    Parameters
    ----------
    x : float or 0-D array
        The number; bfloat16 is shown as float32.
    precision : int, optional
        Maximum number of digits.
    unique : bool, default: True
        Whether to show the shortest text that identifies the number in its dtype.
    trim : {"k", ".", "0", "-"}, default: "k"
        How trailing zeros and a trailing decimal point are trimmed, as in NumPy.
    sign : bool, default: False
        Whether to show the sign of positive numbers.
    pad_left : int, optional
        Minimum number of characters before the decimal point.
    exp_digits : int, optional
        Minimum number of digits of the exponent.
    min_digits : int, optional
        Minimum number of digits.

    Returns
    -------
    str
        The text.

    Examples
    --------
    >>> xp.format_float_scientific(xp.float32(1234.5))
    '1.2345e+03'
    """
    if has_ruled(x):
        return call_override(format_float_scientific, locals())
    return np.format_float_scientific(**singles({**locals(), "x": _number(x)}))


def base_repr(number: SupportsIndex, base: int = 2, padding: int = 0) -> str:
    """Return an integer as text in a base.

    Parameters
    ----------
    number : int
        The number.
    base : int, default: 2
        Base, from 2 to 36.
    padding : int, default: 0
        Number of zeros to add on the left.

    Returns
    -------
    str
        Digits; a negative number has a sign.

    Examples
    --------
    >>> xp.base_repr(10, base=3), xp.base_repr(xp.asarray(255), 16)
    ('101', 'FF')
    """
    try:
        return np.base_repr(**singles({"number": _number(number), "base": base, "padding": padding}))
    except MemoryError:  # Python's own has no text
        raise MemoryError(f"base_repr: Unable to allocate a text with {padding} zeros") from None


def binary_repr(num: SupportsIndex, width: int | None = None) -> str:
    """Return an integer as text in base two.

    Parameters
    ----------
    num : int
        The number.
    width : int, optional
        Minimum number of digits; with it, negative numbers are shown as their two's complement.

    Returns
    -------
    str
        The text.

    Examples
    --------
    >>> xp.binary_repr(5), xp.binary_repr(-3, width=5)
    ('101', '11101')
    """
    try:
        return np.binary_repr(**singles({"num": _number(num), "width": width}))
    except MemoryError:  # Python's own has no text
        raise MemoryError(f"binary_repr: Unable to allocate a text of {width} digits") from None
