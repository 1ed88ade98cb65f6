"""The libraries measured: xp_torch, NumPy and plain torch, each on long arrays and on strided ones."""

import numpy as np
import torch

import xp_torch

NUMPY = {"abs": "absolute", "pow": "power"}


def layouts(columns):
    """The arguments as they are and as every second element: torch has different kernels for the two."""
    yield columns
    yield [np.stack([c, c], -1)[..., 0] for c in columns]


def ours(function):
    """Return xp_torch's function on NumPy arrays."""
    call = getattr(xp_torch, function.name)
    return lambda *columns: np.asarray(call(*[xp_torch.asarray(c) for c in columns]))


def numpys(function):
    """Return NumPy's function."""
    call = getattr(np, NUMPY.get(function.name, function.name))

    def quiet(*columns):
        with np.errstate(all="ignore"):
            return call(*columns)

    return quiet


def torchs(function):
    """Return torch's function on NumPy arrays, or None."""
    call = getattr(torch, {"sign": "sgn"}.get(function.name, function.name), None)
    return call and (lambda *columns: call(*[torch.from_numpy(c) for c in columns]).resolve_conj().numpy())


CONTENDERS = {"xp_torch": ours, "numpy": numpys, "torch": torchs}


def results(contender, function, columns):
    """Yield the results of one contender, one a layout; nothing where it has no such function for the dtype."""
    call = CONTENDERS[contender](function)
    if call is None:
        return
    for arguments in layouts(columns):
        try:
            yield call(*arguments)
        except (RuntimeError, NotImplementedError):
            return
