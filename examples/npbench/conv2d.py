"""NPBench's ``conv2d``: a convolution of images by a loop over the elements of the small kernel, not of the images.

The program is one of https://github.com/spcl/npbench (BSD-3-Clause); the text is this project's. A loop of few steps is
one of Python's: it becomes part of the graph step by step.
"""

import xp_torch as xp


def conv2d(images, weights):
    """Return the convolution of images, whose channels are their last axis."""
    size = weights.shape[0]
    rows, columns = images.shape[1] - size + 1, images.shape[2] - size + 1
    result = 0
    for i in range(size):
        for j in range(size):
            result = result + xp.matmul(images[:, i : i + rows, j : j + columns], weights[i, j])
    return result


def conv2d_bias(images, weights, bias):
    """Return the convolution plus a bias for each channel."""
    return conv2d(images, weights) + bias
