"""The contexts for debugging: `debug_nans`, `debug_infs`, `numpy_dtype_promotion` and `transfer_guard`."""

import contextlib
import sys
import threading
from contextvars import Context

import numpy as np
import pytest
import torch

import xp_torch as xp

X = xp.asarray([1.0, 0.0, -1.0])
HALF = xp.ones(3, dtype=xp.float32)


def backward():
    x = X.copy().requires_grad_()
    xp.sum(xp.sqrt(x * x) * 0).backward()


def nan_of_elements():
    x = xp.asarray([np.inf])
    return x[0] - x[0]


OLD = [*xp.asarray([np.inf])]
#: By case: the operation that produces the NaN, and the call.
PRODUCES_NAN = {
    "function": ("log", lambda: xp.log(X)),
    "operator": ("div", lambda: X / X),
    "in place": ("div", lambda: X.copy().__itruediv__(X)),
    "std": ("div", lambda: xp.mean(xp.std(X[:1], correction=2))),
    "backward": ("div", backward),
    "grad": ("div", lambda: xp.grad(lambda x: xp.sum(xp.sqrt(x * 0) * 0))(X)),
    "vmap": ("sqrt", lambda: xp.vmap(lambda x: xp.sqrt(x) + 0)(X)),
    "compiled": ("acos", lambda: torch.compile(lambda x: xp.arccos(x * 2), backend="eager")(X)),
    "NumPy's function": ("log", lambda: np.log(X)),
    "elements": ("sub", nan_of_elements),
    "elements that were read before": ("sub", lambda: OLD[0] - OLD[0]),
    "inside of a function": ("div", lambda: xp.sinc(X)),
}


@pytest.mark.compiled
@pytest.mark.filterwarnings("ignore:Degrees of freedom")
@pytest.mark.parametrize("name", PRODUCES_NAN)
def test_nan_that_an_operation_produces_raises(name):
    operation, call = PRODUCES_NAN[name]
    with pytest.raises(FloatingPointError, match=f"debug_nans: {operation} returned NaN"), xp.debug_nans():
        call()
    call()


def test_profilers_and_other_threads_are_left_alone():
    before, results = sys.getprofile(), []
    with xp.debug_nans(), xp.numpy_dtype_promotion("strict"), xp.transfer_guard("disallow"):
        assert sys.getprofile() is before
        thread = threading.Thread(target=lambda: results.append(float(xp.sum(xp.log(X) + HALF))))
        thread.start()
        thread.join()
    assert np.isnan(results[0])


@pytest.mark.parametrize("call", [
    lambda: xp.asarray([np.nan]) + 1, lambda: xp.nanmax(xp.asarray([np.nan, 1.0])),
    lambda: xp.linspace(0, np.nan, 3), lambda: xp.asarray([np.nan])[0], lambda: xp.log(X[:1]), lambda: xp.arange(3) + 1,
    lambda: xp.max(X, where=X > 0, initial=0), lambda: xp.vmap(xp.sin)(X), lambda: xp.empty(3),
])  # fmt: skip
def test_nan_and_infinities_of_arguments_and_of_creation_are_allowed(call):
    with xp.debug_nans(), xp.debug_infs():
        call()


def test_the_modes_of_a_context_suffice():
    """Backward passes of a GPU run in a thread of autograd, which has torch's modes and no context variables."""
    with xp.debug_nans():
        with pytest.raises(FloatingPointError, match="debug_nans"):
            Context().run(torch.log, X.tensor)
        with xp.debug_nans(False):
            Context().run(torch.log, X.tensor)
            with xp.debug_nans(), pytest.raises(FloatingPointError, match="debug_nans"):
                Context().run(torch.log, X.tensor)


def test_infinities_and_nested_contexts():
    with xp.debug_nans():
        assert np.isneginf(float(xp.log(X[1])))
        with pytest.raises(FloatingPointError, match="debug_infs: log returned an infinity"), xp.debug_infs():
            xp.log(X[1])
        with xp.debug_nans(False):
            xp.log(X)
        with pytest.raises(FloatingPointError, match="debug_nans"):
            xp.log(X)


@pytest.mark.parametrize(("message", "call"), [
    ("float32 and int64 promote to float64", lambda: HALF * xp.arange(3)),
    ("float32 and float64 promote to float64", lambda: xp.add(HALF, X)),
    ("float32 and float64 promote to float64", lambda: HALF * np.float64(2)),
    ("float32 and float64 promote to float64", lambda: xp.concat([HALF, X])),
    ("int8 and int16 promote to int16", lambda: xp.ones(3, dtype=xp.int8) + xp.ones(3, dtype=xp.int16)),
    ("int32 and int64 promote to int64", lambda: xp.asarray([1], dtype=xp.int32)[0] + xp.arange(1)[0]),
])  # fmt: skip
def test_a_wider_dtype_raises(message, call):
    with pytest.raises(xp.exceptions.DTypePromotionError) as caught, xp.numpy_dtype_promotion("strict"):
        call()
    assert str(caught.value) == f"numpy_dtype_promotion: {message}"
    with xp.numpy_dtype_promotion("standard"):
        call()


def test_dtypes_that_are_as_wide_or_asked_for_are_allowed():
    with xp.numpy_dtype_promotion("strict"):
        kept = [HALF * 2.0, xp.sum(HALF), HALF[xp.asarray([0])], xp.where(HALF > 0, HALF, 0.0), xp.std(HALF)]
        assert {x.dtype for x in kept} == {xp.float32}
        asked = [HALF.astype(xp.float64), xp.float64(HALF[0]), xp.sum(HALF, dtype=xp.float64), xp.asarray(HALF, float)]
        assert {x.dtype for x in asked} == {xp.float64}
        others = [HALF * 1j, xp.fft.fft(HALF), xp.argsort(xp.ones(3, dtype=xp.int8)), xp.sin(xp.arange(3))]
        assert [x.dtype.name for x in others] == ["complex64", "complex64", "int64", "float64"]
        assert (HALF * xp.ones(3, dtype=xp.int8)).dtype is xp.float32


READS = {
    "float": lambda: float(X[0]), "item": lambda: X.sum().item(), "bool": lambda: bool(xp.any(X)),
    "asarray": lambda: np.asarray(X), "repr": lambda: repr(X), "tolist": X.tolist,
    "nonzero": lambda: xp.nonzero(X), "mask": lambda: X[X > 0].tensor, "unique": lambda: xp.unique_values(X),
    "repeat": lambda: xp.repeat(X, xp.asarray([1, 2, 3])),
}  # fmt: skip


@pytest.mark.cpu_only(name="asarray")
@pytest.mark.parametrize("name", READS)
def test_read_backs_raise_or_warn(name):
    with pytest.raises(RuntimeError, match="transfer_guard: "), xp.transfer_guard("disallow"):
        READS[name]()
    with pytest.warns(UserWarning, match="transfer_guard") as found, xp.transfer_guard_device_to_host("log"):
        READS[name]()
    assert found[0].filename == __file__
    with xp.transfer_guard("disallow"), xp.transfer_guard("allow"):
        READS[name]()


@pytest.mark.compiled
@pytest.mark.parametrize("level", ["log", "disallow", "disallow_explicit"])
def test_what_stays_on_the_device_is_allowed(level):
    with xp.transfer_guard(level):
        y = X + X[0] * 2
        y[X > 0] = 0.0
        y = xp.sort(y)[xp.asarray(1)] + y[xp.asarray([0, 1])]
        y = xp.median(y.at[xp.asarray([0, 0])].multiply(y))
        xp.grad(xp.sum)(xp.vmap(xp.sin)(X))
        torch.compile(xp.log, backend="eager")(X)
    assert bool(y == y)


def test_names_and_arguments():
    for guard in (xp.transfer_guard, xp.numpy_dtype_promotion):
        with pytest.raises(ValueError, match="must be"):
            guard("sometimes")
    with contextlib.suppress(FloatingPointError), xp.debug_nans(), xp.transfer_guard("disallow"):
        xp.log(X)  # the check itself is no read-back
        pytest.fail("NaN was not found")
