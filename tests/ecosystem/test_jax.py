"""JAX makes arrays of ours; neither computes with the other's."""

import pytest
import torch
from support.values import ALL_DTYPES

import xp_torch as xp

jnp = pytest.importorskip("jax.numpy")


# JAX narrows numbers of 64 bits unless it is told not to.
@pytest.mark.parametrize("name", sorted(set(ALL_DTYPES) - {"int64", "uint64", "float64", "complex128"}))
def test_arrays_are_exchanged(name):
    x = xp.asarray([0, 1, 1], dtype=name)
    made = jnp.asarray(x)
    assert made.dtype == x.dtype
    assert (made.tolist(), xp.asarray(made).dtype) == (x.tolist(), x.dtype)
    assert jnp.from_dlpack(x).tolist() == jnp.array(x[::-1])[::-1].tolist() == x.tolist()
    assert jnp.zeros(2, x.dtype).dtype == x.dtype


def test_nothing_is_detached_or_copied_from_a_device():
    for x in (xp.asarray(torch.ones(2, requires_grad=True)), xp.ones(2, device="meta")):
        with pytest.raises(TypeError, match=r"requires grad|on meta"):
            jnp.asarray(x)
    with pytest.raises(TypeError):
        jnp.ones(2) + xp.ones(2)
    with pytest.raises(TypeError):
        xp.ones(2) + jnp.ones(2)
