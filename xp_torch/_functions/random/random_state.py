"""`RandomState`, NumPy's older interface, and the one that the functions of `random` are the methods of."""

from __future__ import annotations

import warnings
from typing import Any

import torch

from xp_torch._array.ndarray import ndarray
from xp_torch._facts.dtypes import torch_dtype
from xp_torch._functions.random.bit_generators import MT19937, BitGenerator, outside_graphs
from xp_torch._functions.random.continuous import Continuous
from xp_torch._functions.random.discrete import Discrete
from xp_torch._functions.random.draws import tells
from xp_torch._functions.random.generator import random_bytes
from xp_torch._functions.random.integers import Integers

__all__ = ["GLOBAL", "RandomState"]

Size = int | tuple[int, ...] | None


class RandomState(Continuous, Discrete, Integers):
    """NumPy's older interface to random numbers, drawn by torch's generators as those of `Generator` are.

    Parameters
    ----------
    seed : None, int, sequence of ints, BitGenerator or torch.Generator, optional
        Where the stream begins.
    device : device_like, optional
        Where numbers are drawn. By default on the device of array parameters, else on the default device.

    Notes
    -----
    The functions of ``xp.random`` are the methods of one object of this class. The streams are not NumPy's.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.random.RandomState(1).rand(2, 3).shape
    (2, 3)
    """

    def __init__(self, seed: Any = None, *, device: Any = None) -> None:
        if isinstance(seed, (int, bool)) and seed > 2**32 - 1:
            raise ValueError("Seed must be between 0 and 2**32 - 1")
        self._bit_generator = seed if isinstance(seed, BitGenerator) else MT19937(seed, device=device)

    def __repr__(self) -> str:
        return f"RandomState({type(self._bit_generator).__name__}) at 0x{id(self):X}"

    def __str__(self) -> str:
        return f"RandomState({type(self._bit_generator).__name__})"

    @outside_graphs
    def seed(self, seed: Any = None) -> None:
        """Begin the stream anew.

        Parameters
        ----------
        seed : None, int or sequence of ints, optional
            Where it begins, an int below 2**32; by default where nobody knows.

        Raises
        ------
        ValueError
            If it is out of bounds.

        Examples
        --------
        >>> import xp_torch as xp
        >>> xp.random.seed(1)
        >>> a = xp.random.rand(2)
        >>> xp.random.seed(1)
        >>> bool((a == xp.random.rand(2)).all())
        True
        """
        if isinstance(seed, int) and seed > 2**32 - 1:
            raise ValueError("Seed must be between 0 and 2**32 - 1")
        self._bit_generator.reseed(seed)

    @outside_graphs
    def get_state(self, legacy: bool = True) -> Any:
        """Return the state, for `set_state`.

        Parameters
        ----------
        legacy : bool, default: True
            Whether it is a tuple of a name and a dict, else the dict.

        Returns
        -------
        tuple or dict
            States of torch's generators; what NumPy's `set_state` takes it is not.

        Examples
        --------
        >>> import xp_torch as xp
        >>> state = xp.random.get_state()
        >>> a = xp.random.rand(2)
        >>> xp.random.set_state(state)
        >>> bool((a == xp.random.rand(2)).all())
        True
        """
        state = self._bit_generator.state
        return (state["bit_generator"], state) if legacy else state

    @outside_graphs
    def set_state(self, state: Any) -> None:
        """Set the state to one that `get_state` returned.

        Parameters
        ----------
        state : tuple or dict
            The state.

        Raises
        ------
        TypeError
            If it is neither.
        ValueError
            If it is that of another bit generator.

        Examples
        --------
        >>> import xp_torch as xp
        >>> xp.random.set_state(xp.random.get_state())
        """
        if isinstance(state, (tuple, list)) and len(state) == 2:
            state = state[1]
        if not isinstance(state, dict):
            raise TypeError("state must be what get_state returned")
        self._bit_generator.state = state

    def bytes(self, length: int) -> bytes:
        """Return random bytes.

        Parameters
        ----------
        length : int
            How many.

        Returns
        -------
        bytes
            On the host.

        Examples
        --------
        >>> import xp_torch as xp
        >>> len(xp.random.bytes(3))
        3
        """
        return random_bytes(self, length)

    @tells("xp.random.random_sample(3).shape")
    def random_sample(self, size: Size = None) -> ndarray:
        """Draw uniformly from [0, 1)."""
        return self._standard("uniform", size, None, None)

    @tells("xp.random.random(3).shape")
    def random(self, size: Size = None) -> ndarray:
        """Draw uniformly from [0, 1)."""
        return self._standard("uniform", size, None, None)

    @tells("xp.random.rand(3).shape", args="Sizes of the dimensions.")
    def rand(self, *args: int) -> ndarray:
        """Draw uniformly from [0, 1)."""
        return self._standard("uniform", args or None, None, None)

    @tells("xp.random.randn(3).shape", args="Sizes of the dimensions.")
    def randn(self, *args: int) -> ndarray:
        """Draw from the normal distribution of mean 0 and deviation 1."""
        return self._standard("normal", args or None, None, None)

    @tells("xp.random.standard_normal(3).shape")
    def standard_normal(self, size: Size = None) -> ndarray:
        """Draw from the normal distribution of mean 0 and deviation 1."""
        return self._standard("normal", size, None, None)

    @tells("xp.random.standard_exponential(3).shape")
    def standard_exponential(self, size: Size = None) -> ndarray:
        """Draw from the exponential distribution of mean 1."""
        return self._standard("exponential", size, None, None)

    @tells("xp.random.standard_gamma(2.0, size=3).shape", shape="Not negative.")
    def standard_gamma(self, shape: Any, size: Size = None) -> ndarray:
        """Draw from the gamma distribution of scale 1."""
        return self._standard("gamma", size, None, None, ("shape", shape, "not negative"))

    @tells(
        "xp.random.randint(1, 7, size=3).shape",
        returns="Random integers.",
        low="Least; if it is alone, what they are below, from 0.",
        high="What they are below.",
        dtype="Integer dtype or bool, by default the default integer.",
    )
    def randint(self, low: Any, high: Any = None, size: Size = None, dtype: Any = int) -> ndarray:
        """Draw integers uniformly."""
        return self._whole("randint", low, high, size, torch_dtype(dtype), False)

    @tells(
        "int(xp.random.randint(1, 2))",
        returns="Random integers.",
        shown="1",
        low="Least; if it is alone, the greatest, from 1.",
        high="Greatest.",
    )
    def random_integers(self, low: Any, high: Any = None, size: Size = None) -> ndarray:
        """Draw integers uniformly, the upper end among them; deprecated, as in NumPy."""
        if high is None:
            low, high = 1, low
        warnings.warn(
            "This function is deprecated. Please call randint with the upper end raised by one", DeprecationWarning, 2
        )
        return self._whole("random_integers", low, high, size, torch_dtype(int), True)

    @tells("xp.random.RandomState(1).tomaxint(3).shape", returns="Random integers.")
    def tomaxint(self, size: Size = None) -> ndarray:
        """Draw integers uniformly from 0 to the largest int64."""
        return self._whole("tomaxint", 0, 2**63 - 1, size, torch.int64, True)

    @tells(
        "xp.random.choice(5, 3, replace=False).shape",
        returns="What was chosen.",
        a="One-dimensional, or an int for the numbers below it.",
        replace="Whether one may be chosen again.",
        p="Probabilities, by default all the same.",
    )
    def choice(self, a: Any, size: Size = None, replace: bool = True, p: Any = None) -> ndarray:
        """Choose elements at random."""
        if getattr(a, "ndim", 1) > 1 or (isinstance(a, (list, tuple)) and a and isinstance(a[0], (list, tuple))):
            raise ValueError("a must be 1-dimensional")
        return self._choice(a, size, replace, p, 0, torch.int64)

    @tells(
        "xp.random.permutation(3).shape",
        returns="A copy in random order.",
        x="What is put in order along the first axis, or an int for the numbers below it.",
    )
    def permutation(self, x: Any) -> ndarray:
        """Return the slices along the first axis in random order."""
        return self._permutation(x, 0, torch_dtype(int))

    def shuffle(self, x: Any) -> None:
        """Put the slices of an array along the first axis, or a list, in random order, in place.

        Parameters
        ----------
        x : ndarray or MutableSequence
            What is put in order.

        Raises
        ------
        TypeError
            If it can't be written to.

        Examples
        --------
        >>> import xp_torch as xp
        >>> x = [1, 2, 3]
        >>> xp.random.shuffle(x)
        >>> sorted(x)
        [1, 2, 3]
        """
        self._shuffle(x, 0)

    @tells(
        "xp.random.multivariate_normal([0.0, 1.0], [[1.0, 0.5], [0.5, 2.0]], size=3).shape",
        shown="(3, 2)",
        mean="One-dimensional.",
        cov="Covariance: square, symmetric, positive semidefinite.",
        check_valid='"warn", "raise" or "ignore": what is done about a covariance that is not; on the CPU.',
        tol="Tolerance of that check.",
    )
    def multivariate_normal(
        self, mean: Any, cov: Any, size: Size = None, check_valid: str = "warn", tol: float = 1e-8
    ) -> ndarray:
        """Draw from the normal distribution of several variables."""
        return self._normals(mean, cov, size, check_valid, tol, "svd")


#: the object whose methods the functions of `random` are.
GLOBAL = RandomState()
