"""`RandomState`, NumPy's older interface, and the instance whose methods are the functions of `random`."""

from __future__ import annotations

from typing import Any

import torch

from xp_torch._array.ndarray import ndarray
from xp_torch._facts.dtypes import torch_dtype
from xp_torch._facts.errors import warn
from xp_torch._functions.random.bit_generators import MT19937, BitGenerator, not_in_graphs
from xp_torch._functions.random.continuous import Continuous
from xp_torch._functions.random.discrete import Discrete
from xp_torch._functions.random.draws import NON_NEGATIVE, Size, distribution, documented
from xp_torch._functions.random.integers import Integers

__all__ = ["GLOBAL", "RandomState", "ranf", "sample"]


class RandomState(Continuous, Discrete, Integers):
    """NumPy's older interface to random numbers, which are drawn by torch's generators.

    Parameters
    ----------
    seed : None, int, sequence of ints, BitGenerator or torch.Generator, optional
        Seed. By default, fresh entropy from the operating system.
    device : device_like, optional
        Device to draw on; by default the device of the array parameters, else torch's default device.

    Notes
    -----
    The functions of ``xp.random`` are the methods of one instance. Differs from NumPy: the streams are others.

    Examples
    --------
    >>> xp.random.RandomState(1).rand(2, 3).shape
    (2, 3)
    """

    def __init__(self, seed: Any = None, *, device: Any = None) -> None:
        _check_seed(seed)
        self._bit_generator = seed if isinstance(seed, BitGenerator) else MT19937(seed, device=device)

    @not_in_graphs
    def seed(self, seed: Any = None) -> None:
        """Set the seed.

        Parameters
        ----------
        seed : None, int or sequence of ints, optional
            Seed; an int must be in [0, 2**32). By default, fresh entropy from the operating system.

        Examples
        --------
        >>> xp.random.seed(1)
        >>> a = xp.random.rand(2)
        >>> xp.random.seed(1)
        >>> bool((a == xp.random.rand(2)).all())
        True
        """
        _check_seed(seed)
        self._bit_generator.reseed(seed)

    @not_in_graphs
    def get_state(self, legacy: bool = True) -> Any:
        """Return the state, for `set_state`.

        Parameters
        ----------
        legacy : bool, default: True
            Whether to return a tuple of the name and the state, or the state only.

        Returns
        -------
        tuple or dict
            The state, with the states of torch's generators; NumPy's `set_state` does not accept it.

        Examples
        --------
        >>> state = xp.random.get_state()
        >>> a = xp.random.rand(2)
        >>> xp.random.set_state(state)
        >>> bool((a == xp.random.rand(2)).all())
        True
        """
        state = self._bit_generator.state
        return (state["bit_generator"], state) if legacy else state

    @not_in_graphs
    def set_state(self, state: Any) -> None:
        """Set the state to a result of `get_state`.

        Parameters
        ----------
        state : tuple or dict
            The state.

        Examples
        --------
        >>> xp.random.set_state(xp.random.get_state())
        """
        if isinstance(state, (tuple, list)) and len(state) == 2:
            state = state[1]
        self._bit_generator.state = state

    @documented("xp.random.random_sample(3).shape")
    def random_sample(self, size: Size = None) -> ndarray:
        """Draw uniformly from [0, 1)."""
        return self._standard("random", "uniform", size, None, None)

    @documented("xp.random.random(3).shape")
    def random(self, size: Size = None) -> ndarray:
        """Draw uniformly from [0, 1)."""
        return self._standard("random", "uniform", size, None, None)

    @documented("xp.random.rand(3).shape")
    def rand(self, *args: int) -> ndarray:
        """Draw uniformly from [0, 1)."""
        return self._standard("rand", "uniform", args or None, None, None)

    @documented("xp.random.randn(3).shape")
    def randn(self, *args: int) -> ndarray:
        """Draw from the standard normal distribution."""
        return self._standard("randn", "normal", args or None, None, None)

    @documented("xp.random.standard_normal(3).shape")
    def standard_normal(self, size: Size = None) -> ndarray:
        """Draw from the standard normal distribution."""
        return self._standard("standard_normal", "normal", size, None, None)

    @documented("xp.random.standard_exponential(3).shape")
    def standard_exponential(self, size: Size = None) -> ndarray:
        """Draw from the exponential distribution with mean 1."""
        return self._standard("standard_exponential", "exponential", size, None, None)

    @distribution("2.0", shape=("Shape parameter", NON_NEGATIVE))
    def standard_gamma(self, shape: Any, size: Size = None) -> ndarray:
        """Draw from the gamma distribution with scale 1."""
        return self._standard("standard_gamma", "gamma", size, None, None, shape)

    @documented(
        "xp.random.randint(1, 7, size=3).shape",
        returns="Random integers.",
        dtype="dtype_like: Integer data type or bool; by default the default integer.",
    )
    def randint(self, low: Any, high: Any = None, size: Size = None, dtype: Any = int) -> ndarray:
        """Draw integers uniformly."""
        return self._uniform_integers("randint", low, high, size, torch_dtype(dtype), False)

    @documented(
        "int(xp.random.randint(1, 2))",
        returns="Random integers.",
        shown="1",
        low="array_like: Lower bound (inclusive). If `high` is None, the range is [1, low].",
        high="array_like: Upper bound (inclusive).",
    )
    def random_integers(self, low: Any, high: Any = None, size: Size = None) -> ndarray:
        """Draw integers uniformly, including the upper bound; deprecated, as in NumPy."""
        if high is None:
            low, high = 1, low
        warn("random_integers is deprecated: call randint with the upper bound plus one", DeprecationWarning)
        return self._uniform_integers("random_integers", low, high, size, torch_dtype(int), True)

    @documented("xp.random.RandomState(1).tomaxint(3).shape", returns="Random integers.")
    def tomaxint(self, size: Size = None) -> ndarray:
        """Draw integers uniformly from 0 to the largest int64."""
        return self._uniform_integers("tomaxint", 0, 2**63 - 1, size, torch.int64, True)

    @documented(
        "xp.random.choice(5, 3, replace=False).shape",
        returns="The chosen elements.",
        a="array_like or int: Array to choose from, 1-D; an int stands for the integers below it.",
    )
    def choice(self, a: Any, size: Size = None, replace: bool = True, p: Any = None) -> ndarray:
        """Choose elements at random."""
        if getattr(a, "ndim", 1) > 1 or (isinstance(a, (list, tuple)) and a and isinstance(a[0], (list, tuple))):
            raise ValueError("a must be 1-dimensional")
        return self._choice(a, size, replace, p, 0)

    @documented(
        "xp.random.permutation(3).shape",
        returns="A shuffled copy.",
        x="array_like or int: Array to shuffle along the first axis; an int stands for the integers below it.",
    )
    def permutation(self, x: Any) -> ndarray:
        """Return the slices along the first axis in random order."""
        return self._permutation(x, 0, torch_dtype(int))

    def shuffle(self, x: Any) -> None:
        """Shuffle an array along the first axis, or a list, in place.

        Parameters
        ----------
        x : ndarray or MutableSequence
            Array or list to shuffle.

        Examples
        --------
        >>> x = [1, 2, 3]
        >>> xp.random.shuffle(x)
        >>> sorted(x)
        [1, 2, 3]
        """
        self._shuffle(x, 0)

    @documented("xp.random.multivariate_normal([0.0, 1.0], [[1.0, 0.5], [0.5, 2.0]], size=3).shape", shown="(3, 2)")
    def multivariate_normal(
        self, mean: Any, cov: Any, size: Size = None, check_valid: str = "warn", tol: float = 1e-8
    ) -> ndarray:
        """Draw from the multivariate normal distribution."""
        return self._multivariate_normal(mean, cov, size, check_valid, tol, "svd")


def _check_seed(seed: Any) -> None:
    """Raise if an int seed is too large for NumPy's older generators."""
    if isinstance(seed, int) and seed > 2**32 - 1:
        raise ValueError("Seed must be between 0 and 2**32 - 1")


#: the instance whose methods are the functions of `random`.
GLOBAL = RandomState()


@documented("xp.random.ranf(3).shape")
def ranf(size: Size = None) -> ndarray:
    """Draw uniformly from [0, 1)."""
    return GLOBAL.random_sample(size)


@documented("xp.random.sample(3).shape")
def sample(size: Size = None) -> ndarray:
    """Draw uniformly from [0, 1)."""
    return GLOBAL.random_sample(size)
