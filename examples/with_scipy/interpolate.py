"""Splines and interpolation of scipy.interpolate."""

import numpy as np
from scipy import interpolate

X = np.linspace(0, 10, 11)
Y = np.cos(-(X**2) / 9.0)
FINE = np.linspace(0, 10, 41)


def cubic_splines():
    found = []
    for condition in ("not-a-knot", "natural", "clamped", ((1, 0.0), (2, Y[0]))):
        spline = interpolate.CubicSpline(X, Y, bc_type=condition)
        found.append((spline(FINE), spline(FINE, 1), spline.integrate(0, 3), spline.c))
    return found


def unit_circle():
    theta = 2 * np.pi * np.linspace(0, 1, 5)
    y = np.c_[np.cos(theta), np.sin(theta)]
    y[-1] = y[0]
    spline = interpolate.CubicSpline(theta, y, bc_type="periodic")
    return spline(np.linspace(0, 7, 20)), spline.derivative()(theta), spline.roots()[0]


def monotone():
    steps = np.array([0.0, 0, 0, 1, 1, 2, 5, 5, 5, 9, 9])
    pchip = interpolate.PchipInterpolator(X, steps)
    akima = interpolate.Akima1DInterpolator(X, steps, method="makima")
    return pchip(FINE), akima(FINE), pchip.antiderivative()(X), pchip.derivative()(X)


def one_dimension():
    kinds = "linear", "nearest", "previous", "quadratic", "cubic"
    return [interpolate.interp1d(X, np.stack([Y, 2 * Y]), kind=k, fill_value="extrapolate")(FINE) for k in kinds]


def filled_outside():
    f = interpolate.interp1d(X, Y, bounds_error=False, fill_value=(Y[0], Y[-1]))
    return f(np.array([-1.0, 2.5, 11.0])), f(3.0)


def b_splines():
    spline = interpolate.make_interp_spline(X, Y, k=3)
    basis = interpolate.BSpline(np.arange(8.0), np.array([-1.0, 2, 0, -1]), 3)
    return spline(FINE), spline.c, spline.derivative(2)(X), basis(np.array([2.5, 3.0])), basis.integrate(3, 4)


def least_squares_spline():
    t = np.r_[(X[0],) * 4, np.array([3.0, 6.0]), (X[-1],) * 4]
    return interpolate.make_lsq_spline(X, Y, t)(FINE), interpolate.make_smoothing_spline(X, Y, lam=0.1)(FINE)


def fitpack():
    tck = interpolate.splrep(X, Y, s=0)
    return interpolate.splev(FINE, tck), interpolate.splev(FINE, tck, der=1), interpolate.splint(0, 5, tck), tck[0]


def parametric():
    phi = np.linspace(0, 2.0 * np.pi, 40)
    r = 0.5 + np.cos(phi)
    tck, u = interpolate.splprep([r * np.cos(phi), r * np.sin(phi)], s=0)
    return interpolate.splev(u, tck), u


def univariate_spline():
    x = np.linspace(-3, 3, 50)
    y = np.exp(-(x**2)) + 0.05 * np.sin(9 * x)
    spline = interpolate.UnivariateSpline(x, y, w=np.full(50, 10.0), s=5)
    exact = interpolate.InterpolatedUnivariateSpline(x, y)
    return spline(x), spline.get_knots(), exact.derivatives(0.5), exact.integral(-1, 1)


def bivariate_splines():
    x, y = np.arange(-5.01, 5.01, 0.5), np.arange(-5.01, 7.51, 0.5)
    z = np.sin(x[:, None] ** 2 / 9 + y**2 / 9)
    spline = interpolate.RectBivariateSpline(x, y, z)
    xx, yy = np.meshgrid(np.linspace(-1, 1, 9), np.linspace(-1, 1, 8))
    smooth = interpolate.SmoothBivariateSpline(xx.ravel(), yy.ravel(), (xx * yy).ravel())
    return spline(np.linspace(-4, 4, 7), np.linspace(-4, 6, 5)), spline.ev(x[:4], y[:4]), smooth.ev(0.5, 0.25).round(6)


def regular_grid():
    x, y, z = np.linspace(1, 4, 11), np.linspace(4, 7, 22), np.linspace(7, 9, 33)
    xg, yg, zg = np.meshgrid(x, y, z, indexing="ij", sparse=True)
    data = 2 * xg**3 + 3 * yg**2 - zg
    points = np.array([[2.1, 6.2, 8.3], [3.3, 5.2, 7.1]])
    methods = "linear", "nearest", "slinear", "cubic", "pchip"
    f = interpolate.RegularGridInterpolator((x, y, z), data)
    return [f(points, method=m) for m in methods[:3]], interpolate.interpn((x, y, z), data, points)


def regular_grid_cubic():
    x, y = np.linspace(0, 4, 9), np.linspace(0, 3, 8)
    f = interpolate.RegularGridInterpolator((x, y), np.outer(np.sin(x), np.cos(y)), method="cubic")
    return f((np.array([0.3, 2.2]), 1.1)), f(np.array([[0.3, 0.4]]))


def scattered():
    rng = np.random.default_rng(3)
    points = rng.random((60, 2))
    values = np.sin(3 * points[:, 0]) * points[:, 1]
    gx, gy = np.mgrid[0.2:0.8:5j, 0.2:0.8:4j]
    return [interpolate.griddata(points, values, (gx, gy), method=m) for m in ("nearest", "linear", "cubic")]


def scattered_objects():
    rng = np.random.default_rng(4)
    points, at = rng.random((40, 2)), np.array([[0.5, 0.5], [0.3, 0.6]])
    values = np.hypot(points[:, 0], points[:, 1])
    return (
        interpolate.LinearNDInterpolator(points, values)(at),
        interpolate.NearestNDInterpolator(points, values)(at),
        interpolate.CloughTocher2DInterpolator(points, values)(at[:, 0], at[:, 1]),
    )


def radial_basis():
    rng = np.random.default_rng(5)
    points = rng.uniform(-1, 1, (30, 2))
    values = np.sum(points, axis=1) * np.exp(-6 * np.sum(points**2, axis=1))
    found = interpolate.RBFInterpolator(points, values, smoothing=0.01)(np.array([[0.1, 0.2], [-0.4, 0.3]]))
    return found, interpolate.RBFInterpolator(points, values, neighbors=8, kernel="linear")(points[:3] * 0.9)


def polynomials():
    x = np.array([0.0, 1.0, 2.0, 4.0])
    y = np.array([1.0, 3.0, 2.0, 5.0])
    at = np.linspace(0, 4, 5)
    return (
        interpolate.BarycentricInterpolator(x, y)(at),
        interpolate.KroghInterpolator(x, y)(at),
        interpolate.PPoly(np.array([[1.0, 2], [3, 4]]), np.array([0.0, 1, 2]))(at[:3]),
        interpolate.CubicHermiteSpline(x, y, np.zeros(4))(at),
        interpolate.pade(np.array([1.0, 1, 0.5, 1 / 6]), 1)[0](at),
    )


def lagrange():
    x = np.array([0.0, 1.0, 2.0])
    return interpolate.lagrange(x, x**3).coef


def rational():
    z = np.exp(np.linspace(-0.5, 0.5 + 15j * np.pi, 100))
    r = interpolate.AAA(z, np.tan(np.pi * z / 2))
    return np.abs(r(z) - np.tan(np.pi * z / 2)).max() < 1e-8
