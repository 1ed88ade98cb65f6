"""The order in which `einsum` contracts its operands."""

from __future__ import annotations

import itertools
import math
import operator
import string
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from xp_torch._array.coercion import as_tensor

__all__ = ["einsum_path"]

SYMBOLS = string.ascii_uppercase + string.ascii_lowercase

_Labels = frozenset[str]
_Step = tuple[int, ...]
#: the memory that a pair needs, its cost, and the pair
_Candidate = tuple[int, int, _Step]


def _size(labels: Iterable[str], sizes: Mapping[str, int]) -> int:
    """Return the number of elements that dimensions have."""
    return math.prod(sizes[x] for x in labels)


def _operations(labels: Collection[str], summed: bool, terms: int, sizes: Mapping[str, int]) -> int:
    """Return how many operations a product of `terms` over all `labels` takes."""
    return _size(labels, sizes) * (max(1, terms - 1) + summed)


def _contracted(
    places: Sequence[int], terms: Sequence[_Labels], output: _Labels
) -> tuple[_Labels, _Labels, list[_Labels]]:
    """Return the labels that contracting some terms leaves, those that they have, and the terms that there are then."""
    inside = frozenset().union(*(terms[i] for i in places))
    rest = [x for i, x in enumerate(terms) if i not in places]
    result = inside & output.union(*rest)
    return result, inside, [*rest, result]


def _optimal(terms: list[_Labels], output: _Labels, sizes: Mapping[str, int], limit: int) -> list[_Step]:
    """Return the cheapest steps among all, without intermediate results beyond a size."""
    found: list[tuple[int, list[_Step], list[_Labels]]] = [(0, [], terms)]
    for round_ in range(len(terms) - 1):
        count = len(terms) - round_
        longer = []
        for cost, steps, left in found:
            for pair in itertools.combinations(range(count), 2):
                result, inside, after = _contracted(pair, left, output)
                if _size(result, sizes) <= limit:
                    more = _operations(inside, inside != result, 2, sizes)
                    longer.append((cost + more, [*steps, pair], after))
        if not longer:
            # all that is left at once
            return [*min(found, key=lambda x: x[0])[1], tuple(range(count))]
        found = longer
    return min(found, key=lambda x: x[0])[1]


def _greedy(terms: list[_Labels], output: _Labels, sizes: Mapping[str, int], limit: int) -> list[_Step]:
    """Return steps of which each takes the pair that frees most memory, then costs least."""
    count = len(terms)
    if count < 3:
        return [tuple(range(count))]
    result, inside, _ = _contracted(range(count), terms, output)
    naive = _operations(inside, inside != result, count, sizes)
    spent, steps = 0, []
    known: list[_Candidate] = []
    fresh: Iterable[tuple[int, int]] = itertools.combinations(range(count), 2)
    while len(terms) > 1:
        touching = [(i, j) for i, j in fresh if not terms[i].isdisjoint(terms[j])]
        known += _candidates(touching, terms, output, sizes, limit, naive - spent)
        if not known:
            # products of what has no label in common come last
            pairs = itertools.combinations(range(len(terms)), 2)
            known = _candidates(pairs, terms, output, sizes, limit, naive - spent)
        if not known:
            steps.append(tuple(range(len(terms))))
            break
        # of equals the one that has been known for longest
        _, cost, pair = min(known, key=lambda x: x[:2])
        terms = _contracted(pair, terms, output)[2]
        known = [
            (freed, other_cost, tuple(i - sum(i > taken for taken in pair) for i in other))
            for freed, other_cost, other in known
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
    """Return what contracting pairs frees (less than nothing) and costs, without those too large or too dear."""
    found: list[_Candidate] = []
    for pair in pairs:
        result, inside, _ = _contracted(pair, terms, output)
        new = _size(result, sizes)
        cost = _operations(inside, inside != result, 2, sizes)
        if new <= limit and cost <= budget:
            found.append((new - sum(_size(terms[i], sizes) for i in pair), cost, pair))
    return found


def _way(optimize: Any) -> tuple[Any, int | None, list[Any] | None]:
    """Return the name of the way to choose, a bound for intermediate sizes, and steps that are given."""
    way: Any = "greedy" if optimize is True else False if optimize is None else optimize
    if way is False or isinstance(way, str):
        return way, None, None
    if len(way) and isinstance(way[0], str) and way[0] == "einsum_path":
        return "given", None, list(way[1:])
    if len(way) == 2 and isinstance(way[0], str) and isinstance(way[1], (int, float)):
        return way[0], int(way[1]), None
    raise TypeError(f"Did not understand the path: {way!s}")


def contraction_steps(inputs: Sequence[str], output: str, sizes: Mapping[str, int], optimize: Any) -> list[Any]:
    """Return which operands to contract at each step, counted among those left, results coming last."""
    way, bound, given = _way(optimize)
    terms, result = [frozenset(x) for x in inputs], frozenset(output)
    if given is not None:
        return given
    if way is False or len(inputs) < 3 or result.union(*terms) == result:
        return [tuple(range(len(inputs)))]
    limit = max(_size(x, sizes) for x in (*inputs, output)) if bound is None else bound
    if way == "greedy":
        return list(_greedy(terms, result, sizes, limit))
    if way == "optimal":
        return list(_optimal(terms, result, sizes, limit))
    raise KeyError(f"Path name {way} not found")


def _letters(labels: Any) -> str:
    """Return a list of integers (and Ellipsis) as letters."""
    try:
        return "".join("..." if x is Ellipsis else SYMBOLS[operator.index(x)] for x in labels)
    except TypeError as error:
        raise TypeError("For this input type lists must contain either int or Ellipsis") from error


def _subscripts(operands: Sequence[Any]) -> tuple[list[str], str | None, list[Any]]:
    """Return the subscripts of the operands and of the result (None if they are implicit), and the operands."""
    if not operands:
        raise ValueError("No input operands")
    if not isinstance(operands[0], str):
        inputs = [_letters(x) for x in operands[1::2]]
        arrays = list(operands[0 : len(operands) // 2 * 2 : 2])
        return inputs, _letters(operands[-1]) if len(operands) % 2 else None, arrays
    text = operands[0].replace(" ", "")
    for x in text:
        if x not in SYMBOLS and x not in ".,->":
            raise ValueError(f"Character {x} is not a valid symbol.")
    if ("-" in text or ">" in text) and (text.count("-") > 1 or text.count(">") > 1 or "->" not in text):
        raise ValueError("Subscripts can only contain one '->'.")
    given, arrow, output = text.partition("->")
    return given.split(","), output if arrow else None, list(operands[1:])


def _spelled(inputs: Sequence[str], output: str | None, shapes: Sequence[Sequence[int]]) -> tuple[list[str], str]:
    """Return subscripts with letters in place of ellipses, and the result's."""
    unused = "".join(x for x in SYMBOLS if not any(x in y for y in (*inputs, output or "")))
    longest, spelled = 0, []
    for x, shape in zip(inputs, shapes, strict=True):
        if "." in x:
            if x.count(".") != 3 or "..." not in x:
                raise ValueError("Invalid Ellipses.")
            count = len(shape) - (len(x) - 3) if len(shape) else 0
            if count < 0:
                raise ValueError("Ellipses lengths do not match.")
            longest = max(longest, count)
            x = x.replace("...", unused[len(unused) - count :])
        spelled.append(x)
    hidden = unused[len(unused) - longest :]
    if output is None:
        every = "".join(spelled)
        return spelled, hidden + "".join(x for x in sorted(set(every)) if every.count(x) == 1 and x not in hidden)
    output = output.replace("...", hidden)
    for x in output:
        if output.count(x) != 1:
            raise ValueError(f"Output character {x} appeared more than once in the output.")
        if not any(x in y for y in spelled):
            raise ValueError(f"Output character {x} did not appear in the input")
    return spelled, output


def _sizes(inputs: Sequence[str], shapes: Sequence[Sequence[int]]) -> dict[str, int]:
    """Return the size of each label; ones broadcast."""
    sizes: dict[str, int] = {}
    for i, (labels, shape) in enumerate(zip(inputs, shapes, strict=True)):
        if len(labels) != len(shape):
            raise ValueError(
                f"Einstein sum subscript {labels} does not contain the correct number of indices for operand {i}."
            )
        for x, size in zip(labels, shape, strict=True):
            known = sizes.get(x, 1)
            if known != 1 and size not in (1, known):
                raise ValueError(
                    f"Size of label '{x}' for operand {i} ({known}) does not match previous terms ({size})."
                )
            sizes[x] = size if known == 1 else known
    return sizes


def einsum_path(*operands: Any, optimize: Any = "greedy", einsum_call: bool = False) -> tuple[list[Any], str]:
    """Choose the order in which `einsum` contracts its operands.

    Parameters
    ----------
    *operands : str and array_likes, or array_likes each with a list of labels
        As of `einsum`; only the shapes count.
    optimize : {"greedy", "optimal"}, bool, list or tuple, default: "greedy"
        How to choose: the best pair at each step, the best of all orders, or (False) all at once. A tuple of the name
        and a number bounds the size of intermediate results; a list that starts with "einsum_path" is taken as it is.
    einsum_call : bool, default: False
        NumPy's own use; must be False.

    Returns
    -------
    path : list
        "einsum_path" and for each step the positions of the operands; what a step gives comes last.
    text : str
        The steps and their costs in words.

    Raises
    ------
    ValueError
        If the subscripts are malformed, or do not fit the operands.
    TypeError
        If `optimize` is none of these.
    RuntimeError
        If given steps leave operands.

    Examples
    --------
    >>> import xp_torch as xp
    >>> a, b, c = xp.ones((2, 9)), xp.ones((9, 3)), xp.ones((3, 5))
    >>> xp.einsum_path("ij,jk,kl->il", a, b, c)[0]
    ['einsum_path', (0, 1), (0, 1)]
    """
    if einsum_call:
        raise ValueError("einsum_path: einsum_call=True gives what einsum alone can use")
    _way(optimize)
    inputs, output, arrays = _subscripts(operands)
    if len(inputs) != len(arrays):
        raise ValueError("Number of einsum subscripts must be equal to the number of operands.")
    shapes = [tuple(as_tensor(a).shape) for a in arrays]
    terms, result = _spelled(inputs, output, shapes)
    sizes = _sizes(terms, shapes)
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
