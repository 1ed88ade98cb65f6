"""`x[mask]` in compiled code, under vmap and on a GPU, where no count of elements is read back."""

import numpy as np
import pytest
import torch
from graphs import compiled
from torch._subclasses.fake_tensor import FakeTensorMode

import xp_torch as xp

VALUES = np.asarray([3.0, -1.0, 2.0, -4.0])
MASK = VALUES > 0


pytestmark = pytest.mark.usefixtures("fresh_dynamo")


def replaced(function):
    """Return a function that writes `function` of the selected elements in their places."""

    def act(x, mask):
        x = x.copy()
        x[mask] = function(x[mask])
        return x

    return act


#: functions of single elements, which vmap takes too.
ELEMENTWISE = {
    "operators": lambda q: 1 + q * 2 - q / 3,
    "powers": lambda q: q**2 + 2**q,
    "functions": lambda q: xp.minimum(xp.sin(q), 0.5),
    "a value for each": lambda q: q * xp.asarray([10.0, 20.0]),
}
#: functions of all selected elements.
OTHERS = {
    "cumsum": xp.cumsum,
    "sort": xp.sort,
    "reversed": lambda q: q[::-1],
    "mean": lambda q: q - q.mean(),
    "sum": lambda q: q / q.sum(),
    "sizes": lambda q: q * q.shape[0],
    "where": lambda q: xp.where(q > 2.5, 0, q),
}


@pytest.mark.parametrize("name", [*ELEMENTWISE, *OTHERS])
def test_compiled(name):
    act = replaced({**ELEMENTWISE, **OTHERS}[name])
    x, mask = xp.asarray(VALUES), xp.asarray(MASK)
    assert xp.allclose(compiled(act)(x, mask), act(x, mask))


@pytest.mark.parametrize("name", ELEMENTWISE)
def test_mapped(name):
    act = replaced(ELEMENTWISE[name])
    x, mask = xp.asarray(VALUES), xp.asarray(MASK)
    got = torch.vmap(act)(xp.stack([x, x]), xp.stack([mask, mask]))
    assert xp.allclose(got, act(x, mask))


def test_no_element_selected():
    act = replaced(xp.cumsum)
    assert compiled(act)(xp.asarray(VALUES), xp.zeros(4, dtype=bool)).tolist() == VALUES.tolist()


def test_a_selection_is_a_copy_of_the_elements_at_that_time():
    def act(x, mask):
        x, mask = x.copy(), mask.copy()
        chosen = x[mask]
        x[mask] = 0
        mask[...] = False
        return chosen + 0, x, chosen

    x, mask = xp.asarray(VALUES), xp.asarray(MASK)
    assert [r.tolist() for r in compiled(act)(x, mask)] == [[3, 2], [0, -1, 0, -4], [3, 2]]


def test_writes_to_a_selection_stay():
    def act(x, mask):
        chosen = x[mask]
        chosen[0] = 7
        chosen += 1
        return chosen

    assert compiled(act)(xp.asarray(VALUES), xp.asarray(MASK)).tolist() == [8, 3]


def test_of_other_dtypes():
    def act(arrays, mask):
        for x in arrays:
            x[mask] += True
        return arrays

    dtypes, mask = ("bool", "uint16", "int64", "float16", "complex64"), xp.asarray([True, True, False])
    eager, traced = ([xp.asarray([1, 0, 1], dtype=d) for d in dtypes] for _ in range(2))
    assert [x.tolist() for x in compiled(act)(traced, mask)] == [x.tolist() for x in act(eager, mask)]


def test_a_cast_that_loses_values_raises():
    def act(x, mask):
        x[mask] += 0.5

    with pytest.raises(TypeError):
        torch.vmap(act)(xp.asarray([[1, 2]]), xp.asarray([[True, False]]))


def test_gradients_where_the_mask_is_false():
    def act(x):
        x, mask = x.copy(), x > 1
        x[mask] **= 0.5
        return x

    t = torch.tensor([0.0, 4.0], dtype=torch.float64, requires_grad=True)
    (g,) = torch.autograd.grad(compiled(act)(xp.asarray(t)).tensor.sum(), t)
    assert g.tolist() == [1.0, 0.25]


def test_nothing_is_read_back_from_a_gpu():
    with FakeTensorMode(), torch.device("cuda"):
        x = xp.asarray(torch.empty(4, dtype=torch.float64))
        mask = xp.asarray(torch.empty(4, dtype=torch.bool))
        x[mask] += 1
        x[mask] = xp.sin(x[mask]) * 2
        assert x.device.type == "cuda"
