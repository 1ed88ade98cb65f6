"""The order in which `einsum` contracts its operands."""

from __future__ import annotations

import itertools
import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from xp_torch._array.coercion import as_tensor
from xp_torch._functions.linear_algebra.einsum_subscripts import (
    ELLIPSIS_LABELS,
    LETTERS,
    dimension_sizes,
    label_dimensions,
    read_operands,
)

__all__ = ["einsum_path"]

_Labels = frozenset[str]
_Step = tuple[int, ...]
#: the growth of memory when a pair is contracted, the number of operations, and the pair
_Candidate = tuple[int, int, _Step]


def _size(labels: Iterable[str], sizes: Mapping[str, int]) -> int:
    """Return the number of elements of an array with these labels."""
    return math.prod(sizes[x] for x in labels)


def _operations(labels: Collection[str], summed: bool, terms: int, sizes: Mapping[str, int]) -> int:
    """Return the number of operations of a product of `terms` over all `labels`."""
    return _size(labels, sizes) * (max(1, terms - 1) + summed)


def _contracted(
    places: Sequence[int], terms: Sequence[_Labels], output: _Labels
) -> tuple[_Labels, _Labels, list[_Labels]]:
    """Return the labels of the contraction of some terms, all labels of these terms, and the terms that are left."""
    inside = frozenset().union(*(terms[i] for i in places))
    rest = [x for i, x in enumerate(terms) if i not in places]
    result = inside & output.union(*rest)
    return result, inside, [*rest, result]


def _optimal(terms: list[_Labels], output: _Labels, sizes: Mapping[str, int], limit: int) -> list[_Step]:
    """Return the cheapest of all sequences of steps whose intermediate results have at most `limit` elements."""
    paths: list[tuple[int, list[_Step], list[_Labels]]] = [(0, [], terms)]
    for round_ in range(len(terms) - 1):
        count = len(terms) - round_
        longer = []
        for cost, steps, left in paths:
            for pair in itertools.combinations(range(count), 2):
                result, inside, after = _contracted(pair, left, output)
                if _size(result, sizes) <= limit:
                    more = _operations(inside, inside != result, 2, sizes)
                    longer.append((cost + more, [*steps, pair], after))
        if not longer:
            # contract the remaining terms at once
            return [*min(paths, key=lambda x: x[0])[1], tuple(range(count))]
        paths = longer
    return min(paths, key=lambda x: x[0])[1]


def _greedy(terms: list[_Labels], output: _Labels, sizes: Mapping[str, int], limit: int) -> list[_Step]:
    """Return steps each of which contracts the pair that frees most memory, then the cheapest."""
    count = len(terms)
    if count < 3:
        return [tuple(range(count))]
    result, inside, _ = _contracted(range(count), terms, output)
    naive = _operations(inside, inside != result, count, sizes)
    spent, steps = 0, []
    candidates: list[_Candidate] = []
    fresh: Iterable[tuple[int, int]] = itertools.combinations(range(count), 2)
    while len(terms) > 1:
        sharing = [(i, j) for i, j in fresh if not terms[i].isdisjoint(terms[j])]
        candidates += _candidates(sharing, terms, output, sizes, limit, naive - spent)
        if not candidates:
            # products of terms without a common label come last
            pairs = itertools.combinations(range(len(terms)), 2)
            candidates = _candidates(pairs, terms, output, sizes, limit, naive - spent)
        if not candidates:
            steps.append(tuple(range(len(terms))))
            break
        # of equal candidates, the oldest
        _, cost, pair = min(candidates, key=lambda x: x[:2])
        terms = _contracted(pair, terms, output)[2]
        candidates = [
            (growth, other_cost, tuple(i - sum(i > taken for taken in pair) for i in other))
            for growth, other_cost, other in candidates
            if not set(other) & set(pair)
        ]
        fresh = [(i, len(terms) - 1) for i in range(len(terms) - 1)]
        steps.append(pair)
        spent += cost
    return steps


def _candidates(
    pairs: Iterable[tuple[int, int]],
    terms: list[_Labels],
    output: _Labels,
    sizes: Mapping[str, int],
    limit: int,
    budget: int,
) -> list[_Candidate]:
    """Return the pairs whose result has at most `limit` elements and costs at most `budget` operations."""
    candidates: list[_Candidate] = []
    for pair in pairs:
        result, inside, _ = _contracted(pair, terms, output)
        new = _size(result, sizes)
        cost = _operations(inside, inside != result, 2, sizes)
        if new <= limit and cost <= budget:
            candidates.append((new - sum(_size(terms[i], sizes) for i in pair), cost, pair))
    return candidates


def _method(optimize: Any) -> tuple[Any, int | None, list[Any] | None]:
    """Return the method for choosing a path, the limit of intermediate sizes, and the path if it is given."""
    method: Any = "greedy" if optimize is True else False if optimize is None else optimize
    if method is False or isinstance(method, str):
        return method, None, None
    if len(method) and isinstance(method[0], str) and method[0] == "einsum_path":
        return "given", None, list(method[1:])
    if len(method) == 2 and isinstance(method[0], str) and isinstance(method[1], (int, float)):
        return method[0], int(method[1]), None
    raise TypeError(f"Did not understand the path: {method!s}")


def contraction_steps(inputs: Sequence[str], output: str, sizes: Mapping[str, int], optimize: Any) -> list[Any]:
    """Return the positions of the operands to contract at each step; the result becomes the last operand."""
    method, bound, given = _method(optimize)
    terms, result = [frozenset(x) for x in inputs], frozenset(output)
    if given is not None:
        return given
    if method is False or len(inputs) < 3 or result.union(*terms) == result:
        return [tuple(range(len(inputs)))]
    limit = max(_size(x, sizes) for x in (*inputs, output)) if bound is None else bound
    if method == "greedy":
        return list(_greedy(terms, result, sizes, limit))
    if method == "optimal":
        return list(_optimal(terms, result, sizes, limit))
    raise KeyError(f"Path name {method} not found")


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
    >>> import xp_torch as xp
    >>> a, b, c = xp.ones((2, 9)), xp.ones((9, 3)), xp.ones((3, 5))
    >>> xp.einsum_path("ij,jk,kl->il", a, b, c)[0]
    ['einsum_path', (0, 1), (0, 1)]
    """
    if einsum_call:
        raise ValueError("einsum_path: einsum_call must be False (got True)")
    _method(optimize)
    arrays, inputs, output = read_operands(operands)
    shapes = [tuple(as_tensor(a).shape) for a in arrays]
    labels, result = label_dimensions([len(shape) for shape in shapes], inputs, output)
    unused = [x for x in LETTERS if x not in "".join(labels)]
    letters = str.maketrans(dict(zip(ELLIPSIS_LABELS, reversed(unused), strict=False)))
    terms, result = [x.translate(letters) for x in labels], result.translate(letters)
    sizes = dimension_sizes(terms, shapes)
    path = contraction_steps(terms, result, sizes, optimize)
    return ["einsum_path", *path], _description(terms, result, sizes, path)


def _description(inputs: list[str], output: str, sizes: Mapping[str, int], path: Sequence[Sequence[int]]) -> str:
    """Return the table of the steps and their costs, as NumPy prints it."""
    labels, left = frozenset("".join(inputs)), list(inputs)
    result = frozenset(output)
    costs, scales, elements, rows = [], [], [], []
    for number, step in enumerate(path):
        places = sorted(step, reverse=True)
        new, inside, _ = _contracted(places, [frozenset(x) for x in left], result)
        costs.append(_operations(inside, inside != new, len(places), sizes))
        scales.append(len(inside))
        elements.append(_size(new, sizes))
        taken = [left.pop(i) for i in places]
        last = number == len(path) - 1
        left.append(output if last else "".join(sorted(new, key=lambda x: (sizes[x], x))))
        rows.append((scales[-1], ",".join(taken) + "->" + left[-1], ",".join(left) + "->" + output))
    if len(left) != 1:
        raise RuntimeError(f"Invalid einsum_path is specified: {len(left) - 1} more operands has to be contracted.")
    summed = sum(len(set(x)) for x in inputs) > len(labels)
    naive, best = _operations(labels, summed, len(inputs), sizes), sum(costs) + 1
    lines = [
        f"  Complete contraction:  {','.join(inputs)}->{output}",
        f"         Naive scaling:  {len(labels)}",
        f"     Optimized scaling:  {max(scales)}",
        f"      Naive FLOP count:  {naive:.3e}",
        f"  Optimized FLOP count:  {best:.3e}",
        f"   Theoretical speedup:  {naive / best:3.3f}",
        f"  Largest intermediate:  {max(elements):.3e} elements",
        "-" * 74,
        f"{'scaling':>6} {'current':>24} {'remaining':>40}",
        "-" * 74,
    ]
    lines += [f"{scale:4d}    {step:>24} {rest:>40}" for scale, step, rest in rows]
    return "\n".join(lines)
