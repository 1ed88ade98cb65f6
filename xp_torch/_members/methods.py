"""NumPy's methods and the special methods of protocols, and their attachment to `ndarray`."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from typing import Any, Literal, SupportsIndex, TypeVar, overload

import numpy as np
import torch

from xp_torch._array import exchange, indexing
from xp_torch._array.coercion import OUTPUTS, as_tensor, assigned
from xp_torch._array.deferred import DeferredArray, plain
from xp_torch._array.ndarray import host, ndarray, replace_tensor, wrap, wrap_as, wrap_like
from xp_torch._array.numpys import check_host
from xp_torch._array.registration import register_with
from xp_torch._array.reversed_views import ReversedView, replace_view, reversed_view
from xp_torch._array.ufunc.call import in_order
from xp_torch._array.ufunc.operators import attach, make_inplace, only_ufuncs, operand
from xp_torch._facts.annotations import ArrayLike, DeviceLike, DTypeLike, Order, ShapeLike
from xp_torch._facts.dtypes import as_dtype, construct_with, dtype, numpys_dtype, torch_dtype
from xp_torch._facts.errors import without_frames
from xp_torch._facts.inspection import is_misplaced
from xp_torch._facts.no_value import NO_VALUE
from xp_torch._facts.promotion import scalar_kind
from xp_torch._facts.shapes import as_flag, normalize_axis
from xp_torch._facts.torch_errors import raise_explained
from xp_torch._facts.torch_state import is_compiling, is_transforming
from xp_torch._functions import data_type, elementwise, searching
from xp_torch._functions.creation import from_data
from xp_torch._functions.indexing import select, take, write
from xp_torch._functions.indexing.at import at
from xp_torch._functions.io.buffers import dump, dumps, tofile
from xp_torch._functions.linear_algebra import diagonals, gufuncs, products
from xp_torch._functions.manipulation import move
from xp_torch._functions.manipulation import shape as manipulation
from xp_torch._functions.sorting import partition as partitioning
from xp_torch._functions.sorting import sort as sorting
from xp_torch._functions.statistics import cumulative, reductions
from xp_torch._kernels.aliasing import overlaps_itself, separate_parts
from xp_torch._kernels.cast import copy_into
from xp_torch._kernels.indexing.write import as_element
from xp_torch._kernels.layout import forget_owner, owned_by, owner_of, reinterpret
from xp_torch._kernels.layout import in_order as laid_out
from xp_torch._kernels.mapped import mapped_copy
from xp_torch._members import elements, gradients, memory
from xp_torch._protocols import (
    array_function,
    array_ufunc,
    arrow,
    dask_token,
    linear_operator,
    torch_function,
    torch_names,
)
from xp_torch._protocols.namespace import __array_namespace__

_Array = TypeVar("_Array", bound=ndarray)


def copy(self: ndarray, order: Order = "C") -> ndarray:
    """Return a copy.

    Parameters
    ----------
    order : {"C", "F", "A", "K"}, default: "C"
        Memory layout of the copy.

    Examples
    --------
    >>> x = xp.asarray([1, 2])
    >>> y = x.copy()
    >>> y[0] = 5
    >>> x
    array([1, 2])
    """
    if isinstance(self, ReversedView):
        new = plain(self)
        # It is in no order in memory, so that "A" is "C".
        return wrap_like(type(new), in_order(new._tensor, "C" if order in ("A", "a") else order), new)
    t = self._tensor
    try:
        if order in ("C", "c"):
            if is_transforming():
                return wrap_like(type(self), mapped_copy(t.clone(memory_format=torch.contiguous_format)), self)
            if type(self) is ndarray and t.is_contiguous():
                return wrap_as(t.clone(), self._dtype)
            copy = t.clone(memory_format=torch.contiguous_format) if t.is_contiguous() else in_order(t, "C")
            return wrap_like(type(self), copy, self)
        return wrap_like(type(self), in_order(t.clone(), order), self)
    except RuntimeError as error:
        raise_explained("copy", (t,), error)


def flatten(self: ndarray, order: Order = "C") -> ndarray:
    """Return a copy flattened into one dimension, in the `order` of `xp.ravel`.

    Examples
    --------
    >>> xp.asarray([[1, 2], [3, 4]]).flatten("F")
    array([1, 3, 2, 4])
    """
    return wrap_like(type(self), manipulation.ravel(self, order)._tensor.clone(), self)


def fill(self: ndarray, value: ArrayLike) -> None:
    """Write `value`, a scalar or 0-D array, into every element.

    Examples
    --------
    >>> x = xp.zeros(2)
    >>> x.fill(3)
    >>> x
    array([3., 3.])
    """
    if isinstance(value, (list, tuple, range)):
        raise ValueError("setting an array element with a sequence.")
    written, _ = assigned(value, self._tensor)
    self._store(as_element(self._tensor, written))


@without_frames
def _reorder(x: ndarray, axis: SupportsIndex, reordered: Callable[[ndarray, SupportsIndex], ndarray]) -> None:
    """Write the elements of `x` in another order along `axis`, one lane after the other if lanes share memory."""
    t = x._tensor
    if not overlaps_itself(t):
        x._store(reordered(x, axis)._tensor)
        return
    lanes = t.movedim(normalize_axis(axis, t.ndim), -1)
    for key in separate_parts(lanes):
        part = lanes[key]
        copy_into(part, reordered(wrap(part), -1)._tensor)


def sort(
    self: ndarray,
    axis: SupportsIndex = -1,
    kind: Literal["quicksort", "mergesort", "heapsort", "stable"] | None = None,
    order: None = None,
    *,
    descending: bool = False,
    stable: bool | None = None,
) -> None:
    """Sort the array itself along `axis`; `xp.sort` returns a sorted copy.

    Examples
    --------
    >>> x = xp.asarray([3, 1, 2])
    >>> x.sort()
    >>> x
    array([1, 2, 3])
    """
    if axis is None:
        raise TypeError("sort: axis must be an integer, got None: use xp.sort for a flattened copy")
    _reorder(self, axis, lambda x, dim: sorting.sort(x, dim, kind, order, descending=descending, stable=stable))


def compress(
    self: ndarray,
    condition: ArrayLike,
    axis: SupportsIndex | None = None,
    out: ndarray | None = None,
    *,
    size: int | None = None,
    fill_value: ArrayLike = 0,
) -> ndarray:
    """Return the slices along `axis` where the 1-D `condition` is true, as `xp.compress`.

    Examples
    --------
    >>> xp.asarray([1, 2, 3]).compress([True, False, True])
    array([1, 3])
    """
    return select.compress(condition, self, axis, out, size=size, fill_value=fill_value)


def partition(
    self: ndarray,
    kth: ArrayLike,
    axis: SupportsIndex = -1,
    kind: Literal["introselect"] = "introselect",
    order: None = None,
    *,
    descending: bool = False,
) -> None:
    """Partition the array itself along `axis`; `xp.partition` returns a copy.

    Examples
    --------
    >>> x = xp.asarray([7, 1, 5])
    >>> x.partition(1)
    >>> x[1]
    array(5)
    """
    if axis is None:
        raise TypeError("partition: axis must be an integer, got None: use xp.partition for a flattened copy")
    _reorder(self, axis, lambda x, dim: partitioning.partition(x, kth, dim, kind, order, descending=descending))


def astype(
    self: ndarray,
    dtype: DTypeLike,
    order: Order = "K",
    casting: Literal["no", "equiv", "safe", "same_kind", "same_value", "unsafe"] = "unsafe",
    subok: bool = True,
    copy: bool = True,
    *,
    device: DeviceLike | None = None,
) -> ndarray:
    """Return the array cast to `dtype`: `xp.astype` in the form of NumPy's method.

    Parameters
    ----------
    dtype : dtype_like
        Data type of the result.
    order : {"K", "A", "C", "F"}, default: "K"
        Memory layout of the result.
    casting : {"no", "equiv", "safe", "same_kind", "same_value", "unsafe"}, default: "unsafe"
        Which casts are allowed; "same_value" reads the values, and raises ValueError if one would change.
    subok : bool, default: True
        Whether to keep the class of the array.
    copy : bool, default: True
        Whether to copy if neither the dtype nor the layout changes.
    device : device, optional
        Device of the result.

    Examples
    --------
    >>> xp.asarray([1.7, -1.7]).astype(int)
    array([ 1, -1])
    """
    if (theirs := numpys_dtype(dtype)) is not None:
        check_host("astype", device)
        return np.asarray(self).astype(theirs, order, casting, subok, copy)  # type: ignore[return-value]
    if casting == "same_value":
        host(self._tensor).astype(as_dtype(dtype).__numpy_dtype__, casting="same_value")
    elif casting != "unsafe" and not data_type.can_cast(self.dtype, as_dtype(dtype), casting):
        raise TypeError(
            f"Cannot cast array data from {self.dtype!r} to {as_dtype(dtype)!r} according to the rule '{casting}'"
        )
    subok = as_flag(subok, "subok")
    new = data_type.astype(self, dtype, copy=copy, device=device)
    if order == "K" and (type(self) is ndarray or new is self):
        return new
    if order != "K":
        new = plain(new)
    t = laid_out(new._tensor, order)
    return new if t is new._tensor and type(new) is type(self) else wrap_like(type(new) if subok else ndarray, t, self)


@overload
def view(self: _Array) -> _Array: ...
@overload
def view(self: _Array, dtype: dtype | torch.dtype | np.dtype | str | None) -> _Array: ...
@overload
def view(self: ndarray, dtype: type[_Array]) -> _Array: ...
@overload
def view(self: ndarray, dtype: DTypeLike | None, type: type[_Array]) -> _Array: ...
@overload
def view(self: ndarray, *, type: type[_Array]) -> _Array: ...
@overload
def view(self: _Array, dtype: DTypeLike) -> _Array: ...
def view(self: ndarray, dtype: DTypeLike | None = NO_VALUE, type: type[ndarray] = NO_VALUE) -> ndarray:
    """Return a view of the same memory with another dtype or of another class.

    Parameters
    ----------
    dtype : dtype_like or subclass of ndarray, optional
        Data type of the view; the last dimension changes with the item size. None is the default float. A view of an
        array on the CPU as text, dates or records is a NumPy array.
    type : type, optional
        Class of the view, `ndarray` or a subclass.

    Raises
    ------
    ValueError
        If the bytes of the last axis do not make whole elements of the dtype, or are not aligned to its size (NumPy
        returns an unaligned view).

    Examples
    --------
    >>> xp.asarray([1.0], dtype=xp.float32).view(xp.int32)
    array([1065353216], dtype=int32)
    """
    cls, t = builtin_type(self), self._tensor
    sizes: Any = dtype if isinstance(dtype, tuple) else (dtype,) if type is NO_VALUE else (dtype, type)
    if sizes and all(isinstance(size, int) for size in sizes):
        shape = ", ".join(map(str, sizes))
        raise TypeError(f"view: {dtype!r} is not a dtype; for another shape write x.reshape({shape})")
    if isinstance(dtype, builtin_type) and issubclass(dtype, (ndarray, np.ndarray)):
        if type is not NO_VALUE:
            raise ValueError("Cannot specify output type twice.")
        dtype, type = NO_VALUE, dtype
    if isinstance(type, builtin_type) and issubclass(type, np.ndarray):
        plain = self if dtype is NO_VALUE else view(self, dtype)
        return np.asarray(plain).view(type)
    if type is not NO_VALUE:
        if not (isinstance(type, builtin_type) and issubclass(type, ndarray)):
            raise ValueError("Type must be a sub-type of ndarray type")
        cls = type
    if isinstance(self, ReversedView):
        return _view_reversed(self, dtype, cls)
    if dtype is NO_VALUE:
        return wrap_like(cls, t.view(t.shape) if t.is_contiguous() else t[...], self)
    try:
        target = torch_dtype(dtype)
    except TypeError:
        if numpys_dtype(dtype) is None:
            raise
        target = None
    if target is None:
        return exchange.__array__(self).view(dtype)  # type: ignore[arg-type, return-value]
    if t.ndim and not t.numel() and (t.shape[-1] * t.itemsize) % target.itemsize == 0:
        # There is no memory to share, and torch checks the strides.
        sizes = (*t.shape[:-1], t.shape[-1] * t.itemsize // target.itemsize)
        return wrap_like(cls, owned_by(t, torch.empty(sizes, dtype=target, device=t.device)), self)
    if t.itemsize != target.itemsize:
        if t.ndim == 0:
            raise ValueError("Changing the dtype of a 0d array is only supported if the itemsize is unchanged")
        # Strides of axes of size one have no meaning.
        sizes, steps = tuple(t.shape), tuple(0 if n == 1 else s for n, s in zip(t.shape, t.stride(), strict=True))
        t = t.as_strided(sizes, (*steps[:-1], 1 if sizes[-1] == 1 else steps[-1]))
        if t.stride(-1) != 1 and t.numel():
            raise ValueError("To change to a dtype of a different size, the last axis must be contiguous")
        if t.itemsize < target.itemsize and (t.shape[-1] * t.itemsize) % target.itemsize:
            raise ValueError(
                "When changing to a larger dtype, its size must be a divisor of the total size in bytes of the "
                "last axis of the array."
            )
        places = (0 if is_compiling() else t.storage_offset(), *t.stride()[:-1])  # Dynamo does not trace the offset
        unaligned = any(n * t.itemsize % target.itemsize for n in places) or is_misplaced(t, target)
        if t.itemsize < target.itemsize and t.numel() and unaligned:
            raise ValueError(
                f"view: the elements of {as_dtype(target)} would not be aligned to their size, which torch requires; "
                "view a copy"
            )
    return wrap_like(cls, reinterpret("view", t, target), self)


builtin_type = type


def _view_reversed(x: ReversedView, dtype: Any, cls: Any) -> Any:
    """Return `view` of a view with negative steps: another one, or a copy of a subclass."""
    if not issubclass(ReversedView, cls):
        return view(plain(x), dtype, cls)
    if dtype is NO_VALUE:
        return x[...]
    forward = view(wrap_as(x._view, x._dtype), dtype)
    if not isinstance(forward, ndarray):
        return exchange.__array__(x).view(dtype)
    if x.ndim - 1 in x._flips and forward.shape != x.shape:
        raise ValueError("To change to a dtype of a different size, the last axis must be contiguous")
    return reversed_view(forward._tensor, x._flips)


@without_frames
def _set_dtype(self: ndarray, value: Any) -> None:
    """View the memory of the array itself as another dtype: ``x.dtype = value``."""
    new = view(self, value)
    if isinstance(self, ReversedView):
        replace_view(self, new)
    else:
        if owner_of(self._tensor) is None:
            forget_owner(new._tensor)
        replace_tensor(self, new._tensor)


def tobytes(self: ndarray, order: Order | None = "C") -> bytes:
    """Return the bytes of the elements in row-major ("C") or column-major ("F") order."""
    return host(self._tensor).tobytes(order)


def _bytes(self: ndarray) -> bytes:
    """Return the bytes of the elements in row-major order; for a 0-D array of integers, as many zero bytes."""
    return tobytes(self) if self.ndim or self.dtype.kind not in "iu" else bytes(self.__index__())


def _matmul_operators() -> None:
    matmul, direct_matmul = gufuncs.matmul, products.direct_matmul

    def forward(x1: Any, x2: Any, /) -> Any:
        if builtin_type(x2) is ndarray and builtin_type(x1) is ndarray:
            product = direct_matmul(x1, x2)
            if product is not None:
                return product
        if isinstance(x1, DeferredArray) or isinstance(x2, DeferredArray):
            return forward(plain(x1), plain(x2))
        kind = builtin_type(x2)
        if kind is ndarray or operand(x2) or only_ufuncs(kind, "__rmatmul__"):
            return matmul(x1, x2)
        return x1 @ x2 if register_with(kind) else NotImplemented

    def reflected(x1: Any, x2: Any, /) -> Any:
        kind = builtin_type(x2)
        if operand(x2) or only_ufuncs(kind, "__matmul__"):
            return matmul(x2, x1)
        return x2 @ x1 if register_with(kind) else NotImplemented

    attach("matmul", forward)
    attach("rmatmul", reflected)

    def fitting(x1: Any, x2: Any, /) -> Any:
        result = forward(x1, x2)
        # As in NumPy, leading axes of size one are dropped.
        while isinstance(result, ndarray) and result.ndim > max(x1.ndim, 1) and result.shape[0] == 1:
            result = result[0]
        return result

    attach("imatmul", make_inplace("matmul", fitting))


def _contains(self: ndarray, value: Any, /) -> bool:
    # Dynamo compares objects with symbolic numbers without their methods.
    equal = elementwise.equal(self, value) if type(value) in (int, float) else self == value
    return bool(equal.any()) if isinstance(equal, ndarray) else bool(equal)


def conj(self: ndarray, out: ndarray | None = None, /) -> ndarray:
    """Return the complex conjugate; the array itself if it is not complex, as in NumPy."""
    if out is not None and not isinstance(out, OUTPUTS):
        raise TypeError("output must be an array")
    return elementwise.conj(self, out) if out is not None or self._tensor.is_complex() else self


def conjugate(self: ndarray, out: ndarray | None = None, /) -> ndarray:
    """Return the complex conjugate; the array itself if it is not complex, as in NumPy."""
    return conj(self, out)


def transpose(self: ndarray, *axes: SupportsIndex | Sequence[SupportsIndex] | None) -> ndarray:
    """Return a view with the axes permuted; by default reversed."""
    given: Any = axes[0] if len(axes) == 1 else axes or None
    return manipulation.transpose(self, given)


def reshape(self: ndarray, *shape: ShapeLike, order: Literal["C", "F", "A"] = "C", copy: bool | None = None) -> ndarray:
    """Return the array in another shape, as `xp.reshape`."""
    if not shape:
        raise TypeError("reshape() takes exactly 1 argument (0 given)")
    given: Any = shape[0] if len(shape) == 1 else shape
    if order == "C" and copy is None:
        return manipulation.reshape(self, given)
    return manipulation.reshape(self, given, order=order, copy=copy)


def choose(
    self: ndarray, *choices: ArrayLike, out: ndarray | None = None, mode: Literal["raise", "wrap", "clip"] = "raise"
) -> ndarray:
    """Return elements of several arrays, given one by one or in a sequence, as `xp.choose`.

    Examples
    --------
    >>> xp.asarray([1, 0]).choose([1, 2], [10, 20])
    array([10,  2])
    """
    if not choices:
        raise TypeError("choose() missing the choices: arrays, or a sequence of arrays")
    given: Any = choices[0] if len(choices) == 1 else choices
    return select.choose(self, given, out, mode)


#: Interfaces to memory, which only arrays of some dtypes, on some devices, have.
_INTERFACES = ("__array_interface__", "__array_struct__", "__cuda_array_interface__", "ctypes", "data")


def _lacks(x: ndarray, name: str) -> bool:
    """Return whether an array lacks an attribute of its class: by its dimensions, dtype or device."""
    if name == "mT":
        return x.ndim < 2
    if inspect.getattr_static(x, name, None) is not vars(ndarray).get(name):
        return False  # a subclass has its own
    if name in elements.__all__:
        return not elements.has_member(x, name)
    if name in linear_operator.__all__:
        return x.ndim != 2
    if name not in _INTERFACES:
        return name in torch_names.NAMES
    try:
        getattr(x, name)
    except (AttributeError, RuntimeError, TypeError, ValueError):
        return True
    return False


def __dir__(self: ndarray) -> list[str]:
    """Return the names of the attributes and methods that this array has."""
    return [name for name in object.__dir__(self) if not _lacks(self, name)]


#: members that are a function, or a property, of a module.
_SAME: dict[Any, tuple[str, ...]] = {
    memory: (
        "__array_wrap__",
        "__buffer__",
        "__delitem__",
        "__sizeof__",
        "_set_shape",
        "byteswap",
        "getfield",
        "resize",
        "setfield",
        "setflags",
    ),
    gradients: tuple(gradients.__all__),
    elementwise: ("clip", "round"),
    searching: ("argmax", "argmin", "nonzero", "searchsorted"),
    partitioning: ("argpartition",),
    sorting: ("argsort",),
    reductions: ("all", "any", "max", "mean", "min", "prod", "std", "sum", "var"),
    cumulative: ("cumprod", "cumsum"),
    manipulation: ("ravel", "squeeze", "swapaxes"),
    move: ("repeat",),
    diagonals: ("diagonal", "trace"),
    products: ("dot",),
    take: ("take",),
    write: ("put",),
    array_function: ("__array_function__",),
    array_ufunc: ("__array_ufunc__",),
    arrow: tuple(arrow.__all__),
    dask_token: tuple(dask_token.__all__),
    linear_operator: tuple(linear_operator.__all__),
    exchange: ("__array__", "__dlpack__", "__dlpack_device__", "to_device", "to_numpy"),
}
#: read-only attributes.
_ATTRIBUTES: dict[Any, tuple[str, ...]] = {
    memory: ("__array_interface__", "__array_struct__", "__cuda_array_interface__", "base", "ctypes", "data"),
    elements: tuple(elements.__all__),
}
#: members that are not named as their function, or are defined here.
_OWN: dict[str, Callable | property] = {
    "dump": dump,
    "dumps": dumps,
    "tofile": tofile,
    "_set_dtype": _set_dtype,
    "__array_namespace__": __array_namespace__,
    "__bytes__": _bytes,
    "__contains__": _contains,
    "__dir__": __dir__,
    "__getitem__": indexing.getitem,
    "__setitem__": indexing.setitem,
    "astype": astype,
    "at": property(at),
    "choose": choose,
    "compress": compress,
    "conj": conj,
    "conjugate": conjugate,
    "copy": copy,
    "fill": fill,
    "flatten": flatten,
    "partition": partition,
    "reshape": reshape,
    "sort": sort,
    "tobytes": tobytes,
    "transpose": transpose,
    "view": view,
}


@without_frames
def _from_dtype(value: Any, dtype: Any) -> ndarray:
    """Return the result of calling a dtype: ``xp.float32(3)``."""
    if scalar_kind(value) is not None:
        return wrap(as_tensor(value, torch_dtype(dtype)))
    made = from_data.asarray(value, dtype=dtype)
    return made if made.ndim else made.copy()


def assemble() -> None:
    """Attach the methods to `ndarray`, and let dtypes make arrays."""
    construct_with(_from_dtype)
    for module, names in _SAME.items():
        for name in names:
            setattr(ndarray, name, getattr(module, name))
    for module, names in _ATTRIBUTES.items():
        for name in names:
            setattr(ndarray, name, property(getattr(module, name)))
    for name, function in _OWN.items():
        setattr(ndarray, name, function)
    for name, missing in torch_names.NAMES.items():
        setattr(ndarray, name, missing)
    setattr(ndarray, "__torch_function__", classmethod(torch_function.__torch_function__))  # noqa: B010
    _matmul_operators()


assemble()
