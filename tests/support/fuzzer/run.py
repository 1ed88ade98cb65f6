"""Runs the examples in separate processes; a process that dies or hangs is reported with its call.

A module of examples has `example(name, seed, index)`, which returns a finding and what excuses the example;
`source(name, seed, index)`, the text of the call; and `HANG_SECONDS`, which one example may take.
"""

from __future__ import annotations

import contextlib
import importlib
import multiprocessing
import os
import sys
import time
import traceback
from collections import Counter, deque
from dataclasses import dataclass, field
from multiprocessing import connection
from typing import Any

from tools.calls import ROWS

try:
    import resource
except ImportError:  # not on Windows
    resource = None

CHUNK = 250
MEMORY = 8 << 30
HEAVY = 5
#: the module of the examples that are compared with NumPy's.
COMPARED = "support.fuzzer.check"
LINE_SECONDS = 10.0
SAME_KIND = 5
#: indices in a worker's shared memory: the current example, and whether our call runs, not NumPy's.
INDEX, OURS = 0, 1


@dataclass
class Report:
    """The results of a run."""

    seed: int
    examples: int = 0
    functions: int = 0
    seconds: float = 0.0
    findings: list[dict[str, Any]] = field(default_factory=list)
    documented: Counter[str] = field(default_factory=Counter)

    def record(self) -> dict[str, Any]:
        """Return the report for a file."""
        return {**vars(self), "documented": dict(self.documented), "holds": not self.findings}


def plan(names: list[str], examples: int) -> list[tuple[str, int, int]]:
    """Return the chunks of work: a function, its first example and the one after its last."""
    chunks = []
    for name in names:
        total = examples * (HEAVY if name in ROWS and ROWS[name].heavy else 1)
        chunks += [(name, start, min(start + CHUNK, total)) for start in range(0, total, CHUNK)]
    return chunks


def examine(
    name: str, seed: int, start: int, stop: int, tell: Any = None, module: str = COMPARED
) -> tuple[list[dict[str, Any]], Counter[str]]:
    """Run the examples of one chunk and return the findings; `tell` is called with each example before it runs."""
    from support.fuzzer.check import Finding

    example = importlib.import_module(module).example
    findings: list[dict[str, Any]] = []
    seen: Counter[str] = Counter()
    kinds: Counter[str] = Counter()
    for index in range(start, stop):
        if tell is not None:
            tell(index)
        try:
            finding, case = example(name, seed, index)
        except Exception:
            finding, case = Finding(name, index, "harness", traceback.format_exc(limit=-3).replace("\n", " | ")), ""
        if case:
            seen[case] += 1
        if finding is not None:
            findings.append(finding.record())
            kinds[finding.what] += 1
            if sum(kinds.values()) >= SAME_KIND:
                break
    return findings, seen


def _work(pipe: Any, place: Any, seed: int, module: str) -> None:
    """Run the chunks that come through `pipe`; the current example is in shared memory, which outlives the process."""
    import torch

    from support.fuzzer import compare

    torch.set_num_threads(1)
    if resource is not None:
        # A call that needs too much memory fails before the machine runs out.
        resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, resource.getrlimit(resource.RLIMIT_DATA)[1]))

    def tell(index: int) -> None:
        place[INDEX] = index

    def turn(here: bool) -> None:
        place[OURS] = here

    compare.turn = turn
    while (chunk := pipe.recv()) is not None:
        name, start, stop = chunk
        findings, seen = examine(name, seed, start, stop, tell, module)
        pipe.send((findings, dict(seen)))


class _Worker:
    """A process, its chunk of work and the shared memory with its progress."""

    def __init__(self, context: Any, seed: int, module: str) -> None:
        self.hang_seconds = importlib.import_module(module).HANG_SECONDS
        self.place = context.Array("q", [0, 0], lock=False)
        self.pipe, other = context.Pipe()
        self.chunk: tuple[str, int, int] | None = None
        self.since, self.last = time.monotonic(), -1
        self.process = context.Process(target=_work, args=(other, self.place, seed, module), daemon=True)
        self.process.start()
        other.close()

    def give(self, chunk: tuple[str, int, int] | None) -> None:
        """Send the process its next chunk, or None if there are no more."""
        self.chunk = chunk
        self.since, self.last = time.monotonic(), -1
        self.place[INDEX] = -1
        with contextlib.suppress(OSError):  # the process has ended, which its pipe shows
            self.pipe.send(chunk)

    def hangs(self) -> bool:
        """Return whether one example takes too long."""
        now = self.place[INDEX]
        if now != self.last:
            self.last, self.since = now, time.monotonic()
        return now >= 0 and time.monotonic() - self.since > self.hang_seconds


def run(names: list[str], examples: int, seed: int, workers: int, tell: Any = None, module: str = COMPARED) -> Report:
    """Run `examples` of every function in `workers` processes; `tell` receives progress and findings."""
    source = importlib.import_module(module).source
    began = time.monotonic()
    report = Report(seed, functions=len(names))
    chunks = deque(plan(names, examples))
    total = sum(stop - start for _, start, stop in chunks)
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    context = multiprocessing.get_context("spawn")
    crew = [_Worker(context, seed, module) for _ in range(min(workers, len(chunks)))]
    for worker in crew:
        worker.give(chunks.popleft() if chunks else None)
    last = time.monotonic()

    def note(findings: list[dict[str, Any]]) -> None:
        for finding in findings:
            report.findings.append(finding)
            if tell:
                tell(finding["line"])

    try:
        while busy := [worker for worker in crew if worker.chunk is not None]:
            ready = connection.wait([worker.pipe for worker in busy], timeout=0.5)
            for worker in busy:
                if worker.pipe in ready:
                    try:
                        findings, seen = worker.pipe.recv()
                    except (EOFError, OSError):
                        crew.remove(worker)
                        worker.process.join()
                        _bury(worker, f"the process ended ({worker.process.exitcode})", chunks, report, note, source)
                        crew.append(_Worker(context, seed, module))
                        worker = crew[-1]
                    else:
                        report.examples += worker.chunk[2] - worker.chunk[1]
                        report.documented.update(seen)
                        note(findings)
                    worker.give(chunks.popleft() if chunks else None)
                elif worker.hangs():
                    crew.remove(worker)
                    worker.process.kill()
                    _bury(worker, f"no answer in {worker.hang_seconds:.0f} s", chunks, report, note, source)
                    crew.append(_Worker(context, seed, module))
                    crew[-1].give(chunks.popleft() if chunks else None)
            if tell and time.monotonic() - last > LINE_SECONDS:
                last = time.monotonic()
                tell(f"{report.examples}/{total} examples, {len(report.findings)} undocumented, {last - began:.0f} s")
    finally:
        for worker in crew:
            worker.process.kill()
    report.seconds = round(time.monotonic() - began, 1)
    return report


def _bury(
    worker: _Worker, what: str, chunks: deque[tuple[str, int, int]], report: Report, note: Any, source: Any
) -> None:
    """Report the call that ended or blocked a process, if it was ours, and queue the rest of its chunk."""
    name, start, stop = worker.chunk
    index = max(worker.place[INDEX], start)
    if worker.place[OURS]:
        line = f"{source(name, report.seed, index)}  # {what}"
        note([{"function": name, "index": index, "what": what, "line": line}])
    else:
        report.documented[f"NumPy's call: {what}"] += 1
    report.examples += index + 1 - start
    if index + 1 < stop:
        chunks.append((name, index + 1, stop))


def say(line: str) -> None:
    """Print one line of progress."""
    print(line, file=sys.stderr, flush=True)
