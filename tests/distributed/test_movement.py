"""Slices, joins, changes of the shape and other moves of arrays that are sharded over processes."""

import pytest
from support.distributed.expressions import differences, gradients_differ, mesh

import xp_torch as xp
from xp_torch._distributed import collectives

pytestmark = pytest.mark.slow

EXPRESSIONS = [
    "v[1:-1] + v[:-2]",
    "v[1:-1]",
    "v[::-1]",
    "v[5::-2]",
    "m[::2, 1]",
    "m[2:4, ::-1]",
    "m[:, None, 1:]",
    "m[-1]",
    "m[0, 1]",
    "v[n-1]",
    "v[n]",
    "t[1, ..., 0]",
    "t[..., 1]",
    "m[...]",
    "v[3:3]",
    "xp.permute_dims(t, (2, 0, 1))",
    "t.T",
    "xp.moveaxis(t, 0, -1)",
    "xp.swapaxes(t, 0, 1)",
    "xp.matrix_transpose(m)",
    "xp.expand_dims(m, axis=1)",
    "xp.expand_dims(v, axis=0)",
    "xp.squeeze(xp.expand_dims(m, axis=1), axis=1)",
    "xp.squeeze(one, axis=0)",
    "xp.squeeze(one)",
    "xp.squeeze(m, axis=0)",
    "xp.broadcast_to(m, (2, n, 3))",
    "xp.broadcast_to(one, (5, n))",
    "xp.broadcast_arrays(m, v[:3])",
    "xp.meshgrid(v, w)",
    'xp.meshgrid(v, w, indexing="ij")',
    "xp.meshgrid(v, w, v, sparse=True)",
    "xp.reshape(m, (-1,))",
    "xp.reshape(m, (3, n))",
    "xp.reshape(m, (1, 3*n, 1))",
    "xp.reshape(v, (1, n))",
    "xp.reshape(t, (n, 12))",
    "xp.reshape(t, (n*4, 3))",
    "xp.reshape(t, (3, 4, n))",
    "xp.reshape(t, (2, -1))",
    "m.reshape(3, -1)",
    'xp.reshape(m, (3, n), order="F")',
    "xp.ravel(m)",
    "m.flatten()",
    'xp.ravel(t, order="F")',
    "xp.concat([v, w])",
    "xp.concat([v, i, b])",
    "xp.concat([m, m], axis=1)",
    'xp.concat([m, P["m"]], axis=0)',
    'xp.concat([P["m"], m, m[:2]], axis=0)',
    "xp.concat([m, t], axis=0)",
    "xp.concat([m, t[:, 0]], axis=None)",
    "xp.stack([v, w])",
    "xp.stack([v, w], axis=1)",
    "xp.stack([m, m], axis=-1)",
    "xp.hstack([v, w])",
    "xp.hstack([m, m])",
    "xp.vstack([v, w])",
    "xp.dstack([m, m])",
    "xp.column_stack([v, m])",
    "xp.append(v, w)",
    "xp.append(m, [[1, 2, 3]], axis=0)",
    "xp.unstack(m, axis=1)",
    "xp.split(v[:4], 2)",
    "xp.array_split(v, 3)",
    "xp.array_split(v, [1, 3])",
    "xp.split(m, [1, 2], axis=1)",
    "xp.vsplit(m[:4], 2)",
    "xp.flip(v)",
    "xp.flip(m)",
    "xp.flip(m, axis=1)",
    "xp.flip(t, axis=(0, 2))",
    "xp.flipud(m)",
    "xp.fliplr(m)",
    "xp.rot90(m)",
    "xp.rot90(m, 2)",
    "xp.rot90(m, 3)",
    "xp.roll(v, 3)",
    "xp.roll(v, -7)",
    "xp.roll(m, 1, axis=0)",
    "xp.roll(m, (1, 2), axis=(0, 1))",
    "xp.roll(m, 5)",
    "xp.repeat(v, 3)",
    "xp.repeat(m, 2, axis=0)",
    "xp.repeat(m, 2, axis=1)",
    "xp.repeat(v, k[:, 0])",
    'xp.repeat(v, P["k"][:, 0])',
    "xp.repeat(m, [0, 2, 1], axis=1)",
    "xp.repeat(m, 0, axis=0)",
    "xp.repeat(v[0], 2, axis=0)",
    "xp.tile(v, 3)",
    "xp.tile(m, (2, 2))",
    "xp.tile(v, (2, 1))",
    "xp.tile(m, 0)",
    "xp.diff(v)",
    "xp.diff(m, axis=0, n=2)",
    "xp.diff(m)",
    "xp.diff(v, prepend=v[:2], append=0.)",
    "xp.diff(b)",
    "xp.diff(u[:, 0])",
    "xp.ediff1d(v)",
    "xp.ediff1d(v, to_begin=0.5, to_end=[1., 2.])",
    "xp.pad(v, 2)",
    "xp.pad(m, ((1, 2), (0, 1)), constant_values=5.)",
    'xp.pad(v, 3, mode="wrap")',
    'xp.pad(v, (2, 3), mode="reflect")',
    'xp.pad(v, (2, 3), mode="symmetric")',
    'xp.pad(v, 2, mode="edge")',
    'xp.pad(m, 2, mode="edge")',
    'xp.pad(m, 1, mode="mean")',
    'xp.pad(m, 1, mode="linear_ramp")',
    "xp.tril(square)",
    "xp.triu(square, 1)",
    "xp.tril(m, k=-1)",
    "xp.tril(v)",
    "xp.delete(v, 2)",
    "xp.delete(m, [0, 1], axis=0)",
    "xp.delete(m, 1, axis=1)",
    "xp.delete(v, slice(1, 3))",
    "xp.delete(m, slice(None, None, 2), axis=0)",
    "xp.delete(v, v > 0)",
    "xp.delete(v, [])",
    "xp.insert(m, 1, [1.0, 2.0, 3.0], axis=0)",
    "xp.insert(v, [1, 0, 1], [1.0, 2.0, 3.0])",
    'xp.pad(m, (2, 3), mode="maximum", stat_length=2)',
    "xp.concat([m, m], out=xp.zeros_like(xp.concat([m, m])))",
    "xp.nanmedian(xp.where(m > 0, m, xp.nan))",
    "xp.nanquantile(xp.where(m > 0, m, xp.nan), [0.2, 0.7], axis=0)",
    "xp.resize(v, (3, n))",
    "xp.atleast_2d(v)",
    "xp.atleast_3d(m)",
    "xp.concat([u, u])",
    "u[::-1]",
    "h[1:]",
    "c[::-2]",
    "xp.block([[v, w]])",
]


@pytest.mark.parametrize("n", [61, 1])
def test_values_are_numpys(processes, n):
    assert processes.run(differences, EXPRESSIONS, n, gathers=() if n > 3 else ("pad",)) == [[], []]


@pytest.mark.parametrize(("axis", "shape"), [(1, ()), ((None, 0), (1, 2)), ((1, 0), (2, 1))])
def test_other_cuts_and_meshes(processes, axis, shape):
    assert processes.run(differences, EXPRESSIONS[:60], 5, axis, gathers=("unstack",), shape=shape) == [[], []]


GRADIENTS = [
    "m[1:-1] * m[:-2]",
    "xp.concat([m, m[:4]]) ** 2",
    "xp.reshape(m, (3, -1)) ** 2",
    "xp.take(m, xp.asarray([0, 3, 3]), axis=0) ** 2",
    "m[0] ** 2",
    "m[m > 0] ** 2",
    "xp.sort(m[:, 0]) ** 2 * m[:, 1]",
    "xp.repeat(m, 2, axis=0) ** 2",
    "xp.pad(m, 1) ** 2",
    "xp.flip(m) * m",
]


def test_gradients(processes):
    assert processes.run(gradients_differ, GRADIENTS, 13) == [[], []]


def received(expressions):
    """Return the bytes that one of many processes receives for each expression of x, 256 rows on each process."""
    counts = []
    for expression in expressions:
        x = xp.zeros((256 * mesh().size(), 8), device=xp.distributed.Device(mesh()))
        before = collectives.RECEIVED["bytes"]
        exec(expression, {"x": x})
        counts.append(collectives.RECEIVED["bytes"] - before)
    return counts


def test_rows_move_only_if_their_process_changes(one_of_many):
    row, part = 8 * 8, 256 * 8 * 8
    counts = one_of_many.run(received, ["x[:-2]", "x[2:]", "x[1:-1] = (x[2:] + x[:-2]) / 2", "x[::-1]", "x[:, 1]"])
    assert counts == [[0, 2 * row, 3 * row, part, 0]]
