"""The order in which `einsum` contracts its operands, which NumPy chooses."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Literal

import numpy as np

from xp_torch._array.coercion import as_tensor
from xp_torch._array.door import call_override, has_override
from xp_torch._array.ndarray import ndarray
from xp_torch._facts.annotations import ArrayLike
from xp_torch._facts.shapes import as_bool
from xp_torch._facts.torch_state import is_compiling
from xp_torch._functions.linear_algebra.einsum_subscripts import LETTERS

__all__ = ["einsum_path"]


def _of_shape(shape: Sequence[int]) -> np.ndarray:
    """Return a NumPy array of a shape, with memory for one element only."""
    return np.broadcast_to(np.float64(0), tuple(shape))


def contraction_steps(
    labels: Sequence[str], result: str, shapes: Sequence[tuple[int, ...]], optimize: Any
) -> list[Any]:
    """Return the positions of the operands to contract at each step; the result becomes the last operand."""
    every = dict.fromkeys("".join(labels))
    if optimize is False or len(every) > len(LETTERS):
        return [tuple(range(len(labels)))]
    if is_compiling():
        return _traced_steps(labels, result, shapes, optimize)
    letters = str.maketrans(dict(zip(every, LETTERS, strict=False)))
    text = f"{','.join(labels)}->{result}".translate(letters)
    return np.einsum_path(text, *map(_of_shape, shapes), optimize=optimize)[0][1:]


def _traced_steps(labels: Sequence[str], result: str, shapes: Sequence[tuple[int, ...]], optimize: Any) -> list[Any]:
    """Return the steps for traced code, which can't call NumPy: first the pair that saves most memory."""
    if isinstance(optimize, list) and optimize and optimize[0] == "einsum_path":
        return optimize[1:]
    name = optimize[0] if isinstance(optimize, (list, tuple)) and optimize else optimize
    if name is not True and name not in ("greedy", "optimal"):
        raise TypeError(f"einsum: optimize must be a bool, 'greedy', 'optimal' or a path (got {optimize!r:.80})")
    sizes: dict[str, int] = {}
    for group, shape in zip(labels, shapes, strict=True):
        for label, size in zip(group, shape, strict=True):
            sizes[label] = max(size, sizes.get(label, 1))
    groups, steps = list(labels), []
    while len(groups) > 1:
        best: tuple[int, int, int, str] | None = None
        for j in range(1, len(groups)):
            for i in range(j):
                others = result + "".join([group for k, group in enumerate(groups) if k != i and k != j])
                kept = "".join([x for x in dict.fromkeys(groups[i] + groups[j]) if x in others])
                growth = _elements(kept, sizes) - _elements(groups[i], sizes) - _elements(groups[j], sizes)
                if best is None or growth < best[0]:
                    best = growth, i, j, kept
        _, i, j, kept = best  # type: ignore[misc]
        steps.append((i, j))
        groups = [group for k, group in enumerate(groups) if k != i and k != j] + [kept]
    return steps


def _elements(labels: str, sizes: dict[str, int]) -> int:
    """Return the number of elements of an operand with these labels."""
    return math.prod([sizes[label] for label in labels])


def einsum_path(
    *operands: str | ArrayLike | Sequence[int],
    optimize: bool | Literal["greedy", "optimal"] | Sequence[Any] = "greedy",
    einsum_call: bool = False,
) -> tuple[list[Any], str]:
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
    if has_override(*[x for x in operands if type(x) is not str]):
        return call_override(einsum_path, locals())
    if as_bool(einsum_call, "einsum_call"):
        raise ValueError("einsum_path: einsum_call must be False (got True)")
    text = bool(operands) and isinstance(operands[0], str)
    # Every second one is an array if the labels are lists; the last may be the labels of the result.
    arrays = range(1, len(operands)) if text else range(0, len(operands) - 1, 2)
    placeholders: list[Any] = [
        _of_shape(as_tensor(x).shape) if i in arrays else np.asarray(x) if isinstance(x, ndarray) else x
        for i, x in enumerate(operands)
    ]
    return np.einsum_path(*placeholders, optimize=optimize)
