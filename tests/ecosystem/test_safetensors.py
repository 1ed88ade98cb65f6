"""safetensors stores the tensors and the memory of our arrays."""

import numpy as np
import pytest

import xp_torch as xp

torch_files = pytest.importorskip("safetensors.torch")
numpy_files = pytest.importorskip("safetensors.numpy")


@pytest.mark.parametrize("dtype", ["float64", "bfloat16", "int8", "bool", "uint16"])
def test_tensors(dtype):
    x = xp.asarray([[0, 1, 1]]).astype(getattr(xp, dtype))
    loaded = xp.asarray(torch_files.load(torch_files.save({"x": x.tensor}))["x"])
    assert loaded.dtype == x.dtype
    assert loaded.tolist() == x.tolist()


def test_memory():
    x = xp.arange(6.0).reshape(2, 3)
    loaded = numpy_files.load(numpy_files.save({"x": np.asarray(x)}))["x"]
    assert (xp.asarray(loaded) == x).all()


def test_files_of_torch_need_the_tensor():
    with pytest.raises(ValueError, match=r"expected torch.Tensor"):
        torch_files.save({"x": xp.ones(3)})
