"""Dynamic programming: edit distance with its alignment, and the knapsack problem."""

import numpy as np


def distances(a, b):
    """Return the table of edit distances of all prefixes."""
    table = np.zeros((len(a) + 1, len(b) + 1), dtype=np.int32)
    table[:, 0] = np.arange(len(a) + 1)
    table[0] = range(len(b) + 1)
    for i in range(1, len(a) + 1):
        for j in range(1, len(b) + 1):
            cost = a[i - 1] != b[j - 1]
            table[i, j] = min(table[i - 1, j] + 1, table[i, j - 1] + 1, table[i - 1, j - 1] + cost)
    return table


def alignment(a, b, table):
    i, j = len(a), len(b)
    top, bottom = [], []
    while i > 0 or j > 0:
        if i > 0 and j > 0 and table[i, j] == table[i - 1, j - 1] + (a[i - 1] != b[j - 1]):
            i, j = i - 1, j - 1
            top.append(a[i])
            bottom.append(b[j])
        elif i > 0 and table[i, j] == table[i - 1, j] + 1:
            i -= 1
            top.append(a[i])
            bottom.append("-")
        else:
            j -= 1
            top.append("-")
            bottom.append(b[j])
    return "".join(top[::-1]), "".join(bottom[::-1])


def knapsack(weights, values, capacity):
    """Return the best value and the items; a row of the table for each item."""
    best = np.zeros((len(weights) + 1, capacity + 1), dtype=int)
    for i, (weight, value) in enumerate(zip(weights, values)):
        best[i + 1] = best[i]
        best[i + 1, weight:] = np.maximum(best[i, weight:], best[i, : capacity + 1 - weight] + value)
    chosen, room = [], capacity
    for i in range(len(weights))[::-1]:
        if best[i + 1, room] != best[i, room]:
            chosen.append(i)
            room -= weights[i]
    return best[-1, -1], chosen[::-1], room


def main():
    for a, b in [("kitten", "sitting"), ("GATTACA", "GCATGCA"), ("flaw", "lawn"), ("", "abc")]:
        table = distances(a, b)
        print(f"{a!r} to {b!r}: {table[-1, -1]}", *alignment(a, b, table), sep="\n  ")
    print(distances("flaw", "lawn"))
    words = ["array", "tensor", "vector", "sensor", "tenor"]
    matrix = np.array([[distances(v, w)[-1, -1] for w in words] for v in words])
    np.fill_diagonal(matrix, 99)
    for word, row in zip(words, matrix):
        print(f"{word:8s} nearest {words[row.argmin()]:8s} ({row.min()})")
    weights, values = np.array([5, 4, 6, 3, 7]), np.array([10, 40, 30, 50, 35])
    value, chosen, room = knapsack(weights, values, 14)
    print(f"value {value} with items {chosen}, {room} left over")
    return matrix, value, np.array(chosen), room
