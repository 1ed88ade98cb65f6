"""Products of factors in every layout, with gradients, and decompositions on distributed arrays."""

import itertools

import numpy as np
import pytest
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh

import xp_torch as xp

SHAPES = {"matrices": ((7, 5), (5, 6)), "stacks": ((3, 7, 5), (3, 5, 6)), "one stack": ((3, 7, 5), (5, 6))}
#: bytes from which a factor is sent block by block, so that both ways are tested.
LIMITS = {"gathered": 2**20, "by blocks": 0}


def on(axis):
    return xp.distributed.Device(init_device_mesh("cpu", (dist.get_world_size(),)), axis)


def factors(shapes, dtype="float64"):
    random = np.random.default_rng(0)
    return [(random.normal(size=shape) * 3).astype(dtype) for shape in shapes]


def products(shapes, limit):
    """Return the products, and gradients of their weighted sums, of factors that are cut along each pair of axes."""
    from xp_torch._distributed import linear_algebra

    linear_algebra._SMALL = limit
    found = []
    axes = [[None, *range(len(shape))] for shape in shapes]
    for pair in itertools.product(*axes):
        a, b = (xp.asarray(x, device=on(axis)) for x, axis in zip(factors(shapes), pair, strict=True))
        a.requires_grad = b.requires_grad = True
        c = a @ b
        weights = xp.reshape(xp.arange(c.size, dtype=xp.float64), c.shape)
        xp.sum(c * weights).backward()
        found.append((pair, np.asarray(c.detach()), np.asarray(a.grad), np.asarray(b.grad)))
    return found


@pytest.mark.parametrize("limit", LIMITS)
@pytest.mark.parametrize("shapes", SHAPES)
def test_products_and_their_gradients(shapes, limit, processes):
    a, b = (xp.asarray(x) for x in factors(SHAPES[shapes]))
    a.requires_grad = b.requires_grad = True
    c = a @ b
    xp.sum(c * xp.reshape(xp.arange(c.size, dtype=xp.float64), c.shape)).backward()
    expected = [np.asarray(x) for x in (c.detach(), a.grad, b.grad)]
    for found in processes.run(products, SHAPES[shapes], LIMITS[limit]):
        for pair, *got in found:
            for g, e in zip(got, expected, strict=True):
                np.testing.assert_allclose(g, e, rtol=1e-12, atol=1e-10, err_msg=str(pair))


def product_of(dtype, shapes):
    a, b = (xp.asarray(x, device=on(axis)) for x, axis in zip(factors(shapes, dtype), (1, 0), strict=True))
    return np.asarray(a @ b)


@pytest.mark.parametrize("dtype", ["bool", "int8", "uint16", "int64", "uint64", "float16", "float32", "complex128"])
def test_sums_over_the_processes_are_in_the_dtype_of_the_product(dtype, processes):
    a, b = (xp.asarray(x) for x in factors(SHAPES["matrices"], dtype))
    expected = np.asarray(a @ b)
    for got in processes.run(product_of, dtype, SHAPES["matrices"]):
        assert got.dtype == expected.dtype
        np.testing.assert_allclose(got, expected, rtol=1e-2 if dtype == "float16" else 1e-5)


def invert(where):
    matrices = np.broadcast_to(np.eye(2), (5, 2, 2)).copy()
    matrices[where] = 0
    try:
        xp.linalg.inv(xp.asarray(matrices, device=on(0)))
    except xp.linalg.LinAlgError as error:
        return str(error)
    return None


@pytest.mark.parametrize("where", [0, 4])
def test_a_singular_matrix_of_one_process_is_an_error_of_all(where, processes):
    assert processes.run(invert, where) == ["Singular matrix"] * 2


def refused(name):
    with xp.distributed.guard(), pytest.raises(RuntimeError, match=f"linalg.{name} gathers"):
        getattr(xp.linalg, name)(xp.eye(5, device=on(0)))


@pytest.mark.parametrize("name", ["cholesky", "det", "eig", "eigh", "eigvals", "eigvalsh", "inv", "slogdet"])
def test_functions_of_square_matrices_gather(name, processes):
    processes.run(refused, name)


def test_mismatched_factors_raise_everywhere(processes):
    for outcome in processes.outcomes(product_of, "float64", ((3, 4), (5, 2))):
        assert isinstance(outcome.error, ValueError)
