"""Broadcasting: `broadcast_to`, `broadcast_arrays`, `broadcast_shapes`."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import torch

from xp_torch._array.coercion import as_tensors, moved, strided
from xp_torch._array.door import call_override, has_override
from xp_torch._array.ndarray import ndarray, wrap_as
from xp_torch._array.numpys import check_host, is_numpys
from xp_torch._facts.annotations import ArrayLike, ShapeLike
from xp_torch._facts.errors import shape_text
from xp_torch._facts.shapes import broadcast_shapes as _broadcast
from xp_torch._facts.shapes import (
    can_broadcast,
    check_dimension,
    check_size,
    listed_sizes,
    normalize_shape,
)
from xp_torch._facts.torch_errors import raise_explained
from xp_torch._facts.torch_state import is_compiling

__all__ = ["broadcast_arrays", "broadcast_shapes", "broadcast_to"]

_broadcast_to = torch.broadcast_to
#: Number of elements that take 2**63 bytes in the widest dtype.
_MANY = 2**59


def _mismatch(shapes: Sequence[Sequence[int]]) -> ValueError:
    """Return NumPy's error, which names the first two of `shapes` that do not broadcast together."""
    for i, a in enumerate(shapes):
        for j, b in enumerate(shapes[i + 1 :], i + 1):
            if any(m != n and 1 not in (m, n) for m, n in zip(a[::-1], b[::-1], strict=False)):
                return ValueError(
                    "shape mismatch: objects cannot be broadcast to a single shape.  Mismatch is between "
                    f"arg {i} with shape {tuple(a)} and arg {j} with shape {tuple(b)}."
                )
    return ValueError("shape mismatch: objects cannot be broadcast to a single shape.")


def broadcast_shapes(*shapes: ShapeLike) -> tuple[int, ...]:
    """Return the common shape that shapes broadcast to.

    Parameters
    ----------
    *shapes : int or sequence of ints
        Shapes to broadcast.

    Returns
    -------
    tuple of int
        The common shape.

    Examples
    --------
    >>> xp.broadcast_shapes((2, 1), (3,))
    (2, 3)
    """
    sizes = [normalize_shape(s) for s in shapes]
    try:
        result = _broadcast(*sizes)
    except ValueError:
        raise _mismatch(sizes) from None
    if not is_compiling() and math.prod(result) >= 2**63:
        raise ValueError("broadcast dimensions too large.")
    return result


def broadcast_arrays(*arrays: ArrayLike, subok: bool = False) -> tuple[ndarray, ...]:
    """Broadcast arrays against each other.

    Parameters
    ----------
    *arrays : array_like
        Arrays to broadcast.
    subok : bool, default: False
        Whether subclasses of `ndarray` pass through.

    Returns
    -------
    tuple of ndarray
        Views of one shape, each of its own dtype.

    Notes
    -----
    Differs from NumPy: torch has no read-only arrays. Elements of a view may share memory: copy it before writing.

    Examples
    --------
    >>> x, y = xp.broadcast_arrays([1, 2], [[3], [4]])
    >>> x
    array([[1, 2],
           [1, 2]])
    """
    numpys = [is_numpys(x) for x in arrays]
    if any(numpys):
        check_host("broadcast_arrays")
        shape = broadcast_shapes(*[np.shape(x) for x in arrays])
        pairs: Any = zip(arrays, numpys, strict=True)
        views: Any = [np.broadcast_to(x, shape, subok) if n else broadcast_to(x, shape, subok) for x, n in pairs]
        return tuple(views)
    if has_override(*arrays):
        return call_override(broadcast_arrays, locals())
    parts = as_tensors("broadcast_arrays", *arrays)
    shape = broadcast_shapes(*(tuple(p.shape) for p in parts))
    return tuple(
        moved(a if isinstance(a, ndarray) and a.device == p.device else p, lambda t: _expanded(t, shape), subok)
        for p, a in zip(parts, arrays, strict=True)
    )


def _expanded(t: torch.Tensor, shape: tuple[int, ...]) -> torch.Tensor:
    """Return a tensor broadcast to a shape; one of more than 2**63 bytes raises NumPy's ValueError."""
    if not is_compiling():
        check_size(shape, t.itemsize)
    return t.expand(shape)


def broadcast_to(array: ArrayLike, /, shape: ShapeLike, subok: bool = False) -> ndarray:
    """Broadcast an array to a shape.

    Parameters
    ----------
    array : array_like
        Array to broadcast.
    shape : int or sequence of ints
        Shape of the result.
    subok : bool, default: False
        Whether a subclass of `ndarray` passes through.

    Returns
    -------
    ndarray
        A view.

    Notes
    -----
    Differs from NumPy: torch has no read-only arrays. Elements of the view share memory: copy it before writing.

    Examples
    --------
    >>> xp.broadcast_to([1, 2], (2, 2))
    array([[1, 2],
           [1, 2]])
    """
    if type(array) is ndarray and type(shape) is tuple:
        try:
            # torch reads -1 as the size of the array, and accepts negative sizes for empty arrays.
            for size in shape:
                if size < 0:
                    break
            else:
                t: Any = _broadcast_to(array._tensor, shape)
                # Of a size that is an array, torch gives an array; the general path checks the number of bytes.
                if type(t) is not ndarray and (is_compiling() or t.numel() < _MANY):
                    return wrap_as(t, array._dtype)
        except (TypeError, ValueError):
            pass  # the general path raises the right error
        except RuntimeError as error:
            if not any(isinstance(size, ndarray) for size in shape) and can_broadcast(array._tensor.shape, shape):
                raise_explained("broadcast_to", [array._tensor], error)
                # else the general path says which sizes differ, or which is no integer
    if type(array) is not ndarray and has_override(array):
        return call_override(broadcast_to, locals())
    t = strided(array)
    sizes = tuple(listed_sizes(shape))
    if any(s < 0 for s in sizes):
        raise ValueError("all elements of broadcast shape must be non-negative")
    for size in sizes:
        check_dimension(size)
    if len(sizes) < t.ndim:
        raise ValueError("input operand has more dimensions than allowed by the axis remapping")
    if any(a not in (1, b) for a, b in zip(t.shape[::-1], sizes[::-1], strict=False)):
        raise ValueError(
            "operands could not be broadcast together with remapped shapes [original->remapped]: "
            f"{shape_text(t.shape)}  and requested shape {shape_text(sizes)}"
        )
    return moved(array, lambda t: _expanded(t, sizes), subok)
