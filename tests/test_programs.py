"""The programs of `examples` that are written for NumPy give NumPy's results with only their import changed."""

import sys

import pytest

from tools import example_programs, programs

pytestmark = pytest.mark.cpu_only

COLLECTION = example_programs.collection()


@pytest.mark.numpy_before(name="monte_carlo")
@pytest.mark.slow(name="astar_grid")
@pytest.mark.parametrize("name", COLLECTION)
def test_each_program_of_the_collection_gives_what_numpy_gives(name):
    assert programs.run(COLLECTION[name])["verdict"] == "same"


SCIPY = example_programs.with_scipy()
#: programs whose code in SciPy or NumPy accepts NumPy's arrays, scalars or dtypes only.
NUMPY_ONLY = {
    "sparse.largest": "ValueError",  # S.maximum(x) asks isinstance(x, np.ndarray)
    "sparse.lu_factors": "TypeError",  # SuperLU.solve is written in C
    "stats.resampling": "ValueError",  # np.asarray(a, device=x.device) of an array that np.atleast_1d made
}
if sys.version_info < (3, 12):
    NUMPY_ONLY["sparse.assigned_elements"] = "ValueError"  # sets flags.writeable of a view, which needs a buffer


@pytest.mark.slow
@pytest.mark.parametrize("name", SCIPY)
def test_each_program_that_calls_scipy_gives_what_numpy_gives(name):
    assert programs.run(SCIPY[name])["verdict"].partition(":")[0] == NUMPY_ONLY.get(name, "same")
