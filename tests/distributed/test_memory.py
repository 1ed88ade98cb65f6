"""Peak memory of distributed arrays; ``python -m support.distributed --memory 32`` measures all calls."""

import sys

import numpy as np
import pytest
from support.distributed.calls import operands
from support.distributed.memory import allowed, peaks
from support.distributed.run import mesh

import xp_torch as xp
from xp_torch._distributed import collectives

CALLS = [
    "m.argsort(v)",
    "m.count_nonzero(b)",
    "m.sort(v)",
    "m.nonzero(b)",
    "m.unique_all(k)",
    "m.flip(v)",
    "m.take(v, d, axis=0)",
    "m.linspace(0.0, 1.0, n, device=device)",
    "m.random.default_rng(3, device=device).normal(size=(n, 3))",
    "m.fft.irfft(c, n=n)",
    "m.fft.rfft(x, axis=0)",
    "m.vdot(x, y)",
    "m.linalg.cholesky(s)",
    "m.linalg.solve(s, x)",
    "m.sort(m.abs(m.linalg.eigvals(e)))",
    "m.corrcoef(x)",
    "m.ediff1d(x)",
    "m.matmul(g, s)",
    "m.nanmedian(p, axis=(0, 2))",
    "m.random.default_rng(3, device=device).permutation(n)",
    "m.unique_values(i8)",
    "updated(v, (slice(1, None),), w[1:])",
    "written(v, (j,), x)",
]


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="the kernel's counts are read from /proc")
@pytest.mark.parametrize("text", CALLS)
def test_a_process_needs_its_share(text, processes, alone):
    numpy, most, gathers = peaks(processes, alone, text, 24 * 2**20)
    assert not gathers
    assert most <= allowed(numpy, processes.size)


STEPPED = [
    "m.sort(x[:, :1], axis=0)",
    "m.unique_all(k)",
    "m.nonzero(x > 0)",
    "x[v > 0]",
    "m.repeat(x, k % 3, axis=0)",
    "v.at[k % len(v)].set(v)",
    "v.at[1:].set(v[:-1])",
    "x.at[::2, 1].set(v[::2])",
]


def _in_steps(rows):
    """Return the calls whose results differ from those of plain arrays if each row is moved in a step of its own."""
    step, collectives.STEP = collectives.STEP, 1
    device = xp.distributed.Device(mesh(False))
    found = []
    try:
        for text in STEPPED:
            call = eval(f"lambda m, x, v, k: {text}")
            cut, plain = (call(xp, *(xp.asarray(a, device=d) for a in _given(rows))) for d in (device, "cpu"))
            pairs = zip(cut, plain, strict=True) if isinstance(cut, tuple) else [(cut, plain)]
            found += [text for a, b in pairs if not np.array_equal(np.asarray(a), np.asarray(b))]
    finally:
        collectives.STEP = step
    return found


def _given(rows):
    return [operands(rows, [name])[name] for name in "xvk"]


@pytest.mark.parametrize("rows", [61, 1])
def test_rows_that_move_in_steps_come_in_order(rows, processes):
    assert processes.run(_in_steps, rows) == [[], []]
