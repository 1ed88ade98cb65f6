"""NumPy's binary files, ``.npy`` and ``.npz``: NumPy reads and writes them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal

import numpy as np
import torch

from xp_torch._array.coercion import as_device
from xp_torch._array.door import BLOCKS, call_override, has_ruled, is_elsewhere
from xp_torch._array.ndarray import ndarray
from xp_torch._facts.annotations import ArrayLike, DeviceLike, FileLike
from xp_torch._facts.shapes import as_bool, singles
from xp_torch._functions.io.convert import from_read, to_write
from xp_torch._functions.io.memory_maps import of_numpy, opening

__all__ = ["load", "save", "savez", "savez_compressed"]


def save(file: FileLike, arr: ArrayLike, allow_pickle: bool = True) -> None:
    """Write an array to a file in NumPy's ``.npy`` format.

    Parameters
    ----------
    file : file, str or path
        File to write; ``.npy`` is added to a name without it.
    arr : array_like
        Array to write; it is copied to the host.
    allow_pickle : bool, default: True
        Accepted for compatibility with NumPy; ignored.

    Notes
    -----
    The format has no bfloat16: NumPy reads those numbers as bytes (``"V2"``), and `load` as bfloat16.

    See Also
    --------
    load : Read the file.

    Examples
    --------
    >>> import io
    >>> file = io.BytesIO()
    >>> xp.save(file, xp.asarray([1, 2, 3]))
    >>> _ = file.seek(0)
    >>> xp.load(file)
    array([1, 2, 3])
    """
    if has_ruled(arr):
        call_override(save, locals())
        return
    np.save(file, to_write(arr), allow_pickle=as_bool(allow_pickle, "allow_pickle"))


def savez(file: FileLike, *args: ArrayLike, allow_pickle: bool = True, **kwds: ArrayLike) -> None:
    """Write several arrays to a file in NumPy's ``.npz`` format, uncompressed.

    Parameters
    ----------
    file : file, str or path
        File to write; ``.npz`` is added to a name without it.
    *args : array_like
        Arrays; their names are ``arr_0``, ``arr_1`` and so on.
    allow_pickle : bool, default: True
        Accepted for compatibility with NumPy; ignored.
    **kwds : array_like
        Arrays by name.

    Notes
    -----
    The format has no bfloat16: NumPy reads those numbers as bytes (``"V2"``), and `load` as bfloat16.

    See Also
    --------
    load : Read the file.

    Examples
    --------
    >>> import io
    >>> file = io.BytesIO()
    >>> xp.savez(file, xp.asarray([1, 2]), second=xp.zeros(2))
    >>> _ = file.seek(0)
    >>> arrays = xp.load(file)
    >>> arrays.files, arrays["second"]
    (['second', 'arr_0'], array([0., 0.]))
    """
    if has_ruled(args, kwds):
        call_override(savez, locals())
        return
    named = {name: to_write(x) for name, x in kwds.items()}
    np.savez(file, *map(to_write, args), allow_pickle=as_bool(allow_pickle, "allow_pickle"), **named)


def savez_compressed(file: FileLike, *args: ArrayLike, allow_pickle: bool = True, **kwds: ArrayLike) -> None:
    """Write several arrays to a file in NumPy's ``.npz`` format, compressed.

    Parameters
    ----------
    file : file, str or path
        File to write; ``.npz`` is added to a name without it.
    *args : array_like
        Arrays; their names are ``arr_0``, ``arr_1`` and so on.
    allow_pickle : bool, default: True
        Accepted for compatibility with NumPy; ignored.
    **kwds : array_like
        Arrays by name.

    Notes
    -----
    The format has no bfloat16: NumPy reads those numbers as bytes (``"V2"``), and `load` as bfloat16.

    See Also
    --------
    load : Read the file.

    Examples
    --------
    >>> import io
    >>> file = io.BytesIO()
    >>> xp.savez_compressed(file, x=xp.zeros(2))
    >>> _ = file.seek(0)
    >>> xp.load(file)["x"]
    array([0., 0.])
    """
    if has_ruled(args, kwds):
        call_override(savez_compressed, locals())
        return
    named = {name: to_write(x) for name, x in kwds.items()}
    np.savez_compressed(file, *map(to_write, args), allow_pickle=as_bool(allow_pickle, "allow_pickle"), **named)


class NpzFile(Mapping[str, ndarray]):
    """The arrays of a ``.npz`` file by name, each read at its first use; `load` returns it.

    It is a context manager that closes the file. ``files`` lists the names; the arrays are attributes of ``f`` too.
    """

    def __init__(self, file: np.lib.npyio.NpzFile, device: torch.device) -> None:
        if not isinstance(file, np.lib.npyio.NpzFile):
            raise TypeError(f"NpzFile: file must be a numpy.lib.npyio.NpzFile, which load opens (got {type(file)})")
        self._file, self._device = file, device
        self.files: list[str] = file.files
        self.f = _Attributes(self)

    @property
    def zip(self) -> Any:
        """The `zipfile.ZipFile`; None if closed."""
        return self._file.zip

    @property
    def fid(self) -> Any:
        """The open file; None if closed."""
        return self._file.fid

    def __getitem__(self, key: str) -> ndarray:
        value = self._file[key]
        return from_read(value, self._device) if isinstance(value, np.ndarray) else value

    def __iter__(self) -> Iterator[str]:
        return iter(self.files)

    def __len__(self) -> int:
        return len(self.files)

    def __contains__(self, key: object) -> bool:
        return key in self._file

    def __enter__(self) -> NpzFile:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def __repr__(self) -> str:
        return repr(self._file)


class _Attributes:
    """The arrays of a `NpzFile` as attributes."""

    def __init__(self, file: NpzFile) -> None:
        self._file = file

    def __getattr__(self, name: str) -> ndarray:
        try:
            return self._file[name]
        except KeyError:
            raise AttributeError(name) from None

    def __dir__(self) -> list[str]:
        return list(self._file)


def load(
    file: FileLike,
    mmap_mode: Literal["r+", "r", "w+", "c"] | None = None,
    allow_pickle: bool = False,
    fix_imports: bool = True,
    encoding: Literal["ASCII", "latin1", "bytes"] = "ASCII",
    *,
    max_header_size: int = 10000,
    device: DeviceLike | None = None,
) -> Any:
    """Read an array, or several, from a ``.npy``, ``.npz`` or pickle file.

    Parameters
    ----------
    file : file, str or path
        File to read.
    mmap_mode : {None, "r+", "r", "w+", "c"}, optional
        Mode of the `memmap` to return; by default the file is read.
    allow_pickle : bool, default: False
        Whether to read pickles, which can execute any code.
    fix_imports : bool, default: True
        As in NumPy, for pickles of Python 2.
    encoding : str, default: "ASCII"
        As in NumPy, for pickles of Python 2.
    max_header_size : int, default: 10000
        As in NumPy, the largest header that is read.
    device : device_like, optional
        Device of the result; by default torch's default device.

    Returns
    -------
    ndarray, memmap or NpzFile
        The array; for a ``.npz`` file a mapping of names to arrays, each read at its first use.

    Raises
    ------
    ValueError
        If the file has another format, or contains pickles and `allow_pickle` is False.

    See Also
    --------
    save, savez : Write such files.

    Examples
    --------
    >>> import io
    >>> file = io.BytesIO()
    >>> xp.save(file, xp.asarray([[1.0, 2.0]]))
    >>> _ = file.seek(0)
    >>> xp.load(file)
    array([[1., 2.]])
    """
    if (BLOCKS or device is not None) and is_elsewhere(device):
        return call_override(load, locals())
    target = as_device(device)
    options: dict[str, Any] = singles(
        {
            "mmap_mode": opening(mmap_mode),
            "allow_pickle": allow_pickle,
            "fix_imports": fix_imports,
            "encoding": encoding,
            "max_header_size": max_header_size,
        }
    )
    result: Any = np.load(file, **options)
    if isinstance(result, np.lib.npyio.NpzFile):
        return NpzFile(result, target)
    if isinstance(result, np.memmap) and target.type == "cpu":
        return of_numpy(result, mmap_mode)
    if isinstance(result, np.ndarray):
        return from_read(result, target)
    return result.to_device(target) if isinstance(result, ndarray) and device is not None else result
