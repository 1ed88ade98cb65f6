"""Text files and strings of numbers: NumPy reads and writes them."""

from __future__ import annotations

from typing import Any

import numpy as np

from xp_torch._array.coercion import as_tensor
from xp_torch._array.ndarray import host, ndarray
from xp_torch._facts.docstrings import described_parameters
from xp_torch._facts.dtypes import WITHOUT_NUMPY
from xp_torch._functions.io.convert import PARAMETERS, read_by_numpy
from xp_torch._kernels.cast import cast

__all__ = ["fromstring", "genfromtxt", "loadtxt", "savetxt"]


@described_parameters(
    PARAMETERS,
    fname="file, str or path: File to write; a name that ends in ``.gz`` is compressed.",
    X="array_like: Array to write, 1-D or 2-D.",
    fmt="str or sequence of str: Format of a number, of a row, or of each column.",
    delimiter="str: Text between columns.",
    newline="str: Text after rows.",
    header="str: Text at the beginning of the file.",
    footer="str: Text at the end of the file.",
    comments="str: Text before each line of the header and the footer.",
)
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
    r"""Write a 1-D or 2-D array as text.

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
    t = as_tensor(X)
    x = host(cast(t, WITHOUT_NUMPY.get(t.dtype, t.dtype)))
    np.savetxt(fname, x, fmt, delimiter, newline, header, footer, comments, encoding)


@described_parameters(
    PARAMETERS,
    comments="str or sequence of str: Texts that start a comment.",
    skiprows="int: Number of lines to skip.",
    quotechar="str: Character around quoted text.",
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
    return read_by_numpy(np.loadtxt, locals())


@described_parameters(
    PARAMETERS,
    dtype="dtype_like or None: Data type of the result; None finds one for all columns.",
    delimiter="str, int or sequence of ints: Text between columns, or their widths; by default white space.",
    skip_header="int: Number of lines to skip at the beginning.",
    skip_footer="int: Number of lines to skip at the end.",
    missing_values="str, sequence or dict: Text that means a missing value.",
    filling_values="scalar, sequence or dict: Values for missing ones; by default NaN, or -1 for integers.",
    names="bool, str or sequence of str: Names of the columns; they make the result structured, which raises.",
    excludelist="sequence of str: Names to exclude, as in NumPy.",
    deletechars="str: Characters to delete from names, as in NumPy.",
    replace_space="str: Character that replaces spaces in names, as in NumPy.",
    autostrip="bool: Whether to remove white space around values.",
    case_sensitive="bool or str: Whether names are case sensitive, as in NumPy.",
    defaultfmt="str: Format of default names, as in NumPy.",
    usemask="bool: Must be False: masked arrays are not supported.",
    loose="bool: Whether invalid values count as missing.",
    invalid_raise="bool: Whether rows of another length raise; otherwise they are skipped.",
)
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
    arguments = locals()
    if arguments.pop("usemask"):
        raise TypeError("genfromtxt: usemask must be False (masked arrays are not supported); missing values are NaN")
    return read_by_numpy(np.genfromtxt, arguments)


@described_parameters(
    PARAMETERS,
    string="str: Text to read.",
    sep="str: Text between numbers, not empty; white space around it is skipped.",
)
def fromstring(
    string: str, dtype: Any = float, count: int = -1, *, sep: str, like: Any = None, device: Any = None
) -> ndarray:
    """Return a 1-D array of the numbers in a string.

    Returns
    -------
    ndarray
        The array.

    Examples
    --------
    >>> xp.fromstring("1, 2, 3", dtype=int, sep=",")
    array([1, 2, 3])
    """
    return read_by_numpy(np.fromstring, locals())
