"""Loops and branches that depend on arrays."""

import xp_torch as xp


def body(carry: xp.ndarray, x: xp.ndarray) -> tuple[xp.ndarray, xp.ndarray]:
    return carry + x, carry * x


carry, ys = xp.scan(body, xp.asarray(0.0), xp.arange(4.0))
last = xp.while_loop(lambda v: v < 10, lambda v: v * 2, xp.asarray(1.0))


def up(v: xp.ndarray) -> xp.ndarray:
    return v + 1


def down(v: xp.ndarray) -> xp.ndarray:
    return v - 1


y = xp.cond(xp.asarray(True), up, down, xp.asarray(1.0))
print(carry.item(), ys.shape, last.item(), y.item())


@xp.custom_vjp
def clip_gradient(x: xp.ndarray) -> xp.ndarray:
    return x


clip_gradient.defvjp(lambda x: (x, None), lambda _, g: (xp.clip(g, -1, 1),))
print(xp.grad(lambda x: xp.sum(clip_gradient(x) * 3))(xp.ones(2)).max())
