"""OpenCV computes with NumPy's arrays, which share memory with ours."""

import numpy as np
import pytest

import xp_torch as xp

cv2 = pytest.importorskip("cv2")


def test_images():
    x = xp.zeros((4, 4, 3), dtype=xp.uint8)
    with pytest.raises(cv2.error, match="numpy array"):
        cv2.cvtColor(x, cv2.COLOR_BGR2GRAY)
    cv2.circle(np.asarray(x), (1, 1), 1, (255, 0, 0))
    assert x[0, 1].tolist() == [255, 0, 0]
    assert xp.asarray(cv2.cvtColor(np.asarray(x), cv2.COLOR_BGR2GRAY)).shape == (4, 4)
