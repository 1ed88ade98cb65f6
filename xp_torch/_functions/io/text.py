"""Text files and strings of numbers: NumPy reads and writes them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Literal

import numpy as np

from xp_torch._array.coercion import as_tensor
from xp_torch._array.door import BLOCKS, call_override, has_override, is_elsewhere
from xp_torch._array.ndarray import host, ndarray
from xp_torch._facts.annotations import ArrayLike, DeviceLike, DTypeLike, FileLike
from xp_torch._facts.dtypes import WITHOUT_NUMPY
from xp_torch._functions.io.convert import read_by_numpy
from xp_torch._kernels.cast import cast

__all__ = ["fromstring", "genfromtxt", "loadtxt", "savetxt"]


def savetxt(
    fname: FileLike,
    X: ArrayLike,
    fmt: str | Sequence[str] = "%.18e",
    delimiter: str = " ",
    newline: str = "\n",
    header: str = "",
    footer: str = "",
    comments: str = "# ",
    encoding: str | None = None,
) -> None:
    r"""Write a 1-D or 2-D array as text.

    Parameters
    ----------
    fname : file, str or path
        File to write; a name that ends in ``.gz`` is compressed.
    X : array_like
        Array to write, 1-D or 2-D.
    fmt : str or sequence of str, default: "%.18e"
        Format of a number, of a row, or of each column.
    delimiter : str, default: " "
        Text between columns.
    newline : str, default: "\n"
        Text after rows.
    header : str, default: ""
        Text at the beginning of the file.
    footer : str, default: ""
        Text at the end of the file.
    comments : str, default: "# "
        Text before each line of the header and the footer.
    encoding : str, optional
        Encoding of the file.

    See Also
    --------
    loadtxt : Read the file.

    Examples
    --------
    >>> import io
    >>> file = io.StringIO()
    >>> xp.savetxt(file, xp.asarray([[1, 2], [3, 4]]), fmt="%d", delimiter=",")
    >>> file.getvalue()
    '1,2\n3,4\n'
    """
    if type(X) is not ndarray and has_override(X):
        call_override(savetxt, locals())
        return
    t = as_tensor(X)
    x = host(cast(t, WITHOUT_NUMPY.get(t.dtype, t.dtype)))
    np.savetxt(fname, x, fmt, delimiter, newline, header, footer, comments, encoding)


def loadtxt(
    fname: FileLike | Iterable[str | bytes],
    dtype: DTypeLike = float,
    comments: str | Sequence[str] = "#",
    delimiter: str | None = None,
    converters: Mapping[Any, Callable[[str], Any]] | Callable[[str], Any] | None = None,
    skiprows: int = 0,
    usecols: int | Sequence[int] | None = None,
    unpack: bool = False,
    ndmin: Literal[0, 1, 2] = 0,
    encoding: str | None = None,
    max_rows: int | None = None,
    *,
    quotechar: str | None = None,
    like: ndarray | None = None,
    device: DeviceLike | None = None,
) -> ndarray:
    """Read an array from text with the same number of columns in each row.

    Parameters
    ----------
    fname : file, str, path, or iterable of lines
        Source of the text.
    dtype : dtype_like, default: float
        Data type of the result.
    comments : str or sequence of str, default: "#"
        Texts that start a comment.
    delimiter : str, optional
        Text between columns; by default white space.
    converters : dict or callable, optional
        Functions from the text of a column to a number, by column or one for all.
    skiprows : int, default: 0
        Number of lines to skip.
    usecols : int or sequence of ints, optional
        Columns to read.
    unpack : bool, default: False
        Whether to transpose the result, so that its columns can be unpacked.
    ndmin : {0, 1, 2}, default: 0
        Minimum number of dimensions; otherwise axes of size one are removed.
    encoding : str, optional
        Encoding of the file.
    max_rows : int, optional
        Maximum number of rows to read.
    quotechar : str, optional
        Character around quoted text.
    like : array_like, optional
        Reference object, as in NumPy: an `ndarray` of this package or None.
    device : device_like, optional
        Device of the result; by default torch's default device.

    Returns
    -------
    ndarray
        The array.

    See Also
    --------
    genfromtxt : Read text with missing values.

    Examples
    --------
    >>> xp.loadtxt(["1 2", "3 4"])
    array([[1., 2.],
           [3., 4.]])
    """
    if (BLOCKS or device is not None) and is_elsewhere(device):
        return call_override(loadtxt, locals())
    return read_by_numpy(np.loadtxt, locals())


def genfromtxt(
    fname: FileLike | Iterable[str | bytes],
    dtype: DTypeLike | None = float,
    comments: str = "#",
    delimiter: str | int | Sequence[int] | None = None,
    skip_header: int = 0,
    skip_footer: int = 0,
    converters: Mapping[Any, Callable[[str], Any]] | Callable[[str], Any] | None = None,
    missing_values: Any = None,
    filling_values: Any = None,
    usecols: int | Sequence[int] | None = None,
    names: bool | str | Sequence[str] | None = None,
    excludelist: Sequence[str] | None = None,
    deletechars: str = " !#$%&'()*+,-./:;<=>?@[\\]^{|}~",
    replace_space: str = "_",
    autostrip: bool = False,
    case_sensitive: bool | Literal["upper", "lower"] = True,
    defaultfmt: str = "f%i",
    unpack: bool | None = None,
    usemask: bool = False,
    loose: bool = True,
    invalid_raise: bool = True,
    max_rows: int | None = None,
    encoding: str | None = None,
    *,
    ndmin: Literal[0, 1, 2] = 0,
    like: ndarray | None = None,
    device: DeviceLike | None = None,
) -> ndarray:
    r"""Read an array from text in which values may be missing.

    Parameters
    ----------
    fname : file, str, path, or iterable of lines
        Source of the text.
    dtype : dtype_like or None, default: float
        Data type of the result; None finds one for all columns.
    comments : str, default: "#"
        Text that starts a comment.
    delimiter : str, int or sequence of ints, optional
        Text between columns, or their widths; by default white space.
    skip_header : int, default: 0
        Number of lines to skip at the beginning.
    skip_footer : int, default: 0
        Number of lines to skip at the end.
    converters : dict or callable, optional
        Functions from the text of a column to a number, by column or one for all.
    missing_values : str, sequence or dict, optional
        Text that means a missing value.
    filling_values : scalar, sequence or dict, optional
        Values for missing ones; by default NaN, or -1 for integers.
    usecols : int or sequence of ints, optional
        Columns to read.
    names : bool, str or sequence of str, optional
        Names of the columns; they make the result structured, which raises.
    excludelist : sequence of str, optional
        Names to exclude, as in NumPy.
    deletechars : str, default: " !#$%&'()*+,-./:;<=>?@[\]^{|}~"
        Characters to delete from names, as in NumPy.
    replace_space : str, default: "_"
        Character that replaces spaces in names, as in NumPy.
    autostrip : bool, default: False
        Whether to remove white space around values.
    case_sensitive : bool or str, default: True
        Whether names are case sensitive, as in NumPy.
    defaultfmt : str, default: "f%i"
        Format of default names, as in NumPy.
    unpack : bool, optional
        Whether to transpose the result, so that its columns can be unpacked.
    usemask : bool, default: False
        Must be False: masked arrays are not supported.
    loose : bool, default: True
        Whether invalid values count as missing.
    invalid_raise : bool, default: True
        Whether rows of another length raise; otherwise they are skipped.
    max_rows : int, optional
        Maximum number of rows to read.
    encoding : str, optional
        Encoding of the file.
    ndmin : {0, 1, 2}, default: 0
        Minimum number of dimensions; otherwise axes of size one are removed.
    like : array_like, optional
        Reference object, as in NumPy: an `ndarray` of this package or None.
    device : device_like, optional
        Device of the result; by default torch's default device.

    Returns
    -------
    ndarray
        The array.

    See Also
    --------
    loadtxt : Faster, for text without missing values.

    Examples
    --------
    >>> xp.genfromtxt(["1,,3", "4,5,"], delimiter=",")
    array([[ 1., nan,  3.],
           [ 4.,  5., nan]])
    """
    if (BLOCKS or device is not None) and is_elsewhere(device):
        return call_override(genfromtxt, locals())
    return read_by_numpy(np.genfromtxt, locals())


def fromstring(
    string: str,
    dtype: DTypeLike = float,
    count: int = -1,
    *,
    sep: str,
    like: ndarray | None = None,
    device: DeviceLike | None = None,
) -> ndarray:
    """Return a 1-D array of the numbers in a string.

    Parameters
    ----------
    string : str
        Text to read.
    dtype : dtype_like, default: float
        Data type of the result.
    count : int, default: -1
        Number of elements to read; -1 reads all.
    sep : str
        Text between numbers, not empty; white space around it is skipped.
    like : array_like, optional
        Reference object, as in NumPy: an `ndarray` of this package or None.
    device : device_like, optional
        Device of the result; by default torch's default device.

    Returns
    -------
    ndarray
        The array.

    Examples
    --------
    >>> xp.fromstring("1, 2, 3", dtype=int, sep=",")
    array([1, 2, 3])
    """
    if (BLOCKS or device is not None) and is_elsewhere(device):
        return call_override(fromstring, locals())
    return read_by_numpy(np.fromstring, locals())
