"""Jacobi's method for Laplace's equation on a square, its edge held: slices read and written in place."""

STEPS = 20
SIDE = 128


def start(rng):
    """A square with a warm edge."""
    grid = rng.random((SIDE, SIDE))
    grid[0] = 100.0
    return (grid,)


def step(np, grid):
    """Each inner point becomes the mean of its neighbours."""
    new = np.copy(grid)
    new[1:-1, 1:-1] = 0.25 * (grid[:-2, 1:-1] + grid[2:, 1:-1] + grid[1:-1, :-2] + grid[1:-1, 2:])
    return (new,)


def step_of_torch(grid):
    """The same on plain tensors."""
    new = grid.clone()
    new[1:-1, 1:-1] = 0.25 * (grid[:-2, 1:-1] + grid[2:, 1:-1] + grid[1:-1, :-2] + grid[1:-1, 2:])
    return (new,)
