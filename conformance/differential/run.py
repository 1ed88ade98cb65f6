"""Runs the examples in processes of their own; one that dies or hangs is reported with the call that it made."""

from __future__ import annotations

import multiprocessing
import os
import queue
import sys
import time
import traceback
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from conformance.differential.calls import ROWS

try:
    import resource
except ImportError:  # not on Windows
    resource = None

CHUNK = 250
MEMORY = 8 << 30
HEAVY = 5
HANG_SECONDS = 120.0
LINE_SECONDS = 10.0
SAME_KIND = 5


@dataclass
class Report:
    """What a run found."""

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
        total = examples * (HEAVY if ROWS[name].heavy else 1)
        chunks += [(name, start, min(start + CHUNK, total)) for start in range(0, total, CHUNK)]
    return chunks


def examine(name: str, seed: int, start: int, stop: int, tell: Any = None) -> tuple[list[dict[str, Any]], Counter[str]]:
    """Return what the examples of one chunk show; `tell` is told the example before it runs."""
    from conformance.differential.check import Finding, example

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


def _work(tasks: Any, results: Any, place: Any, number: int, seed: int) -> None:
    """Do tasks until there are none; what is being done is kept in shared memory, which outlives the process."""
    import torch

    torch.set_num_threads(1)
    if resource is not None:
        # A call that asks for too much fails instead of taking the machine with it.
        resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, resource.getrlimit(resource.RLIMIT_DATA)[1]))

    def tell(index: int) -> None:
        place[1] = index

    while True:
        try:
            task = tasks.get(timeout=1)
        except queue.Empty:
            return
        if task is None:
            return
        at, (name, start, stop) = task
        place[1], place[0] = start, at
        findings, seen = examine(name, seed, start, stop, tell)
        place[0] = -1
        results.put((number, at, stop - start, findings, dict(seen)))


class _Worker:
    """A process with the place where it says what it is doing."""

    def __init__(self, context: Any, tasks: Any, results: Any, number: int, seed: int) -> None:
        self.place = context.Array("q", [-1, -1], lock=False)
        self.since, self.last = time.monotonic(), (-1, -1)
        self.process = context.Process(target=_work, args=(tasks, results, self.place, number, seed), daemon=True)
        self.process.start()

    def hangs(self) -> bool:
        """Say whether the process has been at one example for too long."""
        now = (self.place[0], self.place[1])
        if now != self.last or now[0] < 0:
            self.last, self.since = now, time.monotonic()
        return time.monotonic() - self.since > HANG_SECONDS


def run(names: list[str], examples: int, seed: int, workers: int, tell: Any = None) -> Report:
    """Run `examples` of every function in `workers` processes; `tell` is told of progress and findings."""
    began = time.monotonic()
    report = Report(seed, functions=len(names))
    chunks = plan(names, examples)
    total = sum(stop - start for _, start, stop in chunks)
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    context = multiprocessing.get_context("spawn")
    tasks, results = context.Queue(), context.Queue()
    for item in enumerate(chunks):
        tasks.put(item)
    for _ in range(workers):
        tasks.put(None)
    crew = {number: _Worker(context, tasks, results, number, seed) for number in range(workers)}
    open_chunks = set(range(len(chunks)))
    last = time.monotonic()
    try:
        while open_chunks:
            try:
                _, at, done, findings, seen = results.get(timeout=0.5)
            except queue.Empty:
                _bury(crew, context, tasks, results, chunks, open_chunks, report, tell)
                if not crew and open_chunks and results.empty():
                    break
            else:
                open_chunks.discard(at)
                report.examples += done
                report.documented.update(seen)
                for finding in findings:
                    report.findings.append(finding)
                    if tell:
                        tell(finding["line"])
            if tell and time.monotonic() - last > LINE_SECONDS:
                last = time.monotonic()
                tell(f"{report.examples}/{total} examples, {len(report.findings)} undocumented, {last - began:.0f} s")
    finally:
        for worker in crew.values():
            worker.process.kill()
    report.seconds = round(time.monotonic() - began, 1)
    return report


def _bury(
    crew: Any, context: Any, tasks: Any, results: Any, chunks: Any, open_chunks: set[int], report: Report, tell: Any
) -> None:
    """Report the workers that have died or hang, with their calls, and put others in their places."""
    for number, worker in list(crew.items()):
        died = not worker.process.is_alive()
        if not died and not worker.hangs():
            continue
        at, index = worker.place[0], worker.place[1]
        worker.process.kill()
        del crew[number]
        if at < 0 or at not in open_chunks:
            if open_chunks and not results.empty():
                continue
            continue
        name, _, stop = chunks[at]
        what = f"the process ended ({worker.process.exitcode})" if died else f"no answer in {HANG_SECONDS:.0f} s"
        finding = {
            "function": name,
            "index": index,
            "what": what,
            "line": f"{_source(name, report.seed, index)}  # {what}",
        }
        report.findings.append(finding)
        if tell:
            tell(finding["line"])
        open_chunks.discard(at)
        report.examples += index + 1 - chunks[at][1]
        if index + 1 < stop:
            chunks.append((name, index + 1, stop))
            open_chunks.add(len(chunks) - 1)
            tasks.put((len(chunks) - 1, chunks[-1]))
        tasks.put(None)
        crew[number] = _Worker(context, tasks, results, number, report.seed)


def _source(name: str, seed: int, index: int) -> str:
    """Return the call that an example makes, without making it."""
    from conformance.differential.forms import draw
    from conformance.differential.nodes import call_source

    return call_source(draw(name, seed, index))


def say(line: str) -> None:
    """Print one line of progress."""
    print(line, file=sys.stderr, flush=True)
