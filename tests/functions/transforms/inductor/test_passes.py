"""What is changed of inductor's graphs: selections and their fills, and joined masks."""

import functools

import numpy as np
import pytest
import torch
from torch._inductor.custom_graph_pass import CustomGraphPass
from torch._inductor.decomposition import select_decomp_table
from torch.fx.experimental.proxy_tensor import make_fx

import xp_torch as xp
from xp_torch._facts.errors import UnsupportedError
from xp_torch._functions.transforms.inductor import passes
from xp_torch._kernels.indexing.read import move_selected

pytestmark = pytest.mark.cpu_only
OF_COMPLEX = pytest.mark.filterwarnings("ignore:Torchinductor does not support code generation:UserWarning")

aten = torch.ops.aten
NUMBERS = torch.tensor([[-1.5, 0.0, 2.0], [torch.nan, torch.inf, 0.25]], dtype=torch.float64)


def rewritten(function, *args):
    """Return the graph of a function after the passes, and its number of `where`."""
    with torch._subclasses.FakeTensorMode(allow_non_fake_inputs=True) as mode:
        module = make_fx(function, select_decomp_table())(*[mode.from_tensor(t) for t in args])
    passes.rewrite(module.graph)
    module.graph.lint()
    module.recompile()
    return module, len(module.graph.find_nodes(op="call_function", target=aten.where.self))


def fill(mask, x):
    return torch.where(mask, x, x.new_ones(()))


#: functions of numbers, and how many `where` are left of theirs
FILLS = [
    (lambda x: torch.where(x > 0, fill(x > 0, fill(x > 0, x) ** -1.5), x), 3),  # equal masks are not merged here
    (lambda x, m: torch.where(m, fill(m, fill(m, x) ** -1.5), x), 1),
    (lambda x, m: torch.where(m.reshape(2, 3), fill(m.clone(), x) * 2, 0.0).sum(), 1),
    (
        lambda x, m: torch.where(
            m, torch.view_as_complex(fill(m, x).expand(2, 2, 3)[..., :2] + 0.0).real[0, :, None], x
        ),
        2,
    ),
    (lambda x, m: fill(m, x) + torch.where(m, fill(m, x), x), 2),
    (lambda x, m: torch.where(m, x, fill(m, x)), 2),
    (lambda x, m: torch.where(~m, fill(m, x), x), 2),
    (lambda x, m: torch.where(m, fill(m, x).cumsum(1), x), 2),
    (lambda x, m: torch.where(m, fill(m, x).T.T, x), 2),
    (lambda x, m: torch.where(m, 6 // fill(m, 2 * m.to(torch.int64)), 0), 2),
    (lambda x, m: torch.where(c := m[:, :1], fill(c, x), x), 1),
    (lambda x, m: torch.where(m, fill(m, x[:1]), x), 2),
    (lambda x, m: x.copy_(torch.where(m, fill(m, x) * 2, x)), 1),
    (lambda x, m: (fill(m, x), torch.where(m, fill(m, x), x))[1].copy_(x), 1),
]


@pytest.mark.parametrize(("function", "left"), FILLS)
def test_fills_go_where_no_result_depends_on_them(function, left):
    mask = torch.tensor([[False, True, True], [True, False, True]])
    args = [mask] * (function.__code__.co_argcount - 1)
    module, count = rewritten(function, NUMBERS.clone(), *args)
    torch.testing.assert_close(module(NUMBERS.clone(), *args), function(NUMBERS.clone(), *args), equal_nan=True)
    assert count == left


MOVES = [
    (lambda x, m, n: torch.where(m, move_selected(x, m, m.clone(), 0), 0.0), True),
    (lambda x, m, n: torch.where(m, move_selected(fill(m, x) ** 2, m, m, 0) + move_selected(x, m, m, 0), x), True),
    (lambda x, m, n: torch.where(m, move_selected(x.to(torch.uint16), m, m, 0).to(torch.float64), x), True),
    (lambda x, m, n: torch.where((k := m[0])[:, None], move_selected(x.T, k, k, 0), 0.0), True),
    (lambda x, m, n: torch.where(k := m[1], move_selected(x, k, k, 1), 0.0), True),
    (lambda x, m, n: torch.where(n, move_selected(x, m, n, 0), 0.0), False),
    (lambda x, m, n: torch.where(m[1], move_selected(x, m[0], m[1], 1), 0.0), False),
    (lambda x, m, n: torch.where(k := m[1], move_selected(x, k, k, 1), 0.0).index_select(1, n.long()[0]), True),
]


@pytest.mark.parametrize(("function", "stays"), MOVES)
def test_elements_that_are_moved_to_their_own_places_stay(function, stays):
    m, n = torch.tensor([[[False, True, True], [True, False, True]], [[True, True, False], [True, True, False]]])
    numbers = NUMBERS.nan_to_num(0.0, 9.0)
    module, _ = rewritten(function, numbers, m, n)
    torch.testing.assert_close(module(numbers, m, n), function(numbers, m, n), rtol=0, atol=0)
    sums = module.graph.find_nodes(op="call_function", target=aten.cumsum.default)
    assert (not sums) is stays


@pytest.mark.parametrize("size", [(), (3,), (2, 3), (0, 2)])
@pytest.mark.parametrize("number", [2, -0.0, 1 - 2j, complex(0.0, -0.0), complex(torch.inf, torch.nan)])
@pytest.mark.parametrize("dtype", [torch.complex64, torch.complex128])
def test_complex_constants_are_made_of_their_parts(size, number, dtype):
    module, _ = rewritten(lambda: torch.full(size, number, dtype=dtype))
    (made,) = {node.meta["val"].dtype for node in module.graph.find_nodes(op="call_function", target=aten.full.default)}
    assert not made.is_complex
    got, expected = module(), torch.full(size, number, dtype=dtype)
    assert got.stride() == expected.stride()
    for part in ("real", "imag"):
        one, other = getattr(got, part), getattr(expected, part)
        torch.testing.assert_close(one, other, rtol=0, atol=0, equal_nan=True)
        assert torch.equal(one.signbit(), other.signbit())


@pytest.mark.parametrize("join", [torch.logical_and, torch.bitwise_and, torch.logical_or, torch.bitwise_or])
@pytest.mark.parametrize("dtype", [torch.float64, torch.int64, torch.float32])
def test_joined_masks_choose_and_count_as_before(join, dtype):
    x, y = NUMBERS.nan_to_num(0.0, 9.0).to(dtype), NUMBERS.T.reshape(2, 3).nan_to_num(1.0, -9.0).to(dtype)

    def function(x, y):
        mask = join(join(x > 0, y[:1] <= 1), x[:, :1] != y)
        return (
            torch.where(mask, x, y),
            torch.where(mask, 1, 0),
            mask.sum(),
            mask.sum(0),
            torch.count_nonzero(mask, 1),
            mask,
        )

    module, count = rewritten(function, x, y)
    for got, expected in zip(module(x, y), function(x, y), strict=True):
        torch.testing.assert_close(got, expected, rtol=0, atol=0)
    assert (count > 2) is (dtype is not torch.float32)


@pytest.mark.compiled
def test_compiled_code_of_masks():
    """One program of inductor's own: masks that are joined, counted, stored and read."""

    def step(x, y, m):
        x = x * 1.0
        x[x > 0.5] = x[x > 0.5] ** -1.5
        big = x > 0.5
        above = x[big] + y[big]
        big[:, :] = np.roll(big, 3, axis=1)
        x[big] = above * 2.0 - x[big]
        y[m & (x < 2)] += 1
        inside = np.logical_and(0.25 <= y, y < 0.75)
        return x, y, inside, x[inside].mean(), np.count_nonzero(inside), inside | m

    rng = np.random.default_rng(1)
    x, y, m = rng.random((40, 50)), rng.random((40, 50)), rng.random((40, 50)) < 0.5
    given = [a.copy() for a in (x, y, m)]
    got, expected = xp.compile(step, fullgraph=True)(*given), step(x, y, m)
    for g, e in zip((*got, *given), (*expected, x, y, m), strict=True):
        assert np.asarray(g).dtype == np.asarray(e).dtype
        np.testing.assert_allclose(g, e, rtol=1e-13)


class Record(CustomGraphPass):
    """A pass that records what the graphs call after all others."""

    def __init__(self):
        self.targets = []

    def __call__(self, graph):
        self.targets += [node.target for node in graph.nodes]

    def uuid(self):
        """Return none: inductor caches no code."""


@pytest.mark.compiled
def test_selections_of_one_mask_become_one_choice_in_compiled_code():
    def step(x, y, m):
        x[m] = x[m] ** 2 + y[m]

    record = Record()
    x, y, m = np.arange(1.0, 7), np.arange(6.0), np.arange(6) % 3 > 0
    expected = x.copy()
    step(expected, y, m)
    xp.compile(step, options={"post_grad_custom_post_pass": record})(x, y, m)
    np.testing.assert_allclose(x, expected, rtol=1e-15)
    assert record.targets.count(aten.where.self) == 1
    assert not {aten.cumsum.default, aten.index.Tensor, aten.scatter.src} & set(record.targets)


def selected(x, y, m):
    """Selections of integers, and of a number, in one dtype."""
    parts = aten.slice_scatter(x, y[:2], 0, 1, 3), aten.select_scatter(x.reshape(1, 3), y, 0, 0)
    zero = torch.zeros((), dtype=x.dtype)
    return torch.where(m, x, y), torch.where(m[:1], x[:, None], y), torch.where(m, x, zero), *parts


@pytest.mark.parametrize("dtype", [torch.uint16, torch.uint32, torch.uint64, torch.int64])
def test_unsigned_integers_are_selected_as_signed_ones(dtype):
    last = torch.iinfo(dtype).max
    x, y = torch.tensor([1, last, 0], dtype=dtype), torch.tensor([last, 3, last - 1], dtype=dtype)
    mask = torch.tensor([True, False, True])
    module, masks = rewritten(selected, x, y, mask)
    assert masks == 3
    targets = aten.where.self, aten.slice_scatter.default, aten.select_scatter.default
    assert all(node.meta["val"].dtype.is_signed for node in module.graph.nodes if node.target in targets)
    for found, expected in zip(module(x, y, mask), selected(x, y, mask), strict=True):
        assert found.dtype is dtype
        assert found.tolist() == expected.tolist()


def chosen(x, y):
    """Every kind of selection: by `where`, `out=` with `where=`, a mask, and equal places."""
    some = xp.astype(x, xp.float64) < 40.0
    written = xp.add(x, y, where=some, out=xp.ones_like(x))
    z = x.copy()
    z[some] = y[some]
    z[y % 4] += y
    z[2:-2] -= y[2:-2]
    return xp.where(some, x, y), written, z, xp.select([some, xp.invert(some)], [y, x], 0), xp.sum(x, where=some)


@pytest.mark.compiled
@pytest.mark.parametrize("dtype", ["uint16", "uint32", "uint64"])
def test_selections_of_unsigned_integers_are_compiled(dtype):
    x, y = xp.asarray(np.arange(70) * 3 % 70, dtype=dtype), xp.asarray(np.arange(70)[::-1], dtype=dtype)
    x[0] = xp.iinfo(dtype).max
    for found, expected in zip(xp.compile(chosen, fullgraph=True)(x, y), chosen(x, y), strict=True):
        assert found.dtype == expected.dtype
        assert found.tolist() == expected.tolist()


def written_at_places(x, i):
    """Writes at places of computed arrays: of sums, selections, views, sorted ones, and of floats in another dtype."""
    total, chosen, last = x + x, xp.where(x > 2, x, x + 1), xp.sort(x + x)
    total[i] += 1
    chosen[total % 4] = x
    xp.add.at(last, i, x)
    swapped = x.reshape(2, 2).T.reshape(-1)
    swapped[i] = x
    bits = xp.astype(x, xp.float64).view(xp.uint64)
    bits[i] += xp.astype(x, xp.uint64)
    x[i] += x
    return total, chosen, last, swapped, bits, x


@pytest.mark.compiled
@pytest.mark.parametrize("dtype", ["uint16", "uint32", "uint64", "int32"])
def test_writes_to_bits_of_computed_arrays_are_compiled(dtype):
    # Inductor raised, or with several numbers for one place it left the array as it was.
    x, i = np.asarray([1, xp.iinfo(dtype).max, 0, 4], dtype=dtype), xp.asarray([3, 0, 1, 0])
    results = [f(xp.asarray(x.copy()), i) for f in (xp.compile(written_at_places, fullgraph=True), written_at_places)]
    for found, expected in zip(*results, strict=True):
        assert found.dtype == expected.dtype
        assert found.tolist() == expected.tolist()


def test_writes_to_bits_of_arguments_stay_in_place():
    def f(x, i, v):
        bits = x.view(torch.int64)
        return aten.index_put(bits, [i], v), aten.index_put(bits.reshape(2, 2).t().reshape(4), [i], v)

    args = [torch.rand(4, dtype=torch.float64), torch.tensor([1, 3]), torch.tensor([5, 6])]
    module, copies = rewritten(f, *args)
    assert copies == 1
    for found, expected in zip(module(*args), f(*args), strict=True):
        assert torch.equal(found, expected)


@pytest.mark.compiled
@pytest.mark.parametrize("dtype", ["float64", "int8", "uint64"])
def test_a_loop_without_a_step_returns_new_arrays(dtype):
    def f(x):
        y = x[1:] + x[1:]
        ended = xp.while_loop(lambda c: c[0] < 1, lambda c: (c[0] + 1, c[1] + x, c[2] + y), (xp.asarray(7), x, y))
        return xp.while_loop(lambda c: xp.abs(c[0]) < 1, lambda c: c + x, x), y, *ended

    x = xp.asarray([2, 1, 3], dtype=dtype)
    ended, y, _, *others = xp.compile(f, fullgraph=True)(x)
    for result in (ended, y, *others):
        result += 1
    assert x.tolist() == [2, 1, 3]
    assert [result.tolist() for result in (ended, y, *others)] == [[3, 2, 4], [3, 7], [3, 2, 4], [3, 7]]


def written(x, v):
    """Writes to slices of slices, and reads of what was written."""
    y = x.clone()
    y[1:-1, 1:-1] = v[:2, :2]
    y[0] = y[1] + 1
    y[:, -1] = y[:, -2] * y[:, 0]
    y[1:] -= y[:-1].clone()
    y[2:, 1] = v[0, :2]
    return y[1:3] + y[:2], y


def test_writes_to_slices_become_joins_of_parts():
    args = [torch.arange(16.0, dtype=torch.float64).reshape(4, 4), torch.rand(3, 3, dtype=torch.float64)]
    module, masks = rewritten(torch.func.functionalize(written, remove="mutations_and_views"), *args)
    targets = {node.target for node in module.graph.nodes}
    assert masks == 0
    assert aten.cat.default in targets
    assert not targets & {aten.slice_scatter.default, aten.select_scatter.default}
    for found, expected in zip(module(*args), written(*args), strict=True):
        assert torch.equal(found, expected)


def test_writes_that_convert_or_are_to_arguments_stay():
    x = torch.arange(4.0, dtype=torch.float64)
    module, _ = rewritten(lambda x: aten.slice_scatter(x, torch.ones(2), 0, 0, 2), x)
    assert torch.equal(module(x), torch.tensor([1.0, 1.0, 2.0, 3.0], dtype=torch.float64))
    module, _ = rewritten(lambda x: x.copy_(aten.slice_scatter(x, x[2:], 0, 0, 2)), x)
    assert not module.graph.find_nodes(op="call_function", target=aten.cat.default)


#: copies of views, as torch makes them in the steps of loops
COPIES = {
    "select": lambda t: aten.select_copy.int(t, 1, -1),
    "slice": lambda t: aten.slice_copy.Tensor(t, 1, 1, 3),
    "diagonal": aten.diagonal_copy.default,
    "expand": lambda t: aten.expand_copy.default(t, [4, 2, 3]),
    "permute": lambda t: aten.permute_copy.default(t, [1, 0]),
    "squeeze": lambda t: aten.squeeze_copy.dims(t[:1], [0]),
    "squeeze one": lambda t: aten.squeeze_copy.dim(t[:1], 0),
    "t": aten.t_copy.default,
    "transpose": lambda t: aten.transpose_copy.int(t, 0, 1),
    "unsqueeze": lambda t: aten.unsqueeze_copy.default(t, 1),
    "view": lambda t: aten.view_copy.default(t, [3, 2]),
}


@pytest.mark.parametrize("name", COPIES)
def test_copies_of_views_are_views_and_clones(name):
    with torch._subclasses.FakeTensorMode(allow_non_fake_inputs=True) as mode:
        module = make_fx(COPIES[name])(mode.from_tensor(NUMBERS))
    assert any("_copy" in str(node.target) for node in module.graph.nodes)
    passes.rewrite(module.graph)
    module.graph.lint()
    module.recompile()
    assert not any("_copy" in str(node.target) for node in module.graph.nodes)
    result, expected = module(NUMBERS), COPIES[name](NUMBERS)
    torch.testing.assert_close(result, expected, rtol=0, atol=0, equal_nan=True)
    result.zero_()
    assert NUMBERS[0, 0] == -1.5


@pytest.mark.compiled
@pytest.mark.parametrize("dtype", ["float64", "float32", "float16", "bfloat16"])
def test_negative_floats_become_unsigned_integers_as_in_eager_code(dtype):
    def cast(x):
        return x.astype(xp.uint16), x.astype(xp.uint32), x.astype(xp.uint64)

    x = xp.asarray([-1.0, -2.5, -300.0, -0.5, 0.0, 7.9, 300.0] * 5).astype(dtype)
    for got, expected in zip(xp.compile(cast, fullgraph=True)(x), cast(x), strict=True):
        assert got.dtype == expected.dtype
        assert got.tolist() == expected.tolist()
    large = xp.asarray([2.0**63, 2.0**63 + 2.0**20, 2.0**64 - 2.0**12])
    assert xp.compile(lambda x: x.astype(xp.uint64))(large).tolist() == [int(x) for x in large.tolist()]


@pytest.mark.compiled
def test_powers_and_their_gradients_at_zeros_and_infinities_are_those_of_eager_code():
    exponents = (0.5, 1.5, -0.5, 2.5, -1.5)

    def powers(x):
        return [x**p for p in exponents]

    def with_gradients(function):
        x = xp.asarray([-0.0, 0.0, 1.0, np.inf, -np.inf, np.nan, 4.0] * 3).requires_grad_()
        results = function(x)
        sum(xp.sum(r * (i + 1)) for i, r in enumerate(results)).backward()
        found = [np.asarray(r.detach()) for r in results]
        for p in exponents:
            y = x.detach().requires_grad_()
            xp.sum(y**p if function is powers else root(y, p)).backward()
            found.append(np.asarray(y.grad))
        return found

    root = xp.compile(lambda x, p: x**p, fullgraph=True)
    for got, expected in zip(with_gradients(xp.compile(powers, fullgraph=True)), with_gradients(powers), strict=True):
        np.testing.assert_array_equal(got, expected)
        np.testing.assert_array_equal(np.signbit(got[:2]), np.signbit(expected[:2]))


def test_the_root_of_a_negative_zero_has_one_derivative_in_every_mode():
    x = xp.asarray([-0.0, 0.0, -np.inf])
    for exponent, expected in ((0.5, [np.inf, np.inf, 0.0]), (-0.5, [-np.inf, -np.inf, 0.0])):
        function = functools.partial(lambda x, exponent: x**exponent, exponent=exponent)
        assert xp.jvp(function, (x,), (xp.ones(3),))[1].tolist() == expected
        assert xp.vmap(xp.grad(function))(x).tolist() == expected


@pytest.mark.compiled
@pytest.mark.parametrize("dtype", ["int8", "int16", "int32", "int64"])
@pytest.mark.parametrize("size", [1, 40])
def test_absolute_values_of_the_smallest_integers_wrap(dtype, size):
    def function(x):
        size = xp.abs(x)
        return size, size > 0, size.astype(xp.int64), size / 2, size + 1 > size, xp.sqrt(xp.maximum(size, 0))

    x = xp.full((size,), np.iinfo(dtype).min, dtype=dtype)
    for got, expected in zip(xp.compile(function, fullgraph=True)(x), function(x), strict=True):
        assert got.dtype == expected.dtype
        assert got.tolist() == expected.tolist()


@pytest.mark.compiled
@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "float32", "float64"])
def test_floats_outside_of_int8_become_what_eager_code_makes_of_them(dtype):
    x = xp.asarray([300, -300, 200, 129, -129, 1e4, 127, -0.5, np.nan, np.inf, -np.inf, 7e4] * 3).astype(dtype)
    assert xp.compile(lambda x: x.astype("int8"), fullgraph=True)(x).tolist() == x.astype("int8").tolist()


@pytest.mark.compiled
def test_elements_are_read_after_a_scatter_to_them():
    # Before torch 2.15, inductor joined the derivative of `sort`, a scatter, with a sum that reads it.
    rng = np.random.default_rng(1005)
    x1, y1, x2, y2, w = [xp.asarray(rng.normal(size=n)) for n in ((6,), (6,), (5, 5), (5, 5), (5, 5))]

    def weighted(a):
        return xp.sum(xp.sin(a) * w)

    def sorts(x):
        t0 = xp.roll(x, 1, axis=0)
        t1 = t0.at[1].set(t0[2])
        return weighted(xp.sort(t1, axis=0)) + weighted(t0) + weighted(t1) + weighted(xp.moveaxis(t0, 0, 1) * x)

    def swaps(x):
        t = xp.flip(x) * y1
        t[0], t[1] = t[1], t[0]
        return xp.sum(xp.sin(t))

    def pads(y):
        t = xp.pad(y[1:4, 1:4], 1)
        return weighted(xp.matmul(t, y)) + weighted(t)

    def adds(x, y):
        c, t = xp.cumsum(x), y.copy()
        t[::2] += c[1::2]
        return xp.sum(xp.sin(t)) + xp.sum(xp.sin(c))

    def function(x1, y1, x2, y2):
        return xp.hessian(swaps)(x1), pads(y2), xp.grad(adds)(x1, y1), xp.grad(sorts)(x2)

    arguments = x1, y1, x2, y2
    for got, expected in zip(xp.compile(function, fullgraph=True)(*arguments), function(*arguments), strict=True):
        np.testing.assert_allclose(got, expected, rtol=1e-12, atol=1e-13)


def complex_writes():
    def by_places(v, m):
        m[1:-1, 1:-1] = 0.25 * (m[:-2, 1:-1] + m[2:, 1:-1])
        v[[2, 0, 1]] = xp.sum(m, axis=0)[:3]
        m[[0, 1], [1, 2]] = m.T[2, :2] / (1 + xp.square(m[1, :2]))
        return v * 2, m.T * 2

    def to_parts(v, m):
        xp.fill_diagonal(m, 2j)
        d = xp.diagonal(m) * 1
        m[1] = m[:, 1]
        m[:, -1] *= v
        v[::-1][:2] = d[:2]
        return d, xp.sum(m, axis=0), v * 1

    return [by_places, to_parts]


@pytest.mark.compiled
@OF_COMPLEX
@pytest.mark.parametrize("function", complex_writes(), ids=lambda f: f.__name__)
def test_complex_arrays_are_written_in_order(function):
    rng = np.random.default_rng(0)
    v, m = (rng.normal(size=shape) + 1j * rng.normal(size=shape) for shape in ((4,), (4, 4)))
    eager, compiled = ([xp.asarray(a.copy()) for a in (v, m)] for _ in range(2))
    results = [function(*eager), *eager]
    others = [xp.compile(function, fullgraph=True)(*compiled), *compiled]
    for got, expected in zip([*others[0], *others[1:]], [*results[0], *results[1:]], strict=True):
        np.testing.assert_allclose(got, expected, rtol=1e-12)


@pytest.mark.compiled
@OF_COMPLEX
def test_second_derivatives_of_a_transform_to_real_numbers():
    # The first derivative of `irfft` doubles a part in place.
    rng = np.random.default_rng(0)
    x, y = xp.asarray(rng.normal(size=5)), xp.asarray(rng.normal(size=(5, 5)))

    def function(x):
        return xp.fft.irfft(xp.fft.rfft((y * x)[:, 0]), n=5)[0] * x[-1]

    def second(x):
        return xp.jacobian(xp.grad(function))(x)

    np.testing.assert_allclose(xp.compile(second)(x), second(x), rtol=1e-12, atol=1e-13)


def test_a_write_by_strides_to_a_complex_view_is_refused():
    def act(x):
        return torch.as_strided_scatter(x[1:], x[:2], (2,), (1,), 1)

    graph = make_fx(act, tracing_mode="fake")(torch.ones(5, dtype=torch.complex128)).graph
    for node in graph.nodes:
        node.meta.setdefault("val", None)
    with pytest.raises(UnsupportedError, match=r"a write by strides to a complex view .* x\.copy\(\)"):
        passes._write_to_complex_copies(graph)
