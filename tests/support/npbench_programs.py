"""What the programs of ``examples/npbench`` compute, in NumPy and element by element, with small arguments for each."""

import numpy as np


def draw(*shape):
    """Numbers between 0 and 1, the same for the same shape."""
    return np.random.default_rng(shape).random(shape)


def stencil(steps, a, b, new):
    for _ in range(1, steps):
        for target, source in ((b, a), (a, b)):
            inner = new(source)
            target[tuple(slice(1, -1) for _ in a.shape)] = inner


def jacobi_1d(steps, a, b):
    stencil(steps, a, b, lambda x: 0.33333 * (x[:-2] + x[1:-1] + x[2:]))


def jacobi_2d(steps, a, b):
    stencil(steps, a, b, lambda x: 0.2 * (x[1:-1, 1:-1] + x[1:-1, :-2] + x[1:-1, 2:] + x[2:, 1:-1] + x[:-2, 1:-1]))


def heat_3d(steps, a, b):
    def new(x):
        inner = x[1:-1, 1:-1, 1:-1]
        around = x[2:, 1:-1, 1:-1] + x[:-2, 1:-1, 1:-1] + x[1:-1, 2:, 1:-1] + x[1:-1, :-2, 1:-1]
        return inner + 0.125 * (around + x[1:-1, 1:-1, 2:] + x[1:-1, 1:-1, :-2] - 6 * inner)

    stencil(steps, a, b, new)


def fdtd_2d(steps, ex, ey, hz, source):
    for t in range(steps):
        ey[0] = source[t]
        ey[1:] -= 0.5 * np.diff(hz, axis=0)
        ex[:, 1:] -= 0.5 * np.diff(hz, axis=1)
        hz[:-1, :-1] -= 0.7 * (np.diff(ex, axis=1)[:-1] + np.diff(ey, axis=0)[:, :-1])


def floyd_warshall(path):
    n = len(path)
    for k in range(n):
        for i in range(n):
            for j in range(n):
                path[i, j] = min(path[i, j], path[i, k] + path[k, j])


def seidel_2d(steps, n, a):
    for _ in range(steps - 1):
        for i in range(1, n - 1):
            for j in range(1, n - 1):
                a[i, j] = a[i - 1 : i + 2, j - 1 : j + 2].sum() / 9


def pressure(p, b, dx, dy):
    return ((p[1:-1, 2:] + p[1:-1, :-2]) * dy**2 + (p[2:, 1:-1] + p[:-2, 1:-1]) * dx**2) / (2 * (dx**2 + dy**2)) - b


def liquid(u, v, p, dt, dx, dy, nit, rho, nu, force, walls):
    """One step of both programs of liquids, on arrays with a margin in each direction."""
    x = lambda f: (f[1:-1, 2:] - f[1:-1, :-2]) / (2 * dx)
    y = lambda f: (f[2:, 1:-1] - f[:-2, 1:-1]) / (2 * dy)
    inner = lambda f: f[1:-1, 1:-1]
    b = rho * ((x(u) + y(v)) / dt - x(u) ** 2 - 2 * y(u) * x(v) - y(v) ** 2) * (dx * dy) ** 2 / (2 * (dx**2 + dy**2))
    for _ in range(nit):
        p[1:-1, 1:-1] = pressure(p, b, dx, dy)
        walls(p, "p")

    def moved(f, slope):
        here = inner(f)
        flow = inner(u) * dt / dx * (here - f[1:-1, :-2]) + inner(v) * dt / dy * (here - f[:-2, 1:-1])
        across, along = f[1:-1, 2:] - 2 * here + f[1:-1, :-2], f[2:, 1:-1] - 2 * here + f[:-2, 1:-1]
        return here - flow - dt / rho * slope + nu * dt * (across / dx**2 + along / dy**2)

    new = moved(u, x(p)) + force * dt, moved(v, y(p))
    for f, value, name in zip((u, v), new, "uv", strict=True):
        f[1:-1, 1:-1] = value
        walls(f, name)


def cavity_flow(nx, ny, nt, nit, u, v, dt, dx, dy, p, rho, nu):
    def walls(f, name):
        if name == "p":
            f[:, -1], f[0], f[:, 0], f[-1] = f[:, -2].copy(), f[1].copy(), f[:, 1].copy(), 0
            f[0, 0], f[0, -1] = f[1, 1], f[1, -2]
        else:
            f[0] = f[:, 0] = f[:, -1] = 0
            f[-1] = name == "u"

    for _ in range(nt):
        liquid(u, v, p, dt, dx, dy, nit, rho, nu, 0.0, walls)


def channel_flow(nit, u, v, dt, dx, dy, p, rho, nu, force):
    def walls(f, name):
        f[:, 0], f[:, -1] = f[:, -2], f[:, 1]
        f[0], f[-1] = (f[1], f[-2]) if name == "p" else (0, 0)

    wide = [np.pad(f, ((0, 0), (1, 1)), mode="wrap") for f in (u, v, p)]
    steps, change = 0, 1.0
    while change > 0.001:
        before = wide[0][:, 1:-1].sum()
        liquid(*wide, dt, dx, dy, nit, rho, nu, force, walls)
        total = wide[0][:, 1:-1].sum()
        steps, change = steps + 1, (total - before) / total
    u[:], v[:], p[:] = (f[:, 1:-1] for f in wide)
    return steps


def nbody(mass, pos, vel, n, steps, dt, gravity, softening):
    def force():
        apart = pos - pos[:, None]
        return gravity * np.sum(mass * apart / (np.sum(apart**2, -1, keepdims=True) + softening**2) ** 1.5, axis=1)

    def energies():
        pairs = [(i, j) for i in range(n) for j in range(i)]
        near = sum(mass[i, 0] * mass[j, 0] / np.linalg.norm(pos[i] - pos[j]) for i, j in pairs)
        return 0.5 * np.sum(mass * vel**2), -gravity * near

    vel -= np.mean(mass * vel, axis=0) / np.mean(mass)
    acc, found = force(), [energies()]
    for _ in range(steps):
        vel += acc * dt / 2
        pos += vel * dt
        acc = force()
        vel += acc * dt / 2
        found.append(energies())
    return tuple(np.asarray(found).T)


def grid(xmin, xmax, ymin, ymax, xn, yn):
    return np.linspace(xmin, xmax, xn) + 1j * np.linspace(ymin, ymax, yn)[:, None]


def mandelbrot1(xmin, xmax, ymin, ymax, xn, yn, most, horizon):
    c = grid(xmin, xmax, ymin, ymax, xn, yn)
    z, last = np.zeros_like(c), np.zeros(c.shape, int)
    for place in np.ndindex(c.shape):
        for n in range(most):
            if abs(z[place]) < horizon:
                last[place], z[place] = n, z[place] ** 2 + c[place]
    return z, np.where(last == most - 1, 0, last)


def mandelbrot2(xmin, xmax, ymin, ymax, xn, yn, most, horizon):
    c = grid(xmin, xmax, ymin, ymax, xn, yn)
    last, count = np.zeros_like(c), np.zeros(c.shape, int)
    for place in np.ndindex(c.shape):
        z = 0
        for n in range(most):
            z = z * z + c[place]
            if abs(z) > horizon:
                last[place], count[place] = z, n + 1
                break
    return last, count


def vadv(utens_stage, u_stage, wcon, u_pos, utens, dtr):
    speed = 0.25 * (wcon[1:] + wcon[:-1])
    for i, j in np.ndindex(u_pos.shape[:2]):
        k = u_pos.shape[2]
        above, below = 0.5 * speed[i, j, 1:k], -0.5 * speed[i, j, 1:k]
        slope = np.diff(u_stage[i, j])
        right = dtr * u_pos[i, j] + utens[i, j] + utens_stage[i, j]
        right[:-1] -= above * slope
        right[1:] += below * slope
        diagonal = np.full(k, dtr)
        diagonal[:-1] -= above
        diagonal[1:] -= below
        x = np.linalg.solve(np.diag(diagonal) + np.diag(above, 1) + np.diag(below, -1), right)
        utens_stage[i, j] = dtr * (x - u_pos[i, j])


def hdiff(field, out, coeff):
    for i, j, k in np.ndindex(out.shape):

        def laplacian(a, b):
            around = field[a + 1, b, k] + field[a - 1, b, k] + field[a, b + 1, k] + field[a, b - 1, k]
            return 4 * field[a, b, k] - around

        def flux(a, b, di, dj):
            value = laplacian(a + di, b + dj) - laplacian(a, b)
            return 0 if value * (field[a + di, b + dj, k] - field[a, b, k]) > 0 else value

        a, b = i + 2, j + 2
        total = flux(a, b, 1, 0) - flux(a - 1, b, 1, 0) + flux(a, b, 0, 1) - flux(a, b - 1, 0, 1)
        out[i, j, k] = field[a, b, k] - coeff[i, j, k] * total


def gramschmidt(a):
    q, r = np.linalg.qr(a)
    signs = np.sign(np.diag(r))
    q, r = q * signs, r * signs[:, None]
    # What is left of a column is its part along its own direction.
    a[:] = q * np.diag(r)
    return q, r


def lu(a):
    for k in range(len(a)):
        a[k + 1 :, k] /= a[k, k]
        a[k + 1 :, k + 1 :] -= np.outer(a[k + 1 :, k], a[k, k + 1 :])


def cholesky(a):
    a[:] = np.linalg.cholesky(a) + np.triu(a, 1)


def durbin(r):
    row = np.concatenate([[1.0], r[:-1]])
    distance = np.abs(np.subtract.outer(np.arange(len(r)), np.arange(len(r))))
    return np.linalg.solve(row[distance], -r)


def trisolv(triangle, x, b):
    x[:] = np.linalg.solve(np.tril(triangle), b)


def syrk(alpha, beta, c, a):
    for i, j in np.ndindex(c.shape):
        if j <= i:
            c[i, j] = beta * c[i, j] + alpha * (a[i] @ a[j])


def syr2k(alpha, beta, c, a, b):
    for i, j in np.ndindex(c.shape):
        if j <= i:
            c[i, j] = beta * c[i, j] + alpha * (a[j] @ b[i] + b[j] @ a[i])


def deriche(alpha, image):
    e = np.exp(-alpha)
    k = (1 - e) ** 2 / (1 + alpha * e - np.exp(2 * alpha))

    def one_way(x, now, before):
        y = np.zeros(len(x) + 2)
        for i in range(len(x)):
            y[i] = now * x[i] + (before * x[i - 1] if i else 0) + 2.0**-alpha * y[i - 1] - e * e * y[i - 2]
        return y[:-2]

    def both_ways(x):
        there = one_way(x, k, k * e * (alpha - 1))
        back = one_way(np.concatenate([[0], x[:0:-1]]), k * e * (alpha + 1), -k * e * e)
        return there + back[::-1]

    return np.apply_along_axis(both_ways, 0, np.apply_along_axis(both_ways, 1, image))


def adi(steps, n, u):
    a, d = -n * n / steps, -n * n / steps / 2
    explicit = lambda rows, off: (1 + 2 * off) * rows[:, 1:-1] - off * (rows[:, :-2] + rows[:, 2:])

    def implicit(right, off):
        size = n - 2
        right = right.copy()
        right[[0, -1]] -= off
        inner = np.linalg.solve((1 - a) * np.eye(size) + off * (np.eye(size, k=1) + np.eye(size, k=-1)), right)
        return np.pad(inner, ((1, 1), (0, 0)), constant_values=1.0)

    for _ in range(steps):
        v = implicit(explicit(u[1:-1], d), a)
        u[1:-1] = implicit(explicit(v.T, a), d).T
    return u


def conv2d(images, weights, bias):
    size = len(weights)
    windows = np.lib.stride_tricks.sliding_window_view(images, (size, size), axis=(1, 2))
    return np.einsum("nijcab,abck->nijk", windows, weights) + bias


def correlation(m, n, data):
    data -= data.mean(axis=0)
    data /= np.sqrt(n) * data.std(axis=0)
    return np.corrcoef(data.T)


def covariance(m, n, data):
    data -= data.mean(axis=0)
    return np.cov(data.T)


def contour_integral(nr, nm, slab, hamiltonian, points, y):
    sums = np.zeros((2, nr, nm), complex)
    for z in points:
        matrix = sum(z ** (slab / 2 - n) * hamiltonian[n] for n in range(slab + 1))
        x = np.linalg.solve(matrix, y) * (-1 if abs(z) < 1 else 1)
        sums += x, z * x
    return tuple(sums)


def nussinov(n, sequence):
    table = np.zeros((n, n), np.int32)
    for length in range(2, n + 1):
        for i in range(n - length + 1):
            j = i + length - 1
            ends = length > 2 and sequence[i] + sequence[j] == 3
            inside = table[i + 1, j - 1] if length > 2 else 0
            splits = [table[i, k] + table[k + 1, j] for k in range(i, j)]
            table[i, j] = max(*splits, inside + ends, 0)
    return table


def symmetric(n):
    a = draw(n, n)
    return a @ a.T + n * np.eye(n)


def liquid_arguments(last):
    return [*(0.1 * draw(7, 6) for _ in "uv"), 0.001, 0.2, 0.2, draw(7, 6), *last]


#: the arguments of each program
ARGUMENTS = {
    "adi": [2, 7, draw(7, 7)],
    "cavity_flow": [6, 7, 3, 2, *liquid_arguments([1.0, 0.1])],
    "channel_flow": [2, *liquid_arguments([1.0, 0.1, 1.0])],
    "cholesky": [symmetric(6)],
    "contour_integral": [3, 4, 2, draw(3, 3, 3) + 1j * draw(3, 3, 3), np.asarray([0.5 + 0.5j, -1.5j]), draw(3, 4) + 0j],
    "conv2d": [draw(2, 6, 5, 3), draw(2, 2, 3, 4), draw(4)],
    "correlation": [4, 9.0, draw(9, 4)],
    "covariance": [4, 9.0, draw(9, 4)],
    "deriche": [0.25, draw(6, 7)],
    "durbin": [draw(6) / 10],
    "fdtd_2d": [3, draw(5, 6), draw(5, 6), draw(5, 6), np.arange(3.0)],
    "floyd_warshall": [(10 * draw(6, 6)).astype(int)],
    "gramschmidt": [draw(6, 4)],
    "hdiff": [draw(8, 7, 2), np.zeros((4, 3, 2)), draw(4, 3, 2)],
    "heat_3d": [3, draw(5, 6, 5), draw(5, 6, 5)],
    "jacobi_1d": [4, draw(9), draw(9)],
    "jacobi_2d": [4, draw(6, 7), draw(6, 7)],
    "lu": [symmetric(6)],
    "mandelbrot1": [-1.75, 0.25, -1.0, 1.0, 6, 5, 12, 2.0],
    "mandelbrot2": [-2.0, 0.5, -1.25, 1.25, 6, 5, 12, 2.0],
    "nbody": [draw(5, 1), draw(5, 3), draw(3, 5).T, 5, 4, 0.01, 1.0, 0.1],
    "nussinov": [8, np.asarray([0, 3, 1, 2, 2, 1, 3, 0])],
    "seidel_2d": [3, 6, draw(6, 6)],
    "syr2k": [1.5, 1.2, draw(5, 5), draw(5, 3), draw(3, 5).T],
    "syrk": [1.5, 1.2, draw(5, 5), draw(5, 3)],
    "trisolv": [symmetric(6), np.zeros(6), draw(6)],
    "vadv": [draw(2, 3, 5), draw(3, 2, 5).swapaxes(0, 1), draw(3, 3, 5), draw(2, 3, 5), draw(2, 3, 5), 20.0],
}
#: the names of their functions, where they differ from the program's
FUNCTIONS = {"conv2d": "conv2d_bias", "mandelbrot1": "mandelbrot", "mandelbrot2": "mandelbrot"}
KERNELS = (
    *("adi", "cholesky", "correlation", "covariance", "deriche", "durbin", "fdtd_2d", "floyd_warshall", "gramschmidt"),
    *("heat_3d", "jacobi_1d", "jacobi_2d", "lu", "nussinov", "seidel_2d", "syr2k", "syrk", "trisolv"),
)
