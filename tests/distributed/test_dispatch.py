"""The dispatch of functions to rules: the import changes nothing, whenever it comes; and blocks of devices."""

import ast
import asyncio
import pathlib
import subprocess
import sys
import threading

import numpy as np
import pytest
import torch
from support.distributed.expressions import mesh

import xp_torch as xp
import xp_torch.distributed
from xp_torch._distributed.array import DistributedArray
from xp_torch._distributed.dispatch import _RULES, name_of, plain_function
from xp_torch._distributed.guard import GATHERS

#: The start of programs on one process.
ALONE = """
import os, torch.distributed as dist, warnings
warnings.simplefilter("ignore")
dist.init_process_group("gloo", rank=0, world_size=1, store=dist.HashStore())
import numpy as np, torch, xp_torch as xp
from torch.distributed.device_mesh import init_device_mesh
"""


def run(code):
    """Run a program on one process; a group that is not destroyed may end the process by its threads."""
    program = f"{ALONE}{code}\ndist.destroy_process_group()\n"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.compiled
def test_no_source_or_bytecode_is_compiled():
    """No function of the package gets other code; `xp_torch.compile` reads that of functions."""
    refused = {"ast", "compile", "exec", "eval", "co_code", "meta_path", "setprofile"}
    found = []
    for path in pathlib.Path(xp.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            names = [a.name for a in node.names] if isinstance(node, ast.Import) else []
            names += [node.module] if isinstance(node, ast.ImportFrom) else []
            names += [node.func.id] if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else []
            if isinstance(node, ast.Attribute) and node.attr != "compile":
                names.append(node.attr)
                if node.attr == "__code__" and not isinstance(node.ctx, ast.Load):
                    names.append("exec")
            found += [(path.name, name) for name in names if name in refused]
    assert found == []


def test_every_rule_is_that_of_a_function():
    named = {name: name_of(plain_function(name)) for name in _RULES if name != "call"}
    assert {name for name, own in named.items() if own not in _RULES} == set()


@pytest.mark.slow
def test_a_mock_stays_and_ends():
    run("""
from unittest import mock
plain = xp.sum
with mock.patch.object(xp, "sum", wraps=plain) as counted:
    import xp_torch.distributed
    assert xp.sum is counted and float(xp.sum(xp.ones(3))) == 3 and counted.call_count == 1
    x = xp.ones(3, device=xp.distributed.Device.local())
    assert float(x.sum()) == 3 and counted.call_count == 1
assert xp.sum is plain
""")


@pytest.mark.slow
def test_names_from_before_the_import_compute():
    run("""
from xp_torch import add, amax, arange, concat, linalg, mean, reshape, sort, sum, take, where, zeros
from xp_torch.linalg import svd
from xp_torch.random import default_rng, normal
import xp_torch.distributed
assert sum is xp.sum and normal == xp.random.normal
device = xp.distributed.Device(init_device_mesh("cpu", (1,)))
x = xp.asarray(np.arange(12.0).reshape(4, 3), device=device)
def in_block():
    with device:
        return [zeros(3), arange(3), normal(size=3), default_rng(0).normal(size=3)]
results = [
    sum(x), mean(x, axis=0), *svd(x, full_matrices=False), concat([x, x]), sort(x), reshape(x, (-1,)),
    take(x, xp.asarray([0])),
    where(x > 0, x, 1.0), zeros(3, device=device), arange(3, device=device), add(x, x), amax(x), *in_block(),
]
assert xp._distributed.guard.GATHERS == []
assert {type(result) for result in results} == {type(x)}
assert type(x) is not xp.ndarray
""")


#: The start of a program that keeps what the package consists of, and compares it at the end.
SNAPSHOT = """
import sys, types
import xp_torch.polynomial, xp_torch.random, xp_torch.special

def package():
    modules = {n: m for n, m in sys.modules.items() if n.partition(".")[0] == "xp_torch"}
    found = {}
    for name, module in modules.items():
        for key, value in vars(module).items():
            found[name, key] = value
            if isinstance(value, type) and value.__module__.startswith("xp_torch"):
                found |= {(name, key, member): v for member, v in vars(value).items() if callable(v)}
            if type(value) is dict and not key.startswith("__"):
                found |= {(name, key, "item", id(item)): entry for item, entry in value.items()}
    return found

before = package()
"""


@pytest.mark.slow
def test_nothing_is_replaced():
    """No function, method or entry of a table is another one after the import, a sharded call, or a foreign array."""
    run(
        SNAPSHOT
        + """
assert len(before) > 5000
def changed():
    after = package()
    # what is new, as the submodule itself, is no replacement
    return [key for key, value in before.items() if key not in after or after[key] is not value]

import xp_torch.distributed
assert changed() == [], changed()
device = xp.distributed.Device(init_device_mesh("cpu", (1,)))
x = xp.asarray(np.arange(12.0).reshape(4, 3), device=device)
xp.linalg.svd(xp.sort(x + xp.sum(x), axis=0)), np.mean(x), xp.grad(xp.sum)(x), xp.fft.fft(x), x[x > 3], x.std()
with device:
    xp.zeros(3), xp.random.normal(size=3)
assert changed() == [], changed()

class Foreign:
    def __array_function__(self, func, types, args, kwargs):
        return func
xp.sum(Foreign()), xp.concat([xp.ones(2), Foreign()])
assert changed() == [], changed()
"""
    )


@pytest.mark.compiled
def test_plain_arrays_take_the_same_functions():
    run("""
import pickle
compiled = torch.compile(lambda x: xp.sum(xp.stack([xp.sin(x), xp.zeros(3)])), backend="eager", fullgraph=True)
before, expected = xp.sum, float(compiled(xp.ones(3)))
import xp_torch.distributed
assert xp.sum is before and pickle.loads(pickle.dumps(xp.sum)) is before
assert float(compiled(xp.ones(3))) == expected
torch.compiler.reset()
assert float(compiled(xp.ones(3))) == expected
assert xp.asarray(0).__array_namespace__(api_version="2024.12").sum is before
""")


def test_programs_without_it_have_nothing_of_it():
    code = """
import sys, xp_torch as xp
xp.sum(xp.ones(3))
assert "torch.distributed.tensor" not in sys.modules and "xp_torch._distributed" not in sys.modules
assert "xp_torch._distributed" in str(xp.distributed.Device.__init__.__globals__["__name__"])  # on first use
"""
    subprocess.run([sys.executable, "-c", code], check=True)


def compiled_in_blocks():
    device = xp.distributed.Device(mesh())

    def make():
        return xp.zeros(3) + 1

    def block(x):
        y = x * 2
        with device:
            z = xp.zeros(3)
        return z, xp.ones(3), y

    compiled = torch.compile(make, backend="eager")
    assert type(compiled()) is xp.ndarray
    with device:
        assert type(compiled()) is DistributedArray
        torch.compiler.reset()
        with pytest.raises(Exception, match="make them in eager code"):
            torch.compile(make, backend="eager", fullgraph=True)()
    assert type(compiled()) is xp.ndarray
    kinds = [type(r) for r in torch.compile(block, backend="eager")(xp.ones(3))]
    assert kinds == [DistributedArray, xp.ndarray, xp.ndarray]
    torch.compiler.reset()
    # torch 2.13 does not trace the context manager, torch 2.15 traces it up to its error.
    with pytest.raises(Exception, match=r"enter a `Device` context manager|make them in eager code"):
        torch.compile(block, backend="eager", fullgraph=True)(xp.ones(3))


def blocks():
    device, whole = xp.distributed.Device(mesh()), xp.distributed.Device(mesh(), None)
    kinds = []

    def make():
        kinds.append(type(xp.zeros(4)))
        with whole:
            kinds.append(type(xp.zeros(4)))

    async def wait(entered):
        if entered:
            with device:
                await asyncio.sleep(0)
                return type(xp.zeros(4))
        await asyncio.sleep(0)
        return type(xp.zeros(4))

    async def both():
        return await asyncio.gather(wait(True), wait(False))

    with device:
        thread = threading.Thread(target=make)
        thread.start()
        thread.join()
        with whole:
            assert xp.zeros(4).device.axis is None
        with device, whole:
            pass
        assert xp.zeros(4).device.axis == 0
        x = xp.zeros(4)
        assert type(xp.cumulative_sum(x)) is DistributedArray
        assert type(xp.random.normal(size=4)) is DistributedArray
        with xp.distributed.guard(bytes=0):
            other = threading.Thread(target=lambda: kinds.append(xp._distributed.guard.checks()))
            other.start()
            other.join()
    assert kinds == [xp.ndarray, DistributedArray, False]
    assert type(xp.zeros(4)) is xp.ndarray
    assert asyncio.run(both()) == [DistributedArray, xp.ndarray]


def left_operands():
    """Plain arrays on the left of operators, in place, in indices, and as outputs."""
    device, a = xp.distributed.Device(mesh()), np.arange(12.0).reshape(4, 3)
    d, e = xp.asarray(a, device=device), xp.asarray(a + 1, device=device)
    GATHERS.clear()
    for function in (
        lambda p, d, e: p + d, lambda p, d, e: p**d, lambda p, d, e: p == d, lambda p, d, e: p @ d.T,
        lambda p, d, e: p[1, 0] * d, lambda p, d, e: p[::-1] - d, lambda p, d, e: p // e, lambda p, d, e: p[d > 3],
        lambda p, d, e: np.add(p, d), lambda p, d, e: p.dot(d.T), lambda p, d, e: p.clip(d, 3),
        lambda p, d, e: np.multiply.outer(p[0], d), lambda p, d, e: np.concatenate([p, d]),
    ):  # fmt: skip
        result = function(xp.asarray(a), d, e)
        assert type(result) is DistributedArray
        np.testing.assert_allclose(np.asarray(result), function(a, a, a + 1))

    # arguments after a plain first one, in each way in which a wrapper passes them on
    m, above = lambda x: np if type(x) is np.ndarray else xp, lambda x: x > 1
    for function in (
        lambda p, d: m(p).sum(p, axis=0, where=above(d)), lambda p, d: m(p).mean(p, where=above(d)),
        lambda p, d: m(p).sum(p, axis=0, keepdims=True, where=above(d)),
        lambda p, d: m(p).sum(p, axis=0, out=d[0] * 0.0), lambda p, d: m(p).concat([p, d], axis=1),
        lambda p, d: m(p).take(p, d[0].astype("int64"), axis=1), lambda p, d: m(p).where(above(p), d, p),
        lambda p, d: m(p).where(above(p), p, d), lambda p, d: m(p).block([[p, p], [p, d]]),
        lambda p, d: m(p).full_like(p, d[0]), lambda p, d: m(p).average(p, axis=0, weights=d + 1),
        lambda p, d: m(p).clip(p, max=d - 1), lambda p, d: m(p).sum(axis=0, a=d),
        lambda p, d: m(p).clip(p, 0, 2, out=d * 1.0), lambda p, d: m(p).cumsum(p, axis=0, out=d * 1.0),
        lambda p, d: m(p).matmul(p.T, p, out=d.T @ d),
    ):  # fmt: skip
        result, expected = function(xp.asarray(a), d % 3), function(a, a % 3)
        assert type(result) is DistributedArray
        np.testing.assert_allclose(np.asarray(result), expected)

    def write_operators(p, d):
        p += d
        p[0] **= d[1]
        p[...] = p + d

    def write_masked(p, d):
        p[d > 3] = 0
        p[1:] = d[1:]
        p[::-1] *= d

    def write_out(p, d):
        np.add(p, d, out=p)
        p[0] = d[1] @ d.T[:, :3]
        np.multiply(p, 2, out=p, where=d > 3)

    for write in (write_operators, write_masked, write_out):
        p, expected = xp.asarray(a.copy()), a.copy()
        write(p, d)
        write(expected, a)
        assert type(p) is xp.ndarray
        np.testing.assert_allclose(np.asarray(p), expected)


@pytest.mark.compiled
@pytest.mark.parametrize("function", [blocks, compiled_in_blocks, left_operands])
def test_in_processes(processes, function):
    processes.run(function)
