"""NumPy's bit generators as classes of this package, so that the module of a generator says whose it is."""

from __future__ import annotations

import numpy as np

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


class Philox(np.random.Philox):
    """NumPy's bit generator `Philox`: a counter-based generator of 64-bit words.

    Parameters
    ----------
    seed : None, int, sequence of ints or SeedSequence, optional
        Seed. By default, fresh entropy from the operating system.

    Examples
    --------
    >>> xp.random.Generator(xp.random.Philox(1)).integers(10, size=3)
    array([4, 0, 1])
    """


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
