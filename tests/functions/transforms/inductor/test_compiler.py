"""The options by which inductor compiles a graph."""

import numpy as np
import pytest
import torch
from support.oracle import same

import xp_torch as xp
from xp_torch._functions.transforms.inductor import compiler

DTYPES = ["int8", "uint8", "int32", "int64", "bool"]


@pytest.fixture
def options(monkeypatch, fresh_dynamo):
    """The options of each graph that inductor compiles."""
    given = []
    compile_ = compiler.inductor.compile

    def compiling(graph, inputs, options):
        given.append(options)
        return compile_(graph, inputs, options=options)

    monkeypatch.setattr(compiler.inductor, "compile", compiling)
    return given


@pytest.mark.parametrize("capability", ["AVX2", "AVX512"])
def test_integers_are_compiled_without_torchs_vectors_where_these_are_slow(options, capability, monkeypatch):
    monkeypatch.setattr(torch.backends.cpu, "get_cpu_capability", lambda: capability)
    scalar = 1 if capability == "AVX2" else None
    cases = [
        (lambda x: np.where(x > 2, x, 3) + x * 2, xp.arange(5), scalar),
        (lambda x: xp.fori_loop(0, 3, lambda i, y: y + x[i], x), xp.arange(5), scalar),
        (lambda x: x * 2, xp.arange(5.0), None),
        (lambda x: np.mean(x) + x, xp.arange(5), None),
        (lambda x: np.exp(1j * x), xp.arange(5), None),
    ]
    for function, x, expected in cases:
        same(xp.compile(function)(x), np.asarray(function(x)), rtol=1e-14)
        assert options.pop().get("cpp.simdlen") == expected
        options.clear()
    xp.compile(lambda x: x + 1, options={"cpp.simdlen": 256})(xp.arange(5))
    assert options.pop()["cpp.simdlen"] == 256


@pytest.mark.parametrize("dtype", DTYPES)
def test_functions_of_integers_compute_as_uncompiled(dtype):
    def act(x, y):
        return x | y, np.where(x > y, x, y), x.sum(), x.max(axis=1), (x == y).sum(0), np.minimum(x, y)[:, 1:]

    rng = np.random.default_rng(0)
    x, y = (rng.integers(0, 2 if dtype == "bool" else 100, (7, 37)).astype(dtype) for _ in range(2))
    same(xp.compile(act)(xp.asarray(x), xp.asarray(y)), act(x, y))
