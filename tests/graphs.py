"""What several tests of graphs share: functions compiled into one graph, and modules of functions to export."""

import torch


def compiled(function, **options):
    """Return `function` compiled into one graph, which runs eagerly."""
    return torch.compile(function, fullgraph=True, backend="eager", **options)


class Module(torch.nn.Module):
    """A module of a function, which `torch.export` expects."""

    def __init__(self, function):
        super().__init__()
        self.function = function

    def forward(self, *args):
        return self.function(*args)
