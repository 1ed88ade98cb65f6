"""Times of several contenders, interleaved in one process."""

import gc
import math
import statistics
import time
import timeit
from dataclasses import asdict, dataclass

import torch

BATCH_SECONDS = 250e-6  # long beside the clock's resolution, short beside a time slice of the scheduler
LEAST_ROUNDS = 5


@dataclass(frozen=True)
class Effort:
    """How long to measure: at most `rounds` rounds, and no further one once `seconds` of processor time are used.

    Processor time, because a loaded machine needs as many rounds as an idle one, or more.
    """

    rounds: int = 40
    seconds: float = 0.25
    batch: float = BATCH_SECONDS


@dataclass(frozen=True)
class Timing:
    """Seconds of one call: the fastest batch, the middle one, and the middle half's width beside that."""

    min: float
    median: float
    spread: float
    loops: int
    rounds: int


def statement(source, names):
    """A function of a number of loops that returns the seconds which that many runs of `source` took.

    The names are local variables of the loop, so that looking them up costs what it costs in a function.
    """
    setup = "; ".join(f"{name} = _names[{name!r}]" for name in names)
    return timeit.Timer(source, setup or "pass", globals={"_names": names}).timeit


def call(function):
    """A function of a number of loops that returns the seconds which that many calls of `function` took."""

    def act(number):
        enabled = gc.isenabled()
        gc.disable()
        try:
            start = time.perf_counter()
            for _ in range(number):
                function()
            return time.perf_counter() - start
        finally:
            if enabled:
                gc.enable()

    return act


def waited(act):
    """Return `act` so that its time has the work on torch's default device in it, if that is an accelerator."""
    if not torch.accelerator.is_available() or torch.get_default_device().type == "cpu":
        return act

    def with_device(number):
        torch.accelerator.synchronize()
        start = time.perf_counter()
        act(number)
        torch.accelerator.synchronize()
        return time.perf_counter() - start

    return with_device


def calibrated(act, batch):
    """How many loops take about `batch` seconds; the first run, which loads and allocates, tells only a slow one."""
    if act(1) > 100 * batch:
        return 1
    number = 1
    for _ in range(3):
        took = act(number)
        number = max(1, min(math.ceil(number * batch / max(took, 1e-9)), number * 1000))
        if took > batch / 2:
            break
    return number


def interleaved(acts, effort):
    """Time `acts`, a dict of functions of a number of loops, in turn; return a dict of `Timing` as plain data.

    Each round runs every contender once and begins with the next one, so that what disturbs the machine disturbs all.
    """
    names, acts = list(acts), {name: waited(act) for name, act in acts.items()}
    loops = {name: calibrated(acts[name], effort.batch) for name in names}
    seconds = {name: [] for name in names}
    start = time.process_time()
    for done in range(effort.rounds):
        if done >= LEAST_ROUNDS and time.process_time() - start > effort.seconds:
            break
        first = done % len(names)
        for name in names[first:] + names[:first]:
            seconds[name].append(acts[name](loops[name]) / loops[name])
    return {name: asdict(timing(seconds[name], loops[name])) for name in names}


def timing(seconds, loops):
    """Return the times of one contender."""
    middle = statistics.median(seconds)
    low, _, high = statistics.quantiles(seconds, n=4) if len(seconds) > 1 else (middle,) * 3
    return Timing(min(seconds), middle, (high - low) / middle if middle else 0.0, loops, len(seconds))


def ratio(row, name, base, key="min"):
    """How many times as long as `base` the contender `name` takes; None where one of them wasn't timed."""
    seconds = row["seconds"]
    return seconds[name][key] / seconds[base][key] if name in seconds and base in seconds else None


def geometric_mean(values):
    """The geometric mean of the values that are there; None where there are none."""
    kept = [value for value in values if value]
    return math.exp(statistics.fmean(map(math.log, kept))) if kept else None
