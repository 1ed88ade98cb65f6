"""Arrays in text."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch

from xp_torch._array.coercion import as_tensor
from xp_torch._array.ndarray import host, ndarray
from xp_torch._functions.creation.arguments import check_like
from xp_torch._functions.io.convert import made, readable
from xp_torch._kernels.cast import cast

__all__ = ["fromstring", "genfromtxt", "loadtxt", "savetxt"]


def savetxt(
    fname: Any,
    X: Any,
    fmt: Any = "%.18e",
    delimiter: str = " ",
    newline: str = "\n",
    header: str = "",
    footer: str = "",
    comments: str = "# ",
    encoding: str | None = None,
) -> None:
    r"""Write an array of one or two dimensions as text.

    Parameters
    ----------
    fname : file, str or path
        Where to; a name ending in ``.gz`` is compressed.
    X : array_like
        What to write.
    fmt : str or sequence of str, default: "%.18e"
        Format of a number, of a row, or of each column.
    delimiter, newline : str
        What stands between columns and after rows.
    header, footer : str, default: ""
        Lines before and after.
    comments : str, default: "# "
        What their lines begin with.
    encoding : str, optional
        Encoding of the file.

    Returns
    -------
    None
        The file is written.

    See Also
    --------
    loadtxt : Read it.

    Examples
    --------
    >>> import io
    >>> import xp_torch as xp
    >>> file = io.StringIO()
    >>> xp.savetxt(file, xp.asarray([[1, 2], [3, 4]]), fmt="%d", delimiter=",")
    >>> file.getvalue()
    '1,2\n3,4\n'
    """
    t = as_tensor(X)
    np.savetxt(
        fname,
        host(cast(t, torch.float32) if t.dtype is torch.bfloat16 else t),
        fmt,
        delimiter,
        newline,
        header,
        footer,
        comments,
        encoding,
    )


def loadtxt(
    fname: Any,
    dtype: Any = float,
    comments: Any = "#",
    delimiter: str | None = None,
    converters: Any = None,
    skiprows: int = 0,
    usecols: Any = None,
    unpack: bool = False,
    ndmin: Any = 0,
    encoding: str | None = None,
    max_rows: int | None = None,
    *,
    quotechar: str | None = None,
    like: Any = None,
    device: Any = None,
) -> ndarray:
    r"""Read an array from text with the same number of columns in each row.

    Parameters
    ----------
    fname : file, str, path, or iterable of lines
        What to read.
    dtype : dtype_like, default: float
        Dtype of the array.
    comments : str or sequence of str, default: "#"
        What begins a comment.
    delimiter : str, optional
        What stands between columns; white space by default.
    converters : dict or callable, optional
        What makes a number of a column's text, by column or for all.
    skiprows : int, default: 0
        How many lines to skip.
    usecols : int or sequence of ints, optional
        Which columns to read.
    unpack : bool, default: False
        Whether to return the transposed array, to unpack the columns.
    ndmin : {0, 1, 2}, default: 0
        Number of dimensions at least; axes of one element go otherwise.
    encoding : str, optional
        Encoding of the file.
    max_rows : int, optional
        How many rows to read at most.
    quotechar : str, optional
        What stands around quoted text.
    like : ndarray, optional
        Reference array; it must be this package's.
    device : device_like, optional
        Where the array is to lie.

    Returns
    -------
    ndarray
        The array.

    Raises
    ------
    ValueError
        If the text can't be read as such numbers.
    TypeError
        If the dtype is not here: structured, text.

    See Also
    --------
    genfromtxt : For text with gaps.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.loadtxt(["1 2", "3 4"])
    array([[1., 2.],
           [3., 4.]])
    """
    check_like(like)
    read, final = readable(dtype)
    found = np.loadtxt(
        fname,
        read,
        comments,
        delimiter,
        converters,
        skiprows,
        usecols,
        unpack,
        ndmin,
        encoding,
        max_rows,
        quotechar=quotechar,
    )
    return made(found, device, final)


def genfromtxt(
    fname: Any,
    dtype: Any = float,
    comments: Any = "#",
    delimiter: Any = None,
    skip_header: int = 0,
    skip_footer: int = 0,
    converters: Any = None,
    missing_values: Any = None,
    filling_values: Any = None,
    usecols: Any = None,
    names: Any = None,
    excludelist: Any = None,
    deletechars: Any = " !#$%&'()*+,-./:;<=>?@[\\]^{|}~",
    replace_space: str = "_",
    autostrip: bool = False,
    case_sensitive: Any = True,
    defaultfmt: str = "f%i",
    unpack: Any = None,
    usemask: bool = False,
    loose: bool = True,
    invalid_raise: bool = True,
    max_rows: int | None = None,
    encoding: str | None = None,
    *,
    ndmin: Any = 0,
    like: Any = None,
    device: Any = None,
) -> ndarray:
    """Read an array from text in which values may be missing.

    Parameters
    ----------
    fname : file, str, path, or iterable of lines
        What to read.
    dtype : dtype_like or None, default: float
        Dtype of the array; None finds one that all columns have.
    comments, delimiter, converters, usecols, unpack, max_rows, encoding, ndmin
        As in `loadtxt`; `delimiter` may be widths of columns too.
    skip_header, skip_footer : int, default: 0
        How many lines to skip at either end.
    missing_values : str, sequence or dict, optional
        Text that stands for a missing value.
    filling_values : scalar, sequence or dict, optional
        What to put in place of missing values; NaN in floats and -1 in integers by default.
    names, excludelist, deletechars, replace_space, autostrip, case_sensitive, defaultfmt
        As in NumPy. Names give a structured array, which there is none of here.
    usemask : bool, default: False
        False only: there are no masked arrays here.
    loose, invalid_raise : bool, default: True
        Whether text that is no number counts as missing, and whether rows of another length raise.
    like : ndarray, optional
        Reference array; it must be this package's.
    device : device_like, optional
        Where the array is to lie.

    Returns
    -------
    ndarray
        The array.

    Raises
    ------
    TypeError
        If the result would be structured, of text, or masked.
    ValueError
        If rows have different lengths.

    See Also
    --------
    loadtxt : Faster, for text without gaps.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.genfromtxt(["1,,3", "4,5,"], delimiter=",")
    array([[ 1., nan,  3.],
           [ 4.,  5., nan]])
    """
    check_like(like)
    if usemask:
        raise TypeError("genfromtxt: there are no masked arrays here; leave usemask out and look for NaN")
    read, final = (None, None) if dtype is None else readable(dtype)
    found = np.genfromtxt(
        fname,
        read,
        comments,
        delimiter,
        skip_header,
        skip_footer,
        converters,
        missing_values,
        filling_values,
        usecols,
        names,
        excludelist,
        deletechars,
        replace_space,
        autostrip,
        case_sensitive,
        defaultfmt,
        unpack,
        False,
        loose,
        invalid_raise,
        max_rows,
        encoding,
        ndmin=ndmin,
    )
    return made(found, device, final)


def fromstring(
    string: str, dtype: Any = float, count: int = -1, *, sep: str, like: Any = None, device: Any = None
) -> ndarray:
    """Return a 1-D array of the numbers in a string.

    Parameters
    ----------
    string : str
        The text.
    dtype : dtype_like, default: float
        Dtype of the array.
    count : int, default: -1
        How many numbers to read; all by default.
    sep : str
        What stands between them; white space around it is skipped.
    like : ndarray, optional
        Reference array; it must be this package's.
    device : device_like, optional
        Where the array is to lie.

    Returns
    -------
    ndarray
        The array.

    Raises
    ------
    ValueError
        If `sep` is empty: `frombuffer` reads bytes.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.fromstring("1, 2, 3", dtype=int, sep=",")
    array([1, 2, 3])
    """
    check_like(like)
    read, final = readable(dtype)
    return made(np.fromstring(string, read, count, sep=sep), device, final)
