"""Products, grids, indexing and operators."""

import xp_torch as xp

a = xp.ones((3, 4))
b = xp.einsum("ij,kj->ik", a, a)
c = xp.tensordot(a, a, axes=([1], [1]))
d = a @ a.T
e = xp.matmul(a, a.mT, out=xp.empty((3, 3)))
f = xp.kron(a, a)
g = xp.pad(a, ((1, 1), (0, 0)), mode="constant", constant_values=0)
h = xp.meshgrid(xp.arange(3), xp.arange(4), indexing="ij")
x, y = xp.meshgrid(xp.arange(3), xp.arange(4))
i, j = xp.nonzero(a)
(k,) = xp.where(xp.arange(3) > 1)
w = xp.where(a > 0, a, 0)
parts = xp.split(a, 2, axis=1)
first = parts[0]
s = xp.take_along_axis(a, xp.argsort(a, axis=1), axis=1)
print(b, c, d, e, f, g, h[0], x, y, i, j, k, w, first.shape, s)
a.at[0, 1].set(3.0)
v = a.at[0].add(1)
print(v.flat[0], v.ravel(), v.flags.writeable, v.nbytes)
n = a + 1 if a.ndim else a
z = abs(-a) ** 2 // 3 % 2
bools = (a > 1) & ~(a < 3) | (a == 2)
a += 1
a[0, 0] = 3
print(a[..., xp.newaxis].shape, n, z, bools)
