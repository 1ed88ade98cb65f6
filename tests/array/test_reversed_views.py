"""Views with negative steps: what writes to them, or to views of them, is seen in the array, as in NumPy."""

import pickle

import numpy as np
import pytest
import torch
from support.cases import cases
from support.graphs import compiled

import xp_torch as xp

X, M, C = np.arange(1.0, 9.0), np.arange(1, 13).reshape(3, 4), np.arange(6.0).reshape(2, 3) * (1 + 2j)
#: reversed views of `x`, and views of them
VIEWS = {
    "vector": """x[::-1]; x[::-2]; x[5:1:-1]; m.flip(x); x[::-1][1:]; x[::-1][::3]; x[::-1].reshape(2, 4)
        x[::-1][:, None]; x[::-1].view(); x[::-1][...]; m.asarray(x[::-1]); m.expand_dims(x[::-1], 0)
        x[::-1].reshape((2, 4))[1]; x.reshape(4, 2)[::-1].T; m.split(x[::-1], 2)[1]; m.atleast_2d(x[::-1])
        x[::-1].view(m.int64); m.lib.stride_tricks.as_strided(x[::-1], (3,), (-16,))
        m.lib.stride_tricks.as_strided(x[4:], (2, 2), (16, -8)); m.lib.stride_tricks.as_strided(x[::-1])
        m.asanyarray(x[::-1]); m.array(x[::-1], copy=None); x[::-1].astype(float, copy=False); x[::-2][::-2]
        m.require(x[::-1])""",
    "matrix": """x[::-1]; x[:, ::-1]; x[::-1, ::-1]; x[::-1].T; m.flip(x); m.flip(x, 1); m.fliplr(x); m.flipud(x)
        m.rot90(x); m.rot90(x, 2); m.rot90(x, 3); x[::-1][1:]; x[::-1, 1:3]; x[::-1][0]; x[:, ::-1][:, 0]
        x[::-1, ::-1].reshape(-1); x[::-1].swapaxes(0, 1); m.moveaxis(x[::-1], 0, 1); m.split(x[:, ::-1], 2, 1)[0]
        x[::-1].real; x.T[::-1]; x[None, ::-1]; m.squeeze(x[None, ::-1]); x[::-1].mT; m.hsplit(x[:, ::-1], 2)[1]
        m.flip(x[::-1]); x[::-2, ::3]; x[:, ::-1].reshape(3, 2, 2); m.transpose(x[::-1], (1, 0))
        m.broadcast_arrays(x[::-1])[0]; m.rollaxis(x[::-1], 1); x[:, ::-1][1:, 1:][::-1]
        m.flip(m.asarray(x[:, 1:3]), 1); m.array_split(x[::-1], 2)[0]; x[::-1][-1:]; x[::-1].reshape(x.shape)
        m.matrix_transpose(x[::-1]); x[::-1].squeeze(); m.unstack(x[:, ::-1], axis=1)[0]
        m.einsum('ij->ji', x[::-1]); m.einsum('ii->i', x[::-1, 1:]); x[::-1][x[0, 1]]; x[x[0, 1], ::-1]""",
    "complex": "x[::-1]; x[::-1].real; x[:, ::-1].imag; m.real(x[::-1]); m.imag(x[::-1, ::-1]); x[::-1].T.imag[1:]",
}
#: what writes to a view `y`
WRITES = """y[0] = 1; y[...] = 7; y[1:] = y[:-1]; y[::-1] = y; y[-1, ...] = 2; y += 1; y *= y; y -= y[0]; y **= 2
    y[y.real > 3] = 0; y[[0, -1]] = 5; y[[0]] += 2; y.fill(3); y.sort(); y.sort(0); y.partition(1); y.flat[1] = 9
    y.flat = 3; y.flat[1:3] = [8, 9]; y.flat[[0, -1]] = 5; y.flat[y.ravel().real > 2] = 1; y.put([0, -1], 4)
    m.put(y, [0, 1], [9, 8]); m.place(y, y.real > 2, [1, 2]); m.putmask(y, y.real > 2, [5, 6, 7]); m.copyto(y, 1)
    m.copyto(y, 1, where=y.real > 3); m.fill_diagonal(y, [1, 2])
    m.put_along_axis(y, m.zeros(y.shape, dtype=int)[:1], 7, 0); m.add.at(y, [0, 0], 1); m.add(y, 1, out=y)
    m.negative(y, y); m.multiply(y, 2, out=y, where=y.real > 3); m.cumsum(y, 0, out=y); m.clip(y, 2, 4, out=y)
    y.clip(2, 4, out=y); m.nan_to_num(y, copy=False); y.byteswap(True); y.real = 1; y.imag = 2
    y.real[...] = y.real + 1; y.setfield(1, y.dtype); m.divmod(y, 2, out=(y, y.copy()))
    m.take(y, [0] * len(y), 0, out=y); m.round(y, out=y); m.conj(y, out=y); m.add.accumulate(y, 0, out=y)
    m.stack([y[0]] * len(y), out=y); m.compress([True] * len(y), y, 0, out=y)
    m.choose(m.zeros(y.shape, dtype=int), [y + 1], out=y); m.matmul(y, m.eye(len(y)), out=y)
    m.einsum('...->...', y + 1, out=y); m.subtract(x[0], y, out=y); y[:] = x[tuple([0] * x.ndim)]
    y @= m.eye(len(y)); y.shape = (y.size,); y[1] = 5; y[:, 0] = 9; y[m.argsort(y[:, 0])] = y.copy(); m.sum(x) + y
    y.T[0] = 3; y.reshape(-1)[0] = 4; x[...] = y; x += y; x[0] = 77; x[::-1] = y; m.swapaxes(y, 0, -1)[1:] = 0
    y.ravel()[0] = 50; y.flatten()[0] = 50; y.view(y.dtype)[1] = 6; m.asarray(y)[0] = 3
    m.ascontiguousarray(y)[0] = 3; m.array(y)[0] = 3; y.copy()[0] = 3; y = -y; m.reshape(y, -1, order='F')[0] = 3
    y[None][0, 0] = 1; m.ravel(y, 'K')[0] = 5; m.asarray(y, order='C')[0] = 4; (+y)[0] = 3
    m.asfortranarray(y)[0] = 3; m.asarray(y, order='F')[0] = 4; y.astype(y.dtype, order='C', copy=False)[0] = 4
    y.T.ravel()[0] = 4; m.require(y, requirements='C')[0] = 4; y.ravel('F')[0] = 4; y.ravel('A')[0] = 4
    y.astype(y.dtype)[0] = 4; y.diagonal(); y[m.asarray([0])] = 8; y[m.asarray(0)] = 3
    y[m.asarray([0], dtype=m.uint8)] += 8; y[0] += 1; y[True] = 4; y[None, ..., 0] = 4; m.full_like(y, 3)
    m.zeros_like(y)[...] = 1; m.maximum(y.real, 3, out=y.real); y.dtype = 'i8'; y.resize(y.shape)"""


def statements(text):
    return [s.strip() for line in text.splitlines() for s in line.split("; ") if s.strip()]


def after(m, array, view, write):
    """Return the array and the view after a write, or the type of the error."""
    x = m.asarray(array.copy())
    names = {"m": m, "x": x, "y": eval(view, {"m": m, "x": x})}
    try:
        exec(write, names)
    except Exception as error:
        names["y"] = eval(view, {"m": m, "x": x})
        return type(error), np.asarray(x), np.asarray(names["y"])
    return None, np.asarray(x), np.asarray(names["y"])


CASES = [
    (array, view) for kind, array in (("vector", X), ("matrix", M), ("complex", C)) for view in statements(VIEWS[kind])
] + [(M.astype("u2"), view) for view in ("x[::-1]", "m.rot90(x)", "x[:, ::-1].reshape(3, 2, 2)")]


@pytest.mark.cpu_only(view=["x[None, ::-1]", "x[::-1][x[0, 1]]", "x[x[0, 1], ::-1]"])
@pytest.mark.filterwarnings("ignore:Setting the:DeprecationWarning")  # NumPy 2.5 says this of shape and dtype
@pytest.mark.parametrize(("array", "view"), CASES)
def test_writes_are_seen_in_the_array(array, view):
    wrong = []
    for write in statements(WRITES):
        expected, got = after(np, array, view, write), after(xp, array, view, write)
        if any(
            a.dtype != b.dtype or not np.array_equal(a, b, equal_nan=True)
            for a, b in zip(expected[1:], got[1:], strict=True)
        ):
            wrong.append(write)
    assert not wrong


@pytest.mark.parametrize("transform", [xp.vmap, lambda f: lambda x: xp.jvp(xp.vmap(f), (x,), (x,))[0]])
def test_writes_under_transforms_are_seen_in_the_array(transform):
    wrong = []
    for view in statements(VIEWS["matrix"])[::6]:
        for write in statements(WRITES)[::4]:
            scope = {"m": xp, "M": xp.asarray(M, dtype=float)}
            exec(f"def act(x):\n    x = x.copy()\n    y = {view}\n    {write}\n    return x", scope)
            try:
                expected = scope["act"](scope["M"])
            except (RuntimeError, ValueError, IndexError, TypeError):
                continue
            if not np.array_equal(transform(scope["act"])(scope["M"][None])[0], expected):
                wrong.append((view, write))
    assert not wrong


@pytest.mark.cpu_only
def test_layouts_and_conversions_are_numpys():
    x = np.arange(12).reshape(3, 4)
    for turn in (lambda x: x[::-1], lambda x: x.T[::-1], lambda x: x[::-1, ::-2]):
        y, mine = turn(x), turn(xp.asarray(x))
        assert mine.strides == y.strides
        assert [mine.copy(order).strides for order in "CFAK"] == [y.copy(order).strides for order in "CFAK"]
        assert [mine.ravel(order).tolist() for order in "CFAK"] == [y.ravel(order).tolist() for order in "CFAK"]
        assert [mine.flags[name] for name in ("C", "F", "O", "W")] == [y.flags[name] for name in ("C", "F", "O", "W")]
        assert np.asarray(mine).strides == y.strides
        assert [int(v) for v in mine.flat] == [v.tolist() for v in y.flat]
        assert repr(mine) == repr(y)
        assert type(pickle.loads(pickle.dumps(mine))) is xp.ndarray
        low, high = xp.lib.array_utils.byte_bounds(mine)
        assert high - low == np.subtract(*np.lib.array_utils.byte_bounds(y)[::-1])


def test_rows_and_elements_are_those_of_the_memory():
    for m in (np, xp):
        x = m.arange(6).reshape(3, 2)
        for number, row in enumerate(x[::-1]):
            row[0] = number
        y, z = x[::-1], x[:, 0][::-1]
        x[2] = 7
        assert (y[0].tolist(), z[0].tolist(), x.tolist()) == ([7, 7], 7, [[2, 1], [1, 3], [7, 7]])


@pytest.mark.cpu_only
def test_classes_of_users_are_kept():
    class Noted(xp.ndarray):
        def __array_finalize__(self, obj):
            self.note = getattr(obj, "note", None)

    class Slotted(xp.ndarray):
        __slots__ = ("note",)

    x = xp.arange(3).view(Noted)
    x.note = "a note"
    for y in (x[::-1], xp.flip(x), xp.rot90(x[None], 2)[0]):
        assert (y.tolist(), y.note, type(y), type(y + 1), type(y.copy()), repr(y)) == (
            [2, 1, 0], "a note", Noted, Noted, Noted, "Noted([2, 1, 0])",
        )  # fmt: skip
    x[::-1] = [7, 8, 9]
    assert x.tolist() == [9, 8, 7]
    assert type(xp.arange(3).view(Slotted)[::-1]) is Slotted
    assert type(xp.arange(3)[::-1].view(Noted)) is Noted


def test_gradients_pass_through_writes():
    t = torch.arange(3.0, requires_grad=True)
    y = (xp.asarray(t) * 2)[::-1]
    y[0] = 0.0
    y *= y.copy()
    xp.sum(y).tensor.backward()
    assert t.grad.tolist() == [0.0, 8.0, 0.0]
    with pytest.raises(ValueError, match="leaf"):
        xp.asarray(t)[::-1].fill(0)
    with torch.inference_mode():
        x = xp.arange(6)
        x[::-1].reshape(2, 3).T[0] = 9
        assert x.tolist() == [0, 1, 9, 3, 4, 9]
    assert torch.func.vmap(lambda a: a[0] * 2)(xp.reshape(xp.arange(6), (2, 3))[:, ::-1]).tolist() == [4, 10]


@pytest.mark.parametrize("offset", [-2, -1, 0, 1, 2, 3])
def test_diagonals_share_memory(offset):
    for turn in (lambda x: x[::-1], lambda x: x[:, ::-1], lambda x: x[::-1, ::-1], lambda x: x[::-1].T):
        x, mine = np.arange(12), xp.arange(12)
        expected, result = turn(x.reshape(3, 4)).diagonal(offset), turn(mine.reshape(3, 4)).diagonal(offset)
        assert result.tolist() == expected.tolist()
        assert result.size < 2 or xp.shares_memory(result, mine)


def test_windows_share_memory():
    x, mine = np.arange(6), xp.arange(6)
    windows, own = (m.lib.stride_tricks.sliding_window_view(v[::-1], 3) for m, v in ((np, x), (xp, mine)))
    assert own.tolist() == windows.tolist()
    assert own.strides == windows.strides
    mine[5] = 9
    assert own[0, 0] == 9


@pytest.mark.parametrize(
    "shape", [(4, 3, 2), (2, 2, 3, 2), (12, 2), (4, 6), (24,), (1, 4, 1, 3, 2), (3, 8), (8, 3), (2, 12)]
)
@cases("key", [np.s_[::-1], np.s_[:, ::-1], np.s_[..., ::-1], np.s_[::-1, ::-1], np.s_[::-1, ::-1, ::-1]])
def test_other_shapes_share_memory_as_numpys(key, shape):
    x, mine = np.arange(24).reshape(4, 3, 2), xp.reshape(xp.arange(24), (4, 3, 2))
    for order in "CFA":
        expected, result = x[key].reshape(shape, order=order), xp.reshape(mine[key], shape, order)
        assert result.tolist() == expected.tolist()
        assert xp.shares_memory(result, mine) is np.shares_memory(expected, x)


@pytest.mark.compiled
@pytest.mark.usefixtures("fresh_dynamo")
@pytest.mark.parametrize(
    "turn",
    [
        lambda m, x: x[:, ::-1],
        lambda m, x: m.flip(x),
        lambda m, x: m.rot90(x, 2)[1:],
        lambda m, x: x[::-1, ::-1][::2],
        lambda m, x: x[::-1].T,
        lambda m, x: m.moveaxis(x[:, ::-1], 0, 1),
        lambda m, x: x[::-1].reshape(3, 2, 2)[:, 0],
        lambda m, x: m.split(x[:, ::-1], 2, 1)[1],
        lambda m, x: m.squeeze(x[::-1][None]),
    ],
)
def test_writes_in_compiled_code_are_seen_in_the_array(turn):
    def act(m, x):
        y = turn(m, x)
        x[0] = 77
        y[0] = 5
        y += x[0, 1]
        y[y > 80] = 1
        seen = m.cumsum(y, 0) * x[0, 0]
        y.sort()
        m.add(y, x[0, 0], out=y)
        y[1:] = y[:-1]
        y.flat[1] = 9
        return x, y, seen

    x = np.arange(12.0).reshape(3, 4)
    for found, wanted in zip(compiled(lambda x: act(xp, x))(xp.asarray(x.copy())), act(np, x.copy()), strict=True):
        assert np.array_equal(found, wanted)
