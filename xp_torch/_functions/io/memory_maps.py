"""Arrays in files that are mapped into memory."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
import torch

from xp_torch._array.flat import flagsobj
from xp_torch._array.ndarray import ndarray, wrap
from xp_torch._facts.annotations import DTypeLike, FileLike, ShapeLike
from xp_torch._facts.dtypes import as_dtype
from xp_torch._functions.io.convert import from_read
from xp_torch._kernels.aliasing import may_share_memory

__all__ = ["memmap"]


class memmap(ndarray):
    """An array in a file that is mapped into memory: parts are read when they are used.

    Views are of this class, too; copies and results are plain arrays.

    Parameters
    ----------
    filename : str, path or file
        File to map.
    dtype : dtype_like, default: uint8
        Data type of the elements.
    mode : {"r+", "r", "w+", "c"}, default: "r+"
        How to open the file: "r+" reads and writes it, "w+" creates or overwrites it. "c" and "r" read it: writing to
        the array changes memory only, not the file.
    offset : int, default: 0
        Place of the first element in the file, in bytes.
    shape : int or tuple of ints, optional
        Shape of the array; by default 1-D, with all elements up to the end of the file.
    order : {"C", "F"}, default: "C"
        Row-major or column-major.

    Attributes
    ----------
    filename : path or None
        Path of the file.
    offset : int
        Place of the first element in the file, in bytes.
    mode : str
        How the file was opened.

    See Also
    --------
    load : Map a ``.npy`` file, with ``mmap_mode=``.

    Notes
    -----
    Differs from NumPy: copies are plain arrays. With the mode "r" arrays can be written, because torch has no read-only
    memory; ``flags.writeable`` is False, and the file stays as it is.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     x = xp.memmap(f"{folder}/x", dtype="float32", mode="w+", shape=(2, 2))
    ...     x[0] = 3
    ...     x.flush()
    ...     xp.fromfile(f"{folder}/x", dtype="float32")
    array([3., 3., 0., 0.], dtype=float32)
    """

    filename: Any = None
    offset: int | None = None
    mode: str | None = None
    _mapped: np.memmap | None = None

    def __new__(
        cls,
        filename: FileLike,
        dtype: DTypeLike = "uint8",
        mode: Literal["r+", "r", "w+", "c"] = "r+",
        offset: int = 0,
        shape: ShapeLike | None = None,
        order: Literal["C", "F"] = "C",
    ) -> memmap:
        """Map a file."""
        kind, opened = as_dtype(dtype).__numpy_dtype__, opening(mode)
        return of_numpy(np.memmap(filename, kind, opened, offset, shape, order), mode, cls)  # type: ignore[arg-type]

    def __array_finalize__(self, obj: Any, /) -> None:
        """Take over the file of the array that this one is a view of."""
        if isinstance(obj, memmap):
            self.filename, self.offset, self.mode, self._mapped = obj.filename, obj.offset, obj.mode, obj._mapped

    @classmethod
    def _wrap_like(cls, t: torch.Tensor, source: ndarray | None) -> Any:
        if isinstance(source, memmap) and not may_share_memory(t, source._tensor):
            return wrap(t)
        return super()._wrap_like(t, source)

    @property
    def flags(self) -> flagsobj:
        """Memory layout; `writeable` is False if the file was opened for reading."""
        flags = flagsobj(self)
        flags._writeable = flags._writeable and self.mode != "r"
        return flags

    def flush(self) -> None:
        """Write what was changed to the file."""
        if self._mapped is not None:
            self._mapped.flush()

    def __reduce__(self) -> tuple:
        return wrap(self._tensor).__reduce__()


def opening(mode: Any) -> Any:
    """Return the mode for NumPy to open a file in: copy-on-write for reading, as torch lacks read-only memory."""
    return "c" if mode in ("r", "readonly") else mode


def of_numpy(a: np.memmap, mode: Any, cls: type[memmap] = memmap) -> memmap:
    """Return a memory map of NumPy's as ours, opened with `mode`; a plain array if that needs a copy."""
    x = from_read(a, "cpu")
    if not a.dtype.isnative:
        return x  # type: ignore[return-value]
    new = ndarray._wrap_like.__func__(cls, x._tensor, None)  # type: ignore[attr-defined]
    new.filename, new.offset, new._mapped = a.filename, a.offset, a
    new.mode = "r" if opening(mode) != mode else a.mode
    return new
