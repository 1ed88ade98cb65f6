"""Data types: `dtype`, its instances, which `register_dtype` makes, and the abstract kinds that group them.

Users see `dtype`; promotion and kernels use `torch.dtype` only.
"""

from __future__ import annotations

import builtins
import functools
import re
import types
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, Union

import numpy as np
import numpy.typing as npt
import torch

from xp_torch._facts.errors import UnsupportedError
from xp_torch._facts.immutable import Immutable, ImmutableType, set_once
from xp_torch._facts.out_of_scope import BYTE_ORDERS
from xp_torch._facts.out_of_scope import DTYPES as NOT_HERE
from xp_torch._facts.torch_state import compiler_state

__all__ = [
    "bfloat16",
    "bool",
    "character",
    "complex64",
    "complex128",
    "complexfloating",
    "dtype",
    "flexible",
    "float16",
    "float32",
    "float64",
    "floating",
    "generic",
    "inexact",
    "int8",
    "int16",
    "int32",
    "int64",
    "integer",
    "number",
    "signedinteger",
    "uint8",
    "uint16",
    "uint32",
    "uint64",
    "unsignedinteger",
]

#: kind character of NumPy ("b", "i", "u", "f", "c") of each torch dtype that the package knows.
KIND: dict[torch.dtype, str] = {}
#: the dtype object of each torch dtype.
FROM_TORCH: dict[torch.dtype, dtype] = {}
#: smallest and largest value of integer dtypes and bool.
BOUNDS: dict[torch.dtype, tuple[int, int]] = {}
#: the signed dtype of the same width as an unsigned one that torch has no arithmetic for.
SAME_WIDTH_SIGNED: dict[torch.dtype, torch.dtype] = {}
#: the component dtype of a complex dtype; other dtypes map to themselves.
REAL: dict[torch.dtype, torch.dtype] = {}
#: the complex dtype whose components hold a floating dtype exactly.
COMPLEX: dict[torch.dtype, torch.dtype] = {}
#: the dtype to compute in, for dtypes that torch lacks kernels for (`register_dtype(detour=)`).
DETOUR: dict[torch.dtype, torch.dtype] = {}

#: for a dtype that NumPy lacks, the dtype that NumPy has and that represents its values exactly.
WITHOUT_NUMPY: dict[torch.dtype, torch.dtype] = {}
#: the signed integer dtype that holds the bits of a dtype that NumPy or torch's pickles lack.
BITS: dict[torch.dtype, torch.dtype] = {}
#: promotion with other dtypes, by name, for dtypes that NumPy's table lacks (`register_dtype(promotion=)`).
PROMOTION: dict[torch.dtype, dict[str, str]] = {}

_SIGNED_OF_SIZE = {d.itemsize: d for d in (torch.int8, torch.int16, torch.int32, torch.int64)}
_BY_NAME: dict[str, dtype] = {}
_BY_NUMPY: dict[Any, dtype] = {}
#: by NumPy's characters and codes ("d", "f8"): Dynamo traces this, and not `numpy.dtype`.
_BY_CODE: dict[str, dtype] = {}


#: limits of the dtypes that `torch.finfo` lacks.
LIMITS: dict[torch.dtype, Limits] = {}
#: the floating dtypes without gradients.
WITHOUT_GRADIENTS: set[torch.dtype] = set()
#: for dtypes whose tensors have a subclass: the function that makes such a tensor from the plain one that a transform
#: returns. Also for torch's dtypes that arrays have only in such a subclass.
IN_SUBCLASS: dict[torch.dtype, Callable[[torch.Tensor], torch.Tensor]] = {}


class Limits(NamedTuple):
    """Limits of a dtype that torch lacks, with the names of `torch.finfo`."""

    bits: int
    min: float
    max: float
    eps: float = 1.0
    tiny: float = 1.0


class ExtensionDtype:
    """Base of the objects that take the place of a `torch.dtype` for a dtype that torch lacks.

    They have the attributes of a `torch.dtype`, and a `__torch_function__`, which torch's functions call.
    """


def limits(dtype: torch.dtype) -> Limits | torch.finfo:
    """Return the limits of a floating dtype: an object with the attributes of `torch.finfo`."""
    return LIMITS[dtype] if dtype in LIMITS else torch.finfo(dtype)


def in_subclass(t: torch.Tensor) -> torch.Tensor:
    """Return a tensor as arrays hold it, in a tensor subclass if its dtype needs that; raise TypeError otherwise.

    The result shares the memory.
    """
    as_dtype(t.dtype)
    return IN_SUBCLASS[t.dtype](t)


def _is_number(x: Any, kinds: builtins.str) -> builtins.bool:
    """Return whether `x` is a real Python number, or a NumPy scalar or 0-D array of one of `kinds`."""
    if isinstance(x, (int, float)):
        return True
    # NumPy's dtypes have dimensions, too.
    return getattr(x, "ndim", None) == 0 and hasattr(x, "dtype") and native_dtype(x.dtype).kind in kinds


class dtype(Immutable, metaclass=ImmutableType):
    """Data type of an array. There is one object for each data type, so that `is` works.

    Parameters
    ----------
    dtype : dtype_like
        A `dtype`, a `numpy.dtype` or NumPy scalar type, a `torch.dtype`, one of Python's `bool`, `int`, `float` and
        `complex` (NumPy's defaults), or a string such as ``"float32"`` or ``"f4"``. None is ``float64``, as in NumPy.
    align, copy : bool, default: False
        Accepted for compatibility with NumPy; ignored.

    Attributes
    ----------
    name : str
        Name, such as ``"float32"``.
    kind : str
        NumPy's kind character: ``"b"``, ``"i"``, ``"u"``, ``"f"`` or ``"c"``.
    char : str
        NumPy's type character, such as ``"f"``; ``"E"`` for bfloat16 as in ``ml_dtypes``.
    itemsize : int
        Size of an element in bytes.
    torch : torch.dtype
        The torch dtype that stores it; None if the byte order is not the native one.

    Notes
    -----
    A dtype hashes and compares as the NumPy dtype of the same name. It can be called, ``xp.float32(3)`` is a 0-D array,
    and `isinstance` works with it as with NumPy's scalar types. Unlike in NumPy, ``xp.float32`` is an instance of
    `dtype`, not a class.

    torch stores arrays in native byte order only. A dtype of another byte order, such as ``">i4"``, is for reading
    memory and files (`frombuffer`, `fromfile`) into arrays in native byte order; other functions raise TypeError.

    Examples
    --------
    >>> import numpy as np
    >>> xp.dtype("f4") is xp.float32
    True
    >>> xp.float32 == np.float32, xp.float32 == np.dtype("float32"), xp.float32 == "float32"
    (True, True, True)
    >>> xp.float32(3)
    array(3., dtype=float32)
    """

    __slots__ = ("__weakref__", "_hash", "_numpy", "_type", "char", "itemsize", "kind", "name", "torch")

    name: str
    kind: str
    char: str
    itemsize: int
    torch: torch.dtype
    _numpy: np.dtype | None
    _hash: int
    _type: _ScalarType
    # NumPy's attributes that are the same for all numbers in native byte order.
    isnative = True
    hasobject = isalignedstruct = False
    fields = names = subdtype = metadata = None
    shape: tuple[()] = ()
    ndim = flags = 0

    def __new__(
        cls,
        dtype: DTypeLike | None,
        align: builtins.bool = False,
        copy: builtins.bool = False,
        metadata: dict[builtins.str, Any] | None = None,
    ) -> dtype:
        """Return the object for `dtype`; for one that torch lacks, NumPy's."""
        try:
            new = as_dtype(dtype, stored=False)
        except UnsupportedError:
            new = None
        if new is None:
            options: Any = (dtype, align, copy) if metadata is None else (dtype, align, copy, metadata)
            return np.dtype(*options)
        if metadata is not None:
            raise UnsupportedError("dtype: there is one object for each dtype, without metadata; keep them elsewhere")
        return new

    @property
    def __numpy_dtype__(self) -> np.dtype:
        """The NumPy dtype of the same name; for bfloat16, the dtype of ``ml_dtypes``."""
        if self._numpy is None:
            raise TypeError(self._no_numpy())
        return self._numpy

    def _no_numpy(self) -> builtins.str:
        """Return the message of the error that NumPy has no such dtype."""
        wide = WITHOUT_NUMPY[self.torch]
        unless = " unless ml_dtypes is installed" if hasattr(torch, self.name) else ""
        return f"NumPy has no {self.name}{unless}; convert with astype({FROM_TORCH[wide].name!r})"

    @property
    def base(self) -> dtype:
        """The dtype itself, as for NumPy's dtypes of numbers."""
        return self

    @property
    def type(self) -> Any:  # no type for type checkers, which would refuse it in `issubclass`
        """What takes the place of NumPy's scalar type: it makes 0-D arrays, and has the hash of that type."""
        return self._type

    @property  # type: ignore[misc]
    def __class__(self) -> builtins.type:
        """NumPy's class, for ``isinstance(x.dtype, np.dtype)``; Dynamo would trace the dtype as one of NumPy's."""
        known = self._numpy is not None and compiler_state() is None
        return builtins.type(self._numpy if known else self)

    def __dir__(self) -> list[builtins.str]:
        return dir(builtins.type(self))

    @property
    def __bases__(self) -> tuple[builtins.type, ...]:
        """NumPy's scalar type, or an abstract type, for ``issubclass(x.dtype.type, np.floating)``."""
        abstract = {"f": np.floating, "c": np.complexfloating, "i": np.signedinteger, "u": np.unsignedinteger}
        return (getattr(np, self.name, abstract.get(self.kind)),)  # type: ignore[return-value]

    @property
    def num(self) -> int:
        """NumPy's number of the type."""
        return self.__numpy_dtype__.num

    @property
    def str(self) -> builtins.str:
        """NumPy's array-protocol string, such as ``"<f4"``."""
        return self.__numpy_dtype__.str

    @property
    def alignment(self) -> int:
        """Alignment of elements in bytes."""
        return self.__numpy_dtype__.alignment

    @property
    def byteorder(self) -> builtins.str:
        """Byte order character: ``"="`` (native) or ``"|"`` (one byte)."""
        return "|" if self.itemsize == 1 else "="

    @property
    def descr(self) -> list[tuple[builtins.str, builtins.str]]:
        """NumPy's array-protocol description."""
        return [("", self.str)]

    @property
    def isbuiltin(self) -> int:
        """1 for NumPy's own dtypes, 2 for bfloat16."""
        return 1 if self.name in np.sctypeDict else 2

    @property
    def __name__(self) -> builtins.str:
        """The name, as of NumPy's scalar types."""
        return self.name

    def __class_getitem__(cls, item: Any, /) -> types.GenericAlias:
        """Return the type for annotations: ``xp.dtype[xp.float64]``."""
        return types.GenericAlias(cls, item)

    def __or__(self, other: Any) -> Any:
        """Return the union for annotations: ``xp.float64 | None``."""
        return Union[self, other]  # noqa: UP007 - this is what the operator does

    def __ror__(self, other: Any) -> Any:
        """Return the union for annotations: ``None | xp.float64``."""
        return Union[other, self]  # noqa: UP007

    def newbyteorder(self, new_order: builtins.str = "S", /) -> dtype:
        """Return this dtype in another byte order: swapped ("S"), native ("="), little ("<") or big (">")."""
        return as_dtype(self.__numpy_dtype__.newbyteorder(new_order), stored=False)  # type: ignore[arg-type]

    def __call__(self, value: Any = 0, /, *imag: float) -> Any:
        """Return the number or array-like `value` as an array; complex dtypes accept a real and an imaginary part."""
        if imag:
            if self.kind != "c" or len(imag) > 1 or not (_is_number(value, "biufc") and _is_number(imag[0], "biuf")):
                raise TypeError(f"{self.name}() takes one value, and a complex dtype two real numbers")
            if _is_number(value, "biuf"):
                value = complex(value, *imag)
            else:
                # As in NumPy, the imaginary part of the first number counts too.
                value = complex(value)
                value = complex(value.real, value.imag + imag[0])
        return _make_array[0](value, self)

    @property
    def fromhex(self) -> Callable[[builtins.str], Any]:
        """Method of float64: return the number that a hexadecimal string gives, as NumPy's float64 does."""
        if self is not _BY_NAME["float64"]:
            raise AttributeError(f"{self!r} has no attribute 'fromhex'; float64 has", name="fromhex", obj=self)
        return lambda text, /: self(float.fromhex(text))

    def __eq__(self, other: object) -> builtins.bool:
        """Return whether `other` is or names this dtype."""
        if isinstance(other, dtype):
            return self is other or (self._type is other._type and self.isnative and other.isnative)
        if isinstance(other, (torch.dtype, ExtensionDtype)):
            return self.torch is other
        try:
            return other is not None and self == as_dtype(other, stored=False)
        except TypeError:
            return False

    def __hash__(self) -> int:
        """Return the hash of the NumPy dtype of the same name."""
        return self._hash

    def __lt__(self, other: Any) -> builtins.bool:
        """Return whether this dtype casts safely to `other`, a different one."""
        return np.dtype(self) < np.dtype(other)

    def __le__(self, other: Any) -> builtins.bool:
        """Return whether this dtype casts safely to `other`."""
        return np.dtype(self) <= np.dtype(other)

    def __gt__(self, other: Any) -> builtins.bool:
        """Return whether `other`, a different dtype, casts safely to this one."""
        return np.dtype(self) > np.dtype(other)

    def __ge__(self, other: Any) -> builtins.bool:
        """Return whether `other` casts safely to this dtype."""
        return np.dtype(self) >= np.dtype(other)

    def __repr__(self) -> builtins.str:
        return f"dtype('{self}')"

    def __str__(self) -> builtins.str:
        return self.name

    def __reduce__(self) -> tuple:
        return dtype, (str(self),)

    def __copy__(self) -> dtype:
        return self

    def __deepcopy__(self, memo: dict) -> dtype:
        return self

    def __instancecheck__(self, instance: object) -> builtins.bool:
        """Return whether `instance` is a 0-D array of this dtype, or a NumPy scalar."""
        if isinstance(instance, np.generic):
            return self._numpy is not None and isinstance(instance, self._numpy.type)
        kind = getattr(instance, "dtype", None)
        return isinstance(kind, dtype) and kind._type is self._type and getattr(instance, "shape", None) == ()

    def __subclasscheck__(self, subclass: Any) -> builtins.bool:
        """Return whether `subclass` is this dtype, in any byte order, or a class of its elements or scalars."""
        if isinstance(subclass, dtype):
            return subclass._type is self._type
        if (own := dtype_of_class(subclass)) is not None:
            return own is self
        return self._numpy is not None and issubclass(subclass, self._numpy.type)


def _numpy_dtype(self: dtype) -> np.dtype:
    """The NumPy dtype of the same name: what NumPy before 2.4 reads instead of `__numpy_dtype__`."""
    if self._numpy is None:
        raise AttributeError(self._no_numpy(), name="dtype", obj=self)
    return self._numpy


# Set here because annotations in the class would otherwise mean this property. NumPy 2.5 takes what has a `dtype` for
# an array: `numpy.testing.assert_equal` of two complex dtypes would not end.
if tuple(map(int, np.__version__.split(".")[:2])) < (2, 4):
    type.__setattr__(dtype, "dtype", property(_numpy_dtype))


class _ScalarType(dtype):
    """The attribute `type` of a dtype: equal to the dtype, with the hash of NumPy's scalar type."""

    __slots__ = ()

    @property  # type: ignore[misc]
    def __class__(self) -> builtins.type:
        """The real class: NumPy's scalar types are no dtypes."""
        return _ScalarType

    def __reduce__(self) -> tuple:
        return getattr, (_BY_NAME[self.name], "type")


class _SwappedDtype(dtype):
    """Data type in the byte order that is not native: memory can be read as it, arrays cannot have it."""

    __slots__ = ()
    isnative = False

    @property
    def byteorder(self) -> builtins.str:
        """Byte order character: ">" or "<"."""
        return self.__numpy_dtype__.byteorder

    @property
    def isbuiltin(self) -> int:
        """0, as for NumPy's dtypes."""
        return 0

    def __str__(self) -> builtins.str:
        return self.str


class _Kind(Immutable, metaclass=ImmutableType):
    """Abstract dtype of NumPy's hierarchy, such as `floating`, for `isinstance` and `issubclass`."""

    __slots__ = ("_doc", "kinds", "name")
    name: str
    kinds: str

    def __init__(self, name: str, kinds: str) -> None:
        set_once(self, name=name, kinds=kinds)

    @property
    def __name__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"xp_torch.{self.name}"

    #: Otherwise Python would iterate by `__getitem__`, without end.
    __iter__ = None

    def __getitem__(self, item: Any, /) -> types.GenericAlias:
        """Return the type for annotations: ``xp.floating[Any]``."""
        return types.GenericAlias(self, item)  # type: ignore[arg-type]

    def __or__(self, other: Any) -> Any:
        """Return the union for annotations: ``xp.floating | None``."""
        return Union[self, other]  # noqa: UP007

    def __ror__(self, other: Any) -> Any:
        """Return the union for annotations: ``float | xp.floating``."""
        return Union[other, self]  # noqa: UP007

    def __reduce__(self) -> str:
        return self.name

    @property
    def __bases__(self) -> tuple[type, ...]:
        """NumPy's abstract type of the same name, for ``np.issubdtype(a.dtype, xp.floating)``."""
        return (getattr(np, self.name),)

    def __subclasses__(self) -> list[Any]:
        """Return the abstract dtypes one level below, and the dtypes that are in none of them."""
        below = [k for k in _KINDS if set(k.kinds) < set(self.kinds)]
        direct = [k for k in below if not any(set(k.kinds) < set(other.kinds) for other in below)]
        return direct + [FROM_TORCH[d] for d in of_kind(self.kinds) if not any(KIND[d] in k.kinds for k in direct)]

    def __instancecheck__(self, instance: object) -> builtins.bool:
        if isinstance(instance, np.generic):
            return isinstance(instance, self.__bases__)
        own = getattr(instance, "dtype", None)
        return isinstance(own, dtype) and own.kind in self.kinds and getattr(instance, "shape", None) == ()

    def __subclasscheck__(self, subclass: Any) -> builtins.bool:
        if isinstance(subclass, _Kind):
            return set(subclass.kinds) <= set(self.kinds)
        own = subclass if isinstance(subclass, dtype) else dtype_of_class(subclass)
        if own is not None:
            return own.kind in self.kinds
        return issubclass(subclass, self.__bases__)


if TYPE_CHECKING:
    # Type checkers demand classes in `isinstance` and in ``NDArray[xp.float64]``.
    from xp_torch._array.scalars import (
        bfloat16,
        bool,
        character,
        complex64,
        complex128,
        complexfloating,
        flexible,
        float16,
        float32,
        float64,
        floating,
        generic,
        inexact,
        int8,
        int16,
        int32,
        int64,
        integer,
        number,
        signedinteger,
        uint8,
        uint16,
        uint32,
        uint64,
        unsignedinteger,
    )
else:
    generic = _Kind("generic", "biufcSUV")
    number = _Kind("number", "iufc")
    integer = _Kind("integer", "iu")
    signedinteger = _Kind("signedinteger", "i")
    unsignedinteger = _Kind("unsignedinteger", "u")
    inexact = _Kind("inexact", "fc")
    floating = _Kind("floating", "f")
    complexfloating = _Kind("complexfloating", "c")
    # No dtype of the package is of these kinds.
    flexible = _Kind("flexible", "SUV")
    character = _Kind("character", "SU")
#: The abstract dtypes, and NumPy's, which older versions convert to dtypes with a warning.
_KINDS = [kind for kind in list(globals().values()) if type(kind) is _Kind]
_ABSTRACT = frozenset(kind.__bases__[0] for kind in _KINDS)


#: what functions accept as a dtype.
DTypeLike: TypeAlias = dtype | torch.dtype | npt.DTypeLike


# The function of a value and a dtype that `dtype.__call__` makes arrays with.
_make_array: list[Callable[[Any, dtype], Any]] = []


def construct_with(function: Callable[[Any, dtype], Any]) -> None:
    """Let calls of dtypes make arrays by ``function(value, dtype)``."""
    _make_array[:] = [function]


@functools.cache
def of_kind(kinds: str) -> tuple[torch.dtype, ...]:
    """Return the torch dtypes whose kind is in `kinds`, in the order of registration."""
    return tuple(d for d, k in KIND.items() if k in kinds and type(d) is torch.dtype)


def register_dtype(
    name: str,
    kind: str,
    torch_dtype: torch.dtype,
    *,
    numpy: Any = None,
    char: str,
    bounds: tuple[int, int] | None = None,
    detour: torch.dtype | None = None,
    signed: torch.dtype | None = None,
    real: torch.dtype | None = None,
    complex: torch.dtype | None = None,
    promotion: dict[str, str] | None = None,
    wide: torch.dtype | None = None,
    limits: Limits | None = None,
    gradients: builtins.bool = True,
    in_subclass: Callable[[torch.Tensor], torch.Tensor] | None = None,
    native: torch.dtype | None = None,
    from_native: Callable[[torch.Tensor], torch.Tensor] | None = None,
) -> dtype:
    """Make a dtype and enter it in the tables of this module.

    Parameters
    ----------
    name, kind, char
        Public name, NumPy's kind character and NumPy's type character.
    torch_dtype : torch.dtype or ExtensionDtype
        torch's dtype, or what takes its place.
    numpy : numpy.dtype or None
        NumPy's dtype.
    bounds : (int, int), optional
        Smallest and largest value of an integer dtype.
    detour : torch.dtype, optional
        Wider dtype to compute in, where torch lacks kernels for this one.
    signed : torch.dtype, optional
        Signed dtype of the same width, for kernels that work on the bits.
    real, complex : torch.dtype, optional
        Component dtype of a complex dtype; complex dtype whose components hold a floating one.
    promotion : dict, optional
        Promotion with each dtype registered before, by name; for dtypes that NumPy's table lacks.
    wide : torch.dtype, optional
        Dtype of NumPy's that represents the values of one that NumPy lacks; by default `detour`.
    limits : Limits, optional
        Limits of a floating dtype that `torch.finfo` lacks.
    gradients : bool, default: True
        Whether autograd differentiates with respect to tensors of the dtype, if it is floating or complex.
    in_subclass : callable, optional
        Function that makes a tensor of the dtype of the plain tensor that a transform returns; for dtypes whose tensors
        are of a subclass.
    native : torch.dtype, optional
        Torch's dtype with the same elements; arrays of it can't be made without `from_native`.
    from_native : callable, optional
        Function that returns a tensor of the dtype that shares the memory of one of `native`.
    """
    new, scalar = object.__new__(dtype), object.__new__(_ScalarType)
    theirs = None if numpy is None else np.dtype(numpy)
    shared = {"name": name, "kind": kind, "char": char, "torch": torch_dtype, "itemsize": torch_dtype.itemsize}
    set_once(new, **shared, _numpy=theirs, _type=scalar, _hash=hash(name if theirs is None else theirs))
    set_once(scalar, **shared, _numpy=theirs, _type=scalar, _hash=hash(name if theirs is None else theirs.type))
    KIND[torch_dtype] = kind
    of_kind.cache_clear()
    FROM_TORCH[torch_dtype] = new
    REAL[torch_dtype] = real or torch_dtype
    lacked = numpy is None or np.dtype(numpy).isbuiltin != 1
    bits = _SIGNED_OF_SIZE[torch_dtype.itemsize] if lacked else signed
    tables: Any = (BOUNDS, DETOUR, SAME_WIDTH_SIGNED, COMPLEX, PROMOTION, BITS, WITHOUT_NUMPY, LIMITS, IN_SUBCLASS)
    exact = (wide or detour) if lacked else None
    values = (bounds, detour, signed, complex, promotion, bits, exact, limits, in_subclass)
    for table, value in zip(tables, values, strict=True):
        if value is not None:
            table[torch_dtype] = value
    if not gradients:
        WITHOUT_GRADIENTS.add(torch_dtype)
    if native is not None and from_native is not None:
        FROM_TORCH[native] = new
        IN_SUBCLASS[native] = from_native
    _BY_NAME[name] = new
    if numpy is not None:
        _BY_NUMPY[new._numpy] = new
        own = np.dtype(new._numpy)
    if numpy is not None and type(torch_dtype) is torch.dtype:
        _BY_CODE[own.char] = _BY_CODE[own.str[1:]] = new
    return new


def of_ml_dtypes(name: builtins.str) -> Any:
    """Return the NumPy dtype `name` of `ml_dtypes`, None if that is not installed or lacks it."""
    try:
        import ml_dtypes  # optional: dtypes for NumPy that it lacks, such as bfloat16
    except ImportError:
        return None
    return getattr(ml_dtypes, name, None)


def _of_numpy(torch_dtype: torch.dtype, **tables: Any) -> dtype:
    """Make the dtype that torch and NumPy have by one name; `tables` are parameters of `register_dtype`."""
    own = np.dtype(str(torch_dtype).removeprefix("torch."))
    if own.kind in "iu":
        info = np.iinfo(own)
        tables["bounds"] = info.min, info.max
    return register_dtype(own.name, own.kind, torch_dtype, numpy=own, char=own.char, **tables)


if not TYPE_CHECKING:
    bool = _of_numpy(torch.bool, bounds=(0, 1), detour=torch.uint8)
    int8 = _of_numpy(torch.int8)
    int16 = _of_numpy(torch.int16)
    int32 = _of_numpy(torch.int32)
    int64 = _of_numpy(torch.int64)
    uint8 = _of_numpy(torch.uint8)
    uint16 = _of_numpy(torch.uint16, detour=torch.int32, signed=torch.int16)
    uint32 = _of_numpy(torch.uint32, detour=torch.int64, signed=torch.int32)
    uint64 = _of_numpy(torch.uint64, signed=torch.int64)
    float16 = _of_numpy(torch.float16, detour=torch.float32, complex=torch.complex64)
    float32 = _of_numpy(torch.float32, complex=torch.complex64)
    float64 = _of_numpy(torch.float64, complex=torch.complex128)
    complex64 = _of_numpy(torch.complex64, real=torch.float32)
    complex128 = _of_numpy(torch.complex128, real=torch.float64)
    bfloat16 = register_dtype(
        "bfloat16",
        "f",
        torch.bfloat16,
        numpy=of_ml_dtypes("bfloat16"),
        char="E",
        detour=torch.float32,
        complex=torch.complex64,
        promotion={
            **dict.fromkeys(("bool", "int8", "uint8"), "bfloat16"),
            **dict.fromkeys(("int16", "uint16", "float16", "float32"), "float32"),
            **dict.fromkeys(("int32", "int64", "uint32", "uint64", "float64"), "float64"),
            "complex64": "complex64",
            "complex128": "complex128",
        },
    )

_PYTHON = {builtins.bool: bool, int: int64, float: float64, complex: complex128}
# NumPy's other names of them ("float", "intp", "<f8"), which compiled code cannot ask NumPy for.
_codes = [order + code for order in "<=|" for code, own in _BY_CODE.items() if own is not bfloat16]
_texts = {str(text): _BY_NUMPY.get(np.dtype(kind)) for text, kind in np.sctypeDict.items()}
_texts |= {text: _BY_NUMPY.get(np.dtype(text)) for text in _codes}
_BY_CODE |= {text: own for text, own in _texts.items() if own is not None}
# NumPy 2.4 and older versions still read these texts as bytes, with a warning.
_NO_ALIAS = re.compile(r"[<>=|]?a\d*")


def dtype_of_class(obj: Any) -> dtype | None:
    """Return the dtype of a class of elements, ``type(x[0])``; None for other objects."""
    own = getattr(obj, "dtype", None) if isinstance(obj, type) else None
    return own if type(own) is dtype else None


def as_dtype(obj: Any, stored: builtins.bool = True) -> dtype:
    """Return the dtype for the dtype-like `obj`; None is float64, as ``numpy.dtype(None)``.

    If arrays are to be `stored` in it, one in another byte order raises TypeError.
    """
    if type(obj) is dtype:
        return obj
    if type(obj) is _ScalarType:
        return _BY_NAME[obj.name]
    if isinstance(obj, (torch.dtype, ExtensionDtype)):
        result = FROM_TORCH.get(obj)  # type: ignore[arg-type]
        if result is None:
            raise TypeError(f"torch dtype {obj} is not supported by xp_torch")
        return result
    if isinstance(obj, type) and obj in _PYTHON:
        return _PYTHON[obj]
    if isinstance(obj, str) and obj in _BY_NAME:
        return _BY_NAME[obj]
    if isinstance(obj, str) and obj in _BY_CODE:
        return _BY_CODE[obj]
    if isinstance(obj, _Kind) or (isinstance(obj, type) and obj in _ABSTRACT):
        raise TypeError(f"{obj!r:.80} is an abstract dtype; pass one of its concrete dtypes")
    if (own := dtype_of_class(obj)) is not None:
        return own
    if isinstance(own := getattr(obj, "dtype", None), dtype):
        if hasattr(obj, "__array_namespace__") and getattr(obj, "shape", ()) != ():
            raise TypeError("Cannot construct a dtype from an array")
        return as_dtype(own, stored)  # of a 0-D array, as of NumPy's scalars, or another object
    if isinstance(obj, str) and _NO_ALIAS.fullmatch(obj):
        raise TypeError(f"data type {obj!r:.80} not understood: NumPy 2.5 removed the alias 'a', use 'S'")
    try:
        # Of a class of dtypes of NumPy's, such as np.dtypes.Float32DType, np.dtype makes a dtype of objects.
        is_class = isinstance(obj, type) and issubclass(obj, np.dtype)
        requested: np.dtype = obj() if is_class else np.dtype(obj)
    except (TypeError, ValueError):  # a dict with other entries is a ValueError
        raise TypeError(f"Cannot interpret {obj!r:.200} as a data type") from None
    result = _BY_NUMPY.get(requested)
    if result is None:
        native = _BY_NAME.get(requested.name)
        if native is None or native.kind != requested.kind or requested.names:
            why = NOT_HERE.get("V" if requested.names else requested.kind, f"it has {', '.join(_BY_NAME)}")
            # NumPy computes with operands of such a dtype, but a requested one has to be had.
            missing = TypeError if stored else UnsupportedError
            raise missing(f"data type {str(requested)!r} is not supported by xp_torch: {why}")
        result = native if requested.isnative else _swapped(native, requested)
    if stored and not result.isnative:
        raise TypeError(
            f"{BYTE_ORDERS}, not as {str(requested)!r}: use {result.name!r}, and "
            "swap the bytes of what is read or written with x.byteswap()"
        )
    return result


def _swapped(native: dtype, numpy: np.dtype) -> dtype:
    """Return the dtype `native` in another byte order, given as the dtype `numpy`."""
    new = object.__new__(_SwappedDtype)
    shared = {name: getattr(native, name) for name in ("name", "kind", "char", "itemsize", "_type")}
    set_once(new, **shared, torch=None, _numpy=numpy, _hash=hash(numpy))
    return _BY_NUMPY.setdefault(numpy, new)


def lacks(numpy_dtype: np.dtype) -> builtins.bool:
    """Return whether torch lacks a NumPy dtype, so that arrays stay NumPy's: text, objects, dates, records."""
    if numpy_dtype.kind in "biufc" and numpy_dtype.char not in "gG":  # long doubles
        return False
    return numpy_dtype not in _BY_NUMPY


def numpys_dtype(obj: Any) -> np.dtype | None:
    """Return the NumPy dtype of a dtype-like that torch lacks; None for others."""
    if obj is None or type(obj) is dtype or (type(obj) is str and obj in _BY_NAME):
        return None
    try:
        as_dtype(obj, stored=False)
    except UnsupportedError:
        pass
    except TypeError:
        return None  # what makes an array of it raises
    else:
        return None
    known: Any = obj
    return np.dtype(known() if isinstance(obj, type) and issubclass(obj, np.dtype) else known)


def names() -> frozenset[str]:
    """Return the names of all dtypes."""
    return frozenset(_BY_NAME)


def native_dtype(obj: Any) -> dtype:
    """Return the dtype for the dtype-like `obj` in native byte order."""
    return obj if type(obj) is dtype else _BY_NAME[as_dtype(obj, stored=False).name]


def torch_dtype(obj: Any) -> torch.dtype:
    """Return the torch dtype for the dtype-like `obj`."""
    if type(obj) is dtype:
        return obj.torch
    return obj if isinstance(obj, torch.dtype) and obj in KIND else as_dtype(obj).torch
