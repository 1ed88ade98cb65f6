"""`torch.export`: arrays as arguments and results, dynamic shapes, and programs that run without the package."""

import subprocess
import sys

import pytest
import torch
from support.graphs import Module
from support.oracle import same
from torch.export import Dim
from torch.utils import _pytree
from torch.utils.checkpoint import checkpoint

import xp_torch as xp
from tools.calls import OPERANDS, all_examples, operands_of
from xp_torch._array.ufunc.records import OPS

pytestmark = pytest.mark.compiled

#: The examples whose program depends on values: how many there are, or what they are.
DATA_DEPENDENT = {"compress-0", "extract-0", "piecewise-0", "real_if_close-0", "trim_zeros-0"}
CALLS = [(label, act) for label, act in all_examples() if label not in DATA_DEPENDENT]
BATCH = 40


def exported(function, *args, **options):
    return torch.export.export(Module(function), args, strict=False, **options)


def leaves(result):
    return _pytree.tree_leaves(result, is_leaf=lambda r: isinstance(r, xp.ndarray))


def assert_results(got, expected):
    for g, e in zip(leaves(got), leaves(expected), strict=True):
        if isinstance(e, xp.ndarray):
            assert type(g) is xp.ndarray
            assert g.dtype is e.dtype
            same(g, e.__array__(), ulps=64)
        else:
            assert g == e


@pytest.mark.parametrize("start", range(0, len(CALLS), BATCH))
def test_calls(start):
    """One program of many calls, for each program takes longer to make than its calls to trace."""
    calls = CALLS[start : start + BATCH]

    def act(operands):
        found = {}
        for label, call in calls:
            try:
                found[label] = call(xp, *[operands[name].copy() for name in operands_of(call)])
            except Exception as error:
                error.add_note(label)
                raise
        return found

    operands = {name: xp.asarray(values) for name, values in OPERANDS.items()}
    expected, got = act(operands), exported(act, operands).module()(operands)
    for label, _ in calls:
        assert_results(got[label], expected[label])


@pytest.mark.parametrize("dtype", ["float64", "int64"])
def test_elementwise_programs_for_every_size(dtype):
    kind = xp.asarray(0, dtype=dtype).tensor.dtype
    functions = [getattr(xp, n) for n, op in OPS.items() if kind in op.loops and not op.integer_second]

    def act(x, y):
        return [f(*(x, y)[: f.nin]) for f in functions]

    def operands(n):
        x = xp.asarray(torch.arange(n) % 7 / 4 + 0.5, dtype=dtype)
        return x, xp.flip(x).copy()

    size = Dim("size")
    program = exported(act, *operands(5), dynamic_shapes=(([{0: size}], [{0: size}]),))
    for n in (2, 9, 9000):
        assert_results(program.module()(*operands(n)), act(*operands(n)))


def test_functions_that_ask_how_large_an_array_is_for_every_size():
    def act(x, y):
        joined = xp.concat([x, y], axis=1), xp.stack([x, y], axis=-1)
        return *joined, xp.matmul(x.T, x), xp.polyval([1.0, 2.0], x), xp.einsum("ij,ij->i", x, y), xp.nan_to_num(x)

    def operands(n):
        x = xp.reshape(xp.arange(3.0 * n) % 5, (n, 3))
        return x, xp.flip(x).copy()

    rows = Dim("rows")
    program = exported(act, *operands(4), dynamic_shapes=(([{0: rows}], [{0: rows}]),)).module()
    for n in (2, 9, 3000):
        assert_results(program(*operands(n)), act(*operands(n)))


def test_sizes_that_depend_on_values():
    def act(x):
        y = x[x > 0]
        return xp.roll(y, 1), xp.fft.fft(y), xp.convolve(y, [1.0, 2.0]), xp.sort(y)

    program = exported(act, xp.arange(-3.0, 4.0)).module()
    assert_results(program(xp.arange(-2.0, 5.0)), act(xp.arange(-2.0, 5.0)))


def test_programs_run_without_the_package(tmp_path):
    def act(x, y):
        x, y = xp.asarray(x), xp.asarray(y)
        z = xp.where(x > 0, x % 2, xp.sort(y, axis=-1)) @ xp.linalg.inv(xp.eye(3) + xp.abs(y.T @ x))
        return {"z": z.tensor, "parts": [xp.float_power(2, xp.cumsum(z)).tensor, xp.isnan(z).tensor]}

    torch.manual_seed(0)
    x, y = torch.randn(4, 3), torch.randn(4, 3, dtype=torch.float64)
    rows = {0: Dim("rows")}
    program, want = exported(act, x, y, dynamic_shapes=((rows, rows),)), act(x[:3], y[1:])
    torch.export.save(program, tmp_path / "program.pt2")
    torch.save([x[:3], y[1:], want], tmp_path / "values.pt")
    code = """if True:
        import sys, torch
        sys.modules["xp_torch"] = None
        x, y, want = torch.load(sys.argv[2])
        got = torch.export.load(sys.argv[1]).module()(x, y)
        torch.testing.assert_close(got, want)
    """
    files = [str(tmp_path / name) for name in ("program.pt2", "values.pt")]
    done = subprocess.run([sys.executable, "-c", code, *files], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


class Layer(torch.nn.Module):
    """A layer, and functions of the package."""

    def __init__(self):
        super().__init__()
        self.linear = torch.nn.Linear(3, 3)

    def forward(self, t):
        x = xp.maximum(xp.asarray(self.linear(t)), 0)
        return (xp.exp(x - xp.max(x, axis=-1, keepdims=True)) / xp.sum(x * x + 1, axis=0)).tensor


def test_a_module_that_uses_the_package():
    layer, t = Layer(), torch.linspace(-1, 1, 6).reshape(2, 3)
    want = layer(t)
    copied = Layer()
    copied.load_state_dict(layer.state_dict())
    rows = ({0: Dim("rows", min=2)},)
    runs = (
        copied,
        torch.export.export(layer, (t,), strict=False, dynamic_shapes=rows).module(),
        torch.jit.trace(layer, (t,)),
        lambda t: checkpoint(layer, t, use_reentrant=False),
        lambda t: torch.func.functional_call(layer, dict(layer.named_parameters()), (t,)),
    )
    for run in runs:
        assert torch.allclose(run(t), want)
    with torch.inference_mode():
        assert layer(t).is_inference()
    with torch.no_grad():
        assert not layer(t).requires_grad
    with torch.autocast("cpu", dtype=torch.bfloat16):
        assert layer(t).dtype is torch.bfloat16
