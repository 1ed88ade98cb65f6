"""Torch's errors are raised as NumPy's: no memory, shapes that do not broadcast, arrays that cannot be written to."""

import numpy as np
import pytest
import torch
from support.cases import cases
from torch.utils._python_dispatch import TorchDispatchMode

import xp_torch as xp
from xp_torch._facts.torch_errors import raise_explained

SIZE = 2**45
BIG = xp.broadcast_to(xp.asarray(1.0), (SIZE,))
MASK = xp.broadcast_to(xp.asarray(True), (SIZE,))
INDEX = xp.broadcast_to(xp.asarray(1), (SIZE,))
ROOT = xp.broadcast_to(xp.asarray(1.0), (2**23,))

#: calls whose result does not fit in memory, on fast paths and general paths.
WIDE = xp.broadcast_to(xp.asarray([[1.0], [2.0]]), (2, SIZE))
FLATTENING = [xp.cumsum, xp.median, xp.unique, xp.unique_all, xp.unique_counts, xp.diagflat, xp.ediff1d]
CALLS = {
    "abs(x)": lambda: abs(BIG),
    "-x": lambda: -BIG,
    "~x": lambda: ~MASK,
    "x + 1": lambda: BIG + 1.0,
    "1 - x": lambda: 1.0 - BIG,
    "x > 0": lambda: BIG > 0,
    "x ** 2": lambda: BIG**2,
    "x // 2": lambda: BIG // 2.0,
    "divmod": lambda: divmod(BIG, BIG),
    "negative": lambda: xp.negative(BIG),
    "sin": lambda: xp.sin(BIG),
    "clip": lambda: xp.clip(BIG, 0.5, 1.5),
    "round": lambda: xp.round(BIG),
    "where": lambda: xp.where(MASK, BIG, BIG),
    "cumsum": lambda: xp.cumsum(BIG),
    "diff": lambda: xp.diff(BIG),
    "sort": lambda: xp.sort(BIG),
    "flip": lambda: xp.flip(BIG).copy(),
    "roll": lambda: xp.roll(BIG, 1),
    "concat": lambda: xp.concat([BIG, BIG]),
    "stack": lambda: xp.stack([BIG, BIG]),
    "ravel": lambda: xp.ravel(xp.broadcast_to(xp.asarray(1.0), (2, SIZE))),
    "copy": BIG.copy,
    "astype": lambda: BIG.astype(xp.float32),
    "repeat": lambda: xp.repeat(xp.asarray(1.0), SIZE),
    "tile": lambda: xp.tile(xp.ones(2), (SIZE,)),
    "resize of no elements": lambda: xp.resize(xp.zeros(0), SIZE),
    "zeros": lambda: xp.zeros(SIZE),
    "zeros_like": lambda: xp.zeros_like(BIG),
    "ones": lambda: xp.ones((2**30, 2**15)),
    "empty": lambda: xp.empty(SIZE, dtype="int8"),
    "full of an array": lambda: xp.full(SIZE, np.ones(1)),
    "eye": lambda: xp.eye(2**24),
    "linspace": lambda: xp.linspace(0, 1, SIZE),
    "iscomplex": lambda: xp.iscomplex(BIG),
    "top_k": lambda: xp.top_k(BIG, 3),
    "full": lambda: xp.full(SIZE, 1.0),
    "arange": lambda: xp.arange(SIZE),
    "cross": lambda: xp.cross(xp.broadcast_to(xp.asarray(1.0), (SIZE, 3)), [1.0, 2.0, 3.0]),
    "searchsorted": lambda: xp.searchsorted(ROOT, BIG),
    "select": lambda: xp.select([MASK], [BIG]),
    "to float16": lambda: BIG.astype(xp.float16),
    "outer": lambda: xp.outer(ROOT, ROOT),
    "kron": lambda: xp.kron(ROOT, ROOT),
    "pad": lambda: xp.pad(xp.ones(3), SIZE),
    "take": lambda: xp.take(xp.ones(3), INDEX),
    "take_along_axis": lambda: xp.take_along_axis(BIG, INDEX, axis=0),
    "x[i]": lambda: xp.ones(3)[INDEX],
    "tri": lambda: xp.tri(2**23),
    "tril_indices": lambda: xp.tril_indices(2**23),
    "triu_indices": lambda: xp.triu_indices(2**23),
    "indices": lambda: xp.indices((2**23, 2**23)),
    "meshgrid": lambda: xp.meshgrid(ROOT, ROOT),
    "einsum": lambda: xp.einsum("i,j->ij", ROOT, ROOT),
    "bincount": lambda: xp.bincount(xp.asarray([SIZE])),
    "trim_zeros": lambda: xp.trim_zeros(BIG),
    "nancumsum": lambda: xp.nancumsum(BIG),
    "isin": lambda: xp.isin(BIG, [1.0, 2.0]),
    "round to decimals": lambda: xp.round(BIG, 2),
    "mean over no axes": lambda: xp.mean(BIG, axis=()),
    "std over no axes": lambda: xp.std(BIG, axis=()),
    "reshape": lambda: xp.reshape(BIG, (2, -1), copy=True),
    "resize": lambda: xp.resize(xp.ones(3), SIZE),
    "byteswap": BIG.byteswap,
    "imag": lambda: xp.imag(BIG),
    "ndarray": lambda: xp.ndarray((SIZE,)),
    "argsort": lambda: xp.argsort(BIG),
    "convolve": lambda: xp.convolve(BIG, [1.0, 2.0]),
    "interp": lambda: xp.interp(BIG, [0.0, 1.0], [1.0, 2.0], period=1.0),
    "unravel_index": lambda: xp.unravel_index(INDEX, (3, 4)),
    "vdot": lambda: xp.vdot(WIDE, WIDE),
    "histogram": lambda: xp.histogram(WIDE),
    **{f"{f.__name__} flat": lambda f=f: f(WIDE) for f in FLATTENING},
}


@pytest.mark.cpu_only
@cases("call", CALLS)
def test_a_result_larger_than_memory_raises_memory_error(call):
    with pytest.raises(MemoryError, match=r"^Unable to allocate \d+\.?\d* [A-Z]iB for an array") as caught:
        CALLS[call]()
    assert "alloc_cpu" not in str(caught.value)


@pytest.mark.cpu_only
def test_the_message_is_numpys():
    with pytest.raises(MemoryError) as theirs:
        np.negative(np.broadcast_to(1.0, (SIZE,)))
    with pytest.raises(MemoryError) as mine:
        xp.negative(BIG)
    assert str(mine.value) == str(theirs.value)


@pytest.mark.parametrize("shape", [(2**62,), (2**40, 2**40)])
def test_more_bytes_than_an_address_can_count_raise_value_error(shape):
    for module in (np, xp):
        with pytest.raises(ValueError, match="array is too big"):
            module.empty(shape)


def test_an_operation_with_more_bytes_than_an_address_can_count_raises_value_error():
    x = xp.broadcast_to(xp.asarray(1.0), (2**33, 1))
    with pytest.raises(ValueError, match="array is too big"):
        x + x.T


@pytest.mark.cpu_only
def test_shapes_and_devices_come_before_torchs_message():
    error = RuntimeError("The size of tensor a (2) must match the size of tensor b (3)")
    with pytest.raises(ValueError, match=r"operands could not be broadcast together with shapes \(2,\) \(3,\)"):
        raise_explained("add", [torch.ones(2), torch.ones(3)], error)
    with pytest.raises(ValueError, match="add: arrays are on different devices, cpu and meta"):
        raise_explained("add", [torch.ones(2), torch.ones(2, device="meta")], error)


@pytest.mark.parametrize("error", [RuntimeError("no kernel"), torch.OutOfMemoryError("CUDA out of memory.")])
def test_other_errors_of_torch_stay(error):
    with pytest.raises(RuntimeError) as caught:
        raise_explained("add", [torch.ones(2)], error)
    assert caught.value is error


def test_a_large_broadcast_view_is_read_only_in_place():
    with pytest.raises(ValueError, match="read-only"):
        np.multiply(np.broadcast_to(1.0, (SIZE,)), 2.0, out=np.broadcast_to(1.0, (SIZE,)))
    with pytest.raises(ValueError, match="read-only"):
        BIG.__imul__(2.0)


class Failing(TorchDispatchMode):
    """Counts kernels, and fails in each."""

    def __init__(self):
        super().__init__()
        self.kernels = []

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        self.kernels.append(func)
        raise RuntimeError(f"kernel {len(self.kernels)} failed")


MATRIX, OTHER, OUT = xp.asarray([[3.0, 1.0], [2.0, 5.0]]), xp.asarray([[1.0, 2.0], [4.0, 5.0]]), xp.zeros((2, 2))
VECTOR, PLACES, TRUE = xp.asarray([3.0, 1.0, 2.0]), xp.asarray([2, 0, 1]), xp.asarray([True, False, True])
#: calls whose kernel fails, on fast paths and general paths.
FAILING = {
    "x + y": lambda: MATRIX + OTHER,
    "x + 1": lambda: MATRIX + 1.0,
    "1 - x": lambda: 1.0 - MATRIX,
    "x + n": lambda: VECTOR + PLACES,
    "x + [...]": lambda: VECTOR + [1.0, 2.0, 3.0],
    "x += y": lambda: MATRIX.__iadd__(OTHER),
    "x -= 1": lambda: MATRIX.__isub__(1.0),
    "x += n": lambda: VECTOR.__iadd__(PLACES),
    "x **= 2": lambda: VECTOR.__ipow__(2),
    "x @ y": lambda: MATRIX @ OTHER,
    "x ** 2": lambda: MATRIX**2,
    "add(out=)": lambda: xp.add(MATRIX, OTHER, out=OUT),
    "add(where=)": lambda: xp.add(VECTOR, VECTOR, where=TRUE),
    "sin": lambda: xp.sin(MATRIX),
    "sum": lambda: xp.sum(MATRIX),
    "sum(axis=)": lambda: xp.sum(MATRIX, axis=0),
    "sum(axis=tuple)": lambda: xp.sum(MATRIX, axis=(0, 1)),
    "sum(where=)": lambda: xp.sum(VECTOR, where=TRUE),
    "max": lambda: xp.max(VECTOR),
    "mean": lambda: xp.mean(VECTOR),
    "var": lambda: xp.var(VECTOR),
    "argmax": lambda: xp.argmax(PLACES),
    "cumsum": lambda: xp.cumsum(VECTOR),
    "subtract.reduce": lambda: xp.subtract.reduce(VECTOR),
    "add.accumulate": lambda: xp.add.accumulate(VECTOR),
    "sort": lambda: xp.sort(VECTOR),
    "argsort": lambda: xp.argsort(VECTOR),
    "where": lambda: xp.where(TRUE, VECTOR, VECTOR),
    "clip": lambda: xp.clip(VECTOR, 0.0, 1.0),
    "round": lambda: xp.round(VECTOR),
    "diff": lambda: xp.diff(VECTOR),
    "concat": lambda: xp.concat([VECTOR, VECTOR]),
    "stack": lambda: xp.stack([VECTOR, VECTOR]),
    "roll": lambda: xp.roll(VECTOR, 1),
    "repeat": lambda: xp.repeat(VECTOR, 2),
    "reshape": lambda: xp.reshape(MATRIX, (4,)),
    "ravel": lambda: xp.ravel(MATRIX),
    "transpose": lambda: xp.transpose(MATRIX, (1, 0)),
    "broadcast_to": lambda: xp.broadcast_to(VECTOR, (2, 3)),
    "tril": lambda: xp.tril(MATRIX),
    "dot": lambda: xp.dot(VECTOR, VECTOR),
    "outer": lambda: xp.outer(VECTOR, VECTOR),
    "einsum": lambda: xp.einsum("ij,jk->ik", MATRIX, OTHER),
    "solve": lambda: xp.linalg.solve(MATRIX, OTHER),
    "inv": lambda: xp.linalg.inv(MATRIX),
    "det": lambda: xp.linalg.det(MATRIX),
    "norm": lambda: xp.linalg.norm(MATRIX),
    "fft": lambda: xp.fft.fft(VECTOR),
    "isin": lambda: xp.isin(PLACES, PLACES),
    "take": lambda: xp.take(VECTOR, PLACES),
    "take_along_axis": lambda: xp.take_along_axis(VECTOR, PLACES),
    "copy": lambda: xp.copy(VECTOR),
    "asarray(copy=)": lambda: xp.asarray(VECTOR, copy=True),
    "zeros": lambda: xp.zeros(3),
    "zeros_like": lambda: xp.zeros_like(VECTOR),
    "full": lambda: xp.full(3, 2.0),
    "eye": lambda: xp.eye(3),
    "arange": lambda: xp.arange(3),
    "x[i]": lambda: VECTOR[1],
    "x[i] of a matrix": lambda: MATRIX[1],
    "x[i, j]": lambda: MATRIX[1, 0],
    "x[i:j]": lambda: VECTOR[0:2],
    "x[:, i]": lambda: MATRIX[:, 1],
    "x[None]": lambda: VECTOR[None],
    "x[places]": lambda: VECTOR[PLACES],
    "x[places, places]": lambda: MATRIX[PLACES, PLACES],
    "x[mask]": lambda: VECTOR[TRUE],
    "x[::-1] + 1": lambda: VECTOR[::-1] + 1,
    "x[i] = 1": lambda: VECTOR.__setitem__(1, 1.0),
    "x[i:j] = 1": lambda: VECTOR.__setitem__(slice(2), 1.0),
    "x[i:j] = y": lambda: MATRIX.__setitem__(slice(2), OTHER),
    "x[i:j] = [...]": lambda: VECTOR.__setitem__(slice(2), [1.0, 2.0]),
    "x[places] = y": lambda: VECTOR.__setitem__(PLACES, VECTOR[:]),
    "x[mask] = 1": lambda: VECTOR.__setitem__(TRUE, 1.0),
}


@pytest.mark.cpu_only(
    name=[
        "take",
        "x[:, i]",
        "x[None]",
        "x[i, j]",
        "x[i:j] = 1",
        "x[i:j] = y",
        "x[i:j]",
        "x[i] = 1",
        "x[i] of a matrix",
        "x[i]",
        "x[mask] = 1",
        "x[places, places]",
        "x[places] = y",
        "x[places]",
    ]
)
@cases("name", FAILING)
def test_a_kernel_that_fails_runs_once_and_its_error_arrives(name):
    with Failing() as mode, pytest.raises(RuntimeError, match="kernel 1 failed"):
        FAILING[name]()
    assert len(mode.kernels) == 1
