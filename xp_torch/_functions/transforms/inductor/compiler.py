"""Graphs compiled by inductor, through its options and its custom passes."""

from __future__ import annotations

import functools
import inspect
import platform
from collections.abc import Callable, Sequence
from typing import Any

import torch
from torch import _inductor as inductor
from torch._inductor.custom_graph_pass import CustomGraphPass, CustomSchedulerPass, get_hash_for_files
from torch._inductor.dependencies import WeakDep
from torch._inductor.exc import InductorError

from xp_torch._facts.torch_state import donating_buffers
from xp_torch._functions.transforms.inductor.passes import keep_copies, rewrite
from xp_torch._functions.transforms.inductor.regions import divided, is_write

__all__: list[str] = []


class Passes(CustomGraphPass):
    """Passes over each graph."""

    def __init__(self, function: Callable[[torch.fx.Graph], None]) -> None:
        self.function = function

    def __call__(self, graph: torch.fx.Graph) -> None:
        self.function(graph)

    def uuid(self) -> Any:
        """Return the key of the passes in inductor's cache of compiled code."""
        return get_hash_for_files((inspect.getfile(self.function),), self.function.__name__)


class ReadsAfterWrites(CustomSchedulerPass):
    """Keeps reads of an array after a scatter to it.

    Before torch 2.15, inductor loses the name of the written array where it flattens the loops of a node that has no
    other dependency: the node was joined with the loop of the scatter, and read elements before they were written.
    """

    def __call__(self, nodes: list[Any]) -> list[Any]:
        for node in nodes:
            for name in getattr(node, "mutation_renames", {}).values():
                node.add_fake_dep(WeakDep(name, mutating_buf=""))
        return nodes

    def uuid(self) -> Any:
        """Return the key of the pass in inductor's cache of compiled code."""
        return get_hash_for_files((__file__,), "ReadsAfterWrites")


#: Arguments of the C++ compiler, through an option of inductor's that ends an argument. C++ leaves the overflow of
#: signed integers undefined, and ``n + 1 > n`` was true for the largest one. The second changes no result: GCC loads
#: vectors of integers at once, and not in halves, for which the processor waits.
_ARGUMENTS = "-fwrapv" + " -mtune=skylake-avx512" * (platform.machine() in ("x86_64", "AMD64"))
#: torch's operators for loops; inductor writes them as loops of Python or of C++
_LOOPS = (torch.ops.higher_order.while_loop, torch.ops.higher_order.scan)


def compiled(
    graph: torch.fx.GraphModule, inputs: Sequence[Any], mode: str | None, options: dict[str, Any] | None
) -> Callable:
    """Return the compiled function of a graph, with the `mode` or the `options` of `torch.compile`."""
    # In the backward graph, inductor confuses argument numbers: it takes the arguments whose memory it may reuse for
    # arguments of a loop's step. The step would write to the gradients and to the arrays of its closure.
    with donating_buffers(not _has_functions(graph)):
        return _compiled(graph, inputs, mode, options)


def _compiled(
    graph: torch.fx.GraphModule, inputs: Sequence[Any], mode: str | None, options: dict[str, Any] | None
) -> Callable:
    chosen = inductor.list_mode_options(mode) if mode not in (None, "default") else {}
    chosen |= options or {}
    # Inductor folds `x + 0` and `x * ones` to `x`: the result is the argument itself, and `-0.0 + 0` is -0.0.
    own: dict[str, Any] = {"post_grad_custom_pre_pass": Passes(rewrite), "joint_graph_constant_folding": False}
    # Inductor drops copies before it calls `rewrite`.
    own["joint_custom_pre_pass"] = Passes(keep_copies)
    if torch.__version__ < "2.15":
        own["_pre_fusion_custom_pass"] = ReadsAfterWrites()
    # Torch's own draws, as of `torch.rand` or dropout, give the numbers of eager code.
    own["fallback_random"] = True
    # Each operation on float16 and bfloat16 rounds its result, as in eager code.
    own["emulate_precision_casts"] = True
    own["cpp.enable_floating_point_contract_flag"] = "off " + _ARGUMENTS
    if sum(map(is_write, graph.graph.nodes)) > 1:
        # A write to a part of an array is an expression for the whole array in inductor, which computes it again where
        # it is read, for the steps of a loop many times over, unless it keeps the array in memory.
        own |= {"realize_reads_threshold": 2, "realize_opcount_threshold": 12}
    compiler = functools.partial(inductor.compile, options=own | chosen)
    if "cpp_wrapper" not in chosen and _has_loop(graph):
        # A step of a loop of Python takes 10 µs more. The names of reused buffers clash in loops of C++.
        in_cpp = own | {"cpp_wrapper": True, "allow_buffer_reuse": False, "inplace_buffers": False}
        # The code around the kernels, compiled with less optimization, takes the C++ compiler half the time.
        in_cpp |= {"cpp_wrapper_build_separate": True} | chosen
        try:
            return inductor.compile(graph, list(inputs), options=in_cpp)
        except InductorError:
            pass  # not every operator can be called from C++
        return compiler(graph, list(inputs))
    return divided(graph, compiler) or compiler(graph, list(inputs))


def _has_functions(graph: torch.fx.GraphModule) -> bool:
    """Return whether a graph contains graphs, as branches and steps of control flow."""
    return sum(isinstance(module, torch.fx.GraphModule) for module in graph.modules()) > 1


def _has_loop(graph: torch.fx.GraphModule) -> bool:
    """Return whether a graph has a loop for C++: on the CPU, with no gradient by its arguments."""
    nodes = [
        node for module in graph.modules() if isinstance(module, torch.fx.GraphModule) for node in module.graph.nodes
    ]
    values = [node.meta.get("example_value") for node in nodes]
    if any(isinstance(t, torch.Tensor) and t.device.type != "cpu" for t in values):
        return False
    given = [node.meta.get("example_value") for node in graph.graph.find_nodes(op="placeholder")]
    if any(isinstance(t, torch.Tensor) and t.requires_grad for t in given):
        return False
    if any(_adds_by_torch(node) for node in nodes):
        return False
    return any(node.target in _LOOPS for node in nodes)


def _adds_by_torch(node: torch.fx.Node) -> bool:
    """Return whether a node adds integers of 64 bits at places.

    Inductor calls torch for it; in C++, after another write in the step, that call ends the process.
    """
    value = node.meta.get("example_value")
    return "index_add" in str(node.target) and isinstance(value, torch.Tensor) and value.dtype is torch.int64
