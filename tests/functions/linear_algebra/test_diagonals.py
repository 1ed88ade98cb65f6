"""`diagonal`, `trace` and `matrix_transpose`: dtypes and shared memory."""

import numpy as np

import xp_torch as xp


def test_views_share_memory_where_numpys_do():
    x = xp.asarray(np.eye(3))
    for view in (xp.diagonal(x), xp.matrix_transpose(x), xp.einsum("ii->i", x), xp.einsum("ij->ji", x)):
        assert view.tensor.untyped_storage().data_ptr() == x.tensor.untyped_storage().data_ptr()
        assert view is not x


def test_small_sums_follow_the_default_integer():
    x = xp.ones((3, 3), dtype=xp.uint8)
    assert xp.trace(x).dtype is xp.uint64
    with xp.set_default_dtype(int_dtype="int32"):
        assert xp.trace(x).dtype is xp.uint32
        assert xp.trace(xp.ones((3, 3), dtype=xp.bool)).dtype is xp.int32
