"""Manipulation functions against NumPy: values, dtypes, shapes, shared memory, errors, tracing."""

import itertools

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as npst
from support.cases import cases
from support.oracle import DTYPES, agree, alike, calls, ours, refusals, same, sample, small

import xp_torch as xp


def memory(x):
    """The memory of an array of ours, as NumPy sees it."""
    return np.asarray(x)


def agrees_in_sharing(name, x, *args, **kwargs):
    """Assert that the result shares memory with `x` exactly if NumPy's does."""
    agree(name, x, *args, **kwargs)
    mine = ours(x)
    got, expected = getattr(xp, name)(mine, *args, **kwargs), getattr(np, name)(x, *args, **kwargs)
    if not isinstance(got, (tuple, list)):
        got, expected = [got], [expected]
    for a, b in zip(got, expected, strict=True):
        assert np.shares_memory(memory(a), memory(mine)) == np.shares_memory(b, x), name


BASE = np.arange(24).reshape(2, 3, 4)
#: calls of every function that takes one array: name, array, arguments
CALLS = [
    *[("reshape", BASE, shape) for shape in [(4, 6), (-1,), 24, (2, -1, 2), [6, 4], -1]],
    *[("ravel", BASE, order) for order in "CFAK"],
    *[("expand_dims", BASE, axis) for axis in [0, 1, -1, (0, 2), (-1, 0), [0, 4]]],
    *[("squeeze", BASE[None, :, :1], axis) for axis in [None, 0, 2, (0, 2), (-2, 0)]],
    *[("transpose", BASE, axes) for axes in [None, (2, 0, 1), [0, -1, 1], (-1, -2, -3)]],
    *[("permute_dims", BASE, axes) for axes in [(2, 0, 1), (0, -1, 1)]],
    *[("moveaxis", BASE, a, b) for a, b in [(0, 2), (-1, 0), ((0, 1), (2, 0)), ([0], [1]), ((), ())]],
    *[("swapaxes", BASE, a, b) for a, b in [(0, 2), (1, 1), (-1, 0)]],
    *[("broadcast_to", BASE[:, :1], shape) for shape in [(2, 5, 4), (3, 2, 3, 4), (2, 1, 4)]],
    ("broadcast_to", np.array(5), 3),
    *[(f"atleast_{n}d", x) for n in (1, 2, 3) for x in (BASE, BASE[0], BASE[0, 0], BASE[0, 0, :0])],
    *[("unstack", BASE), ("unstack", BASE[0, 0])],
    *[("roll", BASE, *args) for args in [(1,), (-30, 1), ((1, 2), (0, 2)), ((1, 2), 1), (3, (0, 0)), (2**70, 0)]],
    ("roll", BASE, "1", 0), ("roll", BASE, ["1", "-2"]), ("roll", BASE, np.float32(1.5), 0),
    ("roll", BASE, (1, 1)), ("roll", BASE, np.nan, ()), ("roll", BASE, "x", ()),
    *[("repeat", BASE, *args) for args in [(2,), (2, 1), (0, 2), ([1, 0, 2], 1), ([2], 0), (True, 0), (2.0, 0)]],
    ("repeat", BASE, list(range(24))),
    *[("tile", BASE, reps) for reps in [1, 2, (2, 1), (2, 1, 1, 3), (0,), (), (1, 1, 1)]],
    *[("resize", BASE, shape) for shape in [(5, 5), 3, np.uint32(3), (), (0, 2), (30, 2)]],
]  # fmt: skip


@pytest.mark.cpu_only
@pytest.mark.numpy_before
@cases("call", CALLS, ids=lambda c: f"{c[0]}-{c[2:]}")
def test_values_and_sharing_are_numpys(call):
    name, x, *args = call
    agrees_in_sharing(name, x, *args)
    agrees_in_sharing(name, x.T, *args) if name in ("ravel", "atleast_3d", "resize") else None


@pytest.mark.cpu_only
@pytest.mark.parametrize("name", ["flip", "fliplr", "flipud", "rot90"])
def test_reversals_are_numpys_values_in_shared_memory(name):
    arguments = {
        "flip": [(), (0,), ((0, 2),), (-1,), ((),)],
        "rot90": [(), *[(k, axes) for k in range(-5, 6) for axes in [(0, 1), (1, 0), (2, 0), (-1, -2)]]],
    }
    for args in arguments.get(name, [()]):
        agree(name, BASE, *args)
        x = ours(BASE)
        assert np.shares_memory(np.asarray(getattr(xp, name)(x, *args)), memory(x))


@pytest.mark.cpu_only
@pytest.mark.parametrize("order", ["C", "F", "A"])
@pytest.mark.parametrize(
    "source", [BASE, BASE.T, BASE[:, ::2], BASE.transpose(0, 2, 1)], ids=["C", "F", "step", "mixed"]
)
def test_reshape_shares_where_numpy_does(source, order):
    for shape in [(24,), (12,), (6, 4), (2, 3, 4), (4, 3, 2), (2, 2, 3)]:
        if np.prod(shape) != source.size:
            continue
        mine = xp.asarray(source)
        got, expected = xp.reshape(mine, shape, order), np.reshape(source, shape, order)
        same(got, expected)
        assert np.shares_memory(memory(got), source) == np.shares_memory(expected, source)
        copied = xp.reshape(mine, shape, order, copy=True)
        same(copied, expected)
        assert not np.shares_memory(memory(copied), source)
        if np.shares_memory(expected, source):
            same(xp.reshape(mine, shape, order, copy=False), expected)
        else:
            with pytest.raises(ValueError, match="Unable to avoid creating a copy"):
                xp.reshape(mine, shape, order, copy=False)


@pytest.mark.cpu_only
def test_ravel_of_a_step_is_a_copy():
    x = np.arange(6)
    assert not np.shares_memory(memory(xp.ravel(xp.asarray(x[::2]))), x)
    assert np.shares_memory(memory(xp.ravel(xp.asarray(x))), x)


@calls("""
    m.flip(a); m.rot90(a); m.roll(a, 1, 0); m.repeat(a, 2, 1); m.repeat(a, [1, 0, 2], 0); m.tile(a, (2, 2));
    m.concat([a, a], axis=1); m.stack([a, a], axis=1); m.hstack([a, a]); m.ravel(a, "F"); m.resize(a, (5, 3));
    m.expand_dims(a, 0); m.permute_dims(a, (1, 0)); m.append(a, a, 0); m.dstack([a, a])
""")
@pytest.mark.parametrize("dtype", [*DTYPES, "bfloat16"])
def test_every_dtype_moves(call, dtype):
    x = sample("float32" if dtype == "bfloat16" else dtype, (3, 4))
    mine = xp.asarray(x).astype(dtype) if dtype == "bfloat16" else ours(x)
    got = np.asarray(call(xp, mine))
    assert got.dtype == np.asarray(mine).dtype
    np.testing.assert_equal(got.astype(x.dtype), call(np, x))


@cases(("first", "second"), list(itertools.product(DTYPES, DTYPES)), by=str)
def test_joining_promotes_as_numpy(first, second):
    a, b = small(first, (2, 3)), small(second, (2, 3))
    agree("concat", [a, b])
    agree("stack", [a, b], axis=-1)
    agree("concatenate", [a, 1], axis=None)
    agree("concatenate", [a, b], axis=None, dtype=second)
    mine, out = ours(a), ours(np.zeros((4, 3), second))
    try:
        np.concatenate([a, b], out=(expected := np.zeros((4, 3), second)))
    except TypeError:
        with pytest.raises(TypeError, match="according to the rule 'same_kind'"):
            xp.concatenate([mine, ours(b)], out=out)
    else:
        assert xp.concatenate([mine, ours(b)], out=out) is out
        same(out, expected)


@pytest.mark.parametrize("name", ["concat", "stack", "hstack", "vstack", "dstack", "column_stack"])
def test_joining_array_likes_of_every_rank(name):
    for x in (np.array(1), np.arange(3), BASE[0], BASE):
        agree(name, [x, x])
        agree(name, (x, x * 0.5, x))
    agree(name, [[1, 2], (3.0, 4.0)])
    agree(name, [])
    agree(name, [BASE[0], BASE[0].T])
    agree(name, [BASE[0], BASE])
    agree(name, BASE)
    agree(name, 5)
    agree(name, iter([BASE, BASE]))
    alike(lambda m: getattr(m, name)(BASE))  # NumPy's own array, which has no truth value
    alike(lambda m: getattr(m, name)(BASE[:0]))


SPLITS = [("split", 2), ("split", [1, 3]), ("split", [3, 1]), ("split", [-1, 100]), ("split", []), ("array_split", 3)]
SPLITS += [("array_split", 7), ("array_split", np.array(2)), ("split", np.array([1, 2]))]


@pytest.mark.cpu_only
@pytest.mark.parametrize(("name", "where"), SPLITS, ids=str)
@pytest.mark.parametrize("axis", [0, 1, -1])
def test_splits_are_numpys_views(name, where, axis):
    x = np.arange(16).reshape(4, 4)
    mine = ours(x)
    got, expected = getattr(xp, name)(mine, where, axis), getattr(np, name)(x, where, axis)
    assert type(got) is list
    same(tuple(got), tuple(expected))
    for a, b in zip(got, expected, strict=True):
        assert np.shares_memory(memory(a), memory(mine)) == np.shares_memory(b, x)


def test_splits_along_named_axes():
    for name, x in [("hsplit", BASE), ("vsplit", BASE), ("dsplit", BASE), ("hsplit", BASE[0, 0])]:
        for where in (1, [1]):
            same(tuple(getattr(xp, name)(ours(x), where)), tuple(getattr(np, name)(x, where)))
    for name, x in [("hsplit", np.array(1)), ("vsplit", np.arange(2)), ("dsplit", BASE[0])]:
        agree(name, x, 1)


@pytest.mark.cpu_only
def test_broadcast_arrays_are_views_of_their_own_dtypes():
    x, y = np.arange(3), np.arange(2.0)[:, None]
    agree("broadcast_arrays", x, y)
    mine = ours(x)
    found = xp.broadcast_arrays(mine, ours(y))
    assert type(found) is tuple
    assert np.shares_memory(memory(found[0]), memory(mine))
    assert xp.broadcast_arrays() == ()
    assert xp.broadcast_shapes((2, 1), 3, ()) == (2, 3)
    assert xp.broadcast_shapes() == ()


def test_unstack_of_one_dimension_copies_its_elements():
    x = xp.arange(3)
    parts = xp.unstack(x)
    assert [p.shape for p in parts] == [(), (), ()]
    parts[0].tensor.fill_(9)
    same(x, np.arange(3))


def test_atleast_gives_back_what_suffices():
    x = xp.zeros((2, 2, 2))
    assert xp.atleast_1d(x) is x
    assert xp.atleast_3d(x) is x
    assert [a.shape for a in xp.atleast_2d(1, [1, 2])] == [(1, 1), (1, 2)]
    assert xp.atleast_1d() == ()


X = np.arange(6)
M = X.reshape(2, 3)
OTHER = xp.asarray(torch.empty(3, device="meta"))
#: calls that NumPy refuses: the class of the error is NumPy's, and so are most texts
REFUSED = [
    ("reshape", X, 4), ("reshape", X, (4, -1)), ("reshape", X, (-1, -1)), ("reshape", X, (0, -1)),
    ("reshape", X, (2.0, 3)),
    ("reshape", X, 6, "K"), ("reshape", X, 6, "X"), ("expand_dims", X, (0, 0)), ("expand_dims", X, 3),
    ("squeeze", M, 0),
    ("squeeze", M, 5), ("squeeze", M[None], (0, 0)), ("moveaxis", M, 0, 5), ("moveaxis", M, (0, 1), 0),
    ("moveaxis", M, (0, 0), (0, 1)), ("transpose", M, (0,)), ("transpose", M, (0, 0)), ("transpose", M, (0, 2)),
    ("transpose", M, (1.0, 0)), ("swapaxes", M, 0, 5), ("repeat", X, -1), ("repeat", X, [1, 2]), ("repeat", X, [[1]]),
    ("repeat", M, 1, 5), ("repeat", X, np.ones(6)), ("repeat", X, [1, -1, 1, 1, 1, 1]), ("roll", M, 1, 5),
    ("roll", M, (1, 2, 3), (0, 1)), ("roll", M, [[1]], 0), ("tile", X, -1), ("tile", X, 2.0), ("unstack", np.array(1)),
    ("repeat", X, np.ones(6, "u8")), ("roll", M, "a", 0), ("roll", M, ["1", 2.5]), ("roll", M, 1, "0"),
    ("flip", M, (0, 0)), ("flip", M, 3), ("fliplr", X), ("flipud", np.array(1)), ("rot90", X), ("rot90", M, 1, (0, 0)),
    ("rot90", M, 1, (0, 3)), ("rot90", M, 1, (0,)), ("broadcast_to", M, (3,)), ("broadcast_to", M, (2, 4)),
    ("broadcast_to", X, -1), ("broadcast_to", np.array(5), (0, 2, -2)),
    ("broadcast_arrays", X, M), ("broadcast_shapes", (2,), (3,)), ("broadcast_shapes", (-1,)),
    ("split", X, 4), ("array_split", X, 0), ("append", M, X, 0), ("resize", X, (2, -1)), ("concat", [1, 2]),
    ("concat", [X, X], 1), ("concat", [X, M]), ("concat", [M, M.T]), ("stack", [X, M]), ("stack", [X, X], 3),
    ("concat", [1j, X], None, None), ("ravel", X, "X"), ("moveaxis", X, 0, None), ("moveaxis", X, None, 0),
    ("split", X, 2.5), ("hsplit", X, 2.5),
    ("concat", [X, X], 0, np.zeros(3, np.uint8)), ("stack", [X, X], 0, np.zeros(3, np.uint8)),
]  # fmt: skip


@pytest.mark.numpy_before
@cases("call", REFUSED, ids=lambda c: f"{c[0]}-{c[1:]}")
def test_errors_are_numpys(call):
    name, *args = call
    agree(name, *args)


@pytest.mark.parametrize(
    "shapes",
    [
        ((2, 3, 4), (3, 3, 4)), ((2, 3, 4), (5, 4)), ((5, 1, 4), (2, 3, 4)), ((1, 2), (3, 1, 3), (2, 2)),
        ((3, 4), (2, 3, 5)), ((2, 3, 4), (2, 1, 1), (3, 1, 1)), ((2, 3, 1), (4, 2, 3, 5), (4, 1, 2, 5)),
    ],
)  # fmt: skip
def test_the_shapes_that_do_not_broadcast_are_named(shapes):
    with pytest.raises(ValueError, match="shape mismatch") as expected:
        np.broadcast_shapes(*shapes)
    with pytest.raises(ValueError, match="shape mismatch") as raised:
        xp.broadcast_shapes(*shapes)
    assert str(raised.value) == str(expected.value)


def test_a_refused_out_is_left_alone():
    out = xp.zeros(11)
    with pytest.raises(ValueError, match="Output array is the wrong shape"):
        xp.concat([X, X], out=out)
    with pytest.raises(TypeError, match="both were provided"):
        xp.concat([X, X], out=xp.zeros(12), dtype=float)
    same(out, np.zeros(11))


@pytest.mark.numpy_before
@given(
    x=npst.arrays(st.sampled_from(DTYPES), npst.array_shapes(min_dims=0, max_dims=3, min_side=0, max_side=3)),
    data=st.data(),
)
def test_small_arrays_of_every_shape(x, data):
    axis = data.draw(st.integers(-x.ndim - 1, x.ndim), label="axis")
    agree("flip", x, axis)
    agree("roll", x, data.draw(st.integers(-5, 5)), axis)
    agree("repeat", x, data.draw(st.integers(0, 3)), axis)
    agree("expand_dims", x, axis)
    agree("squeeze", x, axis)
    agree("stack", [x, x], axis)
    agree("concat", [x, x], axis)
    agree("unstack", x, axis=axis)
    agree("tile", x, data.draw(st.lists(st.integers(0, 2), max_size=4)))
    for order in "CFAK":
        agree("ravel", x, order)


@refusals({
    (ValueError, r"cannot reshape array of size 6 into shape \(4,\)"): "m.reshape(X, 4)",
    (ValueError, r"cannot reshape array of size 6 into shape \(4,newaxis\)"): "m.reshape(X, (4, -1))",
    (ValueError, "cannot select an axis to squeeze out which has size not equal to one"): "m.squeeze(M, 0)",
    (ValueError, "along dimension 1, the array at index 0 has size 3 and the array at"): "m.concat([M, M.T])",
    (ValueError, "need at least one array to stack"): "m.stack([])",
    (ValueError, "array split does not result in an equal division"): "m.split(X, 4)",
    (ValueError, "axes don't match"): "m.asarray([1]).transpose(())",
    (ValueError, "negative"): "m.repeat(m.zeros((0, 1)), -1, axis=1)",
    (TypeError, "takes exactly 1 argument"): "m.asarray(M).reshape()",
    (ValueError, "different devices"): "m.concat([m.zeros(3), OTHER]); m.stack([m.zeros(3), OTHER])",
    (TypeError, "casting must be"): """m.zeros(1).astype(m.float64, casting=1.0);
        m.concat([m.zeros(1)], dtype=m.float64, casting=1.0)""",
    (ValueError, "casting must be"): """m.zeros(1).astype(m.float64, casting="some");
        m.concat([m.zeros(1)], dtype=m.float64, casting="some")""",
    (ValueError, "array is too big"): """m.resize(m.zeros(3), 2**62); m.resize(m.zeros(3), 2**63 - 1);
        m.resize(m.zeros(3), 2**63); m.tile(m.zeros(3), 2**62); m.tile(m.zeros(3), 2**63 - 1);
        m.tile(m.zeros(3), 2**63); m.repeat(m.zeros(3), 2**62); m.repeat(m.zeros(3), 2**63 - 1);
        m.repeat(m.zeros(3), 2**63)""",
    (OverflowError, None): "m.array_split(m.zeros(3), 2**63)",
})  # fmt: skip
def test_refusals(call, error, match):
    with pytest.raises(error, match=match):
        call(xp)


@calls("""
    m.asarray([[0, 1], [2, 3]]).T.flatten("C"); m.asarray([[0, 1], [2, 3]]).T.flatten("F");
    m.asarray([[0, 1], [2, 3]]).T.flatten("A"); m.asarray([[0, 1], [2, 3]]).T.flatten("K");
    m.asarray([[0, 1], [2, 3]]).T.flatten(order=None); m.asarray([[0, 1], [2, 3]]).T.ravel(order=None);
    m.repeat(m.zeros(0), []); m.repeat(m.zeros(0), -1); m.repeat(m.asarray(X), [1.9]); m.repeat(m.asarray(X), []);
    m.repeat(m.asarray(X), [True, 2.0, 0, 0, 1, 1]); m.repeat(m.asarray(X), [np.nan]);
    m.repeat(m.asarray(X), np.float64(2.5)); m.reshape(M, None); m.asarray(M).reshape(None);
    m.ones(m.asarray(3)); m.ones(3).reshape(m.asarray(3)); m.broadcast_to(1, m.asarray(3));
    m.tile(m.zeros((2, 0), m.int8), 2**63); m.tile(m.zeros((2, 0), m.int8), (2, 10**30));
    m.tile(m.zeros((2, 0), m.int8), (0, 3)); m.tile(m.zeros((2, 0), m.int8), (10**30, 0)); m.tile(m.zeros(3), 0);
    m.concat([m.zeros(0)], 0); m.concat([m.zeros(0)], 1); m.concat([m.zeros(0)], 5); m.concat([m.zeros(0)], -2);
    m.concat([m.zeros(0), m.zeros(0)], 0); m.concat([m.zeros(0), m.zeros(0)], 1);
    m.concat([m.zeros(0), m.zeros(0)], 5); m.concat([m.zeros(0), m.zeros(0)], -2)
""")
def test_forms_are_numpys(call):
    alike(call)


@pytest.mark.parametrize("axes", [{}, range(1), np.asarray(0), np.asarray([0, 1]), {0, 1}], ids=repr)
def test_axes_may_be_any_iterable(axes):
    agree("flip", M, axes)
    agree("moveaxis", M, axes, axes)


@pytest.mark.parametrize("axes", list(itertools.permutations(range(3))))
def test_ravel_as_in_memory_leaves_repeated_axes_in_place(axes):
    assert xp.ravel(xp.broadcast_to(xp.asarray([[0, 1]]), (2, 2)), order="K").tolist() == [0, 1, 0, 1]
    for shape in ((2, 2, 1), (2, 1, 2), (1, 2, 2)):
        x = np.broadcast_to(np.arange(4).reshape(shape), (2, 2, 2)).transpose(axes)
        y = xp.broadcast_to(xp.asarray(np.arange(4).reshape(shape)), (2, 2, 2)).transpose(axes)
        assert y.ravel("K").tolist() == x.ravel("K").tolist()


@pytest.mark.numpy_before
@pytest.mark.parametrize("dtype", ["bool", "uint8", "int8", "float16", "float32", "complex64"])
@cases("values", [(0,), (True, 300), (1.5, 2), (1j,), (1, X), (1.5, X.astype("uint8")), ([1], 2)])
def test_concat_of_numbers_casts_from_no_dtype(dtype, values):
    for casting in ("no", "safe", "same_kind"):
        agree("concatenate", values, None, dtype=dtype, casting=casting)
    agree("concatenate", values, None, np.zeros(sum(np.size(v) for v in values), dtype))


@pytest.mark.cpu_only
@pytest.mark.numpy_before
@pytest.mark.parametrize("copy", [None, False, True])
def test_the_shape_none_is_a_view_as_in_numpy(copy):
    x = xp.asarray(M)
    assert np.shares_memory(M, np.reshape(M, None, copy=copy))
    assert np.shares_memory(memory(x), memory(x.reshape(None, copy=copy)))


def test_more_arrays_than_c_counts_are_refused_before_they_are_read():
    class Many(list):
        def __len__(self):
            return 2**31

    for name in ("concatenate", "stack"):
        with pytest.raises(ValueError, match=r"only supports up to 2147483647 arrays but got 2147483648\."):
            getattr(xp, name)(Many([xp.zeros(1)]))


@pytest.mark.parametrize("length", [0, 2, 4, 7])
@pytest.mark.parametrize("counts", [[2, 0, 1], [0, 0, 0], 1])
def test_repeat_to_a_length(counts, length):
    x = np.arange(6.0).reshape(2, 3)
    repeated = np.repeat(x, counts, 1)
    rest = np.repeat(x[:, -1:], max(0, length - repeated.shape[1]), 1)
    expected = np.concatenate([repeated[:, :length], rest], 1)
    same(xp.repeat(ours(x), counts, 1, total_repeat_length=length), expected)
    same(ours(x[0]).repeat(counts, total_repeat_length=length), expected[0])
    same(xp.repeat(ours(x[0]), 2**63 - 1, total_repeat_length=2), x[0, [0, 0]])
    with pytest.raises(ValueError, match="Maximum allowed dimension exceeded"):
        xp.repeat(ours(x), 2**63, total_repeat_length=2)
    with pytest.raises(ValueError, match="total_repeat_length must be 0"):
        xp.repeat(ours(x[:0]), 2, 0, total_repeat_length=1)


@pytest.mark.parametrize("dtype", ["bool", "uint16", "float32", "complex128", "bfloat16"])
@pytest.mark.parametrize("count", [0, 1, 3])
def test_repeat_of_many_elements(dtype, count):
    x = xp.reshape(xp.arange(9000) % 251, (90, 100)).astype(dtype)
    for part in (x, x.T, x[::2, ::-1]):
        result = xp.repeat(part, count)
        assert (result.dtype, result.shape) == (x.dtype, (part.size * count,))
        assert xp.all(result.reshape(-1, count) == part.flatten()[:, None]) if count else result.size == 0
    t = torch.arange(5000.0, requires_grad=True)
    (xp.repeat(xp.asarray(t), count).tensor * 2.0).sum().backward()
    assert torch.equal(t.grad, torch.full((5000,), 2.0 * count))


@calls("""
    m.stack(np.ones((2, 3)), axis=1); m.concat(np.ones((2, 3))); m.concatenate(np.ones((2, 3), "int8"), axis=None);
    m.concat(np.ones((2, 3, 2)), axis=1); m.stack(np.ones(())); m.concat(np.ones(3)); m.stack(np.ones((0, 3)))
""")
def test_rows_of_a_numpy_array_are_joined(call):
    alike(call)


@calls("""
    m.roll(m.arange(3), -(2**63)); m.roll(m.arange(3), -(2**62) - 1); m.roll(m.arange(3), 2**63);
    m.roll(m.arange(6).reshape(2, 3), -(2**63), 1); m.roll(m.arange(6).reshape(2, 3), (-(2**63), 2**62), (0, 1))
""")
def test_roll_by_large_shifts(call):
    alike(call)


@pytest.mark.filterwarnings("ignore:the matrix subclass")
def test_dstack_refuses_the_rows_of_a_matrix_for_which_numpy_writes_outside_of_memory():
    with pytest.raises(TypeError, match=r"pass np.asarray\(m\)"):
        xp.dstack(np.matrix([[1, 2], [3, 4]]))


def test_squeeze_takes_the_axes_of_a_vector_for_no_dimensions():
    for axis in (None, 0, -1, ()):
        agree("squeeze", np.array(3.0), axis=axis)
    for axis in (1, -2, (0,), [0]):
        with pytest.raises(xp.exceptions.AxisError):
            xp.squeeze(xp.asarray(3.0), axis=axis)
