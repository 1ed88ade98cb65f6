"""Elements that are looked up by their index or value in arrays that are sharded over processes."""

import pytest
from support.distributed.expressions import differences

from xp_torch._distributed import rows

EXPRESSIONS = [
    "xp.take(v, i)",
    "xp.take(m, j, axis=0)",
    'xp.take(m, P["j"], axis=0)',
    "xp.take(m, i % 3, axis=1)",
    "xp.take(m, [0, 2], axis=1)",
    'xp.take(P["v"], i)',
    "xp.take(v, [[0, 1], [2, 2]])",
    'xp.take(v, j * 3, mode="wrap")',
    'xp.take(v, j * 3, mode="clip")',
    "xp.take(v, n)",
    "xp.take_along_axis(m, k, axis=1)",
    "xp.take_along_axis(m, k, axis=0)",
    "xp.take_along_axis(v, i, axis=0)",
    'xp.take_along_axis(m, P["k"], axis=1)',
    "xp.take_along_axis(m, xp.argsort(m, axis=0), axis=0)",
    "xp.searchsorted(xp.sort(v), w)",
    'xp.searchsorted(xp.sort(v), w, side="right")',
    "xp.searchsorted(xp.sort(v), 0.3)",
    'xp.searchsorted(P["p"][:0], w)',
    "xp.searchsorted(xp.sort(i), i[:3])",
    "xp.searchsorted(xp.sort(i), m[:, 0])",
    "xp.searchsorted(v, w, sorter=xp.argsort(v))",
    "xp.searchsorted(np.arange(5.), w)",
    "xp.isin(i, i[:2])",
    "xp.isin(i, [1, 2])",
    "xp.isin(k, i)",
    "xp.isin(v, w)",
    "xp.isin(i, i[:2], invert=True)",
    "xp.put_along_axis(m, k, 0., axis=1); m",
    "xp.put_along_axis(m, k, w[:, None] + m, axis=0); m",
    "xp.take(m, i, axis=0, out=xp.zeros_like(m))",
    "xp.compress(v > 0, m, axis=0, out=m[:int((v > 0).sum())])",
    "xp.interp(m, [0.0, 1.0], [2.0, 3.0])",
    "xp.take(m, xp.nonzero(b)[0], axis=0)",
]


def in_small_steps(expressions):
    step, rows.STEP = rows.STEP, 1
    try:
        return differences(expressions, 2100)
    finally:
        rows.STEP = step


def test_many_elements_are_looked_up_in_steps(processes):
    assert processes.run(in_small_steps, ["m[j]", "xp.searchsorted(xp.sort(v), w)", "m[i[:3]]"]) == [[], []]


@pytest.mark.parametrize("n", [61, 1])
def test_values_are_numpys(processes, n):
    assert processes.run(differences, EXPRESSIONS, n) == [[], []]
