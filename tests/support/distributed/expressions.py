"""Expressions of arrays of NumPy and of arrays that are sharded over processes, and where their values differ."""

import functools
import re

import numpy as np
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh

import xp_torch as xp
import xp_torch.distributed
from xp_torch._distributed.guard import GATHERS


@functools.cache
def mesh(*shape):
    """Return a mesh of all processes, of one dimension unless `shape` is given."""
    return init_device_mesh("cpu", shape or (dist.get_world_size(),))


def operands(n):
    """Return NumPy arrays of n rows by name."""
    rng = np.random.default_rng(0)
    return {
        "v": rng.standard_normal(n),
        "w": rng.standard_normal(n),
        "m": rng.standard_normal((n, 3)),
        "t": rng.standard_normal((n, 4, 3)),
        "c": rng.standard_normal(n) + 1j * rng.standard_normal(n),
        "h": rng.standard_normal(n).astype(np.float16),
        "i": rng.integers(0, n, n),
        "j": rng.integers(-n, n, 2 * n + 1),
        "k": rng.integers(0, 3, (n, 3)),
        "u": rng.integers(0, 200, (n, 2)).astype(np.uint16),
        "b": rng.random(n) > 0.5,
        "d": rng.random((n, 3)) > 0.5,
        "one": rng.standard_normal((1, n)),
        "nan": np.where(np.arange(n) % 3 == 0, np.nan, rng.integers(0, 4, n)),
        "square": rng.standard_normal((n, n)),
    }


def differences(expressions, n, axis=0, gathers=(), shape=()):
    """Return a line for each expression whose values or error are not NumPy's, and for each gather not in `gathers`.

    An expression may have statements before it. Names are those of `operands`; P has plain arrays of these names.
    The arrays are sharded along `axis` on a mesh of the given shape.
    """
    device, given, found = xp.distributed.Device(mesh(*shape), axis), operands(n), []
    for expression in expressions:
        GATHERS.clear()
        used = set(re.findall(r"[a-z]+", expression))
        arrays = {name: x for name, x in given.items() if name in used}
        plain = {name: xp.asarray(x.copy()) for name, x in arrays.items()}
        cut = {name: xp.asarray(x.copy(), device=device) for name, x in arrays.items()}
        copies = {name: x.copy() for name, x in arrays.items()}
        expected = _outcome(expression, {**copies, "P": arrays, "xp": np, "np": np, "n": n})
        result = _outcome(expression, {**cut, "P": plain, "xp": xp, "np": np, "n": n})
        if not _same(expected, result):
            found.append(f"{expression}: {result}, not {expected}")
        found += [f"{expression}: gathers by {name}" for name, _ in GATHERS if name not in gathers]
    return found


def gradients_differ(expressions, n):
    """Return the expressions of m whose sum has another gradient if m is sharded."""
    values, found = operands(n)["m"], []
    for expression in expressions:
        gradients = []
        for device in ("cpu", xp.distributed.Device(mesh())):
            m = xp.asarray(values, device=device).requires_grad_()
            xp.sum(eval(expression, {"m": m, "xp": xp})).backward()
            gradients.append(np.asarray(m.grad))
        if not np.allclose(*gradients):
            found.append(expression)
    return found


def _outcome(expression, names):
    *statements, last = expression.split("; ")
    try:
        for statement in statements:
            exec(statement, names)
        return _leaves(eval(last, names))
    except Exception as error:
        return error


def _leaves(result):
    return [x for r in result for x in _leaves(r)] if isinstance(result, (tuple, list)) else [np.asarray(result)]


def _same(expected, result):
    if isinstance(expected, Exception) or isinstance(result, Exception):
        return type(expected) is type(result)
    return len(expected) == len(result) and all(
        a.shape == b.shape and a.dtype == b.dtype and np.allclose(a, b, rtol=1e-12, atol=1e-12, equal_nan=True)
        for a, b in zip(expected, result, strict=True)
    )
