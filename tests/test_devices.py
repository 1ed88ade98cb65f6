"""Devices: results are on the device of the operands, and nothing is read back to the host but by a short list.

`test_transforms.py` makes every call of `tools.calls` on a fake CUDA device, which has no values: what reads them
raises. With ``--device cuda``, on a GPU, the same calls run on it here, and torch raises where one waits for it.
"""

import os
import re
import subprocess
import sys

import numpy as np
import pytest
import torch
from support.cases import cases, initial
from support.versions import sentinel
from torch._subclasses.fake_tensor import FakeTensorMode
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_leaves

import xp_torch as xp
from tools.calls import OPERANDS, operands_of
from tools.calls.row import example
from tools.generate_transforms import published
from tools.transforms import MAKES, Call, calls, has_literal, names, outcome

#: calls that draw or make arrays, on a fake GPU.
CREATING = """
    m.random.default_rng(0).normal(v, 1.0); m.random.default_rng(0).integers(0, i + 1);
    m.random.default_rng(0).choice(v, 2); m.random.default_rng(0).choice(v, 2, replace=False);
    m.random.default_rng(0).permutation(v); m.random.default_rng(0).multivariate_normal(v, s);
    m.random.default_rng(0).choice(4, 2, p=m.abs(z) / m.sum(z)); m.c_[v, w]; m.r_["0,2", v, w]; m.r_[v, 1:3, 0, [2]];
    m.fromfunction(lambda i, j: i + j, (2, 3)); m.indices((2, 3), sparse=True); m.mgrid[0:3, 0:2]; m.ogrid[0:3];
    m.diag_indices(3); m.tril_indices(3); m.triu_indices(3); m.hanning(5); m.kaiser(5, 8.6); m.linspace(0, 1, 5);
    m.geomspace(1, 8, 4); m.logspace(0, 2, 3); m.fft.fftfreq(5); m.eye(3, k=1); m.tri(3); m.arange(1.0, 2.0, 0.25);
    m.random.default_rng(0).normal(size=3); m.random.default_rng(0).integers(0, 5, 3); m.array([1, 2]);
    m.asarray(2.5)"""
#: what reads values back to the host, and why; the guide to GPUs has this list.
READS = {
    "the shape of the result depends on them": "argwhere bincount extract flatnonzero intersect1d "
    "mask_indices nonzero setdiff1d setxor1d trim_zeros union1d unique unique_all unique_counts unique_inverse "
    "unique_values",
    "the result is a Python bool, or values decide the dtype": "allclose array_equal array_equiv "
    "emath.arccos emath.arcsin emath.arctanh emath.log emath.log10 emath.log2 emath.logn emath.power emath.sqrt "
    "real_if_close",
    "they are checked": "asarray_chkfinite",
    "the function computes different things for different values": "piecewise polydiv polyfit polymul roots",
    "the result is text or a file": "array2string array_repr array_str save savetxt savez savez_compressed",
}
READING = {name for listed in READS.values() for name in listed.split()}
#: what needs memory, or prints a fake tensor in its own way.
NOT_THEIRS = {"from_dlpack", "lib.array_utils.byte_bounds", "array_repr", "array_str"}
#: whose kernels of torch wait to see whether they converged.
WAITING = re.compile(r"linalg\.(cond|eig|lstsq|matrix_norm|matrix_rank|norm|pinv|svd)")
PUBLISHED = published()


def assert_described_as(got, expected, device):
    """Assert that a fake result has the dtype and shape of the real one, on its device."""
    if isinstance(expected, (tuple, list)):
        assert len(got) == len(expected)
        for g, e in zip(got, expected, strict=True):
            assert_described_as(g, e, device)
    elif isinstance(expected, xp.ndarray):
        assert (got.dtype, got.shape) == (expected.dtype, expected.shape)
        assert device is None or got.device.type == device
    else:
        assert got == expected


# Fake tensors have no address, which torch warns of.
@pytest.mark.filterwarnings("ignore:Accessing the data pointer")
@pytest.mark.parametrize("text", re.split(r";\s+", CREATING.strip()))
def test_what_makes_arrays_on_a_fake_gpu(text):
    act = example(text)
    call = Call(text, text, act, {name: OPERANDS[name] for name in operands_of(act)})
    assert outcome(call, "fake device") == ("yes", "")


def test_only_the_functions_of_the_list_read_values():
    """`test_transforms.py` makes every call on a fake GPU, and compares with the published outcomes."""
    found = {name for name, cells in PUBLISHED.items() if cells["fake device"] in ("values", "host")}
    assert found - NOT_THEIRS == READING - NOT_THEIRS


@pytest.mark.filterwarnings("ignore:Synchronization debug mode")
def test_calls_do_not_wait_for_the_gpu(device):
    """torch itself raises where a call waits."""
    if not device.startswith("cuda"):
        pytest.skip("runs with --device cuda")
    waiting = []
    for call in calls():
        if PUBLISHED[call.name]["fake device"] != "yes" or has_literal(call) or WAITING.match(call.name):
            continue
        operands = [xp.asarray(value, device=device) for value in call.operands.values()]
        call(*operands)  # the first call may load a library or allocate memory
        try:
            torch.cuda.set_sync_debug_mode("error")
            call(*operands)
        except RuntimeError as error:
            waiting.append((call.label, str(error)))
        finally:
            torch.cuda.set_sync_debug_mode("default")
    assert not waiting


@pytest.mark.slow
def test_the_option_makes_another_device_the_default(tmp_path, checkout):
    """The meta device stands for a GPU."""
    (tmp_path / "test_one.py").write_text(
        "import xp_torch as xp\n\n\ndef test_one(device):\n    assert str(xp.zeros(2).device) == device == 'meta'\n",
        encoding="utf-8",
    )
    line = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "conftest", f"--rootdir={tmp_path}"]
    paths = os.pathsep.join([str(checkout / "tests"), *filter(None, [os.environ.get("PYTHONPATH")])])
    for device, status in (("meta", 0), ("nonsense", 4)):
        options = [f"--device={device}", str(tmp_path / "test_one.py")]
        done = subprocess.run(
            line + options, env={**os.environ, "PYTHONPATH": paths}, cwd=tmp_path, capture_output=True, check=False
        )
        assert done.returncode == status, done.stdout.decode() + done.stderr.decode()


def test_the_guide_lists_what_reads_values(checkout):
    guide = (checkout / "docs/guide/gpu.md").read_text(encoding="utf-8")
    rows = dict(line.strip("| ").split(" | ", 1) for line in guide.splitlines() if line.startswith("| "))
    for why, listed in READS.items():
        assert set(listed.split()) <= set(re.findall(r"`([\w.]+)`", rows[why]))


#: writes of an array without values to one on the CPU, and with keys that have none.
META_WRITES = """
    x[...] = m3; x[0] = m0; x[0:3] = m0; x[[0, 1]] = m3[:2]; x[x > 1] = m3; x[x > 1] = m0; x[mi] = 0.0; x[mb] = 0.0;
    x[m0.astype(int)] = 0.0; x += m3; x += m0; x *= m3; x -= m3; x **= m3; x.flat = m3; x.flat[0] = m0;
    x.fill(m0); x.real = m3; x.put([0], m0); xp.copyto(x, m0); xp.copyto(x, 1.0, where=mb); xp.putmask(x, mb, 0.0);
    xp.putmask(x, x > 1, m3); xp.place(x, mb, [1.0]); xp.put_along_axis(x, m0.astype(int)[None], 1.0, 0);
    xp.fill_diagonal(s, m3); xp.add(m3, 1, out=x); xp.add(x, m0, out=x); xp.add(x, x, out=m3); xp.sum(m3, out=x[0]);
    xp.add.at(x, [0], m0); xp.add.at(x, mi, 1.0); xp.cumsum(m3, out=x); xp.nan_to_num(x, nan=m0, copy=False)"""


@pytest.mark.parametrize("statement", re.split(r";\s+", META_WRITES.strip()))
def test_writes_of_what_has_no_values_raise(statement):
    scope = {"xp": xp, "x": xp.asarray([1.0, 2.0, 3.0]), "s": xp.eye(3)}
    scope |= {"m3": xp.ones(3, device="meta"), "m0": xp.ones((), device="meta")}
    scope |= {"mi": xp.zeros(2, dtype=int, device="meta"), "mb": xp.ones(3, dtype=bool, device="meta")}
    with pytest.raises(ValueError, match="meta"):
        exec(statement, scope)
    assert (scope["x"].tolist(), scope["s"].tolist()) == ([1.0, 2.0, 3.0], xp.eye(3).tolist())


@sentinel
def test_torch_writes_nothing_of_a_meta_tensor():
    x = torch.ones(3)
    x.add_(torch.ones(3, device="meta"))
    x.masked_fill_(torch.ones(3, dtype=torch.bool, device="meta"), 2.0)
    assert x.tolist() == [1.0, 1.0, 1.0]


@pytest.mark.parametrize("argument", ["nan_to_num(x, nan=m0)", "pad(x, 1, constant_values=m0)", "insert(x, 0, m0)",
    "sum(x, initial=m0)", "std(x, mean=m3)", "quantile(x, m0)", "cov(x, m3)", "x[m0.astype(int)]"])  # fmt: skip
def test_an_argument_on_another_device_is_not_copied(argument):
    scope = {**vars(xp), "xp": xp, "x": xp.ones(3), "m0": xp.ones((), device="meta"), "m3": xp.ones(3, device="meta")}
    with pytest.raises(ValueError, match="meta"):
        eval(argument, scope)


#: calls that make arrays of no other array; each takes ``device=``.
CREATION = """
    zeros(2); ones(2); empty(2); full(2, 1.5); full((2, 2), 1); arange(3); arange(1.0, 2.0, 0.5); linspace(0, 1, 3);
    logspace(0, 1, 3); geomspace(1, 8, 4); eye(2); identity(2); tri(2); asarray([1, 2]); asarray(1.5); array([1.0]);
    asanyarray([1]); indices((2, 2)); indices((2,), sparse=True); fromfunction(abs, (2,)); diag_indices(2);
    tril_indices(2); triu_indices(2); bartlett(3); blackman(1); hamming(3); hanning(3); kaiser(3, 1.5); fft.fftfreq(3);
    fft.rfftfreq(3); fromiter([1.0], float); frombuffer(b"12345678"); fromstring("1 2", sep=" ");
    asarray(np.ones(2)); loadtxt(["1 2"]); genfromtxt(["1 2"])"""


@pytest.mark.cpu_only
@pytest.mark.parametrize("call", re.split(r";\s+", CREATION.strip()))
def test_the_ways_to_choose_a_device_agree(call):
    """`device=`, ``with torch.device(...)`` and `torch.set_default_device`."""

    def devices(text):
        return {a.device.type for a in tree_leaves(eval(text, {**vars(xp), "np": np}))}

    explicit = call[:-1] + ', device="meta")'
    assert devices(call) == {"cpu"}
    assert devices(explicit) == {"meta"}
    with torch.device("meta"):
        assert devices(call) == {"meta"}
        assert devices(explicit.replace('"meta"', '"cpu"')) == {"cpu"}
    torch.set_default_device("meta")
    try:
        assert devices(call) == {"meta"}
    finally:
        torch.set_default_device(None)


@pytest.mark.cpu_only
@cases("name", names(), by=initial)
def test_the_default_device_does_not_matter_beside_operands(name):
    """Operands on the CPU give what they give without another default device, which has no values."""
    for call in calls([name]):
        if call.operands and not MAKES.search(call.text):
            expected, given = call(*call.arrays()), call.arrays()
            with torch.device("meta"):
                got = call(*given)
            assert_described_as(got, expected, "cpu")


@pytest.mark.parametrize("text", re.split(r";\s+", """
    m.choose([0, 1, 0], (v, 1.5)); m.choose(i, ([1, 2, 3], 4, 5)); m.isclose(x, [1, 2, 3]); m.isclose([1, 2, 3], x);
    m.insert([1.0, 2.0], 1, v); m.where([True, False, True], v, 1); m.trapezoid([1, 2, 3], v);
    m.average([1, 2, 3], weights=v); m.append([1], v); m.concat([[1], v]); m.r_[1, v]; m.interp([1.0], z, z);
    m.clip([1, 2, 3], v, None); m.cross([1, 2, 3], v); m.einsum("i,i", [1, 2, 3], v); m.linalg.solve(t, [1, 2, 3]);
    m.polyval([1, 2], v); m.searchsorted(z, [1, 2]); m.convolve([1, 2], v); m.kron([1, 2], v); m.stack([[1, 2, 3], v]);
    m.lexsort([[1, 2, 3], v]); m.isin([1, 2], n)
    """.strip()))  # fmt: skip
def test_lists_go_to_the_device_of_the_arrays(text):
    act = example(text)
    operands = [OPERANDS[name] for name in operands_of(act)]
    expected = act(xp, *map(xp.asarray, operands))
    with FakeTensorMode():
        fakes = [xp.asarray(torch.empty(a.shape, dtype=getattr(torch, a.dtype.name), device="cuda")) for a in operands]
        assert_described_as(act(xp, *fakes), expected, "cuda")


@pytest.mark.cpu_only(device="32768")
@pytest.mark.parametrize("device", ["gpu", 2**15, "cuda:99", "xpu:99", "mps:99", torch.device("cuda:98")], ids=str)
@pytest.mark.parametrize("make", [lambda d: xp.ones(3, device=d), lambda d: xp.ones(3).to_device(d),
    lambda d: xp.random.default_rng(0, device=d)], ids=["ones", "to_device", "default_rng"])  # fmt: skip
def test_a_device_that_is_not_here_raises_one_text(device, make):
    with pytest.raises(ValueError, match=rf"^device '{device}' is not available here \(available: cpu.*\)$"):
        make(device)


@pytest.mark.parametrize("text", [
    "x[[0, 9]]", "x[:, np.array([4])]", "x[[0, 1], [0, -5]]", "x[[5]] = 1.0", "x[np.array([[3]])] = 1.0",
    "x.flat[[12]]", "xp.take(x, [0, 3], axis=0)", "xp.take(x, (12,))", "xp.take(x, 12)",
    "xp.take(x, np.array(3), axis=0)",
    "xp.delete(x, [7, 1], axis=0)", "xp.insert(x, 4, 0, axis=0)", "xp.insert(x, [0, 4], 0, axis=0)",
    "xp.put(x, [0, 12], 1)", "x[range(4)]",
])  # fmt: skip
def test_indices_from_the_host_are_checked_off_the_cpu(text):
    """An index out of bounds that reaches a GPU ends all its work in the process; those of lists need no wait."""
    x = np.zeros((3, 4))
    with pytest.raises(IndexError) as theirs:
        exec(text, {"np": np, "xp": np, "x": x})
    with pytest.raises(IndexError) as ours:
        exec(text, {"np": np, "xp": xp, "x": xp.asarray(x, device="meta")})
    if "insert(x, [" not in text:  # NumPy names the place in the result
        assert str(ours.value).replace("for axis 0 with", "for") == str(theirs.value).replace("for axis 0 with", "for")
    with pytest.raises(ValueError, match="out of bounds"):
        xp.partition(xp.zeros(3, device="meta"), 5)


def test_indices_from_the_host_read_and_write_off_the_cpu():
    x = xp.zeros((3, 4), device="meta")
    assert x[[0, -1]].shape == x[np.array([0, 2])].shape == xp.take(x, [1, 2], axis=0).shape == (2, 4)
    assert x[[]].shape == (0, 4)
    assert x[[0, 1], [2, -4]].shape == (2,)
    assert xp.delete(x, [0], axis=0).shape == (2, 4)
    x[[0, 2]] = 1.0
    xp.put(x, [True], 1.0)
    assert xp.take(x, True).shape == ()
    assert xp.insert(x, [3, -3], 0.0, axis=0).shape == (5, 4)
    assert x[range(2)].shape == (2, 4)
    with pytest.raises(ValueError, match="boolean array argument"):
        xp.delete(x, [True, False])
    with pytest.raises(ValueError, match="matmul: Input operand 0 does not have enough dimensions"):
        xp.asarray(3, device="meta") @ xp.ones(3, dtype=int, device="meta")


class _WithoutUnsigned(TorchDispatchMode):
    """As CUDA does, lack the kernels of the index, products, bit operations and rolls of uint16, uint32 and uint64."""

    LACKING = ("index", "mul", "bitwise_and", "bitwise_or", "bitwise_xor", "roll")

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        dtypes = {x.dtype for x in args if isinstance(x, torch.Tensor)}
        if func.overloadpacket.__name__ in self.LACKING and dtypes & {torch.uint16, torch.uint32, torch.uint64}:
            raise NotImplementedError(f"{func} is not implemented for unsigned integers")
        return func(*args, **(kwargs or {}))


@pytest.mark.parametrize("dtype", ["uint16", "uint32", "uint64"])
@cases("text", [
    "x[i]", "x[i, i]", "x[:, i]", "x[None, i]", "x[::-1][i]", "x[[0, 1]]", "xp.take(x, i, axis=1)", "x * x", "x * 3",
    "x & x", "x | 1", "x ^ x", "xp.outer(x[0], x[1])", "xp.kron(x, x)", "xp.roll(x, 1)", "xp.fft.fftshift(x)",
])  # fmt: skip
def test_unsigned_integers_need_no_kernel_that_gpus_lack(text, dtype):
    x, i = np.zeros((3, 4), dtype), np.zeros(2, int)
    expected = eval(text, {"xp": np, "x": x, "i": i})
    with _WithoutUnsigned():
        got = eval(text, {"xp": xp, "x": xp.asarray(x, device="meta"), "i": xp.asarray(i, device="meta")})
    assert (got.dtype.name, got.shape) == (dtype, expected.shape)


def test_products_of_arrays_on_two_devices_raise():
    """torch's products take a meta tensor beside another one."""
    with FakeTensorMode():
        x, y = xp.ones((2, 2), device="cuda"), xp.ones((2, 2), device="meta")
        calls = (xp.matmul, xp.dot, xp.tensordot, lambda a, b: xp.einsum("ij,jk->ik", a, b))
        for call in calls:
            with pytest.raises(ValueError, match="on different devices, cuda:0 and meta"):
                call(x, y)
        with pytest.raises(ValueError, match="on different devices, cuda:0 and meta"):
            xp.cross(xp.ones(3, device="cuda"), xp.ones(3, device="meta"))


def test_series_are_converted_where_their_coefficients_are(device):
    series = xp.polynomial.Polynomial(xp.ones(3, device=device))
    assert series.convert(domain=[0, 1]).coef.device == series.coef.device
    assert series.convert(kind=xp.polynomial.Chebyshev).coef.device == series.coef.device
    assert xp.polynomial.Legendre.cast(series).coef.device == series.coef.device
