"""The examples of distributed arrays: results of their functions, and the bytes that a process receives."""

import ctypes
import gc
import importlib.util
import sys
from pathlib import Path

import numpy as np
import pytest
import torch.distributed as dist
from support.distributed.memory import allowed, memory
from torch.distributed.device_mesh import init_device_mesh

import xp_torch as xp
from xp_torch._distributed.layout import chunk

EXAMPLES = Path(__file__).resolve().parent.parent.parent / "examples"
#: rows of a process in the tests of bytes.
ROWS = 256


def example(name):
    """Return an example as a module."""
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def device():
    return xp.distributed.Device(init_device_mesh("cpu", (dist.get_world_size(),)))


def kmeans(rows):
    """Return the centers and the inertia of distributed samples."""
    module = example("distributed_kmeans")
    centers, inertia = module.fit(xp.asarray(module.make_samples(rows, 8, 5), device=device()), 5, 10)
    return np.asarray(centers), inertia


def jacobi(rows):
    """Return the grid after some iterations."""
    module = example("distributed_jacobi")
    return np.asarray(module.solve(module.make_grid(xp, rows, 8, device=device()), 20))


def received(name):
    """Return the bytes that this process receives in an iteration."""
    from xp_torch._distributed.collectives import RECEIVED

    place = device()
    samples = xp.distributed.from_local(xp.ones((ROWS, 8)), place)
    if name == "kmeans":
        module = example("distributed_kmeans")
        centers, _ = module.iterate(samples, samples[:5, :])
        act = lambda: module.iterate(samples, centers)
    elif name == "jacobi":
        module = example("distributed_jacobi")
        act = lambda: module.iterate(samples)
    else:
        act = lambda: pca(samples)
    act()
    before = RECEIVED["bytes"]
    act()
    return RECEIVED["bytes"] - before


def pca(x):
    """Return the samples projected on two principal components, by their covariances."""
    x = x - xp.mean(x, axis=0)
    _, vectors = xp.linalg.eigh(xp.matrix_transpose(x) @ x)
    return x @ vectors[:, -2:]


def test_kmeans(processes):
    module = example("distributed_kmeans")
    expected = module.fit(module.make_samples(101, 8, 5), 5, 10)
    for got in processes.run(kmeans, 101):
        np.testing.assert_allclose(got[0], expected[0], atol=1e-8)
        np.testing.assert_allclose(got[1], expected[1], atol=1e-8)


def test_jacobi(processes):
    module = example("distributed_jacobi")
    expected = module.solve(module.make_grid(np, 31, 8), 20)
    for got in processes.run(jacobi, 31):
        np.testing.assert_allclose(got, expected, atol=1e-8)


def test_bytes_of_an_iteration_on_1024_processes(one_of_many):
    found = {name: one_of_many.run(received, name)[0] for name in ("kmeans", "pca", "jacobi")}
    assert found["kmeans"] <= 41_000, found
    assert found["pca"] <= 67_000, found
    assert found["jacobi"] <= 2_000, found


def long_kmeans(rows, place):
    """Run k-means on random samples, whose parts each process makes."""
    first, last = chunk(rows, dist.get_world_size(), dist.get_rank()) if place else (0, rows)
    samples = np.random.default_rng(0).normal(size=(last - first, 8))
    samples = xp.distributed.from_local(samples, place) if place else samples
    example("distributed_kmeans").fit(samples, 5, 3)


def long_jacobi(rows, place):
    """Run Jacobi's iteration."""
    module = example("distributed_jacobi")
    grid = module.make_grid(xp, rows, 8, device=place) if place else module.make_grid(np, rows, 8)
    module.solve(grid, 3)


def peak(name, with_numpy):
    """Return the megabytes that a program of this file takes in this process for an array of 32 MB."""
    program = globals()[name]
    libc, place = ctypes.CDLL(None), None if with_numpy else device()
    libc.mallopt(-3, 2**16)  # M_MMAP_THRESHOLD: what is freed goes back to the system
    for rows in (64, 2**19):  # the first time loads what it needs
        gc.collect()
        libc.malloc_trim(0)
        before = memory("VmRSS")
        Path("/proc/self/clear_refs").write_text("5")  # resets the peak
        program(rows, place)
    return memory("VmHWM") - before


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="the kernel's counts are read from /proc")
@pytest.mark.parametrize("name", ["long_kmeans", "long_jacobi"])
def test_a_process_needs_its_share_in_whole_programs(name, four, alone):
    (numpy,) = alone.run(peak, name, True)
    found = four.run(peak, name, False)
    assert max(found) <= allowed(numpy, four.size), (found, numpy)
