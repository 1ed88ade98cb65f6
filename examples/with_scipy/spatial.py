"""Trees, hulls, distances and rotations of scipy.spatial."""

import numpy as np
from scipy import spatial
from scipy.spatial import distance, transform


def points(n=30, d=2, seed=0):
    return np.random.default_rng(seed).random((n, d))


def nearest():
    tree = spatial.KDTree(points())
    d, i = tree.query(np.array([[0.5, 0.5], [0.1, 0.9]]), k=3)
    return d, i, points()[i], tree.query(np.array([0.2, 0.2]))


def neighbourhoods():
    p = points()
    tree = spatial.cKDTree(p)
    return (
        [sorted(found) for found in tree.query_ball_point(p[:3], r=np.array([0.2, 0.3, 0.1]))],
        tree.query_pairs(0.1, output_type="ndarray"),
        tree.count_neighbors(tree, np.array([0.1, 0.5])),
        tree.sparse_distance_matrix(tree, 0.1).toarray(),
        p[tree.query_ball_point(np.array([0.5, 0.5]), 0.2)].shape,
    )


def hull():
    p = points()
    found = spatial.ConvexHull(p)
    return (
        np.sort(found.vertices),
        found.volume,
        found.area,
        p[found.vertices].shape,
        found.equations @ np.append(p[0], 1) < 1e-9,
    )


def triangulation():
    p = points()
    tri = spatial.Delaunay(p)
    inside = tri.find_simplex(np.array([[0.5, 0.5], [2.0, 2.0]])) >= 0
    simplex = tri.find_simplex(p[:1] * 0.5 + 0.25)
    b = tri.transform[simplex, :2] @ (np.array([0.5, 0.5]) - tri.transform[simplex, 2])[..., None]
    return inside, p[tri.simplices].shape, b.shape, tri.neighbors.shape


def voronoi():
    vor = spatial.Voronoi(np.array([[i, j] for i in range(3) for j in range(3)], dtype=float))
    return np.sort(vor.vertices, axis=0), vor.point_region, spatial.voronoi_plot_2d.__name__


def sphere():
    p = np.array([[0, 0, 1], [0, 0, -1], [1, 0, 0], [0, 1, 0], [0, -1, 0], [-1, 0, 0]], dtype=float)
    sv = spatial.SphericalVoronoi(p, 1.0, np.zeros(3))
    t = np.linspace(0, 1, 5)
    return sv.calculate_areas(), spatial.geometric_slerp(p[2], p[3], t)


def half_spaces():
    h = np.array([[-1, 0.0, 0.0], [0.0, -1.0, 0.0], [2.0, 1.0, -4.0], [-0.5, 1.0, -2.0]])
    return np.sort(spatial.HalfspaceIntersection(h, np.array([0.5, 0.5])).intersections, axis=0)


def pairs():
    a, b = points(5), points(4, seed=1)
    metrics = "euclidean", "cityblock", "cosine", "correlation", "chebyshev"
    return [distance.cdist(a, b, m) for m in metrics], distance.pdist(a), distance.squareform(distance.pdist(a))


def own_metric():
    w = np.array([1.0, 2.0])
    metric = lambda u, v: np.sqrt(np.sum(w * (u - v) ** 2))
    return (
        distance.cdist(points(4), points(3), metric),
        distance.pdist(points(4), metric),
        distance.cdist(points(4), points(3), "minkowski", p=1.5, w=w),
        distance.pdist(points(5), "mahalanobis", VI=np.eye(2)),
    )


def vectors():
    u, v = np.array([1.0, 0, 2]), np.array([0, 1.0, 2])
    return (
        distance.euclidean(u, v),
        distance.cosine(u, v),
        distance.cityblock(u, v),
        distance.jensenshannon(u / 3, v / 3),
        distance.hamming(u, v),
        distance.minkowski(u, v, 3),
        distance.jaccard(u > 0, v > 0),
        distance.directed_hausdorff(points(), points(seed=2)),
        distance.mahalanobis(u, v, np.eye(3)),
    )


def rotations():
    r = transform.Rotation.from_euler("zyx", np.array([90.0, 45, 30]), degrees=True)
    v = np.array([[1.0, 2, 3], [0, 1, 0]])
    return r.apply(v), r.as_matrix() @ v.T, (r * r.inv()).magnitude(), r.as_quat(), r.as_rotvec() * v[0]


def slerp():
    times = np.array([0.0, 1, 2])
    key = transform.Rotation.from_rotvec(np.array([[0, 0, 0], [0, 0, 1.0], [0, 1.0, 0]]))
    return (
        transform.Slerp(times, key)(np.array([0.5, 1.5])).as_rotvec(),
        transform.RotationSpline(times, key)(np.array([0.5])).as_quat(),
        transform.Rotation.align_vectors(np.eye(3), np.eye(3)[[1, 2, 0]])[0].as_matrix(),
        transform.RigidTransform.from_translation(np.array([1.0, 2, 3])).apply(np.zeros(3)),
    )


def procrustes():
    a = np.array([[1, 3], [1, 2], [1, 1], [2, 1]], "d")
    b = np.array([[4, -2], [4, -4], [4, -6], [2, -6]], "d")
    return spatial.procrustes(a, b), spatial.distance_matrix(a, b), spatial.minkowski_distance(a, b, 1)
