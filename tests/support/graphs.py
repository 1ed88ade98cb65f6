"""What several tests of graphs share: functions compiled into one graph, and modules of functions to export."""

import torch


def compiled(function, **options):
    """Return `function` compiled into one graph, which runs eagerly."""
    return torch.compile(function, fullgraph=True, backend="eager", **options)


def counted(function, **options):
    """Return `function` compiled, and the list that gets an entry for each graph."""
    graphs = []

    def backend(graph, _):
        graphs.append(graph)
        return graph.forward

    return torch.compile(function, backend=backend, fullgraph=True, **options), graphs


class Module(torch.nn.Module):
    """A module of a function, which `torch.export` expects."""

    def __init__(self, function):
        super().__init__()
        self.function = function

    def forward(self, *args):
        return self.function(*args)
