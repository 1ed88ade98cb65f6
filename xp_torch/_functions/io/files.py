"""Arrays in files, text and buffers. NumPy reads and writes the formats; what comes in becomes an array here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
import torch

from xp_torch._array.coercion import as_device
from xp_torch._array.ndarray import ndarray
from xp_torch._functions.io.convert import made, written

__all__ = ["load", "save", "savez", "savez_compressed"]


def save(file: Any, arr: Any, allow_pickle: bool = True) -> None:
    """Write an array to a file in NumPy's ``.npy`` format.

    Parameters
    ----------
    file : file, str or path
        Where to; ``.npy`` is added to a name without it.
    arr : array_like
        What to write. An array on a device is copied to the host, one in an autograd graph leaves it behind.
    allow_pickle : bool, default: True
        Accepted as NumPy does; there are no objects to pickle.

    Returns
    -------
    None
        The file is written.

    Raises
    ------
    TypeError
        If the array is of bfloat16, which the format does not have.

    See Also
    --------
    load : Read it.

    Examples
    --------
    >>> import io
    >>> import xp_torch as xp
    >>> file = io.BytesIO()
    >>> xp.save(file, xp.asarray([1, 2, 3]))
    >>> _ = file.seek(0)
    >>> xp.load(file)
    array([1, 2, 3])
    """
    np.save(file, written(arr), allow_pickle=allow_pickle)


def savez(file: Any, *args: Any, allow_pickle: bool = True, **kwds: Any) -> None:
    """Write several arrays to a file in NumPy's ``.npz`` format, uncompressed.

    Parameters
    ----------
    file : file, str or path
        Where to; ``.npz`` is added to a name without it.
    *args : array_like
        Arrays, which are called ``arr_0``, ``arr_1`` and so on.
    allow_pickle : bool, default: True
        Accepted as NumPy does; there are no objects to pickle.
    **kwds : array_like
        Arrays by name.

    Returns
    -------
    None
        The file is written.

    Raises
    ------
    TypeError
        If an array is of bfloat16, which the format does not have.
    ValueError
        If a name is used twice.

    See Also
    --------
    load : Read it.

    Examples
    --------
    >>> import io
    >>> import xp_torch as xp
    >>> file = io.BytesIO()
    >>> xp.savez(file, xp.asarray([1, 2]), second=xp.zeros(2))
    >>> _ = file.seek(0)
    >>> found = xp.load(file)
    >>> found.files, found["second"]
    (['second', 'arr_0'], array([0., 0.]))
    """
    named = {name: written(x) for name, x in kwds.items()}
    np.savez(file, *map(written, args), allow_pickle=allow_pickle, **named)


def savez_compressed(file: Any, *args: Any, allow_pickle: bool = True, **kwds: Any) -> None:
    """Write several arrays to a file in NumPy's ``.npz`` format, compressed.

    Parameters
    ----------
    file : file, str or path
        Where to; ``.npz`` is added to a name without it.
    *args : array_like
        Arrays, which are called ``arr_0``, ``arr_1`` and so on.
    allow_pickle : bool, default: True
        Accepted as NumPy does; there are no objects to pickle.
    **kwds : array_like
        Arrays by name.

    Returns
    -------
    None
        The file is written.

    See Also
    --------
    savez : Uncompressed.

    Examples
    --------
    >>> import io
    >>> import xp_torch as xp
    >>> file = io.BytesIO()
    >>> xp.savez_compressed(file, x=xp.zeros(2))
    >>> _ = file.seek(0)
    >>> xp.load(file)["x"]
    array([0., 0.])
    """
    named = {name: written(x) for name, x in kwds.items()}
    np.savez_compressed(file, *map(written, args), allow_pickle=allow_pickle, **named)


class NpzFile(Mapping[str, ndarray]):
    """The arrays of a ``.npz`` file by name, each read when it is asked for; what `load` returns for such a file.

    It is a context manager that closes the file, has ``files``, the names, and ``f``, by whose attributes the arrays
    are found as well.
    """

    def __init__(self, read: Any, device: torch.device) -> None:
        self._read, self._device = read, device
        self.files: list[str] = read.files
        self.f = _Attributes(self)

    @property
    def zip(self) -> Any:
        """The `zipfile.ZipFile`; None when closed."""
        return self._read.zip

    @property
    def fid(self) -> Any:
        """The open file; None when closed."""
        return self._read.fid

    def __getitem__(self, key: str) -> ndarray:
        found = self._read[key]
        return made(found, self._device) if isinstance(found, np.ndarray) else found

    def __iter__(self) -> Iterator[str]:
        return iter(self.files)

    def __len__(self) -> int:
        return len(self.files)

    def __contains__(self, key: object) -> bool:
        return key in self._read

    def __enter__(self) -> NpzFile:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._read.close()

    def __repr__(self) -> str:
        return repr(self._read)


class _Attributes:
    """The arrays of a `NpzFile` as attributes."""

    def __init__(self, of: NpzFile) -> None:
        self._of = of

    def __getattr__(self, name: str) -> ndarray:
        try:
            return self._of[name]
        except KeyError:
            raise AttributeError(name) from None

    def __dir__(self) -> list[str]:
        return list(self._of)


def load(
    file: Any,
    mmap_mode: Any = None,
    allow_pickle: bool = False,
    fix_imports: bool = True,
    encoding: Any = "ASCII",
    *,
    max_header_size: int = 10000,
    device: Any = None,
) -> Any:
    """Read an array, or several, from a ``.npy``, ``.npz`` or pickle file.

    Parameters
    ----------
    file : file, str or path
        What to read.
    mmap_mode : {None, "r+", "r", "w+", "c"}, optional
        Map the file into memory: with "r+" and "c" the array shares it, with "r" it is read as a whole, because torch
        has no read-only memory.
    allow_pickle : bool, default: False
        Whether to read pickles, which can run any code.
    fix_imports, encoding, max_header_size
        As in NumPy, for old files.
    device : device_like, optional
        Where the arrays are to lie.

    Returns
    -------
    ndarray or NpzFile
        The array; for a ``.npz`` file a mapping of names to arrays, each read when it is asked for.

    Raises
    ------
    ValueError
        If the file holds pickles and `allow_pickle` is False, or is no such file.
    TypeError
        If an array's dtype is not here.

    See Also
    --------
    save, savez : Write such files.

    Examples
    --------
    >>> import io
    >>> import xp_torch as xp
    >>> file = io.BytesIO()
    >>> xp.save(file, xp.asarray([[1.0, 2.0]]))
    >>> _ = file.seek(0)
    >>> xp.load(file)
    array([[1., 2.]])
    """
    where = as_device(device)
    found: Any = np.load(
        file,
        mmap_mode,
        allow_pickle,
        fix_imports,
        encoding,
        max_header_size=max_header_size,
    )
    if isinstance(found, np.lib.npyio.NpzFile):
        return NpzFile(found, where)
    if isinstance(found, np.ndarray):
        return made(found, where)
    return found.to_device(where) if isinstance(found, ndarray) and device is not None else found
