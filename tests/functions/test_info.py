"""Inspection: what the namespace says of itself is true."""

import pytest
import torch

import xp_torch as xp

INFO = xp.__array_namespace_info__()


def test_capabilities_are_true():
    assert INFO.capabilities() == {"boolean indexing": True, "data-dependent shapes": True, "max dimensions": 64}
    x = xp.ones((1,) * 64)
    assert (x + x).ndim == xp.flip(x).ndim == xp.permute_dims(x, tuple(range(64))[::-1]).ndim == 64
    assert xp.sum(x).item() == 1


@pytest.mark.cpu_only
def test_default_device_follows_torch():
    assert INFO.default_device() == torch.device("cpu")
    with torch.device("meta"):
        assert INFO.default_device() == torch.device("meta")
        assert xp.zeros(2).device == INFO.default_device()


def test_rule_1_default_dtypes():
    expected = {
        "real floating": xp.float64,
        "complex floating": xp.complex128,
        "integral": xp.int64,
        "indexing": xp.int64,
    }
    assert INFO.default_dtypes() == INFO.default_dtypes(device="cpu") == expected
    with xp.set_default_dtype("pytorch", "int32"):
        found = INFO.default_dtypes()
        assert found == {
            "real floating": xp.float32,
            "complex floating": xp.complex64,
            "integral": xp.int32,
            "indexing": xp.int64,
        }


def test_devices_hold_arrays():
    assert INFO.devices()[0] == torch.device("cpu")
    for device in INFO.devices():
        assert xp.zeros(2, device=device).device == device


def test_dtypes_by_kind():
    every = INFO.dtypes()
    assert every["float32"] is xp.float32
    assert len(every) == 13
    parts = ["bool", "signed integer", "unsigned integer", "real floating", "complex floating"]
    assert sorted(name for kind in parts for name in INFO.dtypes(kind=kind)) == sorted(every)
    assert INFO.dtypes(kind=("bool", "real floating")).keys() == {"bool", "float32", "float64"}
    assert INFO.dtypes(kind=()) == {}
    assert set(INFO.dtypes(kind="numeric")) == set(every) - {"bool"}
    with pytest.raises(ValueError, match="unsupported kind"):
        INFO.dtypes(kind="nonsense")


def test_a_device_without_float64_leaves_it_out(monkeypatch):
    monkeypatch.setattr("xp_torch._functions.info.WITHOUT_FLOAT64", frozenset({"meta"}))
    assert set(INFO.dtypes()) - set(INFO.dtypes(device="meta")) == {"float64", "complex128"}
