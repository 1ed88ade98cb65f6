"""NPBench's ``contour_integral``: a sum of inverses over points in the complex plane, which are solved as one batch.

The program is one of https://github.com/spcl/npbench (BSD-3-Clause), from the OMEN simulator; the text is this
project's.
"""

import xp_torch as xp


def contour_integral(nr, nm, slab_per_bc, hamiltonian, points, y):
    """Return the sums of the solutions, and of the solutions times their points."""
    # The loop over the points is an axis; those over the terms and of the sums are products.
    powers = xp.stack([points ** (slab_per_bc / 2 - n) for n in range(slab_per_bc + 1)], axis=1)
    matrices = xp.tensordot(powers, hamiltonian, axes=1)
    x = xp.linalg.inv(matrices) if nr == nm else xp.linalg.solve(matrices, y)
    signs = xp.where(xp.abs(points) < 1.0, -1.0, 1.0)
    sums = xp.tensordot(signs * xp.stack([xp.ones_like(points), points]), x, axes=1)
    return sums[0], sums[1]
