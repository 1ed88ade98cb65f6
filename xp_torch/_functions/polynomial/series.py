"""The classes of series: arithmetic, calculus and fits of a series on a domain."""

from __future__ import annotations

import numbers
from collections.abc import Callable, Iterator
from typing import Any, ClassVar, Literal, SupportsIndex, TypeVar

import numpy as np

from xp_torch._array.ndarray import ndarray
from xp_torch._facts.annotations import ArrayLike
from xp_torch._facts.inspection import read_back
from xp_torch._facts.shapes import single
from xp_torch._functions.creation.fill import zeros
from xp_torch._functions.creation.from_data import asarray
from xp_torch._functions.creation.ranges import linspace
from xp_torch._functions.polynomial.polyutils import as_series, getdomain, mapdomain, mapparms, trimcoef

__all__ = ["set_default_printstyle"]

_Series = TypeVar("_Series", bound="Series")

_NUMPYS = tuple(
    getattr(np.polynomial, name) for name in ("Polynomial", "Chebyshev", "Legendre", "Hermite", "HermiteE", "Laguerre")
)
#: The style in which `str` shows series.
_style = ["unicode" if np.polynomial.Polynomial._use_unicode else "ascii"]


def set_default_printstyle(style: Literal["unicode", "ascii"]) -> None:
    """Set how `str` shows series.

    Parameters
    ----------
    style : {"unicode", "ascii"}
        Whether powers are superscripts, or follow ``**``.

    Examples
    --------
    >>> xp.polynomial.set_default_printstyle("ascii")
    >>> print(xp.polynomial.Polynomial([1, 2, 3]))
    1.0 + 2.0 x + 3.0 x**2
    >>> xp.polynomial.set_default_printstyle("unicode")
    """
    if style not in ("unicode", "ascii"):
        raise ValueError(f"Unsupported format string '{style}'. Valid options are 'ascii' and 'unicode'")
    _style[0] = style


def _two_ends(values: Any, what: str) -> ndarray:
    """Return a domain or a window."""
    [ends] = as_series([values], trim=False)
    if len(ends) != 2:
        raise ValueError(f"{what} has wrong number of elements.")
    return ends


class Series:
    """A finite series of polynomials in one basis, which the derived class chooses."""

    # Operators of arrays leave the operation to the series.
    __array_ufunc__ = None
    __hash__ = None  # type: ignore[assignment]

    #: Largest exponent of a power.
    maxpower = 100
    #: Name of the basis in the text of a series.
    basis_name: ClassVar[str | None] = None
    domain: ndarray
    window: ndarray
    #: The functions of the basis by the ends of their names.
    _functions: ClassVar[dict[str, Callable[..., Any]]]
    #: NumPy's class, which writes the text.
    _numpys: ClassVar[Any]

    def __init__(
        self, coef: ArrayLike, domain: ArrayLike | None = None, window: ArrayLike | None = None, symbol: str = "x"
    ) -> None:
        [self.coef] = as_series([coef], trim=False)
        device = self.coef.device
        self.domain = asarray(self.domain, device=device) if domain is None else _two_ends(domain, "Domain")
        self.window = asarray(self.window, device=device) if window is None else _two_ends(window, "Window")
        if not isinstance(symbol, str):
            raise TypeError("Symbol must be a non-empty string")
        if not symbol.isidentifier():
            raise ValueError("Symbol string must be a valid Python identifier")
        self._symbol = symbol

    @property
    def symbol(self) -> str:
        """Symbol of the variable in the text of the series."""
        return self._symbol

    def _like(self: _Series, coef: Any) -> _Series:
        return self.__class__(coef, self.domain, self.window, self.symbol)

    # text

    def _as_numpy(self) -> Any:
        """Return the series as NumPy's, for its text."""
        parts = [np.asarray(x.detach().to_device("cpu")) for x in (self.coef, self.domain, self.window)]
        return self._numpys(*parts, symbol=self.symbol)

    def __repr__(self) -> str:
        coef, domain, window = (repr(x)[6:-1] for x in (self.coef, self.domain, self.window))
        return f"{type(self).__name__}({coef}, domain={domain}, window={window}, symbol='{self.symbol}')"

    def __str__(self) -> str:
        return format(self._as_numpy(), _style[0])

    def __format__(self, fmt_str: str) -> str:
        if not isinstance(fmt_str, str):
            raise TypeError(f"__format__: the format must be a str (got {type(fmt_str).__name__})")
        return format(self._as_numpy(), fmt_str or _style[0])

    def _repr_latex_(self) -> str:
        return self._as_numpy()._repr_latex_()

    # the same series, and its parts

    def has_samecoef(self, other: Series) -> bool:
        """Return whether the coefficients of two series are equal."""
        return len(self.coef) == len(other.coef) and bool((self.coef == other.coef).all())

    def has_samedomain(self, other: Series) -> bool:
        """Return whether the domains of two series are equal."""
        return bool((self.domain == other.domain).all())

    def has_samewindow(self, other: Series) -> bool:
        """Return whether the windows of two series are equal."""
        return bool((self.window == other.window).all())

    def has_sametype(self, other: object) -> bool:
        """Return whether an object is a series of this class."""
        return isinstance(other, self.__class__)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, self.__class__)
            and self.has_samedomain(other)
            and self.has_samewindow(other)
            and self.has_samecoef(other)
            and self.symbol == other.symbol
        )

    def __iter__(self) -> Iterator[ndarray]:
        return iter(self.coef)

    def __len__(self) -> int:
        return len(self.coef)

    def copy(self: _Series) -> _Series:
        """Return a copy."""
        return self._like(self.coef)

    def degree(self) -> int:
        """Return the degree, one less than the number of coefficients, zeros among them."""
        return len(self) - 1

    # arithmetic

    def __call__(self, arg: ArrayLike | Series) -> Any:
        return self._functions["val"](mapdomain(arg, self.domain, self.window), self.coef)

    def _coefficients(self, other: Any) -> Any:
        """Return the coefficients of an operand; a series must have the same class and domain."""
        if not isinstance(other, (Series, *_NUMPYS)):
            return other
        if not isinstance(other, self.__class__):
            raise TypeError("Polynomial types differ")
        if not self.has_samedomain(other):
            raise TypeError("Domains differ")
        if not self.has_samewindow(other):
            raise TypeError("Windows differ")
        if self.symbol != other.symbol:
            raise ValueError("Polynomial symbols differ")
        return other.coef

    def _combined(self, name: str, left: Any, right: Any) -> Any:
        """Return the result of a function of two lists of coefficients; NotImplemented for other objects."""
        left, right = self._coefficients(left), self._coefficients(right)
        try:
            result = self._functions[name](left, right)
        except (TypeError, ValueError):
            return NotImplemented
        return tuple(map(self._like, result)) if isinstance(result, tuple) else self._like(result)

    def __neg__(self: _Series) -> _Series:
        return self._like(-self.coef)

    def __pos__(self: _Series) -> _Series:
        return self

    def __add__(self, other: Any) -> Any:
        return self._combined("add", self, other)

    def __radd__(self, other: Any) -> Any:
        return self._combined("add", other, self)

    def __sub__(self, other: Any) -> Any:
        return self._combined("sub", self, other)

    def __rsub__(self, other: Any) -> Any:
        return self._combined("sub", other, self)

    def __mul__(self, other: Any) -> Any:
        return self._combined("mul", self, other)

    def __rmul__(self, other: Any) -> Any:
        return self._combined("mul", other, self)

    def __divmod__(self, other: Any) -> Any:
        return self._combined("div", self, other)

    def __rdivmod__(self, other: Any) -> Any:
        return self._combined("div", other, self)

    def __floordiv__(self, other: Any) -> Any:
        both = self.__divmod__(other)
        return both if both is NotImplemented else both[0]

    def __rfloordiv__(self, other: Any) -> Any:
        both = self.__rdivmod__(other)
        return both if both is NotImplemented else both[0]

    def __mod__(self, other: Any) -> Any:
        both = self.__divmod__(other)
        return both if both is NotImplemented else both[1]

    def __rmod__(self, other: Any) -> Any:
        both = self.__rdivmod__(other)
        return both if both is NotImplemented else both[1]

    def __truediv__(self, other: Any) -> Any:
        is_scalar = isinstance(other, numbers.Number) or (isinstance(other, ndarray) and not other.ndim)
        if not is_scalar or isinstance(other, bool):
            raise TypeError(f"unsupported types for true division: '{type(self)}', '{type(other)}'")
        return self.__floordiv__(other)

    def __pow__(self: _Series, other: Any) -> _Series:
        return self._like(self._functions["pow"](self.coef, other, maxpower=self.maxpower))

    # shorter series, other domains

    def trim(self: _Series, tol: float = 0) -> _Series:
        """Return the series without trailing coefficients whose absolute values are at most `tol`."""
        return self._like(trimcoef(self.coef, tol))

    def truncate(self: _Series, size: SupportsIndex) -> _Series:
        """Return the series of the first `size` coefficients."""
        count = int(single(size, "size"))
        if count != size or count < 1:
            raise ValueError("size must be a positive integer")
        return self._like(self.coef[:count])

    def cutdeg(self: _Series, deg: int) -> _Series:
        """Return the series of the terms up to the degree `deg`."""
        return self.truncate(deg + 1)

    def convert(
        self, domain: ArrayLike | None = None, kind: type[Series] | None = None, window: ArrayLike | None = None
    ) -> Any:
        """Return the series in another basis `kind`, domain or window, by default those of its class."""
        kind = self.__class__ if kind is None else kind
        if issubclass(kind, Series):
            ends = (kind._interval(domain, "domain"), kind._interval(window, "window"))
            domain, window = (asarray(x, device=self.coef.device) for x in ends)
        return self(kind.identity(domain, window=window, symbol=self.symbol))

    def mapparms(self) -> tuple[Any, Any]:
        """Return ``off, scl``: the series is evaluated at ``off + scl * x``."""
        return mapparms(self.domain, self.window)

    # calculus

    def integ(self: _Series, m: SupportsIndex = 1, k: ArrayLike = (), lbnd: ArrayLike | None = None) -> _Series:
        """Return the integral of order `m`, with the values `k` at `lbnd`."""
        off, scl = self.mapparms()
        bound = 0 if lbnd is None else off + scl * lbnd
        return self._like(self._functions["int"](self.coef, m, k, bound, 1.0 / scl))

    def deriv(self: _Series, m: SupportsIndex = 1) -> _Series:
        """Return the derivative of order `m`."""
        return self._like(self._functions["der"](self.coef, m, self.mapparms()[1]))

    def roots(self) -> ndarray:
        """Return the roots."""
        return mapdomain(self._functions["roots"](self.coef), self.window, self.domain)

    def linspace(self, n: int = 100, domain: ArrayLike | None = None) -> tuple[ndarray, ndarray]:
        """Return `n` evenly spaced points of the domain, and the values there."""
        ends: Any = self.domain if domain is None else domain
        x = linspace(ends[0], ends[1], n)
        return x, self(x)

    # other ways to make a series

    @classmethod
    def _interval(cls, values: Any, name: str) -> Any:
        """Return the domain or window that an argument stands for: None and ``[]`` for the default of the class."""
        return getattr(cls, name) if values is None or (isinstance(values, list) and not values) else values

    @classmethod
    def fit(
        cls: type[_Series], x: ArrayLike, y: ArrayLike, deg: ArrayLike, domain: ArrayLike | None = None,
        rcond: float | None = None, full: bool = False, w: ArrayLike | None = None, window: ArrayLike | None = None,
        symbol: str = "x",
    ) -> Any:  # fmt: skip
        """Return the series of degree `deg` that fits points by least squares; with `full` the details, too.

        The `domain` is by default the smallest that contains the points; ``[]`` stands for that of the class.
        """
        if domain is None:
            domain = getdomain(x)
            if read_back((domain[0] == domain[1])._tensor):
                domain = domain + asarray([-1.0, 1.0], dtype=domain.dtype, device=domain.device)
        domain, window = cls._interval(domain, "domain"), cls._interval(window, "window")
        at = asarray(x)
        window = asarray(window, device=at.device)
        at = mapdomain(at, asarray(domain, device=at.device), window)
        result = cls._functions["fit"](at, y, deg, w=w, rcond=rcond, full=full)
        coef, *status = result if full else (result,)
        series = cls(coef, domain=domain, window=window, symbol=symbol)
        return (series, *status) if full else series

    @classmethod
    def fromroots(
        cls: type[_Series],
        roots: ArrayLike,
        domain: ArrayLike | None = [],  # noqa: B006
        window: ArrayLike | None = None,
        symbol: str = "x",
    ) -> _Series:
        """Return the series with the given roots; with the domain None on the smallest interval that contains them."""
        [roots] = as_series([roots], trim=False)
        domain = getdomain(roots) if domain is None else cls._interval(domain, "domain")
        window = cls._interval(window, "window")
        off, scl = mapparms(*(asarray(ends, device=roots.device) for ends in (domain, window)))
        coef = cls._functions["fromroots"](off + scl * roots) / scl ** len(roots)
        return cls(coef, domain=domain, window=window, symbol=symbol)

    @classmethod
    def identity(
        cls: type[_Series], domain: ArrayLike | None = None, window: ArrayLike | None = None, symbol: str = "x"
    ) -> _Series:
        """Return the series ``x``."""
        domain, window = cls._interval(domain, "domain"), cls._interval(window, "window")
        return cls(cls._functions["line"](*mapparms(window, domain)), domain, window, symbol)

    @classmethod
    def basis(
        cls: type[_Series],
        deg: SupportsIndex,
        domain: ArrayLike | None = None,
        window: ArrayLike | None = None,
        symbol: str = "x",
    ) -> _Series:
        """Return the polynomial of the basis of degree `deg`."""
        degree = int(single(deg, "deg"))
        if degree != deg or degree < 0:
            raise ValueError("deg must be non-negative integer")
        coef = zeros(degree + 1)
        coef[-1] = 1
        return cls(coef, domain, window, symbol)

    @classmethod
    def cast(cls, series: Series, domain: ArrayLike | None = None, window: ArrayLike | None = None) -> Any:
        """Return a series in the basis of this class."""
        domain, window = cls._interval(domain, "domain"), cls._interval(window, "window")
        return series.convert(domain, cls, window)
