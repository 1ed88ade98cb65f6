"""The transforms of `fft` beside NumPy's: values, dtypes, shapes, errors, tracing and derivatives."""

import numpy as np
import pytest
import torch
from support.cases import cases
from support.oracle import DTYPES, calls, close, raises_alike

import xp_torch as xp

COMPLEX_INPUT = ["fft", "ifft", "irfft", "hfft"]

REAL_INPUT = ["rfft", "ihfft"]

SEVERAL = ["fftn", "ifftn", "rfftn", "irfftn", "fft2", "ifft2", "rfft2", "irfft2"]


def values(dtype, shape, seed=0):
    rng = np.random.default_rng(seed)
    kind = np.dtype(dtype)
    if kind.kind == "c":
        return (rng.standard_normal(shape) + 1j * rng.standard_normal(shape)).astype(kind)
    if kind.kind in "biu":
        return rng.integers(0, 2 if kind.kind == "b" else 100, shape).astype(kind)
    return rng.standard_normal(shape).astype(kind)


@cases("dtype", DTYPES)
@pytest.mark.parametrize("name", COMPLEX_INPUT + REAL_INPUT)
def test_one_axis_for_every_dtype(name, dtype):
    a = values(dtype, (3, 5, 2))
    if name in REAL_INPUT and np.dtype(dtype).kind == "c":
        raises_alike(lambda m: getattr(m.fft, name)(m.asarray(a)))
        return
    for axis in (-1, 1, 0):
        close(getattr(xp.fft, name)(xp.asarray(a), axis=axis), getattr(np.fft, name)(a, axis=axis))


@cases("norm", [None, "backward", "ortho", "forward"])
@cases("n", [None, 1, 3, 4, 8])
@pytest.mark.parametrize("name", COMPLEX_INPUT + REAL_INPUT)
def test_points_and_norm(name, n, norm):
    a = values("float64" if name in REAL_INPUT else "complex128", (3, 5))
    close(getattr(xp.fft, name)(xp.asarray(a), n, norm=norm), getattr(np.fft, name)(a, n, norm=norm))


@cases("dtype", ["int32", "float16", "float32", "float64", "complex64", "complex128"])
@cases("options", [
    {}, {"axes": (0, 1)}, {"axes": (-1, 0)}, {"axes": (1,)}, {"s": (4, 3), "axes": (0, 2)}, {"axes": (0, 1, 0)},
    {"s": (-1, 2), "axes": (1, 2)}, {"norm": "ortho"}, {"norm": "forward", "axes": (2, 1)}, {"axes": (1, 1)},
])  # fmt: skip
@pytest.mark.parametrize("name", SEVERAL)
def test_several_axes(name, options, dtype):
    a = values(dtype, (3, 4, 5))
    if name.startswith("rfft") and np.dtype(dtype).kind == "c":
        raises_alike(lambda m: getattr(m.fft, name)(m.asarray(a)))
        return
    expected = getattr(np.fft, name)(a, **options)
    result = getattr(xp.fft, name)(xp.asarray(a), **options)
    assert result.shape == expected.shape
    assert result.dtype == expected.dtype
    scale = float(np.abs(expected).max())
    np.testing.assert_allclose(
        np.asarray(result.tensor) / scale, expected / scale, atol=5e-3 if dtype == "float16" else 1e-5
    )


@pytest.mark.parametrize("shape", [(0, 3), (2, 0, 3)])
@pytest.mark.parametrize("name", COMPLEX_INPUT + REAL_INPUT)
def test_empty_stacks(name, shape):
    for dtype in ("float32", "float64"):
        close(getattr(xp.fft, name)(xp.zeros(shape, dtype=dtype)), getattr(np.fft, name)(np.zeros(shape, dtype=dtype)))
    close(getattr(xp.fft, name)(xp.zeros((3, 0)), 4), getattr(np.fft, name)(np.zeros((3, 0)), 4))
    assert getattr(xp.fft, name)(xp.asarray(torch.zeros(shape, requires_grad=True))).tensor.requires_grad


@pytest.mark.parametrize("name", SEVERAL)
def test_empty_stacks_of_several_axes(name):
    close(
        getattr(xp.fft, name)(xp.zeros((0, 3, 4)), axes=(1, 2)), getattr(np.fft, name)(np.zeros((0, 3, 4)), axes=(1, 2))
    )


def test_no_axes_give_complex_numbers():
    # NumPy returns the input as it is; the standard wants complex numbers.
    assert xp.fft.fftn(xp.asarray(2.0)).dtype is xp.complex128
    x = xp.ones((2, 2))
    assert xp.fft.fftn(x, axes=()).dtype is xp.complex128


def test_bfloat16_is_transformed_in_complex64():
    x = xp.ones(4, dtype=xp.bfloat16)
    assert xp.fft.fft(x).dtype is xp.complex64
    assert xp.fft.irfft(x).dtype is xp.bfloat16


def test_integers_follow_the_default_dtype():
    with xp.set_default_dtype("pytorch"):
        assert xp.fft.fft(xp.asarray([1, 2])).dtype is xp.complex64
        assert xp.fft.fftfreq(4).dtype is xp.float32


def test_out():
    a = values("float64", (3, 4))
    out = xp.empty((3, 4), dtype=xp.complex64)
    assert xp.fft.fft(xp.asarray(a), out=out) is out
    close(out, np.fft.fft(a).astype("complex64"))
    raises_alike(lambda m: m.fft.fft(m.ones(3), out=m.empty(3)))
    found, expected = raises_alike(lambda m: m.fft.fft(m.ones(3), out=m.empty(4, dtype=m.complex128)))
    assert found == expected


@pytest.mark.numpy_after
@calls("""
    m.fft.fft(m.ones(3), 0); m.fft.fft(m.zeros((3, 0))); m.fft.irfft(m.ones(1));
    m.fft.fftn(m.ones((3, 3)), s=(2,), axes=(0, 1)); m.fft.fftn(m.ones((3, 3)), s=(0, 2), axes=(0, 1));
    m.fft.fft(m.ones(3), norm="x"); m.fft.fft(m.ones(3), norm=2); m.fft.fft(m.ones(3), 2.0); m.fft.fftfreq(2.0);
    m.fft.fftfreq(-3)
""")
def test_errors_are_numpys_in_its_words(call):
    found, expected = raises_alike(call)
    assert found == expected


@calls("""
    m.fft.fft(2.0); m.fft.fft(m.ones(3), axis=3); m.fft.fft2(m.ones(3)); m.fft.rfftn(m.ones(()));
    m.fft.rfftn(m.ones((3, 3)), axes=()); m.fft.irfftn(m.ones((3, 3)), axes=()); m.fft.fftfreq(0);
    m.fft.fftshift(m.ones(3), 2)
""")
def test_errors_are_numpys_types(call):
    raises_alike(call)


def test_axes_in_a_dict():
    with pytest.raises(TypeError):
        xp.fft.fftn(xp.ones(1), axes={})
    assert xp.fft.fftshift(xp.asarray([1, 2]), axes=range(1)).tolist() == [2, 1]


def test_norm_is_checked_without_axes():
    with pytest.raises(ValueError, match="norm"):
        xp.fft.fftn(xp.asarray(1.0), norm="x")
    assert np.fft.fftn(np.asarray(1.0), norm="x") == 1


@pytest.mark.parametrize("name", ["fftn", "ifftn", "rfftn", "irfftn"])
def test_what_numpy_deprecates_warns(name):
    x = xp.ones((4, 5))
    with pytest.warns(DeprecationWarning, match="`axes` should not be `None`"):
        getattr(xp.fft, name)(x, s=(4, 5))
    with pytest.warns(DeprecationWarning, match="containing `None` values"):
        getattr(xp.fft, name)(x, s=(4, None), axes=(0, 1))


@pytest.mark.compiled
@pytest.mark.parametrize("name", ["fft", "ifft", "irfft", "hfft", "fftn", "irfftn"])
def test_transforms_to_one_point_compile_with_symbolic_sizes(name):
    x, function = xp.asarray([2 + 1j, 3.0, 1.0, 4.0, 2.0]), getattr(xp.fft, name)
    torch._dynamo.reset()
    options = (lambda n: {"s": (n,), "axes": (0,)}) if name.endswith("n") else (lambda n: {"n": n})
    compiled = torch.compile(lambda x, n: function(x, **options(n)), fullgraph=True, backend="eager")
    for size, n in ((4, 6), (5, 4), (2, 1), (5, 1)):
        np.testing.assert_allclose(np.asarray(compiled(x[:size], n)), np.asarray(function(x[:size], **options(n))))
