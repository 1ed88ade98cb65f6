"""Map functions over axes."""

import xp_torch as xp


def distance(a: xp.ndarray, b: xp.ndarray) -> xp.ndarray:
    return xp.sqrt(xp.sum((a - b) ** 2))


rows = xp.vmap(distance, in_axes=(0, None))
d = rows(xp.ones((4, 3)), xp.zeros(3))
pairs = xp.vmap(rows, in_axes=(None, 0))(xp.ones((4, 3)), xp.ones((5, 3)))
print(d.shape, pairs.T)
per_example = xp.vmap(xp.grad(distance), in_axes=(0, None))(xp.ones((4, 3)), xp.zeros(3))
print(per_example.ndim)


def two(a: xp.ndarray) -> tuple[xp.ndarray, xp.ndarray]:
    return a, a


p, q = xp.vmap(two)(xp.ones((2, 3)))
print(p + q)
