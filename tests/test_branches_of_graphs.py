"""In graphs functions and kernels take branches of their own: run eagerly, these give the results of the others.

Graphs take minutes to compile, and the default lane has few of them.
"""

import importlib
import pkgutil
import warnings

import numpy as np
import pytest
import torch
from support.oracle import DTYPES, same, sample, small

import xp_torch as xp
from tools.transforms import calls, names
from xp_torch._array import coercion
from xp_torch._array.ufunc.records import OPS
from xp_torch._kernels.indexing.write import spread

pytestmark = pytest.mark.cpu_only

QUESTIONS = ("is_compiling", "is_compiling_or_exporting", "is_compiling_or_transforming")
FLOORS = ("_kernels", "_array", "_functions", "_members", "_protocols")
MODULES = [
    importlib.import_module(info.name)
    for info in pkgutil.walk_packages(xp.__path__, "xp_torch.")
    if info.name.split(".")[1] in FLOORS and ".transforms" not in info.name
]


def arrays_in(result):
    """The arrays of a result, those of tuples and lists included."""
    if isinstance(result, (tuple, list)):
        return [x for item in result for x in arrays_in(item)]
    return [result] if isinstance(result, xp.ndarray) else []


@pytest.fixture
def patched(monkeypatch):
    """A function that lets everything below the transforms compute as in a graph."""

    def patch():
        asked = [(module, name) for module in MODULES for name in QUESTIONS if hasattr(module, name)]
        assert len(asked) > 50
        monkeypatch.setattr(coercion, "check_bool", lambda: None)  # asks Dynamo for the graph
        for module, name in asked:
            monkeypatch.setattr(module, name, lambda: True)

    return patch


def results_of(call, operands):
    """The arrays of a result; None if the call is refused, for these operands or in graphs."""
    try:
        return arrays_in(call(*operands))
    except (TypeError, ValueError, xp.exceptions.UnsupportedError):
        return None


def check(call, operands, results, **how):
    """Assert that a call in a graph gives the eager results, unless one of both is refused."""
    got = results_of(call, operands)
    if got is not None and results is not None:
        for x, result in zip(got, results, strict=True):
            same(x, np.asarray(result), inputs=operands, **how)


@pytest.mark.parametrize("name", names())
def test_results_are_the_eager_ones(name, patched):
    every = [call for call in calls([name]) if not call.name.startswith("random")]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        expected = [results_of(call, call.arrays()) for call in every]
        patched()
        for call, results in zip(every, expected, strict=True):
            narrow = any(x.dtype in (xp.float32, xp.complex64) for x in results or [])
            check(call, call.arrays(), results, rtol=1e-5 if narrow else 1e-12)


@pytest.mark.parametrize("name", sorted(OPS))
def test_ufuncs_of_special_values(name, patched):
    function = getattr(xp, name)
    operands = [[xp.asarray(sample(dtype, (20,), seed)) for seed in range(function.nin)] for dtype in DTYPES]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        expected = [results_of(function, xs) for xs in operands]
        patched()
        for xs, results in zip(operands, expected, strict=True):
            check(function, xs, results, ulps=2)


@pytest.mark.parametrize("dtype", ["float32", "float64", "complex64", "complex128"])
@pytest.mark.parametrize("shape", [(2, 3), (3, 2), (2, 3, 4), (2, 4, 3)])
def test_matrices_that_are_not_square(shape, dtype, patched):
    real = np.dtype(dtype).type(0).real.dtype
    a, b = (xp.asarray(small(dtype, shape, seed)) for seed in (0, 1))
    functions = [
        xp.linalg.pinv, xp.linalg.svdvals, xp.linalg.matrix_rank, xp.linalg.matrix_norm, xp.linalg.vector_norm,
        lambda x: xp.matmul(x, xp.conj(x).mT), lambda x: xp.linalg.qr(x)[1], lambda x: xp.linalg.svd(x)[1],
        lambda x: xp.linalg.norm(x, "nuc", (-2, -1)), lambda x: xp.linalg.norm(x, -2, (-2, -1)),
        lambda x: xp.tensordot(x, xp.conj(b), ((-1,), (-1,))), lambda x: xp.vecdot(x, b, axis=-2),
        lambda x: xp.einsum("...ij,...kj->...ik", x, b), lambda x: xp.trace(x, 1, -2, -1),
    ]  # fmt: skip
    expected = [results_of(function, [a]) for function in functions]
    patched()
    for function, results in zip(functions, expected, strict=True):
        check(function, [a], results, rtol=1e-4 if real == np.float32 else 1e-10)


def test_the_number_of_values_of_a_mask_is_checked(patched):
    patched()
    mask = torch.tensor([True, False, True, False])
    assert spread(torch.asarray([5.0, 6.0]), mask, 0)[mask].tolist() == [5.0, 6.0]
    with pytest.raises(RuntimeError, match="must have as many elements"):
        spread(torch.ones(3), mask, 0)
