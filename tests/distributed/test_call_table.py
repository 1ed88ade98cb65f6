"""A part of the table of calls on distributed arrays; ``python -m support.distributed`` runs all of it."""

import re

import pytest
from support.distributed.calls import CUT, calls, operands
from support.distributed.run import difference, mesh, one

import xp_torch as xp

#: of so many calls the tests run one.
EVERY = 8
CALLS = list(calls())


@pytest.mark.slow
@pytest.mark.parametrize("text", CALLS[::EVERY])
def test_calls(text, processes):
    found = processes.run(one, text, 5)
    assert {verdict for verdict, *_ in found} <= {"right", "gathers"}, found
    assert len({checksum for *_, checksum in found}) == 1


def one_operand_distributed():
    """Return the calls that are wrong if only the last of their operands is distributed."""
    device, found = xp.distributed.Device(mesh(False)), []
    for text, call in calls().items():
        values = operands(5, [name for name in CUT if re.search(rf"(?<![\w.']){name}\b", text)])
        if len(values) > 1 and "device ==" not in text:
            plain = {name: xp.asarray(a) for name, a in values.items()}
            given = plain | {max(values, key=text.rindex): None}
            given = {name: xp.asarray(values[name], device=device) if x is None else x for name, x in given.items()}
            others = {name: xp.asarray(a) for name, a in operands(5).items()}
            wrong = difference(call(xp, 5, device, **others | given), call(xp, 5, "cpu", **others | plain), [])
            found += [(text, wrong)] if wrong else []
    return found


@pytest.mark.slow
def test_one_operand_may_be_distributed(processes):
    assert processes.run(one_operand_distributed) == [[], []]


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
