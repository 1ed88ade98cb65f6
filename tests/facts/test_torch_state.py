"""What torch is doing is asked in one module, which holds torch's private names."""

import ast
import re

import pytest
import torch
from support.sources import nodes, trees
from torch.autograd import forward_ad
from torch.fx.experimental.proxy_tensor import make_fx

from xp_torch._facts import torch_state

#: The files that may hold private names of torch, and why no public one does.
ALLOWED = {
    "_facts/torch_state.py": "the questions about torch's state",
    "_functions/transforms/backend.py": "the names of backends and Dynamo's errors are in its private module",
    "_functions/transforms/inductor/compiler.py": "inductor, which torch documents as a part of backends, is private",
    "_functions/transforms/control_flow.py": "torch's operators for control flow have no public module",
    "_functions/transforms/trees.py": "trees as `torch.func` flattens them have no public module",
    "_protocols/pytree.py": "the registry of the nodes of torch's trees has no public module",
    "_protocols/torch_registries.py": "the registry of collation functions, which torch documents, is there only",
}
#: Files that are still to ask `torch_state`.
TO_DO = {"_members/memory.py"}
#: Public names of torch for what `torch_state` answers.
QUESTIONS = {
    "torch.compiler.is_compiling",
    "torch.compiler.is_dynamo_compiling",
    "torch.is_inference_mode_enabled",
    "torch.jit.is_tracing",
}
#: Private attributes of tensors, storages and functions that torch or Dynamo reads or sets.
ATTRIBUTES = {"_base", "_version", "_cdata", "_use_count", "_is_view", "_backward_hooks", "_grad_fn", "_current_level"}


def is_private(name):
    return name.startswith("_") and not name.startswith("__")


def dotted(node):
    """Names of an attribute chain, the first one of a variable; an empty list for other nodes."""
    names = []
    while isinstance(node, ast.Attribute):
        names.append(node.attr)
        node = node.value
    return [node.id, *reversed(names)] if isinstance(node, ast.Name) else []


def names_of_torch(nodes):
    """Names of torch in a tree: imports, modules by name, chains from torch or a part of it, private attributes."""
    torchs, found = {}, set()
    for node in nodes:
        if isinstance(node, ast.Import):
            for alias in node.names:
                if alias.name.split(".")[0] == "torch":
                    torchs[alias.asname or "torch"] = alias.name.split(".") if alias.asname else ["torch"]
                    found.add(alias.name)
        elif isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "torch":
            for alias in node.names:
                torchs[alias.asname or alias.name] = [*node.module.split("."), alias.name]
                found.add(f"{node.module}.{alias.name}")
    for node in nodes:  # `_aten = torch.ops.aten`
        if isinstance(node, ast.Assign) and (names := dotted(node.value)) and names[0] in torchs:
            torchs |= {t.id: torchs[names[0]] + names[1:] for t in node.targets if isinstance(t, ast.Name)}
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and re.fullmatch(r"torch[\w.]*", node.value):
            found.add(node.value)
        elif isinstance(node, ast.Attribute):
            names = dotted(node)
            if names and names[0] in torchs:
                found.add(".".join([*torchs[names[0]], *names[1:]]))
            if node.attr in ATTRIBUTES or node.attr.startswith("_torchdynamo"):
                found.add(f"_.{node.attr}")
    return found


def private_names(names):
    """Private names among names of torch, but for operators, which dispatch modes see by their names."""
    names = {name for name in names if not name.startswith("torch.ops.aten.")}
    return {name for name in names if any(map(is_private, name.split(".")))}


@pytest.fixture(scope="module")
def names_in_package():
    return {name: names_of_torch(nodes(name)) for name in trees()}


@pytest.mark.parametrize(
    "source",
    [
        "import torch._dynamo",
        "import torch._dynamo as d",
        "from torch import _C",
        "from torch.utils._pytree import tree_map",
        "import torch\ntorch._C._is_tracing()",
        "import torch as t\nt._check(True)",
        "from torch.autograd import forward_ad\nforward_ad._current_level",
        "import torch\nf = torch.utils\nf._pytree",
        "x._base",
        "x.tensor._version",
        "f()._cdata",
        "f._torchdynamo_disable = True",
        "import_module('torch._inductor')",
        "import_module(f'torch._inductor.{name}')",
    ],
)
def test_private_names_are_found(source):
    assert private_names(names_of_torch(list(ast.walk(ast.parse(source)))))


@pytest.mark.parametrize("source", ["import torch\ntorch.ops.aten._unique2", "x._tensor", "from torch import Tensor"])
def test_other_names_are_not(source):
    assert not private_names(names_of_torch(list(ast.walk(ast.parse(source)))))


def test_private_names_of_torch_stand_in_few_files(names_in_package):
    files = {file for file, names in names_in_package.items() if private_names(names)}
    assert ALLOWED.keys() <= files <= ALLOWED.keys() | TO_DO
    assert len(ALLOWED) <= 8


def test_what_torch_is_doing_is_asked_in_one_file(names_in_package):
    files = {file for file, names in names_in_package.items() if names & QUESTIONS}
    assert {"_facts/torch_state.py"} <= files <= {"_facts/torch_state.py"} | TO_DO


def state():
    """Answers of the questions that take no argument."""
    questions = (
        torch_state.is_compiling_or_transforming,
        torch_state.is_transforming,
        torch_state.is_tracing,
        torch_state.in_dispatch_mode,
        torch_state.in_forward_mode,
        torch_state.is_observed,
        torch_state.is_transformed,
        torch_state.is_differentiated,
        torch_state.is_inference,
    )
    return {question for question in questions if question()}


def seen_in(run):
    """Answers of the questions within a function that `run` calls with a tensor."""
    answers = []

    def observe(t):
        answers.append(state())
        return t * 2

    run(observe)
    return answers[-1]


def test_state_in_eager_code():
    assert state() == set()
    assert torch_state.active_maps() == []
    assert torch_state.mapped_false(torch.device("cpu")) is None


def test_state_under_vmap():
    seen = seen_in(lambda f: torch.vmap(f)(torch.ones(2)))
    assert seen == {
        torch_state.is_transforming,
        torch_state.is_compiling_or_transforming,
        torch_state.is_transformed,
        torch_state.is_differentiated,
    }


def test_state_while_jit_traces():
    seen = seen_in(lambda f: torch.jit.trace(f, torch.ones(2), check_trace=False))
    assert seen == {torch_state.is_tracing, torch_state.is_observed, torch_state.is_transformed}


def test_state_in_a_dispatch_mode():
    seen = seen_in(lambda f: make_fx(f)(torch.ones(2)))
    assert seen == {torch_state.in_dispatch_mode, torch_state.is_observed, torch_state.is_transformed}
    inside = []

    def observe(t):
        with torch_state.outside_of_modes():
            inside.append(state())
        return t * 2

    make_fx(observe)(torch.ones(2))
    assert inside == [set()]


def test_state_in_forward_mode():
    with forward_ad.dual_level():
        assert state() == {
            torch_state.in_forward_mode,
            torch_state.is_observed,
            torch_state.is_transformed,
            torch_state.is_differentiated,
        }


def test_state_in_inference_mode():
    with torch.inference_mode():
        assert state() == {torch_state.is_inference}


@pytest.mark.compiled
def test_state_while_compiling():
    def questions(x):
        compiled = torch_state.is_compiling(), torch_state.is_compiling_or_exporting(), torch_state.is_transformed()
        return x * 2 if all(compiled) and torch_state.is_compiling_or_transforming() else x

    x = torch.ones(2)
    torch.testing.assert_close(torch.compile(questions, fullgraph=True, backend="eager")(x), x * 2)
    torch.testing.assert_close(questions(x), x)


def test_derivatives_that_are_wanted():
    x = torch.ones(2)
    assert not torch_state.is_differentiated(x)
    assert torch_state.is_differentiated(x, torch.ones(2, requires_grad=True))


def test_bases_and_versions():
    x = torch.ones(4)
    assert torch_state.base_of(x) is None
    assert torch_state.base_of(x[1:]) is x
    assert torch_state.version_of(x) == 0
    x[1:].zero_()
    assert torch_state.version_of(x) == 1
    torch_state.increment_version((x,))
    assert torch_state.version_of(x) == 2
