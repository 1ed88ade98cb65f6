"""Call ufuncs and their methods."""

import xp_torch as xp

x = xp.arange(6.0).reshape(2, 3)
r = xp.add.reduce(x, axis=1, keepdims=True)
xp.add.at(x, ([0, 1], [1, 2]), 2.0)
o = xp.multiply.outer(xp.arange(2), xp.arange(3))
acc = xp.maximum.accumulate(x, axis=0)
seg = xp.add.reduceat(x, [0, 1], axis=1)
frac, whole = xp.modf(x)
quo, rem = xp.divmod(x, 2)
m, e = xp.frexp(x)
out = xp.empty_like(x)
xp.sin(x, out=out, where=x > 0)
y = xp.add(x, 1, dtype=xp.float32, casting="same_kind")
print(r + 1, o.shape, acc, seg, frac - whole, quo, rem, m, e, y.dtype, xp.add.nin, xp.add.identity, xp.add.__name__)


def apply(op: xp.ufunc, a: xp.ndarray) -> xp.ndarray:
    result: xp.ndarray = op.reduce(a)
    return result


print(apply(xp.add, x))
anything: object = xp.add
print(isinstance(anything, xp.ufunc))
