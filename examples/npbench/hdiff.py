"""NPBench's ``hdiff``: horizontal diffusion in a model of the weather, which has no loop.

The program is one of https://github.com/spcl/npbench (BSD-3-Clause), from GridTools; the text is this project's.
"""

import xp_torch as xp


def hdiff(in_field, out_field, coeff):
    """Write the diffused `in_field`, without its outer two rows and columns, to `out_field`."""
    inner = in_field[1:-1, 1:-1]
    laplacian = 4.0 * inner - (in_field[2:, 1:-1] + in_field[:-2, 1:-1] + in_field[1:-1, 2:] + in_field[1:-1, :-2])

    def limited(flux, slope):
        return xp.where(flux * slope > 0, 0, flux)

    across = limited(laplacian[1:, 1:-1] - laplacian[:-1, 1:-1], inner[1:, 1:-1] - inner[:-1, 1:-1])
    along = limited(laplacian[1:-1, 1:] - laplacian[1:-1, :-1], inner[1:-1, 1:] - inner[1:-1, :-1])
    out_field[:] = inner[1:-1, 1:-1] - coeff * (across[1:] - across[:-1] + along[:, 1:] - along[:, :-1])
