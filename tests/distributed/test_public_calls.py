"""Every call of the table of calls, with arrays that are sharded over two processes, by position and by keyword."""

import functools
import inspect
import pathlib
import re
import warnings

import numpy as np
import pytest
import torch

import xp_torch as xp
import xp_torch.distributed
from tools.calls import EXAMPLES, OPERANDS, operands_of
from xp_torch._distributed.guard import GATHERS

pytestmark = pytest.mark.slow

_GUIDE = (pathlib.Path(__file__).parents[2] / "docs" / "guide" / "distributed.md").read_text()
#: The functions that gather, as the guide lists them.
LISTED = set(
    re.findall(r"`(?:\w+\.)*(\w+)", _GUIDE.partition("## What gathers")[2].partition("/distributed:gathers")[0])
)
#: Calls whose results are right in several ways, or random.
OTHERWISE = {"linalg.qr", "linalg.eig", "linalg.eigh", "linalg.svd"}
CALLS = {f"{name}-{i}": act for name, acts in EXAMPLES.items() for i, act in enumerate(acts) if operands_of(act)}


def outcome(act, arrays, namespace=xp):
    try:
        return act(namespace, *arrays)
    except Exception as error:  # the errors are compared
        return type(error).__name__


def leaves(value):
    if isinstance(value, (tuple, list)):
        return [leaf for item in value for leaf in leaves(item)]
    return [np.asarray(value)]


class Keywords:
    """A namespace whose functions get by keyword what is given to them by position, where they have such parameters."""

    def __init__(self, module):
        self.module = module

    def __getattr__(self, name):
        value = getattr(self.module, name)
        if inspect.ismodule(value):
            return Keywords(value)
        return functools.partial(self.call, value) if inspect.isfunction(value) else value

    def call(self, function, /, *args, **kwargs):
        parameters = list(inspect.signature(function).parameters.values())
        if any(p.kind is p.VAR_POSITIONAL for p in parameters):
            return function(*args, **kwargs)
        first = sum(p.kind is p.POSITIONAL_ONLY for p in parameters)
        named = {p.name: x for p, x in zip(parameters[first:], args[first:], strict=False)}
        return function(*args[:first], **named, **kwargs)


def differences(part):
    mesh = torch.distributed.device_mesh.init_device_mesh("cpu", (torch.distributed.get_world_size(),))
    device, found = xp.distributed.Device(mesh), []
    warnings.simplefilter("ignore")
    for label, act in list(CALLS.items())[part::4]:
        if "random" in label or label.rpartition("-")[0] in OTHERWISE:
            continue
        names = [name for name in operands_of(act) if name in OPERANDS]
        plain = [xp.asarray(OPERANDS[name].copy()) for name in names]
        expected = leaves((outcome(act, plain), plain))
        for namespace in (xp, Keywords(xp)):
            cut = [xp.asarray(OPERANDS[name].copy()).to_device(device).copy() for name in names]
            GATHERS.clear()
            got = leaves((outcome(act, cut, namespace), cut))
            if GATHERS and label.rpartition("-")[0].rpartition(".")[2] not in LISTED:
                found.append(f"{label}: gathers, which the guide does not say")
            try:
                for a, b in zip(got, expected, strict=True):
                    assert (a.dtype, a.shape) == (b.dtype, b.shape)
                    if b.dtype.kind in "biufc":
                        np.testing.assert_allclose(a, b, 1e-6, 1e-8)
                    elif b.dtype.kind == "U":
                        assert a == b
            except (AssertionError, ValueError) as error:
                found.append(f"{label}: {error}")
    return found


@pytest.mark.parametrize("part", range(4))
def test_results_and_inputs_are_those_of_plain_arrays(processes, part):
    assert processes.run(differences, part) == [[], []]
