"""Sorts of arrays that are sharded over processes."""

import pytest
from support.distributed.expressions import differences
from support.distributed.large import sorts

from xp_torch._distributed.sorting import _even_places

pytestmark = pytest.mark.slow

EXPRESSIONS = [
    "xp.sort(v)",
    "xp.sort(i)",
    "xp.argsort(i, stable=True)",
    "xp.argsort(v)",
    "xp.sort(m, axis=0)",
    "xp.sort(m, axis=1)",
    "xp.argsort(m, axis=0)",
    "xp.argsort(k, axis=0, stable=True)",
    "xp.sort(b)",
    "xp.sort(u[:, 0])",
    "xp.sort(u, axis=0)",
    "xp.sort(h)",
    "xp.sort(c)",
    "xp.sort(xp.zeros(n) * v[0])",
    "xp.sort(nan)",
    "xp.sort(m, axis=None)",
    "xp.sort(one)",
    "xp.sort(m[:, :1], axis=0)",
    "xp.sort(v[:1])",
    "xp.partition(v, 1)[1]",
    "xp.lexsort((i, k[:, 0]))",
    "xp.sort_complex(v)",
    "xp.argsort(v[::-1])",
    "xp.sort(xp.concat([v, v, v]))",
    "xp.argsort(xp.concat([i, i, i]), stable=True)",
]


@pytest.mark.parametrize("n", [61, 1])
def test_values_are_numpys(processes, n):
    assert processes.run(differences, EXPRESSIONS, n) == [[], []]


@pytest.mark.parametrize("last", [0, 1, 2**24 + 1, 36_000_001, 2**31 + 2])
def test_samples_are_within_the_rows(last):
    assert _even_places(last, 4).tolist() == [0, last // 3, 2 * last // 3, last]
    assert _even_places(last, 1).tolist() == [0]


@pytest.mark.parametrize("rows", [1000, 61, 3])
def test_sorts_of_large_vectors_on_small_ones(rows, processes):
    """``python -m support.distributed --large 36000000 --processes 2`` runs them on large ones."""
    for found in processes.run(sorts, rows):
        assert [name for name, right, _ in found if right] == ["sort", "argsort", "unique_values", "median", "quantile"]
