"""Garbage calls: some of each function in the suite, and planted errors, ends and hangs that they must report."""

import numpy as np
import pytest
import torch
from support.garbage import check, draw
from support.garbage.run import run

import xp_torch as xp
from tools.calls import public, public_functions


def test_what_is_left_out_is_public_and_the_functions_of_the_table_are_called():
    assert draw.LEFT_OUT.keys() <= set(public())
    assert public_functions() - draw.LEFT_OUT.keys() - {"__array_namespace_info__"} <= draw.targets().keys()


def test_the_same_seed_draws_the_same_calls():
    for name in ("add", "ndarray.sum", "operator.add", "random.Generator.normal"):
        assert draw.source(name, 3, 5) == draw.source(name, 3, 5) != draw.source(name, 4, 5)


@pytest.mark.slow
@pytest.mark.numpy_after
@pytest.mark.numpy_before
def test_garbage_ends_no_process_and_raises_no_error_of_torchs():
    names = sorted(draw.targets())
    assert [finding["line"] for finding in run(names, len(names), 1, 1).findings] == []


@pytest.mark.parametrize(
    ("error", "found"),
    [
        (ValueError("sort: axis 2 is out of bounds"), ""), (None, ""), (MemoryError("Unable to allocate"), ""),
        (MemoryError(), "no message"), (ValueError("x" * 5000), "a long message"),
        (RuntimeError("internal"), "an internal error"), (AttributeError("no attribute"), "an internal error"),
        (ValueError("shape '[-1]' is invalid for input"), "a message of torch's"),
        (torch.linalg.LinAlgError("not positive definite"), "a message of torch's"),
        (TypeError("sum(): argument 'dim' (position 1) must be int"), "a message of torch's"),
    ],
)  # fmt: skip
def test_faults_of_errors(error, found):
    assert check.fault(error) == found


@pytest.mark.parametrize(("function", "found"), [(np.sort, None), (torch.sort, "a message of torch's")])
def test_an_error_that_numpy_shares_is_no_finding(monkeypatch, function, found):
    monkeypatch.setattr(check, "source", lambda *call: "np.sort('a', 5)")
    monkeypatch.setattr(xp, "sort", function)
    finding, _ = check.example("sort", 1, 0)
    assert (finding and finding.what) == found


_ITSELF: list = []
_ITSELF.append(_ITSELF)


@pytest.mark.parametrize(
    ("act", "error"),
    [
        (lambda: xp.multiply(2, _ITSELF, dtype=object), ValueError),
        (lambda: xp.argpartition({}, _ITSELF), ValueError),
        (lambda: xp.divide(np.asarray(["a"]), _ITSELF), ValueError),
        (lambda: xp.asarray(range(2**62)), ValueError),
        (lambda: xp.special.bernoulli(2**40), MemoryError),
        (lambda: xp.ones(3).flat[xp.asarray(2**63)], IndexError),
        (lambda: xp.cross([1, 0, 0], [0, 1, 0], axisb=torch.ones(2)), TypeError),
        (lambda: xp.vjp(len, xp.zeros(2)), TypeError),
    ],
)
def test_what_runs_found_raises_in_our_words(act, error):
    with pytest.raises(error) as caught:
        act()
    assert check.fault(caught.value) == ""


def test_one_integer_beyond_64_bits_is_printed():
    assert xp.array2string(2**64) == "18446744073709551616"
