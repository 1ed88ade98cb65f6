"""The subscripts of `einsum`: reading them, and the labels of the dimensions."""

from __future__ import annotations

import operator
import string
from collections import Counter
from collections.abc import Sequence
from typing import Any

from xp_torch._facts.errors import shape_text, without_frames

__all__: list[str] = []

LETTERS = string.ascii_uppercase + string.ascii_lowercase
# Labels of the dimensions that an ellipsis stands for, counted from the last one.
ELLIPSIS_LABELS = "".join(chr(0xE000 + i) for i in range(64))


@without_frames
def read_operands(operands: Sequence[Any]) -> tuple[list[Any], list[str], str | None]:
    """Return the arrays, their subscripts, and the subscripts of the result (None if they are implicit)."""
    if len(operands) < 2:
        raise ValueError("must provide at least an operand and a subscripts list to einsum")
    if isinstance(operands[0], str):
        text = operands[0].replace(" ", "")
        terms, arrow, output = text.partition("->")
        inputs, arrays = terms.split(","), list(operands[1:])
    else:
        arrays = list(operands[0 : len(operands) // 2 * 2 : 2])
        inputs = [_from_list(x) for x in operands[1::2]]
        arrow = "->" if len(operands) % 2 else ""
        output = _from_list(operands[-1]) if arrow else ""
    if len(inputs) != len(arrays):
        relation = "more" if len(arrays) > len(inputs) else "fewer"
        raise ValueError(
            f"{relation} operands provided to einstein sum function than specified in the subscripts string"
        )
    for x in (*inputs, output):
        for letter in x.replace("...", "", 1):
            if letter == ".":
                raise ValueError(
                    "einstein sum subscripts string contains a '.' that is not part of an ellipsis ('...')"
                )
            if letter not in LETTERS:
                raise ValueError(
                    f"invalid subscript '{letter}' in einstein sum subscripts string, subscripts must be letters"
                )
    return arrays, inputs, output if arrow else None


def _from_list(labels: Any) -> str:
    """Return a list of integers (and Ellipsis) as letters."""
    letters = []
    for x in labels:
        if x is Ellipsis:
            letters.append("...")
            continue
        index = operator.index(x)
        if not 0 <= index < len(LETTERS):
            raise ValueError("subscript is not within the valid range [0, 52)")
        letters.append(LETTERS[index])
    return "".join(letters)


def label_dimensions(ndims: Sequence[int], inputs: Sequence[str], output: str | None) -> tuple[list[str], str]:
    """Return a label for each dimension of the operands and of the result."""
    labels, hidden = [], 0
    for i, (ndim, x) in enumerate(zip(ndims, inputs, strict=True)):
        named, _, _ = x.partition("...")
        extra = ndim - len(x.replace("...", ""))
        if extra < 0:
            raise ValueError(f"einstein sum subscripts string contains too many subscripts for operand {i}")
        if extra and "..." not in x:
            raise ValueError(
                "operand has more dimensions than subscripts given in einstein sum, "
                "but no '...' ellipsis provided to broadcast the extra dimensions."
            )
        hidden = max(hidden, extra)
        labels.append(named + _ellipsis_labels(extra) + x[len(named) :].replace("...", ""))
    counts = Counter("".join(labels))
    if output is None:
        once = sorted(x for x, n in counts.items() if n == 1 and x not in ELLIPSIS_LABELS)
        return labels, _ellipsis_labels(hidden) + "".join(once)
    if hidden and "..." not in output:
        raise ValueError(
            "output has more dimensions than subscripts given in einstein sum, "
            "but no '...' ellipsis provided to broadcast the extra dimensions."
        )
    result = output.replace("...", _ellipsis_labels(hidden))
    for x, n in Counter(result).items():
        if x not in counts:
            raise ValueError(
                f"einstein sum subscripts string included output subscript '{x}' which never appeared in an input"
            )
        if n > 1:
            raise ValueError(f"einstein sum subscripts string includes output subscript '{x}' multiple times")
    return labels, result


def _ellipsis_labels(n: int) -> str:
    """Return the labels of the last `n` dimensions that an ellipsis stands for."""
    return ELLIPSIS_LABELS[:n][::-1]


def check_sizes(labels: Sequence[str], shapes: Sequence[Sequence[int]]) -> None:
    """Raise ValueError if the dimensions of a label differ in size and don't broadcast."""
    sizes: dict[str, int] = {}
    for operand_labels, operand_shape in zip(labels, shapes, strict=True):
        for x, size in zip(operand_labels, operand_shape, strict=True):
            other = sizes.get(x, 1)
            if other != 1 and size not in (1, other):
                listed = " ".join(map(shape_text, shapes))
                raise ValueError(f"operands could not be broadcast together with shapes {listed} (subscript '{x}')")
            sizes[x] = size if other == 1 else other
