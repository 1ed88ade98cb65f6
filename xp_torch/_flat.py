"""``x.flat`` and ``x.flags``: the elements in row-major order, and how they lie in memory."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import torch

from ._array import ndarray, wrap
from ._kernels.cast import copy_into
from ._kernels.layout import reverse_axes

__all__ = ["flagsobj", "flatiter"]


class flatiter:
    """The elements of an array in row-major order, to iterate over, read and write by flat index.

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

    def __init__(self, base: ndarray) -> None:
        self.base = base

    def __len__(self) -> int:
        return self.base.size

    def __iter__(self) -> Iterator[ndarray]:
        return iter(wrap(self.base._tensor.reshape(-1)))

    def __getitem__(self, key: Any) -> ndarray:
        t = self.base._tensor.reshape(-1)
        # NumPy's flat gives copies, whatever the key.
        return wrap(wrap(t)[key]._tensor.clone())

    def __setitem__(self, key: Any, value: Any) -> None:
        t = self.base._tensor
        if t.is_contiguous():
            wrap(t.view(-1))[key] = value
        else:
            flat = t.clone(memory_format=torch.contiguous_format).view(-1)
            wrap(flat)[key] = value
            copy_into(t, flat.view(t.shape))

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        return wrap(self.base._tensor.reshape(-1)).__array__(dtype, copy=copy)

    def copy(self) -> ndarray:
        """Return the elements as a one-dimensional array."""
        return wrap(self.base._tensor.reshape(-1).clone())


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
        self.c_contiguous = t.is_contiguous()
        self.f_contiguous = reverse_axes(t).is_contiguous()
        self.owndata = t._base is None
        self.writeable = True
        self.aligned = True
        self.writebackifcopy = False

    contiguous = property(lambda self: self.c_contiguous)
    fortran = property(lambda self: self.f_contiguous)
    forc = property(lambda self: self.c_contiguous or self.f_contiguous)
    fnc = property(lambda self: self.f_contiguous and not self.c_contiguous)
    behaved = carray = property(lambda self: self.aligned and self.writeable)

    _KEYS = {  # noqa: RUF012 - NumPy's keys and their short forms
        "C": "c_contiguous",
        "F": "f_contiguous",
        "O": "owndata",
        "W": "writeable",
        "A": "aligned",
        "X": "writebackifcopy",
    }

    def __getitem__(self, key: str) -> bool:
        name = self._KEYS.get(key, key.lower())
        if not isinstance(getattr(self, name, None), bool):
            raise KeyError("Unknown flag")
        return getattr(self, name)

    def __repr__(self) -> str:
        names = ("c_contiguous", "f_contiguous", "owndata", "writeable", "aligned", "writebackifcopy")
        return "".join(f"  {n.upper()} : {getattr(self, n)}\n" for n in names)


def _set_flat(self: ndarray, value: Any) -> None:
    flatiter(self)[...] = value


ndarray.flat = property(flatiter, _set_flat, doc=flatiter.__doc__)  # type: ignore[attr-defined]
ndarray.flags = property(flagsobj, doc=flagsobj.__doc__)  # type: ignore[attr-defined]
