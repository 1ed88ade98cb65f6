"""Einstein summation."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from typing import Any, Literal

import torch

from xp_torch._array.coercion import OUTPUTS, as_tensors, copy_shared, output_dtype, write_out
from xp_torch._array.door import call_override, has_override
from xp_torch._array.ndarray import ndarray, wrap, wrap_as
from xp_torch._array.reversed_views import ReversedView
from xp_torch._facts.annotations import ArrayLike, Casting, DTypeLike, Order
from xp_torch._facts.dtypes import as_dtype, numpys_dtype, torch_dtype
from xp_torch._facts.promotion import can_cast, check_casting, promote_dtypes
from xp_torch._facts.shapes import as_index
from xp_torch._facts.torch_errors import raise_explained
from xp_torch._functions.linear_algebra.einsum_path import contraction_steps
from xp_torch._functions.linear_algebra.einsum_subscripts import check_sizes, label_dimensions, read_operands
from xp_torch._functions.stride_tricks import as_strided
from xp_torch._kernels import host_functions
from xp_torch._kernels import linear_algebra as kernels
from xp_torch._kernels.cast import cast
from xp_torch._kernels.layout import check_order, in_order

__all__ = ["einsum"]


def einsum(
    *operands: str | ArrayLike | Sequence[int],
    out: ndarray | None = None,
    optimize: bool | Literal["greedy", "optimal"] | Sequence[Any] = False,
    dtype: DTypeLike | None = None,
    order: Order = "K",
    casting: Casting = "safe",
) -> ndarray:
    """Sum products of elements by Einstein's convention.

    Parameters
    ----------
    *operands : str and array_likes, or array_likes each with a list of labels
        ``einsum("ij,jk->ik", a, b)``, or ``einsum(a, [0, 1], b, [1, 2], [0, 2])``. A repeated label takes the diagonal,
        labels that the result lacks are summed, and ``...`` stands for dimensions that broadcast. Without ``->`` the
        result has the labels that occur once, in alphabetical order.
    out : ndarray, optional
        Array to write the result to. It must have the shape of the result.
    optimize : bool, str or list, default: False
        Order of contraction, as for `einsum_path`; by default from left to right. Compiled code contracts the pair
        first whose result saves most memory, in place of "greedy" and "optimal".
    dtype : dtype_like, optional
        Data type to compute in; by default the common dtype.
    order : {"K", "A", "C", "F"}, default: "K"
        Memory layout of the result.
    casting : {"no", "equiv", "safe", "same_kind", "unsafe"}, default: "safe"
        Which casts of the operands to that dtype, and of the result to `out`, are allowed.

    Returns
    -------
    ndarray
        The sums; a view if there is one operand and nothing to sum.

    Raises
    ------
    ValueError
        If the subscripts are malformed, or don't fit the operands.
    TypeError
        If `casting` forbids a cast.

    Examples
    --------
    >>> a = xp.asarray([[1, 2], [3, 4]])
    >>> xp.einsum("ii", a)
    array(5)
    >>> xp.einsum("ij,j->i", a, xp.asarray([10, 1]))
    array([12, 34])
    """
    if has_override(*[x for x in operands if type(x) is not str], out) or numpys_dtype(dtype) is not None:
        return call_override(einsum, locals())
    defaults = dtype is None and out is None and optimize is False and order == "K" and casting == "safe"
    if defaults and len(operands) == 3 and type(operands[0]) is str:
        direct = _direct_einsum(*operands)
        if direct is not None:
            return direct
    check_casting(casting)
    check_order(order)
    arrays, inputs, output = read_operands(operands)
    tensors = as_tensors("einsum", *arrays)
    labels, result = label_dimensions([t.ndim for t in tensors], inputs, output)
    # NumPy computes such a sum as a matrix product, in the dtype of the operands, and casts to any `out`.
    by_product = optimize is not False and len(tensors) > 1 and not set("".join(labels)) <= set(result)
    written = [output_dtype(out)] if isinstance(out, OUTPUTS) and not by_product else []
    computed = torch_dtype(dtype) if dtype is not None else promote_dtypes([*(t.dtype for t in tensors), *written], [])
    for i, t in enumerate(tensors):
        if t.dtype is not computed and not can_cast(t.dtype, computed, casting):
            raise TypeError(
                f"Iterator operand {i} dtype could not be cast from {as_dtype(t.dtype)!r} to {as_dtype(computed)!r} "
                f"according to the rule '{casting}'"
            )
    tensors = copy_shared([cast(t, computed) for t in tensors], out)
    casting = "unsafe" if by_product else casting
    if isinstance(out, OUTPUTS) and not can_cast(tensors[0].dtype, output_dtype(out), casting):
        raise TypeError(
            f"Iterator requested dtype could not be cast from {as_dtype(tensors[0].dtype)!r} to {out.dtype!r}, "
            f"the operand {len(tensors)} dtype, according to the rule '{casting}'"
        )
    named = labels[0]
    pairs = [_diagonals(i, t, x) for i, (t, x) in enumerate(zip(tensors, labels, strict=True))]
    labels = [x for _, x in pairs]
    # `index` makes constants of traced sizes.
    shapes = [tuple([as_index(n) for n in t.shape]) for t, _ in pairs]
    check_sizes(labels, shapes)
    steps = _steps(labels, result, shapes, optimize)
    t = _contract(pairs, result, steps)
    if isinstance(out, OUTPUTS) and out.shape != t.shape:
        raise ValueError(f"einsum: out must have the shape {tuple(t.shape)} of the result (got {out.shape})")
    if out is not None:
        # of one operand the result is a view, which may overlap with `out`
        return write_out("einsum", t.clone() if len(tensors) == 1 else t, out, casting)
    if order in ("A", "a"):
        order = "F" if all(check_order("A", t) == "F" for t in tensors) else "C"
    x = arrays[0]
    if len(arrays) == 1 and isinstance(x, ReversedView) and set(named) == set(result) and computed is x._dtype:
        # a view, as of other arrays: a repeated label steps along all of its axes
        strides = [sum(s for s, label in zip(x.strides, named, strict=True) if label == own) for own in result]
        return as_strided(x, tuple(t.shape), strides) if order in ("K", "k") else wrap(in_order(t, order))
    return wrap(in_order(t, order))


def _direct_einsum(text: Any, a: Any, b: Any) -> ndarray | None:
    """Return torch's `einsum` of two arrays of one dtype; None if the fast path does not apply."""
    if type(a) is not ndarray or type(b) is not ndarray or a._dtype is not b._dtype:
        return None
    if a._dtype not in kernels.AUTOCAST_KEEPS:
        return None
    left, right = a._tensor, b._tensor
    if "->" not in text or "." in text:
        return None
    if left.is_cpu is not right.is_cpu or not (left.is_cpu or left.device == right.device):
        return None
    if 1 in left.shape or 1 in right.shape:
        return None  # torch sums before it multiplies by a dimension that broadcasts
    inputs, _, output = text.partition("->")
    first, _, second = inputs.partition(",")
    if output and first == second and left.shape == right.shape and len(set(first)) == len(first) == left.ndim:
        # torch multiplies stacks of matrices of one row and one column
        t = host_functions.einsum(left, right, text)
        if t is not None:
            return wrap_as(t, a._dtype)
    try:
        return wrap_as(torch.einsum(text, left, right), a._dtype)
    except RuntimeError as error:
        if _fits(text, left, right):
            raise_explained("einsum", (), error)
        return None  # the general path says what is wrong with the labels


def _fits(text: str, *tensors: torch.Tensor) -> bool:
    """Return whether `text`, which has no ellipsis, labels the dimensions of tensors without contradiction."""
    inputs, _, output = text.replace(" ", "").partition("->")
    labels = inputs.split(",")
    if [len(word) for word in labels] != [t.ndim for t in tensors] or len(set(output)) < len(output):
        return False
    pairs = {pair for word, t in zip(labels, tensors, strict=True) for pair in zip(word, t.shape, strict=True)}
    letters = {letter for letter, _ in pairs}
    return len(pairs) == len(letters) and all(map(str.isalpha, letters)) and letters.issuperset(output)


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
            t = torch.diagonal(t, 0, i, j)
            labels = labels[:i] + labels[i + 1 : j] + labels[j + 1 :] + x
    return t, labels


def _steps(labels: Sequence[str], result: str, shapes: Sequence[tuple[int, ...]], optimize: Any) -> list[Any]:
    """Return the operands to contract at each step, for the order that `optimize` selects."""
    if optimize is False:
        return [tuple(range(len(labels)))]
    # The order depends on the sizes, so a graph fixes them.
    sizes = [tuple([operator.index(n) for n in shape]) for shape in shapes]
    steps = contraction_steps(labels, result, sizes, optimize)
    left = len(labels) - sum(len(step) - 1 for step in steps) - 1
    if left:
        raise RuntimeError(f"Invalid einsum_path is specified: {left} more operands has to be contracted.")
    return steps


def _contract(pairs: list[tuple[torch.Tensor, str]], result: str, steps: Sequence[Any]) -> torch.Tensor:
    """Return the sum of products of labelled tensors, with dimensions in the order of the labels of `result`."""
    for step in steps:
        group = [pairs.pop(i) for i in sorted(step, reverse=True)][::-1]
        while len(group) > 1:
            (a, a_labels), (b, b_labels) = group[:2]
            keep = result + "".join(labels for _, labels in (*group[2:], *pairs))
            group[:2] = [kernels.einsum_pair(a, a_labels, b, b_labels, keep)]
        pairs.append(group[0])
    t, labels = kernels.sum_labels(*pairs[0], result)
    return t.permute([labels.index(x) for x in result])
