"""Every row of the table of documented differences: what is given here, and what NumPy gives.

A row fails here when NumPy changes, and then goes.
"""

import ast
import warnings
from pathlib import Path

import ml_dtypes
import numpy as np
import pytest
import torch

import xp_torch as xp
from conformance import differences

ROOT = Path(__file__).resolve().parents[1]
INF, NAN = float("inf"), float("nan")


@pytest.fixture(autouse=True)
def _quiet():
    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def both(act):
    """Return what `act` gives with our namespace and with NumPy's: results as nested lists, errors as classes."""
    found = []
    for module in (xp, np):
        try:
            value = act(module)
        except Exception as error:
            found.append(next(cls for cls in type(error).__mro__ if cls.__module__ == "builtins"))
        else:
            found.append(value.tolist() if hasattr(value, "tolist") else value)
    return found


def refuses(act, ours, theirs):
    """Assert the classes of the errors that `act` raises, here and in NumPy."""
    for module, error in ((xp, ours), (np, theirs)):
        with pytest.raises(error):
            act(module)


# ------------------------------------------------------------------ the table itself


@pytest.mark.parametrize("row", differences.DIFFERENCES, ids=lambda row: row.case[:40])
def test_every_row_names_a_test_that_is_collected(row):
    file, _, name = row.test.partition("::")
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    # Functions at the top of a file or in one of its Test classes.
    places = [tree, *(node for node in tree.body if isinstance(node, ast.ClassDef) and node.name.startswith("Test"))]
    functions = [node.name for place in places for node in place.body if isinstance(node, ast.FunctionDef)]
    assert name.startswith("test_")
    assert functions.count(name) == 1, row.test


# ------------------------------------------------------------------ design


@pytest.mark.parametrize(
    ("x", "y", "here", "numpy"),
    [(INF, 2.0, INF, NAN), (-INF, 2.0, -INF, NAN), (1.0, -INF, -0.0, -1.0), (-1.0, INF, -0.0, -1.0)],
)
def test_floor_divide_at_infinities(x, y, here, numpy):
    for divide in (lambda m: m.floor_divide(m.asarray(x), m.asarray(y)), lambda m: m.asarray(x) // m.asarray(y)):
        assert list(map(str, both(divide))) == [str(here), str(numpy)]


@pytest.mark.parametrize(
    ("name", "x", "here", "numpy"),
    [
        ("expm1", complex(INF, NAN), "(inf+nanj)", "(nan+nanj)"),
        ("expm1", 1000 + 0j, "(inf+0j)", "(inf+nanj)"),
        ("tanh", complex(INF, 2), "(1+0j)", "(1-0j)"),
        ("sign", complex(INF, NAN), "(nan+nanj)", "(1+0j)"),
    ],
)
def test_complex_functions_beyond_finite_numbers(name, x, here, numpy):
    assert list(map(str, both(lambda m: getattr(m, name)(m.asarray(x))))) == [here, numpy]


def test_eig_is_always_complex():
    for name in ("eig", "eigvals"):
        ours, theirs = (getattr(m.linalg, name)(m.eye(2)) for m in (xp, np))
        ours, theirs = (r[0] if isinstance(r, tuple) else r for r in (ours, theirs))
        assert ours.dtype is xp.complex128
        assert theirs.dtype == np.float64


def test_pinv_has_the_tolerance_of_the_standard():
    # Between NumPy's 1e-15 and 10 eps, 2.2e-15.
    small = np.diag([1.0] + [2e-15] * 9)
    here, numpy = both(lambda m: float(m.max(m.abs(m.linalg.pinv(m.asarray(small))))))
    assert here == 1.0
    assert numpy > 1e14


def test_finfo_has_python_floats():
    for name in ("eps", "max", "min", "smallest_normal"):
        assert type(getattr(xp.finfo(xp.float32), name)) is float
        assert type(getattr(np.finfo(np.float32), name)) is np.float32


def test_inplace_operators_rebind():
    for module, alias in ((xp, 1.0), (np, 3.0)):
        x = module.asarray(1.0)
        old = x
        x += 2.0
        assert (float(x), float(old)) == (3.0, alias)
    x = xp.asarray([1, 2])
    x[...][0] += 1
    assert x.tolist() == [2, 2]


def test_where_refuses_an_int_that_does_not_fit():
    assert both(lambda m: m.where(m.asarray([True]), m.asarray([1], dtype=m.int8), 300)) == [OverflowError, [1]]
    assert both(lambda m: m.where(m.asarray([False]), m.asarray([1], dtype=m.int8), 300)) == [OverflowError, [44]]


@pytest.mark.parametrize("turn", [lambda m, x: x[::-1], lambda m, x: m.flip(x), lambda m, x: m.rot90(x[None], 2)[0]])
def test_negative_steps_are_copies_on_reading(turn):
    for module, after in ((xp, [1, 2]), (np, [1, 9])):
        x = module.asarray([1, 2])
        turn(module, x)[0] = 9
        assert x.tolist() == after
    for module in (xp, np):
        x = module.asarray([1, 2])
        x[::-1] += module.asarray([10, 20])
        assert x.tolist() == [21, 12]


# ------------------------------------------------------------------ values


@pytest.mark.parametrize("name", ["floor_divide", "remainder"])
def test_integer_division_by_zero_is_silent(name):
    for module, warned in ((xp, []), (np, [RuntimeWarning])):
        with warnings.catch_warnings(record=True) as caught, np.errstate(all="warn"):
            warnings.simplefilter("always")
            assert getattr(module, name)(module.asarray([7]), module.asarray([0])).tolist() == [0]
        assert [w.category for w in caught] == warned


def test_integers_to_a_negative_power():
    base, power = [0, 1, -1, -1, 2, -3], [-1, -5, -1, -2, -1, -3]
    assert both(lambda m: m.asarray(base) ** m.asarray(power)) == [[0, 1, -1, 1, 0, 0], ValueError]
    assert both(lambda m: m.asarray(base) ** -1) == [ValueError, ValueError]


def test_floating_point_errors_are_silent():
    for module, warned in ((xp, []), (np, [RuntimeWarning, RuntimeWarning])):
        with warnings.catch_warnings(record=True) as caught, np.errstate(all="warn"):
            warnings.simplefilter("always")
            assert module.exp(module.asarray(1e4)) == INF
            assert np.isnan(float(module.sqrt(module.asarray(-1.0))))
        assert [w.category for w in caught] == warned


def test_an_index_out_of_bounds_on_the_cpu_is():
    refuses(lambda m: m.asarray([1, 2])[m.asarray([5])], IndexError, IndexError)


@pytest.mark.skipif(not torch.cuda.is_available(), reason="the row is about CUDA")
def test_singular_matrices_on_cuda_are_not_refused():
    refuses(lambda m: m.linalg.inv(m.zeros((2, 2))), np.linalg.LinAlgError, np.linalg.LinAlgError)
    assert xp.linalg.inv(xp.zeros((2, 2), device="cuda")).shape == (2, 2)


# ------------------------------------------------------------------ arrays and results


def test_there_are_no_objects_nor_text():
    for given, error in ((None, TypeError), ("x", TypeError), ({}, TypeError), (10**30, OverflowError)):
        ours, theirs = both(lambda m, given=given: m.asarray(given).dtype.kind)
        assert ours is error
        assert theirs in "OU"
    assert both(lambda m: m.asarray([[1], [1, 2]])) == [ValueError, ValueError]
    assert both(lambda m: m.asarray([10**30, 0.5]).dtype.kind) == ["f", "O"]
    assert both(lambda m: m.asarray([1, 2]) == {}) == [False, [False, False]]
    for name in ("array_equal", "array_equiv"):
        assert both(lambda m, name=name: getattr(m, name)(10**30, 10**30)) == [False, True]


def test_array_likes_are_taken_where_numpy_wants_arrays():
    assert both(lambda m: m.split([1, 2], 2)[1]) == [[2], AttributeError]
    assert both(lambda m: m.take_along_axis([3, 4], m.asarray([1]), axis=0)) == [[4], AttributeError]
    assert both(lambda m: m.astype([1.5], m.int8)) == [[1], TypeError]


def test_reductions_are_cast_into_out_once():
    x = [127, 31, 64, 127]
    assert both(lambda m: m.mean(m.asarray(x, dtype=m.int8), out=m.asarray(0, dtype=m.int8))) == [87, 23]


def test_variance_in_an_integer_dtype_is_cast_once():
    x = [4, -1, -1]
    assert both(lambda m: m.var(m.asarray(x, dtype=m.int16), dtype=m.uint8)) == [5, 6]
    assert both(lambda m: m.std(m.asarray([0.0, 4.0]), dtype=m.uint8, keepdims=True)) == [[2], TypeError]


def test_log1p_keeps_digits():
    z = complex(0.001, -5e-324)
    ours, theirs = both(lambda m: m.log1p(m.asarray(z)))
    assert ours.real == np.log1p(0.001)
    assert theirs.real != np.log1p(0.001)


def test_zero_times_infinity_is_nan_in_products():
    ours, theirs = both(lambda m: m.dot(m.asarray([[INF], [4.0]]), m.asarray([[-0.0]])))
    assert str(ours) == "[[nan], [0.0]]" or str(ours) == "[[nan], [-0.0]]"
    assert theirs == [[0.0], [0.0]]


def test_minus_infinity_to_the_half_is_infinite():
    for act in (lambda m: m.power(m.asarray([-INF]), 0.5), lambda m: m.asarray([-INF]) ** 0.5):
        assert list(map(str, both(act))) == ["[inf]", "[nan]"]
    assert both(lambda m: m.power(m.asarray([-INF, -INF]), m.asarray([0.5, 0.5]))) == [[INF, INF], [INF, INF]]


@pytest.mark.parametrize(("dtype", "numpy"), [("float16", "[0.0]"), ("float32", "[-0.0]")])
def test_nextafter_of_zeros_of_both_signs(dtype, numpy):
    ours, theirs = both(lambda m: m.nextafter(m.asarray([0.0], dtype=dtype), m.asarray([-0.0], dtype=dtype)))
    assert (str(ours), str(theirs)) == ("[-0.0]", numpy)


def test_a_0d_array_times_a_list_in_place_is_the_product_of_arrays():
    def act(m, other):
        x = m.asarray([3])[0]
        x *= other
        return x

    assert both(lambda m: act(m, [1, 2])) == [[3, 6], [1, 2, 1, 2, 1, 2]]
    assert both(lambda m: act(m, "ab")) == [TypeError, "ababab"]


@pytest.mark.parametrize("name", ["isfinite", "isinf", "isnan", "signbit"])
def test_every_element_of_an_out_that_lies_apart_is_written(name):
    x = np.ones(33)
    wanted = getattr(np, name)(x)
    written = [getattr(m, name)(m.asarray(x), out=m.asarray(~np.repeat(wanted, 2))[::2]).tolist() for m in (xp, np)]
    assert written[0] == wanted.tolist()
    if written[1] == wanted.tolist():
        pytest.skip("NumPy's loop for this processor writes them too")


def test_ldexp_takes_any_exponent():
    assert both(lambda m: m.ldexp(m.asarray([1.0, 0.0]), 2**31)) == [[INF, 0.0], OverflowError]


def test_integers_that_meet_in_floats_are_compared_exactly():
    top = 2**63

    def placed(m):
        return m.searchsorted(m.asarray([top - 1]), m.asarray(top, dtype=m.uint64))

    def differ(m):
        return m.setxor1d(m.asarray([top - 1, top - 2]), m.asarray([1], dtype=m.uint64))

    assert both(placed) == [1, 0]
    assert both(differ) == [[1.0, float(top)], [1.0]]


def test_cross_wants_vectors_of_three():
    assert both(lambda m: m.cross([1, 2], [3, 4])) == [ValueError, -2]


def test_out_of_a_running_sum_has_its_shape():
    def act(m):
        return m.cumsum(m.asarray([-3], dtype=m.int8), out=m.asarray([[7, -5], [64, 0]]))

    assert both(act) == [ValueError, [[-3, -5], [64, 0]]]


def test_a_0d_out_is_returned():
    for module, same in ((xp, True), (np, False)):
        out = module.asarray(0.0)
        assert (module.dot(module.ones(2), module.ones(2), out=out) is out) == same
        assert out == 2


def test_products_of_float16_are_rounded_once():
    x = [60000.0, 2.0, 0.25]
    assert both(lambda m: m.cumprod(m.asarray(x, dtype=m.float16))) == [[60000, INF, 30000], [60000, INF, INF]]


def test_min_scalar_type_reads_no_value():
    for x, smallest in ((1.0, np.float16), (300, np.uint16)):
        assert xp.min_scalar_type(xp.asarray(x)) is xp.asarray(x).dtype
        assert np.min_scalar_type(np.asarray(x)) == smallest
        assert xp.min_scalar_type(x) == smallest


def test_meshgrid_is_a_tuple():
    for module, kind in ((xp, tuple), (np, list)):
        assert type(module.meshgrid([1, 2], [3], sparse=True, copy=False)) is kind


def test_round_writes_integers():
    assert both(lambda m: m.round(m.asarray([15]), -1, out=m.asarray([0]))) == [[20], TypeError]


def test_pinv_of_an_empty_matrix_of_integers_is_floating():
    assert xp.linalg.pinv(xp.zeros((0, 0), dtype=xp.int64)).dtype is xp.float64
    assert np.linalg.pinv(np.zeros((0, 0), dtype=np.int64)).dtype == np.int64


def test_argsort_is_stable_unasked():
    x = [True, False] * 9
    wanted = [*range(1, 18, 2), *range(0, 18, 2)]
    ours, theirs = both(lambda m: m.argsort(m.asarray(x)))
    assert ours == np.argsort(x, stable=True).tolist() == wanted
    assert [x[i] for i in theirs] == sorted(x)


def test_casts_out_of_range_are_torchs():
    x = np.asarray([complex(NAN, 1), 0, 0, 0, 0, 2])
    ours, theirs = both(lambda m: m.asarray(x).astype(m.uint32))
    assert ours[1:] == theirs[1:] == [0, 0, 0, 0, 2]
    with np.errstate(all="ignore"):
        assert ours[:1] == torch.asarray(x).real.to(torch.int64).to(torch.uint32).tolist()[:1]


def test_a_transform_of_nothing_is_zeros():
    assert xp.fft.irfft(xp.zeros(0), n=3).tolist() == [0.0, 0.0, 0.0]
    assert np.fft.irfft(np.zeros(0), n=3).shape == (3,)  # of memory that nobody has written


def test_bfloat16_promotes_by_its_own_rules():
    x = np.asarray([1.0, -0.0], ml_dtypes.bfloat16)
    assert xp.radians(xp.asarray(x)).dtype is xp.bfloat16
    assert np.radians(x).dtype == np.float32
    assert str(xp.sign(xp.asarray(x)).tolist()) == str(np.sign(x.astype(np.float32)).tolist()) == "[1.0, 0.0]"
    assert str(np.sign(x).tolist()) == "[1.0, -0.0]"


def test_round_of_a_0d_array():
    assert both(lambda m: round(m.asarray(2.5))) == [2, TypeError]
    assert both(lambda m: round(m.asarray(2.25), 1)) == [2.2, TypeError]
    assert round(np.float64(2.5)) == 2


def test_a_transform_over_no_axes_is_complex():
    for x, axes in (([5.0, 6.0], ()), (5.0, None)):
        assert xp.fft.fftn(xp.asarray(x), axes=axes).dtype is xp.complex128
        assert np.fft.fftn(np.asarray(x), axes=axes).dtype == np.float64


def test_functions_of_python_numbers_are_0d_arrays():
    for act in (lambda m: m.imag(1), lambda m: m.linalg.matrix_rank(0)):
        assert isinstance(act(xp), xp.ndarray)
        assert act(xp).shape == ()
        assert type(act(np)) is int
        assert act(xp) == act(np)
