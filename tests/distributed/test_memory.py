"""Peak memory of distributed arrays; ``python -m conformance distributed --memory 32`` measures all calls."""

import sys

import pytest

from conformance.distributed.memory import allowed, peaks

CALLS = [
    "m.argsort(v)",
    "m.count_nonzero(b)",
    "m.sort(v)",
    "m.flip(v)",
    "m.take(v, d, axis=0)",
    "m.linspace(0.0, 1.0, n, device=device)",
    "m.random.default_rng(3, device=device).normal(size=(n, 3))",
]


@pytest.mark.skipif(sys.platform != "linux", reason="the kernel's counts are read from /proc")
@pytest.mark.parametrize("text", CALLS)
def test_a_process_needs_its_share(text, processes):
    numpy, most, gathers = peaks(processes, text, 24 * 2**20)
    assert not gathers
    assert most <= allowed(numpy, processes.size)
