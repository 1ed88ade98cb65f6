"""Pillow makes images of our arrays, and our arrays hold its images."""

import numpy as np
import pytest

import xp_torch as xp

Image = pytest.importorskip("PIL.Image")


@pytest.mark.parametrize("dtype", ["uint8", "float32", "bool", "int32"])
def test_images(dtype):
    shape = (4, 5, 3) if dtype == "uint8" else (4, 5)
    a = (np.arange(np.prod(shape)) % 3).reshape(shape).astype(dtype)
    x = xp.asarray(a)
    for ours, its in ((x, a), (x[::2], a[::2]), (x[::-1], a[::-1]), (x.swapaxes(0, 1), a.swapaxes(0, 1))):
        made = Image.fromarray(ours)
        assert made.mode == Image.fromarray(its).mode
        np.testing.assert_array_equal(np.asarray(made), its)
        assert (xp.asarray(made) == ours).all()
