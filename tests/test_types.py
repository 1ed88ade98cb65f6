"""The stub of what is attached to ``ndarray`` says what is attached; `typing` has NumPy's names."""

import importlib.util
import typing
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
import torch

import xp_torch as xp


def test_the_stub_of_the_attached_members_is_the_generated_one(checkout: Path):
    spec = importlib.util.spec_from_file_location("generate_members", checkout / "tools" / "generate_members.py")
    generator = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(generator)
    assert generator.STUB.read_text(encoding="utf-8") == generator.text(), "run: python tools/generate_members.py"


def test_typing_has_numpys_names():
    assert set(npt.__all__) <= set(xp.typing.__all__)
    assert xp.typing.NBitBase is npt.NBitBase
    with pytest.raises(AttributeError, match="no attribute 'Array'"):
        _ = xp.typing.Array


@pytest.mark.parametrize("dtype", [xp.float64, np.float64, typing.Any])
def test_ndarray_of_a_dtype_at_runtime(dtype):
    kind = xp.typing.NDArray[dtype]
    assert typing.get_origin(kind) is xp.ndarray
    assert typing.get_args(typing.get_args(kind)[1]) == (dtype,)
    assert typing.get_args(kind | None) == (kind, type(None))


def members(union):
    """Return the types of a union, and of the aliases in it: NumPy 2.5 has names for its unions."""
    if hasattr(union, "__value__"):
        return members(union.__value__)
    return {union} | {kind for part in typing.get_args(union) for kind in members(part)}


def test_unions_hold_the_types_of_torch_and_numpy():
    assert {xp.ndarray, torch.Tensor} < members(xp.typing.ArrayLike)
    assert {xp.dtype, torch.dtype, str} < members(xp.typing.DTypeLike)
