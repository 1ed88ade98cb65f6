import itertools
import warnings

import numpy as np
import pytest
import torch
from support.cases import cases
from support.oracle import DTYPES, agree, agree_on, sample, small

import xp_torch as xp

ROUNDED = {"float16": 1e-2, "float32": 1e-5, "complex64": 1e-5}
SHAPES = [(5,), (2, 3, 4), (1,), (3, 0), ()]
MASK = np.random.default_rng(1).random((2, 3, 4)) < 0.6


def drawn(dtype):
    """Arrays with and without NaNs, and the axes to reduce."""
    for make, shape in itertools.product((small, sample), SHAPES):
        x = make(dtype, shape)
        if x.dtype.kind in "fc":
            x = np.where(np.isinf(x), x.dtype.type(2), x).astype(dtype)
        for axis in (None, 0, -1, (0, 1))[: 4 if x.ndim > 1 else 3]:
            yield x, axis


@pytest.mark.parametrize("name", ["nansum", "nanprod", "nanmean", "nanstd", "nanvar"])
@cases("dtype", DTYPES)
def test_sums_and_means(dtype, name):
    rtol = ROUNDED.get(dtype, 1e-9)
    for x, axis in drawn(dtype):
        if name in ("nanstd", "nanvar", "nanmean") and x.dtype.kind in "iu" and abs(x.astype(float)).max(initial=0) > 9:
            continue
        for keepdims in (False, True):
            agree(name, x, axis=axis, keepdims=keepdims, rtol=rtol)
        if x.shape == MASK.shape:
            agree(name, x, axis=axis, where=MASK, rtol=rtol)
            if name in ("nanstd", "nanvar"):
                agree(name, x, axis=axis, where=MASK, ddof=1, keepdims=True, rtol=rtol)
                agree(name, x, axis=axis, correction=1, dtype=np.result_type(x, np.float64), rtol=rtol)


@pytest.mark.parametrize("name", ["nancumsum", "nancumprod"])
@pytest.mark.parametrize("dtype", DTYPES)
def test_running_sums(dtype, name):
    for x, axis in drawn(dtype):
        agree(name, x, axis=axis, rtol=ROUNDED.get(dtype, 1e-9))


@pytest.mark.parametrize("name", ["nanmin", "nanmax"])
@pytest.mark.parametrize("dtype", DTYPES)
def test_extremes(dtype, name):
    for x, axis in drawn(dtype):
        agree(name, x, axis=axis)
        agree(name, x, axis=axis, keepdims=True, initial=1)
        if x.shape == MASK.shape:
            agree(name, x, axis=axis, where=MASK)
            agree(name, x, axis=axis, where=MASK, initial=2)


@pytest.mark.parametrize("name", ["nanargmin", "nanargmax"])
@pytest.mark.parametrize("dtype", DTYPES)
def test_places_of_extremes(dtype, name):
    for x, axis in drawn(dtype):
        nothing = x.dtype.kind in "fc" and x.size and np.isnan(x).all(axis=axis if x.ndim else None).any()
        if not isinstance(axis, tuple) and not nothing:
            agree(name, x, axis=axis)
            agree(name, x, axis=axis, keepdims=True)


@pytest.mark.cpu_only
@pytest.mark.parametrize("name", ["nanargmin", "nanargmax"])
@pytest.mark.parametrize("axis", [None, 0, 1])
def test_there_is_no_place_where_there_is_nothing_but_nan(name, axis):
    agree(name, [[np.nan, np.nan], [1.0, np.nan]], axis=axis)


@pytest.mark.parametrize("name", ["nanargmax", "nanargmin"])
def test_the_axis_of_one_element_is_checked_first(name):
    for axis in (0, -1, 1):
        agree(name, 1.5, axis=axis)
    agree(name, np.nan, axis=1)


@pytest.mark.parametrize("name", ["nanstd", "nanvar"])
def test_degrees_of_freedom_are_real(name):
    with pytest.raises(TypeError):
        getattr(xp, name)(xp.asarray([1j]), ddof=1j)


@pytest.mark.compiled
@pytest.mark.parametrize("name", ["nanargmin", "nanargmax"])
def test_where_traced_arrays_hold_nothing_but_nan_the_place_is_the_first(name):
    f = torch.compile(getattr(xp, name), fullgraph=True, backend="eager")
    assert int(f(xp.asarray([xp.nan, xp.nan]))) == 0


@pytest.mark.parametrize("dtype", [d for d in DTYPES if np.dtype(d).kind != "c"])
def test_medians(dtype):
    for x, axis in drawn(dtype):
        agree("nanmedian", x, axis=axis, rtol=ROUNDED.get(dtype, 1e-12))
        agree("nanmedian", x, axis=axis, keepdims=True, rtol=ROUNDED.get(dtype, 1e-12))


REFUSED = """
    nanmean([1.0, np.nan], dtype=int); nanmean([1.0, np.nan], out=np.zeros((), int));
    nanvar([1.0, np.nan], dtype=int); nanvar([1.0, np.nan], ddof=1, correction=1); nanmax([1.0, np.nan], axis=2);
    nanmin([1.0, np.nan], out=np.zeros(3)); nanquantile([1.0, np.nan], q=2); nanargmax([1.0, np.nan], axis=1)
"""


@pytest.mark.parametrize("text", REFUSED.split(";"))
def test_refusals_are_numpys(text):
    agree_on(text)


ABOUT_NAN = [(n, ()) for n in ("nanmin", "nanmax", "nanmean", "nanvar", "nanstd", "nanmedian")] + [
    ("nanquantile", (0.5,))
]


@pytest.mark.cpu_only
@pytest.mark.parametrize(("name", "args"), ABOUT_NAN)
@cases("axis", [None, 0, (0, 1)])
@cases("values", [[[1.0, np.nan], [2.0, np.nan]], [[np.nan, np.nan]], [[-np.inf, np.inf]]])
def test_nothing_but_nan_gives_numpys_warnings(name, args, axis, values):
    found = []
    for module in (np, xp):
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            getattr(module, name)(module.asarray(values), *args, axis=axis)
        found.append([(w.category, str(w.message)) for w in caught if "invalid value" not in str(w.message)])
    assert found[0] == found[1]


@pytest.mark.compiled
@pytest.mark.parametrize(("name", "args"), ABOUT_NAN)
def test_nothing_but_nan_gives_no_warning_where_values_are_traced(name, args):
    with warnings.catch_warnings():
        warnings.simplefilter("error", RuntimeWarning)
        f = torch.compile(lambda x: getattr(xp, name)(x, *args), fullgraph=True, backend="eager")
        assert xp.isnan(f(xp.asarray([xp.nan])))
        g = torch.vmap(lambda t: getattr(xp, name)(xp.asarray(t), *args).tensor)
        assert torch.isnan(g(torch.full((2, 1), torch.nan))).all()


@pytest.mark.cpu_only
@pytest.mark.parametrize(
    ("name", "args"), [("nanmean", ()), ("nanmedian", ()), ("nanquantile", (0.5,)), ("nanvar", ())]
)
def test_no_element_at_all_gives_numpys_warning(name, args):
    with pytest.warns(RuntimeWarning, match="empty slice|Degrees of freedom"):
        assert xp.isnan(getattr(xp, name)(xp.zeros((0, 3)), *args, axis=0)).all()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert getattr(xp, name)(xp.zeros((0, 3)), *args, axis=1).shape == (0,)
