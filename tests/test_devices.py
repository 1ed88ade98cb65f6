"""Devices: results are on the device of the operands, and nothing is read back to the host but by a short list.

Every call of `conformance.calls`, and other forms of the functions that take positions, counts or constants, is made
on a fake CUDA device, which has no values: what reads them raises. With ``--device cuda``, on a GPU, the same calls run
on it, and torch raises where one waits for it.
"""

import ast
import contextlib
import os
import re
import subprocess
import sys

import numpy as np
import pytest
import torch
from test_tracing import assert_described_as
from torch._subclasses.fake_tensor import FakeTensorMode
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_leaves
from versions import PINNED_TORCH, TORCH, sentinel

import xp_torch as xp
from conformance.calls import EAGER_EXAMPLES, OPERANDS, all_examples, operands_of, ufunc_call
from conformance.calls.row import example
from xp_torch._array.ufunc.records import OPS

#: calls with other arguments than those of the examples, by a short description.
FORMS = {
    "constants": """
        m.delete(x, [0, 2], axis=1); m.delete(x, [True, False, True], axis=1); m.delete(v, slice(None, None, 2));
        m.insert(x, 1, 2.5); m.insert(x, slice(0, 2), 3.0, axis=1); m.insert(x, [0, 2], 1.0, axis=1);
        m.repeat(v, [1, 2, 1]); m.take(x, [0, 1], axis=1); m.put(x.copy(), [0, 1], 2.0);
        m.pad(x, 1, constant_values=2.0); m.pad(x, 1, "median"); m.nan_to_num(x, nan=v); m.clip(x, [0, 0, 0], 1);
        m.where(b, 1, 2); m.searchsorted(z, [1.0, 2.0]);
        m.gradient(v, [0.0, 1.0, 3.0]); m.trapezoid(v, [0.0, 1.0, 2.0]);
        m.concat([v, [1.0]]); m.r_[v, 1:3, 0, [2]];
        m.c_[v, w]; m.r_["0,2", v, w]; m.full_like(x, v); x + [1, 2, 3]""",
    "positions": """
        m.choose(i, (v, w, v)); i.choose((v, 1.5, v), mode="wrap"); m.ravel_multi_index((i, i), (3, 3));
        m.ravel_multi_index((i, 1), (3, 3), mode="wrap"); m.unravel_index(i, (3, 4), order="F");
        m.take(x, i, mode="wrap"); m.insert(x, i, v, axis=1); m.partition(v, [0, 2]); m.add.reduceat(v, i);
        m.add.reduceat(v, [0, 2]); m.add.at(v.copy(), i, w); m.maximum.at(v.copy(), i, 1);
        x[0, i]; x[i % 2, i]; v.flat[i]; m.full(3, v)""",
    "writes": """
        assigned(x, (i % 2, i), v); assigned(x, (0, [0, 2]), 1.5); assigned(x, Ellipsis, y);
        m.copyto(x.copy(), y, where=b); m.putmask(x.copy(), b, v); m.place(x.copy(), b, v);
        m.put_along_axis(x.copy(), n % 3, 1.0, 1)""",
    "orders and quantiles": """
        m.top_k(x, 2); m.top_k(n, 2, axis=0, mode="smallest"); m.quantile(x, 0.5); m.percentile(x, [20, 80], axis=1);
        m.quantile(x, z / 10); m.nanquantile(x, 0.5); m.histogram(x, 4, (0, 1)); m.histogramdd(x, bins=2);
        m.einsum("ij,jk,kl->il", x, s, s, optimize=True); m.einsum_path("ij,jk,kl->il", x, s, s)[0]""",
    "polynomials": """
        m.polyder(v, 2); m.polyint(v, 2, k=[1, 2]); m.polyint(v, k=3); m.polyadd(v, [1, 2]); m.polysub([1.0, 2.0], v);
        m.polyval([1.0, 2.0], v); m.vander(v, 3)""",
    "indices of a matrix": """
        m.diag_indices_from(s); m.tril_indices_from(s); m.triu_indices_from(s, k=1); m.fill_diagonal(s.copy(), v)""",
    "linear algebra": """
        m.linalg.inv(t); m.linalg.solve(t, v); m.linalg.solve(t, [1, 2, 3]); m.linalg.cholesky(s); m.linalg.cond(t, 1);
        m.linalg.matrix_power(t, -1); m.linalg.tensorsolve(t, v); m.linalg.norm(x, 2); m.linalg.matrix_rank(t)""",
    "random": """
        m.random.default_rng(0).normal(v, 1.0); m.random.default_rng(0).integers(0, i + 1);
        m.random.default_rng(0).choice(v, 2); m.random.default_rng(0).choice(v, 2, replace=False);
        m.random.default_rng(0).permutation(v); m.random.default_rng(0).multivariate_normal(v, s);
        m.random.default_rng(0).choice(4, 2, p=m.abs(z) / m.sum(z))""",
    "creation": """
        m.fromfunction(lambda i, j: i + j, (2, 3)); m.indices((2, 3), sparse=True); m.mgrid[0:3, 0:2]; m.ogrid[0:3];
        m.diag_indices(3); m.tril_indices(3); m.triu_indices(3); m.hanning(5); m.kaiser(5, 8.6); m.linspace(0, 1, 5);
        m.geomspace(1, 8, 4); m.logspace(0, 2, 3); m.fft.fftfreq(5); m.eye(3, k=1); m.tri(3); m.arange(1.0, 2.0, 0.25);
        m.random.default_rng(0).normal(size=3); m.random.default_rng(0).integers(0, 5, 3); m.array([1, 2]);
        m.asarray(2.5)""",
}
#: what reads values back to the host, and why; the guide to GPUs has this list.
READS = {
    "the shape of the result depends on them": "argwhere bincount extract flatnonzero intersect1d "
    "mask_indices nonzero setdiff1d setxor1d trim_zeros union1d unique unique_all unique_counts unique_inverse "
    "unique_values",
    "the result is a Python bool, or values decide the dtype": "allclose array_equal array_equiv real_if_close",
    "they are checked": "asarray_chkfinite",
    "they decide what is computed": "piecewise polydiv polyfit polymul roots",
    "the result is text or a file": "array2string array_repr array_str save savetxt savez savez_compressed",
}
READING = {name for names in READS.values() for name in names.split()}
#: what needs memory, and what prints a fake tensor in its own way.
NOT_ON_FAKES = ("from_dlpack", "lib.array_utils.byte_bounds", "array_repr", "array_str")
#: whose kernels of torch wait to see whether they converged.
WAITING = re.compile(r"\blinalg\.(cond|eig|lstsq|matrix_norm|matrix_rank|norm|pinv|svd)")
#: calls that make an array themselves: the default device counts.
MAKES = re.compile(r"\bm\.(zeros|full|asarray|indices|\w*_indices|ix_|iscomplexobj|isscalar|common_type|shape)\(")


def function_of(label):
    return re.sub(r"-e?\d+$", "", label)


def cases():
    """Return every call with a label."""
    eager = {name: acts for name, acts in EAGER_EXAMPLES.items() if hasattr(xp, name.partition(".")[0])}
    found = all_examples()
    found += [(f"{name}-e{i}", act) for name, acts in eager.items() for i, act in enumerate(acts)]
    found += [(name, ufunc_call(name)) for name in OPS]
    found += [(text, example(text)) for block in FORMS.values() for text in re.split(r";\s+", block.strip())]
    return [(label, act) for label, act in found if function_of(label) not in NOT_ON_FAKES]


CASES = cases()


def text_of(act):
    return getattr(act, "text", "0")


def reads(label, act):
    """Return whether a call is on the list of those that read values back."""
    return function_of(label) in READING and "size=" not in text_of(act)


def has_literal(act):
    """Return whether a call has a list or a tuple of its own, whose numbers go to the device."""
    return any(isinstance(node, (ast.List, ast.Tuple)) for node in ast.walk(ast.parse(text_of(act), mode="eval")))


def default_device(act, device):
    """Return the context in which a call is made: the default device is another one where the operands decide."""
    own = not operands_of(act) or MAKES.search(text_of(act))
    return torch.device(device) if own else contextlib.nullcontext()


class Transfers(TorchDispatchMode):
    """Notes the kernels that read values of a CUDA tensor, and the copies between the host and the device."""

    READING = ("_local_scalar_dense", "nonzero", "masked_select", "_linalg_check_errors", "equal", "is_nonzero")

    def __init__(self):
        super().__init__()
        self.to_device, self.to_host = [], []

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        tensors = [t for t in tree_leaves((args, kwargs)) if isinstance(t, torch.Tensor)]
        name = func._schema.name.partition("::")[2]
        if name in self.READING and any(t.is_cuda for t in tensors):
            self.to_host.append(name)
        result = func(*args, **(kwargs or {}))
        if name in ("_to_copy", "copy_"):
            source, target = (tensors[0], result) if name == "_to_copy" else (tensors[1], tensors[0])
            if source.is_cuda != target.is_cuda and source.numel():
                (self.to_host if source.is_cuda else self.to_device).append(name)
        return result


# Fake tensors have no address, which torch warns of.
@pytest.mark.filterwarnings("ignore:Accessing the data pointer", "ignore:`row_stack`")
@pytest.mark.parametrize(("label", "act"), CASES, ids=[label for label, _ in CASES])
def test_calls_on_a_fake_gpu(label, act):
    """The result is on the device and described as the real one; nothing is read, and only lists are copied to it."""
    operands = [OPERANDS[name] for name in operands_of(act)]
    expected = act(xp, *[xp.asarray(a.copy()) for a in operands])
    with FakeTensorMode(), default_device(act, "cuda"):
        fakes = [xp.asarray(torch.empty(a.shape, dtype=getattr(torch, a.dtype.name), device="cuda")) for a in operands]
        if reads(label, act):
            # torch raises, or the function goes on as where values are traced.
            with contextlib.suppress(RuntimeError), Transfers() as transfers:
                act(xp, *fakes)
                assert transfers.to_host or TORCH != PINNED_TORCH
            return
        with Transfers() as transfers:
            got = act(xp, *fakes)
    assert not transfers.to_host
    assert not transfers.to_device or has_literal(act)
    assert_described_as(got, expected, "cuda")


def test_calls_do_not_wait_for_the_gpu(device):
    """torch itself raises where a call waits."""
    if not device.startswith("cuda"):
        pytest.skip("runs with --device cuda")
    waiting = []
    for label, act in CASES:
        if reads(label, act) or has_literal(act) or WAITING.search(label):
            continue
        operands = [xp.asarray(OPERANDS[name], device=device) for name in operands_of(act)]
        act(xp, *operands)  # the first call may load a library or allocate memory
        torch.cuda.set_sync_debug_mode("error")
        try:
            act(xp, *operands)
        except RuntimeError as error:
            waiting.append((label, str(error)))
        finally:
            torch.cuda.set_sync_debug_mode("default")
    assert not waiting


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
    for why, names in READS.items():
        assert set(names.split()) <= set(re.findall(r"`(\w+)`", rows[why]))


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


BESIDE = [(label, act) for label, act in CASES if operands_of(act) and not MAKES.search(text_of(act))]


@pytest.mark.filterwarnings("ignore:`row_stack`")
@pytest.mark.parametrize(("label", "act"), BESIDE, ids=[label for label, _ in BESIDE])
def test_the_default_device_does_not_matter_beside_operands(label, act):
    """Operands on the CPU give what they give without another default device, which has no values."""

    def operands():
        return [xp.asarray(OPERANDS[name].copy()) for name in operands_of(act)]

    expected, given = act(xp, *operands()), operands()
    with torch.device("meta"):
        got = act(xp, *given)
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
