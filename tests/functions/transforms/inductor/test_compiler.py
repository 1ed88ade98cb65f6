"""What inductor's code computes."""

import itertools

import numpy as np
import pytest
from support.oracle import same

import xp_torch as xp

pytestmark = [pytest.mark.cpu_only, pytest.mark.compiled]
#: inductor calls a function that torch deprecates, and says that it has no code for complex numbers
OF_DIAGONALS = pytest.mark.filterwarnings("ignore:`torch._prims_common.check`:FutureWarning")
OF_COMPLEX = pytest.mark.filterwarnings("ignore:Torchinductor does not support code generation:UserWarning")


@pytest.mark.parametrize("dtype", ["int8", "int16", "int32", "int64"])
def test_integers_wrap_in_compiled_functions(dtype):
    """In C++ the overflow of integers is undefined: code without torch's vectors takes ``x + 1 > x`` for true."""

    def act(x):
        return x + 1 > x, x - 1 < x, x * 2 // 2 == x, x * 3 // 3, np.where(x + 1 < x, 0, 1), -x

    limits = np.iinfo(dtype)
    x = np.asarray([limits.max, limits.min, limits.max - 1, 0, 5, -3, limits.max // 2 + 1, 1] * 8, dtype)
    same(xp.compile(act)(xp.asarray(x)), act(x))


@pytest.mark.parametrize("dtype", ["int8", "int16", "int32", "int64"])
def test_integers_that_overflow_wrap(dtype):
    def act(x):
        parts = x[::3], x[::-1], x[:1], x.reshape(8, 8).T
        return [(p + 1, p - 1, p * 3, -p, p + 1 > p, p * 3 // 3, -p - 1 < 0, np.where(p - 1 < p, p, 0)) for p in parts]

    limits = np.iinfo(dtype)
    x = np.asarray([limits.max, limits.min, limits.max - 1, 0, 5, -3, limits.max // 2 + 1, 1] * 8, dtype)
    same(xp.compile(act)(xp.asarray(x)), act(x))

    def counted(x):
        return act(x), np.count_nonzero((x > 0) & (x < 9))  # counted by floating-point numbers

    same(xp.compile(counted)(xp.asarray(x)), counted(x))


@pytest.mark.parametrize("dtype", ["int8", "int16", "int32", "int64"])
def test_integers_wrap_beside_floating_point_numbers(dtype):
    def act(n, x):
        return n + 1 > n, n - 1 < n, n * 3 // 3, -n - 1 < 0, x * 2.0 + n, np.where(n + 1 > n, x, -x)

    limits = np.iinfo(dtype)
    n = np.asarray([limits.max, limits.min, limits.max - 1, 0, 5, -3, limits.max // 2 + 1, 1] * 5, dtype)
    x = np.linspace(-1.0, 1.0, 40)
    same(xp.compile(act)(xp.asarray(n), xp.asarray(x)), act(n, x))


@pytest.mark.parametrize("dtype", ["bool", "int8", "uint8"])
@pytest.mark.parametrize("size", [3, 40])
def test_extremes_of_narrow_integers(dtype, size):
    def act(x):
        parts = np.min(x), np.max(x), np.argmin(x), np.argmax(x), np.min(x, axis=1), np.max(x, axis=0)
        places = np.argmin(x, axis=1), np.argmax(x, axis=0), np.min(x, axis=(0, 1)), np.max(x, axis=0, keepdims=True)
        return *parts, *places, *(() if x.dtype == bool else (np.ptp(x), np.ptp(x, axis=1)))

    x = np.random.default_rng(1).integers(0, 2 if dtype == "bool" else 256, (5, size)).astype(dtype)
    function = xp.compile(act)
    same(function(xp.asarray(x)), act(x))
    assert "in one graph" in function.explanation


@OF_COMPLEX
def test_constants_are_rounded_to_their_dtype():
    def act(x):
        return np.float32(1.1) * x, np.float16(0.1) + x, np.complex64(0.1 + 0.2j) * x

    x = np.linspace(0.5, 9.5, 20)
    same(xp.compile(act)(xp.asarray(x)), act(x))


def test_remainders_by_numbers_are_exact():
    def act(x):
        return x % 1.1, x % 3.0, np.remainder(x, 1e-300), np.fmod(x, 1e-300), x // 3.0

    x = np.asarray([5.5, -5.5, 1e10, 1e17, 1e30, 1.7e308, 0.0, -0.0, -1e17] * 4)
    for got, expected in zip(xp.compile(act)(xp.asarray(x)), act(xp.asarray(x)), strict=True):
        np.testing.assert_array_equal(got, expected)


@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
def test_each_operation_on_half_precision_rounds(dtype):
    def act(x):
        return x * 1.1 + x * 0.9 - x, (x + 1000.0) - 1000.0, np.sin(x) * x

    x = xp.linspace(-3.0, 3.0, 40).astype(dtype)
    for got, expected in zip(xp.compile(act)(x), act(x), strict=True):
        assert got.dtype is expected.dtype
        assert xp.all(got == expected)


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_functions_are_computed_as_by_eager_code_where_formulas_fail(dtype):
    def act(x):
        formulas = np.expm1(x), np.arctanh(x), np.arctanh(-x), np.arccosh(1.0 + np.abs(x)), np.expm1(-x)
        return *formulas, xp.special.erf(x), xp.special.erf(-x)

    info = np.finfo(dtype)
    edges = [0.0, -0.0, np.inf, -np.inf, np.nan, 1.0, 0.9999, 88.0, 700.0, 1500.0, info.max, info.smallest_subnormal]
    x = xp.asarray(np.concatenate([10.0 ** np.arange(-30.0, 30.0), edges]).astype(dtype))
    with np.errstate(all="ignore"):
        for got, expected in zip(xp.compile(act)(x), act(x), strict=True):
            np.testing.assert_array_max_ulp(np.asarray(got), np.asarray(expected), 2)
            assert xp.all((xp.signbit(got) == xp.signbit(expected)) | xp.isnan(expected))


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_the_inverse_of_the_error_function_and_its_gradient_keep_their_digits_near_one(dtype):
    def act(x):
        return xp.sum(xp.special.erfinv(x) * xp.special.erfcinv(1.0 - x))

    near = 1.0 - 2.0 ** -np.arange(1.0, np.finfo(dtype).nmant + 1)
    x = xp.asarray(np.concatenate([near, -near, [0.0, 1e-30]]).astype(dtype))
    got, expected = xp.compile(xp.special.erfinv)(x), xp.special.erfinv(x)
    np.testing.assert_array_max_ulp(np.asarray(got), np.asarray(expected), 2)
    gradient = xp.compile(xp.grad(act))(x)
    np.testing.assert_allclose(np.asarray(gradient), np.asarray(xp.grad(act)(x)), rtol=500 * np.finfo(dtype).eps)


def shift(x):
    x[1:] = x[:-1]


def shift_by_a_copy(x):
    x[1:] = x[:-1].copy()


def shift_back_and_forth(x):
    x[:-2] = x[2:]
    x[1:] = x[:-1]


def copy_to(x):
    np.copyto(x[3:], x[:-3])


def swap_pairs(x):
    pairs = x.reshape(-1, 2)
    pairs[...] = pairs[:, ::-1]


def transpose(x):
    x.reshape(6, 6)[...] = x.reshape(6, 6).T


def roll(x):
    x.reshape(4, 9)[...] = np.roll(x.reshape(4, 9), 2)


def repeat(x):
    x[:] = np.repeat(x[:18], 2)


def positive(x):
    np.positive(x[:-1], out=x[1:])


def pad(x):
    x[...] = np.pad(x, (2, 0))[:-2]


def shift_after_a_diagonal(x):
    rows = x.reshape(6, 6)
    np.fill_diagonal(rows, 4)
    rows[1:] = rows[:-1]


def add_after_a_diagonal(x):
    rows = x.reshape(4, 9)
    np.einsum("ii->i", rows[:, 2:6])[...] = 3
    rows += rows[::-1]


@OF_DIAGONALS
@pytest.mark.parametrize("dtype", ["float64", "float32", "int8"])
def test_an_array_is_read_before_it_is_written(dtype):
    writes = [shift, shift_by_a_copy, shift_back_and_forth, copy_to, swap_pairs, transpose, roll, repeat, positive, pad]
    writes += [shift_after_a_diagonal, add_after_a_diagonal]

    def act(*arrays):
        for x, write in zip(arrays, writes, strict=True):
            write(x)
        return arrays[0].sum()

    def computed(x):
        arrays = [x + i for i in range(len(writes))]
        act(*arrays)
        return arrays

    given = np.arange(36).astype(dtype)
    theirs, ours = ([given.copy() for _ in writes] for _ in range(2))
    act(*theirs)
    xp.compile(act, fullgraph=True)(*ours)
    ours += xp.compile(computed, fullgraph=True)(given)
    theirs += computed(given)
    for x, expected, write in zip(ours, theirs, writes * 2, strict=True):
        np.testing.assert_array_equal(x, expected, write.__name__)


@OF_DIAGONALS
@OF_COMPLEX
@pytest.mark.parametrize("dtype", ["uint16", "uint32", "uint64", "complex64", "complex128"])
def test_an_array_without_code_of_inductor_is_read_before_it_is_written(dtype):
    def act(x, y, z):
        x[:] = x[::-1]
        y[:] = np.roll(y, 1) + 1
        z[:3] = 5
        np.fill_diagonal(z.reshape(6, 6), 7)

    given = np.arange(36).astype(dtype)
    theirs, ours = ([given.copy() for _ in range(3)] for _ in range(2))
    act(*theirs)
    xp.compile(act, fullgraph=True)(*ours)
    np.testing.assert_array_equal(ours, theirs)


@OF_DIAGONALS
@pytest.mark.parametrize("dtype", ["uint16", "uint32", "uint64"])
def test_a_write_to_a_diagonal_whose_bits_inductor_would_mix_up_is_not_compiled(dtype):
    def act(b):
        np.einsum("iji->ij", b)[...] = 5

    def act_on_a_copy(b):
        c = b.copy()
        np.fill_diagonal(c, 4)
        return c

    b, expected = (np.arange(27).reshape(3, 3, 3).astype(dtype) for _ in range(2))
    act(expected)
    with pytest.warns(xp.exceptions.NotCompiledWarning, match="write to a diagonal of other axes than the last two"):
        xp.compile(act)(b)
    np.testing.assert_array_equal(b, expected)
    np.testing.assert_array_equal(xp.compile(act_on_a_copy, fullgraph=True)(b), act_on_a_copy(b))


@OF_DIAGONALS
@OF_COMPLEX
@pytest.mark.parametrize("dtype", ["float64", "uint8", "complex128"])
def test_copies_are_apart_from_their_arrays_and_from_each_other(dtype):
    def act(x, y, z):
        x[0] = 3
        first = x.copy()
        x[1] = 4
        np.fill_diagonal(y, 4)
        second = y.copy()
        steps = []
        for i in range(4):
            z[i] = i
            steps.append(z.copy())
        double = z + z
        third = double.copy()
        return first, second, *steps, double, third, double.copy(), third.copy()

    given = np.arange(36).reshape(6, 6).astype(dtype)
    theirs, ours = ([given.copy() for _ in range(3)] for _ in range(2))
    theirs += act(*theirs)
    ours += xp.compile(act, fullgraph=True)(*ours)
    np.testing.assert_array_equal(ours, theirs)
    assert not any(np.shares_memory(a, b) for a, b in itertools.combinations(ours, 2))


def test_the_array_of_a_step_is_read_before_it_is_written():
    def swapped(x):
        return xp.fori_loop(0, 4, lambda i, x: x.at[i].set(x[i + 1]).at[i + 1].set(x[i]), x)

    def read(x):
        return xp.scan(lambda x, i: (x.at[i].set(3), x[i]), x, xp.arange(4))

    def both(x):
        step = lambda i, v: (v[0].at[i].set(9), v[0])
        return xp.fori_loop(0, 4, step, (x, x + 1))

    def act(x):
        return [*read(x), *both(x), swapped(x)]

    x = xp.arange(6.0)
    for got, expected in zip(xp.compile(act, fullgraph=True)(x), act(x), strict=True):
        np.testing.assert_array_equal(got, expected)


def test_masks_that_are_broadcast_in_two_ways_select_other_elements():
    def act(x, m):
        first, second = np.broadcast_to(m, (3, 3)), np.broadcast_to(m.reshape(3, 1), (3, 3))
        x[first] = x[second] + 1
        return x

    given = np.arange(9.0).reshape(3, 3), np.asarray([True, False, True])
    same(xp.compile(act)(*(xp.asarray(one.copy()) for one in given)), act(*(one.copy() for one in given)))


def test_operations_with_zeros_and_ones_make_new_arrays():
    def act(x):
        y = x * 2
        return x + 0, x - 0, x * 1, x / 1, x + np.zeros(3), x * np.ones(3), x / np.full(3, 1.0), y, y + 0, y * 1

    given = np.asarray([-0.0, 1.0, 2.0])
    x = xp.asarray(given)
    found = xp.compile(act)(x)
    for one, other in zip(found, act(given), strict=True):
        np.testing.assert_array_equal(one, other)
        np.testing.assert_array_equal(np.signbit(np.asarray(one)), np.signbit(other))
    arrays = [x, *found]
    assert not any(xp.shares_memory(a, b) for i, a in enumerate(arrays) for b in arrays[:i])


def to_places_in_itself(c):
    c[c[::-1]] += 1


def along_places_in_itself(c):
    xp.put_along_axis(c, c[::-1] % 4, c[::-1] + 1, 0)


def of_itself_to_places(c):
    xp.add.at(c, xp.asarray([1, 2, 3]), c[:3])


@pytest.mark.parametrize("act", [to_places_in_itself, along_places_in_itself, of_itself_to_places])
def test_places_are_read_before_elements_are_written_there(act):
    program = xp.compile(act, fullgraph=True)
    for values in ([1, 2, 3, 0], [0, 0, 2, 2]):
        found, wanted = xp.asarray(values), xp.asarray(values)
        program(found)
        act(wanted)
        assert found.tolist() == wanted.tolist()


@pytest.mark.parametrize("act", [to_places_in_itself, along_places_in_itself])
def test_places_of_symbolic_sizes_are_refused(act):
    found, wanted = xp.asarray([1, 2, 3, 0]), xp.asarray([1, 2, 3, 0])
    with pytest.warns(xp.exceptions.NotCompiledWarning, match="write to a copy of the array"):
        xp.compile(act, dynamic=True)(found)
    act(wanted)
    assert found.tolist() == wanted.tolist()


def test_values_from_the_same_array_are_compiled_for_symbolic_sizes():
    def act(c, places):
        c[places] += c[places[::-1]]

    program = xp.compile(act, fullgraph=True, dynamic=True)
    for size in (4, 6):
        found, wanted, places = xp.arange(size), xp.arange(size), xp.asarray([1, 0, 2, 3])
        program(found, places)
        act(wanted, places)
        assert found.tolist() == wanted.tolist()


@pytest.mark.compiled
@pytest.mark.parametrize("dtype", ["int64", "uint64"])
def test_steps_that_write_and_add_at_places(dtype):
    def f(x, i):
        def step(k, carry):
            new = carry + carry
            new[i] += x
            xp.add.at(new, i, x)
            return new

        return xp.fori_loop(0, 3, step, x)

    # In a loop of C++, the process ended.
    x, i = xp.asarray([1, 2, 6, 7], dtype=dtype), xp.asarray([3, 0, 1, 0])
    assert xp.compile(f, fullgraph=True)(x, i).tolist() == f(x, i).tolist() == [120, 100, 48, 70]


@pytest.mark.parametrize(
    "read",
    [
        lambda x: xp.interp(xp.linspace(-3, 3, 5), xp.arange(6.0) - 2.5, x**2),
        lambda x: (x**2)[xp.minimum(xp.arange(5), 4)],
        lambda x: xp.take_along_axis(x**2, xp.asarray([0, 3, 3, 5]), 0),
        lambda x: x.at[xp.asarray([0, 2, 2])].add(x[:3] ** 2),
    ],
)
@OF_DIAGONALS
def test_rows_of_a_jacobian_are_added_to_memory_of_their_own(read):
    def act(x):
        rows = xp.jacobian(read)(x)
        return rows, xp.vmap(xp.grad(lambda x: xp.sum(read(x) ** 2)))(xp.stack([x, 2 * x]))

    x = xp.asarray(np.random.default_rng(0).normal(size=6))
    for got, expected in zip(xp.compile(act)(x), act(x), strict=True):
        np.testing.assert_allclose(np.asarray(got), np.asarray(expected), rtol=1e-13, atol=1e-14)


@OF_DIAGONALS
def test_derivatives_that_are_zeros_without_memory_are_read():
    def act(x):
        return xp.sum(xp.interp(xp.linspace(-1, 1, 5), xp.sort(x), xp.arange(6.0) ** 2) * xp.arange(5.0))

    x = xp.asarray(np.random.default_rng(0).normal(size=6))
    got, expected = xp.compile(xp.hessian(act))(x), xp.hessian(act)(x)
    np.testing.assert_allclose(np.asarray(got), np.asarray(expected), rtol=1e-9)


@OF_DIAGONALS
def test_an_array_is_read_after_its_diagonal_is_written():
    def correlated(x):
        weights = xp.cos(1.3 * xp.arange(9.0))
        return xp.sum(xp.ravel(xp.corrcoef(xp.stack([x, x**2, xp.sin(x)]))) * weights)

    def act(x):
        matrix = xp.stack([x, x**2, xp.sin(x), xp.cos(x), x + 1, x - 1])
        stack = xp.stack([matrix, xp.matmul(matrix, matrix)])
        return (
            xp.hessian(correlated)(x),
            xp.grad(lambda m: xp.sum(xp.linalg.trace(m) ** 2))(stack),
            xp.grad(lambda m: xp.sum(xp.diagonal(m, axis1=2, axis2=1) ** 3))(stack),
            xp.grad(lambda m: xp.sum(xp.diagonal(m, 1) ** 2))(matrix),
            xp.jacobian(lambda v: xp.diagonal(xp.outer(v, v)))(x),
        )

    x = xp.asarray(np.random.default_rng(0).normal(size=6))
    for got, expected in zip(xp.compile(act, fullgraph=True)(x), act(x), strict=True):
        np.testing.assert_allclose(np.asarray(got), np.asarray(expected), rtol=1e-9, atol=1e-12)
