"""Functions of the dtypes that take detours: compiled, under vmap and on fake tensors.

`tests/test_transforms.py` traces every function, mostly with float64.
"""

import numpy as np
import pytest
import torch
from support.oracle import expressions, sample, small
from torch._subclasses.fake_tensor import FakeTensorMode

import xp_torch as xp

pytestmark = pytest.mark.compiled

#: calls on `a` of shape (3, 4), and on `s` of shape (2, 2), with small numbers.
CALLS = """
    m.argmax(a); m.argmin(a, axis=0); m.count_nonzero(a, axis=0); m.searchsorted(m.sort(a, axis=None), a);
    m.where(a, a, m.zeros(4)); m.where(a, 1, a); m.isin(a, a[0, :2]); m.diff(a, axis=0, n=2, append=0); m.sort(a);
    m.sort(a, axis=0, descending=True); m.argsort(a); m.top_k(a, 2)[0]; m.partition(a, 1)[..., 1]; m.lexsort((a, a));
    m.all(a, axis=0); m.any(a); m.flip(a); m.roll(a, (1, 2), (0, 1)); m.repeat(a, 2, -1); m.insert(a, [0, 2], 1, 1);
    m.concat([a, m.zeros(a.shape, a.dtype)]); m.stack([a, a]); m.tile(a, (1, 2)); m.tril(a); m.full_like(a, 1);
    m.astype(a, m.uint32) if a.dtype.kind in "biu" else a; m.meshgrid(a[0], a[1])[0]; m.linspace(s, 1, 3);
    m.sum(s, axis=0); m.sum(s); m.prod(s, initial=2); m.max(s, axis=(0, 1)); m.min(s, axis=0, keepdims=True);
    m.mean(s); m.var(s, axis=0, correction=1); m.std(s); m.cumulative_sum(s, axis=1, include_initial=True);
    m.cumprod(s); m.sum(s, where=m.asarray([True, False])); m.matmul(s, s); m.vecdot(s, s); m.kron(s, s); m.trace(s);
    m.tensordot(s, s, axes=1); m.einsum("ij,jk->ik", s, s); m.fft.fft(s); m.fft.ifftn(s); m.fft.hfft(s);
    m.fft.irfft(s); m.fft.fftshift(s);
    m.pad(s, 1, "mean"); m.pad(s, 1, "median"); m.pad(s, 1, "linear_ramp"); m.pad(s, 1, "wrap")
"""


@pytest.mark.torch_before(dtype="uint64")
@pytest.mark.cpu_only
@pytest.mark.parametrize("dtype", ["bool", "uint64", "float16", "complex128"])
def test_functions_of_every_dtype_are_traced(dtype):
    a, s = (torch.from_numpy(make(dtype, (2, *shape))) for make, shape in ((sample, (3, 4)), (small, (2, 2))))
    calls = dict(expressions(CALLS, {"m": xp}, "a, s"))

    def results(calls, a, s):
        return [call(xp.asarray(a), xp.asarray(s)).tensor for call in calls]

    refused = [text for text, call in calls.items() if _refuses(lambda: results([call], a[0], s[0]))]
    assert len(refused) <= 2, refused
    calls = [call for text, call in calls.items() if text not in refused]
    expected = [results(calls, *pair) for pair in zip(a, s, strict=True)]
    torch._dynamo.reset()
    compiled = torch.compile(lambda a, s: results(calls, a, s), fullgraph=True, backend="eager")(a[0], s[0])
    mapped = torch.vmap(lambda a, s: tuple(results(calls, a, s)))(a, s)
    with FakeTensorMode(allow_non_fake_inputs=True):
        fake = results(calls, a[0], s[0])
    for first, second, by_graph, rows, unseen in zip(*expected, compiled, mapped, fake, strict=True):
        assert by_graph.dtype is rows.dtype is unseen.dtype is first.dtype
        assert unseen.shape == first.shape
        close = {"rtol": 1e-2, "equal_nan": True} if dtype == "float16" else {"rtol": 1e-5, "equal_nan": True}
        np.testing.assert_allclose(np.asarray(by_graph), np.asarray(first), **close)
        np.testing.assert_allclose(np.asarray(rows), np.asarray(torch.stack([first, second])), **close)


def _refuses(act):
    try:
        act()
    except TypeError:
        return True
    return False
