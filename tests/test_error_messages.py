"""Wrong arguments: the error of each check of an argument, NumPy's class of error and mostly NumPy's words.

A check that is left out often ends in another error of the same class, later and in torch's words.
"""

import numpy as np
import pytest
from support.oracle import expressions, raises_alike

import xp_torch as xp

#: Calls that raise NumPy's error in its words, by the chapter of the function.
IN_NUMPYS_WORDS = {
    "lib": """
        m.lib.array_utils.normalize_axis_tuple((0, 0), 2);
        m.lib.array_utils.normalize_axis_tuple((0, 0), 2, "axes");
        m.lib.stride_tricks.sliding_window_view(m.ones(3), -1);
        m.lib.stride_tricks.sliding_window_view(m.ones((2, 3)), 2);
        m.lib.stride_tricks.sliding_window_view(m.ones((2, 3)), (2, 2), axis=0);
        m.lib.stride_tricks.sliding_window_view(m.ones(3), 4)
    """,
    "attributes": """
        m.broadcast(m.ones(2), x=1); m.broadcast(*[m.ones(2)] * 65)
    """,
    "creation": """
        m.zeros_like(m.ones(2), order="X"); m.zeros(2, order="K"); m.array([[1]], ndmax=1);
        m.asarray_chkfinite([1.0, m.nan]); m.asarray_chkfinite([m.inf]);
        m.require(m.ones(2), requirements=["C", "F"]); m.require(m.ones(2), requirements=["X"]);
        m.from_dlpack(1); m.eye(2, order="A"); m.eye(2, order="K"); m.meshgrid([1], [2], indexing="x");
        m.arange(); m.arange(0, 3, dtype=bool); m.linspace(0, 1, -1); m.geomspace(0, 1); m.geomspace([1, 0], 2);
        m.arange(0, 1, 0); m.arange(m.nan, 1.0); m.logspace(0, 1, -2); m.geomspace(1, 2, -2)
    """,
    "data_type": """
        m.can_cast(1, "int8"); m.can_cast(None, "int8"); m.can_cast("int8", None); m.iinfo("float32");
        m.isdtype(m.float64, "float"); m.result_type(); m.issubdtype(m.ones(2), "int8")
    """,
    "elementwise": """
        m.round(m.ones(2), out=m.ones(3)); m.round(m.asarray([1]), 2, out=m.ones(3))
    """,
    "error_state": """
        m.errstate(divide="x").__enter__(); m.seterr(over="x"); m.seterrcall(3); m.seterrcall("x");
        m.setbufsize(-16); m.setbufsize(17); m.setbufsize(10**8); entered_twice(m)
    """,
    "fft": """
        m.fft.fftn(m.ones((2, 2)), s=(2,), axes=(0, 1)); m.fft.fft(m.ones(2), 0); m.fft.fft(m.ones(0));
        m.fft.irfft(m.ones(2), 0); m.fft.irfft(m.ones(2), -1); m.fft.fft(m.ones(2), out=m.ones(3) * 1j);
        m.fft.fft(m.ones(2), norm="x"); m.fft.fftn(m.ones((2, 2)), s=(0, 1), axes=(0, 1))
    """,
    "functional": """
        m.apply_over_axes(lambda x, axis: m.ones((1, 1, 1)), m.ones((2, 2)), 0);
        m.piecewise(m.ones(2), [m.asarray([True, False])], [1, 2, 3]);
        m.piecewise(m.ones(2), [m.asarray([True, False])], []); m.apply_along_axis(sum, 0, m.ones((2, 0)));
        m.apply_along_axis(lambda x: m.ones(int(x[0])), 1, m.asarray([[1, 1], [2, 2]])); m.frompyfunc(3, 1, 1);
        m.frompyfunc(abs, 1, 1)(1, 2, 3); m.frompyfunc(abs, 1, 1)(); m.vectorize(3);
        m.vectorize(abs, otypes="x"); m.vectorize(abs, otypes=3); m.vectorize(abs)(m.ones(0));
        m.vectorize(abs, signature="(n)->(n")(m.ones(2)); m.vectorize(abs, signature="(n),(n)->()")(m.ones(2));
        m.vectorize(lambda x: x, signature="(n)->(n),(n)")(m.ones((2, 2)));
        m.vectorize(lambda x: x, signature="(n)->(k)")(m.ones((0, 2)));
        m.vectorize(lambda x: x, signature="(n,k)->()")(m.ones(2));
        m.vectorize(lambda x, y: x, signature="(n),(n)->()")(m.ones(2), m.ones(3));
        m.vectorize(lambda x: x, signature="(n)->()")(m.ones((0, 2)))
    """,
    "indexing": """
        m.ix_(m.ones((1, 1), dtype=int)); m.unravel_index(1, (2, 2), order="K");
        m.ravel_multi_index(([1], [1]), (2, 2), order="K"); m.unravel_index(1, (2**40, 2**40));
        m.ravel_multi_index(([0], [0]), (2, 2), mode=("clip",)); m.ravel_multi_index(([0],), (2, 2));
        m.ravel_multi_index(([0], [0]), (2**40, 2**40)); m.ravel_multi_index(([], []), (2, 2));
        m.ravel_multi_index(([0], [0]), (0, 2)); m.unravel_index(1.5, (2, 2)); m.unravel_index([], (2, 2));
        m.ravel_multi_index(([2], [0]), (2, 2)); m.ravel_multi_index(([-1], [0]), (2, 2));
        m.unravel_index(4, (2, 2)); m.unravel_index(-1, (2, 2)); m.ndindex(-1); m.choose([0], []);
        m.choose([0], [[1]] * 65); m.choose([0], [[1]], out=m.ones(2, dtype=int)); m.choose([2], [[1], [2]]);
        m.choose([-1], [[1], [2]]); m.choose([0], [[1]], mode="x"); m.compress([[True]], m.ones(1));
        m.select([m.asarray([True])], []); m.select([], []); m.select([m.asarray([1])], [m.asarray([1])]);
        m.take(m.ones(3), [0, 1], out=m.ones(3)); m.take(m.ones(0), [0]); m.take(m.ones(3), [3]);
        m.take(m.ones(3), [-4]); m.take(m.ones(3), [0], mode="x"); m.triu_indices_from(m.ones(2));
        m.tril_indices_from(m.ones((2, 2, 2))); m.diag_indices_from(m.ones(2));
        m.diag_indices_from(m.ones((2, 3))); m.fill_diagonal(m.ones(2), 1);
        m.fill_diagonal(m.ones((2, 2, 3)), 1); m.place(m.ones(2), m.asarray([True]), [1]);
        m.place(m.ones(2), m.asarray([True, True]), []); m.putmask(m.ones(2), m.asarray([True]), [1]);
        m.put(m.ones(0), [0], [1.0]); m.put(m.ones(2), [2], [1.0]); m.put(m.ones(2), [0], [1.0], mode="x");
        m.put_along_axis(m.ones((2, 2)), m.asarray([[0]]), 1, axis=None);
        m.put_along_axis(m.ones(2), m.asarray([0.5]), 1, 0);
        m.put_along_axis(m.ones((2, 2)), m.asarray([0]), 1, 0);
        m.take_along_axis(m.ones((2, 2)), m.asarray([[0]]), axis=None);
        m.take_along_axis(m.ones(2), m.asarray([0.5]), 0); m.take_along_axis(m.ones((2, 2)), m.asarray([0]), 0);
        m.take_along_axis(m.ones(2), m.asarray([True]), 0); m.copyto(m.ones(2, dtype=int), 1.5);
        m.copyto(m.ones(2, dtype=int), m.ones(2)); m.copyto(m.ones(2), 1j);
        m.copyto(m.ones(2), 1.0, where=m.asarray([1, 0])); m.copyto(m.ones(2), m.ones(3)); m.r_["a", 1];
        m.r_[1, "0"]; m.extract([True, True, True], m.ones(2))
    """,
    "io": """
        m.fromiter([1.0], "float64", count=2); m.frombuffer(b"123", "int16");
        m.frombuffer(b"12", "int16", offset=3); m.frombuffer(b"12", "int16", count=2);
        m.fromstring("1 a", sep=" ")
    """,
    "linear_algebra": """
        m.linalg.inv(m.ones(2)); m.linalg.det(m.ones((2, 3))); m.linalg.inv(m.ones((2, 3)));
        m.linalg.cholesky(m.ones((2, 3))); m.linalg.eig(m.asarray([[m.nan]]));
        m.linalg.eigh(m.ones((2, 2)), UPLO="x"); m.linalg.qr(m.ones((2, 2)), mode="x");
        m.matrix_transpose(m.ones(2)); m.linalg.matrix_transpose(m.ones(2)); m.diagonal(m.ones(2));
        m.diagonal(m.ones((2, 2)), 0, 1, -1); m.trace(m.ones(2)); m.trace(m.ones((2, 2)), 0, 1, 1);
        m.einsum("ii", m.ones((2, 3)));
        m.einsum("ij,jk", m.ones((2, 2)), m.ones((2, 2)), optimize=["einsum_path", (0,)]);
        m.einsum("i->i", m.ones(2), out=m.ones(2, dtype="float32")); m.einsum("i1", m.ones((2, 2)));
        m.einsum(m.ones(2), [52]); m.einsum(m.ones(2), [-1]); m.einsum("ij", m.ones(2));
        m.einsum("i", m.ones((2, 2))); m.einsum("...i->i", m.ones((2, 2))); m.einsum("i->j", m.ones(2));
        m.einsum("i->ii", m.ones(2)); m.matmul(m.ones((2, 2)), m.ones((2, 2)), axes=[(0, 1), (0, 1)]);
        m.matmul(m.ones((2, 2)), m.ones((2, 2)), axes=((0, 1), (0, 1), (0, 1)));
        m.matmul(m.ones((2, 2)), m.ones((2, 2)), axes=[(0,), (0, 1), (0, 1)]);
        m.matmul(m.ones((2, 2)), m.ones((2, 2)), where=True);
        m.vecdot(m.ones(2), m.ones(2), axis=0, axes=[0, 0, ()]); m.matmul(m.ones(2), 1.0);
        m.matmul(1.0, m.ones(2)); m.matmul(m.ones((2, 2)), m.ones((3, 2))); m.vecdot(m.ones(2), m.ones(3));
        m.vecdot(1.0, m.ones(3)); m.matvec(m.ones((2, 2)), m.ones(3)); m.vecmat(m.ones(3), m.ones((2, 2)));
        m.matmul(m.ones((2, 2)), m.ones((2, 2)), out=m.ones((3, 2)));
        m.matmul(m.ones((2, 2)), m.ones((2, 2)), signature="ff->d"); m.linalg.multi_dot([m.ones(2)]);
        m.linalg.multi_dot([m.ones((2, 2)), m.ones((2, 2, 2)), m.ones((2, 2))]);
        m.linalg.cross(m.ones(2), m.ones(2)); m.linalg.outer(m.ones((2, 2)), m.ones(2));
        m.linalg.matrix_norm(m.ones(2)); m.linalg.norm(m.ones((2, 2, 2)), axis=(0, 1, 2));
        m.linalg.norm(m.ones((2, 2)), axis=(0, 0)); m.linalg.norm(m.ones((2, 2, 2)), "fro");
        m.linalg.matrix_rank(m.ones((2, 2)), tol=1.0, rtol=1.0); m.linalg.cond(m.ones((0, 0)));
        m.linalg.norm(m.ones((2, 2)), 3); m.linalg.norm(m.ones((2, 2)), "x"); m.linalg.norm(m.ones(2), "nuc");
        m.linalg.vector_norm(m.ones(0), ord=-m.inf);
        m.dot(m.ones((2, 2)), m.ones((2, 2)), out=m.ones((2, 2), dtype=int));
        m.dot(m.ones((2, 2)), m.ones((2, 2)), out=m.ones((2, 2)).T); m.dot(m.ones((2, 2)), m.ones((3, 2)));
        m.vdot(m.ones(2), m.ones(3)); m.inner(m.ones(2), m.ones(3));
        m.tensordot(m.ones((2, 2)), m.ones((2, 2)), axes=([0, 0], [0, 1]));
        m.tensordot(m.ones((2, 2)), m.ones((2, 2)), axes=([0, 1], [0, 0]));
        m.tensordot(m.ones((2, 3)), m.ones((2, 3)), axes=1);
        m.tensordot(m.ones((2, 2)), m.ones((2, 2)), axes=([0], [0, 1]));
        m.cross(m.asarray([True, True, False]), m.asarray([True, True, False]));
        m.linalg.solve(m.ones((2, 2)), 1.0); m.linalg.solve(m.ones((2, 2)), m.ones(3));
        m.linalg.solve(m.ones((2, 3)), m.ones(2)); m.linalg.pinv(m.ones((2, 2)), rcond=1.0, rtol=1.0);
        m.linalg.lstsq(m.ones(2), m.ones(2)); m.linalg.lstsq(m.ones((2, 2)), m.ones(3));
        m.linalg.lstsq(m.ones((2, 2)), m.ones((1, 1, 1))); m.linalg.tensorinv(m.ones((2, 2)), ind=0);
        m.linalg.tensorinv(m.ones((2, 3)), ind=1); m.linalg.matrix_power(m.ones((2, 2)), 1.5);
        m.linalg.matrix_power(m.ones((2, 3)), 2); m.linalg.cholesky(m.asarray([[-1.0]]));
        m.linalg.inv(m.zeros((2, 2))); m.linalg.solve(m.zeros((2, 2)), m.ones(2)); m.linalg.svd(m.ones(2));
        m.linalg.slogdet(m.ones((2, 3))); m.kron()
    """,
    "logic": """
        m.isposinf(m.ones(2) * 1j); m.isneginf(m.ones(2) * 1j); m.common_type(m.asarray([True]));
        m.array_equal(m.ones(2), m.ones(2), 1, 2); m.mintypecode(3)
    """,
    "manipulation": """
        m.broadcast_to(m.ones(2), -1); m.broadcast_to(m.ones((2, 2)), (2,)); m.broadcast_to(m.ones(2), (3,));
        m.insert(m.ones(2), 3, 1); m.insert(m.ones(2), -3, 1); m.insert(m.ones(2), 2**70, 1);
        m.insert(m.ones((2, 2)), m.asarray([[True, False]]), 1); m.insert(m.ones(2), [[0]], 1);
        m.insert(m.ones(2), [3], 1); m.trim_zeros(m.ones(2), "x"); m.delete(m.ones(2), 2);
        m.delete(m.ones(2), -3); m.delete(m.ones(2), m.asarray([True])); m.delete(m.ones(2), [2]);
        m.concatenate([m.ones(2, dtype=int), m.ones(2)], dtype="int8", casting="safe");
        m.concatenate([1.0, 2.0]); m.concatenate([m.ones(2), m.ones((2, 2))]);
        m.concatenate([m.ones((2, 2)), m.ones((2, 3))]); m.stack([m.ones(2), m.ones(3)]);
        m.vstack(iter([m.ones(2)])); m.vstack([]); m.hstack([]); m.dstack(iter([m.ones(2)]));
        m.column_stack(iter([m.ones(2)])); m.stack([]); m.block((m.ones(2),)); m.block([[]]);
        m.block([[m.ones(2)], []]); m.concatenate([]); m.concatenate([m.ones(2)], dtype=int, out=m.ones(2));
        m.concatenate([m.ones(2)], out=m.ones(3)); m.concatenate([m.ones(2)], axis=1);
        m.rot90(m.ones((2, 2)), axes=(0,)); m.rot90(m.ones((2, 2)), axes=(0, 0));
        m.rot90(m.ones((2, 2)), axes=(0, -2)); m.rot90(m.ones((2, 2)), axes=(0, 2));
        m.roll(m.ones(2), [[1]], 0); m.roll(m.ones((2, 2)), (1, 2), (0, 1, 0)); m.repeat(m.ones(2), -1);
        m.repeat(m.ones(2), [1, 2, 3]); m.repeat(m.ones(2), [1, -2]); m.tile(m.ones(2), -1);
        m.resize(m.ones(2), (-1, 2)); m.flipud(1.0); m.fliplr(m.ones(2)); m.pad(m.ones(2), []);
        m.pad(m.ones(2), 1, "maximum", stat_length=0); m.pad(m.ones(2), 1, "minimum", stat_length=0);
        m.pad(m.ones(2), 1, "x"); m.pad(m.ones(2), 1, "wrap", stat_length=1); m.pad(m.ones(0), 1, "edge");
        m.pad(m.ones(0), 1, "reflect"); m.pad(m.ones(2), -1); m.pad(m.ones(2), 1.5);
        m.reshape(m.ones(4), (-1, -1)); m.reshape(m.ones(4), 3); m.reshape(m.ones(4), 4, order="K");
        m.reshape(m.ones((2, 3)).T, 6, copy=False); m.expand_dims(m.ones(2), (0, 0));
        m.expand_dims(m.ones(2), 3); m.squeeze(m.ones((1, 1)), (0, 0)); m.squeeze(m.ones((2, 1)), 0);
        m.transpose(m.ones((2, 2)), (0,)); m.transpose(m.ones((2, 2)), (0, 0));
        m.moveaxis(m.ones((2, 2)), 0, (0, 1)); m.moveaxis(m.ones((2, 2)), (0, 0), (0, 1));
        m.rollaxis(m.ones((2, 2)), 0, 3); m.rollaxis(m.ones((2, 2)), 0, -3); m.swapaxes(m.ones((2, 2)), 0, 2);
        m.split(m.ones(3), 2); m.hsplit(1.0, 2); m.vsplit(m.ones(2), 2); m.dsplit(m.ones((2, 2)), 2);
        m.append(m.ones((2, 2)), m.ones(2), axis=0)
    """,
    "mathematical": """
        m.gradient(m.ones((2, 2)), 1.0, 2.0, 3.0); m.gradient(m.ones((2, 2)), m.ones((2, 2)), 1.0);
        m.gradient(m.ones((2, 2)), m.ones(3), 1.0); m.gradient(m.ones(3), edge_order=3); m.gradient(m.ones(1));
        m.gradient(m.ones(2), edge_order=2); m.ediff1d([1, 2], to_end=1.5); m.ediff1d([1, 2], to_begin=1.5);
        m.diff(m.ones(2), -1); m.diff(1.0); m.correlate([], [1]); m.correlate([1], []); m.convolve([], [1]);
        m.convolve([1], []); m.convolve([[1]], [1]); m.convolve([1], [1], mode="x"); m.convolve([1], 1.0, 2, 3);
        m.interp(1.0, [1.0], [1.0], left=1j); m.interp(1.0, [1.0], [1.0], period=0);
        m.interp(1.0, [[1.0]], [1.0], period=1.0); m.interp(1.0, [1.0, 2.0], [1.0]); m.interp(1.0, [], []);
        m.i0(1j); m.polyder([1.0], -1); m.polyint([1.0], -1); m.polyint([1.0], 3, [1.0, 2.0]);
        m.poly1d([[1.0]]); m.poly1d([1.0]) ** -1; m.poly1d([1.0]) ** 0.5; set_coefficients(m); set_power(m);
        m.roots([[1.0]]); m.vander([[1.0]]); m.polyfit([1.0], [1.0], -1); m.polyfit([[1.0]], [1.0], 1);
        m.polyfit([], [], 1); m.polyfit([1.0], 1.0, 1); m.polyfit([1.0], [[[1.0]]], 1);
        m.polyfit([1.0, 2.0], [1.0], 1); m.polyfit([1.0, 2.0], [1.0, 2.0], 1, w=[[1.0]]);
        m.polyfit([1.0, 2.0], [1.0, 2.0], 1, w=[1.0]); m.polyfit([1.0, 2.0], [1.0, 2.0], 1, cov=True);
        m.poly(m.ones((2, 3))); m.unwrap(1.0)
    """,
    "packing": """
        m.unpackbits(m.ones(2)); m.unpackbits(m.asarray([1], dtype="uint8"), count=-9);
        m.packbits(m.asarray([1]), bitorder="x"); m.packbits(m.ones(2))
    """,
    "searching": """
        m.searchsorted([1.0], 1.0, side="x"); m.searchsorted([[1.0]], 1.0); m.searchsorted(1.0, 1.0);
        m.searchsorted([1.0, 2.0], 1.0, sorter=[0.0, 1.0]); m.searchsorted([1.0, 2.0], 1.0, sorter=[[0, 1]]);
        m.searchsorted([1.0, 2.0], 1.0, sorter=[0]); m.argmax([]); m.argmin(m.ones((0, 2)), axis=0);
        m.argmax(m.ones((2, 2)), axis=0, out=m.ones(3, dtype=int)); m.where([True], 1);
        m.argmax(m.ones(2), axis=1); m.nanargmax([m.nan]); m.nanargmin(m.asarray([[m.nan, m.nan]]), axis=1)
    """,
    "sets": """
        m.isin([1], [1], kind="x"); m.isin([1.0], [1], kind="table"); m.unique([1], axis=1);
        m.intersect1d([1], [1], True, True, 1)
    """,
    "sorting": """
        m.lexsort(()); m.lexsort(([1], [1, 2])); m.partition([1], 0, kind=3); m.partition([1], 0, kind="x");
        m.partition([1], 0, order="x"); m.argpartition([1], 0, kind="x"); m.partition([1], 1);
        m.partition([1], -2); m.partition([1], 0.5); m.sort([1], order="x"); m.sort([1], kind="q", stable=True);
        m.sort([1], kind=3); m.sort([1], kind="x"); m.argsort([1], kind=3); m.argsort([1], kind="x");
        m.argsort([1], order="x"); m.sort([1], axis=1); m.sort(1.0); m.argsort([1], kind="m", stable=False)
    """,
    "statistics": """
        m.cov(m.ones((1, 1, 1))); m.cov(m.ones((2, 3)), fweights=[1.5, 1, 1]);
        m.cov(m.ones((2, 3)), fweights=[[1, 1, 1]]); m.cov(m.ones((2, 3)), fweights=[1, 1]);
        m.cov(m.ones((2, 3)), fweights=[-1, 1, 1]); m.cov(m.ones((2, 3)), aweights=[-1, 1, 1]);
        m.cov(m.ones((2, 3)), aweights=[[1, 1, 1]]); m.cov(m.ones((2, 3)), aweights=[1, 1]);
        m.cov(m.ones((2, 3)), ddof=0.5); m.cov(m.ones((2, 3)), dtype=int); m.average([1.0], weights=[0.0]);
        m.average([], weights=[]); m.average(m.ones((2, 2)), weights=[1.0]);
        m.average(m.ones((2, 2)), axis=0, weights=m.ones(3)); m.average(m.ones((2, 2)), weights=m.ones(2));
        m.cumulative_sum(m.ones((2, 2))); m.cumulative_prod(m.ones((2, 2))); m.histogram([1.0], range=(2, 1));
        m.histogram([1.0], range=(0, m.inf)); m.histogram([1.0, m.inf]); m.histogram([1.0], "x");
        m.histogram([1.0], "auto", weights=[1.0]); m.histogram([1.0], m.ones((2, 2))); m.histogram([1.0], 0);
        m.histogram([1.0], -1); m.histogram([1.0, 1.0 + 1e-15], 100); m.histogram([1.0], [2, 1]);
        m.histogramdd([[1.0]], weights=[1.0, 2.0]); m.histogramdd([[1.0]], bins=[1, 2]);
        m.histogramdd([[1.0]], range=[(0, 1), (0, 1)]); m.histogram2d([1.0], [1.0, 2.0]);
        m.histogramdd([[1.0]], bins=[m.ones((2, 2))]); m.histogramdd([[1.0]], bins=[0]);
        m.histogram([1.0], 2, weights=[1.0, 2.0]); m.bincount([1], minlength=None); m.bincount(1);
        m.bincount([1], minlength=-1); m.bincount([1], weights=[1.0, 2.0]); m.bincount([-1]);
        m.digitize([1j], [1.0]); m.digitize([1.0], [[1.0]]); m.digitize([1.0], 1.0);
        m.digitize([1.0], [1.0, 3.0, 2.0]); m.nanargmin([]);
        m.quantile(m.ones((2, 2)), 0.5, weights=m.ones(2), method="inverted_cdf");
        m.quantile(m.ones((2, 3)), 0.5, axis=0, weights=m.ones(3), method="inverted_cdf");
        m.quantile([1.0], 0.5, weights=[-1.0], method="inverted_cdf");
        m.quantile([1.0], 0.5, weights=[0.0], method="inverted_cdf");
        m.quantile([1.0], 0.5, weights=[m.nan], method="inverted_cdf"); m.quantile([1.0], 1.5);
        m.quantile([1.0], -0.5); m.percentile([1.0], 101); m.percentile([1.0], -1);
        m.quantile([1.0], [[[0.5]]]); m.quantile([1j], 0.5); m.quantile([1.0], 0.5, weights=[1.0]);
        m.nanmean([1.0], dtype=int); m.nanvar([1.0], dtype=int); m.nanstd([1.0], out=m.ones((), dtype=int));
        m.var([1.0], ddof=1, correction=1); m.std([1.0], ddof=1, correction=1); m.max([]);
        m.min(m.ones((0, 2)), axis=0); m.ptp([]); m.sum(m.ones(2), axis=1); m.mean(m.ones((2, 2)), axis=(0, 0));
        m.median(m.ones(2), axis=1); m.corrcoef(m.ones((1, 1, 1))); m.max([1j], initial="a")
    """,
    "polynomial": """
        m.polynomial.chebyshev.chebcompanion([1.0]); m.polynomial.polynomial.polycompanion([1.0]);
        m.polynomial.chebyshev.chebinterpolate(abs, -1); m.polynomial.polynomial.polyfit([1.0], [1.0], 1.5);
        m.polynomial.polynomial.polyfit([1.0], [1.0], []); m.polynomial.polynomial.polyfit([1.0], [1.0], [[1]]);
        m.polynomial.polynomial.polyfit([1.0], [1.0], -1); m.polynomial.polynomial.polyfit([1.0], [1.0], [-1]);
        m.polynomial.polynomial.polyfit([[1.0]], [1.0], 1); m.polynomial.polynomial.polyfit([], [], 1);
        m.polynomial.polynomial.polyfit([1.0], 1.0, 1); m.polynomial.polynomial.polyfit([1.0], [[[1.0]]], 1);
        m.polynomial.polynomial.polyfit([1.0, 2.0], [1.0], 1);
        m.polynomial.polynomial.polyfit([1.0], [1.0], 1, w=[[1.0]]);
        m.polynomial.polynomial.polyfit([1.0], [1.0], 1, w=[1.0, 2.0]);
        m.polynomial.polynomial.polyval2d([1.0], [1.0, 2.0], m.ones((2, 2)));
        m.polynomial.polynomial.polyvander2d([1.0], [1.0], [1]); m.polynomial.polynomial.polyvander([1.0], -1);
        m.polynomial.polynomial.polyvander([1.0], 1.5); m.polynomial.polynomial.polypow([1.0], -1);
        m.polynomial.polynomial.polypow([1.0], 1.5); m.polynomial.polynomial.polypow([1.0], 5, 4);
        m.polynomial.polynomial.polyint([1.0], 1, [1.0, 2.0]);
        m.polynomial.polynomial.polyint([1.0], lbnd=[1.0]); m.polynomial.polynomial.polyint([1.0], scl=[1.0]);
        m.polynomial.polynomial.polyint([1.0], -1); m.polynomial.polynomial.polyder([1.0], -1);
        m.polynomial.polynomial.polyder([1.0], 1.5);
        m.polynomial.polynomial.polyvalfromroots(m.ones(2), m.ones(2), tensor=False);
        m.polynomial.polyutils.trimcoef([1.0], -1); m.polynomial.polyutils.as_series([[]]);
        m.polynomial.polyutils.as_series([m.ones((1, 1))]);
        m.polynomial.Polynomial([1.0]) + m.polynomial.Chebyshev([1.0]);
        m.polynomial.Polynomial([1.0]) + m.polynomial.Polynomial([1.0], [0, 1]);
        m.polynomial.Polynomial([1.0]) + m.polynomial.Polynomial([1.0], window=[0, 1]);
        m.polynomial.Polynomial([1.0]) + m.polynomial.Polynomial([1.0], symbol="z");
        m.polynomial.Polynomial([1.0]).truncate(0); m.polynomial.Polynomial([1.0]).truncate(1.5);
        m.polynomial.Polynomial.basis(-1); m.polynomial.Polynomial.basis(1.5);
        m.polynomial.set_default_printstyle("x"); m.polynomial.Polynomial([1.0], domain=[1]);
        m.polynomial.Polynomial([1.0], window=[1, 2, 3]); m.polynomial.Polynomial([1.0], symbol=3);
        m.polynomial.Polynomial([1.0], symbol="1x"); m.polynomial.Polynomial([[1.0]]);
        m.polynomial.Polynomial([])
    """,
    "random": """
        g(m).multinomial(1, 1.0); g(m).multinomial(1, []); g(m).multinomial(-1, [1.0]); g(m).dirichlet(1.0);
        g(m).dirichlet([[1.0]]); g(m).dirichlet([-1.0]); g(m).multivariate_normal([0.0], [[1.0]], method="x");
        g(m).multivariate_normal([0.0], [[1.0]], check_valid="x"); g(m).multivariate_normal([[0.0]], [[1.0]]);
        g(m).multivariate_normal([0.0], [1.0]); g(m).multivariate_normal([0.0], [[1.0, 2.0]]);
        g(m).multivariate_normal([0.0], [[1.0, 0.0], [0.0, 1.0]]);
        g(m).multivariate_normal([0.0, 0.0], [[1.0, 2.0], [2.0, 1.0]], check_valid="raise"); g(m).normal(1j);
        g(m).random(dtype=int); g(m).random(dtype="float32", out=m.ones(2)); g(m).random(3, out=m.ones(2));
        g(m).permuted(m.ones(2), out=m.ones(3)); g(m).multivariate_hypergeometric([1], 1, method="x");
        g(m).multivariate_hypergeometric([1], 2); g(m).multivariate_hypergeometric([-1], 1); g(m).choice(0);
        g(m).choice(-1); g(m).choice(3, 4, replace=False); g(m).choice(3, p=[[1.0]]); g(m).choice(3, p=[1.0]);
        g(m).choice(2, p=[0.5, 0.6]); g(m).choice(2, p=[-0.5, 1.5]); g(m).choice(2, p=[m.nan, 1.0]);
        g(m).choice(2, 2, replace=False, p=[1.0, 0.0]); g(m).shuffle([1, 2], axis=1);
        g(m).shuffle(m.ones(2), axis=1); g(m).integers("a"); g(m).integers(None); g(m).integers(1j);
        g(m).integers(3, dtype="float64"); g(m).integers(300, dtype="uint8");
        g(m).integers(-1, 3, dtype="uint8"); g(m).integers(3, 3); g(m).integers(4, 3, endpoint=True);
        g(m).normal([1.0, 2.0], size=3); g(m).normal(0, -1); g(m).exponential(-1); g(m).gamma(-1);
        g(m).beta(0, 1); g(m).binomial(-1, 0.5); g(m).binomial(1, 1.5); g(m).binomial(1, m.nan);
        g(m).poisson(-1); g(m).poisson(m.nan); g(m).poisson(1e20); g(m).zipf(1); g(m).geometric(0);
        g(m).geometric(2); g(m).logseries(1); g(m).logseries(-0.5); g(m).hypergeometric(-1, 1, 1);
        g(m).hypergeometric(1, 1, 3); g(m).uniform(0, m.inf); g(m).uniform(1, 0); g(m).uniform(m.nan, 0);
        g(m).triangular(1, 0, 2); g(m).triangular(0, 3, 2); g(m).triangular(1, 1, 1); g(m).vonmises(0, -1);
        g(m).pareto(0); g(m).weibull(-1); g(m).power(0); g(m).wald(0, 1); g(m).wald(1, 0); g(m).rayleigh(-1);
        g(m).laplace(0, -1); g(m).logistic(0, -1); g(m).lognormal(0, -1); g(m).gumbel(0, -1);
        g(m).standard_t(0); g(m).chisquare(0); g(m).noncentral_chisquare(0, 1);
        g(m).noncentral_chisquare(1, -1); g(m).f(0, 1); g(m).f(1, 0); g(m).noncentral_f(0, 1, 1);
        g(m).noncentral_f(1, 0, 1); g(m).noncentral_f(1, 1, -1); g(m).negative_binomial(0, 0.5);
        g(m).negative_binomial(1, 0); g(m).standard_gamma(-1); m.random.RandomState(0).randint(3, 3);
        m.random.RandomState(0).uniform(0, m.inf); m.random.default_rng(-1); m.random.default_rng("a")
    """,
    "array": """
        m.ones(3)[3]; m.ones(3)[-4]; m.ones(3)[0, 0]; m.ones(3)[..., ...]; m.ones(3)[0.5];
        m.ones(3)[m.asarray([True])]; m.ones((2, 2))[m.asarray([[True]])]; m.ones(3)[::0]; m.ones(3)[[3]];
        m.ones(3)[[-4]]; m.ones(3)["a"]; setitem(m.ones(3), 3, 1); setitem(m.ones(3), 0, m.ones(2));
        setitem(m.ones(3), slice(None), m.ones(2)); setitem(m.ones(3), [0, 1], m.ones(3));
        setitem(m.ones(3), m.asarray([True, False, True]), m.ones(3));
        setitem(m.ones(3), m.asarray([True, False, True]), m.ones((2, 2)));
        setitem(m.broadcast_to(m.ones(1), (3,)), 0, 1.0);
        setitem(m.broadcast_to(m.ones(1), (3,)), slice(None), m.ones(3));
        setitem(m.broadcast_to(m.ones(1), (3,)), [0], 1.0); setitem(m.ones(3), slice(None, None, 0), 1);
        m.asarray([1, 2]) ** -1; m.asarray([1]) ** m.asarray([-1]); bool(m.ones(2)); bool(m.ones(0));
        int(m.ones(2)); float(m.ones(2)); complex(m.ones(2)); m.ones(2).item(); m.ones(2).item(2);
        m.ones(2).item(0, 0); len(m.ones(())); iter(m.ones(())); m.ones(2).reshape(); m.ones(2).reshape(3);
        m.ones(2).transpose(0, 1); m.ones((2, 3)).T.view("float32"); m.ones(3, dtype="uint8").view("uint16");
        m.ones(2).astype(int, casting="safe"); m.ones(2).astype(int, order="X"); m.ones(2).copy(order="X");
        m.ones(2).flatten(order="X"); m.ones(2).ravel(order="X"); m.add(1, 2, 3, 4);
        m.add(1, 2, out=m.ones(2), where=[True, False], x=1); m.add(m.ones(2), m.ones(3));
        m.add(m.ones(2), 1, out=m.ones(2, dtype=int)); m.add(1, 2, order="X"); m.add(1, 2, subok=3, x=3);
        m.subtract(m.asarray([True]), m.asarray([True])); m.negative(m.asarray([True]));
        m.add.reduce(m.ones(2), axis=1); m.add.reduce(m.ones((2, 2)), axis=(0, 0));
        m.subtract.reduce(m.ones(0)); m.maximum.reduce(m.ones(0));
        m.subtract.reduce(m.ones((2, 2)), axis=(0, 1)); m.add.accumulate(m.ones(()));
        m.add.accumulate(m.ones(2), axis=1); m.add.reduceat(m.ones(2), [2]); m.add.at(m.ones(2), [2], 1.0);
        m.add.at(m.ones(2), [0], m.ones(2)); m.sin.reduce(m.ones(2)); m.sin.outer(m.ones(2), m.ones(2));
        m.ones(2).flat[2]
    """,
}  # fmt: skip
#: Calls that raise an error in words of ours, by its class and the beginning of its message.
IN_OUR_WORDS = {
    (ValueError, 'as_strided: shape has 2 dimensions, strides'): """
        m.lib.stride_tricks.as_strided(m.ones(4), (2, 2), (8,))
    """,
    (ValueError, 'as_strided: strides must be multiples of the'): """
        m.lib.stride_tricks.as_strided(m.ones(4), (2,), (4,))
    """,
    (TypeError, 'like must be an xp_torch.ndarray or None (got'): "m.zeros(2, like=[1])",
    (ValueError, 'ndmax must be in the range [0, NPY_MAXDIMS (64)]'): """
        m.array([1], ndmax=65); m.array([1], ndmax=-1)
    """,
    (ValueError, 'ndmin must be <= ndmax'): "m.array([1], ndmin=2, ndmax=1)",
    (TypeError, 'only integer'): "m.array([1], ndmax=m.ones(2)); m.array([1], ndmax=m.ones(2).tensor)",
    (ValueError, 'array is too big'): "m.bincount([3, 1], length=2**63 - 1)",
    (TypeError, 'search side must be str, not list'): "m.searchsorted(m.ones(2), 1, side=[0] * 9999)",
    (TypeError, 'coefficients of a polynomial must be numbers'): "m.polydiv(5, None)",
    (TypeError, 'poly: zeros must be numbers'): "m.poly(None); m.poly1d(None, r=True)",
    (TypeError, 'polyint: coefficients must have one dimension'): "m.polyint(m.ones(2)[0]); m.polyint(1.0)",
    (ValueError, 'factorial: extend must be "zero" or "complex" (got [0, 0, 0, 0, 0, 0, ...])'): """
        m.special.factorial(3, extend=[0] * 9999)
    """,
    (TypeError, 'only'): "m.lib.array_utils.normalize_axis_tuple(0, m.ones(2).tensor)",
    (ValueError, 'can only convert an array of size 1'): "m.ones(2).std(correction=m.ones(3).tensor)",
    (ValueError, 'bernoulli: n must be a number that is not negative (got [0, 0, 0, 0, 0, 0, ...])'): """
        m.special.bernoulli([0] * 9999)
    """,
    (ValueError, "device '[0, 0, 0, 0,..., 0, 0, 0, 0]' is not available here"): "m.ones(2, device=[0] * 9999)",
    (ValueError, 'Unable to avoid copy while changing the memory'): """
        m.array(m.ones((2, 3)), order="F", copy=False)
    """,
    (ValueError, 'Unable to avoid copy while creating an array'): "m.array([1, 2], copy=False)",
    (TypeError, 'tril: m must have at least one dimension (got a'): "m.tril(1.0)",
    (TypeError, 'triu: m must have at least one dimension (got a'): "m.triu(1.0)",
    (ValueError, 'Input must be 1- or 2-d: diag was given 3'): "m.diag(m.ones((1, 1, 1)))",
    (ValueError, 'Input must be 1- or 2-d: diag was given 0'): "m.diag(1.0)",
    (ValueError, 'Maximum allowed dimension exceeded'): "m.linspace(0, 1, 2**63)",
    (TypeError, 'arange: start, stop and step must be scalars or'): "m.arange([1, 2])",
    (ValueError, 'Maximum allowed size exceeded'): "m.arange(0.0, 2.0**63)",
    (TypeError, 'arange() not supported for inputs with DType'): """m.arange("a")""",
    (ValueError, "data type dtype('int8') not inexact"): """m.finfo("int8")""",
    (TypeError, 'dtype argument must be a dtype, but it is a'): """
        m.isdtype("int8", "integral"); m.isdtype(3, "integral")
    """,
    (TypeError, 'promote_types: expected two dtypes, got None'): """
        m.promote_types(None, "int8"); m.promote_types("int8", None)
    """,
    (TypeError, 'clip: an array of booleans needs a bound (got'): "m.clip(m.asarray([True]), None, None)",
    (TypeError, "Cannot cast ufunc 'round' output from"): "m.round(m.ones(2), 1, out=m.ones(2, dtype=int))",
    (TypeError, 'fftfreq: d must be a real number (got [1])'): "m.fft.fftfreq(3, d=[1])",
    (TypeError, 'fftfreq: d must be a real number (got 1j)'): "m.fft.fftfreq(3, d=1j)",
    (TypeError, 'axes must be a sequence of ints, not a dict'): "m.fft.fftn(m.ones((2, 2)), axes={0: 1})",
    (np.exceptions.AxisError, 'rfftn: at least one axis is needed'): "m.fft.rfftn(m.ones((2, 2)), axes=())",
    (np.exceptions.AxisError, 'irfftn: at least one axis is needed'): "m.fft.irfftn(m.ones((2, 2)), axes=())",
    (TypeError, "ufunc 'rfft' not supported for the input types,"): "m.fft.rfft(m.ones(2) * 1j)",
    (TypeError, "ufunc 'ihfft' not supported for the input"): "m.fft.ihfft(m.ones(2) * 1j)",
    (np.exceptions.AxisError, 'axis 1 is out of bounds for array of dimension 1'): """
        m.fft.fft(m.ones(2), axis=1); g(m).choice([1], axis=1)
    """,
    (ValueError, 'Cannot construct a ufunc with -1 operands and 1'): "m.frompyfunc(abs, -1, 1)",
    (ValueError, 'Cannot construct a ufunc with 64 operands and 1'): "m.frompyfunc(abs, 64, 1)",
    (ValueError, 'wrong number of outputs from pyfunc: expected'): """
        m.vectorize(lambda x: (x, x, x), otypes="dd")(m.ones(2));
        m.frompyfunc(lambda x: (x, x, x), 1, 2)(m.ones(2))
    """,
    (ValueError, 'multiple indices are not supported for 0d array'): "m.unravel_index([0, 0], ())",
    (TypeError, 'Cannot cast array data from torch.float64 to'): "m.choose([0.5], [[1], [2]])",
    (TypeError, 'return arrays must be of ArrayType'): "m.choose([0], [[1]], out=[1])",
    (TypeError, 'fill_diagonal: a must be an ndarray of xp_torch'): "m.fill_diagonal([[1]], 1)",
    (TypeError, 'place: argument 1 must be an xp_torch array,'): "m.place([1], [True], [1])",
    (TypeError, 'copyto: argument 1 must be an xp_torch array,'): "m.copyto([1], 1)",
    (ValueError, "casting must be one of 'no', 'equiv', 'safe',"): """
        m.copyto(m.ones(2), 1.0, casting="x"); m.add(m.ones(2), 1, casting="x")
    """,
    (AttributeError, "'str' object has no attribute 'start'"): """m.mgrid[0:1:0.5, "a"]""",
    (ValueError, 'trace: out must have the shape () of the result'): "m.trace(m.ones((2, 2)), out=m.ones(1))",
    (ValueError, 'einsum: out must have the shape (2,) of the'): """
        m.einsum("ij->i", m.ones((2, 2)), out=m.ones(3))
    """,
    (TypeError, 'Iterator operand 0 dtype could not be cast from'): """
        m.einsum("i->i", m.ones(2), dtype="float32")
    """,
    (ValueError, 'einsum_path: einsum_call must be False (got'): """
        m.einsum_path("i->", m.ones(2), einsum_call=True)
    """,
    (ValueError, 'must provide at least an operand and a'): """m.einsum("i")""",
    (ValueError, "einstein sum subscripts string contains a '.'"): """m.einsum("i.j", m.ones((2, 2)))""",
    (ValueError, 'fewer operands provided to einstein sum'): """m.einsum("i,i", m.ones(2))""",
    (ValueError, 'operands could not be broadcast together with'): """
        m.einsum("ij,jk", m.ones((2, 2)), m.ones((3, 2))); m.diff(m.ones((2, 2)), prepend=m.ones((3, 3, 3)));
        m.diff(m.ones((2, 2)), append=m.ones((3, 3)), axis=0); m.add(m.ones(2), 1, out=m.ones(3))
    """,
    (ValueError, 'axes item has value repeated'): """
        m.matmul(m.ones((2, 2)), m.ones((2, 2)), axes=[(0, 0), (0, 1), (0, 1)])
    """,
    (TypeError, "vecdot: 'keepdims' must be a boolean, not int"): "m.vecdot(m.ones(2), m.ones(2), keepdims=1)",
    (TypeError, 'matmul: axis can only be used with a single'): "m.matmul(m.ones((2, 2)), m.ones((2, 2)), axis=0)",
    (TypeError, 'matmul does not support keepdims: its signature'): """
        m.matmul(m.ones((2, 2)), m.ones((2, 2)), keepdims=True)
    """,
    (ValueError, 'matmul: non-broadcastable output operand with'): """
        m.matmul(m.ones((2, 2)), m.ones((2, 2)), out=m.ones(2))
    """,
    (ValueError, 'Both input arrays must be (arrays of) 3-dimensional'): "m.linalg.cross(m.ones(4), m.ones(4))",
    (np.exceptions.AxisError, 'At least one array has zero dimension'): "m.cross(m.ones(()), m.ones(3))",
    (ValueError, 'pinv: rcond must broadcast to the stack of'): "m.linalg.pinv(m.ones((2, 2)), rcond=m.ones(3))",
    (TypeError, 'linalg: a tolerance must be real (got'): "m.linalg.pinv(m.ones((2, 2)), rcond=1j)",
    (ValueError, 'lstsq: rcond must be a number (got an array of'): """
        m.linalg.lstsq(m.ones((2, 2)), m.ones(2), rcond=m.ones(2))
    """,
    (np.linalg.LinAlgError, 'Input arrays must satisfy the requirement'): """
        m.linalg.tensorsolve(m.ones((2, 3)), m.ones(2))
    """,
    (TypeError, 'common_type: arguments must be arrays (got int)'): "m.common_type(1)",
    (IndexError, 'index [-3, 0] is out of bounds for axis 0 with'): "m.insert(m.ones(2), [-3, 0], 1)",
    (ValueError, 'could not broadcast input array from shape (1,'): "m.insert(m.ones((2, 2)), 0, m.ones(3), axis=0)",
    (ValueError, 'List depths are mismatched. First element was'): "m.block([m.ones(2), [m.ones(2)]])",
    (TypeError, 'iteration over a 0-d array'): "m.concatenate(m.float64(1.0))",
    (ValueError, 'object too deep for desired array'): """
        m.repeat(m.ones(2), [[1]]); m.correlate([1], [[1]]); m.interp(1.0, [[1.0]], [1.0]); m.bincount([[1]])
    """,
    (ValueError, 'operands could not be broadcast together:'): "m.pad(m.ones(2), (1, 2, 3))",
    (ValueError, 'cannot reshape array of size 4 into shape'): "m.reshape(m.ones(4), (-1, 3))",
    (ValueError, 'array_split: the number of sections must be at'): "m.array_split(m.ones(3), 0)",
    (ValueError, 'Input array must be at least 1-d.'): "m.unstack(1.0)",
    (TypeError, 'Unsupported dtype object: cannot make an array'): "m.mean(None)",
    (ValueError, 'integer mode must be 0, 1, or 2'): "m.convolve([1], [1], mode=3)",
    (TypeError, "Cannot cast array data from dtype('complex128')"): """
        m.interp(1j, [1.0], [1.0]); m.interp(1.0, [1j], [1.0])
    """,
    (ValueError, 'fp and xp are not of the same length.'): "m.interp(1.0, [1.0, 2.0], [1.0], period=3.0)",
    (TypeError, 'interp: left and right must be numbers (got'): "m.interp(1.0, [1.0], [1.0], left=[1.0, 2.0])",
    (TypeError, 'Cannot cast a complex replacement to'): "m.nan_to_num(m.ones(2), nan=1j)",
    (ValueError, 'polydiv: coefficients must have one dimension'): "m.polydiv([[1.0]], [1.0])",
    (ValueError, 'polyder: coefficients must have one dimension'): "m.polyder([[1.0]])",
    (TypeError, 'polyder: coefficients must have one dimension'): "m.polyder(1.0)",
    (TypeError, 'polyval: coefficients must have at least one'): "m.polyval(1.0, 1.0)",
    (TypeError, 'roots: coefficients must have one dimension'): "m.roots(1.0)",
    (np.exceptions.AxisError, 'axis -1 is out of bounds for array of dimension'): "m.trapezoid(1.0)",
    (TypeError, 'bitorder must be str, not int'): "m.packbits(m.asarray([1]), bitorder=3)",
    (ValueError, "'order' must be either 'little' or 'big'"): """
        m.unpackbits(m.asarray([1], dtype="uint8"), bitorder="x")
    """,
    (ValueError, 'Calling nonzero on 0d arrays is not allowed.'): "m.nonzero(m.asarray(1))",
    (TypeError, 'aweights must be real'): "m.cov(m.ones((2, 3)), aweights=[1j, 1, 1])",
    (ValueError, 'cov: m and y must have equally many'): "m.cov(m.ones((2, 3)), m.ones((2, 4)))",
    (ValueError, 'range must be two numbers, got ([1], 2)'): "m.histogram([1.0], range=([1], 2))",
    (TypeError, 'histogramdd: weights must be real'): "m.histogramdd([[1.0]], weights=[1j])",
    (ValueError, 'histogramdd: sample must have at most two'): "m.histogramdd(m.ones((1, 1, 1)))",
    (ValueError, '`bins[0]` must increase monotonically, when an'): "m.histogramdd([[1.0]], bins=[[2, 1]])",
    (TypeError, "Cannot cast ufunc 'add' output from"): "m.histogram([1.0], [0, 1, 5], weights=[True])",
    (TypeError, 'bincount: cannot cast weights of'): "m.bincount([1], weights=[1j])",
    (TypeError, 'bins may not be complex'): "m.digitize([1.0], [1j])",
    (ValueError, 'zero-size array to reduction operation fmin'): "m.nanmin([])",
    (TypeError, 'q must be an array of real numbers'): "m.quantile([1.0], 0.5j)",
    (ValueError, "'x' is not a valid method. Use one of:"): """m.quantile([1.0], 0.5, method="x")""",
    (IndexError, 'quantile: a has no elements along the reduced'): """
        m.quantile([], 0.5); m.quantile([], 0.5, weights=[], method="inverted_cdf")
    """,
    (TypeError, "quantile: method 'linear' cannot interpolate"): "m.quantile([True, False], 0.3)",
    (TypeError, 'var: correction must be a number, not str'): """m.var([1.0], ddof="a")""",
    (ValueError, 'add: out must have the shape () of the result,'): """
        m.sum(m.ones(2), out=m.ones(3)); m.add.reduce(m.ones(2), out=m.ones(3))
    """,
    (ValueError, 'median: out must have the shape () of the'): "m.median([1j, 2], out=m.ones(2))",
    (TypeError, 'deg must be an integer, received 1.5'): "m.polynomial.chebyshev.chebinterpolate(abs, 1.5)",
    (ZeroDivisionError, 'polydiv: the divisor is zero'): "m.polynomial.polynomial.polydiv([1.0], [0.0])",
    (ZeroDivisionError, 'chebdiv: the divisor is zero'): "m.polynomial.chebyshev.chebdiv([1.0], [0.0])",
    (ValueError, 'trimseq: the coefficients must be 1-D (got 2'): "m.polynomial.polyutils.trimseq(m.ones((2, 2)))",
    (TypeError, "unsupported types for true division: '<class"): """
        m.polynomial.Polynomial([1.0]) / m.polynomial.Polynomial([1.0]); m.polynomial.Polynomial([1.0]) / True
    """,
    (TypeError, 'random: out must be an ndarray (got list)'): "g(m).random(out=[1.0])",
    (ValueError, 'Supplied output array must be contiguous,'): "g(m).random(out=m.ones((2, 2)).T)",
    (TypeError, 'permuted: out must be an ndarray (got list)'): "g(m).permuted([1], out=[1])",
    (ValueError, "'a' must be 1-dimensional or an integer"): "g(m).choice(1.5)",
    (ValueError, "'a' cannot be empty unless no samples are taken"): "g(m).choice([])",
    (TypeError, 'cannot shuffle a 0-dimensional array'): "g(m).shuffle(m.ones(()))",
    (TypeError, 'shuffle: x must be an array or a mutable'): "g(m).shuffle((1, 2))",
    (ValueError, "'a' must be 1-dimensional"): "m.random.RandomState(0).choice([[1]])",
    (IndexError, 'arrays used as indices must be of integer (or'): "m.ones(3)[[0.5]]",
    (IndexError, 'shape mismatch: indexing arrays could not be'): "m.ones((3, 3))[[0, 1], [0, 1, 2]]",
    (TypeError, 'choose() missing the choices: arrays, or a'): "m.ones((2, 2)).choose()",
    (TypeError, 'ndarray.view() takes from 1 to 3 positional'): """m.ones(2).view("float32", int, 3)""",
    (TypeError, "Cannot interpret 'x' as a data type"): """
        m.ones(2).astype("x"); m.add(1, 2, dtype="x"); m.add.reduce(m.ones(2), dtype="x")
    """,
    (TypeError, 'add.__func__() missing 1 required positional argument:'): "m.add(1)",
    (TypeError, "ufunc 'bitwise_invert' not supported for the"): "m.invert(m.ones(2))",
    (TypeError, "ufunc 'bitwise_left_shift' not supported for"): "m.left_shift(m.ones(2), 1)",
    (TypeError, "ufunc 'bitwise_and' not supported for the input"): "m.bitwise_and(m.ones(2), 1)",
    (TypeError, "ufunc 'gcd' not supported for the input types,"): "m.gcd(m.ones(2), 1)",
    (TypeError, "ufunc 'floor' not supported for the input"): "m.floor(m.ones(2) * 1j)",
    (TypeError, 'ufunc.outer() missing 1 required positional'): "m.add.outer(m.ones(2))",
    (TypeError, 'add: where must be an array of booleans, got'): "m.add.reduce(m.ones(2), where=m.ones(2))",
    (IndexError, 'only integers, slices (`:`), ellipsis (`...`),'): """m.ones(2).flat["a"]""",
}  # fmt: skip


def g(m):
    return m.random.default_rng(0)


def entered_twice(m):
    with m.errstate() as state:
        state.__enter__()


def set_coefficients(m):
    m.poly1d([1.0]).coeffs = [2.0]


def set_power(m):
    m.poly1d([1.0])[-1] = 2.0


def setitem(x, key, value):
    x[key] = value


@pytest.mark.cpu_only
@pytest.mark.numpy_before
@pytest.mark.numpy_after
@pytest.mark.parametrize("chapter", IN_NUMPYS_WORDS)
def test_errors_in_numpys_words(chapter):
    wrong = []
    for text, call in expressions(IN_NUMPYS_WORDS[chapter], globals(), "m"):
        with np.errstate(all="ignore"):
            mine, theirs = raises_alike(call)
        if mine != theirs:
            wrong.append(f"{text}: {mine!r}, NumPy {theirs!r}")
    assert not wrong, "\n".join(wrong)


@pytest.mark.cpu_only
@pytest.mark.parametrize(("error", "beginning"), IN_OUR_WORDS)
def test_errors_in_our_words(error, beginning):
    for _, call in expressions(IN_OUR_WORDS[error, beginning], globals(), "m"):
        with pytest.raises(error) as raised:
            call(xp)
        assert str(raised.value).startswith(beginning)


#: Arguments that are sequences, as expressions in which `e` is an element.
OF_ELEMENTS = """
    m.piecewise(m.ones(3), [m.ones(3) > 0], e); m.select(e, [1]); m.select([m.ones(3) > 0], e);
    m.linalg.multi_dot(e); m.fft.fftn(m.ones((3, 3)), s=e, axes=(0, 1)); m.histogramdd(m.ones((3, 2)), range=e);
    m.polynomial.polynomial.polyfromroots(e); m.polynomial.polyutils.trimseq(e); m.histogram2d(e, e)
"""


@pytest.mark.parametrize("text", [text.strip() for text in OF_ELEMENTS.split(";")])
def test_an_element_in_the_place_of_a_sequence(text):
    with pytest.raises(TypeError, match=r"len\(\) of unsized object|not iterable|0-d|has no len"):
        eval(text, {"m": xp, "e": xp.ones(2)[0]})
    with pytest.raises(TypeError):
        eval(text, {"m": np, "e": np.ones(2)[0]})


def test_devices_without_generators():
    with pytest.raises(ValueError, match="torch draws no random numbers on the device 'meta'"):
        xp.random.default_rng(1).normal(xp.ones(3, device="meta"))


@pytest.mark.parametrize("file", [[], 3, 1.5, None, object()])
def test_fromfile_of_no_file(file):
    with pytest.raises(TypeError, match="fromfile: file must be a path or an open file"):
        xp.fromfile(file)


#: Calls with more items or dimensions than there may be, with our words.
TOO_MANY = {
    "m.choose([0], range(2**62))": (MemoryError, "Unable to allocate a list of the items of 'range'"),
    "m.polynomial.polynomial.polyvander2d([1.0], [1.0], range(2**62))": (MemoryError, "Unable to allocate a list"),
    "m.polynomial.Polynomial.fit([1.0, 2], [1.0, 2], range(2**62))": (MemoryError, "Unable to allocate a list"),
    "m.vmap(abs, range(2**62))": (MemoryError, "Unable to allocate a list"),
    "m.empty(range(2**62))": (ValueError, "maximum supported dimension for an ndarray is currently 64"),
    "m.lib.stride_tricks.sliding_window_view(m.ones(3), range(2**62))": (ValueError, "must provide window_shape"),
    "m.random.geometric(range(2**62))": (ValueError, "array is too big"),
    "m.std(m.ones((1,) * 64, dtype='complex64'))": (ValueError, "torch's kernel needs one more dimension"),
    "m.fft.fft([1.0], norm=[0.0] * 32768)": (ValueError, r"Invalid norm value \[0.0, 0.0, .{,80}; should"),
    "m.cov([1.0, 2.0], fweights=3)": (IndexError, "cov: fweights must have one dimension"),
    "m.linalg.tensordot(m.ones(3), m.ones(3), axes=2**62)": (OverflowError, "does not fit in a C int"),
    "m.ones(3).__array_function__(3, (), (), {})": (TypeError, "func must be a function"),
    "m.add(m.ones(3), m.ones(3), signature=m.ones(3))": (TypeError, "signature"),
    "m.linspace(1, 2, 2**63 - 1)": (ValueError, "array is too big"),
    "m.typename(m.asarray(2))": (TypeError, "typename: char must be a character code"),
    "m.polynomial.Polynomial([1.0]).__format__(m.ones(2))": (TypeError, "__format__: the format must be a str"),
}


@pytest.mark.parametrize("text", TOO_MANY)
def test_too_many_items_or_dimensions(text):
    error, words = TOO_MANY[text]
    with pytest.raises(error, match=words):
        eval(text, {"m": xp})


def test_norms_of_complex_numbers_of_as_many_dimensions_as_there_may_be():
    assert float(xp.linalg.vector_norm(xp.full((1,) * 64, 3 + 4j))) == 5.0
