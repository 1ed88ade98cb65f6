"""Bits packed into bytes and back, against NumPy."""

import itertools

import numpy as np
import pytest
from support.oracle import agree, ours

import xp_torch as xp

SHAPES = [(), (0,), (1,), (8,), (11,), (3, 9), (2, 0), (0, 3), (2, 3, 17)]


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("axis", [None, 0, -1, 5])
def test_pack(shape, axis):
    for dtype, bitorder in itertools.product(["bool", "uint8", "int64", "float64"], ["big", "little", "x"]):
        x = (np.random.default_rng(0).integers(0, 3, shape)).astype(dtype)
        agree("packbits", x, axis, bitorder)


@pytest.mark.parametrize("shape", [(), (0,), (1,), (4,), (2, 3), (2, 0)])
@pytest.mark.parametrize("axis", [None, 0, -1, 5])
def test_unpack(shape, axis):
    x = np.random.default_rng(0).integers(0, 256, shape).astype("uint8")
    for count, bitorder in itertools.product([None, 0, 3, 8, 13, -1, -8, -50, 2.5], ["big", "little"]):
        if 0 not in shape or count is None or count <= 0:  # else NumPy leaves there what was in the memory
            agree("unpackbits", x, axis, count, bitorder)


@pytest.mark.parametrize("count", [2**63, -(2**63) - 1, 10**30])
def test_counts_of_bits_beyond_int64(count):
    agree("unpackbits", np.zeros(2, "uint8"), count=count)


def test_missing_bits_of_nothing_are_zeros():
    assert xp.unpackbits(xp.zeros((0,), "uint8"), count=3).tolist() == [0, 0, 0]


@pytest.mark.parametrize("dtype", ["bool", "int8", "uint16", "float32"])
def test_only_bytes_are_unpacked(dtype):
    agree("unpackbits", np.zeros(3, dtype))


def test_bits_come_back():
    x = np.random.default_rng(1).integers(0, 2, (5, 19)).astype(bool)
    packed = xp.packbits(ours(x), axis=1)
    assert (xp.unpackbits(packed, axis=1, count=19) == ours(x)).all()
