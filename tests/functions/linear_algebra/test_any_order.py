"""Second derivatives in the four orders of forward and reverse mode are differences of first ones."""

import numpy as np
import pytest

import xp_torch as xp

RNG = np.random.default_rng(0)
A = RNG.normal(size=(4, 4)) + 2 * np.eye(4)
SINGULAR = {
    "of equal values": np.diag([2.0, 2, 2, 2]),
    "of rank 3": np.diag([1.0, 2, 3, 0]),
    "of rank 2": np.diag([3.0, 1, 0, 0]),
    "of rank 1": np.ones((4, 4)),
    "of rank 0": np.zeros((5, 5)),
    "of two rows": np.array([[1.0, 2], [2, 4]]),
}
FUNCTIONS = {
    "det": xp.linalg.det,
    "complex det": lambda a: xp.abs(xp.linalg.det(a + 1j * a.T)),
    "slogdet": lambda a: xp.linalg.slogdet(a)[1],
    "solve": lambda a: xp.sum(xp.sin(xp.linalg.solve(a, a[0]))),
    "complex solve": lambda a: xp.sum(xp.abs(xp.linalg.solve(a + 1j * a.T, a[:, :2]))),
    "tensorsolve": lambda a: xp.sum(xp.linalg.tensorsolve(a, xp.ones(4)) ** 2),
    "eigh": lambda a: xp.sum(xp.linalg.eigh(a + a.T)[1][0] ** 2 * xp.arange(4.0)),
    "complex eigh": lambda a: xp.sum(xp.abs(xp.linalg.eigh(a + a.T + 1j * (a - a.T))[1][1]) ** 2 * xp.arange(4.0)),
    "eig": lambda a: xp.sum(xp.abs(xp.linalg.eig(a)[1][0]) * xp.arange(4.0)),
    "lstsq": lambda a: xp.sum(xp.linalg.lstsq(a[:, :2], a[:, 3])[0] ** 2),
    "cumprod": lambda a: xp.sum(xp.cumprod(a * xp.asarray([1.0, 0, 1, 2]), axis=1) ** 2),
    "cumulative_prod": lambda a: xp.sum(xp.cumulative_prod(a[0] * xp.asarray([1.0, 0, 1, 0])) ** 2),
    "multiply.accumulate": lambda a: xp.sum(xp.multiply.accumulate(a * xp.asarray([1.0, 0, 1, 2]), 1) ** 2),
}


def orders(f, t, u):
    """Return the second derivative along two directions in each order of the modes."""

    def along(a):
        return xp.sum(xp.grad(f)(a) * t)

    def forward(a):
        return xp.jvp(f, (a,), (t,))[1]

    def by_the_tape(a):
        a = a.copy().requires_grad_()
        forward(a).backward()
        return xp.sum(a.grad * u)

    return {
        "forward of forward": lambda a: xp.jvp(forward, (a,), (u,))[1],
        "reverse of forward": lambda a: xp.sum(xp.grad(forward)(a) * u),
        "forward of reverse": lambda a: xp.jvp(along, (a,), (u,))[1],
        "reverse of reverse": lambda a: xp.sum(xp.grad(along)(a) * u),
        "backward of forward": by_the_tape,
        "hessian": lambda a: xp.sum(xp.hessian(f)(a) * t * u[:, :, None, None]),
    }


@pytest.mark.parametrize("name", FUNCTIONS)
def test_second_derivatives(name):
    f, x = FUNCTIONS[name], xp.asarray(A)
    t, u = xp.asarray(RNG.normal(size=A.shape)), xp.asarray(RNG.normal(size=A.shape))
    step = 1e-5
    expected = xp.sum((xp.grad(f)(x + step * u) - xp.grad(f)(x - step * u)) * t) / (2 * step)
    for order, second in orders(f, t, u).items():
        np.testing.assert_allclose(second(x), expected, 1e-6, 1e-6, err_msg=order)


def adjugate(a):
    """Return the derivative of the determinant, from determinants of minors."""
    minors = [[np.linalg.det(np.delete(np.delete(a, i, 0), j, 1)) for j in range(len(a))] for i in range(len(a))]
    return minors * (-1.0) ** np.add.outer(np.arange(len(a)), np.arange(len(a)))


@pytest.mark.parametrize("name", SINGULAR)
def test_the_determinant_of_singular_matrices(name):
    a = SINGULAR[name]
    t, u = RNG.normal(size=a.shape), RNG.normal(size=a.shape)
    x = xp.asarray(a)
    np.testing.assert_allclose(xp.grad(xp.linalg.det)(x), adjugate(a), 1e-9, 1e-9)
    np.testing.assert_allclose(xp.jvp(xp.linalg.det, (x,), (xp.asarray(t),))[1], np.sum(adjugate(a) * t), 1e-9, 1e-9)
    step = 1e-4
    expected = np.sum((adjugate(a + step * u) - adjugate(a - step * u)) * t) / (2 * step)
    for order, second in orders(xp.linalg.det, xp.asarray(t), xp.asarray(u)).items():
        np.testing.assert_allclose(second(x), expected, 1e-6, 1e-6, err_msg=order)


@pytest.mark.filterwarnings("ignore:There is a performance drop")
@pytest.mark.parametrize("name", SINGULAR)
def test_the_gradient_of_singular_determinants_by_the_tape_and_mapped(name):
    a = SINGULAR[name]
    x = xp.asarray(a).requires_grad_()
    xp.linalg.det(x).backward()
    np.testing.assert_allclose(x.grad, adjugate(a), 1e-9, 1e-9)
    stack, expected = xp.asarray(np.stack([a, np.eye(len(a))])), np.stack([adjugate(a), np.eye(len(a))])
    for gradient in (
        xp.vmap(xp.grad(xp.linalg.det)),
        xp.grad(lambda x: xp.sum(xp.linalg.det(x))),
        xp.grad(lambda x: xp.sum(xp.vmap(xp.linalg.det)(x))),
    ):
        np.testing.assert_allclose(gradient(stack), expected, 1e-9, 1e-9)


@pytest.mark.compiled
@pytest.mark.filterwarnings("ignore:`torch._prims_common.check`")  # inductor's, by the diagonal of a matrix
def test_the_gradient_of_singular_determinants_in_a_graph():
    a = SINGULAR["of rank 3"]
    x = xp.asarray(a).requires_grad_()
    xp.compile(xp.linalg.det, fullgraph=True)(x).backward()
    np.testing.assert_allclose(x.grad, adjugate(a), 1e-9, 1e-9)
    gradient = xp.compile(xp.grad(xp.linalg.det), fullgraph=True)
    np.testing.assert_allclose(gradient(xp.asarray(a)), adjugate(a), 1e-9, 1e-9)


def test_the_determinant_of_a_matrix_with_nan_is_nan_in_forward_mode():
    x = xp.asarray(np.full((5, 5), np.nan))
    value, tangent = xp.jvp(xp.linalg.det, (x,), (x,))
    assert np.isnan(value)
    assert np.isnan(tangent)


@pytest.mark.parametrize("a", [np.eye(3), np.eye(3) + np.outer([1.0, 2, 3], [0.5, 1, 0])], ids=["unit", "rank one"])
def test_least_squares_by_matrices_with_equal_singular_values(a):
    x, b = xp.asarray(a), xp.asarray([1.0, 2.0, 4.0])
    got = xp.grad(lambda a: xp.sum(xp.linalg.lstsq(a, b)[0] ** 2))(x)
    expected = xp.grad(lambda a: xp.sum(xp.linalg.solve(a, b) ** 2))(x)
    np.testing.assert_allclose(got, expected, 1e-9, 1e-9)


@pytest.mark.compiled
@pytest.mark.parametrize("name", ["det", "slogdet", "solve", "eigh", "cumprod"])
def test_compiled(name):
    f, x = FUNCTIONS[name], xp.asarray(A)
    t, u = xp.asarray(RNG.normal(size=A.shape)), xp.asarray(RNG.normal(size=A.shape))
    for order in ("reverse of forward", "forward of reverse", "reverse of reverse"):
        second = orders(f, t, u)[order]
        compiled = xp.compile(second, backend="eager", fullgraph=True)
        np.testing.assert_allclose(compiled(x), second(x), 1e-8, 1e-8, err_msg=order)
