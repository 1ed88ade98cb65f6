"""Images of scipy.ndimage."""

import numpy as np
from scipy import ndimage

I, J = np.mgrid[:16, :20]
IMAGE = np.sin(I / 3.0) * np.cos(J / 4.0) + 0.01 * (I * J % 7)
BLOBS = (np.hypot(I - 4, J - 4) < 3) | (np.hypot(I - 10, J - 14) < 4)


def gaussians():
    return (
        ndimage.gaussian_filter(IMAGE, sigma=1.5),
        ndimage.gaussian_filter(IMAGE, np.array([1.0, 2.0]), order=(0, 1)),
        ndimage.gaussian_laplace(IMAGE, 1),
        ndimage.gaussian_gradient_magnitude(IMAGE, 1),
    )


def unsharp_mask():
    blurred = ndimage.gaussian_filter(IMAGE, 2)
    return IMAGE + 1.5 * (IMAGE - blurred), blurred - IMAGE, np.clip(blurred, 0, IMAGE.max())


def edges():
    dx, dy = ndimage.sobel(IMAGE, 0), ndimage.sobel(IMAGE, 1)
    magnitude = np.hypot(dx, dy)
    return magnitude * (255.0 / np.max(magnitude)), ndimage.prewitt(IMAGE), ndimage.laplace(IMAGE)


def ranks():
    return (
        ndimage.median_filter(IMAGE, 3),
        ndimage.percentile_filter(IMAGE, 20, size=5),
        ndimage.maximum_filter(IMAGE, 3),
    )


def weighted():
    k = np.array([[1, 1, 1], [1, 1, 0], [1, 0, 0]])
    return (
        ndimage.convolve(IMAGE, k, mode="constant"),
        ndimage.correlate1d(IMAGE, k[0], axis=1),
        ndimage.uniform_filter(IMAGE, 3),
    )


def own_filters():
    footprint = np.array([[0, 1, 0], [1, 1, 1], [0, 1, 0]])
    weights = np.arange(5.0)
    return (
        ndimage.generic_filter(IMAGE, lambda v: np.sum(v * weights), footprint=footprint),
        ndimage.generic_filter(IMAGE, np.ptp, size=3),
        ndimage.generic_filter1d(IMAGE, lambda line, out: out.__setitem__(slice(None), line[1:-1] * 2), 3),
        ndimage.vectorized_filter(IMAGE, np.mean, size=3),
    )


def labels():
    found, count = ndimage.label(BLOBS)
    index = np.arange(1, count + 1)
    return (
        found,
        count,
        ndimage.sum_labels(IMAGE, found, index),
        ndimage.mean(IMAGE, found, index),
        ndimage.center_of_mass(BLOBS, found, [1, 2]),
        ndimage.maximum_position(IMAGE, found, index),
        IMAGE[ndimage.find_objects(found)[0]],
        ndimage.labeled_comprehension(IMAGE, found, index, np.median, float, 0),
        np.bincount(found.ravel()),
    )


def statistics():
    found, _ = ndimage.label(BLOBS)
    return ndimage.extrema(IMAGE, found, 1), ndimage.histogram(IMAGE, -1, 1, 5), ndimage.variance(IMAGE, found)


def morphology():
    structure = ndimage.generate_binary_structure(2, 2)
    opened = ndimage.binary_opening(BLOBS, structure=np.ones((2, 2)))
    return (
        ndimage.binary_erosion(BLOBS),
        ndimage.binary_dilation(BLOBS, structure=structure, iterations=2),
        opened & BLOBS,
        BLOBS ^ ndimage.binary_fill_holes(BLOBS),
        ndimage.grey_closing(IMAGE, size=(3, 3)),
        ndimage.white_tophat(IMAGE, 3),
        ndimage.binary_hit_or_miss(BLOBS, structure1=np.ones((2, 2))),
    )


def distances():
    d, index = ndimage.distance_transform_edt(BLOBS, return_indices=True, sampling=np.array([1.0, 0.5]))
    return d, index, d[BLOBS].max(), ndimage.distance_transform_cdt(BLOBS), IMAGE[index[0], index[1]]


def coordinates():
    points = np.array([[0.5, 2.2, 7.0], [1.5, 3.0, 8.8]])
    return [ndimage.map_coordinates(IMAGE, points, order=k) for k in (0, 1, 3)], ndimage.spline_filter(IMAGE)


def geometry():
    M = np.array([[0.9, 0.1], [-0.1, 0.9]])
    return (
        ndimage.affine_transform(IMAGE, M, offset=np.array([1.0, -1.0])),
        ndimage.rotate(IMAGE, 30, reshape=False),
        ndimage.zoom(IMAGE, 1.5),
        ndimage.shift(IMAGE, np.array([1.5, -0.5])),
        ndimage.geometric_transform(IMAGE, lambda at: (at[0] - 0.5, at[1] - 0.5)),
    )


def fourier():
    f = np.fft.fft2(IMAGE)
    return np.fft.ifft2(ndimage.fourier_gaussian(f, sigma=1)).real, ndimage.fourier_shift(f, np.array([1.0, 2.0]))


def written_to():
    out = np.empty_like(IMAGE)
    ndimage.gaussian_filter(IMAGE, 1, output=out)
    return out


def result_dtype():
    return ndimage.uniform_filter(IMAGE, 3, output=np.float32).dtype.name
