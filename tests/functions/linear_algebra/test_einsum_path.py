"""`einsum_path` beside NumPy's: the same steps and the same text."""

import numpy as np
import pytest
from oracle import agree, ours

import xp_torch as xp

SIZES = dict(zip("abcdefghijk", [2, 3, 4, 5, 4, 3, 2, 6, 5, 4, 3], strict=True))

WAYS = ["greedy", "optimal", True, False, None, ("greedy", 20), ("optimal", 100), ("greedy", 1)]


def random_terms(seed):
    """Random subscripts of three to five operands, and the operands."""
    rng = np.random.default_rng(seed)
    terms = ["".join(rng.choice(list(SIZES), rng.integers(1, 4), replace=False)) for _ in range(rng.integers(1, 6))]
    labels = sorted(set("".join(terms)))
    output = "".join(rng.choice(labels, rng.integers(0, min(3, len(labels)) + 1), replace=False))
    return ",".join(terms) + "->" + output, [np.ones([SIZES[x] for x in term]) for term in terms]


@pytest.mark.parametrize("seed", range(60))
def test_steps_are_numpys(seed):
    text, arrays = random_terms(seed)
    for way in WAYS:
        agree("einsum_path", text, *arrays, optimize=way)


def test_long_paths():
    agree(
        "einsum_path",
        "acdf,jbje,gihb,hfac",
        *(np.ones([SIZES[x] for x in t]) for t in ["acdf", "jbje", "gihb", "hfac"]),
    )
    text = "chd,bde,agbc,hiad,hgc,hgi,hiad"
    arrays = [np.ones([SIZES[x] for x in t]) for t in text.split(",")]
    for way in ("greedy", "optimal", ("optimal", 0)):
        agree("einsum_path", text, *arrays, optimize=way)


def test_forms_and_errors():
    x, y = np.ones((2, 3)), np.ones((3, 4))
    agree("einsum_path", x, [0, 1], y, [1, 2], [0, 2])
    agree("einsum_path", x, [Ellipsis, 1], y, [1, Ellipsis])
    agree("einsum_path", "...j,j...", x, y)
    agree("einsum_path", "ij,jk", x, y, optimize=["einsum_path", (0, 1)])
    agree("einsum_path", "ij,jk", x, y, optimize=["einsum_path", (0,)])
    agree("einsum_path", "ij,jk,kl", x, y, y.T, optimize=["einsum_path", (1, 2), (0, 1)])
    for args in [
        ("ij", x, y),
        ("i", x),
        ("ij,jk", x, x),
        ("ij->k", x),
        ("ij->ii", x),
        ("i>j", x),
        ("i.j", x),
        ("i&", x),
    ]:
        agree("einsum_path", *args)
    agree(
        "einsum_path",
    )
    for way in (["a"], ("greedy",), "nonsense", 3):
        agree("einsum_path", "ij,jk,kl", x, y, y.T, optimize=way)
    with pytest.raises(ValueError, match="einsum_call"):
        xp.einsum_path("ij", ours(x), einsum_call=True)


@pytest.mark.parametrize("seed", range(20))
def test_einsum_in_every_order(seed):
    text, arrays = random_terms(seed)
    rng = np.random.default_rng(seed)
    arrays = [rng.integers(-3, 4, a.shape) for a in arrays]
    expected = np.einsum(text, *arrays)
    for way in ("greedy", "optimal", True, False, np.einsum_path(text, *arrays)[0]):
        assert np.array_equal(np.asarray(xp.einsum(text, *ours(arrays), optimize=way)), expected)
