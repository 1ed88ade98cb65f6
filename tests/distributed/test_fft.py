"""Fourier transforms of arrays that are sharded over processes."""

import pytest
from support.distributed.expressions import differences, gradients_differ

from xp_torch._distributed import collectives, fft

EXPRESSIONS = [
    "xp.fft.fft(c)",
    "xp.fft.fft(v[:, None], axis=0, norm='ortho')",
    "xp.fft.fft(i)",
    "xp.fft.ifft(c, norm='forward')",
    "xp.fft.rfft(v)",
    "xp.fft.rfft(b)",
    "xp.fft.ihfft(one, norm='ortho')",
    "xp.fft.hfft(c[None], axis=1)",
    "xp.fft.irfft(c, 2 * n - 1)",
    "xp.fft.irfftn(c, s=[2 * n], axes=[0])",
    "xp.fft.fft2(m, axes=(1, 0))",
    "xp.fft.ifftn(m[:, :1], s=(n + 1, -1), axes=(0, 1))",
    "xp.fft.fft(v[:0])",
    "xp.fft.fft(v, norm='none')",
    "d = c * 1; xp.fft.fft(c, out=d); d",
    "d = c[:1] * 1; xp.fft.fft(c[:0], 1, out=d)",
    "xp.fft.fftshift(m)",
    "xp.fft.ifftshift(v)",
]
NAMES = ("fft", "ifft", "rfft", "irfft", "hfft", "ihfft")
#: one point, lengths of few factors and of a large one, primes; fewer points than rows, and more.
POINTS = (1, 2, 3, 36, 62, 94, 97, 128, 200)


@pytest.mark.parametrize("n", [64, 61, 5, 1])
def test_values_are_numpys(processes, n):
    assert processes.run(differences, EXPRESSIONS, n) == [[], []]


@pytest.mark.parametrize("name", NAMES)
def test_any_number_of_points(processes, name):
    x = "c.real" if name in ("rfft", "ihfft") else "c"
    assert processes.run(differences, [f"xp.fft.{name}({x}, {n}, 0, 'ortho')" for n in POINTS], 61) == [[], []]


def test_gradients_are_those_of_one_process(processes):
    expressions = [f"abs(xp.fft.{name}(m[:, 1])) ** 2" for name in NAMES]
    for n in (12, 11):
        assert processes.run(gradients_differ, expressions, n) == [[], []]


def _in_steps(expressions, n):
    """Return the differences if each row moves in a step of its own, and every vector takes four steps."""
    limits = collectives.STEP, fft.LONG
    collectives.STEP = fft.LONG = 1
    try:
        return differences(expressions, n)
    finally:
        collectives.STEP, fft.LONG = limits


@pytest.mark.slow
@pytest.mark.parametrize("n", [36, 61])
def test_vectors_in_steps(processes, n):
    expressions = [f"xp.fft.{name}({x}, axis=0)" for name in ("rfft", "ihfft") for x in ("v", "m", "t[:, 1:]")]
    expressions += [
        f"xp.fft.{name}({x})" for name in ("fft", "ifft", "irfft", "hfft") for x in ("c", "t.T", "(c[:, None] * m).T")
    ]
    expressions += [f"xp.fft.{name}(m, n + 3, axis=0)" for name in NAMES]
    assert processes.run(_in_steps, expressions, n) == [[], []]
