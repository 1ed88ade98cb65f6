"""`einsum_path` beside NumPy's: the same steps and the same text."""

import numpy as np
import pytest
import torch
from support.oracle import agree, alike, calls, ours, same

import xp_torch as xp
from xp_torch._functions.linear_algebra import einsum_path

SIZES = dict(zip("abcdefghijk", [2, 3, 4, 5, 4, 3, 2, 6, 5, 4, 3], strict=True))

WAYS = ["greedy", "optimal", True, False, None, ("greedy", 20), ("optimal", 100), ("greedy", 1)]


def random_terms(seed):
    """Random subscripts of three to five operands, and the operands."""
    rng = np.random.default_rng(seed)
    terms = ["".join(rng.choice(list(SIZES), rng.integers(1, 4), replace=False)) for _ in range(rng.integers(1, 6))]
    labels = sorted(set("".join(terms)))
    output = "".join(rng.choice(labels, rng.integers(0, min(3, len(labels)) + 1), replace=False))
    return ",".join(terms) + "->" + output, [np.ones([SIZES[x] for x in term]) for term in terms]


@pytest.mark.parametrize("seed", range(10))
def test_steps_are_numpys(seed):
    text, arrays = random_terms(seed)
    for way in WAYS:
        agree("einsum_path", text, *arrays, optimize=way)


@pytest.mark.numpy_before
@calls("""
    m.einsum_path(a, [0, 1], b, [1, 2], [0, 2]); m.einsum_path(a, [Ellipsis, 1], b, [1, Ellipsis]);
    m.einsum_path("...j,j...", a, b); m.einsum_path("ij,jk", a, b, optimize=["einsum_path", (0, 1)]);
    m.einsum_path("ij,jk", a, b, optimize=["einsum_path", (0,)]); m.einsum_path("ij", a, b); m.einsum_path("i", a);
    m.einsum_path("ij,jk,kl", a, b, b.T, optimize=["einsum_path", (1, 2), (0, 1)]); m.einsum_path("ij,jk", a, a);
    m.einsum_path("ij->k", a); m.einsum_path("ij->ii", a); m.einsum_path("i>j", a); m.einsum_path("i.j", a);
    m.einsum_path("i&", a); m.einsum_path(); m.einsum_path("ij,jk,kl", a, b, b.T, optimize=["a"]);
    m.einsum_path("ij,jk,kl", a, b, b.T, optimize=("greedy",));
    m.einsum_path("ij,jk,kl", a, b, b.T, optimize="nonsense"); m.einsum_path("ij,jk,kl", a, b, b.T, optimize=3)
""")
def test_forms_and_errors(call):
    alike(lambda m: call(m, m.ones((2, 3)), m.ones((3, 4))))


def test_calls_of_einsum_are_refused():
    with pytest.raises(ValueError, match="einsum_call"):
        xp.einsum_path("ij", xp.ones((2, 3)), einsum_call=True)


@pytest.mark.compiled
def test_compiled_einsum_refuses_orders_of_other_names():
    compiled = torch.compile(
        lambda x, way: xp.einsum("ij,jk,kl", x, x, x, optimize=way), backend="eager", fullgraph=True
    )
    assert compiled(xp.ones((2, 2)), ("greedy", 3)).tolist() == [[4, 4], [4, 4]]
    with pytest.raises(torch._dynamo.exc.Unsupported, match="optimize must be"):
        compiled(xp.ones((2, 2)), "nonsense")


@pytest.mark.parametrize("seed", range(20))
def test_einsum_in_every_order(seed):
    text, arrays = random_terms(seed)
    rng = np.random.default_rng(seed)
    arrays = [rng.integers(-3, 4, a.shape) for a in arrays]
    expected = np.einsum(text, *arrays)
    for way in ("greedy", "optimal", True, False, ("optimal", 20), np.einsum_path(text, *arrays)[0]):
        assert np.array_equal(np.asarray(xp.einsum(text, *ours(arrays), optimize=way)), expected)


@pytest.mark.parametrize("optimize", [True, "optimal", "greedy", ["einsum_path", (1, 2), (0, 1)]])
def test_steps_of_graphs_save_memory(monkeypatch, optimize):
    arrays = [np.ones((2, 9)), np.ones((9, 3)), np.ones((3, 50))]
    monkeypatch.setattr(einsum_path, "is_compiling", lambda: True)
    steps = einsum_path.contraction_steps(["ij", "jk", "kl"], "il", [a.shape for a in arrays], optimize)
    assert steps == ([(1, 2), (0, 1)] if isinstance(optimize, list) else [(0, 1), (0, 1)])
    same(xp.einsum("ij,jk,kl->il", *ours(arrays), optimize=optimize), np.einsum("ij,jk,kl->il", *arrays))


@pytest.mark.compiled
@pytest.mark.parametrize("optimize", [True, "optimal", ["einsum_path", (1, 2), (0, 1)]])
def test_steps_are_traced(optimize):
    compiled = torch.compile(
        lambda a, b, c: xp.einsum("ij,jk,kl->il", a, b, c, optimize=optimize), fullgraph=True, backend="eager"
    )
    for n in (2, 3):
        a, b, c = np.ones((n, 9)), np.ones((9, 3)), np.ones((3, n))
        same(compiled(*ours([a, b, c])), np.einsum("ij,jk,kl->il", a, b, c))
