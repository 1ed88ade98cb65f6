"""`Generator` and `default_rng`: NumPy's interface to random numbers that torch draws."""

from __future__ import annotations

from typing import Any

import torch

from xp_torch._array.coercion import as_tensor
from xp_torch._array.ndarray import ndarray, wrap, wrap_as
from xp_torch._facts.dtypes import int64, torch_dtype
from xp_torch._facts.shapes import normalize_axis
from xp_torch._functions.random.bit_generators import PCG64, BitGenerator, outside_graphs
from xp_torch._functions.random.continuous import Continuous
from xp_torch._functions.random.discrete import Discrete, _split
from xp_torch._functions.random.draws import Frame, integer_parameter, refuse, size_of, tells
from xp_torch._functions.random.integers import Integers
from xp_torch._kernels.cast import cast, copy_into
from xp_torch._kernels.indexing.read import take, take_along_axis

__all__ = ["Generator", "default_rng"]

Size = int | tuple[int, ...] | None


class Generator(Continuous, Discrete, Integers):
    """NumPy's `Generator`: random numbers of many distributions, drawn by torch's generators.

    Parameters
    ----------
    bit_generator : BitGenerator
        Where the bits come from.

    See Also
    --------
    default_rng : Makes one of a seed.

    Notes
    -----
    The streams are not NumPy's. Floating numbers have the default float (`set_default_dtype`) where no dtype is
    given. Parameters are checked where they are Python numbers or arrays on the CPU; elsewhere, and in a compiled
    graph, what is invalid gives NaN or 0. Gradients go to locations and scales. Not for `torch.vmap`.

    Examples
    --------
    >>> import xp_torch as xp
    >>> rng = xp.random.default_rng(7)
    >>> rng.normal(size=(2, 3)).shape
    (2, 3)
    >>> bool((rng.integers(6, size=100) < 6).all())
    True
    """

    def __init__(self, bit_generator: BitGenerator) -> None:
        if not isinstance(bit_generator, BitGenerator):
            raise ValueError("Bit generator must be a BitGenerator of xp_torch.random; make one with default_rng")
        self._bit_generator = bit_generator

    @property
    def bit_generator(self) -> BitGenerator:
        """Where the bits come from."""
        return self._bit_generator

    def __repr__(self) -> str:
        return f"Generator({type(self._bit_generator).__name__}) at 0x{id(self):X}"

    def __str__(self) -> str:
        return f"Generator({type(self._bit_generator).__name__})"

    def spawn(self, n_children: int) -> list[Generator]:
        """Return new generators whose streams are independent of this one and of each other.

        Parameters
        ----------
        n_children : int
            How many.

        Returns
        -------
        list of Generator
            Seeded by the children of the seed sequence.

        Examples
        --------
        >>> import xp_torch as xp
        >>> len(xp.random.default_rng(1).spawn(2))
        2
        """
        return [type(self)(bits) for bits in self._bit_generator.spawn(n_children)]

    def bytes(self, length: int) -> bytes:
        r"""Return random bytes.

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
        >>> len(xp.random.default_rng(1).bytes(10))
        10
        """
        return random_bytes(self, length)

    @tells("rng.random(3).shape")
    def random(self, size: Size = None, dtype: Any = None, out: Any = None) -> ndarray:
        """Draw uniformly from [0, 1)."""
        return self._standard("uniform", size, dtype, out)

    @tells("rng.standard_normal(3).shape")
    def standard_normal(self, size: Size = None, dtype: Any = None, out: Any = None) -> ndarray:
        """Draw from the normal distribution of mean 0 and deviation 1."""
        return self._standard("normal", size, dtype, out)

    @tells("rng.standard_exponential(3).shape", method='"zig" or "inv"; one algorithm serves both.')
    def standard_exponential(
        self, size: Size = None, dtype: Any = None, method: str = "zig", out: Any = None
    ) -> ndarray:
        """Draw from the exponential distribution of mean 1."""
        return self._standard("exponential", size, dtype, out)

    @tells("rng.standard_gamma(2.0, size=3).shape", shape="Not negative.")
    def standard_gamma(self, shape: Any, size: Size = None, dtype: Any = None, out: Any = None) -> ndarray:
        """Draw from the gamma distribution of scale 1."""
        return self._standard("gamma", size, dtype, out, ("shape", shape, "not negative"))

    def _check_width(self, width: Any) -> None:
        refuse(width < 0, "high - low < 0")

    @tells(
        "rng.integers(1, 7, size=3).shape",
        returns="Random integers.",
        low="Least; if it is alone, what they are below, from 0.",
        high="What they are below.",
        dtype="Integer dtype or bool, by default int64.",
        endpoint="Whether `high` is among them.",
    )
    def integers(
        self, low: Any, high: Any = None, size: Size = None, dtype: Any = int64, endpoint: bool = False
    ) -> ndarray:
        """Draw integers uniformly."""
        return self._whole("integers", low, high, size, torch_dtype(dtype), bool(endpoint))

    @tells(
        "rng.choice(5, 3, replace=False).shape",
        returns="What was chosen.",
        a="What is chosen from along `axis`, or an int for the numbers below it.",
        replace="Whether one may be chosen again.",
        p="Probabilities, by default all the same.",
        axis="Along which slices are chosen.",
        shuffle="Whether the order is random; it is in any case.",
    )
    def choice(
        self, a: Any, size: Size = None, replace: bool = True, p: Any = None, axis: int = 0, shuffle: bool = True
    ) -> ndarray:
        """Choose elements, or slices along an axis, at random."""
        return self._choice(a, size, replace, p, axis, torch.int64)

    @tells(
        "rng.permutation(3).shape",
        returns="A copy in random order.",
        x="What is put in order, or an int for the numbers below it.",
        axis="Along which.",
    )
    def permutation(self, x: Any, axis: int = 0) -> ndarray:
        """Return the slices along an axis in random order."""
        return self._permutation(x, axis, torch.int64)

    def shuffle(self, x: Any, axis: int = 0) -> None:
        """Put the slices of an array along an axis, or a list, in random order, in place.

        Parameters
        ----------
        x : ndarray or MutableSequence
            What is put in order.
        axis : int, default: 0
            Along which.

        Raises
        ------
        TypeError
            If it can't be written to.

        Examples
        --------
        >>> import xp_torch as xp
        >>> x = xp.arange(4)
        >>> xp.random.default_rng(1).shuffle(x)
        >>> xp.sort(x)
        array([0, 1, 2, 3])
        """
        self._shuffle(x, axis)

    @tells(
        "rng.permuted([[1, 2, 3]], axis=1).shape",
        returns="A copy in random order.",
        shown="(1, 3)",
        x="What is put in order.",
        axis="Along which, each line for itself; by default all elements.",
        out="Where to write the result: of the shape of `x`.",
    )
    def permuted(self, x: Any, *, axis: int | None = None, out: Any = None) -> ndarray:
        """Return an array with the elements of each line along an axis in a random order of its own."""
        frame = self._frame("permuted", x)
        t = as_tensor(x, device=None if isinstance(x, (ndarray, torch.Tensor)) else frame.device)
        if out is not None:
            if not isinstance(out, ndarray):
                raise TypeError("out must be a numpy array")
            if out.shape != tuple(t.shape):
                raise ValueError("out must have the same shape as x")
        if axis is None:
            result = take(t.reshape(-1), self._order(frame, t.numel()), 0).reshape(t.shape)
        else:
            along = normalize_axis(axis, t.ndim)
            frame.shape = tuple(t.shape)
            keys = frame.draw("bits", dtype=torch.int64)
            result = take_along_axis(t, torch.argsort(keys, dim=along), along)
        if out is None:
            return wrap(result)
        copy_into(out._tensor, cast(result, out._dtype))
        return out

    @tells(
        "rng.multivariate_normal([0.0, 1.0], [[1.0, 0.5], [0.5, 2.0]], size=3).shape",
        shown="(3, 2)",
        mean="One-dimensional.",
        cov="Covariance: square, symmetric, positive semidefinite.",
        check_valid='"warn", "raise" or "ignore": what is done about a covariance that is not; on the CPU.',
        tol="Tolerance of that check.",
        method='Factorization: "svd", "eigh" or "cholesky".',
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
        """Draw from the normal distribution of several variables."""
        return self._normals(mean, cov, size, check_valid, tol, method)

    @tells(
        "rng.multivariate_hypergeometric([3, 4, 5], 6, size=3).shape",
        returns="Random int64, of the size and an axis for the colors.",
        shown="(3, 3)",
        colors="How many things of each color there are.",
        nsample="How many are drawn, at most all.",
        method='"marginals" or "count"; one algorithm serves both.',
    )
    def multivariate_hypergeometric(
        self, colors: Any, nsample: int, size: Size = None, method: str = "marginals"
    ) -> ndarray:
        """Draw numbers of things of each color drawn from an urn without putting them back."""
        if method not in ("count", "marginals"):
            raise ValueError('method must be "count" or "marginals".')
        frame = self._frame("multivariate_hypergeometric", colors)
        given = as_tensor(colors, device=frame.device)
        if given.ndim != 1 or given.dtype.is_floating_point or given.is_complex():
            raise ValueError(
                "colors must be a one-dimensional sequence of nonnegative integers not exceeding 2**63 - 1."
            )
        t = cast(given, torch.float64)
        refuse(t < 0, "colors must be a one-dimensional sequence of nonnegative integers not exceeding 2**63 - 1.")
        sample = integer_parameter(nsample)
        refuse(sample < 0, "nsample must be nonnegative")
        refuse(t.sum() >= 1e9, 'When method is "marginals", sum(colors) must be less than 1000000000.')
        refuse(t.sum() < sample, "nsample > sum(colors)")
        frame.shape = size_of(size)

        def halve(count: torch.Tensor, one: torch.Tensor, both: torch.Tensor) -> torch.Tensor:
            inner = Frame(frame.bits, tuple(count.shape), frame.device, torch.float64)
            return inner.draw("hypergeometric", one, both - one, count)

        dealt = _split(torch.full(frame.shape, float(sample), dtype=torch.float64, device=frame.device), t, halve)
        return wrap_as(dealt.to(torch.int64), torch.int64)


def random_bytes(draws: Integers, length: int) -> bytes:
    """Return random bytes on the host."""
    frame = draws._frame("bytes")
    frame.shape = (-(-int(length) // 8),)
    return frame.draw("bits", dtype=torch.int64).cpu().numpy().tobytes()[: int(length)]


@outside_graphs
def default_rng(seed: Any = None, *, device: Any = None) -> Generator:
    """Return a generator of random numbers.

    Parameters
    ----------
    seed : None, int, sequence of ints, SeedSequence, BitGenerator, Generator, RandomState or torch.Generator, optional
        Where the stream begins; by default where nobody knows. A `Generator` is returned as it is; bit generators and
        torch's generators are drawn from.
    device : device_like, optional
        Where numbers are drawn. By default on the device of array parameters, else on the default device.

    Returns
    -------
    Generator
        The same seed on the same device gives the same stream, which is not NumPy's.

    Raises
    ------
    ValueError
        If the seed is negative, or on another device.
    TypeError
        If the seed is none of these.

    Examples
    --------
    >>> import xp_torch as xp
    >>> a, b = xp.random.default_rng(3), xp.random.default_rng(3)
    >>> bool((a.random(4) == b.random(4)).all())
    True
    """
    if isinstance(seed, Integers):
        seed = seed if isinstance(seed, Generator) else seed._bit_generator
    if isinstance(seed, Generator):
        return seed
    return Generator(seed if isinstance(seed, BitGenerator) else PCG64(seed, device=device))
