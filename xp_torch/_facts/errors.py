"""The exceptions of the package, which are NumPy's, and errors that several modules raise."""

import functools
import itertools
import os
import sys
import traceback
import warnings
from collections.abc import Callable, Iterable, Sequence
from types import FrameType
from typing import ParamSpec, TypeVar

import numpy as np
import torch
from numpy.exceptions import AxisError as AxisError
from numpy.exceptions import ComplexWarning as ComplexWarning
from numpy.exceptions import DTypePromotionError as DTypePromotionError
from numpy.linalg import LinAlgError as LinAlgError

from xp_torch._facts.torch_state import is_compiling

P = ParamSpec("P")
T = TypeVar("T")

#: The folder of the package, the start of its files' paths.
PACKAGE = os.path.join(os.path.dirname(os.path.dirname(__file__)), "")
#: This folder, and the folders of the libraries that the package calls.
_FOLDERS = (PACKAGE, *[os.path.join(os.path.dirname(str(m.__file__)), "") for m in (np, torch)])
#: Python's classes of errors for mistakes of the caller.
_MISTAKES = (IndexError, OverflowError, TypeError, ValueError)
#: Whether errors keep all frames, for who looks for a bug of the package.
_KEEPS_FRAMES = os.environ.get("XP_TORCH_FULL_TRACEBACKS", "0") not in ("", "0")
#: What NumPy 2.5 says where the shape or the dtype of an array is set.
SET_SHAPE = (
    "Setting the shape on a NumPy array has been deprecated in NumPy 2.5.\n"
    "As an alternative, you can create a new view using np.reshape (with copy=False if needed)."
)
SET_DTYPE = (
    "Setting the dtype on a NumPy array has been deprecated in NumPy 2.5.\n"
    "Instead of changing the dtype on an array x, create a new array with x.view(new_dtype)"
)


class NumPyFallbackWarning(UserWarning):
    """NumPy computed a function, or for a dtype, that the package lacks, from the memory of arrays on the CPU.

    It is issued once for each function. Turn it into an error to find such calls:

    >>> import warnings
    >>> warnings.simplefilter("error", xp.exceptions.NumPyFallbackWarning)  # doctest: +SKIP
    """

    __module__ = "xp_torch.exceptions"


class NotCompiledWarning(UserWarning):
    """A function that was given to `xp_torch.compile`, or that it calls, runs without compilation."""

    __module__ = "xp_torch.exceptions"


class UnrolledLoopWarning(UserWarning):
    """A loop of Python of many steps becomes part of a graph of `xp_torch.compile` step by step.

    `fori_loop`, `scan` and `while_loop` compile their step once.
    """

    __module__ = "xp_torch.exceptions"


class TransferError(RuntimeError):
    """Values were read back to the host in a context of `transfer_guard` that does not allow it."""

    __module__ = "xp_torch.exceptions"


class DistributedArgument(Exception):
    """An array that is sharded over processes was given to a function that computes plain arrays."""


def not_plain(what: str) -> DistributedArgument:
    """Return the error for an array that is sharded over processes, or its device, in code for plain arrays."""
    return DistributedArgument(
        f"{what}, in code for plain arrays, which has no rule for it; gather the array with x.to_device('cpu')"
    )


class UFuncTypeError(TypeError):
    """A ufunc has no loop for the dtypes of its inputs, or `casting` does not allow a cast."""

    __module__ = "xp_torch.exceptions"


class UnsupportedError(TypeError):
    """The package lacks a function, or the dtype of an argument: objects, text, dates or records."""

    __module__ = "xp_torch.exceptions"


def too_many_dimensions(ndim: int, largest: int) -> ValueError:
    """Return NumPy's error for an array of `ndim` dimensions, more than the `largest` number."""
    return ValueError(f"maximum supported dimension for an ndarray is currently {largest}, found {ndim}")


def too_big() -> ValueError:
    """Return NumPy's error for arrays of more than 2**63 bytes."""
    return ValueError("array is too big; `arr.size * arr.dtype.itemsize` is larger than the maximum possible size.")


def shape_text(shape: Iterable[int]) -> str:
    """Return a shape as NumPy's messages spell it, without spaces; of one that is too long the first 65 sizes."""
    return str(tuple(itertools.islice(shape, 65))).replace(" ", "")


def broadcast_error(shapes: Iterable[Sequence[int]]) -> ValueError:
    """Return NumPy's error for shapes that do not broadcast together."""
    listed = " ".join(map(shape_text, shapes))
    return ValueError(f"operands could not be broadcast together with shapes {listed} ")


#: What a graph on the CPU raises when it runs.
OTHER_COUNT = (
    "in compiled code, x[mask] must have as many elements as the vector, or as the selection by another mask, that it "
    "is computed with or that is assigned to it"
)


def read_only() -> ValueError:
    """Return NumPy's error for a write to elements that share memory, as in a broadcast view."""
    return ValueError("assignment destination is read-only")


def without_frames(function: Callable[P, T]) -> Callable[P, T]:
    """Return `function`, with the package's own frames removed from errors that the caller's mistakes raise.

    Errors of other code, such as an ``__array__`` that it calls, keep all frames.
    """

    @functools.wraps(function)
    def call(*args: P.args, **kwargs: P.kwargs) -> T:
        if is_compiling():
            return function(*args, **kwargs)  # Dynamo can't break a graph inside of a `try`
        try:
            return function(*args, **kwargs)
        except _MISTAKES as error:
            if not _KEEPS_FRAMES and _is_ours(error):
                error.__traceback__ = None
            raise

    return call


def _is_ours(error: Exception) -> bool:
    """Return whether an error comes from code of the package, of NumPy or of torch alone."""
    files = [frame.f_code.co_filename for frame, _ in traceback.walk_tb(error.__traceback__)]
    # NumPy's modules in Cython have relative paths.
    return all(f.startswith(_FOLDERS) or ("numpy/" in f and f.endswith((".pyx", ".pxd"))) for f in files)


def warn(text: str, category: type[Warning], outside: tuple[str, ...] = (PACKAGE,)) -> None:
    """Issue a warning at the line that called the package, or code in other folders. Dynamo does not trace it."""
    if is_compiling():
        return
    frame: FrameType | None = sys._getframe(1)
    level = 2
    while frame is not None and frame.f_code.co_filename.startswith(outside):
        frame, level = frame.f_back, level + 1
    warnings.warn(text, category, stacklevel=level)
