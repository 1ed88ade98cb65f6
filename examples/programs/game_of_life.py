"""Conway's game of life on a torus, drawn as text."""

import numpy as np

GLIDER = np.array([[0, 1, 0], [0, 0, 1], [1, 1, 1]], dtype=np.uint8)


def step(board):
    """Return the next generation."""
    shifts = [(i, j) for i in (-1, 0, 1) for j in (-1, 0, 1) if (i, j) != (0, 0)]
    neighbours = sum(np.roll(board, shift, axis=(0, 1)) for shift in shifts)
    return ((neighbours == 3) | ((board == 1) & (neighbours == 2))).astype(board.dtype)


def draw(board):
    """Return the board as lines of text."""
    return "\n".join("".join("#" if cell else "." for cell in row) for row in board)


def main():
    """Let a glider and a blinker run until the board repeats."""
    board = np.zeros((8, 10), dtype=np.uint8)
    board[:3, :3] = GLIDER
    board[5, 5:8] = 1
    seen = {}
    for generation in range(60):
        key = board.tobytes()
        if key in seen:
            print(f"generation {generation} repeats generation {seen[key]}")
            break
        seen[key] = generation
        if generation % 6 == 0:
            print(f"generation {generation}: {board.sum()} cells", draw(board), sep="\n")
        board = step(board)
    rows, columns = np.nonzero(board)
    print("last cells:", *zip(rows.tolist(), columns.tolist(), strict=True))
    return board, rows, columns
