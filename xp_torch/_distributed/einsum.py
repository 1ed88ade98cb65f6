"""Einstein summation of distributed arrays, as products of stacks of matrices."""

from __future__ import annotations

import math
from typing import Any

from xp_torch._distributed.array import DistributedArray, mesh_of
from xp_torch._distributed.dispatch import rule
from xp_torch._distributed.linear_algebra import product, total
from xp_torch._distributed.movement import as_distributed
from xp_torch._distributed.reductions import written
from xp_torch._functions.data_type import result_type
from xp_torch._functions.linear_algebra.diagonals import diagonal
from xp_torch._functions.linear_algebra.einsum_subscripts import check_sizes, label_dimensions, read_operands
from xp_torch._functions.manipulation.broadcast import broadcast_to
from xp_torch._kernels.layout import check_order

#: An array, and a label for each of its axes.
_Labelled = tuple[Any, str]


@rule("einsum")
def _einsum(
    *operands: Any, out: Any = None, optimize: Any = False, dtype: Any = None, order: str = "K", casting: str = "safe"
) -> Any:
    check_order(order)
    arrays, inputs, output = read_operands(operands)
    if dtype is not None or casting != "safe":
        return NotImplemented
    mesh = mesh_of(*arrays, out)
    given: list[Any] = [as_distributed(x, mesh) for x in arrays]
    common = result_type(*given)
    labels, result = label_dimensions([x.ndim for x in given], inputs, output)
    check_sizes(labels, [x.shape for x in given])
    pairs = [_diagonals(x.astype(common, copy=False), names) for x, names in zip(given, labels, strict=True)]
    while len(pairs) > 1:
        pairs[:2] = [_product(pairs[0], pairs[1], result + "".join(names for _, names in pairs[2:]))]
    x, names = _summed(*pairs[0], result)
    return written("einsum", x.transpose([names.index(i) for i in result]), out, casting)


def _diagonals(x: Any, labels: str) -> _Labelled:
    """Return `x` and its labels with repeated labels replaced by diagonals."""
    for label in dict.fromkeys(labels):
        while labels.count(label) > 1:
            i, j = labels.index(label), labels.rindex(label)
            if x.shape[i] != x.shape[j]:
                raise ValueError(f"einsum: '{label}' is repeated for axes of sizes {x.shape[i]} and {x.shape[j]}")
            x = diagonal(x, 0, i, j)
            labels = labels[:i] + labels[i + 1 : j] + labels[j + 1 :] + label
    return x, labels


def _summed(x: Any, labels: str, keep: str) -> _Labelled:
    """Return the sum over the axes whose labels are not in `keep`."""
    axes = tuple(i for i, label in enumerate(labels) if label not in keep)
    return (total(x, axes), "".join(i for i in labels if i in keep)) if axes else (x, labels)


def _product(first: _Labelled, second: _Labelled, keep: str) -> _Labelled:
    """Return the product of two arrays, summed over the labels of both that are not in `keep`."""
    a, a_labels = _summed(*first, keep + second[1])
    b, b_labels = _summed(*second, keep + a_labels)
    sizes: dict[str, int] = {}
    for label, n in [*zip(a_labels, a.shape, strict=True), *zip(b_labels, b.shape, strict=True)]:
        sizes[label] = n if sizes.get(label, 1) == 1 else sizes[label]
    stack = [i for i in a_labels if i in b_labels and i in keep]
    inner = [i for i in a_labels if i in b_labels and i not in keep]
    rows, columns = [i for i in a_labels if i not in b_labels], [i for i in b_labels if i not in a_labels]

    def arranged(x: Any, labels: str, *groups: list[str]) -> DistributedArray:
        """Return a stack of matrices."""
        order = [i for group in groups for i in group]
        x = broadcast_to(x.transpose([labels.index(i) for i in order]), tuple(sizes[i] for i in order))
        return x.reshape([sizes[i] for i in stack] + [math.prod(sizes[i] for i in group) for group in groups[1:]])

    r = product(arranged(a, a_labels, stack, rows, inner), arranged(b, b_labels, stack, inner, columns))
    names = [*stack, *rows, *columns]
    return r.reshape([sizes[i] for i in names]), "".join(names)
