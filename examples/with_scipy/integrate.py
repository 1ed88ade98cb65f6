"""Differential equations and integrals of scipy.integrate."""

import numpy as np
from scipy import integrate, special


def exponential_decay():
    decay = np.array([0.5, 1.0, 2.0])
    found = integrate.solve_ivp(lambda t, y: -decay * y, [0, 10], np.array([2.0, 4.0, 8.0]), rtol=1e-8)
    return found.t, found.y


def lotka_volterra():
    a, b, c, d = 1.5, 1, 3, 1

    def rates(t, z):
        x, y = z
        return [a * x - b * x * y, -c * y + d * x * y]

    found = integrate.solve_ivp(rates, [0, 15], np.array([10.0, 5.0]), dense_output=True, method="LSODA")
    return found.sol(np.linspace(0, 15, 30)).round(6)


def cannon():
    gravity = np.array([0.0, -9.81])

    def flight(t, y):
        return np.concatenate([y[2:], gravity - 0.01 * y[2:]])

    def ground(t, y):
        return y[1]

    ground.terminal = True
    ground.direction = -1
    y0 = np.array([0.0, 0.0, 50.0, 50.0])
    found = integrate.solve_ivp(flight, [0, 100], y0, events=ground, t_eval=np.arange(0, 5, 0.5))
    return found.t_events, found.y_events, found.y


def stiff():
    A = np.array([[-100.0, 1.0], [0.0, -1.0]])
    methods = "Radau", "BDF"
    return [integrate.solve_ivp(lambda t, y: A @ y, [0, 1], np.ones(2), method=m, jac=A).y[:, -1] for m in methods]


def stiff_with_jacobian():
    k = np.array([0.04, 1e4, 3e7])

    def robertson(t, y):
        r1, r2, r3 = k[0] * y[0], k[1] * y[1] * y[2], k[2] * y[1] ** 2
        return np.array([-r1 + r2, r1 - r2 - r3, r3])

    def jacobian(t, y):
        top = np.array([-k[0], k[1] * y[2], k[1] * y[1]])
        last = np.array([0, 2 * k[2] * y[1], 0])
        return np.stack([top, -top - last, last])

    y0 = np.array([1.0, 0, 0])
    return [integrate.solve_ivp(robertson, [0, 10], y0, method=m, jac=jacobian).y[:, -1] for m in ("Radau", "BDF")]


def runge_kutta_orders():
    M = np.array([[0.0, 1.0], [-1.0, 0.0]])
    return [
        integrate.solve_ivp(lambda t, y: M.dot(y), (0, 3), np.array([1.0, 0]), method=m).y[:, -1]
        for m in ("RK23", "RK45", "DOP853")
    ]


def vectorized():
    rates = np.array([[1.0], [2.0]])
    return integrate.solve_ivp(lambda t, y: -rates * y, (0, 1), np.ones(2), method="Radau", vectorized=True).y[:, -1]


def complex_equation():
    w = np.array([1j, -2j])
    return integrate.solve_ivp(lambda t, y: w * y, (0, 1), np.array([1.0 + 0j, 2.0]), rtol=1e-8).y[:, -1]


def pendulum():
    def pend(y, t, b, c):
        theta, omega = y
        return [omega, -b * omega - c * np.sin(theta)]

    t = np.linspace(0, 10, 101)
    return integrate.odeint(pend, np.array([np.pi - 0.1, 0.0]), t, args=(0.25, 5.0))


def matrix_odeint():
    A = np.array([[-2.0, 1.0], [1.0, -3.0]])
    return integrate.odeint(lambda y, t: A @ y, np.array([1.0, 2.0]), np.linspace(0, 1, 5), Dfun=lambda y, t: A)


def step_by_step():
    A = np.array([[0.0, 1.0], [-1.0, -0.1]])
    found = []
    for name in ("vode", "dopri5", "lsoda"):
        solver = integrate.ode(lambda t, y: A @ y, jac=lambda t, y: A).set_integrator(name)
        solver.set_initial_value(np.array([1.0, 0.0]), 0.0)
        while solver.successful() and solver.t < 2:
            solver.integrate(solver.t + 0.5)
        found.append(solver.y)
    steps = integrate.RK45(lambda t, y: A @ y, 0.0, np.array([1.0, 0.0]), 2.0)
    while steps.status == "running":
        steps.step()
    return found, steps.y, steps.dense_output()(steps.t)


def bratu():
    def fun(x, y):
        return np.vstack((y[1], -np.exp(y[0])))

    def boundary(ya, yb):
        return np.array([ya[0], yb[0]])

    x = np.linspace(0, 1, 5)
    y = np.zeros((2, x.size))
    y[0] = 3
    return integrate.solve_bvp(fun, boundary, x, y).sol(np.linspace(0, 1, 20))[0]


def eigenvalue_bvp():
    def fun(x, y, p):
        return np.vstack((y[1], -(p[0] ** 2) * y[0]))

    def boundary(ya, yb, p):
        return np.array([ya[0], yb[0], ya[1] - p[0]])

    x = np.linspace(0, 1, 5)
    y = np.zeros((2, x.size))
    y[0, 1], y[0, 3] = 1, -1
    found = integrate.solve_bvp(fun, boundary, x, y, p=np.array([6.0]))
    return found.p, found.sol(x).round(4)


def quad():
    c = np.array([1.0, -2.0, 3.0])
    return (
        integrate.quad(lambda x: np.polyval(c, x), 0, 2),
        integrate.quad(lambda x: np.exp(-(x**2) / c[0]), -np.inf, np.inf)[0],
        integrate.quad(lambda x: special.jv(2.5, x), 0, c.max())[0],
        integrate.quad(lambda x, a: np.sin(a * x), c[0], c[2], args=(c[2],))[0],
        integrate.quad(lambda x: abs(x - 1), 0, 3, points=np.array([1.0]))[0],
    )


def multiple_integrals():
    k = np.array([2.0, 3.0])
    return (
        integrate.dblquad(lambda y, x: k[0] * x * y**2, 0, 2, 0, 1)[0],
        integrate.dblquad(lambda y, x: x * y, 0, 0.5, lambda x: 0 * k[0], lambda x: 1 - k[0] * x)[0],
        integrate.tplquad(lambda z, y, x: np.prod(k) * x * y * z, 0, 1, 0, 1, 0, 1)[0],
        integrate.nquad(lambda x, y: np.exp(-x * y * k[1]), [[0, 1], np.array([0.0, 2.0])])[0],
    )


def vector_integrals():
    alpha = np.linspace(0.5, 2.0, 4)
    found, error = integrate.quad_vec(lambda x: x**alpha, 0, 2)
    return found, integrate.fixed_quad(lambda x: np.sin(x) * alpha[0], 0, np.pi, n=5)[0]


def samples():
    x = np.linspace(0, np.pi, 33)
    y = np.sin(x) + np.array([[1.0], [2.0]])
    return (
        integrate.trapezoid(y, x),
        integrate.simpson(y, x=x),
        integrate.romb(y, dx=x[1] - x[0]),
        integrate.cumulative_trapezoid(y, x, initial=0),
        integrate.cumulative_simpson(y, x=x),
    )


def cubature():
    c = np.array([1.0, 2.0])
    found = integrate.cubature(lambda x: np.sin(x @ np.ones(2))[:, None] * c, [0, 0], [1, 2])
    return found.estimate
