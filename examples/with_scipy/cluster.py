"""Clusters of scipy.cluster."""

import numpy as np
from scipy import spatial
from scipy.cluster import hierarchy, vq


def _points():
    rng = np.random.default_rng(0)
    return np.concatenate([rng.normal(c, 0.3, (12, 2)) for c in ([0, 0], [3, 3], [0, 4])])


def kmeans():
    data = _points()
    whitened = vq.whiten(data)
    book, distortion = vq.kmeans(whitened, whitened[np.array([0, 12, 24])])
    codes, distances = vq.vq(whitened, book)
    return np.sort(book, axis=0), distortion, codes, distances


def kmeans2():
    centroids, labels = vq.kmeans2(_points(), _points()[[0, 15, 30]], minit="matrix")
    return centroids, labels, np.bincount(labels)


def linkage():
    Z = hierarchy.linkage(_points(), "ward")
    return Z, hierarchy.fcluster(Z, t=2.0, criterion="distance"), hierarchy.leaves_list(Z)


def condensed():
    y = spatial.distance.pdist(_points())
    Z = hierarchy.linkage(y, "average")
    c, coph = hierarchy.cophenet(Z, y)
    return c, hierarchy.inconsistent(Z), hierarchy.maxdists(Z), hierarchy.optimal_leaf_ordering(Z, y)


def dendrogram():
    Z = hierarchy.linkage(
        np.array([662.0, 877, 255, 412, 996, 295, 468, 268, 400, 754, 564, 138, 219, 869, 669]), "single"
    )
    return hierarchy.dendrogram(Z, no_plot=True)["ivl"], hierarchy.cut_tree(Z, 3), hierarchy.to_tree(Z).pre_order()


def labels():
    return hierarchy.fclusterdata(_points(), 1.0), hierarchy.is_valid_linkage(hierarchy.linkage(_points()))
