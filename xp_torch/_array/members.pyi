"""The attached members of `ndarray`, for type checkers; written by tools/generate_stubs.py."""

from collections.abc import Callable, Iterator, Sequence
from types import EllipsisType
from typing import Any, Literal, Self, SupportsIndex, TypeVar, overload

import numpy as np
import numpy.typing as npt
import torch

from xp_torch._array.ndarray import ndarray
from xp_torch._facts.annotations import ArrayLike, Axis, Casting, DeviceLike, DTypeLike, FileLike, Order, ShapeLike
from xp_torch._facts.dtypes import dtype
from xp_torch._functions.indexing.at import IndexedUpdates

_Array = TypeVar("_Array", bound=ndarray)

class Members:
    def __abs__(self, /) -> ndarray: ...
    def __add__(self, x2: ArrayLike, /) -> ndarray: ...
    def __and__(self, x2: ArrayLike, /) -> ndarray: ...
    def __array__(self, dtype: npt.DTypeLike | None = ..., copy: bool | None = ...) -> np.ndarray: ...
    def __array_function__(self, func: Any, types: Any, args: Any, kwargs: Any) -> Any: ...
    @property
    def __array_interface__(self) -> dict[str, Any]: ...
    def __array_namespace__(self, /, *, api_version: str | None = ...) -> Any: ...
    @property
    def __array_struct__(self) -> Any: ...
    def __array_ufunc__(self, ufunc: Any, method: str, /, *inputs: Any, **kwargs: Any) -> Any: ...
    def __array_wrap__(self, array: Any, context: Any = ..., return_scalar: bool = ..., /) -> ndarray: ...
    def __arrow_array__(self, type: Any = ...) -> ndarray: ...
    def __arrow_c_array__(self, requested_schema: Any = ...) -> tuple[Any, Any]: ...
    def __buffer__(self, flags: int, /) -> memoryview: ...
    def __bytes__(self) -> bytes: ...
    @property
    def __conform__(self) -> Callable[[Any], Any]: ...
    def __contains__(self, value: Any, /) -> bool: ...
    @property
    def __cuda_array_interface__(self) -> dict[str, Any]: ...
    def __dask_tokenize__(self) -> object: ...
    def __delitem__(self, key: Any, /) -> None: ...
    def __dir__(self) -> list[str]: ...
    def __divmod__(self, x2: ArrayLike, /) -> tuple[ndarray, ndarray]: ...
    def __dlpack__(self, *, stream: Any = ..., max_version: tuple[int, int] | None = ..., dl_device: tuple[Any, int] | None = ..., copy: bool | None = ...) -> Any: ...
    def __dlpack_device__(self) -> tuple[Any, int]: ...
    def __eq__(self, x2: object, /) -> ndarray: ...  # type: ignore[override]
    def __floordiv__(self, x2: ArrayLike, /) -> ndarray: ...
    def __ge__(self, x2: ArrayLike, /) -> ndarray: ...
    def __getitem__(self, key: Any, /) -> ndarray: ...
    def __gt__(self, x2: ArrayLike, /) -> ndarray: ...
    def __iadd__(self, x2: ArrayLike, /) -> Self: ...
    def __iand__(self, x2: ArrayLike, /) -> Self: ...
    def __ifloordiv__(self, x2: ArrayLike, /) -> Self: ...
    def __ilshift__(self, x2: ArrayLike, /) -> Self: ...
    def __imatmul__(self, x2: ArrayLike, /) -> Self: ...
    def __imod__(self, x2: ArrayLike, /) -> Self: ...
    def __imul__(self, x2: ArrayLike, /) -> Self: ...
    def __invert__(self, /) -> ndarray: ...
    def __ior__(self, x2: ArrayLike, /) -> Self: ...
    def __ipow__(self, x2: ArrayLike, /) -> Self: ...
    def __irshift__(self, x2: ArrayLike, /) -> Self: ...
    def __isub__(self, x2: ArrayLike, /) -> Self: ...
    def __itruediv__(self, x2: ArrayLike, /) -> Self: ...
    def __ixor__(self, x2: ArrayLike, /) -> Self: ...
    def __le__(self, x2: ArrayLike, /) -> ndarray: ...
    def __lshift__(self, x2: ArrayLike, /) -> ndarray: ...
    def __lt__(self, x2: ArrayLike, /) -> ndarray: ...
    def __matmul__(self, x2: ArrayLike, /) -> ndarray: ...
    def __mod__(self, x2: ArrayLike, /) -> ndarray: ...
    def __mul__(self, x2: ArrayLike, /) -> ndarray: ...
    def __ne__(self, x2: object, /) -> ndarray: ...  # type: ignore[override]
    def __neg__(self, /) -> ndarray: ...
    def __or__(self, x2: ArrayLike, /) -> ndarray: ...
    def __pos__(self, /) -> ndarray: ...
    def __pow__(self, x2: ArrayLike, /) -> ndarray: ...
    def __radd__(self, x1: ArrayLike, /) -> ndarray: ...
    def __rand__(self, x1: ArrayLike, /) -> ndarray: ...
    def __rdivmod__(self, x1: ArrayLike, /) -> tuple[ndarray, ndarray]: ...
    def __rfloordiv__(self, x1: ArrayLike, /) -> ndarray: ...
    def __rlshift__(self, x1: ArrayLike, /) -> ndarray: ...
    def __rmatmul__(self, x2: ArrayLike, /) -> ndarray: ...
    def __rmod__(self, x1: ArrayLike, /) -> ndarray: ...
    def __rmul__(self, x1: ArrayLike, /) -> ndarray: ...
    def __ror__(self, x1: ArrayLike, /) -> ndarray: ...
    def __rpow__(self, x1: ArrayLike, /) -> ndarray: ...
    def __rrshift__(self, x1: ArrayLike, /) -> ndarray: ...
    def __rshift__(self, x2: ArrayLike, /) -> ndarray: ...
    def __rsub__(self, x1: ArrayLike, /) -> ndarray: ...
    def __rtruediv__(self, x1: ArrayLike, /) -> ndarray: ...
    def __rxor__(self, x1: ArrayLike, /) -> ndarray: ...
    def __setitem__(self, key: Any, value: Any, /) -> None: ...
    def __sizeof__(self) -> int: ...
    def __sub__(self, x2: ArrayLike, /) -> ndarray: ...
    def __truediv__(self, x2: ArrayLike, /) -> ndarray: ...
    def __xor__(self, x2: ArrayLike, /) -> ndarray: ...
    @property
    def _mpmath_(self) -> Callable[[Any, Any], Any]: ...
    def _set_dtype(self, value: Any) -> None: ...
    def _set_shape(self, value: Any) -> None: ...
    @property
    def _sympy_(self) -> Callable[[], Any]: ...
    def all(self, axis: Axis = ..., out: ndarray | None = ..., keepdims: bool = ..., *, where: ArrayLike = ...) -> ndarray:
        """Return whether all elements over axes are true.

        Parameters
        ----------
        a : array_like
            Array of any dtype; every number but zero is true, NaN included.
        axis : int or tuple of ints or None, default: None
            Axes to reduce; None reduces all of them.
        out : ndarray, optional
            Array to write the result to. It must have the shape of the result.
        keepdims : bool, default: False
            Whether to keep the reduced axes, with size one.
        where : array_like of bool, default: True
            Elements to include; broadcast against `a`.

        Returns
        -------
        ndarray
            The truth values; True where there is no element; `out` if given.

        Examples
        --------
        >>> xp.all(xp.asarray([[1, 0], [2, 3]]), axis=1)
        array([False,  True])
        """
        ...
    def any(self, axis: Axis = ..., out: ndarray | None = ..., keepdims: bool = ..., *, where: ArrayLike = ...) -> ndarray:
        """Return whether any element over axes is true.

        Parameters
        ----------
        a : array_like
            Array of any dtype; every number but zero is true, NaN included.
        axis : int or tuple of ints or None, default: None
            Axes to reduce; None reduces all of them.
        out : ndarray, optional
            Array to write the result to. It must have the shape of the result.
        keepdims : bool, default: False
            Whether to keep the reduced axes, with size one.
        where : array_like of bool, default: True
            Elements to include; broadcast against `a`.

        Returns
        -------
        ndarray
            The truth values; False where there is no element; `out` if given.

        Examples
        --------
        >>> xp.any(xp.asarray([[0, 0], [2, 3]]), axis=1)
        array([False,  True])
        """
        ...
    def argmax(self, axis: SupportsIndex | None = ..., out: ndarray | None = ..., *, keepdims: bool = ...) -> ndarray:
        """Return the indices of the largest elements along an axis.

        Parameters
        ----------
        a : array_like
            Input; complex numbers are ordered by real part, then imaginary part, as in NumPy.
        axis : int or None, default: None
            Axis along which to search; None searches the flattened array.
        out : ndarray, optional
            Array to write the result to. It must have the shape of the result and hold integers.
        keepdims : bool, default: False
            Whether to keep the reduced axes, with size one.

        Returns
        -------
        ndarray
            Indices (int64). Of several largest elements, the index of the first; NaNs are largest of all.

        Examples
        --------
        >>> xp.argmax(xp.asarray([[1, 7, 7], [3, 2, 1]]), axis=1)
        array([1, 0])
        """
        ...
    def argmin(self, axis: SupportsIndex | None = ..., out: ndarray | None = ..., *, keepdims: bool = ...) -> ndarray:
        """Return the indices of the smallest elements along an axis.

        Parameters
        ----------
        a : array_like
            Input; complex numbers are ordered by real part, then imaginary part, as in NumPy.
        axis : int or None, default: None
            Axis along which to search; None searches the flattened array.
        out : ndarray, optional
            Array to write the result to. It must have the shape of the result and hold integers.
        keepdims : bool, default: False
            Whether to keep the reduced axes, with size one.

        Returns
        -------
        ndarray
            Indices (int64). Of several smallest elements, the index of the first; NaNs are smallest of all.

        Examples
        --------
        >>> xp.argmin(xp.asarray([[1, 7, 7], [3, 2, 1]]), axis=1)
        array([0, 2])
        """
        ...
    def argpartition(self, kth: ArrayLike, axis: SupportsIndex | None = ..., kind: Literal['introselect'] = ..., order: None = ..., *, descending: bool = ...) -> ndarray:
        """Return the indices that partition an array.

        Parameters
        ----------
        a : array_like
            Array to partition.
        kth : int or sequence of ints
            Indices whose elements are put in their sorted position. Negative indices count from the end.
        axis : int or None, default: -1
            Axis along which to partition; None partitions the flattened array.
        kind : {"introselect"}, default: "introselect"
            NumPy's algorithm. On other devices and in compiled code, all elements are sorted instead.
        order : None
            For NumPy's structured arrays, which are not supported.
        descending : bool, default: False
            Whether larger elements are before each of these elements, and smaller ones after it. NaNs stay last.

        Returns
        -------
        ndarray
            Indices (int64) of the shape of `a` (its size, if `axis` is None).

        Raises
        ------
        ValueError
            If an index is out of bounds (checked on the CPU), or `kind` is unknown.
        TypeError
            If `kth` is not of integers.

        See Also
        --------
        argsort : Returns the indices that sort.

        Examples
        --------
        >>> xp.argpartition([7, 1, 5, 2], 2)[2]
        array(2)
        """
        ...
    def argsort(self, axis: SupportsIndex | None = ..., kind: Literal['quicksort', 'mergesort', 'heapsort', 'stable'] | None = ..., order: None = ..., *, descending: bool = ..., stable: bool | None = ...) -> ndarray:
        """Return the indices that sort an array, stably and in the order of `sort`.

        Parameters
        ----------
        a : array_like
            Array to sort; a 0-D array is read as 1-D.
        axis : int or None, default: -1
            Axis along which to sort; None sorts the flattened array.
        kind : {"quicksort", "mergesort", "heapsort", "stable"}, optional
            Accepted for compatibility with NumPy; the sort is always stable.
        order : None
            For NumPy's structured arrays, which are not supported.
        descending : bool, default: False
            Whether to sort from the largest element to the smallest. NaNs stay last, and equal elements keep their order.
        stable : bool, optional
            Whether equal elements must keep their order; they always do.

        Returns
        -------
        ndarray
            Indices (int64) along `axis`, of the shape of `a` (its size, if `axis` is None).

        Raises
        ------
        ValueError
            If `kind` is unknown or given together with `descending` or `stable`.

        See Also
        --------
        sort : Returns the sorted elements.

        Examples
        --------
        >>> xp.argsort([3, 1, 2, 1])
        array([1, 3, 2, 0])
        >>> xp.argsort([3, 1, 2, 1], descending=True)
        array([0, 2, 1, 3])
        """
        ...
    @property
    def as_integer_ratio(self) -> Callable[[], tuple[int, int]]:
        """Method of a 0-D array of real floats: return its exact ratio as a pair of Python ints.

        Examples
        --------
        >>> xp.asarray(0.75).as_integer_ratio()
        (3, 4)
        """
        ...
    def astype(self, dtype: DTypeLike, order: Order = ..., casting: Literal['no', 'equiv', 'safe', 'same_kind', 'same_value', 'unsafe'] = ..., subok: bool = ..., copy: bool = ..., *, device: DeviceLike | None = ...) -> ndarray:
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
        ...
    @property
    def at(self) -> IndexedUpdates:
        """Updates at an index that return a new array, as in JAX: ``x.at[key].set(value)``.

        The methods are `set`, `add`, `subtract`, `multiply`, `divide`, `power`, `min` and `max` of a value, which is
        broadcast to ``x[key]``, `apply` of a function, and `get`. The result has the dtype of `x`. For a repeated index,
        `set` keeps the last value, `apply` calls the function once, and the others apply all values. They work under every
        transform.

        The argument `mode` says what indices out of bounds do. By default they raise on the CPU, as in ``x[key]``; with
        "drop" they are ignored, with "clip" replaced by the nearest index, and ``get(mode="fill", fill_value=v)`` returns
        `v` for them.

        Examples
        --------
        >>> x = xp.asarray([1.0, 2.0, 3.0])
        >>> x.at[0].set(9.0)
        array([9., 2., 3.])
        >>> x.at[[0, 0, 2]].add(1.0)
        array([3., 2., 4.])
        >>> x.at[[1, 7]].multiply(10.0, mode="drop")
        array([ 1., 20.,  3.])
        >>> x.at[1:].apply(xp.square)
        array([1., 4., 9.])
        >>> x
        array([1., 2., 3.])
        """
        ...
    def backward(self, gradient: ArrayLike | None = ..., retain_graph: bool | None = ..., create_graph: bool = ..., inputs: ndarray | torch.Tensor | Sequence[ndarray | torch.Tensor] | None = ...) -> None:
        """Compute the gradients of the array, and add them to the attribute `grad` of the arrays that it depends on.

        Parameters
        ----------
        gradient : array_like, optional
            Gradient by this array; may be left out if the array has one element.
        retain_graph : bool, optional
            Whether to keep the autograd graph for another call; by default only with `create_graph`.
        create_graph : bool, default: False
            Whether gradients can be differentiated again.
        inputs : array or sequence of arrays, optional
            Arrays whose gradients to compute; by default those of all leaves of the graph.

        Examples
        --------
        >>> x = xp.asarray([1.0, 2.0]).requires_grad_()
        >>> (x**3).backward([1.0, 10.0])
        >>> x.grad
        array([  3., 120.])
        """
        ...
    @property
    def base(self) -> ndarray | None:
        """The array that owns the memory of this view; None if the array is not a view.

        All views of that memory share this object. It wraps the tensor of the array that the views were made from, but is
        not that array: compare with `xp.shares_memory`, or the bases of two views with ``is``.

        Examples
        --------
        >>> x = xp.arange(4)
        >>> x.base is None, x[1:3].base
        (True, array([0, 1, 2, 3]))
        """
        ...
    @property
    def bit_count(self) -> Callable[[], int]:
        """Method of a 0-D array of integers: return the number of ones in the binary form of the absolute value.

        Examples
        --------
        >>> xp.asarray([-6, 7])[0].bit_count()
        2
        """
        ...
    def byteswap(self, inplace: bool = ...) -> ndarray:
        """Return the array with the bytes of each element in reverse order, in the same dtype.

        Parameters
        ----------
        inplace : bool, default: False
            Whether to write to the array itself.

        Examples
        --------
        >>> xp.asarray([1, 256], dtype=xp.int16).byteswap()
        array([256,   1], dtype=int16)
        """
        ...
    def choose(self, *choices: ArrayLike, out: ndarray | None = ..., mode: Literal['raise', 'wrap', 'clip'] = ...) -> ndarray:
        """Return elements of several arrays, given one by one or in a sequence, as `xp.choose`.

        Examples
        --------
        >>> xp.asarray([1, 0]).choose([1, 2], [10, 20])
        array([10,  2])
        """
        ...
    def clip(self, min: ArrayLike | None = ..., max: ArrayLike | None = ..., out: ndarray | EllipsisType | None = ..., *, a_min: ArrayLike | None = ..., a_max: ArrayLike | None = ..., where: ArrayLike = ..., casting: Casting = ..., dtype: DTypeLike | None = ...) -> ndarray:
        """Clamp each element to the closed interval from `min` to `max`.

        Parameters
        ----------
        a : array_like
            Input.
        min, max : array_like, optional
            Lower and upper bound, which broadcast with `a`; None for no bound.
        out : ndarray, optional
            Array to write the result to. It must have the shape of the result.
        a_min, a_max : array_like, optional
            NumPy's other names of `min` and `max`.
        where : array_like of bool, default: True
            Elements to compute; broadcast against `a`.
        casting : str, default: "same_kind"
            Casts of `a` and the bounds to `dtype`, and of the result to the dtype of `out`, that are allowed.
        dtype : dtype_like, optional
            Data type to compute in and of the result; by default the common dtype of `a` and the bounds.

        Returns
        -------
        ndarray
            ``minimum(maximum(a, min), max)``; NaN propagates.

        Raises
        ------
        OverflowError
            If a Python int does not fit the dtype, except a lower bound below its range or an upper bound above it.
        ValueError
            If the shapes do not broadcast together.

        Notes
        -----
        Bounds that are Python ints are exact.

        Examples
        --------
        >>> xp.clip([-5, 0, 5], -1, 1)
        array([-1,  0,  1])
        >>> xp.clip(xp.asarray([1, 100], dtype=xp.int8), -1000, 50)
        array([ 1, 50], dtype=int8)
        """
        ...
    def compress(self, condition: ArrayLike, axis: SupportsIndex | None = ..., out: ndarray | None = ..., *, size: int | None = ..., fill_value: ArrayLike = ...) -> ndarray:
        """Return the slices along `axis` where the 1-D `condition` is true, as `xp.compress`.

        Examples
        --------
        >>> xp.asarray([1, 2, 3]).compress([True, False, True])
        array([1, 3])
        """
        ...
    def conj(self, out: ndarray | None = ..., /) -> ndarray:
        """Return the complex conjugate; the array itself if it is not complex, as in NumPy."""
        ...
    def conjugate(self, out: ndarray | None = ..., /) -> ndarray:
        """Return the complex conjugate; the array itself if it is not complex, as in NumPy."""
        ...
    def copy(self, order: Order = ...) -> Self:
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
        ...
    @property
    def ctypes(self) -> Any:
        """The memory of an array on the CPU for ctypes: NumPy's object, with ``data_as`` and ``shape_as``."""
        ...
    def cumprod(self, axis: SupportsIndex | None = ..., dtype: DTypeLike | None = ..., out: ndarray | None = ...) -> ndarray:
        """Return the running product along an axis, by default of the flattened array.

        Parameters
        ----------
        a : array_like
            Elements to multiply.
        axis : int or None, default: None
            Axis along which to multiply; None flattens the array.
        dtype : dtype_like, optional
            Data type of the products, to which elements are cast first. By default as for `sum`.
        out : ndarray, optional
            Array to write the result to. It must have the shape of the result.

        Returns
        -------
        ndarray
            The products; `out` if given.

        Notes
        -----
        Differs from NumPy: float16 is computed in float32, and each result rounded once.

        See Also
        --------
        cumulative_prod : the standard's function, which does not flatten.

        Examples
        --------
        >>> xp.cumprod([[1, 2], [3, 4]], axis=0)
        array([[1, 2],
               [3, 8]])
        """
        ...
    def cumsum(self, axis: SupportsIndex | None = ..., dtype: DTypeLike | None = ..., out: ndarray | None = ...) -> ndarray:
        """Return the running sum along an axis, by default of the flattened array.

        Parameters
        ----------
        a : array_like
            Elements to add.
        axis : int or None, default: None
            Axis along which to add; None flattens the array.
        dtype : dtype_like, optional
            Data type of the sums, to which elements are cast first. By default as for `sum`.
        out : ndarray, optional
            Array to write the result to. It must have the shape of the result.

        Returns
        -------
        ndarray
            The sums; `out` if given.

        Notes
        -----
        Differs from NumPy: float16 is computed in float32, and each result rounded once.

        See Also
        --------
        cumulative_sum : the standard's function, which does not flatten.

        Examples
        --------
        >>> xp.cumsum([[1, 2], [3, 4]])
        array([ 1,  3,  6, 10])
        """
        ...
    @property
    def data(self) -> memoryview:
        """The memory of an array on the CPU, as a `memoryview`."""
        ...
    @property
    def denominator(self) -> int:
        """Denominator of a 0-D array of integers: 1.

        Examples
        --------
        >>> xp.asarray(6).denominator
        1
        """
        ...
    def detach(self) -> Self:
        """Return a view of the same memory outside of the autograd graph.

        Examples
        --------
        >>> x = xp.asarray([1.0, 2.0]).requires_grad_()
        >>> (x * 2).detach().requires_grad
        False
        """
        ...
    def diagonal(self, offset: int = ..., axis1: SupportsIndex = ..., axis2: SupportsIndex = ...) -> ndarray:
        """Return the diagonal of two axes, as the last dimension.

        Parameters
        ----------
        a : array_like
            Input with at least two dimensions.
        offset : int, default: 0
            Which diagonal: above the main one if positive, below it if negative.
        axis1, axis2 : int, default: 0, 1
            Axes of the matrices (`linalg.diagonal` uses the last two).

        Returns
        -------
        ndarray
            A view; unlike NumPy's, it can be written to.

        Raises
        ------
        ValueError
            If `a` has fewer than two dimensions or the axes are equal.

        Examples
        --------
        >>> xp.diagonal(xp.asarray([[1, 2], [3, 4]]))
        array([1, 4])
        """
        ...
    def dot(self, b: ArrayLike, out: ndarray | None = ...) -> ndarray:
        """Compute NumPy's dot product: inner for vectors, matrix product for matrices, multiplication for 0-D arrays.

        Parameters
        ----------
        a, b : array_like
            Operands. In general the sum is over the last axis of `a` and the second to last of `b`.
        out : ndarray, optional
            Array to write the result to. It must have the shape and the dtype of the result and be C-contiguous.

        Returns
        -------
        ndarray
            The product. Unlike in `vecdot` and `matmul`, nothing is conjugated and nothing broadcasts.

        Raises
        ------
        ValueError
            If the axes differ in size, or `out` doesn't fit.

        Examples
        --------
        >>> xp.dot(xp.asarray([1, 2]), xp.asarray([3, 4]))
        array(11)
        """
        ...
    def dump(self, file: FileLike, /) -> None:
        """Pickle the array into a file, given as an open file or as a path.

        Examples
        --------
        >>> import io
        >>> file = io.BytesIO()
        >>> xp.zeros(2).dump(file)
        >>> _ = file.seek(0)
        >>> xp.load(file, allow_pickle=True)
        array([0., 0.])
        """
        ...
    def dumps(self, /) -> bytes:
        """Return the pickled array.

        Examples
        --------
        >>> import pickle
        >>> pickle.loads(xp.zeros(2).dumps())
        array([0., 0.])
        """
        ...
    def fill(self, value: ArrayLike) -> None:
        """Write `value`, a scalar or 0-D array, into every element.

        Examples
        --------
        >>> x = xp.zeros(2)
        >>> x.fill(3)
        >>> x
        array([3., 3.])
        """
        ...
    @property
    def flags(self) -> Any:
        """Memory layout of an array, by attribute or by NumPy's key: ``x.flags.c_contiguous``, ``x.flags["F"]``.

        Examples
        --------
        >>> x = xp.zeros((2, 3)).T
        >>> x.flags.c_contiguous, x.flags["F_CONTIGUOUS"]
        (False, True)
        """
        ...
    @property
    def flat(self) -> Any:
        """Iterator over the elements of an array in row-major order, which also reads and writes by flat index: ``x.flat``.

        The index is an int, a slice, an array of ints of any shape, or a mask of the array's size. Reads give a copy.
        Values to write are repeated as needed.

        Attributes
        ----------
        base : ndarray
            The array.
        index : int
            Flat index of the next element.
        coords : tuple of ints
            Its index in each dimension.

        Examples
        --------
        >>> x = xp.asarray([[1, 2], [3, 4]])
        >>> x.flat[1:3]
        array([2, 3])
        >>> x.flat[-1] = 9
        >>> x
        array([[1, 2],
               [3, 9]])
        """
        ...
    @flat.setter
    def flat(self, value: Any) -> None: ...
    def flatten(self, order: Order = ...) -> ndarray:
        """Return a copy flattened into one dimension, in the `order` of `xp.ravel`.

        Examples
        --------
        >>> xp.asarray([[1, 2], [3, 4]]).flatten("F")
        array([1, 3, 2, 4])
        """
        ...
    def getfield(self, dtype: DTypeLike, offset: int = ...) -> ndarray:
        """Return a view of some bytes of each element as another dtype.

        Parameters
        ----------
        dtype : dtype_like
            Data type of the view, not wider than the array's.
        offset : int, default: 0
            Bytes to skip in each element: a multiple of the size of `dtype`.

        Examples
        --------
        >>> xp.asarray([1 + 2j, 3 - 4j]).getfield(xp.float64, offset=8)
        array([ 2., -4.])
        """
        ...
    @property
    def grad(self) -> ndarray | None:
        """Gradient that `backward` has added up, or None; it can be set."""
        ...
    @grad.setter
    def grad(self, value: ndarray | torch.Tensor | None) -> None: ...
    @property
    def hex(self) -> Callable[[], str]:
        """Method of a 0-D array of float64: return its value in hexadecimal, which `xp.float64.fromhex` reads.

        Examples
        --------
        >>> xp.asarray(0.75).hex()
        '0x1.8000000000000p-1'
        """
        ...
    @property
    def is_integer(self) -> Callable[[], bool]:
        """Method of a 0-D array of integers or real floats: return whether its value is an integer.

        Examples
        --------
        >>> xp.asarray([2.0, 2.5])[0].is_integer()
        True
        """
        ...
    def matvec(self, x: ArrayLike, /) -> ndarray:
        """Return the product of a matrix and a vector, for ``scipy.sparse.linalg``: ``self @ x``.

        Parameters
        ----------
        x : array_like
            Vector.

        Returns
        -------
        ndarray
            The product.

        Examples
        --------
        >>> xp.asarray([[1, 2], [3, 4]]).matvec([1, 1])
        array([3, 7])
        """
        ...
    def max(self, axis: Axis = ..., out: ndarray | None = ..., keepdims: bool = ..., initial: ArrayLike = ..., where: ArrayLike = ...) -> ndarray:
        """Return the largest element over axes; NaNs propagate.

        Parameters
        ----------
        a : array_like
            Array of any dtype; complex numbers compare by real part, then imaginary part, as in NumPy.
        axis : int or tuple of ints or None, default: None
            Axes to reduce; None reduces all of them.
        out : ndarray, optional
            Array to write the result to. It must have the shape of the result.
        keepdims : bool, default: False
            Whether to keep the reduced axes, with size one.
        initial : scalar, optional
            Smallest possible result; needed for an empty array and with `where`.
        where : array_like of bool, default: True
            Elements to include; broadcast against `a`.

        Returns
        -------
        ndarray
            The largest elements, in the dtype of `a`; `out` if given.

        Examples
        --------
        >>> xp.max(xp.asarray([[1, 7], [3, 4]]), axis=0)
        array([3, 7])
        >>> xp.max(xp.asarray([1.0, xp.nan]))
        array(nan)
        """
        ...
    def mean(self, axis: Axis = ..., dtype: DTypeLike | None = ..., out: ndarray | None = ..., keepdims: bool = ..., *, where: ArrayLike = ...) -> ndarray:
        """Return the arithmetic mean over axes; the mean of no elements is NaN.

        Parameters
        ----------
        a : array_like
            Elements to average.
        axis : int or tuple of ints or None, default: None
            Axes to reduce; None reduces all of them.
        dtype : dtype_like, optional
            Data type to compute in, and of the result. By default that of `a`; for integers the default floating dtype.
        out : ndarray, optional
            Array to write the result to. It must have the shape of the result.
        keepdims : bool, default: False
            Whether to keep the reduced axes, with size one.
        where : array_like of bool, default: True
            Elements to include; broadcast against `a`.

        Returns
        -------
        ndarray
            The means; `out` if given.

        Warns
        -----
        RuntimeWarning
            If there is nothing to average.

        Notes
        -----
        float16 and bfloat16 are averaged in float32.

        Examples
        --------
        >>> xp.mean(xp.asarray([[1, 2], [3, 4]]), axis=0)
        array([2., 3.])
        """
        ...
    def min(self, axis: Axis = ..., out: ndarray | None = ..., keepdims: bool = ..., initial: ArrayLike = ..., where: ArrayLike = ...) -> ndarray:
        """Return the smallest element over axes; NaNs propagate.

        Parameters
        ----------
        a : array_like
            Array of any dtype; complex numbers compare by real part, then imaginary part, as in NumPy.
        axis : int or tuple of ints or None, default: None
            Axes to reduce; None reduces all of them.
        out : ndarray, optional
            Array to write the result to. It must have the shape of the result.
        keepdims : bool, default: False
            Whether to keep the reduced axes, with size one.
        initial : scalar, optional
            Largest possible result; needed for an empty array and with `where`.
        where : array_like of bool, default: True
            Elements to include; broadcast against `a`.

        Returns
        -------
        ndarray
            The smallest elements, in the dtype of `a`; `out` if given.

        Examples
        --------
        >>> xp.min(xp.asarray([[1, 7], [3, 4]]), axis=1, keepdims=True)
        array([[1],
               [3]])
        """
        ...
    def nonzero(self, *, size: int | None = ..., fill_value: ShapeLike | None = ...) -> tuple[ndarray, ...]:
        """Return the indices of the nonzero elements, one array for each dimension.

        Parameters
        ----------
        a : array_like
            Input of at least one dimension. NaN is not zero.
        size : int, optional
            Number of indices to return: surplus ones are left out, and missing ones are padded. By default all are
            returned.
        fill_value : int or tuple of ints, optional
            Index to pad with; by default 0.

        Returns
        -------
        tuple of ndarray
            1-D indices (int64) in row-major order; ``a[nonzero(a)]`` are the elements.

        Notes
        -----
        Without `size`, the shape of the result depends on the values, which are read back to the host. With `size` nothing
        is read back, so that the function can be traced and mapped; the two parameters are JAX's.

        Examples
        --------
        >>> xp.nonzero(xp.asarray([[0, 3], [5, 0]]))
        (array([0, 1]), array([1, 0]))
        >>> xp.nonzero(xp.asarray([0, 3, 5]), size=3, fill_value=-1)
        (array([ 1,  2, -1]),)
        """
        ...
    @property
    def numerator(self) -> ndarray:
        """Numerator of a 0-D array of integers: the array itself.

        Examples
        --------
        >>> xp.asarray(6).numerator
        array(6)
        """
        ...
    def partition(self, kth: ArrayLike, axis: SupportsIndex = ..., kind: Literal['introselect'] = ..., order: None = ..., *, descending: bool = ...) -> None:
        """Partition the array itself along `axis`; `xp.partition` returns a copy.

        Examples
        --------
        >>> x = xp.asarray([7, 1, 5])
        >>> x.partition(1)
        >>> x[1]
        array(5)
        """
        ...
    def prod(self, axis: Axis = ..., dtype: DTypeLike | None = ..., out: ndarray | None = ..., keepdims: bool = ..., initial: ArrayLike = ..., where: ArrayLike = ...) -> ndarray:
        """Return the product of elements over axes.

        Parameters
        ----------
        a : array_like
            Elements to multiply.
        axis : int or tuple of ints or None, default: None
            Axes to reduce; None reduces all of them.
        dtype : dtype_like, optional
            Data type of the result, to which elements are cast first. By default that of `a`; for booleans and small
            integers the default integer dtype, or the unsigned dtype of its width.
        out : ndarray, optional
            Array to write the result to. It must have the shape of the result.
        keepdims : bool, default: False
            Whether to keep the reduced axes, with size one.
        initial : scalar, optional
            Value to start from.
        where : array_like of bool, default: True
            Elements to include; broadcast against `a`.

        Returns
        -------
        ndarray
            The products; `out` if given.

        Notes
        -----
        Integers wrap modulo 2^n. Differs from NumPy: float16 is multiplied in float32 and rounded once, so that
        intermediate products don't overflow.

        Examples
        --------
        >>> xp.prod(xp.asarray([[1.0, 2.0], [3.0, 4.0]]), axis=1)
        array([ 2., 12.])
        """
        ...
    def put(self, ind: ArrayLike, v: ArrayLike, mode: Literal['raise', 'wrap', 'clip'] = ...) -> None:
        """Write values at flat indices of an array.

        Parameters
        ----------
        a : ndarray
            Array to write to.
        ind : array_like of integers
            Indices into the flattened array, of any shape. Negative ones count from the end. If one is repeated, the last
            value stays.
        v : array_like
            Values, repeated as needed and cast to the dtype of `a`.
        mode : {"raise", "wrap", "clip"}, default: "raise"
            What to do with an index out of bounds: raise (on the CPU only), take the remainder, or use the nearest bound.

        See Also
        --------
        putmask : Write where a mask is True.

        Examples
        --------
        >>> x = xp.arange(5)
        >>> xp.put(x, [0, -1], [7, 8])
        >>> x
        array([7, 1, 2, 3, 8])
        """
        ...
    def ravel(self, order: Order = ...) -> ndarray:
        """Flatten an array.

        Parameters
        ----------
        a : array_like
            Input.
        order : {"C", "F", "A", "K"}, default: "C"
            Row-major, column-major, or ("A", "K") the order in memory.

        Returns
        -------
        ndarray
            1-D array: a view if the elements are contiguous in that order, else a copy.

        Examples
        --------
        >>> xp.ravel([[1, 2], [3, 4]], order="F")
        array([1, 3, 2, 4])
        """
        ...
    def repeat(self, repeats: ArrayLike, axis: SupportsIndex | None = ..., *, total_repeat_length: int | None = ...) -> ndarray:
        """Repeat each element.

        Parameters
        ----------
        a : array_like
            Input.
        repeats : int or array_like of ints
            Number of repeats: one for all elements, or one for each index along `axis`.
        axis : int, optional
            Axis along which to repeat; by default the flattened array is repeated, and the result is 1-D.
        total_repeat_length : int, optional
            Size of the result along the axis: surplus elements are left out, and the last one fills what is missing. By
            default the sum of `repeats`.

        Returns
        -------
        ndarray
            New array.

        See Also
        --------
        tile : Repeats the whole array.

        Notes
        -----
        If `repeats` is an array, the shape of the result depends on its values, which are read back to the host. Those of a
        list are not. With `total_repeat_length`, JAX's parameter, nothing is read back.

        Examples
        --------
        >>> xp.repeat([1, 2], 2)
        array([1, 1, 2, 2])
        >>> xp.repeat([[1, 2], [3, 4]], [1, 2], axis=0)
        array([[1, 2],
               [3, 4],
               [3, 4]])
        """
        ...
    @property
    def requires_grad(self) -> bool:
        """Flag that turns on gradients by the array; it can be set."""
        ...
    @requires_grad.setter
    def requires_grad(self, value: bool) -> None: ...
    def requires_grad_(self, requires_grad: bool = ...) -> Self:
        """Set whether gradients are computed for the array itself, and return it.

        Parameters
        ----------
        requires_grad : bool, default: True
            Whether operations on the array are recorded in the autograd graph.

        Examples
        --------
        >>> x = xp.asarray([1.0, 2.0]).requires_grad_()
        >>> xp.sum(x**2).backward()
        >>> x.grad
        array([2., 4.])
        """
        ...
    def reshape(self, *shape: ShapeLike, order: Literal['C', 'F', 'A'] = ..., copy: bool | None = ...) -> ndarray:
        """Return the array in another shape, as `xp.reshape`."""
        ...
    def resize(self, *new_shape: ShapeLike | None, refcheck: bool = ...) -> None:
        """Change the shape and the size of the array itself: cut off elements at the end, or append zeros.

        Parameters
        ----------
        *new_shape : int or tuple of ints
            Shape to change to. The array must be contiguous, and for another size it must not be a view.
        refcheck : bool, default: True
            Accepted for compatibility with NumPy; ignored, because views keep the old memory.

        Notes
        -----
        NumPy 2.5 advises against it, without a warning when it is called: use `xp.resize` or `reshape`.

        Examples
        --------
        >>> x = xp.asarray([1, 2, 3])
        >>> x.resize(2, 2)
        >>> x
        array([[1, 2],
               [3, 0]])
        """
        ...
    def rmatmat(self, x: ArrayLike, /) -> ndarray:
        """Return the product of a matrix's conjugate transpose and a vector or matrix: ``self.conj().T @ x``.

        Parameters
        ----------
        x : array_like
            Vector or matrix.

        Returns
        -------
        ndarray
            The product.

        Examples
        --------
        >>> xp.asarray([[1, 2], [3, 4]]).rmatvec([1, 1])
        array([4, 6])
        """
        ...
    def rmatvec(self, x: ArrayLike, /) -> ndarray:
        """Return the product of a matrix's conjugate transpose and a vector or matrix: ``self.conj().T @ x``.

        Parameters
        ----------
        x : array_like
            Vector or matrix.

        Returns
        -------
        ndarray
            The product.

        Examples
        --------
        >>> xp.asarray([[1, 2], [3, 4]]).rmatvec([1, 1])
        array([4, 6])
        """
        ...
    def round(self, decimals: int = ..., out: ndarray | None = ...) -> ndarray:
        """Round to the given number of decimals, halves to even.

        Parameters
        ----------
        a : array_like
            Input. The real and the imaginary part of complex numbers are rounded separately.
        decimals : int, default: 0
            Decimal places; negative ones are to the left of the point.
        out : ndarray, optional
            Array to write the result to. It must have the size of `a` and a shape that `a` broadcasts to.

        Returns
        -------
        ndarray
            The rounded values, in the dtype of `a` (float16 for booleans).

        Raises
        ------
        TypeError
            If `a` is boolean and `decimals` is not 0.
        OverflowError
            If `decimals` is beyond 32 bits.

        Notes
        -----
        The values are ``rint(a * 10**decimals) / 10**decimals``, with its rounding errors.

        Examples
        --------
        >>> xp.round([0.5, 1.5, 2.675], 2)
        array([0.5 , 1.5 , 2.68])
        >>> xp.round([15, 25], -1)
        array([20, 20])
        """
        ...
    def searchsorted(self, v: ArrayLike, side: Literal['left', 'right'] = ..., sorter: ArrayLike | None = ...) -> ndarray:
        """Return the indices at which to insert values in a sorted array to keep it sorted.

        Parameters
        ----------
        a : array_like
            1-D array in ascending order, or sorted by `sorter`.
        v : array_like
            Values to insert.
        side : {"left", "right"}, default: "left"
            Whether to insert before or after equal elements.
        sorter : array_like of integers, optional
            Indices that sort `a`, as returned by `argsort`.

        Returns
        -------
        ndarray
            Indices (int64) from 0 to the size of `a`, of the shape of `v`.

        Notes
        -----
        NaNs are last and equal. Differs from NumPy: int64 and uint64 are compared exactly, not as float64.

        Examples
        --------
        >>> xp.searchsorted(xp.asarray([1, 3, 5]), xp.asarray([0, 3, 9]))
        array([0, 1, 3])
        >>> xp.searchsorted(xp.asarray([1, 3, 5]), 3, side="right")
        array(2)
        """
        ...
    def setfield(self, val: ArrayLike, dtype: DTypeLike, offset: int = ...) -> None:
        """Write to the view that `getfield` returns.

        Parameters
        ----------
        val : array_like
            Values to write; broadcast to the array.
        dtype : dtype_like
            Data type of the view, not wider than the array's.
        offset : int, default: 0
            Bytes to skip in each element: a multiple of the size of `dtype`.

        Examples
        --------
        >>> x = xp.asarray([1 + 2j, 3 - 4j])
        >>> x.setfield(0, xp.float64, offset=8)
        >>> x
        array([1.+0.j, 3.+0.j])
        """
        ...
    def setflags(self, write: bool | None = ..., align: bool | None = ..., uic: bool | None = ...) -> None:
        """Accept NumPy's flags, which have no effect: arrays are always writeable and aligned.

        Parameters
        ----------
        write, align : bool, optional
            Ignored.
        uic : bool, optional
            Must not be true.

        Examples
        --------
        >>> x = xp.zeros(2)
        >>> x.setflags(write=False)
        >>> x.flags.writeable
        True
        """
        ...
    def sort(self, axis: SupportsIndex = ..., kind: Literal['quicksort', 'mergesort', 'heapsort', 'stable'] | None = ..., order: None = ..., *, descending: bool = ..., stable: bool | None = ...) -> None:
        """Sort the array itself along `axis`; `xp.sort` returns a sorted copy.

        Examples
        --------
        >>> x = xp.asarray([3, 1, 2])
        >>> x.sort()
        >>> x
        array([1, 2, 3])
        """
        ...
    def squeeze(self, axis: Axis = ...) -> ndarray:
        """Remove dimensions of size one.

        Parameters
        ----------
        a : array_like
            Input.
        axis : int or tuple of ints or None, default: None
            Dimensions to remove; None removes all dimensions of size one.

        Returns
        -------
        ndarray
            A view.

        Examples
        --------
        >>> xp.squeeze([[1, 2]], axis=0)
        array([1, 2])
        """
        ...
    def std(self, axis: Axis = ..., dtype: DTypeLike | None = ..., out: ndarray | None = ..., ddof: float = ..., keepdims: bool = ..., *, where: ArrayLike = ..., mean: ArrayLike = ..., correction: float = ...) -> ndarray:
        """Return the standard deviation over axes.

        Parameters
        ----------
        a : array_like
            Elements; of complex numbers the absolute distances from the mean count.
        axis : int or tuple of ints or None, default: None
            Axes to reduce; None reduces all of them.
        dtype : dtype_like, optional
            Data type to compute in. By default that of `a`; for integers the default floating dtype.
        out : ndarray, optional
            Array to write the result to. It must have the shape of the result.
        ddof : float, default: 0
            NumPy's name of `correction`.
        keepdims : bool, default: False
            Whether to keep the reduced axes, with size one.
        where : array_like of bool, default: True
            Elements to include; broadcast against `a`.
        mean : array_like, optional
            The mean, if known, as ``keepdims=True`` returns it.
        correction : float, optional
            Number to subtract from the number of elements, to give the divisor.

        Returns
        -------
        ndarray
            The standard deviations, which are real; `out` if given.

        Warns
        -----
        RuntimeWarning
            If the divisor is not positive.

        Notes
        -----
        float16 and bfloat16 are computed in float32.

        Examples
        --------
        >>> xp.std(xp.asarray([1.0, 3.0]))
        array(1.)
        """
        ...
    def sum(self, axis: Axis = ..., dtype: DTypeLike | None = ..., out: ndarray | None = ..., keepdims: bool = ..., initial: ArrayLike = ..., where: ArrayLike = ...) -> ndarray:
        """Return the sum of elements over axes.

        Parameters
        ----------
        a : array_like
            Elements to add.
        axis : int or tuple of ints or None, default: None
            Axes to reduce; None reduces all of them.
        dtype : dtype_like, optional
            Data type of the result, to which elements are cast first. By default that of `a`; for booleans and small
            integers the default integer dtype, or the unsigned dtype of its width.
        out : ndarray, optional
            Array to write the result to. It must have the shape of the result.
        keepdims : bool, default: False
            Whether to keep the reduced axes, with size one.
        initial : scalar, optional
            Value to start from.
        where : array_like of bool, default: True
            Elements to include; broadcast against `a`.

        Returns
        -------
        ndarray
            The sums; `out` if given.

        Notes
        -----
        Integers wrap modulo 2^n. float16 and bfloat16 are added in float32 and rounded once.

        Examples
        --------
        >>> xp.sum(xp.asarray([[1, 2], [3, 4]]), axis=0)
        array([4, 6])
        >>> xp.sum(xp.asarray([200, 100], dtype=xp.uint8))
        array(300, dtype=uint64)
        """
        ...
    def swapaxes(self, axis1: SupportsIndex, axis2: SupportsIndex) -> ndarray:
        """Swap two dimensions.

        Parameters
        ----------
        a : array_like
            Input.
        axis1, axis2 : int
            Dimensions to swap.

        Returns
        -------
        ndarray
            A view.

        Examples
        --------
        >>> xp.swapaxes(xp.zeros((2, 3, 4)), 0, 2).shape
        (4, 3, 2)
        """
        ...
    def take(self, indices: ArrayLike, axis: SupportsIndex | None = ..., out: ndarray | None = ..., mode: Literal['raise', 'wrap', 'clip'] = ...) -> ndarray:
        """Take elements along an axis.

        Parameters
        ----------
        a : array_like
            Input array.
        indices : array_like of integers
            Indices of the elements, of any shape. Negative ones count from the end. Bounds are checked on the CPU only.
        axis : int, optional
            Axis along which to take; None uses the flattened array.
        out : ndarray, optional
            Array to write the result to. It must have the shape of the result.
        mode : {"raise", "wrap", "clip"}, default: "raise"
            What to do with an index out of bounds: raise, take the remainder, or use the nearest bound.

        Returns
        -------
        ndarray
            Copy of shape ``a.shape[:axis] + indices.shape + a.shape[axis + 1:]``.

        Warns
        -----
        DeprecationWarning
            If `out` is of another kind, such as integers for floats. The elements are cast.

        See Also
        --------
        take_along_axis : Other indices for each 1-D slice.

        Examples
        --------
        >>> xp.take(xp.asarray([4, 5, 6]), [2, 0, -1])
        array([6, 4, 6])
        """
        ...
    def to_device(self, device: DeviceLike, /, *, stream: torch.cuda.Stream | int | None = ...) -> Self:
        """Return the array on a device.

        Parameters
        ----------
        device : device_like
            Such as "cpu" or "cuda:1".
        stream : torch.cuda.Stream, optional
            Stream on which to copy; the current one by default.

        Returns
        -------
        ndarray
            The array itself if it is on that device, else a copy in its autograd graph.

        Examples
        --------
        >>> x = xp.zeros(2)
        >>> x.to_device("cpu") is x
        True
        """
        ...
    def to_numpy(self) -> np.ndarray:
        """Return the array as a NumPy array, as `numpy.asarray` does: what matplotlib calls, and pandas has.

        Returns
        -------
        numpy.ndarray
            It shares memory with the array unless it had to be copied.

        Raises
        ------
        TypeError
            If the array requires grad or is not on the CPU: detach it or move it first.

        Examples
        --------
        >>> xp.asarray([[1, 2], [3, 4]]).to_numpy()
        array([[1, 2],
               [3, 4]])
        """
        ...
    def tobytes(self, order: Order | None = ...) -> bytes:
        """Return the bytes of the elements in row-major ("C") or column-major ("F") order."""
        ...
    def tofile(self, fid: FileLike, /, sep: str = ..., format: str = ...) -> None:
        """Write the elements to a file in row-major order, as bytes or as text.

        Parameters
        ----------
        fid : file, str or path
            File to write.
        sep : str, default: ""
            Text between numbers; "" writes bytes.
        format : str, default: "%s"
            Format of a number in text.

        Examples
        --------
        >>> import tempfile
        >>> with tempfile.TemporaryFile() as file:
        ...     xp.asarray([1, 2]).tofile(file, sep=" ")
        ...     _ = file.seek(0)
        ...     file.read()
        b'1 2'
        """
        ...
    def trace(self, offset: int = ..., axis1: SupportsIndex = ..., axis2: SupportsIndex = ..., dtype: DTypeLike | None = ..., out: ndarray | None = ...) -> ndarray:
        """Sum the diagonal of two axes.

        Parameters
        ----------
        a : array_like
            Input with at least two dimensions.
        offset : int, default: 0
            Which diagonal: above the main one if positive, below it if negative.
        axis1, axis2 : int, default: 0, 1
            Axes of the matrices (`linalg.trace` uses the last two).
        dtype : dtype_like, optional
            Data type of the result; by default that of `sum`, which widens small integers.
        out : ndarray, optional
            Array to write the result to. It must have the shape of the result.

        Returns
        -------
        ndarray
            The sums, without the two axes.

        Raises
        ------
        ValueError
            If `a` has fewer than two dimensions, the axes are equal, or `out` has another shape.

        Examples
        --------
        >>> xp.trace(xp.asarray([[1, 2], [3, 4]]))
        array(5)
        """
        ...
    def transpose(self, *axes: SupportsIndex | Sequence[SupportsIndex] | None) -> ndarray:
        """Return a view with the axes permuted; by default reversed."""
        ...
    def var(self, axis: Axis = ..., dtype: DTypeLike | None = ..., out: ndarray | None = ..., ddof: float = ..., keepdims: bool = ..., *, where: ArrayLike = ..., mean: ArrayLike = ..., correction: float = ...) -> ndarray:
        """Return the variance over axes.

        Parameters
        ----------
        a : array_like
            Elements; of complex numbers the absolute distances from the mean count.
        axis : int or tuple of ints or None, default: None
            Axes to reduce; None reduces all of them.
        dtype : dtype_like, optional
            Data type to compute in. By default that of `a`; for integers the default floating dtype.
        out : ndarray, optional
            Array to write the result to. It must have the shape of the result.
        ddof : float, default: 0
            NumPy's name of `correction`.
        keepdims : bool, default: False
            Whether to keep the reduced axes, with size one.
        where : array_like of bool, default: True
            Elements to include; broadcast against `a`.
        mean : array_like, optional
            The mean, if known, as ``keepdims=True`` returns it.
        correction : float, optional
            Number to subtract from the number of elements, to give the divisor.

        Returns
        -------
        ndarray
            The variances, which are real; `out` if given.

        Warns
        -----
        RuntimeWarning
            If the divisor is not positive.

        Notes
        -----
        float16 and bfloat16 are computed in float32.

        Examples
        --------
        >>> xp.var(xp.asarray([1.0, 2.0, 3.0]), correction=1)
        array(1.)
        """
        ...
    @overload
    def view(self) -> Self: ...
    @overload
    def view(self, dtype: dtype | torch.dtype | np.dtype | str | None) -> Self: ...
    @overload
    def view(self, dtype: type[_Array]) -> _Array: ...
    @overload
    def view(self, dtype: DTypeLike | None, type: type[_Array]) -> _Array: ...
    @overload
    def view(self, *, type: type[_Array]) -> _Array: ...
    @overload
    def view(self, dtype: DTypeLike) -> Self:
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
        ...
