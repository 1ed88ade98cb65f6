"""Batches of `DataLoader`, and files of `torch.save`."""

import io
import pickle

import pytest
import torch
from support.oracle import DTYPES
from torch.utils.data import DataLoader, TensorDataset, default_collate

import xp_torch as xp


def saved(value, **options):
    file = io.BytesIO()
    torch.save(value, file)
    file.seek(0)
    return torch.load(file, **options)


def test_batches_are_arrays():
    x = xp.arange(12.0).reshape(6, 2)
    assert [batch.tolist() for batch in DataLoader(x, batch_size=4)] == [x[:4].tolist(), x[4:].tolist()]
    rows, first = next(iter(DataLoader(list(zip(x, x[:, 0], strict=True)), batch_size=3)))
    assert type(rows) is type(first) is xp.ndarray
    assert (rows.shape, first.tolist()) == ((3, 2), [0.0, 2.0, 4.0])
    assert default_collate([{"x": x[::-1]}] * 2)["x"].shape == (2, 6, 2)
    (batch,) = next(iter(DataLoader(TensorDataset(x.tensor), batch_size=2)))
    assert type(batch) is torch.Tensor


@pytest.mark.cpu_only
@pytest.mark.filterwarnings("ignore:.*fork")
def test_batches_of_workers():
    x = xp.arange(4.0)
    assert [batch.tolist() for batch in DataLoader(x, batch_size=2, num_workers=1)] == [[0.0, 1.0], [2.0, 3.0]]


@pytest.mark.parametrize("dtype", [*DTYPES, "bfloat16"])
def test_the_safe_loader_reads_every_dtype(dtype):
    x = xp.ones((2, 2), dtype=dtype)
    for value in (x, x[:, 0], x[0, 0], x[::-1]):
        got = saved(value, weights_only=True)
        assert type(got) is xp.ndarray
        assert got.dtype is x.dtype
        assert got.tolist() == value.tolist()


def test_saved_arrays_keep_shared_memory_and_gradients():
    x = xp.arange(4.0)
    got = saved({"x": x, "part": x[1:], "tensor": x.tensor})
    got["x"][1] = 7.0
    assert (got["part"][0], got["tensor"][1]) == (7.0, 7.0)
    assert saved(xp.asarray(torch.ones(2, requires_grad=True))).tensor.requires_grad
    assert saved(x, map_location="meta").device.type == "meta"


class Named(xp.ndarray):
    """A user's array."""


def test_the_class_of_a_users_array_has_to_be_declared():
    x = xp.ones(2).view(Named)
    with pytest.raises(pickle.UnpicklingError, match="Named"):
        saved(x)
    with torch.serialization.safe_globals([Named]):
        assert type(saved(x)) is Named
    assert type(pickle.loads(pickle.dumps(x[::-1]))) is Named
