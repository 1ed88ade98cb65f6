"""``guard(check=True)``: programs that differ by process raise on every process."""

import math

import numpy as np
import pytest
import torch.distributed as dist
from support.distributed.run import mesh

import xp_torch as xp

PROGRAMS = [
    "xp.zeros(rank + 3, device=device)",
    "x[rank:]",
    "xp.sum(x) if rank else xp.mean(x)",
    "xp.sum(x) if rank else xp.max(x)",
    "xp.sum(x), xp.sort(x) if rank else None",
    "xp.sum(x, axis=0) if rank else xp.sum(x)",
    "print(x) if rank else None",
    "x.tolist() if rank else xp.sum(x)",
    "np.asarray(x) if rank else float(x[3])",
    "float(x[3]) if rank else None",
]


def _run(text):
    rank, device = dist.get_rank(), xp.distributed.Device(mesh(False))
    x = xp.asarray(np.arange(16.0), device=device)
    try:
        with xp.distributed.guard(bytes=math.inf, check=True):
            eval(text, {"xp": xp, "np": np, "x": x, "rank": rank, "device": device})
    except RuntimeError as error:
        return str(error)
    return "no error"


@pytest.mark.parametrize("text", PROGRAMS)
def test_programs_that_differ_by_process_raise_on_every_process(text, processes):
    first, *others = processes.run(_run, text)
    assert first.startswith("the processes call different functions: ")
    assert set(others) == {first}


_ALIKE = "xp.sort(x * 2)[1:].sum() + xp.mean(xp.zeros(9, device=device)), str(x), float(x[3]), x.tolist()"


def test_programs_that_are_alike_do_not_raise(processes):
    assert set(processes.run(_run, _ALIKE)) == {"no error"}
