"""The processes in which the tests of distributed arrays run: values, errors and hanging."""

import os
import time

import pytest
import torch
import torch.distributed as dist


def total(*, start):
    value = torch.tensor(float(start + dist.get_rank()))
    dist.all_reduce(value)
    return value.item(), os.getpid()


def process():
    return os.getpid()


def fail(ranks):
    if dist.get_rank() in ranks:
        raise IndexError("out of bounds")
    return dist.get_rank()


def end_or_hang(how):
    if dist.get_rank() == 1:
        os._exit(3) if how == "end" else time.sleep(600)


def test_values_come_back_by_rank_from_processes_that_stay(processes):
    first, second = processes.run(total, start=1), processes.run(total, start=2)
    assert [value for value, _ in first + second] == [3.0, 3.0, 5.0, 5.0]
    assert [process for _, process in first] == [process for _, process in second]


def test_a_fake_group_has_many_processes(one_of_many):
    assert one_of_many.run(dist.get_world_size) == [1024]


def test_errors_of_processes_come_back(processes):
    before = processes.run(process)
    assert [type(o.error) for o in processes.outcomes(fail, {0, 1})] == [IndexError, IndexError]
    assert processes.run(process) == before
    with pytest.raises(RuntimeError, match=r"(?s)process 1: .*IndexError: out of bounds"):
        processes.run(fail, {1})


def test_a_process_that_ends_or_hangs_is_reported(processes, monkeypatch):
    ended = processes.outcomes(end_or_hang, "end")
    assert ended[0].error is None
    assert str(ended[1].error) == "the process ended"
    processes.run(total, start=0)
    monkeypatch.setattr(processes, "timeout", 0.5)
    assert [type(o.error) for o in processes.outcomes(end_or_hang, "hang")] == [type(None), TimeoutError]
