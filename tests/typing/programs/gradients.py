"""Gradients, Jacobians and Hessians of functions."""

import xp_torch as xp


def loss(w: xp.ndarray, x: xp.ndarray, y: xp.ndarray, *, weight: float = 1.0) -> xp.ndarray:
    return weight * xp.mean((x @ w - y) ** 2)


w = xp.zeros(3)
x = xp.ones((5, 3))
y = xp.ones(5)
step = xp.grad(loss)
g = step(w, x, y, weight=0.5)
w = w - 0.1 * g
value, gradient = xp.value_and_grad(loss)(w, x, y)
print(value.item(), gradient.shape)
J = xp.jacobian(lambda v: v**2)(w)
H = xp.hessian(loss)(w, x, y)
out, pull = xp.vjp(loss, w, x, y)
gw, gx, gy = pull(xp.asarray(1.0))
out2, tangent = xp.jvp(xp.sin, (w,), (xp.ones(3),))
print(J.shape, H.ndim, gw, tangent)


def product(a: xp.ndarray, b: xp.ndarray) -> tuple[xp.ndarray, xp.ndarray]:
    return xp.sum(a * b), a


(ga, gb), aux = xp.grad(product, argnums=(0, 1), has_aux=True)(w, w)
print(ga, gb, aux.shape, out.item(), out2.shape, gx, gy)
