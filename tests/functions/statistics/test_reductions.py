import itertools
import warnings

import numpy as np
import pytest
from support.cases import cases
from support.oracle import DTYPES, agree, ours, same, sample, small

import xp_torch as xp

AXES = [None, 0, 1, -1, (0, 2), (1,), (), (2, 1, 0)]
ROUNDED = {"float16": 4e-3, "float32": 1e-5, "complex64": 1e-5, "float64": 1e-12, "complex128": 1e-12}
REDUCTIONS = ["sum", "prod", "max", "min", "mean", "std", "var"]


@pytest.mark.parametrize("name", REDUCTIONS)
@cases("dtype", DTYPES)
def test_reductions_over_axes(name, dtype):
    x = small(dtype)
    rtol = 0 if name in ("max", "min") else ROUNDED.get(dtype, 1e-12)
    for axis, keepdims in itertools.product(AXES, [False, True]):
        agree(name, x, axis=axis, keepdims=keepdims, rtol=rtol)
    agree(name, x.T[::2], axis=0, rtol=rtol)
    agree(name, x[0, 0, 0], rtol=rtol)


@pytest.mark.parametrize("dtype", DTYPES)
def test_extremes_of_extreme_values(dtype):
    for seed, axis in itertools.product(range(4), AXES):
        x = sample(dtype, seed=seed)
        agree("max", x, axis=axis)
        agree("amin", x, axis)


@pytest.mark.parametrize("dtype", [d for d in DTYPES if np.dtype(d).kind in "biu"])
@pytest.mark.parametrize("name", ["sum", "prod", "cumsum", "cumprod", "mean"])
def test_integers_wrap_and_widen_as_numpys(name, dtype):
    for seed in range(3):
        x = sample(dtype, seed=seed)
        agree(name, x, rtol=1e-12 if name == "mean" else 0)
        agree(name, x, axis=1, rtol=1e-12 if name == "mean" else 0)
        if name != "mean":
            for result in DTYPES:
                if np.dtype(result).kind in "biu":
                    agree(name, x, axis=2, dtype=result)


@pytest.mark.parametrize("name", REDUCTIONS)
@pytest.mark.parametrize("shape", [(0,), (0, 3), (3, 0), (0, 0)])
def test_reductions_of_nothing(name, shape):
    for dtype in ("float64", "float16", "int8", "uint64", "bool", "complex64"):
        for axis in (None, 0, -1, ()):
            agree(name, np.zeros(shape, dtype), axis=axis)
            if name in ("sum", "prod", "max", "min"):
                agree(name, np.zeros(shape, dtype), axis=axis, initial=1)


@pytest.mark.parametrize("options", [{}, {"axis": (0, 1)}, {"axis": 0, "initial": -0.0}, {"keepdims": True}])
def test_gradients_of_sums_of_nothing_are_zeros(options):
    x = xp.zeros((0, 3)).requires_grad_()
    total = xp.sum(x, **options)
    same(total.detach(), np.sum(np.zeros((0, 3)), **options))
    xp.sum(total).backward()
    assert x.grad.shape == (0, 3)


@pytest.mark.parametrize("name", REDUCTIONS)
def test_reduction_arguments(name):
    x = np.arange(6.0).reshape(2, 3)
    for axis in (2, -3, 1.0, (0, 0), (0, 2), (0, -2), "0"):
        agree(name, x, axis=axis)
    for axis in (0, -1, 1, ()):
        agree(name, np.array(5), axis=axis)
    agree(name, [[1, 2], [3, 4]], 0)
    agree(name, 3)
    mask = np.array([True, False, True])
    start = {"initial": 1} if name in ("max", "min") else {}
    agree(name, x, where=mask)
    agree(name, x, where=mask, **start)
    agree(name, x, axis=1, where=np.array([[True], [False]]), **start)
    agree(name, x, axis=(), where=mask, **start)
    agree(name, x, where=[True, False, True], **start)
    agree(name, x, where=np.ones(3), **start)
    agree(name, x, where=np.ones(4, bool), **start)
    agree(name, x, where=np.ones((2, 2, 3), bool), **start)
    agree(name, x, where=False, **start)
    for out in (
        np.zeros(3),
        np.zeros(3, np.float32),
        np.zeros(3, np.int64),
        np.zeros(2),
        np.zeros(()),
        np.zeros((1, 3)),
    ):
        agree(name, x, axis=0, out=out)
    target = xp.zeros(3)
    assert getattr(xp, name)(ours(x), axis=0, out=target) is target
    with pytest.raises(TypeError):
        getattr(xp, name)(ours(x), axis=0, out=[0, 0, 0])


@pytest.mark.parametrize("name", ["sum", "prod", "max", "min"])
@pytest.mark.parametrize("dtype", ["int8", "uint64", "float16", "float64", "bool", "complex128"])
def test_initial(name, dtype):
    x = small(dtype)
    for axis in (None, 1, ()):
        for initial in (1, 0, True, np.array(1), None):
            agree(name, x, axis=axis, initial=initial, rtol=ROUNDED.get(dtype, 0))
    if dtype != "complex128":
        agree(name, x, initial=np.array([1, 2]))
    agree(name, np.ones(3, np.int64), initial=1.5)
    agree(name, np.ones(3, np.int8), initial=300)
    agree(name, np.ones(3), initial=np.nan)


@pytest.mark.parametrize("dtype", ["float16", "float64", "complex64"])
def test_sums_of_negative_zeros_keep_the_sign_from_an_initial_negative_zero(dtype):
    x = np.full((2, 3), -np.zeros((), dtype))
    for axis, shape in ((None, (2, 3)), (0, (2, 3)), (1, (2, 0)), ((0, 1), (2, 3))):
        got = agree("sum", x[:, : shape[1]], axis=axis, initial=x[0, 0])
        assert np.signbit(np.asarray(got).real).all()
    assert not np.signbit(np.asarray(xp.sum(ours(x * [1, -1, 1]), initial=-0.0)).real)
    for given in (x, np.ones(2, "uint16"), np.ones(2, bool)):
        agree("sum", given, dtype=x.real.dtype, initial=-0.0)


@pytest.mark.parametrize("name", ["sum", "prod", "mean", "cumsum", "cumprod"])
def test_dtype_is_what_is_summed_in(name):
    x = np.array([[1.5, 2.5], [-3.5, 4.5]])
    for dtype in ("float16", "float32", "int64", "int8", "bool", "complex64"):
        if name == "mean" and dtype == "bool":
            continue
        agree(name, x, 1, dtype=dtype, rtol=1e-3)
    agree(name, np.array([[1, 2], [3, 4]], np.uint8), 0, dtype=np.float32)


def test_float16_sums_are_rounded_once():
    x = np.full(5000, 1.0, np.float16)
    same(xp.sum(ours(x)), np.asarray(np.float16(5000)))
    same(xp.mean(ours(np.full(70000, 2.0, np.float16))), np.asarray(np.float16(2)))
    assert float(xp.prod(xp.asarray([300.0, 300.0, 0.001], dtype=xp.float16))) == pytest.approx(90, rel=1e-3)
    assert float(xp.var(xp.asarray([300.0, -300.0] * 10, dtype=xp.float16), correction=-20)) == pytest.approx(
        45000, 1e-3
    )


def test_bfloat16_reduces_in_its_own_dtype():
    x = xp.asarray([1.0, 2.0, 4.0], dtype=xp.bfloat16)
    for name in (*REDUCTIONS, "cumsum", "cumprod"):
        got = getattr(xp, name)(x)
        assert got.dtype is xp.bfloat16
        expected = getattr(np, name)(np.array([1.0, 2.0, 4.0]))
        np.testing.assert_allclose(np.asarray(xp.astype(got, xp.float64)), expected, rtol=1e-2)


def test_sums_of_small_integers_follow_the_default_integer():
    with xp.set_default_dtype(int_dtype=xp.int32):
        assert xp.sum(xp.ones(3, dtype=xp.int8)).dtype is xp.int32
        assert xp.sum(xp.ones(3, dtype=xp.uint8)).dtype is xp.uint32
        assert xp.sum(xp.ones(3, dtype=xp.int64)).dtype is xp.int64
    with xp.set_default_dtype("pytorch"):
        assert xp.mean(xp.ones(3, dtype=xp.int8)).dtype is xp.float32
        assert xp.var(xp.ones(3, dtype=xp.int8)).dtype is xp.float32


@pytest.mark.numpy_before
@pytest.mark.parametrize("name", ["var", "std"])
@pytest.mark.parametrize("dtype", DTYPES)
def test_variance(name, dtype):
    x = small(dtype, (3, 4))
    rtol = ROUNDED.get(dtype, 1e-12)
    for correction in (0, 1, 0.5, 3, 4):
        agree(name, x, axis=0, correction=correction, rtol=rtol)
        agree(name, x, axis=0, ddof=correction, rtol=rtol)
    agree(name, x, axis=0, mean=np.mean(x, axis=0, keepdims=True), rtol=rtol)
    agree(name, x, axis=1, where=np.array([True, True, False, True]), correction=1, rtol=rtol)
    agree(name, x, ddof=1, correction=1)
    if np.dtype(dtype).kind != "c":
        agree(name, x, dtype=np.float32, rtol=1e-5)
    with pytest.raises(ValueError, match="keepdims"):
        getattr(xp, name)(ours(x), axis=0, mean=xp.zeros(3))


@pytest.mark.numpy_before
@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("name", ["sum", "prod"])
def test_running_forms(name, dtype):
    x = small(dtype, (2, 3))
    rtol = ROUNDED.get(dtype, 0)
    for axis in (None, 0, -1):
        agree(f"cum{name}", x, axis, rtol=rtol)
    agree(f"cum{name}", x[0, 0], rtol=rtol)
    agree(f"cum{name}", x[0, 0], 0, rtol=rtol)
    full = f"cumulative_{name}"
    for kwargs in ({"axis": 1}, {"axis": 0, "include_initial": True}, {}, {"axis": 2}):
        agree(full, x, rtol=rtol, **kwargs)
    for one in (x[0], x[0, 0], x[0, :0]):
        agree(full, one, rtol=rtol)
        agree(full, one, include_initial=True, rtol=rtol)
    agree(full, x, axis=1, dtype=np.float32, rtol=1e-5)


@pytest.mark.parametrize("name", ["cumsum", "cumprod"])
def test_running_arguments(name):
    x = np.arange(1.0, 7).reshape(2, 3)
    for axis in (2, -3, 1.0, (0, 1)):
        agree(name, x, axis)
    for out in (np.zeros((2, 3)), np.zeros((2, 3), np.int64), np.zeros(6), np.zeros((1, 2, 3))):
        agree(name, x, 0, out=out)
    agree(name, [[1, 2], [3, 4]])


def test_reductions_are_new_memory():
    x = xp.ones((2, 3))
    for name in REDUCTIONS:
        y = getattr(xp, name)(x, axis=())
        assert not np.shares_memory(np.asarray(y), np.asarray(x))


def test_means_in_an_integer_dtype_are_added_up_in_it():
    x = np.asarray([0, 65535], dtype=np.uint16)
    same(xp.mean(ours(x), dtype=xp.uint8), np.mean(x, dtype=np.uint8))
    y = np.asarray([-64, 0], dtype=np.int8)
    same(xp.mean(ours(y), dtype=xp.uint16), np.mean(y, dtype=np.uint16))


def test_variances_have_the_complex_dtype_that_is_asked_for():
    assert xp.var(xp.asarray([1.0]), dtype=complex).dtype is xp.complex128
    assert xp.std(xp.asarray([1.0], dtype=xp.float16), dtype=xp.complex64).dtype is xp.complex64
    assert xp.var(xp.asarray([1j])).dtype is xp.float64


def test_variance_with_a_correction_of_nan():
    assert xp.isnan(xp.asarray([0, 1]).var(ddof=float("nan")))
    assert xp.isnan(xp.var([0.0, 1.0], ddof=float("nan"), where=[True, False]))


def test_complex_deviations_are_written_into_a_real_array():
    assert xp.asarray([0], dtype=xp.uint16).std(dtype=complex, out=xp.asarray(1.0)).tolist() == 0
    with pytest.raises(TypeError, match="Cannot cast"):
        xp.std([1.0, 2.0], out=xp.asarray(0))


def test_the_first_nan_in_memory_stays_however_axes_are_named():
    data = [[0j, complex(3, np.nan)], [complex(1, np.nan), 0j]]
    assert complex(xp.min(xp.asarray(data), axis=(-1, 0))).real == np.min(data, axis=(-1, 0)).real == 3


@pytest.mark.parametrize("name", ["sum", "prod", "max", "min", "cumsum", "cumprod", "mean", "trace"])
@pytest.mark.parametrize(
    ("x", "out"),
    [
        (np.full((3, 3), 0.1, np.float32), "float64"),
        (np.full((3, 3), 0.1 - 0.7j, np.complex64), "complex128"),
        (np.full((3, 3), 2**63 - 1), "float64"),
        (np.full((3, 3), 28, np.uint8), "uint8"),
        (np.asarray([[-99, 5], [2**53 + 1, 2**53 + 1]]), "float64"),
    ],
)
def test_an_out_of_a_wider_dtype_is_reduced_in(name, x, out):
    shape = np.shape(getattr(np, name)(x))
    expected = getattr(np, name)(x, out=np.zeros(shape, out))
    result = getattr(xp, name)(xp.asarray(x), out=xp.asarray(np.zeros(shape, out)))
    np.testing.assert_allclose(np.asarray(result.tensor), expected, rtol=1e-14)


def test_extremes_promote_with_the_dtype_of_out():
    assert xp.max(xp.asarray([1, 2], dtype=xp.int8), initial=300, out=xp.asarray(0, dtype=xp.int16)) == 300


def test_the_first_complex_nan_in_memory_stays_in_transposed_arrays():
    x = np.asarray([[complex(np.nan, 12.5), 1], [complex(0.1, np.nan), 2]])
    for name in ("max", "min"):
        assert repr(getattr(xp, name)(xp.asarray(x).T).tolist()) == repr(getattr(np, name)(x.T).tolist())


@pytest.mark.parametrize("name", ["sum", "prod", "mean", "std", "var", "any", "all"])
def test_where_of_pythons_numbers_is_their_truth(name):
    x = np.asarray([0.5, 3.0])
    for where in (1.0, [1.0, 0.0], [True, False], 1):
        agree(name, x, where=where, rtol=1e-15)
    for where in (np.asarray([1.0, 0.0]), np.asarray([1, 0])):
        with pytest.raises(TypeError):
            getattr(xp, name)(xp.asarray(x), where=where)
    agree(name, np.asarray(3.0), axis=-1, where=np.asarray(True))
    assert xp.any([], where=[]).tolist() is False


@pytest.mark.filterwarnings("ignore::numpy.exceptions.ComplexWarning")
@pytest.mark.parametrize("name", ["std", "var"])
@pytest.mark.parametrize("dtype", ["float64", "float32", "float16"])
def test_deviations_of_complex_numbers_in_a_real_dtype(name, dtype):
    for x in ([0j, 2 + 5j], [1 - 3j, 0.5j, 2]):
        same(
            getattr(xp, name)(x, dtype=dtype),
            getattr(np, name)(x, dtype=dtype),
            rtol=1e-3 if dtype == "float16" else 1e-6,
        )
    assert getattr(xp, name)([0j, 2 + 6j], dtype="int64") == int(getattr(np, name)([0j, 2 + 6j]))


def test_a_mask_of_numbers_counts_an_element_once():
    assert xp.mean([1.0, 3.0], where=2).tolist() == 2
    assert np.mean([1.0, 3.0], where=2) == 1
    assert xp.var([1.0, 3.0], where=[-1, 5]).tolist() == 1


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_products_beyond_the_largest_number():
    x = np.asarray([2**64 - 1, 2**64 - 2, 0], np.uint64)
    assert np.isnan(np.cumprod(x, dtype=np.complex64)[-1])
    found = xp.cumprod(xp.asarray(x), dtype=xp.complex64)
    assert xp.isinf(found[1]) or found[1].real > 3e38
    assert found[2] == 0 or xp.isnan(found[2])
    matrix = np.asarray([[0.0, 1.0, 0.0], [0.0, 10.5, -3.0], [-0.7, 1.0, 12.5]])
    assert not np.isfinite(np.linalg.matrix_power(matrix, 2**63)).any()
    assert not xp.isfinite(xp.linalg.matrix_power(xp.asarray(matrix), 2**63)).any()


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_deviations_in_float16_are_rounded_once():
    y = np.asarray([2**31 - 1])
    assert xp.isnan(xp.var(xp.asarray(y), dtype=xp.float32, ddof=1))
    assert np.isinf(np.var(y, dtype=np.float32, ddof=1))
    x = np.asarray([32767], np.uint16)
    assert xp.var(xp.asarray(x), dtype=xp.float16).tolist() == 0
    assert np.var(x, dtype=np.float16) == 1
    assert xp.std(2**63, dtype=xp.float16).tolist() == 0
    assert np.isinf(np.std(2**63, dtype=np.float16))


ABOUT_FEW = """
    mean(x); mean(x, axis=0); mean(x, axis=1); mean(x, axis=0, where=False); var(x, axis=0); std(x, axis=1, ddof=3);
    std(x, axis=1, ddof=2); var(x, axis=1, where=[True, False, False], correction=1); median(x, axis=0);
    median(x, axis=1)
"""


@pytest.mark.cpu_only(text=" mean(x, axis=0, where=False)", shape=["(0, 3)", "(2, 3)"])
@pytest.mark.cpu_only(text=" var(x, axis=1, where=[True, False, False], correction=1)", shape="(2, 3)")
@pytest.mark.numpy_before
@pytest.mark.parametrize("text", ABOUT_FEW.split(";"))
@pytest.mark.parametrize("shape", [(0, 3), (2, 3), (0, 0)])
def test_too_few_elements_give_numpys_warning(text, shape):
    found = []
    for module in (np, xp):
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            if shape[1] == 3 or "where" not in text:
                eval(f"m.{text.strip()}", {"m": module, "x": module.ones(shape)})
        found.append([str(w.message) for w in caught if "encountered in" not in str(w.message)])
    assert found[0] == found[1]


@pytest.mark.parametrize("dtype", sorted({np.dtype(c).name for c in "?bBhHiIlLefdFD"}))
def test_every_dtype_is_accumulated_in_every_other_from_its_extremes(dtype):
    names = sorted({np.dtype(c).name for c in "bBhHiIlLefdFD"})
    kind, large = np.dtype(dtype).kind, [True, False, True]
    if kind in "iu":
        large = [np.iinfo(dtype).max, np.iinfo(dtype).min // 2, np.iinfo(dtype).max]
    elif kind in "fc":
        large = [3, -2, 0.5]
    values = np.asarray([*large, 1, 1, 0, 1], dtype=dtype)
    for name, target in itertools.product(("sum", "prod", "cumsum", "cumprod", "mean"), names):
        if np.dtype(target).kind in "iu" and (kind in "fc" or name == "mean"):
            continue
        with np.errstate(all="ignore"), warnings.catch_warnings(action="ignore"):
            part = values[:2] if "prod" in name else values  # NumPy's products of float16 overflow
            expected = getattr(np, name)(part, dtype=target)
            got = getattr(xp, name)(xp.asarray(part), dtype=target)
        assert got.dtype == target
        tolerance = {"float16": 1e-2, "float32": 1e-5, "complex64": 1e-5}.get(target, 1e-12)
        np.testing.assert_allclose(np.asarray(got), expected, rtol=tolerance, err_msg=f"{name} of {dtype} in {target}")


@cases("dtype", DTYPES)
@pytest.mark.parametrize("name", ["maximum", "minimum", "fmax", "fmin"])
def test_extremes_of_no_selected_element_are_the_initial_number(name, dtype):
    x = np.ones((2, 3), dtype)
    for mask in (np.zeros((2, 3), bool), np.array([[True, False, False], [False] * 3])):
        for initial in (0, 1):
            got = getattr(xp, name).reduce(xp.asarray(x), axis=1, where=xp.asarray(mask), initial=initial)
            same(got, getattr(np, name).reduce(x, axis=1, where=mask, initial=initial))
