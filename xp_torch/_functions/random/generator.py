"""`Generator` and `default_rng`: NumPy's interface to random numbers that torch draws."""

from __future__ import annotations

from typing import Any

import torch

from xp_torch._array.ndarray import ndarray, wrap, wrap_as
from xp_torch._facts.dtypes import int64, torch_dtype
from xp_torch._facts.shapes import normalize_axis
from xp_torch._functions.random.bit_generators import PCG64, BitGenerator, not_in_graphs
from xp_torch._functions.random.continuous import Continuous
from xp_torch._functions.random.discrete import Discrete, split_counts
from xp_torch._functions.random.draws import (
    NON_NEGATIVE,
    DrawContext,
    Size,
    distribution,
    documented,
    raise_if,
    result_shape,
    to_tensor,
)
from xp_torch._functions.random.integers import Integers
from xp_torch._kernels.cast import cast
from xp_torch._kernels.indexing.take import take, take_along_axis

__all__ = ["Generator", "default_rng"]


class Generator(Continuous, Discrete, Integers):
    """NumPy's `Generator`: random numbers of many distributions, drawn by torch's generators.

    Parameters
    ----------
    bit_generator : BitGenerator
        Source of random bits.

    See Also
    --------
    default_rng : Make a generator from a seed.

    Notes
    -----
    Differs from NumPy: the streams are others. Floating-point numbers have the default float (`set_default_dtype`)
    unless a dtype is given. Parameters are checked if they are Python numbers or arrays on the CPU; on other devices
    and in compiled code, invalid ones give NaN or 0. Locations and scales get gradients. `torch.vmap` is not supported.

    Examples
    --------
    >>> rng = xp.random.default_rng(7)
    >>> rng.normal(size=(2, 3)).shape
    (2, 3)
    >>> bool((rng.integers(6, size=100) < 6).all())
    True
    """

    def __init__(self, bit_generator: BitGenerator) -> None:
        if not isinstance(bit_generator, BitGenerator):
            raise ValueError("Generator: bit_generator must be a BitGenerator of xp_torch.random; see default_rng")
        self._bit_generator = bit_generator

    @property
    def bit_generator(self) -> BitGenerator:
        """The source of random bits."""
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
        return [type(self)(bits) for bits in self._bit_generator.spawn(n_children)]

    @documented("rng.random(3).shape")
    def random(self, size: Size = None, dtype: Any = None, out: Any = None) -> ndarray:
        """Draw uniformly from [0, 1)."""
        return self._standard("random", "uniform", size, dtype, out)

    @documented("rng.standard_normal(3).shape")
    def standard_normal(self, size: Size = None, dtype: Any = None, out: Any = None) -> ndarray:
        """Draw from the standard normal distribution."""
        return self._standard("standard_normal", "normal", size, dtype, out)

    @documented("rng.standard_exponential(3).shape", method='{"zig", "inv"}: Accepted for compatibility; ignored.')
    def standard_exponential(
        self, size: Size = None, dtype: Any = None, method: str = "zig", out: Any = None
    ) -> ndarray:
        """Draw from the exponential distribution with mean 1."""
        return self._standard("standard_exponential", "exponential", size, dtype, out)

    @distribution("2.0", shape=("Shape parameter", NON_NEGATIVE))
    def standard_gamma(self, shape: Any, size: Size = None, dtype: Any = None, out: Any = None) -> ndarray:
        """Draw from the gamma distribution with scale 1."""
        return self._standard("standard_gamma", "gamma", size, dtype, out, shape)

    def _check_width(self, width: Any) -> None:
        raise_if(width < 0, "high - low < 0")

    @documented(
        "rng.integers(1, 7, size=3).shape",
        returns="Random integers.",
        dtype="dtype_like: Integer data type or bool.",
        endpoint="bool: Whether `high` is included.",
    )
    def integers(
        self, low: Any, high: Any = None, size: Size = None, dtype: Any = int64, endpoint: bool = False
    ) -> ndarray:
        """Draw integers uniformly."""
        return self._uniform_integers("integers", low, high, size, torch_dtype(dtype), bool(endpoint))

    @documented(
        "rng.choice(5, 3, replace=False).shape",
        returns="The chosen elements or slices.",
        a="array_like or int: Array to choose from; an int stands for the integers below it.",
        axis="int: Axis along which to choose.",
        shuffle="bool: Accepted for compatibility with NumPy; ignored: the order is always random.",
    )
    def choice(
        self, a: Any, size: Size = None, replace: bool = True, p: Any = None, axis: int = 0, shuffle: bool = True
    ) -> ndarray:
        """Choose elements, or slices along an axis, at random."""
        return self._choice(a, size, replace, p, axis)

    @documented(
        "rng.permutation(3).shape",
        returns="A shuffled copy.",
        x="array_like or int: Array to shuffle; an int stands for the integers below it.",
        axis="int: Axis along which to shuffle.",
    )
    def permutation(self, x: Any, axis: int = 0) -> ndarray:
        """Return the slices along an axis in random order."""
        return self._permutation(x, axis, torch.int64)

    def shuffle(self, x: Any, axis: int = 0) -> None:
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
        self._shuffle(x, axis)

    @documented(
        "rng.permuted([[1, 2, 3]], axis=1).shape",
        shown="(1, 3)",
        returns="The shuffled array.",
        x="array_like: Array to shuffle.",
        axis="int: Axis along which to shuffle, each 1-D slice independently; by default the flattened array.",
        out="ndarray: Array to write the result to. It must have the shape of `x`.",
    )
    def permuted(self, x: Any, *, axis: int | None = None, out: Any = None) -> ndarray:
        """Return an array with its 1-D slices along an axis shuffled independently."""
        context = self._context("permuted", x)
        t = to_tensor(x, context.device)
        if out is not None:
            if not isinstance(out, ndarray):
                raise TypeError(f"permuted: out must be an ndarray (got {type(out).__name__})")
            if out.shape != tuple(t.shape):
                raise ValueError("out must have the same shape as x")
        if axis is None:
            result = take(t.reshape(-1), self._random_order(context, t.numel()), 0).reshape(t.shape)
        else:
            along = normalize_axis(axis, t.ndim)
            context.shape = tuple(t.shape)
            keys = context.draw("bits", dtype=torch.int64)
            result = take_along_axis(t, torch.argsort(keys, dim=along), along)
        if out is None:
            return wrap(result)
        out._store(cast(result, out._dtype))
        return out

    @documented(
        "rng.multivariate_normal([0.0, 1.0], [[1.0, 0.5], [0.5, 2.0]], size=3).shape",
        shown="(3, 2)",
        method='{"svd", "eigh", "cholesky"}: Factorization of the covariance.',
    )
    def multivariate_normal(
        self,
        mean: Any,
        cov: Any,
        size: Size = None,
        check_valid: str = "warn",
        tol: float = 1e-8,
        *,
        method: str = "svd",
    ) -> ndarray:
        """Draw from the multivariate normal distribution."""
        return self._multivariate_normal(mean, cov, size, check_valid, tol, method)

    @documented(
        "rng.multivariate_hypergeometric([3, 4, 5], 6, size=3).shape",
        shown="(3, 3)",
        returns="Random int64, with a last axis of the colors.",
        colors="array_like of int: Number of items of each color, 1-D.",
        nsample="int: Number of items drawn, at most all.",
        method='{"marginals", "count"}: Accepted for compatibility; ignored.',
    )
    def multivariate_hypergeometric(
        self, colors: Any, nsample: int, size: Size = None, method: str = "marginals"
    ) -> ndarray:
        """Draw numbers of items of each color among items drawn without replacement."""
        if method not in ("count", "marginals"):
            raise ValueError('method must be "count" or "marginals".')
        context = self._context("multivariate_hypergeometric", colors)
        given = to_tensor(colors, context.device)
        if given.ndim != 1 or given.dtype.is_floating_point or given.is_complex():
            raise ValueError(
                "colors must be a one-dimensional sequence of nonnegative integers not exceeding 2**63 - 1."
            )
        t = cast(given, torch.float64)
        raise_if(t < 0, "colors must be a one-dimensional sequence of nonnegative integers not exceeding 2**63 - 1.")
        sample = int(nsample)
        raise_if(sample < 0, "nsample must be nonnegative")
        raise_if(t.sum() >= 1e9, 'When method is "marginals", sum(colors) must be less than 1000000000.')
        raise_if(t.sum() < sample, "nsample > sum(colors)")
        context.shape = result_shape(size)

        def halve(count: torch.Tensor, one: torch.Tensor, both: torch.Tensor) -> torch.Tensor:
            inner = DrawContext(context.bits, tuple(count.shape), context.device, torch.float64)
            return inner.draw("hypergeometric", one, both - one, count)

        total = torch.full(context.shape, float(sample), dtype=torch.float64, device=context.device)
        return wrap_as(split_counts(total, t, halve).to(torch.int64), torch.int64)


@not_in_graphs
def default_rng(seed: Any = None, *, device: Any = None) -> Generator:
    """Return a `Generator` of random numbers.

    Parameters
    ----------
    seed : None, int, sequence of ints, SeedSequence, BitGenerator, Generator, RandomState or torch.Generator, optional
        Seed. By default, fresh entropy from the operating system. A `Generator` is returned itself; bit generators and
        torch's generators are used as they are.
    device : device_like, optional
        Device to draw on; by default the device of the array parameters, else torch's default device.

    Returns
    -------
    Generator
        Generator. The same seed on the same device gives the same stream, which differs from NumPy's.

    Examples
    --------
    >>> a, b = xp.random.default_rng(3), xp.random.default_rng(3)
    >>> bool((a.random(4) == b.random(4)).all())
    True
    """
    if isinstance(seed, Generator):
        return seed
    if isinstance(seed, Integers):  # a RandomState
        seed = seed._bit_generator
    return Generator(seed if isinstance(seed, BitGenerator) else PCG64(seed, device=device))
