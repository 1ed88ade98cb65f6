"""`nditer`: NumPy's iterator over the memory of arrays on the CPU."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from xp_torch._array.ndarray import ndarray
from xp_torch._array.numpys import from_numpy, to_numpy
from xp_torch._facts.annotations import ArrayLike, Casting, DTypeLike, Order, ShapeLike
from xp_torch._facts.torch_state import increment_version

__all__ = ["nditer"]

_WRITES = frozenset({"readwrite", "writeonly"})


class nditer:
    """Iterate over the elements of arrays on the CPU: NumPy's `nditer` over the memory of the arrays.

    Parameters
    ----------
    op : array_like or sequence of array_like
        Arrays to iterate over; None is allocated, as in NumPy.
    flags, op_flags, op_dtypes, order, casting, op_axes, itershape, buffersize : optional
        As in NumPy.

    Raises
    ------
    TypeError
        If an array requires grad, is traced or mapped, or is not on the CPU.

    Notes
    -----
    Elements are NumPy's 0-D arrays, in the memory of the arrays: ``element[...] = 1`` writes. The end of the iteration,
    or of the ``with`` block, counts as one write of each array that is open for writing, for gradients that were
    computed from it before. Other attributes and methods are those of `numpy.nditer`.

    See Also
    --------
    ndenumerate : Indices and elements, on any device.

    Examples
    --------
    >>> x = xp.asarray([[1, 2], [3, 4]])
    >>> with xp.nditer(x, op_flags=["readwrite"]) as elements:
    ...     for element in elements:
    ...         element[...] = element * 10
    >>> x
    array([[10, 20],
           [30, 40]])
    """

    def __init__(
        self,
        op: ArrayLike | Sequence[ArrayLike | None],
        flags: Sequence[str] | None = None,
        op_flags: Sequence[str] | Sequence[Sequence[str]] | None = None,
        op_dtypes: DTypeLike | Sequence[DTypeLike] | None = None,
        order: Order = "K",
        casting: Casting = "safe",
        op_axes: Sequence[Sequence[int]] | None = None,
        itershape: ShapeLike | None = None,
        buffersize: int = 0,
    ) -> None:
        operands: Any = op if type(op) in (list, tuple) else [op]
        self._arrays: dict[int, ndarray] = {}
        try:
            inputs = to_numpy(op, self._arrays)
        except (TypeError, RuntimeError) as error:
            raise TypeError(f"nditer: {error}") from None
        options: tuple[Any, ...] = (flags, op_flags, op_dtypes, order, casting, op_axes, itershape, buffersize)
        self._iterator: Any = np.nditer(inputs, *options)
        # A list of names is for all operands, a list of lists has one for each.
        each: Any = op_flags or [[]] * len(operands)
        each = [each] * len(operands) if isinstance(each[0], str) else each
        opened = zip(operands, each, strict=False)
        self._written = [x._tensor for x, names in opened if isinstance(x, ndarray) and _WRITES.intersection(names)]

    def __getattr__(self, name: str) -> Any:
        return getattr(self._iterator, name)

    def __setattr__(self, name: str, value: Any) -> None:
        # The index and the position of NumPy's iterator can be set.
        super().__setattr__(name, value) if name.startswith("_") else setattr(self._iterator, name, value)

    @property
    def operands(self) -> tuple[Any, ...]:
        """The arrays; newly allocated ones are arrays of this package."""
        return from_numpy(self._iterator.operands, self._arrays)

    def __iter__(self) -> nditer:
        return self

    def __next__(self) -> Any:
        """Return the next element, or a tuple with one of each operand."""
        for element in self._iterator:
            return element
        self._count_write()
        raise StopIteration

    def __len__(self) -> int:
        return len(self._iterator)

    def __getitem__(self, index: Any) -> Any:
        return self._iterator[index]

    def __setitem__(self, index: Any, value: Any) -> None:
        self._iterator[index] = to_numpy(value)

    def __copy__(self) -> Any:
        return self._iterator.copy()

    def __enter__(self) -> nditer:
        self._iterator.__enter__()
        return self

    def __exit__(self, *error: Any) -> None:
        self.close()

    def close(self) -> None:
        """Write back what is buffered, and count the writes."""
        self._iterator.close()
        self._count_write()

    def _count_write(self) -> None:
        """Count one write of each array that is open for writing."""
        increment_version(self._written)
        self._written = []
