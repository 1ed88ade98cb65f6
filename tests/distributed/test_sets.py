"""Unique elements of arrays that are sharded over processes."""

import pytest
from support.distributed.expressions import differences

pytestmark = pytest.mark.slow

EXPRESSIONS = [
    "xp.unique(k, axis=0)",
    "xp.unique(k, axis=0, return_index=True, return_inverse=True, return_counts=True)",
    "xp.unique(k, axis=1, return_counts=True)",
    "xp.unique(d[:, :, None] & d[:, None], axis=0, return_counts=True)",
    "xp.unique(nan[:, None], axis=0)",
    "xp.unique(xp.concat([m, m]), axis=0, return_inverse=True)",
    "xp.unique(m, axis=2)",
    "xp.sort(xp.unique_values(i))",
    "xp.unique_counts(i)",
    "xp.unique_inverse(k)",
    "xp.unique_all(i)",
    "xp.unique_all(k)",
    "xp.sort(xp.unique_values(nan))",
    "xp.unique(nan)",
    "xp.unique(i, return_index=True, return_inverse=True, return_counts=True)",
    "xp.sort(xp.unique_values(b))",
    "xp.sort(xp.unique_values(u[:, 0]))",
    "xp.sort(xp.unique_values(v[:1]))",
    "xp.union1d(i, k[:, 0])",
    "xp.intersect1d(i, k[:, 0])",
    "xp.setdiff1d(i, k[:, 0])",
    "xp.setxor1d(i, k[:, 0])",
]


@pytest.mark.parametrize("n", [61, 1])
def test_values_are_numpys(processes, n):
    assert processes.run(differences, EXPRESSIONS, n) == [[], []]
