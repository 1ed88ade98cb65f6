"""NPBench's ``contour_integral`` as a loop that is compiled once: a sum of inverses over points in the complex plane.

The program is one of https://github.com/spcl/npbench (BSD-3-Clause), from the OMEN simulator; the text is this project's.
"""

import xp_torch as xp


def contour_integral(nr, nm, slab_per_bc, hamiltonian, points, y):
    """Return the sums of the solutions, and of the solutions times their points."""

    def add(sums, z):
        p0, p1 = sums
        # The loop over the few terms is a product.
        powers = z ** (slab_per_bc / 2 - xp.arange(slab_per_bc + 1))
        matrix = xp.sum(powers[:, None, None] * hamiltonian, axis=0)
        x = xp.linalg.inv(matrix) if nr == nm else xp.linalg.solve(matrix, y)
        x = xp.where(xp.abs(z) < 1.0, -x, x)
        return (p0 + x, p1 + z * x), None

    none = xp.zeros((nr, nm), dtype=complex)
    sums, _ = xp.scan(add, (none, none), points)
    return sums
