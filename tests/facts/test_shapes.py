"""Shapes, axes and widths, which any sequence of ints gives; NumPy is the oracle."""

import itertools
from collections import deque

import numpy as np
import pytest
from support.cases import cases
from support.oracle import alike

from xp_torch._facts import shapes

X = np.arange(6.0).reshape(2, 3)


class Items:
    """A sequence by its items only."""

    def __init__(self, values):
        self.values = list(values)

    def __len__(self):
        return len(self.values)

    def __getitem__(self, i):
        return self.values[i]


CALLS = {
    "shape": """m.zeros(s); x.reshape(s); m.broadcast_to(m.ones(2), s); m.resize(x, s); m.tile(x, s); m.indices(s);
        m.unravel_index([0, 1], s); m.ravel_multi_index(([0], [1]), s); m.full(s, 1);
        m.lib.stride_tricks.sliding_window_view(x, s); m.random.default_rng(0).normal(size=s).shape""",
    "axes": """x.transpose(s); m.transpose(x, s); m.moveaxis(x, s, (1, 0)); m.flip(x, s); m.roll(x, s, s);
        m.median(x, s); m.quantile(x, 0.5, s); m.average(x, s); m.gradient(x, axis=s); m.fft.fftshift(x, s);
        m.fft.fftn(x, axes=s); m.tensordot(x, x, (s, s)); m.rot90(x, axes=s); m.apply_over_axes(m.sum, x, s)""",
    "widths": "m.pad(x, s); m.pad(x, (s, s)); m.pad(x, [s, (1, 1)]); m.pad(x, 2, constant_values=s)",
    "indices": """m.split(m.arange(4), s); m.repeat(x, s, 0); m.delete(x, s, 0); m.insert(x, s, 7.0, 0);
        m.take(x, s, 1); m.add.reduceat(x, s, 1); m.random.default_rng(0).integers(s, 5).shape;
        m.choose(s, [[5, 6], [7, 8]])""",
}


@cases("kind", [range, deque, Items, np.asarray])
@pytest.mark.parametrize(("use", "text"), [(use, part.strip()) for use in CALLS for part in CALLS[use].split(";")])
def test_any_sequence_of_ints_is_accepted(use, text, kind):
    ends = (1, 3) if use in ("shape", "widths") else (0, 2)
    values = range(*ends) if kind is range else kind(range(*ends))
    alike(lambda m: eval(text, {"m": m, "x": m.asarray(X), "s": values}), note=text)


def test_spans_of_slices_of_symbolic_sizes_are_those_of_python(monkeypatch):
    monkeypatch.setattr(shapes, "is_static", lambda n: False)
    bounds = (None, 0, 1, 2, 3, 5, -1, -2, -3, -5)
    for n, start, stop, step in itertools.product(range(4), bounds, bounds, (None, 1, 2, 3, -1, -2, -4)):
        taken = range(n)[slice(start, stop, step)]
        first, count, by = shapes.slice_span(slice(start, stop, step), n)
        assert count == len(taken)
        assert by == taken.step
        if count:
            assert first == taken[0]
