"""NumPy's bit generators as classes of this package, so that the module of a generator says whose it is."""

from __future__ import annotations

import numpy as np
from numpy.random import SeedSequence

from xp_torch._facts.annotations import ArrayLike
from xp_torch._functions.random.streams import as_seed

__all__ = ["MT19937", "PCG64", "PCG64DXSM", "SFC64", "Philox"]


class MT19937(np.random.MT19937):
    """NumPy's bit generator `MT19937`: the Mersenne Twister, which `RandomState` draws from.

    Parameters
    ----------
    seed : None, int, sequence of ints or SeedSequence, optional
        Seed. By default, fresh entropy from the operating system.

    Examples
    --------
    >>> xp.random.Generator(xp.random.MT19937(1)).integers(10, size=3)
    array([2, 9, 7])
    """

    def __init__(self, seed: ArrayLike | SeedSequence | None = None) -> None:
        super().__init__(as_seed(seed))


class PCG64(np.random.PCG64):
    """NumPy's bit generator `PCG64`: a permuted congruential generator of 128 bits, which `default_rng` makes.

    Parameters
    ----------
    seed : None, int, sequence of ints or SeedSequence, optional
        Seed. By default, fresh entropy from the operating system.

    Examples
    --------
    >>> xp.random.Generator(xp.random.PCG64(1)).integers(10, size=3)
    array([4, 5, 7])
    """

    def __init__(self, seed: ArrayLike | SeedSequence | None = None) -> None:
        super().__init__(as_seed(seed))


class PCG64DXSM(np.random.PCG64DXSM):
    """NumPy's bit generator `PCG64DXSM`: `PCG64` with a stronger output function.

    Parameters
    ----------
    seed : None, int, sequence of ints or SeedSequence, optional
        Seed. By default, fresh entropy from the operating system.

    Examples
    --------
    >>> xp.random.Generator(xp.random.PCG64DXSM(1)).integers(10, size=3)
    array([7, 2, 6])
    """

    def __init__(self, seed: ArrayLike | SeedSequence | None = None) -> None:
        super().__init__(as_seed(seed))


class Philox(np.random.Philox):
    """NumPy's bit generator `Philox`: a counter-based generator of 64-bit words.

    Parameters
    ----------
    seed : None, int, sequence of ints or SeedSequence, optional
        Seed. By default, fresh entropy from the operating system.
    counter : None, int or sequence of ints, optional
        Number of the first block, 256 bits; by default 0.
    key : None, int or sequence of ints, optional
        Key of the stream, 128 bits, in place of `seed`.

    Examples
    --------
    >>> xp.random.Generator(xp.random.Philox(1)).integers(10, size=3)
    array([4, 0, 1])
    """

    def __init__(
        self,
        seed: ArrayLike | SeedSequence | None = None,
        counter: ArrayLike | None = None,
        key: ArrayLike | None = None,
    ) -> None:
        super().__init__(as_seed(seed), as_seed(counter), as_seed(key))


class SFC64(np.random.SFC64):
    """NumPy's bit generator `SFC64`: the small, fast chaotic generator.

    Parameters
    ----------
    seed : None, int, sequence of ints or SeedSequence, optional
        Seed. By default, fresh entropy from the operating system.

    Examples
    --------
    >>> xp.random.Generator(xp.random.SFC64(1)).integers(10, size=3)
    array([4, 9, 5])
    """

    def __init__(self, seed: ArrayLike | SeedSequence | None = None) -> None:
        super().__init__(as_seed(seed))
