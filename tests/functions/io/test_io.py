"""Arrays in files, text and buffers: what NumPy writes is read here, and the other way round."""

import io
import pickle

import numpy as np
import pytest
import torch
from support.cases import cases
from support.oracle import DTYPES, alike, calls, ours, same, sample

import xp_torch as xp

pytestmark = pytest.mark.cpu_only

BYTES, FILE = bytes(range(16)), "numbers"


@pytest.mark.parametrize("dtype", DTYPES)
@cases("shape", [(), (0,), (2, 3), (2, 0, 3)])
def test_npy_files_are_numpys(dtype, shape, tmp_path):
    x = sample(dtype, shape)
    for order in "CF":
        x = np.asarray(x, order=order)
        mine, theirs = io.BytesIO(), io.BytesIO()
        xp.save(mine, xp.asarray(x.copy(order)))
        np.save(theirs, x)
        assert mine.getvalue() == theirs.getvalue()
        theirs.seek(0)
        same(xp.load(theirs), x)
    xp.save(tmp_path / "name", xp.asarray(x))
    same(xp.load(tmp_path / "name.npy"), x)


@pytest.mark.numpy_before
def test_npz_files_are_read_part_by_part(tmp_path):
    x, y = np.arange(3), np.ones((2, 2), "f4")
    for write in (xp.savez, xp.savez_compressed, np.savez):
        write(tmp_path / "a.npz", x if write is np.savez else ours(x), second=y if write is np.savez else ours(y))
        with xp.load(tmp_path / "a.npz") as found, np.load(tmp_path / "a.npz") as theirs:
            assert found.files == theirs.files
            assert list(found) == list(theirs)
            assert len(found) == 2
            assert "second" in found
            assert "second.npy" in found
            assert "third" not in found
            same(found["arr_0"], x)
            same(found.f.second, y)
            assert set(dir(found.f)) == {"arr_0", "second"}
            assert dict(found).keys() == dict(theirs).keys()
            assert found.get("third") is None
            assert [v.shape for v in found.values()] == [v.shape for v in theirs.values()]
            with pytest.raises(KeyError):
                found["third"]
            with pytest.raises(AttributeError):
                found.f.third
            assert "second" in repr(found)
        assert found.zip is None
        assert found.fid is None
    with pytest.raises(ValueError, match="arr_0"):
        xp.savez(tmp_path / "b.npz", x, arr_0=x)


def test_saving_leaves_graphs_behind():
    file = io.BytesIO()
    xp.save(file, xp.asarray(torch.ones(2, requires_grad=True)))
    file.seek(0)
    same(xp.load(file), np.ones(2, "f4"))


@pytest.mark.parametrize("mode", [None, "r", "r+", "c"])
def test_files_are_mapped(mode, tmp_path):
    path = tmp_path / "x.npy"
    np.save(path, np.arange(3))
    x = xp.load(path, mmap_mode=mode)
    same(x, np.arange(3))
    x[0] = 9
    assert np.load(path)[0] == (9 if mode == "r+" else 0)


def test_pickles_are_read_if_allowed(tmp_path):
    x = xp.arange(3)
    x.dump(tmp_path / "x")
    with pytest.raises(ValueError, match="allow_pickle"):
        xp.load(tmp_path / "x")
    same(xp.load(tmp_path / "x", allow_pickle=True), np.arange(3))
    same(pickle.loads(x.dumps()), np.arange(3))
    np.arange(3).dump(tmp_path / "y")
    same(xp.load(tmp_path / "y", allow_pickle=True), np.arange(3))
    np.save(tmp_path / "z.npy", np.asarray([None, 1]))
    objects = xp.load(tmp_path / "z.npy", allow_pickle=True)
    assert type(objects) is np.ndarray
    assert objects.tolist() == [None, 1]


@pytest.mark.parametrize("kwargs", [
    {}, {"fmt": "%d"}, {"fmt": "%.3f", "delimiter": ","}, {"header": "a b", "footer": "end"}, {"newline": "\r\n"},
    {"fmt": ["%d", "%.1f", "%g"]}, {"header": "x", "comments": "!"},
])  # fmt: skip
@pytest.mark.parametrize(
    "x", [np.arange(6.0).reshape(2, 3), np.arange(3.0), np.asarray([[1 + 2j, 3, 4]]), np.arange(3)]
)
def test_text_is_written_as_numpy_writes_it(x, kwargs):
    def act(m):
        file = io.StringIO()
        m.savetxt(file, x if m is np else ours(x), **kwargs)
        return m.asarray(list(file.getvalue().encode()))

    alike(act)


@cases("lines", [["1 2", "3 4"], ["1", "2"], ["1 2 3"], ["7"], ["# only"], ["1 x"], ["1 2", "3"]])
@pytest.mark.parametrize("kwargs", [
    {}, {"dtype": int}, {"dtype": "f4"}, {"dtype": complex}, {"unpack": True}, {"ndmin": 2}, {"usecols": 0},
    {"max_rows": 1}, {"skiprows": 1}, {"converters": lambda s: float(s) * 2}, {"dtype": "bool"},
])  # fmt: skip
def test_text_is_read_as_numpy_reads_it(lines, kwargs):
    alike(lambda m: m.loadtxt(lines, **kwargs))
    given = {n: v for n, v in kwargs.items() if n != "skiprows"}
    alike(lambda m: m.genfromtxt(lines, **given))


def test_what_text_holds_besides_numbers_is_numpys():
    for act in (
        lambda m: m.genfromtxt(["a b", "1 2"], names=True),
        lambda m: m.genfromtxt(["a b"], dtype=None, encoding="utf-8"),
        lambda m: m.loadtxt(["a b"], dtype="U3"),
        lambda m: m.loadtxt(["1 2"], dtype="i4,f4"),
        lambda m: m.genfromtxt(["1 2"], usemask=True),
        lambda m: m.fromiter(["a", "bc"], dtype="U2"),
        lambda m: m.frombuffer(b"abcd", dtype="S2"),
    ):
        got, want = act(xp), act(np)
        assert type(got) is type(want)
        np.testing.assert_array_equal(got, want, strict=True)


@pytest.mark.parametrize("dtype", DTYPES)
def test_bytes_come_and_go(dtype, tmp_path):
    x = sample(dtype, (4, 3))
    mine = ours(x)
    alike(lambda m: m.frombuffer(x.tobytes(), dtype))
    alike(lambda m: m.frombuffer(x.tobytes(), dtype, 3, x.itemsize))
    alike(lambda m: m.frombuffer(x.tobytes(), dtype, 100))
    mine.tofile(tmp_path / "mine")
    assert (tmp_path / "mine").read_bytes() == x.tobytes()
    mine.T.tofile(tmp_path / "turned")
    assert (tmp_path / "turned").read_bytes() == x.T.tobytes()
    alike(lambda m: m.fromfile(tmp_path / "mine", dtype))
    alike(lambda m: m.fromfile(tmp_path / "mine", dtype, count=2, offset=x.itemsize))


def test_buffers_are_shared_where_they_can_be_written():
    memory = bytearray(8)
    x = xp.frombuffer(memory, dtype="i4")
    x[1] = 1
    assert bytes(memory) == np.asarray([0, 1], "i4").tobytes()
    x = xp.arange(2.0)
    xp.frombuffer(x)[0] = 7
    assert x.tolist() == [7, 1]
    fixed = xp.frombuffer(bytes(8), dtype="i4")
    fixed[0] = 1
    assert fixed.tolist() == [1, 0]


@calls("""
    m.frombuffer(BYTES, ">i4"); m.frombuffer(BYTES, m.dtype(m.uint16).newbyteorder(">"), 3, 2);
    m.frombuffer(BYTES, ">f8"); m.frombuffer(BYTES, np.dtype(">c16")); m.frombuffer(BYTES, "<i2");
    m.frombuffer(bytearray(BYTES), ">u8"); m.ndarray((2, 2), ">i4", BYTES);
    m.ndarray(3, ">i2", bytearray(BYTES), 2, (4,)); m.array(np.ones(3, ">Q")).sum(); m.array(np.ones(3, ">q")).sum();
    m.fromfile(FILE, ">i4"); m.fromfile(FILE, m.dtype(">f8"), 1, offset=8); m.frombuffer(BYTES, ">i4") + 1
""")
def test_other_byte_orders_are_read(call, tmp_path, monkeypatch):
    (tmp_path / FILE).write_bytes(BYTES)
    monkeypatch.chdir(tmp_path)
    alike(call)


def test_numbers_in_text():
    for text, sep in (("1 2 3", " "), ("1,2,3", ","), ("1, 2", ","), ("", " "), ("1 2", "")):
        alike(lambda m: m.fromstring(text, sep=sep))
        alike(lambda m: m.fromstring(text, int, 2, sep=sep))


@calls("""
    m.fromiter(range(4), float); m.fromiter((m.asarray(i) for i in range(4)), "i2", 3); m.fromiter([1.5, 2.5], int);
    m.fromiter(range(2), float, 5); m.fromiter([], complex); m.fromiter(["a"], float);
    m.genfromtxt(["1,,3", "4,5,", "7,8,x"], delimiter=","); m.genfromtxt(["1 2", "3 4"], dtype=None);
    m.genfromtxt(["1,,3", "4,5,", "7,8,x"], delimiter=",", filling_values=9, dtype=int);
    m.genfromtxt(["1,,3", "4,5,"], delimiter=",", missing_values="4", usecols=(0, 2))
""")
def test_gaps_are_filled_and_iterables_are_read(call):
    alike(call)


@pytest.mark.parametrize("write", [xp.save, xp.savez, xp.savez_compressed])
def test_bfloat16_is_saved_as_ml_dtypes_is(write):
    x = xp.asarray([[1.0, 3.140625], [-0.0, xp.nan]], dtype=xp.bfloat16).T
    file = io.BytesIO()
    write(file, x)
    file.seek(0)
    found = xp.load(file)
    found = found if write.__name__ == "save" else found["arr_0"]
    assert found.dtype is xp.bfloat16
    assert found.tensor.view(torch.int16).tolist() == x.tensor.view(torch.int16).tolist()
    theirs = io.BytesIO()
    np.save(theirs, np.asarray(x))
    theirs.seek(0)
    assert xp.load(theirs).tensor.view(torch.int16).tolist() == x.tensor.view(torch.int16).tolist()


def test_bfloat16_goes_by_its_bytes_and_through_float32():
    x = xp.asarray([1.0, 3.140625], dtype=xp.bfloat16)
    file = io.BytesIO()
    same_bits = xp.frombuffer(x.tensor.view(torch.int16).numpy().tobytes(), dtype=xp.bfloat16)
    xp.savetxt(file, x)
    file.seek(0)
    for found in (same_bits, xp.loadtxt(file, dtype=xp.bfloat16), xp.fromiter([1, 3.14], dtype=xp.bfloat16),
                  xp.fromstring("1 3.14", dtype="bfloat16", sep=" ")):  # fmt: skip
        assert found.dtype is xp.bfloat16
        assert found.tolist() == x.tolist()


def test_bfloat16_in_a_file_of_bytes(tmp_path):
    x = xp.asarray([1.0, 3.140625], dtype=xp.bfloat16)
    x.tofile(tmp_path / "x")
    assert xp.fromfile(tmp_path / "x", dtype=xp.bfloat16).tolist() == x.tolist()
    x.tofile(tmp_path / "y", sep=",")
    assert xp.fromfile(tmp_path / "y", dtype=xp.bfloat16, sep=",").tolist() == x.tolist()


def test_arrays_are_made_on_the_device_that_is_asked_for():
    file = io.BytesIO()
    xp.save(file, xp.zeros(2))
    file.seek(0)
    for x in (
        xp.load(file, device="meta"),
        xp.loadtxt(["1 2"], device="meta"),
        xp.genfromtxt(["1 2"], device="meta"),
        xp.fromiter([1, 2], float, device="meta"),
        xp.frombuffer(bytes(16), device="meta"),
        xp.fromstring("1 2", sep=" ", device="meta"),
    ):
        assert x.device.type == "meta"
        assert x.shape == (2,)
