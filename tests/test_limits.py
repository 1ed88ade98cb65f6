"""Arguments beyond every limit and shared objects that cannot be changed: NumPy's errors, at once."""

import copy
import pickle

import numpy as np
import pytest
import torch
from support.garbage.check import TORCHS

import xp_torch as xp
from benchmarks.accuracy import decompositions

#: Calls with huge numbers that raise NumPy's class of error without computing.
ALIKE = """
    m.polynomial.chebyshev.chebvander(m.ones(3), 10**12); m.polynomial.polynomial.polyvander(m.ones(3), 10**12);
    m.polynomial.hermite_e.hermepow(m.ones(3), 2**31); m.polynomial.legendre.legint(m.ones(3), 2**40);
    m.polynomial.Polynomial([1, 2]) ** (2**31); m.polynomial.Polynomial.basis(10**12);
    m.polynomial.chebyshev.chebpts1(2**40); m.polyint(m.ones(3), 2**40); m.poly1d([1, 2]).integ(2**40);
    m.polynomial.chebyshev.chebint(m.ones((3, 0)), 10**12);
    m.vander(m.ones(3), 10**12); list(m.floating); 3 in m.floating; m.vstack(m.floating);
    m.broadcast_to(m.ones(1), (2**63 - 1,)); m.broadcast_to(m.ones(1), (2**31, 2**31, 2));
    m.lib.stride_tricks.as_strided(m.ones(1), (2**62,), (0,));
    m.zeros((0, 2**62, 4)); m.empty((2**40, 2**40)); m.ones(10).resize((2**46,)); m.ones(10).resize((2**62, 4));
    m.trace(m.ones((3, 3)), 2**62); m.diagonal(m.ones((3, 3)), -(2**62)); m.sum(m.ones(3), axis=2**70);
    m.fft.fft(m.ones(3), n=2**63); m.expand_dims(m.ones(3), 2**62); m.fft.rfftfreq(3, m.ones((3, 3)));
    m.fft.fftfreq(3, m.ones(2)); m.poly1d([1, 2, 3]).integ(3, k=m.ones((1,) * 64)); m.einsum_path(m.ones((2, 3)));
    m.ones(3).__setstate__([1, "a"]); m.polynomial.chebyshev.chebgrid2d((), m.ones(3), m.asarray(3.0));
    m.sum(m.ones(3), keepdims="a"); m.max(m.ones(3), keepdims=[1]); m.ones(3).sum(keepdims="x");
    m.mean(m.ones(3), keepdims="x"); m.std(m.ones(3), keepdims="x"); m.any(m.ones(3), keepdims="x");
    m.add.reduce(m.ones(3), keepdims="x"); m.add(1, 2, subok="x"); m.ones(3).astype(int, subok="x");
    m.vecdot(m.ones(3), m.ones(3), keepdims="x"); m.matmul(m.ones(3), m.ones(3), subok=3); m.arange(start=4);
    m.geomspace(1, 2, 2**62); m.fft.rfftfreq(2**45);
    m.clip(m.ones((0, 3)), 0, 2, where=[True] * 4); m.add(m.ones(3), m.ones(3), casting="x" * 32768);
    m.sort(m.ones(3), axis=2**63); m.argsort(m.ones(3), axis=-(2**64)); m.take(m.ones(3), m.asarray([0]), 2**63);
    m.take_along_axis(m.ones(3), m.asarray([0, 1, 2]), 2**63); m.bincount([1], minlength=2**63);
    m.triu_indices(3, 1, 2**62); m.arange(3)[[2**64]]; m.append(*[m.broadcast_to(m.ones(1, 'i1'), (2**62,))] * 2);
    m.binary_repr(5, 2**63 - 1); m.base_repr(3, padding=2**62); m.ndindex(2**46); m.diag_indices(2, 2**62);
    m.dtype("x" * 32768);
    m.block([m.broadcast_to(m.ones(1, 'i1'), (2**62,))] * 4); m.arange([0]); m.arange(m.ones(2)); m.arange([None, []]);
    copy.deepcopy(m.broadcast_to(m.ones(1, 'i1'), (2**62,))); m.uint16(range(2**62));
    m.ones(3).item(True); m.add(1, 2, None, 4); m.matmul(m.ones(2), m.ones(2), None, 4)
"""
SELF = [1.0]
SELF.append(SELF)


RANGES = """
    m.reshape(m.zeros(0), s); m.zeros(0).reshape(s); m.broadcast_to(m.ones(1), s); m.resize(m.ones(2), s);
    m.tile(m.ones(2), s); m.unravel_index(0, s); m.ravel_multi_index(([0], [1]), s); m.rot90(m.ones((2, 2)), axes=s);
    m.split(m.ones(2), s); m.array_split(m.ones(2), s); m.zeros(s); m.indices(s)
"""


@pytest.mark.parametrize("text", [text.strip() for text in RANGES.split(";")])
def test_ranges_without_end_as_shapes_are_refused_at_once(text):
    # NumPy takes no range, or has no memory for its list.
    with pytest.raises((ValueError, MemoryError), match=r"\w"):
        eval(text, {"m": xp, "s": range(2**62)})


@pytest.mark.parametrize("text", [text.strip() for text in ALIKE.split(";")])
def test_errors_of_numpys_classes_at_once(text):
    errors = []
    for m in (np, xp):
        with pytest.raises(Exception) as caught:
            eval(text, {"m": m, "copy": copy})
        errors.append(caught.value)
    theirs, ours = errors  # NumPy has a class of its own for MemoryError, and raises ValueError for the same sizes
    related = isinstance(theirs, type(ours)) or isinstance(ours, type(theirs))
    assert related or (isinstance(theirs, MemoryError) and "too big" in str(ours))
    assert 0 < len(str(ours)) < 1000
    assert not TORCHS.search(str(ours))


@pytest.mark.parametrize("parts", [4, 5, 8])
def test_sizes_whose_sum_wraps_are_no_small_array(parts):
    x = xp.broadcast_to(xp.ones(1, "int8"), (2**62,))
    for join in (xp.concat, xp.hstack, xp.block):
        with pytest.raises(ValueError, match="too big"):
            join([x] * parts)
    with pytest.raises(ValueError, match="too big"):
        xp.concat([xp.zeros((0, 2**62), "int8")] * parts, axis=1)


@pytest.mark.parametrize(
    "text", ["m.random.normal(s)", "m.testing.assert_equal(s, m.ones(3))", "m.vmap(abs)(s)", "m.asarray(s)"]
)
def test_lists_that_contain_themselves(text):
    with pytest.raises(ValueError, match=r"levels, or contain|maximum number of dimension"):
        eval(text, {"m": xp, "s": SELF})


@pytest.mark.parametrize(
    "statement",
    [
        "m.float64.name = 'abc'",
        "m.dtype('f4').itemsize = 5",
        "m.dtype.itemsize = 0",
        "m.dtype.name = 'a'",
        "m.bfloat16.torch = None",
        "m.floating.name = 'a'",
        "m.add.nin = 5",
        "del m.add.nin",
        "m.add.foo = 1",
        "m.matmul.signature = None",
        "m.frompyfunc(abs, 1, 1).nin = 3",
        "m.ufunc.reduce = None",
        "del m.ufunc.at",
        "m.add.__doc__ = ''",
        "m.float64.foo = 3",
        "del m.int8.kind",
        "m.finfo('f4').eps = 1.0",
    ],
)
def test_dtypes_and_ufuncs_are_immutable(statement):
    with pytest.raises((AttributeError, TypeError)):
        exec(statement, {"m": xp})
    assert xp.float64.name == "float64"
    assert (xp.float32.itemsize, xp.add.nin, xp.matmul.signature) == (4, 2, "(n?,k),(k,m?)->(n?,m?)")


def test_every_ufunc_is_pickled_by_its_name():
    for name in xp.__all__:
        if isinstance(function := getattr(xp, name), xp.ufunc):
            for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
                assert pickle.loads(pickle.dumps(function, protocol)) is function


@pytest.mark.parametrize(
    "draw",
    [
        lambda g: g.shuffle(xp.asarray(torch.nn.Parameter(torch.ones(5)))),
        lambda g: g.normal(xp.ones(3, device="meta")),
        lambda g: g.permuted(xp.ones(3), out=xp.broadcast_to(xp.ones(1), (3,))),
        lambda g: g.random(out=xp.broadcast_to(xp.ones(1), (3,))),
        lambda g: g.multivariate_normal([0, 0], [[1, 2], [3, -5]], check_valid="raise"),
        lambda g: g.gamma([-1, 1]),
    ],
)
def test_a_draw_that_fails_leaves_the_generator(draw):
    g = xp.random.default_rng(1)
    with pytest.raises(ValueError, match=r"."):
        draw(g)
    assert g.bit_generator.state == np.random.default_rng(1).bit_generator.state


@pytest.mark.parametrize("name", decompositions.NAMES)
def test_decompositions_in_single_precision_have_at_most_four_times_numpys_error(name, monkeypatch):
    monkeypatch.setattr(decompositions, "LARGE", 8)
    for dtype in decompositions.DTYPES:
        assert decompositions.measure(name, dtype, 12, 1)["holds"]
