"""NumPy's public functions on our arrays: none returns NumPy's arrays without a word, and the page is current."""

import operator

import numpy as np
import pytest
from support.cases import cases, initial
from support.oracle import same

import xp_torch as xp
from tools import generate_through_numpy as generator
from tools.calls import OPERANDS, operands_of
from tools.through_numpy import calls, dispatches, functions, outcome, parts

CALLS = list(calls())
#: Functions that convert to NumPy's arrays, as the guide says.
CONVERTED = {np.atleast_1d, np.atleast_2d, np.atleast_3d}


def is_here(name):
    """Return whether the package has a function of its own of a name."""
    try:
        function = operator.attrgetter(name)(xp)
    except AttributeError:
        return False
    return callable(function) and function is not operator.attrgetter(name)(np)


EVERY = cases(("name", "act"), CALLS, ids=[f"{name}-{i}" for i, (name, _) in enumerate(CALLS)], by=initial)


@pytest.mark.cpu_only(name=["atleast_1d", "atleast_2d", "atleast_3d", "from_dlpack"])
@EVERY
def test_a_function_that_dispatches_is_ours_or_warns(name, act):
    function, kind = functions()[name], outcome(name, act).kind
    if function in CONVERTED:
        assert kind == "silent"  # an array of NumPy's, without a warning
    elif not dispatches(function):
        assert kind in ("ours", "converted", "no arrays")
    elif is_here(name):
        assert kind in ("ours", "no arrays")
    else:
        assert kind in ("warning", "error")


@pytest.mark.filterwarnings("ignore")
@EVERY
def test_one_array_of_ours_among_numpys_gives_numpys_values(name, act):
    names = [operand for operand in operands_of(act) if operand in OPERANDS]
    for place in range(len(names) if len(names) > 1 else 0):
        given = [OPERANDS[operand].copy() for operand in names]
        expected = act(np, *map(np.copy, given))
        given[place] = xp.asarray(given[place])
        for got, its in zip(parts(act(np, *given)), parts(expected), strict=True):
            # A function that writes to NumPy's array returns it, and `take` does not dispatch on indices.
            same(xp.asarray(got) if isinstance(got, np.ndarray) else got, its, 1e-12)


@pytest.mark.numpy_after
@pytest.mark.numpy_before
def test_the_page_is_the_generated_one():
    page = generator.PAGE.read_text(encoding="utf-8")
    if f"NumPy {'.'.join(np.__version__.split('.')[:2])}," not in page:
        pytest.skip("the page is about another version of NumPy")
    assert page == generator.text(), "run: python -m tools.generate_through_numpy"
    assert generator.found()[1]["ours"] >= 440
