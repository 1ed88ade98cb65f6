"""The stub of what is attached to ``ndarray`` says what is attached; `typing` has NumPy's names."""

import ast
import inspect
import runpy
import subprocess
import sys
import typing
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
import torch

import xp_torch as xp


def test_the_stubs_are_the_generated_ones(checkout: Path):
    # In a process of its own: docstrings of ufuncs name the dtypes that other tests register.
    code = "from tools.generate_stubs import texts\nfor p, t in texts().items(): assert p.read_text('utf-8') == t, p"
    found = subprocess.run([sys.executable, "-c", code], cwd=checkout, capture_output=True, text=True, check=False)
    assert found.returncode == 0, f"run: python -m tools.generate_stubs\n{found.stderr}"


@pytest.mark.parametrize("nin", [1, 2])
def test_the_stub_has_the_parameters_of_ufuncs(checkout: Path, nin):
    stub = ast.parse((checkout / "xp_torch" / "_array" / "ufunc" / "ufuncs.pyi").read_text(encoding="utf-8"))
    name = {1: "UnaryUfunc", 2: "BinaryUfunc"}[nin]
    [call] = [node.body[0].args for node in stub.body if getattr(node, "name", None) == name]
    parameters = inspect.signature({1: xp.sin, 2: xp.add}[nin]).parameters
    assert [a.arg for a in [*call.posonlyargs[1:], *call.args, *call.kwonlyargs]] == [*parameters, "sig"]


def test_methods_that_return_the_class_of_their_array_by_the_stub_do():
    class Quantity(xp.ndarray):
        pass

    x = xp.ones(3).view(Quantity)
    same = [x.copy(), x.detach(), x.requires_grad_(), x.to_device("cpu"), x.view(), x.view(xp.float64)]
    assert {type(y) for y in same} == {Quantity}
    y = x.copy()
    y += 1
    assert type(y) is Quantity


PROGRAMS = sorted((Path(__file__).parent / "typing" / "programs").glob("*.py"))
PROGRAMS = [pytest.param(p, marks=pytest.mark.compiled) if p.stem == "compiled" else p for p in PROGRAMS]


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_the_typed_programs_run(path):
    runpy.run_path(str(path))


#: public names that a star import leaves out.
BESIDE_STAR = {
    "": {
        "distributed",
        "exceptions",
        "char",
        "ma",
        "map",
        "rec",
        "strings",
        "testing",
        "typing",
        "v2021_12",
        "v2022_12",
        "v2023_12",
        "v2024_12",
        "version",
    },
    "random": {"mtrand"},
}
NAMESPACES = ["", "fft", "lib", "linalg", "random", "special", "typing"]


@pytest.mark.parametrize("name", NAMESPACES)
def test_completions_show_public_names_only(name):
    namespace = getattr(xp, name) if name else xp
    shown = {shown for shown in dir(namespace) if not shown.startswith("_")}
    assert shown - set(namespace.__all__) - BESIDE_STAR.get(name, set()) == set()


def test_typing_has_numpys_names():
    assert set(npt.__all__) <= set(xp.typing.__all__)
    assert xp.typing.NBitBase is npt.NBitBase
    with pytest.raises(AttributeError, match="no attribute 'Array'"):
        _ = xp.typing.Array


@pytest.mark.parametrize("dtype", [xp.float64, np.float64, typing.Any])
def test_ndarray_of_a_dtype_at_runtime(dtype):
    kind = xp.typing.NDArray[dtype]
    assert typing.get_origin(kind) is xp.ndarray
    assert typing.get_args(typing.get_args(kind)[1]) == (dtype,)
    assert typing.get_args(kind | None) == (kind, type(None))


def members(union):
    """Return the types of a union, and of the aliases in it: NumPy 2.5 has names for its unions."""
    if hasattr(union, "__value__"):
        return members(union.__value__)
    return {union} | {kind for part in typing.get_args(union) for kind in members(part)}


def test_unions_hold_the_types_of_torch_and_numpy():
    assert torch.Tensor in members(xp.typing.ArrayLike)
    assert {xp.dtype, torch.dtype, str} < members(xp.typing.DTypeLike)
