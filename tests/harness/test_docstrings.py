"""`python -m conformance docstrings`: which examples of NumPy's docstrings count, and which differ."""

import pytest

from conformance import cli, docstrings

BOTH = """
>>> x = np.arange(3.)
>>> x.sum(), np.True_ & True, np.sin(1j)
(np.float64(3.0), np.True_, np.complex128(1j))
>>> np.ones(2) / 3
>>> import numpy as numbers
>>> np.empty(0, dtype=numbers.float32).dtype
"""
TYPE = """
>>> type(np.ones(2)[0])
"""
SCALAR_TYPE = """
>>> np.common_type(np.ones(1, np.float32))
>>> {type(np.float32(1)): 1} if np.__name__ == "numpy" else {np.float32: 1}
"""
TEXT = """
>>> x = np.array(["a", "b"])
>>> y = x[0]
>>> len(y)
>>> x = np.ones(3)
>>> x
"""
DRAWN = """
>>> x = np.random.default_rng(1).random(3)
>>> x
>>> x.no_method()
"""


#: what NumPy's own doctests do not compare either.
MARKED = """
>>> np.unique_values([1, 1, 2])
array([1, 2])  # may vary
>>> "1.0" < np.__version__ < "1.1"
"""
PRIVATE = """
>>> np._core.umath
"""
WRITTEN = """
>>> names = ["b", "a"]
>>> names.extend(np.array(["c"]).tolist())
>>> names
>>> from numpy.random import default_rng as make
>>> x = np.arange(2000)
>>> make().shuffle(x)
>>> x
"""


@pytest.mark.parametrize(
    ("text", "counted"), [(BOTH, 4), (SCALAR_TYPE, 2), (TEXT, 5), (DRAWN, 3), (MARKED, 2), (PRIVATE, 0), (WRITTEN, 6)]
)
def test_outputs_are_the_same_apart_from_scalars_texts_and_draws(text, counted):
    assert docstrings.compare(text) == (counted, [])


def test_another_output_and_another_error_are_found():
    assert docstrings.compare(TYPE)[1][0]["xp_torch"] == "<class 'xp_torch.Element'>\n"
    assert docstrings.compare(">>> np.diagonal(np.eye(2))[0] = 1")[1]


def test_numbers_are_compared_by_value():
    def outcome(text):
        return None, "ran", text

    assert docstrings.same(outcome("[0.1 2.]"), outcome("[0.10000000001 2.]"))
    assert not docstrings.same(outcome("[0.1 2.]"), outcome("[0.1001 2.]"))
    assert not docstrings.same(outcome("1j"), outcome("2j"))


def test_the_command_names_what_differs(capsys):
    assert cli.main(["docstrings", "argsort", "linalg.det"]) == 0
    assert cli.main(["docstrings", "argsort", "isscalar"]) == 1
    printed = capsys.readouterr().out
    assert "isscalar: >>> np.isscalar(np.array(3.1))" in printed
    assert "1 of 2 objects give NumPy's output" in printed
