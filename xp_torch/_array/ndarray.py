"""`ndarray`, one `torch.Tensor` with NumPy's semantics: storage, attributes and conversions to Python.

Operators, indexing and methods are attached by ``ufunc/operators.py``, ``indexing.py`` and ``_members/methods.py``.
"""

from __future__ import annotations

import math
import re
import types
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Literal, SupportsIndex

import numpy as np
import torch

from xp_torch._facts.annotations import ArrayLike, Buffer, DTypeLike, ShapeLike
from xp_torch._facts.defaults import default_device
from xp_torch._facts.dtypes import BITS, FROM_TORCH, KIND, WITHOUT_NUMPY, as_dtype, dtype
from xp_torch._facts.errors import SET_DTYPE, SET_SHAPE, warn
from xp_torch._facts.inspection import converted, is_aligned, numpy_view
from xp_torch._facts.shapes import as_bool, as_int, check_span, normalize_shape
from xp_torch._facts.torch_errors import MAPPED_TRUTH, explained
from xp_torch._facts.torch_state import (
    check_read,
    in_forward_mode,
    is_compiling,
    is_observed,
    is_transforming,
    is_wrapped,
)
from xp_torch._kernels.cast import copy_into
from xp_torch._kernels.indexing.read import element
from xp_torch._kernels.layout import check_order, reverse_axes

if TYPE_CHECKING:
    # The operators and methods that are attached, as type checkers see them.
    from xp_torch._array.members import Members
else:
    Members = object

_new = object.__new__
#: Value of `_memory` when other code holds the tensor and its memory is not mapped.
HANDED_OUT: Any = ()
_empty, _zeros_like, _clone = explained(torch.empty), explained(torch.zeros_like), explained(torch.clone)


class ndarray(Members):
    """An n-dimensional array: a `torch.Tensor` that follows NumPy's rules.

    Make arrays with `asarray`, `zeros` or `arange`; the constructor is NumPy's low-level one.

    Parameters
    ----------
    shape : int or sequence of ints
        Sizes of the dimensions.
    dtype : dtype_like, default: float
        Data type.
    buffer : object exposing the buffer interface, optional
        Memory to share.
    offset : int, default: 0
        Offset of the data in `buffer`, in bytes.
    strides : sequence of ints, optional
        Steps between elements in memory, in bytes.
    order : {"C", "F"}, optional
        Row-major or column-major.

    Notes
    -----
    It is not a subclass of `torch.Tensor`: `x.tensor` is the tensor. They share memory and the autograd graph.

    Examples
    --------
    >>> x = xp.asarray([[1.0, 2.0], [3.0, 4.0]])
    >>> x @ x
    array([[ 7., 10.],
           [15., 22.]])
    >>> x.tensor
    tensor([[1., 2.],
            [3., 4.]], dtype=torch.float64)
    """

    __slots__ = ("__weakref__", "_dtype", "_memory", "_tensor")

    _tensor: torch.Tensor
    #: dtype of `_tensor`; asking the tensor is slow.
    _dtype: torch.dtype
    #: The memory in which elements are read (``element.py``), once one was; else None.
    _memory: Any
    __array_priority__ = 1000.0

    if TYPE_CHECKING:

        def __new__(cls, *args: Any, **options: Any) -> Any: ...

    def __class_getitem__(cls, item: Any, /) -> types.GenericAlias:
        """Return the type for annotations: ``xp.ndarray[tuple[int, int], xp.dtype[xp.float64]]``."""
        return types.GenericAlias(cls, item)

    @property
    def tensor(self) -> torch.Tensor:
        """The wrapped `torch.Tensor`, with the same memory and autograd graph."""
        hand_out(self)
        return self._tensor

    @property
    def dtype(self) -> dtype:
        """Data type of the elements."""
        return FROM_TORCH[self._dtype]

    @dtype.setter
    def dtype(self, value: DTypeLike) -> None:
        warn(SET_DTYPE, DeprecationWarning)
        self._set_dtype(value)

    @property
    def device(self) -> torch.device:
        """Device that holds the elements."""
        return self._tensor.device

    @property
    def shape(self) -> tuple[int, ...]:
        """Sizes of the dimensions."""
        return tuple(self._tensor.shape)

    @shape.setter
    def shape(self, value: ShapeLike) -> None:
        warn(SET_SHAPE, DeprecationWarning)
        self._set_shape(value)

    @property
    def ndim(self) -> int:
        """Number of dimensions."""
        return self._tensor.ndim

    @property
    def size(self) -> int:
        """Number of elements."""
        return self._tensor.numel()

    @property
    def itemsize(self) -> int:
        """Size of one element in bytes."""
        return self._tensor.itemsize

    @property
    def nbytes(self) -> int:
        """Size of all elements in bytes."""
        return self._tensor.numel() * self._tensor.itemsize

    @property
    def strides(self) -> tuple[int, ...]:
        """Steps in memory along each dimension in bytes."""
        return tuple(s * self._tensor.itemsize for s in self._tensor.stride())

    @property
    def T(self) -> ndarray:
        """View with the dimensions reversed."""
        if type(self) is not ndarray:
            return self._moved(_transposed)
        return wrap_as(_transposed(self._tensor), self._dtype)

    @property
    def mT(self) -> ndarray:
        """View with the last two dimensions swapped."""
        if self.ndim < 2:
            raise ValueError("matrix transpose with ndim < 2 is undefined")
        return self._moved(lambda t: t.transpose(-2, -1))

    @property
    def real(self) -> ndarray:
        """Real part: a view of a complex array, else the array itself."""
        t = self._tensor
        return wrap_like(type(self), torch.view_as_real(t).select(-1, 0), self) if t.is_complex() else self

    @real.setter
    def real(self, value: ArrayLike) -> None:
        self.real[...] = value

    @property
    def imag(self) -> ndarray:
        """Imaginary part: a view of a complex array, else zeros."""
        t = self._tensor
        return wrap_like(type(self), torch.view_as_real(t).select(-1, 1) if t.is_complex() else _zeros_like(t), self)

    @imag.setter
    def imag(self, value: ArrayLike) -> None:
        if not self._tensor.is_complex():
            raise TypeError("array does not have imaginary part to set")
        self.imag[...] = value

    def __array_finalize__(self, obj: Any, /) -> None:
        """Hook for subclasses, called with the array that the new one was made from, or None."""

    @classmethod
    def _wrap_like(cls, t: torch.Tensor, source: ndarray | None) -> Any:
        """Return the array that wraps `t`, computed from `source` or a view of its tensor."""
        new: Any = _new(cls)
        new._tensor = t
        new._dtype = t.dtype
        new._memory = None
        new.__array_finalize__(source)
        return new

    @property
    def _strided(self) -> torch.Tensor:
        """The tensor in memory, whose steps are not negative."""
        return self._tensor

    def _moved(self, move: Callable[[torch.Tensor], torch.Tensor], subok: bool = True) -> Any:
        """Return a view by a function that moves, adds, removes or broadcasts axes of a tensor."""
        return wrap_like(type(self) if as_bool(subok, "subok") else ndarray, move(self._tensor), self)

    def _store(self, t: torch.Tensor) -> None:
        """Write `t`, which has the array's dtype, to the elements.

        `t` may be the array's own tensor after a kernel changed it in place.
        """
        own = self._tensor
        if t is not own:
            copy_into(own, t)

    # A bool is assignable to int, float and complex, too.
    def item(self, *args: SupportsIndex | tuple[SupportsIndex, ...]) -> bool | Any:
        """Return an element as a Python scalar.

        Parameters
        ----------
        *args : int or tuple of ints, optional
            A flat index, or an index for each dimension. May be left out if the array has one element.

        Examples
        --------
        >>> xp.asarray([1, 2, 3]).item(1)
        2
        """
        t = _leaving(self._tensor)
        index: Any = args[0] if len(args) == 1 and isinstance(args[0], tuple) else args
        if not index:
            try:
                return t.item()
            except RuntimeError:
                if t.numel() == 1:
                    raise
                raise ValueError("can only convert an array of size 1 to a Python scalar") from None
        index = tuple(map(as_int, index))
        if len(index) == 1 and t.ndim != 1:
            flat = index[0]
            if not -t.numel() <= flat < t.numel():
                raise IndexError(f"index {flat} is out of bounds for size {t.numel()}")
            return t.reshape(-1)[flat].item()
        if len(index) != t.ndim:
            raise ValueError("incorrect number of indices for array")
        for axis, (i, size) in enumerate(zip(index, t.shape, strict=True)):
            if not -size <= i < size:
                raise IndexError(f"index {i} is out of bounds for axis {axis} with size {size}")
        return t[index].item()

    def tolist(self) -> Any:
        """Return the elements as nested lists of Python scalars (a scalar for a 0-D array)."""
        return _leaving(self._tensor).detach().tolist()

    def __bool__(self) -> bool:
        t = self._tensor
        if t.numel() == 1:
            # torch can't convert uint64 values beyond int64 to bool.
            t = t.view(torch.int64) if self._dtype is torch.uint64 else t
            return bool(t) if is_compiling() or not is_transforming() else _truth(t)
        if t.numel() == 0:
            raise ValueError(
                "The truth value of an empty array is ambiguous. "
                "Use `array.size > 0` to check that an array is not empty."
            )
        raise ValueError("The truth value of an array with more than one element is ambiguous. Use a.any() or a.all()")

    def _scalar(self) -> Any:
        """Return the element of a 0-D array as a Python scalar."""
        if self._tensor.ndim:
            raise TypeError("only 0-dimensional arrays can be converted to Python scalars")
        if is_compiling():
            check_read()
        return self._tensor.item()

    def __int__(self) -> int:
        t = self._tensor
        if is_compiling():
            check_read()
        return int(self._scalar() if t.ndim else t.item())

    def __float__(self) -> float:
        t = _leaving(self._tensor, True)
        return float(self._scalar() if t.ndim else t.item())

    def __complex__(self) -> complex:
        _leaving(self._tensor, True)
        return complex(self._scalar())

    def __index__(self) -> int:
        t = self._tensor
        if t.ndim or KIND[t.dtype] not in "iu":
            raise TypeError("only integer scalar arrays can be converted to a scalar index")
        if is_compiling():
            check_read()
        return t.item()  # type: ignore[return-value]

    def __round__(self, ndigits: int | None = None) -> Any:
        if self._tensor.ndim and ndigits is None:
            raise TypeError(f"type {type(self).__name__} doesn't define __round__ for {self._tensor.ndim}-D arrays")
        if ndigits is None:
            if KIND[self._tensor.dtype] == "b":
                raise TypeError(f"type {type(self).__name__} doesn't define __round__ for booleans")
            return round(self._scalar())
        return self.round(ndigits)

    def __trunc__(self) -> int:
        return math.trunc(self._scalar())

    def __floor__(self) -> int:
        return math.floor(self._scalar())

    def __ceil__(self) -> int:
        return math.ceil(self._scalar())

    def __len__(self) -> int:
        if not self._tensor.ndim:
            raise TypeError("len() of unsized object")
        return self._tensor.shape[0]

    def __iter__(self) -> Iterator[ndarray]:
        t = self._tensor
        if t.ndim > 1:
            return self._iterate(_row)
        if not t.ndim:
            raise TypeError("iteration over a 0-d array")
        return (self[i] for i in range(t.shape[0])) if type(self) is ndarray else self._iterate(element)

    def _iterate(self, part: Callable[[torch.Tensor, int], torch.Tensor]) -> Iterator[ndarray]:
        """Yield the rows as views, or the elements of a vector as copies, as NumPy's scalars are."""
        t, cls, kind = self._tensor, type(self), self._dtype
        for i in range(t.shape[0]):
            item = part(t, i)
            yield wrap_as(item, kind) if cls is ndarray else wrap_like(cls, item, self)

    def __hash__(self) -> int:
        if self._tensor.ndim:
            raise TypeError(f"unhashable type: '{type(self).__name__}' (only 0-dimensional arrays hash, by value)")
        return hash(self._tensor.item())

    def __repr__(self) -> str:
        return described(self)

    def __str__(self) -> str:
        return shown(self)

    def __format__(self, spec: str) -> str:
        if not hasattr(self, "_tensor"):
            # torch 2.13 to 2.15 format a string before they complete the objects that the compiled function made.
            raise RuntimeError(
                "torch.compile cannot format an array that the compiled function made: format x.item() or str(x), "
                "or return the array"
            )
        if not isinstance(spec, str):
            raise TypeError(f"__format__() argument must be str, not {type(spec).__name__}")
        if self._tensor.ndim == 0 and (spec or _has_values(self._tensor)):
            # NumPy formats Python's number: a float32 shows the digits of a float64.
            return format(self._tensor.item(), spec)
        if spec:
            raise TypeError(f"unsupported format string passed to {type(self).__name__}.__format__")
        return str(self)

    def __copy__(self) -> ndarray:
        return wrap_like(type(self), self._tensor.clone(), self)

    def __deepcopy__(self, memo: dict) -> ndarray:
        t = self._tensor
        new = _clone(t.detach()).requires_grad_(t.requires_grad)
        return wrap_like(type(self), new, self)

    def __reduce__(self) -> tuple:
        # The state of a subclass is a tuple, to which a class written for NumPy adds its attributes.
        state = None if type(self) is ndarray else (getattr(self, "__dict__", None),)
        t = _picklable(self._tensor)
        # torch pickles the whole storage of a view; NumPy only the elements, out of band in protocol 5.
        values = numpy_view(t)
        if values is None and _is_part(t):
            t = t.clone()
        if values is not None and values.size > 1 and 0 in values.strides:
            once = values[tuple(slice(None if stride else 1) for stride in values.strides)]
            return _rebuild, (type(self), once, self._dtype, values.shape), state
        return _rebuild, (type(self), t if values is None else values, self._dtype), state

    def __reduce_ex__(self, protocol: Any) -> tuple:
        rebuild, args, *state = self.__reduce__()
        if protocol == 2 and rebuild is _rebuild:
            # `torch.save` uses protocol 2: its pickler stores tensors itself, and its safe loader rejects NumPy arrays.
            args = args[0], _picklable(self._tensor), args[2]
        return (rebuild, args, *state)

    def __setstate__(self, state: tuple) -> None:
        if not isinstance(state, tuple) or len(state) != 1 or not isinstance(state[0], (dict, type(None))):
            raise TypeError(
                f"__setstate__: the state is what __reduce__ gives, a tuple of one dict or None (got {type(state)})"
            )
        if state[0]:
            self.__dict__.update(state[0])


def _is_part(t: torch.Tensor) -> bool:
    """Return whether a plain tensor without gradients uses a part of its memory, which is not on the CPU."""
    if type(t) is not torch.Tensor or t.is_cpu or t.is_meta or t.requires_grad or is_observed():
        return False
    return t.untyped_storage().nbytes() > t.numel() * t.itemsize


def _picklable(t: torch.Tensor) -> torch.Tensor:
    """Return `t` as signed integers of the same size if torch 2.13 or NumPy can't pickle its dtype."""
    bits = BITS.get(t.dtype)
    return t if bits is None else t.view(bits)


def _rebuild(
    cls: type[ndarray], held: torch.Tensor | np.ndarray, kind: torch.dtype, shape: tuple[int, ...] | None = None
) -> ndarray:
    """Return a pickled array; `shape` is given if its elements are broadcast, and they are written out."""
    if shape is not None:
        held = np.broadcast_to(held, shape).copy()
    if isinstance(held, np.ndarray):
        # Out-of-band buffers may be read-only, or at any address, which torch lacks, so copy.
        held = torch.from_numpy(held if held.flags.writeable and is_aligned(held) else held.copy())
    return wrap_like(cls, held if held.dtype is kind else held.view(kind), None)


def construct(
    cls: type,
    shape: ShapeLike,
    dtype: DTypeLike = float,
    buffer: Buffer | np.ndarray | None = None,
    offset: int = 0,
    strides: Sequence[int] | None = None,
    order: Literal["C", "F"] | None = None,
) -> Any:
    """Return a new array, as ``ndarray.__new__`` does; set by ``element.py``."""
    kind, sizes = as_dtype(dtype, stored=buffer is None), normalize_shape(shape)
    if isinstance(buffer, ndarray):
        buffer = host(buffer._tensor)
    if buffer is not None:
        memory = np.ndarray(sizes, kind.__numpy_dtype__, buffer, offset, strides, order)  # type: ignore[arg-type]
        check_span(memory.shape, memory.strides, memory.itemsize)
        # Copy read-only and unaligned memory, negative strides and other byte orders, which torch lacks.
        shared = memory.flags.writeable and kind.isnative and min(memory.strides, default=0) >= 0 and is_aligned(memory)
        t = torch.from_numpy(memory if shared else memory.astype(kind.type.__numpy_dtype__))
        return wrap_like(cls, t, None)
    layout = check_order(order)
    if strides is not None:
        steps = [divmod(s, kind.itemsize) for s in strides]
        if len(steps) != len(sizes):
            raise ValueError("strides, if given, must be the same length as shape")
        spans = [(n - 1) * s for n, s in zip(sizes, strides, strict=True)]
        room = (math.prod(sizes) - 1) * kind.itemsize
        if 0 not in sizes and (min(spans, default=0) < 0 or sum(spans) > room):
            raise ValueError("strides is incompatible with shape of requested array and size of buffer")
        if any(rest for _, rest in steps):
            raise ValueError(f"ndarray: strides must be multiples of the itemsize, {kind.itemsize} (got {strides!r})")
        return wrap_like(cls, torch.empty_strided(sizes, [s for s, _ in steps], dtype=kind.torch), None)
    by_column = layout == "F"
    t = _empty(sizes[::-1] if by_column else sizes, dtype=kind.torch, device=default_device())
    return wrap_like(cls, reverse_axes(t) if by_column else t, None)


def hand_out(x: ndarray) -> None:
    """Note that other code has the tensor of `x`, and may assign another layout to its `.data`."""
    if type(x) is ndarray and not is_compiling():
        x._memory = HANDED_OUT


def replace_tensor(x: ndarray, t: torch.Tensor) -> None:
    """Replace the tensor of an array itself."""
    x._tensor, x._dtype, x._memory = t, t.dtype, None


def _row(t: torch.Tensor, i: int) -> torch.Tensor:
    """Return row `i`, a view."""
    # `select` takes 1.5 times as long, but indexing opens a device guard that a fake CUDA tensor does not survive.
    return t[i] if t.is_cpu else t.select(0, i)


def _has_values(t: torch.Tensor) -> bool:
    """Return whether a tensor has values to print: it is not traced, and not on the meta device."""
    return (
        (type(t) is torch.Tensor or type(t.dtype) is not torch.dtype)
        and t.device.type != "meta"
        # Dynamo warns of a call that it does not know.
        and (is_compiling() or not is_wrapped(t))
    )


def printable(x: ndarray) -> np.ndarray:
    """Return the elements as a NumPy array to print, in a wider dtype if NumPy lacks their own."""
    if not isinstance(x, ndarray):
        return x  # NumPy's, of objects
    t = x._tensor.detach()
    wide = WITHOUT_NUMPY.get(t.dtype)
    return host(t) if wide is None else t.to("cpu", wide).numpy()


def _formatted(function: Callable[..., str], x: ndarray, *layout: Any) -> str:
    """Return the text of `function`, one of NumPy's, for the elements of an array."""
    values, form = printable(x), getattr(x._dtype, "format", None)
    if form is not None:
        with np.printoptions(formatter={"all": form}):
            return function(values, *layout)
    return str(values[()]) if values.ndim == 0 and function is np.array_str else function(values, *layout)


def described(x: ndarray, *layout: Any) -> str:
    """Return the `repr` of an array; `layout` are arguments of `numpy.array_repr`."""
    t = x._tensor
    if not _has_values(t):
        return f"{type(x).__name__}({t!r})"
    text = _formatted(np.array_repr, x, *layout)
    if type(x) is not ndarray:
        text = type(x).__name__ + text[len("array") :]
    notes = [f"device='{t.device}'"] if t.device.type != "cpu" else []
    if t.requires_grad:
        notes.append("requires_grad=True")
    if t.dtype in WITHOUT_NUMPY:
        text = re.sub(r"(,\s+dtype=\w+)?\)$", "", text)
        notes.insert(0, f"dtype={x.dtype}")
        return f"{text}, {', '.join(notes)})"
    return text if not notes else f"{text[:-1]}, {', '.join(notes)})"


def shown(x: ndarray, *layout: Any) -> str:
    """Return the `str` of an array; `layout` are arguments of `numpy.array_str`."""
    if not _has_values(x._tensor):
        return str(x._tensor)
    return _formatted(np.array_str, x, *layout)


def wrap(t: torch.Tensor) -> ndarray:
    """Return the array that wraps `t`."""
    new = _new(ndarray)
    new._tensor = t
    new._dtype = t.dtype
    new._memory = None
    return new


def wrap_as(t: torch.Tensor, dtype: torch.dtype) -> ndarray:
    """Return the array that wraps `t`, which has the dtype `dtype`."""
    new = _new(ndarray)
    new._tensor = t
    new._dtype = dtype
    new._memory = None
    return new


def wrap_like(cls: type, t: torch.Tensor, source: Any) -> Any:
    """Return the array of class `cls` that wraps `t`; `__array_finalize__` of a subclass gets `source`."""
    if cls is not ndarray:
        return cls._wrap_like(t, source)  # type: ignore[attr-defined]
    new = _new(ndarray)
    new._tensor = t
    new._dtype = t.dtype
    new._memory = None
    return new


def _truth(t: torch.Tensor) -> bool:
    """Return whether a tensor that a transform may work on is true."""
    try:
        return bool(t)
    except RuntimeError as error:
        if "control flow" not in str(error):
            raise
    raise RuntimeError(MAPPED_TRUTH)


def _transposed(t: torch.Tensor) -> torch.Tensor:
    """Return a tensor with its dimensions reversed, a new one."""
    # Dynamo would take the attribute `mT` for another argument, one that shares memory with the steps of a loop.
    return t.t() if t.ndim == 2 else reverse_axes(t) if t.ndim > 1 else t.view_as(t)


def _leaving(t: torch.Tensor, warns: bool = False) -> torch.Tensor:
    """Return a tensor to be read as a number; raise if a transform is active, warn if autograd records."""
    if is_compiling():
        check_read()
    elif is_transforming() or in_forward_mode() or (warns and t.requires_grad):
        return converted("a Python number", t)
    return t


def host(t: torch.Tensor) -> np.ndarray:
    """Return `t`, detached, as a NumPy array, which shares its memory on the CPU."""
    if t.requires_grad:
        t = t.detach()
    if t.device.type != "cpu":
        t = t.cpu()
    if t.is_conj() or t.is_neg():
        t = t.resolve_conj().resolve_neg()
    if t.dtype in WITHOUT_NUMPY:
        return t.view(BITS[t.dtype]).numpy().view(FROM_TORCH[t.dtype].__numpy_dtype__)
    return t.numpy()
