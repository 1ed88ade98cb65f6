"""In-place updates through views that overlap: shifts, transposes, negative steps, swaps and diagonals."""

import numpy as np


def main():
    x = np.arange(10.0)
    x[2:] += x[:-2]
    np.multiply(x[1:], x[:-1], out=x[1:])
    print("shifted", x)

    y = np.arange(10)
    y[::-1] += 2 * y
    y[:5], y[5:] = y[5:], y[:5].copy()
    y[::2], y[1::2] = y[1::2].copy(), y[::2].copy()
    y[[0, 1, 2]] = y[[2, 0, 1]]
    print("swapped", y)

    z = np.arange(12).reshape(3, 4)
    top, turned = z[::-1, 1:3], np.rot90(z)
    top += 100
    top[0] = -1
    turned[0, 0] = 999
    square = z[:, :3]
    square += square.T
    np.einsum("ii->i", square)[:] = 7
    z.T[3, ::-1] -= np.arange(3)
    print(z, top, turned, sep="\n")
    print("shares", np.shares_memory(z, turned), "owns", z.flags.owndata, top.strides, turned.strides)

    rows = np.zeros((3, 4))
    for i, row in enumerate(rows):
        row[i:] += i + 1
        row -= row.mean()
    rows.flat[::5] = [8, 9]
    flat = rows.reshape(-1)
    flat[flat < -1] *= -1
    np.cumsum(rows, axis=1, out=rows)
    np.copyto(rows, rows[::-1], where=[True, False, False, True])
    print(rows.round(3))

    counts = np.zeros(5, int)
    counts[[0, 0, 3]] += 1
    np.add.at(counts, [1, 1, 4], 2)
    np.maximum.at(counts, [2, 2], [5, 3])
    backward = counts[::-2]
    backward.sort()
    print("counts", counts, "view", backward)
    return x, y, z, rows, counts
