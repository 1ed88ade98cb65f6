"""The rules of `docs/design/rules.md` that no chapter covers; NumPy is the oracle where it has an answer."""

import threading

import numpy as np
import pytest
import torch
from support.oracle import same

import xp_torch as xp


class TestRule1Defaults:
    @pytest.mark.parametrize("fp", ["pytorch", "float32", xp.float32, np.float32, torch.float32])
    def test_set_default_dtype_governs(self, fp):
        x = xp.asarray([1, 2], dtype=xp.int8)
        with xp.set_default_dtype(fp):
            assert xp.asarray(1.0).dtype is xp.float32
            assert xp.asarray([1j]).dtype is xp.complex64
            assert xp.linspace(0, 1, 3).dtype is xp.float32
            assert xp.fft.fftfreq(4).dtype is xp.float32
            assert (x / x).dtype is xp.float32
            assert xp.mean(x).dtype is xp.float32
            assert xp.sum(x).dtype is xp.int64
            assert xp.argmax(x).dtype is xp.int64
        assert xp.asarray(1.0).dtype is xp.float64

    def test_returns_the_previous_pair_and_restores_it(self):
        previous = xp.set_default_dtype("pytorch", xp.int32)
        try:
            assert tuple(previous) == (xp.float64, xp.int64)
        finally:
            xp.set_default_dtype(*previous)
        assert xp.zeros(1).dtype is xp.float64
        with pytest.raises(ZeroDivisionError), xp.set_default_dtype("pytorch"):
            1 / 0
        assert xp.zeros(1).dtype is xp.float64

    def test_is_local_to_a_thread(self):
        seen = []
        with xp.set_default_dtype("pytorch"):
            thread = threading.Thread(target=lambda: seen.append(xp.zeros(1).dtype))
            thread.start()
            thread.join()
        assert seen == [xp.float64]

    def test_refuses_other_kinds(self):
        for bad in (xp.int32, xp.complex64, "bool"):
            with pytest.raises(ValueError, match="fp_dtype"):
                xp.set_default_dtype(bad)

    def test_torchs_globals_never_leak_into_dtypes(self):
        before = torch.get_default_dtype()
        for leaked in (torch.float16, torch.float32, torch.float64):
            torch.set_default_dtype(leaked)
            try:
                assert xp.zeros(2).dtype is xp.float64
                assert xp.asarray([1.5]).dtype is xp.float64
                assert xp.linspace(0, 1, 5).dtype is xp.float64
                assert xp.sin(xp.asarray([1, 2])).dtype is xp.float64
                assert (xp.asarray([1, 2]) / 2).dtype is xp.float64
                assert xp.mean(xp.asarray([1, 2])).dtype is xp.float64
                assert (xp.asarray([1, 2]) + 0.5).dtype is xp.float64
                assert xp.fft.fftfreq(3).dtype is xp.float64
                assert xp.asarray([1j]).dtype is xp.complex128
            finally:
                torch.set_default_dtype(before)
        with torch.autocast("cpu", dtype=torch.bfloat16):
            x = xp.ones((3, 3))
            assert (x @ x).dtype is xp.float64
            y = xp.ones((3, 3), dtype=xp.float32)
            assert (y @ y).dtype is xp.float32
            assert xp.linalg.vecdot(y, y).dtype is xp.float32
        with torch.inference_mode():
            assert (xp.ones(2) + 1).dtype is xp.float64


class TestRule2ZeroDimensional:
    def test_iterating_gives_copies_of_elements_and_views_of_rows(self):
        for module in (np, xp):
            x = module.asarray([1, 2, 3])
            elements = list(x)
            x[...] = 0
            assert [int(e) for e in elements] == [1, 2, 3]
            y = module.zeros((2, 2))
            for row in y:
                row[...] = 1
            assert y.tolist() == [[1, 1], [1, 1]]

    def test_ellipsis_and_slices_are_views(self):
        for module in (np, xp):
            x = module.asarray([1, 2, 3])
            x[0, ...][...] = 7
            x[1:][0] = 8
            assert x.tolist() == [7, 8, 3]


class TestRule4Nep50:
    def test_a_half_kernel_never_sees_the_raw_scalar(self):
        assert float(xp.float16(1000) * 1e-8) == 0.0
        assert float(xp.bfloat16(256) + 1) == 256.0
        assert float(xp.asarray(0.1, dtype=xp.float16) + 0.1) == float(np.float16(0.1) + np.float16(0.1))
        with np.errstate(all="ignore"):
            same(xp.asarray([1.0], dtype=xp.float32) * 1e300, np.asarray([1.0], np.float32) * 1e300)

    def test_ints_that_do_not_fit_overflow(self):
        x = xp.asarray([1, 2], dtype=xp.int8)
        for act in (lambda: x + 300, lambda: 300 + x, lambda: x * -129, lambda: xp.add(x, 1000)):
            with pytest.raises(OverflowError, match="out of bounds for int8"):
                act()
        with pytest.raises(OverflowError):
            x[0] = 300
        with pytest.raises(ValueError, match="NaN"):
            x[0] = float("nan")
        x[0] = xp.asarray(300)
        assert int(x[0]) == 44

    @pytest.mark.parametrize(
        ("other", "expected"),
        [
            ("float16", "float32"), ("int8", "bfloat16"), ("uint8", "bfloat16"), ("bool", "bfloat16"),
            ("int16", "float32"), ("uint16", "float32"), ("int32", "float64"), ("uint32", "float64"),
            ("int64", "float64"), ("uint64", "float64"), ("float32", "float32"), ("float64", "float64"),
            ("complex64", "complex64"), ("complex128", "complex128"),
        ],
    )  # fmt: skip
    def test_bfloat16(self, other, expected):
        x, y = xp.ones(2, dtype=xp.bfloat16), xp.ones(2, dtype=other)
        assert (x * y).dtype == expected
        assert (y * x).dtype == expected


class TestRule7Device:
    @pytest.mark.cpu_only
    def test_a_device_has_one_name(self):
        assert (xp.ones(2, device="cpu:0") + xp.ones(2)).device == torch.device("cpu")

    @pytest.mark.skipif(torch.cuda.is_available(), reason="needs a machine without a GPU")
    def test_a_device_that_is_not_there(self):
        with pytest.raises(ValueError, match="not available"):
            xp.ones(2, device="cuda")

    def test_asarray_keeps_the_device(self):
        t = torch.ones(3, device="meta")
        assert xp.asarray(t).device.type == "meta"
        assert xp.asarray(xp.asarray(t)).device.type == "meta"
        assert xp.zeros_like(xp.asarray(t)).device.type == "meta"
        assert xp.asarray(xp.ones(2), device="meta").device.type == "meta"


class TestRule8Sharing:
    @pytest.mark.numpy_before
    @pytest.mark.parametrize(
        "act",
        [
            lambda m, x: +x, lambda m, x: m.conj(x), lambda m, x: m.real(x), lambda m, x: x.T, lambda m, x: x[1:],
            lambda m, x: x[[0, 1]], lambda m, x: m.reshape(x, (-1,)), lambda m, x: m.reshape(x.T, (-1,)),
            lambda m, x: m.ravel(x), lambda m, x: m.squeeze(x), lambda m, x: m.expand_dims(x, axis=0),
            lambda m, x: m.meshgrid(x[0], x[0])[0], lambda m, x: m.broadcast_to(x, (2, 2, 3)), lambda m, x: x.copy(),
            lambda m, x: m.astype(x, x.dtype, copy=False), lambda m, x: m.astype(x, x.dtype), lambda m, x: x.flatten(),
            lambda m, x: m.concat([x]), lambda m, x: m.moveaxis(x, 0, 1), lambda m, x: m.clip(x), lambda m, x: abs(x),
            lambda m, x: m.round(x), lambda m, x: m.roll(x, 0), lambda m, x: m.diagonal(x), lambda m, x: m.tril(x),
            lambda m, x: m.sum(x, axis=()), lambda m, x: m.unstack(x)[0], lambda m, x: m.asarray(x),
            lambda m, x: m.array(x), lambda m, x: m.atleast_1d(x), lambda m, x: m.linalg.matrix_transpose(x),
            lambda m, x: x.view(), lambda m, x: m.permute_dims(x, (1, 0)), lambda m, x: m.broadcast_arrays(x, x)[0],
        ],
    )  # fmt: skip
    def test_shares_exactly_where_numpy_does(self, act):
        a = np.arange(6.0).reshape(2, 3)
        x = xp.asarray(a.copy())
        theirs, ours = act(np, a), act(xp, x)
        same(ours, theirs)
        ours_shares = ours.tensor.untyped_storage().data_ptr() == x.tensor.untyped_storage().data_ptr()
        assert ours_shares == np.shares_memory(theirs, a)

    def test_no_conj_or_neg_bit_leaves(self):
        t = torch.tensor([1 + 2j, 3 - 1j])
        for result in (
            xp.asarray(t.conj()), xp.conj(xp.asarray(t)), xp.imag(xp.asarray(t.conj())), xp.asarray(t.conj().imag),
            xp.linalg.vecdot(xp.asarray(t), xp.asarray(t)), xp.real(xp.conj(xp.asarray(t))),
        ):  # fmt: skip
            assert not result.tensor.is_conj()
            assert not result.tensor.is_neg()


class TestRule9Errors:
    @pytest.mark.parametrize(
        ("act", "error", "text"),
        [
            (lambda m: m.ones(3) + m.ones(4), ValueError, "could not be broadcast"),
            (lambda m: m.sum(m.ones(3), axis=3), np.exceptions.AxisError, "axis 3 is out of bounds"),
            (lambda m: m.ones(3)[3], IndexError, "out of bounds"),
            (lambda m: m.ones(3)[0, 0], IndexError, "too many indices"),
            (lambda m: m.reshape(m.ones(6), (4,)), ValueError, "cannot reshape array of size 6"),
            pytest.param(
                lambda m: m.linalg.inv(m.zeros((2, 2))), np.linalg.LinAlgError, "Singular", marks=pytest.mark.cpu_only
            ),
            (lambda m: m.linalg.inv(m.zeros((2, 3))), np.linalg.LinAlgError, "square"),
            (lambda m: bool(m.ones(3)), ValueError, "ambiguous"),
            (lambda m: m.bitwise_and(m.ones(3), 1), TypeError, "not supported"),
            (lambda m: m.subtract(m.asarray([True]), m.asarray([True])), TypeError, "boolean subtract"),
            (lambda m: m.ones(3) @ m.ones(4), ValueError, "mismatch"),
            (lambda m: m.concat([m.ones((2, 3)), m.ones((3, 2))]), ValueError, None),
            (lambda m: m.max(m.ones(0)), ValueError, "zero-size array"),
            (lambda m: m.squeeze(m.ones((2, 3)), axis=0), ValueError, "size not equal to one"),
            (lambda m: m.zeros(-1), ValueError, "negative dimensions"),
            (lambda m: m.ones((2, 3)).mT if False else m.ones(3).mT, ValueError, "matrix transpose"),
        ],
    )
    def test_numpys_types_and_words(self, act, error, text):
        for module in (np, xp):
            with pytest.raises(error, match=text):
                act(module)

    def test_what_cannot_be_written_to(self):
        leaf = xp.asarray(torch.ones(3, requires_grad=True))
        for target in (leaf, leaf[...], xp.broadcast_to(xp.ones(1), (3,))):
            for act in (
                lambda x: x.__iadd__(1), lambda x: xp.add(x, 1, out=x), lambda x: x.fill(0), lambda x: x.sort(),
                lambda x: x.__setitem__(0, 2), lambda x: x.__setitem__(slice(None), 2),
                lambda x: x.__setitem__([0, 1], 2), lambda x: x.__setitem__(x > 0, 2),
            ):  # fmt: skip
                with pytest.raises(ValueError, match="read-only"):
                    act(target)
                assert target.tolist() == [1, 1, 1]


class TestBoolsAreNoIntegers:
    """NumPy refuses a bool as a size, and as an axis of what reduces."""

    @pytest.mark.parametrize(
        "act",
        [
            lambda m, x: m.reshape(x, (True, -1)),
            lambda m, x: m.zeros((True, 2)),
            lambda m, x: m.zeros(True),
            lambda m, x: m.ones([True, 2]),
            lambda m, x: m.sum(x, axis=True),
            lambda m, x: m.max(x, axis=(True,)),
            lambda m, x: m.all(x, axis=True),
            lambda m, x: m.take(x, [0], False),
        ],
    )
    def test_refused(self, act):
        x = np.ones((2, 3))
        for module, array in ((np, x), (xp, xp.asarray(x))):
            with pytest.raises(TypeError):
                act(module, array)
