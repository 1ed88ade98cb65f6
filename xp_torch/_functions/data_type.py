"""Data type functions: casts, promotion, limits of dtypes."""

from __future__ import annotations

import math
import types
from typing import Any, TypeGuard

import numpy as np
import torch

from xp_torch._array.coercion import as_tensor, warned_cast
from xp_torch._array.door import BLOCKS, call_override, decides, has_override, is_elsewhere
from xp_torch._array.ndarray import ndarray, wrap, wrap_as, wrap_like
from xp_torch._array.numpys import check_host
from xp_torch._facts import dtypes
from xp_torch._facts.annotations import ArrayLike, Casting, DeviceLike, DTypeLike
from xp_torch._facts.defaults import python_dtype
from xp_torch._facts.dtypes import (
    BOUNDS,
    FROM_TORCH,
    KIND,
    REAL,
    WITHOUT_NUMPY,
    as_dtype,
    dtype,
    native_dtype,
    numpys_dtype,
    of_kind,
    torch_dtype,
)
from xp_torch._facts.errors import UnsupportedError
from xp_torch._facts.immutable import Immutable, set_once
from xp_torch._facts.promotion import can_cast as _can_cast
from xp_torch._facts.promotion import promote, promote_dtypes, scalar_kind
from xp_torch._facts.shapes import as_bool
from xp_torch._functions.creation.arguments import given_device
from xp_torch._kernels.cast import cast

__all__ = [
    "astype",
    "can_cast",
    "finfo",
    "iinfo",
    "isdtype",
    "issubdtype",
    "min_scalar_type",
    "promote_types",
    "result_type",
]

# The standard's names for groups of dtypes, as NumPy's kind characters.
KINDS = {
    "bool": "b",
    "signed integer": "i",
    "unsigned integer": "u",
    "integral": "iu",
    "real floating": "f",
    "complex floating": "c",
    "numeric": "iufc",
}


def _has_dtype(x: Any) -> TypeGuard[ndarray | torch.Tensor | np.ndarray | np.generic]:
    """Return whether `x` is an array of any package or a NumPy scalar, and not a dtype-like."""
    return isinstance(x, (ndarray, torch.Tensor, np.ndarray, np.generic))


def _is_array_like(x: Any) -> bool:
    """Return whether an argument is an array or a list, where dtypes and their names are allowed, too."""
    return _has_dtype(x) or type(x) in (list, tuple) or decides(type(x))


def astype(x: ArrayLike, dtype: DTypeLike, /, *, copy: bool = True, device: DeviceLike | None = None) -> ndarray:
    """Cast an array to another dtype.

    Parameters
    ----------
    x : array_like
        Array to cast.
    dtype : dtype_like
        Data type of the result. Floats are truncated, integers wrap, complex numbers lose the imaginary part.
    copy : bool, default: True
        Whether to copy an array that has the dtype already.
    device : device_like, optional
        Device of the result; by default that of `x`.

    Returns
    -------
    ndarray
        The array, in the autograd graph of `x`.

    Warns
    -----
    ComplexWarning
        If the imaginary part is lost.

    Examples
    --------
    >>> xp.astype(xp.asarray([1.7, -1.7]), xp.int8)
    array([ 1, -1], dtype=int8)
    """
    if (theirs := numpys_dtype(dtype)) is not None:
        check_host("astype", device)
        return np.asarray(x).astype(theirs, copy=copy)  # type: ignore[return-value]
    target = torch_dtype(dtype)
    if device is None and type(x) is ndarray and KIND[x._dtype] != "c":
        t = x._tensor
        new = cast(t, target)
        if new is t:
            if not as_bool(copy, "copy"):
                return x
            new = t.clone()
        return wrap_as(new, target)
    if (type(x) is not ndarray and has_override(x)) or ((BLOCKS or device is not None) and is_elsewhere(device)):
        if device is None and decides(type(x)) and hasattr(x, "astype"):
            return x.astype(dtype, copy=copy)  # libraries have the method, and lack `numpy.astype`
        return call_override(astype, locals())
    t = as_tensor(x)
    where = given_device(device)
    new = warned_cast(t if where is None else t.to(where), target)
    if new is t:
        copy = as_bool(copy, "copy")
        if not copy and isinstance(x, ndarray):
            return x
        new = t.clone() if copy else t
    return wrap_like(type(x), new, x) if isinstance(x, ndarray) else wrap(new)


def can_cast(from_: DTypeLike | ArrayLike, to: DTypeLike, casting: Casting = "safe") -> bool:
    """Return whether a dtype can be cast to another.

    Parameters
    ----------
    from_ : dtype_like or array
        Data type, or an array of it.
    to : dtype_like
        Data type to cast to.
    casting : {"safe", "no", "equiv", "same_kind", "unsafe"}, default: "safe"
        Casts to allow: "safe" keeps every value, "same_kind" also narrows within a kind, "no" and "equiv" allow no
        change, "unsafe" allows all.

    Returns
    -------
    bool
        Whether the cast is allowed.

    Examples
    --------
    >>> xp.can_cast(xp.int32, xp.float64), xp.can_cast(xp.int32, xp.float32)
    (True, False)
    """
    if type(from_) is not ndarray and _is_array_like(from_) and has_override(from_):
        return call_override(can_cast, locals())
    if scalar_kind(from_):
        raise TypeError(
            "can_cast() does not support Python ints, floats, and complex because the result used to depend on the "
            "value.\nThis change was part of adopting NEP 50, we may explicitly allow them again in the future."
        )
    if from_ is None or to is None:
        raise TypeError("did not understand one of the types; 'None' not accepted")
    if numpys_dtype(from_) is not None or numpys_dtype(to) is not None:
        kinds: Any = (from_.dtype if _has_dtype(from_) else from_, to, casting)
        return np.can_cast(*kinds)
    source, target = as_dtype(from_.dtype if _has_dtype(from_) else from_, stored=False), as_dtype(to, stored=False)
    if casting == "no" and source.isnative is not target.isnative:
        return False
    return _can_cast(source.type.torch, target.type.torch, casting)


def _given_dtype(type: Any) -> dtype:
    """Return the dtype of an array, a Python number or a dtype-like."""
    kind = scalar_kind(type)
    if kind is not None:
        return FROM_TORCH[python_dtype(kind)]
    try:
        return native_dtype(type if isinstance(type, (dtype, builtin_type)) else getattr(type, "dtype", type))
    except TypeError as error:
        raise ValueError(f"expected a floating or integer dtype: {error}") from None


builtin_type = type


class finfo(Immutable):
    """Limits of a floating dtype; for a complex one, those of its components.

    Parameters
    ----------
    dtype : dtype_like or array
        Floating or complex dtype, or an array of it.

    Attributes
    ----------
    bits : int
        Number of bits.
    eps, epsneg : float
        Distance from 1.0 to the next larger and to the next smaller number.
    max, min : float
        Largest and smallest finite number.
    smallest_normal, tiny : float
        Smallest positive number with full precision.
    smallest_subnormal : float
        Smallest positive number.
    precision : int
        Number of decimal digits.
    resolution : float
        ``10 ** -precision``.
    nmant, nexp, iexp : int
        Number of bits of the mantissa and of the exponent.
    machep, negep, minexp, maxexp : int
        Exponents of `eps`, `epsneg`, `tiny`, and the first that overflows.
    dtype : dtype
        The real dtype.

    Notes
    -----
    The limits are Python floats, as in the standard; NumPy's are NumPy scalars.

    Examples
    --------
    >>> xp.finfo(xp.float32).eps
    1.1920928955078125e-07
    >>> xp.finfo(xp.complex128).dtype
    dtype('float64')
    """

    dtype: dtypes.dtype
    eps: float
    epsneg: float
    max: float
    min: float
    tiny: float
    smallest_normal: float
    smallest_subnormal: float
    resolution: float
    bits: int
    precision: int
    nmant: int
    nexp: int
    iexp: int
    machep: int
    negep: int
    minexp: int
    maxexp: int

    def __class_getitem__(cls, item: Any, /) -> types.GenericAlias:
        """Return the type for annotations: ``xp.finfo[xp.float64]``."""
        return types.GenericAlias(cls, item)

    def __new__(cls, dtype: DTypeLike | ArrayLike) -> finfo:
        if dtype is None:
            raise TypeError("finfo: dtype must be a floating dtype or an array of one, not None")
        if (theirs := numpys_dtype(dtype.dtype if _has_dtype(dtype) else dtype)) is not None:
            return np.finfo(theirs)  # type: ignore[return-value]
        requested = _given_dtype(dtype)
        if requested.kind not in "fc":
            raise ValueError(f"data type {requested!r:.80} not inexact")
        real = REAL[requested.torch]
        if real not in _LIMITS:
            _LIMITS[real] = object.__new__(cls)._filled(real)  # of a dtype that was registered after import
        return _LIMITS[real]

    def _filled(self, real: torch.dtype) -> finfo:
        """Set the limits of a floating dtype, and return the object."""
        limits = dtypes.limits(real)
        nmant = 1 - math.frexp(limits.eps)[1]
        precision = int(-math.log10(limits.eps))
        set_once(
            self,
            dtype=FROM_TORCH[real],
            bits=limits.bits,
            eps=limits.eps,
            max=limits.max,
            min=limits.min,
            tiny=limits.tiny,
            smallest_normal=limits.tiny,
            smallest_subnormal=limits.tiny * limits.eps,
            nmant=nmant,
            machep=-nmant,
            negep=-nmant - 1,
            epsneg=math.ldexp(1.0, -nmant - 1),
            minexp=math.frexp(limits.tiny)[1] - 1,
            maxexp=math.frexp(limits.max)[1],
            iexp=limits.bits - 1 - nmant,
            nexp=limits.bits - 1 - nmant,
            precision=precision,
            resolution=10.0**-precision,
        )
        return self

    def __reduce__(self) -> tuple[type, tuple[Any]]:
        return finfo, (self.dtype,)

    def __repr__(self) -> str:
        # NumPy scalars print the shortest digits for their dtype.
        scalar = np.float32 if self.dtype.itemsize < np.dtype(np.float64).itemsize else np.float64
        low, high = (scalar(x) for x in (self.min, self.max))
        return f"finfo(resolution={self.resolution}, min={low!s}, max={high!s}, dtype={self.dtype})"

    def __str__(self) -> str:
        # NumPy has no table of dtypes that it lacks.
        return repr(self) if self.dtype.torch in WITHOUT_NUMPY else str(np.finfo(self.dtype.__numpy_dtype__))


_UNSIGNED, _SIGNED = of_kind("u"), of_kind("i")
#: the object of each floating dtype.
_LIMITS = {real: object.__new__(finfo)._filled(real) for real in KIND if KIND[real] == "f"}


class iinfo:
    """Limits of an integer dtype.

    Parameters
    ----------
    int_type : dtype_like or array
        Integer dtype, or an array of it.

    Attributes
    ----------
    bits : int
        Number of bits.
    max, min : int
        Largest and smallest value.
    kind : str
        "i" or "u".
    dtype : dtype
        The dtype.

    Examples
    --------
    >>> xp.iinfo(xp.uint16).max
    65535
    """

    def __class_getitem__(cls, item: Any, /) -> types.GenericAlias:
        """Return the type for annotations: ``xp.iinfo[xp.int64]``."""
        return types.GenericAlias(cls, item)

    def __init__(self, int_type: DTypeLike | ArrayLike) -> None:
        requested = _given_dtype(int_type)
        if requested.kind not in "iu":
            raise ValueError(f"Invalid integer data type {requested.kind!r}.")
        self.dtype, self.kind = requested, requested.kind
        self.bits = requested.itemsize * 8
        self.min, self.max = BOUNDS[requested.torch]

    def __repr__(self) -> str:
        return f"iinfo(min={self.min}, max={self.max}, dtype={self.dtype})"

    def __str__(self) -> str:
        return str(np.iinfo(self.dtype.__numpy_dtype__))


def _is_dtype(obj: Any) -> bool:
    """Return whether `obj` is a dtype object of this package, NumPy or torch."""
    return isinstance(obj, (dtype, np.dtype, torch.dtype)) or (isinstance(obj, type) and issubclass(obj, np.generic))


def isdtype(dtype: DTypeLike, kind: DTypeLike | tuple[DTypeLike, ...]) -> bool:
    """Return whether a dtype is of a kind.

    Parameters
    ----------
    dtype : dtype
        Data type.
    kind : str, dtype, or tuple of these
        "bool", "signed integer", "unsigned integer", "integral", "real floating", "complex floating", "numeric", or a
        dtype. A tuple means any of its entries.

    Returns
    -------
    bool
        Whether the dtype is of the kind.

    See Also
    --------
    issubdtype : Comparison in NumPy's hierarchy of dtypes.

    Examples
    --------
    >>> xp.isdtype(xp.uint8, "integral"), xp.isdtype(xp.bool, ("numeric", xp.float32))
    (True, False)
    """
    if not _is_dtype(dtype):
        raise TypeError(f"dtype argument must be a dtype, but it is a {type(dtype)}.")
    if numpys_dtype(dtype) is not None:
        return np.isdtype(np.dtype(dtype), kind)  # type: ignore[arg-type]
    requested = native_dtype(dtype)
    matches = False
    for entry in kind if isinstance(kind, tuple) else (kind,):
        if isinstance(entry, str):
            if entry not in KINDS:
                raise ValueError(f"kind argument is a string, but {entry!r:.80} is not a known kind name.")
            matches = matches or requested.kind in KINDS[entry]
        elif _is_dtype(entry):
            matches = matches or native_dtype(entry) is requested
        else:
            raise TypeError(f"kind argument must be comprised of dtypes or strings only, but is a {type(entry)}.")
    return matches


def result_type(*arrays_and_dtypes: ArrayLike | DTypeLike) -> dtype:
    """Return the common dtype of operands (NEP 50).

    Parameters
    ----------
    *arrays_and_dtypes : array, dtype_like or Python number
        Operands. Python numbers are weak scalars.

    Returns
    -------
    dtype
        The common dtype.

    Examples
    --------
    >>> xp.result_type(xp.int8, xp.uint8), xp.result_type(xp.float32, 2.0)
    (dtype('int16'), dtype('float32'))
    """
    if has_override(*[x for x in arrays_and_dtypes if _is_array_like(x)]):
        return call_override(result_type, locals())
    if not arrays_and_dtypes:
        raise ValueError("at least one array or dtype is required")
    dtypes, kinds = [], []
    for x in arrays_and_dtypes:
        kind = scalar_kind(x)
        if kind is not None:
            kinds.append(kind)
            continue
        try:
            known = native_dtype(x.dtype if _has_dtype(x) else x)
        except UnsupportedError:
            known = None
        if known is None:
            operands: Any = [x.dtype if isinstance(x, ndarray) else x for x in arrays_and_dtypes]
            return dtype(np.result_type(*operands))
        dtypes.append(known.torch)
    if kinds == ["i"] and not dtypes:
        # An int alone may need uint64.
        return FROM_TORCH[as_tensor(arrays_and_dtypes[0]).dtype]
    return FROM_TORCH[promote_dtypes(dtypes, kinds)]


def promote_types(type1: DTypeLike, type2: DTypeLike) -> dtype:
    """Return the common dtype of two dtypes.

    Parameters
    ----------
    type1, type2 : dtype_like
        Data types.

    Returns
    -------
    dtype
        The smallest dtype that both can be cast to safely.

    Examples
    --------
    >>> xp.promote_types(xp.int64, xp.uint64)
    dtype('float64')
    """
    if type1 is None or type2 is None:
        raise TypeError("promote_types: expected two dtypes, got None")
    if numpys_dtype(type1) is not None or numpys_dtype(type2) is not None:
        return dtype(np.promote_types(type1, type2))  # type: ignore[arg-type]
    return FROM_TORCH[promote(native_dtype(type1).torch, native_dtype(type2).torch)]


def _hierarchy(arg: Any) -> Any:
    """Return `arg` as a dtype or an abstract dtype of the package; as NumPy's class for text, objects and dates."""
    if isinstance(arg, dtypes._Kind):
        return arg
    if isinstance(arg, type) and issubclass(arg, np.generic):
        named = getattr(dtypes, arg.__name__, None)
        if isinstance(named, dtypes._Kind):
            return named
    try:
        return native_dtype(arg)
    except UnsupportedError:
        pass
    return np.dtype(arg).type


def issubdtype(arg1: DTypeLike, arg2: DTypeLike) -> bool:
    """Return whether a dtype is another one or below it in NumPy's hierarchy.

    Parameters
    ----------
    arg1, arg2 : dtype_like or abstract type
        Data types, or abstract types such as ``xp.floating``.

    Returns
    -------
    bool
        Whether `arg1` is `arg2` or below it.

    See Also
    --------
    isdtype : Comparison with the standard's kinds.

    Examples
    --------
    >>> xp.issubdtype(xp.float32, xp.floating), xp.issubdtype(xp.int64, xp.signedinteger)
    (True, True)
    """
    low, high = _hierarchy(arg1), _hierarchy(arg2)
    if isinstance(high, dtype):
        return low is high
    if isinstance(low, type) or isinstance(high, type):
        return isinstance(low, type) and issubclass(low, high if isinstance(high, type) else high.__bases__)
    kinds = low.kind if isinstance(low, dtype) else low.kinds
    return set(kinds) <= set(high.kinds)


def min_scalar_type(a: ArrayLike) -> dtype:
    """Return the smallest dtype that holds a Python number; for an array, its dtype.

    Parameters
    ----------
    a : scalar or array_like
        Number or array.

    Returns
    -------
    dtype
        The smallest dtype. For floats only the range counts, not the precision; integers beyond 64 bits are objects.

    Examples
    --------
    >>> xp.min_scalar_type(300), xp.min_scalar_type(-1)
    (dtype('uint16'), dtype('int8'))
    """
    if type(a) is not ndarray and has_override(a):
        return call_override(min_scalar_type, locals())
    kind = scalar_kind(a)
    if kind is None:
        return FROM_TORCH[as_tensor(a).dtype]
    if kind == "b":
        return dtypes.bool
    if kind == "i":
        value: Any = a
        sizes = [d for d in (_UNSIGNED if value >= 0 else _SIGNED) if BOUNDS[d][0] <= value <= BOUNDS[d][1]]
        if not sizes:
            return np.dtype(object)  # type: ignore[return-value]
        return FROM_TORCH[min(sizes, key=lambda d: d.itemsize)]
    return as_dtype(np.min_scalar_type(a))
