"""Processes that stay alive and run functions together, joined by a process group of torch.distributed.

``Processes(2).run(function, *arguments)`` calls ``function`` in each process and returns the results by rank. If a
process hangs, all are ended, and the next call starts new ones.
"""

import datetime as dt
import faulthandler
import importlib.util
import multiprocessing
import os
import pickle
import sys
import tempfile
import time
import traceback
from multiprocessing import connection
from pathlib import Path
from typing import NamedTuple

# First of all, as programs do: functions that were imported by name before make no sharded arrays.
import xp_torch.distributed  # noqa: F401

__all__ = ["Outcome", "Processes", "work"]

#: seconds in which a collective operation ends; a call may take as long and a little more.
TIMEOUT = 30
#: seconds in which the processes join the group, and what they send then.
START, READY = 120, b"ready"


class Outcome(NamedTuple):
    """What a function did in one process: its value, or its error and the traceback."""

    value: object = None
    error: BaseException | None = None
    trace: str = ""


class Processes:
    """Processes of one process group, which run functions together.

    Parameters
    ----------
    size : int
        Number of processes.
    timeout : float, default: 30
        Seconds after which a call counts as hanging.
    fake : int, optional
        Size of a fake process group, whose collectives return arbitrary values at once; each process is the middle one.
    """

    def __init__(self, size, timeout=TIMEOUT, fake=None):
        self.size, self.timeout, self.fake = size, timeout, fake
        self._workers = []

    def run(self, function, *arguments, **options):
        """Return the values of ``function(*arguments, **options)`` by rank; raise RuntimeError if a process failed.

        The function is found again by its file and name, so that it may be in a test module.
        """
        outcomes = self.outcomes(function, *arguments, **options)
        failed = [f"process {rank}: {o.trace or o.error!r}" for rank, o in enumerate(outcomes) if o.error is not None]
        if failed:
            raise RuntimeError("\n".join(failed))
        return [o.value for o in outcomes]

    def outcomes(self, function, *arguments, **options):
        """Return an `Outcome` of each process. TimeoutError is the error of a process that hangs."""
        if not self._workers:
            self._start()
        place = sys.modules[function.__module__].__file__, function.__qualname__
        call = pickle.dumps((*place, arguments, options))
        outcomes = [Outcome(error=TimeoutError(f"no answer within {self.timeout} s")) for _ in self._workers]
        pending = {}
        for rank, (_, pipe) in enumerate(self._workers):
            pipe.send_bytes(call)
            pending[pipe] = rank
        end = time.monotonic() + self.timeout
        while pending and (ready := connection.wait(pending, max(end - time.monotonic(), 0))):
            for pipe in ready:
                outcomes[pending.pop(pipe)] = _received(pipe)
        # Processes that did not raise the same error may wait for different collectives.
        if len({str(o.error) for o in outcomes}) > 1 or pending:
            self.close()
        return outcomes

    def _start(self):
        context = _context()
        self._files = tempfile.TemporaryDirectory()
        for rank in range(self.size):
            pipe, other = context.Pipe()
            group = self._files.name, rank, self.size, self.timeout, self.fake
            process = context.Process(target=work, args=(other, *group), daemon=True)
            process.start()
            other.close()
            self._workers.append((process, pipe))
        try:
            started = all(pipe.poll(START) and pipe.recv_bytes() == READY for _, pipe in self._workers)
        except EOFError:
            started = False
        if not started:
            self.close()
            raise RuntimeError(f"the processes did not start within {START} s")

    def close(self):
        """End the processes; the next call starts new ones."""
        for process, pipe in self._workers:
            pipe.close()
            process.kill()
            process.join()
        if self._workers:
            self._workers = []
            self._files.cleanup()


def _context():
    """Return the way to start processes: where possible as forks of one that has imported the package."""
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["xp_torch.distributed"])
    return context


def _received(pipe):
    try:
        return pickle.loads(pipe.recv_bytes())
    except (EOFError, ConnectionError):
        return Outcome(error=RuntimeError("the process ended"))


def work(pipe, folder, rank, size, timeout, fake):
    """Join the process group, and run what comes through the pipe."""
    import torch
    import torch.distributed as dist

    torch.set_num_threads(1)
    os.environ["LOCAL_RANK"] = str(rank)
    limit = dt.timedelta(seconds=timeout)
    if fake:
        from torch.testing._internal.distributed.fake_pg import FakeStore

        dist.init_process_group("fake", store=FakeStore(), rank=fake // 2, world_size=fake, timeout=limit)
    else:
        store = dist.FileStore(str(Path(folder) / "store"), size)
        dist.init_process_group("gloo", store=store, rank=rank, world_size=size, timeout=limit)
    pipe.send_bytes(READY)
    modules = {}
    while True:
        try:
            path, name, arguments, options = pickle.loads(pipe.recv_bytes())
        except EOFError:
            return
        # Print where the process is shortly before it is ended for hanging.
        faulthandler.dump_traceback_later(timeout - min(1, timeout / 4))
        try:
            function = modules.get(path) or modules.setdefault(path, _module(path))
            for part in name.split("."):
                function = getattr(function, part)
            answer = pickle.dumps(Outcome(function(*arguments, **options)))
        except BaseException as error:
            answer = _failure(error)
        faulthandler.cancel_dump_traceback_later()
        pipe.send_bytes(answer)


def _failure(error):
    trace = traceback.format_exc()
    try:
        answer = pickle.dumps(Outcome(error=error, trace=trace))
        pickle.loads(answer)
    except Exception:
        return pickle.dumps(Outcome(error=RuntimeError(f"{type(error).__name__}: {error}"), trace=trace))
    return answer


def _module(path):
    """Return the module of a file, imported by its path unless it was imported by its name."""
    for module in list(sys.modules.values()):
        if getattr(module, "__file__", None) == path:
            return module
    spec = importlib.util.spec_from_file_location(f"in_processes_{Path(path).stem}", path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module
