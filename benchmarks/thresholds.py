"""Both ways beside each threshold of `xp_torch/_kernels/thresholds.py`.

``python -m benchmarks.thresholds`` prints the time of the way that serves below a threshold, divided by that of the way
that serves above it, for a quarter of the size, the size, and four times the size: below 1, then about 1, then above 1.
Processors differ: a threshold is right where no ratio is far from its side of 1. Thresholds of threads, of memory, of
blocks and of kernels that have no plain rival have no row.
"""

import argparse
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import torch

from benchmarks.measure import Effort, call, interleaved
from xp_torch._kernels import thresholds


class Row(NamedTuple):
    """A threshold, what makes operands of a size, and the ways below and above it."""

    name: str
    make: Callable[[int], tuple[Any, ...]]
    below: Callable[..., Any]
    above: Callable[..., Any]


def _floats(n: int) -> tuple[torch.Tensor]:
    return (torch.rand(n, dtype=torch.float64),)


def _singles(n: int) -> tuple[torch.Tensor]:
    return (torch.rand(n, dtype=torch.float32),)


def _matrix(n: int) -> tuple[torch.Tensor]:
    side = max(1, int(n**0.5))
    return (torch.rand(side, side, dtype=torch.float64) + torch.eye(side, dtype=torch.float64),)


def _pairs(n: int) -> tuple[torch.Tensor, torch.Tensor]:
    side = max(1, int(n**0.5))
    return torch.randint(0, 1000, (side,)), torch.randint(0, 1000, (side,))


def _numpys(function: Callable[..., Any]) -> Callable[..., torch.Tensor]:
    """Return a function of NumPy's as one of tensors, which shares memory."""
    return lambda *tensors: torch.from_numpy(np.asarray(function(*[t.numpy() for t in tensors])))


def _quotients(n: int) -> tuple[torch.Tensor, torch.Tensor]:
    return torch.randint(0, 1000, (n // 8,)), torch.randint(1, 1001, (n // 8,))


def _divided(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    """Return the floor of the quotients by torch, which needs the divisors read first."""
    return torch.floor_divide(x, y) if 0 not in y.tolist() else x


def _choices(n: int) -> tuple[torch.Tensor, list[torch.Tensor]]:
    return torch.randint(0, n, (1000,)), [torch.rand(1000) for _ in range(n)]


def _wheres(index: torch.Tensor, choices: list[torch.Tensor]) -> torch.Tensor:
    result = choices[0]
    for i, choice in enumerate(choices[1:], 1):
        result = torch.where(index == i, choice, result)
    return result


def _stacked(index: torch.Tensor, choices: list[torch.Tensor]) -> torch.Tensor:
    return torch.gather(torch.stack(choices), 0, index.unsqueeze(0)).squeeze(0)


_SIGNS = torch.iinfo(torch.int64).min


def _by_radix(t: torch.Tensor) -> torch.Tensor:
    bits = t.view(torch.int64)
    return torch.sort(torch.where(bits < 0, _SIGNS - bits, bits), stable=True)[0]


ROWS = (
    Row("FEW", _floats, torch.argmax, _numpys(np.argmax)),
    Row("FEW_TO_SORT", _floats, lambda t: torch.sort(t, stable=True)[0], _numpys(np.sort)),
    Row("FEW_TO_ORDER", _floats, lambda t: torch.argsort(t, stable=True), _numpys(np.argsort)),
    Row("MANY_TO_SORT_BY_RADIX", _floats, lambda t: torch.sort(t, stable=True)[0], _by_radix),
    Row("MANY_TO_SELECT", _floats, lambda t: torch.sort(t)[0], lambda t: torch.kthvalue(t, t.shape[0] // 2 + 1)[0]),
    Row("FEW_TO_VARY_IN_ONE_PASS", _floats, torch.var, lambda t: torch.mean(torch.square(t - torch.mean(t)))),
    Row("FEW_TO_INVERT", _matrix, _numpys(np.linalg.inv), torch.linalg.inv),
    Row("MANY_POINTS", _floats, torch.fft.rfft, _numpys(np.fft.rfft)),
    Row("MANY_FOR_AMAX", _singles, torch.max, torch.amax),
    Row("FEW_PAIRS", _pairs, lambda x, y: (x.unsqueeze(-1) == y).any(-1), torch.isin),
    Row("FEW_CHOICES", _choices, _wheres, _stacked),
    Row("FEW_BYTES_OF_DIVISORS", _quotients, _divided, _numpys(np.floor_divide)),
)


def measured(row: Row, effort: Effort) -> list[tuple[int, float]]:
    """Return sizes about a threshold and the time of the way below it divided by that of the way above it."""
    size = getattr(thresholds, row.name)
    found = []
    for n in (max(1, size // 4), size, 4 * size):
        operands = row.make(n)
        ways = {"below": call(lambda: row.below(*operands)), "above": call(lambda: row.above(*operands))}  # noqa: B023
        times = interleaved(ways, effort)
        found.append((n, times["below"]["min"] / times["above"]["min"]))
    return found


def main() -> None:
    """Print a line for each threshold."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.thresholds", description=__doc__)
    parser.add_argument("--threads", type=int, default=1, metavar="N", help="threads of torch; default: 1")
    torch.set_num_threads(parser.parse_args().threads)
    for row in ROWS:
        ratios = "  ".join(f"{ratio:5.2f} at {n:,}" for n, ratio in measured(row, Effort()))
        print(f"{row.name:24}  {ratios}", flush=True)


if __name__ == "__main__":
    main()
