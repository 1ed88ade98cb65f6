"""The exceptions that the package raises: NumPy's own classes, so that existing `except` clauses catch them."""

from collections.abc import Iterable, Sequence

from numpy.exceptions import AxisError, ComplexWarning, DTypePromotionError
from numpy.linalg import LinAlgError

__all__ = [
    "AxisError",
    "ComplexWarning",
    "DTypePromotionError",
    "LinAlgError",
    "UFuncTypeError",
    "broadcast_error",
    "raise_too_big",
    "too_big",
]


class UFuncTypeError(TypeError):
    """An operation has no loop for the given dtypes, or a cast that its `casting` forbids would be needed."""


def too_big() -> ValueError:
    """Return NumPy's error for arrays of more bytes than an address can count."""
    return ValueError("array is too big; `arr.size * arr.dtype.itemsize` is larger than the maximum possible size.")


def raise_too_big(error: RuntimeError) -> None:
    """Raise NumPy's error if torch's `error` says that there is no memory for a result; of a GPU it has its own."""
    text = str(error)
    if "Storage size calculation overflowed" in text:
        raise too_big() from None
    asked = text.partition("can't allocate memory: you tried to allocate ")[2]
    if asked:
        raise MemoryError(f"Unable to allocate {asked.partition('.')[0]} for an array") from None


def broadcast_error(shapes: Iterable[Sequence[int]]) -> ValueError:
    """Return NumPy's error for shapes that do not broadcast together."""
    listed = " ".join(str(tuple(s)).replace(" ", "") for s in shapes)
    return ValueError(f"operands could not be broadcast together with shapes {listed} ")
