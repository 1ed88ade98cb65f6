"""``x.flat`` and ``x.flags``: an iterator over the elements in row-major order, and the memory layout."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch

from xp_torch._array.coercion import as_tensor, assigned
from xp_torch._array.element import host_memory, new_element
from xp_torch._array.indexing import as_key, check_on_host
from xp_torch._array.ndarray import ndarray, wrap
from xp_torch._array.reversed_views import ReversedView
from xp_torch._facts.errors import warn
from xp_torch._facts.shapes import as_bool, slice_span
from xp_torch._facts.torch_state import is_compiling
from xp_torch._kernels.cast import copy_into
from xp_torch._kernels.indexing.read import read
from xp_torch._kernels.indexing.write import fill_in_turn, put, repeat_to, write
from xp_torch._kernels.layout import owner_of, reverse_axes

_new = object.__new__


_LISTED_BOOLS = (
    "boolean indices for iterators are not supported because of previous behavior that was confusing "
    "(valid boolean indices are expected to work in the future)"
)
_FLOATS = "Invalid non-array indices for iterator objects are deprecated and will be removed in the future"
_SINGLE_BOOL = "Indexing flat iterators with a 0-dimensional boolean index is deprecated"
_NOT_AN_INDEX = "only integers, slices (`:`), ellipsis (`...`) and integer or boolean arrays are valid indices"


def _comparison(name: str) -> Callable[[Any, Any], Any]:
    """Return a comparison of the elements of an iterator as a vector."""

    def compare(self: Any, other: Any) -> Any:
        elements = wrap(self._array._tensor.reshape(-1))
        return getattr(elements, name)(other.copy() if type(other) is flatiter else other)

    compare.__name__ = name
    return compare


class flatiter:
    """Iterator over the elements of an array in row-major order, which also reads and writes by flat index: ``x.flat``.

    The index is an int, a slice, an array of ints of any shape, or a mask of the array's size. Reads give a copy.
    Values to write are repeated as needed.

    Attributes
    ----------
    base : ndarray
        The array.
    index : int
        Flat index of the next element.
    coords : tuple of ints
        Its index in each dimension.

    Examples
    --------
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
        # `broadcast` iterates over a view of the array in the common shape
        self.base, self._array = base, base if common is None else common
        self._place = 0

    @property
    def index(self) -> int:
        """Flat index of the next element."""
        return self._place

    @property
    def coords(self) -> tuple[int, ...]:
        """Index of the next element in each dimension."""
        rest, coords = self.index, []
        for n in reversed(self._array.shape[1:]):
            rest, i = divmod(rest, n)
            coords.append(i)
        return (rest, *reversed(coords)) if self._array.ndim else ()

    def __len__(self) -> int:
        return self._array.size

    def __iter__(self) -> flatiter:
        return self

    def __next__(self) -> ndarray:
        x, place = self._array, self._place
        if place >= x.size:
            raise StopIteration
        if isinstance(x, ReversedView):
            result = wrap(x[self.coords]._tensor)
        elif not is_compiling() and (memory := host_memory(x, x.ndim)) is not None:
            result = new_element(memory.item(place), x._dtype)
        else:
            result = wrap(x._tensor[self.coords].clone())
        self._place = place + 1
        return result

    def _key(self, key: Any) -> Any:
        """Return an int, a slice, an int64 tensor, or a mask with a value for each element."""
        t, parts = self._array._tensor, key if isinstance(key, tuple) else (key,)
        if len(parts) > 1:
            raise IndexError(
                f"too many indices for flat iterator: flat iterator is 1-dimensional, but {len(parts)} were indexed"
            )
        if not parts or parts[0] is Ellipsis:
            return slice(None)
        listed = isinstance(parts[0], (list, tuple))
        if isinstance(parts[0], float) or (listed and parts[0] and as_tensor(parts[0]).dtype.is_floating_point):
            warn(_FLOATS, DeprecationWarning)
            parts = (as_tensor(parts[0]).to(torch.int64),)
        if not t.is_cpu:
            check_on_host((t.numel(),), parts)
        (k,) = as_key(parts, t.device)
        if k is None:
            raise IndexError(_NOT_AN_INDEX)
        if isinstance(k, bool) or (isinstance(k, torch.Tensor) and k.dtype is torch.bool and not k.ndim):
            warn(_SINGLE_BOOL, DeprecationWarning)
            return 0 if k else slice(0, 0)
        size = t.numel()
        if isinstance(k, torch.Tensor) and k.dtype is not torch.bool:
            k = k.to(torch.int64) if k.ndim else int(k.item())
        if isinstance(k, int) and not -size <= k < size:
            raise IndexError(f"index {k} is out of bounds for size {size}")
        if not isinstance(k, torch.Tensor) or k.dtype is not torch.bool:
            return k
        if listed:
            raise IndexError(_LISTED_BOOLS)
        if k.ndim != 1:
            raise IndexError(
                f"too many indices for flat iterator: flat iterator is 1-dimensional, but {k.ndim} were indexed"
            )
        if k.shape[0] != size:
            raise IndexError(
                "boolean index did not match indexed flat iterator along dimension 0; "
                f"dimension is {size} but corresponding boolean dimension is {k.shape[0]}"
            )
        return k

    def __getitem__(self, key: Any) -> ndarray:
        # NumPy's flat gives copies, whatever the key.
        return wrap(read(self._array._tensor.reshape(-1), (self._key(key),)).clone())

    def __setitem__(self, key: Any, value: Any) -> None:
        if isinstance(key, tuple) and not key:
            raise IndexError("Assigning to a flat iterator with a 0-D index is not supported")
        t, place = self._array._tensor, self._key(key)
        values = assigned(value, t, viewed=type(place) is int)[0]
        if type(place) is int:
            if values.ndim:
                raise ValueError("Error setting single item of array.")
            place = torch.tensor([place], device=t.device)
        elif isinstance(place, slice):
            start, count, step = slice_span(place, t.numel())
            if t.is_contiguous() and values.numel():
                write(t.view(-1), (place,), repeat_to(values.reshape(-1), count))
                self._array._store(t)
                return
            place = torch.arange(count, device=t.device) * step + start
        if not values.numel():
            return
        if place.dtype is torch.bool:
            copy_into(t, fill_in_turn(place, values, t))
        else:
            put(t, place, values, "raise")
        self._array._store(t)

    def __delitem__(self, key: Any) -> None:
        raise TypeError("elements of an array can't be deleted")

    def __array__(self, dtype: Any = None, /, *, copy: bool | None = None) -> Any:
        """Return the elements as a NumPy array of one dimension."""
        return wrap(self._array._tensor.reshape(-1)).__array__(dtype, copy=copy)

    def copy(self, /) -> ndarray:
        """Return the elements as a one-dimensional array."""
        return wrap(self._array._tensor.reshape(-1).clone())

    __eq__, __ne__ = _comparison("__eq__"), _comparison("__ne__")
    __lt__, __le__ = _comparison("__lt__"), _comparison("__le__")
    __gt__, __ge__ = _comparison("__gt__"), _comparison("__ge__")


class flagsobj:
    """Memory layout of an array, by attribute or by NumPy's key: ``x.flags.c_contiguous``, ``x.flags["F"]``.

    Examples
    --------
    >>> x = xp.zeros((2, 3)).T
    >>> x.flags.c_contiguous, x.flags["F_CONTIGUOUS"]
    (False, True)
    """

    def __init__(self, base: ndarray) -> None:
        view = isinstance(base, ReversedView)
        t = base._strided
        self._c_contiguous = not view and t.is_contiguous()
        self._f_contiguous = not view and reverse_axes(t).is_contiguous()
        self._owner = not view and owner_of(t) is None
        # Two axes with the same step share elements too, as in `sliding_window_view`.
        steps = [step for step, size in zip(t.stride(), t.shape, strict=True) if size > 1]
        self._writeable = 0 not in steps and len(set(steps)) == len(steps)

    c_contiguous = property(lambda self: self._c_contiguous)
    f_contiguous = property(lambda self: self._f_contiguous)
    owndata = property(lambda self: self._owner)
    contiguous = property(lambda self: self.c_contiguous)
    fortran = property(lambda self: self.f_contiguous)
    forc = property(lambda self: self.c_contiguous or self.f_contiguous)
    fnc = property(lambda self: self.f_contiguous and not self.c_contiguous)
    behaved = property(lambda self: self.aligned and self.writeable)
    carray = property(lambda self: self.behaved and self.c_contiguous)
    # As NumPy does, though it documents F-contiguous.
    farray = property(lambda self: self.behaved and not self.c_contiguous)
    num = property(
        lambda self: (
            self.c_contiguous | self.f_contiguous << 1 | self.owndata << 2 | self.aligned << 8 | self.writeable << 10
        )
    )

    @property
    def writeable(self) -> bool:
        """Whether no two elements share memory; assignments are ignored, because torch has no read-only memory."""
        return self._writeable

    @writeable.setter
    def writeable(self, value: Any) -> None:
        as_bool(value, "writeable")

    @property
    def aligned(self) -> bool:
        """Always True; assignments are ignored."""
        return True

    @aligned.setter
    def aligned(self, value: Any) -> None:
        as_bool(value, "aligned")

    @property
    def writebackifcopy(self) -> bool:
        """Always False."""
        return False

    @writebackifcopy.setter
    def writebackifcopy(self, value: Any) -> None:
        if as_bool(value, "writebackifcopy"):
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


def _flat(self: ndarray) -> Any:
    # Dynamo makes no object of a class that it gets from a property.
    return flatiter(self)


def _set_flat(self: ndarray, value: Any) -> None:
    flatiter(self)[...] = value


def _flags(self: ndarray) -> Any:
    return flagsobj(self)


for _name, _member in {
    "flat": property(_flat, _set_flat, doc=flatiter.__doc__),
    "flags": property(_flags, doc=flagsobj.__doc__),
}.items():
    setattr(ndarray, _name, _member)
