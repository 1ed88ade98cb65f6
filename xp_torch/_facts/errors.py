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
    "too_big",
]


class UFuncTypeError(TypeError):
    """An operation has no loop for the given dtypes, or a cast that its `casting` forbids would be needed."""


def too_big() -> ValueError:
    """Return NumPy's error for arrays of more bytes than an address can count."""
    return ValueError("array is too big; `arr.size * arr.dtype.itemsize` is larger than the maximum possible size.")


def broadcast_error(shapes: Iterable[Sequence[int]]) -> ValueError:
    """Return NumPy's error for shapes that do not broadcast together."""
    listed = " ".join(str(tuple(s)).replace(" ", "") for s in shapes)
    return ValueError(f"operands could not be broadcast together with shapes {listed} ")
