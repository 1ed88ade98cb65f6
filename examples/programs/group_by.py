"""A table grouped by a key: sums, means, extremes, counts, ranks and a pivot, as pandas would."""

import numpy as np


def main():
    shop = np.array([3, 1, 2, 3, 1, 1, 2, 3, 3, 1])
    month = np.array([1, 1, 1, 2, 2, 1, 2, 2, 1, 2])
    sales = np.array([10.5, 20.0, 7.25, 3.5, 8.0, 1.25, 4.0, 9.75, 2.5, 6.0])

    keys, inverse, counts = np.unique(shop, return_inverse=True, return_counts=True)
    total = np.bincount(inverse, weights=sales)
    order = np.argsort(inverse, kind="stable")
    starts = np.r_[0, np.cumsum(counts)[:-1]]
    low = np.minimum.reduceat(sales[order], starts)
    high = np.maximum.reduceat(sales[order], starts)
    print("shop count  total   mean    min    max")
    for row in zip(keys, counts, total, total / counts, low, high):
        print("%4d %5d %6.2f %6.2f %6.2f %6.2f" % row)

    pivot = np.zeros((keys.size, 2))
    np.add.at(pivot, (inverse, month - 1), sales)
    print(pivot, pivot.sum(0), sep="\n")
    share = pivot / pivot.sum(axis=1, keepdims=True)
    print(np.array2string(share, formatter={"float": lambda v: f"{v:6.1%}"}))
    ranks = np.empty(len(sales), int)
    ranks[np.argsort(-sales)] = np.arange(1, len(sales) + 1)
    print("ranks", ranks.tolist())
    top = [(int(k), float(sales[shop == k].max())) for k in keys]
    print(sorted(top, key=lambda pair: -pair[1]))
    within = sales - (total / counts)[inverse]
    print("variance between", np.var(total / counts).round(4), "within", np.mean(within**2).round(4))
    return pivot, ranks, low, high
