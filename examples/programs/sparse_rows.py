"""Sparse matrices by hand: coordinates with duplicates to compressed rows, products, transposes and row sums."""

import numpy as np


def compressed(rows, columns, values, shape):
    """Return pointers, columns and values of compressed rows; duplicates are added."""
    flat = np.ravel_multi_index((rows, columns), shape)
    places, inverse = np.unique(flat, return_inverse=True)
    rows, columns = np.unravel_index(places, shape)
    pointers = np.zeros(shape[0] + 1, dtype=np.intp)
    np.cumsum(np.bincount(rows, minlength=shape[0]), out=pointers[1:])
    return pointers, columns, np.bincount(inverse, weights=values)


def main():
    shape = (5, 4)
    rows = np.array([0, 1, 1, 3, 3, 3, 1, 4])
    columns = np.array([2, 0, 3, 0, 1, 3, 0, 1])
    values = np.array([3.0, 1, 2, 4, 5, 6, 0.5, -1])
    pointers, places, data = compressed(rows, columns, values, shape)
    dense = np.zeros(shape)
    np.add.at(dense, (rows, columns), values)
    print(dense, pointers, places, data, sep="\n")

    vector = np.array([1.0, 2, 3, 4])
    product = np.zeros(shape[0])
    for i in range(shape[0]):
        part = slice(pointers[i], pointers[i + 1])
        product[i] = data[part] @ vector[places[part]]
    filled = np.diff(pointers) > 0
    sums = np.zeros(shape[0])
    sums[filled] = np.add.reduceat(data * vector[places], pointers[:-1][filled])
    print("product", product, np.array_equal(product, sums), np.allclose(dense @ vector, sums))
    largest = np.full(shape[0], -np.inf)
    largest[filled] = np.maximum.reduceat(data, pointers[:-1][filled])
    print("largest", largest, "empty rows", np.flatnonzero(~filled))

    owner = np.repeat(np.arange(shape[0]), np.diff(pointers))
    order = np.lexsort((owner, places))
    turned = compressed(places, owner, data, shape[::-1])
    print("transposed", turned[0], owner[order], data[order], np.array_equal(turned[2], data[order]))
    for i, (low, high) in enumerate(zip(pointers, pointers[1:])):
        print(f"row {i}:", ", ".join(f"{c}: {v:g}" for c, v in zip(places[low:high], data[low:high])) or "-")
    for wrong in (5, -1):
        try:
            np.ravel_multi_index(([wrong], [0]), shape)
        except ValueError as error:
            print("error:", error)
    return pointers, places, data, sums, turned
