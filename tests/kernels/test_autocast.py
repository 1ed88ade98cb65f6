"""Autocast changes no dtype of a result, and computes no product twice."""

import contextlib

import pytest
import torch
from torch._subclasses.fake_tensor import FakeTensorMode
from torch.utils._python_dispatch import TorchDispatchMode

import xp_torch as xp
from tools.calls import OPERANDS, all_examples, operands_of, ufunc_call
from xp_torch._array.ufunc.records import OPS

CALLS = dict(all_examples()) | {f"{name} of operands": ufunc_call(name) for name in OPS}
#: The calls of functions that compute in float32 or less under autocast, on some device.
LINEAR = {label: act for label, act in CALLS.items() if label.startswith(("linalg.", "special.", "einsum", "matmul"))}


def results(act, dtype, device):
    with FakeTensorMode() if device == "cuda" else contextlib.nullcontext(), torch.device(device):
        operands = []
        for values in (torch.from_numpy(OPERANDS[name]) for name in operands_of(act)):
            kept = values.dtype if values.dtype is not torch.float64 else dtype
            made = torch.empty(values.shape, dtype=kept, device=device) if device == "cuda" else values.to(kept)
            operands.append(xp.asarray(made))
        found = act(xp, *operands)
    return [r for r in (found if isinstance(found, tuple) else (found,)) if isinstance(r, xp.ndarray)]


@pytest.mark.slow
@pytest.mark.parametrize(("device", "dtype", "other", "calls"), [
    ("cpu", torch.float32, torch.bfloat16, LINEAR),
    ("cuda", torch.float32, torch.float16, LINEAR),
    ("cuda", torch.float16, torch.float16, CALLS),
])  # fmt: skip
def test_dtypes_are_kept(device, dtype, other, calls):
    wrong = []
    for label, act in calls.items():
        try:
            expected = results(act, dtype, device)
        except (TypeError, RuntimeError, NotImplementedError, ValueError):
            continue  # no function of this dtype, or of fake tensors
        with torch.autocast("cpu", dtype=other) if device == "cpu" else _autocast_of_cuda(other):
            got = results(act, dtype, device)
        for g, e in zip(got, expected, strict=True):
            if g.dtype is not e.dtype or g.tensor.dtype is not e.tensor.dtype:
                wrong.append(label)
            elif device == "cpu":
                torch.testing.assert_close(g.tensor, e.tensor, equal_nan=True)
    assert not wrong


@contextlib.contextmanager
def _autocast_of_cuda(dtype):
    """Enable autocast for CUDA tensors, which `torch.autocast` does not on a machine without a GPU."""
    before = torch.get_autocast_dtype("cuda")
    torch.set_autocast_enabled("cuda", True)
    torch.set_autocast_dtype("cuda", dtype)
    try:
        yield
    finally:
        torch.set_autocast_enabled("cuda", False)
        torch.set_autocast_dtype("cuda", before)


class Names(TorchDispatchMode):
    """Record the names of the kernels that run."""

    def __init__(self):
        super().__init__()
        self.names = []

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        self.names.append(func.__name__)
        return func(*args, **(kwargs or {}))


@pytest.mark.parametrize("act", [
    lambda x: x @ x, lambda x: xp.einsum("ij,jk->ik", x, x), lambda x: xp.linalg.vecdot(x, x), lambda x: xp.dot(x, x),
])  # fmt: skip
def test_products_are_computed_once(act):
    x = xp.ones((3, 3), dtype=xp.float32)
    with torch.autocast("cpu", dtype=torch.bfloat16), Names() as mode:
        act(x)
    assert sum("mm" in name for name in mode.names) == 1


@pytest.mark.compiled
def test_compiled_code_follows_the_state_of_autocast():
    x = xp.asarray([[1.0, 1 / 3], [1 / 7, 2.0]], dtype=xp.float32)
    program = torch.compile(lambda x: xp.exp(xp.matmul(x, x)), fullgraph=True, backend="eager")
    for enabled in (False, True, False):
        with torch.autocast("cpu", dtype=torch.bfloat16, enabled=enabled):
            assert program(x).tolist() == xp.exp(x @ x).tolist()
