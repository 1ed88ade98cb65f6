"""One mistake shows one error: of NumPy's class, without an error behind it, in at most four frames of the package."""

import ast
import os
import traceback
import warnings
from pathlib import Path

import numpy as np
import pytest
from support.sources import nodes, trees

import xp_torch as xp
from xp_torch._facts import errors

PACKAGE = os.path.join(os.path.dirname(xp.__file__), "")

#: Statements that raise, a line each, for a namespace `m` and the names of `OPERANDS`.
MISTAKES = {
    "reading": """
        v[5]
        v[-5]
        x[5]
        x[2, 0]
        x[0, 3]
        x[0, 0, 0]
        x[..., ...]
        v[1.5]
        v["a"]
        v[m.asarray([0.5])]
        v[[0, 9]]
        v[m.asarray([9])]
        x[[0, 1], [0, 1, 2]]
        x[m.asarray([True, False, True])]
        x[[True, False, True]]
        x[m.ones((2, 2), dtype=bool)]
        v[::0]
        v[1.0:2]
        s[0]
        s[0, 0]
        x[:, 5]
        x[0][7]
        x[5:, 9]
        x[None, 0, 0, 0]
        v[()][9]
        x[1:3][4]
        x["a"]
        v[{}]
        v[object()]
        x[:, [0, 7]]
        x[m.asarray(7)]
        v[::-1][9]
        x[::-1][9]
        x[::-1, 9]
        v[2**70]
        e[0]
        m.take(v, [9])
        m.take(v, 9)
        v.take(9)
        m.take(x, 5, axis=1)
        m.take(x, 0, axis=5)
        m.take_along_axis(x, m.asarray([[5], [0]]), axis=1)
        m.take_along_axis(x, m.asarray([0.5]), axis=0)
        m.put(v, 9, 1)
        v.item(9)
        x.item()
        x.item(9, 9)
        m.compress([True], x, axis=5)
        m.choose(m.asarray([0, 5]), [v, v])
        i.choose([v, v])
        m.select([b], [v, v])
        m.unravel_index(99, (2, 3))
        m.ravel_multi_index((5, 5), (2, 3))
        m.diag_indices_from(x)
        m.ix_(x)
    """,
    "writing": """
        v[9] = 1
        v[9.0] = 1
        v[0] = [1, 2]
        v[0] = v
        v[:2] = [1, 2, 3]
        x[0] = [1, 2]
        x[5] = 1
        x[0, 5] = 1
        x[:, 5] = 1
        x[[0, 5]] = 1
        x[m.asarray([True, False, True])] = 1
        v[b] = [1, 2, 3]
        v[v > 0] = [1, 2]
        v["a"] = 1
        v[0] = "a"
        v[0] = None; v[0] = object()
        v[0] = 1j
        f[0] = 1j
        u[0] = 300
        u[0] = -1
        i[0] = 2**70
        i[0] = float("nan")
        i[0] = "x"
        v[::-1][9] = 1
        v[::-1][:2] = [1, 2, 3]
        s[0] = 1
        x[...] = m.ones((3, 2))
        x[m.asarray([0, 9])] = m.ones((2, 3))
        x[[0, 1], [0, 1, 2]] = 1
        m.broadcast_to(v, (2, 4))[0] = 1
        m.copyto(v, x)
        m.copyto(i, v)
        m.place(v, b, [])
        m.putmask(v, x > 0, 1)
        m.fill_diagonal(v, 1)
        v.fill([1, 2])
        v.flat[9]
        v.flat[9] = 1
        v.shape = (3,)
        v.dtype = "nothing"
        del v[0]
    """,
    "shapes": """
        x.reshape(2, 2)
        x.reshape(-1, -1)
        x.reshape(4, -1)
        x.reshape("a")
        x.reshape(2.0, 3)
        m.reshape(x, (5,))
        x.reshape((2, 3), order="Z")
        x.resize((2, 2), 5)
        m.reshape(x, (2, 3), copy=0, foo=1)
        x.transpose(0, 0)
        x.transpose(0)
        x.transpose(0, 5)
        m.transpose(x, (0, 1, 2))
        m.permute_dims(x, (5, 1))
        x.swapaxes(0, 5)
        m.swapaxes(x, 5, 0)
        m.moveaxis(x, 5, 0)
        m.moveaxis(x, (0, 1), 0)
        m.rollaxis(x, 5)
        m.expand_dims(x, 5)
        m.expand_dims(x, (0, 0))
        m.squeeze(x, 0)
        m.squeeze(x, axis=5)
        x.squeeze(axis=7)
        m.flip(x, 5)
        m.rot90(v)
        m.rot90(x, axes=(0, 0))
        m.roll(x, 1, axis=5)
        m.roll(x, (1, 2, 3), axis=(0, 1))
        m.broadcast_to(x, (4, 4))
        m.broadcast_to(x, (-1, 3))
        m.broadcast_arrays(x, v)
        m.broadcast_shapes((2, 3), (4,))
        m.concatenate([v, x])
        m.concatenate([x, m.ones((3, 2))])
        m.concatenate([x, x], axis=5)
        m.concatenate([])
        m.concatenate(3)
        m.concatenate([s, s])
        m.concatenate([v, v], out=x)
        m.concat([x, x], axis=2)
        m.stack([v, m.ones(3)])
        m.stack([])
        m.stack([v, v], axis=5)
        m.vstack([v, m.ones(3)])
        m.hstack([x, v])
        m.dstack([x, v])
        m.column_stack([v, m.ones(3)])
        m.block([[x, v]])
        m.split(v, 3)
        m.array_split(v, 0)
        m.split(x, 2, axis=5)
        m.hsplit(s, 2)
        m.vsplit(v, 2)
        m.dsplit(x, 2)
        m.unstack(s)
        m.repeat(v, [1, 2])
        m.repeat(v, -1)
        m.repeat(x, 2, axis=5)
        m.pad(v, "a")
        m.pad(v, -1)
        m.pad(v, (1, 2, 3))
        m.pad(v, 1, mode="nothing")
        m.insert(v, 9, 1)
        m.delete(v, 9)
        m.delete(x, 0, axis=5)
        m.append(x, v, axis=0)
        m.trim_zeros(v, trim="z")
        m.atleast_2d(v)[5]
        m.diagonal(v)
        m.trace(v)
        m.diagonal(x, axis1=0, axis2=0)
        m.tril(s)
        m.diag(k)
        m.meshgrid(v, indexing="zz")
        m.ravel(x, order="z")
        x.flatten("z")
        x.view(m.complex128)
        v[:3].view(m.complex128)
        x.mT[9]
        v.mT
        m.matrix_transpose(v)
    """,
    "reductions": """
        x.sum(axis=2)
        x.sum(axis=-3)
        x.sum(axis=(0, 0))
        x.sum(axis=1.5)
        x.sum(axis="a")
        x.sum(0, out=v)
        x.sum(foo=1)
        m.sum(x, axis=2)
        x.mean(axis=2)
        x.prod(axis=2)
        x.min(axis=2)
        x.max(axis=2)
        x.any(axis=2)
        x.all(axis=2)
        x.std(axis=2)
        x.var(axis=2)
        x.argmin(axis=2)
        x.argmax(axis=2)
        x.argmax(axis=(0, 1))
        x.cumsum(axis=2)
        x.cumprod(axis=2)
        m.cumulative_sum(x)
        m.cumulative_sum(x, axis=2)
        m.ptp(x, axis=2)
        m.median(x, axis=2)
        m.quantile(x, 2.0)
        m.quantile(x, 0.5, axis=2)
        m.percentile(x, 200)
        m.quantile(x, 0.5, method="z")
        m.average(x, axis=2)
        m.average(x, weights=v)
        m.average(v, weights=m.zeros(4))
        m.nansum(x, axis=2)
        m.nanmax(x, axis=2)
        m.nanmean(x, axis=2)
        m.nanargmax(m.full(3, m.nan))
        m.count_nonzero(x, axis=2)
        m.max(e)
        m.max(e, axis=0)
        e.argmax()
        e.argmax(axis=0)
        m.min(m.asarray([]))
        m.sort(x, axis=2)
        x.sort(axis=2)
        m.argsort(x, axis=2)
        x.argsort(axis=2)
        m.sort(v, kind="z")
        m.sort(s)
        m.partition(v, 9)
        m.argpartition(v, 9)
        m.partition(x, 0, axis=2)
        m.lexsort(v, axis=5)
        m.searchsorted(x, 1)
        m.searchsorted(v, 1, side="z")
        m.digitize(v, [1, 3, 2])
        m.unique(x, axis=2)
        m.diff(x, axis=2)
        m.diff(v, n=-1)
        m.diff(s)
        m.gradient(x, axis=2)
        m.gradient(m.ones(1))
        m.trapezoid(x, axis=2)
        m.cov(k)
        m.corrcoef(k)
        m.cov(x, fweights=[1, 2])
        m.histogram(v, bins=0)
        m.histogram(v, bins=[3, 1, 2])
        m.histogram(v, range=(2, 1))
        m.histogram(v, bins=m.ones((2, 2)))
        m.histogram2d(v, m.ones(3))
        m.histogramdd(x, bins=(2, 2))
        m.bincount(v)
        m.bincount(m.asarray([-1]))
        m.bincount(x)
        m.bincount(i, weights=[1.0])
        m.bincount(i, minlength=-1)
        m.interp(1.0, [1, 2], [1, 2, 3])
        m.interp(1.0, [], [])
        m.polyfit(v, m.ones(3), 1)
        m.polyfit(v, v, -1)
        m.polyfit(x, v, 1)
        m.polyval(v)
        m.roots(x)
        m.poly(k)
        m.convolve(x, v)
        m.convolve(v, [])
        m.convolve(v, v, mode="z")
        m.correlate(v, [])
    """,
    "operators": """
        v + m.ones(3)
        v - x
        x * v
        x / m.ones((3, 2))
        v == m.ones(3); v < m.ones(3)
        v < m.ones(3)
        i & m.ones(3, dtype=int)
        v & v
        v | 1
        v ^ True
        v << 1
        i << 1.0
        ~v
        ~f
        -b
        +b
        b - b
        b - True
        True - b
        m.subtract(b, b)
        m.negative(b)
        m.invert(v)
        m.bitwise_and(v, v)
        m.left_shift(v, 1)
        i ** -1
        i ** m.asarray([-1, 1, 1, 1])
        m.floor(c)
        c // 1
        c % 2
        divmod(c, 2)
        m.mod(c, c)
        v + "a"
        v + None
        v + object()
        v + {}
        "a" + v
        None * v
        v @ m.ones(3)
        x @ x
        v @ s
        s @ v
        x @ "a"
        m.matmul(x, x)
        m.matmul(v, 3)
        u + 300
        u + -1
        300 - u
        i + 2**70
        u * 256
        v.astype("nothing")
        v += x
        v += m.ones(3)
        i += 1.5
        i /= 2
        u += 300
        b += v
        i += v
        v **= x
        m.ones(1)[:] += v
        v @= m.ones((4, 3))
        i <<= 0.5
        v &= 1
        h @ m.ones(3)
        h + m.ones(3)
        f + m.ones(3)
        x - m.ones((4, 3))
        m.add(v, x)
        m.add(v, v, out=x)
        m.add(v, v, out=m.zeros(4, dtype=int))
        m.add(v, v, out=3)
        m.add(v, v, out=(v, v))
        m.add(v)
        m.add(v, v, v, v)
        m.add(v, v, foo=1)
        m.add(v, v, where=x)
        m.add(v, v, where=m.ones(3, dtype=bool))
        m.add(v, v, dtype="nothing")
        m.add(v, v, dtype=int)
        m.add(v, v, casting="z")
        m.add(v, 1j, dtype=float)
        m.sin("a")
        m.sin(None)
        m.sin(v, out=i)
        m.sin(v, out=x)
        m.sin(v, v, v)
        m.sin()
        m.exp(v, foo=1)
        m.hypot(c, c)
        m.arctan2(c, c)
        m.gcd(v, v)
        m.lcm(v, 2)
        m.ldexp(v, v)
        m.logaddexp(c, c)
        m.spacing(c)
        m.isinf("a")
        m.signbit(c)
        m.maximum(v, x)
        m.copysign(c, c)
        m.nextafter(c, c)
        m.heaviside(c, c)
        m.add.reduce(x, axis=2)
        m.add.reduce(s, axis=3)
        m.add.accumulate(x, axis=2)
        m.add.accumulate(s)
        m.add.reduceat(v, [9])
        m.add.at(v, [9], 1)
        m.add.outer(v)
        m.sin.reduce(v)
        m.subtract.reduce(x, axis=(0, 1))
        m.logical_and(v, x)
        m.clip(v, m.ones(3), 1)
        m.clip(v, 0, 1, out=x)
        v.clip(0, 1, 2, 3, 4)
        m.where(b, x, v)
        m.where(b, v)
        m.where(b, m.ones(3), 0)
        m.where(b)[7]
        m.round(v, "a")
        m.isclose(v, m.ones(3))
        m.allclose(v, m.ones(3))
        m.cross(v, v)
        m.cross(x, v)
        m.dot(x, x)
        m.dot(v, m.ones(3))
        v.dot(m.ones(3))
        m.vdot(v, m.ones(3))
        m.inner(v, m.ones(3))
        m.tensordot(x, v, axes=1)
        m.vecdot(v, m.ones(3))
        m.outer(v, v, out=x)
        m.einsum("ij,jk", x, x)
        m.einsum("ij", v)
        m.einsum("i,i", v, m.ones(3))
        m.einsum("i->j", v)
        m.einsum("i")
        m.einsum("@", v)
        m.einsum(3, v)
    """,
    "linear_algebra": """
        m.linalg.inv(x)
        m.linalg.inv(q)
        m.linalg.inv(v)
        m.linalg.det(x)
        m.linalg.slogdet(v)
        m.linalg.solve(q, m.ones(3))
        m.linalg.solve(m.eye(3), m.ones(4))
        m.linalg.solve(x, v)
        m.linalg.cholesky(-q)
        m.linalg.cholesky(x)
        m.linalg.eig(x)
        m.linalg.eig(q * m.nan)
        m.linalg.eigh(x)
        m.linalg.eigvals(v)
        m.linalg.eigvalsh(v)
        m.linalg.svd(v)
        m.linalg.svdvals(v)
        m.linalg.qr(v)
        m.linalg.qr(x, mode="z")
        m.linalg.lstsq(x, v)
        m.linalg.pinv(v)
        m.linalg.matrix_power(x, 2)
        m.linalg.matrix_power(q, 1.5)
        m.linalg.matrix_power(q, -1)
        m.linalg.norm(x, ord="z")
        m.linalg.norm(k, ord=2)
        m.linalg.norm(x, axis=2)
        m.linalg.norm(v, ord="fro")
        m.linalg.matrix_norm(v)
        m.linalg.vector_norm(x, axis=2)
        m.linalg.cond(v)
        m.linalg.cond(e)
        m.linalg.multi_dot([v])
        m.linalg.multi_dot([x, x])
        m.linalg.tensorsolve(x, v)
        m.linalg.tensorinv(x)
        m.linalg.tensorinv(x, ind=0)
        m.linalg.cross(v, v)
        m.linalg.outer(x, v)
        m.linalg.diagonal(v)
        m.linalg.trace(v)
        m.linalg.nothing
    """,
    "creation": """
        m.asarray([[1, 2], [3]])
        m.array([[1, 2], [3, [4]]])
        m.asarray([1, 2], dtype="nothing")
        m.asarray([1j], dtype=float)
        m.asarray(["a"], dtype=float)
        m.asarray([300], dtype=m.uint8)
        m.asarray([-1], dtype=m.uint8)
        m.asarray([2**70], dtype=m.int64)
        m.asarray(m.nan, dtype=int)
        m.asarray([m.nan], dtype=int)
        m.asarray([1], copy=False)
        m.asarray(v, dtype=m.float32, copy=False)
        m.asarray([1], order="z")
        m.asarray()
        m.asarray([1], foo=1)
        m.array(1, 2, 3)
        m.zeros(-1)
        m.zeros((2, -1))
        m.zeros("a")
        m.zeros(1.5)
        m.zeros((2, 2), dtype="nothing")
        m.zeros(2**62)
        m.zeros([2**40, 2**40])
        m.zeros((1,) * 70)
        m.ones(None, foo=1)
        m.ones(-3)
        m.empty((-1,))
        m.empty("a")
        m.full(3, [1, 2])
        m.full(-1, 0)
        m.full((2,), 300, dtype=m.uint8)
        m.full_like(v, [1, 2])
        m.zeros_like(v, shape=-3)
        m.arange()
        m.arange("a")
        m.arange(1, 2, 0)
        m.arange(0, 1e30)
        m.arange(0, 5, None, "nothing")
        m.arange(m.nan)
        m.arange(x)
        m.linspace(0, 1, -1)
        m.linspace(0, 1, 2.5)
        m.linspace(0)
        m.linspace(v, m.ones(3))
        m.logspace(0, 1, -1)
        m.geomspace(0, 1)
        m.geomspace(1, 2, -2)
        m.eye(-1)
        m.eye("a")
        m.eye(2.5)
        m.identity(-1)
        m.identity("a")
        m.tri("a")
        m.vander(x)
        m.diagflat(None) + "a"
        m.fromiter(3, float)
        m.fromiter([1, 2], float, count=5)
        m.frombuffer(b"123")
        m.frombuffer(3)
        m.fromstring("1 2 a", sep=" ")
        m.fromfunction(3, (2, 2))
        m.indices("a")
        m.indices((-1,))
        m.dtype("nothing")
        m.dtype(3)
        m.finfo(int)
        m.finfo("nothing")
        m.iinfo(float)
        m.iinfo(m.float32)
        m.result_type()
        m.result_type("nothing")
        m.can_cast(1.0, "nothing")
        m.issubdtype("nothing", float)
        m.isdtype(m.float64, "nothing")
        m.astype(v, "nothing")
        m.from_dlpack(3)
        m.from_dlpack([1])
        m.loadtxt(["1 2", "3"])
        m.loadtxt(["a b"])
        m.nothing
        m.asarray(v, device="nothing")
        m.zeros(3, device="nothing")
    """,
    "conversions": """
        bool(v)
        bool(m.asarray([]))
        if v: pass
        v and v
        not x
        int(v)
        float(v)
        complex(v)
        int(m.asarray(m.nan))
        int(m.asarray(m.inf))
        range(v)
        range(s)
        [1, 2][v]
        [1, 2][s]
        "a" * v
        len(s)
        len(v[0])
        iter(s)
        list(s)
        list(n)
        for _ in s: pass
        hash(v)
        {v: 1}
        {v}
        v in {1: 2}
        a, d = v
        a, d, g = x
        a, d = s
        v.nothing
        v.nothing = 1
        s.nothing
        v()
        v[0].nothing
        format(v, ".2f")
        "%d" % v
        round(v, "a")
        v.sum(1, 2, 3, 4, 5, 6, 7)
        v.mean("a")
        v.astype()
        v.reshape()
        v.item("a")
        v.T = 3
        v.size = 3
        v.ndim = 3
        v.round(1, 2, 3)
        v.sort(kind="z")
        v.argsort(foo=1)
        m.sum()
        m.sum(v, 0, None, None, False, 0, True, 1)
        m.mean(v, foo=1)
        m.sum(v, axis=0, keepdim=True)
        m.std(v, ddof="a")
        m.var(v, 0, float, None, 1, 2, 3, 4)
        m.concatenate(v, v, v, v)
        m.concatenate([v, v], dim=0)
        m.stack(v, axis="a")
    """,
    "sets": """
        m.unique(v, foo=1)
        m.isin(v)
        m.in1d
        m.setdiff1d(v)
        m.intersect1d(v, "a", foo=1)
    """,
    "fft": """
        m.fft.fft(v, n=0)
        m.fft.fft(v, n=-1)
        m.fft.fft(v, axis=5)
        m.fft.fft(s)
        m.fft.fft2(v)
        m.fft.fftn(x, axes=(0, 5))
        m.fft.fftn(x, s=(1, 2, 3))
        m.fft.rfft(c)
        m.fft.irfft(v, n=0)
        m.fft.fft(v, norm="z")
        m.fft.fftfreq(0)
        m.fft.fftfreq(2.5)
        m.fft.rfftfreq("a")
        m.fft.fftshift(v, axes=5)
        m.fft.hfft(v, n=0)
        m.fft.rfftn(s)
    """,
    "random": """
        r.normal(0, -1)
        r.normal(v, m.ones(3))
        r.normal(size=-1)
        r.normal(size="a")
        r.uniform(0, m.inf)
        r.integers(0)
        r.integers(5, 2)
        r.integers(0, 300, dtype=m.uint8)
        r.integers(0, 2, dtype=float)
        r.choice(0)
        r.choice(v, 9, replace=False)
        r.choice(v, p=[0.5])
        r.choice(v, p=[2, 0, 0, 0])
        r.choice(v, p=[-1, 2, 0, 0])
        r.choice([], 3)
        r.choice(x, axis=5)
        r.permutation(x, axis=5)
        r.shuffle(3)
        r.shuffle(x, axis=5)
        r.binomial(-1, 0.5)
        r.binomial(1, 2.0)
        r.poisson(-1)
        r.gamma(-1)
        r.beta(0, 1)
        r.exponential(-1)
        r.multinomial(3, [2.0, 1.0])
        r.multinomial(-1, [0.5, 0.5])
        r.dirichlet([-1, 1])
        r.multivariate_normal(v, q)
        r.multivariate_normal([0], [[1, 2]])
        r.geometric(0)
        r.zipf(0.5)
        r.hypergeometric(-1, 1, 1)
        r.hypergeometric(1, 1, 5)
        r.triangular(2, 1, 0)
        r.vonmises(0, -1)
        r.chisquare(0)
        r.standard_t(0)
        r.wald(0, 1)
        r.random(dtype=int)
        r.random(3, out=v)
        r.random(-1)
        r.permuted(x, axis=5)
        r.spawn(-1)
        r.nothing
        m.random.default_rng(-1)
        m.random.default_rng("a")
        m.random.seed(-1)
        m.random.seed("a")
        m.random.rand(-1)
        m.random.randint(5, 2)
        m.random.choice(v, 9, replace=False)
        m.random.normal(0, -1)
        m.random.nothing
        m.random.uniform(v, m.ones(3))
        w.randn("a")
        w.shuffle(3)
        w.randint(0)
        m.random.permutation(s)
    """,
    "other": """
        m.apply_along_axis(len, 5, x)
        m.apply_along_axis(3, 0, x)
        m.apply_over_axes(m.sum, x, 5)
        m.vectorize(3)
        m.piecewise(v, [b], [1, 2, 3])
        m.ndindex("a")
        m.ndindex(-1)
        m.packbits(v)
        m.unpackbits(v)
        m.lib.stride_tricks.sliding_window_view(v, 9)
        m.lib.stride_tricks.as_strided(v, shape=(-1,))
        m.lib.stride_tricks.sliding_window_view(v, -1)
        m.array_equal(v)
        m.testing.assert_allclose(v, v + 1)
        m.testing.assert_array_equal(v, x)
        m.testing.assert_equal(1, 2)
        m.set_printoptions(precision="a")
        m.errstate(all="z").__enter__()
        m.seterr(all="z")
        m.require(v, requirements="z")
        m.shares_memory(v)
        m.may_share_memory()
        m.kaiser("a", 1)
        m.hanning("a")
        m.i0(c)
        m.angle("a")
        m.polynomial.Polynomial([1]) + "a"
        m.polynomial.polynomial.polyval("a", [1])
        m.polynomial.Polynomial([])
        m.polynomial.polynomial.polyfit(v, v, -1)
        m.broadcast(v, m.ones(3))
        m.copyto(v, v, casting="z")
        m.copyto(3, v)
        m.put_along_axis(x, m.asarray([[9]]), 1, axis=1)
        m.triu_indices("a")
        m.tril_indices_from(v)
        m.mask_indices(2, 3)
        m.extract(b, v)[9]
        m.argwhere(v)[9]
        m.nonzero(s)
        m.flatnonzero(v)[9]
        m.divmod(v, x)
        m.modf(c)
        m.frexp(c)
        m.ldexp(1.0, 1.0)
        m.cbrt(c)
        m.degrees(c)
        m.einsum_path("ij,jk", x, x)
        m.mean(m.asarray([1, 2]), axis=3, dtype=float)
        x.sum((0, 5))
        x.mean((0, 5))
        x.max((0, 5))
        x.any((0, 5))
        m.std(x, axis=(0, 0))
        m.sum(x, axis=[0])
        m.sum(v, initial=v)
        m.sum(v, where=x > 0)
        m.max(v, where=b)
        m.max(x, axis=0, out=v)
        m.mean(x, axis=0, out=v)
        m.argmax(x, axis=0, out=v)
        m.cumsum(v, out=x)
        m.round(v, out=i)
        m.matmul(x, x.T, out=v)
        m.dot(v, v, out=x)
        v.astype(int, casting="safe")
        v.astype(int, casting="z")
        v.astype(float, order="z")
        v.astype(float, foo=1)
        m.sort(v, 0, None, None, 1, 2, 3)
        v.tobytes("z")
        v.view("nothing")
        v.view(3)
        v.copy("z")
        v.repeat([1, 2])
        v.searchsorted(x, side="z")
        v.nonzero(1)
        v.put(9, 1)
        v.partition(9)
        v.trace()
        v.diagonal()
        v.compress(x)
        v.conj(1, 2, 3)
        v.byteswap(3, 4)
        v.setflags(foo=1)
        v.__array__(int, 3, 4)
        v.__setitem__(9, 1)
        v.__getitem__(9)
    """,
}


#: The names that the statements use.
OPERANDS = {
    "v": "m.arange(4.0)",
    "x": "m.arange(6.0).reshape(2, 3)",
    "k": "m.arange(24.0).reshape(2, 3, 4)",
    "q": "m.ones((3, 3))",
    "e": "m.zeros((0, 3))",
    "s": "m.asarray(1.5)",
    "n": "m.asarray(3)",
    "i": "m.arange(4)",
    "u": "m.asarray([1, 2, 255], dtype=m.uint8)",
    "b": "m.asarray([True, False, True, False])",
    "c": "m.asarray([1j, 2.0])",
    "f": "m.asarray([1.0, 2.0], dtype=m.float32)",
    "h": "m.asarray([1.0, 2.0], dtype=m.float16)",
    "r": "m.random.default_rng(0)",
    "w": "m.random.RandomState(0)",
}


def raised(m, statement):
    """Return the error that a statement raises for the namespace `m`."""
    code = compile(statement, "<statement>", "exec")
    names = {"m": m, **{name: eval(OPERANDS[name], {"m": m}) for name in OPERANDS.keys() & set(code.co_names)}}
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        try:
            exec(code, names)
        except Exception as error:
            return error
    return None


def frames(error):
    """Return the functions of the package that a traceback shows, but for those of distributed arrays."""
    codes = [frame.f_code for frame, _ in traceback.walk_tb(error.__traceback__)]
    return [
        f"{Path(c.co_filename).stem}:{c.co_name}"
        for c in codes
        if c.co_filename.startswith(PACKAGE) and "_distributed" not in c.co_filename
    ]


def behind(error):
    """Return the errors that are printed before an error, because they caused it or were handled when it was raised."""
    shown = []
    while error is not None:
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
        shown.append(error)
    return shown[:-1]


def public_class(error):
    """Return the class of an error, or the first one above it that has a public name."""
    return next(c for c in type(error).__mro__ if not c.__module__.startswith("numpy._"))


def what_is_wrong(statement):
    """Return what is wrong with the error of a statement; None if it is right."""
    wanted, error = raised(np, statement), raised(xp, statement)
    if wanted is None or error is None:
        return f"NumPy {wanted!r}, here {error!r}"
    if not isinstance(error, public_class(wanted)):
        return f"{error!r}, NumPy {wanted!r}"
    # NumPy's own readers of text, seeds and options show two errors.
    if len(behind(error)) > len(behind(wanted)):
        return f"{error!r} is shown after {behind(error)!r}"
    return None if len(frames(error)) <= 4 else " ".join(frames(error))


@pytest.mark.parametrize("chapter", MISTAKES)
def test_a_mistake_shows_one_error(chapter):
    statements = [line.strip() for line in MISTAKES[chapter].strip().splitlines()]
    wrong = {line: text for line in statements if (text := what_is_wrong(line)) is not None}
    assert not wrong, "\n".join(f"{line}  # {text}" for line, text in wrong.items())


def test_common_mistakes_are_many():
    assert sum(len(text.strip().splitlines()) for text in MISTAKES.values()) >= 700


class Untouchable:
    """An object that raises an error when it is converted to an array."""

    def __array__(self, dtype=None, copy=None):
        raise ValueError("it must not be converted")


@pytest.mark.parametrize("call", [lambda a: xp.ones(2) + a, lambda a: xp.sum([a]), lambda a: xp.ones(2)[a], xp.asarray])
def test_errors_of_other_code_keep_their_frames(call):
    with pytest.raises(ValueError, match="must not be converted") as info:
        call(Untouchable())
    assert (
        "__array__" in [entry.name for entry in traceback.extract_tb(info.tb)] or info.traceback[-1].name == "__array__"
    )


def test_all_frames_are_shown_on_request(monkeypatch):
    few = len(frames(raised(xp, "x.sum(axis=2)")))
    monkeypatch.setattr(errors, "_KEEPS_FRAMES", True)
    assert frames(raised(xp, "x.sum(axis=2)"))[-1] == "shapes:normalize_axis"
    assert len(frames(raised(xp, "x.sum(axis=2)"))) > few


def test_what_fails_inside_keeps_its_frames():
    @errors.without_frames
    def broken():
        return None.shape

    with pytest.raises(AttributeError) as info:
        broken()
    assert info.traceback[-1].name == "broken"


#: Handlers that call functions: they describe an error, or undo writes and raise it again.
CALLING = {
    ("_functions/environment.py", "_compilation"),
    ("_functions/transforms/compile.py", "__call__"),
}


def computed_in(handler):
    """Yield the functions that a handler of errors calls outside of conditions and of what it raises."""
    waiting = list(handler.body)
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.If):
            waiting += node.body + node.orelse
            continue
        called = ast.unparse(node.func) if isinstance(node, ast.Call) else ""
        if isinstance(node, ast.Raise) or called.lstrip("_").startswith("raise_"):
            continue
        if called not in ("", "str"):
            yield called
        waiting += ast.iter_child_nodes(node)


def handlers():
    """Yield the file, the function and the tree of each ``except`` of the package."""
    for file in trees():
        caught = [node for node in nodes(file) if isinstance(node, ast.ExceptHandler)]
        functions = [node for node in nodes(file) if isinstance(node, ast.FunctionDef)] if caught else []
        # outer functions come first
        inside = {id(part): node.name for node in functions for part in ast.walk(node)}
        yield from ((file, inside.get(id(node), ""), node) for node in caught)


def test_no_handler_computes():
    """What is called in an ``except`` may raise in its turn, and then both errors are shown: leave the `try` first."""
    called = [(file, name, list(computed_in(handler))) for file, name, handler in handlers()]
    assert {(file, name) for file, name, functions in called if functions} == CALLING, [c for c in called if c[-1]]
