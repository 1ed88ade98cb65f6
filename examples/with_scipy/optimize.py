"""Minima, roots, fits and programs of scipy.optimize."""

import numpy as np
from scipy import optimize


def rosen(x):
    return np.sum(100.0 * (x[1:] - x[:-1] ** 2) ** 2 + (1 - x[:-1]) ** 2)


def rosen_der(x):
    xm, before, after = x[1:-1], x[:-2], x[2:]
    der = np.zeros_like(x)
    der[1:-1] = 200 * (xm - before**2) - 400 * (after - xm**2) * xm - 2 * (1 - xm)
    der[0] = -400 * x[0] * (x[1] - x[0] ** 2) - 2 * (1 - x[0])
    der[-1] = 200 * (x[-1] - x[-2] ** 2)
    return der


def rosen_hess(x):
    x = np.asarray(x)
    H = np.diag(-400 * x[:-1], 1) - np.diag(400 * x[:-1], -1)
    diagonal = np.zeros_like(x)
    diagonal[0] = 1200 * x[0] ** 2 - 400 * x[1] + 2
    diagonal[-1] = 200
    diagonal[1:-1] = 202 + 1200 * x[1:-1] ** 2 - 400 * x[2:]
    return H + np.diag(diagonal)


START = np.array([1.3, 0.7, 0.8, 1.9, 1.2])


def nelder_mead():
    found = optimize.minimize(rosen, START, method="nelder-mead", options={"xatol": 1e-8, "maxiter": 2000})
    return found.x, found.fun, found.success


def powell():
    return optimize.minimize(rosen, START, method="Powell", tol=1e-8).x.round(4)


def conjugate_gradients():
    return optimize.minimize(rosen, START, jac=rosen_der, method="CG").x.round(3)


def bfgs():
    found = optimize.minimize(rosen, START, method="BFGS", jac=rosen_der)
    return found.x.round(5), found.hess_inv.shape


def bfgs_with_finite_differences():
    return optimize.minimize(lambda x: ((x - START) ** 4).sum() + x @ x, np.zeros(5), method="BFGS").x.round(3)


def bounded_lbfgs():
    seen = []
    bounds = optimize.Bounds(np.full(5, -1.0), np.array([0.9, 0.5, 2, 2, 2]))
    found = optimize.minimize(rosen, START, jac=rosen_der, method="L-BFGS-B", bounds=bounds, callback=seen.append)
    return found.x.round(5), len(seen) > 1


def value_and_gradient():
    A, b = np.array([[3.0, 1], [1, 2]]), np.array([1.0, -1])
    return optimize.minimize(lambda x: (0.5 * x @ A @ x - b @ x, A @ x - b), np.zeros(2), jac=True).x


def newton_cg():
    return optimize.minimize(rosen, START, method="Newton-CG", jac=rosen_der, hess=rosen_hess, tol=1e-10).x


def newton_cg_with_products():
    found = optimize.minimize(
        rosen, START, method="Newton-CG", jac=rosen_der, hessp=lambda x, p: np.dot(rosen_hess(x), p), tol=1e-10
    )
    return found.x


def trust_regions():
    methods = "trust-ncg", "trust-krylov", "trust-exact"
    start = np.array([0.8, 1.1, 0.9])
    return [optimize.minimize(rosen, start, method=m, jac=rosen_der, hess=rosen_hess, tol=1e-10).x for m in methods]


def sequential_quadratic():
    constraints = (
        {"type": "ineq", "fun": lambda x: np.array([1 - x[0] - 2 * x[1], 1 - x[0] ** 2 - x[1]])},
        {"type": "eq", "fun": lambda x: np.array([2 * x[0] + x[1] - 1]), "jac": lambda x: np.array([2.0, 1.0])},
    )
    return optimize.minimize(rosen, np.array([0.5, 0]), method="SLSQP", jac=rosen_der, constraints=constraints).x


def trust_constr():
    linear = optimize.LinearConstraint(np.array([[1.0, 2.0], [2.0, 1.0]]), [-np.inf, 1], [1, 1])

    def curved(x):
        return [x[0] ** 2 + x[1], x[0] ** 2 - x[1]]

    def curved_hessian(x, v):
        return v[0] * np.array([[2.0, 0], [0, 0]]) + v[1] * np.array([[2.0, 0], [0, 0]])

    nonlinear = optimize.NonlinearConstraint(
        curved, -np.inf, 1, jac=lambda x: np.array([[2 * x[0], 1], [2 * x[0], -1]]), hess=curved_hessian
    )
    found = optimize.minimize(
        rosen,
        np.array([0.5, 0]),
        method="trust-constr",
        jac=rosen_der,
        hess=rosen_hess,
        constraints=[linear, nonlinear],
        bounds=optimize.Bounds([0, -0.5], [1.0, 2.0]),
    )
    return found.x.round(3)


def cobyla():
    constraints = [{"type": "ineq", "fun": lambda x: 4 - np.sum(x**2)}]
    return optimize.minimize(lambda x: -x.prod(), np.ones(3), method="COBYLA", constraints=constraints).x.round(2)


def extra_arguments():
    data = np.array([1.0, 2.0, 4.0])
    return optimize.minimize(lambda x, y, k: k * np.sum((x - y) ** 2), np.zeros(3), args=(data, 2.0)).x.round(6)


def hybrid_root():
    def equations(x):
        return np.array([x[0] * np.cos(x[1]) - 4, x[1] * x[0] - x[1] - 5])

    found = optimize.root(equations, np.array([1.0, 1.0]))
    return found.x, np.isclose(equations(found.x), np.zeros(2))


def root_with_jacobian():
    c = np.array([1.0, 2.0])

    def equations(x):
        return c * (x + 2 * np.cos(x)), np.diag(c * (1 - 2 * np.sin(x)))

    return [optimize.root(equations, np.array([0.3, 0.5]), jac=True, method=m).x for m in ("hybr", "lm")]


def krylov_root():
    nx = 6
    h = 1.0 / (nx - 1)

    def residual(P):
        d2x, d2y = np.zeros_like(P), np.zeros_like(P)
        d2x[1:-1] = (P[2:] - 2 * P[1:-1] + P[:-2]) / h / h
        d2x[0] = (P[1] - 2 * P[0]) / h / h
        d2x[-1] = (-2 * P[-1] + P[-2]) / h / h
        d2y[:, 1:-1] = (P[:, 2:] - 2 * P[:, 1:-1] + P[:, :-2]) / h / h
        d2y[:, 0] = (P[:, 1] - 2 * P[:, 0]) / h / h
        d2y[:, -1] = (1 - 2 * P[:, -1] + P[:, -2]) / h / h
        return d2x + d2y - P**3

    return optimize.root(residual, np.zeros((nx, nx)), method="krylov", tol=1e-9).x.round(6)


def quasi_newton_roots():
    A, b = np.array([[4.0, 1], [1, 3]]), np.array([1.0, 2.0])

    def residual(x):
        return A @ x + 0.1 * x**3 - b

    start = np.zeros(2)
    return [
        f(residual, start, f_tol=1e-9).round(6) for f in (optimize.broyden1, optimize.anderson, optimize.newton_krylov)
    ]


def fsolve():
    target = np.array([4.0, 5.0])

    def equations(x):
        return [x[0] * np.cos(x[1]) - target[0], x[1] * x[0] - x[1] - target[1]]

    x, about, flag, message = optimize.fsolve(equations, np.array([1.0, 1.0]), full_output=True)
    return x, flag, np.abs(about["fvec"]) < 1e-8


def least_squares_rosenbrock():
    def residuals(x):
        return np.array([10 * (x[1] - x[0] ** 2), 1 - x[0]])

    def jacobian(x):
        return np.array([[-20 * x[0], 10], [-1, 0]])

    start = np.array([2.0, 2.0])
    found = optimize.least_squares(residuals, start, jacobian, bounds=([-np.inf, 1.5], np.inf))
    return found.x, found.cost, optimize.least_squares(residuals, start).x


def least_squares_enzyme():
    u = np.array([4.0, 2, 1, 5.0e-1, 2.5e-1, 1.67e-1, 1.25e-1, 1.0e-1, 8.33e-2, 7.14e-2, 6.25e-2])
    y = np.array([1.957e-1, 1.947e-1, 1.735e-1, 1.6e-1, 8.44e-2, 6.27e-2, 4.56e-2, 3.42e-2, 3.23e-2, 2.35e-2, 2.46e-2])

    def model(x, u):
        return x[0] * (u**2 + x[1] * u) / (u**2 + x[2] * u + x[3])

    def jacobian(x, u, y):
        J = np.empty((u.size, x.size))
        den = u**2 + x[2] * u + x[3]
        num = u**2 + x[1] * u
        J[:, 0], J[:, 1] = num / den, x[0] * u / den
        J[:, 2], J[:, 3] = -x[0] * num * u / den**2, -x[0] * num / den**2
        return J

    start = np.array([2.5, 3.9, 4.15, 3.9])
    found = optimize.least_squares(
        lambda x, u, y: model(x, u) - y, start, jac=jacobian, bounds=(0, 100), args=(u, y), loss="soft_l1"
    )
    return found.x, model(found.x, u)


def leastsq():
    t = np.linspace(0, 3, 20)
    y = 2.5 * np.exp(-1.3 * t) + 0.5
    return optimize.leastsq(lambda p, t, y: p[0] * np.exp(-p[1] * t) + p[2] - y, np.array([1.0, 1, 1]), args=(t, y))[0]


def curve_fit():
    rng = np.random.default_rng(7)
    x = np.linspace(0, 4, 50)

    def model(x, a, b, c):
        return a * np.exp(-b * x) + c

    y = model(x, 2.5, 1.3, 0.5) + 0.2 * rng.normal(size=x.size)
    best, covariance = optimize.curve_fit(model, x, y)
    bounded = optimize.curve_fit(model, x, y, bounds=(0, np.array([3.0, 1.0, 0.5])))[0]
    return best, np.sqrt(np.diag(covariance)), bounded, model(x, *best)


def weighted_curve_fit():
    x = np.arange(1.0, 9)
    y = 3 * x**1.5
    sigma = 0.1 * np.sqrt(x)
    jac = lambda x, a, b: np.stack([x**b, a * x**b * np.log(x)], axis=1)
    return optimize.curve_fit(lambda x, a, b: a * x**b, x, y, p0=np.ones(2), sigma=sigma, absolute_sigma=True, jac=jac)


def linprog():
    c = np.array([-1.0, 4.0])
    A = np.array([[-3.0, 1.0], [1.0, 2.0]])
    found = optimize.linprog(c, A_ub=A, b_ub=np.array([6.0, 4.0]), bounds=[(None, None), (-3, None)])
    return found.x, found.fun, found.slack, A @ found.x


def milp():
    c = -np.array([0.0, 1.0])
    A = np.array([[-1.0, 1], [3, 2], [2, 3]])
    limits = optimize.LinearConstraint(A, np.full(3, -np.inf), np.array([1.0, 12, 12]))
    return optimize.milp(c=c, constraints=limits, integrality=np.ones_like(c)).x


def scalar_roots():
    a = np.array([1.0, -2.0, 0.5])

    def f(x):
        return np.polyval(a, x) - np.sin(a[0])

    der = lambda x: 2 * a[0] * x + a[1]
    found = [
        solver(f, -1, 1)
        for solver in (optimize.brentq, optimize.brenth, optimize.ridder, optimize.bisect, optimize.toms748)
    ]
    return found, optimize.newton(f, 0.0, fprime=der), optimize.root_scalar(f, bracket=[-1, 1], x0=0.1, fprime=der).root


def vector_newton():
    a = np.arange(1.0, 6)
    f = lambda x: x**3 - a
    return optimize.newton(f, np.ones(5), fprime=lambda x: 3 * x**2), optimize.newton(f, np.full(5, 2.0))


def scalar_minima():
    weights = np.array([1.0, 2.0, 3.0])
    f = lambda x: np.sum(weights * (x - weights) ** 2)
    return (
        optimize.minimize_scalar(f).x,
        optimize.minimize_scalar(f, bounds=(0, 2), method="bounded").x.__round__(4),
        optimize.golden(f, brack=(0, 4)),
        optimize.fminbound(f, 0, 4),
        optimize.bracket(f, 0.0, 1.0)[:3],
    )


def global_minima():
    def eggs(x):
        return -(x[1] + 47) * np.sin(np.sqrt(abs(x[0] / 2 + (x[1] + 47)))) - x[0] * np.sin(
            np.sqrt(abs(x[0] - (x[1] + 47)))
        )

    bounds = [(-512, 512), (-512, 512)]
    return optimize.shgo(eggs, bounds).fun, optimize.direct(eggs, bounds).fun


def differential_evolution():
    centre = np.array([1.0, -0.5])

    def bowl(x):
        return np.sum((x - centre) ** 2) + 0.1 * np.cos(3 * x).sum()

    return optimize.differential_evolution(bowl, [(-2, 2)] * 2, rng=1, tol=1e-8).x.round(4)


def annealing():
    scale = np.array([1.0, 2.0])
    f = lambda x: np.sum(scale * x**2 - np.cos(2 * x))
    return (
        optimize.dual_annealing(f, [(-3, 3)] * 2, rng=2, maxiter=30).x.round(4),
        optimize.basinhopping(f, np.array([1.0, 1.0]), niter=5, rng=3).x.round(4),
    )


def brute_force():
    z = np.array([2.0, 3.0, 7.0])
    f = lambda x, z: z[0] * x[0] ** 2 + z[1] * x[0] * x[1] + z[2] * x[1] ** 2 + np.exp(-np.sum(x**2))
    return optimize.brute(f, (slice(-4, 4, 0.5), slice(-4, 4, 0.5)), args=(z,)).round(3)


def assignment():
    cost = np.array([[4, 1, 3], [2, 0, 5], [3, 2, 2]])
    rows, columns = optimize.linear_sum_assignment(cost)
    return rows, columns, cost[rows, columns].sum()


def bounded_linear_squares():
    rng = np.random.default_rng(1)
    A, b = rng.normal(size=(12, 4)), rng.normal(size=12)
    return optimize.lsq_linear(A, b, bounds=(np.zeros(4), np.ones(4))).x, optimize.nnls(A, b)


def derivatives():
    x = np.array([0.5, 1.5, -1.0, 2.0, 0.1])
    return (
        optimize.approx_fprime(x, rosen, 1e-7).round(1),
        optimize.check_grad(rosen, rosen_der, x) < 1e-3,
        optimize.line_search(rosen, rosen_der, x, -rosen_der(x))[0],
        optimize.rosen_hess(x),
        optimize.fixed_point(lambda y, c: np.sqrt(c / (y + 2)), np.ones(2), args=(np.array([10, 12.0]),)),
    )
