"""Reductions of slices, running results, counts and selections, on arrays that are sharded over processes."""

import pytest
from support.distributed.expressions import differences, gradients_differ

EXPRESSIONS = [
    "xp.add.accumulate(v)",
    "xp.add.accumulate(m, axis=1)",
    "xp.add.accumulate(k, 0)",
    "xp.add.accumulate(u)",
    "xp.add.accumulate(b)",
    "xp.maximum.accumulate(m)",
    "xp.multiply.accumulate(v, dtype=complex)",
    "xp.logical_or.accumulate(d, axis=0)",
    "xp.subtract.accumulate(m, axis=0)",
    "xp.subtract.accumulate(m, axis=1)",
    "e = m * 0; xp.add.accumulate(m, axis=0, out=e); e",
    "xp.add.accumulate(v, axis=1)",
    "xp.add.reduceat(v, [0, 2, 1, n - 1])",
    "xp.add.reduceat(v, [0])",
    "xp.add.reduceat(v, [n - 1, 0, 0])",
    "xp.maximum.reduceat(m, [0, n // 2, 3])",
    "xp.multiply.reduceat(m, [0, 1, 0], axis=1)",
    "xp.add.reduceat(u, [0, n - 2], axis=0)",
    "xp.add.reduceat(b, [1, 3])",
    "xp.logical_and.reduceat(d, [0, 2, 4], axis=0)",
    "xp.add.reduceat(v, [0, n])",
    "xp.add.reduceat(v, [-1])",
    "xp.add.reduceat(v, [])",
    "xp.add.reduceat(v, range(0, n, 2))",
    "xp.nanargmax(m, axis=0)",
    "xp.nanargmin(nan)",
    "xp.nanargmax(nan)",
    "xp.nanargmin(nan[:, None], axis=0, keepdims=True)",
    "xp.nanargmax(i)",
    "xp.nanargmin(nan[:, None], axis=1)",
    "xp.nanargmin(nan * np.nan)",
    "xp.histogram2d(v, w)",
    "xp.histogram2d(v, w, 3, weights=i)",
    "xp.histogram2d(v, w, [3, 4], density=True)",
    "xp.histogram2d(v, w, [[-1.0, 0.0, 1.0], 4], [[-1, 1], [-2, 2]])",
    "xp.histogram2d(v, w, [-1.0, 0.0, 0.5, 1.0])",
    "xp.histogram2d(v, w[1:])",
    "xp.histogram2d(v, nan)",
    "xp.select([v > 1, v > 0], [v, w])",
    "xp.select([d, m > 0], [m, 2], -1)",
    'xp.select([P["d"], m > 0], [m, v[:, None]], 0.5)',
    "xp.select([v], [v])",
    "xp.select([], [])",
    "xp.polyval([1.0, 2.0, 3.0], m)",
    "xp.polyval([1, 2], i)",
    "xp.polyval([1.0, 2.0], c)",
    "xp.piecewise(v, [v < 0, v > 1], [-1, lambda x: x * 2, lambda x: x - xp.mean(x)])",
    "xp.piecewise(m, m > 0, [1, 0])",
    "xp.piecewise(v, [v > 9], [lambda x: x, 3.0])",
    "xp.piecewise(v, [v > 9, v > 8, v > 7], [1])",
]


@pytest.mark.parametrize("n", [61, 5])
def test_values_are_numpys(processes, n):
    assert processes.run(differences, EXPRESSIONS, n) == [[], []]


def test_values_on_four_processes(four):
    assert four.run(differences, EXPRESSIONS, 5) == [[]] * 4


def test_gradients_are_those_of_one_process(processes):
    expressions = [
        "xp.add.reduceat(m, [0, 2, 1], axis=0) ** 2",
        "xp.add.accumulate(m) ** 2",
        "xp.select([m > 0], [m**2], 1.0)",
        "xp.polyval([1.0, 2.0, 0.0], m)",
        "xp.piecewise(m, [m > 0], [lambda x: x**3, 0.0])",
    ]
    assert processes.run(gradients_differ, expressions, 7) == [[], []]
