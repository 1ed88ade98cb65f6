"""PageRank by power iteration on a sparse graph in coordinate form."""

import numpy as np

LINKS = {
    "home": ["about", "products", "blog"],
    "about": ["home"],
    "products": ["home", "blog", "shop"],
    "blog": ["home", "products", "about", "shop"],
    "shop": [],
    "orphan": ["home", "shop"],
}


def main():
    names = sorted(LINKS)
    number = {name: i for i, name in enumerate(names)}
    edges = np.array([(number[a], number[b]) for a in LINKS for b in LINKS[a]])
    source, target = edges.T
    n = len(names)
    degree = np.bincount(source, minlength=n)
    dangling = degree == 0
    weight = 1 / degree[source]

    rank, damping = np.full(n, 1 / n), 0.85
    for iteration in range(1, 200):
        flow = np.zeros(n)
        np.add.at(flow, target, rank[source] * weight)
        new = damping * (flow + rank[dangling].sum() / n) + (1 - damping) / n
        change = np.abs(new - rank).sum()
        rank = new
        if iteration % 10 == 0:
            print(f"iteration {iteration:3d}: change {change:.3e}")
        if change < 1e-12:
            break
    print(f"{iteration} iterations, sum {rank.sum():.12f}")

    dense = np.zeros((n, n))
    dense[target, source] = weight
    dense[:, dangling] = 1 / n
    google = damping * dense + (1 - damping) / n
    values, vectors = np.linalg.eig(google)
    leading = np.argmax(values.real)
    exact = vectors[:, leading].real
    exact /= exact.sum()
    print(
        "agrees with the eigenvector:", np.allclose(rank, exact), "eigenvalue", round(values[leading].real.item(), 10)
    )

    for place, i in enumerate(np.argsort(-rank), start=1):
        print(
            f"{place}. {names[i]:<9}{rank[i]:8.5f} {'=' * int(100 * rank[i])} in {np.sum(target == i)} out {degree[i]}"
        )
    order = np.lexsort((source, target))
    starts = np.searchsorted(target[order], np.arange(n + 1))
    print("row pointers", starts, "columns", source[order])
    hubs, authorities = np.ones(n), np.ones(n)
    adjacency = (dense.T > 0) & ~dangling[:, None]
    for _ in range(30):
        authorities = adjacency.T @ hubs
        authorities /= np.linalg.norm(authorities)
        hubs = adjacency @ authorities
        hubs /= np.linalg.norm(hubs)
    print("best hub", names[hubs.argmax()], "best authority", names[authorities.argmax()])
    return rank, starts, hubs, authorities, dict(zip(names, rank.round(6).tolist()))
