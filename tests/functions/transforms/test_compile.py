"""`compile`: functions written against NumPy as graphs of torch."""

import numpy as np
import torch

import xp_torch as xp


def test_a_step_of_k_means_is_one_graph():
    def nearest(x, means):
        return xp.argmin(xp.linalg.norm(x - means[:, None], axis=2), axis=0)

    x, means = np.random.default_rng(0).standard_normal((2, 50, 2))
    found = torch.compile(nearest, fullgraph=True, backend="eager")(xp.asarray(x), xp.asarray(means))
    assert np.array_equal(found, np.argmin(np.linalg.norm(x - means[:, None], axis=2), axis=0))
