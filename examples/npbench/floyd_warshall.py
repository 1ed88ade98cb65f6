"""NPBench's ``floyd_warshall`` as a loop that is compiled once: the shortest paths between all points of a graph.

The program is one of https://github.com/spcl/npbench (BSD-3-Clause), from PolyBench; the text is this project's.
"""

import xp_torch as xp


def kernel(path):
    """Replace lengths of edges by lengths of shortest paths, in place."""

    def through(k, path):
        return xp.minimum(path, path[:, k, None] + path[k, :])

    path[:] = xp.fori_loop(0, path.shape[0], through, path)
