"""`RandomState`, NumPy's older interface, and the instance whose methods are the functions of `random`."""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
import torch
from numpy.random import BitGenerator

from xp_torch._array.door import call_override, draws_elsewhere
from xp_torch._array.ndarray import ndarray
from xp_torch._facts.annotations import ArrayLike, DeviceLike, DTypeLike, ShapeLike
from xp_torch._facts.dtypes import torch_dtype
from xp_torch._facts.errors import warn
from xp_torch._facts.shapes import as_bool
from xp_torch._functions.random.bit_generators import MT19937
from xp_torch._functions.random.continuous import Continuous
from xp_torch._functions.random.discrete import Discrete
from xp_torch._functions.random.draws import NON_NEGATIVE, domains
from xp_torch._functions.random.integers import Integers
from xp_torch._functions.random.streams import as_seed, not_in_graphs

__all__ = ["GLOBAL", "RandomState", "ranf", "sample"]

#: NumPy's class; not for type checkers, because its methods return NumPy's arrays.
_NumpyRandomState: Any = object if TYPE_CHECKING else np.random.RandomState


class RandomState(Continuous, Discrete, Integers, _NumpyRandomState):  # type: ignore[misc]
    """NumPy's older interface to random numbers.

    On the CPU the numbers are NumPy's, bit for bit, as `Generator` says. The functions of ``xp.random`` are the methods
    of one instance, ``xp.random.mtrand._rand``, which draws from the state of ``numpy.random``: `seed` seeds what SciPy
    and scikit-learn draw without a ``random_state``, too. An instance is a `numpy.random.RandomState`, so that they
    accept it.

    Parameters
    ----------
    seed : None, int, sequence of ints, BitGenerator or numpy.random.RandomState, optional
        Seed. By default, fresh entropy from the operating system. Bit generators and states are used as they are.
    device : device_like, optional
        Device to draw on; by default the device of the array parameters, else torch's default device.

    See Also
    --------
    Generator : NumPy's newer interface, and which numbers are NumPy's.

    Examples
    --------
    >>> xp.random.RandomState(0).rand(3)
    array([0.5488135 , 0.71518937, 0.60276338])
    """

    _is_legacy = True

    def __init__(
        self, seed: ArrayLike | BitGenerator | np.random.RandomState | None = None, *, device: DeviceLike | None = None
    ) -> None:
        if isinstance(seed, RandomState):
            seed = seed._numpy
        if isinstance(seed, np.random.RandomState):
            self._numpy = seed
        elif hasattr(seed, "capsule"):
            self._numpy = np.random.RandomState(seed)  # type: ignore[arg-type]
        else:
            self._numpy = np.random.RandomState(MT19937())
            if seed is not None:
                self._numpy.seed(as_seed(seed))
        super().__init__(self._numpy._bit_generator)
        self._initialize(device)

    def __reduce__(self) -> Any:
        device = None if self._device is None else str(self._device)
        return _rebuild, (type(self), self._bit_generator, device), self._numpy.get_state(legacy=False)

    def __setstate__(self, state: Any) -> None:
        self._numpy.set_state(state)

    @not_in_graphs
    def seed(self, seed: ArrayLike | None = None) -> None:
        """Set the seed.

        Parameters
        ----------
        seed : None, int or sequence of ints, optional
            Seed; an int must be in [0, 2**32). By default, fresh entropy from the operating system.

        Examples
        --------
        >>> xp.random.seed(1)
        >>> xp.random.rand(2)
        array([0.417022  , 0.72032449])
        """
        self._numpy.seed(as_seed(seed))

    @not_in_graphs
    def get_state(self, legacy: bool = True) -> Any:
        """Return the state, for `set_state` and for NumPy's.

        Parameters
        ----------
        legacy : bool, default: True
            Whether to return NumPy's older tuple, or a dict.

        Returns
        -------
        tuple or dict
            The state, NumPy's.

        Examples
        --------
        >>> state = xp.random.get_state()
        >>> a = xp.random.rand(2)
        >>> xp.random.set_state(state)
        >>> bool((a == xp.random.rand(2)).all())
        True
        """
        return self._numpy.get_state(legacy=as_bool(legacy, "legacy"))

    @not_in_graphs
    def set_state(self, state: tuple[Any, ...] | dict[str, Any]) -> None:
        """Set the state to a result of `get_state`, also of NumPy's.

        Parameters
        ----------
        state : tuple or dict
            The state.

        Examples
        --------
        >>> xp.random.set_state(xp.random.get_state())
        """
        self._numpy.set_state(state)

    def random_sample(self, size: ShapeLike | None = None) -> ndarray:
        """Draw uniformly from [0, 1).

        Parameters
        ----------
        size : int or tuple of ints, optional
            Shape of the result; by default the broadcast shape of the parameters.

        Returns
        -------
        ndarray
            Random numbers.

        Examples
        --------
        >>> xp.random.random_sample(3).shape
        (3,)
        """
        if draws_elsewhere(self):
            return call_override(RandomState.random_sample, locals())
        return self._standard("random_sample", "uniform", size, None, None)

    def random(self, size: ShapeLike | None = None) -> ndarray:
        """Draw uniformly from [0, 1).

        Parameters
        ----------
        size : int or tuple of ints, optional
            Shape of the result; by default the broadcast shape of the parameters.

        Returns
        -------
        ndarray
            Random numbers.

        Examples
        --------
        >>> xp.random.random(3).shape
        (3,)
        """
        if draws_elsewhere(self):
            return call_override(RandomState.random, locals())
        return self._standard("random_sample", "uniform", size, None, None)

    def rand(self, *args: int) -> ndarray:
        """Draw uniformly from [0, 1).

        Parameters
        ----------
        *args : int
            Sizes of the axes.

        Returns
        -------
        ndarray
            Random numbers.

        Examples
        --------
        >>> xp.random.rand(3).shape
        (3,)
        """
        if draws_elsewhere(self, args):
            return call_override(RandomState.rand, locals())
        return self._standard("random_sample", "uniform", args or None, None, None)

    def randn(self, *args: int) -> ndarray:
        """Draw from the standard normal distribution.

        Parameters
        ----------
        *args : int
            Sizes of the axes.

        Returns
        -------
        ndarray
            Random numbers.

        Examples
        --------
        >>> xp.random.randn(3).shape
        (3,)
        """
        if draws_elsewhere(self, args):
            return call_override(RandomState.randn, locals())
        return self._standard("standard_normal", "normal", args or None, None, None)

    def standard_normal(self, size: ShapeLike | None = None) -> ndarray:
        """Draw from the standard normal distribution.

        Parameters
        ----------
        size : int or tuple of ints, optional
            Shape of the result; by default the broadcast shape of the parameters.

        Returns
        -------
        ndarray
            Random numbers.

        Examples
        --------
        >>> xp.random.standard_normal(3).shape
        (3,)
        """
        if draws_elsewhere(self):
            return call_override(RandomState.standard_normal, locals())
        return self._standard("standard_normal", "normal", size, None, None)

    def standard_exponential(self, size: ShapeLike | None = None) -> ndarray:
        """Draw from the exponential distribution with mean 1.

        Parameters
        ----------
        size : int or tuple of ints, optional
            Shape of the result; by default the broadcast shape of the parameters.

        Returns
        -------
        ndarray
            Random numbers.

        Examples
        --------
        >>> xp.random.standard_exponential(3).shape
        (3,)
        """
        if draws_elsewhere(self):
            return call_override(RandomState.standard_exponential, locals())
        return self._standard("standard_exponential", "exponential", size, None, None)

    @domains(shape=NON_NEGATIVE)
    def standard_gamma(self, shape: ArrayLike, size: ShapeLike | None = None) -> ndarray:
        """Draw from the gamma distribution with scale 1.

        Parameters
        ----------
        shape : array_like
            Shape parameter, non-negative.
        size : int or tuple of ints, optional
            Shape of the result; by default the broadcast shape of the parameters.

        Returns
        -------
        ndarray
            Random numbers.

        Examples
        --------
        >>> rng = xp.random.default_rng(1)
        >>> rng.standard_gamma(2.0, size=3).shape
        (3,)
        """
        if draws_elsewhere(self, shape):
            return call_override(RandomState.standard_gamma, locals())
        return self._standard("standard_gamma", "gamma", size, None, None, shape)

    def randint(
        self, low: ArrayLike, high: ArrayLike | None = None, size: ShapeLike | None = None, dtype: DTypeLike = int
    ) -> ndarray:
        """Draw integers uniformly.

        Parameters
        ----------
        low : array_like
            Lower bound (inclusive). If `high` is None, the range is [0, low).
        high : array_like, optional
            Upper bound (exclusive).
        size : int or tuple of ints, optional
            Shape of the result; by default the broadcast shape of the parameters.
        dtype : dtype_like, default: int
            Integer data type or bool; by default the default integer.

        Returns
        -------
        ndarray
            Random integers.

        Examples
        --------
        >>> xp.random.randint(1, 7, size=3).shape
        (3,)
        """
        if draws_elsewhere(self, low, high):
            return call_override(RandomState.randint, locals())
        return self._uniform_integers("randint", low, high, size, torch_dtype(dtype), False)

    def random_integers(self, low: ArrayLike, high: ArrayLike | None = None, size: ShapeLike | None = None) -> ndarray:
        """Draw integers uniformly, including the upper bound; deprecated, as in NumPy.

        Parameters
        ----------
        low : array_like
            Lower bound (inclusive). If `high` is None, the range is [1, low].
        high : array_like, optional
            Upper bound (inclusive).
        size : int or tuple of ints, optional
            Shape of the result; by default the broadcast shape of the parameters.

        Returns
        -------
        ndarray
            Random integers.

        Examples
        --------
        >>> int(xp.random.randint(1, 2))
        1
        """
        if draws_elsewhere(self, low, high):
            return call_override(RandomState.random_integers, locals())
        if high is None:
            low, high = 1, low
        warn("random_integers is deprecated: call randint with the upper bound plus one", DeprecationWarning)
        return self._uniform_integers("randint", low, int(high) + 1, size, torch_dtype(int), False)  # type: ignore[arg-type]

    def tomaxint(self, size: ShapeLike | None = None) -> ndarray:
        """Draw integers uniformly from 0 to the largest int64.

        Parameters
        ----------
        size : int or tuple of ints, optional
            Shape of the result; by default the broadcast shape of the parameters.

        Returns
        -------
        ndarray
            Random integers.

        Examples
        --------
        >>> xp.random.RandomState(1).tomaxint(3).shape
        (3,)
        """
        if draws_elsewhere(self):
            return call_override(RandomState.tomaxint, locals())
        if (drawn := self._numpys("tomaxint", size, kind=torch.int64)) is not None:
            return drawn
        return self._uniform_integers("integers", 0, 2**63 - 1, size, torch.int64, True)

    def choice(
        self, a: ArrayLike, size: ShapeLike | None = None, replace: bool = True, p: ArrayLike | None = None
    ) -> ndarray:
        """Choose elements at random.

        Parameters
        ----------
        a : array_like or int
            Array to choose from, 1-D; an int stands for the integers below it.
        size : int or tuple of ints, optional
            Shape of the result; by default the broadcast shape of the parameters.
        replace : bool, default: True
            Whether an element may be drawn more than once.
        p : array_like, optional
            Probabilities of the elements; by default all are equal.

        Returns
        -------
        ndarray
            The chosen elements.

        Examples
        --------
        >>> xp.random.choice(5, 3, replace=False).shape
        (3,)
        """
        if draws_elsewhere(self, a, p):
            return call_override(RandomState.choice, locals())
        if getattr(a, "ndim", 1) > 1 or (isinstance(a, (list, tuple)) and a and isinstance(a[0], (list, tuple))):
            raise ValueError("'a' must be 1-dimensional")
        return self._choice(a, size, replace, p, 0)

    def permutation(self, x: ArrayLike) -> ndarray:
        """Return the slices along the first axis in random order.

        Parameters
        ----------
        x : array_like or int
            Array to shuffle along the first axis; an int stands for the integers below it.

        Returns
        -------
        ndarray
            A shuffled copy.

        Examples
        --------
        >>> xp.random.permutation(3).shape
        (3,)
        """
        if draws_elsewhere(self, x):
            return call_override(RandomState.permutation, locals())
        return self._permutation(x, 0, torch_dtype(int))

    def shuffle(self, x: ndarray | np.ndarray | MutableSequence[Any]) -> None:
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
        if draws_elsewhere(self, x):
            call_override(RandomState.shuffle, locals())
            return
        self._shuffle(x, 0)

    def multivariate_normal(
        self,
        mean: ArrayLike,
        cov: ArrayLike,
        size: ShapeLike | None = None,
        check_valid: Literal["warn", "raise", "ignore"] = "warn",
        tol: float = 1e-8,
    ) -> ndarray:
        """Draw from the multivariate normal distribution.

        Parameters
        ----------
        mean : array_like
            Mean, 1-D.
        cov : array_like
            Covariance: a symmetric, positive semidefinite matrix.
        size : int or tuple of ints, optional
            Shape of the result; by default the broadcast shape of the parameters.
        check_valid : {"warn", "raise", "ignore"}, default: "warn"
            What to do if `cov` is not positive semidefinite; checked on the CPU.
        tol : float, default: 1e-08
            Tolerance of the check of `cov`.

        Returns
        -------
        ndarray
            Random numbers.

        Examples
        --------
        >>> xp.random.multivariate_normal([0.0, 1.0], [[1.0, 0.5], [0.5, 2.0]], size=3).shape
        (3, 2)
        """
        if draws_elsewhere(self, mean, cov):
            return call_override(RandomState.multivariate_normal, locals())
        return self._multivariate_normal(mean, cov, size, check_valid, tol)


def _rebuild(cls: type[RandomState], bit_generator: Any, device: str | None) -> RandomState:
    """Return the copy of a state, without the number that it holds back."""
    return cls(bit_generator, device=device)


#: The functions of `random` are methods of this instance. It shares its state with NumPy's functions.
GLOBAL = RandomState(np.random.mtrand._rand)


def ranf(size: ShapeLike | None = None) -> ndarray:
    """Draw uniformly from [0, 1).

    Parameters
    ----------
    size : int or tuple of ints, optional
        Shape of the result; by default one number.

    Returns
    -------
    ndarray
        Random numbers.

    Examples
    --------
    >>> xp.random.ranf(3).shape
    (3,)
    """
    return GLOBAL.random_sample(size)


def sample(size: ShapeLike | None = None) -> ndarray:
    """Draw uniformly from [0, 1).

    Parameters
    ----------
    size : int or tuple of ints, optional
        Shape of the result; by default one number.

    Returns
    -------
    ndarray
        Random numbers.

    Examples
    --------
    >>> xp.random.sample(3).shape
    (3,)
    """
    return GLOBAL.random_sample(size)
