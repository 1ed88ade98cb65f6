"""Functions that are called again, and draw the same random numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import torch
from torch.utils import checkpoint as torch_checkpoint

from xp_torch._functions.random.streams import states_of_generators, with_states

__all__: list[str] = []


class Repeatable:
    """A function that draws the same random numbers at each call."""

    def __init__(self, function: Callable, tensors: Sequence[torch.Tensor]) -> None:
        self.function, self.tensors = function, tensors
        self.states: Any = None

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        if self.states is None:
            self.states = _random_states(self.tensors)
            self.tensors = ()
            return self.function(*args, **kwargs)
        with _repeated(self.states):
            return self.function(*args, **kwargs)


def _random_states(tensors: Sequence[torch.Tensor]) -> tuple:
    """Return the states of all generators: the package's, torch's, and the ones of the tensors' devices."""
    elsewhere = [t for t in tensors if not t.is_cpu]
    of_devices = torch_checkpoint.get_device_states(*elsewhere) if elsewhere else ([], [])
    return states_of_generators(), torch.default_generator.get_state(), of_devices


@contextmanager
def _repeated(states: tuple) -> Iterator[None]:
    """Draw random numbers from states of generators, and go on with the present states afterwards."""
    ours, torchs, (devices, of_devices) = states
    with with_states(ours), torch.random.fork_rng(devices):
        torch.set_rng_state(torchs)
        torch_checkpoint.set_device_states(devices, of_devices)
        yield
