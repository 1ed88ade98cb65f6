"""The order in which `einsum` contracts its operands, which NumPy chooses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from xp_torch._array.coercion import as_tensor
from xp_torch._facts.awaited import constant_in_graphs
from xp_torch._functions.linear_algebra.einsum_subscripts import LETTERS

__all__ = ["einsum_path"]


def _of_shape(shape: Sequence[int]) -> np.ndarray:
    """Return a NumPy array of a shape, which has memory for one element only."""
    return np.broadcast_to(np.float64(0), tuple(shape))


# Dynamo cannot trace NumPy's function; the result depends on constants only. The arguments are tuples for its sake.
@constant_in_graphs
def contraction_steps(labels: tuple[str, ...], result: str, shapes: tuple, optimize: Any) -> list[Any]:
    """Return the positions of the operands to contract at each step; the result becomes the last operand."""
    every = dict.fromkeys("".join(labels))
    if optimize is False or len(every) > len(LETTERS):
        return [tuple(range(len(labels)))]
    letters = str.maketrans(dict(zip(every, LETTERS, strict=False)))
    text = f"{','.join(labels)}->{result}".translate(letters)
    method = list(optimize) if isinstance(optimize, tuple) else optimize
    return np.einsum_path(text, *map(_of_shape, shapes), optimize=method)[0][1:]


@constant_in_graphs
def _chosen(operands: tuple, shapes: tuple, optimize: Any) -> tuple[list[Any], str]:
    """Return NumPy's path of operands, of which those that are arrays are given by their shapes."""
    given = [
        (list(x) if isinstance(x, tuple) else x) if shape is None else _of_shape(shape)
        for x, shape in zip(operands, shapes, strict=True)
    ]
    return np.einsum_path(*given, optimize=list(optimize) if isinstance(optimize, tuple) else optimize)


def einsum_path(*operands: Any, optimize: Any = "greedy", einsum_call: bool = False) -> tuple[list[Any], str]:
    """Choose the order in which `einsum` contracts its operands.

    Parameters
    ----------
    *operands : str and array_likes, or array_likes each with a list of labels
        Operands as for `einsum`; only their shapes are used.
    optimize : {"greedy", "optimal"}, bool, list or tuple, default: "greedy"
        The best pair at each step ("greedy" or True), the best of all orders ("optimal"), or all operands at once
        (False). A tuple of a name and a number limits the size of intermediate results; a list that starts with
        "einsum_path" is returned as it is.
    einsum_call : bool, default: False
        Must be False; NumPy uses it internally.

    Returns
    -------
    path : list
        "einsum_path" and for each step the positions of its operands; the result of a step becomes the last operand.
    text : str
        Table of the steps and their costs.

    Raises
    ------
    ValueError
        If the subscripts are malformed, or don't fit the operands.
    TypeError
        If `optimize` is not valid.
    RuntimeError
        If a given path doesn't contract all operands.

    Examples
    --------
    >>> a, b, c = xp.ones((2, 9)), xp.ones((9, 3)), xp.ones((3, 5))
    >>> xp.einsum_path("ij,jk,kl->il", a, b, c)[0]
    ['einsum_path', (0, 1), (0, 1)]
    """
    if einsum_call:
        raise ValueError("einsum_path: einsum_call must be False (got True)")
    text = bool(operands) and isinstance(operands[0], str)
    # Every second one is an array if the labels are lists; the last may be the labels of the result.
    arrays = range(1, len(operands)) if text else range(0, len(operands) - 1, 2)
    shapes = tuple([tuple(as_tensor(x).shape) if i in arrays else None for i, x in enumerate(operands)])
    labels = [None if i in arrays else tuple(x) if isinstance(x, list) else x for i, x in enumerate(operands)]
    return _chosen(tuple(labels), shapes, tuple(optimize) if isinstance(optimize, list) else optimize)
