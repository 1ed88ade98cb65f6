"""Calls in other forms than the examples: keywords, axes, `out`, `where`, 0-D arrays, integers and complex numbers."""

from __future__ import annotations

from tools.calls.row import forms

# positions, counts and constants
forms("""
    m.delete(x, [0, 2], axis=1); m.delete(x, [True, False, True], axis=1); m.insert(x, slice(0, 2), 3.0, axis=1);
    m.insert(x, [0, 2], 1.0, axis=1); m.insert(x, i, v, axis=1); m.repeat(v, [1, 2, 1]); m.take(x, [0, 1], axis=1);
    m.take(x, i, mode="wrap"); written(m.put, x, [0, 1], 2.0); m.pad(x, 1, "median"); m.nan_to_num(x, nan=v);
    m.clip(x, [0, 0, 0], 1); m.where(b, 1, 2); m.searchsorted(z, [1.0, 2.0]); m.gradient(v, [0.0, 1.0, 3.0]);
    m.trapezoid(v, [0.0, 1.0, 2.0]); m.concat([v, [1.0]]); m.full_like(x, v); x + [1, 2, 3]; m.choose(i, (v, w, v));
    m.unravel_index(i, (3, 4), order="F"); m.ravel_multi_index((i, i), (3, 3));
    m.ravel_multi_index((i, 1), (3, 3), mode="wrap"); m.partition(v, [0, 2]); m.add.reduceat(v, i);
    m.add.reduceat(v, [0, 2]); written(m.add.at, v, i, w); written(m.maximum.at, v, i, 1); x[0, i]; x[i % 2, i];
    v.flat[i]; assigned(x, (i % 2, i), v); assigned(x, (0, [0, 2]), 1.5); assigned(x, Ellipsis, y);
    written(m.putmask, x, b, v); written(m.place, x, b, v); written(m.put_along_axis, x, n % 3, 1.0, 1);
    m.top_k(n, 2, axis=0, mode="smallest"); m.quantile(x, z / 10); m.nanquantile(x, 0.5);
    m.einsum("ij,jk,kl->il", x, s, s, optimize=True); m.polyder(v, 2); m.polyint(v, 2, k=[1, 2]); m.polyint(v, k=3);
    m.polyadd(v, [1, 2]); m.polysub([1.0, 2.0], v); m.polyval([1.0, 2.0], v); m.vander(v, 3);
    written(m.fill_diagonal, s, v); m.linalg.solve(t, v); m.linalg.solve(t, [1, 2, 3]); m.linalg.cond(t, 1);
    m.linalg.matrix_power(t, -1); m.linalg.tensorsolve(t, v); m.linalg.norm(x, 2); x[m.ix_([0, 1], [2, 0])]""")
# axes, keywords and methods
forms("""
    m.sum(x, axis=(0, -1), keepdims=True); x.sum(axis=-1, where=b, initial=0.5); m.sum(n, dtype=m.float32);
    m.prod(x, axis=(0, 1)); m.mean(c, axis=-1, keepdims=True); x.mean(axis=(0, 1), where=b);
    m.max(x, axis=-1, initial=9); m.std(x, axis=-1, ddof=1, keepdims=True); m.var(c, axis=0); m.var(x, mean=m.mean(x));
    x.std(axis=(0, 1), where=b); m.argmin(n, axis=-1, keepdims=True); m.all(x, axis=(0, 1), keepdims=True);
    m.cumsum(c, axis=-1); x.cumprod(axis=-1); m.cumsum(n, axis=0, dtype=float); m.median(s, axis=(0, 1));
    m.average(x, (0, 1), weights=m.abs(y)); m.sum(x, axis=1, out=m.ones(2)); m.mean(x, 0, out=m.ones(3));
    m.add(v, w, out=m.ones(3)); m.sin(v, where=b[0], out=m.ones(3)); m.add(x, y, out=m.ones((2, 3))[:, ::-1]);
    m.matmul(x, s, out=m.ones((2, 3))); m.dot(x, s, out=m.ones((2, 3))); m.take(x, i, axis=1, out=m.ones((2, 3)));
    m.cumsum(v, out=m.ones(3)); m.einsum("ij->j", x, out=m.ones(3)); m.sum(m.asarray(v[0])); m.add(v[0], 2.5);
    m.sort(c, axis=0); m.sort(x, axis=None); x.argsort(axis=0); m.flip(x, (0, -1)); m.roll(x, (1, -1), axis=(0, 1));
    m.moveaxis(m.stack([s, t]), (0, -1), (-1, 0)); m.squeeze(x[None], axis=0); m.expand_dims(x, (0, -1));
    m.transpose(m.stack([s, t]), (2, 0, 1)); m.rot90(x, 3, axes=(1, 0)); m.tile(v, (2, 1)); m.diff(c, axis=0);
    m.diff(n, prepend=0); m.trace(m.stack([s, t]), 1, -1, -2); m.tril(c, -1); m.kron(v, c);
    m.tensordot(x, s, axes=(-1, 0)); m.vecdot(c, v, axis=-1); m.matmul(c, v); c @ c; m.inner(v, c); m.outer(i, v);
    m.linalg.norm(c, axis=-1, keepdims=True); m.linalg.norm(m.stack([s, t]), "nuc", (1, 2)); m.linalg.det(c);
    m.linalg.inv(c); m.linalg.det(m.stack([s, t])); m.linalg.solve(c, v);
    m.linalg.inv(n[:, :2] + 4 * m.eye(2, dtype=int)); m.linalg.slogdet(c); m.linalg.vector_norm(x, axis=(0, 1), ord=1);
    m.linalg.matrix_norm(m.stack([s, t]), ord=1, keepdims=True); m.fft.fft(n, axis=0); m.fft.rfft(x, 5, axis=-1);
    m.fft.fftn(c, (2, 2), axes=(0, 1), norm="ortho"); m.fft.irfft(c, 4, axis=0); m.where(b, n, c[0]);
    m.where(x > 0, x, i); m.clip(n, 1.5, None); m.maximum(x, n); x.clip(min=0); m.concat([n, x], axis=-1);
    m.stack([n, x], axis=-1); m.average(n, axis=-1, keepdims=True); m.cov(x, rowvar=False, ddof=0);
    m.interp(n, z, z * 1j); m.unwrap(x * 4, axis=0); m.nanmean(holed(m, x), axis=(0, 1), keepdims=True); m.round(c, 1);
    x.round(decimals=-1); x.astype(m.complex64); x.ravel(order="F"); m.reshape(x, (3, -1), order="F"); x.reshape(-1);
    x.swapaxes(0, -1); x.T @ x; m.angle(x); m.isclose(c, c + 1e-9); m.add.outer(v, i);
    m.maximum.reduce(x, axis=-1, keepdims=True, where=b, initial=0.0); m.multiply.accumulate(c, axis=1);
    m.divide(i, 2, where=b[1], out=m.ones(3)); x ** 2.0; 2 ** i; x // 0.3; c * v; ~b[0] ^ b[1];
    m.count_nonzero(x > 0, axis=(0, 1), keepdims=True); m.special.softmax(c.real, axis=(0, 1));
    m.special.logsumexp(n, axis=0); m.apply_along_axis(m.cumsum, 0, x); m.searchsorted(z, x, side="right");
    m.tri(3) * s; x.take([0, -1], axis=-1); x.repeat(2, axis=0); x.diagonal(1); x[:, ::-2]; x.flat[[0, -1]]""")
