"""Changes of the axes that are sharded, on a mesh of two dimensions, and gathers that the guard must see."""

import itertools
import re
import warnings

import numpy as np
import pytest
from support.distributed.calls import CUT, calls, operands
from support.distributed.expressions import mesh

import xp_torch as xp
from xp_torch._distributed import array, collectives, linear_algebra
from xp_torch._distributed.array import relayout
from xp_torch._distributed.guard import GATHERS

LAYOUTS = [p for p in itertools.product((None, 0, 1, 2), repeat=2) if len(set(p)) == 2 or p == (None, None)]


def changes(step):
    """Change each layout to each other one, and return the pairs that give other values or need too many bytes."""
    found = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(collectives, "STEP", step)
        pairs = [
            *itertools.product([(5, 4, 3)], LAYOUTS, LAYOUTS),
            ((3, 1, 0), (0, 1), (1, 2)),
            ((3, 1, 0), (2, 0), (0, 1)),
        ]
        for shape, old, new in pairs:
            a = np.arange(float(np.prod(shape))).reshape(shape)
            x = xp.asarray(a, device=xp.distributed.Device(mesh(2, 2), old))
            received = collectives.RECEIVED["bytes"]
            y = relayout(x, new)
            received = collectives.RECEIVED["bytes"] - received
            # only the whole array comes in padded parts
            too_many = received > y._part._tensor.nbytes and new != (None, None)
            if not np.array_equal(y, a) or y._layout.axes != new or too_many:
                found.append((shape, old, new, received))
    return found


def test_every_change_of_a_layout(four):
    # parts differ in how many steps of this size they have
    assert four.run(changes, 40) == [[]] * 4


def diagonals():
    a = np.arange(35.0).reshape(5, 7) - 0.5
    a[2, 2] = a[1, 3] = -0.0
    stack = np.stack([a, a * 1j, -a])
    for values, axes in ((a, (0, 1)), (a, (1, 0)), (a, (None, 1)), (stack, (0, 1)), (stack, (2, 1)), (stack, (1, 0))):
        x = xp.asarray(values, device=xp.distributed.Device(mesh(2, 2), axes))
        for offset in (0, 2, -3, 7, -9):
            for name in ("diagonal", "trace"):
                got, expected = getattr(xp.linalg, name)(x, offset=offset), getattr(np, name)(values, offset, -2, -1)
                assert np.asarray(got).tobytes() == np.ascontiguousarray(expected).tobytes()
    x = xp.asarray(a, device=xp.distributed.Device(mesh(2, 2), (0, 1))).requires_grad_()
    xp.sum(xp.linalg.diagonal(x) ** 2).backward()
    np.testing.assert_array_equal(x.grad, np.where(np.eye(5, 7), 2 * a, 0))


def test_diagonals_on_a_grid(four):
    four.run(diagonals)


#: Calls of the table whose result, on each process, is most of an operand: conversions, products of each pair of
#: elements, and two of three columns.
EVERYWHERE = r"str\(|repr\(|to_numpy|tolist|'cpu'|\.outer\(|tensordot\(v, w, axes=0|top_k\(x, 2, axis=1"
PARTS = 8


def unseen(part, shape):
    """Return calls of the table in which a collective brings much of an operand to this process without a note.

    Of an operand, a gather brings half or more, or a quarter along one dimension of a grid.
    """
    found, received, rows = [], [], 64
    joined, device = collectives._joined, xp.distributed.Device(mesh(*shape), (0, 1) if len(shape) > 1 else 0)

    def counted(collective, *args, **kwargs):
        joined(collective, *args, **kwargs)
        if "gather" in collective.__name__:
            received.append(args[0].nbytes - args[1].nbytes)

    with pytest.MonkeyPatch.context() as patch, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        patch.setattr(collectives, "_joined", counted)
        patch.setattr(array, "SMALL", 0)
        patch.setattr(linear_algebra, "SMALL", 0)
        for text, call in list(calls().items())[part::PARTS]:
            values = operands(rows, [name for name in operands(1) if re.search(rf"\b{name}\b", text)])
            given = {name: xp.asarray(a, device=device if name in CUT else None) for name, a in values.items()}
            GATHERS.clear()
            received.clear()
            call(xp, rows, device, **dict.fromkeys(operands(1)) | given)
            largest = max((x.nbytes for name, x in values.items() if name in CUT), default=0)
            limit = largest / 6 + 8 if len(shape) > 1 else largest / 2 + 96
            if largest and max(received, default=0) > limit and not GATHERS and not re.search(EVERYWHERE, text):
                found.append((text, received[:], largest))
    return found


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_the_guard_sees_what_is_gathered(part, four):
    """On a grid for all calls, in a line for every eighth."""
    shapes = [(2, 2), (4,)] if part == 0 else [(2, 2)]
    for shape in shapes:
        assert four.run(unseen, part, shape) == [[]] * 4


def turned():
    a = np.arange(16.0).reshape(4, 4)
    x = xp.asarray(a, device=xp.distributed.Device(mesh(2, 2), (0, 1)))
    GATHERS.clear()
    with xp.distributed.guard():
        y, z = x.T + x, xp.linalg.diagonal(x)
    np.testing.assert_array_equal(y, a + a.T)
    np.testing.assert_array_equal(z, np.diag(a))


def test_a_transposed_operand_is_not_gathered(four):
    four.run(turned)
