"""`vmap`: functions mapped over an axis, eager and compiled."""

import numpy as np
import pytest
import torch

import xp_torch as xp
from xp_torch._functions.transforms.trees import flatten

A = xp.asarray([[1.0, 3.0], [2.0, 2.0], [0.5, -1.0]])
B = xp.asarray([1.0, 10.0])


pytestmark = pytest.mark.usefixtures("fresh_dynamo")


MAPPED = {
    "rows": (lambda: xp.vmap(xp.cumulative_sum)(A), lambda: xp.cumulative_sum(A, axis=1)),
    "columns": (lambda: xp.vmap(xp.sort, in_axes=1, out_axes=-1)(A), lambda: xp.sort(A, axis=0)),
    "one of two": (lambda: xp.vmap(xp.vecdot, in_axes=(0, None))(A, B), lambda: A @ B),
    "list of axes": (lambda: xp.vmap(xp.vecdot, in_axes=[0, None])(A, B), lambda: A @ B),
    "numbers": (lambda: xp.vmap(xp.add, in_axes=(0, None))(A, 2), lambda: A + 2),
    "trees": (
        lambda: xp.vmap(lambda p, q: p["a"] * q[0] + p["b"], ({"a": 0, "b": None}, 0))({"a": A, "b": B}, (A, None)),
        lambda: A * A + B,
    ),
    "results": (
        lambda: xp.vmap(lambda a: {"sum": xp.sum(a), "one": 1.0}, out_axes={"sum": 0, "one": None})(A)["one"],
        lambda: xp.asarray(1.0),
    ),
    "keywords": (lambda: xp.vmap(lambda a, b: a * b)(A, b=A), lambda: A * A),
    "nested": (lambda: xp.vmap(xp.vmap(xp.multiply, in_axes=(0, None)), in_axes=(None, 0))(A[0], B),
               lambda: A[0] * B[:, None]),
    "size": (xp.vmap(lambda: B, axis_size=2), lambda: xp.stack([B, B])),
    "chunks": (lambda: xp.vmap(xp.sum, chunk_size=2)(A), lambda: xp.sum(A, axis=1)),
}  # fmt: skip


@pytest.mark.compiled
@pytest.mark.parametrize("name", MAPPED)
def test_functions_are_mapped(name):
    mapped, expected = MAPPED[name]
    np.testing.assert_array_equal(mapped(), expected())
    if name in ("columns", "one of two", "trees", "nested", "size"):
        np.testing.assert_array_equal(torch.compile(mapped, fullgraph=True, backend="eager")(), expected())


def test_numpy_arrays_are_mapped_and_random_numbers_differ_on_request():
    assert type(xp.vmap(xp.sum)(np.ones((2, 3)))) is xp.ndarray
    rng = xp.random.default_rng(1)
    x = xp.vmap(lambda a: a + rng.random(2), randomness="different")(xp.zeros((2, 2)))
    assert float(xp.sum(xp.abs(x[0] - x[1]))) > 0
    for randomness in ("different", "same"):
        x = xp.vmap(lambda a: a + rng.integers(0, 1000, 9), randomness=randomness)(xp.zeros((2, 9), dtype=int))
        assert bool(xp.all(x[0] == x[1])) is (randomness == "same")


@pytest.mark.parametrize(("message", "call"), [
    ("vmap: in_axes must be an int, None, or have the structure", lambda: xp.vmap(xp.add, in_axes=(0,))(A, A)),
    ("vmap: in_axes is 0 for an array with 0 dimensions", lambda: xp.vmap(xp.add)(A, 2.0)),
    ("vmap: the mapped axes have different sizes: [2, 3]", lambda: xp.vmap(xp.add)(A, B)),
    ("vmap: no argument is mapped; pass axis_size", lambda: xp.vmap(xp.sin, None)(A)),
])  # fmt: skip
def test_errors(message, call):
    with pytest.raises(ValueError) as caught:
        call()
    assert message in str(caught.value)


@pytest.mark.parametrize(
    "fun", [lambda a: a[a > 0], xp.unique, xp.unique_values, xp.nonzero, lambda a: xp.compress(a > 0, a)]
)
def test_shapes_that_depend_on_mapped_values_say_what_to_write(fun):
    for call in (xp.vmap(fun), xp.vmap(lambda a: xp.sum(xp.jvp(lambda a: xp.sum(fun(a)[0] * a[0]), (a,), (a,))[1]))):
        with pytest.raises(RuntimeError, match=r"vmap: the shape of a result depends on mapped values.* size=3"):
            call(A)


def running(x):
    out = xp.zeros((2, 3))
    out[0] = x
    out[1, 1:] += x * x
    out[:, 0] += x + 1
    return out


def added(x):
    y = B.copy()
    y += x
    y[xp.asarray([0, 0])] = xp.full(2, x)
    return y + xp.full_like(B, x)


def put(x):
    y = xp.full((2, 2), 1.0)
    xp.add.at(y, (xp.asarray([0, 0]), xp.asarray([1, 1])), x)
    return xp.add(y, x, out=xp.empty((2, 2)))


@pytest.mark.parametrize("act", [running, added, put])
def test_mapped_values_are_written_to_arrays_made_inside(act):
    expected = xp.stack([act(x) for x in B])
    np.testing.assert_array_equal(xp.vmap(act)(B), expected)
    np.testing.assert_array_equal(torch.vmap(act)(B), expected)
    nested = xp.vmap(lambda y: xp.vmap(lambda x: act(x * y))(B))(B)
    np.testing.assert_array_equal(nested[1], xp.vmap(act)(B * B[1]))
    slopes = xp.vmap(xp.grad(lambda x: xp.sum(act(x) ** 2)))(B)
    np.testing.assert_allclose(slopes, [xp.grad(lambda x: xp.sum(act(x) ** 2))(x) for x in B])


def test_arrays_that_are_not_mapped_stay_as_they_are():
    def act(x):
        mask = xp.zeros(2, dtype=bool)
        mask[1] = True
        return x[mask] + A[0][xp.ones(2, dtype=bool)][:1]

    np.testing.assert_array_equal(xp.vmap(act)(A), A[:, 1:2] + A[0, :1])
    with pytest.raises(ValueError, match="output array is not mapped by vmap"):
        xp.vmap(lambda x: B.__setitem__(0, x))(B)
    with pytest.raises(ValueError, match="output array is not mapped by vmap"):
        xp.vmap(lambda x, y: x.__iadd__(y), (None, 0))(B, A)


def test_elements_of_a_mapped_tensor_are_written():
    def act(t):
        x = xp.asarray(t)
        x[0] = 5.0
        return x[0] + x[1]

    assert torch.vmap(act)(torch.ones(2, 2)).tolist() == [6.0, 6.0]


def test_subclasses_are_mapped():
    class Sub(xp.ndarray):
        def __array_finalize__(self, obj):
            self.note = getattr(obj, "note", None)

    x = xp.asarray([[1.0, 3.0], [2.0, 2.0]]).view(Sub)
    x.note = "kept"
    rows, tree = xp.vmap(lambda row, s: (row / xp.sum(row), {"s": s * 2, "plain": xp.asarray([1.0])}), (0, None))(
        x, x[0]
    )
    assert [(type(r), r.note, r.tolist()) for r in (rows, tree["s"])] == [
        (Sub, "kept", [[0.25, 0.75], [0.5, 0.5]]),
        (Sub, "kept", [[2.0, 6.0], [2.0, 6.0]]),
    ]
    assert type(tree["plain"]) is xp.ndarray


@pytest.mark.parametrize(
    "fun",
    [
        lambda v: v if v > 0 else -v,
        lambda v: max(v, 1.0),
        xp.grad(lambda v: v if v > 0 else -v),
        pytest.param(lambda v: v if xp.astype(v, xp.uint64) else -v, marks=pytest.mark.cpu_only),
    ],
)
def test_the_truth_of_mapped_values_raises_with_what_to_write(fun):
    with pytest.raises(RuntimeError, match=r"write xp\.where\(x > 0, a, b\), xp\.cond"):
        xp.vmap(fun)(xp.asarray([1.0, -2.0]))


def test_values_that_are_not_mapped_may_be_asked_in_a_mapped_function():
    limit = xp.asarray(2.0)
    result = xp.vmap(lambda v, n: v * 2 if n > 1 and limit > 1 else v, (0, None))(xp.ones(2), xp.asarray(3.0))
    assert result.tolist() == [2.0, 2.0]


@pytest.mark.parametrize("out_axes", [0, 1, 2, -1, -2, -3])
def test_out_axes_of_results_that_are_not_mapped(out_axes):
    x, y = xp.ones((2, 3)), xp.asarray(np.arange(12.0).reshape(3, 4))
    got = xp.vmap(lambda row, y: (y, y * row[0]), (0, None), out_axes)(x, y)
    expected = np.stack([np.asarray(y)] * 2, out_axes)
    assert all(np.array_equal(part, expected) for part in got)
    assert np.array_equal(xp.vmap(lambda row, y: y, (0, None), out_axes)(x, y.tensor), expected)


def test_out_axes_beyond_the_dimensions():
    for out_axes in (2, -3, (0, 5)):
        with pytest.raises(ValueError, match="out_axes is"):
            xp.vmap(lambda row: (row, xp.ones(2)), out_axes=out_axes)(xp.ones((2, 3)))


@pytest.mark.parametrize(
    "read",
    [
        lambda x, i: x[i],
        lambda x, i: x[:, i],
        lambda x, i: x[i, i],
        lambda x, i: xp.take(x, i, axis=1),
        lambda x, i: x.at[i].add(x[0]),
    ],
)
def test_places_from_the_end_are_read_and_differentiated_in_mapped_functions(read):
    def act(x, i):
        return xp.sum(read(x, i) ** 3)

    x, i = xp.reshape(xp.arange(18.0), (2, 3, 3)), xp.asarray([0, -1, -3, -1])
    for act_on in (act, xp.grad(act)):
        expected = xp.stack([act_on(x[0], i), act_on(x[1], i)])
        assert xp.all(xp.vmap(act_on, in_axes=(0, None))(x, i) == expected)
        assert xp.all(xp.vmap(act_on)(x, xp.stack([i, i])) == expected)
    with pytest.raises(IndexError, match=r"out of bounds for axis . with size 3"):
        xp.vmap(act, in_axes=(0, None))(x, i - 1)


@pytest.mark.parametrize("mapped", ["both", "a", "b"])
@pytest.mark.parametrize(("a", "b"), [((2, 2), (2,)), ((3, 2, 2), (2,)), ((2, 2), (2, 2)), ((2, 2, 2), (2, 2))])
def test_equations_with_stacks_of_matrices_are_solved_in_mapped_functions(a, b, mapped):
    rng = np.random.default_rng(0)
    matrices, right = xp.asarray(rng.normal(size=(2, *a))), xp.asarray(rng.normal(size=(2, *b)))
    over_a, over_b = mapped != "b", mapped != "a"
    arguments = matrices if over_a else matrices[0], right if over_b else right[0]
    got = xp.vmap(xp.linalg.solve, in_axes=(0 if over_a else None, 0 if over_b else None))(*arguments)
    pairs = [(matrices[k if over_a else 0], right[k if over_b else 0]) for k in range(2)]
    np.testing.assert_allclose(got, xp.stack([xp.linalg.solve(*pair) for pair in pairs]), rtol=1e-12)


def test_nested_maps_write_values_that_fewer_of_them_map():
    def act(x, i, v):
        x = x.copy()
        x[i] = v
        xp.put(x, i - 1, v + 1)
        return x

    x, i, v = xp.ones((2, 3, 4)), xp.asarray([[0, 1], [-1, 2]]), xp.asarray([5.0, 6.0, 7.0])
    got = xp.vmap(xp.vmap(act, in_axes=(0, None, 0)), in_axes=(0, 0, None))(x, i, v)
    assert xp.all(got == xp.stack([xp.stack([act(x[a, b], i[a], v[b]) for b in range(3)]) for a in range(2)]))


def test_writes_at_no_mapped_places_change_nothing():
    def act(x, i):
        xp.put_along_axis(x, i, 5.0, 0)
        return x

    got = xp.vmap(act, in_axes=(0, 1))(xp.ones((2, 3)), xp.zeros((0, 2), dtype=int))
    assert xp.all(got == xp.ones((2, 3)))


def test_copies_are_contiguous_for_each_element():
    def act(x):
        z = x.T.copy()
        z.ravel()[0] = 9.0
        return z

    got = xp.vmap(act)(xp.zeros((2, 2, 3)))
    assert xp.all(got == xp.stack([act(xp.zeros((2, 3)))] * 2))


def test_none_is_a_result():
    got = xp.vmap(lambda x: {"none": None, "more": (None, x + 1)}, out_axes=1)(xp.zeros((2, 3)))
    assert got["none"] is None
    assert got["more"][0] is None
    assert got["more"][1].shape == (3, 2)
    assert xp.vmap(lambda x: None)(xp.zeros(2)) is None


def put_all(z, v):
    xp.put(z, [0, 1], v)


def put_along(z, v):
    xp.put_along_axis(z, v.astype(int), 5.0, 0)


def select_all(z, v):
    z[v > 0] += 1


@pytest.mark.parametrize("write", [put_all, put_along, xp.copyto, select_all])
def test_mapped_values_are_not_written_to_an_array_that_is_not_mapped(write):
    z = xp.zeros(2)
    with pytest.raises(ValueError, match="output array is not mapped by vmap, but the values are: write to a copy"):
        xp.vmap(lambda v: write(z, v))(xp.ones((3, 2)))


@pytest.mark.parametrize(
    ("error", "message", "fun"),
    [
        (IndexError, "index 5 is out of bounds for axis 0 with size 3", lambda x: x[xp.astype(x * 5, int)]),
        (RuntimeError, "has a truth value for each entry", lambda x: xp.asarray(xp.array_equal(x, x))),
        (TypeError, "has a number for each entry", lambda x: round(x[0])),
        (TypeError, "has a number for each entry", lambda x: int(x[0])),
        (RuntimeError, "depends on mapped values", lambda x: xp.nonzero(xp.reshape(x[:0], (0, 2)))),
        (RuntimeError, "depends on mapped values", lambda x: xp.setdiff1d(x[:0], x)),
        (
            RuntimeError,
            "depends on mapped values",
            lambda x: xp.vmap(lambda i: xp.delete(xp.ones((3, 2)), i, axis=1))(x[:, None].astype(int)),
        ),
    ],
)
def test_what_can_not_be_mapped_says_what_to_write(error, message, fun):
    with pytest.raises(error, match=message):
        xp.vmap(fun)(xp.ones((2, 3)))


@pytest.mark.parametrize(
    ("fun", "shape"),
    [
        (lambda x: 1.0 + x, (0,)),
        (xp.cumsum, (0, 3)),
        (xp.fft.fft, (0, 3)),
        (xp.cov, (0, 3)),
        (lambda x: xp.cross(x, xp.asarray([1.0, 2.0, 3.0])), (0, 3)),
        (lambda x: {"a": xp.argmax(x), "b": (None, xp.stack([x, x]))}, (0, 3)),
        (xp.grad(xp.prod), (0, 3)),
    ],
)
@pytest.mark.parametrize("axis", [0, -1])
def test_no_elements_are_mapped(fun, shape, axis):
    one = xp.vmap(fun, in_axes=axis, out_axes=-1)(xp.ones(shape[1:] + (1,) if axis else (1, *shape[1:])))
    got = xp.vmap(fun, in_axes=axis, out_axes=-1)(xp.ones(shape[1:] + (0,) if axis else shape))
    leaves, structure = flatten(got)
    expected, of_one = flatten(one)
    assert structure == of_one
    for leaf, like in zip(leaves, expected, strict=True):
        if like is None:
            assert leaf is None
        else:
            assert leaf.shape == (*like.shape[:-1], 0)
            assert leaf.dtype is like.dtype
