"""Sharing with other libraries: DLPack, numpy.asarray, torch.from_dlpack, devices."""

import copy as copies
import ctypes
import pickle

import numpy as np
import pytest
import torch
from support.capsules import Producer
from support.oracle import DTYPES, same, sample

import xp_torch as xp

EVERY = [*DTYPES, "bfloat16"]


@pytest.mark.parametrize("dtype", EVERY)
def test_rule_8_torch_reads_our_memory(dtype):
    x = xp.zeros((2, 3), dtype)
    t = torch.from_dlpack(x)
    assert t.dtype is x.tensor.dtype
    assert t.data_ptr() == x.tensor.data_ptr()
    back = xp.from_dlpack(t)
    assert back.tensor.data_ptr() == t.data_ptr()
    assert back.dtype is x.dtype


@pytest.mark.parametrize("dtype", DTYPES)
def test_numpy_reads_our_memory_and_we_its(dtype):
    a = sample(dtype, (3, 4))
    for view in (a, a.T, a[:, ::2], a[0], a[:0], a[0, 0, ...]):
        x = xp.from_dlpack(view)
        same(x, view)
        if view.size:
            assert np.shares_memory(np.from_dlpack(x), view)
        np.testing.assert_array_equal(np.asarray(x), view)
        assert np.asarray(x).dtype == view.dtype


@pytest.mark.cpu_only
@pytest.mark.parametrize("dtype", EVERY)
def test_numpy_asarray_shares(dtype):
    x = xp.ones((2, 3), dtype)
    a = np.asarray(x)
    assert a.dtype == x.dtype
    a[0, 0] = 0
    assert xp.asarray(x.tensor)[0, 0].item() == 0
    assert not np.shares_memory(np.array(x), a)
    assert np.shares_memory(np.asarray(x, copy=False), a)


def test_numpy_asarray_converts_by_numpys_rules():
    x = xp.asarray([1.5, 2])
    assert np.asarray(x, dtype="float32").dtype == "float32"
    assert np.asarray(x, dtype=xp.int8).tolist() == [1, 2]
    with pytest.raises(ValueError, match="copy"):
        np.asarray(x, dtype="float32", copy=False)
    assert np.asarray(xp.asarray(3)).shape == ()


@pytest.mark.cpu_only
def test_numpy_asarray_says_what_to_call():
    t = torch.ones(2, requires_grad=True)
    with pytest.raises(TypeError, match=r"detach\(\)"):
        np.asarray(xp.asarray(t))
    with pytest.raises(TypeError, match=r"to_device\('cpu'\)"):
        np.asarray(xp.asarray(torch.ones(2, device="meta")))
    assert np.asarray(xp.asarray(t).tensor.detach()).tolist() == [1, 1]


@pytest.mark.cpu_only
def test_dlpack_refuses_with_buffer_error():
    t = torch.ones(2, requires_grad=True)
    for call in (lambda: xp.asarray(t).__dlpack__(), lambda: np.from_dlpack(xp.asarray(t)), lambda: xp.from_dlpack(t)):
        with pytest.raises(BufferError):
            call()
    x = xp.ones(2)
    with pytest.raises(BufferError):
        xp.asarray(torch.ones(2, device="meta")).__dlpack__(copy=False, dl_device=x.__dlpack_device__())
    with pytest.raises(BufferError, match="stream"):
        x.__dlpack__(stream=3)
    with pytest.raises(BufferError, match="negative steps"):
        x[::-1].__dlpack__(copy=False)
    with pytest.raises(TypeError, match="copy must be a bool"):
        x.__dlpack__(copy=3)
    with pytest.raises(AttributeError, match="__dlpack__"):
        xp.from_dlpack([1])


@pytest.mark.cpu_only(device="(2, 0)")
@pytest.mark.parametrize("device", [(1, 2**30), (1, -1), (2, 0), (99, 0), (1,), 1, (1, "a"), [1, 0], (1.0, 0)], ids=str)
def test_devices_that_dlpack_does_not_have_here(device):
    with pytest.raises(Exception) as error:
        np.ones(3).__dlpack__(dl_device=device)
    with pytest.raises(error.type) as mine:
        xp.ones(3).__dlpack__(dl_device=device)
    assert len(str(mine.value)) < 100


@pytest.mark.cpu_only
@pytest.mark.parametrize("version", [None, (0, 8), (1, 0), (2, 0)])
def test_dlpack_versions_and_copies(version):
    x = xp.arange(3)
    for copy in (None, False, True):
        t = torch.utils.dlpack.from_dlpack(x.__dlpack__(max_version=version, copy=copy))
        assert (t.data_ptr() == x.tensor.data_ptr()) is (copy is not True)
    assert tuple(map(int, x.__dlpack_device__())) == (1, 0)
    assert xp.from_dlpack(x).tensor.data_ptr() == x.tensor.data_ptr()
    assert xp.from_dlpack(x, copy=True).tensor.data_ptr() != x.tensor.data_ptr()
    assert xp.from_dlpack(x, device="cpu", copy=False).tensor.data_ptr() == x.tensor.data_ptr()
    assert xp.from_dlpack(np.arange(3), device="meta").device.type == "meta"


def test_copies_of_what_transforms_map():
    def doubled(x, copy):
        y = xp.from_dlpack(x, copy=copy)
        y *= 2
        return x

    for copy, expected in ((True, [1.0, 2.0]), (None, [2.0, 4.0])):
        result = xp.vmap(lambda x, copy=copy: doubled(x.copy(), copy))(xp.asarray([[1.0, 2.0]]))
        assert result.tolist() == [expected]


def test_read_only_numpy_arrays_come_in_as_copies():
    a = np.arange(3.0)
    a.flags.writeable = False
    for other in (a, np.arange(3.0)[::-1], np.arange(3, dtype=">f8")):
        x = xp.from_dlpack(other)
        same(x, other.astype(float))
        assert not np.shares_memory(np.asarray(x), other)
        with pytest.raises(BufferError):
            xp.from_dlpack(other, copy=False)


class Exporter:
    """Exports an array of NumPy's by DLPack alone."""

    def __init__(self, array):
        self.array = array

    def __dlpack__(self, **options):
        return self.array.__dlpack__(**options)

    def __dlpack_device__(self):
        return self.array.__dlpack_device__()


class OldExporter(Exporter):
    """Exports a capsule without a version."""

    def __dlpack__(self):
        return self.array.__dlpack__()


@pytest.mark.parametrize("kind", [Exporter, OldExporter])
@pytest.mark.parametrize("dtype", DTYPES)
def test_producers_with_negative_strides(kind, dtype):
    for a in (sample(dtype, (5,))[::-1], sample(dtype, (3, 4))[::-1, ::2], sample(dtype, (1,))[::-1]):
        for make in (xp.from_dlpack, xp.asarray, xp.array, xp.positive if dtype != "bool" else xp.asarray):
            same(make(kind(a)), a)
        x = xp.zeros(a.shape, dtype)
        x[...] = kind(a)
        same(x, a)
        with pytest.raises(BufferError, match="copy"):
            xp.from_dlpack(kind(a), copy=False)
        with pytest.raises(ValueError, match="copy"):
            xp.asarray(kind(a), copy=False)


def test_read_only_memory_of_producers_is_not_written():
    a = np.ones(4)
    assert np.shares_memory(np.asarray(xp.from_dlpack(Exporter(a))), a)
    a.flags.writeable = False
    for make in (xp.from_dlpack, xp.asarray):
        x = make(Exporter(a))
        x[...] = 7
        assert a.tolist() == [1, 1, 1, 1]
    with pytest.raises(BufferError, match="read-only"):
        xp.from_dlpack(Exporter(a), copy=False)
    with pytest.raises(ValueError, match="read-only"):
        xp.asarray(Exporter(a), copy=False)
    # NumPy lacks bfloat16.
    held = Producer(bits=16, code=4, flags=1, version=(1, 0))
    x = xp.from_dlpack(held)
    x[...] = 7
    assert x.dtype == "bfloat16"
    assert list(held.memory) == list(range(16))


WRONG_CAPSULES = {
    "ndim -1": {"ndim": -1},
    "ndim 65": {"shape": (1,) * 65, "strides": (1,) * 65},
    "ndim 10**9": {"ndim": 10**9},
    "no shape": {"shape": None, "ndim": 1},
    "more dimensions than sizes": {"shape": (4, *(2**40,) * 3), "strides": (1,), "ndim": 4},
    "negative size": {"shape": (-4,)},
    "too many elements": {"shape": (2**62, 4), "strides": (1, 1)},
    "too many bytes": {"shape": (2**61,)},
    "too many beside none": {"shape": (0, 2**62, 4), "strides": (1, 1, 1)},
    "stride of 2**65 bytes": {"strides": (2**62,)},
    "stride of 2**66 bytes": {"shape": (2,), "strides": (2**63 - 1,)},
    "strides": {"shape": (2, 2), "strides": (2**59, 2**59)},
    "negative strides": {"shape": (2, 2), "strides": (-(2**59), -(2**59))},
    "no memory": {"data": None},
    "offset": {"byte_offset": 2**63},
    "version 2": {"version": (2, 0)},
    "code": {"code": 9},
    "bits": {"bits": 7},
    "lanes": {"lanes": 2},
    "device": {"device": (99, 0)},
    "offset in an element": {"byte_offset": 3},
}


@pytest.mark.parametrize("version", [None, (1, 0)])
@pytest.mark.parametrize("fields", WRONG_CAPSULES.values(), ids=WRONG_CAPSULES)
def test_wrong_capsules(fields, version):
    for call in (xp.from_dlpack, xp.asarray, lambda p: xp.add(xp.zeros(4), p)):
        with pytest.raises(BufferError) as raised:
            call(Producer(**{"version": version, **fields}))
        assert len(str(raised.value)) < 200  # not what other code has in the place of sizes
        assert str(raised.value).startswith("from_dlpack: ")
        assert not any(text in str(raised.value) for text in ("ATen", "Unsupported"))  # torch's


def test_capsules_that_are_none_or_were_read():
    capsule = np.ones(3).__dlpack__()
    np.from_dlpack(type("Held", (), {"__dlpack__": lambda s, **k: capsule, "__dlpack_device__": lambda s: (1, 0)})())
    for held in (capsule, 5, None):
        exporter = type("E", (), {"__dlpack__": lambda s, held=held, **k: held, "__dlpack_device__": lambda s: (1, 0)})
        with pytest.raises(BufferError, match="must return a new capsule"):
            xp.from_dlpack(exporter())


@pytest.mark.parametrize(
    "fields", [{}, {"shape": (), "strides": ()}, {"shape": (2, 2), "strides": None}, {"byte_offset": 8}]
)
@pytest.mark.parametrize("version", [None, (1, 0)])
def test_right_capsules(fields, version):
    held = Producer(version=version, **fields)
    same(xp.from_dlpack(held), np.from_dlpack(held))
    assert np.shares_memory(np.asarray(xp.from_dlpack(held)), np.from_dlpack(held))
    assert xp.from_dlpack(Producer(version=version, data=None, shape=(0,))).shape == (0,)


def test_memory_with_steps_beyond_64_bits():
    far = np.ndarray((2,), buffer=bytearray(64), strides=(2**63 - 8,))
    for call in (xp.asarray, xp.array, xp.from_dlpack, lambda a: xp.ones(2) + a):
        with pytest.raises((ValueError, BufferError), match="too big"):
            call(far)
    with pytest.raises(ValueError, match="too big"):
        xp.ndarray((2,), buffer=bytearray(64), strides=(2**63 - 8,))
    for shape, strides in [((1,), (2**63 - 8,)), ((1,), (-(2**63),)), ((0,), (2**63 - 8,)), ((2, 1), (0, 2**63 - 8))]:
        a = np.lib.stride_tricks.as_strided(np.ones(1), shape, strides)
        same(xp.asarray(a), a)


def test_tensors_with_torchs_bits_are_not_copied_in_silence():
    t = torch.tensor([1 + 2j, 3])
    for bits in (t.conj(), t.conj().imag):
        same(xp.asarray(bits), bits.resolve_conj().resolve_neg().numpy())
        for make in (xp.asarray, xp.array):
            with pytest.raises(ValueError, match="Unable to avoid copy"):
                make(bits, copy=False)
        with pytest.raises(BufferError, match="bit"):
            xp.from_dlpack(bits)


def test_a_tensor_of_zeros_without_memory_gets_some():
    t = torch.ones(3, requires_grad=True)
    zeros = torch.autograd.grad(torch.sgn(t).sum(), t)[0]
    x = xp.asarray(zeros)
    x[0] = 1
    assert x.tolist() == [1, 0, 0]
    same(xp.asarray(zeros) + 1, np.ones(3, "float32"))


def test_dtypes_that_are_not_ours_are_refused():
    with pytest.raises(BufferError):
        xp.from_dlpack(torch.zeros(2, dtype=torch.float8_e4m3fn))


@pytest.mark.cpu_only
def test_to_device():
    class Sub(xp.ndarray):
        pass

    x = xp.ones(2)
    assert x.to_device("cpu") is x
    assert x.to_device(torch.device("cpu")) is x
    assert x.to_device("meta").device.type == "meta"
    assert type(x.view(Sub).to_device("meta")) is Sub
    t = torch.ones(2, requires_grad=True)
    assert xp.asarray(t).to_device("meta").tensor.requires_grad
    for args, keywords in [(("nowhere",), {}), (("cpu",), {"stream": 1})]:
        with pytest.raises(ValueError):
            x.to_device(*args, **keywords)


def test_a_graph_comes_in_and_goes_out_whole():
    t = torch.tensor([1.0, 2.0], requires_grad=True)
    x = xp.asarray(t * 2)
    xp.concat([x, x]).tensor.sum().backward()
    assert t.grad.tolist() == [4, 4]
    assert copies.copy(x).tensor.requires_grad


class ExchangeApi(ctypes.Structure):
    """``DLPackExchangeAPI`` of DLPack's header since version 1.3, up to the function that exports an object."""

    _fields_ = (
        ("version", ctypes.c_uint32 * 2),
        ("previous", ctypes.c_void_p),
        ("allocate", ctypes.c_void_p),
        ("export", ctypes.c_void_p),
    )


@pytest.mark.skipif(not hasattr(torch.Tensor, "__dlpack_c_exchange_api__"), reason="torch lacks it")
@pytest.mark.cpu_only
def test_the_exchange_in_c_is_of_tensors_only():
    """So arrays do not have it: who finds it does not call ``__dlpack__``."""
    pointer = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.py_object, ctypes.c_char_p)(
        ("PyCapsule_GetPointer", ctypes.pythonapi)
    )
    api = ExchangeApi.from_address(pointer(torch.Tensor.__dlpack_c_exchange_api__, b"dlpack_exchange_api"))
    export = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.py_object, ctypes.POINTER(ctypes.c_void_p))(api.export)
    x, found = xp.ones(2), ctypes.c_void_p()
    with pytest.raises(RuntimeError):
        export(x, ctypes.byref(found))
    assert found.value is None
    assert not hasattr(xp.ndarray, "__dlpack_c_exchange_api__")
    assert hasattr(x.tensor, "__dlpack_c_exchange_api__")


# Memory at addresses where torch's loops for complex128 end the process: NumPy's alignment is 8, theirs is 16.


def at_offset(values, offset):
    memory = np.empty(values.nbytes + 32, "uint8")
    start = -memory.ctypes.data % 16 + offset
    placed = memory[start : start + values.nbytes].view("uint8")
    placed[...] = values.view("uint8").ravel()
    return np.frombuffer(memory, values.dtype, values.size, start)


def pickled(a):
    buffers = []
    stream = pickle.dumps(xp.asarray(np.array(a)), protocol=5, buffer_callback=buffers.append)
    frame = at_offset(np.frombuffer(buffers[0].raw(), "uint8").copy(), a.ctypes.data % 16)
    return pickle.loads(stream, buffers=[frame.data])


WAYS_IN = {
    "asarray": xp.asarray,
    "from_dlpack": xp.from_dlpack,
    "from_dlpack with a copy": lambda a: xp.from_dlpack(a, copy=True),
    "memoryview": lambda a: xp.asarray(memoryview(a)),
    "frombuffer": lambda a: xp.frombuffer(a.data, dtype=a.dtype),
    "ndarray": lambda a: xp.ndarray(a.shape, a.dtype, a),
    "pickle": pickled,
}


@pytest.mark.cpu_only
@pytest.mark.parametrize("offset", [1, 4, 8])
@pytest.mark.parametrize("way", WAYS_IN)
def test_complex_numbers_are_at_addresses_that_torch_takes(way, offset):
    expected = np.arange(6) + 1j
    x = WAYS_IN[way](at_offset(expected, offset))
    assert x.tensor.data_ptr() % 16 == 0
    np.testing.assert_array_equal(np.asarray(x[x.real > 2]), expected[3:])


@pytest.mark.cpu_only
def test_memory_that_torch_takes_is_shared():
    for values, offset in ((np.arange(6) + 1j, 0), (np.arange(6.0), 8), (np.arange(6, dtype="complex64"), 8)):
        a = at_offset(values, offset)
        assert xp.asarray(a).tensor.data_ptr() == a.ctypes.data


@pytest.mark.cpu_only
def test_memory_at_other_addresses_is_no_view():
    a = at_offset(np.arange(6) + 1j, 8)
    for convert in (xp.asarray, xp.from_dlpack):
        with pytest.raises((ValueError, BufferError), match="unaligned"):
            convert(a, copy=False)
    with pytest.raises(ValueError, match="view a copy"):
        xp.asarray(a.view("float64")).view("complex128")
