"""Part ``gpu``: on a GPU, where there is one: chains bound by launches, large arrays, and waits for the device."""

import warnings

import numpy as np
import torch

import xp_torch
from benchmarks.contenders import OURS, TORCH, difference
from benchmarks.measure import Effort, interleaved

LINKS = 50
LARGE, SMALL = 10_000_000, 100


def chain(np, x, y):
    """Operations that each end before the next is launched."""
    for _ in range(LINKS):
        x = np.where(x > y, x * 0.5 + y, x - 1.0)
    return x


def several(np, x, y):
    """Several operations that don't read values back."""
    z = np.sqrt(np.abs(x)) + np.exp(-y * y)
    z = np.clip(z, 0.0, 2.0)
    return z - np.mean(z) / (1.0 + np.std(z))


def reduced(np, x, y):
    """Reductions and views."""
    table = np.reshape(x * y, (-1, 10))
    return np.sum(table, axis=0) + np.max(table, axis=0) - table[0]


def ordered(np, x, y):
    """Sorting and searching."""
    return np.searchsorted(np.sort(x), y)


def several_of_torch(x, y):
    """`several` on plain tensors."""
    z = torch.sqrt(torch.abs(x)) + torch.exp(-y * y)
    z = torch.clamp(z, 0.0, 2.0)
    return z - torch.mean(z) / (1.0 + torch.std(z, correction=0))


def reduced_by_torch(x, y):
    """`reduced` on plain tensors."""
    table = torch.reshape(x * y, (-1, 10))
    return torch.sum(table, dim=0) + torch.amax(table, dim=0) - table[0]


def ordered_by_torch(x, y):
    """`ordered` on plain tensors."""
    return torch.searchsorted(torch.sort(x).values, y)


CASES = {
    "chain": (chain, lambda x, y: chain(torch, x, y), SMALL),
    "chain on a large array": (chain, lambda x, y: chain(torch, x, y), LARGE),
    "elementwise": (several, several_of_torch, LARGE),
    "elementwise, small": (several, several_of_torch, SMALL),
    "reductions": (reduced, reduced_by_torch, LARGE),
    "sort and search": (ordered, ordered_by_torch, LARGE),
}


def waits(function):
    """How often `function` waits for the GPU, by torch's own warnings."""
    torch.cuda.synchronize()
    before = torch.cuda.get_sync_debug_mode()
    torch.cuda.set_sync_debug_mode("warn")
    try:
        with warnings.catch_warnings(record=True) as told:
            warnings.simplefilter("always")
            function()
    finally:
        torch.cuda.set_sync_debug_mode(before)
    return sum("synchroniz" in str(one.message) for one in told)


def waited_for(function):
    """A function of a number of loops that returns the seconds which that many calls took, the GPU's part included."""

    def act(number):
        start, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
        torch.cuda.synchronize()
        start.record()
        for _ in range(number):
            function()
        end.record()
        torch.cuda.synchronize()
        return start.elapsed_time(end) * 1e-3

    return act


def run(options, progress):
    """Time the cases on the GPU; return the rows, and why there are none where there is no GPU."""
    if not torch.cuda.is_available():
        progress.print("  NO GPU: this part did not run")
        return {"ran": False, "rows": []}
    names = [name for name in CASES if options.wants(name)]
    effort = options.effort or Effort(rounds=100 if options.full else 20, seconds=5.0 if options.full else 1.0)
    progress.total = len(names)
    rows = []
    for name in names:
        progress(len(rows), name)
        source, by_torch, size = CASES[name]
        rng = np.random.default_rng(options.seed)
        # One memory for both.
        x, y = (torch.from_numpy(rng.standard_normal(size, dtype=np.float32)).cuda() for _ in range(2))
        own = xp_torch.asarray(x), xp_torch.asarray(y)
        acts = {
            TORCH: lambda by_torch=by_torch, x=x, y=y: by_torch(x, y),
            OURS: lambda source=source, own=own: source(xp_torch, *own),
        }
        told = difference(acts[OURS](), acts[TORCH](), 1e-4)
        row = {"name": name, "size": size, "differs": {OURS: told} if told else {}, "wrong": told, "seconds": {}}
        if told is None:
            row["waits"] = {one: waits(act) for one, act in acts.items()}
            # Any wait that plain torch does not need is a defect.
            row["wrong"] = f"waits {row['waits'][OURS]} times" if row["waits"][OURS] > row["waits"][TORCH] else None
            row["seconds"] = interleaved({one: waited_for(act) for one, act in acts.items()}, effort)
        if row["wrong"]:
            progress.print(f"  WRONG {name}: {row['wrong']}")
        rows.append(row)
    return {"ran": True, "rows": rows}
