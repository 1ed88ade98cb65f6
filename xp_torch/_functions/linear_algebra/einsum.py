"""Einstein summation, for every dtype."""

from __future__ import annotations

import operator
import string
from collections import Counter
from collections.abc import Sequence
from typing import Any

import torch

from xp_torch._array.coercion import as_tensors, write_out
from xp_torch._array.ndarray import ndarray, wrap, wrap_as
from xp_torch._facts.dtypes import as_dtype, torch_dtype
from xp_torch._facts.promotion import can_cast, check_casting, promote_dtypes
from xp_torch._functions.linear_algebra.einsum_path import contraction_steps
from xp_torch._kernels import linear_algebra as kernels
from xp_torch._kernels.cast import cast
from xp_torch._kernels.layout import check_order, in_order

__all__ = ["einsum"]

_LETTERS = string.ascii_uppercase + string.ascii_lowercase
# Labels of the dimensions that an ellipsis stands for, counted from the last.
_HIDDEN = "".join(chr(0xE000 + i) for i in range(64))


def einsum(
    *operands: Any, out: Any = None, optimize: Any = False, dtype: Any = None, order: str = "K", casting: str = "safe"
) -> ndarray:
    """Sum products of elements by Einstein's convention.

    Parameters
    ----------
    *operands : str and array_likes, or array_likes each with a list of labels
        ``einsum("ij,jk->ik", a, b)``, or ``einsum(a, [0, 1], b, [1, 2], [0, 2])``. A repeated label takes a diagonal,
        labels that the result lacks are summed, ``...`` stands for dimensions that broadcast. Without ``->`` the
        result has the labels that occur once, in alphabetical order.
    out : ndarray, optional
        Where to write the result.
    optimize : bool, str or list, default: False
        The order of contraction as `numpy.einsum_path` has it; by default from left to right, two by two.
    dtype : dtype_like, optional
        Dtype to compute in; by default the common dtype, which sums keep.
    order : {"K", "A", "C", "F"}, default: "K"
        Memory layout of the result.
    casting : {"no", "equiv", "safe", "same_kind", "unsafe"}, default: "safe"
        Which casts of the operands to that dtype, and of the result to `out`, are allowed.

    Returns
    -------
    ndarray
        The result; a view if there is one operand and nothing to sum.

    Raises
    ------
    ValueError
        If the subscripts are malformed, or do not fit the operands.
    TypeError
        If `casting` forbids a cast.

    Examples
    --------
    >>> import xp_torch as xp
    >>> a = xp.asarray([[1, 2], [3, 4]])
    >>> xp.einsum("ii", a)
    array(5)
    >>> xp.einsum("ij,j->i", a, xp.asarray([10, 1]))
    array([12, 34])
    """
    plain = dtype is None and out is None and optimize is False and order == "K" and casting == "safe"
    if plain and len(operands) == 3 and type(operands[0]) is str:
        pair = _plain_pair(*operands)
        if pair is not None:
            return pair
    check_casting(casting)
    check_order(order)
    arrays, inputs, output = _split(operands)
    tensors = as_tensors("einsum", *arrays)
    asked = promote_dtypes([t.dtype for t in tensors], []) if dtype is None else torch_dtype(dtype)
    for i, t in enumerate(tensors):
        if t.dtype is not asked and not can_cast(t.dtype, asked, casting):
            raise TypeError(
                f"Iterator operand {i} dtype could not be cast from {as_dtype(t.dtype)!r} to {as_dtype(asked)!r} "
                f"according to the rule '{casting}'"
            )
    tensors = [cast(t, asked) for t in tensors]
    labels, result = _labels(tensors, inputs, output)
    if optimize is not False and len(tensors) > 1 and not set("".join(labels)) <= set(result):
        casting = "unsafe"  # NumPy's matrix product, which such a sum becomes, writes to `out` whatever its dtype
    target = out[0] if isinstance(out, tuple) and len(out) == 1 else out
    if isinstance(target, ndarray) and not can_cast(tensors[0].dtype, target._tensor.dtype, casting):
        raise TypeError(
            f"Iterator requested dtype could not be cast from {as_dtype(tensors[0].dtype)!r} to {target.dtype!r}, "
            f"the operand {len(tensors)} dtype, according to the rule '{casting}'"
        )
    pairs = [_diagonals(i, t, x) for i, (t, x) in enumerate(zip(tensors, labels, strict=True))]
    _check_sizes(pairs)
    t = _contract(pairs, result, optimize)
    if isinstance(target, ndarray) and target._tensor.shape != t.shape:
        raise ValueError(f"einsum: out has shape {target.shape}, the result {tuple(t.shape)}")
    if out is not None:
        return write_out("einsum", t, out, casting)
    if order in ("A", "a"):
        order = "F" if all(check_order("A", t) == "F" for t in tensors) else "C"
    return wrap(in_order(t, order))


def _plain_pair(text: str, a: Any, b: Any) -> ndarray | None:
    """Return what torch makes of explicit subscripts of two arrays of a dtype that it serves everywhere, else None."""
    if type(a) is not ndarray or type(b) is not ndarray or a._dtype is not b._dtype or a._dtype not in kernels.FIRM:
        return None
    left, right = a._tensor, b._tensor
    if "->" not in text or "." in text or left.is_cpu is not right.is_cpu:
        return None
    if 1 in left.shape or 1 in right.shape:
        return None  # torch adds up before it multiplies by what broadcasts
    try:
        return wrap_as(torch.einsum(text, left, right), a._dtype)
    except RuntimeError:
        return None  # the general path says what is wrong


def _split(operands: Sequence[Any]) -> tuple[list[Any], list[str], str | None]:
    """Return the arrays, their subscripts, and the subscripts of the result (None if they are implicit)."""
    if len(operands) < 2:
        raise ValueError("must provide at least an operand and a subscripts list to einsum")
    if isinstance(operands[0], str):
        text = operands[0].replace(" ", "")
        given, arrow, output = text.partition("->")
        inputs, arrays = given.split(","), list(operands[1:])
    else:
        arrays = list(operands[0 : len(operands) // 2 * 2 : 2])
        inputs = [_from_list(x) for x in operands[1::2]]
        arrow = "->" if len(operands) % 2 else ""
        output = _from_list(operands[-1]) if arrow else ""
    if len(inputs) != len(arrays):
        more = "more" if len(arrays) > len(inputs) else "fewer"
        raise ValueError(f"{more} operands provided to einstein sum function than specified in the subscripts string")
    for x in (*inputs, output):
        for letter in x.replace("...", "", 1):
            if letter == ".":
                raise ValueError(
                    "einstein sum subscripts string contains a '.' that is not part of an ellipsis ('...')"
                )
            if letter not in _LETTERS:
                raise ValueError(
                    f"invalid subscript '{letter}' in einstein sum subscripts string, subscripts must be letters"
                )
    return arrays, inputs, output if arrow else None


def _from_list(labels: Any) -> str:
    """Return a list of integers (and Ellipsis) as letters."""
    found = []
    for x in labels:
        if x is Ellipsis:
            found.append("...")
            continue
        index = operator.index(x)
        if not 0 <= index < len(_LETTERS):
            raise ValueError("subscript is not within the valid range [0, 52)")
        found.append(_LETTERS[index])
    return "".join(found)


def _labels(tensors: Sequence[torch.Tensor], inputs: Sequence[str], output: str | None) -> tuple[list[str], str]:
    """Return a letter for each dimension of the operands and of the result."""
    labels, hidden = [], 0
    for i, (t, x) in enumerate(zip(tensors, inputs, strict=True)):
        named, _, _ = x.partition("...")
        extra = t.ndim - len(x.replace("...", ""))
        if extra < 0:
            raise ValueError(f"einstein sum subscripts string contains too many subscripts for operand {i}")
        if extra and "..." not in x:
            raise ValueError(
                "operand has more dimensions than subscripts given in einstein sum, "
                "but no '...' ellipsis provided to broadcast the extra dimensions."
            )
        hidden = max(hidden, extra)
        labels.append(named + _hidden(extra) + x[len(named) :].replace("...", ""))
    counts = Counter("".join(labels))
    if output is None:
        once = sorted(x for x, n in counts.items() if n == 1 and x not in _HIDDEN)
        return labels, _hidden(hidden) + "".join(once)
    if hidden and "..." not in output:
        raise ValueError(
            "output has more dimensions than subscripts given in einstein sum, "
            "but no '...' ellipsis provided to broadcast the extra dimensions."
        )
    result = output.replace("...", _hidden(hidden))
    for x, n in Counter(result).items():
        if x not in counts:
            raise ValueError(
                f"einstein sum subscripts string included output subscript '{x}' which never appeared in an input"
            )
        if n > 1:
            raise ValueError(f"einstein sum subscripts string includes output subscript '{x}' multiple times")
    return labels, result


def _hidden(n: int) -> str:
    """Return the labels of the last `n` dimensions under an ellipsis."""
    return _HIDDEN[:n][::-1]


def _diagonals(number: int, t: torch.Tensor, labels: str) -> tuple[torch.Tensor, str]:
    """Return a view of `t` in which no label is repeated."""
    for x in dict.fromkeys(labels):
        while labels.count(x) > 1:
            i = labels.index(x)
            j = labels.index(x, i + 1)
            if t.shape[i] != t.shape[j]:
                raise ValueError(
                    f"dimensions in operand {number} for collapsing index '{x}' don't match "
                    f"({t.shape[i]} != {t.shape[j]})"
                )
            t = kernels.diagonal(t, 0, i, j)
            labels = labels[:i] + labels[i + 1 : j] + labels[j + 1 :] + x
    return t, labels


def _check_sizes(pairs: Sequence[tuple[torch.Tensor, str]]) -> None:
    """Raise unless the dimensions of each label broadcast."""
    sizes: dict[str, int] = {}
    for t, labels in pairs:
        for x, size in zip(labels, t.shape, strict=True):
            if sizes.get(x, 1) not in (1, size) and size != 1:
                shapes = " ".join(str(tuple(u.shape)).replace(" ", "") for u, _ in pairs)
                raise ValueError(f"operands could not be broadcast together with shapes {shapes} (subscript '{x}')")
            if size != 1:
                sizes[x] = size


def _contract(pairs: list[tuple[torch.Tensor, str]], result: str, optimize: Any) -> torch.Tensor:
    """Return the sum of products of labelled tensors, in the order of the labels of `result`."""
    pairs = list(pairs)
    for steps in _path(pairs, result, optimize):
        group = [pairs.pop(i) for i in sorted(steps, reverse=True)][::-1]
        while len(group) > 1:
            (a, a_labels), (b, b_labels) = group[:2]
            keep = result + "".join(labels for _, labels in (*group[2:], *pairs))
            group[:2] = [kernels.einsum_pair(a, a_labels, b, b_labels, keep)]
        pairs.append(group[0])
    t, labels = pairs[0]
    summed = [i for i, x in enumerate(labels) if x not in result]
    if summed:
        t = kernels.sum_along(t, t.dtype, summed)
        labels = "".join(x for x in labels if x in result)
    return t.permute([labels.index(x) for x in result])


def _path(pairs: Sequence[tuple[torch.Tensor, str]], result: str, optimize: Any) -> list[Any]:
    """Return which operands to contract at each step, the best choice if `optimize` asks for it."""
    if optimize is False:
        return [tuple(range(len(pairs)))]
    sizes: dict[str, int] = {}
    for t, labels in pairs:
        for x, size in zip(labels, t.shape, strict=True):
            sizes[x] = size if sizes.get(x, 1) == 1 else sizes[x]
    steps = contraction_steps([labels for _, labels in pairs], result, sizes, optimize)
    left = len(pairs) - sum(len(step) - 1 for step in steps) - 1
    if left:
        raise RuntimeError(f"Invalid einsum_path is specified: {left} more operands has to be contracted.")
    return steps
