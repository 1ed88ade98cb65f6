"""Functions of elements and their neighbours, on arrays that are sharded over processes."""

import numpy as np
import pytest
from support.distributed.expressions import differences, gradients_differ, mesh

import xp_torch as xp

pytestmark = pytest.mark.slow

EXPRESSIONS = [
    "xp.gradient(v)",
    "xp.gradient(v, edge_order=2)",
    "xp.gradient(m)",
    "xp.gradient(m, 0.5, axis=0)",
    "xp.gradient(m, 0.5, 2.0, edge_order=2)",
    "xp.gradient(i, 2.0)",
    "xp.gradient(m, np.cumsum(np.arange(n) + 1.0), axis=0)",
    "xp.gradient(v, xp.cumsum(w**2 + 1), edge_order=2)",
    "xp.gradient(m, [0.0, 1.0, 3.0], axis=1)",
    "xp.gradient(v, np.arange(n + 1.0))",
    "xp.gradient(v[:2])",
    "xp.gradient(v, 1.0, 2.0)",
    "xp.gradient(c)",
    *[
        f"xp.{name}({pair}, {mode!r})"
        for name in ("convolve", "correlate")
        for pair in (
            "v, [0.5, 1.0, 2.0, -1.0]",
            "[1, 2, 3], i",
            "c, [1j, 2.0]",
            "b, [True, False]",
            "[1j, 2.0, 3.0, 1.0], c",
        )
        for mode in ("full", "same", "valid")
    ],
    "xp.convolve(m, [1.0])",
    "xp.convolve(v, [])",
    "xp.lib.stride_tricks.sliding_window_view(v, 3)",
    "xp.lib.stride_tricks.sliding_window_view(v, 1)",
    "xp.lib.stride_tricks.sliding_window_view(m, (2, 2))",
    "xp.lib.stride_tricks.sliding_window_view(m, 2, axis=1)",
    "xp.lib.stride_tricks.sliding_window_view(t, (2, 3), axis=(0, 1))",
    "xp.lib.stride_tricks.sliding_window_view(v, n)",
    "xp.lib.stride_tricks.sliding_window_view(v, n + 1)",
    "y = xp.lib.stride_tricks.sliding_window_view(v, 3); v[1:] = w[:-1]; y.sum(axis=1)",
    "xp.packbits(b)",
    "xp.packbits(d)",
    "xp.packbits(d, axis=0)",
    "xp.packbits(d, axis=1, bitorder='little')",
    "xp.packbits(v)",
    "xp.unwrap(v * 4)",
    "xp.unwrap(m * 9, axis=0)",
    "xp.unwrap(m * 9, axis=1)",
    "xp.unwrap(i, period=5)",
    "xp.unwrap(i, period=4)",
    "xp.unwrap(v * 4, discont=4.0)",
]


@pytest.mark.parametrize("n", [61, 5])
def test_values_are_numpys(processes, n):
    assert processes.run(differences, EXPRESSIONS, n) == [[], []]


def test_values_on_more_processes_than_windows(four):
    short = [e for e in EXPRESSIONS if "n + 1" not in e]
    assert four.run(differences, short, 5) == [[]] * 4
    assert four.run(differences, short, 13) == [[]] * 4


def test_gradients_are_those_of_one_process(processes):
    expressions = [
        "xp.gradient(m, axis=0) ** 2",
        "xp.convolve(m[:, 0], [1.0, 2.0]) ** 2",
        "xp.lib.stride_tricks.sliding_window_view(m, 2, axis=0) ** 2",
        "xp.unwrap(m, axis=0) ** 2",
    ]
    assert processes.run(gradients_differ, expressions, 7) == [[], []]


def windows():
    x = xp.asarray(np.arange(9.0), device=xp.distributed.Device(mesh()))
    y = xp.lib.stride_tricks.sliding_window_view(x, 3)
    with pytest.raises(ValueError, match="sliding_window_view returns a copy"):
        y[0] = 1.0


def test_windows_cannot_be_written(processes):
    processes.run(windows)
