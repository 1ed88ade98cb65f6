"""`Generator` and `default_rng`: NumPy's newer interface to random numbers."""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import TYPE_CHECKING, Any, Literal, SupportsIndex

import numpy as np
import torch
from numpy.random import BitGenerator

from xp_torch._array.door import BLOCKS, call_override, draws_elsewhere, is_elsewhere
from xp_torch._array.ndarray import ndarray, wrap, wrap_as
from xp_torch._facts.annotations import ArrayLike, DeviceLike, DTypeLike, ShapeLike
from xp_torch._facts.dtypes import int64, torch_dtype
from xp_torch._facts.shapes import as_bool, normalize_axis, single
from xp_torch._facts.torch_errors import check_writable
from xp_torch._functions.random.bit_generators import PCG64
from xp_torch._functions.random.continuous import Continuous
from xp_torch._functions.random.discrete import Discrete, split_counts
from xp_torch._functions.random.draws import NON_NEGATIVE, DrawContext, domains, raise_if
from xp_torch._functions.random.integers import Integers
from xp_torch._functions.random.streams import as_seed, not_in_graphs, result_shape, to_tensor
from xp_torch._kernels.cast import cast
from xp_torch._kernels.indexing.take import take, take_along_axis

__all__ = ["Generator", "default_rng"]

#: NumPy's class; not for type checkers, because its methods return NumPy's arrays.
_NumpyGenerator: Any = object if TYPE_CHECKING else np.random.Generator


class Generator(Continuous, Discrete, Integers, _NumpyGenerator):  # type: ignore[misc]
    """NumPy's `Generator`: random numbers of many distributions.

    On the CPU, eager and compiled, the numbers are NumPy's, bit for bit: the same seed or bit generator gives the same
    numbers as in NumPy. An instance is a `numpy.random.Generator` too, so that SciPy and scikit-learn accept it.

    Parameters
    ----------
    bit_generator : BitGenerator or torch.Generator
        Source of random bits: one of NumPy's bit generators, such as ``xp.random.PCG64(0)``. A `torch.Generator` is
        used itself, and gives the same numbers as in torch.
    device : device_like, optional
        Device to draw on; by default the device of the array parameters, else torch's default device.

    See Also
    --------
    default_rng : Make a generator from a seed.

    Notes
    -----
    torch draws, from a generator that takes its seed from NumPy's stream for each draw, on devices other than the CPU,
    under ``vmap``, and for a parameter that is differentiated and is no location or scale.

    A derivative by the parameters of `normal`, `lognormal`, `uniform`, `exponential`, `gumbel`, `laplace`, `logistic`,
    `rayleigh`, `pareto`, `power`, `weibull`, `triangular` and `multivariate_normal` leaves the numbers as they are, up
    to rounding.

    Floating-point numbers have the default float (`set_default_dtype`): NumPy's float64 numbers, rounded. With
    ``dtype="float32"`` they are NumPy's float32 numbers. On devices other than the CPU, invalid parameters give NaN or
    0.

    Examples
    --------
    >>> rng = xp.random.default_rng(7)
    >>> rng.normal(size=3)
    array([ 0.00123015,  0.29874554, -0.27413786])
    """

    def __init__(self, bit_generator: BitGenerator | torch.Generator, *, device: DeviceLike | None = None) -> None:
        generator = bit_generator if isinstance(bit_generator, torch.Generator) else None
        if generator is None and not hasattr(bit_generator, "capsule"):
            raise TypeError(
                "Generator: bit_generator must be a bit generator, as xp.random.PCG64(0), or a torch.Generator "
                f"(got {type(bit_generator).__name__})"
            )
        super().__init__(bit_generator if generator is None else PCG64(generator.initial_seed()))
        self._numpy = np.random.Generator(self._bit_generator)
        self._initialize(device, generator)

    def __reduce__(self) -> Any:
        device = None if self._device is None else str(self._device)
        return _rebuild, (type(self), self._torch_generator or self._bit_generator, device)

    @property
    def bit_generator(self) -> BitGenerator:
        """The source of random bits, NumPy's."""
        return self._bit_generator

    def spawn(self, n_children: int) -> list[Generator]:
        """Return new generators with independent streams.

        Parameters
        ----------
        n_children : int
            Number of generators.

        Returns
        -------
        list of Generator
            Generators that are seeded from the children of the seed sequence.

        Examples
        --------
        >>> len(xp.random.default_rng(1).spawn(2))
        2
        """
        if self._torch_generator is not None:
            raise TypeError("Generator: a torch.Generator has no independent children; seed with an int")
        return [
            type(self)(bits, device=self._device)
            for bits in self._bit_generator.spawn(single(n_children, "n_children"))
        ]

    def random(
        self, size: ShapeLike | None = None, dtype: DTypeLike | None = None, out: ndarray | None = None
    ) -> ndarray:
        """Draw uniformly from [0, 1).

        Parameters
        ----------
        size : int or tuple of ints, optional
            Shape of the result; by default the broadcast shape of the parameters.
        dtype : dtype_like, optional
            Real floating data type of the result; by default the default float.
        out : ndarray, optional
            Array to write the result to, contiguous and of the data type and the size of the result.

        Returns
        -------
        ndarray
            Random numbers.

        Examples
        --------
        >>> rng = xp.random.default_rng(1)
        >>> rng.random(3).shape
        (3,)
        """
        if draws_elsewhere(self, out):
            return call_override(Generator.random, locals())
        return self._standard("random", "uniform", size, dtype, out)

    def standard_normal(
        self, size: ShapeLike | None = None, dtype: DTypeLike | None = None, out: ndarray | None = None
    ) -> ndarray:
        """Draw from the standard normal distribution.

        Parameters
        ----------
        size : int or tuple of ints, optional
            Shape of the result; by default the broadcast shape of the parameters.
        dtype : dtype_like, optional
            Real floating data type of the result; by default the default float.
        out : ndarray, optional
            Array to write the result to, contiguous and of the data type and the size of the result.

        Returns
        -------
        ndarray
            Random numbers.

        Examples
        --------
        >>> rng = xp.random.default_rng(1)
        >>> rng.standard_normal(3).shape
        (3,)
        """
        if draws_elsewhere(self, out):
            return call_override(Generator.standard_normal, locals())
        return self._standard("standard_normal", "normal", size, dtype, out)

    def standard_exponential(
        self,
        size: ShapeLike | None = None,
        dtype: DTypeLike | None = None,
        method: Literal["zig", "inv"] = "zig",
        out: ndarray | None = None,
    ) -> ndarray:
        """Draw from the exponential distribution with mean 1.

        Parameters
        ----------
        size : int or tuple of ints, optional
            Shape of the result; by default the broadcast shape of the parameters.
        dtype : dtype_like, optional
            Real floating data type of the result; by default the default float.
        method : {"zig", "inv"}, default: "zig"
            Ziggurat method or inversion of the distribution function. torch ignores it.
        out : ndarray, optional
            Array to write the result to, contiguous and of the data type and the size of the result.

        Returns
        -------
        ndarray
            Random numbers.

        Examples
        --------
        >>> rng = xp.random.default_rng(1)
        >>> rng.standard_exponential(3).shape
        (3,)
        """
        if draws_elsewhere(self, out):
            return call_override(Generator.standard_exponential, locals())
        return self._standard("standard_exponential", "exponential", size, dtype, out, method=method)

    @domains(shape=NON_NEGATIVE)
    def standard_gamma(
        self,
        shape: ArrayLike,
        size: ShapeLike | None = None,
        dtype: DTypeLike | None = None,
        out: ndarray | None = None,
    ) -> ndarray:
        """Draw from the gamma distribution with scale 1.

        Parameters
        ----------
        shape : array_like
            Shape parameter, non-negative.
        size : int or tuple of ints, optional
            Shape of the result; by default the broadcast shape of the parameters.
        dtype : dtype_like, optional
            Real floating data type of the result; by default the default float.
        out : ndarray, optional
            Array to write the result to, contiguous and of the data type and the size of the result.

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
        if draws_elsewhere(self, shape, out):
            return call_override(Generator.standard_gamma, locals())
        return self._standard("standard_gamma", "gamma", size, dtype, out, shape)

    def integers(
        self,
        low: ArrayLike,
        high: ArrayLike | None = None,
        size: ShapeLike | None = None,
        dtype: DTypeLike = int64,
        endpoint: bool = False,
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
        dtype : dtype_like, optional
            Integer data type or bool.
        endpoint : bool, default: False
            Whether `high` is included.

        Returns
        -------
        ndarray
            Random integers.

        Examples
        --------
        >>> rng = xp.random.default_rng(1)
        >>> rng.integers(1, 7, size=3).shape
        (3,)
        """
        if draws_elsewhere(self, low, high):
            return call_override(Generator.integers, locals())
        return self._uniform_integers("integers", low, high, size, torch_dtype(dtype), as_bool(endpoint, "endpoint"))

    def choice(
        self,
        a: ArrayLike,
        size: ShapeLike | None = None,
        replace: bool = True,
        p: ArrayLike | None = None,
        axis: SupportsIndex = 0,
        shuffle: bool = True,
    ) -> ndarray:
        """Choose elements, or slices along an axis, at random.

        Parameters
        ----------
        a : array_like or int
            Array to choose from; an int stands for the integers below it.
        size : int or tuple of ints, optional
            Shape of the result; by default the broadcast shape of the parameters.
        replace : bool, default: True
            Whether an element may be drawn more than once.
        p : array_like, optional
            Probabilities of the elements; by default all are equal.
        axis : int, default: 0
            Axis along which to choose.
        shuffle : bool, default: True
            Whether the order is random if elements are drawn once. torch ignores it: its order is always random.

        Returns
        -------
        ndarray
            The chosen elements or slices.

        Examples
        --------
        >>> rng = xp.random.default_rng(1)
        >>> rng.choice(5, 3, replace=False).shape
        (3,)
        """
        if draws_elsewhere(self, a, p):
            return call_override(Generator.choice, locals())
        return self._choice(a, size, replace, p, axis, shuffle=shuffle)

    def permutation(self, x: ArrayLike, axis: SupportsIndex = 0) -> ndarray:
        """Return the slices along an axis in random order.

        Parameters
        ----------
        x : array_like or int
            Array to shuffle; an int stands for the integers below it.
        axis : int, default: 0
            Axis along which to shuffle.

        Returns
        -------
        ndarray
            A shuffled copy.

        Examples
        --------
        >>> rng = xp.random.default_rng(1)
        >>> rng.permutation(3).shape
        (3,)
        """
        if draws_elsewhere(self, x):
            return call_override(Generator.permutation, locals())
        return self._permutation(x, axis, torch.int64)

    def shuffle(self, x: ndarray | np.ndarray | MutableSequence[Any], axis: SupportsIndex = 0) -> None:
        """Shuffle an array along an axis, or a list, in place.

        Parameters
        ----------
        x : ndarray or MutableSequence
            Array or list to shuffle.
        axis : int, default: 0
            Axis along which to shuffle.

        Examples
        --------
        >>> x = xp.arange(4)
        >>> xp.random.default_rng(1).shuffle(x)
        >>> xp.sort(x)
        array([0, 1, 2, 3])
        """
        if draws_elsewhere(self, x):
            call_override(Generator.shuffle, locals())
            return
        self._shuffle(x, axis)

    def permuted(self, x: ArrayLike, *, axis: SupportsIndex | None = None, out: ndarray | None = None) -> ndarray:
        """Return an array with its 1-D slices along an axis shuffled independently.

        Parameters
        ----------
        x : array_like
            Array to shuffle.
        axis : int, optional
            Axis along which to shuffle, each 1-D slice independently; by default the flattened array.
        out : ndarray, optional
            Array to write the result to. It must have the shape of `x`.

        Returns
        -------
        ndarray
            The shuffled array.

        Examples
        --------
        >>> rng = xp.random.default_rng(1)
        >>> rng.permuted([[1, 2, 3]], axis=1).shape
        (1, 3)
        """
        if draws_elsewhere(self, x, out):
            return call_override(Generator.permuted, locals())
        context = self._context("permuted", x)
        t = to_tensor(x, context.device)
        if out is not None:
            if not isinstance(out, ndarray):
                raise TypeError(f"permuted: out must be an ndarray (got {type(out).__name__})")
            if out.shape != tuple(t.shape):
                raise ValueError("out must have the same shape as x")
            check_writable(getattr(out, "_view", out._tensor))
        if axis is None:
            result = take(t.reshape(-1), self._random_order("permuted", t.numel(), t), 0).reshape(t.shape)
        else:
            along = normalize_axis(axis, t.ndim)
            result = take_along_axis(t, self._orders(context, tuple(t.shape), along), along)
        if out is None:
            return wrap(result)
        out._store(cast(result, out._dtype))
        return out

    def _orders(self, context: DrawContext, shape: tuple[int, ...], axis: int) -> torch.Tensor:
        """Return the integers below the size of an axis, in random order in each 1-D slice along it."""
        if self._is_numpys(context.device):
            places = torch.arange(shape[axis]).reshape([-1 if i == axis else 1 for i in range(len(shape))])
            places = places.broadcast_to(shape).contiguous()
            drawn = self._numpys_numbers("permuted", shape, (places,), torch.int64, {"axis": axis})
            if drawn is not None:
                return drawn._tensor
        context.shape = shape
        return torch.argsort(context.draw("bits", dtype=torch.int64), dim=axis)

    def multivariate_normal(
        self,
        mean: ArrayLike,
        cov: ArrayLike,
        size: ShapeLike | None = None,
        check_valid: Literal["warn", "raise", "ignore"] = "warn",
        tol: float = 1e-8,
        *,
        method: Literal["svd", "eigh", "cholesky"] = "svd",
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
        method : {"svd", "eigh", "cholesky"}, default: "svd"
            Factorization of the covariance.

        Returns
        -------
        ndarray
            Random numbers.

        Examples
        --------
        >>> rng = xp.random.default_rng(1)
        >>> rng.multivariate_normal([0.0, 1.0], [[1.0, 0.5], [0.5, 2.0]], size=3).shape
        (3, 2)
        """
        if draws_elsewhere(self, mean, cov):
            return call_override(Generator.multivariate_normal, locals())
        return self._multivariate_normal(mean, cov, size, check_valid, tol, method=method)

    def multivariate_hypergeometric(
        self,
        colors: ArrayLike,
        nsample: int,
        size: ShapeLike | None = None,
        method: Literal["marginals", "count"] = "marginals",
    ) -> ndarray:
        """Draw numbers of items of each color among items drawn without replacement.

        Parameters
        ----------
        colors : array_like of int
            Number of items of each color, 1-D.
        nsample : int
            Number of items drawn, at most all.
        size : int or tuple of ints, optional
            Shape of the result; by default the broadcast shape of the parameters.
        method : {"marginals", "count"}, default: "marginals"
            Algorithm. torch ignores it.

        Returns
        -------
        ndarray
            Random int64, with a last axis of the colors.

        Examples
        --------
        >>> rng = xp.random.default_rng(1)
        >>> rng.multivariate_hypergeometric([3, 4, 5], 6, size=3).shape
        (3, 3)
        """
        if draws_elsewhere(self, colors):
            return call_override(Generator.multivariate_hypergeometric, locals())
        drawn = self._numpys("multivariate_hypergeometric", size, colors, nsample, kind=torch.int64, method=method)
        if drawn is not None:
            return drawn
        if method not in ("count", "marginals"):
            raise ValueError('method must be "count" or "marginals".')
        context = self._context("multivariate_hypergeometric", colors)
        given = to_tensor(colors, context.device)
        text = "colors must be a one-dimensional sequence of nonnegative integers not exceeding 9223372036854775807."
        raise_if(given.ndim != 1 or given.dtype.is_floating_point or given.is_complex(), text)
        t = cast(given, torch.float64)
        raise_if(t < 0, text)
        sample = int(nsample)
        raise_if(sample < 0, "nsample must be nonnegative.")
        raise_if(t.sum() >= 1e9, 'When method is "marginals", sum(colors) must be less than 1000000000.')
        raise_if(t.sum() < sample, "nsample > sum(colors)")
        context.shape = result_shape(size)

        def halve(count: torch.Tensor, one: torch.Tensor, both: torch.Tensor) -> torch.Tensor:
            inner = DrawContext(context.rng, tuple(count.shape), context.device, torch.float64)
            return inner.draw("hypergeometric", one, both - one, count)

        total = torch.full(context.shape, float(sample), dtype=torch.float64, device=context.device)
        return wrap_as(split_counts(total, t, halve).to(torch.int64), torch.int64)


@not_in_graphs
def default_rng(
    seed: ArrayLike
    | np.random.SeedSequence
    | BitGenerator
    | np.random.Generator
    | np.random.RandomState
    | torch.Generator
    | Generator
    | None = None,
    *,
    device: DeviceLike | None = None,
) -> Generator:
    """Return a `Generator` of random numbers.

    Parameters
    ----------
    seed : None, int, sequence of ints, SeedSequence, BitGenerator, Generator, RandomState or torch.Generator, optional
        Seed. By default, fresh entropy from the operating system. A `Generator` is returned itself. Bit generators and
        torch's generators are used as they are, and so are those of NumPy's `Generator` and `RandomState`.
    device : device_like, optional
        Device to draw on; by default the device of the array parameters, else torch's default device.

    Returns
    -------
    Generator
        Generator. On the CPU its numbers are those of ``numpy.random.default_rng(seed)``, and those of torch if the
        seed is a `torch.Generator`.

    Examples
    --------
    >>> xp.random.default_rng(0).random(3)
    array([0.63696169, 0.26978671, 0.04097352])
    """
    if (BLOCKS or device is not None) and is_elsewhere(device):
        return call_override(default_rng, locals())
    if isinstance(seed, Generator):
        return seed
    if isinstance(seed, np.random.Generator):
        seed = seed.bit_generator
    elif isinstance(seed, np.random.RandomState):
        seed = seed._bit_generator
    return Generator(seed if isinstance(seed, (BitGenerator, torch.Generator)) else PCG64(as_seed(seed)), device=device)


def _rebuild(cls: type[Generator], source: Any, device: str | None) -> Generator:
    """Return the copy of a generator."""
    return cls(source, device=device)
