"""Writes to views of arrays that are sharded over processes, and to copies in the place of views."""

import gc
import weakref

import numpy as np
import pytest
import torch
from support.distributed.expressions import differences, mesh

import xp_torch as xp

pytestmark = pytest.mark.slow

EXPRESSIONS = [
    # written by operators, indices, functions and methods
    "r = m[0]; r += 1; m",
    "r = m[1:]; r *= 2; r **= 2; m",
    "r = m[:1]; r[0] = 5; m",
    "r = m[::-2]; r -= 1; m",
    "r = m[:, ::-1]; r[...] = v[:, None]; m",
    "r = t[1:][:, 1][:-1]; r[...] = 5; t",
    "r = t[1:, None][:, :, 1, ::-1][None, :-1]; r[:, :1] = 5; t",
    "r = v[0, ...]; r[...] = 5; v",
    "m[1:][m[1:] > 0] = 0; m",
    "xp.add(m[1:], m[:-1], out=m[1:]); m",
    "np.multiply(m[0], 2, out=m[-1]); m",
    "xp.sum(m, axis=0, out=m[0]); m",
    "xp.cumsum(m[1:], axis=0, out=m[1:]); m",
    "xp.clip(m[1:], 0, 1, out=m[1:]); m",
    "m[1:].sort(axis=0); m",
    "v[::-1].sort(); v",
    "m[1:].fill(1); m",
    "xp.copyto(m[1:], m[:-1]); m",
    "xp.put_along_axis(m[::-1], xp.argsort(m, axis=0)[:1], 5., axis=0); m",
    "xp.nan_to_num(nan[1:], copy=False); nan",
    "m[1:].byteswap(inplace=True); m",
    "c.imag = 2; c[1:].real = 2; c",
    "r = c[1:].real; r += 1; c",
    "r = v[1:].view('int64'); r[...] = 1; v",
    "r = m; r @= m.T[:, :3] @ m[:3]; m",
    # made by other functions
    "r = m.T[:, 1:]; r += 1; m",
    "r = xp.flip(m); r[0] = 5; m",
    "r = xp.rot90(m); r[0] = 1; m",
    "r = xp.array_split(m, 2)[1]; r += 1; m",
    "r = (xp.unstack(m) if xp is not np else list(m))[0]; r += 1; m",
    "list(m)[0][...] = 1; m",
    "r = m.reshape(-1); r[0] = 5; m",
    "m.ravel()[1:2] = 5; m",
    "r = m[1:].reshape(-1); r += 5; m",
    "r = m.T.reshape(-1); r[0] = 5; m",
    "q = m[:, :2]; r = q.reshape(-1); r += 5; m",
    "r = v.flatten(); r += 5; v",
    "r = one.T[::-1]; r += 1; one",
    # copies, and what can't be written
    "r = xp.tile(m, 1); r += 1; m",
    "r = xp.pad(m, 0); r += 1; m",
    "r = xp.take(m, [0], axis=0); r += 1; m",
    "r = xp.diagonal(square); r += 5; square",
    "r = xp.diagonal(t, 0, 1, 2); t[0] = 5; (r, t)",
    "r = xp.diagonal(square, 1)[1:]; square[...] = 5; r",
    "r = xp.broadcast_to(v[:, None], (n, 2)); r[0] = 5; v",
    "r = xp.lib.stride_tricks.sliding_window_view(v, 1); v[0] = 5; r",
    # read after the array was written to
    "r = m[1:]; m[-1] = 5; r",
    "r = m[1:]; c = r.T; m += 1; c[0]",
    "c = m[:, 1]; r = m[1:]; c += 1; r",
    "r = m[1:]; m[-1] = 5; r[:, 0] = 1; m",
    "r = m[1:]; q = r[1:]; q[...] = 4; r",
    "r = m[1:]; q = r.T[:, 1:]; m[...] = 4; q",
    "r = m[1:]; q = m[:-1]; r += q; q",
    "r = xp.flip(m, axis=0); m[0] = 3; r",
    "r = m.reshape((3, -1)); m[0] = 5; r",
    "r = m[1:].detach() if xp is not np else m[1:]; r[...] = 1; m",
]


@pytest.mark.parametrize("n", [61, 1])
def test_views_share_what_is_written(processes, n):
    gathers = ["copyto", "put_along_axis"]
    assert processes.run(differences, EXPRESSIONS, n, gathers=gathers) == [[], []]


def gradient(device):
    """Write to views of a product, and return the gradient of what is read."""
    w = xp.arange(1.0, 8.0, device=device).requires_grad_()
    z = w * 2
    first, second = z[1:], z[:-1]
    first *= 3
    second += w[1:]
    z *= z[0]
    (first * second).sum().backward()
    return np.asarray(w.grad)


def memory():
    device = xp.distributed.Device(mesh())
    np.testing.assert_allclose(gradient(device), gradient("cpu"))
    x = xp.arange(20.0, device=device)
    chain = [weakref.ref(x := x[1:]) for _ in range(5)]
    gc.collect()
    assert sum(r() is not None for r in chain) == 1  # the others are not kept
    y = x + 1
    gone, r = weakref.ref(y), y.reshape(-1, 3)
    del y
    assert gone() is None  # an array that is reshaped is not kept
    r += 1
    np.testing.assert_allclose(r, np.arange(7.0, 22.0).reshape(-1, 3))
    windows = xp.lib.stride_tricks.sliding_window_view(x, 2)
    gone, windows = weakref.ref(windows), None
    assert gone() is None  # nor is a copy that can't be written
    with torch.inference_mode():
        x = xp.zeros((6, 2), device=device)
        x[1:][:, 1].fill(5)
        np.testing.assert_allclose(x.sum(axis=0), [0, 25])
    # another layout is a copy, on every process
    whole = xp.zeros(6, device=xp.distributed.Device(mesh(), None))
    whole.to_device(device)[:] = 1
    plain = xp.zeros(6)
    xp.asarray(plain, device=device)[:] = 1
    np.testing.assert_array_equal([whole, plain], 0)


def test_views_have_gradients_and_keep_only_what_numpy_keeps(processes):
    processes.run(memory)
