"""`x[mask]` in compiled code, under vmap and on a GPU, where no count of elements is read back."""

import numpy as np
import pytest
import torch
from support.graphs import compiled
from support.oracle import same
from torch._subclasses.fake_tensor import FakeTensorMode
from torch.utils._pytree import tree_leaves, tree_map

import xp_torch as xp

VALUES = np.asarray([3.0, -1.0, 2.0, -4.0])
MASK = VALUES > 0


pytestmark = pytest.mark.usefixtures("fresh_dynamo")


def replaced(function):
    """Return a function that writes `function` of the selected elements in their places."""

    def act(x, mask):
        x = x.copy()
        x[mask] = function(x[mask])
        return x

    return act


#: functions of single elements, which vmap takes too.
ELEMENTWISE = {
    "operators": lambda q: 1 + q * 2 - q / 3,
    "powers": lambda q: q**2 + 2**q,
    "functions": lambda q: xp.minimum(xp.sin(q), 0.5),
    "a value for each": lambda q: q * xp.asarray([10.0, 20.0]),
}
#: functions of all selected elements.
OTHERS = {
    "cumsum": xp.cumsum,
    "sort": xp.sort,
    "reversed": lambda q: q[::-1],
    "mean": lambda q: q - q.mean(),
    "sum": lambda q: q / q.sum(),
    "sizes": lambda q: q * q.shape[0],
    "where": lambda q: xp.where(q > 2.5, 0, q),
}


#: reductions of all selected elements, which need no count of them.
REDUCTIONS = "sum prod max min any all mean var std median ptp average count_nonzero nansum nanprod nanmax nanmin"
REDUCTIONS = {name: getattr(xp, name) for name in f"{REDUCTIONS} nanmean nanstd nanmedian".split()} | {
    "percentile": lambda q: xp.percentile(q, [25, 60]),
    "nanquantile": lambda q: xp.nanquantile(q, 0.5, method="lower", keepdims=True),
    "correction": lambda q: q.std(ddof=1, keepdims=True),
    "of a condition": lambda q: (q > 2.5).sum(),
    "weights": lambda q: xp.average(q, weights=q * q),
    "logaddexp": xp.logaddexp.reduce,
}
#: functions that need the elements in a row, with a number of them that a graph does not know.
IN_A_ROW = {
    "diff": xp.diff,
    "argmax": xp.argmax,
    "dot": lambda q: (xp.dot(q, q), xp.matmul(q, xp.asarray([1.0, 2.0]))),
    "cov": lambda q: xp.cov(q, xp.asarray([1.0, 2.0])),
    "gradient": xp.gradient,
    "stack": lambda q: xp.stack([q, xp.asarray([1.0, 2.0])]),
    "sizes": lambda q: xp.arange(q.size),
    "sorted": lambda q: (xp.sort(q).mean(), xp.sort(q).std()),
    "indices": lambda q: q[xp.nonzero(q > 2.5)[0]].var(),
    "take": lambda q: xp.take(q, 0),
    "average": lambda q: xp.average(q, weights=xp.asarray([1.0, 2.0])),
    "bincount": lambda q: xp.bincount(q.astype(int), weights=xp.asarray([1.0, 2.0])),
}


def is_array(x):
    return isinstance(x, xp.ndarray)


def arrays_of(result):
    return tree_leaves(result, is_leaf=is_array)


def assert_equal(got, expected):
    for g, e in zip(*map(arrays_of, (got, expected)), strict=True):
        assert g.dtype == e.dtype
        np.testing.assert_allclose(np.asarray(g), np.asarray(e), rtol=1e-12, strict=True)


@pytest.mark.compiled
@pytest.mark.parametrize("functions", [REDUCTIONS, IN_A_ROW], ids=["reductions", "in a row"])
def test_functions_of_the_elements_compiled(functions):
    def act(x, mask):
        return arrays_of([function(x[mask]) for function in functions.values()])

    x, mask = xp.asarray(VALUES), xp.asarray(MASK)
    assert_equal(compiled(act)(x, mask), act(x, mask))


def test_elements_of_selections():
    x = xp.arange(5.0)

    def act(v):
        chosen = x[x > 2]
        first = chosen[0]
        chosen[0] = 7
        return v + first + chosen[1:][0] + chosen[0]

    assert xp.vmap(act)(xp.arange(2.0)).tolist() == [14, 15]


@pytest.mark.parametrize("name", REDUCTIONS)
def test_reductions_mapped_and_on_a_gpu(name):
    act = REDUCTIONS[name]
    rows = xp.asarray([VALUES, [1.0, np.nan, np.nan, 2.0]])
    masks = xp.asarray([MASK, [True, False, True, True]])
    got = xp.vmap(lambda x, m: act(x[m]))(rows, masks)
    assert_equal(got, xp.stack([act(x[m]) for x, m in zip(rows, masks, strict=True)]))
    with FakeTensorMode(), torch.device("cuda"):
        x, mask = (xp.asarray(torch.empty(4, dtype=d)) for d in (torch.float64, torch.bool))
        assert act(x[mask]).device.type == "cuda"


@pytest.mark.compiled
@pytest.mark.parametrize(("shape", "axes"), [((3,), (None, 1, (0, 1), -1)), ((3, 4), (None, 1, (1, 0)))])
def test_reductions_of_selected_rows(shape, axes):
    x = xp.asarray(np.random.default_rng(1).normal(size=(2, 3, 4)))
    mask = xp.asarray(np.random.default_rng(2).random(shape) > 0.4)

    def act(x, mask):
        q = x[:, mask]
        return [(xp.sum(q, axis), xp.std(q, axis, keepdims=True), xp.median(q, axis)) for axis in axes]

    assert_equal(compiled(act)(x, mask), act(x, mask))


@pytest.mark.compiled
def test_reductions_of_no_element():
    def act(x):
        q = x[x > 9]
        return xp.sum(q), xp.mean(q), xp.median(q), xp.any(q), xp.max(q), xp.min(xp.asarray([1, 2, 3, 4])[x > 9])

    got = compiled(act)(xp.asarray(VALUES))
    assert_equal(got, tuple(map(xp.asarray, (0.0, np.nan, np.nan, False, -np.inf, 2**63 - 1))))


@pytest.mark.compiled
@pytest.mark.parametrize("name", [*ELEMENTWISE, *OTHERS])
def test_compiled(name):
    act = replaced({**ELEMENTWISE, **OTHERS}[name])
    x, mask = xp.asarray(VALUES), xp.asarray(MASK)
    assert xp.allclose(compiled(act)(x, mask), act(x, mask))


@pytest.mark.parametrize("name", ELEMENTWISE)
def test_mapped(name):
    act = replaced(ELEMENTWISE[name])
    x, mask = xp.asarray(VALUES), xp.asarray(MASK)
    got = torch.vmap(act)(xp.stack([x, x]), xp.stack([mask, mask]))
    assert xp.allclose(got, act(x, mask))


@pytest.mark.compiled
def test_no_element_selected():
    act = replaced(xp.cumsum)
    assert compiled(act)(xp.asarray(VALUES), xp.zeros(4, dtype=bool)).tolist() == VALUES.tolist()


@pytest.mark.compiled
def test_functions_that_need_the_elements_in_a_row():
    """Their shapes are sizes that the graph does not know."""

    def act(x, mask, v):
        chosen, c = x[mask], (x + 1j)[mask]
        transformed = [xp.fft.fft(chosen), xp.fft.rfft(chosen, 4), xp.fft.irfft(c), xp.fft.fftshift(chosen)]
        joined = [xp.convolve(chosen, v, mode) for mode in ("full", "same", "valid")]
        joined += [xp.correlate(chosen, v, "full"), xp.convolve(mask[mask], mask[:2])]
        moved = [xp.roll(chosen, 2), xp.unwrap(chosen), xp.diff(chosen), xp.lexsort((chosen, -chosen))]
        moved += [xp.delete(chosen, -1), xp.vdot(chosen, x[mask]), xp.tensordot(chosen, x[mask], 1)]
        fitted = [
            xp.polyfit(chosen, 2 * chosen + 1, 1),
            xp.polymul(chosen, [1, 2]),
            xp.interp(v, xp.sort(chosen), chosen),
        ]
        return [*transformed, *joined, *moved, *fitted]

    x, v = xp.asarray([3.0, -1.0, 2.0, -4.0, 9.0]), xp.asarray([1.0, xp.inf])
    program = compiled(act)
    for mask in ([True, False, True, False, True], [True, True, True, False, True]):
        for got, expected in zip(program(x, xp.asarray(mask), v), act(x, xp.asarray(mask), v), strict=True):
            same(got, np.asarray(expected), ulps=64)


@pytest.mark.compiled
def test_a_selection_is_a_copy_of_the_elements_at_that_time():
    def act(x, mask):
        x, mask = x.copy(), mask.copy()
        chosen = x[mask]
        x[mask] = 0
        mask[...] = False
        return chosen + 0, x, chosen

    x, mask = xp.asarray(VALUES), xp.asarray(MASK)
    assert [r.tolist() for r in compiled(act)(x, mask)] == [[3, 2], [0, -1, 0, -4], [3, 2]]


def write_back(x, m):
    y = x[m]
    m ^= True
    x[m] = y
    return x


def product(x, m):
    a = x[m]
    m ^= True
    b = x[m]
    return xp.sum(a * b), xp.sum(b * a)


def rows_of_others(x, m):
    a = x[:2][m[:2]]
    m[:2] = m[2:]
    x[2:][m[:2]] = a - x[:2][m[:2]]
    return x


def two_writes(x, m):
    a = x[m]
    m[...] = xp.logical_not(m)
    b = x[m]
    x[m] = a * b
    m[...] = xp.logical_not(m)
    x[m] += b
    return x


@pytest.mark.compiled
@pytest.mark.parametrize("act", [write_back, product, rows_of_others, two_writes])
def test_a_mask_that_changes_between_uses(act):
    x, mask = xp.asarray([[5.0, 2.0, 4.0, 3.0], VALUES]), xp.asarray([[True, False, False, True], MASK])
    expected = [act(v, m) for v, m in zip(x.copy(), mask.copy(), strict=True)]
    assert_equal([compiled(act)(v, m) for v, m in zip(x.copy(), mask.copy(), strict=True)], expected)
    for vmap in (torch.func.vmap, xp.vmap):
        got = vmap(act)(x.copy(), mask.copy())
        assert_equal([tree_map(lambda r, i=i: r[i], got, is_leaf=is_array) for i in range(2)], expected)


@pytest.mark.compiled
def test_a_mask_that_is_computed_twice_reads_nothing_back():
    def act(x):
        x[x > 0] = x[x > 0] ** 2 + x[x > 0]
        return x

    assert compiled(act)(xp.array(VALUES)).tolist() == [12, -1, 6, -4]
    with FakeTensorMode(), torch.device("cuda"):
        assert act(xp.asarray(torch.empty(4, dtype=torch.float64))).device.type == "cuda"


def test_a_mask_that_is_written_to_as_a_tensor():
    """Eager arrays on a device whose counts are not free, which the meta device is here."""
    x, mask = (xp.asarray(torch.empty(4, dtype=d, device="meta")) for d in (torch.float64, torch.bool))
    a, b = x[mask], x[mask]
    assert a._at(b._mask, b._source, b._source_version) is a._whole
    mask.tensor.logical_not_()
    b = x[mask]
    assert a._at(b._mask, b._source, b._source_version) is not a._whole


@pytest.mark.compiled
def test_gradients_beside_other_masks():
    def act(x):
        return xp.sum(x[x > 1] / x[x < 1] / (x[x > 1] * xp.asarray([2.0])))

    x = xp.asarray([0.5, 4.0, 1.0])
    assert compiled(xp.grad(act))(x).tolist() == xp.grad(act)(x).tolist() == [-2.0, 0.0, 0.0]


@pytest.mark.compiled
def test_writes_to_a_selection_stay():
    def act(x, mask):
        chosen = x[mask]
        chosen[0] = 7
        chosen += 1
        return chosen

    assert compiled(act)(xp.asarray(VALUES), xp.asarray(MASK)).tolist() == [8, 3]


@pytest.mark.compiled
def test_of_other_dtypes():
    def act(arrays, mask):
        for x in arrays:
            x[mask] += True
        return arrays

    dtypes, mask = ("bool", "uint16", "int64", "float16", "complex64"), xp.asarray([True, True, False])
    eager, traced = ([xp.asarray([1, 0, 1], dtype=d) for d in dtypes] for _ in range(2))
    assert [x.tolist() for x in compiled(act)(traced, mask)] == [x.tolist() for x in act(eager, mask)]


def test_a_cast_that_loses_values_raises():
    def act(x, mask):
        x[mask] += 0.5

    with pytest.raises(TypeError):
        torch.vmap(act)(xp.asarray([[1, 2]]), xp.asarray([[True, False]]))


@pytest.mark.compiled
def test_gradients_where_the_mask_is_false():
    def act(x):
        x, mask = x.copy(), x > 1
        x[mask] **= 0.5
        return x

    t = torch.tensor([0.0, 4.0], dtype=torch.float64, requires_grad=True)
    (g,) = torch.autograd.grad(compiled(act)(xp.asarray(t)).tensor.sum(), t)
    assert g.tolist() == [1.0, 0.25]


def test_nothing_is_read_back_from_a_gpu():
    with FakeTensorMode(), torch.device("cuda"):
        x = xp.asarray(torch.empty(4, dtype=torch.float64))
        mask = xp.asarray(torch.empty(4, dtype=torch.bool))
        x[mask] += 1
        x[mask] = xp.sin(x[mask]) * 2
        assert x.device.type == "cuda"


@pytest.mark.compiled
@pytest.mark.filterwarnings("ignore:.*not compiled")
@pytest.mark.parametrize("fullgraph", [True, False])
def test_another_number_of_elements_in_a_graph(fullgraph):
    """A graph raises; without `fullgraph` eager code runs in its place."""

    def with_vector(y, x):
        return y + x[x > 1]

    def with_mask(y, x):
        return x[x > 1] * x[x < y[0]]

    def assigned(y, x):
        x = x.copy()
        x[x > 1] = y
        return x

    for function, vectors in (
        (with_vector, ([1.0, 2, 3], [1.0], [1.0, 2])),
        (with_mask, ([3.0], [2.5], [2.0])),
        (assigned, ([1.0, 2, 3], [1.0], [1.0, 2])),
    ):
        compiled = xp.compile(function, fullgraph=fullgraph)
        x = np.arange(5.0)
        *right, wrong = [np.asarray(v) for v in vectors]
        for y in right:
            same(compiled(xp.asarray(y), xp.asarray(x)), function(y, x))
        with pytest.raises(RuntimeError if fullgraph else ValueError):
            compiled(xp.asarray(wrong), xp.asarray(x))
