"""Random programs of NumPy give the same results compiled, or are refused; `support.compiled_programs` makes them."""

import os

import numpy as np
import pytest
from support.compiled_programs import Run, check, difference, program

pytestmark = [pytest.mark.cpu_only, pytest.mark.compiled]

#: How many programs are run; `python -m support.compiled_programs --count 2000` runs more.
COUNT = int(os.environ.get("XP_TORCH_COMPILED_PROGRAMS", "12"))


@pytest.mark.parametrize("seed", range(COUNT))
def test_random_programs(seed):
    text, _ = check(seed)
    assert not text, text


def test_differences_are_found():
    x, y = np.ones(2), np.ones(2)
    agreed = [[x, [x[:1]]], [1.0]]
    assert difference(agreed, [[y, [y[:1]]], [1.0]]) == ""
    for other in (
        [[y + 1, [y[:1]]], [1.0]], [[y.astype("f4"), [y[:1]]], [1.0]], [[y, [y[:1].copy()]], [1.0]], [[y, [y]], [1.0]],
        [[y, [y[:1]]], [2.0]], [[y, [y[:1]], 3], [1.0]], [[y, (y[:1],)], [1.0]], [ValueError()],
    ):  # fmt: skip
        assert difference(agreed, other)


def test_a_compiler_that_loses_writes_is_found():
    def lossy(function):
        return lambda *args: function(*[a.copy() if isinstance(a, np.ndarray) else a for a in args])

    found = 0
    for seed in range(40):
        source, numbers = program(seed)
        if "a *= 2" in source or "doubled(a)" in source:
            runs = [Run(source, numbers, compiler).call(0) for compiler in (lambda f: f, lossy)]
            found += bool(difference(runs[1], runs[0]))
    assert found
