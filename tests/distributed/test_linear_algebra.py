"""Products of factors in every layout, with gradients, and decompositions on distributed arrays."""

import itertools

import numpy as np
import pytest
import torch.distributed as dist
from support.distributed.expressions import differences
from torch.distributed.device_mesh import init_device_mesh

import xp_torch as xp

pytestmark = pytest.mark.slow

SHAPES = {"matrices": ((7, 5), (5, 6)), "stacks": ((3, 7, 5), (3, 5, 6)), "one stack": ((3, 7, 5), (5, 6))}
#: bytes from which a factor or a square matrix is sent block by block, so that both ways are tested.
LIMITS = {"gathered": 2**20, "by blocks": 0}


def on(axis):
    return xp.distributed.Device(init_device_mesh("cpu", (dist.get_world_size(),)), axis)


def factors(shapes, dtype="float64"):
    random = np.random.default_rng(0)
    return [(random.normal(size=shape) * 3).astype(dtype) for shape in shapes]


def limited(constant, value, function, *arguments):
    """Return the result of a function of this module with another value of a constant of the package."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(f"xp_torch._distributed.{constant}", value)
        return globals()[function](*arguments)


def products(shapes):
    """Return the products, and gradients of their weighted sums, of factors sharded along each pair of axes."""
    found = []
    axes = [[None, *range(len(shape))] for shape in shapes]
    for pair in itertools.product(*axes):
        a, b = (xp.asarray(x, device=on(axis)) for x, axis in zip(factors(shapes), pair, strict=True))
        a.requires_grad = b.requires_grad = True
        c = a @ b
        weights = xp.reshape(xp.arange(c.size, dtype=xp.float64), c.shape)
        xp.sum(c * weights).backward()
        without = a.detach() @ b.detach()
        found.append((pair, *(np.asarray(x) for x in (c.detach(), without, a.grad, b.grad))))
    return found


@pytest.mark.parametrize("limit", LIMITS)
@pytest.mark.parametrize("shapes", SHAPES)
def test_products_and_their_gradients(shapes, limit, processes):
    a, b = (xp.asarray(x) for x in factors(SHAPES[shapes]))
    a.requires_grad = b.requires_grad = True
    c = a @ b
    xp.sum(c * xp.reshape(xp.arange(c.size, dtype=xp.float64), c.shape)).backward()
    expected = [np.asarray(x) for x in (c.detach(), c.detach(), a.grad, b.grad)]
    for found in processes.run(limited, "linear_algebra.SMALL", LIMITS[limit], "products", SHAPES[shapes]):
        for pair, *got in found:
            for g, e in zip(got, expected, strict=True):
                np.testing.assert_allclose(g, e, rtol=1e-12, atol=1e-10, err_msg=str(pair))


EXPRESSIONS = [
    "np.asarray(xp.einsum('ij,ik->jk', m, m))",
    "xp.einsum('ijk,ij', t, t[:, :, 0])",
    "xp.einsum('...j,lj', k, k, order='F')",
    "xp.einsum('ij,ij->j', d, d)",
    "xp.einsum('i,ij,jk->ki', v, m, m.T, optimize=True)",
    "xp.einsum('ii->i', square)",
    "xp.einsum(m, [0, 1], one, [2, 0])",
    "xp.einsum('iij,i', square[:, :, None], v)",
    "xp.einsum('iji', t)",
    "e = square * 1; xp.einsum('ij,jk', square, square, out=e); e",
    "e = m * 1; xp.matmul(square, m, out=e); e",
    "e = m * 1; xp.dot(square, m, out=e); e",
    "e = square * 1; xp.outer(v, w, out=e); e",
    "e = square * 1; xp.linalg.multi_dot([square, m, m.T], out=e); e",
    "e = v * 1; xp.mean(m, axis=1, out=e); e",
    "e = i * 1; xp.cumsum(v, out=e); e",
    "xp.cross(m, m[::-1] + 1j)",
    "xp.linalg.cross(t[:, :, None], t[:1, :, None])",
    "xp.linalg.cross(m[:, :1], m)",
    "xp.matvec(t[:1], t[0])",
    "xp.matmul(t[:, None], t[:1].mT[:, None]) if xp is not np else t[:, None] @ t[:1].swapaxes(1, 2)[:, None]",
    "xp.linalg.norm(m[:0], np.inf)",
    "xp.linalg.norm(m[:0], 2)",
    "xp.linalg.lstsq(m.astype('float32'), v)",
    "xp.corrcoef(m)",
    *[f"xp.linalg.cond({x})" for x in ("m", "m.T", "square", "square, -2", "square, 'fro'", "xp.ones_like(square), 1")],
]


@pytest.mark.parametrize("n", [61, 5])
def test_values_are_numpys(n, processes):
    assert processes.run(differences, EXPRESSIONS, n) == [[], []]


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


@pytest.mark.parametrize("name", ["eig", "eigh", "eigvals", "eigvalsh"])
def test_eigenvalues_gather(name, processes):
    processes.run(refused, name)


def square(n, dtype, axis):
    """Compare functions of a square matrix, whose columns are eliminated in blocks, and gradients with plain ones."""
    from xp_torch._distributed import guard

    guard.GATHERS.clear()
    a, b, weights = factors([(n, n), (n, 2), (n, n)], dtype)
    if dtype == "complex128":
        a = a + 1j * a[::-1]
    found = []
    for device in ("cpu", on(axis)):
        x, y, w = (xp.asarray(v, device=device) for v in (a, b, weights))
        x.requires_grad = True
        results = [xp.linalg.inv(x), xp.linalg.solve(x, y), xp.linalg.solve(x, y[:, 0]), *xp.linalg.slogdet(x)]
        results += [xp.linalg.det(x), xp.linalg.matrix_power(x, -2)]
        positive = x @ x.mT.conj() + 2 * xp.eye(n, dtype=x.dtype, device=device)
        results += [xp.linalg.cholesky(positive), xp.linalg.cholesky(positive, upper=True)]
        loss = sum(xp.sum(r * w) for r in results if r.shape == w.shape) + results[1].sum() + results[4]
        xp.real(loss).backward()
        results.append(xp.linalg.cholesky(xp.tril(positive)))
        found.append([np.asarray(r.detach()) for r in results] + [np.asarray(x.grad)])
    for i, (e, g) in enumerate(zip(*found, strict=True)):
        np.testing.assert_allclose(g, e, rtol=1e-8, atol=1e-8 * abs(e).max(initial=0), err_msg=str(i), strict=True)
    assert not guard.GATHERS


@pytest.mark.parametrize("dtype", ["float64", "complex128"])
@pytest.mark.parametrize(
    ("n", "axis", "block", "limit"), [(1, 0, 32, 0), (11, 0, 2, 0), (12, 1, 32, 0), (11, 1, 2, 2**20)]
)
def test_square_matrices_are_gathered_or_eliminated_by_blocks(n, axis, block, limit, dtype, processes):
    blocks = "elimination._BLOCK", block, "square", n, dtype, axis
    processes.run(limited, "linear_algebra.SMALL", limit, "limited", *blocks)


def singular():
    """Return the errors and determinants of matrices without an inverse."""
    found = []
    for a in (np.ones((5, 5)), np.diag([1.0, 1, 1, 0, 1]), -np.eye(5)):
        x = xp.asarray(a, device=on(0))
        found.append([float(xp.linalg.det(x)), float(xp.linalg.slogdet(x)[1])])
        for function in (xp.linalg.inv, lambda x: xp.linalg.solve(x, x[0]), xp.linalg.cholesky):
            try:
                function(x)
            except xp.linalg.LinAlgError as error:
                found[-1].append(str(error))
    return found


@pytest.mark.parametrize("limit", LIMITS)
def test_singular_matrices_raise_on_every_process(limit, processes):
    errors = ["Singular matrix", "Singular matrix", "Matrix is not positive definite"]
    found = processes.run(limited, "linear_algebra.SMALL", LIMITS[limit], "singular")
    assert found == [[[0.0, -np.inf, *errors]] * 2 + [[-1.0, 0.0, errors[2]]]] * 2


def solved_by_columns():
    a, b = factors([(5, 5), (5, 3)])
    for right in (b, b[:, 0]):
        x = xp.linalg.solve(xp.asarray(a), xp.asarray(right, device=on(0)))
        np.testing.assert_allclose(np.asarray(x), np.linalg.solve(a, right))
    return x.device.axis


def test_right_hand_sides_of_a_whole_matrix(processes):
    assert processes.run(solved_by_columns) == [0, 0]


def test_mismatched_factors_raise_everywhere(processes):
    for outcome in processes.outcomes(product_of, "float64", ((3, 4), (5, 2))):
        assert isinstance(outcome.error, ValueError)
