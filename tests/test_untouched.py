"""The import and the use of the package change no function, class or hook of torch, NumPy and Python."""

import subprocess
import sys

import pytest

pytestmark = pytest.mark.compiled

#: What both programs start with. `functions` maps names to functions; `members` yields what a module or class holds.
DEFINITIONS = """
import sys, types, warnings
warnings.simplefilter("ignore")
import numpy as np

PACKAGES = ("torch._dynamo", "torch.autograd", "torch.func", "torch._functorch", "torch._higher_order_ops",
            "torch.compiler", "torch.utils", "torch.distributed", "numpy", "torch")
KINDS = (types.FunctionType, type, classmethod, staticmethod, property)

def is_watched(name):
    return any(name == package or name.startswith(package + ".") for package in PACKAGES)

def functions():
    found = {}
    for name, module in list(sys.modules.items()):
        if not isinstance(module, types.ModuleType) or not is_watched(name):
            continue
        for key, value in list(vars(module).items()):
            if isinstance(value, KINDS):
                found[f"{name}.{key}"] = value, getattr(value, "__code__", None)
            if isinstance(value, type) and is_watched(str(value.__module__)):
                for attribute, member in list(vars(value).items()):
                    if isinstance(member, KINDS):
                        code = getattr(getattr(member, "__func__", member), "__code__", None)
                        found[f"{value.__module__}.{value.__qualname__}.{attribute}"] = member, code
    return found

def hooks():
    return list(sys.meta_path), list(sys.path_hooks), sys.getprofile(), sys.gettrace(), sys.excepthook

def file_of(value):
    function = getattr(value, "__func__", getattr(value, "fget", value))
    return getattr(getattr(function, "__code__", None), "co_filename", "")

def use():
    import torch
    import xp_torch as xp
    import xp_torch.distributed, xp_torch.random, xp_torch.special, xp_torch.testing

    x = xp.ones(4)
    xp.compile(lambda x: np.sin(x) + 1, backend="eager")(np.ones(4))
    torch.compile(lambda x: xp.sum(x * 2)[None] @ x[:1] + x[0], backend="eager")(x)
    xp.grad(lambda x: xp.sum(x * x))(x), xp.vmap(xp.sin)(x)
    with xp.errstate(divide="raise"), xp.debug_nans(), xp.transfer_guard("log"):
        x / 2
    np.sum(x), torch.sum(x.tensor), torch.sin(x)
"""

WHAT_IS_THERE_STAYS = """
import torch, torch._dynamo, torch._higher_order_ops, torch.distributed.tensor, torch.func
import torch._dynamo.variables, torch._dynamo.convert_frame

@torch.compile(backend="eager")
def warm(t):
    return torch.func.grad(lambda t: torch.sin(t).sum())(t)

warm(torch.ones(2))
before, hooks_before = functions(), hooks()
use()
after = functions()
for name, (value, code) in before.items():
    if name not in after or after[name][0] is not value or after[name][1] is not code:
        print(name)
for name in after.keys() - before.keys():
    if "xp_torch" in file_of(after[name][0]):
        print(name)
if hooks() != hooks_before:
    print("hooks", hooks(), hooks_before)
"""

WHAT_COMES_LATER_IS_ITS_OWN = """
hooks_before = hooks()
import xp_torch
assert "torch._dynamo" not in sys.modules, "the import of the package imports Dynamo"
import torch._dynamo, torch._higher_order_ops, torch.distributed.tensor, torch.func
use()
for name, (value, _) in functions().items():
    if "xp_torch" in file_of(value) or str(getattr(value, "__module__", "")).partition(".")[0] == "xp_torch":
        print(name)
if hooks() != hooks_before:
    print("hooks", hooks(), hooks_before)
"""


@pytest.mark.parametrize("program", [WHAT_IS_THERE_STAYS, WHAT_COMES_LATER_IS_ITS_OWN], ids=["before", "later"])
def test_functions_of_others_are_the_same(program):
    """A program of torch without our arrays runs the same code before and after the import."""
    done = subprocess.run(
        [sys.executable, "-c", DEFINITIONS + program], capture_output=True, text=True, check=False, timeout=600
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == []
