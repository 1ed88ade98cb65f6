"""``x.flat`` and ``x.flags``: the elements in row-major order, and how they lie in memory."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import torch

from xp_torch._array.coercion import as_tensor, assigned
from xp_torch._array.ndarray import ndarray, wrap
from xp_torch._facts.dtypes import KIND
from xp_torch._kernels.cast import copy_into
from xp_torch._kernels.indexing import select as kernels
from xp_torch._kernels.indexing.read import read
from xp_torch._kernels.indexing.write import repeated, write
from xp_torch._kernels.layout import reverse_axes

__all__ = ["flagsobj", "flatiter"]


_KEYS_OF_A_LIST = (
    "boolean indices for iterators are not supported because of previous behavior that was confusing "
    "(valid boolean indices are expected to work in the future)"
)
_NO_KEY = "only integers, slices (`:`), ellipsis (`...`) and integer or boolean arrays are valid indices"


class flatiter:
    """The elements of an array in row-major order, to iterate over, read and write by flat index: what ``x.flat`` is.

    It is indexed with an int, a slice, an array of ints of any shape, or a mask of the array's size; what is read is a
    copy. Values that are written are repeated as often as needed.

    Attributes
    ----------
    base : ndarray
        The array.
    index : int
        Flat index of the next element.
    coords : tuple of ints
        Its index by dimension.

    Examples
    --------
    >>> import xp_torch as xp
    >>> x = xp.asarray([[1, 2], [3, 4]])
    >>> x.flat[1:3]
    array([2, 3])
    >>> x.flat[-1] = 9
    >>> x
    array([[1, 2],
           [3, 9]])
    """

    __hash__ = None  # type: ignore[assignment]

    def __init__(self, base: ndarray, common: ndarray | None = None) -> None:
        # what `broadcast` iterates over is a view of the array in the common shape
        self.base, self._array = base, base if common is None else common
        self._place = 0

    @property
    def index(self) -> int:
        """Flat index of the next element."""
        return self._place

    @property
    def coords(self) -> tuple[int, ...]:
        """Index by dimension of the next element."""
        rest, found = self.index, []
        for n in reversed(self._array.shape[1:]):
            rest, place = divmod(rest, n)
            found.append(place)
        return (rest, *reversed(found)) if self._array.ndim else ()

    def __len__(self) -> int:
        return self._array.size

    def __iter__(self) -> flatiter:
        return self

    def __next__(self) -> ndarray:
        if self.index >= self._array.size:
            raise StopIteration
        element = self._array._tensor[self.coords].clone()
        self._place += 1
        return wrap(element)

    def _key(self, key: Any) -> Any:
        """Return an int, a slice, or a tensor of int64 or of bools with a value for each element."""
        if isinstance(key, tuple):
            if len(key) > 1:
                raise IndexError(
                    f"too many indices for flat iterator: flat iterator is 1-dimensional, but {len(key)} were indexed"
                )
            key = key[0] if key else Ellipsis
        if key is Ellipsis:
            return slice(None)
        if isinstance(key, slice):
            return key
        size = self._array.size
        if isinstance(key, (bool, np.bool)):
            warnings.warn(
                "Indexing flat iterators with a 0-dimensional boolean index is deprecated", DeprecationWarning, 3
            )
            return 0 if key else slice(0, 0)
        if key is None or isinstance(key, (str, bytes)):
            raise IndexError(_NO_KEY)
        listed = not isinstance(key, (ndarray, torch.Tensor, np.ndarray, flatiter)) and hasattr(key, "__len__")
        t = as_tensor(np.asarray(key) if isinstance(key, np.generic) else key)
        if listed and t.dtype is torch.bool:
            raise IndexError(_KEYS_OF_A_LIST)
        if t.dtype is torch.bool:
            if t.ndim != 1:
                raise IndexError(
                    f"too many indices for flat iterator: flat iterator is 1-dimensional, but {t.ndim} were indexed"
                )
            if t.shape[0] != size:
                raise IndexError(
                    "boolean index did not match indexed flat iterator along dimension 0; "
                    f"dimension is {size} but corresponding boolean dimension is {t.shape[0]}"
                )
            return t
        if KIND[t.dtype] not in "iu":
            if not listed:
                raise IndexError("arrays used as indices must be of integer (or boolean) type" if t.ndim else _NO_KEY)
            if t.numel():
                warnings.warn(
                    "Invalid non-array indices for iterator objects are deprecated and will be removed in the future",
                    DeprecationWarning,
                    3,
                )
        if not t.ndim:
            place = int(t)
            if not -size <= place < size:
                raise IndexError(f"index {place} is out of bounds for size {size}")
            return place
        return t.to(torch.int64)

    def __getitem__(self, key: Any) -> ndarray:
        # NumPy's flat gives copies, whatever the key.
        return wrap(read(self._array._tensor.reshape(-1), (self._key(key),)).clone())

    def __setitem__(self, key: Any, value: Any) -> None:
        if isinstance(key, tuple) and not key:
            raise IndexError("Assigning to a flat iterator with a 0-D index is not supported")
        t, place = self._array._tensor, self._key(key)
        written = assigned(value, t, viewed=type(place) is int)[0]
        if type(place) is int:
            if written.ndim:
                raise ValueError("Error setting single item of array.")
            kernels.write_flat(t, torch.tensor([place], device=t.device), written)
            return
        if not written.numel():
            return
        if isinstance(place, slice):
            count = len(range(*place.indices(t.numel())))
            value = repeated(written.reshape(-1), count)
            if t.is_contiguous():
                write(t.view(-1), (place,), value)
            else:
                flat = t.clone(memory_format=torch.contiguous_format).view(-1)
                write(flat, (place,), value)
                copy_into(t, flat.view(t.shape))
        elif place.dtype is torch.bool:
            copy_into(t, kernels.place(place, written, t))
        else:
            kernels.put(t, place, written, "raise")

    def __delitem__(self, key: Any) -> None:
        raise TypeError("elements of an array can't be deleted")

    def __array__(self, dtype: Any = None, /, *, copy: bool | None = None) -> Any:
        """Return the elements as a NumPy array of one dimension."""
        return wrap(self._array._tensor.reshape(-1)).__array__(dtype, copy=copy)

    def copy(self, /) -> ndarray:
        """Return the elements as a one-dimensional array."""
        return wrap(self._array._tensor.reshape(-1).clone())

    def _compare(self, other: Any, name: str) -> Any:
        return getattr(wrap(self._array._tensor.reshape(-1)), name)(other.copy() if type(other) is flatiter else other)

    def __eq__(self, other: object) -> Any:
        return self._compare(other, "__eq__")

    def __ne__(self, other: object) -> Any:
        return self._compare(other, "__ne__")

    def __lt__(self, other: Any) -> Any:
        return self._compare(other, "__lt__")

    def __le__(self, other: Any) -> Any:
        return self._compare(other, "__le__")

    def __gt__(self, other: Any) -> Any:
        return self._compare(other, "__gt__")

    def __ge__(self, other: Any) -> Any:
        return self._compare(other, "__ge__")


class flagsobj:
    """How an array lies in memory, by attribute or by NumPy's key: ``x.flags.c_contiguous``, ``x.flags["F"]``.

    Examples
    --------
    >>> import xp_torch as xp
    >>> x = xp.zeros((2, 3)).T
    >>> x.flags.c_contiguous, x.flags["F_CONTIGUOUS"]
    (False, True)
    """

    def __init__(self, base: ndarray) -> None:
        t = base._tensor
        self._by_row = t.is_contiguous()
        self._by_column = reverse_axes(t).is_contiguous()
        self._owner = t._base is None
        self._apart = all(step or size < 2 for step, size in zip(t.stride(), t.shape, strict=True))

    c_contiguous = property(lambda self: self._by_row)
    f_contiguous = property(lambda self: self._by_column)
    owndata = property(lambda self: self._owner)
    contiguous = property(lambda self: self.c_contiguous)
    fortran = property(lambda self: self.f_contiguous)
    forc = property(lambda self: self.c_contiguous or self.f_contiguous)
    fnc = property(lambda self: self.f_contiguous and not self.c_contiguous)
    behaved = property(lambda self: self.aligned and self.writeable)
    carray = property(lambda self: self.behaved and self.c_contiguous)
    # NumPy asks for any of three flags where it means all
    farray = property(lambda self: self.behaved and not self.c_contiguous)
    num = property(
        lambda self: (
            self.c_contiguous | self.f_contiguous << 1 | self.owndata << 2 | self.aligned << 8 | self.writeable << 10
        )
    )

    @property
    def writeable(self) -> bool:
        """Whether elements can be written one by one, whatever is assigned: torch has no read-only memory."""
        return self._apart

    @writeable.setter
    def writeable(self, value: Any) -> None:
        bool(value)

    @property
    def aligned(self) -> bool:
        """True, whatever is assigned: torch steps by whole elements."""
        return True

    @aligned.setter
    def aligned(self, value: Any) -> None:
        bool(value)

    @property
    def writebackifcopy(self) -> bool:
        """False: no array writes back to another."""
        return False

    @writebackifcopy.setter
    def writebackifcopy(self, value: Any) -> None:
        if value:
            raise ValueError("cannot set WRITEBACKIFCOPY flag to True")

    _KEYS = {  # noqa: RUF012 - NumPy's keys and their short forms
        "A": "aligned",
        "B": "behaved",
        "C": "c_contiguous",
        "CA": "carray",
        "CONTIGUOUS": "c_contiguous",
        "F": "f_contiguous",
        "FA": "farray",
        "FORTRAN": "f_contiguous",
        "O": "owndata",
        "W": "writeable",
        "X": "writebackifcopy",
    }

    def _name(self, key: Any) -> str:
        name = self._KEYS.get(key, key.lower() if isinstance(key, str) and key.isupper() else "")
        if not isinstance(getattr(self, name, None), bool):
            raise KeyError("Unknown flag")
        return name

    def __getitem__(self, key: str) -> bool:
        return getattr(self, self._name(key))

    def __setitem__(self, key: str, value: Any) -> None:
        name = self._name(key)
        if name not in ("writeable", "aligned", "writebackifcopy"):
            raise KeyError("Unknown flag")
        setattr(self, name, value)

    def __eq__(self, other: object) -> bool:
        return self.num == other.num if isinstance(other, flagsobj) else NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        names = ("c_contiguous", "f_contiguous", "owndata", "writeable", "aligned", "writebackifcopy")
        return "".join(f"  {n.upper()} : {getattr(self, n)}\n" for n in names)


def _set_flat(self: ndarray, value: Any) -> None:
    flatiter(self)[...] = value


for _name, _member in {"flat": property(flatiter, _set_flat), "flags": property(flagsobj)}.items():
    setattr(ndarray, _name, _member)
