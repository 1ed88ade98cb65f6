"""The tensors of collectives, which a thread of torch's frees."""

import threading
import time
from types import SimpleNamespace

import torch

from xp_torch._distributed import collectives


def test_the_end_of_a_program_waits_for_the_thread_that_frees_a_tensor():
    """Else the process aborts: "terminate called without an active exception"."""
    held, mine = [], torch.ones(3)

    def free():
        time.sleep(0.1)
        held.clear()

    def collective(t, group):
        t += 1
        held.append(t)
        threading.Thread(target=free).start()

    collectives._joined(collective, mine, group=SimpleNamespace(group_name="a group of this test"))
    assert mine.tolist() == [2, 2, 2]
    collectives.wait_until_freed()
    assert held == []


def test_a_tensor_that_is_never_freed_is_not_waited_for_for_ever():
    held = []
    group = SimpleNamespace(group_name="a group of this test")
    collectives._joined(lambda t, group: held.append(t), torch.ones(3), group=group)
    collectives.wait_until_freed()
    assert len(held) == 1
