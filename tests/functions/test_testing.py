"""`xp_torch.testing`: NumPy's assertions on this package's arrays, tensors and nests of them."""

import inspect
import subprocess
import sys

import numpy as np
import pytest
import torch
from numpy import testing as theirs
from numpydoc.docscrape import FunctionDoc

import xp_torch as xp
from xp_torch import testing

OURS = sorted(n for n in testing.__all__ if getattr(testing, n) is not getattr(theirs, n))


@pytest.mark.numpy_before
def test_every_public_name_of_numpys_is_there():
    assert sorted(theirs.__all__) == testing.__all__


@pytest.mark.parametrize("name", OURS)
def test_a_function_takes_what_numpys_takes_and_shows_an_example(name):
    mine, other = (inspect.signature(getattr(m, name)) for m in (testing, theirs))
    assert {n: (p.kind, p.default) for n, p in mine.parameters.items()} == {
        n: (p.kind, p.default) for n, p in other.parameters.items()
    }
    assert FunctionDoc(getattr(testing, name))["Examples"]


def kinds_of(values):
    """The same values in every form that arrays come in."""
    x = np.asarray(values)
    own = xp.asarray(x.copy())
    forms = [x, own, own.tensor, values, list(own)]
    if x.dtype.kind == "f":
        forms += [xp.asarray(own.tensor.clone().requires_grad_(True)), own.tensor.clone().requires_grad_(True)]
    return forms


@pytest.mark.parametrize(
    "name",
    ["assert_equal", "assert_array_equal", "assert_almost_equal", "assert_array_almost_equal", "assert_allclose"],
)
@pytest.mark.parametrize("values", [[1.0, 2.5, float("nan")], [1, 2, 3], [True, False, True]])
def test_equal_arrays_pass_and_others_fail_in_every_form(name, values):
    check = getattr(testing, name)
    for actual in kinds_of(values):
        for desired in kinds_of(values):
            check(actual, desired)
            with pytest.raises(AssertionError):
                check(actual, kinds_of([*values[:-1], 0])[0 if isinstance(desired, np.ndarray) else 1])


class Converted:
    def __array__(self, dtype=None, copy=None):
        return xp.asarray(1.0)


@pytest.mark.parametrize("name", ["allclose", "array_equal", "almost_equal", "array_almost_equal", "approx_equal"])
def test_objects_that_convert_to_our_arrays_are_arrays(name):
    function = getattr(xp.testing, f"assert_{name}")
    function(Converted(), 1.0)
    function(xp.asarray(1.0), Converted())
    with pytest.raises(AssertionError):
        function(Converted(), 2.0)
    with pytest.raises(AssertionError):
        xp.testing.assert_equal(Converted(), 1.0)  # compared by ==, as by NumPy


def test_nests_are_compared_part_by_part():
    nest = {"a": xp.asarray([1, 2]), "b": (xp.asarray(3), [torch.tensor([4.0])])}
    testing.assert_equal(nest, {"a": [1, 2], "b": (3, [np.asarray([4.0])])})
    with pytest.raises(AssertionError):
        testing.assert_equal(nest, {"a": [1, 2], "b": (3, [np.asarray([5.0])])})


def test_less_and_digits():
    testing.assert_array_less(xp.asarray([1, 2]), torch.tensor([2, 3]))
    testing.assert_approx_equal(xp.asarray(1.0), xp.asarray(1.00000001))
    with pytest.raises(AssertionError):
        testing.assert_array_less(xp.asarray([1, 3]), torch.tensor([2, 3]))
    with pytest.raises(AssertionError):
        testing.assert_approx_equal(xp.asarray(1.0), xp.asarray(1.1))
    with pytest.raises(AssertionError, match="sums"):
        testing.print_assert_equal("sums", xp.asarray(1), 2)


@pytest.mark.parametrize("dtype", ["bfloat16", "float16", "float32", "float64"])
def test_units_in_the_last_place_are_those_of_the_dtype(dtype):
    x = xp.asarray([1.0, 3.0, 1e-3], dtype=dtype)
    step = xp.nextafter(x, xp.asarray(10.0, dtype=dtype))
    two = xp.nextafter(step, xp.asarray(10.0, dtype=dtype))
    np.testing.assert_array_equal(testing.assert_array_max_ulp(x, two, 2), [[2, 2, 2]])
    testing.assert_array_almost_equal_nulp(x, step)
    with pytest.raises(AssertionError):
        testing.assert_array_max_ulp(x, two)
    with pytest.raises(AssertionError):
        testing.assert_array_almost_equal_nulp(x, two)


def test_strict_tells_dtypes_apart_bfloat16_too():
    x = xp.asarray([1.0, 2.0], dtype=xp.bfloat16)
    testing.assert_equal(x, x.tensor, strict=True)
    for check in (testing.assert_equal, testing.assert_array_equal, testing.assert_allclose):
        check(x, x.astype("float32"))
        with pytest.raises(AssertionError, match="bfloat16"):
            check(x, x.astype("float32"), strict=True)
        with pytest.raises(AssertionError):
            check(x.astype("float64"), x.astype("float32"), strict=True)


def test_a_comparison_of_ours_serves():
    testing.assert_array_compare(xp.less_equal, xp.asarray([1, 2]), [1, 3])
    with pytest.raises(AssertionError):
        testing.assert_array_compare(xp.less, xp.asarray([1, 2]), [1, 3])


@pytest.mark.slow
def test_it_is_imported_when_asked_for_only():
    code = """if True:
        import sys, xp_torch
        assert "xp_torch.testing" not in sys.modules
        from xp_torch.testing import assert_equal
        xp_torch.testing.verbose
    """
    subprocess.run([sys.executable, "-c", code], check=True)


def test_the_exceptions_are_numpys():
    theirs = {*np.exceptions.__all__, "RankWarning"}
    assert set(xp.exceptions.__all__) == theirs | {
        "NotCompiledWarning", "NumPyFallbackWarning", "TransferError", "UnrolledLoopWarning",
        "UFuncTypeError",
        "UnsupportedError",
    }  # fmt: skip
    assert all(getattr(xp.exceptions, n) is getattr(np.exceptions, n) for n in theirs)
