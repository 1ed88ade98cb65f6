"""A part of the table of calls on distributed arrays; ``python -m conformance distributed`` runs all of it."""

import pytest

import xp_torch as xp
from conformance.distributed.calls import CUT, calls, operands
from conformance.distributed.run import difference, one

#: of so many calls the tests run one.
EVERY = 8
CALLS = list(calls())


@pytest.mark.parametrize("text", CALLS[::EVERY])
def test_calls(text, processes):
    found = processes.run(one, text, 5)
    assert {verdict for verdict, *_ in found} <= {"right", "gathers"}, found
    assert len({checksum for *_, checksum in found}) == 1


def test_operands_have_the_rows_that_are_asked_for():
    assert CUT <= operands(7).keys()
    assert all(x.shape[0] == 7 for name, x in operands(7).items() if name in CUT - {"q"})


@pytest.mark.parametrize(
    ("got", "expected"),
    [
        (xp.ones(3), xp.zeros(3)),
        (xp.ones(3, dtype=xp.float32), xp.ones(3)),
        (xp.ones((3, 1)), xp.ones(3)),
        ((xp.ones(3),), (xp.ones(3), xp.ones(3))),
        (1.0, xp.ones(())),
        (2, 1),
    ],
)
def test_differences_are_found(got, expected):
    assert difference(got, expected, [])
    assert not difference(expected, expected, [])
