"""NumPy's public functions on our arrays: none returns NumPy's arrays without a word, and the page is current."""

import numpy as np
import pytest

from conformance.through_numpy import calls, dispatches, functions, outcome
from tools import generate_through_numpy as generator
from xp_torch._protocols.array_function import CONVERSIONS, counterpart

CALLS = list(calls())


@pytest.mark.parametrize(("name", "act"), [pytest.param(*call, id=f"{call[0]}-{i}") for i, call in enumerate(CALLS)])
def test_a_function_that_dispatches_is_ours_or_warns(name, act):
    function, kind = functions()[name], outcome(name, act).kind
    if not dispatches(function) or function in CONVERSIONS:
        assert kind in ("ours", "converted", "no arrays")
    elif (isinstance(function, np.ufunc) and name != "isnat") or counterpart(function):
        assert kind in ("ours", "no arrays")
    else:
        assert kind in ("warning", "error")


def test_the_page_is_the_generated_one():
    page = generator.PAGE.read_text(encoding="utf-8")
    if f"NumPy {'.'.join(np.__version__.split('.')[:2])}," not in page:
        pytest.skip("the page is about another version of NumPy")
    assert page == generator.text(), "run: python -m tools.generate_through_numpy"
    assert generator.found()[1]["ours"] >= 440
