"""NumPy's ``lib`` beside what `test_index_tricks` tests of it."""

import numpy as np
import pytest

import xp_torch as xp
from xp_torch._functions import array_utils

AXES = [0, -1, 2, -3, 3, -4, (0, 1), [2, -1], (0, -3), (), range(2), 1.5, (0, 5)]


@pytest.mark.parametrize("axis", AXES, ids=repr)
@pytest.mark.parametrize("kwargs", [{}, {"argname": "axes"}, {"allow_duplicate": True}])
def test_axes_are_normalized_as_numpys_are(axis, kwargs):
    results = []
    for m in (np.lib.array_utils, array_utils):
        try:
            results.append(m.normalize_axis_tuple(axis, 3, **kwargs))
        except (ValueError, TypeError) as error:
            results.append((type(error), str(error) if isinstance(error, ValueError) else ""))
    assert results[0] == results[1]
    for prefix in (None, "foo"):
        results = []
        for m in (np.lib.array_utils, array_utils):
            try:
                results.append(m.normalize_axis_index(axis, 3, prefix))
            except (ValueError, TypeError) as error:
                results.append((type(error), str(error) if isinstance(error, ValueError) else ""))
        assert results[0] == results[1]


@pytest.mark.cpu_only
@pytest.mark.parametrize("part", [
    lambda x: x, lambda x: x[1:], lambda x: x.T, lambda x: x[::2, 1], lambda x: x[1, 1, ...],
])  # fmt: skip
def test_bounds_of_memory(part):
    x = np.arange(12, dtype="i4").reshape(3, 4)
    assert array_utils.byte_bounds(part(xp.asarray(x))) == np.lib.array_utils.byte_bounds(part(x))


def test_the_mixin_works_with_this_packages_arrays():
    class Wrapped(xp.lib.mixins.NDArrayOperatorsMixin):
        def __init__(self, x):
            self.x = x

        def __array_ufunc__(self, ufunc, method, *inputs, **kwargs):
            plain = [i.x if isinstance(i, Wrapped) else i for i in inputs]
            return Wrapped(getattr(ufunc, method)(*plain, **kwargs))

    found = 2 - Wrapped(xp.asarray([1.0, 2.0])) * 3
    assert type(found.x) is xp.ndarray
    assert found.x.tolist() == [-1, -4]


def test_versions_and_files():
    assert xp.lib.NumpyVersion("2.4.0") < "2.5.0"
    assert xp.lib.npyio.NpzFile.__name__ == "NpzFile"


@pytest.mark.parametrize("name", ["Arrayterator", "nowhere"])
def test_what_is_not_here_says_what_to_use(name):
    assert not hasattr(xp.lib, name)
    with pytest.raises(AttributeError, match=f"no attribute '{name}'" + ("$" if name == "nowhere" else ": ")):
        getattr(xp.lib, name)
