"""Graphs compiled by inductor, through its options and its custom passes."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any

import torch
from torch import _inductor as inductor
from torch._inductor.custom_graph_pass import CustomGraphPass, get_hash_for_files

from xp_torch._functions.transforms.inductor.passes import rewrite
from xp_torch._functions.transforms.inductor.regions import divided, is_write

__all__: list[str] = []


class Passes(CustomGraphPass):
    """The passes over each graph, after gradients have been derived."""

    def __call__(self, graph: torch.fx.Graph) -> None:
        rewrite(graph)

    def uuid(self) -> Any:
        """Return the key of the passes in inductor's cache of compiled code."""
        return get_hash_for_files((rewrite.__code__.co_filename,))


def compiled(
    graph: torch.fx.GraphModule, inputs: Sequence[Any], mode: str | None, options: dict[str, Any] | None
) -> Callable:
    """Return the compiled function of a graph, with the `mode` or the `options` of `torch.compile`."""
    chosen = inductor.list_mode_options(mode) if mode not in (None, "default") else {}
    own: dict[str, Any] = {"post_grad_custom_pre_pass": Passes()}
    if sum(map(is_write, graph.graph.nodes)) > 1:
        # A write to a part of an array is an expression for the whole array in inductor, which computes it again where
        # it is read, for the steps of a loop many times over, unless it keeps the array in memory.
        own |= {"realize_reads_threshold": 2, "realize_opcount_threshold": 12}
    compiler = functools.partial(inductor.compile, options=own | chosen | (options or {}))
    return divided(graph, compiler) or compiler(graph, list(inputs))
