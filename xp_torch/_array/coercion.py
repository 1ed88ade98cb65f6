"""Conversion of arguments to tensors: array-likes, Python scalars, devices, `out=`."""

from __future__ import annotations

import reprlib
import sys
from collections.abc import Callable
from datetime import date, timedelta
from numbers import Number
from types import MappingProxyType
from typing import Any

import numpy as np
import torch
from torch.utils.dlpack import DLDeviceType

from xp_torch._array.capsules import CheckedProducer
from xp_torch._array.element import ELEMENT_TYPES
from xp_torch._array.ndarray import host, ndarray, wrap, wrap_like
from xp_torch._facts.defaults import default_device, devices, python_dtype
from xp_torch._facts.dtypes import BITS, BOUNDS, FROM_TORCH, KIND, WITHOUT_NUMPY, as_dtype, in_subclass, native_dtype
from xp_torch._facts.errors import (
    ComplexWarning,
    DistributedArgument,
    UFuncTypeError,
    UnsupportedError,
    not_plain,
    warn,
    without_frames,
)
from xp_torch._facts.inspection import is_aligned, is_misplaced, is_plain, numpy_view
from xp_torch._facts.out_of_scope import DTYPES as NOT_HERE
from xp_torch._facts.promotion import can_cast, promote, promote_dtypes, scalar_kind
from xp_torch._facts.shapes import MAX_NDIM, as_bool, broadcast_shapes, check_span
from xp_torch._facts.torch_errors import common_device, explained
from xp_torch._facts.torch_state import check_bool, in_memory, is_compiling, is_compiling_or_exporting
from xp_torch._kernels.aliasing import copies_of_written
from xp_torch._kernels.bit_views import torch_where
from xp_torch._kernels.cast import cast, scalar_tensor, stored

_stack_tensors = explained(torch.stack)
_Tensor = torch.Tensor

_SCALARS = (bool, int, float, complex)
#: NumPy dtypes whose memory torch can share.
_NATIVE = frozenset(np.dtype(FROM_TORCH[d].name) for d in KIND if d not in WITHOUT_NUMPY)
LISTS = (list, tuple)
#: types that `as_tensor` converts without a protocol.
KNOWN = frozenset({ndarray, torch.Tensor, np.ndarray, *LISTS, range, *_SCALARS})
#: types with a length and items that NumPy does not convert item by item.
_NO_SEQUENCES = (str, bytes, dict, MappingProxyType, ndarray, torch.Tensor, np.ndarray)
#: Methods of NumPy's subclasses that add something to plain elements, such as units.
_PROTOCOLS = ("__array_finalize__", "__array_function__", "__array_ufunc__", "__array_wrap__")
#: the types of elements in a list of numbers of one kind.
_FLAT = ({bool}, {int}, {float}, {complex})
#: the types of numbers: Python's, and elements.
_ARRAYS = ELEMENT_TYPES | {ndarray}
#: types of arrays that results can be written to.
OUTPUTS = (ndarray, np.ndarray)


def as_device(device: Any) -> torch.device:
    """Return the torch device for a device-like; None is the default device."""
    if device is None:
        return default_device()
    try:
        result = torch.device(device)
        if result.type in ("cpu", "meta"):
            return torch.device(result.type)
        # Fake devices are made in torch's way, too.
        return torch.empty(0, device=result).device
    except (RuntimeError, TypeError, ValueError, AssertionError):
        if type(device).__module__ == "xp_torch.distributed":
            raise not_plain(f"the device is {device}") from None
        raise ValueError(
            f"device {reprlib.repr(str(device))} is not available here (available: {', '.join(map(str, devices()))})"
        ) from None


def is_foreign(kind: type) -> bool:
    """Return whether a type is another library's array, which decides itself what operators and ufuncs do with it.

    That is a subclass of NumPy's array, a type for which `has_more` is true, or a class with ``__array_ufunc__`` or a
    positive ``__array_priority__``.
    """
    if kind is np.ndarray or issubclass(kind, (ndarray, torch.Tensor, np.generic, np.memmap)):
        return False
    return has_more(kind) or hasattr(kind, "__array_ufunc__") or getattr(kind, "__array_priority__", 0) > 0


def has_more(kind: type) -> bool:
    """Return whether functions refuse another library's array, whose mask or unit they would lose.

    That is a subclass of NumPy's array that overrides one of NumPy's protocols, except one that only maps memory, or
    a class that decides what NumPy's or torch's functions do with it. Others, such as the series of pandas, are
    converted, as NumPy's functions do.
    """
    if issubclass(kind, np.ndarray):
        overridden = any(getattr(kind, name) is not getattr(np.ndarray, name) for name in _PROTOCOLS)
        return overridden and not issubclass(kind, np.memmap)
    if issubclass(kind, (ndarray, torch.Tensor)):
        return False
    return hasattr(kind, "__array_function__") or hasattr(kind, "__torch_function__")


def foreign_error(kind: type) -> TypeError:
    """Return the error for another library's array where an array-like is expected."""
    return TypeError(
        f"{kind.__module__}.{kind.__qualname__} is another library's array; what it adds to the elements, such as a "
        "mask or a unit, would be lost: use that library's functions, or those of numpy, which call its "
        "__array_function__, or convert it with xp_torch.asarray"
    )


def as_copy(copy: Any) -> bool | None:
    """Return the argument `copy` as a bool or None."""
    if isinstance(copy, str):
        raise ValueError("strings are not allowed for 'copy' keyword. Use True/False/None instead.")
    return None if copy is None or copy is np._CopyMode.IF_NEEDED else as_bool(copy, "copy")


@without_frames
def from_numpy(a: np.ndarray, copy: bool | None = None) -> torch.Tensor:
    """Return a NumPy array as a tensor that shares its memory, unless `copy` or unless torch cannot represent it.

    With ``copy=False``, memory that torch cannot represent raises ValueError.
    """
    if not copy and a.dtype in _NATIVE and a.flags.carray and (a.dtype.kind != "c" or is_aligned(a)):
        try:
            return torch.from_numpy(a)
        except (TypeError, ValueError):
            pass  # torch also checks strides of axes with fewer than two elements
    check_span(a.shape, a.strides, a.itemsize)
    kind = native_dtype(a.dtype)
    shareable = a.flags.writeable and a.dtype.isnative and all(s >= 0 for s in a.strides) and is_aligned(a)
    shareable = shareable and all(s % a.itemsize == 0 for s in a.strides)
    if not shareable and copy is False:
        raise ValueError(
            "unable to avoid a copy of a NumPy array that is read-only, byte-swapped, unaligned or has negative strides"
        )
    if copy or not shareable:
        a = np.array(a, dtype=a.dtype.newbyteorder("="), copy=True, order="K")
    if a.dtype.char != kind.char and KIND[kind.torch] in "iu":
        a = a.view(kind.__numpy_dtype__)  # torch lacks C's long long; long has the same size
    if kind.torch in WITHOUT_NUMPY:
        bits = BITS[kind.torch]
        return torch.from_numpy(a.view(FROM_TORCH[bits].__numpy_dtype__)).view(kind.torch)
    return torch.from_numpy(a)


def from_producer(obj: Any, copy: bool | None = None, refusal: type[Exception] = ValueError) -> torch.Tensor:
    """Return the array that an object exports by DLPack as a tensor that shares its memory, unless `copy`.

    Memory that is read-only, unaligned or has negative strides is copied; with ``copy=False``, it raises `refusal`.
    """
    if isinstance(obj, torch.Tensor) and obj.is_neg():
        raise BufferError("from_dlpack: a tensor with torch's neg bit can't be exported: call its resolve_neg()")
    producer = CheckedProducer(obj)
    try:
        t = torch.from_dlpack(producer, copy=copy)
    except BufferError:
        if producer.content:
            raise BufferError(f"from_dlpack: torch cannot read the capsule ({producer.content})") from None
        raise
    except (ValueError, RuntimeError, AssertionError, TypeError) as error:
        raise BufferError(f"from_dlpack: {error}") from error
    misplaced = is_misplaced(t, t.dtype)
    if copy is False and (producer.read_only or producer.copied or misplaced):
        raise refusal("Unable to avoid copy of memory that is read-only, unaligned or has negative strides")
    if misplaced:
        return torch.view_as_complex(torch.view_as_real(t).clone())  # a copy as complex numbers would end the process
    return t.clone() if producer.read_only and not (copy or producer.copied) else t


def check_nesting(depth: int) -> None:
    """Raise ValueError if sequences are nested in more levels than an array can have dimensions."""
    if depth > MAX_NDIM:
        raise ValueError(
            "setting an array element with a sequence. The requested array would exceed the maximum number of "
            f"dimension of {MAX_NDIM}."
        )


def leaves_of(obj: Any, depth: int = 1) -> list[Any]:
    """Return the innermost elements of nested lists and tuples; raise ValueError if they are nested too deeply."""
    check_nesting(depth)
    leaves: list[Any] = []
    for x in obj:
        if isinstance(x, (list, tuple)):
            leaves.extend(leaves_of(x, depth + 1))
        else:
            leaves.append(x)
    return leaves


def _is_buffer(obj: Any) -> bool:
    """Return whether an object exposes its memory by the buffer protocol."""
    try:
        memoryview(obj)
    except TypeError:
        return False
    return True


def _is_sequence(obj: Any) -> bool:
    """Return whether NumPy converts an object item by item.

    It has a length and items, and is neither a dict nor a string.
    """
    kind = type(obj)
    if isinstance(obj, (list, tuple, range)):
        return True
    if not hasattr(kind, "__len__") or not hasattr(kind, "__getitem__") or isinstance(obj, _NO_SEQUENCES):
        return False
    try:
        return len(obj) >= 0
    except Exception:  # as NumPy, which takes such objects for scalars
        return False


def has_items(obj: Any) -> bool:
    """Return whether an object is a sequence whose memory cannot be shared."""
    if type(obj) in LISTS:
        return True  # torch.compile does not trace what follows
    return _is_sequence(obj) and not hasattr(obj, "__array_interface__") and not _is_buffer(obj)


def items_of(obj: Any) -> list[Any]:
    """Return the items of a sequence; MemoryError has a text."""
    try:
        return list(obj)
    except KeyError:
        raise TypeError(f"cannot make an array of {type(obj).__name__!r}, whose items are not numbered") from None
    except MemoryError:
        raise MemoryError(f"Unable to allocate a list of the items of {type(obj).__name__!r}") from None


def has_elements(obj: Any) -> bool:
    """Return whether NumPy makes an array of an object's elements: a sequence or exposed memory, except strings."""
    if isinstance(obj, (str, bytes)):
        return False
    return _is_sequence(obj) or hasattr(obj, "__array_interface__") or _is_buffer(obj)


def _stack(obj: Any, dtype: torch.dtype, device: torch.device) -> torch.Tensor:
    """Return nested lists that contain arrays as one tensor, with its autograd graph."""
    if isinstance(obj, (list, tuple)):
        types = set(map(type, obj))
        if len(types) == 1 and types <= _ARRAYS and (t := _stack_alike(obj)) is not None and t.device == device:
            return cast(t, dtype)
        parts = [_stack(x, dtype, device) for x in obj]
        if not parts:
            return torch.empty(0, dtype=dtype, device=device)
        if any(p.shape != parts[0].shape for p in parts):
            raise ValueError("setting an array element with a sequence. The requested array has an inhomogeneous shape")
        return _stack_tensors(parts)
    if scalar_kind(obj):
        return as_tensor(obj, dtype, device)
    return cast(as_tensor(obj, device=device, read=dtype), dtype)


def _stack_alike(arrays: Any) -> torch.Tensor | None:
    """Return a list of arrays of one dtype, shape and device as one tensor; None if they differ."""
    dtype = arrays[0]._dtype
    for x in arrays:
        if x._dtype is not dtype:
            return None
    tensors = [x._tensor for x in arrays]
    shape, device = tensors[0].shape, tensors[0].device
    if any(t.shape != shape or t.device != device for t in tensors[1:]):
        return None
    return _stack_tensors(tensors)


def _with_numbers(obj: Any) -> Any:
    """Return nested lists with numbers in place of 0-D arrays; None if a value can't be read."""
    kind = type(obj)
    if kind is list or kind is tuple:
        items = [_with_numbers(x) for x in obj]
        return None if None in items else items
    if kind in _SCALARS:
        return obj
    values = numpy_view(obj._tensor if isinstance(obj, ndarray) else obj)
    return None if values is None or values.ndim else values.item()


def _int_dtype(low: int, high: int) -> torch.dtype:
    """Return the dtype of Python ints between `low` and `high`: the default, or the next one that holds them."""
    for integer in (python_dtype("i"), torch.int64, torch.uint64):
        if BOUNDS[integer][0] <= low and high <= BOUNDS[integer][1]:
            return integer
    raise OverflowError(f"Python integer {low if low < -(2**63) else high} does not fit in any integer dtype")


def from_numbers(obj: Any, device: torch.device | None = None) -> torch.Tensor | None:
    """Return a list or tuple of Python numbers of one type as a tensor; None otherwise, and in compiled code."""
    return None if is_compiling() or set(map(type, obj)) not in _FLAT else _from_flat(obj, device)


def _from_flat(obj: Any, device: torch.device | None) -> torch.Tensor | None:
    """Return Python numbers of one type as a tensor; None for integers that need another dtype."""
    a = np.array(obj)
    common = python_dtype(a.dtype.kind) if a.dtype.kind in "bifc" else None
    if common is None or (a.dtype.kind == "i" and common is not torch.int64):
        return None  # ints may be beyond int64, or beyond another default
    t, where = torch.from_numpy(a), device or default_device()
    if where.type != "cpu":
        t = t.to(where)
    return t if t.dtype is common else cast(t, common)


@without_frames
def _from_sequence(obj: Any, dtype: torch.dtype | None, device: torch.device | None) -> torch.Tensor:
    """Return nested lists and tuples as a tensor."""
    types = set(map(type, obj))
    if len(types) == 1 and types <= _ARRAYS and (t := _stack_alike(obj)) is not None:
        t = t if device is None else t.to(device)
        return t if dtype is None else cast(t, dtype)
    if dtype is None and types in _FLAT and not is_compiling() and (t := _from_flat(obj, device)) is not None:
        return t
    leaves = leaves_of(obj)
    kinds = set(map(type, leaves))
    if bool in kinds and is_compiling():
        check_bool()
    plain = kinds.issubset(_SCALARS)
    if not kinds.issubset(KNOWN):
        for foreign in filter(has_more, kinds):
            raise foreign_error(foreign)
        if any(has_array(x) or has_items(x) for x in leaves):
            obj = as_lists(obj)
            leaves = leaves_of(obj)
    arrays = [] if plain else [x for x in leaves if isinstance(x, (ndarray, torch.Tensor))]
    if arrays:
        device, numbers = device or common_device("asarray", arrays), None
        if dtype is None:
            parts = {
                x._dtype if isinstance(x, ndarray) else as_tensor(x).dtype for x in leaves if type(x) not in _SCALARS
            }
            parts.update(python_dtype(scalar_kind(kind())) for kind in kinds.intersection(_SCALARS))  # type: ignore[arg-type]
            dtype = promote_dtypes(list(parts), [])
            numbers = _with_numbers(obj)
        if numbers is None:
            return _stack(obj, dtype, device)
        obj = numbers
    where = device or default_device()
    target = dtype
    if plain:
        if target is None:
            weak = sorted(filter(None, (scalar_kind(kind()) for kind in kinds)))
            target = promote_dtypes([], weak) if weak else python_dtype("f")
            if KIND[target] == "i":
                ints = [x for x in leaves if type(x) is int]
                low, high, int64_max = min(ints), max(ints), BOUNDS[torch.int64][1]
                # NumPy makes floats of ints that need int64 and uint64.
                mixed = low <= int64_max < high <= BOUNDS[torch.uint64][1]
                target = python_dtype("f") if mixed else _int_dtype(low, high)
        if is_compiling_or_exporting():
            return torch.tensor(obj, dtype=target, device=where)
    # NumPy converts, and raises for ragged lists and for numbers that do not fit.
    requested = None if target is None or target in WITHOUT_NUMPY else as_dtype(target).name
    a = np.asarray(obj, dtype=requested)
    if target in WITHOUT_NUMPY and plain and int in kinds and a.dtype.kind in "fO":
        # NumPy rounds large ints to float64 first, or makes objects of them.
        a = np.asarray(obj, dtype=object)
        a[...] = np.reshape([stored(x, target) if type(x) is int else x for x in a.flat], a.shape)
        a = _read(a, target, None)
    if a.dtype.kind == "O":
        cls = type(next((x for x in a.flat if not isinstance(x, Number)), a.flat[0]))
        name = f"{cls.__module__}.{cls.__qualname__}".removeprefix("builtins.")
        reason = NOT_HERE["M" if issubclass(cls, (date, timedelta)) else "O"]
        raise UnsupportedError(f"an array of {name} is not supported by xp_torch: {reason}")
    t = from_numpy(a).to(where)
    return t if target is None else cast(t, target)


@explained
def _from_range(obj: range, dtype: torch.dtype | None, device: torch.device | None) -> torch.Tensor:
    """Return a range as a tensor."""
    low, high = BOUNDS[dtype if dtype in BOUNDS else torch.int64]
    if is_compiling_or_exporting() or not obj or not all(low <= number <= high for number in (obj[0], obj[-1])):
        return _from_sequence(list(obj), dtype, device)
    kind = dtype or _int_dtype(min(obj[0], obj[-1]), max(obj[0], obj[-1]))
    t = torch.from_numpy(np.arange(len(obj)) * obj.step + obj.start)
    return cast(t.to(device or default_device()), kind)


def as_tensor(
    obj: Any,
    dtype: torch.dtype | None = None,
    device: torch.device | None = None,
    copy: bool | None = None,
    read: torch.dtype | None = None,
) -> torch.Tensor:
    """Return the array-like `obj` as a tensor, which shares its memory and autograd graph if possible.

    Arrays and tensors keep their device unless `device` is given; other objects go to the default device. With
    ``copy=False``, memory that cannot be shared raises ValueError; with ``copy=True``, the result is new memory.
    Text and objects that are no arrays, such as None and fractions, are converted to `dtype`, or else to `read`.
    """
    kind = type(obj)
    if kind is ndarray or isinstance(obj, ndarray):
        t = obj._tensor
    elif isinstance(obj, torch.Tensor):
        t = obj
        if kind is not _Tensor and kind is getattr(sys.modules.get("torch.distributed.tensor"), "DTensor", None):
            raise DistributedArgument(
                f"a {kind.__name__} is sharded over processes: after `import xp_torch.distributed`, asarray makes an "
                "array of it"
            )
        if t.dtype not in KIND:
            t = in_subclass(t)
        # Dynamo traces `resolve_conj`, but not `is_conj`.
        if is_compiling_or_exporting() or t.is_conj() or t.is_neg():
            if copy is False and not is_compiling_or_exporting():
                raise ValueError("Unable to avoid copy of a tensor with torch's conj or neg bit; resolve it")
            t = t.resolve_conj().resolve_neg()
        elif not t.requires_grad:
            t = in_memory(t)
        if t.layout is not torch.strided:
            raise TypeError(f"expected a dense tensor, got layout {t.layout}; call its to_dense()")
    elif kind in _SCALARS:
        if copy is False:
            raise ValueError("Unable to avoid copy while creating an array from a Python scalar")
        if kind is bool and is_compiling():
            check_bool()
        if dtype is None:
            dtype = _int_dtype(obj, obj) if kind is int else python_dtype(scalar_kind(obj))  # type: ignore[arg-type]
        return scalar_tensor(_fit(obj, dtype), dtype, device or default_device())
    elif isinstance(obj, (list, tuple, range)):
        if copy is False:
            raise ValueError("Unable to avoid copy while creating an array from a sequence")
        return _from_range(obj, dtype, device) if isinstance(obj, range) else _from_sequence(obj, dtype, device)
    elif kind is not np.ndarray and has_more(kind):
        raise foreign_error(kind)
    elif isinstance(obj, np.ndarray):
        t = from_numpy(_read(obj, dtype or read, copy), copy)
        device = device or default_device()
    elif isinstance(obj, np.generic):
        if copy is False:
            raise ValueError("Unable to avoid copy while creating an array from a NumPy scalar")
        t = from_numpy(_read(np.array(obj), dtype or read, copy))
        device = device or default_device()
    elif _prefers_dlpack(obj):
        t = from_producer(obj, copy)
        if t.dtype not in KIND:
            t = in_subclass(t)
    elif not hasattr(kind, "__array__") and has_items(obj):
        return as_tensor(items_of(obj), dtype, device, copy)
    else:
        array = obj.__array__() if hasattr(kind, "__array__") else None
        if isinstance(array, (ndarray, torch.Tensor)):
            return as_tensor(array, dtype, device, copy)
        a = array if isinstance(array, np.ndarray) else np.asarray(obj)
        a = _read(a, dtype or read, copy)
        if a.dtype.kind in "OSUMm":
            why = NOT_HERE[a.dtype.kind]
            raise UnsupportedError(f"Unsupported dtype {a.dtype}: cannot make an array of {kind.__name__!r}: {why}")
        t = from_numpy(a, copy)
        device = device or default_device()
    new = t
    if device is not None and t.device != device:
        if copy is False:
            raise ValueError(f"Unable to avoid copy while moving an array from {t.device} to {device}")
        new = new.to(device)
    if dtype is not None and new.dtype is not dtype:
        if copy is False:
            raise ValueError(f"Unable to avoid copy while casting {as_dtype(new.dtype)} to {as_dtype(dtype)}")
        new = cast(new, dtype)
    return new.clone() if copy and new is t and not isinstance(obj, np.ndarray) else new


def _read(a: np.ndarray, dtype: torch.dtype | None, copy: bool | None) -> np.ndarray:
    """Convert an array of strings or objects to `dtype`, if given; return other arrays unchanged."""
    if dtype is None or a.dtype.kind not in "OSU":
        return a
    if copy is False:
        raise ValueError("Unable to avoid copy while converting strings or objects to numbers")
    wide = promote(WITHOUT_NUMPY[dtype], torch.float64) if dtype in WITHOUT_NUMPY else dtype
    return a.astype(as_dtype(wide).__numpy_dtype__)


def has_array(obj: Any) -> bool:
    """Return whether an object is converted by its ``__array__``."""
    kind = type(obj)
    if kind in KNOWN or not hasattr(kind, "__array__"):
        return False
    return not isinstance(obj, (ndarray, torch.Tensor, np.ndarray, np.generic)) and not _prefers_dlpack(obj)


def as_lists(obj: Any, depth: int = 1) -> Any:
    """Return nested sequences as lists, with objects that have ``__array__`` converted to tensors."""
    if has_array(obj):
        return as_tensor(obj)
    if not has_items(obj):
        return obj
    check_nesting(depth)
    return [as_lists(x, depth + 1) for x in items_of(obj)]


def by_protocol(obj: Any, dtype: torch.dtype | None, copy: bool | None) -> tuple[Any, bool | None]:
    """Return the result of an object's ``__array__``, called as NumPy does, and the argument `copy` that is left.

    Another library's array is returned as a plain one with its elements, and other array-likes as they are.
    """
    if type(obj) in KNOWN:
        return obj, copy
    if not has_array(obj):
        if is_foreign(type(obj)):
            obj = from_producer(obj, copy) if _prefers_dlpack(obj) else np.asarray(obj)
        return obj, copy
    requested = () if dtype is None or dtype in WITHOUT_NUMPY else (as_dtype(dtype).__numpy_dtype__,)
    if copy is None:
        return _checked_result(obj.__array__(*requested)), None
    try:
        return _checked_result(obj.__array__(*requested, copy=copy)), None if copy else False
    except TypeError as error:
        if "unexpected keyword argument 'copy'" not in str(error):
            raise
    guide = "https://numpy.org/devdocs/numpy_2_0_migration_guide.html#adapting-to-changes-in-the-copy-keyword"
    text = f"{type(obj).__name__}.__array__ must implement 'dtype' and 'copy' keyword arguments; see {guide}"
    warn(text, DeprecationWarning)
    if not copy:
        raise ValueError(f"Unable to avoid copy while creating an array from {type(obj).__name__!r}; see {guide}")
    return _checked_result(obj.__array__(*requested)), True


def _checked_result(result: Any) -> Any:
    """Return the result of an ``__array__``, which must be an array."""
    if not isinstance(result, (ndarray, torch.Tensor, np.ndarray)):
        raise ValueError("object __array__ method not producing an array")
    return result


def _prefers_dlpack(obj: Any) -> bool:
    """Return whether to import by DLPack: without ``__array__``, which reports read-only memory, or off the CPU."""
    if not hasattr(obj, "__dlpack__"):
        return False
    return not hasattr(obj, "__array__") or obj.__dlpack_device__()[0] != DLDeviceType.kDLCPU


def _fit(value: Any, dtype: torch.dtype) -> Any:
    """Return the Python scalar `value` as NumPy converts it to `dtype`."""
    if KIND[dtype] in "iu" and type(value) is float:
        if value != value:
            raise ValueError("cannot convert float NaN to integer")
        if value in (float("inf"), -float("inf")):
            raise OverflowError("cannot convert float infinity to integer")
        return int(value)
    if KIND[dtype] in "iuf" and type(value) is complex:
        name = "float" if KIND[dtype] == "f" else "int"
        raise TypeError(f"{name}() argument must be a real number, not 'complex'")
    return value


def strided(obj: Any) -> torch.Tensor:
    """Return an array-like as a tensor in its own memory, without reversing views with negative steps."""
    return obj._strided if isinstance(obj, ndarray) else as_tensor(obj)


def moved(obj: Any, move: Callable[[torch.Tensor], torch.Tensor], subok: bool = True) -> Any:
    """Return a view of an array-like by a function that moves, adds, removes or broadcasts axes of its tensor."""
    return obj._moved(move, subok) if isinstance(obj, ndarray) else wrap(move(as_tensor(obj)))


def as_ndarray(obj: Any, device: torch.device | None = None) -> ndarray:
    """Return an array of this package itself, and another array-like as one; another library's array raises.

    Others than arrays and tensors go to `device`, by default the default device.
    """
    if isinstance(obj, ndarray):
        return obj
    return wrap(as_tensor(obj, device=None if isinstance(obj, torch.Tensor) else device))


def device_of(obj: Any) -> torch.device:
    """Return the device of an array or a tensor, and the default device for another array-like."""
    return obj.device if isinstance(obj, (ndarray, torch.Tensor)) else default_device()


def device_among(name: str, *objs: Any) -> torch.device | None:
    """Return the device of the arrays and tensors among array-likes; None if there are none."""
    arrays = [x for x in objs if isinstance(x, (ndarray, torch.Tensor))]
    return common_device(name, arrays) if arrays else None


def as_tensor_beside(name: str, t: torch.Tensor, obj: Any, dtype: torch.dtype | None = None) -> torch.Tensor:
    """Return an array-like as a tensor on the device of `t`; as in `common_device`, arrays on two devices raise."""
    if isinstance(obj, (ndarray, torch.Tensor)):
        common_device(name, [t, obj])
    return as_tensor(obj, dtype, t.device)


@without_frames
def as_tensors(name: str, *objs: Any) -> list[torch.Tensor]:
    """Return array-likes as tensors of their own dtypes on the device of the arrays among them."""
    device = device_among(name, *objs)
    return [as_tensor(x, device=device) for x in objs]


def with_integers(name: str, a: Any, places: Any) -> list[torch.Tensor]:
    """Return an array-like, and one of indices or counts, as tensors on one device.

    As in NumPy, numbers and lists of them are truncated to integers; arrays keep their dtype.
    """
    if isinstance(places, (ndarray, torch.Tensor, np.ndarray)):
        return as_tensors(name, a, places)
    t = as_tensor(a)
    return [t, as_tensor(places.item() if isinstance(places, np.generic) else places, torch.int64, t.device)]


@without_frames
def promote_args(name: str, *objs: Any, device: torch.device | None = None) -> list[torch.Tensor]:
    """Return array-likes as tensors of their common dtype on one device; Python scalars are weak.

    If there are no arrays or tensors, the tensors are on `device`, by default the default device.
    """
    device = device_among(name, *objs) or device
    kinds = [scalar_kind(x) for x in objs]
    parts = [x if k else as_tensor(x, device=device) for x, k in zip(objs, kinds, strict=True)]
    common = promote_dtypes([p.dtype for p in parts if isinstance(p, torch.Tensor)], [k for k in kinds if k])
    return [
        cast(p, common) if isinstance(p, torch.Tensor) else scalar_tensor(p, common, device or default_device())
        for p in parts
    ]


@without_frames
def promote_arrays(name: str, *objs: Any) -> list[torch.Tensor]:
    """Return array-likes as tensors of their common dtype on one device; Python scalars are not weak."""
    parts = as_tensors(name, *objs)
    common = promote_dtypes([p.dtype for p in parts], [])
    return [cast(p, common) for p in parts]


def output_dtype(out: Any) -> torch.dtype:
    """Return the torch dtype of an array that is given as ``out``."""
    return out._dtype if isinstance(out, ndarray) else native_dtype(out.dtype).torch


def check_is_output(name: str, out: Any) -> None:
    """Raise unless `out` is an array."""
    if not isinstance(out, OUTPUTS):
        raise TypeError(f"{name}: return arrays must be of ArrayType, got out={type(out).__name__}")


def check_output(name: str, t: torch.Tensor, out: Any, casting: str = "same_kind") -> None:
    """Raise unless `out` is an array that can receive `t` by the rule `casting`."""
    check_is_output(name, out)
    if not isinstance(out, ndarray):
        if has_more(type(out)):
            raise TypeError(f"{name}: out is a {type(out).__name__}; write out=numpy.asarray(out) to fill its elements")
        if not out.flags.writeable:
            raise ValueError(f"{name}: output array is read-only")
        if not is_plain(t):
            raise TypeError(
                f"{name}: a result that requires grad, is traced or is not on the CPU can't be written to a NumPy "
                "array; use an array of xp_torch as out"
            )
    dtype = output_dtype(out)
    if not can_cast(t.dtype, dtype, casting):
        raise UFuncTypeError(
            f"Cannot cast ufunc '{name}' output from {as_dtype(t.dtype)!r} to {as_dtype(dtype)!r} "
            f"with casting rule '{casting}'"
        )


def copy_shared(operands: list[Any], out: Any) -> list[Any]:
    """Return `operands`, with copies of the ones that share memory with `out`, if a derivative may be wanted.

    `out` is an array or None, or a tuple of these.
    """
    if isinstance(out, tuple):
        return copy_shared(copy_shared(operands, out[0]), out[1:]) if out else operands
    # A write to a view with negative steps is one to the memory behind it.
    return copies_of_written(operands, [out._strided]) if isinstance(out, ndarray) else operands


@without_frames
def write_out(name: str, t: torch.Tensor, out: Any, casting: str = "same_kind", where: Any = None) -> Any:
    """Write `t`, broadcast, into the array `out` where `where` is true, and return `out`, which may be NumPy's."""
    if isinstance(out, tuple):
        if len(out) != 1:
            raise ValueError(f"{name}: the 'out' tuple must have exactly one entry per output")
        out = out[0]
    check_output(name, t, out, casting)
    return fill_output(name, t, out, where)


def fill_output(name: str, t: torch.Tensor, out: Any, where: Any = None) -> Any:
    """Write `t`, broadcast, into `out`, an array that `check_output` accepts, where `where` is true; return `out`."""
    shape = tuple(out.shape)
    if t.shape != shape or where is not None:
        full = broadcast_shapes(t.shape, shape, *([] if where is None else [where.shape]))
        if full != shape:
            raise ValueError(
                f"{name}: non-broadcastable output operand with shape {shape} doesn't match the broadcast shape {full}"
            )
        t = t.broadcast_to(shape)
    new = cast(t, output_dtype(out))
    if not isinstance(out, ndarray):
        np.copyto(out, host(new), where=True if where is None else host(where))
        return out
    target = out._tensor
    if target.device != t.device:
        raise ValueError(f"{name}: out is on {target.device}, the inputs are on {t.device}")
    out._store(new if where is None else torch_where(where, new, target))
    return out


def finish(name: str, t: torch.Tensor, out: Any = None, like: Any = None) -> Any:
    """Return `t` as an array: written to `out` if given, else of the class of `like`."""
    if out is not None:
        return write_out(name, t, out)
    if like is None or type(like) is ndarray or not isinstance(like, ndarray):
        return wrap(t)
    return wrap_like(type(like), t, like)


def warned_cast(t: torch.Tensor, dtype: torch.dtype) -> torch.Tensor:
    """Return `t` in `dtype`; warn if that discards an imaginary part."""
    if t.is_complex() and KIND[dtype] not in "cb":
        warn_discarded()
    return cast(t, dtype)


def warn_discarded() -> None:
    """Warn that a cast discards the imaginary part."""
    text = "Casting complex values to real discards the imaginary part"
    warn(text, ComplexWarning)


def one_value(name: str, value: Any, like: torch.Tensor, parameter: str = "fill_value") -> torch.Tensor:
    """Return one number, perhaps in an array, as a 0-D tensor with the dtype and the device of `like`."""
    t = assigned(value, like)[0]
    if t.numel() != 1:
        raise ValueError(f"{name}: {parameter} must be one number (got an array of shape {tuple(t.shape)})")
    return t.reshape(())


def assigned(value: Any, target: torch.Tensor, viewed: bool = True) -> tuple[torch.Tensor, bool]:
    """Return `value` as a tensor to write into `target`, and whether its memory is new.

    A Python scalar, or a list of them, that does not fit the dtype raises; integers in arrays wrap. A NumPy scalar
    raises for signed integers that are written through a view (`viewed`), else it wraps.
    """
    if isinstance(value, np.number) and viewed and KIND[target.dtype] == "i":
        if isinstance(value, np.complexfloating):
            warn_discarded()
            value = value.real
        value = value.item()
    if type(value) in _SCALARS:
        return scalar_tensor(_fit(value, target.dtype), target.dtype, target.device), True
    array = isinstance(value, (ndarray, torch.Tensor))
    if not array and has_items(value):
        t = as_tensor(value, target.dtype, target.device)
    else:
        t = as_tensor(value) if array else as_tensor(value, None, target.device, read=target.dtype)
    if t.device != target.device:
        if t.ndim or not t.is_cpu:
            raise ValueError(f"the value is on {t.device}, the array on {target.device}; move it with to_device()")
        t = t.to(target.device)
    new = warned_cast(t, target.dtype)
    return new, new is not t
